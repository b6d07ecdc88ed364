//! Melding (CR 701.37).

use crate::card::verb;
use crate::derive::filter::found;
use crate::derive::object::merged::meld_pair;
use crate::fact::{EntersFaceDown, Manner, ResolveFrame};
use crate::rule;
use crate::rules::engine::verb::Verb;

use crate::rules::engine::actions;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::Meld {
    /// Puts the cards of a meld pair onto the battlefield combined (CR 701.37a). Cards that can't
    /// be melded stay where they are (CR 701.37b-c).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Meld(what) = self;
        let pair = match found(&work.game, &scope(frame), what).as_slice() {
            [one, other] => meld_pair(&work.game, *one, *other),
            _ => None,
        };
        let Some((card, counterpart)) = pair else { return go_on(work, frame) };
        let mut action = actions::onto_battlefield(card, frame.controller, Manner::Put);
        if let Some(entering) = action.entering_mut() {
            entering.face_down = EntersFaceDown::MeldedWith(counterpart);
        }
        act(work, frame, rule!("701.37a"), vec![action]);
    }
}

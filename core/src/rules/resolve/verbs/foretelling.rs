//! Foretelling by effects (CR 702.143).

use crate::card::{ForetellCost, ZoneKind};
use crate::fact::{EntersFaceDown, Manner, ObjectId, ResolveFrame};
use crate::rule;

use crate::rules::engine::actions::move_to;
use crate::rules::engine::work::Work;
use crate::rules::keyword::foretell::given;
use crate::rules::replace::perform::act;

/// Exiles cards of a player face down, who may look at them (CR 702.143a). They become foretold as
/// they get there ([`foretold`]).
pub(in crate::rules) fn foretell(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    cost: Option<&ForetellCost>,
) {
    let (by, given) = (frame.controller, given(work, cost));
    let exile = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
        if let Some(entering) = action.entering_mut() {
            entering.face_down = EntersFaceDown::Foretold { by, given };
        }
        action
    };
    let actions = cards.iter().map(exile).collect();
    act(work, frame, rule!("702.143a"), actions);
}

//! What players choose, note, become and control (CR 607.2, 701.24, 701.26, 718, 720).

use crate::card::verb;
use crate::card::{Ability, Players};
use crate::derive::filter::{found, players};
use crate::fact::{Answer, Choice, Note, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::designation::monarch;
use crate::rules::engine::actions::number;
use crate::rules::engine::control;
use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::linked;
use crate::rules::variant::{planes, schemes};

impl Verb for verb::ChooseValue {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        linked::linked_choice(game, (frame.controller, frame.source), &self.0, &[], rule!("608.2d"))
    }

    fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
        Some(linked::only(game, (frame.controller, frame.source), &self.0, &[]))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let only = linked::only(&work.game, (frame.controller, frame.source), &self.0, &[]);
        self.answered(work, frame, &only);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        go_on(work, frame);
        linked::note_choice(work, frame, answer, &self.0);
    }
}

impl Verb for verb::NoteNumber {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let note = Note::Number(number(&work.game, frame, &self.0));
        go_on(work, frame);
        linked::note(work, frame, rule!("607.2e"), note);
    }
}

impl Verb for verb::Planeswalk {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = players(&work.game, &scope(frame), &self.0);
        go_on(work, frame);
        who.into_iter().for_each(|player| planes::planeswalk(work, rule!("701.24b"), player));
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.0)
    }
}

impl Verb for verb::RollPlanarDie {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        // A special action has no ability of an object (CR 116.2i).
        let text = frame.text.and_then(|text| work.game.ability(text));
        let action = frame.origin.is_none() && matches!(text, Some(Ability::Activated(_)));
        go_on(work, frame);
        planes::roll(work, frame.controller, action);
    }
}

impl Verb for verb::Abandon {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let abandoned = found(&work.game, &scope(frame), &self.0);
        go_on(work, frame);
        schemes::abandon(work, &abandoned);
    }
}

impl Verb for verb::BecomeMonarch {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = one_player(&work.game, frame, &self.0);
        go_on(work, frame);
        if let Some(player) = who {
            monarch::become_monarch(work, player);
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.0]
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.0)
    }
}

impl Verb for verb::ControlNextTurn {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = one_player(&work.game, frame, &self.who);
        let whom = players(&work.game, &scope(frame), &self.whom);
        go_on(work, frame);
        control::take(work, who, &whom);
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }
}

impl Verb for verb::ControlWhileResolving {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = one_player(&work.game, frame, &self.who);
        let whom = players(&work.game, &scope(frame), &self.whom);
        let what = found(&work.game, &scope(frame), &self.what);
        go_on(work, frame);
        control::hold(work, who, &whom, &what);
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }
}

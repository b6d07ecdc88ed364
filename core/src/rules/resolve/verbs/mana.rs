//! Adding and taking mana (CR 106).

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::players;
use crate::fact::{Answer, Choice, Event, Item, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::announce::production;
use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

impl Verb for verb::AddMana {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        production::mana_type_choice(game, frame, &self.who, &self.mana)
    }

    fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
        production::only(game, frame, &self.who, &self.mana).map(Answer::Picked)
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        production::go_on(work, frame, (&self.who, &self.mana, &self.terms), None);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        if let Some(Item::Mana(kind)) = items.first() {
            production::go_on(work, frame, (&self.who, &self.mana, &self.terms), Some(*kind));
        }
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::TakeMana {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let to = one_player(&work.game, frame, &self.to);
        let from = players(&work.game, &scope(frame), &self.from);
        go_on(work, frame);
        for (from, to) in from.into_iter().filter_map(|from| to.map(|to| (from, to))) {
            work.fact(rule!("106.13"), Event::ManaTaken { from, to });
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.to]
    }
}

//! Destroying, tapping and other changes of permanents at once (CR 120.6, 701.7, 701.21, 717.2).

use crate::card::verb;
use crate::derive::filter::found;
use crate::fact::{Action, Event, ObjectId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

/// Instructions that are one action of each object.
macro_rules! one_action_each {
    ($($verb:ident as $rule:literal),+ $(,)?) => {$(
        impl Verb for verb::$verb {
            fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
                Some((rule!($rule), found(game, &scope(frame), &self.0).into_iter().map(Action::$verb).collect()))
            }

            fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
                self.0.is_of_a_description().then_some(true)
            }
        }
    )+};
}

one_action_each! {
    Destroy as "701.7a",
    DestroyForGood as "701.7a",
    Tap as "701.21a",
    Untap as "701.21b",
}

impl Verb for verb::SetLevel {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let permanent = |id: &ObjectId| work.game.object(*id).is_some_and(Object::is_permanent);
        // CR 717.2b: a permanent that has the level does not become it.
        let others = |id: &ObjectId| permanent(id) && work.game.level(*id) != self.level;
        let becoming: Vec<ObjectId> = found(&work.game, &scope(frame), &self.what).into_iter().filter(others).collect();
        go_on(work, frame);
        for object in becoming {
            work.fact(rule!("717.2a"), Event::BecameLevel { object, level: self.level });
        }
    }
}

impl Verb for verb::RemoveDamage {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let marked = |id: &ObjectId| work.game.object(*id).is_some_and(|it| it.is_permanent() && it.damage > 0);
        let damaged: Vec<ObjectId> = found(&work.game, &scope(frame), &self.0).into_iter().filter(marked).collect();
        go_on(work, frame);
        for object in damaged {
            work.fact(rule!("120.6"), Event::DamageRemoved { object });
        }
    }
}

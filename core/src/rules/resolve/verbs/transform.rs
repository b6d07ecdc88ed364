//! Transforming, flipping, and turning over by day and night (CR 701.28, 710, 726).

use crate::card::Objects;
use crate::card::verb;
use crate::derive::filter::found;
use crate::fact::{Action, Event, ObjectId, Proposed, ResolveFrame};
use crate::rule;
use crate::rules::engine::verb::Verb;

use crate::rules::designation::day_night;
use crate::rules::designation::day_night::{Due, what_is_due};
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::work::Work;
use crate::rules::permanent::faces::put_on_stack;
use crate::rules::replace::perform::{act, perform, perform_one};

impl Verb for verb::Transform {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let objects = found(&work.game, &scope(frame), &self.0);
        transform(work, frame, &objects);
    }
}

impl Verb for verb::Flip {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let objects = found(&work.game, &scope(frame), &self.0);
        flip(work, frame, &objects);
    }
}

impl Verb for verb::ItBecomes {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        act(work, frame, rule!("724.1"), vec![Action::BecomeDayOrNight(self.0)]);
    }
}

/// Carries out a day or night change at once; it is no state-based action (CR 702.145c, 702.145f).
pub(in crate::rules) fn follow(work: &mut Work) {
    match what_is_due(&work.game) {
        Some(Due::Becomes(rule, time)) => perform_one(work, rule, Action::BecomeDayOrNight(time)),
        Some(Due::Transform(rule, objects)) => {
            let cause = work.cause();
            let actions = objects.into_iter().map(|id| Proposed::new(day_night::transform(id), cause, rule));
            perform(work, actions.collect());
        }
        None => {}
    }
}

/// Transforms permanents (CR 701.28a). Leaves out those that can't (CR 701.28c-d, 712.5, 712.6),
/// and those that have transformed since their own ability that says so was put onto the stack
/// (CR 701.28f).
fn transform(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    let since = put_on_stack(&work.game, frame);
    go_on(work, frame);
    let stays = |id: &ObjectId| {
        let own = frame.source == *id && frame.origin_is_of_an_ability();
        let before = work.game.object(*id).and_then(crate::state::Object::transformed);
        own && before.is_some_and(|entry| entry > since)
    };
    let cause = work.cause();
    let action = |id: &ObjectId| Action::Transform { object: *id, bound: false, entering: Box::default() };
    let actions = objects.iter().filter(|id| !stays(id)).map(action);
    perform(work, actions.map(|action| Proposed::new(action, cause, rule!("701.28a"))).collect());
}

/// Flips permanents, once and for all (CR 710.2, 710.4).
fn flip(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    go_on(work, frame);
    for id in objects {
        if work.game.object(*id).is_some_and(|object| object.is_permanent() && !object.flipped) {
            work.fact(rule!("710.2"), Event::Flipped { object: *id });
        }
    }
}

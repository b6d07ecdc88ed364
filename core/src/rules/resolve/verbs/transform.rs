//! Transforming, flipping, and the turning over that day and night bring (CR 701.28, 710, 726).

use crate::fact::{Action, Event, ObjectId, Proposed, ResolveFrame};
use crate::rule;

use crate::rules::engine::cursor::go_on;
use crate::rules::engine::work::Work;
use crate::rules::objects::day_night;
use crate::rules::objects::day_night::{Due, what_is_due};
use crate::rules::objects::faces::put_on_stack;
use crate::rules::replace::perform::{perform, perform_one};

/// Does what is due: it happens immediately and is no state-based action (CR 702.145c, 702.145f).
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

/// CR 701.28a: permanents turn over. What can't do so is left alone (CR 701.28c-d, 712.5, 712.6), and so is what has
/// transformed since an ability of its own was put onto the stack that says so (CR 701.28f).
pub(in crate::rules) fn transform(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
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

/// CR 710.2: permanents flip, once and for all (CR 710.4).
pub(in crate::rules) fn flip(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    go_on(work, frame);
    for id in objects {
        if work.game.object(*id).is_some_and(|object| object.is_permanent() && !object.flipped) {
            work.fact(rule!("710.2"), Event::Flipped { object: *id });
        }
    }
}

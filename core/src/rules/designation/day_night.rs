//! Day and night (CR 502.2, 702.145, 724): when each begins, and what transforms because of it.

use crate::card::mechanism::Mechanisms;
use crate::card::{DayNight, Keyword};
use crate::derive::object::faces::back_is_up;
use crate::fact::{Action, Event, Frame, ObjectId, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::permanent::faces::can_transform;

/// The permanents that do not fit a time: front face up with daybound at night, back face up with
/// nightbound by day.
fn transforms(game: &Game, time: DayNight) -> impl Iterator<Item = ObjectId> {
    let (keyword, back) = match time {
        DayNight::Night => (Keyword::Daybound, false),
        DayNight::Day => (Keyword::Nightbound, true),
    };
    let bound = game.permanents_with(Mechanisms::DAY_AND_NIGHT, &keyword).into_iter();
    bound.filter(move |id| back_is_up(game, *id) == Some(back) && can_transform(game, *id, true))
}

/// Transforms a permanent by its own daybound or nightbound ability.
pub(in crate::rules) fn transform(object: ObjectId) -> Action {
    Action::Transform { object, bound: true, entering: Box::default() }
}

/// The permanents that transform as it becomes day or night (CR 702.145b, 702.145e).
pub(in crate::rules) fn transforming(game: &Game, time: DayNight) -> impl Iterator<Item = (Rule, Action)> {
    let rule = match time {
        DayNight::Night => rule!("702.145b"),
        DayNight::Day => rule!("702.145e"),
    };
    transforms(game, time).map(move |object| (rule, transform(object)))
}

/// A change that comes at any time, before anything else.
pub(in crate::rules) enum Due {
    /// It becomes day or night (CR 702.145d, 702.145g).
    Becomes(Rule, DayNight),
    /// Permanents transform (CR 702.145c, 702.145f).
    Transform(Rule, Vec<ObjectId>),
}

pub(in crate::rules) fn what_is_due(game: &Game) -> Option<Due> {
    if !game.knows_day_and_night() || !game.could_permanents_have(Mechanisms::DAY_AND_NIGHT) {
        return None;
    }
    let there = |keyword: &Keyword| !game.permanents_with(Mechanisms::DAY_AND_NIGHT, keyword).is_empty();
    match game.world().day_night {
        None if there(&Keyword::Daybound) => Some(Due::Becomes(rule!("702.145d"), DayNight::Day)),
        None if there(&Keyword::Nightbound) => Some(Due::Becomes(rule!("702.145g"), DayNight::Night)),
        None => None,
        Some(time) => {
            let found: Vec<ObjectId> = transforms(game, time).filter(|id| !is_transforming(game, *id)).collect();
            let rule = match time {
                DayNight::Night => rule!("702.145c"),
                DayNight::Day => rule!("702.145f"),
            };
            (!found.is_empty()).then_some(Due::Transform(rule, found))
        }
    }
}

/// Whether a permanent is about to transform and still waits for a choice about it (CR 712.16).
fn is_transforming(game: &Game, id: ObjectId) -> bool {
    let happening = game.world().frames.iter().filter_map(|frame| match &**frame {
        Frame::Happen(happening) => Some(happening),
        _ => None,
    });
    let mut actions = happening.flat_map(|happening| &happening.actions);
    actions.any(|proposed| matches!(&proposed.action, Action::Transform { object, .. } if *object == id))
}

/// Whether it has to become day or night, or something has to transform, before anything else.
pub(in crate::rules) fn due(game: &Game) -> bool {
    what_is_due(game).is_some()
}

/// Whether it becomes day or night in the untap step, by the spells that the previous turn's active
/// player cast in it (CR 502.2, 724.2). None if it is neither (CR 724.3c), or there was no previous
/// turn.
pub(in crate::rules) fn of_untap_step(game: &Game) -> Option<(Rule, DayNight)> {
    let now = game.world().day_night?;
    let cast = cast_in_previous_turn(game)?;
    match now {
        DayNight::Day if cast == 0 => Some((rule!("724.3a"), DayNight::Night)),
        DayNight::Night if cast >= 2 => Some((rule!("724.3b"), DayNight::Day)),
        _ => None,
    }
}

/// How many spells the active player of the previous turn cast in it; with shared turns, those that
/// count of the active team: the most that one of its players cast (CR 502.2a).
fn cast_in_previous_turn(game: &Game) -> Option<usize> {
    let events = || game.world().of_this_marker().map(|entry| &entry.event);
    let began = |event: &Event| match event {
        Event::TurnBegan { player, .. } => Some(*player),
        _ => None,
    };
    let active: PlayerId = events().filter_map(began).nth(1)?;
    let of_turn = events().skip_while(|event| began(event).is_none()).skip(1);
    let of_turn = of_turn.take_while(|event| began(event).is_none());
    let casters = of_turn.filter_map(|event| match event {
        Event::BecameCast { player, .. } if game.acts_with(*player, active) => Some(*player),
        _ => None,
    });
    let casters: Vec<PlayerId> = casters.collect();
    let by_one = |player: &PlayerId| casters.iter().filter(|it| *it == player).count();
    Some(casters.iter().map(by_one).max().unwrap_or(0))
}

//! What-if edits: inputs of their own kind, allowed while a player has priority. An edit goes
//! through replacement and prevention like any event; state-based actions follow before anybody has
//! priority again.

use crate::card::{CounterKind, Definition, ManaType, ZoneKind};
use crate::derive::Look;
use crate::derive::object::commander;
use crate::derive::object::faces::back_is_up;
use crate::fact::{
    Action, Addition, CardId, Component, Edit, Entering, Entity, Event, Frame, ManaUnit, Manner, NewObject, ObjectId,
    PlayerId, Position, Proposed, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use crate::rules::engine::receive;
use crate::rules::engine::refusal::Illegal;
use crate::rules::engine::work::Work;
use crate::rules::replace::happen::can_happen;
use crate::rules::replace::perform::perform;

/// How an edit is made.
enum Done {
    /// Nothing more to do: the edit event says it all, or nothing changes.
    Told,
    /// By an action.
    Action(Action),
    /// By facts that no effect can replace.
    Facts(Vec<(Rule, Event)>),
    /// By something that enters the game first.
    Added,
}

/// Makes an edit, if it can be made.
pub(in crate::rules) fn edit(work: &mut Work, edit: &Edit) -> Result<(), Illegal> {
    let Some(Frame::Priority { player, received: true, .. }) = work.game.frame().cloned() else {
        return Err(Illegal::Edit(
            "a change is made where a player has priority: go to such a choice first".to_owned(),
        ));
    };
    let done = how(work, edit)?;
    work.input(rule!("117.1"), Event::Edited { edit: edit.clone() });
    receive::again(work, player);
    match (done, edit) {
        (Done::Action(action), _) => happens(work, action)?,
        (Done::Facts(facts), _) => facts.into_iter().for_each(|(rule, event)| {
            work.fact(rule, event);
        }),
        (Done::Added, Edit::Add(addition)) => add(work, addition)?,
        (Done::Told, Edit::Control(id, _)) => {
            // Nothing derived records it where no effect gives control of anything.
            if let (Some(from), Some(to)) = (work.before().controller(*id), work.game.controller(*id))
                && from != to
            {
                work.fact(rule!("110.2"), Event::ControlChanged { object: *id, from, to });
            }
        }
        (Done::Told | Done::Added, _) => {}
    }
    Ok(())
}

fn happens(work: &mut Work, action: Action) -> Result<(), Illegal> {
    if !can_happen(&work.game, &action) {
        return Err(refused(&work.game, &action));
    }
    let cause = work.cause();
    perform(work, vec![Proposed::new(action, cause, rule!("117.1"))]);
    Ok(())
}

/// Why an edit cannot happen, as far as its kind tells.
fn refused(game: &Game, action: &Action) -> Illegal {
    let called = |entity: Entity| game.entity_name(entity);
    let comes_in = |id: ObjectId| game.object(id).filter(|it| matches!(it.zone, Zone::Outside(_)));
    Illegal::Edit(match action {
        Action::Move { object, .. } if comes_in(*object).is_some_and(|it| !commander::may_come_in(game, it)) => {
            format!(
                "in a Commander game {} cannot come from outside, for its colors or its name (CR 903.11); a board can begin \
             with it",
                game.name_of(*object)
            )
        }
        Action::Move { to: Zone::Battlefield, .. } | Action::CreateToken { .. } => {
            "it cannot be on the battlefield: only permanents can (CR 304.4), an Aura needs something to enchant \
             (CR 303.4g), and nothing may say that it cannot enter"
                .to_owned()
        }
        Action::Move { object, .. } => {
            format!("{} cannot go there, or is there already", game.name_of(*object))
        }
        Action::Attach { object, to } => {
            format!("{} cannot be attached to {} (CR 301.5, 303.4)", game.name_of(*object), called(*to))
        }
        Action::PutCounters { on, kind, .. } => {
            format!("{} cannot have {kind} counters put on it", called(*on))
        }
        Action::Transform { object, .. } => format!(
            "{} cannot transform: it has no other face (CR 701.28c), or only day and night turn it over (CR 702.145b)",
            game.name_of(*object)
        ),
        _ => "that cannot happen here".to_owned(),
    })
}

fn missing(what: impl std::fmt::Display) -> Illegal {
    Illegal::Edit(format!("there is no {what} here"))
}

fn permanent(game: &Game, id: ObjectId) -> Result<&Object, Illegal> {
    let found = game.object(id).filter(|object| object.is_permanent());
    found.ok_or_else(|| is_no(game, "permanent", id))
}

/// The refusal for an object of the wrong kind, with its name and zone.
fn is_no(game: &Game, kind: &str, id: ObjectId) -> Illegal {
    let name = game.name_of(id);
    Illegal::Edit(match game.zone_of(id) {
        Some(zone) => format!("{name} is no {kind}: it is {}", game.place_name(zone)),
        None if game.phased_out(id).is_some() => {
            format!("{name} is phased out, and treated as though it did not exist (CR 702.26b)")
        }
        None => return missing(format!("{kind} {id}")),
    })
}

fn seated(game: &Game, id: PlayerId) -> Result<(), Illegal> {
    match game.player(id) {
        Some(player) if player.left => {
            Err(Illegal::Edit(format!("{} has left the game (CR 800.4a)", game.entity_name(Entity::Player(id)))))
        }
        Some(_) => Ok(()),
        None => Err(missing(format!("player {id}"))),
    }
}

/// How to make an edit, before any of it is done.
fn how(work: &mut Work, edit: &Edit) -> Result<Done, Illegal> {
    let game = work.game.clone();
    let game = &game;
    match edit {
        Edit::Life(player, _) | Edit::Monarch(player) | Edit::Designated(player, _) => {
            seated(game, *player).map(|()| Done::Told)
        }
        Edit::LandsPlayed(_) => Ok(Done::Told),
        Edit::Counters(on, kind, count) => {
            let there = match on {
                Entity::Player(id) => game.player(*id).map(|player| player.counters_of(kind)),
                Entity::Object(id) => game.object(*id).map(|object| object.counters_of(kind)),
            };
            let there = there.ok_or_else(|| missing(on))?;
            Ok(counters(*on, kind, there, *count).map_or(Done::Told, Done::Action))
        }
        Edit::Tapped(id, tapped) => match permanent(game, *id)?.status.tapped == *tapped {
            true => Ok(Done::Told),
            false => Ok(Done::Action(if *tapped { Action::Tap(*id) } else { Action::Untap(*id) })),
        },
        Edit::Move(id, to) => {
            let object = game.object(*id).ok_or_else(|| is_no(game, "card or token", *id))?;
            if object.ability.is_some() || *to == Zone::Stack {
                return Err(Illegal::Edit("only cards and tokens can be moved, and not onto the stack".to_owned()));
            }
            if object.zone == *to && *to == Zone::Battlefield {
                return Ok(Done::Told);
            }
            Ok(Done::Action(moving(object, *to, None)))
        }
        Edit::Arrange(id, position) => {
            let object = game.object(*id).filter(|object| matches!(object.zone, Zone::Library(_)));
            let object = object.ok_or_else(|| is_no(game, "card in a library", *id))?;
            let (entering, manner) = (Entering::default(), Manner::Edit);
            let (object, to, position) = (*id, object.zone, *position);
            Ok(Done::Action(Action::Move { object, to, position, manner, entering }))
        }
        Edit::Add(addition) => check_addition(game, addition).map(|()| Done::Added),
        Edit::Attach(id, Some(to)) => match permanent(game, *id)?.attached_to == Some(*to) {
            true => Ok(Done::Told),
            false => Ok(Done::Action(Action::Attach { object: *id, to: *to })),
        },
        Edit::Attach(id, None) => match permanent(game, *id)?.attached_to {
            None => Ok(Done::Told),
            Some(_) => Ok(Done::Action(Action::Unattach(*id))),
        },
        Edit::Damage(id, amount) => {
            let there = permanent(game, *id)?.damage;
            let mut facts = Vec::new();
            if *amount < there {
                facts.push((rule!("120.6"), Event::DamageRemoved { object: *id }));
            }
            let more = if *amount < there { *amount } else { amount - there };
            if more > 0 {
                let marked = Event::DamageMarked { object: *id, amount: more, deathtouch: false };
                facts.push((rule!("120.6"), marked));
            }
            Ok(Done::Facts(facts))
        }
        Edit::Control(id, to) => {
            permanent(game, *id)?;
            seated(game, *to).map(|()| Done::Told)
        }
        Edit::Rested(id, _) => permanent(game, *id).map(|_| Done::Told),
        Edit::DayNight(time) => match game.world().day_night == Some(*time) {
            true => Ok(Done::Told),
            false => Ok(Done::Action(Action::BecomeDayOrNight(*time))),
        },
        Edit::BackUp(id, back) => {
            permanent(game, *id)?;
            match back_is_up(game, *id) {
                Some(now) if now == *back => Ok(Done::Told),
                _ => Ok(Done::Action(Action::Transform { object: *id, bound: false, entering: Box::default() })),
            }
        }
        Edit::Mana(id, wanted) => {
            seated(game, *id)?;
            if !work.allows(u32::try_from(wanted.len()).unwrap_or(u32::MAX)) {
                return Err(Illegal::TooMuch);
            }
            Ok(Done::Facts(mana(work, *id, wanted)))
        }
    }
}

fn moving(object: &Object, to: Zone, controller: Option<PlayerId>) -> Action {
    let position = if matches!(to, Zone::Library(_)) { Position::Top } else { Position::Bottom };
    let entering = Entering { controller: Some(controller.unwrap_or(object.owner)), ..Entering::default() };
    Action::Move { object: object.id, to, position, manner: Manner::Edit, entering }
}

fn counters(on: Entity, kind: &CounterKind, there: u32, wanted: u32) -> Option<Action> {
    let kind = kind.clone();
    match wanted.cmp(&there) {
        std::cmp::Ordering::Greater => Some(Action::PutCounters { by: None, on, kind, count: wanted - there }),
        std::cmp::Ordering::Less => Some(Action::RemoveCounters { from: on, kind, count: there - wanted }),
        std::cmp::Ordering::Equal => None,
    }
}

/// The facts that leave exactly this mana in a pool; wanted mana that is there stays.
fn mana(work: &mut Work, player: PlayerId, wanted: &[ManaType]) -> Vec<(Rule, Event)> {
    let pool = work.game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
    let mut lacking = wanted.to_vec();
    let mut lost = Vec::new();
    for unit in pool {
        match lacking.iter().position(|kind| *kind == unit.kind) {
            Some(index) => drop(lacking.swap_remove(index)),
            None => lost.push(unit.id),
        }
    }
    // In the order of the colours, so that equal edits give equal mana.
    lacking.sort_unstable();
    let mut facts = Vec::new();
    if !lost.is_empty() {
        facts.push((rule!("106.4"), Event::ManaLost { player, units: lost }));
    }
    if !lacking.is_empty() {
        let unit = |kind| ManaUnit { id: work.new_mana(), kind, source: ObjectId::NONE, snow: false };
        let units = lacking.into_iter().map(unit).collect();
        facts.push((rule!("106.4"), Event::ManaAdded { player, units }));
    }
    facts
}

fn check_addition(game: &Game, addition: &Addition) -> Result<(), Illegal> {
    let Addition { card, owner, zone, controller, token } = addition;
    let refuse = |why: String| Err(Illegal::Edit(why));
    seated(game, *owner)?;
    controller.map_or(Ok(()), |id| seated(game, id))?;
    let face = card.front();
    if let Some((field, why)) = face.contradiction() {
        return refuse(format!("{}: `{field}`: {why}", card.name()));
    }
    let for_ante = game.world().for_ante;
    match zone.kind() {
        ZoneKind::Stack => refuse("nothing can be added to the stack; add it to a hand and cast it".to_owned()),
        ZoneKind::Ante if !for_ante => refuse("the game is not played for ante (CR 407.1)".to_owned()),
        _ if face.for_ante && !for_ante => refuse(format!("{} is only for games for ante (CR 407.3)", card.name())),
        ZoneKind::Battlefield if !face.types.is_permanent() => {
            refuse(format!("{} cannot be on the battlefield: it is no permanent card (CR 304.4, 307.4)", card.name()))
        }
        ZoneKind::Battlefield => Ok(()),
        _ if *token => refuse("tokens exist on the battlefield only (CR 111.7)".to_owned()),
        _ => Ok(()),
    }
}

/// Brings a card from outside the game, where its owner first gets it (CR 400.11), or creates a
/// token.
fn add(work: &mut Work, addition: &Addition) -> Result<(), Illegal> {
    let Addition { card, owner, zone, controller, token } = addition;
    let entering = Entering { controller: Some(controller.unwrap_or(*owner)), ..Entering::default() };
    if *token {
        let def = work.intern(Definition::Token(card.front().clone()));
        return happens(work, Action::CreateToken { player: *owner, def, entering });
    }
    let def = work.intern(Definition::Card((**card).clone()));
    let known = CardId(u32::try_from(work.game.cards().len()).unwrap_or(u32::MAX));
    work.fact(rule!("108.3"), Event::CardIntroduced { card: known, owner: *owner, def });
    let id = work.new_object();
    let outside = Zone::Outside(*owner);
    let object = NewObject::new(id, Component::Card(known), *owner, def, outside, work.new_timestamp());
    work.fact(rule!("400.11"), Event::Created { object: Box::new(object) });
    let to = Zone::of(zone.kind(), *owner);
    match work.game.object(id) {
        Some(object) if object.zone != to => {
            let action = moving(object, to, *controller);
            happens(work, action)
        }
        _ => Ok(()),
    }
}

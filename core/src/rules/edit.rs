//! What-if changes: inputs of their own kind, at a point where a player has priority.

use crate::card::CounterKind;
use crate::fact::{Action, Edit, Entering, Entity, Event, Frame, Manner, Position, Proposed, Zone};
use crate::rule;

use super::Illegal;
use super::priority;
use super::replace::perform;
use super::work::Work;

/// Makes a change, where it can be made.
pub(super) fn edit(work: &mut Work, edit: &Edit) -> Result<(), Illegal> {
    let Some(Frame::Priority { player, received: true, .. }) = work.game.frame().cloned() else {
        return Err(Illegal::Edit("wait for a point where a player has priority".to_owned()));
    };
    let action = action_of(work, edit)?;
    work.input(rule!("117.1"), Event::Edited { edit: edit.clone() });
    priority::again(work, player);
    if let Some(action) = action {
        let cause = work.cause();
        perform(work, vec![Proposed::new(action, cause, rule!("117.1"))]);
    }
    Ok(())
}

/// What is done to make the change; a life total is told by the edit itself.
fn action_of(work: &Work, edit: &Edit) -> Result<Option<Action>, Illegal> {
    let game = &work.game;
    let missing = |what: String| Illegal::Edit(format!("there is no {what} here"));
    match edit {
        Edit::Life(player, _) => game.player(*player).map(|_| None).ok_or_else(|| missing(format!("player {player}"))),
        Edit::Counters(on, kind, count) => {
            let there = match on {
                Entity::Player(id) => game.player(*id).map(|player| player.counters_of(kind)),
                Entity::Object(id) => game.object(*id).map(|object| object.counters_of(kind)),
            };
            let there = there.ok_or_else(|| missing(on.to_string()))?;
            Ok(counters(*on, kind, there, *count))
        }
        Edit::Tapped(id, tapped) => match game.object(*id).filter(|object| object.is_permanent()) {
            None => Err(missing(format!("permanent {id}"))),
            Some(object) if object.status.tapped == *tapped => Ok(None),
            Some(_) => Ok(Some(if *tapped { Action::Tap(*id) } else { Action::Untap(*id) })),
        },
        Edit::Move(id, to) => {
            let object = game.object(*id).ok_or_else(|| missing(format!("object {id}")))?;
            if object.ability.is_some() || *to == Zone::Stack {
                return Err(Illegal::Edit("only cards and tokens can be moved, and not onto the stack".to_owned()));
            }
            let position = if matches!(to, Zone::Library(_)) { Position::Top } else { Position::Bottom };
            let entering = Entering { controller: Some(object.owner), ..Entering::default() };
            Ok(Some(Action::Move { object: *id, to: *to, position, manner: Manner::Edit, entering }))
        }
    }
}

fn counters(on: Entity, kind: &CounterKind, there: u32, wanted: u32) -> Option<Action> {
    let kind = kind.clone();
    match wanted.cmp(&there) {
        std::cmp::Ordering::Greater => Some(Action::PutCounters { by: None, on, kind, count: wanted - there }),
        std::cmp::Ordering::Less => Some(Action::RemoveCounters { from: on, kind, count: there - wanted }),
        std::cmp::Ordering::Equal => None,
    }
}

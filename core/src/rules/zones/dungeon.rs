//! Dungeons leave the game, and are completed (CR 309.6-7).

use crate::card::mechanism::Mechanisms;
use crate::derive::object::dungeon;
use crate::fact::{Action, Entering, Event, Manner, ObjectId, PlayerId, Position, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The move of a dungeon card into the game, or out of it.
pub(in crate::rules) fn move_of(object: ObjectId, to: Zone) -> Action {
    Action::Move { object, to, position: Position::Bottom, manner: Manner::Put, entering: Entering::default() }
}

/// The dungeons to be removed from the game: the venture marker is on the bottommost room, and no
/// room ability that has triggered is still to leave the stack (CR 309.6, 704.5t).
pub(in crate::rules) fn left_behind(game: &Game) -> Vec<(ObjectId, Action)> {
    if !game.has_mechanism(Mechanisms::DUNGEONS) {
        return Vec::new();
    }
    let over = |player: PlayerId| {
        let object = dungeon::owned_by(game, player)?;
        let done = !object.rooms().is_empty() && dungeon::next_rooms(game, object).is_empty();
        (done && !has_triggered(game, object.id)).then(|| (object.id, move_of(object.id, Zone::Outside(player))))
    };
    game.apnap().into_iter().filter_map(over).collect()
}

/// Whether an ability of a dungeon has triggered and not yet left the stack.
fn has_triggered(game: &Game, dungeon: ObjectId) -> bool {
    let waiting = game.world().waiting.iter().map(|it| it.source);
    let stack = game.world().stacks().filter_map(|id| game.object(id)?.ability.as_deref());
    waiting.chain(stack.map(|it| it.source)).any(|source| source == dungeon)
}

/// A player completes a dungeon as it is removed from the game (CR 309.7).
pub(in crate::rules) fn completed(work: &Work) -> Vec<(Rule, Event)> {
    if !work.game.has_mechanism(Mechanisms::DUNGEONS) {
        return Vec::new();
    }
    let entries = work.entries();
    let removed = |event: &Event| match event {
        Event::Moved { object, from: Zone::Command, became, was, .. } => {
            let is_out = became.first().is_some_and(|new| matches!(new.zone, Zone::Outside(_)));
            let known = |event: &Event| matches!(event, Event::DungeonCompleted { dungeon, .. } if dungeon == object);
            let new = !entries.iter().any(|entry| known(&entry.event));
            (is_out && new).then(|| Event::DungeonCompleted { player: was.owner, dungeon: *object, def: was.def })
        }
        _ => None,
    };
    entries.iter().filter_map(|entry| removed(&entry.event)).map(|event| (rule!("309.7"), event)).collect()
}

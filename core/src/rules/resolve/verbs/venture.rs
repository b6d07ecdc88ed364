//! Venturing into the dungeon (CR 309, 701.46).

use crate::card::Value;
use crate::card::verb;
use crate::derive::object::dungeon;
use crate::fact::{
    Answer, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, paid};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;
use crate::rules::zones::dungeon::move_of;

impl Verb for verb::Venture {
    /// Asks for the dungeon card or the arrow, if there are several.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let object = frame.object.unwrap_or(frame.source);
        let (prompt, rule, options): (_, _, Vec<Item>) = match way(game, frame.controller) {
            Way::Out(_) => return None,
            Way::Into(cards) => {
                let cards = cards.into_iter().map(|id| Item::Entity(Entity::Object(id)));
                (Prompt::Objects(object), rule!("701.46a"), cards.collect())
            }
            Way::On(id, rooms) => {
                let names = rooms.into_iter().map(|room| Item::Value(Value::Word(name(game, id, room))));
                (Prompt::Value(object), rule!("701.46b"), names.collect())
            }
        };
        (options.len() > 1).then(|| ask(frame.controller, prompt, rule, Domain::Pick { options, min: 1, max: 1 }))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match way(&work.game, frame.controller) {
            // Once removed, the procedure begins anew; a dungeon that can't be removed stays.
            Way::Out(id) if frame.cursor.last().is_some_and(|level| level.round == 0) => {
                work.change(rule!("701.46c"), Frame::Resolve(Box::new(paid(frame))));
                let cause = Some(frame.began);
                let out = move_of(id, Zone::Outside(frame.controller));
                perform(work, vec![Proposed::new(out, cause, rule!("701.46c"))]);
            }
            Way::Into(cards) => match cards.first() {
                Some(card) => enter(work, frame, *card),
                None => go_on(work, frame),
            },
            Way::On(id, rooms) => match rooms.first() {
                Some(room) => move_marker(work, frame, id, *room),
                None => go_on(work, frame),
            },
            Way::Out(_) => go_on(work, frame),
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        match (items.first(), way(&work.game, frame.controller)) {
            (Some(Item::Entity(Entity::Object(card))), Way::Into(_)) => enter(work, frame, *card),
            (Some(Item::Value(Value::Word(word))), Way::On(id, rooms)) => {
                if let Some(room) = rooms.into_iter().find(|room| name(&work.game, id, *room) == *word) {
                    move_marker(work, frame, id, room);
                }
            }
            _ => {}
        }
    }
}

/// What venturing comes to now.
enum Way {
    /// Removing the dungeon, which is completed by that (CR 701.46c).
    Out(ObjectId),
    /// Bringing one of these cards into the game (CR 701.46a).
    Into(Vec<ObjectId>),
    /// Moving the marker into one of these rooms of the dungeon (CR 701.46b).
    On(ObjectId, Vec<u8>),
}

fn way(game: &Game, player: PlayerId) -> Way {
    let Some(dungeon) = dungeon::owned_by(game, player) else {
        let outside = game.zone(Zone::Outside(player)).iter().copied();
        return Way::Into(outside.filter(|id| dungeon::is_dungeon(game, *id)).collect());
    };
    let rooms = dungeon::next_rooms(game, dungeon);
    if rooms.is_empty() { Way::Out(dungeon.id) } else { Way::On(dungeon.id, rooms) }
}

/// The name of a room.
fn name(game: &Game, id: ObjectId, room: u8) -> String {
    let rooms = game.object(id).map(|object| dungeon::rooms_of(game, object.def)).unwrap_or_default();
    rooms.get(usize::from(room)).map(|room| room.name.to_owned()).unwrap_or_default()
}

/// Puts a dungeon card into the command zone, with the venture marker on its topmost room
/// (CR 309.4a).
fn enter(work: &mut Work, frame: &ResolveFrame, card: ObjectId) {
    let player = frame.controller;
    go_on(work, frame);
    let action = move_of(card, Zone::Command);
    perform(work, vec![Proposed::new(action, Some(frame.began), rule!("701.46a"))]);
    if let Some(dungeon) = dungeon::owned_by(&work.game, player).map(|object| object.id) {
        let name = name(&work.game, dungeon, 0);
        work.fact(rule!("309.4a"), Event::VentureMarkerMoved { player, dungeon, room: 0, name });
    }
}

/// Moves the venture marker along an arrow (CR 309.5a).
fn move_marker(work: &mut Work, frame: &ResolveFrame, dungeon: ObjectId, room: u8) {
    let name = name(&work.game, dungeon, room);
    go_on(work, frame);
    work.fact(rule!("701.46b"), Event::VentureMarkerMoved { player: frame.controller, dungeon, room, name });
}

//! Events, frames, choices and answers in plain English: one line each, names in place of ids.
//!
//! Each takes the game as it was *before* what it describes, and changes nothing.

mod choice;
mod derivation;
mod edit;
mod event;
mod frame;

use retrace_core::card::{Definition, Side};
use retrace_core::fact::{DefId, Entity, Entry, ObjectId, Piece, PlayerId, Zone};
use retrace_core::state::{Game, Object};

pub use choice::{act, answer, asked, input, item, prompt};
pub use derivation::{dependency, effect, not_applied};
pub use edit::{edited, fixed};
pub use event::{action, applied};
pub use frame::frame;

/// What an entry says. The game is the one before it.
pub fn entry(before: &Game, entry: &Entry) -> String {
    capitalized(&event::event(before, &entry.event))
}

/// A player: by name, or as "player A" where the name is only the seat.
pub fn player(game: &Game, id: PlayerId) -> String {
    match game.player(id) {
        Some(player) if player.name.chars().count() > 1 => player.name.clone(),
        Some(player) if !player.name.is_empty() => format!("player {}", player.name),
        _ => format!("player {id}"),
    }
}

/// An object by name.
pub fn object(game: &Game, id: ObjectId) -> String {
    game.name_of(id)
}

/// An object or player.
pub fn entity(game: &Game, entity: Entity) -> String {
    match entity {
        Entity::Object(id) => object(game, id),
        Entity::Player(id) => player(game, id),
    }
}

/// A zone: with whose it is, where each player has one.
pub fn zone(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Library(owner) | Zone::Hand(owner) | Zone::Graveyard(owner) => {
            format!("{} {}", possessive(&player(game, owner)), zone.kind().word())
        }
        Zone::Outside(_) => "outside the game".to_owned(),
        Zone::Exile => "exile".to_owned(),
        _ => format!("the {}", zone.kind().word()),
    }
}

/// Where something is: "on the battlefield", "in player A's hand".
pub fn place(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Battlefield => "on the battlefield".to_owned(),
        Zone::Stack => "on the stack".to_owned(),
        Zone::Outside(_) => "outside the game".to_owned(),
        _ => format!("in {}", self::zone(game, zone)),
    }
}

/// What a definition is called, where it has a name.
fn definition(game: &Game, def: DefId) -> Option<&str> {
    game.face(def).map(|face| face.name.as_str()).filter(|name| !name.is_empty())
}

/// The text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "A's", "Elves'".
fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// "1 card", "2 cards".
fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// "a, b and c"; "nothing" for an empty list.
pub fn list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "a, then b, then c".
fn sequence(items: &[String]) -> String {
    if items.is_empty() { "nothing".to_owned() } else { items.join(", then ") }
}

fn objects(game: &Game, ids: &[ObjectId]) -> Vec<String> {
    ids.iter().map(|id| object(game, *id)).collect()
}

/// A player who is controlled, and by whom (CR 718): "player Bob by player Ann".
pub fn controlled(game: &Game, (whom, by): (PlayerId, PlayerId)) -> String {
    format!("{} by {}", player(game, whom), player(game, by))
}

/// What a merged permanent is represented by, the topmost first; of what is face down, only that (CR 708.5, 723.2).
pub fn components(game: &Game, object: &Object) -> String {
    let named = |piece: &Piece| match piece.listed {
        Some(_) => "a face-down card".to_owned(),
        None => match game.card_of_component(piece.component) {
            Some(card) => card.name().to_owned(),
            None => {
                game.face(piece.def).map_or_else(|| "a token".to_owned(), |face| format!("a token ({})", face.name))
            }
        },
    };
    list(&object.pieces().iter().map(named).collect::<Vec<String>>())
}

/// Which of several faces of its card an object shows, if not the one that the card has in a hand.
pub fn side(game: &Game, object: &Object) -> Option<String> {
    let Some(Definition::Side(card, side)) = game.definition(object.def) else { return None };
    let which = match side {
        Side::Left => "the left half",
        Side::Right => "the right half",
        Side::Fused => "both halves",
        Side::Adventure => "the Adventure",
        Side::Back => "the back face",
        Side::Melded => "the combined back face",
    };
    Some(format!("{which} of {}", card.name()))
}

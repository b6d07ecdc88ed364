//! How sentences name things.

pub use retrace_core::message::counted;

use retrace_core::card::{Definition, Side};
use retrace_core::fact::{DefId, Entity, EventNames, Noted, ObjectId, Piece, PlayerId, Zone};
use retrace_core::state::{Game, Object};

/// The names of a game, for the sentences of events.
pub(super) struct Named<'g>(pub(super) &'g Game);

impl EventNames for Named<'_> {
    fn object(&self, id: ObjectId) -> String {
        object(self.0, id)
    }

    fn player(&self, id: PlayerId) -> String {
        player(self.0, id)
    }

    fn list(&self, items: &[String]) -> String {
        list(items)
    }
}

/// The winner of a game: a player, or their team (CR 104.2c).
pub fn winner(game: &Game, id: PlayerId) -> String {
    match game.winners(id).as_slice() {
        [_, _, ..] if game.has_teams() => {
            let names: Vec<String> = game.winners(id).into_iter().map(|id| player(game, id)).collect();
            format!("the team of {}", list(&names))
        }
        _ => player(game, id),
    }
}

/// What was noted as cards were drafted (CR 905.2b).
pub fn noted(game: &Game, noted: &Noted) -> String {
    noted.told(|id| player(game, id))
}

/// A player by name, or as "player A" if the name is only the seat.
pub fn player(game: &Game, id: PlayerId) -> String {
    match game.player(id) {
        Some(player) if player.name.chars().count() > 1 => player.name.clone(),
        Some(player) if !player.name.is_empty() => format!("player {}", player.name),
        _ => format!("player {id}"),
    }
}

/// The players whose turns are under way, the one of the present turn first: "Ann", or "Ann, with
/// Eve" where several players take turns at the same time (CR 807.4).
pub fn whose_turn(game: &Game) -> String {
    let world = game.world();
    let others: Vec<String> =
        world.strands().filter(|it| it.turn.under_way).map(|it| player(game, it.turn.active)).collect();
    let now = player(game, world.turn.active);
    if others.is_empty() { now } else { format!("{now}, with {}", list(&others)) }
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

/// A zone, with its owner if each player has one.
pub fn zone(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Library(owner) | Zone::Hand(owner) | Zone::Graveyard(owner) => {
            format!("{} {}", possessive(&player(game, owner)), zone.kind().word())
        }
        Zone::Outside(_) => "outside the game".to_owned(),
        Zone::Planar(owner) if game.planar_deck(owner) == game.planar_deck(PlayerId(u8::MAX)) => {
            "the planar deck".to_owned()
        }
        Zone::Planar(owner) => format!("{} planar deck", possessive(&player(game, owner))),
        Zone::Schemes(owner) => format!("{} scheme deck", possessive(&player(game, owner))),
        Zone::Exile => "exile".to_owned(),
        _ => format!("the {}", zone.kind().word()),
    }
}

/// The place of an object: "on the battlefield", "in player A's hand".
pub fn place(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Battlefield => "on the battlefield".to_owned(),
        Zone::Stack => "on the stack".to_owned(),
        Zone::Outside(_) => "outside the game".to_owned(),
        _ => format!("in {}", self::zone(game, zone)),
    }
}

/// The name of a definition, if it has one.
pub(super) fn definition(game: &Game, def: DefId) -> Option<&str> {
    game.face(def).map(|face| face.name.as_str()).filter(|name| !name.is_empty())
}

/// The text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "A's", "Elves'".
pub(super) fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
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
pub(super) fn sequence(items: &[String]) -> String {
    if items.is_empty() { "nothing".to_owned() } else { items.join(", then ") }
}

pub(super) fn objects(game: &Game, ids: &[ObjectId]) -> Vec<String> {
    ids.iter().map(|id| object(game, *id)).collect()
}

/// A controlled player, and by whom (CR 718): "player Bob by player Ann".
pub fn controlled(game: &Game, (whom, by): (PlayerId, PlayerId)) -> String {
    format!("{} by {}", player(game, whom), player(game, by))
}

/// The components of a merged permanent, the topmost first; a face-down one is named only as such
/// (CR 708.5, 723.2).
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

/// The face of its card that an object shows, if it is not the one that the card has in a hand.
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

//! What was noted as cards were drafted (CR 905.2b).

use serde::{Deserialize, Serialize};

use crate::card::{Card, CardType, CardTypes, Color, NoteKind, Noting, Subtype};

use super::ids::PlayerId;

/// Something that was noted as a card was drafted (CR 905.2b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Noted {
    /// A number.
    Number(u32),
    /// A player, by seat.
    Player(PlayerId),
    /// A color that was chosen.
    Color(Color),
    /// A card name.
    Name(String),
    /// A creature type.
    CreatureType(Subtype),
    /// A card that was removed from the draft, by its name.
    Removed(String),
    /// A name was guessed correctly.
    GuessedRight,
}

impl Noted {
    /// Returns what kind of thing was noted.
    pub const fn kind(&self) -> NoteKind {
        match self {
            Noted::Number(_) => NoteKind::Number,
            Noted::Player(_) => NoteKind::Player,
            Noted::Color(_) => NoteKind::Of(Noting::Color),
            Noted::Name(_) => NoteKind::Of(Noting::Name),
            Noted::CreatureType(_) => NoteKind::Of(Noting::CreatureType),
            Noted::Removed(_) => NoteKind::Removed,
            Noted::GuessedRight => NoteKind::Guess,
        }
    }

    /// Returns what is wrong with noting this for a card, if anything.
    pub(crate) fn wrong_for(&self, card: &Card) -> Option<String> {
        let (kind, name) = (self.kind().word(), card.name());
        let known: Vec<NoteKind> = card.front().noted_as_drafted().collect();
        if known.is_empty() {
            return Some(format!("nothing is noted for {name} as it is drafted; remove the note (CR 905.2b)"));
        }
        let words: Vec<&str> = known.iter().map(|kind| kind.word()).collect();
        (!known.contains(&self.kind()))
            .then(|| format!("no {kind} is noted for {name}, only a {} (CR 905.2b)", words.join(" or ")))
    }

    /// Returns it in words, with a player as the given function names them.
    pub fn told(&self, player: impl FnOnce(PlayerId) -> String) -> String {
        if let Noted::Player(id) = self { player(*id) } else { self.written() }
    }

    /// Returns it as a line of a deck list writes it, with players by their number from 1.
    pub fn written(&self) -> String {
        match self {
            Noted::Number(number) => format!("number {number}"),
            Noted::Player(player) => format!("player {}", u32::from(player.0) + 1),
            Noted::Color(color) => format!("color {}", color.word()),
            Noted::Name(name) => format!("name {name}"),
            Noted::CreatureType(kind) => format!("type {kind}"),
            Noted::Removed(name) => format!("removed {name}"),
            Noted::GuessedRight => "guessed right".to_owned(),
        }
    }

    /// Reads what [`Noted::written`] writes.
    ///
    /// # Errors
    /// What is wrong, and what to write.
    pub fn read(text: &str) -> Result<Noted, String> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        let color = |name: &str| Color::ALL.into_iter().find(|color| color.word().eq_ignore_ascii_case(name));
        let noted = match word.to_ascii_lowercase().as_str() {
            "number" => rest.parse().ok().map(Noted::Number),
            "player" => rest
                .parse::<u8>()
                .ok()
                .and_then(|number| number.checked_sub(1))
                .map(|seat| Noted::Player(PlayerId(seat))),
            "color" => color(rest).map(Noted::Color),
            "name" if !rest.is_empty() => Some(Noted::Name(rest.to_owned())),
            "type" => Subtype::named(rest).ok().filter(is_creature_type).map(Noted::CreatureType),
            "removed" if !rest.is_empty() => Some(Noted::Removed(rest.to_owned())),
            "guessed" if rest.eq_ignore_ascii_case("right") => Some(Noted::GuessedRight),
            _ => None,
        };
        noted.ok_or_else(|| {
            format!(
                "`{}` is no note; write `number 3`, `player 2`, `color blue`, `name Grizzly Bears`, `type Elf`, \
                 `removed Serra Angel` or `guessed right`",
                text.trim()
            )
        })
    }
}

fn is_creature_type(kind: &Subtype) -> bool {
    kind.belongs_to(CardTypes::NONE.with(CardType::Creature))
}

/// A note of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NotedFor {
    /// The name of the card that it was noted for.
    pub card: String,
    /// What was noted.
    pub noted: Noted,
}

impl NotedFor {
    /// Returns the names of the cards that a game with this note needs to know.
    pub fn cards(&self) -> impl Iterator<Item = &str> {
        let removed = if let Noted::Removed(name) = &self.noted { Some(name.as_str()) } else { None };
        std::iter::once(self.card.as_str()).chain(removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_are_written() {
        let notes = [
            Noted::Number(3),
            Noted::Player(PlayerId(1)),
            Noted::Color(Color::Blue),
            Noted::Name("Grizzly Bears".to_owned()),
            Noted::CreatureType(Subtype::named("Elf").unwrap()),
            Noted::Removed("Serra Angel".to_owned()),
            Noted::GuessedRight,
        ];
        for noted in notes {
            assert_eq!(Noted::read(&noted.written()), Ok(noted));
        }
        for wrong in ["number many", "player 0", "color pink", "name", "type Island", "guessed", "seen Grizzly Bears"] {
            assert!(Noted::read(wrong).is_err_and(|why| why.contains("is no note; write")), "{wrong}");
        }
    }
}

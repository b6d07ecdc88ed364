//! Abilities that function during a draft, and what was noted then: "reveal it as you draft it", "a
//! name you noted" (CR 905.2).

use crate::card::ast::drafting::{ColorChooser, DraftDeed, Drafting, FaceUp};
use crate::card::ast::filter::Players;
use crate::card::words::noted::Noting;

use super::attributes::Attribute;
use super::voice::Voice;
use crate::card::wording::inflection::{conjugated, number_word, ordinal};

/// What an object has or is that was noted.
pub(super) fn what(what: Noting, name: &str) -> String {
    match what {
        Noting::Color => format!("one or more of the colors chosen as you drafted cards named {name}"),
        Noting::Name => format!("a name you noted for cards named {name}"),
        Noting::CreatureType => format!("of a type you noted for cards named {name}"),
    }
}

pub(super) fn noted(noting: Noting, name: &str) -> Option<Attribute> {
    let said = what(noting, name);
    match noting {
        Noting::Color => Attribute::clause(&format!("that's {said}"), &format!("that are {said}")),
        Noting::Name => Some(Attribute::After(format!("with {said}"))),
        Noting::CreatureType => Some(Attribute::After(said)),
    }
}

pub(super) fn not_noted(noting: Noting, name: &str) -> Option<Attribute> {
    match noting {
        Noting::Color => {
            let said = format!("none of the colors chosen as you drafted cards named {name}");
            Attribute::clause(&format!("that's {said}"), &format!("that are {said}"))
        }
        Noting::Name => Some(Attribute::After(format!("without {}", what(noting, name)))),
        Noting::CreatureType => {
            let said = what(noting, name);
            Attribute::clause(&format!("that's not {said}"), &format!("that aren't {said}"))
        }
    }
}

impl Voice<'_> {
    /// An ability that functions during a draft.
    pub(super) fn drafting(&mut self, drafting: &Drafting) -> String {
        let name = self.name;
        match drafting {
            Drafting::Reveal(deeds) => match self.draft_deeds(deeds) {
                deeds if deeds.is_empty() => format!("reveal {name} as you draft it"),
                deeds => format!("reveal {name} as you draft it, then {deeds}"),
            },
            Drafting::FaceUp(FaceUp::AsYouDraft { of, may }) => {
                let card = of.map_or_else(|| "card".to_owned(), |of| format!("{of} card").to_lowercase());
                let deeds = self.draft_deeds(may);
                format!(
                    "draft {name} face up. As you draft {}, you may {deeds}",
                    crate::card::wording::inflection::with_article(&card)
                )
            }
            Drafting::FaceUp(FaceUp::InsteadOfDrafting(deeds)) => {
                let deeds = self.draft_deeds(deeds);
                format!("draft {name} face up. Instead of drafting a card from a booster pack, you may {deeds}")
            }
            Drafting::FaceUp(FaceUp::AnyTime(deeds)) => {
                let deeds = self.draft_deeds(deeds);
                format!("draft {name} face up. During the draft, you may {deeds}")
            }
            Drafting::FaceUp(FaceUp::AtRandom(count)) => {
                let cards = match count {
                    1 => "a card".to_owned(),
                    count => format!("{} cards", number_word(i64::from(*count))),
                };
                format!(
                    "draft {name} face up. As long as {name} is face up during the draft, you can't look at booster \
                     packs and must draft cards at random. After you draft {cards} this way, turn {name} face down"
                )
            }
        }
    }

    fn draft_deeds(&mut self, deeds: &[DraftDeed]) -> String {
        let mut colors = 0;
        let mut said = Vec::new();
        for deed in deeds {
            colors += u32::from(matches!(deed, DraftDeed::NoteColor(_)));
            said.push(self.draft_deed(deed, colors));
        }
        match said.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{}, then {last}", first.join(", ")),
        }
    }

    fn draft_deed(&mut self, deed: &DraftDeed, colors: u32) -> String {
        match deed {
            DraftDeed::NoteNumber => {
                format!("note how many cards you've drafted this draft round, including {}", self.name)
            }
            DraftDeed::NotePasser => "note the player who passed it to you".to_owned(),
            DraftDeed::NoteColor(who) => {
                let you = || Box::new(Players::You);
                let (subject, person) = self.player(&match who {
                    ColorChooser::You => Players::You,
                    ColorChooser::ToYourLeft => Players::LeftOf(you()),
                    ColorChooser::ToYourRight => Players::RightOf(you()),
                });
                let which = match colors {
                    0 | 1 => "a".to_owned(),
                    2 => "another".to_owned(),
                    n => format!("a {}", ordinal(n)),
                };
                format!("{subject} {} {which} color", conjugated("choose", person))
            }
            DraftDeed::NoteName => "reveal it and note its name".to_owned(),
            DraftDeed::NoteCreatureTypes => "reveal it and note its creature types".to_owned(),
            DraftDeed::TurnDown => format!("turn {} face down", self.name),
            DraftDeed::Remove => "remove it from the draft face up".to_owned(),
            DraftDeed::DraftAnother => "draft an additional card from that booster pack".to_owned(),
            DraftDeed::PassNextPack => "pass the next booster pack without drafting a card from it".to_owned(),
            DraftDeed::DraftWholePack => "draft each card in that booster pack, one at a time".to_owned(),
            DraftDeed::SitOut => "draft no more cards this draft round".to_owned(),
            DraftDeed::LookAtPack => {
                "look at an unopened booster pack or a booster pack no other player is looking at".to_owned()
            }
            DraftDeed::LookAtNext => "look at the next card drafted from this booster pack".to_owned(),
            DraftDeed::LookAtNextOfPlayer => "look at the next card drafted by a player of your choice".to_owned(),
            DraftDeed::GuessNext => {
                "guess the name of the next card drafted from this booster pack, which is then revealed".to_owned()
            }
        }
    }
}

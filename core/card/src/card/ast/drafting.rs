//! Abilities that function during a draft (CR 905.2). `deck::draft` carries them out.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::words::card_type::CardType;
use crate::card::words::noted::{NoteKind, Noting};

/// An ability that functions during a draft (CR 905.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum Drafting {
    /// You reveal this card as you draft it, and do this in order (CR 905.2b).
    Reveal(Vec<DraftDeed>),
    /// You draft this card face up (CR 905.2c).
    FaceUp(FaceUp),
}

/// What a card allows or says while it is face up during a draft (CR 905.2c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum FaceUp {
    /// As you draft a card, you may do this with it: `AsYouDraft(of: Creature, may: [NoteName,
    /// TurnDown])`.
    AsYouDraft {
        /// The card type of the drafted card; any if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<CardType>,
        /// What you may do.
        may: Vec<DraftDeed>,
    },
    /// Instead of drafting a card from a booster pack, you may do this.
    InsteadOfDrafting(Vec<DraftDeed>),
    /// At any time during the draft, you may do this.
    AnyTime(Vec<DraftDeed>),
    /// You can't look at booster packs and draft cards at random; after this many of them, this
    /// card is turned face down.
    AtRandom(u32),
}

/// Something that an ability has a player do during a draft. "The drafted card" is the card of the
/// ability for `Reveal`, and the card that is being drafted for `AsYouDraft`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum DraftDeed {
    /// Note how many cards you have drafted this draft round, the drafted card included.
    /// `HighestNoted` refers to it.
    NoteNumber,
    /// Note the player who passed you the drafted card. `Players::Noted` refers to the player.
    NotePasser,
    /// This player chooses a color that has not been chosen for the card yet, which is noted.
    /// `Noted(Color, …)` refers to it.
    NoteColor(ColorChooser),
    /// Reveal the drafted card and note its name. `Noted(Name, …)` refers to it.
    NoteName,
    /// Reveal the drafted card and note its creature types. `Noted(CreatureType, …)` refers to
    /// them.
    NoteCreatureTypes,
    /// Turn the card with the ability face down.
    TurnDown,
    /// Remove the drafted card from the draft face up. `RemovedFromDraft` refers to it.
    Remove,
    /// Draft an additional card from the booster pack.
    DraftAnother,
    /// Pass the next booster pack without drafting a card from it.
    PassNextPack,
    /// Draft each card in the booster pack, one at a time.
    DraftWholePack,
    /// You can't draft cards for the rest of the draft round.
    SitOut,
    /// Look at an unopened booster pack, or at one that no other player is looking at.
    LookAtPack,
    /// You may look at the next card that is drafted from the booster pack.
    LookAtNext,
    /// Look at the next card that is drafted by a player of your choice.
    LookAtNextOfPlayer,
    /// The next time a card is drafted from the booster pack, guess its name; then it is revealed.
    /// `GuessedRight` refers to the guess.
    GuessNext,
}

/// A player of a draft who chooses a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum ColorChooser {
    /// The player who drafts the card.
    You,
    /// The player to your left.
    ToYourLeft,
    /// The player to your right.
    ToYourRight,
}

impl Drafting {
    /// What it has a player do.
    pub fn deeds(&self) -> &[DraftDeed] {
        match self {
            Drafting::Reveal(deeds)
            | Drafting::FaceUp(
                FaceUp::AsYouDraft { may: deeds, .. } | FaceUp::InsteadOfDrafting(deeds) | FaceUp::AnyTime(deeds),
            ) => deeds,
            Drafting::FaceUp(FaceUp::AtRandom(_)) => &[],
        }
    }
}

impl DraftDeed {
    /// What it notes, if it notes something.
    pub const fn notes(&self) -> Option<NoteKind> {
        Some(match self {
            DraftDeed::NoteNumber => NoteKind::Number,
            DraftDeed::NotePasser => NoteKind::Player,
            DraftDeed::NoteColor(_) => NoteKind::Of(Noting::Color),
            DraftDeed::NoteName => NoteKind::Of(Noting::Name),
            DraftDeed::NoteCreatureTypes => NoteKind::Of(Noting::CreatureType),
            DraftDeed::Remove => NoteKind::Removed,
            DraftDeed::GuessNext => NoteKind::Guess,
            _ => return None,
        })
    }
}

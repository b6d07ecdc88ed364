//! Genesis: the first commit of every timeline, with everything a game starts from.
//!
//! It is a contract: the game can observe nothing of the program that runs it. [`parts`] is its
//! wire form: a version followed by named parts.

mod parts;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::catalogue::CatalogueRef;
use crate::card::{Card, CounterKind, DayNight, FaceDown, TurnStep, ZoneKind};

use super::canonical::Canonical;
use super::ids::PlayerId;
use super::noted::NotedFor;
use super::variant::STARTING_HAND;
pub(crate) use super::variant::{FREE_FOR_ALL, TWO_PLAYER};
pub use super::variant::{MOST_PLAYERS, Variant};
use super::wire::{self, WireError};

/// The default ruleset, with all switches of behaviour as in the edition of 2021-09-24.
pub(crate) const RULESET: &str = "2021-09-24";

/// Everything a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Genesis {
    /// The edition of the Comprehensive Rules.
    pub edition: String,
    /// The name of a set of switches of behaviour. [`RULESET`] is the only one.
    pub ruleset: String,
    /// The variant (CR 8, 9).
    pub variant: Variant,
    /// The seed of the generator.
    pub seed: u64,
    /// The players in turn order from seat 0, each to the left of the one before (CR 103.7, 101.4).
    pub players: Vec<PlayerSetup>,
    /// The players of each team (CR 102.3); empty if each plays alone.
    pub teams: Vec<Vec<PlayerId>>,
    /// The player who takes the first turn.
    pub starting_player: PlayerId,
    /// The cards of decks and set-up, which refer to them by index.
    pub cards: Vec<Canonical<Card>>,
    /// The catalogue of existing cards (CR 108.1), for names of cards and for cards named by
    /// effects.
    pub catalogue: CatalogueRef,
    /// Whether the game is played for ante (CR 407.1).
    pub ante: bool,
    /// A board to start from, instead of shuffled decks and opening hands.
    pub set_up: Option<SetUp>,
}

impl Default for Genesis {
    /// Returns a genesis for this edition without players, and with an empty catalogue.
    fn default() -> Genesis {
        Genesis {
            edition: crate::rule::EDITION.to_owned(),
            ruleset: RULESET.to_owned(),
            variant: Variant::default(),
            seed: 0,
            players: Vec::new(),
            teams: Vec::new(),
            starting_player: PlayerId(0),
            cards: Vec::new(),
            catalogue: CatalogueRef::default(),
            ante: false,
            set_up: None,
        }
    }
}

impl Genesis {
    /// Returns its bytes in a format.
    ///
    /// # Errors
    /// [`WireError::Encode`] for anything that this format cannot express;
    /// [`WireError::UnknownFormat`].
    pub fn encode(&self, format: u16) -> Result<Vec<u8>, WireError> {
        wire::check_format(format)?;
        parts::encode(self)
    }

    /// Reads bytes in a format. They hold only the id of the catalogue; the caller must supply it.
    ///
    /// # Errors
    /// [`WireError`] for any other bytes, and for a part that this version does not know.
    pub fn decode(format: u16, bytes: &[u8]) -> Result<Genesis, WireError> {
        wire::check_format(format)?;
        parts::decode(bytes)
    }

    /// Returns the teams, including teams of one player.
    pub(crate) fn all_teams(&self) -> Vec<Vec<PlayerId>> {
        if self.teams.is_empty() { each_alone(self.players.len()) } else { self.teams.clone() }
    }
}

/// Returns this many teams of one player.
fn each_alone(players: usize) -> Vec<Vec<PlayerId>> {
    PlayerId::seats(players).map(|player| vec![player]).collect()
}

/// A player at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSetup {
    /// The name.
    pub name: String,
    /// The starting life total (CR 103.3).
    pub life: i32,
    /// The starting hand size (CR 103.4).
    pub hand_size: u32,
    /// The cards that the player owns outside the game (CR 100.4, 400.11a), as indexes into
    /// [`Genesis::cards`].
    pub sideboard: Vec<u32>,
    /// The deck, as indexes into [`Genesis::cards`]; in a set-up, the library, top card first.
    pub deck: Vec<u32>,
    /// The commanders, as indexes into [`Genesis::cards`]: cards of the deck besides those of
    /// `deck`, in a game that starts from decks (CR 903.3, 903.6).
    pub commanders: Vec<u32>,
    /// The nontraditional cards beside the deck, as indexes into [`Genesis::cards`]: the vanguard
    /// (CR 902.3).
    pub supplement: Vec<u32>,
    /// The player's counters, in a set-up.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// What the player noted as they drafted (CR 905.2b). The cards that it was noted for, and
    /// those that were removed from the draft, are among [`Genesis::cards`].
    pub notes: Vec<NotedFor>,
}

impl Default for PlayerSetup {
    /// Returns a player without a name or a deck, with 20 life (CR 103.3) and a starting hand size
    /// of seven (CR 103.4).
    fn default() -> PlayerSetup {
        PlayerSetup {
            name: String::new(),
            life: 20,
            hand_size: STARTING_HAND,
            sideboard: Vec::new(),
            deck: Vec::new(),
            commanders: Vec::new(),
            supplement: Vec::new(),
            counters: BTreeMap::new(),
            notes: Vec::new(),
        }
    }
}

/// A board in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetUp {
    /// The turn number.
    pub turn: u32,
    /// The turn step, which begins with the active player receiving priority, or simply begins if
    /// players receive no priority in it.
    pub step: TurnStep,
    /// Whether it is day or night; `None` while it is neither (CR 724.1).
    pub day_night: Option<DayNight>,
    /// The objects outside libraries, in timestamp order; stacks and graveyards bottom first.
    pub objects: Vec<Placed>,
}

/// An object of a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Its index in [`Genesis::cards`].
    pub card: u32,
    /// Its owner.
    pub owner: PlayerId,
    /// Its controller, if not its owner.
    pub controller: Option<PlayerId>,
    /// Its zone: battlefield, hand, graveyard, exile, command, ante or outside the game.
    pub zone: ZoneKind,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether its controller gained control of it this turn (CR 302.6).
    pub sick: bool,
    /// Whether it is a card or a token, and face up or down.
    pub kind: PlacedKind,
    /// Its counters. A planeswalker without an entry has its printed loyalty.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// Damage marked on it.
    pub damage: u32,
    /// The object or player it is attached to (CR 301.5, 303.4).
    pub attached_to: Option<PlacedHost>,
    /// Whether it is phased out, together with anything attached to it (CR 702.26b).
    pub phased_out: bool,
    /// Whether its card is designated as a commander of its owner (CR 903.3).
    pub commander: bool,
}

/// The kind of an object of a set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlacedKind {
    /// A card.
    #[default]
    Card,
    /// A token.
    Token,
    /// A face-down card (CR 708.2a).
    FaceDown,
    /// A face-down token.
    FaceDownToken,
    /// A card that was manifested (CR 701.34a).
    Manifested,
}

impl Placed {
    /// A card in a zone, with every other field at its default.
    pub fn plain(card: u32, owner: PlayerId, zone: ZoneKind) -> Placed {
        Placed {
            card,
            owner,
            controller: None,
            zone,
            tapped: false,
            sick: false,
            kind: PlacedKind::Card,
            counters: BTreeMap::new(),
            damage: 0,
            attached_to: None,
            phased_out: false,
            commander: false,
        }
    }
}

impl PlacedKind {
    /// Returns whether it is a token.
    pub(crate) const fn is_token(self) -> bool {
        matches!(self, PlacedKind::Token | PlacedKind::FaceDownToken)
    }

    /// Returns its face-down characteristics, or `None` if it is face up.
    pub fn face_down(self) -> Option<FaceDown> {
        match self {
            PlacedKind::Card | PlacedKind::Token => None,
            PlacedKind::FaceDown | PlacedKind::FaceDownToken => Some(FaceDown::default()),
            PlacedKind::Manifested => Some(FaceDown::manifested()),
        }
    }
}

/// The host of an attachment in a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlacedHost {
    /// Another object, by its index in [`SetUp::objects`].
    Object(u32),
    /// A player.
    Player(PlayerId),
}

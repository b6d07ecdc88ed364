//! Genesis: the first commit of every timeline: edition, players, decks or set-up, seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::{Card, CounterKind, DayNight, FaceDown, TurnStep, ZoneKind};

use super::ids::PlayerId;
use super::wire::Canonical;

/// Everything that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Genesis {
    /// The edition of the Comprehensive Rules.
    pub edition: String,
    /// The seed of the generator.
    pub seed: u64,
    /// The players in turn order from the starting player's seat 0.
    pub players: Vec<PlayerSetup>,
    /// The player who takes the first turn.
    pub starting_player: PlayerId,
    /// The cards that decks and set-up refer to by their place in this list.
    pub cards: Vec<Canonical<Card>>,
    /// Whether it is played for ante (CR 407.1).
    pub ante: bool,
    /// A board to start from in place of shuffled decks and opening hands.
    pub set_up: Option<SetUp>,
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
    /// The cards that the player owns outside the game (CR 100.4, 400.11a), as places in [`Genesis::cards`].
    pub sideboard: Vec<u32>,
    /// The deck, as places in [`Genesis::cards`]; in a set-up, the library with its top first.
    pub deck: Vec<u32>,
    /// The player's counters, in a set-up.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
}

impl Default for PlayerSetup {
    /// A player without a name or a deck, with 20 life (CR 103.3) and a starting hand size of seven (CR 103.4).
    fn default() -> PlayerSetup {
        PlayerSetup {
            name: String::new(),
            life: 20,
            hand_size: 7,
            sideboard: Vec::new(),
            deck: Vec::new(),
            counters: BTreeMap::new(),
        }
    }
}

/// A board in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SetUpForm", into = "SetUpForm")]
pub struct SetUp {
    /// The number of the turn.
    pub turn: u32,
    /// The turn step that begins with the active player receiving priority; without priority in it, that begins.
    pub step: TurnStep,
    /// Whether it is day or night; neither before it has become one (CR 724.1).
    pub day_night: Option<DayNight>,
    /// The objects outside of libraries, in the order of their timestamps; stacks, graveyards: the bottom first.
    pub objects: Vec<Placed>,
}

/// The wire form of [`SetUp`]: the turn step is a byte with its place among all of them, and by day those of them all are
/// counted before it, at night twice. That is what a set-up had there before it could be day or night.
#[derive(Serialize, Deserialize)]
#[serde(rename = "SetUp")]
struct SetUpForm {
    turn: u32,
    step: u8,
    objects: Vec<Placed>,
}

const TIMES: [Option<DayNight>; 3] = [None, Some(DayNight::Day), Some(DayNight::Night)];

impl From<SetUp> for SetUpForm {
    fn from(it: SetUp) -> SetUpForm {
        let time = TIMES.iter().position(|time| *time == it.day_night).unwrap_or(0);
        let step = TurnStep::ALL.iter().position(|step| *step == it.step).unwrap_or(0);
        let step = u8::try_from(time * TurnStep::ALL.len() + step).unwrap_or(0);
        SetUpForm { turn: it.turn, step, objects: it.objects }
    }
}

impl TryFrom<SetUpForm> for SetUp {
    type Error = String;

    fn try_from(it: SetUpForm) -> Result<SetUp, String> {
        let place = usize::from(it.step);
        let step = TurnStep::ALL[place % TurnStep::ALL.len()];
        let Some(day_night) = TIMES.get(place / TurnStep::ALL.len()).copied() else {
            return Err(format!("{} is no turn step of a set-up", it.step));
        };
        Ok(SetUp { turn: it.turn, step, day_night, objects: it.objects })
    }
}

/// An object of a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PlacedForm", into = "PlacedForm")]
pub struct Placed {
    /// Its place in [`Genesis::cards`].
    pub card: u32,
    /// Its owner.
    pub owner: PlayerId,
    /// Its controller, if another than its owner.
    pub controller: Option<PlayerId>,
    /// Its zone: battlefield, hand, graveyard, exile, command, ante or outside the game.
    pub zone: ZoneKind,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it came under its controller's control this turn (CR 302.6).
    pub sick: bool,
    /// Whether it is a card or a token, and face up or down.
    pub kind: PlacedKind,
    /// Counters beyond none; a planeswalker without an entry has its printed loyalty.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// Damage marked on it.
    pub damage: u32,
    /// What it is attached to (CR 301.5, 303.4).
    pub attached_to: Option<PlacedHost>,
    /// Whether it is phased out, and what is attached to it with it (CR 702.26b).
    pub phased_out: bool,
}

/// The wire form of [`Placed`]: its status is a byte, whose first bit says whether it is tapped. That is what a set-up had
/// there before permanents could be anything else.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Placed")]
struct PlacedForm {
    card: u32,
    owner: PlayerId,
    controller: Option<PlayerId>,
    zone: ZoneKind,
    status: u8,
    sick: bool,
    kind: PlacedKind,
    #[serde(with = "crate::fact::counter_map")]
    counters: BTreeMap<CounterKind, u32>,
    damage: u32,
    attached_to: Option<PlacedHost>,
}

const TAPPED: u8 = 1;
const PHASED_OUT: u8 = 2;

impl From<Placed> for PlacedForm {
    fn from(it: Placed) -> PlacedForm {
        let bit = |is: bool, bit: u8| if is { bit } else { 0 };
        PlacedForm {
            card: it.card,
            owner: it.owner,
            controller: it.controller,
            zone: it.zone,
            status: bit(it.tapped, TAPPED) | bit(it.phased_out, PHASED_OUT),
            sick: it.sick,
            kind: it.kind,
            counters: it.counters,
            damage: it.damage,
            attached_to: it.attached_to,
        }
    }
}

impl TryFrom<PlacedForm> for Placed {
    type Error = String;

    fn try_from(it: PlacedForm) -> Result<Placed, String> {
        if it.status & !(TAPPED | PHASED_OUT) != 0 {
            return Err(format!("{} is no status of a permanent", it.status));
        }
        Ok(Placed {
            card: it.card,
            owner: it.owner,
            controller: it.controller,
            zone: it.zone,
            tapped: it.status & TAPPED != 0,
            sick: it.sick,
            kind: it.kind,
            counters: it.counters,
            damage: it.damage,
            attached_to: it.attached_to,
            phased_out: it.status & PHASED_OUT != 0,
        })
    }
}

/// What an object of a set-up is. On the wire the first two are a flag: whether it is a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlacedKind {
    /// A card.
    #[default]
    Card,
    /// A token.
    Token,
    /// A card that is face down (CR 708.2a).
    FaceDown,
    /// A token that is face down.
    FaceDownToken,
    /// A card that was manifested (CR 701.34a).
    Manifested,
}

impl PlacedKind {
    /// Whether it is a token.
    pub const fn is_token(self) -> bool {
        matches!(self, PlacedKind::Token | PlacedKind::FaceDownToken)
    }

    /// What it is as long as it remains face down; none if it is face up.
    pub fn face_down(self) -> Option<FaceDown> {
        match self {
            PlacedKind::Card | PlacedKind::Token => None,
            PlacedKind::FaceDown | PlacedKind::FaceDownToken => Some(FaceDown::default()),
            PlacedKind::Manifested => Some(FaceDown::manifested()),
        }
    }
}

/// What an object of a set-up is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlacedHost {
    /// Another object, by its place in [`SetUp::objects`].
    Object(u32),
    /// A player.
    Player(PlayerId),
}

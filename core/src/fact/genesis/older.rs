//! The genesis of formats 1 to 3: fields in a fixed order, without names.
//!
//! New data had no place of its own and was packed into existing bytes. These forms are closed.
//! They are still read, and written only for existing timelines, so that their ids stay valid.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::catalogue::CatalogueRef;
use crate::card::{Card, CounterKind, DayNight, TurnStep, ZoneKind};
use crate::fact::canonical::Canonical;
use crate::fact::ids::PlayerId;
use crate::fact::wire::{self, WireError};

use super::{Genesis, Placed, PlacedHost, PlacedKind, PlayerSetup, RULESET, SetUp, Variant};

/// Returns the bytes of a genesis in a format before 4.
pub(super) fn encode(genesis: &Genesis) -> Result<Vec<u8>, WireError> {
    let unsaid = |what: &str| Err(WireError::Encode(format!("formats before 4 do not tell {what} of a game")));
    if genesis.ruleset != RULESET {
        return unsaid("the ruleset");
    }
    if genesis.variant != Variant::default() {
        return unsaid("the variant");
    }
    if !genesis.teams.is_empty() {
        return unsaid("the teams");
    }
    if genesis.catalogue.id().is_some() {
        return unsaid("the catalogue");
    }
    wire::encode(&GenesisForm::from(genesis.clone()))
}

/// Reads a genesis of a format before 4.
pub(super) fn decode(bytes: &[u8]) -> Result<Genesis, WireError> {
    Genesis::try_from(wire::decode::<GenesisForm>(bytes)?).map_err(WireError::Decode)
}

#[derive(Serialize, Deserialize)]
struct GenesisForm {
    edition: String,
    seed: u64,
    players: Vec<PlayerForm>,
    starting_player: PlayerId,
    cards: Vec<Canonical<Card>>,
    ante: bool,
    set_up: Option<SetUpForm>,
}

impl From<Genesis> for GenesisForm {
    fn from(it: Genesis) -> GenesisForm {
        GenesisForm {
            edition: it.edition,
            seed: it.seed,
            players: it.players.into_iter().map(PlayerForm::from).collect(),
            starting_player: it.starting_player,
            cards: it.cards,
            ante: it.ante,
            set_up: it.set_up.map(SetUpForm::from),
        }
    }
}

impl TryFrom<GenesisForm> for Genesis {
    type Error = String;

    fn try_from(it: GenesisForm) -> Result<Genesis, String> {
        Ok(Genesis {
            edition: it.edition,
            ruleset: RULESET.to_owned(),
            variant: Variant::default(),
            seed: it.seed,
            players: it.players.into_iter().map(PlayerSetup::from).collect(),
            teams: Vec::new(),
            starting_player: it.starting_player,
            cards: it.cards,
            catalogue: CatalogueRef::UNTOLD,
            ante: it.ante,
            set_up: it.set_up.map(SetUp::try_from).transpose()?,
        })
    }
}

/// A player.
#[derive(Serialize, Deserialize)]
struct PlayerForm {
    name: String,
    life: i32,
    hand_size: u32,
    sideboard: Vec<u32>,
    deck: Vec<u32>,
    #[serde(with = "crate::fact::counter_map")]
    counters: BTreeMap<CounterKind, u32>,
}

impl From<PlayerSetup> for PlayerForm {
    fn from(it: PlayerSetup) -> PlayerForm {
        // No variant of these formats has the others.
        let PlayerSetup { name, life, hand_size, sideboard, deck, counters, .. } = it;
        PlayerForm { name, life, hand_size, sideboard, deck, counters }
    }
}

impl From<PlayerForm> for PlayerSetup {
    fn from(it: PlayerForm) -> PlayerSetup {
        let PlayerForm { name, life, hand_size, sideboard, deck, counters } = it;
        PlayerSetup { name, life, hand_size, sideboard, deck, counters, ..PlayerSetup::default() }
    }
}

/// A set-up. The turn step is stored as its index in the list of all turn steps. To this, day adds
/// the length of the list, and night twice that length.
#[derive(Serialize, Deserialize)]
struct SetUpForm {
    turn: u32,
    step: u8,
    objects: Vec<PlacedForm>,
}

const TIMES: [Option<DayNight>; 3] = [None, Some(DayNight::Day), Some(DayNight::Night)];

impl From<SetUp> for SetUpForm {
    fn from(it: SetUp) -> SetUpForm {
        let time = TIMES.iter().position(|time| *time == it.day_night).unwrap_or(0);
        let step = TurnStep::ALL.iter().position(|step| *step == it.step).unwrap_or(0);
        let step = u8::try_from(time * TurnStep::ALL.len() + step).unwrap_or(0);
        SetUpForm { turn: it.turn, step, objects: it.objects.into_iter().map(PlacedForm::from).collect() }
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
        let objects = it.objects.into_iter().map(Placed::try_from).collect::<Result<_, _>>()?;
        Ok(SetUp { turn: it.turn, step, day_night, objects })
    }
}

/// An object of a set-up. Its status is a byte; the first bit says whether it is tapped.
#[derive(Serialize, Deserialize)]
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
            commander: false,
        })
    }
}

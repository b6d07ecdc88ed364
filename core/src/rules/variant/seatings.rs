//! The table of seatings and options.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::card::Face;
use crate::fact::genesis::{FREE_FOR_ALL, MOST_PLAYERS, TWO_PLAYER};
use crate::fact::variant::{
    ALTERNATING_TEAMS, EMPEROR, GRAND_MELEE, SINGLE_DECK, STARTING_HAND, TEAM_VS_TEAM, TWO_HEADED_GIANT,
};
use crate::fact::{Casual, Genesis, PlayerId, PlayerSetup, Variant};
use crate::state::seating::emperor;

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatingError {
    /// A variant that is not supported, with a list of those that are.
    #[error("the game is of the variant `{0}`, and there are {1} here; use a Retrace that knows it")]
    Variant(String, String),
    /// A word that names no variant, with a list of those that do.
    #[error("there is no variant `{0}`; there are {1}")]
    Word(String, String),
    /// An option that the variant does not have, or a value that it cannot have.
    #[error("{0}")]
    Option(String),
    /// Commanders that the variant does not have, or needs.
    #[error("{0}")]
    Commanders(String),
    /// Nontraditional cards that the variant does not have, or needs.
    #[error("{0}")]
    Supplements(String),
    /// Teams that the variant does not have.
    #[error("{0}")]
    Teams(String),
    /// Too few or too many players for the variant.
    #[error("a `{variant}` game has {wanted} players, not {players}; {remedy}")]
    Players {
        /// The variant.
        variant: String,
        /// How many players it has.
        wanted: String,
        /// How many there are.
        players: usize,
        /// What to do about it.
        remedy: String,
    },
}

/// The teams of a seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teams {
    /// Each player plays alone.
    None,
    /// Each team sits together.
    Together {
        /// The least and the most teams.
        count: (usize, usize),
        /// The fewest players of a team.
        least: usize,
        /// Whether all teams have as many players.
        equal: bool,
    },
    /// Two or more teams of equal size, seated so that they alternate (CR 811.3).
    Alternating,
}

/// A seating: how many players there are, and in which teams (CR 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name, [`Variant::name`].
    pub name: &'static str,
    /// Its rule.
    pub rule: &'static str,
    /// How many players it has.
    pub players: RangeInclusive<usize>,
    /// Its teams.
    pub teams: Teams,
    /// What it is, for people.
    pub about: &'static str,
}

/// An option, or a casual variant, which is an option that names itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantOption {
    /// Its name in [`Variant::options`].
    pub name: &'static str,
    /// Its rule.
    pub rule: &'static str,
    /// The values that it can have.
    pub values: &'static [&'static str],
    /// The seatings that it goes with.
    pub with: &'static [&'static str],
    /// Whether its name alone chooses it, with its first value, where a variant is asked for.
    pub is_variant: bool,
    /// Whether options that are no variants keep their usual values beside it (CR 904.12a).
    pub alone: bool,
    /// What it is, for people.
    pub about: &'static str,
}

impl VariantOption {
    /// The values that it can have with a seating: in a Grand Melee game nobody attacks several
    /// players (CR 807.2c).
    pub fn values_with(&self, seat: &str) -> impl Iterator<Item = &'static str> {
        let one = seat == GRAND_MELEE && self.name == "attack";
        self.values.iter().copied().filter(move |value| !(one && *value == "multiple"))
    }
}

/// The seatings that can be played. `docs/rules.md` says what each still lacks.
pub const SEATINGS: &[Seat] = &[
    Seat {
        name: TWO_PLAYER,
        rule: "102.2",
        players: 2..=2,
        teams: Teams::None,
        about: "two players against each other",
    },
    Seat {
        name: FREE_FOR_ALL,
        rule: "806",
        players: 3..=MOST_PLAYERS,
        teams: Teams::None,
        about: "each player against all others",
    },
    Seat {
        name: GRAND_MELEE,
        rule: "807",
        // CR 807.4a: fewer than four players have no turn marker.
        players: 4..=MOST_PLAYERS,
        teams: Teams::None,
        about: "each player against all others, several of whom take turns at the same time",
    },
    Seat {
        name: TEAM_VS_TEAM,
        rule: "808",
        players: 3..=MOST_PLAYERS,
        teams: Teams::Together { count: (2, MOST_PLAYERS), least: 1, equal: false },
        about: "two or more teams of any sizes, each seated together",
    },
    Seat {
        name: EMPEROR,
        rule: "809",
        players: 6..=MOST_PLAYERS,
        teams: Teams::Together { count: (2, MOST_PLAYERS), least: 3, equal: true },
        about: "teams of three or more with an emperor in their middle",
    },
    Seat {
        name: TWO_HEADED_GIANT,
        rule: "810",
        players: 4..=MOST_PLAYERS,
        teams: Teams::Together { count: (2, 2), least: 2, equal: true },
        about: "two teams of two or more players with one life total and one turn each",
    },
    Seat {
        name: ALTERNATING_TEAMS,
        rule: "811",
        players: 4..=MOST_PLAYERS,
        teams: Teams::Alternating,
        about: "two or more teams of equal size, so seated that they alternate",
    },
];

/// The options, each with the seatings that it goes with.
pub const OPTIONS: &[VariantOption] = &[
    VariantOption {
        name: "attack",
        rule: "802, 803",
        values: &["multiple", "left", "right"],
        with: &[FREE_FOR_ALL, GRAND_MELEE, TEAM_VS_TEAM, ALTERNATING_TEAMS],
        is_variant: false,
        alone: false,
        about: "whom a player may attack: any opponents, or the one seated to the left or right",
    },
    VariantOption {
        name: "range",
        rule: "801",
        values: &["unlimited", "1", "2", "3", "4", "5", "6", "7"],
        with: &[FREE_FOR_ALL, GRAND_MELEE, TEAM_VS_TEAM, ALTERNATING_TEAMS],
        is_variant: false,
        alone: false,
        about: "the range of influence of each player, in seats",
    },
    VariantOption {
        name: "deploy",
        rule: "804",
        values: &["no", "yes"],
        with: &[TEAM_VS_TEAM, ALTERNATING_TEAMS],
        is_variant: false,
        alone: false,
        about: "whether creatures can be given to teammates",
    },
    casual(Casual::Commander, "903", EVERY, "each deck is led by a commander"),
    casual(Casual::Brawl, "903.12", EVERY, "Commander with less life and smaller decks"),
    casual(Casual::Vanguard, "902", EVERY, "each player has a vanguard"),
    VariantOption {
        values: &["yes", SINGLE_DECK],
        ..casual(Casual::Planechase, "901", EVERY, "each player has a planar deck, or all have a single one")
    },
    VariantOption {
        alone: true,
        ..casual(
            Casual::Archenemy,
            "904",
            &[TEAM_VS_TEAM, FREE_FOR_ALL],
            "a player with schemes against a team, or all against all with schemes",
        )
    },
    casual(Casual::Conspiracy, "905", MULTIPLAYER, "players begin with conspiracies from their sideboards"),
];

/// The seatings of more than two players, the usual one first.
const MULTIPLAYER: &[&str] = &[FREE_FOR_ALL, GRAND_MELEE, TEAM_VS_TEAM, EMPEROR, TWO_HEADED_GIANT, ALTERNATING_TEAMS];

/// All seatings.
const EVERY: &[&str] =
    &[TWO_PLAYER, FREE_FOR_ALL, GRAND_MELEE, TEAM_VS_TEAM, EMPEROR, TWO_HEADED_GIANT, ALTERNATING_TEAMS];

/// The option of a casual variant.
const fn casual(it: Casual, rule: &'static str, with: &'static [&'static str], about: &'static str) -> VariantOption {
    VariantOption { name: it.word(), rule, values: &["yes"], with, is_variant: true, alone: false, about }
}

/// The seating with a name.
pub fn seating(name: &str) -> Option<&'static Seat> {
    SEATINGS.iter().find(|seat| seat.name == name)
}

/// The words that name a variant: seatings, and options that are variants.
pub fn words() -> impl Iterator<Item = &'static str> {
    let options = OPTIONS.iter().filter(|option| option.is_variant).map(|option| option.name);
    SEATINGS.iter().map(|seat| seat.name).chain(options)
}

/// The variant that a word names for so many players: a seating, or an option that is a variant,
/// with the usual seating, or the first one that it goes with.
pub fn named(word: &str, players: usize) -> Option<Variant> {
    if let Some(seat) = seating(word) {
        return Some(Variant { name: seat.name.to_owned(), ..Variant::default() });
    }
    let option = OPTIONS.iter().find(|option| option.is_variant && option.name == word)?;
    let mut variant = Variant::of_players(players);
    if let Some(first) = option.with.first().filter(|first| **first != TWO_PLAYER) {
        variant.name = (*first).to_owned();
    }
    variant.options.insert(option.name.to_owned(), option.values.first().copied().unwrap_or_default().to_owned());
    Some(variant)
}

/// Seats the players of a game: for the variant that a word names, or the usual one, with these
/// options, and teams of these sizes, or the usual ones if none are given. Starting a game checks
/// it. Life totals are set to those that the variant begins with (CR 103.3).
///
/// # Errors
/// [`SeatingError::Word`] for an unknown word.
pub fn seat(
    genesis: &mut Genesis,
    word: Option<&str>,
    options: &BTreeMap<String, String>,
    sizes: &[usize],
) -> Result<(), SeatingError> {
    let players = genesis.players.len();
    let mut variant = Variant::of_players(players);
    if let Some(word) = word {
        let unknown = || SeatingError::Word(word.to_owned(), words().collect::<Vec<_>>().join(", "));
        variant = named(word, players).ok_or_else(unknown)?;
    }
    variant.options.extend(options.clone());
    // CR 904.2
    let alone = [1, players.saturating_sub(1)];
    let usual = variant.option(Casual::Archenemy.word()).is_some() && sizes.is_empty();
    let sizes = if usual && variant.name == TEAM_VS_TEAM { &alone } else { sizes };
    genesis.teams = seating(&variant.name).map_or_else(Vec::new, |seat| teams_of(seat, players, sizes));
    genesis.variant = variant;
    settle_totals(genesis);
    Ok(())
}

/// Sets the life totals and hand sizes of the players to those that the variant begins with, as
/// vanguards modify them (CR 103.3, 103.4, 902.4, 902.5).
pub fn settle_totals(genesis: &mut Genesis) {
    let (players, variant, teams) = (genesis.players.len(), &genesis.variant, &genesis.teams);
    let modifiers = |player: &PlayerSetup| -> (i32, i32) {
        let faces =
            player.supplement.iter().filter_map(|card| genesis.cards.get(*card as usize)).map(|card| card.front());
        let add = |(hand, life): (i32, i32), face: &Face| {
            (face.hand_modifier.saturating_add(hand), face.life_modifier.saturating_add(life))
        };
        faces.fold((0, 0), add)
    };
    let all: Vec<(i32, i32)> = genesis.players.iter().map(modifiers).collect();
    let of = |id: &PlayerId| all.get(usize::from(id.0)).copied().unwrap_or_default();
    for (player, id) in genesis.players.iter_mut().zip(PlayerId::seats(players)) {
        let start = variant.starting_life_of(id, players, teams);
        // A life total that a team shares is modified by the vanguards of all its players.
        let team = teams.iter().find(|team| variant.name == TWO_HEADED_GIANT && team.contains(&id));
        let modified = |life: i32, it: &PlayerId| life.saturating_add(of(it).1);
        player.life = team.map_or_else(|| modified(start, &id), |team| team.iter().fold(start, modified));
        player.hand_size = STARTING_HAND.saturating_add_signed(of(&id).0);
    }
}

/// The starting life total of each player, or each team, before vanguards modify it (CR 103.3).
pub fn starting_life(genesis: &Genesis) -> i32 {
    genesis.variant.starting_life(genesis.players.len(), &genesis.teams)
}

/// The players who may take the first turn (CR 103.1): with teams that sit together, the one in the
/// middle of each (CR 808.4), or its emperor (CR 809.4).
pub fn may_start(genesis: &Genesis) -> Vec<PlayerId> {
    match genesis.teams.as_slice() {
        [] => PlayerId::seats(genesis.players.len()).collect(),
        // CR 103.1b, 904.6
        teams if genesis.variant.option(Casual::Archenemy.word()).is_some() => {
            let all = teams.iter().flatten().copied();
            all.filter(|player| genesis.variant.is_archenemy(*player, teams)).collect()
        }
        teams if genesis.variant.name == EMPEROR => teams.iter().filter_map(|team| emperor(team)).collect(),
        teams if genesis.variant.name == TWO_HEADED_GIANT => {
            teams.iter().filter_map(|team| team.first()).copied().collect()
        }
        teams if genesis.variant.name == TEAM_VS_TEAM => {
            teams.iter().filter_map(|team| team.get(team.len() / 2)).copied().collect()
        }
        teams => teams.iter().flatten().copied().collect(),
    }
}

/// The teams of a seating for so many players: of these sizes, or the usual ones if none are given.
/// What does not fit makes teams that `check` refuses.
pub fn teams_of(seat: &Seat, players: usize, sizes: &[usize]) -> Vec<Vec<PlayerId>> {
    let usual = match seat.teams {
        Teams::None => Vec::new(),
        // As many teams as there can be: the smallest ones that leave nobody out.
        Teams::Together { count: (fewest, most), least, equal: true } => {
            let fits = |size: &usize| players.is_multiple_of(*size) && (fewest..=most).contains(&(players / *size));
            let size = (least..players).find(fits).unwrap_or(least);
            vec![size; players / size]
        }
        Teams::Together { .. } | Teams::Alternating => vec![players - players / 2, players / 2],
    };
    let sizes = if sizes.is_empty() { &usual } else { sizes };
    let ids: Vec<PlayerId> = PlayerId::seats(players).collect();
    if sizes.is_empty() {
        return Vec::new();
    }
    if seat.teams == Teams::Alternating {
        return (0..sizes.len()).map(|first| ids.iter().copied().skip(first).step_by(sizes.len()).collect()).collect();
    }
    let mut ids = ids.into_iter();
    let mut teams: Vec<Vec<PlayerId>> = sizes.iter().map(|size| ids.by_ref().take(*size).collect()).collect();
    let rest: Vec<PlayerId> = ids.collect();
    if !rest.is_empty() {
        teams.push(rest);
    }
    teams
}

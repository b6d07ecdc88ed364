//! Checks the variant, options, players and teams of a genesis by the table.

use std::collections::BTreeSet;

use crate::card::{Card, CardType, CounterKind};
use crate::fact::genesis::{FREE_FOR_ALL, TWO_PLAYER};
use crate::fact::variant::{GRAND_MELEE, TWO_HEADED_GIANT};
use crate::fact::{Casual, Genesis, PlayerId, PlayerSetup};

use super::seatings::{OPTIONS, SEATINGS, Seat, SeatingError, Teams, VariantOption, may_start, seating, teams_of};

/// Checks that there is such a game (CR 100.1, 800.1, 800.2).
pub(in crate::rules) fn check(genesis: &Genesis) -> Result<(), SeatingError> {
    let Some(seat) = seating(&genesis.variant.name) else {
        return Err(SeatingError::Variant(genesis.variant.name.clone(), listed(SEATINGS.iter().map(|it| it.name))));
    };
    players(seat, genesis.players.len())?;
    for (name, value) in &genesis.variant.options {
        option(seat, name, value)?;
    }
    commanders(genesis)?;
    archenemy(genesis)?;
    supplements(genesis)?;
    teams(seat, genesis)?;
    shared(seat, genesis)?;
    first(seat, genesis)
}

/// Checks that the players of a team that shares its life total and its poison counters have the
/// same (CR 810.4, 810.10).
fn shared(seat: &Seat, genesis: &Genesis) -> Result<(), SeatingError> {
    let held = |id: &PlayerId| {
        let player = genesis.players.get(usize::from(id.0))?;
        Some((player.life, player.counters.get(&CounterKind::Poison).copied().unwrap_or(0)))
    };
    let differ = |team: &Vec<PlayerId>| team.windows(2).any(|pair| held(&pair[0]) != held(&pair[1]));
    if seat.name != TWO_HEADED_GIANT || !genesis.teams.iter().any(differ) {
        return Ok(());
    }
    let why = "the players of a team share its life total and its poison counters (CR 810.4, 810.10)";
    Err(SeatingError::Teams(format!("{why}; give each of them the same")))
}

/// Checks who takes the first turn: in a whole game, the player who may begin for a team (CR 808.4,
/// 809.4); with shared turns, the first player of a team always (CR 805.2).
fn first(seat: &Seat, genesis: &Genesis) -> Result<(), SeatingError> {
    let archenemy = has(genesis, Casual::Archenemy) && !genesis.teams.is_empty();
    let shared = seat.name == TWO_HEADED_GIANT || archenemy;
    let may: Vec<PlayerId> = match archenemy && genesis.set_up.is_some() {
        // On a board it can be a turn of the other team.
        true => genesis.teams.iter().filter_map(|team| team.first()).copied().collect(),
        false => may_start(genesis),
    };
    if (genesis.set_up.is_some() && !shared) || may.contains(&genesis.starting_player) {
        return Ok(());
    }
    let names: Vec<String> =
        may.iter().filter_map(|id| genesis.players.get(usize::from(id.0))).map(|it| it.name.clone()).collect();
    let names = listed(names.iter().map(String::as_str));
    if archenemy && genesis.set_up.is_none() {
        return Err(SeatingError::Teams(format!("the archenemy takes the first turn: {names} (CR 904.6)")));
    }
    if shared {
        let why = format!("a team takes its turns together: name its first player, one of {names} (CR 805.2)");
        return Err(SeatingError::Teams(why));
    }
    let why = format!(
        "a `{}` game begins with a player in the middle of a team: one of {names} (CR {})",
        seat.name, seat.rule
    );
    Err(SeatingError::Teams(why))
}

/// The fewest cards of a planar deck (CR 901.3).
pub const LEAST_PLANES: usize = 10;

/// The most phenomena in a planar deck (CR 901.3).
pub const MOST_PHENOMENA: usize = 2;

/// The fewest cards that are enough for a planar deck of any number of players (CR 901.15a).
const LEAST_COMMUNAL_PLANES: usize = 40;

/// The fewest cards of a scheme deck (CR 904.3).
pub const LEAST_SCHEMES: usize = 20;

/// The most cards of one name in a scheme deck (CR 904.3).
pub const MOST_OF_A_SCHEME: usize = 2;

/// The nontraditional cards that players have beside their decks.
struct Supplement {
    kinds: &'static [CardType],
    /// The variant that has them.
    of: Casual,
    /// What one is called, with its article.
    word: &'static str,
}

const SUPPLEMENTS: &[Supplement] = &[
    Supplement { kinds: &[CardType::Vanguard], of: Casual::Vanguard, word: "a vanguard" },
    Supplement {
        kinds: &[CardType::Plane, CardType::Phenomenon],
        of: Casual::Planechase,
        word: "a plane or phenomenon",
    },
    Supplement { kinds: &[CardType::Scheme], of: Casual::Archenemy, word: "a scheme" },
    Supplement { kinds: &[CardType::Conspiracy], of: Casual::Conspiracy, word: "a conspiracy" },
];

impl Supplement {
    /// The kind of a card.
    fn of(card: &Card) -> Option<&'static Supplement> {
        SUPPLEMENTS.iter().find(|it| it.kinds.iter().any(|kind| card.front().types.has(*kind)))
    }
}

/// Whether a game is played as a casual variant.
fn has(genesis: &Genesis, casual: Casual) -> bool {
    genesis.variant.casual().any(|it| it == casual)
}

/// Checks that an archenemy plays against one team, with no other options (CR 904.2, 904.12a).
fn archenemy(genesis: &Genesis) -> Result<(), SeatingError> {
    if !has(genesis, Casual::Archenemy) {
        return Ok(());
    }
    for option in OPTIONS.iter().filter(|option| !option.is_variant) {
        let (name, usual) = (option.name, option.values.first().copied());
        if genesis.variant.option(name).is_some_and(|value| Some(value) != usual) {
            let why = format!("an `archenemy` game has no option `{name}`; leave it out (CR 904.2, 904.12a)");
            return Err(SeatingError::Option(why));
        }
    }
    let alone = genesis.teams.iter().filter(|team| team.len() == 1).count();
    if !genesis.teams.is_empty() && (genesis.teams.len(), alone) != (2, 1) {
        let why = "an `archenemy` game has two teams, one of them with a single player, the archenemy (CR 904.2)";
        return Err(SeatingError::Teams(format!("{why}; name such teams")));
    }
    Ok(())
}

/// Checks that players have the nontraditional cards of the variants, and no others. On a board
/// they may be in the command zone.
fn supplements(genesis: &Genesis) -> Result<(), SeatingError> {
    for (player, id) in genesis.players.iter().zip(PlayerId::seats(genesis.players.len())) {
        let name = &player.name;
        let cards: Vec<&Card> = player.supplement.iter().filter_map(|index| card_at(genesis, *index)).collect();
        for card in &cards {
            let Some(Supplement { of, word, .. }) = Supplement::of(card) else {
                let card = card.name();
                return refuse(format!("{card} is a card for a deck, and no supplement of {name}; leave it out"));
            };
            if !has(genesis, *of) {
                let variant = of.word();
                return refuse(format!("{name} has {word}, and only the variant `{variant}` has some; name it"));
            }
        }
        let of = |casual: Casual| -> Vec<&Card> {
            let fits = |card: &&&Card| Supplement::of(card).is_some_and(|it| it.of == casual);
            cards.iter().filter(fits).copied().collect()
        };
        if let Some(card) = of(Casual::Conspiracy).first() {
            let card = card.name();
            return refuse(format!(
                "{name} has {card} beside the deck; put conspiracies into the sideboard (CR 905.4)"
            ));
        }
        in_deck(genesis, name, player)?;
        vanguards(genesis, name, &of(Casual::Vanguard))?;
        if !genesis.variant.has_single_planar_deck() {
            planes(genesis, name, &of(Casual::Planechase))?;
        }
        schemes(genesis, id, name, &of(Casual::Archenemy))?;
    }
    single_planar_deck(genesis)?;
    placed(genesis)
}

/// Checks the planar deck that all players have together, the planes of all their lists: at least
/// forty cards, or ten for each player if those are fewer (CR 901.15a).
fn single_planar_deck(genesis: &Genesis) -> Result<(), SeatingError> {
    if !genesis.variant.has_single_planar_deck() || genesis.set_up.is_some() {
        return Ok(());
    }
    let cards = genesis.players.iter().flat_map(|player| &player.supplement);
    let deck: Vec<&Card> =
        cards.filter_map(|index| card_at(genesis, *index)).filter(|card| card.front().types.is_planar()).collect();
    let players = genesis.players.len();
    let (least, most) = ((LEAST_PLANES * players).min(LEAST_COMMUNAL_PLANES), MOST_PHENOMENA * players);
    let phenomena = deck.iter().filter(|card| card.front().types.has(CardType::Phenomenon)).count();
    let names: BTreeSet<&str> = deck.iter().map(|card| card.name()).collect();
    if deck.len() >= least && phenomena <= most && names.len() == deck.len() {
        return Ok(());
    }
    let twice = deck.len() - names.len();
    refuse(format!(
        "the planar deck of all {players} players has at least {least} cards, at most {most} of them phenomena, all \
         with different names, and theirs has {} cards, {phenomena} phenomena among them and {twice} names that were \
         there before; list them under the heading `Planes` of one deck or of several (CR 901.15a)",
        deck.len()
    ))
}

/// Checks that no nontraditional card is in a deck or sideboard (CR 100.1, 310.1, 311.1, 312.1,
/// 313.1), except for conspiracies in sideboards (CR 905.4).
fn in_deck(genesis: &Genesis, name: &str, player: &PlayerSetup) -> Result<(), SeatingError> {
    let parts = [(&player.deck, "the deck"), (&player.commanders, "the deck"), (&player.sideboard, "the sideboard")];
    for (part, called) in parts {
        for card in part.iter().filter_map(|index| card_at(genesis, *index)) {
            let Some(Supplement { of, word, .. }) = Supplement::of(card) else { continue };
            let (card, variant) = (card.name(), of.word());
            if *of != Casual::Conspiracy || called == "the deck" {
                return refuse(format!("{card} is {word}, and no card for {called} of {name}; leave it out"));
            }
            if !has(genesis, *of) {
                return refuse(format!("{card} is {word}, and only the variant `{variant}` has some; name it"));
            }
        }
    }
    Ok(())
}

fn refuse(why: String) -> Result<(), SeatingError> {
    Err(SeatingError::Supplements(why))
}

fn card_at(genesis: &Genesis, index: u32) -> Option<&Card> {
    genesis.cards.get(index as usize).map(|card| &**card)
}

/// Checks that a player of a Vanguard game has one vanguard (CR 902.3).
fn vanguards(genesis: &Genesis, name: &str, cards: &[&Card]) -> Result<(), SeatingError> {
    let many = cards.len();
    if !has(genesis, Casual::Vanguard) || many == 1 || (many == 0 && genesis.set_up.is_some()) {
        return Ok(());
    }
    refuse(format!(
        "each player of a `vanguard` game has one vanguard, and {name} has {many}; list it under the heading \
         `Vanguard` (CR 902.3)"
    ))
}

/// Checks a planar deck (CR 901.3).
fn planes(genesis: &Genesis, name: &str, deck: &[&Card]) -> Result<(), SeatingError> {
    let phenomena = deck.iter().filter(|card| card.front().types.has(CardType::Phenomenon)).count();
    let names: BTreeSet<&str> = deck.iter().map(|card| card.name()).collect();
    let fits = deck.len() >= LEAST_PLANES && phenomena <= MOST_PHENOMENA && names.len() == deck.len();
    if !has(genesis, Casual::Planechase) || genesis.set_up.is_some() || fits {
        return Ok(());
    }
    let planes = deck.len() - phenomena;
    refuse(format!(
        "a planar deck has at least {LEAST_PLANES} cards, at most {MOST_PHENOMENA} of them phenomena, all with \
         different names, and that of {name} has {planes} planes and {phenomena} phenomena; list them under the \
         heading `Planes` (CR 901.3)"
    ))
}

/// Checks a scheme deck: only an archenemy has one, with at least twenty cards, at most two of a
/// name (CR 904.3).
fn schemes(genesis: &Genesis, id: PlayerId, name: &str, deck: &[&Card]) -> Result<(), SeatingError> {
    if !genesis.variant.is_archenemy(id, &genesis.teams) {
        let why = || format!("{name} has a scheme deck, and is no archenemy; leave it out (CR 904.3)");
        return if deck.is_empty() { Ok(()) } else { refuse(why()) };
    }
    let mut names: Vec<&str> = deck.iter().map(|card| card.name()).collect();
    names.sort_unstable();
    let thrice = names.windows(MOST_OF_A_SCHEME + 1).find(|it| it.first() == it.last()).map(|it| it[0]);
    if genesis.set_up.is_some() || (deck.len() >= LEAST_SCHEMES && thrice.is_none()) {
        return Ok(());
    }
    let has = match thrice {
        Some(card) => format!("that of {name} has more of {card}"),
        None => format!("that of {name} has {}", deck.len()),
    };
    refuse(format!(
        "a scheme deck has at least {LEAST_SCHEMES} schemes, at most two of each name, and {has}; list them under the \
         heading `Schemes` (CR 904.3)"
    ))
}

/// Checks the nontraditional cards of a board: only a game of their variant has them.
fn placed(genesis: &Genesis) -> Result<(), SeatingError> {
    let board = genesis.set_up.iter().flat_map(|set_up| &set_up.objects).map(|object| object.card);
    for card in board.filter_map(|index| card_at(genesis, index)) {
        if let Some(Supplement { of, word, .. }) = Supplement::of(card).filter(|it| !has(genesis, it.of)) {
            let (name, variant) = (card.name(), of.word());
            return refuse(format!("{name} is {word}, and only the variant `{variant}` has some; name it"));
        }
    }
    Ok(())
}

/// Checks that there are commanders where the variant has some: one for each deck, or two that are
/// partners (CR 903.3, 702.124a).
fn commanders(genesis: &Genesis) -> Result<(), SeatingError> {
    let refuse = |why: String| Err(SeatingError::Commanders(why));
    let played: Vec<Casual> = genesis.variant.casual().filter(|casual| casual.has_commanders()).collect();
    let mut placed = genesis.set_up.iter().flat_map(|set_up| &set_up.objects);
    match played.as_slice() {
        [] => {
            if placed.any(|object| object.commander) || genesis.players.iter().any(|it| !it.commanders.is_empty()) {
                return refuse(
                    "there are commanders only in the variants `commander` and `brawl`; name one".to_owned(),
                );
            }
        }
        [_] if genesis.set_up.is_some() => {
            if placed.any(|object| object.commander && object.kind.is_token()) {
                return refuse("a token is no card, so it is no commander (CR 903.3)".to_owned());
            }
        }
        [casual] => {
            let wrong = genesis.players.iter().find(|it| !(1..=2).contains(&it.commanders.len()));
            if let Some(PlayerSetup { name, commanders, .. }) = wrong {
                let many = commanders.len();
                return refuse(format!(
                    "a deck of a `{}` game has one commander, or two that are partners, and that of {name} has {many}; \
                     list them under the heading `Commander`",
                    casual.word()
                ));
            }
        }
        _ => return refuse("`brawl` is a form of `commander`; name one of them".to_owned()),
    }
    Ok(())
}

/// Checks the number of players.
fn players(seat: &Seat, players: usize) -> Result<(), SeatingError> {
    if seat.players.contains(&players) {
        return Ok(());
    }
    let (least, most) = (*seat.players.start(), *seat.players.end());
    let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let remedy = match (seat.name, players) {
        (TWO_PLAYER, 3..) => format!("a game of more players is of the variant `{FREE_FOR_ALL}`"),
        (GRAND_MELEE, 3) => format!("they have no turn marker (CR 807.4a): name `{FREE_FOR_ALL}`"),
        (FREE_FOR_ALL, 2) => format!("a game of two players is of the variant `{TWO_PLAYER}`"),
        _ if players + 1 == least => "add a player".to_owned(),
        _ if players < least => "add players".to_owned(),
        _ => "leave some out".to_owned(),
    };
    Err(SeatingError::Players { variant: seat.name.to_owned(), wanted, players, remedy })
}

/// Checks an option and its value.
fn option(seat: &Seat, name: &str, value: &str) -> Result<(), SeatingError> {
    let refuse = |why: String| Err(SeatingError::Option(why));
    let goes = |option: &&VariantOption| option.with.contains(&seat.name);
    let Some(option) = OPTIONS.iter().filter(goes).find(|option| option.name == name) else {
        let known = listed(OPTIONS.iter().filter(goes).map(|option| option.name));
        let remedy = if known.is_empty() { "leave it out".to_owned() } else { format!("its options are {known}") };
        let seatings = OPTIONS.iter().filter(|option| option.name == name).flat_map(|option| option.with);
        let elsewhere = listed(seatings.copied());
        let elsewhere = if elsewhere.is_empty() { elsewhere } else { format!(" (it goes with {elsewhere})") };
        return refuse(format!("a `{}` game has no option `{name}`{elsewhere}; {remedy}", seat.name));
    };
    if option.values_with(seat.name).any(|other| other == value) {
        return Ok(());
    }
    let values = listed(option.values_with(seat.name));
    refuse(format!("the option `{name}` cannot be `{value}`; it is one of {values} (CR {})", option.rule))
}

/// Checks the teams: each player is on one, and they sit as the variant says.
fn teams(seat: &Seat, genesis: &Genesis) -> Result<(), SeatingError> {
    let (name, teams) = (seat.name, &genesis.teams);
    let refuse = |why: String| Err(SeatingError::Teams(why));
    if seat.teams == Teams::None {
        let why = || refuse(format!("in a `{name}` game each player plays alone; leave the teams out"));
        return if teams.is_empty() { Ok(()) } else { why() };
    }
    let mut members: Vec<PlayerId> = teams.iter().flatten().copied().collect();
    members.sort_unstable();
    if !(0..genesis.players.len()).eq(members.iter().map(|id| usize::from(id.0))) {
        let missing = if teams.len() == 1 { "; a second team is missing" } else { "" };
        return refuse(format!("a `{name}` game is played by teams; name each player on one of them{missing}"));
    }
    let sizes: Vec<usize> = teams.iter().map(Vec::len).collect();
    let (count, least, equal) = match seat.teams {
        Teams::Together { count, least, equal } => (count, least, equal),
        _ => ((2, usize::MAX), 2, true),
    };
    if sizes.len() < count.0 || sizes.len() > count.1 {
        let wanted = if count.0 == count.1 { count.0.to_string() } else { format!("at least {}", count.0) };
        return refuse(format!("a `{name}` game has {wanted} teams, not {}", sizes.len()));
    }
    if sizes.iter().any(|size| *size < least) {
        return refuse(format!("a team of a `{name}` game has at least {least} players (CR {})", seat.rule));
    }
    if equal && sizes.windows(2).any(|pair| pair[0] != pair[1]) {
        return refuse(format!("the teams of a `{name}` game have as many players each (CR {})", seat.rule));
    }
    if *teams != teams_of(seat, genesis.players.len(), &sizes) {
        let how = if seat.teams == Teams::Alternating { "take turns around the table" } else { "sit together" };
        return refuse(format!("the teams of a `{name}` game {how}, in the order in which they are named"));
    }
    Ok(())
}

/// Names in a list: "`a`, `b` and `c`".
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

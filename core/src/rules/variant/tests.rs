//! Which games there are: variants, options, numbers of players and teams.

use std::collections::BTreeMap;

use super::{OPTIONS, SEATINGS, Seat, Teams, VariantOption, may_start, named, seating, teams_of};
use crate::card::file::read_card;
use crate::fact::genesis::{FREE_FOR_ALL, MOST_PLAYERS, TWO_PLAYER};
use crate::fact::variant::{GRAND_MELEE, TEAM_VS_TEAM};
use crate::fact::{
    Answer, Canonical, Casual, Domain, Genesis, Input, Item, Noted, NotedFor, PlayerId, PlayerSetup, Step, Variant,
};
use crate::observe::{self, SeenEntry, View};
use crate::rules::{GenesisError, choice, play, start};
use crate::state::Game;

/// A genesis of a variant with its usual teams.
fn genesis(variant: &str, players: usize, options: &[(&str, &str)]) -> Genesis {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let teams = seating(variant).map_or_else(Vec::new, |seat| teams_of(seat, players, &[]));
    let variant = Variant { name: variant.to_owned(), options };
    // Some variants need a commander.
    let single = variant.has_single_planar_deck();
    let supplement = match variant.casual().next() {
        Some(Casual::Vanguard) => vec![1],
        Some(Casual::Planechase) => (2..12).collect(),
        Some(Casual::Archenemy) => (12..22).chain(12..22).collect(),
        _ => Vec::new(),
    };
    let commanders = if variant.casual().any(Casual::has_commanders) { vec![0] } else { Vec::new() };
    let player = |seat: usize| PlayerSetup {
        name: seat.to_string(),
        commanders: commanders.clone(),
        supplement: match single {
            true if seat == 0 => (2..12).chain(22..52).collect(),
            true => Vec::new(),
            false => supplement.clone(),
        },
        ..PlayerSetup::default()
    };
    let players = (0..players).map(player).collect();
    let card = |kind: &str, number: usize| {
        let text = format!("Card(name: \"{kind} {number}\", types: [{kind}])");
        Canonical::new(read_card("card", &text).expect("it reads"))
    };
    let beside = (0..10).map(|number| card("Plane", number)).chain((0..10).map(|number| card("Scheme", number)));
    let beside = beside.chain((10..40).map(|number| card("Plane", number)));
    let cards = [card("Land", 0), card("Vanguard", 0)].into_iter().chain(beside).collect();
    let genesis = Genesis { variant, players, teams, cards, ..Genesis::default() };
    let starting_player = may_start(&genesis).first().copied().unwrap_or_default();
    let mut genesis = Genesis { starting_player, ..genesis };
    let (variant, teams) = (genesis.variant.clone(), genesis.teams.clone());
    for (player, id) in genesis.players.iter_mut().zip(PlayerId::seats(MOST_PLAYERS + 1)) {
        if variant.casual().any(|it| it == Casual::Archenemy) && !variant.is_archenemy(id, &teams) {
            player.supplement.clear();
        }
    }
    genesis
}

fn seated(variant: &str, players: usize) -> Result<(), GenesisError> {
    start(&genesis(variant, players, &[])).map(|_| ())
}

fn refused(genesis: &Genesis) -> String {
    start(genesis).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn each_seating_has_its_numbers_of_players() {
    for seat in SEATINGS {
        let starts = |players: usize| seated(seat.name, players).is_ok();
        let fitting: Vec<usize> = (0..=MOST_PLAYERS + 1).filter(|players| starts(*players)).collect();
        assert_eq!(fitting.first(), Some(seat.players.start()), "{}", seat.name);
        assert!(fitting.iter().all(|players| seat.players.contains(players)), "{}", seat.name);
    }
    assert_eq!(Variant::of_players(3).name, FREE_FOR_ALL);
    let refused = |variant: &str, players: usize| seated(variant, players).unwrap_err().to_string();
    assert_eq!(refused(TWO_PLAYER, 1), "a `two-player` game has 2 players, not 1; add a player");
    let more = refused(TWO_PLAYER, 3);
    assert!(more.ends_with("a game of more players is of the variant `free-for-all`"), "{more}");
    let two = refused(FREE_FOR_ALL, 2);
    assert!(two.ends_with("a game of two players is of the variant `two-player`"), "{two}");
    assert!(refused(FREE_FOR_ALL, MOST_PLAYERS + 1).contains("has 3 to 16 players, not 17"));
    let unknown = refused("tug-of-war", 6);
    assert!(SEATINGS.iter().all(|seat| unknown.contains(seat.name)), "{unknown}");
}

/// Every option with each of its values in every seating: it starts a game or is refused with a
/// remedy, and nothing else is taken.
#[test]
fn options_go_with_the_seatings_that_they_name() {
    for seat in SEATINGS {
        let players = *seat.players.start();
        for option in OPTIONS {
            let VariantOption { name, with, .. } = option;
            for value in option.values_with(seat.name) {
                let alone = start(&genesis(seat.name, players, &[(*name, value)])).map(|_| ());
                match alone {
                    Ok(()) => assert!(with.contains(&seat.name), "{name} with {}", seat.name),
                    Err(why) if with.contains(&seat.name) => panic!("{name}={value} with {}: {why}", seat.name),
                    Err(why) => assert!(why.to_string().contains("has no option"), "{why}"),
                }
            }
        }
        let unknown = refused(&genesis(seat.name, players, &[("gravity", "less")]));
        assert!(unknown.contains("has no option `gravity`"), "{unknown}");
    }
    let why = refused(&genesis(TWO_PLAYER, 2, &[("attack", "left")]));
    assert!(why.starts_with("a `two-player` game has no option `attack` (it goes with `free-for-all`"), "{why}");
    // CR 807.2c
    let why = refused(&genesis(GRAND_MELEE, 4, &[("attack", "multiple")]));
    assert!(why.contains("it is one of `left` and `right`"), "{why}");
    assert!(seated(GRAND_MELEE, 3).unwrap_err().to_string().ends_with("name `free-for-all`"));
    let why = refused(&genesis(FREE_FOR_ALL, 3, &[("attack", "up")]));
    assert!(why.contains("it is one of `multiple`, `left` and `right`"), "{why}");
}

#[test]
fn teams_fit_their_seating() {
    let alone =
        Genesis { teams: vec![vec![PlayerId(0)], vec![PlayerId(1), PlayerId(2)]], ..genesis(FREE_FOR_ALL, 3, &[]) };
    assert!(refused(&alone).contains("each player plays alone; leave the teams out"));
    for seat in SEATINGS.iter().filter(|seat| seat.teams != Teams::None) {
        let of = |teams: &[&[u8]]| {
            let teams: Vec<Vec<PlayerId>> =
                teams.iter().map(|team| team.iter().copied().map(PlayerId).collect()).collect();
            let players = teams.iter().map(Vec::len).sum();
            Genesis { teams, ..genesis(seat.name, players, &[]) }
        };
        let players = *seat.players.start();
        let none = Genesis { teams: Vec::new(), ..genesis(seat.name, players, &[]) };
        assert!(refused(&none).contains("is played by teams"), "{}", refused(&none));
        let twice = Genesis { teams: vec![vec![PlayerId(0); players]], ..genesis(seat.name, players, &[]) };
        assert!(refused(&twice).contains("name each player on one of them"), "{}", refused(&twice));
        let one = of(&[&[0, 1, 2, 3, 4, 5]]);
        assert!(refused(&one).contains(" teams, not 1"), "{}", refused(&one));
        let askew = of(&[&[0, 1, 5], &[2, 3, 4]]);
        assert!(refused(&askew).contains("in the order in which they are named"), "{}", refused(&askew));
    }
}

/// CR 808.4, CR 809.4, CR 805.3: who begins.
#[test]
fn a_team_begins_with_the_player_in_its_middle() {
    let starts = |variant: &str, players: usize| -> Vec<u8> {
        let begins = |seat: &u8| {
            let genesis = genesis(variant, players, &[]);
            start(&Genesis { starting_player: PlayerId(*seat), ..genesis }).is_ok()
        };
        (0..u8::try_from(players).unwrap()).filter(begins).collect()
    };
    assert_eq!(starts("team-vs-team", 5), [1, 4], "teams of three and two");
    assert_eq!(starts("emperor", 6), [1, 4]);
    assert_eq!(starts("two-headed-giant", 4), [0, 2]);
    assert_eq!(starts("alternating-teams", 4), [0, 1, 2, 3]);
}

/// CR 810.4: teammates cannot have different life totals.
#[test]
fn a_team_has_one_life_total() {
    let mut giant = genesis("two-headed-giant", 4, &[]);
    giant.players[1].life = 7;
    assert!(refused(&giant).contains("share its life total"), "{}", refused(&giant));
}

#[test]
fn a_word_names_a_variant() {
    let options = BTreeMap::new();
    assert_eq!(named(FREE_FOR_ALL, 4), Some(Variant { name: FREE_FOR_ALL.to_owned(), options }));
    assert_eq!(named("tug-of-war", 4), None);
    assert_eq!(named("attack", 4), None, "an option that is no variant");
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<&str> =
        SEATINGS.iter().map(|Seat { name, .. }| *name).chain(OPTIONS.iter().map(|it| it.name)).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(OPTIONS.iter().all(|it| it.with.iter().all(|name| seating(name).is_some())));
}

/// Adds a card to a genesis. Returns its number.
fn add(genesis: &mut Genesis, text: &str) -> u32 {
    genesis.cards.push(Canonical::new(read_card("card", text).expect("it reads")));
    u32::try_from(genesis.cards.len() - 1).unwrap()
}

/// CR 901.3: at least ten cards with different names, at most two of them phenomena.
#[test]
fn a_planar_deck_has_enough_different_cards() {
    let planechase = genesis(FREE_FOR_ALL, 3, &[("planechase", "yes")]);
    assert!(start(&planechase).is_ok());
    let mut few = planechase.clone();
    few.players[1].supplement.pop();
    assert!(refused(&few).contains("at least 10 cards"), "{}", refused(&few));
    let mut twice = planechase.clone();
    twice.players[1].supplement.push(2);
    assert!(refused(&twice).contains("different names"), "{}", refused(&twice));
    let mut phenomena = planechase;
    for number in 0..3 {
        let card = add(&mut phenomena, &format!("Card(name: \"Phenomenon {number}\", types: [Phenomenon])"));
        phenomena.players[2].supplement.push(card);
    }
    assert!(refused(&phenomena).contains("3 phenomena"), "{}", refused(&phenomena));
    phenomena.players[2].supplement.pop();
    assert!(start(&phenomena).is_ok());
}

/// CR 904.2, 904.3, 904.6, 904.12a: one archenemy with schemes against a team, or all against all,
/// without other options.
#[test]
fn an_archenemy_plays_against_a_team() {
    let mut seated = genesis(TEAM_VS_TEAM, 3, &[("archenemy", "yes")]);
    assert!(start(&seated).is_ok());
    assert_eq!(seated.starting_player, PlayerId(2));
    seated.starting_player = PlayerId(0);
    assert_eq!(refused(&seated), "the archenemy takes the first turn: `2` (CR 904.6)");
    seated.starting_player = PlayerId(2);
    let mut elsewhere = seated.clone();
    elsewhere.players[0].supplement.push(12);
    assert_eq!(refused(&elsewhere), "0 has a scheme deck, and is no archenemy; leave it out (CR 904.3)");
    let mut thrice = seated.clone();
    thrice.players[2].supplement.push(12);
    assert!(refused(&thrice).contains("that of 2 has more of Scheme 0"), "{}", refused(&thrice));
    seated.players[2].supplement.pop();
    assert!(refused(&seated).contains("that of 2 has 19"), "{}", refused(&seated));
    let many = genesis(TEAM_VS_TEAM, 4, &[("archenemy", "yes")]);
    assert!(refused(&many).contains("one of them with a single player"), "{}", refused(&many));
    let ranged = genesis(FREE_FOR_ALL, 3, &[("archenemy", "yes"), ("range", "1")]);
    assert!(refused(&ranged).contains("no option `range`"), "{}", refused(&ranged));
    let archenemy = named("archenemy", 4).unwrap();
    assert_eq!(archenemy.name, TEAM_VS_TEAM);
    let teams = vec![vec![PlayerId(0)], vec![PlayerId(1), PlayerId(2), PlayerId(3)]];
    let life = |seat| archenemy.starting_life_of(PlayerId(seat), 4, &teams);
    assert_eq!([life(0), life(1), life(3)], [40, 20, 20]);
}

/// CR 901.15a: the planar deck of all players, which the lists make up together.
#[test]
fn a_single_planar_deck_is_large_enough() {
    let of = |players: usize, decks: &[&[u32]]| {
        let mut genesis = genesis(FREE_FOR_ALL, players, &[("planechase", "single")]);
        for (seat, player) in genesis.players.iter_mut().enumerate() {
            player.supplement = decks.get(seat).map_or_else(Vec::new, |deck| deck.to_vec());
        }
        genesis
    };
    let (ten, thirty): (Vec<u32>, Vec<u32>) = ((2..12).collect(), (22..52).collect());
    assert!(start(&of(3, &[&thirty])).is_ok(), "ten for each player");
    assert!(start(&of(3, &[&ten, &thirty[..20]])).is_ok(), "of several lists");
    let few = refused(&of(3, &[&thirty[..29]]));
    assert!(few.contains("has at least 30 cards, at most 6 of them phenomena") && few.contains("29 cards"), "{few}");
    let few = refused(&of(6, &[&ten, &thirty[..29]]));
    assert!(few.contains("at least 40 cards"), "{few}");
    assert!(start(&of(6, &[&ten, &thirty])).is_ok(), "forty are enough");
    let twice = refused(&of(3, &[&thirty, &ten, &ten]));
    assert!(twice.contains("10 names that were there before"), "{twice}");
}

/// CR 310.1, 311.1, 313.1: nontraditional cards need their variant.
#[test]
fn nontraditional_cards_need_their_variant() {
    let usual = genesis(TWO_PLAYER, 2, &[]);
    let mut beside = usual.clone();
    beside.players[0].supplement.push(2);
    let why = refused(&beside);
    assert_eq!(why, "0 has a plane or phenomenon, and only the variant `planechase` has some; name it");
    let mut inside = usual.clone();
    inside.players[0].deck.push(1);
    assert_eq!(refused(&inside), "Vanguard 0 is a vanguard, and no card for the deck of 0; leave it out");
    let mut aside = usual.clone();
    aside.players[1].sideboard.push(12);
    assert_eq!(refused(&aside), "Scheme 0 is a scheme, and no card for the sideboard of 1; leave it out");
    let mut land = usual;
    land.players[0].supplement.push(0);
    assert_eq!(refused(&land), "Land 0 is a card for a deck, and no supplement of 0; leave it out");
}

/// CR 205.3p, 310.3, 311.3, 312.3, 313.3, 314.4: a plane has one planar type, other nontraditional
/// cards no subtype.
#[test]
fn only_planes_have_a_subtype() {
    let kinds = [("Phenomenon", 1, false), ("Scheme", 1, false), ("Conspiracy", 1, false), ("Vanguard", 1, false)];
    for (kind, many, fits) in [("Plane", 1, true), ("Plane", 2, false)].into_iter().chain(kinds) {
        let subtypes = &["\"Dominaria\"", "\"Ir\""][..many].join(", ");
        let text = format!("Card(name: \"One\", types: [{kind}], subtypes: [{subtypes}])");
        let mut genesis = genesis(TWO_PLAYER, 2, &[]);
        let read = read_card("card", &text).map(|card| genesis.cards.push(Canonical::new(card)));
        assert_eq!(read.is_ok() && start(&genesis).is_ok(), fits, "{kind} with {many}");
    }
}

/// CR 314.1, 905.4: conspiracies are in sideboards, and only in games of their variant.
#[test]
fn conspiracies_are_in_sideboards() {
    let mut usual = genesis(FREE_FOR_ALL, 3, &[]);
    let card = add(&mut usual, "Card(name: \"Plot\", types: [Conspiracy])");
    usual.players[1].sideboard.push(card);
    assert_eq!(refused(&usual), "Plot is a conspiracy, and only the variant `conspiracy` has some; name it");
    usual.variant.options.insert("conspiracy".to_owned(), "yes".to_owned());
    assert!(start(&usual).is_ok());
    usual.players[1].supplement.push(card);
    assert_eq!(refused(&usual), "1 has Plot beside the deck; put conspiracies into the sideboard (CR 905.4)");
}

/// CR 905.2b: only what can be noted for a card of the game is, and players who are in the game.
#[test]
fn notes_of_a_draft_are_checked() {
    let mut usual = genesis(TWO_PLAYER, 2, &[]);
    add(
        &mut usual,
        "Card(name: \"Guest\", types: [Artifact], abilities: [Static(effect: DuringDraft(Reveal([NotePasser])), \
         zone: Outside)])",
    );
    let with = |card: &str, noted: Noted| {
        let mut genesis = usual.clone();
        genesis.players[0].notes.push(NotedFor { card: card.to_owned(), noted });
        genesis
    };
    assert!(start(&with("Guest", Noted::Player(PlayerId(1)))).is_ok());
    let third = refused(&with("Guest", Noted::Player(PlayerId(2))));
    assert!(third.contains("player 3 is noted for Guest, and the game has 2 players"), "{third}");
    let number = refused(&with("Guest", Noted::Number(1)));
    assert!(number.contains("no number is noted for Guest, only a player (CR 905.2b)"), "{number}");
    let stranger = refused(&with("Stranger", Noted::Player(PlayerId(1))));
    assert!(stranger.contains("Stranger is not among the cards of the game"), "{stranger}");
}

/// What an opponent sees as a player puts a conspiracy into the command zone and chooses these
/// names for it.
fn seen_of_an_agenda(keyword: &str, names: &[&str]) -> (Vec<SeenEntry>, View) {
    let mut genesis = genesis(FREE_FOR_ALL, 3, &[("conspiracy", "yes")]);
    for keyword in ["HiddenAgenda", "DoubleAgenda"] {
        let text = format!("Card(name: \"{keyword}\", types: [Conspiracy], abilities: [Keyword({keyword})])");
        add(&mut genesis, &text);
    }
    let place = genesis.cards.iter().position(|card| card.name() == keyword).unwrap();
    genesis.players[0].sideboard.push(u32::try_from(place).unwrap());
    let viewer = PlayerId(1);
    let (mut game, mut steps) = start(&genesis).unwrap();
    let mut seen = Vec::new();
    let mut note = |steps: &[Step], game: &Game| {
        let entries = steps.iter().flat_map(|step| &step.entries);
        seen.extend(entries.map(|entry| observe::entry(game, viewer, entry)));
    };
    note(&steps, &game);
    let names = names.iter().map(|name| Item::Name((*name).to_owned())).collect();
    for answer in [None, Some(names)] {
        let asked = choice(&game).unwrap();
        let Domain::Pick { options, .. } = asked.domain else { panic!("cards or names") };
        let input = Input::Decision { by: PlayerId(0), answer: Answer::Picked(answer.unwrap_or(options)) };
        (steps, game) = play(&game, &input).unwrap();
        note(&steps, &game);
    }
    assert_eq!(game.world().command.len(), 1);
    (seen, observe::view(&game, viewer))
}

/// CR 314.7, 702.106b, 702.106f: nobody else sees the card, the names, or how many there are.
#[test]
fn an_agenda_is_secret() {
    let (entries, view) = seen_of_an_agenda("HiddenAgenda", &["Land 0"]);
    for (keyword, names) in [("HiddenAgenda", &["Plane 1"][..]), ("DoubleAgenda", &["Land 0", "Scheme 2"])] {
        let (other, seen) = seen_of_an_agenda(keyword, names);
        assert_eq!(entries, other);
        assert_eq!(view, seen);
    }
    assert!(!format!("{view:?}").contains("Agenda"), "{view:?}");
}

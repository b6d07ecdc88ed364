//! Variants: chosen in the dialog with their options and teams, what the rules refuse of them, and
//! what the board shows.

use std::collections::BTreeMap;

use retrace_core::fact::{Casual, Edit, Input, Variant, Zone};
use retrace_core::rules::variant::{seat, seating};

use super::new_game::{radio, type_into};
use super::*;
use retrace_session::files::new_game::Table;

/// Chooses in a list of the dialog.
fn choose(window: &mut Window, list: &str, entry: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).click();
    window.run();
    click(window, entry);
}

/// Whether these words are painted in one line.
fn says(window: &Window, words: &str) -> bool {
    texts_in_sight(window).iter().any(|(text, _)| text.contains(words))
}

fn dialog(seats: usize) -> Window {
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    if seats > 2 {
        click(&mut window, &format!("{seats} players"));
    }
    window
}

fn begins(window: &Window) -> bool {
    !control(window, "Begin").accesskit_node().is_disabled()
}

#[test]
fn a_team_game_is_set_up_with_its_options_and_what_is_refused_stands_there() {
    let mut window = dialog(6);
    assert!(begins(&window));
    choose(&mut window, "Variant", "Team vs team");
    window.get_by_label("Ann, Ben, Cy  against  Dee, Eve, Fay");
    choose(&mut window, "Range", "2");
    choose(&mut window, "Deploy", "Yes");
    // Only the players in the middle of a team begin (CR 808.4).
    let starts = |window: &Window, name: &str| {
        !window.get_by_role_and_label(Role::RadioButton, name).accesskit_node().is_disabled()
    };
    assert!(starts(&window, "Goes first: Ben") && !starts(&window, "Goes first: Ann"));
    // Sizes that cannot be, and sizes that are no numbers.
    type_into(&mut window, "Sizes of the teams", "2+x");
    assert!(says(&window, "`x` is no size of a team") && !begins(&window));
    type_into(&mut window, "Sizes of the teams", "6");
    assert!(says(&window, "a `team-vs-team` game has at least 2 teams, not 1") && !begins(&window));
    type_into(&mut window, "Sizes of the teams", "4+2");
    assert!(says(&window, "Ann, Ben, Cy, Dee  against  Eve, Fay") && begins(&window));
    click(&mut window, "Begin");
    let game = session(&window).game();
    let seating = game.seating().unwrap();
    assert_eq!((seating.variant.name.as_str(), seating.deploy), ("team-vs-team", true));
    assert_eq!(seating.teams.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
    assert!(game.has_ranges() && !game.in_range(A, PlayerId(3)));
}

#[test]
fn what_does_not_go_with_the_players_cannot_be_chosen_and_is_left_out() {
    let mut window = dialog(6);
    choose(&mut window, "Variant", "Emperor");
    window.get_by_label("Ann, Ben, Cy  against  Dee, Eve, Fay");
    radio(&mut window, "Goes first: Eve");
    choose(&mut window, "Casual variant", "Planechase");
    window.get_by_role_and_label(Role::ComboBox, "Casual variant").click();
    window.run();
    assert!(window.query_all_by_label("Planechase").next().is_some());
    assert!(window.query_all_by_label("Archenemy").next().is_none(), "it is for two teams, or for all against all");
    click(&mut window, "No casual variant");
    // Five players cannot play it: the usual variant is there again, without teams.
    click(&mut window, "5 players");
    assert!(!says(&window, "against  Dee") && begins(&window));
    window.get_by_role_and_label(Role::ComboBox, "Variant").click();
    window.run();
    assert!(control(&window, "Emperor").accesskit_node().is_disabled());
    assert!(!control(&window, "Team vs team").accesskit_node().is_disabled());
}

#[test]
fn a_commander_game_has_decks_of_its_own_and_a_deck_without_commander_is_told_at_its_seat() {
    let mut window = dialog(4);
    choose(&mut window, "Casual variant", "Commander");
    let deck = |window: &Window, place: usize| {
        let label = format!("Deck of player {place}");
        window.get_by_role_and_label(Role::TextInput, &label).accesskit_node().value().unwrap()
    };
    assert_eq!(deck(&window, 1), "examples/decks/commander-werewolves.txt");
    assert_eq!(deck(&window, 4), "examples/decks/commander-partners.txt");
    assert!(begins(&window));
    radio(&mut window, "Freeform");
    type_into(&mut window, "Deck of player 2", "examples/decks/red-white.txt");
    let wrong = "a deck of a `commander` game has one commander, or two that are partners, and that of Ben has 0";
    let told: Vec<egui::Rect> =
        texts_in_sight(&window).into_iter().filter(|(text, _)| text.contains(wrong)).map(|(_, rect)| rect).collect();
    let field = |place: usize| {
        window.get_by_role_and_label(Role::TextInput, &format!("Deck of player {place}")).rect().center().y
    };
    assert!(told.len() == 1 && (field(2)..field(3)).contains(&told[0].center().y), "{told:?}");
    assert!(!begins(&window));
    choose(&mut window, "Casual variant", "Brawl");
    assert_eq!(deck(&window, 2), "examples/decks/red-white.txt", "one's own deck stays");
    choose(&mut window, "Casual variant", "Vanguard");
    assert!(says(&window, "each player of a `vanguard` game has one vanguard, and Ben has 0"));
    type_into(&mut window, "Deck of player 2", "examples/decks/vanguard-titania.txt");
    assert!(begins(&window));
    choose(&mut window, "Casual variant", "Commander");
    type_into(&mut window, "Deck of player 2", "examples/decks/commander-partners.txt");
    radio(&mut window, "Goes first: Ann");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert!(game.is_played_as(Casual::Commander));
    assert!(game.players().all(|player| player.life == 40));
    // In a small window, too, names are whole, which zones leave room for.
    window.set_size(egui::vec2(1366.0, 768.0));
    window.run();
    window.run();
    for name in ["Ann", "Ben", "Cy", "Dee"] {
        assert!(texts_in_sight(&window).iter().any(|(text, _)| text == name || text.starts_with(&format!("{name} ·"))));
    }
    window.set_size(egui::vec2(1600.0, 1000.0));
    window.run();
    // Each commander is on the board, two of them with partners.
    assert_eq!(window.query_all_by_label_contains("Tovolar, Dire Overlord #").count(), 2);
    assert_eq!(window.query_all_by_label_contains("Bruse Tarl, Boorish Herder #").count(), 2);
}

#[test]
fn planar_and_scheme_decks_are_chosen_beside_the_decks_and_it_is_told_which_are_used() {
    let mut window = dialog(3);
    assert!(window.query_by_role_and_label(Role::TextInput, "Planar deck of player 1").is_none());
    choose(&mut window, "Casual variant", "Planechase");
    assert_eq!(window.query_all_by_label("9 planes and 2 phenomena, of examples/decks/planechase.txt").count(), 3);
    assert!(begins(&window));
    // A deck list that has one needs no other.
    type_into(&mut window, "Deck of player 2", "examples/decks/planechase.txt");
    window.get_by_label("9 planes and 2 phenomena, of the deck list");
    type_into(&mut window, "Planar deck of player 2", "examples/decks/planechase.txt");
    assert!(says(&window, "of examples/decks/planechase.txt; those of the deck list are not used"));
    // What is wrong with one stands below it.
    type_into(&mut window, "Planar deck of player 3", "examples/decks/red-white.txt");
    assert!(says(&window, "there is no nontraditional card in this list") && !begins(&window));
    let folder = tempfile::tempdir().unwrap();
    let few = folder.path().join("few.txt");
    std::fs::write(&few, "Planes\n1 Llanowar\n1 Goldmeadow\n").unwrap();
    type_into(&mut window, "Planar deck of player 3", few.to_str().unwrap());
    assert!(says(&window, "that of Cy has 2 planes and 0 phenomena") && !begins(&window));
    assert!(!says(&window, "that of Ann has"));
    type_into(&mut window, "Planar deck of player 3", "examples/decks/planechase.txt");
    assert!(begins(&window));
    // Only an archenemy has schemes: with teams the player who is alone.
    choose(&mut window, "Casual variant", "Archenemy");
    let fields = |window: &Window| {
        (1..=3)
            .filter(|place| {
                let label = format!("Scheme deck of player {place}");
                window.query_by_role_and_label(Role::TextInput, &label).is_some()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(&window), [1, 2, 3], "each is an archenemy");
    let offered = |window: &Window| window.query_by_role_and_label(Role::ComboBox, "Range").is_some();
    assert!(!offered(&window), "no options go with it (CR 904.12a)");
    type_into(&mut window, "Deck of player 2", "examples/decks/red-white.txt");
    let told = window.query_all_by_label("20 schemes, of examples/decks/archenemy.txt").count();
    assert_eq!(told, 3, "{:?}", texts_in_sight(&window));
    choose(&mut window, "Variant", "Team vs team");
    window.get_by_label("Ann  against  Ben, Cy");
    assert_eq!(fields(&window), [1]);
    type_into(&mut window, "Sizes of the teams", "1+1+1");
    assert!(says(&window, "two teams, one of them with a single player") && !begins(&window));
    type_into(&mut window, "Sizes of the teams", "2+1");
    assert_eq!(fields(&window), [3]);
    type_into(&mut window, "Sizes of the teams", "1+2");
    assert!(begins(&window));
    // The schemes of others are refused where they are.
    type_into(&mut window, "Deck of player 3", "examples/decks/archenemy.txt");
    assert!(says(&window, "Cy has a scheme deck, and is no archenemy") && !begins(&window));
    type_into(&mut window, "Deck of player 3", "examples/decks/red-white.txt");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert!(game.is_played_as(Casual::Archenemy));
    assert_eq!([A, B].map(|id| game.zone(Zone::Schemes(id)).len()), [20, 0]);
}

/// The names of commanders are whole in the line of the hand, or called as cards call themselves.
#[test]
fn names_of_partner_commanders_are_not_cut() {
    let mut table = Table::new(3);
    table.set_seats(4);
    table.set_casual(Some(Casual::Commander));
    table.starting = Some(0);
    for seat in &mut table.seats {
        seat.deck = "examples/decks/commander-partners.txt".to_owned();
    }
    for (size, seats) in [([1366.0, 768.0], 4), ([1920.0, 1080.0], 4)] {
        let mut window = open(table.begin().unwrap());
        window.set_size(egui::vec2(size[0], size[1]));
        window.run();
        window.run();
        let texts: Vec<String> = texts_in_sight(&window).into_iter().map(|(text, _)| text).collect();
        for name in ["Ishai", "Bruse Tarl"] {
            let shown: Vec<&String> = texts.iter().filter(|text| text.starts_with(&name[..4])).collect();
            let is_whole = |text: &&&String| **text == name || text.starts_with(&format!("{name}, "));
            assert!(shown.iter().all(|text| is_whole(&text) && !text.contains('…')), "{shown:?}");
            assert!(shown.len() >= seats, "{name} at {size:?}: {texts:?}");
        }
    }
}

#[test]
fn an_empty_board_is_begun_with_teams_that_share_their_life() {
    let mut window = dialog(2);
    click(&mut window, "Empty board");
    click(&mut window, "4 players");
    choose(&mut window, "Variant", "Two headed giant");
    window.get_by_label("Ann, Ben  against  Cy, Dee");
    assert!(begins(&window));
    radio(&mut window, "Turn of Ben");
    assert!(says(&window, "a team takes its turns together: name its first player") && !begins(&window));
    radio(&mut window, "Turn of Cy");
    click(&mut window, "Begin");
    click(&mut window, "Done");
    let game = session(&window).game();
    assert!(game.players().all(|player| player.life == 30) && game.is_active(PlayerId(3)));
    assert!(says(&window, "Team 30"));
    assert_eq!(window.query_all_by_label_contains("Takes the turn").count(), 2, "both of the team");
    window.get_by_label("Team 1: Ann, Ben");
    window.get_by_label("Team 1: Ann, Ben; a teammate of Ann");
    assert_eq!(window.query_all_by_label("Team 2: Cy, Dee; an opponent of Ann").count(), 2);
}

#[test]
fn the_bundled_decks_of_each_variant_make_a_game() {
    for casual in Casual::ALL {
        for seats in [2, 3] {
            let mut table = Table::new(3);
            table.set_seats(seats);
            table.set_casual(Some(casual));
            if seats == 2 && [Casual::Archenemy, Casual::Conspiracy].contains(&casual) {
                assert_eq!(table.seating.casual, None, "there is no such game of two");
                continue;
            }
            assert!(table.check().is_ready(), "{casual:?}: {:?}", table.check());
            assert!(table.begin().unwrap().game().is_played_as(casual));
        }
    }
    // And back.
    let mut table = Table::new(3);
    table.set_casual(Some(Casual::Brawl));
    table.set_casual(None);
    assert_eq!(table, Table::new(3));
    table.set_seats(6);
    table.set_casual(Some(Casual::Archenemy));
    table.set_seating(seating("emperor").unwrap());
    assert_eq!(table.seating.casual, None, "no such game");
    assert_eq!(table.seats[0].deck, Table::new(3).seats[0].deck);
}

/// A board of so many players with a seating.
fn seated(seats: usize, word: &str) -> Session {
    let names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay"];
    let player = |name: &&str| PlayerSetup { name: (*name).to_owned(), ..Default::default() };
    let mut genesis = Genesis {
        variant: Variant::of_players(seats),
        players: names.iter().take(seats).map(player).collect(),
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, day_night: None, objects: Vec::new() }),
        ..Genesis::default()
    };
    seat(&mut genesis, Some(word), &BTreeMap::new(), &[]).unwrap();
    Session::new(genesis, "main").unwrap()
}

#[test]
fn who_is_out_of_range_is_marked_for_the_bottom_and_for_the_selected_player() {
    let mut window = open(seated(6, "emperor"));
    // A general reaches one seat to either side, an emperor two.
    assert_eq!(window.query_all_by_label("Out of the range of influence of Ann (CR 801.2)").count(), 3);
    window.get_by_label("Emperor of team 1: Ann, Ben, Cy; a teammate of Ann");
    click(&mut window, "Player Ben");
    assert_eq!(window.query_all_by_label("Out of the range of influence of Ben (CR 801.2)").count(), 1);
    window.get_by_label("Ann, Cy, Dee, Fay");
    assert!(window.query_by_label_contains("of influence of Ann").is_none());
}

#[test]
fn a_commander_shows_its_tax_and_its_damage() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios/903");
    let scenario = folder.join("cr_903_10a_twenty_one_combat_damage_from_one_commander.ron");
    let mut session_ = Session::open(&scenario).unwrap();
    session_.run(retrace_session::Command::End).unwrap();
    // Ishai dies once more, and goes to the command zone.
    let ishai = object(&session_, "Ishai, Ojutai Dragonspeaker");
    let moved = Input::Edit(Edit::Move(ishai, Zone::Graveyard(A)));
    session_.edit(&[moved], None).unwrap();
    session_.decide(A, Answer::Confirmed(true)).unwrap();
    let mut window = open(session_);
    let chip = session(&window).game().zone(Zone::Command)[0];
    let label = format!("Ishai, Ojutai Dragonspeaker {chip}");
    let spoken = control(&window, &label).accesskit_node().label().unwrap();
    assert!(spoken.contains("commander, costs 2 more as a commander"), "{spoken}");
    let place = control(&window, &label).rect();
    assert!(texts_in_sight(&window).iter().any(|(text, rect)| text == "+2" && place.contains_rect(*rect)));
    let bruse = object(session(&window), "Bruse Tarl, Boorish Herder");
    let spoken = control(&window, &format!("Bruse Tarl, Boorish Herder {bruse}")).accesskit_node().label().unwrap();
    assert!(spoken.contains(", commander"), "{spoken}");
    let damage = "Combat damage of commanders: 21 from Ishai, Ojutai Dragonspeaker, 10 from Bruse Tarl, Boorish Herder";
    assert_eq!(window.query_all_by_label_contains(damage).count(), 1, "Bob's");
    assert_eq!(window.query_all_by_label_contains("Combat damage of commanders: 10 from").count(), 1, "Cy's");
    click(&mut window, &label);
    window.get_by_label("cast 1 time from the command zone, so it costs 2 more there (CR 903.8)");
    window.get_by_label("21 of 21 to Bob (CR 903.10a)");
    click(&mut window, "Player Cy");
    window.get_by_label("10 of 21 from Bruse Tarl, Boorish Herder (CR 903.10a)");
}

/// CR 807.5: turns that go on at the same time have a stack each.
#[test]
fn all_stacks_are_shown_the_present_one_first() {
    let file = "../tests/scenarios/807/cr_807_5b_one_stack_for_each_marker.ron";
    let mut session_ = Session::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let own = session_.timelines().find(|timeline| timeline.name() == "the own stack").map(|it| it.id()).unwrap();
    let _ = session_.switch(own);
    session_.run(retrace_session::Command::End).unwrap();
    let game = session_.game();
    let [trigger, spell] = game.world().stacks().collect::<Vec<_>>()[..] else { panic!("two objects") };
    assert_eq!(game.world().stack.to_vec(), [trigger], "the ability is on the present stack");
    let window = open(session_);
    let place = |label: &str| control(&window, label).rect();
    let (above, below) = (place(&format!("Bitterblossom {trigger}")), place(&format!("Giant Growth {spell}")));
    assert!(above.bottom() <= below.top(), "{above:?} {below:?}");
    assert!(says(&window, "Stacks (2)"));
    for told in ["Player E · resolves next", "Player A · resolves next in player A's turn"] {
        assert!(super::marks::says(&window, told), "{told}");
    }
}

#[test]
fn a_vanguard_lies_beside_the_hand() {
    let mut table = Table::new(3);
    table.set_casual(Some(Casual::Vanguard));
    table.starting = Some(0);
    let window = open(table.begin().unwrap());
    for (name, modifiers) in [("Serra", "hand +1, life +1"), ("Titania", "hand +2, life -5")] {
        let begins = format!("{name} #");
        let spoken = window.query_all_by_label_contains(&begins);
        let spoken: Vec<String> = spoken.map(|node| node.accesskit_node().label().unwrap()).collect();
        assert!(spoken.iter().any(|label| label.contains(modifiers)), "{spoken:?}");
    }
}

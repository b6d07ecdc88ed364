//! Games of three to eight players.

use retrace_core::fact::Variant;
use retrace_core::rules::Pending;

use super::super::action::Action;
use super::new_game::{press_on, radio, type_into, write_decks};
use super::*;
use retrace_session::Point;
use retrace_session::files::new_game::Table;
use retrace_session::files::seats::{MOST_SEATS, SEATS};

const C: PlayerId = PlayerId(2);
const D: PlayerId = PlayerId(3);

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

/// A game of four with small decks, at Ann's first choice.
fn four(seed: u64) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table { starting: Some(0), ..Table::new(seed) };
    table.set_seats(4);
    let decks = write_decks(folder.path());
    for (place, seat) in table.seats.iter_mut().enumerate() {
        seat.deck = decks[place % 2].clone();
    }
    table.begin().unwrap()
}

fn bar(window: &Window, name: &str) -> egui::Rect {
    control(window, &format!("Player {name}")).rect()
}

#[test]
fn seats_are_added_and_taken_away_in_the_dialog_up_to_eight() {
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    click(&mut window, "8 players");
    assert!(!control(&window, "Begin").accesskit_node().is_disabled());
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"] {
        window.get_by_role_and_label(Role::RadioButton, &format!("Goes first: {name}"));
    }
    type_into(&mut window, "Name of player 3", "ann");
    window.get_by_label("The names must differ.");
    radio(&mut window, "Goes first: Hal");
    click(&mut window, "4 players");
    type_into(&mut window, "Name of player 3", "Zoe");
    radio(&mut window, "Player 2: a person");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert_eq!(game.players().map(|player| player.name.clone()).collect::<Vec<_>>(), ["Ann", "Ben", "Zoe", "Dee"]);
    let random: Vec<bool> = game.players().map(|player| session(&window).policy(player.id).is_some()).collect();
    assert_eq!(random, [false, false, true, true]);
    // Nobody has more seats than the dialog offers, or fewer.
    let mut table = Table::new(1);
    table.set_seats(99);
    assert_eq!(table.seats.len(), MOST_SEATS);
    table.set_seats(0);
    assert_eq!(table.seats.len(), *SEATS.start());
}

#[test]
fn an_empty_board_has_as_many_players_as_are_asked_for() {
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    click(&mut window, "Empty board");
    click(&mut window, "5 players");
    radio(&mut window, "Turn of Dee");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert_eq!((game.players().count(), game.world().turn.active), (5, D));
    click(&mut window, "Done");
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        bar(&window, name);
    }
}

/// A game in Ann's precombat main phase, in which each player has a creature and a land.
fn with_cards(seats: usize) -> Session {
    let pool = Pool::bundled().unwrap();
    let names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"];
    let player = |name: &&str| PlayerSetup { name: (*name).to_owned(), deck: vec![1; 10], ..Default::default() };
    let ids = (0u8..).map(PlayerId).take(seats);
    let objects = ids.flat_map(|id| [0, 1].map(|card| Placed::plain(card, id, ZoneKind::Battlefield))).collect();
    let genesis = Genesis {
        variant: Variant::of_players(seats),
        players: names.iter().take(seats).map(player).collect(),
        cards: ["Grizzly Bears", "Forest"]
            .iter()
            .map(|name| Canonical::from(pool.get(name).unwrap().clone()))
            .collect(),
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    };
    Session::new(genesis, "main").unwrap()
}

#[test]
fn every_player_has_a_seat_and_any_of_them_can_have_the_bottom() {
    for seats in SEATS {
        let mut window = open(with_cards(seats));
        let names: Vec<String> = session(&window).game().players().map(|player| player.name.clone()).collect();
        let own = bar(&window, "Ann");
        assert!(names.iter().skip(1).all(|name| bar(&window, name).bottom() < own.top()), "{seats}");
        // All permanents are in sight, each above the bar of the first seat.
        let cards = window.query_all(by().role(Role::Button).label_contains("Grizzly Bears #"));
        assert_eq!(cards.filter(|node| node.rect().height() > 20.0).count(), seats);
        let last = names.last().unwrap();
        control(&window, &format!("Player {last}")).click_secondary();
        window.run();
        click(&mut window, "Sit here");
        assert!(bar(&window, last).bottom() > bar(&window, "Ann").bottom(), "{seats}");
    }
}

/// The name of each player is whole, and the zones that have no room beside it are in its menu.
#[test]
fn in_narrow_bars_the_names_are_whole_and_the_zones_are_in_the_menu() {
    let mut window = open(with_cards(8));
    window.set_size(egui::vec2(1366.0, 768.0));
    window.run();
    window.run();
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"] {
        let rect = bar(&window, name);
        // With nothing but an ellipsis it would be narrower.
        assert!(rect.width() >= 6.0 * name.len() as f32 + 12.0, "{name} in {rect:?}");
    }
    control(&window, "Player Hal").click_secondary();
    window.run();
    click(&mut window, "Cards in");
    window.get_by_label("Exile: 0");
    click(&mut window, "Library: 10");
    assert!(window.query_all_by_label_contains("library (10)").count() > 0);
}

#[test]
fn whose_turn_it_is_who_is_attacked_and_who_has_left_stands_in_the_bars() {
    let mut session_ = with_cards(4);
    let bears = object(&session_, "Grizzly Bears");
    while session_.game().world().turn.step != Some(TurnStep::DeclareAttackers) {
        pass(&mut session_);
    }
    let mut window = open(session_);
    let within = |window: &Window, label: &str, name: &str| {
        let line = bar(window, name).y_range();
        let marks: Vec<egui::Rect> = window.query_all_by_label_contains(label).map(|node| node.rect()).collect();
        marks.iter().filter(|mark| line.contains(mark.center().y)).count()
    };
    assert_eq!(window.query_all_by_label_contains("Takes the turn").count(), 1);
    assert_eq!(within(&window, "Takes the turn", "Ann"), 1);
    // While it is being declared, and afterwards.
    let attack = vec![Assignment { object: bears, to: vec![Entity::Player(C)] }];
    do_(&mut window, Action::Draft(super::super::draft::DraftEdit::Declare(bears, vec![Entity::Player(C)])));
    assert_eq!(window.query_all_by_label("Attacked by 1 creature").count(), 1);
    do_(&mut window, Action::Answer(Answer::Declared(attack)));
    let mark = window.get_by_label("Attacked by 1 creature").rect();
    let [ben, cy, dee] = ["Ben", "Cy", "Dee"].map(|name| bar(&window, name));
    assert!(ben.right() < mark.left() && mark.right() <= cy.left() && cy.right() < dee.left(), "it is in Cy's bar");
    // Cy leaves: nobody is attacked, and the bar says so.
    control(&window, "Player Cy").click_secondary();
    window.run();
    click(&mut window, "Cy concedes");
    assert!(window.query_by_label("Attacked by 1 creature").is_none());
    window.get_by_label("Left");
    assert!(bar(&window, "Cy").width() > 10.0, "who has left still has a bar");
    assert!(session(&window).game().player(C).unwrap().left);
    control(&window, "Player Cy").click_secondary();
    window.run();
    assert!(control(&window, "Cy concedes").accesskit_node().is_disabled());
}

#[test]
fn a_game_of_four_is_played_to_its_end_rewound_forked_compared_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open(four(11));
    assert_eq!((session(&window).policy(A), session(&window).policy(D).is_some()), (None, true));
    // Nobody's hand but one's own is seen.
    assert_eq!(window.query_all_by_label("In hand: 7 cards, hidden").count(), 3);
    for turn in 0..900 {
        if session(&window).choice().is_none() {
            break;
        }
        press_on(&mut window);
        // In the middle of it somebody has enough.
        if turn == 60 && !session(&window).game().player(D).unwrap().left {
            control(&window, "Player Dee").click_secondary();
            window.run();
            click(&mut window, "Dee concedes");
        }
    }
    let Pending::Over(_) = session(&window).pending() else { panic!("the game is not over") };
    window.get_by_label_contains(" won the game");
    let left = session(&window).game().players().filter(|player| player.left).count();
    assert_eq!(left, 3, "who lost has left");
    let end = session(&window).cursor();
    click(&mut window, "To the middle of the game");
    assert!(session(&window).cursor().step < end.step);
    // Another answer in the past: the person concedes, and the others go on without them.
    while session(&window).choice().is_none_or(|choice| choice.answered_by != A) {
        key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    }
    control(&window, "Player Ann").click_secondary();
    window.run();
    click(&mut window, "Ann concedes");
    assert_eq!(names(&window), ["main", "main~2"]);
    assert!(session(&window).game().player(A).unwrap().left);
    assert_eq!(session(&window).len_steps(TimelineId(0)), end.step, "the game that was played stays as it was");
    key(&mut window, Modifiers::NONE, Key::C);
    window.get_by_label("First difference:");
    window.get_by_label("Stop comparing").click();
    window.run();
    // What the person saw would be another kind of file.
    do_(&mut window, Action::See(None));
    let file = folder.path().join("four.retrace");
    key(&mut window, ctrl(), Key::S);
    type_into(&mut window, "File", file.to_str().unwrap());
    click(&mut window, "Export");
    super::marks::settle(&mut window);
    let said: Vec<String> = window.query_all_by(|_| true).filter_map(|it| it.accesskit_node().value()).collect();
    assert!(file.is_file(), "{said:?}");
    let tip = session(&window).current().tip();
    assert_eq!(Session::open(&file).unwrap().current().tip(), tip);
}

/// A game of four in which the only person has conceded, with a way to hold jobs, as they are, and
/// to let them go on; and where the cursor was before.
fn conceded() -> (Window, impl Fn(bool), Point) {
    let mut window = open(four(11));
    (0..12).for_each(|_| press_on(&mut window));
    let before = session(&window).cursor();
    let held = window.state().as_ref().unwrap().held.clone();
    held.set(true);
    do_(&mut window, Action::Concede(A));
    (window, move |hold| held.set(hold), before)
}

#[test]
fn the_rest_of_a_game_without_persons_is_a_job_that_can_be_cancelled_and_asked_for_again() {
    let (mut window, hold, before) = conceded();
    window.get_by_role_and_label(Role::ProgressIndicator, "The others play on");
    let there = session(&window).cursor();
    assert!(there.step > before.step && session(&window).game().player(A).unwrap().left);
    assert!(matches!(session(&window).pending(), Pending::Choices(_)), "most of it is still to come");
    click(&mut window, "Cancel");
    hold(false);
    super::marks::settle(&mut window);
    assert_eq!(session(&window).cursor(), there, "nothing came of it");
    // Whoever is at the head can let them go on; whoever looks at the past meanwhile stays there.
    hold(true);
    click(&mut window, "Let them play on");
    key(&mut window, Modifiers::NONE, Key::Home);
    hold(false);
    super::marks::settle(&mut window);
    assert_eq!(session(&window).cursor().step, 0);
    key(&mut window, Modifiers::NONE, Key::End);
    let Pending::Over(_) = session(&window).pending() else { panic!("they played to the end") };
    window.get_by_label_contains(" won the game");
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).cursor(), before, "all of it belongs to the concession");
}

/// A bookmark leads nowhere, so what the others play meanwhile is no part of it.
#[test]
fn undoing_a_bookmark_leaves_what_the_others_played_meanwhile() {
    let (mut window, hold, before) = conceded();
    let there = session(&window).cursor();
    key(&mut window, Modifiers::NONE, Key::B);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).bookmarks().count(), 1);
    hold(false);
    super::marks::settle(&mut window);
    let Pending::Over(_) = session(&window).pending() else { panic!("they played to the end") };
    assert_eq!(session(&window).undoable().as_deref(), Some("moves of the others"));
    // First their moves go, then the bookmark, then the concession.
    key(&mut window, ctrl(), Key::Z);
    assert_eq!((session(&window).cursor(), session(&window).bookmarks().count()), (there, 1));
    key(&mut window, ctrl(), Key::Z);
    assert_eq!((session(&window).cursor(), session(&window).bookmarks().count()), (there, 0));
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).cursor(), before);
}

#[test]
fn a_game_of_random_players_alone_does_not_hold_up_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(3);
    for (seat, deck) in table.seats.iter_mut().zip(write_decks(folder.path())) {
        (seat.deck, seat.random) = (deck, true);
    }
    let begun = table.begin().unwrap();
    assert!(begun.is_out_of_patience() && begun.choice().is_some());
    let mut window = open(begun);
    super::marks::settle(&mut window);
    let Pending::Over(_) = session(&window).pending() else { panic!("they played to the end") };
}

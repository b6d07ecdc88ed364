//! The board in windows of several sizes: what is in sight, stacks, the layouts of the panels, what
//! is read of a card; and that all of it is reached and named.

use std::collections::BTreeSet;

use egui::{Rect, Vec2, vec2};

use super::super::action::Action;
use super::super::board::face::{self, Face, How};
use super::super::layout::Pane;
use super::*;

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

/// Creatures whose names are all different, with no effects on one another that would make the
/// board smaller: two of a legend would be one too many.
fn creatures(count: usize) -> Vec<&'static str> {
    let pool = Box::leak(Box::new(Pool::bundled().unwrap()));
    let plain = |name: &&str| {
        pool.get(name).map(|card| card.front()).is_some_and(|face| {
            face.types.has(retrace_core::card::CardType::Creature)
                && !face.supertypes.has(retrace_core::card::Supertype::Legendary)
                && face.abilities.is_empty()
                && face.power.is_some()
        })
    };
    let names: Vec<&str> = pool.names().filter(plain).collect();
    names.into_iter().take(count).collect()
}

/// A board of this many permanents a side: creatures of different names as far as there are, in all
/// states that make a difference, and lands.
fn crowded(each: usize) -> Session {
    let names = creatures(each);
    let mut permanents: Vec<(&str, PlayerId)> = Vec::new();
    for player in [A, B] {
        let of = |at: usize| names.get(at % names.len()).copied().unwrap();
        permanents.extend((0..each.saturating_sub(7)).map(|at| (of(at), player)));
        permanents.extend([("Plains", player); 7]);
    }
    board(&permanents, &[("Mighty Leap", A), ("Grizzly Bears", A), ("Mighty Leap", B)])
}

fn open_in(session: Session, size: Vec2) -> Window {
    let mut window = open(session);
    window.set_size(size);
    window.run();
    window
}

/// The rectangles of all permanents, by what a screen reader says of them.
fn permanents(window: &Window) -> Vec<(String, Rect)> {
    let game = session(window).game();
    let ids: Vec<String> = game.world().battlefield.iter().map(|id| format!("{} {id}", game.name_of(*id))).collect();
    let nodes = window.query_all(by().role(Role::Button)).filter_map(|node| {
        let label = node.accesskit_node().label()?;
        ids.iter().any(|id| label.starts_with(&format!("{id},")) || label == *id).then(|| (label, node.rect()))
    });
    nodes.collect()
}

/// How many permanents are named by the buttons: a stack names all its members.
fn named(window: &Window) -> usize {
    let count = |label: &str| {
        let stack = label.split(", in a stack of ").nth(1);
        stack.and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok()).unwrap_or(1)
    };
    permanents(window).iter().map(|(label, _)| count(label)).sum()
}

fn assert_all_in_sight(window: &Window, size: Vec2) {
    let seen = permanents(window);
    let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
    for (index, (label, rect)) in seen.iter().enumerate() {
        assert!(screen.contains_rect(*rect), "{label} is out of sight: {rect:?}");
        assert!(rect.width() >= 80.0 && rect.height() >= 24.0, "{label} is too small: {rect:?}");
        for (other, also) in &seen[index + 1..] {
            let both = rect.intersect(*also);
            assert!(both.width() < 0.5 || both.height() < 0.5, "{label} {rect:?} lies on {other} {also:?}");
        }
    }
    assert_eq!(named(window), session(window).game().world().battlefield.len());
    assert!(!scrolls(window), "nothing scrolls: {}", session(window).game().world().battlefield.len());
}

#[test]
fn every_permanent_is_in_sight_at_the_promised_numbers() {
    for (each, size) in [(25, vec2(1366.0, 768.0)), (60, vec2(1920.0, 1080.0))] {
        let mut window = open_in(crowded(each), size);
        assert_all_in_sight(&window, size);
        do_(&mut window, Action::Command(retrace_session::Command::LayoutPlay));
        assert_all_in_sight(&window, size);
    }
}

/// 1366 × 768 pixels at 200 %, with a choice beside the board. The tests' window has a margin of
/// eight points that a real one has not.
#[test]
fn eight_permanents_a_side_are_in_sight_beside_a_choice_at_twice_the_size() {
    let size = vec2(683.0 + 16.0, 384.0 + 16.0);
    let names = creatures(5);
    let mut permanents: Vec<(&str, PlayerId)> = Vec::new();
    for player in [A, B] {
        permanents.extend(names.iter().map(|name| (*name, player)));
        permanents.extend(["Plains", "Plains", "Island"].map(|land| (land, player)));
    }
    let begun = || board(&permanents, &[("Mighty Leap", A), ("Grizzly Bears", A), ("Mighty Leap", B)]);
    let in_sight = |session: Session| {
        let window = open_in(session, size);
        window.get_by_label("Choice");
        let seen = permanents_in_full(&window, size);
        assert_eq!(seen, 16);
        // The line of the turn has moved to the titles, and the hand of the other player to a
        // window.
        assert!(window.query_all_by_label_contains("Sees: all").count() == 1 && !control_missing(&window, "Hand 1"));
    };
    in_sight(begun());
    // In combat, with a block.
    let mut session = begun();
    to_declaring(&mut session);
    let mine = |session: &Session, of: PlayerId| -> Vec<ObjectId> {
        let game = session.game();
        let all = game.world().battlefield.iter().copied();
        all.filter(|id| game.controller(*id) == Some(of) && names.contains(&game.name_of(*id).as_ref())).collect()
    };
    let (attacker, blockers) = (mine(&session, A)[0], mine(&session, B));
    let declare = |objects: &[ObjectId], to: Entity| {
        Answer::Declared(objects.iter().map(|object| Assignment { object: *object, to: vec![to] }).collect())
    };
    session.decide(A, declare(&[attacker], Entity::Player(B))).unwrap();
    to_declaring(&mut session);
    session.decide(B, declare(&blockers[..2], Entity::Object(attacker))).unwrap();
    in_sight(session);
}

/// Passes until creatures are to be declared.
fn to_declaring(session: &mut Session) {
    while !matches!(session.choice().unwrap().domain, Domain::Declare { .. }) {
        pass(session);
    }
}

/// Whether a line says that permanents are out of sight.
fn scrolls(window: &Window) -> bool {
    let says = |text: &str| text.contains("more below") || text.contains("more above");
    texts_in_sight(window).iter().any(|(text, _)| says(text))
}

/// How many permanents are seen, each with its name and numbers whole.
fn permanents_in_full(window: &Window, size: Vec2) -> usize {
    let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
    let all = permanents(window);
    assert!(all.iter().all(|(label, rect)| {
        let readable = rect.width() >= 78.0 && rect.height() >= 24.0 && screen.contains_rect(*rect);
        assert!(readable, "{label} at {rect:?}");
        readable
    }));
    assert!(!scrolls(window), "{:?}", texts_in_sight(window));
    named(window)
}

#[test]
fn the_demonstration_is_whole_at_twice_the_size_and_in_the_smallest_window() {
    for size in [vec2(960.0, 540.0), vec2(900.0, 600.0)] {
        let window = open_in(primer(), size);
        assert_all_in_sight(&window, size);
        // The bars of both players, too.
        for player in ["Player Ann", "Player Ben"] {
            let bar = control(&window, player).rect();
            assert!(Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(bar), "{player} at {size}");
        }
    }
}

#[test]
fn equal_lands_are_a_stack_that_is_laid_out_and_stacked_again() {
    let mut window = open(board(&[("Plains", A), ("Plains", A), ("Plains", A), ("Grizzly Bears", A)], &[]));
    let lands = |window: &Window| permanents(window).iter().filter(|(label, _)| label.starts_with("Plains")).count();
    assert_eq!((lands(&window), named(&window)), (1, 4));
    click(&mut window, "Lay out 3 equal Plains");
    assert_eq!((lands(&window), named(&window)), (3, 4));
    click(&mut window, "Stack 3 equal Plains");
    assert_eq!(lands(&window), 1);
    // A tapped one is not equal to the others.
    let plains = object(session(&window), "Plains");
    let inputs = session(&window).read_edits(&format!("Tapped(of: \"{plains}\", is: true)")).unwrap();
    do_(&mut window, Action::Edit(inputs));
    assert_eq!((lands(&window), named(&window)), (2, 4));
    assert!(permanents(&window).iter().any(|(label, _)| label.starts_with(&format!("Plains {plains}, tapped"))));
}

#[test]
fn the_layouts_give_the_board_its_room_and_keep_what_was_made_of_them() {
    let mut window = open(primer());
    let room = |window: &Window| {
        let bars = ["Player Ann", "Player Ben"].map(|player| control(window, player).rect());
        let all = bars[0].union(bars[1]);
        let zones = window.get_all_by_label("Hand 0").chain(window.get_all_by_label("Hand 1"));
        zones.fold(all, |all, node| all.union(node.rect())).area()
    };
    let debug = room(&window);
    key(&mut window, ctrl(), Key::Num1);
    let play = room(&window);
    assert!(play > debug * 1.2, "{play} and {debug}");
    do_(&mut window, Action::ShowPane(Pane::Choice, false));
    key(&mut window, ctrl(), Key::Num2);
    assert_eq!(room(&window), debug);
    key(&mut window, ctrl(), Key::Num1);
    assert!(window.query_by_label("Pass").is_none(), "it is hidden here still");
    // One panel in the whole window, and back.
    key(&mut window, ctrl(), Key::Num2);
    do_(&mut window, Action::Maximize(Some(Pane::Board)));
    assert!(room(&window) > play && window.query_by_label("Play or pause").is_none());
    key(&mut window, Modifiers::NONE, Key::M);
    assert_eq!(room(&window), debug);
    // What is asked for is shown in any case.
    do_(&mut window, Action::Maximize(Some(Pane::Board)));
    key(&mut window, ctrl(), Key::F);
    window.get_by_role_and_label(Role::TextInput, "Filter of the events");
}

#[test]
fn the_splitter_above_the_timeline_moves_and_stays() {
    let mut window = open(primer());
    let top = |window: &Window| control(window, "Play or pause").rect().top();
    let filter = |window: &Window| window.get_by_role_and_label(Role::TextInput, "Filter of the events").rect().top();
    // The last event, at the lower end of the table.
    let row = |window: &Window| {
        let no = session(window).current().len_entries() - 1;
        let of = move |label: String| label.starts_with(&format!("Event {no}: "));
        window.query_by(move |node| node.label().is_some_and(&of)).map(|node| node.rect())
    };
    let (before, above) = (top(&window), filter(&window));
    assert!(row(&window).is_some_and(|it| it.bottom() < before));
    // It is just above the buttons.
    let from = egui::pos2(800.0, before - 9.0);
    window.drag_at(from);
    window.run();
    window.hover_at(from - vec2(0.0, 40.0));
    window.run();
    window.drop_at(from - vec2(0.0, 40.0));
    window.run();
    let after = top(&window);
    assert!((before - after - 40.0).abs() < 4.0, "{before} and {after}");
    assert!(row(&window).is_some_and(|it| it.bottom() < after), "the row of the cursor stays in sight");
    window.run_steps(5);
    assert_eq!(top(&window), after);
    do_(&mut window, Action::Command(retrace_session::Command::ResetLayout));
    window.run();
    assert_eq!((top(&window), filter(&window)), (before, above));
}

#[test]
fn an_inspector_with_nothing_to_inspect_leaves_its_room_to_the_events() {
    let mut window = open(primer());
    let top = |window: &Window| window.get_by_role_and_label(Role::TextInput, "Filter of the events").rect().top();
    let without = top(&window);
    let thief = object(session(&window), "Shielded Aether Thief");
    do_(&mut window, Action::Select(Entity::Object(thief)));
    window.run();
    assert!(top(&window) > without + 80.0, "{} and {without}", top(&window));
}

#[test]
fn what_a_permanent_gained_and_lost_is_read_with_its_source() {
    let session = board(&[("Archetype of Imagination", A), ("Grizzly Bears", A), ("Grizzly Bears", B)], &[]);
    let bears = object(&session, "Grizzly Bears");
    let lines = face::text(session.game(), bears);
    let gained = lines.iter().find(|line| matches!(line.how, How::Gained(_))).unwrap();
    assert!(gained.text.eq_ignore_ascii_case("flying"), "{lines:?}");
    assert!(matches!(&gained.how, How::Gained(from) if from.contains("Archetype of Imagination")), "{lines:?}");
    assert!(Face::of(session.game(), bears).unwrap().modified);
    let session = board(&[("Humility", A), ("Serra Angel", B)], &[]);
    let angel = object(&session, "Serra Angel");
    let face = Face::of(session.game(), angel).unwrap();
    assert!(face.lost && face.modified && face.label().contains("has lost abilities"), "{}", face.label());
    assert!(face::text(session.game(), angel).iter().all(|line| line.how == How::Lost));
    // The window says so, and shows the card large on a key.
    let mut window = open(session);
    do_(&mut window, Action::Select(Entity::Object(angel)));
    key(&mut window, Modifiers::NONE, Key::T);
    window.get_by_label("Lost");
    window.get_by_label("1/1 now, printed 4/4");
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("1/1 now, printed 4/4").is_none());
}

/// The bars with which a list scrolls belong to egui, and have a role but no names.
#[test]
fn every_control_has_a_name() {
    let mut window = open(primer());
    let check = |window: &Window, place: &str| {
        for node in window.query_all_by(|node| CONTROLS.contains(&node.role())) {
            let it = node.accesskit_node();
            let named = it.label().is_some_and(|label| !label.trim().is_empty());
            let bounds = it.raw_bounds();
            assert!(named || it.value().is_some_and(|it| !it.is_empty()), "{place}: a {:?} at {bounds:?}", it.role());
        }
    };
    for layout in [Key::Num1, Key::Num3, Key::Num2] {
        key(&mut window, ctrl(), layout);
        check(&window, &format!("{layout:?}"));
        for pane in Pane::ALL {
            do_(&mut window, Action::ShowPane(*pane, true));
            check(&window, pane.title());
        }
    }
    // Out of the field of the watches.
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    let dialogs = [
        (Modifiers::SHIFT, Key::Questionmark),
        (ctrl(), Key::K),
        (ctrl(), Key::N),
        (Modifiers::NONE, Key::E),
        (Modifiers::SHIFT, Key::E),
        (ctrl(), Key::O),
        (ctrl(), Key::S),
        (Modifiers::NONE, Key::B),
        (Modifiers::NONE, Key::F2),
    ];
    for (modifiers, pressed) in dialogs {
        key(&mut window, modifiers, pressed);
        assert!(window.state().as_ref().unwrap().view.dialog.is_some(), "{pressed:?}");
        check(&window, &format!("{pressed:?}"));
        key(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn tab_reaches_every_button() {
    let mut window = open(primer());
    let named = |node: &Node<'_>| node.accesskit_node().label().unwrap_or_default();
    let buttons = |window: &Window| -> BTreeSet<String> {
        let all = window.query_all_by(|node| node.role() == Role::Button && !node.is_disabled());
        all.map(|node| named(&node)).collect()
    };
    let mut missing = buttons(&window);
    assert!(missing.len() > 40, "{missing:?}");
    for _ in 0..400 {
        key(&mut window, Modifiers::NONE, Key::Tab);
        let focused = window.query_all_by(|node| node.is_focused()).next().map(|node| named(&node));
        if let Some(name) = focused {
            missing.remove(&name);
        }
        if missing.is_empty() {
            break;
        }
    }
    assert!(missing.is_empty(), "no way to {missing:?}");
}

/// On the table a cost gives way to the name beside it; in hand it stays.
#[test]
fn names_of_permanents_are_whole_where_a_cost_would_cut_them() {
    let window = open_in(Session::demo().unwrap(), vec2(1366.0, 768.0));
    let texts: Vec<String> = texts_in_sight(&window).into_iter().map(|(text, _)| text).collect();
    for name in ["Jace Beleren", "Aethergeode Miner", "Dire Fleet Captain", "Mighty Leap"] {
        assert!(texts.iter().any(|text| text == name), "{name}: {texts:?}");
    }
    let leap = window.query_all_by_label_contains("Mighty Leap #").next().unwrap().rect();
    let costs = texts_in_sight(&window).into_iter().filter(|(text, at)| text == "W" && leap.contains_rect(*at));
    assert_eq!(costs.count(), 1, "of the card in hand");
}

/// However low a field is, a line says how many of its permanents are out of sight.
#[test]
fn a_field_that_scrolls_says_so_however_low_it_is() {
    for height in [384.0, 360.0, 340.0, 320.0] {
        let window = open_in(crowded(40), vec2(683.0, height));
        let told: Vec<(String, Rect)> =
            texts_in_sight(&window).into_iter().filter(|(text, _)| text.contains(" more ")).collect();
        let sides = told.iter().filter(|(text, _)| text.starts_with('↑') || text.starts_with('↓')).count();
        assert_eq!(sides, 2, "{height}: {told:?}");
    }
}

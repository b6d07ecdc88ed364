//! Playing by hand: clicks, dragging, number keys; the palette; two boards side by side.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use retrace_core::fact::{Prompt, Zone};

use super::super::action::Action;
use super::super::view::Compared;
use super::choices::{drag, middle};
use super::marks::{says, settle};
use super::*;
use retrace_session::Point;

fn hand(window: &Window, name: &str) -> ObjectId {
    let game = session(window).game();
    game.zone(Zone::Hand(A)).iter().copied().find(|id| game.name_of(*id) == name).unwrap()
}

/// Two equal lands untapped, a third that is not equal, a creature, and two cards.
fn table() -> Session {
    let lands = [("Plains", A), ("Plains", A), ("Mountain", A), ("Grizzly Bears", A), ("Grizzly Bears", B)];
    board(&lands, &[("Mighty Leap", A), ("Plains", A)])
}

#[test]
fn actions_come_first_and_equal_lands_are_one() {
    let mut window = open(table());
    control(&window, "Tap Plains for mana ×2");
    control(&window, "Tap Mountain for mana");
    let place = |window: &Window, label: &str| control(window, label).rect().min;
    let (cast, tap) = (place(&window, "Cast Mighty Leap"), place(&window, "Tap Plains for mana ×2"));
    assert!(cast.y < tap.y, "mana abilities come last");
    // The number keys follow what is seen: pass, cast, play; then the lands.
    let labels: Vec<String> = {
        let app = window.state().as_ref().unwrap();
        let choice = app.session().choice().unwrap();
        super::super::choice::listed(app.session().game(), &choice).into_iter().map(|it| it.label).collect()
    };
    let lead = labels.iter().position(|it| it.starts_with("Tap")).unwrap();
    assert!(
        labels[..lead].iter().any(|it| it == "Play Plains") && labels[lead..].iter().all(|it| it.starts_with("Tap"))
    );
    let key_of_plains = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][lead];
    key(&mut window, Modifiers::NONE, key_of_plains);
    key(&mut window, Modifiers::NONE, Key::Enter);
    let tapped = |window: &Window| {
        let game = session(window).game();
        game.world().battlefield.iter().filter(|id| game.object(**id).unwrap().status.tapped).count()
    };
    assert_eq!(tapped(&window), 1);
    control(&window, "Tap Plains for mana");
}

#[test]
fn what_can_be_completed_comes_before_what_would_have_to_be_taken_back() {
    let session = board(&[("Plains", A), ("Mountain", A)], &[("Serra Angel", A), ("Mighty Leap", A), ("Plains", A)]);
    let choice = session.choice().unwrap();
    let labels = super::super::choice::listed(session.game(), &choice).into_iter().map(|it| it.label);
    let labels: Vec<String> = labels.collect();
    let wanted = ["Pass", "Play Plains", "Cast Serra Angel", "Tap Plains for mana", "Tap Mountain for mana"];
    let places: Vec<Option<usize>> = wanted.iter().map(|it| labels.iter().position(|label| label == it)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{labels:?}");
}

#[test]
fn a_click_plays_what_can_be_played_and_dragging_aims() {
    let mut window = open(table());
    let plains = hand(&window, "Plains");
    click(&mut window, &format!("Plains {plains}"));
    assert!(session(&window).game().zone(Zone::Hand(A)).iter().all(|id| *id != plains), "the land is played");
    // Dragged onto a creature, the spell has it as its target.
    let leap = hand(&window, "Mighty Leap");
    let bears = object(session(&window), "Grizzly Bears");
    let (from, to) =
        (middle(&window, &format!("Mighty Leap {leap}")), middle(&window, &format!("Grizzly Bears {bears}")));
    drag(&mut window, from, to);
    let choice = session(&window).choice().unwrap();
    assert!(matches!(choice.prompt, Prompt::Payment(_)), "{:?}: the target is chosen", choice.prompt);
    key(&mut window, Modifiers::NONE, Key::P);
    let spell = *session(&window).game().zone(Zone::Stack).iter().next().unwrap();
    let announced = session(&window).game().object(spell).unwrap().announced.clone().unwrap();
    assert!(format!("{announced:?}").contains(&format!("{bears:?}")), "{announced:?}");
    // In the past a click only selects, since anything else would fork.
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    click(&mut window, &format!("Plains {plains}"));
    assert_eq!(names(&window), ["main"]);
}

#[test]
fn what_a_player_did_is_not_hidden_from_them() {
    let mut window = open(table());
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(Action::See(Some(A)), &ctx);
    window.run();
    let leap = hand(&window, "Mighty Leap");
    click(&mut window, &format!("Mighty Leap {leap}"));
    assert!(matches!(session(&window).choice().unwrap().prompt, Prompt::Targets(..)));
    let cursor = session(&window).cursor();
    let plain = session(&window).headline(cursor).and_then(|no| session(&window).entry(cursor.timeline, no));
    assert!(plain.is_some_and(|(_, entry)| !entry.event.is_story()), "the last step is bookkeeping");
    assert!(!says(&window, "Hidden"), "what is told is what came before it");
}

#[test]
fn a_land_is_dragged_onto_the_battlefield() {
    let mut window = open(table());
    let plains = hand(&window, "Plains");
    let from = middle(&window, &format!("Plains {plains}"));
    let bears = object(session(&window), "Grizzly Bears");
    let beside = control(&window, &format!("Grizzly Bears {bears}")).rect();
    drag(&mut window, from, Pos2::new(beside.right() + 60.0, beside.center().y));
    let lands = session(&window).game().world().battlefield.len();
    assert_eq!(lands, 6, "played");
}

#[test]
fn the_arrow_keys_choose_in_the_palette() {
    let mut window = open(primer());
    key(&mut window, ctrl(), Key::K);
    window.event(egui::Event::Text("bookmark".to_owned()));
    window.run();
    // The names that begin so come first; the third is one after the second.
    let at = |window: &Window| match &window.state().as_ref().unwrap().view.dialog {
        Some(super::super::view::Dialog::Palette(palette)) => palette.at,
        other => panic!("{other:?}"),
    };
    for (pressed, wanted) in [(Key::ArrowDown, 1), (Key::ArrowDown, 2), (Key::ArrowUp, 1)] {
        key(&mut window, Modifiers::NONE, pressed);
        assert_eq!(at(&window), wanted);
    }
    key(&mut window, Modifiers::NONE, Key::ArrowUp);
    key(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("New bookmark");
    // What is typed replaces the suggested name.
    window.event(egui::Event::Text("mine".to_owned()));
    window.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(session(&window).bookmark("mine").is_some(), "{:?}", session(&window).bookmarks().collect::<Vec<_>>());
}

#[test]
fn two_boards_stand_side_by_side_and_one_cursor_moves_both() {
    let mut session_ = primer();
    let main = session_.cursor().timeline;
    let attack = session_.current().decision_points().find(|step| {
        let game = session_.current().game_at(*step);
        retrace_core::rules::choice(&game).is_some_and(|choice| choice.prompt == Prompt::Blockers)
    });
    session_.seek(Point::new(main, attack.unwrap()));
    session_.decide(B, Answer::Declared(Vec::new())).unwrap();
    let fork = session_.cursor().timeline;
    while session_.game().world().turn.step != Some(TurnStep::PostcombatMain) {
        pass(&mut session_);
    }
    let mut window = open(session_);
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(Action::Compare(Compared::Timelines(main, fork)), &ctx);
    settle(&mut window);
    let places = |window: &Window| window.state().as_ref().unwrap().view.comparison.as_ref().unwrap().places;
    let steps = |window: &Window| {
        let (a, b) = places(window);
        [a, b].map(|point| session(window).game_at(point).world().turn.step)
    };
    // `main` ends in combat: the other board is at its last moment. Back in combat both are there.
    (0..3).for_each(|_| key(&mut window, ctrl(), Key::ArrowLeft));
    let [left, right] = steps(&window);
    assert_eq!(left, right, "the same turn step");
    assert_eq!(places(&window).1, session(&window).cursor(), "the cursor moves both");
    assert!(says(&window, "marked"));
    // The Captain is on both boards; what is under its name differs.
    let captain = object(session(&window), "Dire Fleet Captain");
    let both = window.query_all_by_label_contains(&format!("Dire Fleet Captain {captain}")).count();
    assert!(both >= 2, "{both}");
    click(&mut window, "Go there");
    assert_eq!(session(&window).cursor().timeline, main);
    assert_eq!(places(&window).0, session(&window).cursor());
    click(&mut window, "at their ends");
    let end = |id| Point::new(id, session(&window).len_steps(id));
    assert_eq!(places(&window), (end(main), end(fork)));
    assert!(says(&window, "Events, aligned"));
}

/// In a frame that takes long, the pointer is over another card by the time that the drag begins.
#[test]
fn a_fast_drag_takes_what_was_pressed() {
    let mut window = open(table());
    let (plains, leap) = (hand(&window, "Plains"), hand(&window, "Mighty Leap"));
    let at = |window: &Window, name: &str, id: ObjectId| control(window, &format!("{name} {id}")).rect().center();
    let (from, over) = (at(&window, "Plains", plains), at(&window, "Mighty Leap", leap));
    window.hover_at(from);
    window.run();
    window.event(egui::Event::PointerButton {
        pos: from,
        button: egui::PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::NONE,
    });
    window.event(egui::Event::PointerMoved(over));
    window.run();
    let to = over - egui::vec2(0.0, 120.0);
    window.hover_at(to);
    window.run();
    window.drop_at(to);
    window.run();
    let left = session(&window).game().zone(Zone::Hand(A)).to_vec();
    assert!(!left.contains(&plains) && left.contains(&leap), "{left:?}");
}

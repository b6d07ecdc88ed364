//! The panels for watches and exploring.

use super::marks::{says, settle};
use super::*;

/// Shows a panel from the menu, as a person would.
fn show(window: &mut Window, pane: crate::window::layout::Pane) {
    let ctx = window.ctx.clone();
    let app = window.state_mut().as_mut().unwrap();
    app.apply(crate::window::action::Action::ShowPane(pane, true), &ctx);
    window.run();
}

fn watches() -> Window {
    let mut window = open(primer());
    show(&mut window, crate::window::layout::Pane::Watches);
    window
}

fn field<'a>(window: &'a Window, name: &'a str) -> Node<'a> {
    window.get_by_role_and_label(Role::TextInput, name)
}

fn type_into(window: &mut Window, name: &str, text: &str) {
    field(window, name).focus();
    window.run();
    field(window, name).type_text(text);
    window.run();
}

fn enter(window: &mut Window) {
    key(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn the_empty_panels_say_what_to_do() {
    let mut window = watches();
    assert!(says(&window, "Type what to keep an eye on"));
    show(&mut window, crate::window::layout::Pane::Explore);
    assert!(says(&window, "every legal answer is tried on a fork of its own"));
}

#[test]
fn a_watch_is_typed_shown_changed_and_removed() {
    let mut window = watches();
    type_into(&mut window, "Expression", "count(creatures)");
    enter(&mut window);
    settle(&mut window);
    assert_eq!(session(&window).marks().watches, ["count(creatures)"]);
    let here = session(&window).game();
    let creatures = here.world().battlefield.iter().filter(|id| here.is_creature(**id)).count();
    assert!(window.query_by_label(&format!("count(creatures) is {creatures}")).is_some());
    assert!(says(&window, "count(creatures) along the timeline: from 0 to 3"), "its line");
    // The value follows the cursor.
    key(&mut window, Modifiers::NONE, Key::Home);
    assert!(window.query_by_label("count(creatures) is 0").is_some());
    // Change it.
    click(&mut window, "More on count(creatures)");
    click(&mut window, "Change…");
    type_into(&mut window, "Expression", " + 1");
    enter(&mut window);
    settle(&mut window);
    assert_eq!(session(&window).marks().watches, ["count(creatures) + 1"]);
    // Remove it, and bring it back.
    click(&mut window, "More on count(creatures) + 1");
    click(&mut window, "Remove");
    assert!(session(&window).marks().watches.is_empty());
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).marks().watches, ["count(creatures) + 1"]);
}

#[test]
fn what_is_wrong_is_told_under_the_place_as_one_types() {
    let mut window = watches();
    type_into(&mut window, "Expression", "A.lfe + ");
    assert!(!says(&window, "^"), "what is not finished is not wrong");
    type_into(&mut window, "Expression", "1");
    assert!(says(&window, "^"), "a mark under the place");
    assert!(says(&window, "did you mean `life`?"));
    enter(&mut window);
    assert!(session(&window).marks().watches.is_empty(), "what is wrong is not taken");
    assert!(says(&window, "column 3"));
}

#[test]
fn words_are_completed_with_tab_and_by_a_click() {
    let mut window = watches();
    type_into(&mut window, "Expression", "A.li");
    assert!(window.query_by_label("Complete: life").is_some() && window.query_by_label("Complete: power").is_none());
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(field(&window, "Expression").value().as_deref(), Some("A.life"));
    type_into(&mut window, "Expression", " > count(crea");
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::ArrowUp);
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(field(&window, "Expression").value().as_deref(), Some("A.life > count(creatures"));
    type_into(&mut window, "Expression", " where tap");
    window.get_by_label("Complete: tapped").click();
    window.run();
    assert_eq!(field(&window, "Expression").value().as_deref(), Some("A.life > count(creatures where tapped"));
    assert!(field(&window, "Expression").is_focused(), "typing goes on");
}

#[test]
fn breakpoints_are_listed_with_their_hits() {
    let mut window = watches();
    type_into(&mut window, "Expression", "Blocked");
    click(&mut window, "Break");
    settle(&mut window);
    let id = session(&window).cursor().timeline;
    let hits = session(&window).hits(id);
    assert_eq!((hits.len(), session(&window).hits_of(id, 0).unwrap().len()), (1, 2), "both block at once");
    assert!(says(&window, "2 hits"));
    click(&mut window, "First hit of Blocked");
    assert_eq!(session(&window).cursor().step, hits[0]);
    key(&mut window, Modifiers::NONE, Key::Home);
    click(&mut window, "Run on");
    settle(&mut window);
    assert_eq!(session(&window).cursor().step, hits[0]);
    window.get_by_label("Stop at Blocked").click();
    window.run();
    assert!(!session(&window).marks().breakpoints[0].enabled);
    assert!(session(&window).hits(id).is_empty());
}

#[test]
fn first_becomes_true_goes_there() {
    let mut window = watches();
    type_into(&mut window, "Expression", "count(creatures) < 3");
    enter(&mut window);
    settle(&mut window);
    click(&mut window, "More on count(creatures) < 3");
    click(&mut window, "First becomes true here");
    settle(&mut window);
    let (here, id) = (session(&window).cursor(), session(&window).cursor().timeline);
    let predicate = session(&window).predicate(id, "count(creatures) < 3").unwrap();
    let holds = |step| session(&window).current().holds_at(step, &predicate).unwrap();
    assert!(holds(here.step) && !holds(here.step - 1));
    assert!(says(&window, "places were checked"));
}

#[test]
fn shrinking_makes_a_timeline_of_its_own() {
    let mut window = watches();
    type_into(&mut window, "Expression", "Attacked");
    click(&mut window, "Break");
    settle(&mut window);
    let before = session(&window).current().commits().len();
    click(&mut window, "More on Attacked");
    click(&mut window, "Shrink to this");
    settle(&mut window);
    assert_eq!(names(&window).len(), 2);
    assert!(session(&window).current().commits().len() < before);
    assert!(says(&window, "inputs are left of"));
}

#[test]
fn explore_fills_a_table_and_a_click_makes_a_fork() {
    let mut session_ = primer_board();
    (0..4).for_each(|_| pass(&mut session_));
    let captain = object(&session_, "Dire Fleet Captain");
    let to = vec![Entity::Player(B)];
    session_.decide(A, Answer::Declared(vec![Assignment { object: captain, to }])).unwrap();
    while !matches!(session_.choice().unwrap().domain, Domain::Declare { .. }) {
        pass(&mut session_);
    }
    let mut window = open(session_);
    settle(&mut window);
    key(&mut window, Modifiers::NONE, Key::X);
    settle(&mut window);
    assert!(says(&window, "4 answers tried, 4 outcomes"));
    // With a predicate to wait for and an expression, the table has values.
    type_into(&mut window, "Pass until", "step = postcombat_main");
    type_into(&mut window, "Evaluate for each outcome", "count(creatures)");
    enter(&mut window);
    settle(&mut window);
    let values: Vec<String> = {
        let explored = window.state().as_ref().unwrap().view.exploring.explored.clone().unwrap();
        explored.outcomes.iter().map(|it| it.values[0].1.clone()).collect()
    };
    assert!(values.iter().any(|it| *it != values[0]), "{values:?}");
    // The plot of a number stands between the title of its column and the first row.
    let rect_of = |start: &'static str| {
        window.get(by().predicate(move |node| node.label().is_some_and(|it| it.starts_with(start)))).rect()
    };
    let [title, plot, row] = ["Sort by count(creatures)", "count(creatures), from ", "Fork 1: "].map(rect_of);
    assert!(title.bottom() <= plot.top() && plot.bottom() <= row.top() + 1.0, "{title} {plot} {row}");
    let before = names(&window).len();
    window.get(by().predicate(|node| node.label().is_some_and(|it| it.starts_with("Fork 2: ")))).click();
    window.run();
    settle(&mut window);
    assert_eq!(names(&window).len(), before + 1);
    let here = session(&window).game().world().turn.step;
    assert_eq!(here, Some(TurnStep::PostcombatMain), "the cursor is at the end of the line");
}

#[test]
fn explore_tells_why_not() {
    let mut window = open(primer());
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::X);
    settle(&mut window);
    assert!(says(&window, "There is no choice at or before this place."));
    key(&mut window, Modifiers::NONE, Key::End);
    type_into(&mut window, "Pass until", "turn");
    enter(&mut window);
    settle(&mut window);
    assert!(says(&window, "yes or no"));
}

#[test]
fn the_inspector_breaks_on_a_kind_a_rule_and_an_object() {
    let mut window = open(primer());
    settle(&mut window);
    let ctx = window.ctx.clone();
    let id = session(&window).cursor().timeline;
    let (_, moved) = session(&window).entries(id).filter(|(_, entry)| entry.event.name() == "Moved").last().unwrap();
    let (no, rule) = (moved.no, moved.rule);
    let app = window.state_mut().as_mut().unwrap();
    app.apply(crate::window::action::Action::SelectEntry(id, no), &ctx);
    app.apply(crate::window::action::Action::Maximize(Some(crate::window::layout::Pane::Inspector)), &ctx);
    window.run();
    for (label, text) in
        [("Moved".to_owned(), "Moved".to_owned()), (format!("CR {rule}"), format!("event.rule = {rule}"))]
    {
        click(&mut window, &format!("Break on {label}"));
        settle(&mut window);
        assert_eq!(session(&window).marks().breakpoints[0].text, text);
        assert!(session(&window).hits_of(id, 0).unwrap().iter().any(|hit| hit.entry == no));
        click(&mut window, &format!("Remove the break on {label}"));
        assert!(session(&window).marks().breakpoints.is_empty());
    }
    let thief = object(session(&window), "Shielded Aether Thief");
    window.state_mut().as_mut().unwrap().select(Entity::Object(thief));
    window.run();
    click(&mut window, "Break on what happens to it");
    assert!(session(&window).marks().breakpoints[0].text.contains(&thief.to_string()));
    click(&mut window, "Remove the break on what happens to it");
    assert!(session(&window).marks().breakpoints.is_empty());
}

/// Watches, completions and exploring see the whole game, so with a player's view they reveal
/// nothing.
#[test]
fn with_a_players_eyes_nothing_is_told_of_the_whole_game() {
    let mut window = watches();
    for text in ["count(creatures)", "B.hand"] {
        type_into(&mut window, "Expression", text);
        enter(&mut window);
        settle(&mut window);
    }
    let toggled = crate::window::view::watching::WatchWish::Toggle("any(B.hand where instant)".to_owned());
    let ctx = window.ctx.clone();
    let action = crate::window::action::Action::Watching(Box::new(toggled));
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    settle(&mut window);
    let hits = |window: &Window| session(window).hits(session(window).cursor().timeline).len();
    assert!(says(&window, "Mighty Leap"), "somebody who sees everything is told");
    assert!(hits(&window) > 0, "{:?}", session(&window).marks());
    let see = |window: &mut Window, viewer| {
        let app = window.state_mut().as_mut().unwrap();
        app.apply(crate::window::action::Action::See(viewer), &ctx);
        window.run();
    };
    see(&mut window, Some(A));
    settle(&mut window);
    assert!(says(&window, "As Ann sees it") && says(&window, "count(creatures)") && says(&window, "a hidden card"));
    assert!(!says(&window, "Mighty Leap") && hits(&window) == 0);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::F5);
    settle(&mut window);
    let end = session(&window).len_steps(session(&window).cursor().timeline);
    assert_eq!(session(&window).cursor().step, end, "running does not stop where a player sees nothing");
    see(&mut window, Some(B));
    settle(&mut window);
    assert!(says(&window, "Mighty Leap") && hits(&window) > 0, "it is in Ben's hand");
    see(&mut window, Some(A));
    key(&mut window, Modifiers::NONE, Key::X);
    settle(&mut window);
    assert!(says(&window, "more than Ann may know"));
    assert!(window.query_by_role_and_label(Role::TextInput, "Pass until").is_none());
    see(&mut window, None);
    assert!(says(&window, "count(creatures)"));
}

/// The rows of a long timeline are read over several frames. The table once stopped at the last row
/// that had been read.
#[test]
fn the_row_of_the_cursor_is_in_sight_when_the_rows_have_been_read() {
    let mut session_ = primer();
    (0..120).for_each(|_| drop(session_.answer_at_random()));
    let end = session_.cursor();
    session_.seek(retrace_session::Point { step: end.step * 3 / 4, ..end });
    let commits = session_.current().commits().len();
    let headline = session_.headline(session_.cursor()).unwrap();
    let mut window = open(session_);
    let row = |window: &Window| window.query_all_by_label_contains(&format!("Event {}:", headline.0)).count();
    window.state_mut().as_mut().unwrap().read_rows_slowly();
    window.run_steps(3);
    assert_eq!(row(&window), 0, "not read yet");
    window.run_steps(commits + 5);
    assert_eq!(row(&window), 1);
    window.run();
    assert_eq!(row(&window), 1);
}

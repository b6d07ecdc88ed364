//! The tour, the text of the rules, the zoom, and the history of a card.

use super::super::action::Action;
use super::*;
use crate::shown::Shown;

fn on_demo(settings: std::path::PathBuf) -> Window {
    let mut session = Some(Session::demo().unwrap());
    let mut window =
        Harness::builder().with_size([1600.0, 1000.0]).with_max_steps(30).with_step_dt(0.1).build_ui_state(
            move |ui, app: &mut Option<App>| {
                if let Some(session) = session.take() {
                    let opened = App::new(ui.ctx(), session, Some(settings.clone()));
                    *app = Some(opened.showing(Shown::Demonstration));
                }
                app.as_mut().unwrap().show(ui);
            },
            None,
        );
    window.run();
    window
}

#[test]
fn the_tour_has_the_reader_step_rewind_fork_compare_and_ask_why_and_comes_once() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("window.json");
    let mut window = on_demo(settings.clone());
    assert_eq!(session(&window).game().world().turn.step, Some(TurnStep::DeclareBlockers));
    window.get_by_label("Step 1 of 5");
    key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    window.get_by_label("Step 2 of 5");
    click(&mut window, "Do it for me");
    window.get_by_label("Step 3 of 5");
    let before = session(&window).timelines().count();
    // A different answer from the one that was given.
    key(&mut window, ctrl(), Key::Enter);
    if session(&window).timelines().count() == before {
        key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
        key(&mut window, Modifiers::NONE, Key::Num1);
        key(&mut window, ctrl(), Key::Enter);
    }
    assert_eq!(session(&window).timelines().count(), before + 1);
    window.get_by_label("Step 4 of 5");
    key(&mut window, Modifiers::NONE, Key::C);
    window.get_by_label("Step 5 of 5");
    key(&mut window, Modifiers::NONE, Key::W);
    window.get_by_label("That is the tour.");
    click(&mut window, "Close the tour");
    assert!(window.query_by_label("That is the tour.").is_none());
    drop(window);
    let window = on_demo(settings);
    assert!(window.query_by_label("Step 1 of 5").is_none(), "it was shown once");
}

#[test]
fn the_tour_is_skipped_and_comes_again_from_the_help_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = on_demo(folder.path().join("window.json"));
    click(&mut window, "Skip the tour");
    assert!(window.query_by_label("Step 1 of 5").is_none());
    click(&mut window, "Help");
    window.get_by_label_contains("Guided tour").click();
    window.run();
    window.get_by_label("Step 1 of 5");
}

#[test]
fn a_text_of_the_rules_is_read_browsed_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, rules) = (folder.path().join("window.json"), folder.path().join("rules.txt"));
    let mut window = on_demo(settings.clone());
    click(&mut window, "Skip the tour");
    key(&mut window, Modifiers::SHIFT, Key::W);
    window.get_by_label_contains("No text of the rules is bundled");
    let rule = {
        let session = session(&window);
        let no = session.headline(session.cursor()).unwrap();
        session.entry(session.cursor().timeline, no).unwrap().1.rule.to_string()
    };
    window.get_by_label(&format!("CR {rule}"));
    std::fs::write(&rules, format!("{rule} The text of it.\n\n999.1. Another.\n")).unwrap();
    std::fs::write(folder.path().join("bad.txt"), "no rules\n").unwrap();
    for (name, told) in [("bad.txt", "bad.txt:1: no line begins"), ("rules.txt", "Read 2 rules")] {
        let ctx = window.ctx.clone();
        let action = Action::Chosen(crate::window::view::browse::Purpose::Rules, folder.path().join(name));
        window.state_mut().as_mut().unwrap().apply(action, &ctx);
        window.run();
        window.get_by_label_contains(told);
    }
    window.get_by_label("The text of it.");
    click(&mut window, "After: 999.1");
    window.get_by_label("Another.");
    window.get_by_label_contains("Back to").click();
    window.run();
    window.get_by_label("The text of it.");
    drop(window);
    let window = on_demo(settings.clone());
    assert!(session(&window).rulebook().is_some());
    drop(window);
    // A text in two languages shows either, and the choice is remembered.
    let german = "Das ist der Text dieser Regel, so wie ihn die deutsche Übersetzung wiedergibt.";
    let english = "This is the text of the rule, as it stands in the original that was translated.";
    std::fs::write(&rules, format!("{rule} {german}\n\n{rule} {english}\n")).unwrap();
    let mut window = on_demo(settings.clone());
    let ctx = window.ctx.clone();
    let number = retrace_session::base::rulebook::Number::parse(&rule).unwrap();
    window.state_mut().as_mut().unwrap().apply(Action::ShowRule(Some(number)), &ctx);
    window.run();
    window.get_by_label(german);
    click(&mut window, "English");
    window.get_by_label(english);
    drop(window);
    let window = on_demo(settings);
    assert_eq!(session(&window).rulebook().unwrap().text(number), Some(english));
}

#[test]
fn everything_is_made_larger_and_smaller_and_that_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("window.json");
    let mut window = on_demo(settings.clone());
    key(&mut window, ctrl(), Key::Equals);
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::Plus);
    assert_eq!(window.ctx.zoom_factor(), 1.3);
    drop(window);
    let mut window = on_demo(settings);
    assert_eq!(window.ctx.zoom_factor(), 1.3);
    key(&mut window, ctrl(), Key::Minus);
    assert_eq!(window.ctx.zoom_factor(), 1.15);
    key(&mut window, ctrl(), Key::Num0);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
}

#[test]
fn where_there_is_nothing_to_show_it_is_said_what_to_do() {
    let mut window = open(primer_board());
    for hint in [
        "None yet. B names the event at the cursor; [ and ] go from one to the next.",
        "Click a card or a player on the board: what it is, and how it came to be so.",
    ] {
        window.get_by_label(hint);
    }
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(Action::Filter("nosuchword".to_owned()), &ctx);
    window.run();
    window.get_by_label("No event passes the filter. Clear it, or shorten it.");
    key(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label(
        "No frames: between turns, or before the game. Step forward with → to see what the rules are in the middle of.",
    );
    window.get_by_label_contains("Before the first event");
}

//! Jobs, watches and breakpoints in the window.

use std::time::{Duration, Instant};

use super::*;
use retrace_session::{Progress, SessionError};

/// Waits until all background jobs are applied.
pub(super) fn settle(window: &mut Window) {
    let begun = Instant::now();
    window.run();
    while !window.state().as_ref().unwrap().view.working.is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
        window.run();
    }
}

pub(super) fn says(window: &Window, text: &str) -> bool {
    window.query_all(by().predicate(|node| node.value().is_some_and(|it| it.contains(text)))).next().is_some()
        || window.query_all(by().label_contains(text)).next().is_some()
}

fn begin_endless(window: &mut Window) {
    let ctx = window.ctx.clone();
    let work = |progress: &Progress| -> Result<(), SessionError> {
        loop {
            progress.step(1, 4)?;
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    window.state_mut().as_mut().unwrap().begin_job(&ctx, "Waiting for ever", work, |_, _, ()| panic!("it never ends"));
    window.run();
}

#[test]
fn a_long_job_shows_how_far_it_is_and_can_be_cancelled() {
    let mut window = open(primer());
    for by_key in [true, false] {
        begin_endless(&mut window);
        let bar = window.get_by_role_and_label(Role::ProgressIndicator, "Waiting for ever");
        assert_eq!(bar.accesskit_node().numeric_value(), Some(25.0));
        if by_key {
            key(&mut window, Modifiers::NONE, Key::Escape);
        } else {
            click(&mut window, "Cancel");
        }
        assert!(window.query_by_role(Role::ProgressIndicator).is_none());
        assert!(says(&window, "Cancelled: Waiting for ever."));
    }
    let refused =
        |_: &Progress| -> Result<(), SessionError> { Err(SessionError::Question("not like this".to_owned())) };
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().begin_job(&ctx, "Refusing", refused, |_, _, ()| panic!("refused"));
    settle(&mut window);
    assert!(says(&window, "not like this"));
}

#[test]
fn verifying_is_a_job_that_tells_what_came_of_it() {
    let mut window = open(primer());
    key(&mut window, Modifiers::NONE, Key::V);
    settle(&mut window);
    assert!(says(&window, "EXACT: the inputs lead to these very events."));
}

#[test]
fn f9_sets_a_breakpoint_on_the_selection_and_f5_runs_there_and_back() {
    let mut window = open(primer());
    settle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::F5);
    assert!(says(&window, "No breakpoint is set here"));
    // A breakpoint on the Thief, which the board shows.
    key(&mut window, Modifiers::NONE, Key::End);
    let thief = object(session(&window), "Shielded Aether Thief");
    let entity = Entity::Object(thief);
    window.state_mut().as_mut().unwrap().select(entity);
    key(&mut window, Modifiers::NONE, Key::F9);
    settle(&mut window);
    let breakpoints = &session(&window).marks().breakpoints;
    assert_eq!(breakpoints.len(), 1);
    assert!(breakpoints[0].text.contains(&format!("event.about = {thief}")));
    let id = session(&window).cursor().timeline;
    let hits = session(&window).hits(id);
    assert!(hits.len() > 3);
    key(&mut window, Modifiers::NONE, Key::Home);
    for step in &hits {
        key(&mut window, Modifiers::NONE, Key::F5);
        settle(&mut window);
        assert_eq!(session(&window).cursor().step, *step);
    }
    key(&mut window, Modifiers::SHIFT, Key::N);
    settle(&mut window);
    assert_eq!(session(&window).cursor().step, hits[hits.len() - 2]);
    key(&mut window, Modifiers::NONE, Key::N);
    settle(&mut window);
    assert_eq!(session(&window).cursor().step, hits[hits.len() - 1]);
    key(&mut window, Modifiers::NONE, Key::N);
    settle(&mut window);
    assert!(says(&window, "No breakpoint is hit after this place."));
    key(&mut window, Modifiers::SHIFT, Key::F5);
    settle(&mut window);
    assert_eq!(session(&window).cursor().step, hits[hits.len() - 2]);
    // The same key removes it, and undo brings it back.
    window.state_mut().as_mut().unwrap().select(entity);
    key(&mut window, Modifiers::NONE, Key::F9);
    assert!(session(&window).marks().breakpoints.is_empty());
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).marks().breakpoints.len(), 1);
}

#[test]
fn n_goes_from_one_event_of_the_filter_to_the_next() {
    let mut window = open(primer());
    settle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Home);
    window.state_mut().as_mut().unwrap().view.filter = "blocks".to_owned();
    window.run();
    key(&mut window, Modifiers::NONE, Key::N);
    let place = session(&window).cursor();
    let no = session(&window).headline(place).unwrap();
    assert!(session(&window).text(place.timeline, no).unwrap().contains("blocks"));
    key(&mut window, Modifiers::NONE, Key::End);
    key(&mut window, Modifiers::SHIFT, Key::N);
    let last = session(&window).cursor();
    assert!(last.step >= place.step && last.step < session(&window).len_steps(last.timeline));
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::SHIFT, Key::N);
    assert!(says(&window, "The filter shows no event before this place."));
}

/// Background data of a panel is computed without being asked for, and afterwards the window is
/// idle.
#[test]
fn watches_are_kept_with_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("window.json");
    let open_with = |path: std::path::PathBuf| {
        let mut session = Some(primer());
        let mut window = Harness::builder().with_size([1600.0, 1000.0]).with_max_steps(30).build_ui_state(
            move |ui, app: &mut Option<App>| {
                if let Some(session) = session.take() {
                    *app = Some(App::new(ui.ctx(), session, Some(path.clone())));
                }
                app.as_mut().unwrap().show(ui);
            },
            None,
        );
        window.run();
        window
    };
    let mut window = open_with(path.clone());
    let thief = Entity::Object(object(session(&window), "Shielded Aether Thief"));
    window.state_mut().as_mut().unwrap().select(thief);
    key(&mut window, Modifiers::NONE, Key::F9);
    settle(&mut window);
    let marks = session(&window).marks().clone();
    assert_eq!(marks.breakpoints.len(), 1);
    drop(window);
    let window = open_with(path);
    assert_eq!(*session(&window).marks(), marks);
}

//! Searching a timeline with a predicate.

use retrace_core::predicate::Value;

use super::*;

fn places(session: &Session, text: &str, budget: usize, direction: Direction) -> Vec<(usize, u64)> {
    let id = session.cursor().timeline;
    let predicate = session.predicate(id, text).unwrap();
    let from = match direction {
        Direction::Forward => 0,
        Direction::Back => session.len_steps(id) + 1,
    };
    let mut search = session.search_from(Point::new(id, from), predicate, direction);
    let mut found = Vec::new();
    let mut slices = 0;
    while !search.is_over() {
        let (before, of) = search.progress();
        found.extend(session.search_on(&mut search, budget).unwrap());
        slices += 1;
        let (after, same) = search.progress();
        assert!(after > before && of == same && slices <= of);
    }
    found.iter().map(|it| (it.point.step, it.entry.0)).collect()
}

/// A search gives the same results in slices of any size, and from either end.
#[test]
fn a_search_in_slices_finds_what_a_search_at_once_finds() {
    let session = both_ends();
    for text in ["PriorityReceived", "any(attackers)", "changed(B.energy)", "count(battlefield) < 7", "step = end"] {
        let all = places(&session, text, usize::MAX, Direction::Forward);
        assert!(text == "step = end" || !all.is_empty(), "{text}");
        for budget in [0, 1, 7] {
            assert_eq!(places(&session, text, budget, Direction::Forward), all, "{text}");
            let mut back = places(&session, text, budget, Direction::Back);
            back.reverse();
            assert_eq!(back, all, "{text}");
        }
    }
}

/// A predicate about states is found where it becomes true: it holds after the step, and not
/// before.
#[test]
fn a_state_is_found_where_it_becomes_true() {
    let session = both_ends();
    let id = session.cursor().timeline;
    let predicate = session.predicate(id, "choice = priority and chooser = B").unwrap();
    let found = places(&session, "choice = priority and chooser = B", 100, Direction::Forward);
    assert!(found.len() > 2);
    let starts = |step: usize| {
        let holds = |step| session.value_at(Point::new(id, step), predicate.expression()).unwrap() == Value::Bool(true);
        holds(step) && !holds(step - 1)
    };
    let wanted: Vec<usize> = (1..=session.len_steps(id)).filter(|step| starts(*step)).collect();
    assert_eq!(found.iter().map(|(step, _)| *step).collect::<Vec<_>>(), wanted);
}

#[test]
fn the_cursor_runs_on_and_back_and_undo_brings_it_back() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    session.seek(Point::new(id, 1));
    let blocked = |session: &Session| session.predicate(id, "BecameBlocked").unwrap();
    let found = session.run_until(blocked(&session), Direction::Forward).unwrap().unwrap();
    assert_eq!(session.cursor(), found.point);
    assert_eq!(session.entry(id, found.entry).unwrap().1.event.name(), "BecameBlocked");
    assert_eq!(session.run_until(blocked(&session), Direction::Forward).unwrap(), None);
    assert_eq!(session.cursor(), found.point, "it stays where nothing is found");
    session.seek(Point::new(id, session.len_steps(id)));
    assert_eq!(session.run_until(blocked(&session), Direction::Back).unwrap(), Some(found));
    session.undo().unwrap();
    assert_eq!(session.cursor().step, session.len_steps(id));
}

#[test]
fn an_expression_is_watched_at_any_place() {
    let session = both_ends();
    let id = session.cursor().timeline;
    let energy = session.expression(id, "B.energy").unwrap();
    let values: Vec<Value> =
        (0..=session.len_steps(id)).map(|step| session.value_at(Point::new(id, step), &energy).unwrap()).collect();
    assert_eq!(values.first(), Some(&Value::Nothing));
    assert!(values.contains(&Value::Number(0)) && values.contains(&Value::Number(1)));
    let error = session.expression(id, "B.enrgy").unwrap_err().to_string();
    assert!(error.contains("column 3") && error.contains("`energy`"), "{error}");
}

/// The aliases of a scenario are known on its timelines; a fork knows those of the part that it
/// shares.
#[test]
fn a_fork_knows_the_names_of_what_it_has() {
    let mut session = Session::demo().unwrap();
    let leap = session.timeline_named("mighty-leap").unwrap().id();
    assert!(session.predicate(leap, "any(stack where it = \"Leap spell\")").is_ok());
    session.switch(leap);
    session.jump(Point::new(leap, session.timeline(leap).unwrap().choice_at_or_before(12).unwrap()));
    session.fork(session.cursor(), Some("early")).unwrap();
    let fork = session.timeline_named("early").unwrap().id();
    assert!(session.predicate(fork, "Captain.tapped").is_ok());
    assert!(session.predicate(fork, "any(stack where it = \"Leap spell\")").is_err());
}

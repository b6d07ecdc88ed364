//! Watches and breakpoints: their traces along a timeline, and running to them.

use super::*;
use crate::travel::marks::{breakpoint_on, breakpoint_on_rule};
use crate::travel::running::Stop;

fn trace(session: &mut Session, id: TimelineId) {
    let work = session.traces_due(id).expect("something to work out");
    session.keep_traces(work.run(&Progress::default()).unwrap());
    assert!(session.traces_due(id).is_none(), "all of it is known now");
}

fn run(session: &mut Session, direction: Direction, stop: Stop) -> Outcome {
    let ran = session.run_to(direction, stop).unwrap().go(&Progress::default()).unwrap();
    session.ran(ran).unwrap()
}

/// A trace equals the values evaluated place by place, also on a fork that reused the trace of its
/// origin.
#[test]
fn a_watch_is_plotted_as_it_is_asked() {
    let mut session = both_ends();
    let texts = ["B.energy", "count(creatures)", "turn", "Moved", "changed(B.energy)", "active", "event.amount"];
    for text in texts {
        session.watch(text, None).unwrap();
    }
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    for id in [main, leap] {
        trace(&mut session, id);
        for (index, text) in texts.into_iter().enumerate() {
            let expression = session.expression(id, text).unwrap();
            let at = |step| session.value_at(Point::new(id, step), &expression).unwrap().plotted();
            let asked: Vec<Option<i64>> = (0..=session.len_steps(id)).map(at).collect();
            assert_eq!(session.plot_of(id, index).unwrap().values(), asked, "{text} on {id:?}");
        }
    }
    let moved = session.plot_of(main, 3).unwrap().values();
    assert!(moved.contains(&Some(1)) && moved.contains(&Some(0)));
    assert!(session.plot_of(main, 5).unwrap().values().iter().all(Option::is_none), "a player is no number");
}

/// The hits are the results of a search for the enabled breakpoints.
#[test]
fn hits_are_what_a_search_finds() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    for text in ["PriorityReceived", "count(battlefield) < 7", "event.rule = 704"] {
        session.set_breakpoint(text, None).unwrap();
    }
    assert!(session.hits(id).is_empty(), "nothing has been worked out");
    trace(&mut session, id);
    let mut all = Vec::new();
    for index in 0..3 {
        let predicate = session.predicate(id, &session.marks().breakpoints[index].text).unwrap();
        let mut search = session.search(id, predicate);
        let found = search.all(session.current(), usize::MAX, &Progress::default()).unwrap();
        let hits = session.hits_of(id, index).unwrap();
        assert_eq!(hits.len(), found.len());
        assert!(hits.iter().zip(&found).all(|(hit, found)| (hit.step, hit.entry) == (found.point.step, found.entry)));
        all.push(found.iter().map(|it| it.point.step).collect::<Vec<_>>());
    }
    assert!(all.iter().all(|steps| !steps.is_empty()));
    session.enable_breakpoint(0, false);
    let mut wanted = [all[1].clone(), all[2].clone()].concat();
    wanted.sort_unstable();
    wanted.dedup();
    assert_eq!(session.hits(id), wanted);
    session.undo().unwrap();
    assert!(session.hits(id).len() > wanted.len(), "undo enables it again");
}

/// The trace of a timeline stays valid for the part that is left, and is extended after the
/// timeline has grown.
#[test]
fn traces_hold_for_what_is_shared() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    session.set_breakpoint("PriorityPassed", None).unwrap();
    trace(&mut session, id);
    let before = session.hits(id);
    say(&mut session, "pass");
    assert_eq!(session.hits(id), before, "what has come is not known yet");
    trace(&mut session, id);
    assert_eq!(session.hits(id)[..before.len()], before);
    assert!(session.hits(id).len() > before.len());
    session.undo().unwrap();
    assert_eq!(session.hits(id), before, "what was taken back is not hit");
}

#[test]
fn running_stops_at_breakpoints_and_at_the_ends() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    assert!(session.run_to(Direction::Forward, Stop::AtEnd).is_none(), "there is no breakpoint");
    session.set_breakpoint("Blocked", None).unwrap();
    session.seek(Point::new(id, 0));
    let hit = run(&mut session, Direction::Forward, Stop::AtEnd);
    let Outcome::Hit { predicate, entry } = hit else { panic!("{hit:?}") };
    assert_eq!((predicate.as_str(), session.entry(id, entry).unwrap().1.event.name()), ("Blocked", "Blocked"));
    let there = session.cursor();
    assert_eq!(session.entry(id, entry).unwrap().0 + 1, there.step);
    assert!(matches!(run(&mut session, Direction::Forward, Stop::OnlyAtHit), Outcome::Nothing(_)));
    assert_eq!(session.cursor(), there);
    let out = run(&mut session, Direction::Forward, Stop::AtEnd);
    assert!(matches!(&out, Outcome::RanOut { answers: 0, why } if why.contains("is asked")), "{out:?}");
    assert!(session.at_head());
    assert!(matches!(run(&mut session, Direction::Back, Stop::AtEnd), Outcome::Hit { .. }));
    assert_eq!(session.cursor(), there);
    run(&mut session, Direction::Back, Stop::AtEnd);
    assert_eq!(session.cursor().step, 0);
    session.enable_breakpoint(0, false);
    assert!(session.run_to(Direction::Forward, Stop::AtEnd).is_none(), "none is enabled");
}

/// At the head, running goes on where only policies are asked, to the same game that they play
/// anyway.
#[test]
fn running_goes_on_where_policies_answer() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    let head = session.len_steps(id);
    for player in [PlayerId(0), PlayerId(1)] {
        session.set_policy(player, Some(Policy::Random { seed: 3 }));
    }
    session.set_breakpoint("turn = 7 and step = upkeep", None).unwrap();
    let hit = run(&mut session, Direction::Forward, Stop::AtEnd);
    assert!(matches!(hit, Outcome::Hit { .. }), "{hit:?}");
    assert_eq!((session.game().world().turn.number, session.game().world().turn.step), (7, Some(TurnStep::Upkeep)));
    let ran = session.current().tip();
    session.undo().unwrap();
    assert_eq!(session.len_steps(id), head, "one undo takes all of it back");
    session.seek(Point::new(id, head));
    while session.current().len_steps() < session.len_steps(id).max(head) || session.game().world().turn.number < 7 {
        session.answer_at_random().unwrap();
    }
    let same = session.current().commits().iter().any(|commit| commit.id() == ran);
    assert!(same, "policies answer the same, however they are asked");
}

#[test]
fn a_breakpoint_on_what_is_selected_is_a_predicate_on_it() {
    let mut session = both_ends();
    let id = session.cursor().timeline;
    let miner =
        session.game().world().battlefield.iter().copied().find(|id| session.game().name_of(*id).contains("Miner"));
    let miner = retrace_core::fact::Entity::Object(miner.unwrap());
    let text = breakpoint_on(miner);
    session.toggle_breakpoint(&text).unwrap();
    trace(&mut session, id);
    let touched: Vec<usize> = session
        .entries(id)
        .filter(|(_, entry)| entry.event.about().contains(&miner))
        .map(|(step, _)| step + 1)
        .collect();
    assert!(touched.len() > 3 && touched.iter().all(|step| session.hits(id).contains(step)));
    session.toggle_breakpoint(&text).unwrap();
    assert!(session.marks().breakpoints.is_empty(), "toggling again removes it");
    // A breakpoint on an event is hit at that event.
    let (_, blocked) = session.entries(id).find(|(_, entry)| entry.event.name() == "Blocked").unwrap();
    let no = blocked.no;
    let text = session.breakpoint_on_event(id, no).unwrap();
    assert!(text.starts_with("Blocked and event.about = #"), "{text}");
    for text in [text, session.breakpoint_on_kind(id, no).unwrap(), breakpoint_on_rule(blocked_rule(&session, id, no))]
    {
        session.toggle_breakpoint(&text).unwrap();
        trace(&mut session, id);
        assert!(session.hits_of(id, 0).unwrap().iter().any(|hit| hit.entry == no), "{text}");
        session.toggle_breakpoint(&text).unwrap();
    }
}

fn blocked_rule(session: &Session, id: TimelineId, no: EntryNo) -> retrace_core::rule::Rule {
    session.entry(id, no).unwrap().1.rule
}

#[test]
fn marks_are_refused_or_taken_with_reasons_and_undone() {
    let mut session = both_ends();
    let error = session.watch("B.enrgy", None).unwrap_err().to_string();
    assert!(error.contains("column 3") && error.contains("`energy`"), "{error}");
    assert!(session.set_breakpoint("B.energy", None).unwrap_err().to_string().contains("yes or no"));
    session.watch("B.energy", None).unwrap();
    assert!(matches!(session.watch("B.energy", None).unwrap(), Outcome::Nothing(_)));
    session.watch("A.life", Some(0)).unwrap();
    assert_eq!(session.marks().watches, ["A.life"]);
    session.undo().unwrap();
    assert_eq!(session.marks().watches, ["B.energy"]);
    session.unwatch(0);
    assert!(session.marks().watches.is_empty());
    session.undo().unwrap();
    session.redo().unwrap();
    assert!(session.marks().watches.is_empty());
    assert!(matches!(session.unwatch(0), Outcome::Nothing(_)));
}

/// An expression with an alias that a timeline lacks gives an error there, and works elsewhere.
#[test]
fn what_a_timeline_does_not_have_is_told_there() {
    let mut session = Session::demo().unwrap();
    let leap = session.timeline_named("mighty-leap").unwrap().id();
    session.switch(leap);
    session.watch("any(stack where it = \"Leap spell\")", None).unwrap();
    trace(&mut session, leap);
    assert!(session.plot_of(leap, 0).unwrap().values().contains(&Some(1)));
    let main = session.timelines().next().unwrap().id();
    trace(&mut session, main);
    assert!(session.plot_of(main, 0).is_none());
    assert!(session.trace_error(main, "any(stack where it = \"Leap spell\")").unwrap().contains("Leap spell"));
}

#[test]
fn what_is_cancelled_ends() {
    let mut session = both_ends();
    session.set_breakpoint("turn = 99", None).unwrap();
    let cancelled = Progress::default();
    cancelled.cancel();
    let run = session.run_to(Direction::Forward, Stop::AtEnd).unwrap();
    assert!(matches!(run.go(&cancelled), Err(SessionError::Cancelled)));
    let work = session.traces_due(session.cursor().timeline).unwrap();
    assert!(matches!(work.run(&cancelled), Err(SessionError::Cancelled)));
    assert!(matches!(session.current().verify(&cancelled), Err(SessionError::Cancelled)));
}

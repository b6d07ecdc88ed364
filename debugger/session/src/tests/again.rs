//! Going on with the same answers, and two timelines abreast.

use super::*;
use crate::asking::diff::abreast::{abreast, meetings};

fn edit(session: &mut Session, text: &str) {
    let inputs = session.read_edits(text).unwrap_or_else(|error| panic!("{error}"));
    session.edit(&inputs, None).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// The primer played to the second main phase, where the Captain and the Miner are dead.
fn played() -> Session {
    let mut session = primer();
    pass_until(&mut session, "assigns combat damage");
    say(&mut session, "Aethergeode Miner 1, Shielded Aether Thief 1");
    while session.game().world().turn.step != Some(TurnStep::PostcombatMain) {
        say(&mut session, "pass");
    }
    session
}

fn went_on(session: &mut Session) -> (usize, usize, usize, usize, Option<String>) {
    match session.go_on().unwrap() {
        Outcome::WentOn { done, of, passed, left_out, stopped, .. } => (done, of, passed, left_out, stopped),
        other => panic!("{other:?}"),
    }
}

/// Where the first priority of the turn is.
fn first_priority(session: &mut Session) {
    session.run(Command::Home).unwrap();
    session.run(Command::ChoiceForward).unwrap();
    assert!(asked(session).contains("has priority"));
}

#[test]
fn after_an_edit_the_same_answers_are_given_again() {
    let mut session = played();
    let (end, decisions) = (session.current().len_steps(), session.current().commits().len() - 1);
    first_priority(&mut session);
    edit(&mut session, r#"Life(of: "B", is: 9)"#);
    let (done, of, passed, left_out, stopped) = went_on(&mut session);
    assert_eq!((done, of, passed, left_out, stopped), (decisions, decisions, 0, 0, None));
    assert!(session.at_head());
    assert_eq!(session.game().player(PlayerId(1)).unwrap().life, 9);
    assert_eq!(session.game().world().turn.step, Some(TurnStep::PostcombatMain));
    // It is one operation, and what it forked from is as it was.
    assert_eq!(session.timeline(TimelineId(0)).unwrap().len_steps(), end);
    session.undo().unwrap();
    assert_eq!(session.current().commits().len(), 2, "the genesis and the edit");
}

#[test]
fn it_stops_where_an_answer_no_longer_applies_and_says_why() {
    let mut session = played();
    first_priority(&mut session);
    let captain = session.game().world().battlefield.iter().copied();
    let captain = captain.into_iter().find(|id| session.game().name_of(*id) == "Dire Fleet Captain").unwrap();
    edit(&mut session, &format!("Move(what: \"#{}\", to: Graveyard)", captain.0));
    let (done, of, _, _, stopped) = went_on(&mut session);
    let stopped = stopped.unwrap();
    assert!(done > 0 && done < of, "{done} of {of}");
    assert!(stopped.contains("attack player B with Dire Fleet Captain"), "{stopped}");
    let label = session.current().labels().last().unwrap();
    assert_eq!((label.step, label.text.as_str()), (session.cursor().step, &*format!("Stopped here: {stopped}")));
}

#[test]
fn room_is_made_for_a_spell_more_and_one_less_is_left_out() {
    // With the spell cast, the other line has two passes more for each thing on the stack.
    let mut session = both_ends();
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    while session.game().world().turn.step != Some(TurnStep::PostcombatMain) {
        say(&mut session, "pass");
    }
    session.switch(main);
    session.run(Command::End).unwrap();
    while session.game().world().turn.step != Some(TurnStep::PostcombatMain) {
        say(&mut session, "pass");
    }
    // From `leap`, pass where the spell was cast: the spell's own decisions are left out.
    let cast = session.timeline(leap).unwrap();
    let at = cast.commits().iter().find(|commit| {
        matches!(commit.input(), CommitInput::Input(input) if describe::input(commit.before(), input).contains("cast Mighty Leap"))
    });
    let at = at.unwrap().first_step();
    session.seek(Point::new(leap, at));
    say(&mut session, "pass");
    let (done, of, _, left_out, stopped) = went_on(&mut session);
    // The Miner was not saved: it is asked how damage is dealt, which the other line did not ask.
    assert!(stopped.is_some_and(|why| why.ends_with("there, Player A assigns combat damage")));
    assert!(asked(&session).contains("assigns combat damage"));
    assert!(left_out >= 3 && done > 0 && done + left_out < of, "{done} of {of}, {left_out} left out");
    // And cast it where it was not cast: the others pass until it is gone from the stack.
    let main = session.timeline(main).unwrap();
    let pass = main.commits().iter().filter(|commit| {
        let game = commit.before();
        game.world().turn.step == Some(TurnStep::DeclareBlockers)
            && rules::choice(game).is_some_and(|choice| describe::prompt(game, &choice) == "Player B has priority.")
    });
    let place = Point::new(main.id(), pass.last().unwrap().first_step());
    session.seek(place);
    for text in ["cast Mighty Leap", "Shielded Aether Thief", "auto"] {
        say(&mut session, text);
    }
    let (done, of, passed, _, stopped) = went_on(&mut session);
    assert!(passed >= 2 && done > 0, "{done} of {of}, {passed} passed, {stopped:?}");
}

#[test]
fn there_is_nothing_to_go_on_with_without_an_origin_or_later_decisions() {
    let mut session = played();
    assert!(matches!(session.go_on().unwrap(), Outcome::Nothing(_)));
    session.fork(session.cursor(), None).unwrap();
    let Outcome::Nothing(why) = session.go_on().unwrap() else { panic!() };
    assert!(why.contains("no later decisions"), "{why}");
}

#[test]
fn the_same_moment_is_the_same_turn_step() {
    let mut session = both_ends();
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    session.switch(main);
    session.run(Command::End).unwrap();
    while session.game().world().turn.step != Some(TurnStep::End) {
        say(&mut session, "pass");
    }
    let diff = session.diff_timelines(main, leap).unwrap();
    let (a, b) = (session.timeline(main).unwrap(), session.timeline(leap).unwrap());
    let step_of = |timeline: &Timeline, step: usize| timeline.ruler().turn_steps.at(step).map(|span| span.what);
    // In the part that they share it is the same place; after it the same turn step, in order.
    let mut last = 0;
    for step in 0..=a.len_steps() {
        let there = abreast(&diff, (a, step), b, true);
        if a.is_choice(step) {
            assert!(there >= last, "from choice to choice it never goes back");
            last = there;
        }
        if step <= diff.shared_steps {
            assert_eq!(there, step);
        } else if b.ruler().turn_steps.iter().any(|span| Some(span.what) == step_of(a, step)) {
            assert_eq!(step_of(b, there), step_of(a, step), "after {step} steps");
        } else {
            assert_eq!(there, b.len_steps(), "the other ended before");
        }
    }
    for step in diff.shared_steps..=b.len_steps() {
        assert_eq!(step_of(a, abreast(&diff, (b, step), a, false)), step_of(b, step));
    }
}

#[test]
fn timelines_meet_again_where_no_rule_can_tell_them_apart() {
    let mut session = Session::new(genesis(), "main").unwrap();
    let start = session.cursor();
    say(&mut session, "pass");
    say(&mut session, "pass");
    // Tapping a land for nothing is gone after the step, when the mana empties; the land stays
    // tapped until it untaps.
    session.fork(start, Some("other")).unwrap();
    edit(&mut session, r#"Life(of: "A", is: 5)"#);
    edit(&mut session, r#"Life(of: "A", is: 20)"#);
    say(&mut session, "pass");
    say(&mut session, "pass");
    let (a, b) = (session.timeline_named("main").unwrap(), session.timeline_named("other").unwrap());
    let found = meetings(a, b, &Progress::default()).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].to, (a.len_steps(), b.len_steps()), "equal to the end");
    assert!(found[0].from.1 > found[0].from.0 || found[0].from.0 > start.step);
    // A timeline that differs to its end never meets the other.
    session.fork(start, Some("third")).unwrap();
    edit(&mut session, r#"Life(of: "A", is: 5)"#);
    say(&mut session, "pass");
    let (a, c) = (session.timeline_named("main").unwrap(), session.timeline_named("third").unwrap());
    assert_eq!(meetings(a, c, &Progress::default()).unwrap(), []);
}

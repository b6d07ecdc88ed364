//! Moving, deciding, forking, undoing.

use std::sync::Arc;

use retrace_core::fact::{Answer, PlayerId};
use retrace_core::rules::Illegal;
use retrace_core::state::{Game, evolve};

use super::*;

#[test]
fn a_fork_shares_its_past_and_never_changes_it() {
    let mut session = primer();
    let fork = session.cursor();
    pass_until(&mut session, "assigns combat damage");
    let main: Vec<Arc<Commit>> = session.current().commits().iter().cloned().collect();
    let tip = session.current().tip();
    session.fork(fork, None).unwrap();
    let other = session.current();
    assert_eq!(other.name(), "main~2");
    assert_eq!(other.forked(), Some(fork));
    for (mine, theirs) in main.iter().zip(other.commits()) {
        assert!(Arc::ptr_eq(mine, theirs));
    }
    let again = session.timeline(TimelineId(0)).unwrap();
    assert_eq!(again.tip(), tip);
    assert!(again.commits().iter().zip(&main).all(|(a, b)| Arc::ptr_eq(a, b)));
}

#[test]
fn an_answer_in_the_past_forks_and_says_so() {
    let mut session = primer();
    let attack = session.current().decision_points().find(|step| {
        session.seek_copy(*step).choice().is_some_and(|choice| choice.prompt == retrace_core::fact::Prompt::Attackers)
    });
    session.seek(Point::new(TimelineId(0), attack.unwrap()));
    let before = session.len_steps(TimelineId(0));
    let outcome = say(&mut session, "none");
    let Outcome::Forked { timeline, name, from, at, earlier } = outcome else { panic!("{outcome:?}") };
    assert_eq!((name.as_str(), from.as_str(), at, earlier), ("main~2", "main", attack.unwrap(), false));
    assert_eq!(session.cursor().timeline, timeline);
    assert!(session.at_head());
    assert_eq!(session.len_steps(TimelineId(0)), before);
}

#[test]
fn the_answer_that_was_given_goes_on_without_a_fork() {
    let mut session = primer();
    session.run(Command::Home).unwrap();
    session.run(Command::ChoiceForward).unwrap();
    assert_eq!(say(&mut session, "pass"), Outcome::Followed);
    assert_eq!(session.timelines().count(), 1);
}

#[test]
fn in_the_middle_of_a_commit_a_fork_takes_the_choice_before() {
    let mut session = primer();
    session.run(Command::Home).unwrap();
    session.run(Command::ChoiceForward).unwrap();
    let choice = session.cursor().step;
    while session.current().is_choice(session.cursor().step) {
        session.run(Command::Into).unwrap();
    }
    let inside = session.cursor();
    assert!(session.choice().is_none());
    let refused = session.decide(PlayerId(0), Answer::BackOut);
    assert!(matches!(refused, Err(SessionError::Illegal(Illegal::NotWaiting))), "{refused:?}");
    let outcome = session.fork(inside, None).unwrap();
    let Outcome::Forked { at, earlier, .. } = &outcome else { panic!("{outcome:?}") };
    assert!(*at >= choice && *at < inside.step && *earlier);
    assert_eq!(outcome.message(&session).unwrap(), "Forked “main~2” from “main” at the choice before.");
    assert_eq!(session.cursor().step, *at);
}

#[test]
fn seeking_does_nothing_but_move_the_cursor() {
    let mut session = both_ends();
    let before: Vec<_> = session.timelines().map(|it| (it.id(), it.tip(), it.len_entries())).collect();
    for (id, ..) in &before {
        let mut game = Game::empty();
        for step in 0..=session.len_steps(*id) {
            session.seek(Point::new(*id, step));
            assert_eq!(session.game(), &game, "{step}");
            assert_eq!(session.game(), &session.timeline(*id).unwrap().game_at(step));
            if let Some(next) = session.step_at(*id, step) {
                evolve(&mut game, next);
            }
        }
        for step in (0..=session.len_steps(*id)).rev().step_by(7) {
            session.seek(Point::new(*id, step));
            assert_eq!(session.game(), &session.timeline(*id).unwrap().game_at(step));
        }
    }
    let after: Vec<_> = session.timelines().map(|it| (it.id(), it.tip(), it.len_entries())).collect();
    assert_eq!(before, after);
}

#[test]
fn steps_choices_turn_steps_and_frames_lead_there_and_back() {
    let mut session = both_ends();
    for (on, back) in [
        (Command::StepForward, Command::StepBack),
        (Command::ChoiceForward, Command::ChoiceBack),
        (Command::TurnStepForward, Command::TurnStepBack),
        (Command::TurnForward, Command::TurnBack),
    ] {
        session.run(Command::Home).unwrap();
        let mut places = vec![session.cursor()];
        while session.run(on).unwrap() == Outcome::Moved {
            places.push(session.cursor());
        }
        assert!(session.at_head() && places.len() > 2, "{on:?}");
        for place in places.iter().rev() {
            assert_eq!(session.cursor(), *place, "{back:?}");
            session.run(back).unwrap();
        }
    }
    session.run(Command::End).unwrap();
    assert!(matches!(session.run(Command::StepForward).unwrap(), Outcome::Nothing(_)));
}

#[test]
fn over_and_out_follow_the_call_stack() {
    let mut session = both_ends();
    session.run(Command::Home).unwrap();
    session.run(Command::Into).unwrap();
    let depth = session.game().world().frames.len();
    session.run(Command::Over).unwrap();
    assert!(session.game().world().frames.len() <= depth);
    session.run(Command::Out).unwrap();
    assert!(session.game().world().frames.len() < depth);
    let frames = session.game().world().frames.len();
    for depth in 0..frames {
        let began = session.frame_began(depth).unwrap();
        assert!(session.game_at(began).world().frames.len() > depth);
        let before = Point { step: began.step - 1, ..began };
        assert!(session.game_at(before).world().frames.len() <= depth);
    }
}

#[test]
fn undo_takes_back_decisions_and_forks_and_redo_brings_them_again() {
    let mut session = primer();
    let (tip, cursor) = (session.current().tip(), session.cursor());
    say(&mut session, "pass");
    session.undo().unwrap();
    assert_eq!((session.current().tip(), session.cursor()), (tip, cursor));
    session.redo().unwrap();
    assert_ne!(session.current().tip(), tip);
    session.undo().unwrap();
    session.fork(cursor, Some("other")).unwrap();
    assert_eq!(session.timelines().count(), 2);
    assert_eq!(session.undo().unwrap(), Outcome::Undone("fork".to_owned()));
    assert_eq!((session.timelines().count(), session.cursor()), (1, cursor));
    session.run(Command::StepBack).unwrap();
    session.run(Command::StepBack).unwrap();
    session.redo().unwrap();
    assert_eq!(session.current().name(), "other");
    assert_eq!((session.timelines().count(), session.current().tip()), (2, tip));
}

#[test]
fn ids_of_timelines_are_never_given_again() {
    let mut session = primer();
    session.run(Command::Fork).unwrap();
    let first = session.cursor().timeline;
    session.undo().unwrap();
    session.run(Command::Fork).unwrap();
    assert_ne!(session.cursor().timeline, first);
    assert!(session.timeline(first).is_none());
    assert_eq!(session.len_steps(first), 0);
}

#[test]
fn timelines_are_renamed_switched_and_deleted() {
    let mut session = both_ends();
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    assert!(matches!(session.rename(leap, "main"), Err(SessionError::NameTaken(_))));
    assert!(matches!(session.rename(leap, " x"), Err(SessionError::BadName { .. })));
    session.rename(leap, "what if").unwrap();
    assert_eq!(session.current().name(), "what if");
    session.run(Command::TimelineNext).unwrap();
    assert_eq!(session.cursor(), Point::new(main, session.len_steps(main)));
    let shared = session.shared_steps(main, leap);
    session.seek(Point::new(main, shared));
    session.switch(leap);
    assert_eq!(session.cursor(), Point::new(leap, shared));
    session.run(Command::DeleteTimeline).unwrap();
    assert_eq!(session.cursor(), Point::new(main, shared));
    assert!(matches!(session.run(Command::DeleteTimeline), Err(SessionError::OnlyTimeline)));
    session.undo().unwrap();
    assert_eq!(session.current().name(), "what if");
}

#[test]
fn payment_is_automatic_and_can_be_taken_back() {
    let mut session = primer();
    say(&mut session, "pass");
    assert!(matches!(session.run(Command::PayAutomatically), Err(SessionError::Payment(_))));
    say(&mut session, "cast Mighty Leap");
    say(&mut session, "Aethergeode Miner");
    assert_eq!(asked(&session), "Player B pays {1}{W} for Mighty Leap.");
    let warned: Vec<Offer> = session.offers();
    assert_eq!(warned.len(), 2);
    assert_eq!(session.run(Command::PayAutomatically).unwrap(), Outcome::Appended);
    assert_eq!(asked(&session), "Player B has priority.");
    assert_eq!(session.game().world().stack.len(), 2);
}

#[test]
fn answers_are_read_by_name_by_number_and_by_id() {
    let mut session = Session::new(genesis(), "main").unwrap();
    pass_until(&mut session, "declares attackers");
    let choice = session.choice().unwrap();
    let read = |text: &str| answers::read_answer(session.game(), &choice, text);
    let attack = read("Dire Fleet Captain -> B").unwrap();
    assert_eq!(read("1 -> player B").unwrap(), attack);
    assert_eq!(read("dire -> b").unwrap(), attack);
    assert_ne!(read("dire -> Jace Beleren").unwrap(), attack);
    assert_eq!(read("nobody").unwrap(), Answer::Declared(Vec::new()));
    assert_eq!(read("dire").unwrap_err(), "say what dire goes for, as in `dire -> WHAT`");
    assert_eq!(read("dragon -> B").unwrap_err(), "`dragon` is not among “Dire Fleet Captain”");
    assert_eq!(read("9 -> B").unwrap_err(), "there is no number 9; there are 1");
    let refused = session.say("pass", None).unwrap_err().to_string();
    assert!(refused.starts_with("`pass` is no answer here: `pass` is not among"), "{refused}");
}

#[test]
fn conceding_is_always_open() {
    let mut session = primer();
    say(&mut session, "concede b");
    assert_eq!(session.current().result(), Some(retrace_core::fact::GameResult::Won(PlayerId(0))));
    assert!(session.choice().is_none());
    assert!(session.say("pass", None).is_err());
}

impl Session {
    /// A session with its cursor at a place of the current timeline, to look at the choice there.
    fn seek_copy(&self, step: usize) -> Session {
        let commits = self.current().commits().clone();
        let mut copy = Session::of_commits("copy", commits, Standing::Exact);
        copy.seek(Point::new(TimelineId(0), step));
        copy
    }
}

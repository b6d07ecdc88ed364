//! Bisecting, exploring and shrinking, on the primer.

use std::collections::BTreeSet;

use retrace_core::derive::key::key;
use retrace_core::predicate::Predicate;

use super::*;
use crate::travel::bisect::{Bisection, Only};
use crate::travel::explore::{Explore, Explored, Wanted};

pub(super) fn predicate(session: &Session, text: &str) -> Predicate {
    session.predicate(session.cursor().timeline, text).unwrap()
}

fn bisect(session: &Session, text: &str) -> Bisection {
    let id = session.cursor().timeline;
    let start = session.current().first_choice();
    let question = session.bisect(id, predicate(session, text), start, session.len_steps(id)).unwrap();
    let halved = question.run(&Progress::default()).unwrap();
    // Whatever binary search reports, it turns true there.
    if let Bisection::Turned(turn) = &halved {
        let holds = |step| session.current().holds_at(step, &predicate(session, text)).unwrap();
        assert!(holds(turn.found.point.step) && !holds(turn.found.point.step - 1), "{text}");
    }
    halved
}

/// Bisecting finds the event that a search from the start finds, with a number of evaluations that
/// grows with the logarithm of the steps.
#[test]
fn bisecting_finds_what_a_search_finds() {
    let mut session = both_ends();
    let main = id_of(&session, "main");
    session.switch(main);
    session.seek(Point::new(main, session.len_steps(main)));
    let start = session.current().first_choice();
    for text in ["count(battlefield) < 7", "count(A.graveyard) + count(B.graveyard) > 1", "count(A.creatures) = 0"] {
        let Bisection::Turned(turn) = bisect(&session, text) else { panic!("{text}") };
        let mut search = session.search_from(Point::new(main, start), predicate(&session, text), Direction::Forward);
        assert_eq!(Some(turn.found), session.search_first(&mut search).unwrap(), "{text}");
        assert_eq!(turn.only, Only::Unrefuted);
        // The halving, and forty places to refute it.
        let most = session.len_steps(main).ilog2() as usize + 2 + 40;
        assert!(turn.asked <= most, "{} of {}", turn.asked, session.len_steps(main));
        let every = session.bisect(main, predicate(&session, text), start, usize::MAX).unwrap().first();
        let Bisection::Turned(first) = every.run(&Progress::default()).unwrap() else { panic!("{text}") };
        assert_eq!((first.found, first.only), (turn.found, Only::Turns(1)));
    }
}

/// Bisecting reports a predicate that turns true several times.
#[test]
fn what_turns_more_than_once_is_told() {
    let session = both_ends();
    let id = session.cursor().timeline;
    // The choice is B's again and again.
    let text = "chooser = B or step = combat_damage";
    let Bisection::Turned(turn) = bisect(&session, text) else { panic!() };
    let Only::Refuted { step, holds } = turn.only else { panic!("{turn:?}") };
    assert_eq!(session.current().holds_at(step, &predicate(&session, text)).unwrap(), holds);
    assert_eq!(holds, step < turn.found.point.step);
    let every = session.bisect(id, predicate(&session, text), 0, usize::MAX).unwrap().first();
    let Bisection::Turned(first) = every.run(&Progress::default()).unwrap() else { panic!() };
    assert!(matches!(first.only, Only::Turns(times) if times > 2), "{first:?}");
    let mut search = session.search(id, predicate(&session, text));
    assert_eq!(Some(first.found), session.search_first(&mut search).unwrap());
}

#[test]
fn what_cannot_be_bisected_is_said() {
    let session = both_ends();
    assert!(matches!(bisect(&session, "turn < 99"), Bisection::HoldsAlready(_)));
    assert!(matches!(bisect(&session, "turn = 99"), Bisection::NeverHolds(_)));
    let id = session.cursor().timeline;
    for text in ["Moved", "changed(B.energy)"] {
        let error = session.bisect(id, predicate(&session, text), 0, 9).unwrap_err().to_string();
        assert!(error.contains("use `find`") && error.contains(text), "{error}");
    }
}

fn explore(session: &Session, wanted: Wanted) -> Explored {
    let explore: Explore = session.explore(session.cursor(), wanted).unwrap();
    explore.run(&Progress::default()).unwrap()
}

/// The declaration of blockers: the Captain attacks, and B has two creatures that may block it.
pub(super) fn at_blocks() -> Session {
    let mut session = Session::new(genesis(), "main").unwrap();
    pass_until(&mut session, "declares attackers");
    say(&mut session, "Dire Fleet Captain -> B");
    pass_until(&mut session, "declares blockers");
    session
}

#[test]
fn exploring_tries_every_answer_once() {
    let mut session = at_blocks();
    let explored = explore(&session, Wanted::default());
    // None, one of the two, the other, or both.
    assert_eq!((explored.tried, explored.outcomes.len(), explored.cut), (4, 4, false));
    assert!(explored.sampled.is_empty());
    let keys: BTreeSet<_> = explored.outcomes.iter().map(|it| key(it.game().unwrap())).collect();
    assert_eq!(keys.len(), 4, "equal states are one outcome");
    // An explored line is what a person would have got, and can become a timeline.
    let (tip, at) = (session.current().tip(), session.cursor());
    let (game, choice) = (session.game().clone(), session.choice().unwrap());
    let answers = retrace_core::play::enumerate(&game, &choice);
    for (index, (answer, reached)) in answers.zip(&explored.outcomes).enumerate() {
        assert_eq!(reached.answers, [describe::answer(&game, &choice, &answer)]);
        session.decide(choice.answered_by, answer).unwrap();
        let said = (key(session.game()), session.current().tip());
        assert_eq!(said.0, key(reached.game().unwrap()));
        session.undo().unwrap();
        let taken = session.take_line(&explored, index, None).unwrap();
        assert!(matches!(taken, Outcome::Forked { .. }));
        assert_eq!((key(session.game()), session.current().tip()), said);
        session.undo().unwrap();
        session.jump(at);
    }
    assert_eq!((session.current().tip(), session.timelines().count()), (tip, 1), "exploring changes nothing");
}

#[test]
fn lines_that_meet_are_one_outcome() {
    let mut session = at_blocks();
    say(&mut session, "Shielded Aether Thief, Aethergeode Miner");
    // The order of damage does not matter: one damage each has the same result.
    let until = Some(predicate(&session, "step = postcombat_main"));
    let wanted = Wanted { depth: 3, player: Some(PlayerId(0)), until, ..Wanted::default() };
    let explored = explore(&session, wanted);
    let lines: u64 = explored.outcomes.iter().map(|it| it.lines).sum();
    let keys: BTreeSet<_> = explored.outcomes.iter().map(|it| key(it.game().unwrap())).collect();
    assert_eq!(keys.len(), explored.outcomes.len());
    assert!(lines > explored.outcomes.len() as u64, "{lines} lines, {} outcomes", explored.outcomes.len());
    let met = explored.outcomes.iter().find(|it| it.lines > 1).unwrap();
    assert!(!met.others.is_empty());
    assert_ne!(met.others[0], met.answers);
}

/// With a predicate to wait for and an expression to evaluate, the table shows which block saves
/// whom.
#[test]
fn outcomes_are_played_on_and_asked() {
    let session = at_blocks();
    let id = session.cursor().timeline;
    let wanted = Wanted {
        until: Some(predicate(&session, "step = postcombat_main")),
        asked: vec![("B.life".to_owned(), session.expression(id, "B.life").unwrap())],
        ..Wanted::default()
    };
    let explored = explore(&session, wanted);
    assert!(explored.outcomes.iter().all(|it| it.settled));
    let values: BTreeSet<String> = explored.outcomes.iter().map(|it| it.values[0].1.clone()).collect();
    assert!(values.len() > 1, "{values:?}");
    let unblocked = explored.outcomes.iter().find(|it| it.answers == ["block with nobody"]).unwrap();
    assert!(unblocked.in_short(3).contains(&unblocked.values[0].1));
    let never = Wanted { until: Some(predicate(&session, "turn > 9000")), ..Wanted::default() };
    assert!(explore(&session, never).outcomes.iter().all(|it| !it.settled && it.result.is_some()));
    let limited = explore(&session, Wanted { limit: 2, ..Wanted::default() });
    assert!(limited.cut && limited.tried == 2);
    let cut: Vec<bool> = limited.outcomes.iter().map(|it| it.cut).collect();
    assert_eq!(cut, [false, false, true], "what was not gone into is told");
}

/// Exploring one player's answers while the other passes.
#[test]
fn exploring_one_side_leaves_the_other_to_the_least() {
    let mut session = at_blocks();
    say(&mut session, "Shielded Aether Thief, Aethergeode Miner");
    let of = |player| Wanted { depth: 2, player: Some(PlayerId(player)), ..Wanted::default() };
    let (a, b) = (explore(&session, of(0)), explore(&session, of(1)));
    let casts = |explored: &Explored| {
        explored.outcomes.iter().any(|it| it.answers.iter().any(|answer| answer.contains("Mighty Leap")))
    };
    assert!(!casts(&a) && casts(&b), "only B has Mighty Leap");
}

#[test]
fn too_many_answers_are_sampled_and_that_is_said() {
    let mut session = Session::demo().unwrap();
    session.seek(Point::new(session.cursor().timeline, 0));
    let nothing = session.explore(session.cursor(), Wanted::default());
    assert!(nothing.unwrap_err().to_string().contains("go to a choice first"));
    // A player with eight creatures has 256 ways to attack one player.
    let mut session = many_attackers();
    pass_until(&mut session, "declares attackers");
    let explored = explore(&session, Wanted::default());
    assert_eq!(explored.tried, crate::travel::explore::MOST_ANSWERS);
    assert_eq!(explored.sampled.len(), 1);
    assert!(explored.sampled[0].contains("attackers"), "{:?}", explored.sampled);
    let cancelled = Progress::default();
    cancelled.cancel();
    let again = session.explore(session.cursor(), Wanted::default()).unwrap();
    assert!(matches!(again.run(&cancelled), Err(SessionError::Cancelled)));
}

pub(super) fn many_attackers() -> Session {
    let mut genesis = genesis();
    let set_up = genesis.set_up.as_mut().unwrap();
    let captain = set_up.objects[0].clone();
    set_up.objects.extend(std::iter::repeat_n(captain, 7));
    Session::new(genesis, "main").unwrap()
}

fn shrink(session: &Session, text: &str) -> Option<crate::travel::shrink::Shrunk> {
    let id = session.cursor().timeline;
    session.shrink(id, predicate(session, text)).unwrap().run(&Progress::default()).unwrap()
}

/// A long random game in which somebody loses life is shrunk to a few inputs that have the same
/// effect.
#[test]
fn a_long_game_is_shrunk_to_what_counts() {
    let mut session = Session::new(genesis(), "main").unwrap();
    for seed in 0.. {
        for player in [PlayerId(0), PlayerId(1)] {
            session.set_policy(player, Some(Policy::Random { seed }));
        }
        let mut answers = 0;
        while session.choice().is_some() && answers < 300 {
            session.answer_at_random().unwrap();
            answers += 1;
        }
        let lost = predicate(&session, "B.life < 20");
        let mut search = session.search(session.cursor().timeline, lost);
        if session.search_first(&mut search).unwrap().is_some_and(|found| found.point.step > 60) {
            break;
        }
        assert!(seed < 40, "no game in which B loses life late");
        session = Session::new(genesis(), "main").unwrap();
    }
    let id = session.cursor().timeline;
    let shrunk = shrink(&session, "B.life < 20").unwrap();
    assert!(shrunk.is_least && shrunk.after.0 < shrunk.before.0, "{:?} {:?}", shrunk.before, shrunk.after);
    let before = session.current().tip();
    let taken = session.take_shrunk(&shrunk, Some("small")).unwrap();
    assert!(matches!(taken, Outcome::Forked { .. }));
    assert_eq!(
        (session.current().name(), session.cursor()),
        ("small", Point::new(session.cursor().timeline, shrunk.found.point.step))
    );
    assert!(session.current().holds_at(session.cursor().step, &predicate(&session, "B.life < 20")).unwrap());
    assert_eq!(session.current().commits().len(), shrunk.after.0 + 1);
    assert_eq!(session.timeline(id).unwrap().tip(), before, "the long one is as it was");
    // Nothing was skipped: the rules make these very events of its inputs.
    let verdict = session.current().verify(&Progress::default()).unwrap();
    assert_eq!(Standing::of(&verdict), Standing::Exact);
    // Nothing can be left out: shrinking again leaves as many inputs.
    let again = shrink(&session, "B.life < 20").unwrap();
    assert_eq!(again.after.0, shrunk.after.0);
}

/// Irrelevant inputs along the way are left out, and the cause stays.
#[test]
fn shrinking_keeps_what_brings_it_about() {
    let session = both_ends();
    let shrunk = shrink(&session, "Triggered or BecameCast and event.about = \"Mighty Leap\"").unwrap();
    assert!(shrunk.after.0 <= shrunk.before.0);
    let shrunk = shrink(&session, "Attacked").unwrap();
    // The attack, and the passes up to it.
    assert!(shrunk.after.0 < shrunk.before.0 && shrunk.found.entry.0 < shrunk.after.1);
    assert!(shrink(&session, "turn = 99").is_none());
}

#[test]
fn outcomes_are_sorted_filtered_and_counted() {
    use crate::travel::outcomes::{Outcomes, WAYS};
    let mut session = primer();
    let main = session.current();
    let blocks = main.decision_points().find(|step| {
        rules::choice(&main.game_at(*step)).is_some_and(|choice| choice.prompt == retrace_core::fact::Prompt::Blockers)
    });
    session.seek(Point::new(main.id(), blocks.unwrap()));
    let id = session.cursor().timeline;
    let until = Some(session.predicate(id, "step = postcombat_main").unwrap());
    let expression = |text: &str| (text.to_owned(), session.expression(id, text).unwrap());
    let asked = vec![expression("count(creatures)"), expression("B.life")];
    let wanted = Wanted { until, asked, ..Wanted::default() };
    let explored = session.explore(session.cursor(), wanted).unwrap().run(&Progress::default()).unwrap();
    let all = Outcomes::of(&explored);
    assert_eq!(all.rows.len(), explored.outcomes.len());
    assert_eq!(all.columns[..2], ["Answer", WAYS]);
    let column = |title: &str| all.columns.iter().position(|it| it == title).unwrap();
    let (creatures, life) = (column("count(creatures)"), column("B.life"));
    let ways: u64 = explored.outcomes.iter().map(|it| it.lines).sum();
    assert_eq!(all.histogram(life).unwrap().values().sum::<u64>(), ways);
    assert_eq!(all.histogram(0), None, "answers are no numbers");
    let mut sorted = all.clone();
    sorted.sort(creatures, true);
    let numbers: Vec<i64> = sorted.rows.iter().map(|row| row.cells[creatures].number.unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a >= b) && numbers.first() != numbers.last(), "{numbers:?}");
    let mut filtered = all.clone();
    filtered.filter("thief MINER");
    assert!(!filtered.rows.is_empty() && filtered.rows.len() < all.rows.len());
    assert!(filtered.rows.iter().all(|row| row.cells[0].text.contains("Thief")));
}

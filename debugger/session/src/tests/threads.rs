//! However many threads work, they find the same, in the same order and with the same ids.

use std::fmt::Debug;
use std::num::NonZeroUsize;

use retrace_core::derive::key::key;

use super::seeking::{at_blocks, many_attackers, predicate};
use super::*;
use crate::travel::explore::{Explored, Others, Wanted};
use crate::travel::shrink::Shrunk;

const NUMBERS: [usize; 4] = [1, 2, 3, 8];

fn threads(number: usize) -> Threads {
    Threads::new(NonZeroUsize::new(number).unwrap())
}

/// Runs work on one thread and on several, and returns what all of them said.
fn the_same<T: PartialEq + Debug>(what: &str, mut work: impl FnMut(Threads) -> T) -> T {
    let one = work(Threads::ONE);
    for number in NUMBERS {
        assert_eq!(one, work(threads(number)), "{what}, on {number} threads");
    }
    one
}

/// Cancels work on several threads later and later, until it is done before.
fn stopped_everywhere<T>(what: &str, work: impl Fn(&Progress) -> Result<T, SessionError>) {
    let (mut looks, mut stopped) = (0, 0);
    loop {
        let progress = Progress::cancelled_after(looks);
        match work(&progress) {
            Err(SessionError::Cancelled) => stopped += 1,
            Ok(_) => break,
            Err(error) => panic!("{what}: {error}"),
        }
        // Each thread looks once more, for the piece that it is at, and so does the one that takes.
        let more = progress.looks() - looks;
        assert!(more <= 8, "{what}: looked {more} times after it was cancelled");
        looks += 1 + looks / 2;
    }
    assert!(stopped > 3, "{what}: stopped only {stopped} times");
}

/// Everything that an exploration says, with the ids of its lines.
fn told(session: &mut Session, explored: &Explored) -> Vec<String> {
    let mut told = vec![format!("{:?}", (&explored.prompt, explored.tried, &explored.sampled, explored.cut))];
    for (index, it) in explored.outcomes.iter().enumerate() {
        let said = (&it.answers, it.lines, &it.others, it.result, &it.life, &it.values, it.settled, it.cut);
        told.push(format!("{said:?} {:?} {} {:?}", it.changes, it.events(), it.game().map(key)));
        if index < 5 {
            session.take_line(explored, index, None).unwrap();
            told.push(session.current().tip().to_string());
            session.undo().unwrap();
        }
    }
    told
}

#[test]
fn exploring_on_several_threads_finds_the_same_in_the_same_order() {
    let mut session = at_blocks();
    let id = session.cursor().timeline;
    let until = Some(predicate(&session, "step = postcombat_main"));
    let asked = vec![("B.life".to_owned(), session.expression(id, "B.life").unwrap())];
    let others = Others::Policy(Policy::Random { seed: 4 });
    let wanted = [
        Wanted { depth: 4, ..Wanted::default() },
        Wanted { depth: 3, until: until.clone(), asked, ..Wanted::default() },
        Wanted { depth: 2, player: Some(PlayerId(0)), others, until, ..Wanted::default() },
    ];
    for wanted in wanted {
        // The limit falls into the first depth, between two lines, and inside one.
        for limit in [1000, 0, 3, 5, 17] {
            let explore = session.explore(session.cursor(), Wanted { limit, ..wanted.clone() }).unwrap();
            let told = the_same(&format!("{wanted:?} up to {limit}"), |threads| {
                told(&mut session, &explore.clone().on(threads).run(&Progress::default()).unwrap())
            });
            assert!(told.len() > 1);
        }
    }
    let mut session = many_attackers();
    pass_until(&mut session, "declares attackers");
    let explore = session.explore(session.cursor(), Wanted { depth: 2, limit: 150, ..Wanted::default() }).unwrap();
    the_same("sampled answers", |threads| {
        told(&mut session, &explore.clone().on(threads).run(&Progress::default()).unwrap())
    });
    let explore = explore.on(threads(3));
    stopped_everywhere("exploring", |progress| explore.run(progress));
}

/// A game played at random on the board of the primer.
fn at_random(seed: u64, most: usize) -> Session {
    let mut session = Session::new(genesis(), "main").unwrap();
    for player in [PlayerId(0), PlayerId(1)] {
        session.set_policy(player, Some(Policy::Random { seed }));
    }
    for _ in 0..most {
        if session.choice().is_some() {
            session.answer_at_random().unwrap();
        }
    }
    session
}

#[test]
fn shrinking_on_several_threads_ends_with_the_same_game_after_as_many_replays() {
    for seed in 0..2 {
        let mut session = at_random(seed, 50);
        let id = session.cursor().timeline;
        for text in ["count(B.hand) > 1", "turn = 6", "turn = 99"] {
            let Ok(predicate) = session.predicate(id, text) else { panic!("{text}") };
            let shrink = session.shrink(id, predicate).unwrap();
            let mut told = |shrunk: Option<Shrunk>| {
                let shrunk = shrunk?;
                session.take_shrunk(&shrunk, None).unwrap();
                let tip = session.current().tip();
                session.undo().unwrap();
                Some((shrunk.found, shrunk.before, shrunk.after, shrunk.runs, shrunk.is_least, tip))
            };
            the_same(text, |threads| told(shrink.clone().on(threads).run(&Progress::default()).unwrap()));
        }
    }
    let session = at_random(2, 30);
    let shrink = session.shrink(session.cursor().timeline, predicate(&session, "count(A.hand) > 1")).unwrap();
    let shrink = shrink.on(threads(3));
    stopped_everywhere("shrinking", |progress| shrink.run(progress));
}

#[test]
fn bisecting_on_several_threads_looks_at_the_same_places() {
    let session = at_random(1, 200);
    let id = session.cursor().timeline;
    for text in ["turn > 6", "chooser = B or step = combat_damage", "count(B.hand) > 2", "turn = 99", "turn < 99"] {
        let bisect = session.bisect(id, predicate(&session, text), 0, usize::MAX).unwrap();
        the_same(text, |threads| bisect.clone().on(threads).run(&Progress::default()).unwrap());
        the_same(text, |threads| bisect.clone().on(threads).first().run(&Progress::default()).unwrap());
    }
    let bisect = session.bisect(id, predicate(&session, "turn > 6"), 0, usize::MAX).unwrap().on(threads(3));
    stopped_everywhere("bisecting", |progress| bisect.run(progress));
}

/// A search over several threads is the search of one, to either side, and can be gone on with.
#[test]
fn a_search_on_several_threads_finds_the_same() {
    let session = at_random(2, 250);
    let timeline = session.current();
    assert!(timeline.commits().len() > 200);
    for text in ["Moved", "chooser = B", "turn = 6", "turn = 99"] {
        for (from, direction) in [(0, Direction::Forward), (timeline.len_steps(), Direction::Back)] {
            let search = Search::of(timeline, from, vec![predicate(&session, text)], direction);
            let all = search.clone().all(timeline, usize::MAX, &Progress::default()).unwrap();
            for number in NUMBERS {
                let (mut search, mut found) = (search.clone(), Vec::new());
                while !search.is_over() {
                    let enough = 3;
                    let more = search.all_on(threads(number), timeline, enough, &Progress::default()).unwrap();
                    assert!(more.len() >= enough || search.is_over());
                    found.extend(more);
                }
                assert_eq!(found, all, "{text} on {number} threads");
            }
        }
    }
}

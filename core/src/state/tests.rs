//! Tests of memory: the size of a version of a game, and what it shares with the previous version.

use crate::card::pool::Pool;
use crate::deck::{self, Deck};
use crate::fact::{Entry, Event, Frame, PlayerId, Step};
use crate::play::{self, Dice};
use crate::rules::{self, Pending};

use super::*;

/// A timeline keeps all its events, and a version for each choice, so large and rare data in them
/// sits behind a pointer. Enlarging one of these types enlarges every timeline by as much for each
/// event.
#[test]
fn what_is_held_of_a_timeline_is_small() {
    let sizes = [size_of::<Frame>(), size_of::<Event>(), size_of::<Entry>(), size_of::<Step>()];
    assert!(sizes[0] <= 40 && sizes[1] <= 56 && sizes[2] <= 88 && sizes[3] <= 24, "{sizes:?}");
    let sizes = [size_of::<Game>(), size_of::<World>(), size_of::<Object>(), size_of::<Player>()];
    assert!(sizes[0] <= 200 && sizes[1] <= 312 && sizes[2] <= 184 && sizes[3] <= 168, "{sizes:?}");
}

/// Returns the versions of a random game at its choices, each with the steps since the previous
/// version.
fn versions(seed: u64) -> Vec<(Vec<Step>, Game)> {
    let pool = Pool::bundled().unwrap();
    let lists = ["9 Forest\n9 Grizzly Bears\n4 Giant Growth\n", "9 Mountain\n9 Goblin Guide\n4 Lightning Bolt\n"];
    let decks = lists.map(|list| Deck::read("deck", list, &pool).unwrap_or_else(|errors| panic!("{errors}")));
    let players = [("Ann".to_owned(), &decks[0]), ("Bob".to_owned(), &decks[1])];
    let genesis = deck::genesis(&players, PlayerId(0), seed, &pool);
    let mut dice = Dice::new(seed);
    let (game, steps) = rules::start(&genesis).unwrap();
    let mut versions = vec![(steps, game)];
    while versions.len() < 400 {
        let game = &versions[versions.len() - 1].1;
        let Pending::Choices(choices) = rules::pending(game) else { break };
        let input = play::decide_at_random(game, &choices[0], &mut dice);
        let played = rules::play(game, &input).unwrap();
        versions.push(played);
    }
    versions
}

/// An event leaves everything it does not touch shared in memory, even where it looks for something
/// to remove.
#[test]
fn what_an_event_does_not_touch_is_shared() {
    let (mut moves, mut turns, mut quiet) = (0, 0, 0);
    for seed in 0..4 {
        let versions = versions(seed);
        for pair in versions.windows(2) {
            let (before, after) = (pair[0].1.world(), pair[1].1.world());
            let events = || pair[1].0.iter().flat_map(|step| &step.entries).map(|entry| &entry.event);
            let any = |is: fn(&Event) -> bool| events().any(is);
            let moved = any(|event| matches!(event, Event::Moved { .. } | Event::Ceased { .. }));
            let turn = any(|event| matches!(event, Event::TurnBegan { .. }));
            (moves, turns) = (moves + usize::from(moved), turns + usize::from(turn));
            // Nothing in these decks touches these.
            assert!(before.drawn.ptr_eq(&after.drawn) && before.bonds.ptr_eq(&after.bonds));
            assert!(before.notes.ptr_eq(&after.notes) && before.untils.ptr_eq(&after.untils));
            assert!(before.ante.is_same(&after.ante) && before.command.is_same(&after.command));
            assert!(before.chances.is_same(&after.chances));
            if !moved && !turn {
                quiet += 1;
                assert!(before.departed.is_same(&after.departed));
                assert!(before.exile.is_same(&after.exile));
                for (before, after) in before.players.iter().zip(&after.players) {
                    assert!(before.library.is_same(&after.library) && before.graveyard.is_same(&after.graveyard));
                }
            }
        }
    }
    assert!(moves > 50 && turns > 20 && quiet > 200, "{moves} with moves, {turns} with turns, {quiet} with neither");
}

/// Keywords that stand for abilities that look back bring that into a game, granted ones too.
#[test]
fn a_keyword_looks_back_if_what_it_stands_for_does() {
    let speaks = |ability: &str| {
        let text = format!("Ability({ability})");
        let definition = crate::card::Definition::from_canonical(&text).unwrap();
        super::game::speaks_of(&crate::fact::Canonical::new(definition)) & 1 == 1
    };
    for keyword in ["Surge([])", "Prowl([])", "Spectacle([])", "Gravestorm", "Bloodthirst(1)", "Bloodthirst(None)"] {
        assert!(speaks(&format!("Keyword({keyword})")), "{keyword}");
    }
    assert!(!speaks("Keyword(Flying)") && !speaks("Keyword(Storm)"));
}

//! Tests the log with the rules: games come out as they went in, on disk, through crashes and
//! through replay files.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::games::{genesis, play};
use retrace_core::fact::{Answer, Chance, Genesis, Input, ObjectId, PlayerId, wire};
use retrace_core::rule::Rule;
use retrace_core::rules;
use retrace_core::state::Game;
use retrace_store::commit::{EntryList, MAX_VALUE_BYTES, NewCommit};
use retrace_store::replay::{self, Progress, Side, Unrunnable};
use retrace_store::{
    Change, Collect, CommitInput, Detail, EventId, Log, Options, Replay, ReplayError, RunError, SNAPSHOT_EVERY,
    StoreError, Verdict, verify, would_collect,
};

#[test]
fn a_game_comes_back_as_it_was() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 1, 40);
    let commits: Vec<_> = log.commits(played.tip(), 0).map(Result::unwrap).collect();
    assert_eq!(commits[0].input, CommitInput::Genesis(Box::new(genesis(1))));
    for (index, commit) in commits.iter().enumerate() {
        let (id, steps, game) = &played.commits[index];
        assert_eq!((&commit.id, &commit.steps), (id, steps));
        assert_eq!(commit.event_ids.last(), Some(id));
        assert_eq!(commit.end(), game.len());
        assert_eq!(log.fold(*id).unwrap(), *game);
        if index > 0 {
            assert_eq!(commit.input, CommitInput::Input(played.inputs[index - 1].clone()));
            assert_eq!(commit.parent, Some(commits[index - 1].id));
        }
    }
}

#[test]
fn every_place_is_the_same_with_and_without_snapshots() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 2, 30);
    let events = log.timeline("main").unwrap().events;
    let games: Vec<Game> = (0..=events).map(|events| log.game_at(played.tip(), events).unwrap()).collect();
    assert_eq!(games[0], Game::empty());
    assert!((0u64..).zip(&games).all(|(events, game)| game.len() == events));
    for (id, _, game) in &played.commits {
        assert_eq!(games[game.len() as usize], *game);
        if game.len() % 3 == 0 {
            log.keep_snapshot(*id, game).unwrap();
        }
    }
    log.keep_snapshot(played.tip(), &games[3]).unwrap_err();
    for (events, game) in games.iter().enumerate() {
        assert_eq!(log.game_at(played.tip(), events as u64).unwrap(), *game);
    }
    assert!(matches!(log.game_at(played.tip(), events + 1), Err(StoreError::NoEvent { .. })));
}

#[test]
fn snapshots_are_kept_at_regular_commits_and_made_again_when_they_are_gone() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 4, 2 * SNAPSHOT_EVERY + 20);
    let tip = played.tip();
    assert_eq!(log.keep_snapshots(played.commits[5].0).unwrap(), 0);
    // A game of this size is kept at every 256th commit.
    assert_eq!(log.keep_snapshots(tip).unwrap(), 1);
    assert_eq!(log.keep_snapshots(tip).unwrap(), 0);
    let events = log.timeline("main").unwrap().events;
    let places: Vec<u64> = (0..events).step_by(97).chain([events - 1]).collect();
    let found: Vec<_> = places.iter().map(|event| log.game_after_step_of(tip, *event).unwrap()).collect();
    let middle = &found[found.len() / 2];
    assert!(middle.0.len() == middle.1 && middle.1 > places[found.len() / 2]);
    log.clear_snapshots().unwrap();
    for (event, found) in places.iter().zip(&found) {
        assert!(log.game_after_step_of(tip, *event).unwrap() == *found, "event {event}");
    }
    assert_eq!(log.keep_snapshots(tip).unwrap(), 1);
    assert!(matches!(log.game_after_step_of(tip, events), Err(StoreError::NoEvent { .. })));
}

#[test]
fn steps_that_do_not_go_on_from_the_head_are_refused() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 3, 5);
    let input = played.inputs.last().unwrap();
    let steps = &played.commits.last().unwrap().1;
    let error = log.append("main", played.tip(), input, steps).unwrap_err();
    assert!(matches!(error, StoreError::Wire { .. }), "{error}");
    let again = log.append("main", played.commits[4].0, input, steps).unwrap();
    assert!(again.already);
    let elsewhere = log.append("main", EventId::from_bytes([1; 32]), input, steps).unwrap_err();
    assert!(matches!(elsewhere, StoreError::Conflict { .. }));
}

#[test]
fn a_fork_takes_another_way() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 4, 20);
    let (at, _, game) = &played.commits[12];
    let fork = log.fork("main", game.len(), "what if").unwrap();
    assert_eq!(fork.tip, *at);
    let input = Input::Reseed(3);
    let (steps, after) = rules::play(game, &input).unwrap();
    let tip = log.append("what if", fork.tip, &input, &steps).unwrap().id;
    assert_eq!(log.fold(tip).unwrap(), after);
    assert_eq!(log.fold(played.tip()).unwrap(), played.commits[20].2);
    let parting = log.parting(played.tip(), tip).unwrap();
    assert_eq!((parting.common, parting.first_different), (Some(*at), Some(game.len())));
}

#[test]
fn a_replay_of_every_detail_is_exact_and_imports_to_the_same_ids() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 5, 25);
    let folder = tempfile::tempdir().unwrap();
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let replay = log.export(played.tip(), detail).unwrap();
        let file = folder.path().join(format!("{detail}.retrace"));
        replay.write(&file).unwrap();
        let read = Replay::read(&file).unwrap();
        assert_eq!(read, replay);
        let events = played.commits[25].2.len();
        assert_eq!(verify(&read).unwrap(), Verdict::Exact { commits: 26, events, tip: played.tip() });

        let mut other = Log::in_memory().unwrap();
        assert_eq!(other.import("theirs", &read).unwrap().tip, played.tip());
        assert_eq!(other.fold(played.tip()).unwrap(), played.commits[25].2);
        let again = other.export(played.tip(), detail).unwrap();
        assert_eq!(again.to_bytes(), replay.to_bytes());
        assert!(matches!(other.import("theirs", &read), Err(RunError::Store(StoreError::TimelineExists { .. }))));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing unfinished is left lying about");
}

/// A replay that today's rules contradict: the events of another game after the same genesis.
fn doctored(log: &mut Log, detail: Detail) -> (Replay, u64) {
    let played = play(log, "main", 6, 10);
    let (at, _, game) = &played.commits[6];
    // The rules' answer to a seed of 3, under an input with a seed of 4.
    let (steps, _) = rules::play(game, &Input::Reseed(3)).unwrap();
    log.fork("main", game.len(), "doctored").unwrap();
    let tip = log.append("doctored", *at, &Input::Reseed(4), &steps).unwrap().id;
    let replay = log.export(tip, detail).unwrap();
    log.delete("doctored", tip).unwrap();
    log.delete("main", played.tip()).unwrap();
    (replay, game.len())
}

#[test]
fn a_replay_that_differs_names_the_first_event_with_both_sides() {
    let mut log = Log::in_memory().unwrap();
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let (replay, first) = doctored(&mut log, detail);
        let Verdict::Diverged(difference) = verify(&replay).unwrap() else { panic!("it differs") };
        assert_eq!((difference.commit, difference.first_event), (7, first));
        match detail {
            Detail::Ids => {
                assert_eq!(difference.event, None);
                assert!(matches!(difference.expected, Side::Commit { .. }));
            }
            Detail::Marks => assert_eq!(difference.event, Some(first)),
            Detail::Entries => {
                assert_eq!(difference.event, Some(first));
                let Side::Event { entry: Some((expected, _)), .. } = &difference.expected else { panic!() };
                let Side::Event { entry: Some((found, _)), .. } = &difference.found else { panic!() };
                assert_ne!(expected.event, found.event);
                assert_eq!(expected.no, found.no);
                let text = difference.to_string();
                assert!(text.contains(&format!("event {first} (commit 7) differs")), "{text}");
            }
        }
        let imported = log.import("theirs", &replay);
        if detail == Detail::Entries {
            // It carries its events: they are facts, whatever today's rules give.
            assert_eq!(imported.unwrap().tip, replay.tip());
        } else {
            assert!(matches!(imported, Err(RunError::Diverged(_))));
        }
    }
}

#[test]
fn an_input_that_the_rules_refuse_is_a_difference() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 7, 10);
    let mut replay = log.export(played.tip(), Detail::Marks).unwrap();
    replay.commits.remove(4);
    let Verdict::Diverged(difference) = verify(&replay).unwrap() else { panic!("it differs") };
    assert_eq!(difference.commit, 4);
    // Either refused or with other events, depending on whose answer is missing.
    assert_ne!(difference.expected, difference.found);

    let mut replay = log.export(played.tip(), Detail::Marks).unwrap();
    let stranger = Input::Decision { by: PlayerId(9), answer: Answer::Confirmed(true) };
    replay.commits[3].input = retrace_core::fact::wire::encode(&stranger).unwrap();
    let Verdict::Diverged(difference) = verify(&replay).unwrap() else { panic!("it differs") };
    assert!(matches!(difference.found, Side::Refused { .. }), "{difference}");
}

#[test]
fn a_replay_whose_events_do_not_hash_to_its_ids_is_refused() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 8, 4);
    let mut replay = log.export(played.tip(), Detail::Entries).unwrap();
    replay.commits[2].id = EventId::from_bytes([5; 32]);
    let contradicts = |error| matches!(error, RunError::Replay(ReplayError::Contradiction { commit: 2 }));
    assert!(contradicts(verify(&replay).unwrap_err()));
    assert!(contradicts(log.import("theirs", &replay).unwrap_err()));
    assert_eq!(log.timelines().count(), 1);
}

#[test]
fn an_altered_or_cut_replay_file_is_never_exact() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 9, 3);
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let bytes = log.export(played.tip(), detail).unwrap().to_bytes();
        for at in (0..bytes.len()).step_by(7) {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1 << (at % 8);
            assert!(Replay::from_bytes(&wrong).is_err());
            assert!(matches!(Replay::from_bytes(&bytes[..at]), Err(ReplayError::Cut { .. } | ReplayError::NotAReplay)));
        }
    }
}

/// A stranger's changes with a matching checksum: each byte of each input changed.
#[test]
fn a_forged_replay_is_refused_or_differs() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 10, 6);
    for detail in [Detail::Marks, Detail::Entries] {
        let replay = log.export(played.tip(), detail).unwrap();
        for commit in 1..replay.commits.len() {
            for at in 0..replay.commits[commit].input.len() {
                let mut forged = replay.clone();
                forged.commits[commit].input[at] ^= 3;
                let forged = Replay::from_bytes(&forged.to_bytes()).unwrap();
                assert!(!matches!(verify(&forged), Ok(Verdict::Exact { .. })));
            }
        }
    }
}

/// Citations are in no id. If those of a file differ from this engine's, that is reported, and this
/// engine's are shown.
#[test]
fn a_replay_that_cites_other_rules_is_not_exact() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 10, 6);
    let replay = log.export(played.tip(), Detail::Entries).unwrap();
    let own: Vec<_> = replay.commits[2].entries.iter().collect();
    // Not a number of the edition, as a forger might write it.
    let wrong = Rule::parse("603.19b").unwrap();
    for (changed, number) in [(0, wrong.packed()), (own.len() - 1, u32::MAX)] {
        let mut forged = replay.clone();
        let entries = &mut forged.commits[2].entries;
        *entries = EntryList::new();
        for (index, entry) in own.iter().enumerate() {
            entries.push(if index == changed { number } else { entry.citation }, entry.bytes);
        }
        let Verdict::Recited { events, tip, cited, .. } = verify(&forged).unwrap() else { panic!("it cites others") };
        let before: u64 = replay.commits[..2].iter().map(|commit| commit.events).sum();
        assert_eq!((events, tip), (replay.events(), played.tip()));
        assert_eq!((cited.events, cited.first), (1, before + changed as u64));
        assert_eq!(cited.file, (changed == 0).then_some(wrong));
        assert_eq!(cited.here.packed(), own[changed].citation);
        let mut other = Log::in_memory().unwrap();
        other.import("main", &forged.inputs_only()).unwrap();
        assert_eq!(other.export(played.tip(), Detail::Entries).unwrap(), replay);
    }
}

#[test]
fn verifying_tells_its_progress_and_can_be_stopped() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 11, 10);
    let replay = log.export(played.tip(), Detail::Ids).unwrap();
    let mut seen = Vec::new();
    let verdict = replay::verify_with(&replay, &mut |progress: Progress| {
        seen.push(progress.commits);
        if progress.commits == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(verdict, Err(RunError::Store(StoreError::Stopped))));
    assert_eq!(seen, [1, 2, 3, 4]);
}

/// An input that cannot be run here does not show whether it once led to these events.
#[test]
fn a_replay_that_cannot_be_run_here_is_unverified() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 13, 6);
    let unverified = |replay: &Replay| match verify(replay).unwrap() {
        Verdict::Unverified(unverified) => *unverified,
        verdict => panic!("{verdict:?}"),
    };
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let replay = log.export(played.tip(), detail).unwrap();
        // Of another edition of the rules.
        let mut other = replay.clone();
        let edition = Genesis { edition: "2031-01-01".to_owned(), ..genesis(13) };
        other.commits[0].input = edition.encode(wire::FORMAT_VERSION).unwrap();
        let other = with_fitting_ids(other);
        let found = unverified(&other);
        assert_eq!((found.commit, found.events), (0, 0));
        assert_eq!(found.why, Unrunnable::Edition { found: "2031-01-01".to_owned() });
        assert!(found.to_string().contains("verify it with the version that wrote it, "), "{found}");
        let imported = Log::in_memory().unwrap().import("theirs", &other);
        match detail {
            // Its events are facts, and can be viewed.
            Detail::Entries => assert_eq!(imported.unwrap().tip, other.tip()),
            _ => assert!(matches!(imported, Err(RunError::Unverified(_)))),
        }
        // Of a newer format, and with words this version does not know.
        let mut newer = replay.clone();
        newer.commits[3].format = wire::FORMAT_VERSION + 1;
        let found = unverified(&with_fitting_ids(newer.clone()));
        assert_eq!((found.commit, found.events), (3, played.commits[2].2.len()));
        assert_eq!(found.why, Unrunnable::Format { found: wire::FORMAT_VERSION + 1 });
        assert!(found.to_string().starts_with(&format!("the first {} events are the same; ", found.events)), "{found}");
        let imported = Log::in_memory().unwrap().import("theirs", &with_fitting_ids(newer));
        assert!(matches!(imported, Err(RunError::Store(StoreError::TooNew { .. }) | RunError::Unverified(_))));
        let mut strange = replay.clone();
        strange.commits[4].input = vec![250, 1, 2];
        let found = unverified(&with_fitting_ids(strange));
        assert!(found.commit == 4 && matches!(found.why, Unrunnable::Unreadable { .. }), "{found}");
    }
}

/// The replay with ids that match its changed content.
fn with_fitting_ids(mut replay: Replay) -> Replay {
    let mut parent = EventId::ZERO;
    for commit in &mut replay.commits {
        if replay.detail == Detail::Entries {
            let (format, input, entries) = (commit.format, commit.input.clone(), commit.entries.clone());
            commit.id = NewCommit { format, input, entries }.id_after(parent);
        }
        parent = commit.id;
    }
    replay
}

/// The format of a commit is part of its ids: a file that claims another is not exact, even if it
/// carries no events.
#[test]
fn a_replay_that_says_another_format_is_never_exact() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 15, 4);
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let mut replay = log.export(played.tip(), detail).unwrap();
        replay.commits[2].format = 0;
        assert!(!matches!(verify(&replay), Ok(Verdict::Exact { .. })), "{detail}");
        assert!(Log::in_memory().unwrap().import("theirs", &replay).is_err(), "{detail}");
    }
}

/// Whatever is stored can be sent: a value too long for any file is refused when appended.
#[test]
fn a_value_that_no_file_could_carry_is_not_stored() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 14, 1);
    let (tip, _, game) = played.commits.last().unwrap();
    let (steps, _) = rules::play(game, &Input::Reseed(3)).unwrap();
    let library = (0..MAX_VALUE_BYTES as u32).map(ObjectId).collect();
    let long = Input::Chance(Chance::Shuffle(PlayerId(0), library));
    let error = log.append("main", *tip, &long, &steps).unwrap_err().to_string();
    assert!(error.contains("1048576 is the most"), "{error}");
    assert_eq!(log.timeline("main").unwrap().tip, *tip);
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() { copy_folder(&entry.path(), &target) } else { drop(fs::copy(entry.path(), target)) }
    }
}

#[test]
fn a_lost_database_is_made_again_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let played = play(&mut log, "main", 12, 15);
    log.fork("main", played.commits[9].2.len(), "b").unwrap();
    log.rename("b", played.commits[9].0, "c").unwrap();
    let input = Input::Reseed(3);
    let (steps, after) = rules::play(&played.commits[9].2, &input).unwrap();
    let other = log.append("c", played.commits[9].0, &input, &steps).unwrap().id;
    let expected: Vec<_> = log.timelines().cloned().collect();
    // Only the journal and the marker are left; the process died.
    let copy = tempfile::tempdir().unwrap();
    copy_folder(folder.path(), copy.path());
    fs::remove_dir_all(copy.path().join("sled")).unwrap();

    let log = Log::open(copy.path(), Options::default()).unwrap();
    assert_eq!(log.timelines().cloned().collect::<Vec<_>>(), expected);
    assert!(log.recovered().iter().all(|recovered| recovered.lost.is_none()));
    assert_eq!(log.recovered().iter().map(|recovered| recovered.commits).collect::<Vec<_>>(), [16, 1]);
    assert_eq!(log.fold(played.tip()).unwrap(), played.commits[15].2);
    assert_eq!(log.fold(other).unwrap(), after);
    log.close().unwrap();
    let log = Log::open(copy.path(), Options::default()).unwrap();
    assert!(log.recovered().is_empty());
}

#[test]
fn what_the_database_lost_can_still_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let played = play(&mut log, "main", 13, 12);
    log.fork("main", played.commits[3].2.len(), "b").unwrap();
    log.delete("main", played.tip()).unwrap();
    log.close().unwrap();
    fs::remove_dir_all(folder.path().join("sled")).unwrap();

    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    assert_eq!(log.timelines().map(|timeline| &timeline.name[..]).collect::<Vec<_>>(), ["b"]);
    assert!(!log.store().contains(played.tip()).unwrap());
    let undone = log.undo().unwrap().unwrap();
    assert!(
        matches!(&undone.changes[..], [Change::Timeline { before: Some(it), after: None, .. }] if it.name == "main")
    );
    assert_eq!(log.timeline("main").unwrap().tip, played.tip());
    assert_eq!(log.fold(played.tip()).unwrap(), played.commits[12].2);
    assert_eq!(log.store().verify_chain(played.tip()).unwrap(), 13);
}

#[test]
fn a_locked_store_says_who_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = Log::open(folder.path(), Options::default()).unwrap();
    let Err(error) = Log::open(folder.path(), Options::default()) else { panic!("it opened twice") };
    assert!(matches!(error, StoreError::Locked { pid: Some(pid), .. } if pid == std::process::id()), "{error}");
    log.close().unwrap();
    Log::open(folder.path(), Options::default()).unwrap();
}

/// So a store that may only be read can be asked, too.
#[test]
fn what_collecting_would_remove_is_told_by_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let played = play(&mut log, "main", 13, 12);
    log.fork("main", played.commits[3].2.len(), "b").unwrap();
    log.delete("main", played.tip()).unwrap();
    log.close().unwrap();
    let journal = fs::read(folder.path().join("journal")).unwrap();
    let wanted = Collect { forget_operations: true, ..Collect::default() };
    let told = would_collect(folder.path(), wanted).unwrap();
    assert_eq!(fs::read(folder.path().join("journal")).unwrap(), journal);

    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let collected = log.collect(wanted).unwrap();
    assert_eq!((told.commits, told.kept, told.operations), (collected.commits, collected.kept, collected.operations));
    assert_eq!(told.commits, 9);
}

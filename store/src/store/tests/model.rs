//! Compares random histories of a store with lists of commits, and seeking with a walk.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::bookmark::Bookmark;
use crate::gc::Collect;

#[derive(Clone, Debug)]
enum Op {
    Create(usize),
    Append { timeline: usize, back: usize, input: u64, events: usize },
    Fork { from: usize, at: usize, name: usize },
    Rename { from: usize, to: usize },
    Delete(usize),
    Move { timeline: usize, back: usize },
    Mark { name: usize, timeline: usize, event: u64 },
    Unmark(usize),
    Undo,
    Redo,
    Reopen,
    Pack,
    Collect,
}

fn op() -> impl Strategy<Value = Op> {
    let name = 0usize..4;
    prop_oneof![
        2 => name.clone().prop_map(Op::Create),
        12 => (name.clone(), prop_oneof![4 => Just(0usize), 1 => 1usize..4], 0u64..3, 1usize..4)
            .prop_map(|(timeline, back, input, events)| Op::Append { timeline, back, input, events }),
        4 => (name.clone(), 0usize..20, name.clone()).prop_map(|(from, at, name)| Op::Fork { from, at, name }),
        1 => (name.clone(), name.clone()).prop_map(|(from, to)| Op::Rename { from, to }),
        1 => name.clone().prop_map(Op::Delete),
        1 => (name.clone(), 0usize..5).prop_map(|(timeline, back)| Op::Move { timeline, back }),
        2 => (0usize..2, name, 0u64..30).prop_map(|(name, timeline, event)| Op::Mark { name, timeline, event }),
        1 => (0usize..2).prop_map(Op::Unmark),
        4 => Just(Op::Undo),
        2 => Just(Op::Redo),
        1 => Just(Op::Reopen),
        2 => Just(Op::Pack),
        1 => Just(Op::Collect),
    ]
}

/// Timelines as lists of commits (their inputs and numbers of events), and bookmarks as ids of
/// events.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    timelines: BTreeMap<String, Vec<(u64, usize)>>,
    bookmarks: BTreeMap<String, EventId>,
}

/// The present state, the state before each operation, and what was undone.
#[derive(Clone, Default)]
struct Model {
    now: State,
    past: Vec<State>,
    future: Vec<State>,
}

fn apply(store: &mut Store, model: &mut Model, op: &Op) {
    let before = model.now.clone();
    match op {
        Op::Undo => {
            let undone = turn(store, true);
            assert_eq!(undone, !model.past.is_empty());
            if let Some(past) = model.past.pop() {
                model.future.push(std::mem::replace(&mut model.now, past));
            }
        }
        Op::Redo => {
            let redone = turn(store, false);
            assert_eq!(redone, !model.future.is_empty());
            if let Some(future) = model.future.pop() {
                model.past.push(std::mem::replace(&mut model.now, future));
            }
        }
        // In memory there are no packs.
        Op::Pack => assert_eq!(store.pack(None).unwrap(), store.folder().is_some()),
        Op::Collect => drop(store.collect(Collect::default()).unwrap()),
        op => {
            change(store, &mut model.now, op);
            if model.now != before {
                model.past.push(before);
                model.future.clear();
            }
        }
    }
}

/// Undoes or redoes; returns whether there was anything to do.
fn turn(store: &mut Store, undo: bool) -> bool {
    let operation = if undo { store.undoable() } else { store.redoable() };
    let operation = operation.cloned();
    if let Some(operation) = &operation {
        store.turn(operation, undo).unwrap();
    }
    operation.is_some()
}

fn change(store: &mut Store, model: &mut State, op: &Op) {
    let name = |index: usize| format!("timeline {index}");
    let mark = |index: usize| format!("mark {index}");
    match *op {
        Op::Create(index) => {
            let made = store.create(&name(index), commit(0, 2));
            assert_eq!(made.is_ok(), !model.timelines.contains_key(&name(index)));
            model.timelines.entry(name(index)).or_insert_with(|| vec![(0, 2)]);
        }
        Op::Append { timeline, back, input, events } => {
            let Some(commits) = model.timelines.get_mut(&name(timeline)) else {
                let error = store.append(&name(timeline), EventId::ZERO, commit(input, events)).unwrap_err();
                return assert!(matches!(error, StoreError::NoTimeline { .. }));
            };
            let at = commits.len() - 1 - back.min(commits.len() - 1);
            let head = tip(store, &name(timeline));
            let expected = store.commit_number(head, at as u64).unwrap().unwrap().id;
            let result = store.append(&name(timeline), expected, commit(input, events));
            match commits.get(at + 1) {
                None => {
                    assert!(!result.unwrap().already);
                    commits.push((input, events));
                }
                Some(there) if *there == (input, events) => assert!(result.unwrap().already),
                Some(_) => assert!(matches!(result, Err(StoreError::Conflict { .. }))),
            }
        }
        Op::Fork { from, at, name: to } => {
            let commits = model.timelines.get(&name(from)).cloned();
            let at = commits.as_ref().map_or(0, |commits| at % commits.len());
            let events = commits.iter().flatten().take(at + 1).map(|(_, events)| *events as u64).sum();
            let forked = store.fork(&name(from), events, &name(to));
            match commits {
                Some(commits) if !model.timelines.contains_key(&name(to)) => {
                    forked.unwrap();
                    model.timelines.insert(name(to), commits[..=at].to_vec());
                }
                _ => assert!(forked.is_err()),
            }
        }
        Op::Rename { from, to } => {
            let renamed = rename(store, &name(from), &name(to));
            let free = from == to || !model.timelines.contains_key(&name(to));
            assert_eq!(renamed.is_ok(), free && model.timelines.contains_key(&name(from)));
            if renamed.is_ok()
                && let Some(commits) = model.timelines.remove(&name(from))
            {
                model.timelines.insert(name(to), commits);
            }
        }
        Op::Delete(index) => {
            let deleted = delete(store, &name(index));
            assert_eq!(deleted.is_ok(), model.timelines.remove(&name(index)).is_some());
        }
        Op::Move { timeline, back } => {
            let Some(commits) = model.timelines.get_mut(&name(timeline)) else { return };
            let at = commits.len() - 1 - back.min(commits.len() - 1);
            let head = tip(store, &name(timeline));
            let to = store.commit_number(head, at as u64).unwrap().unwrap().id;
            store.move_head(&name(timeline), head, to).unwrap();
            commits.truncate(at + 1);
        }
        Op::Mark { name: index, timeline, event } => {
            let expected = store.bookmark(&mark(index)).ok().cloned();
            let made = store.set_bookmark(&mark(index), expected.as_ref(), (&name(timeline), event), "a note");
            let Ok(made) = made else {
                let events = model.timelines.get(&name(timeline)).map(|it| it.iter().map(|it| it.1 as u64).sum());
                return assert!(events.is_none_or(|events: u64| event >= events));
            };
            let commit = store.read(made.commit).unwrap();
            let id = commit.event_ids()[(event - commit.first_event) as usize];
            model.bookmarks.insert(mark(index), id);
        }
        Op::Unmark(index) => {
            let Ok(bookmark) = store.bookmark(&mark(index)).cloned() else {
                return assert!(!model.bookmarks.contains_key(&mark(index)));
            };
            store.remove_bookmark(&bookmark).unwrap();
            model.bookmarks.remove(&mark(index)).unwrap();
        }
        Op::Undo | Op::Redo | Op::Reopen | Op::Pack | Op::Collect => {}
    }
}

fn assert_same(store: &Store, model: &State) {
    let event = |bookmark: &Bookmark| {
        let commit = store.read(bookmark.commit).unwrap();
        commit.event_ids()[(bookmark.event - commit.first_event) as usize]
    };
    let bookmarks: BTreeMap<String, EventId> = store.bookmarks().map(|it| (it.name.clone(), event(it))).collect();
    assert_eq!(bookmarks, model.bookmarks);
    let names: Vec<&str> = store.timelines().map(|timeline| timeline.name.as_str()).collect();
    assert_eq!(names, model.timelines.keys().map(String::as_str).collect::<Vec<_>>());
    for (name, expected) in &model.timelines {
        let timeline = store.timeline(name).unwrap();
        let commits: Vec<RawCommit> = store.commits(timeline.tip, 0).map(Result::unwrap).collect();
        let found: Vec<(Vec<u8>, EntryList)> =
            commits.iter().map(|commit| (commit.input.clone(), commit.entries.clone())).collect();
        let expected: Vec<(Vec<u8>, EntryList)> = expected
            .iter()
            .map(|(input, events)| commit(*input, *events))
            .map(|commit| (commit.input, commit.entries))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(timeline.commits, commits.len() as u64);
        assert_eq!(timeline.events, commits.last().unwrap().end());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn timelines_behave_as_lists_of_commits(ops in proptest::collection::vec(op(), 1..60)) {
        let mut store = Store::in_memory().unwrap();
        let mut model = Model::default();
        for op in &ops {
            apply(&mut store, &mut model, op);
        }
        assert_same(&store, &model.now);
    }

    #[test]
    fn seeking_finds_what_a_walk_finds(
        sizes in proptest::collection::vec(1usize..6, 1..150),
        fork in any::<prop::sample::Index>(),
        more in 0u64..40,
        from in 0u64..160,
    ) {
        let mut store = Store::in_memory().unwrap();
        let mut head = store.create("main", commit(0, sizes[0])).unwrap().id;
        for (number, size) in (1u64..).zip(&sizes[1..]) {
            head = store.append("main", head, commit(number, *size)).unwrap().id;
        }
        let commits: Vec<RawCommit> = store.commits(head, 0).map(Result::unwrap).collect();
        prop_assert_eq!(commits.len(), sizes.len());
        for commit in &commits {
            for event in commit.first_event..commit.end() {
                prop_assert_eq!(store.commit_at(head, event).unwrap().id, commit.id);
            }
            prop_assert_eq!(store.commit_ending(head, commit.end()).unwrap().id, commit.id);
            prop_assert_eq!(store.commit_number(head, commit.number).unwrap().unwrap().id, commit.id);
            prop_assert!(store.reaches(head, commit.id).unwrap());
        }
        let later: Vec<EventId> = commits.iter().skip(from as usize).map(|commit| commit.id).collect();
        prop_assert_eq!(store.commits(head, from).map(|commit| commit.unwrap().id).collect::<Vec<_>>(), later);

        let shared = fork.get(&commits);
        let mut other = store.fork("main", shared.end(), "other").unwrap().tip;
        for number in 0..more {
            other = store.append("other", other, commit(1000 + number, 2)).unwrap().id;
        }
        prop_assert_eq!(store.common_ancestor(head, other).unwrap().unwrap().id, shared.id);
        let parting = store.parting(other, head).unwrap();
        prop_assert_eq!(parting.common, Some(shared.id));
        let same = more == 0 && shared.id == head;
        prop_assert_eq!(parting.first_different, (!same).then_some(shared.end()));
        prop_assert_eq!(parting.left.is_some(), more > 0);
        prop_assert_eq!(parting.right.is_some(), shared.id != head);
        let strange = store.create("strange", commit(77, 1)).unwrap().id;
        prop_assert_eq!(store.common_ancestor(head, strange).unwrap(), None);
        prop_assert_eq!(store.reaches(head, strange).unwrap(), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn timelines_on_disk_behave_as_lists_of_commits_whenever_the_process_dies(
        ops in proptest::collection::vec(op(), 1..40),
    ) {
        let mut folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path());
        let mut model = Model::default();
        for op in &ops {
            apply(&mut store, &mut model, op);
            if matches!(op, Op::Reopen) {
                let killed = as_if_killed(folder.path());
                drop(store);
                folder = killed;
                store = open(folder.path());
                assert!(store.rebuilds.is_empty());
            }
        }
        assert_same(&store, &model.now);
    }

    #[test]
    fn with_lazy_durability_a_crash_leaves_the_store_of_the_last_sync(
        ops in proptest::collection::vec((op(), 0u8..8), 1..60),
    ) {
        let lazy = Options { durability: Durability::AtClose };
        let mut folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), lazy).unwrap();
        let (mut model, mut synced) = (Model::default(), Model::default());
        for (op, then) in &ops {
            apply(&mut store, &mut model, op);
            if matches!(op, Op::Pack | Op::Collect) {
                // Both sync.
                synced = model.clone();
            }
            match then {
                0 => {
                    let killed = as_if_killed(folder.path());
                    drop(store);
                    folder = killed;
                    store = Store::open(folder.path(), lazy).unwrap();
                    assert!(store.rebuilds.is_empty());
                    model = synced.clone();
                    assert_same(&store, &model.now);
                }
                1 | 2 => {
                    store.sync().unwrap();
                    synced = model.clone();
                }
                _ => {}
            }
        }
        assert_same(&store, &model.now);
    }
}

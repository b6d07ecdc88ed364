//! Random histories of a store against lists of commits, and seeking against a walk.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Op {
    Create(usize),
    Append { timeline: usize, back: usize, input: u64, events: usize },
    Fork { from: usize, at: usize, name: usize },
    Rename { from: usize, to: usize },
    Delete(usize),
    Reopen,
}

fn op() -> impl Strategy<Value = Op> {
    let name = 0usize..4;
    prop_oneof![
        2 => name.clone().prop_map(Op::Create),
        12 => (name.clone(), prop_oneof![4 => Just(0usize), 1 => 1usize..4], 0u64..3, 1usize..4)
            .prop_map(|(timeline, back, input, events)| Op::Append { timeline, back, input, events }),
        4 => (name.clone(), 0usize..20, name.clone()).prop_map(|(from, at, name)| Op::Fork { from, at, name }),
        1 => (name.clone(), name.clone()).prop_map(|(from, to)| Op::Rename { from, to }),
        1 => name.prop_map(Op::Delete),
        1 => Just(Op::Reopen),
    ]
}

/// A timeline of the model: its commits as inputs and numbers of events.
type Model = BTreeMap<String, Vec<(u64, usize)>>;

fn apply(store: &mut Store, model: &mut Model, op: &Op) {
    let name = |index: usize| format!("timeline {index}");
    match *op {
        Op::Create(index) => {
            let made = store.create(&name(index), commit(0, 2));
            assert_eq!(made.is_ok(), !model.contains_key(&name(index)));
            model.entry(name(index)).or_insert_with(|| vec![(0, 2)]);
        }
        Op::Append { timeline, back, input, events } => {
            let Some(commits) = model.get_mut(&name(timeline)) else {
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
            let commits = model.get(&name(from)).cloned();
            let at = commits.as_ref().map_or(0, |commits| at % commits.len());
            let events = commits.iter().flatten().take(at + 1).map(|(_, events)| *events as u64).sum();
            let forked = store.fork(&name(from), events, &name(to));
            match commits {
                Some(commits) if !model.contains_key(&name(to)) => {
                    forked.unwrap();
                    model.insert(name(to), commits[..=at].to_vec());
                }
                _ => assert!(forked.is_err()),
            }
        }
        Op::Rename { from, to } => {
            let renamed = store.rename(&name(from), &name(to));
            let free = from == to || !model.contains_key(&name(to));
            assert_eq!(renamed.is_ok(), free && model.contains_key(&name(from)));
            if renamed.is_ok()
                && let Some(commits) = model.remove(&name(from))
            {
                model.insert(name(to), commits);
            }
        }
        Op::Delete(index) => assert_eq!(store.delete(&name(index)).is_ok(), model.remove(&name(index)).is_some()),
        Op::Reopen => {}
    }
}

fn assert_same(store: &Store, model: &Model) {
    let names: Vec<&str> = store.timelines().map(|timeline| timeline.name.as_str()).collect();
    assert_eq!(names, model.keys().map(String::as_str).collect::<Vec<_>>());
    for (name, expected) in model {
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
        let mut model = Model::new();
        for op in &ops {
            apply(&mut store, &mut model, op);
        }
        assert_same(&store, &model);
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
        let mut model = Model::new();
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
        assert_same(&store, &model);
    }
}

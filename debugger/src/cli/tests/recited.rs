//! Tests a replay whose rule numbers differ from this engine's.

use retrace_core::rule::Rule;
use retrace_store::Replay;
use retrace_store::commit::EntryList;

use super::*;

#[test]
fn a_replay_that_cites_other_rules_is_told_and_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (honest, store) = (path("honest.retrace"), path("games"));
    on_primer(&["replay", "export", "FILE", "-o", &honest]);
    let mut replay = Replay::read(honest.as_ref()).unwrap();
    let commit = replay.commits.last_mut().unwrap();
    // Not a number of the edition, as a forger might write it.
    let wrong = Rule::parse("603.19b").unwrap();
    let mut entries = EntryList::new();
    commit.entries.iter().for_each(|entry| entries.push(wrong.packed(), entry.bytes));
    commit.entries = entries;
    let shown = retrace(&["log", &honest]).out;
    for name in ["forged.retrace", "forged.jsonl"] {
        let forged = path(name);
        replay.write(forged.as_ref()).unwrap();
        let verified = retrace(&["replay", "verify", &forged]);
        assert_eq!(verified.exit, Exit::No);
        assert!(verified.out.starts_with("RECITED "), "{}", verified.out);
        assert!(verified.out.contains(&format!("has CR {wrong}, and here it is CR ")), "{}", verified.out);
        let json = retrace(&["replay", "verify", &forged, "--json"]).json();
        assert_eq!((&json[0]["standing"], &json[0]["recited"]["file"]), (&"RECITED".into(), &"603.19b".into()));
        // What is shown and kept is what was worked out here.
        assert_eq!(retrace(&["log", &forged]).out, shown);
    }
    let imported = retrace(&["replay", "import", &path("forged.retrace"), "--into", &store, "--name", "main"]);
    assert_eq!(imported.exit, Exit::Yes, "{}", imported.err);
    assert!(imported.out.starts_with("RECITED "), "{}", imported.out);
    let again = path("again.retrace");
    retrace(&["replay", "export", &store, "-o", &again]);
    let honest = Replay::read(honest.as_ref()).unwrap();
    assert!(!honest.notes.labels.is_empty() && Replay::read(again.as_ref()).unwrap() == honest);
}

//! Tests replays as JSON Lines: they import back to the same ids, and an error in a stranger's file
//! names its line.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use crate::games::play;
use retrace_store::replay::lines::MAX_LINE_BYTES;
use retrace_store::{Detail, ENGINE, EventId, Log, Replay, ReplayError, Verdict, verify};

fn lines(replay: &Replay) -> String {
    let mut out = Vec::new();
    replay.write_lines(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(text: &str) -> Result<Replay, ReplayError> {
    Replay::read_lines(text.as_bytes())
}

/// The text with a matching checksum at its end, as a stranger would write it.
fn sealed(text: &str) -> String {
    let start = text.trim_end().rfind('\n').unwrap() + 1;
    let (before, end) = text.split_at(start);
    let sum = EventId::from_bytes(blake3::derive_key("retrace replay lines v1", before.as_bytes()));
    let (kept, _) = end.split_once("\"checksum\"").unwrap();
    format!("{before}{kept}\"checksum\":\"{sum}\"}}\n")
}

fn exported(seed: u64, inputs: u64, detail: Detail) -> Replay {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", seed, inputs);
    log.export(played.tip(), detail).unwrap()
}

#[test]
fn json_lines_import_back_to_the_same_ids() {
    let folder = tempfile::tempdir().unwrap();
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let mut log = Log::in_memory().unwrap();
        let played = play(&mut log, "main", 21, 30);
        let replay = log.export(played.tip(), detail).unwrap();
        let (file, binary) =
            (folder.path().join(format!("{detail}.jsonl")), folder.path().join(format!("{detail}.retrace")));
        replay.write(&file).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("{\"retrace\":\"replay\",\"version\":1,"), "{}", &text[..80]);
        assert_eq!(text, lines(&replay));
        let back = Replay::read(&file).unwrap();
        assert_eq!(back, replay);
        back.write(&binary).unwrap();
        assert_eq!(Replay::read(&binary).unwrap(), replay);

        let mut other = Log::in_memory().unwrap();
        assert_eq!(other.import("theirs", &back).unwrap().tip, played.tip());
        let ids = |log: &Log| -> Vec<_> { log.commits(played.tip(), 0).map(|it| it.unwrap().event_ids).collect() };
        assert_eq!(ids(&other), ids(&log));
        assert!(matches!(verify(&back).unwrap(), Verdict::Exact { .. }));
    }
}

/// Each line is a JSON value, and says in words what its bytes mean.
#[test]
fn other_tools_find_the_facts_in_the_lines() {
    let text = lines(&exported(22, 12, Detail::Entries));
    let values: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values[0]["engine"], ENGINE);
    assert_eq!(values[1]["says"]["players"][0]["name"], "Ann");
    assert_eq!(values[2]["says"]["Began"]["starting_player"], 0);
    assert_eq!((values[2]["event"].as_u64(), values[2]["begins"].as_bool()), (Some(0), Some(true)));
    let caused = values.iter().filter(|value| value["cause"].is_u64()).count();
    assert!(caused > 20, "{caused}");
    let decided = values.iter().filter(|value| value["says"]["Decision"].is_object()).count();
    assert_eq!(decided, 12);
    assert_eq!(values.last().unwrap()["end"], values[values.len() - 2]["id"]);
}

#[test]
fn json_lines_that_were_altered_or_cut_are_never_read() {
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let text = lines(&exported(23, 1, detail));
        for at in (0..text.len()).step_by(997).chain(text.len() - 150..text.len()).chain(0..20) {
            let mut wrong = text.clone().into_bytes();
            wrong[at] ^= 1;
            assert!(Replay::read_lines(&*wrong).is_err(), "byte {at} of {detail}");
            let cut = read(&text[..at]);
            let told = matches!(cut, Err(ReplayError::LinesCut { .. } | ReplayError::NotAReplay));
            assert!(told, "cut at {at}: {cut:?}");
        }
        let longer = read(&format!("{text}{{}}\n"));
        assert!(matches!(longer, Err(ReplayError::Lines { .. })), "{longer:?}");
    }
}

/// A stranger can write a matching checksum.
#[test]
fn what_a_line_says_beside_its_bytes_must_be_what_they_say() {
    let replay = exported(24, 6, Detail::Entries);
    let text = lines(&replay);
    assert_eq!(sealed(&text), text);
    for (from, to) in
        [("\"Ann\"", "\"Eve\""), ("\"part\":\"Batch\"", "\"part\":\"Frame\""), ("\"cause\":0", "\"cause\":1")]
    {
        let told = read(&sealed(&text.replacen(from, to, 1)));
        assert!(matches!(told, Err(ReplayError::LineDisagrees { .. })), "{from}: {told:?}");
    }
    // Another engine may describe the bytes in its own words; only the bytes count.
    let other = Replay { engine: "0.0.9".to_owned(), ..replay.clone() };
    let said = lines(&other).replacen("\"part\":\"Batch\"", "\"part\":\"Group\"", 1);
    assert_eq!(read(&sealed(&said)).unwrap(), other);
    // And the bytes are checked against the ids.
    let mut forged = replay;
    forged.commits[2].input.push(0);
    let forged = read(&lines(&forged)).unwrap();
    let error = verify(&forged).unwrap_err().to_string();
    assert!(error.contains("the events of its commit 2 do not hash to the id it gives"), "{error}");
}

#[test]
fn hostile_lines_get_an_error_with_their_number() {
    let text = lines(&exported(25, 2, Detail::Entries));
    let (head, rest) = text.split_once('\n').unwrap();
    let with_head = |from: &str, to: &str| {
        assert!(head.contains(from), "{head}");
        read(&sealed(&format!("{}\n{rest}", head.replace(from, to))))
    };
    let newer = with_head("\"version\":1", "\"version\":4");
    assert!(matches!(newer, Err(ReplayError::TooNew { found: 4, known: 1 })), "{newer:?}");
    // The head says whether there is a catalogue, and how many notes.
    let silent = with_head(",\"notes\":0", "");
    assert!(matches!(silent, Err(ReplayError::Lines { line: 1, .. })), "{silent:?}");
    let more = with_head("\"commits\":3", "\"commits\":18446744073709551615");
    assert!(matches!(&more, Err(ReplayError::Lines { why, .. }) if why.contains("unknown field `end`")), "{more:?}");
    let fewer = with_head("\"detail\":\"entries\"", "\"detail\":\"words\"");
    assert!(matches!(fewer, Err(ReplayError::Lines { line: 1, .. })), "{fewer:?}");
    let other = with_head("\"retrace\":\"replay\"", "\"retrace\":\"recipe\"");
    assert!(matches!(other, Err(ReplayError::NotAReplay)), "{other:?}");

    let long = format!("{head}\n{{\"commit\":0,\"input\":\"{}", "0".repeat(MAX_LINE_BYTES));
    let told = read(&long);
    assert!(matches!(&told, Err(ReplayError::Lines { line: 2, why }) if why.contains("longer than")), "{told:?}");
    let deep = format!("{head}\n{{\"commit\":0,\"says\":{}\n", "[".repeat(100_000));
    let told = read(&deep);
    assert!(matches!(&told, Err(ReplayError::Lines { line: 2, .. })), "{told:?}");
    let many = format!(
        "{head}\n{{\"commit\":0,\"format\":1,\"events\":18446744073709551615,\"id\":\"{}\",\"input\":\"\"}}\n",
        "0".repeat(64)
    );
    assert!(matches!(read(&many), Err(ReplayError::LineDisagrees { line: 2 } | ReplayError::LinesCut { line: 3 })));
    for (what, wrong) in [("odd digits", "abc"), ("upper case", "AB"), ("no digits", "zz")] {
        let line = format!(
            "{head}\n{{\"commit\":0,\"format\":1,\"events\":1,\"id\":\"{}\",\"input\":\"{wrong}\"}}\n",
            "0".repeat(64)
        );
        assert!(matches!(read(&line), Err(ReplayError::Lines { line: 2, .. })), "{what}");
    }
    for nothing in ["", "\n", "{}\n", "{\"a\":1}\n", "[]\n"] {
        assert!(matches!(read(nothing), Err(ReplayError::NotAReplay)), "{nothing:?}");
    }
}

/// The example in the docs is exactly what is written.
#[test]
fn the_lines_of_the_book_are_those_that_are_written() {
    use retrace_store::commit::{EntryList, NewCommit};
    use retrace_store::replay::ReplayCommit;
    let mut entries = EntryList::new();
    entries.push(1 << 15 | 103, b"began");
    let genesis = NewCommit { format: 1, input: b"genesis".to_vec(), entries: entries.clone() };
    let id = genesis.id_after(EventId::ZERO);
    let commit = ReplayCommit { format: 1, input: genesis.input, events: 1, marks: Vec::new(), entries, id };
    let replay = Replay {
        engine: "0.1.0".to_owned(),
        detail: Detail::Entries,
        catalogue: None,
        commits: vec![commit],
        notes: Default::default(),
    };
    let book = include_str!("../../../docs/replay-format.md");
    let example = book.split("```jsonl\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(example, lines(&replay));
}

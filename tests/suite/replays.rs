//! Replay files of every version are still read, folded and imported, with their original ids. If
//! this fails, the format has changed: raise its version, and keep reading the old one.

use std::path::{Path, PathBuf};

use retrace_core::fact::wire;
use retrace_store::replay::{Noted, ReplayCommit};
use retrace_store::{Detail, Log, Replay, ReplayError};

/// A file of `tests/golden/`: its name, and the expected results.
struct Golden {
    file: &'static str,
    detail: Detail,
    commits: usize,
    events: u64,
    tip: &'static str,
}

/// The ids of one game in each wire format: a file keeps the ids of its own format.
const TIP_1: &str = "aae1ab0defda06beb079b4e8bd66d280dd103cc3821d1c742f8f6b2aea196dea";
const TIP_2: &str = "87d8fb30649431506a295583e43b6e86b438be5389abff881d4e889ea410e4bb";
const TIP_3: &str = "14d99c133c46fcd81f2661ddbfbaa91ea965342a7d445317942154ca027e6bf7";

const TIP_4: &str = "b919e668ae9b259367ffe1bc519a2e122c62309821021e337480512be23434bb";

const TIP_5: &str = "8a0cae7558ea926feed661c8a2fada793d166a49bcd6970fce79cc61d05482df";

const TIP_6: &str = "cba07baf3937fba6066207eacc4ddb0b70afcda14d82c19c44c13351bc945b0e";

const GOLDEN: [Golden; 13] = [
    Golden { file: "version-1.retrace", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_1 },
    Golden { file: "version-1.jsonl", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_1 },
    Golden { file: "version-1-marks.retrace", detail: Detail::Marks, commits: 20, events: 352, tip: TIP_1 },
    Golden { file: "format-2.retrace", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_2 },
    Golden { file: "format-2.jsonl", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_2 },
    Golden { file: "format-3.retrace", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_3 },
    Golden { file: "format-3.jsonl", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_3 },
    Golden { file: "format-4.retrace", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_4 },
    Golden { file: "format-4.jsonl", detail: Detail::Entries, commits: 20, events: 352, tip: TIP_4 },
    Golden { file: "format-5.retrace", detail: Detail::Entries, commits: 20, events: 286, tip: TIP_5 },
    Golden { file: "format-5.jsonl", detail: Detail::Entries, commits: 20, events: 286, tip: TIP_5 },
    Golden { file: "format-6.retrace", detail: Detail::Entries, commits: 20, events: 286, tip: TIP_6 },
    Golden { file: "format-6.jsonl", detail: Detail::Entries, commits: 20, events: 286, tip: TIP_6 },
];

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(file)
}

#[test]
fn golden_files_import_to_the_ids_that_they_had() {
    let mut read = Vec::new();
    for golden in &GOLDEN {
        let replay = Replay::read(&path(golden.file)).unwrap_or_else(|error| panic!("{}: {error}", golden.file));
        let found = (replay.detail, replay.commits.len(), replay.events(), replay.tip().to_string());
        assert_eq!(found, (golden.detail, golden.commits, golden.events, golden.tip.to_owned()), "{}", golden.file);
        if golden.detail == Detail::Entries {
            // Events are facts: they are accepted whatever today's rules make of the inputs.
            let mut log = Log::in_memory().unwrap();
            let timeline = log.import("golden", &replay).unwrap();
            assert_eq!(timeline.tip, replay.tip());
            let game = log.fold(timeline.tip).unwrap();
            assert_eq!(game.len(), golden.events);
            assert!(game.world().result.is_some(), "the game was played to its end");
            read.push(log.export(timeline.tip, Detail::Marks).unwrap().commits);
        } else {
            read.push(replay.commits);
        }
    }
    for commits in &read {
        // The ids and their marks depend on the format, as does the genesis since format 4, and how
        // many events tell the same since format 5. The other inputs are the same in each.
        let same: Vec<_> = read.iter().filter(|other| other[0].id == commits[0].id).collect();
        assert!(same.len() > 1 && same.iter().all(|other| *other == commits), "the forms and details are of one game");
        let inputs = |commits: &[ReplayCommit]| -> Vec<_> {
            commits.iter().skip(1).map(|commit| commit.input.clone()).collect()
        };
        assert_eq!(inputs(commits), inputs(&read[0]));
        let events = |commits: &[ReplayCommit]| -> Vec<_> { commits.iter().map(|commit| commit.events).collect() };
        let (now, then) = (events(commits), events(&read[0]));
        let is_brief = commits[0].format >= wire::BRIEF;
        assert!(if is_brief { now.iter().sum::<u64>() < then.iter().sum() } else { now == then });
    }
}

/// Files of version 3 have the bookmarks and labels that they had, and are the same game.
#[test]
fn golden_files_have_the_bookmarks_and_labels_that_they_had() {
    let [labelled, bookmarked] =
        ["version-3.retrace", "version-3.jsonl"].map(|file| Replay::read(&path(file)).unwrap());
    assert_eq!(labelled.tip(), bookmarked.tip());
    assert_eq!((labelled.commits.len(), labelled.events()), (23, 305));
    assert_eq!(labelled.commits, bookmarked.commits);
    let labels: Vec<(u64, &str)> = labelled.notes.labels.iter().map(|it| (it.events, it.text.as_str())).collect();
    assert_eq!(labels.first(), Some(&(159, "1. declare attackers")));
    assert!(labels.is_sorted() && labels.len() > 3 && labelled.notes.bookmarks.is_empty());
    let bookmark = Noted { name: "the block".to_owned(), event: 203, note: "Two against one.".to_owned() };
    assert_eq!((bookmarked.notes.bookmarks, bookmarked.notes.labels), (vec![bookmark], vec![]));
}

/// The same files, marked as a future version, are refused.
#[test]
fn a_newer_version_of_either_form_is_refused_with_what_to_do() {
    for golden in &GOLDEN {
        let mut bytes = std::fs::read(path(golden.file)).unwrap();
        let read = if golden.file.ends_with("jsonl") {
            let text = String::from_utf8(bytes).unwrap().replacen("\"version\":1", "\"version\":4", 1);
            Replay::read_lines(text.as_bytes())
        } else {
            bytes[8] = 4;
            Replay::from_bytes(&bytes)
        };
        let error = read.unwrap_err();
        assert!(matches!(error, ReplayError::TooNew { found: 4, known: 3 }), "{error}");
        assert!(error.to_string().contains("use a newer one"), "{error}");
    }
}

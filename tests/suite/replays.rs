//! Replay files of every version are still read, folded and imported, with their original ids. If
//! this fails, the format has changed: raise its version, and keep reading the old one.

use std::path::{Path, PathBuf};

use retrace_store::replay::{Labelled, Noted};
use retrace_store::{Detail, Log, Replay, ReplayError};

/// A file of `tests/golden/`: its name, and the expected results.
struct Golden {
    file: &'static str,
    detail: Detail,
    commits: usize,
    events: u64,
    tip: &'static str,
}

/// The id of the game.
const TIP: &str = "b64d3e7d2627136cf748e48c8d236b932d21d9ff4955b5ddfebf1ccd89e7fc26";

const GOLDEN: [Golden; 3] = [
    Golden { file: "format-1.retrace", detail: Detail::Entries, commits: 42, events: 658, tip: TIP },
    Golden { file: "format-1.jsonl", detail: Detail::Entries, commits: 42, events: 658, tip: TIP },
    Golden { file: "format-1-marks.retrace", detail: Detail::Marks, commits: 42, events: 658, tip: TIP },
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
    assert!(read.iter().all(|commits| *commits == read[0]), "the forms and details are of one game");
}

/// They have the bookmarks and labels that they had.
#[test]
fn golden_files_have_the_bookmarks_and_labels_that_they_had() {
    for file in ["format-1-notes.retrace", "format-1-notes.jsonl"] {
        let replay = Replay::read(&path(file)).unwrap();
        assert_eq!((replay.tip().to_string(), replay.detail), (TIP.to_owned(), Detail::Ids));
        let bookmark = Noted { name: "here".to_owned(), event: 20, note: "A place.".to_owned() };
        assert_eq!(replay.notes.bookmarks, [bookmark]);
        assert_eq!(replay.notes.labels, [Labelled { events: 30, text: "a move".to_owned() }]);
    }
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
        assert!(matches!(error, ReplayError::TooNew { found: 4, known: 1 }), "{error}");
        assert!(error.to_string().contains("use a newer one"), "{error}");
    }
}

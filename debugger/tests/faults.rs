//! Every command on a disk that fails: each call that changes a folder, sled's as well, fails or is where the process
//! dies. Afterwards the stores open by themselves, nothing that was acknowledged is lost, and nothing was said that is not
//! so. The disk is `faults/disk.c`, preloaded into the real program.
//!
//! All calls of all commands: `cargo test -p retrace --test faults -- --ignored --nocapture every_call`. Random histories,
//! for as many seconds as are said: `RETRACE_FAULT_SECONDS=3600 cargo test -p retrace --test faults -- --ignored --nocapture
//! random_histories`, from another seed with `RETRACE_FAULT_SEED`.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the long forms print what they found")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use retrace_store::{EventId, Log, Options, fsck};

const MODES: [&str; 5] = ["kill", "torn", "full", "stays", "fails"];

/// A folder in memory where there is one: what is synced there costs nothing, and nothing here cuts the power.
fn new_folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// The disk, compiled once.
fn disk() -> &'static Path {
    static DISK: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, library) = DISK.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("disk.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/disk.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"]).arg(&library).args([source, "-ldl"]);
        assert!(compiler.status().unwrap().success());
        (folder, library)
    });
    library
}

/// What a command is done to, and what is seen of what it did: stores and files, below one folder.
#[derive(Clone, Copy)]
struct Deed {
    name: &'static str,
    args: &'static [&'static str],
    /// The stores that it may change.
    stores: &'static [&'static str],
    /// The files that it may write.
    files: &'static [&'static str],
    /// Whether it only looks, so that a full disk is no reason to refuse it.
    looks: bool,
    /// Whether it can be done again after it failed.
    again: bool,
    /// Whether it makes several changes, each whole.
    several: bool,
}

const DEED: Deed = Deed { name: "", args: &[], stores: &["s"], files: &[], looks: false, again: true, several: false };

const DEEDS: &[Deed] = &[
    Deed {
        name: "import into a new store",
        args: &["replay", "import", "{}/p.retrace", "--into", "{}/new"],
        stores: &["new"],
        ..DEED
    },
    Deed {
        name: "import",
        args: &["replay", "import", "{}/p.retrace", "--into", "{}/s", "--name", "again"],
        again: true,
        ..DEED
    },
    Deed { name: "timelines", args: &["timelines", "{}/s"], looks: true, ..DEED },
    Deed { name: "log", args: &["log", "{}/s"], looks: true, ..DEED },
    Deed { name: "bookmark", args: &["bookmark", "add", "{}/s", "here", "9", "--note", "a note"], ..DEED },
    Deed { name: "fork", args: &["fork", "{}/s", "--at", "320", "--name", "other", "--answer", "2"], ..DEED },
    Deed { name: "undo", args: &["undo", "{}/s"], again: false, ..DEED },
    Deed { name: "redo", args: &["redo", "{}/undone"], stores: &["undone"], again: false, ..DEED },
    Deed { name: "gc", args: &["gc", "{}/s", "--forget-undo"], ..DEED },
    Deed { name: "push", args: &["push", "{}/s", "--to", "{}/other"], stores: &["s", "other"], several: true, ..DEED },
    Deed {
        name: "backup",
        args: &["backup", "{}/s", "{}/copy"],
        stores: &["s", "copy"],
        again: false,
        several: true,
        ..DEED
    },
    Deed {
        name: "export",
        args: &["replay", "export", "{}/s", "-o", "{}/out.retrace"],
        files: &["out.retrace"],
        ..DEED
    },
    Deed {
        name: "export over another",
        args: &["replay", "export", "{}/s", "-o", "{}/old.jsonl"],
        files: &["old.jsonl"],
        ..DEED
    },
    Deed {
        name: "a new store of a scenario",
        args: &["fork", "{}/s", "--answer", "pass", "-o", "{}/forked"],
        stores: &["s", "forked"],
        several: true,
        again: false,
        ..DEED
    },
    Deed { name: "salvage", args: &["fsck", "{}/s", "--salvage", "{}/saved"], again: false, ..DEED },
    Deed {
        name: "simulate",
        args: &["simulate", "-n", "1", "--inputs", "12", "--laws", "none", "--store", "{}/s"],
        ..DEED
    },
    Deed {
        name: "opening what a kill left",
        args: &["timelines", "{}/killed"],
        stores: &["killed"],
        looks: true,
        ..DEED
    },
    Deed {
        name: "opening without a database",
        args: &["timelines", "{}/lost"],
        stores: &["lost"],
        looks: true,
        ..DEED
    },
    Deed {
        name: "changing without a database",
        args: &["bookmark", "add", "{}/lost", "here", "9"],
        stores: &["lost"],
        ..DEED
    },
    Deed {
        name: "changing what does not open",
        args: &["bookmark", "add", "{}/killed", "here", "9"],
        stores: &["killed"],
        ..DEED
    },
];

fn run(root: &Path, args: &[&str], fault: Option<(usize, &str)>) -> Output {
    let root_text = root.to_str().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrace"));
    command.args(args.iter().map(|arg| arg.replace("{}", root_text)));
    command.env("HOME", root_text).env("XDG_DATA_HOME", root_text).env_remove("RUST_BACKTRACE");
    if let Some((at, how)) = fault {
        command.env("LD_PRELOAD", disk()).env("RETRACE_DISK_UNDER", root_text);
        command.env("RETRACE_DISK_AT", at.to_string()).env("RETRACE_DISK_HOW", how);
        command.env("RETRACE_DISK_LOG", root.with_extension("calls"));
    }
    // What does not come to an end is killed, and told as such by its signal.
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            let _aborted = Command::new("kill").args(["-ABRT", &child.id().to_string()]).status();
        }
        sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

/// The calls of a run.
fn calls(root: &Path) -> Vec<String> {
    let log = root.with_extension("calls");
    let text = fs::read_to_string(&log).unwrap_or_default();
    let _gone = fs::remove_file(log);
    text.lines().map(str::to_owned).collect()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() { copy_folder(&entry.path(), &target) } else { drop(fs::copy(entry.path(), target)) }
    }
}

/// What a person has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Has {
    timelines: BTreeMap<String, (String, EventId)>,
    bookmarks: BTreeMap<String, u64>,
    files: BTreeMap<String, Option<Vec<u8>>>,
}

/// What there is, found by opening the stores as anybody would. It also tells what opening said.
fn has(root: &Path, deed: &Deed, told: &mut Vec<String>) -> Result<Has, String> {
    let mut has = Has::default();
    for store in deed.stores {
        let folder = root.join(store);
        // A copy that was cut short is no store, and says so.
        if !folder.join("retrace-store").exists() {
            continue;
        }
        let log = Log::open(&folder, Options::default()).map_err(|error| format!("{store}: {error}"))?;
        told.extend(log.told());
        for timeline in log.timelines() {
            let whole = log.store().verify_chain(timeline.tip).map_err(|error| error.to_string())?;
            assert_eq!(whole, timeline.commits);
            has.timelines.insert(format!("{store} {}", timeline.name), (timeline.name.clone(), timeline.tip));
        }
        if let Some((name, error)) = log.store().damaged_timelines().next() {
            return Err(format!("{name}: {error}"));
        }
        let bookmarks = log.store().bookmarks();
        has.bookmarks.extend(bookmarks.map(|bookmark| (format!("{store} {}", bookmark.name), bookmark.event)));
        log.close().map_err(|error| error.to_string())?;
    }
    for file in deed.files {
        has.files.insert((*file).to_owned(), fs::read(root.join(file)).ok());
    }
    Ok(has)
}

/// What each command begins with.
fn base() -> &'static Path {
    static BASE: OnceLock<tempfile::TempDir> = OnceLock::new();
    BASE.get_or_init(|| {
        let folder = new_folder();
        let root = folder.path();
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/combat-primer.ron");
        let done = |args: &[&str]| {
            let output = run(root, args, None);
            assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        done(&["replay", "export", example, "-o", "{}/p.retrace"]);
        done(&["replay", "import", "{}/p.retrace", "--into", "{}/s"]);
        done(&["replay", "import", "{}/p.retrace", "--into", "{}/other", "--name", "another"]);
        done(&["fork", "{}/s", "--at", "320", "--name", "early", "--answer", "pass"]);
        done(&["bookmark", "add", "{}/s", "mark", "40"]);
        fs::write(root.join("old.jsonl"), "what was there\n").unwrap();
        for name in ["undone", "killed", "lost"] {
            copy_folder(&root.join("s"), &root.join(name));
        }
        done(&["undo", "{}/undone"]);
        fs::write(root.join("killed/sled/snap.FFFFFFFFFFFFFFFF.generating"), "").unwrap();
        fs::remove_dir_all(root.join("lost/sled")).unwrap();
        folder
    })
    .path()
}

#[derive(Default, Debug)]
struct Tally {
    runs: usize,
    killed: usize,
    refused: usize,
    done: usize,
}

/// One command with one fault, and everything that must hold after it.
fn fault(deed: &Deed, before: &Has, after: &Has, at: usize, how: &str, tally: &mut Tally) -> Result<(), String> {
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(base(), root);
    let output = run(root, deed.args, Some((at, how)));
    let called = calls(root);
    let call = called.get(at - 1).cloned().unwrap_or_default();
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let place = format!("{}, {how} at call {at} ({call})", deed.name);
    let wrong = |why: &str| Err(format!("{place}: {why}\n  out: {said}\n  err: {complained}"));
    tally.runs += 1;
    let killed = output.status.signal();
    if killed.is_some_and(|signal| signal != 9)
        || complained.contains("panicked")
        || complained.contains("stack backtrace")
    {
        return wrong("it broke down");
    }
    if complained.len() > 2000 {
        return wrong("that is too long to be read");
    }
    match (killed, output.status.code()) {
        (Some(_), _) => tally.killed += 1,
        (None, Some(0)) => tally.done += 1,
        _ => tally.refused += 1,
    }
    if deed.looks && killed.is_none() && !output.status.success() && how != "fails" {
        return wrong("a full disk is no reason not to look");
    }
    for store in deed.stores {
        let folder = root.join(store);
        if !folder.join("retrace-store").exists() {
            continue;
        }
        match fsck::check(&folder) {
            Ok(report) if report.is_kept() => {}
            Ok(report) => return wrong(&format!("fsck: {report:#?}")),
            Err(error) => return wrong(&format!("fsck: {error}")),
        }
    }
    let mut told = Vec::new();
    let found = match has(root, deed, &mut told) {
        Ok(found) => found,
        Err(error) => return wrong(&format!("it does not open: {error}")),
    };
    if told.iter().any(|line| !line.contains("nothing is lost")) {
        return wrong(&format!("opening says {told:?}"));
    }
    let (is_before, is_after) = (found == *before, found == *after);
    let partly = deed.several && (found.timelines.keys()).all(|name| after.timelines.contains_key(name));
    if !is_before && !is_after && killed.is_none() && !partly {
        return wrong(&format!("there is something else: {found:#?}, neither {before:#?} nor {after:#?}"));
    }
    // What is in the middle of several changes is nothing that was acknowledged, nor is anything gone.
    let kept = before
        .timelines
        .iter()
        .all(|(name, it)| found.timelines.get(name) == Some(it) || after.timelines.get(name) != Some(it));
    if !kept {
        return wrong(&format!("something is lost: {found:#?}, before {before:#?}"));
    }
    let says_kept = complained.contains("everything is kept");
    // Of what the disk did not confirm nothing is said, nor of what came before it of several changes.
    let says_nothing = complained.contains("did not confirm") || partly;
    match output.status.code() {
        Some(0) if !is_after => return wrong("it said that it is done, and it is not"),
        Some(code) if code != 0 && says_kept && !is_after => return wrong("it said that it is kept, and it is not"),
        Some(code) if code != 0 && !says_kept && !says_nothing && !is_before => {
            return wrong("it was refused, and it is done");
        }
        _ => {}
    }
    // A second time there is nothing to be set right any more.
    let mut again = Vec::new();
    has(root, deed, &mut again)?;
    if !again.is_empty() {
        return wrong(&format!("opening it a second time says {again:?}"));
    }
    if deed.again && is_before && !deed.looks {
        let output = run(root, deed.args, None);
        if !output.status.success() || has(root, deed, &mut again)? != *after {
            return wrong(&format!("done again it fails: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    Ok(())
}

/// A command without a fault: what there was before it, what there is after it, and its calls.
fn without(deed: &Deed) -> (Has, Has, Vec<String>) {
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(base(), root);
    let output = run(root, deed.args, Some((0, "kill")));
    assert!(output.status.success(), "{}: {}", deed.name, String::from_utf8_lossy(&output.stderr));
    let called = calls(root);
    let after = has(root, deed, &mut Vec::new()).unwrap();
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(base(), root);
    (has(root, deed, &mut Vec::new()).unwrap(), after, called)
}

/// Each so many-th call of each command in each way; tells what went wrong.
fn sweep(each: usize) -> (Tally, Vec<String>) {
    let (mut tally, mut wrong, mut offset) = (Tally::default(), Vec::new(), 0);
    let only = std::env::var("RETRACE_FAULT_ONLY").unwrap_or_default();
    for deed in DEEDS.iter().filter(|deed| deed.name.starts_with(&only)) {
        let (before, after, called) = without(deed);
        println!("{}: {} calls", deed.name, called.len());
        for how in MODES {
            offset += 1;
            // sled's threads make a call more or less.
            for at in (1..=called.len() + 1).filter(|at| (at + offset) % each == 0) {
                wrong.extend(fault(deed, &before, &after, at, how, &mut tally).err());
            }
        }
    }
    (tally, wrong)
}

#[test]
fn calls_of_every_command_fail_or_kill_and_nothing_is_lost() {
    let (tally, wrong) = sweep(8);
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.killed > 50 && tally.refused > 20 && tally.done > 20, "{tally:?}");
}

#[test]
#[ignore = "the long form"]
fn every_call_of_every_command_fails_or_kills_and_nothing_is_lost() {
    let (tally, wrong) = sweep(1);
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
}

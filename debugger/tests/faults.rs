//! Runs every command on a faulty disk: each system call that changes a folder, including sled's,
//! fails or kills the process. Afterwards each store must open by itself, hold everything that was
//! acknowledged, and the command must not have claimed anything false. The disk is `faults/disk.c`,
//! preloaded into the real program.
//!
//! ```sh
//! # all calls of all commands
//! cargo test -p retrace --test faults -- --ignored --nocapture every_call
//! RETRACE_FAULT_SECONDS=3600 \
//!     cargo test -p retrace --test faults -- --ignored --nocapture random_histories
//! ```
//!
//! `RETRACE_FAULT_SEED` selects another random history.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the long forms print what they found")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use retrace_store::{EventId, Log, Options, fsck};

const MODES: [&str; 5] = ["kill", "torn", "full", "stays", "fails"];

/// What fails.
#[derive(Clone, Copy)]
struct Fault<'a> {
    /// The number of the call, from 1; 0 if none.
    at: usize,
    /// How it fails: a mode.
    how: &'a str,
    /// How the names of the files end whose calls count.
    only: &'a str,
}

const NO_FAULT: Fault<'static> = Fault { at: 0, how: "kill", only: "" };

/// A folder in memory if possible: syncing is free there, and no test here cuts the power.
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

/// A command, and the stores and files below one folder that show its effects.
#[derive(Clone, Copy)]
struct Deed {
    name: &'static str,
    args: &'static [&'static str],
    /// The stores that it may change.
    stores: &'static [&'static str],
    /// The files that it may write.
    files: &'static [&'static str],
    /// Whether it only reads, so that a full disk is no reason to refuse it.
    looks: bool,
    /// Whether it can be repeated after it failed.
    again: bool,
    /// Whether it makes several changes, each atomic.
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
    Deed { name: "stats", args: &["stats", "{}/s"], looks: true, ..DEED },
    Deed { name: "log", args: &["log", "{}/s"], looks: true, ..DEED },
    Deed { name: "bookmark", args: &["bookmark", "add", "{}/s", "here", "9", "--note", "a note"], ..DEED },
    Deed { name: "fork", args: &["fork", "{}/s", "--at", "275", "--name", "other", "--answer", "2"], ..DEED },
    Deed { name: "undo", args: &["undo", "{}/s"], again: false, ..DEED },
    Deed { name: "redo", args: &["redo", "{}/undone"], stores: &["undone"], again: false, ..DEED },
    Deed { name: "gc", args: &["gc", "{}/s", "--forget-undo"], ..DEED },
    Deed { name: "pack", args: &["gc", "{}/s", "--pack"], ..DEED },
    Deed { name: "pack more", args: &["gc", "{}/packed", "--pack"], stores: &["packed"], ..DEED },
    Deed { name: "collect packs", args: &["gc", "{}/packed", "--forget-undo"], stores: &["packed"], ..DEED },
    Deed { name: "timelines in packs", args: &["timelines", "{}/packed"], stores: &["packed"], looks: true, ..DEED },
    Deed {
        name: "bookmark in packs",
        args: &["bookmark", "add", "{}/packed", "here", "9"],
        stores: &["packed"],
        ..DEED
    },
    Deed { name: "undo in packs", args: &["undo", "{}/packed"], stores: &["packed"], again: false, ..DEED },
    Deed { name: "push", args: &["push", "{}/s", "--to", "{}/other"], stores: &["s", "other"], ..DEED },
    Deed { name: "push to a new store", args: &["push", "{}/s", "--to", "{}/fresh"], stores: &["s", "fresh"], ..DEED },
    Deed { name: "pull", args: &["pull", "{}/fresh", "--from", "{}/s"], stores: &["s", "fresh"], ..DEED },
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

fn run(root: &Path, args: &[&str], fault: Option<Fault<'_>>) -> Output {
    let root_text = root.to_str().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrace"));
    command.args(args.iter().map(|arg| arg.replace("{}", root_text)));
    command.env("HOME", root_text).env("XDG_DATA_HOME", root_text).env_remove("RUST_BACKTRACE");
    if let Some(Fault { at, how, only }) = fault {
        command.env("LD_PRELOAD", disk()).env("RETRACE_DISK_UNDER", root_text).env("RETRACE_DISK_ONLY", only);
        command.env("RETRACE_DISK_AT", at.to_string()).env("RETRACE_DISK_HOW", how);
        command.env("RETRACE_DISK_LOG", root.with_extension("calls"));
    }
    // A command that hangs is killed, and its signal says so.
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

/// The system calls of a run.
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

/// The contents of the stores and files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Has {
    timelines: BTreeMap<String, (String, EventId)>,
    bookmarks: BTreeMap<String, u64>,
    labels: BTreeMap<String, Vec<String>>,
    files: BTreeMap<String, Option<Vec<u8>>>,
}

/// Reads the contents by opening the stores as any user would. Also collects the notices of opening
/// them.
fn has(root: &Path, deed: &Deed, told: &mut Vec<String>) -> Result<Has, String> {
    let mut has = Has::default();
    for store in deed.stores {
        let folder = root.join(store);
        // An incomplete copy is no store, and says so.
        if !folder.join("retrace-store").exists() {
            continue;
        }
        let log = Log::open(&folder, Options::default()).map_err(|error| format!("{store}: {error}"))?;
        told.extend(log.told());
        for timeline in log.timelines() {
            let whole = log.store().verify_chain(timeline.tip).map_err(|error| error.to_string())?;
            assert_eq!(whole, timeline.commits);
            has.timelines.insert(format!("{store} {}", timeline.name), (timeline.name.clone(), timeline.tip));
            let labels = log.labels(&timeline.name).map_err(|error| error.to_string())?;
            let texts = labels.into_iter().map(|label| format!("{} {}", label.events, label.text));
            has.labels.insert(format!("{store} {}", timeline.name), texts.collect());
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

/// The initial folder of each command.
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
        done(&["fork", "{}/s", "--at", "275", "--name", "early", "--answer", "pass"]);
        done(&["bookmark", "add", "{}/s", "mark", "40"]);
        fs::write(root.join("old.jsonl"), "what was there\n").unwrap();
        for name in ["undone", "killed", "lost", "packed"] {
            copy_folder(&root.join("s"), &root.join(name));
        }
        done(&["gc", "{}/packed", "--pack"]);
        done(&["fork", "{}/packed", "--at", "275", "--name", "later", "--answer", "2"]);
        done(&["undo", "{}/packed"]);
        done(&["undo", "{}/undone"]);
        fs::write(root.join("killed/sled/snap.FFFFFFFFFFFFFFFF.generating"), "").unwrap();
        fs::remove_dir_all(root.join("lost/sled")).unwrap();
        folder
    })
    .path()
}

#[derive(Default, Debug)]
struct Tally {
    histories: usize,
    runs: usize,
    killed: usize,
    refused: usize,
    done: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        let Tally { histories, runs, killed, refused, done } = other;
        self.histories += histories;
        self.runs += runs;
        self.killed += killed;
        self.refused += refused;
        self.done += done;
    }
}

/// Runs one command with one fault, and checks everything that must hold afterwards.
fn fault(deed: &Deed, before: &Has, after: &Has, fault: Fault<'_>, tally: &mut Tally) -> Result<(), String> {
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(base(), root);
    fault_in(root, deed, (before, after), fault, tally)
}

/// Like [`fault`], in a given folder, which then holds the result.
fn fault_in(
    root: &Path,
    deed: &Deed,
    (before, after): (&Has, &Has),
    fault: Fault<'_>,
    tally: &mut Tally,
) -> Result<(), String> {
    let Fault { at, how, .. } = fault;
    let output = run(root, deed.args, Some(fault));
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
    if !is_before && !is_after && !partly {
        return wrong(&format!("there is something else: {found:#?}, neither {before:#?} nor {after:#?}"));
    }
    // Between several changes, the state is not an acknowledged one, but nothing may be lost.
    let kept = before
        .timelines
        .iter()
        .all(|(name, it)| found.timelines.get(name) == Some(it) || after.timelines.get(name) != Some(it));
    if !kept {
        return wrong(&format!("something is lost: {found:#?}, before {before:#?}"));
    }
    let says_kept = complained.contains("everything is kept");
    // Without the disk's confirmation, or within several changes, the command claims nothing.
    let says_nothing = complained.contains("did not confirm") || partly;
    match output.status.code() {
        Some(0) if !is_after => return wrong("it said that it is done, and it is not"),
        Some(code) if code != 0 && says_kept && !is_after => return wrong("it said that it is kept, and it is not"),
        Some(code) if code != 0 && !says_kept && !says_nothing && !is_before => {
            return wrong("it was refused, and it is done");
        }
        _ => {}
    }
    // The second time, there is nothing left to repair.
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

/// Runs a command without a fault in a copy of a folder. Returns the contents before and after, and
/// its calls; an error if it fails.
fn without(from: &Path, deed: &Deed, only: &str) -> Result<(Has, Has, Vec<String>), String> {
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(from, root);
    let output = run(root, deed.args, Some(Fault { only, ..NO_FAULT }));
    let called = calls(root);
    if !output.status.success() {
        return Err(format!("{}: {}", deed.name, String::from_utf8_lossy(&output.stderr)));
    }
    let after = has(root, deed, &mut Vec::new())?;
    let work = new_folder();
    let root = &work.path().join("root");
    copy_folder(from, root);
    Ok((has(root, deed, &mut Vec::new())?, after, called))
}

/// Every `each`-th call of each command in each of these modes, of the calls for files whose names
/// end as told. Returns what went wrong. Most of the time is spent waiting, so several run at once.
fn sweep(each: usize, modes: &'static [&str], only: &'static str) -> (Tally, Vec<String>) {
    let (mut found, mut jobs, mut offset) = (Vec::new(), Vec::new(), 0);
    let wanted = std::env::var("RETRACE_FAULT_ONLY").unwrap_or_default();
    for deed in DEEDS.iter().filter(|deed| deed.name.starts_with(&wanted)) {
        let (before, after, called) = without(base(), deed, only).unwrap();
        println!("{}: {} calls", deed.name, called.len());
        for how in modes {
            offset += 1;
            // The number of calls varies slightly because of sled's threads.
            let places = (1..=called.len() + 1).filter(|at| (at + offset) % each == 0);
            jobs.extend(places.map(|at| (found.len(), Fault { at, how, only })));
        }
        found.push((deed, before, after));
    }
    let (next, results) = (AtomicUsize::new(0), Mutex::new((Tally::default(), Vec::new())));
    let work = || {
        while let Some((place, failing)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let ((deed, before, after), mut tally) = (&found[*place], Tally::default());
            let result = fault(deed, before, after, *failing, &mut tally);
            let mut results = results.lock().unwrap();
            results.0.add(&tally);
            results.1.extend(result.err());
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    results.into_inner().unwrap()
}

const AT_ONCE: usize = 4;

/// A pseudo-random number below a bound; advances the state, deterministically.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    usize::try_from((mixed ^ (mixed >> 31)) % below as u64).unwrap()
}

/// Runs random commands one after another, with a fault each, in the same folder. Fails with what
/// went wrong.
fn history(seed: u64, length: usize, until: Option<Instant>, tally: &mut Tally) -> Result<(), String> {
    let (mut state, mut told, work) = (seed, Vec::new(), new_folder());
    let root = &work.path().join("root");
    copy_folder(base(), root);
    for _ in 0..length {
        if until.is_some_and(|until| Instant::now() > until) {
            break;
        }
        let deed = &DEEDS[random(&mut state, DEEDS.len())];
        let how = MODES[random(&mut state, MODES.len())];
        // Skips commands that fail even without a fault, for example because there is nothing to
        // undo.
        let Ok((before, after, called)) = without(root, deed, "") else { continue };
        let at = 1 + random(&mut state, called.len() + 1);
        told.push(format!("{} ({how} at call {at})", deed.name));
        let fault = Fault { at, how, only: "" };
        let result = fault_in(root, deed, (&before, &after), fault, tally);
        result.map_err(|why| format!("seed {seed}, after {told:?}: {why}"))?;
    }
    tally.histories += 1;
    Ok(())
}

#[test]
fn a_history_of_faults_loses_nothing() {
    let mut tally = Tally::default();
    history(1, 12, None, &mut tally).unwrap();
    println!("{tally:?}");
    assert!(tally.runs > 5, "{tally:?}");
}

#[test]
#[ignore = "the long form"]
fn random_histories_of_faults_lose_nothing() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |it| it.parse().unwrap());
    let until = Instant::now() + Duration::from_secs(number("RETRACE_FAULT_SECONDS", 600));
    let (next, results) = (AtomicU64::new(number("RETRACE_FAULT_SEED", 1)), Mutex::default());
    let work = || {
        while Instant::now() < until {
            let mut tally = Tally::default();
            let result = history(next.fetch_add(1, Ordering::Relaxed), 60, Some(until), &mut tally);
            let mut results: MutexGuard<'_, (Tally, Vec<String>)> = results.lock().unwrap();
            results.0.add(&tally);
            results.1.extend(result.err());
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    let (tally, wrong) = results.into_inner().unwrap();
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_torn_write_of_the_journal_leaves_an_operation_whole_or_not_there() {
    let (tally, wrong) = sweep(1, &["torn"], "/journal");
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.killed > 20, "{tally:?}");
}

#[test]
fn calls_of_every_command_fail_or_kill_and_nothing_is_lost() {
    let (tally, wrong) = sweep(8, &MODES, "");
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.killed > 50 && tally.refused > 20 && tally.done > 20, "{tally:?}");
}

#[test]
#[ignore = "the long form"]
fn every_call_of_every_command_fails_or_kills_and_nothing_is_lost() {
    let (tally, wrong) = sweep(1, &MODES, "");
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}:\n{}", wrong.len(), wrong.join("\n"));
}

//! Tests the commands for stores.

use retrace_store::{Log, Options};

use super::*;

/// A store of the demonstration, and its folder as an argument.
fn store() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    Session::demo().unwrap().save_to(&path).unwrap();
    let word = path.to_str().unwrap().to_owned();
    (folder, word)
}

fn names(store: &str) -> Vec<String> {
    let json = retrace(&["timelines", store, "--json"]).json();
    json["timelines"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_was_done_to_a_store_is_listed_undone_and_done_again() {
    let (_folder, store) = store();
    let before = names(&store);
    let listed = retrace(&["operations", &store, "--json"]).json();
    assert_eq!(listed["operations"].as_array().unwrap().len(), 1, "saving is one operation: {listed}");
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let forked = retrace(&["fork", &store, "--at", &place, "--name", "unblocked", "--answer", "none"]);
    assert_eq!(forked.exit, Exit::Yes, "{}", forked.err);
    let with_fork = names(&store);
    assert_eq!(with_fork.len(), before.len() + 1);

    let undone = retrace(&["undo", &store]);
    assert!(undone.out.starts_with("Undid 1: forked `unblocked` after"), "{}{}", undone.out, undone.err);
    assert_eq!(names(&store), before);
    let operations = retrace(&["operations", &store]);
    let mut lines = operations.out.lines();
    assert!(lines.next().is_some_and(|line| line.ends_with("2  undid 1")), "{}", operations.out);
    assert!(lines.next().is_some_and(|line| line.starts_with("redo →     1  forked `unblocked`")));
    assert!(lines.next().is_some_and(|line| line.starts_with("undo →     0  made `main`")));
    let redone = retrace(&["redo", &store, "--json"]).json();
    assert_eq!((redone["operation"]["operation"].as_u64(), redone["next"].as_u64()), (Some(1), None));
    assert_eq!(names(&store), with_fork);
    let nothing = retrace(&["redo", &store]);
    assert_eq!((nothing.exit, nothing.out.as_str()), (Exit::No, "There is nothing to redo.\n"));
    assert_eq!(retrace(&["undo", &store]).exit, Exit::Yes);
    assert_eq!(retrace(&["undo", &store]).exit, Exit::Yes);
    assert_eq!(retrace(&["undo", &store]).exit, Exit::No);
    assert_eq!(retrace(&["redo", &store]).exit, Exit::Yes);
    assert_eq!(names(&store), before);
    let limited = retrace(&["operations", &store, "--limit", "2", "--json"]).json();
    assert_eq!(limited["operations"].as_array().unwrap().len(), 2);
}

#[test]
fn a_list_reads_no_commit_of_a_timeline_that_has_not_moved() {
    let (folder, store) = store();
    let packed = retrace(&["gc", &store, "--pack", "--json"]).json();
    assert!(packed["packed_commits"].as_u64().is_some_and(|commits| commits > 1), "{packed}");
    let list = || [&["timelines", &store][..], &["timelines", &store, "--json"]].map(|args| retrace(args).out);
    let first = list();
    // Every block of the pack is damaged, so whoever reads a commit fails.
    let pack = folder.path().join("games/packs/0001.pack");
    let mut bytes = fs::read(&pack).unwrap();
    let index = bytes[bytes.len() - 25..].first_chunk().map(|at| u64::from_le_bytes(*at)).unwrap();
    bytes[18..index as usize].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(&pack, bytes).unwrap();
    assert_eq!(list(), first);
    assert!(first[1].contains("\"steps\"") && !retrace(&["log", &store]).err.is_empty());
}

#[test]
fn a_command_about_a_store_makes_none() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let missing = missing.to_str().unwrap();
    for command in ["undo", "redo", "operations"] {
        let ran = retrace(&[command, missing]);
        assert!(ran.complaint().contains("there is no such folder; name the folder of a store"), "{}", ran.err);
        let ran = retrace(&[command, folder.path().to_str().unwrap()]);
        assert!(ran.complaint().contains("this folder is no store"), "{}", ran.err);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn bookmarks_name_events_wherever_an_event_is_accepted() {
    let (_folder, store) = store();
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let made = retrace(&["bookmark", "add", &store, "the block", &place, "--note", "why this one?\nreally"]);
    assert_eq!(made.exit, Exit::Yes, "{}", made.err);
    assert!(made.out.contains("Shielded Aether Thief blocks") && made.out.contains("    really"), "{}", made.out);
    let shown = retrace(&["show", &store, "the block", "--json"]).json();
    assert_eq!(shown["event"].to_string(), place);
    // Also by the id of an event in the middle of a commit.
    let id = &shown["id"].as_str().unwrap()[..20];
    let by_id = retrace(&["bookmark", "add", &store, "same", id, "--json"]).json();
    assert_eq!((by_id["event"].to_string(), by_id["id"].as_str()), (place.clone(), shown["id"].as_str()));
    for command in [
        &["why", &store, "the block"][..],
        &["state", &store, "--at", "the block"],
        &["explain", &store, "Dire Fleet Captain", "--at", "the block"],
        &["log", &store, "--from", "the block", "--limit", "1"],
        &["find", &store, "DamageDealt", "--from", "the block"],
        &["run", &store, "--until", "DamageDealt", "--from", "the block"],
        &["fork", &store, "--at", "the block"],
    ] {
        let ran = retrace(command);
        assert_eq!(ran.exit, Exit::Yes, "{command:?}: {}{}", ran.out, ran.err);
        let numbered: Vec<&str> = command.iter().map(|it| if *it == "the block" { &place } else { *it }).collect();
        assert_eq!(ran.out, retrace(&numbered).out, "{command:?}");
    }
    let same = retrace(&["diff", &store, "@the block", &format!("main@{place}")]);
    assert_eq!((same.exit, same.out.as_str()), (Exit::Yes, "  no difference\n"));

    let again = retrace(&["bookmark", "add", &store, "the block", "3"]);
    assert!(again.complaint().contains("there is a bookmark `the block` already"), "{}", again.err);
    let moved = retrace(&["bookmark", "add", &store, "the block", "3", "--move", "--json"]).json();
    assert_eq!((moved["event"].as_u64(), moved["note"].as_str()), (Some(3), Some("why this one?\nreally")));
    retrace(&["bookmark", "note", &store, "the block", "not this one"]);
    let listed = retrace(&["bookmark", "list", &store, "--json"]).json();
    assert_eq!((listed[1]["name"].as_str(), listed[1]["note"].as_str()), (Some("the block"), Some("not this one")));
    assert_eq!(retrace(&["bookmark", "remove", &store, "same"]).exit, Exit::Yes);
    assert_eq!(retrace(&["bookmark", "list", &store]).out.lines().count(), 2);
    assert_eq!(retrace(&["undo", &store]).exit, Exit::Yes);
    assert_eq!(retrace(&["bookmark", "list", &store, "--json"]).json().as_array().unwrap().len(), 2);

    for (name, why) in [("12", "could be a number"), ("a@b", "has an `@`"), ("dead", "the beginning of an id")] {
        let refused = retrace(&["bookmark", "add", &store, name, "3"]);
        assert!(refused.complaint().contains(why), "{}", refused.err);
    }
    assert!(retrace(&["bookmark", "remove", &store, "none"]).complaint().contains("there are: same, the block"));
    assert!(retrace(&["show", &store, "nowhere"]).complaint().contains("is no event and no bookmark"));
    assert!(on_primer(&["bookmark", "add", "FILE", "x", "3"]).complaint().contains("bookmarks are kept in a store"));
}

#[test]
fn a_bookmark_leads_to_the_timeline_that_it_is_on() {
    let (_folder, store) = store();
    let leap = retrace(&["log", &store, "-t", "mighty-leap", "--json"]).json();
    let last = leap["timeline"]["events"].as_u64().unwrap() - 1;
    retrace(&["bookmark", "add", &store, "end of leap", &last.to_string(), "-t", "mighty-leap"]);
    let shown = retrace(&["show", &store, "end of leap", "--json"]).json();
    assert_eq!((shown["timeline"].as_str(), shown["event"].as_u64()), (Some("mighty-leap"), Some(last)));
    let state = retrace(&["state", &store, "--at", "end of leap"]);
    assert!(state.out.starts_with("mighty-leap, after"), "{}", state.out);
    let elsewhere = retrace(&["show", &store, "end of leap", "-t", "main"]);
    assert!(elsewhere.complaint().contains("is not on `main`; `mighty-leap` has it"), "{}", elsewhere.err);
    assert!(retrace(&["state", &store, "--at", "end of leap", "-t", "main"]).complaint().contains("is not on `main`"));
}

#[test]
fn gc_tells_what_goes_and_then_it_is_gone() {
    let (_folder, store) = store();
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    retrace(&["fork", &store, "--at", &place, "--name", "unblocked", "--answer", "none"]);
    let with_fork = retrace(&["stats", &store, "--json"]).json();
    retrace(&["undo", &store]);
    let nothing = retrace(&["gc", &store]);
    assert!(nothing.out.starts_with("Nothing goes: "), "{}{}", nothing.out, nothing.err);
    let dry = retrace(&["gc", &store, "--dry-run", "--forget-undo", "--json"]).json();
    let goes = dry["commits"].as_u64().unwrap();
    assert!(goes > 0 && dry["dry_run"] == true && dry["operations"] == 3, "{dry}");
    let stats = retrace(&["stats", &store, "--json"]).json();
    assert_eq!(stats["other_commits"].as_u64(), Some(goes));
    assert_eq!(with_fork["commits"].as_u64().unwrap() - goes, stats["commits"].as_u64().unwrap());
    let told = retrace(&["gc", &store, "--forget-undo"]);
    let commits = if goes == 1 { "commit" } else { "commits" };
    assert!(told.out.starts_with(&format!("Gone:\n  {goes} {commits}, ")), "{}", told.out);
    assert_eq!(retrace(&["undo", &store]).exit, Exit::No);
    assert_eq!(retrace(&["stats", &store, "--json"]).json()["other_commits"], 0);
    assert!(retrace(&["gc", &store, "--forget-undo"]).out.starts_with("Nothing goes"));
    assert_eq!(retrace(&["replay", "verify", &store]).exit, Exit::Yes);
}

#[test]
fn stats_tell_how_much_is_shared_and_what_it_takes() {
    let (_folder, store) = store();
    let stats = retrace(&["stats", &store, "--json"]).json();
    assert_eq!(stats["timelines"], 4);
    let events: u64 = retrace(&["timelines", &store, "--json"]).json()["timelines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["events"].as_u64().unwrap())
        .sum();
    assert_eq!(stats["events_of_all_timelines"].as_u64(), Some(events));
    assert!(stats["events"].as_u64().unwrap() < events && stats["shared_percent"].as_f64().unwrap() > 30.0, "{stats}");
    let bytes = |name: &str| stats["bytes"][name].as_u64().unwrap();
    let parts = ["database", "journal", "catalogues", "labels"].map(bytes);
    assert_eq!(bytes("disk"), parts.iter().sum::<u64>());
    assert!(parts.iter().all(|part| *part > 0), "{stats}");
    assert!(bytes("encoding") > 0 && bytes("encoding") < bytes("commits"));
    let text = retrace(&["stats", &store]).out;
    assert!(text.contains("4 timelines, 0 bookmarks, 1 operation\n") && text.contains("times the encoding"), "{text}");
}

#[test]
fn a_store_is_copied_while_it_is_open() {
    let (folder, store) = store();
    let copy = folder.path().join("copy");
    let copy = copy.to_str().unwrap();
    let done = retrace(&["operations", &store]);
    let open = Session::open(Path::new(&store)).unwrap();
    let made = retrace(&["backup", &store, copy]);
    assert_eq!(made.exit, Exit::Yes, "{}", made.err);
    assert!(made.out.contains(&format!("Another process ({}) has the store open", std::process::id())), "{}", made.out);
    assert!(made.out.contains("It stands after operation 0: made `main`"), "{}", made.out);
    // Listing operations, sending and comparing work while another process has the store open.
    let operations = retrace(&["operations", &store]);
    assert_eq!(operations.out, done.out);
    assert!(operations.err.contains("is open in another process"), "{}", operations.err);
    let theirs = folder.path().join("theirs");
    let pulled = retrace(&["pull", theirs.to_str().unwrap(), "main", "--from", &store, "--json"]).json();
    assert_eq!(pulled[0]["arrival"], "NEW");
    assert_eq!(retrace(&["diff", &store, "main", "mighty-leap", "--first"]).exit, Exit::No);
    assert!(retrace(&["undo", &store]).complaint().contains("is open in another process"));
    drop(open);
    assert_eq!(retrace(&["timelines", copy]).out, retrace(&["timelines", &store]).out);
    assert!(retrace(&["backup", &store, copy]).complaint().contains("is not empty; name a new folder"));
    let nothing = folder.path().to_str().unwrap();
    assert!(retrace(&["backup", nothing, copy]).complaint().contains("is not a store"));
    let other = folder.path().join("other");
    let made = retrace(&["backup", &store, other.to_str().unwrap(), "--json"]).json();
    assert_eq!((made["open_elsewhere"].as_bool(), made["timelines"].as_u64()), (Some(false), Some(4)));
}

#[test]
fn two_people_exchange_a_bug() {
    let (folder, mine) = store();
    let theirs = folder.path().join("theirs");
    let theirs = theirs.to_str().unwrap();
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    retrace(&["bookmark", "add", &mine, "the bug", &place, "--note", "look here"]);
    let pushed = retrace(&["push", &mine, "main", "--to", theirs, "--run"]);
    assert_eq!(pushed.exit, Exit::Yes, "{}", pushed.err);
    assert!(
        pushed.out.starts_with("NEW       main: ") && pushed.out.contains("with the bookmarks the bug"),
        "{}",
        pushed.out
    );
    let shown = retrace(&["show", theirs, "the bug", "--json"]).json();
    assert_eq!(shown["event"].to_string(), place);
    let all = retrace(&["pull", theirs, "--from", &mine, "--json"]).json();
    let arrivals: Vec<_> = all.as_array().unwrap().iter().map(|it| it["arrival"].as_str().unwrap()).collect();
    assert_eq!(arrivals, ["SAME", "NEW", "NEW", "NEW"]);
    // For a fork, only what is not shared is sent.
    let fork = &all[1];
    assert!(fork["commits_sent"].as_u64() < all[0]["events"].as_u64() && fork["timeline"] == "mighty-leap", "{all}");
    let line = |store: &str| retrace(&["timelines", store]).out;
    assert_eq!(line(theirs), line(&mine));

    retrace(&["fork", theirs, "--at", &place, "--name", "answer", "--answer", "none"]);
    let pulled = retrace(&["pull", &mine, "answer", "--from", theirs, "--as", "their answer"]);
    assert!(pulled.out.starts_with("NEW       answer as their answer: "), "{}{}", pulled.out, pulled.err);
    retrace(&["fork", &mine, "--at", &place, "--name", "x", "--answer", "none", "--answer", "pass"]);
    retrace(&["undo", &mine]);
    // A different timeline under a name already taken.
    let refused = retrace(&["pull", &mine, "answer", "--from", theirs, "--as", "mighty-leap"]);
    assert_eq!(refused.exit, Exit::No, "{}", refused.err);
    assert!(refused.out.starts_with("REFUSED   answer: ") && refused.out.contains("(--as)"), "{}", refused.out);

    assert!(retrace(&["push", &mine, "none", "--to", theirs]).complaint().contains("there is no timeline `none`"));
    assert!(retrace(&["push", &mine, "--to", theirs, "--as", "x"]).complaint().contains("--as names one timeline"));
    assert!(retrace(&["push", &mine, "--to", &mine]).complaint().contains("this is the same store"));
    let missing = folder.path().join("missing");
    let missing = missing.to_str().unwrap();
    assert!(retrace(&["pull", &mine, "--from", missing]).complaint().contains("there is no such folder"));
}

/// Damages the packs of a store so that some of its timelines can be read and some cannot.
fn damage_one(store: &str) {
    assert_eq!(retrace(&["gc", store, "--pack"]).exit, Exit::Yes);
    let pack = Path::new(store).join("packs/0001.pack");
    let bytes = std::fs::read(&pack).unwrap();
    for at in (100..bytes.len()).step_by(bytes.len() / 40) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        std::fs::write(&pack, wrong).unwrap();
        let verified = retrace(&["replay", "verify", store]);
        let errors = verified.err.lines().filter(|line| line.contains("is damaged")).count();
        if errors > 0 && verified.out.lines().count() > 0 {
            return;
        }
    }
    panic!("no place that one timeline has alone");
}

#[test]
fn verifying_goes_on_after_a_timeline_that_cannot_be_read() {
    let (_folder, store) = store();
    damage_one(&store);
    let verified = retrace(&["replay", "verify", &store]);
    assert_eq!(verified.exit, Exit::Misuse);
    assert_eq!(verified.out.lines().count() + verified.err.lines().count(), 4, "{}{}", verified.out, verified.err);
    assert!(verified.err.contains(&store) && verified.err.contains("--salvage"), "{}", verified.err);
    let told = retrace(&["replay", "verify", &store, "--json"]).json();
    let told = told.as_array().unwrap();
    let read = |it: &&Value| it["standing"] == "EXACT";
    assert!(told.len() == 4 && (1..4).contains(&told.iter().filter(read).count()), "{told:?}");
    assert!(told.iter().filter(|it| !read(it)).all(|it| it["timeline"].is_string() && it["error"].is_string()));
}

#[test]
fn what_fails_names_the_store_that_is_damaged_and_leaves_no_new_one() {
    let (folder, store) = store();
    damage_one(&store);
    let place = |name: &str| folder.path().join(name);
    std::fs::create_dir(place("empty")).unwrap();
    for new in ["theirs", "empty"] {
        let there = place(new);
        let pushed = retrace(&["push", &store, "--to", there.to_str().unwrap()]);
        let told = pushed.complaint();
        assert!(told.contains(&store) && !told.contains(there.to_str().unwrap()), "{told}");
        let left = std::fs::read_dir(&there).map_or(0, Iterator::count);
        assert!(left == 0 && there.exists() == (new == "empty"), "{new}: {left}");
    }
    let (file, new) = (place("main.retrace"), place("new"));
    let (file, new) = (file.to_str().unwrap(), new.to_str().unwrap());
    assert_eq!(on_primer(&["replay", "export", "FILE", "-o", file]).exit, Exit::Yes);
    let refused = retrace(&["replay", "import", file, "--into", new, "--name", " x"]);
    assert!(refused.complaint().contains("cannot be a name") && !Path::new(new).exists(), "{}", refused.err);
    // A copy says what is missing in it.
    let copied = retrace(&["backup", &store, place("copy").to_str().unwrap()]);
    assert!(copied.exit == Exit::No && copied.out.contains("LOST "), "{}{}", copied.out, copied.err);
    let inside = Path::new(&store).join("a/copy");
    assert!(retrace(&["backup", &store, inside.to_str().unwrap()]).complaint().contains("inside the store"));
    assert!(!inside.exists());
}

#[test]
fn what_is_no_store_is_told_with_what_it_is() {
    let (folder, store) = store();
    let file = folder.path().join("file");
    std::fs::write(&file, "text").unwrap();
    let file = file.to_str().unwrap();
    for command in ["stats", "gc", "operations", "undo"] {
        let refused = retrace(&[command, file]);
        assert!(refused.complaint().contains("is a file, not a store"), "{}", refused.err);
    }
    for args in [&["push", &store, "--to", file][..], &["fsck", &store, "--salvage", file], &["backup", file, "new"]] {
        assert!(retrace(args).complaint().contains("is a file, not a store; name a folder"));
    }
    let unknown = retrace(&["push", &store, "nobody", "--to", folder.path().join("new").to_str().unwrap()]);
    assert!(
        unknown.complaint().contains("there is no timeline `nobody`; there are: all-to-the-miner, "),
        "{}",
        unknown.err
    );
    std::fs::remove_file(Path::new(&store).join("retrace-store")).unwrap();
    assert!(retrace(&["timelines", &store]).complaint().contains("--salvage NEW"));
}

#[test]
fn a_fork_that_goes_on_is_one_operation() {
    let (_folder, store) = store();
    let before = names(&store);
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let args = ["fork", &store, "--at", &place, "--name", "unblocked", "--answer", "none", "--go-on"];
    let forked = retrace(&args);
    assert!(forked.out.contains("Went on as on") && forked.exit != Exit::Misuse, "{}{}", forked.out, forked.err);
    assert_eq!(retrace(&["undo", &store]).exit, Exit::Yes);
    assert_eq!(names(&store), before);
}

#[test]
fn a_timeline_with_an_at_sign_in_its_name_can_be_named() {
    let (folder, store) = store();
    let file = folder.path().join("x@1.retrace");
    let file = file.to_str().unwrap();
    assert_eq!(retrace(&["replay", "export", &store, "-t", "mighty-leap", "-o", file]).exit, Exit::Yes);
    assert_eq!(retrace(&["replay", "import", file, "--into", &store, "--name", "x@1"]).exit, Exit::Yes);
    for more in [&[][..], &["--first"]] {
        let same = retrace(&[&["diff", &store, "x@1", "mighty-leap"], more].concat());
        assert_eq!(same.exit, Exit::Yes, "{}{}", same.out, same.err);
        let other = retrace(&[&["diff", &store, "main", "x@1"], more].concat());
        assert_eq!(other.exit, Exit::No, "{}{}", other.out, other.err);
    }
    assert_eq!(retrace(&["diff", &store, "x@1@5", "mighty-leap@5"]).exit, Exit::Yes);
}

#[test]
fn a_state_inside_of_a_step_says_that_it_is_the_end_of_the_step() {
    let (_folder, store) = store();
    let mut within = 0;
    for at in (0..60).map(|at: u64| at.to_string()) {
        for file in [&store, primer().to_str().unwrap()] {
            let state = retrace(&["state", file, "--at", &at]).out;
            let line = state.lines().next().unwrap();
            let events: u64 = line.split_whitespace().nth(2).unwrap().parse().unwrap();
            let said = line.ends_with(&format!(": the end of the step that event {at} is in"));
            assert_eq!(said, events > at.parse::<u64>().unwrap() + 1, "{line}");
            within += usize::from(said);
        }
    }
    assert!(within > 0);
}

#[test]
fn diff_first_tells_where_timelines_part_the_same_of_a_store_as_of_anything() {
    let (folder, store) = store();
    for (left, right) in [("main", "mighty-leap"), ("mighty-leap", "main"), ("main", "blink"), ("blink", "blink")] {
        let of_store = retrace(&["diff", &store, left, right, "--first"]);
        let of_file = on_primer(&["diff", "FILE", left, right, "--first"]);
        assert_eq!((of_store.exit, &of_store.out), (of_file.exit, &of_file.out), "{}", of_store.err);
        let json = retrace(&["diff", &store, left, right, "--first", "--json"]).json();
        let whole = retrace(&["diff", &store, left, right, "--json"]).json();
        for field in ["shared_events", "first_divergence"] {
            assert_eq!(json[field], whole[field], "{left} {right}");
        }
    }
    let told = retrace(&["diff", &store, "main", "mighty-leap", "--first"]);
    assert_eq!((told.exit, told.out.lines().count()), (Exit::No, 3), "{}", told.out);
    assert!(told.out.ends_with("Defender decides: cast Mighty Leap\n"), "{}", told.out);
    // One that ends where the other continues.
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let file = folder.path().join("main.retrace");
    let file = file.to_str().unwrap();
    retrace(&["replay", "export", &store, "-o", file]);
    assert_eq!(retrace(&["diff", file, &store, "--first"]).exit, Exit::Yes);
    let refused = retrace(&["diff", &store, &format!("main@{place}"), "main", "--first"]);
    assert!(refused.complaint().contains("without @"), "{}", refused.err);
    assert!(retrace(&["diff", &store, "main", "x", "--first"]).complaint().contains("there is no timeline `x`"));
}

#[test]
fn a_command_about_one_timeline_reads_only_that_and_its_origin() {
    use retrace_session::Reads;
    let (_folder, store) = store();
    let place = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let more = ["--name", "unblocked", "--answer", "none"];
    assert_eq!(retrace(&[&["fork", &store, "--at", &place], &more[..]].concat()).exit, Exit::Yes);
    assert_eq!(retrace(&["bookmark", "add", &store, "here", "9", "-t", "unblocked"]).exit, Exit::Yes);
    let read = |timeline: Option<&str>, at: Option<&str>| -> Vec<String> {
        let reads = Reads::One { timeline: timeline.map(str::to_owned), at: at.map(str::to_owned) };
        let (folders, progress) = (Default::default(), Default::default());
        let (session, _) = Session::open_to_read(Path::new(&store), &folders, &reads, &progress).unwrap();
        session.timelines().map(|it| it.name().to_owned()).collect()
    };
    let all = names(&store);
    assert!(all.len() > 2, "{all:?}");
    assert_eq!(read(None, None), ["main"]);
    assert_eq!(read(None, Some("here")), ["main"], "the first that has the event");
    assert_eq!(read(Some("unblocked"), None), ["main", "unblocked"], "a fork comes with its origin");
    assert_eq!(read(Some("nothing"), None), all, "what is wrong is told by who knows them all");
    let head = retrace(&["log", &store, "-t", "unblocked", "--json"]).json()["timeline"].clone();
    let listed = retrace(&["timelines", &store, "--json"]).json();
    let listed = listed["timelines"].as_array().unwrap();
    assert!(listed.contains(&head), "{head} is none of {listed:?}");
    // The list without a viewer is told without events; with one, from them.
    let seen = retrace(&["timelines", &store, "--as", "A"]);
    assert_eq!(retrace(&["timelines", &store]).out.lines().count(), seen.out.lines().count());
    let missing = retrace(&["log", &store, "-t", "nothing"]);
    assert!(missing.complaint().contains(&all.join(", ")), "{}", missing.err);
}

#[test]
fn a_store_without_timelines_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty");
    Log::open(&path, Options::default()).unwrap().close().unwrap();
    let listed = retrace(&["timelines", path.to_str().unwrap()]);
    assert_eq!((listed.exit, listed.out.as_str()), (Exit::Yes, "no timelines yet\n"), "{}", listed.err);
    assert_eq!(retrace(&["timelines", path.to_str().unwrap(), "--json"]).json()["timelines"].as_array(), Some(&vec![]));
    let log = retrace(&["log", path.to_str().unwrap()]);
    assert!(log.complaint().contains("no timeline here yet; `retrace replay import"), "{}", log.err);
}

/// An answer that nobody can read.
struct Unwritten(std::io::ErrorKind);

impl std::io::Write for Unwritten {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn help_and_completions_that_cannot_be_written_are_told_and_one_who_has_read_enough_is_not() {
    use std::io::ErrorKind;
    for words in [&["retrace", "--help"][..], &["retrace", "--version"], &["retrace", "completions", "bash"]] {
        for (kind, expected) in [(ErrorKind::StorageFull, Exit::Misuse), (ErrorKind::BrokenPipe, Exit::Yes)] {
            let mut err = Vec::new();
            let window: Window<'_> = &mut |_, _| panic!("no window here");
            let words = words.iter().map(OsString::from);
            let exit = run_with(words, &mut Piped(&b""[..]), &mut Unwritten(kind), &mut err, window);
            assert_eq!((exit, err.is_empty()), (expected, expected == Exit::Yes), "{}", String::from_utf8_lossy(&err));
        }
    }
}

#[test]
fn the_command_zone_is_shown_with_whose_it_is_and_what_is_in_it() {
    let name = "../tests/scenarios/903/cr_903_8_each_cast_from_the_command_zone_costs_two_more.ron";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    // Up to where the commander is back in the command zone.
    let (before, _) = text.split_once("        Cast(card: Latest(\"Isamaru\")").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "back.ron", &format!("{before}    ],\n)\n"));
    for more in [&[][..], &["--as", "Bob"]] {
        let state = retrace(&[&["state", &file], more].concat());
        let line = "\nCommand: Isamaru, Hound of Konda (commander of Ann, {2} more to cast)\n";
        assert!(state.out.contains(line), "{}{}", state.out, state.err);
    }
}

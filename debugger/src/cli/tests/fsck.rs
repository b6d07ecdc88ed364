//! Tests `fsck`, and reading a store that another process has open.

use std::fs;

use retrace_store::{Log, Options};

use super::*;

/// A store with the timelines of the demonstration.
fn store() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    Session::demo().unwrap().save_to(&path).unwrap();
    let name = path.to_str().unwrap().to_owned();
    (folder, name)
}

#[test]
fn fsck_says_yes_to_a_store_and_names_what_a_changed_byte_costs() {
    let (folder, path) = store();
    let ran = retrace(&["fsck", &path]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Yes, ""), "{}", ran.out);
    assert!(ran.out.contains("WHOLE") && !ran.out.contains("DAMAGED"), "{}", ran.out);
    let json = retrace(&["--json", "fsck", &path]).json();
    assert_eq!(json["whole"], true);
    assert_eq!(json["findings"].as_array().map(Vec::len), Some(0));

    // The database has what a journal with a changed byte lost.
    let journal = Path::new(&path).join("journal");
    let mut bytes = fs::read(&journal).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&journal, &bytes).unwrap();
    let ran = retrace(&["fsck", &path]);
    assert_eq!(ran.exit, Exit::Yes);
    assert!(ran.out.contains("BEHIND") && ran.out.contains("the decision journal"), "{}", ran.out);
    assert!(ran.out.contains("Nothing is lost"), "{}", ran.out);
    let json = retrace(&["--json", "fsck", &path]).json();
    assert_eq!((&json["whole"], &json["kept"]), (&Value::from(false), &Value::from(true)));

    let new = folder.path().join("saved");
    let new = new.to_str().unwrap();
    assert_eq!(retrace(&["fsck", &path, "--salvage", new]).exit, Exit::Yes);
    assert_eq!(retrace(&["fsck", new]).exit, Exit::Yes);
    // It has the same timelines, to the last event.
    let tips = |path: &str| {
        let json = retrace(&["--json", "timelines", path]).json();
        let all = json["timelines"].as_array().unwrap().clone();
        all.iter().map(|it| (it["name"].clone(), it["tip"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(tips(new), tips(&path));
    assert!(retrace(&["fsck", &path, "--salvage", new]).complaint().contains("name a new folder"));

    // Without a database it is lost.
    fs::write(&journal, bytes).unwrap();
    fs::remove_dir_all(Path::new(&path).join("sled")).unwrap();
    let ran = retrace(&["fsck", &path]);
    assert_eq!(ran.exit, Exit::No);
    assert!(ran.out.contains("DAMAGED") && ran.out.contains("the decision journal"), "{}", ran.out);
    assert!(ran.out.contains("PART") && ran.out.contains("--salvage NEW"), "{}", ran.out);
    let json = retrace(&["--json", "fsck", &path]).json();
    assert_eq!((&json["whole"], &json["kept"]), (&Value::from(false), &Value::from(false)));
}

#[test]
fn fsck_of_what_is_no_store_is_misuse() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(retrace(&["fsck", path]).complaint().contains("is not a store"));
    assert!(retrace(&["fsck", primer().to_str().unwrap()]).complaint().contains("is a file, not a store"));
}

#[test]
fn a_store_whose_database_is_gone_is_checked_and_saved_from_its_journal() {
    let (folder, path) = store();
    let before = retrace(&["--json", "timelines", &path]).json();
    fs::remove_dir_all(Path::new(&path).join("sled")).unwrap();
    let ran = retrace(&["fsck", &path]);
    assert_eq!(ran.exit, Exit::Yes);
    assert!(ran.out.contains("made again from the journal") && ran.out.contains("Nothing is lost"), "{}", ran.out);
    let new = folder.path().join("saved");
    let ran = retrace(&["--json", "fsck", &path, "--salvage", new.to_str().unwrap()]);
    let saved = ran.json();
    assert!(saved["timelines"].as_array().unwrap().iter().all(|it| it["lost"].is_null()), "{saved}");
    let after = retrace(&["--json", "timelines", new.to_str().unwrap()]).json();
    assert_eq!(after["timelines"], before["timelines"]);
}

#[test]
fn a_store_that_another_has_open_can_be_looked_at_and_not_changed() {
    let (folder, path) = store();
    let event = retrace(&["--json", "timelines", &path]).json()["timelines"][0]["events"].to_string();
    let last = (event.parse::<u64>().unwrap() - 1).to_string();
    let replay = folder.path().join("out.retrace");
    let looks: Vec<Vec<&str>> = vec![
        vec!["log", &path],
        vec!["timelines", &path],
        vec!["state", &path],
        vec!["state", &path, "--at", &last],
        vec!["show", &path, &last],
        vec!["why", &path, &last],
        vec!["find", &path, "A.life < 100"],
        vec!["diff", &path, "main", "main"],
        vec!["bookmark", "list", &path],
        vec!["replay", "export", &path, "-o", replay.to_str().unwrap()],
        vec!["replay", "verify", &path],
    ];
    let alone: Vec<Ran> = looks.iter().map(|look| retrace(look)).collect();
    let owner = Log::open(&path, Options::default()).unwrap();
    for (look, alone) in looks.iter().zip(alone) {
        let ran = retrace(look);
        assert_eq!((ran.exit, &ran.out), (alone.exit, &alone.out), "{look:?}: {}", ran.err);
        assert!(ran.err.contains(&format!("another process ({})", std::process::id())), "{look:?}: {}", ran.err);
        assert!(ran.err.contains("commits, written"), "{}", ran.err);
        assert_eq!(alone.err, "", "{look:?}");
    }
    let ran = retrace(&["fsck", &path]);
    assert_eq!(ran.exit, Exit::Yes);
    assert!(ran.out.contains("only its journal was checked"), "{}", ran.out);
    for change in [vec!["fork", &path, "--at", &last], vec!["bookmark", "add", &path, "x", "3"], vec!["open", &path]] {
        assert!(retrace(&change).complaint().contains("is open in another process"), "{change:?}");
    }
    owner.close().unwrap();
}

#[test]
fn a_store_is_whole_after_every_kind_of_change_and_after_collecting() {
    let (_folder, path) = store();
    let whole = |after: &str| {
        let ran = retrace(&["fsck", &path]);
        assert_eq!(ran.exit, Exit::Yes, "after {after}: {}", ran.out);
    };
    for change in [
        vec!["fork", &path, "-t", "main", "--at", "240", "--answer", "concede", "--name", "given up"],
        vec!["bookmark", "add", &path, "here", "100", "--note", "look"],
        vec!["undo", &path],
        vec!["redo", &path],
        vec!["undo", &path],
        vec!["undo", &path],
        vec!["gc", &path],
        vec!["gc", &path, "--forget-undo"],
    ] {
        let ran = retrace(&change);
        assert_eq!(ran.exit, Exit::Yes, "{change:?}: {}{}", ran.out, ran.err);
        whole(&format!("{change:?}"));
    }
}

#[test]
fn after_a_kill_fsck_says_that_nothing_is_lost_and_the_next_command_sets_it_right_in_one_line() {
    let (_folder, path) = store();
    fs::write(Path::new(&path).join("sled/snap.FFFFFFFFFFFFFFFF.generating"), "").unwrap();
    let ran = retrace(&["fsck", &path]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.out);
    assert!(ran.out.contains("BEHIND") && ran.out.contains("Nothing is lost"), "{}", ran.out);
    assert!(!ran.out.contains("DAMAGED") && !ran.out.contains("salvage"), "{}", ran.out);
    let json = retrace(&["--json", "fsck", &path]).json();
    assert_eq!((&json["whole"], &json["kept"]), (&Value::Bool(false), &Value::Bool(true)));
    let ran = retrace(&["timelines", &path]);
    assert_eq!((ran.exit, ran.err.lines().count()), (Exit::Yes, 1), "{}", ran.err);
    assert!(ran.err.contains("made again from the journal") && ran.err.contains("nothing is lost"), "{}", ran.err);
    assert!(ran.out.contains("main"), "{}", ran.out);
    let ran = retrace(&["timelines", &path]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Yes, ""));
}

#[test]
fn a_line_that_nobody_would_read_to_its_end_is_shortened() {
    let long = "x".repeat(165_000);
    let ran = retrace(&["show", primer().to_str().unwrap(), &long]);
    let complaint = ran.complaint();
    assert!(complaint.len() < 5000 && complaint.contains("characters left out"), "{}", complaint.len());
}

#[cfg(unix)]
#[test]
fn card_files_of_a_scenario_are_regular_files_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, secret) = (folder.path().join("inside"), folder.path().join("secret.ron"));
    fs::create_dir(&inside).unwrap();
    fs::write(&secret, "secretword").unwrap();
    std::os::unix::fs::symlink(&secret, inside.join("linked.ron")).unwrap();
    let _bound = std::os::unix::net::UnixListener::bind(inside.join("socket.ron")).unwrap();
    for named in ["/etc/passwd", "../secret.ron", "linked.ron", "/proc/self/environ", "socket.ron"] {
        let text = format!("Scenario(name: \"x\", card_files: [\"{named}\"], players: [(name: \"A\"), (name: \"B\")])");
        let scenario = write(&inside, "s.ron", &text);
        let complaint = retrace(&["check", &scenario]);
        let said = format!("{}{}", complaint.out, complaint.err);
        assert!(said.contains("scenario's folder") || said.contains("no regular file"), "{named}: {said}");
        assert!(!said.contains("secretword") && !said.contains("root"), "{named}: {said}");
    }
    // A folder named on the command line is the caller's own choice; links out of it are still
    // refused.
    let shared = folder.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("ogre.ron"), "Card(name: \"Shared Ogre\", types: [Creature], power: 3, toughness: 3)")
        .unwrap();
    let text = "Scenario(name: \"x\", card_files: [\"../shared\"], players: [(name: \"A\"), (name: \"B\")])";
    let scenario = write(&inside, "s.ron", text);
    assert!(retrace(&["check", &scenario]).err.contains("--cards-from"));
    let from = ["--cards-from", shared.to_str().unwrap()];
    let named = retrace(&["check", &scenario, from[0], from[1]]);
    assert_eq!(named.exit, Exit::Yes, "{}{}", named.out, named.err);
    std::os::unix::fs::symlink(&secret, shared.join("linked.ron")).unwrap();
    let led = retrace(&["check", &scenario, from[0], from[1]]);
    assert!(led.err.contains("linked.ron: card files lie in") && !led.err.contains("secretword"), "{}", led.err);
    assert!(retrace(&["check", &scenario, from[0], "/dev/null"]).complaint().contains("names a folder"));
    let endless = retrace(&["show", primer().to_str().unwrap(), "3", "--rules", "/dev/zero"]);
    assert!(endless.complaint().contains("no text of the rules"), "{}", endless.err);
}

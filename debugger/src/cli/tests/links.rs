//! Tests links, and files of what one player saw.

use super::*;
use retrace_session::TimelineId;
use retrace_session::files::link::Link;

/// A store with the demonstration in it, and the link to its middle.
fn store() -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games of Ann #1");
    Session::demo().unwrap().save_to(&path).unwrap();
    let mut session = Session::open(&path).unwrap();
    session.seek(retrace_session::Point::new(TimelineId(0), 40));
    let link = session.link().unwrap().to_string();
    (folder, path, link)
}

fn opened(args: &[&str]) -> (Option<(String, usize)>, Ran) {
    let mut seen = None;
    let ran = retrace_with(args, &mut |session, _| {
        seen = Some((session.current().name().to_owned(), session.cursor().step));
        Ok(())
    });
    (seen, ran)
}

#[test]
fn open_follows_a_link_and_says_what_is_not_there() {
    let (_folder, path, link) = store();
    assert!(link.contains("games%20of%20Ann%20%231#main@"), "{link}");
    let (seen, ran) = opened(&["open", &link]);
    assert_eq!((seen, ran.err.as_str()), (Some(("main".to_owned(), 40)), ""));
    let (_, ran) = opened(&["open", &link, "--at", "3"]);
    assert!(ran.complaint().contains("leave out --timeline"));
    // Another event in its place: the timeline was rebuilt.
    let id = link.rsplit_once('.').unwrap().1;
    let (_, ran) = opened(&["open", &link.replace(id, "000000000000")]);
    assert!(ran.complaint().contains("is another than when the link was made"), "{}", ran.err);
    let (_, ran) = opened(&["open", &link.replace("main@", "gone@")]);
    assert!(
        ran.err.contains("there is no timeline `gone` any more; the event of the link is on `main`"),
        "{}",
        ran.err
    );
    let (_, ran) = opened(&["open", &link.replace("main@", "gone@").replace(id, "000000000000")]);
    assert!(ran.complaint().contains("there are: main, "), "{}", ran.err);
    let number = link.split(['@', '.']).rev().nth(1).unwrap();
    let (_, ran) = opened(&["open", &link.replace(&format!("@{number}."), "@999999.")]);
    assert!(ran.complaint().contains("has only"), "{}", ran.err);
    let (_, ran) = opened(&["open", &link.replace("Ann", "Ben")]);
    assert!(ran.complaint().contains("there is no such file"), "{}", ran.err);
    let (_, ran) = opened(&["open", "retrace:nonsense"]);
    assert!(ran.complaint().contains("has no `#`"), "{}", ran.err);
    drop(path);
}

#[test]
fn a_link_follows_an_event_to_the_timeline_that_has_it_by_now() {
    let (_folder, path, link) = store();
    retrace(&["fork", path.to_str().unwrap(), "-t", "main", "--name", "copy"]);
    let mut session = Session::open(&path).unwrap();
    let main = session.timeline_named("main").unwrap().id();
    session.rename(main, "renamed").unwrap();
    drop(session);
    let (seen, ran) = opened(&["open", &link]);
    assert_eq!(seen.unwrap().1, 40);
    assert!(ran.err.contains("there is no timeline `main` any more"), "{}", ran.err);
    assert_eq!(link.parse::<Link>().unwrap().to_string(), link);
}

#[test]
fn what_one_player_saw_is_written_and_refused_where_a_game_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seen.jsonl");
    let name = file.to_str().unwrap();
    let ran = on_primer(&["replay", "export", "FILE", "-o", name, "--as", "A"]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["retrace"].as_str(), lines[0]["standing"].as_str()), (Some("redacted"), Some("UNVERIFIED")));
    assert!(lines.iter().any(|line| line["says"].as_str().is_some_and(|it| it.contains("attacks"))), "{text}");
    // B has Mighty Leap in hand throughout `main`, and A never learns of it.
    assert!(!text.contains("Mighty Leap"));
    let whole = on_primer(&["replay", "export", "FILE", "-o", name, "--as", "B"]);
    assert_eq!(whole.exit, Exit::Yes);
    assert!(std::fs::read_to_string(&file).unwrap().contains("Mighty Leap"));
    for command in [vec!["open", name], vec!["log", name], vec!["replay", "import", name, "--into", "x"]] {
        assert!(retrace(&command).complaint().contains("what one player saw"), "{command:?}");
    }
    let verified = retrace(&["replay", "verify", name]);
    assert_eq!(verified.exit, Exit::No);
    assert!(verified.out.starts_with("UNVERIFIED"), "{}", verified.out);
    assert!(
        on_primer(&["replay", "export", "FILE", "-o", name, "--as", "Zed"]).complaint().contains("no player `Zed`")
    );
    assert!(on_primer(&["replay", "export", "FILE", "-o", "x.retrace", "--as", "A"]).complaint().contains(".jsonl"));
}

#[test]
fn the_log_and_the_state_are_told_as_a_player_sees_them() {
    let whole = on_primer(&["state", "FILE", "-t", "main"]);
    assert!(whole.out.contains("Mighty Leap"));
    for command in [vec!["state", "FILE", "-t", "main"], vec!["log", "FILE", "-t", "main", "--all"]] {
        for json in [false, true] {
            let mut seen = [command.clone(), vec!["--as", "Attacker"]].concat();
            seen.extend(json.then_some("--json"));
            let seen = on_primer(&seen);
            assert_eq!(seen.exit, Exit::Yes, "{}", seen.err);
            assert!(seen.out.contains("Dire Fleet Captain") && !seen.out.contains("Mighty Leap"), "{}", seen.out);
        }
    }
    assert!(on_primer(&["state", "FILE", "-t", "main", "--as", "B"]).out.contains("hand: Mighty Leap"));
    let refused = on_primer(&["log", "FILE", "--as", "nobody"]);
    assert!(refused.complaint().contains("there are: A (Attacker), B (Defender)"), "{}", refused.err);
}

//! Tests a script with an error: every command, and the window, shows what was played before it.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;

const SCRIPT: &str = r#"Scenario(
    name: "half a script",
    cards: [Card(name: "Own Stone", types: [Artifact]), Card(name: "Own Stone Wall", types: [Artifact])],
    players: [
        (
            name: "Ann",
            battlefield: ["Mountain", (card: "Grizzly Bears", as: "Bear"), (card: "Own Stone", as: "Rock")],
            hand: ["Lightning Bolt"],
        ),
        (name: "Bob", battlefield: [(card: "Grizzly Bears", as: "Other")]),
    ],
    script: [
        Fork("calm"),
        Expect([Life(of: "Bob", is: 19), Life(of: "Bop", is: 20)]),
        Cast(card: "Lightning Bolt", targets: ["Other"]),
        ResolveTop,
        Label("resolved"),
        Expect([Life(of: "Bob", is: 18), Tapped("Other")]),
        Attack([("Bera", "Bob")]),
        Expect([Life(of: "Bob", is: 3)]),
        Switch("calm"),
        Expect([Life(of: "Bob", is: 21)]),
        Jump,
    ],
)
"#;

fn written(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.ron");
    fs::write(&file, text).unwrap();
    (folder, file)
}

#[test]
fn check_tells_every_failure_and_every_error() {
    let (_folder, file) = written(SCRIPT);
    let ran = retrace(&["check", file.to_str().unwrap()]);
    assert_eq!(ran.exit, Exit::Misuse);
    let failed: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("FAIL ")).collect();
    assert_eq!(failed.len(), 4, "{}", ran.out);
    assert!(ran.out.contains("expected this: Tapped(\"Other\")"), "{}", ran.out);
    assert!(!ran.out.contains("life of Bob: 3\n"), "what follows an error is not played: {}", ran.out);
    let errors: Vec<&str> = ran.err.lines().collect();
    let [player, name, word] = errors.as_slice() else { panic!("{}", ran.err) };
    assert!(player.contains("half.ron:14:42: there is no player `Bop`"), "{player}");
    assert!(name.contains("half.ron:19:9: nothing is called `Bera` here; did you mean `Bear`?"), "{name}");
    assert!(word.contains("half.ron:23:9: `Jump` is no step"), "{word}");
    let json = retrace(&["--json", "check", file.to_str().unwrap()]).json();
    assert_eq!(json[0]["ok"], false);
    assert_eq!(json[0]["failures"].as_array().unwrap().len(), 4);
    assert_eq!(json[0]["errors"].as_array().unwrap().len(), 3);
    assert_eq!(json[0]["errors"][1]["line"], 19);
    let all = retrace(&["check", "--all", file.to_str().unwrap()]);
    assert!(all.err.contains("`Illegal`"), "the whole list: {}", all.err);
}

#[test]
fn every_command_shows_the_timeline_up_to_there() {
    let (_folder, file) = written(SCRIPT);
    let file = file.to_str().unwrap();
    for command in [
        vec!["log", file],
        vec!["state", file],
        vec!["explain", file, "Bear"],
        vec!["find", file, "Bob.life = 20"],
        vec!["watch", file, "Bob.life"],
        vec!["timelines", file],
        vec!["fork", file],
        vec!["edit", file],
    ] {
        let ran = retrace(&command);
        assert_ne!(ran.exit, Exit::Misuse, "{command:?}: {}{}", ran.out, ran.err);
        assert!(!ran.out.is_empty(), "{command:?}");
        assert!(ran.err.contains("half.ron:19:9: nothing is called `Bera` here"), "{command:?}: {}", ran.err);
        assert!(ran.err.contains("(`main` ends there)"), "{command:?}: {}", ran.err);
    }
    let log = retrace(&["log", file]).out;
    assert!(log.contains("Lightning Bolt"), "{log}");
}

#[test]
fn a_slip_between_steps_leaves_what_stands_before_it() {
    let (_folder, file) = written(&SCRIPT.replace("Label(\"resolved\"),", "Label(\"resolved\")"));
    let ran = retrace(&["check", file.to_str().unwrap()]);
    assert_eq!(ran.exit, Exit::Misuse);
    assert!(ran.err.contains("half.ron:18:9: a comma is missing before `Expect`"), "{}", ran.err);
    assert!(ran.out.contains("expected life of Bob: 19"), "{}", ran.out);
    let log = retrace(&["log", file.to_str().unwrap()]);
    assert!(log.out.contains("Lightning Bolt"), "{}{}", log.out, log.err);
}

#[test]
fn the_window_opens_at_the_error() {
    let (_folder, file) = written(SCRIPT);
    let mut seen = None;
    let ran = retrace_with(&["open", file.to_str().unwrap()], &mut |session, _| {
        let labels: Vec<String> = session.current().labels().iter().map(|label| label.text.clone()).collect();
        seen = Some((session.script_errors().len(), session.current().name().to_owned(), labels));
        Ok(())
    });
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    let (errors, timeline, labels) = seen.unwrap();
    assert_eq!((errors, timeline.as_str()), (3, "main"));
    assert!(labels.iter().any(|label| label.starts_with("Error in line 19: nothing is called `Bera`")), "{labels:?}");
}

#[test]
fn what_is_no_board_is_told_in_full() {
    let text = SCRIPT.replace("name: \"Bob\"", "name: \"Bob\", lif: 3").replace("types: [Artifact]), ", "typ: 1), ");
    let (_folder, file) = written(&text);
    let ran = retrace(&["check", file.to_str().unwrap()]);
    assert_eq!((ran.exit, ran.err.lines().count()), (Exit::Misuse, 3), "{}", ran.err);
    let log = retrace(&["log", file.to_str().unwrap()]);
    assert_eq!((log.exit, log.err.lines().count()), (Exit::Misuse, 3), "{}", log.err);
}

#[test]
fn commands_know_the_aliases_of_the_script() {
    let (_folder, file) = written(&SCRIPT.replace("[(\"Bera\"", "[(\"Bear\""));
    let file = file.to_str().unwrap();
    let explained = retrace(&["explain", file, "Bear"]);
    assert_eq!(explained.exit, Exit::Yes, "{}", explained.err);
    assert!(explained.out.contains("Grizzly Bears"), "{}", explained.out);
    // For an object that is gone, what it became.
    assert!(retrace(&["explain", file, "Other"]).out.contains("Grizzly Bears"));
    let dies = retrace(&["log", file, "--filter", "object:Other kind:Moved"]);
    assert_eq!(dies.out.lines().filter(|line| line.contains("Grizzly Bears")).count(), 1, "{}", dies.out);
    let asked = "Cast(card: \"Lightning Bolt\"), Expect([Choice(kind: Targets)]),";
    let begin = SCRIPT.split("Fork(").next().unwrap();
    let (_folder, file) = written(&format!("{begin}{asked}],)"));
    let forked = retrace(&["fork", file.to_str().unwrap(), "--answer", "Other"]);
    assert!(!forked.err.contains("is no answer here"), "{}", forked.err);
}

//! Tests `edit`, `scenario save`, `scenario new`, `scenario import` and `rerun`.

use std::fs;

use super::*;

#[test]
fn an_edit_forks_and_is_written_like_a_fork() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("what-if.retrace");
    let output = output.to_str().unwrap();
    let ran = on_primer(&[
        "edit",
        "FILE",
        r#"Life(of: "Attacker", is: 5)"#,
        "Chance([Heads])",
        "--name",
        "what if",
        "-o",
        output,
    ]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(ran.out.contains("On what if, which goes off from main"), "{}", ran.out);
    assert!(ran.out.contains("What if: Attacker's life total becomes 5"), "{}", ran.out);
    assert!(ran.out.contains(&format!("Wrote {output}")), "{}", ran.out);
    let log = retrace(&["log", output]);
    assert!(log.out.contains("What if: the next coin comes up heads"), "{}", log.out);
    assert_eq!(retrace(&["replay", "verify", output]).exit, Exit::Yes);
    let json = on_primer(&["edit", "FILE", r#"Life(of: "Attacker", is: 5)"#, "--json"]).json();
    assert_eq!(json["new"], true);
}

#[test]
fn what_could_be_edited_is_shown_and_what_cannot_is_refused_with_the_remedy() {
    let ran = on_primer(&["edit", "FILE"]);
    assert_eq!(ran.exit, Exit::Yes, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("An edit begins another timeline"), "{}", ran.out);
    assert_eq!(on_primer(&["edit", "FILE", "--json"]).json()["can"], true);
    for (edit, why) in [
        ("Life(of: \"Z\", is: 5)", "there is no player `Z`"),
        ("Jump", "write a change such as"),
        ("Add(card: \"Forrest\", of: \"Attacker\", to: Hand)", "did you mean Forest"),
    ] {
        let ran = on_primer(&["edit", "FILE", r#"Life(of: "Attacker", is: 5)"#, edit]);
        assert!(ran.complaint().contains(why), "{edit}: {}", ran.err);
        assert_eq!(ran.out, "", "nothing was done");
    }
}

#[test]
fn a_moment_is_saved_as_a_scenario_that_checks() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::demo().unwrap();
    let first = session.current().decision_points().next().unwrap();
    let start = (session.current().entries_before_step(first) - 1).to_string();
    for (name, test) in [("board.ron", false), ("test.ron", true)] {
        let output = folder.path().join(name);
        let output = output.to_str().unwrap();
        let mut args = vec!["scenario", "save", "FILE", "-o", output];
        if test {
            args.extend(["--at", start.as_str(), "--test"]);
        }
        let ran = on_primer(&args);
        assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
        let checked = retrace(&["check", output]);
        assert_eq!(checked.exit, Exit::Yes, "{}{}", checked.out, checked.err);
        assert!(on_primer(&args).complaint().contains("exists already; choose another name"));
    }
    let json = folder.path().join("json.ron");
    let json = on_primer(&["scenario", "save", "FILE", "-o", json.to_str().unwrap(), "--json"]).json();
    assert!(json["form"] == "board" || json["why"].is_string(), "{json}");
}

#[test]
fn an_empty_board_is_written_arranged_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (empty, store, arranged) = (path("empty.ron"), path("store"), path("arranged.ron"));
    let ran = retrace(&["scenario", "new", "-o", &empty, "--names", "Zoe,Ben", "--life", "7,9", "--step", "upkeep"]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    let adds =
        [r#"Add(card: "Grizzly Bears", of: "Zoe", to: Battlefield)"#, r#"Add(card: "Forest", of: "Zoe", to: Hand)"#];
    let ran = retrace(&["edit", &empty, adds[0], adds[1], "-o", &store]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(!ran.out.contains("goes off from"), "an empty board takes its edits itself: {}", ran.out);
    assert_eq!(retrace(&["scenario", "save", &store, "-o", &arranged]).exit, Exit::Yes);
    let text = fs::read_to_string(&arranged).unwrap();
    assert!(text.contains("battlefield: [") && text.contains("Grizzly Bears") && text.contains("life: 7"), "{text}");
    for (args, why) in [
        (["--names", "Zoe"], "two to eight players"),
        (["--names", "A,B,C,D,E,F,G,H,I"], "two to eight players, not 9"),
        (["--names", "Zoe,Ben,zoe"], "must differ"),
        (["--step", "untap"], "there are: upkeep, draw, precombat-main"),
        (["--active", "Max"], "there is no player `Max`"),
        (["--life", "0,1"], "lose at once"),
        (["--life", "20,20,20"], "2 players have 2 life totals, not 3; write --life 20,20"),
    ] {
        let ran = retrace(&["scenario", "new", "-o", &path("no.ron"), args[0], args[1]]);
        assert!(ran.complaint().contains(why), "{}", ran.err);
    }
    // Each of several players against all others, without life totals of their own.
    let four = path("four.ron");
    assert_eq!(
        retrace(&["scenario", "new", "-o", &four, "--names", "Ann,Ben,Cy,Dee", "--active", "Cy"]).exit,
        Exit::Yes
    );
    let state = retrace(&["state", &four, "--json"]).json();
    let players = state["players"].as_array().unwrap();
    assert!(players.len() == 4 && players.iter().all(|player| player["life"] == 20), "{state}");
}

#[test]
fn a_timeline_is_run_again_with_other_cards() {
    let folder = tempfile::tempdir().unwrap();
    let card = folder.path().join("captain.ron");
    let pool = retrace_core::card::pool::Pool::bundled().unwrap();
    let text = retrace_core::card::file::write_card(pool.get("Dire Fleet Captain").unwrap()).unwrap();
    fs::write(&card, text.replace("power: 2", "power: 6")).unwrap();
    let card = card.to_str().unwrap();
    let ran = on_primer(&["rerun", "FILE", "--cards", card, "--name", "strong"]);
    assert!(ran.out.contains("Other cards: Dire Fleet Captain"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("as “strong”"), "{}", ran.out);
    let json = on_primer(&["rerun", "FILE", "--cards", card, "--json"]).json();
    let stopped = json["stopped"].is_string();
    assert_eq!(json["applied"] == json["inputs"], !stopped);
    assert_eq!(ran.exit, if stopped { Exit::No } else { Exit::Yes });
    assert!(on_primer(&["rerun", "FILE"]).complaint().contains("name card files with --cards"));
}

#[test]
fn fork_and_edit_go_on_with_the_same_answers() {
    // The place before the first decision of the demonstration.
    let session = Session::demo().unwrap();
    let first = session.current().decision_points().next().unwrap();
    let start = (session.current().entries_before_step(first) - 1).to_string();
    let edit = r#"Life(of: "Attacker", is: 5)"#;
    let ran = on_primer(&["edit", "FILE", edit, "--at", &start, "--go-on"]);
    assert_eq!(ran.exit, Exit::Yes, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("Went on as on “main”: played"), "{}", ran.out);
    let json = on_primer(&["edit", "FILE", edit, "--at", &start, "--go-on", "--json"]).json();
    let went_on = &json["went_on"];
    assert_eq!((&went_on["applied"], &went_on["stopped"]), (&went_on["decisions"], &Value::Null), "{went_on}");
    // Without the attacker there is no attack.
    let gone = r#"Move(what: "Dire Fleet Captain", to: Graveyard)"#;
    let ran = on_primer(&["edit", "FILE", gone, "--at", &start, "--go-on"]);
    assert_eq!(ran.exit, Exit::No, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("It stopped: input ") && ran.out.contains("no longer applies"), "{}", ran.out);
    let ran = on_primer(&["fork", "FILE", "--go-on"]);
    assert_eq!(ran.exit, Exit::Misuse, "there is nothing to go on from: {}", ran.out);
}

#[test]
fn a_puzzle_is_imported_and_its_solution_is_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let puzzle = "[metadata]\nName:Burn\nGoal:Win\nTurns:1\n[state]\nactiveplayer=human\nactivephase=Main1\nailife=3\n\
                  humanhand=Lightning Bolt\nhumanbattlefield=Mountain\n";
    fs::write(path("burn.pzl"), puzzle).unwrap();
    let ran = retrace(&["scenario", "import", &path("burn.pzl")]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(ran.out.contains("burn.ron: Burn") && ran.out.contains("'Human.won and turn <= 1'"), "{}", ran.out);
    let checked = retrace(&["check", &path("burn.ron")]);
    assert_eq!(checked.exit, Exit::No, "{}{}", checked.out, checked.err);
    let asked = ["--player", "Human", "--depth", "3", "--until", "over", "--where", "Human.won and turn <= 1"];
    let explored = retrace(&[&["explore", &path("burn.ron")], &asked[..]].concat());
    assert!(explored.exit == Exit::Yes && explored.out.contains("yes"), "{}{}", explored.out, explored.err);
    let again = retrace(&["scenario", "import", &path("burn.pzl")]);
    assert_eq!(again.exit, Exit::Misuse, "{}", again.out);
    let json = retrace(&["scenario", "import", &path("burn.pzl"), "-o", &path("other.ron"), "--json"]).json();
    assert_eq!(json["goal"], "Human.won and turn <= 1");
    fs::write(path("bad.pzl"), format!("{puzzle}aihand=Forrest\naibattlefield=Forest|Attacking\n")).unwrap();
    let bad = retrace(&["scenario", "import", &path("bad.pzl")]);
    assert_eq!(bad.exit, Exit::Misuse);
    assert!(bad.err.contains("bad.pzl:11:8: ") && bad.err.contains("bad.pzl:12:22: "), "{}", bad.err);
}

//! Tests `watch`, `bisect`, `explore`, `shrink`, and `run --until` with several predicates.

use super::*;

#[test]
fn watch_shows_values_and_where_they_change() {
    let ran = on_primer(&["watch", "FILE", "B.life", "count(creatures)", "--changes"]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(ran.out.lines().next().unwrap().starts_with("B.life = "), "{}", ran.out);
    assert!(ran.out.contains("count(creatures) = "));
    let json = on_primer(&["watch", "FILE", "count(creatures)", "--changes", "--json"]).json();
    let changes = json["watches"][0]["changes"].as_array().unwrap();
    assert!(changes.len() > 1);
    assert!(changes.windows(2).all(|pair| pair[0]["value"] != pair[1]["value"]));
    assert_eq!(changes.last().unwrap()["value"], json["watches"][0]["value"]);
    let wrong = on_primer(&["watch", "FILE", "B.lif"]);
    assert_eq!(wrong.exit, Exit::Misuse);
    assert!(wrong.err.contains("column 3") && wrong.err.contains("^^^"), "{}", wrong.err);
}

#[test]
fn bisect_says_where_it_turned_and_what_it_knows() {
    let found = on_primer(&["find", "FILE", "count(creatures) < 3", "--json"]).json();
    let ran = on_primer(&["bisect", "FILE", "count(creatures) < 3"]);
    assert_eq!(ran.exit, Exit::Yes, "{}{}", ran.out, ran.err);
    let event = found["events"][0]["event"].as_u64().unwrap();
    assert!(ran.out.starts_with(&format!("it turned at event {event} on ")), "{}", ran.out);
    assert!(ran.out.contains("--first looks at all"));
    let first = on_primer(&["bisect", "FILE", "count(creatures) < 3", "--first", "--json"]).json();
    assert_eq!(first["turned"]["event"].as_u64(), Some(event));
    assert_eq!(first["only"]["times"], 1);
    let never = on_primer(&["bisect", "FILE", "turn = 99"]);
    assert_eq!(never.exit, Exit::No);
    assert!(never.out.contains("it does not hold after event"), "{}", never.out);
    let already = on_primer(&["bisect", "FILE", "turn < 99"]);
    assert_eq!((already.exit, already.out.contains("already; name an earlier place")), (Exit::No, true));
    assert!(on_primer(&["bisect", "FILE", "Moved"]).complaint().contains("use `find`"));
    let late = (event + 1).to_string();
    let after = on_primer(&["bisect", "FILE", "count(creatures) < 3", "--good", &late]);
    assert_eq!((after.exit, after.out.contains("already; name an earlier place")), (Exit::No, true));
    let exchanged = on_primer(&["bisect", "FILE", "turn = 99", "--good", &late, "--bad", "3"]);
    assert!(exchanged.complaint().contains("--good has to come before --bad"));
}

#[test]
fn explore_lists_outcomes_and_writes_one() {
    let blocked = event_of_kind("Blocked");
    let json = on_primer(&[
        "explore",
        "FILE",
        "--at",
        &blocked,
        "--until",
        "step = postcombat_main",
        "--where",
        "B.life",
        "--json",
    ])
    .json();
    let outcomes = json["outcomes"].as_array().unwrap();
    assert_eq!(json["tried"].as_u64(), Some(outcomes.len() as u64));
    assert!(outcomes.len() >= 4 && json["asks"].as_str().unwrap().contains("blockers"), "{json}");
    let values: std::collections::BTreeSet<&str> = outcomes.iter().map(|it| it["value"].as_str().unwrap()).collect();
    assert!(values.len() > 1);
    let folder = tempfile::tempdir().unwrap();
    let line = folder.path().join("line.retrace");
    let line = line.to_str().unwrap();
    let ran = on_primer(&["explore", "FILE", "--at", &blocked, "--take", "2", "-o", line]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(ran.out.contains("answers tried") && ran.out.contains("Wrote "), "{}", ran.out);
    assert_eq!(retrace(&["replay", "verify", line]).exit, Exit::Yes);
    assert!(
        on_primer(&["explore", "FILE", "--at", &blocked, "--player", "Zoe"]).complaint().contains("no player `Zoe`")
    );
    let wrong = on_primer(&["explore", "FILE", "--take", "99", "-o", line, "--at", &blocked]);
    assert!(wrong.complaint().contains("there is no such outcome"));
    let cut = on_primer(&["explore", "FILE", "--at", &blocked, "--depth", "3", "--limit", "5"]);
    assert!(cut.out.contains("a larger --limit"), "{}", cut.out);
}

#[test]
fn explore_shrink_and_bisect_answer_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let small = |number: &str| folder.path().join(format!("{number}.retrace")).to_str().unwrap().to_owned();
    let blocked = event_of_kind("Blocked");
    let mut before = None;
    for number in ["1", "2", "3", "8"] {
        let file = small(number);
        let asked = [
            on_primer(&["explore", "FILE", "--at", &blocked, "--depth", "3", "--threads", number]),
            on_primer(&["bisect", "FILE", "count(creatures) < 3", "--threads", number]),
            on_primer(&["bisect", "FILE", "count(creatures) < 3", "--first", "--threads", number]),
            on_primer(&["shrink", "FILE", "Triggered", "-o", &file, "--threads", number]),
        ];
        let said: Vec<_> = asked.into_iter().map(|ran| (ran.exit, ran.out.replace(&file, "FILE"), ran.err)).collect();
        assert!(said.iter().all(|(exit, _, _)| *exit == Exit::Yes), "{said:?}");
        assert!(said[3].1.contains("no single input can be left out\n"), "{}", said[3].1);
        let all = (said, std::fs::read(file).unwrap());
        assert!(before.get_or_insert_with(|| all.clone()) == &all, "{number} threads");
    }
}

fn event_of_kind(kind: &str) -> String {
    let json = on_primer(&["find", "FILE", kind, "--json"]).json();
    json["events"][0]["event"].to_string()
}

#[test]
fn shrink_writes_a_shorter_game_that_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small.retrace");
    let small = small.to_str().unwrap();
    let ran = on_primer(&["shrink", "FILE", "Triggered", "-o", small, "--json"]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    let json = ran.json();
    assert!(json["inputs"]["after"].as_u64() <= json["inputs"]["before"].as_u64());
    assert_eq!(json["is_least"], true);
    assert_eq!(retrace(&["replay", "verify", small]).exit, Exit::Yes);
    let found = retrace(&["find", small, "Triggered", "--json"]).json();
    assert_eq!(found["events"][0]["event"], json["found"]["event"]);
    let never = on_primer(&["shrink", "FILE", "turn = 99", "-o", small]);
    assert_eq!((never.exit, never.out.contains("does not become true")), (Exit::No, true));
    assert!(on_primer(&["shrink", "FILE", "Triggered", "-o", "x.txt"]).complaint().contains(".retrace"));
}

#[test]
fn run_stops_at_whichever_comes_first() {
    let number = |kind: &str| event_of_kind(kind).parse::<u64>().unwrap();
    let earlier = if number("Triggered") < number("Blocked") { "Triggered" } else { "Blocked" };
    let first = on_primer(&["run", "FILE", "--until", "Triggered", "--until", "Blocked", "--json"]).json();
    assert_eq!((first["predicate"].as_str(), first["found"]["kind"].as_str()), (Some(earlier), Some(earlier)));
    let back = on_primer(&["run", "FILE", "--until", "Triggered", "--until", "Blocked", "--back"]);
    assert!(back.out.lines().any(|line| line == "Triggered" || line == "Blocked"), "{}", back.out);
}

#[test]
fn running_goes_on_beyond_the_head_for_those_who_are_answered_for() {
    let folder = tempfile::tempdir().unwrap();
    let never = on_primer(&["run", "FILE", "--until", "turn = 7"]);
    assert_eq!(never.exit, Exit::No, "{}", never.err);
    let replay = folder.path().join("on.retrace");
    let output = replay.to_str().unwrap();
    let args = ["run", "FILE", "--until", "turn = 7", "--random", "A,Defender", "--seed", "4", "-o", output];
    let ran = on_primer(&args);
    assert_eq!(ran.exit, Exit::Yes, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("turn 7 of") && ran.out.contains("answers were given beyond the head"), "{}", ran.out);
    assert_eq!(retrace(&["replay", "verify", output]).exit, Exit::Yes);
    // The game played ends where it became true; the same seed gives the same game.
    let there = retrace(&["run", output, "--until", "turn = 7", "--json"]).json();
    let again = on_primer(&["run", "FILE", "--until", "turn = 7", "--random", "A,B", "--seed", "4", "--json"]).json();
    assert_eq!(there["found"]["event"], again["found"]["event"]);
    assert_eq!(there["answers"], 0);
    assert!(again["answers"].as_u64().unwrap() > 3, "{again}");
    // It waits for a person.
    let waits = on_primer(&["run", "FILE", "--until", "turn = 9", "--random", "Attacker"]);
    assert_eq!(waits.exit, Exit::No);
    assert!(waits.out.contains("it does not become true on main at all: Defender is asked"), "{}", waits.out);
    // In a store it is written as an operation that can be undone.
    let store = folder.path().join("store");
    Session::demo().unwrap().save_to(&store).unwrap();
    let store = store.to_str().unwrap();
    let events = || retrace(&["timelines", store, "--json"]).json()["timelines"][0]["events"].as_u64().unwrap();
    let before = events();
    assert_eq!(retrace(&["run", store, "--until", "turn = 6", "--random", "A,B"]).exit, Exit::Yes);
    assert!(events() > before);
    assert_eq!(retrace(&["undo", store]).exit, Exit::Yes);
    assert_eq!(events(), before);
    for wrong in [&["--back"][..], &["--seed", "3"]] {
        let args = [&["run", "FILE", "--until", "over"], wrong].concat();
        let args = if wrong == ["--back"] { [&args[..], &["--random", "A"]].concat() } else { args };
        assert_eq!(on_primer(&args).exit, Exit::Misuse, "{args:?}");
    }
}

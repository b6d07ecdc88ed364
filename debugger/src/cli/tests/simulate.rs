//! Tests `simulate`: random games, their figures and ids, the laws, and games kept in a store.

use super::*;

/// Two decks for short games.
fn quick_decks(folder: &Path) -> (String, String) {
    let red = write(folder, "red.txt", "14 Mountain\n8 Lightning Bolt\n8 Raging Goblin\n8 Goblin Piker\n");
    let green = write(folder, "green.txt", "16 Forest\n8 Grizzly Bears\n6 Llanowar Elves\n8 Giant Growth\n");
    (red, green)
}

#[test]
fn simulate_plays_checks_and_gives_the_same_id_for_the_same_seed() {
    let folder = tempfile::tempdir().unwrap();
    let (red, green) = quick_decks(folder.path());
    let run = |more: &[&str]| retrace(&[&["simulate", &red, &green, "--games", "3"][..], more].concat());
    let text = run(&["--seed", "5"]);
    assert_eq!((text.exit, text.err.as_str()), (Exit::Yes, ""), "{}", text.out);
    assert!(text.out.starts_with("3 random games of red against green, seed 5\n"), "{}", text.out);
    for part in ["red won", "decisions", "a second", "hashes of 100 bytes", "  9 secrecy", "final id"] {
        assert!(text.out.contains(part), "{part}: {}", text.out);
    }
    let json = run(&["--seed", "5", "--json"]).json();
    let without = run(&["--seed", "5", "--json", "--laws", "none"]).json();
    let other = run(&["--seed", "6", "--json", "--laws", "none"]).json();
    assert!(text.out.contains(json["final_id"].as_str().unwrap()));
    assert_eq!(json["final_id"], without["final_id"]);
    assert_ne!(json["final_id"], other["final_id"]);
    assert_eq!(json["laws"].as_array().unwrap().len(), 11);
    // Nobody leaves a game of two players that goes on.
    let tried = |law: &Value| law["tried"].as_u64() > Some(0) || law["name"] == "asked";
    assert!(json["laws"].as_array().unwrap().iter().all(tried), "{}", json["laws"]);
    assert_eq!(without["laws"].as_array().unwrap().len(), 0);
    let ended = json["drawn"].as_u64().unwrap()
        + json["players"].as_array().unwrap().iter().map(|player| player["won"].as_u64().unwrap()).sum::<u64>();
    assert_eq!((ended, json["unfinished"].as_u64()), (3, Some(0)));
    assert!(json["decisions"].as_u64() < json["inputs"].as_u64());
    assert_eq!(run(&["--laws", "1,order", "--json"]).json()["laws"][1]["name"], "order");
    let bundled = retrace(&["simulate", "--games", "1", "--laws", "1,4", "--json"]).json();
    assert_eq!(bundled["players"][1]["name"], "black-green");
    assert!(run(&["--laws", "12"]).complaint().contains("there is no law `12`"));
    assert!(retrace(&["simulate", &red]).complaint().contains("1 decks are too few for 1 players"));
    let three = retrace(&["simulate", &red, "--players", "3", "--games", "2", "--concessions", "--laws", "1,2,4"]);
    assert_eq!(three.exit, Exit::Yes, "{}", three.err);
    assert!(
        three.out.starts_with("2 random games of red 1 against red 2 against red 3, with concessions"),
        "{}",
        three.out
    );
    assert!(retrace(&["simulate", &red, &green, &red, "--players", "2"]).complaint().contains("3 decks are too many"));
    let edited = retrace(&["simulate", &red, &green, "--games", "2", "--edits", "--laws", "1,3,4"]);
    assert_eq!(edited.exit, Exit::Yes, "{}", edited.err);
    assert!(edited.out.starts_with("2 random games of red against green, with edits, seed 1\n"), "{}", edited.out);
    let drawn = || retrace(&["simulate", "--drawn", "--games", "2", "--laws", "1", "--json"]).json();
    assert_eq!(drawn()["final_id"], drawn()["final_id"]);
    assert_eq!(drawn()["players"][1]["name"], "Player 2");
    let keywords = |more: &[&str]| {
        let arguments = ["simulate", "--drawn", "--games", "2", "--laws", "none", "--keywords"];
        retrace(&[&arguments, more].concat())
    };
    let seen = keywords(&["--json"]).json();
    assert_eq!(seen["final_id"], drawn()["final_id"]);
    assert_eq!(
        (&seen["keywords"]["actions"]["cast"], &seen["keywords"]["actions"]["planeswalk"]),
        (&2.into(), &0.into())
    );
    assert!(drawn()["keywords"].is_null());
    let told = keywords(&[]).out;
    for part in ["147 keyword abilities were seen", "cast 2", "not seen: "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let short = run(&["--seed", "5", "--inputs", "20", "--laws", "none"]);
    assert!(short.out.contains("3 left unfinished after 20 inputs"), "{}", short.out);
}

/// The rates say of what they are, and the number of threads changes nothing else.
#[test]
fn simulate_plays_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (red, green) = quick_decks(folder.path());
    let run = |more: &[&str]| {
        let arguments = ["simulate", &red, &green, "--games", "5", "--inputs", "50", "--laws", "1"];
        retrace(&[&arguments, more].concat())
    };
    let timeless = |mut json: Value| {
        let fields = json.as_object_mut().unwrap();
        for field in [
            "threads",
            "per_second",
            "per_second_in_all",
            "playing_seconds",
            "checking_seconds",
            "elapsed_seconds",
            "hashes_per_second",
        ] {
            assert!(fields.remove(field).is_some(), "{field}");
        }
        json
    };
    let one = run(&["--threads", "1", "--json"]).json();
    assert_eq!(one["threads"], 1);
    assert!(one["elapsed_seconds"].as_f64() >= one["playing_seconds"].as_f64());
    for number in ["2", "3", "8"] {
        let json = run(&["--threads", number, "--json"]).json();
        assert_eq!(json["threads"].as_u64(), Some(number.parse::<u64>().unwrap().min(5)));
        assert_eq!(timeless(json), timeless(one.clone()), "{number} threads");
    }
    assert_eq!(timeless(run(&["--json"]).json()), timeless(one), "and on as many as there are cores");
    let text = run(&["--threads", "2"]).out;
    for part in ["summed over the threads", "those of one thread", "threads      2; by the clock "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = run(&["--threads", "1"]).out;
    assert!(text.contains("threads      1; by the clock ") && !text.contains("summed"), "{text}");
    let none = run(&["--threads", "0"]);
    assert_eq!((none.exit, none.err.contains("0 is not in 1..=1024")), (Exit::Misuse, true), "{}", none.err);
}

/// The games of a simulation are in the store as they were played: each verifies, and the same
/// simulation gives the same ids.
#[test]
fn simulate_keeps_its_games_in_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let (red, green) = quick_decks(folder.path());
    let store = folder.path().join("games").to_str().unwrap().to_owned();
    let run = |more: &[&str]| {
        let arguments = ["simulate", &red, &green, "--games", "3", "--seed", "5", "--laws", "none"];
        retrace(&[&arguments, more].concat())
    };
    let kept = run(&["--store", &store, "--json"]).json();
    assert_eq!(kept["final_id"], run(&["--json"]).json()["final_id"], "keeping a game does not change it");
    assert_eq!((kept["store"]["timelines"].as_u64(), &kept["store"]["events"]), (Some(3), &kept["events"]));
    let listed = retrace(&["timelines", &store, "--json"]).json();
    let names: Vec<_> = listed["timelines"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["game-1-seed-5", "game-2-seed-6", "game-3-seed-7"]);
    let operations = retrace(&["operations", &store, "--json"]).json();
    assert_eq!(operations["operations"].as_array().unwrap().len(), 1, "the games are one operation: {operations}");
    let verified = retrace(&["replay", "verify", &store]);
    assert_eq!((verified.exit, verified.out.matches("EXACT ").count()), (Exit::Yes, 3), "{}", verified.out);
    let sound = retrace(&["fsck", &store]);
    assert_eq!(sound.exit, Exit::Yes, "{}{}", sound.out, sound.err);
    let again = run(&["--store", &store]);
    assert!(again.complaint().contains("there is a timeline `game-1-seed-5` already"), "{}", again.err);
    assert_eq!(retrace(&["timelines", &store, "--json"]).json(), listed, "nothing was written");
    let file = run(&["--store", &red]);
    assert_eq!(file.exit, Exit::Misuse, "{}", file.out);
}

/// Each player who loses counts, also those who leave a game that goes on.
#[test]
fn simulate_counts_each_loser_and_takes_many_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let (red, green) = quick_decks(folder.path());
    let run = |inputs: &str| {
        let arguments = ["simulate", &red, &green, "--players", "3", "--games", "2", "--laws", "none", "--json"];
        retrace(&[&arguments[..], &["--inputs", inputs]].concat())
    };
    let json = run("1000000").json();
    let lost = json["lost_by"].as_array().unwrap().iter().map(|it| it["count"].as_u64().unwrap()).sum::<u64>();
    assert_eq!((json["unfinished"].as_u64(), lost), (Some(0), 4), "{json}");
    assert_eq!(run("1000001").exit, Exit::Misuse);
}

/// A broken law: here, because a test says so of the second game.
#[test]
fn simulate_saves_the_first_game_in_which_a_law_does_not_hold() {
    use crate::laws::{Broken, Law, Record, Trial};
    let folder = tempfile::tempdir().unwrap();
    let (red, green) = quick_decks(folder.path());
    let bad = folder.path().join("bad");
    let arguments = crate::cli::simulate::SimulateArguments {
        decks: vec![red.into(), green.into()],
        drawn: false,
        players: None,
        seating: Default::default(),
        concessions: false,
        keywords: false,
        games: 9,
        seed: 70,
        edits: false,
        inputs: 10_000,
        laws: "4".to_owned(),
        store: None,
        save: bad.clone(),
        format: Default::default(),
        cards: Vec::new(),
        threads: Default::default(),
    };
    let check = |law: Law, record: &Record, _: &mut Trial| match record.genesis.seed {
        71 => Err(Broken { law, commit: 9, what: "a card is nowhere".to_owned() }),
        _ => Ok(1),
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let (lines, window) = (&mut Standard::default(), &mut |_, _| Ok(()));
    let (rules, folders) = (None, CardFolders::default());
    let mut call = Call { json: true, out: &mut out, err: &mut err, lines, window, rules, folders };
    let exit = crate::cli::simulate::simulate_with(&arguments, &mut call, &check).unwrap();
    let file = bad.join("law-4-conservation-seed-71.retrace");
    let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    assert_eq!(exit, Exit::No);
    let told =
        "retrace: game 2 (seed 71): law 4 (conservation) does not hold at commit 9: a card is nowhere; saved as ";
    assert_eq!(err.trim_end(), format!("{told}{}", file.display()));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((json["games"].as_u64(), json["failure"]["seed"].as_u64()), (Some(2), Some(71)));
    let verified = retrace(&["replay", "verify", file.to_str().unwrap()]);
    assert_eq!(verified.exit, Exit::Yes, "{}", verified.err);
    assert_eq!(retrace_store::Replay::read(&file).unwrap().commits.len(), 10);
}

//! Tests games played through a pipe.

use std::ffi::OsString;
use std::path::Path;

use crate::cli::lines::Piped;
use crate::cli::{Exit, run_with};

/// The standard output of `retrace play` for these lines; the standard error must be empty.
fn play(args: &[&str], script: &str) -> String {
    let (exit, out, err) = run(args, script);
    assert_eq!((exit, err.as_str()), (Exit::Yes, ""), "{out}");
    out
}

fn run(args: &[&str], script: &str) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["retrace", "play"].iter().chain(args).map(OsString::from);
    let mut lines = Piped(script.as_bytes());
    let exit = run_with(args, &mut lines, &mut out, &mut err, &mut |_, _| panic!("no window here"));
    (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn primer() -> String {
    format!("{}/../examples/combat-primer.ron", env!("CARGO_MANIFEST_DIR"))
}

/// Decks, and the arguments for a game with them in which Ann goes first.
struct Setting {
    folder: tempfile::TempDir,
    args: Vec<String>,
}

impl Setting {
    fn new(one: &str, two: &str) -> Setting {
        let folder = tempfile::tempdir().unwrap();
        let decks = [write(folder.path(), "one.txt", one), write(folder.path(), "two.txt", two)];
        let more = ["--seed", "1", "--names", "Ann,Bob", "--starting", "Ann"].map(str::to_owned);
        Setting { folder, args: decks.into_iter().chain(more).collect() }
    }

    fn quick() -> Setting {
        Setting::new("20 Forest\n20 Llanowar Elves\n", "20 Mountain\n20 Raging Goblin\n")
    }

    fn play(&self, more: &[&str], script: &str) -> String {
        let args: Vec<&str> = self.args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        play(&args, script)
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

const KEEP: &str = "keep\nkeep\n";

#[test]
fn a_land_is_played_and_a_spell_is_paid_for_by_source() {
    let out = Setting::quick().play(
        &[],
        &format!(
            "{KEEP}pass until main\nplay Forest\ncast llanowar elves\ntap Forest for mana\npay\npass\npass\nquit\n"
        ),
    );
    for part in [
        "one against two, seed 1. `help` tells what to write.",
        "-- Turn 1, Ann, precombat main phase -- main,",
        "Ann plays Forest",
        "Ann pays {G} for Llanowar Elves. (CR 601.2g)",
        "Ann has cast Llanowar Elves",
        "Stack, top first: Llanowar Elves",
        "Llanowar Elves enters the battlefield",
        "lands: Forest (tapped)",
        "1/1, summoning sick",
        "the game is not over",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_bad_answer_is_told_in_a_line_with_its_rule_and_asked_again() {
    let out =
        Setting::quick().play(&[], &format!("99\nmaybe\n{KEEP}7\ncast Shivan Dragon\nblock\nswitch nope\nwhy 99999\n"));
    let told: Vec<&str> = out.lines().filter(|line| line.starts_with("? ")).collect();
    assert_eq!(told.len(), 7, "{out}");
    assert!(told[0].contains("there is no number 99; there are 2") && told[0].ends_with("(CR 103.4)"), "{}", told[0]);
    assert!(told[1].contains("`maybe` is not among"), "{}", told[1]);
    assert!(told[3].contains("`cast Shivan Dragon` is not among") && told[3].ends_with("(CR 117.1)"), "{}", told[3]);
    assert!(told[5].contains("there is no timeline `nope`; there are: main"), "{}", told[5]);
    assert!(told[6].contains("there is no event 99999"), "{}", told[6]);
    // The end of the input ends the game and prints a message.
    assert!(out.lines().last().unwrap().starts_with("Left main after "), "{out}");
}

#[test]
fn undo_takes_an_answer_back_with_what_was_answered_at_random_after_it() {
    let out =
        Setting::quick().play(&["--random", "B"], "no\npass until main\nundo\nundo\nredo\nredo\nredo\nundo\nboard\n");
    let boards: Vec<&str> = out.lines().filter(|line| line.starts_with("-- ")).collect();
    let place = |index: usize| boards[index].split(" -- ").next().unwrap();
    let [asked, upkeep, main] = [0, 1, 2].map(|index| boards[index]);
    assert_eq!((place(0), place(1)), ("-- Before the first turn", "-- Turn 1, Ann, upkeep"), "{out}");
    assert_eq!(place(2), "-- Turn 1, Ann, precombat main phase");
    assert_eq!(boards[3..], [upkeep, asked, upkeep, main, upkeep, upkeep], "{out}");
    assert!(out.contains("? there is nothing to do again"), "{out}");
    // Bob keeps at random, and that is undone together with Ann's answer.
    assert_eq!(out.matches("Bob> ").count(), 0, "{out}");
}

#[test]
fn forks_are_listed_and_switched_between() {
    let script = format!("{KEEP}fork other\nconcede\ntimelines\nswitch main\nlog 3\nconcede Bob\nswitch other\nquit\n");
    let out = Setting::quick().play(&[], &script);
    assert!(out.contains("Forked “other” from “main”."), "{out}");
    assert!(out.contains("> other: ") && out.contains(", Bob has won\n"), "{out}");
    assert!(out.contains("Ann has won. `undo` takes the last answer back"), "{out}");
    assert!(out.lines().last().unwrap().ends_with("Bob has won."), "{out}");
}

#[test]
fn answering_in_the_past_forks_and_loses_nothing() {
    let file = primer();
    let out =
        play(&[&file, "--timeline", "main", "--at", "200"], "pass\nundo\ncast mighty leap\ntimelines\nswitch main\n");
    assert!(out.contains("The timeline has that answer here already; went on."), "{out}");
    assert!(out.contains("Forked “main~2” from “main”"), "{out}");
    let ends: Vec<&str> =
        out.lines().filter(|line| line.starts_with("  main:") || line.starts_with("> main")).collect();
    assert!(ends.iter().any(|line| line.starts_with("> main~2: ")), "{out}");
    assert!(play(&[&file], "goto 10\ngoto end\ngoto x\n").contains("? `x` is not a number"));
}

#[test]
fn a_declaration_is_read_by_name() {
    let file = primer();
    let script = "Aethergeode Miner -> Dire Fleet Captain\nlog 3\nquit\n";
    let at = retrace_session::session::Session::demo().unwrap();
    let main = at.timelines().next().unwrap();
    let blocks = main.entries_from(retrace_core::fact::EntryNo(0));
    let blocks = blocks.map(|(_, entry)| entry.no).find(|no| main.text(*no).unwrap().contains("Thief blocks")).unwrap();
    let out = play(&[&file, "--at", &blocks.0.to_string()], script);
    assert!(out.contains("Defender declares blockers. (CR 509.1a)"), "{out}");
    assert!(out.contains("Aethergeode Miner blocks Dire Fleet Captain"), "{out}");
    assert!(!out.contains("Thief blocks"), "{out}");
}

#[test]
fn a_game_is_saved_as_a_replay_and_played_on_in_a_store() {
    let setting = Setting::quick();
    let (replay, store) = (setting.path("game.retrace"), setting.path("games"));
    let out = setting.play(&["--save", &replay], &format!("{KEEP}pass until main\nplay Forest\n"));
    assert!(out.ends_with(&format!("Wrote {replay}\n")), "{out}");
    let verified = play(&[&replay], "log 2\n");
    assert!(
        verified.contains("Ann plays Forest") && verified.contains("-- Turn 1, Ann, precombat main phase --"),
        "{verified}"
    );

    let out = setting.play(&["--save", &store], &format!("{KEEP}pass until main\nundo\n"));
    assert!(out.contains(&format!("The game is kept in {store}.")), "{out}");
    let on = play(&[&store], "pass until main\nplay Forest\nsave somewhere/\n");
    assert!(on.contains("-- Turn 1, Ann, upkeep -- main") && on.contains("Ann plays Forest"), "{on}");
    std::fs::remove_dir_all("somewhere").unwrap();
    let again = play(&[&store], "why\n");
    assert!(again.contains("lands: Forest") && again.contains("Ann decides: play Forest"), "{again}");
}

#[test]
fn what_the_other_player_holds_is_not_shown() {
    let setting = Setting::new("20 Forest\n20 Llanowar Elves\n", "40 Counterspell\n");
    let script = "no\npass until end\nlog 100\nwhy\n";
    let out = setting.play(&["--random", "Bob"], script);
    assert!(out.contains("Bob: 20 life, 7 in hand, 33 in library") && !out.contains("Counterspell"), "{out}");
    let drawn = setting.play(&["--random", "Bob"], "no\npass until my turn\npass until end\n");
    assert!(drawn.contains("Bob draws a card") && !drawn.contains("from Bob's library to Bob's hand"), "{drawn}");
    assert!(setting.play(&["--random", "Bob", "--open"], script).contains("hand: Counterspell x7"));
    // Of two people, the one who is asked sees their own hand, not the other's.
    let hotseat = setting.play(&[], "no\n");
    let (ann, bob) = hotseat.split_once("Ann> no").unwrap();
    assert!(!ann.contains("Counterspell") && bob.contains("hand: Counterspell x7"), "{hotseat}");
    assert!(!bob.contains("Llanowar Elves"), "{hotseat}");
}

#[test]
fn a_whole_game_is_played_at_random_to_its_end() {
    let script = "auto\n".repeat(4000) + "cast x\n";
    let out = Setting::quick().play(&["--random", "2"], &script);
    assert!(out.contains("has won. `undo`"), "no end: {}", &out[out.len().saturating_sub(2000)..]);
    assert!(out.contains("? nothing is asked here: the game is over"));
    let both = Setting::quick().play(&["--random", "A,B"], "quit\n");
    assert!(both.contains(" has won.") && both.contains("over> quit"), "{both}");
}

#[test]
fn a_spell_that_cannot_be_paid_for_is_taken_back_by_auto() {
    let script = format!("{KEEP}pass until main\ncast llanowar elves\nauto\ncast llanowar elves\npay\nquit\n");
    let out = Setting::quick().play(&[], &script);
    assert!(out.contains("does not pay this cost; it is taken back (CR 726.1)"), "{out}");
    // Whoever pays by hand is asked again.
    assert_eq!(out.matches("it is taken back").count(), 1, "{out}");
    assert!(out.lines().any(|line| line.starts_with("? ")), "{out}");
}

#[test]
fn misuse_is_told_in_a_line() {
    let setting = Setting::quick();
    let told = |args: &[&str]| {
        let (exit, _, err) = run(args, "");
        assert_eq!((exit, err.lines().count()), (Exit::Misuse, 1), "{err}");
        err
    };
    let decks = [setting.args[0].as_str(), setting.args[1].as_str()];
    assert!(
        told(&[decks[0], decks[1], "--random", "Zed"]).contains("there is no player `Zed`; there are: A (Player 1)")
    );
    assert!(told(&[decks[0], decks[1], "--at", "3"]).contains("a new game has no past"));
    assert!(told(&[decks[0], decks[1], "--names", "A,a"]).contains("cannot be a player's name"));
    assert!(told(&["/nowhere.ron"]).contains("there is no such file"));
    assert!(told(&[decks[0], decks[1], "--json"]).contains("`play` talks with a person"));
    let (exit, _, err) = run(&[decks[0], decks[1], "--format", "constructed"], "");
    assert_eq!((exit, err.lines().count()), (Exit::Misuse, 4), "{err}");
}

#[test]
fn what_was_done_is_repeated() {
    let board = r#"Scenario(name: "Pings", rules: ["725.2"], players: [
        (name: "Ann", battlefield: [(card: "Triskelion", counters: {PowerToughness(1, 1): 9})]), (name: "Bob"),
    ], script: [])"#;
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "board.ron", board);
    let once = "Activate Triskelion\nBob\npass\npass\n";
    let shown = play(&[&file], &format!("{once}repeat 4\nrepeat x\nrepeat 2 from 99999\nquit\n"));
    assert!(shown.contains("Made 4 choices 4 times more."), "{shown}");
    assert!(shown.contains("`x` is not a number") && shown.contains("there is no event 99999"), "{shown}");
}

#[test]
fn the_cards_of_a_scenario_are_shown_and_no_other_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"Scenario(
        name: "own cards",
        cards: [Card(name: "Stone", types: [Artifact])],
        players: [(name: "Ann", battlefield: [(card: "Stone", as: "Rock"), (card: "Grizzly Bears", as: "Bear")]), (name: "Bob")],
    )"#;
    let file = write(folder.path(), "own.ron", text);
    let shown = play(&[&file], "show Stone\nshow Rock\nshow Bear\nshow zzly Bear\nquit\n");
    assert_eq!(shown.matches("\nStone\n").count(), 2, "{shown}");
    assert!(shown.contains("No card is called `Bear`; this is Grizzly Bears:"), "{shown}");
    assert!(shown.contains("No card is called `zzly Bear`; this is Grizzly Bears:"), "{shown}");
}

#[test]
fn a_long_repetition_says_its_limit() {
    let out = Setting::quick().play(&[], "repeat 20000\nquit\n");
    assert!(out.contains("10000 rounds are the most at once"), "{out}");
}

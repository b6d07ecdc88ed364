//! Tests the commands as a shell calls them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::lines::Piped;
use super::*;

mod apart;
mod bulk;
mod compare;
mod drafts;
mod edits;
mod eyes;
mod face_down;
mod filter;
mod fsck;
mod keys;
mod links;
mod orders;
mod packs;
mod pairs;
mod plain;
mod reading;
mod recited;
mod rules;
mod scripts;
mod seeking;
mod simulate;
mod store;
mod turns;

/// The demonstration, in the repository.
fn primer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/combat-primer.ron")
}

struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

impl Ran {
    /// The only line on the standard error.
    fn complaint(&self) -> &str {
        assert_eq!(self.exit, Exit::Misuse, "{}{}", self.out, self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("retrace: "), "{}", self.err);
        self.err.trim_end()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

fn retrace(args: &[&str]) -> Ran {
    retrace_with(args, &mut |_, _| panic!("no window here"))
}

fn retrace_with(args: &[&str], window: Window<'_>) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("retrace").chain(args.iter().copied()).map(OsString::from);
    let exit = run_with(args, &mut Piped(&b""[..]), &mut out, &mut err, window);
    Ran { exit, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

/// Runs a command on the demonstration: `FILE` stands for it.
fn on_primer(command: &[&str]) -> Ran {
    let file = primer();
    let file = file.to_str().unwrap();
    let args: Vec<&str> = command.iter().map(|arg| if *arg == "FILE" { file } else { arg }).collect();
    retrace(&args)
}

/// The number of the first event on `main` with this text.
fn event(text: &str) -> String {
    let session = Session::demo().unwrap();
    let timeline = session.timelines().next().unwrap();
    let mut entries = timeline.entries_from(retrace_core::fact::EntryNo(0));
    let said = |no| timeline.text(no).unwrap() == text;
    entries.find(|(_, entry)| said(entry.no)).unwrap().1.no.0.to_string()
}

#[test]
fn without_a_command_the_window_opens_on_the_demonstration() {
    let mut shown = None;
    let ran = retrace_with(&[], &mut |session, _| {
        shown = Some(session.title().to_owned());
        Ok(())
    });
    assert_eq!((ran.exit, shown.as_deref()), (Exit::Yes, Some("The combat primer")));
    let ran = retrace_with(&[], &mut |_, _| Err("there is no display; try another way".to_owned()));
    assert_eq!(ran.complaint(), "retrace: there is no display; try another way");
}

#[test]
fn open_shows_a_file_or_says_why_not() {
    let file = primer();
    let mut shown = None;
    let ran = retrace_with(&["open", file.to_str().unwrap()], &mut |session, _| {
        shown = Some(session.timelines().count());
        Ok(())
    });
    assert_eq!((ran.exit, shown), (Exit::Yes, Some(4)));
    let complaint = retrace(&["open", "no/such.ron"]);
    assert_eq!(
        complaint.complaint(),
        "retrace: no/such.ron: there is no such file; name a scenario, a replay or a store"
    );
}

#[test]
fn misuse_and_help() {
    assert_eq!(retrace(&["log"]).exit, Exit::Misuse);
    assert_eq!(retrace(&["nonsense"]).exit, Exit::Misuse);
    let help = retrace(&["--help"]);
    assert_eq!((help.exit, help.err.as_str()), (Exit::Yes, ""));
    for command in [
        "open",
        "check",
        "log",
        "show",
        "why",
        "state",
        "explain",
        "diff",
        "find",
        "run",
        "fork",
        "replay",
        "timelines",
    ] {
        assert!(help.out.contains(&format!("  {command} ")), "{command}");
    }
    assert!(retrace(&["--version"]).out.starts_with("retrace "));
    assert!(retrace(&["completions", "bash"]).out.contains("_retrace()"));
}

#[test]
fn check_passes_on_the_primer_and_fails_when_a_number_is_changed() {
    let passed = on_primer(&["check", "FILE"]);
    assert_eq!((passed.exit, passed.err.as_str()), (Exit::Yes, ""));
    assert!(passed.out.starts_with("ok   ") && passed.out.lines().count() == 1);

    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("changed.ron");
    let text = std::fs::read_to_string(primer()).unwrap();
    let wrong = text.replacen("Damage(on: \"Thief\", is: 1)", "Damage(on: \"Thief\", is: 2)", 1);
    let line = text.lines().position(|line| line.contains("Damage(on: \"Thief\", is: 1)")).unwrap() + 1;
    std::fs::write(&changed, wrong).unwrap();
    let failed = retrace(&["check", changed.to_str().unwrap()]);
    assert_eq!(failed.exit, Exit::No);
    for part in [&format!("FAIL {}:{line}:", changed.display()), "expected", "found", "since the step before"] {
        assert!(failed.out.contains(part), "{part}: {}", failed.out);
    }
    let failed = retrace(&["--json", "check", changed.to_str().unwrap()]).json();
    assert_eq!(failed[0]["ok"], false);
    assert_eq!(failed[0]["failures"][0]["line"], line);
    assert!(!failed[0]["failures"][0]["events_since"].as_array().unwrap().is_empty());

    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "Scenario(\n    name: 3,\n)").unwrap();
    let both = retrace(&["check", folder.path().to_str().unwrap()]);
    assert!(both.complaint().contains("broken.ron:2:"), "{}", both.err);
    assert!(both.out.contains("changed.ron"));
}

#[test]
fn log_tells_the_story_and_with_all_everything() {
    let story = on_primer(&["log", "FILE"]);
    assert_eq!(story.exit, Exit::Yes);
    assert!(story.out.contains("Attacker decides: attack Defender with Dire Fleet Captain"), "{}", story.out);
    assert!(story.out.contains("1. declare attackers") && !story.out.contains("Call stack"));
    let all = on_primer(&["log", "FILE", "--all", "--json"]).json();
    let events = all["events"].as_array().unwrap();
    assert_eq!(events.len() as u64, all["timeline"]["events"].as_u64().unwrap());
    assert_eq!(events[0]["kind"], "Began");
    assert_eq!(events.last().unwrap()["id"], all["timeline"]["tip"]);
    let leap = on_primer(&["log", "FILE", "-t", "mighty-leap", "--from", "300", "--limit", "3", "--json"]).json();
    assert_eq!(leap["events"].as_array().unwrap().len(), 3);
    let complaint = on_primer(&["log", "FILE", "-t", "nope"]);
    assert!(complaint.complaint().contains("there is no timeline `nope`; there are: main, mighty-leap"));
}

#[test]
fn show_and_why_find_an_event_by_number_and_by_id() {
    let died = event("Aethergeode Miner is destroyed and goes to Defender's graveyard");
    let shown = on_primer(&["show", "FILE", &died, "--json"]).json();
    assert_eq!((shown["kind"].as_str(), shown["rule"].as_str()), (Some("Moved"), Some("704.5g")));
    assert_eq!(shown["because_of"]["text"], "1 damage is marked on Aethergeode Miner");
    let id = shown["id"].as_str().unwrap();
    let by_id = on_primer(&["show", "FILE", &id[..16], "--json"]).json();
    assert_eq!(by_id, shown);
    let why = on_primer(&["why", "FILE", &died]);
    assert_eq!(why.out.lines().filter(|line| line.starts_with("because")).count(), 4, "{}", why.out);
    assert!(why.out.contains("Attacker decides:"));
    let chain = on_primer(&["why", "FILE", &died, "--json"]).json();
    assert_eq!(chain["chain"].as_array().unwrap().len(), 5);
    assert!(on_primer(&["why", "FILE", "99999"]).complaint().contains("there is no event 99999: `main` has"));
    assert!(on_primer(&["show", "FILE", "xyz"]).complaint().contains("`xyz` is no event"));
    assert!(on_primer(&["show", "FILE", "fffffffffff"]).complaint().contains("begins with `fffffffffff`"));
}

#[test]
fn state_shows_the_board_at_a_place() {
    let damaged = event("3 damage is marked on Dire Fleet Captain");
    let state = on_primer(&["state", "FILE", "--at", &damaged]);
    assert!(state.out.contains("Dire Fleet Captain (#"), "{}", state.out);
    assert!(state.out.contains("2/2, tapped, 3 damage, attacks Defender"), "{}", state.out);
    let state = on_primer(&["state", "FILE", "--at", &damaged, "--json"]).json();
    let captain = |state: &Value| -> Value {
        let all = state["battlefield"].as_array().unwrap().clone();
        all.into_iter().find(|object| object["name"] == "Dire Fleet Captain").unwrap_or(Value::Null)
    };
    assert_eq!(captain(&state)["damage"], 3);
    assert_eq!(state["combat"]["attackers"][0]["attacks"], "Defender");
    let end = on_primer(&["state", "FILE", "--json"]).json();
    assert_eq!(captain(&end), Value::Null);
    assert_eq!(end["choices"][0]["asks"], "Attacker has priority.");
    assert_eq!(end["players"][1]["counters"]["energy"], 1);
}

#[test]
fn explain_derives_layer_by_layer() {
    let explained = on_primer(&["explain", "FILE", "miner", "-t", "mighty-leap"]);
    assert!(explained.out.contains("layer 7c   gets +2/+2 (from Mighty Leap"), "{}", explained.out);
    let explained = on_primer(&["explain", "FILE", "Aethergeode Miner", "-t", "mighty-leap", "--json"]).json();
    let layers: Vec<_> = explained["applications"].as_array().unwrap().iter().map(|it| it["layer"].clone()).collect();
    assert_eq!(layers, ["6", "7c"]);
    assert!(explained["result"].as_str().unwrap().starts_with("5/3"));
    assert!(on_primer(&["explain", "FILE", "plains"]).complaint().contains("write #NUMBER"));
    assert!(on_primer(&["explain", "FILE", "dragon"]).complaint().contains("no object named `dragon`"));
}

#[test]
fn diff_compares_timelines_places_and_files() {
    let diff = on_primer(&["diff", "FILE", "main", "mighty-leap"]);
    assert_eq!(diff.exit, Exit::No);
    let cast = diff.out.lines().find(|line| line.ends_with("117.1    Defender decides: cast Mighty Leap"));
    assert!(cast.is_some_and(|line| line.starts_with('+')), "{}", diff.out);
    assert!(diff.out.contains("zone: Defender's graveyard -> the battlefield"), "{}", diff.out);
    let json = on_primer(&["diff", "FILE", "main", "mighty-leap", "--json"]).json();
    assert_eq!(json["first_divergence"]["left"]["event"], json["shared_events"]);
    let same = on_primer(&["diff", "FILE", "main", "main"]);
    assert_eq!(same.exit, Exit::Yes);
    let (a, b) = (event("Dire Fleet Captain becomes tapped"), event("Attacker receives priority"));
    let places = on_primer(&["diff", "FILE", &format!("@{b}"), &format!("main@{a}")]);
    assert_eq!(places.exit, Exit::No);
    assert!(places.out.contains("tapped: untapped -> tapped"), "{}", places.out);
    assert_eq!(on_primer(&["diff", "FILE", "main@99", "main@99"]).out, "  no difference\n");
    assert_eq!(on_primer(&["diff", "FILE", "FILE"]).exit, Exit::Yes);
}

#[test]
fn fork_shows_the_choice_then_takes_the_answers_and_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let blocks = event("Shielded Aether Thief blocks Dire Fleet Captain");
    let asked = on_primer(&["fork", "FILE", "--at", &blocks]);
    assert_eq!(asked.exit, Exit::Yes);
    assert!(asked.out.contains("Defender declares blockers. (CR 509.1a)"), "{}", asked.out);
    assert!(asked.out.contains(". Aethergeode Miner -> Dire Fleet Captain"), "{}", asked.out);
    let refused = on_primer(&["fork", "FILE", "--at", &blocks, "--answer", "Jace"]);
    assert!(refused.complaint().contains("`Jace` is no answer here"), "{}", refused.err);

    let replay = path("unblocked.retrace");
    let forked = on_primer(&["fork", "FILE", "--at", &blocks, "--answer", "none", "-o", &replay]);
    assert!(forked.out.contains("Dire Fleet Captain is unblocked"), "{}", forked.out);
    assert_eq!(retrace(&["replay", "verify", &replay]).exit, Exit::Yes);
    let store = path("games");
    let name = ["--name", "unblocked", "--answer", "none", "--answer", "pass"];
    let forked = on_primer(&[&["fork", "FILE", "--at", &blocks, "-o", &store, "--json"][..], &name].concat());
    assert_eq!(forked.json()["timeline"]["name"], "unblocked");
    assert_eq!(forked.json()["next"]["asks"], "Defender has priority.");

    let before = retrace(&["timelines", &store, "--json"]).json();
    assert_eq!(before["timelines"].as_array().unwrap().len(), 5);
    let into = retrace(&["fork", &store, "-t", "unblocked", "--answer", "concede"]);
    assert!(into.out.contains("The game is over: Attacker has won"), "{}{}", into.out, into.err);
    let after = retrace(&["timelines", &store, "--json"]).json();
    assert_eq!(after["timelines"][4]["result"]["won"], "Attacker");
    let over = retrace(&["fork", &store, "-t", "unblocked", "--answer", "pass"]);
    assert!(over.complaint().contains("the game is over"), "{}", over.err);
    let taken = on_primer(&["fork", "FILE", "--at", &blocks, "--answer", "none", "-o", &store]);
    assert!(taken.complaint().contains("there is a store already"), "{}", taken.err);
}

#[test]
fn replays_are_exported_verified_and_refused_when_they_are_broken() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for detail in ["ids", "marks", "entries"] {
        let file = path(&format!("{detail}.retrace"));
        let written = on_primer(&["replay", "export", "FILE", "-t", "blink", "-o", &file, "--detail", detail]);
        assert_eq!(written.exit, Exit::Yes, "{}", written.err);
        let verified = retrace(&["replay", "verify", &file]);
        assert_eq!(verified.exit, Exit::Yes);
        assert!(verified.out.starts_with("EXACT "), "{}", verified.out);
    }
    // The same as JSON Lines, which work wherever a replay does.
    let (lines, store) = (path("blink.jsonl"), path("games"));
    on_primer(&["replay", "export", "FILE", "-t", "blink", "-o", &lines]);
    let text = std::fs::read_to_string(&lines).unwrap();
    assert!(text.starts_with("{\"retrace\":\"replay\",\"version\":1,"), "{}", &text[..60]);
    assert!(text.contains("{\"label\":\"1. declare attackers\",\"events\":"));
    let tip = |file: &str| retrace(&["replay", "verify", file, "--json"]).json()[0]["tip"].clone();
    assert_eq!(tip(&lines), tip(&path("entries.retrace")));
    assert_eq!(retrace(&["log", &lines]).out, retrace(&["log", &path("entries.retrace")]).out);
    assert_eq!(retrace(&["replay", "import", &lines, "--into", &store]).exit, Exit::Yes);
    assert_eq!(retrace(&["timelines", &store, "--json"]).json()["timelines"][0]["tip"], tip(&lines));
    std::fs::write(path("cut.jsonl"), &text[..text.len() - 50]).unwrap();
    let cut = retrace(&["replay", "verify", &path("cut.jsonl")]);
    assert!(cut.complaint().contains("cut.jsonl: this replay file was cut: it ends in line "), "{}", cut.err);

    let bytes = std::fs::read(path("entries.retrace")).unwrap();
    std::fs::write(path("cut.retrace"), &bytes[..100]).unwrap();
    let cut = retrace(&["replay", "verify", &path("cut.retrace")]);
    assert!(cut.complaint().contains("cut.retrace: this replay file was cut"), "{}", cut.err);
    std::fs::write(path("long.retrace"), [&bytes[..], b"more"].concat()).unwrap();
    let long = retrace(&["replay", "verify", &path("long.retrace")]);
    assert!(long.complaint().contains("long.retrace: this replay file was lengthened"), "{}", long.err);
    // A transfer as text changes the ends of lines, or marks the encoding.
    for (name, changed) in [("crlf", text.replace('\n', "\r\n")), ("bom", format!("\u{feff}{text}"))] {
        let file = path(&format!("{name}.jsonl"));
        std::fs::write(&file, changed).unwrap();
        let refused = retrace(&["replay", "verify", &file]);
        assert!(refused.complaint().contains("changed on its way by a transfer as text"), "{}", refused.err);
    }
    let altered = path("altered.jsonl");
    std::fs::write(&altered, text.replace("{\"event\":7,", "{\"event\":8,")).unwrap();
    assert!(retrace(&["replay", "verify", &altered]).complaint().ends_with("fetch it again"));
    let nowhere = on_primer(&["replay", "export", "FILE", "-o", &path("none/x.retrace")]);
    assert!(nowhere.complaint().ends_with(&format!("there is no folder {}", path("none"))), "{}", nowhere.err);
    let both = retrace(&["replay", "verify", &path("ids.retrace"), &path("cut.retrace"), "--json"]);
    assert_eq!(both.exit, Exit::Misuse);
    assert_eq!(both.json()[0]["standing"], "EXACT");
    assert!(both.json()[1]["error"].as_str().unwrap().contains("was cut"));
}

/// A replay whose inputs now give other events: here, because a decision in it was replaced.
#[test]
fn a_replay_that_leads_elsewhere_is_diverged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.retrace");
    let session = Session::demo().unwrap();
    let ids: Vec<_> = session.timelines().map(|timeline| timeline.id()).collect();
    let detail = retrace_store::Detail::Ids;
    let mut replay = session.replay_of(ids[0], detail).unwrap();
    let other = session.replay_of(ids[1], detail).unwrap();
    let shared = replay.commits.iter().zip(&other.commits).take_while(|(a, b)| a.id == b.id).count();
    replay.commits[shared].input.clone_from(&other.commits[shared].input);
    replay.write(&path).unwrap();
    let verified = retrace(&["replay", "verify", path.to_str().unwrap()]);
    assert_eq!(verified.exit, Exit::No, "{}", verified.err);
    assert!(verified.out.starts_with("DIVERGED "), "{}", verified.out);
    let json = retrace(&["replay", "verify", path.to_str().unwrap(), "--json"]).json();
    assert_eq!(json[0]["commit"], shared);
    assert!(retrace(&["log", path.to_str().unwrap()]).complaint().contains("lead elsewhere today"));
}

#[test]
fn cards_are_listed_shown_and_checked() {
    let listed = retrace(&["cards", "list"]);
    assert!(listed.out.contains("Aethergeode Miner") && listed.out.contains("Creature — Dwarf Scout"));
    let shown = retrace(&["cards", "show", "mighty leap", "--json"]).json();
    assert_eq!((shown["cost"].as_str(), shown["type_line"].as_str()), (Some("{1}{W}"), Some("Instant")));
    assert!(shown["text"][0].as_str().unwrap().contains("+2/+2"));
    let unknown = retrace(&["cards", "show", "Mighty Lep"]);
    assert_eq!(unknown.complaint(), "retrace: there is no card named “Mighty Lep”; did you mean “Mighty Leap”?");
    let folder = tempfile::tempdir().unwrap();
    let card = folder.path().join("card.ron");
    std::fs::write(&card, "Card(\n    name: \"X\",\n    types: [Creature],\n)").unwrap();
    let wrong = retrace(&["cards", "check", card.to_str().unwrap()]);
    assert!(wrong.complaint().contains("card.ron:3:") && wrong.err.contains("power and toughness"), "{}", wrong.err);
    std::fs::write(&card, "Card(name: \"X\", types: [Artifact])").unwrap();
    assert_eq!(retrace(&["cards", "check", folder.path().to_str().unwrap()]).exit, Exit::Yes);
}

#[test]
fn cards_of_a_scenario_are_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "Card(name: \"Other Thing\", types: [Artifact])").unwrap();
    let file = folder.path().join("scenario.ron");
    let own = "Card(name: \"Own Thing\", cost: \"{3}\", types: [Artifact])";
    let scenario = |card: &str| {
        format!(
            "// With cards.\nScenario(\n  name: \"x\",\n  cards: [{card}],\n  card_files: [\"other.ron\"],\n  players: [(name: \"A\"), (name: \"B\")],\n)"
        )
    };
    std::fs::write(&file, scenario(own)).unwrap();
    let file = file.to_str().unwrap();
    let checked = retrace(&["cards", "check", file]);
    assert_eq!(checked.exit, Exit::Yes, "{}", checked.err);
    assert!(checked.out.contains("Own Thing  {3}") && checked.out.contains("Other Thing"), "{}", checked.out);
    let shown = retrace(&["cards", "show", file, "--ron"]);
    assert!(shown.out.starts_with("Card(\n    name: \"Own Thing\",\n"), "{}", shown.out);
    let one = retrace(&["cards", "show", "own thing", "--cards", file, "--json"]).json();
    assert_eq!(one["cost"].as_str(), Some("{3}"));
    std::fs::write(file, scenario("Card(name: \"Own Thing\", types: [Creature])")).unwrap();
    let wrong = retrace(&["cards", "check", file]);
    assert!(wrong.complaint().contains("scenario.ron:4:35: `types`"), "{}", wrong.err);
    assert!(wrong.out.contains("Other Thing"), "the others are still checked: {}", wrong.out);
}

#[test]
fn words_of_cards_are_looked_up() {
    let found = retrace(&["cards", "words", "sacrifice"]);
    assert!(found.out.contains("Sacrifice(who: Players, what: Filter, …)"), "{}", found.out);
    assert!(found.out.contains("Example, from "), "{}", found.out);
    assert!(found.out.lines().all(|line| line.chars().count() <= 100), "{}", found.out);
    let several = retrace(&["cards", "words", "enters", "with", "counters", "--json"]).json();
    assert_eq!(several[0]["word"], "EnterWithCounters");
    assert!(retrace(&["cards", "words"]).out.contains("Instruction "));
    assert!(retrace(&["cards", "words", "duration"]).out.contains("EndOfTurn"));
    let none = retrace(&["cards", "words", "sacrifize"]);
    assert!(none.complaint().contains("did you mean Sacrifice"), "{}", none.err);
    let page = retrace(&["cards", "words", "--markdown"]).out;
    assert_eq!(page, retrace_core::card::page::page());
}

#[test]
fn what_never_ends_is_not_read_to_its_end() {
    assert!(retrace(&["log", "/dev/zero"]).complaint().contains("no text longer than"));
    assert!(retrace(&["replay", "verify", "/dev/zero"]).complaint().contains("not a replay file"));
}

struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let file = primer();
    let args = ["retrace", "log", file.to_str().unwrap()].map(OsString::from);
    let mut err = Vec::new();
    assert_eq!(run(args, &mut Closed, &mut err), Exit::Yes);
    assert!(err.is_empty());
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn decks_are_checked_line_by_line_and_for_a_named_format_only() {
    let folder = tempfile::tempdir().unwrap();
    let small = write(folder.path(), "small.txt", "5 Lightning Bolt\n10 Mountain\n");
    let fine = retrace(&["decks", "check", &small]);
    assert_eq!((fine.exit, fine.err.as_str()), (Exit::Yes, ""));
    assert_eq!(fine.out, format!("ok   {small}: 15 cards (freeform)\n"));
    let illegal = retrace(&["decks", "check", &small, "--format", "constructed"]);
    assert_eq!(illegal.exit, Exit::Misuse);
    let told: Vec<&str> = illegal.err.lines().collect();
    assert_eq!(told.len(), 2, "{}", illegal.err);
    assert!(told[0].starts_with(&format!("retrace: {small}:1:3: ")) && told[0].ends_with("(CR 100.2a)"), "{}", told[0]);
    let json = retrace(&["decks", "check", &small, "-f", "constructed", "--json"]).json();
    assert_eq!(json[0]["errors"][0]["card"], "Lightning Bolt");
    assert_eq!(json[0]["errors"][1]["rule"], "100.2a");

    let broken = write(folder.path(), "broken.txt", "4 Forest\nLightning Bolt\n");
    let both = retrace(&["decks", "check", &broken, &small]);
    assert!(both.complaint().contains("broken.txt:2:1: `Lightning Bolt` has no count"), "{}", both.err);
    assert!(both.out.contains("small.txt"));
    assert!(retrace(&["decks", "check", "/nowhere.txt"]).complaint().contains("no such file"));
    let format = retrace(&["decks", "check", &small, "--format", "modern"]);
    assert!(format.exit == Exit::Misuse && format.err.contains("freeform, constructed, limited"), "{}", format.err);

    let card = write(folder.path(), "card.ron", "Card(name: \"Own Stone\", types: [Artifact])");
    let own = write(folder.path(), "own.txt", "4 Own Stone\n");
    assert!(retrace(&["decks", "check", &own]).complaint().contains("there is no card “Own Stone”"));
    assert_eq!(retrace(&["decks", "check", &own, "--cards", &card]).exit, Exit::Yes);
}

#[test]
fn a_replay_is_imported_once_and_never_over_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (main, leap, store) = (path("main.retrace"), path("leap.retrace"), path("games"));
    for (name, file, detail) in [("main", &main, "ids"), ("mighty-leap", &leap, "entries")] {
        on_primer(&["replay", "export", "FILE", "-t", name, "-o", file, "--detail", detail]);
    }
    let import =
        |file: &str, more: &[&str]| retrace(&[&["replay", "import", file, "--into", &store][..], more].concat());
    let added = import(&main, &[]);
    assert_eq!(added.exit, Exit::Yes, "{}", added.err);
    assert!(added.out.starts_with("EXACT     ") && added.out.contains("now `main` in "), "{}", added.out);
    // The same content twice, even under another file name, is already there.
    let copy = path("copy.retrace");
    std::fs::copy(&main, &copy).unwrap();
    for file in [&main, &copy] {
        let again = import(file, &["--json"]).json();
        assert_eq!((again["timeline"].as_str(), again["new"].as_bool()), (Some("main"), Some(false)));
    }
    assert_eq!(import(&copy, &["--name", "twin", "--json"]).json()["new"], true);
    // Another game does not get a name already taken; the message says what both share.
    let taken = import(&leap, &["--name", "main"]);
    assert!(taken.complaint().contains("there is a timeline `main` already, which shares the first "), "{}", taken.err);
    assert!(taken.err.contains("choose another name with --name"));
    assert_eq!(import(&leap, &[]).exit, Exit::Yes);
    let listed = retrace(&["timelines", &store, "--json"]).json();
    let names: Vec<_> = listed["timelines"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["main", "twin", "leap"]);
    let exported = on_primer(&["timelines", "FILE", "--json"]).json();
    assert_eq!(listed["timelines"][2]["tip"], exported["timelines"][1]["tip"]);
    let elsewhere = retrace(&["replay", "import", &main, "--into", folder.path().to_str().unwrap()]);
    assert_eq!(elsewhere.exit, Exit::Misuse, "{}", elsewhere.out);
    let missing = import(&path("nothing.retrace"), &[]);
    assert_eq!(missing.complaint().matches("nothing.retrace").count(), 1, "{}", missing.err);
}

/// Of another edition, or with inputs that now give other events: verified first, and then not
/// written.
#[test]
fn a_replay_that_leads_elsewhere_is_imported_only_as_it_is() {
    use retrace_core::fact::{Genesis, wire};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let session = Session::demo().unwrap();
    let id = session.timelines().next().unwrap().id();
    let mut replay = session.replay_of(id, retrace_store::Detail::Ids).unwrap();
    let genesis = Genesis::decode(wire::FORMAT_VERSION, &replay.commits[0].input).unwrap();
    let other = Genesis { edition: "2031-01-01".to_owned(), ..genesis.clone() };
    replay.commits[0].input = other.encode(wire::FORMAT_VERSION).unwrap();
    let (edition, store) = (path("edition.retrace"), path("games"));
    replay.write(Path::new(&edition)).unwrap();
    let refused = retrace(&["replay", "import", &edition, "--into", &store]);
    assert_eq!(refused.exit, Exit::No, "{}", refused.err);
    assert!(refused.out.starts_with("UNVERIFIED "), "{}", refused.out);
    assert!(refused.out.contains("the game is of the edition 2031-01-01"), "{}", refused.out);
    let verified = retrace(&["replay", "verify", &edition]);
    assert!(verified.exit == Exit::No && verified.out.starts_with("UNVERIFIED "), "{}", verified.out);
    let json = retrace(&["replay", "verify", &edition, "--json"]).json();
    assert_eq!((json[0]["standing"].as_str(), json[0]["exact_events"].as_u64()), (Some("UNVERIFIED"), Some(0)));
    assert!(!Path::new(&store).exists(), "nothing was written");
    assert_eq!(retrace(&["replay", "import", &edition, "--into", &store, "--diverged"]).exit, Exit::No);

    // With its events and matching ids: a log of another version of the rules.
    let record = crate::laws::Record::play(genesis, retrace_core::play::decide_at_random, 4, 20).unwrap();
    let mut other = record.clone();
    let last = other.commits.len() - 1;
    other.commits[last].steps.pop();
    let (file, cut) = (path("older.retrace"), other.replay(last).unwrap());
    cut.write(Path::new(&file)).unwrap();
    let refused = retrace(&["replay", "import", &file, "--into", &store]);
    assert!(
        refused.exit == Exit::No && refused.out.contains("--diverged takes the events as they are"),
        "{}",
        refused.out
    );
    let taken = retrace(&["replay", "import", &file, "--into", &store, "--diverged", "--json"]).json();
    assert_eq!((taken["standing"].as_str(), taken["timeline"].as_str()), (Some("DIVERGED"), Some("older")));
    // For a store, both sides are shown as well.
    let verified = retrace(&["replay", "verify", &store]);
    assert_eq!(verified.exit, Exit::No);
    assert!(verified.out.contains("; expected: ") && verified.out.contains("; found: "), "{}", verified.out);
}

/// A store's event given by number is found without the session, with the same output.
#[test]
fn state_of_a_store_is_that_of_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games");
    Session::demo().unwrap().save_to(&store).unwrap();
    let store = store.to_str().unwrap();
    for event in ["0", "150", "@240", "280"] {
        for timeline in ["main", "mighty-leap"] {
            let at = ["--at", event, "-t", timeline];
            let direct = retrace(&[&["state", store][..], &at].concat());
            let through = on_primer(&[&["state", "FILE"][..], &at].concat());
            assert_eq!((direct.exit, &direct.out), (Exit::Yes, &through.out), "{}", direct.err);
        }
    }
    assert!(retrace(&["state", store, "--at", "99999"]).complaint().contains("there is no event 99999: `main` has"));
    assert!(retrace(&["state", store, "--at", "1", "-t", "no"]).complaint().contains("there is no timeline `no`"));
}

#[test]
fn find_lists_where_a_predicate_holds_or_becomes_true() {
    let found = on_primer(&["find", "FILE", "DamageDealt and event.amount >= 3"]);
    let deals = "Aethergeode Miner deals 3 combat damage to Dire Fleet Captain";
    assert_eq!((found.exit, found.err.as_str()), (Exit::Yes, ""));
    assert_eq!(found.out, format!("{:>5} 510.2     {deals}\n", event(deals)));
    // A state is reported where it begins, with the event that caused it; or everywhere it holds.
    let tapped = event("Dire Fleet Captain becomes tapped");
    let found = on_primer(&["find", "FILE", "Captain.tapped", "--json"]).json();
    assert_eq!(found["found"], "becomes true");
    assert_eq!(found["events"].as_array().unwrap().len(), 1);
    assert_eq!(found["events"][0]["event"].to_string(), tapped);
    assert_eq!(found["events"][0]["turn_step"], "declare attackers step");
    let every = on_primer(&["find", "FILE", "Captain.tapped", "--every"]);
    assert!(every.out.lines().count() > 10 && every.out.starts_with(&format!("{tapped:>5} ")), "{}", every.out);
    // On another timeline, from an event on, and no more than requested.
    let leap = on_primer(&["find", "FILE", "Miner.flying", "--timeline", "mighty-leap"]);
    assert_eq!((leap.exit, leap.out.lines().count()), (Exit::Yes, 1));
    let some = on_primer(&["find", "FILE", "PriorityReceived", "--limit", "2"]);
    assert_eq!(some.out.lines().count(), 3, "{}", some.out);
    let all = on_primer(&["find", "FILE", "PriorityReceived", "--json"]).json();
    let all = all["events"].as_array().unwrap().clone();
    let last = all.last().unwrap()["event"].to_string();
    let rest = on_primer(&["find", "FILE", "PriorityReceived", "--from", &last]);
    assert_eq!(rest.out.lines().count(), 1, "{}", rest.out);
    // Finding nothing is an answer too.
    let none = on_primer(&["find", "FILE", "turn = 99"]);
    assert_eq!((none.exit, none.out.as_str()), (Exit::No, "it never becomes true on main\n"));
    assert_eq!(on_primer(&["find", "FILE", "Countered", "--json"]).exit, Exit::No);
}

#[test]
fn run_stops_where_a_predicate_becomes_true() {
    let lethal = "any(creatures where damage >= toughness)";
    let ran = on_primer(&["run", "FILE", "--until", lethal]);
    let mut lines = ran.out.lines();
    let first = lines.next().unwrap();
    assert!(first.ends_with(" on main: turn 5 of Attacker, combat damage step"), "{}", ran.out);
    assert!(lines.next().unwrap().contains("damage"), "{}", ran.out);
    assert_eq!(ran.exit, Exit::Yes);
    // Backwards from the head and from an event; forwards from there it never comes again.
    let began = |number: &Ran| number.json()["found"]["event"].to_string();
    let back = on_primer(&["run", "FILE", "--until", lethal, "--back", "--json"]);
    assert_eq!(began(&back), began(&on_primer(&["run", "FILE", "--until", lethal, "--json"])));
    let dies = event("Dire Fleet Captain is destroyed and goes to Attacker's graveyard");
    let never = on_primer(&["run", "FILE", "--until", lethal, "--from", &dies]);
    assert_eq!((never.exit, never.out.as_str()), (Exit::No, "it does not become true on main after that\n"));
    let trigger = on_primer(&["run", "FILE", "--until", "Triggered", "--back", "--from", &dies, "--json"]);
    assert_eq!(began(&trigger), event("An ability of Shielded Aether Thief triggers"));
    let other = on_primer(&["run", "FILE", "--until", "Triggered", "--json"]);
    assert_eq!(began(&other), event("An ability of Dire Fleet Captain triggers"));
}

#[test]
fn a_predicate_with_a_typo_is_shown_with_the_place() {
    for args in [&["find", "FILE", "Captain.tappd"][..], &["run", "FILE", "--until", "Captain.tappd"]] {
        let ran = on_primer(args);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Misuse, ""));
        assert_eq!(
            ran.err,
            "retrace: in the predicate, column 9: `tappd` is no word that is asked of an object; did you mean `tapped`?\n    \
             Captain.tappd\n            ^^^^^\n"
        );
    }
    let unknown = on_primer(&["find", "FILE", "Captan.tapped"]);
    assert!(unknown.err.contains("column 1: `Captan` is nobody's and nothing's name here; did you mean `Captain`?"));
    let number = on_primer(&["find", "FILE", "Attacker.life"]);
    assert!(number.err.contains("expected yes or no, found a number"), "{}", number.err);
}

#[test]
fn explain_says_what_an_effect_waited_for_and_what_was_not_applied() {
    let scenario = |name: &str| format!("{}/../tests/scenarios/613/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let told = |name: &str, object: &str| retrace(&["explain", &scenario(name), object]).out;
    let vista = told("cr_613_8a_blood_moon_and_urborg", "Canopy Vista");
    assert!(vista.contains("Urborg, Tomb of Yawgmoth's static ability (timestamp"), "{vista}");
    assert!(vista.contains("Blood Moon's static ability takes the ability away in layer 4"), "{vista}");
    let arbor = told("cr_613_8a_life_and_limb", "Dryad Arbor");
    assert!(arbor.contains("it waited for Blood Moon's static ability in layer 4"), "{arbor}");
    let basic = told("cr_613_8a_life_and_limb", "Forest");
    assert!(basic.contains("which changes what it applies to: no longer Dryad Arbor"), "{basic}");
}

#[test]
fn explain_tells_how_an_action_came_to_be_what_it_was() {
    let board = format!("{}/../examples/doubling-season-and-hardened-scales.ron", env!("CARGO_MANIFEST_DIR"));
    let events = retrace(&["log", &board]).out;
    let line = events.lines().rfind(|line| line.ends_with("Triskelion enters the battlefield")).unwrap();
    let event = line.split_whitespace().next().unwrap();
    let told = retrace(&["explain", &board, "--event", event]).out;
    let with = |counters: &str| format!(": Triskelion goes to the battlefield with {counters} +1/+1 counters");
    let expected = [
        "event ".to_owned() + event + " Triskelion enters the battlefield",
        "proposed         Triskelion goes to the battlefield".to_owned(),
        "an effect of Triskelion".to_owned() + &with("3"),
        "Ann chooses among an effect of Doubling Season and an effect of Hardened Scales".to_owned(),
        "an effect of Hardened Scales".to_owned() + &with("4"),
        "an effect of Doubling Season".to_owned() + &with("8"),
        "Triskelion enters the battlefield".to_owned(),
    ];
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{told}");
    for (line, expected) in lines.iter().zip(&expected) {
        assert!(line.ends_with(expected.as_str()), "{line} for {expected}");
    }
    // From the choice in the middle the account is the same.
    let choice = lines[3].split_whitespace().next().unwrap();
    let from_there = retrace(&["explain", &board, "--event", choice]).out;
    assert_eq!(from_there.lines().skip(1).collect::<Vec<_>>(), lines[1..].to_vec());
    let json: serde_json::Value =
        serde_json::from_str(&retrace(&["--json", "explain", &board, "--event", event]).out).unwrap();
    assert_eq!(json["stages"][1]["choice"]["by"], "Ann");
    assert_eq!(json["stages"][1]["choice"]["among"].as_array().unwrap().len(), 2);
    assert_eq!(json["became"][0]["event"].to_string(), event);
    let plain = retrace(&["explain", &board, "--event", "0"]);
    assert_eq!(
        (plain.exit, plain.out.contains("no replacement or prevention effect")),
        (Exit::No, true),
        "{}",
        plain.out
    );
}

#[test]
fn open_shows_an_object_or_why_something_happened_at_its_place() {
    let board = format!("{}/../examples/doubling-season-and-hardened-scales.ron", env!("CARGO_MANIFEST_DIR"));
    let shown = |args: &[&str]| {
        let mut seen = None;
        let args: Vec<&str> = ["open", board.as_str()].into_iter().chain(args.iter().copied()).collect();
        let ran = retrace_with(&args, &mut |session, shown| {
            seen = Some((session.current().name().to_owned(), session.cursor().step, shown));
            Ok(())
        });
        (seen, ran)
    };
    let events = retrace(&["log", &board]).out;
    let line = events.lines().rfind(|line| line.ends_with("Triskelion enters the battlefield")).unwrap();
    let event = line.split_whitespace().next().unwrap();
    let (Some((_, there, Shown::Why(_, no))), _) = shown(&["--why", event]) else { panic!("why it entered") };
    assert_eq!(no.0.to_string(), event);
    let (Some((name, end, Shown::Object(_))), _) = shown(&["-t", "doubled-first", "--object", "Triskelion"]) else {
        panic!("the Triskelion")
    };
    assert_eq!(name, "doubled-first");
    assert!(there > 0 && end > 0);
    assert!(matches!(shown(&["--at", event]).0, Some((_, step, Shown::Usual)) if step == there));
    assert!(shown(&["--object", "Nobody"]).1.complaint().contains("there is no object named `Nobody`"));
    assert!(shown(&["--why", "99999"]).1.complaint().contains("there is no event 99999"));
}

#[test]
fn open_takes_card_files_besides_which_are_read_again_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let card = folder.path().join("attacker.ron");
    let text = |power: u32| {
        format!(
            r#"Card(name: "Dire Fleet Captain", types: [Creature], subtypes: ["Pirate"], power: {power}, toughness: 2)"#
        )
    };
    fs::write(&card, text(7)).unwrap();
    let (file, cards) = (primer(), card.display().to_string());
    let mut shown = None;
    let ran = retrace_with(&["open", file.to_str().unwrap(), "--cards", &cards], &mut |mut session, _| {
        let id = session.cursor().timeline;
        let outdated = session.outdated_cards(id);
        fs::write(&card, text(12)).unwrap();
        let changed = session.card_files().changed_on_disk();
        shown = Some((outdated, changed, session.reload_cards().unwrap(), session.current().standing()));
        Ok(())
    });
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    let captain = vec!["Dire Fleet Captain".to_owned()];
    assert_eq!(shown, Some((captain.clone(), true, captain, retrace_session::Standing::Unverified)));
    fs::write(&card, "Card(").unwrap();
    let complaint = retrace(&["open", file.to_str().unwrap(), "--cards", &cards]);
    assert!(complaint.complaint().contains("attacker.ron:"), "{}", complaint.complaint());
}

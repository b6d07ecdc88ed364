//! Tests `--as`: what a player is shown.

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Genesis, Input, PlayerId};
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::rules;

use super::*;
use crate::laws::secrecy::{Twin, twin};
use crate::laws::{Record, Trial};
use crate::simulate::Stock;
use retrace_session::files::decks::{DeckText, NewGame};
use retrace_session::{Numbers, Point, TimelineId};

/// A game and its twin, which differs only in what a viewer may not know: each as a store in its
/// own folder, with a timeline and a fork of it on which the same was decided.
struct Twins {
    _folders: [tempfile::TempDir; 2],
    stores: [String; 2],
    events: u64,
    objects: u32,
    /// The cards swapped.
    exchanged: Vec<String>,
}

fn twins(seed: u64, viewer: usize, owner: usize, most: usize) -> Option<Twins> {
    let pool = Pool::bundled().unwrap();
    let genesis = NewGame::of(DeckText::bundled(), seed).genesis().unwrap();
    let genesis = Stock::from(pool).draw(&genesis, seed);
    let record = Record::play(genesis, decide_at_random, seed, most).unwrap();
    let mut trial = Trial::new(seed, 1);
    let Twin { genesis: twin, until, .. } = twin(&record, viewer, owner, &mut trial)?;
    // The inputs that both games take, while their steps have equally many events.
    let (mut other, _) = rules::start(&twin).unwrap();
    let mut inputs = Vec::new();
    for done in record.commits.iter().take(until).skip(1) {
        let input = done.input.clone().unwrap();
        let Ok((steps, after)) = rules::play(&other, &input) else { break };
        if steps.iter().map(|step| step.entries.len()).ne(done.steps.iter().map(|step| step.entries.len())) {
            break;
        }
        other = after;
        inputs.push(input);
    }
    if inputs.len() < 20 {
        return None;
    }
    let decks = [&record.genesis, &twin].map(|genesis| genesis.players[owner].deck.clone());
    let exchanged = decks[0].iter().zip(&decks[1]).filter(|(one, two)| one != two);
    let exchanged = exchanged.map(|(card, _)| record.genesis.cards[usize::try_from(*card).unwrap()].name().to_owned());
    let exchanged = exchanged.collect();
    let fork = fork(&[&record.genesis, &twin], &inputs);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut session = None;
    let stores = [(&record.genesis, 0), (&twin, 1)].map(|(genesis, index)| {
        let played = played(genesis, &inputs, &fork);
        let path = folders[index].path().join("game");
        played.save_to(&path).unwrap();
        session = Some(played);
        path.to_str().unwrap().to_owned()
    });
    let main = session.as_ref().unwrap().timelines().next().unwrap();
    let events = main.len_entries();
    let objects = main.head().unwrap().after().counters().object.0;
    Some(Twins { _folders: folders, stores, events, objects, exchanged })
}

/// A fork that both games allow: at which choice, and the answer there.
fn fork(games: &[&Genesis; 2], inputs: &[Input]) -> (usize, Input) {
    for at in (inputs.len() / 2..inputs.len()).rev() {
        let ends = games.map(|genesis| {
            let (mut game, _) = rules::start(genesis).unwrap();
            for input in &inputs[..at] {
                game = rules::play(&game, input).unwrap().1;
            }
            game
        });
        let choice = rules::pending(&ends[0]).choices().remove(0);
        for roll in 0..8 {
            let input = decide_at_random(&ends[0], &choice, &mut Dice::new(roll));
            if input == inputs[at] {
                continue;
            }
            let played = ends.each_ref().map(|game| rules::play(game, &input));
            if let [Ok((one, _)), Ok((two, _))] = played
                && one.iter().map(|it| it.entries.len()).eq(two.iter().map(|it| it.entries.len()))
            {
                return (at, input);
            }
        }
    }
    panic!("there is another way somewhere");
}

fn played(genesis: &Genesis, inputs: &[Input], fork: &(usize, Input)) -> Session {
    let mut session = Session::new(genesis.clone(), "main").unwrap();
    for input in inputs {
        session.input(input.clone()).unwrap();
    }
    let main = session.timelines().next().unwrap();
    let step = main.commits()[fork.0].end_step();
    session.jump(Point::new(TimelineId(0), step));
    session.input_on_fork(fork.1.clone(), "other").unwrap();
    session.set_bookmark("here", TimelineId(0), retrace_core::fact::EntryNo(40), "a note").unwrap();
    session
}

/// The commands to run on a game: `FILE` stands for it.
fn questions(twins: &Twins, dice: &mut Dice) -> Vec<Vec<String>> {
    let mut asked: Vec<Vec<String>> = Vec::new();
    let mut ask = |words: &[&str]| asked.push(words.iter().map(|word| (*word).to_owned()).collect());
    let events = usize::try_from(twins.events).unwrap();
    for _ in 0..4 {
        let no = dice.below(events).to_string();
        for command in ["show", "why"] {
            ask(&[command, "FILE", &no]);
            ask(&[command, "FILE", &no, "--json"]);
        }
        ask(&["explain", "FILE", "--event", &no]);
        let object = format!("#{}", dice.below(usize::try_from(twins.objects).unwrap()));
        ask(&["explain", "FILE", &object, "--at", &no]);
        ask(&["explain", "FILE", &object, "--json"]);
        let (left, right) = (format!("main@{no}"), format!("other@{}", dice.below(events / 2)));
        ask(&["diff", "FILE", &left, &right]);
        ask(&["diff", "FILE", &left, &right, "--json"]);
    }
    for json in [&[][..], &["--json"]] {
        let mut ask = |words: &[&str]| ask(&[words, json].concat());
        ask(&["diff", "FILE", "main", "other"]);
        ask(&["diff", "FILE", "main", "other", "--first"]);
        ask(&["timelines", "FILE"]);
        ask(&["bookmark", "list", "FILE"]);
        ask(&["log", "FILE", "--all"]);
        ask(&["state", "FILE"]);
        ask(&["watch", "FILE", "A.hand", "B.hand", "top_of_stack", "choice", "chooser", "--changes"]);
        ask(&["watch", "FILE", "objects", "A.library", "sum(B.hand.mana_value)", "event.about", "--changes"]);
        ask(&["find", "FILE", "Moved and event.object.type = land"]);
        ask(&["find", "FILE", "changed(A.library) or changed(B.hand)", "--limit", "30"]);
        ask(&["find", "FILE", "event.causes.kind = Decided", "--limit", "30"]);
        ask(&["find", "FILE", "any(A.hand where it = before(A.hand))"]);
        ask(&["find", "FILE", "count(objects where creature and zone = library) > 0"]);
        ask(&["run", "FILE", "--until", "count(events where kind = Decided) >= 3"]);
        ask(&["bisect", "FILE", "count(objects where creature) > 2"]);
    }
    for card in &twins.exchanged {
        ask(&["explain", "FILE", card]);
        ask(&["find", "FILE", &format!("event.object.name = \"{card}\" or any(\"{card}\")")]);
        ask(&["find", "FILE", &format!("count(objects where name = \"{card}\") > 0")]);
        ask(&[
            "watch",
            "FILE",
            &format!("\"{card}\""),
            &format!("count(A.library where name = \"{card}\")"),
            "--changes",
        ]);
        ask(&["log", "FILE", "--filter", &format!("object:\"{card}\"")]);
    }
    asked
}

/// The output of a command on a store, without the name of its folder.
fn said(words: &[String], store: &str) -> (Exit, String, String) {
    let args: Vec<&str> = words.iter().map(|word| if word == "FILE" { store } else { word.as_str() }).collect();
    let ran = retrace(&args);
    (ran.exit, ran.out.replace(store, "FILE"), ran.err.replace(store, "FILE"))
}

#[test]
fn what_a_player_is_told_does_not_depend_on_what_is_hidden_from_them() {
    let mut tried = 0;
    for seed in 1..=9u64 {
        let (viewer, owner) = [(0, 1), (1, 0), (0, 0), (1, 1)][usize::try_from(seed % 4).unwrap()];
        let Some(twins) = twins(seed, viewer, owner, 60) else { continue };
        tried += 1;
        let letter = PlayerId(u8::try_from(viewer).unwrap()).to_string();
        let mut told_apart = 0;
        for question in questions(&twins, &mut Dice::new(seed)) {
            let [one, two] = [0, 1].map(|game| said(&question, &twins.stores[game]));
            told_apart += u32::from(one != two);
            let as_player = [question.clone(), vec!["--as".to_owned(), letter.clone()]].concat();
            let [one, two] = [0, 1].map(|game| said(&as_player, &twins.stores[game]));
            assert_eq!(one, two, "seed {seed}, exchanged {:?}: {as_player:?}", twins.exchanged);
            assert!(one.1.is_empty() || one.0 != Exit::Misuse, "{as_player:?}: {}", one.1);
        }
        // The questions ask about hidden things, and a viewer who sees everything is told them.
        assert!(told_apart > 10, "seed {seed}: {told_apart}");
        if tried == 3 {
            break;
        }
    }
    assert_eq!(tried, 3);
}

/// The events of `mighty-leap`, where the defender casts a spell from their hand, by what a player
/// sees of them: everything, a part with information, a part without. Each by the player's number
/// and the game's.
fn sorts(viewer: PlayerId) -> [(u64, u64); 3] {
    use retrace_core::observe::{self, SeenEntry};
    let session = Session::demo().unwrap();
    let timeline = session.timeline_named("mighty-leap").unwrap();
    let numbers = Numbers::of(timeline, Some(viewer));
    let find = |wanted: &dyn Fn(SeenEntry, Option<String>) -> bool| {
        let mut entries = timeline.entries_from(retrace_core::fact::EntryNo(0));
        let found = entries.find(|(step, entry)| {
            let after = timeline.game_at(step + 1);
            let said = timeline.text_for(viewer, entry.no);
            numbers.event(entry.no).is_some() && wanted(observe::entry(&after, viewer, entry), said)
        });
        let no = found.unwrap().1.no;
        (numbers.at(no), no.0)
    };
    [
        find(&|seen, says| matches!(seen, SeenEntry::Whole(_)) && says.is_some()),
        find(&|seen, says| matches!(seen, SeenEntry::Part { .. }) && says.is_some()),
        find(&|_, says| says.is_none()),
    ]
}

#[test]
fn what_a_player_may_not_see_is_told_as_that() {
    let [(whole, whole_of_game), (part, _), (nothing, of_game)] =
        sorts(PlayerId(0)).map(|(no, of_game)| (no.to_string(), of_game.to_string()));
    assert_ne!(whole, whole_of_game);
    let on_leap = |command: &[&str]| on_primer(&[command, &["--timeline", "mighty-leap"]].concat());
    let shown = on_leap(&["show", "FILE", &whole, "--as", "Attacker"]);
    assert!(shown.out.contains("  facts ") && !shown.out.contains("  id "), "{}{}", shown.out, shown.err);
    assert!(on_leap(&["show", "FILE", &whole_of_game]).out.contains("  id "));
    let shown = on_leap(&["show", "FILE", &part, "--as", "A"]);
    assert!(
        shown.exit == Exit::Yes && !shown.out.contains("  facts ") && !shown.out.contains("  id "),
        "{}",
        shown.out
    );
    let json = on_leap(&["show", "FILE", &part, "--as", "A", "--json"]).json();
    assert!(json.get("id").is_none() && json.get("facts").is_none() && json["seen"]["Part"].is_object(), "{json}");
    for command in
        [&["show", "FILE", &nothing][..], &["why", "FILE", &nothing], &["explain", "FILE", "--event", &nothing]]
    {
        let ran = on_leap(&[command, &["--as", "A"]].concat());
        let told = format!("event {nothing} is hidden from Attacker; without --as everything is shown");
        assert!(ran.complaint().ends_with(&told), "{}", ran.err);
        assert!(ran.out.is_empty());
        let whole = command.iter().map(|word| if *word == nothing { &of_game } else { *word });
        assert!(on_leap(&whole.collect::<Vec<_>>()).exit <= Exit::No, "{command:?}");
    }
    let hidden = on_primer(&["explain", "FILE", "Mighty Leap", "--at", &whole, "--as", "A"]);
    assert!(hidden.complaint().contains("there is no object named `Mighty Leap` at this place that Attacker sees"));
    assert_eq!(on_primer(&["explain", "FILE", "Mighty Leap", "--at", &whole_of_game]).exit, Exit::Yes);
    assert_eq!(on_primer(&["explain", "FILE", "Dire Fleet Captain", "--as", "A"]).exit, Exit::Yes);
    let nobody = on_primer(&["find", "FILE", "Moved", "--as", "Carl"]);
    assert!(nobody.complaint().contains("Carl") && nobody.err.contains("A (Attacker)"), "{}", nobody.err);
    // An unknown name is accepted, since refusing it would reveal the cards; an invalid word is
    // not.
    assert_eq!(on_primer(&["find", "FILE", "any(\"Black Lotus\")", "--as", "A"]).exit, Exit::No);
    assert_eq!(on_primer(&["find", "FILE", "any(\"Black Lotus\")"]).exit, Exit::Misuse);
    assert_eq!(on_primer(&["find", "FILE", "A.lif > 3", "--as", "A"]).exit, Exit::Misuse);
}

#[test]
fn labels_of_a_script_are_for_those_who_see_everything() {
    let session = Session::demo().unwrap();
    let labels = session.timelines().next().unwrap().labels().to_vec();
    let all = on_primer(&["log", "FILE"]);
    assert!(labels.iter().any(|label| all.out.contains(&label.text)));
    for form in [&[][..], &["--json"]] {
        let seen = on_primer(&[&["log", "FILE", "--as", "B"], form].concat());
        assert!(labels.iter().all(|label| !seen.out.contains(&label.text)), "{}", seen.out);
    }
}

#[test]
fn what_is_about_the_whole_game_takes_no_eyes_and_others_choices_are_not_shown() {
    for command in [&["edit", "FILE"][..], &["explore", "FILE"], &["rerun", "FILE"], &["replay", "verify", "FILE"]] {
        let ran = on_primer(&[command, &["--as", "A"]].concat());
        assert_eq!(ran.exit, Exit::Misuse, "{command:?}");
        assert!(ran.err.contains("leave out --as") && !ran.err.contains("similar argument"), "{}", ran.err);
    }
    let asked = on_primer(&["fork", "FILE", "--json"]);
    let asked = asked.json();
    let (mine, theirs) = match asked["choice"]["answered_by"].as_str().unwrap() {
        "Attacker" => ("A", "B"),
        _ => ("B", "A"),
    };
    assert_eq!(on_primer(&["fork", "FILE", "--as", mine]).exit, Exit::Yes);
    for answers in [&[][..], &["--answer", "1"]] {
        let ran = on_primer(&[&["fork", "FILE", "--as", theirs][..], answers].concat());
        assert!(ran.exit == Exit::Misuse && ran.out.is_empty(), "{}", ran.out);
        assert!(ran.err.contains("what another player chooses here is hidden from"), "{}", ran.err);
    }
}

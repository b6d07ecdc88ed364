//! Tests that games which differ only in what is hidden from a player look the same to that player,
//! byte for byte: the output of commands with `--as`, the file of what the player saw, and the
//! window's tree. A game's own numbers also count hidden things, so players are shown numbers of
//! their own.

use std::collections::BTreeSet;
use std::path::Path;

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Genesis, Input, PlayerId};
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::rules;

use super::*;
use crate::laws::secrecy::pairs::{Difference, asked, other, outline};
use crate::laws::{Record, Trial};
use crate::simulate::Stock;
use retrace_session::asking::tree;
use retrace_session::files::decks::{DeckText, NewGame, starting_by};
use retrace_session::{Numbers, Point, Timeline, TimelineId};

/// How many pairs each test compares, of seeds of its own.
const PAIRS: usize = 30;
/// How many tests there are: they run at the same time.
const TESTS: usize = 4;
/// How many cards a deck has: few, so that a game starts quickly.
const DECK: usize = 16;
/// The most choices made in a game.
const CHOICES: usize = 40;
/// One in this many questions is asked of each pair, a different one of the next.
const EACH: usize = 15;
/// One in this many questions asked is also asked by a viewer who sees everything.
const WHOLE: usize = 4;

/// Two games that look the same to the player, each as a store.
struct Pair {
    viewer: PlayerId,
    folders: [tempfile::TempDir; 2],
    games: [Session; 2],
    /// How many events the player sees at least partly.
    events: u64,
    /// Whether the games have assigned different numbers.
    apart: bool,
}

impl Pair {
    fn drawn(seed: u64, base: &Genesis, stock: &Stock) -> Option<Pair> {
        let drawn = |seed| {
            let starting_player = starting_by(seed, base);
            stock.draw(&Genesis { seed, starting_player, ..base.clone() }, seed)
        };
        let mut genesis = drawn(seed);
        genesis.players.iter_mut().for_each(|player| player.deck.truncate(DECK));
        let record = Record::play(genesis, decide_at_random, seed, CHOICES).unwrap();
        let mut dice = Dice::new(seed);
        let (viewer, owner) = (dice.below(2), dice.below(2));
        let difference = [Difference::Exchanged, Difference::Last, Difference::First][dice.below(3)];
        let seats = (viewer, owner);
        let (twin, inputs) = other(&record, seats, difference, &drawn(seed + 1000), &mut Trial::new(seed, 1))?;
        if inputs.len() < 4 {
            return None;
        }
        let viewer = PlayerId(u8::try_from(viewer).unwrap());
        let genesis = [&record.genesis, &twin];
        let fork = fork(viewer, genesis, &inputs);
        let games = genesis.map(|genesis| played(viewer, genesis, &inputs, fork.as_ref()));
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for (game, folder) in games.iter().zip(&folders) {
            game.save_to(&folder.path().join("game")).unwrap();
        }
        let [one, two] = games.each_ref().map(main);
        let events = Numbers::of(one, Some(viewer)).events(one);
        let apart = one.len_entries() != two.len_entries();
        Some(Pair { viewer, folders, games, events, apart })
    }
}

fn main(session: &Session) -> &Timeline {
    session.timelines().next().unwrap()
}

/// A fork that both games allow and that looks the same: at which choice, and the answer there.
fn fork(viewer: PlayerId, games: [&Genesis; 2], inputs: &[Input]) -> Option<(usize, Input)> {
    let at = inputs.len() / 2;
    let ends = games.map(|genesis| {
        let (game, _) = rules::start(genesis).unwrap();
        inputs[..at].iter().fold(game, |game, input| rules::play(&game, input).unwrap().1)
    });
    let choice = rules::pending(&ends[0]).choices().into_iter().next()?;
    (0..6).map(|roll| decide_at_random(&ends[0], &choice, &mut Dice::new(roll))).find_map(|input| {
        let [one, two] = ends.each_ref().map(|game| rules::play(game, &input).ok());
        let (one, two) = (one?, two?);
        let same = outline(viewer, &one.0, &one.1) == outline(viewer, &two.0, &two.1) && asked(&one.1) == asked(&two.1);
        (same && input != inputs[at]).then_some((at, input))
    })
}

fn played(viewer: PlayerId, genesis: &Genesis, inputs: &[Input], fork: Option<&(usize, Input)>) -> Session {
    let mut session = Session::new(genesis.clone(), "main").unwrap();
    for input in inputs {
        session.input(input.clone()).unwrap();
    }
    if let Some((at, input)) = fork {
        let step = main(&session).commits()[*at].end_step();
        session.jump(Point::new(TimelineId(0), step));
        session.input_on_fork(input.clone(), "other").unwrap();
    }
    let there = Numbers::of(main(&session), Some(viewer)).named(main(&session), 20).unwrap();
    session.set_bookmark("here", TimelineId(0), there, "a note").unwrap();
    session
}

/// The commands to run on a game, with the numbers the player is shown: `FILE` stands for it.
fn questions(pair: &Pair, dice: &mut Dice) -> Vec<Vec<String>> {
    let events = usize::try_from(pair.events).unwrap();
    let mut drawn = || dice.below(events).to_string();
    let (a, b, c, beyond) = (drawn(), drawn(), drawn(), (events + 1).to_string());
    let shown = |no: &str| vec!["show".to_owned(), "FILE".to_owned(), no.to_owned()];
    let mut asked = vec![shown(&a), shown(&b), shown(&c), shown(&beyond), shown("here"), shown("0a")];
    let objects = main(&pair.games[0]).head().unwrap().after().counters().object.0;
    let object = format!("#{}", objects.saturating_sub(u32::try_from(a.len()).unwrap() + 1));
    let (left, right) = (format!("main@{a}"), format!("main@{b}"));
    let mut ask = |words: &[&str]| asked.push(words.iter().map(|word| (*word).to_owned()).collect());
    for no in [&a, &b] {
        ask(&["why", "FILE", no]);
        ask(&["explain", "FILE", "--event", no]);
        ask(&["explain", "FILE", &object, "--at", no]);
        ask(&["state", "FILE", "--at", no]);
        ask(&["log", "FILE", "--from", no, "--all"]);
        ask(&["find", "FILE", "A.hand > 2", "--from", no, "--every", "--limit", "9"]);
        ask(&["watch", "FILE", "event", "event.number", "event.kind", "A.hand", "--at", no, "--changes"]);
    }
    ask(&["state", "FILE"]);
    ask(&["state", "FILE", "--at", "here"]);
    ask(&["state", "FILE", "--at", &beyond]);
    ask(&["explain", "FILE", "Plains"]);
    ask(&["log", "FILE"]);
    ask(&["log", "FILE", "--all"]);
    ask(&["log", "FILE", "--filter", "kind:Moved", "--limit", "5"]);
    ask(&["timelines", "FILE"]);
    ask(&["bookmark", "list", "FILE"]);
    ask(&["watch", "FILE", "event", "events", "event.cause", "B.hand", "objects", "--changes"]);
    ask(&["watch", "FILE", "count(events)", "kind = Witnessed", "event.causes", "turn_step", "--changes"]);
    ask(&["find", "FILE", "event.number >= 0"]);
    ask(&["find", "FILE", "Moved"]);
    ask(&["find", "FILE", "changed(A.library) or changed(B.hand)", "--limit", "30"]);
    ask(&["find", "FILE", "count(events) > 12"]);
    ask(&["run", "FILE", "--until", "count(events where kind = Decided) >= 2"]);
    ask(&["run", "FILE", "--until", "chooser = A", "--back"]);
    ask(&["bisect", "FILE", "A.hand > 2", "--good", "5"]);
    ask(&["bisect", "FILE", "turn_step = draw"]);
    ask(&["diff", "FILE", &left, &right]);
    ask(&["diff", "FILE", "main", "other"]);
    ask(&["diff", "FILE", "main", "other", "--first"]);
    ask(&["log", "FILE", "--all", "--filter", "rule:103,rule:121,rule:117", "--limit", "9"]);
    ask(&["log", "FILE", "--all", "--filter", &format!("object:{object}")]);
    ask(&["fork", "FILE"]);
    ask(&["fork", "FILE", "--at", &a]);
    ask(&["fork", "FILE", "--at", &b, "--answer", "1", "--name", "tried"]);
    ask(&["replay", "export", "FILE", "-o", "SEEN"]);
    asked
}

/// The output of a command on a game, and the file it writes.
fn said(words: &[String], folder: &Path) -> (Exit, String, String, Option<String>) {
    let (store, seen) = (folder.join("game"), folder.join("seen.jsonl"));
    let (store, name) = (store.to_str().unwrap(), seen.to_str().unwrap());
    let words = words.iter().map(|word| match word.as_str() {
        "FILE" => store,
        "SEEN" => name,
        word => word,
    });
    let ran = retrace(&words.collect::<Vec<_>>());
    let clean = |text: String| text.replace(store, "FILE").replace(name, "SEEN");
    let written = fs::read_to_string(&seen).ok();
    let _gone = fs::remove_file(&seen);
    (ran.exit, clean(ran.out), clean(ran.err), written)
}

/// The whole tree a player is shown at a place, with every node open.
fn tree(session: &Session, viewer: PlayerId, step: usize) -> Vec<tree::TreeRow> {
    let (game, mut open) = (main(session).game_at(step), BTreeSet::new());
    loop {
        let rows = tree::rows_seen(&game, viewer, &open, "");
        let closed = rows.iter().filter(|row| row.open == Some(false)).map(|row| row.path.clone());
        let closed: Vec<String> = closed.collect();
        if closed.is_empty() {
            return rows;
        }
        open.extend(closed);
    }
}

/// Compares pairs of every [`TESTS`]th seed, from `first` on.
fn pairs_are_the_same(first: u64) {
    let stock = Stock::from(Pool::bundled().unwrap());
    let base = NewGame::of(DeckText::bundled(), 0).genesis().unwrap();
    let (mut compared, mut apart, mut asked, mut differ) = (0, 0, 0, 0usize);
    let seeds = (first..).step_by(TESTS);
    for pair in seeds.filter_map(|seed| Pair::drawn(seed, &base, &stock)).take(PAIRS) {
        let letter = pair.viewer.to_string();
        let folders = pair.folders.each_ref().map(tempfile::TempDir::path);
        let questions = questions(&pair, &mut Dice::new(pair.events));
        for (number, question) in questions.iter().flat_map(|it| [(it, false), (it, true)]).enumerate() {
            // The file of what the player saw is written for every pair.
            if !(number + compared).is_multiple_of(EACH) && question.0[0] != "replay" {
                continue;
            }
            let mut words = question.0.clone();
            words.extend(question.1.then(|| "--json".to_owned()));
            asked += 1;
            let writes = ["replay", "fork"].contains(&question.0[0].as_str());
            if !writes && asked % WHOLE == 0 {
                let [one, two] = folders.map(|folder| said(&words, folder));
                differ += usize::from(one != two);
            }
            words.extend(["--as".to_owned(), letter.clone()]);
            let [one, two] = folders.map(|folder| said(&words, folder));
            assert_eq!(one, two, "pair {compared}: {words:?}");
        }
        for commits in [0, pair.games[0].current().commits().len() / 2, main(&pair.games[0]).commits().len() - 1] {
            let place = |game| {
                let commits_of = main(game).commits();
                commits_of[commits.min(commits_of.len() - 1)].end_step()
            };
            let [one, two] = pair.games.each_ref().map(|game| tree(game, pair.viewer, place(game)));
            assert_eq!(one, two, "pair {compared}: the tree after {commits} commits");
        }
        compared += 1;
        apart += usize::from(pair.apart);
    }
    // The games really differ: in many the numbers do, and a viewer who sees everything gets many
    // different answers.
    assert!(apart > PAIRS / 4 && differ > PAIRS / 4, "{apart} of {compared} pairs, {differ} answers");
}

#[test]
fn games_that_differ_in_hidden_cards_are_the_same_to_a_player_byte_for_byte() {
    pairs_are_the_same(1);
}

#[test]
fn so_are_those_of_other_seeds() {
    pairs_are_the_same(2);
}

#[test]
fn so_are_those_of_more_seeds() {
    pairs_are_the_same(3);
}

#[test]
fn so_are_those_of_still_more_seeds() {
    pairs_are_the_same(4);
}

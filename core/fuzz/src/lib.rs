//! What each fuzz target does with its bytes. The suite replays the kept corpora through the same
//! functions (`tests/suite/corpus.rs`), without libFuzzer.
//!
//! A target fails by panicking: in a check of accepted input, or in the code under test.

use std::sync::{Arc, OnceLock};

use retrace_core::card::catalogue::Catalogue;
use retrace_core::card::file::{read_card, write_card};
use retrace_core::card::pool::Pool;
use retrace_core::card::pool::pack::{Pack, packed, sealed};
use retrace_core::card::text::rules_text;
use retrace_core::fact::{Entry, Genesis};
use retrace_core::predicate::{Expression, Moment, Names, Predicate, parse};
use retrace_core::rules;
use retrace_core::scenario::{Scenario, tell_choice};
use retrace_core::state::{Game, evolve};

/// All bundled cards.
fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| Pool::bundled().expect("the bundled cards can be read"))
}

/// Reads a card file. An accepted card is written and read back unchanged, and has a rules text.
pub fn card_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read_card("fuzz.ron", text) {
        Ok(card) => {
            let written = write_card(&card).expect("a card that was read can be written");
            let again = read_card("written.ron", &written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, card, "{written}");
            rules_text(card.front());
        }
        Err(error) => {
            let lines = text.lines().count().max(1) + 1;
            assert!(error.line >= 1 && error.line <= lines, "{error}: there are {lines} lines");
            assert!(!error.message.is_empty());
        }
    }
}

/// Opens a pack whose length and checksum were corrected, and reads its cards. Cards that can all
/// be read are packed again, and are the same afterwards.
pub fn card_pack(bytes: &[u8]) {
    let open = |bytes| {
        let mut pool = Pool::default();
        pool.add_pack(Pack::read("fuzz.cards", bytes)?);
        Ok::<_, retrace_core::card::pool::pack::PackError>(pool)
    };
    let Ok(pool) = open(sealed(bytes.to_vec())) else { return };
    pool.catalogue().printed().count();
    let names: Vec<&str> = pool.names().collect();
    for error in names.iter().filter_map(|name| pool.read(name).err()) {
        assert!(error.to_string().starts_with("fuzz.cards: the card"), "{error}");
    }
    if names.iter().all(|name| pool.get(name).is_some()) {
        let again = packed(&pool).and_then(open).expect("cards that were read can be packed and read again");
        assert!(names.iter().all(|name| again.get(name) == pool.get(name)) && again.names().eq(pool.names()));
        assert_eq!(again.catalogue().id(), pool.catalogue().id());
    }
}

/// Reads a scenario file. An accepted one is run, and its last choice is described.
pub fn scenario_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(scenario) = Scenario::read("fuzz.ron", text) else { return };
    // Cards from the disk are covered by the target for card files.
    if scenario.card_files().next().is_some() {
        return;
    }
    let Ok(run) = scenario.run(pool()) else { return };
    for timeline in &run.timelines {
        if let rules::Pending::Choices(choices) = rules::pending(&timeline.end) {
            choices.iter().for_each(|choice| drop(tell_choice(&timeline.end, choice)));
        }
    }
}

/// The moments of a game to evaluate predicates at: those of the demonstration.
struct Played {
    names: Names,
    entries: Vec<Arc<Entry>>,
    /// Before a step, after it, and one of its entries.
    moments: Vec<(Game, Game, Entry)>,
}

fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let text = include_str!("../../../examples/combat-primer.ron");
        let scenario = Scenario::read("combat-primer.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let run = scenario.run(pool()).unwrap_or_else(|error| panic!("{error}"));
        let (mut game, mut steps) = rules::start(&run.genesis).expect("the demonstration begins");
        for input in &run.timelines[0].inputs {
            let (more, after) = rules::play(&game, input).expect("the demonstration plays");
            steps.extend(more);
            game = after;
        }
        let names = Names::of_game(&game);
        let mut fold = Game::empty();
        let mut moments = Vec::new();
        let every = (steps.len() / 8).max(1);
        for (index, step) in steps.iter().enumerate() {
            let before = fold.clone();
            evolve(&mut fold, step);
            if index % every == 0
                && let Some(entry) = step.entries.first()
            {
                moments.push((before, fold.clone(), Entry::clone(entry)));
            }
        }
        let entries = steps.into_iter().flat_map(|step| step.entries).collect();
        Played { names, entries, moments }
    })
}

/// Reads a genesis in the format of the first byte, or the list of a catalogue for 0. An accepted
/// genesis is written and read back unchanged, and its game starts or is refused.
pub fn genesis(bytes: &[u8]) {
    let Some((format, bytes)) = bytes.split_first() else { return };
    if *format == 0 {
        let Ok(list) = std::str::from_utf8(bytes) else { return };
        let Ok(catalogue) = Catalogue::read(list, Vec::new()) else { return };
        let again = Catalogue::read(catalogue.list(), Vec::new()).expect("what was read can be read");
        assert_eq!(again.id(), catalogue.id());
        return;
    }
    let format = u16::from(*format);
    let Ok(genesis) = Genesis::decode(format, bytes) else { return };
    let written = genesis.encode(format).expect("what was read can be written");
    assert_eq!(Genesis::decode(format, &written).as_ref(), Ok(&genesis));
    drop(rules::start(&genesis));
}

/// Parses a text of the predicate language. A tree is written and read back unchanged, and a valid
/// predicate is evaluated at moments of a game.
pub fn predicate(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(text) {
        Ok(tree) => {
            let written = tree.to_string();
            let again = parse(&written).unwrap_or_else(|error| panic!("{text:?} is written {written:?}: {error}"));
            assert_eq!(again.to_string(), written, "of {text:?}");
        }
        Err(error) => {
            // An error has a place.
            assert!(!error.to_string().is_empty());
            assert!(!error.caret().is_empty());
        }
    }
    let played = played();
    for names in [&played.names, &Names::any()] {
        let Ok(expression) = Expression::compile(text, names) else { continue };
        let predicate = Predicate::compile(text, names);
        for (before, game, entry) in &played.moments {
            let moment = Moment { game, before: Some(before), entry: Some(entry), past: &played.entries };
            let value = expression.eval(moment);
            if let Ok(predicate) = &predicate {
                let holds = predicate.holds(moment);
                assert_eq!(holds.is_ok(), value.is_ok(), "{text:?}");
                drop(predicate.findings(moment));
            }
            // A predicate that is too expensive fails once; it would take as long at other moments.
            if value.is_err() {
                break;
            }
        }
    }
}

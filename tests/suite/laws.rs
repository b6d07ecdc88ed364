//! The laws of `docs/architecture.md`, each as a property of sampled games. `retrace::laws`
//! defines them. This file has the games, and the checks that only small boards allow, because they
//! try every answer.

use retrace::laws::{Law, Record, Trial, check, legality};
use retrace_core::card::pool::Pool;
use retrace_core::fact::{
    Answer, Assignment, Choice, Domain, Edit, Entity, Entry, Event, Input, Part, Prompt, Zone, wire,
};
use retrace_core::play::{Dice, decide_or_edit, enumerate, sample};
use retrace_core::rules::{Pending, pending, play, start};
use retrace_core::scenario::Scenario;
use retrace_core::state::Game;

use crate::games;

/// Returns a game of random decks or from a random board, with its whole history.
fn sampled(seed: u64) -> Record {
    let genesis = if seed.is_multiple_of(2) { games::from_board(seed) } else { games::from_decks(seed) };
    let policy = if seed.is_multiple_of(3) { edited_input } else { random_input };
    let record = Record::play(genesis, policy, seed, 300).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let over = record.result().is_some();
    assert!(over || record.commits.len() > 5, "seed {seed}: the game stopped after {} commits", record.commits.len());
    record
}

/// Like [`random_input`], with edits of every kind.
fn edited_input(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    match random_input(game, choice, dice) {
        Input::Decision { .. } if choice.prompt == Prompt::Priority => decide_or_edit(game, choice, dice),
        other => other,
    }
}

/// Returns a sampled decision, or now and then backs out of a proposal, edits something, or
/// concedes.
fn random_input(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    let by = choice.answered_by;
    if choice.back_out && dice.below(6) == 0 {
        return Input::Decision { by, answer: Answer::BackOut };
    }
    if choice.prompt == Prompt::Priority {
        match dice.below(300) {
            0 => return Input::Edit(Edit::Life(by, 30)),
            1 => return Input::Reseed(dice.below(1000) as u64),
            2 => return Input::Concede(by),
            3 => {
                if let Some(id) = game.world().battlefield.last() {
                    return Input::Edit(Edit::Move(*id, Zone::Hand(by)));
                }
            }
            _ => {}
        }
    }
    Input::Decision { by, answer: sample(game, choice, dice) }
}

const SEEDS: std::ops::Range<u64> = 0..24;

/// The games used for the laws contain every kind of edit.
#[test]
fn every_kind_of_edit_is_made() {
    let kinds = [
        "Add",
        "Arrange",
        "Attach",
        "BackUp",
        "Coin",
        "Control",
        "Counters",
        "Damage",
        "DayNight",
        "Designated",
        "Die",
        "LandsPlayed",
        "Life",
        "Mana",
        "Monarch",
        "Move",
        "Reseed",
        "Rested",
        "Shuffle",
        "Tapped",
    ];
    let mut made = std::collections::BTreeSet::new();
    let word = |text: String| text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    // Few permanents have two faces.
    for seed in (0..900).step_by(3) {
        if made.len() == kinds.len() {
            break;
        }
        for (_, _, input) in sampled(seed).inputs() {
            match input {
                Input::Edit(edit) => made.insert(word(format!("{edit:?}"))),
                Input::Chance(chance) => made.insert(word(format!("{chance:?}"))),
                Input::Reseed(_) => made.insert("Reseed".to_owned()),
                Input::Decision { .. } | Input::Concede(_) => false,
            };
        }
    }
    assert_eq!(made.iter().map(String::as_str).collect::<Vec<_>>(), kinds);
}

/// Checks a law on sampled games, and that it was tried often enough.
fn holds(law: Law, seeds: std::ops::Range<u64>, one_in: usize, at_least: u64) {
    let mut tried = 0;
    for seed in seeds {
        let mut trial = Trial::new(seed ^ 0xabcd, one_in);
        tried += check(law, &sampled(seed), &mut trial).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
    assert!(tried >= at_least, "law {law} was tried {tried} times only");
}

/// Folding the steps gives the state that produced them. Replaying the inputs gives the same steps.
#[test]
fn law_1_replay() {
    holds(Law::Replay, SEEDS, 1, 1000);
}

/// At any step boundary, encoding, decoding and continuing gives the same future.
#[test]
fn law_2_resume() {
    holds(Law::Resume, SEEDS, 6, 200);
}

/// Every offered answer is accepted. Any other is refused, with a reason and no change.
#[test]
fn law_3_legality() {
    holds(Law::Legality, SEEDS, 6, 2000);
}

/// Every card is in exactly one place, and every object in one zone. Ids are never reused.
#[test]
fn law_4_conservation() {
    holds(Law::Conservation, SEEDS, 1, 1000);
}

/// A fork shares its past and never changes it, wherever it begins.
#[test]
fn law_5_a_fork_shares_its_past() {
    holds(Law::Fork, 0..8, 1, 20);
}

/// Moving the cursor changes nothing else.
#[test]
fn law_6_seeking_is_effect_free() {
    holds(Law::Seeking, 0..8, 1, 400);
}

/// The laws also hold when players control each other's turns, search and look (CR 718.4), and one
/// is the monarch.
#[test]
fn laws_where_players_control_each_other() {
    let (mut tried, mut begun) = (0, 0);
    for seed in 0..8 {
        let genesis = games::of_controlled_players(seed);
        let record =
            Record::play(genesis, random_input, seed, 150).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let entries = record.commits.iter().flat_map(|done| &done.steps).flat_map(|step| &step.entries);
        begun += entries.filter(|entry| matches!(entry.event, Event::PlayerControlBegan { .. })).count();
        for (law, one_in) in [(Law::Replay, 1), (Law::Resume, 9), (Law::Legality, 9), (Law::Secrecy, 1)] {
            let mut trial = Trial::new(seed ^ 0xabcd, one_in);
            tried += check(law, &record, &mut trial).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        }
    }
    assert!(tried > 100 && begun > 8, "{tried}, {begun}");
}

/// The same seed gives the same events on any thread. Core uses nothing that could introduce
/// another order, a clock or an address.
#[test]
fn law_7_order() {
    holds(Law::Order, 0..8, 1, 8);
    for file in ["core/card/src", "core/src"].into_iter().flat_map(crate::rules::sources_of) {
        let text = std::fs::read_to_string(&file).unwrap();
        // A serializer has to mention floats, which core does not have.
        let text = text.lines().filter(|line| !line.contains("fn serialize_f")).collect::<Vec<_>>().join("\n");
        // A test may read the file that it compares with.
        let is_test =
            file.file_stem().is_some_and(|stem| stem == "tests" || stem.to_string_lossy().ends_with("_tests"));
        let outside = if is_test { [].as_slice() } else { &["std::fs", "std::env"] };
        let nowhere = ["HashMap", "HashSet", "std::time", "std::thread", "std::net", "f32", "f64"];
        for forbidden in nowhere.iter().chain(outside) {
            assert!(!text.contains(forbidden), "{} uses {forbidden}", file.display());
        }
    }
}

/// Deciding at any past point equals playing up to it and deciding.
#[test]
fn law_8_speculation_composes() {
    holds(Law::Speculation, SEEDS, 10, 200);
}

/// `observe` gives a player the same view of two games that differ only in what that player may not
/// know.
#[test]
fn law_9_secrecy() {
    holds(Law::Secrecy, SEEDS, 2, 1000);
}

/// Wire: every entry reads back as written, and reading takes exactly its bytes.
#[test]
fn entries_read_back_from_the_wire() {
    for seed in SEEDS {
        let record = sampled(seed);
        for done in &record.commits {
            for step in &done.steps {
                for (index, entry) in step.entries.iter().enumerate() {
                    let mut bytes = Vec::new();
                    wire::encode_entry(wire::FORMAT_VERSION, entry, index == 0, &mut bytes).unwrap();
                    let read = |bytes: &[u8]| wire::decode_entry(wire::FORMAT_VERSION, bytes, entry.no, entry.rule);
                    let (found, begins): (Entry, bool) =
                        read(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {entry:?}: {error}"));
                    assert_eq!((&found, begins), (&**entry, index == 0));
                    bytes.push(0);
                    assert!(read(&bytes).is_err());
                }
            }
        }
    }
}

/// Entries are numbered in order, and each cause is an earlier entry.
#[test]
fn every_entry_has_an_earlier_cause() {
    for seed in SEEDS {
        let mut next = 0;
        for done in &sampled(seed).commits {
            for entry in done.steps.iter().flat_map(|step| &step.entries) {
                assert_eq!(entry.no.0, next, "seed {seed}");
                next += 1;
                match entry.cause {
                    Some(cause) => assert!(cause < entry.no, "seed {seed}: {entry:?}"),
                    None => assert!(entry.part == Part::Input, "seed {seed}: {entry:?} has no cause"),
                }
            }
        }
    }
}

/// The most declarations that are tried one by one.
const MOST_DECLARED: usize = 50_000;

/// Returns all declarations in which each creature on the battlefield does nothing or one of these
/// things; none where there are too many to try.
fn all_declarations(game: &Game) -> Option<Vec<Vec<Assignment>>> {
    let permanents: Vec<_> = game.world().battlefield.iter().copied().collect();
    let mut to: Vec<Entity> = game.players().map(|player| Entity::Player(player.id)).collect();
    to.extend(permanents.iter().copied().map(Entity::Object));
    let mut all = vec![Vec::new()];
    for object in permanents.into_iter().filter(|id| game.is_creature(*id)) {
        if all.len() * (to.len() + 1) > MOST_DECLARED {
            return None;
        }
        let ways = all.clone();
        for target in &to {
            all.extend(ways.iter().cloned().map(|mut way: Vec<Assignment>| {
                way.push(Assignment { object, to: vec![*target] });
                way
            }));
        }
    }
    Some(all)
}

/// Law 3, Legality: on small boards, `enumerate` offers exactly the answers that `decide` accepts
/// among all that could be given.
#[test]
fn law_3_legality_by_brute_force() {
    let mut compared = 0;
    for seed in 0..12 {
        let (mut game, _) = start(&games::small_board(seed)).unwrap();
        let mut dice = Dice::new(seed);
        for _ in 0..30 {
            let Pending::Choices(choices) = pending(&game) else { break };
            let choice = &choices[0];
            let by = choice.answered_by;
            let accepted = |answer: &Answer| play(&game, &Input::Decision { by, answer: answer.clone() }).is_ok();
            let brute: Option<Vec<Answer>> = match &choice.domain {
                Domain::Pick { max: 1, .. } => {
                    let none = std::iter::once(Answer::Picked(vec![]));
                    Some(
                        none.chain(legality::universe(&game).1.into_iter().map(|item| Answer::Picked(vec![item])))
                            .collect(),
                    )
                }
                Domain::Declare { .. } => {
                    all_declarations(&game).map(|all| all.into_iter().map(Answer::Declared).collect())
                }
                _ => None,
            };
            if let Some(brute) = brute {
                let key = |answer: &Answer| format!("{answer:?}");
                let mut found: Vec<String> = brute.iter().filter(|answer| accepted(answer)).map(key).collect();
                let offered = enumerate(&game, choice).filter(|answer| *answer != Answer::BackOut);
                let mut offered: Vec<String> = offered.map(|answer| key(&answer)).collect();
                found.sort();
                offered.sort();
                assert_eq!(found, offered, "seed {seed}: {:?}", choice.prompt);
                compared += 1;
            }
            let answer = sample(&game, choice, &mut dice);
            assert!(accepted(&answer), "seed {seed}: a sampled answer is refused: {answer:?}");
            game = play(&game, &Input::Decision { by, answer }).unwrap().1;
        }
    }
    assert!(compared > 100, "only {compared} choices were compared");
}

/// What is kept beside a state equals what is computed from the state alone.
#[test]
fn law_10_kept() {
    holds(Law::Kept, SEEDS, 4, 3000);
}

/// Whoever is still in the game is asked what they were to be asked, whoever leaves in the middle:
/// in random games from the boards of all scenarios for several players.
#[test]
fn law_11_asked() {
    let pool = Pool::bundled().unwrap();
    let mut tried = 0;
    let mut files = Vec::new();
    for folder in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios")).unwrap() {
        files.extend(std::fs::read_dir(folder.unwrap().path()).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    for path in files {
        let (file, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let genesis = Scenario::read(&file, &text).and_then(|scenario| scenario.genesis(&pool));
        let Ok(genesis) = genesis else { continue };
        if genesis.players.len() < 3 {
            continue;
        }
        let record = Record::play(genesis, random_input, 1, 40).unwrap_or_else(|error| panic!("{file}: {error}"));
        let found = check(Law::Asked, &record, &mut Trial::new(7, 1));
        tried += found.unwrap_or_else(|broken| panic!("{file}: {broken}"));
    }
    assert!(tried > 50, "law {} was tried {tried} times only", Law::Asked);
}

//! The nine laws of `docs/architecture.md`, each as a property over sampled games.

use retrace_core::fact::{Answer, Entry, Event, Input, Step, wire};
use retrace_core::play::{Dice, random_game, sample};
use retrace_core::rules::{Pending, pending, play, start, step};
use retrace_core::state::{Game, evolve};

use crate::games;

/// Everything that happened in a sampled game.
struct Played {
    genesis: retrace_core::fact::Genesis,
    /// The game before each commit, its input, its steps, the game after it.
    commits: Vec<(Game, Option<Input>, Vec<Step>, Game)>,
}

fn sampled(seed: u64) -> Played {
    let genesis = if seed % 2 == 0 { games::from_board(seed) } else { games::from_decks(seed) };
    let mut dice = Dice::new(seed);
    let mut commits = Vec::new();
    random_game(&genesis, &mut dice, 400, |before, input, steps, after| {
        commits.push((before.clone(), input.cloned(), steps.to_vec(), after.clone()));
    })
    .unwrap();
    assert!(commits.len() > 5, "seed {seed}: the game stopped after {} commits", commits.len());
    Played { genesis, commits }
}

const SEEDS: std::ops::Range<u64> = 0..24;

/// Law 1, Replay: folding the steps gives the state that produced them; the inputs alone, run again, give the same steps.
#[test]
fn law_1_replay() {
    for seed in SEEDS {
        let played = sampled(seed);
        let mut folded = Game::empty();
        let (mut again, first) = start(&played.genesis).unwrap();
        assert_eq!(first, played.commits[0].2, "seed {seed}: genesis");
        for (index, (_, input, steps, after)) in played.commits.iter().enumerate() {
            for step in steps {
                evolve(&mut folded, step);
            }
            assert!(folded == *after, "seed {seed}, commit {index}: the fold differs from the state decided on");
            if let Some(input) = input {
                let (steps_again, game) = play(&again, input).unwrap();
                assert_eq!(*steps, steps_again, "seed {seed}, commit {index}");
                again = game;
            }
        }
        assert_eq!(wire::encode(&folded).unwrap(), wire::encode(&again).unwrap(), "seed {seed}: bit for bit");
    }
}

/// Law 2, Resume: at any step boundary, encode, decode and go on give the same future.
#[test]
fn law_2_resume() {
    for seed in SEEDS {
        let played = sampled(seed);
        let mut dice = Dice::new(seed ^ 0xabcd);
        for (before, input, steps, _) in &played.commits {
            let Some(input) = input else { continue };
            if steps.len() < 2 || dice.below(6) != 0 {
                continue;
            }
            let boundary = 1 + dice.below(steps.len() - 1);
            let mut game = before.clone();
            steps[..boundary].iter().for_each(|step| evolve(&mut game, step));
            let bytes = wire::encode(&game).unwrap();
            let mut resumed: Game = wire::decode(&bytes).unwrap();
            assert!(resumed == game, "seed {seed}: decoding gives another game");
            for expected in &steps[boundary..] {
                let next = step(&resumed, None).unwrap();
                assert_eq!(*expected, next, "seed {seed}, after {input:?}");
                evolve(&mut resumed, &next);
            }
        }
    }
}

/// Wire: every entry reads back as it was written, and its bytes are all that is read.
#[test]
fn entries_read_back_from_the_wire() {
    for seed in SEEDS {
        for (_, _, steps, _) in &sampled(seed).commits {
            for step in steps {
                for (index, entry) in step.entries.iter().enumerate() {
                    let mut bytes = Vec::new();
                    wire::encode_entry(entry, index == 0, &mut bytes).unwrap();
                    let (read, begins): (Entry, bool) = wire::decode_entry(&bytes, entry.no, entry.rule)
                        .unwrap_or_else(|error| panic!("seed {seed}: {entry:?}: {error}"));
                    assert_eq!((&read, begins), (entry, index == 0));
                    bytes.push(0);
                    assert!(wire::decode_entry(&bytes, entry.no, entry.rule).is_err());
                }
            }
        }
    }
}

/// Every entry is numbered in order, and its cause is an earlier one.
#[test]
fn every_entry_has_an_earlier_cause() {
    for seed in SEEDS {
        let mut next = 0;
        for (_, _, steps, _) in &sampled(seed).commits {
            for entry in steps.iter().flat_map(|step| &step.entries) {
                assert_eq!(entry.no.0, next, "seed {seed}");
                next += 1;
                match entry.cause {
                    Some(cause) => assert!(cause < entry.no, "seed {seed}: {entry:?}"),
                    None => assert!(
                        matches!(
                            entry.event,
                            Event::Began { .. }
                                | Event::Decided { .. }
                                | Event::Conceded { .. }
                                | Event::Defined { .. }
                        ),
                        "seed {seed}: {entry:?} has no cause"
                    ),
                }
            }
        }
    }
}

/// Law 8, Speculation composes: deciding from any past point equals playing up to it and deciding.
#[test]
fn law_8_speculation_composes() {
    for seed in SEEDS {
        let played = sampled(seed);
        let mut dice = Dice::new(seed ^ 0x88);
        for (index, (before, input, _, _)) in played.commits.iter().enumerate() {
            if input.is_none() || dice.below(10) != 0 {
                continue;
            }
            let Pending::Choices(choices) = pending(before) else { panic!("seed {seed}: nothing was asked") };
            let answer = sample(before, &choices[0], &mut dice);
            let what_if = Input::Decision { by: choices[0].answered_by, answer };
            let (mut game, _) = start(&played.genesis).unwrap();
            for (_, input, _, _) in &played.commits[1..index] {
                game = play(&game, input.as_ref().unwrap()).unwrap().1;
            }
            assert_eq!(play(before, &what_if), play(&game, &what_if), "seed {seed}, commit {index}");
        }
    }
}

/// Law 3, Legality, in part: what is not offered is refused, with no change.
#[test]
fn law_3_refusals_change_nothing() {
    for seed in SEEDS {
        for (before, input, _, _) in &sampled(seed).commits {
            if input.is_none() {
                continue;
            }
            let copy = before.clone();
            let Pending::Choices(choices) = pending(before) else { continue };
            let by = choices[0].answered_by;
            assert!(
                play(before, &Input::Decision { by, answer: Answer::Picked(vec![]) }).is_err()
                    || matches!(choices[0].domain, retrace_core::fact::Domain::Pick { min: 0, .. })
            );
            assert!(copy == *before);
        }
    }
}

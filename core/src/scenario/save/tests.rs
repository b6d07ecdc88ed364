//! Tests saving moments: boards that a set-up can express, boards that none can, and random moments
//! of whole games.

use std::sync::Arc;

use crate::card::pool::Pool;
use crate::deck::{self, Deck};
use crate::fact::{Genesis, Input, PlayerId, Prompt};
use crate::play::{self, Dice};
use crate::rules::{self, Pending};
use crate::scenario::{Run, Scenario};
use crate::state::Game;

use super::{Saved, SavedForm, SavedMoment, reading, save};

fn pool() -> Pool {
    Pool::bundled().unwrap()
}

fn run(text: &str) -> Run {
    let run = Scenario::read("test.ron", text).unwrap().run(&pool());
    run.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn words(_: &Game, input: &Input) -> String {
    format!("{input:?}").chars().take(60).collect()
}

/// Saves the moment after the first `before` inputs of the first timeline of a scenario.
fn saved(text: &str, before: usize, follow: bool) -> Saved {
    let run = run(text);
    let inputs = run.timelines[0].inputs.clone();
    let moment = SavedMoment { name: "saved", genesis: &run.genesis, inputs: &inputs, before, follow };
    save(&moment, &pool(), &words).unwrap_or_else(|error| panic!("{error}"))
}

/// A board that uses every part of the format.
const BOARD: &str = r#"Scenario(
    name: "everything",
    cards: [Card(name: "Stone Golem", cost: "{4}", types: [Artifact, Creature], subtypes: ["Golem"], power: 4, toughness: 4)],
    players: [
        (
            name: "Ann",
            life: 7,
            counters: {Energy: 2, Poison: 1},
            battlefield: [
                (card: "Forest", count: 3),
                (card: "Stone Golem", as: "Golem", tapped: true, counters: {PowerToughness(1, 1): 2}, damage: 1),
                (card: "Grizzly Bears", as: "Bear", controller: "Bob"),
                (card: "Grizzly Bears", token: true, sick: true),
                (card: "Bonesplitter", attached_to: "Golem"),
                (card: "Serra Angel", as: "Away", phased_out: true),
                (card: "Darksteel Garrison", as: "Walls", attached_to: "Castle"),
                (card: "Island", as: "Castle", phased_out: true, tapped: true),
                (card: "Jace Beleren", as: "Jace", counters: {Loyalty: 8}),
                (card: "Exalted Angel", as: "Angel", face_down: true),
                (card: "Grizzly Bears", token: true, face_down: true),
                (card: "Lightning Bolt", manifested: true, tapped: true),
            ],
            hand: ["Giant Growth", "Forest"],
            library: ["Llanowar Elves", (card: "Forest", count: 2), "Grizzly Bears"],
            graveyard: ["Lightning Bolt", "Island"],
            exile: ["Island"],
        ),
        (name: "Bob", hand: ["Lightning Bolt"]),
    ],
    turn: (number: 8, active: "Ann", step: PostcombatMain),
    script: [
        Edit(Mana(of: "Ann", is: "GGR")),
        PlayLand(card: "Forest"),
        Pass,
    ],
)"#;

#[test]
fn a_board_keeps_everything_that_a_player_reads() {
    let saved = saved(BOARD, 3, false);
    assert_eq!(saved.form, SavedForm::Board, "{}", saved.text);
    let (from, to) = (run(BOARD), run(&saved.text));
    let (from, to) = (&from.timelines[0].end, &to.timelines[0].end);
    assert_eq!(reading(from), reading(to));
    // The reading contains what the board was made with, so that the comparison is not empty.
    for said in [
        "7 life",
        "mana RGG",
        "1 lands",
        "tapped",
        "2 +1/+1",
        "1 damage",
        "a token",
        "sick",
        "attached to Stone Golem",
        "under Bob",
        "8 loyalty",
        "phased out: Serra Angel",
        "phased out: Darksteel Garrison",
        "attached to Island",
        "Bob is asked",
    ] {
        assert!(reading(to).contains(said), "{said} is not in\n{}", reading(to));
    }
    assert!(saved.text.contains("Card(\n"), "its own card is in the text:\n{}", saved.text);
}

/// A spell on the stack, and a lasting effect.
const STACK: &str = r#"Scenario(
    name: "a stack",
    players: [
        (name: "Ann", battlefield: ["Forest", (card: "Grizzly Bears", as: "Bear")], hand: ["Giant Growth"]),
        (name: "Bob", battlefield: ["Mountain"], hand: ["Lightning Bolt"]),
    ],
    script: [
        Cast(card: "Giant Growth", targets: ["Bear"]),
        ResolveTop,
        Cast(card: "Lightning Bolt", by: "Bob", targets: ["Bear"]),
        ResolveTop,
        Attack([("Bear", "Bob")]),
        AdvanceTo(step: End),
    ],
)"#;

#[test]
fn what_no_board_can_say_is_the_beginning_and_what_was_done() {
    let run_of = run(STACK);
    let inputs = &run_of.timelines[0].inputs;
    // In the middle of casting; with a spell on the stack; with an effect in force.
    for (before, why) in [(1, "no player simply has priority"), (4, "on the stack"), (6, "effect")] {
        let saved = saved(STACK, before, false);
        let SavedForm::Whole(told) = &saved.form else { panic!("{before} inputs in it is a board:\n{}", saved.text) };
        assert!(told.contains(why), "after {before} inputs: {told}");
        assert!(saved.text.contains(told.as_str()), "the text says why as well");
        let there = run(&saved.text);
        let mut game = rules::start(&run_of.genesis).unwrap().0;
        for input in &inputs[..before] {
            game = rules::play(&game, input).unwrap().1;
        }
        assert_eq!(reading(&there.timelines[0].end), reading(&game));
    }
}

#[test]
fn what_follows_becomes_a_test_that_can_fail() {
    let saved = saved(STACK, 0, true);
    assert_eq!(saved.form, SavedForm::Board, "{}", saved.text);
    assert!(saved.text.contains("Attack(["), "{}", saved.text);
    assert!(run(&saved.text).failures.is_empty());
    let otherwise = saved.text.replace("Life(of: \"Bob\", is: 15)", "Life(of: \"Bob\", is: 14)");
    assert_ne!(otherwise, saved.text, "the Bear grew, lived and attacked for five:\n{}", saved.text);
    assert_eq!(run(&otherwise).failures.len(), 1);
}

#[test]
fn a_whole_game_is_saved_with_its_seed_and_decks() {
    let (genesis, inputs) = game(5, 40);
    let moment = SavedMoment { name: "whole", genesis: &genesis, inputs: &inputs, before: 1, follow: false };
    let saved = save(&moment, &pool(), &words).unwrap();
    assert!(matches!(saved.form, SavedForm::Whole(_)) && saved.text.contains("deck: ["), "{}", saved.text);
}

/// Up to `most` random inputs of a game of two small decks.
fn game(seed: u64, most: usize) -> (Genesis, Vec<Input>) {
    let pool = pool();
    let lists = [
        "8 Forest\n4 Mountain\n4 Grizzly Bears\n4 Llanowar Elves\n4 Giant Growth\n4 Lightning Bolt\n2 Bonesplitter\n",
        "8 Swamp\n4 Plains\n4 Typhoid Rats\n4 Savannah Lions\n4 Blood Artist\n2 Glorious Anthem\n4 Serra Angel\n",
    ];
    let decks = lists.map(|list| Deck::read("deck", list, &pool).unwrap_or_else(|errors| panic!("{errors}")));
    let players = [("Ann".to_owned(), &decks[0]), ("Bob".to_owned(), &decks[1])];
    let genesis = deck::genesis(&players, PlayerId(0), seed, &pool);
    let mut dice = Dice::new(seed ^ 0x5a5e);
    let mut game = rules::start(&genesis).unwrap().0;
    let mut inputs = Vec::new();
    while inputs.len() < most {
        let Pending::Choices(choices) = rules::pending(&game) else { break };
        let choice = &choices[0];
        // Hands are kept, so that games make progress.
        let input = match choice.prompt {
            Prompt::Mulligan => {
                Input::Decision { by: choice.answered_by, answer: crate::fact::Answer::Confirmed(false) }
            }
            _ => play::decide_at_random(&game, choice, &mut dice),
        };
        game = rules::play(&game, &input).unwrap().1;
        inputs.push(input);
    }
    (genesis, inputs)
}

/// At random moments of random games, what is saved reads like the moment, and what follows leads
/// to the same end.
#[test]
fn random_moments_of_random_games() {
    let pool = Arc::new(pool());
    let (mut boards, mut wholes) = (0, 0);
    for seed in 0..6 {
        let (genesis, inputs) = game(seed, 260);
        let mut dice = Dice::new(seed);
        for follow in [false, false, true] {
            let before = dice.below(inputs.len());
            let moment = SavedMoment { name: "random", genesis: &genesis, inputs: &inputs, before, follow };
            let saved = save(&moment, &pool, &words).unwrap_or_else(|why| panic!("seed {seed}, {before}: {why}"));
            match &saved.form {
                SavedForm::Board => boards += 1,
                SavedForm::Whole(_) => wholes += 1,
            }
            let mut game = rules::start(&genesis).unwrap().0;
            for input in inputs.iter().take(if follow { inputs.len() } else { before }) {
                game = rules::play(&game, input).unwrap().1;
            }
            let run = Scenario::read("saved.ron", &saved.text).unwrap().run(&pool).unwrap();
            assert!(run.failures.is_empty());
            assert_eq!(reading(&run.timelines[0].end), reading(&game), "seed {seed}, {before}:\n{}", saved.text);
        }
    }
    assert!(boards >= 3 && wholes >= 3, "{boards} boards and {wholes} whole games are too few to tell");
}

#[test]
fn whoever_waits_is_told_how_far_it_is_and_can_stop_it() {
    use std::ops::ControlFlow;
    let run = run(BOARD);
    let moment =
        SavedMoment { name: "saved", genesis: &run.genesis, inputs: &run.timelines[0].inputs, before: 1, follow: true };
    let mut seen = Vec::new();
    let saved = super::save_with(&moment, &pool(), &words, &mut |done, of| {
        seen.push((done, of));
        ControlFlow::Continue(())
    });
    assert_eq!(saved.unwrap(), Some(save(&moment, &pool(), &words).unwrap()));
    assert!(seen.len() > 2 && seen.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{seen:?}");
    // It can be stopped at each of these places.
    for stop in 0..seen.len() {
        let mut told = 0;
        let stopped = super::save_with(&moment, &pool(), &words, &mut |_, _| {
            told += 1;
            if told > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stopped, told), (Ok(None), stop + 1));
    }
}

/// Equal abilities count as one in the choice of an order, but may be named one by one (CR 603.3b).
#[test]
fn an_order_of_an_ability_that_triggered_twice_is_saved() {
    let text = r#"Scenario(
    name: "twice",
    cards: [
        Card(name: "First Watch", types: [Enchantment], abilities: [
            Triggered(when: Moves(what: Type(Creature), to: Battlefield), body: (instructions: [GainLife(amount: Fixed(1))])),
        ]),
        Card(name: "Second Watch", types: [Enchantment], abilities: [
            Triggered(when: Moves(what: Type(Creature), to: Battlefield), body: (instructions: [Draw])),
        ]),
    ],
    players: [
        (name: "Ann", hand: ["Ornithopter"], battlefield: ["First Watch", "Second Watch", "Panharmonicon"]),
        (name: "Bob"),
    ],
    script: [
        Cast(card: "Ornithopter"),
        ResolveTop,
        OrderTriggers(["First Watch", "Second Watch", "First Watch", "Second Watch"]),
        ResolveTop,
    ],
)"#;
    let all = run(text).timelines[0].inputs.len();
    for before in 0..=all {
        let saved = saved(text, before, false);
        assert!(run(&saved.text).failures.is_empty(), "{}", saved.text);
    }
}

#[test]
fn a_commander_in_a_library_is_saved_where_it_is() {
    let text = r#"Scenario(
    name: "in the library",
    variant: "commander",
    players: [
        (name: "Ann", library: ["Forest", (card: "Daxos of Meletis", commander: true), "Swamp", "Island"]),
        (name: "Bob", exile: [(card: "Daxos of Meletis", commander: true)], library: ["Plains"]),
    ],
    script: [],
)"#;
    let saved = saved(text, 0, false);
    assert_eq!(saved.form, SavedForm::Board, "{}", saved.text);
    let (from, to) = (run(text), run(&saved.text));
    let (from, to) = (&from.timelines[0].end, &to.timelines[0].end);
    assert_eq!(reading(from), reading(to));
    let names = |game: &Game| {
        game.zone(crate::fact::Zone::Library(PlayerId(0))).iter().map(|id| game.name_of(*id)).collect::<Vec<_>>()
    };
    assert_eq!(names(to), ["Forest", "Daxos of Meletis", "Swamp", "Island"]);
    assert_eq!(to.world().commanders().len(), 2);
}

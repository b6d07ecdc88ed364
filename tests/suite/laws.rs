//! The nine laws of `docs/architecture.md`, each as a property over sampled games.

use std::collections::BTreeSet;

use retrace_core::card::ZoneKind;
use retrace_core::derive::Look;
use retrace_core::fact::{
    Act, Answer, Assignment, Choice, Component, Domain, Edit, Entity, Entry, Event, Input, Item, Part, PlayerId,
    Prompt, Step, Zone, wire,
};
use retrace_core::observe;
use retrace_core::play::{Dice, enumerate, sample};
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
    let genesis = if seed.is_multiple_of(2) { games::from_board(seed) } else { games::from_decks(seed) };
    let mut dice = Dice::new(seed);
    let (mut game, steps) = start(&genesis).unwrap();
    let mut commits = vec![(Game::empty(), None, steps, game.clone())];
    for _ in 0..300 {
        let Pending::Choices(choices) = pending(&game) else { break };
        let input = random_input(&game, &choices[0], &mut dice);
        let (steps, after) = play(&game, &input).unwrap_or_else(|error| panic!("seed {seed}: {input:?}: {error}"));
        commits.push((game, Some(input), steps, after.clone()));
        game = after;
    }
    assert!(commits.len() > 5, "seed {seed}: the game stopped after {} commits", commits.len());
    Played { genesis, commits }
}

/// Mostly a sampled decision; now and then a proposal is taken back, something is edited, or somebody concedes.
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
        let same = wire::encode(&folded).unwrap() == wire::encode(&again).unwrap();
        assert!(same, "seed {seed}: not the same bit for bit");
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
                    None => assert!(entry.part == Part::Input, "seed {seed}: {entry:?} has no cause"),
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

/// Everything that could be named in an answer on a board, legal or not.
fn universe(game: &Game) -> (Vec<Entity>, Vec<Item>) {
    let mut entities: Vec<Entity> = game.players().map(|player| Entity::Player(player.id)).collect();
    entities.extend(game.world().objects.keys().copied().map(Entity::Object));
    let mut items: Vec<Item> = entities.iter().copied().map(Item::Entity).collect();
    items.push(Item::Act(Act::Pass));
    for id in game.world().objects.keys() {
        items.push(Item::Act(Act::Play(*id)));
        items.push(Item::Act(Act::Cast(*id)));
        for ability in game.characteristics(*id).map(|it| it.abilities.clone()).unwrap_or_default() {
            items.push(Item::Act(Act::Activate(*id, ability.origin)));
        }
    }
    (entities, items)
}

/// Each creature of the battlefield does nothing or one thing to any of these.
fn all_declarations(game: &Game) -> Vec<Vec<Assignment>> {
    let permanents: Vec<_> = game.world().battlefield.iter().copied().collect();
    let mut to: Vec<Entity> = game.players().map(|player| Entity::Player(player.id)).collect();
    to.extend(permanents.iter().copied().map(Entity::Object));
    let mut all = vec![Vec::new()];
    for object in permanents.into_iter().filter(|id| game.is_creature(*id)) {
        let ways = all.clone();
        for target in &to {
            all.extend(ways.iter().cloned().map(|mut way: Vec<Assignment>| {
                way.push(Assignment { object, to: vec![*target] });
                way
            }));
        }
    }
    all
}

/// Law 3, Legality: on small boards what `enumerate` offers is what a brute force over everything that could be said
/// finds `decide` to accept.
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
                    Some(none.chain(universe(&game).1.into_iter().map(|item| Answer::Picked(vec![item]))).collect())
                }
                Domain::Declare { .. } => Some(all_declarations(&game).into_iter().map(Answer::Declared).collect()),
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

/// Law 4, Conservation: every card is in exactly one place, every object in one zone; ids are never used again.
#[test]
fn law_4_conservation() {
    for seed in SEEDS {
        let mut given = BTreeSet::new();
        for (_, _, steps, after) in &sampled(seed).commits {
            for entry in steps.iter().flat_map(|step| &step.entries) {
                let new: Vec<_> = match &entry.event {
                    Event::Created { object } => vec![object.id],
                    Event::Moved { became, .. } => became.iter().map(|new| new.id).collect(),
                    _ => Vec::new(),
                };
                for id in new {
                    assert!(given.insert(id), "seed {seed}: {id} is used again by {entry:?}");
                }
            }
            let world = after.world();
            let mut cards = BTreeSet::new();
            let mut places = Vec::new();
            for (id, object) in &world.objects {
                if let Component::Card(card) = object.component {
                    assert!(cards.insert(card), "seed {seed}: {card} is in two places");
                }
                let zone = after.zone(object.zone);
                assert_eq!(zone.iter().filter(|other| *other == id).count(), 1, "seed {seed}: {id} in {}", object.zone);
            }
            assert_eq!(cards.len(), after.cards().len(), "seed {seed}: a card is nowhere");
            for player in after.players() {
                places.extend(player.library.iter().chain(&player.hand).chain(&player.graveyard).copied());
            }
            let shared = [&world.battlefield, &world.stack, &world.exile, &world.command, &world.outside];
            places.extend(shared.into_iter().flatten().copied());
            places.sort_unstable();
            assert_eq!(places, world.objects.keys().copied().collect::<Vec<_>>(), "seed {seed}");
        }
    }
}

/// Law 7, Order: the same inputs give the same bytes on any thread, whatever else runs; and core has nothing that could
/// bring in another order, a clock or an address.
#[test]
fn law_7_order() {
    let bytes = |seed: u64| {
        let played = sampled(seed);
        let steps: Vec<&Vec<Step>> = played.commits.iter().map(|commit| &commit.2).collect();
        wire::encode(&steps).unwrap()
    };
    for seed in 0..4 {
        let threads: Vec<_> = (0..3).map(|_| std::thread::spawn(move || bytes(seed))).collect();
        let here = bytes(seed);
        for thread in threads {
            assert!(thread.join().unwrap() == here, "seed {seed}: another thread, another game");
        }
    }
    for file in crate::rules::sources_of("core/src") {
        let text = std::fs::read_to_string(&file).unwrap();
        for forbidden in
            ["HashMap", "HashSet", "std::time", "std::thread", "std::fs", "std::net", "std::env", "f32", "f64"]
        {
            assert!(!text.contains(forbidden), "{} uses {forbidden}", file.display());
        }
    }
}

/// Passes, declines and keeps wherever that is possible: an answer that depends on nothing hidden.
fn idle(game: &Game, choice: &Choice) -> Answer {
    match &choice.domain {
        Domain::Pick { .. } if choice.prompt == Prompt::Priority => Answer::Picked(vec![Item::Act(Act::Pass)]),
        Domain::Declare { .. } => Answer::Declared(vec![]),
        Domain::Confirm => Answer::Confirmed(false),
        _ => enumerate(game, choice).next().unwrap(),
    }
}

/// Law 9, Secrecy: what `observe` gives a player is the same for two games that differ only in what that player may not
/// know: the order of libraries, and the cards in the opponent's hand.
#[test]
fn law_9_secrecy() {
    let viewer = PlayerId(0);
    for seed in 0..12 {
        let one = games::from_board(seed);
        let mut other = one.clone();
        // The opponent's hand and library change places card by card; the viewer's library is turned over below the
        // cards that will be drawn.
        let opponents_deck = other.players[1].deck.clone();
        let mut objects = other.set_up.clone().unwrap().objects;
        let hand: Vec<&mut retrace_core::fact::Placed> =
            objects.iter_mut().filter(|placed| placed.owner == PlayerId(1) && placed.zone == ZoneKind::Hand).collect();
        for (placed, card) in hand.into_iter().zip(opponents_deck.iter().rev()) {
            placed.card = *card;
        }
        other.set_up.as_mut().unwrap().objects = objects;
        other.players[1].deck.reverse();
        other.players[0].deck[6..].reverse();
        let ((mut a, mut steps_a), (mut b, mut steps_b)) = (start(&one).unwrap(), start(&other).unwrap());
        assert!(a != b, "seed {seed}: there is nothing hidden to tell apart");
        for commit in 0..60 {
            assert_eq!(observe::view(&a, viewer), observe::view(&b, viewer), "seed {seed}, commit {commit}");
            let seen = |game: &Game, steps: &[Step]| -> Vec<observe::SeenEntry> {
                let entries = steps.iter().flat_map(|step| &step.entries);
                entries.map(|entry| observe::entry(game, viewer, entry)).collect()
            };
            assert_eq!(seen(&a, &steps_a), seen(&b, &steps_b), "seed {seed}, commit {commit}");
            let (Pending::Choices(in_a), Pending::Choices(in_b)) = (pending(&a), pending(&b)) else { break };
            if a.world().turn.number > 6 || matches!(in_a[0].prompt, Prompt::DiscardToHandSize) {
                break;
            }
            let (by, answer) = (in_a[0].answered_by, idle(&a, &in_a[0]));
            assert_eq!(answer, idle(&b, &in_b[0]), "seed {seed}");
            let input = Input::Decision { by, answer };
            (steps_a, a) = play(&a, &input).unwrap();
            (steps_b, b) = play(&b, &input).unwrap();
        }
    }
}

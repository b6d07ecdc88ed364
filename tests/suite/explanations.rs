//! Explanations match the computed results, on random boards and boards of interdependent effects.
//! The derivation of each object leads without a gap from its printed values to its characteristics
//! (CR 613). Each replaced action leads without a gap from what was proposed to what happened
//! (CR 616.1).

use std::collections::BTreeMap;
use std::mem::discriminant;

use retrace::laws::Record;
use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, TurnStep, ZoneKind};
use retrace_core::derive::{Look, explain};
use retrace_core::fact::{
    Action, Canonical, Characteristics, Entry, EntryNo, Event, Genesis, Input, Placed, PlayerId, PlayerSetup, SetUp,
};
use retrace_core::play::{Dice, sample};
use retrace_core::state::Game;

use crate::games;

/// Cards whose effects depend on each other, or remove each other's abilities.
const KNOTS: [&str; 17] = [
    "Blood Moon",
    "Darksteel Mutation",
    "Dralnu's Crusade",
    "Enchanted Evening",
    "Glorious Anthem",
    "Godhead of Awe",
    "Humility",
    "Kormus Bell",
    "Life and Limb",
    "Living Plane",
    "Magus of the Moon",
    "March of the Machines",
    "Nature's Revolt",
    "Opalescence",
    "Prismatic Omen",
    "Urborg, Tomb of Yawgmoth",
    "Yixlid Jailer",
];

/// Cards that replace and prevent, and cards that give them something to do.
const REPLACING: [&str; 24] = [
    "Anointed Procession",
    "Boon Reflection",
    "Clone",
    "Curse of Bloodletting",
    "Doubling Season",
    "Essence of the Wild",
    "Fog Bank",
    "Grizzly Bears",
    "Guardian Seraph",
    "Hangarback Walker",
    "Hardened Scales",
    "Kalitas, Traitor of Ghet",
    "Lightning Bolt",
    "Magma Spray",
    "Metallic Mimic",
    "Mountain",
    "Rest in Peace",
    "Rhox Faithmender",
    "Soul-Scar Mage",
    "Thought Reflection",
    "Triskelion",
    "Undergrowth Champion",
    "Vesuva",
    "Walking Ballista",
];

/// Cards for these effects to apply to.
const CROWD: [&str; 6] = ["Forest", "Swamp", "Mutavault", "Grizzly Bears", "Goblin Piker", "Ornithopter"];

/// Returns a board with replacement effects, mana for everything, and similar cards in hand.
fn replacing(seed: u64) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let mut dice = Dice::new(seed);
    let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    let all = REPLACING.iter().chain(&basics);
    let cards: Vec<_> = all.map(|name| Canonical::new((**pool.get(name).unwrap()).clone())).collect();
    let mut objects = Vec::new();
    for seat in 0..2 {
        let mut place = |card: usize, zone: ZoneKind| {
            objects.push(Placed::plain(u32::try_from(card).unwrap(), PlayerId(seat), zone));
        };
        (REPLACING.len()..cards.len()).for_each(|basic| (0..2).for_each(|_| place(basic, ZoneKind::Battlefield)));
        for _ in 0..6 {
            let card = dice.below(REPLACING.len());
            let types = cards[card].front().types;
            let kept = !types.is_permanent() || REPLACING[card].starts_with("Curse");
            place(card, if kept { ZoneKind::Hand } else { ZoneKind::Battlefield });
            place(dice.below(REPLACING.len()), ZoneKind::Hand);
        }
    }
    let deck = (0..u32::try_from(cards.len()).unwrap()).collect();
    genesis(seed, cards, deck, objects)
}

/// Returns a game of two players with these decks, in the middle of a turn.
fn genesis(seed: u64, cards: Vec<Canonical<Card>>, deck: Vec<u32>, objects: Vec<Placed>) -> Genesis {
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: deck.clone(), ..PlayerSetup::default() };
    Genesis {
        seed,
        players: vec![player("A"), player("B")],
        starting_player: PlayerId(0),
        cards,
        set_up: Some(SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    }
}

/// Returns a board with some of the knots and the crowd, in any order.
fn knotted(seed: u64) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let mut dice = Dice::new(seed);
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..9 {
        names.push(KNOTS[dice.below(KNOTS.len())]);
        names.push(CROWD[dice.below(CROWD.len())]);
    }
    let cards: Vec<_> = names.iter().map(|name| Canonical::new((**pool.get(name).unwrap()).clone())).collect();
    let on = |card: usize| {
        let owner = PlayerId(u8::try_from(card % 2).unwrap());
        Placed::plain(u32::try_from(card).unwrap(), owner, ZoneKind::Battlefield)
    };
    // An Aura stays only where there is something to enchant.
    let is_aura = |card: &usize| names[*card] == "Darksteel Mutation";
    let rest = (0..names.len()).filter(|card| !is_aura(card)).map(on);
    let hand = (0..names.len()).filter(is_aura).map(|card| Placed { zone: ZoneKind::Hand, ..on(card) });
    let objects: Vec<Placed> = hand.chain(rest).collect();
    genesis(seed, cards, vec![1; 10], objects)
}

/// Compares each explanation with the result computed without an observer. Returns the number of
/// effects applied.
fn explained(game: &Game, what: &str) -> usize {
    let mut applied = 0;
    for id in &game.world().battlefield {
        let explanation = explain(game, *id).unwrap();
        let computed = game.characteristics(*id).unwrap();
        assert_eq!(*explanation.result, *computed, "{what}: {id}");
        assert_eq!(explanation.controller, game.controller(*id), "{what}: {id}");
        let mut now = &explanation.starting;
        let mut layers = Vec::new();
        for application in &explanation.applications {
            assert_eq!(**now, *application.before, "{what}: {id}, from {}", application.source);
            assert!(
                application.waited_for.iter().all(|it| it.on != application.effect),
                "{what}: {id} waits for itself"
            );
            now = &application.after;
            layers.push(application.layer);
        }
        assert!(layers.is_sorted(), "{what}: {id}");
        // A noncreature permanent has no power or toughness, whatever was done to them (CR 208.3).
        let sizeless = |it: &Characteristics| Characteristics { power: None, toughness: None, ..it.clone() };
        assert_eq!(sizeless(now), sizeless(computed), "{what}: {id}");
        applied += explanation.applications.len();
    }
    applied
}

fn decided(game: &Game, choice: &retrace_core::fact::Choice, dice: &mut Dice) -> Input {
    Input::Decision { by: choice.answered_by, answer: sample(game, choice, dice) }
}

#[test]
fn what_is_explained_is_what_is_computed() {
    let mut applied = BTreeMap::new();
    for seed in 0..12 {
        for (kind, genesis) in [("board", games::from_board(seed)), ("knot", knotted(seed))] {
            let what = format!("{kind} {seed}");
            let record = Record::play(genesis, decided, seed, 60).unwrap_or_else(|error| panic!("{what}: {error}"));
            let shown = record.commits.iter().step_by(7).map(|commit| explained(&commit.after, &what));
            *applied.entry(kind).or_insert(0) += shown.sum::<usize>();
        }
    }
    assert!(applied["board"] > 40 && applied["knot"] > 800, "{applied:?}");
}

/// Compares each replacement in a game with the action before it. Returns how many were applied,
/// and how many were chosen.
fn accounted(record: &Record, what: &str) -> (usize, usize) {
    let steps = record.commits.iter().flat_map(|commit| &commit.steps);
    let entries: BTreeMap<EntryNo, &Entry> =
        steps.flat_map(|step| &step.entries).map(|entry| (entry.no, &**entry)).collect();
    let (mut applied, mut chosen) = (0, 0);
    for entry in entries.values() {
        let cause = entry.cause.and_then(|cause| entries.get(&cause)).map(|cause| &cause.event);
        // The action it is applied to or considered for is the result of the one before.
        let continues = |action: &Action| match cause {
            // The additional effect is an action of its own. How something enters is chosen along
            // the way (CR 614.12a).
            Some(Event::Replaced { after, .. }) => {
                let continued = |other: &Action| match (other, action) {
                    (Action::Move { object: one, to: there, .. }, Action::Move { object: other, to: here, .. }) => {
                        (one, there) == (other, here)
                    }
                    _ => other == action,
                };
                let same_kind = |other: &Action| discriminant(other) == discriminant(action);
                assert!(
                    after.iter().any(continued) || !after.iter().any(same_kind),
                    "{what}: {:?} after {after:?}",
                    entry.event
                );
            }
            Some(Event::Considered { action: considered, .. }) => assert_eq!(**considered, *action, "{what}"),
            _ => {}
        };
        match &entry.event {
            Event::Replaced { effect, before, .. } => {
                continues(before);
                if let Some(Event::Considered { effects, .. }) = cause {
                    assert!(effects.contains(effect), "{what}: {effect:?} was not among {effects:?}");
                }
                applied += 1;
            }
            Event::Considered { action, effects, .. } => {
                continues(action);
                assert!(effects.len() > 1, "{what}: a choice among {effects:?}");
                chosen += 1;
            }
            // The final event matches the last result.
            Event::CountersPut { on, kind, count, .. } => {
                let Some(Event::Replaced { after, .. }) = cause else { continue };
                let said = after.iter().any(|action| match action {
                    Action::PutCounters { on: its, kind: its_kind, count: its_count, .. } => {
                        (its, its_kind, its_count) == (on, kind, count)
                    }
                    _ => true,
                });
                assert!(said, "{what}: {:?} of {after:?}", entry.event);
            }
            Event::LifeGained { player, amount } => {
                let Some(Event::Replaced { after, .. }) = cause else { continue };
                let said = after.iter().any(|action| match action {
                    Action::GainLife { player: its, amount: its_amount } => (its, its_amount) == (player, amount),
                    _ => true,
                });
                assert!(said, "{what}: {:?} of {after:?}", entry.event);
            }
            _ => {}
        }
    }
    (applied, chosen)
}

#[test]
fn what_was_replaced_is_what_happened() {
    let (mut applied, mut chosen) = (0, 0);
    for seed in 0..16 {
        let what = format!("board {seed}");
        let record =
            Record::play(replacing(seed), decided, seed, 250).unwrap_or_else(|error| panic!("{what}: {error}"));
        let (its_applied, its_chosen) = accounted(&record, &what);
        (applied, chosen) = (applied + its_applied, chosen + its_chosen);
    }
    assert!(applied > 100 && chosen > 10, "{applied} applied, {chosen} chosen");
}

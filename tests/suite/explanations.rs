//! What is explained is what is computed: on random boards and boards of effects that depend on each other, the derivation
//! of each object goes from what is printed to what the object is, without a gap (CR 613).

use std::collections::BTreeMap;

use retrace::laws::Record;
use retrace_core::card::pool::Pool;
use retrace_core::card::{TurnStep, ZoneKind};
use retrace_core::derive::{Look, explain};
use retrace_core::fact::{Canonical, Characteristics, Genesis, Input, Placed, PlayerId, PlayerSetup, SetUp};
use retrace_core::play::{Dice, sample};
use retrace_core::state::Game;

use crate::games;

/// Cards whose effects depend on each other, or take each other's abilities.
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

/// What they are about.
const CROWD: [&str; 6] = ["Forest", "Swamp", "Mutavault", "Grizzly Bears", "Goblin Piker", "Ornithopter"];

/// Some of the knots and of the crowd, in any order.
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
    // An Aura stays where something can be enchanted.
    let is_aura = |card: &usize| names[*card] == "Darksteel Mutation";
    let rest = (0..names.len()).filter(|card| !is_aura(card)).map(on);
    let hand = (0..names.len()).filter(is_aura).map(|card| Placed { zone: ZoneKind::Hand, ..on(card) });
    let objects: Vec<Placed> = hand.chain(rest).collect();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![1; 10], ..PlayerSetup::default() };
    Genesis {
        edition: retrace_core::EDITION.to_owned(),
        seed,
        players: vec![player("A"), player("B")],
        starting_player: PlayerId(0),
        cards,
        ante: false,
        set_up: Some(SetUp { turn: 3, step: TurnStep::PrecombatMain, objects }),
    }
}

/// Holds each explanation against what was computed without an observer; how many effects were applied in all.
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
        // A permanent that is no creature has no power and toughness, whatever was done to them (CR 208.3).
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

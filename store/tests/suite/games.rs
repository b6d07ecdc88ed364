//! Games for the tests of the store.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may")]

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Act, Answer, Canonical, Domain, Genesis, Input, Item, PlayerId, PlayerSetup, Step};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;
use retrace_store::{EventId, Log};

pub fn genesis(seed: u64) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let card = |name: &str| Canonical::new((**pool.get(name).unwrap()).clone());
    let player = |name: &str| PlayerSetup {
        name: name.to_owned(),
        deck: (0..40).map(|index| index % 2).collect(),
        ..Default::default()
    };
    Genesis {
        seed,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: vec![card("Forest"), card("Grizzly Bears")],
        ..Genesis::default()
    }
}

/// A simple answer to the current choice: keep, play a land now and then, attack with nothing.
pub fn answer(game: &Game, number: u64) -> Input {
    let Pending::Choices(choices) = rules::pending(game) else { panic!("the game is over") };
    let choice = &choices[0];
    let answer = match &choice.domain {
        Domain::Confirm => Answer::Confirmed(true),
        Domain::Pick { options, min, .. } => {
            let land = options.iter().find(|option| matches!(option, Item::Act(Act::Play(_))));
            let pass = Item::Act(Act::Pass);
            match land {
                Some(land) if number.is_multiple_of(3) => Answer::Picked(vec![land.clone()]),
                _ if options.contains(&pass) => Answer::Picked(vec![pass]),
                _ => Answer::Picked(options.iter().take(*min as usize).cloned().collect()),
            }
        }
        Domain::Order(items) => Answer::Ordered(items.clone()),
        Domain::Number { min, .. } => Answer::Number(*min),
        Domain::Declare { .. } => Answer::Declared(Vec::new()),
        Domain::Gather { .. } | Domain::Divide(_) | Domain::Pay { .. } => panic!("nobody attacks or casts"),
    };
    Input::Decision { by: choice.answered_by, answer }
}

pub struct Played {
    pub inputs: Vec<Input>,
    pub commits: Vec<(EventId, Vec<Step>, Game)>,
}

impl Played {
    pub fn tip(&self) -> EventId {
        self.commits.last().unwrap().0
    }
}

/// Plays a game of this many inputs into a timeline.
pub fn play(log: &mut Log, name: &str, seed: u64, inputs: u64) -> Played {
    let genesis = genesis(seed);
    let (mut game, steps) = rules::start(&genesis).unwrap();
    let mut tip = log.create(name, &genesis, &steps).unwrap().id;
    let mut played = Played { inputs: Vec::new(), commits: vec![(tip, steps, game.clone())] };
    for number in 0..inputs {
        let input = answer(&game, number);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append(name, tip, &input, &steps).unwrap().id;
        played.inputs.push(input);
        played.commits.push((tip, steps, after.clone()));
        game = after;
    }
    played
}

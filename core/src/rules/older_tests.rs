//! Every format tells the same games: older ones in more events and steps.

use crate::card::pool::Pool;
use crate::card::{TurnStep, ZoneKind};
use crate::fact::{
    Act, Answer, Canonical, Choice, Genesis, Input, Item, Placed, PlayerId, PlayerSetup, SetUp, Step, wire,
};
use crate::play::{Dice, sample};
use crate::rule::Rule;
use crate::state::{Game, evolve};

use super::{pending, play, start_as};

/// A game of random cards: from opening hands, or from a board, so that much happens in few turns.
fn random_genesis(pool: &Pool, seed: u64) -> Genesis {
    let mut dice = Dice::new(seed);
    let names: Vec<&str> = pool.names().collect();
    let mut cards = vec![];
    for name in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
        cards.push(Canonical::from(std::sync::Arc::clone(pool.get(name).unwrap())));
    }
    for _ in 0..40 {
        let name = names[dice.below(names.len())];
        cards.push(Canonical::from(std::sync::Arc::clone(pool.get(name).unwrap())));
    }
    let playable = |card: &u32| {
        let front = cards[*card as usize].front();
        !front.for_ante && !front.types.stays_in_command_zone()
    };
    let spells: Vec<u32> = (5..45).filter(playable).collect();
    let player = |seat: u64| {
        let mut dice = Dice::new(seed ^ (seat << 32));
        let land = |at: u32| at % 5;
        let deck = (0..30).map(|at| if at < 12 { land(at) } else { spells[dice.below(spells.len())] });
        PlayerSetup { name: format!("Player {seat}"), deck: deck.collect(), ..PlayerSetup::default() }
    };
    let mut objects = Vec::new();
    for seat in 0..2 {
        let player = PlayerId(seat);
        objects.extend((0..10).map(|at| Placed::plain(at % 5, player, ZoneKind::Battlefield)));
        let permanents = spells.iter().filter(|card| cards[**card as usize].front().types.is_permanent());
        let permanents: Vec<u32> = permanents.copied().collect();
        for _ in 0..5 {
            objects.push(Placed::plain(permanents[dice.below(permanents.len())], player, ZoneKind::Battlefield));
        }
        objects.extend((0..5).map(|_| Placed::plain(spells[dice.below(spells.len())], player, ZoneKind::Hand)));
    }
    let board = SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects };
    Genesis {
        seed,
        players: vec![player(0), player(1)],
        starting_player: PlayerId(dice.below(2) as u8),
        set_up: (!seed.is_multiple_of(3)).then_some(board),
        cards,
        ..Genesis::default()
    }
}

/// Whatever is not bookkeeping, with its rule.
fn told(steps: &[Step]) -> Vec<(Rule, &'static str)> {
    let entries = steps.iter().flat_map(|step| &step.entries).filter(|entry| entry.event.is_story());
    entries.map(|entry| (entry.rule, entry.event.name())).collect()
}

/// An input without numbers of entries, which differ.
fn answer_to(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    let by = choice.answered_by;
    if choice.back_out && dice.below(6) == 0 {
        return Input::Decision { by, answer: Answer::BackOut };
    }
    let answer = match sample(game, choice, dice) {
        // Much more is done if players seldom pass at once.
        Answer::Picked(items) if items == [Item::Act(Act::Pass)] => sample(game, choice, dice),
        answer => answer,
    };
    Input::Decision { by, answer }
}

/// Plays the same inputs in one format after another.
struct Run {
    formats: Vec<u16>,
    game: Game,
    counts: (usize, usize),
}

impl Run {
    fn new(genesis: &Genesis, formats: &[u16]) -> (Run, Vec<Step>) {
        let (game, steps) = start_as(genesis, formats[0], false).unwrap();
        let run = Run { formats: formats.to_vec(), game, counts: (0, 0) };
        run.check(&Game::before(&genesis.catalogue), &steps);
        (run, steps)
    }

    fn check(&self, before: &Game, steps: &[Step]) {
        let mut folded = before.clone();
        steps.iter().for_each(|step| evolve(&mut folded, step));
        assert_eq!(folded, self.game, "the events lead to the game");
    }

    fn play(&mut self, number: usize, input: &Input) -> Vec<Step> {
        let before = self.game.clone().writing(self.formats[number % self.formats.len()]);
        let (steps, after) = play(&before, input).unwrap();
        self.game = after;
        self.check(&before, &steps);
        self.counts.0 += steps.iter().map(|step| step.entries.len()).sum::<usize>();
        self.counts.1 += steps.len();
        steps
    }
}

/// How a game waits, without the numbers of entries.
fn waits(game: &Game) -> String {
    let frames: Vec<&str> = game.world().frames.iter().map(|frame| frame.name()).collect();
    let course: Vec<_> = game.world().frames.iter().filter(|frame| !has_numbers(frame.name())).collect();
    let of = |choice: &Choice| (choice.answered_by, choice.prompt.clone(), choice.rule, format!("{:?}", choice.domain));
    let choices: Vec<_> = pending(game).choices().iter().map(of).collect();
    let (turn, result) = (&game.world().turn, game.world().result);
    format!("{frames:?} {course:?} {:?} {:?} {result:?} {choices:?}", turn.number, turn.step)
}

/// Whether a frame holds numbers of entries.
fn has_numbers(name: &str) -> bool {
    matches!(name, "proposal" | "resolution" | "replacement" | "coin flip" | "ending" | "reversal")
}

#[test]
fn every_format_tells_the_same_games() {
    let pool = Pool::bundled().unwrap();
    let seeds = std::env::var("SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(8);
    let (mut inputs, mut short, mut long) = (0, (0, 0), (0, 0));
    for seed in 0..seeds {
        let genesis = random_genesis(&pool, seed);
        let mut dice = Dice::new(!seed);
        let (mut today, first) = Run::new(&genesis, &[wire::FORMAT_VERSION]);
        let (mut then, steps) = Run::new(&genesis, &[4]);
        assert_eq!(told(&first), told(&steps), "seed {seed}");
        let (mut mixed, steps) = Run::new(&genesis, &[4, 5, 2, 5, 5, 1, 3]);
        assert_eq!(told(&first), told(&steps), "seed {seed}");
        for number in 0..250 {
            let Some(choice) = pending(&today.game).choices().into_iter().next() else { break };
            let input = answer_to(&today.game, &choice, &mut dice);
            inputs += 1;
            let steps = today.play(number, &input);
            for other in [&mut then, &mut mixed] {
                let again = other.play(number, &input);
                assert_eq!(told(&again), told(&steps), "seed {seed}, input {number}: {input:?}");
                assert_eq!(waits(&other.game), waits(&today.game), "seed {seed}, input {number}: {input:?}");
            }
        }
        short = (short.0 + today.counts.0, short.1 + today.counts.1);
        long = (long.0 + then.counts.0, long.1 + then.counts.1);
    }
    assert!(short.0 * 4 < long.0 * 3 && short.1 * 4 < long.1 * 3, "{inputs} inputs: {short:?} {long:?}");
}

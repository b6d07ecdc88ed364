//! Every duration, begun in every step in which players receive priority, in the turn of either
//! player: it must last exactly as long as the rules say (CR 500.5, 511.2, 514.2, 611.2a).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

/// The steps of a turn without attackers in which players receive priority.
const STEPS: [&str; 6] = ["Upkeep", "Draw", "PrecombatMain", "BeginningOfCombat", "PostcombatMain", "End"];

/// The first step of the combat phase, and the first one after it.
const COMBAT: usize = 3;
const AFTER_COMBAT: usize = 4;

/// A moment: a turn and a step of it. The turns with odd numbers are Ann's.
type Moment = (u32, usize);

const FIRST: u32 = 5;
const LAST: u32 = 9;

/// Whose turns are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    You,
    Opponents,
    Each,
}

const ALL: [(Whose, &str); 3] = [(Whose::You, "You"), (Whose::Opponents, "Opponents"), (Whose::Each, "Each")];

/// Whether a turn is that of one of these players, for Ann.
fn is_of(turn: u32, whose: Whose) -> bool {
    match whose {
        Whose::You => turn % 2 == 1,
        Whose::Opponents => turn.is_multiple_of(2),
        Whose::Each => true,
    }
}

/// The first moment after one at which something holds.
fn next(after: Moment, holds: impl Fn(Moment) -> bool) -> Moment {
    let all = (after.0..=LAST + 4).flat_map(|turn| (0..STEPS.len()).map(move |step| (turn, step)));
    all.into_iter().find(|moment| *moment > after && holds(*moment)).unwrap()
}

/// A duration, and whether an effect that began at a moment is in force at another one.
struct Lasts {
    says: String,
    is_on: Box<dyn Fn(Moment, Moment) -> bool>,
}

fn lasts(says: impl Into<String>, is_on: impl Fn(Moment, Moment) -> bool + 'static) -> Lasts {
    Lasts { says: says.into(), is_on: Box::new(is_on) }
}

fn durations() -> Vec<Lasts> {
    let mut all = vec![
        lasts("EndOfTurn", |began, now| now.0 == began.0),
        lasts("Indefinite", |_, _| true),
        // Begun after combat, it lasts until the next one ends.
        lasts("EndOfCombat", |began, now| {
            let turn = if began.1 < AFTER_COMBAT { began.0 } else { began.0 + 1 };
            now < (turn, AFTER_COMBAT)
        }),
    ];
    for (whose, said) in ALL {
        all.push(lasts(format!("Until(Turn, {said})"), move |began, now| {
            now < next(began, |(turn, step)| turn > began.0 && step == 0 && is_of(turn, whose))
        }));
        all.push(lasts(format!("During(Turn, {said})"), move |began, now| {
            let (turn, _) = next(began, |(turn, _)| turn > began.0 && is_of(turn, whose));
            now.0 == turn
        }));
        all.push(lasts(format!("Until(Phase(Combat), {said})"), move |began, now| {
            now < next(began, |(turn, step)| step == COMBAT && is_of(turn, whose))
        }));
        all.push(lasts(format!("During(Phase(Combat), {said})"), move |began, now| {
            now == next(began, |(turn, step)| step == COMBAT && is_of(turn, whose))
        }));
        all.push(lasts(format!("Through(Cleanup, {said})"), move |began, now| {
            let (turn, _) = next(began, |(turn, _)| turn > began.0 && is_of(turn, whose));
            now.0 <= turn
        }));
        for (place, step) in [(0, "Upkeep"), (1, "Draw"), (5, "End")] {
            all.push(lasts(format!("Until(Step({step}), {said})"), move |began, now| {
                now < next(began, |(turn, at)| at == place && is_of(turn, whose))
            }));
            all.push(lasts(format!("During(Step({step}), {said})"), move |began, now| {
                now == next(began, |(turn, at)| at == place && is_of(turn, whose))
            }));
            all.push(lasts(format!("Through({step}, {said})"), move |began, now| {
                now <= next(began, |(turn, at)| at == place && is_of(turn, whose))
            }));
        }
    }
    all
}

/// The scenario of an effect that begins at a moment: what it changes is looked at in each step of
/// the turns that follow.
fn scenario(duration: &Lasts, began: Moment) -> String {
    let mut script = Vec::new();
    for turn in began.0..=LAST {
        for (step, name) in STEPS.into_iter().enumerate().filter(|(step, _)| (turn, *step) >= began) {
            if (turn, step) != (FIRST, 0) {
                script.push(format!("AdvanceTo(step: {name}, turn: {turn})"));
            }
            if (turn, step) == began {
                script.push("Activate(object: \"Subject\", by: \"Ann\"), ResolveTop".to_owned());
            }
            let power = if (duration.is_on)(began, (turn, step)) { 4 } else { 0 };
            script.push(format!("Expect([Power(of: \"Probe\", is: {power})])"));
        }
    }
    let effect = format!(
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(Fixed(4), Fixed(0))], duration: {})",
        duration.says
    );
    format!(
        "Scenario(name: \"it\", cards: [
            Card(name: \"Subject\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [{effect}]))]),
            Card(name: \"Probe\", types: [Artifact, Creature], power: 0, toughness: 9), Card(name: \"Brick\", types: [Land])],
        players: [
            (name: \"Ann\", library: [(card: \"Brick\", count: 9)], battlefield: [\"Subject\", \"Probe\"]),
            (name: \"Bob\", library: [(card: \"Brick\", count: 9)]),
        ],
        turn: (number: {FIRST}, active: \"Ann\", step: Upkeep),
        script: [{}])",
        script.join(", ")
    )
}

#[test]
fn each_duration_lasts_as_long_as_it_says_wherever_it_begins() {
    let (mut right, mut wrong) = (0, Vec::new());
    for duration in durations() {
        for began in [FIRST, FIRST + 1].into_iter().flat_map(|turn| (0..STEPS.len()).map(move |step| (turn, step))) {
            let run = Scenario::read("it", &scenario(&duration, began)).map_err(|error| error.to_string());
            let run = run.and_then(|it| it.run(&Pool::default()).map_err(|error| error.to_string()));
            let why = match run {
                Ok(run) if run.failures.is_empty() => {
                    right += 1;
                    continue;
                }
                Ok(run) => run.failures.first().map(ToString::to_string).unwrap_or_default(),
                Err(why) => why,
            };
            let why = why.split("since the step before").next().unwrap_or_default().replace('\n', " ");
            let (turn, step) = began;
            wrong.push(format!("{} begun in turn {turn}, {}: {why}", duration.says, STEPS.get(step).unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), right + wrong.len(), wrong.join("\n"));
    assert!(right > 400, "only {right} were right");
}

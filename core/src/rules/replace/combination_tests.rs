//! Every event with every word for what happens instead (CR 614.1, 614.6): every combination that a
//! card may contain works, and those that would not are refused. `events.txt` has, for each
//! replaceable event, whose ability it is, the event, and the spell that makes it happen. Each
//! combination that is accepted is played.

use std::collections::BTreeMap;
use std::path::Path;

use crate::card::pool::Pool;
use crate::card::words::term::Term;
use crate::card::{Instead, written_whole};
use crate::fact::{Act, Answer, Domain, Event, Input, Item};
use crate::play::{Dice, sample};
use crate::scenario::Scenario;
use crate::state::Game;

use super::super::{Pending, pending, stepped};

const ACCEPTED: usize = 156;

/// A board with the effect, and a spell that causes the event.
fn board(whose: &str, would: &str, instead: &str, act: &str) -> Result<Game, String> {
    let ability = format!("Static(effect: Replace(would: {would}, instead: {instead}))");
    let (rule, own) = if whose == "self" { ("", &*ability) } else { (&*ability, "") };
    let (done, script) = match act {
        "mana" => ("GainLife(who: You, amount: Fixed(1))", "Activate(object: \"Forest\")"),
        act => (act, "Cast(card: \"Act\")"),
    };
    let creature = |name: &str, more: &str| {
        format!("name: {name:?}, types: [Creature], power: 2, toughness: 2, abilities: [{more}{own}]")
    };
    let (front, back, veiled) = (creature("Self", ""), creature("Other", ""), creature("Veiled", ""));
    let text = format!(
        "Scenario(name: \"board\", cards: [
            Transforming(front: ({front}, cost: \"{{0}}\"), back: ({back})),
            Card({veiled}, cost: \"{{0}}\"),
            Card(name: \"Rule\", types: [Enchantment], abilities: [{rule}]),
            Card(name: \"Act\", cost: \"{{0}}\", types: [Instant], abilities: [Keyword(Lifelink), Spell(body: (instructions: [{done}]))]),
        ], players: [
            (name: \"Ann\", battlefield: [\"Rule\", \"Self\", \"Forest\", (card: \"Veiled\", face_down: true)],
             hand: [\"Act\", \"Self\"], graveyard: [\"Self\"], library: [\"Self\", \"Self\", \"Self\", \"Self\"]),
            (name: \"Bob\", battlefield: [\"Self\"], library: [\"Self\", \"Self\", \"Self\", \"Self\"]),
        ], script: [{script}])"
    );
    let run = Scenario::read("board.ron", &text).and_then(|it| it.run(&Pool::bundled()?));
    run.map(|mut it| it.timelines.swap_remove(0).end).map_err(|error| format!("{error}"))
}

/// Whether an effect replaces an event by another, or by nothing, later in the game.
fn is_replaced(mut game: Game, seed: u64) -> bool {
    let replaced = |event: &Event| match event {
        Event::Replaced { before, after, .. } => after.as_slice() != [(**before).clone()],
        _ => false,
    };
    if game.world().history.iter().any(|entry| replaced(&entry.event)) {
        return true;
    }
    let mut dice = Dice::new(seed);
    for _ in 0..400 {
        let input = match pending(&game) {
            Pending::Running => None,
            Pending::Over(_) => return false,
            Pending::Choices(choices) => {
                let choice = &choices[0];
                let passes = Item::Act(Act::Pass);
                let answer = match &choice.domain {
                    Domain::Pick { options, .. } if options.contains(&passes) => Answer::Picked(vec![passes]),
                    _ => sample(&game, choice, &mut dice),
                };
                Some(Input::Decision { by: choice.answered_by, answer })
            }
        };
        let (step, next) = stepped(&game, input.as_ref()).expect("it goes on");
        if step.entries.iter().any(|entry| replaced(&entry.event)) {
            return true;
        }
        game = next;
    }
    false
}

#[test]
fn what_may_be_said_is_done() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/replace/events.txt");
    let events = std::fs::read_to_string(file).expect("the events are there");
    let mut seen: BTreeMap<(String, &str), bool> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in events.lines() {
        let [whose, would, act] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let name = would.split('(').next().unwrap_or_default().to_owned();
        for example in Instead::examples() {
            let word = example.node().word().map_or("", |word| word.name);
            let instead = written_whole(&example);
            match board(whose, would, &instead, act) {
                Ok(game) => {
                    let done = seen.entry((name.clone(), word)).or_default();
                    *done |= (1..4).any(|seed| is_replaced(game.clone(), seed));
                }
                Err(error)
                    if ["cannot become", "said", "`May`", "`Also`", "`Reveal`", "chooses for itself"]
                        .iter()
                        .any(|it| error.contains(it)) => {}
                Err(error) => wrong.push(format!("{would} -> {instead}: {error}")),
            }
        }
    }
    wrong.extend(seen.iter().filter(|(_, done)| !**done).map(|(said, _)| format!("{said:?} does nothing")));
    assert!(wrong.is_empty(), "{}\n{} accepted", wrong.join("\n"), seen.len());
    assert_eq!(seen.len(), ACCEPTED, "{:?}", seen.keys());
}

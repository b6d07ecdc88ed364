//! Tests of exercised cards.

use std::num::NonZeroUsize;

use retrace_core::card::file::read_card;

use super::*;

/// What became of the abilities of a card.
fn exercised(text: &str) -> Exercised {
    let cards = vec![Canonical::new(read_card("own.ron", text).unwrap())];
    let pool = Pool::bundled().unwrap();
    let threads = Threads::new(NonZeroUsize::MIN);
    let laws = vec![Law::Conservation];
    let exercise = Exercise { cards, pool, boards: 4, inputs: 150, seed: 0, laws, threads };
    let mut all = Vec::new();
    exercise.run(&mut |it| all.push(it)).unwrap();
    all.pop().unwrap()
}

fn became(exercised: &Exercised) -> Vec<Became> {
    exercised.abilities.iter().map(|it| it.became).collect()
}

#[test]
fn what_a_card_does_is_told_from_what_it_never_does() {
    let told = exercised(
        r#"Card(
            name: "Own Sage", cost: "{1}{U}", types: [Creature], power: 1, toughness: 1,
            abilities: [
                Activated(cost: [Tap], body: (instructions: [Draw(who: You, count: Fixed(1))])),
                Activated(cost: [Mana("{U}")], body: (instructions: [Draw(who: You, count: Fixed(0))])),
                Triggered(when: Moves(what: Named("Nobody"), to: Battlefield), body: (instructions: [Draw(who: You, count: Fixed(1))])),
            ],
        )"#,
    );
    assert_eq!(became(&told), [Became::Did, Became::Nothing, Became::Never], "{told:?}");
    assert!(told.failure.is_none() && told.stalled.is_empty());
}

#[test]
fn everything_bundled_that_stands_beside_is_there() {
    let beside = Beside::of(&Pool::bundled().unwrap());
    assert!(beside.is_whole());
}

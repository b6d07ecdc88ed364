//! What descriptions, conditions and numbers ask while characteristics are worked out.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use super::Scenario;
use crate::card::pool::Pool;
use crate::card::words::term::{Term, each};
use crate::card::{
    Ability, Card, CardType, Comparison, Condition, Face, Filter, Modification, Objects, Quantity, StaticAbility,
    StaticEffect, ZoneKind,
};

/// How many permanents ask at once: they may depend on each other (CR 613.8).
const AT_ONCE: usize = 12;

/// All values of a type in the bundled cards, each once.
fn all<T: Term + Clone + PartialEq>(pool: &Pool) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for name in pool.names() {
        for face in pool.get(name).unwrap().faces() {
            each(face, &mut |it: &T| {
                if !found.contains(it) {
                    found.push(it.clone());
                }
            });
        }
    }
    found
}

/// A creature with an effect on itself under each of the conditions.
fn asking(name: String, conditions: Vec<Condition>) -> Card {
    let ability = |condition| {
        let grown = Modification::AddPowerToughness(Quantity::Fixed(0), Quantity::Fixed(1));
        let effect = StaticEffect::Modify { what: Filter::This, modifications: vec![grown], defining: false };
        let (condition, zone) = (Some(condition), ZoneKind::Battlefield);
        Ability::Static(StaticAbility { condition, effect, zone, elsewhere: false })
    };
    Card::Card(Face {
        name,
        types: std::iter::once(CardType::Creature).collect(),
        power: Some(1.into()),
        toughness: Some(9.into()),
        abilities: conditions.into_iter().map(ability).collect(),
        ..Face::default()
    })
}

/// Each word of a description is asked of what is being worked out. One that asks for the finished
/// values would wait for itself, which [`OnDemand`](crate::persist::OnDemand) tells with a panic.
#[test]
fn whatever_is_asked_of_objects_is_asked_of_those_that_are_worked_out() {
    let mut pool = Pool::bundled().unwrap();
    let of_spells = |it: &Filter| Filter::All(vec![Filter::Spell, it.clone()]);
    let mut asked: Vec<Vec<Condition>> = Vec::new();
    for filter in all::<Filter>(&pool) {
        asked.push(vec![
            Condition::Exists(of_spells(&filter)),
            Condition::Is(Objects::This, filter.clone()),
            Condition::Exists(filter),
        ]);
    }
    asked.extend(all::<Condition>(&pool).into_iter().map(|it| vec![it]));
    let is_more = |it| Condition::Compare(it, Comparison::AtLeast, Quantity::Fixed(1));
    asked.extend(all::<Quantity>(&pool).into_iter().map(|it| vec![is_more(it)]));
    let names: Vec<String> = (0..asked.len()).map(|index| format!("Asking {index}")).collect();
    for (name, conditions) in names.iter().zip(asked) {
        pool.add(asking(name.clone(), conditions));
    }
    for names in names.chunks(AT_ONCE) {
        let asking: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let text = format!(
            "Scenario(name: \"Asking\", players: [
                (name: \"Ann\", battlefield: [(card: \"Mountain\", count: 2), {}], hand: [(card: \"Lightning Bolt\", as: \"Bolt\")]),
                (name: \"Bob\", battlefield: [(card: \"Grizzly Bears\", as: \"Bear\")]),
            ], script: [Cast(card: \"Bolt\", targets: [\"Bear\"]), Expect([Exists(\"Bear\")])])",
            asking.join(", ")
        );
        let run = Scenario::read("asking", &text).unwrap().run(&pool).unwrap();
        assert!(run.failures.is_empty(), "{names:?}: {:?}", run.failures);
    }
    assert!(names.len() > 500, "{}", names.len());
}

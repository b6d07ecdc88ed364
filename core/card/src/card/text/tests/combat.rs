//! The text of combat abilities (CR 506-510).

use crate::card::ast::instruction::Joining;
use crate::card::ast::restriction::{Charge, CombatDamage};
use crate::card::verb;
use crate::card::words::turn_step::CombatPoint;

use super::*;

#[test]
fn combat_is_spoken_of() {
    let whom = || (Some(Players::You), Some(yours(Filter::Type(CardType::Planeswalker))));
    let mana = |text: &str| vec![Cost::Mana(text.parse::<ManaCost>().unwrap())];
    let (players, objects) = whom();
    let charge = Charge::Attack { what: creature(), players, objects, cost: mana("{2}"), x: None };
    assert_eq!(
        statically(None, StaticEffect::Charge(charge)),
        "Creatures can't attack you or planeswalkers you control unless their controllers pay {2} for each of them."
    );
    let x = Some(Quantity::Count(Box::new(yours(Filter::Type(CardType::Enchantment)))));
    let charge = Charge::Block { what: Filter::This, attackers: None, cost: mana("{X}"), x };
    assert_eq!(
        statically(None, StaticEffect::Charge(charge)),
        "Example can't block unless its controller pays {X}, where X is the number of enchantments you control."
    );
    let more = |count| statically(None, StaticEffect::BlocksMore { what: Filter::This, count });
    assert_eq!(more(Some(1)), "Example can block an additional creature each combat.");
    assert_eq!(more(None), "Example can block any number of creatures.");
    let damage = |damage| statically(None, StaticEffect::CombatDamage(damage));
    assert_eq!(
        damage(CombatDamage::Toughness(creature())),
        "Creatures assign combat damage equal to their toughness rather than their power."
    );
    assert_eq!(damage(CombatDamage::NoDamage(Filter::This)), "Example assigns no combat damage.");
    assert_eq!(
        damage(CombatDamage::AsThoughUnblocked(Filter::This)),
        "You may have Example assign its combat damage as though it weren't blocked."
    );
    let timed = |during, before, after| {
        let condition = Condition::Combat { during, before, after };
        statically(Some(condition), modify(Filter::This, [plus(1)]))
    };
    assert_eq!(
        timed(Some(Players::Each), None, Some(CombatPoint::Blockers)),
        "As long as it's during combat after blockers are declared, Example gets +1/+1."
    );
    assert_eq!(
        timed(None, Some(CombatPoint::Attackers), None),
        "As long as it's before attackers are declared, Example gets +1/+1."
    );
    let (players, objects) = whom();
    let cant = Restriction::CantAttackThat { what: creature(), players, objects };
    let restricted = |restriction| statically(None, StaticEffect::Restrict(restriction));
    assert_eq!(restricted(cant), "Creatures can't attack you or planeswalkers you control.");
    assert_eq!(
        restricted(Restriction::MostBlockers { what: Filter::This, count: 1 }),
        "Example can't be blocked by more than one creature."
    );
    let when = |event| triggered(event, [draw(Players::You, 1)]);
    let at_you = || (Some(Players::You), None);
    let (players, objects) = at_you();
    assert_eq!(
        when(TriggerEvent::AttacksThat { what: creature(), players, objects }),
        "Whenever a creature attacks you, draw a card."
    );
    let (players, objects) = at_you();
    assert_eq!(when(TriggerEvent::IsAttacked { players, objects }), "Whenever you are attacked, draw a card.");
    let two = TriggerEvent::AttacksWith { who: Players::You, what: creature(), count: 2 };
    assert_eq!(when(two), "Whenever you attack with two or more creatures, draw a card.");
    assert_eq!(when(TriggerEvent::AttacksAlone(Filter::This)), "Whenever Example attacks alone, draw a card.");
    let many = TriggerEvent::BlocksMany { what: Filter::This, number: (Comparison::AtLeast, 2) };
    assert_eq!(when(many), "Whenever Example blocks two or more creatures, draw a card.");
    let many = TriggerEvent::BlockedByMany { what: Filter::This, number: (Comparison::Equal, 1) };
    assert_eq!(when(many), "Whenever Example becomes blocked by exactly one creature, draw a card.");
    let attacking = || TargetWhat::Object(all([creature(), Filter::Attacking]));
    assert_eq!(
        spell([attacking()], [Instruction::RemoveFromCombat(verb::RemoveFromCombat(Objects::Target(0)))]),
        "Remove target attacking creature from combat."
    );
    assert_eq!(
        spell([attacking()], [Instruction::BecomeBlocked(verb::BecomeBlocked(Objects::Target(0)))]),
        "Target attacking creature becomes blocked."
    );
    let reselect = Instruction::Reselect(verb::Reselect { who: Players::You, what: Objects::Target(0) });
    assert_eq!(
        spell([attacking()], [reselect]),
        "Reselect which player or planeswalker target attacking creature is attacking."
    );
    let block = Instruction::Block(verb::Block {
        what: Objects::Target(0),
        attacker: all([creature(), Filter::Attacking]),
        chosen_by: Players::You,
    });
    assert_eq!(
        spell([TargetWhat::Object(creature())], [block]),
        "Target creature blocks an attacking creature of your choice."
    );
    let returned = Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        transformed: false,
        what: Objects::Target(0),
        control: Players::You,
        tapped: true,
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
        joining: Some(Joining::Attacking),
    });
    let card = TargetWhat::Object(all([creature(), Filter::Card, Filter::In(ZoneKind::Graveyard)]));
    assert_eq!(
        spell([card], [returned]),
        "Return target creature card from a graveyard to the battlefield tapped and attacking under your control."
    );
}

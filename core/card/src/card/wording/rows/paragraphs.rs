//! Whole paragraphs that are static abilities (CR 604).

use retrace_words::rows;

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::restriction::{Permission, Restriction};
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::zone_kind::ZoneKind;

/// One generic mana.
fn one() -> ManaCost {
    ManaCost(vec![ManaSymbol::Generic(1)])
}

/// One target less.
const LESS: i32 = -1;

rows! {
    pub(crate) ROWS;

    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Cost(CostEffect { of: Costly::Spells(Filter::This), change: CostChange::More(cost) }),
            zone: ZoneKind::Stack, elsewhere: false })
        => "as an additional cost to cast ~ , {cost:payment} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Cost(CostEffect {
                of: Costly::Spells(Filter::This), change: CostChange::Less { mana, times, least: 0 } }),
            zone: ZoneKind::Stack, elsewhere: false })
        => "~ costs {mana:symbols} less to cast for each {times:each} .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(condition),
            effect: StaticEffect::Cost(CostEffect {
                of: Costly::Spells(Filter::This),
                change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } }),
            zone: ZoneKind::Stack, elsewhere: false })
        => "~ costs {mana:symbols} less to cast if {condition:if} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This },
                instead: Instead::UnlessPaid { cost, must: false,
            instead: Box::new(Instead::EnterTapped) } }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => "as ~ enters the battlefield , you may {cost:payment} . if you don't , it enters the battlefield \
            tapped .";
    // When a spell can be cast (CR 601.3).
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Not(Box::new(condition))),
            effect: StaticEffect::Restrict(Restriction::CantCast {
                who: Players::Each, what: Filter::This, except: None }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "cast ~ only {condition:only} .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Not(Box::new(Condition::All(vec![one, other])))),
            effect: StaticEffect::Restrict(Restriction::CantCast {
                who: Players::Each, what: Filter::This, except: None }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "cast ~ only {one:only} and only {other:only} .";
    // What is not cast yet is no other spell than those that were.
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Not(Box::new(Condition::Compare(
                Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Casts(Players::You, what)))),
                Comparison::AtLeast, Quantity::Fixed(1))))),
            effect: StaticEffect::Restrict(Restriction::CantCast {
                who: Players::Each, what: Filter::This, except: None }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "cast ~ only if you have cast another {what:spell_noun[one]} this turn .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Permit(Permission::CastWithFlash {
                who: Players::You, what: Filter::This, cost: vec![Cost::Mana(cost)] }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "you may cast ~ as though it had flash if you pay {cost:symbols} more to cast it .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This },
                instead: Instead::UnlessPaid { cost, must: false,
            instead: Box::new(Instead::EnterTapped) } }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "as ~ enters the battlefield , you may {cost:payment} . if you don't , ~ enters the \
            battlefield tapped .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Cost(CostEffect {
                of: Costly::Spells(Filter::This), change: CostChange::Less { mana: one(), times, least: 0 } }),
            zone: ZoneKind::Stack, elsewhere: false })
        => | "~ costs {X} less to cast , where X is {times:amount} .";

    paragraph: Ability::Static(StaticAbility {
            condition: Some(condition),
            effect: StaticEffect::Replace(Replacement {
                would: Would::Draw(Players::You), instead: Instead::Do(then) }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "if you would draw a card while {condition:if} , instead {then:simple} ."
        | "if you would draw a card while {condition:if} , {then:simple} instead .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(condition),
            effect: StaticEffect::Replace(Replacement { would: Would::Draw(Players::You), instead: Instead::Nothing }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "if you would draw a card while {condition:if} , skip that draw instead .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(condition),
            effect: StaticEffect::Replace(Replacement {
                would: Would::Turn(Players::You),
                instead: Instead::May(Box::new(Instead::Also(Box::new(Instead::Nothing), then))) }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "if you would begin your turn while {condition:if} , you may skip that turn instead . if you do , \
            {then:sentence} .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Is(Objects::This, Filter::LastTurn(Box::new(PastEvent(
                TriggerEvent::Attacks(Filter::Any)))))),
            effect: StaticEffect::Restrict(Restriction::CantAttack(Filter::This)),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "~ can't attack if it attacked during your last turn .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::All(vec![
                Condition::TurnOf(Players::You),
                Condition::Compare(Quantity::TurnsTaken(Players::You), Comparison::AtMost, Quantity::Fixed(3))])),
            effect: StaticEffect::Restrict(Restriction::CantCast {
                who: Players::You, what: Filter::This, except: None }),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "you can't cast ~ during your first , second , or third turns of the game .";

    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::Cost(CostEffect {
                of: Costly::Spells(Filter::This),
                change: CostChange::More(vec![Cost::Times(
                    Quantity::Sum(vec![Quantity::Number(Objects::Target(0)), Quantity::Fixed(LESS)]),
                    Box::new(Cost::Mana(mana)))]) }),
            zone: ZoneKind::Stack, elsewhere: false })
        => | "~ costs {mana:symbols} more to cast for each target beyond the first .";
    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Is(Objects::This, Filter::LastTurn(Box::new(PastEvent(
                TriggerEvent::Attacks(Filter::Any)))))),
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::This)),
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "~ doesn't untap during your untap step if it attacked during your last turn .";

    paragraph: Ability::Static(StaticAbility {
            condition: Some(Condition::Compare(
                Quantity::Count(Box::new(Filter::All(vec![what, Filter::ControlledBy(Players::You)]))),
                Comparison::Equal, Quantity::Fixed(1))),
            effect: StaticEffect::Modify {
                what: Filter::All(vec![what, Filter::ControlledBy(Players::You)]), modifications, defining: false },
            zone: ZoneKind::Battlefield, elsewhere: false })
        => | "as long as you control exactly one {what:noun[one]} , that (creature|permanent|land|artifact) \
            {modifications:changes[one]} .";
}

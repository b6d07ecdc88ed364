//! Whole paragraphs that are static abilities (CR 604).

use retrace_words::rows;

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::restriction::{Permission, Restriction};
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::zone_kind::ZoneKind;

/// One generic mana.
fn one() -> ManaCost {
    ManaCost(vec![ManaSymbol::Generic(1)])
}

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
}

//! Limits on activating abilities (CR 602.5).

use retrace_words::rows;

use crate::card::ast::ability::{ActivationLimit, OwnPrice};
use crate::card::ast::filter::{Condition, Objects, Players, Quantity};
use crate::card::words::turn_step::{CombatPoint, TurnStep};

/// Whether a condition is a time, which is said without "if".
fn is_a_time(condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) => matches!(parts.as_slice(), [Condition::TurnOf(_), Condition::During(_)]),
        condition => matches!(
            condition,
            Condition::TurnOf(_) | Condition::During(_) | Condition::After(_) | Condition::Combat { .. }
        ),
    }
}

rows! {
    pub(crate) ROWS;

    limit: ActivationLimit::AsSorcery => "only as a sorcery";
    limit: ActivationLimit::AsInstant => "only as an instant";
    limit: ActivationLimit::OncePerTurn
        => "only once each turn" | "only once a turn" | "no more than once each turn";
    limit: ActivationLimit::TimesPerTurn(2) => "no more than twice each turn" | "only twice each turn";
    limit: ActivationLimit::TimesPerTurn(n) if *n > 2
        => "no more than {n:few} times each turn" | "only {n:few} times each turn";
    limit: ActivationLimit::If(condition) => "only {condition:only}";

    own_price: OwnPrice { mana, times: Quantity::Fixed(1), more: false, condition: None }
        => "this ability costs {mana:symbols} less to activate";
    own_price: OwnPrice { mana, times, more: false, condition: None } if *times != Quantity::Fixed(1)
        => "this ability costs {mana:symbols} less to activate for each {times:each}";
    own_price: OwnPrice { mana, times, more: true, condition: None }
        => "this ability costs {mana:symbols} more to activate for each {times:each}";
    own_price: OwnPrice {
            mana, times: Quantity::Fixed(1), more: false, condition: Some(Condition::Is(Objects::Target(0), is)) }
        => "this ability costs {mana:symbols} less to activate if it targets {is:one}";
    own_price: OwnPrice {
            mana, times: Quantity::Fixed(1), more: false, condition: Some(Condition::TurnOf(Players::You)) }
        => "this ability costs {mana:symbols} less to activate during your turn";
    own_price: OwnPrice { mana, times: Quantity::Fixed(1), more: false, condition: Some(condition) }
        if !is_a_time(condition) && !matches!(condition, Condition::Is(Objects::Target(_), _))
        => "this ability costs {mana:symbols} less to activate if {condition:if}";

    only: Condition::TurnOf(who) => "during {who:somebodys} turn";
    only: Condition::All(vec![Condition::TurnOf(who), Condition::During(step)])
        => "during {who:somebodys} {step:step}";
    only: Condition::During(step) => "during the {step:step}" | "during any {step:step}";
    only: Condition::After(step) => "after the {step:step}";
    only: Condition::Combat { during: Some(Players::Each), before: None, after: None } => "during combat";
    only: Condition::Combat { during: Some(who), before: None, after: None } if *who != Players::Each
        => "during combat on {who:somebodys} turn";
    only: Condition::Combat { during: None, before: Some(before), after: None } => "before {before:point}";
    only: Condition::Combat { during: None, before: None, after: Some(after) } => "after {after:point}";
    only: Condition::Combat { during: Some(Players::Each), before: Some(before), after: None }
        => "during combat before {before:point}";
    only: Condition::Combat { during: Some(Players::Each), before: None, after: Some(after) }
        => "during combat after {after:point}";
    only: Condition::All(vec![
            Condition::TurnOf(who), Condition::Combat { during: None, before: Some(before), after: None }])
        => "during {who:somebodys} turn , before {before:point}";
    only: condition if !is_a_time(condition) => "if {condition:if}";

    point: CombatPoint::Attackers => "attackers are declared";
    point: CombatPoint::Blockers => "blockers are declared";
    point: CombatPoint::DamageStep => "the combat damage step";
    point: CombatPoint::EndStep => "the end of combat step" | "the end of combat";
    point: CombatPoint::Whole => "combat";

    step: TurnStep::Untap => "untap step";
    step: TurnStep::Upkeep => "upkeep" | "upkeep step";
    step: TurnStep::Draw => "draw step";
    step: TurnStep::PrecombatMain => "precombat main phase";
    step: TurnStep::BeginningOfCombat => "beginning of combat step";
    step: TurnStep::DeclareAttackers => "declare attackers step";
    step: TurnStep::DeclareBlockers => "declare blockers step";
    step: TurnStep::CombatDamage => "combat damage step";
    step: TurnStep::EndOfCombat => "end of combat step";
    step: TurnStep::PostcombatMain => "postcombat main phase";
    step: TurnStep::End => "end step";
    step: TurnStep::Cleanup => "cleanup step";
}

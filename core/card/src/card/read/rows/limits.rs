//! Limits on activating abilities (CR 602.5).

use retrace_words::rows;

use crate::card::ast::ability::ActivationLimit;
use crate::card::ast::filter::{Condition, Players};
use crate::card::words::turn_step::TurnStep;

rows! {
    pub(crate) ROWS;

    limit: ActivationLimit::AsSorcery => "only as a sorcery";
    limit: ActivationLimit::AsInstant => "only as an instant";
    limit: ActivationLimit::OncePerTurn => "only once each turn" | "only once a turn" | "no more than once each turn";
    limit: ActivationLimit::TimesPerTurn(2) => "no more than twice each turn" | "only twice each turn";
    limit: ActivationLimit::TimesPerTurn(n) if *n > 2
        => "no more than {n:few} times each turn" | "only {n:few} times each turn";
    limit: ActivationLimit::If(Condition::TurnOf(Players::You)) => "only during your turn";
    limit: ActivationLimit::If(Condition::All(vec![Condition::TurnOf(Players::You), Condition::During(step)]))
        => "only during your {step:step}";
    limit: ActivationLimit::If(Condition::All(vec![Condition::TurnOf(Players::Opponents), Condition::During(step)]))
        => "only during an opponent's {step:step}";
    limit: ActivationLimit::If(Condition::During(step)) => "only during the {step:step}";
    limit: ActivationLimit::If(condition) => "only if {condition:if}";

    step: TurnStep::Upkeep => "upkeep";
    step: TurnStep::Draw => "draw step";
    step: TurnStep::BeginningOfCombat => "beginning of combat step";
    step: TurnStep::DeclareAttackers => "declare attackers step";
    step: TurnStep::DeclareBlockers => "declare blockers step";
    step: TurnStep::End => "end step";
}

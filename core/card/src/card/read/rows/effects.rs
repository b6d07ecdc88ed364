//! Static effects, modifications, durations (CR 611, 613).

use retrace_words::rows;

use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::{Choosing, Duration, HandSize, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::restriction::{Permission, Requirement, Restriction};
use crate::card::words::turn_step::TurnPart;

rows! {
    pub(crate) ROWS;

    span: Duration::EndOfTurn => "until end of turn";
    span: Duration::EndOfCombat => "until end of combat";
    span: Duration::Until(TurnPart::Turn, Players::You) => "until your next turn";
    span: Duration::AsLongAs(condition) => "for as long as {condition:if}";

    change: Modification::LoseAllAbilities => "lose<> all abilities";
    change: Modification::LoseKeyword(keyword) => "lose<> {keyword:keyword_ability}";
    change: Modification::AddType(kind) => "become<> an {kind:type_name} in addition to its other types"
        | "be<> an {kind:type_name} in addition to its other types";
    change: Modification::SwitchPowerToughness => "switch<> power and toughness";

    static: StaticEffect::Modify { what, modifications, defining: false } => "{what:group} {modifications:changes[what]}";
    static: StaticEffect::Restrict(Restriction::CantAttack(what)) => "{what:group} can't attack";
    static: StaticEffect::Restrict(Restriction::CantBlock(what)) => "{what:group} can't block";
    static: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what, by: Filter::Any })
        => "{what:group} can't be blocked" | "{what:group} be<what> unblockable";
    static: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what, by })
        => "{what:group} can't be blocked by {by:noun[many]}";
    static: StaticEffect::Modify { what: Filter::This, modifications: vec![Modification::SetPowerToughness(n, n)], defining: true }
        => "~ 's power and toughness are each equal to {n:amount}";
    static: StaticEffect::Modify { what, modifications: vec![Modification::Control(Players::You)], defining: false }
        => "you control {what:group}";
    static: StaticEffect::Restrict(Restriction::DoesntUntap(what))
        => "{what:group} don't_untap<what> during its controller's untap step"
        | "{what:group} don't_untap<what> during your untap step"
        | "{what:group} don't_untap<what> during their controllers' untap steps";
    static: StaticEffect::Restrict(Restriction::MostBlockers { what, count: 1 })
        => "{what:group} can't be blocked by more than one creature";
    static: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what, by: Filter::Not(Box::new(by)) })
        => "{what:group} can't be blocked except by {by:noun[many]}";
    static: StaticEffect::BlocksMore { what, count: Some(1) }
        => "{what:group} can block an additional creature each combat" | "{what:group} can block an additional creature";
    static: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what: Filter::Not(Box::new(what)), by })
        => "{by:group} can block only {what:noun[many]}";
    static: StaticEffect::BlocksMore { what, count: None } => "{what:group} can block any number of creatures";
    static: StaticEffect::Require(Requirement::BeBlocked(what)) => "{what:group} must be blocked if able";
    static: StaticEffect::MayStayTapped(what) => "you may choose not to untap {what:group} during your untap step";
    static: StaticEffect::MaximumHandSize { who: Players::You, size: HandSize::Unlimited }
        => "you have no maximum hand size";
    static: StaticEffect::Permit(Permission::PlayLands(Players::You, Quantity::Fixed(1)))
        => "you may play an additional land on each of your turns";
    static: StaticEffect::Permit(Permission::LookAtTop(Players::You))
        => "you may look at the top card of your library any time";
    static: StaticEffect::Restrict(Restriction::RevealTop(Players::You))
        => "play with the top card of your library revealed";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(and(what, Filter::ControlledBy(Players::You))),
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => "{what:noun[many]} you cast cost {mana:symbols} less to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::More(vec![Cost::Mana(mana)]) })
        if !matches!(what, Filter::This)
        => "{what:noun[many]} cost {mana:symbols} more to cast";
    static: StaticEffect::Replace(Replacement { would: Would::Enter { what: Filter::This }, instead: Instead::Choose(choosing) })
        => "as ~ enters the battlefield , choose {choosing:chosen_value}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: Filter::Any, players: None, objects: Some(what), combat: false, noncombat: false, at_least: None },
            instead: Instead::Prevent })
        => "prevent all damage that would be dealt to {what:group}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: Filter::Any, players: None, objects: Some(what), combat: true, noncombat: false, at_least: None },
            instead: Instead::Prevent })
        => "prevent all combat damage that would be dealt to {what:group}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: what, players: Some(Players::Each), objects: Some(Filter::Any), combat: true, noncombat: false,
                at_least: None },
            instead: Instead::Prevent })
        => "prevent all combat damage that would be dealt by {what:group}";
    chosen_value: Choosing::Color(vec![]) => "a color";
    chosen_value: Choosing::CreatureType => "a creature type";
    chosen_value: Choosing::BasicLandType => "a basic land type";
    chosen_value: Choosing::Player(Players::Opponents) => "an opponent";
    chosen_value: Choosing::Player(Players::Each) => "a player";
    static: StaticEffect::Restrict(Restriction::CantBeCountered(what)) => "{what:group} can't be countered";
    static: StaticEffect::Require(Requirement::Attack(what))
        => "{what:group} attack<what> each combat if able" | "{what:group} attack<what> each turn if able";
    static: StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead: Instead::EnterTapped })
        => "{what:group} enter<what> the battlefield tapped";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) })
        => "{what:group} enter<what> the battlefield with {count:count} {kind:counter_name} counter[count] on it"
        | "{what:group} enter<what> the battlefield with a {kind:counter_name} counter on it for each {count:each}";
}

//! Trigger events (CR 603.2).

use retrace_words::rows;

use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);
const HAND: Zones = Zones::only(ZoneKind::Hand);

rows! {
    pub(crate) ROWS;

    event: TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) } => "{what:one} enter<what> the battlefield";
    event: TriggerEvent::Moves { what: Filter::All(vec![what, Filter::ControlledBy(Players::You)]), from: None, to: Some(BATTLEFIELD) }
        => "{what:one} enter<what> the battlefield under your control";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Attacks(what), TriggerEvent::Blocks(what)])
        => "{what:one} attack<what> or block<what>";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Blocks(what), TriggerEvent::BecomesBlocked(what)])
        => "{what:one} block<what> or become<what> blocked";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, TriggerEvent::Attacks(what)])
        => "{what:one} enter<what> the battlefield or attack<what>";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) },
            TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }])
        => "{what:one} enter<what> the battlefield or die<what>";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }
        => "{what:one} die<what>"
        | "{what:one} be<what> put into a graveyard from the battlefield";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: None } => "{what:one} leave<what> the battlefield";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(HAND) }
        => "{what:one} be<what> returned to its owner's hand";
    event: TriggerEvent::Moves { what: Filter::All(vec![what, Filter::OwnedBy(Players::You)]), from: Some(BATTLEFIELD), to: Some(HAND) }
        => "{what:one} be<what> returned to your hand";
    event: TriggerEvent::Attacks(what) => "{what:one} attack<what>";
    event: TriggerEvent::AttacksAlone(what) => "{what:one} attack<what> alone";
    event: TriggerEvent::Blocks(what) => "{what:one} block<what>";
    event: TriggerEvent::BlocksCreature { what, creature } => "{what:one} block<what> {creature:one}";
    event: TriggerEvent::BecomesBlocked(what) => "{what:one} become<what> blocked";
    event: TriggerEvent::BecomesBlockedBy { what, by } => "{what:one} become<what> blocked by {by:one}";
    event: TriggerEvent::AttacksUnblocked(what) => "{what:one} attack<what> and isn't blocked";
    event: TriggerEvent::BecomesTapped(what) => "{what:one} become<what> tapped";
    event: TriggerEvent::BecomesUntapped(what) => "{what:one} become<what> untapped";
    event: TriggerEvent::TurnedFaceUp(what) => "{what:one} be<what> turned face up";
    event: TriggerEvent::DealsDamage { source, combat: true, noncombat: false, to_players: Some(who), to_objects: None }
        => "{source:one} deal<source> combat damage to {who:controller}";
    event: TriggerEvent::DealsDamage { source, combat: false, noncombat: false, to_players: Some(who), to_objects: None }
        => "{source:one} deal<source> damage to {who:controller}";
    event: TriggerEvent::DealsDamage { source, combat: true, noncombat: false, to_players: None, to_objects: Some(what) }
        => "{source:one} deal<source> combat damage to {what:one}";
    event: TriggerEvent::DealsDamage { source, combat: false, noncombat: false, to_players: None, to_objects: Some(what) }
        => "{source:one} deal<source> damage to {what:one}";
    event: TriggerEvent::DealsDamage { source, combat: false, noncombat: false, to_players: None, to_objects: None }
        => "{source:one} deal<source> damage";
    event: TriggerEvent::IsDealtDamage { what: Some(what), who: None, combat: false, noncombat: false }
        => "{what:one} be<what> dealt damage";
    event: TriggerEvent::BeginningOf(TurnStep::Upkeep, who)
        => "at the beginning of {who:whose} upkeep";
    event: TriggerEvent::BeginningOf(TurnStep::Upkeep, who)
        => "at the beginning of the upkeep of {who:player}";
    event: TriggerEvent::BeginningOf(TurnStep::PrecombatMain, Players::You)
        => "at the beginning of your precombat main phase";
    event: TriggerEvent::BeginningOf(TurnStep::End, who)
        => "at the beginning of {who:whose} end step";
    event: TriggerEvent::BeginningOf(TurnStep::Draw, who)
        => "at the beginning of {who:whose} draw step";
    event: TriggerEvent::BeginningOf(TurnStep::BeginningOfCombat, Players::You)
        => "at the beginning of combat on your turn";
    event: TriggerEvent::BeginningOf(TurnStep::BeginningOfCombat, Players::Each)
        => "at the beginning of each combat";
    event: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each)
        => "at the beginning of each upkeep" | "at the beginning of each player's upkeep";
    event: TriggerEvent::BeginningOf(TurnStep::End, Players::Each)
        => "at the beginning of each end step" | "at the beginning of the end step";
    event: TriggerEvent::Casts(who, what) => "{who:controller} cast<who> {what:one}";
    event: TriggerEvent::Nth { nth, when: Box::new(TriggerEvent::Casts(who, Filter::Any)) }
        => "{who:controller} cast<who> (your|their) {nth:ordinal} spell each turn";
    event: TriggerEvent::Nth { nth, when: Box::new(TriggerEvent::Draws(who)) }
        => "{who:controller} draw<who> (your|their) {nth:ordinal} card each turn";
    event: TriggerEvent::Draws(who) => "{who:controller} draw<who> a card";
    event: TriggerEvent::GainsLife(who) => "{who:controller} gain<who> life";
    event: TriggerEvent::LosesLife(who) => "{who:controller} lose<who> life";
    event: TriggerEvent::Discards { who, what } => "{who:controller} discard<who> {what:one}";
    event: TriggerEvent::Sacrifices { who, what } => "{who:controller} sacrifice<who> {what:one}";
    event: TriggerEvent::PlaysLand { who, what: Filter::Any } => "{who:controller} play<who> a land";
    event: TriggerEvent::Cycles { who, what, or_discards: false } => "{who:controller} cycle<who> {what:one}";
    event: TriggerEvent::Explores(what) => "{what:one} explore<what>";
    event: TriggerEvent::Exploits(Filter::This) => "~ exploits a creature";
    event: TriggerEvent::Evolves(what) => "{what:one} evolve<what>";
    event: TriggerEvent::BecomesTarget { what, by: Players::Each } => "{what:one} become<what> the target of a spell or ability";
    event: TriggerEvent::Mutates(what) => "{what:one} mutate<what>";
}

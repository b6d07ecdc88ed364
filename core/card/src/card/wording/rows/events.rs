//! Trigger events (CR 603.2): in the present, and in the past as what has happened.

use retrace_words::rows;

use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::{CoinSide, Comparison};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::term::any;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);
const HAND: Zones = Zones::only(ZoneKind::Hand);
const EXILE: Zones = Zones::only(ZoneKind::Exile);
const LIBRARY: Zones = Zones::only(ZoneKind::Library);

/// Whether an event is of something that the text has mentioned.
fn is_of_what_is_mentioned(when: &TriggerEvent) -> bool {
    any(when, |what: &Objects| matches!(what, Objects::Target(_)))
}

/// Whether a condition is that this is in a zone.
fn is_of_a_zone(condition: &Condition) -> bool {
    matches!(condition, Condition::Is(Objects::This, what) if what.names_a_zone())
}

/// Whether it describes permanents as such, which are nowhere but on the battlefield (CR 110.1).
fn is_a_permanent(what: &Filter) -> bool {
    match what {
        Filter::All(parts) => parts.iter().all(is_a_permanent),
        Filter::Not(inner) => is_a_permanent(inner),
        what => matches!(what, Filter::Any | Filter::Type(_) | Filter::Token | Filter::ControlledBy(_)),
    }
}

rows! {
    pub(crate) ROWS;

    event: TriggerEvent::OneOrMore(Box::new(when)) if !matches!(when, TriggerEvent::Nth { .. })
        => | "{when:event[one_or_more]}";
    event: TriggerEvent::Nth { nth, when: Box::new(TriggerEvent::Casts(who, Filter::Any)) }
        => "{who:somebody} cast<who> their<who> {nth:ordinal} spell each turn";
    event: TriggerEvent::Nth { nth, when: Box::new(TriggerEvent::Draws(who)) }
        => "{who:somebody} draw<who> their<who> {nth:ordinal} card each turn";
    event: TriggerEvent::Nth { nth, when: Box::new(TriggerEvent::Casts(Players::You, what)) }
        if *what != Filter::Any
        => | "you cast<> your {nth:ordinal} {what:spell_noun[one]} each turn";
    event: TriggerEvent::Nth { nth, when: Box::new(when) }
        => "{when:single} for the {nth:ordinal} time each turn"
        | "{when:single} for the {nth:ordinal} time in a turn";
    event: TriggerEvent::AnyOf(vec![one, other]) => | "{one:single} (or|and) (when|whenever) {other:single}";
    event: TriggerEvent::AnyOf(vec![one, other])
        if !matches!(one, TriggerEvent::BeginningOf(..)) && !is_of_what_is_mentioned(other)
        => | "{one:single} (or|and) {other:single}";
    // Where this is says where the ability functions.
    event: TriggerEvent::While { when: Box::new(when), condition } if !is_of_a_zone(condition)
        => "{when:single} while {condition:if}";
    event: TriggerEvent::State(condition)
        if !matches!(condition, Condition::Is(_, Filter::CastBy { .. })) && !any(condition, |_: &PastEvent| true)
        => "{condition:if}";

    // Attacking and blocking (CR 508, 509).
    event: TriggerEvent::Attacks(what) => "{what:some_creature} attack<what>";
    event: TriggerEvent::AttacksAlone(what) => "{what:some_creature} attack<what> alone";
    event: TriggerEvent::AttacksTogether { what, others, count } if *count != 1
        => "{what:some_creature} and at least {count:in_words} other {others:creature_noun[many]} attack<many>";
    event: TriggerEvent::AttacksTogether { what, others, count: 1 }
        => "{what:some_creature} and at least one other {others:creature_noun[one]} attack<many>";
    event: TriggerEvent::AttacksUnblocked(what)
        => "{what:some_creature} attack<what> and not_be<one> blocked";
    event: TriggerEvent::AttacksThat { what, players: Some(who), objects: None }
        => "{what:some_creature} attack<what> {who:controller}";
    event: TriggerEvent::AttacksThat { what, players: None, objects: Some(whom) }
        => "{what:some_creature} attack<what> {whom:one}";
    event: TriggerEvent::AttacksThat { what, players: Some(who), objects: Some(whom) }
        => "{what:some_creature} attack<what> {who:controller} or {whom:one}";
    event: TriggerEvent::AttacksThat {
            what, players: Some(who), objects: Some(Filter::All(vec![
                Filter::Type(CardType::Planeswalker), Filter::ControlledBy(who)])) }
        => | "{what:some_creature} attack<what> {who:controller} or a planeswalker (you control|they \
            control)";
    event: TriggerEvent::IsAttacked { players: Some(who), objects: None }
        => "{who:somebody} be<who> attacked";
    event: TriggerEvent::IsAttacked { players: None, objects: Some(whom) }
        => "{whom:some_permanent} be<whom> attacked";
    event: TriggerEvent::IsAttacked { players: Some(who), objects: Some(whom) }
        => "{who:somebody} or {whom:one} be<one> attacked";
    event: TriggerEvent::AttacksWith { who, what: Filter::Any, count: 1 }
        => "{who:somebody} attack<who>";
    event: TriggerEvent::AttacksWith { who, what, count }
        => "{who:somebody} attack<who> with {count:or_more} {what:creature_noun[many]}";
    event: TriggerEvent::AttacksWith { who, what, count: 1 }
        => | "{who:somebody} attack<who> with {what:one_creature}";
    event: TriggerEvent::Blocks(what) => "{what:some_creature} block<what>";
    event: TriggerEvent::BlocksAlone(what) => "{what:some_creature} block<what> alone";
    event: TriggerEvent::BlocksMany { what, number: (Comparison::AtLeast, n) }
        => "{what:some_creature} block<what> {n:or_more} creatures";
    event: TriggerEvent::BlockedByMany { what, number: (Comparison::AtLeast, n) }
        => "{what:some_creature} become<what> blocked by {n:or_more} creatures";
    event: TriggerEvent::BecomesBlocked(what) => "{what:some_creature} become<what> blocked";
    event: TriggerEvent::BlocksCreature { what, creature }
        => "{what:some_creature} block<what> {creature:one_creature}";
    event: TriggerEvent::BecomesBlockedBy { what, by }
        => "{what:some_creature} become<what> blocked by {by:one_creature}";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Attacks(what), TriggerEvent::Blocks(what)])
        => "{what:some_creature} attack<what> or block<what>";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Blocks(what), TriggerEvent::BecomesBlocked(what)])
        => "{what:some_creature} block<what> or become<what> blocked";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::BlocksCreature { what, creature: other }, TriggerEvent::BecomesBlockedBy { what, by: other }])
        => "{what:some_creature} block<what> or become<what> blocked by {other:one_creature}";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::OneOrMore(Box::new(TriggerEvent::BlocksCreature { what, creature: other })),
            TriggerEvent::OneOrMore(Box::new(TriggerEvent::BecomesBlockedBy { what, by: other }))])
        => | "{what:some_creature} block<what> or become<what> blocked by one or more {other:creature_noun[many]}";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Attacks(what), TriggerEvent::BecomesBlocked(what)])
        => "{what:some_creature} attack<what> or become<what> blocked";

    // Zones (CR 603.6).
    event: TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }
        => | "{what:some_permanent} enter<what> the battlefield";
    event: TriggerEvent::Moves { what: and(what, Filter::ControlledBy(who)), from: None, to: Some(BATTLEFIELD) }
        => | "{what:some_permanent} enter<what> the battlefield under {who:somebodys} control";
    event: TriggerEvent::Moves { what, from: Some(from), to: Some(BATTLEFIELD) }
        => | "{what:some_permanent} enter<what> the battlefield {from:from_zone}";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, TriggerEvent::Attacks(what)])
        => "{what:some_permanent} enter<what> the battlefield or attack<what>";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) },
            TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }])
        => | "{what:some_permanent} enter<what> the battlefield or die<what>"
        | "{what:some_permanent} enter<what> the battlefield or be<what> put into a graveyard from the \
            battlefield";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, TriggerEvent::TurnedFaceUp(what)])
        => "{what:some_permanent} enter<what> the battlefield or be<what> turned face up";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) },
            TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: None }])
        => | "{what:some_permanent} enter<what> or leave<what> the battlefield"
        | "{what:some_permanent} enter<what> the battlefield or leave<what> the battlefield";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(EXILE) }])
        => | "{what:some_permanent} die<what> or be<what> put into exile from the battlefield";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what: Filter::This, from: None, to: Some(BATTLEFIELD) },
            TriggerEvent::Sacrifices { who: Players::You, what: Filter::This }])
        => | "~ enters the battlefield and when you sacrifice it";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::Cycles { who: Players::You, what: Filter::This, or_discards: false },
            TriggerEvent::Moves { what: Filter::This, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }])
        => | "you cycle ~ or it dies";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }
        => | "{what:some_permanent} die<what>"
        | "{what:some_permanent} be<what> put into a graveyard from the battlefield";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(who)), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }
        => | "{what:some_permanent} be<what> put into {who:somebodys} graveyard from the battlefield";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }
        if *what == Filter::Is(Objects::AttachedTo)
        => | "{what:some_permanent} be<what> put into a graveyard";
    event: TriggerEvent::Moves {
            what: Filter::Is(Objects::Haunted), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }
        => | "the creature (~|it) haunts dies";
    event: TriggerEvent::Moves { what, from: None, to: Some(GRAVEYARD) }
        => | "{what:some_object} be<what> put into a graveyard from anywhere";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(who)), from: None, to: Some(GRAVEYARD) }
        => | "{what:some_object} be<what> put into {who:somebodys} graveyard from anywhere";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(who)), from: Some(from), to: Some(GRAVEYARD) }
        if *from != BATTLEFIELD
        => | "{what:some_card} be<what> put into {who:somebodys} graveyard {from:from_zone}";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(Players::You)), from: Some(GRAVEYARD), to: None }
        => | "{what:some_card} leave<what> your graveyard";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: None }
        => | "{what:some_permanent} leave<what> the battlefield";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(EXILE) }
        => | "{what:some_permanent} be<what> exiled from the battlefield"
        | "{what:some_permanent} be<what> put into exile from the battlefield";
    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(HAND) }
        => | "{what:some_permanent} be<what> returned to its owner's hand";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(who)), from: Some(BATTLEFIELD), to: Some(HAND) }
        => | "{what:some_permanent} be<what> returned to {who:somebodys} hand";

    // Damage and life (CR 119, 120).
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: false, to_players: None, to_objects: None }
        => "{source:some_source} deal<source> damage";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: false, to_players: Some(who), to_objects: None }
        => "{source:some_source} deal<source> damage to {who:controller}";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: false, to_players: None, to_objects: Some(what) }
        => "{source:some_source} deal<source> damage to {what:one}";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: false, to_players: Some(who), to_objects: Some(what) }
        => "{source:some_source} deal<source> damage to {who:controller} or {what:one}";
    event: TriggerEvent::IsDealtDamage { what: Some(what), who: None, combat: false, noncombat: false }
        => "{what:some_permanent} be<what> dealt damage";
    event: TriggerEvent::IsDealtDamage { what: None, who: Some(who), combat: false, noncombat: false }
        => "{who:somebody} be<who> dealt damage";
    event: TriggerEvent::DealsDamage {
            source, combat: true, noncombat: false, to_players: None, to_objects: None }
        => "{source:some_source} deal<source> combat damage";
    event: TriggerEvent::DealsDamage {
            source, combat: true, noncombat: false, to_players: Some(who), to_objects: None }
        => "{source:some_source} deal<source> combat damage to {who:controller}";
    event: TriggerEvent::DealsDamage {
            source, combat: true, noncombat: false, to_players: None, to_objects: Some(what) }
        => "{source:some_source} deal<source> combat damage to {what:one}";
    event: TriggerEvent::DealsDamage {
            source, combat: true, noncombat: false, to_players: Some(who), to_objects: Some(what) }
        => "{source:some_source} deal<source> combat damage to {who:controller} or {what:one}";
    event: TriggerEvent::IsDealtDamage { what: Some(what), who: None, combat: true, noncombat: false }
        => "{what:some_permanent} be<what> dealt combat damage";
    event: TriggerEvent::IsDealtDamage { what: None, who: Some(who), combat: true, noncombat: false }
        => "{who:somebody} be<who> dealt combat damage";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: true, to_players: None, to_objects: None }
        => "{source:some_source} deal<source> noncombat damage";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: true, to_players: Some(who), to_objects: None }
        => "{source:some_source} deal<source> noncombat damage to {who:controller}";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: true, to_players: None, to_objects: Some(what) }
        => "{source:some_source} deal<source> noncombat damage to {what:one}";
    event: TriggerEvent::DealsDamage {
            source, combat: false, noncombat: true, to_players: Some(who), to_objects: Some(what) }
        => "{source:some_source} deal<source> noncombat damage to {who:controller} or {what:one}";
    event: TriggerEvent::IsDealtDamage { what: Some(what), who: None, combat: false, noncombat: true }
        => "{what:some_permanent} be<what> dealt noncombat damage";
    event: TriggerEvent::IsDealtDamage { what: None, who: Some(who), combat: false, noncombat: true }
        => "{who:somebody} be<who> dealt noncombat damage";
    event: TriggerEvent::DealtExcessDamage(what) => "{what:some_permanent} be<what> dealt excess damage";
    event: TriggerEvent::GainsLife(who) => "{who:somebody} gain<who> life";
    event: TriggerEvent::LosesLife(who) => "{who:somebody} lose<who> life";

    // Steps (CR 603.2b).
    event: when => | "{when:beginning}";
    beginning: TriggerEvent::BeginningOf(TurnStep::Upkeep, who)
        => | "at the beginning of {who:whose} upkeep" | "at the beginning of the upkeep of {who:player}";
    beginning: TriggerEvent::BeginningOf(TurnStep::PrecombatMain, who)
        => | "at the beginning of {who:whose} (precombat|first) main phase";
    beginning: TriggerEvent::BeginningOf(TurnStep::PostcombatMain, who)
        => | "at the beginning of {who:whose} postcombat main phase";
    beginning: TriggerEvent::BeginningOf(TurnStep::End, who)
        => | "at the beginning of {who:whose} end step" | "at the beginning of the end step of {who:player}";
    beginning: TriggerEvent::BeginningOf(TurnStep::Draw, who)
        => | "at the beginning of {who:whose} draw step" | "at the beginning of the draw step of {who:player}";
    beginning: TriggerEvent::BeginningOf(TurnStep::BeginningOfCombat, who)
        => | "at the beginning of combat on {who:whose} turn";
    beginning: TriggerEvent::BeginningOf(TurnStep::BeginningOfCombat, Players::Each)
        => | "at the beginning of each combat";
    beginning: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each)
        => | "at the beginning of each upkeep";
    beginning: TriggerEvent::BeginningOf(TurnStep::End, Players::Each)
        => | "at the beginning of each end step" | "at the beginning of the end step";
    beginning: TriggerEvent::BeginningOf(TurnStep::EndOfCombat, Players::Each) => | "at end of combat";

    // Spells and abilities (CR 601, 602, 605).
    event: TriggerEvent::Casts(who, what) => "{who:somebody} cast<who> {what:some_spell}";
    event: TriggerEvent::Copies { who, what } => "{who:somebody} copy<who> {what:some_spell}";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Casts(who, what), TriggerEvent::Copies { who, what }])
        => | "{who:somebody} cast<who> or copy<who> {what:some_spell}";
    event: TriggerEvent::BecomesTarget { what, by: Players::Each }
        => "{what:some_permanent} become<what> the target of a spell or ability";
    event: TriggerEvent::BecomesTarget { what, by }
        => "{what:some_permanent} become<what> the target of a spell or ability {by:controller} control<by>";
    event: TriggerEvent::PlayerBecomesTarget { who, by: Players::Each }
        => "{who:somebody} become<who> the target of a spell or ability";
    event: TriggerEvent::PlayerBecomesTarget { who, by }
        => "{who:somebody} become<who> the target of a spell or ability {by:controller} control<by>";
    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::PlayerBecomesTarget { who: Players::You, by }, TriggerEvent::BecomesTarget { what, by }])
        => | "you or {what:one} becomes the target of a spell or ability {by:controller} control<by>";
    event: TriggerEvent::FinishesResolving(what)
        => "{what:some_spell} be<what> put into a graveyard during its resolution";
    event: TriggerEvent::IsCountered { what, by: None } => "{what:some_spell} be<what> countered";
    event: TriggerEvent::IsCountered { what, by: Some(by) }
        => "{what:some_spell} be<what> countered by a spell or ability {by:controller} control<by>";
    event: TriggerEvent::TapsForMana { who: Players::Each, what, kind: None, chosen: false }
        if matches!(what, Filter::Is(_))
        => "{what:some_permanent} be<what> tapped for mana";
    event: TriggerEvent::TapsForMana { who: Players::Each, what, kind: None, chosen: false }
        => | "{what:some_permanent} be<what> tapped for mana";
    event: TriggerEvent::TapsForMana { who, what, kind: None, chosen: false }
        => "{who:somebody} tap<who> {what:some_permanent} for mana";
    event: TriggerEvent::TapsForMana { who, what, kind: Some(kind), chosen: false }
        => "{who:somebody} tap<who> {what:some_permanent} for {kind:one_mana}";
    event: TriggerEvent::TapsForMana { who, what, kind: None, chosen: true }
        => "{who:somebody} tap<who> {what:some_permanent} for mana of the chosen color";
    event: TriggerEvent::Activates { who, what, mana: true, boast: false }
        => "{who:somebody} activate<who> an ability of {what:one}";
    event: TriggerEvent::Activates { who, what, mana: false, boast: false }
        => "{who:somebody} activate<who> an ability of {what:one} , if it isn't a mana ability"
        | "{who:somebody} activate<who> an ability of {what:one} that isn't a mana ability";
    event: TriggerEvent::Activates { who, what, mana: false, boast: true }
        => "{who:somebody} activate<who> a boast ability of {what:one_creature}";
    event: TriggerEvent::Triggers(what) => "a triggered ability of {what:one} trigger<one>";

    // Cards and libraries (CR 121, 701).
    event: TriggerEvent::PlaysLand { who, what: Filter::Any } => "{who:somebody} play<who> a land";
    event: TriggerEvent::PlaysLand { who, what } if *what != Filter::Any
        => "{who:somebody} play<who> {what:some_permanent}";
    event: TriggerEvent::Draws(who) => "{who:somebody} draw<who> a card";
    event: TriggerEvent::Discards { who, what, by: None } => "{who:somebody} discard<who> {what:some_card}";
    event: TriggerEvent::Discards { who, what, by: Some(by) }
        => "a spell or ability {by:controller} control<by> cause<one> {who:player} to discard {what:some_card}";
    event: TriggerEvent::Mills { who, what } => "{who:somebody} mill<who> {what:some_card}";
    event: TriggerEvent::Reveals { who, what } => "{who:somebody} reveal<who> {what:some_card}";
    event: TriggerEvent::RevealedThisWay(what) => "you reveal {what:one_card} this way";
    event: TriggerEvent::ExiledThisWay(what) => "{what:some_card} be<what> exiled this way";
    event: TriggerEvent::Cycles { who, what, or_discards: false }
        => "{who:somebody} cycle<who> {what:some_card}";
    event: TriggerEvent::Cycles { who, what, or_discards: true }
        => "{who:somebody} cycle<who> or discard<who> {what:some_card}";
    event: TriggerEvent::Sacrifices { who, what } => "{who:somebody} sacrifice<who> {what:some_permanent}";
    event: TriggerEvent::Creates { who, what } => "{who:somebody} create<who> {what:some_permanent}";
    event: TriggerEvent::Shuffles(Players::You) => "you shuffle<> your library";
    event: TriggerEvent::Shuffles(who) if *who != Players::You => "{who:somebody} shuffle<who> their library";
    event: TriggerEvent::Searches(Players::You) => "you search<> your library";
    event: TriggerEvent::Searches(who) if *who != Players::You => "{who:somebody} search<who> their library";
    event: TriggerEvent::Scries(who) => "{who:somebody} scry<who>";
    event: TriggerEvent::Surveils(who) => "{who:somebody} surveil<who>";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Scries(who), TriggerEvent::Surveils(who)])
        => "{who:somebody} scry<who> or surveil<who>";
    event: TriggerEvent::Clashes { who, wins: false } => "{who:somebody} clash<who>";
    event: TriggerEvent::Clashes { who, wins: true } => "{who:somebody} clash<who> and win";
    event: TriggerEvent::IsDestroyed { what, by: None } => "{what:some_permanent} be<what> destroyed";
    event: TriggerEvent::IsDestroyed { what, by: Some(by) }
        => "a spell or ability {by:controller} control<by> destroy<one> {what:one}";

    // Permanents (CR 110, 122, 301, 303, 702).
    event: TriggerEvent::BecomesTapped(what) => "{what:some_permanent} become<what> tapped";
    event: TriggerEvent::BecomesUntapped(what) => "{what:some_permanent} become<what> untapped";
    event: TriggerEvent::TurnedFaceUp(what) => "{what:some_permanent} be<what> turned face up";
    event: TriggerEvent::Transforms { what, into: None } => "{what:some_permanent} transform<what>";
    event: TriggerEvent::Transforms { what, into: Some(into) }
        => "{what:some_permanent} transform<what> into {into:one}";
    event: TriggerEvent::BecomesMarked { what, being, by: None }
        => "{what:some_permanent} become<what> {being:marking_name}";
    event: TriggerEvent::Mutates(what) => "{what:some_permanent} mutate<what>";
    event: TriggerEvent::PhasesOut(what) => "{what:some_permanent} phase<what> out";
    event: TriggerEvent::PhasesIn(what) => "{what:some_permanent} phase<what> in";
    event: TriggerEvent::Explores(what) => "{what:some_permanent} explore<what>";
    event: TriggerEvent::Exploits(what) => "{what:some_creature} exploit<what> a creature";
    event: TriggerEvent::Evolves(what) => "{what:some_creature} evolve<what>";
    event: TriggerEvent::Exerts { who, what, this_way: false }
        => "{who:somebody} exert<who> {what:some_creature}";
    event: TriggerEvent::Champions { what, by } => "{what:some_permanent} be<what> championed with {by:one}";
    event: TriggerEvent::Crews { what, vehicle: Filter::Any } => "{what:some_creature} crew<what> a Vehicle";
    event: TriggerEvent::Crews { what, vehicle } if *vehicle != Filter::Any
        => "{what:some_creature} crew<what> {vehicle:one}";
    event: TriggerEvent::BecomesLevel { what, level: None }
        => "{what:some_permanent} become<what> another level";
    event: TriggerEvent::BecomesLevel { what, level: Some(level) }
        => "{what:some_permanent} become<what> level {level:plain}";
    event: TriggerEvent::BecomesAttached { what, to }
        => "{what:some_permanent} become<what> attached to {to:one}";
    event: TriggerEvent::BecomesUnattached { what, from }
        => "{what:some_permanent} become<what> unattached from {from:one}";
    event: TriggerEvent::CountersPut { on, kind: Some(kind), reaching: None }
        => "{kind:some_counter} be<kind> put on {on:one}";
    event: TriggerEvent::CountersPut { on, kind: Some(kind), reaching: Some(n) }
        => "the {n:ordinal} {kind:counter_name} counter be<one> put on {on:one}";
    event: TriggerEvent::CountersRemoved { from, kind: Some(kind), last: false }
        => "{kind:some_counter} be<kind> removed from {from:one}";
    event: TriggerEvent::CountersRemoved { from, kind: Some(kind), last: true }
        => "the last {kind:counter_name} counter be<one> removed from {from:one}";
    event: TriggerEvent::OneOrMore(Box::new(TriggerEvent::GetsCounters { who, kind: CounterKind::Energy }))
        => | "{who:somebody} get<who> one or more {E}";
    event: TriggerEvent::GetsCounters { who, kind } => "{who:somebody} get<who> {kind:some_counter}";
    event: TriggerEvent::LosesControl { who, what } => "{who:somebody} lose<who> control of {what:one}";
    event: TriggerEvent::GainsControl { who, what }
        => "{who:somebody} gain<who> control of {what:one} from another player";

    event: TriggerEvent::FlipsCoin { who, result: Some(CoinSide::Won) } => | "{who:somebody} win<who> a coin flip";
    event: TriggerEvent::FlipsCoin { who, result: Some(CoinSide::Lost) } => | "{who:somebody} lose<who> a coin flip";

    // The game and its variants.
    event: TriggerEvent::BecomesMonarch(who) => "{who:somebody} become<who> the monarch";
    event: TriggerEvent::LosesGame(who) => "{who:somebody} lose<who> the game";
    event: TriggerEvent::Ventures(who) => "{who:somebody} venture<who> into the dungeon";
    event: TriggerEvent::CompletesDungeon(who) => "{who:somebody} complete<who> a dungeon";
    event: TriggerEvent::FinishVoting => "players finish voting";
    event: TriggerEvent::RollsChaos(who) => "{who:somebody} roll<who> {CHAOS}";
    event: TriggerEvent::RollsPlaneswalker(who) => "{who:somebody} roll<who> {PW}";
    event: TriggerEvent::PlaneswalksTo(what) => "you planeswalk<> to {what:some_permanent}";
    event: TriggerEvent::PlaneswalksAway(what) => "you planeswalk<> away from {what:some_permanent}";
    event: TriggerEvent::Encounters(what) => "you encounter<> {what:some_permanent}";
    event: TriggerEvent::SetsInMotion(what) => "you set<> {what:some_permanent} in motion";

    from_zone: GRAVEYARD => "from a graveyard";
    from_zone: EXILE => "from exile";
    from_zone: LIBRARY => | "from a library" | "from your library";
    from_zone: HAND => | "from a hand";
    from_zone: BATTLEFIELD => "from the battlefield";

    event: TriggerEvent::AnyOf(vec![
            TriggerEvent::PhasesOut(what), TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: None }])
        => | "{what:some_permanent} phase<what> out or leave<what> the battlefield";

    event: TriggerEvent::Moves { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) } if is_a_permanent(what)
        => | "{what:some_permanent} be<what> put into a graveyard";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::GainsLife(who), TriggerEvent::LosesLife(who)])
        => | "{who:somebody} gain<who> or lose<who> life";

    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(Players::You)), from: Some(GRAVEYARD), to: Some(HAND) }
        => | "{what:some_permanent} be<what> put into your hand from your graveyard";
    event: TriggerEvent::Activates { who, what: Filter::Any, mana: false, boast: false }
        => | "{who:somebody} activate<who> an ability that isn't a mana ability";
    event: TriggerEvent::AnyOf(vec![TriggerEvent::Creates { who, what }, TriggerEvent::Sacrifices { who, what }])
        => | "{who:somebody} create<who> or sacrifice<who> {what:some_permanent}";
    event: TriggerEvent::Moves { what: and(what, Filter::OwnedBy(Players::You)), from: Some(GRAVEYARD), to: Some(EXILE) }
        => | "{what:some_card} be<what> put into exile from your graveyard";
}

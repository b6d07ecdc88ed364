//! Restrictions and requirements (CR 101.2, 508.1, 509.1).

use retrace_words::rows;

use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::restriction::{Requirement, Restriction, Timing};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);

/// Whether creatures that can't block are all but those of a description.
fn is_except(by: &Filter) -> bool {
    matches!(by, Filter::Not(inner) if !matches!(**inner, Filter::This | Filter::Is(_)))
}

rows! {
    pub(crate) ROWS;

    // In combat.
    restricted: Restriction::CantAttack(what) => "{what:them_creatures} can't attack";
    restricted: Restriction::CantAttackThat { what, players: Some(who), objects: None }
        => "{what:them_creatures} can't attack {who:at_large}";
    restricted: Restriction::CantAttackThat { what, players: None, objects: Some(whom) }
        => "{what:them_creatures} can't attack {whom:them}";
    restricted: Restriction::CantAttackThat { what, players: Some(who), objects: Some(whom) }
        => "{what:them_creatures} can't attack {who:at_large} or {whom:them}";
    restricted: Restriction::CantBlock(what) => "{what:them_creatures} can't block";
    restricted: Restriction::CantBeBlockedBy { what, by: Filter::Any }
        => "{what:them_creatures} can't be blocked" | "{what:them_creatures} be<what> unblockable";
    restricted: Restriction::CantBeBlockedBy { what: Filter::Not(Box::new(what)), by } if *by != Filter::Any
        => "{by:them_creatures} can block only {what:creature_noun[many]}";
    restricted: Restriction::CantBeBlockedBy { what: Filter::This, by: Filter::Is(by) } if !by.is_of_a_description()
        => "{by:thing} can't block ~";
    restricted: Restriction::CantBeBlockedBy { what, by: Filter::Not(Box::new(by)) }
        if !matches!(by, Filter::This | Filter::Is(_))
        => "{what:them_creatures} can't be blocked except by {by:creature_noun[many]}";
    restricted: Restriction::CantBeBlockedBy {
            what, by: Filter::All(vec![Filter::Type(CardType::Creature), Filter::Not(Box::new(by))]) }
        if !matches!(by, Filter::This | Filter::Is(_))
        => "{what:them_creatures} can't be blocked except by {by:creature_noun[many]}";
    restricted: Restriction::CantBeBlockedBy { what, by } if *by != Filter::Any && !is_except(by)
        => "{what:them_creatures} can't be blocked by {by:creature_noun[many]}";
    restricted: Restriction::CantBeBlockedBy { what, by: Filter::Is(by) } if !by.is_of_a_description()
        => | "{by:thing} can't block {what:creature_noun[many]}"
        | "{what:them_creatures} can't be blocked by {by:thing}";
    restricted: Restriction::MostBlockers { what, count: 1 }
        => "{what:them_creatures} can't be blocked by more than one creature";
    restricted: Restriction::MostBlockers { what, count } if *count != 1
        => "{what:them_creatures} can't be blocked by more than {count:in_words} creatures";
    restricted: Restriction::MinimumBlockers { what, count }
        => "{what:them_creatures} can't be blocked except by {count:or_more} creatures";
    restricted: Restriction::NeedsOtherAttackers { what, count: 1, like: None }
        => "{what:them_creatures} can't attack alone";
    restricted: Restriction::NeedsOtherAttackers { what, count: 1, like: Some(like) }
        => "{what:them_creatures} can't attack unless {like:one_creature} also attack<like>";
    restricted: Restriction::NeedsOtherAttackers { what, count, like: None } if *count != 1
        => "{what:them_creatures} can't attack unless at least {count:in_words} other creatures attack";
    restricted: Restriction::NeedsOtherBlockers { what, count: 1, like: None }
        => "{what:them_creatures} can't block alone";
    restricted: Restriction::NeedsOtherBlockers { what, count: 1, like: Some(like) }
        => "{what:them_creatures} can't block unless {like:one_creature} also block<like>";
    restricted: Restriction::NeedsOtherBlockers { what, count, like: None } if *count != 1
        => "{what:them_creatures} can't block unless at least {count:in_words} other creatures block";
    restricted: Restriction::MaximumAttackers(n) => "no more than {n:in_words} creature[n] can attack";
    restricted: Restriction::MaximumBlockers(n) => "no more than {n:in_words} creature[n] can block";
    restricted: Restriction::CantCrew(what) => "{what:them_creatures} can't crew Vehicles";

    // What can't be done to objects.
    restricted: Restriction::DoesntUntap(what)
        => | "{what:them} not_untap<what> during its controller's untap step"
        | "{what:them} not_untap<what> during your untap step"
        | "{what:them} not_untap<what> during their controllers' untap steps";
    restricted: Restriction::CantBeTargeted {
            objects: Some(what), players: None, by: Players::Each, source: Filter::Any }
        => "{what:them} can't be the target[what] of spells or abilities";
    restricted: Restriction::CantBeTargeted { objects: Some(what), players: None, by, source: Filter::Any }
        if *by != Players::Each
        => "{what:them} can't be the target[what] of spells or abilities {by:at_large} control<by>";
    restricted: Restriction::CantBeTargeted { objects: Some(what), players: None, by: Players::Each, source }
        if source.is_of_spells()
        => "{what:them} can't be the target[what] of {source:noun[many]}";
    restricted: Restriction::CantBeTargeted { objects: Some(what), players: None, by: Players::Each, source }
        if *source != Filter::Any && !source.is_of_spells()
        => "{what:them} can't be the target[what] of spells or abilities from {source:source_noun[many]}";
    restricted: Restriction::CantGetCounters { objects: Some(what), players: None, kind: None }
        => "{what:them} can't have counters put on it<what>";
    restricted: Restriction::CantGetCounters { objects: Some(what), players: None, kind: Some(kind) }
        => "{what:them} can't have {kind:counter_name} counters put on it<what>";
    restricted: Restriction::CantGetCounters { objects: None, players: Some(who), kind: None }
        => "{who:at_large} can't get counters";
    restricted: Restriction::CantGetCounters { objects: None, players: Some(who), kind: Some(kind) }
        => "{who:at_large} can't get {kind:counter_name} counters";
    restricted: Restriction::CantTrigger {
            because: TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, of: Filter::Any }
        => "{what:noun[many]} entering the battlefield don't cause abilities to trigger";
    restricted: Restriction::CantTrigger {
            because: TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, of }
        if *of != Filter::Any
        => "{what:noun[many]} entering the battlefield don't cause abilities of {of:noun[many]} to trigger";
    restricted: Restriction::CantEnter(what) => "{what:them_cards} can't enter the battlefield";
    restricted: Restriction::NoLegendRule(Filter::Any)
        => "the “legend rule” doesn't apply" | "the \" legend rule \" doesn't apply";
    restricted: Restriction::NoLegendRule(what) if *what != Filter::Any
        => "the “legend rule” doesn't apply to {what:noun[many]}"
        | "the \" legend rule \" doesn't apply to {what:noun[many]}";
    restricted: Restriction::CantPreventDamage { source: Filter::Any, players: None, objects: None, combat: false }
        => "damage can't be prevented";
    restricted: Restriction::CantPreventDamage { source: Filter::Any, players: None, objects: None, combat: true }
        => "combat damage can't be prevented";
    restricted: Restriction::CantBeSacrificed { what, by: None } => "{what:them} can't be sacrificed";
    restricted: Restriction::CantRegenerate(what) => "{what:them} can't be regenerated";
    restricted: Restriction::CantTransform(what) => "{what:them} can't transform";
    restricted: Restriction::CantPhaseOut(what) => "{what:them} can't phase out";
    restricted: Restriction::CantBeCountered(what) => "{what:them_spells} can't be countered";

    // Players.
    restricted: Restriction::RevealHand(Players::You)
        => "you play with your hand revealed" | "play with your hand revealed";
    restricted: Restriction::RevealHand(who) if *who != Players::You
        => "{who:at_large} play<who> with their hand[who] revealed";
    restricted: Restriction::RevealTop(Players::You) => | "play with the top card of your library revealed";
    restricted: Restriction::RevealTop(Players::Each)
        => | "players play with the top card of their libraries revealed";
    restricted: Restriction::CantGainLife(who) => "{who:at_large} can't gain life";
    restricted: Restriction::CantLoseLife(who) => "{who:at_large} can't lose life";
    restricted: Restriction::CantPayLife(who) => "{who:at_large} can't pay life";
    restricted: Restriction::CantDraw(who) => "{who:at_large} can't draw cards";
    restricted: Restriction::CantWin(who) => | "{who:at_large} can't win the game";
    restricted: Restriction::CantLose { who, cause: None } => | "{who:at_large} can't lose the game";
    restricted: Restriction::CantSearch(who) => | "{who:at_large} can't search libraries";
    restricted: Restriction::CantCycle(who) => | "{who:at_large} can't cycle cards";
    restricted: Restriction::MaximumDraws(who, n)
        => "{who:player} can't draw more than {n:in_words} card[n] each turn";
    restricted: Restriction::CantCast { who, what, except: None }
        => | "{who:at_large} can't cast {what:spell_noun[many]}";
    restricted: Restriction::CantCast { who, what, except: Some(Timing::Sorcery) }
        => | "{who:at_large} can cast {what:spell_noun[many]} only as a sorcery"
        | "{who:at_large} can cast {what:spell_noun[many]} only any time they could cast a sorcery";
    restricted: Restriction::CantCast { who, what, except: Some(Timing::OwnTurn) }
        => | "{who:at_large} can cast {what:spell_noun[many]} only during their own turns";
    restricted: Restriction::MaximumSpells { who, what, count }
        => "{who:player} can't cast more than {count:in_words} {what:spell_noun[count]} each turn";
    restricted: Restriction::CantPlayLands { who, what: Filter::Any } => | "{who:at_large} can't play lands";
    restricted: Restriction::CantActivate { who: Players::Each, what, unless_mana: false, except: None }
        if *what != Filter::Any
        => | "activated abilities of {what:them} can't be activated"
        | "{what:them_whose} activated abilities can't be activated";
    restricted: Restriction::CantActivate { who: Players::Each, what, unless_mana: true, except: None }
        if *what != Filter::Any
        => | "activated abilities of {what:them} can't be activated unless they are mana abilities"
        | "{what:them_whose} activated abilities can't be activated unless they are mana abilities";
    restricted: Restriction::CantActivate { who, what, unless_mana: false, except: None }
        if *who != Players::Each && *what != Filter::Any
        => | "{who:at_large} can't activate abilities of {what:them}";

    // What creatures must do.
    required: Requirement::Attack(what) => "{what:them_creatures} attack<what>";
    required: Requirement::AttackThat { what, players: Some(who), objects: None }
        => "{what:them_creatures} attack<what> {who:at_large}";
    required: Requirement::AttackThat { what, players: None, objects: Some(whom) }
        => "{what:them_creatures} attack<what> {whom:them}";
    required: Requirement::AttackThat { what, players: Some(who), objects: Some(whom) }
        => "{what:them_creatures} attack<what> {who:at_large} or {whom:them}";
    required: Requirement::Block(what) => "{what:them_creatures} block<what>";
    required: Requirement::BlockThat { what: Filter::Any, attackers }
        => "all creatures able to block {attackers:them_creatures} do so";
    required: Requirement::BlockThat { what: Filter::Type(CardType::Creature), attackers }
        => "all creatures able to block {attackers:them_creatures} do so";
    required: Requirement::BlockThat { what, attackers } if !matches!(what, Filter::Any | Filter::Type(_))
        => "{what:them_creatures} block<what> {attackers:them_creatures}";
    required: Requirement::BeBlocked(what) => "{what:them_creatures} must be blocked";
}

//! The parts of a game that the words of an effect read: aspects of objects, which other effects
//! may change (CR 613.8), and parts of the state, which events change. Nothing else can change what
//! an effect does.
//!
//! The matches name every word, so a new one has to declare here what it reads.
//! [`Reads::EVERYTHING`] is always correct.

use crate::card::Each;
use crate::card::{
    Ability, CardType, CardTypes, Condition, Filter, Keyword, KeywordName, Modification, Objects, Players, Quantity,
    StaticEffect, Subtype, SubtypeSet, ZoneKind,
};
use crate::state::Reads;

/// What a filter reads, of an object and of the board.
pub(in crate::derive) fn of_filter(filter: &Filter) -> Reads {
    match filter {
        Filter::Any | Filter::This => Reads::NOTHING,
        Filter::Not(inner) => of_filter(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => all(parts, of_filter),
        Filter::Type(kind) => Reads::card_type(*kind),
        Filter::Supertype(_) => Reads::SUPERTYPE,
        Filter::Subtype(subtype) => Reads::subtype(*subtype),
        Filter::Color(_) | Filter::Colorless | Filter::Monocolored | Filter::Multicolored => Reads::COLOR,
        Filter::Above(reference) => Reads::zone(ZoneKind::Graveyard) | of_objects(reference),
        Filter::Keyword(_) | Filter::HasKeyword(_) => Reads::KEYWORD,
        Filter::WithActivatedAbility => Reads::ABILITY | Reads::KEYWORD,
        Filter::NoAbilities => Reads::ABILITY,
        // A permanent's components and owner change only when it leaves.
        Filter::Card | Filter::Token => Reads::NOTHING,
        Filter::Named(_) => Reads::NAME,
        Filter::SameName(reference) | Filter::DifferentName(reference) => Reads::NAME | of_objects(reference),
        Filter::SharesColor(reference) => Reads::COLOR | of_objects(reference),
        Filter::SharesSubtype(_, reference) => Reads::SUBTYPES | of_objects(reference),
        Filter::SharesCardType { with: reference, .. } => Reads::CARD_TYPES | of_objects(reference),
        Filter::OwnedBy(who) => of_players(who),
        Filter::ControlledBy(who) => Reads::CONTROL | of_players(who),
        Filter::Tapped | Filter::FaceDown | Filter::Foretold => Reads::STATUS,
        Filter::Attacking | Filter::Blocking | Filter::Blocked => Reads::COMBAT,
        Filter::AttackingAlone | Filter::BlockingAlone => Reads::COMBAT,
        Filter::AttackingThat { players, objects } => {
            let who = players.as_ref().map_or(Reads::NOTHING, of_players);
            Reads::COMBAT | who | objects.as_ref().map_or(Reads::NOTHING, |filter| of_filter(filter))
        }
        Filter::BlockingThat(reference) | Filter::BlockedBy(reference) => Reads::COMBAT | of_objects(reference),
        Filter::AttackedThisTurn | Filter::BlockedThisTurn => Reads::HISTORY,
        Filter::DealtDamageBy(by) => Reads::HISTORY | of_objects(by),
        Filter::HasAttached(inner) | Filter::AttachedTo(inner) => Reads::ATTACHMENT | of_filter(inner),
        Filter::Enchanting(who) => Reads::ATTACHMENT | of_players(who),
        Filter::ActivatedAbility | Filter::TriggeredAbility => Reads::zone(ZoneKind::Stack),
        Filter::FromSource(inner) => Reads::zone(ZoneKind::Stack) | of_filter(inner),
        Filter::SingleTarget => Reads::zone(ZoneKind::Stack) | Reads::ANNOUNCED,
        Filter::Targets(_) | Filter::TargetsOnly(_) => Reads::EVERYTHING,
        Filter::HasCounter(_) => Reads::COUNTERS,
        // CR 208.3: a noncreature has none.
        Filter::Power(_, right) | Filter::Toughness(_, right) => {
            Reads::POWER_TOUGHNESS | Reads::card_type(CardType::Creature) | of_quantity(right)
        }
        // The X of a spell is part of its mana value (CR 202.3e).
        Filter::ManaValue(_, right) => Reads::NAME | Reads::ANNOUNCED | of_quantity(right),
        Filter::ManaValueIs(_) => Reads::NAME | Reads::ANNOUNCED,
        Filter::ManaCostIs(_) | Filter::XInManaCost => Reads::NAME,
        Filter::Spell => Reads::zone(ZoneKind::Stack),
        Filter::In(zone) => Reads::zone(*zone),
        Filter::Is(reference) => of_objects(reference),
        // Recording a note invalidates everything.
        Filter::ChosenColor => Reads::COLOR,
        Filter::ChosenSubtype => Reads::SUBTYPES,
        Filter::ChosenCardType => Reads::CARD_TYPES,
        Filter::Historic => Reads::card_type(CardType::Artifact) | Reads::SUPERTYPE | Reads::SUBTYPES,
        Filter::ChosenName => Reads::NAME,
        Filter::WasCast(_) => Reads::ZONES,
        // The announcement in progress changes with the frames (CR 601.2b).
        Filter::Paid { .. }
        | Filter::PaidInstead
        | Filter::PaidAs(_)
        | Filter::PaidThis
        | Filter::NthCast(_)
        | Filter::CastUntimely
        | Filter::CastFrom(_) => Reads::HISTORY,
        // An object with other characteristics becomes another object, or a copy of one.
        Filter::Adventure | Filter::HasAdventure => Reads::EVERYTHING,
    }
}

/// What a reference to objects reads.
pub(in crate::derive) fn of_objects(reference: &Objects) -> Reads {
    match reference {
        Objects::This | Objects::DamageSource => Reads::NOTHING,
        Objects::Affected => Reads::AFFECTED,
        Objects::Those => Reads::ZONES,
        // An object that left is still named.
        Objects::Target(_)
        | Objects::ThatObject
        | Objects::PaidWith
        | Objects::Granter
        | Objects::Exactly { .. }
        | Objects::Created
        | Objects::Chosen(_) => Reads::ZONES,
        Objects::ThisWay(_) => Reads::EVERYTHING,
        // The announcement in progress changes with the frames (CR 601.2b).
        Objects::PaidFor(of) => Reads::HISTORY | Reads::ZONES | of_objects(of),
        Objects::AttachedTo => Reads::ATTACHMENT,
        Objects::TopOfLibrary(who, _) => Reads::zone(ZoneKind::Library) | of_players(who),
        Objects::TopUntil { whose, what, count } => {
            Reads::zone(ZoneKind::Library) | of_players(whose) | of_filter(what) | of_quantity(count)
        }
        Objects::TopOfGraveyard(who, filter) => Reads::zone(ZoneKind::Graveyard) | of_players(who) | of_filter(filter),
        Objects::Among(of, filter) => of_objects(of) | of_filter(filter),
        Objects::Each(filter) => of_all_matching(filter),
        // The hypothetical objects depend on everything; past events are read with filters of all
        // kinds.
        Objects::PhasedOut(_) | Objects::ThisTurn(_) => Reads::EVERYTHING,
        Objects::Linked(_) | Objects::Pile(_) | Objects::Haunted => Reads::ZONES,
    }
}

/// What the set of objects that fit a filter, in its zones, depends on.
pub(in crate::derive) fn of_all_matching(filter: &Filter) -> Reads {
    all(&filter.zones(), |zone| Reads::zone(*zone)) | of_filter(filter)
}

/// What a reference to players reads.
pub(in crate::derive) fn of_players(reference: &Players) -> Reads {
    match reference {
        // "You" changes with control of the source.
        Players::You | Players::Opponents => Reads::CONTROL,
        Players::Each | Players::Target(_) | Players::ThatPlayer | Players::Chosen(_) | Players::They => Reads::NOTHING,
        Players::OpponentsOf(of) => of_players(of),
        Players::Active => Reads::TURN,
        // For a creature that no longer attacks, its last attack counts, this turn or the last.
        Players::Defending => Reads::COMBAT | Reads::CONTROL | Reads::TURN,
        Players::Enchanted => Reads::ATTACHMENT,
        Players::ChosenPlayer => Reads::NOTHING,
        Players::ControllerOf(reference) => Reads::CONTROL | of_objects(reference),
        Players::OwnerOf(reference) => of_objects(reference),
        // A change of monarch invalidates everything.
        Players::Monarch => Reads::NOTHING,
        Players::ThisTurn(_) => Reads::EVERYTHING,
    }
}

/// What a quantity reads.
pub(in crate::derive) fn of_quantity(number: &Quantity) -> Reads {
    match number {
        Quantity::Fixed(_) | Quantity::ThatMuch => Reads::NOTHING,
        Quantity::Portion => Reads::AFFECTED,
        // Past events are read with filters of all kinds.
        Quantity::ThisWay(..) | Quantity::TimesThisTurn(_) | Quantity::AmountThisTurn(_) => Reads::EVERYTHING,
        Quantity::X | Quantity::PaidAsCast => Reads::ANNOUNCED,
        Quantity::Count(filter) => of_all_matching(filter),
        Quantity::DifferentNames(filter) => Reads::NAME | of_all_matching(filter),
        Quantity::CardTypes(filter) => Reads::TYPE | of_all_matching(filter),
        Quantity::Subtypes(_, filter) => Reads::SUBTYPES | of_all_matching(filter),
        Quantity::Colors(filter) => Reads::COLOR | of_all_matching(filter),
        Quantity::Greatest(each) | Quantity::Least(each) => {
            of_quantity(&each.of)
                | match &each.each {
                    Each::Object(what) => of_objects(what),
                    Each::Player(who) => of_players(who),
                    Each::Both(who, what) => of_players(who) | of_objects(what),
                }
        }
        Quantity::Power(reference) | Quantity::Toughness(reference) => {
            Reads::POWER_TOUGHNESS | Reads::card_type(CardType::Creature) | of_objects(reference)
        }
        Quantity::ManaValue(reference) => Reads::NAME | Reads::ANNOUNCED | of_objects(reference),
        Quantity::Counters(_, reference) => Reads::COUNTERS | of_objects(reference),
        Quantity::Level(reference) => Reads::LEVELS | of_objects(reference),
        Quantity::PlayerCounters(_, who) | Quantity::Life(who) => Reads::PLAYERS | of_players(who),
        Quantity::HandSize(who) => Reads::zone(ZoneKind::Hand) | of_players(who),
        Quantity::ChosenNumber => Reads::NOTHING,
        // It never changes.
        Quantity::StartingLife(who) => of_players(who),
        Quantity::Number(reference) => of_objects(reference),
        Quantity::Devotion(_, who) => {
            Reads::NAME | Reads::zone(ZoneKind::Battlefield) | Reads::CONTROL | of_players(who)
        }
        Quantity::Party(who) => {
            let looks = Reads::zone(ZoneKind::Battlefield) | Reads::CONTROL | Reads::SUBTYPES;
            looks | Reads::card_type(CardType::Creature) | of_players(who)
        }
        Quantity::Coins(_) | Quantity::Roll(_) | Quantity::CastBefore(_) | Quantity::CastLastTurn(_) => Reads::HISTORY,
        Quantity::TurnsTaken(who) => Reads::TURN | of_players(who),
        Quantity::AttackedWith(who) => Reads::HISTORY | of_players(who),
        Quantity::Times(_, inner) => of_quantity(inner),
        Quantity::Sum(parts) => all(parts, of_quantity),
        Quantity::Divided { of, .. } => of_quantity(of),
        Quantity::TimesPaid(_, reference) | Quantity::XOf(reference) | Quantity::ColorsSpent(reference) => {
            Reads::HISTORY | of_objects(reference)
        }
        Quantity::ManaSpent { on, from, .. } => {
            Reads::HISTORY | of_objects(on) | from.as_ref().map_or(Reads::NOTHING, |from| of_filter(from))
        }
    }
}

/// What a condition reads.
pub(in crate::derive) fn of_condition(condition: &Condition) -> Reads {
    match condition {
        Condition::Compare(left, _, right) => of_quantity(left) | of_quantity(right),
        Condition::Exists(filter) => of_all_matching(filter),
        Condition::Is(reference, filter) => of_objects(reference) | of_filter(filter),
        Condition::TurnOf(who) => Reads::TURN | of_players(who),
        Condition::During(_) | Condition::After(_) | Condition::ItIs(_) => Reads::TURN,
        Condition::Combat { during, .. } => Reads::TURN | during.as_ref().map_or(Reads::NOTHING, of_players),
        Condition::ChosenWord(_) => Reads::NOTHING,
        Condition::Monarch(who) => of_players(who),
        Condition::WasMonarch(who) => Reads::TURN | of_players(who),
        Condition::Flip(_) => Reads::HISTORY,
        Condition::Not(inner) => of_condition(inner),
        Condition::All(parts) | Condition::AnyOf(parts) => all(parts, of_condition),
    }
}

/// What has to be read to work out a modification.
pub(in crate::derive) fn of_modification(modification: &Modification) -> Reads {
    match modification {
        Modification::SetPowerToughness(power, toughness) | Modification::AddPowerToughness(power, toughness) => {
            of_quantity(power) | of_quantity(toughness)
        }
        Modification::SetPower(number) | Modification::SetToughness(number) => of_quantity(number),
        Modification::GainActivatedAbilities(of) => Reads::ABILITY | of_objects(of),
        Modification::GainKeywordsOf { of, .. } => Reads::KEYWORD | of_objects(of),
        Modification::Control(who) => of_players(who),
        // CR 205.3d: an object gets only subtypes that one of its types has.
        Modification::AddSubtype(subtype) => Reads::AFFECTED | types_for(*subtype),
        Modification::AddEverySubtype(set) => {
            set.members().first().map_or(Reads::NOTHING, |one| Reads::AFFECTED | types_for(*one))
        }
        Modification::SetSubtypes(_, subtypes) => {
            subtypes.iter().fold(Reads::AFFECTED, |all, subtype| all | types_for(*subtype))
        }
        Modification::AddChosenSubtype | Modification::SetChosenSubtype(_) => Reads::AFFECTED | Reads::CARD_TYPES,
        Modification::AddType(_)
        | Modification::RemoveType(_)
        | Modification::SetTypes(_)
        | Modification::AddSupertype(_)
        | Modification::RemoveSupertype(_)
        | Modification::SetColors(_)
        | Modification::AddColors(_)
        | Modification::Gain(_)
        | Modification::LoseKeyword(_)
        | Modification::CantHaveKeyword(_)
        | Modification::SetChosenColor
        | Modification::AddChosenColor
        | Modification::ReplaceWords(_)
        | Modification::LoseAllAbilities
        | Modification::LoseAllButManaAbilities
        | Modification::Copiable(_)
        // The copied values are noted as it first applies.
        | Modification::CopyOf(_)
        | Modification::ReplaceText { .. }
        | Modification::SetName(_)
        // Of cards as printed.
        | Modification::AddNames(_)
        | Modification::HasText(_)
        | Modification::SwitchPowerToughness => Reads::NOTHING,
        Modification::FullTextOf(of) => Reads::NAME | of_objects(of),
    }
}

/// Whether a filter reads only the object itself, and things whose change invalidates everything:
/// its players, and notes. `false` is always correct.
pub(in crate::derive) fn is_of_the_object_alone(filter: &Filter) -> bool {
    let fixed = |number: &Quantity| matches!(number, Quantity::Fixed(_));
    let settled = |who: &Players| matches!(who, Players::You | Players::Opponents | Players::Each);
    match filter {
        Filter::Any
        | Filter::This
        | Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Colorless
        | Filter::Monocolored
        | Filter::Multicolored
        | Filter::Keyword(_)
        | Filter::HasKeyword(_)
        | Filter::Card
        | Filter::Token
        | Filter::Named(_)
        | Filter::Tapped
        | Filter::FaceDown
        | Filter::Foretold
        | Filter::HasCounter(_)
        | Filter::ManaCostIs(_)
        | Filter::XInManaCost
        | Filter::NoAbilities
        | Filter::Historic
        | Filter::ChosenColor
        | Filter::ChosenSubtype
        | Filter::ChosenCardType
        | Filter::ChosenName => true,
        Filter::Not(inner) => is_of_the_object_alone(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().all(is_of_the_object_alone),
        Filter::OwnedBy(who) | Filter::ControlledBy(who) => settled(who),
        Filter::Power(_, right) | Filter::Toughness(_, right) | Filter::ManaValue(_, right) => fixed(right),
        // The host of an Aura or Equipment.
        Filter::HasAttached(inner) => matches!(**inner, Filter::This),
        Filter::Is(reference) => matches!(reference, Objects::AttachedTo | Objects::This),
        _ => false,
    }
}

/// Whether a modification depends only on the object that it applies to, and on notes.
pub(in crate::derive) fn is_worked_out_alone(modification: &Modification) -> bool {
    matches!(
        modification,
        Modification::AddSubtype(_)
            | Modification::AddEverySubtype(_)
            | Modification::SetSubtypes(..)
            | Modification::AddChosenSubtype
            | Modification::SetChosenSubtype(_)
    ) || of_modification(modification) == Reads::NOTHING
}

/// The card types that a subtype belongs to.
fn types_for(subtype: Subtype) -> Reads {
    let kinds = CardType::ALL.iter().copied().filter(|kind| subtype.belongs_to(CardTypes::NONE.with(*kind)));
    kinds.fold(Reads::NOTHING, |all, kind| all | Reads::card_type(kind))
}

/// The aspects of objects that a modification changes.
pub(in crate::derive) fn written(modification: &Modification) -> Reads {
    match modification {
        Modification::Control(_) => Reads::CONTROL,
        Modification::AddType(kind) => Reads::card_type(*kind) | INTRINSIC,
        // Subtypes may go with the types that they belong to (CR 205.1a).
        Modification::RemoveType(_) | Modification::SetTypes(_) => Reads::CARD_TYPES | Reads::SUBTYPES | INTRINSIC,
        Modification::AddSubtype(subtype) => Reads::subtype(*subtype) | INTRINSIC,
        Modification::AddEverySubtype(set) => Reads::subtypes(*set) | INTRINSIC,
        Modification::AddChosenSubtype => Reads::SUBTYPES | INTRINSIC,
        // Setting land types removes abilities (CR 305.7).
        Modification::SetSubtypes(kind, _) | Modification::SetChosenSubtype(kind) => {
            let lost = if *kind == CardType::Land { Reads::ABILITY } else { Reads::NOTHING };
            Reads::subtypes(SubtypeSet::Of(*kind)) | lost
        }
        Modification::AddSupertype(_) | Modification::RemoveSupertype(_) => Reads::SUPERTYPE,
        Modification::SetColors(_)
        | Modification::AddColors(_)
        | Modification::SetChosenColor
        | Modification::AddChosenColor => Reads::COLOR,
        Modification::Gain(ability) => of_ability(ability),
        Modification::GainActivatedAbilities(_) => Reads::ACTIVATED,
        Modification::GainKeywordsOf { named, .. } => all(named, |name| of_name(*name)),
        Modification::LoseKeyword(keyword) | Modification::CantHaveKeyword(keyword) => of_keyword(keyword),
        Modification::LoseAllAbilities | Modification::LoseAllButManaAbilities => Reads::ABILITY,
        Modification::SetPowerToughness(..)
        | Modification::SetPower(_)
        | Modification::SetToughness(_)
        | Modification::AddPowerToughness(..)
        | Modification::SwitchPowerToughness => Reads::POWER_TOUGHNESS,
        Modification::SetName(_) | Modification::AddNames(_) => Reads::NAME,
        Modification::HasText(ability) => of_ability(ability),
        Modification::ReplaceText { .. } | Modification::ReplaceWords(_) => Reads::TYPE.and(Reads::ABILITY),
        // Everything printed on it.
        Modification::Copiable(_) | Modification::CopyOf(_) | Modification::FullTextOf(_) => Reads::EVERYTHING,
    }
}

/// Types add and remove the mana abilities of basic land types (CR 305.6).
const INTRINSIC: Reads = Reads::ACTIVATED;

/// The aspects in which having an ability shows.
fn of_ability(ability: &Ability) -> Reads {
    match ability {
        Ability::Static(_) => Reads::EFFECTS,
        Ability::Activated(_) => Reads::ACTIVATED,
        Ability::Triggered(_) | Ability::Spell(_) => Reads::OTHER_ABILITIES,
        Ability::Keyword(keyword) => of_keyword(keyword),
    }
}

/// The aspects in which having a keyword shows; it may stand for abilities of any kind.
fn of_keyword(keyword: &Keyword) -> Reads {
    let modifies = keyword.effects().iter().any(|effect| matches!(effect, StaticEffect::Modify { .. }));
    let effects = if modifies { Reads::EFFECTS } else { Reads::NOTHING };
    Reads::KEYWORD | Reads::ACTIVATED | effects
}

/// The aspects in which having keyword abilities of a name shows.
fn of_name(name: KeywordName) -> Reads {
    match Keyword::plain().find(|keyword| name.is_of(keyword)) {
        Some(keyword) => of_keyword(&keyword),
        None if ["landwalk", "protection"].contains(&name.word()) => Reads::KEYWORD | Reads::ACTIVATED,
        None => Reads::ABILITY,
    }
}

fn all<T>(parts: &[T], of: impl Fn(&T) -> Reads) -> Reads {
    parts.iter().fold(Reads::NOTHING, |sum, part| sum | of(part))
}

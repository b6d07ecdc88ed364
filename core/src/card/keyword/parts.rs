//! What the abilities are made of that keywords stand for.

use crate::card::ast::ability::{Ability, Body, Face, TargetWhat, TriggeredAbility};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Again, Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{Color, Colors};
use crate::card::words::outcome::Comparison;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, ZoneKind};

pub(super) const PLUS_ONE: CounterKind = CounterKind::PowerToughness(1, 1);
pub(super) const MINUS_ONE: CounterKind = CounterKind::PowerToughness(-1, -1);

pub(super) fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// So much to power and toughness until end of turn.
pub(super) fn grows(what: Objects, by: i32) -> Instruction {
    Instruction::Modify {
        what,
        modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(by), Quantity::Fixed(by))],
        duration: Duration::EndOfTurn,
    }
}

/// CR 702.29a, 702.29e: what a cycling ability does.
pub(super) fn cycles(search: Option<&Filter>) -> Vec<Instruction> {
    let Some(what) = search else {
        return vec![Instruction::Draw { who: Players::You, count: Quantity::Fixed(1) }];
    };
    let search = Instruction::Search {
        who: Players::You,
        what: what.clone(),
        count: Quantity::Fixed(1),
        total: None,
        reveal: true,
        into: ZoneKind::Hand,
        place: Place::Top,
        tapped: false,
    };
    vec![search, Instruction::Shuffle(Players::You)]
}

/// CR 702.24a: an age counter, and the cost as often as there are such counters, each with choices of its own.
pub(super) fn upkeep(cost: &[Cost]) -> Vec<Instruction> {
    let age = CounterKind::Named("age".to_owned());
    let counters = Quantity::Counters(age.clone(), Objects::This);
    let each = |part: &Cost| Cost::Times(counters.clone(), Box::new(part.clone()));
    vec![
        Instruction::PutCounters { on: Objects::This, kind: age, count: Quantity::Fixed(1) },
        Instruction::Unless {
            who: Players::You,
            cost: cost.iter().map(each).collect(),
            then: vec![Instruction::SacrificeThose(Objects::This)],
        },
    ]
}

/// Time counters (CR 702.62a).
pub(super) fn time() -> CounterKind {
    CounterKind::Named("time".to_owned())
}

/// A player may cast one card now.
pub(super) const fn may_cast(what: Objects, who: Players, cost: CastingCost) -> Instruction {
    Instruction::MayPlay { who, what, count: Some(1), lands: false, cost, must: false, instead: None }
}

/// CR 702.62a: the card is played if able; a creature spell has haste as long as the player controls it.
pub(super) fn plays() -> Vec<Instruction> {
    let spell = Filter::All(vec![Filter::Type(CardType::Creature), Filter::In(ZoneKind::Stack)]);
    vec![
        Instruction::MayPlay {
            who: Players::You,
            what: Objects::This,
            count: Some(1),
            lands: true,
            cost: CastingCost::Free,
            must: true,
            instead: None,
        },
        Instruction::Modify {
            what: Objects::Among(Box::new(Objects::This), Box::new(spell)),
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)))],
            duration: Duration::WhileControlled,
        },
    ]
}

/// CR 702.85a: cards are exiled until one fits; it may be cast; the rest go to the bottom in a random order.
pub(super) fn cascades() -> Vec<Instruction> {
    let library = Filter::All(vec![Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)]);
    let exiled = || Objects::ThisWay(Deed::Exiled);
    let fits = || {
        Filter::All(vec![
            Filter::In(ZoneKind::Exile),
            Filter::Not(Box::new(Filter::Type(CardType::Land))),
            Filter::ManaValue(Comparison::Less, Box::new(Quantity::ManaValue(Objects::This))),
        ])
    };
    let found = Objects::Among(Box::new(exiled()), Box::new(fits()));
    let such = Filter::All(vec![Filter::Is(exiled()), fits()]);
    let none = Condition::Not(Box::new(Condition::Exists(such)));
    let left = Objects::Among(Box::new(exiled()), Box::new(Filter::In(ZoneKind::Exile)));
    vec![
        Instruction::Repeat {
            then: vec![Instruction::Exile(Objects::TopOfLibrary(Players::You, 1))],
            again: Again::While(Condition::All(vec![none, Condition::Exists(library)])),
        },
        may_cast(found, Players::You, CastingCost::Free),
        Instruction::Put { what: left, into: ZoneKind::Library, place: Place::Bottom, random: true },
    ]
}

/// CR 702.88a: exiled as it resolves, and cast again in the next upkeep.
pub(super) fn rebounds() -> Replacement {
    let from_hand = vec![Filter::This, Filter::WasCast(Some(ZoneKind::Hand)), Filter::OwnedBy(Players::You)];
    let again =
        Body { instructions: vec![may_cast(Objects::ThatObject, Players::You, CastingCost::Free)], ..Body::default() };
    let upkeep = Instruction::Delay {
        when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You),
        body: Box::new(again),
        until: None,
    };
    Replacement {
        would: Would::FinishResolving(Filter::All(from_hand)),
        instead: Instead::Also(Box::new(Instead::GoTo(ZoneKind::Exile)), vec![upkeep]),
    }
}

/// CR 702.103b: what casting a spell bestowed makes of it: an Aura enchantment with enchant creature.
pub fn bestowed() -> Vec<Modification> {
    let creature = TargetWhat::Object(Filter::Type(CardType::Creature));
    let aura = Subtype::named("Aura").into_iter().map(Modification::AddSubtype);
    std::iter::once(Modification::SetTypes(vec![CardType::Enchantment]))
        .chain(aura)
        .chain([Modification::Gain(Box::new(Ability::Keyword(Keyword::Enchant(Box::new(creature)))))])
        .collect()
}

/// CR 702.79a, 702.93a: what died comes back with a counter, if it had none of the kind.
pub(super) fn returns(dies: TriggerEvent, kind: CounterKind) -> TriggeredAbility {
    let had = Condition::Is(Objects::ThatObject, Filter::HasCounter(kind.clone()));
    let back = Instruction::PutOntoBattlefield {
        transformed: false,
        what: Objects::ThatObject,
        control: Players::OwnerOf(Box::new(Objects::ThatObject)),
        tapped: false,
        attached_to: None,
        counters: vec![(kind, Quantity::Fixed(1))],
        being: Vec::new(),
        face_down: None,
        joining: None,
    };
    TriggeredAbility {
        when: dies,
        condition: Some(Condition::Not(Box::new(had))),
        limit: None,
        uncounterable: false,
        body: Body { instructions: vec![back], ..Body::default() },
        zone: ZoneKind::Battlefield,
    }
}

/// CR 702.92a: a 0/0 black Phyrexian Germ creature token.
pub(super) fn germ() -> Face {
    Face {
        name: "Phyrexian Germ".to_owned(),
        color_indicator: Some(Colors::COLORLESS.with(Color::Black)),
        types: CardTypes::NONE.with(CardType::Creature),
        subtypes: ["Phyrexian", "Germ"].into_iter().filter_map(|name| Subtype::named(name).ok()).collect(),
        power: Some(0.into()),
        toughness: Some(0.into()),
        ..Face::default()
    }
}

/// CR 702.16b-f: not targeted, enchanted, equipped or fortified, damaged or blocked by what has the quality.
pub(super) fn protection(quality: &Filter) -> Vec<StaticEffect> {
    vec![
        StaticEffect::Restrict(Restriction::CantBeTargeted {
            objects: Some(Filter::This),
            players: None,
            by: Players::Each,
            source: quality.clone(),
        }),
        StaticEffect::Restrict(Restriction::CantBeAttached {
            what: quality.clone(),
            to: Some(Filter::This),
            players: None,
        }),
        StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: quality.clone(),
                players: None,
                objects: Some(Filter::This),
                combat: false,
                noncombat: false,
                at_least: None,
            },
            instead: Instead::Prevent,
        }),
        StaticEffect::Restrict(Restriction::CantBeBlockedBy {
            what: Filter::This,
            by: Filter::All(vec![Filter::Type(CardType::Creature), quality.clone()]),
        }),
    ]
}

//! What follows from a definition alone: the characteristics before any effect, and the kinds of
//! abilities.

use std::sync::{Arc, LazyLock};

use crate::card::BasicLandType;
use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{
    Ability, ActivatedAbility, ActivationLimit, Asking, Body, CardType, Condition, Cost, Definition, Face, Instruction,
    ManaCost, ManaOutput, ManaType, Players, PrintedNumber, Quantity, Reads, Source, StaticAbility, StaticEffect,
    ZoneKind,
};
use crate::fact::{AbilityInstance, Canonical, Characteristics, DefId, ObjectId, Origin, PlayerId};
use crate::state::{DefinitionValues, Game, Object, StaticPart};

use crate::derive::look::Look;

/// A game in which one object looks as printed, without the effects on it (CR 701.6b).
pub(crate) struct AsPrinted<'a> {
    /// The game.
    pub game: &'a Game,
    /// The object.
    pub object: ObjectId,
}

impl Look for AsPrinted<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        match self.game.object(id).filter(|_| id == self.object) {
            Some(object) => self.game.printed_on(object).map(|printed| &printed.characteristics),
            None => self.game.characteristics(id),
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        self.game.controller(id)
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        id != self.object && self.game.is_changed(id)
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        self.game.more_devotion(player)
    }
}

/// Everything that follows from a definition.
pub(in crate::derive) fn printed(def: DefId, definition: &Canonical<Definition>) -> DefinitionValues {
    let empty = Face::default();
    let face = definition.face().unwrap_or(&empty);
    let numbered = |mut characteristics: Characteristics| {
        if let Definition::Merged(merged) = &**definition {
            characteristics.abilities.iter_mut().for_each(|it| of_component(&merged.from, it));
        }
        characteristics
    };
    let usual = of_face(definition, numbered(characteristics(def, face)));
    let Some(flipped) = face.flipped_face() else { return usual };
    // Its abilities are numbered after the others (`Face::ability`).
    let flipped = of_face(definition, numbered(characteristics_from(def, &flipped, face.abilities.len())));
    let both = |a: &[ZoneKind], b: &[ZoneKind]| {
        let mut zones = [a, b].concat();
        zones.sort_unstable();
        zones.dedup();
        zones
    };
    DefinitionValues {
        modifies: usual.modifies || flipped.modifies,
        permits: usual.permits || flipped.permits,
        asks: in_zones(|zone| usual.asks_in(zone) | flipped.asks_in(zone)),
        varies: usual.varies || flipped.varies,
        triggers: usual.triggers || flipped.triggers,
        activates: both(&usual.activates, &flipped.activates),
        zones: both(&usual.zones, &flipped.zones),
        flipped: Some(Box::new(flipped)),
        ..usual
    }
}

/// CR 702.140e: an ability of a component keeps its identity.
fn of_component(from: &[Source], instance: &mut AbilityInstance) {
    let Origin::Printed { index, .. } = instance.origin else { return };
    let Some(Source { component, def, index }) = from.get(usize::from(index)).copied() else { return };
    instance.origin = match component {
        None => Origin::Printed { def: DefId(def), index },
        Some(component) => Origin::Merged { component: ObjectId(component), def: DefId(def), index },
    };
}

fn of_face(definition: &Canonical<Definition>, characteristics: Characteristics) -> DefinitionValues {
    let effects: Vec<StaticPart> = characteristics.abilities.iter().flat_map(static_parts).collect();
    DefinitionValues {
        modifies: effects.iter().any(|part| matches!(*part.effect, StaticEffect::Modify { .. })),
        permits: characteristics.abilities.iter().any(|it| permits(&it.ability, characteristics.cost.as_ref())),
        mechanisms: Mechanisms::of(&**definition),
        sided: matches!(&**definition, Definition::Card(card) if card.sides().next().is_some()),
        triggers: characteristics.abilities.iter().any(|it| !it.triggered().is_empty()),
        asks: in_zones(|zone| asks_to_begin(&characteristics, zone)),
        varies: varies(&characteristics),
        activates: activates(&characteristics),
        zones: zones(&characteristics, &effects),
        effects,
        characteristics,
        flipped: None,
    }
}

/// The zones in which something is read, and what.
fn in_zones(read: impl Fn(ZoneKind) -> Reads) -> Vec<(ZoneKind, Reads)> {
    ZoneKind::ALL.iter().map(|zone| (*zone, read(*zone))).filter(|(_, reads)| *reads != Reads::NOTHING).collect()
}

/// What decides about what may be begun with an object in a zone, besides its own state and that of
/// its player: conditions of activated abilities, costs that ask about more than objects, and the
/// conditions under which the object itself says how it is cast. What its static abilities do where
/// they function follows from the effects there.
pub(in crate::derive) fn asks_to_begin(characteristics: &Characteristics, zone: ZoneKind) -> Reads {
    let around = Reads::TURN
        | Reads::STEP
        | Reads::COMBAT
        | Reads::HISTORY
        | Reads::PROPOSED
        | Reads::PLAYERS
        | Reads::PAST
        | Reads::ANNOUNCED;
    let of_cost = |part: &Cost| part.asks().when(part.asks().meets(around));
    let of_limit = |limit: &ActivationLimit| match limit {
        ActivationLimit::If(condition) => asked_by(condition),
        _ => Reads::NOTHING,
    };
    let to_activate = |instance: &AbilityInstance| {
        let ability = instance.activated().filter(|ability| ability.functions_in(zone));
        ability.map_or(Reads::NOTHING, |it| it.limits.iter().map(of_limit).chain(it.cost.iter().map(of_cost)).collect())
    };
    // A card says in any zone how it is cast (CR 113.6e).
    let to_cast = |ability: &Ability| match ability {
        _ if zone == ZoneKind::Battlefield => Reads::NOTHING,
        Ability::Static(ability) => says_how_it_is_cast(ability),
        Ability::Keyword(keyword) => keyword.condition().as_ref().map_or(Reads::NOTHING, asked_by),
        _ => Reads::NOTHING,
    };
    characteristics.abilities.iter().map(|instance| to_activate(instance) | to_cast(&instance.ability)).collect()
}

/// What decides about how a card is cast, if a static ability of its own says so.
fn says_how_it_is_cast(ability: &StaticAbility) -> Reads {
    let condition = ability.condition.as_ref().map_or(Reads::NOTHING, asked_by);
    match &ability.effect {
        StaticEffect::Permit(permission) if permission.is_of_this() && ability.condition.is_some() => {
            condition | permission.asks()
        }
        StaticEffect::Restrict(restriction) if restriction.is_of_this() => condition | restriction.asks(),
        StaticEffect::Cost(cost) if ability.zone != ZoneKind::Battlefield => condition | cost.asks(),
        StaticEffect::Modify { .. } if ability.effect.is_of_this_on_the_stack() => condition,
        _ => Reads::NOTHING,
    }
}

/// What a condition reads, which refers to "you".
fn asked_by(condition: &Condition) -> Reads {
    condition.reads() | Reads::CONTROL
}

/// Whether the mana of one of its abilities depends on other objects or on the state.
pub(in crate::derive) fn varies(characteristics: &Characteristics) -> bool {
    let depends = |mana: &ManaOutput| match mana {
        ManaOutput::Units(_) | ManaOutput::Symbols(_) => false,
        ManaOutput::OneOf(_, count) | ManaOutput::Combination(_, count) | ManaOutput::Chosen(count) => {
            !matches!(count, Quantity::Fixed(_))
        }
        _ => true,
    };
    let activated = characteristics.abilities.iter().filter_map(AbilityInstance::activated);
    let mut mana = activated.filter_map(|ability| ability.plain_mana().map(|(mana, _)| depends(mana)));
    mana.any(|depends| depends)
}

/// The zones in which activated abilities function (CR 113.6).
fn activates(characteristics: &Characteristics) -> Vec<ZoneKind> {
    let activated: Vec<_> = characteristics.abilities.iter().filter_map(AbilityInstance::activated).collect();
    let functions = |zone: &ZoneKind| activated.iter().any(|ability| ability.functions_in(*zone));
    ZoneKind::ALL.iter().copied().filter(functions).collect()
}

/// Whether an ability allows playing the object that has it, which has this mana cost.
fn permits(ability: &Ability, cost: Option<&ManaCost>) -> bool {
    match ability {
        Ability::Static(StaticAbility { effect: StaticEffect::Permit(permission), .. }) => permission.is_of_this(),
        Ability::Keyword(keyword) => keyword.permission(cost).is_some(),
        _ => false,
    }
}

/// The zones in which static and triggered abilities function: the battlefield unless they say
/// otherwise, everywhere for characteristic-defining ones (CR 113.6, 113.6a). Includes the
/// battlefield for a noncreature with printed power and toughness, which needs handling there
/// (CR 208.3).
fn zones(characteristics: &Characteristics, effects: &[StaticPart]) -> Vec<ZoneKind> {
    let mut zones: Vec<ZoneKind> = Vec::new();
    if characteristics.power.is_some() && !characteristics.types.has(CardType::Creature) {
        zones.push(ZoneKind::Battlefield);
    }
    for part in effects {
        match &*part.ability {
            _ if matches!(*part.effect, StaticEffect::Modify { defining: true, .. }) => zones.extend(ZoneKind::ALL),
            Ability::Static(ability) => {
                zones.extend(ZoneKind::ALL.iter().copied().filter(|zone| ability.functions_in(*zone)));
            }
            Ability::Keyword(keyword) => zones.push(keyword.zone()),
            _ => zones.push(ZoneKind::Battlefield),
        }
    }
    for instance in &characteristics.abilities {
        for triggered in instance.triggered() {
            if let Ability::Triggered(ability) = &*triggered.ability {
                zones.extend(ZoneKind::ALL.iter().copied().filter(|zone| ability.functions_in(*zone)));
            }
        }
    }
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// Calls back with each effect of an object's static abilities, including those that keywords stand
/// for.
pub(in crate::derive) fn parts_of(look: &dyn Look, object: &Object, each: &mut dyn FnMut(&StaticPart)) {
    let printed = look.game().printed_on(object);
    let printed = printed.map_or(&[][..], |printed| &printed.effects);
    if !look.is_changed(object.id) {
        return printed.iter().for_each(each);
    }
    let Some(characteristics) = look.characteristics(object.id) else { return };
    for instance in &characteristics.abilities {
        // Printed ones are already known.
        let same = |part: &&StaticPart| {
            part.origin == instance.origin && Arc::ptr_eq(part.ability.shared(), instance.ability.shared())
        };
        let mut known = printed.iter().filter(same).peekable();
        match known.peek() {
            Some(_) => known.for_each(&mut *each),
            None => static_parts(instance).iter().for_each(&mut *each),
        }
    }
}

/// The effects of an ability, if it is static or a keyword that stands for static abilities.
pub(crate) fn static_parts(instance: &AbilityInstance) -> Vec<StaticPart> {
    let part = |number: usize, effect: StaticEffect| StaticPart {
        origin: instance.origin.clone(),
        part: u8::try_from(number).unwrap_or(u8::MAX),
        effect: Arc::new(effect),
        ability: instance.ability.clone(),
    };
    match &*instance.ability {
        Ability::Static(ability) => {
            let effects = ability.effect.clone().spelled_out().into_iter();
            effects.enumerate().map(|(number, effect)| part(number, effect)).collect()
        }
        Ability::Keyword(keyword) => {
            let parts = keyword.effects().into_iter().enumerate().map(|(number, effect)| part(number, effect));
            let Some(condition) = keyword.condition() else { return parts.collect() };
            let conditional = |part: StaticPart| StaticPart {
                ability: Canonical::new(Ability::Static(StaticAbility {
                    condition: Some(condition.clone()),
                    effect: StaticEffect::clone(&part.effect),
                    zone: keyword.zone(),
                    elsewhere: false,
                })),
                ..part
            };
            parts.map(conditional).collect()
        }
        _ => Vec::new(),
    }
}

pub(in crate::derive) fn characteristics(def: DefId, face: &Face) -> Characteristics {
    characteristics_from(def, face, 0)
}

/// The characteristics of a face whose abilities are numbered from `first`.
fn characteristics_from(def: DefId, face: &Face, first: usize) -> Characteristics {
    let abilities = face.abilities.iter().enumerate().map(|(index, ability)| AbilityInstance {
        origin: Origin::Printed { def, index: u16::try_from(first + index).unwrap_or(u16::MAX) },
        ability: Canonical::new(match face.types.stays_in_command_zone() {
            true => ability.in_command_zone(),
            false => ability.clone(),
        }),
    });
    let mut characteristics = Characteristics {
        name: Arc::from(face.name.as_str()),
        cost: face.cost.clone(),
        colors: face.colors(),
        supertypes: face.supertypes,
        types: face.types,
        abilities: abilities.collect(),
        subtypes: face.subtypes.clone(),
        power: face.power.map(PrintedNumber::value),
        toughness: face.toughness.map(PrintedNumber::value),
        loyalty: face.loyalty,
        more_names: Vec::new(),
    };
    add_intrinsic_abilities(&mut characteristics);
    characteristics
}

/// Gives a land the mana abilities of its basic land types, and removes those of types that it
/// lacks (CR 305.6, 305.7).
pub(crate) fn add_intrinsic_abilities(characteristics: &mut Characteristics) {
    let land = characteristics.types.has(CardType::Land);
    let present: Vec<BasicLandType> = if land {
        characteristics.subtypes.iter().copied().filter_map(BasicLandType::of).collect()
    } else {
        Vec::new()
    };
    characteristics.abilities.retain(|instance| match &instance.origin {
        Origin::Intrinsic(kind) => present.contains(kind),
        _ => true,
    });
    for kind in present {
        if !characteristics.abilities.iter().any(|instance| instance.origin == Origin::Intrinsic(kind)) {
            characteristics
                .abilities
                .push(AbilityInstance { origin: Origin::Intrinsic(kind), ability: intrinsic(kind) });
        }
    }
}

/// The mana ability of a basic land type (CR 305.6), one in memory for all objects.
fn intrinsic(kind: BasicLandType) -> Canonical<Ability> {
    static INTRINSIC: LazyLock<[Canonical<Ability>; 5]> =
        LazyLock::new(|| BasicLandType::ALL.map(|kind| Canonical::new(mana_ability(kind.mana()))));
    INTRINSIC.get(kind as usize).cloned().unwrap_or_else(|| Canonical::new(mana_ability(kind.mana())))
}

/// Tap: add one mana of a type.
fn mana_ability(mana: ManaType) -> Ability {
    Ability::Activated(ActivatedAbility {
        cost: vec![Cost::Tap],
        body: Body {
            instructions: vec![Instruction::AddMana(verb::AddMana {
                who: Players::You,
                mana: ManaOutput::Units(vec![mana]),
                terms: Vec::new(),
            })],
            ..Body::default()
        },
        ..ActivatedAbility::default()
    })
}

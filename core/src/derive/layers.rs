//! The interaction of continuous effects (CR 613): one computation for the whole board, layer by layer, with an observer
//! that explains it.
//!
//! Effects are found anew in every layer, since what they apply to and whether they exist can change on the way. Within a
//! layer, characteristic-defining abilities come first (CR 613.3), then timestamp order (CR 613.7) as dependency
//! (CR 613.8) changes it. Dependency is found by trial: one effect depends on another if applying the other changes
//! whether it exists, what it applies to, or what it does there. Which aspects of objects an effect reads and writes tells
//! cheaply that most pairs cannot depend on each other; it never decides that they do.
//!
//! Left to later issues: copiable values (layer 1) and text (layer 3) change by nothing that the cards here do.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::card::{
    Ability, CardType, CardTypes, Condition, CounterKind, Definition, Filter, Modification, Objects, Quantity,
    StaticEffect, ZoneKind,
};
use crate::fact::{
    AbilityInstance, Announcement, Canonical, Characteristics, EffectKey, ObjectId, Origin, PlayerId, Timestamp,
    TriggerContext, Zone,
};
use crate::state::{Derived, Game, Object, Printed, StaticPart};

use super::filter::{Look, Scope, addend, all_matching, holds, objects, players, quantity};
use super::printed::{add_intrinsic_abilities, static_parts};
use super::statics::functioning;

/// The layers and sublayers that effects are applied in (CR 613.1, 613.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Layer {
    /// Layer 2 (CR 613.1b).
    Control,
    /// Layer 4 (CR 613.1d).
    Type,
    /// Layer 5 (CR 613.1e).
    Color,
    /// Layer 6 (CR 613.1f).
    Ability,
    /// Layer 7a (CR 613.4a).
    PowerToughnessDefining,
    /// Layer 7b (CR 613.4b).
    PowerToughnessSetting,
    /// Layer 7c (CR 613.4c).
    PowerToughnessChanging,
    /// Layer 7d (CR 613.4d).
    PowerToughnessSwitching,
}

impl Layer {
    /// All layers in their order.
    pub const ALL: [Layer; 8] = [
        Layer::Control,
        Layer::Type,
        Layer::Color,
        Layer::Ability,
        Layer::PowerToughnessDefining,
        Layer::PowerToughnessSetting,
        Layer::PowerToughnessChanging,
        Layer::PowerToughnessSwitching,
    ];

    /// Its number in the rule book.
    pub const fn number(self) -> &'static str {
        match self {
            Layer::Control => "2",
            Layer::Type => "4",
            Layer::Color => "5",
            Layer::Ability => "6",
            Layer::PowerToughnessDefining => "7a",
            Layer::PowerToughnessSetting => "7b",
            Layer::PowerToughnessChanging => "7c",
            Layer::PowerToughnessSwitching => "7d",
        }
    }

    /// The layer that a modification is applied in.
    const fn of(modification: &Modification, defining: bool) -> Layer {
        match modification {
            Modification::Control(_) => Layer::Control,
            Modification::AddType(_)
            | Modification::RemoveType(_)
            | Modification::SetTypes(_)
            | Modification::AddSubtype(_)
            | Modification::AddEverySubtype(_)
            | Modification::SetSubtypes(..)
            | Modification::AddSupertype(_)
            | Modification::RemoveSupertype(_) => Layer::Type,
            Modification::SetColors(_) | Modification::AddColors(_) => Layer::Color,
            Modification::Gain(_)
            | Modification::GainActivatedAbilities(_)
            | Modification::LoseKeyword(_)
            | Modification::LoseAllAbilities => Layer::Ability,
            Modification::SetPowerToughness(..) | Modification::SetPower(_) | Modification::SetToughness(_)
                if defining =>
            {
                Layer::PowerToughnessDefining
            }
            Modification::SetPowerToughness(..) | Modification::SetPower(_) | Modification::SetToughness(_) => {
                Layer::PowerToughnessSetting
            }
            Modification::AddPowerToughness(..) => Layer::PowerToughnessChanging,
            Modification::SwitchPowerToughness => Layer::PowerToughnessSwitching,
        }
    }
}

/// Watches the computation. Trials are not shown to it, only what is applied.
pub trait Observer {
    /// An effect was applied to an object.
    fn applied(&mut self, application: super::explain::Application);

    /// Whether it wants to know about this object; nothing is prepared for it otherwise.
    fn wants(&self, object: ObjectId) -> bool;
}

impl Observer for () {
    fn applied(&mut self, _: super::explain::Application) {}

    fn wants(&self, _: ObjectId) -> bool {
        false
    }
}

/// A continuous effect in the layer at hand.
#[derive(Clone, Debug)]
struct Active {
    key: EffectKey,
    source: ObjectId,
    controller: PlayerId,
    timestamp: Timestamp,
    defining: bool,
    condition: Option<Condition>,
    what: What,
    modifications: Vec<Modification>,
    announced: Option<Arc<Announcement>>,
    trigger: Option<TriggerContext>,
}

impl Active {
    fn scope(&self) -> Scope<'_> {
        Scope::of_effect(self.source, self.controller, self.announced.as_deref(), self.trigger.as_ref())
    }
}

/// What an effect applies to.
#[derive(Clone, Debug)]
enum What {
    Locked(Vec<ObjectId>),
    Fitting(Filter),
}

/// The state of the computation.
#[derive(Clone)]
struct Working<'a> {
    game: &'a Game,
    changed: BTreeMap<ObjectId, Characteristics>,
    controllers: BTreeMap<ObjectId, PlayerId>,
    /// The effects of static abilities that have been applied in some layer: they go on applying to the same objects in
    /// later layers, even if the ability is lost on the way (CR 613.6).
    started: BTreeMap<EffectKey, (Active, Vec<Modification>)>,
}

impl Look for Working<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if let Some(changed) = self.changed.get(&id) {
            return Some(changed);
        }
        match self.game.object(id) {
            Some(object) => self.game.printed(object.def).map(|printed| &printed.characteristics),
            None => match self.game.world().departed.get(&id) {
                Some(departed) => match &departed.was.changed {
                    Some(changed) => Some(changed),
                    None => self.game.printed(departed.was.def).map(|printed| &printed.characteristics),
                },
                None => None,
            },
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        if let Some(controller) = self.controllers.get(&id) {
            return Some(*controller);
        }
        match self.game.object(id) {
            Some(object) => object.controller,
            None => self.game.world().departed.get(&id).and_then(|departed| departed.was.controller),
        }
    }
}

/// Computes what follows from a game, telling an observer.
pub(crate) fn derive(game: &Game, observer: &mut dyn Observer) -> Derived {
    let mut working =
        Working { game, changed: BTreeMap::new(), controllers: BTreeMap::new(), started: BTreeMap::new() };
    let modifies = may_modify(game);
    if modifies {
        for layer in Layer::ALL {
            apply_layer(&mut working, layer, observer);
        }
    }
    leave_to_creatures(&mut working);
    let (functioning, conditional) = functioning(&working);
    let Working { changed, controllers, .. } = working;
    Derived { changed, controllers, functioning, modifies, conditional, listening: OnceLock::new() }
}

/// A permanent that is no creature has no power and toughness, even if they are printed on it (CR 208.3, 301.7a); those of
/// a creature that has no value for them are 0 (CR 208.5).
fn leave_to_creatures(working: &mut Working<'_>) {
    for id in &working.game.world().battlefield {
        let Some(it) = working.characteristics(*id) else { continue };
        let (power, toughness) = match it.types.has(CardType::Creature) {
            true => (it.power.or(Some(0)), it.toughness.or(Some(0))),
            false => (None, None),
        };
        if (it.power, it.toughness) != (power, toughness) {
            let rightly = Characteristics { power, toughness, ..it.clone() };
            working.changed.insert(*id, rightly);
        }
    }
}

/// Whether there is anything that could change a characteristic or a controller.
fn may_modify(game: &Game) -> bool {
    let modifies = |effect: &StaticEffect| matches!(effect, StaticEffect::Modify { .. });
    let world = game.world();
    world
        .effects
        .values()
        .any(|effect| matches!(game.definition(effect.def), Some(Definition::Effect(effect)) if modifies(effect)))
        || game.objects_with_abilities().any(|object| {
            let plain = |kind: &CounterKind| !matches!(kind, CounterKind::PowerToughness(..));
            let counters = object.is_permanent() && !object.counters.keys().all(plain);
            counters || game.printed(object.def).is_some_and(|printed| modifies_in(printed, object.zone.kind()))
        })
}

/// Whether a static ability of a definition that changes characteristics functions in a zone (CR 113.6, 113.6a).
fn modifies_in(printed: &Printed, zone: ZoneKind) -> bool {
    printed.modifies
        && printed.effects.iter().any(|part| match (&*part.effect, &*part.ability) {
            (StaticEffect::Modify { defining: true, .. }, _) => true,
            (StaticEffect::Modify { .. }, Ability::Static(ability)) => ability.zone == zone,
            (StaticEffect::Modify { .. }, _) => zone == ZoneKind::Battlefield,
            _ => false,
        })
}

fn apply_layer(working: &mut Working<'_>, layer: Layer, observer: &mut dyn Observer) {
    let mut applied: Vec<EffectKey> = Vec::new();
    loop {
        let mut remaining = gather(working, layer);
        remaining.retain(|effect| !applied.contains(&effect.key));
        // CR 613.3: characteristic-defining abilities first, timestamp and dependency among them.
        let defining = remaining.iter().any(|effect| effect.defining);
        remaining.retain(|effect| effect.defining == defining);
        let Some((effect, depends_on)) = next_effect(working, layer, remaining) else { return };
        applied.push(effect.key.clone());
        apply(working, layer, &effect, &depends_on, observer);
    }
}

/// The effects with something to do in a layer, in timestamp order.
fn gather(working: &Working<'_>, layer: Layer) -> Vec<Active> {
    let mut found = Vec::new();
    let in_layer = |modifications: &[Modification], defining: bool| -> Vec<Modification> {
        modifications.iter().filter(|modification| Layer::of(modification, defining) == layer).cloned().collect()
    };
    for effect in working.game.world().effects.values() {
        let Some(Definition::Effect(StaticEffect::Modify { what, modifications, defining })) =
            working.game.definition(effect.def)
        else {
            continue;
        };
        let modifications = in_layer(modifications, *defining);
        if !modifications.is_empty() {
            found.push(Active {
                key: EffectKey::Begun(effect.id),
                source: effect.source,
                controller: effect.controller,
                timestamp: effect.timestamp,
                defining: *defining,
                condition: None,
                what: match &effect.objects {
                    Some(objects) => What::Locked(objects.iter().map(|id| now(working.game, *id)).collect()),
                    None => What::Fitting(what.clone()),
                },
                modifications,
                announced: effect.announced.clone(),
                trigger: effect.trigger.clone(),
            });
        }
    }
    for (effect, modifications) in working.started.values() {
        let modifications = in_layer(modifications, effect.defining);
        if !modifications.is_empty() {
            found.push(Active { modifications, ..effect.clone() });
        }
    }
    for_each_static(working, &mut |object, part| {
        let StaticEffect::Modify { what, modifications, defining } = &*part.effect else { return };
        let modifications = in_layer(modifications, *defining);
        let key = key_of(object.id, part);
        if modifications.is_empty() || working.started.contains_key(&key) {
            return;
        }
        let condition = match &*part.ability {
            Ability::Static(ability) => ability.condition.clone(),
            _ => None,
        };
        found.push(Active {
            timestamp: static_timestamp(working.game, object, &part.origin),
            key,
            source: object.id,
            controller: working.controller(object.id).unwrap_or(object.owner),
            defining: *defining,
            condition,
            what: What::Fitting(what.clone()),
            modifications,
            announced: None,
            trigger: None,
        });
    });
    if layer == Layer::PowerToughnessChanging {
        gather_counters(working, &mut found);
    }
    found.sort_by(|a, b| (a.timestamp, &a.key).cmp(&(b.timestamp, &b.key)));
    found
}

/// The object that an effect is locked on, as it is now: an effect on a permanent spell goes on applying to the permanent
/// that the spell becomes (CR 400.7a).
fn now(game: &Game, id: ObjectId) -> ObjectId {
    let Some(departed) = game.world().departed.get(&id) else { return id };
    match departed.became.as_slice() {
        [became] if departed.was.zone == Zone::Stack && game.object(*became).is_some_and(Object::is_permanent) => {
            *became
        }
        _ => id,
    }
}

fn key_of(object: ObjectId, part: &StaticPart) -> EffectKey {
    EffectKey::Static { object, origin: Box::new(part.origin.clone()), part: part.part }
}

/// The timestamp of a static ability's effect: that of its object, or that of the effect that granted the ability,
/// whichever is later (CR 613.7a).
fn static_timestamp(game: &Game, object: &crate::state::Object, origin: &Origin) -> Timestamp {
    let granted = match origin {
        Origin::Granted { by: EffectKey::Begun(id), .. } => game.world().effects.get(id).map(|effect| effect.timestamp),
        Origin::Granted { by: EffectKey::Static { object, .. }, .. } => {
            game.object(*object).map(|object| object.timestamp)
        }
        _ => None,
    };
    object.timestamp.max(granted.unwrap_or_default())
}

/// Counters that change power and toughness are applied in layer 7c (CR 613.4c).
fn gather_counters(working: &Working<'_>, found: &mut Vec<Active>) {
    for id in &working.game.world().battlefield {
        let Some(object) = working.game.object(*id) else { continue };
        let (mut power, mut toughness) = (0i32, 0i32);
        for (kind, count) in &object.counters {
            if let CounterKind::PowerToughness(p, t) = kind {
                let count = i32::try_from(*count).unwrap_or(i32::MAX);
                power = power.saturating_add(i32::from(*p).saturating_mul(count));
                toughness = toughness.saturating_add(i32::from(*t).saturating_mul(count));
            }
        }
        if (power, toughness) != (0, 0) {
            found.push(Active {
                key: EffectKey::Counters(*id),
                source: *id,
                controller: working.controller(*id).unwrap_or(object.owner),
                timestamp: object.counter_timestamp,
                defining: false,
                condition: None,
                what: What::Locked(vec![*id]),
                modifications: vec![Modification::AddPowerToughness(
                    Quantity::Fixed(power),
                    Quantity::Fixed(toughness),
                )],
                announced: None,
                trigger: None,
            });
        }
    }
}

/// Calls with each effect of a static ability that functions where its object is (CR 113.6).
pub(super) fn for_each_static(look: &dyn Look, each: &mut dyn FnMut(&crate::state::Object, &StaticPart)) {
    let changed = |id: ObjectId| {
        let characteristics = look.characteristics(id)?;
        let object = look.game().object(id)?;
        let printed = look.game().printed(object.def)?;
        (!std::ptr::eq(characteristics, &raw const printed.characteristics)).then_some(characteristics)
    };
    for object in look.game().objects_with_abilities() {
        let functions = |part: &StaticPart| match (&*part.effect, &*part.ability) {
            // CR 113.6a: characteristic-defining abilities function everywhere.
            (StaticEffect::Modify { defining: true, .. }, _) => true,
            (_, Ability::Static(ability)) => ability.zone == object.zone.kind(),
            _ => object.zone.kind() == ZoneKind::Battlefield,
        };
        match changed(object.id) {
            Some(characteristics) => {
                let parts = characteristics.abilities.iter().flat_map(static_parts);
                parts.filter(functions).for_each(|part| each(object, &part));
            }
            None => {
                let parts = look.game().printed(object.def).map_or(&[][..], |printed| &printed.effects);
                parts.iter().filter(|part| functions(part)).for_each(|part| each(object, part));
            }
        }
    }
}

/// What an effect would do now: to which objects which modifications, their numbers worked out.
type Outcome = Vec<(ObjectId, Vec<Modification>)>;

fn outcome(working: &Working<'_>, effect: &Active) -> Outcome {
    let scope = effect.scope();
    if let Some(condition) = &effect.condition
        && !holds(working, &scope, condition)
    {
        return Vec::new();
    }
    let objects = match &effect.what {
        What::Locked(objects) => objects.clone(),
        What::Fitting(Filter::This) => vec![effect.source],
        What::Fitting(filter) => all_matching(working, &scope, filter),
    };
    let present = objects.into_iter().filter(|id| working.game.object(*id).is_some());
    present
        .map(|id| {
            let scope = Scope { affected: Some(id), ..scope };
            let fixed = |number: &Quantity| Quantity::Fixed(quantity(working, &scope, number));
            let worked_out = effect.modifications.iter().flat_map(|modification| match modification {
                Modification::SetPowerToughness(p, t) => vec![Modification::SetPowerToughness(fixed(p), fixed(t))],
                Modification::SetPower(p) => vec![Modification::SetPower(fixed(p))],
                Modification::SetToughness(t) => vec![Modification::SetToughness(fixed(t))],
                Modification::AddPowerToughness(p, t) => {
                    let added = |number| Quantity::Fixed(addend(working, &scope, number));
                    vec![Modification::AddPowerToughness(added(p), added(t))]
                }
                Modification::GainActivatedAbilities(of) => activated_abilities(working, &scope, of),
                other => vec![other.clone()],
            });
            (id, worked_out.collect())
        })
        .collect()
}

/// What it is to gain all activated abilities of objects: those that a keyword stands for as the keyword (CR 702.29b).
pub fn activated_abilities(look: &dyn Look, scope: &Scope<'_>, of: &Objects) -> Vec<Modification> {
    let having = objects(look, scope, of);
    let abilities = having.into_iter().filter_map(|id| look.characteristics(id)).flat_map(|it| &it.abilities);
    let activated = abilities.filter(|instance| instance.activated().is_some());
    activated.map(|instance| Modification::Gain(Box::new(Ability::clone(&instance.ability)))).collect()
}

/// The effect to apply next and the ones that it waited for (CR 613.7, 613.8).
fn next_effect(working: &Working<'_>, layer: Layer, remaining: Vec<Active>) -> Option<(Active, Vec<EffectKey>)> {
    let count = remaining.len();
    if count <= 1 {
        return remaining.into_iter().next().map(|effect| (effect, Vec::new()));
    }
    let mut depends = vec![vec![false; count]; count];
    for (i, effect) in remaining.iter().enumerate() {
        for (j, other) in remaining.iter().enumerate() {
            depends[i][j] = i != j && may_depend(effect, other) && depends_on(working, layer, effect, other);
        }
    }
    // What an effect depends on through others, to tell loops apart (CR 613.8b).
    let mut reaches = depends.clone();
    for via in 0..count {
        for from in 0..count {
            for to in 0..count {
                reaches[from][to] |= reaches[from][via] && reaches[via][to];
            }
        }
    }
    // Free is what depends on nothing but what depends on it in turn; in timestamp order the first of these is next.
    let free = |i: usize| (0..count).all(|j| !depends[i][j] || reaches[j][i]);
    let index = (0..count).find(|i| free(*i)).unwrap_or(0);
    let waiting_for_it = (0..count).filter(|j| depends[*j][index]).map(|j| remaining[j].key.clone()).collect();
    remaining.into_iter().nth(index).map(|effect| (effect, waiting_for_it))
}

/// Whether applying `other` first would change what `effect` applies to, what it does, or whether it exists (CR 613.8a).
fn depends_on(working: &Working<'_>, layer: Layer, effect: &Active, other: &Active) -> bool {
    let before = outcome(working, effect);
    let mut trial = working.clone();
    apply(&mut trial, layer, other, &[], &mut ());
    let still_there = matches!(effect.key, EffectKey::Begun(_) | EffectKey::Counters(_))
        || working.started.contains_key(&effect.key)
        || exists(&trial, &effect.key);
    !still_there || outcome(&trial, effect) != before
}

fn exists(look: &dyn Look, key: &EffectKey) -> bool {
    let EffectKey::Static { object, origin, .. } = key else { return true };
    look.characteristics(*object).is_some_and(|it| it.abilities.iter().any(|ability| ability.origin == **origin))
}

/// Aspects of objects that effects read and write.
mod aspect {
    pub(super) const CONTROL: u8 = 1;
    pub(super) const TYPE: u8 = 2;
    pub(super) const COLOR: u8 = 4;
    pub(super) const ABILITY: u8 = 8;
    pub(super) const POWER_TOUGHNESS: u8 = 16;
}

/// Whether the aspects that one effect reads meet those that another writes.
fn may_depend(effect: &Active, other: &Active) -> bool {
    let writes = other.modifications.iter().fold(0, |all, modification| all | writes(modification));
    let mut reads = match &effect.key {
        EffectKey::Static { .. } => aspect::ABILITY | aspect::CONTROL,
        _ => 0,
    };
    if let What::Fitting(filter) = &effect.what {
        reads |= filter_reads(filter);
    }
    if let Some(condition) = &effect.condition {
        reads |= condition_reads(condition);
    }
    for modification in &effect.modifications {
        reads |= match modification {
            Modification::SetPowerToughness(p, t) | Modification::AddPowerToughness(p, t) => {
                quantity_reads(p) | quantity_reads(t)
            }
            Modification::SetPower(number) | Modification::SetToughness(number) => quantity_reads(number),
            Modification::GainActivatedAbilities(of) => aspect::ABILITY | reference_reads(of),
            _ => 0,
        };
    }
    reads & writes != 0
}

const fn writes(modification: &Modification) -> u8 {
    match modification {
        Modification::Control(_) => aspect::CONTROL,
        // Setting land types takes abilities away (CR 305.7), and types bring intrinsic ones (CR 305.6).
        Modification::AddType(_)
        | Modification::RemoveType(_)
        | Modification::SetTypes(_)
        | Modification::AddSubtype(_)
        | Modification::AddEverySubtype(_)
        | Modification::SetSubtypes(..) => aspect::TYPE | aspect::ABILITY,
        Modification::AddSupertype(_) | Modification::RemoveSupertype(_) => aspect::TYPE,
        Modification::SetColors(_) | Modification::AddColors(_) => aspect::COLOR,
        Modification::Gain(_)
        | Modification::GainActivatedAbilities(_)
        | Modification::LoseKeyword(_)
        | Modification::LoseAllAbilities => aspect::ABILITY,
        Modification::SetPowerToughness(..)
        | Modification::SetPower(_)
        | Modification::SetToughness(_)
        | Modification::AddPowerToughness(..)
        | Modification::SwitchPowerToughness => aspect::POWER_TOUGHNESS,
    }
}

fn filter_reads(filter: &Filter) -> u8 {
    match filter {
        Filter::Not(inner) => filter_reads(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().fold(0, |all, part| all | filter_reads(part)),
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) => aspect::TYPE,
        Filter::Color(_) | Filter::Colorless => aspect::COLOR,
        Filter::Keyword(_) => aspect::ABILITY,
        Filter::ControlledBy(_) => aspect::CONTROL,
        Filter::Power(_, right) | Filter::Toughness(_, right) => aspect::POWER_TOUGHNESS | quantity_reads(right),
        Filter::ManaValue(_, right) => quantity_reads(right),
        Filter::Is(reference) => reference_reads(reference),
        Filter::HasAttached(inner) | Filter::AttachedTo(inner) => filter_reads(inner),
        Filter::SameName(reference) | Filter::DifferentName(reference) => reference_reads(reference),
        Filter::SharesColor(reference) => aspect::COLOR | reference_reads(reference),
        _ => 0,
    }
}

fn quantity_reads(number: &Quantity) -> u8 {
    match number {
        Quantity::Count(filter) | Quantity::DifferentNames(filter) => filter_reads(filter),
        Quantity::Power(reference) | Quantity::Toughness(reference) => {
            aspect::POWER_TOUGHNESS | reference_reads(reference)
        }
        Quantity::ManaValue(reference) | Quantity::Counters(_, reference) => reference_reads(reference),
        Quantity::PlayerCounters(..) | Quantity::Life(_) | Quantity::HandSize(_) => aspect::CONTROL,
        Quantity::Times(_, inner) => quantity_reads(inner),
        Quantity::Sum(parts) => parts.iter().fold(0, |all, part| all | quantity_reads(part)),
        _ => 0,
    }
}

fn reference_reads(reference: &Objects) -> u8 {
    match reference {
        Objects::Each(filter) => filter_reads(filter),
        _ => 0,
    }
}

fn condition_reads(condition: &Condition) -> u8 {
    match condition {
        Condition::Compare(left, _, right) => quantity_reads(left) | quantity_reads(right),
        Condition::Exists(filter) => filter_reads(filter),
        Condition::Is(reference, filter) => reference_reads(reference) | filter_reads(filter),
        Condition::Not(inner) => condition_reads(inner),
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().fold(0, |all, it| all | condition_reads(it)),
        Condition::TurnOf(_) => aspect::CONTROL,
        Condition::During(_) => 0,
    }
}

fn apply(
    working: &mut Working<'_>,
    layer: Layer,
    effect: &Active,
    waiting_for_it: &[EffectKey],
    observer: &mut dyn Observer,
) {
    let outcome = outcome(working, effect);
    if let EffectKey::Static { object, origin, part } = &effect.key
        && !working.started.contains_key(&effect.key)
    {
        let all = all_modifications(working, *object, origin, *part);
        let locked = What::Locked(outcome.iter().map(|(id, _)| *id).collect());
        let started = Active { what: locked, condition: None, ..effect.clone() };
        working.started.insert(effect.key.clone(), (started, all));
    }
    for (id, modifications) in outcome {
        let watched = observer.wants(id).then(|| (working.characteristics(id).cloned(), working.controller(id)));
        for (index, modification) in modifications.iter().enumerate() {
            modify(working, effect, id, index, modification);
        }
        if let Some((Some(before), controller_before)) = watched
            && let Some(after) = working.characteristics(id).cloned()
        {
            observer.applied(super::explain::Application {
                layer,
                effect: effect.key.clone(),
                source: effect.source,
                timestamp: effect.timestamp,
                object: id,
                modifications: modifications.clone(),
                waiting_for_it: waiting_for_it.to_vec(),
                before: Arc::new(before),
                after: Arc::new(after),
                controller_before,
                controller_after: working.controller(id),
            });
        }
    }
}

/// Everything that a static ability modifies, in all layers.
fn all_modifications(working: &Working<'_>, object: ObjectId, origin: &Origin, part: u8) -> Vec<Modification> {
    let instance = working.characteristics(object).and_then(|it| it.abilities.iter().find(|a| a.origin == *origin));
    let parts = instance.map(static_parts).unwrap_or_default();
    match parts.into_iter().find(|candidate| candidate.part == part).map(|found| found.effect) {
        Some(effect) => match &*effect {
            StaticEffect::Modify { modifications, .. } => modifications.clone(),
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}

fn modify(working: &mut Working<'_>, effect: &Active, id: ObjectId, index: usize, modification: &Modification) {
    if let Modification::Control(who) = modification {
        if let [controller] = players(working, &effect.scope(), who).as_slice() {
            working.controllers.insert(id, *controller);
        }
        return;
    }
    if !working.changed.contains_key(&id) {
        let Some(starting) = working.characteristics(id).cloned() else { return };
        working.changed.insert(id, starting);
    }
    let Some(it) = working.changed.get_mut(&id) else { return };
    match modification {
        Modification::Control(_) => {}
        Modification::AddType(kind) => it.types = it.types.with(*kind),
        Modification::RemoveType(kind) => set_types(it, it.types.without(*kind)),
        Modification::SetTypes(kinds) => set_types(it, kinds.iter().copied().collect()),
        Modification::AddSubtype(subtype) => {
            // CR 205.3d: only a subtype that one of its types has.
            if subtype.belongs_to(it.types) && !it.subtypes.contains(subtype) {
                it.subtypes.push(*subtype);
            }
        }
        Modification::AddEverySubtype(set) => {
            // CR 205.3d
            let fresh = |subtype: &crate::card::Subtype| subtype.belongs_to(it.types) && !it.has_subtype(*subtype);
            let added: Vec<crate::card::Subtype> = set.members().into_iter().filter(fresh).collect();
            it.subtypes.extend(added);
        }
        Modification::SetSubtypes(kind, subtypes) => set_subtypes(it, *kind, subtypes),
        Modification::AddSupertype(kind) => it.supertypes = it.supertypes.with(*kind),
        Modification::RemoveSupertype(kind) => it.supertypes = it.supertypes.without(*kind),
        Modification::SetColors(colors) => it.colors = *colors,
        Modification::AddColors(colors) => it.colors = it.colors.union(*colors),
        Modification::Gain(ability) => it.abilities.push(AbilityInstance {
            origin: Origin::Granted { by: effect.key.clone(), index: u16::try_from(index).unwrap_or(u16::MAX) },
            ability: Canonical::new(Ability::clone(ability)),
        }),
        // Each has been worked out as what is gained.
        Modification::GainActivatedAbilities(_) => {}
        Modification::LoseKeyword(keyword) => {
            let lost = |ability: &Ability| matches!(ability, Ability::Keyword(has) if has.is(keyword));
            it.abilities.retain(|instance| !lost(&instance.ability));
        }
        Modification::LoseAllAbilities => it.abilities.clear(),
        Modification::SetPowerToughness(power, toughness) => {
            if let (Quantity::Fixed(power), Quantity::Fixed(toughness)) = (power, toughness) {
                (it.power, it.toughness) = (Some(*power), Some(*toughness));
            }
        }
        Modification::SetPower(power) => {
            if let Quantity::Fixed(power) = power {
                it.power = Some(*power);
            }
        }
        Modification::SetToughness(toughness) => {
            if let Quantity::Fixed(toughness) = toughness {
                it.toughness = Some(*toughness);
            }
        }
        Modification::AddPowerToughness(power, toughness) => {
            if let (Quantity::Fixed(power), Quantity::Fixed(toughness)) = (power, toughness) {
                // CR 208.5: what a creature has no value for is 0.
                let none = it.types.has(CardType::Creature).then_some(0);
                it.power = it.power.or(none).map(|old| old.saturating_add(*power));
                it.toughness = it.toughness.or(none).map(|old| old.saturating_add(*toughness));
            }
        }
        Modification::SwitchPowerToughness => std::mem::swap(&mut it.power, &mut it.toughness),
    }
    if matches!(Layer::of(modification, effect.defining), Layer::Type) {
        add_intrinsic_abilities(it);
    }
}

/// Other card types; subtypes that none of them has go (CR 205.1a).
fn set_types(it: &mut Characteristics, types: CardTypes) {
    it.types = types;
    it.subtypes.retain(|subtype| subtype.belongs_to(types));
}

/// Other subtypes of a card type. A land whose types become basic ones loses what its text gives it (CR 305.7).
fn set_subtypes(it: &mut Characteristics, kind: CardType, subtypes: &[crate::card::Subtype]) {
    let of_kind = CardTypes::NONE.with(kind);
    it.subtypes.retain(|subtype| !subtype.belongs_to(of_kind));
    it.subtypes.extend(subtypes.iter().filter(|subtype| subtype.belongs_to(it.types)));
    let basic = |subtype: &crate::card::Subtype| crate::card::types::BasicLandType::of(*subtype).is_some();
    if kind == CardType::Land && subtypes.iter().any(basic) {
        it.abilities.retain(|instance| !matches!(instance.origin, Origin::Printed { .. } | Origin::Intrinsic(_)));
    }
}

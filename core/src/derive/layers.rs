//! The interaction of continuous effects (CR 613): one computation for the whole board, layer by layer, with an observer
//! that explains it.
//!
//! Whenever abilities have changed on the way, the effects of those objects are found again, since whether they exist can
//! change from one application to the next ([`super::active`]). Within a layer, characteristic-defining abilities come first (CR 613.3), then timestamp order (CR 613.7) as dependency
//! (CR 613.8) changes it. Dependency is found by trial: one effect depends on another if applying the other changes
//! whether it exists, what it applies to, or what it does there. Which aspects of objects an effect reads and writes
//! ([`super::reads`]) tells cheaply that most pairs cannot depend on each other; it never decides that they do.
//!
//! Copy effects are locked as they begin (CR 707.2b), so in layer 1 the latest one decides; after it an object has its
//! copiable values (CR 613.2c, [`super::copiable`]). Face-down permanents (layer 1b) come with CR 708.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::card::reword::reworded;
use crate::card::{
    Ability, CardType, CardTypes, Color, Filter, Keyword, Modification, Objects, Quantity, Subtype, Value,
};
use crate::fact::{
    AbilityInstance, Canonical, Characteristics, DefId, EffectKey, Entity, ObjectId, Origin, PlayerId, Zone,
};
use crate::state::{Derived, Game, Reads};

use super::active::{self, Active};
use super::copiable::copiable_among;
use super::explain::{Because, Dependency, NotApplied};
use super::filter::{Look, Scope, addend, all_matching, holds, objects, players, quantity};
use super::links;
use super::printed::add_intrinsic_abilities;
use super::queries::nothing;
use super::reads;
use super::statics::functioning;
use order::{Next, next_effect};

mod order;

/// The layers and sublayers that effects are applied in (CR 613.1, 613.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Layer {
    /// Layer 1a (CR 613.2a).
    Copy,
    /// Layer 2 (CR 613.1b).
    Control,
    /// Layer 3 (CR 613.1c).
    Text,
    /// Layer 4 (CR 613.1d).
    Type,
    /// Layer 5 (CR 613.1e).
    Color,
    /// Layer 6 (CR 613.1f).
    Ability,
    /// Layer 7a, the first of those of layer 7 (CR 613.1g, 613.4a).
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
    pub const ALL: [Layer; 10] = [
        Layer::Copy,
        Layer::Control,
        Layer::Text,
        Layer::Type,
        Layer::Color,
        Layer::Ability,
        Layer::PowerToughnessDefining,
        Layer::PowerToughnessSetting,
        Layer::PowerToughnessChanging,
        Layer::PowerToughnessSwitching,
    ];

    /// A bit of its own.
    pub(super) const fn bit(self) -> u16 {
        1 << self as u8
    }

    /// Its number in the rule book.
    pub const fn number(self) -> &'static str {
        match self {
            Layer::Copy => "1a",
            Layer::Control => "2",
            Layer::Text => "3",
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
    pub(super) const fn of(modification: &Modification, defining: bool) -> Layer {
        match modification {
            Modification::Copiable(_) | Modification::CopyOf(_) => Layer::Copy,
            Modification::ReplaceText { .. }
            | Modification::SetName(_)
            | Modification::AddNames(_)
            | Modification::FullTextOf(_)
            | Modification::HasText(_) => Layer::Text,
            Modification::Control(_) => Layer::Control,
            Modification::AddType(_)
            | Modification::RemoveType(_)
            | Modification::SetTypes(_)
            | Modification::AddSubtype(_)
            | Modification::AddEverySubtype(_)
            | Modification::SetSubtypes(..)
            | Modification::AddChosenSubtype
            | Modification::AddSupertype(_)
            | Modification::RemoveSupertype(_) => Layer::Type,
            Modification::SetColors(_) | Modification::AddColors(_) | Modification::SetChosenColor => Layer::Color,
            Modification::Gain(_)
            | Modification::GainActivatedAbilities(_)
            | Modification::LoseKeyword(_)
            | Modification::CantHaveKeyword(_)
            | Modification::LoseAllAbilities => Layer::Ability,
            Modification::SetPowerToughness(..) | Modification::SetPower(_) | Modification::SetToughness(_) => {
                if defining {
                    Layer::PowerToughnessDefining
                } else {
                    Layer::PowerToughnessSetting
                }
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

    /// An effect that would apply to such an object is not applied to it.
    fn not_applied(&mut self, it: NotApplied);

    /// Whether it wants to know about this object; nothing is prepared for it otherwise.
    fn wants(&self, object: ObjectId) -> bool;

    /// Whether it wants to know which effects waited for which.
    fn explains(&self) -> bool;
}

impl Observer for () {
    fn applied(&mut self, _: super::explain::Application) {}

    fn not_applied(&mut self, _: NotApplied) {}

    fn wants(&self, _: ObjectId) -> bool {
        false
    }

    fn explains(&self) -> bool {
        false
    }
}

/// The state of the computation.
#[derive(Clone)]
struct Working<'a> {
    game: &'a Game,
    changed: BTreeMap<ObjectId, Arc<Characteristics>>,
    controllers: BTreeMap<ObjectId, PlayerId>,
    /// The definitions that have the copiable values of objects, where copy effects say so (CR 613.2c).
    copied: BTreeMap<ObjectId, DefId>,
    /// The keyword abilities that objects can't have (CR 113.11).
    barred: BTreeMap<ObjectId, Vec<Keyword>>,
}

impl Look for Working<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if let Some(changed) = self.changed.get(&id) {
            return Some(changed);
        }
        // CR 604.7: a static ability knows nothing of what is gone. What a resolution began is settled in numbers (CR 608.2h).
        match self.game.object(id)? {
            object if object.face_down.is_some() => Some(nothing()),
            object => self.game.printed(object.def).map(|printed| &printed.characteristics),
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        if let Some(controller) = self.controllers.get(&id) {
            return Some(*controller);
        }
        self.game.object(id)?.controller
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        self.changed.contains_key(&id)
    }
}

/// Computes what follows from a game, telling an observer.
pub(crate) fn derive(game: &Game, observer: &mut dyn Observer) -> Derived {
    let mut working = Working {
        game,
        changed: BTreeMap::new(),
        controllers: BTreeMap::new(),
        copied: BTreeMap::new(),
        barred: BTreeMap::new(),
    };
    let mut effects = active::find(&working, game);
    let modifies = !effects.is_empty();
    let mut reads = effects.iter().fold(Reads::NOTHING, |all, effect| all | effect.reads);
    for layer in Layer::ALL {
        if effects.iter().any(|effect| effect.acts_in(layer)) {
            apply_layer(&mut working, layer, &mut effects, &mut reads, observer);
        }
    }
    leave_to_creatures(&mut working);
    let (functioning, conditions) = functioning(&working, working.changed.keys().copied());
    let Working { changed, controllers, copied, .. } = working;
    let reads = reads | conditions;
    Derived { changed, controllers, copied, functioning, modifies, reads, listening: OnceLock::new() }
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
            working.changed.insert(*id, Arc::new(rightly));
        }
    }
}

/// Applies the effects of a layer, one after the other. What they do to abilities changes which effects there are, and after
/// each the order of the rest is worked out again (CR 613.8c).
fn apply_layer<'a>(
    working: &mut Working<'a>,
    layer: Layer,
    effects: &mut Vec<Active<'a>>,
    reads: &mut Reads,
    observer: &mut dyn Observer,
) {
    let mut applied: Vec<EffectKey> = Vec::new();
    let mut remaining: Vec<usize> = Vec::new();
    let mut stale = true;
    // What is known of those that have not been applied, for somebody who wants to know.
    let mut waited: BTreeMap<EffectKey, Vec<Dependency>> = BTreeMap::new();
    loop {
        if stale {
            let waits = |index: &usize| {
                effects.get(*index).is_some_and(|effect| effect.acts_in(layer) && !applied.contains(&effect.key))
            };
            remaining = (0..effects.len()).filter(waits).collect();
        }
        let Some(Next { index, dependents }) = next_effect(working, layer, effects, &remaining, observer) else {
            return;
        };
        remaining.retain(|other| *other != index);
        let Some(effect) = effects.get_mut(index) else { return };
        applied.push(effect.key.clone());
        let outcome = outcome(working, effect, layer);
        // CR 613.6: from now on it applies to these objects, even if the ability is lost on the way.
        if effect.may_start() && effect.condition().is_none_or(|it| holds(working, &scope(working, effect), it)) {
            let controller = scope(working, effect).controller;
            effect.start(controller, outcome.iter().map(|(id, _)| *id).collect());
        }
        let writes = effect.modifications(layer).fold(Reads::NOTHING, |all, it| all | reads::written(it));
        let waited_for = waited.remove(&effect.key).unwrap_or_default();
        apply(working, layer, effect, &outcome, &waited_for, observer);
        for dependency in &waited_for {
            let Because::AppliesTo { fewer, .. } = &dependency.because else { continue };
            if fewer.iter().any(|id| observer.wants(*id) && outcome.iter().all(|(applied, _)| applied != id)) {
                observer.not_applied(NotApplied {
                    effect: effect.key.clone(),
                    source: effect.source,
                    timestamp: effect.timestamp,
                    layer,
                    by: dependency.on.clone(),
                    by_source: dependency.source,
                    ability_lost: false,
                });
            }
        }
        let (by, by_source) = (effect.key.clone(), effect.source);
        if observer.explains() {
            for (dependent, because, in_loop) in dependents {
                let dependency = Dependency { on: by.clone(), source: by_source, because, in_loop };
                waited.entry(dependent).or_default().push(dependency);
            }
        }
        let could_end: Vec<Active<'a>> = match observer.explains() && writes.meets(Reads::ABILITY) {
            true => effects.iter().filter(|effect| effect.may_start()).cloned().collect(),
            false => Vec::new(),
        };
        stale = writes.meets(Reads::ABILITY) && find_again(working, effects, &outcome, reads);
        for ended in could_end.iter().filter(|ended| !effects.iter().any(|effect| effect.key == ended.key)) {
            let applies = |layer: &Layer| {
                ended.acts_in(*layer) && self::outcome(working, ended, *layer).iter().any(|(id, _)| observer.wants(*id))
            };
            if Layer::ALL.iter().any(applies) {
                observer.not_applied(NotApplied {
                    effect: ended.key.clone(),
                    source: ended.source,
                    timestamp: ended.timestamp,
                    layer,
                    by: by.clone(),
                    by_source,
                    ability_lost: true,
                });
            }
        }
    }
}

/// Finds the effects of the static abilities of objects whose abilities may have changed; whether there are others now.
fn find_again<'a>(working: &Working<'a>, effects: &mut Vec<Active<'a>>, outcome: &Outcome, reads: &mut Reads) -> bool {
    let mut found = Vec::new();
    for (id, _) in outcome {
        if let Some(object) = working.game.object(*id) {
            active::of_object(working, object, &mut found);
        }
    }
    // What has begun to apply goes on, and is not found a second time.
    found.retain(|new| !effects.iter().any(|effect| effect.has_started() && effect.key == new.key));
    let before = effects.len();
    effects.retain(|effect| !effect.may_start() || outcome.iter().all(|(id, _)| *id != effect.source));
    if effects.len() == before && found.is_empty() {
        return false;
    }
    *reads = found.iter().fold(*reads, |all, effect| all | effect.reads);
    effects.extend(found);
    active::sort(effects);
    true
}

/// What an effect would do now in a layer: to which objects, and the numbers of its modifications, worked out.
type Outcome = Vec<(ObjectId, Vec<Worked>)>;

/// What a modification comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Worked {
    /// What it says.
    AsItSays,
    /// These numbers.
    Numbers(i32, i32),
    /// This player.
    Player(Option<PlayerId>),
    /// This subtype; none if none was chosen (CR 607.5a).
    Subtype(Option<Subtype>),
    /// This colour; none if none was chosen.
    Color(Option<Color>),
    /// These abilities.
    Abilities(Vec<Canonical<Ability>>),
    /// What is printed on an object; none if there is no such object.
    Printed(Option<DefId>),
}

/// What the words of an effect mean: "you" is who controls its source now, until it has begun to apply.
fn scope<'a>(working: &Working<'_>, effect: &'a Active<'_>) -> Scope<'a> {
    let controller = match effect.may_start() {
        true => working.controller(effect.source).unwrap_or(effect.controller),
        false => effect.controller,
    };
    Scope { controller, ..effect.scope() }
}

fn outcome(working: &Working<'_>, effect: &Active<'_>, layer: Layer) -> Outcome {
    let scope = scope(working, effect);
    if let Some(condition) = effect.condition()
        && !holds(working, &scope, condition)
    {
        return Vec::new();
    }
    let objects = match (&effect.locked, effect.filter()) {
        (Some(objects), _) => objects.clone(),
        (None, Filter::This) => vec![effect.source],
        (None, filter) => all_matching(working, &scope, filter),
    };
    // CR 400.11c: outside the game nothing affects a card but what defines it.
    let affected = |id: &ObjectId| match working.game.object(*id) {
        Some(object) => effect.defining || !matches!(object.zone, Zone::Outside(_)),
        None => false,
    };
    let present = objects.into_iter().filter(affected);
    let worked = |id: ObjectId| {
        let scope = Scope { affected: Some(Entity::Object(id)), ..scope };
        let modifications = effect.modifications(layer);
        modifications.map(|modification| work_out(working, &scope, modification)).collect()
    };
    present.map(|id| (id, worked(id))).collect()
}

fn work_out(working: &Working<'_>, scope: &Scope<'_>, modification: &Modification) -> Worked {
    match modification {
        Modification::SetPowerToughness(power, toughness) => {
            Worked::Numbers(quantity(working, scope, power), quantity(working, scope, toughness))
        }
        Modification::SetPower(power) => Worked::Numbers(quantity(working, scope, power), 0),
        Modification::SetToughness(toughness) => Worked::Numbers(0, quantity(working, scope, toughness)),
        Modification::GainActivatedAbilities(of) => Worked::Abilities(activated_abilities(working, scope, of)),
        Modification::AddPowerToughness(power, toughness) => {
            Worked::Numbers(addend(working, scope, power), addend(working, scope, toughness))
        }
        Modification::Control(who) => Worked::Player(match players(working, scope, who).as_slice() {
            [controller] => Some(*controller),
            _ => None,
        }),
        Modification::AddChosenSubtype => Worked::Subtype(links::subtype(working.game, scope)),
        Modification::SetChosenColor => Worked::Color(links::color(working.game, scope)),
        Modification::CopyOf(_) => Worked::Printed(links::copied(working.game, scope)),
        Modification::FullTextOf(of) => {
            let of = objects(working, scope, of).first().copied();
            Worked::Printed(of.and_then(|id| copiable_among(working.game, &working.copied, id)))
        }
        _ => Worked::AsItSays,
    }
}

/// All activated abilities of objects, those that a keyword stands for as the keyword (CR 702.29b).
pub fn activated_abilities(look: &dyn Look, scope: &Scope<'_>, of: &Objects) -> Vec<Canonical<Ability>> {
    let having = objects(look, scope, of);
    let abilities = having.into_iter().filter_map(|id| look.characteristics(id)).flat_map(|it| &it.abilities);
    abilities.filter(|instance| instance.activated().is_some()).map(|instance| instance.ability.clone()).collect()
}

fn apply(
    working: &mut Working<'_>,
    layer: Layer,
    effect: &Active<'_>,
    outcome: &Outcome,
    waited_for: &[Dependency],
    observer: &mut dyn Observer,
) {
    // What is granted to several objects is one ability in memory.
    let granted: Vec<Option<Canonical<Ability>>> = effect
        .modifications(layer)
        .map(|modification| match modification {
            Modification::Gain(ability) | Modification::HasText(ability) => {
                Some(Canonical::new(Ability::clone(ability)))
            }
            _ => None,
        })
        .collect();
    for (id, worked) in outcome {
        let id = *id;
        let watched = observer.wants(id).then(|| (working.characteristics(id).cloned(), working.controller(id)));
        for (index, (modification, worked)) in effect.modifications(layer).zip(worked).enumerate() {
            modify(working, effect, id, (index, granted.get(index).cloned().flatten()), modification, worked);
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
                modifications: effect.modifications(layer).zip(worked).map(|(it, worked)| said(it, worked)).collect(),
                waited_for: waited_for.to_vec(),
                before: Arc::new(before),
                after: Arc::new(after),
                controller_before,
                controller_after: working.controller(id),
            });
        }
    }
}

/// A modification with its numbers worked out.
fn said(modification: &Modification, worked: &Worked) -> Modification {
    match (modification, worked) {
        (Modification::SetPowerToughness(..), Worked::Numbers(power, toughness)) => {
            Modification::SetPowerToughness(Quantity::Fixed(*power), Quantity::Fixed(*toughness))
        }
        (Modification::SetPower(_), Worked::Numbers(power, _)) => Modification::SetPower(Quantity::Fixed(*power)),
        (Modification::SetToughness(_), Worked::Numbers(_, toughness)) => {
            Modification::SetToughness(Quantity::Fixed(*toughness))
        }
        (Modification::AddPowerToughness(..), Worked::Numbers(power, toughness)) => {
            Modification::AddPowerToughness(Quantity::Fixed(*power), Quantity::Fixed(*toughness))
        }
        (Modification::AddChosenSubtype, Worked::Subtype(Some(subtype))) => Modification::AddSubtype(*subtype),
        (Modification::SetChosenColor, Worked::Color(Some(color))) => {
            Modification::SetColors(std::iter::once(*color).collect())
        }
        (other, _) => other.clone(),
    }
}

fn modify(
    working: &mut Working<'_>,
    effect: &Active<'_>,
    id: ObjectId,
    (index, granted): (usize, Option<Canonical<Ability>>),
    modification: &Modification,
    worked: &Worked,
) {
    if let Worked::Player(who) = worked {
        if let Some(controller) = who {
            working.controllers.insert(id, *controller);
        }
        return;
    }
    // CR 613.2c: what is applied last in layer 1 decides.
    let copied = match (modification, worked) {
        (Modification::Copiable(_), _) => effect.def,
        (Modification::CopyOf(_), Worked::Printed(def)) => *def,
        _ => None,
    };
    if let Some(def) = copied {
        working.copied.insert(id, def);
    }
    let it = match working.changed.entry(id) {
        Entry::Occupied(changed) => changed.into_mut(),
        Entry::Vacant(unchanged) => {
            let printed = working.game.object(id).and_then(|object| working.game.printed(object.def));
            let Some(printed) = printed else { return };
            unchanged.insert(Arc::new(printed.characteristics.clone()))
        }
    };
    let it = Arc::make_mut(it);
    let barred = working.barred.get(&id).map(Vec::as_slice).unwrap_or_default();
    match modification {
        Modification::Control(_) => {}
        Modification::AddType(kind) => it.types = it.types.with(*kind),
        Modification::RemoveType(kind) => set_types(it, it.types.without(*kind)),
        Modification::SetTypes(kinds) => set_types(it, kinds.iter().copied().collect()),
        Modification::AddChosenSubtype => {
            if let Worked::Subtype(Some(subtype)) = worked
                && subtype.belongs_to(it.types)
                && !it.subtypes.contains(subtype)
            {
                it.subtypes.push(*subtype);
            }
        }
        Modification::SetChosenColor => {
            if let Worked::Color(Some(color)) = worked {
                it.colors = std::iter::once(*color).collect();
            }
        }
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
        // CR 113.11: what it can't have, no effect adds.
        Modification::Gain(ability) if barred.iter().any(|keyword| is_keyword(ability, keyword)) => {}
        Modification::Gain(_) => it.abilities.extend(granted.map(|ability| AbilityInstance {
            origin: Origin::Granted { by: effect.key.clone(), index: u16::try_from(index).unwrap_or(u16::MAX) },
            ability,
        })),
        Modification::CantHaveKeyword(keyword) => {
            it.abilities.retain(|instance| !is_keyword(&instance.ability, keyword));
            working.barred.entry(id).or_default().push(keyword.clone());
        }
        // Each has a place of its own among what the effect grants.
        Modification::GainActivatedAbilities(_) => {
            if let Worked::Abilities(gained) = worked {
                let places = (1u16..).map(|place| (place << 8) | u16::try_from(index).unwrap_or(u16::MAX));
                it.abilities.extend(gained.iter().zip(places).map(|(ability, index)| AbilityInstance {
                    origin: Origin::Granted { by: effect.key.clone(), index },
                    ability: ability.clone(),
                }));
            }
        }
        Modification::LoseKeyword(keyword) => {
            it.abilities.retain(|instance| !is_keyword(&instance.ability, keyword));
        }
        Modification::LoseAllAbilities => it.abilities.clear(),
        Modification::SetPowerToughness(..) => {
            if let Worked::Numbers(power, toughness) = worked {
                (it.power, it.toughness) = (Some(*power), Some(*toughness));
            }
        }
        Modification::SetPower(_) => {
            if let Worked::Numbers(power, _) = worked {
                it.power = Some(*power);
            }
        }
        Modification::SetToughness(_) => {
            if let Worked::Numbers(_, toughness) = worked {
                it.toughness = Some(*toughness);
            }
        }
        Modification::AddPowerToughness(..) => {
            if let Worked::Numbers(power, toughness) = worked {
                // CR 208.5: what a creature has no value for is 0.
                let none = it.types.has(CardType::Creature).then_some(0);
                it.power = it.power.or(none).map(|old| old.saturating_add(*power));
                it.toughness = it.toughness.or(none).map(|old| old.saturating_add(*toughness));
            }
        }
        Modification::SwitchPowerToughness => std::mem::swap(&mut it.power, &mut it.toughness),
        Modification::Copiable(_) => {
            if let Some(printed) = effect.def.and_then(|def| working.game.printed(def)) {
                it.clone_from(&printed.characteristics);
            }
        }
        Modification::CopyOf(_) | Modification::FullTextOf(_) => {
            if let Worked::Printed(Some(def)) = worked
                && let Some(printed) = working.game.printed(*def)
            {
                it.clone_from(&printed.characteristics);
            }
        }
        Modification::SetName(name) => {
            it.name = Arc::from(name.as_str());
            it.more_names.clear();
        }
        Modification::AddNames(what) => it.more_names.push(Canonical::new(what.clone())),
        // What the text says is as good as printed there (CR 612.3, 612.5).
        Modification::HasText(_) => it.abilities.extend(granted.map(|ability| AbilityInstance {
            origin: Origin::Granted { by: effect.key.clone(), index: u16::try_from(index).unwrap_or(u16::MAX) },
            ability,
        })),
        Modification::ReplaceText { from, to } => replace_text(it, from, to),
    }
    if matches!(Layer::of(modification, effect.defining), Layer::Type | Layer::Text) {
        add_intrinsic_abilities(it);
    }
}

/// A word of the type line and of the rules text is another wherever it is used as that word (CR 612.1-2). Abilities that an
/// effect added are no text of the object (CR 612.3).
fn replace_text(it: &mut Characteristics, from: &Value, to: &Value) {
    if let (Value::Subtype(from), Value::Subtype(to)) = (from, to) {
        let there = it.has_subtype(*to);
        it.subtypes.retain(|subtype| subtype != from || !there);
        it.subtypes.iter_mut().filter(|subtype| *subtype == from).for_each(|subtype| *subtype = *to);
    }
    let printed = |instance: &&mut AbilityInstance| matches!(instance.origin, Origin::Printed { .. });
    for instance in it.abilities.iter_mut().filter(printed) {
        if let Some(ability) = reworded(&instance.ability, from, to) {
            instance.ability = Canonical::new(ability);
        }
    }
}

/// Whether an ability is a keyword ability.
fn is_keyword(ability: &Ability, keyword: &Keyword) -> bool {
    matches!(ability, Ability::Keyword(has) if has.is(keyword))
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

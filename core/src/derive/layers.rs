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

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::card::reword::reworded;
use crate::card::{
    Ability, CardType, CardTypes, Color, Filter, Keyword, Modification, Objects, Quantity, Subtype, Value,
};
use crate::fact::{
    AbilityInstance, Canonical, Characteristics, DefId, EffectKey, Entity, ObjectId, Origin, PlayerId, Zone,
};
use crate::state::{Derived, Game, Object, Reads};

use super::active::{self, Active};
use super::copiable::copiable_among;
use super::explain::{Because, Dependency, NotApplied};
use super::filter::{Look, Scope, Seen, addend, all_matching, holds, objects, players, quantity};
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

/// The state of the computation; or a trial on top of it, which holds only what is otherwise there.
struct Working<'a> {
    game: &'a Game,
    board: &'a Board<'a>,
    /// What a trial is tried on.
    base: Option<&'a Working<'a>>,
    /// The characteristics of the permanents that an effect changed, by their places on the board; none of them in a trial.
    permanents: Vec<Option<Arc<Characteristics>>>,
    /// The characteristics of other objects that an effect changed; in a trial of permanents as well.
    changed: BTreeMap<ObjectId, Arc<Characteristics>>,
    controllers: BTreeMap<ObjectId, PlayerId>,
    /// The definitions that have the copiable values of objects, where copy effects say so (CR 613.2c).
    copied: BTreeMap<ObjectId, DefId>,
    /// The keyword abilities that objects can't have (CR 113.11).
    barred: BTreeMap<ObjectId, Vec<Keyword>>,
}

impl<'a> Working<'a> {
    fn new(game: &'a Game, board: &'a Board<'a>) -> Working<'a> {
        Working {
            game,
            board,
            base: None,
            permanents: vec![None; board.permanents.len()],
            changed: BTreeMap::new(),
            controllers: BTreeMap::new(),
            copied: BTreeMap::new(),
            barred: BTreeMap::new(),
        }
    }

    /// What is tried on top of it leaves it as it is.
    fn trial<'b>(&'b self) -> Working<'b>
    where
        'a: 'b,
    {
        Working {
            game: self.game,
            board: self.board,
            base: Some(self),
            permanents: Vec::new(),
            changed: BTreeMap::new(),
            controllers: BTreeMap::new(),
            copied: self.copied.clone(),
            barred: self.barred.clone(),
        }
    }

    /// The characteristics that an effect gave to an object.
    fn changed(&self, id: ObjectId) -> Option<&Arc<Characteristics>> {
        if let Some(changed) = self.changed.get(&id) {
            return Some(changed);
        }
        match self.base {
            Some(base) => base.changed(id),
            None => self.board.place(id).and_then(|place| self.permanents.get(place)?.as_ref()),
        }
    }

    /// Its characteristics, to be changed; none if there is no such object.
    fn characteristics_mut(&mut self, id: ObjectId) -> Option<&mut Characteristics> {
        let here = match self.base {
            None => self.board.place(id),
            Some(_) => None,
        };
        let slot = match here {
            Some(place) => self.permanents.get_mut(place)?,
            None => {
                if !self.changed.contains_key(&id) {
                    let before = match self.base.and_then(|base| base.changed(id)) {
                        Some(before) => Arc::clone(before),
                        None => Arc::new(self.printed(id)?.clone()),
                    };
                    self.changed.insert(id, before);
                }
                return self.changed.get_mut(&id).map(Arc::make_mut);
            }
        };
        if slot.is_none() {
            *slot = Some(Arc::new(self.board.permanents.get(here?)?.printed?.clone()));
        }
        slot.as_mut().map(Arc::make_mut)
    }

    /// What is printed on an object that exists now.
    fn printed(&self, id: ObjectId) -> Option<&'a Characteristics> {
        match self.board.place(id) {
            Some(place) => self.board.permanents.get(place)?.printed,
            None => {
                let object = self.game.object(id)?;
                self.game.printed(object.def).map(|printed| &printed.characteristics)
            }
        }
    }

    /// Everything that an effect changed, by id.
    fn into_changed(self) -> BTreeMap<ObjectId, Arc<Characteristics>> {
        let permanents = self.board.permanents.iter().zip(self.permanents);
        let permanents = permanents.filter_map(|(permanent, changed)| Some((permanent.object.id, changed?)));
        let mut all: BTreeMap<ObjectId, Arc<Characteristics>> = permanents.collect();
        all.extend(self.changed);
        all
    }
}

/// A permanent, looked up once.
struct Permanent<'a> {
    object: &'a Object,
    /// What is printed on it.
    printed: Option<&'a Characteristics>,
}

/// The permanents, by id.
struct Board<'a> {
    ids: Vec<ObjectId>,
    permanents: Vec<Permanent<'a>>,
}

impl<'a> Board<'a> {
    fn of(game: &'a Game) -> Board<'a> {
        let objects = game.world().battlefield.iter().filter_map(|id| game.object(*id));
        let permanent = |object: &'a Object| {
            let printed = game.printed(object.def).map(|printed| &printed.characteristics);
            Permanent { object, printed }
        };
        let mut permanents: Vec<Permanent<'a>> = objects.map(permanent).collect();
        permanents.sort_unstable_by_key(|permanent| permanent.object.id);
        Board { ids: permanents.iter().map(|permanent| permanent.object.id).collect(), permanents }
    }

    fn place(&self, id: ObjectId) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }
}

impl Look for Working<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if let Some(changed) = self.changed(id) {
            return Some(changed);
        }
        if let Some(place) = self.board.place(id) {
            return self.board.permanents.get(place)?.printed;
        }
        // CR 604.7: a static ability knows nothing of what is gone. What a resolution began is settled in numbers (CR 608.2h).
        match self.game.object(id)? {
            object if object.face_down.is_some() => Some(nothing()),
            object => self.game.printed(object.def).map(|printed| &printed.characteristics),
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        match self.board.place(id) {
            Some(place) => self.controller_of(self.board.permanents.get(place)?.object),
            None => self.controller_of(self.game.object(id)?),
        }
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        self.changed(id).is_some()
    }

    fn controller_of(&self, object: &Object) -> Option<PlayerId> {
        match (self.controllers.get(&object.id), self.base) {
            (Some(controller), _) => Some(*controller),
            (None, Some(base)) => base.controller_of(object),
            (None, None) => object.controller,
        }
    }

    fn look_into(&self, zone: Zone, each: &mut dyn FnMut(&Seen<'_>)) {
        if zone != Zone::Battlefield {
            for id in self.game.zone(zone) {
                each(&Seen { id: *id, object: self.game.object(*id), characteristics: self.characteristics(*id) });
            }
            return;
        }
        let below = self.base.unwrap_or(self);
        for (place, permanent) in self.board.permanents.iter().enumerate() {
            let id = permanent.object.id;
            let characteristics = match self.changed.get(&id) {
                Some(changed) => Some(&**changed),
                None => match below.permanents.get(place) {
                    Some(Some(changed)) => Some(&**changed),
                    _ => permanent.printed,
                },
            };
            each(&Seen { id, object: Some(permanent.object), characteristics });
        }
    }
}

/// Computes what follows from a game, telling an observer.
pub(crate) fn derive(game: &Game, observer: &mut dyn Observer) -> Derived {
    let board = Board::of(game);
    let mut working = Working::new(game, &board);
    let mut effects = active::find(&working, game);
    let modifies = !effects.is_empty();
    let mut reads = effects.iter().fold(Reads::NOTHING, |all, effect| all | effect.reads);
    for layer in Layer::ALL {
        if effects.iter().any(|effect| effect.acts_in(layer)) {
            apply_layer(&mut working, layer, &mut effects, &mut reads, observer);
        }
    }
    leave_to_creatures(&mut working);
    let changed = board.ids.iter().zip(&working.permanents).filter(|(_, changed)| changed.is_some()).map(|(id, _)| *id);
    let (functioning, conditions) = functioning(&working, changed.chain(working.changed.keys().copied()));
    let reads = reads | conditions;
    let (controllers, copied) = (std::mem::take(&mut working.controllers), std::mem::take(&mut working.copied));
    let changed = working.into_changed();
    Derived { changed, controllers, copied, functioning, modifies, reads, listening: OnceLock::new() }
}

/// A permanent that is no creature has no power and toughness, even if they are printed on it (CR 208.3, 301.7a); those of
/// a creature that has no value for them are 0 (CR 208.5).
fn leave_to_creatures(working: &mut Working<'_>) {
    for (permanent, changed) in working.board.permanents.iter().zip(&mut working.permanents) {
        let Some(it) = changed.as_deref().or(permanent.printed) else { continue };
        let (power, toughness) = match it.types.has(CardType::Creature) {
            true => (it.power.or(Some(0)), it.toughness.or(Some(0))),
            false => (None, None),
        };
        if (it.power, it.toughness) != (power, toughness) {
            *changed = Some(Arc::new(Characteristics { power, toughness, ..it.clone() }));
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
    let mut applied: BTreeSet<EffectKey> = BTreeSet::new();
    let mut remaining: VecDeque<usize> = VecDeque::new();
    // Whether none of them asks for what another changes: then they go by the order that they are in.
    let mut independent = false;
    let mut stale = true;
    // What is known of those that have not been applied, for somebody who wants to know.
    let mut waited: BTreeMap<EffectKey, Vec<Dependency>> = BTreeMap::new();
    loop {
        if stale {
            let waits = |index: &usize| {
                effects.get(*index).is_some_and(|effect| effect.acts_in(layer) && !applied.contains(&effect.key))
            };
            remaining = (0..effects.len()).filter(waits).collect();
            independent = !observer.explains() && order::are_independent(layer, effects, &mut remaining);
        }
        let next = match independent {
            true => remaining.front().map(|index| Next { index: *index, dependents: Vec::new() }),
            false => next_effect(working, layer, effects, remaining.make_contiguous(), observer),
        };
        let Some(Next { index, dependents }) = next else { return };
        match remaining.front() == Some(&index) {
            true => drop(remaining.pop_front()),
            false => remaining.retain(|other| *other != index),
        }
        let Some(effect) = effects.get_mut(index) else { return };
        applied.insert(effect.key.clone());
        let outcome = outcome(working, effect, layer);
        // CR 613.6: from now on it applies to these objects, even if the ability is lost on the way.
        if effect.may_start() && effect.condition().is_none_or(|it| holds(working, &scope(working, effect), it)) {
            let controller = scope(working, effect).controller;
            effect.start(controller, outcome.objects.clone());
        }
        let writes = effect.writes(layer);
        let waited_for = waited.remove(&effect.key).unwrap_or_default();
        apply(working, layer, effect, &outcome, &waited_for, observer);
        for dependency in &waited_for {
            let Because::AppliesTo { fewer, .. } = &dependency.because else { continue };
            if fewer.iter().any(|id| observer.wants(*id) && !outcome.objects.contains(id)) {
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
        let could_end: Vec<Active<'a>> = match observer.explains() && writes.meets(Reads::EFFECTS) {
            true => effects.iter().filter(|effect| effect.may_start()).cloned().collect(),
            false => Vec::new(),
        };
        stale = writes.meets(Reads::EFFECTS) && find_again(working, effects, &outcome, reads);
        for ended in could_end.iter().filter(|ended| !effects.iter().any(|effect| effect.key == ended.key)) {
            let applies = |layer: &Layer| {
                ended.acts_in(*layer)
                    && self::outcome(working, ended, *layer).objects.iter().any(|id| observer.wants(*id))
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
    for id in &outcome.objects {
        if let Some(object) = working.game.object(*id) {
            active::of_object(working, object, &mut found);
        }
    }
    // What has begun to apply goes on, and is not found a second time.
    found.retain(|new| !effects.iter().any(|effect| effect.has_started() && effect.key == new.key));
    let before = effects.len();
    // They are in the order of their ids.
    let touched = |id: &ObjectId| match outcome.objects.is_sorted() {
        true => outcome.objects.binary_search(id).is_ok(),
        false => outcome.objects.contains(id),
    };
    effects.retain(|effect| !effect.may_start() || !touched(&effect.source));
    if effects.len() == before && found.is_empty() {
        return false;
    }
    *reads = found.iter().fold(*reads, |all, effect| all | effect.reads);
    effects.extend(found);
    active::sort(effects);
    true
}

/// What an effect would do now in a layer: to which objects, and the numbers of its modifications, worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Outcome {
    objects: Vec<ObjectId>,
    /// For each object; once, if it is the same for all of them.
    worked: Vec<Vec<Worked>>,
}

impl Outcome {
    /// What the modifications come to for the object in this place.
    fn worked(&self, place: usize) -> &[Worked] {
        self.worked.get(place).or(self.worked.first()).map_or(&[], Vec::as_slice)
    }
}

/// What a modification comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Worked {
    /// What it says.
    AsItSays,
    /// What it says of subtypes, if the object has a type for them.
    Fits(bool),
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
        return Outcome::default();
    }
    let mut objects = match (&effect.locked, effect.filter()) {
        (Some(objects), _) => objects.clone(),
        (None, Filter::This) => vec![effect.source],
        (None, filter) => all_matching(working, &scope, filter),
    };
    // CR 400.11c: outside the game nothing affects a card but what defines it.
    let affected = |id: &ObjectId| {
        working.board.place(*id).is_some()
            || working.game.object(*id).is_some_and(|it| effect.defining || !matches!(it.zone, Zone::Outside(_)))
    };
    if effect.locked.is_some() || !effect.is_about_permanents() {
        objects.retain(affected);
    }
    let worked = |affected: Option<ObjectId>| {
        let scope = Scope { affected: affected.map(Entity::Object), ..scope };
        let mut types = affected.and_then(|id| working.characteristics(id)).map_or(CardTypes::NONE, |it| it.types);
        let modifications = effect.modifications(layer);
        modifications.map(|modification| work_out(working, &scope, modification, &mut types)).collect()
    };
    let differs = |modification: &Modification| reads::of_modification(modification).meets(Reads::AFFECTED);
    let worked = match effect.modifications(layer).any(differs) {
        true => objects.iter().map(|id| worked(Some(*id))).collect(),
        false if objects.is_empty() => Vec::new(),
        false => vec![worked(None)],
    };
    Outcome { objects, worked }
}

/// What a modification comes to, for an object that has these types by then.
fn work_out(working: &Working<'_>, scope: &Scope<'_>, modification: &Modification, types: &mut CardTypes) -> Worked {
    match modification {
        Modification::AddType(kind) => *types = types.with(*kind),
        Modification::RemoveType(kind) => *types = types.without(*kind),
        Modification::SetTypes(kinds) => *types = kinds.iter().copied().collect(),
        _ => {}
    }
    // CR 205.3d: an object gets only subtypes that one of its types has.
    let fits = |subtype: &Subtype| subtype.belongs_to(*types);
    match modification {
        Modification::AddSubtype(subtype) => Worked::Fits(fits(subtype)),
        Modification::AddEverySubtype(set) => Worked::Fits(set.members().first().is_some_and(fits)),
        Modification::SetSubtypes(_, subtypes) => Worked::Fits(subtypes.iter().any(fits)),
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
        Modification::AddChosenSubtype => Worked::Subtype(links::subtype(working.game, scope).filter(fits)),
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
    for (place, id) in outcome.objects.iter().enumerate() {
        let (id, worked) = (*id, outcome.worked(place));
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
    if let Modification::CantHaveKeyword(keyword) = modification {
        working.barred.entry(id).or_default().push(keyword.clone());
    }
    let (game, barred) = (working.game, working.barred.get(&id).cloned().unwrap_or_default());
    let Some(it) = working.characteristics_mut(id) else { return };
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
            if let Some(printed) = effect.def.and_then(|def| game.printed(def)) {
                it.clone_from(&printed.characteristics);
            }
        }
        Modification::CopyOf(_) | Modification::FullTextOf(_) => {
            if let Worked::Printed(Some(def)) = worked
                && let Some(printed) = game.printed(*def)
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

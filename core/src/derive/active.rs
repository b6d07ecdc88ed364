//! The continuous effects that change characteristics or controllers, as the layers find them (CR 613.1, 613.6, 613.7).

use std::sync::Arc;

use crate::card::{
    Ability, Condition, CounterKind, Definition, Filter, Modification, Permission, Quantity, StaticEffect, ZoneKind,
};
use crate::fact::{
    Announcement, Canonical, DefId, EffectKey, ObjectId, Origin, PlayerId, Timestamp, TriggerContext, Zone,
};
use crate::state::{Game, Object, Reads, StaticPart};

use super::filter::{Look, Scope, announced_for};
use super::layers::Layer;
use super::printed::parts_of;
use super::reads;

/// A continuous effect.
#[derive(Clone, Debug)]
pub(super) struct Active<'a> {
    pub(super) key: EffectKey,
    pub(super) source: ObjectId,
    pub(super) controller: PlayerId,
    pub(super) timestamp: Timestamp,
    pub(super) defining: bool,
    /// The definition of one that a resolution began.
    pub(super) def: Option<DefId>,
    text: Text<'a>,
    /// The objects that it is locked on: by its duration's rule (CR 611.2c), or since it began to apply (CR 613.6).
    pub(super) locked: Option<Vec<ObjectId>>,
    /// Whether it has been applied in some layer: its condition and its ability's presence no longer matter (CR 613.6).
    started: bool,
    announced: Option<Arc<Announcement>>,
    trigger: Option<TriggerContext>,
    /// The layers in which it has something to do, a bit for each.
    layers: u16,
    /// What it asks for.
    pub(super) reads: Reads,
    /// What it changes in each layer in which it has something to do.
    writes: Vec<(Layer, Reads)>,
}

/// What an effect says.
#[derive(Clone, Debug)]
enum Text<'a> {
    /// The definition of an effect that a resolution began.
    Begun(&'a Filter, &'a [Modification]),
    /// A part of a static ability.
    Static(Arc<StaticEffect>, Canonical<Ability>),
    /// Counters.
    Counters(Vec<Modification>),
}

impl Active<'_> {
    pub(super) fn scope(&self) -> Scope<'_> {
        let origin = match &self.key {
            EffectKey::Static { origin, .. } => Some(&**origin),
            _ => None,
        };
        let (announced, trigger) = (self.announced.as_deref(), self.trigger.as_ref());
        let of_static = origin.is_some();
        Scope { origin, of_static, ..Scope::of_effect(self.source, self.controller, announced, trigger) }
    }

    /// What it applies to, where it is not locked.
    pub(super) fn filter(&self) -> &Filter {
        match &self.text {
            Text::Begun(filter, _) => filter,
            Text::Static(effect, _) => match &**effect {
                StaticEffect::Modify { what, .. } => what,
                _ => &Filter::This,
            },
            Text::Counters(_) => &Filter::This,
        }
    }

    /// Whether it applies to permanents alone.
    pub(super) fn is_about_permanents(&self) -> bool {
        !matches!(self.filter(), Filter::This) && self.filter().zones() == [ZoneKind::Battlefield]
    }

    /// Whether it comes from a static ability and has not been applied yet.
    pub(super) const fn may_start(&self) -> bool {
        matches!(self.text, Text::Static(..)) && !self.started
    }

    /// Whether it comes from a static ability and has been applied.
    pub(super) const fn has_started(&self) -> bool {
        self.started
    }

    /// It has been applied to these objects, and goes on applying to them (CR 613.6).
    pub(super) fn start(&mut self, controller: PlayerId, objects: Vec<ObjectId>) {
        self.started = true;
        self.controller = controller;
        self.locked = Some(objects);
        // It exists, whatever happens, and its set is settled.
        self.reads = self.all().iter().fold(Reads::NOTHING, |all, it| all | reads::of_modification(it));
    }

    /// What it changes in a layer.
    pub(super) fn writes(&self, layer: Layer) -> Reads {
        self.writes.iter().find(|(its, _)| *its == layer).map_or(Reads::NOTHING, |(_, writes)| *writes)
    }

    /// The condition that it still depends on.
    pub(super) fn condition(&self) -> Option<&Condition> {
        match &self.text {
            Text::Static(_, ability) if !self.started => condition_of(ability),
            _ => None,
        }
    }

    /// Everything that it does, in all layers.
    fn all(&self) -> &[Modification] {
        match &self.text {
            Text::Begun(_, modifications) => modifications,
            Text::Static(effect, _) => match &**effect {
                StaticEffect::Modify { modifications, .. } => modifications,
                _ => &[],
            },
            Text::Counters(modifications) => modifications,
        }
    }

    /// What it does in a layer.
    pub(super) fn modifications(&self, layer: Layer) -> impl Iterator<Item = &Modification> {
        self.all().iter().filter(move |modification| Layer::of(modification, self.defining) == layer)
    }

    /// Whether it has something to do in a layer.
    pub(super) const fn acts_in(&self, layer: Layer) -> bool {
        self.layers & layer.bit() != 0
    }

    /// Works out what hangs on the text.
    fn noted(mut self) -> Self {
        let mut reads = Reads::NOTHING;
        if self.locked.is_none() {
            reads = reads | reads::of_all_matching(self.filter());
        }
        if let Some(condition) = self.condition() {
            reads = reads | reads::of_condition(condition);
        }
        let (mut layers, mut writes) = (0, Vec::<(Layer, Reads)>::new());
        for modification in self.all() {
            let layer = Layer::of(modification, self.defining);
            layers |= layer.bit();
            reads = reads | reads::of_modification(modification);
            let written = reads::written(modification);
            match writes.iter_mut().find(|(its, _)| *its == layer) {
                Some((_, all)) => *all = *all | written,
                None => writes.push((layer, written)),
            }
        }
        // Whether it exists, and who "you" are in it.
        if matches!(self.text, Text::Static(..)) {
            reads = reads | Reads::EFFECTS | Reads::CONTROL;
        }
        (self.layers, self.reads, self.writes) = (layers, reads, writes);
        self
    }
}

/// The condition of a static ability (CR 604.2).
fn condition_of(ability: &Ability) -> Option<&Condition> {
    match ability {
        Ability::Static(ability) => ability.condition.as_ref(),
        _ => None,
    }
}

/// All of them at the start of the layers, in timestamp order.
pub(super) fn find<'a>(look: &dyn Look, game: &'a Game) -> Vec<Active<'a>> {
    let mut found = Vec::new();
    begun(game, &mut found);
    for object in game.objects_with_abilities() {
        of_object(look, object, &mut found);
        counters(look, object, &mut found);
    }
    // Cards that have no abilities to look for there may have counters (CR 122.1a-b).
    let exiled = game.zone(Zone::Exile).iter().filter_map(|id| game.object(*id));
    for object in exiled.filter(|_| !game.has_abilities_in(ZoneKind::Exile)) {
        counters(look, object, &mut found);
    }
    sort(&mut found);
    found
}

/// Timestamp order (CR 613.7).
pub(super) fn sort(effects: &mut [Active<'_>]) {
    effects.sort_by(|a, b| (a.timestamp, &a.key).cmp(&(b.timestamp, &b.key)));
}

/// Those that resolutions began (CR 611.2).
fn begun<'a>(game: &'a Game, found: &mut Vec<Active<'a>>) {
    for effect in game.world().effects.values() {
        if let Some(Definition::Effect(StaticEffect::Modify { what, modifications, defining })) =
            game.definition(effect.def)
        {
            let objects = effect.objects.as_ref();
            let active = Active {
                key: EffectKey::Begun(effect.id),
                source: effect.source,
                controller: effect.controller,
                timestamp: effect.timestamp,
                defining: *defining,
                def: Some(effect.def),
                text: Text::Begun(what, modifications),
                locked: objects.map(|objects| {
                    objects
                        .iter()
                        .map(|id| cast_by(game, *id, modifications).unwrap_or_else(|| now(game, *id)))
                        .collect()
                }),
                started: false,
                announced: effect.announced.clone(),
                trigger: effect.trigger.clone(),
                layers: 0,
                reads: Reads::NOTHING,
                writes: Vec::new(),
            };
            found.push(active.noted());
        }
    }
}

/// The object that an effect is locked on, as it is now: an effect on a permanent spell goes on applying to the permanent
/// that the spell becomes (CR 400.7a).
pub(super) fn now(game: &Game, id: ObjectId) -> ObjectId {
    let Some(departed) = game.world().departed.get(&id) else { return id };
    match departed.became.as_slice() {
        [became] if departed.was.zone == Zone::Stack && game.object(*became).is_some_and(Object::is_permanent) => {
            *became
        }
        _ => id,
    }
}

/// The spell that a card became by being cast as an ability allowed that these modifications gave it: it keeps the ability
/// (CR 400.7f).
fn cast_by(game: &Game, id: ObjectId, modifications: &[Modification]) -> Option<ObjectId> {
    let departed = game.world().departed.get(&id)?;
    let [spell] = departed.became.as_slice() else { return None };
    game.object(*spell).filter(|object| object.is_spell())?;
    let used = announced_for(game, *spell).and_then(|announced| game.definition(announced.permission?))?;
    let was = departed.was.changed.as_deref();
    let was = was.or_else(|| game.printed(departed.was.def).map(|printed| &printed.characteristics))?;
    let cost = was.cost.as_ref();
    let allows = |modification: &Modification| match modification {
        Modification::Gain(ability) => match &**ability {
            Ability::Keyword(keyword) => keyword.permission(cost).is_some_and(|it| is(used, &it)),
            Ability::Static(ability) => matches!(&ability.effect, StaticEffect::Permit(it) if is(used, it)),
            _ => false,
        },
        _ => false,
    };
    modifications.iter().all(allows).then_some(*spell)
}

/// Whether a definition is that of a permission.
fn is(definition: &Definition, permission: &Permission) -> bool {
    matches!(definition, Definition::Effect(StaticEffect::Permit(it)) if it == permission)
}

/// Those of the static abilities of an object that function where it is.
pub(super) fn of_object(look: &dyn Look, object: &Object, found: &mut Vec<Active<'_>>) {
    if !look.is_changed(object.id) && !look.game().printed(object.def).is_some_and(|printed| printed.modifies) {
        return;
    }
    parts_of(look, object, &mut |part| {
        let StaticEffect::Modify { defining, .. } = &*part.effect else { return };
        if !functions(part, object.zone.kind()) {
            return;
        }
        let active = Active {
            key: key_of(object.id, part),
            source: object.id,
            controller: look.controller(object.id).unwrap_or(object.owner),
            timestamp: static_timestamp(look.game(), object, &part.origin),
            defining: *defining,
            def: None,
            text: Text::Static(Arc::clone(&part.effect), part.ability.clone()),
            locked: None,
            started: false,
            announced: None,
            trigger: None,
            layers: 0,
            reads: Reads::NOTHING,
            writes: Vec::new(),
        };
        found.push(active.noted());
    });
}

/// Whether a part of a static ability functions in a zone (CR 113.6); characteristic-defining abilities do everywhere
/// (CR 113.6a).
pub(super) fn functions(part: &StaticPart, zone: ZoneKind) -> bool {
    match (&*part.effect, &*part.ability) {
        (StaticEffect::Modify { defining: true, .. }, _) => true,
        (_, Ability::Static(ability)) => ability.functions_in(zone),
        (_, Ability::Keyword(keyword)) => keyword.zone() == zone,
        _ => zone == ZoneKind::Battlefield,
    }
}

/// Which effect a part of a static ability of an object is.
fn key_of(object: ObjectId, part: &StaticPart) -> EffectKey {
    EffectKey::Static { object, origin: Box::new(part.origin.clone()), part: part.part }
}

/// The timestamp of a static ability's effect: that of its object, or that of the effect that granted the ability,
/// whichever is later (CR 613.7a).
fn static_timestamp(game: &Game, object: &Object, origin: &Origin) -> Timestamp {
    let granted = match origin {
        Origin::Granted { by: EffectKey::Begun(id), .. } => game.world().effects.get(id).map(|effect| effect.timestamp),
        Origin::Granted { by: EffectKey::Static { object, .. }, .. } => {
            game.object(*object).map(|object| object.timestamp)
        }
        _ => None,
    };
    object.timestamp.max(granted.unwrap_or_default())
}

/// Counters that change power and toughness are applied in layer 7c (CR 613.4c), keyword counters in layer 6 (CR 613.1f).
fn counters(look: &dyn Look, object: &Object, found: &mut Vec<Active<'_>>) {
    // CR 122.1a-b: on a card somewhere else as well.
    if object.counters.is_empty() {
        return;
    }
    for (kind, count) in &object.counters {
        let mut modifications = Vec::new();
        if let Some(keyword) = kind.keyword() {
            modifications.push(Modification::Gain(Box::new(Ability::Keyword(keyword))));
        }
        if let CounterKind::PowerToughness(power, toughness) = kind {
            let count = i32::try_from(*count).unwrap_or(i32::MAX);
            let added = |each: i8| Quantity::Fixed(i32::from(each).saturating_mul(count));
            modifications.push(Modification::AddPowerToughness(added(*power), added(*toughness)));
        }
        if *count == 0 || modifications.is_empty() {
            continue;
        }
        // CR 613.7c: all counters of a kind have the timestamp of the latest.
        let active = Active {
            key: EffectKey::Counters(object.id, kind.clone()),
            source: object.id,
            controller: look.controller(object.id).unwrap_or(object.owner),
            timestamp: object.counter_timestamp(kind),
            defining: false,
            def: None,
            text: Text::Counters(modifications),
            locked: Some(vec![object.id]),
            started: false,
            announced: None,
            trigger: None,
            layers: 0,
            reads: Reads::NOTHING,
            writes: Vec::new(),
        };
        found.push(active.noted());
    }
}

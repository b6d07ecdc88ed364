//! The continuous effects that change characteristics or controllers, as the layers find them
//! (CR 613.1, 613.6, 613.7).

use std::cmp::Ordering;
use std::sync::Arc;

use crate::card::{
    Ability, Asking, Condition, CounterKind, Definition, Filter, Layer, Modification, Objects, Permission, Quantity,
    Reads, StaticEffect, ZoneKind,
};
use crate::fact::{AbilityRef, EffectKey, Entity, Note, ObjectId, Origin, PlayerId, Timestamp, Zone};
use crate::state::layers::{ActiveEffect, EffectText};
use crate::state::{ContinuousEffect, Game, Interned, Object, StaticPart};

use super::printed::parts_of;
use crate::derive::look::Look;
use crate::derive::look::reads;
use crate::derive::look::scope::{Scope, announced_for};

impl ActiveEffect {
    /// An effect that is locked on nothing and has not been applied.
    fn new(
        key: EffectKey,
        source: ObjectId,
        controller: PlayerId,
        timestamp: Timestamp,
        text: EffectText,
    ) -> ActiveEffect {
        ActiveEffect {
            key,
            source,
            controller,
            timestamp,
            defining: false,
            def: None,
            text,
            locked: None,
            started: false,
            announced: None,
            trigger: None,
            layers: 0,
            reads: Reads::NOTHING,
            asks: Reads::NOTHING,
            writes: Vec::new(),
        }
    }

    pub(in crate::derive) fn scope(&self) -> Scope<'_> {
        let origin = match &self.key {
            EffectKey::Static { origin, .. } => Some(&**origin),
            _ => None,
        };
        let (announced, trigger) = (self.announced.as_deref(), self.trigger.as_ref());
        let of_static = origin.is_some();
        let those = self.locked.as_deref().unwrap_or_default();
        Scope { origin, those, of_static, ..Scope::of_effect(self.source, self.controller, announced, trigger) }
    }

    /// The filter for what it applies to, if it is not locked.
    pub(in crate::derive) fn filter(&self) -> &Filter {
        match &self.text {
            EffectText::Begun(definition) => begun_text(definition).0,
            EffectText::Static(effect, _) => match &**effect {
                StaticEffect::Modify { what, .. } => what,
                _ => &Filter::This,
            },
            EffectText::Given(_) => &Filter::This,
        }
    }

    /// Whether it could apply to an object, whatever that object turns into. It could not if it is
    /// locked on others, or is only about its own object or that object's host.
    pub(in crate::derive) fn could_reach(&self, game: &Game, id: ObjectId) -> bool {
        match (&self.locked, self.filter()) {
            (Some(locked), _) => locked.contains(&id),
            (None, Filter::This) => self.source == id,
            (None, Filter::Is(Objects::AttachedTo)) => {
                game.object(self.source).is_some_and(|it| it.attached_to == Some(Entity::Object(id)))
            }
            _ => true,
        }
    }

    /// Whether it applies only to permanents.
    pub(in crate::derive) fn is_about_permanents(&self) -> bool {
        !matches!(self.filter(), Filter::This) && self.filter().zones() == [ZoneKind::Battlefield]
    }

    /// Whether it comes from a static ability and has not been applied yet.
    pub(in crate::derive) const fn may_start(&self) -> bool {
        matches!(self.text, EffectText::Static(..)) && !self.started
    }

    /// Whether it comes from a static ability and has been applied.
    pub(in crate::derive) const fn has_started(&self) -> bool {
        self.started
    }

    /// Starts applying it to these objects, which it goes on applying to (CR 613.6).
    pub(in crate::derive) fn start(&mut self, controller: PlayerId, objects: Vec<ObjectId>) {
        self.started = true;
        self.controller = controller;
        self.locked = Some(objects);
        // From now on it exists in any case, and its set is settled.
        self.reads = self.asks_of_modifications();
    }

    /// What has to be read to work out its modifications.
    pub(in crate::derive) fn asks_of_modifications(&self) -> Reads {
        reads::of_each(self.all()).fold(Reads::NOTHING, |all, (_, asked)| all | asked)
    }

    /// What has to be read to find its objects and to work out its modifications, apart from the
    /// numbers that it sets power and toughness to or adds to them.
    pub(in crate::derive) fn reads_besides_numbers(&self) -> Reads {
        self.besides_numbers(&|_| true, &|_| true)
    }

    /// The same, besides the object that it is being applied to.
    pub(in crate::derive) fn asks_besides_numbers(&self) -> Reads {
        self.besides_numbers(&|filter| !filter.is_of_the_object_alone(), &|it| !reads::is_worked_out_alone(it))
    }

    fn besides_numbers(&self, filters: &dyn Fn(&Filter) -> bool, changes: &dyn Fn(&Modification) -> bool) -> Reads {
        let filter = Some(self.filter()).filter(|filter| self.locked.is_none() && filters(filter));
        let condition = match &self.text {
            EffectText::Static(_, ability) => condition_of(ability),
            _ => None,
        };
        let others = reads::of_each(self.all()).filter(|(it, _)| changes(it) && reads::numbers(it).is_none());
        let found = filter.map_or(Reads::NOTHING, reads::of_all_matching);
        others.fold(found | condition.map_or(Reads::NOTHING, Condition::reads), |all, (_, asked)| all | asked)
    }

    /// What the numbers depend on that it sets power and toughness to or adds to them.
    pub(in crate::derive) fn numbers(&self) -> Reads {
        let numbers = self.all().iter().filter(|it| !reads::is_worked_out_alone(it)).filter_map(reads::numbers);
        numbers.fold(Reads::NOTHING, Reads::and)
    }

    /// What it changes in a layer.
    pub(in crate::derive) fn writes(&self, layer: Layer) -> Reads {
        self.writes.iter().find(|(its, _)| *its == layer).map_or(Reads::NOTHING, |(_, writes)| *writes)
    }

    /// What it changes in any layer.
    pub(in crate::derive) fn writes_at_all(&self) -> Reads {
        self.writes.iter().fold(Reads::NOTHING, |all, (_, writes)| all | *writes)
    }

    /// The condition that still limits it.
    pub(in crate::derive) fn condition(&self) -> Option<&Condition> {
        match &self.text {
            EffectText::Static(_, ability) if !self.started => condition_of(ability),
            _ => None,
        }
    }

    /// Its modifications in all layers.
    fn all(&self) -> &[Modification] {
        match &self.text {
            EffectText::Begun(definition) => begun_text(definition).1,
            EffectText::Static(effect, _) => match &**effect {
                StaticEffect::Modify { modifications, .. } => modifications,
                _ => &[],
            },
            EffectText::Given(modifications) => modifications,
        }
    }

    /// Its modifications in a layer.
    pub(in crate::derive) fn modifications(&self, layer: Layer) -> impl Iterator<Item = &Modification> {
        self.all().iter().filter(move |modification| modification.layer().if_defining(self.defining) == layer)
    }

    /// Whether it has modifications in a layer.
    pub(in crate::derive) const fn acts_in(&self, layer: Layer) -> bool {
        self.layers & layer.bit() != 0
    }

    /// Caches the values that depend only on its text.
    fn noted(mut self) -> Self {
        let (mut reads, mut asks) = (Reads::NOTHING, Reads::NOTHING);
        if self.locked.is_none() {
            reads = reads | reads::of_all_matching(self.filter());
            if !self.filter().is_of_the_object_alone() {
                asks = reads;
            }
        }
        if let Some(condition) = self.condition() {
            let asked = condition.reads();
            (reads, asks) = (reads | asked, asks | asked);
        }
        let (mut layers, mut writes) = (0, Vec::<(Layer, Reads)>::new());
        for (modification, asked) in reads::of_each(self.all()) {
            let layer = modification.layer().if_defining(self.defining);
            layers |= layer.bit();
            reads = reads | asked;
            if !reads::is_worked_out_alone(modification) {
                asks = asks | asked;
            }
            let written = reads::written(modification);
            match writes.iter_mut().find(|(its, _)| *its == layer) {
                Some((_, all)) => *all = *all | written,
                None => writes.push((layer, written)),
            }
        }
        // Whether it exists, and who "you" are in it.
        if matches!(self.text, EffectText::Static(..)) {
            reads = reads | Reads::EFFECTS | Reads::CONTROL;
        }
        (self.layers, self.reads, self.asks, self.writes) = (layers, reads, asks, writes);
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

/// All effects at the start of the layers, in timestamp order.
pub(in crate::derive) fn find(look: &dyn Look, game: &Game) -> Vec<ActiveEffect> {
    let mut found: Vec<ActiveEffect> = game.world().effects.values().filter_map(|effect| begun(game, effect)).collect();
    for object in game.objects_with_abilities() {
        of_object(look, object, &mut found);
        counters(look, object, &mut found);
    }
    for object in game.world().stacks().filter_map(|id| game.object(id)) {
        added_texts(game, object, &mut found);
    }
    // Cards without abilities there may still have counters (CR 122.1a-b).
    let exiled = game.zone(Zone::Exile).iter().filter_map(|id| game.object(*id));
    for object in exiled.filter(|_| !game.has_abilities_in(ZoneKind::Exile)) {
        counters(look, object, &mut found);
    }
    sort(&mut found);
    found
}

/// Timestamp order (CR 613.7).
pub(in crate::derive) fn sort(effects: &mut [ActiveEffect]) {
    effects.sort_by(in_order);
}

/// The order of two effects (CR 613.7).
pub(in crate::derive) fn in_order(a: &ActiveEffect, b: &ActiveEffect) -> Ordering {
    (a.timestamp, &a.key).cmp(&(b.timestamp, &b.key))
}

/// The filter and modifications in the definition of an effect.
fn begun_text(definition: &Interned) -> (&Filter, &[Modification]) {
    match &*definition.definition {
        Definition::Effect(StaticEffect::Modify { what, modifications, .. }) => (what, modifications),
        _ => (&Filter::This, &[]),
    }
}

/// An effect that a resolution began (CR 611.2); none if it is of another kind.
pub(in crate::derive) fn begun(game: &Game, effect: &ContinuousEffect) -> Option<ActiveEffect> {
    let definition = game.definitions().get(effect.def.0 as usize)?;
    let Definition::Effect(StaticEffect::Modify { modifications, defining, .. }) = &*definition.definition else {
        return None;
    };
    if effect.duration.waits() {
        return None;
    }
    let text = EffectText::Begun(Arc::clone(definition));
    let current = |id: &ObjectId| cast_by(game, *id, modifications).unwrap_or_else(|| now(game, *id));
    let active = ActiveEffect {
        defining: *defining,
        def: Some(effect.def),
        locked: effect.objects.as_ref().map(|objects| objects.iter().map(current).collect()),
        announced: effect.announced.clone(),
        trigger: effect.trigger.clone(),
        ..ActiveEffect::new(EffectKey::Begun(effect.id), effect.source, effect.controller, effect.timestamp, text)
    };
    Some(active.noted())
}

/// The object that an effect is locked on, as it is now: an effect on a permanent spell also
/// applies to the permanent that the spell becomes (CR 400.7a), also while that is phased out
/// (CR 702.26e).
pub fn now(game: &Game, id: ObjectId) -> ObjectId {
    let Some(departed) = game.world().departed.get(&id) else { return id };
    let permanent = |id: ObjectId| game.object(id).is_some_and(Object::is_permanent) || game.phased_out(id).is_some();
    match departed.became.as_slice() {
        [became] if departed.was.zone == Zone::Stack && permanent(*became) => *became,
        _ => id,
    }
}

/// The object whose next move may change what [`now`] says of this one: a spell, or what a spell
/// has become.
pub(in crate::derive) fn followed(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let current = now(game, id);
    (current != id || game.zone_of(id) == Some(Zone::Stack)).then_some(current)
}

/// The spell that was cast from a card by an ability that these modifications gave it; the spell
/// keeps the ability (CR 400.7f).
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
            Ability::Keyword(keyword) => keyword.permission(cost).is_some_and(|it| is_permission(used, &it)),
            Ability::Static(ability) => matches!(&ability.effect, StaticEffect::Permit(it) if is_permission(used, it)),
            _ => false,
        },
        _ => false,
    };
    modifications.iter().all(allows).then_some(*spell)
}

/// Whether a definition is this permission.
fn is_permission(definition: &Definition, permission: &Permission) -> bool {
    matches!(definition, Definition::Effect(StaticEffect::Permit(it)) if it == permission)
}

/// The effects of an object's static abilities that function in its zone.
pub(in crate::derive) fn of_object(look: &dyn Look, object: &Object, found: &mut Vec<ActiveEffect>) {
    if !look.is_changed(object.id) && !look.game().printed(object.def).is_some_and(|printed| printed.modifies) {
        return;
    }
    parts_of(look, object, &mut |part| {
        let StaticEffect::Modify { defining, .. } = &*part.effect else { return };
        if !functions(part, object.zone.kind()) {
            return;
        }
        let controller = look.controller(object.id).unwrap_or(object.owner);
        let timestamp = static_timestamp(look.game(), object, &part.origin);
        let text = EffectText::Static(Arc::clone(&part.effect), part.ability.clone());
        let active = ActiveEffect::new(key_of(object.id, part), object.id, controller, timestamp, text);
        let active = ActiveEffect { defining: *defining, ..active };
        found.push(active.noted());
    });
}

/// Whether a part of a static ability functions in a zone (CR 113.6). Characteristic-defining
/// abilities do everywhere (CR 113.6a).
pub(in crate::derive) fn functions(part: &StaticPart, zone: ZoneKind) -> bool {
    match (&*part.effect, &*part.ability) {
        (StaticEffect::Modify { defining: true, .. }, _) => true,
        (_, Ability::Static(ability)) => ability.functions_in(zone),
        (_, Ability::Keyword(keyword)) => keyword.zone() == zone,
        _ => zone == ZoneKind::Battlefield,
    }
}

/// The key of the effect of a part of a static ability.
fn key_of(object: ObjectId, part: &StaticPart) -> EffectKey {
    EffectKey::Static { object, origin: Box::new(part.origin.clone()), part: part.part }
}

/// The timestamp of a static ability's effect: the later of its object's and of that of the effect
/// that created the ability (CR 613.7a).
pub(in crate::derive) fn static_timestamp(game: &Game, object: &Object, origin: &Origin) -> Timestamp {
    let created = match origin {
        Origin::Granted { by: EffectKey::Begun(id), .. } => game.world().effects.get(id).map(|effect| effect.timestamp),
        Origin::Granted { by: EffectKey::Static { object, .. }, .. } => {
            game.object(*object).map(|object| object.timestamp)
        }
        // CR 707.2, 723.2a: a copy effect, or the effect that merged it, has given all the
        // abilities that it has.
        Origin::Printed { def, .. } | Origin::Merged { def, .. } => {
            let copied = if *def == object.def { None } else { copied_since(game, object) };
            copied.max(merged_since(object))
        }
        _ => None,
    };
    object.timestamp.max(created.unwrap_or_default())
}

/// The timestamp of the latest copy effect on an object: one that a resolution began, or of another
/// object's static ability.
fn copied_since(game: &Game, object: &Object) -> Option<Timestamp> {
    let world = game.world();
    let begun = world.effects.values().filter(|effect| {
        let copies = || matches!(game.definition(effect.def), Some(Definition::Effect(it)) if it.copiable().is_some());
        effect.objects.as_deref().is_some_and(|objects| objects.iter().any(|id| now(game, *id) == object.id))
            && copies()
    });
    let copies = |notes: &[(_, Note)]| notes.iter().any(|(_, note)| matches!(note, Note::Copied(_)));
    let others = world.notes.iter().filter(|(by, notes)| **by != object.id && copies(notes));
    let others = others.filter_map(|(by, _)| game.object(*by));
    let of_others = others.filter(|by| by.attached_to.is_none_or(|it| it == Entity::Object(object.id)));
    begun.map(|effect| effect.timestamp).chain(of_others.map(|by| by.timestamp)).max()
}

/// When a merged permanent was last merged with another object.
fn merged_since(object: &Object) -> Option<Timestamp> {
    let merged = object.pieces().iter().filter(|piece| !piece.half && piece.was != object.id);
    merged.map(|piece| piece.since).max()
}

/// The effects of counters: on power and toughness in layer 7c (CR 613.4c), of keyword counters in
/// layer 6 (CR 613.1f).
pub(in crate::derive) fn counters(look: &dyn Look, object: &Object, found: &mut Vec<ActiveEffect>) {
    // CR 122.1a-b: also on a card in another zone.
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
        let controller = look.controller(object.id).unwrap_or(object.owner);
        let (key, timestamp) = (EffectKey::Counters(object.id, kind.clone()), object.counter_timestamp(kind));
        let active = ActiveEffect::new(key, object.id, controller, timestamp, EffectText::Given(modifications));
        let active = ActiveEffect { locked: Some(vec![object.id]), ..active };
        found.push(active.noted());
    }
}

/// The texts that a spell has gained from cards in a hand, one effect for each (CR 612.8, 702.47c).
/// They are part of its announcement, which a copy shares (CR 707.10).
pub(in crate::derive) fn added_texts(game: &Game, object: &Object, found: &mut Vec<ActiveEffect>) {
    if object.zone != Zone::Stack || !object.is_spell() {
        return;
    }
    let Some(announced) = announced_for(game, object.id).filter(|it| !it.added_texts.is_empty()) else { return };
    for (added, place) in announced.added_texts.iter().zip(0u8..) {
        let text = |ability: &Ability| Modification::HasText(Box::new(ability.clone()));
        let modifications = rules_text(game, added.text).into_iter().map(text).collect();
        let controller = object.controller.unwrap_or(object.owner);
        let key = EffectKey::AddedText(object.id, place);
        let active = ActiveEffect::new(key, object.id, controller, object.timestamp, EffectText::Given(modifications));
        let active = ActiveEffect { locked: Some(vec![object.id]), ..active };
        found.push(active.noted());
    }
}

/// All abilities of the text that an ability is printed in; the ability alone if it is printed
/// nowhere.
fn rules_text(game: &Game, of: AbilityRef) -> Vec<&Ability> {
    let printed = game.printed(of.def).into_iter().flat_map(|it| &it.characteristics.abilities);
    let written = printed.filter(|it| it.origin.is_of_text()).map(|it| &*it.ability);
    let all: Vec<&Ability> = written.collect();
    if all.is_empty() { game.ability(of).into_iter().collect() } else { all }
}

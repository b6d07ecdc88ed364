//! The replacement effects, prevention effects, restrictions and requirements that function
//! (CR 604.1, 611, 614, 615).

use std::sync::Arc;

use crate::card::{
    Ability, Asking, Definition, Face, HandSize, Permission, Reads, Replacement, Requirement, Restriction,
    StaticEffect, Would,
};
use crate::fact::{
    Announcement, Applied, Casual, EffectId, EffectKey, Entity, ObjectId, Origin, PlayerId, Timestamp, Zone,
};
use crate::state::{ContinuousEffect, Functioning, Game, Object, OnRules, StaticPart, Until};

use crate::derive::filter::{holds, matches, players, quantity};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::active::{followed, functions, now, static_timestamp};
use crate::derive::object::printed::parts_of;

/// The maximum hand size before any effect (CR 402.2).
const MAXIMUM_HAND_SIZE: i32 = 7;

/// All of them, and what the conditions of static abilities of any kind read.
pub(in crate::derive) fn functioning(look: &dyn Look, changed: impl Iterator<Item = ObjectId>) -> (OnRules, Reads) {
    let mut all = OnRules::default();
    begin_all(look.game(), &mut all);
    let conditions = of_objects(look, changed, &mut all);
    (all, conditions)
}

/// Puts the effects of the objects that are there in the place of the ones known, and returns what
/// the conditions of static abilities of any kind read.
pub(in crate::derive) fn of_objects(
    look: &dyn Look,
    changed: impl Iterator<Item = ObjectId>,
    all: &mut OnRules,
) -> Reads {
    let mut found = Vec::new();
    let mut conditions = Reads::NOTHING;
    for object in look.game().objects_with_abilities_or(changed) {
        parts_of(look, object, &mut |part| {
            if functions(part, object.zone.kind()) {
                conditions = conditions | of_part(look, object, part, &mut found);
            }
        });
    }
    all.set(found, leaving_the_stack(look.game()));
    conditions
}

/// Puts all effects that have begun in the place of the ones known.
pub(in crate::derive) fn begin_all(game: &Game, all: &mut OnRules) {
    all.end_all();
    for effect in game.world().effects.values() {
        add_begun(game, effect, all);
    }
}

/// Puts what is there now of these effects in the place of what is known of them.
pub(in crate::derive) fn begin_or_end(game: &Game, effects: &[EffectId], all: &mut OnRules) {
    for id in effects {
        all.end(*id);
        if let Some(effect) = game.world().effects.get(id) {
            add_begun(game, effect, all);
        }
    }
}

/// Adds an effect that has begun, unless it changes characteristics.
fn add_begun(game: &Game, effect: &ContinuousEffect, all: &mut OnRules) {
    let Some(definition) = game.definitions().get(effect.def.0 as usize) else { return };
    if matches!(&*definition.definition, Definition::Effect(what) if what.is_of_layers()) || effect.duration.waits() {
        return;
    }
    let current = |objects: &Arc<Vec<ObjectId>>| {
        let is_now = |id: &ObjectId| now(game, *id);
        match objects.iter().all(|id| is_now(id) == *id) {
            true => Arc::clone(objects),
            false => Arc::new(objects.iter().map(is_now).collect()),
        }
    };
    let (effects, mut named) = (definition.effects(), Vec::new());
    let functioning = effects.iter().map(|what| {
        let announced = effect.announced.as_ref().map(|announced| following(game, what, announced));
        let objects = effect.objects.as_ref().map(current);
        named.extend(effect.objects.iter().flat_map(|objects| objects.iter().copied()));
        named.extend(effect.announced.iter().filter(|_| is_of_damage(what)).flat_map(|it| objects_of(it)));
        Functioning {
            identity: Applied::Effect(EffectKey::Begun(effect.id)),
            source: effect.source,
            controller: effect.controller,
            announced,
            effect: Arc::clone(what),
            objects,
            trigger: effect.trigger.clone(),
            on_each: None,
        }
    });
    let functioning = functioning.collect();
    all.begin(effect.id, functioning, named.into_iter().filter_map(|id| followed(game, id)).collect());
}

/// The objects that an announcement chose.
fn objects_of(announced: &Announcement) -> impl Iterator<Item = ObjectId> {
    let chosen = announced.chosen.iter().map(|chosen| &chosen.what);
    announced.targets.iter().chain(chosen).flatten().filter_map(|entity| entity.object())
}

/// Adds one effect of a static ability, and returns what its condition reads.
fn of_part(look: &dyn Look, object: &Object, part: &StaticPart, found: &mut Vec<Functioning>) -> Reads {
    let condition = match &*part.ability {
        Ability::Static(ability) => ability.condition.as_ref(),
        _ => None,
    };
    // A condition refers to "you" and to the source of its ability.
    let asked = condition.map_or(Reads::NOTHING, |it| it.reads() | Reads::CONTROL);
    if let StaticEffect::MoreDevotion { who, more } = &*part.effect {
        return asked | who.reads() | more.reads();
    }
    if matches!(*part.effect, StaticEffect::Modify { .. }) {
        return asked;
    }
    let controller = look.controller(object.id).unwrap_or(object.owner);
    let scope = Scope { origin: Some(&part.origin), of_static: true, ..Scope::of(object.id, controller) };
    // CR 508.5a
    let on_each = asked.meets(Reads::AFFECTED) && part.effect.is_of_each_attacker();
    if on_each || condition.is_none_or(|it| holds(look, &scope, it)) {
        found.push(Functioning {
            identity: Applied::Ability { object: object.id, origin: part.origin.clone() },
            source: object.id,
            controller,
            effect: Arc::clone(&part.effect),
            objects: None,
            announced: None,
            trigger: None,
            on_each: on_each.then(|| part.ability.clone()),
        });
    }
    asked
}

/// The replacement effects of spells that were cast with a permission that has one, for example for
/// leaving the stack (CR 614.1a, 702.34a).
fn leaving_the_stack(game: &Game) -> Vec<Functioning> {
    let mut found = Vec::new();
    for id in game.world().stacks() {
        let Some(object) = game.object(id) else { continue };
        let Some(def) = object.announced.as_ref().and_then(|announced| announced.permission) else { continue };
        let Some(Definition::Effect(StaticEffect::Permit(permission))) = game.definition(def) else { continue };
        for replacement in permission.replaces() {
            found.push(Functioning {
                identity: Applied::Ability { object: id, origin: Origin::Printed { def, index: 0 } },
                source: id,
                controller: object.controller.unwrap_or(object.owner),
                effect: Arc::new(StaticEffect::Replace(replacement)),
                objects: None,
                announced: None,
                trigger: None,
                on_each: None,
            });
        }
    }
    found
}

/// Whether an effect replaces or prevents damage.
const fn is_of_damage(effect: &StaticEffect) -> bool {
    matches!(effect, StaticEffect::Replace(Replacement { would: Would::Damage { .. }, .. }))
}

/// The announcement with a permanent spell replaced by its permanent, for effects that prevent or
/// replace damage from it (CR 400.7b, 609.7a).
fn following(game: &Game, effect: &StaticEffect, announced: &Arc<Announcement>) -> Arc<Announcement> {
    let current = |entity: &Entity| entity.object().map_or(*entity, |id| Entity::Object(now(game, id)));
    let chosen = announced.chosen.iter().map(|chosen| &chosen.what);
    if !is_of_damage(effect)
        || announced.targets.iter().chain(chosen).flatten().all(|entity| current(entity) == *entity)
    {
        return Arc::clone(announced);
    }
    let mut announced = Announcement::clone(announced);
    let chosen = announced.chosen.iter_mut().map(|chosen| &mut chosen.what);
    for what in announced.targets.iter_mut().chain(chosen) {
        what.iter_mut().for_each(|entity| *entity = current(entity));
    }
    Arc::new(announced)
}

impl Functioning {
    /// The scope of its words.
    pub fn scope(&self) -> Scope<'_> {
        let origin = match &self.identity {
            Applied::Ability { origin, .. } => Some(origin),
            Applied::Effect(_) | Applied::Own(..) => None,
        };
        let (announced, trigger) = (self.announced.as_deref(), self.trigger.as_ref());
        let those = self.objects.as_deref().map(Vec::as_slice).unwrap_or_default();
        let of_static = origin.is_some();
        Scope { origin, those, of_static, ..Scope::of_effect(self.source, self.controller, announced, trigger) }
    }

    /// The scope of its words for a creature that attacks, or would attack this player, unless its
    /// condition does not hold for that creature (CR 508.1c, 508.5a).
    pub(crate) fn scope_on(&self, look: &dyn Look, attacker: ObjectId, against: Option<PlayerId>) -> Option<Scope<'_>> {
        let scope = self.scope().attacking(attacker, against);
        let condition = match self.on_each.as_deref() {
            Some(Ability::Static(ability)) => ability.condition.as_ref(),
            _ => None,
        };
        condition.is_none_or(|it| holds(look, &scope, it)).then_some(scope)
    }
}

impl Until {
    /// The scope of its words.
    pub fn scope(&self) -> Scope<'_> {
        Scope::of_effect(self.source, self.controller, Some(&self.announced), None)
    }
}

impl ContinuousEffect {
    /// The scope of its words.
    pub fn scope(&self) -> Scope<'_> {
        let those = self.objects.as_deref().map_or(&[][..], Vec::as_slice);
        let (announced, trigger) = (self.announced.as_deref(), self.trigger.as_ref());
        Scope { those, ..Scope::of_effect(self.source, self.controller, announced, trigger) }
    }
}

impl Game {
    /// The restrictions that function, each with its scope (CR 101.2), except those that depend on
    /// each attacking creature.
    pub(crate) fn restrictions(&self) -> impl Iterator<Item = (Scope<'_>, &Restriction)> {
        let general = self.restrictions_on_each().filter(|(it, _)| it.on_each.is_none());
        general.map(|(it, restriction)| (it.scope(), restriction))
    }

    /// All restrictions that function. [`Functioning::scope_on`] says whether one holds for a
    /// creature that attacks, and what its words mean for that creature (CR 508.1c, 508.5a).
    pub(crate) fn restrictions_on_each(&self) -> impl Iterator<Item = (&Functioning, &Restriction)> {
        self.derived().functioning.others().filter_map(|it| match &*it.effect {
            StaticEffect::Restrict(restriction) => Some((it, restriction)),
            _ => None,
        })
    }

    /// Whether a player ignores the restrictions of an object: those on that player and on what
    /// they control (CR 116.2d).
    pub fn ignores(&self, player: Option<PlayerId>, source: ObjectId) -> bool {
        let ignored = |it: &Functioning, player: PlayerId| match &*it.effect {
            StaticEffect::Permit(Permission::Ignore { who, what }) => {
                players(self, &it.scope(), who).contains(&player) && matches(self, &it.scope(), what, source)
            }
            _ => false,
        };
        player.is_some_and(|player| self.permissions().any(|it| ignored(it, player)))
    }

    /// Whether a player plays with their hand revealed (CR 402.3).
    pub(crate) fn reveals_hand(&self, owner: PlayerId) -> bool {
        self.restrictions().any(|(scope, restriction)| {
            matches!(restriction, Restriction::RevealHand(who) if players(self, &scope, who).contains(&owner))
        })
    }

    /// The hand modifier of a player's vanguard (CR 210.1, 902.5); 0 without one.
    pub fn hand_modifier(&self, player: PlayerId) -> i32 {
        self.modified(player, |face| face.hand_modifier)
    }

    /// The life modifier of a player's vanguard, or of all vanguards of a team that has one life
    /// total (CR 211.1, 902.4); 0 without one.
    pub fn life_modifier(&self, player: PlayerId) -> i32 {
        let team = if self.shares_life() { self.team(player) } else { vec![player] };
        team.into_iter().map(|player| self.modified(player, |face| face.life_modifier)).fold(0, i32::saturating_add)
    }

    fn modified(&self, player: PlayerId, by: impl Fn(&Face) -> i32) -> i32 {
        if !self.is_played_as(Casual::Vanguard) {
            return 0;
        }
        let command = self.zone(Zone::Command).iter().filter_map(|id| self.object(*id));
        let faces = command.filter(|object| object.owner == player).filter_map(|object| self.face(object.def));
        faces.map(by).fold(0, i32::saturating_add)
    }

    /// The most cards that a player may keep in hand at the end of their turn; none if there is no
    /// maximum (CR 402.2). Effects on it apply in the order of their timestamps (CR 613.11).
    pub(crate) fn maximum_hand_size(&self, player: PlayerId) -> Option<u32> {
        let timestamp = |it: &Functioning| match &it.identity {
            Applied::Effect(EffectKey::Begun(id)) => self.world().effects.get(id).map(|effect| effect.timestamp),
            Applied::Ability { object, origin } => {
                self.object(*object).map(|object| static_timestamp(self, object, origin))
            }
            _ => self.object(it.source).map(|object| object.timestamp),
        };
        let mut effects: Vec<(Option<Timestamp>, Scope<'_>, &HandSize)> = Vec::new();
        for it in self.derived().functioning.others() {
            if let StaticEffect::MaximumHandSize { who, size } = &*it.effect
                && players(self, &it.scope(), who).contains(&player)
            {
                effects.push((timestamp(it), it.scope(), size));
            }
        }
        effects.sort_by_key(|(timestamp, ..)| *timestamp);
        // CR 902.5b
        let normal = Some(MAXIMUM_HAND_SIZE.saturating_add(self.hand_modifier(player)));
        let most = effects.into_iter().fold(normal, |most, (_, scope, size)| match size {
            HandSize::Unlimited => None,
            HandSize::Is(number) => Some(quantity(self, &scope, number)),
            HandSize::Plus(number) => most.map(|most| most.saturating_add(quantity(self, &scope, number))),
            HandSize::Minus(number) => most.map(|most| most.saturating_sub(quantity(self, &scope, number))),
        });
        // CR 107.1b: a negative number counts as zero.
        most.map(|most| u32::try_from(most).unwrap_or(0))
    }

    /// The requirements that function (CR 508.1d, 509.1c).
    pub(crate) fn requirements(&self) -> impl Iterator<Item = (&Functioning, &Requirement)> {
        self.derived().functioning.others().filter_map(|it| match &*it.effect {
            StaticEffect::Require(requirement) => Some((it, requirement)),
            _ => None,
        })
    }
}

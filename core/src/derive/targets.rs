//! Targets (CR 115): what may be chosen for an instance of "target", and what can't be.

use std::borrow::Cow;

use crate::card::{
    Ability, Body, CardType, Definition, Filter, Instruction, Mode, Modes, Players, Quantity, Restriction,
    StaticEffect, TargetSpec, TargetWhat,
};
use crate::fact::{Announcement, Characteristics, Entity, ObjectId};
use crate::state::Game;

use super::filter::{Look, Scope, all_matching, announced_for, holds, matches, players, quantity};
use super::merged::{is_mutating, mutate_target};
use super::totals::Limit;
use super::{as_though, attach, links};

/// What may be chosen for an instance of "target" (CR 115.1): never the spell or ability itself (CR 115.5), nor what
/// can't be its target (CR 101.2).
pub fn candidates(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec) -> Vec<Entity> {
    let shields = Shields::against(game, scope);
    let before = scope.announced.map(|announced| announced.targets.as_slice()).unwrap_or_default();
    // Each part of a text speaks of its own targets (CR 700.2c).
    let before = before.get(usize::from(scope.first_target)..).unwrap_or_default();
    let another = |entity: &Entity| !spec.other || !before.iter().any(|chosen| chosen.contains(entity));
    let may =
        |entity: &Entity| *entity != Entity::Object(object) && another(entity) && !shields.keep(game, scope, *entity);
    described(game, scope, &spec.what).into_iter().filter(may).collect()
}

/// Whether a target is still legal as its spell or ability begins to resolve (CR 608.2b).
pub fn still_legal(game: &Game, scope: &Scope<'_>, spec: &TargetSpec, entity: Entity) -> bool {
    fits(game, scope, &spec.what, entity) && !Shields::against(game, scope).keep(game, scope, entity)
}

/// How many targets an instance of the word asks for, at the least and at the most, of so many that there are
/// (CR 601.2c). Each of those among whom something is divided gets at least one of it (CR 601.2d). None if there are too
/// few.
pub fn bounds(game: &Game, scope: &Scope<'_>, spec: &TargetSpec, candidates: &[Entity]) -> Option<(u32, u32)> {
    let found = u32::try_from(candidates.len()).ok()?;
    let amount = |number: &Quantity| u32::try_from(quantity(game, scope, number)).unwrap_or(0);
    let (mut min, mut max) = (u32::from(spec.min), u32::from(spec.max));
    if let Some(number) = &spec.number {
        max = amount(number);
        min = if spec.min == 0 { 0 } else { max };
    }
    if let Some(total) = &spec.divide {
        max = max.min(amount(total));
    }
    let max = max.min(found);
    match &spec.total {
        Some(total) => Limit::of(game, scope, total, candidates).counts(min, max),
        None => (min <= max).then_some((min, max)),
    }
}

/// Every target of a spell or ability on the stack, each as often as it was chosen, those that are no longer where they
/// were included (CR 115.9a).
pub fn all_of(game: &Game, id: ObjectId) -> Vec<&Entity> {
    let Some(object) = game.object(id) else { return Vec::new() };
    // What is being announced counts as soon as it is (CR 601.2c).
    let announced = announced_for(game, id);
    let targets = announced.map(|announced| announced.targets.as_slice()).unwrap_or_default();
    // What a delayed triggered ability speaks of without being its target comes first.
    let nothing = Announcement::default();
    let announced = announced.unwrap_or(&nothing);
    let count = |body: &Body| instances(&parts(game, Some(body), announced)).len();
    let own = match object.ability.as_deref().and_then(|ability| game.ability(ability.text)) {
        Some(Ability::Activated(ability)) => count(&ability.body),
        Some(Ability::Triggered(ability)) => count(&ability.body),
        _ => targets.len(),
    };
    targets.iter().skip(targets.len().saturating_sub(own)).flatten().collect()
}

/// The text of a spell (CR 113.3a): the first of them, if it has several.
pub fn spell_body(characteristics: &Characteristics) -> Option<&Body> {
    spell_bodies(characteristics).next()
}

/// The texts of a spell, in the order in which they are followed: a fused split spell has one of each half (CR 702.102d).
pub fn spell_bodies(characteristics: &Characteristics) -> impl Iterator<Item = &Body> {
    characteristics.abilities.iter().filter_map(|instance| match &*instance.ability {
        Ability::Spell(spell) => Some(&spell.body),
        _ => None,
    })
}

/// What an Aura spell targets (CR 303.4a).
pub fn instances_of_aura(characteristics: &Characteristics) -> Vec<TargetSpec> {
    attach::aura_target(characteristics).into_iter().collect()
}

/// A part of what a spell or ability says: its targets and what is done.
pub type TextPart<'a> = (&'a [TargetSpec], &'a [Instruction]);

/// The parts of what a spell or ability says, as it was announced: its instructions, then each chosen mode as often as it
/// was chosen (CR 700.2c-d), then the text of each card spliced onto it (CR 702.47b). Without what a spell says besides its
/// first text.
pub fn parts<'a>(game: &'a Game, body: Option<&'a Body>, announced: &Announcement) -> Vec<TextPart<'a>> {
    parts_of(game, body, Vec::new(), announced)
}

/// The same, with the further texts of a spell after the first (CR 702.102d).
pub fn parts_of<'a>(
    game: &'a Game,
    body: Option<&'a Body>,
    further: Vec<&'a Body>,
    announced: &Announcement,
) -> Vec<TextPart<'a>> {
    let text = |body: &'a Body| (body.targets.as_slice(), body.instructions.as_slice());
    let own = body.map(text);
    let modes = body.and_then(|body| body.modes.as_ref()).map(|modes| modes.of.as_slice()).unwrap_or_default();
    let chosen = announced.modes.iter().filter_map(|index| modes.get(usize::from(*index)));
    let chosen = chosen.map(|mode| (mode.targets.as_slice(), mode.instructions.as_slice()));
    let spliced = announced.spliced.iter().filter_map(|spliced| match game.ability(spliced.text)? {
        Ability::Spell(spell) => Some((spell.body.targets.as_slice(), spell.body.instructions.as_slice())),
        _ => None,
    });
    own.into_iter().chain(chosen).chain(further.into_iter().map(text)).chain(spliced).collect()
}

/// One instance of "target" of a spell or ability.
#[derive(Clone, Debug)]
pub struct Instance<'a> {
    /// What may be chosen for it.
    pub spec: Cow<'a, TargetSpec>,
    /// The first of the announced targets that its part of the text speaks of as target 0.
    pub first: u8,
}

/// The instances of "target" of a spell or ability as it was announced, in the order of choosing.
pub fn instances<'a>(parts: &[TextPart<'a>]) -> Vec<Instance<'a>> {
    let mut instances: Vec<Instance<'a>> = Vec::new();
    for (targets, _) in parts {
        let first = u8::try_from(instances.len()).unwrap_or(u8::MAX);
        instances.extend(targets.iter().map(|spec| Instance { spec: Cow::Borrowed(spec), first }));
    }
    instances
}

/// The instances of "target" of a spell: those of its text, or of the Aura that it is (CR 303.4a), or that of a mutating
/// creature spell (CR 702.140a).
pub fn of_spell<'a>(game: &'a Game, spell: ObjectId, announced: &Announcement) -> Vec<Instance<'a>> {
    let Some(characteristics) = game.characteristics(spell) else { return Vec::new() };
    match spell_body(characteristics) {
        Some(body) => {
            let further = spell_bodies(characteristics).skip(1).collect();
            instances(&parts_of(game, Some(body), further, announced))
        }
        None => {
            let aura = instances_of_aura(characteristics).into_iter();
            let mutating = is_mutating(game, spell, announced).then(mutate_target);
            aura.chain(mutating).map(|spec| Instance { spec: Cow::Owned(spec), first: 0 }).collect()
        }
    }
}

/// Whether enough could be chosen for an instance of "target" (CR 601.2c).
pub fn could_be_chosen(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec) -> bool {
    let asked = |found: &[Entity]| bounds(game, scope, spec, found).is_some();
    spec.min == 0
        || spec.condition.as_ref().is_some_and(|condition| !holds(game, scope, condition))
        || asked(&candidates(game, scope, object, spec))
}

/// The modes that are not illegal (CR 700.2a-b), by their places.
pub fn legal_modes(game: &Game, scope: &Scope<'_>, object: ObjectId, modes: &Modes) -> Vec<u8> {
    let legal = |mode: &Mode| mode.targets.iter().all(|spec| could_be_chosen(game, scope, object, spec));
    let all = modes.of.iter().enumerate().filter(|(_, mode)| legal(mode));
    let all = all.filter_map(|(index, _)| u8::try_from(index).ok());
    let before = if modes.unchosen { links::modes(game, scope) } else { Vec::new() };
    all.filter(|mode| !before.contains(mode)).collect()
}

/// Everything that a description of targets describes.
pub fn described(game: &Game, scope: &Scope<'_>, what: &TargetWhat) -> Vec<Entity> {
    let objects = |filter: &Filter| all_matching(game, scope, filter).into_iter().map(Entity::Object);
    let named = |who: &Players| players(game, scope, who).into_iter().map(Entity::Player);
    match what {
        TargetWhat::AnyTarget => {
            let everyone = game.apnap().into_iter().map(Entity::Player);
            let permanents = game.world().battlefield.iter().copied().map(Entity::Object);
            everyone.chain(permanents).filter(|entity| is_any_target(game, *entity)).collect()
        }
        TargetWhat::Object(filter) => objects(filter).collect(),
        TargetWhat::Player(who) => named(who).collect(),
        TargetWhat::PlayerOrObject(who, filter) => named(who).chain(objects(filter)).collect(),
        TargetWhat::Source(filter) => sources_of_damage(game)
            .into_iter()
            .filter(|id| matches(game, scope, filter, *id))
            .map(Entity::Object)
            .collect(),
        TargetWhat::All(parts) => {
            let Some((first, rest)) = parts.split_first() else { return Vec::new() };
            let all = |entity: &Entity| rest.iter().all(|part| fits(game, scope, part, *entity));
            described(game, scope, first).into_iter().filter(all).collect()
        }
    }
}

/// Whether an object or player is what a description of targets describes.
pub fn fits(game: &Game, scope: &Scope<'_>, what: &TargetWhat, entity: Entity) -> bool {
    match (what, entity) {
        (TargetWhat::AnyTarget, _) => match entity {
            Entity::Player(player) => game.player(player).is_some_and(|player| !player.left),
            Entity::Object(_) => is_any_target(game, entity),
        },
        (TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter), Entity::Object(id)) => {
            let meant = game.object(id).and_then(|object| filter.meant_in(object.zone.kind()));
            meant.is_some_and(|filter| matches(game, scope, &filter, id))
        }
        (TargetWhat::Player(who) | TargetWhat::PlayerOrObject(who, _), Entity::Player(player)) => {
            game.player(player).is_some_and(|player| !player.left) && players(game, scope, who).contains(&player)
        }
        (TargetWhat::Source(filter), Entity::Object(id)) => {
            sources_of_damage(game).contains(&id) && matches(game, scope, filter, id)
        }
        (TargetWhat::Source(_), Entity::Player(_)) => false,
        (TargetWhat::All(parts), _) => !parts.is_empty() && parts.iter().all(|part| fits(game, scope, part, entity)),
        (TargetWhat::Object(_), Entity::Player(_)) | (TargetWhat::Player(_), Entity::Object(_)) => false,
    }
}

/// What can be chosen as a source of damage (CR 609.7a): permanents, spells, what something on the stack, an effect that waits
/// to replace or prevent something, or a delayed triggered ability refers to, wherever that is now, and what is in the
/// command zone.
fn sources_of_damage(game: &Game) -> Vec<ObjectId> {
    let world = game.world();
    let referred = |announced: Option<&Announcement>| {
        let announced = announced.into_iter();
        let named = announced.flat_map(|it| it.targets.iter().chain(it.chosen.iter().map(|chosen| &chosen.what)));
        named.flatten().filter_map(|entity| entity.object()).collect::<Vec<_>>()
    };
    let mut found: Vec<ObjectId> = world.battlefield.iter().chain(&world.command).copied().collect();
    for id in &world.stack {
        let Some(object) = game.object(*id) else { continue };
        match object.ability.as_deref() {
            Some(ability) => {
                found.push(ability.source);
                found.extend(
                    ability.trigger.iter().flat_map(|it| it.object.into_iter().chain(it.others.iter().copied())),
                );
            }
            None => found.push(*id),
        }
        found.extend(referred(object.announced.as_deref()));
    }
    let replaces = |def| matches!(game.definition(def), Some(Definition::Effect(StaticEffect::Replace(_))));
    for effect in world.effects.values().filter(|effect| replaces(effect.def)) {
        found.push(effect.source);
        found.extend(effect.objects.iter().flat_map(|objects| objects.iter()).copied());
        found.extend(referred(effect.announced.as_deref()));
    }
    for delayed in world.delayed.values() {
        found.push(delayed.source);
        found.extend(delayed.context.object);
        found.extend(referred(Some(&*delayed.announced)));
    }
    // Of an ability that is on the stack itself, its source deals damage (CR 113.7).
    let is_ability = |id: &ObjectId| game.object(*id).is_some_and(|object| object.ability.is_some());
    found.retain(|id| !is_ability(id) && (game.object(*id).is_some() || world.departed.contains_key(id)));
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether something can be targeted as "any target": a creature, player or planeswalker (CR 115.4).
fn is_any_target(look: &dyn Look, entity: Entity) -> bool {
    match entity {
        Entity::Player(_) => true,
        Entity::Object(id) => {
            look.game().object(id).is_some_and(crate::state::Object::is_permanent)
                && look
                    .characteristics(id)
                    .is_some_and(|it| it.types.has(CardType::Creature) || it.types.has(CardType::Planeswalker))
        }
    }
}

/// What keeps objects and players from being the targets of one spell or ability.
struct Shields<'a>(Vec<(Scope<'a>, Option<&'a Filter>, Option<&'a Players>)>);

impl<'a> Shields<'a> {
    /// Those that speak of the spell or ability with this scope: its source is the spell, or what the ability is of.
    fn against(game: &'a Game, scope: &Scope<'_>) -> Shields<'a> {
        let about = |(shield, restriction): (Scope<'a>, &'a Restriction)| match restriction {
            Restriction::CantBeTargeted { objects, players: who, by, source }
                if players(game, &shield, by).contains(&scope.controller)
                    && matches(game, &shield, source, scope.source) =>
            {
                Some((shield, objects.as_ref(), who.as_ref()))
            }
            _ => None,
        };
        Shields(game.restrictions().filter_map(about).collect())
    }

    /// Whether they keep something from being a target, and nothing lets it be one as though it were otherwise (CR 609.4).
    fn keep(&self, game: &Game, aiming: &Scope<'_>, entity: Entity) -> bool {
        self.cover(game, entity)
            && entity.object().is_none_or(|id| match as_though::targeted(game, aiming.controller, id) {
                Cow::Borrowed(_) => true,
                Cow::Owned(view) => Shields::against(&view, aiming).cover(&view, entity),
            })
    }

    fn cover(&self, game: &Game, entity: Entity) -> bool {
        self.0.iter().any(|(scope, objects, who)| match entity {
            Entity::Object(id) => objects.is_some_and(|filter| matches(game, scope, filter, id)),
            Entity::Player(player) => who.is_some_and(|who| players(game, scope, who).contains(&player)),
        })
    }
}

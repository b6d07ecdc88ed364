//! Targets (CR 115): what may be chosen for an instance of "target", and what can't be.

use std::borrow::Cow;

use crate::card::{Ability, CardType, Filter, Players, Quantity, Restriction, TargetSpec, TargetWhat};
use crate::fact::{Characteristics, Entity, ObjectId};
use crate::state::Game;

use super::attach;
use super::filter::{Look, Scope, all_matching, matches, players, quantity};

/// What may be chosen for an instance of "target" (CR 115.1): never the spell or ability itself (CR 115.5), nor what
/// can't be its target (CR 101.2).
pub fn candidates(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec) -> Vec<Entity> {
    let shields = Shields::against(game, scope);
    let before = scope.announced.map(|announced| announced.targets.as_slice()).unwrap_or_default();
    let another = |entity: &Entity| !spec.other || !before.iter().any(|chosen| chosen.contains(entity));
    let may = |entity: &Entity| *entity != Entity::Object(object) && another(entity) && !shields.cover(game, *entity);
    described(game, scope, &spec.what).into_iter().filter(may).collect()
}

/// Whether a target is still legal as its spell or ability begins to resolve (CR 608.2b).
pub fn still_legal(game: &Game, scope: &Scope<'_>, spec: &TargetSpec, entity: Entity) -> bool {
    fits(game, scope, &spec.what, entity) && !Shields::against(game, scope).cover(game, entity)
}

/// How many targets an instance of the word asks for, at the least and at the most, of so many that there are
/// (CR 601.2c). Each of those among whom something is divided gets at least one of it (CR 601.2d). None if there are too
/// few.
pub fn bounds(game: &Game, scope: &Scope<'_>, spec: &TargetSpec, found: usize) -> Option<(u32, u32)> {
    let found = u32::try_from(found).ok()?;
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
    (min <= max).then_some((min, max))
}

/// Every target of a spell or ability on the stack, each as often as it was chosen, those that are no longer where they
/// were included (CR 115.9a).
pub fn all_of(game: &Game, id: ObjectId) -> Vec<&Entity> {
    let Some(object) = game.object(id) else { return Vec::new() };
    let targets = object.announced.as_deref().map(|announced| announced.targets.as_slice()).unwrap_or_default();
    // What a delayed triggered ability speaks of without being its target comes first.
    let own = match object.ability.as_deref().and_then(|ability| game.ability(ability.text)) {
        Some(Ability::Activated(ability)) => ability.body.targets.len(),
        Some(Ability::Triggered(ability)) => ability.body.targets.len(),
        _ => targets.len(),
    };
    targets.iter().skip(targets.len().saturating_sub(own)).flatten().collect()
}

/// The instances of "target" of a spell: those of its spell ability (CR 113.3a), or of the Aura that it is (CR 303.4a).
pub fn of_spell(characteristics: &Characteristics) -> Cow<'_, [TargetSpec]> {
    let spell = characteristics.abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Spell(spell) => Some(spell.body.targets.as_slice()),
        _ => None,
    });
    match spell {
        Some(targets) => Cow::Borrowed(targets),
        None => Cow::Owned(attach::aura_target(characteristics).into_iter().collect()),
    }
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
            let in_zone = game.object(id).is_some_and(|object| filter.zones().contains(&object.zone.kind()));
            in_zone && matches(game, scope, filter, id)
        }
        (TargetWhat::Player(who) | TargetWhat::PlayerOrObject(who, _), Entity::Player(player)) => {
            game.player(player).is_some_and(|player| !player.left) && players(game, scope, who).contains(&player)
        }
        (TargetWhat::All(parts), _) => !parts.is_empty() && parts.iter().all(|part| fits(game, scope, part, entity)),
        (TargetWhat::Object(_), Entity::Player(_)) | (TargetWhat::Player(_), Entity::Object(_)) => false,
    }
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

    fn cover(&self, game: &Game, entity: Entity) -> bool {
        self.0.iter().any(|(scope, objects, who)| match entity {
            Entity::Object(id) => objects.is_some_and(|filter| matches(game, scope, filter, id)),
            Entity::Player(player) => who.is_some_and(|who| players(game, scope, who).contains(&player)),
        })
    }
}

//! Targets (CR 115): the legal choices for an instance of "target".

use std::borrow::Cow;

use crate::card::{
    Ability, AlternativeOf, Body, Filter, Mode, Modes, Players, Quantity, Restriction, TargetSpec, TargetWhat,
};
use crate::fact::{Announcement, Characteristics, Entity, ObjectId, PlayerId};
use crate::state::Game;

use super::as_though;
use super::totals::TotalLimit;
use crate::derive::filter::{
    all_matching, holds, is_what, matches, matches_there, players, quantity, sources_of_damage,
};
use crate::derive::look::scope::Scope;
use crate::derive::look::{Look, is_any_target, is_exempt};
use crate::derive::object::instances::{Instance, instances, parts_of};
use crate::derive::object::merged::{is_mutating, mutate_target};
use crate::derive::object::{attachment, links};

/// The legal choices for an instance of "target" (CR 115.1), without the spell or ability itself
/// (CR 115.5) and anything that can't be its target (CR 101.2).
pub fn candidates(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec) -> Vec<Entity> {
    let may = legal(game, scope, object, spec);
    described(game, scope, &spec.what).into_iter().filter(may).collect()
}

/// Whether something that fits the description may be a target.
fn legal<'a>(
    game: &'a Game,
    scope: &'a Scope<'_>,
    object: ObjectId,
    spec: &'a TargetSpec,
) -> impl Fn(&Entity) -> bool + 'a {
    let shields = Shields::against(game, scope, object);
    let before = scope.announced.map(|announced| announced.targets.as_slice()).unwrap_or_default();
    // Each part of a text has its own targets (CR 700.2c).
    let before = before.get(usize::from(scope.first_target)..).unwrap_or_default();
    let another = move |entity: &Entity| !spec.other || !before.iter().any(|chosen| chosen.contains(entity));
    move |entity| *entity != Entity::Object(object) && another(entity) && !shields.keep(game, scope, object, *entity)
}

/// Whether a target is still legal as its spell or ability begins to resolve (CR 608.2b).
pub fn still_legal(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec, entity: Entity) -> bool {
    is_what(game, scope, &spec.what, entity) && !Shields::against(game, scope, object).keep(game, scope, object, entity)
}

/// The minimum and maximum number of targets for an instance of the word, given these candidates
/// (CR 601.2c). Each recipient of a division gets at least one (CR 601.2d). None if there are too
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
    if spec.each.is_some() {
        min = min.min(max);
    }
    match &spec.total {
        Some(total) => TotalLimit::of(game, scope, total, candidates).counts(min, max),
        None => (min <= max).then_some((min, max)),
    }
}

/// The text of a spell (CR 113.3a); the first if it has several.
pub fn spell_body(characteristics: &Characteristics) -> Option<&Body> {
    spell_bodies(characteristics).next()
}

/// The texts of a spell in order: a fused split spell has one for each half (CR 702.102d).
/// The spell abilities that keywords stand for come after these (CR 702.99a), and each text that it
/// has gained from a card in a hand after its own (CR 702.47b).
pub fn spell_bodies(characteristics: &Characteristics) -> impl Iterator<Item = &Body> {
    let added = characteristics.abilities.iter().filter_map(|it| it.origin.added_text()).max();
    let places = std::iter::once(None).chain((0..=added.unwrap_or(0)).filter(move |_| added.is_some()).map(Some));
    places.flat_map(|place| {
        let abilities = characteristics.abilities.iter().filter(move |it| it.origin.added_text() == place);
        let written = abilities.clone().filter_map(|instance| match &*instance.ability {
            Ability::Spell(spell) => Some(&spell.body),
            _ => None,
        });
        let stood_for = abilities.filter_map(|instance| match &*instance.ability {
            Ability::Keyword(keyword) => keyword.spell(),
            _ => None,
        });
        written.chain(stood_for)
    })
}

/// The target of an Aura spell (CR 303.4a).
pub fn instances_of_aura(characteristics: &Characteristics) -> Vec<TargetSpec> {
    attachment::aura_target(characteristics).into_iter().collect()
}

/// The instances of "target" of a spell: those of its text, of an Aura (CR 303.4a), or of a
/// mutating creature spell (CR 702.140a).
pub fn of_spell<'a>(game: &'a Game, spell: ObjectId, announced: &Announcement) -> Vec<Instance<'a>> {
    let Some(characteristics) = game.characteristics(spell) else { return Vec::new() };
    if is_overloaded(announced) {
        return Vec::new();
    }
    match spell_body(characteristics) {
        Some(body) => {
            let further = spell_bodies(characteristics).skip(1).collect();
            instances(&parts_of(Some(body), further, announced))
        }
        None => {
            let aura = instances_of_aura(characteristics).into_iter();
            let mutating = is_mutating(game, spell, announced).then(mutate_target);
            aura.chain(mutating).map(|spec| Instance { spec: Cow::Owned(spec), first: 0 }).collect()
        }
    }
}

/// Whether the overload cost of a spell was paid, so that it has no targets (CR 702.96b).
pub fn is_overloaded(announced: &Announcement) -> bool {
    announced.further.paid_as == Some(AlternativeOf::Overload)
}

/// What an overloaded spell affects in place of its targets, as it begins to resolve: each of the
/// objects and players that its text describes, whether or not they could be targets (CR
/// 702.96b-c).
pub fn each_instead(game: &Game, scope: &Scope<'_>, spell: ObjectId) -> Vec<Vec<Entity>> {
    let bodies = game.characteristics(spell).map(spell_bodies).into_iter().flatten();
    let specs = bodies.flat_map(|body| &body.targets);
    let all = |spec: &TargetSpec| match &spec.each {
        None => described(game, scope, &spec.what),
        Some(who) => {
            let of = |they: PlayerId| described(game, &Scope { they: Some(they), ..*scope }, &spec.what);
            players(game, scope, who).into_iter().flat_map(of).collect()
        }
    };
    specs.map(all).collect()
}

/// Whether there are enough candidates for an instance of "target" (CR 601.2c).
pub fn could_be_chosen(game: &Game, scope: &Scope<'_>, object: ObjectId, spec: &TargetSpec) -> bool {
    let asked = |found: &[Entity]| bounds(game, scope, spec, found).is_some();
    let one_is_enough = spec.min == 1 && spec.number.is_none() && spec.divide.is_none() && spec.total.is_none();
    // For "any target" there mostly is a player.
    let a_player = || {
        let may = legal(game, scope, object, spec);
        any_player(game, scope).any(|player| may(&player))
    };
    spec.min == 0
        || spec.each.is_some()
        || spec.condition.as_ref().is_some_and(|condition| !holds(game, scope, condition))
        || (one_is_enough && spec.what == TargetWhat::AnyTarget && a_player())
        || asked(&candidates(game, scope, object, spec))
}

/// The players among what "any target" means.
fn any_player<'a>(game: &'a Game, scope: &'a Scope<'_>) -> impl Iterator<Item = Entity> + 'a {
    let players = game.apnap().into_iter().map(Entity::Player);
    players.filter(move |player| is_any_target(game, *player) && is_reached(game, scope, *player))
}

/// Whether something is within the range of influence of a spell's or ability's controller
/// (CR 801.4), if that matters.
fn is_reached(game: &Game, scope: &Scope<'_>, entity: Entity) -> bool {
    is_exempt(game, scope.source) || game.reaches(scope.controller, entity)
}

/// The indices of the legal modes (CR 700.2a-b).
pub fn legal_modes(game: &Game, scope: &Scope<'_>, object: ObjectId, modes: &Modes) -> Vec<u8> {
    let legal = |mode: &Mode| mode.targets.iter().all(|spec| could_be_chosen(game, scope, object, spec));
    let all = modes.of.iter().enumerate().filter(|(_, mode)| legal(mode));
    let all = all.filter_map(|(index, _)| u8::try_from(index).ok());
    let before = if modes.unchosen { links::modes(game, scope) } else { Vec::new() };
    all.filter(|mode| !before.contains(mode)).collect()
}

/// Everything that fits a description of targets.
pub fn described(game: &Game, scope: &Scope<'_>, what: &TargetWhat) -> Vec<Entity> {
    let objects = |filter: &Filter| all_matching(game, scope, filter).into_iter().map(Entity::Object);
    let named = |who: &Players| players(game, scope, who).into_iter().map(Entity::Player);
    match what {
        TargetWhat::AnyTarget => {
            let permanents = game.world().battlefield.iter().copied().map(Entity::Object);
            let permanents = permanents.filter(|it| is_any_target(game, *it) && is_reached(game, scope, *it));
            any_player(game, scope).chain(permanents).collect()
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
            let all = |entity: &Entity| rest.iter().all(|part| is_what(game, scope, part, *entity));
            described(game, scope, first).into_iter().filter(all).collect()
        }
    }
}

/// The restrictions that keep objects and players from being targets of one spell or ability.
struct Shields<'a>(Vec<(Scope<'a>, Option<&'a Filter>, Option<&'a Players>)>);

impl<'a> Shields<'a> {
    /// The restrictions that apply to the spell or ability with this scope, whose source is the
    /// spell or the ability's source.
    fn against(game: &'a Game, scope: &Scope<'_>, object: ObjectId) -> Shields<'a> {
        // An ability on the stack is no spell, whatever its source is (CR 113.9).
        let can_be = |source: &Filter| object == scope.source || !source.is_of_spells();
        let about = |(shield, restriction): (Scope<'a>, &'a Restriction)| match restriction {
            Restriction::CantBeTargeted { objects, players: who, by, source }
                if players(game, &shield, by).contains(&scope.controller)
                    && can_be(source)
                    && matches(game, &shield, source, scope.source)
                    && !game.ignores(Some(scope.controller), shield.source) =>
            {
                Some((shield, objects.as_ref(), who.as_ref()))
            }
            _ => None,
        };
        Shields(game.restrictions().filter_map(about).collect())
    }

    /// Whether they keep something from being a target, and no "as though" effect allows it
    /// (CR 609.4).
    fn keep(&self, game: &Game, aiming: &Scope<'_>, object: ObjectId, entity: Entity) -> bool {
        self.cover(game, entity)
            && entity.object().is_none_or(|id| match as_though::targeted(game, aiming.controller, id) {
                Cow::Borrowed(_) => true,
                Cow::Owned(view) => Shields::against(&view, aiming, object).cover(&view, entity),
            })
    }

    fn cover(&self, game: &Game, entity: Entity) -> bool {
        self.0.iter().any(|(scope, objects, who)| match entity {
            Entity::Object(id) => objects.is_some_and(|filter| matches_there(game, scope, filter, id)),
            Entity::Player(player) => who.is_some_and(|who| players(game, scope, who).contains(&player)),
        })
    }
}

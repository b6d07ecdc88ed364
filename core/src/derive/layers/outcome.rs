//! The outcome of an effect in a layer before it applies: compared by trials (CR 613.8a), and then
//! applied.

use crate::card::{
    Ability, Asking, CardTypes, Condition, Filter, KeywordName, Modification, Objects, Reads, Subtype, WordKind,
};
use crate::fact::{Canonical, Entity, ObjectId, Zone};
use crate::state::layers::{ActiveEffect, Worked};

use super::super::filter::{addend, all_matching, given_control, holds, objects, quantity};
use super::super::look::Look;
use super::copiable::copiable_among;
use super::{Layer, Working};
use crate::derive::look::scope::Scope;
use crate::derive::object::links;
use crate::derive::object::merged::is_older;

/// The outcome of an effect in a layer: the objects, and its modifications with numbers worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EffectOutcome {
    pub(super) objects: Vec<ObjectId>,
    /// For each object, or once if it is the same for all.
    pub(super) worked: Vec<Vec<Worked>>,
}

impl EffectOutcome {
    /// The modifications for the object with this index.
    pub(super) fn worked(&self, place: usize) -> &[Worked] {
        self.worked.get(place).or(self.worked.first()).map_or(&[], Vec::as_slice)
    }
}

/// The scope of an effect: "you" is the present controller of its source until it has begun to
/// apply.
pub(super) fn scope<'a>(working: &Working<'_>, effect: &'a ActiveEffect) -> Scope<'a> {
    let controller = match effect.may_start() {
        true => working.controller(effect.source).unwrap_or(effect.controller),
        false => effect.controller,
    };
    Scope { controller, ..effect.scope() }
}

pub(super) fn outcome(working: &Working<'_>, effect: &ActiveEffect, layer: Layer) -> EffectOutcome {
    let scope = scope(working, effect);
    // CR 508.5a: a condition that speaks of the defending player is one on each attacking creature.
    let on_each = |it: &&Condition| it.reads().meets(Reads::AFFECTED);
    if effect.condition().is_some_and(|it| !on_each(&it) && !holds(working, &scope, it)) {
        return EffectOutcome::default();
    }
    let mut objects = match (&effect.locked, effect.filter()) {
        (Some(objects), _) => objects.clone(),
        (None, Filter::This) => vec![effect.source],
        (None, filter) => all_matching(working, &scope, filter),
    };
    if effect.locked.is_some() || !effect.is_about_permanents() {
        objects.retain(|id| may_affect(working, effect, *id));
    }
    if let Some(condition) = effect.condition().filter(on_each) {
        objects.retain(|id| holds(working, &scope.applied_to(*id), condition));
    }
    if layer == Layer::Copy {
        objects.retain(|id| !is_overridden(working, effect, *id));
    }
    let worked = |affected: Option<ObjectId>| {
        let scope = Scope { affected: affected.map(Entity::Object), ..scope };
        let mut types = affected.and_then(|id| working.characteristics(id)).map_or(CardTypes::NONE, |it| it.types);
        let modifications = effect.modifications(layer);
        modifications.map(|modification| work_out(working, &scope, modification, &mut types)).collect()
    };
    let differs = |modification: &Modification| modification.reads().meets(Reads::AFFECTED);
    let worked = match effect.modifications(layer).any(differs) {
        true => objects.iter().map(|id| worked(Some(*id))).collect(),
        false if objects.is_empty() => Vec::new(),
        false => vec![worked(None)],
    };
    EffectOutcome { objects, worked }
}

/// Whether a copy effect no longer counts for a permanent, since that merged later: its components
/// as they merged include the effect already (CR 613.2, 723.2a). An effect of a static ability of
/// the permanent itself always counts.
pub(super) fn is_overridden(working: &Working<'_>, copy: &ActiveEffect, id: ObjectId) -> bool {
    let own = copy.def.is_none() && copy.source == id;
    !own && is_older(working.game, id, copy.timestamp)
}

/// CR 400.11c: outside the game only characteristic-defining abilities affect a card.
pub(super) fn may_affect(working: &Working<'_>, effect: &ActiveEffect, id: ObjectId) -> bool {
    working.board.place(id).is_some()
        || working.game.object(id).is_some_and(|it| effect.defining || !matches!(it.zone, Zone::Outside(_)))
}

/// A modification worked out for an object that has these types at that point.
pub(super) fn work_out(
    working: &Working<'_>,
    scope: &Scope<'_>,
    modification: &Modification,
    types: &mut CardTypes,
) -> Worked {
    match modification {
        Modification::AddType(kind) => *types = types.with(*kind),
        Modification::RemoveType(kind) => *types = types.without(*kind),
        Modification::SetTypes(kinds) => *types = kinds.iter().copied().collect(),
        _ => {}
    }
    // CR 205.3d: an object gets only subtypes that belong to one of its types.
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
        Modification::GainKeywordsOf { named, of } => Worked::Abilities(keyword_abilities(working, scope, named, of)),
        Modification::AddPowerToughness(power, toughness) => {
            Worked::Numbers(addend(working, scope, power), addend(working, scope, toughness))
        }
        Modification::Control(who) => Worked::Player(match given_control(working, scope, who).as_slice() {
            // CR 800.4b: a player who has left gains control of nothing.
            [controller] => Some(*controller).filter(|id| working.game.plays(*id)),
            _ => None,
        }),
        Modification::AddChosenSubtype | Modification::SetChosenSubtype(_) => {
            Worked::Subtype(links::subtype(working.game, scope).filter(fits))
        }
        Modification::SetChosenColor | Modification::AddChosenColor | Modification::ReplaceWords(WordKind::Color) => {
            Worked::Color(links::color(working.game, scope))
        }
        Modification::ReplaceWords(WordKind::BasicLandType | WordKind::CreatureType) => {
            Worked::Subtype(links::subtype(working.game, scope))
        }
        Modification::SetSubtypesOf(kind, of) => {
            let having = objects(working, scope, of).first().and_then(|id| working.characteristics(*id));
            let its = having.map(|it| {
                it.subtypes.iter().copied().filter(|subtype| subtype.belongs_to(CardTypes::NONE.with(*kind)))
            });
            Worked::Subtypes(its.map(Iterator::collect))
        }
        Modification::CopyOf(_) => Worked::Printed(links::copied(working.game, scope)),
        Modification::FullTextOf(of) => {
            let of = objects(working, scope, of).first().copied();
            Worked::Printed(of.and_then(|id| copiable_among(working.game, &working.copied, id)))
        }
        _ => Worked::AsItSays,
    }
}

/// All activated abilities of objects; a keyword that stands for one counts as the keyword
/// (CR 702.29b).
pub(crate) fn activated_abilities(look: &dyn Look, scope: &Scope<'_>, of: &Objects) -> Vec<Canonical<Ability>> {
    let having = objects(look, scope, of);
    let abilities = having.into_iter().filter_map(|id| look.characteristics(id)).flat_map(|it| &it.abilities);
    abilities.filter(|instance| instance.activated().is_some()).map(|instance| instance.ability.clone()).collect()
}

/// The keyword abilities with these names that objects have, each variant once (CR 702.1c). A
/// chosen value in one of them is the value chosen for the object that has it.
pub(crate) fn keyword_abilities(
    look: &dyn Look,
    scope: &Scope<'_>,
    named: &[KeywordName],
    of: &Objects,
) -> Vec<Canonical<Ability>> {
    let mut found: Vec<Canonical<Ability>> = Vec::new();
    for id in objects(look, scope, of) {
        let Some(characteristics) = look.characteristics(id) else { continue };
        for instance in &characteristics.abilities {
            let Ability::Keyword(keyword) = &*instance.ability else { continue };
            if !named.iter().any(|name| name.is_of(keyword)) {
                continue;
            }
            let controller = look.controller(id).unwrap_or(scope.controller);
            let its = Scope { origin: Some(&instance.origin), ..Scope::of(id, controller) };
            let said = links::spelled_out(look.game(), &its, &*instance.ability);
            let ability = said.map_or_else(|| instance.ability.clone(), Canonical::new);
            if !found.contains(&ability) {
                found.push(ability);
            }
        }
    }
    found
}

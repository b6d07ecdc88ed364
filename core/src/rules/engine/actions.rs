//! Actions that instructions, costs and replacement effects lead to, and what they need to know for them. Nothing here
//! performs one.

use crate::card::{
    Ability, Instead, Modification, Objects, Quantity, Recipients, Reference, StaticEffect, ZoneKind, refers,
};
use crate::card::{Definition, Duration, reword};
use crate::derive::Look;
use crate::derive::filter::holds_now;
use crate::derive::{
    Scope,
    filter::{addend, chosen, found, players, quantity, target},
    layers::{activated_abilities, keyword_abilities},
    links,
};
use crate::fact::Canonical;
use crate::fact::{
    Action, Choice, Domain, Entering, Entity, Event, Manner, ObjectId, PlayerId, Position, Prompt, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;
use std::sync::Arc;

use super::cursor::{go_on, scope};
use super::lasting::LeftBehind;
use super::work::Work;

/// A number of things: less than none is none (CR 107.1b).
pub(in crate::rules) fn amount(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

/// CR 701.17a: of these, the permanents that the players control are sacrificed; no other player's could be.
pub(in crate::rules) fn sacrificed(game: &Game, who: &[PlayerId], what: impl Iterator<Item = ObjectId>) -> Vec<Action> {
    let theirs = |id: &ObjectId| {
        let permanent = game.object(*id).is_some_and(crate::state::Object::is_permanent);
        permanent && game.controller(*id).is_some_and(|controller| who.contains(&controller))
    };
    what.filter(theirs).map(|id| to_graveyard(game, id, Manner::Sacrifice)).collect()
}

/// CR 701.16a: players show cards of theirs.
pub(in crate::rules) fn show(work: &mut Work, cards: &[ObjectId]) {
    for player in work.game.apnap() {
        let of_player = |id: &&ObjectId| work.game.object(**id).is_some_and(|object| object.owner == player);
        let shown = cards.iter().filter(of_player);
        let shown: Vec<_> =
            shown.filter_map(|id| work.game.object(*id).map(|object| (*id, object.face_up_def()))).collect();
        if !shown.is_empty() {
            work.fact(rule!("701.16a"), Event::Revealed { player, cards: shown });
        }
    }
}

/// An object on its way to a zone of its owner.
pub(in crate::rules) fn move_to(game: &Game, id: ObjectId, kind: ZoneKind, manner: Manner) -> Action {
    let owner = game.object(id).map(|object| object.owner).unwrap_or_default();
    // The latest card lies last in every zone but a library, where "top" is what it says.
    let position = if kind == ZoneKind::Library { Position::Top } else { Position::Bottom };
    Action::Move { object: id, to: Zone::of(kind, owner), position, manner, entering: Entering::default() }
}

/// CR 608.2h: the numbers of an effect, and the abilities that it takes over, are determined as it begins.
/// A number for `each` of those that it changes, which is `Affected` in it, is worked out for each.
pub(in crate::rules) fn lock_in(
    game: &Game,
    frame: &ResolveFrame,
    modification: &Modification,
    each: bool,
) -> Vec<Modification> {
    if let Modification::GainActivatedAbilities(of) = modification {
        let abilities = activated_abilities(game, &scope(frame), of).into_iter();
        return abilities.map(|ability| Modification::Gain(Box::new(Ability::clone(&ability)))).collect();
    }
    if let Modification::GainKeywordsOf { named, of } = modification {
        let abilities = keyword_abilities(game, &scope(frame), named, of).into_iter();
        return abilities.map(|ability| Modification::Gain(Box::new(Ability::clone(&ability)))).collect();
    }
    vec![locked_in(game, frame, modification, each)]
}

pub(in crate::rules) fn locked_in(
    game: &Game,
    frame: &ResolveFrame,
    modification: &Modification,
    each: bool,
) -> Modification {
    let of_each = |number: &Quantity| each && speaks_of_affected(number);
    let fixed = |number: &Quantity| {
        if of_each(number) { number.clone() } else { Quantity::Fixed(quantity(game, &scope(frame), number)) }
    };
    match modification {
        Modification::AddPowerToughness(power, toughness) => {
            let added = |number: &Quantity| {
                if of_each(number) { number.clone() } else { Quantity::Fixed(addend(game, &scope(frame), number)) }
            };
            Modification::AddPowerToughness(added(power), added(toughness))
        }
        Modification::SetPowerToughness(power, toughness) => {
            Modification::SetPowerToughness(fixed(power), fixed(toughness))
        }
        Modification::SetPower(power) => Modification::SetPower(fixed(power)),
        Modification::SetToughness(toughness) => Modification::SetToughness(fixed(toughness)),
        other => other.clone(),
    }
}

/// CR 608.2h: what was chosen is determined as an effect begins, whatever is chosen later. What has something chosen itself
/// speaks of that.
pub(in crate::rules) fn as_chosen(game: &Game, frame: &ResolveFrame, effect: StaticEffect) -> StaticEffect {
    links::spelled_out(game, &scope(frame), &effect).unwrap_or(effect)
}

/// CR 608.2h, 611.2d: how much a shield prevents is determined as it begins.
pub(in crate::rules) fn established(game: &Game, frame: &ResolveFrame, effect: &StaticEffect) -> StaticEffect {
    let fixed = |number: &Quantity| Quantity::Fixed(quantity(game, &scope(frame), number));
    let mut effect = effect.clone();
    if let StaticEffect::Replace(replacement) = &mut effect {
        let mut instead = &mut replacement.instead;
        while let Instead::Also(inner, _) | Instead::May(inner) = instead {
            instead = &mut **inner;
        }
        if let Instead::PreventNext(amount) | Instead::DealTo { next: Some(amount), .. } = instead {
            *amount = fixed(amount);
        }
    }
    as_chosen(game, frame, effect)
}

/// The objects and players that damage, or an attachment, goes to.
pub(in crate::rules) fn recipients(game: &Game, scope: &Scope<'_>, to: &Recipients) -> Vec<Entity> {
    match to {
        Recipients::Target(index) => target(scope, *index).to_vec(),
        Recipients::Chosen(place) => chosen(scope, *place).to_vec(),
        Recipients::Objects(what) => found(game, scope, what).into_iter().map(Entity::Object).collect(),
        Recipients::Players(who) => players(game, scope, who).into_iter().map(Entity::Player).collect(),
        Recipients::Both(who, what) => {
            let whom = players(game, scope, who).into_iter().map(Entity::Player);
            whom.chain(found(game, scope, what).into_iter().map(Entity::Object)).collect()
        }
    }
}

/// A choice of a resolution.
pub(in crate::rules) fn ask(player: PlayerId, prompt: Prompt, rule: Rule, domain: Domain) -> Choice {
    Choice { player, answered_by: player, prompt, rule, domain, back_out: false }
}

/// A permanent or other object on its way to its owner's graveyard.
pub(in crate::rules) fn to_graveyard(game: &Game, object: ObjectId, manner: Manner) -> Action {
    let owner = game.object(object).map(|it| it.owner).unwrap_or_default();
    Action::Move {
        object,
        to: Zone::Graveyard(owner),
        position: Position::Bottom,
        manner,
        entering: Entering::default(),
    }
}

/// An object on its way onto the battlefield.
pub(in crate::rules) fn onto_battlefield(object: ObjectId, player: PlayerId, manner: Manner) -> Action {
    Action::Move {
        object,
        to: Zone::Battlefield,
        position: Position::Bottom,
        manner,
        entering: Entering { controller: Some(player), ..Entering::default() },
    }
}

/// How much it is for one of those that something is done to. That one is `Affected`, unless the word keeps what it means
/// in the list around the instruction.
pub(in crate::rules) fn amount_for(
    game: &Game,
    scope: &Scope<'_>,
    whom: Entity,
    keeps: bool,
    number: &Quantity,
) -> u32 {
    let affected = if keeps && speaks_of_affected(number) { scope.affected } else { Some(whom) };
    amount(quantity(game, &Scope { affected, ..*scope }, number))
}

/// Whether a number is about each affected object, and so different for each.
pub(in crate::rules) fn speaks_of_affected(number: &Quantity) -> bool {
    !matches!(number, Quantity::Fixed(_)) && refers(number).contains(&Reference::Objects(Objects::Affected))
}

/// Whether `Affected` keeps naming the object that a list around the instruction is being done for, where the instruction
/// is done to this. What describes several, as `Each(…)` does, has each of them affected instead.
pub(in crate::rules) fn keeps(scope: &Scope<'_>, what: &Objects) -> bool {
    scope.affected.and_then(Entity::object).is_some() && is_named(what)
}

/// The same of damage, which its source keeps too: "it deals damage equal to its power to each opponent".
pub(in crate::rules) fn keeps_from(scope: &Scope<'_>, source: &Objects, to: &Recipients) -> bool {
    let named = match to {
        Recipients::Target(_) | Recipients::Players(_) | Recipients::Chosen(_) => true,
        Recipients::Objects(what) | Recipients::Both(_, what) => is_named(what),
    };
    scope.affected.and_then(Entity::object).is_some() && (named || *source == Objects::Affected)
}

/// Whether a reference names what is there already, and no list of its own.
pub(in crate::rules) fn is_named(what: &Objects) -> bool {
    matches!(
        what,
        Objects::This
            | Objects::Target(_)
            | Objects::ThatObject
            | Objects::AttachedTo
            | Objects::Chosen(_)
            | Objects::Granter
            | Objects::DamageSource
    )
}

/// CR 201.4a: what is created with abilities that name the object whose ability creates it has abilities that name that very
/// object, and so do its copies.
pub(in crate::rules) fn granted_by(game: &Game, granter: ObjectId, abilities: &mut [Ability]) {
    for ability in abilities {
        if let Some(bound) = reword::granted_by(ability, granter.0, &game.name_of(granter)) {
            *ability = bound;
        }
    }
}

/// CR 611.2: a continuous effect begins. One on the characteristics of objects is locked on those there are
/// (CR 611.2c); with none, nothing begins.
pub(in crate::rules) fn begin_effect(
    work: &mut Work,
    frame: &ResolveFrame,
    effect: StaticEffect,
    duration: &Duration,
    objects: Option<Vec<ObjectId>>,
) {
    let objects = objects
        .map(|objects| objects.into_iter().filter(|id| work.game.object(*id).is_some()).collect::<Vec<ObjectId>>());
    if objects.as_ref().is_some_and(Vec::is_empty) {
        return go_on(work, frame);
    }
    // CR 611.2b: a duration that is over before it begins.
    if let Duration::AsLongAs(condition) = duration
        && !holds_now(&work.game, &scope(frame), condition)
    {
        return go_on(work, frame);
    }
    let (announced, trigger) = LeftBehind::of(&work.game, frame, &(&effect, duration)).told();
    let def = work.intern(Definition::Effect(effect));
    let event = Event::EffectBegan {
        id: work.new_effect(),
        def,
        source: frame.source,
        controller: frame.controller,
        timestamp: work.new_timestamp(),
        duration: Canonical::new(duration.clone()),
        objects: objects.map(Arc::new),
        announced,
        trigger: trigger.map(Box::new),
    };
    go_on(work, frame);
    work.fact(rule!("611.2"), event);
}

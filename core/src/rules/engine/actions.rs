//! Builders of actions for instructions, costs and replacement effects, and what they need to know.
//! Nothing here performs an action.

use crate::card::words::term::{Term, any};
use crate::card::{
    Ability, CardTypes, Cost, CostChange, CostEffect, Definition, Duration, Instead, ManaSymbol, Modification, Objects,
    Players, Quantity, Recipients, Referent, StaticEffect, Subtype, ZoneKind, refers, reword,
};
use crate::derive::filter::{addend, chosen, found, objects, players, quantity, target, where_now};
use crate::derive::layers::{activated_abilities, keyword_abilities};
use crate::derive::object::links;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Announcement, Canonical, DefId, Entering, Entity, Event, Manner, ObjectId, PlayerId, Position,
    ResolveFrame, TriggerContext, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;
use std::sync::Arc;

use super::cursor::{go_on, scope};
use super::lapsed::is_over;
use super::lasting::{LeftBehind, durations, left_by};
use super::work::Work;

/// A number of things; a negative number counts as zero (CR 107.1b).
pub(in crate::rules) fn amount(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

/// The value of a number in a resolution; 0 if it is negative.
pub(in crate::rules) fn number(game: &Game, frame: &ResolveFrame, of: &Quantity) -> u32 {
    amount(quantity(game, &scope(frame), of))
}

/// The number of each player: "they" is that player.
pub(in crate::rules) fn of_each<'a>(
    game: &'a Game,
    frame: &'a ResolveFrame,
    who: &'a Players,
    of: &'a Quantity,
) -> impl Fn(PlayerId) -> u32 + use<'a> {
    let scope = scope(frame);
    move |player| amount(quantity(game, &scope.done_by(who, player), of))
}

/// Which of these permanents are sacrificed: those that the players control (CR 701.17a).
pub(in crate::rules) fn sacrificed(game: &Game, who: &[PlayerId], what: impl Iterator<Item = ObjectId>) -> Vec<Action> {
    let theirs = |id: &ObjectId| {
        let permanent = game.object(*id).is_some_and(crate::state::Object::is_permanent);
        permanent && game.controller(*id).is_some_and(|controller| who.contains(&controller))
    };
    what.filter(theirs).map(|id| to_graveyard(game, id, Manner::Sacrifice)).collect()
}

/// Reveals cards of players (CR 701.16a).
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

/// The move of an object to a zone of its owner.
pub(in crate::rules) fn move_to(game: &Game, id: ObjectId, kind: ZoneKind, manner: Manner) -> Action {
    let owner = game.object(id).map(|object| object.owner).unwrap_or_default();
    // The newest card is last in every zone except a library, where "top" means the top.
    let position = if kind == ZoneKind::Library { Position::Top } else { Position::Bottom };
    Action::Move { object: id, to: Zone::of(kind, owner), position, manner, entering: Entering::default() }
}

/// Locks in the numbers of an effect and the abilities that it takes over, as it begins
/// (CR 608.2h). With `open`, a number that refers to `Affected` stays open, to be worked out for
/// each object that enters with it.
pub(in crate::rules) fn lock_in(
    game: &Game,
    scope: &Scope<'_>,
    modification: &Modification,
    open: bool,
) -> Vec<Modification> {
    if let Modification::GainActivatedAbilities(of) = modification {
        let abilities = activated_abilities(game, scope, of).into_iter();
        return abilities.map(|ability| Modification::Gain(Box::new(Ability::clone(&ability)))).collect();
    }
    if let Modification::GainKeywordsOf { named, of } = modification {
        let abilities = keyword_abilities(game, scope, named, of).into_iter();
        return abilities.map(|ability| Modification::Gain(Box::new(Ability::clone(&ability)))).collect();
    }
    vec![locked_in(game, scope, modification, open)]
}

fn locked_in(game: &Game, scope: &Scope<'_>, modification: &Modification, open: bool) -> Modification {
    let stays = |number: &Quantity| open && speaks_of_affected(number);
    let fixed = |number: &Quantity| {
        if stays(number) { number.clone() } else { Quantity::Fixed(quantity(game, scope, number)) }
    };
    let added = |number: &Quantity| {
        if stays(number) { number.clone() } else { Quantity::Fixed(addend(game, scope, number)) }
    };
    match modification {
        Modification::AddPowerToughness(power, toughness) => {
            Modification::AddPowerToughness(added(power), added(toughness))
        }
        Modification::SetPowerToughness(power, toughness) => {
            Modification::SetPowerToughness(fixed(power), fixed(toughness))
        }
        Modification::SetPower(power) => Modification::SetPower(fixed(power)),
        Modification::SetToughness(toughness) => Modification::SetToughness(fixed(toughness)),
        Modification::SetSubtypesOf(kind, of) => {
            let having = objects(game, scope, of).first().and_then(|id| game.characteristics(*id));
            let of_kind = |subtype: &Subtype| subtype.belongs_to(CardTypes::NONE.with(*kind));
            match having {
                Some(it) => Modification::SetSubtypes(*kind, it.subtypes.iter().copied().filter(of_kind).collect()),
                None => modification.clone(),
            }
        }
        other => other.clone(),
    }
}

/// The modifications of an effect that begins on objects, with their numbers locked in (CR 608.2h).
/// A number that refers to `Affected` differs from one object to the next: those with equal numbers
/// are together. With `keeps`, `Affected` means what the list around the instruction says.
pub(in crate::rules) fn locked_in_for(
    game: &Game,
    scope: &Scope<'_>,
    modifications: &[Modification],
    (objects, keeps): (Vec<ObjectId>, bool),
) -> Vec<(Vec<Modification>, Vec<ObjectId>)> {
    let locked =
        |scope: &Scope<'_>| modifications.iter().flat_map(|it| lock_in(game, scope, it, false)).collect::<Vec<_>>();
    if keeps || !modifications.iter().any(differs) {
        return vec![(locked(scope), objects)];
    }
    let mut groups: Vec<(Vec<Modification>, Vec<ObjectId>)> = Vec::new();
    for id in objects {
        let its = locked(&Scope { affected: Some(Entity::Object(id)), ..*scope });
        match groups.iter_mut().find(|(other, _)| *other == its) {
            Some((_, alike)) => alike.push(id),
            None => groups.push((its, vec![id])),
        }
    }
    groups
}

/// Whether a modification has a number that differs from one affected object to the next.
fn differs(modification: &Modification) -> bool {
    match modification {
        Modification::AddPowerToughness(one, other) | Modification::SetPowerToughness(one, other) => {
            differs_in(one) || differs_in(other)
        }
        Modification::SetPower(number) | Modification::SetToughness(number) => differs_in(number),
        _ => false,
    }
}

/// Whether a number may differ from one affected object to the next: each attacking creature has a
/// defending player of its own (CR 508.5a).
fn differs_in(number: &Quantity) -> bool {
    speaks_of_affected(number) || any(number, |it: &Players| *it == Players::Defending)
}

/// Whether a text speaks of the defending player where it is followed for each of several objects,
/// and says nothing else of that one: it is the player whom this object attacks (CR 508.5a).
pub(in crate::rules) fn differs_by_attack(text: &dyn Term) -> bool {
    let affected = || refers(&[text]).iter().any(|it| it.to == Referent::Objects(Objects::Affected));
    any(text, |it: &Players| *it == Players::Defending) && !affected()
}

/// The scope of a text for one of the objects that it is followed for: see [`differs_by_attack`].
pub(in crate::rules) fn scope_for<'a>(scope: &Scope<'a>, text: &dyn Term, object: ObjectId) -> Scope<'a> {
    if differs_by_attack(text) { scope.applied_to(object) } else { *scope }
}

/// Locks in chosen values as an effect begins, whatever is chosen later (CR 608.2h). An effect that
/// itself asks for a choice keeps referring to its own.
pub(in crate::rules) fn as_chosen(game: &Game, frame: &ResolveFrame, effect: StaticEffect) -> StaticEffect {
    links::spelled_out(game, &scope(frame), &effect).unwrap_or(effect)
}

/// Locks in how much a shield prevents, and the X of a cost, as an effect begins (CR 608.2h,
/// 611.2d). The memory keeps its other numbers.
pub(in crate::rules) fn established(game: &Game, frame: &ResolveFrame, effect: &StaticEffect) -> StaticEffect {
    let fixed = |number: &Quantity| Quantity::Fixed(quantity(game, &scope(frame), number));
    let mut effect = effect.clone();
    if let StaticEffect::Replace(replacement) = &mut effect {
        let mut instead = &mut replacement.instead;
        while let Instead::Also(inner, _) | Instead::May(inner) | Instead::Reveal(inner) = instead {
            instead = &mut **inner;
        }
        if let Instead::PreventNext(amount) | Instead::DealTo { next: Some(amount), .. } = instead {
            *amount = fixed(amount);
        }
    }
    if let StaticEffect::Cost(CostEffect { change: CostChange::More(cost), .. }) = &mut effect
        && let Some(x) = frame.announced.x
    {
        cost.iter_mut().for_each(|part| lock_x_in(part, x));
    }
    as_chosen(game, frame, effect)
}

/// Writes the value of X into a cost. Whoever pays it later chooses none.
fn lock_x_in(cost: &mut Cost, x: u32) {
    match cost {
        Cost::Times(times, inner) => {
            if *times == Quantity::X {
                *times = Quantity::Fixed(i32::try_from(x).unwrap_or(i32::MAX));
            }
            lock_x_in(inner, x);
        }
        Cost::Mana(mana) => {
            let symbols = mana.0.iter_mut().filter(|symbol| **symbol == ManaSymbol::X);
            symbols.for_each(|symbol| *symbol = ManaSymbol::Generic(x));
        }
        Cost::Either(several) => several.iter_mut().flatten().for_each(|part| lock_x_in(part, x)),
        _ => {}
    }
}

/// The objects and players that receive damage or an attachment, where they are now (CR 400.7h).
pub(in crate::rules) fn recipients(game: &Game, scope: &Scope<'_>, to: &Recipients) -> Vec<Entity> {
    let now = |all: &[Entity], reference: Objects| -> Vec<Entity> {
        let now = |it: &Entity| match it.object() {
            Some(id) => where_now(game, scope, &reference, id).into_iter().map(Entity::Object).collect(),
            None => vec![*it],
        };
        all.iter().flat_map(now).collect()
    };
    match to {
        Recipients::Target(index) => now(target(scope, *index), Objects::Target(*index)),
        Recipients::Chosen(place) => now(chosen(scope, *place), Objects::Chosen(*place)),
        Recipients::Objects(what) => found(game, scope, what).into_iter().map(Entity::Object).collect(),
        Recipients::Players(who) => players(game, scope, who).into_iter().map(Entity::Player).collect(),
        Recipients::Both(who, what) => {
            let whom = players(game, scope, who).into_iter().map(Entity::Player);
            whom.chain(found(game, scope, what).into_iter().map(Entity::Object)).collect()
        }
    }
}

/// What something is to enter attached to. If that is not there any more, it is no object, so that
/// nothing can be attached to it (CR 303.4h-i).
pub(in crate::rules) fn host(game: &Game, scope: &Scope<'_>, to: &Recipients) -> Entity {
    recipients(game, scope, to).first().copied().unwrap_or(Entity::Object(ObjectId::NONE))
}

/// The move of a permanent or other object to its owner's graveyard.
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

/// The move of an object onto the battlefield.
pub(in crate::rules) fn onto_battlefield(object: ObjectId, player: PlayerId, manner: Manner) -> Action {
    Action::Move {
        object,
        to: Zone::Battlefield,
        position: Position::Bottom,
        manner,
        entering: Entering { controller: Some(player), ..Entering::default() },
    }
}

/// The amount for one of the affected objects or players. `Affected` means that one, unless
/// `keeps`: then it means what the list around the instruction says. `They` is the affected player,
/// outside of a list for several players.
pub(in crate::rules) fn amount_for(
    game: &Game,
    scope: &Scope<'_>,
    whom: Entity,
    keeps: bool,
    number: &Quantity,
) -> u32 {
    let affected = if keeps && speaks_of_affected(number) { scope.affected } else { Some(whom) };
    let scope = whom.player().map_or(*scope, |player| scope.about(player));
    amount(quantity(game, &Scope { affected, ..scope }, number))
}

/// Whether a number refers to the affected object, and so differs from one to the next.
pub(in crate::rules) fn speaks_of_affected(number: &Quantity) -> bool {
    !matches!(number, Quantity::Fixed(_))
        && refers(&[number]).iter().any(|it| it.to == Referent::Objects(Objects::Affected))
}

/// Whether `Affected` still means the current object of a surrounding list for an instruction on
/// `what`. A description of several, such as `Each(…)`, makes each of them `Affected` instead.
pub(in crate::rules) fn keeps(scope: &Scope<'_>, what: &Objects) -> bool {
    scope.affected.and_then(Entity::object).is_some() && is_named(what)
}

/// [`keeps`] for damage, where the source counts too: "it deals damage equal to its power to each
/// opponent".
pub(in crate::rules) fn keeps_from(scope: &Scope<'_>, source: &Objects, to: &Recipients) -> bool {
    let named = match to {
        Recipients::Target(_) | Recipients::Players(_) | Recipients::Chosen(_) => true,
        Recipients::Objects(what) | Recipients::Both(_, what) => is_named(what),
    };
    scope.affected.and_then(Entity::object).is_some() && (named || *source == Objects::Affected)
}

/// Whether a reference names a known object rather than a list of its own.
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

/// Binds abilities that name the granting object to that very object, also in copies (CR 201.4a).
pub(in crate::rules) fn granted_by(game: &Game, granter: ObjectId, abilities: &mut [Ability]) {
    for ability in abilities {
        if let Some(bound) = reword::granted_by(ability, granter.0, &game.name_of(granter)) {
            *ability = bound;
        }
    }
}

/// Begins an effect with fixed numbers on one object that is there (CR 611.2).
pub(in crate::rules) fn effect_on(
    work: &mut Work,
    frame: &ResolveFrame,
    rule: Rule,
    effect: StaticEffect,
    duration: &Duration,
    object: ObjectId,
) {
    if is_over(&work.game, frame, duration) {
        return;
    }
    let told = LeftBehind::by_effect(&work.game, frame, &effect, duration).told();
    let def = work.intern(Definition::Effect(effect));
    let event = effect_began(work, frame, (def, duration), Some(vec![object]), told);
    work.fact(rule, event);
}

/// The event of an effect that a resolution begins, with what is told of the announcement and of
/// the trigger event.
pub(in crate::rules) fn effect_began(
    work: &mut Work,
    frame: &ResolveFrame,
    (def, duration): (DefId, &Duration),
    objects: Option<Vec<ObjectId>>,
    (announced, trigger): (Option<Arc<Announcement>>, Option<TriggerContext>),
) -> Event {
    let linked = matches!(work.game.definition(def), Some(Definition::Effect(effect)) if effect.can_be_linked());
    let announced = if linked { Some(left_by(frame, announced.unwrap_or_else(Announcement::none))) } else { announced };
    Event::EffectBegan {
        id: work.new_effect(),
        def,
        source: frame.source,
        controller: frame.controller,
        timestamp: work.new_timestamp(),
        duration: Canonical::new(duration.clone()),
        objects: objects.map(Arc::new),
        announced,
        trigger: trigger.map(Box::new),
    }
}

/// Begins a continuous effect (CR 611.2). One on characteristics is locked on the objects that are
/// there now (CR 611.2c); if there are none, no effect begins.
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
    if is_over(&work.game, frame, duration) {
        return go_on(work, frame);
    }
    let told = LeftBehind::by_effect(&work.game, frame, &effect, duration).told();
    let def = work.intern(Definition::Effect(effect));
    let durations = durations(&work.game, frame, duration);
    if let [only] = durations.as_slice() {
        let event = effect_began(work, frame, (def, only), objects, told);
        go_on(work, frame);
        work.fact(rule!("611.2"), event);
        return;
    }
    go_on(work, frame);
    for duration in durations {
        let event = effect_began(work, frame, (def, &duration), objects.clone(), told.clone());
        work.fact(rule!("611.2"), event);
    }
}

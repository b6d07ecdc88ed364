//! References to linked abilities (CR 607): the notes that an ability of the same object left,
//! found by the origins of the abilities.

use crate::card::reword::with_chosen;
use crate::card::words::term::{Term, any};
use crate::card::{
    Ability, Color, Cost, Filter, Instead, Instruction, StaticAbility, StaticEffect, Subtype, Value, ZoneKind,
    is_linked,
};
use crate::card::{CostChange, CostEffect, Costly};
use crate::fact::{AbilityInstance, Component, DefId, EffectKey, Link, Note, ObjectId, Origin, PlayerId};
use crate::state::Game;

use crate::derive::look::scope::{Arriving, Scope, announced_for};

/// Whether two abilities are printed together or granted together (CR 607.1). Both faces of a
/// transforming card are printed on one object (CR 607.1b).
fn linked(game: &Game, its: &Link, other: Option<&Link>) -> bool {
    let of = |def: DefId| match game.card_of(def) {
        Some(card) if card.transforms() => game.whole(def),
        _ => def,
    };
    match (its, other) {
        (Link::Printed(its), Some(Link::Printed(other))) => of(*its) == of(*other),
        (Link::Merged(its, def), Some(Link::Merged(component, other))) => its == component && of(*def) == of(*other),
        (its, other) => Some(its) == other,
    }
}

/// The notes linked to the speaking ability, latest last: those of its object under the same
/// printing or grant (CR 607.1, 607.5). A granted ability without any uses those of the granting
/// ability, which may refer to its own (CR 607.1a).
pub fn notes<'a>(game: &'a Game, scope: &Scope<'a>) -> Vec<&'a Note> {
    let of = |object: ObjectId| game.world().notes.get(&object).map(|notes| &***notes).unwrap_or_default();
    let arriving = arriving(game, scope, |it| &it.chosen);
    if !arriving.is_empty() {
        return arriving;
    }
    let Some(origin) = scope.speaker() else {
        // For an effect or delayed ability of a spell, the notes of its source.
        return of(scope.source).iter().map(|(_, note)| note).collect();
    };
    let (mut object, mut origin) = (scope.source, origin);
    loop {
        let link = origin.link();
        let found: Vec<&Note> =
            of(object).iter().filter(|(its, _)| linked(game, its, link.as_ref())).map(|(_, note)| note).collect();
        if !found.is_empty() {
            return found;
        }
        match origin {
            Origin::Granted { by: EffectKey::Static { object: by, origin: inner, .. }, .. } => {
                (object, origin) = (*by, inner);
            }
            Origin::Granted { by: EffectKey::Begun(effect), .. } => {
                let Some(effect) = game.world().effects.get(effect) else { return Vec::new() };
                let Some(inner) = effect.left_by() else {
                    return of(effect.source).iter().map(|(_, note)| note).collect();
                };
                (object, origin) = (effect.source, inner);
            }
            _ => break,
        }
    }
    if let Some(chosen) = chosen_as_commander(game, object, origin) {
        return vec![chosen];
    }
    let Some((by, link)) = creator(game, object) else { return Vec::new() };
    of(by).iter().filter(|(its, _)| linked(game, its, Some(link))).map(|(_, note)| note).collect()
}

/// The link under which it is noted what an ability of an object does: that of the ability that the
/// object gives it itself by, if it does (CR 607.1a).
pub(crate) fn link_of<'a>(game: &'a Game, object: ObjectId, mut origin: &'a Origin) -> Option<Link> {
    while let Origin::Granted { by, .. } = origin {
        let inner = match by {
            EffectKey::Static { object: by, origin, .. } => (*by == object).then_some(&**origin),
            EffectKey::Begun(effect) => {
                let effect = game.world().effects.get(effect).filter(|it| it.source == object);
                effect.and_then(|it| it.left_by())
            }
            EffectKey::Counters(..) | EffectKey::AddedText(..) => None,
        };
        let Some(inner) = inner else { break };
        origin = inner;
    }
    origin.link()
}

/// What was chosen for a commander before the game began, for the abilities printed on the card, in
/// whatever zone it is (CR 607.2p, 903.4b).
fn chosen_as_commander<'a>(game: &'a Game, object: ObjectId, origin: &Origin) -> Option<&'a Note> {
    let commanders = game.world().commanders();
    if commanders.is_empty() {
        return None;
    }
    let card = match game.object_or_phased_out(object) {
        Some(object) => object.component.card(),
        None => game.world().departed.get(&object).and_then(|it| it.was.component.card()),
    }?;
    let own = game.cards().get(&card).map(|record| Link::Printed(record.def))?;
    let commander = commanders.iter().find(|it| it.card == card)?;
    commander.chosen.as_ref().filter(|_| linked(game, &own, origin.link().as_ref()))
}

/// What linked abilities of an entering source have chosen or done so far (CR 614.12a, 614.13).
fn arriving<'a, T>(game: &Game, scope: &Scope<'a>, of: impl Fn(&'a Arriving) -> &'a [(Origin, T)]) -> Vec<&'a T> {
    let (Some(arriving), Some(origin)) = (scope.arriving, scope.origin) else { return Vec::new() };
    let own = origin.link();
    let belongs = |its: &Origin| its.link().is_some_and(|its| linked(game, &its, own.as_ref()));
    of(arriving).iter().filter(|(its, _)| belongs(its)).map(|(_, it)| it).collect()
}

/// The object whose ability created a token or emblem, and that ability's link: the printed
/// abilities of the two may be linked (CR 607.1d).
fn creator(game: &Game, id: ObjectId) -> Option<(ObjectId, &Link)> {
    let there = game.object(id).map(|object| object.component);
    let component = there.or_else(|| game.world().departed.get(&id).map(|departed| departed.was.component))?;
    if !matches!(component, Component::Token | Component::Emblem) {
        return None;
    }
    game.world()
        .notes
        .iter()
        .find_map(|(by, notes)| notes.iter().find(|(_, note)| *note == Note::Put(id)).map(|(link, _)| (*by, link)))
}

/// The latest chosen value, from locked-in notes if they have one (CR 608.2h).
fn last<'a, T>(game: &'a Game, scope: &Scope<'a>, of: impl Fn(&'a Note) -> Option<T>) -> Option<T> {
    let locked_in = scope.memory().map(|memory| memory.notes.as_slice()).unwrap_or_default();
    locked_in.iter().rev().find_map(&of).or_else(|| notes(game, scope).into_iter().rev().find_map(of))
}

/// The latest fitting value; none if it is undefined (CR 607.5a).
fn value<'a, T: 'a>(game: &'a Game, scope: &Scope<'a>, of: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
    last(game, scope, |note| if let Note::Value(value) = note { of(value) } else { None })
}

/// A text with the chosen values written out; none if it refers to no chosen value, or chooses
/// values itself.
pub(crate) fn spelled_out<T>(game: &Game, scope: &Scope<'_>, text: &T) -> Option<T>
where
    T: Term + Clone + PartialEq,
{
    let chooses = || {
        any(text, |it: &Instruction| matches!(it, Instruction::ChooseValue(_)))
            || any(text, |it: &Instead| matches!(it, Instead::Choose(_)))
    };
    if !is_linked(text) || chooses() {
        return None;
    }
    let values = notes(game, scope).into_iter().rev();
    let chosen: Vec<Value> =
        values.filter_map(|note| if let Note::Value(value) = note { Some(value.clone()) } else { None }).collect();
    with_chosen(text, &chosen)
}

/// The chosen colour.
pub fn color(game: &Game, scope: &Scope<'_>) -> Option<Color> {
    value(game, scope, |value| if let Value::Color(color) = value { Some(*color) } else { None })
}

/// The chosen creature type or land type.
pub fn subtype(game: &Game, scope: &Scope<'_>) -> Option<Subtype> {
    value(game, scope, |value| if let Value::Subtype(subtype) = value { Some(*subtype) } else { None })
}

/// The chosen card type.
pub fn card_type(game: &Game, scope: &Scope<'_>) -> Option<crate::card::CardType> {
    value(game, scope, |value| if let Value::CardType(kind) = value { Some(*kind) } else { None })
}

/// The chosen name, or the names that were chosen together (CR 702.106f).
pub fn names<'a>(game: &'a Game, scope: &Scope<'a>) -> &'a [String] {
    let chosen = last(game, scope, |note| match note {
        Note::Value(Value::Name(name)) => Some(std::slice::from_ref(name)),
        Note::Names(names) => Some(names.as_slice()),
        _ => None,
    });
    chosen.unwrap_or_default()
}

/// The modes chosen for the speaking ability before (CR 700.2b).
pub fn modes(game: &Game, scope: &Scope<'_>) -> Vec<u8> {
    let notes = game.world().notes.get(&scope.source).map(|notes| &***notes).unwrap_or_default();
    let of = |note: &Note| match note {
        Note::Mode(of, mode) if Some(&**of) == scope.origin => Some(*mode),
        _ => None,
    };
    notes.iter().filter_map(|(_, note)| of(note)).collect()
}

/// The objects that paid a cost as an object entered, or enters right now (CR 614.12a, 614.13).
pub(crate) fn paid_as_entered(game: &Game, scope: &Scope<'_>, id: ObjectId) -> Vec<ObjectId> {
    let noted = game.world().notes.get(&id).map(|notes| &***notes).unwrap_or_default();
    let arriving = scope.arriving.filter(|_| id == scope.source).map(|it| it.chosen.as_slice()).unwrap_or_default();
    let all = noted.iter().map(|(_, note)| note).chain(arriving.iter().map(|(_, note)| note));
    let paid = all.filter_map(|note| if let Note::Paid(with) = note { Some(with) } else { None });
    paid.flatten().copied().collect()
}

/// The chosen word.
pub fn word<'a>(game: &'a Game, scope: &Scope<'a>) -> Option<&'a str> {
    value(game, scope, |value| if let Value::Word(word) = value { Some(word.as_str()) } else { None })
}

/// The chosen player.
pub fn player(game: &Game, scope: &Scope<'_>) -> Option<PlayerId> {
    last(game, scope, |note| if let Note::Player(player) = note { Some(*player) } else { None })
}

/// The chosen object, whatever became of it, or the objects chosen to be sacrificed as it entered
/// (CR 608.2h, 614.13).
pub fn chosen(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    let chosen = last(game, scope, |note| match note {
        Note::Chosen(id) => Some(std::slice::from_ref(id)),
        Note::Sacrificed(objects) => Some(objects.as_slice()),
        _ => None,
    });
    chosen.map(<[ObjectId]>::to_vec).unwrap_or_default()
}

/// The definition with the copiable values that a static ability has given since it first applied
/// (CR 707.2c).
pub fn copied(game: &Game, scope: &Scope<'_>) -> Option<DefId> {
    last(game, scope, |note| if let Note::Copied(def) = note { Some(*def) } else { None })
}

/// The object that a card in exile haunts (CR 702.55b), whatever became of it.
pub(crate) fn haunted(game: &Game, card: ObjectId) -> Option<ObjectId> {
    let notes = game.world().notes.get(&card).map(|notes| &***notes).unwrap_or_default();
    notes.iter().rev().find_map(|(_, note)| if let Note::Haunts(id) = note { Some(*id) } else { None })
}

/// Whether an offer of a linked ability was accepted as the object entered (CR 702.104b).
pub fn accepted(game: &Game, scope: &Scope<'_>) -> bool {
    last(game, scope, |note| matches!(note, Note::Accepted).then_some(())).is_some()
}

/// The number chosen or paid.
pub fn number(game: &Game, scope: &Scope<'_>) -> Option<u32> {
    last(game, scope, |note| if let Note::Number(number) = note { Some(*number) } else { None })
}

/// The value chosen for the variable additional cost printed on the same object as the speaking
/// ability, as it was cast (CR 607.2j); not the X of another cost.
pub(crate) fn paid_as_cast(game: &Game, scope: &Scope<'_>) -> Option<u32> {
    let id = scope.source;
    let object = game.object(id).map(|object| object.def);
    let Some(def) = object.or_else(|| game.world().departed.get(&id).map(|departed| departed.was.def)) else {
        // An entering object does not exist yet, but its announcement does (CR 614.12).
        return scope.announced?.x;
    };
    let varies = |instance: &AbilityInstance| match &*instance.ability {
        Ability::Static(StaticAbility { effect: StaticEffect::Cost(CostEffect { of, change }), .. }) => {
            let costs = match change {
                CostChange::More(costs) | CostChange::MayCost(costs) => costs.as_slice(),
                _ => &[],
            };
            *of == Costly::Spells(Filter::This) && costs.iter().any(Cost::has_x)
        }
        _ => false,
    };
    let printed = scope.origin.is_none_or(|origin| origin.link() == Some(Link::Printed(def)));
    let linked = printed && game.printed(def)?.characteristics.abilities.iter().any(varies);
    announced_for(game, id).filter(|_| linked)?.x
}

/// The cards that a linked ability exiled and that are still in exile (CR 607.2a-b), including
/// those exiled as an object enters.
pub fn exiled(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    let meanwhile = arriving(game, scope, |it| &it.exiled);
    in_zone(game, scope, ZoneKind::Exile, was_exiled).into_iter().chain(meanwhile.into_iter().copied()).collect()
}

/// The cards that a linked ability exiled, wherever they have gone since.
pub(crate) fn ever_exiled(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    notes(game, scope).into_iter().filter_map(was_exiled).collect()
}

fn was_exiled(note: &Note) -> Option<ObjectId> {
    if let Note::Exiled(id) = note { Some(*id) } else { None }
}

/// The objects that a linked ability put onto the battlefield and that are still there (CR 607.2c).
pub(crate) fn objects_put_onto_battlefield(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    let put = |note: &Note| if let Note::Put(id) = note { Some(*id) } else { None };
    in_zone(game, scope, ZoneKind::Battlefield, put)
}

fn in_zone(game: &Game, scope: &Scope<'_>, zone: ZoneKind, of: impl Fn(&Note) -> Option<ObjectId>) -> Vec<ObjectId> {
    let there = |id: &ObjectId| game.zone_of(*id).is_some_and(|its| its.kind() == zone);
    notes(game, scope).into_iter().filter_map(of).filter(there).collect()
}

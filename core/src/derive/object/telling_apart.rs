//! Telling apart things with the same name: abilities of one object by their text, and equal texts
//! by a number.

use std::collections::BTreeMap;

use crate::card::text::{ability_text, delayed_text, effect_text};
use crate::card::{Ability, Definition, StaticEffect, adventure_exiled};
use crate::fact::{AbilityInstance, AbilityRef, Act, Applied, EffectKey, Item, ObjectId, Origin};
use crate::state::{Game, WaitingTrigger};

use crate::derive::look::Look;

/// The text of an object's ability: the keyword if it is one, otherwise its written text. None if
/// it has no text of its own.
fn written(game: &Game, source: ObjectId, origin: Option<&Origin>, text: AbilityRef) -> Option<String> {
    let printed = origin.and_then(|origin| match origin {
        Origin::Printed { def, index } | Origin::Merged { def, index, .. } => {
            game.ability(AbilityRef { def: *def, index: *index })
        }
        _ => game.ability_of(source, origin).map(|instance| &*instance.ability),
    });
    match printed.filter(|ability| matches!(ability, Ability::Keyword(_))) {
        Some(keyword) => Some(ability_text(keyword, &game.name_of(source))),
        None => in_full(game, source, origin, text),
    }
}

/// The text of an object's ability, written out if it is a keyword. A delayed triggered ability has
/// no origin.
pub fn in_full(game: &Game, source: ObjectId, origin: Option<&Origin>, text: AbilityRef) -> Option<String> {
    let (ability, name) = (game.ability(text)?, game.name_of(source));
    // A delayed one that triggers each time goes on waiting (CR 603.7b).
    let mut lasting = game.world().delayed.values().filter(|it| !it.is_once());
    let once = origin.is_none() && !lasting.any(|it| it.source == source && it.text == text);
    Some(if once { delayed_text(ability, &name) } else { ability_text(ability, &name) })
}

/// The text of an ability on the stack; none for anything else.
pub(crate) fn of_ability(game: &Game, id: ObjectId) -> Option<String> {
    let ability = game.object(id)?.ability.as_deref()?;
    written(game, ability.source, ability.origin.as_ref(), ability.text)
}

/// The text of an ability that waits to be put onto the stack.
fn of_waiting(game: &Game, waiting: &WaitingTrigger) -> Option<String> {
    written(game, waiting.source, waiting.origin.as_ref(), waiting.text)
}

/// The text of a triggered ability of an object with several; none if it has no other.
pub fn of_several(game: &Game, source: ObjectId, origin: Option<&Origin>, text: AbilityRef) -> Option<String> {
    let has = game.characteristics(source)?;
    let others = has.abilities.iter().flat_map(AbilityInstance::triggered).count();
    // A delayed one is not among the object's own.
    (others > usize::from(origin.is_some())).then(|| written(game, source, origin, text))?
}

/// The text of a replacement or prevention effect (CR 616.1), if it has one.
pub(crate) fn of_effect(game: &Game, effect: &Applied) -> Option<String> {
    match effect {
        Applied::Ability { object, origin: Origin::Adventure } => {
            Some(effect_text(&StaticEffect::Replace(adventure_exiled()), &game.name_of(*object)))
        }
        Applied::Ability { object, origin } => {
            let ability = match (game.ability_of(*object, origin), origin) {
                (Some(instance), _) => Some(&*instance.ability),
                // An object that enters as a copy has the copy's abilities before it is there
                // (CR 707.5).
                (None, Origin::Printed { def, index }) => game.ability(AbilityRef { def: *def, index: *index }),
                (None, _) => None,
            };
            ability.map(|ability| ability_text(ability, &game.name_of(*object)))
        }
        Applied::Effect(EffectKey::Begun(id)) => {
            let effect = game.world().effects.get(id)?;
            match game.definition(effect.def)? {
                Definition::Effect(said) => Some(effect_text(said, &game.name_of(effect.source))),
                _ => None,
            }
        }
        Applied::Effect(_) | Applied::Own(..) => None,
    }
}

/// The name of the keyword ability that an effect comes from, if it comes from one.
pub(crate) fn keyword_of(game: &Game, effect: &Applied) -> Option<&'static str> {
    let (object, origin) = match effect {
        Applied::Ability { object, origin } => (object, origin),
        Applied::Effect(EffectKey::Static { object, origin, .. }) => (object, &**origin),
        Applied::Effect(_) | Applied::Own(..) => return None,
    };
    match &*game.ability_of(*object, origin)?.ability {
        Ability::Keyword(keyword) => Some(keyword.word()),
        _ => None,
    }
}

/// The text that tells an item apart from others of the same object.
pub fn said(game: &Game, item: &Item) -> Option<String> {
    match item {
        Item::Trigger(id) => {
            let waiting = game.world().waiting.iter().find(|waiting| waiting.id == *id)?;
            of_waiting(game, waiting)
        }
        Item::Effect(effect, _) => of_effect(game, effect),
        Item::Act(Act::Activate(object, origin)) => {
            let instance = game.ability_of(*object, origin)?;
            Some(ability_text(&instance.ability, &game.name_of(*object)))
        }
        _ => None,
    }
}

/// The object whose number tells an item apart from others with the same text.
pub fn object_of(game: &Game, item: &Item) -> Option<ObjectId> {
    match item {
        Item::Entity(entity) => entity.object(),
        Item::Act(act) => act.object(),
        Item::Trigger(id) => {
            let waiting = game.world().waiting.iter().find(|waiting| waiting.id == *id)?;
            waiting.context.object.or(Some(waiting.source))
        }
        Item::Effect(
            Applied::Ability { object, .. }
            | Applied::Effect(
                EffectKey::Static { object, .. } | EffectKey::Counters(object, _) | EffectKey::AddedText(object, _),
            ),
            _,
        ) => Some(*object),
        Item::Effect(Applied::Effect(EffectKey::Begun(id)), _) => {
            game.world().effects.get(id).map(|effect| effect.source)
        }
        _ => None,
    }
}

/// Labels for items, made different: by their text, abilities that triggered by their sources and
/// by what they triggered on, then by the number of their object, then by their place.
pub fn apart(game: &Game, items: &[Item], labels: Vec<String>) -> Vec<String> {
    let with_source = |item: &Item, label: &str| {
        let source = waiting(game, item)?.source;
        Some(format!("{label} ({source})"))
    };
    let with_event = |item: &Item, label: &str| Some(format!("{label}, on {}", triggered_on(game, item)?));
    let with_number = |item: &Item, label: &str| object_of(game, item).map(|id| format!("{label} ({id})"));
    let labels = where_alike(items, by_text(game, items, labels), with_source);
    let labels = where_alike(items, labels, with_event);
    let labels = where_alike(items, labels, with_number);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let alike = counts(&labels);
    let place = |label: String| {
        let place = seen.entry(label.clone()).or_default();
        *place += 1;
        if alike.get(&label).is_some_and(|count| *count > 1) { format!("{label} ({place})") } else { label }
    };
    labels.into_iter().map(place).collect()
}

/// Labels for items, equal ones told apart by their text.
pub(crate) fn by_text(game: &Game, items: &[Item], labels: Vec<String>) -> Vec<String> {
    where_alike(items, labels, |item, label| said(game, item).map(|text| format!("{label} (\u{201c}{text}\u{201d})")))
}

fn waiting<'a>(game: &'a Game, item: &Item) -> Option<&'a WaitingTrigger> {
    let Item::Trigger(id) = item else { return None };
    game.world().waiting.iter().map(|it| &**it).find(|waiting| waiting.id == *id)
}

/// What an ability triggered on: the object and the player of the event, and the source of damage,
/// as far as it has them.
fn triggered_on(game: &Game, item: &Item) -> Option<String> {
    let waiting = waiting(game, item)?;
    let context = &waiting.context;
    let object = context.object.filter(|id| *id != waiting.source);
    let object = object.map(|id| format!("{} ({id})", game.name_of(id)));
    let player = context.player.and_then(|id| game.player(id)).map(|player| player.name.to_string());
    let damage = context.source.filter(|id| context.object != Some(*id) && *id != waiting.source);
    let damage = damage.map(|id| format!("damage of {} ({id})", game.name_of(id)));
    let told: Vec<String> = object.into_iter().chain(player).chain(damage).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn counts(labels: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for label in labels {
        *counts.entry(label.clone()).or_default() += 1;
    }
    counts
}

/// The labels, equal ones extended wherever that tells any of them apart.
fn where_alike(items: &[Item], labels: Vec<String>, more: impl Fn(&Item, &str) -> Option<String>) -> Vec<String> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, label) in labels.iter().enumerate() {
        found.entry(label).or_default().push(at);
    }
    let mut told = labels.clone();
    for (label, places) in found.into_iter().filter(|(_, places)| places.len() > 1) {
        let longer: Vec<String> =
            places.iter().map(|at| more(&items[*at], label).unwrap_or_else(|| label.to_owned())).collect();
        if longer.iter().any(|other| *other != longer[0]) {
            for (at, label) in places.into_iter().zip(longer) {
                told[at] = label;
            }
        }
    }
    told
}

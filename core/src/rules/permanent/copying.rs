//! Copy effects as they begin (CR 707): objects that become copies, that enter as copies, and
//! tokens that are copies. Copies of spells, abilities and cards are in
//! [`crate::rules::resolve::copies`].
//!
//! The copied values are locked in as the effect begins (CR 707.2b): a copy effect is an ordinary
//! continuous effect with the copiable values of its objects, which layer 1 applies.

use std::collections::BTreeMap;

use crate::card::text;
use crate::card::{
    Ability, CounterKind, Definition, Duration, EnterAs, Exception, Face, Filter, Instead, Modification, StaticEffect,
    TriggerEvent, TriggeredAbility, ZoneKind,
};
use crate::derive::Scope;
use crate::derive::filter::{all_matching, matches, quantity};
use crate::derive::layers::copiable::{Excepted, copiable};
use crate::derive::look::hypothetical::knowing;
use crate::fact::Frame;
use crate::fact::{
    AbilityRef, Action, Announcement, Answer, Applied, Canonical, Choice, Copying, DefId, Domain, EffectId, EntersAs,
    Entity, Event, Item, ObjectId, Origin, PlayerId, Prompt, Proposed, Timestamp, TriggerContext, TriggerId,
};
use crate::rule;
use crate::state::Game;

use super::entering::as_it_would_enter;
use crate::rules::engine::actions::amount;
use crate::rules::engine::control::ask;
use crate::rules::engine::lasting::left_by_ability;
use crate::rules::engine::work::Work;

/// The definition of a copy effect with these copiable values.
pub(in crate::rules) fn effect_of(face: Face) -> Definition {
    let modifications = vec![Modification::Copiable(Box::new(face))];
    Definition::Effect(StaticEffect::Modify { what: Filter::Any, modifications, defining: false })
}

/// The copiable values of an object with the exceptions of a copy effect, and the exceptions that
/// do not modify them (CR 707.9e). Whether a conditional exception applies depends on the copy
/// without it (CR 707.9f).
pub(in crate::rules) fn excepted(
    it: &Excepted<'_>,
    of: DefId,
    except: &[Exception],
    would_be: &dyn Fn(&Face, &Filter) -> bool,
) -> Option<(Face, Vec<(CounterKind, u32)>)> {
    let mut face = it.game.face(of)?.clone();
    let mut counters = Vec::new();
    let mut conditional = Vec::new();
    for exception in except {
        match exception {
            Exception::If(filter, then) => conditional.push((filter, then)),
            Exception::EntersWith(kind, count) => {
                counters.push((kind.clone(), amount(quantity(it.game, &it.scope, count))));
            }
            other => it.apply_to_all(&mut face, other),
        }
    }
    let without = face.clone();
    for (filter, then) in conditional {
        if !would_be(&without, filter) {
            continue;
        }
        for exception in then {
            match exception {
                Exception::EntersWith(kind, count) => {
                    counters.push((kind.clone(), amount(quantity(it.game, &it.scope, count))));
                }
                other => it.apply_to_all(&mut face, other),
            }
        }
    }
    Some((face, counters))
}

/// The event that begins a copy effect.
pub(in crate::rules) fn began(
    (id, def): (EffectId, DefId),
    source: ObjectId,
    controller: PlayerId,
    timestamp: Timestamp,
    duration: &Duration,
    objects: Vec<ObjectId>,
) -> Event {
    Event::EffectBegan {
        id,
        def,
        source,
        controller,
        timestamp,
        duration: Canonical::new(duration.clone()),
        objects: Some(std::sync::Arc::new(objects)),
        announced: None,
        trigger: None,
    }
}

/// The open choice of the form in which an object enters.
pub(in crate::rules) fn pending(action: &Action) -> Option<&Copying> {
    match action {
        Action::Move { entering, .. } | Action::CreateToken { entering, .. } => entering.copying.as_deref(),
        _ => None,
    }
}

/// The options: objects to copy (CR 707.5), or forms to become, by index (CR 208.2b); and the
/// minimum number.
pub(in crate::rules) fn offered(game: &Game, object: ObjectId, copying: &Copying) -> (Vec<Item>, u32) {
    match &*copying.how {
        Instead::EnterAs(how) => {
            let scope = words_of(copying);
            let options = all_matching(game, &scope, &how.of).into_iter();
            let options: Vec<Item> = options
                .filter(|id| *id != object && copiable(game, *id).is_some())
                .map(|id| Item::Entity(Entity::Object(id)))
                .collect();
            let min = u32::from(!how.may && !options.is_empty());
            (options, min)
        }
        Instead::BecomeOneOf(options) => {
            let places = (0..options.len()).filter_map(|place| u8::try_from(place).ok());
            (places.map(|place| Item::Mode(place, 0)).collect(), 1)
        }
        _ => (Vec::new(), 0),
    }
}

fn words_of(copying: &Copying) -> Scope<'_> {
    let origin = match &copying.by {
        Applied::Ability { origin, .. } => Some(origin),
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    Scope { origin, ..Scope::of(copying.source, copying.controller) }
}

/// Asks for the form in which an object enters; none if there is nothing to choose.
pub(in crate::rules) fn copy_choice(
    game: &Game,
    player: PlayerId,
    object: ObjectId,
    copying: &Copying,
) -> Option<Choice> {
    let (options, min) = offered(game, object, copying);
    let open = options.len() > min as usize;
    open.then(|| ask(player, Prompt::EntersAs(object), rule!("614.12a"), Domain::Pick { options, min, max: 1 }))
}

/// The answer if there is nothing to choose.
pub(in crate::rules) fn only(game: &Game, object: ObjectId, copying: &Copying) -> Answer {
    let (options, min) = offered(game, object, copying);
    Answer::Picked(options.into_iter().take(min as usize).collect())
}

/// Makes an object enter in the chosen form; what it would be is then looked at anew (CR 707.5).
pub(in crate::rules) fn chosen(work: &mut Work, actions: &mut [Proposed], index: usize, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let Some(copying) = pending(&actions[index].action).cloned() else { return };
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &mut actions[index].action {
        entering.copying = None;
    }
    let Some(enters) = items.first().and_then(|item| enters_as(work, &actions[index].action, &copying, item)) else {
        return;
    };
    let tapped = matches!(&*copying.how, Instead::EnterAs(how) if how.tapped);
    // CR 614.5: effects that have applied do not apply again to the form that it took by its own
    // ability.
    if matches!(&*copying.how, Instead::BecomeOneOf(_))
        && let Applied::Ability { object: own, .. } = &copying.by
        && let Some(face) = work.game.face(enters.def)
    {
        let again = |applied: &Applied| match applied {
            Applied::Ability { object, origin: Origin::Printed { def, index } } if object == own => {
                let was = work.game.face(*def)?.abilities.get(usize::from(*index))?;
                let place = face.abilities.iter().position(|ability| ability == was)?;
                let origin = Origin::Printed { def: enters.def, index: u16::try_from(place).ok()? };
                Some(Applied::Ability { object: *object, origin })
            }
            _ => None,
        };
        let again: Vec<Applied> = actions[index].applied.iter().filter_map(again).collect();
        actions[index].applied.extend(again);
    }
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &mut actions[index].action {
        // CR 707.9e: additions of an earlier copy effect go with it.
        if let Some(earlier) = entering.copy.take() {
            for (kind, count) in &earlier.counters {
                let left = entering.counters.get(kind).copied().unwrap_or(0).saturating_sub(*count);
                entering.counters.insert(kind.clone(), left);
            }
            entering.counters.retain(|_, count| *count > 0);
        }
        for (kind, count) in &enters.counters {
            *entering.counters.entry(kind.clone()).or_insert(0) += count;
        }
        entering.tapped |= tapped;
        entering.copy = Some(Box::new(enters));
    }
}

/// The form in which an object enters after a choice.
fn enters_as(work: &mut Work, action: &Action, copying: &Copying, item: &Item) -> Option<EntersAs> {
    let game = work.game.clone();
    let (view, id) = as_it_would_enter(&game, action)?;
    let own = copiable(&view, id);
    let this = match &copying.by {
        Applied::Ability { origin, .. } => {
            let of = if game.object(copying.source).is_some() { copying.source } else { id };
            view.ability_of(of, origin).map(|instance| Ability::clone(&instance.ability))
        }
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    let announced = view.object(id).and_then(|object| object.announced.clone());
    let scope = Scope { announced: announced.as_deref(), ..words_of(copying) };
    let it = Excepted { game: &view, scope, own: own.and_then(|def| view.face(def)), this: this.as_ref() };
    let would_be = |face: &Face, filter: &Filter| {
        let (known, def) = knowing(&game, effect_of(face.clone()));
        let mut action = action.clone();
        if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &mut action {
            entering.copy = Some(Box::new(EntersAs { def, of: None, counters: BTreeMap::new(), when: None }));
        }
        as_it_would_enter(&known, &action).is_some_and(|(view, id)| matches(&view, &scope, filter, id))
    };
    let (of, (face, counters), body) = match (&*copying.how, item) {
        (Instead::EnterAs(how), Item::Entity(Entity::Object(of))) => {
            let EnterAs { except, when, .. } = &**how;
            (Some(*of), excepted(&it, copiable(&game, *of)?, except, &would_be)?, when.as_deref())
        }
        (Instead::BecomeOneOf(options), Item::Mode(place, _)) => {
            let option = options.get(usize::from(*place))?;
            let except: Vec<Exception> = option.iter().cloned().map(Exception::But).collect();
            (None, excepted(&it, own?, &except, &would_be)?, None)
        }
        _ => return None,
    };
    let when = body.map(|body| {
        work.intern(Definition::Ability(Ability::Triggered(TriggeredAbility {
            when: TriggerEvent::Done,
            condition: None,
            body: body.clone(),
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        })))
    });
    let def = work.intern(effect_of(face));
    let mut all: BTreeMap<CounterKind, u32> = BTreeMap::new();
    for (kind, count) in counters.into_iter().filter(|(_, count)| *count > 0) {
        *all.entry(kind).or_insert(0) += count;
    }
    Some(EntersAs { def, of, counters: all, when })
}

/// The new numbers for a copy effect.
pub(in crate::rules) struct Numbers {
    /// The effect's id.
    pub(in crate::rules) effect: EffectId,
    /// Its timestamp.
    pub(in crate::rules) timestamp: Timestamp,
    /// The id of the ability that triggers on it.
    pub(in crate::rules) trigger: TriggerId,
}

/// The copy effect of an object that entered as a copy, and its trigger (CR 707.5, 707.9g). What
/// the trigger does is linked like the abilities that the exceptions of the effect give, which are
/// written in the same paragraph and are printed on the object by now (CR 603.11, 607.1a).
pub(in crate::rules) fn entered(
    enters: &EntersAs,
    id: ObjectId,
    controller: PlayerId,
    numbers: &Numbers,
) -> Vec<(crate::rule::Rule, Event)> {
    let (effect, timestamp) = ((numbers.effect, enters.def), numbers.timestamp);
    let event = began(effect, id, controller, timestamp, &Duration::Indefinite, vec![id]);
    let mut events = vec![(rule!("707.5"), event)];
    if let Some(def) = enters.when {
        let context = TriggerContext { object: enters.of, ..TriggerContext::default() };
        let delayed = Event::TriggerDelayed {
            id: numbers.trigger,
            source: id,
            controller,
            text: AbilityRef { def, index: 0 },
            context: Box::new(context),
            announced: left_by_ability(Some(&Origin::Printed { def: enters.def, index: 0 }), Announcement::none()),
            until: None,
        };
        events.push((rule!("707.9g"), delayed));
    }
    events
}

/// A readable name for a form in which a permanent could enter (CR 208.2b).
pub(in crate::rules) fn describe_option(game: &Game, place: u8) -> Option<String> {
    let Some(Frame::Happen(happening)) = game.frame() else { return None };
    let copying = happening.actions.iter().find_map(|proposed| pending(&proposed.action))?;
    match &*copying.how {
        Instead::BecomeOneOf(options) => {
            options.get(usize::from(place)).map(|option| text::option_text(option, &game.name_of(copying.source)))
        }
        _ => None,
    }
}

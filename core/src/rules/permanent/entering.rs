//! How objects arrive in a zone, mainly on the battlefield: what they would enter as (CR 614.12),
//! attached to what (CR 303.4f-i, 301.5b), face down (CR 708.3), as a copy.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::{Definition, Restriction, StaticEffect, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::face_down::turned_face_up;
use crate::derive::filter::{matches, matches_moved};
use crate::derive::look::hypothetical::hypothetical;
use crate::derive::object::attachment::Attachment;
use crate::derive::object::faces;
use crate::derive::target::attach::{can_be_attached, hosts};
use crate::fact::{Action, Component, Entity, Event, Manner, NewObject, ObjectId, Status, Zone};
use crate::fact::{DefId, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::copying::Numbers;
use super::{copying, merge};
use crate::rules::engine::actions::to_graveyard;
use crate::rules::keyword::reserving;
use crate::rules::linked;

/// What an entering Aura could be attached to, judged as it would be on the battlefield
/// (CR 303.4f). None if it is no Aura, or is to enter attached to something already.
pub(in crate::rules) fn hosts_for(game: &Game, action: &Action) -> Option<Vec<Entity>> {
    match action {
        Action::Move { to: Zone::Battlefield, entering, .. } | Action::CreateToken { entering, .. }
            if entering.attached_to.is_none() =>
        {
            let (view, id) = aura_entering(game, action)?;
            Some(hosts(&view, id))
        }
        _ => None,
    }
}

/// Whether an entering Aura has something to enchant, which is its host if one is given (CR 303.4g,
/// 303.4i). True for anything but an Aura.
pub(in crate::rules) fn has_host(game: &Game, action: &Action) -> bool {
    let said = match action {
        Action::Move { entering, .. } | Action::CreateToken { entering, .. } => entering.attached_to,
        _ => None,
    };
    match (aura_entering(game, action), said) {
        (None, _) => true,
        (Some((view, id)), Some(host)) => can_be_attached(&view, id, host),
        (Some((view, id)), None) => !hosts(&view, id).is_empty(),
    }
}

/// Whether a non-Aura that is to enter attached enters unattached instead, because it can't be
/// attached to that (CR 301.5b, 303.4h).
pub(in crate::rules) fn enters_unattached(game: &Game, action: &Action) -> bool {
    let (Action::Move { to: Zone::Battlefield, entering, .. } | Action::CreateToken { entering, .. }) = action else {
        return false;
    };
    let Some(host) = entering.attached_to else { return false };
    let mut unattached = action.clone();
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &mut unattached {
        entering.attached_to = None;
    }
    let id = game.counters().object;
    let view = match &unattached {
        Action::CreateToken { .. } => token(&unattached, id, game.counters().timestamp)
            .map(|object| hypothetical(game, Event::Created { object: Box::new(object) })),
        _ => as_it_would_enter(game, &unattached).map(|(view, _)| view),
    };
    let Some(view) = view else { return false };
    let kind = view.characteristics(id).and_then(Attachment::of);
    kind != Some(Attachment::Aura) && !can_be_attached(&view, id, host)
}

/// The game with an entering Aura on the battlefield, and the Aura; none for anything else.
pub(in crate::rules) fn aura_entering(game: &Game, action: &Action) -> Option<(Game, ObjectId)> {
    let aura = |it: &crate::fact::Characteristics| Attachment::of(it) == Some(Attachment::Aura);
    // An object that enters face down has the listed characteristics (CR 708.3).
    if action.entering().is_some_and(|entering| entering.face_down.listed().is_some()) {
        return None;
    }
    let (printed, copy) = match action {
        Action::Move { object, entering, manner, .. } => {
            (faces::entering(game, *object, entering.back, *manner == Manner::Play)?, &entering.copy)
        }
        Action::CreateToken { def, entering, .. } => (&game.printed(*def)?.characteristics, &entering.copy),
        _ => return None,
    };
    if copy.is_none() && !aura(printed) {
        return None;
    }
    // Its effect on the enchanted object does not count: it is not attached yet (CR 303.4f,
    // 608.3a).
    let mut action = action.clone();
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &mut action {
        entering.attached_to = None;
    }
    let (view, id) = as_it_would_enter(game, &action)?;
    let is = view.characteristics(id).is_some_and(aura);
    is.then_some((view, id))
}

/// The move to its owner's graveyard for an Aura from the stack with nothing to enchant (CR 303.4g,
/// 303.4i), or a permanent spell that can't enter the battlefield (CR 608.3d).
pub(in crate::rules) fn kept_off(game: &Game, action: &Action) -> Option<(Rule, Action)> {
    match action {
        Action::Move { object, to: Zone::Battlefield, .. } if game.zone_of(*object) == Some(Zone::Stack) => {
            let instead = |rule: Rule| Some((rule, to_graveyard(game, *object, Manner::Resolve)));
            if !has_host(game, action) {
                instead(rule!("303.4g"))
            } else if kept_out(game, action) {
                instead(rule!("608.3d"))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Whether an effect keeps an object from entering the battlefield (CR 400.4, 111.5). A description
/// that names a zone is about the object there; one that names none is about the permanent as it
/// would be (CR 109.2).
pub(in crate::rules) fn kept_out(game: &Game, action: &Action) -> bool {
    let mut entering: Option<Option<(Game, ObjectId)>> = None;
    game.restrictions().any(|(scope, restriction)| {
        let Restriction::CantEnter(what) = restriction else { return false };
        if what.zones() != [ZoneKind::Battlefield] {
            return matches!(action, Action::Move { object, .. } if matches(game, &scope, what, *object));
        }
        let entering = entering.get_or_insert_with(|| as_it_would_enter(game, action));
        entering.as_ref().is_some_and(|(view, id)| match action {
            Action::Move { object, .. } => matches_moved((game, *object), (view, *id), &scope, what),
            _ => matches(view, &scope, what, *id),
        })
    })
}

/// The game with a permanent entered, and the object that it would be (CR 614.12); or with one
/// turned face up (CR 708.11).
pub(in crate::rules) fn as_it_would_enter(game: &Game, action: &Action) -> Option<(Game, ObjectId)> {
    if let Action::TurnFaceUp { object, x, .. } = action {
        return Some((turned_face_up(game, *object, *x), *object));
    }
    if let Action::Transform { object, .. } = action {
        return faces::turned_over(game, *object).map(|view| (view, *object));
    }
    with_entered(game, game, action)
}

/// `view` with one more object entered, which is moved or created in the game `before`; and that
/// object.
pub(in crate::rules) fn with_entered(view: &Game, before: &Game, action: &Action) -> Option<(Game, ObjectId)> {
    let (id, timestamp) = (view.counters().object, view.counters().timestamp);
    let event = match action {
        Action::CreateToken { .. } => Event::Created { object: Box::new(token(action, id, timestamp)?) },
        Action::CreateEmblem { player, def } => {
            Event::Created { object: Box::new(emblem(*player, *def, id, timestamp)) }
        }
        _ => moved(before, action, id, timestamp)?,
    };
    let mut view = hypothetical(view, event);
    if let Some((_, event)) = entered_face_down(before, action, id) {
        view = hypothetical(&view, event);
    }
    if let Some((_, event)) = merge::other_half(&view, action, id, view.counters().timestamp) {
        view = hypothetical(&view, event);
    }
    for (_, event) in copied(&view, action, id) {
        view = hypothetical(&view, event);
    }
    // CR 400.7c, 702.143c: a permanent keeps the designation of the spell that it was.
    let spell = action.objects().first().and_then(|id| before.object(*id)).filter(|it| it.zone == Zone::Stack);
    if let Some((_, event)) = spell.and_then(|it| reserving::stays(it, id)) {
        view = hypothetical(&view, event);
    }
    // CR 614.12a: choices made for it are known.
    for (_, event) in linked::noted_choices(action, id) {
        view = hypothetical(&view, event);
    }
    let counters = view.counters();
    if let Some((_, event)) = being(&view, action, id, counters.effect, counters.timestamp) {
        view = hypothetical(&view, event);
    }
    Some((view, id))
}

/// The event that begins the mover's effect on what the permanent is, as it enters (CR 611.2e), or
/// the permission to cast a former Adventure in exile (CR 716.3d).
pub(in crate::rules) fn being(
    game: &Game,
    action: &Action,
    id: ObjectId,
    effect: crate::fact::EffectId,
    timestamp: crate::fact::Timestamp,
) -> Option<(Rule, Event)> {
    let (entering, to) = match action {
        Action::Move { entering, to, .. } => (entering, *to),
        Action::CreateToken { entering, .. } => (entering, Zone::Battlefield),
        _ => return None,
    };
    let being = entering.being.as_deref()?;
    let permits = matches!(game.definition(being.def), Some(Definition::Effect(StaticEffect::Permit(_))));
    let (rule, zone) =
        if permits { (rule!("716.3d"), ZoneKind::Exile) } else { (rule!("611.2e"), ZoneKind::Battlefield) };
    if to.kind() != zone {
        return None;
    }
    let event = Event::EffectBegan {
        id: effect,
        def: being.def,
        source: being.source,
        controller: being.controller,
        timestamp,
        duration: crate::fact::Canonical::new(crate::card::Duration::Indefinite),
        objects: Some(Arc::new(vec![id])),
        announced: None,
        trigger: None,
    };
    Some((rule, event))
}

/// The event that records the card beneath an object that enters face down, in the game before it
/// enters (CR 708.3).
pub(in crate::rules) fn entered_face_down(before: &Game, action: &Action, id: ObjectId) -> Option<(Rule, Event)> {
    let Action::Move { object, to: Zone::Battlefield, entering, .. } = action else { return None };
    entering.face_down.listed()?;
    // CR 712.11a: in any other zone it will be the whole card, whatever it showed.
    let beneath = faces::whole_of(before, before.object(*object)?);
    Some((rule!("708.3"), Event::EnteredFaceDown { object: id, beneath }))
}

/// The copy effect of an object that has entered as a copy (CR 707.5), in the game after it
/// entered.
pub(in crate::rules) fn copied(game: &Game, action: &Action, id: ObjectId) -> Vec<(Rule, Event)> {
    let counters = game.counters();
    let numbers = Numbers { effect: counters.effect, timestamp: counters.timestamp, trigger: counters.trigger };
    match (action, game.object(id).and_then(|object| object.controller)) {
        (Action::Move { entering, .. } | Action::CreateToken { entering, .. }, Some(controller)) => {
            entering.copy.iter().flat_map(|enters| copying::entered(enters, id, controller, &numbers)).collect()
        }
        _ => Vec::new(),
    }
}

/// The event of a zone change.
pub(in crate::rules) fn moved(
    game: &Game,
    action: &Action,
    id: ObjectId,
    timestamp: crate::fact::Timestamp,
) -> Option<Event> {
    let Action::Move { object, to, position, manner, entering } = action else { return None };
    let before = game.object(*object)?;
    let was = Arc::new(game.snapshot(*object)?);
    if before.component == Component::Ability {
        return Some(Event::Ceased { object: *object, was });
    }
    // CR 400.3: an object goes only to its owner's library, hand or graveyard, whoever's was meant.
    let zone = Zone::of(to.kind(), before.owner);
    if zone == before.zone && matches!(zone, Zone::Library(_)) {
        return Some(Event::Rearranged { object: *object, position: *position });
    }
    let enters = zone == Zone::Battlefield;
    // CR 110.2b: the effect by which a player gained control of a spell goes on (CR 400.7a), so by
    // default the permanent is that of the player who put the spell onto the stack.
    let gained = enters && before.is_spell() && *manner == Manner::Resolve;
    let under = entering.controller.filter(|player| !gained || game.controller(*object) != Some(*player));
    let controller = match zone {
        Zone::Battlefield | Zone::Stack => Some(under.or(before.controller).unwrap_or(before.owner)),
        _ => None,
    };
    let listed = entering.face_down.listed().filter(|_| enters);
    // CR 608.3b, 707.10f: a copy of a permanent spell becomes a token.
    let component = match before.component {
        Component::Copy if enters => Component::Token,
        component => component,
    };
    // An object that enters face down has the listed characteristics (CR 708.3); elsewhere it is
    // face up (CR 708.9).
    let def = listed.or_else(|| merge::melded_face(game, action, before));
    let def = def.unwrap_or_else(|| faces::moving_to(game, before, zone, entering.back));
    let became = NewObject {
        controller,
        position: *position,
        status: Status { tapped: enters && entering.tapped },
        counters: if enters { entering.counters.clone() } else { BTreeMap::new() },
        attached_to: entering.attached_to.filter(|_| enters),
        announced: (enters && before.zone == Zone::Stack).then(|| before.announced.clone()).flatten(),
        ..NewObject::new(id, component, before.owner, def, zone, timestamp)
    };
    let became = if before.pieces().is_empty() { vec![became] } else { merge::each(game, before, &became, entering) };
    Some(Event::Moved { object: *object, from: before.zone, became, manner: *manner, was })
}

/// A token as it is created (CR 111.1-2).
pub(in crate::rules) fn token(action: &Action, id: ObjectId, timestamp: crate::fact::Timestamp) -> Option<NewObject> {
    let Action::CreateToken { player, def, entering } = action else { return None };
    Some(NewObject {
        controller: Some(entering.controller.unwrap_or(*player)),
        status: Status { tapped: entering.tapped },
        counters: entering.counters.clone(),
        attached_to: entering.attached_to,
        ..NewObject::new(id, Component::Token, *player, *def, Zone::Battlefield, timestamp)
    })
}

/// An emblem as it is put into the command zone, owned and controlled by the same player
/// (CR 114.2).
pub(in crate::rules) fn emblem(
    player: PlayerId,
    def: DefId,
    id: ObjectId,
    timestamp: crate::fact::Timestamp,
) -> NewObject {
    let object = NewObject::new(id, Component::Emblem, player, def, Zone::Command, timestamp);
    NewObject { controller: Some(player), ..object }
}

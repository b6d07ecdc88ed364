//! Permanents represented by more than one object (CR 723): mutating creature spells that resolve
//! (CR 702.140, 608.3c), meld pairs (CR 701.37, 713), and the components as such a permanent turns
//! over or leaves (CR 723.3).
//!
//! An object's components are kept with it (`state::Object::pieces`). What that makes it is derived
//! (`derive::object::merged`), and recorded as a consequence of whatever changed a component.

use std::sync::Arc;

use crate::card::Side;
use crate::card::mechanism::Mechanisms;
use crate::derive::object::faces::whole_of_component;
use crate::derive::object::merged::{is_mutating, pieces_of, recomposed};
use crate::fact::{
    Action, Answer, Choice, Component, Domain, Entering, EntersFaceDown, Event, NewObject, Note, ObjectId, Part, Piece,
    Position, Prompt, Proposed, ResolveFrame, Timestamp, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use crate::rules::engine::work::Work;

/// The creature that a resolving spell is about to merge with: the legal target of a mutating
/// creature spell (CR 702.140b-c).
pub(in crate::rules) fn merging(game: &Game, frame: &ResolveFrame) -> Option<(ObjectId, ObjectId)> {
    let spell = frame.object.filter(|id| *id == frame.source && is_mutating(game, *id, &frame.announced))?;
    let target = frame.announced.targets.iter().flatten().find_map(|target| target.object())?;
    game.object(target).is_some_and(Object::is_permanent).then_some((spell, target))
}

/// Asks the controller whether the spell goes on top of the creature or under it (CR 702.140c).
pub(in crate::rules) fn on_top_choice(game: &Game, frame: &ResolveFrame) -> Option<Choice> {
    let (spell, _) = merging(game, frame).filter(|_| frame.started)?;
    Some(Choice {
        player: frame.controller,
        answered_by: frame.controller,
        prompt: Prompt::OnTop(spell),
        rule: rule!("702.140c"),
        domain: Domain::Confirm,
        back_out: false,
    })
}

/// Merges the spell with the creature (CR 702.140c).
pub(in crate::rules) fn answered(work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
    let (Some((spell, creature)), Answer::Confirmed(top)) = (merging(&work.game, frame), answer) else { return };
    work.set_cause(Some(frame.began));
    work.pop(rule!("608.3c"));
    let timestamp = work.new_timestamp();
    let Some(event) = merged(&work.game, (spell, creature), *top, false, timestamp) else { return };
    work.leading_fact(rule!("702.140c"), event);
}

/// The event that merges something with a permanent (CR 723.2).
fn merged(
    game: &Game,
    (object, into): (ObjectId, ObjectId),
    top: bool,
    half: bool,
    timestamp: Timestamp,
) -> Option<Event> {
    let was = Arc::new(game.snapshot(object)?);
    Some(Event::Merged { object, into, top, half, timestamp, was })
}

/// The other card of a meld pair as it enters (CR 701.37a).
pub(in crate::rules) fn counterpart(action: &Action) -> Option<ObjectId> {
    match action {
        Action::Move { to: Zone::Battlefield, entering, .. } => match entering.face_down {
            EntersFaceDown::MeldedWith(counterpart) => Some(counterpart),
            _ => None,
        },
        _ => None,
    }
}

/// The move of the other half of a melded permanent (CR 713.2), in a game in which the first has
/// not left its zone.
pub(in crate::rules) fn other_half(
    game: &Game,
    action: &Action,
    id: ObjectId,
    timestamp: Timestamp,
) -> Option<(Rule, Event)> {
    Some((rule!("713.2"), merged(game, (counterpart(action)?, id), false, true, timestamp)?))
}

/// The definition of the combined back face of an entering melded permanent (CR 713.3b).
pub(in crate::rules) fn melded_face(game: &Game, action: &Action, card: &Object) -> Option<crate::fact::DefId> {
    counterpart(action)?;
    game.side(crate::derive::object::faces::whole_of(game, card), Side::Melded)
}

/// The new objects for the components of a merged permanent that changes zones, topmost first,
/// modelled on the first of them (CR 723.3).
pub(in crate::rules) fn each(game: &Game, before: &Object, first: &NewObject, entering: &Entering) -> Vec<NewObject> {
    let apart = |piece: &Piece| match entering.face_down {
        // CR 903.9c
        _ if entering.commander && game.world().is_commander_card(piece.component) => Some(Zone::Command),
        EntersFaceDown::CardsTo(kind) if piece.component.card().is_some() => Some(Zone::of(kind, before.owner)),
        _ => None,
    };
    let new = |(place, piece): (u32, &Piece)| NewObject {
        id: ObjectId(first.id.0.saturating_add(place)),
        component: piece.component,
        def: whole_of_component(game, piece.component, piece.def),
        zone: apart(piece).unwrap_or(first.zone),
        timestamp: Timestamp(first.timestamp.0.saturating_add(u64::from(place))),
        ..first.clone()
    };
    (0u32..).zip(before.pieces()).map(new).collect()
}

/// Whether a permanent is a token with cards among its components (CR 723.3e).
pub(in crate::rules) fn is_token_with_cards(game: &Game, id: ObjectId) -> bool {
    game.object(id).is_some_and(|object| {
        object.component == Component::Token && object.pieces().iter().any(|piece| piece.component.card().is_some())
    })
}

/// Puts the new objects in the order in which a player arranged the components (CR 713.4a, 723.3a).
/// The one to be on top comes last, unless they go to the bottom of a library. In exile they get
/// their timestamps in that order (CR 713.4b, 723.3b).
pub(in crate::rules) fn arrange(game: &Game, event: &mut Event, arranged: &[ObjectId]) {
    let Event::Moved { object, became, .. } = event else { return };
    let pieces = game.object(*object).map(Object::pieces).unwrap_or_default();
    if pieces.len() != became.len() {
        return;
    }
    let place = |piece: &Piece| arranged.iter().position(|id| *id == piece.was);
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|index| place(&pieces[*index]));
    let timestamps: Vec<Timestamp> = became.iter().map(|new| new.timestamp).collect();
    *became = order.into_iter().map(|index| became[index].clone()).collect();
    for (new, timestamp) in became.iter_mut().zip(timestamps).filter(|(new, _)| new.zone == Zone::Exile) {
        new.timestamp = timestamp;
    }
}

/// Puts cards in order after they have moved, if the owner arranged other cards between the
/// components of a permanent (CR 401.4, 723.3a).
pub(in crate::rules) fn interleaved(game: &Game, actions: &[Proposed], arranged: &[ObjectId]) -> Vec<Event> {
    let place = |id: &ObjectId| arranged.iter().position(|other| other == id);
    let mut lying: Vec<(usize, ObjectId, Position)> = Vec::new();
    let mut apart = false;
    for proposed in actions {
        let Action::Move { object, position, .. } = &proposed.action else { continue };
        let became = game.world().departed.get(object).map(|departed| departed.became.as_slice()).unwrap_or_default();
        let pieces = pieces_of(game, *object);
        let mut places: Vec<usize> = match pieces {
            [] => place(object).into_iter().collect(),
            pieces => pieces.iter().filter_map(|piece| place(&piece.was)).collect(),
        };
        places.sort_unstable();
        apart |= places.windows(2).any(|pair| pair[0] + 1 != pair[1]);
        // A token was not arranged; it comes first.
        let new = became.iter().skip(became.len().saturating_sub(places.len()));
        lying.extend(places.into_iter().zip(new).map(|(place, id)| (place, *id, *position)));
    }
    lying.sort_unstable_by_key(|(place, ..)| *place);
    let put = |(_, object, position)| Event::Rearranged { object, position };
    if apart { lying.into_iter().map(put).collect() } else { Vec::new() }
}

/// The ids by which a permanent is arranged with others: its card components, or itself
/// (CR 723.3a). Tokens stay nowhere.
pub(in crate::rules) fn arranging(object: &Object) -> Vec<ObjectId> {
    match object.pieces() {
        [] => matches!(object.component, Component::Card(_)).then_some(object.id).into_iter().collect(),
        pieces => {
            let cards = pieces.iter().filter(|piece| matches!(piece.component, Component::Card(_)));
            cards.map(|piece| piece.was).collect()
        }
    }
}

/// The face-down components of a permanent and the cards beneath, which are revealed as it leaves
/// (CR 708.9).
pub(in crate::rules) fn face_down_pieces(object: &Object) -> Vec<(ObjectId, crate::fact::DefId)> {
    match object.pieces() {
        [] if object.is_face_down() => vec![(object.id, object.face_up_def())],
        pieces => {
            let down = pieces.iter().filter(|piece| piece.listed.is_some());
            down.map(|piece| (object.id, piece.def)).collect()
        }
    }
}

/// Records what a merged permanent is, if its components change that (CR 702.140e, 723.2): it has
/// merged, turned over, or stopped being a copy.
pub(in crate::rules) fn notice(work: &mut Work, cause: Option<crate::fact::EntryNo>) {
    if !work.game.has_mechanism(Mechanisms::MERGING) {
        return;
    }
    // What a permanent is follows from itself and copy effects.
    let (now, before) = (work.game.world(), work.before().world());
    let same_effects = now.effects.is_same(&before.effects) && !work.game.has_mechanism(Mechanisms::COPY_EFFECTS);
    let same = |id: &ObjectId| match (now.objects.get(id), before.objects.get(id)) {
        (Some(now), Some(before)) => same_effects && Arc::ptr_eq(now, before),
        _ => false,
    };
    let merged: Vec<ObjectId> = work.game.permanents_naming(Mechanisms::MERGING).filter(|id| !same(id)).collect();
    for id in merged {
        let event = match recomposed(&work.game, id) {
            None => continue,
            Some(Ok(event)) => event,
            Some(Err(definition)) => {
                work.intern_shared(&definition);
                let Some(Ok(event)) = recomposed(&work.game, id) else { continue };
                event
            }
        };
        let down = matches!(&event, Event::Composed { beneath: Some(_), .. });
        work.emit(Part::Consequence, cause, if down { rule!("723.2e") } else { rule!("723.2a") }, event);
    }
}

/// The notes on the further objects that a permanent became, like those on the first (CR 713.4c,
/// 723.3c).
pub(in crate::rules) fn noted_of_all(moved: &Event, notes: &mut Vec<(Rule, Event)>) {
    let Event::Moved { became, .. } = moved else { return };
    let Some((first, others)) = became.split_first() else { return };
    let mut more = Vec::new();
    for (rule, event) in notes.iter() {
        if let Event::Noted { object, link, note: Note::Exiled(id) } = event
            && *id == first.id
        {
            let note =
                |new: &NewObject| Event::Noted { object: *object, link: link.clone(), note: Note::Exiled(new.id) };
            more.extend(others.iter().map(|new| (*rule, note(new))));
        }
    }
    notes.extend(more);
}

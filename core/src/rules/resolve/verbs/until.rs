//! Exiling until something happens, and the return (CR 610.3).

use crate::card::verb;
use crate::card::{Objects, TriggerEvent, ZoneKind};
use crate::derive::filter::found;
use crate::derive::filter::occurrences::{Sight, is_happening, occurrences};
use crate::fact::{Canonical, Entity, Entry, Event, Frame, Manner, ObjectId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rules::engine::verb::Verb;
use crate::state::{Game, Until};
use std::sync::Arc;

use super::phase;
use crate::rules::engine::actions;
use crate::rules::engine::actions::move_to;
use crate::rules::engine::cursor::{next, scope};
use crate::rules::engine::lapsed::since;
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::engine::work::Work;
use crate::rules::linked::rule_of;
use crate::rules::replace::perform::{carry_out_to, perform};

impl Verb for verb::ExileUntil {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    /// Exiles objects until something happens, and keeps track of them (CR 610.3).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::ExileUntil { what, until } = self;
        let mut now = frame.clone();
        let first = frame.cursor.last().is_some_and(|level| level.round == 0);
        if first {
            if has_happened(&work.game, frame, until) {
                next(&mut now);
                return work.change(rule!("610.3a"), Frame::Resolve(Box::new(now)));
            }
            now.picked = found(&work.game, &scope(frame), what).into_iter().map(Entity::Object).collect();
            now.set_round(1);
            let cause = Some(frame.began);
            let exile = |id: &ObjectId| move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
            let actions =
                picked(&now).iter().map(exile).map(|action| Proposed::new(action, cause, rule!("610.3"))).collect();
            return carry_out_to(work, frame, (now, rule!("610.3")), actions);
        }
        let departed = &work.game.world().departed;
        let there = |id: &ObjectId| work.game.zone_of(*id) == Some(Zone::Exile);
        let objects: Vec<(ObjectId, Zone)> = picked(frame)
            .iter()
            .filter_map(|id| departed.get(id).filter(|departed| departed.entry >= frame.began))
            .flat_map(|departed| departed.became.iter().map(|new| (*new, departed.was.zone)))
            .filter(|(new, _)| there(new))
            .collect();
        next(&mut now);
        work.change(rule!("608.2c"), Frame::Resolve(Box::new(now)));
        if !objects.is_empty() {
            let event = Event::UntilBegan {
                id: work.new_effect(),
                source: frame.source,
                controller: frame.controller,
                until: Canonical::new(until.clone()),
                announced: LeftBehind::until(&work.game, frame, until),
                objects,
            };
            work.fact(rule!("610.3"), event);
        }
    }
}

/// Returns objects to their former zones immediately after the event (CR 610.3), all at once
/// (CR 610.3d) and under their owners' control (CR 610.3c). Permanents that phased out phase in
/// (CR 610.4, 610.4d).
pub(in crate::rules) fn bring_back(work: &mut Work) {
    let due: Vec<Arc<Until>> = work.game.world().untils.values().filter(|until| until.met).cloned().collect();
    let mut actions = Vec::new();
    for until in &due {
        let done = work.fact(rule_of(until), Event::UntilDone { id: until.id });
        let inward = phase::back(&work.game, until).into_iter();
        actions.extend(inward.map(|action| Proposed::new(action, Some(done), rule!("610.4"))));
        for (id, was) in &until.objects {
            let Some(object) = work.game.object(*id).filter(|object| object.zone == Zone::Exile) else { continue };
            let action = match was {
                Zone::Battlefield => actions::onto_battlefield(*id, object.owner, Manner::Put),
                was => move_to(&work.game, *id, was.kind(), Manner::Put),
            };
            actions.push(Proposed::new(action, Some(done), rule!("610.3c")));
        }
    }
    perform(work, actions);
}

/// The objects of an instruction.
pub(in crate::rules) fn picked(frame: &ResolveFrame) -> Vec<ObjectId> {
    frame.picked.iter().filter_map(|entity| entity.object()).collect()
}

/// Whether the ending event has happened since the spell or ability was put onto the stack, or
/// triggered (CR 610.3a-b).
pub(in crate::rules) fn has_happened(game: &Game, frame: &ResolveFrame, until: &TriggerEvent) -> bool {
    let since = since(game, frame);
    let history = game.world().history.latest().take_while(|entry| entry.no > since);
    let entries: Vec<&Entry> = history.map(|entry| &**entry).filter(|entry| is_happening(entry)).collect();
    let sight = Sight { before: game, now: game };
    !occurrences(sight, &scope(frame), until, &entries).is_empty()
}

/// Whether objects return before anything else happens (CR 610.3).
pub(in crate::rules) fn due(game: &Game) -> bool {
    let untils = &game.world().untils;
    // Asked after each step: the iterator of a map costs more than all the rest.
    !untils.is_empty() && untils.values().any(|until| until.met)
}

//! Phasing in the untap step and by effects (CR 502.1, 702.26, 610.4).

use crate::card::Objects;
use crate::card::verb;
use crate::derive::filter::found;
use crate::fact::{Action, Canonical, Entity, EntryNo, Event, Frame, ObjectId, Proposed, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::state::{Game, Until};

use super::until::has_happened;
use crate::rules::engine::cursor::{next, scope};
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::engine::work::Work;
use crate::rules::keyword::phasing::{inward, of_untap_step, out};
use crate::rules::replace::perform::{carry_out_to, perform};

impl Verb for verb::PhaseOut {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        Some((rule!("702.26b"), out(game, &found(game, &scope(frame), &self.0), false)))
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.0.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::PhaseIn {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        Some((rule!("702.26c"), inward(game, &found(game, &scope(frame), &self.0), false)))
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.0.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::PhaseInAndOut {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let mut actions = inward(game, &found(game, &scope(frame), &self.back), false);
        actions.extend(out(game, &found(game, &scope(frame), &self.out), false));
        Some((rule!("702.26b"), actions))
    }
}

impl Verb for verb::PhaseOutUntil {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    /// Phases permanents out until something happens, and keeps track of them (CR 610.4).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::PhaseOutUntil { what, until, tapped } = self;
        let mut now = frame.clone();
        if frame.cursor.last().is_some_and(|level| level.round == 0) {
            if has_happened(&work.game, frame, until) {
                next(&mut now);
                let rule = if frame.trigger.is_some() { rule!("610.4c") } else { rule!("610.4b") };
                return work.change(rule, Frame::Resolve(Box::new(now)));
            }
            let actions = out(&work.game, &found(&work.game, &scope(frame), what), true);
            let direct = |action: &Action| match action {
                Action::PhaseOut { object, held: true, .. } => Some(Entity::Object(*object)),
                _ => None,
            };
            now.picked = actions.iter().filter_map(direct).collect();
            now.set_round(1);
            let cause = Some(frame.began);
            let actions = actions.into_iter().map(|it| Proposed::new(it, cause, rule!("610.4"))).collect();
            return carry_out_to(work, frame, (now, rule!("610.4")), actions);
        }
        let picked = frame.picked.iter().filter_map(|entity| entity.object());
        let since = |id: ObjectId| {
            let phased = work.game.phased_out(id).filter(|phased| phased.held && phased.since >= frame.began)?;
            Some((id, phased.since))
        };
        let objects: Vec<(ObjectId, EntryNo)> = picked.filter_map(since).collect();
        next(&mut now);
        work.change(rule!("608.2c"), Frame::Resolve(Box::new(now)));
        if !objects.is_empty() {
            let event = Event::PhasedUntil {
                id: work.new_effect(),
                source: frame.source,
                controller: frame.controller,
                until: Canonical::new(until.clone()),
                announced: LeftBehind::until(&work.game, frame, until),
                objects: objects.into_boxed_slice(),
                tapped: *tapped,
            };
            work.fact(rule!("610.4"), event);
        }
    }
}

/// Phases permanents in and out (CR 502.1, 703.4a).
pub(in crate::rules) fn phase(work: &mut Work) {
    let cause = work.cause();
    let actions = of_untap_step(&work.game).into_iter();
    perform(work, actions.map(|action| Proposed::new(action, cause, rule!("502.1"))).collect());
}

/// Whether anything phases out or in before the active player untaps permanents.
pub(in crate::rules) fn is_due(game: &Game) -> bool {
    !of_untap_step(game).is_empty()
}

/// The permanents that phase in right after the awaited event (CR 610.4), without those that have
/// phased in meanwhile, even if they have phased out again (CR 610.4a).
pub(in crate::rules) fn back(game: &Game, until: &Until) -> Vec<Action> {
    let same = |(id, since): &&(ObjectId, EntryNo)| game.phased_out(*id).is_some_and(|phased| phased.since == *since);
    let ids: Vec<ObjectId> = until.phased.iter().filter(same).map(|(id, _)| *id).collect();
    inward(game, &ids, until.tapped)
}

//! Moving objects to another zone, countering spells and abilities, and changing owners (CR 400.6,
//! 407, 701.5).

use std::collections::BTreeMap;

use crate::card::verb;
use crate::card::{
    CounterKind, Definition, FaceDown, Filter, Keyword, Marking, Modification, Objects, Players, StaticEffect, ZoneKind,
};
use crate::derive::Scope;
use crate::derive::filter::{found, players};
use crate::fact::{
    Action, Being, Component, EntersFaceDown, Entity, Event, Manner, ObjectId, PlayerId, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::{host, lock_in, move_to, number, onto_battlefield};
use crate::rules::engine::control::one_of;
use crate::rules::engine::cursor::{go_on, scope, under_one};
use crate::rules::engine::random;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::keyword;
use crate::rules::keyword::reserving;
use crate::rules::replace::combat_progress;
use crate::rules::replace::happen::can_be_countered;
use crate::rules::replace::joining::attacked;
use crate::rules::replace::perform::act;
use crate::rules::zones::zone_changes;

impl Verb for verb::Exile {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let exile = |id| move_to(game, id, ZoneKind::Exile, Manner::Exile);
        Some((rule!("701.11a"), found(game, &scope(frame), &self.0).into_iter().map(exile).collect()))
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.0.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::ExileFaceDown {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let game = &work.game;
        let objects = found(game, &scope(frame), &self.what);
        if let Some(being) = self.being {
            return exile_reserved(work, frame, &objects, being, self.gaining.as_deref());
        }
        let mut seen_by = self.look.as_ref().map(|who| players(game, &scope(frame), who)).unwrap_or_default();
        keyword::hideaway::add_controllers(game, frame, &mut seen_by);
        let exile = |id: ObjectId| {
            let mut action = move_to(game, id, ZoneKind::Exile, Manner::Exile);
            if let Action::Move { entering, .. } = &mut action {
                entering.face_down = EntersFaceDown::ToLookAt(seen_by.clone());
            }
            action
        };
        let actions = objects.into_iter().map(exile).collect();
        act(work, frame, rule!("406.3"), actions);
    }
}

impl Verb for verb::ExilePile {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let cards = found(&work.game, &scope(frame), &self.0);
        let actions = into_pile(work, cards);
        act(work, frame, rule!("406.3"), actions);
    }
}

/// The actions that exile cards in a face-down pile, which is shuffled (CR 701.20a): each is a new
/// object there (CR 400.7), so that they move in the order that they have in the pile.
pub(super) fn into_pile(work: &mut Work, mut cards: Vec<ObjectId>) -> Vec<Action> {
    random::shuffle_pile(work, &mut cards);
    let exile = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, ZoneKind::Exile, Manner::Shuffle);
        if let Some(entering) = action.entering_mut() {
            entering.face_down = EntersFaceDown::ToLookAt(Vec::new());
        }
        action
    };
    cards.iter().map(exile).collect()
}

/// Exiles cards face down with a designation that reserves them for who does so. They get it as
/// they get there ([`reserving::noticed`]).
fn exile_reserved(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    being: Marking,
    gaining: Option<&Keyword>,
) {
    let Some(it) = being.reserving() else { return go_on(work, frame) };
    let given = reserving::given(work, gaining);
    let exile = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
        let face_down = EntersFaceDown::reserved(being, frame.controller, given);
        if let (Some(entering), Some(face_down)) = (action.entering_mut(), face_down) {
            entering.face_down = face_down;
        }
        action
    };
    let actions = cards.iter().map(exile).collect();
    act(work, frame, it.exiles, actions);
}

impl Verb for verb::Put {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let objects = found(&work.game, &scope(frame), &self.what);
        zone_changes::put_into_zone(work, frame, &objects, self.into, self.place, self.random);
    }
}

impl Verb for verb::ShuffleInto {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let objects = found(&work.game, &scope(frame), &self.what);
        let whose = players(&work.game, &scope(frame), &self.whose);
        zone_changes::shuffle_into(work, frame, &objects, &whose);
    }
}

impl Verb for verb::PutOntoBattlefield {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let (game, scope) = (&work.game, scope(frame));
        let joins = self.joining.as_ref().and_then(|joining| combat_progress::joins(game, frame, joining));
        let host = self.attached_to.as_ref().map(|to| host(game, &scope, to));
        let counters: BTreeMap<CounterKind, u32> =
            self.counters.iter().map(|(kind, count)| (kind.clone(), number(game, frame, count))).collect();
        let enter = |id: ObjectId| {
            let owner = game.object(id).map(|object| object.owner);
            let under = players(game, &Scope { affected: Some(Entity::Object(id)), ..scope }, &self.control);
            let owner = owner.filter(|owner| under.contains(owner));
            let controller = owner.or_else(|| one_of(game, frame.object.unwrap_or(frame.source), &under));
            let mut action = onto_battlefield(id, controller.unwrap_or(frame.controller), Manner::Put);
            if let Action::Move { entering, .. } = &mut action {
                entering.tapped = self.tapped;
                entering.back = self.transformed;
                entering.joins = joins;
                entering.attached_to = host;
                entering.counters.clone_from(&counters);
            }
            action
        };
        let there = |id: &ObjectId| game.object(*id).is_some_and(|object| !object.is_permanent());
        let mut actions: Vec<Action> = found(game, &scope, &self.what).into_iter().filter(there).map(enter).collect();
        let modifications: Vec<Modification> =
            self.being.iter().flat_map(|it| lock_in(game, &scope, it, true)).collect();
        if let Some(listed) = &self.face_down {
            let def = work.intern(Definition::FaceDown(FaceDown::clone(listed)));
            let entering = actions.iter_mut().filter_map(Action::entering_mut);
            entering.for_each(|entering| entering.face_down = EntersFaceDown::As(def));
        }
        if !modifications.is_empty() {
            let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
            let def = work.intern(Definition::Effect(effect));
            let being = Being { def, source: frame.source, controller: frame.controller };
            for action in &mut actions {
                if let Action::Move { entering, .. } = action {
                    entering.being = Some(Box::new(being.clone()));
                }
            }
        }
        Some((rule!("110.2a"), actions))
    }

    fn ones(&self, game: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        let mut ones = attacked(game, self.joining.as_ref());
        ones.extend(under_one(game, frame, &self.what, &self.control));
        ones
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.control)
    }
}

impl Verb for verb::Ante {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let game = &work.game;
        // CR 407.4: only its owner antes an object.
        let own = |id: &ObjectId| game.object(*id).is_some_and(|it| it.owner == frame.controller);
        let objects = if game.world().for_ante { found(game, &scope(frame), &self.0) } else { Vec::new() };
        let actions = objects.into_iter().filter(own).map(|id| move_to(game, id, ZoneKind::Ante, Manner::Put));
        let actions = actions.collect();
        act(work, frame, rule!("407.4"), actions);
    }
}

impl Verb for verb::ChangeOwner {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let objects = found(&work.game, &scope(frame), &self.what);
        let to: Vec<PlayerId> = players(&work.game, &scope(frame), &self.to);
        go_on(work, frame);
        let card = |id: &ObjectId| {
            let object = work.game.object(*id);
            object.is_some_and(|it| matches!(it.component, Component::Card(_)))
        };
        let cards: Vec<ObjectId> = objects.into_iter().filter(card).collect();
        if let [to] = to.as_slice() {
            for object in cards {
                work.fact(rule!("407.3"), Event::OwnerChanged { object, to: *to });
            }
        }
    }
}

impl Verb for verb::Counter {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let countered = found(&work.game, &scope(frame), &self.0);
        counter(work, frame, &countered, ZoneKind::Graveyard);
    }
}

impl Verb for verb::CounterInto {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let countered = found(&work.game, &scope(frame), &self.what);
        counter(work, frame, &countered, self.into);
    }
}

/// Counters spells, which go to their owners' graveyards, and abilities, which cease to exist
/// (CR 701.5a).
fn counter(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId], into: ZoneKind) {
    let on_stack = |id: &&ObjectId| work.game.zone_of(**id) == Some(Zone::Stack) && can_be_countered(&work.game, **id);
    let countered: Vec<ObjectId> = objects.iter().filter(on_stack).copied().collect();
    for object in &countered {
        work.fact(rule!("701.5a"), Event::Countered { object: *object });
    }
    let actions = countered.iter().map(|id| move_to(&work.game, *id, into, Manner::Counter)).collect();
    act(work, frame, rule!("701.5a"), actions);
}

//! Manifesting, and turning permanents over (CR 701.34, 708).

use crate::card::verb;
use crate::card::{Definition, FaceDown, Objects, Players};
use crate::derive::filter::{found, players};
use crate::fact::{Action, EntersFaceDown, Entity, Frame, Manner, ObjectId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use crate::rules::engine::cursor::{scope, under_one};
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, control};
use crate::rules::replace::perform::{act, perform};
use crate::rules::variant::conspiracies;
use crate::rules::zones::zone_changes;

impl Verb for verb::TurnFaceDown {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let objects = found(&work.game, &scope(frame), &self.0);
        let def = work.intern(Definition::FaceDown(FaceDown::default()));
        let turn = |object| Action::TurnFaceDown { object, def };
        Some((rule!("708.2a"), objects.into_iter().map(turn).collect()))
    }
}

impl Verb for verb::TurnFaceUp {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        // CR 702.37f: the X of the special action, not the X of a spell or ability.
        let special = frame.object.is_none() && frame.origin.is_none() && frame.trigger.is_none();
        let (x, megamorph) = (frame.announced.x.filter(|_| special), self.megamorph);
        let turn = |object| Action::TurnFaceUp { object, megamorph, x, entering: Box::default() };
        let rule = if special { rule!("116.2b") } else { rule!("708.8") };
        let is_card = |id: &ObjectId| matches!(work.game.zone_of(*id), Some(Zone::Exile | Zone::Command));
        let (cards, permanents): (Vec<ObjectId>, Vec<ObjectId>) =
            found(&work.game, &scope(frame), &self.what).into_iter().partition(is_card);
        act(work, frame, rule, permanents.into_iter().map(turn).collect());
        for id in cards {
            match work.game.object(id) {
                Some(it) if it.zone == Zone::Exile => zone_changes::turn_up(work, rule!("406.3"), id),
                Some(it) if it.face_down.is_some() => conspiracies::reveal(work, id),
                _ => {}
            }
        }
    }
}

impl Verb for verb::Manifest {
    /// Puts cards onto the battlefield face down (CR 701.34a), those of a library one at a time
    /// (CR 701.34d).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Manifest { who, what } = self;
        let mut now = frame.clone();
        let Some(level) = now.cursor.last_mut() else { return };
        let round = usize::from(level.round);
        if round == 0 {
            now.picked = found(&work.game, &scope(frame), what).into_iter().map(Entity::Object).collect();
        }
        let cards: Vec<ObjectId> = now.picked.iter().filter_map(|it| it.object()).collect();
        let library = |id: &ObjectId| matches!(work.game.zone_of(*id), Some(Zone::Library(_)));
        let one_at_a_time = cards.iter().skip(round).any(library);
        let rule = if one_at_a_time && cards.len() > 1 { rule!("701.34d") } else { rule!("701.34a") };
        let upto = if one_at_a_time { round.saturating_add(1).min(cards.len()) } else { cards.len() };
        let under = players(&work.game, &scope(frame), who);
        let def = work.intern(Definition::FaceDown(FaceDown::manifested()));
        let entering = |id: ObjectId| {
            let owner = work.game.object(id).map(|object| object.owner);
            let controller = owner
                .filter(|owner| under.contains(owner))
                .or_else(|| control::one_of(&work.game, frame.object.unwrap_or(frame.source), &under));
            let mut action = actions::onto_battlefield(id, controller.unwrap_or(frame.controller), Manner::Put);
            if let Some(entering) = action.entering_mut() {
                entering.face_down = EntersFaceDown::As(def);
            }
            action
        };
        let actions: Vec<Action> = cards.iter().take(upto).skip(round).map(|id| entering(*id)).collect();
        if upto == cards.len() {
            now.picked.clear();
            return act(work, &now, rule, actions);
        }
        level.round += 1;
        work.change(rule, Frame::Resolve(Box::new(now)));
        let cause = Some(frame.began);
        perform(work, actions.into_iter().map(|action| Proposed::new(action, cause, rule)).collect());
    }

    fn ones(&self, game: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        under_one(game, frame, &self.what, &self.who)
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

//! Discarding cards and sacrificing permanents (CR 701.8, 701.17).

use crate::card::verb;
use crate::card::{Players, Quantity};
use crate::derive::filter::{all_matching, found, players};
use crate::derive::pay::able;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Answer, Choice, Domain, Entity, Frame, Item, Manner, ObjectId, PlayerId, Prompt, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::{of_each, sacrificed, to_graveyard};
use crate::rules::engine::apnap::{Turns, each_of, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::random;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

/// An instruction with which players give up a number of objects that they pick.
trait GivesUp {
    /// The rule and the manner in which the objects are moved.
    const AS: (Rule, Manner);

    /// Who, and how many each.
    fn whom(&self) -> (&Players, &Quantity);

    /// What a player can pick.
    fn options(&self, game: &Game, scope: &Scope<'_>, player: PlayerId) -> Vec<ObjectId>;

    /// Whether nobody picks.
    fn is_random(&self) -> bool {
        false
    }
}

impl GivesUp for verb::Discard {
    const AS: (Rule, Manner) = (rule!("701.8a"), Manner::Discard);

    fn whom(&self) -> (&Players, &Quantity) {
        (&self.who, &self.count)
    }

    fn options(&self, game: &Game, _: &Scope<'_>, player: PlayerId) -> Vec<ObjectId> {
        game.zone(Zone::Hand(player)).to_vec()
    }

    fn is_random(&self) -> bool {
        self.at_random
    }
}

impl GivesUp for verb::Sacrifice {
    const AS: (Rule, Manner) = (rule!("701.17a"), Manner::Sacrifice);

    fn whom(&self) -> (&Players, &Quantity) {
        (&self.who, &self.count)
    }

    fn options(&self, game: &Game, scope: &Scope<'_>, player: PlayerId) -> Vec<ObjectId> {
        let own = |id: &ObjectId| game.controller(*id) == Some(player) && able::can_be_sacrificed(game, *id);
        all_matching(game, scope, &self.what).into_iter().filter(own).collect()
    }
}

/// Asks each player in turn, then moves all that was picked.
macro_rules! followed {
    ($($verb:ty),+) => {$(
        impl Verb for $verb {
            fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
                let (player, options, count) = picking(game, frame, self).filter(|_| !self.is_random())?;
                (count > 0 && options.len() > count as usize).then(|| {
                    let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
                    let domain = Domain::Pick { options, min: count, max: count };
                    ask(player, Prompt::Objects(frame.object.unwrap_or(frame.source)), rule!("608.2d"), domain)
                })
            }

            /// So few that all are taken, or none is, one player after another (CR 101.4).
            fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
                let (_, options, count) = picking(game, frame, self).filter(|_| !self.is_random())?;
                let taken = options.into_iter().take(count as usize);
                Some(Answer::Picked(taken.map(|id| Item::Entity(Entity::Object(id))).collect()))
            }

            fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
                // Nobody is asked: these are no more than the number, or it is none (CR 107.1b).
                let (mut picked, count) = match picking(&work.game, frame, self) {
                    Some((_, options, count)) if count > 0 => (options, count),
                    Some(_) | None => (Vec::new(), 0),
                };
                if self.is_random() {
                    picked = random::pick(work, picked, count as usize);
                }
                pick(work, frame, self, picked);
            }

            fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
                if let Answer::Picked(items) = answer {
                    pick(work, frame, self, objects_of(items));
                }
            }

            fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
                each_of(game, frame, &self.who)
            }

            fn in_any_order(&self) -> Option<(&Players, bool)> {
                (!self.is_random()).then_some((&self.who, false))
            }

            fn doers(&self) -> Option<&Players> {
                Some(&self.who)
            }

            fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
                let count = of_each(game, frame, &self.who, &self.count);
                let enough = |player: PlayerId| {
                    let there = self.options(game, &scope(frame).done_by(&self.who, player), player);
                    there.len() >= count(player) as usize
                };
                Some(players(game, &scope(frame), &self.who).into_iter().all(enough))
            }
        }
    )+};
}

followed!(verb::Discard, verb::Sacrifice);

/// The next player to pick objects for an instruction, the options, and how many.
fn picking<T: GivesUp>(game: &Game, frame: &ResolveFrame, it: &T) -> Option<(PlayerId, Vec<ObjectId>, u32)> {
    let (who, count) = it.whom();
    let round = usize::from(frame.cursor.last()?.round);
    let player = *in_turn(game, frame, || players(game, &scope(frame), who)).get(round)?;
    // "They" is the player who does it.
    let options = it.options(game, &scope(frame).done_by(who, player), player);
    Some((player, options, of_each(game, frame, who, count)(player)))
}

/// Records a player's pick; once all have picked, it happens.
fn pick<T: GivesUp>(work: &mut Work, frame: &ResolveFrame, it: &T, objects: Vec<ObjectId>) {
    let mut frame = frame.clone();
    frame.picked.extend(objects.into_iter().map(Entity::Object));
    frame.next_round();
    if picking(&work.game, &frame, it).is_some() {
        return work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame)));
    }
    let (rule, manner) = T::AS;
    let picked = frame.picked.iter().filter_map(|entity| entity.object());
    let actions = picked.map(|id| to_graveyard(&work.game, id, manner)).collect();
    act(work, &frame, rule, actions);
}

impl Verb for verb::DiscardThose {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let in_hand = |id: &ObjectId| matches!(game.zone_of(*id), Some(Zone::Hand(_)));
        let cards = found(game, &scope(frame), &self.0).into_iter().filter(in_hand);
        Some((rule!("701.8a"), cards.map(|id| to_graveyard(game, id, Manner::Discard)).collect()))
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.0.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::SacrificeThose {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let objects = found(game, &scope(frame), &self.0);
        Some((rule!("701.17a"), sacrificed(game, &[frame.controller], objects.into_iter())))
    }
}

impl Verb for verb::SacrificeTheirs {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let (who, what) = (players(game, &scope(frame), &self.who), found(game, &scope(frame), &self.what));
        Some((rule!("701.17a"), sacrificed(game, &who, what.into_iter())))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

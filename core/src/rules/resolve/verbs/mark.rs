//! Designations of permanents that mean nothing by themselves (CR 701.31b, 702.112b), and of cards
//! in exile that are reserved for a later turn.

use crate::card::verb;
use crate::derive::filter::{found, quantity};
use crate::fact::{Event, ObjectId, ResolveFrame};
use crate::rule;
use crate::state::Object;

use crate::rules::engine::actions::amount;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::keyword::reserving;

impl Verb for verb::Mark {
    /// Gives the designation to permanents that don't have it, or to cards in exile.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Mark { what, being, number, gaining } = self;
        let scope = scope(frame);
        let game = &work.game;
        if being.reserving().is_some() {
            let cards = found(game, &scope, what);
            go_on(work, frame);
            return reserving::reserve(work, &cards, *being, gaining.as_deref());
        }
        let number = number.as_ref().map_or(0, |number| amount(quantity(game, &scope, number)));
        let lacks = |object: &Object| object.is_permanent() && !object.markings().contains(being);
        let mut marked: Vec<ObjectId> = found(game, &scope, what);
        marked.retain(|id| game.object(*id).is_some_and(lacks));
        go_on(work, frame);
        for object in marked {
            work.fact(rule!("702.112b"), Event::BecameMarked { object, being: *being, number });
        }
    }
}

//! Adapting (CR 701.43).

use crate::card::CounterKind;
use crate::card::verb;
use crate::derive::filter::quantity;
use crate::fact::{Action, Entity, ResolveFrame};
use crate::rule;

use crate::rules::engine::actions::amount;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::Adapt {
    /// Puts the counters on the permanent with the ability if it has none (CR 701.43a).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Adapt(count) = self;
        let count = amount(quantity(&work.game, &scope(frame), count));
        let kind = CounterKind::PowerToughness(1, 1);
        let this = work.game.object(frame.source).filter(|it| it.is_permanent() && it.counters_of(&kind) == 0);
        let on = this.map(|it| Entity::Object(it.id));
        let put = on.map(|on| Action::PutCounters { by: Some(frame.controller), on, kind, count });
        act(work, frame, rule!("701.43a"), put.into_iter().collect());
    }
}

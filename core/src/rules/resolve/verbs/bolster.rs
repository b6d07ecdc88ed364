//! Bolstering (CR 701.33).

use crate::card::verb;
use crate::card::{CardType, CounterKind, Filter, Players};
use crate::derive::Look;
use crate::derive::filter::{all_matching, quantity};
use crate::fact::{Action, Answer, Choice, Domain, Entity, Item, ObjectId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::amount;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::Bolster {
    /// Asks which of several creatures with the least toughness gets the counters (CR 701.33a).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let options: Vec<Item> =
            candidates(game, frame).into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
        let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
        (options.len() > 1)
            .then(|| ask(frame.controller, prompt, rule!("701.33a"), Domain::Pick { options, min: 1, max: 1 }))
    }

    /// Bolsters the only creature to choose, if there is one.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let only = candidates(&work.game, frame);
        bolster(work, frame, self, &only);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        bolster(work, frame, self, &objects_of(items));
    }
}

fn bolster(work: &mut Work, frame: &ResolveFrame, instruction: &verb::Bolster, chosen: &[ObjectId]) {
    let verb::Bolster(count) = instruction;
    let count = amount(quantity(&work.game, &scope(frame), count));
    let put = |id: &ObjectId| Action::PutCounters {
        by: Some(frame.controller),
        on: Entity::Object(*id),
        kind: CounterKind::PowerToughness(1, 1),
        count,
    };
    let actions = chosen.iter().map(put).collect();
    act(work, frame, rule!("701.33a"), actions);
}

/// The player's creatures with the least toughness.
fn candidates(game: &Game, frame: &ResolveFrame) -> Vec<ObjectId> {
    let yours = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
    let toughness = |id: ObjectId| game.characteristics(id).and_then(|it| it.toughness).unwrap_or(0);
    let mut creatures = all_matching(game, &scope(frame), &yours);
    let least = creatures.iter().map(|id| toughness(*id)).min();
    creatures.retain(|id| Some(toughness(*id)) == least);
    creatures
}

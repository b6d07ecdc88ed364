//! Populating (CR 701.30).

use crate::card::verb;
use crate::card::{CardType, Filter, Instruction, Objects, Players, Quantity};
use crate::derive::filter::all_matching;
use crate::fact::{Answer, Choice, Chosen, Domain, Entity, Item, ObjectId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope, set_place};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::execute;

impl Verb for verb::Populate {
    /// Asks which of several creature tokens is copied (CR 701.30a).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let options: Vec<Item> =
            candidates(game, frame).into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
        let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
        (options.len() > 1)
            .then(|| ask(frame.controller, prompt, rule!("701.30a"), Domain::Pick { options, min: 1, max: 1 }))
    }

    /// Copies the only creature token, if there is one (CR 701.30b).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let only = candidates(&work.game, frame);
        populate(work, frame, only.first().copied());
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        populate(work, frame, objects_of(items).first().copied());
    }
}

/// Creates a token that is a copy of the chosen one.
fn populate(work: &mut Work, frame: &ResolveFrame, chosen: Option<ObjectId>) {
    let Some(chosen) = chosen else { return go_on(work, frame) };
    let Ok(place) = u8::try_from(frame.announced.chosen.len()) else { return go_on(work, frame) };
    let mut now = frame.clone();
    set_place(&mut now, place, Chosen { what: vec![Entity::Object(chosen)], portions: Vec::new() });
    let copy = verb::CreateCopies {
        who: Players::You,
        count: Quantity::Fixed(1),
        of: Objects::Chosen(place),
        except: Vec::new(),
        tapped: false,
        joining: None,
        marked: None,
    };
    execute(work, &now, &Instruction::CreateCopies(copy));
}

/// The player's creature tokens.
fn candidates(game: &Game, frame: &ResolveFrame) -> Vec<ObjectId> {
    let yours = Filter::All(vec![Filter::Type(CardType::Creature), Filter::Token, Filter::ControlledBy(Players::You)]);
    all_matching(game, &scope(frame), &yours)
}

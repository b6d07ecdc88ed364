//! Looking at hidden cards, and at the top of one's library to put some of them away (CR 701.16b, 701.18, 701.42). In which
//! order cards lie on top of a library or on its bottom is chosen as they are put there ([`super::arrange`]).

use crate::card::Instruction;
use crate::derive::filter::{found, players, quantity};
use crate::fact::{
    Action, Answer, Choice, DefId, Domain, Entering, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Position,
    Prompt, Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::happen::to_graveyard;
use super::instructions::{amount, ask, go_on, paid};
use super::pay;
use super::replace::perform;
use super::resolve::scope;
use super::work::Work;

/// Whose library is looked through, which cards on top of it, and by which rule.
fn looked_through(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(PlayerId, Vec<ObjectId>, Rule)> {
    let scope = scope(frame);
    let (who, count, rule) = match instruction {
        Instruction::Scry { who, count } => (who, count, rule!("701.18a")),
        Instruction::Surveil { who, count } => (who, count, rule!("701.42a")),
        _ => return None,
    };
    let player = *players(game, &scope, who).first()?;
    let count = amount(quantity(game, &scope, count)) as usize;
    Some((player, game.zone(Zone::Library(player)).iter().take(count).copied().collect(), rule))
}

/// Which of the cards go away from the top, once they have been looked at.
pub(super) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    if frame.cursor.last()?.round == 0 {
        return None;
    }
    let (player, cards, rule) = looked_through(game, frame, instruction)?;
    let object = frame.object.unwrap_or(frame.source);
    let prompt = match instruction {
        Instruction::Surveil { .. } => Prompt::ToGraveyard(object),
        _ => Prompt::ToBottom(object),
    };
    let max = u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let options = cards.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    (max > 0).then(|| ask(player, prompt, rule, Domain::Pick { options, min: 0, max }))
}

/// The cards that go away are chosen: the others go back on top.
pub(super) fn answered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let away = pay::objects_of(items);
    let Some((_, cards, rule)) = looked_through(&work.game, frame, instruction) else { return go_on(work, frame) };
    go_on(work, frame);
    let game = &work.game;
    let cause = work.cause();
    let into_library = |id: ObjectId, position: Position| {
        let owner = game.object(id).map(|object| object.owner).unwrap_or_default();
        Action::Move {
            object: id,
            to: Zone::Library(owner),
            position,
            manner: Manner::Put,
            entering: Entering::default(),
        }
    };
    let put_away = |id: ObjectId| match instruction {
        Instruction::Surveil { .. } => to_graveyard(game, id, Manner::Put),
        _ => into_library(id, Position::Bottom),
    };
    let stays = cards.iter().filter(|id| !away.contains(id)).copied().collect::<Vec<_>>();
    let moved = away.iter().map(|id| put_away(*id));
    // One that stays on top lies there already.
    let back = stays.iter().filter(|_| stays.len() > 1).map(|id| into_library(*id, Position::Top));
    let actions: Vec<Proposed> = moved.chain(back).map(|action| Proposed::new(action, cause, rule)).collect();
    perform(work, actions);
}

/// Looks.
pub(super) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    if let Instruction::LookAt { who, what } = instruction {
        let scope = scope(frame);
        let cards = with_definitions(&work.game, &found(&work.game, &scope, what));
        let who = players(&work.game, &scope, who);
        go_on(work, frame);
        for player in who.into_iter().filter(|_| !cards.is_empty()) {
            work.fact(rule!("701.16b"), Event::LookedAt { player, cards: cards.clone() });
        }
        return;
    }
    match looked_through(&work.game, frame, instruction) {
        // CR 701.18b: to look at no cards is nothing.
        Some((player, cards, rule)) if !cards.is_empty() && frame.cursor.last().is_some_and(|it| it.round == 0) => {
            let cards = with_definitions(&work.game, &cards);
            work.change(rule, Frame::Resolve(Box::new(paid(frame))));
            work.fact(rule, Event::LookedAt { player, cards });
        }
        _ => go_on(work, frame),
    }
}

fn with_definitions(game: &Game, cards: &[ObjectId]) -> Vec<(ObjectId, DefId)> {
    cards.iter().filter_map(|id| game.object(*id).map(|object| (*id, object.face_up_def()))).collect()
}

//! Scry, fateseal and surveil: looking at the top of a library and putting some of it away (CR
//! 701.16b, 701.18, 701.22, 701.42). The order of cards on the top or bottom of a library is chosen
//! as they are put there ([`crate::rules::replace::arrange`]).

use crate::card::{Instruction, Place, Players};
use crate::derive::filter::{found, players, quantity};
use crate::fact::{
    Action, Answer, Choice, DefId, Domain, Entering, Entity, EntryNo, Event, Frame, Item, Manner, ObjectId, PlayerId,
    Position, Prompt, Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::MOST_AT_ONCE;
use crate::rules::engine::actions::{amount, ask, to_graveyard};
use crate::rules::engine::cursor::{go_on, paid, scope};
use crate::rules::engine::work::Work;
use crate::rules::engine::{paid_with, random};
use crate::rules::replace::perform::perform;

/// The player who looks, the cards looked at on top of a library, and the rule.
fn looked_through(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(PlayerId, Vec<ObjectId>, Rule)> {
    let scope = scope(frame);
    let (who, count, rule) = match instruction {
        Instruction::Scry { who, count } => (who, count, rule!("701.18a")),
        Instruction::Surveil { who, count } => (who, count, rule!("701.42a")),
        Instruction::Fateseal(count) => (&Players::You, count, rule!("701.22a")),
        _ => return None,
    };
    let player = *players(game, &scope, who).first()?;
    let whose = match instruction {
        Instruction::Fateseal(_) => *players(game, &scope, &Players::Opponents).first()?,
        _ => player,
    };
    let count = amount(quantity(game, &scope, count)) as usize;
    Some((player, game.zone(Zone::Library(whose)).iter().take(count).copied().collect(), rule))
}

/// Asks which of the cards to put away.
pub(in crate::rules) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
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

/// Puts the chosen cards away and the others back on top.
pub(in crate::rules) fn answered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let away = paid_with::objects_of(items);
    let Some((player, cards, rule)) = looked_through(&work.game, frame, instruction) else { return go_on(work, frame) };
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
            // CR 701.22a: whoever looks at the cards arranges them.
            entering: Entering { arranged_by: Some(player).filter(|it| *it != owner), ..Entering::default() },
        }
    };
    let put_away = |id: ObjectId| match instruction {
        Instruction::Surveil { .. } => to_graveyard(game, id, Manner::Put),
        _ => into_library(id, Position::Bottom),
    };
    let stays = cards.iter().filter(|id| !away.contains(id)).copied().collect::<Vec<_>>();
    let moved = away.iter().map(|id| put_away(*id));
    // A single card that stays is already on top.
    let back = stays.iter().filter(|_| stays.len() > 1).map(|id| into_library(*id, Position::Top));
    let actions: Vec<Proposed> = moved.chain(back).map(|action| Proposed::new(action, cause, rule)).collect();
    perform(work, actions);
}

/// Shuffles a library without the cards that were found, which are then put in their place
/// (CR 701.20b).
pub(in crate::rules) fn shuffle_and_put(work: &mut Work, player: PlayerId, found: &[ObjectId], place: Place) {
    let placed: Vec<(ObjectId, Position)> = found.iter().map(|id| (*id, place.into())).collect();
    random::shuffle_beside(work, player, &placed);
    // Several cards need an order (CR 401.4).
    if found.len() < 2 {
        return;
    }
    let cause = work.cause();
    let put = |id: &ObjectId| Action::Move {
        object: *id,
        to: Zone::Library(player),
        position: place.into(),
        manner: Manner::Put,
        entering: Entering::default(),
    };
    let actions = found.iter().map(put).map(|action| Proposed::new(action, cause, rule!("701.20b"))).collect();
    perform(work, actions);
}

/// Looks at the cards.
pub(in crate::rules) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
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
        // CR 701.18b: looking at no cards does nothing.
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

/// The cards that an event puts into a library as it also shuffles it (CR 701.20g), and those that
/// the same scry or surveil leaves on top.
pub(in crate::rules) fn placed_beside(
    game: &Game,
    frame: &ResolveFrame,
    player: PlayerId,
) -> Vec<(ObjectId, Position)> {
    let history = &game.world().history;
    let entry = |no: EntryNo| history.latest().find(|entry| entry.no == no);
    let shuffled = frame.trigger.as_ref().and_then(|trigger| match &entry(trigger.event)?.event {
        Event::Replaced { before, after, .. } => match (&**before, after.as_slice()) {
            (Action::Move { object, .. }, [Action::Move { manner: Manner::Shuffle, .. }]) => Some(*object),
            _ => None,
        },
        _ => None,
    });
    let Some(shuffled) = shuffled else { return Vec::new() };
    // A card that was in the library is still there.
    let rearranged = |event: &Event| matches!(event, Event::Rearranged { object, .. } if *object == shuffled);
    let departed = || game.world().departed.get(&shuffled).map(|departed| departed.entry);
    let within = history.latest().find(|entry| rearranged(&entry.event)).map(|entry| entry.no);
    let Some(moved) = departed().or(within) else { return Vec::new() };
    let put = history.latest().take_while(|entry| entry.no.0 + u64::from(MOST_AT_ONCE) > moved.0);
    let put = put.filter(|entry| matches!(entry.event, Event::Moved { .. } | Event::Rearranged { .. }));
    let mut placed: Vec<(ObjectId, Position)> = Vec::new();
    for entry in put.filter(|entry| game.at_once(entry.no, moved)) {
        match &entry.event {
            Event::Moved { became, manner, .. } if *manner != Manner::Shuffle => {
                let there = became.iter().filter(|it| it.zone == Zone::Library(player));
                placed.extend(there.map(|it| (it.id, it.position)));
            }
            Event::Rearranged { object, position } if *object != shuffled => placed.push((*object, *position)),
            _ => {}
        }
    }
    // A card that stays on top is already there: no event reports it.
    let rule = game.rule_of(moved).filter(|rule| [rule!("701.18a"), rule!("701.42a")].contains(rule));
    let looked = history.latest().skip_while(|entry| entry.no > moved).find_map(|entry| match &entry.event {
        Event::LookedAt { player: who, cards } if Some(entry.rule) == rule && *who == player => Some(cards),
        _ => None,
    });
    for (card, _) in looked.into_iter().flatten() {
        if *card != shuffled && placed.iter().all(|(other, _)| other != card) {
            placed.push((*card, Position::Top));
        }
    }
    let library: Vec<ObjectId> = game.zone(Zone::Library(player)).to_vec();
    placed.retain(|(card, _)| library.contains(card));
    placed.sort_by_key(|(card, _)| library.iter().position(|other| other == card));
    placed
}

//! Conspiracies (CR 314, 905.4): which ones begin the game in the command zone, and hidden agendas
//! (CR 702.106). A card with one is face down there, and the names that its controller has chosen
//! secretly are noted on it.

use crate::card::{CardType, Keyword, Value};
use crate::derive::look::names::card_names;
use crate::derive::look::printed_types;
use crate::fact::frame::ConspiraciesFrame;
use crate::fact::{
    Answer, Casual, Choice, Domain, Entity, Event, Frame, Item, Note, ObjectId, PlayerId, Prompt, Zone,
    frame::OpeningFrame,
};
use crate::rule;
use crate::state::Game;

use super::supplement::turn_over;
use crate::rules::engine::control::ask;
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::work::Work;

/// What comes before decks are shuffled, if players have conspiracies (CR 103.2d).
pub(in crate::rules) fn begin_conspiracies(game: &Game, opening: &OpeningFrame) -> Option<Frame> {
    if !game.is_played_as(Casual::Conspiracy) {
        return None;
    }
    let opening = opening.clone();
    let frame = ConspiraciesFrame { opening, settled: Vec::new(), chosen: None, named: Vec::new() };
    next(game, &frame).is_some().then(|| Frame::Conspiracies(Box::new(frame)))
}

/// The conspiracies of a player's sideboard.
fn aside(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    let sideboard = game.zone(Zone::Outside(player)).iter().copied();
    sideboard.filter(|id| printed_types(game, *id).has(CardType::Conspiracy)).collect()
}

/// The next player, in turn order, to put conspiracies into the command zone.
fn next(game: &Game, frame: &ConspiraciesFrame) -> Option<PlayerId> {
    let players = game.turn_order_from(game.starting_player()).into_iter();
    players.filter(|player| !frame.settled.contains(player)).find(|player| !aside(game, *player).is_empty())
}

/// How many names a conspiracy asks for as it is put into the command zone (CR 702.106a, 702.106f).
fn names_for(game: &Game, object: ObjectId) -> u32 {
    let has = |keyword: Keyword| game.has_keyword(object, &keyword);
    if has(Keyword::DoubleAgenda) { 2 } else { u32::from(has(Keyword::HiddenAgenda)) }
}

/// The next chosen conspiracy that needs names.
fn unnamed(game: &Game, frame: &ConspiraciesFrame) -> Option<ObjectId> {
    let named = |id: &ObjectId| frame.named.iter().any(|(of, _)| of == id);
    frame.chosen.iter().flatten().copied().find(|id| names_for(game, *id) > 0 && !named(id))
}

/// Asks which conspiracies a player puts into the command zone, and then for each hidden agenda.
pub(in crate::rules) fn conspiracies_choice(game: &Game, frame: &ConspiraciesFrame) -> Option<Choice> {
    let player = next(game, frame)?;
    if let Some(object) = unnamed(game, frame) {
        let options: Vec<Item> = card_names(game, None).into_iter().map(Item::Name).collect();
        let count = names_for(game, object).min(u32::try_from(options.len()).unwrap_or(u32::MAX));
        let domain = Domain::Pick { options, min: count, max: count };
        return Some(ask(player, Prompt::Agenda(object), rule!("702.106a"), domain));
    }
    let options: Vec<Item> = aside(game, player).into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
    Some(ask(player, Prompt::Conspiracies, rule!("905.4"), Domain::Pick { options, min: 0, max }))
}

/// Takes an answer. Once a player has chosen everything, the conspiracies are put into the command
/// zone.
pub(in crate::rules) fn answered(work: &mut Work, frame: &ConspiraciesFrame, answer: &Answer) {
    let (Some(player), Answer::Picked(items)) = (next(&work.game, frame), answer) else { return };
    let mut frame = frame.clone();
    match unnamed(&work.game, &frame) {
        Some(object) => {
            let name = |item: &Item| if let Item::Name(name) = item { Some(name.clone()) } else { None };
            frame.named.push((object, items.iter().filter_map(name).collect()));
        }
        None => frame.chosen = Some(objects_of(items)),
    }
    if unnamed(&work.game, &frame).is_some() {
        return work.change(rule!("905.4"), Frame::Conspiracies(Box::new(frame)));
    }
    let (chosen, named) = (frame.chosen.take().unwrap_or_default(), std::mem::take(&mut frame.named));
    frame.settled.push(player);
    work.change(rule!("905.4"), Frame::Conspiracies(Box::new(frame)));
    for object in chosen {
        let Some(id) = turn_over(work, rule!("905.4"), object, Zone::Command, Some(player)) else { continue };
        if let Some((_, names)) = named.iter().find(|(of, _)| *of == object) {
            work.fact(rule!("702.106a"), Event::AgendaHidden { player, object: id, names: names.clone() });
        }
    }
}

/// Turns a face-down conspiracy face up, which reveals the chosen names (CR 702.106c).
pub(in crate::rules) fn reveal(work: &mut Work, object: ObjectId) {
    let Some(player) = work.game.object(object).and_then(|it| it.controller) else { return };
    let noted = work.game.world().notes.get(&object);
    let names = noted.into_iter().flat_map(|notes| notes.iter()).flat_map(|(_, note)| match note {
        Note::Value(Value::Name(name)) => vec![name.clone()],
        Note::Names(names) => names.clone(),
        _ => Vec::new(),
    });
    let names = names.collect();
    let timestamp = work.new_timestamp();
    work.fact(rule!("702.106c"), Event::AgendaRevealed { player, object, names, timestamp });
}

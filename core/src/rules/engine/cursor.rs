//! The place of a resolution in its text, and how it moves on (CR 608.2c).

use crate::card::Cost;
use crate::card::verb;
use crate::card::{Ability, Body, Instruction, Objects, Players, Quantity, Replacement};
use crate::derive::Look;
use crate::derive::Scope;
use crate::derive::filter::{found, players, players_asked, quantity};
use crate::derive::target::targets;
use crate::fact::{AbilityRef, Chosen, Entity, Frame, ObjectId, PlayerId, ResolveFrame, frame::Cursor};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;
use std::borrow::Cow;
use std::sync::Arc;

use super::control;
use super::work::Work;

/// The scope that gives the words of the resolving ability their meaning.
pub(in crate::rules) fn scope(frame: &ResolveFrame) -> Scope<'_> {
    Scope {
        announced: Some(&frame.announced),
        trigger: frame.trigger.as_ref(),
        origin: frame.origin.as_ref(),
        piles: &frame.piles,
        those: &frame.those,
        since: Some(frame.began),
        first_target: frame.first_target,
        affected: frame
            .cursor
            .iter()
            .rev()
            .find_map(|level| level.each.first().filter(|it| it.object().is_some()))
            .copied(),
        apart: frame.cursor.iter().any(|level| !level.each.is_empty()),
        they: frame.cursor.iter().rev().find_map(|level| level.each.first().and_then(|it| it.player())),
        ..Scope::of(frame.source, frame.controller)
    }
}

/// The player of whom an instruction asks something, where it asks one of several.
pub(in crate::rules) fn one_player(game: &Game, frame: &ResolveFrame, who: &Players) -> Option<PlayerId> {
    control::one_of(game, frame.object.unwrap_or(frame.source), &players_asked(game, &scope(frame), who))
}

/// The opponent whom an instruction means: the one that its controller has named, even if they have
/// left since.
pub(in crate::rules) fn one_opponent(game: &Game, frame: &ResolveFrame) -> Option<PlayerId> {
    let object = frame.object.unwrap_or(frame.source);
    let named = game.world().schedule.named.iter().rev().find(|it| it.object == object).map(|it| it.player);
    named.or_else(|| one_player(game, frame, &Players::Opponents))
}

/// The players under one of whose control objects enter, where an instruction names several.
/// Objects whose owners are among them enter under their owners' control (CR 110.2a).
pub(in crate::rules) fn under_one<'a>(
    game: &Game,
    frame: &ResolveFrame,
    what: &Objects,
    control: &'a Players,
) -> Vec<&'a Players> {
    if frame.round() > 0 {
        return Vec::new();
    }
    let scope = scope(frame);
    let under = players(game, &scope, control);
    let of_them = |id: &ObjectId| game.object(*id).is_some_and(|object| under.contains(&object.owner));
    let settled = under.len() < 2 || found(game, &scope, what).iter().all(of_them);
    if settled { Vec::new() } else { vec![control] }
}

/// Moves the cursor to the next instruction of its list.
pub(in crate::rules) fn next(frame: &mut ResolveFrame) {
    frame.picked.clear();
    frame.kinds.clear();
    if let Some(level) = frame.cursor.last_mut() {
        *level = Cursor {
            branch: level.branch,
            index: level.index + 1,
            each: std::mem::take(&mut level.each),
            ..Cursor::default()
        };
    }
}

/// The next instruction, if there is one at the cursor.
pub(in crate::rules) fn instruction<'a>(game: &'a Game, frame: &ResolveFrame) -> Option<Cow<'a, Instruction>> {
    let parts = parts(game, frame);
    let (_, instructions) = parts.get(usize::from(frame.part))?;
    instruction_at(instructions, &frame.cursor)
}

/// Whether players are bidding (CR 608.2d): whether one is asked again hangs on what others bid.
pub fn is_bidding(game: &Game) -> bool {
    bidding(game).is_some()
}

/// The high bid, and whose it is, where players are bidding and one has bid.
pub fn high_bid(game: &Game) -> Option<(PlayerId, u32)> {
    let scope = scope(bidding(game)?);
    let holder = *players(game, &scope, &Players::HighBidder).first()?;
    Some((holder, u32::try_from(quantity(game, &scope, &Quantity::HighBid)).unwrap_or(0)))
}

/// The resolution in which players are bidding.
fn bidding(game: &Game) -> Option<&ResolveFrame> {
    game.world().frames.iter().find_map(|frame| match &**frame {
        Frame::Resolve(it) => matches!(instruction(game, it).as_deref(), Some(Instruction::Bid(_))).then_some(&**it),
        _ => None,
    })
}

/// The instruction at a cursor. Within a keyword action that stands for other instructions, it is
/// one of those.
fn instruction_at<'a>(list: &'a [Instruction], cursor: &[Cursor]) -> Option<Cow<'a, Instruction>> {
    let (level, inner) = cursor.split_first()?;
    let instruction = list.get(usize::from(level.index))?;
    let Some(next) = inner.first() else { return Some(Cow::Borrowed(instruction)) };
    match list_in(instruction, next.branch) {
        Some(list) => instruction_at(list, inner),
        None => {
            let list = instruction.stands_for()?;
            instruction_at(&list, inner).map(|found| Cow::Owned(found.into_owned()))
        }
    }
}

/// The rules of the keyword actions in the midst of which something resolves: of those that stand
/// for other instructions (CR 701), the ones that a resolution has entered.
pub fn actions_under_way(game: &Game) -> Vec<Rule> {
    let mut found = Vec::new();
    for frame in game.world().frames.iter() {
        let Frame::Resolve(frame) = &**frame else { continue };
        let parts = parts(game, frame);
        let Some((_, instructions)) = parts.get(usize::from(frame.part)) else { continue };
        let outer = (1..frame.cursor.len()).map(|depth| &frame.cursor[..depth]);
        found.extend(outer.filter_map(|cursor| instruction_at(instructions, cursor)?.action_rule()));
    }
    found
}

/// The list within an instruction that a branch leads to.
fn list_in(instruction: &Instruction, branch: u8) -> Option<&[Instruction]> {
    Some(match instruction {
        Instruction::May(verb::May { then, .. })
        | Instruction::Unless(verb::Unless { then, .. })
        | Instruction::ForEach(verb::ForEach { then, .. })
        | Instruction::Instead(verb::Instead { then, .. })
        | Instruction::Repeat(verb::Repeat { then, .. }) => then,
        Instruction::If(verb::If { then, otherwise, .. })
        | Instruction::MayPay(verb::MayPay { then, otherwise, .. }) => {
            if branch == 0 {
                then
            } else {
                otherwise
            }
        }
        Instruction::RollDice(verb::RollDice { table, .. }) => &table.get(usize::from(branch))?.then,
        Instruction::Either(verb::Either { of, .. }) => of.get(usize::from(branch))?,
        _ => return None,
    })
}

/// The parts of what is resolving, in order.
pub(in crate::rules) fn parts<'a>(
    game: &'a Game,
    frame: &ResolveFrame,
) -> Vec<crate::derive::object::instances::TextPart<'a>> {
    let spell = frame.object.filter(|id| *id == frame.source).and_then(|id| game.characteristics(id));
    let further = spell.map(|it| targets::spell_bodies(it).skip(1).collect()).unwrap_or_default();
    crate::derive::object::instances::parts_of(body_of(game, frame.text), further, &frame.announced)
}

pub(in crate::rules) fn body_of(game: &Game, text: Option<AbilityRef>) -> Option<&Body> {
    ability_body(game.ability(text?)?)
}

/// The X of a resolving object: the one it was announced with, or that its text defines (CR 107.3c,
/// 107.3h). One that was chosen for a payment is that of its cost (CR 107.3f).
pub(in crate::rules) fn own_x(game: &Game, frame: &ResolveFrame) -> Option<u32> {
    let defined = body_of(game, frame.text).is_some_and(|body| body.x.is_some());
    match frame.object.and_then(|id| game.object(id)).filter(|_| !defined) {
        Some(object) => object.announced.as_deref().and_then(|it| it.x),
        None => frame.announced.x,
    }
}

/// The self-replacement effects around a resolution, with their indices, outermost first
/// (CR 614.15).
pub(in crate::rules) fn own_replacements(game: &Game, frame: &ResolveFrame) -> Vec<(Vec<u16>, Replacement)> {
    let parts = parts(game, frame);
    let Some((_, instructions)) = parts.get(usize::from(frame.part)) else { return Vec::new() };
    let mut found = Vec::new();
    for depth in 1..frame.cursor.len() {
        let outer = &frame.cursor[..depth];
        let outermost = instruction_at(instructions, outer);
        if let Some(Instruction::Instead(verb::Instead { replacement, .. })) = outermost.as_deref() {
            found.push((outer.iter().map(|level| level.index).collect(), Replacement::clone(replacement)));
        }
    }
    found
}

/// Makes `one` the current item of a list, which the list's instructions refer to by its place
/// (CR 608.2f).
pub(in crate::rules) fn turn_of(frame: &mut ResolveFrame, into: Option<u8>, one: Entity) {
    if let Some(place) = into {
        set_place(frame, place, Chosen { what: vec![one], portions: Vec::new() });
    }
}

/// Whether the instruction at the cursor is part of a process that is repeated.
pub(in crate::rules) fn is_repeated(game: &Game, frame: &ResolveFrame) -> bool {
    let parts = parts(game, frame);
    let Some((_, instructions)) = parts.get(usize::from(frame.part)) else { return false };
    let mut around = (1..frame.cursor.len()).filter_map(|depth| instruction_at(instructions, &frame.cursor[..depth]));
    around.any(|it| matches!(*it, Instruction::Repeat(_)))
}

/// Keeps what was chosen earlier under a name that is about to be given anew, at a place that no
/// name of the text has. Returns without doing so if no choice of the text asks for it.
pub(in crate::rules) fn keep_earlier(game: &Game, frame: &mut ResolveFrame, into: u8) {
    let earlier = frame.announced.chosen.get(usize::from(into)).map(|it| it.what.clone()).unwrap_or_default();
    if earlier.is_empty() || !is_repeated(game, frame) {
        return;
    }
    let parts = parts(game, frame);
    let Some(place) = parts.get(usize::from(frame.part)).and_then(|(_, list)| after_names(list)) else { return };
    let mut kept = frame.announced.chosen.get(usize::from(place)).cloned().unwrap_or_default();
    kept.what.extend(earlier);
    set_place(frame, place, kept);
}

/// The first place after those of the choices of a list, if one of them is of what hasn't been
/// chosen.
fn after_names(list: &[Instruction]) -> Option<u8> {
    let (mut next, mut asks) = (0u8, false);
    let mut left: Vec<&[Instruction]> = vec![list];
    while let Some(list) = left.pop() {
        for instruction in list {
            if let Instruction::Choose(verb::Choose { into, .. })
            | Instruction::ForEach(verb::ForEach { into: Some(into), .. }) = instruction
            {
                next = next.max(into.saturating_add(1));
            }
            asks |= matches!(instruction, Instruction::Choose(verb::Choose { unchosen: true, .. }));
            left.extend(instruction.lists());
        }
    }
    asks.then_some(next)
}

pub(in crate::rules) fn set_place(frame: &mut ResolveFrame, into: u8, chosen: Chosen) {
    let announced = Arc::make_mut(&mut frame.announced);
    let place = usize::from(into);
    if announced.chosen.len() <= place {
        announced.chosen.resize(place + 1, Chosen::default());
    }
    announced.chosen[place] = chosen;
}

pub(in crate::rules) fn enter_branch(work: &mut Work, frame: &ResolveFrame, branch: u8) {
    let mut frame = frame.clone();
    frame.cursor.push(Cursor { branch, ..Cursor::default() });
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
}

pub(in crate::rules) fn go_on(work: &mut Work, frame: &ResolveFrame) {
    let mut frame = frame.clone();
    next(&mut frame);
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
}

/// The frame after the first part of its instruction is done.
pub(in crate::rules) fn paid(frame: &ResolveFrame) -> ResolveFrame {
    let mut frame = frame.clone();
    frame.set_round(1);
    frame
}

/// The frame after the cost of its instruction is paid.
pub(in crate::rules) fn paid_for(frame: &ResolveFrame) -> ResolveFrame {
    let mut frame = frame.clone();
    if let Some(level) = frame.cursor.last_mut() {
        level.of = Some(1);
    }
    frame
}

/// The targets and instructions of an ability.
pub(in crate::rules) fn ability_body(ability: &Ability) -> Option<&Body> {
    match ability {
        Ability::Spell(spell) => Some(&spell.body),
        Ability::Activated(activated) => Some(&activated.body),
        Ability::Triggered(triggered) => Some(&triggered.body),
        Ability::Static(_) | Ability::Keyword(_) => None,
    }
}

/// The cost that the instruction at the cursor names (CR 118.12).
pub(in crate::rules) fn cost_asked(game: &Game, frame: &ResolveFrame) -> Vec<Cost> {
    match instruction(game, frame).as_deref() {
        Some(Instruction::Unless(verb::Unless { cost, .. }) | Instruction::MayPay(verb::MayPay { cost, .. })) => {
            cost.clone()
        }
        _ => Vec::new(),
    }
}

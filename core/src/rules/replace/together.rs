//! Instructions for several players or objects (CR 608.2f).
//!
//! In most cases all of them act at the same time: for each instruction of the list, first all
//! choices are made, in APNAP order (CR 101.4), and then everything happens at once. Each of the
//! players or objects has a resolution of its own for this, at its own place in the list; the one
//! whose turn it is lies on the call stack, the others wait in the frame below it. Whoever is least
//! far goes on. Actions wait until everyone has got as far.
//!
//! Where that is impossible, or the text says so, the whole list is followed for one after another.

use std::sync::Arc;

use crate::card::{Each, Instruction};
use crate::fact::frame::Cursor;
use crate::fact::{
    Action, Chosen, Entity, EntryNo, Event, Frame, Iteration, Part, PlayerId, Proposed, ResolveFrame, TogetherFrame,
};
use crate::rule;
use crate::state::Game;

use super::perform::perform;
use crate::rules::engine::cursor::{instruction, next, turn_of};
use crate::rules::engine::work::Work;

/// A place in the list: the branches and indices from its level on.
type Place = Vec<(u8, u16)>;

/// What comes next.
enum Next {
    /// The one whose turn it is goes on.
    Same,
    /// It is the turn of this one.
    Turn(usize),
    /// What waits happens.
    Happens,
    /// Everything is done.
    Done,
}

/// Begins to follow the list of an instruction for each of these. The resolution around it goes on
/// afterwards.
pub(in crate::rules) fn begin(
    work: &mut Work,
    frame: &ResolveFrame,
    each: &Instruction,
    all: &[Entity],
    at_once: bool,
) {
    let mut rest = frame.clone();
    next(&mut rest);
    let Some(first) = all.first() else {
        return work.change(rule!("608.2f"), Frame::Resolve(Box::new(rest)));
    };
    let object = frame.object.unwrap_or(frame.source);
    let cause = Some(mark(&work.game, frame).unwrap_or(frame.began));
    let mut iterations = Vec::with_capacity(all.len());
    for (index, of) in all.iter().enumerate() {
        let applied = Event::AppliedFor { object, to: *of };
        let mark = work.emit(Part::Batch, cause, rule!("608.2f"), applied);
        let mut its = frame.clone();
        its.picked.clear();
        turn_of(&mut its, each, *of);
        its.set_round(u16::try_from(index).unwrap_or(u16::MAX));
        its.cursor.push(Cursor { each: vec![*of], ..Cursor::default() });
        iterations.push(Arc::new(Iteration { of: *of, mark, frame: its, waits: None }));
    }
    let depth = u16::try_from(frame.cursor.len() + 1).unwrap_or(u16::MAX);
    let active = iterations.iter().position(|it| it.of == *first && is_there(&work.game, it)).unwrap_or(0);
    let top = iterations.get(active).map(|it| it.frame.clone());
    let active = u16::try_from(active).unwrap_or(u16::MAX);
    let together =
        TogetherFrame { at_once: at_once && all.len() > 1, depth, active, place: Vec::new(), each: iterations };
    work.change(rule!("608.2f"), Frame::Resolve(Box::new(rest)));
    work.push(rule!("608.2f"), Frame::Together(Box::new(together)));
    if let Some(top) = top {
        work.push(rule!("608.2f"), Frame::Resolve(Box::new(top)));
    }
}

/// The list that the resolution on top of the call stack follows for one of several.
fn around<'a>(game: &'a Game, frame: &ResolveFrame) -> Option<&'a TogetherFrame> {
    let mut frames = game.world().frames.iter().rev();
    let Some(Frame::Resolve(top)) = frames.next().map(|frame| &**frame) else { return None };
    match frames.next().map(|frame| &**frame) {
        Some(Frame::Together(together)) if top.began == frame.began => Some(together),
        _ => None,
    }
}

/// The entry that causes what the resolution on top of the call stack does for one of several.
pub(in crate::rules) fn mark(game: &Game, frame: &ResolveFrame) -> Option<EntryNo> {
    let together = around(game, frame)?;
    together.each.get(usize::from(together.active)).map(|it| it.mark)
}

/// Gives actions of the resolution on top of the call stack the cause that they have for one of
/// several.
pub(super) fn attribute(game: &Game, actions: &mut [Proposed]) {
    let Some(Frame::Resolve(frame)) = game.frame() else { return };
    let Some(mark) = mark(game, frame) else { return };
    actions.iter_mut().filter(|it| it.cause == Some(frame.began)).for_each(|it| it.cause = Some(mark));
}

/// Whether something else comes before the resolution on top of the call stack goes on: it is the
/// turn of another player or object, or what waits happens.
pub(in crate::rules) fn is_due(game: &Game, frame: &ResolveFrame) -> bool {
    around(game, frame).is_some_and(|together| !matches!(what_next(game, together, Some(frame)), Next::Same))
}

/// Whether the list is still followed for a player: one that has not left the game (CR 800.4), one
/// in whose place another has chosen (CR 800.4g), or one whose vote was counted, which stays a vote
/// whoever leaves afterwards (CR 701.32a).
fn is_there(game: &Game, it: &Iteration) -> bool {
    it.of.player().is_none_or(|player: PlayerId| game.plays(player) || has_stand_in(game, it, player))
        || is_vote(game, it)
}

fn has_stand_in(game: &Game, it: &Iteration, left: PlayerId) -> bool {
    let of_this = game.world().history.latest().take_while(|entry| entry.no >= it.mark);
    of_this.into_iter().any(|entry| matches!(entry.event, Event::StoodIn { player, .. } if player == left))
}

/// Whether the list is followed for each vote.
fn is_vote(game: &Game, it: &Iteration) -> bool {
    let mut around = it.frame.clone();
    while around.cursor.pop().is_some() {
        if let Some(list) = instruction(game, &around)
            && let Instruction::ForEach { each, .. } = &*list
        {
            return matches!(each, Each::Vote(_));
        }
    }
    false
}

fn place(frame: &ResolveFrame, depth: usize) -> Place {
    frame.cursor.iter().skip(depth.saturating_sub(1)).map(|level| (level.branch, level.index)).collect()
}

/// What comes next; `top` is the resolution of the one whose turn it is, if that has not come to an
/// action that waits.
fn what_next(game: &Game, together: &TogetherFrame, top: Option<&ResolveFrame>) -> Next {
    let (depth, active) = (usize::from(together.depth), usize::from(together.active));
    let mut least: Option<(Place, usize)> = None;
    for (index, it) in together.each.iter().enumerate() {
        let frame = match top {
            Some(top) if index == active => top,
            _ if it.waits.is_some() => continue,
            _ => &it.frame,
        };
        let done = frame.cursor.len() <= depth && instruction(game, frame).is_none();
        // What a player was about to choose who has left is chosen by another, or is not done
        // (CR 800.4g).
        let is_asked = index == active && top.is_some();
        if done || !(is_asked || is_there(game, it)) {
            continue;
        }
        if !together.at_once {
            least = Some((Vec::new(), index));
            break;
        }
        let here = (place(frame, depth), index);
        if least.as_ref().is_none_or(|least| here < *least) {
            least = Some(here);
        }
    }
    let waits = together.each.iter().any(|it| it.waits.is_some());
    match least {
        Some((place, _)) if waits && place > together.place => Next::Happens,
        None if waits => Next::Happens,
        None => Next::Done,
        Some((_, index)) if index == active && top.is_some() => Next::Same,
        Some((_, index)) => Next::Turn(index),
    }
}

/// Does what comes before the resolution on top of the call stack goes on. Returns whether there
/// was anything.
pub(in crate::rules) fn advance(work: &mut Work, frame: &ResolveFrame) -> bool {
    let Some(together) = around(&work.game, frame) else { return false };
    let next = what_next(&work.game, together, Some(frame));
    if matches!(next, Next::Same) {
        return false;
    }
    let mut together = together.clone();
    keep(&mut together, frame, None);
    follow(work, together, frame, next);
    true
}

/// Lets actions of the resolution on top of the call stack wait for those of the others, if they
/// happen at once. Returns whether they wait; if not, the actions are given back.
pub(super) fn gather(work: &mut Work, frame: &ResolveFrame, mut actions: Vec<Proposed>) -> Result<(), Vec<Proposed>> {
    let Some(together) = around(&work.game, frame).filter(|it| it.at_once) else { return Err(actions) };
    // Of several players, one draws after another (CR 121.2c).
    if actions.iter().any(|it| matches!(it.action, Action::DrawCards { .. })) {
        return Err(actions);
    }
    let mut together = together.clone();
    attribute(&work.game, &mut actions);
    together.place = place(frame, usize::from(together.depth));
    let mut its = frame.clone();
    next(&mut its);
    keep(&mut together, &its, Some(actions));
    let next = what_next(&work.game, &together, None);
    follow(work, together, &its, next);
    Ok(())
}

/// Keeps the resolution of the one whose turn it was.
fn keep(together: &mut TogetherFrame, frame: &ResolveFrame, waits: Option<Vec<Proposed>>) {
    if let Some(it) = together.each.get_mut(usize::from(together.active)) {
        let it = Arc::make_mut(it);
        it.frame.clone_from(frame);
        it.waits = waits;
    }
}

fn follow(work: &mut Work, mut together: TogetherFrame, frame: &ResolveFrame, next: Next) {
    match next {
        Next::Same => {}
        Next::Turn(index) => turn(work, together, frame, index),
        Next::Happens => {
            let mut actions = Vec::new();
            for it in &mut together.each {
                if it.waits.is_some() {
                    let here = is_there(&work.game, it);
                    let waiting = Arc::make_mut(it).waits.take().unwrap_or_default();
                    actions.extend(waiting.into_iter().filter(|_| here));
                }
            }
            together.place = Vec::new();
            match what_next(&work.game, &together, None) {
                Next::Turn(index) => turn(work, together, frame, index),
                // All are at the end, or have left; what is on the call stack says so next.
                _ => {
                    let active = usize::from(together.active);
                    turn(work, together, frame, active);
                }
            }
            perform(work, actions);
        }
        Next::Done => done(work, &together),
    }
}

/// It becomes the turn of one of them.
fn turn(work: &mut Work, mut together: TogetherFrame, frame: &ResolveFrame, index: usize) {
    let Some(it) = together.each.get(index) else { return };
    let mut top = it.frame.clone();
    if !together.at_once {
        // Later ones know what earlier ones have chosen.
        let own = top.announced.chosen.clone();
        top.announced = Arc::clone(&frame.announced);
        top.piles.clone_from(&frame.piles);
        renew(&mut top, &own, frame, it.of);
    }
    together.active = u16::try_from(index).unwrap_or(u16::MAX);
    work.pop(rule!("608.2f"));
    work.change(rule!("608.2f"), Frame::Together(Box::new(together)));
    work.push(rule!("608.2f"), Frame::Resolve(Box::new(top)));
}

/// Gives the place in which the list has its current one its value again.
fn renew(top: &mut ResolveFrame, own: &[Chosen], before: &ResolveFrame, of: Entity) {
    let differs = |place: &usize| own[*place].what == [of] && before.announced.chosen.get(*place) != own.get(*place);
    for place in (0..own.len()).filter(differs) {
        let announced = Arc::make_mut(&mut top.announced);
        if announced.chosen.len() <= place {
            announced.chosen.resize(place + 1, Chosen::default());
        }
        announced.chosen[place].clone_from(&own[place]);
    }
}

/// The resolution around the list goes on, with what was chosen for all of them.
fn done(work: &mut Work, together: &TogetherFrame) {
    work.pop(rule!("608.2f"));
    work.pop(rule!("608.2f"));
    let Some(Frame::Resolve(rest)) = work.game.frame().cloned() else { return };
    let mut after = rest.clone();
    if together.at_once {
        for it in &together.each {
            add_chosen(&mut after, &rest, &it.frame);
        }
    } else if let Some(last) = together.each.get(usize::from(together.active)) {
        after.announced = Arc::clone(&last.frame.announced);
        after.piles.clone_from(&last.frame.piles);
    }
    if after != rest {
        work.change(rule!("608.2f"), Frame::Resolve(after));
    }
}

/// Adds what was chosen for one of them to what was chosen for the others.
fn add_chosen(after: &mut ResolveFrame, before: &ResolveFrame, of: &ResolveFrame) {
    for (place, chosen) in of.announced.chosen.iter().enumerate() {
        if before.announced.chosen.get(place) == Some(chosen) || *chosen == Chosen::default() {
            continue;
        }
        let announced = Arc::make_mut(&mut after.announced);
        if announced.chosen.len() <= place {
            announced.chosen.resize(place + 1, Chosen::default());
        }
        if announced.chosen[place] == before.announced.chosen.get(place).cloned().unwrap_or_default() {
            announced.chosen[place] = Chosen::default();
        }
        let into = &mut announced.chosen[place];
        for (index, what) in chosen.what.iter().enumerate() {
            if !into.what.contains(what) {
                into.what.push(*what);
                into.portions.extend(chosen.portions.get(index));
            }
        }
    }
}

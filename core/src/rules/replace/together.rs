//! Instructions for several players or objects (CR 608.2f).
//!
//! In most cases all of them act at the same time: for each instruction of the list, first all
//! choices are made, in APNAP order (CR 101.4), and then everything happens at once. Each of the
//! players or objects has a resolution of its own for this, at its own place in the list; the one
//! whose turn it is lies on the call stack, the others wait in the frame below it. Whoever is least
//! far goes on. Actions wait until everyone has got as far. An instruction that does anything else
//! than actions waits as a whole: once everyone has got as far, it is found out for each, in the
//! same game, what it comes to ([`Work::hold`]), and then all of that happens.
//!
//! What players look through, in a search, scry or surveil, waits in the same way after each of its
//! parts: all look, then all decide, and then all the cards move (CR 701.18c, 701.19i).
//!
//! A list within such a list is followed for all at the same time, too: whoever comes to it gives
//! way to one for each of its objects or players, and goes on once these are at its end.
//!
//! Where that is impossible, or the text says so, the whole list is followed for one after another.

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::together::is_of_each_alone;
use crate::card::verb;
use crate::card::{Each, Instruction, Players, Quantity};
use crate::fact::frame::Cursor;
use crate::fact::{
    Action, Chosen, Entity, EntryNo, Event, Frame, Iteration, Part, PlayerId, Proposed, ResolveFrame, TogetherFrame,
};
use crate::rule;
use crate::state::Game;

use super::leaving;
use super::perform::{execute, perform, perform_each};
use crate::rules::engine::cursor::{instruction, next, turn_of};
use crate::rules::engine::work::{HeldTogether, Work};

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
    /// A list within the list has ended for all of its objects or players; this one goes on.
    Joined(usize),
    /// Everything is done.
    Done,
}

/// Begins to follow the list of an instruction for each of these. The resolution around it goes on
/// afterwards.
pub(in crate::rules) fn begin_together(
    work: &mut Work,
    frame: &ResolveFrame,
    into: Option<u8>,
    all: &[Entity],
    at_once: bool,
) {
    let mut rest = frame.clone();
    next(&mut rest);
    let Some(first) = all.first() else {
        return work.change(rule!("608.2f"), Frame::Resolve(Box::new(rest)));
    };
    let within = around(&work.game, frame).filter(|it| at_once && it.at_once).cloned();
    let iterations = iterations(work, frame, into, all);
    if let Some(mut together) = within {
        keep(&mut together, frame, None);
        let place = usize::from(together.active) + 1;
        together.each.splice(place..place, iterations);
        let next = what_next(&work.game, &together, None);
        return follow(work, together, frame, next);
    }
    let depth = frame.cursor.len() + 1;
    let active = iterations.iter().position(|it| it.of == *first && is_there(&work.game, it, depth)).unwrap_or(0);
    let depth = u16::try_from(depth).unwrap_or(u16::MAX);
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

/// A resolution for each of these, at the beginning of the list.
fn iterations(work: &mut Work, frame: &ResolveFrame, into: Option<u8>, all: &[Entity]) -> Vec<Arc<Iteration>> {
    let object = frame.object.unwrap_or(frame.source);
    let cause = Some(mark(&work.game, frame).unwrap_or(frame.began));
    let mut iterations = Vec::with_capacity(all.len());
    for (index, of) in all.iter().enumerate() {
        let applied = Event::AppliedFor { object, to: *of };
        let mark = work.emit(Part::Batch, cause, rule!("608.2f"), applied);
        let mut its = frame.clone();
        its.picked.clear();
        turn_of(&mut its, into, *of);
        its.set_round(u16::try_from(index).unwrap_or(u16::MAX));
        its.cursor.push(Cursor { each: vec![*of], ..Cursor::default() });
        iterations.push(Arc::new(Iteration { of: *of, mark, frame: its, waits: None }));
    }
    iterations
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

/// The list that the innermost resolution follows for one of several; it may be in the middle of
/// something.
fn around_innermost(game: &Game) -> Option<&TogetherFrame> {
    let mut frames = game.world().frames.iter().rev().skip_while(|frame| !matches!(***frame, Frame::Resolve(_)));
    let Some(Frame::Resolve(top)) = frames.next().map(|frame| &**frame) else { return None };
    match frames.next().map(|frame| &**frame) {
        Some(Frame::Together(together)) if together.each.iter().any(|it| it.frame.began == top.began) => Some(together),
        _ => None,
    }
}

/// [`mark`] for the innermost resolution.
pub(in crate::rules) fn mark_of_innermost(game: &Game) -> Option<EntryNo> {
    let together = around_innermost(game)?;
    together.each.get(usize::from(together.active)).map(|it| it.mark)
}

/// Whether what the innermost resolution does waits for what others do at the same time.
pub(in crate::rules) fn waits_for_others(game: &Game) -> bool {
    around_innermost(game).is_some_and(|together| together.at_once)
}

/// Whether the innermost resolution is that of a player in a list for several players, each of whom
/// has one, so that the player does nothing else at the same time.
pub(in crate::rules) fn is_alone_in_list(game: &Game, player: PlayerId) -> bool {
    let of_player = |it: &&Arc<Iteration>| it.of == Entity::Player(player);
    around_innermost(game).filter(|together| together.at_once).is_some_and(|together| {
        let active = together.each.get(usize::from(together.active));
        let outermost = |it: &Arc<Iteration>| it.frame.depth_of_list() == usize::from(together.depth);
        active.is_some_and(|it| of_player(&it) && outermost(it)) && together.each.iter().filter(of_player).count() == 1
    })
}

/// The players for each of whom a list is followed, if its own instruction names the current one.
pub(in crate::rules) fn all_of_list(game: &Game, frame: &ResolveFrame, who: &Players) -> Option<Vec<PlayerId>> {
    let direct = |it: &&TogetherFrame| frame.cursor.len() == usize::from(it.depth);
    let together = around(game, frame).filter(direct).filter(|_| *who == Players::They)?;
    let mut all = Vec::new();
    for player in together.each.iter().filter_map(|it| it.of.player()) {
        if !all.contains(&player) {
            all.push(player);
        }
    }
    (!all.is_empty()).then_some(all)
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

/// Whether a list, or a list within it, is still followed for a player: one that has not left the
/// game (CR 800.4), one in whose place another has chosen (CR 800.4g), or one whose vote was
/// counted, which stays a vote whoever leaves afterwards (CR 701.32a).
fn is_there(game: &Game, it: &Iteration, depth: usize) -> bool {
    let there = |player: PlayerId, level: usize| {
        game.plays(player) || has_stand_in(game, it, player) || is_vote(game, &it.frame, level)
    };
    let levels = it.frame.cursor.iter().enumerate().skip(depth.saturating_sub(1));
    let mut players = levels.filter_map(|(level, its)| its.each.first()?.player().map(|player| (player, level)));
    players.all(|(player, level)| there(player, level))
}

/// Whether a list is still followed for one of several. For a player who has left it is where
/// something was done for that player already: what others do in it, they do then, too, and what
/// the player has done is found (CR 608.2f, 800.4i). Whoever leaves before is left out.
fn goes_on(game: &Game, it: &Iteration, depth: usize) -> bool {
    is_there(game, it, depth) || has_done(game, it)
}

fn has_done(game: &Game, it: &Iteration) -> bool {
    let since = game.world().history.latest().take_while(|entry| entry.no > it.mark);
    since.into_iter().any(|entry| entry.part == Part::Batch && entry.cause == Some(it.mark))
}

fn has_stand_in(game: &Game, it: &Iteration, left: PlayerId) -> bool {
    let of_this = game.world().history.latest().take_while(|entry| entry.no >= it.mark);
    of_this.into_iter().any(|entry| matches!(entry.event, Event::StoodIn { player, .. } if player == left))
}

/// Whether the list at this level is followed for each vote.
fn is_vote(game: &Game, frame: &ResolveFrame, level: usize) -> bool {
    let mut around = frame.clone();
    around.cursor.truncate(level);
    matches!(
        instruction(game, &around).as_deref(),
        Some(Instruction::ForEach(verb::ForEach { each: Each::Vote(_), .. }))
    )
}

/// Whether a resolution is one of those for which another follows a list that it has come to.
fn is_within(inner: &ResolveFrame, outer: &ResolveFrame) -> bool {
    let depth = outer.cursor.len();
    let same = |level: usize| {
        let (one, other) = (&inner.cursor[level], &outer.cursor[level]);
        (one.branch, one.index, &one.each) == (other.branch, other.index, &other.each)
            && (level + 1 == depth || one.round == other.round)
    };
    inner.depth_of_list() == depth + 1 && (0..depth).all(same)
}

/// Whether a resolution has come to the end of the list that it is followed for.
fn is_at_end(game: &Game, frame: &ResolveFrame) -> bool {
    frame.cursor.len() <= frame.depth_of_list() && instruction(game, frame).is_none()
}

fn place(frame: &ResolveFrame, depth: usize) -> Place {
    frame.cursor.iter().skip(depth.saturating_sub(1)).map(|level| (level.branch, level.index)).collect()
}

/// In a list within the list, the players choose in APNAP order, each of them everything (CR
/// 101.4).
fn rank(game: &Game, frame: &ResolveFrame, depth: usize) -> usize {
    if frame.depth_of_list() <= depth {
        return 0;
    }
    let player = frame.cursor.iter().rev().find_map(|level| level.each.first()?.player());
    player.and_then(|player| game.apnap().iter().position(|it| *it == player)).unwrap_or(0)
}

/// What comes next; `top` is the resolution of the one whose turn it is, if that has not come to an
/// action that waits.
fn what_next(game: &Game, together: &TogetherFrame, top: Option<&ResolveFrame>) -> Next {
    let (depth, active) = (usize::from(together.depth), usize::from(together.active));
    let frame_of = |index: usize| {
        let it = together.each.get(index)?;
        Some(top.filter(|_| index == active).unwrap_or(&it.frame))
    };
    let waits = |index: usize| !(index == active && top.is_some()) && together.each[index].waits.is_some();
    let is_done = |index: usize, frame: &ResolveFrame| {
        !waits(index) && (is_at_end(game, frame) || !goes_on(game, &together.each[index], depth))
    };
    let mut least: Option<(Place, usize, usize)> = None;
    for (index, it) in together.each.iter().enumerate() {
        let Some(frame) = frame_of(index).filter(|_| !waits(index)) else { continue };
        if frame_of(index + 1).is_some_and(|next| is_within(next, frame)) {
            // It waits for the list within the list.
            let mut within = (index + 1..together.each.len()).map_while(|inner| {
                let its = frame_of(inner).filter(|its| its.depth_of_list() > frame.depth_of_list())?;
                Some(is_within(its, frame) && is_done(inner, its))
            });
            if within.all(|done| done) {
                return Next::Joined(index);
            }
            continue;
        }
        // What a player was about to choose who has left is chosen by another, or is not done
        // (CR 800.4g).
        let is_asked = index == active && top.is_some();
        if is_at_end(game, frame) || !(is_asked || goes_on(game, it, depth)) {
            continue;
        }
        if !together.at_once {
            least = Some((Vec::new(), 0, index));
            break;
        }
        let here = (place(frame, depth), rank(game, frame, depth), index);
        if least.as_ref().is_none_or(|least| here < *least) {
            least = Some(here);
        }
    }
    let waits = together.each.iter().any(|it| it.waits.is_some());
    match least {
        Some((place, ..)) if waits && place > together.place => Next::Happens,
        None if waits => Next::Happens,
        None => Next::Done,
        Some((.., index)) if index == active && top.is_some() => Next::Same,
        Some((.., index)) => Next::Turn(index),
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

/// Whether an instruction on cards of these players, who look through them, waits for the others of
/// the list after each of its parts (CR 101.4, 608.2f).
pub(in crate::rules) fn waits_in_parts(game: &Game, frame: &ResolveFrame, whose: &Players) -> bool {
    let Some(together) = around(game, frame).filter(|it| it.at_once) else { return false };
    together.each.get(usize::from(together.active)).is_some_and(|it| is_in_parts(together, it, whose))
}

/// [`waits_in_parts`] for one of a list: a player who has one place in it. One who has several
/// takes from what is left each time.
fn is_in_parts(together: &TogetherFrame, one: &Iteration, whose: &Players) -> bool {
    let outermost = one.frame.depth_of_list() == usize::from(together.depth);
    let same = together.each.iter().filter(|it| it.of == one.of).count();
    let listed = one.of.player().map(|_| Each::Player(Players::Each));
    outermost && same == 1 && is_of_each_alone(whose, listed.as_ref())
}

/// Whether an instruction of one of a list waits as a whole.
fn is_whole(together: &TogetherFrame, one: &Iteration, instruction: &Instruction) -> bool {
    let in_parts = |whose| is_in_parts(together, one, whose);
    instruction.states_facts() || instruction.looks_through().is_some_and(in_parts)
}

/// Lets the next instruction of the resolution on top of the call stack wait until everyone has got
/// as far, if it does anything else than actions, or its next part does. Returns whether it waits.
pub(in crate::rules) fn wait(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) -> bool {
    let waits = |together: &&TogetherFrame| {
        let one = together.each.get(usize::from(together.active));
        together.at_once && one.is_some_and(|one| is_whole(together, one, instruction))
    };
    let Some(together) = around(&work.game, frame).filter(waits) else { return false };
    let mut together = together.clone();
    together.place = place(frame, usize::from(together.depth));
    keep(&mut together, frame, Some(Vec::new()));
    let next = what_next(&work.game, &together, None);
    follow(work, together, frame, next);
    true
}

/// Lets actions of the resolution on top of the call stack wait for those of the others, if they
/// happen at once; it goes on as given. Returns whether they wait; if not, the actions are given
/// back.
pub(super) fn gather(
    work: &mut Work,
    frame: &ResolveFrame,
    after: &ResolveFrame,
    mut actions: Vec<Proposed>,
) -> Result<(), Vec<Proposed>> {
    let Some(together) = around(&work.game, frame).filter(|it| it.at_once) else { return Err(actions) };
    // Of several players, one draws after another (CR 121.2c); the players of a team are asked for
    // their order in between (CR 121.2d). A number that is worked out is the same for all.
    let known = || match instruction(&work.game, frame).as_deref() {
        Some(Instruction::Draw(verb::Draw { count, .. })) => matches!(count, Quantity::Fixed(_)),
        _ => true,
    };
    if actions.iter().any(draws) && (work.game.shares_turns() || known()) {
        return Err(actions);
    }
    let mut together = together.clone();
    attribute(&work.game, &mut actions);
    together.place = place(frame, usize::from(together.depth));
    keep(&mut together, after, Some(actions));
    let next = what_next(&work.game, &together, None);
    follow(work, together, after, next);
    Ok(())
}

const fn draws(proposed: &Proposed) -> bool {
    matches!(proposed.action, Action::DrawCards { .. })
}

/// Keeps the resolution of the one whose turn it was.
fn keep(together: &mut TogetherFrame, frame: &ResolveFrame, waits: Option<Vec<Proposed>>) {
    if let Some(it) = together.each.get_mut(usize::from(together.active)) {
        let it = Arc::make_mut(it);
        it.frame.clone_from(frame);
        it.waits = waits;
    }
}

fn follow(work: &mut Work, together: TogetherFrame, frame: &ResolveFrame, next: Next) {
    match next {
        Next::Same => {}
        Next::Turn(index) => turn(work, together, frame, index),
        Next::Happens => happens(work, together, frame),
        Next::Joined(index) => joined(work, together, frame, index),
        Next::Done => done(work, &together),
    }
}

/// Makes everything happen that waits.
fn happens(work: &mut Work, mut together: TogetherFrame, frame: &ResolveFrame) {
    let due = std::mem::take(&mut together.place);
    let depth = usize::from(together.depth);
    let mut all = HeldTogether::default();
    for index in 0..together.each.len() {
        let Some(it) = together.each.get_mut(index).map(Arc::make_mut) else { continue };
        let Some(waiting) = it.waits.take() else { continue };
        let it = it.clone();
        if !goes_on(&work.game, &it, depth) {
            continue;
        }
        let whole = instruction(&work.game, &it.frame).filter(|_| place(&it.frame, depth) == due);
        let Some(whole) = whole.filter(|whole| is_whole(&together, &it, whole)).map(Cow::into_owned) else {
            all.actions.extend(waiting);
            continue;
        };
        // It is about this one (CR 608.2f): what was done for the others is not meant.
        turn(work, together.clone(), frame, index);
        work.set_cause(Some(it.mark));
        let held = work.hold(|work| execute(work, &it.frame, &whole));
        all.facts.extend(held.facts);
        all.actions.extend(held.actions);
        if let (Some(it), Some(after)) = (together.each.get_mut(index).map(Arc::make_mut), held.after) {
            it.frame = *after;
        }
    }
    match what_next(&work.game, &together, None) {
        Next::Turn(index) => turn(work, together, frame, index),
        Next::Joined(index) => joined(work, together, frame, index),
        // All are at the end, or have left; what is on the call stack says so next.
        _ => {
            let active = usize::from(together.active);
            turn(work, together, frame, active);
        }
    }
    let mut stated: Vec<Event> = Vec::with_capacity(all.facts.len());
    for (cause, rule, event) in all.facts {
        // The same thing happens once to an object, however many it is done for.
        if !stated.contains(&event) {
            stated.push(event.clone());
            work.emit(Part::Batch, cause, rule, event);
        }
    }
    if all.actions.iter().any(draws) {
        perform_each(work, all.actions)
    } else {
        perform(work, ended_once(work, all.actions))
    }
}

/// The actions, without that a player loses or wins again with a teammate (CR 810.8a).
fn ended_once(work: &Work, actions: Vec<Proposed>) -> Vec<Proposed> {
    let mut ended: Vec<(bool, PlayerId)> = Vec::new();
    let again = |proposed: &Proposed, ended: &mut Vec<(bool, PlayerId)>| {
        let (wins, player) = match proposed.action {
            Action::Win(player) => (true, player),
            Action::Lose { player, .. } => (false, player),
            _ => return false,
        };
        let with = leaving::together(&work.game, player);
        let again = ended.iter().any(|(won, other)| *won == wins && with.contains(other));
        ended.push((wins, player));
        again
    };
    actions.into_iter().filter(|proposed| !again(proposed, &mut ended)).collect()
}

/// It becomes the turn of one of them.
fn turn(work: &mut Work, mut together: TogetherFrame, frame: &ResolveFrame, index: usize) {
    let Some(it) = together.each.get(index) else { return };
    let mut top = it.frame.clone();
    if !together.at_once {
        // Later ones know what all earlier ones have chosen.
        let before = top.clone();
        let own = &before.announced.chosen;
        top.announced = Arc::clone(&frame.announced);
        if index > 1 {
            Arc::make_mut(&mut top.announced).chosen.clone_from(own);
            together.each[..index].iter().for_each(|earlier| add_chosen(&mut top, &before, &earlier.frame));
        }
        top.piles.clone_from(&frame.piles);
        renew(&mut top, own, frame, it.of);
    }
    together.active = u16::try_from(index).unwrap_or(u16::MAX);
    work.pop(rule!("608.2f"));
    work.change(rule!("608.2f"), Frame::Together(Box::new(together)));
    work.push(rule!("608.2f"), Frame::Resolve(Box::new(top)));
}

/// The list within the list has ended for all that one of them followed it for. It goes on, with
/// what was chosen for all of these.
fn joined(work: &mut Work, mut together: TogetherFrame, frame: &ResolveFrame, index: usize) {
    let Some(outer) = together.each.get(index).map(|it| it.frame.clone()) else { return };
    let ends = |it: &Arc<Iteration>| it.frame.depth_of_list() <= outer.depth_of_list();
    let end = together.each[index + 1..].iter().position(ends).map_or(together.each.len(), |it| index + 1 + it);
    let mut after = outer.clone();
    for it in together.each.drain(index + 1..end) {
        add_chosen(&mut after, &outer, &it.frame);
    }
    next(&mut after);
    if let Some(it) = together.each.get_mut(index) {
        Arc::make_mut(it).frame = after;
    }
    turn(work, together, frame, index);
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
    let last = together.each.get(usize::from(together.active)).filter(|_| !together.at_once);
    if let Some(last) = last {
        after.announced = Arc::clone(&last.frame.announced);
        Arc::make_mut(&mut after.announced).chosen.clone_from(&rest.announced.chosen);
        after.piles.clone_from(&last.frame.piles);
    }
    for it in &together.each {
        add_chosen(&mut after, &rest, &it.frame);
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

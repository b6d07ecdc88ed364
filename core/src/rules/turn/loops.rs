//! Loops (CR 104.4b, 725.4-725.6).
//!
//! A loop of mandatory actions shows as a repeated state. Once players have long had no free
//! choice, the state is recorded ([`crate::derive::key`]) each time a player is about to receive
//! priority after something resolved or was replaced. A state that comes a third time, without a
//! choice in between that could have been made otherwise, will come for ever: the game is a draw.
//! Passing is no such choice, nor is declining to pay or to do what is offered: nobody has to end a
//! loop (CR 725.5, 725.6). A growing loop, which repeats no state, is not judged: after long enough
//! the players say whether the game is a draw or goes on.
//!
//! A process that ends by itself is no loop, however long it is. Each thing on the stack is the
//! last of a chain: it was put there after the resolution of another one, and so on. A hundred
//! abilities that triggered at once are chains of one link each, and if each triggers one more,
//! those are chains of two. An endless process has chains of every length, since no resolution is
//! followed by endlessly many others before the next. So the players are asked once a chain is
//! long, not once much has resolved.
//!
//! A process that repeats itself within one resolution (`Repeat`) has no states to compare; the
//! players are asked after many repetitions (`rules/resolve/verbs/choose.rs`).
//!
//! A loop that several players keep up of their own accord is found in the same way within a turn,
//! by what each did in which state. The player who then has to choose otherwise is refused what
//! they did there before ([`crate::derive::key::fragmented`]).

use crate::derive::Look;
use crate::derive::key::{act_key, key, likeness};
use crate::fact::{Act, Answer, Choice, Domain, EntryNo, Event, Frame, GameResult, ObjectId, Part, PlayerId, Prompt};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::work::Work;
use crate::rules::replace::leaving;

/// The number of entries without a free choice after which states are recorded. A shorter loop is
/// found as well, later.
const QUIET: u64 = 300;

/// The number of resolutions in a chain after which the players are asked.
const MANY: usize = 100;

/// Looks for a loop as a player is about to receive priority. Returns whether something else comes
/// first.
pub(in crate::rules) fn watch(work: &mut Work) -> bool {
    let watch = &work.game.world().watch;
    let quiet = work.game.counters().entry.0.saturating_sub(watch.acted.0);
    if quiet < QUIET || !watch.changed {
        return false;
    }
    let Some(key) = key(&work.game) else { return false };
    let times = watch.marks.iter().filter(|mark| **mark == key).count();
    let much = watch.chain as usize;
    work.emit(Part::Frame, work.cause(), rule!("104.4b"), Event::LoopMarked { key: Some(key) });
    if times >= 2 {
        drawn(work);
        return true;
    }
    if much >= MANY {
        work.push(rule!("104.4b"), Frame::Loop { agreed: Vec::new() });
        return true;
    }
    false
}

/// The number of actions in a turn after which the states in which players act are recorded.
const MANY_ACTS: u32 = 8;

/// The number of actions in a turn after which it is recorded what states look like. Being smaller,
/// it leaves a short loop as little time as if each state were recorded.
const SOME_ACTS: u32 = 4;

/// Records the state as a player receives priority, if much was done this turn already and an
/// earlier state looked like it (CR 725.3).
pub(in crate::rules) fn received(work: &mut Work) {
    let fragments = &work.game.world().fragments;
    let acts = fragments.acts;
    if acts < SOME_ACTS {
        return;
    }
    let likeness = likeness(&work.game);
    if !fragments.seen.contains_key(&likeness) {
        work.emit(Part::Frame, work.cause(), rule!("725.3"), Event::LikenessMarked { likeness });
        return;
    }
    if acts < MANY_ACTS {
        return;
    }
    if let Some(key) = key(&work.game) {
        work.emit(Part::Frame, work.cause(), rule!("725.3"), Event::StateMarked { key });
    }
}

/// Records what the player with priority does in the recorded state (CR 725.3).
pub(in crate::rules) fn acted(work: &mut Work, player: PlayerId, act: &Act) {
    if *act == Act::Pass || work.game.world().fragments.here.is_none() {
        return;
    }
    if let Some(act) = act_key(&work.game, act) {
        work.emit(Part::Frame, work.cause(), rule!("725.3"), Event::ActMarked { player, act });
    }
}

/// Forgets the recorded states at a choice that could have been made otherwise: a repetition is no
/// mandatory loop then.
pub(in crate::rules) fn chose(work: &mut Work, choice: &Choice, answer: &Answer) {
    if work.game.world().watch.marks.is_empty() || choice.prompt == Prompt::Priority {
        return;
    }
    let free = match &choice.domain {
        Domain::Pick { options, min, .. } => options.len() > *min as usize,
        Domain::Order(items) => items.len() > 1,
        Domain::Confirm => *answer == Answer::Confirmed(true) && choice.prompt != Prompt::CallDraw,
        _ => true,
    };
    if free {
        forget(work);
    }
}

fn forget(work: &mut Work) {
    work.emit(Part::Frame, work.cause(), rule!("104.4b"), Event::LoopMarked { key: None });
}

/// Asks each player whether the game is a draw.
pub(in crate::rules) fn loop_choice(game: &Game, agreed: &[PlayerId]) -> Option<Choice> {
    let player = game.apnap().into_iter().find(|player| !agreed.contains(player))?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::CallDraw,
        rule: rule!("104.4b"),
        domain: Domain::Confirm,
        back_out: false,
    })
}

/// A player agrees to the draw, or the game goes on.
pub(in crate::rules) fn answered(work: &mut Work, agreed: &[PlayerId], answer: &Answer) {
    let (Some(asked), Answer::Confirmed(draw)) = (loop_choice(&work.game, agreed), answer) else { return };
    if *draw {
        let mut agreed = agreed.to_vec();
        agreed.push(asked.player);
        return work.change(rule!("104.4b"), Frame::Loop { agreed });
    }
    forget(work);
    work.pop(rule!("104.4b"));
}

/// Ends the game in a draw: all players have agreed.
pub(in crate::rules) fn proceed(work: &mut Work) {
    if work.game.has_ranges() {
        work.pop(rule!("801.16"));
    }
    drawn(work);
}

/// The entry after which the last repetition of a loop began: as many marks ago as there are
/// between the present state and its previous mark. Without one, all since the last optional action
/// belongs to the loop. Each mark stands for something that resolved or was replaced, or a turn
/// that began, before a player received priority.
fn began(game: &Game) -> EntryNo {
    let watch = &game.world().watch;
    let marks: Vec<&[u8; 32]> = watch.marks.iter().collect();
    let period = marks.split_last().and_then(|(now, before)| before.iter().rev().position(|mark| mark == now));
    let Some(mut left) = period else { return watch.acted };
    let mut changed = false;
    for entry in game.world().of_this_marker().take_while(|entry| entry.no > watch.acted) {
        match &entry.event {
            Event::ResolutionBegan { .. } | Event::TurnBegan { .. } | Event::Replaced { .. } => changed = true,
            Event::PriorityReceived { .. } if changed && left == 0 => return entry.no,
            Event::PriorityReceived { .. } if changed => (changed, left) = (false, left - 1),
            _ => {}
        }
    }
    watch.acted
}

/// The players who control what resolved and its source (CR 801.16).
fn involved(game: &Game, resolved: ObjectId) -> Vec<PlayerId> {
    let ability = |id: ObjectId| match game.object(id) {
        Some(object) => object.ability.as_deref().map(|it| it.source),
        None => game.world().departed.get(&id).and_then(|it| it.was.ability.as_deref().map(|it| it.source)),
    };
    let all = [Some(resolved), ability(resolved)];
    all.into_iter().flatten().filter_map(|id| game.controller(id)).collect()
}

/// The game is a draw: with limited ranges of influence, only for players who control an object of
/// the loop, and those in range of one of them (CR 104.4b, 104.4f, 801.16).
fn drawn(work: &mut Work) {
    if !work.game.has_ranges() {
        return leaving::end_game(work, rule!("104.4b"), GameResult::Draw);
    }
    let game = &work.game;
    let since = began(game);
    let resolved = game.world().of_this_marker().take_while(|entry| entry.no > since);
    let involved = resolved.flat_map(|entry| match &entry.event {
        Event::ResolutionBegan { object, .. } => involved(game, *object),
        _ => Vec::new(),
    });
    let involved: Vec<PlayerId> = involved.collect();
    let near = |player: &PlayerId| involved.iter().any(|id| game.in_range(*id, *player));
    let players = game.apnap().into_iter().filter(near).collect();
    forget(work);
    leaving::draw_for(work, rule!("801.16"), players);
}

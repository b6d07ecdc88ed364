//! Two timelines abreast: which place of one is the same moment as a place of the other, and where
//! the two come to equal states again.

use std::collections::BTreeMap;

use retrace_core::card::TurnStep;
use retrace_core::derive::key::{Key, key};

use super::{Alignment, TimelineDiff};
use crate::timeline::line::Timeline;
use crate::timeline::ruler::Span;
use crate::timeline::shared::shared_commits;
use crate::{Progress, SessionError};

/// How many choices of each timeline are looked at for equal states.
pub(crate) const MOST_STATES: usize = 4_000;

/// A stretch over which two timelines have equal states, although they parted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Where it begins on the left, and on the right: after how many steps.
    pub from: (usize, usize),
    /// The last choice at which the states are still equal.
    pub to: (usize, usize),
}

/// The place of the other timeline that is the same moment as a place of this one: the same turn
/// and turn step and, in it, after the last event that both have. If the other has no such turn
/// step, the last place before it.
pub fn abreast(diff: &TimelineDiff, here: (&Timeline, usize), other: &Timeline, on_the_left: bool) -> usize {
    let (timeline, step) = here;
    if step <= diff.shared_steps {
        return step;
    }
    let of_side = |row: &Alignment| if on_the_left { (row.left, row.right) } else { (row.right, row.left) };
    let place = |timeline: &Timeline, no| timeline.entry(no).map(|(step, _)| step + 1);
    // The last event up to here that both have.
    let both = diff.rows.iter().filter_map(|row| {
        let (mine, theirs) = of_side(row);
        Some((place(timeline, mine?)?, place(other, theirs?)?))
    });
    let both = both.take_while(|(mine, _)| *mine <= step).last();
    let aligned = both.map_or(diff.shared_steps, |(_, theirs)| theirs);
    match same_turn_step(timeline, step, other) {
        Ok(span) => {
            let begin = timeline.ruler().turn_steps.at(step).map_or(step, |span| span.from);
            // Nothing in this turn step is common: as far into it as here, at most.
            let far = if aligned < span.from { span.from + (step - begin) } else { aligned };
            let far = far.clamp(span.from, span.to.saturating_sub(1).max(span.from));
            // A choice is compared with a choice: after it the turn step may be about to end.
            let choice = other.choice_at_or_before(far).filter(|choice| *choice >= span.from);
            let next = || other.commit_of_step(far).map(|commit| commit.end_step()).filter(|next| span.contains(*next));
            match timeline.is_choice(step) {
                true => choice.or_else(next).unwrap_or(far),
                false => far,
            }
        }
        Err(before) => before,
    }
}

/// The span of the other timeline with the same turn, turn step, and number among those of its kind
/// in the turn. `Err` is the last place before it would come.
fn same_turn_step(timeline: &Timeline, step: usize, other: &Timeline) -> Result<Span<TurnStep>, usize> {
    let (mine, theirs) = (timeline.ruler(), other.ruler());
    let (Some(turn), Some(part)) = (mine.turns.at(step), mine.turn_steps.at(step)) else {
        return Err(step.min(other.len_steps()));
    };
    let alike = |span: &Span<TurnStep>| span.what == part.what;
    let number = mine.turn_steps.between(turn.from, part.from).filter(|it| it.from >= turn.from && alike(it)).count();
    let at = theirs.turns.first_from(|it| it.number >= turn.what.number);
    let Some(there) = theirs.turns.get(at) else { return Err(other.len_steps()) };
    if there.what.number != turn.what.number {
        return Err(there.from);
    }
    let of_turn =
        || theirs.turn_steps.between(there.from, there.to.saturating_sub(1)).filter(|it| it.from >= there.from);
    match of_turn().filter(alike).nth(number.saturating_sub(1)) {
        Some(span) => Ok(span),
        None => {
            let before = of_turn().take_while(|it| it.what <= part.what).last();
            Err(before.map_or(there.from, |it| it.to.saturating_sub(1).max(it.from)))
        }
    }
}

/// Where two timelines have equal states after they have parted: no rule can tell these apart.
///
/// # Errors
/// [`SessionError::Cancelled`].
pub fn meetings(a: &Timeline, b: &Timeline, progress: &Progress) -> Result<Vec<Meeting>, SessionError> {
    let shared = shared_commits(a, b);
    let of = |timeline: &Timeline| timeline.commits().len().saturating_sub(shared).min(MOST_STATES);
    let total = of(a) + of(b);
    let keys = |timeline: &Timeline, done: usize| -> Result<Vec<(Key, usize)>, SessionError> {
        let commits = timeline.commits().iter().skip(shared).take(MOST_STATES).enumerate();
        let mut keys = Vec::new();
        for (number, commit) in commits {
            progress.step(done + number, total)?;
            keys.extend(key(commit.after()).map(|key| (key, commit.end_step())));
        }
        Ok(keys)
    };
    let (left, right) = (keys(a, 0)?, keys(b, of(a))?);
    let mut places: BTreeMap<&Key, Vec<usize>> = BTreeMap::new();
    right.iter().enumerate().for_each(|(at, (key, _))| places.entry(key).or_default().push(at));
    let mut found: Vec<Meeting> = Vec::new();
    let (mut next, mut goes_on) = (0, false);
    for (key, step) in &left {
        let there = places.get(key).and_then(|all| all.iter().find(|at| **at >= next)).copied();
        let Some(at) = there else {
            goes_on = false;
            continue;
        };
        let pair = (*step, right[at].1);
        match found.last_mut().filter(|_| goes_on && at == next) {
            Some(last) => last.to = pair,
            None => found.push(Meeting { from: pair, to: pair }),
        }
        (next, goes_on) = (at + 1, true);
    }
    Ok(found)
}

//! How an action took its final form: what was proposed, which replacement and prevention effects
//! could apply, who chose among them, what each changed, and what happened in the end (CR 614 to
//! 616). It is read from the entries that the computation recorded.

use retrace_core::fact::{Action, EntryNo, Event, PlayerId};
use retrace_core::observe;
use retrace_core::rule::Rule;
use retrace_core::state::Game;

use super::seen::{self, sees_whole};
use super::why::{WhyLink, caused_by};
use crate::base::place::TimelineId;
use crate::describe;
use crate::session::Session;
use crate::timeline::line::Timeline;

/// How an action took its final form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What was going to happen.
    pub proposed: String,
    /// The entry that caused it to be proposed.
    pub because: Option<EntryNo>,
    /// The effects that were applied, in order.
    pub stages: Vec<Stage>,
    /// What happened in the end.
    pub became: Vec<WhyLink>,
}

/// An effect that was applied to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The entry that records it.
    pub no: EntryNo,
    /// The rule that applied it.
    pub rule: Rule,
    /// The choice among several effects, if there were several.
    pub choice: Option<Considered>,
    /// The effect.
    pub applied: String,
    /// The action after it was applied; empty if nothing was left.
    pub after: Vec<String>,
}

/// A choice among the effects that could apply (CR 616.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The entry that records it.
    pub no: EntryNo,
    /// The rule that put it among these: self-replacement, control, copy, or any (CR 616.1a-d).
    pub rule: Rule,
    /// Who chose: the affected player, or the controller of the affected object.
    pub by: String,
    /// The effects that could apply.
    pub among: Vec<String>,
}

impl Session {
    /// How the action of an entry took its final form; `None` if no effect replaced any of it. The
    /// entry may be any along the way: a choice, a replacement, or the final event. Its words are
    /// those for a viewer (`None` sees everything).
    fn account(&self, id: TimelineId, no: EntryNo, viewer: Option<PlayerId>) -> Option<Account> {
        let timeline = self.timeline(id)?;
        let way = way(timeline, no)?;
        let (step, first) = timeline.entry(*way.first()?)?;
        let (Event::Replaced { before: proposed, .. } | Event::Considered { action: proposed, .. }) = &first.event
        else {
            return None;
        };
        let proposed = describe::action(&game_in(timeline, step, viewer), proposed);
        let mut stages = Vec::new();
        let mut choice = None;
        for no in &way {
            let (step, entry) = timeline.entry(*no)?;
            let game = game_in(timeline, step, viewer);
            match &entry.event {
                Event::Considered { player, effects, .. } => {
                    choice = Some(Considered {
                        no: *no,
                        rule: entry.rule,
                        by: describe::player(&game, *player),
                        among: effects.iter().map(|effect| describe::applied(&game, effect)).collect(),
                    });
                }
                Event::Replaced { effect, after, .. } => stages.push(Stage {
                    no: *no,
                    rule: entry.rule,
                    choice: choice.take(),
                    applied: describe::applied(&game, effect),
                    after: after.iter().map(|after| describe::action(&game, after)).collect(),
                }),
                _ => {}
            }
        }
        let last = *way.last()?;
        let mut became = self.brought_about(id, last);
        for link in &mut became {
            link.text = seen::text(timeline, viewer, link.no).unwrap_or_else(|| seen::HIDDEN.to_owned());
        }
        Some(Account { proposed, because: first.cause, stages, became })
    }
}

/// The game before a step, with the names that a viewer knows.
fn game_in(timeline: &Timeline, step: usize, viewer: Option<PlayerId>) -> Game {
    match viewer {
        Some(viewer) => {
            let before = timeline.game_at(step);
            before.veiled(&observe::veil(&before, &timeline.game_at(step + 1), viewer))
        }
        None => timeline.game_at(step),
    }
}

/// The choices and replacements along an action's way, in order: those before an entry, and those
/// after it while each has a single successor.
fn way(timeline: &Timeline, no: EntryNo) -> Option<Vec<EntryNo>> {
    let mut way: Vec<EntryNo> = Vec::new();
    let mut next = match event(timeline, no)? {
        Event::Replaced { .. } | Event::Considered { .. } => Some(no),
        _ => cause(timeline, no).filter(|earlier| matters(timeline, *earlier)),
    };
    while let Some(no) = next {
        way.push(no);
        next = cause(timeline, no).filter(|earlier| leads_to(timeline, *earlier, no));
    }
    way.reverse();
    let mut last = *way.last()?;
    if last == no {
        while let Some(next) = goes_on(timeline, last) {
            way.push(next);
            last = next;
        }
    }
    Some(way)
}

/// The single choice or replacement that follows another; `None` if there are several.
fn goes_on(timeline: &Timeline, no: EntryNo) -> Option<EntryNo> {
    let mut following = caused_by(timeline, no).filter(|next| leads_to(timeline, no, *next));
    following.next().filter(|_| following.next().is_none())
}

fn event(timeline: &Timeline, no: EntryNo) -> Option<&Event> {
    timeline.entry(no).map(|(_, entry)| &entry.event)
}

/// The cause of an entry, which is always earlier.
fn cause(timeline: &Timeline, no: EntryNo) -> Option<EntryNo> {
    timeline.entry(no).and_then(|(_, entry)| entry.cause).filter(|earlier| *earlier < no)
}

fn matters(timeline: &Timeline, no: EntryNo) -> bool {
    matches!(event(timeline, no), Some(Event::Replaced { .. } | Event::Considered { .. }))
}

/// Whether a later choice or replacement continues the action that an earlier one left. Anything
/// else that an effect does is an action of its own.
fn leads_to(timeline: &Timeline, earlier: EntryNo, later: EntryNo) -> bool {
    let about = match event(timeline, later) {
        Some(Event::Replaced { before, .. }) => before,
        Some(Event::Considered { action, .. }) => action,
        _ => return false,
    };
    match event(timeline, earlier) {
        Some(Event::Replaced { after, .. }) => after.iter().any(|after| is_still(after, about)),
        Some(Event::Considered { action, .. }) => action == about,
        _ => false,
    }
}

/// Whether it is still the same action: a choice made for a permanent as it enters changes how it
/// enters (CR 614.12a).
fn is_still(before: &Action, now: &Action) -> bool {
    match (before, now) {
        (Action::Move { object: before, to: there, .. }, Action::Move { object: now, to: here, .. }) => {
            (before, there) == (now, here)
        }
        _ => before == now,
    }
}

/// Like [`Session::account`], if the viewer may know all of it.
pub fn account(session: &Session, id: TimelineId, no: EntryNo, viewer: Option<PlayerId>) -> Option<Account> {
    let (account, timeline) = (session.account(id, no, viewer)?, session.timeline(id)?);
    let choices = account.stages.iter().filter_map(|stage| stage.choice.as_ref()).map(|choice| choice.no);
    let stages = account.stages.iter().map(|stage| stage.no);
    let mut told = choices.chain(stages).chain(account.became.iter().map(|link| link.no));
    told.all(|no| sees_whole(timeline, viewer, no)).then_some(account)
}

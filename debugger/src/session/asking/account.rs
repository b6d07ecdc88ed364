//! How an action came to be what it was: what was proposed, which replacement and prevention effects could apply, who chose
//! among them, what each made of it, and what happened in the end (CR 614 to 616). It is read off the entries that the
//! computation itself left.

use retrace_core::fact::{Action, EntryNo, Event, PlayerId};
use retrace_core::rule::Rule;

use super::seen::sees_whole;
use super::why::{WhyLink, caused_by};
use crate::session::base::place::TimelineId;
use crate::session::describe;
use crate::session::session::Session;
use crate::session::timeline::line::Timeline;

/// How an action came to be what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What was going to happen.
    pub proposed: String,
    /// The entry that it was proposed because of.
    pub because: Option<EntryNo>,
    /// Each effect that was applied, in order.
    pub stages: Vec<Stage>,
    /// What happened then.
    pub became: Vec<WhyLink>,
}

/// One effect that was applied to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The entry that tells it.
    pub no: EntryNo,
    /// The rule that made it apply as it did.
    pub rule: Rule,
    /// The choice among several, if there were several.
    pub choice: Option<Considered>,
    /// The effect.
    pub applied: String,
    /// What it made of the action; nothing if nothing was left of it.
    pub after: Vec<String>,
}

/// A choice among the effects that could apply (CR 616.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The entry that tells it.
    pub no: EntryNo,
    /// The rule by which it was among these: self-replacement, control, copy, or any (CR 616.1a-d).
    pub rule: Rule,
    /// Who chose: the affected player, or the controller of the affected object.
    pub by: String,
    /// The effects that could apply.
    pub among: Vec<String>,
}

impl Session {
    /// How the action that an entry tells of came to be what it was; none if no effect replaced anything on the way to it.
    /// The entry may be any on that way: a choice, a replacement, or what happened in the end.
    pub fn account(&self, id: TimelineId, no: EntryNo) -> Option<Account> {
        let timeline = self.timeline(id)?;
        let way = way(timeline, no)?;
        let (step, first) = timeline.entry(*way.first()?)?;
        let (Event::Replaced { before: proposed, .. } | Event::Considered { action: proposed, .. }) = &first.event
        else {
            return None;
        };
        let proposed = describe::action(&timeline.game_at(step), proposed);
        let mut stages = Vec::new();
        let mut choice = None;
        for no in &way {
            let (step, entry) = timeline.entry(*no)?;
            let game = timeline.game_at(step);
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
        let became = self.brought_about(id, last);
        Some(Account { proposed, because: first.cause, stages, became })
    }
}

/// The choices and replacements on the way of an action, in order: those that led to an entry, and those that it led to, for
/// as long as there is one of them.
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

/// The one choice or replacement that follows on another; none if there are several.
fn goes_on(timeline: &Timeline, no: EntryNo) -> Option<EntryNo> {
    let mut following = caused_by(timeline, no).filter(|next| leads_to(timeline, no, *next));
    following.next().filter(|_| following.next().is_none())
}

fn event(timeline: &Timeline, no: EntryNo) -> Option<&Event> {
    timeline.entry(no).map(|(_, entry)| &entry.event)
}

/// A cause is always earlier.
fn cause(timeline: &Timeline, no: EntryNo) -> Option<EntryNo> {
    timeline.entry(no).and_then(|(_, entry)| entry.cause).filter(|earlier| *earlier < no)
}

fn matters(timeline: &Timeline, no: EntryNo) -> bool {
    matches!(event(timeline, no), Some(Event::Replaced { .. } | Event::Considered { .. }))
}

/// Whether a choice or replacement is about what an earlier one left of the action: what an effect does besides is an action
/// of its own.
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

/// Whether an action is the same still: what is chosen for what enters changes how it does (CR 614.12a).
fn is_still(before: &Action, now: &Action) -> bool {
    match (before, now) {
        (Action::Move { object: before, to: there, .. }, Action::Move { object: now, to: here, .. }) => {
            (before, there) == (now, here)
        }
        _ => before == now,
    }
}

/// How an action came to be what it was, if whoever looks may know all of that.
pub fn account(session: &Session, id: TimelineId, no: EntryNo, viewer: Option<PlayerId>) -> Option<Account> {
    let (account, timeline) = (session.account(id, no)?, session.timeline(id)?);
    let choices = account.stages.iter().filter_map(|stage| stage.choice.as_ref()).map(|choice| choice.no);
    let stages = account.stages.iter().map(|stage| stage.no);
    let mut told = choices.chain(stages).chain(account.became.iter().map(|link| link.no));
    told.all(|no| sees_whole(timeline, viewer, no)).then_some(account)
}

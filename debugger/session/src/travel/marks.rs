//! Watches, which are expressions of any type, and breakpoints, which are predicates.
//!
//! Every breakpoint is a predicate in the one language, including one on a kind of event, an object
//! or a rule: the selection is written as a predicate ([`Session::breakpoint_on_event`],
//! [`breakpoint_on`]), which can be read and changed like any other. Operations can change the
//! marks, so undo brings a breakpoint back; a store never contains them. The window saves them with
//! its settings, by the file that is open.

use std::sync::Arc;

use retrace_core::fact::{Entity, EntryNo};
use retrace_core::predicate::{Asks, Predicate};
use retrace_core::rule::Rule;

use crate::asking::seen;
use crate::base::place::TimelineId;
use crate::held::marks::{Breakpoint, Marks};
use crate::session::Session;
use crate::{Outcome, SessionError};

/// The maximum number of watches, and of breakpoints.
pub(crate) const MOST_MARKS: usize = 100;

/// A predicate for every event that affects an object or a player.
pub fn breakpoint_on(entity: Entity) -> String {
    match entity {
        Entity::Object(id) => format!("event.about = {id} or event.became = {id}"),
        Entity::Player(id) => format!("event.about = {id}"),
    }
}

/// A predicate for every event by a rule.
pub fn breakpoint_on_rule(rule: Rule) -> String {
    format!("event.rule = {rule}")
}

impl Session {
    /// Watches and breakpoints.
    pub fn marks(&self) -> &Arc<Marks> {
        &self.view.marks
    }

    /// Restores saved watches and breakpoints, which is not an operation.
    pub fn set_marks(&mut self, marks: Marks) {
        self.view.marks = Arc::new(marks);
    }

    fn mark(&mut self, what: &str, change: impl FnOnce(&mut Marks)) -> Outcome {
        self.operate(what, |view| change(Arc::make_mut(&mut view.marks)));
        Outcome::Marked(what.to_owned())
    }

    /// Watches an expression, as a new watch or in place of one.
    ///
    /// # Errors
    /// [`SessionError::Predicate`]: what is wrong with it on the current timeline, and where.
    pub fn watch(&mut self, text: &str, instead: Option<usize>) -> Result<Outcome, SessionError> {
        let text = text.trim();
        self.expression(self.cursor().timeline, text)?;
        let marks = self.marks();
        if marks.watches.iter().any(|other| other == text) {
            return Ok(Outcome::Nothing("That is watched already."));
        }
        match instead {
            Some(index) if index < marks.watches.len() => Ok(self.mark("change of a watch", |marks| {
                if let Some(watch) = marks.watches.get_mut(index) {
                    text.clone_into(watch);
                }
            })),
            _ if marks.watches.len() >= MOST_MARKS => {
                Ok(Outcome::Nothing("There are a hundred watches already; remove one first."))
            }
            _ => Ok(self.mark("watch", |marks| marks.watches.push(text.to_owned()))),
        }
    }

    /// Removes a watch.
    pub fn unwatch(&mut self, index: usize) -> Outcome {
        if index >= self.marks().watches.len() {
            return Outcome::Nothing("There is no such watch.");
        }
        self.mark("removal of a watch", |marks| {
            marks.watches.remove(index);
        })
    }

    /// Adds a breakpoint, or replaces one.
    ///
    /// # Errors
    /// [`SessionError::Predicate`]: what is wrong with it on the current timeline, and where.
    pub fn set_breakpoint(&mut self, text: &str, instead: Option<usize>) -> Result<Outcome, SessionError> {
        let text = text.trim();
        self.predicate(self.cursor().timeline, text)?;
        let breakpoints = &self.marks().breakpoints;
        if self.marks().has_breakpoint(text) {
            return Ok(Outcome::Nothing("There is such a breakpoint already."));
        }
        match instead {
            Some(index) if index < breakpoints.len() => Ok(self.mark("change of a breakpoint", |marks| {
                if let Some(breakpoint) = marks.breakpoints.get_mut(index) {
                    text.clone_into(&mut breakpoint.text);
                }
            })),
            _ if breakpoints.len() >= MOST_MARKS => {
                Ok(Outcome::Nothing("There are a hundred breakpoints already; remove one first."))
            }
            _ => Ok(self.mark("breakpoint", |marks| {
                marks.breakpoints.push(Breakpoint { text: text.to_owned(), enabled: true });
            })),
        }
    }

    /// Adds a breakpoint, or removes it if it exists.
    ///
    /// # Errors
    /// As [`Session::set_breakpoint`].
    pub fn toggle_breakpoint(&mut self, text: &str) -> Result<Outcome, SessionError> {
        match self.marks().breakpoints.iter().position(|other| other.text == text) {
            Some(index) => Ok(self.remove_breakpoint(index)),
            None => self.set_breakpoint(text, None),
        }
    }

    /// Enables or disables a breakpoint.
    pub fn enable_breakpoint(&mut self, index: usize, enabled: bool) -> Outcome {
        match self.marks().breakpoints.get(index) {
            None => Outcome::Nothing("There is no such breakpoint."),
            Some(breakpoint) if breakpoint.enabled == enabled => Outcome::Nothing("It is so already."),
            Some(_) => self.mark(if enabled { "enabling" } else { "disabling" }, |marks| {
                if let Some(breakpoint) = marks.breakpoints.get_mut(index) {
                    breakpoint.enabled = enabled;
                }
            }),
        }
    }

    /// Removes a breakpoint.
    pub fn remove_breakpoint(&mut self, index: usize) -> Outcome {
        if index >= self.marks().breakpoints.len() {
            return Outcome::Nothing("There is no such breakpoint.");
        }
        self.mark("removal of a breakpoint", |marks| {
            marks.breakpoints.remove(index);
        })
    }

    /// A predicate for events like this one: its kind and main subject.
    pub fn breakpoint_on_event(&self, id: TimelineId, no: EntryNo) -> Option<String> {
        let (_, entry) = self.entry(id, no)?;
        let kind = self.kind(id, entry.event.name());
        let whole = self.timeline(id).is_some_and(|timeline| seen::sees_whole(timeline, self.eyes(), no));
        Some(match entry.event.about().first().filter(|_| whole) {
            Some(Entity::Object(object)) => format!("{kind} and event.about = {object}"),
            Some(Entity::Player(player)) => format!("{kind} and event.about = {player}"),
            None => kind,
        })
    }

    /// A predicate for events of this kind.
    pub fn breakpoint_on_kind(&self, id: TimelineId, no: EntryNo) -> Option<String> {
        let (_, entry) = self.entry(id, no)?;
        Some(self.kind(id, entry.event.name()))
    }

    /// A kind of event as a predicate: its bare name, unless a player or card has that name.
    fn kind(&self, id: TimelineId, name: &str) -> String {
        match self.predicate(id, name).map(|predicate| predicate.expression().asks()) {
            Ok(Asks::Event) => name.to_owned(),
            _ => format!("event.kind = {name}"),
        }
    }

    /// The enabled breakpoints that apply to a timeline, each with its index in the list. One that
    /// names something missing from the timeline is skipped.
    pub(crate) fn breakpoints_on(&self, id: TimelineId) -> Vec<(usize, Predicate)> {
        let enabled = self.marks().breakpoints.iter().enumerate().filter(|(_, it)| it.enabled);
        enabled.filter_map(|(index, it)| Some((index, self.predicate(id, &it.text).ok()?))).collect()
    }
}

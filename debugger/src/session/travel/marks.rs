//! What a person keeps an eye on: watches, which are expressions of any sort, and breakpoints, which are predicates.
//!
//! Every breakpoint is a predicate of the one language, also one on a kind of event, an object or a rule: what is selected is
//! written down as one ([`Session::breakpoint_on_event`], [`breakpoint_on`]), can be read, and changed like any other. The
//! marks are part of what an operation can change, so undo brings a breakpoint back; a store never hears of them. The window
//! keeps them with its settings, by the file that is open.

use std::sync::Arc;

use retrace_core::fact::{Entity, EntryNo};
use retrace_core::predicate::{Asks, Expression, Predicate};
use retrace_core::rule::Rule;

use crate::session::asking::seen;
use crate::session::base::place::TimelineId;
use crate::session::held::marks::{Breakpoint, Marks};
use crate::session::session::Session;
use crate::session::{Outcome, SessionError};

/// So many watches, and so many breakpoints, are the most.
pub const MOST_MARKS: usize = 100;

/// The breakpoint on whatever happens to an object or a player, as a predicate.
pub fn breakpoint_on(entity: Entity) -> String {
    match entity {
        Entity::Object(id) => format!("event.about = {id} or event.became = {id}"),
        Entity::Player(id) => format!("event.about = {id}"),
    }
}

/// The breakpoint on a rule, as a predicate.
pub fn breakpoint_on_rule(rule: Rule) -> String {
    format!("event.rule = {rule}")
}

impl Session {
    /// Watches and breakpoints.
    pub fn marks(&self) -> &Arc<Marks> {
        &self.view.marks
    }

    /// Takes watches and breakpoints from where they were kept; that is no operation.
    pub fn set_marks(&mut self, marks: Marks) {
        self.view.marks = Arc::new(marks);
    }

    fn mark(&mut self, what: &str, change: impl FnOnce(&mut Marks)) -> Outcome {
        self.operate(what, |view| change(Arc::make_mut(&mut view.marks)));
        Outcome::Marked(what.to_owned())
    }

    /// Watches an expression, in place of one that is watched or as another.
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

    /// Watches something no longer.
    pub fn unwatch(&mut self, index: usize) -> Outcome {
        if index >= self.marks().watches.len() {
            return Outcome::Nothing("There is no such watch.");
        }
        self.mark("removal of a watch", |marks| {
            marks.watches.remove(index);
        })
    }

    /// Sets a breakpoint, in place of another or as one more.
    ///
    /// # Errors
    /// [`SessionError::Predicate`]: what is wrong with it on the current timeline, and where.
    pub fn set_breakpoint(&mut self, text: &str, instead: Option<usize>) -> Result<Outcome, SessionError> {
        let text = text.trim();
        self.predicate(self.cursor().timeline, text)?;
        let breakpoints = &self.marks().breakpoints;
        if breakpoints.iter().any(|other| other.text == text) {
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

    /// Sets a breakpoint, or removes it if it is there.
    ///
    /// # Errors
    /// As [`Session::set_breakpoint`].
    pub fn toggle_breakpoint(&mut self, text: &str) -> Result<Outcome, SessionError> {
        match self.marks().breakpoints.iter().position(|other| other.text == text) {
            Some(index) => Ok(self.remove_breakpoint(index)),
            None => self.set_breakpoint(text, None),
        }
    }

    /// Lets running stop at a breakpoint, or not.
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

    /// The breakpoint on an event: on its kind and what it is mainly about.
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

    /// The breakpoint on a kind of event.
    pub fn breakpoint_on_kind(&self, id: TimelineId, no: EntryNo) -> Option<String> {
        let (_, entry) = self.entry(id, no)?;
        Some(self.kind(id, entry.event.name()))
    }

    /// A kind of event as a predicate: alone, unless somebody or something is called so.
    fn kind(&self, id: TimelineId, name: &str) -> String {
        match self.predicate(id, name).map(|predicate| predicate.expression().asks()) {
            Ok(Asks::Event) => name.to_owned(),
            _ => format!("event.kind = {name}"),
        }
    }

    /// The breakpoints at which running on a timeline stops, each with its place in the list. One that speaks of what the
    /// timeline does not have is passed over.
    pub fn breakpoints_on(&self, id: TimelineId) -> Vec<(usize, Predicate)> {
        let enabled = self.marks().breakpoints.iter().enumerate().filter(|(_, it)| it.enabled);
        enabled.filter_map(|(index, it)| Some((index, self.predicate(id, &it.text).ok()?))).collect()
    }

    /// What is wrong with an expression on the current timeline, if something is.
    pub fn is_wrong(&self, text: &str) -> Option<SessionError> {
        Expression::compile(text, &self.names(self.cursor().timeline)).err().map(SessionError::from)
    }
}

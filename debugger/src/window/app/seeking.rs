//! Requests of the panels for watches and exploring: adds, changes and removes watches and
//! breakpoints, bisects, shrinks and explores; long work runs as a job.

use std::sync::Arc;

use egui::Context;
use retrace_core::predicate::{Expression, Names, Predicate, PredicateError};

use super::super::layout::Pane;
use super::App;
use crate::window::view::explore;
use crate::window::view::typed::{Did, Typed};
use crate::window::view::watching::{self, MarkIndex};
use retrace_session::travel::bisect::{Bisection, Only};
use retrace_session::travel::explore::Wanted;
use retrace_session::{Outcome, Point, SessionError};

const BISECTING: &str = "Bisecting";
const SHRINKING: &str = "Shrinking";
const EXPLORING: &str = "Exploring";

impl App {
    /// Carries out a request of the panel of watches and breakpoints.
    pub(super) fn wish_of_watches(&mut self, wish: watching::WatchWish, ctx: &Context) {
        use watching::WatchWish as W;
        match wish {
            W::Field(did) => {
                let names = self.names();
                did_in(&mut self.view.watching.typed, did, &names, any);
            }
            W::Watch => {
                let (text, instead) = self.typed();
                let done = self.session.watch(&text, instead);
                self.kept(done);
            }
            W::Break => {
                let (text, instead) = self.typed();
                let done = self.session.set_breakpoint(&text, instead);
                self.kept(done);
            }
            W::Change(mark) => {
                let marks = self.session.marks();
                let text = match mark {
                    MarkIndex::Watch(index) => marks.watches.get(index).cloned(),
                    MarkIndex::Break(index) => marks.breakpoints.get(index).map(|it| it.text.clone()),
                };
                if let Some(text) = text {
                    self.view.watching = watching::WatchForm { typed: Typed::new(&text), instead: Some(mark) };
                }
            }
            W::Toggle(text) => {
                let done = self.session.toggle_breakpoint(&text);
                self.done(done);
            }
            W::Leave => self.view.watching = watching::WatchForm::default(),
            W::Remove(MarkIndex::Watch(index)) => {
                let done = self.session.unwatch(index);
                self.kept(Ok(done));
            }
            W::Remove(MarkIndex::Break(index)) => {
                let done = self.session.remove_breakpoint(index);
                self.kept(Ok(done));
            }
            W::Enable(index, enabled) => {
                let done = self.session.enable_breakpoint(index, enabled);
                self.done(Ok(done));
            }
            W::Turned(text) => self.bisect(&text, ctx),
            W::Shrink(text) => self.shrink(&text, ctx),
            W::Go(point) => {
                let outcome = self.session.jump(point);
                self.done(Ok(outcome));
            }
        }
    }

    fn names(&self) -> Names {
        self.session.names(self.session.cursor().timeline)
    }

    fn typed(&self) -> (String, Option<usize>) {
        let form = &self.view.watching;
        let instead = form.instead.map(|(MarkIndex::Watch(index) | MarkIndex::Break(index))| index);
        (form.typed.text.clone(), instead)
    }

    /// Empties the field after a change of the lists, unless it was refused.
    fn kept(&mut self, done: Result<Outcome, SessionError>) {
        if matches!(done, Ok(Outcome::Marked(_))) {
            self.view.watching = watching::WatchForm::default();
        }
        self.done(done);
    }

    /// Compiles a predicate for the current timeline, or shows its error.
    fn predicate(&mut self, text: &str) -> Option<Predicate> {
        match self.session.predicate(self.session.cursor().timeline, text) {
            Ok(predicate) => Some(predicate),
            Err(error) => {
                self.tell(error.to_string(), true);
                None
            }
        }
    }

    /// Goes to where a predicate about states turned true: between the first choice and the cursor
    /// if it holds there, otherwise the head.
    fn bisect(&mut self, text: &str, ctx: &Context) {
        let Some(predicate) = self.predicate(text) else { return };
        let cursor = self.session.cursor();
        let timeline = self.session.current();
        let start = timeline.first_choice();
        let here = cursor.step > start && timeline.holds_at(cursor.step, &predicate).unwrap_or(false);
        let end = if here { cursor.step } else { timeline.len_steps() };
        let question = match self.session.bisect(cursor.timeline, predicate, start, end) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let text = text.to_owned();
        self.begin_job(
            ctx,
            BISECTING,
            move |progress| question.run(progress),
            move |app, _, bisection| app.bisected(&text, &bisection),
        );
    }

    fn bisected(&mut self, text: &str, bisection: &Bisection) {
        let turn = match bisection {
            Bisection::Turned(turn) => turn,
            Bisection::HoldsAlready(_) => return self.tell(format!("{text} holds from the first choice on."), false),
            Bisection::NeverHolds(_) => {
                return self.tell(format!("{text} holds neither here nor at the head."), false);
            }
        };
        let outcome = self.session.jump(turn.found.point);
        self.done(Ok(outcome));
        self.view.entry = Some((turn.found.point.timeline, turn.found.entry));
        let more = match turn.only {
            Only::Turns(_) | Only::Unrefuted => String::new(),
            Only::Refuted { step, holds: true } => format!(" It also held earlier, after step {step}."),
            Only::Refuted { step, holds: false } => {
                format!(" It did not stay true: after step {step} it does not hold.")
            }
        };
        // The number of places checked, and their steps, would also reveal hidden events.
        if self.view.viewer.is_some() {
            return self.tell(format!("{text} turned here."), false);
        }
        let no = turn.found.entry.0;
        self.tell(format!("{text} became true at event {no}; {} places were checked.{more}", turn.asked), false);
    }

    fn shrink(&mut self, text: &str, ctx: &Context) {
        let Some(predicate) = self.predicate(text) else { return };
        let question = match self.session.shrink(self.session.cursor().timeline, predicate) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        self.begin_job(
            ctx,
            SHRINKING,
            move |progress| question.run(progress),
            |app, _, shrunk| {
                let Some(shrunk) = shrunk else {
                    return app.tell("It does not become true on this timeline.", false);
                };
                let taken = app.session.take_shrunk(&shrunk, None);
                let forked = matches!(taken, Ok(Outcome::Forked { .. }));
                app.done(taken);
                if forked {
                    let ((before, _), (after, _)) = (shrunk.before, shrunk.after);
                    let name = app.session.current().name();
                    let text = format!("{after} inputs are left of {before}, on “{name}”.");
                    app.tell(text, false);
                }
            },
        );
    }

    /// Explores the choice at or before the cursor.
    pub(super) fn explore(&mut self, ctx: &Context) {
        self.show_pane(Pane::Explore);
        let cursor = self.session.cursor();
        let Some(step) = self.session.current().choice_at_or_before(cursor.step) else {
            return self.tell("There is no choice at or before this place.", false);
        };
        let form = &self.view.exploring;
        let names = self.names();
        let read = |typed: &Typed| (!typed.text.trim().is_empty()).then(|| typed.text.clone());
        let until = read(&form.until).map(|text| Predicate::compile(&text, &names)).transpose();
        let typed = read(&form.asked).filter(|text| !form.columns.contains(text));
        let texts: Vec<String> = form.columns.iter().cloned().chain(typed).collect();
        let compiled = |text: &String| Ok((text.clone(), Expression::compile(text, &names)?));
        let asked: Result<Vec<(String, Expression)>, PredicateError> = texts.iter().map(compiled).collect();
        let (until, asked) = match (until, asked) {
            (Ok(until), Ok(asked)) => (until, asked),
            (Err(error), _) | (_, Err(error)) => return self.tell(SessionError::from(error).to_string(), true),
        };
        let (depth, limit, player, others) = (form.depth, form.limit, form.player, form.others);
        let wanted = Wanted { depth, limit, player, others, until, asked };
        let question = match self.session.explore(Point { step, ..cursor }, wanted) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        self.begin_job(
            ctx,
            EXPLORING,
            move |progress| question.run(progress),
            |app, _, explored| {
                app.view.exploring.explored = Some(Arc::new(explored));
                app.view.exploring.tabulate();
            },
        );
    }

    /// Carries out a request of the panel for exploring.
    pub(super) fn wish_of_exploring(&mut self, wish: explore::ExploreWish) {
        use explore::ExploreWish as W;
        let names = self.names();
        let form = &mut self.view.exploring;
        match wish {
            W::Depth(depth) => form.depth = depth,
            W::Whose(player, others) => (form.player, form.others) = (player, others),
            W::Until(did) => did_in(&mut form.until, did, &names, yes_or_no),
            W::Asked(did) => did_in(&mut form.asked, did, &names, any),
            W::AddColumn => {
                let text = form.asked.text.trim().to_owned();
                if !text.is_empty() && form.asked.error.is_none() && !form.columns.contains(&text) {
                    form.columns.push(text);
                    form.asked = Typed::default();
                }
            }
            W::RemoveColumn(index) if index < form.columns.len() => drop(form.columns.remove(index)),
            W::RemoveColumn(_) => {}
            W::Sort(title) => {
                let down = matches!(&form.sorted, Some((before, down)) if *before == title && !*down);
                form.sorted = Some((title, down));
                form.tabulate();
            }
            W::Filter(words) => {
                form.filter = words;
                form.tabulate();
            }
            W::Take(index) => {
                if let Some(explored) = form.explored.clone() {
                    let taken = self.session.take_line(&explored, index, None);
                    self.done(taken);
                }
            }
        }
    }
}

/// The error in an expression of any type.
fn any(text: &str, names: &Names) -> Option<PredicateError> {
    Expression::compile(text, names).err()
}

/// The error in a predicate.
fn yes_or_no(text: &str, names: &Names) -> Option<PredicateError> {
    Predicate::compile(text, names).err()
}

/// Updates a field after the user did something in it.
fn did_in(typed: &mut Typed, did: Did, names: &Names, check: fn(&str, &Names) -> Option<PredicateError>) {
    match did {
        Did::Typed(text, caret) => *typed = Typed::look(text, caret, names, |text| check(text, names)),
        Did::Chose(index) => typed.chosen = index,
        Did::Entered => {}
    }
}

//! Comfort: the tour, the text of the rules, the zoom of the interface.

use std::path::Path;
use std::sync::Arc;

use retrace_core::fact::{Entity, ObjectId};

use super::super::layout::{self, Arrangement, Pane};
use super::super::settings::SIZES;
use super::App;
use crate::window::view::browse::Purpose;
use crate::window::view::tour::Tour;
use retrace_session::Command;
use retrace_session::SessionError;
use retrace_session::base::rulebook::{Language, Rulebook};
use retrace_session::session::Session;

impl App {
    /// Carries out a command of this module. Returns whether it was one.
    pub(super) fn comfort(&mut self, command: Command) -> bool {
        if self.arranging(command) {
            return true;
        }
        match command {
            Command::Tour => match Session::demo() {
                Ok(session) => {
                    self.replace(session);
                    self.begin_tour();
                }
                Err(error) => self.tell(error.to_string(), true),
            },
            Command::RulesFile => self.ask_file(Purpose::Rules),
            Command::Rules => {
                self.view.rule = None;
                layout::bring_forward(&mut self.settings.tree, Pane::Rules);
                self.unsaved = true;
            }
            Command::Larger => self.zoom_by(true),
            Command::Smaller => self.zoom_by(false),
            Command::UsualSize => self.zoom_to(1.0),
            _ => return false,
        }
        true
    }

    /// Starts the tour of the session, which is the demonstration.
    pub(super) fn begin_tour(&mut self) {
        // The panels that it is about are in this layout.
        self.arrange(Arrangement::Debug);
        self.view.tour = Some(Tour::begin(&self.session));
    }

    /// Ends the tour; it does not start by itself again.
    pub(super) fn end_tour(&mut self) {
        self.view.tour = None;
        self.settings.toured = true;
        self.unsaved = true;
    }

    /// Notices what the reader of the tour has done.
    pub(super) fn follow_tour(&mut self) {
        let Some(tour) = self.view.tour else { return };
        let next = tour.go_on(&self.session, &self.view);
        if next != tour {
            self.view.tour = Some(next);
            self.settings.toured |= next.is_over();
            self.unsaved |= next.is_over();
            self.ctx.request_repaint();
        }
    }

    /// Reads a text of the rules, and remembers its path.
    pub(super) fn read_rules(&mut self, path: &Path) {
        match self.rules_of(path) {
            Ok(book) => {
                let text = format!("Read {} rules from {}.", book.len(), path.display());
                self.session.set_rulebook(Some(Arc::new(book)));
                self.settings.rules = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
                layout::bring_forward(&mut self.settings.tree, Pane::Rules);
                self.unsaved = true;
                self.tell(text, false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Reads a text of the rules, in the language chosen last, if it has that.
    fn rules_of(&self, path: &Path) -> Result<Rulebook, SessionError> {
        let book = Rulebook::read(path)?;
        match self.settings.rules_language.filter(|language| book.languages().contains(language)) {
            Some(language) => book.in_language(language),
            None => Ok(book),
        }
    }

    /// Shows the text of the rules in one of its languages, and remembers that.
    pub(super) fn show_rules_in(&mut self, language: Language) {
        let Some(book) = self.session.rulebook().map(|book| (**book).clone()) else { return };
        match book.in_language(language) {
            Ok(book) => {
                self.session.set_rulebook(Some(Arc::new(book)));
                self.settings.rules_language = Some(language);
                self.unsaved = true;
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Reads the text of the rules used last time, unless one is loaded. If the file is gone, says
    /// so once and forgets it.
    pub(super) fn recall_rules(&mut self) {
        let Some(path) = self.settings.rules.clone().filter(|_| self.session.rulebook().is_none()) else { return };
        match self.rules_of(&path) {
            Ok(book) => self.session.set_rulebook(Some(Arc::new(book))),
            Err(error) => {
                self.settings.rules = None;
                self.unsaved = true;
                self.tell(error.to_string(), true);
            }
        }
    }

    fn zoom_by(&mut self, larger: bool) {
        let now = self.settings.zoom;
        let next = match larger {
            true => SIZES.into_iter().find(|size| *size > now + 0.01),
            false => SIZES.into_iter().rev().find(|size| *size < now - 0.01),
        };
        self.zoom_to(next.unwrap_or(now));
    }

    /// Sets the zoom of the interface; 1 is normal.
    pub(super) fn zoom_to(&mut self, size: f32) {
        self.settings.zoom = size;
        self.ctx.set_zoom_factor(size);
        self.unsaved = true;
        self.tell(format!("Size {:.0} %.", size * 100.0), false);
    }

    /// Shows the earlier and later objects of an object's card.
    pub(super) fn show_history(&mut self, id: ObjectId) {
        self.select(Entity::Object(id));
        self.view.to_history = 3;
    }
}

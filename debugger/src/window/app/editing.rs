//! Edits, fixed chances, saving moments as scenarios, and card files that change on disk.

use std::time::Duration;

use egui::Context;
use retrace_core::fact::Input;

use super::super::view::Dialog;
use super::App;
use crate::window::view::browse::Purpose;
use crate::window::view::chance::ChanceForm;
use crate::window::view::edit::EditForm;
use crate::window::view::new_card::NewCardForm;
use retrace_session::files::empty::EmptyBoard;
use retrace_session::files::trial::Trial;
use retrace_session::{Command, Outcome, SessionError};

/// How often card files are checked, if there are any.
const WATCH_S: f64 = 1.0;

impl App {
    /// Applies edits at the cursor; an open dialog of edits shows the result.
    pub(super) fn edit(&mut self, inputs: &[Input]) {
        let done = self.session.edit(inputs, None);
        self.edited(done);
    }

    /// Like [`App::edit`], with an edit in words.
    pub(super) fn edit_in_words(&mut self, text: &str) {
        let read = self.session.read_edits(text);
        let done = read.and_then(|inputs| self.session.edit(&inputs, None));
        self.edited(done);
    }

    fn edited(&mut self, done: Result<Outcome, SessionError>) {
        let selected = self.view.selected;
        let said = match &done {
            Ok(outcome) => {
                let what = self.session.texts_of_last_edit().join(" ");
                (format!("{what} {}", outcome.message(&self.session).unwrap_or_default()), false)
            }
            Err(error) => (error.to_string(), true),
        };
        let dialog = match self.view.dialog.take() {
            Some(Dialog::Edit(form)) => Some(Dialog::Edit(Box::new(form.after(&self.session, Some(said))))),
            Some(Dialog::Chance(form)) => Some(Dialog::Chance(Box::new(form.after(&self.session, Some(said))))),
            other => other,
        };
        self.done(done);
        self.view.dialog = dialog;
        self.view.selected = selected.map(|it| self.session.latest(it));
    }

    /// Begins with an empty board in place of the open session.
    pub(super) fn begin_board(&mut self, board: &EmptyBoard) {
        match board.begin() {
            Ok(session) => {
                self.replace(session);
                self.view.dialog = Some(Dialog::Edit(Box::new(EditForm::new(&self.session, None))));
                self.tell("An empty board: add cards with Edit… (E).", false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Tries a card on an empty board in place of the open session.
    pub(super) fn try_card(&mut self, trial: &Trial) {
        match trial.begin() {
            Ok(session) => {
                self.replace(session);
                trial.object(&self.session).into_iter().for_each(|it| self.select(it));
                let text = format!("Trying {}: add other cards with Edit… (E).", trial.card.name());
                self.tell(text, false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Adds a card to the game at the cursor.
    pub(super) fn add_card(&mut self, trial: &Trial) {
        let done = trial.add_to(&mut self.session, self.view.bottom);
        let is_added = done.is_ok();
        self.done(done);
        if is_added {
            self.view.dialog = None;
            trial.object(&self.session).into_iter().for_each(|it| self.select(it));
        }
    }

    /// Carries out the commands of this module.
    pub(super) fn elsewhere_editing(&mut self, command: Command) {
        match command {
            Command::WhatIf => {
                let form = EditForm::new(&self.session, self.view.selected);
                self.view.dialog = Some(Dialog::Edit(Box::new(form)));
            }
            Command::NewCard => {
                let form = NewCardForm::new(self.view.typed_card.clone());
                self.view.dialog = Some(Dialog::NewCard(Box::new(form)));
            }
            Command::NextRandom => {
                self.view.dialog = Some(Dialog::Chance(Box::new(ChanceForm::new(&self.session))));
            }
            Command::SaveMoment => self.ask_file(Purpose::Moment(false)),
            Command::RunWithNewCards => self.rerun(),
            _ => {}
        }
    }

    /// Checks whether card files have changed: when the window gets the focus, and each second.
    /// Without card files nothing is redrawn for this.
    pub(super) fn watch_cards(&mut self, ctx: &Context) {
        if self.session.card_files().is_empty() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let focused =
            ctx.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::WindowFocused(true))));
        if focused || now >= self.cards_at + WATCH_S {
            self.cards_at = now;
            self.look_at_cards();
        }
        ctx.request_repaint_after(Duration::from_secs_f64(WATCH_S));
    }

    fn look_at_cards(&mut self) {
        if !self.session.card_files().changed_on_disk() {
            return;
        }
        match self.session.reload_cards() {
            Err(error) => self.tell(format!("A card file changed, but it cannot be used: {error}"), true),
            Ok(names) if names.is_empty() => {
                self.tell("Card files were read again; no timeline has other cards.", false)
            }
            Ok(names) => {
                let keys = Command::RunWithNewCards.label();
                let text = format!(
                    "Other cards on disk: {}. Timelines with the cards as they were are UNVERIFIED; “{keys}” makes \
                     another with them.",
                    names.join(", ")
                );
                self.tell(text, false);
            }
        }
    }
}

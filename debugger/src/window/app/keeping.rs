//! Keeps what is made in the user's data folder as it is made, and goes on with what was kept.

use std::path::{Path, PathBuf};

use egui::Context;

use super::super::view::{Notice, Offer};
use super::App;
use retrace_session::files::trouble::Trouble;
use retrace_session::keeping::keep::{Keep, bring_back, last_kept, open_kept};
use retrace_session::keeping::{KeptSession, folder, kept_sessions};
use retrace_session::session::Session;
use retrace_session::{Progress, SessionError};

/// The name of the background job that writes a long session into its store.
const WRITING: &str = "Keeping what was made";
/// The name of the job that goes on with a kept session.
const GOING_ON: &str = "Going on";

impl App {
    /// Keeps sessions in a folder from now on, builder style. `None` keeps nothing.
    #[must_use]
    pub fn keeping(mut self, root: Option<PathBuf>) -> App {
        self.kept_root = root;
        if let Some(root) = &self.kept_root {
            folder::tidy(root);
        }
        self.list_recent();
        self
    }

    /// Goes on with the session that was kept last, if there is one. Returns whether there is.
    /// Before the `tour` was seen, the demonstration as it is does not count.
    pub(super) fn go_on_with_last(&mut self, tour: bool) -> bool {
        let last = self.kept_root.as_deref().and_then(last_kept);
        let Some(last) = last.filter(|last| !(tour && last.plain_demo)) else { return false };
        self.go_on_with(&last.folder, true);
        true
    }

    /// Begins to keep the session, which is new in the window.
    pub(super) fn begin_keeping(&mut self) {
        let Some(root) = self.kept_root.clone() else { return };
        let path = self.session.path().map(Path::to_owned);
        let before = match &path {
            Some(_) => {
                let before = self.view.recent.iter().find(|it| it.path == path && it.made && !it.in_use);
                before.map(|before| (format!("With this file before: {}.", before.holds()), before.folder.clone()))
            }
            // The demonstration hides nothing that was made before.
            None if self.session.is_demo() => self.made_before(),
            None => None,
        };
        if let Err(error) = self.session.begin_keeping(&root) {
            self.kept_root = None;
            return self.tell(error.to_string(), true);
        }
        if let Some((text, folder)) = before.filter(|_| self.view.notice.is_none()) {
            self.view.notice = Some(Notice { text, is_error: false, offers: vec![Offer::GoOn(folder)] });
        }
    }

    /// The session in which something was made last, in a sentence, with its folder.
    fn made_before(&self) -> Option<(String, PathBuf)> {
        let made = self.view.recent.iter().find(|it| !it.in_use)?;
        Some((format!("Made before: “{}”, {}.", made.title, made.holds()), made.folder.clone()))
    }

    /// Brings what is kept up to date; `at_once` with moves of the cursor alone, too.
    pub(in super::super) fn keep(&mut self, ctx: &Context, at_once: bool) {
        if self.is_working(WRITING) {
            return;
        }
        match self.session.keep(at_once) {
            Keep::Done => {}
            Keep::Write(storing) => {
                let then = |app: &mut App, _: &Context, stored| {
                    if let Err(error) = app.session.take_kept(stored) {
                        app.tell(error.to_string(), true);
                    }
                };
                self.begin_job_beside(ctx, WRITING, move |progress| storing.run(progress), then);
            }
            Keep::Failed(why) => {
                self.tell(format!("What you do is not kept any more: {why}. Save into a store, or export."), true)
            }
        }
    }

    /// Lets go of the session that is replaced; it stays among the recent ones.
    pub(super) fn stop_keeping(&mut self) {
        self.end_writing(&self.ctx.clone());
        self.session.stop_keeping();
    }

    /// Ends the writing of a long session, which then has a complete store or none: what ends the
    /// session writes the rest.
    pub(super) fn end_writing(&mut self, ctx: &Context) {
        self.end_job(ctx, WRITING);
    }

    /// Writes sessions of more decisions than this in the background.
    #[cfg(test)]
    pub(in super::super) fn keep_at_once_up_to(&mut self, decisions: usize) {
        self.session.keep_at_once_up_to(decisions);
    }

    /// Goes on with a kept session; `anew` when the window has just opened.
    pub(super) fn go_on_with(&mut self, folder: &Path, anew: bool) {
        if self.session.kept_folder() == Some(folder) {
            return self.tell("This session is open already.", false);
        }
        let (folders, folder) = (self.session.card_folders().clone(), folder.to_owned());
        let listed = self.view.recent.iter().find(|it| it.folder == folder).cloned();
        let work = {
            let folder = folder.clone();
            move |progress: &_| open_kept(&folder, &folders, progress)
        };
        self.take_over(
            work,
            move |app| app.tell_gone_on(listed.as_ref()),
            move |app, error| {
                if anew {
                    app.begin_keeping();
                }
                app.tell(error.to_string(), true);
                let store = folder.join("store");
                app.view.trouble = Trouble::of(&store, &error, &Progress::default()).map(Box::new);
            },
        );
    }

    /// Reads a session, which then takes the place of the one in the window.
    fn take_over(
        &mut self,
        read: impl FnOnce(&Progress) -> Result<Session, SessionError> + Send + 'static,
        then: impl FnOnce(&mut App) + 'static,
        failed: impl FnOnce(&mut App, SessionError) + 'static,
    ) {
        let replace = move |app: &mut App, _: &Context, session| {
            app.replace(session);
            then(app);
        };
        self.begin_job_or(&self.ctx.clone(), GOING_ON, read, replace, failed);
    }

    /// One line about the session that is gone on with, and a way to discard it.
    fn tell_gone_on(&mut self, listed: Option<&KeptSession>) {
        if self.tell_script_errors() {
            return;
        }
        let title = self.session.title();
        let (text, offer) = match listed {
            Some(listed) if listed.made => {
                (format!("Going on with “{title}”: {}.", listed.holds()), Some(Offer::Discard))
            }
            _ => {
                let (before, folder) = self.made_before().unzip();
                let before = before.map(|before| format!(" {before}")).unwrap_or_default();
                (format!("Going on with “{title}”.{before}"), folder.map(Offer::GoOn))
            }
        };
        self.view.notice = Some(Notice { text, is_error: false, offers: offer.into_iter().collect() });
    }

    /// Discards what was made in this session and kept, and opens its file as it is, or the
    /// demonstration. It can be brought back.
    pub(super) fn discard(&mut self) {
        let (title, path) = (self.session.title().to_owned(), self.session.path().map(Path::to_owned));
        let Some(folder) = self.session.discard_kept() else {
            return self.tell("This session is not kept, so there is nothing to discard.", false);
        };
        let text = format!("Discarded what was made in “{title}”.");
        let notice = Notice { text, is_error: false, offers: vec![Offer::BringBack(folder)] };
        let folders = self.session.card_folders().clone();
        let work = move |progress: &_| match &path {
            Some(path) => Session::open_to_show(path, &folders, progress),
            None => Session::demo(),
        };
        let shown = notice.clone();
        self.take_over(
            work,
            move |app| app.view.notice = Some(shown),
            move |app, _| {
                // The file is gone: the demonstration is always there.
                match Session::demo() {
                    Ok(session) => app.replace(session),
                    Err(error) => return app.tell(error.to_string(), true),
                }
                app.view.notice = Some(notice);
            },
        );
    }

    /// Brings back a session that was discarded.
    pub(super) fn bring_back(&mut self, folder: &Path) {
        match bring_back(folder) {
            Ok(()) => self.go_on_with(folder, false),
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Carries out what a notice offers.
    pub(super) fn take_offer(&mut self, offer: Offer, ctx: &Context) {
        match offer {
            Offer::GoOnAlike => self.go_on_alike(ctx),
            Offer::Compare(what) => self.compare(what),
            Offer::Discard => self.discard(),
            Offer::BringBack(folder) => self.bring_back(&folder),
            Offer::GoOn(folder) => self.go_on_with(&folder, false),
        }
    }

    /// Reads which sessions are kept, for the menu and the palette.
    pub(super) fn list_recent(&mut self) {
        let all = self.kept_root.as_deref().map(kept_sessions).unwrap_or_default();
        let here = self.session.kept_folder();
        self.view.recent = all
            .into_iter()
            .filter(|it| it.has_something() && !it.discarded && Some(it.folder.as_path()) != here)
            .collect();
    }
}

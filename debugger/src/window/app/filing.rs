//! Files: asks for one, and opens what was chosen, dropped or linked to.

use std::path::{Path, PathBuf};

use egui::Context;
use retrace_store::Detail;

use super::super::dropping::{Plan, not_taken};
use super::super::system_dialog::{Answered, Asking};
use super::super::view::Dialog;
use super::App;
use crate::window::dropping::refusal;
use crate::window::view::browse::{Browse, Holds, Purpose};
use retrace_session::files::link::Link;
use retrace_session::files::opening::{Kind, kind};
use retrace_session::files::trouble::{Trouble, salvage};
use retrace_session::keeping::keep::{kept_folder_of, open_kept, salvage_kept};
use retrace_session::session::Session;
use retrace_session::{Outcome, Progress};

/// The name of the job that opens a file.
const OPENING: &str = "Opening";
/// The name of the job that saves what is left of a damaged store.
const SALVAGING: &str = "Saving what verifies";

impl App {
    /// Asks for a file: with the dialog of the system, or with the window's own browser if there is
    /// none or more options are needed.
    pub(super) fn ask_file(&mut self, purpose: Purpose) {
        let here = std::env::current_dir().unwrap_or_default();
        let examples = here.join("examples");
        let last = self.settings.recent.first().and_then(|path| path.parent()).filter(|folder| folder.is_dir());
        let folder = last.map_or(if examples.is_dir() { examples } else { here }, Path::to_owned);
        let typed = match purpose {
            Purpose::Export(_) => format!("{}.retrace", self.session.current().name()),
            Purpose::Moment(_) => {
                let name = format!("{}-{}.ron", self.session.current().name(), self.session.cursor().step);
                name.replace(['~', '/', ' '], "-")
            }
            _ => String::new(),
        };
        let browse = Browse { purpose, folder, typed };
        if self.view.system_dialogs && !purpose.asks_more() {
            self.ask_system(browse);
        } else {
            self.view.dialog = Some(Dialog::Browse(Box::new(browse)));
        }
    }

    /// Shows the dialog of the system; only one at a time.
    pub(super) fn ask_system(&mut self, browse: Browse) {
        if self.asking.is_none() {
            self.asking = Some(Asking::begin(browse, &self.ctx));
        }
    }

    /// Takes the answer of the system dialog, if there is one.
    pub(super) fn take_answer(&mut self) {
        match self.asking.take().map(Asking::poll) {
            Some(Answered::NotYet(asking)) => self.asking = Some(asking),
            Some(Answered::Chosen(purpose, path)) => self.file(purpose, &path, true),
            Some(Answered::NotShown(browse)) => {
                self.view.system_dialogs = false;
                self.view.dialog = Some(Dialog::Browse(Box::new(browse)));
            }
            Some(Answered::Cancelled) | None => {}
        }
    }

    /// Uses a file for its purpose. `may_replace` says that the user has agreed to replace it.
    pub(super) fn file(&mut self, purpose: Purpose, path: &Path, may_replace: bool) {
        match purpose {
            Purpose::Open => self.open_named(path),
            Purpose::Export(holds) => self.export(path, holds, may_replace),
            Purpose::SaveStore => self.save_store(path),
            Purpose::Moment(follow) => self.save_moment(path, follow, may_replace),
            Purpose::Import => self.import(path),
            Purpose::Compare => self.compare_with_file(path, ""),
            Purpose::Rules => self.read_rules(path),
        }
    }

    /// Opens a file or the target of a link.
    fn open_named(&mut self, path: &Path) {
        match path.to_str().filter(|text| Link::is_meant(text)) {
            Some(link) => self.open_link(link),
            None => self.open(path, None, ""),
        }
    }

    /// Opens a file in place of the open one, then shows another beside it, if given; `left` is
    /// added to the notice.
    pub(super) fn open(&mut self, path: &Path, beside: Option<PathBuf>, left: &str) {
        if self.session.store_folder().is_some() && self.session.path() == Some(path) {
            return match beside {
                Some(beside) => self.compare_with_file(&beside, left),
                None => self.tell(format!("{} is open already.{left}", path.display()), false),
            };
        }
        let folders = self.session.card_folders().clone();
        let (ctx, wanted, path, left) = (self.ctx.clone(), path.to_owned(), path.to_owned(), left.to_owned());
        // What is wrong with it is found out by the job, too: checking a store takes a while.
        let work = move |progress: &Progress| match Session::open_to_show(&wanted, &folders, progress) {
            Ok(session) => Ok(Ok(session)),
            Err(error) => Trouble::of(&wanted, &error, progress).map(Err).ok_or(error),
        };
        self.begin_job(&ctx, OPENING, work, move |app, _, opened| {
            match opened {
                Ok(session) => app.replace(session),
                Err(trouble) => {
                    app.tell(trouble.error.clone(), true);
                    app.view.trouble = Some(Box::new(trouble));
                    return;
                }
            }
            match beside {
                Some(beside) => app.compare_with_file(&beside, &left),
                None if app.tell_script_errors() => {}
                // What was made with this file before is offered already.
                None if app.view.notice.as_ref().is_some_and(|it| !it.offers.is_empty()) => {}
                None => app.tell(format!("Opened {}.{left}", path.display()), false),
            }
        });
    }

    /// Writes what verifies of a damaged store into a new one, and opens that.
    pub(super) fn salvage(&mut self, store: &Path, into: &Path) {
        let (ctx, store, wanted) = (self.ctx.clone(), store.to_owned(), into.to_owned());
        let folders = self.session.card_folders().clone();
        let work = move |progress: &Progress| {
            let progress = &progress.part(0.5, 1.0);
            // That of a kept session stays its own.
            if let Some(folder) = kept_folder_of(&store) {
                return Ok((salvage_kept(folder)?, open_kept(folder, &folders, progress)?));
            }
            Ok((salvage(&store, &wanted)?, Session::open_to_show(&wanted, &folders, progress)?))
        };
        self.begin_job(&ctx, SALVAGING, work, move |app, _, (saved, session)| {
            app.replace(session);
            let into =
                app.session.store_folder().map_or_else(|| "this session".to_owned(), |it| it.display().to_string());
            app.tell(format!("Saved into {into}: {}.", saved.join("; ")), false);
        });
    }

    fn open_link(&mut self, text: &str) {
        let opened = |told: Option<String>| told.unwrap_or_else(|| "Opened the link.".to_owned());
        let link = match text.parse::<Link>() {
            Ok(link) => link,
            Err(error) => return self.tell(error.to_string(), true),
        };
        // The open store cannot be opened again, and need not be.
        if self.session.path() == Some(link.path.as_path()) {
            return match self.session.place_of_link(&link) {
                Ok((point, told)) => {
                    if self.session.jump(point) == Outcome::Moved {
                        self.moved();
                    }
                    self.tell(opened(told), false);
                }
                Err(error) => self.tell(error.to_string(), true),
            };
        }
        let (ctx, folders) = (self.ctx.clone(), self.session.card_folders().clone());
        self.begin_job(
            &ctx,
            OPENING,
            move |progress| Session::open_link(&link, &folders, progress),
            move |app, _, (session, told)| {
                app.replace(session);
                app.tell(opened(told), false);
            },
        );
    }

    /// Copies the link to the cursor to the clipboard.
    pub(super) fn copy_link(&mut self) {
        match self.session.link() {
            Ok(link) => {
                self.ctx.copy_text(link.to_string());
                let more = match self.session.store_folder() {
                    None if self.session.operations_done() > 0 => {
                        " What you did since opening the file is not in it: save into a store to link to that."
                    }
                    _ => "",
                };
                self.tell(format!("Copied the link to this place.{more}"), false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Handles files dropped onto the window: opens one, or asks if it could also be imported. Of
    /// several files the first is opened and the second shown beside it; the others are named in
    /// the notice.
    pub(super) fn take_dropped(&mut self, ctx: &Context) {
        let dropped: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        let Some(first) = dropped.first() else { return };
        let Plan { open, beside, left } = Plan::of(&dropped);
        let left = not_taken(&left);
        match (open, beside) {
            (None, _) => self.tell(refusal(first), true),
            (Some(path), None) if kind(&path) == Kind::Replay => {
                if !left.is_empty() {
                    self.tell(left.trim_start(), false);
                }
                self.view.dialog = Some(Dialog::Dropped(path));
            }
            (Some(path), beside) => self.open(&path, beside, &left),
        }
    }

    /// Asks for a file to write to.
    pub(super) fn ask_export(&mut self) {
        let holds = self.view.viewer.map_or(Holds::Replay(Detail::Entries), Holds::Seen);
        self.ask_file(Purpose::Export(holds));
        if let (Holds::Seen(_), Some(Dialog::Browse(browse))) = (holds, &mut self.view.dialog) {
            browse.typed = format!("{}.jsonl", self.session.current().name());
        }
    }

    /// Asks for a file to import, or says that a store is needed.
    pub(super) fn ask_import(&mut self) {
        match self.session.store_folder() {
            Some(_) => self.ask_file(Purpose::Import),
            None => self.tell("This session is not on a store: save it into a new store first.", false),
        }
    }
}

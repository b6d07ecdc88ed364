//! Files: asking for one, and what is done with what was chosen, dropped or linked to.

use std::path::{Path, PathBuf};

use egui::Context;
use retrace_store::Detail;

use crate::session::files::{Kind, kind};
use crate::session::importing::{Import, Imported, difference};
use crate::session::link::Link;
use crate::session::{Outcome, Session};

use super::super::browse::{Browse, Holds, Purpose};
use super::super::system_dialog::{Answered, Asking};
use super::super::view::Dialog;
use super::App;

impl App {
    /// Asks for a file: with the dialog of the system, or with the window's own where there is none or more is asked.
    pub(super) fn ask_file(&mut self, purpose: Purpose) {
        let here = std::env::current_dir().unwrap_or_default();
        let examples = here.join("examples");
        let last = self.settings.recent.first().and_then(|path| path.parent()).filter(|folder| folder.is_dir());
        let folder = last.map_or(if examples.is_dir() { examples } else { here }, Path::to_owned);
        let typed = match purpose {
            Purpose::Export(_) => format!("{}.retrace", self.session.current().name()),
            _ => String::new(),
        };
        let browse = Browse { purpose, folder, typed };
        let asks_more = matches!(purpose, Purpose::Export(_));
        if self.view.system_dialogs && !asks_more {
            self.ask_system(browse);
        } else {
            self.view.dialog = Some(Dialog::Browse(Box::new(browse)));
        }
    }

    /// Shows the dialog of the system; one at a time.
    pub(super) fn ask_system(&mut self, browse: Browse) {
        if self.asking.is_none() {
            self.asking = Some(Asking::begin(browse, &self.ctx));
        }
    }

    /// Takes the answer of the dialog of the system, if there is one.
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

    /// Does with a file what it was asked for. `may_replace` tells that the person has agreed to replace it.
    pub(super) fn file(&mut self, purpose: Purpose, path: &Path, may_replace: bool) {
        match purpose {
            Purpose::Open => self.open_named(path),
            Purpose::Export(holds) => self.export(path, holds, may_replace),
            Purpose::SaveStore => match self.session.move_to_store(path) {
                Ok(left_out) => {
                    self.remember();
                    let left = match left_out.is_empty() {
                        true => String::new(),
                        false => format!(" Left out, since their events are on no timeline: {}.", left_out.join(", ")),
                    };
                    let text = format!("Saved into the store {}; what you do is kept there now.{left}", path.display());
                    self.tell(text, false);
                }
                Err(error) => self.tell(error.to_string(), true),
            },
            Purpose::Import => self.import(path),
        }
    }

    /// Opens a file, or what a link names.
    fn open_named(&mut self, path: &Path) {
        match path.to_str().filter(|text| Link::is_meant(text)) {
            Some(link) => self.open_link(link),
            None => self.open(path),
        }
    }

    /// Opens a file in place of what is open.
    pub(super) fn open(&mut self, path: &Path) {
        if self.session.store_folder().is_some() && self.session.path() == Some(path) {
            return self.tell(format!("{} is open already.", path.display()), false);
        }
        let (ctx, wanted, path) = (self.ctx.clone(), path.to_owned(), path.to_owned());
        self.begin_job(
            &ctx,
            "opening",
            move |_| Session::open(&wanted),
            move |app, _, session| {
                app.replace(session);
                app.tell(format!("Opened {}.", path.display()), false);
            },
        );
    }

    fn open_link(&mut self, text: &str) {
        let opened = |told: Option<String>| told.unwrap_or_else(|| "Opened the link.".to_owned());
        let link = match text.parse::<Link>() {
            Ok(link) => link,
            Err(error) => return self.tell(error.to_string(), true),
        };
        // The store that is open cannot be opened once more, and need not be.
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
        let ctx = self.ctx.clone();
        self.begin_job(
            &ctx,
            "opening",
            move |_| Session::open_link(&link),
            move |app, _, (session, told)| {
                app.replace(session);
                app.tell(opened(told), false);
            },
        );
    }

    /// Puts the link to the cursor on the clipboard.
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

    /// Writes the current timeline, in full or not at all, and never over another file unasked.
    fn export(&mut self, path: &Path, holds: Holds, may_replace: bool) {
        if path.exists() && !may_replace {
            return self.tell(format!("{} exists already; choose another name", path.display()), true);
        }
        let timeline = self.session.cursor().timeline;
        let written = match holds {
            Holds::Replay(detail) => {
                self.session.export(timeline, detail, path).map(|events| format!("{events} events"))
            }
            Holds::Seen(viewer) => {
                let told = self.session.export_seen(timeline, viewer, path);
                told.map(|told| format!("{} of {} events, as player {viewer} saw them", told.events, told.of))
            }
        };
        match written {
            Ok(what) => self.tell(format!("Wrote {}: {what}.", path.display()), false),
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Takes a replay into the store that is open.
    fn import(&mut self, path: &Path) {
        match self.session.import(path, Import::default()) {
            Ok(Imported::Added { name, events, .. }) => {
                self.moved();
                self.tell(format!("Imported {} as “{name}”, {events} events.", path.display()), false);
            }
            Ok(Imported::Already { name, .. }) => self.tell(format!("The store has it already, as “{name}”."), false),
            Ok(Imported::Refused(verdict)) => {
                let why = difference(&verdict).unwrap_or_default();
                self.tell(format!("{}: {why}; open it to look at its events as they are", path.display()), true);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// What was dropped onto the window: opened, or asked about if it could be taken in as well.
    pub(super) fn take_dropped(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let Some(path) = dropped.first().map(|file| file.path().to_owned()) else { return };
        match kind(&path) {
            Kind::Replay => self.view.dialog = Some(Dialog::Dropped(path)),
            Kind::Scenario | Kind::Store => self.open(&path),
            Kind::Other => self.tell(refusal(&path), true),
        }
    }

    /// Asks for a file to write.
    pub(super) fn ask_export(&mut self) {
        let holds = self.view.viewer.map_or(Holds::Replay(Detail::Entries), Holds::Seen);
        self.ask_file(Purpose::Export(holds));
        if let (Holds::Seen(_), Some(Dialog::Browse(browse))) = (holds, &mut self.view.dialog) {
            browse.typed = format!("{}.jsonl", self.session.current().name());
        }
    }

    /// Whether there is a store to import into; else tells the way.
    pub(super) fn ask_import(&mut self) {
        match self.session.store_folder() {
            Some(_) => self.ask_file(Purpose::Import),
            None => self.tell("This session is not on a store: save it into a new store first.", false),
        }
    }
}

/// Why something that was dropped does not open.
pub(crate) fn refusal(path: &Path) -> String {
    format!(
        "{} is none of what Retrace opens: a scenario (.ron), a replay (.retrace, .jsonl) or the folder of a store",
        path.display()
    )
}

/// The path of what hovers over the window.
pub(crate) fn hovering(ctx: &Context) -> Option<PathBuf> {
    ctx.input(|input| input.raw.hovered_files.iter().find_map(|file| file.path.clone()))
}

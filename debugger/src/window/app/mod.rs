//! The app: draws the panels, then carries out the actions that they sent.
//!
//! - `apply`: actions of panels and commands; `arranging`: the layout of the panels; `answering`:
//!   the choice at the cursor; `comparing`: two places or timelines side by side; `zooming`: the
//!   visible part of the timeline and of the events; `marking`: bookmarks; `filing`: files,
//!   `exchanging`: writing and importing them; `copying`: text for the clipboard; `watching`,
//!   `seeking`: watches and breakpoints, and searching for them; `jobs`: work that takes longer
//!   than a frame; `keeping`: everything made is kept as it is made.

mod answering;
mod apply;
mod arranging;
mod comfort;
mod comparing;
pub(super) mod copying;
mod editing;
mod exchanging;
pub(super) mod filing;
mod jobs;
mod keeping;
mod marking;
mod seeking;
mod watching;
mod zooming;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::{CentralPanel, Frame, Panel, Ui};
use retrace_core::fact::{Entity, PlayerId};

use super::action::{Action, Actions};
use super::keys::{Keys, Pressed};
use super::layout::{self, Arrangement, Pane};
use super::settings::Settings;
use super::system_dialog::{self, Asking};
use super::timeline::rows::Rows;
use super::tokens::Tokens;
use super::view::{AtCursor, Compared, Cx, InspectorTab, Notice, Offer, View};
use super::{board, choice, dialogs, dropping, focus, inspector, menu, panels, status, theme, tour, trouble, watches};
use crate::shown::Shown;
use retrace_session::held::policy::AT_ONCE;
use retrace_session::session::Session;
use retrace_session::{Command, Marks, Outcome, SessionError};

/// The window's state: the session and the view.
pub struct App {
    pub(super) session: Session,
    pub(super) view: View,
    settings: Settings,
    settings_path: Option<PathBuf>,
    /// Whether the settings differ from the file.
    unsaved: bool,
    rows: Rows,
    watched: watches::Values,
    inspected: inspector::InspectorCache,
    /// The text of the title bar.
    titled: String,
    /// When the next step of playing is due, in seconds of the context's clock.
    play_at: Option<f64>,
    /// When card files were last checked, in seconds of the context's clock.
    cards_at: f64,
    /// The dialog of the system that is open.
    asking: Option<Asking>,
    /// The context that draws the window.
    ctx: egui::Context,
    /// The watches and breakpoints as last saved.
    marks_kept: Option<Arc<Marks>>,
    /// The folder in which sessions are kept, if they are.
    kept_root: Option<PathBuf>,
    /// Whether the panels have places that no frame has shown yet.
    pub(super) is_new: bool,
    /// The panel that was under the pointer last.
    pointed_pane: Option<Pane>,
    /// The running jobs.
    jobs: Vec<jobs::Running>,
    /// Holds jobs back while a test observes them.
    #[cfg(test)]
    pub(super) held: jobs::Held,
}

impl App {
    /// An app on a session. Settings are loaded from a file and saved to it, if there is a path.
    pub fn new(ctx: &egui::Context, session: Session, settings_path: Option<PathBuf>) -> App {
        theme::install(ctx);
        ctx.add_plugin(Keys::default());
        let settings = Settings::load(settings_path.as_deref());
        ctx.set_theme(settings.theme);
        // Zooming has its own commands, whose setting is saved.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_zoom_factor(settings.zoom);
        let hidden_lanes = settings.hidden_lanes.iter().copied().collect();
        let arrangement = settings.arrangement.unwrap_or_default();
        let steps_per_second = settings.steps_per_second;
        let view = View { steps_per_second, hidden_lanes, arrangement, ..View::default() };
        let mut app = App {
            session,
            view,
            settings,
            settings_path,
            unsaved: false,
            rows: Rows::default(),
            watched: watches::Values::default(),
            inspected: inspector::InspectorCache::default(),
            titled: String::new(),
            play_at: None,
            cards_at: 0.0,
            asking: None,
            ctx: ctx.clone(),
            marks_kept: None,
            kept_root: None,
            is_new: true,
            pointed_pane: None,
            jobs: Vec::new(),
            #[cfg(test)]
            held: jobs::Held::default(),
        };
        // A window without settings is a test, where nobody answers dialogs.
        app.view.system_dialogs = app.settings_path.is_some() && system_dialog::are_there();
        // The window before this one may have been closed while it compared.
        app.leave_compare();
        layout::hide_answers(&mut app.settings.tree);
        app.take_seat();
        app.remember();
        app.recall_rules();
        app.tell_script_errors();
        app
    }

    /// Sets what a window shows first, builder style.
    #[must_use]
    pub fn showing(mut self, shown: Shown) -> App {
        // Whoever was in the middle of the tour finds what they made, and the tour under Help.
        let toured = self.settings.toured;
        if matches!(shown, Shown::Demonstration) && self.go_on_with_last(!toured) {
            return self;
        }
        self.begin_keeping();
        match shown {
            Shown::Demonstration if !toured => self.begin_tour(),
            Shown::Usual | Shown::Demonstration => {}
            Shown::Trouble(trouble) => self.view.trouble = Some(trouble),
            Shown::Object(id) => self.select(Entity::Object(id)),
            Shown::Why(timeline, no) => {
                self.view.entry = Some((timeline, no));
                self.inspect(InspectorTab::Why);
            }
        }
        self
    }

    /// Remembers the open file.
    fn remember(&mut self) {
        let path = self.session.path().map(Path::to_owned);
        if let Some(path) = &path {
            self.settings.opened(path);
        }
        self.unsaved |= path.is_some();
        self.take_marks_up();
    }

    /// If one person plays against policies only, takes that player's view and puts them at the
    /// bottom.
    fn take_seat(&mut self) {
        let players = self.session.game().players().map(|player| player.id);
        let persons: Vec<PlayerId> = players.filter(|id| self.session.policy(*id).is_none()).collect();
        if let ([person], false) = (persons.as_slice(), self.session.game().players().count() < 2) {
            self.view.bottom = *person;
            self.view.viewer = Some(*person);
            self.session.look_as(Some(*person));
        }
    }

    /// The session, for reading.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Draws the window and carries out the resulting actions.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        focus::notice_tab(&ctx);
        let keys = ctx.plugin_opt::<Keys>().map(|keys| keys.lock().take()).unwrap_or_default();
        let before = self.session.cursor();
        keys.into_iter().for_each(|pressed| self.pressed(pressed, &ctx));
        self.take_answer();
        self.take_dropped(&ctx);
        self.session.set_patience(AT_ONCE);
        self.poll_jobs(&ctx);
        self.watch_others(&ctx);
        self.play(&ctx);
        self.watch_cards(&ctx);
        self.refresh_comparison();
        self.refresh_marks(&ctx);
        self.verify_beside(&ctx);
        self.fit_window();
        let (actions, options) = self.draw(ui);
        // What a panel needs is known once it has been drawn. Nobody sees the frame before that.
        if std::mem::take(&mut self.is_new) {
            ctx.request_discard("the panels have new places");
        }
        self.view.focus = None;
        // Rows that are still being read may come before those that are there.
        if self.view.follow_cursor > 0 && !self.rows.is_at_work() {
            self.view.follow_cursor -= 1;
            ctx.request_repaint();
        }
        if self.rows.is_at_work() || self.view.numbers.is_at_work() {
            ctx.request_repaint();
        }
        if !actions.is_empty() {
            actions.into_iter().for_each(|action| self.apply(action, &ctx));
            ctx.request_repaint();
        }
        self.follow_tour();
        self.view.to_history = self.view.to_history.saturating_sub(1);
        if self.view.to_history > 0 {
            ctx.request_repaint();
        }
        if before != self.session.cursor() {
            drop_focus(&ctx, options);
        }
        if self.titled != self.session.title() {
            self.session.title().clone_into(&mut self.titled);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title(&self.titled)));
        }
        if let Some(keys) = ctx.plugin_opt::<Keys>() {
            keys.lock().dialog = self.view.dialog.is_some();
        }
        if ctx.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::WindowFocused(true)))) {
            self.list_recent();
        }
        self.keep(&ctx, false);
        if self.unsaved && !ctx.input(|input| input.pointer.any_down()) {
            self.save();
        }
    }

    /// Draws everything. Returns the actions of the panels, and the number of numbered options.
    fn draw(&mut self, ui: &mut Ui) -> (Actions, usize) {
        let mut out = Actions::new();
        self.view.number(&self.session);
        self.view.turn_apart =
            self.settings.arrangement == Some(Arrangement::Small) && self.settings.maximized.is_none();
        let at = AtCursor::of(&self.session, &self.view);
        let cx = Cx { session: &self.session, view: &self.view, tokens: Tokens::of(ui), at: &at };
        self.rows.refresh(cx);
        self.watched.refresh(&self.session);
        self.inspected.refresh(cx);
        let tree = &self.settings.tree;
        Panel::top("menu")
            .show(ui, |ui| menu::menu_ui(ui, cx, &self.settings, |pane| layout::is_visible(tree, pane), &mut out));
        Panel::bottom("status").show(ui, |ui| status::status_ui(ui, cx, &mut out));
        let kept = panels::PanelCaches { rows: &self.rows, inspected: &self.inspected, watched: &self.watched };
        CentralPanel::default().frame(Frame::new().fill(cx.tokens.window)).show(ui, |ui| {
            if let Some(trouble) = &cx.view.trouble {
                return trouble::trouble_ui(ui, cx, trouble, &mut out);
            }
            let arranged = arranging::panels_ui(ui, cx, &mut self.settings, kept, &mut out);
            self.unsaved |= arranged.edited;
            self.pointed_pane = arranged.pointed.or(self.pointed_pane);
        });
        board::zone_window(ui.ctx(), cx, &mut out);
        board::reading::window(ui.ctx(), cx, &mut out);
        dialogs::dialog_ui(ui.ctx(), cx, &mut out);
        tour::tour_ui(ui.ctx(), cx, &mut out);
        dropping::overlay(ui.ctx(), cx);
        focus::ring(ui.ctx(), cx.tokens);
        (out, cx.choice().map_or(0, |(asked, _)| choice::keyed(cx.game(), asked)))
    }

    /// Handles a pressed key.
    fn pressed(&mut self, pressed: Pressed, ctx: &egui::Context) {
        match pressed {
            Pressed::Command(command) => self.apply(Action::Command(command), ctx),
            Pressed::Submit => self.submit(),
            Pressed::Digit(n) => self.digit(n, ctx),
            Pressed::Escape if self.cancel_asked() => {}
            Pressed::Escape if self.view.playing => self.view.playing = false,
            Pressed::Escape if self.view.trouble.is_some() => self.view.trouble = None,
            Pressed::Escape if self.view.reading.is_some() => self.view.reading = None,
            Pressed::Escape if self.view.zone.is_some() => self.view.zone = None,
            Pressed::Escape if self.view.notice.is_some() => self.view.notice = None,
            Pressed::Escape => self.view.selected = None,
        }
    }

    /// Shows the errors of the open script, if any.
    pub(super) fn tell_script_errors(&mut self) -> bool {
        let errors = self.session.script_errors();
        let Some(first) = errors.iter().find(|error| error.ends).or(errors.first()) else { return false };
        let more = match errors.len() {
            1 => String::new(),
            count => format!(" And {} more errors; they stand as labels on the timelines.", count - 1),
        };
        let ends = if first.ends { "; its timeline ends there" } else { "" };
        let text = format!("The script has an error{ends}. {}{more}", first.error);
        self.tell(text, true);
        true
    }

    pub(super) fn tell(&mut self, text: impl Into<String>, is_error: bool) {
        self.view.notice = Some(Notice { text: text.into(), is_error, offers: Vec::new() });
    }

    /// Updates the view after the session has done something, or refused it.
    fn done(&mut self, done: Result<Outcome, SessionError>) {
        let outcome = match done {
            Ok(outcome) => outcome,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let offers: Vec<Offer> = match &outcome {
            Outcome::Forked { timeline, from, .. } => {
                let from = self.session.timeline_named(from).map(|from| from.id());
                let compare = from.map(|from| Offer::Compare(Compared::Timelines(from, *timeline)));
                let alike = self.session.going_on(*timeline).is_ok().then_some(Offer::GoOnAlike);
                compare.into_iter().chain(alike).collect()
            }
            _ => Vec::new(),
        };
        self.view.notice = outcome.message(&self.session).map(|text| Notice { text, is_error: false, offers });
        match outcome {
            Outcome::Nothing(_) | Outcome::Marked(_) | Outcome::Renamed | Outcome::Deleted(_) | Outcome::Pinned(_) => {}
            Outcome::ComparePoints(a, b) => self.compare(Compared::Points(a, b)),
            Outcome::CompareTimelines(a, b) => self.compare(Compared::Timelines(a, b)),
            Outcome::Why(timeline, no) => {
                if self.view.entry.is_none() {
                    self.view.entry = Some((timeline, no));
                }
                self.inspect(InspectorTab::Why);
            }
            Outcome::Elsewhere(command) => self.elsewhere(command),
            _ => self.moved(),
        }
    }

    /// Updates the view after the cursor has moved.
    fn moved(&mut self) {
        self.view.entry = None;
        self.view.rule = None;
        self.view.draft = None;
        self.view.choice = 0;
        self.view.nine = 0;
        self.view.follow_cursor = 2;
        let cursor = self.session.cursor();
        self.view.zoom = self.view.zoom.map(|zoom| zoom.showing(self.session.len_steps(cursor.timeline), cursor.step));
        self.compare_here();
    }

    /// Replaces this session with another.
    pub(super) fn replace(&mut self, session: Session) {
        self.stop_keeping();
        self.cancel_all_jobs();
        let rulebook = self.session.rulebook().cloned();
        self.session = session.with_card_folders(self.session.card_folders());
        self.session.set_rulebook(rulebook);
        self.leave_compare();
        let View { steps_per_second, system_dialogs, arrangement, .. } = self.view;
        let hidden_lanes = std::mem::take(&mut self.view.hidden_lanes);
        let used = std::mem::take(&mut self.view.used);
        let typed_card = std::mem::take(&mut self.view.typed_card);
        let kept = View { steps_per_second, system_dialogs, hidden_lanes, used, arrangement, ..View::default() };
        self.view = View { typed_card, ..kept };
        self.rows = Rows::default();
        self.inspected = inspector::InspectorCache::default();
        self.is_new = true;
        layout::hide_answers(&mut self.settings.tree);
        self.show_board();
        self.take_seat();
        self.remember();
        self.list_recent();
        if self.session.kept_folder().is_none() {
            self.begin_keeping();
        }
    }

    fn inspect(&mut self, tab: InspectorTab) {
        self.view.tab = tab;
        layout::bring_forward(&mut self.settings.tree, Pane::Inspector);
    }

    /// Takes a playback step when it is due.
    fn play(&mut self, ctx: &egui::Context) {
        if !self.view.playing {
            return;
        }
        let now = ctx.input(|input| input.time);
        let pause = 1.0 / f64::from(self.view.steps_per_second.max(0.1));
        let due = *self.play_at.get_or_insert(now + pause);
        if now >= due {
            match self.session.run(Command::StepForward) {
                Ok(Outcome::Moved) => self.moved(),
                _ => self.view.playing = false,
            }
            self.play_at = Some(now + pause);
        }
        if self.view.playing {
            let wait = (self.play_at.unwrap_or(now) - now).max(0.001);
            ctx.request_repaint_after(Duration::from_secs_f64(wait));
        }
    }

    /// Reads the rows of the events anew, one commit a frame, as when a long timeline is opened.
    #[cfg(test)]
    pub(super) fn read_rows_slowly(&mut self) {
        self.rows = Rows::slow();
        self.view.follow_cursor = 2;
    }

    /// What is left to do when the window closes.
    pub(super) fn close(&mut self) {
        let ctx = self.ctx.clone();
        self.end_writing(&ctx);
        self.end_jobs();
        self.keep(&ctx, true);
        self.save();
    }

    fn save(&mut self) {
        self.unsaved = false;
        if let Some(path) = &self.settings_path
            && let Err(error) = self.settings.save(path)
        {
            let text = format!("the layout cannot be kept in {}: {error}", path.display());
            self.tell(text, true);
        }
    }
}

/// The title of the window for a session.
pub(crate) fn title(session: &str) -> String {
    format!("{session} – Retrace")
}

/// Takes the focus away from an option: the next choice has other options in the same places, and
/// Enter would take one.
fn drop_focus(ctx: &egui::Context, options: usize) {
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused()
            && (0..options).any(|index| choice::option_id(index) == id)
        {
            memory.surrender_focus(id);
        }
    });
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.close();
    }
}

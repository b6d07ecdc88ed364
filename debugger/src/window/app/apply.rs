//! Carries out the actions of panels and the window's own commands.

use egui::Context;
use retrace_core::fact::{Entity, Input};

use super::super::action::Action;
use super::super::layout::{self, Pane};
use super::super::view::{Dialog, InspectorTab, Palette};
use super::App;
use crate::window::view::browse::Purpose;
use crate::window::view::copied::Copied;
use crate::window::view::new_game::NewGameForm;
use retrace_session::files::new_game::Table;
use retrace_session::session::Session;
use retrace_session::{Command, Outcome};

impl App {
    /// Carries out an action of a panel.
    pub(in crate::window) fn apply(&mut self, action: Action, ctx: &Context) {
        match action {
            Action::Command(command) => self.command(command, ctx),
            Action::Watching(wish) => self.wish_of_watches(*wish, ctx),
            Action::Exploring(wish) => self.wish_of_exploring(*wish),
            Action::CancelJob(what) => {
                self.cancel_job(what);
                self.tell(format!("Cancelled: {what}."), false);
            }
            Action::Seek(point) => {
                let outcome = self.session.seek(point);
                self.done(Ok(outcome));
            }
            Action::Jump(point) => {
                let outcome = self.session.jump(point);
                self.done(Ok(outcome));
            }
            Action::ToMiddle => {
                let middle = self.session.current().len_steps() / 2;
                let outcome = self.session.jump(self.session.persons_choice_at_or_before(middle));
                self.done(Ok(outcome));
            }
            Action::JumpToEntry(timeline, no) => {
                let outcome = self.session.jump_to_entry(timeline, no);
                if outcome == Outcome::Moved {
                    self.moved();
                }
                self.view.entry = Some((timeline, no));
                if self.view.tab == InspectorTab::Object {
                    self.inspect(InspectorTab::Event);
                }
            }
            Action::SelectEntry(timeline, no) => {
                self.view.rule = None;
                self.view.entry = Some((timeline, no));
                self.inspect(InspectorTab::Event);
            }
            Action::Select(entity) => self.select(entity),
            Action::Inspect(tab) => self.inspect(tab),
            Action::Against(against) => self.view.against = against,
            Action::ToggleNode(path) => {
                if !self.view.open_nodes.remove(&path) {
                    self.view.open_nodes.insert(path);
                }
            }
            Action::CloseNodes => self.view.open_nodes.clear(),
            Action::FilterState(filter) => self.view.state_filter = filter,
            Action::Switch(id) => {
                let outcome = self.session.switch(id);
                self.done(Ok(outcome));
            }
            Action::NextNine => self.digit(0, ctx),
            Action::Draft(edit) => self.edit_draft(&edit),
            Action::Answer(answer) => self.answer(answer),
            Action::AnswerAt(answer, aim) => self.answer_at(answer, aim),
            Action::Submit => self.submit(),
            Action::LetOthersPlay => self.let_others_play(ctx),
            Action::Concede(player) => {
                let done = self.session.input(Input::Concede(player));
                self.done(done);
            }
            Action::ShowChoice(index) => self.show_choice(index),
            Action::ShowZone(zone) => self.view.zone = zone,
            Action::See(viewer) => self.see(viewer),
            Action::Copy(what) => self.copy(what),
            Action::ShowRule(number) => self.view.rule = number,
            Action::ShowRulesIn(language) => self.show_rules_in(language),
            Action::ShowHistory(id) => self.show_history(id),
            Action::EndTour => self.end_tour(),
            Action::SwapSides => self.swap_sides(),
            Action::SitAt(player) => self.view.bottom = player,
            Action::Compare(what) => self.compare(what),
            Action::CompareEnds(ends) => self.compare_ends(ends),
            Action::CompareMore => self.compare_more(ctx),
            Action::Zoom(zoom) => self.view.zoom = zoom,
            Action::StopComparing => self.stop_comparing(),
            Action::Rename(id, name) => {
                let done = self.session.rename(id, &name);
                self.done(done);
            }
            Action::Delete(id) => {
                let done = self.session.delete(id);
                self.done(done);
            }
            Action::Dialog(dialog) => self.show_dialog(dialog),
            Action::KeepBookmark(form) => self.keep_bookmark(&form),
            Action::RemoveBookmark(name) => self.remove_bookmark(&name),
            Action::Begin(table) => self.begin(&table),
            Action::BeginBoard(board) => self.begin_board(&board),
            Action::TryCard(trial) => self.try_card(&trial),
            Action::AddCard(trial) => self.add_card(&trial),
            Action::Edit(inputs) => self.edit(&inputs),
            Action::EditInWords(text) => self.edit_in_words(&text),
            Action::SetPolicy(player, policy) => {
                self.session.set_policy(player, policy);
            }
            Action::OpenFile(path) => self.open(&path, None, ""),
            Action::Chosen(purpose, path) => self.file(purpose, &path, false),
            Action::AskSystem(browse) => self.ask_system(browse),
            Action::Filter(filter) => self.filter(filter),
            Action::FilterBy(part) => self.filter_by(&part),
            Action::ShowLane(lane, show) => self.show_lane(lane, show),
            Action::ShowLanesOf(track, show) => self.view.lanes_compared[track as usize] = Some(show),
            Action::ShowBookkeeping(_)
            | Action::ShowPane(..)
            | Action::ShowTitles(_)
            | Action::Maximize(_)
            | Action::Read(_)
            | Action::KeepInspector
            | Action::OpenStack(..)
            | Action::Theme(_)
            | Action::Speed(_) => self.set_looks(action, ctx),
            Action::Take(offer) => self.take_offer(offer, ctx),
            Action::GoOn(folder) => self.go_on_with(&folder, false),
            Action::Salvage(store, into) => self.salvage(&store, &into),
            Action::CloseTrouble => self.view.trouble = None,
            Action::DismissNotice => self.view.notice = None,
        }
    }

    /// Shows one of the choices that are asked at once, with a new draft of its answer.
    fn show_choice(&mut self, index: usize) {
        self.view.choice = index;
        self.view.nine = 0;
        self.view.draft = None;
    }

    /// Opens a dialog or closes it; what was typed of a new card is kept for the next time.
    fn show_dialog(&mut self, dialog: Option<Dialog>) {
        if let Some(Dialog::NewCard(form)) = &dialog {
            form.typed.clone_into(&mut self.view.typed_card);
        }
        self.view.dialog = dialog;
    }

    /// Carries out a command of a panel, and notes that it was used.
    fn command(&mut self, command: Command, ctx: &Context) {
        self.view.used.retain(|other| *other != command);
        self.view.used.push(command);
        match command {
            Command::Verify => self.verify(ctx),
            Command::GoOnAlike => self.go_on_alike(ctx),
            command if self.watching(command, ctx) => {}
            Command::Undo | Command::Redo => self.turn(ctx, command),
            command => {
                let done = self.session.run(command);
                self.done(done);
            }
        }
    }

    /// Sets the appearance of the window: what it shows, its theme, its speed.
    fn set_looks(&mut self, action: Action, ctx: &Context) {
        match action {
            Action::ShowBookkeeping(show) => {
                self.view.bookkeeping = show;
                self.view.follow_cursor = 2;
            }
            Action::ShowPane(pane, true) => {
                self.show_pane(pane);
                self.view.follow_cursor = 2;
                self.view.focus = Some(pane);
            }
            Action::ShowPane(pane, false) => {
                layout::set_visible(&mut self.settings.tree, pane, false);
                self.unsaved = true;
            }
            Action::Maximize(pane) => self.maximize(pane),
            Action::Read(id) => self.view.reading = id,
            Action::KeepInspector => self.view.keeps_inspector = true,
            Action::OpenStack(stack, open) => {
                if open {
                    self.view.opened_stacks.insert(stack);
                } else {
                    self.view.opened_stacks.remove(&stack);
                }
            }
            Action::ShowTitles(show) => {
                self.settings.titles = show;
                self.unsaved = true;
            }
            Action::Theme(theme) => {
                ctx.set_theme(theme);
                self.settings.theme = theme;
                self.unsaved = true;
            }
            Action::Speed(speed) => {
                self.view.steps_per_second = speed;
                self.settings.steps_per_second = speed;
                self.unsaved = true;
            }
            _ => {}
        }
    }

    /// Carries out a command that is the window's own.
    pub(super) fn elsewhere(&mut self, command: Command) {
        if self.comfort(command) {
            return;
        }
        match command {
            Command::Play => {
                self.view.playing = !self.view.playing;
                self.play_at = None;
            }
            Command::RenameTimeline => {
                let timeline = self.session.current();
                self.view.dialog = Some(Dialog::Rename(timeline.id(), timeline.name().to_owned()));
            }
            Command::SetBookmark => self.ask_bookmark(),
            Command::NewGame => {
                let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                let seed = since.map_or(1, |since| since.as_secs() % 1_000_000);
                self.view.dialog = Some(Dialog::NewGame(Box::new(NewGameForm::new(Table::new(seed)))));
            }
            Command::Open => self.ask_file(Purpose::Open),
            Command::SaveStore => self.ask_file(Purpose::SaveStore),
            Command::ImportReplay => self.ask_import(),
            Command::CompareFile => self.ask_file(Purpose::Compare),
            Command::CopyLink => self.copy_link(),
            Command::CopyInspector => self.copy(Copied::Inspector),
            Command::CopyRow => self.copy_row(),
            Command::CopyComparison => self.copy(Copied::Comparison),
            Command::Discard => self.discard(),
            Command::OpenDemo => match Session::demo() {
                Ok(session) => self.replace(session),
                Err(error) => self.tell(error.to_string(), true),
            },
            Command::ExportReplay => self.ask_export(),
            Command::Find => {
                self.show_pane(Pane::Events);
                self.view.focus = Some(Pane::Events);
            }
            Command::Palette => self.view.dialog = Some(Dialog::Palette(Palette::default())),
            Command::Help => self.view.dialog = Some(Dialog::Help),
            Command::ZoomIn | Command::ZoomOut | Command::ZoomAll | Command::PanBack | Command::PanForward => {
                self.zoom(command);
            }
            other => self.elsewhere_editing(other),
        }
    }

    pub(in super::super) fn select(&mut self, entity: Entity) {
        self.view.selected = Some(entity);
        self.inspect(InspectorTab::Object);
    }

    pub(super) fn swap_sides(&mut self) {
        let players: Vec<_> = self.session.game().players().map(|player| player.id).collect();
        let place = players.iter().position(|id| *id == self.view.bottom).unwrap_or(0);
        if let Some(next) = players.get((place + 1) % players.len().max(1)) {
            self.view.bottom = *next;
        }
    }
}

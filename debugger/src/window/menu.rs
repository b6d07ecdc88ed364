//! The menu bar and the toolbar, made from the list of commands.

use std::path::PathBuf;

use egui::{Button, MenuBar, RichText, ScrollArea, Ui};

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::layout::Pane;
use super::parts::{spaced, text_pt};
use super::settings::Settings;
use super::tour;
use super::view::Cx;
use super::view::tour::Stop;
use retrace_session::{Command, Group};

/// Draws the menu bar. `shown` says which panels are visible.
pub(crate) fn menu_ui(ui: &mut Ui, cx: Cx<'_>, settings: &Settings, shown: impl Fn(Pane) -> bool, out: &mut Actions) {
    MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            let menu = ui.menu_button(group.label(), |ui| {
                for command in Command::ALL.iter().filter(|command| command.group() == group) {
                    if !HELP.contains(command) {
                        command_ui(ui, cx, *command, out);
                    }
                }
                if group == Group::File {
                    ui.separator();
                    ui.menu_button("Recent", |ui| recent_ui(ui, cx, &settings.recent, out));
                }
                if group == Group::View {
                    ui.separator();
                    view_ui(ui, settings, &shown, out);
                }
            });
            if group == Group::Timelines {
                // In a narrow window their buttons are out of sight.
                [Stop::Compare, Stop::Why]
                    .into_iter()
                    .for_each(|stop| tour::is_here(ui.ctx(), stop, menu.response.rect));
            }
        }
        ui.menu_button("Help", |ui| HELP.iter().for_each(|command| command_ui(ui, cx, *command, out)));
        ui.separator();
        TOOLS.iter().for_each(|command| tool_ui(ui, cx, *command, out));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let title = RichText::new(cx.session.title()).color(cx.tokens.text_weak);
            // In a narrow window the title would overlap the toolbar.
            if ui.available_width() > TITLE_PT {
                ui.add(egui::Label::new(title).truncate());
            }
        });
    });
}

/// The commands of the help menu.
const HELP: [Command; 3] = [Command::Help, Command::Tour, Command::Rules];

/// What was made and kept, and the recently opened files.
fn recent_ui(ui: &mut Ui, cx: Cx<'_>, recent: &[PathBuf], out: &mut Actions) {
    let heading = |ui: &mut Ui, text: &str| ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    ScrollArea::vertical().max_height(RECENT_PT).show_following(ui, |ui| {
        if !cx.view.recent.is_empty() {
            heading(ui, "Made before, and kept");
        }
        for kept in &cx.view.recent {
            let held = if kept.in_use { "open in another window".to_owned() } else { kept.holds() };
            let hint =
                kept.path.as_ref().map_or_else(|| "A game without a file".to_owned(), |it| it.display().to_string());
            let button = Button::new(kept.title.as_str()).shortcut_text(held);
            if ui.add_enabled(!kept.in_use, button).on_hover_text(hint).clicked() {
                out.push(Action::GoOn(kept.folder.clone()));
                ui.close();
            }
        }
        heading(ui, if recent.is_empty() { "No file was opened before" } else { "Files opened before" });
        for path in recent {
            let name = super::parts::name(path);
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                out.push(Action::OpenFile(path.clone()));
                ui.close();
            }
        }
    });
}

/// The greatest height of the list of recent sessions and files.
const RECENT_PT: f32 = 420.0;

/// The minimum width for the title.
const TITLE_PT: f32 = 80.0;

/// The commands in the toolbar, beside the menus.
const TOOLS: [Command; 7] = [
    Command::Undo,
    Command::Redo,
    Command::PassOn,
    Command::Fork,
    Command::CompareTimelines,
    Command::Why,
    Command::Palette,
];

fn tool_ui(ui: &mut Ui, cx: Cx<'_>, command: Command, out: &mut Actions) {
    // A narrow window has the first ones; all are in the menus.
    if text_pt(ui, command.label()) + 2.0 * ui.spacing().button_padding.x > ui.available_width() {
        return;
    }
    let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
    let response = ui.add_enabled(is_enabled(cx, command), Button::new(command.label()).small());
    match command {
        _ if !ui.clip_rect().contains_rect(response.rect) => {}
        Command::CompareTimelines => tour::is_here(ui.ctx(), Stop::Compare, response.rect),
        Command::Why => tour::is_here(ui.ctx(), Stop::Why, response.rect),
        _ => {}
    }
    if response.on_hover_text(hint).clicked() {
        out.push(Action::Command(command));
    }
}

fn is_enabled(cx: Cx<'_>, command: Command) -> bool {
    match command {
        Command::Undo => cx.session.undoable().is_some(),
        Command::Redo => cx.session.redoable().is_some(),
        _ => true,
    }
}

fn command_ui(ui: &mut Ui, cx: Cx<'_>, command: Command, out: &mut Actions) {
    let label = match (command, cx.session.undoable(), cx.session.redoable()) {
        (Command::Undo, Some(what), _) | (Command::Redo, _, Some(what)) => format!("{}: {what}", command.label()),
        _ => command.label().to_owned(),
    };
    let button = Button::new(label).shortcut_text(spaced(command.default_keys()));
    if ui.add_enabled(is_enabled(cx, command), button).on_hover_text(command.description()).clicked() {
        out.push(Action::Command(command));
        ui.close();
    }
}

/// The theme and the panels.
fn view_ui(ui: &mut Ui, settings: &Settings, shown: impl Fn(Pane) -> bool, out: &mut Actions) {
    let now = ui.ctx().options(|options| options.theme_preference);
    let themes = [
        ("Dark theme", egui::ThemePreference::Dark),
        ("Light theme", egui::ThemePreference::Light),
        ("Theme of the system", egui::ThemePreference::System),
    ];
    for (label, theme) in themes {
        if ui.radio(now == theme, label).clicked() {
            out.push(Action::Theme(theme));
            ui.close();
        }
    }
    ui.separator();
    let mut titles = settings.titles;
    let hint = "By its title a panel can be dragged to another place";
    if ui.checkbox(&mut titles, "Titles on all panels").on_hover_text(hint).changed() {
        out.push(Action::ShowTitles(titles));
    }
    ui.separator();
    ui.menu_button("To the full window", |ui| {
        for pane in Pane::ALL.iter().copied() {
            if ui.radio(settings.maximized == Some(pane), pane.title()).clicked() {
                out.push(Action::Maximize(Some(pane)));
                ui.close();
            }
        }
    });
    for pane in Pane::ALL.iter().copied() {
        let mut visible = shown(pane);
        if ui.checkbox(&mut visible, pane.title()).changed() {
            out.push(Action::ShowPane(pane, visible));
        }
    }
}

//! The window's own file browser, for systems without a dialog, and for purposes that need more
//! than a name.

use std::path::{Path, PathBuf};

use egui::{Button, RichText, ScrollArea, TextEdit, Ui};
use retrace_store::Detail;

use super::action::{Action, Actions};
use super::edits::moment::moment_ui;
use super::focus::Following as _;
use super::parts::{close_ui, dialog_width_pt, name};
use super::view::browse::{Browse, Holds, Purpose};
use super::view::{Cx, Dialog};
use retrace_session::describe;
use retrace_session::files::link::Link;
use retrace_session::store::log::is_store;

/// Draws the browser, with a button for the system's file dialog, if there is one.
pub(crate) fn browse_ui(ui: &mut Ui, cx: Cx<'_>, browse: &Browse, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, 560.0));
    let mut next = browse.clone();
    ui.heading(browse.purpose.title());
    if let Purpose::Export(holds) = browse.purpose {
        holds_ui(ui, cx, holds, &mut next);
    }
    if let Purpose::Moment(follow) = browse.purpose {
        next.purpose = Purpose::Moment(moment_ui(ui, cx, follow));
    }
    if browse.purpose == Purpose::SaveStore {
        let text = "All timelines and bookmarks go into a folder of their own; what you do from then on is kept there.";
        ui.label(RichText::new(text).color(cx.tokens.text_weak));
    }
    let label = ui.label(match browse.purpose {
        Purpose::SaveStore => "New folder",
        Purpose::Open => "File, or a link to a place in one",
        _ => "File",
    });
    let edit = ui.add(TextEdit::singleline(&mut next.typed).desired_width(f32::INFINITY)).labelled_by(label.id);
    if ui.memory(|memory| memory.focused().is_none()) && !edit.lost_focus() {
        edit.request_focus();
    }
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ui.label(RichText::new(format!("in {}", browse.folder.display())).small().color(cx.tokens.text_weak));
    let picked = contents_ui(ui, browse, &mut next, cx);
    let typed = next.typed.trim().to_owned();
    let mut chosen = picked;
    ui.horizontal(|ui| {
        let usable = !typed.is_empty();
        if (ui.add_enabled(usable, Button::new(browse.purpose.verb())).clicked() || entered) && usable {
            let is_link = browse.purpose == Purpose::Open && Link::is_meant(&typed);
            chosen = Some(if is_link { PathBuf::from(&typed) } else { browse.folder.join(&typed) });
        }
        if cx.view.system_dialogs && ui.button("Dialog of the system…").clicked() {
            out.push(Action::Dialog(None));
            out.push(Action::AskSystem(next.clone()));
        }
        close_ui(ui, "Cancel", out);
    });
    if let Some(path) = chosen {
        out.push(Action::Dialog(None));
        out.push(Action::Chosen(next.purpose, path));
    } else if next != *browse {
        out.push(Action::Dialog(Some(Dialog::Browse(Box::new(next)))));
    }
}

/// The choice of what the file will contain; changing it also changes the file extension if needed.
fn holds_ui(ui: &mut Ui, cx: Cx<'_>, holds: Holds, next: &mut Browse) {
    let details = [
        (Detail::Entries, "A replay with all events", "Can be opened, verified and imported anywhere."),
        (Detail::Marks, "A replay with marks", "Smaller; a difference is shown to the event when it is run again."),
        (Detail::Ids, "A replay with ids only", "The smallest; a difference is shown to the choice."),
    ];
    let mut wanted = holds;
    for (detail, label, hint) in details {
        if ui.radio(holds == Holds::Replay(detail), label).on_hover_text(hint).clicked() {
            wanted = Holds::Replay(detail);
        }
    }
    // Before the first event there are no players yet.
    let head = cx.session.current().head().map(|head| head.after());
    for (game, player) in head.iter().flat_map(|game| game.players().map(move |player| (game, player))) {
        let name = describe::player(game, player.id);
        let label = format!("What {name} saw (redacted)");
        let hint = "JSON Lines without anything that was hidden; it cannot be run again, opened or verified.";
        if ui.radio(holds == Holds::Seen(player.id), label).on_hover_text(hint).clicked() {
            wanted = Holds::Seen(player.id);
        }
    }
    if let Holds::Replay(_) = holds {
        let lines = next.typed.trim().ends_with(".jsonl");
        let mut wants_lines = lines;
        let hint = "For other tools: a line of JSON for each event. The name then ends in .jsonl.";
        if ui.checkbox(&mut wants_lines, "As JSON Lines").on_hover_text(hint).changed() {
            next.typed = with_ending(&next.typed, if wants_lines { "jsonl" } else { "retrace" });
        }
    }
    if wanted != holds {
        next.purpose = Purpose::Export(wanted);
        if matches!(wanted, Holds::Seen(_)) {
            next.typed = with_ending(&next.typed, "jsonl");
        }
    }
}

/// The name with another extension, if it has one of the known ones.
fn with_ending(typed: &str, ending: &str) -> String {
    let typed = typed.trim();
    let base = typed.strip_suffix(".retrace").or_else(|| typed.strip_suffix(".jsonl")).unwrap_or(typed);
    format!("{base}.{ending}")
}

/// The contents of the folder. Returns a file or store that was picked.
fn contents_ui(ui: &mut Ui, browse: &Browse, next: &mut Browse, cx: Cx<'_>) -> Option<PathBuf> {
    let mut picked = None;
    ScrollArea::vertical().max_height(300.0).auto_shrink([false, true]).show_following(ui, |ui| {
        if let Some(parent) = browse.folder.parent().filter(|parent| !parent.as_os_str().is_empty())
            && ui.button("Up").on_hover_text(parent.display().to_string()).clicked()
        {
            next.folder = parent.to_owned();
        }
        let (folders, files) = contents(&browse.folder, browse.purpose.endings());
        if folders.is_empty() && files.is_empty() {
            ui.label(RichText::new("Nothing here.").color(cx.tokens.text_weak));
        }
        for path in folders {
            if matches!(browse.purpose, Purpose::Open | Purpose::Compare) && is_store(&path) {
                if ui.button(format!("{} (a store)", name(&path))).clicked() {
                    picked = Some(path);
                }
            } else if ui.button(format!("{}/", name(&path))).clicked() {
                next.folder = path;
            }
        }
        for path in files {
            if ui.button(name(&path)).clicked() {
                if browse.purpose.writes() {
                    next.typed = name(&path);
                } else {
                    picked = Some(path);
                }
            }
        }
    });
    picked
}

/// The subfolders of a folder and its files with one of these extensions, by name.
pub(crate) fn contents(folder: &Path, endings: &[&str]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return (Vec::new(), Vec::new()) };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| !name(path).starts_with('.'));
    paths.sort();
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|it| endings.contains(&it.to_string_lossy().as_ref())));
    (folders, files)
}

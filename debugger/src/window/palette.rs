//! The command palette: all commands, the panels, and what was kept, found by a part of their
//! names.
//!
//! What is found is ordered by how well its name fits, then by how recently it was used, then by
//! its length.

use egui::{Key, RichText, ScrollArea, TextEdit, Ui};

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::layout::Pane;
use super::parts::{dialog_width_pt, spaced};
use super::view::{Cx, Dialog, Palette};
use retrace_session::Command;
use retrace_session::keeping::KeptSession;

/// Something that the palette lists.
#[derive(Clone, Copy, Debug)]
enum Entry<'a> {
    Command(Command),
    Panel(Pane),
    Kept(&'a KeptSession),
}

impl Entry<'_> {
    fn label(&self) -> String {
        match self {
            Entry::Command(command) => command.label().to_owned(),
            Entry::Panel(pane) => format!("Panel: {}", pane.title()),
            Entry::Kept(kept) => format!("Recent: {}", kept.title),
        }
    }

    fn description(&self) -> String {
        match self {
            Entry::Command(command) => command.description().to_owned(),
            Entry::Panel(_) => "Brings it to the front.".to_owned(),
            Entry::Kept(kept) => {
                kept.path.as_ref().map_or_else(|| kept.holds(), |it| format!("{}, {}", it.display(), kept.holds()))
            }
        }
    }

    fn beside(&self) -> String {
        match self {
            Entry::Command(command) => spaced(command.default_keys()),
            Entry::Panel(_) => String::new(),
            Entry::Kept(kept) => kept.holds(),
        }
    }

    fn action(&self) -> Action {
        match self {
            Entry::Command(command) => Action::Command(*command),
            Entry::Panel(pane) => Action::ShowPane(*pane, true),
            Entry::Kept(kept) => Action::GoOn(kept.folder.clone()),
        }
    }
}

/// How well typed words fit, the best first: the name itself, its beginning, the beginnings of its
/// words in order, a part of it, a part of the description. `None` if a word is nowhere.
fn fit(label: &str, description: &str, wanted: &str) -> Option<u8> {
    let (label, wanted) = (label.to_lowercase(), wanted.trim().to_lowercase());
    let all = format!("{label} {}", description.to_lowercase());
    if !wanted.split_whitespace().all(|word| all.contains(word)) {
        return None;
    }
    let mut words = label.split_whitespace();
    let begins = wanted.split_whitespace().all(|part| words.any(|word| word.starts_with(part)));
    Some(match () {
        () if label.trim_end_matches('…') == wanted => 0,
        () if begins && label.starts_with(&wanted) => 1,
        () if begins => 2,
        () if label.contains(&wanted) => 3,
        () => 4,
    })
}

/// The entries that contain all typed words, the best first.
fn found<'a>(recent: &'a [KeptSession], used: &[Command], typed: &str) -> Vec<Entry<'a>> {
    let commands = Command::ALL.iter().copied().map(Entry::Command);
    let panels = Pane::ALL.iter().copied().map(Entry::Panel);
    let kept = recent.iter().filter(|kept| !kept.in_use).map(Entry::Kept);
    let age = |entry: &Entry<'_>| match entry {
        Entry::Command(command) => used.iter().rev().position(|it| it == command).unwrap_or(usize::MAX),
        Entry::Kept(_) | Entry::Panel(_) => usize::MAX,
    };
    let fits =
        commands.chain(panels).chain(kept).filter_map(|it| Some((fit(&it.label(), &it.description(), typed)?, it)));
    let mut found: Vec<(u8, usize, usize, Entry<'_>)> = fits
        .map(|(fit, it)| {
            // Of names that fit alike, the shorter has less that was not asked for.
            let length = if typed.trim().is_empty() { 0 } else { it.label().chars().count() };
            (fit, age(&it), length, it)
        })
        .collect();
    found.sort_by_key(|(fit, age, length, _)| (*fit, *age, *length));
    found.into_iter().map(|(.., entry)| entry).collect()
}

/// The field and the entries found; the arrow keys choose one, Enter takes it.
pub(crate) fn palette_ui(ui: &mut Ui, cx: Cx<'_>, palette: &Palette, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, 560.0));
    // The field would take them to move its caret.
    let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
    let (down, up) = (pressed(ui, Key::ArrowDown), pressed(ui, Key::ArrowUp));
    let pages = (pressed(ui, Key::PageDown), pressed(ui, Key::PageUp));
    let mut text = palette.typed.clone();
    let response = ui.add(TextEdit::singleline(&mut text).hint_text("Type a command").desired_width(f32::INFINITY));
    let response = response.accessible_name("A part of a command's name");
    response.request_focus();
    let used: Vec<Command> = cx.view.used.iter().copied().filter(|it| *it != Command::Palette).collect();
    let found = found(&cx.view.recent, &used, &text);
    let last = found.len().saturating_sub(1);
    let was = if response.changed() { 0 } else { palette.at.min(last) };
    let at = match (down + 10 * pages.0, up + 10 * pages.1) {
        (1, 0) if was == last => 0,
        (0, 1) if was == 0 => last,
        (down, up) => (was + down).saturating_sub(up).min(last),
    };
    if at != palette.at || response.changed() {
        out.push(Action::Dialog(Some(Dialog::Palette(Palette { typed: text, at }))));
    }
    let mut taken = found.get(at).filter(|_| ui.input(|input| input.key_pressed(Key::Enter)));
    ui.separator();
    ScrollArea::vertical()
        .max_height((ui.ctx().content_rect().height() - 130.0).clamp(120.0, 420.0))
        .auto_shrink([false, true])
        .show_following(ui, |ui| {
            if found.is_empty() {
                ui.label("No command contains these words.");
            }
            for (index, entry) in found.iter().enumerate() {
                let button = egui::Button::new(entry.label())
                    .shortcut_text(entry.beside())
                    .selected(index == at)
                    .min_size(egui::vec2(ui.available_width(), 0.0));
                let response = ui.add(button).on_hover_text(entry.description());
                if index == at && at != palette.at {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    taken = Some(entry);
                }
            }
        });
    if let Some(entry) = taken {
        out.push(Action::Dialog(None));
        out.push(entry.action());
    }
    let hint = "The arrow keys choose, Enter runs, Esc closes.";
    ui.label(RichText::new(hint).small().color(cx.tokens.text_weak));
}

#[cfg(test)]
mod tests {
    use super::{Entry, found};
    use retrace_session::Command;

    fn first(used: &[Command], typed: &str) -> Option<Command> {
        match found(&[], used, typed).first() {
            Some(Entry::Command(command)) => Some(*command),
            _ => None,
        }
    }

    #[test]
    fn what_fits_better_comes_first_and_among_equals_what_was_used_last() {
        assert_eq!(first(&[], "comp"), Some(Command::CompareTimelines));
        // Three names begin so; the one that was used is meant.
        assert_eq!(first(&[Command::CompareTimelines], "comp"), Some(Command::CompareTimelines));
        assert_eq!(
            first(&[Command::ComparePinned, Command::CompareTimelines], "comp t"),
            Some(Command::CompareTimelines)
        );
        assert_eq!(first(&[Command::CompareFile], "compare timelines"), Some(Command::CompareTimelines));
        // A name before a description, however recent.
        assert_eq!(first(&[Command::Pin], "undo"), Some(Command::Undo));
        assert_eq!(first(&[Command::Why, Command::Fork], ""), Some(Command::Fork));
        assert_eq!(first(&[], "no such words"), None);
    }
}

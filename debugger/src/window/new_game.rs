//! The dialog for a new game: two to eight seats, each with its deck list and what is wrong with
//! it, its name and who plays it, a planar or scheme deck; the format, who starts, and the seed.

use std::path::{Path, PathBuf};

use egui::{Grid, RichText, ScrollArea, TextEdit, Ui};
use retrace_core::deck::Format;
use retrace_core::fact::Casual;

use super::action::{Action, Actions};
use super::browse::contents;
use super::empty_board::empty_board_ui;
use super::focus::Following as _;
use super::parts::{close_ui, dialog_width_pt, name};
use super::seating::{Change, seating_ui, seats_ui};
use super::view::new_game::{NewGameForm, Wanted};
use super::view::{Cx, Dialog};

/// The width of the dialog.
const WIDTH_PT: f32 = 760.0;
/// The file extensions of deck lists.
const LISTS: [&str; 6] = ["txt", "dec", "deck", "dek", "dck", "cod"];

/// Draws the dialog.
pub(crate) fn new_game_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewGameForm, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, WIDTH_PT));
    ui.heading("New game");
    let mut new = form.clone();
    ui.horizontal(|ui| {
        ui.selectable_value(&mut new.empty, false, "From decks");
        ui.selectable_value(&mut new.empty, true, "Empty board");
    });
    ui.separator();
    if form.empty {
        empty_board_ui(ui, cx, &form.refused, &mut new.board);
    } else {
        decks_ui(ui, cx, form, &mut new);
    }
    ui.horizontal(|ui| {
        let ready = match form.empty {
            true => form.board.wrong().is_none() && form.refused.is_empty(),
            false => form.check.is_ready(),
        };
        let text = RichText::new("Begin").strong().color(if ready { cx.tokens.on_accent } else { cx.tokens.text_weak });
        let button = egui::Button::new(text);
        let button = if ready { button.fill(cx.tokens.accent) } else { button };
        // Enter also begins, unless it presses the focused control.
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter)) && ui.memory(|it| it.focused().is_none());
        if ui.add_enabled(ready, button).on_hover_text("Enter").clicked() || (enter && ready) {
            out.push(match form.empty {
                true => Action::BeginBoard(Box::new(form.board.clone())),
                false => Action::Begin(Box::new(form.table.clone())),
            });
        }
        close_ui(ui, "Cancel", out);
    });
    if new != *form {
        if new.table != form.table {
            new.check = new.table.check();
        }
        if new.board != form.board {
            new.refused = new.board.refused();
        }
        out.push(Action::Dialog(Some(Dialog::NewGame(Box::new(new)))));
    }
}

/// A game from decks.
fn decks_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewGameForm, new: &mut NewGameForm) {
    if let Some(count) = seats_ui(ui, cx, form.table.seats.len()) {
        new.table.set_seats(count);
        new.browsing = new.browsing.take().filter(|(wanted, _)| wanted.place() < count);
    }
    let names: Vec<String> = new.table.seats.iter().map(|seat| seat.name.clone()).collect();
    match seating_ui(ui, cx, &names, &form.check.refused, &mut new.table.seating) {
        Some(Change::Seating(seat)) => new.table.set_seating(seat),
        Some(Change::Casual(casual)) => new.table.set_casual(casual),
        None => {}
    }
    ui.separator();
    let browsed = form.browsing.as_ref().map(|(wanted, _)| *wanted);
    for place in 0..new.table.seats.len() {
        seat_ui(ui, cx, place, new);
        if browsed == Some(Wanted::Deck(place)) {
            browse_ui(ui, Wanted::Deck(place), new);
        }
        beside_ui(ui, cx, place, new);
        if browsed == Some(Wanted::Beside(place)) {
            browse_ui(ui, Wanted::Beside(place), new);
        }
    }
    if let Some(wrong) = &form.check.names {
        wrong_ui(ui, cx, wrong);
    }
    ui.separator();
    game_ui(ui, cx, new);
}

/// The width of the name of a player.
const NAME_PT: f32 = 100.0;
/// How far a planar or scheme deck is set in below its deck.
const INDENT_PT: f32 = 14.0;
/// The room of the button beside it, and the most of its field.
const BROWSE_PT: f32 = 90.0;
const MOST_FIELD_PT: f32 = 340.0;
/// The width of everything beside a deck.
const BESIDE_DECK_PT: f32 = 440.0;

/// A seat: its name, its deck, and who plays it.
fn seat_ui(ui: &mut Ui, cx: Cx<'_>, place: usize, form: &mut NewGameForm) {
    let number = place + 1;
    let Some(seat) = form.table.seats.get_mut(place) else { return };
    let mut browse = false;
    let deck_pt = (dialog_width_pt(ui, WIDTH_PT) - BESIDE_DECK_PT).max(80.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Player {number}")).strong().color(cx.tokens.text_strong));
        let field = ui.add(TextEdit::singleline(&mut seat.name).desired_width(NAME_PT));
        field.accessible_name(format!("Name of player {number}"));
        let field = ui.add(TextEdit::singleline(&mut seat.deck).desired_width(deck_pt));
        field.on_hover_text(&seat.deck).accessible_name(format!("Deck of player {number}"));
        let button = ui.button("Browse…");
        browse = button.accessible_name(format!("Browse for the deck of player {number}")).clicked();
        for (random, text) in [(false, "A person"), (true, "At random")] {
            let radio = ui.radio(seat.random == random, text);
            if radio.accessible_name(format!("Player {number}: {}", text.to_lowercase())).clicked() {
                seat.random = random;
            }
        }
    });
    if browse {
        form.browse(Wanted::Deck(place));
    }
    told_ui(ui, cx, form.check.decks.get(place));
}

/// The planar or scheme deck of a seat, if it has one: a list, or nothing for that of the deck
/// list.
fn beside_ui(ui: &mut Ui, cx: Cx<'_>, place: usize, form: &mut NewGameForm) {
    let Some(casual) = form.table.beside_of(place) else { return };
    let (what, number) = (if casual == Casual::Archenemy { "Scheme deck" } else { "Planar deck" }, place + 1);
    let Some(seat) = form.table.seats.get_mut(place) else { return };
    let mut browse = false;
    ui.horizontal(|ui| {
        ui.add_space(INDENT_PT);
        ui.label(what);
        let field_pt = (ui.available_width() - BROWSE_PT).clamp(80.0, MOST_FIELD_PT);
        let field = TextEdit::singleline(&mut seat.beside).desired_width(field_pt);
        let field = ui.add(field.hint_text("that of the deck list, or the bundled one"));
        let hint = "A deck list of which only this part is used; leave it empty for that of the deck list, or for the \
                    bundled one if the deck list has none.";
        field.on_hover_text(hint).accessible_name(format!("{what} of player {number}"));
        let button = ui.button("Browse…");
        browse = button.accessible_name(format!("Browse for the {} of player {number}", what.to_lowercase())).clicked();
    });
    if browse {
        form.browse(Wanted::Beside(place));
    }
    told_ui(ui, cx, form.check.beside.get(place).and_then(Option::as_ref));
}

/// How many cards a list has, or what is wrong with it.
fn told_ui(ui: &mut Ui, cx: Cx<'_>, told: Option<&Result<String, Vec<String>>>) {
    match told {
        Some(Ok(told)) => {
            ui.label(RichText::new(told).small().color(cx.tokens.good));
        }
        Some(Err(wrong)) => wrong.iter().take(6).for_each(|wrong| wrong_ui(ui, cx, wrong)),
        None => {}
    }
}

impl NewGameForm {
    /// Begins to look through folders for a list, or ends that.
    fn browse(&mut self, wanted: Wanted) {
        self.browsing = match self.browsing.take() {
            Some((other, _)) if other == wanted => None,
            _ => self.list(wanted).map(|path| (wanted, folder_of(path))),
        };
    }

    /// The path of a list.
    fn list(&mut self, wanted: Wanted) -> Option<&mut String> {
        let seat = self.table.seats.get_mut(wanted.place())?;
        Some(match wanted {
            Wanted::Deck(_) => &mut seat.deck,
            Wanted::Beside(_) => &mut seat.beside,
        })
    }
}

pub(super) fn wrong_ui(ui: &mut Ui, cx: Cx<'_>, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).small().color(cx.tokens.bad)).wrap());
}

/// The folder to browse first for a deck.
fn folder_of(path: &str) -> PathBuf {
    let beside = Path::new(path).parent().filter(|folder| folder.is_dir() && !folder.as_os_str().is_empty());
    let here = || std::env::current_dir().unwrap_or_default();
    let decks = || Some(here().join("examples/decks")).filter(|folder| folder.is_dir());
    beside.map(Path::to_owned).or_else(decks).unwrap_or_else(here)
}

/// The subfolders and deck lists of a folder, each a button.
fn browse_ui(ui: &mut Ui, wanted: Wanted, form: &mut NewGameForm) {
    let Some((_, folder)) = form.browsing.clone() else { return };
    ui.label(RichText::new(folder.display().to_string()).small());
    ScrollArea::vertical().id_salt("browse").max_height(150.0).show_following(ui, |ui| {
        if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty())
            && ui.button("Up").clicked()
        {
            form.browsing = Some((wanted, parent.to_owned()));
        }
        let (folders, files) = contents(&folder, &LISTS);
        for path in folders {
            if ui.button(format!("{}/", name(&path))).clicked() {
                form.browsing = Some((wanted, path));
            }
        }
        for path in files {
            if ui.button(name(&path)).clicked() {
                if let Some(list) = form.list(wanted) {
                    *list = path.display().to_string();
                }
                form.browsing = None;
            }
        }
    });
}

/// The settings for all seats.
fn game_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut NewGameForm) {
    let table = &mut form.table;
    Grid::new("game").num_columns(2).spacing([10.0, 5.0]).show(ui, |ui| {
        ui.label("Format");
        ui.horizontal(|ui| {
            for format in Format::ALL {
                if ui.radio(table.format == format, retrace_session::describe::capitalized(format.word())).clicked() {
                    table.format = format;
                }
            }
        });
        ui.end_row();
        ui.label("Goes first");
        ui.horizontal_wrapped(|ui| {
            let seats = table.seats.iter().enumerate().map(|(place, seat)| (Some(place), seat.name.clone()));
            let ways: Vec<(Option<usize>, String)> =
                std::iter::once((None, "By the seed".to_owned())).chain(seats).collect();
            let starters = table.starters();
            for (starting, text) in ways {
                let may = starting.is_none_or(|place| starters.contains(&place));
                let radio = ui.add_enabled(may, egui::RadioButton::new(table.starting == starting, &text));
                let radio = radio.on_disabled_hover_text("Does not begin for a team (CR 805.2, 808.4, 809.4, 904.6)");
                if radio.accessible_name(format!("Goes first: {text}")).clicked() {
                    table.starting = starting;
                }
            }
        });
        ui.end_row();
        let label = ui.label("Seed");
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut table.seed).desired_width(160.0)).labelled_by(label.id);
            let hint = "The same decks and the same seed give the same shuffles.";
            ui.label(RichText::new(hint).small().color(cx.tokens.text_weak));
        });
        ui.end_row();
    });
    if let Some(wrong) = &form.check.seed {
        wrong_ui(ui, cx, wrong);
    }
}

//! The part of the new game dialog that says how many players there are and what they play: the
//! seating, a casual variant, options and teams, with what the rules refuse of them.

use egui::{ComboBox, RichText, TextEdit, Ui};
use retrace_core::fact::Casual;
use retrace_core::rules::variant::{SEATINGS, Seat};

use super::new_game::wrong_ui;
use super::view::Cx;
use retrace_session::describe::capitalized;
use retrace_session::files::seating::{Refusals, Seating};
use retrace_session::files::seats::SEATS;

/// A choice on which other fields depend.
pub(super) enum Change {
    /// Another seating.
    Seating(&'static Seat),
    /// Another casual variant, or none.
    Casual(Option<Casual>),
}

/// How many players there are. Returns the number that was chosen.
pub(super) fn seats_ui(ui: &mut Ui, cx: Cx<'_>, players: usize) -> Option<usize> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.label("Players");
        for count in SEATS {
            let button = ui.selectable_label(count == players, format!(" {count} "));
            if button.accessible_name(format!("{count} players")).clicked() {
                chosen = Some(count);
            }
        }
        ui.label(RichText::new("each seated to the left of the one before").small().color(cx.tokens.text_weak));
    });
    chosen
}

/// The variant of these players.
pub(super) fn seating_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    names: &[String],
    refused: &Refusals,
    seating: &mut Seating,
) -> Option<Change> {
    let players = names.len();
    let mut change = None;
    ui.horizontal_wrapped(|ui| {
        ui.label("Variant");
        let seat = seating.seat(players);
        let combo = ComboBox::from_id_salt("seating").selected_text(shown(seat.name)).show_ui(ui, |ui| {
            for other in SEATINGS {
                let fits = other.players.contains(&players);
                let button = egui::Button::selectable(other.name == seat.name, shown(other.name));
                let response = ui.add_enabled(fits, button).on_hover_text(told(other.about, other.rule));
                let (least, most) = (other.players.start(), other.players.end());
                let response = response.on_disabled_hover_text(match least == most {
                    true => format!("For {least} players"),
                    false => format!("For {least} to {most} players"),
                });
                if response.clicked() {
                    change = Some(Change::Seating(other));
                }
            }
        });
        combo.response.on_hover_text(told(seat.about, seat.rule)).accessible_name("Variant");
        let casuals: Vec<_> = seating.casuals(players).collect();
        if !casuals.is_empty() {
            let word = seating.casual.map_or_else(|| "No casual variant".to_owned(), |casual| shown(casual.word()));
            let combo = ComboBox::from_id_salt("casual").selected_text(word).show_ui(ui, |ui| {
                if ui.selectable_label(seating.casual.is_none(), "No casual variant").clicked() {
                    change = Some(Change::Casual(None));
                }
                for (casual, option) in casuals {
                    let response = ui.selectable_label(seating.casual == Some(casual), shown(casual.word()));
                    if response.on_hover_text(told(option.about, option.rule)).clicked() {
                        change = Some(Change::Casual(Some(casual)));
                    }
                }
            });
            combo.response.accessible_name("Casual variant");
        }
        for option in seating.options(players).collect::<Vec<_>>() {
            let now = seating.value(option, players);
            ui.label(shown(option.name));
            let combo = ComboBox::from_id_salt(option.name).width(84.0).selected_text(shown(now)).show_ui(ui, |ui| {
                for value in option.values_with(seating.seat(players).name) {
                    if ui.selectable_label(value == now, shown(value)).clicked() {
                        seating.set(option, value, players);
                    }
                }
            });
            combo.response.on_hover_text(told(option.about, option.rule)).accessible_name(shown(option.name));
        }
    });
    let seat = seating.seat(players);
    let mut about = told(seat.about, seat.rule);
    if let Some((_, option)) = seating.casuals(players).find(|(casual, _)| Some(*casual) == seating.casual) {
        about.push_str(&format!("; {} (CR {})", option.about, option.rule));
    }
    ui.label(RichText::new(about).small().color(cx.tokens.text_weak));
    if let Some(wrong) = &refused.seating {
        wrong_ui(ui, cx, wrong);
    }
    if seating.has_teams(players) {
        teams_ui(ui, cx, names, seating);
        if let Some(wrong) = &refused.teams {
            wrong_ui(ui, cx, wrong);
        }
    }
    change
}

/// The sizes of the teams, and who is on each.
fn teams_ui(ui: &mut Ui, cx: Cx<'_>, names: &[String], seating: &mut Seating) {
    let teams = seating.teams(names.len());
    ui.horizontal_wrapped(|ui| {
        ui.label("Teams");
        let usual: Vec<String> = teams.iter().map(|team| team.len().to_string()).collect();
        let field = TextEdit::singleline(&mut seating.teams).desired_width(70.0).hint_text(usual.join("+"));
        let hint = "The sizes of the teams in seating order, such as 2+3; the usual ones if empty";
        ui.add(field).on_hover_text(hint).accessible_name("Sizes of the teams");
        let name = |id: &retrace_core::fact::PlayerId| names.get(usize::from(id.0)).map_or("?", |name| name.trim());
        let members = |team: &Vec<_>| team.iter().map(name).collect::<Vec<_>>().join(", ");
        let against = teams.iter().map(members).collect::<Vec<_>>().join("  against  ");
        ui.label(RichText::new(against).color(cx.tokens.text_strong));
    });
}

/// A word of the table of variants, as it is shown.
fn shown(word: &str) -> String {
    capitalized(&word.replace('-', " "))
}

/// What something of the table is, with its rule.
fn told(about: &str, rule: &str) -> String {
    format!("{} (CR {rule})", capitalized(about))
}

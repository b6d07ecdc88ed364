//! Exploring: tries every legal answer at a choice, each on its own fork, and shows a table of the
//! outcomes that can be sorted and filtered. A click on a row makes its fork a timeline.

use std::collections::BTreeMap;

use egui::{Button, ComboBox, DragValue, RichText, ScrollArea, Sense, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};
use retrace_core::fact::PlayerId;

use super::action::{Action, Actions};
use super::expression::expression_ui;
use super::focus;
use super::parts::spaced;
use super::tokens::ROW_PT;
use super::view::Cx;
use super::view::explore::ExploreWish;
use super::view::typed::{Did, Typed};
use super::words;
use retrace_session::travel::explore::{Explored, Others};
use retrace_session::travel::outcomes::Outcomes;
use retrace_session::{Command, describe};

/// The width from which all settings fit in one row.
const WIDE_PT: f32 = 860.0;

/// The width of the labels of both fields, where they are beside them.
const LABELS_PT: f32 = 230.0;

/// Draws the panel.
pub(crate) fn explore_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    if let Some(who) = cx.viewer_name() {
        return asks_of_all_ui(ui, cx, &who, out);
    }
    let form = &cx.view.exploring;
    let mut wishes = Vec::new();
    let mut command = false;
    let asked = |ui: &mut Ui, wishes: &mut Vec<ExploreWish>| {
        let hint = format!("{} ({})", Command::Explore.description(), spaced(Command::Explore.default_keys()));
        let clicked = ui.button("Explore").on_hover_text(hint).clicked();
        let label = ui.label("Answers in a row");
        let mut depth = form.depth;
        if ui.add(DragValue::new(&mut depth).range(1..=20)).labelled_by(label.id).changed() {
            wishes.push(ExploreWish::Depth(depth));
        }
        whose_ui(ui, cx, wishes);
        clicked
    };
    // One row if it fits: the table below needs every line.
    let wide = ui.available_width() >= WIDE_PT;
    if !wide {
        command = ui.horizontal_wrapped(|ui| asked(ui, &mut wishes)).inner;
    }
    ui.horizontal_top(|ui| {
        if wide {
            command |= ui.horizontal(|ui| asked(ui, &mut wishes)).inner;
        }
        let labels_pt = if wide { LABELS_PT } else { 0.0 };
        let width_pt = ((ui.available_width() - labels_pt) / 2.0 - 8.0).max(120.0);
        let field = |ui: &mut Ui, name: &str, hint: &str, typed: &Typed| {
            let label = RichText::new(name).small().color(cx.tokens.text_weak);
            if wide {
                ui.horizontal(|ui| ui.label(label.clone()));
            }
            ui.vertical(|ui| {
                ui.set_width(width_pt);
                if !wide {
                    ui.label(label);
                }
                expression_ui(ui, cx, name, hint, typed, false)
            })
            .inner
        };
        if let Some(did) = field(ui, "Pass until", "step = end_of_combat", &form.until) {
            command |= did == Did::Entered;
            wishes.push(ExploreWish::Until(did));
        }
        if let Some(did) = field(ui, "Evaluate for each outcome", "B.life, or count(A.creatures)", &form.asked) {
            if did == Did::Entered {
                command = true;
                wishes.push(ExploreWish::AddColumn);
            } else {
                wishes.push(ExploreWish::Asked(did));
            }
        }
    });
    ui.add(egui::Separator::default().spacing(2.0));
    match (&form.explored, &form.outcomes) {
        (Some(explored), Some(outcomes)) => table_ui(ui, cx, explored, outcomes, &mut wishes),
        _ => {
            let text = "Go to a choice and press Explore (X): every legal answer is tried on a fork of its own, and what \
                        comes of each stands here. A click makes one of them a timeline.";
            ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).wrap());
        }
    }
    out.extend(wishes.into_iter().map(|wish| Action::Exploring(Box::new(wish))));
    if command {
        out.push(Action::Command(Command::Explore));
    }
}

fn whose_ui(ui: &mut Ui, cx: Cx<'_>, wishes: &mut Vec<ExploreWish>) {
    let form = &cx.view.exploring;
    let game = cx.game();
    let name = |player: PlayerId| describe::capitalized(&describe::player(game, player));
    let label = ui.label("of");
    let shown = form.player.map_or_else(|| "everybody".to_owned(), name);
    let combo = ComboBox::from_id_salt("whose").selected_text(shown).show_ui(ui, |ui| {
        if ui.selectable_label(form.player.is_none(), "everybody").clicked() {
            wishes.push(ExploreWish::Whose(None, form.others));
        }
        for player in game.players() {
            if ui.selectable_label(form.player == Some(player.id), name(player.id)).clicked() {
                wishes.push(ExploreWish::Whose(Some(player.id), form.others));
            }
        }
    });
    combo.response.labelled_by(label.id);
    if form.player.is_some() {
        let label = ui.label("the others");
        let said = |others: Others| match others {
            Others::Explored => "are explored as well",
            Others::Least => "pass and decline",
            Others::Policy(_) => "answer at random",
        };
        let random = Others::Policy(retrace_session::Policy::Random { seed: 1 });
        let combo = ComboBox::from_id_salt("others").selected_text(said(form.others)).show_ui(ui, |ui| {
            for others in [Others::Least, random, Others::Explored] {
                if ui.selectable_label(form.others == others, said(others)).clicked() {
                    wishes.push(ExploreWish::Whose(form.player, others));
                }
            }
        });
        combo.response.labelled_by(label.id);
    }
}

fn table_ui(ui: &mut Ui, cx: Cx<'_>, explored: &Explored, outcomes: &Outcomes, wishes: &mut Vec<ExploreWish>) {
    let name = explored.timeline.name();
    let events = explored.timeline.entries_before_step(explored.at.step);
    let mut said = format!(
        "On {name} after {events} events: {} tried, {}.",
        words::count(explored.tried, "answer"),
        words::count(explored.outcomes.len(), "outcome")
    );
    if explored.cut {
        said.push_str(" The limit was reached.");
    }
    if outcomes.rows.len() < explored.outcomes.len() {
        said.push_str(&format!(" The filter shows {}.", outcomes.rows.len()));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&explored.prompt).strong().color(cx.tokens.text_strong));
        ui.label(RichText::new(said).small().color(cx.tokens.text_weak));
        let mut filter = cx.view.exploring.filter.clone();
        let field = ui.add(TextEdit::singleline(&mut filter).hint_text("Filter the outcomes").desired_width(160.0));
        if field.accessible_name("Filter the outcomes").changed() {
            wishes.push(ExploreWish::Filter(filter));
        }
        for (index, text) in cx.view.exploring.columns.iter().enumerate() {
            let chip = ui.small_button(format!("{text} ×")).on_hover_text("Takes this column away");
            if chip.accessible_name(format!("Remove the column {text}")).clicked() {
                wishes.push(ExploreWish::RemoveColumn(index));
            }
        }
    });
    for prompt in &explored.sampled {
        let text = format!("Only some answers were tried for: {prompt}");
        ui.add(egui::Label::new(RichText::new(text).small().color(cx.tokens.warn)).wrap());
    }
    // A single value needs no plot.
    let plot = |column: usize| outcomes.histogram(column).filter(|values| values.len() > 1);
    let histograms: Vec<Option<BTreeMap<i64, u64>>> = (0..outcomes.columns.len()).map(plot).collect();
    let plot_pt = if histograms.iter().any(Option::is_some) { PLOT_PT } else { 0.0 };
    let last = outcomes.columns.len().saturating_sub(1);
    let height_pt = ui.available_height();
    let texts = (0..last).filter(|column| !outcomes.is_number(*column)).count().max(1);
    let text_pt = (ui.available_width() * TEXTS_SHARE / texts as f32).clamp(260.0, 440.0);
    // The columns scroll sideways together, so that none is squeezed away.
    ScrollArea::horizontal().id_salt("outcomes").auto_shrink(false).show(ui, |ui| {
        let mut table = TableBuilder::new(ui)
            .id_salt(("outcomes", outcomes.columns.len()))
            .striped(true)
            // With the keyboard, the button of the row does it.
            .sense(Sense::CLICK)
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .max_scroll_height(height_pt)
            .column(Column::exact(46.0));
        for column in 0..outcomes.columns.len() {
            table = table.column(match column {
                _ if outcomes.is_number(column) => Column::initial(92.0).at_least(64.0).resizable(true).clip(true),
                _ if column == last => Column::remainder().at_least(160.0).clip(true),
                _ => Column::initial(text_pt).at_least(80.0).resizable(true).clip(true),
            });
        }
        let header = table.header(TITLE_PT + plot_pt, |mut header| {
            header.col(|_| {});
            for (title, histogram) in outcomes.columns.iter().zip(&histograms) {
                header.col(|ui| title_ui(ui, cx, title, histogram.as_ref(), wishes));
            }
        });
        header.body(|body| {
            body.rows(ROW_PT, outcomes.rows.len(), |mut row| {
                let Some(it) = outcomes.rows.get(row.index()) else { return };
                row.col(|ui| {
                    fork_ui(ui, explored, it.outcome, wishes);
                    focus::follow(ui);
                });
                for cell in &it.cells {
                    row.col(|ui| {
                        let text = RichText::new(&cell.text).color(cx.tokens.text_strong);
                        let label = egui::Label::new(text).truncate().selectable(false);
                        ui.add(label).on_hover_text(&cell.text);
                    });
                }
                if row.response().on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                    wishes.push(ExploreWish::Take(it.outcome));
                }
            });
        });
    });
}

/// The share of the width that the columns of text have at first, but for the last one.
const TEXTS_SHARE: f32 = 0.4;

/// The height of the title of a column.
const TITLE_PT: f32 = ROW_PT - 4.0;
/// The height of a plot below it.
const PLOT_PT: f32 = 16.0;

/// The title of a column, which sorts by it, and how the ways are spread over its numbers.
fn title_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    title: &str,
    histogram: Option<&BTreeMap<i64, u64>>,
    wishes: &mut Vec<ExploreWish>,
) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        // The rest of the header is the plot's.
        ui.spacing_mut().interact_size.y = TITLE_PT;
        let arrow = match &cx.view.exploring.sorted {
            Some((by, down)) if by == title => {
                if *down {
                    " ▼"
                } else {
                    " ▲"
                }
            }
            _ => "",
        };
        let text = RichText::new(format!("{title}{arrow}")).small().color(cx.tokens.text_weak);
        let button = ui.add(Button::new(text).frame(false).truncate()).on_hover_text(format!("Sort by {title}"));
        if button.accessible_name(format!("Sort by {title}{arrow}")).clicked() {
            wishes.push(ExploreWish::Sort(title.to_owned()));
        }
        if let Some(histogram) = histogram {
            plot_ui(ui, cx, title, histogram);
        }
    });
}

/// Bars for how many ways lead to each value, over an axis from the least to the greatest.
fn plot_ui(ui: &mut Ui, cx: Cx<'_>, title: &str, histogram: &BTreeMap<i64, u64>) {
    let (Some((least, _)), Some((most, _))) = (histogram.first_key_value(), histogram.last_key_value()) else { return };
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().max(20.0), PLOT_PT - 3.0), Sense::hover());
    let span = (*most - *least).max(1) as f32;
    let tallest = histogram.values().copied().max().unwrap_or(1).max(1) as f32;
    let width_pt = (rect.width() / (span + 1.0)).clamp(2.0, 12.0);
    let painter = ui.painter_at(rect);
    painter.hline(rect.x_range(), rect.bottom() - 0.5, egui::Stroke::new(1.0, cx.tokens.line_strong));
    for (value, ways) in histogram {
        let x = rect.left() + (*value - *least) as f32 / span * (rect.width() - width_pt);
        let top = rect.bottom() - (*ways as f32 / tallest * (rect.height() - 1.0)).max(2.0);
        let bar = egui::Rect::from_x_y_ranges(x..=x + width_pt - 1.0, top..=rect.bottom());
        painter.rect_filled(bar, 0, cx.tokens.accent);
    }
    let told: Vec<String> = histogram.iter().take(12).map(|(value, ways)| format!("{value}: {ways} ways")).collect();
    let text = format!("{title}, from {least} to {most}\n{}", told.join("\n"));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &text));
    response.on_hover_text(&text);
}

fn fork_ui(ui: &mut Ui, explored: &Explored, outcome: usize, wishes: &mut Vec<ExploreWish>) {
    let Some(reached) = explored.outcomes.get(outcome) else { return };
    let answers = if reached.answers.is_empty() { "Nothing".to_owned() } else { reached.answers.join("; ") };
    let mut hint = "Makes this a timeline, and goes to its end".to_owned();
    if !reached.others.is_empty() {
        let others: Vec<String> = reached.others.iter().map(|other| other.join("; ")).collect();
        hint.push_str(&format!("\nOther ways to it:\n{}", others.join("\n")));
    }
    let button = ui.add(Button::new("Fork").small()).on_hover_text(hint);
    if button.accessible_name(format!("Fork {}: {answers}", outcome + 1)).clicked() {
        wishes.push(ExploreWish::Take(outcome));
    }
}

/// Shown with a player's view, instead of results that would reveal hidden information.
fn asks_of_all_ui(ui: &mut Ui, cx: Cx<'_>, who: &str, out: &mut Actions) {
    let text = format!("Exploring looks at the whole game and would reveal more than {who} may know.");
    ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).wrap());
    if ui.button("See everything").clicked() {
        out.push(Action::See(None));
    }
}

//! The comparison of two timelines or of two places: what both share, where they diverge, their
//! events side by side in one table, and in another how the states differ by object and field.

use egui::{Label, RichText, Role, Sense, Ui, WidgetInfo};
use egui_extras::{Column, TableBuilder};
use retrace_core::fact::EntryNo;

use retrace_session::{Command, Point, StateDiff, Subject, TimelineDiff, TimelineId};

use super::action::{Action, Actions};
use super::focus;
use super::tokens::ROW_PT;
use super::view::{Compared, Comparison, Cx};
use super::words;

/// The text for two equal states.
const NOTHING: &str = "Nothing that a player can see differs.";

/// Draws the comparison.
pub(crate) fn diff_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Some(comparison) = &cx.view.comparison else {
        let text = "Fork a timeline, then compare it with the one that it came from (C), or pin a place (D) and compare \
                    another with it (Shift+D).";
        ui.label(RichText::new(text).color(cx.tokens.text_weak));
        return;
    };
    let room_pt = ui.available_size();
    if let (Some(diff), Compared::Timelines(a, b)) = (&comparison.timelines, comparison.what)
        && (room_pt.x < BESIDE_PT.x || room_pt.y < BESIDE_PT.y)
    {
        return small_ui(ui, cx, comparison, diff, (a, b), out);
    }
    ui.horizontal_wrapped(|ui| {
        title_ui(ui, cx, comparison);
        if let (Some(diff), Compared::Timelines(a, _)) = (&comparison.timelines, comparison.what) {
            shared_ui(ui, cx, diff, a, out);
        }
        let copy = Command::CopyComparison;
        if ui.small_button("Copy").on_hover_text(copy.description()).accessible_name(copy.label()).clicked() {
            out.push(Action::Command(copy));
        }
        if ui.small_button("Stop comparing").clicked() {
            out.push(Action::StopComparing);
        }
    });
    match (&comparison.timelines, comparison.what) {
        (Some(diff), Compared::Timelines(a, b)) => {
            first_ui(ui, cx, diff, a, b, out);
            let width_pt = ui.available_width();
            let part = |ui: &mut Ui, cx: Cx<'_>, title: &str| {
                ui.label(RichText::new(title).strong().color(cx.tokens.text_strong));
            };
            egui::Panel::left("compared events").resizable(true).default_size(width_pt * 0.48).show(ui, |ui| {
                part(ui, cx, "Events, aligned");
                events_ui(ui, cx, diff, a, b, out);
            });
            egui::CentralPanel::default().frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 0))).show(
                ui,
                |ui| {
                    ui.horizontal(|ui| {
                        part(ui, cx, "States");
                        let ends = cx.view.compare_ends;
                        for (wanted, name) in [(false, "at the same moment"), (true, "at their ends")] {
                            if ui.selectable_label(ends == wanted, name).clicked() && ends != wanted {
                                out.push(Action::CompareEnds(wanted));
                            }
                        }
                    });
                    states_ui(ui, cx, comparison, out);
                },
            );
        }
        _ => {
            states_ui(ui, cx, comparison, out);
        }
    }
}

/// A panel smaller than this has room for one of the two tables only.
const BESIDE_PT: egui::Vec2 = egui::vec2(600.0, 170.0);

/// The comparison of two timelines in little room: one table at a time, below a single line.
fn small_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    comparison: &Comparison,
    diff: &TimelineDiff,
    (a, b): (TimelineId, TimelineId),
    out: &mut Actions,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let shown = ui.scope_id().with("shown");
    let mut states: bool = ui.data(|data| data.get_temp(shown)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (wanted, name) in [(false, "Events"), (true, "States")] {
            if ui.selectable_label(states == wanted, name).clicked() {
                states = wanted;
                ui.data_mut(|data| data.insert_temp(shown, wanted));
            }
        }
        let ends = cx.view.compare_ends;
        if states {
            let hint = "Compares the states at the ends of both timelines, rather than at the cursor's moment";
            if ui.selectable_label(ends, "at their ends").on_hover_text(hint).clicked() {
                out.push(Action::CompareEnds(!ends));
            }
        } else if diff.cut && ui.small_button("Align all").clicked() {
            out.push(Action::CompareMore);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("Stop").accessible_name("Stop comparing").clicked() {
                out.push(Action::StopComparing);
            }
            if ui.small_button("Go to where they part").on_hover_text(shared_text(cx, diff, a)).clicked() {
                out.push(Action::Jump(Point::new(a, diff.shared_steps)));
            }
        });
    });
    if states { states_ui(ui, cx, comparison, out) } else { events_ui(ui, cx, diff, a, b, out) }
}

fn name(cx: Cx<'_>, id: TimelineId) -> String {
    cx.session.timeline(id).map_or_else(|| "gone".to_owned(), |timeline| timeline.name().to_owned())
}

/// The two sides, each in its colour.
fn title_ui(ui: &mut Ui, cx: Cx<'_>, comparison: &Comparison) {
    let step = |point: Point| cx.view.numbers.step(point.timeline, point.step);
    let place = |point: Point| format!("{}, step {}", name(cx, point.timeline), step(point));
    let (left, right) = match comparison.what {
        Compared::Timelines(a, b) => ((a, name(cx, a)), (b, name(cx, b))),
        Compared::Points(a, b) => ((a.timeline, place(a)), (b.timeline, place(b))),
    };
    ui.label(RichText::new(left.1).strong().color(cx.track_color(left.0)));
    ui.label(RichText::new("against").color(cx.tokens.text_weak));
    ui.label(RichText::new(right.1).strong().color(cx.track_color(right.0)));
}

/// What both share: "they share 12 steps (40 events)".
fn shared_text(cx: Cx<'_>, diff: &TimelineDiff, a: TimelineId) -> String {
    let shared = cx.view.numbers.before(a, EntryNo(diff.shared_entries));
    let shared = words::count(usize::try_from(shared).unwrap_or(usize::MAX), "event");
    let steps = words::count(cx.view.numbers.step(a, diff.shared_steps), "step");
    format!("they share {steps} ({shared})")
}

/// What both share, and a button that jumps to where they diverge.
fn shared_ui(ui: &mut Ui, cx: Cx<'_>, diff: &TimelineDiff, a: TimelineId, out: &mut Actions) {
    let text = format!("· {}", shared_text(cx, diff, a));
    ui.label(RichText::new(text).color(cx.tokens.text_weak));
    let aligned = words::count(diff.rows.len(), "row");
    if diff.cut && ui.small_button("Align all events").on_hover_text(format!("Only the first are: {aligned}")).clicked()
    {
        out.push(Action::CompareMore);
    }
    if ui.small_button("Go to where they part").clicked() {
        out.push(Action::Jump(Point::new(a, diff.shared_steps)));
    }
}

/// The first event of each side that is not shared.
fn first_ui(ui: &mut Ui, cx: Cx<'_>, diff: &TimelineDiff, a: TimelineId, b: TimelineId, out: &mut Actions) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("First difference:").color(cx.tokens.text_weak));
        let half_pt = (ui.available_width() / 2.0 - 8.0).max(60.0);
        for (id, no) in [(a, diff.first_divergence.0), (b, diff.first_divergence.1)] {
            let (name, color) = (name(cx, id), cx.track_color(id));
            let Some(no) = no else {
                ui.label(RichText::new(format!("{name} ends there.")).color(color));
                continue;
            };
            let text = format!("{name}: {}.", cx.text(id, no));
            let link = ui.scope(|ui| {
                ui.set_max_width(half_pt);
                let link = Label::new(RichText::new(&text).color(color).underline());
                ui.add(link.truncate().selectable(false).sense(Sense::click()))
            });
            let link = link.inner;
            link.widget_info(|| WidgetInfo::labeled(Role::Link, true, &text));
            let link = link.on_hover_cursor(egui::CursorIcon::PointingHand);
            if link.on_hover_text(format!("{text} A click puts the cursor there.")).clicked() {
                out.push(Action::JumpToEntry(id, no));
            }
        }
    });
}

/// The events after the divergence, side by side. A click jumps to one.
fn events_ui(ui: &mut Ui, cx: Cx<'_>, diff: &TimelineDiff, a: TimelineId, b: TimelineId, out: &mut Actions) {
    let first = diff.first_divergence;
    let height_pt = ui.available_height();
    TableBuilder::new(ui)
        .id_salt("diff events")
        .striped(true)
        .sense(Sense::hover())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .max_scroll_height(height_pt)
        .column(Column::exact(20.0))
        .column(Column::remainder().clip(true).at_least(80.0))
        .column(Column::remainder().clip(true).at_least(80.0))
        .header(ROW_PT - 4.0, |mut header| {
            for title in ["", &format!("Events of {}", name(cx, a)), &format!("Events of {}", name(cx, b))] {
                header.col(|ui| {
                    ui.label(RichText::new(title).small().color(cx.tokens.text_weak));
                });
            }
        })
        .body(|body| {
            body.rows(ROW_PT, diff.rows.len(), |mut row| {
                let Some(alignment) = diff.rows.get(row.index()) else { return };
                let mark = match (alignment.left, alignment.right) {
                    (Some(_), Some(_)) => "=",
                    (Some(_), None) => "−",
                    (None, _) => "+",
                };
                row.col(|ui| {
                    ui.label(RichText::new(mark).monospace().color(cx.tokens.text_weak));
                });
                let is_common = alignment.left.is_some() && alignment.right.is_some();
                for (id, no, first) in [(a, alignment.left, first.0), (b, alignment.right, first.1)] {
                    row.col(|ui| {
                        side_ui(ui, cx, id, no, first, is_common, out);
                        focus::follow(ui);
                    });
                }
            });
        });
}

fn side_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    id: TimelineId,
    no: Option<EntryNo>,
    first: Option<EntryNo>,
    is_common: bool,
    out: &mut Actions,
) {
    let Some(no) = no else { return };
    let text = cx.text(id, no);
    let color = if is_common { cx.tokens.text_weak } else { cx.tokens.text_strong };
    let lead = if Some(no) == first { "first: " } else { "" };
    let spoken = format!("{lead}{text}");
    let text = RichText::new(&spoken).color(color);
    let response = ui.add(Label::new(text).truncate().sense(Sense::click()).selectable(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &spoken));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(Action::JumpToEntry(id, no));
    }
}

/// How the states at the two places differ, with the names of the sides.
fn states_ui(ui: &mut Ui, cx: Cx<'_>, comparison: &Comparison, out: &mut Actions) {
    let (a, b) = comparison.places;
    let sides = [a, b].map(|point| match (point, comparison.what) {
        (point, Compared::Points(..)) if point == cx.session.cursor() => "here".to_owned(),
        (point, _) if Some(point) == cx.session.pinned() => "the pin".to_owned(),
        (Point { timeline, step }, _) if step == cx.session.len_steps(timeline) => {
            format!("{}, at its head", name(cx, timeline))
        }
        (Point { timeline, step }, _) => format!("{}, step {}", name(cx, timeline), cx.step(timeline, step)),
    });
    let diff = &comparison.states;
    if diff.is_empty() {
        ui.label(RichText::new(NOTHING).color(cx.tokens.text_weak));
    } else {
        table_ui(ui, cx, diff, [&sides[0], &sides[1]], out);
    }
}

/// The rows of a state difference in columns. A click on an object selects it.
fn table_ui(ui: &mut Ui, cx: Cx<'_>, diff: &StateDiff, sides: [&str; 2], out: &mut Actions) {
    let height_pt = ui.available_height();
    TableBuilder::new(ui)
        .id_salt("diff states")
        .striped(true)
        .sense(Sense::hover())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .max_scroll_height(height_pt)
        .column(Column::initial(150.0).clip(true))
        .column(Column::exact(104.0))
        .column(Column::remainder().clip(true).at_least(60.0))
        .column(Column::remainder().clip(true).at_least(60.0))
        .header(ROW_PT - 4.0, |mut header| {
            for title in ["Of what", "Field", sides[0], sides[1]] {
                header.col(|ui| {
                    ui.label(RichText::new(title).small().color(cx.tokens.text_weak));
                });
            }
        })
        .body(|body| {
            body.rows(ROW_PT, diff.rows.len(), |mut row| {
                let Some(it) = diff.rows.get(row.index()) else { return };
                let is_first = row.index().checked_sub(1).and_then(|before| diff.rows.get(before));
                let is_first = is_first.is_none_or(|before| before.subject != it.subject);
                row.col(|ui| {
                    if is_first {
                        subject_ui(ui, cx, &it.subject, out);
                        focus::follow(ui);
                    }
                });
                row.col(|ui| {
                    ui.label(RichText::new(it.field.word()).color(cx.tokens.text_weak));
                });
                for side in [&it.left, &it.right] {
                    row.col(|ui| {
                        let text = side.as_deref().unwrap_or("–");
                        let label = Label::new(RichText::new(text).color(cx.tokens.text_strong)).truncate();
                        ui.add(label).on_hover_text(text);
                    });
                }
            });
        });
}

fn subject_ui(ui: &mut Ui, cx: Cx<'_>, of: &Subject, out: &mut Actions) {
    let name = subject(of);
    if let Subject::Object { left, right, .. } = of {
        if ui.link(&name).on_hover_text(&name).clicked() {
            out.extend(right.or(*left).map(|id| Action::Select(retrace_core::fact::Entity::Object(id))));
        }
    } else {
        ui.label(RichText::new(name).color(cx.tokens.text_strong));
    }
}

/// The rows of a state difference one below another, for a narrow panel.
pub(crate) fn lines_ui(ui: &mut Ui, cx: Cx<'_>, diff: &StateDiff, out: &mut Actions) {
    if diff.is_empty() {
        ui.label(RichText::new(NOTHING).color(cx.tokens.text_weak));
        return;
    }
    let mut last = None;
    for row in &diff.rows {
        if last != Some(&row.subject) {
            subject_ui(ui, cx, &row.subject, out);
            last = Some(&row.subject);
        }
        let side = |side: &Option<String>| side.clone().unwrap_or_else(|| "–".to_owned());
        ui.horizontal_wrapped(|ui| {
            ui.add_space(10.0);
            ui.label(RichText::new(format!("{}:", row.field.word())).color(cx.tokens.text_weak));
            ui.label(format!("{} →", side(&row.left)));
            ui.label(RichText::new(side(&row.right)).color(cx.tokens.changed));
        });
    }
}

/// The subject of a row; an object also by its number.
fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Object { left, right, name } => match (left, right) {
            (Some(l), Some(r)) if l != r => format!("{name} {l} / {r}"),
            (Some(id), _) | (None, Some(id)) => format!("{name} {id}"),
            (None, None) => name.clone(),
        },
        other => other.to_string(),
    }
}

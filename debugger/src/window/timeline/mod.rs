//! The timeline: transport, the ruler of its turns with markers, its lanes and its minimap; when
//! comparing, the ruler of a second timeline below.

pub(crate) mod event_table;
mod filter_field;
mod lanes;
mod markers;
mod minimap;
pub(crate) mod rows;
mod ruler;
mod scale;

use std::sync::Arc;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Id, PopupCloseBehavior, Rangef, RichText, Ui};
use retrace_store::id::EventId;

use super::action::{Action, Actions};
use super::icons::{Icon, icon_button};
use super::layout::Arrangement;
use super::parts::spaced;
use super::tokens::{LANE_PT, MINIMAP_PT};
use super::tour;
use super::view::tour::Stop;
use super::view::{Compared, Cx, Track};
use retrace_session::asking::diff::abreast::Meeting;
use retrace_session::{Command, TimelineId};
use scale::Scale;

/// The width of the column with the names of the timeline and its lanes.
const NAME_PT: f32 = 112.0;
/// The height of the transport and the margins of the panel; in a small window they are smaller.
const REST_PT: f32 = 46.0;
const SMALL_REST_PT: f32 = 37.0;

/// The height of the panel.
pub(crate) fn height_pt(ctx: &egui::Context, cx: Cx<'_>) -> f32 {
    let tracks = if second(cx).0.is_some() { 2.0 } else { 1.0 };
    let spacing_pt = 3.0;
    let lanes: usize = Track::ALL.into_iter().map(|track| lanes::shown(ctx, cx, track).len()).sum();
    let lanes = lanes as f32 * (LANE_PT + 1.0);
    let minimap_pt = if has_minimap(ctx, cx) { MINIMAP_PT + spacing_pt } else { 0.0 };
    let rest_pt = if cx.view.arrangement == Arrangement::Small { SMALL_REST_PT } else { REST_PT };
    rest_pt + tracks * (ruler::height_pt(ctx, cx) + spacing_pt + 2.0) + lanes + minimap_pt
}

/// Below this height of the window, two rulers leave too little to the boards.
const LOW_PT: f32 = 850.0;

/// Whether the panel has little room: some of what it shows is elsewhere, too.
fn is_small(ctx: &egui::Context, cx: Cx<'_>) -> bool {
    cx.view.arrangement == Arrangement::Small || (second(cx).0.is_some() && ctx.content_rect().height() < LOW_PT)
}

/// Whether there is a minimap. With little room, only if the ruler does not show everything.
fn has_minimap(ctx: &egui::Context, cx: Cx<'_>) -> bool {
    !is_small(ctx, cx) || cx.view.zoom.is_some()
}

/// The timeline shown below the current one, and where the two diverge.
fn second(cx: Cx<'_>) -> (Option<TimelineId>, Option<usize>) {
    let here = cx.session.cursor().timeline;
    let Some(comparison) = cx.view.comparison.as_ref() else { return (None, None) };
    let Compared::Timelines(a, b) = comparison.what else { return (None, None) };
    let other = Some(if a == here { b } else { a }).filter(|id| *id != here && cx.session.timeline(*id).is_some());
    (other, comparison.timelines.as_ref().map(|diff| diff.shared_steps))
}

/// The place on a timeline that is compared with the cursor's.
fn abreast(cx: Cx<'_>, id: TimelineId) -> Option<usize> {
    let (point, _) = cx.view.comparison.as_ref()?.beside.as_ref()?;
    (point.timeline == id).then_some(point.step)
}

/// The stretches of a timeline with states that the other compared one has, too.
fn met(cx: Cx<'_>, id: TimelineId) -> Vec<(usize, usize)> {
    let Some(comparison) = &cx.view.comparison else { return Vec::new() };
    let Compared::Timelines(a, b) = comparison.what else { return Vec::new() };
    let stretch = |meeting: &Meeting| match () {
        () if id == a => Some((meeting.from.0, meeting.to.0)),
        () if id == b => Some((meeting.from.1, meeting.to.1)),
        () => None,
    };
    comparison.meetings.iter().filter_map(stretch).collect()
}

/// Draws the panel.
pub(crate) fn timeline_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    transport_ui(ui, cx, out);
    ui.add_space(2.0);
    let here = cx.session.cursor().timeline;
    let (other, divergence) = second(cx);
    let len = cx.session.len_steps(here).max(other.map_or(0, |id| cx.session.len_steps(id)));
    let area = ui.available_rect_before_wrap();
    let x = Rangef::new(area.left() + NAME_PT, (area.right() - 8.0).max(area.left() + NAME_PT + 40.0));
    let scale = Scale::new(x, cx.view.zoom, len);
    ruler::ruler_ui(ui, cx, here, scale, divergence, out);
    let lanes = |ui: &mut Ui, id: TimelineId, out: &mut Actions| {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            lanes::lanes_ui(ui, cx, id, scale, out);
        });
    };
    lanes(ui, here, out);
    if let Some(other) = other {
        ui.add_space(2.0);
        ruler::ruler_ui(ui, cx, other, scale, divergence, out);
        lanes(ui, other, out);
    }
    if has_minimap(ui.ctx(), cx) {
        minimap::minimap_ui(ui, cx, here, scale, out);
    }
}

/// Data by columns of the screen, recomputed when the timeline, the visible part or the width
/// changes.
fn kept_columns(
    ctx: &egui::Context,
    id: Id,
    key: (EventId, Scale),
    columns: impl FnOnce() -> Vec<usize>,
) -> Arc<Vec<usize>> {
    type Kept = Option<((EventId, Scale), Arc<Vec<usize>>)>;
    let kept = ctx.data(|data| data.get_temp::<Kept>(id)).flatten();
    if let Some((_, columns)) = kept.filter(|(of, _)| *of == key) {
        return columns;
    }
    let columns = Arc::new(columns());
    ctx.data_mut(|data| data.insert_temp::<Kept>(id, Some((key, Arc::clone(&columns)))));
    columns
}

/// The menu for showing and hiding lanes.
fn lanes_menu_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new("Lanes").config(stays).ui(ui, |ui| {
        let low = lanes::is_low(ui.ctx(), cx);
        if low {
            let text = "There is no room for lanes here: make the window higher.";
            ui.label(RichText::new(text).color(cx.tokens.text_weak));
        }
        if let Some(other) = second(cx).0 {
            for (track, id) in [(Track::Here, cx.session.cursor().timeline), (Track::Other, other)] {
                let Some(timeline) = cx.session.timeline(id) else { continue };
                let mut shown = lanes::are_shown(ui.ctx(), cx, track);
                let label = format!("Lanes of {}", timeline.name());
                let hint = "While two timelines are compared: takes room from the board";
                let check = ui.add_enabled(!low, egui::Checkbox::new(&mut shown, label));
                if check.on_hover_text(hint).changed() {
                    out.push(Action::ShowLanesOf(track, shown));
                }
            }
            ui.separator();
        }
        for lane in lanes::lanes_of(cx) {
            let mut shown = !cx.view.hidden_lanes.contains(&lane);
            if ui.checkbox(&mut shown, lanes::name(cx, lane)).on_hover_text(lanes::description(lane)).changed() {
                out.push(Action::ShowLane(lane, shown));
            }
        }
    });
}

/// The buttons that move the cursor, and its position.
fn transport_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let cursor = cx.session.cursor();
    let len = cx.session.current().len_steps();
    let (back, on) = (cursor.step > 0, cursor.step < len);
    let narrow = ui.available_width() < NARROW_PT;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let mut button = |ui: &mut Ui, command: Command, icon: Icon, enabled: bool| {
            let response = ui.add_enabled_ui(enabled, |ui| icon_button(ui, icon, command.label())).inner;
            match command {
                Command::ChoiceForward => tour::is_here(ui.ctx(), Stop::Step, response.rect),
                Command::ChoiceBack => tour::is_here(ui.ctx(), Stop::Rewind, response.rect),
                _ => {}
            }
            let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
            if response.on_hover_text(hint).clicked() {
                out.push(Action::Command(command));
            }
        };
        button(ui, Command::Home, Icon::First, back);
        button(ui, Command::TurnBack, Icon::TurnBack, back);
        button(ui, Command::TurnStepBack, Icon::TurnStepBack, back);
        button(ui, Command::ChoiceBack, Icon::ChoiceBack, back);
        button(ui, Command::StepBack, Icon::StepBack, back);
        button(ui, Command::Play, if cx.view.playing { Icon::Pause } else { Icon::Play }, on || cx.view.playing);
        button(ui, Command::StepForward, Icon::StepForward, on);
        button(ui, Command::ChoiceForward, Icon::ChoiceForward, on);
        button(ui, Command::TurnStepForward, Icon::TurnStepForward, on);
        button(ui, Command::TurnForward, Icon::TurnForward, on);
        button(ui, Command::End, Icon::Last, on);
        ui.add_space(if narrow { 2.0 } else { 8.0 });
        speed_ui(ui, cx, narrow, out);
        ui.add_space(if narrow { 2.0 } else { 8.0 });
        for (command, text) in [(Command::ZoomOut, "−"), (Command::ZoomIn, "+"), (Command::ZoomAll, "All")] {
            let enabled = command == Command::ZoomIn || cx.view.zoom.is_some();
            let button = ui.add_enabled(enabled, egui::Button::new(text).small());
            let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
            if button.on_hover_text(hint).accessible_name(command.label()).clicked() {
                out.push(Action::Command(command));
            }
        }
        lanes_menu_ui(ui, cx, out);
        ui.add_space(if narrow { 2.0 } else { 8.0 });
        place_ui(ui, cx);
    });
}

/// Below this width the transport leaves room for the cursor's place only without a slider.
const NARROW_PT: f32 = 860.0;

/// The speed of playing, with a slider if there is room.
fn speed_ui(ui: &mut Ui, cx: Cx<'_>, narrow: bool, out: &mut Actions) {
    let (mut speed, range) = (cx.view.steps_per_second, 0.5..=50.0);
    let response = if narrow {
        ui.add(egui::DragValue::new(&mut speed).range(range).speed(0.1).suffix("/s").max_decimals(1))
    } else {
        ui.scope(|ui| {
            ui.spacing_mut().slider_width = 80.0;
            ui.add(egui::Slider::new(&mut speed, range).logarithmic(true).suffix(" steps/s").max_decimals(1))
        })
        .inner
    };
    let response = response.on_hover_text("Steps a second while playing");
    if response.accessible_name("Speed of playing").changed() {
        out.push(Action::Speed(speed));
    }
}

/// The least width for the event that has just happened.
const LEAST_PLACE_PT: f32 = 60.0;

/// The event that has just happened, in words.
fn place_ui(ui: &mut Ui, cx: Cx<'_>) {
    let cursor = cx.session.cursor();
    let len = cx.session.current().len_steps();
    let (step, len) = (cx.step(cursor.timeline, cursor.step), cx.step(cursor.timeline, len));
    let text = RichText::new(format!("Step {step} of {len}")).strong().color(cx.tokens.text_strong);
    ui.add(egui::Label::new(text).truncate());
    // Where there is no room for more, the events and the status bar say it.
    if ui.available_width() < LEAST_PLACE_PT {
        return;
    }
    if let Some(label) = cx.labels(cursor.timeline).iter().rev().find(|label| label.step <= cursor.step) {
        let most_pt = (ui.available_width() * 0.5).max(60.0);
        ui.scope(|ui| {
            ui.set_max_width(most_pt);
            ui.add(egui::Label::new(RichText::new(&label.text).color(cx.tokens.accent)).truncate());
        });
    }
    if let Some(text) = cx.headline(cursor) {
        let text = RichText::new(text).color(cx.tokens.text);
        ui.add(egui::Label::new(text).truncate());
    }
}

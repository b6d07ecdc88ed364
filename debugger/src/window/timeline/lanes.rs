//! The lanes of a timeline: a row each for the players, the stack, triggers, replacements and
//! state-based actions. Where there is room every event is a mark; otherwise bars show the density.

use egui::{Color32, Id, Painter, Pos2, Rangef, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};

use super::super::action::{Action, Actions};
use super::super::board::card::cut;
use super::super::layout::Arrangement;
use super::super::tokens::LANE_PT;
use super::super::view::{Cx, Track};
use super::super::words;
use super::kept_columns;
use super::scale::{Scale, scrub, zoom_ui};
use retrace_session::asking::filter::Key;
use retrace_session::{Index, Lane, LaneMark, Point, TimelineId, describe};

/// The minimum window height for lanes.
const LOW_PT: f32 = 820.0;
/// The same where the board comes first.
const LOW_PLAYING_PT: f32 = 1000.0;
/// The minimum window height for the lanes of each of two compared timelines, by default: the
/// second ruler takes the room of the lanes, not that of the board.
const LOW_COMPARING_PT: [f32; 2] = [1100.0, 1250.0];
/// The width that a mark needs.
const MARK_PT: f32 = 4.0;
/// The width of a bar that shows the density of marks.
const BAR_PT: f32 = 3.0;
/// The size of the name of a lane.
const NAME_PT: f32 = 10.5;
/// How close to the pointer a mark must be.
const NEAR_PT: f32 = 6.0;

/// The lanes that a timeline can show: those of the players, then those that every game has.
pub(super) fn lanes_of(cx: Cx<'_>) -> Vec<Lane> {
    let players = cx.game().players().map(|player| Lane::Player(player.id));
    players.chain(Lane::COMMON).collect()
}

/// Whether a window is too low for lanes, which would take the room of the board.
pub(super) fn is_low(ctx: &egui::Context, cx: Cx<'_>) -> bool {
    let least_pt = if cx.view.arrangement == Arrangement::Debug { LOW_PT } else { LOW_PLAYING_PT };
    ctx.content_rect().height() < least_pt
}

/// Whether a track shows its lanes: if there is room and, while comparing, if the user wants them
/// or the window is high enough.
pub(super) fn are_shown(ctx: &egui::Context, cx: Cx<'_>, track: Track) -> bool {
    let compares = super::second(cx).0.is_some();
    let roomy = || ctx.content_rect().height() >= LOW_COMPARING_PT[track as usize];
    match track {
        _ if is_low(ctx, cx) => false,
        Track::Here if !compares => true,
        Track::Other if !compares => false,
        track => cx.view.lanes_compared[track as usize].unwrap_or_else(roomy),
    }
}

/// The lanes shown on a track: those not hidden, if there is room.
pub(super) fn shown(ctx: &egui::Context, cx: Cx<'_>, track: Track) -> Vec<Lane> {
    if !are_shown(ctx, cx, track) {
        return Vec::new();
    }
    lanes_of(cx).into_iter().filter(|lane| !cx.view.hidden_lanes.contains(lane)).collect()
}

/// The name of a lane.
pub(super) fn name(cx: Cx<'_>, lane: Lane) -> String {
    match lane {
        Lane::Player(id) => describe::capitalized(&describe::player(cx.game(), id)),
        Lane::Stack => "Stack".to_owned(),
        Lane::Triggers => "Triggers".to_owned(),
        Lane::Replacements => "Replacements".to_owned(),
        Lane::StateBased => "State-based".to_owned(),
    }
}

/// The contents of a lane, in a sentence.
pub(super) const fn description(lane: Lane) -> &'static str {
    match lane {
        Lane::Player(_) => "What happens to this player, and to what is under their control",
        Lane::Stack => "Spells cast, abilities activated, what resolves or is countered (CR 405)",
        Lane::Triggers => "Abilities that trigger (CR 603)",
        Lane::Replacements => "Replacement and prevention effects that are applied (CR 614–616)",
        Lane::StateBased => "What state-based actions do (CR 704)",
    }
}

/// The part of a filter that selects the events of a lane.
fn filter_of(lane: Lane) -> String {
    match lane {
        Lane::Player(id) => Key::Player.part(&id.to_string()),
        Lane::Stack => {
            "kind:BecameCast,BecameActivated,TargetsChanged,ResolutionBegan,Countered,DidNotResolve".to_owned()
        }
        Lane::Triggers => "kind:Triggered,TriggerDelayed,DelayEnded".to_owned(),
        Lane::Replacements => "kind:Replaced,Considered,ShieldReduced,DamagePrevented,Regenerated".to_owned(),
        Lane::StateBased => Key::Rule.part("704"),
    }
}

fn color(cx: Cx<'_>, lane: Lane) -> Color32 {
    match lane {
        Lane::Player(_) => cx.tokens.text,
        Lane::Stack => cx.tokens.target,
        Lane::Triggers => cx.tokens.changed,
        Lane::Replacements => cx.tokens.offered,
        Lane::StateBased => cx.tokens.attack,
    }
}

/// Draws the lanes of a timeline.
pub(super) fn lanes_ui(ui: &mut Ui, cx: Cx<'_>, id: TimelineId, scale: Scale, out: &mut Actions) {
    let Some(timeline) = cx.session.timeline(id) else { return };
    let index = timeline.index();
    let here = cx.session.cursor().timeline == id;
    let lanes = shown(ui.ctx(), cx, if here { Track::Here } else { Track::Other });
    let (count, top) = (lanes.len(), ui.cursor().top());
    for lane in lanes {
        let (_, area) = ui.allocate_space(Vec2::new(ui.available_width(), LANE_PT));
        let rect = Rect::from_x_y_ranges(scale.x, area.y_range());
        let response = ui.interact(rect, Id::unique(("lane", id.0, lane)), Sense::click_and_drag());
        let (first, last) = sight(index, lane, scale);
        let name = name(cx, lane);
        let all = words::count(index.len(lane), "event");
        let of = if here { String::new() } else { format!(" of {}", timeline.name()) };
        let spoken = format!("Lane {name}{of}, {all}, {} in sight", last - first);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
        let painter = ui.painter_at(area.expand2(Vec2::new(0.0, 1.0)));
        let galley = cut(&painter, &name, NAME_PT, cx.tokens.text_weak, rect.left() - area.left() - 6.0, 1);
        let at = Pos2::new(area.left() + 12.0, rect.center().y - galley.size().y / 2.0);
        painter.galley(at, galley, cx.tokens.text_weak);
        let painter = ui.painter_at(rect);
        let columns = kept_columns(ui.ctx(), response.id, (timeline.tip(), scale), || {
            scale.columns(BAR_PT, |place| index.marks_up_to(lane, place))
        });
        paint(&painter, cx, scale, rect.shrink2(Vec2::new(0.0, 1.0)), index, lane, (first, last), &columns);
        if response.has_focus() || response.hovered() {
            painter.rect_stroke(rect, 0, egui::Stroke::new(1.0, cx.tokens.accent), egui::StrokeKind::Inside);
        }
        lane_input(ui, cx, id, scale, lane, index, &response, out);
    }
    if here {
        let x = scale.x_of(cx.session.cursor().step);
        let y = Rangef::new(top, top + count as f32 * (LANE_PT + ui.spacing().item_spacing.y));
        let clip = Rect::from_x_y_ranges(scale.x, y).expand2(Vec2::new(2.0, 0.0));
        ui.painter_at(clip).vline(x, y, egui::Stroke::new(2.0, cx.tokens.text_strong));
    }
}

/// The indices of the first visible mark and of the one after the last.
fn sight(index: &Index, lane: Lane, scale: Scale) -> (usize, usize) {
    let (from, to) = scale.ends();
    let before = from.checked_sub(1).map_or(0, |before| index.marks_up_to(lane, before));
    (before, index.marks_up_to(lane, to).max(before))
}

fn paint(
    painter: &Painter,
    cx: Cx<'_>,
    scale: Scale,
    rect: Rect,
    index: &Index,
    lane: Lane,
    (first, last): (usize, usize),
    columns: &[usize],
) {
    let color = color(cx, lane);
    painter.rect_filled(rect, 0, cx.tokens.inset);
    if (last - first) as f32 * MARK_PT <= rect.width() {
        for mark in (first..last).filter_map(|at| index.mark(lane, at)) {
            let x = Rangef::point(scale.x_of(mark.place)).expand(1.0);
            painter.rect_filled(Rect::from_x_y_ranges(x, rect.y_range()), 1, color);
        }
        return;
    }
    let most = columns.iter().copied().max().unwrap_or(1).max(1) as f32;
    let width_pt = rect.width() / columns.len().max(1) as f32;
    for (column, count) in columns.iter().enumerate().filter(|(_, count)| **count > 0) {
        // Even the smallest count is visible.
        let height_pt = (rect.height() * *count as f32 / most).max(1.5);
        let left = rect.left() + column as f32 * width_pt;
        let bar = Rect::from_x_y_ranges(left..=left + width_pt - 0.5, rect.bottom() - height_pt..=rect.bottom());
        painter.rect_filled(bar, 0, color);
    }
}

/// The mark nearest to a position on the screen, if close enough.
fn nearest(index: &Index, lane: Lane, scale: Scale, x: f32) -> Option<LaneMark> {
    let step = scale.step_at(x);
    let sides = [index.mark_beside(lane, step, true), index.mark_beside(lane, step + 1, false)];
    let far = |mark: &LaneMark| (scale.x_of(mark.place) - x).abs();
    let near = sides.into_iter().flatten().filter(|mark| far(mark) <= NEAR_PT);
    near.reduce(|best, other| if far(&other) < far(&best) { other } else { best })
}

fn lane_input(
    ui: &Ui,
    cx: Cx<'_>,
    id: TimelineId,
    scale: Scale,
    lane: Lane,
    index: &Index,
    response: &Response,
    out: &mut Actions,
) {
    let here = cx.session.cursor().step;
    let beside = |after: bool| index.mark_beside(lane, here, after);
    if let Some(pos) = response.hover_pos() {
        let (from, to) = (scale.step_at(pos.x - BAR_PT), scale.step_at(pos.x + BAR_PT));
        let near = from.checked_sub(1).map_or(0, |before| index.marks_up_to(lane, before));
        let near = index.marks_up_to(lane, to).saturating_sub(near);
        let text = match nearest(index, lane, scale, pos.x) {
            Some(mark) if near <= 1 => format!("Step {}: {}", cx.step(id, mark.place), cx.text(id, mark.entry)),
            Some(mark) => {
                let events = words::count(near, "event");
                format!("{events} about step {}, such as: {}", cx.step(id, mark.place), cx.text(id, mark.entry))
            }
            None => format!("Step {}: nothing here", cx.step(id, scale.step_at(pos.x))),
        };
        let text = format!("{text}\n{}", description(lane));
        response.clone().on_hover_text_at_pointer(text);
    }
    if response.clicked() {
        match response.interact_pointer_pos() {
            Some(pos) => match nearest(index, lane, scale, pos.x) {
                Some(mark) => out.push(Action::JumpToEntry(id, mark.entry)),
                None => out.push(Action::Jump(Point::new(id, scale.step_at(pos.x)))),
            },
            // With the keys: the next one, and after the last one the first.
            None => {
                let next = beside(true).or_else(|| index.mark(lane, 0));
                out.extend(next.map(|mark| Action::JumpToEntry(id, mark.entry)));
            }
        }
    } else {
        scrub(cx, scale, id, response, out);
    }
    zoom_ui(ui, cx, scale, response, out);
    response.context_menu(|ui| {
        for (text, after) in [("Next event on this lane", true), ("Previous event on this lane", false)] {
            let mark = beside(after);
            if ui.add_enabled(mark.is_some(), egui::Button::new(text)).clicked() {
                out.extend(mark.map(|mark| Action::JumpToEntry(id, mark.entry)));
                ui.close();
            }
        }
        if ui.button("Show these in the table").clicked() {
            out.push(Action::Filter(filter_of(lane)));
            ui.close();
        }
        if ui.button("Hide this lane").clicked() {
            out.push(Action::ShowLane(lane, false));
            ui.close();
        }
    });
}

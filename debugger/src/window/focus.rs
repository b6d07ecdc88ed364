//! The focus of the keyboard, by one rule for every control: what has it gets a ring, what scrolls
//! brings it into sight, and what has no name never keeps it.

use egui::accesskit::Action;
use egui::containers::scroll_area::ScrollAreaOutput;
use egui::output::OutputEvent;
use egui::{
    Context, FocusDirection, Id, Key, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetRect,
    vec2,
};

use super::tokens::{FOCUS_PT, ROW_PT, Tokens};

/// The place of the control that has the focus, if it is drawn. Unlike a response, it does nothing
/// to the focus.
fn focused(ctx: &Context) -> Option<WidgetRect> {
    let id = ctx.memory(|memory| memory.focused())?;
    let passes =
        ctx.viewport(|viewport| [&viewport.this_pass, &viewport.prev_pass].map(|it| it.widgets.get(id).copied()));
    passes.into_iter().flatten().find(|it| it.rect.is_positive())
}

/// Whether it has just got the focus.
fn is_gained(ctx: &Context, focused: &WidgetRect) -> bool {
    ctx.data(|data| data.get_temp::<Option<Id>>(last())).flatten() != Some(focused.id)
}

/// Where it is kept what had the focus in the last frame.
fn last() -> Id {
    Id::unique("what had the focus last")
}

/// What Tab is doing to the focus.
#[derive(Clone, Copy, Debug)]
struct Tabbing {
    /// Where it goes.
    direction: FocusDirection,
    /// For how many frames something may get the focus by it: backwards takes one more.
    frames: u8,
    /// Whether it goes on in the next frame.
    goes_on: bool,
}

fn tabbing() -> Id {
    Id::unique("what Tab does to the focus")
}

/// Notices Tab, and moves the focus on from a control without a name. Called before anything is
/// drawn.
pub(crate) fn notice_tab(ctx: &Context) {
    let kept = ctx.data(|data| data.get_temp::<Tabbing>(tabbing()));
    let pressed = ctx.input(|input| input.key_pressed(Key::Tab).then_some(input.modifiers.shift));
    let next = match (pressed, kept) {
        (Some(back), _) => {
            let (direction, frames) = if back { (FocusDirection::Previous, 2) } else { (FocusDirection::Next, 1) };
            Some(Tabbing { direction, frames, goes_on: false })
        }
        (None, Some(kept)) if kept.goes_on => {
            ctx.memory_mut(|memory| memory.move_focus(kept.direction));
            let frames = if kept.direction == FocusDirection::Previous { 2 } else { 1 };
            Some(Tabbing { frames, goes_on: false, ..kept })
        }
        (None, kept) => kept.filter(|kept| kept.frames > 1).map(|kept| Tabbing { frames: kept.frames - 1, ..kept }),
    };
    ctx.data_mut(|data| match next {
        Some(next) => {
            data.insert_temp(tabbing(), next);
        }
        None => data.remove::<Tabbing>(tabbing()),
    });
}

/// Splitters and the like, which are for the mouse and say nothing of themselves, do not keep the
/// focus that Tab gives them. Called after everything is drawn.
fn pass_over(ctx: &Context, focused: &WidgetRect) {
    let Some(kept) = ctx.data(|data| data.get_temp::<Tabbing>(tabbing())) else { return };
    let says = |event: &OutputEvent| matches!(event, OutputEvent::FocusGained(_) | OutputEvent::Clicked(_));
    if is_gained(ctx, focused) && !ctx.output(|output| output.events.iter().any(says)) {
        ctx.data_mut(|data| data.insert_temp(tabbing(), Tabbing { goes_on: true, ..kept }));
        ctx.request_repaint();
    }
}

/// Lets a row of a table have the focus, besides the cells that are clicked. Returns whether it was
/// pressed with the keyboard or by a screen reader.
pub(crate) fn stop(ui: &Ui, rect: Rect, id: Id, spoken: &str) -> bool {
    let response = ui.interact(rect, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spoken));
    if response.gained_focus() && !ui.clip_rect().contains_rect(rect) {
        ui.scroll_to_rect(rect.expand2(vec2(0.0, ROW_PT)), None);
        ui.ctx().request_repaint();
    }
    let keys = ui.input(|input| {
        [Key::Enter, Key::Space].into_iter().any(|key| input.key_pressed(key)) && !input.modifiers.any()
    });
    (response.has_focus() && keys) || ui.input(|input| input.has_accesskit_action_request(response.id, Action::Click))
}

/// Paints the ring around the visible part of what has the focus. Called after everything is drawn.
pub(crate) fn ring(ctx: &Context, tokens: &Tokens) {
    let focused = focused(ctx);
    if let Some(focused) = &focused {
        pass_over(ctx, focused);
    }
    ctx.data_mut(|data| {
        data.insert_temp(last(), focused.map(|it| it.id));
    });
    let Some(focused) = focused.filter(|it| it.interact_rect.is_positive()) else { return };
    let around = focused.interact_rect.expand(FOCUS_PT);
    // Inside the window, also for what touches its edge.
    let rect = around.intersect(ctx.content_rect());
    let painter = ctx.layer_painter(focused.layer_id).with_clip_rect(rect);
    // A line of the background sets it off from surfaces of any colour.
    painter.rect_stroke(rect, FOCUS_PT, Stroke::new(FOCUS_PT + 1.0, tokens.window), StrokeKind::Inside);
    painter.rect_stroke(rect, FOCUS_PT, Stroke::new(FOCUS_PT, tokens.focus), StrokeKind::Inside);
}

/// Scrolls so that a control of this `Ui` that has just got the focus is in sight, with a row on
/// either side. Called at the end of what scrolls.
pub(crate) fn follow(ui: &Ui) {
    let Some(focused) = focused(ui.ctx()).filter(|it| is_gained(ui.ctx(), it)) else { return };
    // What is in sight elsewhere is not of this area, though its contents may reach there unseen.
    let seen = focused.interact_rect;
    let is_elsewhere = seen.is_positive() && !ui.clip_rect().expand(1.0).contains_rect(seen);
    let is_here = focused.layer_id == ui.layer_id() && ui.min_rect().contains(focused.rect.center()) && !is_elsewhere;
    if is_here && !ui.clip_rect().contains_rect(focused.rect) {
        ui.scroll_to_rect(focused.rect.expand2(vec2(0.0, ROW_PT)), None);
        ui.ctx().request_repaint();
    }
}

/// Areas that scroll to what gets the focus.
pub(crate) trait Following {
    /// Shows the area like [`ScrollArea::show`].
    fn show_following<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> ScrollAreaOutput<R>;
}

impl Following for ScrollArea {
    fn show_following<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> ScrollAreaOutput<R> {
        self.show(ui, |ui| {
            let added = add(ui);
            follow(ui);
            added
        })
    }
}

//! Watches and breakpoints: expressions with their value at the cursor and a plot along the
//! timeline; predicates at which running stops, with their number of hits. One field adds to either
//! list.

use std::sync::Arc;

use egui::{Button, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo};
use retrace_core::fact::PlayerId;
use retrace_core::predicate::{Asks, ValueKind};
use retrace_store::id::EventId;

use super::action::{Action, Actions};
use super::expression::expression_ui;
use super::focus::Following as _;
use super::layout::Pane;
use super::parts::spaced;
use super::view::Cx;
use super::view::typed::Did;
use super::view::watching::{MarkIndex, WatchWish};
use super::words;
use retrace_session::session::Session;
use retrace_session::{Command, Marks, Point, SessionError};

/// The height of the plot of a watch.
const LINE_PT: f32 = 22.0;

/// The values at the cursor, recomputed only when their inputs change.
#[derive(Debug, Default)]
pub(crate) struct Values {
    key: Option<(Point, EventId, Arc<Marks>, Option<PlayerId>)>,
    watches: Vec<Watched>,
}

/// A watch as shown.
#[derive(Clone, Debug)]
struct Watched {
    text: String,
    value: Result<String, String>,
    /// Whether it is a predicate about states, so that one can ask when it turned true.
    turns: bool,
    /// Whether it is a predicate, so that it can become a breakpoint.
    yes_or_no: bool,
}

impl Values {
    /// Recomputes outdated values.
    pub(crate) fn refresh(&mut self, session: &Session) {
        let (cursor, tip, marks) = (session.cursor(), session.current().tip(), session.marks());
        let eyes = session.eyes();
        let same = |(point, of, kept, by): &(Point, EventId, Arc<Marks>, Option<PlayerId>)| {
            (*point, *of, *by) == (cursor, tip, eyes) && Arc::ptr_eq(kept, marks)
        };
        if self.key.as_ref().is_some_and(same) {
            return;
        }
        self.watches = marks.watches.iter().map(|text| watched(session, cursor, text)).collect();
        self.key = Some((cursor, tip, Arc::clone(marks), eyes));
    }
}

fn watched(session: &Session, cursor: Point, text: &str) -> Watched {
    let asked = session.expression(cursor.timeline, text);
    let (turns, yes_or_no) = match &asked {
        Ok(it) => (it.gives().kind == ValueKind::Bool && it.asks() == Asks::State, it.gives().kind == ValueKind::Bool),
        Err(_) => (false, false),
    };
    let value = asked.and_then(|expression| session.value_at(cursor, &expression));
    let value = value.map(|value| value.show(session.game())).map_err(|error| why(&error));
    Watched { text: text.to_owned(), value, turns, yes_or_no }
}

/// The error of a watch, without its preamble.
fn why(error: &SessionError) -> String {
    match error {
        SessionError::Predicate(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// Draws the panel.
pub(crate) fn watches_ui(ui: &mut Ui, cx: Cx<'_>, values: &Values, out: &mut Actions) {
    if let Some(who) = cx.viewer_name() {
        let text = format!("As {who} sees it: of hidden cards only how many there are.");
        ui.add(egui::Label::new(RichText::new(text).small().color(cx.tokens.text_weak)).wrap());
    }
    let mut wish = |wish: WatchWish| out.push(Action::Watching(Box::new(wish)));
    field_ui(ui, cx, &mut wish);
    ui.separator();
    let mut command = None;
    ScrollArea::vertical().id_salt("watches").auto_shrink(false).show_following(ui, |ui| {
        let marks = cx.session.marks();
        if marks.watches.is_empty() && marks.breakpoints.is_empty() {
            let text = "Type what to keep an eye on, such as B.life or count(creatures where tapped), and press Enter. \
                        A yes-or-no question can be a breakpoint: F5 runs on to it, Shift+F5 back. F9 sets one on what is \
                        selected.";
            ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).wrap());
        }
        for (index, watched) in values.watches.iter().enumerate() {
            watch_ui(ui, cx, index, watched, &mut wish);
        }
        if !marks.breakpoints.is_empty() {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Breakpoints").strong().color(cx.tokens.text_strong));
                for (it, text) in [(Command::RunBack, "Run back"), (Command::RunOn, "Run on")] {
                    let hint = format!("{} ({})", it.description(), spaced(it.default_keys()));
                    if ui.small_button(text).on_hover_text(hint).clicked() {
                        command = Some(it);
                    }
                }
            });
        }
        for index in 0..marks.breakpoints.len() {
            breakpoint_ui(ui, cx, index, &mut wish);
        }
    });
    out.extend(command.map(Action::Command));
}

/// The field, and its buttons.
fn field_ui(ui: &mut Ui, cx: Cx<'_>, wish: &mut dyn FnMut(WatchWish)) {
    let form = &cx.view.watching;
    let hint = "B.life, or A.creatures.power > 3";
    let focus = cx.view.focus == Some(Pane::Watches);
    match expression_ui(ui, cx, "Expression", hint, &form.typed, focus) {
        Some(Did::Entered) if form.typed.text.trim().is_empty() => {}
        Some(Did::Entered) if matches!(form.instead, Some(MarkIndex::Break(_))) => wish(WatchWish::Break),
        Some(Did::Entered) => wish(WatchWish::Watch),
        Some(did) => wish(WatchWish::Field(did)),
        None => {}
    }
    let usable = !form.typed.text.trim().is_empty() && form.typed.error.is_none();
    ui.horizontal_wrapped(|ui| match form.instead {
        None => {
            if ui.add_enabled(usable, Button::new("Watch").small()).on_hover_text("Show its value (Enter)").clicked() {
                wish(WatchWish::Watch);
            }
            let hint = "Stop running where it becomes true, or happens";
            if ui.add_enabled(usable, Button::new("Break").small()).on_hover_text(hint).clicked() {
                wish(WatchWish::Break);
            }
        }
        Some(mark) => {
            if ui.add_enabled(usable, Button::new("Change").small()).clicked() {
                wish(if matches!(mark, MarkIndex::Break(_)) { WatchWish::Break } else { WatchWish::Watch });
            }
            if ui.small_button("Leave it").clicked() {
                wish(WatchWish::Leave);
            }
        }
    });
}

/// A watch: its text and value, its plot, and its menu.
fn watch_ui(ui: &mut Ui, cx: Cx<'_>, index: usize, watched: &Watched, wish: &mut dyn FnMut(WatchWish)) {
    let Watched { text, value, turns, yes_or_no } = watched;
    ui.horizontal(|ui| {
        more_ui(ui, cx, MarkIndex::Watch(index), text, (*turns, *yes_or_no), wish);
        ui.add(egui::Label::new(RichText::new(text).monospace()).truncate()).on_hover_text(text);
    });
    ui.horizontal(|ui| {
        line_ui(ui, cx, index, text, wish);
        let (shown, color) = match value {
            Ok(value) => (value.as_str(), cx.tokens.text_strong),
            Err(why) => (why.as_str(), cx.tokens.bad),
        };
        let label = egui::Label::new(RichText::new(shown).strong().color(color)).truncate();
        let response = ui.add(label).on_hover_text(shown);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{text} is {shown}")));
    });
    ui.add_space(3.0);
}

/// A breakpoint: whether it is enabled, its number of hits, and its menu.
fn breakpoint_ui(ui: &mut Ui, cx: Cx<'_>, index: usize, wish: &mut dyn FnMut(WatchWish)) {
    let Some(breakpoint) = cx.session.marks().breakpoints.get(index) else { return };
    let id = cx.session.cursor().timeline;
    let text = &breakpoint.text;
    ui.horizontal(|ui| {
        more_ui(ui, cx, MarkIndex::Break(index), text, (false, true), wish);
        let mut enabled = breakpoint.enabled;
        let check = ui.checkbox(&mut enabled, "").on_hover_text("Running stops here");
        if check.accessible_name(format!("Stop at {text}")).changed() {
            wish(WatchWish::Enable(index, enabled));
        }
        let color = if breakpoint.enabled { cx.tokens.text } else { cx.tokens.text_weak };
        ui.add(egui::Label::new(RichText::new(text).monospace().color(color)).truncate()).on_hover_text(text);
    });
    ui.horizontal(|ui| {
        ui.add_space(18.0);
        if let Some(why) = cx.session.trace_error(id, text) {
            ui.add(egui::Label::new(RichText::new(why).small().color(cx.tokens.bad)).wrap());
            return;
        }
        let Some(hits) = cx.session.hits_of(id, index) else {
            ui.label(RichText::new("…").color(cx.tokens.text_weak));
            return;
        };
        let said = if hits.is_empty() { "never hit".to_owned() } else { words::count(hits.len(), "hit") };
        ui.label(RichText::new(said).small().color(cx.tokens.text_weak));
        if let (Some(first), Some(last)) = (hits.first(), hits.last()) {
            for (name, hit) in [("First", first), ("Last", last)] {
                let button = ui.small_button(name).on_hover_text(format!("Event {}", hit.entry.0));
                if button.accessible_name(format!("{name} hit of {text}")).clicked() {
                    wish(WatchWish::Go(Point::new(id, hit.step)));
                }
            }
        }
    });
}

/// The menu of a watch or a breakpoint.
fn more_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    mark: MarkIndex,
    text: &str,
    (turns, yes_or_no): (bool, bool),
    wish: &mut dyn FnMut(WatchWish),
) {
    let menu = ui.menu_button("…", |ui| {
        if ui.button("Change…").clicked() {
            wish(WatchWish::Change(mark));
            ui.close();
        }
        let hint = "Goes to the event that made it true, found by bisecting";
        if turns && ui.button("First becomes true here").on_hover_text(hint).clicked() {
            wish(WatchWish::Turned(text.to_owned()));
            ui.close();
        }
        if matches!(mark, MarkIndex::Watch(_)) && yes_or_no {
            let there = cx.session.marks().has_breakpoint(text);
            if ui.add_enabled(!there, Button::new("Break there")).clicked() {
                wish(WatchWish::Field(Did::Typed(text.to_owned(), text.len())));
                wish(WatchWish::Break);
                ui.close();
            }
        }
        let hint = "Makes a new timeline with as few decisions as it takes to make this true";
        if yes_or_no && ui.button("Shrink to this").on_hover_text(hint).clicked() {
            wish(WatchWish::Shrink(text.to_owned()));
            ui.close();
        }
        if ui.button("Remove").clicked() {
            wish(WatchWish::Remove(mark));
            ui.close();
        }
    });
    menu.response.accessible_name(format!("More on {text}"));
}

/// The plot of a watch along the timeline, with the cursor on it; a click goes there.
fn line_ui(ui: &mut Ui, cx: Cx<'_>, index: usize, text: &str, wish: &mut dyn FnMut(WatchWish)) {
    let width_pt = (ui.available_width() * 0.6).max(60.0);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width_pt, LINE_PT), Sense::click());
    let cursor = cx.session.cursor();
    let plot = cx.session.plot_of(cursor.timeline, index);
    let places = plot.map_or(0, |plot| plot.len());
    let between = |from: usize, to: usize| plot.and_then(|plot| plot.between(from..to));
    let ends = between(0, places);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 2, cx.tokens.inset);
    let len = cx.session.current().len_steps().max(1);
    if let Some((least, most)) = ends {
        let height_pt = rect.height() - 6.0;
        let span = (most - least).max(1) as f32;
        let y = |number: i64| rect.bottom() - 3.0 - height_pt * ((number - least) as f32 / span);
        let columns = rect.width().floor().max(1.0) as usize;
        let mut before: Option<(i64, i64)> = None;
        for column in 0..columns {
            let from = column * places / columns;
            let to = ((column + 1) * places / columns).max(from + 1).min(places);
            let Some((low, high)) = between(from, to) else {
                before = None;
                continue;
            };
            let (top, bottom) = match before {
                Some((was_low, was_high)) => (high.max(was_low), low.min(was_high)),
                None => (high, low),
            };
            let x = rect.left() + column as f32 + 0.5;
            let ys = egui::Rangef::new(y(top) - 0.75, y(bottom) + 0.75);
            painter.vline(x, ys, Stroke::new(1.2, cx.tokens.accent));
            before = Some((low, high));
        }
    }
    let x = rect.left() + rect.width() * (cursor.step as f32 / len as f32);
    let mark = Rect::from_x_y_ranges(x - 0.75..=x + 0.75, rect.y_range());
    painter.rect_filled(mark, 0, cx.tokens.text_strong);
    let said = match ends {
        Some((least, most)) if least == most => format!("{text} along the timeline: {least} all along"),
        Some((least, most)) => format!("{text} along the timeline: from {least} to {most}"),
        None => format!("{text} along the timeline: nothing to draw"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let share = ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        wish(WatchWish::Go(Point::new(cursor.timeline, (share * len as f32).round() as usize)));
    }
    response.on_hover_text(said);
}

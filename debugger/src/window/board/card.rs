//! How a card on the board is painted: from a whole card to a tile with a name and numbers,
//! depending on its rectangle.
//!
//! A tapped permanent (CR 701.21a) has its title bar at the right, where it is on a card that is
//! turned, with an arrow; its words stay upright. No mark differs from another by its colour alone.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use retrace_core::card::ManaSymbol;

use super::super::glyphs;
use super::super::mana::{cost_width_pt, paint_cost, paint_symbol_of};
use super::super::symbols::{self, Rich};
use super::super::tokens::{CARD_RADIUS_PT, CARD_TITLE_PT, TEXT_SMALL_PT, Tokens};
use super::face::{Badge, Face, Frame, How, Paragraph, Tone};

/// From this height on a card has rules text, a type line, a foot, two lines.
const WITH_TEXT_PT: f32 = 84.0;
const WITH_KIND_PT: f32 = 66.0;
const WITH_FOOT_PT: f32 = 46.0;
const TWO_LINES_PT: f32 = 26.0;
/// Below this height the second line has no room for a box.
const WITH_BOX_PT: f32 = 33.0;
/// The size of a name in a title.
const TITLE_PT: f32 = 12.0;
/// The bar at the right of a tapped card.
const TAPPED_BAR_PT: f32 = 17.0;
/// A mark at the foot.
const MARK_PT: f32 = 13.0;

/// How an object is highlighted on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    /// Whether it is selected.
    pub(crate) selected: bool,
    /// Whether the step at the cursor is about it.
    pub(crate) changed: bool,
    /// Whether the choice at the cursor offers it.
    pub(crate) offered: bool,
    /// Whether the draft of the answer includes it.
    pub(crate) chosen: bool,
    /// Whether the pointer is over it, or it has the focus.
    pub(crate) hovered: bool,
}

impl Standing {
    /// The outline.
    fn stroke(self, tokens: &Tokens) -> Stroke {
        if self.chosen {
            Stroke::new(3.0, tokens.offered)
        } else if self.selected {
            Stroke::new(2.5, tokens.accent)
        } else if self.offered {
            Stroke::new(1.5, tokens.offered)
        } else if self.changed {
            Stroke::new(2.0, tokens.changed)
        } else if self.hovered {
            Stroke::new(1.0, tokens.text_weak)
        } else {
            Stroke::new(1.0, tokens.line_strong)
        }
    }

    /// The highlights in words.
    pub(crate) fn words(self) -> String {
        let mut words = String::new();
        for (holds, word) in [
            (self.selected, "selected"),
            (self.changed, "changed in this step"),
            (self.offered, "can be chosen"),
            (self.chosen, "chosen"),
        ] {
            if holds {
                words.push_str(", ");
                words.push_str(word);
            }
        }
        words
    }

    /// The highlights of a stack: those of any of its members.
    pub(crate) fn or(self, other: Standing) -> Standing {
        Standing {
            selected: self.selected || other.selected,
            changed: self.changed || other.changed,
            offered: self.offered || other.offered,
            chosen: self.chosen || other.chosen,
            hovered: self.hovered || other.hovered,
        }
    }
}

/// A text limited to a number of rows, ending in an ellipsis if cut.
pub(crate) fn cut(
    painter: &Painter,
    text: &str,
    size_pt: f32,
    color: Color32,
    width_pt: f32,
    rows: usize,
) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(
        text.to_owned(),
        TextFormat { font_id: FontId::proportional(size_pt), color, ..TextFormat::default() },
    );
    job.wrap = wrapping(width_pt, rows);
    painter.layout_job(job)
}

/// A name limited to a width: the whole of it, or else what comes before its comma, as cards call
/// themselves (CR 201.4c), or else as much as fits.
fn cut_name(painter: &Painter, name: &str, size_pt: f32, color: Color32, width_pt: f32) -> Arc<Galley> {
    let fits = || name_pt(painter, name, size_pt, color) <= width_pt;
    match name.split_once(", ") {
        Some((short, _)) if !fits() => cut(painter, short, size_pt, color, width_pt, 1),
        _ => cut(painter, name, size_pt, color, width_pt, 1),
    }
}

/// The width of a name.
fn name_pt(painter: &Painter, name: &str, size_pt: f32, color: Color32) -> f32 {
    painter.layout_no_wrap(name.to_owned(), FontId::proportional(size_pt), color).size().x
}

fn wrapping(width_pt: f32, rows: usize) -> TextWrapping {
    TextWrapping {
        max_width: width_pt.max(1.0),
        max_rows: rows,
        break_anywhere: rows == 1,
        overflow_character: Some('…'),
    }
}

/// Marks in the corners, so that highlights differ by shape as well as by colour.
fn paint_marks(painter: &Painter, tokens: &Tokens, rect: Rect, standing: Standing) {
    if standing.changed {
        // A folded corner.
        let at = rect.left_top();
        let points = vec![at, at + Vec2::new(11.0, 0.0), at + Vec2::new(0.0, 11.0)];
        painter.add(egui::Shape::convex_polygon(points, tokens.changed, Stroke::NONE));
    }
    if standing.chosen {
        let center = rect.left_center() + Vec2::new(1.0, 0.0);
        painter.circle_filled(center, 8.0, tokens.offered);
        let tick = vec![center + Vec2::new(-4.0, 0.0), center + Vec2::new(-1.0, 3.0), center + Vec2::new(4.0, -3.0)];
        painter.line(tick, Stroke::new(2.0, tokens.panel));
    }
}

/// The colours of the halves of a title bar.
fn halves(tokens: &Tokens, frame: Frame) -> [Color32; 2] {
    let color = |index: usize| tokens.card_title.get(index).copied().unwrap_or(tokens.raised);
    frame.halves.map(|half| if frame.land { tokens.land(half) } else { color(half) })
}

/// Fills a rectangle with the colours of a frame, side by side or, for a bar at the right, one
/// above the other.
fn fill(painter: &Painter, tokens: &Tokens, rect: Rect, frame: Frame, radius: CornerRadius, upright: bool) {
    let [one, other] = halves(tokens, frame);
    painter.rect_filled(rect, radius, one);
    if one == other {
        return;
    }
    let (half, radius) = if upright {
        (rect.with_min_y(rect.center().y), CornerRadius { nw: 0, ne: 0, ..radius })
    } else {
        (rect.with_min_x(rect.center().x), CornerRadius { nw: 0, sw: 0, ..radius })
    };
    painter.rect_filled(half, radius, other);
}

/// Paints a permanent or another object in its rectangle. `lines` are asked only if there is room
/// for them. `count` is how many equal ones lie in the stack.
pub(crate) fn paint(
    painter: &Painter,
    tokens: &Tokens,
    rect: Rect,
    face: &Face,
    lines: &dyn Fn() -> Vec<Paragraph>,
    standing: Standing,
    count: usize,
) {
    let painter = &painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    let radius = CornerRadius::same(CARD_RADIUS_PT);
    let whole = rect.height() >= WITH_FOOT_PT;
    painter.rect_filled(rect, radius, tokens.card);
    let mut body = rect;
    if face.tapped {
        let bar = rect.with_min_x(rect.right() - TAPPED_BAR_PT);
        fill(painter, tokens, bar, face.frame, CornerRadius { nw: 0, sw: 0, ..radius }, true);
        painter.vline(bar.left(), bar.y_range(), Stroke::new(1.0, tokens.line_strong));
        glyphs::turn(painter, bar.center(), 4.6, false, tokens.text_strong);
        body = rect.with_max_x(bar.left());
    } else if !whole {
        fill(painter, tokens, rect, face.frame, radius, false);
    }
    if whole {
        paint_whole(painter, tokens, body, face, lines, count);
    } else {
        paint_tile(painter, tokens, body, face, count);
    }
    if face.phased_out {
        painter.rect_filled(rect, radius, tokens.inset.gamma_multiply(0.5));
    }
    painter.rect_stroke(rect, radius, standing.stroke(tokens), StrokeKind::Inside);
    paint_marks(painter, tokens, rect, standing);
}

/// A card with a title, and as much of kind, text and foot as there is room for.
fn paint_whole(
    painter: &Painter,
    tokens: &Tokens,
    body: Rect,
    face: &Face,
    lines: &dyn Fn() -> Vec<Paragraph>,
    count: usize,
) {
    let title = body.with_max_y(body.top() + CARD_TITLE_PT);
    if !face.tapped {
        let radius = CornerRadius { sw: 0, se: 0, ..CornerRadius::same(CARD_RADIUS_PT) };
        fill(painter, tokens, title, face.frame, radius, false);
    }
    paint_title(painter, tokens, title, face, count, Cost::AfterName);
    painter.hline(title.x_range(), title.bottom(), Stroke::new(1.0, tokens.line_strong));
    let inner = Rect::from_min_max(title.left_bottom(), body.max).shrink2(Vec2::new(6.0, 3.0));
    let mut text_top_pt = inner.top();
    if body.height() >= WITH_KIND_PT {
        let kind = cut(painter, &face.kind, TEXT_SMALL_PT, tokens.text_weak, inner.width(), 1);
        text_top_pt += kind.size().y + 2.0;
        painter.galley(inner.min, kind, tokens.text_weak);
    }
    let how = if body.height() >= WITH_TEXT_PT { Foot::Words } else { Foot::Short };
    let foot_pt = paint_foot(painter, tokens, inner, face, how);
    let rows = ((inner.bottom() - foot_pt - text_top_pt) / (TEXT_SMALL_PT + 2.5)).floor();
    if body.height() >= WITH_TEXT_PT && rows >= 1.0 {
        let text = rules_text(painter, tokens, &lines(), TEXT_SMALL_PT, wrapping(inner.width(), rows as usize));
        text.paint(painter, tokens, Pos2::new(inner.left(), text_top_pt));
    }
}

/// The paragraphs of a card: what it gained behind a plus, what it lost struck through.
fn rules_text(painter: &Painter, tokens: &Tokens, lines: &[Paragraph], size_pt: f32, wrap: TextWrapping) -> Rich {
    let texts: Vec<(String, TextFormat)> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let break_ = if index == 0 { "" } else { "\n" };
            let (sign, format) = line_format(tokens, line, size_pt);
            (format!("{break_}{sign}{}", line.text), format)
        })
        .collect();
    let texts: Vec<(&str, TextFormat)> = texts.iter().map(|(text, format)| (text.as_str(), format.clone())).collect();
    symbols::layout(painter, &texts, wrap)
}

/// The sign before a paragraph and its format.
pub(super) fn line_format(tokens: &Tokens, line: &Paragraph, size_pt: f32) -> (&'static str, TextFormat) {
    let (sign, color) = match line.how {
        How::Printed => ("", tokens.card_text),
        How::Gained(_) => ("+ ", tokens.changed),
        How::Lost => ("", tokens.text_weak),
    };
    let strikethrough = if line.how == How::Lost { Stroke::new(1.2, tokens.text_weak) } else { Stroke::NONE };
    (sign, TextFormat { font_id: FontId::proportional(size_pt), color, strikethrough, ..TextFormat::default() })
}

/// Whether a cost gives way to the name beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    /// It does, so that the name is whole: for what has been paid for.
    AfterName,
    /// The name is cut first: for what may be cast.
    WithName,
}

/// The name, the cost and how many there are.
fn paint_title(painter: &Painter, tokens: &Tokens, title: Rect, face: &Face, count: usize, cost_is: Cost) {
    let count_pt = if count > 1 { count_rect(title, title, count).width() + 2.0 } else { 0.0 };
    let right = title.right() - 4.0 - count_pt;
    let cost_pt = face.cost.as_ref().map_or(0.0, |cost| cost_width_pt(cost) + 4.0);
    // A cost that would leave no room for the name gives way, also to the short form of a name.
    let width_of = |name: &str| name_pt(painter, name, TITLE_PT, tokens.text_strong) + 9.0;
    let least_pt = match face.name.split_once(", ") {
        Some((short, _)) => width_of(short),
        None if cost_is == Cost::AfterName => width_of(&face.name).min(title.width() - count_pt),
        None => 0.0,
    };
    let cost = face.cost.as_ref().filter(|_| title.width() - cost_pt - count_pt >= least_pt.max(52.0));
    let cost_pt = if cost.is_some() { cost_pt } else { 0.0 };
    let width_pt = title.width() - 9.0 - cost_pt - count_pt;
    let name = cut_name(painter, &face.name, TITLE_PT, tokens.text_strong, width_pt);
    painter.galley(title.left_center() + Vec2::new(6.0, -name.size().y / 2.0), name, tokens.text_strong);
    if let Some(cost) = cost {
        paint_cost(painter, tokens, Pos2::new(right, title.center().y), cost);
    }
    paint_count(painter, tokens, title, title, count);
}

/// The button of a stack with the number of its members, in a title or tile of a card.
pub(crate) fn count_rect(rect: Rect, title: Rect, count: usize) -> Rect {
    let width_pt = if count < 10 { 22.0 } else { 28.0 };
    let height_pt = title.height().min(CARD_TITLE_PT) - 6.0;
    Rect::from_min_size(Pos2::new(rect.right() - width_pt - 3.0, title.top() + 3.0), Vec2::new(width_pt, height_pt))
}

/// The place of the number of a stack on a card, as [`paint`] paints it.
pub(crate) fn count_place(rect: Rect, face: &Face, count: usize) -> Rect {
    let body = if face.tapped { rect.with_max_x(rect.right() - TAPPED_BAR_PT) } else { rect };
    let title = if rect.height() >= WITH_FOOT_PT { body.with_max_y(body.top() + CARD_TITLE_PT) } else { body };
    count_rect(body, title, count)
}

fn paint_count(painter: &Painter, tokens: &Tokens, rect: Rect, title: Rect, count: usize) {
    if count < 2 {
        return;
    }
    let place = count_rect(rect, title, count);
    painter.rect(place, 3, tokens.panel, Stroke::new(1.0, tokens.line_strong), StrokeKind::Inside);
    let text = cut(painter, &format!("×{count}"), TEXT_SMALL_PT, tokens.text_strong, place.width(), 1);
    painter.galley(place.center() - text.size() / 2.0, text, tokens.text_strong);
}

/// How much room a foot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foot {
    /// Enough for words.
    Words,
    /// A line for what is short.
    Short,
    /// A line without a box around numbers.
    Low,
}

/// Power and toughness or loyalty at the right, marks and badges at the left. Returns the height.
fn paint_foot(painter: &Painter, tokens: &Tokens, inner: Rect, face: &Face, how: Foot) -> f32 {
    let in_words = how == Foot::Words;
    let corner_pt = paint_corner(painter, tokens, inner.right_bottom(), face, how);
    let room = inner.with_max_x(inner.right() - corner_pt - 3.0);
    let marks = marks(face);
    let marks_pt = marks.len() as f32 * MARK_PT;
    let badges: Vec<&Badge> =
        face.badges.iter().filter(|it| if in_words { !is_marked(it) } else { !it.short.is_empty() }).collect();
    let text_room_pt = room.width() - marks_pt - 2.0;
    let rows = if in_words && badges.len() > 1 { 2 } else { 1 };
    let text = (!badges.is_empty() && text_room_pt > 16.0)
        .then(|| badges_text(painter, tokens, &badges, in_words, wrapping(text_room_pt, rows)));
    let y = room.bottom() - MARK_PT / 2.0 - 1.0;
    for (index, mark) in marks.iter().enumerate() {
        let center = Pos2::new(room.left() + index as f32 * MARK_PT + MARK_PT / 2.0, y);
        paint_mark(painter, tokens, *mark, center);
    }
    let text_pt = text.as_ref().map_or(0.0, |it| it.size().y);
    if let Some(text) = text {
        painter.galley(
            Pos2::new(room.left() + marks_pt + if marks.is_empty() { 0.0 } else { 2.0 }, room.bottom() - text_pt),
            text,
            tokens.text,
        );
    }
    let marks_pt = if marks.is_empty() { 0.0 } else { MARK_PT + 1.0 };
    text_pt.max(marks_pt).max(if corner_pt > 0.0 { 17.0 } else { 0.0 })
}

fn badges_text(
    painter: &Painter,
    tokens: &Tokens,
    badges: &[&Badge],
    in_words: bool,
    wrap: TextWrapping,
) -> Arc<Galley> {
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    let format = |color| TextFormat { font_id: FontId::proportional(TEXT_SMALL_PT), color, ..TextFormat::default() };
    for (index, badge) in badges.iter().enumerate() {
        if index > 0 {
            job.append(if in_words { " · " } else { " " }, 0.0, format(tokens.text_weak));
        }
        let color = match badge.tone {
            Tone::Changed => tokens.changed,
            Tone::Bad => tokens.bad,
            Tone::Plain => tokens.text,
        };
        job.append(if in_words { &badge.text } else { &badge.short }, 0.0, format(color));
    }
    painter.layout_job(job)
}

/// A mark that stands for a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Lost,
    Modified,
    Sick,
    Token,
    Commander,
}

fn marks(face: &Face) -> Vec<Mark> {
    let all = [
        (face.lost, Mark::Lost),
        (face.modified, Mark::Modified),
        (face.sick, Mark::Sick),
        (face.token, Mark::Token),
        (face.commander, Mark::Commander),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
}

/// Whether a badge has a mark of its own.
fn is_marked(badge: &Badge) -> bool {
    badge.short.is_empty() && !badge.text.starts_with("on ")
}

fn paint_mark(painter: &Painter, tokens: &Tokens, mark: Mark, center: Pos2) {
    match mark {
        Mark::Lost => glyphs::struck(painter, center, 4.6, tokens.changed),
        Mark::Modified => glyphs::delta(painter, center, 4.6, tokens.changed),
        Mark::Sick => glyphs::spiral(painter, center, 4.8, tokens.text),
        Mark::Commander => glyphs::crown(painter, center, 4.6, tokens.text_strong),
        Mark::Token => {
            painter.circle_stroke(center, 4.2, Stroke::new(1.3, tokens.text));
        }
    }
}

/// Paints power and toughness at a corner, underlined if they differ from the printed ones. Returns
/// the width.
fn paint_corner(painter: &Painter, tokens: &Tokens, corner: Pos2, face: &Face, how: Foot) -> f32 {
    let Some(text) = &face.corner else { return 0.0 };
    let text = if how == Foot::Words { text.clone() } else { text.replace("loyalty ", "L ") };
    let (size_pt, margin) = if how == Foot::Low { (11.5, Vec2::new(6.0, -1.0)) } else { (12.5, Vec2::new(8.0, 2.0)) };
    let galley = painter.layout_no_wrap(text, FontId::proportional(size_pt), tokens.text_strong);
    let size = galley.size() + margin;
    let rect = Rect::from_min_max(corner - size + Vec2::new(3.0, 1.0), corner + Vec2::new(3.0, 1.0));
    let changed = face.corner_printed.is_some();
    painter.rect_filled(rect, 3, if changed { tokens.changed_surface } else { tokens.raised });
    painter.galley(rect.min + margin / 2.0, galley, tokens.text_strong);
    if changed {
        painter.hline(rect.x_range().shrink(4.0), rect.bottom() - 1.0, Stroke::new(1.5, tokens.changed));
    }
    size.x
}

/// The least width for a name on a tile: whatever is beside it gives way.
const NAME_PT: f32 = 42.0;

/// A tile: the name in one line, and numbers and marks in a second; in one line for what has none.
fn paint_tile(painter: &Painter, tokens: &Tokens, body: Rect, face: &Face, count: usize) {
    let plain = face.corner.is_none() && marks(face).is_empty() && face.badges.iter().all(|it| it.short.is_empty());
    let two = body.height() >= TWO_LINES_PT && !plain;
    let inner = body.shrink2(Vec2::new(5.0, 1.0));
    let first = if two { inner.with_max_y(inner.center().y + 0.5) } else { inner };
    let count_pt = if count > 1 { count_rect(body, body, count).width() + 2.0 } else { 0.0 };
    let mut right = first.right() - count_pt;
    if !two {
        let marks = marks(face);
        if right - first.left() - marks.len() as f32 * MARK_PT >= NAME_PT || !face.frame.land {
            for mark in marks {
                right -= MARK_PT;
                paint_mark(painter, tokens, mark, Pos2::new(right + MARK_PT / 2.0, first.center().y));
            }
        } else if let Some(mark) = marks.first() {
            right -= MARK_PT;
            paint_mark(painter, tokens, *mark, Pos2::new(right + MARK_PT / 2.0, first.center().y));
        }
    }
    if face.frame.land {
        let room_pt = right - first.left() - NAME_PT;
        right -= produced(painter, tokens, face, Pos2::new(right, first.center().y), room_pt);
    }
    let color = tokens.text_strong;
    let name = cut_name(painter, &face.name, TEXT_SMALL_PT, color, right - first.left() - 1.0);
    painter.galley(Pos2::new(first.left(), first.center().y - name.size().y / 2.0), name, color);
    if two {
        let how = if body.height() >= WITH_BOX_PT { Foot::Short } else { Foot::Low };
        paint_foot(painter, tokens, inner.with_min_y(first.bottom()), face, how);
    }
    paint_count(painter, tokens, body, body, count);
}

/// The mana that a land could produce, to the left of a point: up to three symbols, if there is
/// room for them. Returns the width.
fn produced(painter: &Painter, tokens: &Tokens, face: &Face, right_center: Pos2, room_pt: f32) -> f32 {
    const SYMBOL_PT: f32 = 12.0;
    let wanted_pt = face.produces.len() as f32 * (SYMBOL_PT + 1.0) + 2.0;
    if face.produces.is_empty() || face.produces.len() > 3 || wanted_pt > room_pt {
        return 0.0;
    }
    let mut x = right_center.x;
    for kind in face.produces.iter().rev() {
        let center = Pos2::new(x - SYMBOL_PT / 2.0, right_center.y);
        paint_symbol_of(painter, tokens, center, ManaSymbol::Mana(*kind), SYMBOL_PT);
        x -= SYMBOL_PT + 1.0;
    }
    right_center.x - x + 2.0
}

/// Paints a card as its title alone: a card in a hand or a list.
pub(crate) fn paint_chip(painter: &Painter, tokens: &Tokens, rect: Rect, face: &Face, standing: Standing) {
    let painter = &painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    fill(painter, tokens, rect, face.frame, CornerRadius::same(CARD_RADIUS_PT), false);
    let mut title = rect;
    if face.commander {
        let center = rect.left_center() + Vec2::new(4.0 + MARK_PT / 2.0, 0.0);
        paint_mark(painter, tokens, Mark::Commander, center);
        title.min.x += MARK_PT;
    }
    if face.tax > 0 {
        let text = format!("+{}", face.tax);
        let tax = painter.layout_no_wrap(text, FontId::proportional(TEXT_SMALL_PT), tokens.text_strong);
        title.max.x -= tax.size().x + 4.0;
        painter.galley(Pos2::new(title.max.x, rect.center().y - tax.size().y / 2.0), tax, tokens.text_strong);
    }
    paint_title(painter, tokens, title, face, 1, Cost::WithName);
    painter.rect_stroke(rect, CARD_RADIUS_PT, standing.stroke(tokens), StrokeKind::Inside);
    paint_marks(painter, tokens, rect, standing);
}

/// Paints a card of which only the title peeks out from behind another, with its controller if
/// needed.
pub(crate) fn paint_strip(
    painter: &Painter,
    tokens: &Tokens,
    rect: Rect,
    face: &Face,
    whose: Option<&str>,
    standing: Standing,
) {
    let painter = &painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    let radius = CornerRadius { sw: 0, se: 0, ..CornerRadius::same(CARD_RADIUS_PT) };
    fill(painter, tokens, rect, face.frame, radius, false);
    let name = whose.map_or_else(|| face.name.clone(), |whose| format!("{} · {whose}", face.name));
    let mut right = rect.right() - 4.0;
    if face.tapped {
        glyphs::turn(painter, Pos2::new(right - 6.0, rect.center().y), 4.2, false, tokens.text_strong);
        right -= 14.0;
    }
    strip_text(painter, tokens, rect, &name, right);
    painter.rect_stroke(rect, radius, standing.stroke(tokens), StrokeKind::Inside);
    paint_marks(painter, tokens, rect, standing);
}

/// Paints a strip with words.
pub(crate) fn paint_words(painter: &Painter, tokens: &Tokens, rect: Rect, text: &str) {
    let radius = CornerRadius { sw: 0, se: 0, ..CornerRadius::same(CARD_RADIUS_PT) };
    painter.rect(rect, radius, tokens.raised, Stroke::new(1.0, tokens.line_strong), StrokeKind::Inside);
    strip_text(painter, tokens, rect, text, rect.right() - 4.0);
}

fn strip_text(painter: &Painter, tokens: &Tokens, rect: Rect, text: &str, right: f32) {
    let text = cut(painter, text, TEXT_SMALL_PT, tokens.text_strong, right - rect.left() - 6.0, 1);
    painter.galley(rect.left_center() + Vec2::new(6.0, -text.size().y / 2.0), text, tokens.text_strong);
}

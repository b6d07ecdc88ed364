//! A card on the board: the text of an object as it is now, and how it is painted.
//!
//! [`Face`] holds the text; [`paint`], [`paint_chip`] and [`large_ui`] show it.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};
use retrace_core::card::{Ability, CardType, CounterKind, ManaCost};
use retrace_core::derive::Look;
use retrace_core::fact::{Characteristics, Component, ObjectId, Origin, PlayerId};
use retrace_core::state::Game;

use crate::session::describe;

use super::super::mana::{cost_width_pt, paint_cost};
use super::super::tokens::{
    BEHIND_PT, CARD_LARGE_SIZE_PT, CARD_RADIUS_PT, CARD_TITLE_PT, PIP_PT, TEXT_SMALL_PT, Tokens,
};
use super::super::words;
use super::tilt::tilted;

/// The text of an object as a player reads it.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// The object.
    pub(crate) id: ObjectId,
    /// Its name, or for an ability on the stack that of its source.
    pub(crate) name: String,
    /// Its mana cost.
    pub(crate) cost: Option<ManaCost>,
    /// The index of its title bar colour.
    tint: usize,
    /// Its type line, or what kind of ability it is.
    pub(crate) kind: String,
    /// Its rules text, paragraph by paragraph.
    pub(crate) text: Vec<String>,
    /// Power and toughness, or loyalty, as they are now.
    pub(crate) corner: Option<String>,
    /// The corner text without any effects, if that is different.
    pub(crate) corner_printed: Option<String>,
    /// Other facts in words: "damage 2", "summoning sick".
    pub(crate) badges: Vec<String>,
    /// Whether it is tapped.
    pub(crate) tapped: bool,
    /// Its owner, if not its controller.
    pub(crate) owner: Option<PlayerId>,
}

impl Face {
    /// The face of an object; `None` if it does not exist.
    pub(crate) fn of(game: &Game, id: ObjectId) -> Option<Face> {
        let object = game.object_or_phased_out(id)?;
        let empty = game.printed_on(object).map(|printed| &printed.characteristics);
        let now = game.characteristics(id);
        let is_ability = object.component == Component::Ability;
        let controller = game.controller(id);
        let mut face = Face {
            id,
            name: match &object.ability {
                Some(stacked) => game.name_of(stacked.source),
                None => game.name_of(id),
            },
            cost: now.filter(|_| !is_ability).and_then(|it| it.cost.clone()),
            tint: now.filter(|_| !is_ability).map_or(6, tint),
            kind: words::kind_of_object(game, id),
            text: words::text_on_stack(game, id),
            corner: None,
            corner_printed: None,
            badges: Vec::new(),
            tapped: object.status.tapped,
            owner: controller.filter(|controller| *controller != object.owner).map(|_| object.owner),
        };
        let Some(now) = now.filter(|_| !is_ability) else { return Some(face) };
        face.corner = words::power_toughness(now);
        let printed = empty.and_then(|_| game.printed_size(object));
        face.corner_printed = printed.filter(|it| Some(it) != face.corner.as_ref());
        if now.types.has(CardType::Planeswalker) {
            let loyalty =
                if object.is_permanent() { Some(object.counters_of(&CounterKind::Loyalty)) } else { now.loyalty };
            face.corner = face.corner.or_else(|| loyalty.map(|it| format!("loyalty {it}")));
        }
        for (kind, count) in &object.counters {
            if *kind != CounterKind::Loyalty {
                face.badges.push(words::counters(kind, *count));
            }
        }
        // Granted abilities come last in the text, where they may be cut off.
        for instance in &now.abilities {
            if let (Origin::Granted { .. }, Ability::Keyword(keyword)) = (&instance.origin, &*instance.ability) {
                face.badges.push(keyword.word().to_owned());
            }
        }
        if game.phased_out(id).is_some() {
            face.badges.push("phased out".to_owned());
        }
        if object.damage > 0 {
            face.badges.push(format!("damage {}", object.damage));
        }
        face.badges.extend(object.level.map(|level| format!("level {level}")));
        if object.is_permanent() && now.types.has(CardType::Creature) && game.is_summoning_sick(id) {
            face.badges.push("summoning sick".to_owned());
        }
        if object.face_down.is_some() || object.is_face_down() {
            face.badges.push("face down".to_owned());
        }
        if object.component == Component::Token {
            face.badges.push("token".to_owned());
        }
        if let Some(to) = object.attached_to {
            face.badges.push(format!("on {}", describe::entity(game, to)));
        }
        if let Some(owner) = face.owner {
            face.badges.push(format!("owned by {}", describe::player(game, owner)));
        }
        if let Some(combat) = game.world().combat.as_deref()
            && let Some(attacker) = combat.attacker(id)
        {
            match attacker.blocked {
                Some(true) => face.badges.push("attacking, blocked".to_owned()),
                Some(false) => face.badges.push("attacking, unblocked".to_owned()),
                None => face.badges.push("attacking".to_owned()),
            }
        }
        if game.world().combat.as_deref().is_some_and(|combat| combat.blocker(id).is_some()) {
            face.badges.push("blocking".to_owned());
        }
        Some(face)
    }

    /// The whole face as text, for a screen reader.
    pub(crate) fn label(&self) -> String {
        let mut label = format!("{} {}", self.name, self.id);
        let mut add = |text: &str| {
            label.push_str(", ");
            label.push_str(text);
        };
        if let Some(corner) = &self.corner {
            add(corner);
        }
        if self.tapped {
            add("tapped");
        }
        self.badges.iter().for_each(|badge| add(badge));
        label
    }
}

/// Which of the eight title bars an object has.
fn tint(it: &Characteristics) -> usize {
    if it.types.has(CardType::Land) {
        return 7;
    }
    match it.colors.count() {
        0 => 6,
        1 => it.colors.iter().next().map_or(6, |color| color as usize),
        _ => 5,
    }
}

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
    job.wrap = TextWrapping {
        max_width: width_pt.max(1.0),
        max_rows: rows,
        break_anywhere: rows == 1,
        overflow_character: Some('…'),
    };
    painter.layout_job(job)
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

/// Paints a card with its text.
pub(crate) fn paint(painter: &Painter, tokens: &Tokens, rect: Rect, face: &Face, standing: Standing) {
    let painter = painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    tilted(&painter, face.tapped, rect.center(), || paint_upright(&painter, tokens, rect, face, standing));
}

fn paint_upright(painter: &Painter, tokens: &Tokens, body: Rect, face: &Face, standing: Standing) {
    painter.rect_filled(body, CARD_RADIUS_PT, tokens.card);
    let title = Rect::from_min_size(body.min, Vec2::new(body.width(), CARD_TITLE_PT));
    paint_title(painter, tokens, title, face);
    let inner = Rect::from_min_max(title.left_bottom(), body.max).shrink2(Vec2::new(6.0, 3.0));
    let kind = cut(painter, &face.kind, TEXT_SMALL_PT, tokens.text_weak, inner.width(), 1);
    let kind_height_pt = kind.size().y;
    painter.galley(inner.min, kind, tokens.text_weak);
    // The foot: badges on the left, power and toughness on the right.
    let corner_width_pt = face.corner.as_ref().map_or(0.0, |corner| {
        let galley = painter.layout_no_wrap(corner.clone(), FontId::proportional(13.0), tokens.text_strong);
        paint_corner(painter, tokens, body, &galley, face.corner_printed.is_some())
    });
    let badges = face.badges.join(" · ");
    let badge_width_pt = inner.width() - corner_width_pt;
    let badges = (!badges.is_empty()).then(|| cut(painter, &badges, TEXT_SMALL_PT, tokens.changed, badge_width_pt, 2));
    let foot_pt = badges.as_ref().map_or(0.0, |it| it.size().y).max(if corner_width_pt > 0.0 { 17.0 } else { 0.0 });
    if let Some(badges) = badges {
        painter.galley(Pos2::new(inner.left(), inner.bottom() - badges.size().y), badges, tokens.changed);
    }
    let text_top_pt = inner.top() + kind_height_pt + 2.0;
    let rows = ((inner.bottom() - foot_pt - text_top_pt) / (TEXT_SMALL_PT + 2.5)).floor();
    if rows >= 1.0 && !face.text.is_empty() {
        let text = cut(painter, &face.text.join("\n"), TEXT_SMALL_PT, tokens.card_text, inner.width(), rows as usize);
        painter.galley(Pos2::new(inner.left(), text_top_pt), text, tokens.card_text);
    }
    painter.rect_stroke(body, CARD_RADIUS_PT, standing.stroke(tokens), StrokeKind::Inside);
    paint_marks(painter, tokens, body, standing);
}

fn paint_title(painter: &Painter, tokens: &Tokens, title: Rect, face: &Face) {
    let color = tokens.card_title.get(face.tint).copied().unwrap_or(tokens.raised);
    painter.rect_filled(title, CARD_RADIUS_PT, color);
    let cost_pt = face.cost.as_ref().map_or(0.0, |cost| cost_width_pt(cost) + 4.0);
    let name = cut(painter, &face.name, 12.0, tokens.text_strong, title.width() - 9.0 - cost_pt, 1);
    painter.galley(title.left_center() + Vec2::new(6.0, -name.size().y / 2.0), name, tokens.text_strong);
    if let Some(cost) = &face.cost {
        paint_cost(painter, tokens, title.right_center() - Vec2::new(4.0, 0.0), cost);
    }
}

/// Paints power and toughness in the corner, underlined if they differ from the printed ones.
/// Returns the width.
fn paint_corner(painter: &Painter, tokens: &Tokens, body: Rect, galley: &Arc<Galley>, changed: bool) -> f32 {
    let size = galley.size() + Vec2::new(10.0, 3.0);
    let rect = Rect::from_min_max(body.max - size - Vec2::splat(3.0), body.max - Vec2::splat(3.0));
    let fill = if changed { tokens.changed_surface } else { tokens.raised };
    painter.rect_filled(rect, 3, fill);
    painter.galley(rect.min + Vec2::new(5.0, 1.5), Arc::clone(galley), tokens.text_strong);
    if changed {
        painter.hline(rect.x_range().shrink(4.0), rect.bottom() - 1.5, Stroke::new(1.5, tokens.changed));
    }
    size.x + 6.0
}

/// Paints a card as its title alone: a land, a card in a hand.
pub(crate) fn paint_chip(painter: &Painter, tokens: &Tokens, rect: Rect, face: &Face, standing: Standing) {
    let painter = painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    tilted(&painter, face.tapped, rect.center(), || paint_chip_upright(&painter, tokens, rect, face, standing));
}

fn paint_chip_upright(painter: &Painter, tokens: &Tokens, rect: Rect, face: &Face, standing: Standing) {
    painter.rect_filled(rect, CARD_RADIUS_PT, tokens.card);
    paint_title(painter, tokens, rect, face);
    painter.rect_stroke(rect, CARD_RADIUS_PT, standing.stroke(tokens), StrokeKind::Inside);
    paint_marks(painter, tokens, rect, Standing { chosen: false, ..standing });
    if standing.chosen {
        let center = rect.right_center() - Vec2::new(PIP_PT / 2.0 + 2.0, 0.0);
        painter.circle_filled(center, PIP_PT / 2.0, tokens.offered);
        let tick = vec![center + Vec2::new(-4.0, 0.0), center + Vec2::new(-1.0, 3.0), center + Vec2::new(4.0, -3.0)];
        painter.line(tick, Stroke::new(2.0, tokens.panel));
    }
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
    let name = whose.map_or_else(|| face.name.clone(), |whose| format!("{} · {whose}", face.name));
    // The controller replaces the cost.
    let cost = face.cost.clone().filter(|_| whose.is_none());
    let face = &Face { name, cost, ..face.clone() };
    let painter = painter.with_clip_rect(rect.expand(9.0).intersect(painter.clip_rect()));
    tilted(&painter, face.tapped, rect.center(), || {
        painter.rect_filled(rect, CARD_RADIUS_PT, tokens.card);
        paint_title(&painter, tokens, rect.with_max_y(rect.bottom() - BEHIND_PT), face);
        painter.rect_stroke(rect, CARD_RADIUS_PT, standing.stroke(tokens), StrokeKind::Inside);
        paint_marks(&painter, tokens, rect, standing);
    });
}

/// The large card shown on hover, with all of its text.
pub(crate) fn large_ui(ui: &mut Ui, face: &Face) {
    let tokens = Tokens::of(ui);
    ui.set_width(CARD_LARGE_SIZE_PT.x);
    ui.spacing_mut().item_spacing.y = 3.0;
    let (title, _) = ui.allocate_exact_size(Vec2::new(CARD_LARGE_SIZE_PT.x, CARD_TITLE_PT), Sense::hover());
    paint_title(ui.painter(), tokens, title, face);
    ui.label(egui::RichText::new(&face.kind).small().color(tokens.text_weak));
    for paragraph in &face.text {
        ui.label(paragraph);
    }
    if let Some(corner) = &face.corner {
        let line = match &face.corner_printed {
            Some(printed) => format!("{corner} now, printed {printed}"),
            None => corner.clone(),
        };
        ui.label(egui::RichText::new(line).color(tokens.text_strong));
    }
    if face.tapped {
        ui.label("Tapped");
    }
    if !face.badges.is_empty() {
        ui.label(egui::RichText::new(describe::capitalized(&face.badges.join(" · "))).color(tokens.changed));
    }
    ui.label(
        egui::RichText::new(format!(
            "Object {} · click for its characteristics, double click for its history",
            face.id
        ))
        .small()
        .weak(),
    );
}

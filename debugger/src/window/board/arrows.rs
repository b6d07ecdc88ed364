//! Arrows over the board: attacks (solid), blocks (dashed), targets (dotted); those of the draft of
//! a declaration are thinner.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use retrace_core::card::TurnStep;
use retrace_core::fact::{Entity, ObjectId};

use super::super::draft::Draft;
use super::super::tokens::Tokens;
use super::super::view::Cx;
use super::{Places, stack};

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Attack,
    Block,
    Target,
}

impl Kind {
    const fn color(self, tokens: &Tokens) -> Color32 {
        match self {
            Kind::Attack => tokens.attack,
            Kind::Block => tokens.block,
            Kind::Target => tokens.target,
        }
    }

    /// The lengths of its dashes and gaps; `None` for a solid line.
    const fn dashes_pt(self) -> Option<(f32, f32)> {
        match self {
            Kind::Attack => None,
            Kind::Block => Some((9.0, 5.0)),
            Kind::Target => Some((2.5, 4.5)),
        }
    }
}

/// Paints all arrows.
pub(super) fn paint(ui: &Ui, cx: Cx<'_>, places: &Places) {
    let painter = ui.painter();
    let game = cx.game();
    let draw = |from: Entity, to: Entity, kind: Kind, width_pt: f32, label: Option<String>| {
        if let (Some(from), Some(to)) = (places.get(from), places.get(to)) {
            arrow(painter, cx.tokens, &bent(from, to), kind, width_pt, label);
        }
    };
    let draw_to_player = |from: Entity, to: Entity, kind: Kind, width_pt: f32| {
        if let (Some(from), Some(to)) = (places.get(from), places.get(to)) {
            arrow(painter, cx.tokens, &around(places, from, to), kind, width_pt, None);
        }
    };
    let attack = |from: Entity, to: Entity, width_pt: f32| match to {
        Entity::Player(_) => draw_to_player(from, to, Kind::Attack, width_pt),
        Entity::Object(_) => draw(from, to, Kind::Attack, width_pt, None),
    };
    if let Some(combat) = game.world().combat.as_deref() {
        for attacker in &combat.attackers {
            let at = Entity::Object(attacker.object);
            if let Some(target) = attacker.target {
                attack(at, target, 3.0);
            }
            for (place, blocker) in attacker.blockers.iter().enumerate() {
                let ordered = attacker.blockers.len() > 1 && is_ordered(cx, attacker.object);
                let label = ordered.then(|| (place + 1).to_string());
                draw(Entity::Object(*blocker), at, Kind::Block, 2.5, label);
            }
        }
    }
    for id in &game.world().stack {
        for target in stack::targets(game, *id) {
            draw(Entity::Object(*id), target, Kind::Target, 2.5, None);
        }
    }
    if let Some((_, Draft::Declare(declared))) = cx.choice() {
        let blocking = game.world().turn.step == Some(TurnStep::DeclareBlockers);
        for (object, to) in declared {
            let object = Entity::Object(*object);
            to.iter().copied().for_each(|to| match blocking {
                true => draw(object, to, Kind::Block, 1.5, None),
                false => attack(object, to, 1.5),
            });
        }
    }
}

/// Whether the damage assignment order of an attacker's blockers has been announced (CR 509.2).
fn is_ordered(cx: Cx<'_>, attacker: ObjectId) -> bool {
    let ordering = cx.game().world().frames.iter().any(|frame| match &**frame {
        retrace_core::fact::Frame::TurnStep {
            step: TurnStep::DeclareBlockers,
            stage: retrace_core::fact::TurnStepStage::Order { remaining },
        } => remaining.contains(&attacker),
        _ => false,
    });
    !ordering
}

/// Where a line from the middle of a rectangle to a point leaves the rectangle.
fn edge(rect: Rect, towards: Pos2) -> Pos2 {
    let center = rect.center();
    let way = towards - center;
    if way.x.abs() < 0.01 && way.y.abs() < 0.01 {
        return center;
    }
    let half = rect.size() / 2.0;
    let scale_x = if way.x.abs() < 0.01 { f32::INFINITY } else { half.x / way.x.abs() };
    let scale_y = if way.y.abs() < 0.01 { f32::INFINITY } else { half.y / way.y.abs() };
    center + way * scale_x.min(scale_y).min(1.0)
}

/// A slightly bent line from one rectangle to another, so that arrows between the same places can
/// be told apart.
fn bent(from: Rect, to: Rect) -> Vec<Pos2> {
    let start = edge(from, to.center());
    let end = edge(to, from.center());
    let way = end - start;
    if way.length() < 4.0 {
        return Vec::new();
    }
    let bend = Vec2::new(-way.y, way.x).normalized() * (way.length() * 0.08).min(24.0);
    let control = start + way * 0.5 + bend;
    let point = |i: u8| {
        let t = f32::from(i) / 24.0;
        start.lerp(control, t).lerp(control.lerp(end, t), t)
    };
    (0..=24).map(point).collect()
}

/// A line from a creature to a player that goes around the cards between them, so that their text
/// stays readable.
fn around(places: &Places, from: Rect, to: Rect) -> Vec<Pos2> {
    let up = to.center().y < from.center().y;
    let (start_y, end_y) = if up { (from.top(), to.bottom()) } else { (from.bottom(), to.top()) };
    let (top, bottom) = if up { (end_y, start_y) } else { (start_y, end_y) };
    let between: Vec<Rect> = places.objects_between(top + 1.0, bottom - 1.0).filter(|rect| *rect != from).collect();
    let free = |x: f32| between.iter().all(|rect| x < rect.left() - 1.0 || x > rect.right() + 1.0);
    let start_x = from.center().x;
    let sides = between.iter().flat_map(|rect| [rect.left() - 3.0, rect.right() + 3.0]);
    let way = |x: &f32| (x - start_x).abs();
    let nearest = sides.chain([start_x]).filter(|x| free(*x)).min_by(|a, b| way(a).total_cmp(&way(b)));
    let x = nearest.unwrap_or(start_x);
    let turn_y = start_y + if up { -9.0 } else { 9.0 };
    vec![Pos2::new(start_x, start_y), Pos2::new(start_x, turn_y), Pos2::new(x, turn_y), Pos2::new(x, end_y)]
}

fn arrow(painter: &Painter, tokens: &Tokens, points: &[Pos2], kind: Kind, width_pt: f32, label: Option<String>) {
    let [.., before, end] = points else { return };
    let color = kind.color(tokens);
    let stroke = Stroke::new(width_pt, color);
    // A halo sets the line off from what is under it.
    let halo = Stroke::new(width_pt + 3.0, tokens.shade);
    match kind.dashes_pt() {
        None => {
            painter.add(Shape::line(points.to_vec(), halo));
            painter.add(Shape::line(points.to_vec(), stroke));
        }
        Some((dash, gap)) => painter.extend(Shape::dashed_line(points, stroke, dash, gap)),
    }
    let tip = (*end - *before).normalized();
    let side = Vec2::new(-tip.y, tip.x);
    let size_pt = 6.0 + width_pt * 1.6;
    let head = vec![*end, *end - tip * size_pt + side * size_pt * 0.5, *end - tip * size_pt - side * size_pt * 0.5];
    painter.add(Shape::convex_polygon(head, color, Stroke::new(1.0, tokens.panel)));
    if let Some(label) = label {
        let at = points.get(points.len() / 4).copied().unwrap_or(*end);
        painter.circle(at, 9.0, tokens.panel, Stroke::new(1.5, color));
        painter.text(at, Align2::CENTER_CENTER, label, FontId::proportional(12.0), tokens.text_strong);
    }
}

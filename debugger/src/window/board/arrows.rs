//! Arrows over the board, around what is to be read. Each meaning has its own line, head and
//! colour, and a legend names those that are there. The arrows of what is pointed at are strong,
//! the others faint; those of the draft of a declaration are thinner.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use retrace_core::card::TurnStep;
use retrace_core::derive::{Look as _, explain};
use retrace_core::fact::{Entity, ObjectId};
use retrace_store::EventId;

use super::super::draft::Draft;
use super::super::tokens::{TEXT_SMALL_PT, Tokens};
use super::super::view::{Cx, OpenedStack};
use super::table::Table;
use super::{Places, route, stack};

/// How many arrows find their way around cards; the others are drawn straight.
const MOST_ROUTED: usize = 24;
/// How far outside of the board's contents an arrow may go.
const EDGE_PT: f32 = 4.0;

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Attack,
    Block,
    Target,
    /// What something is attached to, where it does not lie with its host.
    Attachment,
    /// Where something comes from: the source of an ability, or of an effect.
    Cause,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Attack, Kind::Block, Kind::Target, Kind::Attachment, Kind::Cause];

    const fn word(self) -> &'static str {
        match self {
            Kind::Attack => "attacks",
            Kind::Block => "blocks",
            Kind::Target => "targets",
            Kind::Attachment => "attached to",
            Kind::Cause => "comes from",
        }
    }

    const fn color(self, tokens: &Tokens) -> Color32 {
        match self {
            Kind::Attack => tokens.attack,
            Kind::Block => tokens.block,
            Kind::Target => tokens.target,
            Kind::Attachment => tokens.text_weak,
            Kind::Cause => tokens.good,
        }
    }

    /// The lengths of its dashes and gaps; none for a solid line.
    const fn dashes_pt(self) -> (&'static [f32], &'static [f32]) {
        match self {
            Kind::Attack | Kind::Attachment => (&[], &[]),
            Kind::Block => (&[9.0], &[5.0]),
            Kind::Target => (&[2.5], &[4.0]),
            Kind::Cause => (&[8.0, 2.0], &[4.0, 4.0]),
        }
    }
}

/// An arrow, and its way if it does not cross what is to be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    from: Entity,
    to: Entity,
    kind: Kind,
    /// Whether it is only being declared.
    draft: bool,
    /// A number on it.
    label: Option<String>,
    way: Option<Vec<Pos2>>,
}

impl Arrow {
    fn new(from: Entity, to: Entity, kind: Kind) -> Arrow {
        Arrow { from, to, kind, draft: false, label: None, way: None }
    }

    fn is_of(&self, entity: Entity) -> bool {
        self.from == entity || self.to == entity
    }
}

/// What no arrow crosses: everything that has a place.
fn obstacles(table: &Table) -> Vec<Rect> {
    let mut all: Vec<Rect> = Vec::new();
    for seat in &table.arranged.seats {
        all.push(seat.bar);
        all.extend(&seat.cards);
        all.extend(&seat.command);
        all.extend(seat.items.iter().flat_map(|item| std::iter::once(item.card).chain(item.strips.iter().copied())));
    }
    all.extend(table.stack.iter().flat_map(|(_, places)| places.iter().copied()));
    all
}

fn way(table: &Table, obstacles: &[Rect], rect: Rect, from: Entity, to: Entity) -> Option<Vec<Pos2>> {
    let (from, to) = (*table.places.get(&from)?, *table.places.get(&to)?);
    let others: Vec<Rect> = obstacles.iter().copied().filter(|it| *it != from && *it != to).collect();
    // Along the edge of the board an arrow is half cut off, so only where there is no other way.
    let [clear_pt, narrow_pt] = route::CLEAR_PT;
    let way = |bounds: Rect, clear_pt: f32| route::route(from, to, &others, bounds, clear_pt);
    way(rect, clear_pt).or_else(|| way(rect, narrow_pt)).or_else(|| way(rect.expand(EDGE_PT), clear_pt))
}

/// The arrows of a game, with their ways.
pub(super) fn arrows_of(cx: Cx<'_>, table: &Table, rect: Rect) -> Vec<Arrow> {
    let mut arrows = found(cx);
    if table.scrolls() {
        return arrows;
    }
    let obstacles = obstacles(table);
    for arrow in arrows.iter_mut().take(MOST_ROUTED) {
        arrow.way = way(table, &obstacles, rect, arrow.from, arrow.to);
    }
    arrows
}

fn found(cx: Cx<'_>) -> Vec<Arrow> {
    let game = cx.game();
    let mut arrows = Vec::new();
    for attacker in game.world().combats().flat_map(|combat| &combat.attackers) {
        let at = Entity::Object(attacker.object);
        arrows.extend(attacker.target.map(|target| Arrow::new(at, target, Kind::Attack)));
        for (place, blocker) in attacker.blockers.iter().enumerate() {
            let ordered = attacker.blockers.len() > 1 && is_ordered(cx, attacker.object);
            let label = ordered.then(|| (place + 1).to_string());
            arrows.push(Arrow { label, ..Arrow::new(Entity::Object(*blocker), at, Kind::Block) });
        }
    }
    for id in game.world().stacks() {
        let targets = stack::targets(game, id);
        arrows.extend(targets.into_iter().map(|target| Arrow::new(Entity::Object(id), target, Kind::Target)));
        let source = game.object(id).and_then(|it| it.ability.as_ref()).map(|ability| ability.source);
        arrows.extend(source.map(|source| Arrow::new(Entity::Object(id), Entity::Object(source), Kind::Cause)));
    }
    if let Some((_, Draft::Declare(declared))) = cx.choice() {
        let blocking = game.world().turn.step == Some(TurnStep::DeclareBlockers);
        let kind = if blocking { Kind::Block } else { Kind::Attack };
        for (object, to) in declared {
            let object = Entity::Object(*object);
            arrows.extend(to.iter().map(|to| Arrow { draft: true, ..Arrow::new(object, *to, kind) }));
        }
    }
    for id in &game.world().battlefield {
        let to = game.object(*id).and_then(|it| it.attached_to).filter(|to| to.player().is_some());
        arrows.extend(to.map(|to| Arrow::new(Entity::Object(*id), to, Kind::Attachment)));
    }
    arrows
}

/// Arrows that are shown only for what is pointed at: from it to what its effects come from.
fn of_pointed(cx: Cx<'_>, id: ObjectId) -> Vec<Arrow> {
    let game = cx.game();
    let mut sources: Vec<ObjectId> = Vec::new();
    if game.is_changed(id)
        && let Some(explanation) = explain(game, id)
    {
        sources.extend(explanation.applications.iter().map(|it| it.source));
    }
    sources.retain(|source| *source != id);
    sources.sort_unstable();
    sources.dedup();
    sources.into_iter().map(|it| Arrow::new(Entity::Object(id), Entity::Object(it), Kind::Cause)).collect()
}

/// The same with their ways, found once for each version of the game and place of the board: an
/// explanation is too much for every frame.
fn kept_of_pointed(ui: &Ui, cx: Cx<'_>, table: &Table, rect: Rect, id: ObjectId) -> Arc<Vec<Arrow>> {
    type Key = ((EventId, usize), ObjectId, Rect, BTreeSet<OpenedStack>);
    let place = ui.scope_id().with("arrows of what is pointed at");
    let key: Key = (cx.version(), id, rect, cx.view.opened_stacks.clone());
    if let Some((kept, arrows)) = ui.data(|data| data.get_temp::<(Key, Arc<Vec<Arrow>>)>(place))
        && kept == key
    {
        return arrows;
    }
    let mut arrows = of_pointed(cx, id);
    if !arrows.is_empty() && !table.scrolls() {
        let obstacles = obstacles(table);
        arrows.iter_mut().for_each(|arrow| arrow.way = way(table, &obstacles, rect, arrow.from, arrow.to));
    }
    let arrows = Arc::new(arrows);
    ui.data_mut(|data| data.insert_temp(place, (key, Arc::clone(&arrows))));
    arrows
}

/// Paints all arrows, and the legend. `pointed` is under the pointer, has the focus, or is
/// selected.
pub(super) fn paint(ui: &Ui, cx: Cx<'_>, table: &Table, places: &Places, rect: Rect, pointed: Option<Entity>) {
    let painter = ui.painter();
    let more = places.pointed.and_then(Entity::object).map(|id| kept_of_pointed(ui, cx, table, rect, id));
    let all: Vec<Arrow> = table.arrows.iter().chain(more.iter().flat_map(|more| more.iter())).cloned().collect();
    let is_strong = |arrow: &Arrow| pointed.is_some_and(|entity| arrow.is_of(entity));
    let some_strong = all.iter().any(is_strong);
    let (mut kinds, mut ways) = (Vec::new(), Vec::new());
    // The strong ones lie over the others.
    for strong in [false, true] {
        for arrow in all.iter().filter(|arrow| is_strong(arrow) == strong) {
            let (Some(from), Some(to)) = (places.get(arrow.from), places.get(arrow.to)) else { continue };
            if from == to {
                continue;
            }
            kinds.push(arrow.kind);
            let points = arrow.way.clone().unwrap_or_else(|| bent(from, to));
            let opacity = match (strong, some_strong) {
                (true, _) => 1.0,
                (false, true) => 0.35,
                (false, false) => 0.8,
            };
            paint_arrow(painter, cx.tokens, &points, arrow, strong, opacity);
            ways.push(points);
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    if let Some(middle) = table.arranged.middles.first() {
        legend(painter, cx.tokens, *middle, &kinds, &ways);
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

fn paint_arrow(painter: &Painter, tokens: &Tokens, points: &[Pos2], arrow: &Arrow, strong: bool, opacity: f32) {
    let width_pt = match (strong, arrow.draft) {
        (true, false) => 3.0,
        (true, true) | (false, false) => 2.0,
        (false, true) => 1.5,
    };
    let color = arrow.kind.color(tokens).gamma_multiply(opacity);
    line(painter, tokens, points, arrow.kind, width_pt, color);
    if let Some(label) = &arrow.label {
        let at = points.get(points.len() / 2).copied().unwrap_or_default();
        painter.circle(at, 8.0, tokens.panel, Stroke::new(1.5, color));
        painter.text(at, Align2::CENTER_CENTER, label, FontId::proportional(TEXT_SMALL_PT), tokens.text_strong);
    }
}

/// The arrow from what is dragged to the pointer.
pub(super) fn to_pointer(painter: &Painter, tokens: &Tokens, from: Pos2, to: Pos2) {
    line(painter, tokens, &[from, to], Kind::Attack, 2.0, tokens.offered);
}

/// A line with the dashes and the head of its kind.
fn line(painter: &Painter, tokens: &Tokens, points: &[Pos2], kind: Kind, width_pt: f32, color: Color32) {
    let [.., before, end] = points else { return };
    let stroke = Stroke::new(width_pt, color);
    match kind.dashes_pt() {
        ([], _) if kind == Kind::Attachment => {
            // Two thin lines beside each other.
            painter.add(Shape::line(points.to_vec(), Stroke::new(width_pt + 1.5, color)));
            painter.add(Shape::line(points.to_vec(), Stroke::new(width_pt - 0.5, tokens.inset)));
        }
        ([], _) => {
            painter.add(Shape::line(points.to_vec(), stroke));
        }
        (dashes, gaps) => painter.extend(Shape::dashed_line_with_offset(points, stroke, dashes, gaps, 0.0)),
    }
    let tip = (*end - *before).normalized();
    let side = Vec2::new(-tip.y, tip.x);
    let size_pt = 6.0 + width_pt;
    let corners =
        |back: f32| vec![*end, *end - tip * back + side * size_pt * 0.5, *end - tip * back - side * size_pt * 0.5];
    match kind {
        Kind::Attack => {
            painter.add(Shape::convex_polygon(corners(size_pt), color, Stroke::NONE));
        }
        Kind::Block => {
            // A bar across.
            let at = *end - tip * 2.0;
            painter.line_segment(
                [at + side * size_pt * 0.7, at - side * size_pt * 0.7],
                Stroke::new(width_pt + 1.0, color),
            );
        }
        Kind::Target => {
            painter.circle_stroke(*end - tip * 3.5, 4.0, Stroke::new(1.5, color));
            painter.circle_filled(*end - tip * 3.5, 1.5, color);
        }
        Kind::Attachment => {
            painter.rect_filled(Rect::from_center_size(*end - tip * 2.0, Vec2::splat(6.0)), 0, color);
        }
        Kind::Cause => {
            let [at, one, other] = <[Pos2; 3]>::try_from(corners(size_pt)).unwrap_or([*end; 3]);
            painter.add(Shape::line(vec![one, at, other], Stroke::new(width_pt.min(2.0), color)));
        }
    }
}

/// The height of the names of the kinds of arrows.
const LEGEND_PT: f32 = 16.0;

/// The first place of this width along the middle, from an end on, that no way crosses.
fn free_place(middle: Rect, from: f32, width_pt: f32, ways: &[Vec<Pos2>]) -> Option<Rect> {
    let top = middle.center().y - LEGEND_PT / 2.0;
    let mut left = from;
    while left + width_pt <= middle.right() {
        let place = Rect::from_min_size(Pos2::new(left, top), Vec2::new(width_pt, LEGEND_PT));
        let near = place.expand(3.0);
        let pieces = ways.iter().flat_map(|way| way.windows(2)).map(|pair| Rect::from_two_pos(pair[0], pair[1]));
        match pieces.filter(|piece| piece.intersects(near)).map(|piece| piece.right()).reduce(f32::max) {
            Some(right) => left = (right + 4.0).max(left + 1.0),
            None => return Some(place),
        }
    }
    None
}

/// The names of the kinds of arrows that are there, each behind a piece of its line, where no arrow
/// is.
fn legend(painter: &Painter, tokens: &Tokens, middle: Rect, kinds: &[Kind], ways: &[Vec<Pos2>]) {
    let mut left = middle.left() + 4.0;
    for kind in Kind::ALL.into_iter().filter(|kind| kinds.contains(kind)) {
        let font = FontId::proportional(TEXT_SMALL_PT);
        let text = painter.layout_no_wrap(kind.word().to_owned(), font, tokens.text_weak);
        let Some(place) = free_place(middle, left, text.size().x + 40.0, ways) else { break };
        painter.rect_filled(place, 3, tokens.panel);
        let y = place.center().y;
        let piece = [Pos2::new(place.left() + 4.0, y), Pos2::new(place.left() + 30.0, y)];
        line(painter, tokens, &piece, kind, 2.0, kind.color(tokens));
        painter.galley(Pos2::new(place.left() + 35.0, y - text.size().y / 2.0), text, tokens.text_weak);
        left = place.right() + 4.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_keeps_clear_of_the_arrows() {
        let middle = Rect::from_min_size(Pos2::new(10.0, 100.0), Vec2::new(300.0, 18.0));
        let up = |x: f32| vec![Pos2::new(x, 40.0), Pos2::new(x, 160.0)];
        let place = |ways: &[Vec<Pos2>]| free_place(middle, 14.0, 80.0, ways).map(|it| it.left());
        assert_eq!(place(&[]), Some(14.0));
        // Not between the first two, where there is too little room.
        let left = place(&[up(40.0), up(120.0)]).unwrap();
        assert!(left > 123.0 && left < 130.0, "{left}");
        assert_eq!(place(&[up(40.0), up(120.0), up(200.0), up(280.0)]), None);
        assert_eq!(place(&[vec![Pos2::new(0.0, 109.0), Pos2::new(400.0, 109.0)]]), None);
    }
}

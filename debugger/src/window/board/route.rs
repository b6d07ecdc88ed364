//! The way of an arrow around what is to be read: along the gaps between cards, with few turns.
//! Pure; it knows neither a game nor a painter.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use egui::{Pos2, Rect};

/// How far from a card an arrow keeps: the middle of the gap between two, and of the narrow gap
/// between the smallest.
pub(crate) const CLEAR_PT: [f32; 2] = [2.5, 1.0];
/// What a turn costs, as a way.
const TURN_PT: f32 = 30.0;
/// The most places of the grid.
const MOST_PLACES: usize = 60_000;

/// The lines of the grid along one axis, in order, each once.
fn grid_lines(mut all: Vec<f32>, from: f32, to: f32) -> Vec<f32> {
    all.retain(|it| (from..=to).contains(it));
    all.sort_by(f32::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    all
}

/// The indices of lines strictly within a range, and one more: first and after the last.
fn within(lines: &[f32], from: f32, to: f32) -> (usize, usize) {
    (lines.partition_point(|it| *it <= from + 0.3), lines.partition_point(|it| *it < to - 0.3))
}

struct Grid {
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// Whether the way from a place to the right and downwards is closed.
    closed: [Vec<bool>; 2],
}

impl Grid {
    fn new(xs: Vec<f32>, ys: Vec<f32>, obstacles: &[Rect]) -> Grid {
        let places = xs.len() * ys.len();
        let mut closed = [vec![false; places], vec![false; places]];
        for it in obstacles {
            let (x1, x2) = within(&xs, it.left(), it.right());
            let (y1, y2) = within(&ys, it.top(), it.bottom());
            let [right, down] = &mut closed;
            for y in y1..y2 {
                (x1.saturating_sub(1)..x2).for_each(|x| right[y * xs.len() + x] = true);
            }
            for x in x1..x2 {
                (y1.saturating_sub(1)..y2).for_each(|y| down[y * xs.len() + x] = true);
            }
        }
        Grid { xs, ys, closed }
    }

    fn nearest(lines: &[f32], at: f32) -> Option<usize> {
        let index = lines.partition_point(|it| *it < at - 0.5);
        lines.get(index).filter(|it| (**it - at).abs() <= 0.6).map(|_| index)
    }

    fn place(&self, at: Pos2) -> Option<usize> {
        Some(Grid::nearest(&self.ys, at.y)? * self.xs.len() + Grid::nearest(&self.xs, at.x)?)
    }

    fn pos(&self, place: usize) -> Pos2 {
        let across = self.xs.len().max(1);
        Pos2::new(self.xs[place % across], self.ys[place / across])
    }

    /// The places beside one, with the direction: 0 across, 1 up and down.
    fn beside(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let across = self.xs.len();
        let (x, y) = (place % across, place / across);
        let [right, down] = &self.closed;
        let ways = [
            (x + 1 < across && !right[place]).then(|| (place + 1, 0)),
            (x > 0 && !right[place - 1]).then(|| (place - 1, 0)),
            (y + 1 < self.ys.len() && !down[place]).then(|| (place + across, 1)),
            (y > 0 && !down[place - across]).then(|| (place - across, 1)),
        ];
        ways.into_iter().flatten()
    }
}

/// The middles of the sides, a little outside, and the direction in which each leads away.
fn doors(rect: Rect, clear_pt: f32) -> [(Pos2, Pos2, usize); 4] {
    let out = rect.expand(clear_pt);
    [
        (rect.center_top(), out.center_top(), 1),
        (rect.center_bottom(), out.center_bottom(), 1),
        (rect.left_center(), out.left_center(), 0),
        (rect.right_center(), out.right_center(), 0),
    ]
}

/// The way from one rectangle to another that crosses none of the obstacles, within bounds, and
/// keeps this far from them; `None` if there is none. The two rectangles are obstacles, too.
pub(crate) fn route(from: Rect, to: Rect, obstacles: &[Rect], bounds: Rect, clear_pt: f32) -> Option<Vec<Pos2>> {
    let all: Vec<Rect> = obstacles.iter().copied().chain([from, to]).collect();
    let edges = |low: fn(&Rect) -> f32, high: fn(&Rect) -> f32| -> Vec<f32> {
        all.iter().flat_map(|it| [low(it) - clear_pt, high(it) + clear_pt]).collect()
    };
    let xs = [edges(Rect::left, Rect::right), vec![from.center().x, to.center().x]].concat();
    let ys = [edges(Rect::top, Rect::bottom), vec![from.center().y, to.center().y]].concat();
    let xs = grid_lines(xs, bounds.left(), bounds.right());
    let ys = grid_lines(ys, bounds.top(), bounds.bottom());
    if xs.is_empty() || ys.is_empty() || xs.len() * ys.len() > MOST_PLACES {
        return None;
    }
    let grid = Grid::new(xs, ys, &all);
    // The cheapest way to each place by each direction. Costs are whole tenths of a point.
    let places = grid.xs.len() * grid.ys.len();
    let mut best = vec![u32::MAX; places * 2];
    let mut came = vec![usize::MAX; places * 2];
    let mut open = BinaryHeap::new();
    for (_, out, direction) in doors(from, clear_pt) {
        if let Some(place) = grid.place(out) {
            best[place * 2 + direction] = 0;
            open.push(Reverse((0, place * 2 + direction)));
        }
    }
    let goals: Vec<usize> =
        doors(to, clear_pt).iter().filter_map(|(_, out, direction)| Some(grid.place(*out)? * 2 + direction)).collect();
    let mut reached = None;
    while let Some(Reverse((cost, node))) = open.pop() {
        if cost > best[node] {
            continue;
        }
        if goals.contains(&node) {
            reached = Some(node);
            break;
        }
        let (place, direction) = (node / 2, node % 2);
        let here = grid.pos(place);
        let turned = (cost + (TURN_PT * 10.0) as u32, place * 2 + 1 - direction);
        let ahead = grid.beside(place).filter(|(_, along)| *along == direction);
        let ahead = ahead.map(|(next, along)| (cost + (here.distance(grid.pos(next)) * 10.0) as u32, next * 2 + along));
        for (cost, next) in ahead.chain([turned]) {
            if cost < best[next] {
                best[next] = cost;
                came[next] = node;
                open.push(Reverse((cost, next)));
            }
        }
    }
    let mut node = reached?;
    let mut points = vec![grid.pos(node / 2)];
    while let Some(before) = came.get(node).copied().filter(|it| *it != usize::MAX) {
        node = before;
        points.push(grid.pos(node / 2));
    }
    points.reverse();
    let door = |rect: Rect, at: Option<&Pos2>| {
        doors(rect, clear_pt)
            .into_iter()
            .find(|(_, out, _)| at.is_some_and(|at| at.distance(*out) < 1.5))
            .map(|(edge, ..)| edge)
    };
    let ends = (door(from, points.first()), door(to, points.last()));
    let points: Vec<Pos2> = ends.0.into_iter().chain(points).chain(ends.1).collect();
    Some(without_waypoints(&points))
}

/// The points where a way turns, and its ends.
fn without_waypoints(points: &[Pos2]) -> Vec<Pos2> {
    let mut kept: Vec<Pos2> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let straight = match (kept.last(), points.get(index + 1)) {
            (Some(before), Some(after)) => {
                let (a, b) = (*point - *before, *after - *point);
                (a.x * b.y - a.y * b.x).abs() < 0.05 && a.x * b.x + a.y * b.y >= 0.0
            }
            _ => false,
        };
        if !straight {
            kept.push(*point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, Rect, vec2};
    use proptest::prelude::*;

    use super::{CLEAR_PT, route};

    /// Whether a line of the way goes through a rectangle.
    fn crosses(points: &[Pos2], rect: Rect) -> bool {
        let rect = rect.shrink(1.0);
        points.windows(2).any(|pair| {
            let line = Rect::from_two_pos(pair[0], pair[1]);
            line.left() < rect.right()
                && line.right() > rect.left()
                && line.top() < rect.bottom()
                && line.bottom() > rect.top()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_way_leads_from_card_to_card_and_crosses_none(
            columns in 1usize..9,
            rows in 1usize..7,
            from in 0usize..63,
            to in 0usize..63,
            holes in prop::collection::vec(any::<bool>(), 63),
        ) {
            let cards: Vec<Rect> = (0..columns * rows).map(|index| {
                let (x, y) = (index % columns, index / columns);
                let shift = if y % 2 == 0 { 0.0 } else { 31.0 };
                Rect::from_min_size(Pos2::new(20.0 + shift + x as f32 * 91.0, 20.0 + y as f32 * 31.0), vec2(86.0, 26.0))
            }).collect();
            let (from, to) = (from % cards.len(), to % cards.len());
            prop_assume!(from != to);
            let others: Vec<Rect> = cards.iter().enumerate()
                .filter(|(index, _)| *index != from && *index != to && holes[*index]).map(|(_, it)| *it).collect();
            let bounds = Rect::from_min_size(Pos2::ZERO, vec2(900.0, 300.0));
            let way = route(cards[from], cards[to], &others, bounds, CLEAR_PT[0]);
            let Some(way) = way else { return Err(TestCaseError::fail("no way")) };
            for card in others.iter().chain([&cards[from], &cards[to]]) {
                prop_assert!(!crosses(&way, *card), "{way:?} through {card:?}");
            }
            prop_assert!(cards[from].expand(0.5).contains(way[0]));
            prop_assert!(cards[to].expand(0.5).contains(way[way.len() - 1]));
        }
    }

    /// Between tiles two points apart there is room for one that keeps closer to them.
    #[test]
    fn a_way_leads_through_the_gaps_between_the_smallest_cards() {
        let tile =
            |x: u8, y: u8| Rect::from_min_size(Pos2::new(f32::from(x) * 82.0, f32::from(y) * 28.0), vec2(80.0, 26.0));
        let tiles: Vec<Rect> = (1..4u8).flat_map(|y| (0..5u8).map(move |x| tile(x, y))).collect();
        let (from, to) = (tile(2, 4), Rect::from_min_size(Pos2::ZERO, vec2(408.0, 26.0)));
        let bounds = Rect::from_min_max(Pos2::ZERO, Pos2::new(408.0, 140.0));
        let [wide, narrow] = CLEAR_PT.map(|clear_pt| route(from, to, &tiles, bounds, clear_pt));
        assert_eq!(wide, None);
        let way = narrow.unwrap();
        assert!(tiles.iter().all(|tile| !crosses(&way, *tile)), "{way:?}");
    }

    #[test]
    fn what_is_walled_in_has_no_way() {
        let from = Rect::from_min_size(Pos2::new(100.0, 100.0), vec2(50.0, 20.0));
        let to = from.translate(vec2(200.0, 0.0));
        let around = from.expand(20.0);
        let walls = [
            around.with_max_y(from.top() - 5.0),
            around.with_min_y(from.bottom() + 5.0),
            around.with_max_x(from.left() - 5.0),
            around.with_min_x(from.right() + 5.0),
        ];
        let bounds = Rect::from_min_size(Pos2::ZERO, vec2(500.0, 300.0));
        assert_eq!(route(from, to, &walls, bounds, CLEAR_PT[0]), None);
        assert!(route(from, to, &walls[..3], bounds, CLEAR_PT[0]).is_some());
    }
}

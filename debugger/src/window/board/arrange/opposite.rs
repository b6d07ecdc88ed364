//! Who fights whom among three and more seats: attackers stand opposite the seat that they attack,
//! blockers opposite what they block.
//!
//! Two seats of different rows stand opposite each other in the range that their columns share, so
//! their fighters have the same slots there, if it is as wide as the smallest card. Two seats of
//! one row are beside each other: what attacks to the right stands at the right end, what blocks it
//! at the left end of the other seat, in the same line, the first pair nearest to each other.

use std::collections::BTreeSet;

use super::fighting::{Fighters, Slot, rows};
use super::{At, Column, Fight, LEAST, Line, SIZES, group_gap_pt, item_size};

/// Slots of an attacking seat and another one.
struct Pair {
    seats: [usize; 2],
    slots: Vec<Slot>,
}

/// The pairs of seats that fight each other, each with its slots. An attacker stands opposite the
/// seat that it attacks; without that, opposite its first blocker, or nobody.
fn pairs(fights: &[Fight]) -> Vec<Pair> {
    let mut seen: BTreeSet<At> = BTreeSet::new();
    let mut pairs: Vec<Pair> = Vec::new();
    for Fight { attacker, toward, blockers } in fights {
        let own = attacker.seat;
        let first = toward.filter(|seat| *seat != own).or_else(|| blockers.first().map(|at| at.seat)).unwrap_or(own);
        let mut others = vec![first];
        for at in blockers.iter().filter(|at| at.seat != first) {
            if !others.contains(&at.seat) {
                others.push(at.seat);
            }
        }
        for other in others {
            let attackers = if other == first && seen.insert(*attacker) { vec![*attacker] } else { Vec::new() };
            let against = blockers.iter().filter(|at| at.seat == other && seen.insert(**at)).copied().collect();
            let slot = if other == own { [[attackers, against].concat(), Vec::new()] } else { [attackers, against] };
            if slot.iter().all(Vec::is_empty) {
                continue;
            }
            match pairs.iter_mut().find(|pair| pair.seats == [own, other]) {
                Some(pair) => pair.slots.push(slot),
                None => pairs.push(Pair { seats: [own, other], slots: vec![slot] }),
            }
        }
    }
    pairs
}

/// The lines of combat of each seat, from the middle outwards; `None` if they have no room that
/// way. `row_of` has the row of each seat, and `columns` its range.
pub(super) fn opposite(
    fighters: &Fighters<'_>,
    columns: &[Column],
    row_of: &[usize],
    fights: &[Fight],
    from_left: bool,
) -> Option<Vec<Vec<Line>>> {
    let seats = columns.len();
    let mut beside = Beside { fighters, columns, lines: vec![Vec::new(); seats] };
    let mut across: Vec<Vec<Line>> = vec![Vec::new(); seats];
    let mut pairs = pairs(fights);
    // Of the seats beside one another, the nearest first.
    pairs.sort_by_key(|pair| pair.seats[0].abs_diff(pair.seats[1]));
    for Pair { seats: [own, other], slots } in pairs {
        let (own_column, column) = (columns.get(own)?.rect, columns.get(other)?.rect);
        if own != other && row_of.get(own) == row_of.get(other) {
            beside.add(own, other, slots)?;
            continue;
        }
        let range = own_column.intersect(column).x_range();
        let is_wider = |items: &[At], span: f32| fighters.row_pt(items, span) > span;
        let widest = fighters.size(own).card.x.max(fighters.size(other).card.x);
        let ranges = match range.span() {
            // They share no range worth the name: each stands in its own.
            span if span < SIZES[LEAST].card.x => [own_column.x_range(), column.x_range()],
            // Smaller cards may do without a second line for those who block the same attacker.
            span if span < widest => return None,
            span if widest > SIZES[LEAST].card.x && slots.iter().flatten().any(|it| is_wider(it, span)) => return None,
            _ => [range; 2],
        };
        let parts = match ranges[0] == ranges[1] {
            true => vec![(ranges[0], slots)],
            false => {
                let (attackers, blockers) =
                    slots.into_iter().map(|[own, other]| ([own, vec![]], [vec![], other])).unzip();
                vec![(ranges[0], attackers), (ranges[1], blockers)]
            }
        };
        for (range, slots) in parts {
            for pair in rows(fighters, slots, range.span(), from_left) {
                for (seat, line) in [own, other].into_iter().zip(pair) {
                    let Some(mut line) = line else { continue };
                    let field = columns.get(seat)?.rect;
                    line.width_pt = field.width();
                    line.items.iter_mut().for_each(|(_, x)| *x += range.min - field.left());
                    let lines = across.get_mut(seat)?;
                    match lines.iter_mut().find(|it| !meet(fighters, seat, it, &line)) {
                        Some(it) => join(it, line),
                        None => lines.push(line),
                    }
                }
            }
        }
    }
    let mut all = beside.finish()?;
    for (lines, across) in all.iter_mut().zip(across) {
        lines.extend(across);
    }
    Some(all)
}

/// The lines of seats beside one another: a line of one has the place of that of the other.
struct Beside<'a> {
    fighters: &'a Fighters<'a>,
    columns: &'a [Column],
    /// The lines of each seat, some of them without items.
    lines: Vec<Vec<Option<Line>>>,
}

impl Beside<'_> {
    /// Adds the slots of two seats, each to the first line in which both have room.
    fn add(&mut self, own: usize, other: usize, slots: Vec<Slot>) -> Option<()> {
        let rooms_pt = [self.columns.get(own)?.rect.width(), self.columns.get(other)?.rect.width()];
        let to_right = self.columns.get(own)?.rect.left() < self.columns.get(other)?.rect.left();
        for slot in slots {
            let widths_pt = [0, 1].map(|side| self.fighters.row_pt(&slot[side], rooms_pt[side]));
            let places = [0, 1].map(|side| (side == 0) == to_right);
            let mut row = 0;
            let free = loop {
                let free = [0, 1].map(|side| {
                    let seat = [own, other][side];
                    if slot[side].is_empty() { Some(0.0) } else { self.free(seat, row, widths_pt[side], places[side]) }
                });
                match free {
                    [Some(own), Some(other)] => break [own, other],
                    // An empty line has room for whatever can have any.
                    _ if self.lines.iter().all(|lines| lines.len() < row) => return None,
                    _ => row += 1,
                }
            };
            for side in [0, 1] {
                let seat = [own, other][side];
                let mut items = slot[side].clone();
                if items.is_empty() {
                    continue;
                }
                // The first is the nearest.
                if places[side] {
                    items.reverse();
                }
                let lines = self.lines.get_mut(seat)?;
                if lines.len() <= row {
                    lines.resize(row + 1, None);
                }
                self.fighters.put(lines.get_mut(row)?, &items, free[side], rooms_pt[side]);
            }
        }
        Some(())
    }

    /// Where items of this width are in a line: as far to the right as there is room, or to the
    /// left.
    fn free(&self, seat: usize, row: usize, width_pt: f32, at_right: bool) -> Option<f32> {
        let room_pt = self.columns.get(seat)?.rect.width();
        let gap_pt = group_gap_pt(self.fighters.size(seat));
        let taken =
            self.lines.get(seat)?.get(row).and_then(Option::as_ref).map(|line| ranges(self.fighters, seat, line));
        let mut taken = taken.unwrap_or_default();
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        // What stands at the other end belongs to another neighbor.
        let mut x = if at_right { room_pt - width_pt } else { 0.0 };
        let meets = |x: f32, it: &(f32, f32)| x < it.1 + gap_pt && it.0 - gap_pt < x + width_pt;
        if at_right {
            taken.reverse();
        }
        for it in &taken {
            if meets(x, it) {
                x = if at_right { it.0 - gap_pt - width_pt } else { it.1 + gap_pt };
            }
        }
        (x >= 0.0 && x + width_pt <= room_pt && !taken.iter().any(|it| meets(x, it))).then_some(x)
    }

    /// The lines, those of all seats as high as each other.
    fn finish(self) -> Option<Vec<Vec<Line>>> {
        let rows = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let in_row = |row: usize| self.lines.iter().filter_map(move |lines| lines.get(row)?.as_ref());
        let most = |row: usize, of: fn(&Line) -> f32| in_row(row).map(of).fold(0.0, f32::max);
        let heights: Vec<(f32, f32)> =
            (0..rows).map(|row| (most(row, Line::height_pt), most(row, |line| line.gap_pt))).collect();
        let mut all = Vec::new();
        for (lines, column) in self.lines.iter().zip(self.columns) {
            let line = |(line, (height_pt, gap_pt)): (&Option<Line>, &(f32, f32))| match line {
                // Towards the middle their cards are in one line.
                Some(line) => Line { strips_pt: height_pt - line.card_pt, gap_pt: *gap_pt, ..line.clone() },
                None => Line {
                    items: Vec::new(),
                    width_pt: column.rect.width(),
                    strips_pt: 0.0,
                    card_pt: *height_pt,
                    gap_pt: *gap_pt,
                    fixed: true,
                },
            };
            all.push(lines.iter().zip(&heights).map(line).collect());
        }
        Some(all)
    }
}

/// The ranges of the items of a line.
fn ranges(fighters: &Fighters<'_>, seat: usize, line: &Line) -> Vec<(f32, f32)> {
    let width_pt = |index: usize| {
        let item = fighters.table.get(seat).and_then(|seat| seat.items.get(index));
        item.map_or(0.0, |item| item_size(fighters.size(seat), item, line.width_pt).x)
    };
    line.items.iter().map(|(index, x)| (*x, x + width_pt(*index))).collect()
}

/// Whether two lines of a seat have no room beside each other.
fn meet(fighters: &Fighters<'_>, seat: usize, a: &Line, b: &Line) -> bool {
    let gap_pt = group_gap_pt(fighters.size(seat));
    let b = ranges(fighters, seat, b);
    ranges(fighters, seat, a).iter().any(|it| b.iter().any(|other| it.0 < other.1 + gap_pt && other.0 < it.1 + gap_pt))
}

/// Joins a line to another that has room for it.
fn join(line: &mut Line, other: Line) {
    line.items.extend(other.items);
    line.items.sort_by(|a, b| a.1.total_cmp(&b.1));
    line.strips_pt = line.strips_pt.max(other.strips_pt);
    line.card_pt = line.card_pt.max(other.card_pt);
}

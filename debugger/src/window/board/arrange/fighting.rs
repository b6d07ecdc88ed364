//! The lines of combat: attackers and blockers of two seats have the same slots, so that what
//! blocks stands opposite what it blocks.

use std::collections::BTreeSet;

use super::{At, Column, Fight, GROUP_GAP_PT, Line, Lines, SIZES, Seat, Size, group_gap_pt, item_size};

/// What stands in a slot on each side.
pub(super) type Slot = [Vec<At>; 2];

/// The sizes of what fights.
pub(super) struct Fighters<'a> {
    pub(super) table: &'a [Seat],
    pub(super) sizes: &'a [Size],
}

impl Fighters<'_> {
    pub(super) fn size(&self, seat: usize) -> Size {
        self.sizes.get(seat).copied().unwrap_or(SIZES[0])
    }

    /// The width of an item in a column.
    fn width_pt(&self, at: &At, room_pt: f32) -> f32 {
        let item = self.table.get(at.seat).and_then(|seat| seat.items.get(at.item));
        item.map_or(0.0, |item| item_size(self.size(at.seat), item, room_pt).x)
    }

    /// The width of items side by side.
    pub(super) fn row_pt(&self, row: &[At], room_pt: f32) -> f32 {
        let gap_pt = row.last().map_or(0.0, |at| self.size(at.seat).gap_pt);
        row.iter().map(|at| self.width_pt(at, room_pt) + gap_pt).sum::<f32>() - gap_pt
    }

    /// Adds items of one seat to a line, from `x` on. Returns where the next one would be.
    pub(super) fn put(&self, line: &mut Option<Line>, items: &[At], mut x: f32, room_pt: f32) -> f32 {
        for at in items {
            let Some(item) = self.table.get(at.seat).and_then(|seat| seat.items.get(at.item)) else { continue };
            let size = self.size(at.seat);
            let own = item_size(size, item, room_pt);
            let line = line.get_or_insert(Line {
                items: Vec::new(),
                width_pt: room_pt,
                strips_pt: 0.0,
                card_pt: 0.0,
                gap_pt: size.gap_pt,
                fixed: true,
            });
            line.items.push((at.item, x));
            line.strips_pt = line.strips_pt.max(item.behind as f32 * size.strip_pt);
            line.card_pt = line.card_pt.max(own.y);
            x += own.x + size.gap_pt;
        }
        x
    }
}

/// The slots of the fights of two seats, or of one: those who are not `seen` yet.
pub(super) fn slots(seats: &[usize], fights: &[Fight], seen: &mut BTreeSet<At>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for fight in fights {
        let mut slot = [Vec::new(), Vec::new()];
        for at in std::iter::once(&fight.attacker).chain(&fight.blockers) {
            if let Some(side) = seats.iter().take(2).position(|seat| *seat == at.seat)
                && seen.insert(*at)
            {
                slot[side].push(*at);
            }
        }
        if slot.iter().any(|side| !side.is_empty()) {
            slots.push(slot);
        }
    }
    slots
}

/// The lines of slots in a range of this width, in the middle or from the left: pairs of lines that
/// stand opposite each other. What does not fit beside one another goes on in the next line; a slot
/// that is wider than the range is cut into several.
pub(super) fn rows(fighters: &Fighters<'_>, slots: Vec<Slot>, room_pt: f32, from_left: bool) -> Vec<[Option<Line>; 2]> {
    let all = slots.iter().flatten().flatten();
    let between_pt = all.map(|at| group_gap_pt(fighters.size(at.seat))).reduce(f32::min).unwrap_or(GROUP_GAP_PT);
    let mut cut: Vec<Slot> = Vec::new();
    for mut rest in slots {
        loop {
            let mut part = [Vec::new(), Vec::new()];
            for (side, row) in rest.iter_mut().enumerate() {
                let mut fits = 0;
                while fits < row.len() && (fits == 0 || fighters.row_pt(&row[..=fits], room_pt) <= room_pt) {
                    fits += 1;
                }
                part[side] = row.drain(..fits).collect();
            }
            cut.push(part);
            if rest.iter().all(Vec::is_empty) {
                break;
            }
        }
    }
    let mut rows: Vec<Vec<(Slot, f32)>> = Vec::new();
    for slot in cut {
        let width_pt = slot.iter().map(|row| fighters.row_pt(row, room_pt)).fold(0.0, f32::max);
        match rows.last_mut() {
            Some(row) if row.iter().map(|(_, it)| it + between_pt).sum::<f32>() + width_pt <= room_pt => {
                row.push((slot, width_pt));
            }
            _ => rows.push(vec![(slot, width_pt)]),
        }
    }
    let mut made = Vec::new();
    for row in rows {
        let all_pt = row.iter().map(|(_, it)| it + between_pt).sum::<f32>() - between_pt;
        let mut left = if from_left { 0.0 } else { ((room_pt - all_pt) / 2.0).max(0.0).floor() };
        let mut lines: [Option<Line>; 2] = [None, None];
        for (slot, width_pt) in row {
            for (line, items) in lines.iter_mut().zip(&slot) {
                let x = left + ((width_pt - fighters.row_pt(items, room_pt)) / 2.0).max(0.0).floor();
                fighters.put(line, items, x, room_pt);
            }
            left += width_pt + between_pt;
        }
        made.push(lines);
    }
    made
}

/// The lines of combat of the seats of a column.
pub(super) fn combat(
    table: &[Seat],
    column: &Column,
    fights: &[Fight],
    sizes: &[Size],
    from_left: bool,
    lines: &mut [Lines],
) {
    let seats: Vec<usize> = column.seats.iter().map(|(seat, _)| *seat).collect();
    let slots = slots(&seats, fights, &mut BTreeSet::new());
    for row in rows(&Fighters { table, sizes }, slots, column.rect.width(), from_left) {
        for (line, lines) in row.into_iter().zip(lines.iter_mut()) {
            lines.combat.extend(line);
        }
    }
}

/// Moves items into the room that is left in the lines of combat, as long as they fit.
pub(super) fn fill(seat: &Seat, rest: &mut Vec<usize>, size: Size, width_pt: f32, combat: &mut [Line]) {
    for line in combat {
        // The gaps between what stands there.
        let mut taken: Vec<(f32, f32)> = Vec::new();
        for (index, x) in &line.items {
            let width_pt = seat.items.get(*index).map_or(0.0, |item| item_size(size, item, width_pt).x);
            taken.push((*x, x + width_pt));
        }
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let ends: Vec<f32> = taken.iter().map(|(left, _)| left - group_gap_pt(size)).chain([width_pt]).collect();
        let begins = std::iter::once(0.0).chain(taken.iter().map(|(_, right)| right + group_gap_pt(size)));
        for (begin, end) in begins.zip(ends) {
            let (mut left, mut row) = (begin, None);
            while let Some((index, item)) = rest.first().and_then(|index| Some((*index, seat.items.get(*index)?))) {
                let own = item_size(size, item, width_pt);
                if row.is_some_and(|row| row != item.row) {
                    left += group_gap_pt(size) - size.gap_pt;
                }
                if left + own.x > end {
                    break;
                }
                line.items.push((index, left));
                line.strips_pt = line.strips_pt.max(item.behind as f32 * size.strip_pt);
                line.card_pt = line.card_pt.max(own.y);
                row = Some(item.row);
                left += own.x + size.gap_pt;
                rest.remove(0);
            }
        }
    }
}

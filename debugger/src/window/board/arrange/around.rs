//! The places of three and more seats: the first has the whole width at the bottom, the others are
//! above it in rows, from the top left in turn order.
//!
//! Each of the others has a share of its row by what it has on the table, in three steps, so that
//! places change seldom. The heights are fixed shares as long as everything fits into them. Those
//! who fight stand opposite each other (`opposite`), unless even the smallest cards have no room
//! that way.

use egui::{Rect, pos2};

use super::fighting::Fighters;
use super::opposite::opposite;
use super::{
    Arranged, BETWEEN_SEATS_PT, Column, Fight, LEAST, Lines, SIZES, Seat, Seated, Size, Spaces, column_lines, complete,
    levels, place_seat, rest_pt,
};

/// The most seats beside one another.
const MOST_BESIDE: usize = 4;
/// A row is divided further if its seats would be narrower than this and there is enough height.
const NARROW_PT: f32 = 200.0;
/// The height of a row of seats that suffices for that.
const ROW_PT: f32 = 120.0;
/// The share of the first seat in the height, by the number of rows above it.
const OWN_SHARES: [f32; 3] = [0.52, 0.4, 0.3];

/// The same once that player has left the game.
const GONE_SHARE: f32 = 0.1;

/// A row of seats, each with its range.
struct Row {
    seats: Vec<(usize, Rect)>,
}

impl Row {
    /// The range of a seat, without its height.
    fn of(rect: Rect, table: &[Seat], seats: std::ops::Range<usize>) -> Row {
        let weight = |seat: usize| table.get(seat).map_or(1.0, weight);
        let all: f32 = seats.clone().map(weight).sum();
        let room_pt = rect.width() - BETWEEN_SEATS_PT * (seats.len().saturating_sub(1)) as f32;
        let mut left = rect.left();
        let place = |seat: usize| {
            let width_pt = (room_pt * weight(seat) / all).floor();
            let place = Rect::from_min_max(pos2(left, rect.top()), pos2(left + width_pt, rect.bottom()));
            left += width_pt + BETWEEN_SEATS_PT;
            (seat, place)
        };
        Row { seats: seats.map(place).collect() }
    }
}

/// How much of a row a seat needs, beside others.
fn weight(seat: &Seat) -> f32 {
    match seat.items.len() {
        0 if seat.gone => 0.5,
        0..=10 => 1.0,
        11..=20 => 1.35,
        _ => 1.7,
    }
}

/// How many rows the others stand in.
fn rows(rect: Rect, others: usize) -> usize {
    let mut rows = others.div_ceil(MOST_BESIDE);
    let narrow = |rows: usize| rect.width() / (others.div_ceil(rows) as f32) < NARROW_PT;
    while rows < others && narrow(rows) && (rows + 2) as f32 * ROW_PT <= rect.height() {
        rows += 1;
    }
    rows
}

/// The rows from the top to the bottom; the last is that of the first seat.
fn all_rows(rect: Rect, table: &[Seat]) -> Vec<Row> {
    let others = table.len() - 1;
    let count = rows(rect, others);
    let mut all = Vec::new();
    let mut from = 1;
    for row in 0..count {
        let seats = (table.len() - from).div_ceil(count - row);
        all.push(Row::of(rect, table, from..from + seats));
        from += seats;
    }
    all.push(Row::of(rect, table, 0..1));
    all
}

/// The heights of the rows: their shares, as long as everything fits into them.
fn heights_pt(needs_pt: &[f32], rests_pt: &[f32], room_pt: f32, own_is_gone: bool) -> Vec<f32> {
    let above = needs_pt.len() - 1;
    let own_share = OWN_SHARES[above.clamp(1, OWN_SHARES.len()) - 1];
    let own_pt = room_pt * if own_is_gone { GONE_SHARE } else { own_share };
    let share_pt = |row: usize| if row == above { own_pt } else { (room_pt - own_pt) / above as f32 };
    let all_pt: f32 = needs_pt.iter().sum();
    if all_pt > room_pt {
        // Bars and hands keep their room; the permanents share what is left.
        let rest_pt: f32 = rests_pt.iter().sum();
        let left = ((room_pt - rest_pt) / (all_pt - rest_pt).max(1.0)).clamp(0.0, 1.0);
        return needs_pt.iter().zip(rests_pt).map(|(need, rest)| (rest + (need - rest) * left).floor()).collect();
    }
    let wanted: Vec<f32> = needs_pt.iter().enumerate().map(|(row, need)| need.max(share_pt(row))).collect();
    let spare_pt: f32 = wanted.iter().zip(needs_pt).map(|(wanted, need)| wanted - need).sum();
    let over_pt = wanted.iter().sum::<f32>() - room_pt;
    let part = if spare_pt > 0.0 { over_pt / spare_pt } else { 0.0 };
    wanted.iter().zip(needs_pt).map(|(wanted, need)| (wanted - (wanted - need) * part).floor().max(*need)).collect()
}

/// The lines of each seat at each size, made when they are asked for.
struct Asked<'a> {
    table: &'a [Seat],
    fights: &'a [Fight],
    columns: Vec<Column>,
    spaces: Spaces,
}

impl Asked<'_> {
    fn lines(&self, seat: usize, level: usize, dense: bool) -> Lines {
        let mut sizes = vec![SIZES[LEAST]; self.table.len()];
        sizes[seat] = SIZES[level];
        let lines = self.columns.get(seat).map(|column| column_lines(self.table, column, self.fights, &sizes, dense));
        lines.and_then(|lines| lines.into_iter().next()).unwrap_or_default()
    }

    fn rest_pt(&self, seat: usize) -> f32 {
        self.table.get(seat).map_or(0.0, |it| rest_pt(it, self.spaces))
    }

    /// The height that a seat needs, or `None` if it is too narrow for a card.
    fn need_pt(&self, seat: usize, level: usize, dense: bool) -> Option<f32> {
        let fits = self.columns.get(seat).is_some_and(|column| SIZES[level].card.x <= column.rect.width());
        fits.then(|| self.rest_pt(seat) + self.lines(seat, level, dense).height_pt())
    }
}

/// The lines of all seats at these levels, with those who fight opposite each other; `None` if that
/// has no room.
fn facing_lines(asked: &Asked<'_>, row_of: &[usize], levels: &[usize], dense: bool) -> Option<Vec<Lines>> {
    let sizes: Vec<Size> = levels.iter().map(|level| SIZES[*level]).collect();
    let wide = |(column, size): (&Column, &Size)| size.card.x > column.rect.width();
    if asked.columns.iter().zip(&sizes).any(wide) {
        return None;
    }
    let fighters = Fighters { table: asked.table, sizes: &sizes };
    let combat = opposite(&fighters, &asked.columns, row_of, asked.fights, dense)?;
    let mut all = Vec::new();
    for (seat, ((it, column), combat)) in asked.table.iter().zip(&asked.columns).zip(combat).enumerate() {
        let fighting: Vec<usize> = combat.iter().flat_map(|line| &line.items).map(|(item, _)| *item).collect();
        let mut lines = Lines { combat, ..Lines::default() };
        let size = sizes.get(seat).copied().unwrap_or(SIZES[LEAST]);
        complete(it, &fighting, size, column.rect.width(), dense, &mut lines);
        all.push(lines);
    }
    Some(all)
}

/// The levels and the lines of all seats, if those who fight can stand opposite each other.
fn face(asked: &Asked<'_>, rows: &[Row], room_pt: f32) -> Option<(Vec<usize>, Vec<Lines>)> {
    if asked.fights.is_empty() {
        return None;
    }
    let row = |seat: usize| rows.iter().position(|row| row.seats.iter().any(|(it, _)| *it == seat)).unwrap_or(0);
    let row_of: Vec<usize> = (0..asked.table.len()).map(row).collect();
    let fits = |levels: &[usize], dense: bool| {
        facing_lines(asked, &row_of, levels, dense).is_some_and(|lines| {
            let need = |seat: usize| asked.rest_pt(seat) + lines.get(seat).map_or(0.0, Lines::height_pt);
            let heights = rows.iter().map(|row| row.seats.iter().map(|(seat, _)| need(*seat)).fold(0.0, f32::max));
            heights.sum::<f32>() <= room_pt
        })
    };
    let least = vec![LEAST; asked.table.len()];
    let dense = [false, true].into_iter().find(|dense| fits(&least, *dense))?;
    let levels = levels(asked.table.len(), &|levels| fits(levels, dense));
    let lines = facing_lines(asked, &row_of, &levels, dense)?;
    Some((levels, lines))
}

/// The levels and the lines of all seats, each by itself.
fn apart(asked: &Asked<'_>, rows: &[Row], room_pt: f32) -> (Vec<usize>, Vec<Lines>) {
    let seats = asked.table.len();
    let needs = |dense: bool| -> Vec<Vec<Option<f32>>> {
        let of = |seat: usize| (0..SIZES.len()).map(|level| asked.need_pt(seat, level, dense)).collect();
        (0..seats).map(of).collect()
    };
    let height_pt = |needs: &[Vec<Option<f32>>], levels: &[usize]| -> Option<f32> {
        let need = |seat: usize| needs.get(seat)?.get(*levels.get(seat)?).copied().flatten();
        let row = |row: &Row| {
            row.seats.iter().map(|(seat, _)| need(*seat)).try_fold(0.0, |most, it| Some(f32::max(most, it?)))
        };
        rows.iter().map(row).try_fold(0.0, |sum, row| Some(sum + row?))
    };
    let fits_with =
        |needs: &[Vec<Option<f32>>], levels: &[usize]| height_pt(needs, levels).is_some_and(|it| it <= room_pt);
    // Where rows of their own leave no room even to the smallest cards, they share lines.
    let apart = needs(false);
    let dense = !fits_with(&apart, &vec![LEAST; seats]);
    let needs = if dense { needs(true) } else { apart };
    let levels = levels(seats, &|levels| fits_with(&needs, levels));
    let lines = levels.iter().enumerate().map(|(seat, level)| asked.lines(seat, *level, dense)).collect();
    (levels, lines)
}

/// The places of everything.
pub(super) fn arrange(rect: Rect, table: &[Seat], fights: &[Fight]) -> Arranged {
    let spaces = Spaces::of(rect);
    let rows = all_rows(rect, table);
    let mut columns: Vec<(usize, Column)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let top = place + 1 < rows.len();
        columns.extend(row.seats.iter().map(|(seat, rect)| (*seat, Column { rect: *rect, seats: vec![(*seat, top)] })));
    }
    columns.sort_by_key(|(seat, _)| *seat);
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    let asked = Asked { table, fights, columns, spaces };
    let room_pt = rect.height() - spaces.middle_pt - BETWEEN_SEATS_PT * (rows.len() - 2) as f32;
    let (levels, lines) = face(&asked, &rows, room_pt).unwrap_or_else(|| apart(&asked, &rows, room_pt));
    let most = |row: &Row, of: &dyn Fn(usize) -> f32| row.seats.iter().map(|(seat, _)| of(*seat)).fold(0.0, f32::max);
    let rests_pt: Vec<f32> = rows.iter().map(|row| most(row, &|seat| asked.rest_pt(seat))).collect();
    let need = |seat: usize| asked.rest_pt(seat) + lines.get(seat).map_or(0.0, Lines::height_pt);
    let needs_pt: Vec<f32> = rows.iter().map(|row| most(row, &need)).collect();
    let heights =
        heights_pt(&needs_pt, &rests_pt, room_pt, table.first().is_some_and(|it| it.gone && it.items.is_empty()));
    let mut seated: Vec<Option<Seated>> = vec![None; table.len()];
    let mut middles = Vec::new();
    let mut y = rect.top();
    for (place, (row, height_pt)) in rows.iter().zip(&heights).enumerate() {
        let last = place + 1 == rows.len();
        // What rounding leaves over is the first seat's.
        let bottom = if last { rect.bottom() } else { y + height_pt };
        for (seat, column) in &row.seats {
            let side = Rect::from_x_y_ranges(column.x_range(), y..=bottom.max(y));
            let size: Size = levels.get(*seat).map_or(SIZES[LEAST], |level| SIZES[*level]);
            if let (Some(it), Some(lines)) = (table.get(*seat), lines.get(*seat)) {
                seated[*seat] = Some(place_seat(it, side, !last, lines, size, spaces));
            }
        }
        let gap_pt = if place + 2 == rows.len() { spaces.middle_pt } else { BETWEEN_SEATS_PT };
        if !last {
            middles.push(Rect::from_x_y_ranges(rect.x_range(), bottom..=bottom + gap_pt));
        }
        y = bottom + gap_pt;
    }
    middles.reverse();
    Arranged { seats: seated.into_iter().flatten().collect(), middles }
}

//! The places of everything on the board: sizes and kinds of content in, rectangles out. Pure; it
//! knows neither a game nor a painter.
//!
//! Each player has a seat: a bar and the hand at the outer edge, then lands, other permanents and
//! creatures towards the middle. Two seats face each other; with more, the first has the bottom of
//! the board and the others are above it (`around`). All cards have the largest of [`SIZES`] with
//! which everything fits; then each seat grows further as far as there is room. If even the
//! smallest size does not fit, rows share lines where that saves some; only if that does not
//! suffice, a field is longer than its place and scrolls. A low board has lower bars and hands.
//!
//! Items keep the order in which they are given. Those in combat step into lines along the middle,
//! blockers opposite what they block (`fighting`, `opposite`).

mod around;
mod fighting;
mod opposite;

use egui::{Pos2, Rect, Vec2, vec2};

use self::fighting::{combat, fill};

/// The space between cards in hand, and on the stack.
const GAP_PT: f32 = 5.0;
/// The space between groups of lands.
pub(crate) const GROUP_GAP_PT: f32 = 12.0;
/// The space between seats beside one another.
const BETWEEN_SEATS_PT: f32 = 8.0;
/// A board lower than this is that of a small window.
const LOW_PT: f32 = 240.0;

/// The heights of what there is besides the permanents.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spaces {
    /// A player's bar.
    bar_pt: f32,
    /// A card in hand.
    hand_pt: f32,
    /// Between the bar, the hand and the permanents.
    between_pt: f32,
    /// Between the two sides of a column.
    middle_pt: f32,
}

impl Spaces {
    /// Those on a board of this height.
    fn of(rect: Rect) -> Spaces {
        match is_low(rect) {
            true => Spaces { bar_pt: 24.0, hand_pt: 20.0, between_pt: 2.0, middle_pt: 16.0 },
            false => Spaces { bar_pt: 28.0, hand_pt: 24.0, between_pt: 4.0, middle_pt: 18.0 },
        }
    }
}

/// Whether a board has room for the permanents only if everything else is small.
pub(crate) fn is_low(rect: Rect) -> bool {
    rect.height() < LOW_PT
}

/// The widths that a card in hand may have.
const HAND_WIDTHS_PT: [f32; 2] = [64.0, 160.0];
/// The width of a card in the command zone that has room for a short name.
const SHORT_NAME_PT: f32 = 92.0;
/// The most width of a card in the command zone beside a short hand.
const COMMANDER_PT: f32 = 210.0;
/// The label of the hand.
pub(crate) const HAND_LABEL_PT: f32 = 40.0;
/// The room of the words about a hand that is hidden, and of fewer words.
pub(crate) const HIDDEN_HAND_PT: f32 = 136.0;
const FEW_WORDS_PT: f32 = 56.0;
/// The most space between the rows of a seat.
const SPREAD_PT: f32 = 12.0;

/// A size of cards: that of a card, that of a land, how much of an attachment peeks out, and the
/// space between cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) card: Vec2,
    pub(crate) land: Vec2,
    pub(crate) strip_pt: f32,
    pub(crate) gap_pt: f32,
}

const fn size(card: Vec2, land: Vec2, strip_pt: f32, gap_pt: f32) -> Size {
    Size { card, land, strip_pt, gap_pt }
}

/// All sizes, the largest first: from a full card to a tile with a name and numbers.
pub(crate) const SIZES: [Size; 10] = [
    size(vec2(184.0, 156.0), vec2(112.0, 44.0), 20.0, 5.0),
    size(vec2(172.0, 132.0), vec2(112.0, 44.0), 20.0, 5.0),
    size(vec2(158.0, 110.0), vec2(108.0, 40.0), 20.0, 5.0),
    size(vec2(148.0, 92.0), vec2(104.0, 36.0), 20.0, 5.0),
    size(vec2(136.0, 72.0), vec2(100.0, 34.0), 18.0, 5.0),
    size(vec2(120.0, 56.0), vec2(96.0, 30.0), 18.0, 5.0),
    size(vec2(106.0, 42.0), vec2(92.0, 28.0), 17.0, 5.0),
    size(vec2(96.0, 34.0), vec2(88.0, 26.0), 16.0, 5.0),
    size(vec2(86.0, 28.0), vec2(84.0, 24.0), 16.0, 5.0),
    size(vec2(80.0, 26.0), vec2(78.0, 24.0), 14.0, 2.0),
];

/// The row of an item, from the middle outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Row {
    /// What fights and is fought: creatures, planeswalkers.
    Front,
    /// Other permanents.
    Back,
    /// Lands.
    Lands,
}

/// A permanent with what lies behind it, or a stack of equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) row: Row,
    /// How many strips peek out from behind it.
    pub(crate) behind: usize,
    /// Items of different groups are set apart.
    pub(crate) group: u32,
}

/// What one player has on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) items: Vec<Item>,
    /// How many cards of the hand are shown, or `None` if the hand is hidden or empty.
    pub(crate) hand: Option<usize>,
    /// Whether a line about the hand is shown instead.
    pub(crate) hidden_hand: bool,
    /// How many cards of the command zone are shown beside the hand.
    pub(crate) command: usize,
    /// Whether the player has left the game.
    pub(crate) gone: bool,
}

/// An item of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct At {
    pub(crate) seat: usize,
    pub(crate) item: usize,
}

/// An attacker, and what blocks it, in order. What blocks several attackers is only with the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fight {
    pub(crate) attacker: At,
    /// The seat that is attacked, itself or a planeswalker there.
    pub(crate) toward: Option<usize>,
    pub(crate) blockers: Vec<At>,
}

/// The place of an item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) card: Rect,
    /// The strips behind it, the nearest first.
    pub(crate) strips: Vec<Rect>,
}

impl Placed {
    /// The item with its strips.
    pub(crate) fn whole(&self) -> Rect {
        self.strips.iter().fold(self.card, |all, strip| all.union(*strip))
    }
}

/// The places of a seat. Those of the items are for a field that is not scrolled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seated {
    pub(crate) bar: Rect,
    /// The line of the hand.
    pub(crate) hand: Rect,
    /// The cards in hand that are shown. If there are fewer than in hand, the last place is for the
    /// number of the others.
    pub(crate) cards: Vec<Rect>,
    /// The cards in the command zone that are shown, at the right of the same line; likewise.
    pub(crate) command: Vec<Rect>,
    /// Where the permanents are.
    pub(crate) field: Rect,
    pub(crate) items: Vec<Placed>,
    pub(crate) size: Size,
    /// By how much the permanents are longer than the field.
    pub(crate) over_pt: f32,
    /// Whether the player sits at the top.
    pub(crate) top: bool,
}

/// The places of everything.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arranged {
    pub(crate) seats: Vec<Seated>,
    /// The spaces between the seats of different heights, that above the first seat first.
    pub(crate) middles: Vec<Rect>,
}

/// A line of items, from the left: each with its offset from the left end.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    items: Vec<(usize, f32)>,
    width_pt: f32,
    /// The height of strips and cards.
    strips_pt: f32,
    card_pt: f32,
    /// The space towards the next line.
    gap_pt: f32,
    /// Whether offsets are from the left of the field, not of the line.
    fixed: bool,
}

impl Line {
    fn height_pt(&self) -> f32 {
        self.strips_pt + self.card_pt
    }
}

/// The space between items of different groups: the smallest cards have none to spare.
fn group_gap_pt(size: Size) -> f32 {
    if size.gap_pt < GAP_PT { size.gap_pt } else { GROUP_GAP_PT }
}

/// The size of an item, in a field that may be narrower.
fn item_size(size: Size, item: &Item, room_pt: f32) -> Vec2 {
    let own = if item.row == Row::Lands { size.land } else { size.card };
    vec2(own.x.min(room_pt), own.y)
}

/// The lines of items side by side, as many as they need.
fn flow(items: &[Item], which: &[usize], size: Size, width_pt: f32) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut group = None;
    for index in which {
        let Some(item) = items.get(*index) else { continue };
        let own = item_size(size, item, width_pt);
        let strips_pt = item.behind as f32 * size.strip_pt;
        let gap_pt = if group == Some((item.row, item.group)) { size.gap_pt } else { group_gap_pt(size) };
        group = Some((item.row, item.group));
        match lines.last_mut() {
            Some(line) if line.width_pt + gap_pt + own.x <= width_pt => {
                line.items.push((*index, line.width_pt + gap_pt));
                line.width_pt += gap_pt + own.x;
                line.strips_pt = line.strips_pt.max(strips_pt);
                line.card_pt = line.card_pt.max(own.y);
            }
            _ => lines.push(Line {
                items: vec![(*index, 0.0)],
                width_pt: own.x,
                strips_pt,
                card_pt: own.y,
                gap_pt: size.gap_pt,
                fixed: false,
            }),
        }
    }
    lines
}

fn height_pt(lines: &[Line]) -> f32 {
    lines.iter().map(|line| line.height_pt() + line.gap_pt).sum()
}

/// The lines of one seat, from the middle outwards: combat, front, and the others.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lines {
    combat: Vec<Line>,
    front: Vec<Line>,
    back: Vec<Line>,
}

impl Lines {
    fn height_pt(&self) -> f32 {
        height_pt(&self.combat) + height_pt(&self.front) + height_pt(&self.back)
    }
}

/// Adds to the lines of a seat, which has those of combat, the others. If it is `dense`, what does
/// not fight fills up the lines of combat, and all rows share lines where that saves some.
fn complete(seat: &Seat, fighting: &[usize], size: Size, width_pt: f32, dense: bool, lines: &mut Lines) {
    let of = |row: Row| -> Vec<usize> {
        let all = seat.items.iter().enumerate().filter(|(index, it)| it.row == row && !fighting.contains(index));
        all.map(|(index, _)| index).collect()
    };
    let (mut front, mut back, mut lands) = (of(Row::Front), of(Row::Back), of(Row::Lands));
    if dense {
        let mut rest = [front, lands, back].concat();
        fill(seat, &mut rest, size, width_pt, &mut lines.combat);
        let left = |row: Row| -> Vec<usize> {
            rest.iter().copied().filter(|index| seat.items.get(*index).is_some_and(|it| it.row == row)).collect()
        };
        (front, back, lands) = (left(Row::Front), left(Row::Back), left(Row::Lands));
    }
    let apart = [flow(&seat.items, &back, size, width_pt), flow(&seat.items, &lands, size, width_pt)].concat();
    // Lands and others share a line where that saves one.
    let others = [lands, back].concat();
    let mixed = flow(&seat.items, &others, size, width_pt);
    lines.back = if height_pt(&mixed) < height_pt(&apart) { mixed } else { apart };
    lines.front = flow(&seat.items, &front, size, width_pt);
    let all = flow(&seat.items, &[front, others].concat(), size, width_pt);
    if dense && height_pt(&all) < height_pt(&lines.front) + height_pt(&lines.back) {
        (lines.front, lines.back) = (all, Vec::new());
    }
}

/// One column of seats: the seat at the top and that at the bottom, with the same range.
struct Column {
    rect: Rect,
    seats: Vec<(usize, bool)>,
}

/// The only column of up to two seats.
fn column(rect: Rect, seats: usize) -> Column {
    Column { rect, seats: (0..seats).map(|seat| (seat, seat > 0)).collect() }
}

/// Whether a seat has a line for its hand and command zone.
fn has_line(seat: &Seat) -> bool {
    seat.hand.is_some() || seat.hidden_hand || seat.command > 0
}

/// The height of a seat besides its permanents.
fn rest_pt(seat: &Seat, spaces: Spaces) -> f32 {
    let hand = if has_line(seat) { spaces.hand_pt + spaces.between_pt } else { 0.0 };
    spaces.bar_pt + spaces.between_pt + hand
}

/// The lines of the seats of a column at these sizes.
fn column_lines(table: &[Seat], column: &Column, fights: &[Fight], sizes: &[Size], dense: bool) -> Vec<Lines> {
    let fighting = |seat: usize| -> Vec<usize> {
        let all = fights.iter().flat_map(|fight| std::iter::once(&fight.attacker).chain(&fight.blockers));
        all.filter(|at| at.seat == seat).map(|at| at.item).collect()
    };
    let mut all = vec![Lines::default(); column.seats.len()];
    combat(table, column, fights, sizes, dense, &mut all);
    for ((seat, _), lines) in column.seats.iter().zip(&mut all) {
        let size = sizes.get(*seat).copied().unwrap_or(SIZES[0]);
        if let Some(it) = table.get(*seat) {
            complete(it, &fighting(*seat), size, column.rect.width(), dense, lines);
        }
    }
    all
}

/// The height that a column lacks; negative if it has more.
fn lacks_pt(table: &[Seat], column: &Column, lines: &[Lines], spaces: Spaces) -> f32 {
    let rest: f32 = column.seats.iter().filter_map(|(seat, _)| table.get(*seat)).map(|it| rest_pt(it, spaces)).sum();
    rest + spaces.middle_pt + lines.iter().map(Lines::height_pt).sum::<f32>() - column.rect.height()
}

/// The places of everything in a rectangle. The first seat is at the bottom, the others follow in
/// turn order.
pub(crate) fn arrange(rect: Rect, table: &[Seat], fights: &[Fight]) -> Arranged {
    if table.len() > 2 { around::arrange(rect, table, fights) } else { facing(rect, table, fights) }
}

/// One or two seats, which face each other.
fn facing(rect: Rect, table: &[Seat], fights: &[Fight]) -> Arranged {
    let (column, spaces) = (column(rect, table.len()), Spaces::of(rect));
    let fits_as = |sizes: &[Size], dense: bool| {
        let wide = |(seat, _): &(usize, bool)| sizes.get(*seat).is_some_and(|it| it.card.x > rect.width());
        let lines = column_lines(table, &column, fights, sizes, dense);
        !column.seats.iter().any(wide) && lacks_pt(table, &column, &lines, spaces) <= 0.0
    };
    // Where rows of their own leave no room even to the smallest cards, they share lines.
    let dense = !fits_as(&vec![SIZES[LEAST]; table.len()], false);
    let fits = |levels: &[usize]| {
        let sizes: Vec<Size> = levels.iter().map(|level| SIZES[*level]).collect();
        fits_as(&sizes, dense)
    };
    let levels = levels(table.len(), &fits);
    let sizes: Vec<Size> = levels.iter().map(|level| SIZES[*level]).collect();
    let mut seated: Vec<Option<Seated>> = vec![None; table.len()];
    let lines = column_lines(table, &column, fights, &sizes, dense);
    let middle = place_column(table, &column, &lines, &sizes, spaces, &mut seated);
    Arranged { seats: seated.into_iter().flatten().collect(), middles: vec![middle] }
}

/// The place of the smallest size.
const LEAST: usize = SIZES.len() - 1;

/// The level of each seat in [`SIZES`]: the largest that all can have, and further up as far as
/// that fits, the first seats first.
fn levels(seats: usize, fits: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    // Fewer sizes than sixteen: a search from above is as good as any.
    let common = (0..SIZES.len()).find(|level| fits(&vec![*level; seats])).unwrap_or(LEAST);
    let mut levels = vec![common; seats];
    for seat in 0..seats {
        while levels[seat] > 0 {
            levels[seat] -= 1;
            if !fits(&levels) {
                levels[seat] += 1;
                break;
            }
        }
    }
    levels
}

/// Places the seats of a column. Returns the space between them.
fn place_column(
    table: &[Seat],
    column: &Column,
    lines: &[Lines],
    sizes: &[Size],
    spaces: Spaces,
    seated: &mut [Option<Seated>],
) -> Rect {
    let rect = column.rect;
    let at = |top: bool| column.seats.iter().position(|(_, also)| *also == top);
    let rest = |top: bool| {
        let seat = at(top).and_then(|place| column.seats.get(place)).and_then(|(seat, _)| table.get(*seat));
        seat.map_or(0.0, |seat| rest_pt(seat, spaces))
    };
    let content = |top: bool| at(top).and_then(|place| lines.get(place)).map_or(0.0, Lines::height_pt);
    let room_pt = rect.height() - spaces.middle_pt;
    let (top_needs, bottom_needs) = (rest(true) + content(true), rest(false) + content(false));
    // The line in the middle stays where it is as long as both sides fit into their halves.
    let half_pt = (room_pt / 2.0).floor();
    let top_pt = match (at(true), at(false)) {
        (Some(_), None) => room_pt,
        (None, _) => 0.0,
        // Bars and hands keep their room; the permanents share what is left.
        _ if top_needs + bottom_needs > room_pt => {
            let left_pt = (room_pt - rest(true) - rest(false)).max(0.0);
            (rest(true) + left_pt * content(true) / (content(true) + content(false)).max(1.0)).floor()
        }
        _ if top_needs > half_pt => top_needs,
        _ if bottom_needs > half_pt => room_pt - bottom_needs,
        _ => half_pt,
    };
    let middle = Rect::from_min_size(Pos2::new(rect.left(), rect.top() + top_pt), vec2(rect.width(), spaces.middle_pt));
    for (place, (seat, top)) in column.seats.iter().enumerate() {
        let side = if *top { rect.with_max_y(middle.top()) } else { rect.with_min_y(middle.bottom()) };
        let (Some(it), Some(lines), Some(size)) = (table.get(*seat), lines.get(place), sizes.get(*seat)) else {
            continue;
        };
        seated[*seat] = Some(place_seat(it, side, *top, lines, *size, spaces));
    }
    middle
}

/// Places one seat in its side of a column.
fn place_seat(seat: &Seat, side: Rect, top: bool, lines: &Lines, size: Size, spaces: Spaces) -> Seated {
    let Spaces { bar_pt, between_pt, .. } = spaces;
    let has_hand = has_line(seat);
    let hand_pt = if has_hand { spaces.hand_pt } else { 0.0 };
    let (bar, hand) = if top {
        let bar = side.with_max_y(side.top() + bar_pt);
        (bar, Rect::from_min_size(bar.left_bottom() + vec2(0.0, between_pt), vec2(side.width(), hand_pt)))
    } else {
        let bar = side.with_min_y(side.bottom() - bar_pt);
        (bar, Rect::from_min_size(bar.left_top() - vec2(0.0, between_pt + hand_pt), vec2(side.width(), hand_pt)))
    };
    let field = if top {
        let from = if has_hand { hand.bottom() + between_pt } else { bar.bottom() + between_pt };
        side.with_min_y(from.min(side.bottom()))
    } else {
        let to = if has_hand { hand.top() - between_pt } else { bar.top() - between_pt };
        side.with_max_y(to.max(side.top()))
    };
    let content_pt = lines.height_pt();
    // Less than this is rounding.
    let over_pt = Some(content_pt - field.height()).filter(|over| *over > 0.1).unwrap_or(0.0);
    // The front hugs the middle, the others the player; what is left over is between them.
    let spread_pt = ((field.height() - content_pt) / 3.0).clamp(0.0, SPREAD_PT);
    let mut items: Vec<Option<Placed>> = vec![None; seat.items.len()];
    let mut place = |line: &Line, y: f32| {
        let left = if line.fixed {
            field.left()
        } else {
            field.left() + ((field.width() - line.width_pt) / 2.0).max(0.0).floor()
        };
        for (index, offset) in &line.items {
            let Some(item) = seat.items.get(*index) else { continue };
            let own = item_size(size, item, field.width());
            let min = Pos2::new(left + offset, y + line.strips_pt);
            let card = Rect::from_min_size(min, own);
            let strip = |nth: usize| {
                let up = (nth + 1) as f32 * size.strip_pt;
                let min = Pos2::new(card.left() + INSET_PT, card.top() - up);
                Rect::from_min_size(min, vec2(own.x - 2.0 * INSET_PT, size.strip_pt))
            };
            items[*index] = Some(Placed { card, strips: (0..item.behind).map(strip).collect() });
        }
    };
    if top {
        let mut y = field.top();
        for line in lines.back.iter().rev() {
            place(line, y);
            y += line.height_pt() + line.gap_pt;
        }
        // From here on counted from the middle.
        let mut y = if over_pt > 0.0 { field.top() + content_pt } else { field.bottom() };
        for line in &lines.combat {
            y -= line.height_pt() + line.gap_pt;
            place(line, y);
        }
        y -= if lines.combat.is_empty() { 0.0 } else { spread_pt };
        for line in &lines.front {
            y -= line.height_pt() + line.gap_pt;
            place(line, y);
        }
    } else {
        let mut y = field.top() + size.gap_pt;
        for line in &lines.combat {
            place(line, y);
            y += line.height_pt() + line.gap_pt;
        }
        y += if lines.combat.is_empty() { 0.0 } else { spread_pt };
        for line in &lines.front {
            place(line, y);
            y += line.height_pt() + line.gap_pt;
        }
        let mut y = if over_pt > 0.0 { field.top() + content_pt } else { field.bottom() };
        for line in lines.back.iter().rev() {
            y -= line.height_pt();
            place(line, y);
            y -= line.gap_pt;
        }
    }
    let command = command_cards(seat, hand);
    let left = command.first().map_or(hand, |first| hand.with_max_x((first.left() - GROUP_GAP_PT).max(hand.left())));
    Seated {
        bar,
        hand: left,
        cards: hand_cards(seat.hand.unwrap_or(0), left),
        command,
        field,
        items: items.into_iter().flatten().collect(),
        size,
        over_pt,
        top,
    }
}

/// How much narrower a card behind another is, on each side.
const INSET_PT: f32 = 5.0;

/// The places of the cards of a hand: side by side in one line, as wide as they can be. If not all
/// have a place, the last one is for the number of the others.
fn hand_cards(count: usize, hand: Rect) -> Vec<Rect> {
    chips(count, hand.with_min_x((hand.left() + HAND_LABEL_PT).min(hand.right())), HAND_WIDTHS_PT[1])
}

/// The places of the cards of the command zone, at the right end of the line of the hand, of which
/// they leave at least half to the cards of a hand that is shown, and its words to one that is not.
fn command_cards(seat: &Seat, line: Rect) -> Vec<Rect> {
    let least_pt = seat.command as f32 * (SHORT_NAME_PT + GAP_PT);
    let hand_pt = match seat.hand {
        Some(_) => line.width() / 2.0,
        // With fewer words there is room for more of the command zone.
        None if seat.hidden_hand && line.width() - HIDDEN_HAND_PT < least_pt => FEW_WORDS_PT,
        None if seat.hidden_hand => HIDDEN_HAND_PT,
        None => 0.0,
    };
    let room = line.with_min_x((line.left() + hand_pt).min(line.right()));
    if room.width() < HAND_WIDTHS_PT[0] {
        return Vec::new();
    }
    // A hand that is short leaves them more.
    let wanted_pt = match seat.hand {
        Some(count) => HAND_LABEL_PT + count as f32 * (COMMANDER_PT / 2.0 + GAP_PT),
        None => hand_pt,
    };
    let left_pt = line.width() - wanted_pt - GROUP_GAP_PT;
    let wide_pt = (left_pt / seat.command.max(1) as f32 - GAP_PT).clamp(COMMANDER_PT / 1.5, COMMANDER_PT);
    let places = chips(seat.command, room, wide_pt);
    let free_pt = places.last().map_or(0.0, |last| room.right() - last.right());
    places.into_iter().map(|place| place.translate(vec2(free_pt, 0.0))).collect()
}

/// Places side by side, as wide as they can be, up to a width. If not all have one, the last is for
/// the number of the others.
fn chips(count: usize, room: Rect, wide: f32) -> Vec<Rect> {
    let narrow = HAND_WIDTHS_PT[0];
    let most = (((room.width() + GAP_PT) / (narrow + GAP_PT)).floor() as usize).max(1);
    let shown = count.min(most);
    let width_pt = ((room.width() + GAP_PT) / shown.max(1) as f32 - GAP_PT).min(wide).floor();
    let card = |index: usize| {
        let left = room.left() + index as f32 * (width_pt + GAP_PT);
        Rect::from_min_size(Pos2::new(left, room.top()), vec2(width_pt, room.height()))
    };
    (0..shown).map(card).collect()
}

/// The places of the objects on the stack in its column, the top first: all have a place as long as
/// their titles fit, and the top one the most room. The others that have no place are left out.
pub(crate) fn stack_places(rect: Rect, count: usize) -> Vec<Rect> {
    if count == 0 {
        return Vec::new();
    }
    let fits = |[first, other]: &[f32; 2]| first + GAP_PT + (count - 1) as f32 * (other + GAP_PT) <= rect.height();
    let [first, other] = STACK_HEIGHTS_PT.into_iter().find(|it| fits(it)).unwrap_or(STACK_HEIGHTS_PT[4]);
    // What is left over is for the one that resolves next.
    let all_pt = first + (count - 1) as f32 * (other + GAP_PT);
    let first = first + (rect.height() - all_pt).clamp(0.0, (STACK_HEIGHTS_PT[0][0] - first).max(0.0));
    let mut top = rect.top();
    let mut places = Vec::new();
    for index in 0..count {
        let height_pt = if index == 0 { first } else { other };
        let place = Rect::from_min_size(Pos2::new(rect.left(), top), vec2(rect.width(), height_pt));
        if index > 0 && place.bottom() > rect.bottom() {
            break;
        }
        places.push(place);
        top += height_pt + GAP_PT;
    }
    places
}

/// The width of the column of the stack, with its margins.
const STACK_PT: f32 = 198.0;
/// The same on a low board: that of a tile, so that the permanents keep four in a line.
const SLIM_STACK_PT: f32 = 80.0;
/// The margin and the heading of the column.
const STACK_MARGIN_PT: f32 = 6.0;
const STACK_HEADING_PT: f32 = 20.0;
/// A line about a triggered ability that waits to be put onto the stack.
pub(crate) const WAITING_PT: f32 = 17.0;
/// The most of these lines.
pub(crate) const MOST_WAITING: usize = 5;

fn waiting_pt(waiting: usize) -> f32 {
    if waiting == 0 { 0.0 } else { STACK_HEADING_PT + waiting.min(MOST_WAITING + 1) as f32 * WAITING_PT }
}

/// The width of the column of the stack.
fn stack_width_pt(rect: Rect) -> f32 {
    if is_low(rect) { SLIM_STACK_PT } else { STACK_PT }
}

/// Whether the column of the stack has only room for titles.
pub(crate) fn is_slim(column: Rect) -> bool {
    column.width() < STACK_PT / 2.0
}

/// The margin within the column of the stack.
pub(crate) fn stack_margin_pt(column: Rect) -> f32 {
    if is_slim(column) { 1.0 } else { STACK_MARGIN_PT }
}

/// The height that the column of the stack would like to have.
pub(crate) fn stack_wanted_pt(rect: Rect, count: usize, waiting: usize) -> f32 {
    let [first, other] = STACK_HEIGHTS_PT[if is_low(rect) { STACK_HEIGHTS_PT.len() - 1 } else { 2 }];
    let objects_pt = if count == 0 { 0.0 } else { first + (count - 1) as f32 * (other + GAP_PT) };
    2.0 * STACK_MARGIN_PT + STACK_HEADING_PT + objects_pt + waiting_pt(waiting)
}

/// The part of the column of the stack for its objects.
pub(crate) fn stack_rect(column: Rect, waiting: usize) -> Rect {
    let inner = column.shrink(stack_margin_pt(column));
    let inner = inner.with_min_y((inner.top() + STACK_HEADING_PT).min(inner.bottom()));
    inner.with_max_y((inner.bottom() - waiting_pt(waiting)).max(inner.top()))
}

/// A free place for the stack at the right, beside the cards, if it is high enough.
pub(crate) fn free_column(arranged: &Arranged, rect: Rect, wanted_pt: f32) -> Option<Rect> {
    let column = rect.with_min_x((rect.right() - stack_width_pt(rect)).max(rect.left()));
    let mut taken: Vec<Rect> = Vec::new();
    for seat in &arranged.seats {
        taken.push(seat.bar);
        taken.extend(&seat.cards);
        taken.extend(&seat.command);
        if seat.over_pt > 0.0 {
            taken.push(seat.field);
        }
        taken.extend(seat.items.iter().map(Placed::whole));
    }
    taken.retain(|it| it.right() > column.left() - BETWEEN_SEATS_PT && it.left() < column.right());
    taken.sort_by(|a, b| a.top().total_cmp(&b.top()));
    let mut from = column.top();
    let mut best: Option<Rect> = None;
    for (top, bottom) in taken.iter().map(|it| (it.top(), it.bottom())).chain([(column.bottom(), column.bottom())]) {
        let free = column.with_min_y(from).with_max_y(top - GAP_PT);
        if best.is_none_or(|best| free.height() > best.height()) {
            best = Some(free);
        }
        from = from.max(bottom + GAP_PT);
    }
    best.filter(|free| free.height() >= wanted_pt)
}

/// What is left of the board beside a column for the stack, and that column.
pub(crate) fn beside_stack(rect: Rect) -> (Rect, Rect) {
    let width_pt = stack_width_pt(rect).min(rect.width() / 3.0);
    let x = rect.right() - width_pt;
    (rect.with_max_x(x - BETWEEN_SEATS_PT), rect.with_min_x(x))
}

/// The heights of the top object of the stack and of the others: from whole cards to titles.
const STACK_HEIGHTS_PT: [[f32; 2]; 5] = [[124.0, 124.0], [124.0, 96.0], [124.0, 66.0], [96.0, 44.0], [80.0, 26.0]];

#[cfg(test)]
#[path = "arrange_tests.rs"]
mod tests;

//! The laws of the places: nothing overlaps, everything is in sight up to the promised numbers,
//! order is stable.

use egui::{Pos2, Rect, vec2};
use proptest::prelude::*;

use super::{Arranged, At, Fight, Item, Row, SIZES, Seat, arrange, beside_stack, stack_places};
use retrace_session::files::seats::MOST_SEATS;

/// The board of the layout *Debug* in a window of 1366×768 points, and what is left of it beside a
/// stack.
const SMALL: Rect = Rect { min: Pos2::new(0.0, 0.0), max: Pos2::new(812.0, 420.0) };
/// The board of the layout *Play* in that window.
const SMALL_PLAY: Rect = Rect { min: Pos2::new(0.0, 0.0), max: Pos2::new(1010.0, 540.0) };
/// The board of *Debug* at 1920×1080.
const LARGE: Rect = Rect { min: Pos2::new(0.0, 0.0), max: Pos2::new(1150.0, 660.0) };
/// The board of *Play* at 1920×1080.
const LARGE_PLAY: Rect = Rect { min: Pos2::new(0.0, 0.0), max: Pos2::new(1480.0, 840.0) };

/// How many permanents each of several players may have so that all are in sight.
const PROMISED: [(Rect, usize, usize); 9] = [
    (LARGE_PLAY, 4, 60),
    (SMALL, 3, 14),
    (SMALL, 4, 12),
    (SMALL_PLAY, 4, 25),
    (SMALL_PLAY, 6, 15),
    (SMALL_PLAY, 8, 12),
    (LARGE, 4, 30),
    (LARGE_PLAY, 6, 40),
    (LARGE_PLAY, 8, 35),
];

/// The board beside a choice at 1366×768 pixels and 200 %.
const LOWEST: Rect = Rect { min: Pos2::new(0.0, 0.0), max: Pos2::new(415.0, 203.0) };

fn item(row: Row) -> Item {
    Item { row, behind: 0, group: 0 }
}

fn any_item() -> impl Strategy<Value = Item> {
    let row = prop_oneof![4 => Just(Row::Front), 2 => Just(Row::Back), 3 => Just(Row::Lands)];
    (row, prop_oneof![6 => Just(0usize), 1 => 1usize..4], 0u32..4).prop_map(|(row, behind, group)| Item {
        row,
        behind,
        group,
    })
}

fn any_seat(most: usize) -> impl Strategy<Value = Seat> {
    let items = prop::collection::vec(any_item(), 0..=most);
    (items, prop::option::of(1usize..12), any::<bool>(), 0usize..5, any::<bool>()).prop_map(
        |(items, hand, hidden, command, gone)| Seat {
            items,
            hand,
            hidden_hand: hidden && hand.is_none(),
            command,
            gone,
        },
    )
}

fn any_rect() -> impl Strategy<Value = Rect> {
    (0.0f32..300.0, 0.0f32..300.0, 200.0f32..1900.0, 160.0f32..1100.0)
        .prop_map(|(x, y, width, height)| Rect::from_min_size(Pos2::new(x, y), vec2(width, height)))
}

/// Fights between the front rows of the first two seats.
fn fights_of(table: &[Seat], pick: &[usize]) -> Vec<Fight> {
    let fronts = |seat: usize| -> Vec<At> {
        let items = table[seat].items.iter().enumerate();
        items.filter(|(_, it)| it.row == Row::Front).map(|(item, _)| At { seat, item }).collect()
    };
    if table.len() < 2 {
        return Vec::new();
    }
    let (attackers, mut blockers) = (fronts(0), fronts(1).into_iter());
    let pairs = attackers.into_iter().zip(pick);
    let fight = |(attacker, count): (At, &usize)| Fight {
        attacker,
        toward: Some(1),
        blockers: blockers.by_ref().take(*count).collect(),
    };
    pairs.map(fight).collect()
}

/// Fights of the front rows of seats against others: whom each attacks, and how many block it.
fn fights_among(table: &[Seat], attacking: usize, pick: &[(usize, usize)]) -> Vec<Fight> {
    let fronts = |seat: usize| -> Vec<At> {
        let items = table[seat].items.iter().enumerate();
        items.filter(|(_, it)| it.row == Row::Front).map(|(item, _)| At { seat, item }).collect()
    };
    let mut free: Vec<std::vec::IntoIter<At>> = (0..table.len()).map(|seat| fronts(seat).into_iter()).collect();
    let fight = |(attacker, (other, count)): (At, &(usize, usize))| {
        let toward = (attacking + 1 + other % (table.len() - 1)) % table.len();
        Fight { attacker, toward: Some(toward), blockers: free[toward].by_ref().take(*count).collect() }
    };
    fronts(attacking).into_iter().zip(pick).map(fight).collect()
}

fn rects(arranged: &Arranged) -> Vec<(String, Rect)> {
    let mut all = Vec::new();
    for (seat, it) in arranged.seats.iter().enumerate() {
        all.push((format!("bar {seat}"), it.bar));
        all.extend(it.cards.iter().enumerate().map(|(nth, rect)| (format!("hand {seat}.{nth}"), *rect)));
        all.extend(it.command.iter().enumerate().map(|(nth, rect)| (format!("command {seat}.{nth}"), *rect)));
        if it.over_pt > 0.0 {
            all.push((format!("field {seat}"), it.field));
        } else {
            for (nth, item) in it.items.iter().enumerate() {
                all.push((format!("card {seat}.{nth}"), item.card));
                let strips = item.strips.iter().enumerate();
                all.extend(strips.map(|(strip, rect)| (format!("strip {seat}.{nth}.{strip}"), *rect)));
            }
        }
    }
    all
}

fn overlap(rects: &[(String, Rect)]) -> Option<String> {
    for (index, (name, rect)) in rects.iter().enumerate() {
        for (other, also) in &rects[index + 1..] {
            let both = rect.intersect(*also);
            if both.width() > 0.1 && both.height() > 0.1 {
                return Some(format!("{name} {rect:?} and {other} {also:?}"));
            }
        }
    }
    None
}

fn out_of_sight(arranged: &Arranged, rect: Rect) -> Option<String> {
    let within = rect.expand(0.1);
    let lost = rects(arranged).into_iter().find(|(_, it)| !within.contains_rect(*it));
    lost.map(|(name, it)| format!("{name} {it:?} in {rect:?}"))
}

/// Whether each permanent is in its field, without scrolling.
fn all_in_sight(arranged: &Arranged) -> bool {
    let in_field = |seat: &super::Seated| {
        seat.over_pt == 0.0 && seat.items.iter().all(|it| seat.field.expand(0.1).contains_rect(it.whole()))
    };
    arranged.seats.iter().all(in_field)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_overlaps_and_all_lies_within_the_board(
        rect in any_rect(),
        table in prop::collection::vec(any_seat(18), 1..=MOST_SEATS),
        pick in prop::collection::vec(0usize..4, 0..8),
        among in prop::collection::vec((0usize..8, 0usize..3), 0..10),
        attacking in 0usize..8,
    ) {
        // Bars, hands and the space in the middle need this much.
        let least = if table.len() > 2 { 230.0 } else { 160.0 };
        prop_assume!(rect.height() >= least);
        let fights = match table.len() {
            3.. => fights_among(&table, attacking % table.len(), &among),
            _ => fights_of(&table, &pick),
        };
        let arranged = arrange(rect, &table, &fights);
        prop_assert_eq!(arranged.seats.len(), table.len());
        for (seat, it) in arranged.seats.iter().zip(&table) {
            prop_assert_eq!(seat.items.len(), it.items.len());
            // What scrolls does so within the field, without overlaps.
            let scrolled: Vec<(String, Rect)> = seat.items.iter().map(|it| ("item".to_owned(), it.whole())).collect();
            prop_assert_eq!(overlap(&scrolled), None);
            let content = seat.field.with_max_y(seat.field.bottom() + seat.over_pt).expand(0.1);
            prop_assert!(seat.items.iter().all(|it| content.y_range().contains(it.whole().top())
                && content.y_range().contains(it.whole().bottom())));
        }
        prop_assert_eq!(overlap(&rects(&arranged)), None);
        if rect.width() > 200.0 * table.len() as f32 {
            prop_assert_eq!(out_of_sight(&arranged, rect), None);
        }
    }

    #[test]
    fn twenty_five_a_side_are_readable_in_the_small_window_and_sixty_in_the_large_one(
        fronts in prop::collection::vec(0usize..=60, 2),
        backs in prop::collection::vec(0usize..=60, 2),
        hand in 1usize..10,
    ) {
        for (rect, seats, most) in [(SMALL, 2, 25), (LARGE, 2, 60)] {
            let seat = |index: usize| {
                let front = fronts[index].min(most);
                let back = backs[index].min(most - front);
                let rows = [(Row::Front, front), (Row::Back, back), (Row::Lands, most - front - back)];
                let items = rows.into_iter().flat_map(|(row, count)| (0..count).map(move |_| item(row)));
                Seat { items: items.collect(), hand: Some(hand), ..Seat::default() }
            };
            let table: Vec<Seat> = (0..seats).map(seat).collect();
            let arranged = arrange(rect, &table, &[]);
            prop_assert!(all_in_sight(&arranged), "{seats} seats of {most} in {rect:?}");
            prop_assert_eq!(overlap(&rects(&arranged)), None);
            prop_assert_eq!(out_of_sight(&arranged, rect), None);
            // A tile has room for a name at the size of small text, and for power and toughness.
            for it in arranged.seats.iter().flat_map(|seat| &seat.items) {
                prop_assert!(it.card.width() >= 80.0 && it.card.height() >= 24.0);
            }
        }
    }

    #[test]
    fn three_to_eight_seats_have_all_in_sight_up_to_the_promised_numbers(
        fronts in prop::collection::vec(0usize..=60, MOST_SEATS),
        backs in prop::collection::vec(0usize..=60, MOST_SEATS),
        fewer in prop::collection::vec(0usize..=60, MOST_SEATS),
        hand in 1usize..10,
        pick in prop::collection::vec((0usize..8, 0usize..3), 0..6),
        attacking in 0usize..8,
    ) {
        for (rect, seats, most) in PROMISED {
            let seat = |index: usize| {
                let all = most - if fewer[index] % 3 == 0 { fewer[index].min(most) } else { 0 };
                let front = fronts[index].min(all);
                let back = backs[index].min(all - front);
                let rows = [(Row::Front, front), (Row::Back, back), (Row::Lands, all - front - back)];
                let items = rows.into_iter().flat_map(|(row, count)| (0..count).map(move |_| item(row)));
                // With more than four seats only the first hand is shown.
                let shown = index == 0 || seats <= 4;
                Seat { items: items.collect(), hand: shown.then_some(hand), ..Seat::default() }
            };
            let table: Vec<Seat> = (0..seats).map(seat).collect();
            let arranged = arrange(rect, &table, &fights_among(&table, attacking % seats, &pick));
            prop_assert!(all_in_sight(&arranged), "{seats} seats of {most} in {rect:?}: {arranged:?}");
            prop_assert_eq!(overlap(&rects(&arranged)), None);
            prop_assert_eq!(out_of_sight(&arranged, rect), None);
            for it in arranged.seats.iter().flat_map(|seat| &seat.items) {
                prop_assert!(it.card.width() >= 78.0 && it.card.height() >= 24.0);
            }
        }
    }

    #[test]
    fn eight_a_side_are_in_sight_beside_a_choice_at_twice_the_size(
        fronts in prop::collection::vec(0usize..=8, 2),
        backs in prop::collection::vec(0usize..=8, 2),
        hand in 1usize..8,
        fight in prop_oneof![Just(vec![]), Just(vec![0]), Just(vec![1]), Just(vec![2]), Just(vec![1, 1]), Just(vec![0, 0, 0])],
    ) {
        let seat = |index: usize, most: usize| {
            let front = fronts[index].min(most);
            let back = backs[index].min(most - front);
            let rows = [(Row::Front, front), (Row::Back, back), (Row::Lands, most - front - back)];
            let items = rows.into_iter().flat_map(|(row, count)| (0..count).map(move |_| item(row)));
            Seat { items: items.collect(), hand: (index == 0).then_some(hand), ..Seat::default() }
        };
        // While something is on the stack as well, except in combat, where there are six then.
        let beside = beside_stack(LOWEST).0;
        for (rect, most) in [(LOWEST, 8), (beside, if fight.is_empty() { 8 } else { 6 })] {
            let table = [seat(0, most), seat(1, most)];
            let arranged = arrange(rect, &table, &fights_of(&table, &fight));
            prop_assert!(all_in_sight(&arranged), "{arranged:?}");
            prop_assert_eq!(overlap(&rects(&arranged)), None);
            for it in arranged.seats.iter().flat_map(|seat| &seat.items) {
                prop_assert!(it.card.width() >= 78.0 && it.card.height() >= 24.0);
            }
        }
    }

    #[test]
    fn what_comes_or_goes_leaves_the_others_in_their_order(
        rect in any_rect(),
        table in prop::collection::vec(any_seat(14), 2..=MOST_SEATS),
        whose in 0usize..MOST_SEATS,
        at in 0usize..14,
        new in any_item(),
    ) {
        let (mut more, whose) = (table.clone(), whose % table.len());
        let at = at.min(more[whose].items.len());
        more[whose].items.insert(at, new);
        // Row by row: which item comes after which.
        let order = |table: &[Seat], skip: Option<usize>| -> Vec<Vec<usize>> {
            let seated = &arrange(rect, table, &[]).seats[whose];
            [Row::Front, Row::Back, Row::Lands].iter().map(|row| {
                let mut all: Vec<(usize, Pos2)> = seated.items.iter().enumerate()
                    .filter(|(index, _)| table[whose].items[*index].row == *row && Some(*index) != skip)
                    .map(|(index, it)| (index, it.card.left_bottom())).collect();
                // From the middle outwards.
                let outwards = if seated.top { -1.0 } else { 1.0 };
                all.sort_by(|(_, a), (_, b)| (outwards * a.y).total_cmp(&(outwards * b.y)).then(a.x.total_cmp(&b.x)));
                all.into_iter().map(|(index, _)| match skip {
                    Some(skip) if index > skip => index - 1,
                    _ => index,
                }).collect()
            }).collect()
        };
        prop_assert_eq!(order(&table, None), order(&more, Some(at)));
    }

    #[test]
    fn blockers_stand_opposite_what_they_block(
        first in 1usize..8,
        second in 1usize..8,
        pick in prop::collection::vec(0usize..3, 1..6),
    ) {
        let seat = |count| Seat { items: vec![item(Row::Front); count], ..Seat::default() };
        let table = [seat(first), seat(second)];
        let fights = fights_of(&table, &pick);
        let arranged = arrange(LARGE, &table, &fights);
        let place = |at: &At| arranged.seats[at.seat].items[at.item].card;
        for fight in &fights {
            let attacker = place(&fight.attacker);
            let blockers: Vec<Rect> = fight.blockers.iter().map(place).collect();
            let Some(all) = blockers.iter().copied().reduce(Rect::union) else { continue };
            prop_assert!((all.center().x - attacker.center().x).abs() <= 2.0, "{all:?} and {attacker:?}");
            prop_assert!(all.bottom() <= attacker.top());
            // In damage assignment order.
            prop_assert!(blockers.windows(2).all(|pair| pair[0].right() <= pair[1].left()));
        }
    }

    #[test]
    fn among_three_to_eight_seats_fighters_stand_opposite_each_other(
        rect in prop_oneof![Just(LARGE_PLAY), Just(SMALL_PLAY)],
        counts in prop::collection::vec(1usize..7, 3..=MOST_SEATS),
        attacking in 0usize..MOST_SEATS,
        pick in prop::collection::vec((0usize..8, 0usize..3), 1..5),
    ) {
        let seat = |count: &usize| Seat { items: vec![item(Row::Front); *count], ..Seat::default() };
        let table: Vec<Seat> = counts.iter().map(seat).collect();
        let attacking = attacking % table.len();
        let fights = fights_among(&table, attacking, &pick);
        let arranged = arrange(rect, &table, &fights);
        let place = |at: &At| arranged.seats[at.seat].items[at.item].card;
        for fight in &fights {
            let (attacker, toward) = (place(&fight.attacker), fight.toward.unwrap());
            let [own, other] = [attacking, toward].map(|seat| arranged.seats[seat].bar);
            let blockers: Vec<Rect> = fight.blockers.iter().map(place).collect();
            let all = blockers.iter().copied().reduce(Rect::union);
            if (own.top() - other.top()).abs() < 1.0 {
                // Beside each other: in one line.
                let Some(all) = all else { continue };
                let both = all.y_range().intersection(attacker.y_range());
                prop_assert!(both.span() > 10.0, "{all:?} and {attacker:?} in one line");
                let nearest = if own.left() < other.left() {
                    blockers.windows(2).all(|pair| pair[0].right() <= pair[1].left())
                } else {
                    blockers.windows(2).all(|pair| pair[1].right() <= pair[0].left())
                };
                prop_assert!(nearest, "the first blocker is the nearest: {blockers:?}");
            } else {
                if own.x_range().intersection(other.x_range()).span() < SIZES[super::LEAST].card.x {
                    continue;
                }
                prop_assert!(other.x_range().contains(attacker.center().x), "{attacker:?} opposite {other:?}");
                // Where two of the smallest cards have no room beside each other, blockers go on in
                // another line.
                let narrow = own.x_range().intersection(other.x_range()).span() < 2.0 * SIZES[super::LEAST].card.x + 5.0;
                let Some(all) = all.filter(|_| !narrow) else { continue };
                prop_assert!((all.center().x - attacker.center().x).abs() <= 2.0, "{all:?} and {attacker:?}");
                prop_assert!(blockers.windows(2).all(|pair| pair[0].right() <= pair[1].left()));
            }
        }
    }

    #[test]
    fn the_whole_stack_is_in_sight_as_long_as_titles_fit(height in 120.0f32..900.0, count in 0usize..40) {
        let rect = Rect::from_min_size(Pos2::new(3.0, 7.0), vec2(180.0, height));
        let places = stack_places(rect, count);
        prop_assert!(places.iter().all(|it| rect.expand(0.1).contains_rect(*it)) || height < 80.0);
        prop_assert!(places.windows(2).all(|pair| pair[0].bottom() < pair[1].top()));
        let titles_pt = 80.0 + count.saturating_sub(1) as f32 * 31.0;
        prop_assert!(places.len() == count || titles_pt > height, "{} of {count}", places.len());
    }
}

#[test]
fn the_first_seat_has_the_bottom_and_the_others_are_above_it_in_turn_order() {
    for seats in 2..=MOST_SEATS {
        let arranged = arrange(LARGE_PLAY, &vec![Seat::default(); seats], &[]);
        let [own, others @ ..] = arranged.seats.as_slice() else { panic!("{seats}") };
        assert!(!own.top && own.bar.width() == LARGE_PLAY.width() && own.bar.bottom() == LARGE_PLAY.bottom());
        assert!(others.iter().all(|it| it.top && it.field.bottom() <= own.field.top()), "{seats}");
        let places: Vec<(f32, f32)> = others.iter().map(|it| (it.bar.top(), it.bar.left())).collect();
        assert!(places.is_sorted_by(|a, b| a < b), "{seats}: as one reads: {places:?}");
        assert!(others.iter().all(|it| it.field.height() <= own.field.height() + 1.0), "{seats}: {arranged:?}");
    }
}

#[test]
fn who_has_more_on_the_table_is_given_more_room_and_who_has_left_less() {
    let of = |count: usize| Seat { items: vec![item(Row::Front); count], ..Seat::default() };
    let gone = Seat { gone: true, ..Seat::default() };
    let arranged = arrange(LARGE_PLAY, &[of(4), of(30), of(4), gone], &[]);
    let widths: Vec<f32> = arranged.seats.iter().skip(1).map(|it| it.bar.width()).collect();
    assert!(widths[0] > 1.5 * widths[1] && widths[1] > 1.5 * widths[2], "{widths:?}");
    // One permanent more or less moves nobody.
    let more = arrange(LARGE_PLAY, &[of(4), of(31), of(5), of(0)], &[]);
    let again = arrange(LARGE_PLAY, &[of(5), of(30), of(4), of(1)], &[]);
    let bars = |arranged: &Arranged| arranged.seats.iter().map(|it| it.bar).collect::<Vec<_>>();
    assert_eq!(bars(&more), bars(&again));
}

#[test]
fn commanders_stand_at_the_right_of_the_hand_and_leave_it_its_half() {
    let seat = |hand, command| Seat { hand, command, hidden_hand: hand.is_none(), ..Seat::default() };
    let arranged = arrange(LARGE, &[seat(Some(12), 4), seat(None, 2), seat(None, 1), seat(None, 1)], &[]);
    for (seated, (cards, command)) in arranged.seats.iter().zip([(4, 4), (0, 1), (0, 1), (0, 1)]) {
        assert!(seated.cards.len() >= cards && seated.command.len() >= command, "{seated:?}");
        assert!(seated.command.iter().all(|place| place.left() > seated.hand.right()), "{seated:?}");
        assert!(seated.command.last().unwrap().right() <= seated.bar.right());
    }
    let alone = arrange(LARGE, &[Seat { command: 1, ..Seat::default() }, Seat::default()], &[]);
    assert_eq!(alone.seats[0].command.len(), 1, "with an empty hand, too");
}

#[test]
fn few_permanents_have_whole_cards_and_the_middle_stays() {
    let seat = |front: usize| Seat {
        items: [vec![item(Row::Front); front], vec![item(Row::Lands); 3]].concat(),
        hand: Some(4),
        ..Seat::default()
    };
    let few = arrange(LARGE, &[seat(2), seat(1)], &[]);
    assert_eq!(few.seats[0].size, SIZES[0]);
    let one_more = arrange(LARGE, &[seat(3), seat(1)], &[]);
    assert_eq!(few.middles, one_more.middles);
}

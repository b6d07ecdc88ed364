//! Aligns two lists: the shortest script of insertions and deletions (Myers 1986), abandoned where
//! the lists have little in common. Long lists are aligned window by window, each starting after
//! the last pair of the previous one, so time and memory are linear in their lengths.

/// How many insertions and deletions to try before the rest is left unaligned.
const MOST_EDITS: usize = 1500;

/// How many items of each list to align at once.
const WINDOW: usize = 512;

/// Two paired items, or one alone, by their indices in the lists.
type Row = (Option<usize>, Option<usize>);

/// Pairs the equal items of two lists, in order; the others stand alone. Calls `went_on` after each
/// window with the number of items done in both lists; it may end the work.
pub(super) fn align<T, K: PartialEq, E>(
    left: &[T],
    right: &[T],
    key: impl Fn(&T) -> &K,
    mut went_on: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Row>, E> {
    let mut rows: Vec<Row> = Vec::new();
    let (mut l, mut r) = (0, 0);
    loop {
        let (l_end, r_end) = ((l + WINDOW).min(left.len()), (r + WINDOW).min(right.len()));
        let mut here = align_window(&left[l..l_end], &right[r..r_end], &key);
        let is_last = l_end == left.len() && r_end == right.len();
        if !is_last && let Some(pair) = here.iter().rposition(|row| row.0.is_some() && row.1.is_some()) {
            // Items after the last pair may find a match in the next window.
            here.truncate(pair + 1);
        }
        let (from_l, from_r) = (l, r);
        for (left, right) in here {
            l += usize::from(left.is_some());
            r += usize::from(right.is_some());
            rows.push((left.map(|at| from_l + at), right.map(|at| from_r + at)));
        }
        if l == left.len() && r == right.len() {
            return Ok(rows);
        }
        went_on(l + r)?;
    }
}

/// Like [`align`], for short lists.
fn align_window<T, K: PartialEq>(left: &[T], right: &[T], key: &impl Fn(&T) -> &K) -> Vec<Row> {
    let same = |l: usize, r: usize| key(&left[l]) == key(&right[r]);
    let front = (0..left.len().min(right.len())).take_while(|at| same(*at, *at)).count();
    let most_back = left.len().min(right.len()) - front;
    let back = (1..=most_back).take_while(|at| same(left.len() - at, right.len() - at)).count();
    let (n, m) = (left.len() - front - back, right.len() - front - back);
    let inner = script(n, m, |l, r| same(front + l, front + r));
    let shift = |side: Option<usize>| side.map(|index| front + index);
    let mut rows: Vec<Row> = (0..front).map(|at| (Some(at), Some(at))).collect();
    rows.extend(inner.into_iter().map(|(l, r)| (shift(l), shift(r))));
    rows.extend((0..back).map(|at| (Some(front + n + at), Some(front + m + at))));
    rows
}

fn script(n: usize, m: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Row> {
    let most = (n + m).min(MOST_EDITS);
    // The furthest index on the left reached on each diagonal, after each number of edits.
    let mut trace: Vec<Vec<usize>> = Vec::new();
    let offset = most as isize + 1;
    let mut furthest = vec![0usize; 2 * most + 3];
    let at = |diagonal: isize| usize::try_from(diagonal + offset).unwrap_or(0);
    for edits in 0..=most as isize {
        trace.push(furthest.clone());
        let mut diagonal = -edits;
        while diagonal <= edits {
            let down =
                diagonal == -edits || (diagonal != edits && furthest[at(diagonal - 1)] < furthest[at(diagonal + 1)]);
            let mut l = if down { furthest[at(diagonal + 1)] } else { furthest[at(diagonal - 1)] + 1 };
            let mut r = usize::try_from(l as isize - diagonal).unwrap_or(usize::MAX);
            while l < n && r < m && same(l, r) {
                l += 1;
                r += 1;
            }
            furthest[at(diagonal)] = l;
            if l >= n && r >= m {
                return walk_back(&trace, n, m, at);
            }
            diagonal += 2;
        }
    }
    (0..n).map(|l| (Some(l), None)).chain((0..m).map(|r| (None, Some(r)))).collect()
}

fn walk_back(trace: &[Vec<usize>], n: usize, m: usize, at: impl Fn(isize) -> usize) -> Vec<Row> {
    let (mut l, mut r) = (n as isize, m as isize);
    let mut rows = Vec::new();
    let index = |place: isize| usize::try_from(place).ok();
    for (edits, furthest) in trace.iter().enumerate().rev() {
        let (edits, diagonal) = (edits as isize, l - r);
        let down = diagonal == -edits || (diagonal != edits && furthest[at(diagonal - 1)] < furthest[at(diagonal + 1)]);
        let before = if down { diagonal + 1 } else { diagonal - 1 };
        let before_l = if edits == 0 { 0 } else { furthest[at(before)] as isize };
        let before_r = if edits == 0 { 0 } else { before_l - before };
        while l > before_l && r > before_r {
            l -= 1;
            r -= 1;
            rows.push((index(l), index(r)));
        }
        if edits > 0 {
            rows.push(if down { (None, index(before_r)) } else { (index(before_l), None) });
        }
        (l, r) = (before_l, before_r);
    }
    rows.reverse();
    rows
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::{Row, WINDOW};

    fn align<T, K: PartialEq>(left: &[T], right: &[T], key: impl Fn(&T) -> &K) -> Vec<Row> {
        super::align(left, right, key, |_| Ok::<(), Infallible>(())).unwrap()
    }

    fn pairs(left: &str, right: &str) -> String {
        let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
        let rows = align(&left, &right, |letter| letter);
        let show = |side: &[char], index: Option<usize>| index.map_or('-', |index| side[index]);
        let of = |wanted: fn(&(Option<usize>, Option<usize>)) -> Option<usize>, side: &[char]| -> String {
            rows.iter().map(|row| show(side, wanted(row))).collect()
        };
        format!("{} {}", of(|row| row.0, &left), of(|row| row.1, &right))
    }

    #[test]
    fn what_is_the_same_stands_side_by_side() {
        assert_eq!(pairs("abcd", "abcd"), "abcd abcd");
        assert_eq!(pairs("abd", "abcd"), "ab-d abcd");
        assert_eq!(pairs("abcd", "ad"), "abcd a--d");
        assert_eq!(pairs("", "xy"), "-- xy");
        assert_eq!(pairs("", ""), " ");
        assert_eq!(pairs("ab", "xy"), "ab-- --xy");
    }

    #[test]
    fn every_item_is_there_once_and_in_order() {
        let mut seed = 7u32;
        for _ in 0..200 {
            let mut list = || -> Vec<u32> {
                (0..20)
                    .map(|_| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        seed >> 29
                    })
                    .collect()
            };
            let (left, right) = (list(), list());
            let rows = align(&left, &right, |it| it);
            assert!(rows.iter().filter_map(|row| row.0).eq(0..left.len()));
            assert!(rows.iter().filter_map(|row| row.1).eq(0..right.len()));
            for (l, r) in rows {
                if let (Some(l), Some(r)) = (l, r) {
                    assert_eq!(left[l], right[r]);
                }
            }
        }
    }

    #[test]
    fn long_lists_are_aligned_across_windows_and_can_be_stopped() {
        // Every hundredth item on the left is missing on the right, which has another at every
        // seventieth index.
        let left: Vec<usize> = (0..20 * WINDOW).collect();
        let right: Vec<usize> = left
            .iter()
            .filter(|it| *it % 100 != 0)
            .flat_map(|it| if it % 70 == 0 { vec![*it, 1_000_000 + it] } else { vec![*it] })
            .collect();
        let rows = align(&left, &right, |it| it);
        assert!(rows.iter().filter_map(|row| row.0).eq(0..left.len()));
        assert!(rows.iter().filter_map(|row| row.1).eq(0..right.len()));
        let pairs = rows.iter().filter(|row| row.0.is_some() && row.1.is_some()).count();
        assert_eq!(pairs, left.iter().filter(|it| *it % 100 != 0).count());
        let mut told = Vec::new();
        let stopped = super::align(
            &left,
            &right,
            |it| it,
            |done| {
                told.push(done);
                if told.len() == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!(stopped, Err("enough"));
        assert!(told.is_sorted() && told[2] > told[0]);
        // Lists with nothing in common are finished too.
        let other: Vec<usize> = (0..3 * WINDOW).map(|it| it + 5_000_000).collect();
        assert_eq!(align(&left, &other, |it| it).len(), left.len() + other.len());
    }
}

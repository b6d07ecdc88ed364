//! Alignment of two lists: the shortest script of insertions and deletions (Myers 1986), given up on where the lists have
//! little in common.

/// How many insertions and deletions are tried before the rest is left unaligned.
const MOST_EDITS: usize = 1500;

/// Pairs the items of two lists that are the same, in order; the others stand alone, those of the left first.
pub(super) fn align<T, K: PartialEq>(
    left: &[T],
    right: &[T],
    key: impl Fn(&T) -> &K,
) -> Vec<(Option<usize>, Option<usize>)> {
    let same = |l: usize, r: usize| key(&left[l]) == key(&right[r]);
    let front = (0..left.len().min(right.len())).take_while(|at| same(*at, *at)).count();
    let most_back = left.len().min(right.len()) - front;
    let back = (1..=most_back).take_while(|at| same(left.len() - at, right.len() - at)).count();
    let (n, m) = (left.len() - front - back, right.len() - front - back);
    let inner = script(n, m, |l, r| same(front + l, front + r));
    let shift = |side: Option<usize>| side.map(|index| front + index);
    let mut rows: Vec<(Option<usize>, Option<usize>)> = (0..front).map(|at| (Some(at), Some(at))).collect();
    rows.extend(inner.into_iter().map(|(l, r)| (shift(l), shift(r))));
    rows.extend((0..back).map(|at| (Some(front + n + at), Some(front + m + at))));
    rows
}

fn script(n: usize, m: usize, same: impl Fn(usize, usize) -> bool) -> Vec<(Option<usize>, Option<usize>)> {
    let most = (n + m).min(MOST_EDITS);
    // The furthest place on the left that is reached on each diagonal, after each number of edits.
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

fn walk_back(
    trace: &[Vec<usize>],
    n: usize,
    m: usize,
    at: impl Fn(isize) -> usize,
) -> Vec<(Option<usize>, Option<usize>)> {
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
    use super::align;

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
}

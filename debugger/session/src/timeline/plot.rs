//! The plot of a watch: a number for each place of a timeline. The minimum and maximum of any span
//! are found without visiting every place, so a plot is drawn within a frame, however long the
//! timeline.

use std::ops::Range;

/// How many places a block summarizes.
const BLOCK: usize = 256;

/// The numbers of a watch at the places of a timeline, from 0 steps on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plot {
    values: Vec<Option<i64>>,
    /// The minimum and maximum of each full block.
    blocks: Vec<Option<(i64, i64)>>,
}

impl Plot {
    /// Appends the number of the next place; `None` where there is nothing to plot.
    pub(crate) fn push(&mut self, value: Option<i64>) {
        self.values.push(value);
        if self.values.len().is_multiple_of(BLOCK) {
            let last = self.values.len() - BLOCK;
            self.blocks.push(ends(self.values.get(last..).unwrap_or_default()));
        }
    }

    /// Whether there are no places.
    pub(crate) const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Its first places.
    pub(crate) fn first(&self, places: usize) -> Part<'_> {
        Part { plot: self, len: places.min(self.values.len()) }
    }

    /// A copy of its first places.
    pub(crate) fn up_to(&self, places: usize) -> Plot {
        let values = self.first(places).values().to_vec();
        let blocks = self.blocks.get(..values.len() / BLOCK).unwrap_or_default().to_vec();
        Plot { values, blocks }
    }
}

/// The first places of a [`Plot`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    plot: &'a Plot,
    len: usize,
}

impl<'a> Part<'a> {
    /// The number at each place, from 0 steps on.
    pub fn values(self) -> &'a [Option<i64>] {
        self.plot.values.get(..self.len).unwrap_or_default()
    }

    /// The number of places.
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether there are no places.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The minimum and maximum in a span of places; `None` if there is nothing to plot. O(n / 256).
    pub fn between(self, span: Range<usize>) -> Option<(i64, i64)> {
        let span = span.start.min(self.len)..span.end.min(self.len);
        let (first, last) = (span.start.div_ceil(BLOCK), span.end / BLOCK);
        let values = |span: Range<usize>| ends(self.plot.values.get(span).unwrap_or_default());
        if first >= last {
            return values(span);
        }
        let blocks = self.plot.blocks.get(first..last).unwrap_or_default().iter().flatten().copied();
        let edges = [values(span.start..first * BLOCK), values(last * BLOCK..span.end)];
        blocks.chain(edges.into_iter().flatten()).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

fn ends(values: &[Option<i64>]) -> Option<(i64, i64)> {
    let numbers = || values.iter().flatten().copied();
    numbers().min().zip(numbers().max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_any_span_are_those_of_its_values() {
        let mut plot = Plot::default();
        for place in 0..3_000_i64 {
            plot.push((place % 7 != 3 && !(700..1_400).contains(&place)).then_some((place * 7_919) % 1_009 - 500));
        }
        for (places, kept) in [(3_000, plot.clone()), (1_800, plot.up_to(1_800)), (5_000, plot.clone())] {
            for (part, other) in [(plot.first(places), kept.first(places))] {
                assert_eq!((part.values(), part.len()), (other.values(), places.min(3_000)));
                for start in (0..3_000).step_by(101) {
                    for end in (start..3_100).step_by(173) {
                        let values = part.values().get(start..end.min(part.len())).unwrap_or_default();
                        assert_eq!(part.between(start..end), ends(values), "{start}..{end} of {places}");
                        assert_eq!(other.between(start..end), ends(values), "{start}..{end} of {places}");
                    }
                }
            }
        }
        assert_eq!(plot.first(3_000).between(768..1_280), None);
        assert!(Plot::default().first(9).is_empty() && Plot::default().is_empty());
    }
}

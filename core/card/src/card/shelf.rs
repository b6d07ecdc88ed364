//! A shelf: cards in the order of their names, each of which is read when it is asked for.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::layout::Card;

/// Why a card can't be read, with its file and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

/// Cards in the order of their names. What is known of a card without reading it is its name and
/// its entry in the list of a catalogue.
pub(super) trait Shelf: fmt::Debug + Send + Sync {
    /// The number of cards.
    fn len(&self) -> usize;

    /// The name of the card at a place, which is less than [`Shelf::len`].
    fn name(&self, place: usize) -> &str;

    /// The entry of the card at a place in the text of a catalogue's list.
    fn entry(&self, place: usize) -> &str;

    /// The card at a place; it is read the first time.
    ///
    /// # Errors
    /// If its definition can't be read.
    fn card(&self, place: usize) -> Result<&Arc<Card>, Unreadable>;

    /// The canonical text of the card at a place, unless it can't be read.
    fn text(&self, place: usize) -> Option<String>;

    /// The place of the card with this name.
    fn place(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.name(middle).cmp(name) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }
}

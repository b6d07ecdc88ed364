//! A long sequence that grows at its end.

use std::fmt;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A long sequence that grows at its end and is read from there. It has the serialized form of a
/// sequence. A version that adds to it shares all that was there, and adds in place what no other
/// version has a share in.
///
/// It consists of two parts, so that old elements can be forgotten without touching those that
/// stay ([`Log::forget_before`]).
pub struct Log<T> {
    latest: Option<Arc<Link<T>>>,
    /// The part before, which itself has none before it.
    older: Option<Arc<Log<T>>>,
}

/// How many elements a link has room for.
const ROOM: usize = 6;

/// Some elements of a [`Log`], at least one, after those before them in their part. All logs that
/// share a link have all of it.
struct Link<T> {
    elements: SmallVec<[T; ROOM]>,
    before: Option<Arc<Link<T>>>,
}

/// A place in a [`Log`]: the next element towards its beginning.
struct Place<'a, T> {
    /// How many elements of the link are yet to come.
    left: usize,
    link: Option<&'a Arc<Link<T>>>,
    older: Option<&'a Arc<Log<T>>>,
}

impl<'a, T> Place<'a, T> {
    fn at(link: Option<&'a Arc<Link<T>>>, older: Option<&'a Arc<Log<T>>>) -> Place<'a, T> {
        Place { left: link.map_or(0, |link| link.elements.len()), link, older }
    }

    /// Whether two places have the same elements before them because they share them.
    fn is_shared(&self, other: &Place<'_, T>) -> bool {
        let same_link = match (self.link, other.link) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two) && self.left == other.left,
            (one, two) => one.is_none() && two.is_none(),
        };
        same_link
            && match (self.older, other.older) {
                (Some(one), Some(two)) => Arc::ptr_eq(one, two),
                (one, two) => one.is_none() && two.is_none(),
            }
    }
}

impl<'a, T> Iterator for Place<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        if self.link.is_none() {
            *self = Place::at(self.older.take()?.latest.as_ref(), None);
        }
        let link = self.link?;
        self.left = self.left.checked_sub(1)?;
        if self.left == 0 {
            *self = Place::at(link.before.as_ref(), self.older);
            return link.elements.first();
        }
        link.elements.get(self.left)
    }
}

impl<T> Default for Log<T> {
    fn default() -> Log<T> {
        Log { latest: None, older: None }
    }
}

impl<T> Clone for Log<T> {
    fn clone(&self) -> Log<T> {
        Log { latest: self.latest.clone(), older: self.older.clone() }
    }
}

impl<T> Drop for Log<T> {
    /// Drops one link after the other: a long chain of nested drops would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.latest.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.take();
        }
    }
}

impl<T: PartialEq> PartialEq for Log<T> {
    fn eq(&self, other: &Log<T>) -> bool {
        let (mut one, mut two) = (self.place(), other.place());
        loop {
            // From here on they share everything.
            if one.is_shared(&two) {
                return true;
            }
            match (one.next(), two.next()) {
                (None, None) => return true,
                (one, two) if one != two => return false,
                _ => {}
            }
        }
    }
}

impl<T: Eq> Eq for Log<T> {}

impl<T: fmt::Debug> fmt::Debug for Log<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T> Log<T> {
    fn place(&self) -> Place<'_, T> {
        Place::at(self.latest.as_ref(), self.older.as_ref())
    }

    /// Returns the elements in order. Costs a list of all.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        let all: Vec<&T> = self.latest().collect();
        all.into_iter().rev()
    }

    /// Returns the elements, latest first.
    pub fn latest(&self) -> impl Iterator<Item = &T> {
        self.place()
    }

    /// Returns the number of elements. Costs a walk over all.
    pub fn len(&self) -> usize {
        self.latest().count()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.last().is_none()
    }

    /// Returns the first element.
    pub fn front(&self) -> Option<&T> {
        self.latest().last()
    }

    /// Returns the last element.
    pub fn last(&self) -> Option<&T> {
        self.latest().next()
    }

    /// Adds an element at the end.
    pub fn push_back(&mut self, element: T) {
        if let Some(link) = self.latest.as_mut().and_then(Arc::get_mut)
            && link.elements.len() < ROOM
        {
            link.elements.push(element);
            return;
        }
        let before = self.latest.take();
        self.latest = Some(Arc::new(Link { elements: smallvec![element], before }));
    }

    /// Forgets the elements before the first that stays, if one does. If that is the first one
    /// added since the last call, as a rule, those that stay are not touched.
    pub(crate) fn forget_before(&mut self, stays: impl Fn(&T) -> bool)
    where
        T: Clone,
    {
        let older = self.older.take();
        let added = Log { latest: self.latest.take(), older: None };
        let first = added.front().is_some_and(&stays);
        let kept = if first && !older.iter().any(|older| older.latest().any(&stays)) {
            added
        } else {
            let all = Log { latest: added.latest.clone(), older };
            let from = all.iter().position(&stays).unwrap_or(0);
            all.iter().skip(from).cloned().collect()
        };
        *self = Log { latest: None, older: Some(Arc::new(kept)) };
    }
}

impl<T> FromIterator<T> for Log<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Log<T> {
        let mut log = Log::default();
        elements.into_iter().for_each(|element| log.push_back(element));
        log
    }
}

impl<T: Serialize> Serialize for Log<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Vec::from_iter(self.iter()))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Log<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Log<T>, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_the_sequence_of_what_was_added() {
        let mut versions = vec![Log::default()];
        for number in 0..100_u32 {
            let mut next = versions[versions.len() - 1].clone();
            next.push_back(number);
            versions.push(next);
        }
        for (len, log) in versions.iter().enumerate() {
            let numbers: Vec<u32> = (0..100).take(len).collect();
            assert_eq!(log.iter().copied().collect::<Vec<_>>(), numbers);
            assert_eq!(log.iter().rev().copied().collect::<Vec<_>>(), log.latest().copied().collect::<Vec<_>>());
            assert_eq!((log.front(), log.last()), (numbers.first(), numbers.last()));
            assert_eq!((log.len(), log.is_empty()), (len, len == 0));
            assert_eq!(*log, numbers.iter().copied().collect());
            let written = bincode::serde::encode_to_vec(log, bincode::config::standard()).unwrap();
            assert_eq!(written, bincode::serde::encode_to_vec(&numbers, bincode::config::standard()).unwrap());
            let (read, _) = bincode::serde::decode_from_slice(&written, bincode::config::standard()).unwrap();
            assert_eq!(*log, read);
            assert_eq!(*log == versions[50], len == 50);
        }
    }

    /// No recursion over the elements.
    #[test]
    fn a_long_log_can_be_dropped() {
        let log: Log<u32> = (0..1_000_000).collect();
        let mut other = log.clone();
        other.push_back(1);
        drop(log);
        assert_eq!((other.len(), other.last(), other.latest().nth(1)), (1_000_001, Some(&1), Some(&999_999)));
    }

    #[test]
    fn what_comes_before_the_first_that_stays_is_forgotten() {
        let mut log: Log<u32> = Log::default();
        let mut plain: Vec<u32> = Vec::new();
        for round in 0..6 {
            for number in 0..4 {
                log.push_back(round * 10 + number);
                plain.push(round * 10 + number);
            }
            let before = log.clone();
            // Once in a while there is nothing to forget, or not where a part begins.
            let from = if round == 3 { 22 } else { (round * 10).saturating_sub(5) / 10 * 10 };
            log.forget_before(|number| *number >= from);
            assert_eq!(before.iter().copied().collect::<Vec<_>>(), plain, "the version before is as it was");
            plain.retain(|number| *number >= from);
            assert_eq!(log.iter().copied().collect::<Vec<_>>(), plain);
            assert_eq!(log.latest().copied().collect::<Vec<_>>(), plain.iter().rev().copied().collect::<Vec<_>>());
            assert_eq!((log.len(), log.front(), log.last()), (plain.len(), plain.first(), plain.last()));
            // Logs with equal elements are equal, whatever parts they are divided into; otherwise
            // not.
            assert!(log == plain.iter().copied().collect() && log == log.clone());
            assert!(plain.len() == 4 * (round as usize + 1) || log != before);
        }
        log.forget_before(|_| false);
        assert_eq!(log.len(), plain.len(), "if none stays, none is forgotten");
    }
}

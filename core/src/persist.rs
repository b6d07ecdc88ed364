//! The persistent containers, behind one module so that the crate under them can be changed here
//! alone.
//!
//! Only the ordered map and the vector are used: their order is part of determinism (law 7), and
//! the ordered set of `im` has an advisory (see `docs/dependencies.md`). Values that change often
//! sit behind an `Arc`, so that a version shares what it did not touch. Parts that seldom change
//! are [`Shared`]: an empty vector takes 64 bytes in every version, a pointer takes eight.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use im::ordmap::DiffItem;
pub use im::{OrdMap as Map, Vector};

/// A part of a state that seldom changes. It has the same serialized form as the part itself. A
/// version holds a pointer to it; changing it copies it first if another version shares it.
#[derive(Debug, Default, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Whether two versions share the same value in memory, not merely equal values.
    pub fn is_same(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        self.is_same(other) || self.0 == other.0
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a, T> IntoIterator for &'a Shared<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&**self).into_iter()
    }
}

impl<T> From<T> for Shared<T> {
    fn from(part: T) -> Shared<T> {
        Shared(Arc::new(part))
    }
}

/// Removes a key from a map. Without the key, the map stays shared with other versions;
/// `Map::remove` would copy it.
pub(crate) fn take_out<K: Ord + Clone, V: Clone>(map: &mut Map<K, V>, key: &K) {
    if map.contains_key(key) {
        map.remove(key);
    }
}

/// Keeps the entries for which `keep` is true; leaves the map shared if that is all of them.
pub(crate) fn keep_only<K: Ord + Clone, V: Clone>(map: &mut Map<K, V>, keep: impl Fn(&K, &V) -> bool) {
    let over: Vec<K> = map.iter().filter(|(key, value)| !keep(key, value)).map(|(key, _)| key.clone()).collect();
    over.iter().for_each(|key| drop(map.remove(key)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_copied_by_the_version_that_changes_it() {
        let first: Shared<Vec<u32>> = Shared::from(vec![1_u32]);
        let mut second = first.clone();
        assert!(first.is_same(&second));
        second.push(2);
        assert!(!first.is_same(&second));
        assert_eq!((first.len(), second.len()), (1, 2));
    }

    #[test]
    fn what_is_not_there_leaves_a_map_shared() {
        let first: Map<u32, u32> = [(1_u32, 1_u32), (2, 2)].into_iter().collect();
        let mut second = first.clone();
        take_out(&mut second, &3);
        keep_only(&mut second, |_, _| true);
        assert!(first.ptr_eq(&second));
        keep_only(&mut second, |key, _| *key == 2);
        assert_eq!(second.keys().copied().collect::<Vec<_>>(), [2]);
        take_out(&mut second, &2);
        assert!(second.is_empty() && first.len() == 2);
    }
}

//! The persistent containers, behind one module so that the crate under them can be changed here
//! alone.
//!
//! Of `im`, only the ordered map and the vector are used: their order is part of determinism
//! (law 7), and its ordered set has an advisory (see `docs/dependencies.md`). Values that change
//! often sit behind an `Arc`, so that a version shares what it did not touch. Parts that seldom
//! change are [`Shared`]: an empty vector takes 64 bytes in every version, a pointer takes eight.

mod log;
mod table;

use std::cell::RefCell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

pub use log::Log;
pub use table::{Numbered, Table};

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

/// A value computed from the one that holds it, on demand. It is no part of that one: it is neither
/// stored nor compared, a copy starts without it, and whoever changes the one that holds it forgets
/// it.
pub struct Memo<T>(OnceLock<Box<T>>);

impl<T> Memo<T> {
    /// Returns the value, computed if this is the first time.
    pub fn get_or_init(&self, compute: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(|| Box::new(compute()))
    }

    /// Returns the value, if it is known.
    pub fn known(&self) -> Option<&T> {
        self.0.get().map(|value| &**value)
    }

    /// Forgets it.
    pub fn forget(&mut self) {
        self.0.take();
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(OnceLock::new())
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        Memo::default()
    }
}

impl<T> PartialEq for Memo<T> {
    fn eq(&self, _: &Memo<T>) -> bool {
        true
    }
}

impl<T> Eq for Memo<T> {}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

/// A value that is computed when it is first asked for, and that copies share from then on.
#[derive(Debug)]
pub struct OnDemand<T> {
    /// The value, if it was known when this copy was made: copying it needs no lock.
    known: Option<T>,
    /// The value, if this copy computed it.
    later: OnceLock<T>,
}

impl<T> OnDemand<T> {
    /// Returns the value, if it is known.
    pub fn get(&self) -> Option<&T> {
        self.known.as_ref().or_else(|| self.later.get())
    }

    /// Returns the value, to be changed, if it is known.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.known.as_mut().or_else(|| self.later.get_mut())
    }

    /// Returns the value, computed if this is the first time.
    ///
    /// # Panics
    /// If computing the value asks for it: it would wait for itself forever.
    pub fn get_or_init(&self, compute: impl FnOnce() -> T) -> &T {
        match self.get() {
            Some(known) => known,
            None => {
                let _asked = Asked::for_value_at(std::ptr::from_ref(self).addr());
                self.later.get_or_init(compute)
            }
        }
    }

    /// Takes the value out, if it is known.
    pub fn take(&mut self) -> Option<T> {
        self.known.take().or_else(|| self.later.take())
    }
}

thread_local! {
    /// Where the values are that this thread computes.
    static COMPUTED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A value that is being computed.
struct Asked;

impl Asked {
    fn for_value_at(address: usize) -> Asked {
        COMPUTED.with_borrow_mut(|all| {
            assert!(!all.contains(&address), "a value is asked for by what computes it");
            all.push(address);
        });
        Asked
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        COMPUTED.with_borrow_mut(|all| {
            all.pop();
        });
    }
}

impl<T> Default for OnDemand<T> {
    fn default() -> OnDemand<T> {
        OnDemand { known: None, later: OnceLock::new() }
    }
}

impl<T: Clone> Clone for OnDemand<T> {
    fn clone(&self) -> OnDemand<T> {
        OnDemand { known: self.get().cloned(), later: OnceLock::new() }
    }
}

impl<T> From<T> for OnDemand<T> {
    fn from(value: T) -> OnDemand<T> {
        OnDemand { known: Some(value), later: OnceLock::new() }
    }
}

/// A short stack, innermost last. It has the serialized form of a sequence. A version that changes
/// it copies all of it if another version shares it.
#[derive(Debug, Eq)]
pub struct Stack<T>(Arc<SmallVec<[T; 8]>>);

impl<T> Default for Stack<T> {
    fn default() -> Stack<T> {
        Stack(Arc::default())
    }
}

impl<T> Clone for Stack<T> {
    fn clone(&self) -> Stack<T> {
        Stack(Arc::clone(&self.0))
    }
}

impl<T: PartialEq> PartialEq for Stack<T> {
    fn eq(&self, other: &Stack<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T> Deref for Stack<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'a, T> IntoIterator for &'a Stack<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Clone> Stack<T> {
    /// Puts an element on top.
    pub fn push(&mut self, element: T) {
        Arc::make_mut(&mut self.0).push(element);
    }

    /// Takes the element on top.
    pub fn pop(&mut self) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        Arc::make_mut(&mut self.0).pop()
    }

    /// Returns the element on top, to be changed.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        let place = self.0.len().checked_sub(1)?;
        self.get_mut(place)
    }

    /// Returns an element, counted from the outermost, to be changed.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        if place >= self.0.len() {
            return None;
        }
        Arc::make_mut(&mut self.0).get_mut(place)
    }

    /// Leaves the outermost `count` elements.
    pub fn truncate(&mut self, count: usize) {
        if count < self.0.len() {
            Arc::make_mut(&mut self.0).truncate(count);
        }
    }
}

impl<T: Serialize> Serialize for Stack<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stack<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stack<T>, D::Error> {
        Ok(Stack(Arc::new(Vec::deserialize(deserializer)?.into())))
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
    #[should_panic(expected = "a value is asked for by what computes it")]
    fn a_value_that_asks_for_itself_does_not_wait_for_itself() {
        let value: OnDemand<u32> = OnDemand::default();
        value.get_or_init(|| *value.get_or_init(|| 1));
    }

    #[test]
    fn values_that_ask_for_others_are_computed() {
        let (one, other): (OnDemand<u32>, OnDemand<u32>) = Default::default();
        assert_eq!(*one.get_or_init(|| *other.get_or_init(|| 1) + 1), 2);
        assert_eq!(one.get(), Some(&2));
    }

    #[test]
    fn a_stack_is_copied_by_the_version_that_changes_it() {
        let mut first = Stack::default();
        (1..=3_u32).for_each(|element| first.push(element));
        let mut second = first.clone();
        second.truncate(3);
        assert!(Arc::ptr_eq(&first.0, &second.0), "nothing was taken away");
        *second.last_mut().unwrap() = 9;
        assert_eq!((second.pop(), second.len(), first.last()), (Some(9), 2, Some(&3)));
        second.truncate(0);
        assert_eq!((second.pop(), second.last_mut(), first.len()), (None, None, 3));
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

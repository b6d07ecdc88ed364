//! A persistent map from numbers that are given out one after another, such as ids.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::fact::{EffectId, ObjectId};

use super::DiffItem;

/// How many bits of a number each level of a [`Table`] looks at.
const BITS: u32 = 4;

/// How many places a node has.
const WIDTH: usize = 1 << BITS;

/// A key of a [`Table`].
pub trait Numbered: Copy {
    /// Returns the number that decides its place.
    fn number(self) -> u32;
}

/// A map in the order of its keys' numbers. It has the serialized form of a map.
///
/// Finding a key takes a step for each four bits of the greatest number. A version that changes it
/// copies a node of 16 places at each of these steps.
pub struct Table<K, V> {
    root: Option<Arc<Node<K, V>>>,
    /// How many levels of nodes are above the leaves.
    height: u32,
    len: u32,
}

enum Node<K, V> {
    Inner([Option<Arc<Node<K, V>>>; WIDTH]),
    Leaf([Option<(K, V)>; WIDTH]),
}

impl<K: Clone, V: Clone> Clone for Node<K, V> {
    fn clone(&self) -> Node<K, V> {
        match self {
            Node::Inner(below) => Node::Inner(below.clone()),
            Node::Leaf(here) => Node::Leaf(here.clone()),
        }
    }
}

impl<K, V> Node<K, V> {
    /// An empty node on a level, counted from the leaves.
    fn new(level: u32) -> Node<K, V> {
        match level {
            0 => Node::Leaf(std::array::from_fn(|_| None)),
            _ => Node::Inner(std::array::from_fn(|_| None)),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Inner(below) => below.iter().all(Option::is_none),
            Node::Leaf(here) => here.iter().all(Option::is_none),
        }
    }
}

/// The place of a number in a node on a level.
fn place(number: u32, level: u32) -> usize {
    (number.checked_shr(level * BITS).unwrap_or(0) as usize) % WIDTH
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { root: None, height: 0, len: 0 }
    }
}

impl<K, V> Clone for Table<K, V> {
    fn clone(&self) -> Table<K, V> {
        Table { root: self.root.clone(), height: self.height, len: self.len }
    }
}

impl<K: Numbered, V> Table<K, V> {
    /// Returns the number of keys.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether two versions share everything in memory.
    pub fn is_same(&self, other: &Table<K, V>) -> bool {
        match (&self.root, &other.root) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Whether a number is beyond those that there is a place for.
    fn is_beyond(&self, number: u32) -> bool {
        number.checked_shr((self.height + 1) * BITS).is_some_and(|rest| rest != 0)
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let number = key.number();
        if self.is_beyond(number) {
            return None;
        }
        let (mut node, mut level) = (self.root.as_deref()?, self.height);
        loop {
            match node {
                Node::Inner(below) => node = below.get(place(number, level))?.as_deref()?,
                Node::Leaf(here) => return here.get(place(number, 0))?.as_ref().map(|(_, value)| value),
            }
            level = level.saturating_sub(1);
        }
    }

    /// Whether there is a value for a key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// Returns the keys and values, in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        let mut iter = Iter { inner: SmallVec::new(), leaf: [].iter(), left: self.len() };
        iter.enter(self.root.as_deref());
        iter
    }

    /// Returns the keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// Returns the values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<K: Numbered, V: Clone> Table<K, V> {
    /// Returns the value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        if !self.contains_key(key) {
            return None;
        }
        let (number, mut level) = (key.number(), self.height);
        let mut node = Arc::make_mut(self.root.as_mut()?);
        loop {
            match node {
                Node::Inner(below) => node = Arc::make_mut(below.get_mut(place(number, level))?.as_mut()?),
                Node::Leaf(here) => return here.get_mut(place(number, 0))?.as_mut().map(|(_, value)| value),
            }
            level = level.saturating_sub(1);
        }
    }

    /// Gives a key a value, and returns the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let number = key.number();
        while self.root.is_some() && self.is_beyond(number) {
            self.height += 1;
            let mut above = Node::new(self.height);
            if let Node::Inner(below) = &mut above {
                below[0] = self.root.take();
            }
            self.root = Some(Arc::new(above));
        }
        if self.root.is_none() {
            self.height = 0;
            while self.is_beyond(number) {
                self.height += 1;
            }
        }
        let mut level = self.height;
        let mut node = Arc::make_mut(self.root.get_or_insert_with(|| Arc::new(Node::new(level))));
        loop {
            match node {
                Node::Inner(below) => {
                    level -= 1;
                    let next = below[place(number, level + 1)].get_or_insert_with(|| Arc::new(Node::new(level)));
                    node = Arc::make_mut(next);
                }
                Node::Leaf(here) => {
                    let before = here[place(number, 0)].replace((key, value));
                    self.len += u32::from(before.is_none());
                    return before.map(|(_, value)| value);
                }
            }
        }
    }

    /// Keeps the entries for which `keep` is true; everything stays shared if that is all of them.
    pub fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        let over: Vec<K> = self.iter().filter(|(key, value)| !keep(key, value)).map(|(key, _)| *key).collect();
        over.iter().for_each(|key| drop(self.remove(key)));
    }

    /// Removes a key, and returns its value. Without the key, everything stays shared.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        if !self.contains_key(key) {
            return None;
        }
        let removed = remove(&mut self.root, key.number(), self.height)?;
        self.len -= 1;
        Some(removed)
    }
}

/// Removes a number below a node that has it, and the node if it is empty then.
fn remove<K: Copy, V: Clone>(from: &mut Option<Arc<Node<K, V>>>, number: u32, level: u32) -> Option<V> {
    let node = Arc::make_mut(from.as_mut()?);
    let removed = match node {
        Node::Inner(below) => remove(below.get_mut(place(number, level))?, number, level.saturating_sub(1)),
        Node::Leaf(here) => here.get_mut(place(number, 0))?.take().map(|(_, value)| value),
    };
    if node.is_empty() {
        *from = None;
    }
    removed
}

impl<K: Numbered, V: PartialEq> Table<K, V> {
    /// Returns how another version differs. Branches that both share are skipped.
    pub fn diff<'a>(&'a self, other: &'a Table<K, V>) -> impl Iterator<Item = DiffItem<'a, K, V>> {
        let mut found = Vec::new();
        compare((self.root.as_ref(), self.height), (other.root.as_ref(), other.height), &mut found);
        found.into_iter()
    }
}

type Branch<'a, K, V> = (Option<&'a Arc<Node<K, V>>>, u32);

/// Adds the differences between two branches that begin at the same number.
fn compare<'a, K: Numbered, V: PartialEq>(
    (one, height): Branch<'a, K, V>,
    (other, other_height): Branch<'a, K, V>,
    found: &mut Vec<DiffItem<'a, K, V>>,
) {
    if let (Some(one), Some(other)) = (one, other)
        && Arc::ptr_eq(one, other)
    {
        return;
    }
    let below = |node: Option<&'a Arc<Node<K, V>>>, place: usize| match node.map(|node| &**node) {
        Some(Node::Inner(below)) => below.get(place).and_then(Option::as_ref),
        _ => None,
    };
    let leaf = |node: Option<&'a Arc<Node<K, V>>>, place: usize| match node.map(|node| &**node) {
        Some(Node::Leaf(here)) => here.get(place).and_then(Option::as_ref),
        _ => None,
    };
    for place in 0..WIDTH {
        if height > other_height {
            // The lower one begins where the first branch of the higher one does.
            let lower = other.filter(|_| place == 0);
            compare((below(one, place), height - 1), (lower, other_height), found);
        } else if other_height > height {
            let lower = one.filter(|_| place == 0);
            compare((lower, height), (below(other, place), other_height - 1), found);
        } else if height > 0 {
            compare((below(one, place), height - 1), (below(other, place), height - 1), found);
        } else {
            found.extend(match (leaf(one, place), leaf(other, place)) {
                (Some((key, value)), None) => Some(DiffItem::Remove(key, value)),
                (None, Some((key, value))) => Some(DiffItem::Add(key, value)),
                (Some((key, old)), Some((same, new))) if old != new => {
                    Some(DiffItem::Update { old: (key, old), new: (same, new) })
                }
                _ => None,
            });
        }
        if one.is_none() && other.is_none() {
            return;
        }
    }
}

/// The keys and values of a [`Table`], in order.
pub struct Iter<'a, K, V> {
    /// What is left of the nodes on the way to the leaf.
    inner: SmallVec<[std::slice::Iter<'a, Option<Arc<Node<K, V>>>>; 4]>,
    leaf: std::slice::Iter<'a, Option<(K, V)>>,
    left: usize,
}

impl<'a, K, V> Iter<'a, K, V> {
    fn enter(&mut self, node: Option<&'a Node<K, V>>) {
        match node {
            Some(Node::Inner(below)) => self.inner.push(below.iter()),
            Some(Node::Leaf(here)) => self.leaf = here.iter(),
            None => {}
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        loop {
            if let Some((key, value)) = self.leaf.by_ref().flatten().next() {
                self.left -= 1;
                return Some((key, value));
            }
            match self.inner.last_mut()?.next() {
                Some(node) => self.enter(node.as_deref()),
                None => drop(self.inner.pop()),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<'a, K: Numbered, V> IntoIterator for &'a Table<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K: Numbered, V: Clone> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Table<K, V> {
        let mut table = Table::default();
        entries.into_iter().for_each(|(key, value)| drop(table.insert(key, value)));
        table
    }
}

impl<K: Numbered + PartialEq, V: PartialEq> PartialEq for Table<K, V> {
    fn eq(&self, other: &Table<K, V>) -> bool {
        self.is_same(other) || (self.len == other.len && self.iter().eq(other.iter()))
    }
}

impl<K: Numbered + Eq, V: Eq> Eq for Table<K, V> {}

impl<K: Numbered + fmt::Debug, V: fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Numbered + Serialize, V: Serialize> Serialize for Table<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, K: Numbered + Deserialize<'de>, V: Clone + Deserialize<'de>> Deserialize<'de> for Table<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Table<K, V>, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads the entries of a [`Table`].
struct Entries<K, V>(PhantomData<(K, V)>);

impl<'de, K: Numbered + Deserialize<'de>, V: Clone + Deserialize<'de>> Visitor<'de> for Entries<K, V> {
    type Value = Table<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Table<K, V>, A::Error> {
        let mut table = Table::default();
        while let Some((key, value)) = entries.next_entry()? {
            table.insert(key, value);
        }
        Ok(table)
    }
}

impl Numbered for EffectId {
    fn number(self) -> u32 {
        self.0
    }
}

impl Numbered for ObjectId {
    fn number(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::persist::Map;

    impl Numbered for u32 {
        fn number(self) -> u32 {
            self
        }
    }

    /// Numbers that look random, each from the one before.
    fn next(number: &mut u32) -> u32 {
        *number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *number >> 8
    }

    #[test]
    fn a_table_is_a_map() {
        for greatest in [10_u32, 300, 5_000, u32::MAX] {
            let mut dice = greatest;
            let (mut table, mut map): (Table<u32, u32>, BTreeMap<u32, u32>) = Default::default();
            let mut versions = Vec::new();
            for step in 0..600_u32 {
                let key = if greatest == u32::MAX { next(&mut dice) << 8 } else { next(&mut dice) % greatest };
                match next(&mut dice) % 4 {
                    0 => assert_eq!(table.remove(&key), map.remove(&key)),
                    1 => {
                        if let Some(value) = table.get_mut(&key) {
                            *value += 1;
                        }
                        map.entry(key).and_modify(|value| *value += 1);
                    }
                    _ => assert_eq!(table.insert(key, step), map.insert(key, step)),
                }
                assert_eq!((table.len(), table.get(&key)), (map.len(), map.get(&key)));
                assert!(table.iter().eq(map.iter()));
                if step % 20 == 0 {
                    versions.push((table.clone(), map.clone()));
                }
            }
            let gone: Vec<u32> = map.keys().copied().collect();
            assert!(gone.iter().all(|key| table.remove(key).is_some()) && table.is_empty() && table.root.is_none());
            for (one, map) in &versions {
                assert!(one.iter().eq(map.iter()), "a version stays as it was");
                let (other, theirs) = &versions[0];
                let expected: Map<u32, u32> = map.iter().map(|(key, value)| (*key, *value)).collect();
                let theirs: Map<u32, u32> = theirs.iter().map(|(key, value)| (*key, *value)).collect();
                assert_eq!(one.diff(other).collect::<Vec<_>>(), expected.diff(&theirs).collect::<Vec<_>>());
                let written = bincode::serde::encode_to_vec(one, bincode::config::standard()).unwrap();
                assert_eq!(written, bincode::serde::encode_to_vec(&expected, bincode::config::standard()).unwrap());
                let (read, _): (Table<u32, u32>, usize) =
                    bincode::serde::decode_from_slice(&written, bincode::config::standard()).unwrap();
                assert_eq!(*one, read);
            }
        }
    }

    #[test]
    fn what_is_not_there_leaves_a_table_shared() {
        let first: Table<u32, u32> = [(1, 1), (40, 2)].into_iter().collect();
        let mut second = first.clone();
        assert_eq!((second.remove(&3), second.get_mut(&300)), (None, None));
        assert!(first.is_same(&second));
        second.insert(300, 3);
        assert!(!first.is_same(&second) && first.len() == 2);
    }
}

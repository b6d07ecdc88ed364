//! The database under the store: a few ordered maps of bytes. [`sled`](mod@sled_backend) keeps them
//! in files, [`memory`] for the life of the process. Another database needs one more file like
//! those.
//!
//! A backend promises that a value is written whole or not at all; that everything before a
//! returned `flush` survives the death of the process; and that whatever survives is a prefix of
//! what was written. It promises nothing against a power cut (the journal does) and nothing about
//! the values it returns: the store checks them.

pub(crate) mod memory;
pub(crate) mod sled_backend;

use crate::error::StoreError;

/// The maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// Commits by id.
    Objects,
    /// Timelines by name, and their count.
    Heads,
    /// Encoded games, each by the id of the commit it follows.
    Snapshots,
    /// A copy of the file of labels, under one key.
    Labels,
    /// What lists tell of games, each by the id of the commit at its head.
    Summaries,
}

impl Tree {
    /// All the maps.
    pub(crate) const ALL: [Tree; 5] = [Tree::Objects, Tree::Heads, Tree::Snapshots, Tree::Labels, Tree::Summaries];

    /// The name on disk.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Tree::Objects => "objects",
            Tree::Heads => "heads",
            Tree::Snapshots => "snapshots",
            Tree::Labels => "labels",
            Tree::Summaries => "summaries",
        }
    }
}

/// A change of one key: its new value, or none to remove it.
pub(crate) type KeyChange = (Vec<u8>, Option<Vec<u8>>);

/// Ordered maps of bytes.
pub(crate) trait Backend: Send + Sync {
    /// The value of a key.
    fn get(&self, tree: Tree, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Sets a key, replacing any value.
    fn put(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<(), StoreError>;

    /// Sets a key unless it has a value; returns the value if it has one.
    fn put_new(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Changes several keys of one tree, all or none.
    fn apply(&self, tree: Tree, changes: &[KeyChange]) -> Result<(), StoreError>;

    /// The keys that begin with a prefix, with their values, in order; at most `limit`.
    fn scan(&self, tree: Tree, prefix: &[u8], limit: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError>;

    /// Removes all keys.
    fn clear(&self, tree: Tree) -> Result<(), StoreError>;

    /// Makes everything written survive the death of the process.
    fn flush(&self) -> Result<(), StoreError>;
}

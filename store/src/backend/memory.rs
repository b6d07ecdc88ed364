//! Maps in memory, for sessions that are not kept and for tests.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::{Backend, KeyChange, Tree};
use crate::error::StoreError;

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

/// The maps, each behind a lock.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    trees: [RwLock<Map>; Tree::ALL.len()],
}

impl Memory {
    // A poisoned lock breaks no law: a map is never left half changed.
    fn read(&self, tree: Tree) -> RwLockReadGuard<'_, Map> {
        self.trees[tree as usize].read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, tree: Tree) -> RwLockWriteGuard<'_, Map> {
        self.trees[tree as usize].write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend for Memory {
    fn get(&self, tree: Tree, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.read(tree).get(key).cloned())
    }

    fn put(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.write(tree).insert(key.to_vec(), value.to_vec());
        Ok(())
    }

    fn put_new(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let mut map = self.write(tree);
        if let Some(there) = map.get(key) {
            return Ok(Some(there.clone()));
        }
        map.insert(key.to_vec(), value.to_vec());
        Ok(None)
    }

    fn apply(&self, tree: Tree, changes: &[KeyChange]) -> Result<(), StoreError> {
        let mut map = self.write(tree);
        for (key, value) in changes {
            match value {
                Some(value) => map.insert(key.clone(), value.clone()),
                None => map.remove(key),
            };
        }
        Ok(())
    }

    fn scan(&self, tree: Tree, prefix: &[u8], limit: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        let map = self.read(tree);
        let from = map.range(prefix.to_vec()..).take_while(|(key, _)| key.starts_with(prefix));
        Ok(from.take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn clear(&self, tree: Tree) -> Result<(), StoreError> {
        self.write(tree).clear();
        Ok(())
    }

    fn flush(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

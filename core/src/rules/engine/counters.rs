//! Choosing counters of any kinds, as a cost is paid or an instruction followed (CR 601.2h,
//! 608.2d).

use std::collections::BTreeMap;

use crate::card::CounterKind;
use crate::fact::{Item, ObjectId};
use crate::state::Game;

/// The counters on an object to choose so many from: of each kind no more than could be chosen.
pub(in crate::rules) fn among(game: &Game, object: ObjectId, count: u32) -> Vec<Item> {
    let counters = game.object(object).map(|object| &object.counters);
    let each = counters.into_iter().flatten();
    each.flat_map(|(kind, there)| (0..count.min(*there)).map(|copy| Item::Counter(kind.clone(), copy))).collect()
}

/// How many of each kind were chosen.
pub(in crate::rules) fn by_kind(items: &[Item]) -> BTreeMap<CounterKind, u32> {
    let mut kinds = BTreeMap::new();
    for item in items {
        if let Item::Counter(kind, _) = item {
            *kinds.entry(kind.clone()).or_insert(0) += 1;
        }
    }
    kinds
}

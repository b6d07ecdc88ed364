//! The difference of two states. It skips the memory that they share, so the work depends on what
//! differs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use retrace_core::fact::{Component, ObjectId, PlayerId, Zone};
use retrace_core::persist::DiffItem;
use retrace_core::state::{Game, Object};

use super::facts::{abilities, default_of, of_game, of_object, of_player};
use super::rows::{DiffRow, Field, StateDiff, Subject};
use crate::describe;

/// The differences between two states. `common` is the latest state in the past of both and
/// identifies their common objects; without it they are matched by owner and name.
pub fn states(left: &Game, right: &Game, common: Option<&Game>) -> StateDiff {
    let mut rows = Vec::new();
    if std::ptr::eq(left.world(), right.world()) {
        return StateDiff { rows };
    }
    compare(&mut rows, &Subject::Game, of_game(left), of_game(right));
    players(&mut rows, left, right);
    objects(&mut rows, left, right, common);
    StateDiff { rows }
}

/// Adds the fields that differ, in order.
fn compare(rows: &mut Vec<DiffRow>, subject: &Subject, left: Vec<(Field, String)>, right: Vec<(Field, String)>) {
    let mut fields: BTreeMap<Field, (Option<String>, Option<String>)> = BTreeMap::new();
    for (field, value) in left {
        fields.entry(field).or_default().0 = Some(value);
    }
    for (field, value) in right {
        fields.entry(field).or_default().1 = Some(value);
    }
    let different = fields.into_iter().filter(|(_, (left, right))| left != right);
    rows.extend(different.map(|(field, (left, right))| DiffRow { subject: subject.clone(), field, left, right }));
}

/// Adds the differences between two records of the same object.
fn compare_objects(
    rows: &mut Vec<DiffRow>,
    subject: &Subject,
    (left, a): (&Game, ObjectId),
    (right, b): (&Game, ObjectId),
) {
    let mut found = Vec::new();
    compare(&mut found, subject, of_object(left, a), of_object(right, b));
    // Lists only the abilities that the other side lacks.
    let (mine, theirs) = (abilities(left, a), abilities(right, b));
    let only = |these: &[String], others: &[String]| {
        let missing: Vec<&str> = these.iter().filter(|it| !others.contains(it)).map(String::as_str).collect();
        (!missing.is_empty()).then(|| missing.join(", "))
    };
    let (only_mine, only_theirs) = (only(&mine, &theirs), only(&theirs, &mine));
    if only_mine.is_some() || only_theirs.is_some() {
        found.push(DiffRow { subject: subject.clone(), field: Field::Abilities, left: only_mine, right: only_theirs });
    }
    for row in &mut found {
        row.left = row.left.take().or_else(|| default_of(left, a, row.field));
        row.right = row.right.take().or_else(|| default_of(right, b, row.field));
    }
    found.sort_by_key(|row| row.field);
    rows.extend(found);
}

fn players(rows: &mut Vec<DiffRow>, left: &Game, right: &Game) {
    let (mine, theirs) = (&left.world().players, &right.world().players);
    for seat in 0..mine.len().max(theirs.len()) {
        let (a, b) = (mine.get(seat), theirs.get(seat));
        if let (Some(a), Some(b)) = (a, b)
            && Arc::ptr_eq(a, b)
        {
            continue;
        }
        let id = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
        let name = describe::player(if a.is_some() { left } else { right }, id);
        let subject = Subject::Player(id, describe::capitalized(&name));
        let of = |player: Option<&Arc<retrace_core::state::Player>>| player.map(|it| of_player(it)).unwrap_or_default();
        compare(rows, &subject, of(a), of(b));
        if let (Some(a), Some(b)) = (a, b)
            && a.library.len() == b.library.len()
            && !a.library.is_same(&b.library)
            && order_of(left, id) != order_of(right, id)
        {
            let (left, right) = (Some("in one order".to_owned()), Some("in another order".to_owned()));
            rows.push(DiffRow { subject, field: Field::Library, left, right });
        }
    }
}

/// The identities of the cards in a library, top first.
fn order_of(game: &Game, player: PlayerId) -> Vec<Component> {
    let library = game.zone(Zone::Library(player)).iter();
    library.filter_map(|id| game.object(*id)).map(|object| object.component).collect()
}

fn objects(rows: &mut Vec<DiffRow>, left: &Game, right: &Game, common: Option<&Game>) {
    let (mine, theirs) = candidates(left, right);
    let mut pairs = pair(left, right, &mine, &theirs, common);
    pairs.sort_by_key(|(a, b)| (a.or(*b), *b));
    for (a, b) in pairs {
        let name = match (a, b) {
            (Some(a), _) => left.name_of(a),
            (None, Some(b)) => right.name_of(b),
            (None, None) => continue,
        };
        let subject = Subject::Object { left: a, right: b, name };
        match (a, b) {
            (Some(a), Some(b)) => compare_objects(rows, &subject, (left, a), (right, b)),
            (a, b) => {
                let place = |game: &Game, id: ObjectId| {
                    game.object_or_phased_out(id).map(|object| describe::place(game, object.zone))
                };
                let (left, right) = (a.and_then(|id| place(left, id)), b.and_then(|id| place(right, id)));
                rows.push(DiffRow { subject, field: Field::Existence, left, right });
            }
        }
    }
}

/// The objects of both sides that may differ: those with different records, those changed by an
/// effect on either side, and those in combats that differ.
fn candidates(left: &Game, right: &Game) -> (Vec<ObjectId>, Vec<ObjectId>) {
    let mut ids = different_records(left, right);
    let (mine, theirs) = (left.derived(), right.derived());
    let changed = mine.changed.keys().chain(theirs.changed.keys());
    ids.extend(changed.filter(|id| mine.changed.get(id) != theirs.changed.get(id)));
    let controlled = mine.controllers.keys().chain(theirs.controllers.keys());
    ids.extend(controlled.filter(|id| mine.controllers.get(id) != theirs.controllers.get(id)));
    if left.world().combat != right.world().combat {
        for combat in [&left.world().combat, &right.world().combat].into_iter().flatten() {
            ids.extend(combat.attackers.iter().map(|attacker| attacker.object));
            ids.extend(combat.blockers.iter().map(|blocker| blocker.object));
        }
    }
    let there = |game: &Game| ids.iter().copied().filter(|id| game.object_or_phased_out(*id).is_some()).collect();
    (there(left), there(right))
}

/// The ids with different records, or with a record on one side only. Records and branches of the
/// map that share memory are skipped.
fn different_records(left: &Game, right: &Game) -> BTreeSet<ObjectId> {
    let (mine, theirs) = (&left.world().objects, &right.world().objects);
    let different = mine.diff(theirs).map(|item| match item {
        DiffItem::Add(id, _) | DiffItem::Remove(id, _) | DiffItem::Update { old: (id, _), .. } => *id,
    });
    let mut different: BTreeSet<ObjectId> = different.collect();
    // An object phased out on only one side is missing there; if phased out on both, its kept
    // records may differ.
    let (mine, theirs) = (&left.world().phased_out, &right.world().phased_out);
    if !mine.is_same(theirs) {
        different.extend(mine.keys().chain(theirs.keys()).copied());
    }
    different
}

type Pair = (Option<ObjectId>, Option<ObjectId>);

/// Pairs objects that are the same on both sides: by card, by an id from the common past, by owner,
/// name and zone, and last by owner and name.
fn pair(left: &Game, right: &Game, mine: &[ObjectId], theirs: &[ObjectId], common: Option<&Game>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut mine: Vec<ObjectId> = mine.to_vec();
    let mut theirs: Vec<ObjectId> = theirs.to_vec();
    if let Some(common) = common {
        let shared = common.counters().object;
        match_by(&mut pairs, &mut mine, &mut theirs, |side, id| {
            let object = if side { right } else { left }.object_or_phased_out(id)?;
            match object.component {
                Component::Card(card) if common.cards().contains_key(&card) => Some((Some(card), None)),
                _ if id < shared => Some((None, Some(id))),
                _ => None,
            }
        });
    }
    let game = |side: bool| if side { right } else { left };
    let key = |side: bool, id: ObjectId| -> Option<(PlayerId, String, &Object)> {
        let object = game(side).object_or_phased_out(id)?;
        Some((object.owner, game(side).name_of(id), object))
    };
    match_by(&mut pairs, &mut mine, &mut theirs, |side, id| {
        key(side, id).map(|(owner, name, object)| (owner, name, object.zone))
    });
    match_by(&mut pairs, &mut mine, &mut theirs, |side, id| key(side, id).map(|(owner, name, _)| (owner, name)));
    pairs.extend(mine.into_iter().map(|id| (Some(id), None)));
    pairs.extend(theirs.into_iter().map(|id| (None, Some(id))));
    pairs
}

/// Pairs objects with equal keys, in order, and removes them from both lists.
fn match_by<K: Ord>(
    pairs: &mut Vec<Pair>,
    mine: &mut Vec<ObjectId>,
    theirs: &mut Vec<ObjectId>,
    key: impl Fn(bool, ObjectId) -> Option<K>,
) {
    let mut open: BTreeMap<K, Vec<ObjectId>> = BTreeMap::new();
    for id in theirs.iter().rev() {
        if let Some(key) = key(true, *id) {
            open.entry(key).or_default().push(*id);
        }
    }
    let mut matched: BTreeSet<ObjectId> = BTreeSet::new();
    mine.retain(|id| {
        let other = key(false, *id).and_then(|key| open.get_mut(&key)?.pop());
        if let Some(other) = other {
            matched.insert(other);
            pairs.push((Some(*id), Some(other)));
        }
        other.is_none()
    });
    theirs.retain(|id| !matched.contains(id));
}

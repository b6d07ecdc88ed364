//! In which order a choice lists its options, and which of them are one: the actions that a player
//! can complete come first and have the first number keys, then those that would have to be taken
//! back, mana abilities last. Equal ones are merged, such as the mana abilities of equal lands.

use retrace_core::derive::Look as _;
use retrace_core::fact::{Choice, Domain, Entity, Item, ObjectId};
use retrace_core::rules::{Outlook, outlook};
use retrace_core::state::Game;

use super::super::draft::{is_one_click, numbered};
use super::super::words;
use super::pick::is_mana;
use retrace_session::describe;

/// One or several equal options of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The indexes of the options. The first is taken.
    pub(crate) options: Vec<usize>,
    /// The label.
    pub(crate) label: String,
    /// Whether it makes mana.
    pub(crate) is_mana: bool,
    /// Whether it can be completed once begun.
    pub(crate) outlook: Outlook,
}

/// The options of a choice of items as they are listed.
pub(crate) fn listed(game: &Game, choice: &Choice) -> Vec<Listed> {
    let (Domain::Pick { options, .. } | Domain::Gather { options, .. }) = &choice.domain else { return Vec::new() };
    let labels = words::items(game, options);
    let one = |(index, label): (usize, String)| Listed {
        options: vec![index],
        label,
        is_mana: matches!(&options[index], Item::Act(act) if is_mana(game, act)),
        outlook: match &options[index] {
            Item::Act(act) => outlook(game, choice.player, act),
            _ => Outlook::Ready,
        },
    };
    let all = labels.into_iter().enumerate().map(one);
    if !is_one_click(choice) {
        return all.collect();
    }
    let mut merged: Vec<Listed> = Vec::new();
    for it in all {
        let item = &options[it.options[0]];
        match merged.iter_mut().find(|other| equal(game, &options[other.options[0]], item)) {
            Some(other) => other.options.push(it.options[0]),
            None => merged.push(it),
        }
    }
    for it in merged.iter_mut().filter(|it| it.options.len() > 1) {
        it.label = format!("{} ×{}", words::item(game, &options[it.options[0]]), it.options.len());
    }
    merged.sort_by_key(|it| (it.is_mana, it.outlook != Outlook::Ready));
    merged
}

/// How many options of a choice can have a number key, nine at a time.
pub(crate) fn keyed(game: &Game, choice: &Choice) -> usize {
    match choice.domain {
        Domain::Pick { .. } if is_one_click(choice) => listed(game, choice).len(),
        _ => numbered(choice),
    }
}

/// Whether two actions do the same with objects that nothing tells apart.
fn equal(game: &Game, a: &Item, b: &Item) -> bool {
    let (Some(one), Some(other)) = (words::about(a), words::about(b)) else { return false };
    describe::item(game, a) == describe::item(game, b) && alike(game, one, other)
}

/// Whether two objects differ in nothing that a player could care about.
fn alike(game: &Game, a: ObjectId, b: ObjectId) -> bool {
    let (Some(one), Some(other)) = (game.object(a), game.object(b)) else { return false };
    let plain = |id: ObjectId| {
        let object = game.object(id);
        let bare = object.is_some_and(|it| it.memory.is_none() && it.beneath.is_none() && it.face_down.is_none());
        let host = |other: &ObjectId| game.object(*other).and_then(|it| it.attached_to) == Some(Entity::Object(id));
        bare && !game.world().battlefield.iter().any(host)
    };
    let shown = |id: ObjectId| game.characteristics(id).cloned();
    one.def == other.def
        && (one.zone, one.status, one.damage, one.attached_to)
            == (other.zone, other.status, other.damage, other.attached_to)
        && one.counters == other.counters
        && game.controller(a) == game.controller(b)
        && plain(a)
        && plain(b)
        && shown(a) == shown(b)
}

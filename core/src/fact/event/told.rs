//! Presentation of events: what an event is about, who sees it, and the names its sentence needs.

use std::sync::Arc;

use crate::card::{Designation, Marking, Phase};
use crate::fact::ids::{DefId, Entity, ObjectId, PlayerId};
use crate::fact::noted::Noted;
use crate::fact::object::{NewObject, VotedFor};
use crate::fact::variant::Variant;
use crate::plain::plain;

use super::kinds::Event;

/// The lane of a timeline for an event, apart from the players' lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Casting, activating, resolving (CR 405).
    Stack,
    /// Abilities that trigger, and delayed ones that begin (CR 603).
    Triggers,
    /// Replacement and prevention effects (CR 614–616).
    Replacements,
}

/// How much of an event a player sees who took no part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The whole event.
    Whole,
    /// Only the kind of the event, and the player it happened to.
    Kind(Option<PlayerId>),
    /// Depends on the game; `observe` decides.
    Apart,
}

/// Supplies the names in a sentence.
pub trait EventNames {
    /// Returns the name of an object.
    fn object(&self, id: ObjectId) -> String;
    /// Returns the name of a player.
    fn player(&self, id: PlayerId) -> String;
    /// Joins several names: "a, b and c".
    fn list(&self, items: &[String]) -> String;
}

/// A field that can be printed in a sentence.
pub(super) trait Say {
    fn say(&self, words: &dyn EventNames) -> String;
}

impl Say for ObjectId {
    fn say(&self, words: &dyn EventNames) -> String {
        words.object(*self)
    }
}

impl Say for PlayerId {
    fn say(&self, words: &dyn EventNames) -> String {
        words.player(*self)
    }
}

impl Say for Entity {
    fn say(&self, words: &dyn EventNames) -> String {
        match self {
            Entity::Object(id) => words.object(*id),
            Entity::Player(id) => words.player(*id),
        }
    }
}

impl<T: Say> Say for Vec<T> {
    fn say(&self, words: &dyn EventNames) -> String {
        words.list(&self.iter().map(|it| it.say(words)).collect::<Vec<_>>())
    }
}

impl Say for VotedFor {
    fn say(&self, words: &dyn EventNames) -> String {
        match self {
            VotedFor::Word(word) => word.clone(),
            VotedFor::Object(id) => words.object(*id),
        }
    }
}

impl Say for String {
    fn say(&self, _: &dyn EventNames) -> String {
        self.clone()
    }
}

impl Say for Box<Variant> {
    fn say(&self, _: &dyn EventNames) -> String {
        let options = self.options.iter().map(|(name, value)| format!(" {name}={value}"));
        plain(&format!("{}{}", self.name, options.collect::<String>())).into_owned()
    }
}

impl Say for Box<Noted> {
    fn say(&self, words: &dyn EventNames) -> String {
        self.told(|player| words.player(player))
    }
}

impl Say for Phase {
    fn say(&self, _: &dyn EventNames) -> String {
        self.word().to_owned()
    }
}

impl Say for Designation {
    fn say(&self, _: &dyn EventNames) -> String {
        self.gets()
    }
}

impl Say for Marking {
    fn say(&self, _: &dyn EventNames) -> String {
        self.word().to_owned()
    }
}

impl Say for u32 {
    fn say(&self, _: &dyn EventNames) -> String {
        self.to_string()
    }
}

impl Say for i32 {
    fn say(&self, _: &dyn EventNames) -> String {
        self.to_string()
    }
}

impl Say for u64 {
    fn say(&self, _: &dyn EventNames) -> String {
        self.to_string()
    }
}

/// A field that refers to objects and players.
pub(super) trait RefersTo {
    fn put(&self, to: &mut dyn FnMut(Entity));
}

impl RefersTo for ObjectId {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        to(Entity::Object(*self));
    }
}

impl RefersTo for Entity {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        to(*self);
    }
}

impl RefersTo for NewObject {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.id.put(to);
    }
}

impl RefersTo for (ObjectId, DefId) {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.0.put(to);
    }
}

impl RefersTo for (Entity, u32) {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.0.put(to);
    }
}

impl RefersTo for (ObjectId, Entity, u32) {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.0.put(to);
        self.1.put(to);
    }
}

impl RefersTo for PlayerId {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        to(Entity::Player(*self));
    }
}

impl RefersTo for VotedFor {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        if let VotedFor::Object(id) = self {
            id.put(to);
        }
    }
}

impl<T: RefersTo> RefersTo for Vec<T> {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.iter().for_each(|it| it.put(to));
    }
}

impl<T: RefersTo> RefersTo for Option<T> {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        self.iter().for_each(|it| it.put(to));
    }
}

impl<T: RefersTo> RefersTo for Arc<T> {
    fn put(&self, to: &mut dyn FnMut(Entity)) {
        T::put(self, to);
    }
}

/// Returns the sources and recipients of prevented damage, each once.
pub(super) fn parties(damage: &[(ObjectId, Entity, u32)]) -> Vec<Entity> {
    let mut parties: Vec<Entity> = Vec::new();
    for (source, to, _) in damage {
        for it in [Entity::Object(*source), *to] {
            if !parties.contains(&it) {
                parties.push(it);
            }
        }
    }
    parties
}

/// Returns the number of items.
pub(super) fn many<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

impl Event {
    /// Returns the designation that a player gets with the event.
    pub const fn designates(&self) -> Option<(Designation, PlayerId)> {
        match self {
            Event::BecameMonarch { player, .. } => Some((Designation::Monarch, *player)),
            Event::Designated { player, designation } => Some((*designation, *player)),
            _ => None,
        }
    }

    /// Returns the objects that the event is about, the main one first.
    pub fn objects(&self) -> Vec<ObjectId> {
        let of_about = || self.listed_about().map(|all| all.into_iter().filter_map(Entity::object).collect());
        self.listed_objects().or_else(of_about).unwrap_or_default()
    }

    /// Returns the objects and players that the event is about, the main one first. For a zone
    /// change this is the object that left.
    pub fn about(&self) -> Vec<Entity> {
        self.listed_about().unwrap_or_else(|| {
            let before = self.main_player().into_iter().map(Entity::Player);
            let objects = self.objects().into_iter().map(Entity::Object);
            before.chain(objects).chain(self.doers().into_iter().map(Entity::Player)).collect()
        })
    }
}

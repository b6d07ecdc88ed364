//! Tells when it makes no difference which of two objects a script means, so that it need not say.

use crate::card::Definition;
use crate::derive::Look;
use crate::fact::{Component, Entity, EntryNo, ObjectId, Zone};
use crate::state::Object;

use super::timeline::Timeline;

impl Timeline {
    /// Whether a script could not tell two objects apart: they differ only in their numbers, and
    /// the script gave neither a name.
    pub(super) fn alike(&self, a: ObjectId, b: ObjectId) -> bool {
        let (Some(one), Some(other)) = (self.game.object(a), self.game.object(b)) else { return false };
        // Cards of one name in one hand are alike whatever their past.
        if one.zone == other.zone && matches!(one.zone, Zone::Hand(_)) {
            return true;
        }
        !self.has_alias(a)
            && !self.has_alias(b)
            && plain(one, other) == *other
            && self.game.characteristics(a) == self.game.characteristics(b)
            && self.game.controller(a) == self.game.controller(b)
            && self.game.is_summoning_sick(a) == self.game.is_summoning_sick(b)
            && self.stands_alone(a)
            && self.stands_alone(b)
    }

    /// Whether nothing else in the game refers to an object: no attachment, combat, effect or
    /// ability.
    fn stands_alone(&self, id: ObjectId) -> bool {
        let world = self.game.world();
        let host = |object: &Object| object.attached_to == Some(Entity::Object(id));
        let fights = world.combat.as_deref().is_some_and(|combat| {
            combat.attackers.iter().any(|it| it.object == id || it.target == Some(Entity::Object(id)))
                || combat.blockers.iter().any(|it| it.object == id)
        });
        let locked = world.effects.values().any(|it| it.source == id || it.objects.iter().any(|on| on.contains(&id)));
        let targeted = |object: &Object| {
            let announced = object.announced.as_deref();
            announced.is_some_and(|it| it.targets.iter().flatten().any(|target| *target == Entity::Object(id)))
                || object.ability.as_deref().is_some_and(|ability| ability.source == id)
        };
        !fights
            && !locked
            && !world.objects.values().any(|object| host(object) || targeted(object))
            && !world.delayed.values().any(|it| it.source == id)
            && !world.waiting.iter().any(|it| it.source == id || it.context.object == Some(id))
            && !world.notes.contains_key(&id)
    }

    /// Whether this name is printed on anything in this game or on its cards.
    pub(super) fn is_known_name(&self, name: &str) -> bool {
        let printed = |definition: &Definition| definition.face().is_some_and(|face| face.name == *name);
        self.game.definitions().iter().any(|interned| printed(&interned.definition))
    }
}

/// The first object with the numbers of the second.
fn plain(one: &Object, other: &Object) -> Object {
    let component = match (&one.component, &other.component) {
        (Component::Card(_), Component::Card(_)) => other.component,
        (own, _) => *own,
    };
    let (entered, controlled_since): (EntryNo, EntryNo) = (other.entered, other.controlled_since);
    Object { id: other.id, timestamp: other.timestamp, component, entered, controlled_since, ..one.clone() }
}

//! Views of objects: as they are, as they were, or in the middle of the layers.

pub mod hypothetical;
pub mod names;
pub(super) mod reads;
pub mod scope;

use crate::card::{CardType, CardTypes, ManaType};
use crate::fact::{Characteristics, DefId, Entity, Entry, Event, ObjectId, PlayerId, Snapshot, Zone};
use crate::state::{Game, Object};

use self::scope::Scope;

/// An object, looked up once.
#[derive(Clone, Copy, Debug)]
pub struct LookedUp<'a> {
    /// Its id.
    pub id: ObjectId,
    /// The object, if it exists now.
    pub object: Option<&'a Object>,
    /// Its characteristics, from [`Look::characteristics`].
    pub characteristics: Option<&'a Characteristics>,
}

/// A view of a game's objects: as they are, or in the middle of the layers.
pub trait Look {
    /// The game.
    fn game(&self) -> &Game;
    /// The characteristics of an object, or its last known ones (CR 113.7a, 608.2h).
    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics>;
    /// The controller of an object, or its last one.
    fn controller(&self, id: ObjectId) -> Option<PlayerId>;
    /// Whether an effect has changed the characteristics of an object.
    fn is_changed(&self, id: ObjectId) -> bool;

    /// The definition with the copiable values of an object (CR 707.2), or its last known ones.
    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        match self.game().object(id) {
            Some(object) => Some(object.def),
            None => {
                let was = &self.game().world().departed.get(&id)?.was;
                Some(was.copied.unwrap_or(was.def))
            }
        }
    }

    /// The controller of an object that exists now.
    fn controller_of(&self, object: &Object) -> Option<PlayerId> {
        self.controller(object.id)
    }

    /// An object as it was, if this is a look at the past and knows it; none for the present.
    fn as_it_was(&self, _id: ObjectId) -> Option<&Snapshot> {
        None
    }

    /// Whether this is a look at what has happened: players who have left took part in it
    /// (CR 800.4i).
    fn is_of_the_past(&self) -> bool {
        false
    }

    /// The permanents that were attached to an object, if this is a look at the past; none for the
    /// present.
    fn attached_then(&self, _host: ObjectId) -> Option<Vec<ObjectId>> {
        None
    }

    /// By how much a player's devotion exceeds the count of mana symbols (CR 700.5a).
    fn more_devotion(&self, player: PlayerId) -> i32;

    /// Calls back with each object of a zone.
    fn look_into(&self, zone: Zone, each: &mut dyn FnMut(&LookedUp<'_>)) {
        for id in self.game().zone(zone) {
            each(&LookedUp { id: *id, object: self.game().object(*id), characteristics: self.characteristics(*id) });
        }
    }
}

/// Whether an object is within a player's range of influence: its controller is, or its owner if
/// nobody controls it (CR 108.4, 801.2d); of an object that is gone, the last controller
/// (CR 801.7a).
pub fn in_range(look: &dyn Look, of: PlayerId, object: ObjectId) -> bool {
    let game = look.game();
    if !game.has_ranges() {
        return true;
    }
    let owner = || match game.object(object) {
        Some(object) => Some(object.owner),
        None => Some(game.world().departed.get(&object)?.was.owner),
    };
    look.controller(object).or_else(owner).is_none_or(|player| game.in_range(of, player))
}

/// Whether an object is within the range of influence of the controller of a text (CR 801.4).
pub(crate) fn within_range(look: &dyn Look, scope: &Scope<'_>, object: ObjectId) -> bool {
    in_range(look, scope.controller, object) || is_exempt(look.game(), scope.source)
}

/// Whether the texts of a source reach everybody: those of planes and phenomena do (CR 801.18,
/// 901.13).
pub(crate) fn is_exempt(game: &Game, source: ObjectId) -> bool {
    game.world().planar_controllers().next().is_some() && printed_types(game, source).is_planar()
}

/// The card types printed on an object, or on what it last was.
pub(crate) fn printed_types(game: &Game, id: ObjectId) -> CardTypes {
    let gone = || game.world().departed.get(&id).map(|it| it.was.def);
    let def = game.object(id).map(|object| object.def).or_else(gone);
    def.and_then(|def| game.face(def)).map(|face| face.types).unwrap_or_default()
}

/// The events of this turn, latest first.
pub(crate) fn this_turn(game: &Game) -> impl Iterator<Item = &Event> {
    game.world().this_turn().map(|entry| &entry.event)
}

/// Whether something fits "any target": a creature, player or planeswalker (CR 115.4).
pub(super) fn is_any_target(look: &dyn Look, entity: Entity) -> bool {
    match entity {
        Entity::Player(_) => true,
        Entity::Object(id) => {
            look.game().object(id).is_some_and(crate::state::Object::is_permanent)
                && look
                    .characteristics(id)
                    .is_some_and(|it| it.types.has(CardType::Creature) || it.types.has(CardType::Planeswalker))
        }
    }
}

/// The types of the mana that tapping a permanent produced (CR 106.12a).
pub(crate) fn produced_by(game: &Game, tapped: &Entry) -> Vec<ManaType> {
    let added = tapped.cause.and_then(|no| game.world().entry(no));
    let mut kinds: Vec<ManaType> = match added.map(|entry| &entry.event) {
        Some(Event::ManaAdded { units, .. }) => units.iter().map(|unit| unit.kind).collect(),
        _ => Vec::new(),
    };
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

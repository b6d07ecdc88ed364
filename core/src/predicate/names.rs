//! Names: players, the aliases of a scenario, and cards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::derive::Look;
use crate::fact::{Component, Entity, ObjectId, PlayerId, Zone};
use crate::state::Game;

/// The names that a text may use. An unknown name is an error, with the nearest known names.
/// [`Names::any`] accepts every name and looks it up at each moment.
#[derive(Clone, Debug, Default)]
pub struct Names {
    known: Option<Known>,
}

#[derive(Clone, Debug, Default)]
struct Known {
    players: Vec<String>,
    aliases: BTreeMap<String, Vec<ObjectId>>,
    cards: BTreeSet<String>,
    /// Whether any other name is accepted as a card's.
    open: bool,
}

impl Names {
    /// Accepts every name.
    pub const fn any() -> Names {
        Names { known: None }
    }

    /// Returns the names of a game's players, and all names that its definitions define. For a
    /// timeline, use the game at its end.
    pub fn of_game(game: &Game) -> Names {
        let players = game.players().map(|player| player.name.clone()).collect();
        let face = |interned: &Arc<crate::state::Interned>| Some(interned.definition.face()?.name.clone());
        let cards = game.definitions().iter().filter_map(face).collect();
        Names { known: Some(Known { players, aliases: BTreeMap::new(), cards, open: false }) }
    }

    /// Returns the names for a viewer who does not know which cards exist: the players, and any
    /// card name. So accepting a name does not reveal whether the game has that card.
    pub fn of_players(game: &Game) -> Names {
        let players = game.players().map(|player| player.name.clone()).collect();
        Names { known: Some(Known { players, open: true, ..Known::default() }) }
    }

    /// Adds an alias. An alias given several times means each of its objects, of which at most one
    /// exists at a time.
    #[must_use]
    pub fn with_alias(mut self, alias: &str, object: ObjectId) -> Names {
        let objects = self.known.get_or_insert_default().aliases.entry(alias.to_owned()).or_default();
        if !objects.contains(&object) {
            objects.push(object);
        }
        self
    }

    /// Returns all names, for completion: players, aliases, cards.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let known = self.known.iter();
        known.flat_map(|known| {
            let aliases = known.aliases.keys().map(String::as_str);
            known.players.iter().map(String::as_str).chain(aliases).chain(known.cards.iter().map(String::as_str))
        })
    }

    /// Returns the meaning of a name, if it has one.
    pub(super) fn find(&self, name: &str) -> Option<NameMeaning> {
        let Some(known) = &self.known else { return Some(NameMeaning::Open(name.into())) };
        let player = |seat: usize| u8::try_from(seat).ok().map(|seat| NameMeaning::Player(PlayerId(seat)));
        if let Some(seat) = known.players.iter().position(|player| player == name) {
            return player(seat);
        }
        if let Some(objects) = known.aliases.get(name) {
            return Some(NameMeaning::Objects(objects.clone()));
        }
        // A name that somebody gave comes before the letter of a seat.
        if known.cards.contains(name) {
            return Some(NameMeaning::Card(name.into()));
        }
        if let Some(seat) = seat(name).filter(|seat| *seat < known.players.len()) {
            return player(seat);
        }
        known.open.then(|| NameMeaning::Open(name.into()))
    }
}

/// Returns the seat for a letter.
pub(super) fn seat(name: &str) -> Option<usize> {
    (0..26u8).find(|seat| PlayerId(*seat).to_string() == name).map(usize::from)
}

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NameMeaning {
    /// A player.
    Player(PlayerId),
    /// Objects of a scenario, or an object by its id.
    Objects(Vec<ObjectId>),
    /// Anything with this name.
    Card(Arc<str>),
    /// A player or anything else with this name.
    Open(Arc<str>),
}

impl NameMeaning {
    /// Returns whether an object or player has this name, even if it is gone.
    pub(super) fn is(&self, game: &Game, entity: Entity) -> bool {
        match (self, entity) {
            (NameMeaning::Player(player), _) => entity == Entity::Player(*player),
            (NameMeaning::Objects(objects), Entity::Object(id)) => objects.contains(&id),
            (NameMeaning::Card(name) | NameMeaning::Open(name), Entity::Object(id)) => has_name(game, id, name),
            (NameMeaning::Open(name), Entity::Player(id)) => player(game, name) == Some(id),
            _ => false,
        }
    }

    /// Returns the objects of an alias that have ever existed, even if they are gone; for any other
    /// name, those that have it now.
    pub(super) fn ever(&self, game: &Game) -> Vec<Entity> {
        match self {
            NameMeaning::Objects(objects) => {
                objects.iter().copied().filter(|id| *id < game.counters().object).map(Entity::Object).collect()
            }
            _ => self.now(game),
        }
    }

    /// Returns what has this name now: a player, an object of this alias, or the permanents, spells
    /// and tokens with this name (CR 109.2).
    pub(super) fn now(&self, game: &Game) -> Vec<Entity> {
        let of_name = |name: &str| {
            let zones = game.zone(Zone::Battlefield).iter().chain(game.zone(Zone::Stack).iter());
            zones.copied().filter(|id| has_name(game, *id, name)).map(Entity::Object).collect()
        };
        match self {
            NameMeaning::Player(player) => vec![Entity::Player(*player)],
            NameMeaning::Objects(objects) => {
                objects.iter().copied().filter(|id| game.object(*id).is_some()).map(Entity::Object).collect()
            }
            NameMeaning::Card(name) => of_name(name),
            NameMeaning::Open(name) => match player(game, name) {
                Some(player) => vec![Entity::Player(player)],
                None => of_name(name),
            },
        }
    }
}

/// Returns the player with a name or a seat's letter.
fn player(game: &Game, name: &str) -> Option<PlayerId> {
    let named = game.players().find(|player| player.name == name).map(|player| player.id);
    named.or_else(|| game.players().map(|player| player.id).find(|id| id.to_string() == name))
}

/// Returns whether an object, possibly gone, has a name and is not an ability.
fn has_name(game: &Game, id: ObjectId, name: &str) -> bool {
    let component = match game.object(id) {
        Some(object) => Some(object.component),
        None => game.world().departed.get(&id).map(|departed| departed.was.component),
    };
    component.is_some_and(|component| component != Component::Ability)
        && game.characteristics(id).is_some_and(|characteristics| *characteristics.name == *name)
}

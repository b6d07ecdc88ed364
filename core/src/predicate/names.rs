//! What names mean: players, the aliases of a scenario, the names of cards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::derive::Look;
use crate::fact::{Component, Entity, ObjectId, PlayerId, Zone};
use crate::state::Game;

/// The names that a text may use. A name that is not among them is an error, with those nearest to it; [`Names::any`]
/// takes every name as it comes and finds out what it is at each point.
#[derive(Clone, Debug, Default)]
pub struct Names {
    known: Option<Known>,
}

#[derive(Clone, Debug, Default)]
struct Known {
    players: Vec<String>,
    aliases: BTreeMap<String, Vec<ObjectId>>,
    cards: BTreeSet<String>,
    /// Any other name is that of a card.
    open: bool,
}

impl Names {
    /// Every name there may be.
    pub const fn any() -> Names {
        Names { known: None }
    }

    /// The players of a game and the names of all that its definitions define. Of a timeline, take the game at its end.
    pub fn of_game(game: &Game) -> Names {
        let players = game.players().map(|player| player.name.clone()).collect();
        let face = |interned: &Arc<crate::state::Interned>| Some(interned.definition.face()?.name.clone());
        let cards = game.definitions().iter().filter_map(face).collect();
        Names { known: Some(Known { players, aliases: BTreeMap::new(), cards, open: false }) }
    }

    /// What somebody may name who does not know which cards there are: the players of a game, and any card. Whether a game
    /// has a card is not told by whether its name is taken.
    pub fn of_players(game: &Game) -> Names {
        let players = game.players().map(|player| player.name.clone()).collect();
        Names { known: Some(Known { players, open: true, ..Known::default() }) }
    }

    /// The same with an alias. One that is given again means each of the objects that it was given to, of which at most
    /// one exists at a time.
    #[must_use]
    pub fn with_alias(mut self, alias: &str, object: ObjectId) -> Names {
        let objects = self.known.get_or_insert_default().aliases.entry(alias.to_owned()).or_default();
        if !objects.contains(&object) {
            objects.push(object);
        }
        self
    }

    /// All of them, for completion: players, aliases, cards.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let known = self.known.iter();
        known.flat_map(|known| {
            let aliases = known.aliases.keys().map(String::as_str);
            known.players.iter().map(String::as_str).chain(aliases).chain(known.cards.iter().map(String::as_str))
        })
    }

    /// What a name means; nothing if nobody and nothing has it.
    pub(super) fn find(&self, name: &str) -> Option<Named> {
        let Some(known) = &self.known else { return Some(Named::Open(name.into())) };
        let named = known.players.iter().position(|player| player == name);
        if let Some(seat) = named.or_else(|| seat(name).filter(|seat| *seat < known.players.len())) {
            return Some(Named::Player(PlayerId(u8::try_from(seat).ok()?)));
        }
        if let Some(objects) = known.aliases.get(name) {
            return Some(Named::Objects(objects.clone()));
        }
        if known.open {
            return Some(Named::Open(name.into()));
        }
        known.cards.contains(name).then(|| Named::Card(name.into()))
    }
}

/// The seat that a letter stands for.
pub(super) fn seat(name: &str) -> Option<usize> {
    (0..26u8).find(|seat| PlayerId(*seat).to_string() == name).map(usize::from)
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A player.
    Player(PlayerId),
    /// Objects of a scenario, or one by its number.
    Objects(Vec<ObjectId>),
    /// Whatever has this name.
    Card(Arc<str>),
    /// Whoever or whatever has this name.
    Open(Arc<str>),
}

impl Named {
    /// Whether an object or player, which may be gone, is called so.
    pub(super) fn is(&self, game: &Game, entity: Entity) -> bool {
        match (self, entity) {
            (Named::Player(player), _) => entity == Entity::Player(*player),
            (Named::Objects(objects), Entity::Object(id)) => objects.contains(&id),
            (Named::Card(name) | Named::Open(name), Entity::Object(id)) => has_name(game, id, name),
            (Named::Open(name), Entity::Player(id)) => player(game, name) == Some(id),
            _ => false,
        }
    }

    /// Those that were ever called so, as far as a name is of certain objects: those of an alias that have come into being,
    /// even if they are gone; of any other name those of now.
    pub(super) fn ever(&self, game: &Game) -> Vec<Entity> {
        match self {
            Named::Objects(objects) => {
                objects.iter().copied().filter(|id| *id < game.counters().object).map(Entity::Object).collect()
            }
            _ => self.now(game),
        }
    }

    /// Those that are called so now: a player, an object of this alias, the permanents, spells and tokens of this name
    /// (CR 109.2).
    pub(super) fn now(&self, game: &Game) -> Vec<Entity> {
        let of_name = |name: &str| {
            let zones = game.zone(Zone::Battlefield).iter().chain(game.zone(Zone::Stack).iter());
            zones.copied().filter(|id| has_name(game, *id, name)).map(Entity::Object).collect()
        };
        match self {
            Named::Player(player) => vec![Entity::Player(*player)],
            Named::Objects(objects) => {
                objects.iter().copied().filter(|id| game.object(*id).is_some()).map(Entity::Object).collect()
            }
            Named::Card(name) => of_name(name),
            Named::Open(name) => match player(game, name) {
                Some(player) => vec![Entity::Player(player)],
                None => of_name(name),
            },
        }
    }
}

/// The player of a name or of a seat's letter.
fn player(game: &Game, name: &str) -> Option<PlayerId> {
    let named = game.players().find(|player| player.name == name).map(|player| player.id);
    named.or_else(|| game.players().map(|player| player.id).find(|id| id.to_string() == name))
}

/// Whether an object, or one that is gone, has a name and is no ability.
fn has_name(game: &Game, id: ObjectId, name: &str) -> bool {
    let component = match game.object(id) {
        Some(object) => Some(object.component),
        None => game.world().departed.get(&id).map(|departed| departed.was.component),
    };
    component.is_some_and(|component| component != Component::Ability)
        && game.characteristics(id).is_some_and(|characteristics| *characteristics.name == *name)
}

//! The commanders of a game, and what it counts of each (CR 903).

use serde::{Deserialize, Serialize};

use crate::card::{CardType, Colors};
use crate::fact::{CardId, Casual, Component, Note, ObjectId, PlayerId, Zone};

use super::game::Game;
use super::object::Object;
use super::world::World;

/// With so much combat damage from one commander, a player loses (CR 704.6c, 903.10a).
pub const FATAL_DAMAGE: u32 = 21;

/// A card that is designated as a commander, in whatever zone or form it is (CR 903.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commander {
    /// The card.
    pub card: CardId,
    /// Its color identity, which was established before the game began (CR 903.4a).
    pub identity: Colors,
    /// How many times each player has cast it from the command zone (CR 903.8).
    pub casts: Vec<(PlayerId, u32)>,
    /// The combat damage that it has dealt to each player (CR 903.10a).
    pub damage: Vec<(PlayerId, u32)>,
    /// The color chosen for it before the game began, as a note of its ability (CR 903.4b).
    pub chosen: Option<Note>,
    /// The object for which its owner has last been asked whether it goes to the command zone, and
    /// the answer (CR 903.9a). What it is as the game begins counts as asked.
    pub decided: Option<(ObjectId, bool)>,
}

impl Commander {
    /// Creates the designation of a card.
    pub const fn new(card: CardId, identity: Colors, decided: Option<(ObjectId, bool)>) -> Commander {
        Commander { card, identity, casts: Vec::new(), damage: Vec::new(), chosen: None, decided }
    }

    /// Returns how many times a player has cast it from the command zone (CR 903.8).
    pub fn casts_by(&self, player: PlayerId) -> u32 {
        amount_of(&self.casts, player)
    }

    /// Returns the combat damage that it has dealt to a player (CR 903.10a).
    pub fn damage_to(&self, player: PlayerId) -> u32 {
        amount_of(&self.damage, player)
    }
}

fn amount_of(amounts: &[(PlayerId, u32)], player: PlayerId) -> u32 {
    amounts.iter().find(|(of, _)| *of == player).map_or(0, |(_, amount)| *amount)
}

/// Adds to the amount of a player.
pub(super) fn add(amounts: &mut Vec<(PlayerId, u32)>, player: PlayerId, more: u32) {
    match amounts.iter_mut().find(|(of, _)| *of == player) {
        Some((_, amount)) => *amount = amount.saturating_add(more),
        None => amounts.push((player, more)),
    }
}

impl World {
    /// Returns the commanders among an object's components: one, unless it is merged or melded
    /// (CR 903.3b-c). A copy of a commander is none.
    pub fn commanders_in(&self, object: &Object) -> impl Iterator<Item = &Commander> {
        let cards: Vec<CardId> = match self.commanders().is_empty() {
            true => Vec::new(),
            false => object.components().filter_map(|component| component.card()).collect(),
        };
        self.commanders().iter().filter(move |commander| cards.contains(&commander.card))
    }

    /// Returns whether a component is a card that is a commander.
    pub(crate) fn is_commander_card(&self, component: Component) -> bool {
        component.card().is_some_and(|card| self.commanders().iter().any(|it| it.card == card))
    }

    /// Returns whether an object is a commander (CR 903.3).
    pub fn is_commander(&self, object: &Object) -> bool {
        self.commanders_in(object).next().is_some()
    }
}

impl Game {
    /// Returns whether combat damage from commanders counts: in Brawl it does not (CR 903.12h).
    pub fn counts_commander_damage(&self) -> bool {
        !self.is_played_as(Casual::Brawl)
    }

    /// Returns whether an object in the command zone goes with the libraries as a subgame begins,
    /// and comes back as it ends: a commander, a vanguard or a card of a supplementary deck
    /// (CR 722.2a-d, 722.5a-d).
    pub(crate) fn goes_with_decks(&self, object: &Object) -> bool {
        let is_vanguard = || self.face(object.def).is_some_and(|face| face.types.has(CardType::Vanguard));
        object.zone.is_supplementary()
            || (object.zone == Zone::Command && (self.world().is_commander(object) || is_vanguard()))
    }

    /// Returns whether cards of supplementary decks may be face up (CR 901, 904).
    pub(crate) fn has_supplements(&self) -> bool {
        let others = &self.world().others;
        others.planar_controller.is_some() || !others.decks.is_empty() || self.is_played_as(Casual::Archenemy)
    }

    /// Returns whether the game is played as a casual variant (CR 900.1).
    pub fn is_played_as(&self, casual: Casual) -> bool {
        self.seating().is_some_and(|seating| seating.variant.option(casual.word()).is_some())
    }
}

//! Trying a card: on an empty board with lands for it, or in the game at the cursor.

use std::sync::Arc;

use retrace_core::card::catalogue::CatalogueRef;
use retrace_core::card::{Card, CardType, Color, ManaCost, ZoneKind};
use retrace_core::fact::{Addition, Canonical, Edit, Entity, Input, ObjectId, Placed, PlayerId, Zone};

use super::empty::EmptyBoard;
use crate::cards::pool;
use crate::session::Session;
use crate::{Outcome, SessionError};

/// The lands of the player who tries the card. The first fills the libraries.
const LANDS: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];

/// The fewest of each: a card may have other costs than its mana cost.
const LEAST: usize = 3;

/// Where the card begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In its owner's hand.
    #[default]
    Hand,
    /// On the battlefield.
    Battlefield,
}

impl Place {
    /// The zone.
    pub const fn zone(self) -> ZoneKind {
        match self {
            Place::Hand => ZoneKind::Hand,
            Place::Battlefield => ZoneKind::Battlefield,
        }
    }
}

/// A card to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The card.
    pub card: Card,
    /// Its printed text, as it was typed.
    pub typed: String,
    /// Where it begins.
    pub place: Place,
}

/// Where a card can begin.
pub fn places_of(card: &Card) -> &'static [Place] {
    let types = card.front().types;
    if types.stays_in_command_zone() || types.has(CardType::Dungeon) {
        &[]
    } else if types.is_permanent() {
        &[Place::Hand, Place::Battlefield]
    } else {
        &[Place::Hand]
    }
}

/// How many of each land pay for any face of a card.
fn lands_for(card: &Card) -> usize {
    let of_one = |cost: &ManaCost| {
        let of = |color: Color| cost.0.iter().filter(|symbol| symbol.colors().has(color)).count();
        let all = usize::try_from(cost.mana_value(0)).unwrap_or(0).div_ceil(LANDS.len());
        Color::ALL.into_iter().map(of).max().unwrap_or(0).max(all)
    };
    let costs = card.faces().into_iter().filter_map(|face| face.cost.as_ref());
    costs.map(of_one).max().unwrap_or(0).max(LEAST)
}

impl Trial {
    /// A session on an empty board: in the first main phase of the player who has the card, with
    /// lands for it.
    ///
    /// # Errors
    /// If the card cannot be in a game.
    pub fn begin(&self) -> Result<Session, SessionError> {
        let pool = pool::bundled()?;
        // The first player has the turn.
        let owner = PlayerId(0);
        let (mut cards, mut objects) = (Vec::new(), Vec::new());
        let lands = LANDS.iter().filter_map(|name| pool.get(name)).map(|land| Canonical::from(Arc::clone(land)));
        let lands = lands.map(|land| (land, ZoneKind::Battlefield, lands_for(&self.card)));
        let own = (Canonical::new(self.card.clone()), self.place.zone(), 1);
        for (index, (card, zone, count)) in (0..).zip(lands.chain([own])) {
            cards.push(card);
            objects.extend(vec![Placed::plain(index, owner, zone); count]);
        }
        let mut genesis = EmptyBoard::default().genesis(cards, CatalogueRef::of(pool.catalogue()));
        if let Some(board) = &mut genesis.set_up {
            board.objects = objects;
        }
        let mut session = Session::new(genesis, "main")?;
        session.set_title(&format!("Trying {}", self.card.name()));
        session.texts.insert(self.card.name().to_owned(), self.typed.clone());
        Ok(session)
    }

    /// Adds the card to the game at the cursor, for a player, as an edit does.
    ///
    /// # Errors
    /// As [`Session::edit`].
    pub fn add_to(&self, session: &mut Session, owner: PlayerId) -> Result<Outcome, SessionError> {
        let card = Canonical::new(self.card.clone());
        let zone = Zone::of(self.place.zone(), owner);
        let addition = Addition { card, owner, zone, controller: None, token: false };
        let outcome = session.edit(&[Input::Edit(Edit::Add(Box::new(addition)))], None)?;
        session.texts.insert(self.card.name().to_owned(), self.typed.clone());
        Ok(outcome)
    }

    /// The object of the card: the newest with its name.
    pub fn object(&self, session: &Session) -> Option<Entity> {
        let game = session.game();
        let named = |id: &&ObjectId| game.name_of(**id) == self.card.name();
        game.world().objects.keys().filter(named).max().copied().map(Entity::Object)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use retrace_core::derive::Look as _;

    use super::*;
    use crate::cards::reading::Reading;

    fn trial(typed: &str, place: Place) -> Trial {
        Trial { card: Reading::of(typed).card.unwrap(), typed: typed.to_owned(), place }
    }

    #[test]
    fn a_card_is_in_hand_on_an_empty_board_with_lands_for_it() {
        let typed = "Own Titan {4}{G}{G}{G}{G}\nCreature — Giant\nTrample\n8/8\n";
        let mut session = trial(typed, Place::Hand).begin().unwrap();
        let game = session.game();
        assert_eq!(game.world().battlefield.len(), 4 * 5);
        assert_eq!(game.zone(Zone::Hand(PlayerId(0))).len(), 1);
        assert_eq!(session.title(), "Trying Own Titan");
        for said in ["cast Own Titan", "auto", "pass", "pass"] {
            session.say(said, None).unwrap();
        }
        assert_eq!(session.game().world().battlefield.len(), 4 * 5 + 1);
        assert_eq!(session.text_of("Own Titan"), Some(typed));
    }

    #[test]
    fn a_permanent_can_begin_on_the_battlefield_or_come_into_a_game() {
        let typed = "Own Bear {1}{G}\nCreature — Bear\n{T}: Draw a card.\n2/2\n";
        let trial = trial(typed, Place::Battlefield);
        let mut session = trial.begin().unwrap();
        let first = trial.object(&session).unwrap();
        assert!(session.game().object(first.object().unwrap()).unwrap().is_permanent());
        trial.add_to(&mut session, PlayerId(1)).unwrap();
        let second = trial.object(&session).unwrap();
        assert_ne!(first, second);
        assert_eq!(session.game().controller(second.object().unwrap()), Some(PlayerId(1)));
        let places = |typed: &str| places_of(&Reading::of(typed).card.unwrap());
        assert_eq!(places(typed), [Place::Hand, Place::Battlefield]);
        assert_eq!(places("Own Rite {R}\nSorcery\nDraw a card.\n"), [Place::Hand]);
        assert!(places("Own Plane\nPlane — Dominaria\nAll creatures have flying.\n").is_empty());
    }
}

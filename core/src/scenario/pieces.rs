//! The components of a merged permanent, where a choice arranges them one by one (CR 723.3a).

use crate::fact::{Choice, Component, Entity, Item, ObjectId, Piece, Prompt};
use crate::rules;

use super::refs::{OfferedItem, Ref};
use super::timeline::{Stop, Timeline};

impl Timeline {
    /// Whether an offer in the script means an item of this choice, or one that counts as one with
    /// it.
    pub(super) fn means_in(&self, choice: &Choice, offer: &OfferedItem, item: &Item) -> Result<bool, Stop> {
        match self.means_piece(choice, offer, item)? {
            Some(meant) => Ok(meant),
            None => self.means_like(offer, item),
        }
    }

    /// Whether an offer means a component that this choice arranges; none for any other item.
    pub(super) fn means_piece(&self, choice: &Choice, offer: &OfferedItem, item: &Item) -> Result<Option<bool>, Stop> {
        let arranged = matches!(choice.prompt, Prompt::Arrange(_) | Prompt::Timestamps);
        if let (true, OfferedItem::It(it), Item::Entity(Entity::Object(id))) = (arranged, offer, item)
            && let Some(piece) = rules::check::arranged_piece(&self.game, *id)
        {
            return self.is_piece(it, &piece).map(Some);
        }
        Ok(None)
    }

    /// Whether a reference means a component: by the name given to its card, by its own name, or as
    /// the part of this name.
    fn is_piece(&self, reference: &Ref, piece: &Piece) -> Result<bool, Stop> {
        if let Some(own @ Component::Card(_)) = self.own_component(reference) {
            return Ok(own == piece.component);
        }
        let called = |name: &str| rules::check::arranged_name(&self.game, piece.was).is_some_and(|own| own == name);
        match reference {
            Ref::Named(name) if self.is_printed_name(name) => {
                self.known(reference)?;
                Ok(called(name))
            }
            Ref::Part(of, name) => Ok(called(name) && self.is_piece_of(of, piece)),
            _ => self.speaks_of(reference, Entity::Object(piece.was)),
        }
    }

    /// Whether a component is one of what a reference means, or of what that is by now.
    fn is_piece_of(&self, of: &Ref, piece: &Piece) -> bool {
        let has_it = |id: &ObjectId| {
            self.game.object(*id).is_some_and(|object| object.pieces().iter().any(|it| it.was == piece.was))
        };
        self.object(of).is_ok_and(|id| has_it(&id) || self.latest_of(id).iter().any(has_it))
    }
}

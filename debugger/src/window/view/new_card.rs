//! The form of the dialog for a new card.

use retrace_session::cards::reading::Reading;
use retrace_session::files::trial::{Place, Trial, places_of};

/// The typed data of the dialog, and what is read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewCardForm {
    /// The card as it is typed.
    pub(crate) typed: String,
    /// What is read of it, read again on every change.
    pub(in crate::window) reading: Reading,
    /// Whether a card with an ability that is not executed will do.
    pub(in crate::window) in_part: bool,
    /// Where the card begins.
    pub(in crate::window) place: Place,
}

impl NewCardForm {
    /// A form for a text.
    pub(crate) fn new(typed: String) -> NewCardForm {
        let reading = Reading::of(&typed);
        NewCardForm { typed, reading, in_part: false, place: Place::default() }
    }

    /// The form with another text.
    pub(in crate::window) fn with(&self, typed: String) -> NewCardForm {
        NewCardForm { reading: Reading::of(&typed), typed, ..self.clone() }
    }

    /// The places where the card can begin, whether all of it is read or not.
    pub(in crate::window) fn places(&self) -> &'static [Place] {
        self.reading.taken(true).map_or(&[], places_of)
    }

    /// What can be tried.
    pub(in crate::window) fn trial(&self) -> Option<Trial> {
        let card = self.reading.taken(self.in_part)?.clone();
        let place = *self.places().iter().find(|it| **it == self.place).or(self.places().first())?;
        Some(Trial { card, typed: self.typed.clone(), place })
    }
}

//! The tense in which something is told.

/// The tense of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tense {
    /// "dies".
    #[default]
    Present,
    /// "died".
    Past,
    /// "didn't die".
    NotPast,
    /// "doesn't die".
    NotPresent,
}

impl Tense {
    /// The same, denied.
    pub(crate) const fn denied(self) -> Tense {
        match self {
            Tense::Present => Tense::NotPresent,
            Tense::NotPresent => Tense::Present,
            Tense::Past => Tense::NotPast,
            Tense::NotPast => Tense::Past,
        }
    }

    /// Whether it denies.
    pub(crate) const fn is_denied(self) -> bool {
        matches!(self, Tense::NotPast | Tense::NotPresent)
    }
}

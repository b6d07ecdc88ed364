//! The difference of two states as rows: the subject, the field, and its value on each side.

use std::fmt;

use retrace_core::card::Designation;
use retrace_core::fact::{ObjectId, PlayerId};

/// What a row of a difference is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The game as a whole.
    Game,
    /// A player.
    Player(PlayerId, String),
    /// An object: its id on each side, and its name.
    Object {
        /// Its id on the left.
        left: Option<ObjectId>,
        /// Its id on the right.
        right: Option<ObjectId>,
        /// Its name: that on the left if it is there.
        name: String,
    },
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Game => f.write_str("Game"),
            Subject::Player(_, name) | Subject::Object { name, .. } => f.write_str(name),
        }
    }
}

/// A field that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each variant is told by its word")]
pub enum Field {
    Turn,
    TurnStep,
    DayNight,
    Designation(Designation),
    Controlled,
    Stack,
    Waiting,
    Result,
    Life,
    Counters,
    Mana,
    Library,
    Hand,
    Graveyard,
    Standing,
    Existence,
    Zone,
    Name,
    Controller,
    Types,
    Colors,
    PowerToughness,
    Abilities,
    Damage,
    Components,
    Level,
    Markings,
    Tapped,
    Attached,
    Attacking,
    Blocking,
    Blocked,
}

impl Field {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Field::Turn => "turn",
            Field::TurnStep => "turn step",
            Field::DayNight => "day or night",
            Field::Designation(it) => it.name(),
            Field::Controlled => "controlled",
            Field::Stack => "stack",
            Field::Waiting => "waits for",
            Field::Result => "result",
            Field::Life => "life",
            Field::Counters => "counters",
            Field::Mana => "mana",
            Field::Library => "library",
            Field::Hand => "hand",
            Field::Graveyard => "graveyard",
            Field::Standing => "in the game",
            Field::Existence => "is there",
            Field::Zone => "zone",
            Field::Name => "name",
            Field::Controller => "controller",
            Field::Types => "types",
            Field::Colors => "colours",
            Field::PowerToughness => "power/toughness",
            Field::Abilities => "abilities",
            Field::Damage => "damage",
            Field::Components => "represented by",
            Field::Level => "level",
            Field::Markings => "designations",
            Field::Tapped => "tapped",
            Field::Attached => "attached to",
            Field::Attacking => "attacking",
            Field::Blocking => "blocking",
            Field::Blocked => "blocked",
        }
    }
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRow {
    /// The subject.
    pub subject: Subject,
    /// The field.
    pub field: Field,
    /// Its value on the left, if any.
    pub left: Option<String>,
    /// Its value on the right, if any.
    pub right: Option<String>,
}

/// The differences between two states: the game first, then players, then objects by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateDiff {
    /// The fields that differ.
    pub rows: Vec<DiffRow>,
}

impl StateDiff {
    /// Whether there are no differences.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

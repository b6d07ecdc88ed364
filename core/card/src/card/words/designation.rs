//! The designations of players: their names, and whether several players can have one.
//!
//! A new designation is a variant at the end, a place in [`Designation::ALL`] and a row in
//! [`Designation::telling`]. The state, views, predicates, scenarios, comparisons and the window
//! read the rest from there.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// A designation that a player can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum Designation {
    /// The monarch: one player at a time, with two abilities that come with it (CR 720).
    Monarch,
    /// The city's blessing: any number of players, for the rest of the game (CR 702.131c).
    CitysBlessing,
}

/// The verb that goes with a designation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// "Is the monarch", "becomes the monarch".
    Being,
    /// "Has the city's blessing", "gets the city's blessing".
    Having,
}

/// The names and properties of a designation.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// Its word in predicates and JSON.
    pub word: &'static str,
    /// Its name alone.
    pub name: &'static str,
    /// Its name in a sentence.
    pub noun: &'static str,
    /// The verb that goes with it.
    pub held: Held,
    /// Whether only one player can have it at a time; the next one takes it away.
    pub of_one: bool,
    /// The value of its word in predicates.
    pub gives: &'static str,
}

impl Designation {
    /// All of them.
    pub const ALL: [Designation; 2] = [Designation::Monarch, Designation::CitysBlessing];

    /// Its names and properties.
    pub const fn telling(self) -> Telling {
        match self {
            Designation::Monarch => Telling {
                word: "monarch",
                name: "monarch",
                noun: "the monarch",
                held: Held::Being,
                of_one: true,
                gives: "the monarch (CR 720.1); nothing while there is none",
            },
            Designation::CitysBlessing => Telling {
                word: "citys_blessing",
                name: "city's blessing",
                noun: "the city's blessing",
                held: Held::Having,
                of_one: false,
                gives: "the players who have the city's blessing (CR 702.131c)",
            },
        }
    }

    /// Its word in predicates and JSON.
    pub const fn word(self) -> &'static str {
        self.telling().word
    }

    /// Its name alone: "monarch".
    pub const fn name(self) -> &'static str {
        self.telling().name
    }

    /// Its name in a sentence: "the monarch".
    pub const fn noun(self) -> &'static str {
        self.telling().noun
    }

    /// Whether only one player can have it at a time.
    pub const fn is_of_one(self) -> bool {
        self.telling().of_one
    }

    /// The infinitive of its verb: "be", "have".
    pub const fn verb(self) -> &'static str {
        match self.telling().held {
            Held::Being => "be",
            Held::Having => "have",
        }
    }

    /// The predicate for a player with it: "is the monarch".
    pub fn is(self) -> String {
        self.after("is", "has")
    }

    /// The predicate for a player who gets it: "becomes the monarch".
    pub fn gets(self) -> String {
        self.after("becomes", "gets")
    }

    /// The same in the past: "became the monarch".
    pub fn got(self) -> String {
        self.after("became", "got")
    }

    fn after(self, being: &str, having: &str) -> String {
        let verb = match self.telling().held {
            Held::Being => being,
            Held::Having => having,
        };
        format!("{verb} {}", self.noun())
    }
}

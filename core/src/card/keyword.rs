//! Keyword abilities, expanded to the ordinary abilities that their rules spell out (CR 702).
//!
//! A keyword whose rule only changes what the machinery does with the object (when it may be cast, whether attacking
//! taps it) expands to nothing; the module of `rules` that owns that machinery asks for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::effect::{Restriction, StaticEffect};
use super::filter::Filter;
use super::types::CardType;

/// A keyword ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Keyword {
    /// CR 702.2
    Deathtouch,
    /// CR 702.3
    Defender,
    /// CR 702.4
    DoubleStrike,
    /// CR 702.7
    FirstStrike,
    /// CR 702.8
    Flash,
    /// CR 702.9
    Flying,
    /// CR 702.10
    Haste,
    /// CR 702.12
    Indestructible,
    /// CR 702.15
    Lifelink,
    /// CR 702.17
    Reach,
    /// CR 702.19
    Trample,
    /// CR 702.20
    Vigilance,
    /// CR 702.111
    Menace,
}

impl Keyword {
    /// All keyword abilities that the engine knows.
    pub const ALL: &'static [Keyword] = &[
        Keyword::Deathtouch,
        Keyword::Defender,
        Keyword::DoubleStrike,
        Keyword::FirstStrike,
        Keyword::Flash,
        Keyword::Flying,
        Keyword::Haste,
        Keyword::Indestructible,
        Keyword::Lifelink,
        Keyword::Reach,
        Keyword::Trample,
        Keyword::Vigilance,
        Keyword::Menace,
    ];

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            Keyword::Deathtouch => "deathtouch",
            Keyword::Defender => "defender",
            Keyword::DoubleStrike => "double strike",
            Keyword::FirstStrike => "first strike",
            Keyword::Flash => "flash",
            Keyword::Flying => "flying",
            Keyword::Haste => "haste",
            Keyword::Indestructible => "indestructible",
            Keyword::Lifelink => "lifelink",
            Keyword::Reach => "reach",
            Keyword::Trample => "trample",
            Keyword::Vigilance => "vigilance",
            Keyword::Menace => "menace",
        }
    }

    /// The effects of the static abilities that the keyword stands for.
    pub fn effects(self) -> Vec<StaticEffect> {
        let restrict = |restriction| vec![StaticEffect::Restrict(restriction)];
        match self {
            // CR 702.3b
            Keyword::Defender => restrict(Restriction::CantAttack(Filter::This)),
            // CR 702.9b, 702.17b
            Keyword::Flying => restrict(Restriction::CantBeBlockedBy {
                what: Filter::This,
                by: Filter::All(vec![
                    Filter::Type(CardType::Creature),
                    Filter::Not(Box::new(Filter::AnyOf(vec![
                        Filter::Keyword(Keyword::Flying),
                        Filter::Keyword(Keyword::Reach),
                    ]))),
                ]),
            }),
            // CR 702.111b
            Keyword::Menace => restrict(Restriction::MinimumBlockers { what: Filter::This, count: 2 }),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

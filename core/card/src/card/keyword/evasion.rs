//! Keyword abilities that restrict attacking, or which creatures can block.

use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::Color;

use super::meaning::{Meaning, Operands, of};

const fn restrict(restriction: Restriction) -> StaticEffect {
    StaticEffect::Restrict(restriction)
}

const fn unblockable(by: Filter) -> Restriction {
    Restriction::CantBeBlockedBy { what: Filter::This, by }
}

fn creatures(but: Filter) -> Filter {
    Filter::All(vec![Filter::Type(CardType::Creature), Filter::Not(Box::new(but))])
}

/// CR 702.3b.
pub(super) static DEFENDER: Meaning = Meaning {
    effects: |_| vec![restrict(Restriction::CantAttack(Filter::This))],
    ..Meaning::alone("defender", || Keyword::Defender)
};

/// CR 702.9b, 702.17b.
pub(super) static FLYING: Meaning = Meaning {
    effects: |_| {
        vec![restrict(Restriction::CantBeBlockedBy {
            what: Filter::This,
            by: Filter::All(vec![
                Filter::Type(CardType::Creature),
                Filter::Not(Box::new(Filter::AnyOf(vec![
                    Filter::Keyword(Keyword::Flying),
                    Filter::Keyword(Keyword::Reach),
                ]))),
            ]),
        })]
    },
    ..Meaning::alone("flying", || Keyword::Flying)
};

/// CR 702.13b.
pub(super) static INTIMIDATE: Meaning = Meaning {
    effects: |_| {
        vec![restrict(unblockable(creatures(Filter::AnyOf(vec![
            Filter::Type(CardType::Artifact),
            Filter::SharesColor(Objects::This),
        ]))))]
    },
    ..Meaning::alone("intimidate", || Keyword::Intimidate)
};

/// CR 702.14c.
pub(super) static LANDWALK: Meaning = Meaning {
    operand: Operands::OWN,
    effects: |_| vec![restrict(unblockable(Filter::Any))],
    condition: of!(Keyword::Landwalk(quality) => Some(Condition::Exists(Filter::All(vec![
        Filter::Type(CardType::Land),
        Filter::clone(quality),
        Filter::ControlledBy(Players::Defending),
    ])))),
    ..Meaning::named("landwalk")
};

/// CR 702.28b.
pub(super) static SHADOW: Meaning = Meaning {
    effects: |_| {
        vec![
            restrict(unblockable(creatures(Filter::Keyword(Keyword::Shadow)))),
            restrict(Restriction::CantBeBlockedBy {
                what: creatures(Filter::Keyword(Keyword::Shadow)),
                by: Filter::This,
            }),
        ]
    },
    ..Meaning::alone("shadow", || Keyword::Shadow)
};

/// CR 702.31b.
pub(super) static HORSEMANSHIP: Meaning = Meaning {
    effects: |_| vec![restrict(unblockable(creatures(Filter::Keyword(Keyword::Horsemanship))))],
    ..Meaning::alone("horsemanship", || Keyword::Horsemanship)
};

/// CR 702.36b.
pub(super) static FEAR: Meaning = Meaning {
    effects: |_| {
        vec![restrict(unblockable(creatures(Filter::AnyOf(vec![
            Filter::Type(CardType::Artifact),
            Filter::Color(Color::Black),
        ]))))]
    },
    ..Meaning::alone("fear", || Keyword::Fear)
};

/// CR 702.111b.
pub(super) static MENACE: Meaning = Meaning {
    effects: |_| vec![restrict(Restriction::MinimumBlockers { what: Filter::This, count: 2 })],
    ..Meaning::alone("menace", || Keyword::Menace)
};

/// CR 702.118b.
pub(super) static SKULK: Meaning = Meaning {
    effects: |_| {
        vec![restrict(unblockable(Filter::All(vec![
            Filter::Type(CardType::Creature),
            Filter::Power(Comparison::Greater, Box::new(Quantity::Power(Objects::This))),
        ])))]
    },
    ..Meaning::alone("skulk", || Keyword::Skulk)
};

//! Hexproof, protection and shroud: what an object or player is safe from.

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::words::card_type::CardType;

use super::meaning::{Meaning, Operands, of};

fn untargetable(by: Players, source: Filter) -> StaticEffect {
    let objects = Some(Filter::This);
    StaticEffect::Restrict(Restriction::CantBeTargeted { objects, players: None, by, source })
}

fn untargetable_player(who: &Players, by: Players, source: Filter) -> StaticEffect {
    let players = Some(who.clone());
    StaticEffect::Restrict(Restriction::CantBeTargeted { objects: None, players, by, source })
}

/// CR 702.11b-c.
pub(super) static HEXPROOF: Meaning = Meaning {
    effects: |_| vec![untargetable(Players::Opponents, Filter::Any)],
    players: |_, who| vec![untargetable_player(who, Players::Opponents, Filter::Any)],
    ..Meaning::alone("hexproof", || Keyword::Hexproof)
};

/// CR 702.11d: it counts as hexproof too.
pub(super) static HEXPROOF_FROM: Meaning = Meaning {
    operand: Operands::OWN,
    effects: of!(Keyword::HexproofFrom(quality) => vec![untargetable(Players::Opponents, Filter::clone(quality))]),
    players: |keyword, who| match keyword {
        Keyword::HexproofFrom(quality) => vec![untargetable_player(who, Players::Opponents, Filter::clone(quality))],
        _ => Vec::new(),
    },
    ..Meaning::named("hexproof")
};

/// CR 702.16.
pub(super) static PROTECTION: Meaning = Meaning {
    operand: Operands::OWN,
    effects: of!(Keyword::Protection(quality) => protection(quality)),
    players: |keyword, who| match keyword {
        Keyword::Protection(quality) => players_protection(quality, who),
        _ => Vec::new(),
    },
    ..Meaning::named("protection")
};

/// CR 702.18a.
pub(super) static SHROUD: Meaning = Meaning {
    effects: |_| vec![untargetable(Players::Each, Filter::Any)],
    players: |_, who| vec![untargetable_player(who, Players::Each, Filter::Any)],
    ..Meaning::alone("shroud", || Keyword::Shroud)
};

/// CR 702.16b-f: no targeting, enchanting, equipping, fortifying, damage or blocking by anything
/// with the quality.
fn protection(quality: &Filter) -> Vec<StaticEffect> {
    vec![
        StaticEffect::Restrict(Restriction::CantBeTargeted {
            objects: Some(Filter::This),
            players: None,
            by: Players::Each,
            source: quality.clone(),
        }),
        StaticEffect::Restrict(Restriction::CantBeAttached {
            what: quality.clone(),
            to: Some(Filter::This),
            players: None,
        }),
        StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: quality.clone(),
                players: None,
                objects: Some(Filter::This),
                combat: false,
                noncombat: false,
                at_least: None,
            },
            instead: Instead::Prevent,
        }),
        StaticEffect::Restrict(Restriction::CantBeBlockedBy {
            what: Filter::This,
            by: Filter::All(vec![Filter::Type(CardType::Creature), quality.clone()]),
        }),
    ]
}

/// CR 702.16b-e: the same for players.
fn players_protection(quality: &Filter, who: &Players) -> Vec<StaticEffect> {
    vec![
        untargetable_player(who, Players::Each, Filter::clone(quality)),
        StaticEffect::Restrict(Restriction::CantBeAttached {
            what: Filter::clone(quality),
            to: None,
            players: Some(who.clone()),
        }),
        StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: Filter::clone(quality),
                players: Some(who.clone()),
                objects: None,
                combat: false,
                noncombat: false,
                at_least: None,
            },
            instead: Instead::Prevent,
        }),
    ]
}

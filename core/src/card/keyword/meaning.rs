//! What a keyword ability stands for: one value for each, in the keyword's own file.

use crate::card::ast::ability::{ActivatedAbility, TriggeredAbility};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Permission;
use crate::card::words::mana_symbol::ManaCost;
use crate::card::words::zone_kind::ZoneKind;

/// What stands after the name of a keyword ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Operand<'a> {
    /// Nothing.
    #[default]
    Nothing,
    /// A number: "bushido 2".
    Number(u32),
    /// A cost: "ward {2}".
    Cost(&'a [Cost]),
    /// Something that no other keyword ability says: `text::keywords` writes it.
    Own,
}

/// What a keyword ability stands for. What a field does not say is not so of most of them.
pub(super) struct Meaning {
    /// Its name in running text.
    pub(super) word: &'static str,
    /// The keyword, if it is a word and nothing else.
    pub(super) alone: Option<fn() -> Keyword>,
    /// What stands after the word.
    pub(super) operand: fn(&Keyword) -> Operand<'_>,
    /// The effects of its static abilities.
    pub(super) effects: fn(&Keyword) -> Vec<StaticEffect>,
    /// The condition under which those function.
    pub(super) condition: fn(&Keyword) -> Option<Condition>,
    /// The zone in which those function (CR 113.6).
    pub(super) zone: ZoneKind,
    /// Its effects where players have it; none if they can't.
    pub(super) players: fn(&Keyword, &Players) -> Vec<StaticEffect>,
    /// Its activated ability.
    pub(super) activated: fn(&Keyword) -> Option<ActivatedAbility>,
    /// Its triggered abilities.
    pub(super) triggered: fn(&Keyword) -> Vec<TriggeredAbility>,
    /// Whether it restricts or changes how its object is cast (CR 113.6d-e).
    pub(super) about_casting: bool,
    /// Whether its cost is one that the object may be cast for rather than its mana cost (CR 118.9).
    pub(super) alternative_cost: bool,
    /// What it allows of playing its object, whose mana cost is given (CR 113.6f).
    pub(super) permission: fn(&Keyword, Option<&ManaCost>) -> Option<Permission>,
    /// From where alone its object can be cast.
    pub(super) only_cast_from: Option<ZoneKind>,
}

impl Meaning {
    /// A keyword ability to which the card adds something.
    pub(super) const fn named(word: &'static str) -> Meaning {
        Meaning {
            word,
            alone: None,
            operand: |_| Operand::Nothing,
            effects: |_| Vec::new(),
            condition: |_| None,
            zone: ZoneKind::Battlefield,
            players: |_, _| Vec::new(),
            activated: |_| None,
            triggered: |_| Vec::new(),
            about_casting: false,
            alternative_cost: false,
            permission: |_, _| None,
            only_cast_from: None,
        }
    }

    /// A keyword ability that is a word and nothing else.
    pub(super) const fn alone(word: &'static str, keyword: fn() -> Keyword) -> Meaning {
        Meaning { alone: Some(keyword), ..Meaning::named(word) }
    }
}

/// A function of a keyword: what it comes to for the one that the pattern takes apart, nothing for any other.
macro_rules! of {
    ($pattern:pat => $meaning:expr) => {
        |keyword| match keyword {
            $pattern => $meaning,
            _ => Default::default(),
        }
    };
}

pub(super) use of;

//! What a keyword ability stands for: one value for each, in the keyword's own file.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::card::ast::ability::{ActivatedAbility, Body, TriggeredAbility};
use crate::card::ast::cost::{Cost, OptionalCost};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::{Keyword, ReservedCost};
use crate::card::ast::restriction::{Permission, Timing};
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::ManaCost;
use crate::card::words::marking::Marking;
use crate::card::words::zone_kind::ZoneKind;
use crate::rule::Rule;

/// The operand after the name of a keyword ability.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Operand<'a> {
    /// Nothing.
    #[default]
    Nothing,
    /// A number: "bushido 2".
    Number(u32),
    /// A cost: "ward {2}".
    Cost(&'a [Cost]),
    /// A number and a cost: "suspend 4—{U}".
    NumberAndCost(Cow<'a, Quantity>, &'a [Cost]),
    /// Spells of a quality and a cost: "splice onto Arcane {1}{R}".
    OntoAndCost(&'a Filter, &'a [Cost]),
    /// The mana cost of its object, reduced by this much generic mana.
    ManaCostLess(u32),
    /// One with its own wording, which `text::keywords` writes.
    Own,
}

impl<'a> Operand<'a> {
    /// The cost in it.
    pub(in crate::card) fn cost(&self) -> Option<&'a [Cost]> {
        match self {
            Operand::Cost(cost) | Operand::NumberAndCost(_, cost) | Operand::OntoAndCost(_, cost) => Some(cost),
            Operand::Nothing | Operand::Number(_) | Operand::ManaCostLess(_) | Operand::Own => None,
        }
    }
}

/// The operand of a keyword, both ways.
#[derive(Clone, Copy)]
pub(crate) struct Operands {
    /// As it stands in the keyword.
    pub(super) of: fn(&Keyword) -> Operand<'_>,
    /// How the keyword is made of it.
    pub(super) made: Made,
}

impl Operands {
    /// No operand.
    pub(super) const NONE: Operands = Operands { of: |_| Operand::Nothing, made: Made::Own };
    /// One with its own wording.
    pub(super) const OWN: Operands = Operands { of: |_| Operand::Own, made: Made::Own };
}

/// How a keyword is made of its operand.
#[derive(Clone, Copy)]
pub(crate) enum Made {
    /// It has none, or its wording is its own.
    Own,
    /// Of a number.
    Number(fn(u32) -> Keyword),
    /// Of a cost.
    Cost(fn(Vec<Cost>) -> Keyword),
    /// Of a number and a cost.
    NumberAndCost(fn(Quantity, Vec<Cost>) -> Option<Keyword>),
    /// Of a quality and a cost.
    OntoAndCost(fn(Filter, Vec<Cost>) -> Keyword),
}

/// When a player may take a special action with a card in their hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialTiming {
    /// Whenever they could begin to cast the card.
    AsCast,
    /// At these times.
    At(Timing),
}

/// A special action with a card in a hand (CR 116.2f, 116.2h).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialAction {
    /// When it may be taken.
    pub when: SpecialTiming,
    /// Its cost.
    pub cost: Vec<Cost>,
    /// What it does to the card.
    pub then: Vec<Instruction>,
    /// Limits on an X in its cost (CR 107.3d).
    pub x_limits: Vec<(Comparison, Quantity)>,
}

/// The rules by which a spell gains the text of a card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddingText {
    /// The rule by which the card is revealed.
    pub reveals: Rule,
    /// The rule by which the spell gains its text.
    pub gains: Rule,
}

/// A text that a spell can gain from a card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOffer<'a> {
    /// The spells that can gain it.
    pub onto: &'a Filter,
    /// The additional cost.
    pub cost: &'a [Cost],
    /// Its rules.
    pub by: AddingText,
}

/// What a keyword ability stands for. The defaults apply to most keywords.
pub(super) struct Meaning {
    /// Its name in running text.
    pub(super) word: &'static str,
    /// The keyword ability that it is a variant of under another name (CR 702.1c).
    pub(super) variant_of: Option<&'static str>,
    /// The keyword, if it has no operand.
    pub(super) alone: Option<fn() -> Keyword>,
    /// The operand after the name.
    pub(super) operand: Operands,
    /// The effects of its static abilities.
    pub(super) effects: fn(&Keyword) -> Vec<StaticEffect>,
    /// The condition for these effects.
    pub(super) condition: fn(&Keyword) -> Option<Condition>,
    /// The zone where these effects apply (CR 113.6).
    pub(super) zone: ZoneKind,
    /// The effects on players who have the keyword; empty if players can't have it.
    pub(super) players: fn(&Keyword, &Players) -> Vec<StaticEffect>,
    /// Its activated ability.
    pub(super) activated: fn(&Keyword) -> Option<ActivatedAbility>,
    /// Its triggered abilities.
    pub(super) triggered: fn(&Keyword) -> Vec<TriggeredAbility>,
    /// Its spell ability.
    pub(super) spell: Option<&'static LazyLock<Body>>,
    /// Whether it restricts or changes how its object is cast (CR 113.6d-e).
    pub(super) about_casting: bool,
    /// Whether its cost is an alternative to the mana cost of its object (CR 118.9).
    pub(super) alternative_cost: bool,
    /// The optional additional cost that each instance of it offers for its spell (CR 118.8b).
    pub(super) offers: Option<OptionalCost>,
    /// The special action with its object in a hand (CR 116.2f, 116.2h), given whether the ability
    /// is printed on it, so that the object keeps it elsewhere.
    pub(super) special_action: fn(&Keyword, bool) -> Option<SpecialAction>,
    /// The cost for which its object may be cast on a later turn, while this designation reserves
    /// it in exile.
    pub(super) reserved: Option<(Marking, fn(&Keyword) -> Option<&ReservedCost>)>,
    /// The permission to play its object, given the object's mana cost (CR 113.6f).
    pub(super) permission: fn(&Keyword, Option<&ManaCost>) -> Option<Permission>,
    /// Whether that permission is for casting its object transformed (CR 712.7b).
    pub(super) transformed: bool,
    /// The rules by which a spell gains the text of its object, a card in a hand, if it can. The
    /// operand is the quality of the spell and the additional cost.
    pub(super) adds_text: Option<AddingText>,
    /// The only zone that its object can be cast from.
    pub(super) only_cast_from: Option<ZoneKind>,
}

impl Meaning {
    /// A keyword ability with an operand.
    pub(super) const fn named(word: &'static str) -> Meaning {
        Meaning {
            word,
            variant_of: None,
            alone: None,
            operand: Operands::NONE,
            effects: |_| Vec::new(),
            condition: |_| None,
            zone: ZoneKind::Battlefield,
            players: |_, _| Vec::new(),
            activated: |_| None,
            triggered: |_| Vec::new(),
            spell: None,
            about_casting: false,
            alternative_cost: false,
            offers: None,
            special_action: |_, _| None,
            reserved: None,
            permission: |_, _| None,
            transformed: false,
            adds_text: None,
            only_cast_from: None,
        }
    }

    /// A keyword ability without an operand.
    pub(super) const fn alone(word: &'static str, keyword: fn() -> Keyword) -> Meaning {
        Meaning { alone: Some(keyword), ..Meaning::named(word) }
    }
}

/// A function of a keyword: the expression for a keyword that matches the pattern, the default for
/// any other.
macro_rules! of {
    ($pattern:pat => $meaning:expr) => {
        |keyword| match keyword {
            $pattern => $meaning,
            _ => Default::default(),
        }
    };
}

/// The operand of a keyword that has a number: `number!(Keyword::Bushido)`.
macro_rules! number {
    ($keyword:path) => {
        $crate::card::keyword::meaning::Operands {
            of: |keyword| match keyword {
                $keyword(n) => $crate::card::keyword::meaning::Operand::Number(*n),
                _ => $crate::card::keyword::meaning::Operand::Nothing,
            },
            made: $crate::card::keyword::meaning::Made::Number($keyword),
        }
    };
}

/// The operand of a keyword that has a cost: `cost!(Keyword::Ward)`.
macro_rules! cost {
    ($keyword:path) => {
        $crate::card::keyword::meaning::Operands {
            of: |keyword| match keyword {
                $keyword(cost) => $crate::card::keyword::meaning::Operand::Cost(cost),
                _ => $crate::card::keyword::meaning::Operand::Nothing,
            },
            made: $crate::card::keyword::meaning::Made::Cost($keyword),
        }
    };
}

pub(super) use {cost, number, of};

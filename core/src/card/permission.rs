//! What players may do (CR 305.2, 601.3, 609.4b) and what of casting and activating they can't (CR 601.3, 602.5): the words
//! that static abilities and effects with a duration share.

use serde::{Deserialize, Serialize};

use super::cost::Cost;
use super::filter::{Filter, Players, Quantity};
use super::instruction::Instruction;
use super::replacement::{Instead, Replacement, Would};
use super::words::ZoneKind;

/// Something that an effect allows. What a card says of itself, with `This`, holds wherever it is;
/// what `Establish` allows of `Is(…)` is locked in as the effect begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Permission {
    /// Cards may be played from where they are: lands played, spells cast (CR 601.3, 305.1). Say
    /// where with `In(…)` or a reference such as `Is(TopOfLibrary(You, 1))`.
    Play {
        /// Who may.
        who: Players,
        /// Which cards, and where.
        what: Filter,
        /// What a spell costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        cost: CastingCost,
        /// What happens instead of something that would happen to a spell that is cast so, as for `Cast`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Box<Replacement>>,
    },
    /// Cards may be cast from where they are (CR 601.3). Characteristics are looked at as the spell
    /// would be on the stack.
    Cast {
        /// Who may.
        who: Players,
        /// Which cards, and where.
        what: Filter,
        /// What it costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        cost: CastingCost,
        /// Whether the spell is exiled as it leaves the stack (CR 702.34a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exile: bool,
        /// What happens instead of something that would happen to a spell that is cast so, for as long as it is on the
        /// stack: "if that card would be put into your graveyard this turn, exile it instead" (CR 400.7g, 614.1a).
        /// `This` is the spell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Box<Replacement>>,
    },
    /// Cards that others own may be played as though they were your own (CR 609.4).
    AsThoughOwn {
        /// Who may.
        who: Players,
        /// Which cards, and where.
        what: Filter,
    },
    /// Spells may be cast as though they had flash (CR 601.3b, 702.8a).
    CastWithFlash {
        /// Who may.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// What is paid in addition (CR 601.3c).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Cost>,
    },
    /// Players may play so many additional lands each turn (CR 305.2).
    PlayLands(Players, Quantity),
    /// Players may play any number of lands each turn (CR 305.2).
    PlayAnyLands(Players),
    /// Mana may be spent as though it were of any color or type (CR 609.4b).
    SpendMana {
        /// Who may.
        who: Players,
        /// On what; on anything where nothing is said. `Spell` speaks of casting spells that fit, `ActivatedAbility` and
        /// `FromSource(…)` of activating abilities: `All([ActivatedAbility, FromSource(This)])`. What says neither speaks of
        /// both, casting what fits and activating its abilities.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Filter>,
        /// As though it were of any color, or of any type.
        as_though: AnyMana,
    },
    /// Players may look at the top card of their libraries at any time.
    LookAtTop(Players),
    /// Players may take a special action whenever they have priority, without the stack (CR
    /// 116.2c-e).
    SpecialAction {
        /// Who.
        who: Players,
        /// What it costs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Cost>,
        /// What is done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<Instruction>,
        /// When they may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<Timing>,
    },
    /// Players ignore what objects say can't be done (CR 116.2d).
    Ignore {
        /// Who.
        who: Players,
        /// The effects of what.
        what: Filter,
    },
}

impl Permission {
    /// What happens instead of something that would happen to a spell that was cast so, on the stack.
    pub fn replaces(&self) -> Vec<Replacement> {
        // CR 702.34a
        let exiled = self.exiles().then(|| Replacement {
            would: Would::Move { what: Filter::This, from: Some(ZoneKind::Stack.into()), to: None },
            instead: Instead::GoTo(ZoneKind::Exile),
        });
        exiled.into_iter().chain(self.instead().cloned()).collect()
    }

    /// What it says happens instead of something that would happen to a spell that is cast so.
    pub fn instead(&self) -> Option<&Replacement> {
        match self {
            Permission::Play { instead, .. } | Permission::Cast { instead, .. } => instead.as_deref(),
            _ => None,
        }
    }

    /// Whether a spell that is cast so is exiled as it leaves the stack (CR 702.34a).
    pub const fn exiles(&self) -> bool {
        matches!(self, Permission::Cast { exile: true, .. })
    }

    /// Which objects it speaks of.
    pub const fn what(&self) -> Option<&Filter> {
        match self {
            Permission::Play { what, .. } | Permission::Cast { what, .. } | Permission::CastWithFlash { what, .. } => {
                Some(what)
            }
            Permission::AsThoughOwn { .. }
            | Permission::PlayLands(..)
            | Permission::PlayAnyLands(_)
            | Permission::SpendMana { .. }
            | Permission::SpecialAction { .. }
            | Permission::Ignore { .. }
            | Permission::LookAtTop(_) => None,
        }
    }

    /// Whether a spell that is cast by it costs something else than its mana cost (CR 118.9).
    pub const fn is_instead(&self) -> bool {
        match self {
            Permission::Play { cost, .. } | Permission::Cast { cost, .. } => !cost.is_usual(),
            _ => false,
        }
    }

    /// Whether it is about playing the object that has the ability: such an ability functions wherever that object could
    /// be played from (CR 113.6e-f).
    pub fn is_of_this(&self) -> bool {
        self.what().is_some_and(Filter::is_about_this)
    }
}

/// What casting a card costs that may be cast from where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CastingCost {
    /// Its own cost.
    #[default]
    Usual,
    /// Nothing: without paying its mana cost (CR 118.9, 107.3b).
    Free,
    /// This rather than its mana cost (CR 118.9).
    Instead(Vec<Cost>),
}

impl CastingCost {
    /// Whether it costs what it costs anyway.
    pub(super) const fn is_usual(&self) -> bool {
        matches!(self, CastingCost::Usual)
    }
}

/// What mana may be spent as though it were (CR 609.4b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AnyMana {
    /// Mana of any colour: not for {C}.
    Color,
    /// Mana of any type.
    Type,
}

/// When something may be done (CR 307.5, 117.1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// Whenever the player could cast a sorcery (CR 307.5).
    Sorcery,
    /// During the player's own turn.
    OwnTurn,
}

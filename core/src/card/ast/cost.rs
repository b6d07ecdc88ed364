//! Costs and mana (CR 106, 118).

use serde::{Deserialize, Serialize};

use crate::card::ast::ability::Body;
use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::words::comparison::Comparison;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{ManaCost, ManaType};
use crate::card::words::zone_kind::{ZoneKind, Zones};

/// A part of a cost (CR 118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Cost {
    /// Mana (CR 118.3a).
    Mana(ManaCost),
    /// The tap symbol: tap this permanent (CR 107.5).
    Tap,
    /// The untap symbol: untap this permanent (CR 107.6).
    Untap,
    /// Pay life (CR 118.3b, 119.4).
    Life(u32),
    /// Pay counters that the player has: `PlayerCounters(Energy, 2)` (CR 107.14).
    PlayerCounters(CounterKind, u32),
    /// Remove counters from this permanent.
    RemoveCounters(CounterKind, u32),
    /// A loyalty cost: put (positive) or remove (negative) so many loyalty counters (CR 606.4).
    Loyalty(i32),
    /// Sacrifice this permanent (CR 701.17).
    SacrificeThis,
    /// Sacrifice so many permanents that fit (CR 701.17).
    Sacrifice(u32, Filter),
    /// Tap untapped permanents of yours that fit, with at least so much total power; summoning
    /// sickness does not matter (CR 302.6).
    TapTotalPower(u32, Filter),
    /// Unattach a permanent from what it is attached to (CR 701.3d).
    Unattach(Objects),
    /// Discard so many cards that fit.
    Discard(u32, Filter),
    /// Discard all cards of the hand (CR 701.8).
    DiscardHand,
    /// Discard so many cards at random, paid among the last (CR 601.2h, 701.8b).
    DiscardAtRandom(u32),
    /// Discard this card.
    DiscardThis,
    /// Exile so many objects that fit from a zone: your permanents, or cards of your hand or
    /// graveyard.
    Exile {
        /// How many.
        count: u32,
        /// Which.
        what: Filter,
        /// Where from: a zone, or several as in `[Hand, Graveyard]`.
        from: Zones,
    },
    /// Exile this object from where it is.
    ExileThis,
    /// Exile so many cards from the top of your library, paid among the last (CR 601.2h).
    ExileTop(u32),
    /// Mill so many cards, paid among the last (CR 601.2h, 701.13).
    Mill(u32),
    /// Draw so many cards.
    Draw(u32),
    /// Tap so many untapped permanents of yours that fit; summoning sickness does not matter (CR
    /// 302.6).
    TapOthers(u32, Filter),
    /// Untap so many tapped permanents of yours that fit.
    UntapOthers(u32, Filter),
    /// Return so many permanents of yours that fit to their owner's hand.
    Return(u32, Filter),
    /// Return this permanent to its owner's hand.
    ReturnThis,
    /// Put counters on this permanent.
    PutCounters(CounterKind, u32),
    /// Put counters on one permanent of yours that fits.
    PutCountersOn(CounterKind, u32, Filter),
    /// Remove counters from one permanent of yours that fits.
    RemoveCountersFrom(CounterKind, u32, Filter),
    /// Reveal so many cards of your hand that fit (CR 701.16).
    Reveal(u32, Filter),
    /// The mana costs of objects (CR 107.3h). One without a mana cost can't be paid (CR 118.6).
    ManaCostOf(Objects),
    /// A cost so many times: `Times(X, Life(1))`, `Times(Count(Type(Artifact)), Mana("{1}"))` (CR
    /// 118.4).
    Times(Quantity, Box<Cost>),
    /// One of several costs, chosen with the other choices: `Either([[Discard(1, Card)],
    /// [Life(3)]])` (CR 601.2b).
    Either(Vec<Vec<Cost>>),
    /// Exert this permanent (CR 701.39).
    ExertThis,
}

impl Cost {
    /// Whether it is paid with cards of a hidden zone that have a stated quality (CR 118.8c).
    pub fn is_of_hidden_quality(&self) -> bool {
        let stated = |filter: &Filter| !matches!(filter, Filter::Any | Filter::Card);
        match self {
            Cost::Discard(_, filter) | Cost::Reveal(_, filter) => stated(filter),
            Cost::Exile { what, from, .. } => from.iter().all(|zone| !zone.is_public()) && stated(what),
            Cost::Times(_, part) => part.is_of_hidden_quality(),
            _ => false,
        }
    }

    /// Whether it can be paid while something else happens: with life, counters or objects that its player chooses, and
    /// nothing of the object itself.
    pub const fn is_paid_at_once(&self) -> bool {
        matches!(
            self,
            Cost::Life(_)
                | Cost::PlayerCounters(..)
                | Cost::Sacrifice(..)
                | Cost::Discard(..)
                | Cost::Exile { .. }
                | Cost::TapOthers(..)
                | Cost::Return(..)
                | Cost::Reveal(..)
        )
    }

    /// Whether paying it involves chance, or moves cards from a library to a public zone: it comes last (CR 601.2h).
    pub const fn comes_last(&self) -> bool {
        matches!(self, Cost::DiscardAtRandom(_) | Cost::ExileTop(_) | Cost::Mill(_))
    }

    /// Whether it is a loyalty cost (CR 606.4), also one with X (CR 107.7).
    pub fn is_loyalty(&self) -> bool {
        match self {
            Cost::Loyalty(_) => true,
            Cost::Times(_, inner) => inner.is_loyalty(),
            _ => false,
        }
    }

    /// Whether it can be paid while the object whose cost it is is in a zone, as far as it is paid with that object
    /// (CR 113.6j).
    pub fn can_be_paid_in(&self, zone: ZoneKind) -> bool {
        match self {
            Cost::DiscardThis => zone == ZoneKind::Hand,
            Cost::Discard(_, what) | Cost::Reveal(_, what) => !what.is_about_this() || zone == ZoneKind::Hand,
            Cost::Exile { what, from, .. } => !what.is_about_this() || from.has(zone),
            Cost::Times(_, inner) => inner.can_be_paid_in(zone),
            Cost::Either(several) => several.iter().any(|costs| costs.iter().all(|part| part.can_be_paid_in(zone))),
            // A permanent, whatever it says of others.
            Cost::Tap
            | Cost::Untap
            | Cost::RemoveCounters(..)
            | Cost::PutCounters(..)
            | Cost::Loyalty(_)
            | Cost::SacrificeThis
            | Cost::ExertThis
            | Cost::ReturnThis => zone == ZoneKind::Battlefield,
            _ => true,
        }
    }

    /// Whether X is in it (CR 107.3a, 118.4).
    pub fn has_x(&self) -> bool {
        match self {
            Cost::Mana(mana) => mana.has_x(),
            Cost::Times(Quantity::X, _) => true,
            Cost::Times(_, inner) => inner.has_x(),
            Cost::Either(several) => several.iter().flatten().any(Cost::has_x),
            _ => false,
        }
    }
}

/// An optional additional cost: "if it was kicked" (CR 118.8b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OptionalCost {
    /// Kicker or multikicker (CR 702.33).
    Kicker,
    /// Buyback (CR 702.27).
    Buyback,
    /// Entwine (CR 702.42).
    Entwine,
    /// One that an ability of the spell offers with `MayCost`.
    Additional,
    /// The cost to cast it as though it had flash (CR 601.3c).
    Flash,
}

impl OptionalCost {
    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            OptionalCost::Kicker => "kicker",
            OptionalCost::Buyback => "buyback",
            OptionalCost::Entwine => "entwine",
            OptionalCost::Additional => "additional",
            OptionalCost::Flash => "flash",
        }
    }
}

/// A change of what spells or activated abilities cost (CR 118.7-9, 601.2f). What a spell says of
/// itself stands in `Static(effect: Cost(of: Spells(This), …), zone: Stack)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostEffect {
    /// What costs it.
    pub of: Costly,
    /// How.
    pub change: CostChange,
}

/// What an effect changes the cost of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Costly {
    /// Spells that fit, as they are on the stack.
    Spells(Filter),
    /// Activated abilities.
    Abilities {
        /// Of which sources.
        of: Filter,
        /// Who activates them.
        by: Players,
        /// Of which kind.
        #[serde(default)]
        kind: AbilityKind,
    },
}

/// Which activated abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AbilityKind {
    /// All of them.
    #[default]
    Any,
    /// All but mana abilities (CR 605).
    NotMana,
    /// Loyalty abilities (CR 606).
    Loyalty,
    /// Equip abilities (CR 702.6).
    Equip,
    /// Cycling abilities (CR 702.29).
    Cycling,
}

/// How a cost is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CostChange {
    /// It costs this in addition: an additional cost, or more mana (CR 118.8).
    More(Vec<Cost>),
    /// You may pay this in addition (CR 118.8b).
    MayCost(Vec<Cost>),
    /// It costs less mana (CR 118.7a-g).
    Less {
        /// How much mana.
        mana: ManaCost,
        /// How many times that.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        times: Quantity,
        /// The amount of mana that this does not reduce the cost below.
        #[serde(default, skip_serializing_if = "is_zero")]
        least: u32,
    },
    /// It costs at least so much mana, once all else is worked out (CR 601.2f).
    AtLeast(u32),
    /// Where it has an {X} in its cost: what that may be, and what it is paid with: "X can't be 0", "spend only black mana
    /// on X" (CR 107.3a, 601.2b, 601.2h). A spell or activated ability with a text of its own can say it there: `x_limits`.
    LimitX {
        /// What X must be.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        limits: Vec<(Comparison, Quantity)>,
        /// The types of mana that alone may be spent on X; any type, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spend: Vec<ManaType>,
    },
    /// This may be paid rather than the mana cost; `[]` is "without paying its mana cost" (CR
    /// 118.9).
    Instead(Vec<Cost>),
    /// This may be paid rather than the mana cost, and the spell may then be cast as though it had
    /// flash (CR 601.3c).
    InsteadWithFlash(Vec<Cost>),
}

const fn once() -> Quantity {
    Quantity::Fixed(1)
}

fn is_once(times: &Quantity) -> bool {
    *times == Quantity::Fixed(1)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// The mana that an effect adds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ManaOutput {
    /// This mana: `Units([Green])`.
    Units(Vec<ManaType>),
    /// So much mana of one of these types, which the player chooses: `OneOf([Red, Green],
    /// Fixed(1))` (CR 106.1).
    OneOf(Vec<ManaType>, Quantity),
    /// So much mana of the chosen color; none if none was chosen (CR 607.2d, 607.5a).
    Chosen(Quantity),
    /// So much mana in any combination of these types.
    Combination(Vec<ManaType>, Quantity),
    /// The mana that symbols stand for: `Symbols("{U/B}{2}")`. Of a hybrid symbol the player
    /// chooses a half (CR 106.8-11).
    Symbols(ManaCost),
    /// So much mana of one type that permanents could produce (CR 106.7).
    CouldProduce {
        /// Which permanents.
        what: Filter,
        /// How much.
        count: Quantity,
        /// Whether only colors count, not {C}.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        colors: bool,
    },
    /// So much mana of a colour that one of the objects which fit has: "choose a color of a permanent you control", "one mana
    /// of any color among permanents you control" (CR 105.2, 106.1a). None if all of them are colourless (CR 106.5).
    ColorAmong {
        /// Which objects.
        what: Filter,
        /// How much.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Quantity,
        /// Whether it is so much for each of the colours: "for each color among permanents you control".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        each: bool,
    },
    /// So much mana of one type that was produced by the tapping that triggered the ability (CR
    /// 106.12a).
    Produced(Quantity),
    /// As much mana of each type as the player has unspent (CR 106.6).
    AsMuchAgain,
}

/// What is said of mana: what it may be spent on, and what follows if it is (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ManaTerm {
    /// It may be spent only so.
    Only(Vec<SpentOn>),
    /// If it is spent so, an effect begins; `ThatObject` is the spell, or the source of the
    /// ability.
    Gives {
        /// On what.
        on: Vec<SpentOn>,
        /// What begins; characteristics are changed of that object.
        effect: Box<StaticEffect>,
        /// For how long.
        duration: Duration,
    },
    /// When it is spent so, a delayed triggered ability triggers; `ThatObject` is the spell, or the
    /// source of the ability (CR 603.7a).
    When {
        /// On what.
        on: Vec<SpentOn>,
        /// What it does.
        body: Box<Body>,
    },
    /// Until end of turn, it is not lost as steps and phases end (CR 500.4).
    Keeps,
    /// It can't be spent to pay generic mana costs, X among them (CR 106.6, 107.4b).
    NotOnGeneric,
    /// It may be spent only on X in a cost (CR 106.6).
    OnlyOnX,
}

/// What mana is spent on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpentOn {
    /// Casting a spell that fits.
    Cast(Filter),
    /// Activating an ability of a source that fits.
    Activate(Filter),
    /// A cost that contains {X}.
    CostWithX,
}

const fn one() -> Quantity {
    Quantity::Fixed(1)
}

fn is_one(count: &Quantity) -> bool {
    *count == one()
}

//! Costs and mana (CR 106, 118).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::Body;
use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::words::comparison::Comparison;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deeds;
use crate::card::words::mana_symbol::{ManaCost, ManaType};
use crate::card::words::reads::{Asking, Reads};
use crate::card::words::refers::{Linking, Need, Own, Provides};
use crate::card::words::zone_kind::{ZoneKind, Zones};

/// A part of a cost (CR 118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(provides: Provides = NOTHING, own: Own = Object, deeds: Deeds = NONE, with_objects: bool = true))]
pub enum Cost {
    /// Mana (CR 118.3a).
    #[word(with_objects(false))]
    Mana(ManaCost),
    /// The tap symbol: tap this permanent (CR 107.5).
    #[word(with_objects(false), deeds(TAPPED))]
    Tap,
    /// The untap symbol: untap this permanent (CR 107.6).
    #[word(with_objects(false), deeds(UNTAPPED))]
    Untap,
    /// Pay this much life (CR 118.3b, 119.4).
    #[word(with_objects(false), deeds(LIFE_LOST))]
    Life(u32),
    /// Pay counters of the player's own: `PlayerCounters(Energy, 2)` (CR 107.14).
    #[word(with_objects(false), deeds(COUNTERS_REMOVED))]
    PlayerCounters(CounterKind, u32),
    /// Remove counters from this permanent.
    #[word(with_objects(false), deeds(COUNTERS_REMOVED))]
    RemoveCounters(CounterKind, u32),
    /// A loyalty cost: put this many loyalty counters on the permanent, or remove them if negative
    /// (CR 606.4).
    #[word(with_objects(false))]
    Loyalty(i32),
    /// Sacrifice this permanent (CR 701.17).
    #[word(deeds(SACRIFICED))]
    SacrificeThis,
    /// Sacrifice this many matching permanents (CR 701.17).
    #[word(own(Link), deeds(SACRIFICED))]
    Sacrifice(u32, Filter),
    /// Tap matching untapped permanents you control with at least this total power; summoning
    /// sickness doesn't matter (CR 302.6).
    #[word(deeds(TAPPED))]
    TapTotalPower(u32, Filter),
    /// Unattach a permanent from what it is attached to (CR 701.3d).
    Unattach(Objects),
    /// Discard this many matching cards.
    #[word(deeds(DISCARDED))]
    Discard(u32, Filter),
    /// Discard your hand (CR 701.8).
    #[word(deeds(DISCARDED))]
    DiscardHand,
    /// Discard this many cards at random; paid after other costs (CR 601.2h, 701.8b).
    #[word(deeds(DISCARDED))]
    DiscardAtRandom(u32),
    /// Discard this card.
    #[word(deeds(DISCARDED))]
    DiscardThis,
    /// Exile this many matching objects from a zone: permanents you control, or cards in your hand
    /// or graveyard.
    #[word(own(Link), deeds(EXILED), provides(EXILED))]
    Exile {
        /// How many.
        count: u32,
        /// Which objects.
        what: Filter,
        /// The zone, or several, as in `[Hand, Graveyard]`.
        from: Zones,
    },
    /// Exile this object from its current zone.
    #[word(own(Link), deeds(EXILED), provides(EXILED))]
    ExileThis,
    /// Exile this many cards from the top of your library; paid after other costs (CR 601.2h).
    #[word(own(Link), deeds(EXILED), provides(EXILED))]
    ExileTop(u32),
    /// Mill this many cards; paid after other costs (CR 601.2h, 701.13).
    #[word(deeds(MILLED))]
    Mill(u32),
    /// Draw this many cards.
    #[word(with_objects(false), deeds(DRAWN))]
    Draw(u32),
    /// Tap this many matching untapped permanents you control; summoning sickness doesn't matter
    /// (CR 302.6).
    #[word(deeds(TAPPED))]
    TapOthers(u32, Filter),
    /// Untap this many matching tapped permanents you control.
    #[word(deeds(UNTAPPED))]
    UntapOthers(u32, Filter),
    /// Return this many matching permanents you control to their owner's hand.
    #[word(deeds(PUT))]
    #[word(found_by("bounce, return to hand"))]
    Return(u32, Filter),
    /// Return this permanent to its owner's hand.
    #[word(deeds(PUT))]
    ReturnThis,
    /// Put counters on this permanent.
    #[word(with_objects(false), deeds(COUNTERS_PUT))]
    PutCounters(CounterKind, u32),
    /// Put counters on one matching permanent you control.
    #[word(deeds(COUNTERS_PUT))]
    PutCountersOn(CounterKind, u32, Filter),
    /// Remove counters from one matching permanent you control.
    #[word(deeds(COUNTERS_REMOVED))]
    RemoveCountersFrom(CounterKind, u32, Filter),
    /// Reveal this many matching cards in your hand (CR 701.16).
    #[word(deeds(REVEALED))]
    Reveal(u32, Filter),
    /// The mana costs of objects (CR 107.3h). If an object has no mana cost, it can't be paid
    /// (CR 118.6).
    #[word(with_objects(false))]
    ManaCostOf(Objects),
    /// A cost multiplied: `Times(X, Life(1))`, `Times(Count(Type(Artifact)), Mana("{1}"))`
    /// (CR 118.4). A choice in it is made anew each time.
    #[word(with_objects(false))]
    Times(Quantity, Box<Cost>),
    /// One of several costs; the player chooses with the other choices for the spell:
    /// `Either([[Discard(1, Card)], [Life(3)]])` (CR 601.2b).
    #[word(with_objects(false))]
    Either(Vec<Vec<Cost>>),
    /// Exert this permanent (CR 701.39).
    #[word(with_objects(false))]
    ExertThis,
    /// Sacrifice all matching permanents you control as the cost is paid, however many those are by
    /// then (CR 601.2h, 701.17).
    #[word(own(Link), deeds(SACRIFICED))]
    SacrificeAll(Filter),
    /// Remove this many counters of any kinds from this permanent; the player chooses which as the
    /// cost is paid (CR 601.2h).
    #[word(with_objects(false), deeds(COUNTERS_REMOVED))]
    RemoveAnyCounters(u32),
}

impl Cost {
    /// Whether it is paid with cards of a stated quality in a hidden zone (CR 118.8c).
    pub fn is_of_hidden_quality(&self) -> bool {
        let stated = |filter: &Filter| !matches!(filter, Filter::Any | Filter::Card);
        match self {
            Cost::Discard(_, filter) | Cost::Reveal(_, filter) => stated(filter),
            Cost::Exile { what, from, .. } => from.iter().all(|zone| !zone.is_public()) && stated(what),
            Cost::Times(_, part) => part.is_of_hidden_quality(),
            _ => false,
        }
    }

    /// Whether it can be paid during another event: with life, counters or objects that the player
    /// chooses, and not with the object itself.
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

    /// Whether it is paid last, because it involves chance or moves cards from a library to a
    /// public zone (CR 601.2h).
    pub const fn comes_last(&self) -> bool {
        matches!(self, Cost::DiscardAtRandom(_) | Cost::ExileTop(_) | Cost::Mill(_))
    }

    /// Whether it is a loyalty cost (CR 606.4), including one with X (CR 107.7).
    pub fn is_loyalty(&self) -> bool {
        match self {
            Cost::Loyalty(_) => true,
            Cost::Times(_, inner) => inner.is_loyalty(),
            _ => false,
        }
    }

    /// Whether its object can be in this zone while the cost is paid (CR 113.6j).
    pub fn can_be_paid_in(&self, zone: ZoneKind) -> bool {
        match self {
            Cost::DiscardThis => zone == ZoneKind::Hand,
            Cost::Discard(_, what) | Cost::Reveal(_, what) => !what.is_about_this() || zone == ZoneKind::Hand,
            Cost::Exile { what, from, .. } => !what.is_about_this() || from.has(zone),
            Cost::Times(_, inner) => inner.can_be_paid_in(zone),
            Cost::Either(several) => several.iter().any(|costs| costs.iter().all(|part| part.can_be_paid_in(zone))),
            // A permanent, even if the cost also refers to other objects.
            Cost::Tap
            | Cost::Untap
            | Cost::RemoveCounters(..)
            | Cost::RemoveAnyCounters(_)
            | Cost::PutCounters(..)
            | Cost::Loyalty(_)
            | Cost::SacrificeThis
            | Cost::ExertThis
            | Cost::ReturnThis => zone == ZoneKind::Battlefield,
            _ => true,
        }
    }

    /// Whether it is one of several costs, or such a cost multiplied.
    pub fn has_choice(&self) -> bool {
        match self {
            Cost::Either(_) => true,
            Cost::Times(_, inner) => inner.has_choice(),
            _ => false,
        }
    }

    /// Whether it contains X (CR 107.3a, 118.4).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum OptionalCost {
    /// Kicker or multikicker (CR 702.33).
    Kicker,
    /// Buyback (CR 702.27).
    Buyback,
    /// Entwine (CR 702.42).
    Entwine,
    /// One that `MayCost` in an ability of the spell offers.
    Additional,
    /// The cost of casting it as though it had flash (CR 601.3c).
    Flash,
    /// Replicate (CR 702.56).
    Replicate,
    /// Conspire (CR 702.78).
    Conspire,
    /// One that `MayCostWithFlash` offers, such as that of offering (CR 702.48).
    Offering,
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
            OptionalCost::Replicate => "replicate",
            OptionalCost::Conspire => "conspire",
            OptionalCost::Offering => "offering",
        }
    }
}

/// A change to what spells or activated abilities cost (CR 118.7-9, 601.2f). With `Spells(This)` it
/// functions on the stack (CR 113.6d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct CostEffect {
    /// Whose cost changes.
    pub of: Costly,
    /// The change.
    pub change: CostChange,
}

impl CostEffect {
    /// Whether it is only about mana, and whether it applies and what it changes depends on nothing
    /// but the spell or the source itself.
    pub fn is_of_the_object_alone(&self) -> bool {
        let of = match &self.of {
            Costly::Spells(what) => what.is_of_the_object_alone(),
            Costly::Abilities { of, by, .. } => of.is_of_the_object_alone() && by.is_of_the_object_alone(),
        };
        of && match &self.change {
            CostChange::More(cost) => cost.iter().all(|part| matches!(part, Cost::Mana(_))),
            CostChange::Less { times, .. } => matches!(times, Quantity::Fixed(_)),
            CostChange::AtLeast(_) => true,
            _ => false,
        }
    }

    /// What it reads of a game, as far as it decides what players may begin: of other things than
    /// the spell or the source itself.
    pub fn asks(&self) -> Reads {
        if self.is_of_the_object_alone() {
            return Reads::NOTHING;
        }
        let of = match &self.of {
            Costly::Spells(what) => what.reads(),
            Costly::Abilities { of, by, .. } => of.reads() | by.reads(),
        };
        of | match &self.change {
            CostChange::More(cost)
            | CostChange::MayCost(cost)
            | CostChange::Instead(cost)
            | CostChange::InsteadWithFlash(cost)
            | CostChange::MayCostWithFlash(cost) => cost.iter().map(Cost::asks).collect(),
            CostChange::Less { times, .. } => times.reads(),
            CostChange::AtLeast(_) => Reads::NOTHING,
            CostChange::LimitX { limits, .. } => limits.iter().map(|(_, most)| most.reads()).collect(),
            CostChange::LessBy(of) => of.reads(),
        }
    }
}

impl Cost {
    /// The aspects of a game that decide whether this part of a cost can be paid, as far as they
    /// are not those of its source and of the player.
    pub fn asks(&self) -> Reads {
        match self {
            Cost::Mana(_)
            | Cost::Tap
            | Cost::Untap
            | Cost::Life(_)
            | Cost::PlayerCounters(..)
            | Cost::RemoveCounters(..)
            | Cost::RemoveAnyCounters(_)
            | Cost::PutCounters(..)
            | Cost::Loyalty(_)
            | Cost::SacrificeThis
            | Cost::ReturnThis
            | Cost::DiscardThis
            | Cost::DiscardHand
            | Cost::DiscardAtRandom(_)
            | Cost::Draw(_)
            | Cost::Mill(_)
            | Cost::ExileTop(_) => Reads::NOTHING,
            Cost::Sacrifice(_, what)
            | Cost::SacrificeAll(what)
            | Cost::Discard(_, what)
            | Cost::Reveal(_, what)
            | Cost::TapOthers(_, what)
            | Cost::UntapOthers(_, what)
            | Cost::Return(_, what)
            | Cost::TapTotalPower(_, what)
            | Cost::Exile { what, .. } => what.reads(),
            _ => Reads::EVERYTHING,
        }
    }
}

/// What an effect changes the cost of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum Costly {
    /// Matching spells, as they are on the stack.
    Spells(Filter),
    /// Activated abilities.
    Abilities {
        /// The sources: permanents where a type is said (CR 109.2), otherwise sources anywhere.
        of: Filter,
        /// Who activates them.
        by: Players,
        /// The kind of ability.
        #[serde(default)]
        kind: AbilityKind,
    },
}

/// A kind of activated ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
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
    /// Boast abilities (CR 702.142b).
    Boast,
}

/// How a cost is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum CostChange {
    /// It costs this in addition: an additional cost, or more mana (CR 118.8).
    #[word(found_by("additional cost", "costs more, tax"))]
    More(Vec<Cost>),
    /// You may pay this in addition (CR 118.8b).
    #[word(found_by("additional cost"))]
    MayCost(Vec<Cost>),
    /// It costs less mana (CR 118.7a-g).
    #[word(found_by("costs less, cheaper, reduction"))]
    Less {
        /// By how much mana.
        mana: ManaCost,
        /// How many times that amount.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        times: Quantity,
        /// The minimum amount of mana that the cost can be reduced to.
        #[serde(default, skip_serializing_if = "is_zero")]
        least: u32,
    },
    /// It costs at least this much mana, after all other changes (CR 601.2f).
    AtLeast(u32),
    /// Limits an {X} in the cost and the mana spent on it: "X can't be 0", "spend only black mana
    /// on X" (CR 107.3a, 601.2b, 601.2h). A spell or activated ability with a body can use its
    /// `x_limits` instead.
    LimitX {
        /// Limits on X.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        limits: Vec<(Comparison, Quantity)>,
        /// The only types of mana that may be spent on X; any type, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spend: Vec<ManaType>,
    },
    /// An alternative to the mana cost; `[]` is "without paying its mana cost" (CR 118.9).
    #[word(found_by("alternative cost", "free, without paying its mana cost"))]
    Instead(Vec<Cost>),
    /// An alternative to the mana cost; a spell cast for it may be cast as though it had flash
    /// (CR 601.3c).
    InsteadWithFlash(Vec<Cost>),
    /// You may pay this in addition; a spell cast with it may be cast as though it had flash
    /// (CR 601.3c, 702.48a).
    MayCostWithFlash(Vec<Cost>),
    /// It costs less by the mana costs of these objects (CR 118.7, 702.48c).
    LessBy(Objects),
}

pub(super) const fn once() -> Quantity {
    Quantity::Fixed(1)
}

pub(super) fn is_once(times: &Quantity) -> bool {
    *times == once()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// The mana that an effect adds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(needs: Need = Nothing))]
pub enum ManaOutput {
    /// This mana: `Units([Green])`.
    Units(Vec<ManaType>),
    /// This much mana of one of these types, which the player chooses:
    /// `OneOf([Red, Green], Fixed(1))` (CR 106.1).
    OneOf(Vec<ManaType>, Quantity),
    /// This much mana of the chosen color; none if no color was chosen (CR 607.2d, 607.5a).
    #[word(needs(Link(Linking::Color)))]
    Chosen(Quantity),
    /// This much mana in any combination of these types.
    Combination(Vec<ManaType>, Quantity),
    /// The mana that symbols represent: `Symbols("{U/B}{2}")`. The player chooses a half of each
    /// hybrid symbol (CR 106.8-11).
    Symbols(ManaCost),
    /// Mana of one type that permanents could produce (CR 106.7).
    CouldProduce {
        /// Which permanents.
        what: Filter,
        /// How much.
        count: Quantity,
        /// Whether only colors count, not colorless.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        colors: bool,
    },
    /// Mana of a color of one of the matching objects: "choose a color of a permanent you control",
    /// "one mana of any color among permanents you control" (CR 105.2, 106.1a). None if all of them
    /// are colorless (CR 106.5).
    ColorAmong {
        /// Which objects.
        what: Filter,
        /// How much.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Quantity,
        /// Whether to add that much for each of the colors: "for each color among permanents you
        /// control".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        each: bool,
    },
    /// This much mana of one type that the permanent produced when tapped for mana, which triggered
    /// the ability (CR 106.12a).
    Produced(Quantity),
    /// As much mana of each type as the player has unspent (CR 106.6).
    AsMuchAgain,
    /// This much mana of one color in the color identity of the player's commanders; none if there
    /// is no such color (CR 106.5, 702.124c, 903.4).
    CommanderIdentity(Quantity),
    /// This much mana of one color that was chosen as you drafted cards of a name; none if no color
    /// was: `Noted("Paliano, the High City", Fixed(1))` (CR 106.5, 905.2b).
    Noted(String, Quantity),
    /// One mana for each colored mana symbol in the mana costs of objects, of that symbol's color:
    /// `SymbolsOf(ThisWay(Milled))`. The player chooses a color of each symbol of two (CR 106.8,
    /// 107.4e).
    SymbolsOf(Objects),
}

/// A rule for the mana an effect adds: what it may be spent on, or what spending it causes
/// (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum ManaTerm {
    /// It may be spent only on these.
    Only(Vec<SpentOn>),
    /// Spending it on these begins an effect; `ThatObject` is the spell, or the source of the
    /// ability.
    Gives {
        /// What it is spent on.
        on: Vec<SpentOn>,
        /// The effect; changes to characteristics apply to that object.
        effect: Box<StaticEffect>,
        /// How long the effect lasts.
        duration: Duration,
    },
    /// Spending it on these triggers a delayed triggered ability; `ThatObject` is the spell, or the
    /// source of the ability (CR 603.7a).
    When {
        /// What it is spent on.
        on: Vec<SpentOn>,
        /// The ability's effect.
        body: Box<Body>,
    },
    /// Until end of turn, it isn't lost as steps and phases end (CR 500.4).
    Keeps,
    /// It can't be spent on generic mana costs, including X (CR 106.6, 107.4b).
    NotOnGeneric,
    /// It may be spent only on X in a cost (CR 106.6).
    OnlyOnX,
}

/// What mana is spent on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum SpentOn {
    /// Casting a matching spell.
    Cast(Filter),
    /// Activating an ability of a matching source.
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

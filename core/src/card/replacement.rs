//! Replacement and prevention effects (CR 614, 615), as data.

use serde::{Deserialize, Serialize};

use super::choosing::Choosing;
use super::copying::EnterAs;
use super::effect::Modification;
use super::filter::{Filter, Players, Quantity};
use super::mana::ManaType;
use super::words::{CounterKind, Phase, TurnStep, ZoneKind};

/// A replacement or prevention effect (CR 614.1, 615.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Replacement {
    /// What would happen.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
}

/// A description of an action that would happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Would {
    /// An object would change zones.
    Move {
        /// Which object, as it is where it comes from.
        what: Filter,
        /// Where from; any zone if none is given.
        from: Option<ZoneKind>,
        /// Where to; any zone if none is given.
        to: Option<ZoneKind>,
    },
    /// An instant or sorcery spell would be put into a graveyard as it has done what it does (CR 608.2m).
    FinishResolving(Filter),
    /// A permanent would enter the battlefield; what it would be there is looked at (CR 614.12).
    Enter {
        /// Which permanent.
        what: Filter,
    },
    /// Damage would be dealt.
    Damage {
        /// By which source.
        source: Filter,
        /// To which players; none if not given.
        players: Option<Players>,
        /// To which objects; none if not given.
        objects: Option<Filter>,
        /// Only combat damage.
        combat: bool,
    },
    /// A player would draw a card.
    Draw(Players),
    /// Counters would be put on objects, as they enter as well, or be given to players (CR 122.6).
    PutCounters {
        /// Put by which players; by anybody or nobody if not given (CR 122.6a).
        #[serde(default)]
        by: Option<Players>,
        /// On which objects; on none if not given.
        #[serde(default)]
        objects: Option<Filter>,
        /// To which players; to none if not given.
        #[serde(default)]
        players: Option<Players>,
        /// Which kind; any if not given.
        #[serde(default)]
        kind: Option<CounterKind>,
    },
    /// A player would gain life.
    GainLife(Players),
    /// A player would lose life.
    LoseLife(Players),
    /// A permanent would be destroyed.
    Destroy(Filter),
    /// A permanent is tapped for mana, and mana would be added (CR 106.12b).
    TapForMana {
        /// By whom.
        who: Players,
        /// Which permanent.
        what: Filter,
    },
    /// A turn step of one of these players would begin (CR 614.10).
    TurnStep(TurnStep, Players),
    /// A phase of one of these players' turns would begin (CR 614.10).
    Phase(Phase, Players),
    /// A turn of one of these players would begin (CR 614.10).
    Turn(Players),
    /// One of these players would flip a coin.
    FlipCoin(Players),
    /// One of these players would roll one or more dice.
    RollDice(Players),
}

/// What a replacement effect makes of the action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Instead {
    /// The object goes to this zone of its owner.
    GoTo(ZoneKind),
    /// The permanent enters tapped (CR 614.1c).
    EnterTapped,
    /// The permanent enters with counters (CR 614.1c).
    EnterWithCounters(CounterKind, Quantity),
    /// The permanent enters as a copy of something (CR 614.1c, 707.5).
    EnterAs(Box<EnterAs>),
    /// The permanent is one of these as it enters, which its controller chooses; that is part of its copiable values
    /// (CR 208.2b, 707.2).
    BecomeOneOf(Vec<Vec<Modification>>),
    /// A value is chosen as the permanent enters (CR 614.12a), which linked abilities speak of (CR 607.2d).
    Choose(Choosing),
    /// The damage is prevented (CR 615.1).
    Prevent,
    /// So much of the damage is prevented each time (CR 615.10).
    PreventSome(u32),
    /// The amount is multiplied.
    Multiply(u32),
    /// This mana is added instead of any other type and amount (CR 106.12b).
    Produce(Vec<ManaType>),
    /// The amount is so much greater.
    More(u32),
    /// Nothing happens (CR 614.1b, 614.10).
    Nothing,
    /// Two coins are flipped for each, and one of them is ignored.
    TwoCoins,
    /// One more die is rolled, and the lowest roll is ignored (CR 706.5).
    ExtraDie,
    /// So much is added to each result (CR 706.2).
    AddToRoll(Quantity),
}

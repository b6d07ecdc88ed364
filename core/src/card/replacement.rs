//! Replacement and prevention effects (CR 614, 615), as data.

use serde::{Deserialize, Serialize};

use super::choosing::Choosing;
use super::copying::EnterAs;
use super::cost::Cost;
use super::definition::Face;
use super::effect::Modification;
use super::filter::{Filter, Players, Quantity};
use super::instruction::{Instruction, Recipients};
use super::mana::ManaType;
use super::token::Predefined;
use super::words::{CounterKind, DayNight, Phase, Place, TurnStep, ZoneKind};
use super::zones::Zones;

/// A replacement or prevention effect (CR 614.1, 615.1): `(would: Enter(what: This), instead:
/// EnterTapped)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What would happen.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
}

/// What would happen, and is replaced or prevented.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Would {
    /// An object would change zones. With `what: This` and without `from` it is "from anywhere",
    /// and functions in every zone.
    Move {
        /// Which object, as it is where it comes from.
        what: Filter,
        /// Where from: a zone, one of several as in `[Hand, Graveyard]`, or `Not(Battlefield)` for anywhere else; any zone
        /// if none is given.
        #[serde(default)]
        from: Option<Zones>,
        /// Where to, in the same words; any zone if none is given.
        #[serde(default)]
        to: Option<Zones>,
    },
    /// An instant or sorcery spell would be put into a graveyard as it has resolved (CR 608.2m).
    FinishResolving(Filter),
    /// A permanent would enter the battlefield; it is described as it would be there (CR 614.12).
    Enter {
        /// Which permanent.
        #[serde(default = "this")]
        what: Filter,
    },
    /// Damage would be dealt. In `source`, `Affected` is what would be dealt it:
    /// `SharesColor(Affected)`.
    Damage {
        /// By which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// To which players; none if not given.
        players: Option<Players>,
        /// To which objects; none if not given.
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
        /// Only noncombat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
        /// Only so much damage or more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
    },
    /// A player would draw a card.
    Draw(Players),
    /// A player would draw a card other than the first in each of their draw steps.
    DrawBesides(Players),
    /// A player would draw so many cards or more by one instruction (CR 121.2a).
    DrawCards {
        /// Who.
        who: Players,
        /// How many at the least.
        at_least: u32,
    },
    /// A player would create one or more tokens (CR 614.16, 701.6).
    CreateTokens {
        /// Who.
        who: Players,
        /// Which tokens, as they are created (CR 701.6b).
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Only if an effect would do so (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// Counters would be put on objects, also as they enter, or given to players (CR 122.6).
    PutCounters {
        /// Only those that these players put (CR 122.6a).
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
        /// Only if an effect would do so (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// A player would gain life.
    GainLife(Players),
    /// A player would lose life.
    LoseLife(Players),
    /// Damage would reduce a life total below a number, all damage of that moment taken together
    /// (CR 120.4c).
    LifeBelow {
        /// Whose.
        who: Players,
        /// Less than this.
        below: u32,
    },
    /// A card would be discarded.
    Discard {
        /// Which card, as it is in the hand.
        what: Filter,
        /// Because of a spell or ability that one of these players controls; for whatever reason if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A player would mill one or more cards (CR 701.13).
    Mill(Players),
    /// A player would search a library (CR 701.19).
    Search(Players),
    /// A player would lose the game.
    LoseGame(Players),
    /// A player would win the game.
    WinGame(Players),
    /// An extra turn of one of these players would begin (CR 500.7).
    ExtraTurn(Players),
    /// A permanent would be destroyed.
    Destroy(Filter),
    /// A permanent is tapped for mana, which would be added (CR 106.12b).
    TapForMana {
        /// By whom.
        who: Players,
        /// Which permanent.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A step of one of these players' turns would begin (CR 614.10).
    TurnStep(TurnStep, Players),
    /// A phase of one of these players' turns would begin (CR 614.10).
    Phase(Phase, Players),
    /// A turn of one of these players would begin (CR 614.10).
    Turn(Players),
    /// One of these players would flip a coin.
    FlipCoin(Players),
    /// One of these players would roll one or more dice.
    RollDice(Players),
    /// A permanent would be turned face up: "as this is turned face up" (CR 614.1e). It is
    /// described as it will be (CR 708.11).
    TurnFaceUp {
        /// Which permanent.
        what: Filter,
        /// Only if a megamorph cost was paid for it (CR 702.37b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        megamorph: bool,
    },
    /// A permanent would transform: "as this transforms" (CR 712.16). It is described as it will
    /// be.
    Transform {
        /// Which permanent.
        what: Filter,
    },
}

/// What happens instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Instead {
    /// The object goes to this zone of its owner. What would enter can go into exile, a graveyard,
    /// a hand or a library.
    GoTo(ZoneKind),
    /// The permanent enters tapped (CR 614.1c).
    EnterTapped,
    /// The permanent enters untapped (CR 614.1d).
    EnterUntapped,
    /// The object is put into its owner's library, at this place (CR 614.6).
    IntoLibrary(Place),
    /// The permanent enters with counters: `EnterWithCounters(PowerToughness(1, 1), Fixed(3))` (CR
    /// 614.1c).
    EnterWithCounters(CounterKind, Quantity),
    /// The permanent enters as a copy of something (CR 614.1c, 707.5).
    EnterAs(Box<EnterAs>),
    /// As the permanent enters, its controller chooses which of these lists of modifications it
    /// has, as part of its copiable values (CR 208.2b, 707.2). Of one list, nothing is chosen; what
    /// was chosen or paid before as it entered can be spoken of (CR 614.12a).
    BecomeOneOf(Vec<Vec<Modification>>),
    /// As the permanent enters, its controller may pay a cost; otherwise this happens (CR 614.1c,
    /// 614.12a, 614.13).
    UnlessPaid {
        /// The cost: life, counters, or objects that are chosen, but no mana.
        cost: Vec<Cost>,
        /// What happens if it is not paid, such as `EnterTapped`.
        instead: Box<Instead>,
    },
    /// Only so many cards from the top of the library are searched (CR 701.19f).
    SearchTop(u32),
    /// A value is chosen as the permanent enters, for linked abilities (CR 607.2d, 614.12a).
    Choose(Choosing),
    /// The damage is prevented (CR 615.1).
    Prevent,
    /// So much of the damage is prevented each time (CR 615.10); `ThatMuch` is all of it.
    PreventSome(Quantity),
    /// The next so much damage is prevented: a shield (CR 615.7).
    PreventNext(Quantity),
    /// The damage is dealt to something else (CR 614.9).
    DealTo {
        /// To whom or what.
        to: Recipients,
        /// Only the next so much of it; all of it if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Quantity>,
    },
    /// The permanent regenerates (CR 614.8, 701.15).
    Regenerate,
    /// The object is shuffled into its owner's library.
    ShuffleIntoLibrary,
    /// The card is put onto the battlefield under its owner's control.
    OntoBattlefield,
    /// The permanent enters under the control of this player, which applies before all other
    /// effects (CR 616.1b).
    EnterUnder(Players),
    /// The amount is this number; `ThatMuch` is what it would be.
    Amount(Quantity),
    /// The life total is reduced to this number and no further.
    LeaveLife(u32),
    /// For each token, one of each of these is created instead: `Tokens([(predefined: Clue)])`.
    Tokens(Vec<TokenKind>),
    /// As many of these tokens are created besides.
    MoreTokens(Box<TokenKind>),
    /// These instructions are followed. `ThatMuch` is the amount, `ThatObject` and `ThatPlayer`
    /// what or whom it would happen to, `DamageSource` what would deal the damage.
    Do(Vec<Instruction>),
    /// That happens if the player affected wants it: "you may … instead".
    May(Box<Instead>),
    /// That happens, and these instructions are followed besides; `ThatMuch` is how much damage was
    /// prevented (CR 615.5).
    Also(Box<Instead>, Vec<Instruction>),
    /// The amount is multiplied.
    Multiply(u32),
    /// This mana is added instead of any other type and amount (CR 106.12b).
    Produce(Vec<ManaType>),
    /// The amount is so much greater.
    More(u32),
    /// Nothing happens (CR 614.1b, 614.10).
    Nothing,
    /// Two coins are flipped for each, and one is ignored.
    TwoCoins,
    /// One more die is rolled, and the lowest roll is ignored (CR 706.5).
    ExtraDie,
    /// So much is added to each result (CR 706.2).
    AddToRoll(Quantity),
    /// As the permanent enters, these permanents are turned face down (CR 708.2a).
    TurnFaceDown(Filter),
    /// The permanent enters with its back face up, if it is a transforming double-faced card (CR
    /// 702.145b, 712.9).
    EnterTransformed,
    /// As the permanent enters, it becomes day, or night (CR 724.1).
    ItBecomes(DayNight),
}

/// A token that a replacement effect speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenKind {
    /// A predefined token, which `token` adds to (CR 111.10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<Predefined>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Face::is_empty_box")]
    pub token: Box<Face>,
}

impl Instead {
    /// What becomes of the event itself, and what is done besides.
    pub fn parts(&self) -> (&Instead, &[Instruction]) {
        match self {
            Instead::May(inner) => inner.parts(),
            Instead::Also(inner, then) => (inner, then),
            instead => (instead, &[]),
        }
    }

    /// Whether it prevents damage (CR 615.1a).
    pub fn prevents(&self) -> bool {
        matches!(self.parts().0, Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_))
    }

    /// How much it applies to in all, if that is limited (CR 615.7).
    pub fn shield(&self) -> Option<&Quantity> {
        match self.parts().0 {
            Instead::PreventNext(amount) | Instead::DealTo { next: Some(amount), .. } => Some(amount),
            _ => None,
        }
    }

    /// The instructions in it.
    pub fn instructions(&self) -> &[Instruction] {
        match self {
            Instead::Do(instructions) | Instead::Also(_, instructions) => instructions,
            Instead::May(inner) => inner.instructions(),
            _ => &[],
        }
    }
}

const fn this() -> Filter {
    Filter::This
}

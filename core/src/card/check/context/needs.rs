//! Where words that refer to something have a referent (CR 109.5, 201.4, 608.2c, 608.2h, 607).
//!
//! Each word of the language that refers to an object, player or number by context declares here
//! what it needs, in a match that names every variant. [`surroundings`] traverses a text and knows
//! at each place what is available; [`out_of_place`] refuses a card with a word that has no
//! referent; whatever outlasts the resolution that created it (a delayed triggered ability,
//! CR 603.7c; a continuous effect, CR 608.2h, 611.2c) locks in what [`refers`] finds.
//!
//! A new word of these enums doesn't compile without its line. A new instruction, effect or event
//! needs one only if what is available inside it differs from what is available around it
//! (`surroundings::Walk::word`).

use crate::card::ast::effect::Would;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Recipients;
use crate::card::ast::trigger::TriggerEvent;

/// What a word needs to have a referent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing: it means the same everywhere.
    Nothing,
    /// An object that the trigger event or the replaced event involves (CR 603.2, 614.1).
    EventObject,
    /// A player that this event involves.
    EventPlayer,
    /// An amount in this event.
    EventAmount,
    /// A source of the replaced or prevented damage.
    DamageSource,
    /// A target with this index (CR 115.1).
    Target,
    /// A value of X (CR 107.3).
    X,
    /// A cost paid with objects (CR 601.2h).
    Payment,
    /// A division, with a current recipient (CR 601.2d).
    Portion,
    /// An earlier choice on resolution (CR 608.2d).
    Choice,
    /// A resolution with this deed (CR 608.2c).
    Deed,
    /// A resolution that creates tokens (CR 701.6a).
    Created,
    /// A resolution with coin flips (CR 705).
    Coins,
    /// A resolution with die rolls (CR 706).
    Dice,
    /// A resolution that separates objects into piles (CR 700.3).
    Pile,
    /// A current object of an action.
    Affected,
    /// A player who is choosing, or the current player of an action.
    They,
    /// Objects locked in by an effect (CR 611.2c).
    Those,
    /// An ability that another object's ability granted (CR 201.4a).
    Granter,
    /// The ability that offers an alternative cost; only a keyword's own abilities are linked this
    /// way (CR 607.2i).
    OwnCost,
    /// A linked ability of the same card (CR 607).
    Link(Linking),
}

/// The action of a linked ability (CR 607.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linking {
    /// Had a color chosen.
    Color,
    /// Had a creature type or land type chosen.
    Subtype,
    /// Had a card type chosen.
    CardType,
    /// Had a name chosen.
    Name,
    /// Had a number chosen, noted or paid.
    Number,
    /// Had a player chosen.
    Player,
    /// Had a word chosen.
    Word,
    /// Had a color or type chosen.
    Any,
    /// Exiled something, put it onto the battlefield, or had it chosen, depending on the word.
    Objects,
    /// Asked for a variable additional cost (CR 607.2j).
    Cost,
    /// Had the card haunt something (CR 702.55b).
    Haunt,
}

/// What a word needs that isn't a reference but stands for a choice (CR 607.2d).
fn of_others(of: &str, name: &str) -> Need {
    match (of, name) {
        ("ManaOutput", "Chosen") | ("Modification", "SetChosenColor" | "AddChosenColor") => Need::Link(Linking::Color),
        ("Modification", "AddChosenSubtype" | "SetChosenSubtype") => Need::Link(Linking::Subtype),
        ("Modification", "ReplaceWords") => Need::Link(Linking::Any),
        _ => Need::Nothing,
    }
}

macro_rules! needs {
    ($($function:ident: $type:ident { $($($variant:ident)|+ => $need:expr,)+ })+) => {
        $(
            /// What the word needs.
            pub(crate) const fn $function(word: &$type) -> Need {
                match word { $($($type::$variant { .. })|+ => $need,)+ }
            }

            // Every variant declares its needs, even if nothing asks by value.
            const _: fn(&$type) -> Need = $function;
        )+

        /// What a word needs, by its name and that of its enum; nothing for a word that doesn't
        /// refer.
        pub(crate) fn need(of: &str, name: &str) -> Need {
            match (of, name) {
                $($($((stringify!($type), stringify!($variant)))|+ => $need,)+)+
                _ => of_others(of, name),
            }
        }

        /// All declared words, each with its enum.
        #[cfg(test)]
        pub(crate) const DECLARED: &[(&str, &str)] = &[$($($((stringify!($type), stringify!($variant)),)+)+)+];
    };
}

needs! {
    of_objects: Objects {
        This | AttachedTo | TopOfLibrary | TopUntil | Each | TopOfGraveyard | Among | PaidFor | PhasedOut | ThisTurn
            | Exactly
            => Need::Nothing,
        Target => Need::Target,
        ThatObject => Need::EventObject,
        Affected => Need::Affected,
        PaidWith => Need::Payment,
        Chosen => Need::Choice,
        ThisWay => Need::Deed,
        Granter => Need::Granter,
        Created => Need::Created,
        Linked => Need::Link(Linking::Objects),
        Those => Need::Those,
        DamageSource => Need::DamageSource,
        Haunted => Need::Link(Linking::Haunt),
        Pile => Need::Pile,
    }
    of_players: Players {
        You | Opponents | Each | Active | Defending | ControllerOf | OwnerOf | OpponentsOf | Enchanted | Monarch | ThisTurn
            => Need::Nothing,
        Target => Need::Target,
        ThatPlayer => Need::EventPlayer,
        ChosenPlayer => Need::Link(Linking::Player),
        Chosen => Need::Choice,
        They => Need::They,
    }
    of_quantity: Quantity {
        Fixed | Count | DifferentNames | CardTypes | Power | Toughness | ManaValue | Counters | PlayerCounters | Life
            | HandSize | Number | Devotion | Party | Times | Sum | TimesPaid | Divided | CastBefore | CastLastTurn
            | TimesThisTurn | AmountThisTurn | XOf | AttackedWith | Level | ManaSpent | ColorsSpent | Subtypes | Colors
            | Greatest | Least | StartingLife | TurnsTaken
            => Need::Nothing,
        X => Need::X,
        ThatMuch => Need::EventAmount,
        ChosenNumber => Need::Link(Linking::Number),
        Coins => Need::Coins,
        Roll => Need::Dice,
        Portion => Need::Portion,
        ThisWay => Need::Deed,
        PaidAsCast => Need::Link(Linking::Cost),
    }
    of_filter: Filter {
        Any | This | Not | All | AnyOf | Type | Supertype | Subtype | Color | SharesColor | SharesSubtype
            | SharesCardType | Colorless | Monocolored | Multicolored | Above | Named | SameName | DifferentName | Keyword
            | Spell | Card | Token | ControlledBy | OwnedBy | Tapped | Attacking | Blocking | Blocked | AttackingThat
            | BlockingThat | BlockedBy | AttackingAlone | BlockingAlone | AttackedThisTurn | DealtDamageBy
            | BlockedThisTurn | HasAttached | ActivatedAbility | TriggeredAbility | FromSource | Targets | TargetsOnly
            | SingleTarget | AttachedTo | Enchanting | HasCounter | Power | Toughness | ManaValue | ManaValueIs | In | Is
            | Historic | WasCast | Paid | PaidInstead | PaidAs | CastUntimely | FaceDown | Foretold | WithActivatedAbility
            | NthCast | CastFrom | ManaCostIs | Adventure | HasAdventure | HasKeyword | NoAbilities
            | XInManaCost
            => Need::Nothing,
        ChosenColor => Need::Link(Linking::Color),
        ChosenSubtype => Need::Link(Linking::Subtype),
        ChosenCardType => Need::Link(Linking::CardType),
        ChosenName => Need::Link(Linking::Name),
        PaidThis => Need::OwnCost,
    }
    of_recipients: Recipients {
        Objects | Players | Both => Need::Nothing,
        Target => Need::Target,
        Chosen => Need::Choice,
    }
    of_condition: Condition {
        Compare | Exists | Is | TurnOf | During | ItIs | After | Combat | Monarch | WasMonarch | Not | All | AnyOf
            => Need::Nothing,
        ChosenWord => Need::Link(Linking::Word),
        Flip => Need::Coins,
    }
}

/// What an event provides: whether it has an object, a player and an amount for "that object",
/// "that player" and "that much".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) object: bool,
    pub(crate) player: bool,
    pub(crate) amount: bool,
    pub(crate) source: bool,
}

const NOTHING: Told = Told { object: false, player: false, amount: false, source: false };
const OBJECT: Told = Told { object: true, ..NOTHING };
const PLAYER: Told = Told { player: true, ..NOTHING };
const BOTH: Told = Told { object: true, player: true, ..NOTHING };
const OBJECT_AMOUNT: Told = Told { object: true, amount: true, ..NOTHING };
const PLAYER_AMOUNT: Told = Told { player: true, amount: true, ..NOTHING };
const AMOUNTS: Told = Told { object: true, player: true, amount: true, source: false };
const DAMAGE: Told = Told { object: true, player: true, amount: true, source: true };

impl Told {
    /// What either provides.
    pub(crate) const fn or(self, other: Told) -> Told {
        Told {
            object: self.object || other.object,
            player: self.player || other.player,
            amount: self.amount || other.amount,
            source: self.source || other.source,
        }
    }
}

macro_rules! tells {
    ($($function:ident($name:ident): $type:ident { $($($variant:ident)|+ => $told:expr,)+ })+) => {
        $(
            /// What the event provides.
            pub(crate) const fn $function(event: &$type) -> Told {
                match event { $($($type::$variant { .. })|+ => $told,)+ }
            }

            const _: fn(&$type) -> Told = $function;

            /// The same, by the name of the event.
            pub(crate) fn $name(name: &str) -> Told {
                match name {
                    $($(stringify!($variant))|+ => $told,)+
                    _ => NOTHING,
                }
            }
        )+
    };
}

tells! {
    // As in `derive::occurrences`. An event that contains others provides what they do
    // (`surroundings`).
    of_event(event_tells): TriggerEvent {
        State | ItBecomes | Done | ThisWay | AnyOf | OneOrMore | Nth => NOTHING,
        BlocksCreature | BecomesBlockedBy | AttacksUnblocked | ExiledThisWay => OBJECT,
        BeginningOf | Draws | FlipsCoin | Shuffles | Searches | GetsCounters | BecomesMonarch => PLAYER,
        Attacks | AttacksThat | AttacksAlone | Moves | Casts | BecomesTarget | Crews | TapsForMana | BecomesTapped
            | BecomesUntapped | TurnedFaceUp | Transforms | Mutates | Foretells | Activates | Triggers | Discards
            | Sacrifices | Mills | PlaysLand | Copies | Creates | Reveals | RevealedThisWay | CountersPut
            | CountersRemoved | BecomesAttached | BecomesUnattached | LosesControl | GainsControl | IsCountered
            | IsDestroyed | PhasesOut | PhasesIn | PlayerBecomesTarget | Cycles | FinishesResolving | Exerts | Champions
            => BOTH,
        BlocksAlone | BlocksMany | BlockedByMany | Blocks | BecomesBlocked => OBJECT_AMOUNT,
        AttacksWith | GainsLife | LosesLife | RollsDice => PLAYER_AMOUNT,
        IsAttacked | AddsMana | DealsDamage | DealtExcessDamage | IsDealtDamage | DamageIsPrevented | Chapter | BecomesLevel
            => AMOUNTS,
    }
    // As in `rules::replace`.
    of_would(would_tells): Would {
        TurnStep | Phase | Turn | ExtraTurn | FlipCoin | RollDice | TapForMana => NOTHING,
        Enter => OBJECT,
        Move | FinishResolving | Discard | Destroy | TurnFaceUp | Transform => BOTH,
        Search | LoseGame | WinGame => PLAYER,
        Draw | DrawBesides | DrawCards | CreateTokens | GainLife | LoseLife | LifeBelow | Mill => PLAYER_AMOUNT,
        PutCounters => AMOUNTS,
        Damage => DAMAGE,
    }
}

//! What players and objects may, can't and must do: permissions, restrictions, requirements and "as
//! though" effects.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Instead, Replacement, Would};
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::{Implied, TriggerEvent};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{Color, ManaType};
use crate::card::words::reads::{Asking, Reads};
use crate::card::words::turn_step::LossCause;
use crate::card::words::zone_kind::ZoneKind;

/// What creatures can do, or can be done with objects, "as though":
/// `Attack(what: This, they: (lacking: [Defender]))` is "can attack as though it didn't have
/// defender" (CR 609.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum AsThough {
    /// Creatures can attack as though they were different (CR 508.1a, 508.1c).
    Attack {
        /// Which creatures.
        what: Filter,
        /// The difference.
        they: Otherwise,
    },
    /// Creatures can block as though they or the attackers were different (CR 509.1a-b).
    Block {
        /// Which creatures.
        what: Filter,
        /// Only these attacking creatures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// The difference in the blocking creatures.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        they: Otherwise,
        /// The difference in the attacking creatures.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        those: Otherwise,
    },
    /// Objects can be the targets of spells and abilities as though they were different (CR 115.2).
    Target {
        /// Which objects.
        what: Filter,
        /// Whose spells and abilities.
        by: Players,
        /// The difference.
        they: Otherwise,
    },
    /// Abilities of creatures can be activated as though the creatures were different (CR 602.5a).
    Activate {
        /// Which creatures.
        what: Filter,
        /// The difference.
        they: Otherwise,
    },
    /// Damage is dealt as though its source had, or didn't have, keyword abilities that change the
    /// results of damage (CR 120.3): infect, wither, lifelink, deathtouch.
    Damage {
        /// From which sources.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        source: Filter,
        /// To which players; to anything if `objects` is left out too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// To which objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// The difference in the sources.
        they: Otherwise,
    },
}

const fn any() -> Filter {
    Filter::Any
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// A difference that "as though" assumes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// As though they had these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Keyword>,
    /// As though they didn't have these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Keyword>,
    /// As though they were untapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untapped: bool,
}

impl Otherwise {
    /// Whether it assumes no difference.
    pub fn is_nothing(&self) -> bool {
        *self == Otherwise::default()
    }
}

/// Something that an effect allows. A card that describes itself, with `This`, means itself in any
/// zone; what `Establish` allows for `Is(…)` is locked in as the effect begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum Permission {
    /// Players may play cards from their current zone: play lands and cast spells (CR 601.3,
    /// 305.1). Name the zone with `In(…)` or a reference such as `Is(TopOfLibrary(You, 1))`.
    #[word(found_by("play or cast from a graveyard, from exile"))]
    Play {
        /// Which players.
        who: Players,
        /// Which cards, and from where.
        what: Filter,
        /// What a spell costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        #[word(place(Price))]
        cost: CastingCost,
        /// A replacement effect for a spell cast this way, as for `Cast`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[word(place(OfSpell))]
        instead: Option<Box<Replacement>>,
    },
    /// Players may cast cards from their current zone (CR 601.3). The characteristics are those of
    /// the spell on the stack. There is no permission for the time while a library is searched.
    #[word(found_by("play or cast from a graveyard, from exile"))]
    Cast {
        /// Which players.
        who: Players,
        /// Which cards, and from where.
        what: Filter,
        /// What the spell costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        #[word(place(Price))]
        cost: CastingCost,
        /// Whether the spell is exiled as it leaves the stack (CR 702.34a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exile: bool,
        /// A replacement effect for a spell cast this way, while it is on the stack: "if that card
        /// would be put into your graveyard this turn, exile it instead" (CR 400.7g, 614.1a).
        /// `This` is the spell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[word(place(OfSpell))]
        instead: Option<Box<Replacement>>,
    },
    /// Players may play cards that others own as though they were their own (CR 609.4).
    AsThoughOwn {
        /// Which players.
        who: Players,
        /// Which cards, and from where.
        what: Filter,
    },
    /// Players may cast spells as though they had flash (CR 601.3b, 702.8a).
    CastWithFlash {
        /// Which players.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// An additional cost (CR 601.3c).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[word(place(Price))]
        cost: Vec<Cost>,
    },
    /// Players may play this many additional lands each turn (CR 305.2).
    PlayLands(Players, Quantity),
    /// Players may play any number of lands each turn (CR 305.2).
    PlayAnyLands(Players),
    /// Players may spend mana as though it were of any color or type (CR 609.4b).
    #[word(found_by("as though"))]
    SpendMana {
        /// Which players.
        who: Players,
        /// What they may spend it on; anything if left out. `Spell` means casting matching spells;
        /// `ActivatedAbility` and `FromSource(…)` mean activating abilities, as in
        /// `All([ActivatedAbility, FromSource(This)])`. A filter with none of these means both:
        /// casting matching spells and activating abilities of matching objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Filter>,
        /// Any color or any type.
        as_though: AnyMana,
    },
    /// Players may look at the top card of their libraries at any time.
    LookAtTop(Players),
    /// Players may take a special action whenever they have priority; it doesn't use the stack
    /// (CR 116.2c-e).
    SpecialAction {
        /// Which players.
        who: Players,
        /// What it costs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[word(place(Price))]
        cost: Vec<Cost>,
        /// The instructions.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[word(place(Resolution))]
        then: Vec<Instruction>,
        /// A limit on when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<Timing>,
    },
    /// Players may ignore restrictions that objects impose on them and on what they control
    /// (CR 116.2d).
    Ignore {
        /// Which players.
        who: Players,
        /// The objects whose effects they ignore.
        what: Filter,
    },
    /// Pay 2 life rather than one mana for each mana symbol of a color in a cost: `PayLife(who:
    /// You, colors: [Black])` is "for each {B} in a cost, you may pay 2 life rather than pay that
    /// mana". Such a symbol is paid like a Phyrexian one, and so is that half of a hybrid symbol
    /// (CR 107.4e-f, 118.13).
    PayLife {
        /// Who.
        who: Players,
        /// Which colors.
        colors: Vec<Color>,
    },
}

impl Permission {
    /// What it reads of a game, as far as it decides what players may begin: of other things than
    /// the cards in question.
    pub fn asks(&self) -> Reads {
        match self {
            Permission::Play { who, what, .. }
            | Permission::Cast { who, what, .. }
            | Permission::AsThoughOwn { who, what }
            | Permission::CastWithFlash { who, what, .. }
            | Permission::Ignore { who, what } => who.reads() | what.reads(),
            Permission::PlayLands(who, more) => who.reads() | more.reads(),
            Permission::SpendMana { who, on, .. } => who.reads() | on.reads(),
            Permission::PlayAnyLands(who) | Permission::LookAtTop(who) | Permission::PayLife { who, .. } => who.reads(),
            Permission::SpecialAction { .. } => Reads::EVERYTHING,
        }
    }

    /// The replacement effects for a spell cast this way, while it is on the stack.
    pub fn replaces(&self) -> Vec<Replacement> {
        // CR 702.34a
        let exiled = self.exiles().then(|| Replacement {
            would: Would::Move { what: Filter::This, from: Some(ZoneKind::Stack.into()), to: None },
            instead: Instead::GoTo(ZoneKind::Exile),
        });
        exiled.into_iter().chain(self.instead().cloned()).collect()
    }

    /// The replacement effect stated for a spell cast this way.
    pub fn instead(&self) -> Option<&Replacement> {
        match self {
            Permission::Play { instead, .. } | Permission::Cast { instead, .. } => instead.as_deref(),
            _ => None,
        }
    }

    /// Whether a spell cast this way is exiled as it leaves the stack (CR 702.34a).
    pub const fn exiles(&self) -> bool {
        matches!(self, Permission::Cast { exile: true, .. })
    }

    /// The objects it applies to.
    pub const fn what(&self) -> Option<&Filter> {
        match self {
            Permission::Play { what, .. } | Permission::Cast { what, .. } | Permission::CastWithFlash { what, .. } => {
                Some(what)
            }
            Permission::AsThoughOwn { .. }
            | Permission::PlayLands(..)
            | Permission::PlayAnyLands(_)
            | Permission::SpendMana { .. }
            | Permission::PayLife { .. }
            | Permission::SpecialAction { .. }
            | Permission::Ignore { .. }
            | Permission::LookAtTop(_) => None,
        }
    }

    /// Whether it allows an alternative cost (CR 118.9).
    pub const fn is_instead(&self) -> bool {
        match self {
            Permission::Play { cost, .. } | Permission::Cast { cost, .. } => cost.is_instead(),
            _ => false,
        }
    }

    /// Whether it allows playing the object with the ability; such an ability functions in any zone
    /// that the object could be played from (CR 113.6e-f).
    pub fn is_of_this(&self) -> bool {
        self.what().is_some_and(Filter::is_about_this)
    }
}

/// The cost of casting a card from its current zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum CastingCost {
    /// Its own cost.
    #[default]
    Usual,
    /// Nothing: "without paying its mana cost" (CR 118.9, 107.3b).
    #[word(found_by("free, without paying its mana cost"))]
    Free,
    /// This rather than its mana cost (CR 118.9).
    #[word(found_by("alternative cost"))]
    Instead(Vec<Cost>),
    /// Its own cost, and this in addition (CR 118.8).
    With(Vec<Cost>),
    /// Its own cost, reduced by this much generic mana: "it costs {2} less to cast this way"
    /// (CR 118.7a).
    Less(u32),
    /// Its mana cost reduced by this much generic mana, as an alternative cost (CR 118.7a, 118.9).
    InsteadLess(u32),
}

impl CastingCost {
    /// Whether it is its own cost.
    pub(crate) const fn is_usual(&self) -> bool {
        matches!(self, CastingCost::Usual)
    }

    /// The generic mana that its mana cost is reduced by (CR 118.7a).
    pub const fn less(&self) -> Option<u32> {
        match self {
            CastingCost::Less(less) | CastingCost::InsteadLess(less) => Some(*less),
            _ => None,
        }
    }

    /// Whether it replaces the spell's own cost (CR 118.9).
    pub const fn is_instead(&self) -> bool {
        matches!(self, CastingCost::Free | CastingCost::Instead(_) | CastingCost::InsteadLess(_))
    }
}

/// What mana may be spent as (CR 609.4b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum AnyMana {
    /// Mana of any color, but not {C}.
    Color,
    /// Mana of any type.
    Type,
}

/// A limit on timing (CR 307.5, 117.1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Timing {
    /// Whenever the player could cast a sorcery (CR 307.5).
    Sorcery,
    /// During the player's own turn.
    OwnTurn,
}

/// A cost to attack or block, paid for each attacking or blocking creature (CR 508.1h, 509.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum Charge {
    /// Creatures can't attack unless a cost is paid.
    #[word(found_by("costs more, tax"))]
    Attack {
        /// Which creatures.
        what: Filter,
        /// Only if they attack one of these players; whatever they attack, if `objects` is left out
        /// too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only if they attack one of these planeswalkers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// The cost for each creature.
        #[word(place(Price))]
        cost: Vec<Cost>,
        /// The value of {X} in the cost; the X of the spell or ability that created the effect, if
        /// left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
    /// Creatures can't block unless a cost is paid.
    Block {
        /// Which creatures.
        what: Filter,
        /// Only if they block one of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// The cost for each creature.
        #[word(place(Price))]
        cost: Vec<Cost>,
        /// The value of {X} in the cost, as for `Attack`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
}

/// A change to how creatures assign combat damage (CR 510.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum CombatDamage {
    /// Matching creatures assign damage equal to their toughness.
    Toughness(Filter),
    /// Matching creatures assign no damage.
    NoDamage(Filter),
    /// Matching creatures may assign damage as though they weren't blocked.
    AsThoughUnblocked(Filter),
    /// Another player assigns it: "rather than the attacking player, you assign the combat damage"
    /// (CR 510.1).
    AssignedBy {
        /// Which creatures' damage.
        what: Filter,
        /// Who assigns it: the first of these players.
        who: Players,
        /// Whether that player may divide it in any way among the creatures fought, ignoring their
        /// order and lethal damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },
}

/// Something that players can't do or that can't happen (CR 101.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(implies: Implied = Implied::Nothing))]
pub enum Restriction {
    /// Creatures can't be declared as attackers (CR 508.1c).
    #[word(implies(Implied::Creature))]
    CantAttack(Filter),
    /// Creatures can't attack one of these players, or one of these planeswalkers (CR 508.1c).
    #[word(implies(Implied::Creature))]
    CantAttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// Creatures can't be blocked by more creatures than this (CR 509.1b).
    #[word(implies(Implied::Creature))]
    MostBlockers {
        /// Which attackers.
        what: Filter,
        /// The maximum number of blockers.
        count: u32,
    },
    /// Creatures can't be declared as blockers (CR 509.1b).
    #[word(implies(Implied::Creature))]
    CantBlock(Filter),
    /// Creatures can't be blocked by matching creatures, or by any if `by` is left out. In `by`,
    /// `Affected` is the attacking creature (CR 509.1b).
    #[word(found_by("can't be blocked, unblockable"))]
    #[word(implies(Implied::Creature))]
    CantBeBlockedBy {
        /// Which attackers.
        what: Filter,
        /// Which blockers.
        #[serde(default = "Filter::any")]
        #[word(place(Affected))]
        by: Filter,
    },
    /// Creatures can't be blocked by fewer creatures than this (CR 509.1b).
    #[word(implies(Implied::Creature))]
    MinimumBlockers {
        /// Which attackers.
        what: Filter,
        /// The minimum number of blockers.
        count: u32,
    },
    /// Creatures can't attack unless this many others do; 1 is "can't attack alone" (CR 508.1c,
    /// 506.5).
    #[word(implies(Implied::Creature))]
    NeedsOtherAttackers {
        /// Which creatures.
        what: Filter,
        /// The minimum number of others.
        count: u32,
        /// Which others count; `Affected` is the restricted creature:
        /// `Power(Greater, Power(Affected))`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[word(place(Affected))]
        like: Option<Filter>,
    },
    /// Creatures can't block unless this many others do; 1 is "can't block alone" (CR 509.1b,
    /// 506.5).
    #[word(implies(Implied::Creature))]
    NeedsOtherBlockers {
        /// Which creatures.
        what: Filter,
        /// The minimum number of others.
        count: u32,
        /// Which others count; `Affected` is the restricted creature.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[word(place(Affected))]
        like: Option<Filter>,
    },
    /// No more creatures than this can attack each combat (CR 508.1c).
    MaximumAttackers(u32),
    /// No more creatures than this can block each combat (CR 509.1b).
    MaximumBlockers(u32),
    /// Permanents don't untap during their controllers' untap steps (CR 502.3).
    DoesntUntap(Filter),
    /// Players can't untap more than this many permanents during their untap steps (CR 502.3).
    MaximumUntapped {
        /// Which players.
        who: Players,
        /// Which permanents count.
        what: Filter,
        /// The maximum number.
        count: u32,
    },
    /// Players can't win the game (CR 104.2b, 104.3f).
    CantWin(Players),
    /// Players can't lose the game, or not for one reason (CR 104.3b-e).
    #[word(found_by("win or lose the game"))]
    CantLose {
        /// Which players.
        who: Players,
        /// The only reason they can't lose for; any reason if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<LossCause>,
    },
    /// Players can't gain life (CR 119.7).
    CantGainLife(Players),
    /// Players can't lose life (CR 119.8).
    CantLoseLife(Players),
    /// Players can't pay life, except 0 life (CR 119.4b).
    CantPayLife(Players),
    /// Players can't draw cards (CR 121.3).
    CantDraw(Players),
    /// Players can't draw more cards than this each turn (CR 121.2b).
    MaximumDraws(Players, u32),
    /// Counters can't be put on objects, or given to players (CR 122.1).
    CantGetCounters {
        /// Which objects; none if left out.
        objects: Option<Filter>,
        /// Which players; none if left out.
        players: Option<Players>,
        /// Which kind; any kind if left out.
        kind: Option<CounterKind>,
    },
    /// Spells can't be countered (CR 101.2, 113.6g).
    #[word(implies(Implied::Spell))]
    CantBeCountered(Filter),
    /// Objects or players can't be the targets of spells and abilities (CR 115, 702.11, 702.16b,
    /// 702.18).
    CantBeTargeted {
        /// Which objects; none if left out.
        objects: Option<Filter>,
        /// Which players; none if left out.
        players: Option<Players>,
        /// Whose spells and abilities.
        by: Players,
        /// Which spells, or which sources of abilities.
        #[serde(default = "Filter::any")]
        source: Filter,
    },
    /// Objects can't enter the battlefield (CR 400.4, 111.5). If the filter names a zone, it
    /// describes the object there; otherwise as it would be on the battlefield.
    #[word(implies(Implied::Card))]
    CantEnter(Filter),
    /// Players play with their hands revealed (CR 402.3, 701.16a).
    RevealHand(Players),
    /// The "legend rule" does not apply to permanents (CR 704.5j).
    NoLegendRule(Filter),
    /// Permanents can't have more than this many counters of a kind (CR 704.5r).
    MaximumCounters {
        /// Which permanents.
        what: Filter,
        /// Which kind.
        kind: CounterKind,
        /// The maximum number.
        count: u32,
    },
    /// Auras, Equipment and Fortifications can't be attached to objects or players (CR 702.16c-d).
    CantBeAttached {
        /// Which attachments.
        what: Filter,
        /// To which objects; to none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
        /// To which players; to none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
    },
    /// Players can't cast spells (CR 601.3). A zone in the filter is where the spell is cast from.
    CantCast {
        /// Which players.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// When they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players can't cast more than this many spells each turn (CR 601.3).
    #[word(implies(Implied::Spell))]
    MaximumSpells {
        /// Which players, each counted separately.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// The maximum number.
        count: u32,
    },
    /// Players can't play lands (CR 305.2b).
    #[word(implies(Implied::Land))]
    CantPlayLands {
        /// Which players.
        who: Players,
        /// Which lands.
        what: Filter,
    },
    /// Players can't activate abilities of objects (CR 602.5).
    CantActivate {
        /// Which players.
        who: Players,
        /// Which objects: permanents, if it says a type and names no zone (CR 109.2); without a
        /// type, as for a name, sources in every zone.
        what: Filter,
        /// Whether mana abilities are exempt.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_mana: bool,
        /// When they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players don't lose unspent mana of these types as steps and phases end (CR 106.4, 500.4).
    KeepsMana {
        /// Which players.
        who: Players,
        /// Which types.
        kinds: Vec<ManaType>,
    },
    /// Players play with the top card of their libraries revealed (CR 401.5).
    RevealTop(Players),
    /// Players can't search libraries (CR 101.2, 701.19).
    CantSearch(Players),
    /// Creatures can't be tapped to pay the cost of a crew ability (CR 702.122c).
    #[word(implies(Implied::Creature))]
    CantCrew(Filter),
    /// An event doesn't cause abilities of objects to trigger (CR 603.2).
    CantTrigger {
        /// Which event.
        because: TriggerEvent,
        /// The objects with the abilities.
        of: Filter,
    },
    /// Damage can't be prevented (CR 615.12).
    CantPreventDamage {
        /// From which sources.
        #[serde(default = "Filter::any")]
        #[word(place(Affected))]
        source: Filter,
        /// Only damage to these players; to anything, if `objects` is left out too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only damage to these objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// Permanents can't transform, whatever tells them to (CR 101.2, 701.28).
    CantTransform(Filter),
    /// Permanents can't be sacrificed (CR 101.2, 701.17a), either at all or because of some
    /// players: "spells and abilities your opponents control can't cause you to sacrifice
    /// permanents".
    CantBeSacrificed {
        /// Which permanents.
        what: Filter,
        /// Only by resolving spells and abilities that these players control. Without it, they
        /// can't be sacrificed for costs either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// Permanents can't be regenerated (CR 701.15c).
    CantRegenerate(Filter),
    /// Permanents can't phase out (CR 702.26b).
    CantPhaseOut(Filter),
    /// Mana can't be spent to cast matching spells (CR 106.6), or, with `ActivatedAbility` or
    /// `FromSource(…)`, to activate abilities:
    /// `All([ActivatedAbility, FromSource(Type(Artifact))])`.
    CantSpendMana(Filter),
    /// Players can't cycle cards (CR 702.29f).
    CantCycle(Players),
}

impl Restriction {
    /// What it reads of a game, as far as it decides what players may begin: of other things than
    /// the object in question, the turn, and whether a sorcery could be cast.
    pub fn asks(&self) -> Reads {
        match self {
            Restriction::CantCast { who, what, .. }
            | Restriction::CantPlayLands { who, what }
            | Restriction::CantActivate { who, what, .. } => {
                let alone = who.is_of_the_object_alone() && what.is_of_the_object_alone();
                if alone { Reads::NOTHING } else { who.reads() | what.reads() }
            }
            Restriction::CantPayLife(who) | Restriction::CantCycle(who) | Restriction::CantDraw(who) => who.reads(),
            Restriction::CantGetCounters { objects, players, .. } => objects.reads() | players.reads(),
            Restriction::CantBeSacrificed { what, by } => what.reads() | by.reads(),
            Restriction::MaximumCounters { what, .. }
            | Restriction::CantEnter(what)
            | Restriction::CantCrew(what)
            | Restriction::CantTransform(what) => what.reads(),
            it if it.is_about_acts() => Reads::EVERYTHING,
            _ => Reads::NOTHING,
        }
    }

    /// Whether it is about playing its own card.
    pub fn is_of_this(&self) -> bool {
        match self {
            Restriction::CantCast { what, .. } | Restriction::CantPlayLands { what, .. } => what.is_about_this(),
            _ => false,
        }
    }

    /// Whether it can concern what players may begin with priority. Those that are about combat,
    /// untapping, damage, life totals and targets do not.
    pub fn is_about_acts(&self) -> bool {
        !matches!(
            self,
            Restriction::CantAttack(_)
                | Restriction::CantAttackThat { .. }
                | Restriction::MostBlockers { .. }
                | Restriction::CantBlock(_)
                | Restriction::CantBeBlockedBy { .. }
                | Restriction::MinimumBlockers { .. }
                | Restriction::NeedsOtherAttackers { .. }
                | Restriction::NeedsOtherBlockers { .. }
                | Restriction::MaximumAttackers(_)
                | Restriction::MaximumBlockers(_)
                | Restriction::DoesntUntap(_)
                | Restriction::MaximumUntapped { .. }
                | Restriction::CantWin(_)
                | Restriction::CantLose { .. }
                | Restriction::CantGainLife(_)
                | Restriction::CantLoseLife(_)
                | Restriction::CantBeCountered(_)
                | Restriction::CantBeTargeted { .. }
                | Restriction::CantBeAttached { .. }
                | Restriction::CantPreventDamage { .. }
                | Restriction::CantRegenerate(_)
                | Restriction::NoLegendRule(_)
                | Restriction::RevealHand(_)
                | Restriction::RevealTop(_)
                | Restriction::KeepsMana { .. }
                | Restriction::CantSearch(_)
                | Restriction::CantTrigger { .. }
                | Restriction::CantPhaseOut(_)
        )
    }
}

/// Something that creatures must do in combat if able (CR 508.1d, 509.1c). Each effect counts once
/// for each creature; a declaration obeys as many as the restrictions allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(implies: Implied = Implied::Nothing))]
pub enum Requirement {
    /// Creatures attack if able.
    #[word(implies(Implied::Creature))]
    Attack(Filter),
    /// Creatures attack one of these players or planeswalkers if able.
    #[word(implies(Implied::Creature))]
    AttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if left out.
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        objects: Option<Filter>,
    },
    /// Creatures block if able.
    #[word(implies(Implied::Creature))]
    Block(Filter),
    /// Creatures block attacking creatures if able, counted for each of them. "All creatures able
    /// to block it do so" is `BlockThat(what: Type(Creature), attackers: This)`.
    #[word(implies(Implied::Creature))]
    BlockThat {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attackers: Filter,
    },
    /// Attacking creatures are blocked if able, by any creature.
    #[word(implies(Implied::Creature))]
    BeBlocked(Filter),
}

//! What players and objects may and may not do: permissions, restrictions, requirements, "as though" effects.

use serde::{Deserialize, Serialize};

use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Instead, Replacement, Would};
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaType;
use crate::card::words::turn_step::LossCause;
use crate::card::words::zone_kind::ZoneKind;

/// What creatures can do, or may be done with objects, as though they were otherwise: `Attack(what:
/// This, they: (lacking: [Defender]))` is "can attack as though it didn't have defender" (CR
/// 609.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum AsThough {
    /// Creatures can attack as though they were otherwise (CR 508.1a, 508.1c).
    Attack {
        /// Which creatures.
        what: Filter,
        /// What they are then.
        they: Otherwise,
    },
    /// Creatures can block as though they, or what they block, were otherwise (CR 509.1a-b).
    Block {
        /// Which creatures.
        what: Filter,
        /// Only these attacking creatures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// What the blocking creatures are then.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        they: Otherwise,
        /// What the attacking creatures are then.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        those: Otherwise,
    },
    /// Objects can be the targets of spells and abilities as though they were otherwise (CR 115.2).
    Target {
        /// Which objects.
        what: Filter,
        /// Of whose spells and abilities.
        by: Players,
        /// What they are then.
        they: Otherwise,
    },
    /// Abilities of creatures can be activated as though they were otherwise (CR 602.5a).
    Activate {
        /// Of which creatures.
        what: Filter,
        /// What they are then.
        they: Otherwise,
    },
    /// Damage is dealt as though its source had, or didn't have, keyword abilities that change what damage does
    /// (CR 120.3): infect, wither, lifelink, deathtouch.
    Damage {
        /// Damage of which sources.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        source: Filter,
        /// To which players; to anything if neither players nor objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// To which objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What the sources are then.
        they: Otherwise,
    },
}

const fn any() -> Filter {
    Filter::Any
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// What creatures are taken to be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// As though they had these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Keyword>,
    /// As though they didn't have these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Keyword>,
    /// As though they were untapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untapped: bool,
}

impl Otherwise {
    /// Whether it says nothing.
    pub fn is_nothing(&self) -> bool {
        *self == Otherwise::default()
    }
}

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
    pub(crate) const fn is_usual(&self) -> bool {
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

/// A cost to attack or block, paid for each creature that does (CR 508.1h, 509.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Charge {
    /// Creatures can't attack unless a cost is paid.
    Attack {
        /// Which creatures.
        what: Filter,
        /// Only if they attack one of these players; whatever they attack if neither players nor
        /// objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only if they attack one of these planeswalkers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What is paid for each creature.
        cost: Vec<Cost>,
        /// What {X} in the cost is; the X of the spell or ability that the effect comes from if not
        /// given.
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
        /// What is paid for each creature.
        cost: Vec<Cost>,
        /// What {X} in the cost is, as for attacking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
}

/// How creatures assign combat damage (CR 510.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CombatDamage {
    /// Creatures that fit assign damage equal to their toughness.
    Toughness(Filter),
    /// Creatures that fit assign none.
    NoDamage(Filter),
    /// Creatures that fit may assign it as though they weren't blocked.
    AsThoughUnblocked(Filter),
    /// Another player assigns it: "rather than the attacking player, you assign the combat damage" (CR 510.1).
    AssignedBy {
        /// The damage of which creatures.
        what: Filter,
        /// Who assigns it: the first of these players.
        who: Players,
        /// Whether that player divides it among the creatures that it fights as they choose, whatever their order and
        /// however much would be lethal.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },
}

/// Something that can't be done (CR 101.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Restriction {
    /// Creatures can't be declared as attackers (CR 508.1c).
    CantAttack(Filter),
    /// Creatures can't attack one of these players, or one of these planeswalkers (CR 508.1c).
    CantAttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// Creatures can't be blocked by more creatures than this (CR 509.1b).
    MostBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the most.
        count: u32,
    },
    /// Creatures can't be declared as blockers (CR 509.1b).
    CantBlock(Filter),
    /// Creatures can't be blocked by creatures that fit, which are all if none are described; in
    /// `by`, `Affected` is the attacking creature (CR 509.1b).
    CantBeBlockedBy {
        /// Which attackers.
        what: Filter,
        /// By which blockers.
        #[serde(default = "Filter::any")]
        by: Filter,
    },
    /// Creatures can't be blocked by fewer creatures than this (CR 509.1b).
    MinimumBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the least.
        count: u32,
    },
    /// Creatures can't attack unless so many others do; with 1 it is "can't attack alone" (CR
    /// 508.1c, 506.5).
    NeedsOtherAttackers {
        /// Which creatures.
        what: Filter,
        /// How many others, at least.
        count: u32,
        /// Only such others count; `Affected` is the creature that needs them: `Power(Greater,
        /// Power(Affected))`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<Filter>,
    },
    /// Creatures can't block unless so many others do; with 1 it is "can't block alone" (CR 509.1b,
    /// 506.5).
    NeedsOtherBlockers {
        /// Which creatures.
        what: Filter,
        /// How many others, at least.
        count: u32,
        /// Only such others count; `Affected` is the creature that needs them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<Filter>,
    },
    /// No more creatures than this can attack each combat (CR 508.1c).
    MaximumAttackers(u32),
    /// No more creatures than this can block each combat (CR 509.1b).
    MaximumBlockers(u32),
    /// Permanents don't untap during their controllers' untap steps (CR 502.3).
    DoesntUntap(Filter),
    /// Players can't untap more than so many permanents during their untap steps (CR 502.3).
    MaximumUntapped {
        /// Whose.
        who: Players,
        /// Which permanents are counted.
        what: Filter,
        /// How many at the most.
        count: u32,
    },
    /// Players can't win the game (CR 104.2b, 104.3f).
    CantWin(Players),
    /// Players can't lose the game, or don't lose it for one cause (CR 104.3b-e).
    CantLose {
        /// Who.
        who: Players,
        /// For which cause alone; for whatever cause if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<LossCause>,
    },
    /// Players can't gain life (CR 119.7).
    CantGainLife(Players),
    /// Players can't lose life (CR 119.8).
    CantLoseLife(Players),
    /// Players can't pay life, but for 0 (CR 119.4b).
    CantPayLife(Players),
    /// Players can't draw cards (CR 121.3).
    CantDraw(Players),
    /// Players can't draw more cards than this each turn (CR 121.2b).
    MaximumDraws(Players, u32),
    /// Counters can't be put on objects, or given to players (CR 122.1).
    CantGetCounters {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which kind of counters; any if not given.
        kind: Option<CounterKind>,
    },
    /// Spells can't be countered (CR 101.2, 113.6g).
    CantBeCountered(Filter),
    /// Objects or players can't be the targets of spells and abilities (CR 115, 702.11, 702.16b, 702.18).
    CantBeTargeted {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Whose spells and abilities.
        by: Players,
        /// Which spells, and abilities of which sources.
        #[serde(default = "Filter::any")]
        source: Filter,
    },
    /// Objects can't enter the battlefield (CR 400.4, 111.5). With a zone, the object is described
    /// as it is there; without one, as it would be on the battlefield.
    CantEnter(Filter),
    /// Players play with their hands revealed (CR 402.3, 701.16a).
    RevealHand(Players),
    /// The "legend rule" does not apply to permanents (CR 704.5j).
    NoLegendRule(Filter),
    /// Permanents can't have more counters of a kind (CR 704.5r).
    MaximumCounters {
        /// Which permanents.
        what: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// How many at the most.
        count: u32,
    },
    /// Auras, Equipment and Fortifications can't be attached to objects or players (CR 702.16c-d).
    CantBeAttached {
        /// Which attachments.
        what: Filter,
        /// To which objects; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
        /// To which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
    },
    /// Spells can't be cast (CR 601.3). A zone in the description is where the spell is cast from.
    CantCast {
        /// Who can't cast them.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// When they can after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players can cast only so many spells each turn (CR 601.3).
    MaximumSpells {
        /// Each of which players.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// How many.
        count: u32,
    },
    /// Lands can't be played (CR 305.2b).
    CantPlayLands {
        /// Who can't play them.
        who: Players,
        /// Which lands.
        what: Filter,
    },
    /// Activated abilities of objects can't be activated (CR 602.5).
    CantActivate {
        /// Who can't activate them.
        who: Players,
        /// Abilities of what.
        what: Filter,
        /// Whether mana abilities are excepted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_mana: bool,
        /// When they can after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players don't lose unspent mana of these types as steps and phases end (CR 106.4, 500.4).
    KeepsMana {
        /// Who.
        who: Players,
        /// Which types.
        kinds: Vec<ManaType>,
    },
    /// Players play with the top card of their libraries revealed (CR 401.5).
    RevealTop(Players),
    /// Players can't search libraries (CR 101.2, 701.19).
    CantSearch(Players),
    /// Creatures can't be tapped to pay the cost of a crew ability (CR 702.122c).
    CantCrew(Filter),
    /// An event doesn't cause abilities of objects to trigger (CR 603.2).
    CantTrigger {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects.
        of: Filter,
    },
    /// Damage can't be prevented (CR 615.12).
    CantPreventDamage {
        /// By which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// Only damage to these players; to anything if neither players nor objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only damage to these objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// Permanents can't transform, whatever would have them do so (CR 101.2, 701.28).
    CantTransform(Filter),
    /// Permanents can't be sacrificed (CR 101.2, 701.17a), be it at all or because of what some players control: "spells and
    /// abilities your opponents control can't cause you to sacrifice permanents".
    CantBeSacrificed {
        /// Which permanents.
        what: Filter,
        /// Only as spells and abilities that these players control resolve. Without it, costs can't be paid with them either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// Permanents can't be regenerated (CR 701.15c).
    CantRegenerate(Filter),
    /// Permanents can't phase out (CR 702.26b).
    CantPhaseOut(Filter),
    /// Mana can't be spent to cast such spells (CR 106.6), or to activate abilities of such sources, where `ActivatedAbility`
    /// or `FromSource(…)` speaks of these: `All([ActivatedAbility, FromSource(Type(Artifact))])`.
    CantSpendMana(Filter),
    /// Players can't cycle cards (CR 702.29f).
    CantCycle(Players),
}

/// Something that creatures do in combat if able (CR 508.1d, 509.1c). Each effect counts once for
/// each creature; a declaration obeys as many as the restrictions allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// Creatures attack if able.
    Attack(Filter),
    /// Creatures attack one of these players or planeswalkers if able.
    AttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        objects: Option<Filter>,
    },
    /// Creatures block if able.
    Block(Filter),
    /// Creatures block attacking creatures if able, counted for each of those. "All creatures able
    /// to block it do so" is `BlockThat(what: Type(Creature), attackers: This)`.
    BlockThat {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attackers: Filter,
    },
    /// Attacking creatures are blocked if able, by whatever creature.
    BeBlocked(Filter),
}

//! Keyword abilities, expanded to the ordinary abilities that their rules spell out (CR 702).
//!
//! A keyword whose rule only changes what the machinery does with the object (when it may be cast, whether attacking
//! taps it) expands to nothing; the module of `rules` or `derive` that owns that machinery asks for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ability::{Ability, ActivatedAbility, ActivationLimit, Body, TargetSpec, TargetWhat, TriggeredAbility};
use super::choosing::Linked;
use super::companion::DeckCondition;
use super::copying::CopyTargets;
use super::cost::{Cost, OptionalCost};
use super::deed::{Again, Deed};
use super::definition::Face;
use super::effect::{Duration, Modification, StaticEffect};
use super::filter::{Comparison, Condition, Filter, Objects, Players, Quantity};
use super::instruction::{Instruction, Recipients};
use super::mana::ManaCost;
use super::mana::{Color, Colors};
use super::permission::{CastingCost, Permission};
use super::replacement::{Instead, Replacement, Would};
use super::restriction::{Requirement, Restriction};
use super::symbols::{self, ChapterSymbols, ClassLevelBar, LevelSymbol};
use super::trigger::TriggerEvent;
use super::types::{CardType, CardTypes, Subtype, SubtypeSet};
use super::words::{CounterKind, Place, TurnStep, ZoneKind};

/// A keyword ability, with what its rule leaves to the card to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Keyword {
    /// CR 702.2
    Deathtouch,
    /// CR 702.3
    Defender,
    /// CR 702.4
    DoubleStrike,
    /// CR 702.5: what the Aura can be attached to.
    Enchant(Box<TargetWhat>),
    /// CR 702.6: for a cost, onto a creature of the activating player's; of a quality, if one is given (CR 702.6c).
    Equip {
        /// What is paid.
        cost: Vec<Cost>,
        /// The quality that the creature must have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<Box<Filter>>,
    },
    /// CR 702.7
    FirstStrike,
    /// CR 702.8
    Flash,
    /// CR 702.9
    Flying,
    /// CR 702.10
    Haste,
    /// CR 702.11
    Hexproof,
    /// CR 702.11d: hexproof from sources of a quality.
    HexproofFrom(Box<Filter>),
    /// CR 702.12
    Indestructible,
    /// CR 702.15
    Lifelink,
    /// CR 702.16: from a quality, such as a colour.
    Protection(Box<Filter>),
    /// CR 702.17
    Reach,
    /// CR 702.18
    Shroud,
    /// CR 702.19
    Trample,
    /// CR 702.20
    Vigilance,
    /// CR 702.27: what may be paid in addition, to get the card back.
    Buyback(Vec<Cost>),
    /// CR 702.33: what may be paid in addition, each once; several are "and/or" (CR 702.33b).
    Kicker(Vec<Vec<Cost>>),
    /// CR 702.33c: what may be paid in addition, as often as wanted.
    Multikicker(Vec<Cost>),
    /// CR 702.42: what is paid to choose all modes.
    Entwine(Vec<Cost>),
    /// CR 702.47: onto which spells the text may be spliced, and what that costs.
    Splice {
        /// Onto what: "Arcane".
        onto: Box<Filter>,
        /// What is paid.
        cost: Vec<Cost>,
    },
    /// CR 702.139: what it asks of the starting deck.
    Companion(Vec<DeckCondition>),
    /// CR 702.120: what is paid for each mode beyond the first.
    Escalate(Vec<Cost>),
    /// CR 702.21: what an opponent who targets the permanent pays.
    Ward(Vec<Cost>),
    /// CR 702.34: from the graveyard, for a cost; for its mana cost where none is given.
    Flashback(Option<Vec<Cost>>),
    /// CR 702.51
    Convoke,
    /// CR 702.108
    Prowess,
    /// CR 702.80
    Wither,
    /// CR 702.90
    Infect,
    /// CR 702.111
    Menace,
    /// CR 702.13
    Intimidate,
    /// CR 702.14: with the quality of the land.
    Landwalk(Box<Filter>),
    /// CR 702.25
    Flanking,
    /// CR 702.26
    Phasing,
    /// CR 702.28
    Shadow,
    /// CR 702.31
    Horsemanship,
    /// CR 702.36
    Fear,
    /// CR 702.39
    Provoke,
    /// CR 702.43: with so many +1/+1 counters.
    Modular(u32),
    /// CR 702.45: so much to power and toughness.
    Bushido(u32),
    /// CR 702.67: for a cost, onto a land of the activating player's.
    Fortify(Vec<Cost>),
    /// CR 702.73
    Changeling,
    /// CR 702.79
    Persist,
    /// CR 702.86: so many permanents.
    Annihilator(u32),
    /// CR 702.92
    LivingWeapon,
    /// CR 702.93
    Undying,
    /// CR 702.40
    Storm,
    /// CR 702.118
    Skulk,
    /// CR 702.122: with so much power.
    Crew(u32),
    /// CR 702.130: so much life.
    Afflict(u32),
    /// CR 702.87: what is paid for a level counter.
    LevelUp(Vec<Cost>),
    /// CR 107.8, 711.2: a level symbol with what its striation says.
    Level(Box<LevelSymbol>),
    /// CR 107.15, 715.2: chapter symbols with the effect beside them.
    Chapter(Box<ChapterSymbols>),
    /// CR 107.16, 717.2: a class level bar with what its section says.
    ClassLevel(Box<ClassLevelBar>),
    /// CR 702.37: what is paid to turn it face up; as what a filter asks for, with nothing in it, any morph ability.
    Morph(Vec<Cost>),
    /// CR 702.37b: the same, and a counter as it is turned face up so.
    Megamorph(Vec<Cost>),
    /// CR 702.29: what is paid, with the card, for another one; with what is searched for instead, typecycling
    /// (CR 702.29e).
    Cycling {
        /// What is paid besides the card.
        cost: Vec<Cost>,
        /// The cards of which one is searched for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<Box<Filter>>,
    },
    /// CR 702.24: what is paid for each age counter.
    CumulativeUpkeep(Vec<Cost>),
    /// CR 702.55
    Haunt,
    /// CR 702.100
    Evolve,
    /// CR 702.74: what may be paid rather than the mana cost.
    Evoke(Vec<Cost>),
    /// CR 702.103: what is paid to cast it bestowed.
    Bestow(Vec<Cost>),
    /// CR 702.66
    Delve,
    /// CR 702.85
    Cascade,
    /// CR 702.88
    Rebound,
    /// CR 702.52: so many cards are milled.
    Dredge(u32),
    /// CR 702.94: what is paid rather than the mana cost.
    Miracle(Vec<Cost>),
    /// CR 702.35: what is paid rather than the mana cost.
    Madness(Vec<Cost>),
    /// CR 702.62: with so many time counters, for a cost.
    Suspend {
        /// How many.
        count: Quantity,
        /// What is paid to exile it with them.
        cost: Vec<Cost>,
    },
    /// CR 702.72: what is exiled.
    Champion(Box<Filter>),
    /// CR 702.22
    Banding,
    /// CR 702.22b: with other creatures of a quality.
    BandsWithOther(Box<Filter>),
    /// CR 702.102: of both halves of a split card.
    Fuse,
    /// CR 702.127: of the half of a split card that is cast from a graveyard.
    Aftermath,
}

impl Keyword {
    /// The keyword abilities that are a word and nothing else.
    pub const PLAIN: &'static [Keyword] = &[
        Keyword::Deathtouch,
        Keyword::Defender,
        Keyword::DoubleStrike,
        Keyword::FirstStrike,
        Keyword::Flash,
        Keyword::Flying,
        Keyword::Haste,
        Keyword::Hexproof,
        Keyword::Indestructible,
        Keyword::Lifelink,
        Keyword::Reach,
        Keyword::Shroud,
        Keyword::Trample,
        Keyword::Vigilance,
        Keyword::Convoke,
        Keyword::Prowess,
        Keyword::Wither,
        Keyword::Infect,
        Keyword::Menace,
        Keyword::Intimidate,
        Keyword::Flanking,
        Keyword::Phasing,
        Keyword::Shadow,
        Keyword::Horsemanship,
        Keyword::Fear,
        Keyword::Provoke,
        Keyword::Changeling,
        Keyword::Persist,
        Keyword::LivingWeapon,
        Keyword::Undying,
        Keyword::Skulk,
        Keyword::Storm,
        Keyword::Haunt,
        Keyword::Evolve,
        Keyword::Delve,
        Keyword::Cascade,
        Keyword::Rebound,
        Keyword::Banding,
        Keyword::Fuse,
        Keyword::Aftermath,
    ];

    /// The names of those that say more.
    pub const WITH_MORE: &'static [&'static str] = &[
        "enchant",
        "equip",
        "flashback",
        "protection",
        "ward",
        "landwalk",
        "modular",
        "bushido",
        "fortify",
        "annihilator",
        "crew",
        "afflict",
        "companion",
        "buyback",
        "kicker",
        "multikicker",
        "entwine",
        "splice",
        "escalate",
        "level up",
        "level symbol",
        "chapter symbol",
        "class level bar",
        "morph",
        "megamorph",
        "cycling",
        "cumulative upkeep",
        "evoke",
        "bestow",
        "dredge",
        "miracle",
        "madness",
        "suspend",
        "champion",
        "bands with other",
    ];

    /// The names of all keyword abilities that the engine knows, those that say more as well.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Keyword::PLAIN.iter().map(Keyword::word).chain(Keyword::WITH_MORE.iter().copied())
    }

    /// Its name in running text, without what the card adds to it.
    pub const fn word(&self) -> &'static str {
        match self {
            Keyword::Deathtouch => "deathtouch",
            Keyword::Defender => "defender",
            Keyword::DoubleStrike => "double strike",
            Keyword::Enchant(_) => "enchant",
            Keyword::Equip { .. } => "equip",
            Keyword::FirstStrike => "first strike",
            Keyword::Flash => "flash",
            Keyword::Flashback(_) => "flashback",
            Keyword::Flying => "flying",
            Keyword::Haste => "haste",
            Keyword::Hexproof | Keyword::HexproofFrom(_) => "hexproof",
            Keyword::Indestructible => "indestructible",
            Keyword::Lifelink => "lifelink",
            Keyword::Protection(_) => "protection",
            Keyword::Reach => "reach",
            Keyword::Shroud => "shroud",
            Keyword::Trample => "trample",
            Keyword::Vigilance => "vigilance",
            Keyword::Buyback(_) => "buyback",
            Keyword::Kicker(_) => "kicker",
            Keyword::Multikicker(_) => "multikicker",
            Keyword::Entwine(_) => "entwine",
            Keyword::Splice { .. } => "splice",
            Keyword::Companion(_) => "companion",
            Keyword::Escalate(_) => "escalate",
            Keyword::Ward(_) => "ward",
            Keyword::Convoke => "convoke",
            Keyword::Prowess => "prowess",
            Keyword::Wither => "wither",
            Keyword::Infect => "infect",
            Keyword::Menace => "menace",
            Keyword::Intimidate => "intimidate",
            Keyword::Landwalk(_) => "landwalk",
            Keyword::Flanking => "flanking",
            Keyword::Phasing => "phasing",
            Keyword::Shadow => "shadow",
            Keyword::Horsemanship => "horsemanship",
            Keyword::Fear => "fear",
            Keyword::Provoke => "provoke",
            Keyword::Modular(_) => "modular",
            Keyword::Bushido(_) => "bushido",
            Keyword::Fortify(_) => "fortify",
            Keyword::Changeling => "changeling",
            Keyword::Persist => "persist",
            Keyword::Annihilator(_) => "annihilator",
            Keyword::LivingWeapon => "living weapon",
            Keyword::Undying => "undying",
            Keyword::Skulk => "skulk",
            Keyword::Storm => "storm",
            Keyword::Crew(_) => "crew",
            Keyword::Afflict(_) => "afflict",
            Keyword::LevelUp(_) => "level up",
            Keyword::Level(_) => "level symbol",
            Keyword::Chapter(_) => "chapter symbol",
            Keyword::ClassLevel(_) => "class level bar",
            Keyword::Morph(_) => "morph",
            Keyword::Megamorph(_) => "megamorph",
            Keyword::Cycling { .. } => "cycling",
            Keyword::CumulativeUpkeep(_) => "cumulative upkeep",
            Keyword::Haunt => "haunt",
            Keyword::Evolve => "evolve",
            Keyword::Evoke(_) => "evoke",
            Keyword::Bestow(_) => "bestow",
            Keyword::Delve => "delve",
            Keyword::Cascade => "cascade",
            Keyword::Rebound => "rebound",
            Keyword::Dredge(_) => "dredge",
            Keyword::Miracle(_) => "miracle",
            Keyword::Madness(_) => "madness",
            Keyword::Suspend { .. } => "suspend",
            Keyword::Champion(_) => "champion",
            Keyword::Banding => "banding",
            Keyword::BandsWithOther(_) => "bands with other",
            Keyword::Fuse => "fuse",
            Keyword::Aftermath => "aftermath",
        }
    }

    /// Whether it is what an effect that speaks of `asked` finds or takes away: "hexproof from" is hexproof (CR 702.11e),
    /// megamorph is morph, whatever it costs (CR 702.37b).
    pub fn is(&self, asked: &Keyword) -> bool {
        match (self, asked) {
            (Keyword::HexproofFrom(_), Keyword::Hexproof) => true,
            (Keyword::Morph(_) | Keyword::Megamorph(_), Keyword::Morph(any)) if any.is_empty() => true,
            (Keyword::Megamorph(_), Keyword::Megamorph(any)) if any.is_empty() => true,
            _ => self == asked,
        }
    }

    /// What is paid to turn a permanent with it face up (CR 702.37e); none of one that is no morph ability.
    pub fn morph_cost(&self) -> Option<&[Cost]> {
        match self {
            Keyword::Morph(cost) | Keyword::Megamorph(cost) => Some(cost),
            _ => None,
        }
    }

    /// Whether an object that loses `asked` loses it: with banding go all "bands with other" abilities (CR 702.22b).
    pub fn is_lost_with(&self, asked: &Keyword) -> bool {
        self.is(asked) || matches!((self, asked), (Keyword::BandsWithOther(_), Keyword::Banding))
    }

    /// Under which condition the static abilities function that the keyword stands for, if under one.
    pub fn condition(&self) -> Option<Condition> {
        match self {
            // CR 702.14c
            Keyword::Landwalk(quality) => Some(Condition::Exists(Filter::All(vec![
                Filter::Type(CardType::Land),
                Filter::clone(quality),
                Filter::ControlledBy(Players::Defending),
            ]))),
            // CR 711.2a-b
            Keyword::Level(symbol) => Some(symbol.condition()),
            // CR 717.2a
            Keyword::ClassLevel(bar) => Some(bar.condition()),
            // CR 702.52a-b
            Keyword::Dredge(count) => {
                let library = vec![Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)];
                let cards = Quantity::Count(Box::new(Filter::All(library)));
                Some(Condition::Compare(cards, Comparison::AtLeast, Quantity::Fixed(signed(*count))))
            }
            _ => None,
        }
    }

    /// The effects of a keyword ability that players have (CR 702.11c, 702.16b-e, 702.18a); none of one that players can't
    /// have.
    pub fn effects_on_players(&self, who: &Players) -> Vec<StaticEffect> {
        let untargetable = |by: Players, source: Filter| {
            let players = Some(who.clone());
            StaticEffect::Restrict(Restriction::CantBeTargeted { objects: None, players, by, source })
        };
        match self {
            Keyword::Hexproof => vec![untargetable(Players::Opponents, Filter::Any)],
            Keyword::HexproofFrom(quality) => vec![untargetable(Players::Opponents, Filter::clone(quality))],
            Keyword::Shroud => vec![untargetable(Players::Each, Filter::Any)],
            Keyword::Protection(quality) => vec![
                untargetable(Players::Each, Filter::clone(quality)),
                StaticEffect::Restrict(Restriction::CantBeAttached {
                    what: Filter::clone(quality),
                    to: None,
                    players: Some(who.clone()),
                }),
                StaticEffect::Replace(Replacement {
                    would: Would::Damage {
                        source: Filter::clone(quality),
                        players: Some(who.clone()),
                        objects: None,
                        combat: false,
                        noncombat: false,
                        at_least: None,
                    },
                    instead: Instead::Prevent,
                }),
            ],
            _ => Vec::new(),
        }
    }

    /// The effects of the static abilities that the keyword stands for.
    pub fn effects(&self) -> Vec<StaticEffect> {
        let restrict = |restriction| vec![StaticEffect::Restrict(restriction)];
        let creatures = |but: Filter| Filter::All(vec![Filter::Type(CardType::Creature), Filter::Not(Box::new(but))]);
        let unblockable = |by: Filter| Restriction::CantBeBlockedBy { what: Filter::This, by };
        let untargetable = |by: Players, source: Filter| Restriction::CantBeTargeted {
            objects: Some(Filter::This),
            players: None,
            by,
            source,
        };
        match self {
            // CR 702.3b
            Keyword::Defender => restrict(Restriction::CantAttack(Filter::This)),
            // CR 702.9b, 702.17b
            Keyword::Flying => restrict(Restriction::CantBeBlockedBy {
                what: Filter::This,
                by: Filter::All(vec![
                    Filter::Type(CardType::Creature),
                    Filter::Not(Box::new(Filter::AnyOf(vec![
                        Filter::Keyword(Keyword::Flying),
                        Filter::Keyword(Keyword::Reach),
                    ]))),
                ]),
            }),
            // CR 702.11b, 702.11d
            Keyword::Hexproof => restrict(untargetable(Players::Opponents, Filter::Any)),
            Keyword::HexproofFrom(quality) => restrict(untargetable(Players::Opponents, Filter::clone(quality))),
            // CR 702.18a
            Keyword::Shroud => restrict(untargetable(Players::Each, Filter::Any)),
            Keyword::Protection(quality) => protection(quality),
            // CR 702.27a
            Keyword::Buyback(_) => vec![StaticEffect::Replace(Replacement {
                would: Would::FinishResolving(Filter::All(vec![
                    Filter::This,
                    Filter::Paid { what: OptionalCost::Buyback, nth: None },
                ])),
                instead: Instead::GoTo(ZoneKind::Hand),
            })],
            // CR 702.127a: the third of them; the others are about where it can be cast from.
            Keyword::Aftermath => vec![StaticEffect::Replace(Replacement {
                would: Would::Move {
                    what: Filter::All(vec![Filter::This, Filter::CastFrom(ZoneKind::Graveyard)]),
                    from: Some(ZoneKind::Stack),
                    to: None,
                },
                instead: Instead::GoTo(ZoneKind::Exile),
            })],
            // CR 702.111b
            Keyword::Menace => restrict(Restriction::MinimumBlockers { what: Filter::This, count: 2 }),
            // CR 702.13b
            Keyword::Intimidate => restrict(unblockable(creatures(Filter::AnyOf(vec![
                Filter::Type(CardType::Artifact),
                Filter::SharesColor(Objects::This),
            ])))),
            // CR 702.14c
            Keyword::Landwalk(_) => restrict(unblockable(Filter::Any)),
            // CR 702.28b
            Keyword::Shadow => vec![
                StaticEffect::Restrict(unblockable(creatures(Filter::Keyword(Keyword::Shadow)))),
                StaticEffect::Restrict(Restriction::CantBeBlockedBy {
                    what: creatures(Filter::Keyword(Keyword::Shadow)),
                    by: Filter::This,
                }),
            ],
            // CR 702.31b
            Keyword::Horsemanship => restrict(unblockable(creatures(Filter::Keyword(Keyword::Horsemanship)))),
            // CR 702.36b
            Keyword::Fear => restrict(unblockable(creatures(Filter::AnyOf(vec![
                Filter::Type(CardType::Artifact),
                Filter::Color(Color::Black),
            ])))),
            // CR 702.43a
            Keyword::Modular(count) => vec![StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This },
                instead: Instead::EnterWithCounters(PLUS_ONE, Quantity::Fixed(signed(*count))),
            })],
            // CR 702.37b
            Keyword::Megamorph(_) => vec![StaticEffect::Replace(Replacement {
                would: Would::TurnFaceUp { what: Filter::This, megamorph: true },
                instead: Instead::EnterWithCounters(PLUS_ONE, Quantity::Fixed(1)),
            })],
            // CR 702.73a
            Keyword::Changeling => vec![StaticEffect::Modify {
                what: Filter::This,
                modifications: vec![Modification::AddEverySubtype(SubtypeSet::Of(CardType::Creature))],
                defining: true,
            }],
            // CR 711.2a-b
            Keyword::Level(symbol) => vec![symbol.effect()],
            // CR 717.2a
            Keyword::ClassLevel(bar) => vec![bar.effect()],
            // CR 702.88a
            Keyword::Rebound => vec![StaticEffect::Replace(rebounds())],
            // CR 702.52a
            Keyword::Dredge(count) => {
                let back =
                    Instruction::Put { what: Objects::This, into: ZoneKind::Hand, place: Place::Top, random: false };
                let mill = Instruction::Mill { who: Players::You, count: Quantity::Fixed(signed(*count)) };
                vec![StaticEffect::Replace(Replacement {
                    would: Would::Draw(Players::You),
                    instead: Instead::May(Box::new(Instead::Do(vec![mill, back]))),
                })]
            }
            // CR 702.35a
            Keyword::Madness(_) => vec![StaticEffect::Replace(Replacement {
                would: Would::Discard { what: Filter::This, by: None },
                instead: Instead::GoTo(ZoneKind::Exile),
            })],
            // CR 702.118b
            Keyword::Skulk => restrict(unblockable(Filter::All(vec![
                Filter::Type(CardType::Creature),
                Filter::Power(Comparison::Greater, Box::new(Quantity::Power(Objects::This))),
            ]))),
            _ => Vec::new(),
        }
    }

    /// The zone in which the static abilities that it stands for function (CR 113.6).
    pub const fn zone(&self) -> ZoneKind {
        match self {
            // CR 702.27a, 702.88a, 702.127a
            Keyword::Buyback(_) | Keyword::Rebound | Keyword::Aftermath => ZoneKind::Stack,
            Keyword::Dredge(_) => ZoneKind::Graveyard,
            Keyword::Madness(_) => ZoneKind::Hand,
            _ => ZoneKind::Battlefield,
        }
    }

    /// Whether it restricts or changes how its object is cast (CR 113.6d-e).
    pub const fn is_about_casting(&self) -> bool {
        matches!(
            self,
            Keyword::Flash
                | Keyword::Buyback(_)
                | Keyword::Kicker(_)
                | Keyword::Multikicker(_)
                | Keyword::Entwine(_)
                | Keyword::Splice { .. }
                | Keyword::Escalate(_)
                | Keyword::Flashback(_)
                | Keyword::Fuse
                | Keyword::Aftermath
                | Keyword::Convoke
                | Keyword::Morph(_)
                | Keyword::Megamorph(_)
                | Keyword::Evoke(_)
                | Keyword::Delve
                | Keyword::Bestow(_)
        )
    }

    /// What the keyword lets its object be cast for rather than its mana cost (CR 118.9).
    pub const fn alternative_cost(&self) -> Option<&Vec<Cost>> {
        match self {
            // CR 702.74a, 702.103a
            Keyword::Evoke(cost) | Keyword::Bestow(cost) => Some(cost),
            _ => None,
        }
    }

    /// What the keyword allows of playing its object, whose mana cost is given (CR 113.6f).
    pub fn permission(&self, mana_cost: Option<&ManaCost>) -> Option<Permission> {
        match self {
            // CR 702.34a
            Keyword::Flashback(cost) => Some(Permission::Cast {
                who: Players::You,
                what: Filter::All(vec![
                    Filter::This,
                    Filter::In(ZoneKind::Graveyard),
                    Filter::AnyOf(vec![Filter::Type(CardType::Instant), Filter::Type(CardType::Sorcery)]),
                ]),
                cost: CastingCost::Instead(
                    cost.clone().unwrap_or_else(|| mana_cost.cloned().map(Cost::Mana).into_iter().collect()),
                ),
                exile: true,
            }),
            // CR 702.127a
            Keyword::Aftermath => Some(Permission::Cast {
                who: Players::You,
                what: Filter::All(vec![Filter::This, Filter::In(ZoneKind::Graveyard)]),
                cost: CastingCost::Usual,
                exile: false,
            }),
            _ => None,
        }
    }

    /// From where alone its object can be cast, if the keyword says so (CR 702.127a).
    pub const fn only_cast_from(&self) -> Option<ZoneKind> {
        match self {
            Keyword::Aftermath => Some(ZoneKind::Graveyard),
            _ => None,
        }
    }

    /// The activated ability that the keyword stands for.
    pub fn activated(&self) -> Option<ActivatedAbility> {
        match self {
            // CR 702.6a, 702.6c
            Keyword::Equip { cost, quality } => {
                let mut parts = vec![Filter::Type(CardType::Creature)];
                parts.extend(quality.iter().map(|quality| Filter::clone(quality)));
                parts.push(Filter::ControlledBy(Players::You));
                Some(ActivatedAbility {
                    cost: cost.clone(),
                    body: Body {
                        targets: vec![TargetSpec::one(TargetWhat::Object(Filter::All(parts)))],
                        instructions: vec![Instruction::Attach { what: Objects::This, to: Recipients::Target(0) }],
                        ..Body::default()
                    },
                    limits: vec![ActivationLimit::AsSorcery],
                    zone: ZoneKind::Battlefield,
                })
            }
            // CR 702.67a
            Keyword::Fortify(cost) => {
                let land = Filter::All(vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)]);
                Some(ActivatedAbility {
                    cost: cost.clone(),
                    body: Body {
                        targets: vec![TargetSpec::one(TargetWhat::Object(land))],
                        instructions: vec![Instruction::Attach { what: Objects::This, to: Recipients::Target(0) }],
                        ..Body::default()
                    },
                    limits: vec![ActivationLimit::AsSorcery],
                    zone: ZoneKind::Battlefield,
                })
            }
            // CR 702.87a
            Keyword::LevelUp(cost) => Some(symbols::level_up(cost)),
            // CR 717.2a
            Keyword::ClassLevel(bar) => Some(bar.activated()),
            // CR 702.29a, 702.29e: what it costs can be paid in a hand only, where it functions (CR 113.6j).
            Keyword::Cycling { cost, search } => Some(ActivatedAbility {
                cost: cost.iter().cloned().chain([Cost::DiscardThis]).collect(),
                body: Body { instructions: cycles(search.as_deref()), ..Body::default() },
                limits: Vec::new(),
                zone: ZoneKind::Battlefield,
            }),
            // CR 702.122a
            Keyword::Crew(power) => Some(ActivatedAbility {
                cost: vec![Cost::TapTotalPower(*power, Filter::Type(CardType::Creature))],
                body: Body {
                    instructions: vec![Instruction::Modify {
                        what: Objects::This,
                        modifications: vec![
                            Modification::AddType(CardType::Artifact),
                            Modification::AddType(CardType::Creature),
                        ],
                        duration: Duration::EndOfTurn,
                    }],
                    ..Body::default()
                },
                limits: Vec::new(),
                zone: ZoneKind::Battlefield,
            }),
            _ => None,
        }
    }

    /// The triggered abilities that the keyword stands for.
    pub fn triggered(&self) -> Vec<TriggeredAbility> {
        let ability = |when, instructions| TriggeredAbility {
            when,
            condition: None,
            body: Body { instructions, ..Body::default() },
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        };
        let dies = || TriggerEvent::Moves {
            what: Filter::This,
            from: Some(ZoneKind::Battlefield),
            to: Some(ZoneKind::Graveyard),
        };
        let target = |filter| vec![TargetSpec::one(TargetWhat::Object(filter))];
        match self {
            // CR 702.21a
            Keyword::Ward(cost) => vec![ability(
                TriggerEvent::BecomesTarget { what: Filter::This, by: Players::Opponents },
                vec![Instruction::Unless {
                    who: Players::ThatPlayer,
                    cost: cost.clone(),
                    then: vec![Instruction::Counter(Objects::ThatObject)],
                }],
            )],
            // CR 702.40a
            Keyword::Storm => vec![ability(
                TriggerEvent::Casts(Players::You, Filter::This),
                vec![Instruction::CopySpell {
                    who: Players::You,
                    of: Objects::ThatObject,
                    count: Quantity::CastBefore(Objects::ThatObject),
                    except: Vec::new(),
                    targets: CopyTargets::MayChoose,
                }],
            )],
            // CR 702.108a
            Keyword::Prowess => vec![ability(
                TriggerEvent::Casts(Players::You, Filter::Not(Box::new(Filter::Type(CardType::Creature)))),
                vec![grows(Objects::This, 1)],
            )],
            // CR 702.25a
            Keyword::Flanking => vec![ability(
                TriggerEvent::BecomesBlockedBy {
                    what: Filter::This,
                    by: Filter::Not(Box::new(Filter::Keyword(Keyword::Flanking))),
                },
                vec![grows(Objects::ThatObject, -1)],
            )],
            // CR 702.39a
            Keyword::Provoke => {
                let creature =
                    Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::Defending)]);
                let block = Instruction::Establish {
                    effect: StaticEffect::Require(Requirement::BlockThat {
                        what: Filter::Is(Objects::Target(0)),
                        attackers: Filter::This,
                    }),
                    duration: Duration::EndOfCombat,
                    of: None,
                    apiece: false,
                };
                let then = vec![block, Instruction::Untap(Objects::Target(0))];
                let mut provokes =
                    ability(TriggerEvent::Attacks(Filter::This), vec![Instruction::May { who: Players::You, then }]);
                provokes.body.targets = target(creature);
                vec![provokes]
            }
            // CR 702.43a
            Keyword::Modular(_) => {
                let artifacts = Filter::All(vec![Filter::Type(CardType::Artifact), Filter::Type(CardType::Creature)]);
                let put = Instruction::PutCounters {
                    on: Objects::Target(0),
                    kind: PLUS_ONE,
                    count: Quantity::Counters(PLUS_ONE, Objects::This),
                };
                let mut passes_on = ability(dies(), vec![Instruction::May { who: Players::You, then: vec![put] }]);
                passes_on.body.targets = target(artifacts);
                vec![passes_on]
            }
            // CR 702.45a
            Keyword::Bushido(amount) => {
                let grown = || vec![grows(Objects::This, signed(*amount))];
                vec![
                    ability(TriggerEvent::Blocks(Filter::This), grown()),
                    ability(TriggerEvent::BecomesBlocked(Filter::This), grown()),
                ]
            }
            // CR 702.79a
            Keyword::Persist => vec![returns(dies(), MINUS_ONE)],
            // CR 702.93a
            Keyword::Undying => vec![returns(dies(), PLUS_ONE)],
            // CR 702.86a
            Keyword::Annihilator(count) => vec![ability(
                TriggerEvent::Attacks(Filter::This),
                vec![Instruction::Sacrifice {
                    who: Players::Defending,
                    what: Filter::Any,
                    count: Quantity::Fixed(signed(*count)),
                }],
            )],
            // CR 702.92a
            Keyword::LivingWeapon => vec![ability(
                TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield) },
                vec![
                    Instruction::CreateTokens {
                        who: Players::You,
                        count: Quantity::Fixed(1),
                        predefined: None,
                        token: Box::new(germ()),
                        size: None,
                        tapped: false,
                        attached_to: None,
                        joining: None,
                    },
                    Instruction::Attach { what: Objects::This, to: Recipients::Objects(Objects::Created) },
                ],
            )],
            // CR 715.2b-c
            Keyword::Chapter(symbols) => symbols.abilities().collect(),
            // CR 702.24a
            Keyword::CumulativeUpkeep(cost) => vec![TriggeredAbility {
                condition: Some(Condition::Exists(Filter::This)),
                ..ability(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), upkeep(cost))
            }],
            // CR 702.55a: of a permanent, and of an instant or sorcery.
            Keyword::Haunt => {
                let spell = Filter::AnyOf(vec![Filter::Type(CardType::Instant), Filter::Type(CardType::Sorcery)]);
                let resolved = TriggerEvent::FinishesResolving(Filter::All(vec![Filter::This, spell]));
                let haunts = |when| TriggeredAbility {
                    body: Body {
                        targets: target(Filter::Type(CardType::Creature)),
                        instructions: vec![
                            Instruction::Exile(Objects::ThatObject),
                            Instruction::Haunt { what: Objects::ThatObject, creature: Objects::Target(0) },
                        ],
                        ..Body::default()
                    },
                    ..ability(when, Vec::new())
                };
                vec![haunts(dies()), haunts(resolved)]
            }
            // CR 702.100a, 702.100c: it is the creature alone that evolves.
            Keyword::Evolve => {
                let greater = |of: fn(Objects) -> Quantity| {
                    Condition::Compare(of(Objects::ThatObject), Comparison::Greater, of(Objects::This))
                };
                let is = |what| Condition::Is(what, Filter::Type(CardType::Creature));
                let bigger = Condition::AnyOf(vec![greater(Quantity::Power), greater(Quantity::Toughness)]);
                vec![TriggeredAbility {
                    condition: Some(Condition::All(vec![is(Objects::This), is(Objects::ThatObject), bigger])),
                    ..ability(
                        TriggerEvent::Moves {
                            what: Filter::All(vec![
                                Filter::Type(CardType::Creature),
                                Filter::ControlledBy(Players::You),
                            ]),
                            from: None,
                            to: Some(ZoneKind::Battlefield),
                        },
                        vec![Instruction::PutCounters { on: Objects::This, kind: PLUS_ONE, count: Quantity::Fixed(1) }],
                    )
                }]
            }
            // CR 702.85a
            Keyword::Cascade => vec![ability(TriggerEvent::Casts(Players::You, Filter::This), cascades())],
            // CR 702.94a: linked to what lets the card be revealed (CR 603.11).
            Keyword::Miracle(cost) => {
                let cast = may_cast(Objects::This, Players::You, CastingCost::Instead(cost.clone()));
                let shown = ability(TriggerEvent::RevealedThisWay(Filter::This), vec![cast]);
                vec![TriggeredAbility { zone: ZoneKind::Hand, ..shown }]
            }
            // CR 702.35a
            Keyword::Madness(cost) => {
                let owner = Players::OwnerOf(Box::new(Objects::This));
                let left = Objects::Among(Box::new(Objects::This), Box::new(Filter::In(ZoneKind::Exile)));
                let put = Instruction::Put { what: left, into: ZoneKind::Graveyard, place: Place::Top, random: false };
                let cast = may_cast(Objects::This, owner, CastingCost::Instead(cost.clone()));
                vec![ability(TriggerEvent::ExiledThisWay(Filter::This), vec![cast, put])]
            }
            // CR 702.62a: the second and the third ability.
            Keyword::Suspend { .. } => {
                let in_exile = |when, condition, instructions| TriggeredAbility {
                    condition: Some(condition),
                    zone: ZoneKind::Exile,
                    ..ability(when, instructions)
                };
                let remove =
                    Instruction::RemoveCounters { from: Objects::This, kind: time(), count: Quantity::Fixed(1) };
                let last = TriggerEvent::CountersRemoved { from: Filter::This, kind: Some(time()), last: true };
                let exiled = || Condition::Exists(Filter::All(vec![Filter::This, Filter::In(ZoneKind::Exile)]));
                let suspended =
                    Condition::All(vec![exiled(), Condition::Is(Objects::This, Filter::HasCounter(time()))]);
                vec![
                    in_exile(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), suspended, vec![remove]),
                    in_exile(last, exiled(), plays()),
                ]
            }
            // CR 702.72a
            Keyword::Champion(what) => {
                let another = Filter::All(vec![
                    Filter::clone(what),
                    Filter::Not(Box::new(Filter::This)),
                    Filter::ControlledBy(Players::You),
                ]);
                let champions = Instruction::Unless {
                    who: Players::You,
                    cost: vec![Cost::Exile { count: 1, what: another, from: ZoneKind::Battlefield }],
                    then: vec![Instruction::SacrificeThose(Objects::This)],
                };
                let back = Instruction::PutOntoBattlefield {
                    what: Objects::Linked(Linked::Exiled),
                    control: Players::OwnerOf(Box::new(Objects::Linked(Linked::Exiled))),
                    tapped: false,
                    attached_to: None,
                    counters: Vec::new(),
                    being: Vec::new(),
                    joining: None,
                    face_down: None,
                    transformed: false,
                };
                let leaves = TriggerEvent::Moves { what: Filter::This, from: Some(ZoneKind::Battlefield), to: None };
                vec![
                    ability(
                        TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield) },
                        vec![champions],
                    ),
                    ability(leaves, vec![back]),
                ]
            }
            // CR 702.74a
            Keyword::Evoke(_) => vec![TriggeredAbility {
                condition: Some(Condition::Is(Objects::This, Filter::PaidThis)),
                ..ability(
                    TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield) },
                    vec![Instruction::SacrificeThose(Objects::This)],
                )
            }],
            // CR 702.130a
            Keyword::Afflict(amount) => vec![ability(
                TriggerEvent::BecomesBlocked(Filter::This),
                vec![Instruction::LoseLife { who: Players::Defending, amount: Quantity::Fixed(signed(*amount)) }],
            )],
            _ => Vec::new(),
        }
    }
}

const PLUS_ONE: CounterKind = CounterKind::PowerToughness(1, 1);
const MINUS_ONE: CounterKind = CounterKind::PowerToughness(-1, -1);

fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// So much to power and toughness until end of turn.
fn grows(what: Objects, by: i32) -> Instruction {
    Instruction::Modify {
        what,
        modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(by), Quantity::Fixed(by))],
        duration: Duration::EndOfTurn,
    }
}

/// CR 702.29a, 702.29e: what a cycling ability does.
fn cycles(search: Option<&Filter>) -> Vec<Instruction> {
    let Some(what) = search else {
        return vec![Instruction::Draw { who: Players::You, count: Quantity::Fixed(1) }];
    };
    let search = Instruction::Search {
        who: Players::You,
        what: what.clone(),
        count: Quantity::Fixed(1),
        reveal: true,
        into: ZoneKind::Hand,
        tapped: false,
    };
    vec![search, Instruction::Shuffle(Players::You)]
}

/// CR 702.24a: an age counter, and the cost as often as there are such counters, each with choices of its own.
fn upkeep(cost: &[Cost]) -> Vec<Instruction> {
    let age = CounterKind::Named("age".to_owned());
    let counters = Quantity::Counters(age.clone(), Objects::This);
    let each = |part: &Cost| Cost::Times(counters.clone(), Box::new(part.clone()));
    vec![
        Instruction::PutCounters { on: Objects::This, kind: age, count: Quantity::Fixed(1) },
        Instruction::Unless {
            who: Players::You,
            cost: cost.iter().map(each).collect(),
            then: vec![Instruction::SacrificeThose(Objects::This)],
        },
    ]
}

/// Time counters (CR 702.62a).
fn time() -> CounterKind {
    CounterKind::Named("time".to_owned())
}

/// A player may cast one card now.
const fn may_cast(what: Objects, who: Players, cost: CastingCost) -> Instruction {
    Instruction::MayPlay { who, what, count: Some(1), lands: false, cost, must: false }
}

/// CR 702.62a: the card is played if able; a creature spell has haste as long as the player controls it.
fn plays() -> Vec<Instruction> {
    let spell = Filter::All(vec![Filter::Type(CardType::Creature), Filter::In(ZoneKind::Stack)]);
    vec![
        Instruction::MayPlay {
            who: Players::You,
            what: Objects::This,
            count: Some(1),
            lands: true,
            cost: CastingCost::Free,
            must: true,
        },
        Instruction::Modify {
            what: Objects::Among(Box::new(Objects::This), Box::new(spell)),
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)))],
            duration: Duration::WhileControlled,
        },
    ]
}

/// CR 702.85a: cards are exiled until one fits; it may be cast; the rest go to the bottom in a random order.
fn cascades() -> Vec<Instruction> {
    let library = Filter::All(vec![Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)]);
    let exiled = || Objects::ThisWay(Deed::Exiled);
    let fits = || {
        Filter::All(vec![
            Filter::In(ZoneKind::Exile),
            Filter::Not(Box::new(Filter::Type(CardType::Land))),
            Filter::ManaValue(Comparison::Less, Box::new(Quantity::ManaValue(Objects::This))),
        ])
    };
    let found = Objects::Among(Box::new(exiled()), Box::new(fits()));
    let such = Filter::All(vec![Filter::Is(exiled()), fits()]);
    let none = Condition::Not(Box::new(Condition::Exists(such)));
    let left = Objects::Among(Box::new(exiled()), Box::new(Filter::In(ZoneKind::Exile)));
    vec![
        Instruction::Repeat {
            then: vec![Instruction::Exile(Objects::TopOfLibrary(Players::You, 1))],
            again: Again::While(Condition::All(vec![none, Condition::Exists(library)])),
        },
        may_cast(found, Players::You, CastingCost::Free),
        Instruction::Put { what: left, into: ZoneKind::Library, place: Place::Bottom, random: true },
    ]
}

/// CR 702.88a: exiled as it resolves, and cast again in the next upkeep.
fn rebounds() -> Replacement {
    let from_hand = vec![Filter::This, Filter::WasCast(Some(ZoneKind::Hand)), Filter::OwnedBy(Players::You)];
    let again =
        Body { instructions: vec![may_cast(Objects::ThatObject, Players::You, CastingCost::Free)], ..Body::default() };
    let upkeep = Instruction::Delay {
        when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You),
        body: Box::new(again),
        until: None,
    };
    Replacement {
        would: Would::FinishResolving(Filter::All(from_hand)),
        instead: Instead::Also(Box::new(Instead::GoTo(ZoneKind::Exile)), vec![upkeep]),
    }
}

/// CR 702.103b: what casting a spell bestowed makes of it: an Aura enchantment with enchant creature.
pub fn bestowed() -> Vec<Modification> {
    let creature = TargetWhat::Object(Filter::Type(CardType::Creature));
    let aura = Subtype::named("Aura").into_iter().map(Modification::AddSubtype);
    std::iter::once(Modification::SetTypes(vec![CardType::Enchantment]))
        .chain(aura)
        .chain([Modification::Gain(Box::new(Ability::Keyword(Keyword::Enchant(Box::new(creature)))))])
        .collect()
}

/// CR 702.79a, 702.93a: what died comes back with a counter, if it had none of the kind.
fn returns(dies: TriggerEvent, kind: CounterKind) -> TriggeredAbility {
    let had = Condition::Is(Objects::ThatObject, Filter::HasCounter(kind.clone()));
    let back = Instruction::PutOntoBattlefield {
        transformed: false,
        what: Objects::ThatObject,
        control: Players::OwnerOf(Box::new(Objects::ThatObject)),
        tapped: false,
        attached_to: None,
        counters: vec![(kind, Quantity::Fixed(1))],
        being: Vec::new(),
        face_down: None,
        joining: None,
    };
    TriggeredAbility {
        when: dies,
        condition: Some(Condition::Not(Box::new(had))),
        limit: None,
        uncounterable: false,
        body: Body { instructions: vec![back], ..Body::default() },
        zone: ZoneKind::Battlefield,
    }
}

/// CR 702.92a: a 0/0 black Phyrexian Germ creature token.
fn germ() -> Face {
    Face {
        name: "Phyrexian Germ".to_owned(),
        color_indicator: Some(Colors::COLORLESS.with(Color::Black)),
        types: CardTypes::NONE.with(CardType::Creature),
        subtypes: ["Phyrexian", "Germ"].into_iter().filter_map(|name| Subtype::named(name).ok()).collect(),
        power: Some(0),
        toughness: Some(0),
        ..Face::default()
    }
}

/// CR 702.16b-f: not targeted, enchanted, equipped or fortified, damaged or blocked by what has the quality.
fn protection(quality: &Filter) -> Vec<StaticEffect> {
    vec![
        StaticEffect::Restrict(Restriction::CantBeTargeted {
            objects: Some(Filter::This),
            players: None,
            by: Players::Each,
            source: quality.clone(),
        }),
        StaticEffect::Restrict(Restriction::CantBeAttached {
            what: quality.clone(),
            to: Some(Filter::This),
            players: None,
        }),
        StaticEffect::Replace(Replacement {
            would: Would::Damage {
                source: quality.clone(),
                players: None,
                objects: Some(Filter::This),
                combat: false,
                noncombat: false,
                at_least: None,
            },
            instead: Instead::Prevent,
        }),
        StaticEffect::Restrict(Restriction::CantBeBlockedBy {
            what: Filter::This,
            by: Filter::All(vec![Filter::Type(CardType::Creature), quality.clone()]),
        }),
    ]
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

//! Keyword abilities, expanded to the ordinary abilities that their rules spell out (CR 702).
//!
//! A keyword whose rule only changes what the machinery does with the object (when it may be cast, whether attacking
//! taps it) expands to nothing; the module of `rules` or `derive` that owns that machinery asks for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ability::{ActivatedAbility, ActivationLimit, Body, TargetSpec, TargetWhat, TriggerEvent, TriggeredAbility};
use super::cost::Cost;
use super::effect::{Duration, Instead, Instruction, Modification, Replacement, Restriction, StaticEffect, Would};
use super::filter::{Filter, Objects, Players, Quantity};
use super::types::CardType;
use super::words::ZoneKind;

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
    /// CR 702.21: what an opponent who targets the permanent pays.
    Ward(Vec<Cost>),
    /// CR 702.51
    Convoke,
    /// CR 702.108
    Prowess,
    /// CR 702.111
    Menace,
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
        Keyword::Menace,
    ];

    /// The names of all keyword abilities that the engine knows, those that say more as well.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Keyword::PLAIN.iter().map(Keyword::word).chain(["enchant", "equip", "protection", "ward"])
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
            Keyword::Ward(_) => "ward",
            Keyword::Convoke => "convoke",
            Keyword::Prowess => "prowess",
            Keyword::Menace => "menace",
        }
    }

    /// Whether it is what an effect that speaks of `asked` finds or takes away: "hexproof from" is hexproof (CR 702.11e).
    pub fn is(&self, asked: &Keyword) -> bool {
        self == asked || matches!((self, asked), (Keyword::HexproofFrom(_), Keyword::Hexproof))
    }

    /// The effects of the static abilities that the keyword stands for.
    pub fn effects(&self) -> Vec<StaticEffect> {
        let restrict = |restriction| vec![StaticEffect::Restrict(restriction)];
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
            // CR 702.111b
            Keyword::Menace => restrict(Restriction::MinimumBlockers { what: Filter::This, count: 2 }),
            _ => Vec::new(),
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
                        targets: vec![TargetSpec { what: TargetWhat::Object(Filter::All(parts)), min: 1, max: 1 }],
                        instructions: vec![Instruction::Attach { what: Objects::This, to: 0 }],
                    },
                    limits: vec![ActivationLimit::AsSorcery],
                    zone: ZoneKind::Battlefield,
                })
            }
            _ => None,
        }
    }

    /// The triggered ability that the keyword stands for.
    pub fn triggered(&self) -> Option<TriggeredAbility> {
        let ability = |when, instructions| TriggeredAbility {
            when,
            condition: None,
            body: Body { targets: Vec::new(), instructions },
            zone: ZoneKind::Battlefield,
            limit: None,
        };
        match self {
            // CR 702.21a
            Keyword::Ward(cost) => Some(ability(
                TriggerEvent::BecomesTarget { what: Filter::This, by: Players::Opponents },
                vec![Instruction::Unless {
                    who: Players::ThatPlayer,
                    cost: cost.clone(),
                    then: vec![Instruction::Counter(Objects::ThatObject)],
                }],
            )),
            // CR 702.108a
            Keyword::Prowess => Some(ability(
                TriggerEvent::Casts(Players::You, Filter::Not(Box::new(Filter::Type(CardType::Creature)))),
                vec![Instruction::Modify {
                    what: Objects::This,
                    modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(1), Quantity::Fixed(1))],
                    duration: Duration::EndOfTurn,
                }],
            )),
            _ => None,
        }
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
        StaticEffect::Restrict(Restriction::CantBeAttached { what: quality.clone(), to: Filter::This }),
        StaticEffect::Replace(Replacement {
            would: Would::Damage { source: quality.clone(), players: None, objects: Some(Filter::This), combat: false },
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

//! What static, activated and permission-giving abilities a keyword stands for (CR 702).

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit, Body, TargetSpec, TargetWhat};
use crate::card::ast::cost::{Cost, OptionalCost};
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission, Restriction};
use crate::card::keyword::symbols;
use crate::card::words::card_type::{CardType, SubtypeSet};
use crate::card::words::mana_symbol::{Color, ManaCost};
use crate::card::words::outcome::Comparison;
use crate::card::words::turn_step::DayNight;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::parts::*;

impl Keyword {
    /// Under which condition the static abilities function that the keyword stands for, if under one.
    pub fn condition(&self) -> Option<Condition> {
        match self {
            // CR 702.14c
            Keyword::Landwalk(quality) => Some(Condition::Exists(Filter::All(vec![
                Filter::Type(CardType::Land),
                Filter::clone(quality),
                Filter::ControlledBy(Players::Defending),
            ]))),
            // CR 702.145b
            Keyword::Daybound => Some(Condition::ItIs(DayNight::Night)),
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
                    from: Some(ZoneKind::Stack.into()),
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
            // CR 702.145b: the first of them; the others are about transforming (`rules::day_night`).
            Keyword::Daybound => vec![StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This },
                instead: Instead::EnterTransformed,
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
                | Keyword::Mutate(_)
        )
    }

    /// What the keyword lets its object be cast for rather than its mana cost (CR 118.9).
    pub const fn alternative_cost(&self) -> Option<&Vec<Cost>> {
        match self {
            // CR 702.74a, 702.103a, 702.140a
            Keyword::Evoke(cost) | Keyword::Bestow(cost) | Keyword::Mutate(cost) => Some(cost),
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
                instead: None,
            }),
            // CR 702.127a
            Keyword::Aftermath => Some(Permission::Cast {
                who: Players::You,
                what: Filter::All(vec![Filter::This, Filter::In(ZoneKind::Graveyard)]),
                cost: CastingCost::Usual,
                exile: false,
                instead: None,
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
}

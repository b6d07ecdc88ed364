//! What triggered abilities a keyword stands for (CR 702).

use crate::card::ast::ability::{Body, TargetSpec, TargetWhat, TriggeredAbility};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Requirement};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::chosen::Linked;
use crate::card::words::outcome::Comparison;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::parts::*;

impl Keyword {
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
            from: Some(ZoneKind::Battlefield.into()),
            to: Some(ZoneKind::Graveyard.into()),
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
                TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
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
                            to: Some(ZoneKind::Battlefield.into()),
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
                    cost: vec![Cost::Exile { count: 1, what: another, from: ZoneKind::Battlefield.into() }],
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
                let leaves =
                    TriggerEvent::Moves { what: Filter::This, from: Some(ZoneKind::Battlefield.into()), to: None };
                vec![
                    ability(
                        TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
                        vec![champions],
                    ),
                    ability(leaves, vec![back]),
                ]
            }
            // CR 702.74a
            Keyword::Evoke(_) => vec![TriggeredAbility {
                condition: Some(Condition::Is(Objects::This, Filter::PaidThis)),
                ..ability(
                    TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
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

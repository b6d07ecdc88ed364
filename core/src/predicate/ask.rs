//! The values of the words: of the game, a player, an object, an event.

use crate::card::{Ability, CardType, CounterKind, DayNight};
use crate::derive::{Look, filter};
use crate::fact::{
    Characteristics, Choice, Component, Entity, Entry, Event, Frame, GameResult, ObjectId, PlayerId, Snapshot, Zone,
};
use crate::observe::SeenEntry;
use crate::rules;
use crate::state::{Game, Object, Player};

use super::domain::{self, WordSet};
use super::eval::{Eval, EvalScope, Flow, Hidden, ON, Sink, Topic, Val};
use super::vocabulary::Prop;

fn number(value: impl TryInto<i64>) -> Val<'static> {
    Val::Number(value.try_into().unwrap_or(i64::MAX))
}

fn maybe<'a>(value: Option<Val<'a>>, sink: Sink<'_, 'a>) -> Flow {
    value.map_or(ON, sink)
}

fn player<'a>(id: PlayerId) -> Val<'a> {
    Val::Item(Topic::Player(id))
}

impl<'a> Eval<'a> {
    fn entity(&self, game: &Game, entity: Entity) -> Val<'a> {
        Val::Item(self.item(game, entity))
    }

    fn object(&self, game: &Game, id: ObjectId) -> Val<'a> {
        self.entity(game, Entity::Object(id))
    }

    fn objects(&self, game: &Game, ids: impl IntoIterator<Item = ObjectId>, sink: Sink<'_, 'a>) -> Flow {
        ids.into_iter().try_for_each(|id| {
            self.spend()?;
            sink(self.object(game, id))
        })
    }

    /// Gives the values of a word of the game.
    pub(super) fn of_game(&self, prop: Prop, at: EvalScope<'a>, sink: Sink<'_, 'a>) -> Flow {
        let game = at.game;
        let (world, turn) = (game.world(), &game.world().turn);
        let combat = world.combat.as_deref();
        match prop {
            Prop::Turn => sink(number(turn.number)),
            Prop::Phase => maybe(turn.phase.as_ref().map(|it| Val::Word(domain::phase(it))), sink),
            Prop::TurnStep => maybe(turn.step.as_ref().map(|it| Val::Word(domain::turn_step(it))), sink),
            Prop::Active => maybe((turn.number > 0).then(|| player(turn.active)), sink),
            Prop::StartingPlayer => maybe((!world.players.is_empty()).then(|| player(game.starting_player())), sink),
            Prop::AttackingPlayer => maybe(combat.map(|combat| player(combat.attacking_player)), sink),
            Prop::DefendingPlayer => maybe(combat.map(|combat| player(combat.defending_player)), sink),
            Prop::Designated(it) => game.designations().holders(it).try_for_each(|id| sink(player(id))),
            Prop::Players => game.players().filter(|it| !it.left).try_for_each(|it| sink(player(it.id))),
            Prop::Over => sink(Val::Bool(world.over().is_some())),
            Prop::Subgame => sink(number(u32::try_from(world.mains().count()).unwrap_or(u32::MAX))),
            Prop::Winner => match world.result {
                Some(GameResult::Won(id)) => sink(player(id)),
                _ => ON,
            },
            Prop::LandsPlayed => sink(number(turn.lands_played)),
            Prop::Day => sink(Val::Bool(world.day_night == Some(DayNight::Day))),
            Prop::Night => sink(Val::Bool(world.day_night == Some(DayNight::Night))),
            Prop::Priority => maybe(with_priority(game).map(player), sink),
            Prop::Choice | Prop::Chooser | Prop::ChoiceRule => choice_values(game, self.viewer, prop, sink),
            Prop::Objects => self.objects(game, world.objects.keys().copied(), sink),
            Prop::TopOfStack => maybe(world.stack.last().copied().map(|id| self.object(game, id)), sink),
            Prop::Event => maybe(self.moment.entry.map(|entry| Val::Item(Topic::Event(entry))), sink),
            Prop::Events => self.this_turn(game).try_for_each(|entry| {
                self.spend()?;
                sink(Val::Item(Topic::Event(entry)))
            }),
            _ => self.gathered(prop, game, None, sink),
        }
    }

    /// Gives the objects of a zone or kind: all of them, or those a player controls (owns, if
    /// nobody controls them).
    fn gathered(&self, prop: Prop, game: &'a Game, of: Option<PlayerId>, sink: Sink<'_, 'a>) -> Flow {
        let world = game.world();
        let owned = |id: &ObjectId| of.is_none_or(|of| game.object(*id).is_some_and(|object| object.owner == of));
        let controlled = |id: &ObjectId| of.is_none_or(|of| game.controller(*id) == Some(of));
        let permanents = || world.battlefield.iter().copied().filter(controlled);
        let of_type = |kind: CardType| permanents().filter(move |id| game.has_type(*id, kind));
        let spell = |id: &ObjectId| game.object(*id).is_some_and(Object::is_spell);
        let token = |id: &ObjectId| game.object(*id).is_some_and(|it| it.component == Component::Token);
        let combat = world.combat.as_deref();
        match prop {
            Prop::Battlefield | Prop::Permanents => self.objects(game, permanents(), sink),
            Prop::PhasedOut => {
                let phased = world.phased_out.iter().filter(|(_, it)| of.is_none_or(|of| it.controller == of));
                self.objects(game, phased.map(|(id, _)| *id), sink)
            }
            Prop::Creatures => self.objects(game, of_type(CardType::Creature), sink),
            Prop::Lands => self.objects(game, of_type(CardType::Land), sink),
            Prop::Artifacts => self.objects(game, of_type(CardType::Artifact), sink),
            Prop::Enchantments => self.objects(game, of_type(CardType::Enchantment), sink),
            Prop::Planeswalkers => self.objects(game, of_type(CardType::Planeswalker), sink),
            Prop::Tokens => self.objects(game, permanents().filter(token), sink),
            Prop::Attackers => {
                let all = combat.into_iter().flat_map(|combat| combat.attackers.iter().map(|it| it.object));
                self.objects(game, all.filter(controlled), sink)
            }
            Prop::Blockers => {
                let all = combat.into_iter().flat_map(|combat| combat.blockers.iter().map(|it| it.object));
                self.objects(game, all.filter(controlled), sink)
            }
            Prop::Stack => self.objects(game, world.stack.iter().rev().copied().filter(controlled), sink),
            Prop::Spells => {
                self.objects(game, world.stack.iter().rev().copied().filter(spell).filter(controlled), sink)
            }
            Prop::Exile => self.objects(game, world.exile.iter().copied().filter(owned), sink),
            Prop::Command => self.objects(game, world.command.iter().copied().filter(owned), sink),
            _ => ON,
        }
    }

    /// Gives the values of a word of a player, an object or an event.
    pub(super) fn of_item(
        &self,
        prop: Prop,
        argument: Option<&Val<'a>>,
        item: Topic<'a>,
        at: EvalScope<'a>,
        sink: Sink<'_, 'a>,
    ) -> Flow {
        self.spend()?;
        match item {
            Topic::Player(id) => match at.game.player(id) {
                Some(player) => self.of_player(prop, argument, player, at, sink),
                None => ON,
            },
            Topic::Object(id) => self.of_object(prop, argument, id, at, sink),
            Topic::Event(entry) => match self.part(entry) {
                None => self.of_event(prop, entry, sink),
                Some(part) => self.of_part(prop, entry, &part, sink),
            },
            Topic::Hidden(Hidden { place, .. }) => match prop {
                Prop::Zone => maybe(place.map(|(zone, _)| Val::Word(domain::zone(&zone.kind()))), sink),
                Prop::Owner => maybe(place.map(|(_, owner)| player(owner)), sink),
                _ => ON,
            },
        }
    }

    /// Gives the values of a word of an event that the viewer sees only in part.
    fn of_part(&self, prop: Prop, entry: &Entry, part: &SeenEntry, sink: Sink<'_, 'a>) -> Flow {
        let game = self.moment.game;
        let (seen, zones, whose): (&[ObjectId], _, _) = match part {
            SeenEntry::Part { objects, zones, player, .. } => (objects, *zones, *player),
            SeenEntry::Revealed { player, .. } | SeenEntry::LookedAt { player, .. } => (&[], None, Some(*player)),
            SeenEntry::Whole(_) => (&[], None, None),
        };
        let zone = |zone: Zone| Val::Word(domain::zone(&zone.kind()));
        match prop {
            Prop::EventKind => sink(Val::Word(entry.event.name())),
            Prop::EventNumber => self.event_number(entry, sink),
            Prop::EventObject => maybe(seen.first().map(|id| self.object(game, *id)), sink),
            Prop::EventObjects => self.objects(game, seen.iter().copied(), sink),
            Prop::About => {
                self.objects(game, seen.iter().copied(), &mut *sink)?;
                maybe(whose.map(player), sink)
            }
            Prop::EventPlayer | Prop::EventPlayers => maybe(whose.map(player), sink),
            Prop::From => maybe(zones.map(|(from, _)| zone(from)), sink),
            Prop::To => maybe(zones.map(|(_, to)| zone(to)), sink),
            _ => ON,
        }
    }

    fn of_player(
        &self,
        prop: Prop,
        argument: Option<&Val<'a>>,
        it: &'a Player,
        at: EvalScope<'a>,
        sink: Sink<'_, 'a>,
    ) -> Flow {
        let game = at.game;
        match prop {
            Prop::Name => sink(Val::Text(it.name.as_str().into())),
            Prop::ControlledBy => {
                let by = game.decides_for(it.id);
                maybe((by != it.id).then(|| player(by)), sink)
            }
            Prop::Life => sink(number(it.life)),
            Prop::Poison => sink(number(it.counters_of(&CounterKind::Poison))),
            Prop::Energy => sink(number(it.counters_of(&CounterKind::Energy))),
            Prop::Counters => sink(counters(&it.counters, argument)),
            Prop::Mana => {
                let fits = |kind| match argument {
                    Some(Val::Word(wanted)) => domain::mana_type(kind) == *wanted,
                    _ => true,
                };
                sink(number(it.mana.iter().filter(|unit| fits(&unit.kind)).count()))
            }
            Prop::Hand => self.objects(game, it.hand.iter().copied(), sink),
            Prop::Library => self.objects(game, it.library.iter().copied(), sink),
            Prop::Graveyard => self.objects(game, it.graveyard.iter().rev().copied(), sink),
            Prop::Opponents => {
                let all = game.players().filter(|other| !other.left && game.are_opponents(other.id, it.id));
                all.map(|other| player(other.id)).try_for_each(sink)
            }
            Prop::Team => game.team(it.id).into_iter().filter(|id| game.plays(*id)).map(player).try_for_each(sink),
            Prop::Won => {
                let result = game.world().result;
                sink(Val::Bool(matches!(result, Some(GameResult::Won(id)) if game.winners(id).contains(&it.id))))
            }
            Prop::Lost => sink(Val::Bool(it.left)),
            _ => self.gathered(prop, game, Some(it.id), sink),
        }
    }

    fn of_object(
        &self,
        prop: Prop,
        argument: Option<&Val<'a>>,
        id: ObjectId,
        at: EvalScope<'a>,
        sink: Sink<'_, 'a>,
    ) -> Flow {
        let game = at.game;
        let now = game.object(id);
        let was = || game.world().departed.get(&id).map(|departed| &*departed.was);
        let combat = game.world().combat.as_deref();
        let attacker = || combat.and_then(|combat| combat.attacker(id));
        let announced = || now.map_or_else(|| was()?.announced.as_deref(), |it| it.announced.as_deref());
        match prop {
            Prop::Name => sink(Val::Text(game.name_of(id).into())),
            Prop::Controller => maybe(game.controller(id).map(player), sink),
            Prop::Owner => maybe(now.map(|it| it.owner).or_else(|| Some(was()?.owner)).map(player), sink),
            Prop::Zone => {
                let zone = now.map(|it| it.zone).or_else(|| Some(was()?.zone));
                maybe(zone.map(|zone| Val::Word(domain::zone(&zone.kind()))), sink)
            }
            Prop::Power | Prop::Toughness | Prop::Colorless | Prop::Multicolored | Prop::Color => {
                characteristic(prop, game.characteristics(id), sink)
            }
            Prop::CardType | Prop::Supertype | Prop::Subtype | Prop::Keyword | Prop::Is(..) => {
                characteristic(prop, game.characteristics(id), sink)
            }
            Prop::ManaValue => maybe(filter::mana_value(game, id).map(number), sink),
            Prop::Loyalty => {
                let is = now.is_some_and(Object::is_permanent) && game.has_type(id, CardType::Planeswalker);
                maybe(is.then(|| number(game.loyalty(id))), sink)
            }
            Prop::Level => maybe(now.is_none_or(Object::is_permanent).then(|| number(game.level(id))), sink),
            Prop::Damage => maybe(now.map(|it| number(it.damage)), sink),
            Prop::Counters => {
                let all = now.map(|it| &it.counters).or_else(|| Some(&was()?.counters));
                maybe(all.map(|all| counters(all, argument)), sink)
            }
            Prop::Tapped => sink(Val::Bool(status(now, was(), true))),
            Prop::Untapped => sink(Val::Bool(status(now, was(), false))),
            Prop::FaceDown => sink(Val::Bool(game.is_face_down(id))),
            Prop::Attacking => sink(Val::Bool(match now {
                Some(_) => attacker().is_some(),
                None => was().is_some_and(|was| was.attacking.is_some()),
            })),
            Prop::Blocking => sink(Val::Bool(match now {
                Some(_) => combat.is_some_and(|combat| combat.blocker(id).is_some()),
                None => was().is_some_and(|was| was.blocking),
            })),
            Prop::Blocked => sink(Val::Bool(attacker().is_some_and(|it| it.blocked == Some(true)))),
            Prop::Unblocked => sink(Val::Bool(attacker().is_some_and(|it| it.blocked == Some(false)))),
            Prop::SummoningSick => sink(Val::Bool(game.is_creature(id) && game.is_summoning_sick(id))),
            Prop::IsPermanent => sink(Val::Bool(now.is_some_and(Object::is_permanent))),
            Prop::IsSpell => sink(Val::Bool(now.is_some_and(Object::is_spell))),
            Prop::IsAbility | Prop::IsToken | Prop::IsCard => {
                let component = now.map(|it| it.component).or_else(|| Some(was()?.component));
                sink(Val::Bool(match component {
                    Some(Component::Ability) => prop == Prop::IsAbility,
                    Some(Component::Token) => prop == Prop::IsToken,
                    Some(Component::Card(_)) => prop == Prop::IsCard,
                    // CR 114.5, 707.10: a copy is not a card, and a token only as a permanent.
                    Some(Component::Emblem | Component::Copy) => false,
                    None => false,
                }))
            }
            Prop::Gone => sink(Val::Bool(now.is_none())),
            Prop::Source => maybe(now.and_then(|it| it.ability.as_ref()).map(|it| self.object(game, it.source)), sink),
            Prop::Targets => {
                let all = announced().into_iter().flat_map(|it| it.targets.iter().flatten());
                all.map(|target| self.entity(game, *target)).try_for_each(sink)
            }
            Prop::X => maybe(announced().and_then(|it| it.x).map(number), sink),
            Prop::Attacks => maybe(attacker().and_then(|it| it.target).map(|to| self.entity(game, to)), sink),
            Prop::Blocks => {
                let blocker = combat.and_then(|combat| combat.blocker(id));
                self.objects(game, blocker.into_iter().flat_map(|it| it.attackers.iter().copied()), sink)
            }
            Prop::Blockers => {
                self.objects(game, attacker().into_iter().flat_map(|it| it.blockers.iter().copied()), sink)
            }
            Prop::AttachedTo => {
                maybe(now.map_or_else(|| was()?.attached_to, |it| it.attached_to).map(|to| self.entity(game, to)), sink)
            }
            Prop::Attachments => {
                let attached =
                    |other: &ObjectId| game.object(*other).is_some_and(|it| it.attached_to == Some(Entity::Object(id)));
                self.objects(game, game.zone(Zone::Battlefield).iter().copied().filter(attached), sink)
            }
            Prop::Became => {
                let departed = game.world().departed.get(&id);
                self.objects(game, departed.into_iter().flat_map(|it| it.became.iter().copied()), sink)
            }
            _ => ON,
        }
    }

    /// Gives the number of an event. The numbers of a game also count hidden events, so a player
    /// gets none.
    fn event_number(&self, entry: &Entry, sink: Sink<'_, 'a>) -> Flow {
        maybe(self.viewer.is_none().then(|| number(entry.no.0)), sink)
    }

    fn of_event(&self, prop: Prop, entry: &'a Entry, sink: Sink<'_, 'a>) -> Flow {
        let game = self.moment.game;
        let event = &entry.event;
        let objects = || event.about().into_iter().filter_map(Entity::object);
        let players = || event.about().into_iter().filter_map(Entity::player);
        match prop {
            Prop::EventKind => sink(Val::Word(event.name())),
            Prop::EventNumber => self.event_number(entry, sink),
            Prop::Rule => sink(Val::Rule(entry.rule)),
            Prop::About => event.about().into_iter().map(|it| self.entity(game, it)).try_for_each(sink),
            Prop::EventObject => maybe(objects().next().map(|id| self.object(game, id)), sink),
            Prop::EventObjects => self.objects(game, objects(), sink),
            Prop::EventPlayer => maybe(players().next().map(player), sink),
            Prop::EventPlayers => players().map(player).try_for_each(sink),
            Prop::Amount => maybe(event.amount().map(number), sink),
            Prop::Source => match event {
                Event::DamageDealt { source, .. }
                | Event::BecameActivated { source, .. }
                | Event::Triggered { source, .. }
                | Event::TriggerDelayed { source, .. }
                | Event::EffectBegan { source, .. } => sink(self.object(game, *source)),
                _ => ON,
            },
            Prop::Recipient => match event {
                Event::DamageDealt { to, .. }
                | Event::CountersPut { on: to, .. }
                | Event::Attacked { target: to, .. }
                | Event::BecameAttacking { target: to, .. }
                | Event::AttackReselected { target: to, .. } => sink(self.entity(game, *to)),
                _ => ON,
            },
            Prop::Combat => sink(Val::Bool(matches!(event, Event::DamageDealt { combat: true, .. }))),
            Prop::Counter => match event {
                Event::CountersPut { kind, .. } | Event::CountersRemoved { kind, .. } => {
                    sink(Val::Counter(kind.clone()))
                }
                _ => ON,
            },
            Prop::From => match event {
                Event::Moved { from, .. } => sink(Val::Word(domain::zone(&from.kind()))),
                _ => ON,
            },
            Prop::To => match event {
                Event::Moved { became, .. } => {
                    maybe(became.first().map(|new| Val::Word(domain::zone(&new.zone.kind()))), sink)
                }
                _ => ON,
            },
            Prop::Manner => match event {
                Event::Moved { manner, .. } => sink(Val::Word(domain::manner(manner))),
                _ => ON,
            },
            Prop::Became => match event {
                Event::Moved { became, .. } => self.objects(game, became.iter().map(|new| new.id), sink),
                _ => ON,
            },
            Prop::TurnStep => maybe(event.turn_step().map(|step| Val::Word(domain::turn_step(&step))), sink),
            Prop::Reason => match event {
                Event::Lost { reason, .. } => sink(Val::Word(domain::loss_reason(reason))),
                _ => ON,
            },
            Prop::Cause => {
                let cause = entry.cause.and_then(|no| self.entry(no));
                maybe(cause.map(|cause| Val::Item(Topic::Event(cause))), sink)
            }
            Prop::Causes => {
                let mut at = entry;
                // The cause of an event is known only to those who see the whole event.
                while self.part(at).is_none()
                    && let Some(cause) = at.cause.filter(|no| *no < at.no).and_then(|no| self.entry(no))
                {
                    self.spend()?;
                    sink(Val::Item(Topic::Event(cause)))?;
                    at = cause;
                }
                ON
            }
            _ => ON,
        }
    }
}

/// Returns the number of counters of a kind, or of all kinds.
fn counters<'a>(all: &std::collections::BTreeMap<CounterKind, u32>, kind: Option<&Val<'a>>) -> Val<'a> {
    match kind {
        Some(Val::Counter(kind)) => number(all.get(kind).copied().unwrap_or(0)),
        _ => number(all.values().map(|count| u64::from(*count)).sum::<u64>()),
    }
}

/// Returns whether it is a permanent with this tapped status, or was one when it left.
fn status(now: Option<&Object>, was: Option<&Snapshot>, tapped: bool) -> bool {
    let (zone, status) = match (now, was) {
        (Some(now), _) => (now.zone, now.status),
        (None, Some(was)) => (was.zone, was.status),
        (None, None) => return false,
    };
    zone == Zone::Battlefield && status.tapped == tapped
}

fn characteristic<'a>(prop: Prop, of: Option<&'a Characteristics>, sink: Sink<'_, 'a>) -> Flow {
    let Some(of) = of else { return ON };
    let keyword = |ability: &Ability| match ability {
        Ability::Keyword(keyword) => Some(keyword.word()),
        _ => None,
    };
    let keywords = || of.abilities.iter().filter_map(|instance| keyword(&instance.ability));
    match prop {
        Prop::Power => maybe(of.power.map(number), sink),
        Prop::Toughness => maybe(of.toughness.map(number), sink),
        Prop::Colorless => sink(Val::Bool(of.colors.is_colorless())),
        Prop::Multicolored => sink(Val::Bool(of.colors.iter().count() >= 2)),
        Prop::Color => of.colors.iter().map(|it| Val::Word(it.word())).try_for_each(sink),
        Prop::CardType => of.types.iter().map(|it| Val::Word(domain::card_type(&it))).try_for_each(sink),
        Prop::Supertype => of.supertypes.iter().map(|it| Val::Word(domain::supertype(&it))).try_for_each(sink),
        Prop::Subtype => of.subtypes.iter().map(|it| Val::Word(it.name())).try_for_each(sink),
        Prop::Keyword => keywords().map(Val::Word).try_for_each(sink),
        Prop::Is(domain, word) => sink(Val::Bool(match domain {
            WordSet::Color => of.colors.iter().any(|it| it.word() == word),
            WordSet::CardType => of.types.iter().any(|it| domain::card_type(&it) == word),
            WordSet::Supertype => of.supertypes.iter().any(|it| domain::supertype(&it) == word),
            WordSet::Subtype => of.subtypes.iter().any(|it| it.name() == word),
            WordSet::Keyword => keywords().any(|it| it == word),
            _ => false,
        })),
        _ => ON,
    }
}

/// Returns the player with priority, without computing what they may do with it.
fn with_priority(game: &Game) -> Option<PlayerId> {
    let free = game.world().result.is_none() && !game.world().waiting.iter().any(|waiting| waiting.mana);
    match game.frame() {
        Some(Frame::Priority { player, received: true, .. }) if free => Some(*player),
        _ => None,
    }
}

/// Gives the values of a word of the choice that the game waits for.
fn choice_values<'a>(game: &'a Game, viewer: Option<PlayerId>, prop: Prop, sink: Sink<'_, 'a>) -> Flow {
    use crate::fact::PromptKind;
    if let Some(id) = with_priority(game) {
        return match prop {
            Prop::Choice => sink(Val::Word(PromptKind::Priority.word())),
            Prop::Chooser => sink(player(id)),
            _ => sink(Val::Rule(crate::rule!("117.1"))),
        };
    }
    let told = |choice: &Choice| match prop {
        Prop::Choice => Val::Word(choice.prompt.kind().word()),
        Prop::Chooser => player(choice.player),
        _ => Val::Rule(choice.rule),
    };
    match rules::choice(game) {
        // Of another player's choice, a player sees only whose it is.
        Some(choice) if viewer.is_some_and(|viewer| viewer != choice.answered_by) => match prop {
            Prop::Chooser => sink(player(choice.answered_by)),
            _ => ON,
        },
        Some(choice) => sink(told(&choice)),
        None => ON,
    }
}

//! What outlives a resolution: continuous effects (CR 611.2), delayed triggered abilities
//! (CR 603.7), and the information that they lock in (CR 603.7c, 608.2h).
//!
//! They keep the announcement and the trigger context. Anything else that their words refer to is
//! worked out as they are created, word by word, and kept as a [`Memory`] beside the announcement;
//! a text that needs none has none.

use std::sync::Arc;

use crate::card::verb;
use crate::card::words::term::{Term, any};
use crate::card::{
    Ability, Body, Definition, Duration, Instruction, Keeper, Modification, Objects, Players, Quantity, Reference,
    Referent, StaticEffect, TriggerEvent, TriggeredAbility, TurnPart, ZoneKind, refers,
};
use crate::derive::Look;
use crate::derive::filter::{named_then, objects, players, quantity, where_now};
use crate::derive::look::scope::Scope;
use crate::derive::object::links;
use crate::fact::{
    AbilityRef, Announcement, Canonical, EntryNo, Event, Further, Memory, Note, ObjectId, Origin, ResolveFrame,
    TriggerContext,
};
use crate::rule;
use crate::state::Game;

use super::cursor::{go_on, one_player, scope};
use super::verb::Verb;
use super::work::Work;

/// The meaning that a resolution's words have in what it leaves behind. Objects that it moved, or
/// let a player cast, are found where they are now (CR 400.7g-h, 603.7c).
pub(in crate::rules) struct LeftBehind {
    /// The announcement, with what is locked in.
    pub(in crate::rules) announced: Arc<Announcement>,
    /// The trigger context of the resolving ability.
    pub(in crate::rules) trigger: Option<TriggerContext>,
    /// Whether the text could refer to anything in the announcement.
    pub(in crate::rules) tells: bool,
}

impl LeftBehind {
    /// For a continuous effect, or a cost to be asked for.
    pub(in crate::rules) fn of(game: &Game, frame: &ResolveFrame, texts: &[&dyn Term]) -> LeftBehind {
        LeftBehind::with(game, frame, texts, false)
    }

    fn with(game: &Game, frame: &ResolveFrame, texts: &[&dyn Term], delayed: bool) -> LeftBehind {
        let mut references = refers(texts);
        // Values chosen for an effect are written into its text (CR 608.2h).
        references.retain(|it| it.to != Referent::Chosen || delayed);
        let trigger = frame.trigger.clone();
        let announced = with_created(game, frame, &references);
        let keeps = |keeper| match keeper {
            Keeper::Memory => true,
            Keeper::Effect => !delayed,
            Keeper::Nobody | Keeper::Announcement | Keeper::Event | Keeper::Notes => false,
        };
        let memory = memory(game, frame, &references, keeps).map(Arc::new);
        let creates = speak_of_created(&references) && !announced.created.is_empty();
        let tells = *frame.announced != Announcement::default() || memory.is_some() || creates;
        let announced = if announced.further.memory == memory {
            announced
        } else {
            let further = Further { memory, ..announced.further.clone() };
            Arc::new(Announcement { further, ..Announcement::clone(&announced) })
        };
        LeftBehind { announced, trigger, tells }
    }

    /// For something that lasts until an event, which keeps nothing of the trigger context.
    pub(in crate::rules) fn until(game: &Game, frame: &ResolveFrame, until: &TriggerEvent) -> Arc<Announcement> {
        let references = refers(&[until]);
        let announced = with_created(game, frame, &references);
        let keeps = |keeper| matches!(keeper, Keeper::Memory | Keeper::Event);
        let memory = memory(game, frame, &references, keeps).map(Arc::new);
        if announced.further.memory == memory {
            return announced;
        }
        let further = Further { memory, ..announced.further.clone() };
        Arc::new(Announcement { further, ..Announcement::clone(&announced) })
    }

    /// For a continuous effect. Of several players to whom it would give control, it knows the one
    /// whom its controller has named (CR 608.2d).
    pub(in crate::rules) fn by_effect(
        game: &Game,
        frame: &ResolveFrame,
        effect: &StaticEffect,
        duration: &Duration,
    ) -> LeftBehind {
        let mut left = LeftBehind::of(game, frame, &[effect, duration]);
        let StaticEffect::Modify { modifications, .. } = effect else { return left };
        let given = modifications.iter().find_map(Modification::given_control);
        let Some(who) = given.filter(|who| players(game, &scope(frame), who).len() > 1) else { return left };
        let Some(one) = one_player(game, frame, who) else { return left };
        let announced = Arc::make_mut(&mut left.announced);
        let mut memory = announced.further.memory.as_deref().cloned().unwrap_or_default();
        memory.players.retain(|(other, _)| **other != *who);
        memory.players.push((Canonical::new(who.clone()), vec![one]));
        announced.further.memory = Some(Arc::new(memory));
        left.tells = true;
        left
    }

    /// The announcement, if the text could refer to it, and the trigger context.
    pub(in crate::rules) fn told(self) -> (Option<Arc<Announcement>>, Option<TriggerContext>) {
        (self.tells.then_some(self.announced), self.trigger)
    }
}

fn speak_of_created(references: &[Reference]) -> bool {
    references.iter().any(|it| it.to == Referent::Objects(Objects::Created))
}

/// The announcement, with all that was created so far if a text speaks of it.
fn with_created(game: &Game, frame: &ResolveFrame, references: &[Reference]) -> Arc<Announcement> {
    let mut here = frame.announced_for_part();
    if speak_of_created(references) {
        let created = objects(game, &scope(frame), &Objects::Created);
        if created != here.created {
            Arc::make_mut(&mut here).created = created;
        }
    }
    here
}

/// What these references name as a resolution creates the text that contains them, as far as the
/// memory keeps it for that text.
fn memory(
    game: &Game,
    frame: &ResolveFrame,
    references: &[Reference],
    keeps: impl Fn(Keeper) -> bool,
) -> Option<Memory> {
    let scope = scope(frame);
    let mut memory = Memory::default();
    for Reference { to, keeper } in references {
        let kept = keeps(*keeper);
        match to {
            Referent::Objects(what) => {
                let named = named_then(game, &scope, what);
                moved(game, &scope, what, &named, &mut memory);
                if kept && !named.is_empty() {
                    memory.objects.push((Canonical::new(what.clone()), named));
                }
            }
            Referent::Players(who) => {
                let kept = kept || (*who == Players::Active && game.shares_turns());
                let named = if kept { players(game, &scope, who) } else { Vec::new() };
                // Nobody is an answer, too, where somebody could fit later. Who attacks or is
                // attacked is said of a combat.
                let of_combat = matches!(who, Players::Attacking | Players::Defending);
                if !named.is_empty() || kept && *keeper == Keeper::Effect && !of_combat {
                    memory.players.push((Canonical::new(who.clone()), named));
                }
            }
            Referent::Number(number) => {
                if kept || (*number == Quantity::X && frame.announced.x.is_none()) {
                    memory.numbers.push((Canonical::new(number.clone()), quantity(game, &scope, number)));
                }
            }
            Referent::Chosen => {
                let notes = links::notes(game, &scope).into_iter();
                memory.notes = notes.filter(|note| is_a_choice(note)).cloned().collect();
            }
        }
    }
    (memory != Memory::default()).then_some(memory)
}

/// Notes of these objects what they have become, as far as this resolution or what it remembers has
/// moved them: an instruction acts on that (CR 400.7h, 603.7c), while what is asked of the object
/// itself is its last known information (CR 608.2h).
fn moved(game: &Game, scope: &Scope<'_>, what: &Objects, named: &[ObjectId], memory: &mut Memory) {
    for id in named.iter().filter(|id| game.object(**id).is_none()) {
        let now = where_now(game, scope, what, *id);
        if now != [*id] && memory.moved(*id).is_none() {
            memory.moved.push((*id, now));
        }
    }
}

const fn is_a_choice(note: &Note) -> bool {
    matches!(note, Note::Value(_) | Note::Player(_) | Note::Number(_) | Note::Chosen(_))
}

/// The durations that one of a text means now: "that turn" is each turn that this resolution has
/// added (CR 500.7, 500.8). None if it added nothing, so that nothing begins.
pub(in crate::rules) fn durations(game: &Game, frame: &ResolveFrame, duration: &Duration) -> Vec<Duration> {
    let Duration::DuringThat(part) = duration else { return vec![duration.clone()] };
    let adds = |event: &Event| match (event, part) {
        (Event::ExtraTurnAdded { .. } | Event::ExtraTurnAwaited { .. }, TurnPart::Turn) => true,
        (Event::PhasesAdded { phases, .. }, TurnPart::Phase(phase)) => phases.contains(phase),
        _ => false,
    };
    let of_this = game.world().history.latest().take_while(|entry| entry.no > frame.began);
    let mut added: Vec<EntryNo> = of_this.filter(|entry| adds(&entry.event)).map(|entry| entry.no).collect();
    added.reverse();
    added.into_iter().map(|no| Duration::DuringAdded(*part, no.0)).collect()
}

impl Verb for verb::Delay {
    /// Creates a delayed triggered ability, which remembers what the creating ability refers to
    /// (CR 603.7a).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Delay { when, body, until } = self;
        let ability = Ability::Triggered(TriggeredAbility {
            when: when.clone(),
            condition: None,
            body: Body::clone(body),
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        });
        let def = work.intern(Definition::Ability(ability));
        let LeftBehind { mut announced, trigger, .. } =
            LeftBehind::with(&work.game, frame, &[&Instruction::Delay(self.clone())], true);
        if body.has_targets() && !announced.targets.is_empty() {
            // It has targets of its own, and refers to those.
            let announced = Arc::make_mut(&mut announced);
            announced.targets.clear();
            announced.further.apiece.clear();
        }
        let mut remembered = trigger.unwrap_or_default();
        // CR 603.7g: a special action that a static ability allows is no spell or ability. What
        // follows from it belongs to the object with that ability and its current controller. "That
        // player" is the one who acted.
        let special = frame.object.is_none() && frame.origin.is_none() && frame.trigger.is_none();
        let controller = if special {
            remembered.player = Some(frame.controller);
            work.game.controller(frame.source).unwrap_or(frame.controller)
        } else {
            frame.controller
        };
        let untils = match until {
            Some(until) => durations(&work.game, frame, until).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let announced = left_by(frame, announced);
        go_on(work, frame);
        for until in untils {
            let event = Event::TriggerDelayed {
                id: work.new_trigger(),
                source: frame.source,
                controller,
                text: AbilityRef { def, index: 0 },
                context: Box::new(TriggerContext { event: frame.began, ..remembered.clone() }),
                announced: Arc::clone(&announced),
                until: until.map(Canonical::new),
            };
            work.fact(rule!("603.7a"), event);
        }
    }
}

/// The announcement for what an ability leaves behind, with the ability: what it leaves behind
/// exiles, chooses and notes for the abilities linked to it (CR 607.2).
pub(in crate::rules) fn left_by(frame: &ResolveFrame, announced: Arc<Announcement>) -> Arc<Announcement> {
    left_by_ability(frame.origin.as_ref().filter(|_| frame.origin_is_of_an_ability()), announced)
}

/// [`left_by`] for something that an ability leaves behind without a resolution, such as what
/// triggers as an object enters as a copy (CR 707.9g).
pub(in crate::rules) fn left_by_ability(ability: Option<&Origin>, announced: Arc<Announcement>) -> Arc<Announcement> {
    let Some(origin) = ability.filter(|it| it.link().is_some()) else { return announced };
    let further = Further { left_by: Some(Arc::new(origin.clone())), ..announced.further.clone() };
    Arc::new(Announcement { further, ..Announcement::clone(&announced) })
}

/// The context of a delayed triggered ability once it has triggered. It keeps the object of the
/// creating effect (CR 603.7c), and falls back on the creating ability for what its own event does
/// not tell.
pub(in crate::rules) fn remembering(
    context: &TriggerContext,
    body: &Body,
    when: &TriggerEvent,
    matched: TriggerContext,
) -> TriggerContext {
    let told = crate::card::told(when);
    let says_much = any(body, |it: &Quantity| *it == Quantity::ThatMuch);
    let says_source = any(body, |it: &Objects| *it == Objects::DamageSource);
    let spoken = context.object.is_some();
    TriggerContext {
        object: context.object.or(matched.object),
        others: if spoken { context.others.clone() } else { matched.others.clone() },
        player: matched.player.or(context.player),
        amount: if !told.amount && says_much { context.amount } else { matched.amount },
        source: if says_source { matched.source.or(context.source) } else { matched.source },
        ..matched
    }
}

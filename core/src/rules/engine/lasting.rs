//! What outlives a resolution: continuous effects (CR 611.2), delayed triggered abilities
//! (CR 603.7), and the information that they lock in (CR 603.7c, 608.2h).
//!
//! They keep the announcement and the trigger context. Anything else that their words refer to is
//! worked out as they are created, word by word, and kept as a [`Memory`] beside the announcement;
//! a text that needs none has none.

use std::sync::Arc;

use serde::Serialize;

use crate::card::{
    Ability, Body, Definition, Duration, Instruction, Objects, Players, Quantity, Reference, TriggerEvent,
    TriggeredAbility, TurnPart, ZoneKind, refers,
};
use crate::derive::Look;
use crate::derive::filter::{named_then, objects, players, quantity, where_now};
use crate::derive::look::scope::follow;
use crate::derive::object::links;
use crate::fact::{
    AbilityRef, Announcement, Canonical, EntryNo, Event, Further, Memory, Note, ObjectId, ResolveFrame, TriggerContext,
};
use crate::rule;
use crate::state::Game;

use super::cursor::{go_on, scope};
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
    pub(in crate::rules) fn of<T: Serialize + ?Sized>(game: &Game, frame: &ResolveFrame, text: &T) -> LeftBehind {
        LeftBehind::with(game, frame, text, false)
    }

    fn with<T: Serialize + ?Sized>(game: &Game, frame: &ResolveFrame, text: &T, delayed: bool) -> LeftBehind {
        let mut references = refers(text);
        // Values chosen for an effect are written into its text (CR 608.2h).
        references.retain(|it| *it != Reference::Chosen || delayed);
        let (announced, trigger) = as_things_are(game, frame);
        let memory = and_moved(game, frame, &announced, memory(game, frame, &references, true));
        let creates = references.contains(&Reference::Objects(Objects::Created)) && !announced.created.is_empty();
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
        let announced = frame.announced_for_part();
        let references = refers(until);
        let memory = and_moved(game, frame, &announced, memory(game, frame, &references, false));
        let created = if references.contains(&Reference::Objects(Objects::Created)) {
            objects(game, &scope(frame), &Objects::Created)
        } else {
            announced.created.clone()
        };
        if announced.further.memory == memory && announced.created == created {
            return announced;
        }
        let further = Further { memory, ..announced.further.clone() };
        Arc::new(Announcement { further, created, ..Announcement::clone(&announced) })
    }

    /// The announcement, if the text could refer to it, and the trigger context.
    pub(in crate::rules) fn told(self) -> (Option<Arc<Announcement>>, Option<TriggerContext>) {
        (self.tells.then_some(self.announced), self.trigger)
    }
}

/// The announcement with all that was created so far, and the trigger context with its object as it
/// is now.
fn as_things_are(game: &Game, frame: &ResolveFrame) -> (Arc<Announcement>, Option<TriggerContext>) {
    let now = |id: ObjectId| match follow(game, &scope(frame), id).as_slice() {
        [only] => *only,
        _ => id,
    };
    let mut here = frame.announced_for_part();
    let trigger = frame.trigger.clone().map(|it| TriggerContext { object: it.object.map(now), ..it });
    let created = objects(game, &scope(frame), &Objects::Created);
    if created != here.created {
        Arc::make_mut(&mut here).created = created;
    }
    (here, trigger)
}

/// The memory with what became of the announced objects that this resolution has moved.
fn and_moved(
    game: &Game,
    frame: &ResolveFrame,
    announced: &Announcement,
    memory: Option<Memory>,
) -> Option<Arc<Memory>> {
    let mut memory = memory.unwrap_or_default();
    for moved in moved_so_far(game, frame, announced) {
        if memory.moved(moved.0).is_none() {
            memory.moved.push(moved);
        }
    }
    (memory != Memory::default()).then(|| Arc::new(memory))
}

/// Of the announced and chosen objects, those that this resolution moved, and what they became: an
/// instruction acts on that (CR 400.7h, 603.7c), while what is asked of the object itself is its
/// last known information (CR 608.2h).
fn moved_so_far(game: &Game, frame: &ResolveFrame, announced: &Announcement) -> Vec<(ObjectId, Vec<ObjectId>)> {
    let chosen = announced.chosen.iter().map(|it| &it.what);
    let named = announced.targets.iter().chain(chosen).flatten().filter_map(|entity| entity.object());
    let mut moved: Vec<(ObjectId, Vec<ObjectId>)> = Vec::new();
    for id in named.filter(|id| game.object(*id).is_none()) {
        let became = where_now(game, &scope(frame), &Objects::Target(0), id);
        if became != [id] && moved.iter().all(|(of, _)| *of != id) {
            moved.push((id, became));
        }
    }
    moved
}

/// What these references name as a resolution creates the text that contains them. Leaves out what
/// the text keeps anyway: the announcement and, if `with_event`, the trigger context.
fn memory(game: &Game, frame: &ResolveFrame, references: &[Reference], with_event: bool) -> Option<Memory> {
    let scope = scope(frame);
    let mut memory = Memory::default();
    for reference in references {
        match reference {
            Reference::Objects(what) => of_objects(game, frame, what, with_event, &mut memory),
            Reference::Players(who) => {
                let goes_with_it = match who {
                    Players::They | Players::VotedOtherwise(..) | Players::WonSubgame | Players::DidntWinSubgame => {
                        false
                    }
                    Players::ThatPlayer => with_event,
                    Players::Active => !game.shares_turns(),
                    // The announcement has them.
                    _ => true,
                };
                let named = if goes_with_it { Vec::new() } else { players(game, &scope, who) };
                if !named.is_empty() {
                    memory.players.push((Canonical::new(who.clone()), named));
                }
            }
            Reference::Number(number) => {
                let goes_with_it = match number {
                    Quantity::X => frame.announced.x.is_some(),
                    Quantity::ThatMuch => with_event,
                    Quantity::ThisWay(..)
                    | Quantity::Coins(_)
                    | Quantity::Roll(_)
                    | Quantity::Votes(_)
                    | Quantity::Portion => false,
                    _ => true,
                };
                if !goes_with_it {
                    memory.numbers.push((Canonical::new(number.clone()), quantity(game, &scope, number)));
                }
            }
            Reference::Chosen => {
                let notes = links::notes(game, &scope).into_iter();
                memory.notes = notes.filter(|note| is_a_choice(note)).cloned().collect();
            }
        }
    }
    (memory != Memory::default()).then_some(memory)
}

const fn is_a_choice(note: &Note) -> bool {
    matches!(note, Note::Value(_) | Note::Player(_) | Note::Number(_) | Note::Chosen(_))
}

fn of_objects(game: &Game, frame: &ResolveFrame, what: &Objects, with_event: bool, memory: &mut Memory) {
    let scope = scope(frame);
    let goes_with_it = match what {
        // Found wherever they went during the resolution.
        Objects::Target(_) | Objects::Chosen(_) | Objects::Created | Objects::PaidWith => return,
        Objects::This => true,
        Objects::ThatObject | Objects::DamageSource => with_event,
        _ => false,
    };
    let named = named_then(game, &scope, what);
    for id in &named {
        // An object of the event that this resolution moved counts as where it is now.
        let event = *what == Objects::ThatObject && frame.trigger.as_ref().is_some_and(|it| it.object == Some(*id));
        let now = where_now(game, &scope, what, *id);
        let goes_along = event && now.len() == 1 && follow(game, &scope, *id) == now;
        if game.object(*id).is_none() && now != [*id] && !goes_along && memory.moved(*id).is_none() {
            memory.moved.push((*id, now));
        }
    }
    if !goes_with_it && !named.is_empty() {
        memory.objects.push((Canonical::new(what.clone()), named));
    }
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

/// Creates a delayed triggered ability, which remembers what the creating ability refers to
/// (CR 603.7a).
pub(in crate::rules) fn delay(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let Instruction::Delay { when, body, until } = instruction else { return };
    let ability = Ability::Triggered(TriggeredAbility {
        when: when.clone(),
        condition: None,
        body: Body::clone(body),
        zone: ZoneKind::Battlefield,
        limit: None,
        uncounterable: false,
    });
    let def = work.intern(Definition::Ability(ability));
    let LeftBehind { mut announced, trigger, .. } = LeftBehind::with(&work.game, frame, instruction, true);
    if body.has_targets() && !announced.targets.is_empty() {
        // It has targets of its own, and refers to those.
        let announced = Arc::make_mut(&mut announced);
        announced.targets.clear();
        announced.further.apiece.clear();
    }
    let mut remembered = trigger.unwrap_or_default();
    // CR 603.7g: a special action that a static ability allows is no spell or ability. What follows
    // from it belongs to the object with that ability and its current controller. "That player" is
    // the one who acted.
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
    let says = |of: &str, word: &str| crate::card::reword::says(body, |its, it| (its, it) == (of, word));
    let spoken = context.object.is_some();
    TriggerContext {
        object: context.object.or(matched.object),
        others: if spoken { context.others.clone() } else { matched.others.clone() },
        player: matched.player.or(context.player),
        amount: if !told.amount && says("Quantity", "ThatMuch") { context.amount } else { matched.amount },
        source: if says("Objects", "DamageSource") { matched.source.or(context.source) } else { matched.source },
        ..matched
    }
}

//! A step in the making: its entries so far, and the game after them.

use std::cell::Cell;
use std::sync::Arc;

use crate::card::{Definition, Reads};
use crate::fact::{
    AbilityInstance, AbilityRef, Canonical, DefId, EffectId, Entry, EntryNo, Event, Frame, ManaId, ObjectId, Part,
    Proposed, ResolveFrame, Step, Timestamp, TriggerId,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::game::{Counters, Known, definition_of};
use crate::state::{Game, MOST_AT_ONCE, evolve_counted, evolve_entry, evolve_move};

use super::frame_moves::{self, Moves};
use super::refusal::{INPUT, MOST_EVENTS};

/// Room for the entries of most steps.
const ENTRIES: usize = 4;

/// A step in the making.
pub(in crate::rules) struct Work {
    /// The game after the entries so far.
    pub(in crate::rules) game: Game,
    /// The game before anything happened in the step, once something has that anything could
    /// compare with it.
    before: Option<Game>,
    /// Whether more has happened in the step than answers, passing and moves of the call stack.
    happened: bool,
    /// The next free numbers; numbers of events that are not emitted yet are taken too.
    counters: Counters,
    entries: Vec<Arc<Entry>>,
    /// Moves of the call stack that are not recorded yet.
    moves: Moves,
    /// How often something was emitted or moved.
    extent: u32,
    /// The extent at which the latest round began: the rules are asked again within the step while
    /// nothing has happened in it.
    round: u32,
    /// The default cause: the input of the step, or the latest event.
    cause: Option<EntryNo>,
    /// Whether this repeats what has happened: mana abilities kept in a rewind, with the mana of
    /// triggered mana abilities added (CR 726.1). These do not trigger again.
    pub(in crate::rules) again: bool,
    /// Whether something was to happen so often that the step is refused.
    refused: Cell<bool>,
    /// What an instruction comes to, while it is only to be found out.
    held: Option<HeldTogether>,
}

/// What an instruction comes to, for it to happen together with others (CR 608.2f).
#[derive(Default)]
pub(in crate::rules) struct HeldTogether {
    /// Its facts, in order, each with its cause.
    pub(in crate::rules) facts: Vec<(Option<EntryNo>, Rule, Event)>,
    /// Its actions.
    pub(in crate::rules) actions: Vec<Proposed>,
    /// The resolution after it.
    pub(in crate::rules) after: Option<Box<ResolveFrame>>,
}

impl Work {
    pub(in crate::rules) fn new(game: Game) -> Work {
        let cause = game.world().history.last().map(|entry| entry.no);
        Work {
            counters: game.counters(),
            game,
            before: None,
            happened: false,
            entries: Vec::new(),
            moves: Moves::default(),
            extent: 0,
            round: 0,
            cause,
            again: false,
            refused: Cell::new(false),
            held: None,
        }
    }

    /// Finds out what an instruction of the innermost resolution comes to, as the game is: nothing
    /// happens. The instruction may do no more than state facts, propose actions and go on.
    pub(in crate::rules) fn hold(&mut self, execute: impl FnOnce(&mut Work)) -> HeldTogether {
        self.held = Some(HeldTogether::default());
        execute(self);
        self.held.take().unwrap_or_default()
    }

    /// What is being found out, if that is so.
    pub(in crate::rules) const fn held(&mut self) -> Option<&mut HeldTogether> {
        self.held.as_mut()
    }

    /// The game before anything happened in the step. Answers, passing and moves of the call stack
    /// are no happenings, nor are parts of a turn that begin or end unheard, so that a step with
    /// nothing else copies no game.
    pub(in crate::rules) fn before(&self) -> &Game {
        self.before.as_ref().unwrap_or(&self.game)
    }

    /// Whether `count` of something can happen in a step. If not, the step is refused, and the
    /// caller can stop.
    pub(in crate::rules) fn allows(&self, count: u32) -> bool {
        self.allows_at_most(count, MOST_AT_ONCE)
    }

    /// [`Work::allows`] for a limit of its own.
    pub(in crate::rules) fn allows_at_most(&self, count: u32, most: u32) -> bool {
        if count > most {
            self.refused.set(true);
        }
        count <= most
    }

    /// Whether the step exceeds its limits.
    pub(in crate::rules) fn is_too_much(&self) -> bool {
        self.refused.get() || self.entries.len() > MOST_AT_ONCE as usize || self.extent > MOST_EVENTS
    }

    /// Appends an entry.
    pub(in crate::rules) fn emit(&mut self, part: Part, cause: Option<EntryNo>, rule: Rule, event: Event) -> EntryNo {
        if part == Part::Batch
            && let Some(held) = &mut self.held
        {
            held.facts.push((cause, rule, event));
            return self.game.counters().entry;
        }
        if self.moves.are_implied(&self.game, &event) {
            self.moves.clear();
        }
        self.settle_moves();
        self.extent += 1;
        if self.before.is_none() && !only_moves_on(part, &event) {
            self.happened = true;
            // Both sides of the step share the values derived from the state before it.
            self.game.derived();
            if !is_unheard(&self.game, &event) {
                self.before = Some(self.game.clone());
            }
        }
        let entry = Arc::new(Entry { no: self.game.counters().entry, part, cause, rule, event });
        evolve_entry(&mut self.game, &entry);
        if entry.event.changes_game() {
            // What follows is compared with the game that is at hand now.
            self.before = None;
        }
        let no = entry.no;
        self.record(entry);
        no
    }

    /// Adds an entry to the step. Most steps have a few, so the first brings room for them.
    fn record(&mut self, entry: Arc<Entry>) {
        if self.entries.capacity() == 0 {
            self.entries = Vec::with_capacity(ENTRIES);
        }
        self.entries.push(entry);
    }

    /// Appends an input, which becomes the cause of what follows in the step.
    pub(in crate::rules) fn input(&mut self, rule: Rule, event: Event) -> EntryNo {
        let no = self.emit(INPUT, None, rule, event);
        self.cause = Some(no);
        no
    }

    /// Appends a fact of the batch with the cause of the step.
    pub(in crate::rules) fn fact(&mut self, rule: Rule, event: Event) -> EntryNo {
        self.emit(Part::Batch, self.cause, rule, event)
    }

    /// Appends a fact of the batch, and makes it the cause of what follows in the step.
    pub(in crate::rules) fn leading_fact(&mut self, rule: Rule, event: Event) -> EntryNo {
        let no = self.fact(rule, event);
        self.cause = Some(no);
        no
    }

    /// The default cause.
    pub(in crate::rules) const fn cause(&self) -> Option<EntryNo> {
        self.cause
    }

    /// Sets the cause of what follows.
    pub(in crate::rules) const fn set_cause(&mut self, cause: Option<EntryNo>) {
        self.cause = cause;
    }

    /// Whether nothing has happened in the step but answers, passing and moves of the call stack,
    /// so that the rules can go on within it.
    pub(in crate::rules) fn only_moved_on(&self) -> bool {
        !self.happened
    }

    /// Begins another round of the step, as if it were a step of its own.
    pub(in crate::rules) fn go_on(&mut self) {
        self.cause = self.game.world().history.last().map(|entry| entry.no);
        self.round = self.extent;
    }

    /// Whether this round has done nothing yet.
    pub(in crate::rules) fn is_untouched(&self) -> bool {
        self.extent == self.round
    }

    /// A number that grows with everything that is emitted or moved.
    pub(in crate::rules) fn extent(&self) -> u32 {
        self.extent
    }

    /// Moves the call stack.
    fn shift(&mut self, rule: Rule, event: Event) {
        let first = self.game.counters().entry == EntryNo(0);
        if first || frame_moves::changes_more(&self.game, &event) {
            self.emit(Part::Frame, self.cause, rule, event);
            return;
        }
        self.extent += 1;
        self.moves.note(&self.game, &event, (rule, self.cause));
        evolve_move(&mut self.game, event);
    }

    /// Records what the moves of the call stack come to.
    #[inline]
    pub(in crate::rules) fn settle_moves(&mut self) {
        if !self.moves.is_empty() {
            self.record_moves();
        }
    }

    #[inline(never)]
    fn record_moves(&mut self) {
        let events = self.moves.events(&self.game.world().frames);
        self.moves.clear();
        for ((rule, cause), event) in events {
            let entry = Entry { no: self.game.counters().entry, part: Part::Frame, cause, rule, event };
            evolve_counted(&mut self.game, &entry);
            self.record(Arc::new(entry));
        }
    }

    /// Pushes a frame onto the call stack.
    pub(in crate::rules) fn push(&mut self, rule: Rule, frame: Frame) {
        self.shift(rule, Event::FramePushed { frame });
    }

    /// Gives the innermost frame a new state, if it differs.
    pub(in crate::rules) fn change(&mut self, rule: Rule, frame: Frame) {
        if let (Some(held), Frame::Resolve(after)) = (&mut self.held, &frame) {
            held.after = Some(after.clone());
            return;
        }
        if self.game.frame() == Some(&frame) {
            return;
        }
        self.shift(rule, Event::FrameChanged { frame });
    }

    /// Removes the innermost frame, which is done.
    pub(in crate::rules) fn pop(&mut self, rule: Rule) {
        self.shift(rule, Event::FramePopped {});
    }

    /// Cuts the call stack to `depth` frames and abandons the others.
    pub(in crate::rules) fn unwind(&mut self, rule: Rule, depth: u32) {
        self.emit(Part::Frame, self.cause, rule, Event::FramesUnwound { depth });
    }

    /// A new object id.
    pub(in crate::rules) fn new_object(&mut self) -> ObjectId {
        let id = self.counters.object.max(self.game.counters().object);
        self.counters.object = id.next();
        id
    }

    /// A new timestamp.
    pub(in crate::rules) fn new_timestamp(&mut self) -> Timestamp {
        let timestamp = self.counters.timestamp.max(self.game.counters().timestamp);
        self.counters.timestamp = timestamp.next();
        timestamp
    }

    /// A new mana id.
    pub(in crate::rules) fn new_mana(&mut self) -> ManaId {
        let id = self.counters.mana.max(self.game.counters().mana);
        self.counters.mana = id.next();
        id
    }

    /// A new trigger id.
    pub(in crate::rules) fn new_trigger(&mut self) -> TriggerId {
        let id = self.counters.trigger.max(self.game.counters().trigger);
        self.counters.trigger = id.next();
        id
    }

    /// A new effect id.
    pub(in crate::rules) fn new_effect(&mut self) -> EffectId {
        let id = self.counters.effect.max(self.game.counters().effect);
        self.counters.effect = id.next();
        id
    }

    /// The index of a definition in the game's table, where it is added if missing.
    pub(in crate::rules) fn intern(&mut self, definition: Definition) -> DefId {
        self.intern_shared(&Canonical::new(definition))
    }

    /// [`Work::intern`] for a definition that other games may have, too.
    pub(in crate::rules) fn intern_shared(&mut self, definition: &Canonical<Definition>) -> DefId {
        if let Some(def) = self.game.find_definition(definition) {
            return def;
        }
        let id = DefId(u32::try_from(self.game.definitions().len()).unwrap_or(u32::MAX));
        let event = Event::Defined { id, definition: definition.clone() };
        self.emit(Part::Frame, self.cause, rule!("113.1"), event);
        // The other faces of the card follow it (`Game::side`).
        for (place, side) in (1u32..).zip(&Known::of(definition).sides) {
            let event = Event::Defined { id: DefId(id.0.saturating_add(place)), definition: side.clone() };
            self.emit(Part::Frame, self.cause, rule!("113.1"), event);
        }
        id
    }

    /// The reference to an ability's text, which is added to the game's table if missing.
    pub(in crate::rules) fn ability_ref(&mut self, instance: &AbilityInstance) -> AbilityRef {
        match self.game.find_ability(instance) {
            Some(reference) => reference,
            None => {
                let def = self.intern_shared(&definition_of(&instance.ability));
                AbilityRef { def, index: 0 }
            }
        }
    }

    /// The entries so far.
    pub(in crate::rules) fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// Closes the step, and begins the next one. Its consequences and triggers have been noticed
    /// before, except for what a game starts with, which has not happened (CR 103.2).
    pub(in crate::rules) fn finish(&mut self) -> Step {
        self.settle_moves();
        let entries = std::mem::take(&mut self.entries);
        (self.before, self.happened, self.again) = (None, false, false);
        (self.extent, self.round) = (0, 0);
        self.counters = self.game.counters();
        self.cause = self.game.world().history.last().map(|entry| entry.no);
        self.refused.set(false);
        Step { entries }
    }
}

/// Whether nothing that compares the game after an event with the game before it could tell them
/// apart: nothing lasts until the event, and every object is what and where it was. Either it is a
/// part of the turn that begins or ends, and nothing in the game hears it or depends on the turn;
/// or nothing triggers on it or looks back to before it (CR 603.10), and the derived values stay.
fn is_unheard(game: &Game, event: &Event) -> bool {
    let world = game.world();
    let nothing_lasts = world.effects.is_empty()
        && world.delayed.is_empty()
        && world.untils.is_empty()
        && world.phased_out.is_empty()
        && game.monarch().is_none();
    if !nothing_lasts {
        return false;
    }
    let of_turn = matches!(
        event,
        Event::PhaseBegan { .. } | Event::PhaseEnded { .. } | Event::TurnStepBegan { .. } | Event::TurnStepEnded { .. }
    );
    if of_turn {
        let asks = Reads::TURN | Reads::STEP | Reads::COMBAT | Reads::HISTORY | Reads::PAST_STEPS;
        return !game.derived().reads.meets(asks) && !game.listening().iter().any(|it| it.hears(asks));
    }
    // These are compared, though they leave each object what it is.
    let begins = matches!(event, Event::TriggerDelayed { .. } | Event::UntilBegan { .. });
    let of_others = Reads::STATUS | Reads::ANNOUNCED | Reads::COMBAT;
    event.touches().filter(|touched| !begins && !touched.without(of_others).meets(Reads::OF_OBJECTS)).is_some_and(
        |touched| {
            let changed = touched | event.past();
            !game.derived().reads.meets(changed | Reads::HISTORY) && !game.hears(event.past()) && !game.listens_back()
        },
    )
}

/// Whether an entry only brings the game from one place to the next: nothing follows from it, so
/// the same step can go on.
const fn only_moves_on(part: Part, event: &Event) -> bool {
    match event {
        Event::Decided { .. } | Event::PriorityPassed { .. } | Event::PriorityReceived { .. } => true,
        Event::FramePushed { .. }
        | Event::FrameTaken { .. }
        | Event::FrameChanged { .. }
        | Event::FrameAdvanced { .. }
        | Event::FramePopped {}
        | Event::Checkpointed {} => matches!(part, Part::Frame),
        _ => false,
    }
}

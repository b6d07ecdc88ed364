//! A world: the part of a game that a checkpoint can bring back (CR 726).

use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{DayNight, Duration, Phase, TriggerEvent, TurnStep};
use crate::fact::{
    AbilityRef, Afterward, Announcement, Canonical, Chance, DefId, DrawReveal, EffectId, Entry, EntryNo, Event, Frame,
    GameResult, Link, ManaId, Note, ObjectId, Origin, Part, PlayerId, Snapshot, Timestamp, TriggerContext, TriggerId,
    Zone,
};
use crate::persist::{Map, Shared, Vector};

use super::combat::Combat;
use super::object::{Memory, Object};
use super::player::Player;

/// The turn (CR 500).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number, from 1; 0 before the first.
    pub number: u32,
    /// Whose it is (CR 102.1).
    pub active: PlayerId,
    /// The phase, while one is under way.
    pub phase: Option<Phase>,
    /// The turn step, while one is under way.
    pub step: Option<TurnStep>,
    /// How many lands the active player has played this turn (CR 305.2).
    pub lands_played: u32,
    /// Whether it has begun and is not over: between turns nothing is (CR 500.11).
    pub under_way: bool,
    /// How many phases have begun.
    pub phases: u32,
    /// How many main phases have begun: the first is the precombat main phase (CR 505.1a).
    pub main_phases: u32,
    /// Whether it is an extra turn (CR 500.7).
    pub extra: bool,
}

/// The turns to come (CR 500.7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Extra turns; the one that was added last is taken first.
    pub extra: Vec<PlayerId>,
    /// Who takes the extra turn that is about to begin.
    pub taking: Option<PlayerId>,
    /// Whose turn the latest was that was no extra turn, even if it was skipped: turn order goes on from there.
    pub regular: PlayerId,
    /// What is to be done as the first thing of the next turn step that begins (CR 614.10b).
    pub postponed: Vec<Arc<Afterward>>,
    /// Who controls whom, or will.
    pub control: PlayerControl,
    /// Who takes an extra turn directly after the next turn that they take, as often as they are here (CR 500.7).
    pub after_next: Vec<PlayerId>,
}

/// Control of players (CR 718): of the turn under way, and of turns to come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerControl {
    /// The player who is controlled, and by whom; also by themselves (CR 718.9).
    pub now: Option<(PlayerId, PlayerId)>,
    /// Who is to be controlled by whom during the next turn that they take; for each player, what was created last
    /// (CR 718.1a).
    pub next: Vec<(PlayerId, PlayerId)>,
}

/// What tells of a loop of mandatory actions (CR 104.4b).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// The latest entry with which a player did something that they did not have to do.
    pub acted: EntryNo,
    /// Whether something has resolved, or a turn has begun, since the latest mark.
    pub changed: bool,
    /// The keys of the states since then, of those at which a player was about to receive priority.
    pub marks: Vector<[u8; 32]>,
    /// How long the longest chain is that what is going on is the end of: so many resolutions since the first mark, each
    /// of what was put onto the stack after the one before it, or marks between which nothing resolved.
    pub chain: u32,
    /// The same for what was put onto the stack since the first mark and is there.
    pub chains: Map<ObjectId, u32>,
    /// Whether something has resolved since the latest mark.
    pub resolved: bool,
}

/// What tells of a fragmented loop: what players did of their own accord this turn, and in which states (CR 725.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragments {
    /// How often players did something with priority.
    pub acts: u32,
    /// The key of the state in which the player with priority received it, if it was noted.
    pub here: Option<[u8; 32]>,
    /// What was done since the states are noted: in which, by whom, and the key of what.
    pub done: Vector<([u8; 32], PlayerId, [u8; 32])>,
}

/// A continuous effect that a resolution began (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContinuousEffect {
    /// Its id.
    pub id: EffectId,
    /// The definition of what it says.
    pub def: DefId,
    /// Where it came from.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Its timestamp (CR 613.7b).
    pub timestamp: Timestamp,
    /// How long it lasts.
    pub duration: Canonical<Duration>,
    /// The objects that it is locked on (CR 611.2c); none where it speaks for itself.
    pub objects: Option<Arc<Vec<ObjectId>>>,
    /// What was announced for what began it.
    pub announced: Option<Arc<Announcement>>,
    /// What the ability that began it triggered on.
    pub trigger: Option<TriggerContext>,
    /// How much a shield has left, once it has been reduced (CR 615.7).
    pub left: Option<u32>,
}

/// An ability that has triggered and waits to be put onto the stack (CR 603.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingTrigger {
    /// Its id.
    pub id: TriggerId,
    /// The object that it came from.
    pub source: ObjectId,
    /// Which of its abilities; none for a delayed one.
    pub origin: Option<Origin>,
    /// Who controls it (CR 603.3a).
    pub controller: PlayerId,
    /// What it says.
    pub text: AbilityRef,
    /// What it triggered on.
    pub context: TriggerContext,
    /// What was announced for the spell or ability that created it, if it was delayed.
    pub announced: Option<Arc<Announcement>>,
    /// Whether it is a triggered mana ability (CR 605.4a).
    pub mana: bool,
    /// Which delayed triggered ability it is, if it triggers only once (CR 603.7b).
    pub delayed: Option<TriggerId>,
    /// The entry with which it triggered.
    pub entry: crate::fact::EntryNo,
}

/// A delayed triggered ability (CR 603.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DelayedTrigger {
    /// Its id.
    pub id: TriggerId,
    /// The object that created it.
    pub source: ObjectId,
    /// Who controls it (CR 603.7d-e).
    pub controller: PlayerId,
    /// What it says.
    pub text: AbilityRef,
    /// What the creating ability was about.
    pub context: TriggerContext,
    /// What was announced for what created it.
    pub announced: Arc<Announcement>,
    /// How long it lasts; none if it triggers once (CR 603.7b).
    pub until: Option<Canonical<Duration>>,
}

impl DelayedTrigger {
    /// Whether it triggers the next time only, for as long as it waits for that.
    pub fn is_once(&self) -> bool {
        matches!(self.until.as_deref(), None | Some(Duration::NextThisTurn))
    }
}

/// What was exiled, or has phased out, until something happens (CR 610.3, 610.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    /// Its id.
    pub id: EffectId,
    /// Where it came from.
    pub source: ObjectId,
    /// Who controls the effect.
    pub controller: PlayerId,
    /// What ends it.
    pub until: Canonical<TriggerEvent>,
    /// What was announced for what began it.
    pub announced: Arc<Announcement>,
    /// What is in exile, and where it was.
    pub objects: Vec<(ObjectId, Zone)>,
    /// What has phased out, and the entry with which it did: what has phased in meanwhile is not meant any more
    /// (CR 610.4a).
    pub phased: Vec<(ObjectId, EntryNo)>,
    /// Whether that is tapped as it phases in.
    pub tapped: bool,
    /// Whether it has happened, so that the objects come back next.
    pub met: bool,
}

/// A permanent that is phased out (CR 702.26b): it keeps everything that it has, but is none of the objects that there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhasedOut {
    /// The permanent as it is kept.
    pub object: Arc<Object>,
    /// Who controlled it as it phased out: in whose untap step it phases in (CR 502.1).
    pub controller: PlayerId,
    /// What it is attached to and phased out with, if it phased out indirectly (CR 702.26g).
    pub with: Option<ObjectId>,
    /// Whether something else than an untap step is to phase it in (CR 610.4a).
    pub held: bool,
    /// The entry with which it phased out.
    pub since: EntryNo,
}

/// What became of an object that left: its last known information and its successors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departed {
    /// What it was.
    pub was: Arc<Snapshot>,
    /// What it became, if anything.
    pub became: Vec<ObjectId>,
    /// The entry with which it left.
    pub entry: crate::fact::EntryNo,
    /// The turn in which it left.
    pub turn: u32,
    /// The level that it had, if it had one (CR 717.2b).
    pub level: Option<NonZeroU32>,
    /// What it was represented by, where that was more than one thing (CR 723.3).
    pub memory: Option<Shared<Memory>>,
}

/// What is said of a mana, and by what (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManaBond {
    /// The definition that holds the terms.
    pub def: DefId,
    /// The object whose ability added the mana.
    pub source: ObjectId,
    /// Who controlled that ability.
    pub controller: PlayerId,
}

/// The part of a game that a checkpoint can bring back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The players, by seat.
    pub players: Vector<Arc<Player>>,
    /// All objects of the game, by id, but for permanents that are phased out.
    pub objects: Map<ObjectId, Arc<Object>>,
    /// The objects on the battlefield, by id.
    pub battlefield: Shared<Vector<ObjectId>>,
    /// The permanents that are phased out; none of them is among the objects or on the battlefield (CR 702.26b).
    pub phased_out: Shared<Map<ObjectId, Arc<PhasedOut>>>,
    /// The objects on the stack, the top last.
    pub stack: Shared<Vector<ObjectId>>,
    /// The objects in exile, in the order in which they came.
    pub exile: Shared<Vector<ObjectId>>,
    /// The objects in the command zone.
    pub command: Shared<Vector<ObjectId>>,
    /// The cards in the ante zone (CR 407.2).
    pub ante: Shared<Vector<ObjectId>>,
    /// Whether the game is played for ante (CR 407.1).
    pub for_ante: bool,
    /// The turn.
    pub turn: Turn,
    /// The turns to come.
    pub schedule: Shared<Schedule>,
    /// What tells of a loop.
    pub watch: Shared<Watch>,
    /// What tells of a loop that several players keep up.
    pub fragments: Shared<Fragments>,
    /// The combat phase, while one is under way.
    pub combat: Option<Arc<Combat>>,
    /// The call stack, the innermost frame last.
    pub frames: Vector<Arc<Frame>>,
    /// What the world was before each proposal under way (CR 726.1).
    pub checkpoints: Shared<Vector<Arc<World>>>,
    /// Continuous effects that resolutions began.
    pub effects: Map<EffectId, Arc<ContinuousEffect>>,
    /// Abilities that have triggered and wait, in the order in which they triggered.
    pub waiting: Shared<Vector<Arc<WaitingTrigger>>>,
    /// Delayed triggered abilities.
    pub delayed: Map<TriggerId, Arc<DelayedTrigger>>,
    /// What was exiled, or has phased out, until something happens (CR 610.3, 610.4).
    pub untils: Shared<Map<EffectId, Arc<Until>>>,
    /// What abilities of objects noted for those linked to them (CR 607), the latest last.
    pub notes: Map<ObjectId, Arc<Vec<(Link, Note)>>>,
    /// Objects that have left, this turn and the last, or that something still refers to.
    pub departed: Map<ObjectId, Arc<Departed>>,
    /// What happened this turn and the last.
    pub history: Vector<Arc<Entry>>,
    /// The monarch; none until an effect says who becomes it (CR 720.1).
    pub monarch: Option<PlayerId>,
    /// What is said of mana in pools (CR 106.6).
    pub bonds: Map<ManaId, Arc<ManaBond>>,
    /// Cards that were drawn face down, and what has them revealed (CR 121.8).
    pub drawn: Map<ObjectId, Arc<Vec<DrawReveal>>>,
    /// Random results that are fixed in advance.
    pub chances: Shared<Vector<Chance>>,
    /// The result, once the game is over.
    pub result: Option<GameResult>,
    /// Whether it is day or night; neither before it has become one (CR 724.1).
    pub day_night: Option<DayNight>,
}

impl World {
    /// What has happened since the turn began, the latest first.
    pub fn this_turn(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.history.iter().rev().map(|entry| &**entry);
        entries.take_while(|entry| !matches!(entry.event, Event::TurnBegan { .. }))
    }

    /// The objects of a zone; of a library the top first, of a graveyard, the stack and exile the latest last.
    pub fn zone(&self, zone: Zone) -> &Vector<ObjectId> {
        let player = |id: PlayerId| self.players.get(usize::from(id.0));
        let of_player = match zone {
            Zone::Library(id) => player(id).map(|player| &*player.library),
            Zone::Hand(id) => player(id).map(|player| &*player.hand),
            Zone::Graveyard(id) => player(id).map(|player| &*player.graveyard),
            Zone::Battlefield => Some(&*self.battlefield),
            Zone::Stack => Some(&*self.stack),
            Zone::Exile => Some(&*self.exile),
            Zone::Command => Some(&*self.command),
            Zone::Outside(id) => player(id).map(|player| &*player.outside),
            Zone::Ante => Some(&*self.ante),
        };
        of_player.unwrap_or(&self.ante)
    }

    /// Whether two entries are of one batch, as far as what happened is known: no entry but those of the batch lies between
    /// them.
    pub fn at_once(&self, one: EntryNo, other: EntryNo) -> bool {
        let (first, last) = (one.min(other), one.max(other));
        let between = self.history.iter().filter(|entry| entry.no > first && entry.no < last);
        let of_batch = between.filter(|entry| entry.part == Part::Batch).count();
        u64::try_from(of_batch).is_ok_and(|count| first == last || first.0 + count + 1 == last.0)
    }

    /// The innermost frame.
    pub fn top_frame(&self) -> Option<&Arc<Frame>> {
        self.frames.last()
    }
}

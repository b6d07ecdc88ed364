//! The world: the part of a game that a checkpoint can restore (CR 726).

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{DayNight, Duration, Phase, TriggerEvent, TurnPart, TurnStep};
use crate::fact::{
    AbilityRef, Afterward, Announcement, Canonical, CardId, Chance, Component, DefId, DrawReveal, EffectId, Entry,
    EntryNo, Event, Frame, GameResult, InTurn, Link, ManaId, Note, Noted, ObjectId, Origin, Part, PlayerId,
    ProposalStage, Snapshot, Timestamp, TriggerContext, TriggerId, Zone,
};
use crate::persist::{Log, Map, Memo, Shared, Stack, Table, Vector};

use super::combat::Combat;
use super::commanders::Commander;
use super::designations::Designations;
use super::object::{Object, ObjectMemory, Written};
use super::player::Player;
use super::turn_markers::{Markers, Strand};

/// A turn (CR 500).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number, from 1; 0 before the first.
    pub number: u32,
    /// The active player (CR 102.1).
    pub active: PlayerId,
    /// The current phase, if any.
    pub phase: Option<Phase>,
    /// The current turn step, if any.
    pub step: Option<TurnStep>,
    /// How many lands the active player has played this turn (CR 305.2).
    pub lands_played: u32,
    /// Whether it has begun and is not over. Nothing is under way between turns (CR 500.11).
    pub under_way: bool,
    /// How many phases have begun.
    pub phases: u32,
    /// How many main phases have begun. The first is the precombat main phase (CR 505.1a).
    pub main_phases: u32,
    /// Whether it is an extra turn (CR 500.7).
    pub extra: bool,
}

/// The player whom a spell or ability means, of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The spell or ability, or what it has enter.
    pub object: ObjectId,
    /// The player.
    pub player: PlayerId,
    /// Where it was asked ([`World::place`]), with the round of the instruction after its first.
    pub place: Box<[u16]>,
}

/// Future turns (CR 500.7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Extra turns; the most recently added is taken first.
    pub extra: Vec<PlayerId>,
    /// The player who takes the extra turn that is about to begin.
    pub taking: Option<PlayerId>,
    /// The player of the latest turn that was not an extra turn, even if it was skipped. Turn order
    /// continues from there.
    pub regular: PlayerId,
    /// What to do first in the next turn step that begins (CR 614.10b).
    pub postponed: Vec<Arc<Afterward>>,
    /// Control of players, now and later.
    pub control: PlayerControl,
    /// The players who take an extra turn right after their next turn, repeated for several
    /// (CR 500.7).
    pub after_next: Vec<PlayerId>,
    /// Players who have left, with the players who make the choices that the resolving object
    /// requires of them (CR 800.4g).
    pub stand_ins: Vec<(PlayerId, PlayerId)>,
    /// Which of several players a spell or ability means, where it asks something of one of them
    /// (CR 601.5a, 602.3a).
    pub named: Vec<Named>,
    /// Control of players while an object resolves, the latest last (CR 718.2).
    pub held: Vec<HeldControl>,
    /// The order of the players of teams for the instruction that has it (CR 805.6).
    pub order: Option<TeamOrder>,
    /// Who has been asked and who is still to be, for the instructions under way of which that was
    /// noted (CR 101.4).
    pub turns: Vec<InTurn>,
    /// The events that added the extra turns.
    pub adding: Adding,
}

/// The events that added extra turns, by which effects know "that turn" (CR 500.7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adding {
    /// Those of [`Schedule::extra`].
    pub extra: Vec<EntryNo>,
    /// Those of [`Schedule::after_next`].
    pub after_next: Vec<EntryNo>,
    /// Those of the turns that are being added as a turn begins, having waited for it.
    pub following: Vec<EntryNo>,
    /// That of the extra turn that is about to begin.
    pub taking: Option<EntryNo>,
    /// That of the turn under way, if it is an extra turn.
    pub now: Option<EntryNo>,
    /// The phases that were added to this turn, each with its event and the number of phases after
    /// it.
    pub phases: Vec<(EntryNo, Phase, usize)>,
}

/// The order in which players of teams do what one instruction asks of them, as far as it was said
/// (CR 805.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamOrder {
    /// The resolving object.
    pub object: ObjectId,
    /// The place of the instruction ([`crate::fact::ResolveFrame::place`]).
    pub place: Box<[u16]>,
    /// The players, the first one first.
    pub players: Vec<PlayerId>,
}

/// Control of a player while an object resolves (CR 718.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldControl {
    /// The controlled player.
    pub player: PlayerId,
    /// The player who controls them.
    pub by: PlayerId,
    /// The spell or ability.
    pub object: ObjectId,
}

/// Control of players (CR 718): in the current turn and in later ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerControl {
    /// The controlled player, and the player who controls them, possibly themselves (CR 718.9).
    pub now: Option<(PlayerId, PlayerId)>,
    /// Players who will be controlled during their next turn, and by whom. For each player, only
    /// the latest such effect counts (CR 718.1a).
    pub next: Vec<(PlayerId, PlayerId)>,
}

/// Detects loops of mandatory actions (CR 104.4b).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// The latest entry in which a player took an optional action.
    pub acted: EntryNo,
    /// Whether anything has resolved, or a turn has begun, since the latest mark.
    pub changed: bool,
    /// The keys of the states since then in which a player was about to receive priority.
    pub marks: Vector<[u8; 32]>,
    /// The length of the longest chain that leads to the present. It counts resolutions since the
    /// first mark, each of something put onto the stack after the previous one, and marks without a
    /// resolution between them.
    pub chain: u32,
    /// The chain length of each object put onto the stack since the first mark and still there.
    pub chains: Map<ObjectId, u32>,
    /// Whether anything has resolved since the latest mark.
    pub resolved: bool,
}

/// Detects fragmented loops: the players' optional actions this turn, and the states they took them
/// in (CR 725.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragments {
    /// How many actions players have taken with priority.
    pub acts: u32,
    /// The key of the state in which the player with priority received it, if noted.
    pub here: Option<[u8; 32]>,
    /// The actions since states have been noted: the key of the state, the player, and the key of
    /// the action.
    pub done: Vector<([u8; 32], PlayerId, [u8; 32])>,
    /// What the states looked like in which players received priority, once some had acted.
    pub seen: Map<u64, ()>,
}

/// A continuous effect begun by a resolution (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContinuousEffect {
    /// Its id.
    pub id: EffectId,
    /// Its definition.
    pub def: DefId,
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Its timestamp (CR 613.7b).
    pub timestamp: Timestamp,
    /// How long it lasts.
    pub duration: Canonical<Duration>,
    /// The objects it is locked on (CR 611.2c); `None` if the effect itself determines what it
    /// affects.
    pub objects: Option<Arc<Vec<ObjectId>>>,
    /// The announcement of the spell or ability that began it.
    pub announced: Option<Arc<Announcement>>,
    /// The event that triggered the ability that began it.
    pub trigger: Option<TriggerContext>,
    /// The rest of a shield that has been reduced (CR 615.7).
    pub left: Option<u32>,
    /// Its part of the key of a state, computed on demand; never stored.
    #[serde(skip)]
    pub written: Memo<Written>,
}

impl ContinuousEffect {
    /// The ability whose resolution began it, if what it does can be linked to others of that
    /// object (CR 607.1).
    pub(crate) fn left_by(&self) -> Option<&Origin> {
        self.announced.as_ref().and_then(|announced| announced.further.left_by.as_deref())
    }
}

/// A triggered ability waiting to be put onto the stack (CR 603.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingTrigger {
    /// Its id.
    pub id: TriggerId,
    /// The object it came from.
    pub source: ObjectId,
    /// The ability of the source; `None` for a delayed triggered ability.
    pub origin: Option<Origin>,
    /// Its controller (CR 603.3a).
    pub controller: PlayerId,
    /// Its text.
    pub text: AbilityRef,
    /// The event that triggered it.
    pub context: TriggerContext,
    /// For a delayed triggered ability: the announcement of the spell or ability that created it.
    pub announced: Option<Arc<Announcement>>,
    /// Whether it is a triggered mana ability (CR 605.4a).
    pub mana: bool,
    /// The delayed triggered ability it comes from, if that triggers only once (CR 603.7b).
    pub delayed: Option<TriggerId>,
    /// The entry in which it triggered.
    pub entry: crate::fact::EntryNo,
}

/// A delayed triggered ability (CR 603.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DelayedTrigger {
    /// Its id.
    pub id: TriggerId,
    /// The object that created it.
    pub source: ObjectId,
    /// Its controller (CR 603.7d-e).
    pub controller: PlayerId,
    /// Its text.
    pub text: AbilityRef,
    /// The trigger event of the ability that created it.
    pub context: TriggerContext,
    /// The announcement of the spell or ability that created it.
    pub announced: Arc<Announcement>,
    /// How long it lasts; `None` if it triggers only once (CR 603.7b).
    pub until: Option<Canonical<Duration>>,
}

impl DelayedTrigger {
    /// Returns whether it triggers only once, however long it waits.
    pub(crate) fn is_once(&self) -> bool {
        matches!(self.until.as_deref(), None | Some(Duration::NextThisTurn))
    }
}

/// Objects exiled or phased out until an event happens (CR 610.3, 610.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    /// Its id.
    pub id: EffectId,
    /// The source of the effect.
    pub source: ObjectId,
    /// The controller of the effect.
    pub controller: PlayerId,
    /// The event that ends it.
    pub until: Canonical<TriggerEvent>,
    /// The announcement of the spell or ability that began it.
    pub announced: Arc<Announcement>,
    /// The exiled objects, and the zones they came from.
    pub objects: Vec<(ObjectId, Zone)>,
    /// The phased-out objects, each with the entry in which it did. An object that has phased in
    /// since is no longer affected (CR 610.4a).
    pub phased: Vec<(ObjectId, EntryNo)>,
    /// Whether they phase in tapped.
    pub tapped: bool,
    /// Whether the event has happened, so that the objects return next.
    pub met: bool,
}

/// A phased-out permanent (CR 702.26b). It keeps all its data, but is not among the existing
/// objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhasedOut {
    /// The permanent.
    pub object: Arc<Object>,
    /// Its controller as it phased out. It phases in during that player's untap step (CR 502.1).
    pub controller: PlayerId,
    /// The object it is attached to and phased out with, if it phased out indirectly (CR 702.26g).
    pub with: Option<ObjectId>,
    /// Whether something other than an untap step will phase it in (CR 610.4a).
    pub held: bool,
    /// The entry in which it phased out.
    pub since: EntryNo,
}

/// An object that left: its last known information, and what it became.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departed {
    /// Its snapshot.
    pub was: Arc<Snapshot>,
    /// The objects it became, if any.
    pub became: Vec<ObjectId>,
    /// The entry in which it left.
    pub entry: crate::fact::EntryNo,
    /// The turn in which it left.
    pub turn: u32,
    /// Its level, if it had one (CR 717.2b).
    pub level: Option<NonZeroU32>,
    /// Its components, if there were several (CR 723.3).
    pub memory: Option<Shared<ObjectMemory>>,
}

/// The terms of a mana, and their source (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManaBond {
    /// The definition with the terms.
    pub def: DefId,
    /// The object whose ability added the mana.
    pub source: ObjectId,
    /// The controller of that ability.
    pub controller: PlayerId,
}

/// A game that waits for another (CR 722.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// Its world.
    pub world: Arc<World>,
    /// The player who took its first turn.
    pub starting_player: PlayerId,
    /// The entry with which the subgame began.
    pub began: EntryNo,
}

/// The games around the one at hand, while there are any (CR 722).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// The main game, which waits for this subgame to end.
    pub main: Option<Waiting>,
    /// The subgames that wait while a card leaves this game, the innermost first (CR 722.4a).
    pub inside: Vec<Waiting>,
    /// The cards brought into this subgame that a game around it still has.
    pub brought: Vec<CardId>,
}

/// What only few games have: the worlds that a world keeps, commanders, and supplementary decks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Others {
    /// The world before each proposal under way (CR 726.1).
    pub checkpoints: Vector<Arc<World>>,
    /// The other games, if this one is a subgame or waits inside one (CR 722).
    pub games: Option<Arc<Games>>,
    /// The commanders, in the order in which they were designated (CR 903.3).
    pub commanders: Vec<Commander>,
    /// The planar decks and scheme decks, each top first (CR 901.4, 904.4).
    pub decks: BTreeMap<Zone, Vec<ObjectId>>,
    /// The planar controller, in a Planechase game (CR 901.6).
    pub planar_controller: Option<PlayerId>,
    /// The turn markers, in a Grand Melee game whose first turns have begun (CR 807.4).
    pub markers: Option<Arc<Markers>>,
    /// The world as each player left it who has left a multiplayer game, without its past
    /// (CR 800.4i).
    pub left: Vec<(PlayerId, Arc<World>)>,
    /// The cards of decks that let players exile cards before they shuffled (CR 607.2n).
    pub aside: Vec<Aside>,
    /// What players noted as they drafted, in the order of their seats (CR 905.2b).
    pub draft_notes: Vec<DraftNote>,
    /// Whether anything could ask what has happened in the last turn of each player.
    pub looks_far_back: bool,
}

/// What a player noted for cards of a name as they drafted (CR 905.2b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftNote {
    /// The player.
    pub player: PlayerId,
    /// The name of the cards.
    pub card: String,
    /// What was noted.
    pub noted: Noted,
    /// The definition of the card that was removed from the draft.
    pub def: Option<DefId>,
}

/// A card of a deck that lets its owner exile cards before the deck is shuffled (CR 607.2n).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// The player.
    pub player: PlayerId,
    /// The card, as it was in the deck.
    pub card: ObjectId,
    /// Its name; empty if the player did not reveal it.
    pub name: String,
    /// The exiled cards, once they are chosen.
    pub exiled: Option<Vec<ObjectId>>,
}

/// The part of a game that a checkpoint can restore.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The players, by seat.
    pub players: Shared<Vec<Arc<Player>>>,
    /// All objects of the game, by id, except phased-out permanents.
    pub objects: Table<ObjectId, Arc<Object>>,
    /// The objects on the battlefield, by id.
    pub battlefield: Shared<Vec<ObjectId>>,
    /// The phased-out permanents, which are not in `objects` or `battlefield` (CR 702.26b).
    pub phased_out: Shared<Map<ObjectId, Arc<PhasedOut>>>,
    /// The objects on the stack, top last.
    pub stack: Shared<Vec<ObjectId>>,
    /// The objects in exile, in the order they were exiled.
    pub exile: Shared<Vec<ObjectId>>,
    /// The objects in the command zone.
    pub command: Shared<Vec<ObjectId>>,
    /// The cards in the ante zone (CR 407.2).
    pub ante: Shared<Vec<ObjectId>>,
    /// Whether the game is played for ante (CR 407.1).
    pub for_ante: bool,
    /// For each seat, the players within that player's range of influence, a bit for each seat
    /// (CR 801.2c); empty if ranges are not limited.
    pub ranges: Shared<Vec<u16>>,
    /// The turn.
    pub turn: Turn,
    /// Future turns.
    pub schedule: Shared<Schedule>,
    /// Detects loops of mandatory actions.
    pub watch: Shared<Watch>,
    /// Detects loops that involve several players.
    pub fragments: Shared<Fragments>,
    /// The current combat phase, if any.
    pub combat: Option<Arc<Combat>>,
    /// The call stack, innermost frame last.
    pub frames: Stack<Arc<Frame>>,
    /// Other worlds: those to come back to, and other games; and the commanders.
    pub others: Shared<Others>,
    /// Continuous effects begun by resolutions.
    pub effects: Table<EffectId, Arc<ContinuousEffect>>,
    /// Triggered abilities waiting to be put onto the stack, in the order they triggered.
    pub waiting: Shared<Vec<Arc<WaitingTrigger>>>,
    /// Delayed triggered abilities.
    pub delayed: Map<TriggerId, Arc<DelayedTrigger>>,
    /// Objects exiled or phased out until an event happens (CR 610.3, 610.4).
    pub untils: Shared<Map<EffectId, Arc<Until>>>,
    /// Notes for linked abilities, by object, latest last (CR 607).
    pub notes: Map<ObjectId, Arc<Vec<(Link, Note)>>>,
    /// Objects that left this turn or last turn, or that something still refers to.
    pub departed: Table<ObjectId, Arc<Departed>>,
    /// The entries of this turn and the last.
    pub history: Log<Arc<Entry>>,
    /// The designations of players. Nobody has one until an effect gives it to them (CR 702.131c,
    /// 720.1).
    pub designations: Designations,
    /// The terms of mana in pools (CR 106.6).
    pub bonds: Map<ManaId, Arc<ManaBond>>,
    /// Cards drawn face down, with the effects that reveal them (CR 121.8).
    pub drawn: Map<ObjectId, Arc<Vec<DrawReveal>>>,
    /// Random results fixed in advance.
    pub chances: Shared<Vector<Chance>>,
    /// The result, once the game is over.
    pub result: Option<GameResult>,
    /// Whether it is day or night; `None` while it is neither (CR 724.1).
    pub day_night: Option<DayNight>,
}

impl World {
    /// Where the innermost resolution or proposal is: the place of its instruction
    /// ([`crate::fact::ResolveFrame::place`]), or of the targets that are chosen.
    pub fn place(&self) -> Vec<u16> {
        let place = |frame: &Arc<Frame>| match &**frame {
            Frame::Resolve(resolve) => Some(resolve.place()),
            Frame::Proposal(proposal) => Some(match proposal.stage {
                ProposalStage::Targets(nth) => vec![u16::from(nth)],
                _ => Vec::new(),
            }),
            _ => None,
        };
        self.frames.iter().rev().find_map(place).unwrap_or_default()
    }

    /// Where a player is named: [`World::place`], and after the first round of an instruction the
    /// round.
    pub(super) fn place_of_name(&self) -> Vec<u16> {
        let innermost = self.frames.iter().rev().find_map(|frame| match &**frame {
            Frame::Resolve(resolve) => Some(resolve.round()),
            Frame::Proposal(_) => Some(0),
            _ => None,
        });
        let round = innermost.filter(|round| *round > 0);
        self.place().into_iter().chain(round).collect()
    }

    /// Returns the commanders, in the order in which they were designated (CR 903.3).
    pub fn commanders(&self) -> &[Commander] {
        &self.others.commanders
    }

    /// Returns the planar controller, in a Planechase game (CR 901.6).
    pub(crate) fn planar_controller(&self) -> Option<PlayerId> {
        self.others.planar_controller
    }

    /// Returns the planar controllers, one for each turn marker as a rule, that of the present turn
    /// first (CR 901.14a).
    pub(crate) fn planar_controllers(&self) -> impl Iterator<Item = PlayerId> {
        self.planar_controller().into_iter().chain(self.strands().filter_map(|strand| strand.planar_controller))
    }

    /// Returns the turn markers, in a Grand Melee game (CR 807.4).
    pub fn markers(&self) -> Option<&Markers> {
        self.others.markers.as_deref()
    }

    /// Returns the turns of other markers than the present one, with all that belongs to them.
    pub fn strands(&self) -> impl Iterator<Item = &Strand> {
        self.markers().into_iter().flat_map(Markers::strands)
    }

    /// Returns the turns that players have now or had last, the present one first.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        std::iter::once(&self.turn).chain(self.strands().map(|strand| &strand.turn))
    }

    /// Returns the number of the turn that began last, 0 before the first.
    pub(crate) fn last_turn(&self) -> u32 {
        self.markers().map_or(self.turn.number, |markers| markers.latest)
    }

    /// Returns the objects on all stacks (CR 807.5), each stack top last, the present one first.
    pub fn stacks(&self) -> impl Iterator<Item = ObjectId> {
        let others = self.strands().flat_map(|strand| strand.stack.iter());
        self.stack.iter().chain(others).copied()
    }

    /// Returns the combat phases under way, the present one first.
    pub fn combats(&self) -> impl Iterator<Item = &Combat> {
        let others = self.strands().filter_map(|strand| strand.combat.as_deref());
        self.combat.as_deref().into_iter().chain(others)
    }

    /// Returns the combat phase that an object is in as an attacking or blocking creature.
    pub(crate) fn combat_of(&self, object: ObjectId) -> Option<&Combat> {
        self.combats().find(|combat| combat.attacker(object).is_some() || combat.blocker(object).is_some())
    }

    /// Returns the players who are controlled by others during a turn, each with the other, those
    /// of the present turn first (CR 718.1).
    pub fn controlled(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> {
        self.schedule.control.now.into_iter().chain(self.strands().filter_map(|strand| strand.control))
    }

    /// Returns the abilities that wait to be put onto any stack.
    pub(crate) fn all_waiting(&self) -> impl Iterator<Item = &WaitingTrigger> {
        let others = self.strands().flat_map(|strand| strand.waiting.iter());
        self.waiting.iter().chain(others).map(|waiting| &**waiting)
    }

    /// Returns the other games, if there are any (CR 722).
    pub fn games(&self) -> Option<&Games> {
        self.others.games.as_deref()
    }

    /// Returns the main game, if this is a subgame (CR 722.1a).
    pub fn main(&self) -> Option<&Waiting> {
        self.games()?.main.as_ref()
    }

    /// Returns the games around this one, the nearest first (CR 722.6).
    pub fn mains(&self) -> impl Iterator<Item = &Waiting> {
        std::iter::successors(self.main(), |waiting| waiting.world.main())
    }

    /// Returns the result, if nothing follows it. The end of a subgame is not the end (CR 722.5).
    pub fn over(&self) -> Option<GameResult> {
        self.result.filter(|_| self.main().is_none())
    }

    /// Returns the object that a card is by itself.
    pub fn object_of(&self, card: CardId) -> Option<&Object> {
        let is_it = |object: &&Arc<Object>| object.component == Component::Card(card) && object.pieces().is_empty();
        self.objects.values().find(is_it).map(|object| &**object)
    }

    /// Returns the cards in this game, in whatever zone or form.
    pub fn cards(&self) -> BTreeSet<CardId> {
        let phased_out = self.phased_out.values().map(|phased| &phased.object);
        let components = self.objects.values().chain(phased_out).flat_map(|object| object.components());
        components.filter_map(Component::card).collect()
    }

    /// Returns whether the turn or phase that has just begun is one that this event added.
    pub(crate) fn added_now(&self, part: TurnPart, added: u64) -> bool {
        let added = EntryNo(added);
        let left = self.frames.iter().rev().find_map(|frame| match &**frame {
            Frame::Turn { phases } => Some(phases.len()),
            _ => None,
        });
        let adding = &self.schedule.adding;
        match part {
            TurnPart::Turn => adding.now == Some(added),
            TurnPart::Phase(phase) => left.is_some_and(|left| adding.phases.contains(&(added, phase, left))),
            TurnPart::Step(_) => false,
        }
    }

    /// Returns an entry of this turn or the last by its number.
    pub fn entry(&self, no: EntryNo) -> Option<&Arc<Entry>> {
        self.history.latest().find(|entry| entry.no <= no).filter(|entry| entry.no == no)
    }

    /// Returns the entries of this turn, latest first.
    pub(crate) fn this_turn(&self) -> impl Iterator<Item = &Entry> {
        self.of_this_marker().take_while(|entry| !matches!(entry.event, Event::TurnBegan { .. }))
    }

    /// Returns the entries of this turn and those before it, latest first; with turn markers, only
    /// those of turns with the present marker (CR 807.4).
    pub(crate) fn of_this_marker(&self) -> impl Iterator<Item = &Entry> {
        let here = self.markers().map(|markers| markers.current);
        let mut at = here;
        self.history.latest().map(|entry| &**entry).filter(move |entry| {
            if at.is_some()
                && let Event::TurnTakenUp { from, .. } = entry.event
            {
                at = Some(from);
            }
            at == here
        })
    }

    /// Returns the objects of a zone: a library top first; a graveyard, the stack and exile latest
    /// last.
    pub fn zone(&self, zone: Zone) -> &[ObjectId] {
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
            Zone::Planar(_) | Zone::Schemes(_) => self.others.decks.get(&zone),
        };
        of_player.unwrap_or(&self.ante)
    }

    /// Returns whether two entries are of one batch, as far as the history shows: whether all
    /// entries between them belong to the batch.
    pub fn at_once(&self, one: EntryNo, other: EntryNo) -> bool {
        let (first, last) = (one.min(other), one.max(other));
        let before = self.history.latest().skip_while(|entry| entry.no >= last);
        let between = before.take_while(|entry| entry.no > first);
        let of_batch = between.filter(|entry| entry.part == Part::Batch).count();
        u64::try_from(of_batch).is_ok_and(|count| first == last || first.0 + count + 1 == last.0)
    }

    /// Returns the innermost frame.
    pub(crate) fn top_frame(&self) -> Option<&Arc<Frame>> {
        self.frames.last()
    }
}

//! Scopes: what "this", "you", "target" and "that" mean in a text (CR 109.5, 608.2).

use crate::card::Players;
use crate::fact::{
    Announcement, Component, Entity, EntryNo, Event, Frame, Memory, Note, ObjectId, Origin, PlayerId, TriggerContext,
};
use crate::state::Game;

/// The meaning of "this", "you", "target" and "that" in a text.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The object with the ability, or the resolving spell.
    pub source: ObjectId,
    /// The controller of the ability.
    pub controller: PlayerId,
    /// The announcement.
    pub announced: Option<&'a Announcement>,
    /// The trigger context.
    pub trigger: Option<&'a TriggerContext>,
    /// The entry with which the resolution began: objects that it moved to public zones are still
    /// found (CR 400.7h).
    pub since: Option<EntryNo>,
    /// The object that a modification applies to, or the object or player that an instruction is
    /// handling.
    pub affected: Option<Entity>,
    /// The player whom the affected creature would attack, or whose planeswalker: attackers are
    /// announced with what they attack before restrictions are checked (CR 508.1b-c).
    pub against: Option<PlayerId>,
    /// The player who is choosing, or for whom something is being done (CR 608.2e).
    pub they: Option<PlayerId>,
    /// The index of the announced target that the text calls "target 0": each part of a text counts
    /// its own (CR 700.2c).
    pub first_target: u8,
    /// The identity of the speaking ability, for linked abilities (CR 607).
    pub origin: Option<&'a Origin>,
    /// The piles that objects were separated into (CR 700.3).
    pub piles: &'a [Vec<ObjectId>],
    /// The objects for which the effect began.
    pub those: &'a [ObjectId],
    /// What is known of a source that is about to enter (CR 614.12).
    pub arriving: Option<&'a Arriving>,
    /// Whether a static ability speaks: its words name only what exists, never what is gone
    /// (CR 604.7). That does not extend to the subject of an event, such as a source of damage.
    pub of_static: bool,
    /// Whether a list of instructions is followed for one of several: what is done for the others
    /// is not meant (CR 608.2f).
    pub apart: bool,
}

impl<'a> Scope<'a> {
    /// The information locked in from the resolution that created the speaker (CR 603.7c, 608.2h).
    pub fn memory(&self) -> Option<&'a Memory> {
        self.announced.and_then(Announcement::memory)
    }

    /// The ability that its references to linked abilities are linked through: the speaking one, or
    /// the one that left the speaker behind (CR 607.1).
    pub(crate) fn speaker(&self) -> Option<&'a Origin> {
        self.origin.or_else(|| self.announced.and_then(|it| it.further.left_by.as_deref()))
    }

    /// The scope of an effect: "target", X and "that" mean what they meant as it began.
    pub(crate) const fn of_effect(
        source: ObjectId,
        controller: PlayerId,
        announced: Option<&'a Announcement>,
        trigger: Option<&'a TriggerContext>,
    ) -> Scope<'a> {
        Scope { announced, trigger, ..Scope::of(source, controller) }
    }

    /// The scope of what one of several players chooses or does: "they" is that player. What you do
    /// for each of several players is about the current one of these (CR 608.2e-f).
    pub(crate) fn done_by(&self, who: &Players, player: PlayerId) -> Scope<'a> {
        if *who == Players::You { self.about(player) } else { Scope { they: Some(player), ..*self } }
    }

    /// The scope of what applies to one of several objects.
    pub(crate) const fn applied_to(&self, object: ObjectId) -> Scope<'a> {
        Scope { affected: Some(Entity::Object(object)), ..*self }
    }

    /// The scope of what is said of a creature that would attack this player, or a planeswalker of
    /// this player's (CR 508.1b).
    pub const fn attacking(&self, creature: ObjectId, player: Option<PlayerId>) -> Scope<'a> {
        Scope { against: player, ..self.applied_to(creature) }
    }

    /// The scope of what is done to one of several players: "they" is that player, unless a list
    /// for several players is around it, or was as the speaker was created.
    pub fn about(&self, player: PlayerId) -> Scope<'a> {
        let locked_in = self.memory().is_some_and(|memory| memory.players(&Players::They).is_some());
        if self.they.is_some() || locked_in { *self } else { Scope { they: Some(player), ..*self } }
    }

    /// The scope of an object's ability outside any resolution.
    pub const fn of(source: ObjectId, controller: PlayerId) -> Scope<'static> {
        Scope {
            source,
            controller,
            announced: None,
            trigger: None,
            since: None,
            affected: None,
            against: None,
            they: None,
            first_target: 0,
            origin: None,
            piles: &[],
            those: &[],
            arriving: None,
            of_static: false,
            apart: false,
        }
    }
}

/// What is known of a permanent about to enter: choices and payments come before it enters
/// (CR 614.12a, 614.13).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arriving {
    /// The choices so far, by ability.
    pub chosen: Vec<(Origin, Note)>,
    /// The cards exiled as it enters, by ability.
    pub exiled: Vec<(Origin, ObjectId)>,
}

/// The announcement for an object: in progress for a proposal, the last one for an object that is
/// gone.
pub(in crate::derive) fn announced_for(game: &Game, id: ObjectId) -> Option<&Announcement> {
    let proposed = game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Proposal(proposal) if proposal.object == id && proposal.what.is_on_stack() => Some(&*proposal.announced),
        _ => None,
    });
    let kept = || match game.object(id) {
        Some(object) => object.announced.as_deref(),
        None => game.world().departed.get(&id).and_then(|departed| departed.was.announced.as_deref()),
    };
    proposed.or_else(kept)
}

/// The choice with this index in the resolution of the spell or ability.
pub fn chosen<'a>(scope: &Scope<'a>, place: u8) -> &'a [Entity] {
    let announced = scope.announced.and_then(|announced| announced.chosen.get(usize::from(place)));
    announced.map_or(&[], |chosen| chosen.what.as_slice())
}

/// Where an object is now if this resolution or its cost moved it to a public zone; otherwise the
/// object itself.
pub(crate) fn follow(game: &Game, scope: &Scope<'_>, id: ObjectId) -> Vec<ObjectId> {
    let became = follow_once(game, scope, id);
    if became == [id] { became } else { became.into_iter().flat_map(|new| follow(game, scope, new)).collect() }
}

/// What an object became in public zones as this resolution or its cost moved it; the object itself
/// if neither did.
pub(crate) fn follow_once(game: &Game, scope: &Scope<'_>, id: ObjectId) -> Vec<ObjectId> {
    let Some(since) = scope.since else { return vec![id] };
    // Objects moved as payment are found too (CR 400.7h).
    let paid = |at: EntryNo| {
        let with = scope.announced.is_some_and(|announced| announced.paid_with.contains(&id));
        with && at < paid_by(game, since)
    };
    match game.world().departed.get(&id) {
        Some(departed) if (departed.entry >= since || paid(departed.entry)) && !departed.became.is_empty() => {
            let public = |new: &ObjectId| game.object(*new).is_none_or(|object| object.zone.kind().is_public());
            departed.became.iter().copied().filter(public).collect()
        }
        _ => vec![id],
    }
}

/// The entry by which what began to resolve with this one had been paid for (CR 601.2i, 602.2b):
/// only spells and activated abilities have a cost of their own.
fn paid_by(game: &Game, since: EntryNo) -> EntryNo {
    let resolving = game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Resolve(resolve) if resolve.began == since => Some(resolve),
        _ => None,
    });
    let Some(resolve) = resolving else { return EntryNo::default() };
    let object = resolve.object.and_then(|id| game.object(id));
    // An activated ability comes onto the stack before it is paid for (CR 602.2a), a mana ability
    // resolves with its activation (CR 605.3b), and a copy of a spell comes there after the
    // original had been paid for (CR 707.10).
    let put = object.map_or(since, |it| it.entered);
    let triggered = object.and_then(|it| it.ability.as_deref()).is_some_and(|it| it.id.is_some());
    let activated = |source: ObjectId| !triggered && source == resolve.source;
    let since_put = game.world().history.latest().take_while(|entry| entry.no >= put);
    let paid = since_put.filter(|entry| match &entry.event {
        Event::BecameCast { object, .. } => Some(*object) == resolve.object,
        Event::BecameActivated { source, .. } => activated(*source),
        _ => false,
    });
    let copy = object.filter(|it| it.component == Component::Copy).map(|it| it.entered);
    // Later activations are other abilities.
    paid.last().map(|entry| entry.no).or(copy).unwrap_or_default()
}

/// What was chosen for the target with this index.
pub fn target<'a>(scope: &Scope<'a>, index: u8) -> &'a [Entity] {
    let index = usize::from(scope.first_target) + usize::from(index);
    scope.announced.and_then(|announced| announced.targets.get(index)).map_or(&[], Vec::as_slice)
}

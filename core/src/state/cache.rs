//! Values that `derive` computes from the state or a definition, cached beside it.
//!
//! They are not stored, compared or folded. This module holds the values and says which events keep
//! them valid. `derive` and `rules` compute them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, CounterKind, Definition, Duration, Reads, StaticEffect, TriggerEvent, ZoneKind};
use crate::fact::{
    AbilityInstance, AbilityRef, Announcement, Canonical, Characteristics, Component, DefId, Edit, EffectId, Event,
    Frame, NewObject, ObjectId, Origin, PlayerId, Zone,
};

use crate::persist::OnDemand;

use super::aspects::{is_of_history, is_of_proposals, presence};
use super::functioning::OnRules;
use super::game::Game;
use super::layers::{KeptLayers, Stale, Touched};
use super::object::Object;
use super::offers::{self, Offers};
use super::world::World;

/// Values computed from a definition alone.
#[derive(Debug, PartialEq)]
pub struct DefinitionValues {
    /// The characteristics before any effect (CR 613.1).
    pub characteristics: Characteristics,
    /// The effects of its static abilities, with keywords spelled out.
    pub effects: Vec<StaticPart>,
    /// Whether one of them changes characteristics.
    pub modifies: bool,
    /// Whether it has triggered abilities.
    pub triggers: bool,
    /// Whether one of its abilities allows playing it, from any zone (CR 113.6f).
    pub permits: bool,
    /// The mechanisms that it names.
    pub mechanisms: Mechanisms,
    /// Whether it is a card with further sides to cast or play.
    pub sided: bool,
    /// What decides about what may be begun with it, besides its own state and that of its player,
    /// by the kind of zone that it is in; nothing for those that are left out.
    pub asks: Vec<(ZoneKind, Reads)>,
    /// Whether how much mana it makes depends on others.
    pub varies: bool,
    /// The zones in which its activated abilities function (CR 113.6).
    pub activates: Vec<ZoneKind>,
    /// The zones in which its static or triggered abilities function (CR 113.6), by kind.
    pub zones: Vec<ZoneKind>,
    /// The values for the flipped permanent (CR 710.2), if they differ. All fields above except the
    /// characteristics and the effects cover both the flipped and the unflipped permanent.
    pub flipped: Option<Box<DefinitionValues>>,
}

impl DefinitionValues {
    /// Whether something of its own could let it be played from where no rule allows it: an
    /// ability, a side, or a special action that put it there.
    pub(crate) fn is_playable_elsewhere(&self) -> bool {
        self.permits || self.sided || self.mechanisms.has(Mechanisms::SPECIAL_ACTIONS)
    }

    /// What decides about what may be begun with it in a zone, besides its own state and that of
    /// its player.
    pub(crate) fn asks_in(&self, zone: ZoneKind) -> Reads {
        self.asks.iter().find(|(its, _)| *its == zone).map_or(Reads::NOTHING, |(_, asks)| *asks)
    }

    /// Whether how much mana it makes in a zone depends on others.
    pub(crate) fn varies_in(&self, zone: ZoneKind) -> bool {
        self.varies && self.activates.contains(&zone)
    }

    /// Returns the values for an object with this flipped status.
    pub(crate) fn as_status(&self, flipped: bool) -> &DefinitionValues {
        match &self.flipped {
            Some(other) if flipped => other,
            _ => self,
        }
    }
}

/// Values computed from all definitions of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The mechanisms that they name.
    pub mechanisms: Mechanisms,
    /// The zones in which their static or triggered abilities function, by kind, sorted: always the
    /// battlefield.
    pub zones: Vec<ZoneKind>,
    /// The zones in which their activated abilities function, by kind.
    pub activates: Vec<ZoneKind>,
    /// Whether one of them can be played from where no rule allows it, by its own abilities or as
    /// one of its sides.
    pub permits: bool,
    /// The zones in which what may be begun with one of them depends on more than its own state and
    /// that of its player, by kind.
    pub conditional: Vec<ZoneKind>,
    /// The zones in which how much mana one of them makes depends on others, by kind.
    pub varies: Vec<ZoneKind>,
}

/// Lists of objects by what their definitions say, and of what players may begin, each computed on
/// demand.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// The objects off the battlefield with a static or triggered ability that functions there.
    pub elsewhere: OnDemand<Arc<Vec<ObjectId>>>,
    /// The permanents that bring mechanisms into the game.
    pub named: OnDemand<Arc<MechanismSources>>,
    /// The effects begun by resolutions that may end at any event, not only when their turn or
    /// combat ends.
    pub lasting: OnDemand<Arc<Vec<EffectId>>>,
    /// How many of the effects begun by resolutions are [`shields`](is_shield).
    pub shields: OnDemand<usize>,
    /// What players with priority were offered lately.
    pub(crate) offers: Offers,
}

/// The permanents that bring mechanisms into the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MechanismSources {
    /// Each with what it brings, in the order of the battlefield.
    pub each: Vec<(ObjectId, Mechanisms)>,
    /// What all of them bring.
    pub all: Mechanisms,
}

/// One effect of a static ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPart {
    /// The ability it belongs to.
    pub origin: Origin,
    /// The index among the effects that a keyword stands for.
    pub part: u8,
    /// The effect itself.
    pub effect: Arc<StaticEffect>,
    /// The whole ability, with its condition and its zone.
    pub ability: Canonical<Ability>,
}

/// Values computed from a version of a state.
#[derive(Debug, Default)]
pub struct Derived {
    /// The characteristics of the objects changed by an effect.
    pub changed: BTreeMap<ObjectId, Arc<Characteristics>>,
    /// The controllers of the objects whose controller an effect changed.
    pub controllers: BTreeMap<ObjectId, PlayerId>,
    /// The definitions with the copiable values of objects under copy effects (CR 613.2c).
    pub copied: BTreeMap<ObjectId, DefId>,
    /// By how much effects change the devotion of players (CR 700.5a); empty if none does.
    pub devotion: BTreeMap<PlayerId, i32>,
    /// The effects on the rules that function now.
    pub functioning: OnRules,
    /// Whether anything could change a characteristic or a controller. If not, these values change
    /// only with objects that have abilities, and when effects begin or end.
    pub modifies: bool,
    /// What the effects and conditions of static abilities, and the effects that have begun, depend
    /// on.
    pub reads: Reads,
    /// The effects behind these values, if single objects can be recomputed.
    pub kept: Option<Arc<KeptLayers>>,
    /// The triggered abilities that function, computed on demand.
    pub listening: OnceLock<Arc<Vec<Listening>>>,
    /// The kinds of events that one of them can trigger on, computed on demand.
    pub heard: OnceLock<Reads>,
    /// Whether one of them could look back to before its event, computed on demand.
    pub heard_back: OnceLock<bool>,
    /// The mechanisms of permanents with a keyword ability that changed objects have, computed on
    /// demand.
    pub gained: OnceLock<Mechanisms>,
}

/// A triggered ability that functions now.
#[derive(Clone, Debug, PartialEq)]
pub struct Listening {
    /// The object that has it.
    pub object: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The ability, spelled out if it is a keyword.
    pub instance: AbilityInstance,
    /// The kinds of events that it can trigger on ([`TriggerEvent::heard`]).
    pub heard: Reads,
}

impl Listening {
    /// Whether it can trigger on events of these kinds, or looks at whatever has happened.
    pub(crate) fn hears(&self, kinds: Reads) -> bool {
        self.heard == Reads::EVERYTHING || self.heard.meets(kinds)
    }
}

/// Drops the cached values that an event may change. An event kind not named in this module drops
/// all of them.
pub(super) fn forget(game: &mut Game, event: &Event) {
    if game.stale.is_some() && game.derived.get().is_some() {
        game.stale = None;
    }
    if is_quiet(event) {
        debug_assert!(event.touches() == Some(Reads::NOTHING) && event.past() == Reads::NOTHING && !event.unsettles());
        return offers::pass_on(game);
    }
    if matches!(event, Event::Checkpointed {}) {
        set_aside(game);
    } else if game.set_aside.is_some() && game.world.others.checkpoints.is_empty() {
        game.set_aside = None;
    }
    let touches = event.touches();
    let change = change(game, event, touches);
    offers::forget(game, event, !matches!(change, Change::Nothing));
    if game.settled.get().is_some() && !(matches!(change, Change::Nothing) && keeps_settled(game, event, touches)) {
        game.settled = OnceLock::new();
    }
    forget_lists(game, event, touches);
    match change {
        Change::Nothing => {}
        Change::Touches(touched) => {
            let known = game.derived.take().map(|from| Arc::new(Stale { from, touched: Touched::default() }));
            game.stale = known.or_else(|| game.stale.take());
            if let Some(stale) = &mut game.stale {
                Arc::make_mut(stale).touched.join(touched);
            }
        }
        Change::Everything => (game.derived, game.stale) = (OnDemand::default(), None),
    }
}

/// Whether an event is one of the many that change nothing that is kept: it touches nothing, no
/// text hears or counts it, and it is of the course of the turn.
const fn is_quiet(event: &Event) -> bool {
    matches!(event, Event::Decided { .. } | Event::PriorityReceived { .. } | Event::PriorityPassed { .. })
}

/// [`forget`] for a move of the call stack that changes nothing else.
pub(super) fn forget_move(game: &mut Game, event: &Event) {
    // Only a spell that is proposed under a permission or gains text, and texts that ask for what
    // is under way, make more of such a move.
    if changes_spells_text(game, event) || asks_for_history(game) || changes_proposals(game, event) {
        return forget(game, event);
    }
    offers::forget(game, event, false);
}

/// States that a proposal under way may come back to, each with the values derived from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetAside(pub(super) Vec<(Arc<World>, Arc<Derived>)>);

/// Sets the derived values aside for the case that the game comes back to this state (CR 726.1).
fn set_aside(game: &mut Game) {
    let Game { set_aside, world, derived, .. } = game;
    let Some(derived) = derived.get() else { return };
    let SetAside(known) = Arc::make_mut(set_aside.get_or_insert_default());
    known.retain(|(of, _)| world.others.checkpoints.iter().any(|kept| Arc::ptr_eq(kept, of)));
    known.push((Arc::clone(world), Arc::clone(derived)));
}

/// Takes up the derived values that were set aside for the state that the game has come back to.
pub(super) fn take_up(game: &mut Game) {
    let known = game.set_aside.iter().flat_map(|it| &it.0).find(|(of, _)| Arc::ptr_eq(of, &game.world));
    if let Some(derived) = known.map(|(_, derived)| Arc::clone(derived)) {
        (game.derived, game.stale) = (OnDemand::from(derived), None);
    }
}

/// Drops the lists of objects that an event may change.
fn forget_lists(game: &mut Game, event: &Event, touches: Option<Reads>) {
    forget_effects(game, event);
    if game.lists.get().is_none() || touches.is_some_and(|touched| !touched.meets(Reads::ZONES)) {
        return;
    }
    let (elsewhere, named) = (keeps_elsewhere(game, event), keeps_named(game, event));
    if elsewhere && named {
        return;
    }
    let Some(lists) = game.lists.get_mut() else { return };
    let kept = Lists {
        elsewhere: if elsewhere { lists.elsewhere.clone() } else { OnDemand::default() },
        named: if named { lists.named.clone() } else { OnDemand::default() },
        lasting: lists.lasting.clone(),
        shields: lists.shields.clone(),
        offers: lists.offers.clone(),
    };
    *lists = Arc::new(kept);
}

/// Whether an effect may end at any event, and not only when its turn or combat ends.
pub(crate) const fn may_end_at_any_event(duration: &Duration) -> bool {
    !matches!(duration, Duration::EndOfTurn | Duration::NextThisTurn | Duration::EndOfCombat | Duration::Indefinite)
}

/// Whether an effect replaces something whatever else there is: no others override it, and it has
/// no objects that could be gone.
pub(crate) fn is_shield(game: &Game, def: DefId, has_objects: bool) -> bool {
    !has_objects && matches!(game.definition(def), Some(Definition::Effect(StaticEffect::Replace(_))))
}

/// Changes what is known of all effects as one begins or ends: there may be thousands.
fn forget_effects(game: &mut Game, event: &Event) {
    if game.lists.get().is_none() {
        return;
    }
    let (id, begins, lasts, shield) = match event {
        Event::EffectBegan { id, def, duration, objects, .. } => {
            (*id, true, may_end_at_any_event(duration), is_shield(game, *def, objects.is_some()))
        }
        Event::EffectEnded { id } => match game.world.effects.get(id) {
            Some(it) => (*id, false, may_end_at_any_event(&it.duration), is_shield(game, it.def, it.objects.is_some())),
            None => return,
        },
        event if event.changes_game() || matches!(event, Event::Restored {} | Event::Restarted { .. }) => {
            if let Some(lists) = game.lists.get_mut() {
                let lists = Arc::make_mut(lists);
                (lists.lasting, lists.shields) = (OnDemand::default(), OnDemand::default());
            }
            return;
        }
        _ => return,
    };
    if !lasts && !shield {
        return;
    }
    // The version before may share these lists: what is not known yet must not become known to it.
    let Some(lists) = game.lists.get_mut().map(Arc::make_mut) else { return };
    if let Some(known) = lists.lasting.get_mut().filter(|_| lasts) {
        let known = Arc::make_mut(known);
        known.retain(|other| *other != id);
        known.extend(begins.then_some(id));
    }
    if let Some(known) = lists.shields.get_mut().filter(|_| shield) {
        *known = if begins { *known + 1 } else { known.saturating_sub(1) };
    }
}

/// How an event affects the derived values.
enum Change {
    Nothing,
    /// The values for these objects and effects must be recomputed.
    Touches(Touched),
    Everything,
}

fn change(game: &Game, event: &Event, touches: Option<Reads>) -> Change {
    if reorders_abilities(game, event) {
        return Change::Everything;
    }
    if keeps_what_follows(game, event, touches) {
        return Change::Nothing;
    }
    let redone = game.known_derived().filter(|derived| {
        let single = derived.kept.is_some() || (changes_rules_alone(game, event) && !derived.reads.meets(event.past()));
        single && !derived.reads.meets(Reads::HISTORY)
    });
    match redone.and_then(|_| touched(game, event)) {
        Some(touched) => {
            let (aspects, around) =
                (touched.aspects | event.past(), touched.around | Reads::PROPOSED.when(changes_proposals(game, event)));
            Change::Touches(Touched { aspects, around, ..touched })
        }
        None => Change::Everything,
    }
}

/// Whether an event begins or ends an effect that changes no characteristics: nothing else that
/// follows from the state changes with it than the effects on the rules.
fn changes_rules_alone(game: &Game, event: &Event) -> bool {
    let on_rules =
        |def: DefId| matches!(game.definition(def), Some(Definition::Effect(effect)) if !effect.is_of_layers());
    match event {
        Event::EffectBegan { def, .. } => on_rules(*def),
        Event::EffectEnded { id } => game.world().effects.get(id).is_some_and(|it| on_rules(it.def)),
        _ => false,
    }
}

/// Whether an event puts a library in another order in a game with abilities that function there:
/// they are found in the order of the zone.
fn reorders_abilities(game: &Game, event: &Event) -> bool {
    matches!(event, Event::Shuffled { .. } | Event::Rearranged { .. })
        && game.summary_cache().get().is_some_and(|summary| summary.zones.contains(&ZoneKind::Library))
}

/// Returns the objects and effects that an event touches, or `None` if it may change more.
fn touched(game: &Game, event: &Event) -> Option<Touched> {
    let of = |object: ObjectId, aspects: Reads| Touched { objects: vec![object], aspects, ..Touched::default() };
    let inert = |def: DefId, zone: Zone| inert(game, def, zone);
    // Effects on the rules may follow a spell that leaves the stack (CR 400.7).
    let leaves = |zone: Zone| zone == Zone::Stack;
    match event {
        Event::Moved { object, from, became, was, .. } => Some(Touched {
            objects: hosts(game, *object, became),
            moved: std::iter::once(*object).chain(became.iter().map(|new| new.id)).collect(),
            aspects: became.iter().fold(presence(*from), |all, new| all | presence(new.zone)),
            rules: leaves(*from) || !inert(was.def, *from) || !became.iter().all(|new| inert(new.def, new.zone)),
            ..Touched::default()
        }),
        Event::Created { object } => {
            let rules = !inert(object.def, object.zone) || says_more(object.announced.as_deref());
            let objects = object.attached_to.and_then(|host| host.object()).into_iter().collect();
            let aspects = presence(object.zone);
            Some(Touched { objects, moved: vec![object.id], aspects, rules, ..Touched::default() })
        }
        Event::Ceased { object, was, .. } => {
            let of_a_spell = leaves(was.zone) && was.component != Component::Ability;
            let rules = of_a_spell || !inert(was.def, was.zone);
            let (objects, aspects) = (hosts(game, *object, &[]), presence(was.zone));
            Some(Touched { objects, moved: vec![*object], aspects, rules, ..Touched::default() })
        }
        Event::Transformed { object, def, .. } | Event::PermanentTurnedFaceDown { object, def, .. } => {
            turns_over(game, *object, *def)
        }
        Event::PermanentTurnedFaceUp { object, .. } => turns_over(game, *object, game.object(*object)?.face_up_def()),
        Event::CountersPut { on, .. } | Event::CountersRemoved { from: on, .. } => {
            on.object().map(|id| of(id, Reads::COUNTERS))
        }
        Event::Tapped { object } | Event::Untapped { object } => Some(of(*object, Reads::STATUS)),
        Event::Attached { object, to, .. } => Some(moves_to(game, *object, to.object())),
        Event::Unattached { object } => Some(moves_to(game, *object, None)),
        Event::EffectBegan { id, .. } => Some(begins_or_ends(*id)),
        Event::EffectEnded { id } if game.world().effects.contains_key(id) => Some(begins_or_ends(*id)),
        Event::EffectEnded { .. } => None,
        event if changes_spells_text(game, event) => None,
        event => {
            let aspects = event.touches().filter(|aspects| !aspects.meets(Reads::OF_OBJECTS))?;
            Some(Touched { aspects, around: aspects | event.past(), ..Touched::default() })
        }
    }
}

/// What an object that turns over touches: it is as if another card took its place, and effects on
/// it go on.
fn turns_over(game: &Game, id: ObjectId, def: DefId) -> Option<Touched> {
    let was = game.object(id)?;
    let rules = !inert(game, was.def, was.zone) || !inert(game, def, was.zone);
    match was.zone {
        Zone::Stack => None,
        Zone::Battlefield => Some(Touched {
            objects: std::iter::once(id).chain(hosts(game, id, &[])).collect(),
            attachments: vec![id],
            aspects: Reads::OF_OBJECTS.without(Reads::CONTROL),
            rules,
            ..Touched::default()
        }),
        zone => Some(Touched { moved: vec![id], aspects: presence(zone), rules, ..Touched::default() }),
    }
}

/// What an object was attached to, and what the objects that it becomes are attached to.
fn hosts(game: &Game, id: ObjectId, became: &[NewObject]) -> Vec<ObjectId> {
    let before = game.object(id).and_then(|object| object.attached_to);
    let after = became.iter().filter_map(|new| new.attached_to);
    before.into_iter().chain(after).filter_map(|host| host.object()).collect()
}

/// What an attachment that moves touches: itself, its old host and its new host.
fn moves_to(game: &Game, attachment: ObjectId, to: Option<ObjectId>) -> Touched {
    let from = game.object(attachment).and_then(|object| object.attached_to).and_then(|host| host.object());
    let objects = std::iter::once(attachment).chain(from).chain(to).collect();
    Touched { objects, attachments: vec![attachment], aspects: Reads::ATTACHMENT, ..Touched::default() }
}

fn begins_or_ends(id: EffectId) -> Touched {
    Touched { effects: vec![id], ..Touched::default() }
}

/// The object that turns over, if it is neither a permanent nor a spell. So does each card that
/// could be cast as one of its sides or face down, in a game to look at (CR 601.3e).
fn turned_over(game: &Game, id: ObjectId) -> Option<&Object> {
    game.object(id).filter(|object| !matches!(object.zone, Zone::Battlefield | Zone::Stack))
}

/// Whether a definition has no static or triggered ability that functions in this zone.
fn inert(game: &Game, def: DefId, zone: Zone) -> bool {
    def == DefId::NONE || {
        let printed = game.definitions.get(def).and_then(|interned| interned.printed.get());
        printed.is_some_and(|printed| !printed.zones.contains(&zone.kind()))
    }
}

/// Whether the list of objects with abilities that function off the battlefield stays valid after
/// the event.
fn keeps_elsewhere(game: &Game, event: &Event) -> bool {
    let inert = |def: DefId, zone: Zone| zone == Zone::Battlefield || inert(game, def, zone);
    match event {
        Event::Moved { from, became, was, .. } => {
            inert(was.def, *from) && became.iter().all(|new| inert(new.def, new.zone))
        }
        Event::Created { object } => inert(object.def, object.zone),
        Event::Ceased { was, .. } => inert(was.def, was.zone),
        Event::Transformed { object, def, .. } | Event::PermanentTurnedFaceDown { object, def, .. } => {
            game.object(*object).is_none_or(|was| inert(was.def, was.zone) && inert(*def, was.zone))
        }
        event => keeps_zones(event),
    }
}

/// Whether the list of permanents that name mechanisms stays valid after the event.
fn keeps_named(game: &Game, event: &Event) -> bool {
    let away = |zone: Zone| zone != Zone::Battlefield;
    match event {
        Event::Moved { from, became, .. } => away(*from) && became.iter().all(|new| away(new.zone)),
        Event::Created { object } => away(object.zone),
        Event::Ceased { was, .. } => away(was.zone),
        Event::Transformed { object, .. } | Event::PermanentTurnedFaceDown { object, .. } => {
            game.object(*object).is_none_or(|was| away(was.zone))
        }
        event => keeps_zones(event),
    }
}

/// Whether an event that moves no object leaves each one what it is, and the zones in their order.
fn keeps_zones(event: &Event) -> bool {
    match event {
        Event::Attached { .. }
        | Event::Unattached { .. }
        | Event::CountersPut { .. }
        | Event::CountersRemoved { .. }
        | Event::EffectBegan { .. }
        | Event::EffectEnded { .. }
        | Event::ControlChanged { .. } => true,
        event => event.touches().is_some_and(|touched| !touched.meets(Reads::ZONES)),
    }
}

fn asks_for_history(game: &Game) -> bool {
    game.known_derived().is_some_and(|derived| derived.reads.meets(Reads::HISTORY))
}

/// Whether something that follows reads what has been announced and paid, and the event may change
/// that.
fn changes_proposals(game: &Game, event: &Event) -> bool {
    let asks = game.known_derived().is_some_and(|derived| derived.reads.meets(Reads::PROPOSED));
    asks && is_of_proposals(game, event)
}

/// Whether the event makes a spell proposed under a permission, or no longer so. Such a spell keeps
/// the ability that permits it (CR 400.7f). It may also give a proposed spell the text of cards in
/// a hand (CR 612.8).
fn changes_spells_text(game: &Game, event: &Event) -> bool {
    if let Event::FrameAdvanced { change } = event {
        return change.is_of_spells_text();
    }
    let (Event::FramePushed { frame } | Event::FrameTaken { frame } | Event::FrameChanged { frame }) = event else {
        return false;
    };
    let Frame::Proposal(proposal) = frame else { return false };
    let (permission, added) = match game.frame() {
        Some(Frame::Proposal(before)) if before.object == proposal.object => {
            (before.announced.permission, before.announced.added_texts.as_slice())
        }
        _ => (None, &[][..]),
    };
    permission != proposal.announced.permission || added != proposal.announced.added_texts
}

/// Whether more follows from what was announced for a spell than its targets and costs: it was cast
/// with a permission, which may say what happens to it, or has gained the text of cards in a hand.
fn says_more(announced: Option<&Announcement>) -> bool {
    announced.is_some_and(|it| it.permission.is_some() || !it.added_texts.is_empty())
}

/// Whether the derived values stay valid after the event. They depend on the objects with static or
/// triggered abilities, on the effects that have begun, and on what these read.
fn keeps_what_follows(game: &Game, event: &Event, touches: Option<Reads>) -> bool {
    if changes_spells_text(game, event) {
        return false;
    }
    let past = event.past();
    let history = (asks_for_history(game) && is_of_history(game, event)) || changes_proposals(game, event);
    if touches == Some(Reads::NOTHING) && past == Reads::NOTHING && !history {
        return true;
    }
    let Some(derived) = game.known_derived() else { return true };
    let free = |changed: Reads| !derived.reads.meets(changed);
    // Whatever depends on damage, mana or what is being announced may change with any event.
    if history || !free(past) {
        return false;
    }
    let inert = |def: DefId, zone: Zone| inert(game, def, zone);
    let plain = |kind: &CounterKind| !kind.modifies();
    // Effects may be locked on a permanent, and most filters select permanents.
    let untouched = |zone: Zone| !(derived.modifies && zone == Zone::Battlefield) && free(Reads::zone(zone.kind()));
    let inert_new = |new: &NewObject| inert(new.def, new.zone) && untouched(new.zone) && new.counters.keys().all(plain);
    let gone = |object: &ObjectId, def: DefId, zone: Zone| {
        inert(def, zone)
            && untouched(zone)
            && !derived.functioning.follows(*object)
            && !derived.changed.contains_key(object)
            && !derived.controllers.contains_key(object)
    };
    match event {
        Event::Moved { object, from, became, was, .. } => {
            !says_more(was.announced.as_deref()) && gone(object, was.def, *from) && became.iter().all(inert_new)
        }
        // So does a copy of such a spell (CR 707.10).
        Event::Created { object } => inert_new(object) && !says_more(object.announced.as_deref()),
        Event::Ceased { object, was, .. } => gone(object, was.def, was.zone),
        Event::Transformed { object, def, .. } | Event::PermanentTurnedFaceDown { object, def, .. } => {
            turned_over(game, *object).is_some_and(|was| gone(object, was.def, was.zone) && inert(*def, was.zone))
        }
        Event::CountersPut { on, kind, .. } | Event::CountersRemoved { from: on, kind, .. } => match on.player() {
            Some(_) => free(Reads::PLAYERS),
            None => plain(kind) && free(Reads::COUNTERS),
        },
        // An Aura or Equipment gets a new timestamp then (CR 613.7e). It may have turned over since
        // the values were derived (CR 303.4k), and have effects now.
        Event::Attached { .. } | Event::Unattached { .. } => {
            let turned = game.stale.as_ref().is_some_and(|stale| stale.touched.rules);
            !derived.modifies && !turned && free(Reads::ATTACHMENT)
        }
        // A permission may exile its spell as that leaves the stack.
        Event::Announced { announced, .. } => free(Reads::ANNOUNCED) && !says_more(Some(announced)),
        // The edited things have events of their own, except for these edits.
        Event::Edited { edit: Edit::Life(..) } => free(Reads::PLAYERS),
        Event::Edited { edit } => {
            edit.designates().is_none() && !matches!(edit, Edit::Control(..) | Edit::Rested(..) | Edit::LandsPlayed(_))
        }
        _ => touches.is_some_and(free),
    }
}

/// Whether state-based actions that found nothing to do would still find nothing after an event
/// that keeps the derived values. Such an event may tap permanents, but leaves alone the
/// battlefield, life, counters, damage and tokens, and takes no chapter or room ability off the
/// stack (CR 704.5s-t).
fn keeps_settled(game: &Game, event: &Event, touches: Option<Reads>) -> bool {
    let away = |zone: Zone| zone != Zone::Battlefield;
    match event {
        Event::Moved { from, became, was, .. } => {
            !matches!(was.component, Component::Token | Component::Copy)
                && away(*from)
                && !from.is_supplementary()
                && became.iter().all(|new| away(new.zone))
                // CR 704.6d: its owner is asked about a commander wherever it is put.
                && !game.world().is_commander_card(was.component)
        }
        Event::Created { object } => object.component == Component::Ability,
        Event::Ceased { was, .. } => {
            was.component == Component::Ability && was.ability.as_deref().is_none_or(|it| !is_waited_for(game, it.text))
        }
        Event::TriggerTaken { id } => {
            let taken = game.world().waiting.iter().find(|waiting| waiting.id == *id);
            taken.is_some_and(|it| !is_waited_for(game, it.text))
        }
        event => touches.is_some() && !event.unsettles(),
    }
}

/// Whether state-based actions wait until an ability has left the stack: a chapter ability (CR
/// 715.2), a room ability (CR 309.4c), or any while a phenomenon or scheme may wait (CR 704.6e-f).
fn is_waited_for(game: &Game, text: AbilityRef) -> bool {
    let waits = |when: &TriggerEvent| matches!(when, TriggerEvent::Chapter(_) | TriggerEvent::EntersRoom { .. });
    game.has_supplements() || matches!(game.ability(text), Some(Ability::Triggered(it)) if waits(&it.when))
}

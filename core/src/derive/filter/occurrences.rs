//! Which events match a trigger event, and what they were about (CR 603.2, 603.6, 603.10): as they
//! happen, for triggered abilities, and afterwards, for texts about the events of this turn.
//!
//! Most trigger events are found in one entry. Some need everything that happens at once: damage
//! dealt to or by one object, "one or more" (CR 603.2c). Some count events of the turn.

use std::collections::BTreeSet;

use crate::card::lore_counter;
use crate::card::{AsThough, CardType, StaticEffect};
use crate::card::{Condition, Filter, Keyword, Several, TriggerEvent, ZoneKind};
use crate::fact::{
    Characteristics, DefId, Entity, Entry, EntryNo, Event, ObjectId, Part, PlayerId, Snapshot, TriggerContext, Zone,
};
use crate::state::Game;

use super::{holds, is_among, matches, zone_of};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use single::single;

pub(super) mod combat;
mod single;

/// The game before what happened at once, and after it.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    /// The game before it.
    pub before: &'a dyn Look,
    /// The game after it.
    pub now: &'a dyn Look,
}

/// One occurrence of a trigger event, or several equal ones.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// What it was about.
    pub context: TriggerContext,
    /// How many.
    pub times: u32,
    /// The player who acted, or to whom it happened, if the event is one of players.
    whose: Option<PlayerId>,
}

impl Occurrence {
    fn new(entry: &Entry, object: Option<ObjectId>, player: Option<PlayerId>, amount: u32) -> Occurrence {
        let amount = i32::try_from(amount).unwrap_or(i32::MAX);
        let context = TriggerContext { event: entry.no, object, player, amount, ..TriggerContext::default() };
        Occurrence { context, times: 1, whose: player }
    }

    /// The same, of another player than the one whom it tells.
    fn of(self, whose: PlayerId) -> Occurrence {
        Occurrence { whose: Some(whose), ..self }
    }
}

/// What earlier alternatives of an "any of" event have found. One event that fits several of them
/// happens once (CR 603.2c).
#[derive(Default)]
pub(crate) struct Alternatives {
    found: Vec<(Sameness, u32)>,
}

/// What makes occurrences of two alternatives the same: the entry, and the object; without an
/// object, the player and the amount.
type Sameness = (EntryNo, Option<ObjectId>, Option<(Option<PlayerId>, i32)>);

impl Alternatives {
    /// The occurrences of one more alternative that none before it has found.
    pub(crate) fn new_among(&mut self, found: Vec<Occurrence>, happened: &[&Entry]) -> Vec<Occurrence> {
        let mut earlier = self.found.clone();
        let mut new = Vec::new();
        for mut it in found {
            let same = sameness(&it, happened);
            self.found.push((same, it.times));
            for (_, left) in earlier.iter_mut().filter(|(other, _)| *other == same) {
                let both = it.times.min(*left);
                it.times -= both;
                *left -= both;
            }
            if it.times > 0 {
                new.push(it);
            }
        }
        new
    }
}

fn sameness(it: &Occurrence, happened: &[&Entry]) -> Sameness {
    let TriggerContext { event, object, player, amount, .. } = it.context;
    // One alternative can be about what an object was, and another about what it became.
    let was = |id: ObjectId| match entry_of(happened, event).map(|entry| &entry.event) {
        Some(Event::Moved { object, became, .. }) if became.first().is_some_and(|new| new.id == id) => *object,
        _ => id,
    };
    (event, object.map(was), object.is_none().then_some((player, amount)))
}

/// Whether an entry is something that happened, rather than bookkeeping of a step.
pub(crate) const fn is_happening(entry: &Entry) -> bool {
    matches!(entry.part, Part::Batch | Part::Consequence) && entry.event.is_story()
}

/// Whether a trigger event looks back in time at an entry (CR 603.10).
pub(crate) fn looks_back(when: &TriggerEvent, event: &Event) -> bool {
    match when.innermost() {
        TriggerEvent::AnyOf(parts) => parts.iter().any(|part| looks_back(part, event)),
        // CR 603.10a: leaving the battlefield or a graveyard, or going from where all can see it to
        // where they can't. Moving "from anywhere" is not leaving the battlefield in this sense
        // (CR 603.6c). An object that enters the battlefield, from any zone, is looked at there
        // (CR 603.6a).
        TriggerEvent::Moves { from, to, .. } => match from {
            _ if *to == Some(ZoneKind::Battlefield.into()) => false,
            // With several zones, the one that it came from.
            Some(_) if matches!(event, Event::Moved { from: Zone::Battlefield | Zone::Graveyard(_), .. }) => true,
            _ => {
                let hides = to.is_some_and(|to| to.iter().all(|zone| !zone.is_public()));
                hides && matches!(event, Event::Moved { from, .. } if from.kind().is_public())
            }
        },
        // CR 603.10b-g
        TriggerEvent::Sacrifices { .. }
        | TriggerEvent::Exploits(_)
        | TriggerEvent::BecomesUnattached { .. }
        | TriggerEvent::PhasesOut(_)
        | TriggerEvent::LosesControl { .. }
        | TriggerEvent::IsDestroyed { .. }
        | TriggerEvent::IsCountered { .. }
        | TriggerEvent::PlaneswalksAway(_)
        | TriggerEvent::LosesGame(_) => true,
        _ => false,
    }
}

/// The occurrences of a trigger event in simultaneous events (CR 603.2c).
pub(crate) fn occurrences(
    sight: Sight<'_>,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    happened: &[&Entry],
) -> Vec<Occurrence> {
    let found = all_occurrences(sight, scope, when, happened);
    debug_assert!(found.is_empty() || is_heard(when, happened), "{when:?} hears {happened:?}");
    found
}

/// Whether any of these events is of a kind that a trigger event can be.
pub(crate) fn is_heard(when: &TriggerEvent, happened: &[&Entry]) -> bool {
    let heard = when.heard();
    happened.iter().any(|entry| entry.event.past().meets(heard))
}

fn all_occurrences(sight: Sight<'_>, scope: &Scope<'_>, when: &TriggerEvent, happened: &[&Entry]) -> Vec<Occurrence> {
    let each = || happened.iter().flat_map(|entry| single(sight, scope, when, entry)).collect::<Vec<_>>();
    match when {
        TriggerEvent::AnyOf(parts) => {
            let mut met = Alternatives::default();
            let each = |part| met.new_among(occurrences(sight, scope, part, happened), happened);
            parts.iter().flat_map(each).collect()
        }
        TriggerEvent::OneOrMore(inner) => {
            let mut found = gathered(occurrences(sight, scope, inner, happened), |it| together(inner, it, happened));
            found.retain(|it| !has_become_target(sight, scope, inner, it, happened));
            found
        }
        TriggerEvent::While { when, condition } => {
            let mut found = occurrences(sight, scope, when, happened);
            found.retain(|it| held(sight, scope, (when, condition), it, happened));
            found
        }
        TriggerEvent::DealtExcessDamage(what) => excess_damage(sight, scope, what, happened),
        TriggerEvent::Chapter(number) => chapter(sight, scope, *number, happened),
        TriggerEvent::Nth { nth, when } => nth_times(sight, scope, *nth, when, happened),
        TriggerEvent::IsAttacked { .. }
        | TriggerEvent::AttacksWith { .. }
        | TriggerEvent::AttacksAlone(_)
        | TriggerEvent::AttacksTogether { .. }
        | TriggerEvent::BlocksAlone(_)
        | TriggerEvent::BlocksMany { .. }
        | TriggerEvent::BlockedByMany { .. } => combat::at_once(sight, scope, when, happened),
        // Simultaneous damage from several sources to one recipient, or from one source to several,
        // is dealt once.
        TriggerEvent::IsDealtDamage { .. } => gathered(each(), |it| (it.context.object, it.context.player)),
        // CR 119.9 counts life that is gained for each source, and no rule does so for life lost.
        TriggerEvent::LosesLife(_) => gathered(each(), |it| it.context.player),
        TriggerEvent::DealsDamage { to_players: None, to_objects: None, .. } => {
            gathered(each(), |it| it.context.object)
        }
        _ => each(),
    }
}

/// Whether a condition held as an event happened: in the game before it if the event looks back
/// (CR 603.10), otherwise in the game after it.
fn held(
    sight: Sight<'_>,
    scope: &Scope<'_>,
    (when, condition): (&TriggerEvent, &Condition),
    it: &Occurrence,
    happened: &[&Entry],
) -> bool {
    let back = entry_of(happened, it.context.event).is_some_and(|entry| looks_back(when, &entry.event));
    let look = if back { sight.before } else { sight.now };
    holds(look, &Scope { trigger: Some(&it.context), ..*scope }, condition)
}

/// The permanents dealt excess damage at once by all sources, beyond lethal damage or loyalty, and
/// how much (CR 120.10).
fn excess_damage(sight: Sight<'_>, scope: &Scope<'_>, what: &Filter, happened: &[&Entry]) -> Vec<Occurrence> {
    let mut found: Vec<(ObjectId, &Entry, u32, bool)> = Vec::new();
    for entry in happened {
        let Event::DamageDealt { source, to: to @ Entity::Object(object), amount, .. } = &entry.event else { continue };
        let deathtouch = deals_with(sight.before.game(), *source, *to, &Keyword::Deathtouch);
        match found.iter_mut().find(|(id, ..)| id == object) {
            Some((_, _, total, deadly)) => {
                *total = total.saturating_add(*amount);
                *deadly |= deathtouch;
            }
            None => found.push((*object, entry, *amount, deathtouch)),
        }
    }
    let excess = |(object, entry, total, deathtouch): (ObjectId, &Entry, u32, bool)| {
        let room = not_excess(sight.before, object, deathtouch)?;
        let excess = total.saturating_sub(room);
        let fits = excess > 0 && matches(sight.now, scope, what, object);
        fits.then(|| Occurrence::new(entry, Some(object), sight.now.controller(object), excess))
    };
    found.into_iter().filter_map(excess).collect()
}

/// Whether lore counters raised the ability's Saga from below this number to at least this number,
/// once for any number of counters (CR 715.2b).
fn chapter(sight: Sight<'_>, scope: &Scope<'_>, number: u32, happened: &[&Entry]) -> Vec<Occurrence> {
    let lore = lore_counter();
    let saga = scope.source;
    let put = |entry: &&&Entry| match &entry.event {
        Event::CountersPut { on, kind, count, .. } => *on == Entity::Object(saga) && *kind == lore && *count > 0,
        // CR 122.6: it enters with them.
        Event::Moved { became, .. } => became.iter().any(|new| new.id == saga && new.counters.contains_key(&lore)),
        Event::Created { object } => object.id == saga && object.counters.contains_key(&lore),
        _ => false,
    };
    let count = |look: &dyn Look| look.game().object(saga).map_or(0, |object| object.counters_of(&lore));
    let reaches = count(sight.before) < number && count(sight.now) >= number;
    let entry = happened.iter().find(put).filter(|_| reaches);
    entry.map(|entry| Occurrence::new(entry, Some(saga), sight.now.controller(saga), number)).into_iter().collect()
}

/// What "one or more" groups together, by the player, recipient or object that they have in common.
fn together(when: &TriggerEvent, it: &Occurrence, happened: &[&Entry]) -> Option<Entity> {
    match when.several() {
        Several::ByPlayer => it.whose.map(Entity::Player),
        Several::ByObject => it.context.object.map(Entity::Object),
        Several::ByRecipient => match &entry_of(happened, it.context.event)?.event {
            Event::Attacked { target, .. } => Some(*target),
            Event::DamageDealt { to, .. } => Some(*to),
            _ => None,
        },
        Several::InAll => None,
    }
}

/// Whether the same spell or ability has targeted one of them before, as it was announced: all its
/// targets become that at once, though they are chosen for one instance of "target" after another
/// (CR 601.2c, 603.2c).
fn has_become_target(
    sight: Sight<'_>,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    it: &Occurrence,
    happened: &[&Entry],
) -> bool {
    let Some(now) = entry_of(happened, it.context.event) else { return false };
    let Event::BecameTarget { of, .. } = &now.event else { return false };
    let begins = |event: &Event| match event {
        Event::Announced { object, .. } | Event::TargetsChanged { object, .. } => object == of,
        Event::Moved { became, .. } => became.iter().any(|new| new.id == *of),
        Event::Created { object } => object.id == *of,
        _ => false,
    };
    let before = sight.now.game().world().history.latest().skip_while(|entry| entry.no >= now.no);
    let mut before = before.take_while(|entry| !begins(&entry.event));
    let key = together(when, it, happened);
    before.any(|entry| {
        matches!(&entry.event, Event::BecameTarget { of: same, .. } if same == of)
            && occurrences(sight, scope, when, &[entry]).iter().any(|its| together(when, its, &[entry]) == key)
    })
}

/// Occurrences grouped by key: each with all their objects and the sum of their amounts.
fn gathered<K: PartialEq>(found: Vec<Occurrence>, key: impl Fn(&Occurrence) -> K) -> Vec<Occurrence> {
    let mut groups: Vec<(K, Occurrence)> = Vec::new();
    for it in found {
        let its = key(&it);
        let amount = it.context.amount.saturating_mul(i32::try_from(it.times).unwrap_or(i32::MAX));
        match groups.iter_mut().find(|(key, _)| *key == its) {
            Some((_, all)) => {
                let context = &mut all.context;
                context.amount = context.amount.saturating_add(amount);
                if let Some(object) = it.context.object.filter(|id| context.object != Some(*id))
                    && !context.others.contains(&object)
                {
                    context.others.push(object);
                }
                if context.player != it.context.player {
                    context.player = None;
                }
                all.whose = all.whose.filter(|whose| it.whose == Some(*whose));
            }
            None => {
                groups.push((its, Occurrence { context: TriggerContext { amount, ..it.context }, times: 1, ..it }));
            }
        }
    }
    groups.into_iter().map(|(_, it)| it).collect()
}

/// The entries of this turn so far.
pub(crate) fn this_turn(game: &Game) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = game.world().this_turn().filter(|entry| is_happening(entry)).collect();
    entries.reverse();
    entries
}

/// The occurrences of a trigger event this turn so far, in order, each batch by itself. Objects
/// count as they were then (CR 609.8).
pub fn past(look: &dyn Look, until: &Game, scope: &Scope<'_>, when: &TriggerEvent) -> Vec<Occurrence> {
    let mut found = Vec::new();
    each_past(look, until, scope, when, &mut |occurrence, _| found.push(occurrence));
    found
}

/// Whether a trigger event has happened since the present step began, as [`past`] says it of a
/// turn.
pub(crate) fn happened_this_step(look: &dyn Look, scope: &Scope<'_>, when: &TriggerEvent) -> bool {
    let world = look.game().world();
    let since = world.this_turn().take_while(|entry| !matches!(entry.event, Event::TurnStepBegan { .. }));
    let mut entries: Vec<&Entry> = since.filter(|entry| is_happening(entry)).collect();
    entries.reverse();
    let mut happened = false;
    each_among(look, scope, when, (&entries, &witnessed(look.game(), world.this_turn())), &mut |_, _| happened = true);
    happened
}

/// The objects and players of a trigger event's occurrences this turn, each once; and what objects
/// became that it moved to a public zone (CR 400.7d, 609.8).
pub(crate) fn of_this_turn(look: &dyn Look, scope: &Scope<'_>, when: &TriggerEvent) -> (Vec<ObjectId>, Vec<PlayerId>) {
    concerned(look, |found| each_past(look, look.game(), scope, when, found))
}

/// The same for the last turn of a player: the latest that was theirs and is over.
pub(crate) fn of_last_turn(
    look: &dyn Look,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    player: PlayerId,
) -> (Vec<ObjectId>, Vec<PlayerId>) {
    let entries = last_turn(look.game(), player);
    let heard = when.heard();
    if !entries.iter().any(|entry| entry.event.past().meets(heard)) {
        return (Vec::new(), Vec::new());
    }
    let witnessed = witnessed(look.game(), look.game().world().of_this_marker());
    concerned(look, |found| each_among(look, scope, when, (&entries, &witnessed), found))
}

/// The entries of a player's last turn, which is not the one under way; nothing if there is none.
fn last_turn(game: &Game, player: PlayerId) -> Vec<&Entry> {
    let present = game.world().turn.number;
    let mut later: Vec<&Entry> = Vec::new();
    for entry in game.world().of_this_marker() {
        match &entry.event {
            Event::TurnBegan { player: active, number } if *number < present && game.acts_with(*active, player) => {
                later.reverse();
                return later;
            }
            Event::TurnBegan { .. } => later.clear(),
            _ if is_happening(entry) => later.push(entry),
            _ => {}
        }
    }
    Vec::new()
}

/// The objects and players of occurrences, each once.
fn concerned<'a>(
    look: &dyn Look,
    each: impl FnOnce(&mut dyn FnMut(Occurrence, &[&'a Entry])),
) -> (Vec<ObjectId>, Vec<PlayerId>) {
    let game = look.game();
    let (mut objects, mut players) = (Vec::new(), Vec::new());
    each(&mut |Occurrence { context, .. }, happened| {
        for id in context.object.into_iter().chain(context.others) {
            objects.push(id);
            let moved = game.world().departed.get(&id).filter(|it| entry_of(happened, it.entry).is_some());
            let became = moved.iter().flat_map(|it| it.became.iter().copied());
            objects.extend(became.filter(|new| zone_of(game, *new).is_some_and(|zone| zone.is_public())));
        }
        players.extend(context.player);
    });
    let mut seen = BTreeSet::new();
    objects.retain(|id| seen.insert(*id));
    players.sort_unstable();
    players.dedup();
    (objects, players)
}

fn each_past<'a>(
    look: &dyn Look,
    until: &'a Game,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    found: &mut dyn FnMut(Occurrence, &[&'a Entry]),
) {
    let heard = when.heard();
    if !until.world().this_turn().any(|entry| entry.event.past().meets(heard)) {
        return;
    }
    let witnessed = witnessed(look.game(), look.game().world().this_turn());
    each_among(look, scope, when, (&this_turn(until), &witnessed), found);
}

/// Calls back with the occurrences among these entries, with these snapshots.
fn each_among<'a>(
    look: &dyn Look,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    (entries, witnessed): (&[&'a Entry], &[Witness<'_>]),
    found: &mut dyn FnMut(Occurrence, &[&'a Entry]),
) {
    let heard = when.heard();
    let is_heard = |entry: &Entry| entry.event.past().meets(heard);
    // Simultaneous entries have consecutive numbers: bookkeeping between steps is left out.
    for happened in entries.chunk_by(|one, next| one.no.next() == next.no) {
        if !happened.iter().any(|entry| is_heard(entry)) {
            continue;
        }
        let of_it = happened
            .first()
            .zip(happened.last())
            .map_or(&[][..], |(first, last)| of_their_step(witnessed, first.no, last.no));
        let then = AsItWas { look, happened, witnessed: of_it };
        let all = occurrences(Sight { before: &then, now: &then }, scope, when, happened);
        all.into_iter().for_each(|it| found(it, happened));
    }
}

/// A snapshot that was recorded after what happened at once.
struct Witness<'a> {
    /// The entry that records it.
    no: EntryNo,
    /// The first entry of its step that is about the object, or about what it is attached to.
    cause: EntryNo,
    object: ObjectId,
    was: &'a Snapshot,
}

/// The snapshots recorded among these entries, in order.
fn witnessed<'a>(game: &Game, entries: impl Iterator<Item = &'a Entry>) -> Vec<Witness<'a>> {
    if !game.looks_back() {
        return Vec::new();
    }
    let mut found: Vec<_> = entries
        .filter_map(|entry| match &entry.event {
            Event::Witnessed { object, was } => {
                Some(Witness { no: entry.no, cause: entry.cause?, object: *object, was })
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|it| it.no);
    found
}

/// The snapshots of the step with these entries, which come one after another at its end. Facts of
/// one step can have bookkeeping between them.
fn of_their_step<'a, 'b>(witnessed: &'b [Witness<'a>], first: EntryNo, last: EntryNo) -> &'b [Witness<'a>] {
    let later = &witnessed[witnessed.partition_point(|it| it.no < first)..];
    let group = later.chunk_by(|one, next| one.no.next() == next.no).next().unwrap_or_default();
    if group.iter().any(|it| it.cause <= last) { group } else { &[] }
}

/// The present game, with the objects of some events as they were right after them, and those that
/// have left as they were then. A look into the middle of the layers knows nothing of the latter.
struct AsItWas<'a> {
    look: &'a dyn Look,
    happened: &'a [&'a Entry],
    witnessed: &'a [Witness<'a>],
}

impl AsItWas<'_> {
    fn was(&self, id: ObjectId) -> Option<&Snapshot> {
        let witnessed = self.witnessed.iter().find(|it| it.object == id).map(|it| it.was);
        witnessed.or_else(|| left(self.game(), id))
    }
}

/// An object as it was when it left, if it has (CR 609.8, 608.2h).
pub(super) fn left(game: &Game, id: ObjectId) -> Option<&Snapshot> {
    let gone = game.object(id).is_none() && game.phased_out(id).is_none();
    gone.then(|| game.world().departed.get(&id)).flatten().map(|it| &*it.was)
}

impl Look for AsItWas<'_> {
    fn game(&self) -> &Game {
        self.look.game()
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        match self.was(id) {
            Some(was) => match &was.changed {
                Some(changed) => Some(changed),
                None => self.game().printed(was.def).map(|printed| &printed.characteristics),
            },
            None => self.look.characteristics(id),
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        let came = || {
            self.happened.iter().find_map(|entry| match &entry.event {
                Event::Moved { became, .. } => became.iter().find(|new| new.id == id)?.controller,
                Event::Created { object } if object.id == id => object.controller,
                _ => None,
            })
        };
        self.was(id).map_or_else(|| came().or_else(|| self.look.controller(id)), |was| was.controller)
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        self.was(id).map_or_else(|| self.look.is_changed(id), |was| was.changed.is_some())
    }

    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        self.was(id).map_or_else(|| self.look.copiable_values(id), |was| Some(was.copied.unwrap_or(was.def)))
    }

    fn as_it_was(&self, id: ObjectId) -> Option<&Snapshot> {
        self.was(id)
    }

    fn is_of_the_past(&self) -> bool {
        true
    }

    fn attached_then(&self, host: ObjectId) -> Option<Vec<ObjectId>> {
        let about = |entry: &&Entry| entry.event.objects().contains(&host);
        if !self.game().looks_back_at_attachments() || !self.happened.iter().any(about) {
            return None;
        }
        let on_it = |was: &Snapshot| was.attached_to == Some(Entity::Object(host));
        let witnessed = self.witnessed.iter().filter(|it| on_it(it.was)).map(|it| it.object);
        let left = self.happened.iter().filter_map(|entry| match &entry.event {
            Event::Moved { object, was, .. } if on_it(was) => Some(*object),
            _ => None,
        });
        Some(witnessed.chain(left).collect())
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        self.look.more_devotion(player)
    }
}

fn nth_times(
    sight: Sight<'_>,
    scope: &Scope<'_>,
    nth: u32,
    when: &TriggerEvent,
    happened: &[&Entry],
) -> Vec<Occurrence> {
    let found = occurrences(sight, scope, when, happened);
    if found.is_empty() {
        return found;
    }
    let of_players = when.of_players();
    let earlier = past(sight.now, sight.before.game(), scope, when);
    let mut counts: Vec<(Option<PlayerId>, u32)> = Vec::new();
    let mut count = |it: &Occurrence| {
        let its = it.whose.filter(|_| of_players);
        let index = counts.iter().position(|(key, _)| *key == its).unwrap_or_else(|| {
            counts.push((its, 0));
            counts.len() - 1
        });
        let before = counts[index].1;
        counts[index].1 = before.saturating_add(it.times);
        (before, counts[index].1)
    };
    earlier.iter().for_each(|it| {
        count(it);
    });
    let reached = |it: &Occurrence| {
        let (before, after) = count(it);
        (before < nth && nth <= after).then(|| Occurrence { times: 1, ..it.clone() })
    };
    found.iter().filter_map(reached).collect()
}

/// The entry with this number among these events, some of which may be hidden.
pub(crate) fn entry_of<'a>(happened: &[&'a Entry], no: EntryNo) -> Option<&'a Entry> {
    happened.iter().find(|entry| entry.no == no).copied()
}

/// Whether a source deals damage with a keyword ability: it has the ability, by last known
/// information if needed (CR 113.7a), or the damage is dealt as though it had (CR 120.3).
pub(crate) fn deals_with(game: &Game, source: ObjectId, to: Entity, keyword: &Keyword) -> bool {
    let mut has = game.has_keyword(source, keyword);
    for functioning in game.derived().functioning.others() {
        let StaticEffect::AsThough(AsThough::Damage { source: what, players, objects, they }) = &*functioning.effect
        else {
            continue;
        };
        if !they.having.contains(keyword) && !they.lacking.contains(keyword) {
            continue;
        }
        let scope = functioning.scope();
        let to_it = match to {
            _ if players.is_none() && objects.is_none() => true,
            Entity::Player(player) => players.as_ref().is_some_and(|who| is_among(game, &scope, who, player)),
            Entity::Object(id) => objects.as_ref().is_some_and(|filter| matches(game, &scope, filter, id)),
        };
        if to_it && matches(game, &scope, what, source) {
            has = they.having.contains(keyword);
        }
    }
    has
}

/// How much damage to a permanent is not excess (CR 120.4a, 120.10): lethal damage to a creature,
/// the loyalty of a planeswalker, the smaller if it is both.
pub(crate) fn not_excess(look: &dyn Look, object: ObjectId, deathtouch: bool) -> Option<u32> {
    let (game, characteristics) = (look.game(), look.characteristics(object)?);
    let there = game.object(object)?;
    let lethal = characteristics.types.has(CardType::Creature).then(|| {
        let toughness = u32::try_from(characteristics.toughness.unwrap_or(0)).unwrap_or(0);
        let left = toughness.saturating_sub(there.damage);
        if deathtouch { left.min(1) } else { left }
    });
    let loyalty = characteristics.types.has(CardType::Planeswalker).then(|| game.loyalty(object));
    lethal.into_iter().chain(loyalty).min()
}

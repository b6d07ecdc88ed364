//! The trigger events that one entry is, and what it was about (CR 603.2).

use crate::card::{Ability, CounterKind, Filter, Keyword, ManaType, Marking, Players, TriggerEvent, ZoneKind};
use crate::fact::NewObject;
use crate::fact::{
    Component, Entity, Entry, Event, ManaUnit, Manner, ObjectId, Origin, PlayerId, Reservation, Zone, planar_die,
};
use crate::rule;

use super::{Occurrence, Sight, combat, looks_back};
use crate::derive::filter::deeds::manner_of;
use crate::derive::filter::reference::is_turn_of_nobody;
use crate::derive::filter::{is_among, matches, matches_moved, matches_source, matches_there};
use crate::derive::look::scope::Scope;
use crate::derive::look::{Look, produced_by};
use crate::derive::object::links;

/// The occurrences of a trigger event in one entry.
pub(super) fn single(sight: Sight<'_>, scope: &Scope<'_>, when: &TriggerEvent, entry: &Entry) -> Vec<Occurrence> {
    let look = if looks_back(when, &entry.event) { sight.before } else { sight.now };
    let see = Seer { sight, look, scope, entry };
    match &entry.event {
        Event::Moved { .. } | Event::Created { .. } => see.moves(when),
        Event::DamageDealt { .. } => see.damage(when),
        Event::Attacked { .. }
        | Event::Blocked { .. }
        | Event::BecameBlocking { .. }
        | Event::BecameBlocked { .. }
        | Event::WentUnblocked { .. } => see.combat(when),
        Event::BecameCast { .. }
        | Event::BecameActivated { .. }
        | Event::Triggered { .. }
        | Event::BecameTarget { .. }
        | Event::Crewed { .. }
        | Event::Countered { .. } => see.stack(when),
        Event::Attached { .. } | Event::Unattached { .. } | Event::ControlChanged { .. } => see.bonds(when),
        _ => see.others(when),
    }
}

/// One entry, seen by a text with its scope.
struct Seer<'a> {
    sight: Sight<'a>,
    look: &'a dyn Look,
    scope: &'a Scope<'a>,
    entry: &'a Entry,
}

impl Seer<'_> {
    fn fits(&self, filter: &Filter, id: ObjectId) -> bool {
        matches(self.look, self.scope, filter, id)
    }

    /// Whether an object fits where it is: one that is no permanent does only if the filter names
    /// its zone (CR 109.2).
    fn fits_there(&self, filter: &Filter, id: ObjectId) -> bool {
        matches_there(self.look, self.scope, filter, id)
    }

    /// Whether mana is of the type in a trigger event: a given type, the chosen colour, or any
    /// (CR 106.12a).
    fn is_kind(&self, its: ManaType, kind: Option<ManaType>, chosen: bool) -> bool {
        let color = || links::color(self.look.game(), self.scope).map(ManaType::from);
        kind.is_none_or(|kind| kind == its) && (!chosen || color() == Some(its))
    }

    fn named(&self, who: &Players, player: PlayerId) -> bool {
        is_among(self.look, self.scope, who, player)
    }

    fn about(&self, object: Option<ObjectId>, player: Option<PlayerId>, amount: u32) -> Vec<Occurrence> {
        vec![Occurrence::new(self.entry, object, player, amount)]
    }

    /// A card that gets a designation that reserves it, from one of these players if asked for.
    fn reserved(&self, what: &Filter, being: Marking, by: Option<&Players>, event: &Event) -> Vec<Occurrence> {
        let gets = event.reservation().filter(|it| it.being == being && !it.kept);
        let fits = |it: &Reservation| {
            by.is_none_or(|by| it.by.is_some_and(|player| self.named(by, player))) && self.fits(what, it.object)
        };
        gets.filter(fits).map_or_else(Vec::new, |it| self.about(Some(it.object), it.by, 1))
    }

    fn is_among(&self, target: Entity, who: Option<&Players>, objects: Option<&Filter>) -> bool {
        match target {
            Entity::Player(player) => who.is_some_and(|who| self.named(who, player)),
            Entity::Object(object) => objects.is_some_and(|filter| self.fits(filter, object)),
        }
    }

    fn player_of(&self, entity: Entity) -> Option<PlayerId> {
        match entity {
            Entity::Player(player) => Some(player),
            Entity::Object(object) => self.sight.now.controller(object),
        }
    }

    /// Objects that change zones or come into being (CR 603.6).
    fn moves(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let (left, entered, manner) = match &self.entry.event {
            Event::Moved { object, from, became, manner, was } => {
                let manner = manner_of(self.sight.now.game(), self.entry, *manner);
                (Some((*object, *from, was)), became.first(), Some(manner))
            }
            Event::Created { object } => (None, Some(&**object), None),
            _ => return Vec::new(),
        };
        // An object that went to a hidden zone counts as what it was.
        let new = entered.filter(|new| new.zone.kind().is_public()).map(|new| new.id);
        let done = |wanted: Manner, who: &Players, what: &Filter, player: Option<PlayerId>, id: Option<ObjectId>| match (
            player, id,
        ) {
            (Some(player), Some(id)) if manner == Some(wanted) && self.named(who, player) && self.fits(what, id) => {
                self.about(Some(id), Some(player), 1)
            }
            _ => Vec::new(),
        };
        let old = left.map(|(id, ..)| id);
        let owner = left.map(|(_, _, was)| was.owner);
        let controller = left.and_then(|(_, _, was)| was.controller);
        match when {
            TriggerEvent::Moves { what, from, to } => {
                let to_fits = to.is_none_or(|to| entered.is_some_and(|new| to.has(new.zone.kind())));
                // Exiling a card from exile is no zone change (CR 400.8).
                let changes = left.is_none_or(|(_, from, _)| entered.is_none_or(|new| new.zone.kind() != from.kind()));
                let from_fits =
                    changes && from.is_none_or(|zones| left.is_some_and(|(_, from, _)| zones.has(from.kind())));
                let back = looks_back(when, &self.entry.event);
                // An object that leaves is seen as it was, one that enters as it is.
                let subject = if back { old } else { entered.map(|new| new.id) };
                // A new token or ability on the stack comes from nowhere; only the battlefield is
                // entered so.
                let comes = left.is_some()
                    || (to.is_some_and(|to| to.has(ZoneKind::Battlefield))
                        && entered.is_some_and(|new| new.component != Component::Ability));
                // CR 723.3: one permanent leaves, and each of its components arrives.
                let others = match &self.entry.event {
                    Event::Moved { became, .. } if !back => became.get(1..).unwrap_or_default(),
                    _ => &[],
                };
                let subjects = subject.into_iter().chain(others.iter().map(|new| new.id));
                // A reference may name it as it was.
                let before = old.filter(|_| !back);
                let fits = |id: ObjectId| match before {
                    Some(before) => matches_moved((self.look, before), (self.look, id), self.scope, what),
                    None => self.fits(what, id),
                };
                let about = subjects.filter(|id| to_fits && from_fits && comes && fits(*id));
                about.flat_map(|id| self.about(Some(id), self.sight.now.controller(id), 1)).collect()
            }
            TriggerEvent::Discards { who, what, .. } | TriggerEvent::Cycles { who, what, or_discards: true } => {
                // CR 701.8c: in a hidden zone it has no characteristics to ask for.
                let knowable = new.is_some() || !what.asks_for_characteristics();
                let card = new.or(old).filter(|_| knowable);
                self.caused(when, owner, done(Manner::Discard, who, what, owner, card))
            }
            TriggerEvent::FinishesResolving(what) => match new.filter(|_| self.entry.rule == rule!("608.2m")) {
                Some(card)
                    if manner == Some(Manner::Resolve)
                        && entered.is_some_and(|new| new.zone.kind() == ZoneKind::Graveyard)
                        && self.fits(what, card) =>
                {
                    self.about(Some(card), controller, 1)
                }
                _ => Vec::new(),
            },
            TriggerEvent::Mills { who, what } => done(Manner::Mill, who, what, owner, new.or(old)),
            TriggerEvent::Sacrifices { who, what } => done(Manner::Sacrifice, who, what, controller, old),
            TriggerEvent::IsDestroyed { what, by } => match old {
                Some(old) if manner == Some(Manner::Destroy) && self.fits(what, old) => {
                    let destroyer = self.causing();
                    let fits = by.as_ref().is_none_or(|who| destroyer.is_some_and(|player| self.named(who, player)));
                    if fits { self.about(Some(old), destroyer.or(controller), 1) } else { Vec::new() }
                }
                _ => Vec::new(),
            },
            TriggerEvent::PlaysLand { who, what } => {
                let fits = |id| match old {
                    Some(before) => matches_moved((self.look, before), (self.look, id), self.scope, what),
                    None => self.fits(what, id),
                };
                match new.filter(|id| fits(*id)) {
                    Some(_) => done(Manner::Play, who, &Filter::Any, entered.and_then(|new| new.controller), new),
                    None => Vec::new(),
                }
            }
            TriggerEvent::Copies { who, what } => {
                let copy = entered.filter(|new| new.component == Component::Copy && new.zone == Zone::Stack);
                self.comes_into_being(who, what, copy.filter(|_| left.is_none()))
            }
            TriggerEvent::Creates { who, what } => {
                let token = entered.filter(|new| new.component == Component::Token);
                self.comes_into_being(who, what, token.filter(|_| left.is_none()))
            }
            // CR 122.6: counters that it enters with are put on it.
            TriggerEvent::CountersPut { on, kind, reaching } => match entered {
                Some(new) if new.zone == Zone::Battlefield && self.fits(on, new.id) => {
                    let counted = new.counters.iter().filter(|(its, _)| kind.as_ref().is_none_or(|kind| *its == kind));
                    counted.flat_map(|(its, count)| self.put(new.id, its, *count, *reaching)).collect()
                }
                _ => Vec::new(),
            },
            TriggerEvent::LosesControl { who, what } => match (old, controller) {
                (Some(old), Some(player))
                    if left.is_some_and(|(_, from, _)| from == Zone::Battlefield)
                        && self.named(who, player)
                        && self.fits(what, old) =>
                {
                    self.about(Some(old), Some(player), 1)
                }
                _ => Vec::new(),
            },
            // An object that enters attached becomes attached then.
            TriggerEvent::BecomesAttached { what, to: host } => {
                let attached = entered.and_then(|new| Some((new.id, new.attached_to?.object()?)));
                match attached {
                    Some((id, to)) if self.fits(what, id) && self.fits(host, to) => {
                        self.about(Some(to), self.look.controller(to), 1)
                    }
                    _ => Vec::new(),
                }
            }
            TriggerEvent::BecomesUnattached { what, from } => {
                let host = left.and_then(|(_, zone, was)| was.attached_to.filter(|_| zone == Zone::Battlefield));
                self.unattached(what, from, old, host)
            }
            _ => Vec::new(),
        }
    }

    /// A copy or token that comes into being under a player's control (CR 111.2, 707.10).
    fn comes_into_being(&self, who: &Players, what: &Filter, new: Option<&NewObject>) -> Vec<Occurrence> {
        match new {
            Some(new) if self.named(who, new.owner) && self.fits(what, new.id) => {
                self.about(Some(new.id), Some(new.owner), 1)
            }
            _ => Vec::new(),
        }
    }

    /// Counters put on an object: once for each, or once as the object reaches a number of them
    /// (CR 122.7).
    fn put(&self, object: ObjectId, kind: &CounterKind, count: u32, reaching: Option<u32>) -> Vec<Occurrence> {
        let Some(reached) = reaching else { return self.counters(object, count) };
        let there = self.sight.now.game().object(object).map_or(count, |it| it.counters_of(kind));
        let reaches = count > 0 && there >= reached && there.saturating_sub(count) < reached;
        if reaches { self.about(Some(object), self.sight.now.controller(object), 1) } else { Vec::new() }
    }

    fn counters(&self, object: ObjectId, count: u32) -> Vec<Occurrence> {
        let one = self.about(Some(object), self.sight.now.controller(object), 1);
        one.into_iter().map(|it| Occurrence { times: count, ..it }).filter(|it| it.times > 0).collect()
    }

    fn unattached(
        &self,
        what: &Filter,
        from: &Filter,
        object: Option<ObjectId>,
        host: Option<Entity>,
    ) -> Vec<Occurrence> {
        match (object, host.and_then(Entity::object)) {
            (Some(object), Some(host)) if self.fits(what, object) && self.fits(from, host) => {
                self.about(Some(host), self.look.controller(host), 1)
            }
            _ => Vec::new(),
        }
    }

    /// Damage, from its source and to its recipient (CR 120).
    fn damage(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let Event::DamageDealt { source, to, amount, combat: is } = &self.entry.event else { return Vec::new() };
        let kind_fits = |combat: bool, noncombat: bool| (!combat || *is) && (!noncombat || !is);
        let to_fits = |who: &Option<Players>, what: &Option<Filter>| match to {
            Entity::Player(player) => who.as_ref().is_some_and(|who| self.named(who, *player)),
            Entity::Object(object) => what.as_ref().is_some_and(|what| self.fits(what, *object)),
        };
        match when {
            TriggerEvent::DealsDamage { source: by, combat, noncombat, to_players, to_objects }
                if kind_fits(*combat, *noncombat) && self.fits(by, *source) =>
            {
                let to_anything = to_players.is_none() && to_objects.is_none();
                if !to_anything && !to_fits(to_players, to_objects) {
                    return Vec::new();
                }
                let object = if to_objects.is_some() { to.object() } else { Some(*source) };
                let mut found = self.about(object, self.player_of(*to), *amount);
                found.iter_mut().for_each(|it| it.context.source = Some(*source));
                found
            }
            TriggerEvent::IsDealtDamage { what, who, combat, noncombat }
                if kind_fits(*combat, *noncombat) && to_fits(who, what) =>
            {
                self.about(to.object(), self.player_of(*to), *amount)
            }
            _ => Vec::new(),
        }
    }

    /// Attacking and blocking (CR 508.3, 509.5).
    fn combat(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let many = |objects: &Vec<ObjectId>| u32::try_from(objects.len()).unwrap_or(u32::MAX);
        match (when, &self.entry.event) {
            (TriggerEvent::Attacks(filter), Event::Attacked { object, target }) if self.fits(filter, *object) => {
                self.about(Some(*object), self.player_of(*target), 1)
            }
            (TriggerEvent::AttacksThat { what, players: who, objects }, Event::Attacked { object, target })
                if self.fits(what, *object) && self.is_among(*target, who.as_ref(), objects.as_ref()) =>
            {
                self.about(Some(*object), self.player_of(*target), 1)
            }
            // CR 509.5a: not a creature that was already blocking and is made to block another one
            // (CR 509.6).
            (TriggerEvent::Blocks(filter), Event::Blocked { object, attackers })
                if (self.entry.rule != rule!("509.6")
                    || combat::blocks(self.sight.before.game(), *object).is_none())
                    && self.fits(filter, *object) =>
            {
                self.about(Some(*object), None, many(attackers))
            }
            // CR 509.5c: an attacking creature that is already blocked does not become blocked.
            (TriggerEvent::BecomesBlocked(filter), Event::BecameBlocked { object, by })
                if combat::blocked_by(self.sight.before.game(), *object).is_none() && self.fits(filter, *object) =>
            {
                self.about(Some(*object), None, many(by))
            }
            (TriggerEvent::BlocksCreature { what, creature }, Event::Blocked { object, attackers })
                if self.fits(what, *object) =>
            {
                let blocked = attackers.iter().filter(|attacker| self.fits(creature, **attacker));
                blocked.flat_map(|attacker| self.about(Some(*attacker), None, 1)).collect()
            }
            // Each blocker records which creatures it blocks, including later and further blockers
            // (CR 509.5d).
            (
                TriggerEvent::BecomesBlockedBy { what, by },
                Event::Blocked { object, attackers } | Event::BecameBlocking { object, attackers },
            ) if self.fits(by, *object) => {
                let blocked = attackers.iter().filter(|attacker| self.fits(what, **attacker));
                blocked.flat_map(|_| self.about(Some(*object), None, 1)).collect()
            }
            (TriggerEvent::AttacksUnblocked(filter), Event::WentUnblocked { object }) if self.fits(filter, *object) => {
                self.about(Some(*object), None, 1)
            }
            _ => Vec::new(),
        }
    }

    /// Spells and abilities: cast, activated, triggered, targeting, countered.
    fn stack(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        match (when, &self.entry.event) {
            (TriggerEvent::Casts(who, what), Event::BecameCast { object, player })
                if self.named(who, *player) && self.fits(what, *object) =>
            {
                self.about(Some(*object), Some(*player), 1)
            }
            (TriggerEvent::Activates { who, what, mana, boast }, Event::BecameActivated { source, origin, player })
                if self.named(who, *player)
                    && matches_source(self.look, self.scope, what, *source)
                    && (!boast || self.keyword_of(*source, origin, |it| matches!(it, Keyword::Boast(_)))) =>
            {
                let now = self.sight.now.game();
                let is_it = |id: &&ObjectId| {
                    let ability = now.object(**id).and_then(|object| object.ability.as_deref());
                    ability.is_some_and(|it| it.source == *source && it.origin.as_ref() == Some(origin))
                };
                // A mana ability is never on the stack (CR 605.3b).
                match now.world().stack.iter().rev().find(is_it) {
                    None if !mana => Vec::new(),
                    on_stack => self.about(Some(on_stack.copied().unwrap_or(*source)), Some(*player), 1),
                }
            }
            (TriggerEvent::Triggers(what), Event::Triggered { id, source, controller, .. })
                if matches_source(self.look, self.scope, what, *source) =>
            {
                let mut found = self.about(Some(*source), Some(*controller), 1);
                found.iter_mut().for_each(|it| it.context.ability = Some(*id));
                found
            }
            (TriggerEvent::BecomesTarget { what, by }, Event::BecameTarget { target: Entity::Object(object), of })
                if self.fits_there(what, *object) && self.first_aim() =>
            {
                match self.sight.now.controller(*of) {
                    Some(player) if self.named(by, player) => self.about(Some(*of), Some(player), 1),
                    _ => Vec::new(),
                }
            }
            (
                TriggerEvent::PlayerBecomesTarget { who, by },
                Event::BecameTarget { target: Entity::Player(aimed), of },
            ) if self.named(who, *aimed) && self.first_aim() => match self.sight.now.controller(*of) {
                Some(player) if self.named(by, player) => {
                    let it = self.about(Some(*of), Some(player), 1);
                    it.into_iter().map(|it| it.of(*aimed)).collect()
                }
                _ => Vec::new(),
            },
            (TriggerEvent::Crews { what, vehicle }, Event::Crewed { object, by }) if self.fits(vehicle, *object) => {
                let crew = by.iter().filter(|creature| self.fits(what, **creature));
                crew.flat_map(|_| self.about(Some(*object), self.look.controller(*object), 1)).collect()
            }
            (TriggerEvent::IsCountered { what, by }, Event::Countered { object }) if self.fits(what, *object) => {
                let counterer = self.causing();
                let fits = by.as_ref().is_none_or(|who| counterer.is_some_and(|player| self.named(who, player)));
                if fits { self.about(Some(*object), self.look.controller(*object), 1) } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    /// Whether the spell or ability did not target this already: several targets of one count once,
    /// and what stays a target as targets change does not become one (CR 115.7).
    fn first_aim(&self) -> bool {
        let Event::BecameTarget { target, of } = &self.entry.event else { return false };
        let mut changed = false;
        for entry in self.sight.now.game().world().history.latest().filter(|entry| entry.no < self.entry.no) {
            match &entry.event {
                Event::BecameTarget { target: t, of: o } if t == target && o == of => return false,
                Event::TargetsChanged { object, targets } if object == of && changed => {
                    return !targets.iter().flatten().any(|it| it == target);
                }
                Event::TargetsChanged { object, .. } if object == of => changed = true,
                _ => {}
            }
        }
        true
    }

    /// The object whose resolution caused the entry.
    fn resolving(&self) -> Option<ObjectId> {
        let mut cause = self.entry.cause?;
        loop {
            let entry = self.sight.now.game().world().entry(cause)?;
            match entry.event {
                Event::ResolutionBegan { object } => return Some(object),
                // A replaced action keeps its original cause, and so does what is done for one of
                // several.
                Event::Replaced { .. } | Event::Considered { .. } | Event::AppliedFor { .. } => cause = entry.cause?,
                _ => return None,
            }
        }
    }

    /// Of discards those that a player causes whom the event names, if it names one.
    fn caused(&self, when: &TriggerEvent, owner: Option<PlayerId>, discarded: Vec<Occurrence>) -> Vec<Occurrence> {
        let TriggerEvent::Discards { by: Some(by), .. } = when else { return discarded };
        let (Some(causes), Some(owner)) = (self.causing(), owner) else { return Vec::new() };
        let caused = discarded.into_iter().filter(|_| self.named(by, causes));
        caused.flat_map(|it| self.about(it.context.object, Some(causes), 1)).map(|it| it.of(owner)).collect()
    }

    /// The player who controls the spell or ability whose resolution caused the entry.
    fn causing(&self) -> Option<PlayerId> {
        self.resolving().and_then(|by| self.sight.now.controller(by))
    }

    /// Whether an ability of an object is a keyword ability of this kind.
    fn keyword_of(&self, id: ObjectId, origin: &Origin, is: fn(&Keyword) -> bool) -> bool {
        let abilities = self.look.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default();
        let instance = abilities.iter().find(|instance| instance.origin == *origin);
        matches!(instance.map(|it| &*it.ability), Some(Ability::Keyword(keyword)) if is(keyword))
    }

    /// Whether the evolve ability of this creature is resolving (CR 702.100b).
    fn evolves(&self, creature: ObjectId) -> bool {
        let resolving = self.resolving().and_then(|id| self.sight.now.game().object(id));
        let ability = resolving.and_then(|object| object.ability.as_deref()).filter(|it| it.source == creature);
        let origin = ability.and_then(|it| it.origin.as_ref());
        origin.is_some_and(|origin| self.keyword_of(creature, origin, |it| *it == Keyword::Evolve))
    }

    /// Attachments and control (CR 603.10c-d).
    fn bonds(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let host_before = |object: &ObjectId| self.sight.before.game().object(*object).and_then(|it| it.attached_to);
        match (when, &self.entry.event) {
            (TriggerEvent::BecomesAttached { what, to: host }, Event::Attached { object, to, .. })
                if self.fits(what, *object) =>
            {
                match to.object() {
                    Some(to) if self.fits(host, to) => self.about(Some(to), self.look.controller(to), 1),
                    _ => Vec::new(),
                }
            }
            (TriggerEvent::BecomesUnattached { what, from }, Event::Unattached { object }) => {
                self.unattached(what, from, Some(*object), host_before(object))
            }
            (TriggerEvent::BecomesUnattached { what, from }, Event::Attached { object, to, .. }) => {
                self.unattached(what, from, Some(*object), host_before(object).filter(|host| host != to))
            }
            (TriggerEvent::LosesControl { who, what }, Event::ControlChanged { object, from, .. })
                if self.named(who, *from) && self.fits_there(what, *object) =>
            {
                self.about(Some(*object), Some(*from), 1)
            }
            (TriggerEvent::GainsControl { who, what }, Event::ControlChanged { object, to, .. })
                if self.named(who, *to) && self.fits_there(what, *object) =>
            {
                self.about(Some(*object), Some(*to), 1)
            }
            _ => Vec::new(),
        }
    }

    /// Turn steps, statuses, cards, life, mana, counters.
    fn others(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        // An event belongs to one of these groups, so at most one of them finds it.
        let mut found = self.of_steps_and_statuses(when);
        if found.is_empty() {
            found = self.of_players(when);
        }
        if found.is_empty() { self.of_mana_and_counters(when) } else { found }
    }

    /// Times, statuses and designations (CR 500, 110.5, 724).
    fn of_steps_and_statuses(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let controller = |id: ObjectId| self.sight.now.controller(id);
        match (when, &self.entry.event) {
            // CR 805.4d: with shared turns it is the step of each player of the active team.
            (TriggerEvent::BeginningOf(step, whose), Event::TurnStepBegan { step: began }) if step == began => {
                let game = self.sight.now.game();
                // CR 800.4j: each such step, also in a turn without an active player.
                if game.lacks_active_player() {
                    let each = *whose == Players::Each && is_turn_of_nobody(self.look, self.scope);
                    return if each { self.about(None, None, 1) } else { Vec::new() };
                }
                let active = game.turn_mates(game.world().turn.active).into_iter();
                active.filter(|id| self.named(whose, *id)).flat_map(|id| self.about(None, Some(id), 1)).collect()
            }
            (TriggerEvent::BecomesTapped(what), Event::Tapped { object })
            | (TriggerEvent::BecomesUntapped(what), Event::Untapped { object })
            | (TriggerEvent::TurnedFaceUp(what), Event::PermanentTurnedFaceUp { object, .. })
                if self.fits(what, *object) =>
            {
                self.about(Some(*object), controller(*object), 1)
            }
            (TriggerEvent::BecomesLevel { what, level }, Event::BecameLevel { object, level: now })
                if level.is_none_or(|level| level == *now) && self.fits(what, *object) =>
            {
                self.about(Some(*object), controller(*object), *now)
            }
            (TriggerEvent::ItBecomes { time, changes }, Event::BecameDayOrNight { was, is })
                if time.is_none_or(|time| time == *is) && (!changes || was.is_some()) =>
            {
                self.about(None, None, 1)
            }
            (TriggerEvent::PhasesOut(what), Event::PhasedOut { object, .. })
            | (TriggerEvent::PhasesIn(what), Event::PhasedIn { object, .. })
                if self.fits(what, *object) =>
            {
                self.about(Some(*object), controller(*object), 1)
            }
            (
                TriggerEvent::ExiledThisWay(what),
                Event::Noted { object, link, note: crate::fact::Note::Exiled(card) },
            ) if *object == self.scope.source
                && self.scope.origin.and_then(crate::fact::Origin::link).as_ref() == Some(link)
                && self.fits(what, *card) =>
            {
                self.about(Some(*card), None, 1)
            }
            (TriggerEvent::Exerts { who, what, this_way }, Event::Exerted { player, object, link })
                if self.named(who, *player)
                    && self.fits(what, *object)
                    && (!this_way
                        || link.as_deref().is_some_and(|link| {
                            self.scope.origin.and_then(crate::fact::Origin::link).as_ref() == Some(link)
                        })) =>
            {
                self.about(Some(*object), Some(*player), 1)
            }
            (TriggerEvent::Explores(what), Event::Explored { object, player }) if self.fits(what, *object) => {
                self.about(Some(*object), Some(*player), 1)
            }
            (
                TriggerEvent::BecomesMarked { what, being, by: None },
                Event::BecameMarked { object, being: now, number },
            ) if being == now && self.fits(what, *object) => self.about(Some(*object), controller(*object), *number),
            (TriggerEvent::BecomesMarked { what, being, by }, event) => self.reserved(what, *being, by.as_ref(), event),
            // The championed object is described as it was.
            (TriggerEvent::Champions { what, by }, Event::Championed { object, by: champion })
                if matches(self.sight.before, self.scope, what, *object) && self.fits(by, *champion) =>
            {
                self.about(Some(*object), controller(*champion), 1)
            }
            (TriggerEvent::Clashes { who, wins }, Event::Clashed { player, opponent, winner }) => {
                let clashes = |id: &&PlayerId| self.named(who, **id) && (!wins || *winner == Some(**id));
                let clashing = [player, opponent].into_iter().filter(clashes);
                clashing.flat_map(|id| self.about(None, Some(*id), 1)).collect()
            }
            (TriggerEvent::Exploits(what), Event::Exploited { object, by }) if self.fits(what, *by) => {
                self.about(Some(*object), controller(*by), 1)
            }
            (TriggerEvent::Cycles { who, what, or_discards: false }, Event::Cycled { player, object })
                if self.named(who, *player) && self.fits(what, *object) =>
            {
                self.about(Some(*object), Some(*player), 1)
            }
            (TriggerEvent::Transforms { what, into }, Event::Transformed { object, .. })
                if self.fits(what, *object) && into.as_ref().is_none_or(|into| self.fits(into, *object)) =>
            {
                self.about(Some(*object), controller(*object), 1)
            }
            // CR 702.140d: melding merges too, but nothing mutates.
            (TriggerEvent::Mutates(what), Event::Merged { into, was, .. })
                if was.zone == Zone::Stack && self.fits(what, *into) =>
            {
                self.about(Some(*into), controller(*into), 1)
            }
            (
                TriggerEvent::RevealedThisWay(what),
                Event::Noted { object, link, note: crate::fact::Note::Revealed(card) },
            ) if *object == self.scope.source
                && self.scope.origin.and_then(crate::fact::Origin::link).as_ref() == Some(link)
                && self.fits(what, *card) =>
            {
                self.about(Some(*card), controller(*object), 1)
            }
            _ => Vec::new(),
        }
    }

    /// Players: cards, life, prevented damage, coins and dice.
    fn of_players(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        match (when, &self.entry.event) {
            (TriggerEvent::Draws(who), Event::Drew { player }) if self.named(who, *player) => {
                self.about(None, Some(*player), 1)
            }
            (TriggerEvent::EntersRoom { name, .. }, Event::VentureMarkerMoved { player, dungeon, name: room, .. })
                if *dungeon == self.scope.source && name == room =>
            {
                self.about(Some(*dungeon), Some(*player), 1)
            }
            // Not as the game is a draw for them (CR 603.9, 801.15-16).
            (TriggerEvent::LosesGame(who), Event::LeftGame { player })
                if self.entry.rule == rule!("104.5") && self.named(who, *player) =>
            {
                self.about(None, Some(*player), 1)
            }
            (TriggerEvent::RollsChaos(who), Event::PlanarDieRolled { player, natural: planar_die::CHAOS, .. })
            | (TriggerEvent::RollsPlaneswalker(who), Event::PlanarDieRolled { player, natural: planar_die::PLANESWALKER, .. })
            // Its number is no result (CR 706.6).
            | (TriggerEvent::RollsDice { who, result: None }, Event::PlanarDieRolled { player, .. })
                if self.named(who, *player) =>
            {
                self.about(None, Some(*player), 0)
            }
            (TriggerEvent::PlaneswalksTo(what) | TriggerEvent::Encounters(what), Event::Planeswalked { player, to, .. }) => {
                let to = to.filter(|to| self.fits(what, *to));
                to.map(|to| self.about(Some(to), Some(*player), 1)).unwrap_or_default()
            }
            (TriggerEvent::SetsInMotion(what), Event::SetInMotion { player, scheme }) if self.fits(what, *scheme) => {
                self.about(Some(*scheme), Some(*player), 1)
            }
            (TriggerEvent::PlaneswalksAway(what), Event::Planeswalked { player, from, .. }) => {
                let from = from.iter().filter(|from| self.fits(what, **from));
                from.flat_map(|from| self.about(Some(*from), Some(*player), 1)).collect()
            }
            (TriggerEvent::Ventures(who), Event::VentureMarkerMoved { player, .. })
            | (TriggerEvent::CompletesDungeon(who), Event::DungeonCompleted { player, .. })
                if self.named(who, *player) =>
            {
                self.about(None, Some(*player), 1)
            }
            (TriggerEvent::FinishVoting, Event::VotingFinished { votes, .. }) if !votes.is_empty() => {
                self.about(None, None, 1)
            }
            (TriggerEvent::Scries(who), Event::Scried { player, cards })
            | (TriggerEvent::Surveils(who), Event::Surveilled { player, cards })
                if self.named(who, *player) =>
            {
                self.about(None, Some(*player), *cards)
            }
            (TriggerEvent::BecomesMonarch(who), Event::BecameMonarch { player, .. })
            | (TriggerEvent::Searches(who), Event::Searched { player, .. })
            | (TriggerEvent::Shuffles(who), Event::Shuffled { player, .. })
                if self.named(who, *player) =>
            {
                self.about(None, Some(*player), 1)
            }
            (TriggerEvent::Searches(who), Event::SearchedZones { player, zones, .. })
                if zones.contains(&ZoneKind::Library) && self.named(who, *player) =>
            {
                self.about(None, Some(*player), 1)
            }
            (TriggerEvent::Reveals { who, what }, Event::Revealed { player, cards }) if self.named(who, *player) => {
                let shown = cards.iter().filter(|(card, _)| self.fits(what, *card));
                shown.flat_map(|(card, _)| self.about(Some(*card), Some(*player), 1)).collect()
            }
            (TriggerEvent::GainsLife(who), Event::LifeGained { player, amount })
            | (TriggerEvent::LosesLife(who), Event::LifeLost { player, amount })
                if self.named(who, *player) =>
            {
                self.about(None, Some(*player), *amount)
            }
            (
                TriggerEvent::DamageIsPrevented { source, players: who, objects },
                Event::DamagePrevented { damage, .. },
            ) => {
                let anything = who.is_none() && objects.is_none();
                let whom = |to: &Entity| match to {
                    Entity::Player(player) => who.as_ref().is_some_and(|who| self.named(who, *player)),
                    Entity::Object(object) => objects.as_ref().is_some_and(|what| self.fits(what, *object)),
                };
                let fits = |(by, to, _): &&(ObjectId, Entity, u32)| self.fits(source, *by) && (anything || whom(to));
                let fitting: Vec<_> = damage.iter().filter(fits).collect();
                let total = fitting.iter().map(|(_, _, amount)| *amount).fold(0, u32::saturating_add);
                let first = fitting.first().map(|(by, to, _)| self.about(Some(*by), to.player(), total));
                first.unwrap_or_default()
            }
            (TriggerEvent::FlipsCoin { who, result }, Event::CoinFlipped { player, heads, won, .. })
                if self.named(who, *player) && result.is_none_or(|side| side.is(*heads, *won)) =>
            {
                self.about(None, Some(*player), 1)
            }
            // A roll of several dice is one event; a result belongs to a die (CR 706.2). Ignored
            // rolls never happened (CR 706.5).
            (TriggerEvent::RollsDice { who, result }, Event::DiceRolled { player, natural, ignored, plus, .. })
                if self.named(who, *player) && !(natural.is_empty() && ignored.is_empty()) =>
            {
                let results = natural.iter().map(|number| number.saturating_add_signed(*plus));
                match result {
                    None => self.about(None, Some(*player), results.fold(0, u32::saturating_add)),
                    Some((comparison, than)) => results
                        .filter(|number| comparison.holds(i32::try_from(*number).unwrap_or(i32::MAX), *than))
                        .flat_map(|number| self.about(None, Some(*player), number))
                        .collect(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Mana and counters (CR 106, 122).
    fn of_mana_and_counters(&self, when: &TriggerEvent) -> Vec<Occurrence> {
        let kind_fits = |kind: &Option<CounterKind>, its: &CounterKind| kind.as_ref().is_none_or(|kind| kind == its);
        let controller = |id: ObjectId| self.sight.now.controller(id);
        match (when, &self.entry.event) {
            (TriggerEvent::TapsForMana { who, what, kind, chosen }, Event::TappedForMana { player, object })
                if self.named(who, *player) && self.fits(what, *object) =>
            {
                let produced = || produced_by(self.sight.now.game(), self.entry);
                let any = (kind.is_none() && !chosen) || produced().iter().any(|it| self.is_kind(*it, *kind, *chosen));
                if any { self.about(Some(*object), Some(*player), 1) } else { Vec::new() }
            }
            (TriggerEvent::AddsMana { who, source, kind, chosen }, Event::ManaAdded { player, units })
                if self.named(who, *player) =>
            {
                let counts = |it: &&ManaUnit| self.is_kind(it.kind, *kind, *chosen) && self.fits(source, it.source);
                let amount = units.iter().filter(counts).count();
                let by = units.iter().find(counts).map(|it| it.source);
                match by {
                    Some(by) => self.about(Some(by), Some(*player), u32::try_from(amount).unwrap_or(u32::MAX)),
                    None => Vec::new(),
                }
            }
            (TriggerEvent::Evolves(what), Event::CountersPut { on: Entity::Object(object), kind, .. })
                if *kind == CounterKind::PowerToughness(1, 1) && self.fits(what, *object) && self.evolves(*object) =>
            {
                self.about(Some(*object), controller(*object), 1)
            }
            (
                TriggerEvent::CountersPut { on, kind, reaching },
                Event::CountersPut { on: Entity::Object(object), kind: its, count, .. },
            ) if kind_fits(kind, its) && self.fits_there(on, *object) => self.put(*object, its, *count, *reaching),
            (
                TriggerEvent::CountersRemoved { from, kind, last },
                Event::CountersRemoved { from: Entity::Object(object), kind: its, count },
            ) if kind_fits(kind, its) && self.fits_there(from, *object) => {
                let left = self.sight.now.game().object(*object).map_or(0, |it| it.counters_of(its));
                match (last, left) {
                    (false, _) => self.counters(*object, *count),
                    (true, 0) => self.about(Some(*object), controller(*object), 1),
                    (true, _) => Vec::new(),
                }
            }
            (
                TriggerEvent::GetsCounters { who, kind },
                Event::CountersPut { on: Entity::Player(player), kind: its, count, .. },
            ) if kind == its && self.named(who, *player) => {
                let one = self.about(None, Some(*player), 1);
                one.into_iter().map(|it| Occurrence { times: *count, ..it }).collect()
            }
            _ => Vec::new(),
        }
    }
}

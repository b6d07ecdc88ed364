//! Common questions to a game: present characteristics and controllers, turn order, opponents.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, ActivatedAbility, CardType, CounterKind, Keyword, Reads, TriggerEvent, ZoneKind};
use crate::fact::variant::ALTERNATING_TEAMS;
use crate::fact::{
    AbilityInstance, AbilityRef, Action, Characteristics, Component, DefId, EffectId, EffectKey, Entity, EntryNo,
    Event, Frame, InTurn, Manner, ObjectId, Origin, PlayerId, ResolveFrame, Snapshot, StackAbility, Zone,
};
use crate::rule::Rule;
use crate::state::cache::{MechanismSources, is_shield, may_end_at_any_event};
use crate::state::game::{Known, definition_of};
use crate::state::{AttackOption, ContinuousEffect, DefinitionValues, Derived, Game, Listening, Object, Summary};

use super::cast::face_down::{is_manifested, listed};
use super::layers::copiable::copiable;
use super::layers::{again, derive, working::nothing};
use super::look::{Look, in_range};
use super::object::printed::printed;
use super::object::telling_apart;

impl Look for Game {
    fn game(&self) -> &Game {
        self
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        match self.object(id) {
            Some(object) => self.characteristics_of(object),
            None => {
                let was = &self.world().departed.get(&id)?.was;
                match &was.changed {
                    Some(changed) => Some(changed),
                    None => self.printed(was.def).map(|printed| &printed.characteristics),
                }
            }
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        match self.object(id) {
            Some(object) => self.controller_of(object),
            None => self.world().departed.get(&id)?.was.controller,
        }
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        self.derived().changed.contains_key(&id)
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        self.derived().devotion.get(&player).copied().unwrap_or(0)
    }

    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        copiable(self, id)
    }

    fn controller_of(&self, object: &Object) -> Option<PlayerId> {
        let controllers = &self.derived().controllers;
        if controllers.is_empty() {
            return object.controller;
        }
        controllers.get(&object.id).copied().or(object.controller)
    }
}

/// The mechanisms of permanents with a keyword ability, among these characteristics.
fn mechanisms_of<'a>(all: impl Iterator<Item = &'a Arc<Characteristics>>) -> Mechanisms {
    let keywords = all.flat_map(|it| it.keywords());
    keywords.fold(Mechanisms::NONE, |all, keyword| all | Mechanisms::of_permanents_with(keyword))
}

impl Game {
    /// The derived values for this version of the state.
    pub fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| {
            let again = self.stale.as_deref().and_then(|stale| again(self, stale));
            Arc::new(again.unwrap_or_else(|| derive(self, &mut ())))
        })
    }

    /// The characteristics of an object that exists.
    pub(crate) fn characteristics_of(&self, object: &Object) -> Option<&Characteristics> {
        let changed = &self.derived().changed;
        let changed = if changed.is_empty() { None } else { changed.get(&object.id) };
        match changed {
            None if object.face_down.is_some() => Some(nothing()),
            Some(changed) => Some(changed),
            None => self.printed_on(object).map(|printed| &printed.characteristics),
        }
    }

    /// The controller of an object, or the owner if it has no controller (CR 108.4a).
    pub(crate) fn controller_or_owner(&self, id: ObjectId) -> Option<PlayerId> {
        self.controller(id).or_else(|| self.object(id).map(|object| object.owner))
    }

    /// The triggered abilities that function in this version of the state (CR 603, 113.6).
    pub(crate) fn listening(&self) -> &[Listening] {
        self.derived().listening.get_or_init(|| Arc::new(self.find_listening()))
    }

    /// Whether one of them could trigger on events of these kinds ([`Listening::hears`]).
    pub(crate) fn hears(&self, kinds: Reads) -> bool {
        let all = || self.listening().iter().fold(Reads::NOTHING, |all, listening| all | listening.heard);
        let heard = *self.derived().heard.get_or_init(all);
        heard == Reads::EVERYTHING || heard.meets(kinds)
    }

    /// Whether one of them could look at the game as it was before something moved, or before
    /// anything rarer (CR 603.10). What enters the battlefield is looked at there (CR 603.6a).
    pub(crate) fn listens_back(&self) -> bool {
        let battlefield = Some(ZoneKind::Battlefield.into());
        let enters =
            |when: &TriggerEvent| matches!(when.innermost(), TriggerEvent::Moves { to, .. } if *to == battlefield);
        let looks_back =
            |when: &TriggerEvent| when.heard().meets(Reads::PAST_MOVES | Reads::PAST_REST) && !enters(when);
        let listens_back = |listening: &Listening| match &*listening.instance.ability {
            Ability::Triggered(ability) => ability.when.alternatives().into_iter().any(looks_back),
            _ => true,
        };
        *self.derived().heard_back.get_or_init(|| self.listening().iter().any(listens_back))
    }

    fn find_listening(&self) -> Vec<Listening> {
        let mut found = Vec::new();
        let derived = self.derived();
        for object in self.objects_with_abilities_or(derived.changed.keys().copied()) {
            let changed = derived.changed.contains_key(&object.id);
            if !changed && !self.printed(object.def).is_some_and(|printed| printed.triggers) {
                continue;
            }
            let Some(characteristics) = self.characteristics(object.id) else { continue };
            for instance in characteristics.abilities.iter().flat_map(AbilityInstance::triggered) {
                let Ability::Triggered(ability) = &*instance.ability else { continue };
                if ability.functions_in(object.zone.kind()) && object.component != Component::Ability {
                    let controller = self.controller(object.id).unwrap_or(object.owner);
                    let heard = ability.when.heard();
                    found.push(Listening { object: object.id, controller, instance, heard });
                }
            }
        }
        found
    }

    /// Everything that follows from a definition alone.
    pub fn printed(&self, def: DefId) -> Option<&DefinitionValues> {
        let interned = self.definitions().get(def.0 as usize)?;
        let work_out = || Arc::new(printed(def, &interned.definition));
        Some(interned.printed.get_or_init(|| {
            let known = Known::of(&interned.definition);
            let (place, there) = known.printed.get_or_init(|| (def, work_out()));
            // Its abilities are numbered by its place.
            if *place == def { Arc::clone(there) } else { work_out() }
        }))
    }

    /// What is printed on an object, given its definition and status (CR 710.2).
    pub fn printed_on(&self, object: &Object) -> Option<&DefinitionValues> {
        let printed = self.printed(object.def)?;
        Some(printed.as_status(object.flipped))
    }

    /// The printed power and toughness of an object, including stars (CR 208.1-2).
    pub fn printed_size(&self, object: &Object) -> Option<String> {
        let face = self.face(object.def)?;
        let flipped = face.flipped.as_deref().filter(|_| object.flipped);
        let (power, toughness) = flipped.map_or((face.power, face.toughness), |it| (it.power, it.toughness));
        Some(format!("{}/{}", power?, toughness?))
    }

    /// What the definitions of the game bring into it.
    pub fn summary(&self) -> &Summary {
        self.summary_cache().get_or_init(|| Arc::new(self.summarize()))
    }

    fn summarize(&self) -> Summary {
        let mut summary = Summary { zones: vec![ZoneKind::Battlefield], ..Summary::default() };
        for printed in self.def_ids().filter_map(|def| self.printed(def)) {
            summary.mechanisms |= printed.mechanisms;
            summary.zones.extend(&printed.zones);
            summary.activates.extend(&printed.activates);
            summary.permits |= printed.is_playable_elsewhere();
            summary.conditional.extend(printed.asks.iter().map(|(zone, _)| *zone));
            summary.varies.extend(printed.activates.iter().copied().filter(|zone| printed.varies_in(*zone)));
        }
        for zones in [&mut summary.zones, &mut summary.activates, &mut summary.conditional, &mut summary.varies] {
            zones.sort_unstable();
            zones.dedup();
        }
        summary
    }

    /// Whether a definition of the game names one of these mechanisms. If not, nothing in the game
    /// has it.
    pub(crate) fn has_mechanism(&self, any: Mechanisms) -> bool {
        self.summary().mechanisms.has(any)
    }

    /// Whether an object could have one of these mechanisms: its definition names it, or an effect
    /// changes the object.
    pub(crate) fn could_have(&self, object: &Object, any: Mechanisms) -> bool {
        self.printed(object.def).is_none_or(|printed| printed.mechanisms.has(any)) || self.is_changed(object.id)
    }

    /// The permanents that bring one of these mechanisms into the game: their definition names it,
    /// or they are merged or face down. In the order of the battlefield.
    pub(crate) fn permanents_naming(&self, any: Mechanisms) -> impl Iterator<Item = ObjectId> {
        let naming = self.naming();
        let each = if naming.all.has(any) { naming.each.as_slice() } else { &[] };
        each.iter().filter(move |(_, named)| named.has(any)).map(|(id, _)| *id)
    }

    fn naming(&self) -> &MechanismSources {
        let lists = self.lists.get_or_init(Arc::default);
        lists.named.get_or_init(|| Arc::new(self.find_named()))
    }

    fn find_named(&self) -> MechanismSources {
        let there = self.world().battlefield.iter().filter_map(|id| self.object(*id));
        let named = |object: &Object| {
            let printed = self.printed(object.def).map_or(Mechanisms::all(), |printed| printed.mechanisms);
            let is = |so: bool, what: Mechanisms| if so { what } else { Mechanisms::NONE };
            printed
                | is(!object.pieces().is_empty(), Mechanisms::MERGING)
                | is(object.is_face_down(), Mechanisms::FACE_DOWN)
        };
        let each = there.map(|object| (object.id, named(object))).filter(|(_, named)| *named != Mechanisms::NONE);
        let each: Vec<(ObjectId, Mechanisms)> = each.collect();
        let all = each.iter().fold(Mechanisms::NONE, |all, (_, named)| all | *named);
        MechanismSources { each, all }
    }

    /// Whether a permanent could have a keyword ability that is one of these mechanisms: mostly
    /// none has.
    pub(crate) fn could_permanents_have(&self, any: Mechanisms) -> bool {
        self.naming().all.has(any) || self.gains(any)
    }

    /// Whether a changed object has a keyword ability that is one of these mechanisms.
    pub(crate) fn gains(&self, any: Mechanisms) -> bool {
        let derived = self.derived();
        let changed = &derived.changed;
        !changed.is_empty() && derived.gained.get_or_init(|| mechanisms_of(changed.values())).has(any)
    }

    /// The permanents with a keyword ability that is one of these mechanisms, in the order of the
    /// battlefield. Only one that names the mechanism or is changed by an effect can have it.
    pub(crate) fn permanents_with(&self, any: Mechanisms, keyword: &Keyword) -> Vec<ObjectId> {
        debug_assert!(Mechanisms::of_permanents_with(keyword).has(any), "{keyword:?}");
        if !self.could_permanents_have(any) {
            return Vec::new();
        }
        let changed = &self.derived().changed;
        let gained = self.gains(any).then_some(changed).into_iter().flatten();
        let gained = gained.filter(|(_, it)| it.has_keyword(keyword)).map(|(id, _)| *id);
        let gained = gained.filter(|id| self.object(*id).is_some_and(Object::is_permanent));
        let own = self.permanents_naming(any).filter(|id| !changed.contains_key(id) && self.has_keyword(*id, keyword));
        let mut found: Vec<ObjectId> = own.chain(gained).collect();
        if found.len() > 1 {
            found.sort_by_cached_key(|id| self.world().battlefield.iter().position(|it| it == id));
        }
        found
    }

    /// Whether anything in the game asks for the order of a graveyard (CR 404.3).
    pub(crate) fn reads_graveyard_order(&self) -> bool {
        self.has_mechanism(Mechanisms::GRAVEYARD_ORDER)
    }

    /// Whether anything in the game asks which of several objects got its timestamp last.
    pub(crate) fn reads_timestamps(&self) -> bool {
        self.has_mechanism(Mechanisms::LAST)
    }

    /// The permanents, and objects in other zones with a static or triggered ability that functions
    /// there. No other object has such abilities, unless an effect gives it one.
    pub(crate) fn objects_with_abilities(&self) -> impl Iterator<Item = &Object> {
        let elsewhere = self.elsewhere();
        let there = self.world().battlefield.iter().chain(elsewhere.iter()).filter_map(|id| self.object(*id));
        there.filter(|object| object.face_down.is_none())
    }

    /// Whether an object is among [`Game::objects_with_abilities`].
    pub(crate) fn has_abilities_where_it_is(&self, object: &Object) -> bool {
        let functions = || self.printed(object.def).is_some_and(|it| it.zones.contains(&object.zone.kind()));
        object.face_down.is_none() && (object.zone == Zone::Battlefield || functions())
    }

    /// [`Game::objects_with_abilities`], plus objects that an effect has changed.
    pub(crate) fn objects_with_abilities_or(
        &self,
        changed: impl Iterator<Item = ObjectId>,
    ) -> impl Iterator<Item = &Object> {
        let elsewhere = self.elsewhere();
        let changed = changed.filter_map(|id| self.object(id));
        let more = changed.filter(|object| object.zone != Zone::Battlefield && !elsewhere.contains(&object.id));
        self.objects_with_abilities().chain(more)
    }

    /// Returns the effects begun by resolutions that may end at any event.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &ContinuousEffect> {
        let effects = &self.world().effects;
        // Mostly there are none at all.
        let lasting = (!effects.is_empty()).then(|| self.ids_of_lasting());
        lasting.into_iter().flat_map(|ids| ids.iter()).filter_map(|id| effects.get(id)).map(|effect| &**effect)
    }

    /// How many of the effects begun by resolutions replace something whatever else there is: no
    /// others override them, and they have no objects that could be gone.
    pub(crate) fn shields(&self) -> usize {
        let effects = &self.world().effects;
        if effects.is_empty() {
            return 0;
        }
        self.number_of_shields()
    }

    fn ids_of_lasting(&self) -> &Arc<Vec<EffectId>> {
        let all = self.world().effects.values();
        let find = || all.filter(|it| may_end_at_any_event(&it.duration)).map(|it| it.id).collect();
        self.lists.get_or_init(Arc::default).lasting.get_or_init(|| Arc::new(find()))
    }

    fn number_of_shields(&self) -> usize {
        let is_shield = |it: &&Arc<ContinuousEffect>| is_shield(self, it.def, it.objects.is_some());
        let count = || self.world().effects.values().filter(is_shield).count();
        *self.lists.get_or_init(Arc::default).shields.get_or_init(count)
    }

    /// Works out what is kept of all effects, even if there are none.
    pub(crate) fn ask_of_effects(&self) {
        self.ids_of_lasting();
        self.number_of_shields();
    }

    /// The objects off the battlefield with a static or triggered ability that functions there.
    fn elsewhere(&self) -> &[ObjectId] {
        let lists = self.lists.get_or_init(Arc::default);
        lists.elsewhere.get_or_init(|| Arc::new(self.find_elsewhere()))
    }

    fn find_elsewhere(&self) -> Vec<ObjectId> {
        let zones = self.summary().zones.iter().filter(|kind| **kind != ZoneKind::Battlefield);
        let zones = zones.flat_map(|kind| super::filter::zones_of_kind(self, *kind));
        let functions = |object: &&Object| {
            self.printed(object.def).is_some_and(|printed| printed.zones.contains(&object.zone.kind()))
        };
        let others = self.world().strands().flat_map(|strand| strand.stack.iter());
        let objects = zones.flat_map(|zone| self.zone(zone).iter()).chain(others).filter_map(|id| self.object(*id));
        objects.filter(functions).map(|object| object.id).collect()
    }

    /// Whether any definition of the game has static or triggered abilities that function in a
    /// zone.
    pub(crate) fn has_abilities_in(&self, kind: ZoneKind) -> bool {
        self.summary().zones.contains(&kind)
    }

    /// The players still in the game, the active player first, then in turn order (CR 101.4). The
    /// players of a team that takes its turns together are in the order that the team has said for
    /// the current instruction (CR 805.6).
    pub(crate) fn apnap(&self) -> Vec<PlayerId> {
        let order = self.turn_order_from(self.world().turn.active);
        let said = match self.frame() {
            Some(Frame::Resolve(resolve)) if self.world().schedule.order.is_some() => self.noted_order(resolve),
            _ => &[],
        };
        if said.is_empty() {
            return order;
        }
        let mut found: Vec<PlayerId> = Vec::with_capacity(order.len());
        for player in &order {
            let team = |id: &PlayerId| self.acts_with(*id, *player);
            let first = said.iter().copied().filter(team);
            let all: Vec<PlayerId> = first.chain(order.iter().copied().filter(team)).collect();
            for id in all.into_iter().filter(|id| self.plays(*id)) {
                if !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        found
    }

    /// The players whose place in the order of their team has been said for the current instruction
    /// of a resolution, the first one first (CR 805.6).
    pub(crate) fn noted_order(&self, resolve: &ResolveFrame) -> &[PlayerId] {
        let object = resolve.object.unwrap_or(resolve.source);
        match &self.world().schedule.order {
            Some(order) if order.object == object && *order.place == *resolve.place() => &order.players,
            _ => &[],
        }
    }

    /// Who has been asked and who is still to be asked by the current instruction of a resolution,
    /// if that was noted (CR 101.4).
    pub(crate) fn noted_turns(&self, resolve: &ResolveFrame) -> Option<&InTurn> {
        let noted = &self.world().schedule.turns;
        let of_it = |it: &&InTurn| (it.began, it.source) == (resolve.began, resolve.source);
        noted.iter().filter(of_it).find(|it| it.place == resolve.place())
    }

    /// The players still in the game in turn order, beginning with one of them.
    pub(crate) fn turn_order_from(&self, first: PlayerId) -> Vec<PlayerId> {
        self.players_from(first).collect()
    }

    fn players_from(&self, first: PlayerId) -> impl Iterator<Item = PlayerId> {
        let count = self.world().players.len();
        (0..count)
            .filter_map(move |offset| self.world().players.get((usize::from(first.0) + offset) % count))
            .filter(|player| !player.left)
            .map(|player| player.id)
    }

    /// How many lands a player has played this turn, if it is that player's turn (CR 305.2,
    /// 805.4c).
    pub fn lands_played(&self, player: PlayerId) -> u32 {
        if !self.shares_turns() {
            return self.world().turn.lands_played;
        }
        let played = self.world().this_turn().filter(|entry| match &entry.event {
            Event::Moved { manner: Manner::Play, became, .. } => became.iter().any(|it| it.controller == Some(player)),
            Event::Replaced { before, after, .. } => {
                before.plays_land()
                    && !after.iter().any(Action::plays_land)
                    && before.entering().is_some_and(|it| it.controller == Some(player))
            }
            _ => false,
        });
        u32::try_from(played.count()).unwrap_or(u32::MAX)
    }

    /// Whether a player has not left the game (CR 104.5).
    pub fn plays(&self, player: PlayerId) -> bool {
        self.player(player).is_some_and(|player| !player.left)
    }

    /// The first player still in the game from this one on, in turn order.
    pub(crate) fn player_from(&self, first: PlayerId) -> Option<PlayerId> {
        self.players_from(first).next()
    }

    /// The player still in the game whose turn comes after that of `player`.
    pub(crate) fn next_player(&self, player: PlayerId) -> PlayerId {
        self.players_from(player).find(|id| *id != player).unwrap_or(player)
    }

    /// The player still in the game whose turn comes before that of `player`: the one to the right.
    pub(crate) fn previous_player(&self, player: PlayerId) -> PlayerId {
        self.players_from(player).filter(|id| *id != player).last().unwrap_or(player)
    }

    /// Whether the game began with more than two players (CR 800.1).
    pub fn is_multiplayer(&self) -> bool {
        self.world().players.len() > 2
    }

    /// Whether the game, which may be a restarted one or a subgame, began with no more than two
    /// players (CR 100.1a): others had left before.
    pub(crate) fn is_two_player(&self) -> bool {
        let world = self.world();
        let left_since = |id: PlayerId| world.others.left.iter().any(|(left, _)| *left == id);
        world.players.len() <= 2 || world.players.iter().filter(|it| !it.left || left_since(it.id)).count() <= 2
    }

    /// Whether two players are opponents: any two who are not teammates (CR 102.2, 102.3).
    pub(crate) fn are_opponents(&self, a: PlayerId, b: PlayerId) -> bool {
        a != b && self.seating().is_none_or(|seating| !seating.are_teammates(a, b))
    }

    /// A player's planar deck: the communal one, if there is only one (CR 901.15c).
    pub fn planar_deck(&self, player: PlayerId) -> Zone {
        let single = self.seating().is_some_and(|seating| seating.variant.has_single_planar_deck());
        Zone::Planar(if single { PlayerId(0) } else { player })
    }

    /// Whether the players of a team take their turns together (CR 805).
    pub(crate) fn shares_turns(&self) -> bool {
        self.seating().is_some_and(|seating| seating.shared_turns)
    }

    /// Whether a team has one life total (CR 810.4).
    pub fn shares_life(&self) -> bool {
        self.seating().is_some_and(|seating| seating.shared_life)
    }

    /// Of some players, one for each life total: where teams share theirs, the first of each team
    /// (CR 810.9, 810.10).
    pub(crate) fn once_a_total(&self, players: Vec<PlayerId>) -> Vec<PlayerId> {
        if !self.shares_life() {
            return players;
        }
        let mut found: Vec<PlayerId> = Vec::new();
        for player in players {
            if found.iter().all(|other| self.are_opponents(*other, player)) {
                found.push(player);
            }
        }
        found
    }

    /// The players in the game who take their turns together with one of them, in seating order:
    /// the team, or the player alone (CR 805.4).
    pub(crate) fn turn_mates(&self, player: PlayerId) -> Vec<PlayerId> {
        match self.shares_turns() {
            true => self.team(player).into_iter().filter(|id| self.plays(*id)).collect(),
            false => vec![player],
        }
    }

    /// Whether two players take their turns together, or are the same (CR 805.4).
    pub fn acts_with(&self, a: PlayerId, b: PlayerId) -> bool {
        a == b || (self.shares_turns() && !self.are_opponents(a, b))
    }

    /// Whether it is a player's turn (CR 102.1, 805.4a).
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.acts_with(self.world().turn.active, player)
    }

    /// Whether the present turn goes on without an active player: everybody whose turn it is has
    /// left (CR 800.4j).
    pub(crate) fn lacks_active_player(&self) -> bool {
        !self.world().players.iter().any(|player| !player.left && self.is_active(player.id))
    }

    /// The player who stands for a team that takes its turns together, the rightmost one
    /// (CR 805.2); otherwise the player.
    pub fn primary(&self, player: PlayerId) -> PlayerId {
        match self.shares_turns() {
            true => self.turn_mates(player).first().copied().unwrap_or(player),
            false => player,
        }
    }

    /// The players who stand for the teams of some players, each once (CR 805.8).
    pub(crate) fn primaries(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        let mut found: Vec<PlayerId> = Vec::new();
        for player in players.iter().map(|player| self.primary(*player)) {
            if !found.contains(&player) {
                found.push(player);
            }
        }
        found
    }

    /// Whether a player may look at another's hand as a teammate (CR 808.5, 809.7, 810.5); with
    /// alternating teams, only while they sit next to each other (CR 811.5).
    pub(crate) fn may_review(&self, viewer: PlayerId, of: PlayerId) -> bool {
        self.seating().is_some_and(|seating| {
            let apart = seating.variant.name == ALTERNATING_TEAMS
                && of != self.next_player(viewer)
                && of != self.previous_player(viewer);
            seating.are_teammates(viewer, of) && !apart
        })
    }

    /// Whether players play in teams (CR 102.3).
    pub fn has_teams(&self) -> bool {
        self.seating().is_some_and(|seating| !seating.teams.is_empty())
    }

    /// The players of a player's team, the player included, whether or not they have left
    /// (CR 102.3); the player alone without teams.
    pub fn team(&self, player: PlayerId) -> Vec<PlayerId> {
        self.seating().and_then(|seating| seating.team_of(player)).map_or_else(|| vec![player], <[PlayerId]>::to_vec)
    }

    /// The players who win if this one does: with teams, the whole team, even those who have left
    /// (CR 104.2c).
    pub fn winners(&self, winner: PlayerId) -> Vec<PlayerId> {
        self.team(winner)
    }

    /// The players still in the game who lose and leave if this one does, the player first
    /// (CR 809.5b, 810.8a).
    pub(crate) fn lose_with(&self, player: PlayerId) -> Vec<PlayerId> {
        let mates = self.seating().filter(|seating| seating.takes_along(player)).and_then(|it| it.team_of(player));
        let mates = mates.into_iter().flatten().copied().filter(|id| *id != player && self.plays(*id));
        std::iter::once(player).chain(mates).collect()
    }

    /// The players that a player's creatures may attack (CR 506.2): all opponents in the game, who
    /// are defending players together in a multiplayer game (CR 802.2), or only a neighbor
    /// (CR 803.1).
    pub fn attackable(&self, attacker: PlayerId) -> Vec<PlayerId> {
        let mut opponents = self.turn_order_from(attacker);
        opponents.retain(|id| self.are_opponents(*id, attacker));
        let Some(seating) = self.seating() else { return opponents };
        let (left, right) = (self.next_player(attacker), self.previous_player(attacker));
        match seating.attack {
            AttackOption::Multiple if seating.neighbors => opponents.retain(|id| *id == left || *id == right),
            AttackOption::Multiple => {}
            AttackOption::Left => opponents.retain(|id| *id == left),
            AttackOption::Right => opponents.retain(|id| *id == right),
        }
        // CR 801.3
        opponents.retain(|id| self.in_range(attacker, *id));
        opponents
    }

    /// Whether ranges of influence are limited (CR 801).
    pub fn has_ranges(&self) -> bool {
        !self.world().ranges.is_empty()
    }

    /// Whether a player is within another's range of influence (CR 801.2).
    pub fn in_range(&self, of: PlayerId, player: PlayerId) -> bool {
        self.world().ranges.get(usize::from(of.0)).is_none_or(|within| within >> player.0 & 1 == 1)
    }

    /// Whether both objects and players are within a player's range of influence.
    pub fn reaches(&self, of: PlayerId, what: Entity) -> bool {
        match what {
            Entity::Player(player) => self.in_range(of, player),
            Entity::Object(object) => in_range(self, of, object),
        }
    }

    /// The defending players of the current combat, in APNAP order (CR 506.2, 802.2); none outside
    /// of combat.
    pub(crate) fn defending_players(&self) -> Vec<PlayerId> {
        match self.world().combat.as_deref() {
            Some(combat) if self.is_multiplayer() => self.attackable(combat.attacking_player),
            Some(combat) => vec![combat.defending_player],
            None => Vec::new(),
        }
    }

    /// The cards in some zones of a player that a search sees: of the library only so many from the
    /// top, if that is limited (CR 701.19f).
    pub(crate) fn searchable(
        &self,
        whose: PlayerId,
        zones: &[ZoneKind],
        top: Option<u32>,
    ) -> impl Iterator<Item = ObjectId> {
        zones.iter().flat_map(move |kind| {
            let limit = top.filter(|_| *kind == ZoneKind::Library);
            let most = limit.map_or(usize::MAX, |top| top as usize);
            self.zone(Zone::of(*kind, whose)).iter().copied().take(most)
        })
    }

    /// Whether an object has a card type.
    pub fn has_type(&self, id: ObjectId, kind: CardType) -> bool {
        self.characteristics(id).is_some_and(|characteristics| characteristics.types.has(kind))
    }

    /// Whether an object is a creature on the battlefield.
    pub fn is_creature(&self, id: ObjectId) -> bool {
        let permanent = self.object(id).filter(|object| object.is_permanent());
        let characteristics = permanent.and_then(|object| self.characteristics_of(object));
        characteristics.is_some_and(|it| it.types.has(CardType::Creature))
    }

    /// Whether an object has a keyword ability.
    pub fn has_keyword(&self, id: ObjectId, keyword: &Keyword) -> bool {
        self.characteristics(id).is_some_and(|characteristics| characteristics.has_keyword(keyword))
    }

    /// Whether a permanent has not been under its controller's control since their most recent turn
    /// began (CR 302.6).
    pub fn is_summoning_sick(&self, id: ObjectId) -> bool {
        let Some(object) = self.object(id) else { return false };
        let Some(controller) = self.controller_of(object).and_then(|id| self.player(id)) else { return false };
        object.controlled_since > controller.turn_began && !self.has_keyword(id, &Keyword::Haste)
    }

    /// The loyalty of a planeswalker on the battlefield (CR 306.5c).
    pub fn loyalty(&self, id: ObjectId) -> u32 {
        self.object(id).map_or(0, |object| object.counters_of(&CounterKind::Loyalty))
    }

    /// The level of a permanent: 1 if it has none (CR 717.2d); its last level if it has left.
    pub fn level(&self, id: ObjectId) -> u32 {
        let departed = || self.world().departed.get(&id).and_then(|departed| departed.level);
        self.object(id).map_or_else(departed, |object| object.level).map_or(1, NonZeroU32::get)
    }

    /// An ability that an object has.
    pub fn ability_of(&self, id: ObjectId, origin: &Origin) -> Option<&AbilityInstance> {
        self.characteristics(id)?.abilities.iter().find(|instance| instance.origin == *origin)
    }

    /// An activated ability that an object has, or that one of its keywords stands for.
    pub fn activated(&self, id: ObjectId, origin: &Origin) -> Option<Cow<'_, ActivatedAbility>> {
        self.ability_of(id, origin)?.activated()
    }

    /// The object whose ability granted an ability, if one did (CR 201.4a).
    pub(crate) fn granter(&self, origin: Option<&Origin>) -> Option<ObjectId> {
        match origin? {
            Origin::Granted { by: EffectKey::Static { object, .. }, .. } => Some(*object),
            Origin::Granted { by: EffectKey::Begun(id), .. } => {
                self.world().effects.get(id).map(|effect| effect.source)
            }
            _ => None,
        }
    }

    /// The reference to an ability's text in the table of definitions, if it is there.
    pub(crate) fn find_ability(&self, instance: &AbilityInstance) -> Option<AbilityRef> {
        if let Origin::Printed { def, index } | Origin::Merged { def, index, .. } = instance.origin {
            let reference = AbilityRef { def, index };
            if self.ability(reference) == Some(&*instance.ability) {
                return Some(reference);
            }
        }
        self.find_definition(&definition_of(&instance.ability)).map(|def| AbilityRef { def, index: 0 })
    }

    /// The zone of an object.
    pub fn zone_of(&self, id: ObjectId) -> Option<Zone> {
        self.object(id).map(|object| object.zone)
    }

    /// Whether another ability of the same source, with another text, is on the stack, waits to be
    /// put there, or triggered on the same event.
    fn has_other_ability(&self, of: &StackAbility) -> bool {
        let world = self.world();
        let other = |source: ObjectId, text: AbilityRef| source == of.source && text != of.text;
        let on_stack = world.stacks().filter_map(|id| self.object(id)?.ability.as_deref());
        let event = of.trigger.as_ref().map(|trigger| trigger.event);
        let since = event.into_iter().flat_map(|event| world.history.latest().take_while(move |it| it.no > event));
        let mut triggered = since.filter_map(|entry| match &entry.event {
            Event::Triggered { source, text, context, .. } if Some(context.event) == event => Some((*source, *text)),
            _ => None,
        });
        on_stack.into_iter().any(|it| other(it.source, it.text))
            || world.waiting.iter().any(|it| other(it.source, it.text))
            || triggered.any(|(source, text)| other(source, text))
    }

    /// A readable name for an object; for an ability, its source's name.
    /// In a game that is veiled for a player, a hidden object has none.
    pub fn name_of(&self, id: ObjectId) -> String {
        if let Some(hidden) = self.veiled_name(id) {
            return hidden.to_owned();
        }
        if let Some(ability) = self.object(id).and_then(|object| object.ability.as_ref()) {
            return match ability.origin {
                Some(Origin::Monarch(_)) => "the monarch's ability".to_owned(),
                Some(Origin::Planar) => "the planeswalking ability".to_owned(),
                _ => {
                    let name = format!("{}'s ability", self.name_of(ability.source));
                    // With its text if another ability of the source is there.
                    let said =
                        || telling_apart::of_ability(self, id).map(|said| format!("{name} (\u{201c}{said}\u{201d})"));
                    if self.has_other_ability(ability) { said().unwrap_or(name) } else { name }
                }
            };
        }
        // CR 720.2: an ability without a source is one of the monarch's.
        if id == ObjectId::NONE && self.monarch().is_none() && self.world().planar_controllers().next().is_some() {
            return "the planar die".to_owned();
        }
        if id == ObjectId::NONE {
            return "the monarch".to_owned();
        }
        if let Some(departed) = self.world().departed.get(&id)
            && departed.was.component == Component::Ability
        {
            return "an ability".to_owned();
        }
        match self.characteristics(id) {
            // CR 114.3: an emblem has no name.
            Some(_) if self.object(id).is_some_and(|object| object.component == Component::Emblem) => {
                "an emblem".to_owned()
            }
            Some(_) if self.object(id).is_some_and(|object| object.face_down.is_some()) => {
                "a face-down card".to_owned()
            }
            // CR 708.6: the reason why it is face down is known.
            Some(it) if it.name.is_empty() && self.is_face_down(id) => {
                let manifested = self.object(id).is_some_and(|object| is_manifested(self, object));
                let how = if manifested { "manifested" } else { "face-down" };
                let creature = it.types.has(CardType::Creature);
                format!("a {how} {}", if creature { "creature" } else { "permanent" })
            }
            Some(characteristics) => characteristics.name.to_string(),
            None => id.to_string(),
        }
    }

    /// Whether an object is a face-down spell or permanent, or was one when it left (CR 708).
    pub fn is_face_down(&self, id: ObjectId) -> bool {
        match self.object(id) {
            Some(object) => object.is_face_down(),
            None => {
                let departed = self.world().departed.get(&id);
                departed.is_some_and(|departed| listed(self, departed.was.def).is_some())
            }
        }
    }

    /// A readable name for an object or player.
    pub fn entity_name(&self, entity: Entity) -> String {
        match entity {
            Entity::Object(id) => self.name_of(id),
            Entity::Player(id) => self.player(id).map_or_else(|| id.to_string(), |player| player.name.clone()),
        }
    }

    /// A readable name for a zone, as a place: "on the stack", "in Ann's hand".
    pub(crate) fn place_name(&self, zone: Zone) -> String {
        match zone {
            Zone::Library(player) | Zone::Hand(player) | Zone::Graveyard(player) => {
                format!("in {}'s {}", self.entity_name(Entity::Player(player)), zone.kind().word())
            }
            Zone::Battlefield | Zone::Stack => format!("on {zone}"),
            Zone::Outside(_) => zone.to_string(),
            Zone::Planar(player) if self.planar_deck(player) == self.planar_deck(PlayerId(u8::MAX)) => {
                "in the planar deck".to_owned()
            }
            Zone::Planar(player) => format!("in {}'s planar deck", self.entity_name(Entity::Player(player))),
            Zone::Schemes(player) => format!("in {}'s scheme deck", self.entity_name(Entity::Player(player))),
            Zone::Exile => "in exile".to_owned(),
            Zone::Command | Zone::Ante => format!("in {zone}"),
        }
    }

    /// Whether two entries belong to one batch: only entries of the batch lie between them.
    pub fn at_once(&self, one: EntryNo, other: EntryNo) -> bool {
        self.world().at_once(one, other)
    }

    /// The rule of an event of this turn or the last.
    pub fn rule_of(&self, no: EntryNo) -> Option<Rule> {
        self.world().entry(no).map(|entry| entry.rule)
    }

    /// An object's present state, to be kept when it leaves (CR 608.2h).
    pub fn snapshot(&self, id: ObjectId) -> Option<Snapshot> {
        let object = self.object(id)?;
        let combat = self.world().combat_of(id);
        Some(Snapshot {
            component: object.component,
            owner: object.owner,
            controller: self.controller(id),
            def: object.def,
            zone: object.zone,
            status: object.status,
            counters: object.counters.clone(),
            attached_to: object.attached_to,
            attacking: combat.and_then(|combat| combat.attacker(id)).and_then(|attacker| attacker.target),
            blocking: combat.is_some_and(|combat| combat.blocker(id).is_some()),
            announced: object.announced.clone(),
            changed: match (self.derived().changed.get(&id), &object.face_down) {
                (None, Some(_)) => Some(Arc::clone(nothing())),
                (None, None) if object.flipped => {
                    self.printed_on(object).map(|printed| Arc::new(printed.characteristics.clone()))
                }
                (changed, _) => changed.cloned(),
            },
            ability: object.ability.clone(),
            // CR 708.10: what a face-down object copies shows only as it is turned face up.
            copied: self.derived().copied.get(&id).copied().filter(|_| !object.is_face_down()),
        })
    }
}

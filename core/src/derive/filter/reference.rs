//! The objects and players that references name, and where the objects are now (CR 109.2, 400.7,
//! 608.2h).

use std::collections::{BTreeMap, BTreeSet};

use crate::card::action::AMASSED;
use crate::card::{Filter, Linked, Naming, Objects, Players, Quantity, ZoneKind};
use crate::fact::{
    Component, Entity, EntryNo, Event, Frame, GameResult, Memory, ObjectId, PlayerId, TriggerContext, Zone,
};
use crate::rule;
use crate::state::Game;
use crate::state::world::Departed;

use super::super::look::{Look, is_exempt, within_range};
use super::defending::spoken_of;
use super::occurrences::combat::involved;
use super::votes;
use super::{all_matching, announced_in, matches, owner, quantity, zone_of};
use super::{deeds, occurrences};
use crate::derive::look::scope::{Scope, chosen, follow, follow_once, target};
use crate::derive::object::attachment::host;
use crate::derive::object::{links, noted};

/// The objects that a reference names, for what is asked of them. One that left has its last known
/// information (CR 608.2h); one that this resolution put onto the battlefield is the permanent that
/// it became (CR 400.7h).
pub fn objects(look: &dyn Look, scope: &Scope<'_>, reference: &Objects) -> Vec<ObjectId> {
    let mut named = named_then(look, scope, reference);
    named.iter_mut().for_each(|id| *id = now(look, scope, reference, *id));
    named
}

/// What an object that a reference names is, for what is asked of it.
fn now(look: &dyn Look, scope: &Scope<'_>, reference: &Objects, id: ObjectId) -> ObjectId {
    let moves = scope.since.is_some() || scope.memory().is_some();
    if moves { as_put(look.game(), scope, reference, id) } else { id }
}

/// The permanent that this resolution made of an object, or the one that speaks now had made of it:
/// the latest one. Otherwise the object itself.
fn as_put(game: &Game, scope: &Scope<'_>, reference: &Objects, id: ObjectId) -> ObjectId {
    let mut latest = id;
    let mut current = id;
    while game.object(current).is_none() {
        let became = match first_move(game, scope, reference, current) {
            Some(became) => became,
            None => follow_once(game, scope, current),
        };
        let [next] = became.as_slice() else { break };
        if *next == current {
            break;
        }
        current = *next;
        if zone_of(game, current) == Some(ZoneKind::Battlefield) {
            latest = current;
        }
    }
    latest
}

/// The last bid of a resolution, and whose it is. Whoever has left still has it (CR 800.4i).
pub(super) fn high_bid(game: &Game, scope: &Scope<'_>) -> Option<(PlayerId, u32)> {
    let since = scope.since?;
    let entries = game.world().history.latest().take_while(|entry| entry.no >= since);
    entries.map(|entry| &entry.event).find_map(|event| match event {
        Event::Bid { player, amount } => Some((*player, *amount)),
        _ => None,
    })
}

/// The objects that a reference names, as they were when it named them.
pub(crate) fn named_then(look: &dyn Look, scope: &Scope<'_>, reference: &Objects) -> Vec<ObjectId> {
    let mut named = named(look, scope, reference);
    // Objects of the event, entering objects and announced ones need no search.
    let known = matches!(
        reference,
        Objects::This
            | Objects::ThatObject
            | Objects::DamageSource
            | Objects::Affected
            | Objects::PaidFor(_)
            | Objects::Convoked(_)
    );
    if scope.of_static && !known {
        named.retain(|id| look.game().object(*id).is_some());
    }
    if look.game().has_ranges() && *reference != Objects::This {
        named.retain(|id| within_range(look, scope, *id));
    }
    named
}

fn named(look: &dyn Look, scope: &Scope<'_>, reference: &Objects) -> Vec<ObjectId> {
    if let Some(memory) = scope.memory()
        && let Some(locked_in) = remembered(memory, scope, reference)
    {
        return locked_in.to_vec();
    }
    match reference {
        Objects::This => vec![scope.source],
        Objects::Target(index) => target(scope, *index).iter().filter_map(|entity| entity.object()).collect(),
        Objects::ThatObject => that_object(look.game(), scope),
        Objects::PaidWith => scope.announced.map(|announced| announced.paid_with.clone()).unwrap_or_default(),
        Objects::Affected => scope.affected.and_then(Entity::object).into_iter().collect(),
        Objects::Chosen(place) => chosen(scope, *place).iter().filter_map(|entity| entity.object()).collect(),
        Objects::Amassed => chosen(scope, AMASSED).iter().filter_map(|entity| entity.object()).collect(),
        Objects::MostVoted => votes::most_voted(look.game(), scope),
        Objects::ThisWay(deed) => deeds::objects(look.game(), scope, *deed),
        // CR 604.4: whatever that is by now.
        Objects::AttachedTo => host(look.game(), scope.source).and_then(Entity::object).into_iter().collect(),
        Objects::Those => scope.those.to_vec(),
        Objects::DamageSource => scope.trigger.and_then(|trigger| trigger.source).into_iter().collect(),
        Objects::PaidFor(of) => {
            let paid = objects(look, scope, of).into_iter().filter_map(|id| announced_in(look.game(), scope, id));
            let as_cast: Vec<ObjectId> = paid.flat_map(|announced| announced.paid_with.iter().copied()).collect();
            let entered =
                objects(look, scope, of).into_iter().flat_map(|id| links::paid_as_entered(look.game(), scope, id));
            as_cast.into_iter().chain(entered).collect()
        }
        Objects::Convoked(of) => {
            let cast = objects(look, scope, of).into_iter().filter_map(|id| announced_in(look.game(), scope, id));
            cast.flat_map(|announced| announced.further.convoked.iter().copied()).collect()
        }
        Objects::Granter => look.game().granter(scope.origin).into_iter().collect(),
        Objects::Exactly { object, .. } => vec![ObjectId(*object)],
        Objects::Created => {
            let game = look.game();
            let own: BTreeSet<EntryNo> = deeds::own_entries(game, scope).iter().map(|entry| entry.no).collect();
            let here = |it: &crate::state::Object| own.contains(&it.entered);
            let created =
                |id: &&ObjectId| game.object(**id).is_some_and(|it| it.component == Component::Token && here(it));
            let tokens = game.world().battlefield.iter().filter(created).copied();
            // Copies of cards are in the zones of the cards (CR 707.12), those of spells on the
            // stack (CR 707.10).
            let copies = game.world().objects.iter();
            let copies = copies.filter(|(_, it)| it.component == Component::Copy && here(it));
            let before = scope.announced.iter().flat_map(|announced| announced.created.iter().copied());
            let left = created_and_left(game, scope, &own);
            tokens.chain(copies.map(|(id, _)| *id)).chain(left).chain(before).collect()
        }
        Objects::TopOfLibrary(who, count) => {
            let game = look.game();
            let top = |player| game.zone(Zone::Library(player)).iter().take(*count as usize).copied();
            players(look, scope, who).into_iter().flat_map(top).collect()
        }
        Objects::TopUntil { whose, what, count } => {
            let game = look.game();
            let wanted = usize::try_from(quantity(look, scope, count)).unwrap_or(0);
            let top = |player| {
                let library: Vec<ObjectId> = game.zone(Zone::Library(player)).to_vec();
                let fits = |(_, id): &(usize, &ObjectId)| matches(look, scope, what, **id);
                let fitting: Vec<usize> =
                    library.iter().enumerate().filter(fits).map(|(place, _)| place).take(wanted).collect();
                let until = match fitting.last() {
                    Some(last) if fitting.len() == wanted => last + 1,
                    None if wanted == 0 => 0,
                    _ => library.len(),
                };
                library.into_iter().take(until)
            };
            players(look, scope, whose).into_iter().flat_map(top).collect()
        }
        Objects::Each(filter) => all_matching(look, scope, filter),
        Objects::Linked(Linked::Exiled) => links::exiled(look.game(), scope),
        Objects::Linked(Linked::TopOfPile) => tops_of_piles(look.game(), &links::exiled(look.game(), scope)),
        Objects::Linked(Linked::Chosen) => links::chosen(look.game(), scope),
        Objects::Linked(Linked::Put) => links::objects_put_onto_battlefield(look.game(), scope),
        Objects::PhasedOut(filter) => super::matching(look.game(), scope, filter),
        Objects::ThisTurn(when) => occurrences::of_this_turn(look, scope, when.event()).0,
        Objects::Haunted => links::haunted(look.game(), scope.source).into_iter().collect(),
        Objects::Pile(n) => scope.piles.get(usize::from(*n)).cloned().unwrap_or_default(),
        Objects::TopOfGraveyard(who, filter) => {
            let game = look.game();
            let top = |player| {
                let graveyard = game.zone(Zone::Graveyard(player)).iter().rev().copied();
                graveyard.into_iter().find(|id| matches(look, scope, filter, *id))
            };
            players(look, scope, who).into_iter().filter_map(top).collect()
        }
        Objects::Last(of) => {
            let game = look.game();
            let stamped = |id: &ObjectId| game.object(now(look, scope, of, *id)).map(|object| object.timestamp);
            named_then(look, scope, of).into_iter().max_by_key(stamped).into_iter().collect()
        }
        Objects::Among(reference, filter) => {
            // One that names a zone looks at what the objects became there (CR 400.7h), any other
            // at what they were when named (CR 608.2h).
            if filter.names_a_zone() {
                let named = found(look, scope, reference).into_iter();
                return named.filter(|id| fits_now(look, scope, filter, *id)).collect();
            }
            let named = named_then(look, scope, reference).into_iter();
            named.filter(|id| fits_now(look, scope, filter, now(look, scope, reference, *id))).collect()
        }
    }
}

/// The top card of each face-down pile that these exiled cards lie in: the one put there last.
fn tops_of_piles(game: &Game, cards: &[ObjectId]) -> Vec<ObjectId> {
    let in_order = game.zone(Zone::Exile).iter().filter(|id| cards.contains(id));
    let pile_of = |id: &ObjectId| game.object(*id).and_then(|object| object.pile.as_deref().copied());
    let tops: BTreeMap<EntryNo, ObjectId> = in_order.filter_map(|id| Some((pile_of(id)?, *id))).collect();
    tops.into_values().collect()
}

/// The tokens that this resolution has created and moved since (CR 608.2h).
fn created_and_left(game: &Game, scope: &Scope<'_>, own: &BTreeSet<EntryNo>) -> Vec<ObjectId> {
    let Some(since) = scope.since else { return Vec::new() };
    let departed = game.world().departed.iter();
    let tokens = departed.filter(|(_, it)| it.entry >= since && it.was.component == Component::Token);
    let tokens: BTreeSet<ObjectId> = tokens.map(|(id, _)| *id).collect();
    if tokens.is_empty() {
        return Vec::new();
    }
    let of_this = game.world().history.latest().take_while(|entry| entry.no >= since);
    let created = of_this.filter_map(|entry| match &entry.event {
        Event::Created { object } if tokens.contains(&object.id) && own.contains(&entry.no) => Some(object.id),
        _ => None,
    });
    let mut created: Vec<ObjectId> = created.collect();
    created.reverse();
    created
}

/// The objects that a reference names, for a description: one that names a zone looks at what they
/// became there (CR 400.7h), any other at what they were when named (CR 608.2h).
pub(super) fn described(look: &dyn Look, scope: &Scope<'_>, reference: &Objects, filter: &Filter) -> Vec<ObjectId> {
    if filter.names_a_zone() { found(look, scope, reference) } else { objects(look, scope, reference) }
}

/// The objects that a reference named when the speaker was created (CR 603.7c, 608.2h), unless it
/// names something else right now.
fn remembered<'a>(memory: &'a Memory, scope: &Scope<'_>, reference: &Objects) -> Option<&'a [ObjectId]> {
    let taken = match reference {
        Objects::Affected => scope.affected.and_then(Entity::object).is_some(),
        Objects::Those => !scope.those.is_empty(),
        Objects::ThatObject => scope.trigger.is_some_and(|it| it.object.is_some() || it.ability.is_some()),
        Objects::DamageSource => scope.trigger.is_some_and(|it| it.source.is_some()),
        _ => false,
    };
    if taken { None } else { memory.objects(reference) }
}

/// The objects of the trigger event, or the ability that triggered (CR 603.3b).
fn that_object(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    let Some(trigger) = scope.trigger else { return Vec::new() };
    let Some(ability) = trigger.ability else {
        return trigger.object.into_iter().chain(trigger.others.iter().copied()).collect();
    };
    let is_it = |id: &ObjectId| {
        let on_stack = game.object(*id).and_then(|object| object.ability.as_deref());
        on_stack.is_some_and(|it| it.id == Some(ability))
    };
    game.world().stacks().filter(is_it).collect()
}

/// The objects that an instruction acts on: those that a reference names, where they are now. An
/// object that this resolution moved to a public zone is found there (CR 400.7h), as is the one
/// whose zone change was the trigger event (CR 400.7d, 603.6).
pub fn found(look: &dyn Look, scope: &Scope<'_>, reference: &Objects) -> Vec<ObjectId> {
    // Of objects that have moved since, only those that fit now.
    if let Objects::Among(inner, filter) = reference {
        let now = found(look, scope, inner).into_iter();
        return now.filter(|id| fits_now(look, scope, filter, *id)).collect();
    }
    let named = named_then(look, scope, reference);
    named.into_iter().flat_map(|id| where_now(look.game(), scope, reference, id)).collect()
}

/// Where an object that a reference names is now.
pub(crate) fn where_now(game: &Game, scope: &Scope<'_>, reference: &Objects, id: ObjectId) -> Vec<ObjectId> {
    let named = first_move(game, scope, reference, id).unwrap_or_else(|| vec![id]).into_iter();
    named.flat_map(|id| follow(game, scope, id)).flat_map(|id| after_madness(game, id)).collect()
}

/// What an object became in public zones before this resolution, if the reference still names that:
/// by the resolution that created the speaker (CR 603.7c), or by the trigger event (CR 400.7d).
fn first_move(game: &Game, scope: &Scope<'_>, reference: &Objects, id: ObjectId) -> Option<Vec<ObjectId>> {
    if let Some(became) = scope.memory().and_then(|memory| memory.moved(id)) {
        return Some(became.to_vec());
    }
    let follows = matches!(reference, Objects::ThatObject | Objects::This);
    let trigger = scope.trigger.filter(|_| follows)?;
    let departed = game.world().departed.get(&id)?;
    let by_event = departed.entry == trigger.event
        || (trigger.others.contains(&id) && departed.entry >= trigger.event && trigger.object != Some(id))
        || (*reference == Objects::This && fell_off(game, trigger, id));
    if !by_event {
        return None;
    }
    let public = |new: &ObjectId| {
        let zone = game.object(*new).map(|object| object.zone.kind());
        zone.or_else(|| zone_of(game, *new)).is_none_or(ZoneKind::is_public)
    };
    Some(departed.became.iter().copied().filter(public).collect())
}

/// A discarded card that a madness ability has put from exile into a graveyard (CR 400.7i,
/// 702.35c).
fn after_madness(game: &Game, id: ObjectId) -> Vec<ObjectId> {
    let put = |from: EntryNo| game.rule_of(from) == Some(rule!("702.35a"));
    match game.world().departed.get(&id) {
        Some(departed) if departed.was.zone == Zone::Exile && put(departed.entry) => departed.became.to_vec(),
        _ => vec![id],
    }
}

/// Whether an Aura went to the graveyard with the enchanted permanent whose leaving is the trigger
/// event, or as a state-based action because of it (CR 400.7e, 603.6e).
fn fell_off(game: &Game, trigger: &TriggerContext, aura: ObjectId) -> bool {
    let Some(departed) = game.world().departed.get(&aura) else { return false };
    let Some(Entity::Object(host)) = departed.was.attached_to else { return false };
    let to_graveyard = |new: &ObjectId| zone_of(game, *new) == Some(ZoneKind::Graveyard);
    game.world().departed.get(&host).is_some_and(|host| host.entry == trigger.event)
        && (game.at_once(trigger.event, departed.entry) || game.rule_of(departed.entry) == Some(rule!("704.5m")))
        && departed.became.iter().all(to_graveyard)
}

/// The players that a reference names, in APNAP order, as far as they are within the range of
/// influence of the controller of the text (CR 801.4, 801.10, 801.11).
pub fn players(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let mut named = all_named(look, scope, reference);
    if look.game().has_ranges() && !is_exempt(look.game(), scope.source) {
        named.retain(|id| look.game().in_range(scope.controller, *id));
    }
    named
}

/// The players to whom an effect gives control, however that is said: those whom it meant as it
/// began, if a resolution began it (CR 608.2h, 611.2d).
pub(crate) fn given_control(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    match scope.memory().and_then(|memory| memory.players(reference)) {
        Some(locked_in) => locked_in.to_vec(),
        None => players(look, scope, reference),
    }
}

/// Of the players that a reference names who is asked something: outside the range of influence of
/// the controller only if nobody is within it, and then the closest one to the left (CR 801.5c).
pub(crate) fn players_asked(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let within = players(look, scope, reference);
    let game = look.game();
    if !within.is_empty() || !game.has_ranges() {
        return within;
    }
    let anywhere = all_named(look, scope, reference);
    game.turn_order_from(scope.controller).into_iter().find(|id| anywhere.contains(id)).into_iter().collect()
}

/// Whether the present turn, and each part of it, is one of these players'. "Each …" also means a
/// turn that goes on without an active player (CR 800.4j); other words speak of a player whose turn
/// it is.
pub(crate) fn is_turn_of_any(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> bool {
    let game = look.game();
    players(look, scope, reference).into_iter().any(|id| game.is_active(id))
        || (*reference == Players::Each && is_turn_of_nobody(look, scope))
}

/// Whether the turn goes on without an active player (CR 800.4j), and the one who has left would be
/// within the range of influence of the controller of the text (CR 801.4).
pub(super) fn is_turn_of_nobody(look: &dyn Look, scope: &Scope<'_>) -> bool {
    let game = look.game();
    game.lacks_active_player()
        && (is_exempt(game, scope.source) || game.in_range(scope.controller, game.world().turn.active))
}

fn all_named(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let game = look.game();
    let in_order = |wanted: Vec<PlayerId>| -> Vec<PlayerId> {
        game.apnap().into_iter().filter(|id| wanted.contains(id)).collect()
    };
    // CR 608.2h: worked out as the effect began.
    if reference.naming() == Naming::Once
        && let Some(locked_in) = scope.memory().and_then(|memory| memory.players(reference))
    {
        return locked_in.to_vec();
    }
    match reference {
        // CR 901.12c
        Players::You if is_of_both_heads(game, scope) => in_order(game.team(scope.controller)),
        Players::You => vec![scope.controller],
        Players::Opponents => game.apnap().into_iter().filter(|id| game.are_opponents(*id, scope.controller)).collect(),
        Players::Teammates => {
            in_order(game.team(scope.controller)).into_iter().filter(|id| *id != scope.controller).collect()
        }
        Players::YourTeam => in_order(game.team(scope.controller)),
        Players::OpponentsOf(of) => {
            let of = players(look, scope, of);
            game.apnap().into_iter().filter(|id| of.iter().any(|it| game.are_opponents(*id, *it))).collect()
        }
        Players::Each => game.apnap(),
        Players::Chosen(place) => chosen(scope, *place).iter().filter_map(|entity| entity.player()).collect(),
        Players::They => {
            let locked_in = || scope.memory().and_then(|memory| memory.players(reference)).unwrap_or_default().to_vec();
            scope.they.map_or_else(locked_in, |player| vec![player])
        }
        Players::Target(index) => target(scope, *index).iter().filter_map(|entity| entity.player()).collect(),
        Players::ThatPlayer => {
            let told = scope.trigger.and_then(|trigger| trigger.player);
            told.map_or_else(|| one_specific(look, scope, reference), |player| vec![player])
        }
        Players::Active | Players::Attacking | Players::Defending => one_specific(look, scope, reference),
        Players::Monarch => game.monarch().into_iter().collect(),
        Players::ThisTurn(when) => in_order(occurrences::of_this_turn(look, scope, when.event()).1),
        Players::LastTurn(when) => {
            let did = |id: &PlayerId| occurrences::of_last_turn(look, scope, when.event(), *id).1.contains(id);
            game.apnap().into_iter().filter(did).collect()
        }
        // CR 801.11: of those within range.
        Players::WithMost(number) => with_most(look, scope, players(look, scope, &Players::Each), number),
        Players::MostAmong(among, number) => with_most(look, scope, players(look, scope, among), number),
        Players::VotedOtherwise(who, whom) => {
            if let Some(locked_in) = scope.memory().and_then(|memory| memory.players(reference)) {
                return locked_in.to_vec();
            }
            let (who, whom) = (players(look, scope, who), players_ever(look, scope, whom));
            who.into_iter().filter(|id| votes::voted_otherwise(game, scope, *id, &whom)).collect()
        }
        Players::WonSubgame | Players::DidntWinSubgame => {
            if let Some(locked_in) = scope.memory().and_then(|memory| memory.players(reference)) {
                return locked_in.to_vec();
            }
            let Some(winner) = winner_of_subgame(game, scope) else { return Vec::new() };
            let won = matches!(reference, Players::WonSubgame);
            game.apnap().into_iter().filter(|id| (winner == Some(*id)) == won).collect()
        }
        Players::HighBidder => high_bid(game, scope).map(|(player, _)| player).into_iter().collect(),
        Players::Noted(name) => in_order(noted::players(game, scope.controller, name).collect()),
        Players::OtherThan(among, not) => {
            let not = players(look, scope, not);
            players(look, scope, among).into_iter().filter(|id| !not.contains(id)).collect()
        }
        Players::And(some, others) => {
            in_order([some, others].into_iter().flat_map(|who| players(look, scope, who)).collect())
        }
        Players::LeftOf(of) => {
            in_order(players(look, scope, of).into_iter().map(|player| game.next_player(player)).collect())
        }
        Players::RightOf(of) => {
            in_order(players(look, scope, of).into_iter().map(|player| game.previous_player(player)).collect())
        }
        Players::Enchanted => host(game, scope.source).and_then(Entity::player).into_iter().collect(),
        Players::ChosenPlayer => links::player(game, scope).into_iter().collect(),
        Players::ControllerOf(reference) => {
            // CR 608.2h: "its controller" of each destroyed or exiled this way is its last
            // controller.
            let last = |id| made_of(game, scope, id).and_then(|(_, departed)| departed.was.controller);
            let whose = |id| look.controller(id).or_else(|| last(id));
            in_order(objects(look, scope, reference).into_iter().filter_map(whose).collect())
        }
        Players::OwnerOf(reference) => {
            in_order(objects(look, scope, reference).into_iter().filter_map(|id| owner(game, id)).collect())
        }
    }
}

/// Whether a spell is a card that an effect or a delayed ability speaks of, cast since it began
/// (CR 400.7g). A resolution in progress speaks of the card only.
pub(super) fn is_spell_of(look: &dyn Look, scope: &Scope<'_>, reference: &Objects, spell: ObjectId) -> bool {
    let game = look.game();
    let linked = *reference == Objects::Linked(Linked::Exiled);
    let lasts = (scope.announced.is_some() || linked) && scope.since.is_none() && *reference != Objects::This;
    if !lasts || game.object(spell).is_none_or(|it| it.zone != Zone::Stack) {
        return false;
    }
    let is_it = |card: &ObjectId| game.world().departed.get(card).is_some_and(|it| it.became.contains(&spell));
    // By now it has left exile.
    if linked { links::ever_exiled(game, scope) } else { found(look, scope, reference) }.iter().any(is_it)
}

/// Whether an object fits a description. Zones ask for the object as it is now: one that is gone is
/// in none of them (CR 400.7).
pub(super) fn fits_now(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, id: ObjectId) -> bool {
    if look.game().object(id).is_some() || !filter.names_a_zone() {
        return matches(look, scope, filter, id);
    }
    match filter {
        Filter::In(_) => false,
        Filter::Not(inner) => !fits_now(look, scope, inner, id),
        Filter::All(parts) => parts.iter().all(|part| fits_now(look, scope, part, id)),
        Filter::AnyOf(parts) => parts.iter().any(|part| fits_now(look, scope, part, id)),
        other => matches(look, scope, other, id),
    }
}

/// The object that this resolution moved to make this one, with its departure (CR 608.2h).
pub(super) fn made_of<'a>(game: &'a Game, scope: &Scope<'_>, id: ObjectId) -> Option<(ObjectId, &'a Departed)> {
    let since = scope.since?;
    let mut departed = game.world().departed.iter().map(|(was, departed)| (*was, &**departed));
    departed.find(|(_, departed)| departed.entry >= since && departed.became.contains(&id))
}

/// Whether "you" is both players of a team that shares turns: in the texts of planes and phenomena
/// (CR 901.12c).
fn is_of_both_heads(game: &Game, scope: &Scope<'_>) -> bool {
    game.shares_turns() && is_exempt(game, scope.source)
}

/// Whether a player is among those that a reference names.
pub(crate) fn is_among(look: &dyn Look, scope: &Scope<'_>, reference: &Players, player: PlayerId) -> bool {
    match reference {
        Players::You => {
            let game = look.game();
            player == scope.controller || is_of_both_heads(game, scope) && game.acts_with(player, scope.controller)
        }
        // CR 800.4i: what a player did is found, although the player has left.
        _ if look.is_of_the_past() && !look.game().plays(player) => was_among(look, scope, reference, player),
        _ => players(look, scope, reference).contains(&player),
    }
}

/// Whether a player is among those that a reference names, for something that the player did, who
/// may have left since (CR 800.4i).
pub(super) fn is_or_was_among(look: &dyn Look, scope: &Scope<'_>, reference: &Players, player: PlayerId) -> bool {
    match look.game().plays(player) {
        true => is_among(look, scope, reference, player),
        false => was_among(look, scope, reference, player),
    }
}

/// The players that a reference names, and those that it would name if they had not left, for
/// something that they did (CR 800.4i).
pub(super) fn players_ever(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let all = look.game().world().players.iter().map(|player| player.id);
    all.filter(|id| is_or_was_among(look, scope, reference, *id)).collect()
}

/// Whether a player who has left would be among those that a reference names.
fn was_among(look: &dyn Look, scope: &Scope<'_>, reference: &Players, player: PlayerId) -> bool {
    let game = look.game();
    let within = || !game.has_ranges() || is_exempt(game, scope.source) || game.in_range(scope.controller, player);
    let was = |who: &Players| was_among(look, scope, who, player);
    match reference {
        Players::Each => within(),
        Players::Opponents => game.are_opponents(player, scope.controller) && within(),
        Players::YourTeam => game.team(scope.controller).contains(&player) && within(),
        Players::Teammates => player != scope.controller && game.team(scope.controller).contains(&player) && within(),
        Players::OpponentsOf(of) => {
            let of = players(look, scope, of);
            of.into_iter().any(|it| game.are_opponents(player, it)) && within()
        }
        Players::OtherThan(among, not) => was(among) && !was(not),
        Players::And(some, others) => was(some) || was(others),
        Players::ThisTurn(when) => occurrences::of_this_turn(look, scope, when.event()).1.contains(&player) && within(),
        Players::LastTurn(when) => {
            occurrences::of_last_turn(look, scope, when.event(), player).1.contains(&player) && within()
        }
        Players::ControllerOf(reference) => {
            let whose = |id| look.controller(id) == Some(player);
            objects(look, scope, reference).into_iter().any(whose) && within()
        }
        Players::OwnerOf(reference) => {
            let whose = |id| owner(look.game(), id) == Some(player);
            objects(look, scope, reference).into_iter().any(whose) && within()
        }
        Players::Noted(name) => noted::players(game, scope.controller, name).any(|id| id == player),
        // The others name players whether or not they have left, or say something of the present.
        _ => players(look, scope, reference).contains(&player),
    }
}

/// How many players who have left a reference counts all the same, since it speaks of what players
/// did (CR 800.4i).
pub(super) fn left_who_did(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> i32 {
    let game = look.game();
    let gone = game.world().players.iter().filter(|player| player.left).map(|player| player.id);
    let did = gone.filter(|player| speaks_of_deeds(reference) && did(look, scope, reference, *player));
    i32::try_from(did.count()).unwrap_or(i32::MAX)
}

/// Whether a player who has left is named by what they did.
fn did(look: &dyn Look, scope: &Scope<'_>, reference: &Players, player: PlayerId) -> bool {
    match reference {
        Players::ThisTurn(_) | Players::LastTurn(_) => was_among(look, scope, reference, player),
        Players::OtherThan(among, not) => did(look, scope, among, player) && !was_among(look, scope, not, player),
        Players::And(some, others) => did(look, scope, some, player) || did(look, scope, others, player),
        _ => false,
    }
}

/// Whether a reference names players by what they did this turn or in the last one.
fn speaks_of_deeds(reference: &Players) -> bool {
    match reference {
        Players::ThisTurn(_) | Players::LastTurn(_) => true,
        Players::OtherThan(among, _) => speaks_of_deeds(among),
        Players::And(some, others) => speaks_of_deeds(some) || speaks_of_deeds(others),
        _ => false,
    }
}

/// The players of whom "the active player", "attacking player" or "defending player" means one
/// (CR 508.5a, 802.2a, 805.9, 805.10c, 805.10e), also as the player of an attack that triggered.
pub(crate) fn one_of_the_turn(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let game = look.game();
    match reference {
        Players::Active => {
            let active = game.world().turn.active;
            let team = game.turn_mates(active);
            if team.is_empty() { vec![active] } else { team }
        }
        Players::Attacking => attacking(look, scope.source),
        Players::Defending => spoken_of(look, scope),
        Players::ThatPlayer => scope.trigger.map_or_else(Vec::new, |trigger| involved(look, trigger)),
        _ => Vec::new(),
    }
}

/// The one of these players that the controller of the resolving spell or ability chose. Where
/// nobody chooses, as for targets, any of them fits.
fn one_specific(look: &dyn Look, scope: &Scope<'_>, reference: &Players) -> Vec<PlayerId> {
    let game = look.game();
    if let Some(locked_in) = scope.memory().and_then(|memory| memory.players(reference)) {
        return locked_in.to_vec();
    }
    let among = one_of_the_turn(look, scope, reference);
    if among.len() < 2 {
        return among;
    }
    let resolving = game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Resolve(resolve) if resolve.source == scope.source => Some(resolve.object.unwrap_or(resolve.source)),
        _ => None,
    });
    let mut named = game.world().schedule.named.iter().rev();
    let named = named.find(|it| Some(it.object) == resolving && among.contains(&it.player));
    named.map_or(among, |it| vec![it.player])
}

/// The attacking player for a creature: with shared turns, the controllers of what it is blocking,
/// or was blocking last; for anything else, and otherwise, all attacking players (CR 506.2,
/// 805.10a, 805.10c).
fn attacking(look: &dyn Look, blocker: ObjectId) -> Vec<PlayerId> {
    let game = look.game();
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    if !game.shares_turns() {
        return vec![combat.attacking_player];
    }
    let last = || {
        game.world().this_turn().find_map(|entry| match &entry.event {
            Event::Blocked { object, attackers } | Event::BecameBlocking { object, attackers }
                if *object == blocker =>
            {
                Some(attackers.clone())
            }
            _ => None,
        })
    };
    let blocked = combat.blocker(blocker).map(|it| it.attackers.clone()).or_else(last).unwrap_or_default();
    let of: Vec<PlayerId> = blocked.iter().filter_map(|id| look.controller(*id)).collect();
    let mut team = game.turn_mates(combat.attacking_player);
    if team.iter().any(|id| of.contains(id)) {
        team.retain(|id| of.contains(id));
    }
    team
}

/// Those of some players for whom a number is the greatest.
fn with_most(look: &dyn Look, scope: &Scope<'_>, among: Vec<PlayerId>, number: &Quantity) -> Vec<PlayerId> {
    let of = |player: PlayerId| quantity(look, &Scope { they: Some(player), ..*scope }, number);
    let all: Vec<(PlayerId, i32)> = among.into_iter().map(|id| (id, of(id))).collect();
    let most = all.iter().map(|(_, number)| *number).max();
    all.into_iter().filter(|(_, number)| Some(*number) == most).map(|(id, _)| id).collect()
}

/// The winner of the last subgame of a resolution, if it had one; nothing if none was played
/// (CR 722.1b).
fn winner_of_subgame(game: &Game, scope: &Scope<'_>) -> Option<Option<PlayerId>> {
    let since = scope.since.unwrap_or_default();
    let entries = game.world().history.latest().take_while(|entry| entry.no >= since);
    entries.map(|entry| &entry.event).find_map(|event| match event {
        Event::SubgameEnded { result: GameResult::Won(winner), .. } => Some(Some(*winner)),
        Event::SubgameEnded { result: GameResult::Draw, .. } => Some(None),
        _ => None,
    })
}

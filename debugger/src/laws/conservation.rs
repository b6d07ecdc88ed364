//! Law 4: every card is in exactly one place and every object in one zone; ids are never reused.

use std::collections::BTreeSet;

use retrace_core::fact::{CardId, Component, Event, PlayerId, Zone};
use retrace_core::state::{Game, Object, World};

use super::record::Record;
use super::{Broken, Law, broken};

pub(super) fn conservation(record: &Record) -> Result<u64, Broken> {
    let broken = broken(Law::Conservation);
    let mut given = BTreeSet::new();
    for (number, done) in record.commits.iter().enumerate() {
        for entry in done.steps.iter().flat_map(|step| &step.entries) {
            let new: Vec<_> = match &entry.event {
                Event::Created { object } => vec![object.id],
                Event::Moved { became, .. } => became.iter().map(|new| new.id).collect(),
                _ => Vec::new(),
            };
            if let Some(id) = new.into_iter().find(|id| !given.insert(*id)) {
                return Err(broken(number, format!("{id} is used again by event {}", entry.no.0)));
            }
        }
        places(&done.after).map_err(|what| broken(number, what))?;
    }
    Ok(record.commits.len() as u64)
}

fn places(game: &Game) -> Result<(), String> {
    let mut cards = BTreeSet::new();
    places_of(game.world(), &mut cards)?;
    for main in game.world().mains() {
        places_of(&main.world, &mut cards)?;
    }
    // The cards of a player who has left a game that goes on are gone (CR 800.4a), but for the
    // ante.
    let gone = |owner: PlayerId| game.is_multiplayer() && !game.plays(owner);
    let stays = game.cards().iter().filter(|(id, record)| cards.contains(id) || !gone(record.owner));
    let wanted = stays.count();
    if cards.len() != wanted {
        return Err(format!("{} cards are somewhere, of {wanted}", cards.len()));
    }
    Ok(())
}

/// Checks a game by itself, and adds its cards to those of others.
fn places_of(world: &World, cards: &mut BTreeSet<CardId>) -> Result<(), String> {
    // CR 722.4: cards of a game around a subgame are outside of it.
    let around: BTreeSet<CardId> = world.mains().flat_map(|main| main.world.cards()).collect();
    let mut add = |object: &Object| {
        let mut components = object.components().filter_map(Component::card);
        let is_around = |card: &CardId| matches!(object.zone, Zone::Outside(_)) && around.contains(card);
        match components.find(|card| !is_around(card) && !cards.insert(*card)) {
            Some(card) => Err(format!("{card} is in two places")),
            None => Ok(()),
        }
    };
    for (id, object) in &world.objects {
        add(object)?;
        // CR 807.5: there may be several stacks.
        let there = match object.zone {
            Zone::Stack => world.stacks().filter(|other| other == id).count(),
            zone => world.zone(zone).iter().filter(|other| *other == id).count(),
        };
        if there != 1 {
            return Err(format!("{id} says that it is in {}, and is there {there} times", object.zone));
        }
    }
    for (id, phased) in &*world.phased_out {
        add(&phased.object)?;
        if world.objects.contains_key(id) || phased.object.zone != Zone::Battlefield {
            return Err(format!("{id} is phased out, and not only that"));
        }
    }
    let mut places = Vec::new();
    for player in &world.players {
        places
            .extend(player.library.iter().chain(&player.hand).chain(&player.graveyard).chain(&player.outside).copied());
    }
    let shared = [&world.battlefield, &world.exile, &world.command, &world.ante];
    places.extend(shared.into_iter().flatten().copied());
    places.extend(world.stacks());
    places.extend(world.others.decks.values().flatten().copied());
    places.sort_unstable();
    if places.iter().eq(world.objects.keys()) {
        Ok(())
    } else {
        Err("the zones hold other objects than there are".to_owned())
    }
}

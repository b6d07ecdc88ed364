//! Events of the casual variants (CR 9).

use std::sync::Arc;

use crate::card::Value;
use crate::fact::{CardId, Chance, Component, Event, Note, Noted, ObjectId, PlayerId, Zone, planar_die};
use crate::state::commanders::{self, Commander};
use crate::state::game::{CardRecord, Game};
use crate::state::world::{Aside, DraftNote, World};

use super::editing;

/// Folds these events.
pub(super) fn fold_casual(world: &mut World, event: &Event) {
    match event {
        Event::CommanderDesignated { card, identity, .. } => {
            let now = world.object_of(*card).map(|object| (object.id, false));
            if !world.commanders().iter().any(|it| it.card == *card) {
                world.others.commanders.push(Commander::new(*card, *identity, now));
            }
        }
        Event::CommanderColorChosen { card, color, .. } => edit(world, *card, |it| {
            it.identity = it.identity.union([*color].into_iter().collect());
            it.chosen = Some(Note::Value(Value::Color(*color)));
        }),
        Event::RevealedFromDeck { player, card, name } => {
            let aside = Aside { player: *player, card: *card, name: name.clone(), exiled: None };
            world.others.aside.push(aside);
        }
        Event::KeptInDeck { player, card } => {
            let aside = Aside { player: *player, card: *card, name: String::new(), exiled: Some(Vec::new()) };
            world.others.aside.push(aside);
        }
        Event::ExiledBeforehand { card, objects, .. } => {
            if let Some(aside) = world.others.aside.iter_mut().find(|it| it.card == *card) {
                aside.exiled = Some(objects.clone());
            }
        }
        Event::NotedInDraft { player, card, noted, def } => {
            let (player, card, noted, def) = (*player, card.clone(), Noted::clone(noted), *def);
            world.others.draft_notes.push(DraftNote { player, card, noted, def });
        }
        Event::CommanderCast { player, card, .. } => {
            edit(world, *card, |it| commanders::add(&mut it.casts, *player, 1));
        }
        Event::CommanderDecided { card, object, goes, .. } => {
            edit(world, *card, |it| it.decided = Some((*object, *goes)));
        }
        Event::CommanderDamaged { card, player, amount, .. } => {
            edit(world, *card, |it| commanders::add(&mut it.damage, *player, *amount));
        }
        Event::PlanarControllerChanged { player, objects, waiting } => {
            world.others.planar_controller = Some(*player);
            for id in objects {
                if let Some(object) = editing::object(world, *id) {
                    object.controller = Some(*player);
                }
            }
            for id in waiting {
                if let Some(it) = world.waiting.iter_mut().find(|it| it.id == *id) {
                    Arc::make_mut(it).controller = *player;
                }
            }
        }
        Event::SupplementShuffled { zone, order, .. } => {
            world.others.decks.insert(*zone, order.clone());
        }
        // A fixed result is used up.
        Event::PlanarDieRolled { .. } => {
            editing::use_up(world, |chance| matches!(chance, Chance::Die(number) if *number <= planar_die::SIDES));
        }
        _ => {}
    }
}

/// Makes a player the owner of all planes and phenomena (CR 901.15b).
pub(super) fn own_planes(game: &mut Game, player: PlayerId) {
    let World { others, command, .. } = game.world();
    let decks = others.decks.iter().filter(|(zone, _)| matches!(zone, Zone::Planar(_)));
    let there: Vec<ObjectId> = decks.flat_map(|(_, deck)| deck.iter()).chain(command.iter()).copied().collect();
    for id in there {
        let Some(Component::Card(card)) = game.object(id).map(|object| object.component) else { continue };
        let record = game.cards.get(&card).copied().filter(|record| record.owner != player);
        let Some(record) = record.filter(|it| game.face(it.def).is_some_and(|face| face.types.is_planar())) else {
            continue;
        };
        game.cards.insert(card, CardRecord { owner: player, ..record });
        if let Some(object) = editing::object(editing::world(game), id) {
            object.owner = player;
        }
    }
}

fn edit(world: &mut World, card: CardId, change: impl FnOnce(&mut Commander)) {
    if let Some(commander) = world.others.commanders.iter_mut().find(|it| it.card == card) {
        change(commander);
    }
}

/// Takes the commanders over into another game with the same cards, which counts anew
/// (CR 721.5a, 722.2c), and what was noted in the draft (CR 905.2b).
pub(super) fn take_over(world: &mut World, from: &World) {
    let anew = |it: &Commander| Commander { chosen: it.chosen.clone(), ..Commander::new(it.card, it.identity, None) };
    let commanders: Vec<Commander> = from.commanders().iter().map(anew).collect();
    if !commanders.is_empty() {
        world.others.commanders = commanders;
    }
    if !from.others.draft_notes.is_empty() {
        world.others.draft_notes.clone_from(&from.others.draft_notes);
    }
}

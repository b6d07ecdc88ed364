//! What ends a subgame, and what takes cards out of the games around it (CR 722.4-722.5).

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::card::CardType;
use crate::fact::{CardId, Component, Event, GameResult, Manner, ObjectId, Zone};
use crate::rule;
use crate::state::game::CardRecord;
use crate::state::{Game, Object};

use crate::rules::engine::random;
use crate::rules::engine::work::Work;
use crate::rules::variant::supplement;
use crate::rules::zones::zone_changes::create_card;

/// Whether something about other games comes next: the subgame is over, or a card that was brought
/// into it leaves the game that had it.
pub(in crate::rules) fn due(game: &Game) -> bool {
    let world = game.world();
    let Some(games) = world.games() else { return false };
    !games.inside.is_empty() || !games.brought.is_empty() || (world.result.is_some() && games.main.is_some())
}

/// Takes the next step about other games.
pub(in crate::rules) fn go_on(work: &mut Work) {
    let world = work.game.world();
    let Some(games) = world.games() else { return };
    if !games.inside.is_empty() {
        work.leading_fact(rule!("722.4a"), Event::SubgameResumed {});
    } else if let Some(card) = games.brought.first() {
        take_out(work, *card);
    } else if let Some(result) = world.result {
        end(work, result);
    }
}

/// A card that was brought into the subgame leaves the nearest game around it that has it. What
/// triggers on that waits there (CR 722.4a).
fn take_out(work: &mut Work, card: CardId) {
    let Some((outward, object)) = around(&work.game, card) else { return };
    work.leading_fact(rule!("722.4a"), Event::SubgameHalted { outward });
    if let (Some(from), Some(was)) = (work.game.zone_of(object), work.game.snapshot(object)) {
        let event = Event::Moved { object, from, became: Vec::new(), manner: Manner::Put, was: Arc::new(was) };
        work.leading_fact(rule!("722.4"), event);
    }
}

/// The nearest game around the subgame that has a card, and the object that it is there.
fn around(game: &Game, card: CardId) -> Option<(u32, ObjectId)> {
    let mut mains = (1..).zip(game.world().mains());
    mains.find_map(|(outward, main)| Some((outward, main.world.object_of(card)?.id)))
}

/// Ends the subgame. Its cards go to their owners' libraries in the main game, which are shuffled
/// (CR 722.5), but those of its command zone leave the game, as do those that were outside of it.
fn end(work: &mut Work, result: GameResult) {
    let Some(began) = work.game.world().main().map(|main| main.began) else { return };
    let leaves = |object: &&Arc<Object>| matches!(object.zone, Zone::Command | Zone::Outside(_));
    let apart = work.game.world().objects.values().filter(leaves).flat_map(|object| object.components());
    let apart: BTreeSet<CardId> = apart.filter_map(Component::card).collect();
    // CR 722.5b-c
    let face_up = supplement::face_up(&work.game, |types| types.is_planar() || types.has(CardType::Scheme));
    let goes = |object: &&Arc<Object>| work.game.goes_with_decks(object) || face_up.contains(&object.id);
    let beside = work.game.world().objects.values().filter(goes);
    let beside: BTreeSet<CardId> = beside.flat_map(|object| object.components()).filter_map(Component::card).collect();
    work.leading_fact(rule!("722.5"), Event::SubgameEnded { result, began });
    let around: BTreeSet<CardId> = work.game.world().mains().flat_map(|main| main.world.cards()).collect();
    let here = work.game.world().cards();
    // Whatever is in no other game was in the subgame, even if it left it with its owner.
    let of_subgame = |(card, record): &(&CardId, &CardRecord)| {
        !here.contains(card) && !around.contains(card) && work.game.plays(record.owner)
    };
    let cards: Vec<CardId> = work.game.cards().iter().filter(of_subgame).map(|(card, _)| *card).collect();
    for card in cards {
        if beside.contains(&card) {
            create_card(work, rule!("722.5c"), card, |_| Zone::Command);
            continue;
        }
        let zone = if apart.contains(&card) { Zone::Outside } else { Zone::Library };
        create_card(work, rule!("722.5"), card, zone);
    }
    for player in work.game.apnap() {
        random::shuffle(work, player);
        // CR 722.5a, 722.5d
        supplement::shuffle_all(work, &[player]);
    }
}

//! Beginning a subgame (CR 722.1-722.4): the game waits, as it is, and its players begin another
//! one with the cards of their libraries, and with their commanders and vanguards (CR 722.2b-c).

use crate::card::verb;
use crate::fact::{CardId, Event, Frame, ResolveFrame, Zone};
use crate::rule;
use crate::rules::engine::verb::Verb;
use crate::state::{Game, Object};

use super::restart::{opening, starting_life};
use crate::rules::engine::cursor::go_on;
use crate::rules::engine::random;
use crate::rules::engine::work::Work;
use crate::rules::variant::{planes, schemes};
use crate::rules::zones::zone_changes::create_card;

impl Verb for verb::PlaySubgame {
    /// Begins a subgame. The resolution that creates it waits at its next instruction (CR 722.5).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        go_on(work, frame);
        let game = &work.game;
        let moves = |object: &Object| matches!(object.zone, Zone::Library(_)) || game.goes_with_decks(object);
        let decks = cards(game, moves);
        // CR 722.4: everything else is outside the subgame.
        let stays = |object: &Object| game.face(object.def).is_some_and(|face| face.types.stays_in_command_zone());
        let outside = cards(game, |object| !moves(object) && !stays(object) && is_known(object));
        let players = schemes::may_begin(&work.game, work.game.apnap());
        let Some(starting_player) = random::starting_player(work, rule!("722.2"), &players) else { return };
        let life = starting_life(&work.game);
        work.leading_fact(rule!("722.2"), Event::SubgameBegan { starting_player, life });
        for card in decks {
            create_card(work, rule!("722.2"), card, Zone::Library);
        }
        for card in outside {
            create_card(work, rule!("722.4"), card, Zone::Outside);
        }
        planes::take_control(work, starting_player);
        let opening = opening(work);
        work.push(rule!("722.2"), Frame::Opening(Box::new(opening)));
    }
}

/// The cards of some objects of the game, in order. Only an object that is a single card can be
/// taken as one.
fn cards(game: &Game, of: impl Fn(&Object) -> bool) -> Vec<CardId> {
    let objects = game.world().objects.values().map(|object| &**object);
    let objects = objects.filter(|object| object.pieces().is_empty() && of(object));
    let mut cards: Vec<CardId> = objects.filter_map(|object| object.component.card()).collect();
    cards.sort_unstable();
    cards
}

/// Whether its owner knows a card of the main game, so that they can name it in the subgame: not
/// one that is face down in exile, or under another player's control.
fn is_known(object: &Object) -> bool {
    match &object.face_down {
        Some(seen_by) => seen_by.contains(&object.owner),
        None => !object.is_face_down() || object.controller == Some(object.owner),
    }
}

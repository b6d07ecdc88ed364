//! What is done only once each turn (CR 603.2i).

use crate::card::{Ability, TriggerLimit, TriggeredAbility};
use crate::fact::{Event, Origin, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The resolving ability, if it says to do something only once each turn (CR 603.2i).
pub(super) fn done_once(game: &Game, frame: &ResolveFrame) -> Option<Origin> {
    match game.ability(frame.text?)? {
        Ability::Triggered(TriggeredAbility { limit: Some(TriggerLimit::DoOncePerTurn), .. }) => frame.origin.clone(),
        _ => None,
    }
}

/// Records an action that the player may take only once each turn (CR 603.2i).
pub(super) fn note_done(work: &mut Work, frame: &ResolveFrame) {
    if let Some(origin) = done_once(&work.game, frame).filter(|_| frame.cursor.len() == 1) {
        work.fact(rule!("603.2i"), Event::DidOnce { source: frame.source, origin, player: frame.controller });
    }
}

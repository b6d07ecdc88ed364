//! Who may look at a card that a hideaway ability has exiled: every player who has controlled the
//! permanent (CR 702.75a).

use crate::card::{Ability, Definition, Keyword};
use crate::derive::Look;
use crate::fact::{DefId, Event, Link, Note, ObjectId, PlayerId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::stands_for;
use crate::rules::engine::work::Work;

/// Adds the players who have controlled the permanent by the time its hideaway ability exiles a
/// card.
pub(in crate::rules) fn add_controllers(game: &Game, frame: &ResolveFrame, players: &mut Vec<PlayerId>) {
    if !stands_for(game, frame, &Keyword::Hideaway) {
        return;
    }
    let permanent = frame.source;
    let losers = game.world().history.latest().filter_map(|entry| match entry.event {
        Event::ControlChanged { object, from, .. } if object == permanent => Some(from),
        _ => None,
    });
    for player in losers.chain(game.controller(permanent)) {
        if !players.contains(&player) {
            players.push(player);
        }
    }
}

/// Lets whoever has come to control a permanent look at the cards.
pub(in crate::rules) fn shown(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    for entry in work.entries() {
        let Event::ControlChanged { object: permanent, to: player, .. } = entry.event else { continue };
        for (link, note) in game.world().notes.get(&permanent).into_iter().flat_map(|notes| notes.iter()) {
            let Note::Exiled(card) = *note else { continue };
            let seen_by = game.object(card).and_then(|object| object.face_down.as_deref());
            if seen_by.is_some_and(|seen_by| !seen_by.contains(&player)) && hides(game, permanent, link) {
                found.push((rule!("702.75a"), Event::LookAllowed { player, object: card }));
            }
        }
    }
}

/// Whether an ability with this link is hideaway.
fn hides(game: &Game, permanent: ObjectId, link: &Link) -> bool {
    let printed = |def: DefId| match game.definition(def) {
        Some(Definition::Card(card)) => card.faces().iter().any(|face| face.abilities.iter().any(is_hideaway)),
        _ => game.face(def).is_some_and(|face| face.abilities.iter().any(is_hideaway)),
    };
    match link {
        Link::Printed(def) | Link::Merged(_, def) => printed(*def),
        Link::Granted(_) => game.characteristics(permanent).is_some_and(|it| {
            it.abilities.iter().any(|its| its.origin.link().as_ref() == Some(link) && is_hideaway(&its.ability))
        }),
    }
}

fn is_hideaway(ability: &Ability) -> bool {
    matches!(ability, Ability::Keyword(Keyword::Hideaway))
}

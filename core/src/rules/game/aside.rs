//! Cards of a sideboard that are exiled before decks are shuffled, as a card of the deck allows
//! (CR 607.2n). A player reveals that card, and exiles some of the cards that are not in their deck
//! (CR 100.4b). Abilities find them by the name of the card that was revealed.

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, StaticAbility, StaticEffect};
use crate::derive::Scope;
use crate::derive::filter::matches;
use crate::fact::{Answer, Choice, Domain, Entity, Event, Item, ObjectId, PlayerId, Prompt, Zone};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::show;
use crate::rules::engine::control::ask;
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::work::Work;
use crate::rules::variant::supplement::turn_over;

/// What a player may exile with a card of their deck: the candidates, and how many at least and at
/// most; none if there are too few.
fn offered(game: &Game, player: PlayerId, card: ObjectId) -> Option<(Vec<ObjectId>, u32, u32)> {
    let face = game.face(game.object(card)?.def)?;
    let (what, least, most) = face.abilities.iter().find_map(|ability| match ability {
        Ability::Static(StaticAbility { effect: StaticEffect::BeforeShuffling { exile, least, most }, .. }) => {
            Some((exile, *least, *most))
        }
        _ => None,
    })?;
    let fits = |id: &ObjectId| matches(game, &Scope::of(card, player), what, *id);
    let found: Vec<ObjectId> = game.zone(Zone::Outside(player)).iter().copied().filter(fits).collect();
    let there = u32::try_from(found.len()).unwrap_or(u32::MAX);
    (there >= least).then(|| (found, least, most.unwrap_or(there).min(there)))
}

/// The next card of a player's deck that is not settled, and whether it has been revealed.
fn next(game: &Game, player: PlayerId) -> Option<(ObjectId, bool)> {
    if !game.has_mechanism(Mechanisms::BEFORE_SHUFFLING) {
        return None;
    }
    let aside = &game.world().others.aside;
    let revealed = |id: ObjectId| aside.iter().find(|it| it.card == id).map(|it| it.exiled.is_none());
    let deck = game.zone(Zone::Library(player)).iter().copied();
    deck.filter(|id| revealed(*id) != Some(false) && offered(game, player, *id).is_some())
        .map(|id| (id, revealed(id).is_some()))
        .min_by_key(|(_, revealed)| !revealed)
}

/// Asks a player whether they reveal the next such card of their deck, and then which cards they
/// exile.
pub(in crate::rules) fn aside_choice(game: &Game, player: PlayerId) -> Option<Choice> {
    let (card, revealed) = next(game, player)?;
    if !revealed {
        return Some(ask(player, Prompt::May(card), rule!("607.2n"), Domain::Confirm));
    }
    let (found, min, max) = offered(game, player, card)?;
    let options = found.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    Some(ask(player, Prompt::Objects(card), rule!("607.2n"), Domain::Pick { options, min, max }))
}

/// Takes an answer.
pub(in crate::rules) fn answered(work: &mut Work, player: PlayerId, answer: &Answer) {
    let Some((card, _)) = next(&work.game, player) else { return };
    match answer {
        Answer::Confirmed(true) => {
            let name = work.game.object(card).and_then(|it| work.game.face(it.def)).map(|face| face.name.clone());
            show(work, &[card]);
            let event = Event::RevealedFromDeck { player, card, name: name.unwrap_or_default() };
            work.fact(rule!("607.2n"), event);
        }
        Answer::Confirmed(false) => {
            work.fact(rule!("607.2n"), Event::KeptInDeck { player, card });
        }
        Answer::Picked(items) => {
            let chosen = objects_of(items).into_iter();
            let exiled = chosen.filter_map(|id| turn_over(work, rule!("607.2n"), id, Zone::Exile, None)).collect();
            work.fact(rule!("607.2n"), Event::ExiledBeforehand { player, card, objects: exiled });
        }
        _ => {}
    }
}

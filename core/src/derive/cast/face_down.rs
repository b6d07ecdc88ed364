//! Face-down spells and permanents (CR 708): cards as they would be cast face down (CR 601.3e,
//! 702.37c), permanents as they would be turned face up (CR 702.37e, 708.11), and the ways to turn
//! one face up.

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{
    Ability, CardType, CardTypes, CastingCost, Cost, Definition, FaceDown, Filter, Instruction, Keyword, Objects, Reads,
};
use crate::card::{Permission, Players};
use crate::fact::{AbilityInstance, Applied, DefId, Event, ObjectId, Origin, PlayerId};
use crate::rule;
use crate::state::layers::KeptEffect;
use crate::state::{Game, Object};

use super::casting;
use super::casting::{Casting, WayToCast};
use crate::derive::look::Look;
use crate::derive::look::hypothetical::{hypothetical, knowing};
use crate::derive::object::face_up::{face, is_hidden_from};
use crate::derive::object::merged::settled;
use crate::derive::pay::demand;
use crate::derive::pay::demand::{Refusal, Special, demand};
use crate::derive::pay::window::{Payer, could_pay};

/// The listed characteristics of a face-down object; none for a definition that is printed.
pub fn listed(game: &Game, def: DefId) -> Option<&FaceDown> {
    match game.definition(def)? {
        Definition::FaceDown(down) => Some(down),
        _ => None,
    }
}

/// Whether a permanent was manifested and is still face down (CR 701.34a).
pub(crate) fn is_manifested(game: &Game, object: &Object) -> bool {
    let def = object.pieces().first().and_then(|top| top.listed).unwrap_or(object.def);
    object.is_face_down() && listed(game, def).is_some_and(|down| down.manifested)
}

/// A game in which an object has been turned face down in place.
pub(crate) fn turned_face_down(game: &Game, object: ObjectId, down: FaceDown) -> Game {
    let (game, def) = knowing(game, Definition::FaceDown(down));
    // What is known of the definition says what stays as it is.
    let _ = game.printed(def);
    let timestamp = game.counters().timestamp;
    hypothetical(&game, Event::PermanentTurnedFaceDown { object, def, timestamp })
}

/// A game in which a permanent has been turned face up (CR 708.8).
pub(crate) fn turned_face_up(game: &Game, object: ObjectId, x: Option<u32>) -> Game {
    let timestamp = game.counters().timestamp;
    settled(hypothetical(game, Event::PermanentTurnedFaceUp { object, timestamp, x }), object)
}

/// Whether a permanent stays face down because the card beneath is an instant or sorcery
/// (CR 701.34f), or a component is one (CR 723.2g).
pub(crate) fn stays_face_down(game: &Game, object: &Object) -> bool {
    let of = |def: DefId| game.face(def).map(|face| face.types).unwrap_or_default();
    let is_spell = |types: CardTypes| types.has(CardType::Instant) || types.has(CardType::Sorcery);
    is_spell(of(object.face_up_def())) || object.pieces().iter().any(|piece| is_spell(of(piece.def)))
}

/// The game with a card turned face down in place, as a player would cast it. None if it has no
/// morph ability, or the player can't know that (CR 702.37d).
pub(crate) fn as_cast_face_down(game: &Game, player: PlayerId, card: ObjectId) -> Option<Game> {
    let could = |object: &Object| game.could_have(object, Mechanisms::MORPHS);
    if !game.object(card).is_some_and(could) || is_hidden_from(game, player, card) {
        return None;
    }
    let has_morph = |ability: &Ability| matches!(ability, Ability::Keyword(keyword) if keyword.morph_cost().is_some());
    let abilities = face(game, player, card).map(|it| it.abilities.as_slice()).unwrap_or_default();
    let morph = abilities.iter().any(|instance| has_morph(&instance.ability));
    morph.then(|| turned_face_down(game, card, FaceDown::default()))
}

/// The cost of a spell cast with a morph ability (CR 702.37c).
pub(crate) fn casting_cost() -> CastingCost {
    CastingCost::Instead(vec![Cost::Mana(FaceDown::morph_casting_cost())])
}

/// The ways in which a player may cast a card face down: by permissions for a card with these
/// characteristics, or by its own abilities (CR 601.3e, 702.37c). A permission with another cost is
/// excluded, since only one alternative cost applies (CR 118.9a).
pub fn ways(game: &Game, player: PlayerId, card: ObjectId) -> Vec<WayToCast> {
    let (Some(view), Some(face_up)) = (as_cast_face_down(game, player, card), Casting::of_card(game, player, card))
    else {
        return Vec::new();
    };
    let Some(face_down) = Casting::of_card(&view, player, card) else { return Vec::new() };
    let own = casting::ways(game, &face_up).into_iter().filter(|way| is_of(way, card));
    let mut found: Vec<WayToCast> = Vec::new();
    for way in casting::ways(&view, &face_down).into_iter().chain(own) {
        if *way.cost() == CastingCost::Usual {
            let exile = way.permission.as_ref().is_some_and(Permission::exiles);
            let instead = way.permission.as_ref().and_then(Permission::instead).cloned().map(Box::new);
            let (who, what, cost) = (Players::You, Filter::This, casting_cost());
            let way = WayToCast { by: way.by, permission: Some(Permission::Cast { who, what, cost, exile, instead }) };
            if !found.iter().any(|other| other.replaces() == way.replaces()) {
                found.push(way);
            }
        }
    }
    found
}

/// Whether an ability of this card allows this way of casting it.
fn is_of(way: &WayToCast, card: ObjectId) -> bool {
    matches!(&way.by, Some(Applied::Ability { object, .. }) if *object == card)
}

/// Checks that a player may cast a card face down, regardless of timing (CR 702.37c).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_be_cast(game: &Game, player: PlayerId, card: ObjectId) -> Result<(), Refusal> {
    in_view(game, player, card, |_, _| Ok(()))
}

/// Checks that a player with priority may cast a card face down, as the creature spell that it
/// would be (CR 702.37c).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_cast(game: &Game, player: PlayerId, card: ObjectId) -> Result<(), Refusal> {
    in_view(game, player, card, |view, casting| {
        let why = "it is cast in a main phase of the player's turn with the stack empty";
        let in_time = demand::sorcery_timing(view, player) || casting::any_time(view, casting);
        demand(in_time, rule!("117.1a"), why)?;
        demand(!ways(game, player, card).is_empty(), rule!("601.3"), "nothing allows casting it from where it is")
    })
}

/// Runs a check in the game where the card is face down, if it can be cast so at all.
fn in_view(
    game: &Game,
    player: PlayerId,
    card: ObjectId,
    ask: impl FnOnce(&Game, &Casting) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let view = as_cast_face_down(game, player, card);
    let casting = view.as_ref().and_then(|view| Casting::of_card(view, player, card));
    let (Some(view), Some(casting)) = (view, casting) else {
        return demand(false, rule!("702.37d"), "only a morph ability lets a card be cast face down");
    };
    casting::is_castable(&view, &casting)?;
    casting::prohibited(&view, &casting)?;
    ask(&view, &casting)
}

/// The special actions that turn a player's face-down permanents face up (CR 116.2b): for the morph
/// cost that they would have (CR 702.37e), or for the mana cost of a manifested creature card
/// (CR 701.34b).
pub fn special_actions(game: &Game, player: PlayerId) -> Vec<Special> {
    if !game.has_mechanism(Mechanisms::FACE_DOWN) {
        return Vec::new();
    }
    let permanents = game.permanents_naming(Mechanisms::FACE_DOWN).filter_map(|id| game.object(id));
    let own = permanents.filter(|it| it.is_face_down() && game.controller(it.id) == Some(player));
    own.flat_map(|object| turning(game, player, object)).collect()
}

/// The abilities that a permanent would have if it were turned face up, if those are the ones on
/// its card: nothing changes its abilities.
fn abilities_on_card<'a>(game: &'a Game, object: &Object) -> Option<&'a [AbilityInstance]> {
    let derived = game.derived();
    let changes = |effect: &Arc<KeptEffect>| {
        effect.active.writes_at_all().meets(Reads::ABILITY) && effect.active.could_reach(game, object.id)
    };
    let changed = derived.copied.contains_key(&object.id) || derived.kept.as_ref()?.effects.iter().any(changes);
    let printed = game.printed(object.face_up_def())?;
    let plain = object.pieces().is_empty() && !printed.modifies && !changed;
    plain.then_some(&printed.as_status(object.flipped).characteristics.abilities)
}

/// The special actions for one permanent.
fn turning(game: &Game, player: PlayerId, object: &Object) -> Vec<Special> {
    let id = object.id;
    if stays_face_down(game, object) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut offer = |origin: Origin, cost: &[Cost], megamorph: bool| {
        // The permanent pays as it still is.
        if could_pay(game, Payer::new(player, id), cost).is_ok() {
            let by = Applied::Ability { object: id, origin };
            let then = vec![Instruction::TurnFaceUp(verb::TurnFaceUp { what: Objects::This, megamorph })];
            found.push(Special { source: id, by, cost: cost.to_vec(), then, x_limits: Vec::new() });
        }
    };
    let abilities_in = |view: &Game| view.characteristics(id).map(|it| it.abilities.clone()).unwrap_or_default();
    let view = || turned_face_up(game, id, None);
    let known = abilities_on_card(game, object);
    debug_assert!(known.is_none_or(|known| *known == abilities_in(&view())[..]), "{known:?}");
    let abilities = known.map_or_else(|| Cow::Owned(abilities_in(&view())), Cow::Borrowed);
    for instance in &*abilities {
        if let Ability::Keyword(keyword) = &*instance.ability
            && let Some(cost) = keyword.morph_cost()
        {
            offer(instance.origin.clone(), cost, matches!(keyword, Keyword::Megamorph(_)));
        }
    }
    let card = game.face(object.face_up_def());
    if is_manifested(game, object)
        && let Some(card) = card.filter(|card| card.types.has(CardType::Creature))
        && let Some(cost) = &card.cost
    {
        offer(Origin::Printed { def: object.def, index: 0 }, &[Cost::Mana(cost.clone())], false);
    }
    found
}

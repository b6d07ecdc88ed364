//! Cards with several faces as players would cast or play them (CR 601.3e): the sides to choose
//! from, and the game with a card as one of them, which answers all questions about playing it.
//!
//! Also the definition that an object has as it changes zones (CR 709.4, 712.4a, 712.9, 716.4).

use std::sync::Arc;

use std::borrow::Cow;

use crate::card::{Ability, Card, CardType, Definition, Side};
use crate::fact::{
    AbilityInstance, Act, Announcement, Characteristics, Component, DefId, Entry, Event, ObjectId, Part, Piece,
    PlayerId, Timestamp, Zone,
};
use crate::rule;
use crate::state::{Game, Object, evolve_entry};

use super::face_up::turned_up;
use super::merged::settled;
use crate::derive::look::Look;
use crate::derive::look::hypothetical::hypothetical;

/// The sides as which a player could cast or play a card, besides its usual one in that zone.
pub fn sides(game: &Game, player: PlayerId, id: ObjectId) -> Vec<Side> {
    let Some(object) = game.object(id) else { return Vec::new() };
    let Some(Definition::Card(card)) = game.definition(object.def) else { return Vec::new() };
    let offered = |side: &Side| match side {
        // CR 702.102a: fuse applies to cards cast from hand.
        Side::Fused => object.zone == Zone::Hand(player),
        // CR 712.7: a transforming card is cast with its front face up.
        Side::Back => matches!(card, Card::Modal(_)),
        Side::Left | Side::Right | Side::Adventure => true,
        // CR 713.1b: a combined back face can't be cast.
        Side::Melded => false,
    };
    card.sides().filter(offered).collect()
}

/// The sides as which a player could cast or play a card by themselves: [`sides`], and the back
/// face of a transforming card with an ability to cast it transformed (CR 712.7b).
pub(crate) fn sides_to_play(game: &Game, player: PlayerId, id: ObjectId) -> Vec<Side> {
    let allows = |instance: &AbilityInstance| match &*instance.ability {
        Ability::Keyword(keyword) => keyword.casts_transformed(),
        _ => false,
    };
    let has = || game.characteristics(id).is_some_and(|it| it.abilities.iter().any(allows));
    let transforms = |object: &Object| game.card_of(object.def).is_some_and(Card::transforms);
    let transformed = game.object(id).filter(|object| !object.is_permanent()).is_some_and(transforms) && has();
    let mut found = sides(game, player, id);
    found.extend(transformed.then_some(Side::Back));
    found
}

/// The front face of a card that is considered cast transformed, or was (CR 712.7b); none for
/// anything else.
pub(crate) fn cast_transformed(game: &Game, id: ObjectId) -> Option<&Characteristics> {
    let object = game.object(id).filter(|object| !object.is_permanent())?;
    let Some(Definition::Side(Card::Transforming(_), Side::Back)) = game.definition(object.def) else { return None };
    let front = game.printed(whole_of(game, object))?;
    Some(&front.characteristics)
}

/// A throw-away game with a card as one of its sides (CR 601.3e, 709.3a, 712.7a, 716.3a); the same
/// game without a side. None if the card has no such side.
pub(crate) fn with_side(game: &Game, id: ObjectId, side: Option<Side>) -> Option<Cow<'_, Game>> {
    let Some(side) = side else { return Some(Cow::Borrowed(game)) };
    let object = game.object(id)?;
    let def = game.side(object.def, side)?;
    // What is known of the definition says what stays as it is.
    let _ = game.printed(def);
    Some(Cow::Owned(after(game, Event::Transformed { object: id, def, timestamp: object.timestamp })))
}

/// A throw-away game after something that happens in thought only (CR 601.3e).
fn after(game: &Game, event: Event) -> Game {
    let mut view = game.clone();
    let no = game.counters().entry;
    let entry = Entry { no, part: Part::Batch, cause: None, rule: rule!("601.3e"), event };
    evolve_entry(&mut view, &Arc::new(entry));
    view
}

/// A throw-away game from before the innermost proposal of a spell, in which its card is the side
/// that is cast, with what has been announced for it since (CR 601.3e, 601.4). None without such a
/// proposal.
pub(crate) fn before_proposal(game: &Game, card: ObjectId, def: DefId, announced: &Announcement) -> Option<Game> {
    let before = after(game, Event::Restored {});
    let object = before.object(card)?;
    let turned = Event::Transformed { object: card, def, timestamp: object.timestamp };
    let before = if object.def == def { before } else { after(&before, turned) };
    Some(after(&before, Event::Announced { object: card, announced: Arc::new(announced.clone()) }))
}

/// The game as an act sees it, and the plain act to check there: casting or playing the card as it
/// is in that game.
pub fn seen_by<'a>(game: &'a Game, player: PlayerId, act: &Act) -> Option<(Cow<'a, Game>, Act)> {
    let plain = |id: ObjectId, side: Side, act: Act| {
        let view = with_side(game, id, Some(side)).filter(|_| sides_to_play(game, player, id).contains(&side))?;
        Some((view, act))
    };
    match act {
        Act::CastAs(id, side) => plain(*id, *side, Act::Cast(*id)),
        Act::PlayAs(id, side) => plain(*id, *side, Act::Play(*id)),
        other => Some((Cow::Borrowed(game), other.clone())),
    }
}

/// The definition that an object has in another zone. A spell that becomes a permanent keeps its
/// face (CR 712.9), but an Adventure or a half exists only as a spell. In other zones a card is as
/// printed: both halves together (CR 709.4), front face up (CR 712.4a) unless it enters with its
/// back face up (CR 712.8, 712.10a). A face-down object becomes the whole card too (CR 708.9).
pub(crate) fn moving_to(game: &Game, object: &Object, zone: Zone, back: bool) -> DefId {
    let card = whole_of(game, object);
    let enters = zone == Zone::Battlefield;
    let shows = match game.definition(object.def) {
        Some(Definition::Side(_, Side::Back)) => enters && object.zone == Zone::Stack,
        _ => false,
    };
    if shows {
        return object.def;
    }
    if enters && back { game.side(card, Side::Back).unwrap_or(card) } else { card }
}

/// Whether a card can enter the battlefield transformed: its other face is a permanent's (CR 712.9,
/// 712.10a).
pub(crate) fn enters_transformed(game: &Game, id: ObjectId) -> bool {
    entering(game, id, true, false).is_some_and(|it| it.types.is_permanent())
}

/// Whether the back face of a permanent is up; none unless a transforming double-faced card
/// represents it (CR 712.4c-d). Of a merged permanent, that of its uppermost such component, as all
/// of them turn over together (CR 723.2i).
pub fn back_is_up(game: &Game, id: ObjectId) -> Option<bool> {
    game.transforming(id)?;
    let object = game.object(id)?;
    let turns = |piece: &&Piece| game.card_of_component(piece.component).is_some_and(Card::transforms);
    match object.pieces().iter().find(turns) {
        Some(piece) => Some(piece.def != whole_of_component(game, piece.component, piece.def)),
        None => Some(object.def != whole_of(game, object)),
    }
}

/// The definitions of the faces that a permanent can turn up (CR 712.5, 712.6): one, or several if
/// it is merged (CR 723.2i).
pub(crate) fn other_faces(game: &Game, id: ObjectId) -> Vec<DefId> {
    others(game, id).into_iter().flatten().collect()
}

/// The definition of the other face of each component of a permanent that can transform, in order;
/// none for a component that can't turn over.
fn others(game: &Game, id: ObjectId) -> Vec<Option<DefId>> {
    let Some(object) = game.object(id).filter(|_| game.transforming(id).is_some()) else { return Vec::new() };
    match object.pieces() {
        [] => vec![other_face(game, object.component, object.def)],
        pieces => pieces.iter().map(|piece| other_face(game, piece.component, piece.def)).collect(),
    }
}

/// The events of turning a permanent over; none if it can't transform (CR 701.28c). In a merged
/// permanent each component turns over that can (CR 723.2i), and the permanent follows from that.
pub(crate) fn turning_over(game: &Game, id: ObjectId, timestamp: Timestamp) -> Vec<Event> {
    let others = others(game, id);
    let (Some(object), Some(first)) = (game.object(id), others.iter().flatten().next()) else { return Vec::new() };
    if object.pieces().is_empty() {
        return vec![Event::Transformed { object: id, def: *first, timestamp }];
    }
    let turned = |(piece, other): (&Piece, &Option<DefId>)| Piece { def: other.unwrap_or(piece.def), ..*piece };
    let pieces: Vec<Piece> = object.pieces().iter().zip(&others).map(turned).collect();
    vec![
        Event::Transformed { object: id, def: object.def, timestamp },
        Event::Composed { object: id, pieces: pieces.into(), def: object.def, beneath: object.beneath },
    ]
}

/// The definition of the other face of a component that can turn over (CR 712.5, 712.6).
fn other_face(game: &Game, component: Component, shows: DefId) -> Option<DefId> {
    game.card_of_component(component).filter(|card| card.transforms())?;
    let card = whole_of_component(game, component, shows);
    let other = if shows == card { game.side(card, Side::Back)? } else { card };
    let types = game.face(other)?.types;
    (!types.has(CardType::Instant) && !types.has(CardType::Sorcery)).then_some(other)
}

/// A throw-away game with a permanent turned over (CR 712.16).
pub(crate) fn turned_over(game: &Game, id: ObjectId) -> Option<Game> {
    let events = turning_over(game, id, game.counters().timestamp);
    let turned = events
        .into_iter()
        .fold(None, |view: Option<Game>, event| Some(hypothetical(view.as_ref().unwrap_or(game), event)))?;
    Some(settled(turned, id))
}

/// The definition of the whole card behind an object, whatever side it shows.
pub(crate) fn whole_of(game: &Game, object: &Object) -> DefId {
    whole_of_component(game, object.component, object.face_up_def())
}

/// The definition of the whole card behind a component of a merged permanent, whatever side it
/// shows.
pub(crate) fn whole_of_component(game: &Game, component: Component, shows: DefId) -> DefId {
    match component {
        Component::Card(card) => game.cards().get(&card).map_or(shows, |record| record.def),
        _ => game.whole(shows),
    }
}

/// A card's characteristics as it enters the battlefield in a given way; none if it can't
/// (CR 712.8, 712.10a).
pub fn entering(game: &Game, id: ObjectId, back: bool, played: bool) -> Option<&Characteristics> {
    if !back {
        return turned_up(game, id);
    }
    let card = whole_of(game, game.object(id)?);
    let fits = match game.card_of(card)? {
        Card::Transforming(_) => !played,
        Card::Modal(_) => played,
        _ => false,
    };
    let side = game.side(card, Side::Back).filter(|_| fits)?;
    game.printed(side).map(|printed| &printed.characteristics)
}

impl Game {
    /// The transforming double-faced card that represents a permanent (CR 712.5), not one that it
    /// copies; in a merged permanent, one of the components (CR 723.2i).
    pub(crate) fn transforming(&self, id: ObjectId) -> Option<&Card> {
        // CR 712.11a
        let object = self.object(id).filter(|object| object.is_permanent() && !object.is_face_down())?;
        object.components().filter_map(|component| self.card_of_component(component)).find(|card| card.transforms())
    }

    /// Whether a double-faced card (CR 712.12) or meld card (CR 713.10) represents a permanent, or
    /// one of its components (CR 723.2j), whatever it shows or copies.
    pub(crate) fn has_no_card_back(&self, id: ObjectId) -> bool {
        let mut components = self.object(id).into_iter().flat_map(Object::components);
        components.any(|component| {
            let card = self.card_of_component(component);
            matches!(card, Some(Card::Transforming(_) | Card::Modal(_) | Card::Meld(_)))
        })
    }

    /// The card of a component; none for a token or a copy.
    pub fn card_of_component(&self, component: Component) -> Option<&Card> {
        let Component::Card(card) = component else { return None };
        self.card_of(self.cards().get(&card)?.def)
    }
}

/// A readable name for a side of a card: "Ice", "both halves of Wear // Tear".
pub fn name_of_side(game: &Game, id: ObjectId, side: Side) -> String {
    if let Some(hidden) = game.veiled_name(id) {
        return hidden.to_owned();
    }
    let card = game.object(id).and_then(|object| game.card_of(object.def));
    match card.and_then(|card| card.side(side)) {
        Some(face) if side == Side::Fused => format!("both halves of {}", face.name),
        Some(face) => face.name.clone(),
        None => game.name_of(id),
    }
}

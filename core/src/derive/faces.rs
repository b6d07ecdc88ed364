//! Cards of several faces as players would cast or play them (CR 601.3e): which sides there are to choose from, and the game
//! with a card as one of them, on which everything that asks whether it may be played is asked as of any card.
//!
//! Which definition an object has as it changes zones is here too (CR 709.4, 712.4a, 712.9, 716.4).

use std::borrow::Cow;

use crate::card::{Ability, Card, CardType, Cost, Definition, Keyword, Side};
use crate::fact::{
    AbilityInstance, Act, Characteristics, Component, DefId, Entry, Event, ObjectId, Origin, Part, Piece, PlayerId,
    Timestamp, Zone,
};
use crate::rule;
use crate::state::{Game, Object, evolve_entry};

use super::face_up::turned_up;
use super::hypothetical::hypothetical;
use super::look::Look;
use super::merged::settled;

/// The sides as which a player could cast or play a card where it is, besides as what it is there.
pub fn sides(game: &Game, player: PlayerId, id: ObjectId) -> Vec<Side> {
    let Some(object) = game.object(id) else { return Vec::new() };
    let Some(Definition::Card(card)) = game.definition(object.def) else { return Vec::new() };
    let offered = |side: &Side| match side {
        // CR 702.102a: fuse is for what is cast from its player's hand.
        Side::Fused => object.zone == Zone::Hand(player),
        // CR 712.7: a transforming card is cast with its front face up.
        Side::Back => matches!(card, Card::Modal(_)),
        Side::Left | Side::Right | Side::Adventure => true,
        // CR 713.1b: a combined back face can't be cast.
        Side::Melded => false,
    };
    card.sides().filter(offered).collect()
}

/// The sides as which a player could cast or play a card of their own accord: those that anybody could, and the back face of a
/// transforming card that an ability of its front face lets them cast transformed (CR 702.146a, 712.7b).
pub fn sides_to_play(game: &Game, player: PlayerId, id: ObjectId) -> Vec<Side> {
    let disturbs = |instance: &AbilityInstance| matches!(&*instance.ability, Ability::Keyword(Keyword::Disturb(_)));
    let has = || game.characteristics(id).is_some_and(|it| it.abilities.iter().any(disturbs));
    let transforms = |object: &Object| game.card_of(object.def).is_some_and(Card::transforms);
    let there = game.object(id).filter(|object| object.zone == Zone::Graveyard(player));
    let transformed = there.is_some_and(transforms) && has();
    let mut found = sides(game, player, id);
    found.extend(transformed.then_some(Side::Back));
    found
}

/// The abilities that let a card be cast transformed which is looked at as it would be cast so, or is a spell that was: those of
/// its front face (CR 712.7b); none of anything else.
pub fn cast_transformed(game: &Game, id: ObjectId) -> Option<Vec<(&Origin, &[Cost])>> {
    let object = game.object(id).filter(|object| !object.is_permanent())?;
    let Some(Definition::Side(Card::Transforming(_), Side::Back)) = game.definition(object.def) else { return None };
    let front = game.printed(whole_of(game, object))?;
    let disturbs = front.characteristics.abilities.iter().filter_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Disturb(cost)) => Some((&instance.origin, cost.as_slice())),
        _ => None,
    });
    Some(disturbs.collect())
}

/// The game with a card as one of its sides, to be asked and thrown away (CR 601.3e, 709.3a, 712.7a, 716.3a); itself
/// without a side. None if the card has no such side.
pub fn with_side(game: &Game, id: ObjectId, side: Option<Side>) -> Option<Cow<'_, Game>> {
    let Some(side) = side else { return Some(Cow::Borrowed(game)) };
    let object = game.object(id)?;
    let event = Event::Transformed { object: id, def: game.side(object.def, side)?, timestamp: object.timestamp };
    let mut view = game.clone();
    let no = game.counters().entry;
    evolve_entry(&mut view, &Entry { no, part: Part::Batch, cause: None, rule: rule!("601.3e"), event });
    Some(Cow::Owned(view))
}

/// The game as an act sees it, and the act as it is asked about there: casting or playing a card that is what it is there.
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

/// The definition that an object has once it is in another zone: a spell that becomes a permanent shows what it showed on the
/// stack (CR 712.9), but an Adventure or a half is no more than a spell. Elsewhere a card is what is printed on it,
/// both halves of it together (CR 709.4), front face up (CR 712.4a) unless it is to enter with its back face up (CR 712.8,
/// 712.10a). All of it is so of what was face down (CR 708.9).
pub fn moving_to(game: &Game, object: &Object, zone: Zone, back: bool) -> DefId {
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

/// Whether a card can enter the battlefield transformed: it has another face that is a permanent's (CR 712.9, 712.10a).
pub fn enters_transformed(game: &Game, id: ObjectId) -> bool {
    entering(game, id, true, false).is_some_and(|it| it.types.is_permanent())
}

/// Which face of a permanent is up, if it is represented by a transforming double-faced card (CR 712.4c-d): whether it is the
/// back face.
pub fn back_is_up(game: &Game, id: ObjectId) -> Option<bool> {
    game.transforming(id)?;
    let object = game.object(id)?;
    Some(object.def != whole_of(game, object))
}

/// The definitions of the faces that a permanent can turn up (CR 712.5, 712.6): one, unless it is merged (CR 723.2i).
pub fn other_faces(game: &Game, id: ObjectId) -> Vec<DefId> {
    others(game, id).into_iter().flatten().collect()
}

/// The definition of the other face of each component of a permanent that can transform, in their order; none of one that
/// can't turn over.
fn others(game: &Game, id: ObjectId) -> Vec<Option<DefId>> {
    let Some(object) = game.object(id).filter(|_| game.transforming(id).is_some()) else { return Vec::new() };
    match object.pieces() {
        [] => vec![other_face(game, object.component, object.def)],
        pieces => pieces.iter().map(|piece| other_face(game, piece.component, piece.def)).collect(),
    }
}

/// The events of turning a permanent over: nothing happens to one that can't transform (CR 701.28c). Of what is merged each
/// component turns over that can do so (CR 723.2i); what the permanent is then follows from that.
pub fn turning_over(game: &Game, id: ObjectId, timestamp: Timestamp) -> Vec<Event> {
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

/// The game with a permanent turned over, to be asked and thrown away (CR 712.16).
pub fn turned_over(game: &Game, id: ObjectId) -> Option<Game> {
    let events = turning_over(game, id, game.counters().timestamp);
    let turned = events
        .into_iter()
        .fold(None, |view: Option<Game>, event| Some(hypothetical(view.as_ref().unwrap_or(game), event)))?;
    Some(settled(turned, id))
}

/// The definition of the card that an object is made of, whatever it shows of it.
pub fn whole_of(game: &Game, object: &Object) -> DefId {
    whole_of_component(game, object.component, object.face_up_def())
}

/// The definition of what a component of a merged permanent is made of, whatever it shows of it.
pub fn whole_of_component(game: &Game, component: Component, shows: DefId) -> DefId {
    match component {
        Component::Card(card) => game.cards().get(&card).map_or(shows, |record| record.def),
        _ => game.whole(shows),
    }
}

/// What a card would be like as it enters the battlefield, in the way that is said: none if it can't be put there so
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
    /// The card that a permanent is represented by, if it is a transforming double-faced one (CR 712.5): one that was only
    /// copied is not turned over. One of several, if one of them is (CR 723.2i).
    pub fn transforming(&self, id: ObjectId) -> Option<&Card> {
        // CR 712.11a
        let object = self.object(id).filter(|object| object.is_permanent() && !object.is_face_down())?;
        object.components().filter_map(|component| self.card_of_component(component)).find(|card| card.transforms())
    }

    /// Whether a permanent is represented by a double-faced card (CR 712.12), whatever it shows or is a copy of, or by a meld
    /// card (CR 713.10); whether a component of it is one (CR 723.2j).
    pub fn has_no_card_back(&self, id: ObjectId) -> bool {
        let mut components = self.object(id).into_iter().flat_map(Object::components);
        components.any(|component| {
            let card = self.card_of_component(component);
            matches!(card, Some(Card::Transforming(_) | Card::Modal(_) | Card::Meld(_)))
        })
    }

    /// The card that a component is; none of a token or a copy.
    pub fn card_of_component(&self, component: Component) -> Option<&Card> {
        let Component::Card(card) = component else { return None };
        self.card_of(self.cards().get(&card)?.def)
    }
}

/// What a card is called as one of its sides, for people: "Ice", "both halves of Wear // Tear".
pub fn name_of_side(game: &Game, id: ObjectId, side: Side) -> String {
    let card = game.object(id).and_then(|object| game.card_of(object.def));
    match card.and_then(|card| card.side(side)) {
        Some(face) if side == Side::Fused => format!("both halves of {}", face.name),
        Some(face) => face.name.clone(),
        None => game.name_of(id),
    }
}

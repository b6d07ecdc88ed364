//! Merged permanents (CR 723, 702.140): their characteristics, and which spells are to merge.
//!
//! A merged permanent has the characteristics of the top component with the abilities of the
//! others. That is a definition of its own (`Definition::Merged`), which copies, last known
//! information and the layers treat like any other. It is made again whenever a component changes
//! (`rules::merge`). Abilities keep their identity from their component.

use crate::card::{
    Ability, Card, CardType, Definition, Face, Filter, Keyword, ManaCost, Merged, Objects, Players, Side, Source,
    Subtype, TargetSpec, TargetWhat,
};
use crate::fact::{AbilityRef, Announcement, Applied, Canonical, DefId, Event, ObjectId, Origin, Piece, Timestamp};
use crate::state::{Game, Object};

use super::active::now;
use crate::derive::look::hypothetical::{hypothetical, knowing_shared};

/// A composed permanent: a face, and the sources of its abilities.
struct Composed {
    /// The definition of the face, unless something was added to it.
    whole: Option<DefId>,
    face: Face,
    from: Vec<Source>,
    flipped: Vec<Source>,
}

impl Composed {
    fn of(game: &Game, def: DefId, component: Option<u32>) -> Composed {
        let face = game.face(def).cloned().unwrap_or_default();
        let own = |index: usize| Source { component, def: def.0, index: u16::try_from(index).unwrap_or(u16::MAX) };
        let usual = face.abilities.len();
        let flipped = face.flipped.as_deref().map_or(0, |flipped| flipped.abilities.len());
        let from = (0..usual).map(own).collect();
        let flipped = (usual..usual + flipped).map(own).collect();
        // An ability of the merging object is never printed on the permanent that it merged with.
        Composed { whole: component.is_none().then_some(def), face, from, flipped }
    }

    /// The composition with another object on top: its characteristics and the abilities of both
    /// (CR 702.140e, 723.2a). A flipped one uses the alternative characteristics of each, if any
    /// (CR 723.2h).
    fn under(self, top: Composed) -> Composed {
        let abilities = |it: &Composed, flipped: bool| match it.face.flipped.as_deref().filter(|_| flipped) {
            Some(other) => (other.abilities.clone(), it.flipped.clone()),
            None => (it.face.abilities.clone(), it.from.clone()),
        };
        let all = |flipped: bool| {
            let (mut said, mut from) = abilities(&top, flipped);
            let (more, whence) = abilities(&self, flipped);
            said.extend(more);
            from.extend(whence);
            (said, from)
        };
        let flips = top.face.flipped.is_some() || self.face.flipped.is_some();
        let (usual, from) = all(false);
        let (alternative, flipped) = if flips { all(true) } else { (Vec::new(), Vec::new()) };
        let as_flipped = top.face.flipped.as_deref().unwrap_or(&top.face);
        let flipped_face = flips
            .then(|| Box::new(Face { abilities: alternative, flipped: None, adventure: None, ..as_flipped.clone() }));
        let face = Face { abilities: usual, flipped: flipped_face, ..top.face };
        Composed { whole: None, face, from, flipped }
    }
}

/// The definition of a merged permanent from its present components: an index in the table if a
/// component or copy has it, or a new definition. None for a permanent with one component.
pub fn composed(game: &Game, object: &Object) -> Option<Result<DefId, Definition>> {
    let pieces = object.pieces();
    let mut order: Vec<usize> = (0..pieces.len()).filter(|place| !pieces[*place].half).collect();
    order.sort_by_key(|place| pieces[*place].since);
    let first = *order.first()?;
    let mut copies = earlier_copies(game, object);
    let value = |piece: &Piece| {
        let component = (piece.was != pieces[first].was).then_some(piece.was.0);
        Composed::of(game, piece.listed.unwrap_or(piece.def), component)
    };
    let mut whole = value(&pieces[first]);
    let mut merged: Vec<usize> = vec![first];
    for place in order.into_iter().skip(1) {
        // CR 613.2, 723.2a: a copy effect older than the merging has already changed the permanent.
        while let Some((timestamp, def)) = copies.first().copied()
            && timestamp < pieces[place].since
        {
            whole = Composed::of(game, def, None);
            copies.remove(0);
        }
        let piece = value(&pieces[place]);
        let on_top = merged.iter().all(|other| place < *other);
        whole = if on_top { whole.under(piece) } else { piece.under(whole) };
        merged.push(place);
    }
    let Composed { whole, face, from, flipped } = whole;
    Some(match whole {
        Some(def) => Ok(def),
        None => Err(Definition::Merged(Box::new(Merged { face, from: [from, flipped].concat() }))),
    })
}

/// The copy effects on a merged permanent that are older than the latest merging, in timestamp
/// order, each with the definition of its values.
fn earlier_copies(game: &Game, object: &Object) -> Vec<(Timestamp, DefId)> {
    let Some(latest) = object.pieces().iter().map(|piece| piece.since).max() else { return Vec::new() };
    let on_it = |objects: &[ObjectId]| objects.iter().any(|id| now(game, *id) == object.id);
    let effects = game.world().effects.values().filter(|effect| effect.timestamp < latest);
    let copying = effects.filter(|effect| {
        let says =
            matches!(game.definition(effect.def), Some(Definition::Effect(effect)) if effect.copiable().is_some());
        says && effect.objects.as_deref().is_some_and(|objects| on_it(objects))
    });
    let mut found: Vec<_> = copying.map(|effect| (effect.timestamp, effect.def)).collect();
    found.extend(game.static_copies(object.id).into_iter().filter(|(timestamp, _)| *timestamp < latest));
    found.sort_unstable();
    found
}

/// Whether a copy effect with this timestamp is older than a merging, so that the composition
/// already includes it (CR 613.2, 723.2a).
pub(in crate::derive) fn is_older(game: &Game, id: ObjectId, timestamp: Timestamp) -> bool {
    let pieces = game.object(id).map(Object::pieces).unwrap_or_default();
    pieces.iter().filter(|piece| !piece.half && piece.was != id).any(|piece| timestamp < piece.since)
}

/// The event that changes a merged permanent to what its components make it; or the definition that
/// the game needs first. None if nothing changes.
pub(crate) fn recomposed(game: &Game, id: ObjectId) -> Option<Result<Event, Canonical<Definition>>> {
    let object = game.object(id).filter(|object| !object.pieces().is_empty())?;
    let def = match composed(game, object)? {
        Ok(def) => def,
        Err(definition) => {
            let definition = Canonical::new(definition);
            match game.find_definition(&definition) {
                Some(def) => def,
                None => return Some(Err(definition)),
            }
        }
    };
    let top = object.pieces().first()?;
    // CR 723.2e: it has the status of the top component.
    let beneath = top.listed.map(|_| top.def);
    let same = object.def == def && object.beneath == beneath && object.component == top.component;
    let pieces = object.pieces().into();
    (!same).then_some(Ok(Event::Composed { object: id, pieces, def, beneath }))
}

/// The game with a merged permanent as its components make it.
pub fn settled(game: Game, id: ObjectId) -> Game {
    match recomposed(&game, id) {
        None => game,
        Some(Ok(event)) => hypothetical(&game, event),
        Some(Err(definition)) => settled(knowing_shared(&game, definition).0, id),
    }
}

/// Whether a spell with this announcement merges with its target: its mutate cost was chosen
/// (CR 702.140a). Also true of a copy.
pub(crate) fn is_mutating(game: &Game, spell: ObjectId, announced: &Announcement) -> bool {
    let Some(Applied::Ability { origin, .. }) = &announced.alternative else { return false };
    let ability = match origin {
        Origin::Printed { def, index } => game.ability(AbilityRef { def: *def, index: *index }),
        origin => game.ability_of(spell, origin).map(|instance| &*instance.ability),
    };
    matches!(ability, Some(Ability::Keyword(Keyword::Mutate(_))))
}

/// The target of a mutating creature spell: a non-Human creature with the same owner (CR 702.140a).
pub(crate) fn mutate_target() -> TargetSpec {
    let human = Subtype::named("Human").ok().map(|human| Filter::Not(Box::new(Filter::Subtype(human))));
    let owner = Filter::OwnedBy(Players::OwnerOf(Box::new(Objects::This)));
    let parts = [Some(Filter::Type(CardType::Creature)), human, Some(owner)];
    TargetSpec::one(TargetWhat::Object(Filter::All(parts.into_iter().flatten().collect())))
}

/// The components of a permanent, or of one that has left (CR 723.3).
pub(crate) fn pieces_of(game: &Game, id: ObjectId) -> &[Piece] {
    match game.object(id) {
        Some(object) => object.pieces(),
        None => {
            game.world().departed.get(&id).and_then(|it| it.memory.as_deref()).map_or(&[], |it| it.pieces.as_slice())
        }
    }
}

/// The mana costs that give a merged or melded permanent its mana value if the top component shows
/// a back face: that of its front face (CR 202.3b), or those of a meld pair's front faces
/// (CR 202.3c).
pub(crate) fn costs_of_fronts<'a>(game: &'a Game, pieces: &[Piece]) -> Option<Vec<&'a ManaCost>> {
    let top = pieces.first().filter(|top| top.listed.is_none())?;
    let front = |piece: &Piece| game.card_of(piece.def).and_then(|card| card.front().cost.as_ref());
    match game.definition(top.def)? {
        Definition::Side(Card::Transforming(_), Side::Back) => Some(front(top).into_iter().collect()),
        Definition::Side(Card::Meld(_), Side::Melded) => {
            let halves = pieces.iter().filter(|piece| piece.half);
            Some(std::iter::once(top).chain(halves).filter_map(front).collect())
        }
        _ => None,
    }
}

/// Whether two cards form a meld pair (CR 701.37b), and which one's definition has the combined
/// back face.
pub(crate) fn meld_pair(game: &Game, one: ObjectId, other: ObjectId) -> Option<(ObjectId, ObjectId)> {
    let card = |id: ObjectId| {
        let object = game.object(id)?;
        let crate::fact::Component::Card(card) = object.component else { return None };
        match game.card_of(game.cards().get(&card)?.def)? {
            Card::Meld(card) => Some(card),
            _ => None,
        }
    };
    let (a, b) = (card(one)?, card(other)?);
    let pair = one != other && a.with == b.front.name && b.with == a.front.name;
    match (pair, &a.melded, &b.melded) {
        (true, Some(_), _) => Some((one, other)),
        (true, None, Some(_)) => Some((other, one)),
        _ => None,
    }
}

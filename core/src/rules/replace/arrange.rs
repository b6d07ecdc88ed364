//! Several cards put into a library or graveyard at once: their owner arranges them, or the player
//! whom the action names (CR 401.4, 404.3). The components of an exiled permanent: the player who
//! exiles it says which gets its timestamp first (CR 713.4b, 723.3b).
//!
//! Asked for only where a rule could tell the difference: always in a library, elsewhere only if
//! something in the game asks for that order.

use crate::card::ZoneKind;
use crate::fact::{
    Action, Choice, Domain, Entity, Frame, Item, Manner, ObjectId, PlayerId, Position, Prompt, Proposed, Zone,
};
use crate::rule;
use crate::state::{Game, Object};

use crate::rules::engine::paid_with;
use crate::rules::permanent::merge::arranging;

/// Cards to be arranged.
pub(in crate::rules) struct Group {
    /// Who arranges them: their owner or who exiles them, unless the action says otherwise.
    by: PlayerId,
    zone: Zone,
    position: Position,
    objects: Vec<ObjectId>,
    /// Whether they are the components of a melded permanent.
    halved: bool,
}

/// The next cards to be arranged, in APNAP order of those who arrange them, or those that `by`
/// arranges.
pub(in crate::rules) fn next(
    game: &Game,
    actions: &[Proposed],
    arranged: &[ObjectId],
    by: Option<PlayerId>,
) -> Option<Group> {
    let groups = groups(game, actions, arranged);
    if groups.is_empty() {
        return None;
    }
    let order = game.apnap();
    let rank = |group: &Group| order.iter().position(|id| *id == group.by);
    let asked = |group: &Group| by.is_none_or(|by| by == group.by) && different(game, actions, &group.objects);
    groups.into_iter().filter(asked).min_by_key(rank)
}

/// The cards that need no order because they are equal, by destination.
pub(in crate::rules) fn equal(game: &Game, actions: &[Proposed]) -> Vec<Vec<ObjectId>> {
    let groups = groups(game, actions, &[]).into_iter();
    let several = groups.filter(|group| group.objects.len() > 1 && !different(game, actions, &group.objects));
    several.map(|group| group.objects).collect()
}

/// The cards still to be arranged, by destination.
fn groups(game: &Game, actions: &[Proposed], arranged: &[ObjectId]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for proposed in actions {
        let Action::Move { object, to, position, manner, entering } = &proposed.action else { continue };
        let Some(it) = game.object(*object) else { continue };
        let zone = Zone::of(to.kind(), it.owner);
        let counts = match zone.kind() {
            ZoneKind::Library => *manner != Manner::Shuffle,
            ZoneKind::Graveyard => game.reads_graveyard_order(),
            ZoneKind::Exile => !it.pieces().is_empty() && game.reads_timestamps(),
            _ => false,
        };
        if !counts {
            continue;
        }
        let mut cards = arranging(it);
        let exiled = zone == Zone::Exile;
        if cards.is_empty() || cards.iter().any(|card| arranged.contains(card)) {
            continue;
        }
        match groups.iter_mut().find(|group| !exiled && group.zone == zone && group.position == *position) {
            Some(group) => group.objects.append(&mut cards),
            None => {
                let exiles = || acting(game).filter(|_| exiled);
                let by = entering.arranged_by.or_else(exiles).unwrap_or(it.owner);
                let halved = it.pieces().iter().any(|piece| piece.half);
                groups.push(Group { by, zone, position: *position, objects: cards, halved });
            }
        }
    }
    groups
}

/// Whether orders differ: not among cards that everybody sees are the same.
fn different(game: &Game, actions: &[Proposed], objects: &[ObjectId]) -> bool {
    let moving = |proposed: &Proposed| match &proposed.action {
        Action::Move { object, .. } => game.object(*object),
        _ => None,
    };
    // A component of a merged permanent counts as what it is (CR 723.3a).
    let component = |id: &ObjectId| {
        let mut pieces = actions.iter().filter_map(moving).flat_map(Object::pieces);
        pieces.find(|piece| piece.was == *id).map(|piece| (piece.def, true))
    };
    let alone = |id: &ObjectId| game.object(*id).map(|object| (object.def, object.zone.kind().is_public()));
    let of = |id: &ObjectId| component(id).or_else(|| alone(id));
    match objects.split_first() {
        None | Some((_, [])) => false,
        Some((first, rest)) => {
            let first = of(first);
            !first.is_some_and(|(_, public)| public) || rest.iter().any(|id| of(id) != first)
        }
    }
}

/// The player whose spell, ability or cost does something.
fn acting(game: &Game) -> Option<PlayerId> {
    game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Resolve(resolve) => Some(resolve.controller),
        Frame::Proposal(proposal) => Some(proposal.player),
        _ => None,
    })
}

/// Asks for the order of the next cards; the first is to be on top, or to get its timestamp first.
pub(in crate::rules) fn arranging_choice(
    game: &Game,
    actions: &[Proposed],
    arranged: &[ObjectId],
    by: Option<PlayerId>,
) -> Option<Choice> {
    let group = next(game, actions, arranged, by)?;
    let (prompt, rule) = match group.zone.kind() {
        ZoneKind::Library => (Prompt::Arrange(group.zone), rule!("401.4")),
        // Half a permanent is one of a meld pair.
        ZoneKind::Exile if group.halved => (Prompt::Timestamps, rule!("713.4b")),
        ZoneKind::Exile => (Prompt::Timestamps, rule!("723.3b")),
        _ => (Prompt::Arrange(group.zone), rule!("404.3")),
    };
    Some(Choice {
        player: group.by,
        answered_by: group.by,
        prompt,
        rule,
        domain: Domain::Order(group.objects.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect()),
        back_out: false,
    })
}

/// The arranged cards with the answer added, in the order in which they are put there: the one on
/// top comes last, except at the bottom of a library, where it comes first. In exile, the one with
/// the first timestamp comes first.
pub(in crate::rules) fn with(
    game: &Game,
    actions: &[Proposed],
    arranged: &[ObjectId],
    by: PlayerId,
    items: &[Item],
) -> Vec<ObjectId> {
    let mut all = arranged.to_vec();
    let mut objects = paid_with::objects_of(items);
    let as_said = next(game, actions, arranged, Some(by)).is_some_and(|group| match group.zone.kind() {
        ZoneKind::Library => group.position == Position::Bottom,
        kind => kind == ZoneKind::Exile,
    });
    if !as_said {
        objects.reverse();
    }
    all.extend(objects);
    all
}

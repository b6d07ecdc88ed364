//! What one player sees of an event.

use crate::derive::Look;
use crate::fact::{
    Action, Applied, Edit, Entity, Entry, Event, Item, Manner, NewObject, Note, ObjectId, PlayerId, Seen, Zone,
};
use crate::state::{Game, Object};

use super::{SeenEntry, eyes, may_follow, may_see, sees_where_it_is};

/// Returns what a player sees of an entry, given the game after it. Numbers and ids that the player
/// cannot follow are left out. The declaration of the event decides, or [`apart`] if it depends on
/// the game.
pub fn entry(after: &Game, viewer: PlayerId, entry: &Entry) -> SeenEntry {
    match entry.event.seen() {
        Seen::Whole => SeenEntry::Whole(Box::new(entry.clone())),
        Seen::Kind(player) => part(after, viewer, entry, None, player),
        Seen::Apart => apart(after, viewer, entry),
    }
}

/// Returns only the kind of the event, with the objects that the player may see.
fn part(
    after: &Game,
    viewer: PlayerId,
    entry: &Entry,
    zones: Option<(Zone, Zone)>,
    player: Option<PlayerId>,
) -> SeenEntry {
    let objects = entry.event.objects().into_iter().filter(|id| may_follow(after, viewer, *id)).collect();
    SeenEntry::Part { kind: entry.event.name().to_owned(), objects, zones, player }
}

/// Returns what a player sees of an event that depends on the game (`seen_apart` in its
/// declaration).
fn apart(after: &Game, viewer: PlayerId, entry: &Entry) -> SeenEntry {
    let visible = |id: &ObjectId| may_follow(after, viewer, *id);
    let part = |zones, player| part(after, viewer, entry, zones, player);
    match &entry.event {
        Event::Moved { from, became, was, manner, .. } => {
            let to = became.first().map(|new| new.zone);
            let face_down = |new: &NewObject| after.object(new.id).is_some_and(Object::is_face_down);
            match to {
                // CR 701.20a: nobody can tell which card in a shuffled pile is which. Not even the
                // card that went there is named: the cards went in the order of the pile.
                Some(Zone::Exile)
                    if *manner == Manner::Shuffle && !became.iter().all(|new| is_seen(after, viewer, new)) =>
                {
                    SeenEntry::Part {
                        kind: entry.event.name().to_owned(),
                        objects: Vec::new(),
                        zones: Some((*from, Zone::Exile)),
                        player: Some(was.owner),
                    }
                }
                // CR 708.5: a card that was face down in exile may be face down on the battlefield.
                Some(to) if became.iter().any(|new| face_down(new) && !is_seen(after, viewer, new)) => {
                    part(Some((*from, to)), Some(was.owner))
                }
                Some(to) if may_see(after, viewer, *from) && may_see(after, viewer, to) => {
                    SeenEntry::Whole(Box::new(entry.clone()))
                }
                Some(to) => part(Some((*from, to)), Some(was.owner)),
                // It left the game with its owner, who revealed it if it was face down (CR 708.9).
                None if *manner == Manner::LeftGame => SeenEntry::Whole(Box::new(entry.clone())),
                None => part(None, Some(was.owner)),
            }
        }
        // A player sees that it is face down, but not what is beneath (CR 708.5).
        Event::EnteredFaceDown { object, .. } | Event::AgendaHidden { object, .. }
            if !sees_where_it_is(after, viewer, *object) =>
        {
            part(None, None)
        }
        // The same for a component (CR 708.5): a player sees only that there is one.
        Event::Composed { object, pieces, .. }
            if pieces.iter().any(|piece| piece.listed.is_some()) && after.controller(*object) != Some(viewer) =>
        {
            part(None, None)
        }
        // A player sees which of its abilities asks for a choice only once it is face up.
        Event::Replaced { before: action, .. } | Event::Considered { action, .. } if matches!(&**action, Action::TurnFaceUp { object, .. } if !sees_where_it_is(after, viewer, *object)) => {
            part(None, None)
        }
        // A player sees a card revealed in a hidden zone, but not which object it is there.
        Event::Revealed { player, cards } if cards.iter().any(|(card, _)| !visible(card)) => {
            let name = |(_, def): &(ObjectId, crate::fact::DefId)| after.face(*def).map(|face| face.name.clone());
            SeenEntry::Revealed { player: *player, names: cards.iter().filter_map(name).collect() }
        }
        // A player cannot follow a card revealed in a hidden zone.
        Event::Noted { note: Note::Revealed(card), .. } if !visible(card) => part(None, None),
        // A cycled card may have gone to a hidden zone.
        Event::Cycled { player, object } if !visible(object) => part(None, Some(*player)),
        // Others see that somebody looks, but not at which cards.
        Event::LookedAt { player, cards } if eyes(after, viewer).any(|eye| eye == *player) => {
            let name = |(_, def): &(ObjectId, crate::fact::DefId)| after.face(*def).map(|face| face.name.clone());
            SeenEntry::LookedAt { player: *player, names: cards.iter().filter_map(name).collect() }
        }
        Event::LookedAt { player, cards } => SeenEntry::Part {
            kind: entry.event.name().to_owned(),
            // Others see which face-down permanent somebody looks at.
            objects: cards.iter().map(|(id, _)| *id).filter(|id| after.is_face_down(*id)).collect(),
            zones: None,
            player: Some(*player),
        },
        Event::Created { object } if !may_see(after, viewer, object.zone) => part(None, Some(object.owner)),
        Event::DrawnFaceDown { object, .. } | Event::RevealOffered { object, .. } | Event::TurnedFaceUp { object }
            if !visible(object) =>
        {
            part(None, None)
        }
        // An edit does not show a card added where the player cannot see it.
        Event::Edited { edit: Edit::Add(addition) } if !may_see(after, viewer, addition.zone) => {
            part(None, Some(addition.owner))
        }
        Event::Edited { edit: Edit::Arrange(id, _) | Edit::Move(id, _) } if !visible(id) => part(None, None),
        // Players who may see the top card of a library see it. Others see only that it is visible.
        Event::TopShown { player, object, .. } if object.is_some_and(|id| !visible(&id)) => part(None, Some(*player)),
        // A player's decision about hidden cards shows only in its results.
        Event::Decided { player, answer }
            if eyes(after, viewer).all(|eye| eye != *player) && names_hidden(after, viewer, answer) =>
        {
            part(None, Some(*player))
        }
        // An action with a hidden card would show which card it is.
        Event::Replaced { before, after: becomes, .. }
            if becomes.iter().chain([&**before]).any(|it| it.objects().iter().any(|id| !visible(id))) =>
        {
            part(None, None)
        }
        Event::Considered { action, player, .. } if action.objects().iter().any(|id| !visible(id)) => {
            part(None, Some(*player))
        }
        _ => SeenEntry::Whole(Box::new(entry.clone())),
    }
}

/// Returns whether a player sees what an object is that is still where an event put it.
fn is_seen(after: &Game, viewer: PlayerId, new: &NewObject) -> bool {
    after.object(new.id).is_some() && sees_where_it_is(after, viewer, new.id)
}

fn names_hidden(game: &Game, viewer: PlayerId, answer: &crate::fact::Answer) -> bool {
    use crate::fact::Answer;
    let hidden = |id: ObjectId| !sees_where_it_is(game, viewer, id);
    let item_hidden = |item: &Item| match item {
        Item::Entity(Entity::Object(id)) => !may_follow(game, viewer, *id),
        // An action with a face-down permanent must not show which abilities it would have.
        Item::Act(act) => act.object().is_some_and(hidden),
        // CR 702.106b
        Item::Name(_) => true,
        Item::Effect(Applied::Ability { object, .. }, _) => game.is_face_down(*object) && hidden(*object),
        _ => false,
    };
    match answer {
        Answer::Picked(items) | Answer::Ordered(items) => items.iter().any(item_hidden),
        _ => false,
    }
}

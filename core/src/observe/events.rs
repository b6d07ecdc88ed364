//! What one player sees of an event.

use crate::derive::Look;
use crate::fact::{Action, Applied, Edit, Entity, Entry, Event, Item, Note, ObjectId, PlayerId, Seen, Zone};
use crate::state::Game;

use super::{SeenEntry, eyes, may_follow, may_see, sees_where_it_is};

/// What a player sees of an entry, given the game that it led to. Which numbers and ids it gave out is left out where the
/// player may not follow them. The declaration of the event decides, or, where that leaves it to the game, [`apart`].
pub fn entry(after: &Game, viewer: PlayerId, entry: &Entry) -> SeenEntry {
    match entry.event.seen() {
        Seen::Whole => SeenEntry::Whole(Box::new(entry.clone())),
        Seen::Kind(player) => part(after, viewer, entry, None, player),
        Seen::Apart => apart(after, viewer, entry),
    }
}

/// That something of its kind happened, with the objects that the player may see.
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

/// What a player sees of an event for which that depends on the game (`seen_apart` in its declaration).
fn apart(after: &Game, viewer: PlayerId, entry: &Entry) -> SeenEntry {
    let visible = |id: &ObjectId| may_follow(after, viewer, *id);
    let part = |zones, player| part(after, viewer, entry, zones, player);
    match &entry.event {
        Event::Moved { from, became, was, .. } => {
            let to = became.first().map(|new| new.zone);
            match to {
                Some(to) if may_see(after, viewer, *from) && may_see(after, viewer, to) => {
                    SeenEntry::Whole(Box::new(entry.clone()))
                }
                Some(to) => part(Some((*from, to)), Some(was.owner)),
                None => part(None, Some(was.owner)),
            }
        }
        // That it is face down is seen, not what is beneath (CR 708.5).
        Event::EnteredFaceDown { object, .. } if !sees_where_it_is(after, viewer, *object) => part(None, None),
        // So it is of a component (CR 708.5): what is seen is that there is one.
        Event::Composed { object, pieces, .. }
            if pieces.iter().any(|piece| piece.listed.is_some()) && after.controller(*object) != Some(viewer) =>
        {
            part(None, None)
        }
        // Which of its abilities has a choice made is seen once it is face up.
        Event::Replaced { before: action, .. } | Event::Considered { action, .. } if matches!(&**action, Action::TurnFaceUp { object, .. } if !sees_where_it_is(after, viewer, *object)) => {
            part(None, None)
        }
        // What is shown in a hidden zone is seen, not which object it is there.
        Event::Revealed { player, cards } if cards.iter().any(|(card, _)| !visible(card)) => {
            let name = |(_, def): &(ObjectId, crate::fact::DefId)| after.face(*def).map(|face| face.name.clone());
            SeenEntry::Revealed { player: *player, names: cards.iter().filter_map(name).collect() }
        }
        // What was shown in a hidden zone is not to be followed there.
        Event::Noted { note: Note::Revealed(card), .. } if !visible(card) => part(None, None),
        // What was cycled may have gone where it is hidden.
        Event::Cycled { player, object } if !visible(object) => part(None, Some(*player)),
        // Others see that somebody looks, not at what.
        Event::LookedAt { player, cards } if eyes(after, viewer).any(|eye| eye == *player) => {
            let name = |(_, def): &(ObjectId, crate::fact::DefId)| after.face(*def).map(|face| face.name.clone());
            SeenEntry::LookedAt { player: *player, names: cards.iter().filter_map(name).collect() }
        }
        Event::LookedAt { player, cards } => SeenEntry::Part {
            kind: entry.event.name().to_owned(),
            // Which face-down permanent somebody looks at is seen.
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
        // What is put where a player does not see it is not told them by the change either.
        Event::Edited { edit: Edit::Add(addition) } if !may_see(after, viewer, addition.zone) => {
            part(None, Some(addition.owner))
        }
        Event::Edited { edit: Edit::Arrange(id, _) | Edit::Move(id, _) } if !visible(id) => part(None, None),
        // Who may see the top card of a library sees it, the others that there is one to be seen.
        Event::TopShown { player, object, .. } if object.is_some_and(|id| !visible(&id)) => part(None, Some(*player)),
        // What a player decides about hidden cards is seen in what comes of it.
        Event::Decided { player, answer }
            if eyes(after, viewer).all(|eye| eye != *player) && names_hidden(after, viewer, answer) =>
        {
            part(None, Some(*player))
        }
        // An action with a hidden card tells which it is.
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

fn names_hidden(game: &Game, viewer: PlayerId, answer: &crate::fact::Answer) -> bool {
    use crate::fact::Answer;
    let hidden = |id: ObjectId| !sees_where_it_is(game, viewer, id);
    let item_hidden = |item: &Item| match item {
        Item::Entity(Entity::Object(id)) => !may_follow(game, viewer, *id),
        // Which abilities a face-down permanent would have is not told by what is done with them.
        Item::Act(act) => act.object().is_some_and(hidden),
        Item::Effect(Applied::Ability { object, .. }, _) => game.is_face_down(*object) && hidden(*object),
        _ => false,
    };
    match answer {
        Answer::Picked(items) | Answer::Ordered(items) => items.iter().any(item_hidden),
        _ => false,
    }
}

//! Designations of permanents: given until they leave, or by effects that last (CR 701.31b,
//! 701.38b, 702.95b, 702.112b).

use crate::card::mechanism::Mechanisms;
use crate::card::{Definition, Marking, Modification, StaticEffect};
use crate::derive::look::Look;
use crate::derive::object::dungeon;
use crate::fact::ObjectId;
use crate::state::{ContinuousEffect, Game, Object};

/// Whether an object has a designation, or had it when it left.
pub(super) fn has(look: &dyn Look, object: Option<&Object>, id: ObjectId, being: Marking) -> bool {
    let game = look.game();
    let Some(object) = object else {
        let memory = game.world().departed.get(&id).and_then(|departed| departed.memory.as_ref());
        return memory.is_some_and(|memory| memory.markings.contains(&being))
            || effects(game, being, id).next().is_some();
    };
    object.markings().contains(&being) || effects(game, being, id).next().is_some()
}

/// The designations of an object, in words: "monstrous", "paired with Grizzly Bears", "foretold in
/// turn 3". Of a dungeon, the rooms that its owner's venture marker has been in: "venture marker in
/// Dark Pool, by way of Cave Entrance" (CR 309.4).
pub fn words(game: &Game, id: ObjectId) -> Vec<String> {
    let reserved = game.object(id).and_then(Object::reserved);
    let word = |being: Marking| match (paired(game, id).filter(|_| being == Marking::Paired), reserved) {
        (Some(other), _) => format!("{} with {}", being.word(), game.name_of(other)),
        (None, Some(reserved)) if being.reserving().is_some() => format!("{} in turn {}", being.word(), reserved.turn),
        (None, _) => being.word().to_owned(),
    };
    let designations = Marking::ALL.into_iter().filter(|being| has(game, game.object(id), id, *being)).map(word);
    designations.chain(game.object(id).and_then(|object| venture_marker(game, object))).collect()
}

fn venture_marker(game: &Game, dungeon: &Object) -> Option<String> {
    let way = dungeon::way(game, dungeon);
    let (present, before) = way.split_last()?;
    let by = if before.is_empty() { String::new() } else { format!(", by way of {}", before.join(", ")) };
    Some(format!("venture marker in {present}{by}"))
}

/// The effects that give an object a designation.
pub fn effects(game: &Game, being: Marking, id: ObjectId) -> impl Iterator<Item = &ContinuousEffect> {
    let marks = move |effect: &&ContinuousEffect| {
        let on_it = effect.objects.as_ref().is_some_and(|objects| objects.contains(&id));
        on_it
            && matches!(game.definition(effect.def), Some(Definition::Effect(StaticEffect::Modify { modifications, .. }))
                if modifications.contains(&Modification::Mark(being)))
    };
    let all = game.has_mechanism(Mechanisms::MARKS).then(|| game.world().effects.values());
    all.into_iter().flatten().map(|effect| &**effect).filter(marks)
}

/// The creature that a creature is paired with (CR 702.95b, 702.95d).
pub fn paired(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let pair = effects(game, Marking::Paired, id).next()?;
    pair.objects.as_ref()?.iter().copied().find(|other| *other != id)
}

//! What may be attached to what (CR 301.5, 301.6, 303.4, 701.3).

use crate::card::{CardType, Restriction};
use crate::fact::{Entity, ObjectId};
use crate::state::Game;

use crate::derive::filter;
use crate::derive::filter::{matches, players};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::attachment::{Attachment, enchants};

/// Whether an object, as it is on the battlefield, can be attached to something (CR 701.3a).
pub fn can_be_attached(game: &Game, attachment: ObjectId, to: Entity) -> bool {
    let Some(characteristics) = game.characteristics(attachment) else { return false };
    let Some(kind) = Attachment::of(characteristics) else { return false };
    // CR 301.5c, 303.4d: not to itself, and not as a creature.
    if to == Entity::Object(attachment) || characteristics.types.has(CardType::Creature) {
        return false;
    }
    let permanent = |kind: CardType| {
        to.object().is_some_and(|id| {
            game.object(id).is_some_and(crate::state::Object::is_permanent) && game.has_type(id, kind)
        })
    };
    let allowed = match kind {
        Attachment::Aura => {
            let fits = |scope: Scope<'_>| {
                enchants(characteristics).is_some_and(|what| filter::is_what(game, &scope, &what, to))
            };
            game.controller_or_owner(attachment).is_some_and(|player| fits(Scope::of(attachment, player)))
        }
        Attachment::Equipment => permanent(CardType::Creature),
        Attachment::Fortification => permanent(CardType::Land),
    };
    // CR 801.8, 801.9
    let reached = game.controller(attachment).is_none_or(|player| game.reaches(player, to));
    allowed && reached && !forbidden(game, attachment, to)
}

/// Whether an effect says that it can't be attached there (CR 101.2).
fn forbidden(game: &Game, attachment: ObjectId, to: Entity) -> bool {
    game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantBeAttached { what, to: objects, players: who } => {
            let host = match to {
                Entity::Object(host) => objects.as_ref().is_some_and(|filter| matches(game, &scope, filter, host)),
                Entity::Player(host) => who.as_ref().is_some_and(|who| players(game, &scope, who).contains(&host)),
            };
            host && matches(game, &scope, what, attachment)
        }
        _ => false,
    })
}

/// Everything that an Aura, as it is on the battlefield, can be attached to (CR 303.4f).
pub fn hosts(game: &Game, aura: ObjectId) -> Vec<Entity> {
    let everyone = game.apnap().into_iter().map(Entity::Player);
    let objects = game.world().objects.keys().copied().map(Entity::Object);
    everyone.chain(objects).filter(|entity| can_be_attached(game, aura, *entity)).collect()
}

//! What may be attached to what (CR 301.5, 301.6, 303.4, 701.3).

use crate::card::{CardType, Keyword, Restriction, Subtype, TargetSpec, TargetWhat};
use crate::fact::{Characteristics, Entity, ObjectId};
use crate::state::Game;

use super::filter::{Look, Scope, matches, players};
use super::targets;

/// A kind of permanent that can be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// CR 303.4
    Aura,
    /// CR 301.5
    Equipment,
    /// CR 301.6
    Fortification,
}

impl Attachment {
    /// The kind that these characteristics make an object, if any.
    pub fn of(characteristics: &Characteristics) -> Option<Attachment> {
        // CR 205.3g-h: only artifacts and enchantments have these subtypes.
        let types = characteristics.types;
        if !types.has(CardType::Artifact) && !types.has(CardType::Enchantment) {
            return None;
        }
        let kind = |subtype: &Subtype| match subtype.name() {
            "Aura" => Some(Attachment::Aura),
            "Equipment" => Some(Attachment::Equipment),
            "Fortification" => Some(Attachment::Fortification),
            _ => None,
        };
        characteristics.subtypes.iter().find_map(kind)
    }
}

/// What the enchant abilities of an Aura allow, all of them together (CR 702.5a); none if it has none.
fn enchants(characteristics: &Characteristics) -> Option<TargetWhat> {
    let allowed = characteristics.keywords().filter_map(|keyword| match keyword {
        Keyword::Enchant(what) => Some(TargetWhat::clone(what)),
        _ => None,
    });
    let mut allowed: Vec<TargetWhat> = allowed.collect();
    match allowed.len() {
        0 | 1 => allowed.pop(),
        _ => Some(TargetWhat::All(allowed)),
    }
}

/// The target of an Aura spell (CR 303.4a); none for what is no Aura.
pub fn aura_target(characteristics: &Characteristics) -> Option<TargetSpec> {
    let aura = Attachment::of(characteristics) == Some(Attachment::Aura);
    let what = enchants(characteristics).filter(|_| aura)?;
    Some(TargetSpec::one(what))
}

/// Whether an object, as it is on the battlefield, can be attached to something (CR 701.3a).
pub fn can_be_attached(game: &Game, attachment: ObjectId, to: Entity) -> bool {
    let Some(characteristics) = game.characteristics(attachment) else { return false };
    let Some(kind) = Attachment::of(characteristics) else { return false };
    // CR 301.5c, 303.4d: neither to itself, nor as a creature.
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
            let scope = Scope::of(attachment, game.controller(attachment).unwrap_or_default());
            enchants(characteristics).is_some_and(|what| targets::fits(game, &scope, &what, to))
        }
        Attachment::Equipment => permanent(CardType::Creature),
        Attachment::Fortification => permanent(CardType::Land),
    };
    allowed && !forbidden(game, attachment, to)
}

/// CR 101.2: whether something says that it can't be attached there.
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

/// The objects that are attached to something, in the order of their ids.
pub fn attached_to(game: &Game, host: Entity) -> impl Iterator<Item = ObjectId> {
    let there = move |id: &&ObjectId| game.object(**id).is_some_and(|object| object.attached_to == Some(host));
    game.world().battlefield.iter().filter(there).copied()
}

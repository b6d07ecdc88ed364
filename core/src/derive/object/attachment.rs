//! Attachments: Auras, Equipment and Fortifications, and what an Aura enchants (CR 301.5, 303.4).

use crate::card::{CardType, Keyword, Subtype, TargetSpec, TargetWhat};
use crate::fact::{Characteristics, Entity, ObjectId};
use crate::state::Game;

/// The objects attached to something, by id.
pub fn attached_to(game: &Game, host: Entity) -> impl Iterator<Item = ObjectId> {
    let there = move |id: &&ObjectId| game.object(**id).is_some_and(|object| object.attached_to == Some(host));
    game.world().battlefield.iter().filter(there).copied()
}

/// What an object is attached to, or was when it left.
pub(in crate::derive) fn host(game: &Game, id: ObjectId) -> Option<Entity> {
    match game.object(id) {
        Some(object) => object.attached_to,
        None => game.world().departed.get(&id).and_then(|departed| departed.was.attached_to),
    }
}

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
    /// The kind of attachment that these characteristics are, if any.
    pub fn of(characteristics: &Characteristics) -> Option<Attachment> {
        // CR 205.3g-h: only artifacts and enchantments have these subtypes.
        let types = characteristics.types;
        if !types.has(CardType::Artifact) && !types.has(CardType::Enchantment) {
            return None;
        }
        let kind = |subtype: &Subtype| match *subtype {
            Subtype::AURA => Some(Attachment::Aura),
            Subtype::EQUIPMENT => Some(Attachment::Equipment),
            Subtype::FORTIFICATION => Some(Attachment::Fortification),
            _ => None,
        };
        characteristics.subtypes.iter().find_map(kind)
    }
}

/// The target of an Aura spell (CR 303.4a); none for anything else.
pub(crate) fn aura_target(characteristics: &Characteristics) -> Option<TargetSpec> {
    let aura = Attachment::of(characteristics) == Some(Attachment::Aura);
    let what = enchants(characteristics).filter(|_| aura)?;
    Some(TargetSpec::one(what))
}

/// What an Aura's enchant abilities allow together (CR 702.5a); none if it has none.
pub(in crate::derive) fn enchants(characteristics: &Characteristics) -> Option<TargetWhat> {
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

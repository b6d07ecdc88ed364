//! Lore counters in the precombat main phase (CR 715.4).

use crate::card::{CardType, lore_counter};
use crate::derive::Look;
use crate::fact::{Action, Characteristics, Entity, ObjectId, PlayerId, Proposed};
use crate::rule;

use crate::rules::engine::work::Work;
use crate::rules::permanent::saga::is_saga;
use crate::rules::replace::perform::perform;

/// Puts a lore counter on each of the active player's Sagas as the precombat main phase begins
/// (CR 505.4, 715.3b).
pub(in crate::rules) fn put_lore(work: &mut Work, active: PlayerId) {
    let (game, cause) = (&work.game, work.cause());
    let theirs = |id: &&ObjectId| {
        let saga = |it: &Characteristics| it.types.has(CardType::Enchantment) && is_saga(it);
        game.controller(**id).is_some_and(|player| game.acts_with(player, active))
            && game.characteristics(**id).is_some_and(saga)
    };
    let put = |id: &ObjectId| {
        let on = Entity::Object(*id);
        let action = Action::PutCounters { by: game.controller(*id), on, kind: lore_counter(), count: 1 };
        Proposed::new(action, cause, rule!("505.4"))
    };
    let actions: Vec<Proposed> = game.world().battlefield.iter().filter(theirs).map(put).collect();
    if !actions.is_empty() {
        perform(work, actions);
    }
}

//! Waiting triggered abilities that no order tells apart (CR 603.3b).
//!
//! Two abilities are *alike* if exchanging them is a symmetry of the state: they are the same
//! ability of the same source under the same controller, with the same announcement (the same
//! instance, where it speaks of what is linked to it), and everything that the ability's text reads of its trigger event is the same for both. The proof:
//!
//! - What an ability on the stack says is worked out from these parts alone. Of the trigger event
//!   a text reads what [`Spoken`] lists, and nothing else: `Scope::trigger` has no other readers.
//! - Nothing else reads of what triggered an ability, but for an ability that triggered on another
//!   one triggering; those that one waits for are never alike. The objects that a stack speaks of
//!   (CR 609.7a) are a set, which is the same in either order.
//! - Each ability's targets and modes are chosen as it is put onto the stack, among the same
//!   possibilities, so a choice for one can be made for the other.
//!
//! So each order of alike abilities can be turned into each other one by renaming their ids, and
//! no rule reads an id. A player is asked for the order of the classes, and may name every ability
//! to have others between those that are alike.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::card::{Ability, TriggeredAbility};
use crate::fact::{AbilityRef, EntryNo, TriggerContext, TriggerId};
use crate::state::{Game, WaitingTrigger};

/// What a text speaks of that it may read of its trigger event.
#[derive(Clone, Copy)]
struct Spoken {
    /// The event itself: where what it was about has gone, what X was, what has happened since.
    event: bool,
    /// The objects that it was about.
    object: bool,
    /// The player that it was about.
    player: bool,
    /// The amount.
    amount: bool,
    /// The source of the damage.
    source: bool,
    /// The source of the ability, which is looked for where the event has put it (CR 400.7d).
    this: bool,
    /// What abilities linked to this very instance of it say or do (CR 607).
    linked: bool,
}

impl Spoken {
    fn by(ability: &TriggeredAbility) -> Spoken {
        let said = format!("{:?} {:?}", ability.condition, ability.body);
        let words: Vec<&str> = said.split(|letter: char| !letter.is_alphanumeric()).collect();
        let any = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
        Spoken {
            event: any(&["ThatObject", "X", "ExileUntil", "PhaseOutUntil", "Produced"]),
            object: any(&["ThatObject"]),
            player: any(&["ThatPlayer"]),
            amount: any(&["ThatMuch"]),
            source: any(&["DamageSource"]),
            this: any(&["This"]),
            linked: any(&["Linked", "Granter", "Haunted", "PaidAsCast", "PaidThis"])
                || words.iter().any(|word| ["Chosen", "Choose", "Exile"].iter().any(|part| word.starts_with(part))),
        }
    }

    /// What is read of a trigger event: the rest of the context is left out.
    fn read(self, game: &Game, waiting: &WaitingTrigger) -> TriggerContext {
        let context = &waiting.context;
        let moved = || game.object(waiting.source).is_none() || context.others.contains(&waiting.source);
        if self.this && moved() {
            return context.clone();
        }
        TriggerContext {
            event: if self.event { context.event } else { EntryNo::default() },
            object: context.object.filter(|_| self.object),
            player: context.player.filter(|_| self.player),
            amount: if self.amount { context.amount } else { 0 },
            others: if self.object { context.others.clone() } else { Vec::new() },
            ability: context.ability.filter(|_| self.object),
            source: context.source.filter(|_| self.source),
        }
    }
}

/// Abilities that are alike, in the order in which they triggered.
struct Class<'a> {
    first: &'a WaitingTrigger,
    linked: bool,
    reads: TriggerContext,
    members: Vec<TriggerId>,
}

/// The abilities that wait.
pub(super) fn by_id(game: &Game) -> BTreeMap<TriggerId, &WaitingTrigger> {
    game.world().waiting.iter().map(|waiting| (waiting.id, &**waiting)).collect()
}

/// The abilities of a group by what tells them apart: each class in the order in which its members
/// triggered, the classes in that of their first.
pub(super) fn classes(game: &Game, group: &[TriggerId]) -> Vec<Vec<TriggerId>> {
    let all = by_id(game);
    let awaited: BTreeSet<TriggerId> = all.values().filter_map(|it| it.context.ability).collect();
    let mut texts: BTreeMap<AbilityRef, Spoken> = BTreeMap::new();
    let mut found: Vec<Class<'_>> = Vec::new();
    for id in group {
        let Some(waiting) = all.get(id).copied() else { continue };
        let Some(Ability::Triggered(ability)) = game.ability(waiting.text) else { continue };
        let spoken = *texts.entry(waiting.text).or_insert_with(|| Spoken::by(ability));
        let reads = spoken.read(game, waiting);
        let apart = |id: &TriggerId| awaited.contains(id);
        let same = |class: &&mut Class<'_>| {
            class.reads == reads
                && !apart(id)
                && !apart(&class.first.id)
                && (!class.linked || class.first.origin == waiting.origin)
                && same_ability(class.first, waiting)
        };
        match found.iter_mut().find(same) {
            Some(class) => class.members.push(*id),
            None => found.push(Class { first: waiting, linked: spoken.linked, reads, members: vec![*id] }),
        }
    }
    found.into_iter().map(|class| class.members).collect()
}

/// Whether two are the same ability of the same source, whatever they triggered on.
fn same_ability(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let announced = |it: &WaitingTrigger| it.announced.as_deref().cloned();
    let delayed = one.delayed == other.delayed;
    let shared = match (&one.announced, &other.announced) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    one.text == other.text
        && one.source == other.source
        && one.controller == other.controller
        && one.mana == other.mana
        && delayed
        && (shared || announced(one) == announced(other))
}

//! Taking a proposal back (CR 726), and removing a triggered ability from the stack (CR 603.3c-d).

use crate::fact::{Answer, Choice, Domain, Event, Fact, Frame, Item, Manner, Part, PlayerId, Prompt, ProposalFrame};
use crate::rule;
use crate::rule::Rule;

use super::mana;
use crate::rules::engine::receive;
use crate::rules::engine::work::Work;
use crate::rules::replace::{departing, drawing};
use crate::rules::zones::zone_changes;

/// Removes a triggered ability without a legal target from the stack (CR 603.3d).
pub(super) fn remove_trigger(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    work.pop(rule!("603.3d"));
    zone_changes::leave_stack(work, rule!("603.3d"), proposal.object, Manner::NotResolve);
}

/// Reverses an illegal or abandoned proposal to the state before it (CR 726.1). Mana abilities
/// activated for it may be kept.
pub(in crate::rules) fn reverse(work: &mut Work) {
    let rule = if work.is_untouched() { rule!("601.2e") } else { rule!("726.1") };
    reverse_by(work, rule);
}

pub(super) fn reverse_by(work: &mut Work, rule: Rule) {
    let Some(Frame::Proposal(proposal)) = work.game.frame().cloned() else { return };
    let activations = mana::activations(&work.game, &proposal);
    let left = work.game.players().filter(|player| player.left).map(|player| player.id);
    let left: Vec<PlayerId> = left.collect();
    let restored = work.emit(Part::Batch, work.cause(), rule, Event::Restored {});
    work.set_cause(Some(restored));
    departing::leave_again(work, &left);
    if activations.is_empty() {
        give_priority_back(work, proposal.player);
    }
    // Each player decides about their own, in the order in which they paid.
    for (player, activations) in activations.into_iter().rev() {
        work.push(rule!("726.1"), Frame::Reversed { player, activations });
    }
}

/// Lets the player who had priority retain it (CR 726.2).
fn give_priority_back(work: &mut Work, player: PlayerId) {
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        receive::again(work, player);
    }
}

/// Asks which mana abilities to keep.
pub(in crate::rules) fn reversed_choice(player: PlayerId, activations: &[Vec<Fact>]) -> Option<Choice> {
    let optional: Vec<Item> = (0..activations.len())
        .filter(|index| mana::can_be_undone(&activations[*index]))
        .filter_map(|index| u32::try_from(index).ok().map(Item::Activation))
        .collect();
    let max = u32::try_from(optional.len()).ok()?;
    (max > 0).then_some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::StandingMana,
        rule: rule!("726.1"),
        domain: Domain::Pick { options: optional, min: 0, max },
        back_out: false,
    })
}

/// Takes the choice of mana abilities to keep.
pub(in crate::rules) fn answered_reversed(
    work: &mut Work,
    player: PlayerId,
    activations: &[Vec<Fact>],
    answer: &Answer,
) {
    let Answer::Picked(items) = answer else { return };
    let chosen: Vec<usize> = items
        .iter()
        .filter_map(|item| match item {
            Item::Activation(index) => Some(*index as usize),
            _ => None,
        })
        .collect();
    proceed_reversed(work, player, activations, &chosen);
}

/// Repeats the facts of the mana abilities that are kept: those that the player chose and those
/// that cannot be undone.
pub(in crate::rules) fn proceed_reversed(
    work: &mut Work,
    player: PlayerId,
    activations: &[Vec<Fact>],
    chosen: &[usize],
) {
    work.pop(rule!("726.1"));
    work.again = true;
    for index in mana::with_what_they_spent(activations, chosen) {
        for fact in &activations[index] {
            if let Some(event) = mana::event_of(fact) {
                work.emit(Part::Batch, work.cause(), fact.rule, event);
            }
        }
    }
    give_priority_back(work, player);
    drawing::turn_up(work);
}

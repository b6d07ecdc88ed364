//! Mana emptying from pools (CR 106.4, 500.4), and mana abilities activated for a proposal that is
//! taken back (CR 605, 726.1).

use std::ops::Range;
use std::sync::Arc;

use crate::card::{ManaTerm, Restriction, TurnStep};
use crate::derive::filter::players;
use crate::derive::pay::production::terms_of;
use crate::fact::wire::{decode_event, encode_event};
use crate::fact::{
    Entry, EntryNo, Event, Fact, ManaId, ManaUnit, Manner, Part, PlayerId, ProposalFrame, Proposing, Zone,
};
use crate::rule;
use crate::state::{Game, Player};

use crate::rules::engine::work::Work;

/// Empties unspent mana as a step or phase ends, except what an effect keeps (CR 106.4, 500.4).
pub(in crate::rules) fn empty_pools(work: &mut Work) {
    let full: Vec<Player> = work.game.players().filter(|player| !player.mana.is_empty()).cloned().collect();
    for player in full {
        let lost: Vec<ManaId> =
            player.mana.iter().filter(|unit| !is_kept(&work.game, player.id, unit)).map(|unit| unit.id).collect();
        if lost.len() == player.mana.len() {
            work.fact(rule!("500.4"), Event::ManaEmptied { player: player.id });
        } else if !lost.is_empty() {
            work.fact(rule!("500.4"), Event::ManaLost { player: player.id, units: lost });
        }
    }
}

/// Whether an effect keeps a mana.
fn is_kept(game: &Game, player: PlayerId, unit: &ManaUnit) -> bool {
    let kept = |terms: &[ManaTerm]| terms.contains(&ManaTerm::Keeps);
    // "Until end of turn" ends with the turn (CR 514.2).
    if game.world().turn.step != Some(TurnStep::Cleanup) && terms_of(game, unit).is_some_and(|(_, it)| kept(it)) {
        return true;
    }
    game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::KeepsMana { who, kinds } => {
            kinds.contains(&unit.kind) && players(game, &scope, who).contains(&player)
        }
        _ => false,
    })
}

/// The facts of each mana ability activated for a proposal, in order, by the players who activated
/// them. Triggered mana abilities belong to the ability that they triggered on, and are kept or
/// undone with it (CR 726.1).
pub(in crate::rules) fn activations(game: &Game, proposal: &ProposalFrame) -> Vec<(PlayerId, Vec<Vec<Fact>>)> {
    let last = proposal.paid_at.unwrap_or(EntryNo(u64::MAX));
    // Several players pay for a declaration, one after another.
    let payments: Vec<(PlayerId, EntryNo)> = match &proposal.what {
        Proposing::Declaration { shares, .. } => {
            shares.iter().map(|share| (share.player, share.paid_at.unwrap_or(last))).collect()
        }
        _ => vec![(proposal.player, last)],
    };
    let mut begun = &proposal.activations[..];
    let mut by_player = Vec::new();
    for (player, end) in payments {
        let (theirs, later) = begun.split_at(begun.partition_point(|start| *start < end));
        begun = later;
        let nexts = theirs.iter().skip(1).chain([&end]);
        let facts = theirs.iter().zip(nexts).map(|(start, next)| facts(game, *start..*next));
        let facts: Vec<Vec<Fact>> = facts.filter(|facts| !facts.is_empty()).collect();
        if !facts.is_empty() {
            by_player.push((player, facts));
        }
    }
    by_player
}

/// What was done in a range of entries.
fn facts(game: &Game, range: Range<EntryNo>) -> Vec<Fact> {
    let inside = game.world().history.iter().filter(|entry| range.contains(&entry.no));
    inside.filter(|entry| entry.part == Part::Batch).filter_map(fact_of).collect()
}

fn fact_of(entry: &Arc<Entry>) -> Option<Fact> {
    // Every folded event has a wire form; one without is left out.
    encode_event(&entry.event).ok().map(|bytes| Fact { rule: entry.rule, bytes })
}

/// The event of a fact.
pub(in crate::rules) fn event_of(fact: &Fact) -> Option<Event> {
    decode_event(&fact.bytes).ok()
}

/// Whether a mana ability may be reversed: not if it moved cards to or from a library, revealed
/// cards of one, or shuffled one (CR 726.1).
pub(in crate::rules) fn can_be_undone(facts: &[Fact]) -> bool {
    !facts.iter().filter_map(event_of).any(|event| match &event {
        Event::Shuffled { .. } => true,
        Event::Moved { from, became, manner, .. } => {
            matches!(manner, Manner::Draw | Manner::Mill)
                || matches!(from, Zone::Library(_))
                || became.iter().any(|new| matches!(new.zone, Zone::Library(_)))
        }
        _ => false,
    })
}

/// The activations that the chosen ones depend on, as one that spent mana of another needs it to be
/// kept.
pub(in crate::rules) fn with_what_they_spent(activations: &[Vec<Fact>], chosen: &[usize]) -> Vec<usize> {
    let mut standing: Vec<usize> =
        (0..activations.len()).filter(|index| chosen.contains(index) || !can_be_undone(&activations[*index])).collect();
    loop {
        let spent: Vec<ManaId> = standing
            .iter()
            .flat_map(|index| &activations[*index])
            .filter_map(event_of)
            .flat_map(|event| match event {
                Event::ManaSpent { units, .. } => units,
                _ => Vec::new(),
            })
            .collect();
        let adds = |index: &usize| {
            activations[*index].iter().filter_map(event_of).any(|event| match &event {
                Event::ManaAdded { units, .. } => units.iter().any(|unit| spent.contains(&unit.id)),
                _ => false,
            })
        };
        let more = (0..activations.len()).find(|index| !standing.contains(index) && adds(index));
        match more {
            Some(index) => standing.push(index),
            None => {
                standing.sort_unstable();
                return standing;
            }
        }
    }
}

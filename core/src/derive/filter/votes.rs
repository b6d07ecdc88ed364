//! The last vote of a resolution, or the vote that an ability triggered on (CR 701.32).

use crate::fact::{Event, ObjectId, PlayerId, VotedFor};
use crate::state::Game;

use crate::derive::look::scope::Scope;

/// The votes in the order in which they were cast; none if there was no vote.
fn votes<'a>(game: &'a Game, scope: &Scope<'_>) -> &'a [(PlayerId, VotedFor)] {
    let finished = |event: &'a Event| match event {
        Event::VotingFinished { votes, .. } => Some(&**votes),
        _ => None,
    };
    let history = || game.world().history.latest();
    let here = scope
        .since
        .and_then(|since| history().take_while(|entry| entry.no >= since).find_map(|entry| finished(&entry.event)));
    let triggered_on = || game.world().entry(scope.trigger?.event).and_then(|entry| finished(&entry.event));
    here.or_else(triggered_on).unwrap_or_default()
}

/// The player of each vote for a word, in the order of the votes.
pub(crate) fn voters(game: &Game, scope: &Scope<'_>, word: &str) -> Vec<PlayerId> {
    let for_it = |vote: &VotedFor| matches!(vote, VotedFor::Word(its) if its == word);
    votes(game, scope).iter().filter(|(_, vote)| for_it(vote)).map(|(player, _)| *player).collect()
}

/// The objects with the most votes, or tied for the most.
pub(super) fn most_voted(game: &Game, scope: &Scope<'_>) -> Vec<ObjectId> {
    let mut counts: Vec<(ObjectId, u32)> = Vec::new();
    for (_, vote) in votes(game, scope) {
        let VotedFor::Object(id) = vote else { continue };
        match counts.iter_mut().find(|(other, _)| other == id) {
            Some((_, count)) => *count += 1,
            None => counts.push((*id, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    counts.into_iter().filter(|(_, count)| Some(*count) == most).map(|(id, _)| id).collect()
}

/// Whether a player voted for a choice for which none of these players voted.
pub(super) fn voted_otherwise(game: &Game, scope: &Scope<'_>, player: PlayerId, whom: &[PlayerId]) -> bool {
    let votes = votes(game, scope);
    let theirs = |vote: &VotedFor| votes.iter().any(|(voter, other)| whom.contains(voter) && other == vote);
    votes.iter().any(|(voter, vote)| *voter == player && !theirs(vote))
}

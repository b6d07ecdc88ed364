//! Voting (CR 701.32).

use crate::card::verb;
use crate::card::{Ballot, Players, StaticEffect, Value, Voting};
use crate::derive::filter::{all_matching, is_among, players};
use crate::fact::{
    Answer, Applied, Choice, Domain, EffectKey, Entity, Event, Frame, Item, PlayerId, Prompt, ResolveFrame, Timestamp,
    VotedFor,
};
use crate::rule;
use crate::state::{Functioning, Game};

use crate::rules::engine::apnap::{Turns, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

impl Verb for verb::Vote {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let options = ballot(game, frame, self);
        let object = frame.object.unwrap_or(frame.source);
        match question(game, frame, self)? {
            Asking::Whether(player) if !options.is_empty() => {
                Some(ask(player, Prompt::May(object), rule!("701.32d"), Domain::Confirm))
            }
            Asking::What(player) if options.len() > 1 => {
                let words = matches!(options.first(), Some(Item::Value(_)));
                let prompt = if words { Prompt::Value(object) } else { Prompt::Objects(object) };
                let choice = ask(player, prompt, rule!("701.32a"), Domain::Pick { options, min: 1, max: 1 });
                Some(Choice { answered_by: chooser(game, player), ..choice })
            }
            _ => None,
        }
    }

    /// Casts a vote for the only choice, or finishes the voting: all have voted, or there is
    /// nothing to vote for.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let options = ballot(&work.game, frame, self);
        match (question(&work.game, frame, self), options.as_slice()) {
            (Some(Asking::What(player)), [only]) => cast(work, frame, player, only),
            (Some(Asking::Nothing(_)), [_, ..]) => skip(work, frame, 1),
            _ => finish(work, frame),
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        match (question(&work.game, frame, self), answer) {
            (Some(Asking::Whether(_)), Answer::Confirmed(votes)) => skip(work, frame, if *votes { 1 } else { 2 }),
            (Some(Asking::What(player)), Answer::Picked(items)) => {
                if let Some(item) = items.first() {
                    cast(work, frame, player, item);
                }
            }
            _ => {}
        }
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        let done = usize::from(frame.cursor.last()?.round);
        Some(Turns { players: voting(game, frame, self), done })
    }
}

/// One question of the voting.
#[derive(Clone, Copy)]
enum Asking {
    /// Whether a player votes an additional time.
    Whether(PlayerId),
    /// What a player votes for.
    What(PlayerId),
    /// Nothing: what gave a player this vote has left the game with its owner.
    Nothing(PlayerId),
}

/// All questions, in order: each player in turn order from the first one, with all votes of a
/// player together (CR 701.32a, 701.32d). Whoever leaves before voting does not vote.
fn questions(game: &Game, frame: &ResolveFrame, instruction: &verb::Vote) -> Vec<Asking> {
    let verb::Vote { first, .. } = instruction;
    let Some(first) = players(game, &scope(frame), first).first().copied() else { return Vec::new() };
    if game.noted_turns(frame).is_some() {
        let all = in_turn(game, frame, Vec::new);
        let nth = |place: usize| all[..place].iter().filter(|player| **player == all[place]).count();
        let of = |(place, player): (usize, &PlayerId)| questions_of(game, *player).nth(nth(place));
        let which = |it: (usize, &PlayerId)| of(it).unwrap_or(Asking::Nothing(*it.1));
        return all.iter().enumerate().map(which).collect();
    }
    // CR 801.10: those in range of the controller; everybody votes for a plane (CR 801.18).
    let all = players(game, &scope(frame), &Players::Each);
    let voters = game.turn_order_from(first).into_iter().filter(|player| all.contains(player));
    voters.flat_map(|player| questions_of(game, player)).collect()
}

/// The questions to one player.
fn questions_of(game: &Game, player: PlayerId) -> impl Iterator<Item = Asking> {
    let (certain, optional) = additional(game, player);
    let more = (0..optional).flat_map(move |_| [Asking::Whether(player), Asking::What(player)]);
    (0..=certain).map(move |_| Asking::What(player)).chain(more)
}

/// The player of each question.
pub(super) fn voting(game: &Game, frame: &ResolveFrame, instruction: &verb::Vote) -> Vec<PlayerId> {
    let player = |asking: Asking| match asking {
        Asking::Whether(player) | Asking::What(player) | Asking::Nothing(player) => player,
    };
    questions(game, frame, instruction).into_iter().map(player).collect()
}

/// The changes to how players vote.
fn changes(game: &Game) -> impl Iterator<Item = (&Functioning, &Voting)> {
    game.derived().functioning.others().filter_map(|it| match &*it.effect {
        StaticEffect::Voting(change) => Some((it, change)),
        _ => None,
    })
}

/// How many additional votes a player has, and how many more they may cast.
fn additional(game: &Game, player: PlayerId) -> (usize, usize) {
    let of = |optional: bool| {
        let counts = |(it, change): &(&Functioning, &Voting)| match change {
            Voting::More { who, may } => *may == optional && is_among(game, &it.scope(), who, player),
            Voting::ChosenBy { .. } => false,
        };
        changes(game).filter(counts).count()
    };
    (of(false), of(true))
}

/// The player who chooses what a player votes for. Of several effects, the latest counts.
fn chooser(game: &Game, player: PlayerId) -> PlayerId {
    let timestamp = |it: &Functioning| -> Option<Timestamp> {
        match &it.identity {
            Applied::Effect(EffectKey::Begun(id)) => game.world().effects.get(id).map(|effect| effect.timestamp),
            _ => game.object(it.source).map(|object| object.timestamp),
        }
    };
    let choosing = changes(game).filter_map(|(it, change)| match change {
        Voting::ChosenBy { whose, by } if is_among(game, &it.scope(), whose, player) => {
            Some((timestamp(it), players(game, &it.scope(), by).first().copied()?))
        }
        _ => None,
    });
    choosing.max_by_key(|(timestamp, _)| *timestamp).map_or(player, |(_, by)| by)
}

/// The choices (CR 701.32b).
fn ballot(game: &Game, frame: &ResolveFrame, instruction: &verb::Vote) -> Vec<Item> {
    let verb::Vote { on, .. } = instruction;
    match on {
        Ballot::Words(words) => words.iter().map(|word| Item::Value(Value::Word(word.clone()))).collect(),
        Ballot::Objects(what) => {
            let objects = all_matching(game, &scope(frame), what).into_iter();
            objects.map(|id| Item::Entity(Entity::Object(id))).collect()
        }
    }
}

fn question(game: &Game, frame: &ResolveFrame, instruction: &verb::Vote) -> Option<Asking> {
    let round = usize::from(frame.cursor.last()?.round);
    questions(game, frame, instruction).get(round).copied()
}

/// Goes on by some questions.
fn skip(work: &mut Work, frame: &ResolveFrame, by: u16) {
    let mut now = frame.clone();
    if let Some(level) = now.cursor.last_mut() {
        level.round += by;
    }
    work.change(rule!("701.32a"), Frame::Resolve(Box::new(now)));
}

fn cast(work: &mut Work, frame: &ResolveFrame, player: PlayerId, item: &Item) {
    let vote = match item {
        Item::Value(Value::Word(word)) => VotedFor::Word(word.clone()),
        Item::Entity(Entity::Object(id)) => VotedFor::Object(*id),
        _ => return skip(work, frame, 1),
    };
    skip(work, frame, 1);
    work.fact(rule!("701.32a"), Event::Voted { player, vote });
}

/// All votes are cast. They are those since the last vote of this resolution, or since it began.
fn finish(work: &mut Work, frame: &ResolveFrame) {
    let since = work.game.world().history.latest().take_while(|entry| entry.no >= frame.began);
    let since = since.take_while(|entry| !matches!(entry.event, Event::VotingFinished { .. }));
    let mut votes: Vec<(PlayerId, VotedFor)> = since
        .filter_map(|entry| match &entry.event {
            Event::Voted { player, vote } => Some((*player, vote.clone())),
            _ => None,
        })
        .collect();
    votes.reverse();
    go_on(work, frame);
    work.fact(rule!("701.32a"), Event::VotingFinished { player: frame.controller, votes: votes.into() });
}

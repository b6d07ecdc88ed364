//! Law 11: whoever is still in the game is asked what they were to be asked, whoever leaves in the
//! middle (CR 101.4, 800.4).
//!
//! At a choice of a resolving instruction each other player concedes in turn. What was open, and
//! what was still to come in the same instruction had nobody left, is then asked of everybody who
//! stays, unless what they were to choose from has left the game. Who has static abilities, or
//! controls what resolves, may have given what is asked, and is left out.

use retrace_core::card::Ability;
use retrace_core::derive::Look;
use retrace_core::fact::{Domain, Entity, EntryNo, Frame, Input, Item, ObjectId, PlayerId, PromptKind};
use retrace_core::play::{Dice, sample};
use retrace_core::rules;
use retrace_core::state::Game;

use super::record::Record;
use super::{Broken, Law, Trial, broken};

/// The most questions that are followed within one instruction.
const MOST: usize = 40;

pub(super) fn asked(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Asked);
    let mut tried = 0;
    for (number, done, _) in record.inputs() {
        if trial.here() {
            let seed = trial.dice.below(1 << 16) as u64;
            tried += at_choice(&done.before, seed).map_err(|what| broken(number, what))?;
        }
    }
    Ok(tried)
}

/// A question.
struct Question {
    player: PlayerId,
    kind: PromptKind,
    domain: Domain,
}

/// Checks the law at the open choices of a game; returns how many questions were looked for.
///
/// # Errors
/// What is wrong, as a clause.
pub fn at_choice(game: &Game, seed: u64) -> Result<u64, String> {
    let open = rules::asked(game);
    // What may be announced depends on who plays: a teammate's spell may make another cost payable.
    let announces = game.world().frames.iter().any(|frame| matches!(**frame, Frame::Proposal(_)));
    // Whoever has let a bid stand is asked again only if somebody tops it.
    let hangs_on_answers = announces || rules::is_bidding(game);
    if open.is_empty() || hangs_on_answers || under_way(game).is_none() || !game.is_multiplayer() {
        return Ok(0);
    }
    let wanted = questions(game, seed);
    let mut tried = 0;
    for leaver in game.players().map(|player| player.id).filter(|id| game.plays(*id)) {
        // What a static ability of whoever leaves has given goes along: a further vote, a choice.
        // So does what "you" would do, and nobody is offered what can't be done any more.
        let gave = has_static_abilities(game, leaver) || resolving_for(game) == Some(leaver);
        if gave || open.iter().all(|choice| choice.player == leaver) {
            continue;
        }
        let (_, after) = rules::play(game, &Input::Concede(leaver))
            .map_err(|why| format!("a concession of player {} is refused: {why}", leaver.0))?;
        if after.world().result.is_some() || after.world().over().is_some() {
            continue;
        }
        let found = questions(&after, seed);
        for question in wanted.iter().filter(|question| is_still_open(game, &after, question)) {
            tried += 1;
            let same = |other: &Question| (other.player, other.kind) == (question.player, question.kind);
            if !found.iter().any(same) {
                return Err(format!(
                    "after player {} has left, player {} is not asked any more ({:?})",
                    leaver.0, question.player.0, question.kind
                ));
            }
        }
    }
    Ok(tried)
}

/// Whether a player controls permanents with static abilities.
fn has_static_abilities(game: &Game, player: PlayerId) -> bool {
    let all = game.world().battlefield.iter().filter(|id| game.controller(**id) == Some(player));
    let of = |id: &ObjectId| game.characteristics(*id).map(|it| &it.abilities);
    all.filter_map(of).flatten().any(|it| matches!(&*it.ability, Ability::Static(_)))
}

/// The controller of what is resolving.
fn resolving_for(game: &Game) -> Option<PlayerId> {
    game.world().frames.iter().find_map(|frame| match &**frame {
        Frame::Resolve(resolve) => Some(resolve.controller),
        _ => None,
    })
}

/// The instruction that is under way: the first entry of its resolution, and its place.
fn under_way(game: &Game) -> Option<(EntryNo, u8, u16)> {
    game.world().frames.iter().find_map(|frame| match &**frame {
        Frame::Resolve(resolve) => Some((resolve.began, resolve.part, resolve.cursor.first()?.index)),
        _ => None,
    })
}

/// The open questions, and within an instruction those still to come. Each player answers the same
/// question in the same way, as far as it can be answered so.
fn questions(game: &Game, seed: u64) -> Vec<Question> {
    let place = under_way(game);
    let mut game = game.clone();
    let mut found = Vec::new();
    while found.len() < MOST && under_way(&game) == place {
        let open = rules::asked(&game).to_vec();
        let Some(choice) = open.first() else { break };
        found.extend(open.iter().map(|it| Question {
            player: it.player,
            kind: it.prompt.kind(),
            domain: it.domain.clone(),
        }));
        if place.is_none() {
            break;
        }
        let answer = sample(&game, choice, &mut Dice::new(seed ^ u64::from(choice.player.0)));
        match rules::play(&game, &Input::Decision { by: choice.answered_by, answer }) {
            Ok((_, next)) => game = next,
            Err(_) => break,
        }
    }
    found
}

/// Whether a question is still a question to a player who stays: there is still more to choose from
/// than has to be chosen.
fn is_still_open(before: &Game, after: &Game, question: &Question) -> bool {
    let stays = |item: &Item| match item {
        Item::Entity(Entity::Object(id)) => after.object(*id).is_some(),
        Item::Entity(Entity::Player(id)) => after.plays(*id),
        _ => true,
    };
    let own = |game: &Game| {
        let all = game.world().battlefield.iter();
        all.filter(|id| game.controller(**id) == Some(question.player)).count()
    };
    // Who is meant, or stands in for somebody, may be clear once somebody has left.
    let of_players = matches!(question.kind, PromptKind::Which | PromptKind::StandIn | PromptKind::LifeTotal);
    after.plays(question.player)
        && !of_players
        && match &question.domain {
            Domain::Pick { options, min, max } => {
                *max > 0 && options.iter().filter(|item| stays(item)).count() > *min as usize
            }
            Domain::Order(items) => items.iter().all(stays),
            Domain::Confirm => own(before) == own(after),
            _ => false,
        }
}

//! Controlling another player (CR 718).
//!
//! The schedule of turns knows who controls whom. [`as_asked`] alone turns that into who is asked.
//! The choice still names the controlled player, costs are paid with that player's resources
//! (CR 718.5a), and control of objects does not change (CR 718.3). What the controller gets to see
//! is in `observe`.

use crate::card::StaticEffect;
use crate::card::mechanism::Mechanisms;
use crate::derive::filter::is_among;
use crate::derive::look::is_exempt;
use crate::fact::{Answer, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, HeldControl};

use super::work::Work;

/// Gives a player control of others during the next turn of each. Of several such effects on one
/// player, the one created last works (CR 718.1a).
pub(in crate::rules) fn take(work: &mut Work, who: Option<PlayerId>, whom: &[PlayerId]) {
    // CR 800.4b: a player who has left controls nobody.
    let Some(by) = who.filter(|by| work.game.plays(*by)) else { return };
    for player in whom {
        work.fact(rule!("718.1"), Event::PlayerControlAwaited { player: *player, by });
    }
}

/// Gives a player control of others while objects resolve (CR 718.2).
pub(in crate::rules) fn hold(work: &mut Work, who: Option<PlayerId>, whom: &[PlayerId], what: &[ObjectId]) {
    // CR 800.4b
    let Some(by) = who.filter(|by| work.game.plays(*by)) else { return };
    let resolves = |id: &&ObjectId| work.game.zone_of(**id) == Some(Zone::Stack) || work.game.is_resolving(**id);
    let what: Vec<ObjectId> = what.iter().filter(resolves).copied().collect();
    for (player, object) in whom.iter().flat_map(|player| what.iter().map(move |object| (player, object))) {
        let event = Event::PlayerControlHeld { player: *player, by, object: *object };
        work.fact(rule!("718.2"), event);
    }
}

/// The player who controls another while that one searches a library: by the last of such effects
/// (CR 718.1a, 718.2).
fn controls_searcher(game: &Game, player: PlayerId) -> Option<PlayerId> {
    let functioning = game.has_mechanism(Mechanisms::SEARCHERS).then(|| &game.derived().functioning);
    let all = functioning.into_iter().flat_map(|all| all.others());
    let controlling = all.filter(|it| match &*it.effect {
        StaticEffect::ControlSearchers(who) => is_among(game, &it.scope(), who, player),
        _ => false,
    });
    let last = controlling.max_by_key(|it| game.object(it.source).map(|source| source.timestamp));
    last.map(|it| it.controller)
}

/// Gives control of the players who begin to search libraries as an object resolves.
pub(in crate::rules) fn hold_searchers(work: &mut Work, players: &[PlayerId], object: ObjectId) {
    for player in players {
        if let Some(by) = controls_searcher(&work.game, *player) {
            work.fact(rule!("718.2"), Event::PlayerControlHeld { player: *player, by, object });
        }
    }
}

/// Ends that, as they have found what they searched for.
pub(in crate::rules) fn release_searchers(work: &mut Work, players: &[PlayerId], object: ObjectId) {
    for player in players {
        let Some(by) = controls_searcher(&work.game, *player) else { continue };
        let held = HeldControl { player: *player, by, object };
        if work.game.world().schedule.held.contains(&held) {
            work.fact(rule!("718.2"), Event::PlayerControlReleased { player: *player, by, object });
        }
    }
}

/// The end of control while an object resolves: it has done so, or has left the stack otherwise.
pub(in crate::rules) fn released(game: &Game) -> Vec<(Rule, Event)> {
    let over = |held: &&HeldControl| game.zone_of(held.object) != Some(Zone::Stack) && !game.is_resolving(held.object);
    let over = game.world().schedule.held.iter().filter(over);
    let event =
        |held: &HeldControl| Event::PlayerControlReleased { player: held.player, by: held.by, object: held.object };
    over.map(|held| (rule!("718.2"), event(held))).collect()
}

/// The events as a player's turn begins: control of the last turn ends, control that waited for
/// this one begins (CR 718.1), and its extra turns are added (CR 500.7).
pub(in crate::rules) fn as_turn_begins(game: &Game, player: PlayerId) -> Vec<(Rule, Event)> {
    let schedule = &game.world().schedule;
    let over = schedule.control.now.map(|(player, by)| (rule!("718.1"), Event::PlayerControlEnded { player, by }));
    // CR 718.1a, 805.8: the players of a team take one turn, and of several effects the latest
    // counts.
    let awaited = schedule.control.next.iter().filter(|(controlled, _)| game.acts_with(*controlled, player));
    let begins = awaited.map(|(player, by)| (rule!("718.1"), Event::PlayerControlBegan { player: *player, by: *by }));
    let follow = schedule.after_next.iter().filter(|other| game.acts_with(**other, player));
    let follow = follow.map(|player| (rule!("500.7"), Event::ExtraTurnAdded { player: *player }));
    over.into_iter().chain(begins).chain(follow).collect()
}

/// Redirects a choice to the player who controls the one it is for (CR 718.5). Whether a seemingly
/// endless game is a draw stays with the players at the table (CR 718.5b).
pub(in crate::rules) fn as_asked(game: &Game, mut choice: Choice) -> Choice {
    if game.has_ranges() {
        keep_in_range(game, &mut choice);
    }
    if game.is_multiplayer() && !game.plays(choice.answered_by) {
        return instead(game, choice);
    }
    let by = game.decides_for(choice.answered_by);
    if by == choice.answered_by || choice.prompt == Prompt::CallDraw {
        return choice;
    }
    choice.answered_by = by;
    // Only the controlled player sees cards outside the game (CR 718.4), so nobody can name one.
    if let Domain::Pick { options, min, max } = &mut choice.domain {
        let unseen = |item: &Item| match item {
            Item::Entity(Entity::Object(id)) => {
                matches!(game.zone_of(*id), Some(Zone::Outside(_)))
                    && !game.players().any(|player| player.companion == Some(*id))
            }
            _ => false,
        };
        options.retain(|item| !unseen(item));
        let left = u32::try_from(options.len()).unwrap_or(u32::MAX);
        (*min, *max) = ((*min).min(left), (*max).min(left));
    }
    choice
}

/// Leaves only objects and players within the range of influence of the player who chooses among
/// them (CR 801.5a). Who is asked something may be farther away (CR 801.5c), and piles are made of
/// what the effect separates.
fn keep_in_range(game: &Game, choice: &mut Choice) {
    let open = matches!(choice.prompt, Prompt::Which(_) | Prompt::StandIn(_) | Prompt::Separate(_) | Prompt::Stack(_));
    let source = match game.frame() {
        Some(Frame::Resolve(resolve)) => Some(resolve.source),
        Some(Frame::Proposal(proposal)) => Some(proposal.source),
        _ => None,
    };
    if open || source.is_some_and(|source| is_exempt(game, source)) {
        return;
    }
    let player = choice.player;
    // CR 115.7d, 707.10c: a target may stay what it is, wherever that is.
    let stays = if let Prompt::NewTarget { now, .. } = choice.prompt { Some(now) } else { None };
    let within = |entity: Entity| stays == Some(entity) || game.reaches(player, entity);
    if let Domain::Pick { options, min, max } = &mut choice.domain {
        options.retain(|item| !matches!(item, Item::Entity(entity) if !within(*entity)));
        let left = u32::try_from(options.len()).unwrap_or(u32::MAX);
        (*min, *max) = ((*min).min(left), (*max).min(left));
    }
}

/// A choice for a player who has left. If a resolving or proposed object requires it, the object's
/// controller chooses another player, an opponent instead of an opponent (CR 800.4g); otherwise it
/// is the next player in turn order (CR 800.4h).
fn instead(game: &Game, mut choice: Choice) -> Choice {
    let left = choice.answered_by;
    let next = game.player_from(left).unwrap_or(left);
    let controller = match game.frame() {
        Some(Frame::Resolve(resolve)) => Some(resolve.controller),
        Some(Frame::Proposal(proposal)) => Some(proposal.player),
        _ => None,
    };
    let Some(controller) = controller.filter(|player| game.plays(*player)) else {
        choice.answered_by = game.decides_for(next);
        return choice;
    };
    let all = game.turn_order_from(controller);
    let mut others: Vec<PlayerId> = all.iter().copied().filter(|id| game.are_opponents(*id, controller)).collect();
    if others.is_empty() || !game.are_opponents(left, controller) {
        others = all;
    }
    let noted =
        game.world().schedule.stand_ins.iter().rev().find(|(player, by)| *player == left && others.contains(by));
    let by = match (noted, others.as_slice()) {
        (Some((_, by)), _) | (None, [by]) => *by,
        _ => {
            let asked = one_among(controller, Prompt::StandIn(left), rule!("800.4g"), &others);
            return Choice { answered_by: game.decides_for(controller), ..asked };
        }
    };
    choice.answered_by = game.decides_for(by);
    choice
}

/// The question which of several players is meant.
pub(in crate::rules) fn one_among(asked: PlayerId, prompt: Prompt, rule: Rule, players: &[PlayerId]) -> Choice {
    let options = players.iter().map(|id| Item::Entity(Entity::Player(*id))).collect();
    ask(asked, prompt, rule, Domain::Pick { options, min: 1, max: 1 })
}

/// Notes the player who makes the choices of a player who has left, whom an object means, or who
/// is the next of a team: the answers to [`instead`], [`which`] and [`one_among`]. Returns whether
/// that is what was asked.
pub(in crate::rules) fn named(work: &mut Work, choice: &Choice, answer: &Answer) -> bool {
    let named = match answer {
        Answer::Picked(items) => items.first().and_then(|item| match item {
            Item::Entity(entity) => entity.player(),
            _ => None,
        }),
        _ => None,
    };
    let event = match (&choice.prompt, named) {
        (Prompt::StandIn(left), Some(by)) => Event::StoodIn { player: *left, by },
        (Prompt::Which(object), Some(player)) if [rule!("810.9d"), rule!("810.9f")].contains(&choice.rule) => {
            Event::MemberNamed { object: *object, player }
        }
        (Prompt::Which(object), Some(player)) if choice.asks_order_in_team() => {
            let Some(Frame::Resolve(resolve)) = work.game.frame() else { return false };
            let place = resolve.place().into_boxed_slice();
            Event::NextOfTeam { object: *object, place, player }
        }
        (Prompt::Which(object), Some(player)) => Event::OneNamed { object: *object, player },
        _ => return false,
    };
    work.fact(choice.rule, event);
    true
}

/// The player whom a spell or ability means, of several of whom it asks something of one.
pub(in crate::rules) fn one_of(game: &Game, object: ObjectId, among: &[PlayerId]) -> Option<PlayerId> {
    let named = game.world().schedule.named.iter().rev();
    named.filter(|it| it.object == object).map(|it| it.player).find(|id| among.contains(id)).or(among.first().copied())
}

/// Asks the controller of a spell or ability which of several players an instruction or an instance
/// of "target" means, if that is open (CR 601.5a, 602.3a, 608.2d): the next one may mean another,
/// and so may words of the same instruction whose player is named from a later round on.
pub(in crate::rules) fn which(
    game: &Game,
    controller: PlayerId,
    object: ObjectId,
    (among, since): (&[PlayerId], u16),
    rule: Rule,
) -> Option<Choice> {
    let place = game.world().place();
    let fits = |at: &[u16]| match at.strip_prefix(&*place) {
        Some([]) => since == 0,
        Some([round]) => *round >= since,
        _ => place.starts_with(at),
    };
    let named = || is_named(game, object, among, fits);
    unless_named(game, controller, (object, &named), among, rule)
}

/// [`which`] for words that mean the same player throughout a spell or ability.
pub(in crate::rules) fn which_throughout(
    game: &Game,
    controller: PlayerId,
    object: ObjectId,
    among: &[PlayerId],
    rule: Rule,
) -> Option<Choice> {
    let named = || is_named(game, object, among, |_| true);
    unless_named(game, controller, (object, &named), among, rule)
}

/// Whether one of these players has been named for an object at a fitting place.
fn is_named(game: &Game, object: ObjectId, among: &[PlayerId], fits: impl Fn(&[u16]) -> bool) -> bool {
    let named = &game.world().schedule.named;
    named.iter().any(|it| it.object == object && among.contains(&it.player) && fits(&it.place))
}

/// [`which`] for a permanent about to enter that shares the number with others: nobody has been
/// named for it since the latest replacement effect was applied.
pub(in crate::rules) fn which_anew(
    game: &Game,
    controller: PlayerId,
    object: ObjectId,
    among: &[PlayerId],
    rule: Rule,
) -> Option<Choice> {
    let named = || {
        let told = game.world().history.latest().find_map(|entry| match &entry.event {
            Event::OneNamed { object: id, player } if *id == object => Some(among.contains(player)),
            Event::Replaced { .. } => Some(false),
            _ => None,
        });
        told.unwrap_or(false)
    };
    unless_named(game, controller, (object, &named), among, rule)
}

fn unless_named(
    game: &Game,
    controller: PlayerId,
    (object, named): (ObjectId, &dyn Fn() -> bool),
    among: &[PlayerId],
    rule: Rule,
) -> Option<Choice> {
    let is_open = among.len() > 1 && game.is_multiplayer() && !named();
    is_open.then(|| one_among(controller, Prompt::Which(object), rule, among))
}

/// Asks which player of a team a spell or ability affects that would set the life totals of several
/// of them: a player, or the team itself if there is none (CR 810.9d, 810.9f).
pub(in crate::rules) fn which_member(
    game: &Game,
    object: ObjectId,
    named: &[PlayerId],
    asked: Option<PlayerId>,
) -> Option<Choice> {
    if !game.shares_life() {
        return None;
    }
    let said = |player: &PlayerId| is_named(game, object, &[*player], |_| true);
    named.iter().find_map(|first| {
        let team = team_among(game, *first, named);
        let open = team.len() > 1 && !team.iter().any(said);
        let (asked, rule) = match asked {
            Some(player) => (player, rule!("810.9f")),
            None => (game.primary(*first), rule!("810.9d")),
        };
        open.then(|| one_among(asked, Prompt::Which(object), rule, &team))
    })
}

/// The players of whom a spell or ability sets the life total: one of each team, the one that was
/// chosen (CR 810.9d, 810.9f).
pub(in crate::rules) fn one_of_each_team(game: &Game, object: ObjectId, named: Vec<PlayerId>) -> Vec<PlayerId> {
    let firsts = game.once_a_total(named.clone()).into_iter();
    firsts.filter_map(|first| one_of(game, object, &team_among(game, first, &named))).collect()
}

/// Those of some players who have the life total of one of them.
fn team_among(game: &Game, of: PlayerId, players: &[PlayerId]) -> Vec<PlayerId> {
    let shares = |id: &PlayerId| *id == of || (game.shares_life() && !game.are_opponents(*id, of));
    players.iter().copied().filter(shares).collect()
}

/// A choice that a resolution asks for.
pub(in crate::rules) fn ask(player: PlayerId, prompt: Prompt, rule: Rule, domain: Domain) -> Choice {
    Choice { player, answered_by: player, prompt, rule, domain, back_out: false }
}

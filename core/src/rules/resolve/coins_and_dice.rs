//! Flipping coins (CR 705) and rolling dice (CR 706). The random results are in
//! [`crate::rules::engine::random`].

use crate::card::verb;
use crate::card::{Instruction, Players, Quantity};
use crate::derive::Scope;
use crate::derive::filter::{players, quantity, results_of_roll};
use crate::fact::frame::Cursor;
use crate::fact::{Action, Answer, Choice, Domain, Event, FlipFrame, Frame, PlayerId, Prompt, Proposed, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use crate::rules::MOST_BY_ONE;
use crate::rules::engine::cursor;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::{perform, perform_one};
use crate::rules::replace::together;

impl Verb for verb::FlipCoins {
    /// Players flip coins one after another in APNAP order (CR 101.4).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::FlipCoins { who, count, called, until } = self;
        go_on(work, frame);
        let named = players(&work.game, &scope(frame), who);
        let Some(each) = amount(work, &scope(frame), count) else { return };
        let order = work.game.apnap().into_iter().filter(|player| named.contains(player));
        let players = order.flat_map(|player| std::iter::repeat_n(player, each as usize)).collect();
        let group = work.game.counters().entry;
        let source = frame.object.unwrap_or(frame.source);
        let flips = FlipFrame { source, players, called: *called, until: *until, group, call: None, tossed: None };
        work.push(rule_of(&flips), Frame::Flip(Box::new(flips)));
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::RollDice {
    /// Carries out an instruction to roll dice: the roll, then the line of its table for each
    /// result (CR 706.3a). The cursor's round counts the results.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::RollDice { who, count, sides, plus, ignore_lowest, table } = self;
        let scope = scope(frame);
        let round = frame.cursor.last().map_or(0, |level| usize::from(level.round));
        if round == 0 {
            let Some(dice) = amount(work, &scope, count) else { return };
            let plus = plus.as_ref().map_or(0, |plus| quantity(&work.game, &scope, plus));
            let group = work.game.counters().entry;
            let named = players(&work.game, &scope, who);
            let (sides, ignored) = (*sides, *ignore_lowest);
            let of = |player: PlayerId| Action::RollDice { player, group, sides, dice, ignored, plus };
            let cause = Some(frame.began);
            // Nobody may take an earlier roll for this one.
            if dice == 0 && !results_of_roll(&work.game, &scope).is_empty() {
                let (natural, ignored) = (Box::default(), Box::default());
                let rolled = Event::DiceRolled { player: frame.controller, group, sides, natural, ignored, plus };
                go_on(work, frame);
                work.fact(rule!("706.1"), rolled);
                return;
            }
            let order = work.game.apnap().into_iter().filter(|player| named.contains(player));
            let actions = order.map(|player| Proposed::new(of(player), cause, rule!("706.1"))).collect();
            to_round(work, frame, 1);
            return perform(work, actions);
        }
        let results = results_of_roll(&work.game, &scope);
        let Some(result) = results.get(round - 1).filter(|_| !table.is_empty()) else {
            return go_on(work, frame);
        };
        let row = table.iter().position(|row| row.has(*result)).and_then(|row| u8::try_from(row).ok());
        let mut now = frame.clone();
        now.next_round();
        now.cursor.extend(row.map(|branch| Cursor { branch, ..Cursor::default() }));
        work.change(rule!("706.3a"), Frame::Resolve(Box::new(now)));
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::RollAgain {
    /// Makes the roll of a results table again (CR 706.3c).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let mut frame = frame.clone();
        while frame.cursor.len() > 1 {
            frame.cursor.pop();
            let rolls = matches!(cursor::instruction(&work.game, &frame).as_deref(), Some(Instruction::RollDice(_)));
            if rolls {
                return to_round(work, &frame, 0);
            }
        }
        go_on(work, &frame);
    }
}

/// The number of coins or dice, unless it is more than is played.
fn amount(work: &Work, scope: &Scope<'_>, count: &Quantity) -> Option<u32> {
    let count = u32::try_from(quantity(&work.game, scope, count)).unwrap_or(0);
    work.allows_at_most(count, MOST_BY_ONE).then_some(count)
}

/// The coins of the player whose turn it is to flip, once tossed.
fn tossed<'a>(game: &'a Game, flips: &FlipFrame) -> Option<&'a [bool]> {
    let since = flips.tossed?;
    let history = game.world().history.latest().take_while(|entry| entry.no >= since);
    let toss = |event: &'a Event| match event {
        Event::CoinsTossed { player, heads } if Some(player) == flips.players.first() => Some(heads.as_slice()),
        _ => None,
    };
    history.filter_map(|entry| toss(&entry.event)).next()
}

/// Asks for the call (CR 705.1), or which of several different results counts.
pub(in crate::rules) fn flip_choice(game: &Game, flips: &FlipFrame) -> Option<Choice> {
    let player = flips.players.first().copied().filter(|player| game.plays(*player))?;
    let ask = |prompt, rule| {
        let choice = Choice { player, answered_by: player, prompt, rule, domain: Domain::Confirm, back_out: false };
        Some(choice)
    };
    if flips.called && flips.call.is_none() {
        return ask(Prompt::CallCoin(flips.source), rule!("705.1"));
    }
    let mixed = tossed(game, flips).is_some_and(|heads| heads.contains(&true) && heads.contains(&false));
    if mixed { ask(Prompt::KeepHeads(flips.source), rule!("614.6")) } else { None }
}

/// Takes the call, or the coin that counts.
pub(in crate::rules) fn answered(work: &mut Work, flips: &FlipFrame, answer: &Answer) {
    let Answer::Confirmed(heads) = answer else { return };
    attribute(work);
    if flips.called && flips.call.is_none() {
        let flips = FlipFrame { call: Some(*heads), ..flips.clone() };
        return work.change(rule!("705.1"), Frame::Flip(Box::new(flips)));
    }
    done(work, flips, *heads);
}

/// What is flipped for one of several at the same time has that as its cause (CR 608.2f).
fn attribute(work: &mut Work) {
    if together::waits_for_others(&work.game) {
        work.set_cause(together::mark_of_innermost(&work.game));
    }
}

/// The rule for flips that the player calls, or that nobody calls.
fn rule_of(flips: &FlipFrame) -> Rule {
    if flips.called { rule!("705.1") } else { rule!("705.2") }
}

/// Makes the next flip, or goes on with its result.
pub(in crate::rules) fn proceed(work: &mut Work, flips: &FlipFrame) {
    attribute(work);
    let rule = rule_of(flips);
    let Some(player) = flips.players.first().copied() else {
        none_flipped(work, flips);
        return work.pop(rule);
    };
    // Whoever has left flips no coins.
    if !work.game.plays(player) {
        return next(work, flips, false);
    }
    if flips.tossed.is_none() {
        let since = work.game.counters().entry;
        work.change(rule, Frame::Flip(Box::new(FlipFrame { tossed: Some(since), ..flips.clone() })));
        return perform_one(work, rule, Action::FlipCoin { player, coins: 1 });
    }
    match tossed(&work.game, flips).and_then(|heads| heads.first().copied()) {
        Some(heads) => done(work, flips, heads),
        // It did not happen.
        None => next(work, flips, false),
    }
}

/// Records that an instruction led to no flip, where a text could otherwise take the flips of an
/// earlier instruction for its own.
fn none_flipped(work: &mut Work, flips: &FlipFrame) {
    let resolving = work.game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Resolve(it) => Some((it.began, it.controller)),
        _ => None,
    });
    let Some((began, player)) = resolving else { return };
    let since = work.game.world().history.latest().take_while(|entry| entry.no >= began);
    let latest = since.map(|entry| &entry.event).find_map(|event| match event {
        Event::CoinFlipped { group, .. } => Some(*group),
        _ => None,
    });
    if latest.is_some_and(|group| group != flips.group) {
        work.fact(rule_of(flips), Event::CoinsTossed { player, heads: Vec::new() });
    }
}

/// Records a flip.
fn done(work: &mut Work, flips: &FlipFrame, heads: bool) {
    let Some(player) = flips.players.first().copied() else { return };
    let won = flips.call.map(|call| call == heads);
    work.fact(rule_of(flips), Event::CoinFlipped { player, group: flips.group, heads, won });
    next(work, flips, flips.until.is_some_and(|side| side.is(heads, won)));
}

fn next(work: &mut Work, flips: &FlipFrame, last: bool) {
    // The last one of that player; each of several players flips on their own.
    let (now, rest) = flips.players.split_first().unzip();
    let rest = rest.into_iter().flatten().copied().filter(|player| !(last && now == Some(player))).collect();
    let flips = FlipFrame { players: rest, call: None, tossed: None, ..flips.clone() };
    work.change(rule_of(&flips), Frame::Flip(Box::new(flips)));
}

fn to_round(work: &mut Work, frame: &ResolveFrame, round: u16) {
    let mut frame = frame.clone();
    frame.set_round(round);
    work.change(rule!("706.3"), Frame::Resolve(Box::new(frame)));
}

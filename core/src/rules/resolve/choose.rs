//! Choices as a spell or ability resolves, and repeated instructions (CR 608.2d-f).
//!
//! Players who choose at the same time do so in APNAP order, each knowing the earlier choices
//! (CR 101.4, 608.2e). Chosen objects are no targets (CR 115.10); later instructions refer to them
//! by index.

use crate::card::{Again, Each, Instruction, Objects, Players, Quantity};
use crate::derive::Look;
use crate::derive::filter::{all_matching, deeds, found, holds, players, quantity, votes};
use crate::derive::key::equal::equal;
use crate::derive::pay::able;
use crate::derive::target::targets;
use crate::derive::target::totals::Limit;
use crate::fact::frame::Cursor;
use crate::fact::{
    Action, Answer, Choice, Chosen, Domain, Entity, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame, Share, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::announce::{division, proposal};
use crate::rules::engine::actions::amount;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, keep_earlier, next, one_player, scope, set_place};
use crate::rules::engine::turns::in_turn;
use crate::rules::engine::work::Work;
use crate::rules::engine::{cursor, random};
use crate::rules::keyword::cascade;
use crate::rules::replace::happen::can_happen;
use crate::rules::replace::plain::plain;
use crate::rules::replace::together;

use super::verbs::exchange::counters_moved;

/// The choice in the present round of one of these instructions.
pub(in crate::rules) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    let object = frame.object.unwrap_or(frame.source);
    let round = frame.cursor.last()?.round;
    match instruction {
        Instruction::Choose { at_random, .. } => match picking(game, frame, instruction) {
            Some(it) => (!at_random && it.is_open()).then(|| {
                let options = it.options.into_iter().map(Item::Entity).collect();
                let domain = match it.limit {
                    Some(limit) => limit.domain(options, it.min, it.max),
                    None => Domain::Pick { options, min: it.min, max: it.max },
                };
                ask(it.player, Prompt::Objects(object), rule!("608.2d"), domain)
            }),
            None => {
                let (player, share) = distribution(game, frame, instruction)?;
                division::is_open(&share)
                    .then(|| ask(player, Prompt::Distribution(object), rule!("608.2d"), Domain::Divide(vec![share])))
            }
        },
        Instruction::Repeat { again: Again::Wanted(who), .. } if round > 0 => {
            let player = one_player(game, frame, who)?;
            Some(ask(player, Prompt::Again(object), rule!("608.2d"), Domain::Confirm))
        }
        Instruction::ForEach { each: Each::Object(_) | Each::Both(..), .. } if !is_done_at_once(game, instruction) => {
            let groups = groups(game, frame, instruction);
            let (_, group) = groups.get(usize::from(round)).filter(|(_, group)| group.len() > 1)?;
            let items = group.iter().copied().map(Item::Entity).collect();
            Some(ask(frame.controller, Prompt::Objects(object), rule!("608.2f"), Domain::Order(items)))
        }
        _ => None,
    }
}

/// A player's options.
struct Picking {
    player: PlayerId,
    options: Vec<Entity>,
    min: u32,
    max: u32,
    /// The limit on the options taken together.
    limit: Option<Limit>,
}

impl Picking {
    fn is_open(&self) -> bool {
        self.max > 0 && self.options.len() > self.min as usize
    }
}

/// An order for handling equal objects, where any order is the same (CR 608.2f).
pub(in crate::rules) fn settled_order(game: &Game, frame: &ResolveFrame) -> Option<(PlayerId, Answer)> {
    let instruction = cursor::instruction(game, frame).filter(|it| matches!(**it, Instruction::ForEach { .. }))?;
    let choice = choice(game, frame, &instruction)?;
    let Domain::Order(items) = choice.domain else { return None };
    let object = |item: &Item| if let Item::Entity(entity) = item { entity.object() } else { None };
    let objects: Option<Vec<ObjectId>> = items.iter().map(object).collect();
    equal(game, &objects?).then_some((choice.player, Answer::Ordered(items)))
}

/// A player's choice without a question, where there is no more than has to be chosen.
pub(in crate::rules) fn only(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Vec<Item>> {
    let it = picking(game, frame, instruction).filter(|it| !it.is_open() && it.limit.is_none())?;
    Some(it.options.into_iter().take(it.max as usize).map(Item::Entity).collect())
}

/// The next player to choose, with the options and how many; none once all have chosen.
fn picking(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Picking> {
    let Instruction::Choose { who, what, count, up_to, divide, total, unchosen, .. } = instruction else { return None };
    let scope = scope(frame);
    let all = in_turn(game, frame, || players(game, &scope, who));
    let player = *all.get(usize::from(frame.cursor.last()?.round))?;
    let scope = scope.done_by(who, player);
    let mut options = targets::described(game, &scope, what);
    if *unchosen {
        let before = frame.announced.chosen.iter().flat_map(|chosen| &chosen.what);
        let taken: Vec<Entity> = before.chain(&frame.picked).copied().collect();
        options.retain(|it| !taken.contains(it));
    }
    let there = u32::try_from(options.len()).unwrap_or(u32::MAX);
    let mut max = amount(quantity(game, &scope, count)).min(there);
    if let Some(total) = divide {
        // Each chosen one gets at least one (CR 608.2d).
        max = max.min(amount(quantity(game, &scope, total)));
    }
    let limit = total.as_ref().map(|total| Limit::of(game, &scope, total, &options));
    if let Some(limit) = &limit {
        max = limit.counts(0, max).map_or(0, |(_, most)| most);
    }
    Some(Picking { player, options, min: if *up_to { 0 } else { max }, max, limit })
}

/// What is divided among the chosen ones, and the player who divides.
fn distribution(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<(PlayerId, Share)> {
    let Instruction::Choose { who, divide: Some(total), .. } = instruction else { return None };
    let scope = scope(frame);
    let player = *players(game, &scope, who).first()?;
    Some((player, division::share(game, &scope, frame.object.unwrap_or(frame.source), total, &frame.picked)))
}

/// The players and objects that something is done for, grouped by player and controller in APNAP
/// order. The controller of the spell or ability chooses the order within a group (CR 608.2f).
pub(super) fn groups(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Vec<(PlayerId, Vec<Entity>)> {
    let Instruction::ForEach { each, .. } = instruction else { return Vec::new() };
    let scope = scope(frame);
    let (who, all) = match each {
        Each::Player(who) => (players(game, &scope, who), Vec::new()),
        Each::Object(what) => (Vec::new(), found(game, &scope, what)),
        Each::Both(who, what) => (players(game, &scope, who), found(game, &scope, what)),
        Each::Vote(_) => return Vec::new(),
    };
    let whose = |id: ObjectId| game.controller(id).or_else(|| game.object(id).map(|object| object.owner));
    let of = |player: PlayerId| {
        let theirs = all.iter().copied().filter(|id| whose(*id) == Some(player));
        let themselves = who.contains(&player).then_some(Entity::Player(player));
        themselves.into_iter().chain(theirs.map(Entity::Object)).collect::<Vec<_>>()
    };
    let any = |player: &PlayerId| !of(*player).is_empty();
    let order = in_turn(game, frame, || game.apnap().into_iter().filter(any).collect());
    order.into_iter().map(|player| (player, of(player))).collect()
}

/// Takes an answer to the choice of one of these instructions.
pub(in crate::rules) fn answered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, answer: &Answer) {
    match (instruction, answer) {
        (Instruction::Choose { .. }, Answer::Picked(items)) => {
            let Some(it) = picking(&work.game, frame, instruction) else { return };
            let chosen = random::from_piles(work, it.player, proposal::entities(items), &it.options);
            picked(work, frame, instruction, chosen);
        }
        (Instruction::Choose { into, .. }, Answer::Divided(division)) => {
            if let Some((_, share)) = distribution(&work.game, frame, instruction) {
                keep(work, frame, *into, division::portions(&share, Some(division)));
            }
        }
        (Instruction::Repeat { .. }, Answer::Confirmed(true)) => enter(work, frame),
        (Instruction::Repeat { .. }, Answer::Confirmed(false)) => go_on(work, frame),
        (Instruction::ForEach { .. }, Answer::Ordered(items)) => {
            ordered(work, frame, instruction, proposal::entities(items));
        }
        _ => {}
    }
}

/// Carries out one of these instructions where nothing is to be chosen.
pub(in crate::rules) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let round = frame.cursor.last().map_or(0, |level| level.round);
    match instruction {
        Instruction::Choose { at_random, into, .. } => match picking(&work.game, frame, instruction) {
            Some(it) => {
                let mut options = it.options;
                if *at_random {
                    options = random::pick(work, options, it.max as usize);
                }
                options.truncate(it.max as usize);
                picked(work, frame, instruction, options);
            }
            None => {
                let share = distribution(&work.game, frame, instruction);
                let portions = share.map(|(_, share)| division::portions(&share, None)).unwrap_or_default();
                keep(work, frame, *into, portions);
            }
        },
        Instruction::Repeat { again: Again::UntilNone(deed), .. } => {
            // How much was done before this repetition, and is done by now.
            let before = frame.cursor.last().and_then(|level| level.of);
            let now = amount(deeds::amount(&work.game, &scope(frame), *deed, None));
            if round > 0 && before == Some(now) {
                return go_on(work, frame);
            }
            let mut frame = frame.clone();
            if let Some(level) = frame.cursor.last_mut() {
                level.of = Some(now);
            }
            enter_again(work, &frame);
        }
        Instruction::Repeat { again, .. } => {
            let scope = scope(frame);
            let more = match again {
                Again::Times(count) => {
                    let of = frame.cursor.last().and_then(|level| level.of);
                    let times = || amount(quantity(&work.game, &scope, count)).min(u32::from(u16::MAX));
                    let of = of.unwrap_or_else(times);
                    let mut frame = frame.clone();
                    if let Some(level) = frame.cursor.last_mut() {
                        level.of = Some(of);
                    }
                    // The number of repetitions is determined once (CR 608.2h).
                    return if u32::from(round) < of { enter(work, &frame) } else { go_on(work, &frame) };
                }
                Again::While(condition) => round == 0 || holds(&work.game, &scope, condition),
                Again::Wanted(_) | Again::UntilNone(_) => round == 0,
            };
            if more {
                return enter_again(work, frame);
            }
            go_on(work, frame);
            cascade::has_exiled(work, frame);
        }
        Instruction::ForEach { each: Each::Player(who), in_turn, .. } => {
            let mut order = players(&work.game, &scope(frame), who);
            // "Starting with you": otherwise the active player is first (CR 101.4).
            if *in_turn && order.contains(&frame.controller) {
                let from_you = work.game.turn_order_from(frame.controller).into_iter();
                order = from_you.filter(|player| order.contains(player)).collect();
            }
            let each: Vec<Entity> = order.into_iter().map(Entity::Player).collect();
            begin_each(work, frame, instruction, &each);
        }
        Instruction::ForEach { each: Each::Vote(word), .. } => {
            let voters = votes::voters(&work.game, &scope(frame), word);
            let each: Vec<Entity> = voters.into_iter().map(Entity::Player).collect();
            begin_each(work, frame, instruction, &each);
        }
        Instruction::ForEach { each: Each::Object(_) | Each::Both(..), .. } => {
            let group = groups(&work.game, frame, instruction).into_iter().nth(usize::from(round));
            ordered(work, frame, instruction, group.map(|(_, group)| group).unwrap_or_default());
        }
        _ => go_on(work, frame),
    }
}

/// Records what one player, or chance, chose.
fn picked(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, entities: Vec<Entity>) {
    let mut frame = frame.clone();
    frame.picked.extend(entities);
    if let Some(level) = frame.cursor.last_mut() {
        level.round = level.round.saturating_add(1);
    }
    let more = picking(&work.game, &frame, instruction).is_some()
        || matches!(instruction, Instruction::Choose { divide: Some(_), .. });
    match instruction {
        Instruction::Choose { into, .. } if !more => keep(work, &frame, *into, Vec::new()),
        _ => work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame))),
    }
}

/// Records the choice of all players under its index, for later instructions.
fn keep(work: &mut Work, frame: &ResolveFrame, into: u8, portions: Vec<u32>) {
    let mut frame = frame.clone();
    let mut what = std::mem::take(&mut frame.picked);
    // An object that several players chose counts once.
    let mut seen = Vec::new();
    what.retain(|it| {
        !seen.contains(it) && {
            seen.push(*it);
            true
        }
    });
    keep_earlier(&work.game, &mut frame, into);
    set_place(&mut frame, into, Chosen { what, portions });
    next(&mut frame);
    work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame)));
}

/// Records the order within one group; once all groups are ordered, starts.
fn ordered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, group: Vec<Entity>) {
    let mut frame = frame.clone();
    frame.picked.extend(group);
    if let Some(level) = frame.cursor.last_mut() {
        level.round = level.round.saturating_add(1);
    }
    let groups = groups(&work.game, &frame, instruction).len();
    if usize::from(frame.cursor.last().map_or(0, |level| level.round)) < groups {
        return work.change(rule!("608.2f"), Frame::Resolve(Box::new(frame)));
    }
    let each = std::mem::take(&mut frame.picked);
    begin_each(work, &frame, instruction, &each);
}

/// Follows the list of the instruction for each of these (CR 608.2f).
fn begin_each(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, each: &[Entity]) {
    let at_once = is_done_at_once(&work.game, instruction);
    together::begin(work, frame, instruction, each, at_once);
}

/// Whether a list is followed for all at the same time (CR 608.2f). Where a team has one life
/// total, players set it one after another, unless the list says so for each of its players: then
/// only one member of a team is affected (CR 810.9d).
fn is_done_at_once(game: &Game, list: &Instruction) -> bool {
    let own = |it: &Instruction| matches!(it, Instruction::SetLife { who: Players::They, .. });
    let of_others = |it: &Instruction| !own(it) && sets_life(it);
    let shared = || game.shares_life() && list.lists().into_iter().flatten().any(of_others);
    list.is_done_at_once() && !shared()
}

fn sets_life(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::SetLife { .. } | Instruction::ExchangeNumbers { .. })
        || instruction.lists().into_iter().flatten().any(sets_life)
}

/// Enters the list of the instruction once more.
fn enter(work: &mut Work, frame: &ResolveFrame) {
    let mut frame = frame.clone();
    frame.cursor.push(Cursor::default());
    work.change(rule!("608.2f"), Frame::Resolve(Box::new(frame)));
}

/// The number of repetitions without an optional action after which the players are asked whether
/// the game is a draw.
const MANY: u16 = 5_000;

/// Enters the list of a process that is repeated for as long as something holds. One that seems to
/// go on forever may make the game a draw (CR 104.4b).
fn enter_again(work: &mut Work, frame: &ResolveFrame) {
    let round = frame.cursor.last().map_or(0, |level| level.round);
    enter(work, frame);
    let acted = work.game.world().watch.acted;
    let optional = acted > frame.began && work.game.counters().entry.0.saturating_sub(acted.0) < u64::from(MANY);
    if round > 0 && round.is_multiple_of(MANY) && !optional && !work.game.asks_everything() {
        work.push(rule!("104.4b"), Frame::Loop { agreed: Vec::new() });
    }
}

/// Whether a player could do the first thing that an effect offers; the impossible can't be chosen
/// (CR 608.2d). An empty library doesn't make drawing impossible, but an effect that forbids it
/// does (CR 121.3, 121.3a).
pub(in crate::rules) fn is_possible(game: &Game, frame: &ResolveFrame, then: &[Instruction]) -> bool {
    let scope = scope(frame);
    // Nobody else can do what a player would have done who has left (CR 800.4g).
    if let Some(who) = then.first().and_then(doers) {
        let who = players(game, &scope, who);
        if !who.is_empty() && !who.into_iter().any(|player| game.plays(player)) {
            return false;
        }
    }
    let number = |count: &Quantity| amount(quantity(game, &scope, count));
    match then.first() {
        Some(Instruction::Draw { who, count }) => {
            let count = number(count);
            players(game, &scope, who).into_iter().all(|player| able::can_draw(game, player, count))
        }
        Some(Instruction::Sacrifice { who, what, count }) => {
            let enough = |player: PlayerId| {
                let scope = scope.done_by(who, player);
                let there = all_matching(game, &scope, what).into_iter();
                let own = there.filter(|id| game.controller(*id) == Some(player) && able::can_be_sacrificed(game, *id));
                own.count() >= amount(quantity(game, &scope, count)) as usize
            };
            players(game, &scope, who).into_iter().all(enough)
        }
        Some(Instruction::Discard { who, count, .. }) => {
            let enough = |player: PlayerId| {
                let count = amount(quantity(game, &scope.done_by(who, player), count));
                game.zone(Zone::Hand(player)).len() >= count as usize
            };
            players(game, &scope, who).into_iter().all(enough)
        }
        // CR 701.13b
        Some(Instruction::Mill { who, count }) => {
            let enough = |player: PlayerId| {
                let count = amount(quantity(game, &scope.done_by(who, player), count));
                game.zone(Zone::Library(player)).len() >= count as usize
            };
            players(game, &scope, who).into_iter().all(enough)
        }
        // CR 122.5
        Some(it @ Instruction::MoveCounters { .. }) => !counters_moved(game, frame, it).is_empty(),
        Some(it) => {
            let possible = |(_, actions): (Rule, Vec<Action>)| actions.iter().any(|it| can_happen(game, it));
            is_about_all(it) || plain(game, frame, it).is_none_or(possible)
        }
        None => true,
    }
}

/// Whether an instruction is about everything of a description, which may be nothing.
const fn is_about_all(instruction: &Instruction) -> bool {
    let (Instruction::Destroy(what)
    | Instruction::DestroyForGood(what)
    | Instruction::Exile(what)
    | Instruction::DiscardThose(what)
    | Instruction::PhaseOut(what)
    | Instruction::PhaseIn(what)
    | Instruction::PutCounters { on: what, .. }
    | Instruction::RemoveCounters { from: what, .. }
    | Instruction::Tap(what)
    | Instruction::Untap(what)) = instruction
    else {
        return false;
    };
    matches!(what, Objects::Each(_) | Objects::PhasedOut(_))
}

/// The players who do what an instruction says, or whom it happens to.
const fn doers(instruction: &Instruction) -> Option<&Players> {
    match instruction {
        Instruction::GainLife { who, .. }
        | Instruction::LoseLife { who, .. }
        | Instruction::SetLife { who, .. }
        | Instruction::Draw { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::SacrificeTheirs { who, .. }
        | Instruction::Sacrifice { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::Manifest { who, .. }
        | Instruction::AddMana { who, .. }
        | Instruction::GetCounters { who, .. }
        | Instruction::Search { who, .. }
        | Instruction::LookAt { who, .. }
        | Instruction::Scry { who, .. }
        | Instruction::Surveil { who, .. }
        | Instruction::CreateTokens { who, .. }
        | Instruction::CreateCopies { who, .. }
        | Instruction::CopySpell { who, .. }
        | Instruction::GetEmblem { who, .. }
        | Instruction::PutOntoBattlefield { control: who, .. }
        | Instruction::ExtraTurn { who, .. }
        | Instruction::FlipCoins { who, .. }
        | Instruction::RollDice { who, .. }
        | Instruction::Shuffle(who)
        | Instruction::BecomeMonarch(who)
        | Instruction::Win(who)
        | Instruction::Lose(who)
        | Instruction::Planeswalk(who) => Some(who),
        _ => None,
    }
}

//! Choices as a spell or ability resolves, and repeated instructions (CR 608.2d-f).
//!
//! Players who choose at the same time do so in APNAP order, each knowing the earlier choices
//! (CR 101.4, 608.2e). Chosen objects are no targets (CR 115.10); later instructions refer to them
//! by index.

use crate::card::verb;
use crate::card::{Again, Each, Instruction, Players};
use crate::derive::filter::{deeds, found, holds, players, quantity, votes};
use crate::derive::key::equal::equal;
use crate::derive::target::targets;
use crate::derive::target::totals::TotalLimit;
use crate::fact::frame::Cursor;
use crate::fact::{
    Answer, Choice, Chosen, Domain, Entity, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame, Share,
};
use crate::rule;
use crate::state::Game;

use crate::rules::announce::division;
use crate::rules::engine::actions::{amount, number};
use crate::rules::engine::apnap::{Turns, each_of, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, keep_earlier, next, one_player, scope, set_place};
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::verb::{Verb, verb};
use crate::rules::engine::work::Work;
use crate::rules::engine::{cursor, random};
use crate::rules::keyword::cascade;
use crate::rules::replace::together;

impl Verb for verb::Choose {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let object = frame.object.unwrap_or(frame.source);
        match picking(game, frame, self) {
            Some(it) => (!self.at_random && it.is_open()).then(|| {
                let options = it.options.into_iter().map(Item::Entity).collect();
                let domain = match it.limit {
                    Some(limit) => limit.domain(options, it.min, it.max),
                    None => Domain::Pick { options, min: it.min, max: it.max },
                };
                ask(it.player, Prompt::Objects(object), rule!("608.2d"), domain)
            }),
            None => {
                let (player, share) = distribution(game, frame, self)?;
                division::is_open(&share)
                    .then(|| ask(player, Prompt::Distribution(object), rule!("608.2d"), Domain::Divide(vec![share])))
            }
        }
    }

    /// There are as many as have to be chosen.
    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        let it = picking(game, frame, self)?;
        let wanted = || number(game, frame, &self.count) as usize;
        Some(self.up_to || it.limit.is_some() || it.options.len() >= wanted())
    }

    /// There is no more than has to be chosen.
    fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
        let it = picking(game, frame, self).filter(|it| !self.at_random && !it.is_open() && it.limit.is_none())?;
        Some(Answer::Picked(it.options.into_iter().take(it.max as usize).map(Item::Entity).collect()))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match picking(&work.game, frame, self) {
            Some(it) => {
                let mut options = it.options;
                if self.at_random {
                    options = random::pick(work, options, it.max as usize);
                }
                options.truncate(it.max as usize);
                picked(work, frame, self, options);
            }
            None => {
                let share = distribution(&work.game, frame, self);
                let portions = share.map(|(_, share)| division::portions(&share, None)).unwrap_or_default();
                keep(work, frame, self.into, portions);
            }
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        match answer {
            Answer::Picked(items) => {
                let Some(it) = picking(&work.game, frame, self) else { return };
                let chosen = random::from_piles(work, it.player, entities(items), &it.options);
                picked(work, frame, self, chosen);
            }
            Answer::Divided(division) => {
                if let Some((_, share)) = distribution(&work.game, frame, self) {
                    keep(work, frame, self.into, division::portions(&share, Some(division)));
                }
            }
            _ => {}
        }
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        each_of(game, frame, &self.who)
    }

    fn in_any_order(&self) -> Option<(&Players, bool)> {
        (!self.at_random).then_some((&self.who, false))
    }
}

impl Verb for verb::ForEach {
    /// The order within a group of objects (CR 608.2f).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        if !self.each.is_of_objects() || is_done_at_once(game, self) {
            return None;
        }
        let groups = groups(game, frame, &self.each);
        let (_, group) = groups.get(usize::from(frame.cursor.last()?.round)).filter(|(_, group)| group.len() > 1)?;
        let items = group.iter().copied().map(Item::Entity).collect();
        let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
        Some(ask(frame.controller, prompt, rule!("608.2f"), Domain::Order(items)))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let named = match &self.each {
            Each::Player(who) => {
                let mut order = players(&work.game, &scope(frame), who);
                // "Starting with you": otherwise the active player is first (CR 101.4).
                if self.in_turn && order.contains(&frame.controller) {
                    let from_you = work.game.turn_order_from(frame.controller).into_iter();
                    order = from_you.filter(|player| order.contains(player)).collect();
                }
                order
            }
            Each::Vote(word) => votes::voters(&work.game, &scope(frame), word),
            Each::Object(_) | Each::Both(..) => {
                let group = groups(&work.game, frame, &self.each).into_iter().nth(usize::from(frame.round()));
                return ordered(work, frame, self, group.map(|(_, group)| group).unwrap_or_default());
            }
        };
        let each: Vec<Entity> = named.into_iter().map(Entity::Player).collect();
        begin_each(work, frame, self, &each);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        if let Answer::Ordered(items) = answer {
            ordered(work, frame, self, entities(items));
        }
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        let done = usize::from(frame.cursor.last()?.round);
        let players = groups(game, frame, &self.each).into_iter().map(|(player, _)| player).collect();
        self.each.is_of_objects().then_some(Turns { players, done })
    }

    fn in_any_order(&self) -> Option<(&Players, bool)> {
        match &self.each {
            Each::Player(who) if self.then.iter().any(|it| verb(it).asks_them()) => Some((who, true)),
            _ => None,
        }
    }
}

impl Verb for verb::Repeat {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let Again::Wanted(who) = &self.again else { return None };
        let player = one_player(game, frame, who).filter(|_| frame.round() > 0)?;
        let prompt = Prompt::Again(frame.object.unwrap_or(frame.source));
        Some(ask(player, prompt, rule!("608.2d"), Domain::Confirm))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let round = frame.round();
        let more = match &self.again {
            Again::UntilNone(deed) => {
                // How much was done before this repetition, and is done by now.
                let before = frame.cursor.last().and_then(|level| level.of);
                let now = amount(deeds::amount(&work.game, &scope(frame), *deed, None));
                if round > 0 && before == Some(now) {
                    return go_on(work, frame);
                }
                return enter_again(work, &with_number(frame, now));
            }
            Again::Times(count) => {
                // The number of repetitions is determined once (CR 608.2h).
                let of = frame.cursor.last().and_then(|level| level.of);
                let of = of.unwrap_or_else(|| number(&work.game, frame, count).min(u32::from(u16::MAX)));
                let frame = with_number(frame, of);
                return if u32::from(round) < of { enter(work, &frame) } else { go_on(work, &frame) };
            }
            Again::While(condition) => round == 0 || holds(&work.game, &scope(frame), condition),
            Again::Wanted(_) => round == 0,
        };
        if more {
            return enter_again(work, frame);
        }
        go_on(work, frame);
        cascade::has_exiled(work, frame);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        match answer {
            Answer::Confirmed(true) => enter(work, frame),
            Answer::Confirmed(false) => go_on(work, frame),
            _ => {}
        }
    }

    fn ones(&self, _: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        match &self.again {
            Again::Wanted(who) if frame.round() > 0 => vec![who],
            _ => Vec::new(),
        }
    }
}

/// The frame with a number that later rounds compare with.
fn with_number(frame: &ResolveFrame, number: u32) -> ResolveFrame {
    let mut frame = frame.clone();
    if let Some(level) = frame.cursor.last_mut() {
        level.of = Some(number);
    }
    frame
}

/// A player's options.
struct Picking {
    player: PlayerId,
    options: Vec<Entity>,
    min: u32,
    max: u32,
    /// The limit on the options taken together.
    limit: Option<TotalLimit>,
}

impl Picking {
    fn is_open(&self) -> bool {
        self.max > 0 && self.options.len() > self.min as usize
    }
}

/// An order for handling equal objects, where any order is the same (CR 608.2f).
pub(in crate::rules) fn settled_order(game: &Game, frame: &ResolveFrame) -> Option<(PlayerId, Answer)> {
    let Instruction::ForEach(list) = &*cursor::instruction(game, frame)? else { return None };
    let choice = list.choice(game, frame)?;
    let Domain::Order(items) = choice.domain else { return None };
    let object = |item: &Item| if let Item::Entity(entity) = item { entity.object() } else { None };
    let objects: Option<Vec<ObjectId>> = items.iter().map(object).collect();
    equal(game, &objects?).then_some((choice.player, Answer::Ordered(items)))
}

/// The next player to choose, with the options and how many; none once all have chosen.
fn picking(game: &Game, frame: &ResolveFrame, it: &verb::Choose) -> Option<Picking> {
    let verb::Choose { who, what, count, up_to, divide, total, unchosen, .. } = it;
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
    let limit = total.as_ref().map(|total| TotalLimit::of(game, &scope, total, &options));
    if let Some(limit) = &limit {
        max = limit.counts(0, max).map_or(0, |(_, most)| most);
    }
    Some(Picking { player, options, min: if *up_to { 0 } else { max }, max, limit })
}

/// What is divided among the chosen ones, and the player who divides.
fn distribution(game: &Game, frame: &ResolveFrame, it: &verb::Choose) -> Option<(PlayerId, Share)> {
    let verb::Choose { who, divide: Some(total), .. } = it else { return None };
    let scope = scope(frame);
    let player = *players(game, &scope, who).first()?;
    Some((player, division::share(game, &scope, frame.object.unwrap_or(frame.source), total, &frame.picked)))
}

/// The players and objects that something is done for, grouped by player and controller in APNAP
/// order. The controller of the spell or ability chooses the order within a group (CR 608.2f).
fn groups(game: &Game, frame: &ResolveFrame, each: &Each) -> Vec<(PlayerId, Vec<Entity>)> {
    let scope = scope(frame);
    let (who, all) = match each {
        Each::Player(who) => (players(game, &scope, who), Vec::new()),
        Each::Object(what) => (Vec::new(), found(game, &scope, what)),
        Each::Both(who, what) => (players(game, &scope, who), found(game, &scope, what)),
        Each::Vote(_) => return Vec::new(),
    };
    let of = |player: PlayerId| {
        let theirs = all.iter().copied().filter(|id| game.controller_or_owner(*id) == Some(player));
        let themselves = who.contains(&player).then_some(Entity::Player(player));
        themselves.into_iter().chain(theirs.map(Entity::Object)).collect::<Vec<_>>()
    };
    let any = |player: &PlayerId| !of(*player).is_empty();
    let order = in_turn(game, frame, || game.apnap().into_iter().filter(any).collect());
    order.into_iter().map(|player| (player, of(player))).collect()
}

/// Records what one player, or chance, chose.
fn picked(work: &mut Work, frame: &ResolveFrame, it: &verb::Choose, entities: Vec<Entity>) {
    let mut frame = frame.clone();
    frame.picked.extend(entities);
    frame.next_round();
    if picking(&work.game, &frame, it).is_some() || it.divide.is_some() {
        return work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame)));
    }
    keep(work, &frame, it.into, Vec::new());
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
fn ordered(work: &mut Work, frame: &ResolveFrame, list: &verb::ForEach, group: Vec<Entity>) {
    let mut frame = frame.clone();
    frame.picked.extend(group);
    frame.next_round();
    let groups = groups(&work.game, &frame, &list.each).len();
    if usize::from(frame.cursor.last().map_or(0, |level| level.round)) < groups {
        return work.change(rule!("608.2f"), Frame::Resolve(Box::new(frame)));
    }
    let each = std::mem::take(&mut frame.picked);
    begin_each(work, &frame, list, &each);
}

/// Follows the list of the instruction for each of these (CR 608.2f).
fn begin_each(work: &mut Work, frame: &ResolveFrame, list: &verb::ForEach, each: &[Entity]) {
    let at_once = is_done_at_once(&work.game, list);
    together::begin_together(work, frame, list.into, each, at_once);
}

/// Whether a list is followed for all at the same time (CR 608.2f). Where a team has one life
/// total, players set it one after another, unless the list says so for each of its players: then
/// only one member of a team is affected (CR 810.9d).
fn is_done_at_once(game: &Game, list: &verb::ForEach) -> bool {
    let own = |it: &Instruction| matches!(it, Instruction::SetLife(verb::SetLife { who: Players::They, .. }));
    let of_others = |it: &Instruction| !own(it) && sets_life(it);
    let shared = || game.shares_life() && list.then.iter().any(of_others);
    list.is_done_at_once() && !shared()
}

fn sets_life(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::SetLife(_) | Instruction::ExchangeNumbers(_))
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
    if round > 0 && round.is_multiple_of(MANY) && !optional {
        work.push(rule!("104.4b"), Frame::Loop { agreed: Vec::new() });
    }
}

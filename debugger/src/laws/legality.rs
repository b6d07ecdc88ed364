//! Law 3: `decide` accepts exactly what `check` accepts, including every answer offered. It refuses
//! the rest with a typed reason and without a change. What has only one answer, nobody is asked.

use std::collections::BTreeSet;

use retrace_core::card::{CardType, Choosing, Color, CounterKind, ManaSymbol, ManaType, OptionalCost, Side, Value};
use retrace_core::derive::Look;
use retrace_core::derive::cast::cost::ways;
use retrace_core::derive::look::names::card_names;
use retrace_core::fact::{
    Act, Answer, Applied, Assignment, Choice, CostItem, Domain, Entity, Input, Item, ManaId, ObjectId, PlayerId,
};
use retrace_core::play::{Dice, enumerate};
use retrace_core::rules::{self, Illegal, Pending};
use retrace_core::state::Game;

use super::record::Record;
use super::{Broken, Law, Trial, broken};

/// How many of the offered answers are tried at a choice.
const OFFERED: usize = 12;

/// How many answers not offered are picked from everything that could be named.
const UNOFFERED: usize = 6;

pub(super) fn legality(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Legality);
    let mut tried = 0;
    for (number, done, _) in record.inputs() {
        if !trial.here() {
            continue;
        }
        let Pending::Choices(choices) = rules::pending(&done.before) else { continue };
        for choice in &choices {
            let found = at_choice(&done.before, choice, &mut trial.dice);
            tried += found.map_err(|what| broken(number, format!("{what} ({:?})", choice.prompt)))?;
        }
    }
    Ok(tried)
}

/// Checks the law at a choice; returns how many answers were tried.
///
/// # Errors
/// What is wrong, as a clause.
pub fn at_choice(game: &Game, choice: &Choice, dice: &mut Dice) -> Result<u64, String> {
    if let Some(answer) = rules::only_answer(choice) {
        return Err(format!("{answer:?} is asked for though nothing else is possible"));
    }
    let copy = game.clone();
    let say = |answer: &Answer, by: PlayerId| rules::decide(game, &Input::Decision { by, answer: answer.clone() });
    let mut tried = 0;
    for answer in enumerate(game, choice).take(OFFERED) {
        if let Err(error) = say(&answer, choice.answered_by) {
            return Err(format!("{answer:?} is offered and refused: {error}"));
        }
        // With shared turns several players are asked at once (CR 805.5a).
        let is_asked = |id: PlayerId| rules::asked(game).iter().any(|choice| choice.answered_by == id);
        let other = game.players().map(|player| player.id).find(|player| !is_asked(*player));
        if let Some(other) = other
            && say(&answer, other) != Err(Illegal::NotYours(other))
        {
            return Err(format!("{answer:?} is taken from a player who was not asked"));
        }
        tried += 1;
    }
    for answer in wrong_answers(game, choice, dice) {
        if say(&answer, choice.answered_by).is_ok() {
            return Err(format!("{answer:?} is not legal and accepted"));
        }
        if rules::check::check(game, choice, &answer).is_ok() {
            return Err(format!("{answer:?} is refused, and `check` says that it is legal"));
        }
        tried += 1;
    }
    if copy != *game { Err("asking changed the game".to_owned()) } else { Ok(tried) }
}

/// Invalid answers: of another kind, incomplete, out of bounds, or naming something not offered.
fn wrong_answers(game: &Game, choice: &Choice, dice: &mut Dice) -> Vec<Answer> {
    let mut wrong = Vec::new();
    if !choice.back_out {
        wrong.push(Answer::BackOut);
    }
    match &choice.domain {
        Domain::Confirm => wrong.push(Answer::Number(0)),
        _ => wrong.push(Answer::Confirmed(true)),
    }
    let nobody = ObjectId(u32::MAX);
    match &choice.domain {
        Domain::Pick { options, min, max } => {
            let unoffered: Vec<Item> = universe(game).1.into_iter().filter(|item| !options.contains(item)).collect();
            let rest: Vec<Item> = options.iter().take((*min as usize).saturating_sub(1)).cloned().collect();
            for _ in 0..UNOFFERED.min(unoffered.len()) {
                let mut items = rest.clone();
                items.push(unoffered[dice.below(unoffered.len())].clone());
                wrong.push(Answer::Picked(items));
            }
            if let Some(first) = options.first() {
                wrong.push(Answer::Picked(vec![first.clone(), first.clone()]));
            }
            if options.len() > *max as usize {
                wrong.push(Answer::Picked(options[..=*max as usize].to_vec()));
            }
            if *min > 0 {
                wrong.push(Answer::Picked(options[..(*min as usize - 1).min(options.len())].to_vec()));
            }
        }
        Domain::Gather { options, sum, weights } => {
            if let Some(first) = options.first() {
                wrong.push(Answer::Picked(vec![first.clone(), first.clone()]));
            }
            for some in [Vec::new(), options.clone()] {
                if !sum.allows(some.len(), Domain::gathered(options, weights, &some)) {
                    wrong.push(Answer::Picked(some));
                }
            }
        }
        Domain::Order(items) => {
            wrong.push(Answer::Ordered(items.iter().skip(1).cloned().collect()));
            wrong.push(Answer::Ordered(items.iter().chain(items.first()).cloned().collect()));
        }
        Domain::Confirm => {}
        Domain::Number { min, max } => {
            wrong.extend(min.checked_sub(1).map(Answer::Number));
            wrong.extend(max.checked_add(1).map(Answer::Number));
        }
        Domain::Declare { options, .. } => {
            let player = Entity::Player(choice.player);
            wrong.push(Answer::Declared(vec![Assignment { object: nobody, to: vec![player] }]));
            if let Some(option) = options.first() {
                wrong.push(Answer::Declared(vec![Assignment { object: option.object, to: Vec::new() }]));
                wrong.push(Answer::Declared(vec![Assignment { object: option.object, to: vec![player] }]));
                let one = Assignment { object: option.object, to: option.to.iter().take(1).copied().collect() };
                wrong.push(Answer::Declared(vec![one.clone(), one]));
            }
        }
        Domain::Divide(shares) => {
            wrong.push(Answer::Divided(Vec::new()));
            if let Some(legal) = enumerate(game, choice).find(|answer| *answer != Answer::BackOut)
                && let Answer::Divided(mut division) = legal
                && shares.iter().any(|share| share.total > 0)
            {
                if let Some((_, amount)) = division.iter_mut().find_map(|(_, parts)| parts.first_mut()) {
                    *amount += 1;
                }
                wrong.push(Answer::Divided(division));
            }
        }
        Domain::Pay { pool, sources, .. } => {
            let bogus = ManaId(u32::MAX);
            wrong.push(Answer::Paid(pool.iter().map(|unit| unit.id).chain([bogus]).collect()));
            wrong.extend((!sources.contains(&Act::Pass)).then_some(Answer::Mana(Box::new(Act::Pass))));
        }
    }
    wrong
}

/// Everything an answer could name, legal or not: objects, players, and items to pick.
pub fn universe(game: &Game) -> (Vec<Entity>, Vec<Item>) {
    let mut entities: Vec<Entity> = game.players().map(|player| Entity::Player(player.id)).collect();
    entities.extend(game.world().objects.keys().copied().map(Entity::Object));
    let mut items: Vec<Item> = entities.iter().copied().map(Item::Entity).collect();
    items.push(Item::Act(Act::Pass));
    items.extend(ManaType::ALL.iter().copied().map(Item::Mana));
    for id in game.world().objects.keys() {
        items.push(Item::Act(Act::Play(*id)));
        items.push(Item::Act(Act::Cast(*id)));
        items.push(Item::Act(Act::CastFaceDown(*id)));
        for side in Side::ALL {
            items.push(Item::Act(Act::PlayAs(*id, side)));
            items.push(Item::Act(Act::CastAs(*id, side)));
        }
        for ability in game.characteristics(*id).map(|it| it.abilities.clone()).unwrap_or_default() {
            let by = Applied::Ability { object: *id, origin: ability.origin.clone() };
            items.push(Item::Act(Act::Special(*id, by.clone())));
            items.extend((0..4).map(|part| Item::Effect(by.clone(), part)));
            items.push(Item::Cost(CostItem::Alternative(by)));
            items.push(Item::Act(Act::Activate(*id, ability.origin)));
        }
    }
    for special in
        game.players().flat_map(|player| retrace_core::derive::permit::special::special_actions(game, player.id))
    {
        // The action of a card's own ability is already listed.
        let act = Item::Act(Act::Special(special.source, special.by));
        if !items.contains(&act) {
            items.push(act);
        }
    }
    items.extend((0..9).map(Item::Activation));
    items.extend((0..9).flat_map(|mode| (0..4).map(move |copy| Item::Mode(mode, copy))));
    let kinds: BTreeSet<CounterKind> =
        game.world().objects.values().flat_map(|object| object.counters.keys().cloned()).collect();
    items.extend(kinds.into_iter().flat_map(|kind| (0..4).map(move |copy| Item::Counter(kind.clone(), copy))));
    items.extend(costs().into_iter().map(Item::Cost));
    let words = [
        Choosing::Color(Vec::new()),
        Choosing::CreatureType,
        Choosing::BasicLandType,
        Choosing::CardType(CardType::ALL.to_vec()),
    ];
    let names = card_names(game, None).into_iter().map(Value::Name);
    items.extend(words.iter().flat_map(Choosing::values).chain(names).map(Item::Value));
    (entities, items)
}

/// Everything an answer about costs could say, except what effects offer.
fn costs() -> Vec<CostItem> {
    let mut said = vec![CostItem::ManaCost];
    let kinds = [
        OptionalCost::Kicker,
        OptionalCost::Buyback,
        OptionalCost::Entwine,
        OptionalCost::Additional,
        OptionalCost::Flash,
    ];
    said.extend(kinds.into_iter().flat_map(|what| (0..3).map(move |nth| CostItem::Optional(what, nth))));
    said.extend((0..4).map(CostItem::Option));
    let two = |a: Color| Color::ALL.into_iter().map(move |b| ManaSymbol::Hybrid(a, b));
    let mut symbols: Vec<ManaSymbol> = Color::ALL.into_iter().flat_map(two).collect();
    symbols.extend(Color::ALL.into_iter().flat_map(|it| [ManaSymbol::TwoOr(it), ManaSymbol::Phyrexian(it)]));
    for symbol in symbols {
        let all = (1..6).flat_map(|count| ways(symbol, count));
        said.extend(all.map(CostItem::Symbols));
    }
    said.extend(ManaType::ALL.into_iter().map(|kind| CostItem::Half(ManaSymbol::Mana(kind))));
    said.push(CostItem::Half(ManaSymbol::Generic(2)));
    said
}

//! Paragraphs as abilities (CR 113.3).

use std::ops::Range;

use super::becoming::still_is;
use super::body::{with_x, without_declarations};
use super::leaves::{each, keyword_or_several};
use super::mentions::{Told, closed};
use super::references::with_implied;
use super::unclear::{has_others, is_unclear};
use crate::card::ast::ability::{
    Ability, ActivatedAbility, ActivationLimit, Body, ChapterSymbols, ClassLevelBar, LevelSymbol, OwnPrice,
    SpellAbility, StaticAbility, TriggerLimit, TriggeredAbility,
};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Choosing, EnterAs, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Delay, If, Instruction, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::check::context::told;
use crate::card::normal::{described, normalize_reading, players};
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::roman;
use crate::card::wording::kernel::{Agreement, Reader, Value, Want};
use crate::card::wording::open::OpenKind;
use crate::card::wording::parts;
use crate::card::words::chosen::Linked;
use crate::card::words::marking::Marking;
use crate::card::words::term::{Go, Term, any, as_mut, walk_mut};
use crate::card::words::zone_kind::ZoneKind;

/// Whose text it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Host {
    /// Whether it is an instant or a sorcery.
    pub(crate) is_spell: bool,
}

/// Every reading of a paragraph; none if a part of it is not understood.
pub(crate) fn paragraph(reader: &Reader<'_>, host: Host) -> Vec<Vec<Ability>> {
    let mut found: Vec<Vec<Ability>> = Vec::new();
    let mut add = |mut abilities: Vec<Ability>| {
        normalize_reading(&mut abilities);
        if is_unclear(&abilities, host.is_spell) {
            return;
        }
        if !found.contains(&abilities) {
            found.push(abilities);
        }
    };
    keyword_line(reader).into_iter().for_each(&mut add);
    chapter(reader).into_iter().for_each(|it| add(vec![it]));
    level(reader).into_iter().chain(class_level(reader)).for_each(|it| add(vec![Ability::Keyword(it)]));
    activated(reader, 0).into_iter().for_each(|it| add(vec![Ability::Activated(it)]));
    limited(reader).into_iter().for_each(|it| add(vec![Ability::Keyword(it)]));
    triggered(reader).into_iter().for_each(|it| add(vec![it]));
    statics(reader).into_iter().for_each(&mut add);
    exerted(reader).into_iter().for_each(&mut add);
    anchored(reader).into_iter().for_each(&mut add);
    if host.is_spell {
        spell(reader).into_iter().for_each(|it| add(vec![it]));
    }
    found
}

/// "As ~ enters, choose Wind or Rain. • Wind — … • Rain — …": it has one of two abilities, each
/// after its anchor word (CR 614.12b).
fn anchored(reader: &Reader<'_>) -> Option<Vec<Ability>> {
    let at = reader.words(0, &["as", "~", "enters", "the", "battlefield", ",", "choose"])?;
    let all = reader.tokens.len();
    let bullets: Vec<usize> = (at..all).filter(|at| reader.word(*at) == Some("•")).collect();
    let [first, second] = bullets[..] else { return None };
    let (one, end) = reader.names(at).into_iter().find(|(_, end)| reader.word(*end) == Some("or"))?;
    let ends = |end: usize| reader.words(end, &["."]) == Some(first);
    let (other, _) = reader.names(end + 1).into_iter().find(|(_, end)| ends(*end))?;
    let words = vec![one.clone(), other.clone()];
    let choose = Instead::Choose(Choosing::Word(words));
    let chosen = StaticEffect::Replace(Replacement { would: Would::Enter { what: Filter::This }, instead: choose });
    let of = |condition, effect| {
        Ability::Static(StaticAbility { condition, effect, zone: ZoneKind::Battlefield, elsewhere: false })
    };
    let mut found = vec![of(None, chosen)];
    for (word, part) in [(one, first + 1..second), (other, second + 1..all)] {
        let (_, end) = reader.names(part.start).into_iter().find(|(name, _)| *name == word)?;
        let mut read = paragraph(&reader.within(reader.words(end, &["—"])?..part.end)?, Host { is_spell: false });
        let abilities = read.pop().filter(|_| read.is_empty())?;
        let modifications = abilities.into_iter().map(|it| Modification::Gain(Box::new(it))).collect();
        let effect = StaticEffect::Modify { what: Filter::This, modifications, defining: false };
        found.push(of(Some(Condition::ChosenWord(word)), effect));
    }
    Some(found)
}

/// Whether a reading reaches the end of the paragraph.
fn is_whole(reader: &Reader<'_>, end: usize) -> bool {
    if end < reader.tokens.len() {
        reader.end_expected(end);
    }
    end == reader.tokens.len()
}

fn keyword_line(reader: &Reader<'_>) -> Vec<Vec<Ability>> {
    let all = reader.series(0, &[&[","], &[";"]], &|_, at| keyword_or_several(reader, at));
    let whole = all.into_iter().filter(|(_, end)| match reader.word(*end) {
        None => true,
        Some(".") => end + 1 == reader.tokens.len(),
        Some(_) => false,
    });
    whole.map(|(keywords, _)| keywords.into_iter().map(Ability::Keyword).collect()).collect()
}

/// "I, II — …": a chapter ability (CR 715.2).
fn chapter(reader: &Reader<'_>) -> Vec<Ability> {
    let numeral = |at: usize| {
        let n = reader.word(at).and_then(|word| (1..=10).find(|n| roman(*n).to_lowercase() == word))?;
        Some((n, at + 1))
    };
    let Some((first, end)) = numeral(0) else { return Vec::new() };
    let (mut at, mut end) = (vec![first], end);
    while let Some((n, next)) = reader.words(end, &[","]).and_then(numeral) {
        at.push(n);
        end = next;
    }
    let mut found = Vec::new();
    let Some(begin) = reader.words(end, &["—"]) else { return found };
    for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), begin) {
        if is_whole(reader, end)
            && let Some(body) = body(reader, instructions.clone(), &Told::default(), false)
            && !speaks_of_its_own_object(&body)
        {
            let symbols = ChapterSymbols { at: at.clone(), body };
            let ability = Ability::Keyword(Keyword::Chapter(Box::new(symbols)));
            reader.note(std::slice::from_ref(&ability), || vec![said::<category::Body>(&instructions)]);
            found.push(ability);
        }
    }
    found
}

/// "LEVEL 2-6", "LEVEL 7+" and a size: a level symbol (CR 711.2). Its abilities follow.
fn level(reader: &Reader<'_>) -> Option<Keyword> {
    if reader.word(0) != Some("level") || !is_whole(reader, 3) {
        return None;
    }
    let range = reader.word(1)?;
    let (from, to) = match range.strip_suffix('+') {
        Some(from) => (from, None),
        None => range.split_once('-').map(|(from, to)| (from, Some(to)))?,
    };
    let (power, toughness) = reader.word(2)?.split_once('/')?;
    let to = to.map(str::parse).transpose().ok()?;
    let (from, power, toughness) = (from.parse().ok()?, power.parse().ok()?, toughness.parse().ok()?);
    Some(Keyword::Level(Box::new(LevelSymbol { from, to, power, toughness, abilities: Vec::new() })))
}

/// "{2}{R}: Level 2": a class level bar (CR 717.2). Its abilities follow.
fn class_level(reader: &Reader<'_>) -> Vec<Keyword> {
    let mut found = Vec::new();
    for (mut cost, _, end) in reader.all::<category::Costs>(&Want::default(), 0) {
        let Some(at) = reader.words(end, &[":", "level"]) else { continue };
        let level = reader.word(at).and_then(|word| word.parse().ok());
        let phrase = said::<category::Costs>(&cost);
        if let Some(level) = level.filter(|_| is_whole(reader, at + 1))
            && is_closed(reader, &Told::default(), &mut cost)
        {
            let bar = Keyword::ClassLevel(Box::new(ClassLevelBar { cost, level, abilities: Vec::new() }));
            reader.note(&[Ability::Keyword(bar.clone())], || vec![phrase]);
            found.push(bar);
        }
    }
    found
}

/// Whether a part of an ability refers to nothing that is not told, and to no target.
fn is_closed(reader: &Reader<'_>, told: &Told, text: &mut dyn Term) -> bool {
    closed(text, reader, told, 0..reader.tokens.len()).is_ok_and(|targets| targets.is_empty())
}

/// A phrase as it was read.
fn said<C: Category>(value: &C::Value) -> (Cat, Value)
where
    C::Value: Clone,
{
    (C::ID, Value::new(value.clone()))
}

/// Closes the references of a body, those of each mode for themselves (CR 601.2c).
fn body(reader: &Reader<'_>, mut body: Body, told: &Told, is_spell: bool) -> Option<Body> {
    let told = &Told { is_spell, ..told.clone() };
    // "Other creatures" are others than what was spoken of, which need not be this.
    if (is_spell || told.is_of_a_thing()) && has_others(&body.instructions) {
        match others_said(reader).as_slice() {
            [] if !is_spell => {}
            [only] if is_spell => others_than_what_is_told(reader, &mut body, *only)?,
            _ => return None,
        }
    }
    if is_of_other_tokens(&body.instructions) || is_of_other_than_a_target(reader) || asks_of_yours(reader, &body) {
        return None;
    }
    own_exiled(&mut body)?;
    let all = reader.tokens.len();
    let mut bullets = (0..all).filter(|at| reader.word(*at) == Some("•")).collect::<Vec<_>>().into_iter().peekable();
    let close = |text: &mut dyn Term, within: Range<usize>| match closed(text, reader, told, within) {
        Ok(targets) => Some(targets),
        Err(dangling) => {
            reader.dangles(dangling.at);
            None
        }
    };
    if let Some(modes) = &mut body.modes {
        for mode in &mut modes.of {
            let from = bullets.next().unwrap_or(0);
            let to = bullets.peek().copied().unwrap_or(all);
            mode.targets = close(mode, from..to)?;
            without_declarations(&mut mode.instructions);
        }
    } else {
        body.targets = close(&mut body, 0..all)?;
        without_declarations(&mut body.instructions);
    }
    of_delays(&mut body);
    only_if_kicked(&mut body);
    Some(body)
}

/// "The exiled card" is what the same text exiles, if it does, and not what another ability
/// exiled; none if it is not one thing that has been mentioned.
fn own_exiled(body: &mut Body) -> Option<()> {
    let exiled = body.instructions.iter().find_map(|it| match it {
        Instruction::Exile(it) => Some(it.0.clone()),
        _ => None,
    });
    let Some(exiled) = exiled else { return Some(()) };
    let is_said = any(&body.instructions, |it: &Objects| *it == Objects::Linked(Linked::Exiled));
    if is_said && !matches!(exiled, Objects::Target(_)) {
        return None;
    }
    walk_mut(body, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part)
            && *what == Objects::Linked(Linked::Exiled)
        {
            *what = exiled.clone();
        }
        Go::Into
    });
    Some(())
}

/// What is a target only if the spell was kicked, or only if it wasn't, is chosen only then (CR
/// 702.33g).
fn only_if_kicked(body: &mut Body) {
    for (index, instruction) in body.instructions.iter().enumerate() {
        let Instruction::If(If { condition, then, otherwise }) = instruction else { continue };
        let Condition::Is(Objects::This, Filter::Paid { .. }) = condition else { continue };
        let mut others: Vec<Instruction> = body.instructions.clone();
        others.remove(index);
        for (target, spec) in (0..).zip(&mut body.targets) {
            let is_in = |text: &dyn Term| {
                any(text, |it: &Objects| *it == Objects::Target(target))
                    || any(text, |it: &Players| *it == Players::Target(target))
                    || any(text, |it: &Recipients| *it == Recipients::Target(target))
            };
            spec.condition = match (is_in(then), is_in(otherwise), is_in(&others)) {
                (true, false, false) => Some(condition.clone()),
                (false, true, false) => Some(Condition::Not(Box::new(condition.clone()))),
                _ => continue,
            };
        }
    }
}

/// What moves in the event of a delayed ability is found where it went as the object of the event
/// (CR 400.7).
fn of_delays(body: &mut Body) {
    walk_mut(body, &mut |part| {
        let Some(Instruction::Delay(Delay { when: TriggerEvent::Moves { what, .. }, body, .. })) =
            as_mut::<Instruction>(part)
        else {
            return Go::Into;
        };
        let moved = match what {
            Filter::This => Objects::This,
            Filter::Is(moved) if !moved.is_of_a_description() => moved.clone(),
            _ => return Go::Into,
        };
        walk_mut(&mut **body, &mut |part| {
            // This is where it was, but for what moves it again.
            let moves = !matches!(moved, Objects::This) || is_moved_again(part);
            if moves {
                walk_mut(part, &mut |part| {
                    if let Some(what) = as_mut::<Objects>(part)
                        && *what == moved
                    {
                        *what = Objects::ThatObject;
                    }
                    Go::Into
                });
            }
            if moves { Go::Past } else { Go::Into }
        });
        Go::Past
    });
}

/// Whether a part is an instruction that moves something.
fn is_moved_again(part: &mut dyn Term) -> bool {
    matches!(
        as_mut::<Instruction>(part),
        Some(
            Instruction::Put(_)
                | Instruction::PutOntoBattlefield(_)
                | Instruction::Exile(_)
                | Instruction::ShuffleInto(_)
        )
    )
}

/// The positions of "other" and "another" that are about objects without saying than what.
fn others_said(reader: &Reader<'_>) -> Vec<usize> {
    let after = ["than", "target", "targets", "player", "players", "player's", "opponent", "opponents", "opponent's"];
    let is_other = |at: &usize| matches!(reader.word(*at), Some("other" | "another"));
    let is_of_objects = |at: &usize| reader.word(at + 1).is_none_or(|word| !after.contains(&word));
    (0..reader.tokens.len()).filter(is_other).filter(is_of_objects).collect()
}

/// What a spell calls others is others than the one thing that it has told of, and not than itself.
fn others_than_what_is_told(reader: &Reader<'_>, body: &mut Body, at: usize) -> Option<()> {
    let told = Filter::Is(Objects::Target(reader.opened(at, OpenKind::Other)?));
    walk_mut(&mut body.instructions, &mut |part| {
        if let Some(Filter::Not(inner)) = as_mut::<Filter>(part)
            && **inner == Filter::This
        {
            **inner = told.clone();
        }
        Go::Into
    });
    Some(())
}

/// Whether instructions make tokens and then speak of other tokens: others than those, and not than
/// this.
fn is_of_other_tokens(list: &[Instruction]) -> bool {
    let creates = |it: &Instruction| matches!(it, Instruction::CreateTokens(_) | Instruction::CreateCopies(_));
    let others = |what: &Filter| match what {
        Filter::All(parts) => parts.contains(&Filter::Token) && parts.contains(&Filter::Not(Box::new(Filter::This))),
        _ => false,
    };
    let after = list.iter().skip_while(|it| !creates(it)).skip(1);
    after.into_iter().any(|it| any(it, others))
}

/// Whether words ask whether somebody else controls no others, where a target was spoken of: others
/// than that.
fn is_of_other_than_a_target(reader: &Reader<'_>) -> bool {
    let target = (0..reader.tokens.len()).find(|at| reader.word(*at) == Some("target"));
    let asks = |at: usize| reader.words(at, &["controls", "no", "other"]).is_some();
    target.is_some_and(|target| (target..reader.tokens.len()).any(asks))
}

/// Whether words ask what you did where several players did it, and the condition is about all of
/// them.
fn asks_of_yours(reader: &Reader<'_>, body: &Body) -> bool {
    let asks = |at: usize| ["sacrificed", "discarded"].iter().any(|did| reader.words(at, &["you", did]).is_some());
    let of_several = |it: &Instruction| match it {
        Instruction::Sacrifice(it) => parts::is_several(&it.who),
        Instruction::Discard(it) => parts::is_several(&it.who),
        _ => false,
    };
    let of_you = |it: &Quantity| matches!(it, Quantity::ThisWay(_, Some(Players::You)));
    (0..reader.tokens.len()).any(asks) && any(&body.instructions, of_several) && !any(&body.instructions, of_you)
}

fn spell(reader: &Reader<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), 0) {
        if is_whole(reader, end) {
            let made = body(reader, instructions.clone(), &Told::default(), true);
            found.extend(made.map(|body| Ability::Spell(SpellAbility { body })).inspect(|ability| {
                reader.note(std::slice::from_ref(ability), || vec![said::<category::Body>(&instructions)]);
            }));
        }
    }
    found
}

/// "Boast — …", "Forecast — …": an activated ability with limits of its own (CR 702.57, 702.142).
fn limited(reader: &Reader<'_>) -> Vec<Keyword> {
    if let Some(at) = reader.words(0, &["boast", "—"]) {
        return activated(reader, at).into_iter().map(|it| Keyword::Boast(Box::new(it))).collect();
    }
    let Some(at) = reader.words(0, &["forecast", "—"]) else { return Vec::new() };
    let mut all = activated(reader, at);
    // It is revealed by whoever activates it.
    all.retain_mut(|it| it.cost.pop() == Some(Cost::Reveal(1, Filter::This)));
    all.into_iter().map(|it| Keyword::Forecast(Box::new(it))).collect()
}

fn activated(reader: &Reader<'_>, at: usize) -> Vec<ActivatedAbility> {
    let mut found = Vec::new();
    for (cost, _, end) in reader.all::<category::Costs>(&Want::default(), at) {
        let Some(at) = reader.words(end, &[":"]) else { continue };
        for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), at) {
            for (prices, limits, end) in prices_and_limits(reader, end) {
                if !is_whole(reader, end) {
                    continue;
                }
                let Some(body) = body(reader, instructions.clone(), &Told::default(), false) else { continue };
                let phrases = || {
                    let mut phrases = vec![said::<category::Costs>(&cost), said::<category::Body>(&instructions)];
                    phrases.extend(prices.iter().map(said::<category::OwnPrice>));
                    phrases.extend(limits.iter().map(said::<category::Limit>));
                    phrases
                };
                let (mut prices, mut limits, mut cost) = (prices.clone(), limits.clone(), cost.clone());
                let told = Told::default();
                if !is_closed(reader, &told, &mut limits)
                    || !is_closed(reader, &told, &mut cost)
                    || !is_closed(reader, &told, &mut prices)
                {
                    continue;
                }
                let told = limits.iter().find_map(|limit| match limit {
                    ActivationLimit::If(condition) => zone_of_condition(condition),
                    _ => None,
                });
                let zone = told.unwrap_or_else(|| zone_of(reader, &cost));
                let ability = ActivatedAbility { zone, cost, body, limits, prices };
                reader.note(&[Ability::Activated(ability.clone())], phrases);
                found.push(ability);
            }
        }
    }
    found
}

/// The zone in which an ability with such a cost functions (CR 113.6).
fn zone_of(reader: &Reader<'_>, cost: &[Cost]) -> ZoneKind {
    // A card with its name is another one.
    let is_this = |at: usize| at.checked_sub(1).and_then(|at| reader.word(at)) != Some("named");
    let from_graveyard = ["~", "from", "your", "graveyard"];
    if (0..reader.tokens.len()).any(|at| reader.words(at, &from_graveyard).is_some() && is_this(at)) {
        ZoneKind::Graveyard
    } else if cost.contains(&Cost::DiscardThis) {
        ZoneKind::Hand
    } else {
        ZoneKind::Battlefield
    }
}

/// What an ability says of its own cost, and what restricts activating it: "This ability costs {1}
/// less to activate for each Elf you control. Activate only as a sorcery."
fn prices_and_limits(reader: &Reader<'_>, at: usize) -> Vec<(Vec<OwnPrice>, Vec<ActivationLimit>, usize)> {
    let priced = each::<category::OwnPrice>(reader, at).into_iter();
    let priced = priced.filter_map(|(prices, end)| Some((prices, reader.words(end, &["."])?)));
    let limited = |(prices, at): (Vec<OwnPrice>, usize)| {
        limits(reader, at).into_iter().map(move |(limits, end)| (prices.clone(), limits, end)).collect::<Vec<_>>()
    };
    priced.chain([(Vec::new(), at)]).flat_map(limited).collect()
}

/// What restricts activating: "Activate only as a sorcery and only once each turn."
fn limits(reader: &Reader<'_>, at: usize) -> Vec<(Vec<ActivationLimit>, usize)> {
    let mut found = vec![(Vec::new(), at)];
    let limits = |at: usize| {
        let joints: &[&[&str]] = &[&["and"], &[",", "and"], &[","]];
        let all = reader.series(at, joints, &|_, at| each::<category::Limit>(reader, at));
        all.into_iter().filter_map(|(limits, end)| Some((limits, reader.words(end, &["."])?))).collect::<Vec<_>>()
    };
    if let Some(at) = reader.words(at, &["any", "player", "may", "activate", "this", "ability"]) {
        let by = |limits| [vec![ActivationLimit::ActivatedBy(Players::Each)], limits].concat();
        found.extend(reader.words(at, &["."]).map(|end| (by(Vec::new()), end)));
        let limited = reader.words(at, &["but"]).map(limits).unwrap_or_default();
        found.extend(limited.into_iter().map(|(limits, end)| (by(limits), end)));
        // Whoever activates it is "you" in its text.
        let own_turn = reader.words(at, &["but", "only", "during", "their", "turn", "."]);
        found.extend(own_turn.map(|end| (by(vec![ActivationLimit::If(Condition::TurnOf(Players::You))]), end)));
        let untimely = reader.words(at, &["but", "only", "any", "time", "they", "could", "cast", "a", "sorcery", "."]);
        found.extend(untimely.map(|end| (by(vec![ActivationLimit::AsSorcery]), end)));
    }
    found.extend(reader.words(at, &["activate"]).map(limits).unwrap_or_default());
    found
}

fn triggered(reader: &Reader<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    let at = match reader.word(0) {
        Some("when" | "whenever") => 1,
        Some("at") => 0,
        _ => return found,
    };
    for (when, _, end) in reader.all::<category::Event>(&Want::default(), at) {
        let last = end - 1;
        let places = std::iter::once((None, end)).chain(where_it_is(reader, end));
        let conditions = places.flat_map(|(place, end)| {
            intervening(reader, end).into_iter().map(move |(condition, at)| (place, condition, at))
        });
        for (place, condition, at) in conditions {
            for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), at) {
                let (limit, end) = trigger_limit(reader, end);
                if !is_whole(reader, end) {
                    continue;
                }
                let told = told_by_event(reader, &when, last, end);
                let phrases = || {
                    let mut phrases = vec![said::<category::Event>(&when), said::<category::Body>(&instructions)];
                    phrases.extend(condition.iter().map(said::<category::If>));
                    phrases
                };
                let (mut when, mut condition) = (when.clone(), condition.clone());
                // "Another" is another one than the object of the event.
                if told.object.is_some() && any(&condition, |it: &PastEvent| has_others(it.event())) {
                    continue;
                }
                // What an event or a condition refers to is no target.
                if !is_closed(reader, &told, &mut when) || !is_closed(reader, &told, &mut condition) {
                    continue;
                }
                let Some(mut body) = body(reader, instructions.clone(), &told, false) else { continue };
                if self::told(&when).object && speaks_of_its_own_object(&body) {
                    continue;
                }
                if matches!(when, TriggerEvent::BecomesMarked { being: Marking::Monstrous, .. }) {
                    number_of_event(&mut body);
                }
                let zone = match place.or_else(|| condition.as_ref().and_then(zone_of_condition)) {
                    Some(zone) => zone,
                    None if is_of_the_battlefield(&when) => ZoneKind::Battlefield,
                    None => zone_of(reader, &[]),
                };
                // Wherever it went from the battlefield is not always your graveyard.
                if zone == ZoneKind::Battlefield && is_from_your_graveyard(reader) {
                    continue;
                }
                let ability =
                    Ability::Triggered(TriggeredAbility { zone, when, condition, body, limit, uncounterable: false });
                reader.note(std::slice::from_ref(&ability), phrases);
                found.push(ability);
            }
        }
    }
    found
}

/// What a trigger event tells, whose words end with a position: its object with its first word, its
/// player with the last.
fn told_by_event(reader: &Reader<'_>, when: &TriggerEvent, last: usize, until: usize) -> Told {
    let aims = |it: &&TriggerEvent| matches!(it.innermost(), TriggerEvent::BecomesTarget { .. });
    let is_aimed = when.alternatives().iter().all(aims);
    let described = object_of(when).map(|filter| {
        // What targets something is told with the last words.
        if when.alternatives().iter().any(aims) {
            return (last, Filter::In(ZoneKind::Stack));
        }
        // "Whenever ~ blocks a creature", "whenever a creature dealt damage by equipped creature
        // dies": the object is the last thing said.
        let is_any = matches!(filter, Filter::AnyOf(parts) if parts.iter().any(Filter::is_about_this));
        let is_last = reader.word(1) == Some("~") || is_any || is_told_by_another(filter);
        (if is_last { last } else { 1 }, parts::all(filter_and(filter, when)))
    });
    Told {
        until,
        event: last + 1,
        one: !matches!(when, TriggerEvent::OneOrMore(_)),
        is_aimed_at: is_aimed && described.is_none(),
        is_spell: false,
        object: described.or_else(|| is_aimed.then_some((last, Filter::In(ZoneKind::Stack)))),
        player: player_of(when),
    }
}

/// Whether a delayed ability speaks of the object of its own event, as in "copy that spell". Where
/// the event around it has an object, too, that is the one that the same word means (CR 603.7c).
fn speaks_of_its_own_object(body: &Body) -> bool {
    let is_that = |what: &Objects| *what == Objects::ThatObject;
    // An event of what was spoken of before has the same object.
    let is_known = |what: &Filter| matches!(what, Filter::This | Filter::Is(_));
    let is_of_another = |when: &TriggerEvent| described(when).into_iter().all(|what| !any(what, is_known));
    any(body, |it: &Delay| told(&it.when).object && is_of_another(&it.when) && any(&*it.body, is_that))
}

/// The X of an ability that triggers on something becoming monstrous is how much that was (CR
/// 701.31c).
fn number_of_event(body: &mut Body) {
    walk_mut(body, &mut |part| {
        if let Some(number) = as_mut::<Quantity>(part)
            && *number == Quantity::X
        {
            *number = Quantity::ThatMuch;
        }
        Go::Into
    });
}

/// "While it's exiled": where the object with the ability is as it triggers (CR 113.6).
fn where_it_is(reader: &Reader<'_>, at: usize) -> Option<(Option<ZoneKind>, usize)> {
    let at = reader.words(at, &["while"])?;
    let at = reader.words(at, &["it"]).or_else(|| reader.words(at, &["~"]))?;
    let exiled = reader.words(at, &["is", "exiled"]).map(|end| (Some(ZoneKind::Exile), end));
    let buried = || reader.words(at, &["is", "in", "your", "graveyard"]);
    exiled.or_else(|| buried().map(|end| (Some(ZoneKind::Graveyard), end)))
}

/// What stands between an event and what it makes happen: whose turn it is, and the condition of
/// the ability, which stands directly after the event (CR 603.4). Nothing resolves in another turn
/// than it triggers in, so that a turn is a condition, too.
fn intervening(reader: &Reader<'_>, at: usize) -> Vec<(Option<Condition>, usize)> {
    let mut turns = vec![(None, at)];
    if let Some(at) = reader.words(at, &["during"]) {
        for (who, _, end) in reader.all::<category::Somebodys>(&Want::default(), at) {
            turns.extend(reader.words(end, &["turn"]).map(|end| (Some(Condition::TurnOf(who)), end)));
        }
    }
    let mut found = Vec::new();
    for (turn, end) in turns {
        let Some(end) = reader.words(end, &[","]) else { continue };
        let mut conditions = Vec::new();
        if let Some(at) = reader.words(end, &["if"]) {
            for (condition, _, end) in reader.all::<category::If>(&Want::default(), at) {
                let all = turn.iter().cloned().chain([condition]).collect::<Vec<_>>();
                let all = if let [only] = all.as_slice() { only.clone() } else { Condition::All(all) };
                conditions.extend(reader.words(end, &[","]).map(|end| (Some(all), end)));
            }
        }
        if conditions.is_empty() {
            conditions.push((turn, end));
        }
        found.extend(conditions);
    }
    found
}

/// "This ability triggers only once each turn."
fn trigger_limit(reader: &Reader<'_>, at: usize) -> (Option<TriggerLimit>, usize) {
    let each_turn = |words: &[&str]| {
        let end = reader.words(at, words)?;
        reader.words(end, &["only", "once", "each", "turn", "."])
    };
    match (each_turn(&["this", "ability", "triggers"]), each_turn(&["do", "this"])) {
        (Some(end), _) => (Some(TriggerLimit::OncePerTurn), end),
        (_, Some(end)) => (Some(TriggerLimit::DoOncePerTurn), end),
        _ => (None, at),
    }
}

/// The description of the object of an event that is not the ability's own, if it has one.
fn object_of(when: &TriggerEvent) -> Option<&Filter> {
    let first = |when| described(when).into_iter().find(|filter| !filter.is_about_this());
    // Of several events it can be the one of any.
    let all = when.alternatives();
    // A state has none.
    first(when).filter(|_| told(when).object).filter(|object| all.iter().all(|when| first(when) == Some(object)))
}

/// Who "that player" is after an event, if it is anybody but you.
fn player_of(when: &TriggerEvent) -> Option<Players> {
    let when = when.without_condition();
    match (players(when).as_slice(), when) {
        // "Whenever a source an opponent controls deals damage to you".
        ([Players::You], TriggerEvent::DealsDamage { source, .. }) => {
            let of_another = any(source, |who: &Players| *who != Players::You);
            of_another.then(|| Players::ControllerOf(Box::new(Objects::ThatObject)))
        }
        ([Players::You], _) => None,
        _ => any(when, |who: &Players| *who != Players::You).then_some(Players::ThatPlayer),
    }
}

/// The zone in which a condition says that this is (CR 113.6).
fn zone_of_condition(condition: &Condition) -> Option<ZoneKind> {
    match condition {
        Condition::All(parts) => parts.iter().find_map(zone_of_condition),
        Condition::Is(Objects::This, Filter::In(zone)) => Some(*zone),
        Condition::Is(Objects::This, Filter::All(parts)) => parts.iter().find_map(|part| match part {
            Filter::In(zone) => Some(*zone),
            _ => None,
        }),
        _ => None,
    }
}

/// Whether a description is of something by what this is attached to.
fn is_told_by_another(filter: &Filter) -> bool {
    *filter != Filter::Is(Objects::AttachedTo) && any(filter, |what: &Objects| *what == Objects::AttachedTo)
}

/// A description with what its event implies.
fn filter_and(filter: &Filter, when: &TriggerEvent) -> Vec<Filter> {
    std::iter::once(filter.clone()).chain(when.implies().filter()).collect()
}

/// Whether a text speaks of this from your graveyard.
fn is_from_your_graveyard(reader: &Reader<'_>) -> bool {
    let said = |at: usize| reader.words(at, &["~", "from", "your", "graveyard"]).is_some();
    let is_name = |at: usize| at > 0 && reader.word(at - 1) == Some("named");
    (0..reader.tokens.len()).any(|at| said(at) && !is_name(at))
}

/// Whether an ability triggers from the battlefield whatever it speaks of: on its own leaving, or
/// on what it is attached to.
fn is_of_the_battlefield(when: &TriggerEvent) -> bool {
    let own = matches!(when, TriggerEvent::Moves { what: Filter::This, .. });
    own || any(when, |filter: &Filter| *filter == Filter::Is(Objects::AttachedTo))
}

/// Static effects that share a subject: "enchanted creature gets +2/+0 and can't block".
fn effects(reader: &Reader<'_>, at: usize) -> Vec<(Vec<StaticEffect>, usize)> {
    type Said = (StaticEffect, Option<(Value, Agreement)>);
    let effect = |before: Option<&Said>, at: usize| {
        let mut found: Vec<(Vec<Said>, usize)> = Vec::new();
        // What a copy is in spite of what it copies is said with it.
        if before.is_some_and(|(effect, _)| any(effect, |_: &EnterAs| true)) {
            return found;
        }
        for reading in reader.read(category::Effects::ID, &Want::default(), at).iter() {
            let Some(effects) = reading.value.get::<Vec<StaticEffect>>() else { continue };
            let said = effects.iter().map(|effect| (effect.clone(), reading.subject.clone()));
            found.push((said.collect(), reading.end));
        }
        let subject_of = |(effect, subject): &Said| Some(with_implied(subject.clone()?, effect));
        if let Some((subject, agreement)) = before.and_then(subject_of) {
            let want = Want::after(subject.clone(), agreement);
            let after = Some((subject, agreement));
            // What changes about one thing is one effect.
            let changes = before.is_some_and(|(effect, _)| is_change(effect));
            for (effect, _, end) in reader.all::<category::StaticPredicate>(&want, at) {
                if changes && is_change(&effect) {
                    continue;
                }
                found.push((vec![(effect, after.clone())], end));
            }
            for (restriction, _, end) in reader.all::<category::RestrictedPredicate>(&want, at) {
                found.push((vec![(StaticEffect::Restrict(restriction), after.clone())], end));
            }
        }
        found
    };
    let all = reader.series(at, &[&["and"], &[",", "and"], &[","]], &effect).into_iter();
    all.map(|(said, end)| (said.into_iter().map(|(effect, _)| effect).collect(), end)).collect()
}

/// Whether an effect changes characteristics.
const fn is_change(effect: &StaticEffect) -> bool {
    matches!(effect, StaticEffect::Modify { .. })
}

/// When static effects apply, before them or after them, and where the words end.
fn conditions(reader: &Reader<'_>, at: usize, first: bool) -> Vec<(Condition, usize)> {
    let mut found = Vec::new();
    let mut after = |words: &[&str], denied: bool| {
        let Some(at) = reader.words(at, words) else { return };
        for (condition, _, end) in reader.all::<category::If>(&Want::default(), at) {
            found.push((if denied { Condition::Not(Box::new(condition)) } else { condition }, end));
        }
    };
    after(&["as", "long", "as"], false);
    after(&["if"], false);
    if !first {
        after(&["unless"], true);
    }
    let yours = Condition::TurnOf(Players::You);
    if reader.word(at) == Some("during") {
        found.extend(reader.all::<category::Only>(&Want::default(), at).into_iter().map(|(it, _, end)| (it, end)));
    }
    let others = reader.words(at, &["during", "turns", "other", "than", "yours"]);
    found.extend(others.map(|end| (Condition::Not(Box::new(yours)), end)));
    found
}

/// One sentence of static effects, with its condition and its full stop. "Otherwise" denies the
/// condition of the one before.
fn static_sentence(reader: &Reader<'_>, before: Option<&Ability>, at: usize) -> Vec<(Vec<Ability>, usize)> {
    let mut found: Vec<(Vec<Ability>, usize)> = Vec::new();
    let mut beginnings = vec![(None, at)];
    if let Some(Ability::Static(StaticAbility { condition: Some(condition), .. })) = before {
        let denied = Condition::Not(Box::new(condition.clone()));
        beginnings.extend(reader.words(at, &["otherwise", ","]).map(|end| (Some(denied), end)));
    }
    for (condition, end) in conditions(reader, at, true) {
        let Some(end) = reader.words(end, &[","]) else { continue };
        for (more, end) in conditions(reader, end, true) {
            let both = Condition::All(vec![condition.clone(), more]);
            beginnings.extend(reader.words(end, &[","]).map(|end| (Some(both), end)));
        }
        beginnings.push((Some(condition), end));
    }
    for (condition, at) in beginnings {
        for (effects, end) in effects(reader, at) {
            let mut endings = vec![(condition.clone(), end)];
            // What only some copies have is said last, too.
            let copies = any(&effects, |_: &EnterAs| true);
            for (more, end) in conditions(reader, end, false).into_iter().filter(|_| !copies) {
                let all: Vec<Condition> = condition.iter().cloned().chain([more]).collect();
                let all = if let [only] = &all[..] { only.clone() } else { Condition::All(all) };
                endings.push((Some(all), end));
            }
            let adds = any(&effects, |it: &Modification| matches!(it, Modification::AddType(_)));
            for (condition, end) in endings {
                let phrases = || {
                    let mut phrases = vec![said::<category::Effects>(&effects)];
                    phrases.extend(condition.iter().map(said::<category::If>));
                    phrases
                };
                for (effects, end) in with_x(reader, effects.clone(), end) {
                    // "It's still a land."
                    let end = adds.then(|| still_is(reader, end)).flatten().unwrap_or(end);
                    let Some(end) = reader.words(end, &["."]) else { continue };
                    let all = each_of(reader, &condition, &effects).inspect(|all| reader.note(all, phrases));
                    found.extend(all.map(|all| (all, end)));
                }
            }
        }
    }
    found
}

fn statics(reader: &Reader<'_>) -> Vec<Vec<Ability>> {
    let sentences = reader.series(0, &[&[]], &|before, at| static_sentence(reader, before, at));
    let whole = sentences.into_iter().filter(|(_, end)| is_whole(reader, *end));
    let mut found: Vec<Vec<Ability>> = whole.map(|(abilities, _)| abilities).collect();
    found.iter().for_each(|all| reader.note(all, || phrases_of(reader, all)));
    for reading in reader.read(category::Paragraph::ID, &Want::default(), 0).iter() {
        if is_whole(reader, reading.end) {
            let flash = |it: &&Ability| matches!(it, Ability::Static(it) if gives_itself_flash(&it.effect));
            let mut abilities: Vec<Ability> =
                reading.value.get::<Ability>().filter(|it| !flash(it)).cloned().into_iter().collect();
            abilities.retain_mut(|it| is_closed(reader, &Told::default(), it));
            reader.note(&abilities, || vec![(category::Paragraph::ID, reading.value.clone())]);
            found.extend(abilities.into_iter().map(|it| vec![it]));
        }
    }
    found
}

/// The phrases of the sentences that say these abilities.
fn phrases_of(reader: &Reader<'_>, all: &[Ability]) -> Vec<(Cat, Value)> {
    let is_there = |made: &[Ability]| !made.is_empty() && all.windows(made.len()).any(|some| some == made);
    let notes = reader.made().into_iter().filter(|(made, _)| is_there(made));
    notes.flat_map(|(_, phrases)| phrases).collect()
}

/// An ability for each static effect; none if one of them refers to nothing.
fn each_of(reader: &Reader<'_>, condition: &Option<Condition>, effects: &[StaticEffect]) -> Option<Vec<Ability>> {
    let mut all = Vec::new();
    for effect in effects {
        let (condition, effect) = (condition.clone(), effect.clone());
        let mut ability = StaticAbility { condition, effect, zone: ZoneKind::Battlefield, elsewhere: false };
        let told = told_by(&ability.effect);
        let targets = closed(&mut ability, reader, &told, 0..reader.tokens.len()).ok()?;
        if !targets.is_empty() || gives_itself_flash(&ability.effect) {
            return None;
        }
        let zone = ability.condition.as_ref().and_then(zone_of_condition);
        ability.zone = zone.unwrap_or_else(|| ability.effect.zone());
        all.push(Ability::Static(ability));
    }
    Some(all)
}

/// What a replacement effect tells of what it replaces: what would be dealt damage, and the player
/// who would do something.
fn told_by(effect: &StaticEffect) -> Told {
    let StaticEffect::Replace(Replacement { would, .. }) = effect else { return Told::default() };
    let of_player = |who: &Players| {
        let player = (*who != Players::You).then_some(Players::ThatPlayer);
        Told { player, ..Told::default() }
    };
    match would {
        Would::Damage { players: None, objects: Some(what), .. } if !what.is_about_this() => {
            Told { object: Some((1, what.clone())), one: true, ..Told::default() }
        }
        Would::Damage { players: Some(who), objects: None, .. } => of_player(who),
        Would::Draw(who) | Would::DrawBesides(who) | Would::DrawCards { who, .. } | Would::Mill(who) => of_player(who),
        _ => Told::default(),
    }
}

/// Whether something would have flash where it is a permanent. When it could be cast is decided
/// where it is none.
fn gives_itself_flash(effect: &StaticEffect) -> bool {
    let flash = |ability: &Ability| *ability == Ability::Keyword(Keyword::Flash);
    matches!(effect, StaticEffect::Modify { what, .. } if what.is_about_this()) && any(effect, flash)
}

/// "You may exert ~ as it attacks. When you do, …" (CR 701.39d).
fn exerted(reader: &Reader<'_>) -> Vec<Vec<Ability>> {
    let words = ["you", "may", "exert", "~", "as", "it", "attacks", ".", "when", "you", "do", ","];
    let Some(at) = reader.words(0, &words) else { return Vec::new() };
    let effect = StaticEffect::MayExert(Filter::This);
    let may = Ability::Static(StaticAbility { condition: None, effect, zone: ZoneKind::Battlefield, elsewhere: false });
    let mut found = Vec::new();
    for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), at) {
        if is_whole(reader, end)
            && let Some(body) = body(reader, instructions.clone(), &Told::default(), false)
        {
            let when = Ability::Triggered(TriggeredAbility {
                zone: ZoneKind::Battlefield,
                when: TriggerEvent::Exerts { who: Players::You, what: Filter::This, this_way: true },
                condition: None,
                body,
                limit: None,
                uncounterable: false,
            });
            let both = vec![may.clone(), when];
            reader.note(&both, || vec![said::<category::Body>(&instructions)]);
            found.push(both);
        }
    }
    found
}

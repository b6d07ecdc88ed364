//! Paragraphs as abilities (CR 113.3).

use super::category::{self, Category};
use super::kernel::{Reader, Want};
use super::references::{Told, closed};
use crate::card::ast::ability::{
    Ability, ActivatedAbility, ActivationLimit, Body, SpellAbility, StaticAbility, TriggeredAbility,
};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::Filter;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::normal::normalize;
use crate::card::words::term::{Term, as_};
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
        normalize(&mut abilities);
        if !found.contains(&abilities) {
            found.push(abilities);
        }
    };
    keyword_line(reader).into_iter().for_each(&mut add);
    activated(reader).into_iter().for_each(|it| add(vec![it]));
    triggered(reader).into_iter().for_each(|it| add(vec![it]));
    statics(reader).into_iter().for_each(|it| add(vec![it]));
    if host.is_spell {
        spell(reader).into_iter().for_each(|it| add(vec![it]));
    }
    found
}

/// Whether a reading reaches the end of the paragraph.
fn is_whole(reader: &Reader<'_>, end: usize) -> bool {
    if end < reader.tokens.len() {
        reader.end_expected(end);
    }
    end == reader.tokens.len()
}

fn keyword_line(reader: &Reader<'_>) -> Vec<Vec<Ability>> {
    let mut found = Vec::new();
    let mut states = vec![(Vec::<Ability>::new(), 0)];
    while let Some((before, at)) = states.pop() {
        for (keyword, _, end) in reader.all::<category::KeywordAbility>(&Want::default(), at) {
            let mut all = before.clone();
            all.push(Ability::Keyword(keyword));
            match reader.word(end) {
                None => found.push(all),
                Some("," | ";") => states.push((all, end + 1)),
                Some(".") if end + 1 == reader.tokens.len() => found.push(all),
                Some(_) => {}
            }
        }
    }
    found
}

/// Closes the references of a body, those of each mode for themselves (CR 601.2c).
fn body(reader: &Reader<'_>, mut body: Body, told: &Told, first: usize) -> Option<Body> {
    let close = |text: &mut dyn Term| match closed(text, reader, told, first) {
        Ok(targets) => Some(targets),
        Err(dangling) => {
            reader.dangles(dangling.at);
            None
        }
    };
    if let Some(modes) = &mut body.modes {
        for mode in &mut modes.of {
            mode.targets = close(mode)?;
        }
    } else {
        body.targets = close(&mut body)?;
    }
    Some(body)
}

fn spell(reader: &Reader<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), 0) {
        if is_whole(reader, end) {
            let body = body(reader, instructions, &Told::default(), 0);
            found.extend(body.map(|body| Ability::Spell(SpellAbility { body })));
        }
    }
    found
}

fn activated(reader: &Reader<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    for (cost, _, end) in reader.all::<category::Costs>(&Want::default(), 0) {
        let Some(at) = reader.words(end, &[":"]) else { continue };
        for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), at) {
            for (limits, end) in limits(reader, end) {
                if !is_whole(reader, end) {
                    continue;
                }
                let Some(body) = body(reader, instructions.clone(), &Told::default(), 0) else { continue };
                found.push(Ability::Activated(ActivatedAbility {
                    zone: zone_of(reader, &cost),
                    cost: cost.clone(),
                    body,
                    limits,
                }));
            }
        }
    }
    found
}

/// The zone in which an ability with such a cost functions (CR 113.6).
fn zone_of(reader: &Reader<'_>, cost: &[Cost]) -> ZoneKind {
    let says = |words: &[&str]| (0..reader.tokens.len()).any(|at| reader.words(at, words).is_some());
    if says(&["~", "from", "your", "graveyard"]) {
        ZoneKind::Graveyard
    } else if cost.contains(&Cost::DiscardThis) {
        ZoneKind::Hand
    } else {
        ZoneKind::Battlefield
    }
}

/// What restricts activating, sentence by sentence.
fn limits(reader: &Reader<'_>, at: usize) -> Vec<(Vec<ActivationLimit>, usize)> {
    let mut found = vec![(Vec::new(), at)];
    let Some(at) = reader.words(at, &["activate", "only"]) else { return found };
    if let Some(at) = reader.words(at, &["as", "a", "sorcery", "."]) {
        found.push((vec![ActivationLimit::AsSorcery], at));
    }
    if let Some(at) = reader.words(at, &["as", "an", "instant", "."]) {
        found.push((vec![ActivationLimit::AsInstant], at));
    }
    if let Some(at) = reader.words(at, &["once", "each", "turn", "."]) {
        found.push((vec![ActivationLimit::OncePerTurn], at));
    }
    if let Some(at) = reader.words(at, &["if"]) {
        for (condition, _, end) in reader.all::<category::If>(&Want::default(), at) {
            if let Some(end) = reader.words(end, &["."]) {
                found.push((vec![ActivationLimit::If(condition)], end));
            }
        }
    }
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
        let Some(end) = reader.words(end, &[","]) else { continue };
        let mut conditions = Vec::new();
        if let Some(at) = reader.words(end, &["if"]) {
            for (condition, _, end) in reader.all::<category::If>(&Want::default(), at) {
                conditions.extend(reader.words(end, &[","]).map(|end| (Some(condition), end)));
            }
        }
        // A condition directly after the event is one of the ability (CR 603.4).
        if conditions.is_empty() {
            conditions.push((None, end));
        }
        for (condition, at) in conditions {
            for (instructions, _, end) in reader.all::<category::Body>(&Want::default(), at) {
                if !is_whole(reader, end) {
                    continue;
                }
                // The object of the event is mentioned with its first word, its player with the last.
                let told = Told {
                    // "Whenever ~ blocks a creature": the object is the last thing said.
                    object: described(&when)
                        .map(|filter| (if reader.word(1) == Some("~") { end - 1 } else { 1 }, filter)),
                    player: Some(1),
                };
                let Some(body) = body(reader, instructions, &told, 0) else { continue };
                found.push(Ability::Triggered(TriggeredAbility {
                    zone: zone_of(reader, &[]),
                    when: when.clone(),
                    condition: condition.clone(),
                    body,
                    limit: None,
                    uncounterable: false,
                }));
            }
        }
    }
    found
}

/// How the object of an event is described, if it is not the one with the ability.
fn described(when: &TriggerEvent) -> Option<Filter> {
    let mut found = None;
    when.parts(&mut |part| match (as_::<Filter>(part), as_::<TriggerEvent>(part)) {
        (Some(filter), _) if !filter.is_about_this() => found = found.take().or_else(|| Some(filter.clone())),
        (_, Some(when)) => found = found.take().or_else(|| described(when)),
        _ => {}
    });
    found
}

fn statics(reader: &Reader<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    for (effect, _, end) in reader.all::<category::Static>(&Want::default(), 0) {
        let Some(end) = reader.words(end, &["."]) else { continue };
        if !is_whole(reader, end) {
            continue;
        }
        let mut ability = StaticAbility { condition: None, effect, zone: ZoneKind::Battlefield, elsewhere: false };
        if closed(&mut ability, reader, &Told::default(), 0).is_ok_and(|targets| targets.is_empty()) {
            ability.zone = zone_of_effect(&ability.effect);
            found.push(Ability::Static(ability));
        }
    }
    for reading in reader.read(category::Paragraph::ID, &Want::default(), 0).iter() {
        if is_whole(reader, reading.end) {
            found.extend(reading.value.get::<Ability>().cloned());
        }
    }
    found
}

/// The zone in which a static ability functions (CR 113.6).
fn zone_of_effect(effect: &StaticEffect) -> ZoneKind {
    match effect {
        StaticEffect::Restrict(crate::card::ast::restriction::Restriction::CantBeCountered(Filter::This)) => {
            ZoneKind::Stack
        }
        _ => ZoneKind::Battlefield,
    }
}

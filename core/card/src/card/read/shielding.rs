//! Damage that an effect prevents or changes for a while (CR 614.9, 615.7, 615.8).

use super::body::with_x;
use super::replacing::{
    ANYTHING, Damage, Damaging, Dealt, To, all_of_them, damage, damaging, dealt_to, outcomes, sources,
};
use crate::card::ast::ability::TargetWhat;
use crate::card::ast::effect::{Choosing, Duration, Instead, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category;
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Reader, Reading, Want};
use crate::card::wording::parts::{all, chosen};

/// What an effect does about damage, and for how long.
#[derive(Clone)]
struct Shield {
    /// What is chosen as the effect begins.
    chosen: Vec<Instruction>,
    dealt: Dealt,
    instead: Instead,
    duration: Duration,
}

impl Shield {
    fn begun(self, instead: Instead) -> Vec<Instruction> {
        let effect = StaticEffect::Replace(self.dealt.replaced(instead));
        let begun = verb::Establish { effect, duration: self.duration, of: None, apiece: false };
        self.chosen.into_iter().chain([Instruction::Establish(begun)]).collect()
    }
}

/// Sentences that begin such an effect, with what it says of damage that is prevented this way.
pub(super) fn sentences(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |begun: Vec<Instruction>, end| {
        found.push(Reading::new::<category::Sentence>(begun, Person::One, end));
    };
    let mut shields = next_time(reader, at);
    shields.extend(if_this_turn(reader, at));
    for (duration, at) in spans(reader, at) {
        for (both, end) in to_and_by(reader, at, duration.as_ref()) {
            add(both.into_iter().flat_map(|it| it.begun(Instead::Prevent)).collect(), end);
        }
        shields.extend(prevented(reader, at, duration.as_ref()));
        shields.extend(redirected(reader, at, duration.as_ref()));
    }
    for (shield, end) in shields {
        for (instead, end) in with_x(reader, shield.instead.clone(), end) {
            for (then, end) in follows(reader, end).into_iter().filter(|_| instead.prevents()) {
                add(shield.clone().begun(Instead::Also(Box::new(instead.clone()), then)), end);
            }
            add(shield.clone().begun(instead), end);
        }
    }
    found
}

/// How long the effect lasts, if that is said first.
fn spans(reader: &Reader<'_>, at: usize) -> Vec<(Option<Duration>, usize)> {
    let said = reader.all::<category::Span>(&Want::default(), at).into_iter();
    let said = said.filter_map(|(duration, _, end)| Some((Some(duration), reader.words(end, &[","])?)));
    std::iter::once((None, at)).chain(said).collect()
}

/// What is chosen as an effect begins, and the source of damage.
type Source = (Vec<Instruction>, Filter);

/// "a red source of your choice", "sources of the color of your choice".
fn chosen_source(reader: &Reader<'_>, at: usize) -> Vec<(Source, usize)> {
    let mut found = Vec::new();
    if let Some(end) = reader.words(at, &["sources", "of", "the", "color", "of", "your", "choice"]) {
        let color = Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(Vec::new())));
        found.push(((vec![color], Filter::ChosenColor), end));
    }
    let Some(at) = reader.article(at) else { return found };
    let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
    for (what, at) in adjectives.map(|(what, _, end)| (what, end)).chain([(Filter::Any, at)]) {
        let Some(end) = reader.words(at, &["source", "of", "your", "choice"]) else { continue };
        let choose = Instruction::Choose(verb::Choose { what: TargetWhat::Source(what.clone()), ..chosen() });
        found.push(((vec![choose], all(vec![Filter::Is(Objects::Chosen(0)), what])), end));
    }
    found
}

/// Things that the text has mentioned, and targets.
fn mentioned(reader: &Reader<'_>, at: usize) -> Vec<(Filter, usize)> {
    let all = reader.all::<category::Them>(&Want::default(), at).into_iter();
    all.filter(|(what, _, _)| matches!(what, Filter::Is(_))).map(|(what, _, end)| (what, end)).collect()
}

/// Sources after "by", or before "would deal".
fn by(reader: &Reader<'_>, at: usize) -> Vec<(Source, usize)> {
    let groups = reader.all::<category::Group>(&Want::default(), at).into_iter().map(|(what, _, end)| (what, end));
    let known = sources(reader, at).into_iter().chain(groups).chain(mentioned(reader, at));
    known.map(|(what, end)| ((Vec::new(), what), end)).chain(chosen_source(reader, at)).collect()
}

/// To whom or what, after "to".
fn to_them(reader: &Reader<'_>, at: usize) -> Vec<(To, usize)> {
    let mut found = all_of_them(reader, at);
    found.extend(mentioned(reader, at).into_iter().map(|(what, end)| ((None, Some(what)), end)));
    for (n, _, end) in reader.all::<category::AnyTarget>(&Want::default(), at) {
        found.push(((Some(Players::Target(n)), Some(Filter::Is(Objects::Target(n)))), end));
    }
    found
}

/// What follows "would be dealt", in any order: to what, by what, and that it is this turn.
#[derive(Clone, Default)]
struct Said {
    to: Option<To>,
    by: Option<Source>,
    this_turn: bool,
}

impl Said {
    fn source(&self) -> Source {
        self.by.clone().unwrap_or((Vec::new(), Filter::Any))
    }

    /// How long an effect lasts that says this and perhaps a duration before it.
    fn duration(&self, before: Option<&Duration>) -> Option<Duration> {
        match (before, self.this_turn) {
            (None, true) => Some(Duration::EndOfTurn),
            (Some(before), false) => Some(before.clone()),
            _ => None,
        }
    }
}

fn said(reader: &Reader<'_>, at: usize) -> Vec<(Said, usize)> {
    let mut found = Vec::new();
    let mut states = vec![(Said::default(), at)];
    while let Some((before, at)) = states.pop() {
        if !before.this_turn {
            states.extend(
                reader.words(at, &["this", "turn"]).map(|end| (Said { this_turn: true, ..before.clone() }, end)),
            );
        }
        if let Some(at) = reader.words(at, &["to"]).filter(|_| before.to.is_none()) {
            states.extend(
                to_them(reader, at).into_iter().map(|(to, end)| (Said { to: Some(to), ..before.clone() }, end)),
            );
        }
        if let Some(at) = reader.words(at, &["by"]).filter(|_| before.by.is_none()) {
            states.extend(by(reader, at).into_iter().map(|(by, end)| (Said { by: Some(by), ..before.clone() }, end)));
        }
        found.push((before, at));
    }
    found
}

/// Damage that a text speaks of as a whole: "damage that would be dealt to you by artifacts this
/// turn", "damage that target creature would deal this turn".
fn whole(reader: &Reader<'_>, at: usize) -> Vec<(Said, Damage, usize)> {
    let Some((kind, None, end)) = damage(reader, at) else { return Vec::new() };
    let that = reader.words(end, &["that"]);
    let mut found = Vec::new();
    if let Some(at) = that.and_then(|at| reader.words(at, &["would", "be", "dealt"])) {
        found.extend(said(reader, at).into_iter().map(|(it, end)| (it, kind, end)));
    }
    for (source, end) in by(reader, that.unwrap_or(end)) {
        let Some(at) = reader.words(end, &["would", "deal"]) else { continue };
        let all = said(reader, at).into_iter().filter(|(it, _)| it.by.is_none());
        found.extend(all.map(|(it, end)| (Said { by: Some(source.clone()), ..it }, kind, end)));
    }
    found
}

/// "Prevent the next 3 damage that would be dealt to target creature this turn", "prevent all
/// combat damage that would be dealt by target creature this turn".
fn prevented(reader: &Reader<'_>, at: usize, before: Option<&Duration>) -> Vec<(Shield, usize)> {
    let Some(at) = reader.words(at, &["prevent"]) else { return Vec::new() };
    let mut amounts = Vec::new();
    amounts.extend(reader.words(at, &["all"]).map(|at| (Instead::Prevent, at)));
    amounts.extend(next(reader, at).into_iter().map(|(n, at)| (Instead::PreventNext(n), at)));
    let mut found = Vec::new();
    for (instead, at) in amounts {
        for (said, kind, end) in whole(reader, at) {
            let (chosen, source) = said.source();
            let Some(duration) = said.duration(before) else { continue };
            let of_one_source = said.to.is_none() && matches!(source, Filter::This | Filter::Is(_));
            let to = said.to.unwrap_or(ANYTHING);
            if instead == Instead::Prevent || is_one(&to) || of_one_source {
                let dealt = Dealt { source, to, kind, at_least: None };
                found.push((Shield { chosen, dealt, instead: instead.clone(), duration }, end));
            }
        }
    }
    found
}

/// "the next 3": the number.
fn next(reader: &Reader<'_>, at: usize) -> Vec<(Quantity, usize)> {
    let Some(at) = reader.words(at, &["the", "next"]) else { return Vec::new() };
    reader.all::<category::Figure>(&Want::default(), at).into_iter().map(|(n, _, end)| (n, end)).collect()
}

/// Whether one shield is for all of it, and not one for each of several.
fn is_one(to: &To) -> bool {
    let is_one = |what: &Filter| matches!(what, Filter::This | Filter::Is(_));
    match to {
        (None, Some(what)) => is_one(what),
        (Some(who), None) => !matches!(who, Players::Each | Players::Opponents),
        (Some(Players::You | Players::Target(_)), Some(_)) => true,
        _ => false,
    }
}

/// "Prevent all combat damage that would be dealt to and dealt by target creature this turn."
fn to_and_by(reader: &Reader<'_>, at: usize, before: Option<&Duration>) -> Vec<(Vec<Shield>, usize)> {
    let Some((kind, None, end)) = reader.words(at, &["prevent", "all"]).and_then(|at| damage(reader, at)) else {
        return Vec::new();
    };
    let words = ["that", "would", "be", "dealt", "to", "and", "dealt", "by"];
    let Some(at) = reader.words(end, &words) else { return Vec::new() };
    let groups = reader.all::<category::Group>(&Want::default(), at).into_iter().map(|(what, _, end)| (what, end));
    let mut found = Vec::new();
    for (what, end) in groups.chain(mentioned(reader, at)) {
        let (duration, end) = match before {
            Some(before) => (before.clone(), end),
            None => match reader.words(end, &["this", "turn"]) {
                Some(end) => (Duration::EndOfTurn, end),
                None => continue,
            },
        };
        let shield = |source, to| Shield {
            chosen: Vec::new(),
            dealt: Dealt { source, to, kind, at_least: None },
            instead: Instead::Prevent,
            duration: duration.clone(),
        };
        found.push((vec![shield(Filter::Any, (None, Some(what.clone()))), shield(what, ANYTHING)], end));
    }
    found
}

/// "The next 1 damage that would be dealt to ~ this turn is dealt to target creature instead."
fn redirected(reader: &Reader<'_>, at: usize, before: Option<&Duration>) -> Vec<(Shield, usize)> {
    let mut amounts: Vec<_> = next(reader, at).into_iter().map(|(n, at)| (Some(n), at)).collect();
    amounts.extend(reader.words(at, &["all"]).map(|at| (None, at)));
    let mut found = Vec::new();
    for (next, at) in amounts {
        for (said, kind, end) in whole(reader, at) {
            let Some(at) = reader.words(end, &["is", "dealt", "to"]) else { continue };
            let (chosen, source) = said.source();
            let Some(duration) = said.duration(before) else { continue };
            let to = said.to.clone().unwrap_or(ANYTHING);
            if next.is_some() && !is_one(&to) {
                continue;
            }
            let dealt = Dealt { source, to, kind, at_least: None };
            for (instead, end) in dealt_to(reader, at, next.as_ref(), false) {
                let shield =
                    Shield { chosen: chosen.clone(), dealt: dealt.clone(), instead, duration: duration.clone() };
                found.push((shield, end));
            }
        }
    }
    found
}

/// "The next time a source of your choice would deal damage to you this turn, prevent that damage."
fn next_time(reader: &Reader<'_>, at: usize) -> Vec<(Shield, usize)> {
    let Some(at) = reader.words(at, &["the", "next", "time"]) else { return Vec::new() };
    let mut all: Vec<(Vec<Instruction>, Damaging)> =
        damaging(reader, at).into_iter().map(|it| (Vec::new(), it)).collect();
    if let Some((kind, None, end)) = damage(reader, at)
        && let Some(at) = reader.words(end, &["would", "be", "dealt", "to"])
    {
        for (to, end) in to_them(reader, at) {
            let dealt = Dealt { source: Filter::Any, to, kind, at_least: None };
            all.push((Vec::new(), Damaging { dealt, end, is_active: false }));
        }
    }
    let known = mentioned(reader, at).into_iter().map(|(what, end)| ((Vec::new(), what), end));
    for ((chosen, source), end) in chosen_source(reader, at).into_iter().chain(known) {
        let Some((kind, None, end)) = reader.words(end, &["would", "deal"]).and_then(|at| damage(reader, at)) else {
            continue;
        };
        let to = reader.words(end, &["to"]).map(|at| to_them(reader, at)).unwrap_or_default();
        for (to, end) in to.into_iter().chain([(ANYTHING, end)]) {
            let dealt = Dealt { source: source.clone(), to, kind, at_least: None };
            all.push((chosen.clone(), Damaging { dealt, end, is_active: true }));
        }
    }
    this_turn(reader, all, &Duration::NextThisTurn)
}

/// "If a source you control would deal damage to a player this turn, it deals double that damage to
/// that player instead."
fn if_this_turn(reader: &Reader<'_>, at: usize) -> Vec<(Shield, usize)> {
    let Some(at) = reader.words(at, &["if"]) else { return Vec::new() };
    let all = damaging(reader, at).into_iter().map(|it| (Vec::new(), it)).collect();
    this_turn(reader, all, &Duration::EndOfTurn)
}

/// What happens to such damage this turn.
fn this_turn(reader: &Reader<'_>, all: Vec<(Vec<Instruction>, Damaging)>, duration: &Duration) -> Vec<(Shield, usize)> {
    let mut found = Vec::new();
    for (chosen, Damaging { dealt, end, is_active }) in all {
        let Some(at) = reader.words(end, &["this", "turn", ","]) else { continue };
        let all = outcomes(reader, &dealt, at, is_active);
        all.into_iter().for_each(|(instead, end)| {
            let shield = Shield { chosen: chosen.clone(), dealt: dealt.clone(), instead, duration: duration.clone() };
            found.push((shield, end));
        });
    }
    found
}

/// What is done for damage that is prevented this way, in the next sentence.
fn follows(reader: &Reader<'_>, end: usize) -> Vec<(Vec<Instruction>, usize)> {
    let Some(at) = reader.words(end, &["."]) else { return Vec::new() };
    let simple = |at| reader.all::<category::Simple>(&Want::default(), at).into_iter().map(|(it, _, end)| (it, end));
    let is_said = |(_, end): &(Vec<Instruction>, usize)| (at..*end).any(|at| reader.word(at) == Some("prevented"));
    let mut found: Vec<_> = simple(at).filter(is_said).collect();
    if let Some(at) = reader.words(at, &["if", "damage", "is", "prevented", "this", "way", ","]) {
        found.extend(simple(at));
    }
    if let Some(at) = reader.words(at, &["for", "each", "1", "damage", "prevented", "this", "way", ","]) {
        found.extend(simple(at).filter_map(|(then, end)| Some((for_each(then)?, end))));
    }
    found
}

/// What is done once, done as often as damage was prevented.
fn for_each(mut then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [Instruction::PutCounters(verb::PutCounters { count, .. })] = &mut then[..] else { return None };
    (*count == Quantity::Fixed(1)).then(|| *count = Quantity::ThatMuch)?;
    Some(then)
}

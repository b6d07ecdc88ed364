//! References: targets that a text declares, and words for what it has mentioned (CR 115, 608.2c).
//!
//! While a text is read, a phrase such as "target creature", "it" or "that player" is an open
//! reference: a number from [`OPEN`] in the place of a target. `mentions` says what it means.

use std::collections::BTreeSet;

use super::around::is_offered;
use super::figures::in_words;
use super::names::{card_type, subtype};
use crate::card::ast::ability::{TargetSpec, TargetWhat, Total};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::trigger::PastEvent;
use crate::card::keyword::damages_a_player;
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{GRANTER, Leaf, Reader, Reading, Value, Want};
use crate::card::wording::open::{Open, OpenKind};
use crate::card::wording::parts::{all, is_card};
use crate::card::words::card_type::CardType;
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::term::{Go, as_, as_mut, walk, walk_mut};
use crate::card::words::zone_kind::ZoneKind;

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[
    (Cat::Thing, thing),
    (Cat::ThingWhose, thing_whose),
    (Cat::Player, player),
    (Cat::Whose, whose),
    (Cat::Controller, controller),
    (Cat::Somebody, somebody),
    (Cat::Somebodys, somebodys),
    (Cat::AtLarge, at_large),
    (Cat::Recipient, recipient),
    (Cat::AnyTarget, any_target),
    (Cat::Divided, divided),
    (Cat::Distributed, distributed),
    (Cat::OneOf, one_of),
    (Cat::EachOf, each_of),
    (Cat::Besides, besides),
    (Cat::Supported, supported),
];

/// The first number of an open reference. No text has so many targets.
pub(super) const OPEN: u8 = 128;

impl Reader<'_> {
    /// The number of an open reference.
    pub(super) fn opened(&self, at: usize, kind: OpenKind) -> Option<u8> {
        let open = Open { at, kind };
        let mut all = self.open.borrow_mut();
        let place = all.iter().position(|it| *it == open).unwrap_or_else(|| {
            all.push(open);
            all.len() - 1
        });
        u8::try_from(place).ok().and_then(|place| place.checked_add(OPEN))
    }
}

fn add<C: Category>(found: &mut Vec<Reading>, value: C::Value, agreement: Person, end: usize) {
    found.push(Reading::new::<C>(value, agreement, end));
}

/// How many targets, and where the words for it end.
type HowMany = (TargetSpec, usize);

/// The words before "target": "two", "up to two", "any number of", "X".
fn how_many(reader: &Reader<'_>, at: usize) -> Vec<HowMany> {
    let some = |min, max| TargetSpec { min, max, ..TargetSpec::one(TargetWhat::AnyTarget) };
    let as_many = |min| TargetSpec { number: Some(Box::new(Quantity::X)), ..some(min, 1) };
    let number = |at| reader.word(at).and_then(in_words).and_then(|n| u8::try_from(n).ok());
    let mut found = vec![(some(1, 1), at)];
    found.extend(reader.words(at, &["any", "number", "of"]).map(|end| (some(0, u8::MAX), end)));
    found.extend(reader.words(at, &["x"]).map(|end| (as_many(1), end)));
    found.extend(reader.words(at, &["up", "to", "x"]).map(|end| (as_many(0), end)));
    if let Some(end) = reader.words(at, &["up", "to"]) {
        found.extend(number(end).map(|n| (some(0, n), end + 1)));
    }
    if let Some(n) = number(at) {
        found.push((some(n, n), at + 1));
        if let Some(end) = reader.words(at + 1, &["or"]) {
            found.extend(number(end).map(|m| (some(n, m), end + 1)));
        }
    }
    found
}

/// Whether it is one target.
pub(super) fn is_one(spec: &TargetSpec) -> bool {
    spec.max == 1 && spec.number.is_none()
}

/// The targets that words at a position declare.
fn targets(reader: &Reader<'_>, at: usize) -> Vec<(TargetSpec, Person, usize)> {
    let mut found = Vec::new();
    let mut totals = Vec::new();
    if let Some(end) = reader.words(at, &["any", "target"]) {
        found.push((TargetSpec::one(TargetWhat::AnyTarget), Person::One, end));
    }
    if let Some(end) = reader.words(at, &["another", "target"])
        && !reader.read(Cat::Noun, &Want::default(), end).iter().any(|it| it.end > end)
    {
        found.push((TargetSpec { other: true, ..TargetSpec::one(TargetWhat::AnyTarget) }, Person::One, end));
    }
    // "Any other target" is another one than the target before it, if there is one.
    let follows = (0..at).any(|at| reader.word(at) == Some("target"));
    let others: [&[&str]; 3] =
        [&["another", "any", "target"], &["a", "third", "any", "target"], &["any", "other", "target"]];
    if let Some(end) = others.iter().find_map(|words| reader.words(at, words)).filter(|_| follows) {
        found.push((TargetSpec { other: true, ..TargetSpec::one(TargetWhat::AnyTarget) }, Person::One, end));
    }
    for (many, at) in how_many(reader, at) {
        let one = is_one(&many);
        let (other, at) = match reader.word(at) {
            Some("another") if one && many.min == 1 => (true, at + 1),
            Some("a") if one && reader.word(at + 1) == Some("third") => (true, at + 2),
            Some("other") => (true, at + 1),
            _ => (false, at),
        };
        if let Some(end) = reader.words(at, &["targets"]).filter(|_| !one) {
            found.push((TargetSpec { other, ..many.clone() }, Person::Many, end));
        }
        let Some(at) = reader.words(at, &["target"]) else { continue };
        let number = if one { Person::One } else { Person::Many };
        let mut add = |what, end| found.push((TargetSpec { what, other, ..many.clone() }, number, end));
        match reader.word(at) {
            Some("player") if one => add(TargetWhat::Player(Players::Each), at + 1),
            Some("players") if !one => add(TargetWhat::Player(Players::Each), at + 1),
            Some("opponent") if one => add(TargetWhat::Player(Players::Opponents), at + 1),
            Some("opponents") if !one => add(TargetWhat::Player(Players::Opponents), at + 1),
            _ => {}
        }
        let damaged = ["player", "who", "was", "dealt", "combat", "damage", "by", "~", "this", "turn"];
        if let Some(end) = reader.words(at, &damaged).filter(|_| one) {
            add(TargetWhat::Player(Players::ThisTurn(Box::new(PastEvent(damages_a_player())))), end);
        }
        if let Some(end) = reader.words(at, &["creatures", "and/or", "other", "planeswalkers"]).filter(|_| !one) {
            let another = Filter::Not(Box::new(Filter::This));
            let others = Filter::All(vec![another, Filter::Type(CardType::Planeswalker)]);
            add(TargetWhat::Object(Filter::AnyOf(vec![Filter::Type(CardType::Creature), others])), end);
        }
        if let Some(end) = reader.words(at, &["creatures", "and/or", "players"]).filter(|_| !one) {
            add(TargetWhat::AnyTarget, end);
        }
        let want = Want::of(number);
        for (noun, _, end) in reader.all::<category::Noun>(&want, at) {
            // "Cards from an opponent's graveyard" are all of one opponent.
            if one || !is_of_one_opponent(&noun) {
                add(TargetWhat::Object(noun.clone()), end);
            }
            if !one {
                totals.extend(total(reader, &noun, end).into_iter().map(|it| (many.clone(), other, it)));
            }
        }
        for (who, said) in [(Players::Each, "player"), (Players::Opponents, "opponent")] {
            if one && let Some(end) = reader.words(at, &[said, "or"]) {
                for (noun, _, end) in reader.all::<category::Noun>(&want, end) {
                    add(TargetWhat::PlayerOrObject(who.clone(), noun), end);
                }
            }
        }
    }
    for (many, other, (what, total, end)) in totals {
        let what = TargetWhat::Object(what);
        found.push((TargetSpec { what, other, total: Some(Box::new(total)), ..many }, Person::Many, end));
    }
    let theirs: Vec<_> = found.iter().flat_map(|(spec, number, end)| by_another(reader, spec, *number, *end)).collect();
    found.extend(theirs);
    found
}

/// "Target creature of an opponent's choice", "any target of their choice": another player chooses
/// it (CR 601.5b, 602.3).
fn by_another(reader: &Reader<'_>, spec: &TargetSpec, number: Person, at: usize) -> Vec<(TargetSpec, Person, usize)> {
    let mut found = Vec::new();
    let of = |who, what: &TargetWhat| TargetSpec { by: Some(who), what: what.clone(), ..spec.clone() };
    if let Some(end) = reader.words(at, &["of", "their", "choice"])
        && let Some(open) = reader.opened(at + 1, OpenKind::Player)
    {
        found.push((of(Players::Target(open), &spec.what), number, end));
    }
    let Some(at) = reader.words(at, &["of", "an", "opponent's", "choice"]) else { return found };
    found.push((of(Players::Opponents, &spec.what), number, at));
    if let TargetWhat::Object(what) = &spec.what {
        for (post, _, end) in reader.all::<category::Post>(&Want::of(number), at) {
            let what = TargetWhat::Object(all(vec![what.clone(), post]));
            found.push((of(Players::Opponents, &what), number, end));
        }
    }
    found
}

/// "with total mana value 8 or less" after a description, and what follows it.
fn total(reader: &Reader<'_>, noun: &Filter, at: usize) -> Vec<(Filter, Total, usize)> {
    let ways: [(&[&str], fn(Objects) -> Quantity); 2] =
        [(&["with", "total", "mana", "value"], Quantity::ManaValue), (&["with", "total", "power"], Quantity::Power)];
    let mut found = Vec::new();
    for (at, of) in ways.iter().filter_map(|(words, of)| Some((reader.words(at, words)?, of))) {
        for (at_most, _, end) in reader.all::<category::Figure>(&Want::default(), at) {
            let Some(end) = reader.words(end, &["or", "less"]) else { continue };
            let total = Total { of: of(Objects::Affected), at_most };
            let posts = reader.all::<category::Post>(&Want::of(Person::Many), end).into_iter();
            found.extend(posts.map(|(post, _, end)| (all(vec![noun.clone(), post]), total.clone(), end)));
            found.push((noun.clone(), total, end));
        }
    }
    found
}

/// What is done for one target of each of several players, who are "that player" in its
/// description; none if it is not (CR 601.2c).
pub(super) fn for_each_of(reader: &Reader<'_>, who: Players, mut said: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let opened = |n: u8| reader.open.borrow().get(usize::from(n.checked_sub(OPEN)?)).cloned();
    let mut numbers = Vec::new();
    walk(&said, &mut |part| {
        let n = match (as_::<Objects>(part), as_::<Players>(part), as_::<Recipients>(part)) {
            (Some(Objects::Target(n)), ..) | (_, Some(Players::Target(n)), _) | (.., Some(Recipients::Target(n))) => *n,
            _ => return Go::Into,
        };
        numbers.push(n);
        Go::Into
    });
    let of_a_target = |n: &u8| matches!(opened(*n), Some(Open { kind: OpenKind::Target(_), .. }));
    let [target] =
        numbers.iter().copied().filter(of_a_target).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let Some(Open { at, kind: OpenKind::Target(mut spec) }) = opened(target) else { return None };
    let mut is_theirs = false;
    walk_mut(&mut *spec, &mut |part| {
        if let Some(player) = as_mut::<Players>(part)
            && let Players::Target(n) = player
            && matches!(opened(*n), Some(Open { kind: OpenKind::Player, .. }))
        {
            (*player, is_theirs) = (Players::They, true);
        }
        Go::Into
    });
    // Nothing else speaks of one of these players.
    let speaks_of_one = |n: &u8| matches!(opened(*n), Some(Open { kind: OpenKind::Player, .. }));
    if !is_theirs || numbers.iter().any(speaks_of_one) {
        return None;
    }
    spec.each = Some(who);
    let each = reader.opened(at, OpenKind::Target(spec))?;
    walk_mut(&mut said, &mut |part| {
        if let Some(Objects::Target(n)) = as_mut::<Objects>(part)
            && *n == target
        {
            *n = each;
        }
        Go::Into
    });
    Some(said)
}

fn is_of_one_opponent(noun: &Filter) -> bool {
    matches!(noun, Filter::All(parts) if parts.contains(&Filter::OwnedBy(Players::Opponents)))
}

fn thing(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let open = |at, kind| reader.opened(at, kind).map(Objects::Target);
    match reader.word(at) {
        Some("~") => add::<category::Thing>(&mut found, Objects::This, Person::One, at + 1),
        Some(GRANTER) => add::<category::Thing>(&mut found, Objects::Granter, Person::One, at + 1),
        Some("it" | "him") => {
            let it = open(at, OpenKind::It);
            it.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, Person::One, at + 1));
        }
        Some("they" | "them") => {
            let those = open(at, OpenKind::Those(None));
            those.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, Person::Many, at + 1));
        }
        // "Whenever enchanted creature blocks a creature, destroy the other creature."
        Some("the")
            if reader.words(at, &["the", "other", "creature"]).is_some() && is_other_than_enchanted(reader, at) =>
        {
            let that = open(at, OpenKind::That(Filter::Type(CardType::Creature)));
            that.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, Person::One, at + 3));
        }
        Some("the") if reader.word(at + 1) == Some("sacrificed") => {
            for number in [Person::One, Person::Many] {
                for (_, number, end) in reader.all::<category::Noun>(&Want::of(number), at + 2) {
                    add::<category::Thing>(&mut found, sacrificed(reader, at), number, end);
                }
            }
        }
        Some("the") if reader.word(at + 1) == Some("exiled") => {
            for (words, number) in [("card", Person::One), ("cards", Person::Many)] {
                if let Some(end) = reader.words(at + 2, &[words]) {
                    add::<category::Thing>(&mut found, exiled(reader, at), number, end);
                }
            }
        }
        Some("the") if matches!(reader.word(at + 1), Some("milled" | "discarded" | "revealed")) => {
            let reveals = reader.word(at + 1) == Some("revealed");
            for (words, number) in [("card", Person::One), ("cards", Person::Many)] {
                let end = reader.words(at + 2, &[words]).filter(|_| number == Person::Many || !reveals);
                let done = end.and_then(|end| Some((done_before(reader, at)?, end)));
                done.into_iter().for_each(|(what, end)| add::<category::Thing>(&mut found, what, number, end));
            }
        }
        Some("that" | "the") => {
            for (noun, number, end) in reader.all::<category::Noun>(&one(), at + 1) {
                // Which card is always said: "the exiled card".
                if reader.word(at) == Some("the") && noun == Filter::Card {
                    continue;
                }
                let that = open(at, OpenKind::That(noun));
                that.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, number, end));
            }
        }
        Some("those") => {
            let many = Want::of(Person::Many);
            for (noun, number, end) in reader.all::<category::Noun>(&many, at + 1) {
                let those = open(at, OpenKind::Those(Some(noun)));
                those.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, number, end));
            }
        }
        Some("enchanted" | "equipped" | "fortified") => {
            for (_, number, end) in reader.all::<category::Noun>(&one(), at + 1) {
                add::<category::Thing>(&mut found, Objects::AttachedTo, number, end);
            }
        }
        _ => {
            for (filter, number, end) in reader.all::<category::Group>(&Want::default(), at) {
                add::<category::Thing>(&mut found, Objects::Each(Box::new(filter)), number, end);
            }
        }
    }
    // "Each of those creatures", "each of them".
    if let Some(at) = reader.words(at, &["each", "of"])
        && matches!(reader.word(at), Some("those" | "them"))
    {
        let those = reader.all::<category::Thing>(&Want::default(), at).into_iter();
        those.for_each(|(what, _, end)| add::<category::Thing>(&mut found, what, Person::One, end));
    }
    for (rest, number, end) in reader.all::<category::Others>(&Want::default(), at) {
        add::<category::Thing>(&mut found, rest, number, end);
    }
    // "Each of up to two target creatures" gets it.
    let (from, each) = match reader.words(at, &["each", "of"]) {
        Some(end) => (end, true),
        None => (at, false),
    };
    for (spec, number, end) in targets(reader, from) {
        let number = match number {
            Person::One if each => continue,
            _ if each => Person::One,
            number => number,
        };
        if !matches!(spec.what, TargetWhat::Object(_)) {
            continue;
        }
        let target = open(from, OpenKind::Target(Box::new(spec)));
        target.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, number, end));
    }
    with_others(reader, at, &mut found);
    found.extend(of_one_graveyard(reader, at));
    with_each(reader, &mut found);
    found
}

/// Whether the only creatures that a text has told of before a position are the enchanted one and
/// another one of the event.
fn is_other_than_enchanted(reader: &Reader<'_>, at: usize) -> bool {
    let begin = reader.sentence(at);
    let is = |words: &[&str]| (begin..at).filter(|at| reader.words(*at, words).is_some()).count();
    is(&["whenever", "enchanted", "creature"]) == 1 && is(&["creature"]) == 2 && is(&["target"]) == 0
}

/// "Target instant card and target sorcery card from your graveyard": where both are is said last.
fn of_one_graveyard(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let yours = [Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)];
    let mut found = Vec::new();
    for (spec, _, end) in targets(reader, at) {
        let TargetWhat::Object(what) = &spec.what else { continue };
        let Some(next) = reader.words(end, &["and"]).filter(|_| is_card(what) && !what.names_a_zone()) else {
            continue;
        };
        let there = all([vec![what.clone()], yours[1..].to_vec()].concat());
        let one = OpenKind::Target(Box::new(TargetSpec { what: TargetWhat::Object(there), ..spec.clone() }));
        for (other, _, end) in targets(reader, next) {
            let TargetWhat::Object(Filter::All(parts)) = &other.what else { continue };
            if !yours.iter().all(|part| parts.contains(part)) {
                continue;
            }
            let (first, second) =
                (reader.opened(at, one.clone()), reader.opened(next, OpenKind::Target(Box::new(other))));
            let (Some(first), Some(second)) = (first, second) else { continue };
            let either = Filter::AnyOf([first, second].map(|n| Filter::Is(Objects::Target(n))).to_vec());
            let both = Objects::Each(Box::new(all([yours.to_vec(), vec![either]].concat())));
            add::<category::Thing>(&mut found, both, Person::Many, end);
        }
    }
    found
}

/// "The exiled card": what a cost or this ability has exiled, or what another one of this has (CR
/// 601.2h, 607.2a, 608.2c).
pub(super) fn exiled(reader: &Reader<'_>, at: usize) -> Objects {
    let cost = (0..at).find(|at| reader.word(*at) == Some(":")).unwrap_or(0);
    let exiles = |at: usize| matches!(reader.word(at), Some("exile" | "exiles"));
    match ((0..cost).any(exiles), (cost..at).any(exiles)) {
        (_, true) => Objects::ThisWay(Deed::Exiled),
        (true, false) => Objects::PaidWith,
        (false, false) => Objects::Linked(Linked::Exiled),
    }
}

/// What a participle after "the" tells of: "the milled cards", "the discarded card". It is what the
/// same text has done, or else what its cost was paid with (CR 601.2h, 608.2c).
fn done_before(reader: &Reader<'_>, at: usize) -> Option<Objects> {
    let (deed, verbs): (Deed, [&str; 2]) = match reader.word(at + 1)? {
        "milled" => (Deed::Milled, ["mill", "mills"]),
        "discarded" => (Deed::Discarded, ["discard", "discards"]),
        "revealed" => (Deed::Revealed, ["reveal", "reveals"]),
        _ => return None,
    };
    let cost = (0..at).find(|at| reader.word(*at) == Some(":")).unwrap_or(0);
    let done = |at: usize| reader.word(at).is_some_and(|word| verbs.contains(&word));
    match ((0..cost).any(done), (cost..at).any(done)) {
        (false, true) => Some(Objects::ThisWay(deed)),
        (true, false) => Some(Objects::PaidWith),
        // The additional cost of a spell is in another paragraph.
        (false, false) if cost == 0 && deed == Deed::Revealed => Some(Objects::PaidWith),
        _ => None,
    }
}

/// "The sacrificed creature": what somebody was told to sacrifice, or what something was paid with.
fn sacrificed(reader: &Reader<'_>, at: usize) -> Objects {
    let is_told = |at: usize| matches!(reader.word(at), Some("sacrifice" | "sacrifices")) && !is_offered(reader, at);
    let cost = (0..at).find(|at| reader.word(*at) == Some(":"));
    let is_paid = cost.is_some_and(|cost| (0..cost).any(|at| reader.word(at) == Some("sacrifice")));
    if !is_paid && (0..at).any(is_told) { Objects::ThisWay(Deed::Sacrificed) } else { Objects::PaidWith }
}

/// Whether words name something that is on the battlefield: a target that is no card elsewhere,
/// what was spoken of as a permanent, the object itself.
fn is_a_permanent(reader: &Reader<'_>, what: &Objects) -> bool {
    let is_here = |what: &Filter| !what.names_a_zone() && !what.is_of_spells() && *what != Filter::Card;
    // After it has left, it is somewhere else.
    let leaves = |at| matches!(reader.word(at), Some("graveyard" | "dies" | "leaves"));
    let Objects::Target(n) = what else {
        let is_known = matches!(what, Objects::This | Objects::AttachedTo);
        return is_known && !(0..reader.tokens.len()).any(leaves);
    };
    let open = n.checked_sub(OPEN).and_then(|n| reader.open.borrow().get(usize::from(n)).cloned());
    match open.map(|open| open.kind) {
        Some(OpenKind::Target(spec)) => matches!(&spec.what, TargetWhat::Object(what) if is_here(what)),
        Some(OpenKind::That(noun)) => is_here(&noun),
        _ => false,
    }
}

/// "Target artifact and target enchantment", "target creature and all Auras attached to it", "each
/// attacking creature and each blocking creature": permanents that are joined. Each is named, or
/// has a determiner of its own.
fn with_others(reader: &Reader<'_>, at: usize, found: &mut Vec<Reading>) {
    let is_determined = |at: usize| matches!(reader.word(at), Some("each" | "all"));
    let before = std::mem::take(found);
    for first in &before {
        let (Some(what), Some(next)) = (first.value.get::<Objects>(), reader.words(first.end, &["and"])) else {
            continue;
        };
        let one = match what {
            Objects::Each(what) if is_determined(at) => (**what).clone(),
            what if is_a_permanent(reader, what) => Filter::Is(what.clone()),
            _ => continue,
        };
        for (other, end) in others_than(reader, &one, next) {
            let both = Objects::Each(Box::new(Filter::AnyOf(vec![one.clone(), other])));
            add::<category::Thing>(found, both, Person::Many, end);
        }
    }
    found.extend(several_named(reader, at));
    found.splice(0..0, before);
}

/// "Target artifact, target creature, and target land": three permanents that are named, or more.
fn several_named(reader: &Reader<'_>, at: usize) -> Option<Reading> {
    let named = |at| {
        let mut found = Vec::new();
        for (spec, number, end) in targets(reader, at) {
            let TargetWhat::Object(what) = &spec.what else { continue };
            if number == Person::One && !what.names_a_zone() && !what.is_of_spells() && *what != Filter::Card {
                found.push((spec, end));
            }
        }
        let (spec, end) = found.into_iter().max_by_key(|it| it.1)?;
        let open = reader.opened(at, OpenKind::Target(Box::new(spec)))?;
        Some((Filter::Is(Objects::Target(open)), end))
    };
    let (all, end) = reader.list(at, &["and"], &named).filter(|(all, _)| all.len() > 2)?;
    let all = Objects::Each(Box::new(Filter::AnyOf(all)));
    Some(Reading::new::<category::Thing>(all, Person::Many, end))
}

/// What is joined to a first description, after "and".
fn others_than(reader: &Reader<'_>, one: &Filter, at: usize) -> Vec<(Filter, usize)> {
    let is_named = matches!(one, Filter::Is(_));
    let ways: [(&[&str], Person); 3] =
        [(&["each", "other"], Person::One), (&["all", "other"], Person::Many), (&["other"], Person::Many)];
    let Some((at, number)) = ways.iter().find_map(|(words, number)| Some((reader.words(at, words)?, *number))) else {
        let is_alone = |at: usize| matches!(reader.word(at), Some("it" | "they" | "them" | "him" | "those"));
        let all = reader.all::<category::Thing>(&Want::default(), at).into_iter().filter(|_| !is_alone(at));
        let described = matches!(reader.word(at), Some("each" | "all"));
        let other = |what| match what {
            Objects::Each(what) if described => Some(*what),
            what if is_named && is_a_permanent(reader, &what) => Some(Filter::Is(what)),
            _ => None,
        };
        return all.filter_map(|(what, _, end)| Some((other(what)?, end))).collect();
    };
    let nouns = reader.all::<category::Noun>(&Want::of(number), at).into_iter().filter(|_| is_named);
    nouns.map(|(noun, _, end)| (all(vec![Filter::Not(Box::new(one.clone())), noun]), end)).collect()
}

/// The subject of an effect for the next one, which may imply less of it: "creatures can't block
/// and have reach" is of creatures.
pub(super) fn with_implied<A>((subject, agreement): (Value, A), effect: &StaticEffect) -> (Value, A) {
    let implied = match effect {
        StaticEffect::Restrict(restriction) => restriction.implies().filter(),
        StaticEffect::Require(requirement) => requirement.implies().filter(),
        _ => None,
    };
    match (subject.get::<Filter>(), implied) {
        (Some(what), Some(kind)) if !what.is_about_this() && !matches!(what, Filter::Is(_)) => {
            (Value::new(all(vec![what.clone(), kind])), agreement)
        }
        _ => (subject, agreement),
    }
}

/// "Two target creatures each get +1/+1": "each" may follow several as the subject.
fn with_each(reader: &Reader<'_>, found: &mut Vec<Reading>) {
    let several = found.iter().filter(|it| it.agreement == Person::Many && reader.word(it.end) == Some("each"));
    let several: Vec<Reading> = several.map(|it| Reading { end: it.end + 1, ..it.clone() }).collect();
    found.extend(several);
}

pub(super) fn one() -> Want {
    Want::of(Person::One)
}

fn thing_whose(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    match (reader.word(at), reader.word(at + 1)) {
        (Some("its"), _) => {
            let it = reader.opened(at, OpenKind::It).map(Objects::Target);
            it.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 1));
        }
        (Some("~"), Some("'s")) => add::<category::ThingWhose>(&mut found, Objects::This, Person::One, at + 2),
        (Some(GRANTER), Some("'s")) => {
            add::<category::ThingWhose>(&mut found, Objects::Granter, Person::One, at + 2);
        }
        (Some("their"), _) => {
            let those = reader.opened(at, OpenKind::Those(None)).map(Objects::Target);
            those.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::Many, at + 1));
        }
        (Some("the"), Some("exiled")) if reader.word(at + 2) == Some("card's") => {
            // Of a spell it could be what that was paid with.
            let exiled = Some(exiled(reader, at)).filter(|it| !matches!(it, Objects::Linked(_)));
            exiled.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 3));
        }
        // What was exiled is described by its noun.
        (Some("the"), Some("exiled")) if reader.word(at + 3) == Some("card's") => {
            let exiled = Some(exiled(reader, at)).filter(|it| !matches!(it, Objects::Linked(_)));
            let exiled = exiled.filter(|_| reader.word(at + 2).and_then(noun_of).is_some());
            exiled.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 4));
        }
        (Some("the"), Some("discarded" | "revealed")) if reader.word(at + 2) == Some("card's") => {
            let done = done_before(reader, at);
            done.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 3));
        }
        (Some("the"), Some("sacrificed")) if reader.word(at + 2).is_some_and(|word| word.ends_with("'s")) => {
            add::<category::ThingWhose>(&mut found, sacrificed(reader, at), Person::One, at + 3);
        }
        (Some(article @ ("that" | "the")), Some(word)) => {
            let noun = word.strip_suffix("'s").and_then(noun_of);
            if let Some(noun) = noun.filter(|noun| article == "that" || *noun != Filter::Card) {
                let that = reader.opened(at, OpenKind::That(noun)).map(Objects::Target);
                that.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 2));
            }
        }
        (Some("target"), Some(_)) => {
            for (noun, end) in possessed(reader, at + 1) {
                let spec = TargetSpec::one(TargetWhat::Object(noun));
                let target = reader.opened(at, OpenKind::Target(Box::new(spec))).map(Objects::Target);
                target.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, end));
            }
        }
        (Some("enchanted" | "equipped"), Some(word))
            if word.strip_suffix("'s").is_some_and(|it| noun_of(it).is_some()) =>
        {
            add::<category::ThingWhose>(&mut found, Objects::AttachedTo, Person::One, at + 2);
        }
        _ => {}
    }
    found
}

/// A description in the possessive: "creature's", "nonland permanent's", "artifact or creature's".
fn possessed(reader: &Reader<'_>, at: usize) -> Vec<(Filter, usize)> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    if let Some(noun) = word.strip_suffix("'s").and_then(noun_of) {
        return vec![(noun, at + 1)];
    }
    let mut found = Vec::new();
    if let Some(one) = noun_of(word).filter(|_| reader.word(at + 1) == Some("or")) {
        let others = possessed(reader, at + 2).into_iter();
        found.extend(others.map(|(other, end)| (Filter::AnyOf(vec![one.clone(), other]), end)));
    }
    for (adjective, _, end) in reader.all::<category::Adjective>(&Want::default(), at) {
        let nouns = possessed(reader, end).into_iter();
        found.extend(nouns.map(|(noun, end)| (all(vec![adjective.clone(), noun]), end)));
    }
    found
}

/// The description that one word is.
pub(super) fn noun_of(word: &str) -> Option<Filter> {
    match word {
        "permanent" => Some(Filter::Any),
        "card" => Some(Filter::Card),
        "spell" => Some(Filter::Spell),
        word => match (card_type(word), subtype(word)) {
            (Some((kind, _)), _) => Some(Filter::Type(kind)),
            (_, Some((kind, _))) => Some(Filter::Subtype(kind)),
            _ => None,
        },
    }
}

fn player(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |who, agreement, end| add::<category::Player>(&mut found, who, agreement, end);
    match (reader.word(at), reader.word(at + 1)) {
        (Some("you"), _) => add(Players::You, Person::You, at + 1),
        (Some("each"), Some("player")) => add(Players::Each, Person::One, at + 2),
        (Some("each"), Some("opponent")) => add(Players::Opponents, Person::One, at + 2),
        (Some("players"), _) => add(Players::Each, Person::Many, at + 1),
        (Some("your"), Some("opponents")) => add(Players::Opponents, Person::Many, at + 2),
        (Some("opponents"), _) => add(Players::Opponents, Person::Many, at + 1),
        (Some("defending"), Some("player")) => add(Players::Defending, Person::One, at + 2),
        (Some("enchanted"), Some("player")) => add(Players::Enchanted, Person::One, at + 2),
        (Some("attacking"), Some("player")) => add(Players::Attacking, Person::One, at + 2),
        (Some("that" | "the"), Some("source's")) if reader.word(at + 2) == Some("controller") => {
            add(Players::ControllerOf(Box::new(Objects::DamageSource)), Person::One, at + 3);
        }
        (Some("the"), Some("chosen")) if reader.word(at + 2) == Some("player") => {
            add(Players::ChosenPlayer, Person::One, at + 3);
        }
        (Some("the"), Some("player")) => {
            let is_told = !matches!(reader.word(at + 2), Some("with" | "who" | "to" | "of"));
            let open = is_told.then(|| reader.opened(at, OpenKind::Player)).flatten();
            open.into_iter().for_each(|open| add(Players::Target(open), Person::One, at + 2));
            let most = with_most(reader, at);
            most.into_iter().for_each(|(number, end)| add(Players::WithMost(Box::new(number)), Person::One, end));
        }
        (Some("each"), Some("other")) => {
            let of = match reader.word(at + 2) {
                Some("player") => Some(Players::Each),
                Some("opponent") => Some(Players::Opponents),
                _ => None,
            };
            let others = of.and_then(|of| reader.opened(at, OpenKind::EachOther(of)));
            others.into_iter().for_each(|open| add(Players::Target(open), Person::One, at + 3));
        }
        (Some("that"), Some("player" | "opponent")) | (Some("they"), _) => {
            let end = if reader.word(at) == Some("they") { at + 1 } else { at + 2 };
            let number = if reader.word(at) == Some("they") { Person::Many } else { Person::One };
            if let Some(open) = reader.opened(at, OpenKind::Player) {
                add(Players::Target(open), number, end);
            }
        }
        _ => {}
    }
    for (what, _, end) in reader.all::<category::ThingWhose>(&Want::default(), at) {
        match reader.word(end) {
            Some("controller") => add(Players::ControllerOf(Box::new(what)), Person::One, end + 1),
            Some("owner") => add(Players::OwnerOf(Box::new(what)), Person::One, end + 1),
            _ => {}
        }
    }
    let of: [(&str, fn(Box<Objects>) -> Players); 2] =
        [("owner", Players::OwnerOf), ("controller", Players::ControllerOf)];
    for (at, of) in of.into_iter().filter_map(|(word, of)| Some((reader.words(at, &["the", word, "of"])?, of))) {
        let one = reader.all::<category::Thing>(&Want::default(), at).into_iter();
        let one = one.filter(|(what, number, _)| *number == Person::One && !what.is_of_a_description());
        one.for_each(|(what, _, end)| add(of(Box::new(what)), Person::One, end));
    }
    for (spec, number, end) in targets(reader, at) {
        if !matches!(spec.what, TargetWhat::Player(_)) {
            continue;
        }
        if let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec))) {
            add(Players::Target(open), number, end);
        }
    }
    if let Some(at) = reader.words(at, &["you", "and"]) {
        for (who, _, end) in reader.all::<category::Player>(&Want::default(), at) {
            add(Players::And(Box::new(Players::You), Box::new(who)), Person::Many, end);
        }
    }
    with_each(reader, &mut found);
    found
}

/// "the player with the most life", where a condition says that it is one: "if a player has more
/// life than each other player".
fn with_most(reader: &Reader<'_>, at: usize) -> Vec<(Quantity, usize)> {
    if !(0..at).any(|at| reader.words(at, &["than", "each", "other", "player", ","]).is_some()) {
        return Vec::new();
    }
    let says = |words: &[&str]| reader.words(at + 2, words);
    let life = says(&["with", "the", "most", "life"]).or_else(|| says(&["who", "has", "the", "most", "life"]));
    let mut found: Vec<_> = life.map(|end| (Quantity::Life(Players::They), end)).into_iter().collect();
    let cards = says(&["who", "has", "the", "most", "cards", "in", "hand"]);
    found.extend(cards.map(|end| (Quantity::HandSize(Players::They), end)));
    if let Some(at) = says(&["who", "controls", "the", "most"]) {
        let theirs = |what| all(vec![what, Filter::ControlledBy(Players::They)]);
        let nouns = reader.all::<category::Noun>(&Want::of(Person::Many), at).into_iter();
        found.extend(nouns.map(|(what, _, end)| (Quantity::Count(Box::new(theirs(what))), end)));
    }
    found
}

fn whose(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |who, end| add::<category::Whose>(&mut found, who, Person::One, end);
    match (reader.word(at), reader.word(at + 1)) {
        (Some("your"), _) => add(Players::You, at + 1),
        (Some("their"), _) | (Some("that"), Some("player's" | "opponent's")) | (Some("the"), Some("player's")) => {
            let end = if reader.word(at) == Some("their") { at + 1 } else { at + 2 };
            if let Some(open) = reader.opened(at, OpenKind::Player) {
                add(Players::Target(open), end);
            }
        }
        (Some("each"), Some("player's")) => add(Players::Each, at + 2),
        (Some("each"), Some("other")) if reader.word(at + 2) == Some("player's") => {
            let others = reader.opened(at, OpenKind::EachOther(Players::Each));
            others.into_iter().for_each(|open| add(Players::Target(open), at + 3));
        }
        (Some("enchanted"), Some("player's")) => add(Players::Enchanted, at + 2),
        (Some("defending"), Some("player's")) => add(Players::Defending, at + 2),
        (Some("the"), Some("chosen")) if reader.word(at + 2) == Some("player's") => add(Players::ChosenPlayer, at + 3),
        (Some("each"), Some("opponent's")) | (Some("an"), Some("opponent's")) => add(Players::Opponents, at + 2),
        (Some("target"), Some("player's" | "opponent's")) => {
            let who = if reader.word(at + 1) == Some("player's") { Players::Each } else { Players::Opponents };
            let spec = TargetSpec::one(TargetWhat::Player(who));
            if let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec))) {
                add(Players::Target(open), at + 2);
            }
        }
        _ => {}
    }
    for (what, _, end) in reader.all::<category::ThingWhose>(&Want::default(), at) {
        match reader.word(end) {
            Some("controller's" | "controllers'") => add(Players::ControllerOf(Box::new(what)), end + 1),
            Some("owner's" | "owners'") => add(Players::OwnerOf(Box::new(what)), end + 1),
            _ => {}
        }
    }
    found
}

/// "you", "an opponent", "your opponents", "target player", "that player" before "control".
fn controller(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    if let (Some("an"), Some("opponent")) = (reader.word(at), reader.word(at + 1)) {
        add::<category::Controller>(&mut found, Players::Opponents, Person::One, at + 2);
    }
    if let Some(end) = reader.words(at, &["one", "of", "your", "opponents"]) {
        add::<category::Controller>(&mut found, Players::Opponents, Person::One, end);
    }
    if let (Some("a" | "any"), Some("player")) = (reader.word(at), reader.word(at + 1)) {
        add::<category::Controller>(&mut found, Players::Each, Person::One, at + 2);
    }
    for (who, agreement, end) in reader.all::<category::Player>(&Want::default(), at) {
        add::<category::Controller>(&mut found, who, agreement, end);
    }
    found
}

/// A player of an event: "you", "an opponent".
fn somebody(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = reader.all::<category::Controller>(want, at).into_iter();
    all.map(|(who, agreement, end)| Reading::new::<category::Somebody>(who, agreement, end)).collect()
}

/// "you", "your opponents", "players".
fn at_large(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    // What an opponent has is not what all of them have together.
    let one_of =
        |who: &Players, agreement| matches!(who, Players::Opponents | Players::Each) && agreement == Person::One;
    let all = reader.all::<category::Controller>(want, at).into_iter();
    let at_large = all.filter(|(who, agreement, _)| !one_of(who, *agreement));
    at_large.map(|(who, agreement, end)| Reading::new::<category::AtLarge>(who, agreement, end)).collect()
}

/// "an opponent", "a player": one of several, whichever it is.
fn one_of(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let who = match (reader.word(at), reader.word(at + 1)) {
        (Some("an" | "any"), Some("opponent")) => Players::Opponents,
        (Some("a" | "any"), Some("player")) => Players::Each,
        _ => return Vec::new(),
    };
    vec![Reading::new::<category::OneOf>(who, Person::One, at + 2)]
}

/// "each opponent": all of several, each alone.
fn each_of(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let end = reader.words(at, &["each", "opponent"]);
    end.map(|end| Reading::new::<category::EachOf>(Players::Opponents, Person::One, end)).into_iter().collect()
}

/// "other": others than the one thing that was mentioned.
fn besides(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(end) = reader.words(at, &["other"]) else { return Vec::new() };
    let other = reader.opened(at, OpenKind::Other).map(|open| Filter::Not(Box::new(Filter::Is(Objects::Target(open)))));
    other.map(|other| Reading::new::<category::Besides>(other, Person::One, end)).into_iter().collect()
}

fn somebodys(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = reader.all::<category::Whose>(want, at).into_iter();
    all.map(|(who, agreement, end)| Reading::new::<category::Somebodys>(who, agreement, end)).collect()
}

fn recipient(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (who, number, end) in reader.all::<category::Player>(&Want::default(), at) {
        add::<category::Recipient>(&mut found, Recipients::Players(who), number, end);
    }
    // "It deals 2 damage to them": to that player.
    if reader.word(at) == Some("them")
        && at.checked_sub(1).and_then(|at| reader.word(at)) == Some("to")
        && let Some(open) = reader.opened(at, OpenKind::Player)
    {
        add::<category::Recipient>(&mut found, Recipients::Players(Players::Target(open)), Person::Many, at + 1);
    }
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        add::<category::Recipient>(&mut found, Recipients::Objects(what), number, end);
    }
    let from = reader.words(at, &["each", "of"]);
    for (spec, number, end) in from.into_iter().chain([at]).flat_map(|at| targets(reader, at)) {
        if matches!(spec.what, TargetWhat::AnyTarget | TargetWhat::PlayerOrObject(..))
            && (from.is_none() || number == Person::Many)
            && let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec)))
        {
            add::<category::Recipient>(&mut found, Recipients::Target(open), number, end);
        }
    }
    if let Some((open, end)) = either(reader, at) {
        add::<category::Recipient>(&mut found, Recipients::Target(open), Person::One, end);
    }
    found
}

fn any_target(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (spec, number, end) in targets(reader, at) {
        if matches!(spec.what, TargetWhat::AnyTarget | TargetWhat::PlayerOrObject(..))
            && let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec)))
        {
            add::<category::AnyTarget>(&mut found, open, number, end);
        }
    }
    if let Some((open, end)) = either(reader, at) {
        add::<category::AnyTarget>(&mut found, open, Person::One, end);
    }
    found
}

/// "That creature or player": the target that can be either, and where the words end.
fn either(reader: &Reader<'_>, at: usize) -> Option<(u8, usize)> {
    let words: [&[&str]; 5] = [
        &["that", "creature", "or", "player"],
        &["that", "permanent", "or", "player"],
        &["that", "player", "or", "planeswalker"],
        &["that", "creature", ",", "player", ",", "or", "planeswalker"],
        &["that", "creature", ",", "planeswalker", ",", "or", "player"],
    ];
    let end = words.iter().find_map(|words| reader.words(at, words))?;
    Some((reader.opened(at, OpenKind::Either)?, end))
}

/// "3 damage divided as you choose among any number of target creatures": the target.
fn divided(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (amount, _, end) in reader.all::<category::Figure>(&Want::default(), at) {
        let Some(among) = reader.words(end, &["damage", "divided", "as", "you", "choose", "among"]) else { continue };
        for (spec, number, end) in among_targets(reader, among) {
            let spec = TargetSpec { divide: Some(Box::new(amount.clone())), ..spec };
            if let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec))) {
                add::<category::Divided>(&mut found, Recipients::Target(open), number, end);
            }
        }
    }
    found
}

/// "three +1/+1 counters among any number of target creatures".
fn distributed(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (amount, _, end) in reader.all::<category::Count>(&Want::default(), at) {
        for (kind, _, end) in reader.all::<category::CounterName>(&Want::default(), end) {
            let Some(among) = reader.words(end, &["counters", "among"]) else { continue };
            for (spec, number, end) in among_targets(reader, among) {
                let spec = TargetSpec { divide: Some(Box::new(amount.clone())), ..spec };
                if let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec))) {
                    let on = Objects::Target(open);
                    let put = verb::PutCounters { on, kind: kind.clone(), count: Quantity::Portion };
                    add::<category::Distributed>(&mut found, Instruction::PutCounters(put), number, end);
                }
            }
        }
    }
    found
}

/// "2" after "support": up to two other creatures, each a target (CR 701.35a).
fn supported(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(|word| word.parse().ok());
    let what = TargetWhat::Object(Filter::Type(CardType::Creature));
    let spec = n.map(|max| TargetSpec { min: 0, max, other: true, ..TargetSpec::one(what) });
    let open = spec.and_then(|spec| reader.opened(at, OpenKind::Target(Box::new(spec))));
    open.into_iter().map(|n| Reading::new::<category::Supported>(n, Person::Many, at + 1)).collect()
}

/// Several targets among which something is divided.
fn among_targets(reader: &Reader<'_>, at: usize) -> Vec<(TargetSpec, Person, usize)> {
    let mut counts = how_many(reader, at);
    if let Some(end) = reader.words(at, &["one", ",", "two", ",", "or", "three"]) {
        counts.push((TargetSpec { max: 3, ..TargetSpec::one(TargetWhat::AnyTarget) }, end));
    }
    let mut found = Vec::new();
    for (many, at) in counts {
        let mut add = |what, end| found.push((TargetSpec { what, ..many.clone() }, Person::Many, end));
        if let Some(end) = reader.words(at, &["targets"]) {
            add(TargetWhat::AnyTarget, end);
        }
        let Some(at) = reader.words(at, &["target"]) else { continue };
        let many = Want::of(Person::Many);
        for (noun, _, end) in reader.all::<category::Noun>(&many, at) {
            add(TargetWhat::Object(noun), end);
        }
        if let Some(end) = reader.words(at, &["creatures", "and/or", "players"]) {
            add(TargetWhat::AnyTarget, end);
        }
    }
    found
}

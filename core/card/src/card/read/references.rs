//! References: targets that a text declares, and words for what it has mentioned (CR 115, 608.2c).
//!
//! While a text is read, a phrase such as "target creature", "it" or "that player" is an open
//! reference: a number from [`OPEN`] in the place of a target. Once the text is read, targets get
//! their numbers in the order of their words, and each other reference gets what it refers to.

use std::ops::Range;

use crate::card::ast::ability::{TargetSpec, TargetWhat};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::wording::open::{Open, OpenKind};
use crate::card::words::card_type::CardTypes;
use crate::card::words::deed::Deed;
use crate::card::words::term::{Go, Term, as_mut, walk, walk_mut};

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
];

/// The first number of an open reference. No text has so many targets.
const OPEN: u8 = 128;

impl Reader<'_> {
    /// Where the sentence of a position begins.
    fn sentence(&self, at: usize) -> usize {
        (0..at).rev().find(|at| self.word(*at) == Some(".")).map_or(0, |stop| stop + 1)
    }

    /// The number of an open reference.
    fn opened(&self, at: usize, kind: OpenKind) -> Option<u8> {
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
    let number = |at| reader.word(at).and_then(super::leaves::in_words).and_then(|n| u8::try_from(n).ok());
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
fn is_one(spec: &TargetSpec) -> bool {
    spec.max == 1 && spec.number.is_none()
}

/// The targets that words at a position declare.
fn targets(reader: &Reader<'_>, at: usize) -> Vec<(TargetSpec, Person, usize)> {
    let mut found = Vec::new();
    if let Some(end) = reader.words(at, &["any", "target"]) {
        found.push((TargetSpec::one(TargetWhat::AnyTarget), Person::One, end));
    }
    if let Some(end) = reader.words(at, &["another", "target"])
        && !reader.read(Cat::Noun, &Want::default(), end).iter().any(|it| it.end > end)
    {
        found.push((TargetSpec { other: true, ..TargetSpec::one(TargetWhat::AnyTarget) }, Person::One, end));
    }
    for (many, at) in how_many(reader, at) {
        let one = is_one(&many);
        let (other, at) = match reader.word(at) {
            Some("another") if one && many.min == 1 => (true, at + 1),
            Some("other") => (true, at + 1),
            _ => (false, at),
        };
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
        let want = Want::of(number);
        for (noun, _, end) in reader.all::<category::Noun>(&want, at) {
            // "Cards from an opponent's graveyard" are all of one opponent.
            if one || !is_of_one_opponent(&noun) {
                add(TargetWhat::Object(noun), end);
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
    found
}

fn is_of_one_opponent(noun: &Filter) -> bool {
    matches!(noun, Filter::All(parts) if parts.contains(&Filter::OwnedBy(Players::Opponents)))
}

fn thing(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let open = |at, kind| reader.opened(at, kind).map(Objects::Target);
    match reader.word(at) {
        Some("~") => add::<category::Thing>(&mut found, Objects::This, Person::One, at + 1),
        Some("it") => {
            let it = open(at, OpenKind::It);
            it.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, Person::One, at + 1));
        }
        Some("they" | "them") => {
            let those = open(at, OpenKind::Those(None));
            those.into_iter().for_each(|it| add::<category::Thing>(&mut found, it, Person::Many, at + 1));
        }
        Some("the") if reader.word(at + 1) == Some("sacrificed") => {
            for (_, number, end) in reader.all::<category::Noun>(&one(), at + 2) {
                add::<category::Thing>(&mut found, Objects::PaidWith, number, end);
            }
        }
        Some("that" | "the") => {
            for (noun, number, end) in reader.all::<category::Noun>(&one(), at + 1) {
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
    found
}

fn one() -> Want {
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
        (Some("their"), _) => {
            let those = reader.opened(at, OpenKind::Those(None)).map(Objects::Target);
            those.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::Many, at + 1));
        }
        (Some("the"), Some("sacrificed")) if reader.word(at + 2).is_some_and(|word| word.ends_with("'s")) => {
            add::<category::ThingWhose>(&mut found, Objects::PaidWith, Person::One, at + 3);
        }
        (Some("that"), Some(word)) => {
            if let Some(noun) = word.strip_suffix("'s").and_then(noun_of) {
                let that = reader.opened(at, OpenKind::That(noun)).map(Objects::Target);
                that.into_iter().for_each(|it| add::<category::ThingWhose>(&mut found, it, Person::One, at + 2));
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

/// The description that one word is.
fn noun_of(word: &str) -> Option<Filter> {
    match word {
        "permanent" => Some(Filter::Any),
        "card" => Some(Filter::Card),
        "spell" => Some(Filter::Spell),
        word => match (super::leaves::card_type(word), super::leaves::subtype(word)) {
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
        (Some("the"), Some("chosen")) if reader.word(at + 2) == Some("player") => {
            add(Players::ChosenPlayer, Person::One, at + 3);
        }
        (Some("that"), Some("player")) | (Some("they"), _) => {
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
    for (spec, number, end) in targets(reader, at) {
        if !matches!(spec.what, TargetWhat::Player(_)) {
            continue;
        }
        if let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec))) {
            add(Players::Target(open), number, end);
        }
    }
    found
}

fn whose(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |who, end| add::<category::Whose>(&mut found, who, Person::One, end);
    match (reader.word(at), reader.word(at + 1)) {
        (Some("your"), _) => add(Players::You, at + 1),
        (Some("their"), _) | (Some("that"), Some("player's")) => {
            let end = if reader.word(at) == Some("their") { at + 1 } else { at + 2 };
            if let Some(open) = reader.opened(at, OpenKind::Player) {
                add(Players::Target(open), end);
            }
        }
        (Some("each"), Some("player's")) => add(Players::Each, at + 2),
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
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        add::<category::Recipient>(&mut found, Recipients::Objects(what), number, end);
    }
    for (spec, number, end) in targets(reader, at) {
        if matches!(spec.what, TargetWhat::AnyTarget | TargetWhat::PlayerOrObject(..))
            && let Some(open) = reader.opened(at, OpenKind::Target(Box::new(spec)))
        {
            add::<category::Recipient>(&mut found, Recipients::Target(open), number, end);
        }
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
    found
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

/// What an ability has told before its instructions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// The position and the description of the object of its trigger event, if it is not the
    /// ability's own.
    pub(crate) object: Option<(usize, Filter)>,
    /// The position of the player of its trigger event.
    pub(crate) player: Option<usize>,
}

impl Told {
    /// Whether the object of its event is one than which something else can be another.
    pub(crate) fn is_of_a_thing(&self) -> bool {
        let is_spell = |filter: &Filter| match filter {
            Filter::All(parts) => parts.contains(&Filter::Spell),
            filter => *filter == Filter::Spell,
        };
        self.object.as_ref().is_some_and(|(_, filter)| !is_spell(filter))
    }
}

/// Why a reference means nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dangling {
    /// The position of its words.
    pub(crate) at: usize,
}

/// The open references of a text in the order of their words.
fn used(text: &dyn Term, open: &[Open]) -> Vec<(usize, u8)> {
    let mut numbers = Vec::new();
    walk(text, &mut |part| {
        let number = match part {
            part if let Some(Objects::Target(n)) = crate::card::words::term::as_(part) => Some(*n),
            part if let Some(Players::Target(n)) = crate::card::words::term::as_(part) => Some(*n),
            part if let Some(Recipients::Target(n)) = crate::card::words::term::as_(part) => Some(*n),
            _ => None,
        };
        let open = number.and_then(|n| Some((open.get(usize::from(n.checked_sub(OPEN)?))?.at, n)));
        if let Some(it) = open.filter(|it| !numbers.contains(it)) {
            numbers.push(it);
        }
        Go::Into
    });
    // What can be a target may refer, too.
    let mut next = 0;
    while let Some((_, number)) = numbers.get(next).copied() {
        next += 1;
        if let Some(Open { kind: OpenKind::Target(spec), .. }) = open.get(usize::from(number - OPEN)) {
            for more in used(&**spec, open) {
                if !numbers.contains(&more) {
                    numbers.push(more);
                }
            }
        }
    }
    numbers.sort_unstable();
    numbers
}

/// What an open reference stands for.
#[derive(Clone, Debug)]
enum Meant {
    Objects(Objects),
    Players(Players),
    Target(u8),
}

/// An object or objects that a text has mentioned.
#[derive(Clone, Debug)]
struct Mention {
    /// The position of the words.
    at: usize,
    what: Objects,
    /// How they were described; none for the object with the ability, and what it is attached to.
    filter: Option<Filter>,
    /// Whether it is one.
    one: bool,
}

impl Mention {
    /// Whether a noun can mean it: "that creature" for "target attacking creature".
    fn is_called(&self, noun: &Filter) -> bool {
        match &self.filter {
            // What it is by now is not said.
            Some(Filter::Is(_)) => true,
            Some(filter) => is_among(noun, filter),
            // Any target is a permanent or a player, and so is what something is attached to.
            None => self.what != Objects::This && !matches!(noun, Filter::Spell | Filter::Card),
        }
    }
}

/// The words of what happens if a condition holds, seen from what happens otherwise: only the
/// targets among them are there in both cases.
fn other_branch(reader: &Reader<'_>, at: usize) -> Range<usize> {
    let last = |word: &str, before: usize| (0..before).rev().find(|at| reader.word(*at) == Some(word));
    let otherwise = last("otherwise", at).unwrap_or(0);
    last("if", otherwise).unwrap_or(otherwise)..otherwise
}

/// What "it" is: the last thing that was mentioned. The object itself is not meant by "it" in the
/// sentence of which it is the subject, if there is something else.
fn it_at(reader: &Reader<'_>, at: usize, mentions: &[&Mention]) -> Option<Objects> {
    let before = || mentions.iter().filter(|it| it.one && it.at < at);
    let last = before().max_by_key(|it| it.at)?;
    let sentence = reader.sentence(at);
    // "Each Bird deals damage equal to its power": each one's, for which there is no row.
    if (sentence..at).any(|at| is_each_object(reader, at)) {
        return None;
    }
    let another = before().filter(|it| it.what != Objects::This).max_by_key(|it| it.at);
    let Some(another) = another.filter(|_| last.what == Objects::This) else { return Some(last.what.clone()) };
    let same_sentence = last.at >= sentence;
    match at.checked_sub(1).and_then(|at| reader.word(at)) {
        _ if !same_sentence => Some(last.what.clone()),
        // "~ gets +1/+1 and it …" could be either.
        Some("and") => None,
        _ => Some(another.what.clone()),
    }
}

/// Whether "each" at a position is about objects, and not about players, steps, or what is counted.
fn is_each_object(reader: &Reader<'_>, at: usize) -> bool {
    let others = ["player", "opponent", "player's", "opponent's", "upkeep", "end", "combat", "turn", "of", "draw"];
    reader.word(at) == Some("each")
        && at.checked_sub(1).and_then(|at| reader.word(at)) != Some("for")
        && reader.word(at + 1).is_none_or(|word| !others.contains(&word))
}

/// Whether "enchanted" or "equipped" begins words for what this is attached to: not in "is
/// enchanted", "an equipped creature" or "enchanted creatures".
fn is_what_it_is_on(reader: &Reader<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| reader.word(at));
    let is_its = match reader.word(at + 1).map(|word| (word, word.strip_suffix("'s"))) {
        Some((_, Some(whose))) => noun_of(whose).is_some(),
        _ => !reader.read(Cat::Noun, &one(), at + 1).is_empty(),
    };
    is_its && !matches!(before, Some("is" | "isn't" | "an" | "each" | "another" | "target"))
}

/// What words alone mention, wherever they stand: the object itself, what it is attached to, tokens
/// that are created, cards of a library that are revealed, exiled or looked at.
fn mentioned(reader: &Reader<'_>, within: Range<usize>) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut quoted = false;
    for at in within {
        quoted ^= reader.word(at) == Some("\"");
        if quoted {
            continue;
        }
        let mut add = |what, filter, one| found.push(Mention { at, what, filter, one });
        let rest = || (at..reader.tokens.len()).map_while(|at| reader.word(at)).take_while(|word| *word != ".");
        match reader.word(at) {
            Some("~") => add(Objects::This, None, true),
            Some("enchanted" | "equipped") if is_what_it_is_on(reader, at) => add(Objects::AttachedTo, None, true),
            Some("create") => {
                let token = |word: &&str| matches!(*word, "token" | "tokens");
                if let Some(word) = rest().find(token) {
                    // What is counted for it was there before.
                    let counted = rest().skip_while(|word| !token(word)).any(|word| matches!(word, "each" | "equal"));
                    let at = if counted { at + rest().count() } else { at };
                    found.push(Mention {
                        at,
                        what: Objects::Created,
                        filter: Some(Filter::Token),
                        one: word == "token",
                    });
                }
            }
            Some("discards") if reader.words(at + 1, &["a", "card"]).is_some() => {
                add(Objects::ThisWay(Deed::Discarded), Some(Filter::Card), true);
            }
            Some("the") if reader.words(at, &["the", "top"]).is_some() => {
                let deed = match at.checked_sub(1).and_then(|at| reader.word(at)) {
                    Some("reveal" | "reveals") => Deed::Revealed,
                    Some("exile" | "exiles") => Deed::Exiled,
                    Some("at") => Deed::LookedAt,
                    Some("put" | "puts") if rest().skip_while(|word| *word != "into").nth(2) == Some("graveyard") => {
                        Deed::Milled
                    }
                    _ => continue,
                };
                let one = reader.word(at + 2) == Some("card");
                add(Objects::ThisWay(deed), Some(Filter::Card), one);
            }
            _ => {}
        }
    }
    found
}

/// The players that an event tells or words alone mention, with the positions of the words.
fn mentioned_players(reader: &Reader<'_>, told: &Told, within: Range<usize>) -> Vec<(usize, Players)> {
    let mut found: Vec<(usize, Players)> = told.player.map(|at| (at, Players::ThatPlayer)).into_iter().collect();
    for at in within {
        // "Each player sacrifices a creature they control": each one that does it.
        let of_each = matches!(reader.word(at + 1), Some("player" | "opponent"));
        if reader.word(at) == Some("each") && of_each {
            found.push((at, Players::They));
        }
        // The player of an event is told by it.
        let is_defending = told.player.is_none() && reader.word(at) == Some("defending");
        if is_defending && matches!(reader.word(at + 1), Some("player" | "player's")) {
            found.push((at, Players::Defending));
        }
    }
    found
}

/// What a text has mentioned so far, and its targets.
struct Mentions<'r, 't> {
    reader: &'r Reader<'t>,
    told: &'r Told,
    objects: Vec<Mention>,
    players: Vec<(usize, Players)>,
    targets: Vec<TargetSpec>,
}

impl<'r, 't> Mentions<'r, 't> {
    fn new(reader: &'r Reader<'t>, told: &'r Told, within: Range<usize>) -> Mentions<'r, 't> {
        let mut objects = mentioned(reader, within.clone());
        let of_event = told.object.clone();
        objects.extend(of_event.map(|(at, filter)| Mention {
            at,
            what: Objects::ThatObject,
            filter: Some(filter),
            one: true,
        }));
        let players = mentioned_players(reader, told, within);
        Mentions { reader, told, objects, players, targets: Vec::new() }
    }

    /// The objects that words at a position can mean.
    fn before(&self, at: usize) -> Vec<&Mention> {
        let elsewhere = other_branch(self.reader, at);
        // What is copied is not the copy.
        let of = at.checked_sub(2).map(|at| self.reader.word(at));
        let is_copied = of.is_some_and(|it| matches!(it, Some("copy" | "copies")));
        let is_here = |it: &&Mention| match it.what {
            Objects::Target(_) => true,
            Objects::Created if is_copied => it.at < self.reader.sentence(at),
            _ => !elsewhere.contains(&it.at),
        };
        self.objects.iter().filter(|it| it.at < at).filter(is_here).collect()
    }

    /// The last of them that fits.
    fn last(&self, at: usize, fits: impl Fn(&Mention) -> bool) -> Option<Objects> {
        let fitting = self.before(at).into_iter().filter(|it| fits(it));
        fitting.max_by_key(|it| it.at).map(|it| it.what.clone())
    }

    /// One more target; none if it could be other than several things.
    fn target(&mut self, at: usize, spec: &TargetSpec) -> Option<Meant> {
        let target = self.targets.len() as u8;
        let mut spec = spec.clone();
        // "Another target" is another one than this before there is one to be other than.
        if spec.other && self.targets.is_empty() {
            // It could be other than the object of the event, too.
            if self.told.is_of_a_thing() {
                return None;
            }
            spec.other = !besides_this(&mut spec);
        }
        let (filter, one) = (spec_filter(&spec), is_one(&spec));
        if matches!(spec.what, TargetWhat::Player(_)) {
            self.players.push((at, Players::Target(target)));
        } else {
            self.objects.push(Mention { at, what: Objects::Target(target), filter, one });
        }
        self.targets.push(spec);
        Some(Meant::Target(target))
    }

    /// What words at a position mean; none if it is nothing, or could be several things.
    fn meaning(&mut self, at: usize, kind: &OpenKind) -> Option<Meant> {
        Some(match kind {
            OpenKind::Target(spec) => self.target(at, spec)?,
            OpenKind::It => Meant::Objects(it_at(self.reader, at, &self.before(at))?),
            OpenKind::Other => {
                let all = self.before(at);
                let first = all.first().filter(|it| it.one)?;
                Meant::Objects(all.iter().all(|it| it.what == first.what).then(|| first.what.clone())?)
            }
            OpenKind::That(noun) => {
                let what = self.last(at, |it| it.one && it.is_called(noun))?;
                self.objects.push(Mention { at, what: what.clone(), filter: Some(noun.clone()), one: true });
                Meant::Objects(what)
            }
            OpenKind::Those(noun) => {
                let is_called = |it: &Mention| noun.as_ref().is_none_or(|noun| it.is_called(noun));
                Meant::Objects(self.last(at, |it| !it.one && is_called(it))?)
            }
            OpenKind::Player => {
                let who = self.players.iter().filter(|it| it.0 < at).max_by_key(|it| it.0);
                Meant::Players(who?.1.clone())
            }
        })
    }
}

/// Replaces the open references of a text by what they mean, and returns its targets.
pub(crate) fn closed(
    text: &mut dyn Term,
    reader: &Reader<'_>,
    told: &Told,
    within: Range<usize>,
) -> Result<Vec<TargetSpec>, Dangling> {
    let open = reader.open.borrow().clone();
    let mut mentions = Mentions::new(reader, told, within);
    let mut meant: Vec<(u8, Meant)> = Vec::new();
    for (at, number) in used(text, &open) {
        let it = mentions.meaning(at, &open[usize::from(number - OPEN)].kind).ok_or(Dangling { at })?;
        // "Its controller": who that is can be "that player" from there on.
        if let Meant::Objects(what) = &it {
            mentions.players.extend(whose_words(reader, at, what));
        }
        meant.push((number, it));
    }
    replaced(text, &meant);
    let mut targets = mentions.targets;
    targets.iter_mut().for_each(|spec| replaced(spec, &meant));
    Ok(targets)
}

/// The controller or owner of what words mean, if the next word says it.
fn whose_words(reader: &Reader<'_>, at: usize, what: &Objects) -> Option<(usize, Players)> {
    let noun = if reader.word(at) == Some("its") { at + 1 } else { at + 2 };
    let what = || Box::new(what.clone());
    match reader.word(noun) {
        Some("controller") => Some((at, Players::ControllerOf(what()))),
        Some("owner") => Some((at, Players::OwnerOf(what()))),
        _ => None,
    }
}

/// Puts what open references mean in their places.
fn replaced(text: &mut dyn Term, meant: &[(u8, Meant)]) {
    let of = |number: u8| meant.iter().find(|it| it.0 == number).map(|it| it.1.clone());
    walk_mut(text, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part) {
            if let Objects::Target(n) = what {
                match of(*n) {
                    Some(Meant::Objects(it)) => *what = it,
                    Some(Meant::Target(n)) => *what = Objects::Target(n),
                    _ => {}
                }
            }
        } else if let Some(who) = as_mut::<Players>(part) {
            if let Players::Target(n) = who {
                match of(*n) {
                    Some(Meant::Players(it)) => *who = it,
                    Some(Meant::Target(n)) => *who = Players::Target(n),
                    _ => {}
                }
            }
        } else if let Some(whom) = as_mut::<Recipients>(part)
            && let Recipients::Target(n) = whom
            && let Some(Meant::Target(n)) = of(*n)
        {
            *whom = Recipients::Target(n);
        }
        Go::Into
    });
}

/// Leaves the object itself out of what can be the target.
fn besides_this(spec: &mut TargetSpec) -> bool {
    match &mut spec.what {
        TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter) => {
            let before = std::mem::replace(filter, Filter::Any);
            *filter = crate::card::wording::parts::all(vec![Filter::Not(Box::new(Filter::This)), before]);
            true
        }
        _ => false,
    }
}

fn spec_filter(spec: &TargetSpec) -> Option<Filter> {
    match &spec.what {
        TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter) => Some(filter.clone()),
        _ => None,
    }
}

/// Whether what a filter describes can be called by a noun: "that creature" of "target attacking
/// creature".
fn is_among(noun: &Filter, filter: &Filter) -> bool {
    match (noun, filter) {
        // Whatever it was, it can be a card by now.
        (Filter::Any | Filter::Card, _) => true,
        // "~ or another creature": whichever it is.
        (_, Filter::This) => true,
        (Filter::Type(kind), Filter::Subtype(of)) => of.belongs_to(CardTypes::NONE.with(*kind)),
        (noun, Filter::All(parts)) => parts.iter().any(|part| is_among(noun, part)),
        (noun, Filter::AnyOf(parts)) => parts.iter().all(|part| is_among(noun, part)),
        (noun, filter) => noun == filter,
    }
}

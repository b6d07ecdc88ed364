//! Leaves: numbers, mana, names of types and colors, lists.

use std::sync::LazyLock;

use super::becoming::{becoming, each_equal_to};
use super::figures::{in_digits, in_words};
use super::later;
use super::names::{card_type, color, subtype, supertype};
use crate::card::ast::ability::Ability;
use crate::card::ast::cost::{Cost, ManaOutput};
use crate::card::ast::effect::Modification;
use crate::card::ast::filter::Quantity;
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::keyword::Made;
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::words::card_type::{CardType, Supertype};
use crate::card::words::comparison::Parity;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{Color, ManaCost, ManaSymbol, ManaType};
use crate::card::words::marking::Marking;
use crate::card::words::zone_kind::{ZoneKind, Zones};

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[
    (Cat::Count, count),
    (Cat::Figure, figure),
    (Cat::Few, few),
    (Cat::Plain, plain),
    (Cat::Ordinal, ordinal),
    (Cat::CounterName, counter_name),
    (Cat::Symbols, symbols),
    (Cat::Mana, mana),
    (Cat::TypeName, type_name),
    (Cat::SupertypeName, supertype_name),
    (Cat::SubtypeName, subtype_name),
    (Cat::ColorName, color_name),
    (Cat::ParityName, parity_name),
    (Cat::Change, change),
    (Cat::Changes, changes),
    (Cat::Costs, costs),
    (Cat::CostPart, cost_part),
    (Cat::Payment, payment),
    (Cat::KeywordAbility, keyword),
    (Cat::Price, priced),
    (Cat::Times, times),
    (Cat::Several, several),
    (Cat::TimesAs, times_as),
    (Cat::AtLeast, at_least),
    (Cat::OrMore, or_more),
    (Cat::InWords, number_in_words),
    (Cat::AtMost, at_most),
    (Cat::Exactly, exactly),
    (Cat::Number, number),
    (Cat::MarkingName, marking_name),
    (Cat::SomeCounter, some_counter),
    (Cat::Each, each_removed),
    (Cat::OneMana, one_mana),
    (Cat::EnergySymbols, energy),
    (Cat::EnergyCount, energy_count),
    (Cat::TopCards, top_cards),
    (Cat::Protected, protected),
    (Cat::Landwalk, landwalk),
    (Cat::Typecycling, typecycling),
    (Cat::Quotations, quotations),
    (Cat::Ballots, ballots),
    (Cat::VoteWord, vote_word),
    (Cat::KeywordWord, keyword_word),
    (Cat::CardName, card_name),
];

pub(super) fn one<C: Category>(value: Option<C::Value>, agreement: Person, end: usize) -> Vec<Reading> {
    value.map(|value| Reading::new::<C>(value, agreement, end)).into_iter().collect()
}

fn counting(n: u32) -> Person {
    if n == 1 { Person::One } else { Person::Many }
}

fn quantity(n: u32) -> Option<Quantity> {
    i32::try_from(n).ok().map(Quantity::Fixed)
}

/// "a", "two", "X" before what is counted.
fn count(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    match word {
        "a" | "an" => one::<category::Count>(Some(Quantity::Fixed(1)), Person::One, at + 1),
        "x" => one::<category::Count>(Some(Quantity::X), Person::Many, at + 1),
        "that" if reader.word(at + 1) == Some("many") => {
            one::<category::Count>(that_many(reader, at), Person::Many, at + 2)
        }
        word => match in_words(word).or_else(|| in_digits(word)) {
            Some(n) => one::<category::Count>(quantity(n), counting(n), at + 1),
            None => Vec::new(),
        },
    }
}

/// What was done to all or up to some of something, if "that many" at a position says what is done
/// then: "Sacrifice all Elves, then create that many tokens."
fn done_to_all(reader: &Reader<'_>, at: usize) -> Option<Deed> {
    (at.saturating_sub(4)..at).find(|at| reader.word(*at) == Some("then"))?;
    let deed = |at: usize| {
        let counts = reader.word(at + 1) == Some("all") || reader.words(at + 1, &["up", "to"]).is_some();
        match reader.word(at).filter(|_| counts)? {
            "destroy" => Some(Deed::Destroyed),
            "discard" => Some(Deed::Discarded),
            "exile" => Some(Deed::Exiled),
            "sacrifice" => Some(Deed::Sacrificed),
            _ => None,
        }
    };
    let mut all = (0..at).filter_map(deed);
    all.next().filter(|_| all.next().is_none())
}

/// "That many": what an event tells, or as many as something was done to before, if it was done to
/// any number of things.
fn that_many(reader: &Reader<'_>, at: usize) -> Option<Quantity> {
    if let Some(deed) = done_to_all(reader, at) {
        return Some(Quantity::ThisWay(deed, None));
    }
    let of_a_hand = [["hand", "into"], ["hands", "into"], ["hand", ","], ["hand", "."]];
    let is_counted = |at: usize| {
        reader.words(at, &["any", "number", "of"]).is_some()
            || of_a_hand.iter().any(|words| reader.words(at, words).is_some())
    };
    let mut counted = (0..at).filter(|at| is_counted(*at));
    let Some(first) = counted.next() else { return Some(Quantity::ThatMuch) };
    let deeds = [("discard", Deed::Discarded), ("sacrifice", Deed::Sacrificed), ("shuffle", Deed::Put)];
    let deed = (first.saturating_sub(6)..first).rev().find_map(|at| {
        let word = reader.word(at)?;
        deeds
            .iter()
            .find(|(verb, _)| word.strip_suffix('s').unwrap_or(word) == *verb)
            .map(|(verb, deed)| (word == *verb, *deed))
    });
    // What each of several players has done is theirs alone.
    let is_yours = |at: usize| !(0..at).any(|at| reader.word(at) == Some("each"));
    match deed {
        Some((true, deed)) if counted.next().is_none() && is_yours(first) => Some(Quantity::ThisWay(deed, None)),
        _ => None,
    }
}

/// "3", "X", "that much".
fn figure(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    match word {
        "x" => of_an_x(reader, at),
        "half" | "twice" | "two" | "three" if [at + 1, at + 2].iter().any(|at| reader.word(*at) == Some("x")) => {
            of_an_x(reader, at)
        }
        "that" if reader.word(at + 1) == Some("much") => {
            one::<category::Figure>(that_many(reader, at), Person::Many, at + 2)
        }
        word => one::<category::Figure>(in_digits(word).and_then(quantity), Person::Many, at + 1),
    }
}

/// "X", "X plus 1", "twice X", "half X, rounded up".
fn of_an_x(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |number, end| found.push(Reading::new::<category::Figure>(number, Person::Many, end));
    if let Some(end) = reader.words(at, &["x"]) {
        add(Quantity::X, end);
        let more = reader.words(end, &["plus"]).and_then(|at| in_digits(reader.word(at)?));
        more.and_then(quantity).into_iter().for_each(|n| add(Quantity::Sum(vec![Quantity::X, n]), end + 2));
    }
    let times: [(&[&str], i32); 3] = [(&["twice", "x"], 2), (&["two", "times", "x"], 2), (&["three", "times", "x"], 3)];
    for (words, n) in times {
        let end = reader.words(at, words);
        end.into_iter().for_each(|end| add(Quantity::Times(n, Box::new(Quantity::X)), end));
    }
    for (up, word) in [(true, "up"), (false, "down")] {
        let half = Quantity::Divided { of: Box::new(Quantity::X), by: 2, up };
        let end = reader.words(at, &["half", "x", ",", "rounded", word]);
        end.into_iter().for_each(|end| add(half.clone(), end));
    }
    found
}

fn few(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    let n = if matches!(word, "a" | "an") { Some(1) } else { in_words(word).or_else(|| in_digits(word)) };
    n.map(|n| Reading::new::<category::Few>(n, counting(n), at + 1)).into_iter().collect()
}

fn plain(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(|word| in_digits(word).or_else(|| in_words(word)));
    n.map(|n| Reading::new::<category::Plain>(n, counting(n), at + 1)).into_iter().collect()
}

fn ordinal(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(|word| (1..=10).find(|n| crate::card::wording::inflection::ordinal(*n) == word));
    one::<category::Ordinal>(n, Person::One, at + 1)
}

/// "+1/+1" or a word of its own.
fn counter_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    let kind = word.trim_start_matches('+').parse::<CounterKind>().ok();
    let kind = if word.starts_with(['+', '-']) {
        let half = |half: &str| half.parse::<i8>().ok();
        let halves = word.split_once('/').and_then(|(power, toughness)| half(power).zip(half(toughness)));
        halves.map(|(power, toughness)| CounterKind::PowerToughness(power, toughness))
    } else {
        // Not every word before "counter" is the name of a kind.
        let of_speech = ["a", "an", "no", "any", "additional", "another", "more", "that", "those", "each", "all", "of"];
        kind.filter(|_| {
            word.chars().all(char::is_alphabetic) && !of_speech.contains(&word) && !later::has_counter(word)
        })
    };
    one::<category::CounterName>(kind, Person::One, at + 1)
}

/// A row of symbols as a cost.
pub(crate) fn mana_cost(reader: &Reader<'_>, at: usize) -> Option<(ManaCost, usize)> {
    let mut said = String::new();
    let mut end = at;
    while let Some(word) = reader.word(end).filter(|word| word.starts_with('{')) {
        let next = word.to_uppercase();
        if next.parse::<ManaCost>().is_err() {
            break;
        }
        said.push_str(&next);
        end += 1;
    }
    (end > at).then(|| Some((said.parse().ok()?, end))).flatten()
}

fn symbols(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let cost = mana_cost(reader, at);
    cost.map(|(cost, end)| Reading::new::<category::Symbols>(cost, Person::Many, end)).into_iter().collect()
}

/// The mana that symbols stand for, if each is of one type.
fn units(cost: &ManaCost) -> Option<Vec<ManaType>> {
    let unit = |symbol: &ManaSymbol| if let ManaSymbol::Mana(kind) = symbol { Some(*kind) } else { None };
    cost.0.iter().map(unit).collect()
}

fn mana(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |value, end| found.push(Reading::new::<category::Mana>(value, Person::Many, end));
    if let Some((cost, end)) = mana_cost(reader, at) {
        let Some(first) = units(&cost) else { return found };
        add(ManaOutput::Units(first), end);
        // "{R} or {G}", "{W}, {U}, or {B}".
        let single = |at| one_unit(reader, at);
        if let Some((kinds, end)) = reader.list(at, &["or"], &single) {
            add(ManaOutput::OneOf(kinds, Quantity::Fixed(1)), end);
        }
        // "{R}{R}, {R}{G}, or {G}{G}".
        let pair = |at| {
            let (cost, end) = mana_cost(reader, at)?;
            Some((<[ManaType; 2]>::try_from(units(&cost)?).ok()?, end))
        };
        if let Some((pairs, end)) = reader.list(at, &["or"], &pair)
            && let [[one, same], [first, second], [other, again]] = pairs.as_slice()
            && one == same
            && other == again
            && one == first
            && other == second
        {
            add(ManaOutput::Combination(vec![*one, *other], Quantity::Fixed(2)), end);
        }
        return found;
    }
    for (number, _, end) in reader.all::<category::Count>(&Want::default(), at) {
        let colors: Vec<ManaType> = Color::ALL.into_iter().map(ManaType::from).collect();
        // One mana is of any color, and several are of any one.
        let one = number == Quantity::Fixed(1);
        let of: &[&str] = if one { &["mana", "of", "any", "color"] } else { &["mana", "of", "any", "one", "color"] };
        if let Some(end) = reader.words(end, of) {
            add(ManaOutput::OneOf(colors.clone(), number.clone()), end);
        }
        let Some(of) = reader.words(end, &["mana", "in", "any", "combination", "of"]) else { continue };
        if let Some(end) = reader.words(of, &["colors"]) {
            add(ManaOutput::Combination(colors, number.clone()), end);
        }
        if let Some((kinds, end)) = reader.list(of, &["and/or"], &|at| one_unit(reader, at)) {
            add(ManaOutput::Combination(kinds, number), end);
        }
    }
    found
}

/// One mana of a type, and nothing more.
fn one_unit(reader: &Reader<'_>, at: usize) -> Option<(ManaType, usize)> {
    let (cost, end) = mana_cost(reader, at)?;
    let kinds = units(&cost).filter(|kinds| kinds.len() == 1)?;
    Some((*kinds.first()?, end))
}

fn one_mana(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let kinds = mana_cost(reader, at).and_then(|(cost, _)| units(&cost));
    one::<category::OneMana>(kinds.and_then(|kinds| kinds.first().copied()), Person::One, at + 1)
}

fn type_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let found = reader.word(at).and_then(card_type);
    found.map(|(kind, n)| Reading::new::<category::TypeName>(kind, n, at + 1)).into_iter().collect()
}

fn supertype_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    one::<category::SupertypeName>(reader.word(at).and_then(supertype), Person::One, at + 1)
}

fn subtype_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let found = reader.word(at).and_then(subtype);
    found.map(|(kind, n)| Reading::new::<category::SubtypeName>(kind, n, at + 1)).into_iter().collect()
}

fn color_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    one::<category::ColorName>(reader.word(at).and_then(color), Person::One, at + 1)
}

fn parity_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let parity = match reader.word(at) {
        Some("even") => Some(Parity::Even),
        Some("odd") => Some(Parity::Odd),
        _ => None,
    };
    one::<category::ParityName>(parity, Person::One, at + 1)
}

/// The name of a keyword ability: "madness", "first strike".
pub(crate) fn keyword_in_words(reader: &Reader<'_>, at: usize) -> Option<(KeywordName, usize)> {
    let (first, second) = (reader.word(at)?, reader.word(at + 1).unwrap_or_default());
    let named = |words: String| KeywordName::try_from(words).ok();
    let two = named(format!("{first} {second}")).map(|name| (name, at + 2));
    two.or_else(|| Some((named(first.to_owned())?, at + 1)))
}

/// "+2/-1" as the numbers that are added.
pub(crate) fn sizes(word: &str) -> Option<(Quantity, Quantity)> {
    let (power, toughness) = word.split_once('/')?;
    let number = |said: &str| -> Option<Quantity> {
        let digits = said.strip_prefix('+').or_else(|| said.strip_prefix('-'))?;
        let negative = said.starts_with('-');
        if digits == "x" {
            return Some(if negative { Quantity::Times(-1, Box::new(Quantity::X)) } else { Quantity::X });
        }
        let number = i32::try_from(in_digits(digits)?).ok()?;
        Some(Quantity::Fixed(if negative { -number } else { number }))
    };
    Some((number(power)?, number(toughness)?))
}

/// "gets +1/+1", "has base power and toughness 1/1", "gains flying and trample".
fn change(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    let many = want.agreement != Some(Person::One);
    let mut found = Vec::new();
    if let Some(at) = reader.words(at + 1, &["base", "power", "and", "toughness"])
        && (word == if many { "have" } else { "has" })
        && let Some(change) = reader.word(at).and_then(base_size)
    {
        found.push(Reading::new::<category::Change>(change, Person::One, at + 1));
    }
    let verb = |one: &str, all: &str| word == if many { all } else { one };
    if verb("has", "have") {
        let each = each_equal_to(reader, at + 1, false).into_iter();
        found.extend(each.map(|(change, end)| Reading::new::<category::Change>(change, Person::One, end)));
    }
    let more = reader.words(at + 1, &["an", "additional"]).unwrap_or(at + 1);
    if verb("gets", "get")
        && let Some((power, toughness)) = reader.word(more).and_then(sizes)
    {
        let end = more + 1;
        let change = Modification::AddPowerToughness(power.clone(), toughness.clone());
        found.push(Reading::new::<category::Change>(change, Person::One, end));
        if let Some(each) = reader.words(end, &["for", "each"]) {
            for (each, _, end) in reader.all::<category::Each>(&Want::default(), each) {
                let times = |n: &Quantity| multiplied(n, &each);
                if let (Some(power), Some(toughness)) = (times(&power), times(&toughness)) {
                    let change = Modification::AddPowerToughness(power, toughness);
                    found.push(Reading::new::<category::Change>(change, Person::One, end));
                }
            }
        }
        if let Some(amount) = reader.words(end, &[",", "where", "x", "is"]) {
            for (amount, _, end) in reader.all::<category::Amount>(&Want::default(), amount) {
                let is = |n: &Quantity| match n {
                    Quantity::X => amount.clone(),
                    Quantity::Times(n, inner) if **inner == Quantity::X => {
                        Quantity::Times(*n, Box::new(amount.clone()))
                    }
                    n => n.clone(),
                };
                let change = Modification::AddPowerToughness(is(&power), is(&toughness));
                found.push(Reading::new::<category::Change>(change, Person::One, end));
            }
        }
    }
    found
}

/// "1/1" as base power and toughness.
pub(crate) fn base_size(word: &str) -> Option<Modification> {
    let (power, toughness) = word.split_once('/')?;
    let number = |said: &str| if said == "x" { Some(Quantity::X) } else { quantity(in_digits(said)?) };
    Some(Modification::SetPowerToughness(number(power)?, number(toughness)?))
}

/// A fixed number for each of something.
pub(crate) fn multiplied(n: &Quantity, each: &Quantity) -> Option<Quantity> {
    match n {
        Quantity::Fixed(0) => Some(Quantity::Fixed(0)),
        Quantity::Fixed(1) => Some(each.clone()),
        Quantity::Fixed(n) => Some(Quantity::Times(*n, Box::new(each.clone()))),
        _ => None,
    }
}

fn times(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(in_digits).and_then(|n| i32::try_from(n).ok());
    one::<category::Times>(n, Person::Many, at + 1)
}

/// "twice", "three times".
fn times_as(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let (n, end) = match reader.word(at) {
        Some("twice") => (2, at + 1),
        Some("three") if reader.word(at + 1) == Some("times") => (3, at + 2),
        _ => return Vec::new(),
    };
    vec![Reading::new::<category::TimesAs>(n, Person::Many, end)]
}

fn several(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(in_words).and_then(|n| i32::try_from(n).ok());
    one::<category::Several>(n, Person::Many, at + 1)
}

/// "three or more", "at least three".
fn at_least(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let number = |at| reader.word(at).and_then(|word| in_words(word).or_else(|| in_digits(word))).and_then(quantity);
    // "At least five other Mountains" can be others than the one that entered.
    if let Some(at) = reader.words(at, &["at", "least"]).filter(|at| reader.word(at + 1) != Some("other")) {
        return one::<category::AtLeast>(number(at), Person::Many, at + 1);
    }
    match reader.words(at + 1, &["or", "more"]) {
        Some(end) => one::<category::AtLeast>(number(at), Person::Many, end),
        None => Vec::new(),
    }
}

/// "two or fewer".
fn at_most(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    match reader.words(at + 1, &["or", "fewer"]) {
        Some(end) => one::<category::AtMost>(reader.word(at).and_then(in_words).and_then(quantity), Person::Many, end),
        None => Vec::new(),
    }
}

/// "exactly two".
fn exactly(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(at) = reader.words(at, &["exactly"]) else { return Vec::new() };
    let n = reader.word(at).and_then(in_words);
    n.map(|n| quantity(n).map(|q| Reading::new::<category::Exactly>(q, counting(n), at + 1)))
        .into_iter()
        .flatten()
        .collect()
}

/// "five", "20".
fn number(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(|word| in_words(word).or_else(|| in_digits(word)));
    one::<category::Number>(n.and_then(quantity), Person::Many, at + 1)
}

fn marking_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let being = reader.word(at).and_then(|word| Marking::ALL.into_iter().find(|it| it.word() == word));
    one::<category::MarkingName>(being, Person::One, at + 1)
}

fn number_in_words(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let n = reader.word(at).and_then(in_words);
    n.map(|n| Reading::new::<category::InWords>(n, counting(n), at + 1)).into_iter().collect()
}

fn or_more(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    match reader.words(at + 1, &["or", "more"]) {
        Some(end) => one::<category::OrMore>(reader.word(at).and_then(in_words), Person::Many, end),
        None => Vec::new(),
    }
}

/// "a +1/+1 counter", or "one or more +1/+1 counters".
fn some_counter(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let (at, ends) = match want.many {
        true => (reader.words(at, &["one", "or", "more"]), "counters"),
        false => (reader.article(at), "counter"),
    };
    let Some(at) = at else { return Vec::new() };
    let number = if want.many { Person::Many } else { Person::One };
    let kinds = reader.all::<category::CounterName>(&Want::default(), at).into_iter();
    let whole = kinds.filter_map(|(kind, _, end)| Some((kind, reader.words(end, &[ends])?)));
    whole.map(|(kind, end)| Reading::new::<category::SomeCounter>(kind, number, end)).collect()
}

/// "Charge counter removed this way", where any number of them is removed as a cost: X.
fn each_removed(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let (Some(kind), Some(end)) = (reader.word(at), reader.words(at + 1, &["counter", "removed", "this", "way"]))
    else {
        return Vec::new();
    };
    let cost = (0..at).take_while(|at| reader.word(*at) != Some(":"));
    let words = ["remove", "any", "number", "of", kind, "counters", "from", "~"];
    let is_paid = cost.into_iter().any(|at| reader.words(at, &words).is_some());
    one::<category::Each>(is_paid.then_some(Quantity::X), Person::One, end)
}

/// "gets +1/+1 and gains flying and trample".
fn changes(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let many = want.agreement != Some(Person::One);
    let verbs = if many { ["gain", "have"] } else { ["gains", "has"] };
    let change = |_: Option<&Modification>, at: usize| {
        let changes = reader.all::<category::Change>(want, at).into_iter();
        let mut found: Vec<(Vec<Modification>, usize)> = changes.map(|(it, _, end)| (vec![it], end)).collect();
        if reader.word(at).is_some_and(|word| verbs.contains(&word)) {
            let gained = |all: Vec<Ability>| all.into_iter().map(|it| Modification::Gain(Box::new(it))).collect();
            found.extend(given(reader, at + 1).into_iter().map(|(all, end)| (gained(all), end)));
        }
        // "loses flying and islandwalk"
        if reader.word(at) == Some(if many { "lose" } else { "loses" }) {
            let several = keywords(reader, at + 1).into_iter().filter(|(all, _)| all.len() > 1);
            let lost = |all: Vec<Keyword>| all.into_iter().map(Modification::LoseKeyword).collect();
            found.extend(several.map(|(all, end)| (lost(all), end)));
        }
        found.extend(becoming(reader, want, at));
        found
    };
    let all = reader.series(at, AND, &change).into_iter();
    all.map(|(all, end)| Reading::new::<category::Changes>(all, Person::One, end)).collect()
}

/// The abilities that something is given: keywords, quoted texts, or both.
pub(crate) fn given(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Ability>, usize)> {
    let of_keywords = |at| {
        let all = keywords(reader, at).into_iter();
        all.map(|(keywords, end)| (keywords.into_iter().map(Ability::Keyword).collect::<Vec<_>>(), end))
    };
    reader.series(at, &[&["and"], &[",", "and"]], &|before, at| match before {
        None => of_keywords(at).chain(of_quotation(reader, at)).collect(),
        Some(Ability::Keyword(_)) => of_quotation(reader, at),
        Some(_) => of_quotation(reader, at).into_iter().chain(of_keywords(at)).collect(),
    })
}

/// The abilities of one quotation.
fn of_quotation(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Ability>, usize)> {
    let Some((quotation, end)) = reader.quoted(at) else { return Vec::new() };
    let host = super::ability::Host { is_spell: false };
    super::ability::paragraph(&quotation, host).into_iter().map(|it| (it, end)).collect()
}

/// The abilities of several quotations.
fn quotations(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let all = reader.series(at, &[&["and"]], &|_, at| of_quotation(reader, at)).into_iter();
    all.map(|(all, end)| Reading::new::<category::Quotations>(all, Person::One, end)).collect()
}

/// A word without a meaning of its own that players vote for (CR 701.32b).
fn a_vote(reader: &Reader<'_>, at: usize) -> Option<(String, usize)> {
    let word = reader.word(at).filter(|word| word.chars().all(char::is_alphabetic))?;
    (!matches!(word, "a" | "an" | "each" | "one")).then(|| (word.to_owned(), at + 1))
}

/// "time or money".
fn ballots(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let all = reader.list(at, &["or"], &|at| a_vote(reader, at));
    all.map(|(words, end)| Reading::new::<category::Ballots>(words, Person::Many, end)).into_iter().collect()
}

fn vote_word(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let word = a_vote(reader, at);
    word.map(|(word, end)| Reading::new::<category::VoteWord>(word, Person::One, end)).into_iter().collect()
}

/// The name of a keyword that offers another cost: "its prowl cost" (CR 118.9).
fn keyword_word(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let named = keyword_in_words(reader, at).filter(|(name, _)| name.alternative().is_some());
    named.map(|(name, end)| Reading::new::<category::KeywordWord>(name, Person::One, end)).into_iter().collect()
}

fn card_name(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let names = reader.names(at).into_iter();
    names.map(|(name, end)| Reading::new::<category::CardName>(name, Person::One, end)).collect()
}

/// "flying", "flying and trample", "flying, vigilance, and trample".
pub(crate) fn keywords(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Keyword>, usize)> {
    reader.series(at, AND, &|_, at| keyword_or_several(reader, at))
}

/// A keyword, or several of one word: "protection from black and from red" (CR 702.16g).
pub(crate) fn keyword_or_several(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Keyword>, usize)> {
    let mut found = each::<category::KeywordAbility>(reader, at);
    let Some(at) = reader.words(at, &["protection"]) else { return found };
    let from = |_: Option<&Keyword>, at: usize| {
        let Some(at) = reader.words(at, &["from"]) else { return Vec::new() };
        let all = reader.all::<category::Protected>(&Want::default(), at).into_iter();
        all.map(|(from, _, end)| (vec![Keyword::Protection(Box::new(from))], end)).collect()
    };
    // The last of them follows "and".
    let is_joined = |end: usize| {
        let last = (at..end).rev().find(|at| reader.word(*at) == Some("from"));
        last.is_some_and(|last| reader.word(last - 1) == Some("and"))
    };
    found.extend(reader.series(at, AND, &from).into_iter().filter(|(_, end)| is_joined(*end)));
    found
}

/// The joints of a series.
const AND: &[&[&str]] = &[&["and"], &[",", "and"], &[","]];

/// Each reading of a category as an item of a series.
pub(crate) fn each<C: Category>(reader: &Reader<'_>, at: usize) -> Vec<(Vec<C::Value>, usize)>
where
    C::Value: Clone,
{
    reader.all::<C>(&Want::default(), at).into_iter().map(|(it, _, end)| (vec![it], end)).collect()
}

/// A keyword with the operand that it declares; those with wording of their own are rows.
fn keyword(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    static PLAIN: LazyLock<Vec<Keyword>> = LazyLock::new(|| Keyword::plain().collect());
    let named = |word: &str| word.split(' ').try_fold(at, |at, word| (reader.word(at) == Some(word)).then_some(at + 1));
    let mut found: Vec<(Keyword, usize)> = Vec::new();
    found.extend(PLAIN.iter().filter_map(|keyword| Some((keyword.clone(), named(keyword.word())?))));
    for (word, made) in Keyword::made() {
        let Some(at) = named(word) else { continue };
        let numbers = |at| reader.all::<category::Figure>(&Want::default(), at).into_iter();
        match made {
            Made::Own => {}
            Made::Number(of) => {
                found.extend(
                    reader.all::<category::Plain>(&Want::default(), at).into_iter().map(|(n, _, end)| (of(n), end)),
                );
            }
            Made::Cost(of) => found.extend(price(reader, at).into_iter().map(|(cost, end)| (of(cost), end))),
            Made::NumberAndCost(of) => {
                for (n, _, end) in numbers(at) {
                    let made = |(cost, end)| Some((of(n.clone(), cost)?, end));
                    found.extend(price(reader, end).into_iter().filter_map(made));
                }
            }
            Made::OntoAndCost(of) => {
                let Some(onto) = reader.words(at, &["onto"]) else { continue };
                for (onto, _, end) in reader.all::<category::Onto>(&Want::default(), onto) {
                    found.extend(price(reader, end).into_iter().map(|(cost, end)| (of(onto.clone(), cost), end)));
                }
            }
        }
    }
    found.into_iter().map(|(it, end)| Reading::new::<category::KeywordAbility>(it, Person::One, end)).collect()
}

/// The cost after a keyword: mana alone, or any cost after a dash.
fn price(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Cost>, usize)> {
    let costs = |at| reader.all::<category::Costs>(&Want::default(), at).into_iter().map(|(cost, _, end)| (cost, end));
    let is_mana = |cost: &[Cost]| cost.iter().all(|part| matches!(part, Cost::Mana(_)));
    let of_mana = |cost: &[Cost]| match cost {
        [Cost::Either(several)] => several.iter().all(|cost| is_mana(cost)),
        cost => is_mana(cost),
    };
    let mut found: Vec<_> = costs(at).filter(|(cost, _)| of_mana(cost)).collect();
    found.extend(reader.words(at, &["—"]).into_iter().flat_map(costs));
    found
}

fn priced(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let all = price(reader, at).into_iter();
    all.map(|(cost, end)| Reading::new::<category::Price>(cost, Person::One, end)).collect()
}

/// "{2}, {T}, Sacrifice a creature".
fn costs(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let commanded = Want::of(Person::You);
    let part = |_: Option<&Cost>, at: usize| {
        let parts = reader.all::<category::CostPart>(&commanded, at).into_iter();
        parts.flat_map(|(part, _, end)| with_more(reader, part, end)).collect()
    };
    let mut all = reader.series(at, &[&[","]], &part);
    // "{3}, {T} or {B}, {T}"
    let is_of_mana = |all: &[Cost]| matches!(all, [Cost::Mana(_), ..]);
    let mut either = Vec::new();
    for (one, end) in all.iter().filter(|(all, _)| is_of_mana(all)) {
        let Some(at) = reader.words(*end, &["or"]) else { continue };
        let others = reader.series(at, &[&[","]], &part).into_iter().filter(|(all, _)| is_of_mana(all));
        either.extend(others.map(|(other, end)| (vec![Cost::Either(vec![one.clone(), other])], end)));
    }
    all.extend(either);
    // "Remove three charge counters from ~ and sacrifice it": what they are removed from.
    let removes = |all: &[Cost]| matches!(all.last(), Some(Cost::RemoveCounters(..)));
    let and_it = |at| reader.words(at, &["and", "sacrifice", "it"]);
    let sacrificed = all
        .iter()
        .filter(|(all, _)| removes(all))
        .filter_map(|(all, end)| Some((all.iter().cloned().chain([Cost::SacrificeThis]).collect(), and_it(*end)?)));
    let sacrificed: Vec<(Vec<Cost>, usize)> = sacrificed.collect();
    all.extend(sacrificed);
    all.into_iter().map(|(all, end)| Reading::new::<category::Costs>(all, Person::One, end)).collect()
}

/// A part of a cost, and more of its kind that follows without its verb: "sacrifice a Swamp and a
/// Forest", "pay {4} and 2 life".
fn with_more(reader: &Reader<'_>, part: Cost, end: usize) -> Vec<(Vec<Cost>, usize)> {
    let mut found = vec![(vec![part.clone()], end)];
    let mut next = 0;
    while let Some((all, end)) = found.get(next).cloned() {
        next += 1;
        for at in AND.iter().filter_map(|words| reader.words(end, words)) {
            let more = same_again(reader, &part, at).into_iter();
            found.extend(more.map(|(other, end)| ([all.clone(), vec![other]].concat(), end)));
        }
    }
    found
}

/// What is paid in the same way as a part of a cost.
fn same_again(reader: &Reader<'_>, part: &Cost, at: usize) -> Vec<(Cost, usize)> {
    use crate::card::ast::filter::Filter;
    match part {
        Cost::Sacrifice(..) | Cost::SacrificeThis => {
            let all = reader.all::<category::One>(&Want::default(), at).into_iter();
            let cost = |what| if what == Filter::This { Cost::SacrificeThis } else { Cost::Sacrifice(1, what) };
            let named = all.filter(|(what, ..)| !matches!(what, Filter::Is(_) | Filter::AnyOf(_)));
            named.map(|(what, _, end)| (cost(what), end)).collect()
        }
        Cost::Discard(..) => {
            let another = reader.words(at, &["another", "card"]).map(|end| (Cost::Discard(1, Filter::Any), end));
            another.into_iter().collect()
        }
        Cost::Exile { from, .. } if *from == Zones::only(ZoneKind::Graveyard) => {
            reader.words(at, &["~"]).map(|end| (Cost::ExileThis, end)).into_iter().collect()
        }
        Cost::Mana(_) => {
            let lives = reader.all::<category::Plain>(&Want::default(), at).into_iter();
            lives.filter_map(|(n, _, end)| Some((Cost::Life(n), reader.words(end, &["life"])?))).collect()
        }
        _ => Vec::new(),
    }
}

/// "pay {2} and sacrifice a creature", with a verb that agrees with who pays.
fn payment(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let part = |_: Option<&Cost>, at: usize| {
        let parts = reader.all::<category::Paid>(want, at).into_iter();
        parts.flat_map(|(part, _, end)| with_more(reader, part, end)).collect()
    };
    let mut all = reader.series(at, AND, &part);
    let with_x: Vec<_> = all.iter().flat_map(|(all, end)| paid_of_x(reader, all, *end)).collect();
    all.extend(with_x);
    all.into_iter().map(|(all, end)| Reading::new::<category::Payment>(all, Person::One, end)).collect()
}

/// "{X}, where X is its mana value": as many mana as that. Nothing else of the text is X.
fn paid_of_x(reader: &Reader<'_>, paid: &[Cost], end: usize) -> Vec<(Vec<Cost>, usize)> {
    let (Some(at), [Cost::Mana(mana)]) = (reader.words(end, &[",", "where", "x", "is"]), paid) else {
        return Vec::new();
    };
    let is_x = |at: &usize| matches!(reader.word(*at), Some("x" | "{x}"));
    if mana.0 != [ManaSymbol::X] || (0..reader.tokens.len()).filter(is_x).count() != 2 {
        return Vec::new();
    }
    let one = Cost::Mana(ManaCost(vec![ManaSymbol::Generic(1)]));
    let amounts = reader.all::<category::Amount>(&Want::default(), at).into_iter();
    amounts.map(|(amount, _, end)| (vec![Cost::Times(amount, Box::new(one.clone()))], end)).collect()
}

fn cost_part(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut add = |cost, end| found.push(Reading::new::<category::CostPart>(cost, Person::One, end));
    if let Some((mana, end)) = mana_cost(reader, at) {
        add(Cost::Mana(mana), end);
    }
    // "+1", "-3", "0", "-X": loyalty.
    if let Some(word) = reader.word(at)
        && reader.word(at + 1) == Some(":")
    {
        if word == "-x" {
            add(Cost::Times(Quantity::X, Box::new(Cost::Loyalty(-1))), at + 1);
        } else if let Ok(loyalty) = word.trim_start_matches('+').parse::<i32>() {
            add(Cost::Loyalty(loyalty), at + 1);
        }
    }
    found
}

/// What protection is from: "red", "artifacts", "everything".
fn protected(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    use crate::card::ast::filter::{Filter, Players};
    let mut found = Vec::new();
    let mut add = |filter, end| found.push(Reading::new::<category::Protected>(filter, Person::Many, end));
    match reader.word(at) {
        Some("everything") => add(Filter::Any, at + 1),
        Some("the") if reader.words(at + 1, &["chosen", "color"]).is_some() => add(Filter::ChosenColor, at + 3),
        Some("all") if reader.words(at + 1, &["colors"]).is_some() => {
            add(Filter::Not(Box::new(Filter::Colorless)), at + 2);
        }
        Some("the") if reader.words(at + 1, &["chosen", "color"]).is_some() => add(Filter::ChosenColor, at + 3),
        Some("the") if reader.words(at + 1, &["chosen", "player"]).is_some() => {
            add(Filter::ControlledBy(Players::ChosenPlayer), at + 3);
        }
        Some("the") if reader.words(at + 1, &["chosen", "name"]).is_some() => add(Filter::ChosenName, at + 3),
        Some("multicolored") => add(Filter::Multicolored, at + 1),
        Some("monocolored") => add(Filter::Monocolored, at + 1),
        Some("snow") => add(Filter::Supertype(Supertype::Snow), at + 1),
        Some(word) => {
            if let Some(color) = color(word) {
                add(Filter::Color(color), at + 1);
            }
        }
        None => {}
    }
    let many = Want::of(Person::Many);
    for (noun, _, end) in reader.all::<category::Noun>(&many, at) {
        add(noun, end);
    }
    found
}

/// "islandwalk", "snow swampwalk", "legendary landwalk".
fn landwalk(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    use crate::card::ast::filter::Filter;
    let stem = |at: usize| reader.word(at).and_then(|word| word.strip_suffix("walk"));
    let land = |stem: &str| match subtype(stem) {
        Some((kind, _)) => Some(Filter::Subtype(kind)),
        None => (stem == "land").then_some(Filter::Type(CardType::Land)),
    };
    if let Some(filter) = stem(at).and_then(land).filter(|filter| !matches!(filter, Filter::Type(_))) {
        return vec![Reading::new::<category::Landwalk>(filter, Person::One, at + 1)];
    }
    let before = reader.word(at).and_then(|word| supertype(word.strip_prefix("non").unwrap_or(word)));
    match (before, stem(at + 1).and_then(land)) {
        (Some(kind), Some(filter)) => {
            let kind = Filter::Supertype(kind);
            let kind = if reader.word(at).is_some_and(|word| word.starts_with("non")) {
                Filter::Not(Box::new(kind))
            } else {
                kind
            };
            let land = if matches!(filter, Filter::Type(_)) {
                kind
            } else {
                crate::card::wording::parts::all(vec![kind, filter])
            };
            vec![Reading::new::<category::Landwalk>(land, Person::One, at + 2)]
        }
        _ => Vec::new(),
    }
}

/// "plainscycling", "basic landcycling", "Wizardcycling".
fn typecycling(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    use crate::card::ast::filter::Filter;
    let (before, at) = match reader.word(at).and_then(supertype) {
        Some(kind) => (Filter::Supertype(kind), at + 1),
        None => (Filter::Any, at),
    };
    let Some(word) = reader.word(at).and_then(|word| word.strip_suffix("cycling")) else { return Vec::new() };
    let kind = match (subtype(word), card_type(word)) {
        (Some((kind, _)), _) => Filter::Subtype(kind),
        (_, Some((kind, _))) => Filter::Type(kind),
        _ => return Vec::new(),
    };
    let what = crate::card::wording::parts::all(vec![before, kind]);
    vec![Reading::new::<category::Typecycling>(what, Person::One, at + 1)]
}

/// Symbols of energy: "{E}{E}" is two counters (CR 107.14).
fn energy(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let count = (at..).take_while(|at| reader.word(*at) == Some("{e}")).count();
    let n = u32::try_from(count).ok().filter(|n| *n > 0);
    one::<category::EnergySymbols>(n, Person::Many, at + count)
}

/// Cards on top: "the top card", "the top three cards".
fn top_cards(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(at) = reader.words(at, &["the", "top"]) else { return Vec::new() };
    if let Some(end) = reader.words(at, &["card"]) {
        return one::<category::TopCards>(Some(1), Person::One, end);
    }
    let n = reader.word(at).and_then(|word| in_words(word).or_else(|| in_digits(word)));
    match reader.words(at + 1, &["cards"]) {
        Some(end) => one::<category::TopCards>(n, Person::Many, end),
        None => Vec::new(),
    }
}

fn energy_count(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let symbols = energy(reader, want, at).pop();
    let Some((n, end)) = symbols.and_then(|it| Some((quantity(*it.value.get::<u32>()?)?, it.end))) else {
        return Vec::new();
    };
    one::<category::EnergyCount>(Some(n), Person::Many, end)
}

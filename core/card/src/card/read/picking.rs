//! What a player chooses without targeting it: "a land card from your hand", "one of them" (CR
//! 608.2d).

use super::figures::in_words;
use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category::{self, Cat};
use crate::card::wording::inflection::{Person, conjugated};
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::wording::open::OpenKind;
use crate::card::wording::parts::{all, chosen, is_card, is_several};
use crate::card::words::term::{Go, as_mut, walk_mut};
use crate::card::words::zone_kind::ZoneKind;

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[(Cat::Picked, picked), (Cat::Others, others)];

/// How many are chosen.
#[derive(Clone)]
struct Number {
    /// As many as there are, if it is none.
    count: Option<Quantity>,
    up_to: bool,
    another: bool,
    person: Person,
    end: usize,
}

/// "a", "two", "up to two", "any number of", "X".
fn numbers(reader: &Reader<'_>, at: usize) -> Vec<Number> {
    let number = |count, up_to, person, end| Number { count, up_to, another: false, person, end };
    let mut found = Vec::new();
    if let Some(end) = reader.article(at) {
        found.push(number(Some(Quantity::Fixed(1)), false, Person::One, end));
    }
    if let Some(end) = reader.words(at, &["another"]) {
        found.push(Number { another: true, ..number(Some(Quantity::Fixed(1)), false, Person::One, end) });
    }
    if let Some(end) = reader.words(at, &["any", "number", "of"]) {
        found.push(number(None, true, Person::Many, end));
    }
    let up_to = reader.words(at, &["up", "to"]);
    let at = up_to.unwrap_or(at);
    let word = reader.word(at);
    if let Some(n) = word.and_then(in_words).and_then(|n| i32::try_from(n).ok()) {
        let person = if n == 1 { Person::One } else { Person::Many };
        found.push(number(Some(Quantity::Fixed(n)), up_to.is_some(), person, at + 1));
    }
    if word == Some("x") {
        found.push(number(Some(Quantity::X), up_to.is_some(), Person::Many, at + 1));
    }
    if let Some(end) = reader.words(at, &["that", "many"]) {
        found.push(number(Some(Quantity::ThatMuch), up_to.is_some(), Person::Many, end));
    }
    found
}

/// What the text has mentioned: "them", "those cards", "the milled cards".
fn mentioned(reader: &Reader<'_>, at: usize) -> Vec<(Objects, usize)> {
    let all = reader.all::<category::Thing>(&Want::default(), at).into_iter();
    let several = all.filter(|(what, number, _)| !what.is_of_a_description() && *number == Person::Many);
    several.map(|(what, _, end)| (what, end)).collect()
}

/// A description of what is chosen, at random or not, and where its words end.
struct Described {
    what: Filter,
    at_random: bool,
    end: usize,
}

/// "land card from your hand", "card at random from their hand", "creature card from among them".
fn described(reader: &Reader<'_>, number: &Number) -> Vec<Described> {
    let mut found = Vec::new();
    for (noun, _, end) in reader.all::<category::Noun>(&Want::of(number.person), number.end) {
        let mut add = |what, at_random, end| found.push(Described { what, at_random, end });
        if let Some(after) = reader.words(end, &["at", "random"]) {
            add(noun.clone(), true, after);
            for (post, _, end) in reader.all::<category::Post>(&Want::of(number.person), after) {
                add(all(vec![noun.clone(), post]), true, end);
            }
        }
        if let Some(after) = reader.words(end, &["from", "among"]) {
            for (of, end) in mentioned(reader, after) {
                add(all(vec![noun.clone(), Filter::Is(of)]), false, end);
            }
        }
        if let Some(after) = reader.words(end, &["from", "it"])
            && let Some(who) = shown_hand(reader, end)
        {
            let hand = all(vec![noun.clone(), Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]);
            add(hand.clone(), false, after);
            for (post, _, end) in reader.all::<category::Post>(&Want::of(number.person), after) {
                add(all(vec![hand.clone(), post]), false, end);
            }
        }
        add(noun, false, end);
    }
    found
}

/// Whose hand "it" is, if a hand is what the words before the choice tell of.
fn shown_hand(reader: &Reader<'_>, at: usize) -> Option<Players> {
    let choose = (0..at).rev().find(|at| reader.word(*at) == Some("choose"))?;
    let form = ["you", "may", "and", "then", ",", "."];
    let before = (0..choose).rev().find(|at| reader.word(*at).is_some_and(|word| !form.contains(&word)))?;
    let is_hand = reader.word(before) == Some("hand");
    is_hand.then(|| reader.opened(at, OpenKind::Player)).flatten().map(Players::Target)
}

/// Whether a description can be of what is chosen: cards are in a zone, or were mentioned.
fn can_be_chosen(what: &Filter) -> bool {
    let has = |is: fn(&Filter) -> bool| match what {
        Filter::All(parts) => parts.iter().any(is),
        what => is(what),
    };
    let is_placed = has(|part| matches!(part, Filter::Is(_))) || what.names_a_zone();
    !what.is_of_spells() && (is_placed || !has(|part| *part == Filter::Card))
}

fn picked(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for number in numbers(reader, at) {
        let mut choices = described(reader, &number);
        // "one of them", "any number of those cards".
        let of = if number.count.is_none() { Some(number.end) } else { reader.words(number.end, &["of"]) };
        for (what, end) in of.map(|of| mentioned(reader, of)).unwrap_or_default() {
            choices.push(Described { what: Filter::Is(what), at_random: false, end });
        }
        for Described { what, at_random, end } in choices {
            let what = if number.another { all(vec![Filter::Not(Box::new(Filter::This)), what]) } else { what };
            if !can_be_chosen(&what) {
                continue;
            }
            let choose = verb::Choose {
                who: Players::You,
                count: number.count.clone().unwrap_or_else(|| Quantity::Count(Box::new(what.clone()))),
                what: TargetWhat::Object(what),
                up_to: number.up_to,
                at_random,
                divide: None,
                unchosen: false,
                total: None,
                into: 0,
            };
            found.push(Reading::new::<category::Picked>(choose, number.person, end));
        }
    }
    found
}

/// "the rest", "the other", "all other cards revealed this way".
fn others(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let several: [&[&str]; 9] = [
        &["the", "rest"],
        &["the", "others"],
        &["the", "other", "cards"],
        &["all", "other", "cards", "revealed", "this", "way"],
        &["the", "rest", "of", "the", "revealed", "cards"],
        &["the", "other", "revealed", "cards"],
        &["the", "rest", "of", "those", "cards"],
        &["the", "rest", "of", "the", "cards", "revealed", "this", "way"],
        &["all", "other", "revealed", "cards"],
    ];
    let many = several.iter().filter_map(|words| Some((Person::Many, reader.words(at, words)?)));
    let one = reader.words(at, &["the", "other"]).map(|end| (Person::One, end));
    many.chain(one)
        .filter_map(|(number, end)| {
            let rest = Objects::Target(reader.opened(at, OpenKind::Rest)?);
            Some(Reading::new::<category::Others>(rest, number, end))
        })
        .collect()
}

/// What a player chooses, and what becomes of it, after the words for the player.
pub(super) fn picks(
    reader: &Reader<'_>,
    who: &Players,
    agreement: Person,
    at: usize,
) -> Vec<(Vec<Instruction>, usize)> {
    let all = reader.all::<category::Picks>(&Want::of(agreement), at).into_iter();
    let all = all.map(|(said, _, end)| (said, end)).chain(given_up(reader, who, agreement, at));
    all.filter_map(|(said, end)| Some((told(reader, who, said, end)?, end))).collect()
}

/// "Discard any number of cards", "sacrifice up to two lands": of the hand or the permanents of
/// whoever does it.
fn given_up(reader: &Reader<'_>, who: &Players, agreement: Person, at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let says = |verb: &str| reader.words(at, &[conjugated(verb, agreement).as_str()]);
    let theirs = if is_several(who) { Players::They } else { who.clone() };
    let ways = [
        (says("discard"), vec![Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(theirs.clone())]),
        (says("sacrifice"), vec![Filter::ControlledBy(theirs)]),
    ];
    let mut found = Vec::new();
    for (way, (begin, of)) in ways.into_iter().enumerate() {
        let some = begin.map(|begin| numbers(reader, begin)).unwrap_or_default();
        for number in some.into_iter().filter(|it| it.up_to && !it.another) {
            for (noun, _, end) in reader.all::<category::Noun>(&Want::of(number.person), number.end) {
                if is_card(&noun) != (way == 0) || noun.names_a_zone() {
                    continue;
                }
                let what = all(std::iter::once(noun).chain(of.clone()).collect());
                let count = number.count.clone().unwrap_or_else(|| Quantity::Count(Box::new(what.clone())));
                let choose = verb::Choose { what: TargetWhat::Object(what), count, up_to: true, ..chosen() };
                let done = match way {
                    0 => Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0))),
                    _ if *who == Players::You => Instruction::SacrificeThose(verb::SacrificeThose(Objects::Chosen(0))),
                    _ => {
                        let sacrifice = verb::SacrificeTheirs { who: who.clone(), what: Objects::Chosen(0) };
                        Instruction::SacrificeTheirs(sacrifice)
                    }
                };
                found.push((vec![Instruction::Choose(choose), done], end));
            }
        }
    }
    found
}

/// The same with its player and with an open reference to the choice, which is mentioned once its
/// clause has ended.
fn told(reader: &Reader<'_>, who: &Players, mut said: Vec<Instruction>, end: usize) -> Option<Vec<Instruction>> {
    let Some(Instruction::Choose(choose)) = said.first_mut() else { return None };
    let TargetWhat::Object(what) = &choose.what else { return None };
    let one = choose.count == Quantity::Fixed(1) && *who != Players::Each && *who != Players::Opponents;
    let open = reader.opened(end - 1, OpenKind::Choice(what.clone(), one))?;
    (choose.who, choose.into) = (who.clone(), open);
    for act in said.iter_mut().skip(1) {
        walk_mut(act, &mut |part| {
            if let Some(what) = as_mut::<Objects>(part)
                && *what == Objects::Chosen(0)
            {
                *what = Objects::Target(open);
            }
            Go::Into
        });
        if let Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { control, .. }) = act
            && *control == Players::They
        {
            *control = match who {
                Players::You => Players::You,
                _ => Players::OwnerOf(Box::new(Objects::Target(open))),
            };
        }
    }
    Some(said)
}

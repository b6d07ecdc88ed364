//! Searches: for which cards, where they go, and the shuffling after it (CR 701.19).

use super::figures::in_words;
use crate::card::ast::ability::Total;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category;
use crate::card::wording::inflection::{Person, conjugated};
use crate::card::wording::kernel::{Reader, Want};
use crate::card::wording::parts::ANY_NUMBER;
use crate::card::words::zone_kind::{Place, ZoneKind};

/// A search that is read so far, and where its words end.
type Read = (verb::Search, usize);

/// What joins the parts of a search.
const JOINTS: [&[&str]; 8] =
    [&[",", "then"], &[",", "and"], &[",", "and", "then"], &["and", "then"], &["and"], &[".", "then"], &[","], &["."]];

/// The words for what was found.
const FOUND: [&[&str]; 6] =
    [&["it"], &["them"], &["that", "card"], &["those", "cards"], &["the", "card"], &["the", "cards"]];

/// "Search your library for a card …", after the words for the player who searches: the search and,
/// if the text says it, the shuffling.
pub(super) fn searches(
    reader: &Reader<'_>,
    who: &Players,
    agreement: Person,
    at: usize,
) -> Vec<(Vec<Instruction>, usize)> {
    let says = |verb: &str, at: usize| reader.words(at, &[conjugated(verb, agreement).as_str()]);
    let Some(at) = says("search", at) else { return Vec::new() };
    let mut found = Vec::new();
    for (whose, at) in whose(reader, who, at) {
        for (zones, at) in zones(reader, at) {
            let Some(at) = reader.words(at, &["for"]) else { continue };
            for ((what, count, up_to, total), at) in sought(reader, at) {
                let (first, and) =
                    what.split_first().map_or((Filter::Any, &[][..]), |(first, and)| (first.clone(), and));
                let search = verb::Search {
                    who: who.clone(),
                    whose: whose.clone(),
                    zones: zones.clone(),
                    what: first,
                    and: and.to_vec(),
                    count: count.clone(),
                    up_to,
                    total: total.clone(),
                    reveal: false,
                    into: ZoneKind::Hand,
                    place: Place::Top,
                    tapped: false,
                    pile: false,
                };
                for (search, end) in put(reader, &says, search, at) {
                    found.push(shuffled(reader, search, end));
                }
            }
        }
    }
    found
}

/// Whose zones: the player's own, or another one's.
fn whose(reader: &Reader<'_>, who: &Players, at: usize) -> Vec<(Option<Players>, usize)> {
    let own = if *who == Players::You { "your" } else { "their" };
    if let Some(end) = reader.words(at, &[own]) {
        return vec![(None, end)];
    }
    let others = reader.all::<category::Whose>(&Want::default(), at).into_iter();
    others.filter(|(whose, _, _)| *whose != Players::You).map(|(whose, _, end)| (Some(whose), end)).collect()
}

/// "library", "graveyard, hand, and library".
fn zones(reader: &Reader<'_>, at: usize) -> Vec<(Vec<ZoneKind>, usize)> {
    let zone = |at: usize| {
        let zone = match reader.word(at)? {
            "library" => ZoneKind::Library,
            "hand" => ZoneKind::Hand,
            "graveyard" => ZoneKind::Graveyard,
            _ => return None,
        };
        Some((zone, at + 1))
    };
    let several = reader.list(at, &["and"], &zone);
    let one = zone(at).filter(|(zone, _)| *zone == ZoneKind::Library).map(|(zone, end)| (vec![zone], end));
    several.into_iter().chain(one).collect()
}

/// What is looked for: descriptions, how many, whether fewer may be found, and what they are in
/// total.
type Sought = (Vec<Filter>, Quantity, bool, Option<Box<Total>>);

fn sought(reader: &Reader<'_>, at: usize) -> Vec<(Sought, usize)> {
    let mut found: Vec<(Sought, usize)> = Vec::new();
    let one = |at: usize| reader.all::<category::OneCard>(&Want::default(), at);
    for (first, _, end) in one(at) {
        found.push(((vec![first.clone()], Quantity::Fixed(1), false, None), end));
        if let Some(at) = reader.words(end, &["or"]) {
            let either = |second| vec![Filter::AnyOf(vec![first.clone(), second])];
            found.extend(
                one(at).into_iter().map(|(second, _, end)| ((either(second), Quantity::Fixed(1), false, None), end)),
            );
        }
        let Some(at) = reader.words(end, &["and"]) else { continue };
        for (second, _, end) in one(at) {
            found.push(((vec![first.clone(), second], Quantity::Fixed(1), false, None), end));
        }
    }
    for (count, said, at) in counts(reader, at) {
        let person = if count == Quantity::Fixed(1) { Person::One } else { Person::Many };
        for (what, _, end) in reader.all::<category::CardNoun>(&Want::of(person), at) {
            let up_to = said == HowMany::UpTo;
            let is = |count: Quantity, end: usize| ((vec![what.clone()], count, up_to, None), end);
            found.push(is(count.clone(), end));
            if let Some(at) = reader.words(end, &[",", "where", "x", "is"]).filter(|_| count == Quantity::X) {
                found.extend(reader.all::<category::Amount>(&Want::default(), at).into_iter().map(|it| is(it.0, it.2)));
            }
            let Some(at) = reader.words(end, &["with", "total", "mana", "value"]) else { continue };
            for (most, _, end) in reader.all::<category::Figure>(&Want::default(), at) {
                let Some(end) = reader.words(end, &["or", "less"]) else { continue };
                let total = Total { of: Quantity::ManaValue(Objects::Affected), at_most: most };
                found.push(((vec![what.clone()], count.clone(), up_to, Some(Box::new(total))), end));
            }
        }
    }
    found
}

/// How many cards are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HowMany {
    Exactly,
    UpTo,
    All,
}

/// "up to two", "any number of", "all", "seven".
fn counts(reader: &Reader<'_>, at: usize) -> Vec<(Quantity, HowMany, usize)> {
    let mut found = Vec::new();
    for (words, said) in [(&["any", "number", "of"][..], HowMany::UpTo), (&["all"], HowMany::All)] {
        found.extend(reader.words(at, words).map(|end| (Quantity::Fixed(ANY_NUMBER), said, end)));
    }
    let up_to = reader.words(at, &["up", "to"]);
    let said = if up_to.is_some() { HowMany::UpTo } else { HowMany::Exactly };
    let at = up_to.unwrap_or(at);
    let word = reader.word(at);
    let n = word.and_then(in_words).and_then(|n| i32::try_from(n).ok()).map(Quantity::Fixed);
    let n = n.or_else(|| (word == Some("x")).then_some(Quantity::X));
    found.extend(n.map(|n| (n, said, at + 1)));
    found.extend(reader.words(at, &["that", "many"]).map(|end| (Quantity::ThatMuch, said, end)));
    found
}

/// Where words for what was found end, after one of the joints.
fn joined(reader: &Reader<'_>, at: usize) -> Vec<usize> {
    JOINTS.iter().filter_map(|words| reader.words(at, words)).collect()
}

fn found_words(reader: &Reader<'_>, at: usize) -> Vec<usize> {
    FOUND.iter().filter_map(|words| reader.words(at, words)).collect()
}

/// What becomes of the cards: revealed or not, and put somewhere.
fn put(reader: &Reader<'_>, says: &dyn Fn(&str, usize) -> Option<usize>, search: verb::Search, at: usize) -> Vec<Read> {
    let mut begun = vec![(search.clone(), at)];
    for at in joined(reader, at) {
        let Some(at) = says("reveal", at) else { continue };
        let revealed = verb::Search { reveal: true, ..search.clone() };
        begun.extend(found_words(reader, at).into_iter().map(|end| (revealed.clone(), end)));
    }
    let mut found = Vec::new();
    for (search, at) in begun {
        for at in joined(reader, at) {
            if let Some(at) = says("exile", at) {
                for end in found_words(reader, at) {
                    found.push((verb::Search { into: ZoneKind::Exile, ..search.clone() }, end));
                    let pile = ["in", "a", "face-down", "pile", ",", "and", "shuffle", "that", "pile"];
                    let end = reader.words(end, &pile);
                    found.extend(
                        end.map(|end| (verb::Search { into: ZoneKind::Exile, pile: true, ..search.clone() }, end)),
                    );
                }
            }
            if let Some(at) = says("put", at) {
                let ends = found_words(reader, at).into_iter();
                found.extend(ends.flat_map(|at| placed(reader, &search, at)));
            }
            found.extend(back(reader, says, &search, at));
        }
    }
    found
}

/// "into your hand", "onto the battlefield tapped".
fn placed(reader: &Reader<'_>, search: &verb::Search, at: usize) -> Vec<Read> {
    let own = ["your", "their", "its"];
    let into = |zone: &str| {
        let at = reader.words(at, &["into"])?;
        let own = own.iter().find_map(|own| reader.words(at, &[own, zone]));
        own.or_else(|| reader.words(at, &["that", "player's", zone]).filter(|_| search.whose.is_some()))
    };
    let to = |into| verb::Search { into, ..search.clone() };
    let mut found = Vec::new();
    found.extend(into("hand").map(|end| (to(ZoneKind::Hand), end)));
    found.extend(into("graveyard").map(|end| (to(ZoneKind::Graveyard), end)));
    if let Some(end) = reader.words(at, &["onto", "the", "battlefield"]) {
        for (tapped, end) in [(false, Some(end)), (true, reader.words(end, &["tapped"]))] {
            let Some(end) = end else { continue };
            let search = verb::Search { tapped, ..to(ZoneKind::Battlefield) };
            found.push((search.clone(), end));
            // Whoever searches puts them there.
            let yours = reader.words(end, &["under", "your", "control"]).filter(|_| search.who == Players::You);
            found.extend(yours.map(|end| (search, end)));
        }
    }
    found
}

/// "Shuffle and put that card on top": into the library, once the rest is shuffled.
fn back(
    reader: &Reader<'_>,
    says: &dyn Fn(&str, usize) -> Option<usize>,
    search: &verb::Search,
    at: usize,
) -> Vec<Read> {
    let mut found = Vec::new();
    let Some(shuffled) = says("shuffle", at) else { return found };
    let library = ["your", "their", "that"].iter().find_map(|own| reader.words(shuffled, &[own, "library"]));
    for at in [Some(shuffled), library].into_iter().flatten().flat_map(|at| joined(reader, at)) {
        let Some(at) = says("put", at) else { continue };
        for at in found_words(reader, at) {
            let (place, end) = match reader.word(at) {
                Some("on") if reader.word(at + 1) == Some("top") => (Place::Top, at + 2),
                word => {
                    let nth = |n: &u32| Some(crate::card::wording::inflection::ordinal(*n).as_str()) == word;
                    let Some(n) = (2..=10).find(nth) else { continue };
                    let Some(end) = reader.words(at + 1, &["from", "the", "top"]) else { continue };
                    (Place::FromTop(n), end)
                }
            };
            let of = [
                &["of", "it"][..],
                &["of", "your", "library"],
                &["of", "that", "library"],
                &["of", "their", "library"],
            ];
            let end = of.iter().find_map(|words| reader.words(end, words)).unwrap_or(end);
            let end = reader.words(end, &["in", "any", "order"]).unwrap_or(end);
            found.push((verb::Search { into: ZoneKind::Library, place, ..search.clone() }, end));
        }
    }
    found
}

/// A search with the shuffling that the text tells of after it: ". Then that player shuffles".
fn shuffled(reader: &Reader<'_>, search: verb::Search, end: usize) -> (Vec<Instruction>, usize) {
    let owner = search.whose.clone().unwrap_or_else(|| search.who.clone());
    let shuffles = search.into != ZoneKind::Library;
    let search = Instruction::Search(search);
    let words: [&[&str]; 8] = [
        &["shuffle", "your", "library"],
        &["shuffles", "their", "library"],
        &["shuffle", "that", "library"],
        &["shuffle", "their", "library"],
        &["shuffle", "it"],
        &["shuffles", "that", "library"],
        &["shuffle"],
        &["shuffles"],
    ];
    let done = [
        &[".", "if", "you", "do", ","][..],
        &[".", "if", "that", "player", "does", ","],
        &[".", "if", "the", "player", "does", ","],
    ];
    let done = done.iter().filter_map(|words| reader.words(end, words));
    let after = joined(reader, end).into_iter().chain(done);
    let named = |at: usize| {
        let one = reader.words(at, &["that", "player"]).or_else(|| reader.words(at, &["they"]));
        let its = reader.words(at, &["its", "controller"]).or_else(|| reader.words(at, &["the", "player"]));
        one.or(its).or_else(|| reader.words(at, &["you"])).unwrap_or(at)
    };
    let ends = after.filter_map(|at| words.iter().find_map(|words| reader.words(named(at), words)));
    match ends.max().filter(|_| shuffles) {
        Some(end) => (vec![search, Instruction::Shuffle(verb::Shuffle(owner))], end),
        None => (vec![search], end),
    }
}

//! What something becomes: "a 3/2 red Elemental creature with haste" (CR 205.1b, 613.1d), and what
//! a copy is in spite of what it copies (CR 707.9).

use super::leaves::{base_size, given};
use super::names::{card_type, color, subtype};
use super::nouns::number_is_open;
use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Exception, Modification};
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::wording::category::{self, Cat};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::words::card_type::{CardType, CardTypes, Subtype, SubtypeSet};
use crate::card::words::chosen::Kept;
use crate::card::words::mana_symbol::{Color, Colors};

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[(Cat::Exceptions, exceptions)];

/// What stands after "becomes", part by part.
#[derive(Clone, Default)]
struct Become {
    size: Option<Modification>,
    colors: Option<Colors>,
    subtypes: Vec<Subtype>,
    types: Vec<CardType>,
}

/// Whether what it was before stays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// "In addition to its other types", "still a land".
    Stays,
    /// "In addition to its other colors and types".
    StaysWithColors,
    /// An artifact creature keeps all but its creature types.
    StaysButCreatureTypes,
    /// It is a creature, or a land, of other types (CR 205.1a, 305.7).
    Only(CardType),
    /// It is of no other card types.
    OnlyTypes,
}

impl Become {
    fn modifications(&self, before: Before) -> Vec<Modification> {
        let mut all: Vec<Modification> = match before {
            Before::OnlyTypes => vec![Modification::SetTypes(self.types.clone())],
            _ => self.types.iter().copied().map(Modification::AddType).collect(),
        };
        match before {
            Before::OnlyTypes => {
                let kind = kind_of(&self.subtypes).filter(|_| !self.subtypes.is_empty());
                all.extend(kind.map(|kind| Modification::SetSubtypes(kind, self.subtypes.clone())));
            }
            Before::Stays | Before::StaysWithColors => {
                all.extend(self.subtypes.iter().copied().map(Modification::AddSubtype))
            }
            Before::StaysButCreatureTypes if self.subtypes.is_empty() => {}
            Before::StaysButCreatureTypes => {
                all.push(Modification::SetSubtypes(CardType::Creature, self.subtypes.clone()));
            }
            Before::Only(kind) => all.push(Modification::SetSubtypes(kind, self.subtypes.clone())),
        }
        let colored = if before == Before::StaysWithColors { Modification::AddColors } else { Modification::SetColors };
        all.extend(self.colors.map(colored));
        all.extend(self.size.clone());
        all
    }
}

/// "becomes a 3/2 red Elemental creature", "is a 2/2 creature that's still a land".
pub(crate) fn becoming(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<(Vec<Modification>, usize)> {
    // "You may have it become a 2/2 creature": in the base form, of one or several.
    let is_base = want.agreement == Some(Person::You) && reader.article(at + 1).is_some();
    let many = want.agreement != Some(Person::One) && !is_base;
    let verbs = if many || is_base { ["become", "are"] } else { ["becomes", "is"] };
    if !reader.word(at).is_some_and(|word| verbs.contains(&word)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // "becomes blue", "becomes red and white".
    let named = |at| reader.word(at).and_then(color).map(|color| (color, at + 1));
    let several = |at| reader.list(at, &["and"], &named);
    let single = |at| named(at).map(|(color, end)| (vec![color], end));
    let colors = |at: usize| {
        let (all, end) = several(at).or_else(|| single(at))?;
        Some((all.into_iter().fold(Colors::COLORLESS, Colors::with), end))
    };
    if let Some((colors, end)) = colors(at + 1) {
        found.push((vec![Modification::SetColors(colors)], end));
        let more = ["its", "their"].iter().find_map(|its| reader.words(end, &["in", "addition", "to", its, "other"]));
        let more = more.and_then(|at| reader.words(at, &["colors"]));
        found.extend(more.map(|end| (vec![Modification::AddColors(colors)], end)));
    }
    if let Some(end) = reader.words(at + 1, &["all", "colors"]) {
        let all = Color::ALL.into_iter().fold(Colors::COLORLESS, Colors::with);
        found.push((vec![Modification::SetColors(all)], end));
    }
    if reader.word(at + 1) == Some("colorless") {
        found.push((vec![Modification::SetColors(Colors::COLORLESS)], at + 2));
    }
    let Some(mut end) = (if many { Some(at + 1) } else { reader.article(at + 1) }) else {
        return found;
    };
    let mut become_ = Become::default();
    if let Some(size) = reader.word(end).and_then(base_size) {
        (become_.size, end) = (Some(size), end + 1);
    }
    if let Some((colors, after)) = colors(end) {
        (become_.colors, end) = (Some(colors), after);
    } else if reader.word(end) == Some("colorless") {
        (become_.colors, end) = (Some(Colors::COLORLESS), end + 1);
    }
    let number = |of: Person| (of == Person::Many) == many;
    while let Some((kind, of)) = reader.word(end).and_then(subtype) {
        // Only the last word of several things is in the plural; "Plains" is one word for both.
        let last = reader.word(end + 1).is_none_or(|word| subtype(word).is_none() && card_type(word).is_none());
        if if last { number(of) || number_is_open(reader, end) } else { of == Person::One } {
            become_.subtypes.push(kind);
            end += 1;
        } else {
            break;
        }
    }
    while let Some((kind, of)) = reader.word(end).and_then(card_type) {
        let last = reader.word(end + 1).is_none_or(|word| card_type(word).is_none());
        if if last { number(of) } else { of == Person::One } {
            become_.types.push(kind);
            end += 1;
        } else {
            break;
        }
    }
    if become_.types.is_empty() && become_.subtypes.is_empty() {
        return found;
    }
    let sizes = if become_.size.is_none() { sizes_after(reader, end) } else { Vec::new() };
    let sized = sizes.into_iter().map(|(size, end)| (Become { size: Some(size), ..become_.clone() }, end));
    for (become_, end) in sized.chain([(become_.clone(), end)]) {
        found.extend(ended(reader, &become_, end));
    }
    found
}

/// "with base power and toughness 1/1", "with power and toughness each equal to its mana value".
fn sizes_after(reader: &Reader<'_>, at: usize) -> Vec<(Modification, usize)> {
    let mut found = Vec::new();
    if let Some(after) = reader.words(at, &["with", "base", "power", "and", "toughness"]) {
        found.extend(reader.word(after).and_then(base_size).map(|size| (size, after + 1)));
    }
    if let Some(at) = reader.words(at, &["with"]) {
        found.extend(each_equal_to(reader, at, true));
    }
    found
}

/// "base power and toughness each equal to its mana value": its own. The words may leave out that
/// it is the base.
pub(super) fn each_equal_to(reader: &Reader<'_>, at: usize, short: bool) -> Vec<(Modification, usize)> {
    let each = ["each", "equal", "to"];
    let mut ways: Vec<&[&str]> =
        vec![&["base", "power", "and", "toughness"], &["base", "power", "and", "base", "toughness"]];
    if short {
        ways.push(&["power", "and", "toughness"]);
    }
    let Some(at) = ways.iter().find_map(|words| reader.words(at, words)).and_then(|at| reader.words(at, &each)) else {
        return Vec::new();
    };
    let size = |n: Quantity| Modification::SetPowerToughness(n.clone(), n);
    let own = reader.words(at, &["its", "mana", "value"]).or_else(|| reader.words(at, &["their", "mana", "values"]));
    if let Some(end) = own {
        return vec![(size(Quantity::ManaValue(Objects::Affected)), end)];
    }
    let all = reader.all::<category::Amount>(&Want::default(), at).into_iter();
    all.map(|(n, _, end)| (size(n), end)).collect()
}

/// What stands after the noun: what it has, what stays, and what is lost.
fn ended(reader: &Reader<'_>, become_: &Become, end: usize) -> Vec<(Vec<Modification>, usize)> {
    let mut found = Vec::new();
    let mut endings = vec![(Vec::new(), end)];
    let gained = |all: Vec<Ability>| all.into_iter().map(|it| Modification::Gain(Box::new(it))).collect();
    if let Some(after) = reader.words(end, &["with"]).or_else(|| reader.words(end, &["and", "with"])) {
        endings.extend(given(reader, after).into_iter().map(|(all, end)| (gained(all), end)));
        let every = reader.words(after, &["all", "creature", "types"]);
        let every_type = Modification::AddEverySubtype(SubtypeSet::Of(CardType::Creature));
        endings.extend(every.map(|end| (vec![every_type], end)));
    }
    let has = reader.words(end, &["and", "has"]).or_else(|| reader.words(end, &["and", "have"]));
    let has = has.map(|at| given(reader, at)).unwrap_or_default();
    for (more, end) in endings.clone().into_iter().chain(has.into_iter().map(|(all, end)| (gained(all), end))) {
        if let Some((lost, end)) = lost(reader, end).filter(|_| !become_.types.is_empty()) {
            let lost = lost.then_some(Modification::LoseAllAbilities);
            let changes = become_.modifications(Before::OnlyTypes).into_iter();
            found.push((changes.chain(lost).chain(more).collect(), end));
        }
    }
    for (more, end) in endings {
        let mut add = |before, end| {
            found.push((become_.modifications(before).into_iter().chain(more.clone()).collect(), end));
        };
        let of_creature = become_.types.is_empty() || become_.types == [CardType::Creature];
        let other = |words: &[&str]| {
            let others = |its| reader.words(end, &["in", "addition", "to", its, "other"]);
            others("its").or_else(|| others("their")).and_then(|at| reader.words(at, words))
        };
        let other_types =
            other(&["types"]).or_else(|| other(&["creature", "types"])).or_else(|| other(&["land", "types"]));
        if let Some(end) = other_types.filter(|_| become_.colors.is_none()) {
            add(Before::Stays, end);
            continue;
        }
        if let Some(end) = other(&["colors", "and", "types"]).filter(|_| become_.colors.is_some()) {
            add(Before::StaysWithColors, end);
            continue;
        }
        if let Some(end) =
            still(reader, end, &["that", "is", "still"]).or_else(|| still(reader, end, &["that", "are", "still"]))
        {
            add(Before::Stays, end);
        } else if become_.types.contains(&CardType::Artifact) && become_.types.contains(&CardType::Creature) {
            add(Before::StaysButCreatureTypes, end);
        } else if of_creature && is_said_to_stay(reader, end) {
            add(Before::Stays, end);
        } else if become_.types.is_empty()
            && let Some(kind) = kind_of(&become_.subtypes)
        {
            add(Before::Only(kind), end);
        } else if become_.types == [CardType::Land] && become_.colors == Some(Colors::COLORLESS)
            || become_.types == [CardType::Creature] && become_.size.is_some()
        {
            add(Before::OnlyTypes, end);
        }
    }
    found
}

/// "and it loses all other abilities, card types, and creature types": whether abilities are lost,
/// too; other card types are.
fn lost(reader: &Reader<'_>, at: usize) -> Option<(bool, usize)> {
    let at = reader.words(at, &[","]).unwrap_or(at);
    let at = reader.words(at, &["and"])?;
    let at = reader.words(at, &["it"]).unwrap_or(at);
    let at = reader.words(at, &["loses", "all", "other"])?;
    let item = |at| {
        let kinds: [(&[&str], bool); 3] =
            [(&["abilities"], true), (&["card", "types"], false), (&["creature", "types"], false)];
        kinds.into_iter().find_map(|(words, of_abilities)| Some(((words, of_abilities), reader.words(at, words)?)))
    };
    let (all, end) = reader.list(at, &["and"], &item)?;
    let types = all.iter().any(|(words, _)| *words == ["card", "types"]);
    types.then(|| (all.iter().any(|(_, of_abilities)| *of_abilities), end))
}

/// The card type that subtypes belong to: creature or land.
fn kind_of(subtypes: &[Subtype]) -> Option<CardType> {
    let all = |kind| subtypes.iter().all(|it| it.belongs_to(CardTypes::NONE.with(kind)));
    [CardType::Creature, CardType::Land].into_iter().find(|kind| all(*kind))
}

/// "that's still a land": the position after it.
fn still(reader: &Reader<'_>, at: usize, words: &[&str]) -> Option<usize> {
    let at = reader.words(at, words)?;
    let at = reader.article(at).unwrap_or(at);
    reader.word(at).and_then(card_type).map(|_| at + 1)
}

/// "It's still a land." after the sentence: the position after it.
pub(crate) fn still_is(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let after = |words: &[&str]| still(reader, at, words);
    after(&[".", "it", "is", "still"]).or_else(|| after(&[".", "they", "are", "still"]))
}

/// Whether the next sentence says that it is still what it was.
fn is_said_to_stay(reader: &Reader<'_>, at: usize) -> bool {
    let mut quoted = false;
    let stop = (at..reader.tokens.len()).find(|at| {
        quoted ^= reader.word(*at) == Some("\"");
        !quoted && reader.word(*at) == Some(".")
    });
    stop.is_some_and(|stop| still_is(reader, stop).is_some())
}

/// What a copy is called where its exceptions are said.
const COPY: [&[&str]; 4] = [&["it"], &["the", "copy"], &["that", "the", "copy"], &["the", "token"]];

/// "it has haste and is an artifact in addition to its other types": exceptions of a copy.
fn exceptions(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let joints: &[&[&str]] = &[&["and"], &[",", "and"], &[","]];
    let item = |_: Option<&Exception>, at: usize| {
        let said = COPY.iter().filter_map(|said| reader.words(at, said));
        let mut all: Vec<(Vec<Exception>, usize)> = said.flat_map(|at| exception(reader, at)).collect();
        let name = reader.words(at, &["its", "name", "is"]);
        let name = name.and_then(|at| reader.words(reader.words(at, &["still"]).unwrap_or(at), &["~"]));
        all.extend(name.map(|end| (vec![Exception::Keeps(Kept::Name)], end)));
        all
    };
    let mut all = reader.series(at, joints, &item);
    // "If ~ was embalmed, the token …": all of it only then.
    if let Some(at) = reader.words(at, &["if", "~", "was"]) {
        for (being, _, end) in reader.all::<category::MarkingName>(&Want::default(), at) {
            let only = reader.words(end, &[","]).map(|at| reader.all::<category::Exceptions>(&Want::default(), at));
            let marked = |only| vec![Exception::If(Filter::Marked(being), only)];
            all.extend(only.unwrap_or_default().into_iter().map(|(only, _, end)| (marked(only), end)));
        }
    }
    all.into_iter().map(|(all, end)| Reading::new::<category::Exceptions>(all, Person::One, end)).collect()
}

/// What a copy is or has, after the word for it.
fn exception(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Exception>, usize)> {
    let but = |changes: Vec<Modification>| changes.into_iter().map(Exception::But).collect::<Vec<_>>();
    // Each of several has a word for the copy.
    let is_verb = |at: usize| reader.word(at).is_some_and(|it| ["is", "isn't", "has", "gains", "gets"].contains(&it));
    let is_joined = |end: usize| (at..end).any(|at| matches!(reader.word(at), Some("and" | ",")) && is_verb(at + 1));
    let changes = reader.all::<category::Changes>(&Want::of(Person::One), at).into_iter();
    let single = changes.filter(|(_, _, end)| !is_joined(*end));
    let mut found: Vec<_> = single.map(|(changes, _, end)| (but(changes), end)).collect();
    if let Some(at) = reader.words(at, &["is"]) {
        let at = reader.words(at, &["still"]).unwrap_or(at);
        found.extend(reader.word(at).and_then(base_size).map(|size| (but(vec![size]), at + 1)));
    }
    for verb in ["has", "gains"] {
        let Some(at) = reader.words(at, &[verb]) else { continue };
        found.extend(reader.words(at, &["this", "ability"]).map(|end| (vec![Exception::HasThisAbility], end)));
        for (abilities, end) in given(reader, at) {
            let Some(end) = reader.words(end, &["and", "this", "ability"]) else { continue };
            let gained = abilities.into_iter().map(|it| Exception::But(Modification::Gain(Box::new(it))));
            found.push((gained.chain([Exception::HasThisAbility]).collect(), end));
        }
    }
    let own: [(&[&str], Exception); 2] = [
        (&["has", "no", "mana", "cost"], Exception::NoManaCost),
        (&["doesn't", "copy", "that", "creature's", "color"], Exception::Keeps(Kept::Color)),
    ];
    found.extend(own.into_iter().filter_map(|(words, it)| Some((vec![it], reader.words(at, words)?))));
    found.extend(enters_with(reader, at));
    found
}

/// "enters with an additional +1/+1 counter on it if it's a creature" (CR 707.9e-f).
fn enters_with(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Exception>, usize)> {
    let mut found = Vec::new();
    let Some(at) = reader.words(at, &["enters", "the", "battlefield", "with"]) else { return found };
    for (count, _, end) in reader.all::<category::Count>(&Want::default(), at) {
        let Some(at) = reader.words(end, &["additional"]) else { continue };
        for (kind, _, end) in reader.all::<category::CounterName>(&Want::default(), at) {
            let counters = ["counter", "counters"].iter().find_map(|word| reader.words(end, &[word, "on", "it"]));
            let Some(end) = counters else { continue };
            let with = Exception::EntersWith(kind, count.clone());
            found.push((vec![with.clone()], end));
            let Some(at) = reader.words(end, &["if", "it", "is"]) else { continue };
            for (filter, _, end) in reader.all::<category::One>(&Want::default(), at) {
                found.push((vec![Exception::If(filter, vec![with.clone()])], end));
            }
        }
    }
    found
}

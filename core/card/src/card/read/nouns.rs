//! Descriptions: adjectives, a noun, and what follows it (CR 109.2).

use super::leaves::{card_type, color, subtype, supertype};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::wording::parts::all;
use crate::card::words::card_type::CardType;

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[
    (Cat::Noun, noun),
    (Cat::Adjective, adjective),
    (Cat::One, one),
    (Cat::Group, group),
    (Cat::OneCard, one_card),
    (Cat::CardNoun, card_noun),
    (Cat::CreatureNoun, creature_noun),
    (Cat::OneCreature, one_creature),
    (Cat::Them, them),
    (Cat::ThemCreatures, them_creatures),
    (Cat::ThemSpells, them_spells),
    (Cat::ThemCards, them_cards),
    (Cat::ThemWhose, them_whose),
    (Cat::SpellNoun, spell_noun),
    (Cat::SourceNoun, source_noun),
    (Cat::AKind, a_kind),
    (Cat::SomePermanent, some),
    (Cat::SomeObject, some_object),
    (Cat::SomeCreature, some_creature),
    (Cat::SomeSpell, some_spell),
    (Cat::SomeCard, some_card),
    (Cat::SomeSource, some_source),
];

fn reading<C: Category>(value: C::Value, agreement: Person, end: usize) -> Reading {
    Reading::new::<C>(value, agreement, end)
}

fn not(filter: Filter) -> Filter {
    Filter::Not(Box::new(filter))
}

/// What one word before a noun says.
fn said_by(word: &str) -> Option<Filter> {
    if let Some(rest) = word.strip_prefix("non-").or_else(|| word.strip_prefix("non"))
        && let Some(inner) = quality(rest)
    {
        return Some(not(inner));
    }
    Some(match word {
        "tapped" => Filter::Tapped,
        "untapped" => not(Filter::Tapped),
        "attacking" => Filter::Attacking,
        "blocking" => Filter::Blocking,
        "blocked" => Filter::Blocked,
        "unblocked" => Filter::All(vec![Filter::Attacking, not(Filter::Blocked)]),
        "colorless" => Filter::Colorless,
        "monocolored" => Filter::Monocolored,
        "multicolored" => Filter::Multicolored,
        "historic" => Filter::Historic,
        word => return quality(word),
    })
}

/// A quality that can be denied: "nonblack", "nontoken".
fn quality(word: &str) -> Option<Filter> {
    if let Some(color) = color(word) {
        return Some(Filter::Color(color));
    }
    if let Some(kind) = supertype(word) {
        return Some(Filter::Supertype(kind));
    }
    if word == "token" {
        return Some(Filter::Token);
    }
    match (card_type(word), subtype(word)) {
        (Some((kind, Person::One)), _) => Some(Filter::Type(kind)),
        (_, Some((kind, Person::One))) => Some(Filter::Subtype(kind)),
        _ => None,
    }
}

/// "attacking or blocking", "nonartifact, nonblack": one or a list of them.
fn adjective(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(first) = reader.word(at).and_then(said_by) else { return Vec::new() };
    let mut found = vec![reading::<category::Adjective>(first.clone(), Person::One, at + 1)];
    // Two of one kind: in "land or nonblack creature" the first is a noun.
    if reader.word(at + 1) == Some("or")
        && let Some(second) = reader.word(at + 2).and_then(said_by)
        && are_alike(&first, &second)
    {
        found.push(reading::<category::Adjective>(Filter::AnyOf(vec![first, second]), Person::One, at + 3));
    }
    found
}

/// Whether two qualities are of one kind: colors, subtypes, what creatures do in combat.
const fn are_alike(one: &Filter, other: &Filter) -> bool {
    matches!(
        (one, other),
        (Filter::Color(_), Filter::Color(_))
            | (Filter::Subtype(_), Filter::Subtype(_))
            | (Filter::Attacking | Filter::Blocking, Filter::Attacking | Filter::Blocking)
    )
}

/// The types of permanents.
const PERMANENT: [CardType; 5] =
    [CardType::Artifact, CardType::Creature, CardType::Enchantment, CardType::Land, CardType::Planeswalker];

/// The noun itself, with the number of its word.
fn head(reader: &Reader<'_>, at: usize) -> Vec<(Filter, Person, usize)> {
    let Some(word) = reader.word(at) else { return Vec::new() };
    let mut found = Vec::new();
    // "artifact, creature, or enchantment": in one number.
    if let Some((first, number)) = kind(word) {
        found.push((first, number, at + 1));
        let same = |at| {
            let (kind, of) = reader.word(at).and_then(kind)?;
            (of == number).then_some((kind, at + 1))
        };
        if let Some((kinds, end)) = reader.list(at, &["or", "and", "and/or"], &same) {
            found.push((Filter::AnyOf(kinds), number, end));
        }
    }
    // A permanent card is one of these types (CR 110.4a).
    for (words, number) in [(["permanent", "card"], Person::One), (["permanent", "cards"], Person::Many)] {
        if let Some(end) = reader.words(at, &words) {
            let types = Filter::AnyOf(PERMANENT.into_iter().map(Filter::Type).collect());
            found.push((all(vec![types, Filter::Card]), number, end));
            return found;
        }
    }
    // "creature card", "instant or sorcery spell", "permanent".
    let before = std::iter::once((Filter::Any, Person::One, at)).chain(found.clone()).collect::<Vec<_>>();
    for (what, number, end) in before {
        if number == Person::Many {
            continue;
        }
        let more = match reader.word(end) {
            Some("permanent") => Some((Filter::Any, Person::One)),
            Some("permanents") => Some((Filter::Any, Person::Many)),
            Some("card") => Some((Filter::Card, Person::One)),
            Some("cards") => Some((Filter::Card, Person::Many)),
            Some("spell") => Some((Filter::Spell, Person::One)),
            Some("spells") => Some((Filter::Spell, Person::Many)),
            Some("token") => Some((Filter::Token, Person::One)),
            Some("tokens") => Some((Filter::Token, Person::Many)),
            _ => None,
        };
        if let Some((head, number)) = more {
            found.push((all(vec![what, head]), number, end + 1));
        }
    }
    found
}

/// A card type or subtype as a noun.
fn kind(word: &str) -> Option<(Filter, Person)> {
    match (card_type(word), subtype(word)) {
        (Some((kind, number)), _) => Some((Filter::Type(kind), number)),
        (_, Some((kind, number))) => Some((Filter::Subtype(kind), number)),
        _ => None,
    }
}

/// "attacking Goblin creature you control with flying".
fn noun(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut before: Vec<(Vec<Filter>, usize)> = vec![(Vec::new(), at)];
    while let Some((adjectives, at)) = before.pop() {
        for (head, number, end) in head(reader, at) {
            let wanted = want.agreement.is_none_or(|wanted| {
                (wanted == Person::One) == (number == Person::One) || number_is_open(reader, end - 1)
            });
            if !wanted {
                continue;
            }
            let agreement = want.agreement.unwrap_or(number);
            let mut parts = adjectives.clone();
            parts.push(head);
            // What is read, where it ends, and where the last phrase after the noun began.
            let mut after = vec![(parts, end, None)];
            while let Some((parts, end, last)) = after.pop() {
                found.push(reading::<category::Noun>(all(parts.clone()), agreement, end));
                let numbered = Want::of(agreement);
                let posts = |at| reader.all::<category::Post>(&numbered, at);
                let within: Vec<usize> = last.into_iter().flat_map(posts).map(|(_, _, until)| until).collect();
                for (post, _, until) in posts(end) {
                    // What can belong to the nearest noun does: "less than the number of creatures
                    // you control".
                    if !within.contains(&until) {
                        after.push((followed(parts.clone(), post), until, Some(end)));
                    }
                }
            }
        }
        for (adjective, _, end) in reader.all::<category::Adjective>(&Want::default(), at) {
            let mut adjectives = adjectives.clone();
            adjectives.push(adjective);
            before.push((adjectives.clone(), end));
            // "nonartifact, nonblack creature".
            let denied = |at: usize| reader.word(at).is_some_and(|word| word.starts_with("non"));
            if denied(end - 1) && denied(end + 1) {
                before.extend(reader.words(end, &[","]).map(|end| (adjectives, end)));
            }
        }
    }
    found
}

/// A description with what follows its noun. In "artifact or creature with flying" that is about
/// the last kind alone, where the others can't have it.
fn followed(mut parts: Vec<Filter>, post: Filter) -> Vec<Filter> {
    let of_creatures = match &post {
        Filter::Not(inner) => matches!(**inner, Filter::Keyword(_)),
        post => matches!(post, Filter::Keyword(_) | Filter::Power(..) | Filter::Toughness(..)),
    };
    let creature = Filter::Type(CardType::Creature);
    if let Some(Filter::AnyOf(kinds)) = parts.last_mut()
        && of_creatures
        && let [before @ .., last] = kinds.as_mut_slice()
        && (*last == creature || before.iter().any(|kind| matches!(kind, Filter::Type(_))))
        && before.iter().all(|kind| *kind != creature)
    {
        *last = all(vec![std::mem::replace(last, Filter::Any), post]);
        return parts;
    }
    parts.push(post);
    parts
}

/// Whether a noun has one form for both numbers.
fn number_is_open(reader: &Reader<'_>, at: usize) -> bool {
    reader.word(at).is_some_and(|word| crate::card::wording::inflection::plural(word) == word)
}

/// "a creature you control", "another Elf", "~", "enchanted creature".
fn one(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let single = Want::of(Person::One);
    let nouns = |at| reader.all::<category::Noun>(&single, at);
    match reader.word(at) {
        Some("~") => {
            let mut found = vec![reading::<category::One>(Filter::This, Person::One, at + 1)];
            if let Some(other) = reader.words(at + 1, &["or", "another"]) {
                for (it, n, end) in nouns(other) {
                    let others = all(vec![not(Filter::This), it]);
                    found.push(reading::<category::One>(Filter::AnyOf(vec![Filter::This, others]), n, end));
                }
            }
            found
        }
        Some("a" | "an") => {
            nouns(at + 1).into_iter().map(|(it, n, end)| reading::<category::One>(it, n, end)).collect()
        }
        Some("another") => nouns(at + 1)
            .into_iter()
            .map(|(it, n, end)| reading::<category::One>(all(vec![not(Filter::This), it]), n, end))
            .collect(),
        Some("enchanted" | "equipped" | "fortified") => nouns(at + 1)
            .into_iter()
            .map(|(_, n, end)| reading::<category::One>(Filter::Is(Objects::AttachedTo), n, end))
            .collect(),
        _ => Vec::new(),
    }
}

/// Descriptions whose noun says what is implied, without it.
fn implying<C: Category<Value = Filter>>(implied: &Filter, all: Vec<(Filter, Person, usize)>) -> Vec<Reading> {
    let is_said = |what: &Filter| match what {
        Filter::All(parts) => parts.contains(implied),
        what => what == implied,
    };
    let said = all.into_iter().filter(|(what, _, _)| is_said(what));
    said.map(|(what, number, end)| reading::<C>(crate::card::normal::implied(what, implied), number, end)).collect()
}

fn one_card(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    implying::<category::OneCard>(&Filter::Card, reader.all::<category::One>(want, at))
}

/// Descriptions of creatures: that they are is said, or not.
fn creatures<C: Category<Value = Filter>>(all: Vec<(Filter, Person, usize)>) -> Vec<Reading> {
    let creature = Filter::Type(CardType::Creature);
    all.into_iter()
        .map(|(what, number, end)| reading::<C>(crate::card::normal::implied(what, &creature), number, end))
        .collect()
}

/// "a creature" of one thing, "creatures" of several.
fn a_kind(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = match want.agreement {
        Some(Person::Many) => reader.all::<category::Noun>(&Want::of(Person::Many), at),
        _ => reader.all::<category::One>(&Want::default(), at),
    };
    all.into_iter().map(|(it, n, end)| reading::<category::AKind>(it, n, end)).collect()
}

fn one_creature(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    creatures::<category::OneCreature>(reader.all::<category::One>(want, at))
}

/// What an event is about: "a creature you control", or "one or more creatures you control".
fn some_of(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<(Filter, Person, usize)> {
    if !want.many {
        return reader.all::<category::One>(&Want::default(), at);
    }
    let Some(at) = reader.words(at, &["one", "or", "more"]) else { return Vec::new() };
    let (other, at) = match reader.words(at, &["other"]) {
        Some(end) => (true, end),
        None => (false, at),
    };
    let nouns = reader.all::<category::Noun>(&Want::of(Person::Many), at).into_iter();
    nouns.map(|(it, n, end)| (if other { all(vec![not(Filter::This), it]) } else { it }, n, end)).collect()
}

fn some(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    some_of(reader, want, at).into_iter().map(|(it, n, end)| reading::<category::SomePermanent>(it, n, end)).collect()
}

fn some_object(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    some_of(reader, want, at).into_iter().map(|(it, n, end)| reading::<category::SomeObject>(it, n, end)).collect()
}

fn some_creature(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    creatures::<category::SomeCreature>(some_of(reader, want, at))
}

fn some_spell(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = some_of(reader, want, at);
    // "This spell" is the card itself.
    let this = all.iter().filter(|(what, _, _)| *what == Filter::This);
    let this: Vec<Reading> = this.map(|(it, n, end)| reading::<category::SomeSpell>(it.clone(), *n, *end)).collect();
    implying::<category::SomeSpell>(&Filter::Spell, all).into_iter().chain(this).collect()
}

fn some_card(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = some_of(reader, want, at);
    let this = all.iter().filter(|(what, _, _)| *what == Filter::This);
    let this: Vec<Reading> = this.map(|(it, n, end)| reading::<category::SomeCard>(it.clone(), *n, *end)).collect();
    implying::<category::SomeCard>(&Filter::Card, all).into_iter().chain(this).collect()
}

/// "a creature", "a source", "a red source you control".
fn some_source(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let mut found: Vec<Reading> =
        some_of(reader, want, at).into_iter().map(|(it, n, end)| reading::<category::SomeSource>(it, n, end)).collect();
    if !want.many
        && let Some(at) = reader.words(at, &["a"]).or_else(|| reader.words(at, &["an"]))
    {
        let mut before = vec![(Filter::Any, at)];
        let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
        before.extend(adjectives.map(|(it, _, end)| (it, end)));
        for (adjective, at) in before {
            let Some(end) = reader.words(at, &["source"]) else { continue };
            found.push(reading::<category::SomeSource>(adjective.clone(), Person::One, end));
            for (post, _, end) in reader.all::<category::Post>(&Want::of(Person::One), end) {
                found.push(reading::<category::SomeSource>(all(vec![adjective.clone(), post]), Person::One, end));
            }
        }
    }
    found
}

fn card_noun(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    implying::<category::CardNoun>(&Filter::Card, reader.all::<category::Noun>(want, at))
}

/// What an effect is about: a description, or what the text has mentioned.
fn them_of(reader: &Reader<'_>, at: usize) -> Vec<(Filter, Person, usize)> {
    let mut found = reader.all::<category::Group>(&Want::default(), at);
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        if !what.is_of_a_description() && !matches!(what, Objects::This | Objects::AttachedTo) {
            found.push((Filter::Is(what), number, end));
        }
    }
    found
}

fn them(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    them_of(reader, at).into_iter().map(|(it, n, end)| reading::<category::Them>(it, n, end)).collect()
}

fn them_creatures(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    creatures::<category::ThemCreatures>(them_of(reader, at))
}

/// Of what is implied by the noun, or of what the text has mentioned.
fn them_implying<C: Category<Value = Filter>>(implied: &Filter, reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let all = them_of(reader, at);
    let mentioned = all.iter().filter(|(what, _, _)| matches!(what, Filter::This | Filter::Is(_)));
    let mentioned: Vec<Reading> = mentioned.map(|(it, n, end)| reading::<C>(it.clone(), *n, *end)).collect();
    implying::<C>(implied, all).into_iter().chain(mentioned).collect()
}

fn them_spells(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    them_implying::<category::ThemSpells>(&Filter::Spell, reader, at)
}

fn them_cards(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    them_implying::<category::ThemCards>(&Filter::Card, reader, at)
}

/// "enchanted creature's", "its".
fn them_whose(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = reader.all::<category::ThingWhose>(want, at).into_iter();
    let filter = |what| if what == Objects::This { Filter::This } else { Filter::Is(what) };
    all.map(|(what, n, end)| reading::<category::ThemWhose>(filter(what), n, end)).collect()
}

fn spell_noun(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    implying::<category::SpellNoun>(&Filter::Spell, reader.all::<category::Noun>(want, at))
}

/// "sources of the chosen color", "red sources", "creatures".
fn source_noun(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let many = Want::of(Person::Many);
    let nouns = reader.all::<category::Noun>(&many, at).into_iter();
    let mut found: Vec<Reading> = nouns.map(|(it, n, end)| reading::<category::SourceNoun>(it, n, end)).collect();
    let mut before = vec![(Filter::Any, at)];
    let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
    before.extend(adjectives.map(|(it, _, end)| (it, end)));
    for (adjective, at) in before {
        let Some(end) = reader.words(at, &["sources"]) else { continue };
        found.push(reading::<category::SourceNoun>(adjective.clone(), Person::Many, end));
        for (post, _, end) in reader.all::<category::Post>(&many, end) {
            found.push(reading::<category::SourceNoun>(all(vec![adjective.clone(), post]), Person::Many, end));
        }
    }
    found
}

fn creature_noun(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    creatures::<category::CreatureNoun>(reader.all::<category::Noun>(want, at))
}

/// "creatures you control", "other Elves", "each creature", "all lands", "~", "enchanted creature".
fn group(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let nouns = |number, at| reader.all::<category::Noun>(&Want::of(number), at);
    let other = |it, is_other: bool| if is_other { all(vec![not(Filter::This), it]) } else { it };
    let said = |number, at, is_other| {
        let nouns = nouns(number, at).into_iter();
        nouns.map(|(it, n, end)| reading::<category::Group>(other(it, is_other), n, end)).collect()
    };
    match (reader.word(at), reader.word(at + 1)) {
        (Some("~"), _) => vec![reading::<category::Group>(Filter::This, Person::One, at + 1)],
        (Some("enchanted" | "equipped" | "fortified"), _) => nouns(Person::One, at + 1)
            .into_iter()
            .map(|(_, n, end)| reading::<category::Group>(Filter::Is(Objects::AttachedTo), n, end))
            .collect(),
        (Some("each"), Some("other")) => said(Person::One, at + 2, true),
        (Some("each"), _) => said(Person::One, at + 1, false),
        (Some("all"), Some("other")) => said(Person::Many, at + 2, true),
        (Some("all"), _) => said(Person::Many, at + 1, false),
        (Some("other"), _) => said(Person::Many, at + 1, true),
        _ => said(Person::Many, at, false),
    }
}

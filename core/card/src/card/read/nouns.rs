//! Descriptions: adjectives, a noun, and what follows it (CR 109.2).

use super::leaves::keyword_in_words;
use super::names::{card_type, color, has_one_form, subtype, supertype};
use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::normal::implied;
use crate::card::wording::category::{self, Cat, Category, Described, Kind};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::wording::parts::{all, is_card};
use crate::card::wording::tense::Tense;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::ZoneKind;

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[
    (Cat::Noun, noun),
    (Cat::Post, named),
    (Cat::Adjective, adjective),
    (Cat::One, one),
    (Cat::Group, group),
    (Cat::AKind, a_kind),
    (Cat::ThemWhose, them_whose),
    (Cat::OneCard, described::<category::OneCard>),
    (Cat::OneCreature, described::<category::OneCreature>),
    (Cat::CardNoun, described::<category::CardNoun>),
    (Cat::CreatureNoun, described::<category::CreatureNoun>),
    (Cat::SpellNoun, described::<category::SpellNoun>),
    (Cat::SourceNoun, described::<category::SourceNoun>),
    (Cat::SomePermanent, described::<category::SomePermanent>),
    (Cat::SomeObject, described::<category::SomeObject>),
    (Cat::SomeCreature, described::<category::SomeCreature>),
    (Cat::SomeSpell, described::<category::SomeSpell>),
    (Cat::SomeCard, described::<category::SomeCard>),
    (Cat::SomeSource, described::<category::SomeSource>),
    (Cat::Them, described::<category::Them>),
    (Cat::ThemCreatures, described::<category::ThemCreatures>),
    (Cat::ThemSpells, described::<category::ThemSpells>),
    (Cat::ThemCards, described::<category::ThemCards>),
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
        "kicked" => Filter::Paid { what: OptionalCost::Kicker, nth: None },
        "face-down" => Filter::FaceDown,
        "enchanted" => Filter::HasAttached(Box::new(quality("aura")?)),
        "equipped" => Filter::HasAttached(Box::new(quality("equipment")?)),
        word => return sized(word).or_else(|| quality(word)),
    })
}

/// "1/1": the power and the toughness of creatures.
fn sized(word: &str) -> Option<Filter> {
    let (power, toughness) = word.split_once('/')?;
    let number = |word: &str| Some(Box::new(Quantity::Fixed(word.parse().ok()?)));
    let is = Comparison::Equal;
    Some(Filter::All(vec![Filter::Power(is, number(power)?), Filter::Toughness(is, number(toughness)?)]))
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
    // Several of one kind: in "land or nonblack creature" the first is a noun.
    let alike = |at| {
        let it = reader.word(at).and_then(said_by)?;
        are_alike(&first, &it).then_some((it, at + 1))
    };
    if let Some((all, end)) = reader.list(at, &["or", "and/or"], &alike) {
        found.push(reading::<category::Adjective>(Filter::AnyOf(all), Person::One, end));
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
    found.extend(of_the_stack(reader, at));
    found
}

/// Abilities, and what can be a spell or something else: "spell or permanent" (CR 113.7, 115.7).
const OF_THE_STACK: [(&str, fn() -> Vec<Filter>); 7] = [
    ("activated ability", || vec![Filter::ActivatedAbility]),
    ("triggered ability", || vec![Filter::TriggeredAbility]),
    ("activated or triggered ability", || vec![Filter::ActivatedAbility, Filter::TriggeredAbility]),
    ("spell or ability", || vec![Filter::In(ZoneKind::Stack)]),
    ("spell , activated ability , or triggered ability", || vec![Filter::In(ZoneKind::Stack)]),
    ("spell or permanent", || vec![Filter::Spell, Filter::In(ZoneKind::Battlefield)]),
    ("spell or permanent on the battlefield", || vec![Filter::Spell, Filter::In(ZoneKind::Battlefield)]),
];

/// What of the stack one thing is, with the source of an ability: "activated ability from an
/// artifact source".
fn of_the_stack(reader: &Reader<'_>, at: usize) -> Vec<(Filter, Person, usize)> {
    let mut found = Vec::new();
    for (words, kinds) in OF_THE_STACK {
        let Some(end) = reader.words(at, &words.split(' ').collect::<Vec<_>>()) else { continue };
        let kinds = kinds();
        let of = if let [only] = kinds.as_slice() { only.clone() } else { Filter::AnyOf(kinds) };
        found.push((of.clone(), Person::One, end));
        if let Some(from) = reader.words(end, &["from"]).filter(|_| words.ends_with("ability")) {
            let sources = reader.all::<category::SomeSource>(&Want::default(), from).into_iter();
            let with_source = |source| all(vec![of.clone(), Filter::FromSource(Box::new(source))]);
            found.extend(sources.map(|(source, _, end)| (with_source(source), Person::One, end)));
        }
    }
    found.extend(spell_or_another(reader, at));
    found
}

/// "spell or creature", "spell or nonland permanent".
fn spell_or_another(reader: &Reader<'_>, at: usize) -> Vec<(Filter, Person, usize)> {
    let Some(at) = reader.words(at, &["spell", "or"]) else { return Vec::new() };
    let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
    let before = std::iter::once((Filter::Any, at)).chain(adjectives.map(|(it, _, end)| (it, end)));
    let mut found = Vec::new();
    for (adjective, at) in before {
        let heads =
            head(reader, at).into_iter().map(|(kind, number, end)| (all(vec![adjective.clone(), kind]), number, end));
        let here = heads.filter(|(what, number, _)| {
            *number == Person::One && *what != Filter::Any && !what.names_a_zone() && !what.is_of_spells()
        });
        found.extend(here.filter(|(what, ..)| !is_card(what)).map(|(what, number, end)| {
            let here = all(vec![what, Filter::In(ZoneKind::Battlefield)]);
            (Filter::AnyOf(vec![Filter::Spell, here]), number, end)
        }));
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

/// What was chosen before, and what says of something that it is of that.
const OF_THAT: [(&str, &str, Filter); 3] = [
    ("choose a color", "of that color", Filter::ChosenColor),
    ("choose a creature type", "of that type", Filter::ChosenSubtype),
    ("choose a card type", "of that type", Filter::ChosenCardType),
];

/// "of that color", where the text has told to choose one.
fn of_that(reader: &Reader<'_>, at: usize) -> Vec<(Filter, usize)> {
    let words = |said: &str, at: usize| reader.words(at, &said.split(' ').collect::<Vec<_>>());
    let is_chosen = |said: &str| (0..at).any(|at| words(said, at).is_some());
    let ways = OF_THAT.iter().filter(|(chosen, ..)| is_chosen(chosen));
    ways.filter_map(|(_, said, what)| Some((what.clone(), words(said, at)?))).collect()
}

/// "other than enchanted creature": what the text names, and not a pronoun, which could be of the
/// noun before.
fn besides_a_thing(reader: &Reader<'_>, at: usize) -> Vec<(Filter, usize)> {
    let Some(at) = reader.words(at, &["other", "than"]) else { return Vec::new() };
    if matches!(reader.word(at), Some("it" | "them" | "they" | "him")) {
        return Vec::new();
    }
    let things = reader.all::<category::Thing>(&Want::default(), at).into_iter();
    let one = things.filter(|(what, n, _)| *n == Person::One && !what.is_of_a_description() && *what != Objects::This);
    // What follows "enchanted creature" is about the noun before.
    let one = one.filter(|(what, _, end)| *what != Objects::AttachedTo || *end == at + 2);
    one.map(|(what, _, end)| (not(Filter::Is(what)), end)).collect()
}

/// "named Storm Crow", "with cycling", "of that color".
fn named(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let names = reader.words(at, &["named"]).map(|at| reader.names(at)).unwrap_or_default();
    let named = names.into_iter().map(|(name, end)| (Filter::Named(name), end));
    let with = reader.words(at, &["with"]).and_then(|at| keyword_in_words(reader, at));
    let an = reader.words(at, &["with"]).and_then(|at| keyword_in_words(reader, reader.article(at)?));
    let an = an.and_then(|(name, end)| Some((name, reader.words(end, &["ability"])?)));
    // "with cycling": a keyword that has an operand, whatever that is.
    let has_operand = |name: KeywordName| !Keyword::plain().any(|it| it.word() == name.word());
    let with = with.filter(|(name, _)| has_operand(*name)).or(an).map(|(name, end)| (Filter::HasKeyword(name), end));
    named
        .chain(with)
        .chain(of_that(reader, at))
        .chain(besides_a_thing(reader, at))
        .map(|(what, end)| reading::<category::Post>(what, Person::One, end))
        .collect()
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
            if adjectives.len() <= 1 {
                let either = or_another(reader, &adjectives, &head, number, end).into_iter();
                found.extend(either.map(|(what, end)| reading::<category::Noun>(what, agreement, end)));
            }
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

/// "Land or nonblack creature", "red creature or red enchantment": one kind or another one with an
/// adjective of its own, and nothing after them, which could be about both.
fn or_another(
    reader: &Reader<'_>,
    before: &[Filter],
    one: &Filter,
    number: Person,
    end: usize,
) -> Vec<(Filter, usize)> {
    let Some(at) = reader.words(end, &["or"]).filter(|_| matches!(one, Filter::Type(_) | Filter::Subtype(_))) else {
        return Vec::new();
    };
    // "Instant or sorcery spell" has one noun for both.
    let is_kind = |what: &Filter| matches!(what, Filter::Type(_) | Filter::Subtype(_));
    let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
    let others = adjectives.filter(|(it, ..)| !before.is_empty() || !is_kind(it)).flat_map(|(it, _, at)| {
        let heads = head(reader, at).into_iter().filter(|(kind, of, _)| *of == number && is_kind(kind));
        heads.map(|(kind, _, end)| (all(vec![it.clone(), kind]), end)).collect::<Vec<_>>()
    });
    let is_last = |end: &usize| reader.word(*end).is_none_or(|word| [".", ","].contains(&word));
    let others = others.filter(|(_, end)| is_last(end));
    let one = all([before, std::slice::from_ref(one)].concat());
    others.map(|(other, end)| (Filter::AnyOf(vec![one.clone(), other]), end)).collect()
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
pub(crate) fn number_is_open(reader: &Reader<'_>, at: usize) -> bool {
    reader.word(at).is_some_and(has_one_form)
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

/// A description in the words of its category, of objects of its kind.
fn described<C: Category<Value = Filter>>(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let Some((words, kind)) = C::ID.described() else { return Vec::new() };
    let mut found = match words {
        Described::One => reader.all::<category::One>(&Want::default(), at),
        Described::Noun => reader.all::<category::Noun>(&Want::of(want.agreement), at),
        Described::Some => some(reader, want, at),
        Described::Them => them(reader, at),
    };
    match kind {
        Kind::Permanent | Kind::Object => {}
        // That they are creatures is said, or not.
        Kind::Creature => without(&mut found, &Filter::Type(CardType::Creature)),
        Kind::Spell => of_a_kind(&mut found, words, &Filter::Spell),
        Kind::Card => of_a_kind(&mut found, words, &Filter::Card),
        // A source may be anywhere, a permanent is on the battlefield (CR 110.1).
        Kind::Source => {
            let is_permanent =
                |end: usize| (at..end).any(|at| matches!(reader.word(at), Some("permanent" | "permanents")));
            for (what, ..) in found.iter_mut().filter(|it| is_permanent(it.2)) {
                *what = all(vec![std::mem::replace(what, Filter::Any), Filter::In(ZoneKind::Battlefield)]);
            }
            if !want.many {
                found.extend(sources(reader, words, at));
            }
        }
    }
    found.into_iter().map(|(what, number, end)| reading::<C>(what, number, end)).collect()
}

/// Leaves out what is implied.
fn without(all: &mut [(Filter, Person, usize)], kind: &Filter) {
    all.iter_mut().for_each(|(what, _, _)| *what = implied(std::mem::replace(what, Filter::Any), kind));
}

/// Keeps what is said to be of a kind, without saying it. What is no description, this or what the
/// text has mentioned, needs no noun where it can stand.
fn of_a_kind(all: &mut Vec<(Filter, Person, usize)>, words: Described, kind: &Filter) {
    all.retain(|(what, _, _)| match what {
        Filter::This | Filter::Is(_) => matches!(words, Described::Some | Described::Them),
        Filter::All(parts) => parts.contains(kind),
        what => what == kind,
    });
    without(all, kind);
}

/// What an event is about: "a creature you control", or "one or more creatures you control".
fn some(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<(Filter, Person, usize)> {
    if !want.many {
        let mut found = reader.all::<category::One>(&Want::default(), at);
        let attached = ["enchanted", "equipped"].iter().find_map(|it| reader.words(at, &["~", "or", it, "creature"]));
        let either = Filter::AnyOf(vec![Filter::This, Filter::Is(Objects::AttachedTo)]);
        found.extend(attached.map(|end| (either, Person::One, end)));
        // What the text has mentioned, in the event of a delayed ability.
        if want.tense == Tense::Present && matches!(reader.word(at), Some("it" | "that" | "target")) {
            let known = reader.all::<category::Thing>(&Want::default(), at).into_iter();
            let open = known.filter(|(what, number, _)| matches!(what, Objects::Target(_)) && *number == Person::One);
            found.extend(open.map(|(what, number, end)| (Filter::Is(what), number, end)));
        }
        return found;
    }
    let Some(at) = reader.words(at, &["one", "or", "more"]) else { return Vec::new() };
    let other = reader.words(at, &["other"]);
    let nouns = reader.all::<category::Noun>(&Want::of(Person::Many), other.unwrap_or(at)).into_iter();
    nouns.map(|(it, n, end)| (if other.is_some() { all(vec![not(Filter::This), it]) } else { it }, n, end)).collect()
}

/// What an effect is about: a description, or what the text has mentioned.
fn them(reader: &Reader<'_>, at: usize) -> Vec<(Filter, Person, usize)> {
    let mut found = reader.all::<category::Group>(&Want::default(), at);
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        if !what.is_of_a_description() && !matches!(what, Objects::This | Objects::AttachedTo) {
            found.push((Filter::Is(what), number, end));
        }
    }
    found
}

/// "a source", "a red source you control", "sources of the chosen color".
fn sources(reader: &Reader<'_>, words: Described, at: usize) -> Vec<(Filter, Person, usize)> {
    let another = reader.words(at, &["another"]).filter(|_| words != Described::Noun);
    let (at, noun, number) = match words {
        Described::Noun => (Some(at), "sources", Person::Many),
        _ => (another.or_else(|| reader.article(at)), "source", Person::One),
    };
    let Some(at) = at else { return Vec::new() };
    let other = |what| if another.is_some() { all(vec![not(Filter::This), what]) } else { what };
    let adjectives = reader.all::<category::Adjective>(&Want::default(), at).into_iter();
    let before = std::iter::once((Filter::Any, at)).chain(adjectives.map(|(it, _, end)| (it, end)));
    let mut found = Vec::new();
    for (adjective, at) in before {
        let Some(end) = reader.words(at, &[noun]) else { continue };
        found.push((other(adjective.clone()), number, end));
        for (post, _, end) in reader.all::<category::Post>(&Want::of(number), end) {
            found.push((other(all(vec![adjective.clone(), post])), number, end));
        }
    }
    found
}

/// "a creature" of one thing, "creatures" of several.
fn a_kind(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = match want.agreement {
        Some(Person::Many) => reader.all::<category::Noun>(&Want::of(Person::Many), at),
        _ => reader.all::<category::One>(&Want::default(), at),
    };
    all.into_iter().map(|(it, n, end)| reading::<category::AKind>(it, n, end)).collect()
}

/// "enchanted creature's", "its".
fn them_whose(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let all = reader.all::<category::ThingWhose>(want, at).into_iter();
    let filter = |what| if what == Objects::This { Filter::This } else { Filter::Is(what) };
    all.map(|(what, n, end)| reading::<category::ThemWhose>(filter(what), n, end)).collect()
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
            // "Enchanted creatures": all that are.
            .chain(said(Person::Many, at, false))
            .collect(),
        (Some("each"), Some("other")) => said(Person::One, at + 2, true),
        (Some("each"), _) => said(Person::One, at + 1, false),
        (Some("all"), Some("other")) => said(Person::Many, at + 2, true),
        (Some("all"), _) => said(Person::Many, at + 1, false),
        (Some("other"), _) => said(Person::Many, at + 1, true),
        _ => said(Person::Many, at, false),
    }
}

//! The kernel: rows, and reading by them.
//!
//! A row says a term of the card language with holes in words with slots. Reading is a memoised
//! descent on a category, what is wanted of it, and a position; it returns every reading, so
//! nothing is decided by the order of rows.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use super::category::{Cat, Category};
use super::inflection::{Person, conjugated, negated, past, past_negated, perfect, plural};
use super::open::Open;
use super::tense::Tense;
use super::tokens::Token;
use crate::card::ast::ability::Ability;
use crate::card::words::term::{Go, Term, as_, has, walk};

/// A value of the card language, of any type.
#[derive(Clone)]
pub(crate) struct Value(Rc<dyn Held>);

/// What a value holds.
trait Held: Term {
    /// Whether a part of a text is the same.
    fn same(&self, part: &dyn Term) -> bool;
    fn term(&self) -> &dyn Term;
    fn shown(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Term + PartialEq + fmt::Debug> Held for T {
    fn same(&self, part: &dyn Term) -> bool {
        as_::<T>(part) == Some(self)
    }

    fn term(&self) -> &dyn Term {
        self
    }

    fn shown(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl Value {
    pub(crate) fn new<T: Term + PartialEq + fmt::Debug>(value: T) -> Value {
        Value(Rc::new(value))
    }

    /// The value, if it is of this type.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// Whether it is the whole of another value or a part of it.
    pub(crate) fn is_in(&self, whole: &Value) -> bool {
        has(whole.0.term(), |part| self.0.same(part))
    }

    /// How many parts it has, at any depth.
    pub(crate) fn size(&self) -> usize {
        let mut size = 0;
        walk(self.0.term(), &mut |_| {
            size += 1;
            Go::Into
        });
        size
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.same(other.0.term())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.shown(f)
    }
}

/// One row: a term and the words that say it.
pub(crate) struct Row {
    pub(crate) category: Cat,
    /// Whether its words are written, or only read.
    pub(crate) is_written: bool,
    /// Its words. The first of them that can say the term are written.
    pub(crate) surfaces: &'static [&'static [Part]],
    /// The same as the file of the row has them.
    pub(crate) said: &'static [&'static str],
    /// The term as a card file would have it, with its holes in braces.
    pub(crate) term: &'static str,
    /// Where the row stands.
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    /// Makes the term of what fills its holes; none if its condition fails.
    pub(crate) build: fn(&Holes) -> Option<Value>,
    /// The values in the holes of a term, if it fits. It undoes `build`.
    pub(crate) take: fn(&Value) -> Option<Vec<Value>>,
}

/// A part of the words of a row.
#[derive(Debug)]
pub(crate) enum Part {
    /// A word as it stands.
    Word(&'static str),
    /// A phrase of a category, which fills a hole.
    Slot { hole: usize, category: Cat, agrees: Option<Agrees> },
    /// A verb by its stem, in the tense that is wanted.
    Verb(&'static str, Form, Agrees),
    /// A pronoun.
    Pronoun(Pronoun, Agrees),
    /// A noun, by its singular.
    Noun(&'static str, Agrees),
    /// A zone of the owner of what is in a slot: "its owner's hand", "your hand".
    Owned(&'static str, Agrees),
}

/// How a verb stands in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    /// It joins a pronoun before it: "it's", "you're".
    Joined,
    /// It denies.
    Denied,
    /// It tells the past, whatever tense is wanted.
    Past,
}

impl Form {
    /// The tense of the verb where this one is wanted.
    const fn tense(self, wanted: Tense) -> Tense {
        match (self, wanted) {
            (Form::Plain | Form::Joined, tense) => tense,
            (Form::Denied, tense) => tense.denied(),
            (Form::Past, tense) if tense.is_denied() => Tense::NotPast,
            (Form::Past, _) => Tense::Past,
        }
    }
}

/// A pronoun: for things by its form for one thing, for players by its form for others than you.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pronoun {
    It,
    Its,
    /// As the subject of its verb.
    They,
    /// Of the owner of things: "its owner's".
    Owners,
    /// Of a player: "your", "their".
    Their,
}

impl Pronoun {
    pub(crate) const fn said(self, agreement: Agreement) -> &'static str {
        match (self, agreement) {
            (Pronoun::Their, Person::You) => "your",
            (Pronoun::Their, _) => "their",
            (Pronoun::It | Pronoun::They, Person::One) => "it",
            (Pronoun::They, _) => "they",
            (Pronoun::It, _) => "them",
            (Pronoun::Owners, Person::One) => "its owner's",
            (Pronoun::Owners, _) => "their owners'",
            (Pronoun::Its, Person::One) => "its",
            (Pronoun::Its, _) => "their",
        }
    }
}

/// Whose a zone is in a text, and the number of zones.
const OWNERS: &[(&str, Agreement)] = &[
    ("its owner's", Person::One),
    ("their owner's", Person::One),
    ("your", Person::One),
    ("their", Person::One),
    // Of whoever owns it, since it goes nowhere else (CR 400.3).
    ("that player's", Person::One),
    ("their owners'", Person::Many),
];

/// What a part agrees with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Agrees {
    /// The phrase in the slot of this hole.
    With(usize),
    /// What the whole phrase agrees with: the subject before it.
    Wanted,
    One,
    Many,
    /// It is told in the past.
    Past,
    /// It is denied in the past.
    NotPast,
    /// It is denied.
    Not,
    /// Its objects are one or more.
    OneOrMore,
}

impl Agrees {
    /// The agreement, given what is wanted of the whole phrase and what the slots have.
    pub(super) fn of(self, wanted: &Want, slot: impl Fn(usize) -> Option<Agreement>) -> Agreement {
        match self {
            Agrees::Wanted => wanted.agreement.unwrap_or(Person::You),
            Agrees::One => Person::One,
            Agrees::Many => Person::Many,
            Agrees::With(hole) => slot(hole).unwrap_or(Person::One),
            Agrees::Past | Agrees::NotPast | Agrees::Not | Agrees::OneOrMore => wanted.agreement.unwrap_or(Person::One),
        }
    }
}

/// Person and number of a phrase.
pub(crate) type Agreement = Person;

/// What fills the holes of a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes(
    Vec<Option<(Value, Agreement)>>,
    /// The subject of the first phrase, if it is a clause.
    Option<(Value, Agreement)>,
);

impl Holes {
    pub(crate) fn get<T: Any>(&self, hole: usize) -> Option<&T> {
        self.0.get(hole)?.as_ref()?.0.get()
    }

    /// Whether you are in a hole.
    fn is_you(&self, hole: usize) -> bool {
        self.0.get(hole).is_some_and(|it| it.as_ref().is_some_and(|(value, _)| super::category::is_you(value)))
    }

    /// The value in a hole.
    pub(crate) fn value(&self, hole: usize) -> Option<&Value> {
        Some(&self.0.get(hole)?.as_ref()?.0)
    }

    fn agreement(&self, hole: usize) -> Option<Agreement> {
        Some(self.0.get(hole)?.as_ref()?.1)
    }

    /// Fills a hole; false if it holds something else.
    fn fill(&mut self, hole: usize, value: Value, agreement: Agreement) -> bool {
        if self.0.len() <= hole {
            self.0.resize(hole + 1, None);
        }
        match &self.0[hole] {
            Some((before, _)) => *before == value,
            None => {
                self.0[hole] = Some((value, agreement));
                true
            }
        }
    }
}

/// What is wanted of a phrase.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Want {
    /// Its number, or the person that its verb agrees with.
    pub(crate) agreement: Option<Agreement>,
    /// The subject that is left out, which stands before.
    pub(crate) subject: Option<Value>,
    /// Whether a number stands before it; asked only in writing.
    pub(crate) counted: bool,
    /// Whether it is the first phrase of a row; asked only in writing.
    pub(crate) first: bool,
    /// Whether it is the subject of the verb after it; asked only in writing.
    pub(crate) acts: bool,
    /// The tense of an event.
    pub(crate) tense: Tense,
    /// Whether the objects of an event are "one or more".
    pub(crate) many: bool,
}

impl Want {
    /// Only this agreement is wanted.
    pub(crate) fn of(agreement: impl Into<Option<Agreement>>) -> Want {
        Want { agreement: agreement.into(), ..Want::default() }
    }

    /// What is wanted of the phrase in a slot: its tense, and whether it is one or more. What it
    /// agrees with depends on the slots before it.
    pub(super) fn in_slot(&self, category: Cat, agrees: Option<Agrees>) -> Want {
        let mut want = Want::default();
        if category.is_of_an_event() {
            (want.tense, want.many) = (self.tense, self.many);
        }
        match agrees {
            Some(Agrees::Past) => want.tense = Tense::Past,
            Some(Agrees::NotPast) => want.tense = Tense::NotPast,
            Some(Agrees::Not) => want.tense = self.tense.denied(),
            Some(Agrees::OneOrMore) => want.many = true,
            _ => {}
        }
        want
    }

    /// A phrase whose subject stands before it.
    pub(crate) fn after(subject: Value, agreement: Agreement) -> Want {
        Want { agreement: Some(agreement), subject: Some(subject), ..Want::default() }
    }
}

/// One reading of a phrase.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) value: Value,
    pub(crate) agreement: Agreement,
    /// The position after it.
    pub(crate) end: usize,
    /// The subject of a clause, which can be left out of the next one.
    pub(crate) subject: Option<(Value, Agreement)>,
}

impl Reading {
    pub(crate) fn new<C: Category>(value: C::Value, agreement: Agreement, end: usize) -> Reading {
        Reading { value: Value::new(value), agreement, end, subject: None }
    }
}

/// Reads the phrases of a category that rows do not say.
pub(crate) type Leaf = fn(&Reader<'_>, &Want, usize) -> Vec<Reading>;

/// All rows by their categories.
#[derive(Default)]
pub(crate) struct Rows(pub(crate) BTreeMap<Cat, Vec<&'static Row>>);

impl Rows {
    /// The rows of a category.
    pub(crate) fn of(&self, category: Cat) -> &[&'static Row] {
        self.0.get(&category).map_or(&[], Vec::as_slice)
    }
}

/// All rows and leaves.
pub(crate) struct Grammar {
    pub(crate) rows: &'static Rows,
    pub(crate) leaves: BTreeMap<Cat, Leaf>,
}

/// The most readings of one phrase, and of its beginnings; no printed text comes near. A text that
/// could be read in more ways is refused.
const MOST_READINGS: usize = 2_000;

type Memo = BTreeMap<(Cat, usize), Vec<(Want, Rc<Vec<Reading>>)>>;

/// What gives a quoted ability that has its name.
pub(crate) const GRANTER: &str = "~ that gives it";

/// Reads one text.
pub(crate) struct Reader<'t> {
    grammar: &'static Grammar,
    pub(crate) tokens: &'t [Token],
    /// Whether the name of the card is that of what gives this quoted ability to something else
    /// (CR 201.4a).
    is_given: bool,
    /// The text in which the words have their places, and the name of its card.
    text: &'t str,
    name: &'t str,
    memo: RefCell<Memo>,
    /// What the text mentions with words that are resolved once it is read.
    pub(crate) open: RefCell<Vec<Open>>,
    /// The furthest position at which something else was expected, and what.
    furthest: Cell<usize>,
    expected: RefCell<BTreeSet<String>>,
    /// The position of words that refer to nothing, in a reading of the whole text.
    dangling: Cell<Option<usize>>,
    /// Whether a phrase has more readings than are kept.
    is_too_much: Cell<bool>,
    /// What abilities were made of, if it is asked for.
    made: Option<RefCell<Vec<Made>>>,
}

/// Abilities and the phrases that they were made of.
pub(crate) type Made = (Vec<Ability>, Vec<(Cat, Value)>);

impl<'t> Reader<'t> {
    pub(crate) fn new(grammar: &'static Grammar, tokens: &'t [Token]) -> Reader<'t> {
        Reader {
            grammar,
            tokens,
            is_given: false,
            text: "",
            name: "",
            memo: RefCell::default(),
            open: RefCell::default(),
            furthest: Cell::new(0),
            expected: RefCell::default(),
            dangling: Cell::new(None),
            is_too_much: Cell::new(false),
            made: None,
        }
    }

    /// The same, where names in the text can be read.
    pub(crate) fn of(self, text: &'t str, name: &'t str) -> Reader<'t> {
        Reader { text, name, ..self }
    }

    /// The names that can stand at a position, and where each ends: words with capitals, with
    /// small words and commas between them. The card's own name stands as it is.
    pub(crate) fn names(&self, at: usize) -> Vec<(String, usize)> {
        let said = |token: &Token| self.text.get(token.from..token.to).unwrap_or_default();
        let is_own = |token: &Token| token.is_name && !self.name.is_empty() && said(token) == self.name;
        if self.tokens.get(at).is_some_and(is_own) {
            return vec![(self.name.to_owned(), at + 1)];
        }
        let is_capital = |token: &Token| said(token).starts_with(char::is_uppercase);
        let between = ["a", "and", "for", "from", "in", "of", "the", "to", ","];
        let is_within = |token: &&Token| is_capital(token) || between.contains(&token.word.as_str());
        let words: Vec<&Token> = self.tokens.iter().skip(at).take_while(is_within).collect();
        let whole = |count: usize| {
            let (first, last) = (words.first()?, words.get(count - 1)?);
            let ends = is_capital(first) && is_capital(last);
            Some((self.text.get(first.from..last.to).filter(|_| ends)?.to_owned(), at + count))
        };
        (1..=words.len()).filter_map(whole).collect()
    }

    /// The same, which notes what abilities are made of.
    pub(crate) fn noting(self) -> Reader<'t> {
        Reader { made: Some(RefCell::default()), ..self }
    }

    /// Notes what abilities are made of: phrases as they were read, before their references.
    pub(crate) fn note(&self, abilities: &[Ability], phrases: impl FnOnce() -> Vec<(Cat, Value)>) {
        if let Some(made) = &self.made {
            let note = (abilities.to_vec(), phrases());
            made.borrow_mut().push(note);
        }
    }

    /// What was noted.
    pub(crate) fn made(&self) -> Vec<Made> {
        self.made.as_ref().map(|made| made.borrow().clone()).unwrap_or_default()
    }

    /// A reader of a quotation that begins after a quotation mark, and the position after it.
    pub(crate) fn quoted(&self, at: usize) -> Option<(Reader<'t>, usize)> {
        let at = self.words(at, &["\""])?;
        let end = at + self.tokens[at..].iter().position(|token| token.word == "\"")?;
        // The name of the card means the card, and not what has the quoted ability (CR 201.4).
        let is_given = !self.has_it_itself(at - 1);
        Some((Reader { is_given, ..Reader::new(self.grammar, &self.tokens[at..end]) }, end + 1))
    }

    /// A reader of a part of the text.
    pub(crate) fn within(&self, part: std::ops::Range<usize>) -> Option<Reader<'t>> {
        Some(Reader::new(self.grammar, self.tokens.get(part)?).of(self.text, self.name))
    }

    /// Whether it is the object with the text that has what stands at a position: "~ gets +2/+2 and
    /// has …".
    fn has_it_itself(&self, at: usize) -> bool {
        let sentence = (0..at).rev().find(|at| self.word(*at) == Some(".")).map_or(0, |stop| stop + 1);
        let is_verb = |at: usize| matches!(self.word(at), Some("has" | "gets" | "gains"));
        let others = ["it", "creature", "creatures", "permanent", "permanents", "land", "lands", "target", "token"];
        let own = (sentence..at).rev().find(|at| self.word(*at) == Some("~") && is_verb(at + 1));
        own.is_some_and(|own| !(own..at).any(|at| self.word(at).is_some_and(|word| others.contains(&word))))
    }

    /// The word at a position.
    pub(crate) fn word(&self, at: usize) -> Option<&'t str> {
        let token = self.tokens.get(at)?;
        Some(if self.is_given && token.is_name { GRANTER } else { token.word.as_str() })
    }

    /// The position after these words, if they stand at one.
    pub(crate) fn words(&self, at: usize, words: &[&str]) -> Option<usize> {
        for (offset, word) in words.iter().enumerate() {
            if self.word(at + offset) != Some(word) {
                self.expect(at + offset, word);
                return None;
            }
        }
        Some(at + words.len())
    }

    /// The position after "a" or "an".
    pub(crate) fn article(&self, at: usize) -> Option<usize> {
        self.words(at, &["a"]).or_else(|| self.words(at, &["an"]))
    }

    /// The position after a word of a row: "a" is "an", too, and a capital is only written.
    fn row_word(&self, at: usize, word: &str) -> Option<usize> {
        match (word, self.word(at)) {
            ("a", Some("an")) => Some(at + 1),
            _ if word.bytes().any(|c| c.is_ascii_uppercase()) => self.words(at, &[&word.to_lowercase()]),
            _ => self.words(at, &[word]),
        }
    }

    fn expect(&self, at: usize, what: &str) {
        if at < self.furthest.get() {
            return;
        }
        let mut expected = self.expected.borrow_mut();
        if at > self.furthest.replace(at) {
            expected.clear();
        }
        expected.insert(what.to_owned());
    }

    /// Notes that the text should have ended.
    pub(crate) fn end_expected(&self, at: usize) {
        self.expect(at, "the end");
    }

    /// Notes that words refer to nothing.
    pub(crate) fn dangles(&self, at: usize) {
        self.dangling.set(Some(self.dangling.get().map_or(at, |before| before.max(at))));
    }

    /// Where reading came furthest, and what could have stood there.
    pub(crate) fn stopped(&self) -> (usize, Vec<String>) {
        // All words are known, but some of them refer to nothing.
        if let Some(at) = self.dangling.get() {
            return (at, vec!["words for something that the text has mentioned".to_owned()]);
        }
        (self.furthest.get(), self.expected.borrow().iter().cloned().collect())
    }

    /// Whether something was left out because it could be read in too many ways.
    pub(crate) fn is_too_much(&self) -> bool {
        self.is_too_much.get()
    }

    /// Whether there are more readings than are kept.
    fn are_too_many<T>(&self, readings: &[T]) -> bool {
        let too_many = readings.len() > MOST_READINGS;
        if too_many {
            self.is_too_much.set(true);
        }
        too_many
    }

    /// A series of items with a joint between two of them, each beginning of it with the position
    /// after it. What an item can be depends on the one before it; one phrase may be several items.
    pub(crate) fn series<T: Clone>(
        &self,
        at: usize,
        joints: &[&[&str]],
        item: &dyn Fn(Option<&T>, usize) -> Vec<(Vec<T>, usize)>,
    ) -> Vec<(Vec<T>, usize)> {
        let mut found: Vec<(Vec<T>, usize)> = Vec::new();
        let mut states: Vec<(Vec<T>, usize)> = vec![(Vec::new(), at)];
        while let Some((before, at)) = states.pop() {
            for (more, end) in item(before.last(), at) {
                let all: Vec<T> = before.iter().cloned().chain(more).collect();
                let joined = joints.iter().filter_map(|joint| self.words(end, joint));
                states.extend(joined.map(|at| (all.clone(), at)));
                found.push((all, end));
            }
            if self.are_too_many(&found) || self.are_too_many(&states) {
                return Vec::new();
            }
        }
        found
    }

    /// "a or b", "a, b, or c": two items or more, the last one after one of these words.
    pub(crate) fn list<T>(
        &self,
        at: usize,
        last: &[&str],
        item: &dyn Fn(usize) -> Option<(T, usize)>,
    ) -> Option<(Vec<T>, usize)> {
        let (first, mut end) = item(at)?;
        let mut found = vec![first];
        loop {
            let comma = self.words(end, &[","]);
            let after = comma.unwrap_or(end);
            let ends = self.word(after).is_some_and(|word| last.contains(&word));
            let next = if ends { after + 1 } else { comma? };
            let (more, at) = item(next)?;
            found.push(more);
            end = at;
            if ends {
                return Some((found, end));
            }
        }
    }

    /// Every reading of a phrase.
    pub(crate) fn read(&self, category: Cat, want: &Want, at: usize) -> Rc<Vec<Reading>> {
        let category = category.reads_as();
        let known = |memo: &Memo| {
            let readings = memo.get(&(category, at))?.iter().find(|(wanted, _)| wanted == want)?;
            Some(readings.1.clone())
        };
        if let Some(readings) = known(&self.memo.borrow()) {
            return readings;
        }
        // A phrase that begins with itself has no reading that way.
        self.memo.borrow_mut().entry((category, at)).or_default().push((want.clone(), Rc::default()));
        let mut found: Vec<Reading> = Vec::new();
        let mut add = |reading: Reading| {
            if !found
                .iter()
                .any(|it| it.end == reading.end && it.agreement == reading.agreement && it.value == reading.value)
            {
                found.push(reading);
            }
        };
        if let Some(leaf) = self.grammar.leaves.get(&category) {
            leaf(self, want, at).into_iter().for_each(&mut add);
        }
        for row in self.grammar.rows.of(category) {
            for parts in row.surfaces {
                self.row(category, row, parts, want, at).into_iter().for_each(&mut add);
            }
        }
        if self.are_too_many(&found) {
            found.clear();
        }
        let readings = Rc::new(found);
        let mut memo = self.memo.borrow_mut();
        let known = memo.entry((category, at)).or_default().iter_mut().find(|(wanted, _)| wanted == want);
        if let Some((_, known)) = known {
            *known = readings.clone();
        }
        readings
    }

    /// Every reading of a category by its type.
    pub(crate) fn all<C: Category>(&self, want: &Want, at: usize) -> Vec<(C::Value, Agreement, usize)>
    where
        C::Value: Clone,
    {
        let readings = self.read(C::ID, want, at);
        readings.iter().filter_map(|it| Some((it.value.get::<C::Value>()?.clone(), it.agreement, it.end))).collect()
    }

    /// The holes with which the words of a row begin, and those that are to be read; none if what
    /// is wanted cannot be said with them.
    pub(crate) fn begun(category: Cat, parts: &'static [Part], want: &Want) -> Option<(Holes, &'static [Part])> {
        let (mut holes, mut rest) = (Holes::default(), parts);
        if wanted_many_is_unsaid(want, parts) || wanted_tense_is_unsaid(want, parts) {
            return None;
        }
        match (category, subject(parts)) {
            // A command is no clause with a subject.
            (Cat::Clause, None) if !matches!(parts, [Part::Slot { .. }, ..]) => return None,
            (Cat::Deed | Cat::Predicate | Cat::StaticPredicate | Cat::RestrictedPredicate, Some((hole, of))) => {
                let said = want.subject.as_ref()?;
                let agreement = want.agreement.unwrap_or(Person::You);
                if !of.holds(said) || !holes.fill(hole, said.clone(), agreement) {
                    return None;
                }
                rest = &parts[1..];
            }
            (Cat::Deed, None) if want.subject.as_ref().is_some_and(super::category::is_you) => {}
            (Cat::Deed | Cat::Predicate | Cat::StaticPredicate | Cat::RestrictedPredicate, None) => return None,
            _ => {}
        }
        Some((holes, rest))
    }

    fn row(&self, category: Cat, row: &Row, parts: &'static [Part], want: &Want, at: usize) -> Vec<Reading> {
        let Some((holes, rest)) = Self::begun(category, parts, want) else { return Vec::new() };
        let mut states = vec![(holes, at)];
        let subject = subject(parts);
        for part in rest {
            let mut next = Vec::new();
            for (holes, at) in states {
                self.part(part, want, holes, at, &mut next);
            }
            if next.is_empty() || self.are_too_many(&next) {
                return Vec::new();
            }
            states = next;
        }
        let first = parts.iter().find_map(|part| if let Part::Slot { hole, .. } = part { Some(*hole) } else { None });
        let built = states.into_iter().filter_map(|(holes, end)| {
            let agreement = first.and_then(|hole| holes.agreement(hole)).or(want.agreement).unwrap_or(Person::One);
            // The subject of its first phrase is its own.
            let own = subject.and_then(|(hole, _)| holes.0.get(hole).cloned().flatten());
            let subject = own.or_else(|| holes.1.clone());
            let value = (row.build)(&holes)?;
            #[cfg(test)]
            assert!(is_undone(row, &holes, &value), "{value:?} is not taken apart by the row that made it");
            Some(Reading { agreement, value, end, subject })
        });
        built.collect()
    }

    /// Reads one part of the words of a row.
    pub(crate) fn part(&self, part: &Part, wanted: &Want, holes: Holes, at: usize, next: &mut Vec<(Holes, usize)>) {
        match part {
            Part::Word(word) => next.extend(self.row_word(at, word).map(|end| (holes, end))),
            Part::Verb(stem, form, agrees) => {
                let agreement = self.agreement(*agrees, wanted, &holes);
                let tense = form.tense(wanted.tense);
                let mut said = vec![inflected(stem, *form, wanted.tense, agreement)];
                // What has happened is told in two tenses.
                if matches!(tense, Tense::Past | Tense::NotPast) {
                    said.push(perfect(stem, agreement, tense.is_denied()));
                }
                let mut ends = said.iter().filter_map(|said| self.words(at, &said.split(' ').collect::<Vec<_>>()));
                next.extend(ends.next().map(|end| (holes, end)));
            }
            Part::Pronoun(pronoun, agrees) => {
                let agreement = match (agrees, self.agreement(*agrees, wanted, &holes)) {
                    // Somebody else has no ending after "have", either.
                    (Agrees::With(hole), Person::You) if !holes.is_you(*hole) => Person::One,
                    (_, agreement) => agreement,
                };
                let words: Vec<&str> = pronoun.said(agreement).split(' ').collect();
                next.extend(self.words(at, &words).map(|end| (holes, end)));
            }
            Part::Owned(zone, _) => {
                for (owner, number) in OWNERS {
                    let said = format!("{owner} {}", numbered(zone, *number));
                    let words: Vec<&str> = said.split(' ').collect();
                    next.extend(self.words(at, &words).map(|end| (holes.clone(), end)));
                }
            }
            Part::Noun(noun, agrees) => {
                let said = numbered(noun, self.agreement(*agrees, wanted, &holes));
                let words: Vec<&str> = said.split(' ').collect();
                next.extend(self.words(at, &words).map(|end| (holes, end)));
            }
            Part::Slot { hole, category, agrees } => {
                let mut want = wanted.in_slot(*category, *agrees);
                if let Some(agrees) = agrees {
                    want.agreement = Some(self.agreement(*agrees, wanted, &holes));
                    if category.follows_a_subject()
                        && let Agrees::With(subject) = agrees
                    {
                        want.subject = holes.0.get(*subject).cloned().flatten().map(|(value, _)| value);
                    }
                }
                let readings = self.read(*category, &want, at);
                if readings.is_empty() {
                    self.expect(at, category.said());
                }
                for reading in readings.iter() {
                    let mut holes = holes.clone();
                    if holes.0.is_empty() {
                        holes.1.clone_from(&reading.subject);
                    }
                    if holes.fill(*hole, reading.value.clone(), reading.agreement) {
                        next.push((holes, reading.end));
                    }
                }
            }
        }
    }

    /// Everything that was read so far.
    pub(crate) fn known(&self) -> Vec<(Cat, usize, Want, Rc<Vec<Reading>>)> {
        let memo = self.memo.borrow();
        let all = memo.iter().flat_map(|((category, at), known)| {
            known.iter().map(|(want, readings)| (*category, *at, want.clone(), readings.clone()))
        });
        all.collect()
    }

    /// The rows of a category.
    pub(crate) fn rows(&self, category: Cat) -> &'static [&'static Row] {
        self.grammar.rows.of(category)
    }

    fn agreement(&self, agrees: Agrees, wanted: &Want, holes: &Holes) -> Agreement {
        agrees.of(wanted, |hole| holes.agreement(hole))
    }
}

/// The slot of the subject with which words begin.
fn subject(parts: &[Part]) -> Option<(usize, Cat)> {
    match parts {
        [Part::Slot { hole, category, .. }, ..] if category.is_subject() => Some((*hole, *category)),
        _ => None,
    }
}

/// A verb in a tense.
pub(super) fn inflected(stem: &str, form: Form, tense: Tense, agreement: Agreement) -> String {
    match form.tense(tense) {
        Tense::NotPresent => negated(stem, agreement),
        Tense::Present => conjugated(stem, agreement),
        Tense::Past => past(stem, agreement),
        Tense::NotPast => past_negated(stem, agreement),
    }
}

/// A noun in a number.
pub(super) fn numbered(noun: &str, agreement: Agreement) -> String {
    if agreement == Person::Many { plural(noun) } else { noun.to_owned() }
}

/// Whether "one or more" is wanted of words that have no place for it.
pub(super) fn wanted_many_is_unsaid(want: &Want, parts: &[Part]) -> bool {
    let has_place = |part: &Part| matches!(part, Part::Slot { category, .. } if category.has_a_number());
    want.many && !parts.iter().any(has_place)
}

/// Whether a tense is wanted of words without a verb.
pub(super) fn wanted_tense_is_unsaid(want: &Want, parts: &[Part]) -> bool {
    let has_tense = |part: &Part| match part {
        Part::Verb(..) => true,
        // One in a tense of its own does not take another.
        Part::Slot { agrees: Some(Agrees::Past | Agrees::NotPast), .. } => false,
        Part::Slot { category, .. } => matches!(category, Cat::Event | Cat::Single | Cat::If | Cat::Premise | Cat::Is),
        Part::Word(_) | Part::Noun(..) | Part::Pronoun(..) | Part::Owned(..) => false,
    };
    want.tense != Tense::Present && !parts.iter().any(has_tense)
}

/// Whether taking a term apart gives what it was made of.
#[cfg(test)]
fn is_undone(row: &Row, holes: &Holes, value: &Value) -> bool {
    (row.take)(value).is_some_and(|taken| {
        let made = holes.0.iter().map(|hole| hole.as_ref().map(|(value, _)| value));
        taken.iter().map(Some).eq(made)
    })
}

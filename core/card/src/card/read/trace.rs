//! Shows how a sentence is read: which rows took part, or which came nearest.
//!
//! Nothing is recorded while a text is read. The reader remembers the readings of all phrases;
//! afterwards the rows of each phrase of the result are followed once more, with their places.

use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

use super::ability::{self, Host};
use super::grammar::grammar;
use super::text::{self, Unread};
use crate::card::ast::ability::{Ability, Face};
use crate::card::normal::normalize_reading;
use crate::card::wording::category::Cat;
use crate::card::wording::kernel::{Agreement, Holes, Part, Pronoun, Reader, Reading, Row, Value, Want};

/// How a sentence is read.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The sentence, with the full stop that it may have lacked.
    pub text: String,
    /// Whether it is read as what a spell does, and not as an ability of a permanent.
    pub of_a_spell: bool,
    /// Its readings; one if it can be used on a card.
    pub readings: Vec<TracedReading>,
    /// Why it is not read.
    pub unread: Option<Unread>,
    /// If it is not read, the rows that came as far as it is understood, the one that read the most
    /// first.
    pub nearest: Vec<NearRow>,
}

/// One reading of a sentence.
#[derive(Clone, Debug)]
pub struct TracedReading {
    /// What it says.
    pub abilities: Vec<Ability>,
    /// The phrases that it is made of, each before those within it.
    pub phrases: Vec<Phrase>,
}

/// A phrase of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// How many phrases it stands within.
    pub depth: usize,
    /// Its category, as files of rows name it.
    pub category: String,
    /// Where it begins and ends in the text, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The row that says it; none if no row does and the program reads it itself.
    pub row: Option<Wording>,
}

/// A row of wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording {
    /// Its words.
    pub words: &'static str,
    /// Its term, as a card file would have it.
    pub term: &'static str,
    /// The file of rows.
    pub file: &'static str,
    /// The line in it, from 1.
    pub line: u32,
}

/// A row that came as far as a text is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearRow {
    /// Its category, as files of rows name it.
    pub category: String,
    /// The row.
    pub row: Wording,
    /// Where its words begin in the text, in bytes.
    pub from: usize,
    /// What it expected where reading stopped.
    pub expected: String,
}

impl Wording {
    fn of(row: &'static Row, surface: usize) -> Wording {
        let words = row.said.get(surface).copied().unwrap_or_default();
        Wording { words, term: row.term, file: row.file, line: row.line }
    }
}

/// The most rows that are named as nearest.
const NEAREST: usize = 6;

/// Reads one paragraph of a card with this name, and shows how: as an ability of a permanent, or
/// else as what a spell does. Without a name the card is `~`, or "this creature" and the like.
pub fn trace(text: &str, name: Option<&str>) -> Traced {
    let text = text.trim();
    let face = Face { name: name.unwrap_or("~").to_owned(), ..Face::default() };
    // A sentence that is typed may lack its full stop.
    let with_stop = (!text.ends_with(['.', '"'])).then(|| format!("{text}."));
    let mut best = traced(text, &face, false);
    for (text, of_a_spell) in [(Some(text), true), (with_stop.as_deref(), false), (with_stop.as_deref(), true)] {
        let Some(text) = text.filter(|_| best.readings.is_empty()) else { continue };
        let traced = traced(text, &face, of_a_spell);
        let came = |it: &Traced| it.unread.as_ref().map(|unread| unread.from);
        if !traced.readings.is_empty() || came(&best) < came(&traced) {
            best = traced;
        }
    }
    best
}

fn traced(text: &str, face: &Face, of_a_spell: bool) -> Traced {
    let unread = |unread, nearest| Traced { text: text.to_owned(), of_a_spell, readings: Vec::new(), unread, nearest };
    let words = match text::words(text, face) {
        Ok(words) => words,
        Err(why) => return unread(Some(why), Vec::new()),
    };
    if words.is_empty() {
        let readings = vec![TracedReading { abilities: Vec::new(), phrases: Vec::new() }];
        return Traced { readings, ..unread(None, Vec::new()) };
    }
    let reader = Reader::new(grammar(), &words).of(text, &face.name).noting();
    let found = ability::paragraph(&reader, Host { is_spell: of_a_spell });
    let why = text::refused(&reader, &found, face, text);
    if found.is_empty() {
        return unread(why, nearest(&reader));
    }
    let readings = found.into_iter().map(|abilities| {
        let phrases = Tracer::new(&reader).phrases(&abilities);
        TracedReading { abilities, phrases }
    });
    Traced { readings: readings.collect(), ..unread(why, Vec::new()) }
}

/// A reading of a row with the places of its parts.
struct Followed {
    holes: Holes,
    end: usize,
    /// Its parts: from where to where each was read.
    parts: Vec<(&'static Part, usize, usize)>,
}

/// Where a row could not go on: at a part, with the place that its words reached.
struct Stuck {
    part: &'static Part,
    reached: usize,
}

/// Follows the words of a row as the reader does.
fn follow(
    reader: &Reader<'_>,
    category: Cat,
    parts: &'static [Part],
    want: &Want,
    at: usize,
) -> Result<Vec<Followed>, Option<Stuck>> {
    let Some((holes, rest)) = Reader::begun(category, parts, want) else { return Err(None) };
    let mut states = vec![Followed { holes, end: at, parts: Vec::new() }];
    for part in rest {
        let mut next = Vec::new();
        for state in &states {
            let mut read = Vec::new();
            reader.part(part, want, state.holes.clone(), state.end, &mut read);
            next.extend(read.into_iter().map(|(holes, end)| {
                let parts = state.parts.iter().copied().chain([(part, state.end, end)]).collect();
                Followed { holes, end, parts }
            }));
        }
        if next.is_empty() {
            let reached = states.iter().map(|state| state.end).max();
            return Err(reached.map(|reached| Stuck { part, reached }));
        }
        states = next;
    }
    Ok(states)
}

/// The name of a category, as files of rows have it.
fn name_of(category: Cat) -> String {
    let mut name = String::new();
    for c in format!("{category:?}").chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// A reading of a phrase at its place.
#[derive(Clone, PartialEq)]
struct Known {
    category: Cat,
    from: usize,
    end: usize,
    value: Value,
}

/// Takes a result apart into its phrases.
struct Tracer<'r, 't> {
    reader: &'r Reader<'t>,
    memo: Vec<(Cat, usize, Want, Rc<Vec<Reading>>)>,
    all: Vec<Known>,
    /// Phrases that are being taken apart, so that none is sought within itself.
    within: Vec<Known>,
    found: Vec<Phrase>,
}

impl<'r, 't> Tracer<'r, 't> {
    fn new(reader: &'r Reader<'t>) -> Tracer<'r, 't> {
        let memo = reader.known();
        let mut all: Vec<Known> = Vec::new();
        for (category, from, _, readings) in &memo {
            for Reading { value, end, .. } in readings.iter() {
                let known = Known { category: *category, from: *from, end: *end, value: value.clone() };
                if !all.contains(&known) {
                    all.push(known);
                }
            }
        }
        Tracer { reader, memo, all, within: Vec::new(), found: Vec::new() }
    }

    /// The phrases of a reading.
    fn phrases(mut self, abilities: &[Ability]) -> Vec<Phrase> {
        let is_it = |made: &[Ability]| {
            let mut made = made.to_vec();
            normalize_reading(&mut made);
            made == abilities
        };
        let (whole, made) = (0..self.reader.tokens.len(), self.reader.made());
        let mut roots = Vec::new();
        match made.into_iter().find(|(made, _)| is_it(made)) {
            Some((_, phrases)) => {
                let mut apart = Vec::new();
                for (category, value) in phrases {
                    // The whole rest of the text, where the same is said of less of it.
                    let same = self.all.iter().filter(|it| it.category == category && it.value == value);
                    match same.max_by_key(|it| it.end) {
                        // A phrase can be noted by several readings of its sentence.
                        Some(it) if roots.iter().all(|root| is_apart(root, it)) => roots.push(it.clone()),
                        Some(_) => {}
                        None => apart.push(value),
                    }
                }
                // What was put together of several phrases.
                for value in apart {
                    let parts = self.parts(whole.clone(), &value);
                    let is_new = |it: &Known| roots.iter().all(|root| is_apart(root, it));
                    let new: Vec<Known> = parts.into_iter().filter(is_new).collect();
                    roots.extend(new);
                }
            }
            // Keywords are made of nothing else.
            None => roots = self.parts(whole, &Value::new(abilities.to_vec())),
        }
        roots.sort_by_key(|it| it.from);
        roots.iter().for_each(|it| self.phrase(it, 0, false));
        self.found
    }

    /// A phrase with those within it; one that is in a slot is told even if no row says it.
    fn phrase(&mut self, it: &Known, depth: usize, is_slot: bool) {
        if self.within.contains(it) {
            return;
        }
        self.within.push(it.clone());
        match self.row(it) {
            Some((row, surface, slots)) => {
                self.tell(it, depth, Some(Wording::of(row, surface)));
                slots.iter().for_each(|slot| self.phrase(slot, depth + 1, true));
            }
            None => {
                let before = self.found.len();
                let parts = self.parts(it.from..it.end, &it.value);
                parts.iter().for_each(|it| self.phrase(it, depth, false));
                if is_slot && self.found.len() == before {
                    self.tell(it, depth, None);
                }
            }
        }
        self.within.pop();
    }

    fn tell(&mut self, it: &Known, depth: usize, row: Option<Wording>) {
        let place = |at: usize| self.reader.tokens.get(at);
        let from = place(it.from).map_or(0, |token| token.from);
        let to = it.end.checked_sub(1).and_then(place).map_or(from, |token| token.to);
        self.found.push(Phrase { depth, category: name_of(it.category), from, to, row });
    }

    /// The row that a phrase was read by, with what is in its slots.
    fn row(&self, it: &Known) -> Option<(&'static Row, usize, Vec<Known>)> {
        let here = self.memo.iter().filter(|(category, at, ..)| (*category, *at) == (it.category, it.from));
        for (_, _, want, readings) in here {
            if !readings.iter().any(|reading| reading.end == it.end && reading.value == it.value) {
                continue;
            }
            for row in self.reader.rows(it.category) {
                for (surface, parts) in row.surfaces.iter().enumerate() {
                    let ways = follow(self.reader, it.category, parts, want, it.from).unwrap_or_default();
                    let is_it = |way: &&Followed| {
                        way.end == it.end && (row.build)(&way.holes).is_some_and(|value| value == it.value)
                    };
                    if let Some(way) = ways.iter().find(is_it) {
                        return Some((row, surface, slots(way)));
                    }
                }
            }
        }
        None
    }

    /// The largest phrases between two places whose values are parts of a value.
    fn parts(&self, within: Range<usize>, whole: &Value) -> Vec<Known> {
        let is_part = |it: &&Known| {
            let is_there = within.start <= it.from && it.from < it.end && it.end <= within.end;
            is_there && !self.within.contains(it) && it.value.is_in(whole)
        };
        let mut parts: Vec<Known> = self.all.iter().filter(is_part).cloned().collect();
        parts.sort_by_cached_key(|it| Reverse((it.end - it.from, it.value.size(), it.category)));
        let mut taken: Vec<Known> = Vec::new();
        for part in parts {
            if taken.iter().all(|it| is_apart(it, &part)) {
                taken.push(part);
            }
        }
        taken.sort_by_key(|it| it.from);
        taken
    }
}

/// Whether two phrases share no word.
fn is_apart(a: &Known, b: &Known) -> bool {
    a.end <= b.from || b.end <= a.from
}

/// What is in the slots of a row.
fn slots(way: &Followed) -> Vec<Known> {
    let slots = way.parts.iter().filter_map(|(part, from, end)| match part {
        Part::Slot { hole, category, .. } => {
            let value = way.holes.value(*hole)?.clone();
            Some(Known { category: category.reads_as(), from: *from, end: *end, value })
        }
        _ => None,
    });
    slots.collect()
}

/// The rows that came to the place where reading stopped.
fn nearest(reader: &Reader<'_>) -> Vec<NearRow> {
    let (stopped, _) = reader.stopped();
    let mut found: Vec<(usize, bool, &'static Row, NearRow)> = Vec::new();
    for (category, at, want, _) in reader.known() {
        if at >= stopped {
            continue;
        }
        for row in reader.rows(category) {
            for (surface, parts) in row.surfaces.iter().enumerate() {
                let Err(Some(stuck)) = follow(reader, category, parts, &want, at) else { continue };
                if stuck.reached != stopped || found.iter().any(|(.., other, _)| std::ptr::eq(*other, *row)) {
                    continue;
                }
                let (is_slot, expected) = match stuck.part {
                    Part::Word(word) => (false, format!("“{word}”")),
                    Part::Verb(word, ..) | Part::Noun(word, _) => (false, format!("“{word}”")),
                    Part::Owned(zone, _) => (false, format!("“{} {zone}”", Pronoun::Owners.said(Agreement::One))),
                    Part::Pronoun(pronoun, _) => (false, format!("“{}”", pronoun.said(Agreement::One))),
                    Part::Slot { category, .. } => (true, category.said().to_owned()),
                };
                let from = reader.tokens.get(at).map_or(0, |token| token.from);
                let row_of = Wording::of(row, surface);
                found.push((at, is_slot, row, NearRow { category: name_of(category), row: row_of, from, expected }));
            }
        }
    }
    found.sort_by_key(|(at, is_slot, ..)| (*at, *is_slot));
    found.into_iter().take(NEAREST).map(|(.., near)| near).collect()
}

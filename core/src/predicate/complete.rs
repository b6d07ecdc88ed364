//! Completion: what could stand at the caret.
//!
//! Completion asks the grammar and the checker themselves, so it offers only what they understand.
//! It replaces the typed word by a marker and closes open parentheses. When the checker meets the
//! marker, it notes what would fit there ([`Wanted`]).

use std::cell::Cell;
use std::ops::Range;

use super::ast::Comparator;
use super::domain::{WordSet, written};
use super::names::Names;
use super::parse::{CONNECTIVES, parse};
use super::typing::{Wanted, written_name};
use super::vocabulary::{FUNCTIONS, Owner, Type, ValueKind, VocabularyWord, YES_OR_NO, words_of};

/// The marker for the typed word: letters that nobody types, and not a capital.
pub(super) const MARKER: &str = "\u{10428}\u{10429}\u{1042a}";

/// The most completions offered.
const MOST: usize = 400;

/// The completions for a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The part of the text that a completion replaces, in bytes.
    pub span: Range<usize>,
    /// The completions, likeliest first.
    pub items: Vec<Completion>,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word as it is written.
    pub text: String,
    /// Its meaning in a clause; empty if the word explains itself.
    pub meaning: &'static str,
}

/// Returns the completions at the caret, given in bytes. Text after the caret is ignored.
pub fn complete(text: &str, caret: usize, names: &Names) -> Completions {
    let mut caret = caret.min(text.len());
    while !text.is_char_boundary(caret) {
        caret -= 1;
    }
    let typed = &text[..caret];
    let Some(place) = Place::of(typed) else { return Completions::default() };
    let (start, quoted) = (place.start, place.quoted);
    let before = &typed[..start];
    let word = typed[start..].trim_start_matches('"');
    let offers = if quoted {
        named(names)
    } else if ends_an_expression(before) {
        between(place.open > 0)
    } else {
        offers(wanted(before, place.open, names), names)
    };
    Completions { span: start..caret, items: fitting(offers, word) }
}

/// The beginning of the typed word.
struct Place {
    start: usize,
    /// Whether it is inside open quotation marks.
    quoted: bool,
    /// The number of open parentheses before it.
    open: usize,
}

impl Place {
    /// Returns the place, or `None` if nothing can be completed: inside a number or an object id.
    fn of(typed: &str) -> Option<Place> {
        let (mut open, mut quote, mut escaped) = (0usize, None, false);
        for (at, letter) in typed.char_indices() {
            match (letter, quote) {
                _ if escaped => escaped = false,
                ('\\', Some(_)) => escaped = true,
                ('"', Some(_)) => quote = None,
                ('"', None) => quote = Some(at),
                ('(', None) => open += 1,
                (')', None) => open = open.saturating_sub(1),
                _ => {}
            }
        }
        if let Some(start) = quote {
            return Some(Place { start, quoted: true, open });
        }
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let word = typed.chars().rev().take_while(|letter| is_word(*letter)).map(char::len_utf8).sum::<usize>();
        let start = typed.len() - word;
        let starts_right = typed[start..].chars().next().is_none_or(|letter| !letter.is_ascii_digit());
        (starts_right && !typed[..start].ends_with('#')).then_some(Place { start, quoted: false, open })
    }
}

/// Returns whether a text ends with a complete expression, so that only a sign or a connective can
/// follow.
fn ends_an_expression(before: &str) -> bool {
    let trimmed = before.trim_end();
    let Some(last) = trimmed.chars().next_back() else { return false };
    if last == ')' || last == '"' {
        return true;
    }
    let is_word = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let length: usize = trimmed.chars().rev().take_while(is_word).map(char::len_utf8).sum();
    // Without a space in between, it is the typed word itself.
    length > 0 && trimmed.len() < before.len() && !CONNECTIVES.contains(&&trimmed[trimmed.len() - length..])
}

/// Returns what the checker would accept.
fn wanted(before: &str, open: usize, names: &Names) -> Option<Wanted> {
    let marked = format!("{before}{MARKER}{}", ")".repeat(open));
    let tree = parse(&marked).ok()?;
    let note = Cell::new(None);
    super::typing::check_noting(&marked, &tree, names, &note);
    note.into_inner()
}

fn plain(text: impl Into<String>) -> Completion {
    Completion { text: text.into(), meaning: "" }
}

fn of_word(word: &VocabularyWord) -> Completion {
    let text = if word.argument.is_some() { format!("{}(", word.name) } else { word.name.to_owned() };
    Completion { text, meaning: word.meaning }
}

fn named(names: &Names) -> Vec<Completion> {
    names.all().map(|name| plain(written_name(name))).collect()
}

fn functions() -> impl Iterator<Item = Completion> {
    FUNCTIONS.iter().map(|(_, name, _, meaning)| Completion { text: format!("{name}("), meaning })
}

fn domain(domain: WordSet) -> impl Iterator<Item = Completion> {
    domain.words().into_iter().map(|word| plain(written(word)))
}

/// Returns what can follow a complete expression.
fn between(inside: bool) -> Vec<Completion> {
    let words = CONNECTIVES.into_iter().filter(|word| *word != "not").map(plain);
    let signs = Comparator::ALL.iter().map(|comparator| plain(comparator.sign()));
    let rest = ["+", "-", "*"].into_iter().map(plain);
    words.chain(signs).chain(rest).chain(inside.then(|| plain(")"))).collect()
}

fn asked_of(owners: &'static [Owner]) -> impl Iterator<Item = Completion> {
    let object = owners.contains(&Owner::Object);
    let yes_or_no = YES_OR_NO.into_iter().filter(move |it| object && *it != WordSet::Subtype);
    words_of(owners).map(of_word).chain(yes_or_no.flat_map(domain))
}

fn offers(wanted: Option<Wanted>, names: &Names) -> Vec<Completion> {
    let game = || words_of(&[Owner::Game]).map(of_word);
    let looked_at = |it: Option<ValueKind>| it.map_or(&[][..], Owner::of);
    match wanted {
        Some(Wanted::Of(owners)) => asked_of(owners).collect(),
        Some(Wanted::Beside(ty, it)) => {
            let fits = |word: &&VocabularyWord| fits(word.gives, ty);
            let inner = words_of(looked_at(it)).filter(fits).map(of_word);
            let outer = words_of(&[Owner::Game]).filter(fits).map(of_word);
            let mut offers: Vec<Completion> = match ty.kind {
                ValueKind::Word(words) => domain(words).collect(),
                ValueKind::Player | ValueKind::Object | ValueKind::Entity | ValueKind::Text => named(names),
                _ => Vec::new(),
            };
            offers.extend(inner.chain(outer));
            if ty.kind == ValueKind::Number {
                offers.extend(named(names).into_iter().chain(functions()));
            }
            offers
        }
        Some(Wanted::Any(it)) => {
            let subtypes = looked_at(it).contains(&Owner::Object).then_some(WordSet::Subtype);
            let inner = asked_of(looked_at(it));
            let rest =
                named(names).into_iter().chain(domain(WordSet::EventKind)).chain(subtypes.into_iter().flat_map(domain));
            inner.chain(game()).chain(functions()).chain(std::iter::once(plain("not"))).chain(rest).collect()
        }
        None => game().chain(functions()).chain(named(names)).collect(),
    }
}

/// Returns whether a word of one type can stand beside another.
fn fits(given: Type, wanted: Type) -> bool {
    let entity = |kind| matches!(kind, ValueKind::Player | ValueKind::Object | ValueKind::Entity);
    given.kind == wanted.kind || wanted.kind == ValueKind::Entity && entity(given.kind)
}

/// Returns the completions that begin with the typed text, then those that contain it, without
/// duplicates.
fn fitting(offers: Vec<Completion>, typed: &str) -> Vec<Completion> {
    let typed = typed.to_lowercase();
    let bare = |offer: &Completion| offer.text.trim_start_matches('"').to_lowercase();
    let begins = offers.iter().filter(|offer| bare(offer).starts_with(&typed));
    let has = offers.iter().filter(|offer| {
        let bare = bare(offer);
        !typed.is_empty() && !bare.starts_with(&typed) && bare.contains(&typed)
    });
    let mut items: Vec<Completion> = Vec::new();
    for offer in begins.chain(has) {
        if items.len() == MOST {
            break;
        }
        if items.iter().all(|other| other.text != offer.text) {
            items.push(offer.clone());
        }
    }
    items
}

//! Whole texts: paragraph by paragraph.

use super::ability;
use super::flavor::drop_flavor_words;
use super::grammar::grammar;
use super::later::{self, Later};
use super::mechanism::{self, Mechanism};
use super::names::subtype;
use crate::card::ast::ability::{Ability, Body, Face, SpellAbility};
use crate::card::ast::keyword::Keyword;
use crate::card::text::ability_text;
use crate::card::wording::kernel::Reader;
use crate::card::wording::tokens::{self, Token};
use crate::card::words::card_type::{CardType, Supertype};

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Why.
    pub why: Why,
    /// The place in the text, in bytes: where the words begin and end that are not understood.
    pub from: usize,
    /// Where they end.
    pub to: usize,
    /// What could have stood there; of a text with several readings, each of them written out.
    pub expected: Vec<String>,
}

impl Unread {
    /// Whether it can be read in several ways.
    pub fn is_ambiguous(&self) -> bool {
        self.why == Why::Ambiguous
    }

    /// Whether it has words without a meaning, of which others may tell more.
    fn is_of_words(&self) -> bool {
        matches!(self.why, Why::Unknown | Why::Mechanism(_) | Why::Edition(_))
    }

    /// The same, of a text that stands after as many bytes of another one.
    fn after(self, bytes: usize) -> Unread {
        Unread { from: self.from + bytes, to: self.to + bytes, ..self }
    }

    /// What it says after "the text is not understood".
    pub(crate) fn reason(&self) -> String {
        match self.why {
            Why::Unknown => String::new(),
            Why::Ambiguous => ": it can be read in several ways".to_owned(),
            Why::TooMuch => ": a paragraph has too many words, or could be read in too many ways".to_owned(),
            Why::Edition(later) => format!(": {later}, so say what it does in other words"),
            Why::Mechanism(mechanism) => {
                format!(": {mechanism}; write them by hand, as docs/card-format.md says")
            }
        }
    }
}

/// The kinds of texts that are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No row says these words.
    Unknown,
    /// The words mean several things.
    Ambiguous,
    /// It has more words, or can be read in more ways, than are tried.
    TooMuch,
    /// It has a word of a later edition of the rules.
    Edition(Later),
    /// It is about something that this edition has and that the reader does not know.
    Mechanism(Mechanism),
}

/// The most words of one paragraph; no printed one has half as many.
const MOST_WORDS: usize = 400;

/// A paragraph of a text, with the modes that stand on lines of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph<'t> {
    /// Where it begins in the text, in bytes.
    pub from: usize,
    /// Its words.
    pub text: &'t str,
    /// Whether it is the head of a section: a level, to which the paragraphs after it belong up to
    /// the next one (CR 711.2, 717.2).
    pub is_head: bool,
    /// Its abilities; or why it is not read, with a place in the whole text.
    pub read: Result<Vec<Ability>, Unread>,
}

/// Reads the rules text of a face whose name and types are known: its abilities in order.
///
/// # Errors
///
/// [`Unread`] for the first paragraph that is not understood as a whole; if any of them has words
/// of a later edition, or of a mechanism that is not read, for those.
pub fn read_text(face: &Face, text: &str) -> Result<Vec<Ability>, Unread> {
    let (mut abilities, mut unread) = (Vec::new(), Vec::new());
    for paragraph in read_paragraphs(face, text) {
        match paragraph.read {
            Ok(read) => join(&mut abilities, read),
            Err(why) => unread.push(why),
        }
        // What is no matter of words stays so, whatever stands after it.
        if unread.first().is_some_and(|first| !first.is_of_words()) {
            break;
        }
    }
    let is = |kind: fn(&Why) -> bool| unread.iter().position(|it| kind(&it.why));
    let edition = is(|why| matches!(why, Why::Edition(_)));
    let told = edition.or_else(|| is(|why| matches!(why, Why::Mechanism(_)))).unwrap_or(0);
    if unread.is_empty() { Ok(abilities) } else { Err(unread.swap_remove(told)) }
}

/// What of a paragraph belongs to a later edition, or to a mechanism that is not read.
fn named(face: &Face, text: &str, words: &[Token]) -> Option<Unread> {
    let later = later::in_text(text, words).map(|(later, from, to)| (Why::Edition(later), from, to));
    let mechanism = || mechanism::of(face).map(|it| (Why::Mechanism(it), 0, words.len()));
    let (why, first, end) = later.or_else(mechanism)?;
    let (from, to) = (words.get(first)?.from, words.get(end.checked_sub(1)?)?.to);
    Some(Unread { why, from, to, expected: Vec::new() })
}

/// The names by which a text calls its card.
fn names(face: &Face) -> [&str; 2] {
    let short = face.name.split(',').next().unwrap_or_default();
    // A legend is called by its first word, if that is no word of its own (CR 201.4c).
    let is_legend = face.supertypes.has(Supertype::Legendary) && face.types.has(CardType::Creature);
    let first = short.split(' ').next().unwrap_or_default();
    let is_own = first != "The" && subtype(&first.to_lowercase()).is_none();
    [face.name.as_str(), if is_legend && short == face.name && is_own { first } else { short }]
}

/// The words of a paragraph, as this edition says them.
fn printed(text: &str, names: &[&str]) -> Vec<Token> {
    tokens::of_this_edition(tokens::tokens(text, names))
}

/// The paragraphs of a text, each with the modes that stand on lines of their own.
pub fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    tokens::paragraphs(text).into_iter().map(|it| it.text)
}

/// Reads the rules text of a face paragraph by paragraph. Those of a spell that follow one another
/// are one ability (CR 113.3a), so that one can speak of what the one before has told: both are one
/// paragraph then.
pub fn read_paragraphs<'t>(face: &'t Face, text: &'t str) -> impl Iterator<Item = Paragraph<'t>> {
    let host = ability::Host { is_spell: face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery) };
    // The head of the section, if it is not read: what belongs to it means nothing else.
    let mut lost = false;
    let lines = tokens::paragraphs(text);
    let lines = if host.is_spell { tokens::with_alternatives(text, lines) } else { lines };
    let mut found: Vec<Paragraph<'t>> = Vec::new();
    for tokens::Lines { from, text: line, is_head } in lines {
        let without = !is_head && lost;
        let read = if without { Err(of_nothing(line)) } else { read_paragraph(face, line, host) };
        lost = without || is_head && read.is_err();
        if host.is_spell
            && read.as_ref().is_err_and(|unread| unread.why == Why::Unknown)
            && let Some(before) = found.last_mut()
            && let Some(both) = text.get(before.from..from + line.len())
            && let Ok(read) = read_paragraph(face, both, host)
        {
            (before.text, before.read) = (both, Ok(read));
            continue;
        }
        found.push(Paragraph { from, text: line, is_head, read: read.map_err(|unread| unread.after(from)) });
    }
    found.into_iter()
}

/// Why a paragraph is not read that belongs to a level that is not read.
fn of_nothing(text: &str) -> Unread {
    Unread { why: Why::Unknown, from: 0, to: text.len(), expected: vec!["a level, before it".to_owned()] }
}

/// Reads one paragraph; the place of what is not understood is one in it.
fn read_paragraph(face: &Face, text: &str, host: ability::Host) -> Result<Vec<Ability>, Unread> {
    let words = words(text, face)?;
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let reader = Reader::new(grammar(), &words).of(text, &face.name);
    let mut readings = ability::paragraph(&reader, host);
    match refused(&reader, &readings, face, text) {
        Some(why) => Err(why),
        None => Ok(readings.pop().unwrap_or_default()),
    }
}

/// The words of a paragraph with a meaning.
pub(super) fn words(text: &str, face: &Face) -> Result<Vec<Token>, Unread> {
    if let Some(at) = tokens::unclosed(text) {
        let expected = vec!["a parenthesis that is closed".to_owned()];
        return Err(Unread { why: Why::Unknown, from: at, to: at + 1, expected });
    }
    let mut words = printed(text, &names(face));
    tokens::drop_ability_words(text, &mut words);
    drop_flavor_words(text, &mut words);
    if words.len() > MOST_WORDS { Err(whole(text, Why::TooMuch, Vec::new())) } else { Ok(words) }
}

/// Why a paragraph with these readings is refused; none if it has one.
pub(super) fn refused(reader: &Reader<'_>, readings: &[Vec<Ability>], face: &Face, text: &str) -> Option<Unread> {
    if reader.is_too_much() {
        return Some(whole(text, Why::TooMuch, Vec::new()));
    }
    match readings {
        [_] => None,
        [] => Some(unread(reader, face, text)),
        several => {
            let written = |it: &Vec<Ability>| {
                it.iter().map(|ability| ability_text(ability, &face.name)).collect::<Vec<_>>().join(" ")
            };
            Some(whole(text, Why::Ambiguous, several.iter().map(written).collect()))
        }
    }
}

/// A whole paragraph that is refused.
const fn whole(text: &str, why: Why, expected: Vec<String>) -> Unread {
    Unread { why, from: 0, to: text.len(), expected }
}

/// Why a paragraph of such a face has no reading: a word that cannot be read, or the place where
/// reading stopped and what could have stood there.
fn unread(reader: &Reader<'_>, face: &Face, text: &str) -> Unread {
    if let Some(unread) = named(face, text, &printed(text, &names(face))) {
        return unread;
    }
    let (at, expected) = reader.stopped();
    let last = reader.tokens.last().map_or((0, 0), |token| (token.to, token.to));
    let (from, to) = reader.tokens.get(at).map_or(last, |token| (token.from, token.to));
    Unread { why: Why::Unknown, from, to, expected }
}

/// Adds the abilities of a paragraph to those before it. Paragraphs of a spell that follow one
/// another are one spell ability (CR 113.3a), and a level has those after it (CR 711.2, 717.2).
pub(crate) fn join(abilities: &mut Vec<Ability>, read: Vec<Ability>) {
    for ability in read {
        let is_head = matches!(ability, Ability::Keyword(Keyword::Level(_) | Keyword::ClassLevel(_)));
        match (abilities.last_mut(), ability) {
            (Some(Ability::Keyword(Keyword::Level(level))), ability) if !is_head => level.abilities.push(ability),
            (Some(Ability::Keyword(Keyword::ClassLevel(level))), ability) if !is_head => level.abilities.push(ability),
            (Some(Ability::Spell(before)), Ability::Spell(after)) if can_follow(&before.body, &after.body) => {
                append(before, after);
            }
            (_, ability) => abilities.push(ability),
        }
    }
}

/// Whether the instructions of a paragraph can follow those of the one before: each has targets of
/// its own, or one of them has modes.
fn can_follow(before: &Body, after: &Body) -> bool {
    before.modes.is_none() && after.modes.is_none() && (after.targets.is_empty() || before.targets.is_empty())
}

fn append(before: &mut SpellAbility, after: SpellAbility) {
    let Body { targets, instructions, x_limits, spend_on_x, .. } = after.body;
    before.body.targets.extend(targets);
    before.body.instructions.extend(instructions);
    before.body.x_limits.extend(x_limits);
    before.body.spend_on_x.extend(spend_on_x);
}

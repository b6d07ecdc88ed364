//! Whole texts: paragraph by paragraph.

use super::ability;
use super::grammar::grammar;
use crate::card::ast::ability::{Ability, Body, Face, SpellAbility};
use crate::card::text::ability_text;
use crate::card::wording::kernel::Reader;
use crate::card::wording::tokens;
use crate::card::words::card_type::CardType;

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

    /// What it says after "the text is not understood".
    pub(crate) const fn reason(&self) -> &'static str {
        match self.why {
            Why::Unknown => "",
            Why::Ambiguous => ": it can be read in several ways",
            Why::TooMuch => ": a paragraph has too many words, or could be read in too many ways",
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
    /// Its abilities; or why it is not read, with a place in the whole text.
    pub read: Result<Vec<Ability>, Unread>,
}

/// Reads the rules text of a face whose name and types are known: its abilities in order.
///
/// # Errors
///
/// [`Unread`] for the first paragraph that is not understood as a whole.
pub fn read_text(face: &Face, text: &str) -> Result<Vec<Ability>, Unread> {
    let mut abilities: Vec<Ability> = Vec::new();
    for paragraph in read_paragraphs(face, text) {
        join(&mut abilities, paragraph.read?);
    }
    Ok(abilities)
}

/// Reads the rules text of a face paragraph by paragraph, as it is asked for them. Those of a
/// spell that follow one another are one ability then (CR 113.3a).
pub fn read_paragraphs<'t>(face: &Face, text: &'t str) -> impl Iterator<Item = Paragraph<'t>> {
    let short = face.name.split(',').next().unwrap_or_default();
    let names = [face.name.as_str(), short];
    let host = ability::Host { is_spell: face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery) };
    tokens::paragraphs(text).into_iter().map(move |(from, text)| {
        let read = read_paragraph(text, &names, host).map_err(|unread| Unread {
            from: from + unread.from,
            to: from + unread.to,
            ..unread
        });
        Paragraph { from, text, read }
    })
}

/// Reads one paragraph; the place of what is not understood is one in it.
fn read_paragraph(text: &str, names: &[&str], host: ability::Host) -> Result<Vec<Ability>, Unread> {
    if let Some(at) = tokens::unclosed(text) {
        let expected = vec!["a parenthesis that is closed".to_owned()];
        return Err(Unread { why: Why::Unknown, from: at, to: at + 1, expected });
    }
    let mut words = tokens::of_this_edition(tokens::tokens(text, names));
    tokens::drop_ability_word(&mut words);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let whole = |why, expected| Unread { why, from: 0, to: text.len(), expected };
    if words.len() > MOST_WORDS {
        return Err(whole(Why::TooMuch, Vec::new()));
    }
    let reader = Reader::new(grammar(), &words);
    let mut readings = ability::paragraph(&reader, host);
    if reader.is_too_much() {
        return Err(whole(Why::TooMuch, Vec::new()));
    }
    if readings.len() > 1 {
        let name = names.first().copied().unwrap_or_default();
        return Err(whole(Why::Ambiguous, readings.iter().map(|it| said(it, name)).collect()));
    }
    readings.pop().ok_or_else(|| stopped(&reader))
}

/// Where reading stopped, and what could have stood there.
fn stopped(reader: &Reader<'_>) -> Unread {
    let (at, expected) = reader.stopped();
    let last = reader.tokens.last().map_or((0, 0), |token| (token.to, token.to));
    let (from, to) = reader.tokens.get(at).map_or(last, |token| (token.from, token.to));
    Unread { why: Why::Unknown, from, to, expected }
}

/// Abilities as the program writes them.
fn said(abilities: &[Ability], name: &str) -> String {
    abilities.iter().map(|ability| ability_text(ability, name)).collect::<Vec<_>>().join(" ")
}

/// Adds the abilities of a paragraph to those before it. Paragraphs of a spell that follow one
/// another are one spell ability (CR 113.3a).
pub(crate) fn join(abilities: &mut Vec<Ability>, read: Vec<Ability>) {
    for ability in read {
        match (abilities.last_mut(), ability) {
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
    let Body { targets, instructions, .. } = after.body;
    before.body.targets.extend(targets);
    before.body.instructions.extend(instructions);
}

//! What the words around a position say: where its sentence begins, whether something is the
//! subject there, only described, offered, or done to each.

use std::ops::Range;

use super::names::card_type;
use super::references::{exiled, noun_of, one};
use crate::card::ast::filter::Objects;
use crate::card::wording::category::Cat;
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::Reader;
use crate::card::words::card_type::CardType;

impl Reader<'_> {
    /// Where the sentence of a position begins.
    pub(super) fn sentence(&self, at: usize) -> usize {
        (0..at).rev().find(|at| self.word(*at) == Some(".")).map_or(0, |stop| stop + 1)
    }
}

/// The words of what happens if a condition holds, seen from what happens otherwise: only the
/// targets among them are there in both cases.
pub(super) fn other_branch(reader: &Reader<'_>, at: usize) -> Range<usize> {
    let last = |word: &str, before: usize| (0..before).rev().find(|at| reader.word(*at) == Some(word));
    let otherwise = last("otherwise", at).unwrap_or(0);
    last("if", otherwise).unwrap_or(otherwise)..otherwise
}

/// The sentence before one that says what is done instead.
pub(super) fn replaced_sentence(reader: &Reader<'_>, at: usize) -> Option<Range<usize>> {
    let begin = reader.sentence(at);
    let words = || (begin..reader.tokens.len()).map_while(|at| reader.word(at)).take_while(|word| *word != ".");
    let instead = begin + words().position(|word| word == "instead")?;
    let is_replaced = reader.word(instead + 1) != Some("of") && !words().any(|word| word == "would");
    let before = begin.checked_sub(1).filter(|_| is_replaced)?;
    Some(reader.sentence(before)..before)
}

/// Whether the words around "it" or "its" at a position are of what no spell has.
pub(super) fn is_of_a_permanent(reader: &Reader<'_>, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| reader.word(at));
    match (reader.word(at), before(1)) {
        (Some("its"), _) => matches!(reader.word(at + 1), Some("power" | "toughness")),
        (_, Some("on")) => matches!(before(2), Some("counter" | "counters")),
        (_, Some("to")) => before(2) == Some("dealt"),
        _ => false,
    }
}

/// Whether the object itself, named at a position of a sentence, is what acts there.
pub(super) fn is_subject(reader: &Reader<'_>, at: usize, sentence: usize) -> bool {
    let before = at.checked_sub(1).filter(|_| at > sentence).and_then(|at| reader.word(at));
    before.is_none_or(|word| matches!(word, "," | "and" | "then" | "if" | "when" | "whenever" | "have" | "unless"))
}

/// Whether "it" at a position only describes each of some objects, so that it is none of them:
/// "each creature blocking it", "each creature that shares a color with it".
pub(super) fn is_of_its_description(reader: &Reader<'_>, at: usize) -> bool {
    let before = |words: &[&str]| at.checked_sub(words.len()).is_some_and(|from| reader.words(from, words).is_some());
    before(&["convoked"])
        || before(&["blocking"])
        || before(&["shares", "a", "color", "with"])
        || before(&["with", "the", "same", "name", "as"])
}

/// The position of the words for what is attached to "it" at a position.
pub(super) fn attached_before(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let to = at.checked_sub(1).filter(|at| reader.word(*at) == Some("to"))?;
    let attach = |at: &usize| matches!(reader.word(*at), Some("attach" | "attaches"));
    (reader.sentence(at)..to).rev().find(attach)
}

/// Whether something is done to "the exiled card" at a position, which another ability has exiled.
pub(super) fn is_treated(reader: &Reader<'_>, at: usize) -> bool {
    let done = at.checked_sub(1).and_then(|at| reader.word(at));
    let is_done = matches!(done, Some("turn" | "return" | "put" | "cast" | "play" | "copy" | "reveal"));
    let is_said = reader.words(at, &["the", "exiled", "card"]).is_some();
    is_done && is_said && matches!(exiled(reader, at), Objects::Linked(_))
}

/// The position of the words before "it" at a position for what is to block it.
pub(super) fn blocks_before(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let block = at.checked_sub(1).filter(|at| matches!(reader.word(*at), Some("block" | "blocks")))?;
    (reader.sentence(at)..block).rev().find(|at| matches!(reader.word(*at), Some("have" | "target")))
}

/// The position of the description that says what blocks "it" at a position, or is blocked by it:
/// nothing is described by itself.
pub(super) fn described_before(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let word = |back: usize| at.checked_sub(back).and_then(|at| reader.word(at));
    if word(1) != Some("blocking") && (word(2), word(1)) != (Some("blocked"), Some("by")) {
        return None;
    }
    let begins = |at: &usize| matches!(reader.word(*at), Some("a" | "all" | "any" | "each" | "target"));
    (reader.sentence(at)..at).rev().find(begins)
}

/// Whether the clause before a comma says a condition of the object itself.
pub(super) fn is_after_its_condition(reader: &Reader<'_>, comma: usize, sentence: usize) -> bool {
    let clause = (sentence..comma).rev().find(|at| reader.word(*at) == Some(",")).map_or(sentence, |at| at + 1);
    reader.words(clause, &["if", "~"]).is_some()
}

/// Whether a sentence begins with an event of the object itself.
pub(super) fn is_of_its_event(reader: &Reader<'_>, sentence: usize) -> bool {
    reader.words(sentence, &["when", "~"]).or_else(|| reader.words(sentence, &["whenever", "~"])).is_some()
}

/// Whether "each" at a position is about objects, and not about players, steps, or what is counted.
pub(super) fn is_each_object(reader: &Reader<'_>, at: usize) -> bool {
    // "Its power and toughness are each equal to …".
    let others =
        ["player", "opponent", "player's", "opponent's", "upkeep", "end", "combat", "turn", "of", "draw", "equal"];
    let is_of_those = ["those", "them"].iter().any(|those| reader.words(at, &["each", "of", those]).is_some());
    is_of_those
        || reader.word(at) == Some("each")
            && at.checked_sub(1).and_then(|at| reader.word(at)) != Some("for")
            && reader.word(at + 1).is_none_or(|word| !others.contains(&word))
}

/// Whether words at a position only describe something else: "other than ~", "blocked by ~".
pub(super) fn is_excluded(reader: &Reader<'_>, at: usize) -> bool {
    let before = |words: &[&str]| at.checked_sub(words.len()).is_some_and(|from| reader.words(from, words).is_some());
    (before(&["other", "than"]) && reader.word(at + 1) != Some("'s")) || before(&["by"]) || before(&["blocking"])
}

/// Whether "enchanted" or "equipped" begins words for what this is attached to: not in "is
/// enchanted", "an equipped creature" or "enchanted creatures".
pub(super) fn is_what_it_is_on(reader: &Reader<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| reader.word(at));
    let is_its = match reader.word(at + 1).map(|word| (word, word.strip_suffix("'s"))) {
        Some((_, Some(whose))) => noun_of(whose).is_some(),
        _ => !reader.read(Cat::Noun, &one(), at + 1).is_empty(),
    };
    is_its && !matches!(before, Some("is" | "isn't" | "an" | "each" | "another" | "target"))
}

/// Whether something at a position is done only if somebody likes, or pays for it, or to avoid it.
pub(super) fn is_offered(reader: &Reader<'_>, at: usize) -> bool {
    let offers = |at: usize| matches!(reader.word(at), Some("may" | "unless" | ":" | "cost"));
    (reader.sentence(at)..at).any(offers) || reader.words(at, &["sacrifice"]).is_some() && asks(reader, at)
}

/// Whether the next sentence asks whether the one of a position was done, so that it is a payment.
fn asks(reader: &Reader<'_>, at: usize) -> bool {
    let stop = (at..reader.tokens.len()).find(|at| reader.word(*at) == Some("."));
    stop.is_some_and(|stop| reader.words(stop, &[".", "if", "you"]).is_some())
}

/// The card type of what is sacrificed, in words that end with it or with who controls it.
pub(super) fn sacrificed(reader: &Reader<'_>, at: usize) -> Option<CardType> {
    let adjectives = ["attacking", "blocking", "nontoken", "tapped", "untapped"];
    let at = if reader.word(at).is_some_and(|word| adjectives.contains(&word)) { at + 1 } else { at };
    let (kind, number) = reader.word(at).and_then(card_type)?;
    let is_whole = matches!(reader.word(at + 1), Some("." | "," | "of" | "they" | "and"));
    (number == Person::One && is_whole).then_some(kind)
}

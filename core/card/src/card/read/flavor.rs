//! Flavor words: what stands in italics before an ability and has no meaning in the rules (CR
//! 207.2d).

use super::later;
use crate::card::ast::keyword::KeywordName;
use crate::card::wording::tokens::Token;

/// The most words of one flavor word.
const MOST: usize = 7;

/// Words that may stand without a capital among those of a flavor word.
const SMALL: [&str; 10] = ["a", "an", "and", "for", "from", "in", "of", "on", "the", "to"];

/// Drops the flavor words at the beginning of the lines of a paragraph, and of its modes. They are
/// no ability words, no keywords, and no words of later editions.
pub(super) fn drop_flavor_words(text: &str, words: &mut Vec<Token>) {
    let begins = |at: usize| {
        let before = at.checked_sub(1).map(|before| &words[before]);
        let between = before.and_then(|before| text.get(before.to..words[at].from));
        before.is_none_or(|it| it.word == "•") || between.is_some_and(|between| between.contains('\n'))
    };
    for at in (0..words.len()).rev().filter(|at| begins(*at)).collect::<Vec<_>>() {
        if let Some(end) = flavor(text, words, at) {
            words.drain(at..end);
        }
    }
}

/// Where the dash after a flavor word at a position ends.
fn flavor(text: &str, words: &[Token], at: usize) -> Option<usize> {
    let dash = at + words[at..].iter().take(MOST + 1).position(|it| it.word == "—")?;
    let (next, last) = (words.get(dash + 1)?, words.get(dash.checked_sub(1)?)?);
    let (from, to) = (words[at].from, last.to);
    let said = text.get(from..to).filter(|_| dash > at)?;
    let apart = |one: &Token, other: &Token| text.get(one.to..other.from) == Some(" ");
    let begins = |token: &Token, fits: fn(char) -> bool| text[token.from..].starts_with(fits);
    let capital = |token: &Token| begins(token, char::is_uppercase);
    let is_titled = words[at..dash].iter().all(|it| capital(it) || SMALL.contains(&it.word.as_str()));
    let is_said = is_titled && capital(&words[at]) && apart(last, &words[dash]) && apart(&words[dash], next);
    let is_ability = begins(next, |c| c.is_uppercase() || matches!(c, '{' | '"'));
    // "• Khans — …" is what was to be chosen before (CR 614.12b).
    let is_anchor = text[..from].contains(said);
    (is_said && is_ability && !is_anchor && !has_meaning(said)).then_some(dash + 1)
}

/// Whether words before a dash mean something: the number of a chapter, how modes are chosen, a
/// keyword, a word of a later edition.
fn has_meaning(said: &str) -> bool {
    let small = said.to_lowercase();
    said.chars().all(|c| "IVX".contains(c))
        || small.starts_with("choose ")
        || KeywordName::try_from(small.clone()).is_ok()
        || later::is_word(&small)
}

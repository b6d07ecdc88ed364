//! What the keyword abilities and keyword actions of a text stand for, as further texts.
//!
//! A search of a canonical text for words finds only what is written there. A keyword ability is
//! one word, and so is a keyword action; what they stand for may say the words that are looked for.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::card::action;
use crate::card::ast::ability::Ability;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::dialect::{CANONICAL, end_of};

/// The texts that the keyword abilities and keyword actions in a canonical text stand for, and
/// those in what they stand for. A filter that names a keyword counts as the keyword.
pub fn expanded(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut seen = BTreeSet::new();
    expand(text, &mut texts, &mut seen);
    texts
}

/// Whether a canonical text, or what its keywords stand for, fits.
pub fn any_expanded(text: &str, fits: &dyn Fn(&str) -> bool) -> bool {
    fits(text) || expanded(text).iter().any(|inner| fits(inner))
}

/// Adds what each word of a text stands for that has not been seen.
fn expand(text: &str, texts: &mut Vec<String>, seen: &mut BTreeSet<String>) {
    let mut found = Vec::new();
    for part in parts(text, "Keyword") {
        if seen.insert(part.to_owned())
            && let Some(Ability::Keyword(keyword)) = read::<Ability>(part)
        {
            of_keyword(&keyword, &mut found);
        }
    }
    for name in action::NAMES {
        for part in parts(text, name) {
            if seen.insert(part.to_owned()) {
                let instructions = read::<Instruction>(part).and_then(|it| it.stands_for());
                found.extend(instructions.and_then(|it| written(&it)));
            }
        }
    }
    for inner in found {
        expand(&inner, texts, seen);
        texts.push(inner);
    }
}

/// The texts of the abilities that a keyword ability stands for.
fn of_keyword(keyword: &Keyword, texts: &mut Vec<String>) {
    texts.extend(keyword.effects().iter().filter_map(written));
    texts.extend(keyword.condition().iter().filter_map(written));
    texts.extend(keyword.activated().iter().filter_map(written));
    texts.extend(keyword.triggered().iter().filter_map(written));
    texts.extend(keyword.spell().iter().filter_map(written));
    let action = keyword.special_action(true).and_then(|action| written(&action.then));
    texts.extend(action.map(|then| format!("SpecialAction(then:{then})")));
    texts.extend(keyword.permission(None).iter().filter_map(written));
}

fn written<T: Serialize>(value: &T) -> Option<String> {
    CANONICAL.options().to_string(value).ok()
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    CANONICAL.options().from_str(text).ok()
}

/// Each occurrence of a word in a canonical text, with its operands.
fn parts<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let begins = |at: &usize| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let found = text.match_indices(word).map(|(at, _)| at).filter(begins);
    found.filter_map(|at| text.get(at..at + word.len() + operands(&text[at + word.len()..])?)).collect()
}

/// The length of the operands in parentheses at the beginning of a text: 0 if there are none. None
/// if another word begins there.
fn operands(text: &str) -> Option<usize> {
    match text.chars().next() {
        Some('(') => {}
        Some(c) if c.is_alphanumeric() || c == '_' => return None,
        _ => return Some(0),
    }
    let end = 1 + end_of(&text[1..], false);
    text[end..].starts_with(')').then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_at_any_depth_are_expanded() {
        let has = |text: &str, word: &str| any_expanded(text, &|inner| inner.contains(word));
        assert!(has("Card((name:\"A\",abilities:[Keyword(Gravestorm)]))", "CopySpell"));
        assert!(has("[Gain(Keyword(Surge([Mana(\"{R}\")])))]", "ThisTurn("));
        assert!(has("[May(then:[Amass(Fixed(2))])]", "CreateTokens"));
        assert!(has("[Investigate]", "Clue"));
        assert!(!has("Card((name:\"A\",abilities:[Keyword(Flying)]))", "CopySpell"));
    }

    #[test]
    fn a_word_is_found_with_its_operands() {
        assert_eq!(parts("[Amass(Fixed(2)),Amass(X)]", "Amass"), ["Amass(Fixed(2))", "Amass(X)"]);
        assert_eq!(parts("HasKeyword(\"a(\"),Keyword(Ward([Mana(\"{2}\")]))", "Keyword").len(), 1);
        assert_eq!(parts("Investigate", "Investigate"), ["Investigate"]);
        assert!(parts("Investigated", "Investigate").is_empty());
    }
}

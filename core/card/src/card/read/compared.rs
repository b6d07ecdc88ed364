//! Whether the text that is written of a face is the printed one. Reminders, ability words and
//! generations of wording do not count.

use super::names::{card_type, color, subtype};
use crate::card::ast::ability::Face;
use crate::card::text::rules_text;
use crate::card::wording::tokens::{drop_ability_words, of_this_edition, paragraphs, tokens};

/// Wordings of other years that mean the same wherever they stand. `#` is any word.
const GENERATIONS: &[(&str, &str)] = &[
    ("put the top card of your library into your graveyard", "mill a card"),
    ("put the top # cards of your library into your graveyard", "mill # cards"),
    ("puts the top card of their library into their graveyard", "mills a card"),
    ("puts the top # cards of their library into their graveyard", "mills # cards"),
    ("shuffle your library", "shuffle"),
    ("shuffle their library", "shuffle"),
    ("shuffles their library", "shuffles"),
    ("you control enters the battlefield", "enters the battlefield under your control"),
    ("you control enter the battlefield", "enter the battlefield under your control"),
    ("an opponent controls enters the battlefield", "enters the battlefield under an opponent's control"),
    ("at the beginning of the end step", "at the beginning of each end step"),
    ("tokens . they have \"", "tokens with \""),
    ("token . it has \"", "token with \""),
    ("target creatures and/or players", "targets"),
    ("target creatures or players", "targets"),
    ("another any target", "another target"),
    ("attacked with a creature this turn", "attacked this turn"),
    ("didn't attack with a creature this turn", "didn't attack this turn"),
    ("during your turn , ~", "as long as it is your turn , ~"),
    ("their owner's hand", "their owners' hands"),
    ("sacrifices a # of their choice", "sacrifices a #"),
    ("an", "a"),
    ("or a", "or"),
    ("or an", "or"),
    ("highest", "greatest"),
    ("put that card on top of it", "put that card on top"),
];

/// What a search says of the found cards, of which wordings differ in nothing but their joints.
const OF_A_SEARCH: &[(&str, &str)] = &[
    (",", ""),
    (".", ""),
    ("then", ""),
    ("and put", "put"),
    ("and puts", "puts"),
    ("and reveal", "reveal"),
    ("and reveals", "reveals"),
    ("and exile", "exile"),
    ("that card", "it"),
    ("those cards", "them"),
];

/// Where two texts part: the words before, and what the one and the other say.
pub(super) struct Parting(pub(super) [String; 3]);

/// Where the text that is written of a face parts from the printed one; none if they are equal.
pub(super) fn parting(face: &Face, printed: &str) -> Option<Parting> {
    let (printed, written) = (words(face, printed), words(face, &rules_text(face).join("\n")));
    let alike = printed.iter().zip(&written).take_while(|(one, other)| one == other).count();
    let said = |words: &[String], from: usize| words.iter().skip(from).take(6).cloned().collect::<Vec<_>>().join(" ");
    let before = printed[alike.saturating_sub(3)..alike].join(" ");
    (printed != written).then(|| Parting([before, said(&printed, alike), said(&written, alike)]))
}

/// The words of a text as they are compared.
fn words(face: &Face, text: &str) -> Vec<String> {
    let short = face.name.split(',').next().unwrap_or_default();
    let mut all = Vec::new();
    for lines in paragraphs(text) {
        let mut found = tokens(lines.text, &[face.name.as_str(), short]);
        drop_ability_words(lines.text, &mut found);
        all.extend(of_this_edition(found).into_iter().map(|token| token.word));
        // Keywords stand on one line or on several.
        if all.last().is_some_and(|word| word != ".") {
            all.push(",".to_owned());
        }
    }
    let mut all = replaced(&all, GENERATIONS);
    in_order(&mut all);
    searched(&all)
}

/// The words with those of a table in the place of others. The longest fits.
fn replaced(words: &[String], table: &[(&str, &str)]) -> Vec<String> {
    let fits = |at: usize, before: &str| {
        let count = before.split(' ').count();
        let there = words.get(at..at + count)?;
        before.split(' ').zip(there).all(|(wanted, word)| wanted == "#" || wanted == word).then_some(count)
    };
    let (mut now, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let found = table.iter().filter_map(|(before, after)| Some((fits(at, before)?, *before, *after)));
        let Some((count, before, after)) = found.max_by_key(|it| it.0) else {
            now.push(words[at].clone());
            at += 1;
            continue;
        };
        let any = before.split(' ').position(|word| word == "#").map(|index| words[at + index].as_str());
        let said = after.split(' ').filter(|word| !word.is_empty());
        now.extend(said.map(|word| if word == "#" { any.unwrap_or(word) } else { word }.to_owned()));
        at += count;
    }
    now
}

/// "Red or green", "green or red": two names of colors, types or subtypes in one order.
fn in_order(words: &mut [String]) {
    let is_name = |word: &str| card_type(word).is_some() || subtype(word).is_some() || color(word).is_some();
    for at in 1..words.len().saturating_sub(1) {
        let near = |index: Option<usize>| index.and_then(|index| words.get(index)).map_or("", String::as_str);
        let (one, other) = (near(Some(at - 1)), near(Some(at + 1)));
        let are_colors = color(one).is_some() && color(other).is_some();
        let before = near(at.checked_sub(2));
        let alone = !is_name(before) && !before.starts_with("non") && (are_colors || !is_name(near(Some(at + 2))));
        if matches!(words[at].as_str(), "or" | "and" | "and/or") && is_name(one) && is_name(other) && alone {
            if one > other {
                words.swap(at - 1, at + 1);
            }
            if words[at] == "and/or" {
                "or".clone_into(&mut words[at]);
            }
        }
    }
}

/// The words with each search up to its shuffling without its joints.
fn searched(words: &[String]) -> Vec<String> {
    let find = |from: usize, said: [&str; 2]| {
        let found = words.iter().skip(from).position(|word| said.contains(&word.as_str()));
        found.map(|at| from + at)
    };
    let (mut now, mut at) = (Vec::new(), 0);
    while let Some(from) = find(at, ["search", "searches"]) {
        let to = find(from, ["shuffle", "shuffles"]).map_or(words.len(), |to| to + 1);
        now.extend_from_slice(&words[at..from]);
        let said = &words[from..to];
        // What depends on something is not part of the search.
        match said.iter().any(|word| word == "if") {
            true => now.extend_from_slice(said),
            false => now.extend(replaced(said, OF_A_SEARCH)),
        }
        at = to;
    }
    now.extend_from_slice(&words[at..]);
    now
}

#[test]
fn wordings_of_other_years_are_equal_and_other_meanings_are_not() {
    let face = Face { name: "Own Bear".to_owned(), ..Face::default() };
    let alike = |one: &str, other: &str| words(&face, one) == words(&face, other);
    for (one, other) in [
        (
            "Target player puts the top two cards of their library into their graveyard.",
            "Target player mills two cards.",
        ),
        (
            "Whenever a Bear you control enters, draw a card.",
            "Whenever a Bear enters the battlefield under your control, draw a card.",
        ),
        ("Destroy target red or green creature.", "Destroy target green or red creature."),
        (
            "Search your library for a Bear card and put that card into your hand. Then shuffle your library.",
            "Search your library for a Bear card, put it into your hand, then shuffle.",
        ),
        (
            "Landfall — Whenever a land you control enters, scry 1.",
            "Whenever a land enters under your control, scry 1.",
        ),
    ] {
        assert!(alike(one, other), "{one}");
    }
    for (one, other) in [
        ("Destroy target red creature or artifact.", "Destroy target red artifact or creature."),
        ("Draw a card. Then shuffle.", "Draw a card, then shuffle."),
        ("Mill two cards.", "Mill three cards."),
    ] {
        assert!(!alike(one, other), "{one}");
    }
}

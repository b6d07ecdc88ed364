//! Messages are short, and errors have their place and plain words.

use serde::Deserialize;

use crate::card::file::ron_options;

use super::reading::{NOWHERE, wrong};
use super::{MOST, Message, keywords, near};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only read")]
enum Thing {
    Draw { who: String, count: u32 },
    Both(u32, u32),
    Many(Vec<String>),
    Nothing,
}

fn told(text: &str) -> (usize, String) {
    let error = ron_options().from_str::<Thing>(text).expect_err(text);
    let wrong = wrong(text, &error, NOWHERE);
    (wrong.offset, wrong.message.short())
}

#[test]
fn every_error_of_a_text_is_told_in_plain_words() {
    for (text, at, said) in [
        ("Drew(who: \"A\", count: 1)", 0, "`Drew` is no thing; did you mean `Draw`?"),
        ("Zzzz", 0, "`Zzzz` is no thing; the words here are `Draw`, `Both`, `Many`, `Nothing`"),
        ("Draw(whom: \"A\", count: 1)", 5, "`Draw` has no field `whom`; did you mean `who`?"),
        ("Draw(who: \"A\")", 0, "`count` is missing in `Draw`; write `count: …`"),
        ("Draw(who: \"A\", who: \"B\", count: 1)", 15, "`who` is given twice in `Draw`; leave one of them out"),
        ("Draw(who: 3, count: 1)", 10, "a text in quotes belongs here, not `3`; write `\"…\"`"),
        ("Draw(who: \"A\", count: \"1\")", 22, "a number belongs here, not `\"1\"`"),
        (
            "Draw(who: \"A\", count: -1)",
            22,
            "`-1` is no number that can stand here: it is too great, too small or misspelt",
        ),
        ("Draw(who: \"A\" count: 1)", 14, "a comma is missing before `count`"),
        ("Many(\"A\")", 5, "a list belongs here, not `\"A\"`; write `[…]`"),
        ("Many([\"A\" \"B\"])", 10, "a comma is missing before `\"B\"`"),
        (
            "Draw(who: \"A\", count: 1",
            23,
            "the text ends too early: a `)`, `]`, `}` or `\"` is missing; look for the last one opened",
        ),
    ] {
        assert_eq!(told(text), (at, said.to_owned()), "{text}");
    }
}

#[test]
fn a_long_list_is_cut_short_and_says_so() {
    let words: Vec<String> = (0..500).map(|number| format!("word number {number}")).collect();
    let message = Message::from("there are ").and(Message::list(words.clone())).and("; write one of them");
    let short = message.short();
    assert!(short.chars().count() <= MOST, "{short}");
    assert!(short.contains(" more (`check --all` lists them); write one of them"), "{short}");
    assert_eq!(message.whole(), format!("there are {}; write one of them", words.join(", ")));
    assert!(Message::from("é".repeat(1000)).short().chars().count() <= MOST);
}

#[test]
fn near_words_are_found() {
    assert_eq!(near("tragets", ["targets", "card", "times"]), ["targets"]);
    assert_eq!(near("Discard", ["DiscardToHandSize", "Draw"]), ["DiscardToHandSize"]);
    assert!(near("x", ["target", "card"]).is_empty());
}

#[test]
fn keywords_have_their_rules_however_they_are_written() {
    for (word, rule) in
        [("FirstStrike", "702.7"), ("jump-start", "702.133"), ("Level Up", "702.87"), ("Populate", "701.30")]
    {
        assert_eq!(keywords::rule_of(word).map(|(_, rule)| rule.to_string()), Some(rule.to_owned()), "{word}");
    }
    assert_eq!(keywords::rule_of("Banana"), None);
    assert_eq!(keywords::rule_of("Venture").map(|(name, _)| name), Some("venture into the dungeon"));
    // A verb of several words must not be taken for a keyword ability that begins like it.
    assert_eq!(keywords::rule_of("First"), None);
    let missing = |word, there: &[&str]| keywords::missing(word, there.iter().copied()).map(|(name, _)| name);
    assert_eq!(missing("Assemble", &["Amass", "Draw"]), Some("assemble"));
    assert_eq!(missing("Amass", &["Amass", "Draw"]), None);
    assert_eq!(missing("Exchange", &["ExchangeLife"]), None);
}

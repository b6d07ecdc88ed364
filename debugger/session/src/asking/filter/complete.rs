//! Completions for a filter at the caret: the keys, and after a key the values that occur on the
//! timeline.

use retrace_core::predicate::{Completion, Completions};

use super::{Key, quoted_where_needed};
use crate::timeline::line::Timeline;

/// The maximum number of completions.
const MOST: usize = 200;

/// The completions for a filter at the caret, given in bytes; the text after the caret is ignored.
/// `objects` are the names that the user may know.
pub fn complete(text: &str, caret: usize, timeline: &Timeline, objects: &[String]) -> Completions {
    let mut caret = caret.min(text.len());
    while !text.is_char_boundary(caret) {
        caret -= 1;
    }
    let typed = &text[..caret];
    let (mut part, mut value, mut quoted) = (0, 0, false);
    for (at, letter) in typed.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            ',' => value = at + 1,
            _ if letter.is_whitespace() => (part, value) = (at + letter.len_utf8(), at + letter.len_utf8()),
            _ => {}
        }
    }
    let part = part + usize::from(typed[part..].starts_with('-'));
    let key = typed[part..].split_once(':');
    let Some((word, _)) = key else {
        let begun = typed[part..].to_lowercase();
        let fits = |key: &Key| !begun.is_empty() && key.word().starts_with(&begun);
        let keys = Key::ALL.into_iter().filter(fits);
        let items = keys.map(|key| Completion { text: format!("{}:", key.word()), meaning: meaning(key) }).collect();
        return Completions { span: part..caret, items };
    };
    let Some(key) = Key::ALL.into_iter().find(|key| key.word().eq_ignore_ascii_case(word)) else {
        return Completions::default();
    };
    let start = value.max(part + word.len() + 1);
    let begun = typed[start..].trim_start_matches('"').to_lowercase();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for value in values(key, timeline, objects) {
        let lower = value.to_lowercase();
        let item = Completion { text: quoted_where_needed(&value), meaning: "" };
        if lower.starts_with(&begun) {
            first.push(item);
        } else if lower.contains(&begun) {
            later.push(item);
        }
    }
    first.append(&mut later);
    first.truncate(MOST);
    Completions { span: start..caret, items: first }
}

/// What a key filters by, as a clause.
const fn meaning(key: Key) -> &'static str {
    match key {
        Key::Kind => "the kind of event",
        Key::Player => "whom it happens to, or whose it is",
        Key::Object => "what it is about",
        Key::Rule => "what made it happen",
    }
}

/// The values that can follow a key.
fn values(key: Key, timeline: &Timeline, objects: &[String]) -> Vec<String> {
    match key {
        Key::Kind => timeline.index().kinds().into_iter().map(str::to_owned).collect(),
        Key::Rule => timeline.index().rules().map(|rule| rule.to_string()).collect(),
        Key::Object => objects.to_vec(),
        Key::Player => {
            let players = timeline.head().into_iter().flat_map(|head| head.after().players());
            players.map(|player| player.name.clone()).collect()
        }
    }
}

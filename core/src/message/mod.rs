//! Messages to people: bounded in length, with nearest words, and without words of the parser.
//!
//! | module | what |
//! |---|---|
//! | `near` | the known words nearest to an unknown one |
//! | `keywords` | the keywords of the rule book, by number |
//! | `reading` | what is wrong with a RON text, and where |

pub mod keywords;
mod near;
pub mod reading;
#[cfg(test)]
mod tests;

pub use near::near;

use crate::plain::plain;

/// The most characters of a message, without its place.
pub const MOST: usize = 320;

/// A text whose lists can be cut short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// Of which as many are shown as there is room for.
    List(Vec<String>),
    /// Shown only in full.
    Rest(String),
}

impl Message {
    /// A list; `nothing` if it is empty.
    pub fn list(items: impl IntoIterator<Item = String>) -> Message {
        let items: Vec<String> = items.into_iter().collect();
        match items.is_empty() {
            true => Message::from("nothing"),
            false => Message { parts: vec![Part::List(items)] },
        }
    }

    /// The same with more after it.
    #[must_use]
    pub fn and(mut self, more: impl Into<Message>) -> Message {
        self.parts.extend(more.into().parts);
        self
    }

    /// The same with something after it that only the full text has.
    #[must_use]
    pub fn and_in_full(mut self, more: impl Into<String>) -> Message {
        self.parts.push(Part::Rest(more.into()));
        self
    }

    /// All of it.
    pub fn whole(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => plain(text).into_owned(),
            Part::Rest(text) => text.clone(),
            Part::List(items) => plain(&items.join(", ")).into_owned(),
        };
        self.parts.iter().map(part).collect()
    }

    /// At most [`MOST`] characters of it: lists are cut short, and say how much they leave out.
    pub fn short(&self) -> String {
        self.within(MOST)
    }

    /// At most so many characters of it.
    pub fn within(&self, most: usize) -> String {
        let letters = |part: &Part| match part {
            Part::Text(text) => text.chars().count(),
            Part::List(_) | Part::Rest(_) => 0,
        };
        let text: usize = self.parts.iter().map(letters).sum();
        let mut lists = self.parts.iter().filter(|part| matches!(part, Part::List(_))).count();
        let mut room = most.saturating_sub(text);
        let mut told = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => told += text,
                Part::Rest(_) => {}
                Part::List(items) => {
                    let shown = first_of(items, room / lists.max(1));
                    room = room.saturating_sub(shown.chars().count());
                    lists -= 1;
                    told += &shown;
                }
            }
        }
        cut(plain(&told).into_owned(), most)
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { parts: vec![Part::Text(text)] }
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_owned())
    }
}

/// As many items as fit into so many characters, at least one, and how many more there are.
fn first_of(items: &[String], room: usize) -> String {
    let whole = items.join(", ");
    if whole.chars().count() <= room {
        return whole;
    }
    let more = |left: usize| format!(" and {left} more (`check --all` lists them)");
    let mut shown = String::new();
    for (index, item) in items.iter().enumerate() {
        let joint = if index == 0 { "" } else { ", " };
        let length = shown.chars().count() + joint.len() + item.chars().count();
        if index > 0 && length + more(items.len()).len() > room {
            return shown + &more(items.len() - index);
        }
        shown = shown + joint + item;
    }
    shown
}

/// The beginning of a text that is too long, up to the end of a word.
pub fn cut(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    let tail = " … (`check --all` shows the rest)";
    let kept: String = text.chars().take(most.saturating_sub(tail.chars().count())).collect();
    let end = kept.rfind(' ').filter(|end| *end > kept.len() / 2).unwrap_or(kept.len());
    format!("{}{tail}", &kept[..end])
}

/// `a` or `an`, as a word needs it.
pub fn article(word: &str) -> &'static str {
    match word.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

/// A name of several words in capitals as words: `TriggerEvent` is "trigger event".
pub fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

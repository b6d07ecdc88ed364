//! Messages to people: limited in length, with suggestions, and free of parser jargon.
//!
//! | module | contents |
//! |---|---|
//! | `near` | the known words nearest to an unknown one |
//! | `keywords` | the keywords of the rule book, by number |
//! | `reading` | errors in a RON text, and where they are |

pub mod keywords;
mod near;
pub mod reading;
#[cfg(test)]
mod tests;

pub use near::near;

use crate::plain::plain;

/// The most characters of a message, not counting its place.
pub const MOST: usize = 320;

/// A text with lists that can be cut short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A list, of which as many items are shown as fit.
    List(Vec<String>),
    /// A part shown only in the full text.
    Rest(String),
}

impl Message {
    /// Returns a list, or `nothing` if it is empty.
    pub fn list(items: impl IntoIterator<Item = String>) -> Message {
        let items: Vec<String> = items.into_iter().collect();
        match items.is_empty() {
            true => Message::from("nothing"),
            false => Message { parts: vec![Part::List(items)] },
        }
    }

    /// Appends more text.
    #[must_use]
    pub fn and(mut self, more: impl Into<Message>) -> Message {
        self.parts.extend(more.into().parts);
        self
    }

    /// Appends text that only the full message has.
    #[must_use]
    pub fn and_in_full(mut self, more: impl Into<String>) -> Message {
        self.parts.push(Part::Rest(more.into()));
        self
    }

    /// Returns the full message.
    pub fn whole(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => plain(text).into_owned(),
            Part::Rest(text) => text.clone(),
            Part::List(items) => plain(&items.join(", ")).into_owned(),
        };
        self.parts.iter().map(part).collect()
    }

    /// Returns at most [`MOST`] characters. Lists are cut short, and say how many items they leave
    /// out.
    pub fn short(&self) -> String {
        self.within(MOST)
    }

    /// Returns at most this many characters.
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

/// Returns as many items as fit into `room` characters, at least one, and the number left out.
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

/// Returns the beginning of a text that is too long, up to the end of a word.
pub fn cut(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    let tail = " … (`check --all` shows the rest)";
    let kept: String = text.chars().take(most.saturating_sub(tail.chars().count())).collect();
    let end = kept.rfind(' ').filter(|end| *end > kept.len() / 2).unwrap_or(kept.len());
    format!("{}{tail}", &kept[..end])
}

/// "1 card", "2 cards".
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns `a` or `an`, to suit a word.
pub fn article(word: &str) -> &'static str {
    match word.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

/// Returns a CamelCase name as words: `TriggerEvent` is "trigger event".
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

//! Names of cards as lists write them, with or without a printing.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::BETWEEN_NAMES;
use crate::card::Card;
use crate::card::pool::Pool;

/// The cards by name, in any spelling that programs use.
pub(super) struct Names<'a> {
    pool: &'a Pool,
    /// The names in plain letters, which are only needed if a list writes some other way.
    plain: OnceCell<BTreeMap<String, &'a str>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(pool: &'a Pool) -> Names<'a> {
        Names { pool, plain: OnceCell::new() }
    }

    /// Returns the card with a name.
    ///
    /// # Errors
    /// There is none, or it cannot be read: what to do.
    pub(super) fn card(&self, name: &str) -> Result<Arc<Card>, String> {
        if let Some(card) = self.known(name) {
            return Ok(Arc::clone(card));
        }
        if let Err(unreadable) = self.pool.read(name) {
            return Err(unreadable.to_string());
        }
        let near: Vec<String> = self.pool.suggestions(name).iter().map(|near| format!("“{near}”")).collect();
        let remedy = if near.is_empty() {
            "take a card that there is, or give its card file as well".to_owned()
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        Err(format!("there is no card “{name}”; {remedy}"))
    }

    /// Returns the card that a list names, by the names of its faces, too.
    pub(super) fn known(&self, name: &str) -> Option<&'a Arc<Card>> {
        self.named(name).or_else(|| {
            let faces: Vec<&str> = name.split('/').map(str::trim).filter(|face| !face.is_empty()).collect();
            let (front, others) = faces.split_first().filter(|(_, others)| !others.is_empty())?;
            self.named(&faces.join(BETWEEN_NAMES)).or_else(|| {
                let card = self.named(front)?;
                let has = |other: &&str| card.faces().iter().skip(1).any(|face| plain(&face.name) == plain(other));
                others.iter().all(has).then_some(card)
            })
        })
    }

    /// Returns the card with one name, or the split card whose first half has it.
    fn named(&self, name: &str) -> Option<&'a Arc<Card>> {
        self.pool.get(name).or_else(|| self.pool.get(self.plain().get(&plain(name))?))
    }

    fn plain(&self) -> &BTreeMap<String, &'a str> {
        self.plain.get_or_init(|| {
            let mut all: BTreeMap<String, &str> = self.pool.names().map(|name| (plain(name), name)).collect();
            for name in self.pool.names() {
                if let Some((half, _)) = name.split_once(BETWEEN_NAMES) {
                    all.entry(plain(half)).or_insert(name);
                }
            }
            all
        })
    }
}

/// A name in small letters without accents, and with plain apostrophes.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            'à'..='å' => plain.push('a'),
            'æ' => plain.push_str("ae"),
            'ç' => plain.push('c'),
            'è'..='ë' => plain.push('e'),
            'ì'..='ï' => plain.push('i'),
            'ñ' => plain.push('n'),
            'ò'..='ö' | 'ø' => plain.push('o'),
            'ù'..='ü' => plain.push('u'),
            '\u{2018}' | '\u{2019}' => plain.push('\''),
            // Accents that stand behind their letters.
            '\u{300}'..='\u{36f}' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// A name, and the first thing behind it that is no part of a printing.
pub(super) struct Printed<'a> {
    pub(super) name: &'a str,
    pub(super) unread: Option<&'a str>,
}

/// Takes the printing off a name: `NAME (M10) 146 *F*`, `NAME [M10]`, `[M10:146] NAME`,
/// `NAME|M10|1|[146]`, and a ` # comment` or ` #tag`.
pub(super) fn printed(text: &str) -> Printed<'_> {
    let text = text.split(" #").next().unwrap_or(text).trim();
    if let Some((name, printing)) = text.split_once('|') {
        let unread = printing.split('|').find(|field| !is_field(field));
        // A foil card has a plus sign.
        return Printed { name: name.trim().trim_end_matches('+'), unread };
    }
    if let Some((printing, name)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        && printing.split_once(':').map_or(is_set(printing), |(set, number)| is_set(set) && is_number(number))
    {
        return Printed { name: name.trim(), unread: None };
    }
    for (open, close) in [(" (", ')'), (" [", ']')] {
        if let Some((name, printing)) = text.rsplit_once(open)
            && let Some((set, rest)) = printing.split_once(close)
            && is_set(set)
        {
            let mut words = rest.split_whitespace().peekable();
            words.next_if(|word| is_number(word));
            return Printed { name: name.trim(), unread: words.find(|word| !is_finish(word)) };
        }
    }
    let name = text.rsplit_once(' ').filter(|(_, finish)| is_finish(finish)).map_or(text, |(name, _)| name.trim());
    Printed { name, unread: None }
}

/// Whether a text looks like the code of a set.
fn is_set(text: &str) -> bool {
    (2..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a text looks like a collector's number: `146`, `146a`, `M10-146`, `★12`.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '★' | '†' | '‡' | 'Φ'))
}

/// Whether a word names a finish: foil or etched.
fn is_finish(word: &str) -> bool {
    ["*F*", "*E*"].iter().any(|finish| word.eq_ignore_ascii_case(finish))
}

/// Whether a text is a part of a printing between bars: a set, the number of a picture, a
/// collector's number in brackets, or the program's own marks.
fn is_field(field: &str) -> bool {
    let own = field.starts_with("#{") && field.ends_with('}');
    let number = field.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let plain = field.strip_suffix('+').unwrap_or(field);
    own || number.is_some_and(is_number) || is_set(plain) || is_number(plain)
}

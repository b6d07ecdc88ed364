//! Cards as they are printed: a name, a cost, a type line, a text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::leaves::FORMER_SUBTYPES;
use super::text::{Unread, read_text};
use crate::card::ast::ability::Face;
use crate::card::check::context::out_of_place;
use crate::card::layout::Card;
use crate::card::words::card_type::{CardType, Subtype, Supertype};

/// What is printed on a card with one face.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Printed {
    /// Its name.
    pub name: String,
    /// Its mana cost, as `{2}{W}`; empty if it has none.
    pub cost: String,
    /// Its type line, with a dash before the subtypes.
    #[serde(rename = "type")]
    pub type_line: String,
    /// Its power and toughness, as `2/2`.
    pub pt: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// Its rules text, a paragraph on each line.
    pub text: String,
    /// What else a file says of it, by name.
    #[serde(flatten)]
    pub more: BTreeMap<String, IgnoredAny>,
}

/// What a file calls the other faces of a card.
const FACES: [&str; 7] = ["back", "card_faces", "faces", "flip", "meld", "split", "transform"];

/// Why a printed card is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// A fact beside the text is not one of this edition.
    #[error("`{0}` is not known: {1}")]
    Fact(String, &'static str),
    /// The text is not understood.
    #[error("the text is not understood{}", .0.reason())]
    Text(Unread),
    /// What was read cannot mean anything on a card.
    #[error("{0}")]
    Meaningless(String),
}

impl Printed {
    /// Reads a card as people paste it: its name and cost, its type line, its text, and its power
    /// and toughness, on lines of their own.
    pub fn pasted(text: &str) -> Printed {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let (name, cost) = match first.find('{') {
            Some(brace) => (first[..brace].trim(), first[brace..].trim()),
            None => (first, ""),
        };
        let mut printed = Printed { name: name.to_owned(), cost: cost.to_owned(), ..Printed::default() };
        let mut rest: Vec<&str> = lines.collect();
        // A cost may stand on a line of its own.
        if printed.cost.is_empty() && rest.first().is_some_and(|line| line.starts_with('{') && line.ends_with('}')) {
            rest.remove(0).clone_into(&mut printed.cost);
        }
        if !rest.is_empty() {
            rest.remove(0).clone_into(&mut printed.type_line);
        }
        let is_size = |line: &str| {
            let halves = line.split_once('/');
            halves.is_some_and(|(power, toughness)| is_number(power.trim()) && is_number(toughness.trim()))
        };
        if let Some(last) = rest.last().copied() {
            if is_size(last) {
                printed.pt = Some(last.replace(' ', ""));
                rest.pop();
            } else if let Some(loyalty) = last.strip_prefix("Loyalty:") {
                printed.loyalty = Some(loyalty.trim().to_owned());
                rest.pop();
            }
        }
        printed.text = rest.join("\n");
        printed
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '*' | '+' | '-'))
}

/// Reads a printed card.
///
/// # Errors
///
/// [`NotRead`]: what of it is not understood, or means nothing where it stands.
pub fn read_printed(printed: &Printed) -> Result<Card, NotRead> {
    let mut face = facts(printed)?;
    face.abilities = read_text(&face, &printed.text).map_err(NotRead::Text)?;
    let card = Card::Card(face);
    let wrong = card.contradiction().map(|(_, why)| why).or_else(|| out_of_place(&card));
    wrong.map_or(Ok(card), |why| Err(NotRead::Meaningless(why)))
}

/// The face without its abilities.
fn facts(printed: &Printed) -> Result<Face, NotRead> {
    let unknown = |what: &str, why| NotRead::Fact(what.to_owned(), why);
    if FACES.iter().any(|key| printed.more.contains_key(*key)) {
        return Err(unknown(&printed.name, "a card with several faces is not read"));
    }
    if printed.name.trim().is_empty() {
        return Err(unknown(&printed.type_line, "a card begins with its name"));
    }
    let mut face = Face { name: printed.name.clone(), ..Face::default() };
    if !printed.cost.is_empty() {
        let cost = printed.cost.to_uppercase().parse();
        face.cost = Some(cost.map_err(|_| unknown(&printed.cost, "a mana cost is symbols, as {2}{W}"))?);
    }
    let (types, subtypes) = match printed.type_line.split_once(['—', '–']) {
        Some((types, subtypes)) => (types, subtypes),
        None => printed.type_line.split_once(" - ").unwrap_or((&printed.type_line, "")),
    };
    for word in types.split_whitespace() {
        let supertype = Supertype::ALL.iter().copied().find(|it| format!("{it:?}") == word);
        match (supertype, CardType::ALL.iter().copied().find(|kind| kind.to_string() == word)) {
            (Some(supertype), _) => face.supertypes = face.supertypes.with(supertype),
            (None, Some(kind)) => face.types = face.types.with(kind),
            (None, None) => return Err(unknown(word, "a type line begins with supertypes and card types")),
        }
    }
    if face.types.is_empty() {
        return Err(unknown(&printed.type_line, "a type line names a card type"));
    }
    for word in subtypes.split_whitespace() {
        let now = FORMER_SUBTYPES.iter().find(|(before, _)| *before == word).map_or(word, |(_, now)| now);
        let subtype = Subtype::named(now);
        face.subtypes.push(subtype.map_err(|_| unknown(word, "it is no subtype of this edition (CR 205.3)"))?);
    }
    if let Some(size) = &printed.pt {
        let (power, toughness) = size.split_once('/').unwrap_or((size, ""));
        let number = |text: &str| text.trim().parse().map_err(|_| unknown(size, "power and toughness are as 2/2"));
        face.power = Some(number(power)?);
        face.toughness = Some(number(toughness)?);
    }
    if let Some(loyalty) = &printed.loyalty {
        face.loyalty = Some(loyalty.parse().map_err(|_| unknown(loyalty, "loyalty is a number"))?);
    }
    Ok(face)
}

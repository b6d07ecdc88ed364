//! Cards as they are printed: a name, a cost, a type line, a text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::later::{self, Later};
use super::leaves::FORMER_SUBTYPES;
use super::text::{Unread, Why, join, read_paragraphs, read_text};
use crate::card::ast::ability::{Ability, Face};
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
    /// A type or subtype is one of a later edition.
    #[error("{0}")]
    Edition(Later),
    /// The text is not understood.
    #[error("the text is not understood{}", .0.reason())]
    Text(Unread),
    /// What was read cannot mean anything on a card.
    #[error("{0}")]
    Meaningless(String),
}

impl NotRead {
    /// Its kind, as one word.
    pub const fn kind(&self) -> &'static str {
        match self {
            NotRead::Fact(..) => "fact",
            NotRead::Meaningless(_) => "meaningless",
            NotRead::Edition(_) => "edition",
            NotRead::Text(unread) => match unread.why {
                Why::Unknown => "phrase",
                Why::Ambiguous => "ambiguous",
                Why::TooMuch => "too-much",
                Why::Edition(_) => "edition",
                Why::Mechanism(_) => "mechanism",
            },
        }
    }
}

impl Printed {
    /// Reads a card with this name as people paste it, with or without the line with its name.
    pub fn pasted_as(name: &str, text: &str) -> Printed {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        // Without its name it begins with its cost or its type line.
        let is_type_line = match types_of(first) {
            Ok(face) => !face.types.is_empty(),
            Err(why) => matches!(why, NotRead::Edition(_)) && first.contains('—'),
        };
        let is_nameless = first.starts_with('{') || is_type_line;
        if is_nameless { Printed::pasted(&format!("{name}\n{text}")) } else { Printed::pasted(text) }
    }

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
    wrong(&card).map_or(Ok(card), |why| Err(NotRead::Meaningless(why)))
}

/// A card of which perhaps not every paragraph is read.
#[derive(Clone, Debug, PartialEq)]
pub struct PartlyRead {
    /// The card with all that is read. It means something as it is.
    pub card: Card,
    /// The paragraphs that are not read, in order.
    pub unread: Vec<UnreadParagraph>,
}

/// A paragraph of a printed card that is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreadParagraph {
    /// Where it begins in the text, in bytes.
    pub from: usize,
    /// Its words, with the modes that stand on lines of their own.
    pub text: String,
    /// The number of the ability of the card that follows it, from 0.
    pub before: usize,
    /// Why it is not read; its place is one in the whole text.
    pub why: NotRead,
}

/// Reads as much of a printed card as can be read, paragraph by paragraph.
///
/// # Errors
///
/// [`NotRead`] if there is no card to put abilities on: a fact is unknown, or the facts alone
/// contradict one another.
pub fn read_partly(printed: &Printed) -> Result<PartlyRead, NotRead> {
    let face = facts(printed)?;
    let paragraphs: Vec<_> = read_paragraphs(&face, &printed.text).collect();
    let read = |index: usize| paragraphs[index].read.as_ref().ok();
    // The card with some of the paragraphs, and how many abilities stand before each of all.
    let with = |kept: &[usize]| {
        let (mut face, mut before) = (face.clone(), Vec::new());
        for index in 0..paragraphs.len() {
            before.push(face.abilities.len());
            let abilities: Option<&Vec<Ability>> = read(index).filter(|_| kept.contains(&index));
            join(&mut face.abilities, abilities.cloned().unwrap_or_default());
        }
        (Card::Card(face), before)
    };
    let mut kept: Vec<usize> = (0..paragraphs.len()).filter(|index| read(*index).is_some()).collect();
    let mut meaningless: BTreeMap<usize, String> = BTreeMap::new();
    if wrong(&with(&kept).0).is_some() {
        // What was read means nothing together: as much is kept as does, from the beginning.
        let all = std::mem::take(&mut kept);
        if let Some(why) = wrong(&with(&[]).0) {
            return Err(NotRead::Meaningless(why));
        }
        for index in all {
            kept.push(index);
            if let Some(why) = wrong(&with(&kept).0) {
                kept.pop();
                meaningless.insert(index, why);
            }
        }
    }
    let (card, before) = with(&kept);
    let why = |index: usize| match &paragraphs[index].read {
        Err(unread) => Some(NotRead::Text(unread.clone())),
        Ok(_) => meaningless.get(&index).cloned().map(NotRead::Meaningless),
    };
    let unread = paragraphs.iter().enumerate().filter_map(|(index, paragraph)| {
        let (from, text, before) = (paragraph.from, paragraph.text.to_owned(), before[index]);
        Some(UnreadParagraph { from, text, before, why: why(index)? })
    });
    let unread = unread.collect();
    Ok(PartlyRead { card, unread })
}

/// Why a card cannot mean anything.
fn wrong(card: &Card) -> Option<String> {
    card.contradiction().map(|(_, why)| why).or_else(|| out_of_place(card))
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
    let Face { types, supertypes, subtypes, .. } = types_of(&printed.type_line)?;
    if types.is_empty() {
        return Err(unknown(&printed.type_line, "a type line names a card type"));
    }
    (face.types, face.supertypes, face.subtypes) = (types, supertypes, subtypes);
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

/// A face with what a type line says, and nothing else.
fn types_of(line: &str) -> Result<Face, NotRead> {
    let unknown = |what: &str, why| NotRead::Fact(what.to_owned(), why);
    let mut face = Face::default();
    let (types, subtypes) = match line.split_once(['—', '–']) {
        Some((types, subtypes)) => (types, subtypes),
        None => line.split_once(" - ").unwrap_or((line, "")),
    };
    for word in types.split_whitespace() {
        let supertype = Supertype::ALL.iter().copied().find(|it| format!("{it:?}") == word);
        match (supertype, CardType::ALL.iter().copied().find(|kind| kind.to_string() == word)) {
            (Some(supertype), _) => face.supertypes = face.supertypes.with(supertype),
            (None, Some(kind)) => face.types = face.types.with(kind),
            (None, None) => {
                let fact = || unknown(word, "a type line begins with supertypes and card types");
                return Err(later::card_type(word).map_or_else(fact, NotRead::Edition));
            }
        }
    }
    for word in subtypes.split_whitespace() {
        let now = FORMER_SUBTYPES.iter().find(|(before, _)| *before == word).map_or(word, |(_, now)| now);
        let fact = || unknown(word, "it is no subtype of this edition (CR 205.3)");
        let no_subtype = || later::subtype(word).map_or_else(fact, NotRead::Edition);
        face.subtypes.push(Subtype::named(now).map_err(|_| no_subtype())?);
    }
    Ok(face)
}

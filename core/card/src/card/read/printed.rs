//! Faces as they are printed: a name, a cost, a type line, a text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::later::{self, Later};
use super::names::FORMER_SUBTYPES;
use super::text::{Unread, Why};
use crate::card::ast::ability::Face;
use crate::card::words::card_type::{CardType, Subtype, Supertype};
use crate::card::words::mana_symbol::{Color, Colors};

/// What is printed on a face, and what a line of a file says of the other faces of its card.
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
    /// Its color indicator, as `ug`; empty if it has none.
    pub color: Option<String>,
    /// Its power and toughness, as `2/2`.
    pub pt: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// Its rules text, a paragraph on each line.
    pub text: String,
    /// The back face of a double-faced card.
    pub back: Option<Box<Printed>>,
    /// The faces that follow; all of them if it has their names.
    pub faces: Vec<Printed>,
    /// The name of the other half of a split card, in a line of its own.
    pub split: Option<String>,
    /// The name of the other half of a flip card.
    pub flip: Option<String>,
    /// The name of the other face of a transforming card, or of what a meld card melds into.
    pub transform: Option<String>,
    /// Both names of the meld pair that melds into it, with a semicolon between them.
    pub meld: Option<String>,
    /// What else a file says of it, by name.
    #[serde(flatten)]
    pub more: BTreeMap<String, IgnoredAny>,
}

/// Why a printed face is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// A fact beside the text is not one of this edition.
    #[error("`{0}` is not known: {1}")]
    Fact(String, &'static str),
    /// The layout of its card is not told.
    #[error("{0}")]
    Layout(&'static str),
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
            NotRead::Fact(..) | NotRead::Layout(_) => "fact",
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
    /// Reads a face with this name as people paste it, with or without the line with its name.
    pub(super) fn pasted_as(name: &str, text: &str) -> Printed {
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

    /// Reads a face as people paste it: its name and cost, its color indicator, its type line, its
    /// text, and its power and toughness, on lines of their own.
    pub(super) fn pasted(text: &str) -> Printed {
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
        printed.color = indicator(&mut rest);
        if !rest.is_empty() {
            rest.remove(0).clone_into(&mut printed.type_line);
        }
        printed.color = printed.color.or_else(|| indicator(&mut rest));
        let is_size = |line: &str| {
            let halves = line.split_once('/');
            halves.is_some_and(|(power, toughness)| is_number(power.trim()) && is_number(toughness.trim()))
        };
        if let Some(last) = rest.last().copied() {
            if is_size(last) {
                printed.pt = Some(last.replace(' ', ""));
                rest.pop();
            } else if let Some(loyalty) = last.strip_prefix(LOYALTY) {
                printed.loyalty = Some(loyalty.trim().to_owned());
                rest.pop();
            }
        }
        printed.text = rest.join("\n");
        printed
    }
}

impl Printed {
    /// The face as people paste it.
    pub(super) fn as_pasted(&self) -> String {
        let color = match self.color.as_deref() {
            Some("") => Some("none"),
            color => color,
        };
        let color = color.map(|it| format!("{INDICATOR} {it}")).unwrap_or_default();
        let loyalty = self.loyalty.as_ref().map(|it| format!("{LOYALTY} {it}")).unwrap_or_default();
        let name = format!("{} {}", self.name, self.cost);
        let parts = [&name, &color, &self.type_line, &self.text, self.pt.as_ref().unwrap_or(&loyalty)];
        let lines = parts.into_iter().flat_map(|part| part.lines()).map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// What stands before a color indicator, and before a loyalty, as people paste them.
const INDICATOR: &str = "Color Indicator:";
const LOYALTY: &str = "Loyalty:";

/// Takes the first line if it says a color indicator: "Color Indicator: Blue".
fn indicator(lines: &mut Vec<&str>) -> Option<String> {
    let (head, said) = lines.first()?.split_at_checked(INDICATOR.len())?;
    if !head.eq_ignore_ascii_case(INDICATOR) {
        return None;
    }
    lines.remove(0);
    let letter = |word: &str| match word.to_lowercase().as_str() {
        "none" | "colorless" | "and" => String::new(),
        other => Color::ALL.iter().find(|it| it.word() == other).map_or(word.to_owned(), |it| it.letter().into()),
    };
    Some(said.split([',', ' ', '/']).filter(|word| !word.is_empty()).map(letter).collect())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '*' | '+' | '-'))
}

/// The face without its abilities.
pub(super) fn facts(printed: &Printed) -> Result<Face, NotRead> {
    let unknown = |what: &str, why| NotRead::Fact(what.to_owned(), why);
    if printed.more.contains_key("card_faces") {
        return Err(unknown(
            &printed.name,
            "other faces stand in `back` or `faces`, with `name`, `cost`, `type`, `text`",
        ));
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
    let color = |letter: char| Color::ALL.into_iter().find(|color| color.letter() == letter.to_ascii_uppercase());
    if let Some(said) = printed.color.as_ref().filter(|said| !said.is_empty()) {
        let colors: Option<Colors> = said.chars().map(color).collect();
        let why = "a color indicator is as `u` or `wubrg`, or as `Color Indicator: Blue`";
        face.color_indicator = Some(colors.ok_or_else(|| unknown(said, why))?);
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

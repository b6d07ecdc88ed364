//! Colors, types of mana, mana symbols and mana costs (CR 105, 106.1, 107.4, 202).

use retrace_words::Words;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A color (CR 105.1), also of mana (CR 106.1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum Color {
    White,
    Blue,
    Black,
    Red,
    Green,
}

impl Color {
    /// The five colors in their customary order.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];

    /// The letter of its mana symbol.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Blue => 'U',
            Color::Black => 'B',
            Color::Red => 'R',
            Color::Green => 'G',
        }
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Blue => "blue",
            Color::Black => "black",
            Color::Red => "red",
            Color::Green => "green",
        }
    }

    fn of_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

/// A set of colors; the empty set is colorless (CR 105.2c).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colors(u8);

impl Colors {
    /// No colors.
    pub const COLORLESS: Colors = Colors(0);

    /// Whether the set holds `color`.
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// The set with `color` added.
    #[must_use]
    pub const fn with(self, color: Color) -> Colors {
        Colors(self.0 | (1 << color as u8))
    }

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }

    /// Whether the set is empty.
    pub const fn is_colorless(self) -> bool {
        self.0 == 0
    }

    /// The number of colors.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The colors in their customary order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Colors {
        colors.into_iter().fold(Colors::COLORLESS, Colors::with)
    }
}

impl fmt::Debug for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Colors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<Vec<_>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Colors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colors, D::Error> {
        Ok(Vec::<Color>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// A type of mana (CR 106.1b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum ManaType {
    White,
    Blue,
    Black,
    Red,
    Green,
    Colorless,
}

impl ManaType {
    /// The six types, colors first.
    pub const ALL: [ManaType; 6] =
        [ManaType::White, ManaType::Blue, ManaType::Black, ManaType::Red, ManaType::Green, ManaType::Colorless];

    /// Its color; `None` if it is colorless.
    pub const fn color(self) -> Option<Color> {
        match self {
            ManaType::White => Some(Color::White),
            ManaType::Blue => Some(Color::Blue),
            ManaType::Black => Some(Color::Black),
            ManaType::Red => Some(Color::Red),
            ManaType::Green => Some(Color::Green),
            ManaType::Colorless => None,
        }
    }

    /// The letter of its symbol (CR 107.4).
    pub const fn letter(self) -> char {
        match self.color() {
            Some(color) => color.letter(),
            None => 'C',
        }
    }

    /// The type of mana with this letter.
    pub fn of_letter(letter: char) -> Option<ManaType> {
        ManaType::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

impl From<Color> for ManaType {
    fn from(color: Color) -> ManaType {
        match color {
            Color::White => ManaType::White,
            Color::Blue => ManaType::Blue,
            Color::Black => ManaType::Black,
            Color::Red => ManaType::Red,
            Color::Green => ManaType::Green,
        }
    }
}

/// A mana symbol in a cost (CR 107.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManaSymbol {
    /// A number: that much generic mana (CR 107.4b).
    Generic(u32),
    /// {X} (CR 107.3).
    X,
    /// Mana of one type: a color, or {C} (CR 107.4a, 107.4c).
    Mana(ManaType),
    /// One of two colors (CR 107.4e).
    Hybrid(Color, Color),
    /// Two generic or one of a color (CR 107.4e).
    TwoOr(Color),
    /// One of a color or two life (CR 107.4f).
    Phyrexian(Color),
    /// One mana from a snow source (CR 107.4h).
    Snow,
}

impl ManaSymbol {
    /// Its contribution to a mana value, with {X} as `x` (CR 202.3).
    pub const fn mana_value(self, x: u32) -> u32 {
        match self {
            ManaSymbol::Generic(n) => n,
            ManaSymbol::X => x,
            ManaSymbol::TwoOr(_) => 2,
            _ => 1,
        }
    }

    /// The colors that it gives to its object (CR 105.2, 202.2).
    pub fn colors(self) -> Colors {
        match self {
            ManaSymbol::Mana(kind) => kind.color().into_iter().collect(),
            ManaSymbol::Hybrid(a, b) => Colors::COLORLESS.with(a).with(b),
            ManaSymbol::TwoOr(color) | ManaSymbol::Phyrexian(color) => Colors::COLORLESS.with(color),
            _ => Colors::COLORLESS,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManaSymbol::Generic(n) => write!(f, "{{{n}}}"),
            ManaSymbol::X => f.write_str("{X}"),
            ManaSymbol::Mana(kind) => write!(f, "{{{}}}", kind.letter()),
            ManaSymbol::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter()),
            ManaSymbol::TwoOr(color) => write!(f, "{{2/{}}}", color.letter()),
            ManaSymbol::Phyrexian(color) => write!(f, "{{{}/P}}", color.letter()),
            ManaSymbol::Snow => f.write_str("{S}"),
        }
    }
}

/// A mana cost: symbols in their printed order (CR 202.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManaCost(pub Vec<ManaSymbol>);

impl ManaCost {
    /// The mana value, with {X} as `x` (CR 202.3).
    pub fn mana_value(&self, x: u32) -> u32 {
        self.0.iter().map(|symbol| symbol.mana_value(x)).sum()
    }

    /// The colors of an object with this cost (CR 202.2).
    pub fn colors(&self) -> Colors {
        self.0.iter().fold(Colors::COLORLESS, |colors, symbol| colors.union(symbol.colors()))
    }

    /// Whether it has the same symbols as another cost, in any order (CR 202.1).
    pub fn same_symbols(&self, other: &ManaCost) -> bool {
        let sorted = |cost: &ManaCost| {
            let mut symbols = cost.0.clone();
            symbols.sort_unstable();
            symbols
        };
        sorted(self) == sorted(other)
    }

    /// Whether it contains {X}.
    pub fn has_x(&self) -> bool {
        self.0.contains(&ManaSymbol::X)
    }
}

/// Why a text isn't a mana cost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a mana cost; write its symbols as {{2}}{{W}}{{U/B}}")]
pub struct NotAManaCost(pub String);

impl FromStr for ManaCost {
    type Err = NotAManaCost;

    fn from_str(text: &str) -> Result<ManaCost, NotAManaCost> {
        let bad = || NotAManaCost(text.to_owned());
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let inner = rest.strip_prefix('{').and_then(|r| r.split_once('}')).ok_or_else(bad)?;
            symbols.push(symbol(inner.0).ok_or_else(bad)?);
            rest = inner.1;
        }
        Ok(ManaCost(symbols))
    }
}

fn symbol(text: &str) -> Option<ManaSymbol> {
    if let Ok(n) = text.parse::<u32>() {
        // A larger amount than any printed one could only overflow a sum.
        return (n <= 1_000_000).then_some(ManaSymbol::Generic(n));
    }
    let letters: Vec<char> = text.chars().collect();
    match letters.as_slice() {
        ['X'] => Some(ManaSymbol::X),
        ['S'] => Some(ManaSymbol::Snow),
        [letter] => ManaType::of_letter(*letter).map(ManaSymbol::Mana),
        ['2', '/', letter] => Color::of_letter(*letter).map(ManaSymbol::TwoOr),
        [letter, '/', 'P'] => Color::of_letter(*letter).map(ManaSymbol::Phyrexian),
        [a, '/', b] => Some(ManaSymbol::Hybrid(Color::of_letter(*a)?, Color::of_letter(*b)?)),
        _ => None,
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|symbol| symbol.fmt(f))
    }
}

impl Serialize for ManaSymbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ManaSymbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ManaSymbol, D::Error> {
        let text = String::deserialize(deserializer)?;
        let cost: ManaCost = text.parse().map_err(D::Error::custom)?;
        match cost.0.as_slice() {
            [symbol] => Ok(*symbol),
            _ => Err(D::Error::custom(format!("`{text}` is not one mana symbol"))),
        }
    }
}

impl Serialize for ManaCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ManaCost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ManaCost, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_symbol_reads_back_as_it_was_written() {
        for text in ["", "{0}", "{2}{W}{W}", "{X}{U/B}", "{2/G}{R/P}{S}{C}"] {
            assert_eq!(text.parse::<ManaCost>().map(|cost| cost.to_string()).as_deref(), Ok(text));
        }
        for text in ["2W", "{", "{Q}", "{W", "{W/W/W}", "{-1}"] {
            assert!(text.parse::<ManaCost>().is_err(), "{text}");
        }
    }

    /// CR 202.3e, 202.3f: X is 0 off the stack; a hybrid symbol counts as its largest half.
    #[test]
    fn mana_values_follow_the_symbols() {
        let cost: ManaCost = "{X}{2/G}{U/B}{3}".parse().unwrap();
        assert_eq!((cost.mana_value(0), cost.mana_value(4)), (6, 10));
        assert_eq!(cost.colors().iter().count(), 3);
    }
}

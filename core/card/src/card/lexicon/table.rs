//! The table of words, with lookup by name and by a misspelled name. It is made of what the
//! declarations say of themselves (`#[derive(Words)]`), when somebody first asks.

use std::sync::LazyLock;

use crate::card::layout::Card;
use crate::card::words::schema::Kinds;
use crate::card::words::term::Term;
use crate::message::near;

pub use crate::card::words::schema::{Kind, NameScope, Names, Operand, What, Word};

/// The kinds of words that a card file can hold, by name.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let mut kinds = Kinds::default();
    Card::describe(&mut kinds);
    kinds.into_table()
});

/// All kinds of words, sorted by name.
pub fn kinds() -> &'static [Kind] {
    &KINDS
}

/// The kind with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    let place = kinds().binary_search_by(|kind| kind.name.cmp(name)).ok()?;
    kinds().get(place)
}

/// Each word with its kind.
pub fn words() -> impl Iterator<Item = (&'static Kind, &'static Word)> {
    kinds().iter().flat_map(|kind| kind.words.iter().map(move |word| (kind, word)))
}

/// The words of a kind most similar to a misspelled one, most likely first; at most three.
pub fn nearest(kind: &str, misspelt: &str) -> Vec<&'static str> {
    let words = self::kind(kind).map_or(&[][..], |kind| kind.words);
    near(misspelt, words.iter().filter(|word| word.is_for_cards()).map(|word| word.name))
}

/// The fields of a word or group most similar to a misspelled one, most likely first; at most
/// three.
pub fn nearest_field(word: &Word, misspelt: &str) -> Vec<&'static str> {
    near(misspelt, word.fields().iter().map(|field| field.name))
}

/// The kinds that have a word with this name, and so the places it could stand in.
pub fn kinds_of(word: &str) -> Vec<&'static str> {
    words().filter(|(kind, it)| !kind.is_struct && it.name == word).map(|(kind, _)| kind.name).collect()
}

/// The words of any kind most similar to a misspelled one; at most three.
pub fn like(misspelt: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = words().filter(|(_, word)| word.is_for_cards()).map(|(_, word)| word.name).collect();
    names.sort_unstable();
    names.dedup();
    near(misspelt, names)
}

impl Kind {
    /// The word with this name.
    pub fn word(&self, name: &str) -> Option<&'static Word> {
        self.words.iter().find(|word| word.name == name)
    }
}

impl Word {
    /// Whether a card file can contain it; some words exist only for the rules themselves.
    pub fn is_for_cards(&self) -> bool {
        !self.unsaid
    }

    /// Its operands, or the fields of the group it contains, since a card leaves out the
    /// parentheses of the group.
    pub fn fields(&self) -> &'static [Operand] {
        match self.operands {
            [Operand { name: "", what: What::One(inner), .. }] => match kind(inner) {
                Some(group) if group.is_struct => group.words.first().map_or(&[], |word| word.operands),
                _ => self.operands,
            },
            operands => operands,
        }
    }

    /// The word with its required operands, and `…` for optional ones:
    /// `Draw(who: Players, count: Quantity)`.
    pub fn form(&self) -> String {
        let fields = self.fields();
        let mut parts: Vec<String> = fields.iter().filter(|it| it.default.is_none()).map(Operand::form).collect();
        if parts.len() < fields.len() {
            parts.push("…".to_owned());
        }
        if fields.is_empty() { self.name.to_owned() } else { format!("{}({})", self.name, parts.join(", ")) }
    }

    /// The rule numbers that its meaning cites, in order.
    pub fn rules(&self) -> Vec<&'static str> {
        let cited = self.about.split("(CR ").skip(1).filter_map(|it| it.split(')').next());
        cited.flat_map(|list| list.split([',', ';'])).map(str::trim).filter(|it| !it.is_empty()).collect()
    }
}

impl Operand {
    fn form(&self) -> String {
        if self.name.is_empty() { self.what.to_string() } else { format!("{}: {}", self.name, self.what) }
    }

    /// Whether the reference lists it.
    pub fn is_told(&self) -> bool {
        let said = !self.name.is_empty() || !self.about.is_empty() || self.default.is_some();
        said && !self.unsaid
    }

    /// Its default in words, if it is optional.
    pub fn if_left_out(&self) -> Option<&'static str> {
        self.default.map(|it| if it.is_empty() { "nothing" } else { it })
    }
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            What::One("text") => f.write_str("\"…\""),
            What::One("mana") => f.write_str("\"{2}{W}\""),
            What::One("subtype") => f.write_str("\"Goblin\""),
            What::One("keyword") => f.write_str("\"flying\""),
            What::One("bool") => f.write_str("true"),
            What::One(name) => f.write_str(name),
            What::List(inner) => write!(f, "[{inner}, …]"),
            What::Tuple(parts) => {
                f.write_str("(")?;
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

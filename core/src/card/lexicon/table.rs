//! The words of the card language: for each its form, its operands with their defaults, what it means and its rule.
//!
//! The build script reads the table from the declarations of this module's neighbours, so it says what serde reads, and
//! the meaning is the doc comment. [`search`] finds words by what a person would type, [`nearest`] what they may have
//! meant, [`page`] writes `docs/card-words.md`.

use crate::message::near;

include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));

/// A kind of words: what may stand in one place of a card, such as an `Instruction`.
#[derive(Debug)]
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether it is a group of fields, `(a: …, b: …)`, rather than a choice of words.
    pub is_struct: bool,
    /// Its words; of a group of fields one, which has its name.
    pub words: &'static [Word],
}

/// A word that a card file can hold.
#[derive(Debug)]
pub struct Word {
    /// How it is written.
    pub name: &'static str,
    /// What it means, with the numbers of its rules; a line for each paragraph.
    pub about: &'static str,
    /// Whether its operands have names: `Draw(who: …, count: …)` and not `Draw(…)`.
    pub named: bool,
    /// What it is written with.
    pub operands: &'static [Operand],
}

/// A field of a word, or what stands at one place of its parentheses.
#[derive(Debug)]
pub struct Operand {
    /// The field's name; empty if it has none.
    pub name: &'static str,
    /// What it is for; empty if the word says it.
    pub about: &'static str,
    /// What it holds.
    pub what: What,
    /// What it is if it is left out, as a card would say it, or empty for nothing. Without it, it must be given.
    pub default: Option<&'static str>,
}

/// What an operand holds.
#[derive(Debug)]
pub enum What {
    /// A word of the kind of this name, or one of `number`, `text`, `bool`, `mana`, `subtype` and `keyword`.
    One(&'static str),
    /// A list.
    List(&'static What),
    /// Several together, in parentheses.
    Tuple(&'static [What]),
}

/// All kinds of words, sorted by name.
pub fn kinds() -> &'static [Kind] {
    KINDS
}

/// The kind of this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    let place = KINDS.binary_search_by(|kind| kind.name.cmp(name)).ok()?;
    KINDS.get(place)
}

/// Each word with its kind.
pub fn words() -> impl Iterator<Item = (&'static Kind, &'static Word)> {
    KINDS.iter().flat_map(|kind| kind.words.iter().map(move |word| (kind, word)))
}

/// The words of a kind that a misspelt one may have been meant as, the likeliest first; at most three.
pub fn nearest(kind: &str, misspelt: &str) -> Vec<&'static str> {
    let words = self::kind(kind).map_or(&[][..], |kind| kind.words);
    near(misspelt, words.iter().filter(|word| word.is_for_cards()).map(|word| word.name))
}

/// The fields of a word or group that a misspelt one may have been meant as, the likeliest first; at most three.
pub fn nearest_field(word: &Word, misspelt: &str) -> Vec<&'static str> {
    near(misspelt, word.fields().iter().map(|field| field.name))
}

/// The kinds that have a word of this name: where it could stand.
pub fn kinds_of(word: &str) -> Vec<&'static str> {
    words().filter(|(kind, it)| !kind.is_struct && it.name == word).map(|(kind, _)| kind.name).collect()
}

/// The words of all kinds that a misspelt one may have been meant as; at most three.
pub fn like(misspelt: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = words().filter(|(_, word)| word.is_for_cards()).map(|(_, word)| word.name).collect();
    names.sort_unstable();
    names.dedup();
    near(misspelt, names)
}

impl Kind {
    /// The word of this name.
    pub fn word(&self, name: &str) -> Option<&'static Word> {
        self.words.iter().find(|word| word.name == name)
    }
}

impl Word {
    /// Whether a card file says it; some words stand only for what the rules themselves do.
    pub fn is_for_cards(&self) -> bool {
        !self.about.to_lowercase().contains("no card says it")
    }

    /// What it is written with: its operands, or the fields of the group that it holds, since the group's own
    /// parentheses are left out.
    pub fn fields(&self) -> &'static [Operand] {
        match self.operands {
            [Operand { name: "", what: What::One(inner), .. }] => match kind(inner) {
                Some(group) if group.is_struct => group.words.first().map_or(&[], |word| word.operands),
                _ => self.operands,
            },
            operands => operands,
        }
    }

    /// The word with what it must be written with, `…` for what may be added: `Draw(who: Players, count: Quantity)`.
    pub fn form(&self) -> String {
        let fields = self.fields();
        let mut parts: Vec<String> = fields.iter().filter(|it| it.default.is_none()).map(Operand::form).collect();
        if parts.len() < fields.len() {
            parts.push("…".to_owned());
        }
        if fields.is_empty() { self.name.to_owned() } else { format!("{}({})", self.name, parts.join(", ")) }
    }

    /// The numbers of the rules that its meaning cites, in their order there.
    pub fn rules(&self) -> Vec<&'static str> {
        let cited = self.about.split("(CR ").skip(1).filter_map(|it| it.split(')').next());
        cited.flat_map(|list| list.split([',', ';'])).map(str::trim).filter(|it| !it.is_empty()).collect()
    }
}

impl Operand {
    fn form(&self) -> String {
        if self.name.is_empty() { self.what.to_string() } else { format!("{}: {}", self.name, self.what) }
    }

    /// Whether there is something to say of it.
    pub fn is_told(&self) -> bool {
        let said = !self.name.is_empty() || !self.about.is_empty() || self.default.is_some();
        said && !self.about.to_lowercase().contains("no card says it")
    }

    /// Its default in words, if it may be left out.
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

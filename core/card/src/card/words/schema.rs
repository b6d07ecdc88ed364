//! What declarations say of the language: kinds of words, with their meanings, operands and
//! defaults, as a card file can hold them. `card::lexicon` has the table of all.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::card::dialect::CANONICAL;

/// A kind of word: the words that can stand in one place of a card, such as `Instruction`.
#[derive(Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub about: &'static str,
    /// Whether it is a group of fields, `(a: …, b: …)`, rather than a choice of words.
    pub is_struct: bool,
    /// Its words; for a group of fields, a single one with the same name.
    pub words: &'static [Word],
}

/// A word that a card file can hold.
#[derive(Debug)]
pub struct Word {
    /// Its spelling.
    pub name: &'static str,
    /// Its meaning, with rule numbers; one line for each paragraph.
    pub about: &'static str,
    /// Terms of players for what it says.
    pub found_by: &'static [&'static str],
    /// Whether no card says it: the rules make it of other words.
    pub unsaid: bool,
    /// Whether its operands have names: `Draw(who: …, count: …)` rather than `Draw(…)`.
    pub named: bool,
    /// The part of a text with names of its own that it begins.
    pub scope: Option<NameScope>,
    /// Its operands.
    pub operands: &'static [Operand],
}

/// A field of a word, or a position in its parentheses.
#[derive(Debug)]
pub struct Operand {
    /// The field's name; empty for a position.
    pub name: &'static str,
    /// Its meaning; empty if the word already says it.
    pub about: &'static str,
    /// Whether no card says it: the rules do.
    pub unsaid: bool,
    /// What is named, if a card may say a name for the number.
    pub names: Option<Names>,
    /// The type of its value.
    pub what: What,
    /// The default in card file syntax, or empty for nothing. `None` if the operand is required.
    pub default: Option<&'static str>,
}

/// A part of a text in which targets and choices have names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameScope {
    /// An ability: it can't refer to anything outside.
    Ability,
    /// A body: its targets and choices.
    Body,
    /// A mode: its targets.
    Mode,
    /// A target, which `as: "…"` names.
    Target,
    /// A delayed ability: its body has the choices of its creator, and the targets too if it has
    /// none.
    Delayed,
    /// The instructions of a replacement effect, with their own choices in a static ability.
    Replacement,
}

/// What a name in place of a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// A target: its position.
    Target,
    /// A choice that was stored.
    Choice,
    /// A choice to be stored.
    NewChoice,
}

/// The type of an operand.
#[derive(Debug)]
pub enum What {
    /// A word of the kind with this name, or one of `number`, `text`, `bool`, `mana`, `subtype` and
    /// `keyword`.
    One(&'static str),
    /// A list.
    List(&'static What),
    /// A tuple, in parentheses.
    Tuple(&'static [What]),
}

impl What {
    /// A list of these.
    pub(crate) fn listed(self) -> What {
        What::List(Box::leak(Box::new(self)))
    }
}

/// The kinds of words found so far.
#[derive(Debug, Default)]
pub struct Kinds {
    begun: BTreeSet<&'static str>,
    found: BTreeMap<&'static str, Kind>,
}

/// A word as its declaration describes it.
pub(crate) struct DeclaredWord {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) found_by: &'static [&'static str],
    pub(crate) unsaid: bool,
    pub(crate) named: bool,
    pub(crate) scope: Option<NameScope>,
    pub(crate) operands: &'static [DeclaredOperand],
}

/// An operand as its declaration describes it, by functions of its type.
pub(crate) struct DeclaredOperand {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) unsaid: bool,
    pub(crate) names: Option<Names>,
    pub(crate) what: fn() -> What,
    pub(crate) describe: fn(&mut Kinds),
    pub(crate) is_optional: fn() -> bool,
    pub(crate) default: LeftOut,
}

/// What an operand is where it is left out.
pub(crate) enum LeftOut {
    /// It is not left out.
    Required,
    /// Nothing, if its type allows it.
    NothingIfOptional,
    /// The default of its type.
    Usual(fn() -> &'static str),
    /// What its declaration says.
    Said(fn() -> &'static str),
}

impl DeclaredOperand {
    fn operand(&self) -> Operand {
        let optional = (self.is_optional)();
        let default = match self.default {
            LeftOut::Required => None,
            LeftOut::NothingIfOptional => optional.then_some(""),
            LeftOut::Usual(_) if optional => Some(""),
            LeftOut::Usual(text) | LeftOut::Said(text) => Some(text()),
        };
        let DeclaredOperand { name, about, unsaid, names, .. } = *self;
        Operand { name, about, unsaid, names, what: (self.what)(), default }
    }
}

impl Kinds {
    /// All of them, by name.
    pub(crate) fn into_table(self) -> Vec<Kind> {
        self.found.into_values().collect()
    }

    /// Adds a kind with all that its words can hold, unless it is there or under way: a word of it
    /// can hold others of it.
    pub(crate) fn declare(
        &mut self,
        name: &'static str,
        about: &'static str,
        is_struct: bool,
        declared: &'static [DeclaredWord],
    ) {
        if !self.begun.insert(name) {
            return;
        }
        declared.iter().flat_map(|word| word.operands).for_each(|it| (it.describe)(self));
        let word = |it: &DeclaredWord| {
            let operands = it.operands.iter().map(DeclaredOperand::operand).collect::<Vec<_>>();
            let DeclaredWord { name, about, found_by, unsaid, named, scope, .. } = *it;
            Word { name, about, found_by, unsaid, named, scope, operands: operands.leak() }
        };
        let words = declared.iter().map(word).collect::<Vec<_>>().leak();
        self.found.insert(name, Kind { name, about, is_struct, words });
    }
}

/// The default of an operand in card file syntax. Of a group of fields the meaning tells it.
pub(crate) fn default_of<T: Serialize>(value: &T) -> &'static str {
    let text = CANONICAL.options().to_string(value).unwrap_or_default();
    if text.starts_with('(') { "()" } else { text.leak() }
}

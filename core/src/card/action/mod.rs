//! Keyword actions, expanded to the ordinary instructions that their rules define (CR 701).
//!
//! A file holds one keyword action: its verb, its operand, its rule and its instructions
//! ([`Performance`]). A resolution follows these instructions in place of the word, as a list
//! within the list (CR 608.2c). The table below is in the order of the rule numbers. A keyword
//! action that asks or does something of its own has a verb in `rules` instead.
//!
//! To add one: a variant at the end of `ast::instruction::Instruction`, a file here with its line
//! in the table, and the variant's name where `rules` lists the instructions of this table.

mod amass;
mod detain;
mod goad;
mod investigate;
mod learn;
mod monstrosity;
mod support;

use crate::card::ast::filter::{Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::rule::Rule;

/// The first of the places in which the choices of an expansion are kept. Choices that a text names
/// itself are counted from 0.
const PLACE: u8 = 24;

/// The place of the creature that an amassing player has chosen (CR 701.44b). No other keyword
/// action uses it.
pub(crate) const AMASSED: u8 = PLACE;

/// The place of the card that a learning player takes (CR 701.45a).
const LEARNED: u8 = PLACE + 1;

/// The operand after the verb of a keyword action.
pub(crate) enum Operand<'a> {
    /// Nothing: "investigate".
    Nothing,
    /// A number: "amass 2".
    Number(&'a Quantity),
    /// Objects: "detain target creature".
    Objects(&'a Objects),
}

/// A keyword action that stands for other instructions.
struct Performance {
    /// Its verb in running text.
    verb: &'static str,
    /// Its rule.
    rule: Rule,
    /// The operand after the verb.
    operand: fn(&Instruction) -> Operand<'_>,
    /// The instructions.
    instructions: fn(&Instruction) -> Vec<Instruction>,
}

impl Instruction {
    /// The instructions that it stands for, if it is a keyword action of the table.
    pub fn stands_for(&self) -> Option<Vec<Instruction>> {
        self.performance().map(|it| (it.instructions)(self))
    }

    /// The rule of the keyword action, if it is one of the table.
    pub fn action_rule(&self) -> Option<Rule> {
        self.performance().map(|it| it.rule)
    }

    /// The verb of the keyword action with its operand, if it is one of the table.
    pub(crate) fn action(&self) -> Option<(&'static str, Operand<'_>)> {
        self.performance().map(|it| (it.verb, (it.operand)(self)))
    }
}

macro_rules! actions {
    ($($instruction:ident => $performance:path,)+) => {
        /// The words of the table.
        pub(crate) const NAMES: &[&str] = &[$(stringify!($instruction)),+];

        impl Instruction {
            /// What the keyword action stands for.
            const fn performance(&self) -> Option<&'static Performance> {
                match self {
                    $(Instruction::$instruction { .. } => Some(&$performance),)+
                    _ => None,
                }
            }
        }
    };
}

actions! {
    Detain => detain::DETAIN,
    Monstrosity => monstrosity::MONSTROSITY,
    Support => support::SUPPORT,
    Investigate => investigate::INVESTIGATE,
    Goad => goad::GOAD,
    Amass => amass::AMASS,
    Learn => learn::LEARN,
}

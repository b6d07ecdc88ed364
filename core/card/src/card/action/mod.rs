//! Keyword actions, expanded to the ordinary instructions that their rules define (CR 701).
//!
//! A file holds one keyword action: its rule and its instructions ([`KeywordAction`]). A resolution
//! follows these instructions in place of the word, as a list within the list (CR 608.2c). Its
//! words are a row of `wording`. The table below is in the order of the rule numbers. A keyword
//! action that asks or does something of its own has a verb in `rules` instead.
//!
//! To add one: its declaration in `ast::instruction` with a line at the end of the list there, a
//! file here, and its line in the table here and in `rules::resolve::verbs::keyword_actions`.

mod amass;
mod detain;
mod goad;
mod investigate;
mod learn;
mod monstrosity;
mod support;

use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::rule::Rule;

/// The first of the places in which the choices of an expansion are kept. Choices that a text names
/// itself are counted from 0.
const PLACE: u8 = 24;

/// The place of the creature that an amassing player has chosen (CR 701.44b). No other keyword
/// action uses it.
pub const AMASSED: u8 = PLACE;

/// The place of the card that a learning player takes (CR 701.45a).
const LEARNED: u8 = PLACE + 1;

/// A keyword action that stands for other instructions.
pub trait KeywordAction {
    /// Its rule.
    fn rule(&self) -> Rule;

    /// The instructions.
    fn instructions(&self) -> Vec<Instruction>;
}

impl Instruction {
    /// The instructions that it stands for, if it is a keyword action of the table.
    pub fn stands_for(&self) -> Option<Vec<Instruction>> {
        self.keyword_action().map(KeywordAction::instructions)
    }

    /// The rule of the keyword action, if it is one of the table.
    pub fn action_rule(&self) -> Option<Rule> {
        self.keyword_action().map(KeywordAction::rule)
    }
}

macro_rules! actions {
    ($($instruction:ident $(($it:ident))?,)+) => {
        impl Instruction {
            /// The keyword action, if it is one of the table.
            pub(crate) const fn keyword_action(&self) -> Option<&dyn KeywordAction> {
                Some(match self {
                    $(Instruction::$instruction $(($it))? => actions!(held $instruction $($it)?),)+
                    _ => return None,
                })
            }
        }
    };
    (held $instruction:ident $it:ident) => { $it };
    (held $instruction:ident) => { &verb::$instruction };
}

actions! {
    Detain(it),
    Monstrosity(it),
    Support(it),
    Investigate,
    Goad(it),
    Amass(it),
    Learn,
}

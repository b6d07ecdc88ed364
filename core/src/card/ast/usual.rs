//! Instructions as keywords give them: with the usual values for what their texts do not say.

use super::ability::{Face, TargetWhat};
use super::filter::{Players, Quantity};
use super::instruction::Instruction;

impl Instruction {
    /// "Choose one": you do, or none if `up_to`.
    pub(crate) const fn choose(what: TargetWhat, up_to: bool, into: u8) -> Instruction {
        Instruction::Choose {
            who: Players::You,
            what,
            count: Quantity::Fixed(1),
            up_to,
            at_random: false,
            divide: None,
            unchosen: false,
            total: None,
            into,
        }
    }

    /// "Create so many of these tokens": you do.
    pub(crate) fn create(count: Quantity, token: Face) -> Instruction {
        Instruction::CreateTokens {
            who: Players::You,
            count,
            predefined: None,
            token: Box::new(token),
            size: None,
            tapped: false,
            attached_to: None,
            joining: None,
        }
    }
}

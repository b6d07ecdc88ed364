//! Instructions as keywords give them: with the usual values for what their texts do not say.

use super::ability::{Face, TargetWhat};
use super::filter::{Filter, Players, Quantity};
use super::instruction::Instruction;
use crate::card::verb;
use crate::card::words::zone_kind::{Place, ZoneKind};

impl Instruction {
    /// "Choose one": you do, or none if `up_to`.
    pub(crate) const fn choose(what: TargetWhat, up_to: bool, into: u8) -> Instruction {
        Instruction::Choose(verb::Choose {
            who: Players::You,
            what,
            count: Quantity::Fixed(1),
            up_to,
            at_random: false,
            divide: None,
            unchosen: false,
            total: None,
            into,
        })
    }

    /// "Search your library for such a card and put it there, then shuffle".
    pub(crate) fn searches(who: &Players, what: Filter, reveal: bool, into: ZoneKind) -> Vec<Instruction> {
        let search = Instruction::Search(verb::Search {
            who: who.clone(),
            whose: None,
            zones: vec![ZoneKind::Library],
            what,
            and: Vec::new(),
            count: Quantity::Fixed(1),
            up_to: false,
            total: None,
            reveal,
            into,
            place: Place::Top,
            tapped: false,
            pile: false,
        });
        vec![search, Instruction::Shuffle(verb::Shuffle(who.clone()))]
    }

    /// "Create so many of these tokens".
    pub(crate) fn create(who: Players, count: Quantity, token: Face) -> Instruction {
        Instruction::CreateTokens(verb::CreateTokens {
            who,
            count,
            predefined: None,
            token: Box::new(token),
            size: None,
            tapped: false,
            attached_to: None,
            joining: None,
        })
    }
}

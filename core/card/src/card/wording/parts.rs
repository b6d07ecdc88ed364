//! What rows are made of beside words: descriptions with one more part, costs that are offered,
//! choices.

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;

/// The parts of a description as one filter.
pub(crate) fn all(parts: Vec<Filter>) -> Filter {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Filter::All(parts) => flat.extend(parts),
            Filter::Any => {}
            part => flat.push(part),
        }
    }
    match flat.len() {
        0 => Filter::Any,
        1 => flat.remove(0),
        _ => Filter::All(flat),
    }
}

/// A description without the last part of it that fits, and that part.
pub(crate) fn apart(filter: &Filter, fits: impl Fn(&Filter) -> Option<()>) -> Option<(Filter, Filter)> {
    let Filter::All(parts) = filter else { return fits(filter).map(|()| (Filter::Any, filter.clone())) };
    let place = parts.iter().rposition(|part| fits(part).is_some())?;
    let mut rest = parts.clone();
    let part = rest.remove(place);
    Some((all(rest), part))
}

/// Whether doing something is paying a cost: drawing is not, unless something else is paid.
pub(crate) fn can_be_offered(cost: &[Cost]) -> bool {
    !cost.iter().any(|part| matches!(part, Cost::Draw(_)))
}

/// This many or more are any number.
pub(crate) const ANY_NUMBER: i32 = u8::MAX as i32;

/// Whether words name several players at once, each of whom has a number and a choice of their own.
pub(crate) const fn is_several(who: &Players) -> bool {
    matches!(
        who,
        Players::Each
            | Players::Opponents
            | Players::OtherThan(..)
            | Players::OpponentsOf(_)
            | Players::And(..)
            | Players::DidntWinSubgame
            | Players::VotedOtherwise(..)
    )
}

/// Whether a description says anything of its cards.
pub(crate) const fn is_said(what: &Filter) -> bool {
    !matches!(what, Filter::Any | Filter::Card)
}

/// Whether a keyword ability is one that players can have (CR 702.11c, 702.16b, 702.18a).
pub(crate) const fn is_of_players(keyword: &Keyword) -> bool {
    matches!(keyword, Keyword::Hexproof | Keyword::HexproofFrom(_) | Keyword::Shroud | Keyword::Protection(_))
}

/// What a choice of one thing is, if its row says nothing else.
pub(crate) fn chosen() -> verb::Choose {
    verb::Choose {
        who: Players::You,
        what: TargetWhat::AnyTarget,
        count: Quantity::Fixed(1),
        up_to: false,
        at_random: false,
        divide: None,
        unchosen: false,
        total: None,
        into: 0,
    }
}

/// Whether a description is of cards, which are not on the battlefield.
pub(crate) fn is_card(what: &Filter) -> bool {
    matches!(what, Filter::Card) || matches!(what, Filter::All(parts) if parts.contains(&Filter::Card))
}

/// Objects are put onto the battlefield, with nothing else about them.
pub(crate) const fn onto_the_battlefield(what: Objects, control: Players) -> Instruction {
    Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        what,
        control,
        tapped: false,
        joining: None,
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
        transformed: false,
    })
}

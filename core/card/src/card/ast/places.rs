//! What can be referred to in operands, as the other operands of the word say.

use super::filter::{Each, Objects, Players};
use super::instruction::Recipients;
use crate::card::words::refers::Place;
use crate::card::words::term::any;

impl Place {
    /// Who does it.
    pub(crate) fn doer(who: &Players) -> Place {
        Place::Doer { you: *who == Players::You }
    }

    /// To whom damage is dealt.
    pub(crate) const fn recipient(to: &Recipients) -> Place {
        Place::Recipient { players: !matches!(to, Recipients::Objects(_)) }
    }

    /// For whom something is done, or whose numbers are compared.
    pub(crate) fn each(each: &Each) -> Place {
        let divided = any(each, |it: &Objects| matches!(it, Objects::Target(_) | Objects::Chosen(_)))
            || any(each, |it: &Players| matches!(it, Players::Target(_) | Players::Chosen(_)));
        let (objects, players) = (!matches!(each, Each::Player(_)), !matches!(each, Each::Object(_)));
        Place::Each { objects, players, divided }
    }

    /// For which objects an effect is begun.
    pub(crate) const fn begun_for(of: &Option<Objects>) -> Place {
        Place::Lasting { of: of.is_some() }
    }
}

//! Amplify (CR 702.38).

use crate::card::ast::effect::{Choosing, Instead};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::{CardType, SubtypeSet};

use super::common::{PLUS_ONE, as_it_enters};
use super::meaning::{Meaning, number, of};

/// CR 702.38a-b.
pub(super) static AMPLIFY: Meaning = Meaning {
    operand: number!(Keyword::Amplify),
    effects: of!(Keyword::Amplify(count) => {
        let alike = Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), Objects::This);
        vec![as_it_enters(Instead::Choose(Choosing::RevealOthersFor(alike, PLUS_ONE, *count)))]
    }),
    ..Meaning::named("amplify")
};

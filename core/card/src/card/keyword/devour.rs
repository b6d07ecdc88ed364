//! Devour (CR 702.82).

use crate::card::ast::effect::{Choosing, Instead};
use crate::card::ast::filter::Filter;
use crate::card::ast::keyword::Keyword;

use super::common::{PLUS_ONE, as_it_enters};
use super::meaning::{Meaning, Operands, of};

/// CR 702.82a, 702.82c: the sacrificed permanents are linked to other abilities as the chosen ones
/// (CR 702.82b).
pub(super) static DEVOUR: Meaning = Meaning {
    operand: Operands::OWN,
    effects: of!(Keyword::Devour { count, what } => {
        let devours = Choosing::SacrificeFor(Filter::clone(what), PLUS_ONE, *count);
        vec![as_it_enters(Instead::Choose(devours))]
    }),
    ..Meaning::named("devour")
};

//! Ingest (CR 702.115).

use crate::card::ast::filter::{Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;

use super::common::{ability, damages_a_player};
use super::meaning::Meaning;

/// CR 702.115a-b.
pub(super) static INGEST: Meaning = Meaning {
    triggered: |_| {
        let top = Objects::TopOfLibrary(Players::ThatPlayer, 1);
        vec![ability(damages_a_player(), vec![Instruction::Exile(verb::Exile(top))])]
    },
    ..Meaning::alone("ingest", || Keyword::Ingest)
};

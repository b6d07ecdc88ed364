//! Ascend (CR 702.131).

use crate::card::ast::keyword::Keyword;

use super::meaning::Meaning;

/// Gives the city's blessing to a player with ten permanents (`rules::keyword::ascend`).
pub(super) static ASCEND: Meaning = Meaning::alone("ascend", || Keyword::Ascend);

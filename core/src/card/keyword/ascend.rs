//! Ascend (CR 702.131).

use crate::card::ast::keyword::Keyword;

use super::meaning::Meaning;

/// Who has ten permanents gets the city's blessing (`rules::keyword::ascend`).
pub(super) static ASCEND: Meaning = Meaning::alone("ascend", || Keyword::Ascend);

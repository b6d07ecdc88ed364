//! Totem armor (CR 702.89).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;

use super::meaning::Meaning;

/// CR 702.89a.
pub(super) static TOTEM_ARMOR: Meaning = Meaning {
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::Destroy(Filter::Is(Objects::AttachedTo)),
            instead: Instead::Do(vec![
                Instruction::RemoveDamage(verb::RemoveDamage(Objects::AttachedTo)),
                Instruction::Destroy(verb::Destroy(Objects::This)),
            ]),
        })]
    },
    ..Meaning::alone("totem armor", || Keyword::TotemArmor)
};

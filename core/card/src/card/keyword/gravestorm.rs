//! Gravestorm (CR 702.69).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{ability, times_this_turn};
use super::meaning::Meaning;

/// CR 702.69a-b.
pub(super) static GRAVESTORM: Meaning = Meaning {
    triggered: |_| {
        let died = TriggerEvent::Moves {
            what: Filter::Any,
            from: Some(ZoneKind::Battlefield.into()),
            to: Some(ZoneKind::Graveyard.into()),
        };
        vec![ability(
            TriggerEvent::Casts(Players::You, Filter::This),
            vec![Instruction::CopySpell(verb::CopySpell {
                who: Players::You,
                of: Objects::ThatObject,
                count: times_this_turn(died),
                except: Vec::new(),
                targets: CopyTargets::MayChoose,
            })],
        )]
    },
    ..Meaning::alone("gravestorm", || Keyword::Gravestorm)
};

//! Hideaway (CR 702.75).

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::effect::Instead;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::{ability, as_it_enters, enters};
use super::meaning::Meaning;

/// CR 702.75a: `Linked(Exiled)` is the exiled card.
pub(super) static HIDEAWAY: Meaning = Meaning {
    effects: |_| vec![as_it_enters(Instead::EnterTapped)],
    triggered: |_| {
        let seen = || Objects::ThisWay(Deed::LookedAt);
        let rest = Objects::Among(Box::new(seen()), Box::new(Filter::In(ZoneKind::Library)));
        vec![ability(
            enters(),
            vec![
                Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(Players::You, 4) }),
                Instruction::choose(
                    TargetWhat::Object(Filter::All(vec![Filter::Is(seen()), Filter::In(ZoneKind::Library)])),
                    false,
                    0,
                ),
                Instruction::ExileFaceDown(verb::ExileFaceDown {
                    what: Objects::Chosen(0),
                    look: Some(Players::You),
                    being: None,
                    gaining: None,
                }),
                Instruction::Put(verb::Put {
                    what: rest,
                    into: ZoneKind::Library,
                    place: Place::Bottom,
                    random: false,
                }),
            ],
        )]
    },
    ..Meaning::alone("hideaway", || Keyword::Hideaway)
};

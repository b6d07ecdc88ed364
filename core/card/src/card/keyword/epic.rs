//! Epic (CR 702.50).

use std::sync::LazyLock;

use crate::card::ast::ability::Body;
use crate::card::ast::effect::{Duration, Exception, Modification, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;

use super::common::body;
use super::meaning::Meaning;

/// CR 702.50a-b.
pub(super) static EPIC: Meaning = Meaning { spell: Some(&LASTS), ..Meaning::alone("epic", || Keyword::Epic) };

static LASTS: LazyLock<Body> = LazyLock::new(lasts);

/// For the rest of the game, its controller can't cast spells, and copies it without epic.
fn lasts() -> Body {
    let copy = Instruction::CopySpell(verb::CopySpell {
        who: Players::You,
        of: Objects::This,
        count: Quantity::Fixed(1),
        except: vec![Exception::But(Modification::LoseKeyword(Keyword::Epic))],
        targets: CopyTargets::MayChoose,
    });
    let no_spells = Restriction::CantCast { who: Players::You, what: Filter::Any, except: None };
    body(vec![
        Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(no_spells),
            duration: Duration::Indefinite,
            of: None,
            apiece: false,
        }),
        Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You),
            body: Box::new(body(vec![copy])),
            until: Some(Duration::Indefinite),
        }),
    ])
}

//! Myriad (CR 702.116).

use crate::card::ast::filter::{Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Joining};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;

use super::common::{ability, body};
use super::meaning::Meaning;

/// CR 702.116a-b.
pub(super) static MYRIAD: Meaning = Meaning {
    triggered: |_| vec![ability(TriggerEvent::Attacks(Filter::This), performs())],
    ..Meaning::alone("myriad", || Keyword::Myriad)
};

fn performs() -> Vec<Instruction> {
    let copy = Instruction::CreateCopies(verb::CreateCopies {
        who: Players::You,
        count: Quantity::Fixed(1),
        of: Objects::This,
        except: Vec::new(),
        tapped: true,
        joining: Some(Joining::AttackingTheirs(Players::They)),
        marked: None,
    });
    let others = Players::OtherThan(Box::new(Players::Opponents), Box::new(Players::Defending));
    let may = Instruction::May(verb::May { who: Players::You, then: vec![copy] });
    vec![
        Instruction::ForEach(verb::ForEach { each: Each::Player(others), into: None, then: vec![may], in_turn: false }),
        Instruction::If(verb::If {
            condition: Condition::Exists(Filter::Is(Objects::Created)),
            then: vec![Instruction::Delay(verb::Delay {
                when: TriggerEvent::BeginningOf(TurnStep::EndOfCombat, Players::Each),
                body: Box::new(body(vec![Instruction::Exile(verb::Exile(Objects::Created))])),
                until: None,
            })],
            otherwise: Vec::new(),
        }),
    ]
}

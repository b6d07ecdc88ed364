//! Learning (CR 701.45).

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::card_type::Subtype;
use crate::card::words::zone_kind::{Place, ZoneKind};
use crate::rule;
use crate::rule::Rule;

use super::{KeywordAction, LEARNED};

/// CR 701.45a.
impl KeywordAction for verb::Learn {
    fn rule(&self) -> Rule {
        rule!("701.45a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        vec![Instruction::MayPay(verb::MayPay {
            who: Players::You,
            cost: vec![Cost::Discard(1, Filter::Any)],
            must: false,
            then: vec![Instruction::Draw(verb::Draw { who: Players::You, count: Quantity::Fixed(1) })],
            otherwise: fetches(),
        })]
    }
}

/// You may reveal a Lesson card that you own from outside the game and put it into your hand.
fn fetches() -> Vec<Instruction> {
    let lesson = Subtype::named("Lesson").into_iter().map(Filter::Subtype);
    let yours = [Filter::In(ZoneKind::Outside), Filter::OwnedBy(Players::You)];
    vec![
        Instruction::choose(TargetWhat::Object(Filter::All(lesson.chain(yours).collect())), true, LEARNED),
        Instruction::Reveal(verb::Reveal(Objects::Chosen(LEARNED))),
        Instruction::Put(verb::Put {
            what: Objects::Chosen(LEARNED),
            into: ZoneKind::Hand,
            place: Place::Top,
            random: false,
        }),
    ]
}

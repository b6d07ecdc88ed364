//! Keyword abilities that copy a spell for optional costs paid as it was cast: replicate, conspire
//! (CR 702.56, 702.78).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::cost::{Cost, OptionalCost};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;

use super::common::ability;
use super::meaning::{Meaning, cost};

/// CR 702.56a-b.
pub(super) static REPLICATE: Meaning = Meaning {
    operand: cost!(Keyword::Replicate),
    about_casting: true,
    offers: Some(OptionalCost::Replicate),
    triggered: |_| copies(Quantity::TimesPaidThis),
    ..Meaning::named("replicate")
};

/// CR 702.78a-b.
pub(super) static CONSPIRE: Meaning = Meaning {
    about_casting: true,
    offers: Some(OptionalCost::Conspire),
    triggered: |_| copies(Quantity::Fixed(1)),
    ..Meaning::alone("conspire", || Keyword::Conspire)
};

/// CR 702.78a: the cost to tap two creatures that each share a color with the spell.
pub fn conspiring() -> Vec<Cost> {
    let shares = Filter::All(vec![Filter::Type(CardType::Creature), Filter::SharesColor(Objects::This)]);
    vec![Cost::TapOthers(2, shares)]
}

/// "When you cast this spell, if its cost was paid, copy it": each instance by its own payments.
fn copies(count: Quantity) -> Vec<TriggeredAbility> {
    let copy = Instruction::CopySpell(verb::CopySpell {
        who: Players::You,
        of: Objects::ThatObject,
        count,
        except: Vec::new(),
        targets: CopyTargets::MayChoose,
    });
    let paid = Condition::Compare(Quantity::TimesPaidThis, Comparison::AtLeast, Quantity::Fixed(1));
    vec![TriggeredAbility {
        condition: Some(paid),
        ..ability(TriggerEvent::Casts(Players::You, Filter::This), vec![copy])
    }]
}

//! Awaken (CR 702.113).

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::card::ast::ability::{Ability, Body, TargetSpec, TargetWhat};
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::verb;
use crate::card::words::card_type::{CardType, Subtype};

use super::common::{PLUS_ONE, put};
use super::meaning::{Made, Meaning, Operand, Operands, of};

/// CR 702.113a.
pub(super) static AWAKEN: Meaning = Meaning {
    operand: Operands {
        of: of!(Keyword::Awaken { count, cost } => Operand::NumberAndCost(counters(*count), cost)),
        made: Made::NumberAndCost(|count, cost| match count {
            Quantity::Fixed(n) => Some(Keyword::Awaken { count: u32::try_from(n).ok()?, cost }),
            _ => None,
        }),
    },
    about_casting: true,
    alternative_cost: true,
    spell: Some(&AWAKENS),
    ..Meaning::named("awaken")
};

/// The number of counters.
fn counters(count: u32) -> Cow<'static, Quantity> {
    Cow::Owned(Quantity::Fixed(i32::try_from(count).unwrap_or(i32::MAX)))
}

static AWAKENS: LazyLock<Body> = LazyLock::new(awakens);

/// The spell has the target only if its awaken cost was paid (CR 702.113b).
fn awakens() -> Body {
    let paid = KeywordName::try_from("awaken".to_owned()).ok().map(Filter::PaidAs);
    let land = Filter::All(vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)]);
    let target = TargetSpec {
        condition: paid.map(|paid| Condition::Is(Objects::This, paid)),
        ..TargetSpec::one(TargetWhat::Object(land))
    };
    let elemental = Subtype::named("Elemental").into_iter().map(Modification::AddSubtype);
    let haste = Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)));
    let size = Modification::SetPowerToughness(Quantity::Fixed(0), Quantity::Fixed(0));
    let becomes = Instruction::Modify(verb::Modify {
        what: Objects::Target(0),
        modifications: std::iter::once(Modification::AddType(CardType::Creature))
            .chain(elemental)
            .chain([size, haste])
            .collect(),
        duration: Duration::Indefinite,
    });
    Body {
        targets: vec![target],
        instructions: vec![put(Objects::Target(0), PLUS_ONE, Quantity::NumberPaidFor), becomes],
        ..Body::default()
    }
}

//! Amassing (CR 701.44).

use crate::card::ast::ability::{Face, TargetWhat};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{Color, Colors};
use crate::rule;
use crate::rule::Rule;

use super::{AMASSED, KeywordAction};

/// CR 701.44a.
impl KeywordAction for verb::Amass {
    fn rule(&self) -> Rule {
        rule!("701.44a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        let verb::Amass(count) = self;
        let army = Subtype::named("Army").into_iter().map(Filter::Subtype);
        let yours = [Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)];
        let armies = Filter::All(army.chain(yours).collect());
        vec![
            Instruction::If(verb::If {
                condition: Condition::Not(Box::new(Condition::Exists(armies.clone()))),
                then: vec![Instruction::create(Players::You, Quantity::Fixed(1), zombie_army())],
                otherwise: Vec::new(),
            }),
            Instruction::choose(TargetWhat::Object(armies), false, AMASSED),
            Instruction::PutCounters(verb::PutCounters {
                on: Objects::Chosen(AMASSED),
                kind: CounterKind::PowerToughness(1, 1),
                count: count.clone(),
            }),
        ]
    }
}

/// CR 701.44a: a 0/0 black Zombie Army creature token.
fn zombie_army() -> Face {
    let subtype = |name| Subtype::named(name).into_iter();
    Face {
        color_indicator: Some(Colors::COLORLESS.with(Color::Black)),
        types: CardTypes::NONE.with(CardType::Creature),
        subtypes: subtype("Zombie").chain(subtype("Army")).collect(),
        power: Some(0.into()),
        toughness: Some(0.into()),
        ..Face::default()
    }
}

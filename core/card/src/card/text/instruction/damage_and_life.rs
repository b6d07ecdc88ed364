//! Damage and life (CR 119, 120).

use crate::card::ast::filter::{Condition, Objects, Players, Quantity};
use crate::card::ast::instruction::{Exchanged, Instruction};
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::voice::Voice;
use crate::card::wording::inflection::{list, spaced};

impl Voice<'_> {
    /// Damage and life (CR 119, 120).
    pub(in super::super) fn damage_and_life(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::AtOnce(verb::AtOnce(parts)) => self.at_once(parts),
            Instruction::RedistributeLife(verb::RedistributeLife(who)) => {
                let whose = match who {
                    Players::Each => "players'".to_owned(),
                    Players::Opponents => "your opponents'".to_owned(),
                    _ => self.player_possessive(who),
                };
                Clause::command("redistribute", format!("any number of {whose} life totals"))
            }
            Instruction::ExchangeNumbers(verb::ExchangeNumbers { one, other, duration }) => {
                let mut number = |of: &Exchanged| match of {
                    Exchanged::Life(who) => self.value(&Quantity::Life(who.clone())),
                    Exchanged::Power(what) => self.value(&Quantity::Power(what.clone())),
                    Exchanged::Toughness(what) => self.value(&Quantity::Toughness(what.clone())),
                };
                let both = format!("{} and {}", number(one), number(other));
                Clause { tail: self.duration(duration), ..Clause::command("exchange", both) }
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }

    /// "deals 2 damage to any target and 1 damage to another target": damage dealt at the same
    /// time, each part with its condition (CR 608.2c).
    fn at_once(&mut self, parts: &[Instruction]) -> Clause {
        let mut dealt = Vec::new();
        parts.iter().for_each(|part| each_dealt(part, None, &mut dealt));
        let mut whole: Option<(Clause, &Objects)> = None;
        let mut said = Vec::new();
        for (condition, part) in &dealt {
            let Some(clause) = self.clause_by_rows(&Instruction::DealDamage((*part).clone())) else { continue };
            let amount = match &whole {
                Some((_, source)) if **source != part.source => clause.finite(),
                _ => spaced([
                    clause.verbs.iter().map(|(_, rest)| rest.as_str()).collect::<String>(),
                    clause.tail.clone(),
                ]),
            };
            let when = condition.as_ref().map(|it| format!("if {}", self.condition(it))).unwrap_or_default();
            said.push(spaced([amount, when]));
            whole.get_or_insert((clause, &part.source));
        }
        let Some((first, _)) = whole else { return Clause::command("deal", "no damage") };
        let brief = dealt.iter().all(|(condition, _)| condition.is_none());
        Clause { verbs: vec![("deal".to_owned(), list(&said, "and"))], tail: String::new(), brief, ..first }
    }
}

/// The damage that an instruction deals, with the condition of each part.
fn each_dealt<'a>(
    instruction: &'a Instruction,
    condition: Option<Condition>,
    dealt: &mut Vec<(Option<Condition>, &'a verb::DealDamage)>,
) {
    match instruction {
        Instruction::DealDamage(part) => dealt.push((condition, part)),
        Instruction::If(verb::If { condition: further, then, otherwise }) => {
            let mut branch = |list: &'a [Instruction], further: Condition| {
                let all = condition.clone().into_iter().chain([further]).collect::<Vec<_>>();
                let both = if let [only] = all.as_slice() { only.clone() } else { Condition::All(all) };
                list.iter().for_each(|it| each_dealt(it, Some(both.clone()), dealt));
            };
            branch(then, further.clone());
            branch(otherwise, Condition::Not(Box::new(further.clone())));
        }
        _ => {}
    }
}

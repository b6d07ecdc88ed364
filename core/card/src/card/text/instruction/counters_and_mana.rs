//! Counters and mana (CR 106, 122).

use crate::card::ast::filter::Quantity;
use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::phrase::Case;
use super::super::voice::Voice;

impl Voice<'_> {
    /// Counters and mana (CR 106, 122).
    pub(in super::super) fn counters_and_mana(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::PutSameCounters(verb::PutSameCounters { of, on }) => {
                let whose = self.possessive_of(of);
                let on = self.object(on, Case::Object).text;
                Clause::command("put", format!("{whose} counters on {on}"))
            }
            Instruction::AddMana(verb::AddMana { who, mana, terms }) => {
                let amount = self.mana(mana);
                let clause = self.player_does(who, "add", amount, true);
                if !terms.is_empty() {
                    let said = terms.iter().map(|term| Piece::Sentence(self.mana_term(term)));
                    return Some(std::iter::once(Piece::Clause(clause)).chain(said).collect());
                }
                clause
            }
            Instruction::TakeMana(verb::TakeMana { from, to }) => {
                let (loser, person) = self.player(from);
                let loses = format!(
                    "{loser} {} all unspent mana",
                    crate::card::wording::inflection::conjugated("lose", person)
                );
                let (taker, person) = self.a_player(to);
                let adds = format!(
                    "{taker} {} the mana lost this way",
                    crate::card::wording::inflection::conjugated("add", person)
                );
                return Some(vec![Piece::Sentence(format!("{loses} and {adds}"))]);
            }
            Instruction::PutCounters(verb::PutCounters { on, kind, count }) => {
                if let Some(total) = self.divided(on).filter(|_| *count == Quantity::Portion) {
                    let amount = self.count(&total, &format!("{kind} counter"));
                    let on = self.each_object(on).text;
                    return Some(vec![Piece::Clause(Clause::command(
                        "distribute",
                        format!("{} among {on}", amount.text),
                    ))]);
                }
                let amount = self.count_apart(count, &format!("{kind} counter"));
                let on = self.each_of(on);
                Clause::command("put", format!("{} on {on}", amount.text)).with_tail(amount.tail)
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}

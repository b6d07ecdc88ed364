//! Instructions that put objects onto the battlefield (CR 110.2a).

use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::super::clauses::Piece;
use super::super::phrase::{Case, Mood, Subject};
use super::super::voice::Voice;
use crate::card::wording::inflection::{Number, list, spaced};

impl Voice<'_> {
    /// Instructions that put objects onto the battlefield (CR 110.2a).
    pub(in super::super) fn onto_the_battlefield(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what,
                control,
                tapped,
                attached_to,
                counters,
                joining,
                being,
                face_down,
                transformed,
            }) => {
                let mut clause = self.put_onto_battlefield(what, control, *tapped, joining.as_ref());
                if face_down.is_some() {
                    let tail = spaced([clause.tail.clone(), "face down".to_owned()]);
                    clause = clause.with_tail(tail);
                }
                if *transformed {
                    let tail = spaced([clause.tail.clone(), "transformed".to_owned()]);
                    clause = clause.with_tail(tail);
                }
                if let Some(to) = attached_to {
                    let to = self.recipient(to);
                    clause = clause.with_tail(format!("attached to {to}"));
                }
                if !counters.is_empty() {
                    let mut last = String::new();
                    let with: Vec<String> = counters
                        .iter()
                        .map(|(kind, count)| {
                            let amount = self.count_apart(count, &format!("{kind} counter"));
                            last = amount.tail;
                            amount.text
                        })
                        .collect();
                    let on = if self.peek(|voice| voice.object(what, Case::Object).number) == Number::One {
                        "it"
                    } else {
                        "them"
                    };
                    let tail = spaced([clause.tail.clone(), format!("with {} on {on}", list(&with, "and")), last]);
                    clause = clause.with_tail(tail);
                }
                if !being.is_empty() {
                    let clauses = self.modified(Subject::Objects(what), being, Mood::Lasting, "");
                    return Some(
                        std::iter::once(Piece::Clause(clause)).chain(clauses.into_iter().map(Piece::Clause)).collect(),
                    );
                }
                clause
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}

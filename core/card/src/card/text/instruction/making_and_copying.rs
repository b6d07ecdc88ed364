//! Instructions that make something: tokens, copies, emblems, continuous and replacement effects,
//! and delayed triggered abilities (CR 111, 114, 603.7, 611, 614, 707).

use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::phrase::{Mood, Subject};
use super::super::voice::Voice;

/// The objects of which an effect says what they can't do or must do.
fn ruled(effect: &StaticEffect) -> Option<&Objects> {
    let what = match effect {
        StaticEffect::Restrict(
            Restriction::CantAttack(what) | Restriction::CantBlock(what) | Restriction::CantBeBlockedBy { what, .. },
        )
        | StaticEffect::Require(Requirement::Attack(what) | Requirement::BeBlocked(what)) => what,
        _ => return None,
    };
    match what {
        Filter::This => Some(&Objects::This),
        Filter::Is(what) => Some(what),
        _ => None,
    }
}

impl Voice<'_> {
    /// The sentences and clauses of an instruction of this group; none for any other.
    pub(in super::super) fn making_and_copying(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::CreateTokens(tokens) => {
                let clause = self.create(tokens);
                match &tokens.attached_to {
                    Some(to) => {
                        let tail = format!("attached to {}", self.recipient(to));
                        clause.with_tail(tail)
                    }
                    None => clause,
                }
            }
            Instruction::BecomeCopy(_)
            | Instruction::CreateCopies(_)
            | Instruction::CopySpell(_)
            | Instruction::CopyCards(_)
            | Instruction::CopyNamed(_)
            | Instruction::ChangeText(_) => return Some(self.copying(instruction)),
            Instruction::Modify(verb::Modify { what, modifications, duration }) => {
                let tail = self.duration(duration);
                let mut clauses = self.modified(Subject::Objects(what), modifications, Mood::Beginning, &tail);
                if let Some(last) = clauses.last_mut().filter(|last| !last.command) {
                    last.what = Some(what.clone());
                }
                return Some(clauses.into_iter().map(Piece::Clause).collect());
            }
            Instruction::Establish(verb::Establish { effect, duration, of, apiece: _ }) => {
                // "Those" are described at their first mention, either each with an effect of its
                // own or all together.
                self.those.clone_from(of);
                if let (Some(what), None, Duration::EndOfTurn) = (ruled(effect), of, duration)
                    && let Some(clause) = self.rule(effect, Some(duration))
                {
                    return Some(vec![Piece::Clause(Clause { what: Some(what.clone()), more: true, ..clause })]);
                }
                return Some(self.static_effect(effect, Some(duration)).into_iter().map(Piece::Sentence).collect());
            }
            Instruction::EndEffect(_) => Clause::command("end", "this effect"),
            Instruction::Instead(verb::Instead { replacement, then }) => {
                let mut pieces = self.pieces(then);
                pieces.push(Piece::Sentence(self.replacement(replacement, None)));
                return Some(pieces);
            }
            Instruction::Delay(verb::Delay { when, body, until }) => {
                return Some(vec![Piece::Sentence(self.delayed(when, body, until.as_ref()))]);
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}

//! Instructions that move objects, counter spells and exchange things (CR 400, 701).

use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::phrase::Case;
use super::super::voice::Voice;
use crate::card::wording::inflection::Number;

impl Voice<'_> {
    /// Instructions that move objects, counter spells and exchange things (CR 400, 701).
    pub(in super::super) fn between_zones(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::ExchangeCards(verb::ExchangeCards { what, with, .. }) => {
                let what = self.object(what, Case::Object).text;
                let with = self.object(with, Case::Object).text;
                Clause::command("exchange", format!("{what} with {with}"))
            }
            Instruction::ExileFaceDown(verb::ExileFaceDown { what, being: Some(being), .. }) => {
                self.act(being.reserving().map_or("exile", |it| it.verb), what, true)
            }
            Instruction::ExileFaceDown(verb::ExileFaceDown { what, look, .. }) => {
                let exiled = self.moved(what);
                let command = Clause::command("exile", format!("{} face down", exiled.text));
                let Some(look) = look else { return Some(vec![Piece::Clause(command)]) };
                let (who, _) = self.player(look);
                let them = if exiled.number == Number::One { "it" } else { "them" };
                let stays = if exiled.number == Number::One { "it remains" } else { "they remain" };
                let permission = format!("{who} may look at {them} for as long as {stays} exiled");
                return Some(vec![Piece::Clause(command), Piece::Sentence(permission)]);
            }
            Instruction::ExilePile(verb::ExilePile(what)) => in_a_pile(self.act("exile", what, true)),
            Instruction::Put(verb::Put { what, into, .. }) => self.put(what, *into),
            Instruction::Haunt(verb::Haunt { what, creature }) => {
                let (what, creature) = (self.object(what, Case::Subject), self.object(creature, Case::Object).text);
                Clause::new(what.text, what.number.into(), "haunt", creature)
            }
            Instruction::ExileUntil(verb::ExileUntil { what, until }) => {
                let phrase = self.moved(what);
                let event = self.trigger_event(until, true);
                let event = event.strip_prefix("when ").unwrap_or(&event);
                Clause::command("exile", format!("{} until {event}", phrase.text))
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}

/// What exiles objects, in a face-down pile that is shuffled.
pub(super) fn in_a_pile(mut exiling: Clause) -> Clause {
    if let Some((_, rest)) = exiling.verbs.last_mut() {
        rest.push_str(" in a face-down pile");
    }
    exiling.verbs.push(("shuffle".to_owned(), "that pile".to_owned()));
    exiling
}

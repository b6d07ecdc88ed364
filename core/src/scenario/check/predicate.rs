//! Checks expectations in the predicate language.

use crate::predicate::{EvalError, Moment, Names, Predicate};
use crate::scenario::timeline::{Stop, Timeline, script};
use crate::state::evolve;

use super::{Verdict, must};

impl Timeline {
    /// The names a predicate may use here: players, aliases, cards.
    fn predicate_names(&self) -> Names {
        let names = Names::of_game(&self.game);
        self.bindings.iter().fold(names, |names, (alias, id)| names.with_alias(alias, *id))
    }

    /// Evaluates a predicate on the present game and the last event.
    pub(super) fn check_predicate(&self, text: &str) -> Verdict {
        let predicate = match Predicate::compile(text, &self.predicate_names()) {
            Ok(predicate) => predicate,
            Err(error) => return script(format!("in the predicate `{text}`, {error}")),
        };
        let before = self.latest.as_ref().map(|(game, steps)| {
            let mut game = game.clone();
            steps.iter().rev().skip(1).rev().for_each(|step| evolve(&mut game, step));
            game
        });
        let moment = Moment {
            game: &self.game,
            before: before.as_ref(),
            entry: self.log.last().map(|entry| &**entry),
            past: &self.log,
        };
        let too_much = |error: EvalError| Stop::Script(format!("in the predicate `{text}`, {error}").into());
        let holds = predicate.holds(moment).map_err(too_much)?;
        let findings = if holds { Vec::new() } else { predicate.findings(moment).map_err(too_much)? };
        must(holds, format!("that this holds: {text}"), || {
            let shown: Vec<String> =
                findings.iter().map(|found| format!("{} is {}", found.text, found.value.show(&self.game))).collect();
            if shown.is_empty() { "that it does not".to_owned() } else { shown.join("; ") }
        })
    }
}

//! The effect of a spell or ability as sentences: its instructions and modes (CR 608.2c, 700.2).

use crate::card::ast::ability::{Body, Modes};
use crate::card::ast::filter::Players;

use super::clauses::sentences;
use super::mana_text::spent_on_x;
use super::voice::Voice;
use crate::card::wording::inflection::{capitalized, conjugated, number_word};

impl Voice<'_> {
    /// The sentences of a body, without capitals and full stops. Targets that no instruction
    /// mentions come first.
    pub(super) fn body(&mut self, body: &Body) -> Vec<String> {
        let before = (!self.targets.is_empty() && self.it.is_some()).then(|| self.clone());
        let mut pieces = self.pieces(&body.instructions);
        let targets = 0..u8::try_from(self.targets.len()).unwrap_or(u8::MAX);
        if let Some(before) = before
            && targets.clone().any(|index| !self.said.contains(&index))
        {
            // What is chosen first is "it".
            *self = Voice { it: None, ..before };
            pieces = self.pieces(&body.instructions);
        }
        let mut texts = sentences(&pieces);
        let mut unsaid = Vec::new();
        for index in targets {
            if self.said.insert(index) {
                unsaid.push(format!("choose {}", self.target(index).text));
            }
        }
        texts.extend(body.x.as_ref().map(|x| format!("X is {}", self.value(x))));
        texts.extend(body.modes.as_ref().map(|modes| self.modes(modes)));
        texts.extend(body.x_limits.iter().map(|limit| self.x_limit(limit)));
        texts.extend(spent_on_x(&body.spend_on_x));
        if body.still_resolves {
            texts.push("this still resolves if its targets become illegal".to_owned());
        }
        if texts.is_empty() && unsaid.is_empty() {
            texts.push("nothing happens".to_owned());
        }
        unsaid.extend(texts);
        unsaid
    }

    /// "choose one \u{2014} • destroy target artifact • you gain 4 life" (CR 700.2).
    fn modes(&mut self, modes: &Modes) -> String {
        let many = |min: u8, max: u8| {
            // Of modes that can be chosen again there is no end.
            let is_all = |max: u8| usize::from(max) >= modes.of.len() && !modes.repeat;
            let word = |n: u8| number_word(i64::from(n));
            match (min, max) {
                (0, 1) => "up to one".to_owned(),
                (0, max) if is_all(max) => "any number".to_owned(),
                (0, max) => format!("up to {}", word(max)),
                (1, 2) if modes.of.len() == 2 => "one or both".to_owned(),
                (1, max) if max > 1 && is_all(max) => "one or more".to_owned(),
                (2, 2) if modes.of.len() == 2 => "both".to_owned(),
                (min, max) if min == max => word(min),
                (min, max) => format!("{} to {}", word(min), word(max)),
            }
        };
        let choose = match &modes.by {
            Players::You => "choose".to_owned(),
            who => {
                let (subject, person) = self.a_player(who);
                format!("{subject} {}", conjugated("choose", person))
            }
        };
        let mut text = format!("{choose} {}", many(modes.min, modes.max));
        if let Some(other) = &modes.instead {
            text = format!(
                "{text}. If {}, choose {} instead",
                self.condition(&other.condition),
                many(other.min, other.max)
            );
        }
        if modes.unchosen {
            text.push_str(" that hasn't been chosen");
        }
        if modes.repeat {
            text.push_str(". You may choose the same mode more than once");
        }
        text.push_str(" \u{2014}");
        for mode in &modes.of {
            let mut voice = Voice { targets: &mode.targets, host: self.host, zone: self.zone, ..Voice::new(self.name) };
            let body = Body { instructions: mode.instructions.clone(), ..Body::default() };
            let said = crate::card::wording::inflection::running(&voice.body(&body));
            let cost = if mode.cost.is_empty() { String::new() } else { format!(" ({})", voice.cost(&mode.cost)) };
            text.push_str(&format!(" \u{2022} {}{cost}", capitalized(&said)));
        }
        text
    }
}

//! Answers in words.

use retrace_core::fact::{Domain, Input, ObjectId};
use retrace_core::rules;
use retrace_core::state::Game;

use crate::asking::answers::{Offer, how, offers, read_answer};
use crate::asking::seen;
use crate::base::players::player_named;
use crate::session::Session;
use crate::{Outcome, SessionError};

impl Session {
    /// The text with script aliases replaced by object numbers; `None` if it contains no alias.
    fn without_aliases(&self, text: &str) -> Option<String> {
        let viewer = self.eyes();
        let there = |id: ObjectId| seen::sees(self.game(), viewer, id) && self.game().object(id).is_some();
        let aliases = self.current().aliases();
        let numbered = |piece: &str| -> String {
            let name = piece.trim();
            let found = aliases.iter().rev().find(|(alias, id)| alias == name && there(*id));
            found.map_or_else(|| piece.to_owned(), |(_, id)| piece.replacen(name, &format!("#{}", id.0), 1))
        };
        let mut written = String::new();
        let mut piece = String::new();
        for letter in text.chars() {
            if matches!(letter, ',' | ';' | ':' | '>') {
                written += &numbered(piece.trim_end_matches('-'));
                written.push_str(if piece.ends_with('-') { "-" } else { "" });
                written.push(letter);
                piece.clear();
            } else {
                piece.push(letter);
            }
        }
        written += &numbered(&piece);
        (written != text).then_some(written)
    }

    /// The options of the choice at the cursor.
    pub fn offers(&self) -> Vec<Offer> {
        self.choice().map(|choice| offers(self.game(), &choice)).unwrap_or_default()
    }

    /// Answers the choice at the cursor in words: a label from `offers`, `auto` for a payment, or
    /// `concede` at any time.
    ///
    /// # Errors
    /// If the text is not an answer, or the rules refuse it.
    pub fn say(&mut self, text: &str, fork: Option<&str>) -> Result<Outcome, SessionError> {
        let wrong = |why: String| SessionError::Answer { text: text.to_owned(), why };
        let Some(choice) = self.choice() else {
            return Err(wrong("the game waits for nothing here".to_owned()));
        };
        let input = match text.trim().to_lowercase().strip_prefix("concede").map(str::trim) {
            Some("") => Input::Concede(choice.answered_by),
            Some(who) => Input::Concede(player_named(self.game(), who).map_err(|error| wrong(error.to_string()))?),
            None if text.trim().eq_ignore_ascii_case("auto") && matches!(choice.domain, Domain::Pay { .. }) => {
                return self.pay_automatically_on(fork);
            }
            None => {
                let answer = read_answer(self.game(), &choice, text).or_else(|why| {
                    let by_alias =
                        self.without_aliases(text).and_then(|text| read_answer(self.game(), &choice, &text).ok());
                    by_alias.ok_or_else(|| wrong(format!("{why} ({})", how(&choice.domain))))
                })?;
                Input::Decision { by: choice.answered_by, answer }
            }
        };
        match fork {
            Some(name) => self.input_on_fork(input, name),
            None => self.input(input),
        }
    }

    /// If the cursor asks for an order that cannot matter, gives one, unless the text is that
    /// order. The text then answers the next choice.
    ///
    /// # Errors
    /// As with [`Session::let_it_go_on`].
    pub fn let_it_go_on_before(&mut self, text: &str) -> Result<(), SessionError> {
        let gives = |game: &Game| {
            let by_alias = self.without_aliases(text);
            rules::choice(game).is_some_and(|choice| {
                let mut ways = [Some(text), by_alias.as_deref()].into_iter().flatten();
                ways.any(|text| read_answer(game, &choice, text).is_ok())
            })
        };
        let mut after = self.game().clone();
        while let Some((by, answer)) = rules::settled_order(&after) {
            after = rules::play(&after, &Input::Decision { by, answer })?.1;
        }
        if gives(&after) || !gives(self.game()) {
            self.let_it_go_on()?;
        }
        Ok(())
    }
}

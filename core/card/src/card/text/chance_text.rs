//! Coins and dice in words (CR 705, 706).

use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::instruction::TableRow;
use crate::card::words::comparison::{CoinSide, Comparison};

use super::clauses::{Clause, one_sentence};
use super::numbers::constant;
use super::voice::Voice;
use crate::card::wording::inflection::{Person, conjugated, number_word};

/// "you win the flip".
pub(super) const fn came_out(side: CoinSide, positive: bool) -> &'static str {
    match (side, positive) {
        (CoinSide::Won, true) => "you win the flip",
        (CoinSide::Won, false) => "you don't win the flip",
        (CoinSide::Lost, true) => "you lose the flip",
        (CoinSide::Lost, false) => "you don't lose the flip",
        (CoinSide::Heads, true) | (CoinSide::Tails, false) => "the coin comes up heads",
        (CoinSide::Tails, true) | (CoinSide::Heads, false) => "the coin comes up tails",
    }
}

/// "you win a coin flip".
pub(super) fn flips(subject: &str, person: Person, result: Option<CoinSide>) -> String {
    let verb = |base: &str| conjugated(base, person);
    match result {
        None => format!("{subject} {} a coin", verb("flip")),
        Some(CoinSide::Won) => format!("{subject} {} a coin flip", verb("win")),
        Some(CoinSide::Lost) => format!("{subject} {} a coin flip", verb("lose")),
        Some(CoinSide::Heads) => format!("{subject} {} a coin that comes up heads", verb("flip")),
        Some(CoinSide::Tails) => format!("{subject} {} a coin that comes up tails", verb("flip")),
    }
}

/// "you roll a 5 or greater".
pub(super) fn rolls(subject: &str, person: Person, result: Option<(Comparison, i32)>) -> String {
    let roll = conjugated("roll", person);
    match result {
        None => format!("{subject} {roll} one or more dice"),
        Some((Comparison::Equal, n)) => format!("{subject} {roll} a {n}"),
        Some((Comparison::AtLeast, n)) => format!("{subject} {roll} a {n} or higher"),
        Some((Comparison::AtMost, n)) => format!("{subject} {roll} a {n} or lower"),
        Some((Comparison::Greater, n)) => format!("{subject} {roll} higher than a {n}"),
        Some((Comparison::Less, n)) => format!("{subject} {roll} lower than a {n}"),
    }
}

impl Voice<'_> {
    /// "flip a coin", "flip three coins", "flip a coin until you lose a flip".
    pub(super) fn flip_coins(&mut self, who: &Players, count: &Quantity, until: Option<CoinSide>) -> Clause {
        let (subject, person) = self.player(who);
        let until = until.map_or("", |side| match side {
            CoinSide::Won => "or until you win a flip",
            CoinSide::Lost => "or until you lose a flip",
            CoinSide::Heads => "or until one comes up heads",
            CoinSide::Tails => "or until one comes up tails",
        });
        let amount = self.count(count, "coin");
        let text = crate::card::wording::inflection::spaced([amount.text.as_str(), until]);
        Clause {
            command: person == Person::You,
            who: Some(who.clone()),
            ..Clause::new(subject, person, "flip", text).with_tail(amount.tail)
        }
    }

    /// "roll two d6 and ignore the lowest roll".
    pub(super) fn roll_dice(
        &mut self,
        who: &Players,
        count: &Quantity,
        sides: u32,
        plus: Option<&Quantity>,
        ignored: u32,
    ) -> Clause {
        let (subject, person) = self.player(who);
        let die = format!("d{sides}");
        let dice = match constant(count) {
            Some(1) => format!("a {die}"),
            Some(n) => format!("{} {die}", number_word(i64::from(n))),
            None => format!("a number of {die} equal to {}", self.value(count)),
        };
        let mut verbs = vec![("roll".to_owned(), dice)];
        if let Some(plus) = plus {
            verbs.push(("add".to_owned(), self.value(plus)));
        }
        match ignored {
            0 => {}
            1 => verbs.push(("ignore".to_owned(), "the lowest roll".to_owned())),
            n => verbs.push(("ignore".to_owned(), format!("the {} lowest rolls", number_word(i64::from(n))))),
        }
        let clause = Clause { command: person == Person::You, who: Some(who.clone()), ..Clause::command("roll", "") };
        Clause { subject, person, verbs, ..clause }
    }

    /// A results table, after its roll (CR 706.3a).
    pub(super) fn table(&mut self, roll: &str, rows: &[TableRow]) -> String {
        let mut text = format!("{roll}:");
        for (index, row) in rows.iter().enumerate() {
            let range = match row.to {
                Some(to) if to == row.from => to.to_string(),
                Some(to) => format!("{}-{to}", row.from),
                None => format!("{}+", row.from),
            };
            let then = one_sentence(&self.pieces(&row.then));
            let end = if index == 0 { "" } else { ";" };
            text.push_str(&format!("{end} {range} | {then}"));
        }
        text
    }
}

//! The outcomes of an exploration as a table: a column for each answer that differs, for what is
//! asked of each outcome, and for how many ways lead there. Rows are sorted and filtered.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use retrace_core::fact::GameResult;
use retrace_core::predicate::Value;

use super::explore::{Explored, Reached};
use crate::describe;

/// The outcomes of an exploration as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The titles of the columns.
    pub columns: Vec<String>,
    /// The outcomes, in their order.
    pub rows: Vec<Row>,
}

/// An outcome as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The index of the outcome.
    pub outcome: usize,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What it shows.
    pub text: String,
    /// Its value, if it is a number.
    pub number: Option<i64>,
}

impl Cell {
    fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), number: None }
    }

    fn number(number: i64) -> Cell {
        Cell { text: number.to_string(), number: Some(number) }
    }

    fn of(value: &Value, shown: &str) -> Cell {
        let number = match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        Cell { text: shown.to_owned(), number }
    }
}

/// The title of the column that says how many ways lead to an outcome.
pub const WAYS: &str = "Ways";

impl Outcomes {
    /// The table of an exploration.
    pub fn of(explored: &Explored) -> Outcomes {
        let all = &explored.outcomes;
        let mut columns: Vec<(String, Vec<Cell>)> = Vec::new();
        let mut column = |title: String, cell: &dyn Fn(&Reached) -> Cell| {
            columns.push((title, all.iter().map(cell).collect()));
        };
        let most = all.iter().map(|it| it.answers.len()).max().unwrap_or(0);
        let differ = |place: usize| all.iter().any(|it| it.answers.get(place) != all[0].answers.get(place));
        let places: Vec<usize> = (0..most).filter(|place| differ(*place) || most == 1).collect();
        for place in &places {
            let title = if places.len() == 1 { "Answer".to_owned() } else { format!("Answer {}", place + 1) };
            column(title, &|it| Cell::text(it.answers.get(*place).map_or("", String::as_str)));
        }
        column(WAYS.to_owned(), &|it| Cell::number(i64::try_from(it.lines).unwrap_or(i64::MAX)));
        for (number, text) in explored.asked.iter().enumerate() {
            column(text.clone(), &|it| {
                it.values.get(number).map_or_else(Cell::default, |(value, shown)| Cell::of(value, shown))
            });
        }
        let players = all.first().map_or(0, |it| it.life.len());
        for place in 0..players {
            let life = |it: &Reached| it.life.get(place).map(|(_, life)| *life);
            if all.iter().any(|it| life(it) != life(&all[0])) {
                let name = all[0].game().zip(all[0].life.get(place));
                let name = name.map_or_else(String::new, |(game, (id, _))| describe::player(game, *id));
                column(format!("Life of {name}"), &|it| life(it).map_or_else(Cell::default, Cell::number));
            }
        }
        if all.iter().any(|it| it.result.is_some()) {
            column("Result".to_owned(), &|it| Cell::text(result(it)));
        }
        column("What else changed".to_owned(), &|it| Cell::text(rest(it)));
        let rows = (0..all.len())
            .map(|outcome| Row { outcome, cells: columns.iter().map(|(_, cells)| cells[outcome].clone()).collect() });
        Outcomes { rows: rows.collect(), columns: columns.iter().map(|(title, _)| title.clone()).collect() }
    }

    /// Keeps the rows with all words of a text, in any cell.
    pub fn filter(&mut self, words: &str) {
        let words = words.to_lowercase();
        self.rows.retain(|row| {
            let text = row.cells.iter().map(|cell| cell.text.to_lowercase()).collect::<Vec<_>>().join("\n");
            words.split_whitespace().all(|word| text.contains(word))
        });
    }

    /// Sorts the rows by a column: numbers by size, texts by their letters. Equal rows keep their
    /// order.
    pub fn sort(&mut self, column: usize, down: bool) {
        self.rows.sort_by(|a, b| {
            let (Some(a), Some(b)) = (a.cells.get(column), b.cells.get(column)) else { return Ordering::Equal };
            let order = match (a.number, b.number) {
                (Some(a), Some(b)) => a.cmp(&b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => a.text.cmp(&b.text),
            };
            if down { order.reverse() } else { order }
        });
    }

    /// Whether a column has numbers.
    pub fn is_number(&self, column: usize) -> bool {
        let number = |row: &Row| row.cells.get(column).is_some_and(|cell| cell.number.is_some());
        self.rows.iter().any(number)
    }

    /// How many ways lead to each value of a column, in order of the values; `None` if it is not
    /// one of numbers.
    pub fn histogram(&self, column: usize) -> Option<BTreeMap<i64, u64>> {
        let ways = self.columns.iter().position(|title| title == WAYS)?;
        let mut counts = BTreeMap::new();
        for row in &self.rows {
            let ways = row.cells.get(ways)?.number.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(1);
            *counts.entry(row.cells.get(column)?.number?).or_insert(0) += ways;
        }
        (!counts.is_empty()).then_some(counts)
    }
}

fn result(it: &Reached) -> String {
    match (it.result, it.game()) {
        (Some(GameResult::Won(player)), Some(game)) => format!("{} won", describe::winner(game, player)),
        (Some(_), _) => "a draw".to_owned(),
        (None, _) => String::new(),
    }
}

/// What the other columns do not say.
fn rest(it: &Reached) -> String {
    let mut parts = Vec::new();
    if !it.settled {
        parts.push("the awaited state did not come about".to_owned());
    }
    if it.cut {
        parts.push("not gone into further".to_owned());
    }
    parts.extend(it.told_changes());
    parts.join(" · ")
}

//! The form of the panel for exploring, its results, and its requests.

use std::sync::Arc;

use retrace_core::fact::PlayerId;

use super::typed::{Did, Typed};
use retrace_session::travel::explore::{Explored, Others};
use retrace_session::travel::outcomes::Outcomes;

/// The settings of an exploration, and its results.
#[derive(Clone, Debug)]
pub(crate) struct ExploreForm {
    /// The number of answers in a row.
    pub(crate) depth: usize,
    /// The total number of answers.
    pub(crate) limit: usize,
    /// The player whose answers are explored; everybody's if `None`.
    pub(crate) player: Option<PlayerId>,
    /// How the other players answer.
    pub(crate) others: Others,
    /// The predicate to wait for: after the last answer everybody passes until it holds.
    pub(crate) until: Typed,
    /// The expression that is typed, to be evaluated at each outcome.
    pub(crate) asked: Typed,
    /// The expressions that have a column.
    pub(crate) columns: Vec<String>,
    /// The results.
    pub(crate) explored: Option<Arc<Explored>>,
    /// The results as a table.
    pub(crate) outcomes: Option<Arc<Outcomes>>,
    /// The title of the column that sorts the outcomes, and whether the largest comes first.
    pub(crate) sorted: Option<(String, bool)>,
    /// The words that filter the outcomes.
    pub(crate) filter: String,
}

impl Default for ExploreForm {
    fn default() -> ExploreForm {
        let (until, asked) = (Typed::default(), Typed::default());
        ExploreForm {
            depth: 1,
            limit: 1000,
            player: None,
            others: Others::Least,
            until,
            asked,
            columns: Vec::new(),
            explored: None,
            outcomes: None,
            sorted: None,
            filter: String::new(),
        }
    }
}

impl ExploreForm {
    /// Makes the table of the results anew.
    pub(crate) fn tabulate(&mut self) {
        let mut outcomes = self.explored.as_ref().map(|explored| Outcomes::of(explored));
        if let Some(outcomes) = &mut outcomes {
            outcomes.filter(&self.filter);
            if let Some((title, down)) = &self.sorted
                && let Some(column) = outcomes.columns.iter().position(|it| it == title)
            {
                outcomes.sort(column, *down);
            }
        }
        self.outcomes = outcomes.map(Arc::new);
    }
}

/// A request of the panel.
#[derive(Clone, Debug)]
pub(crate) enum ExploreWish {
    /// Set the number of answers in a row.
    Depth(usize),
    /// Set the explored player, and how the others answer.
    Whose(Option<PlayerId>, Others),
    /// An input in the field of the predicate to wait for.
    Until(Did),
    /// An input in the field of the expression to evaluate.
    Asked(Did),
    /// Give the typed expression a column of its own.
    AddColumn,
    /// Take an expression's column away.
    RemoveColumn(usize),
    /// Sort by the column of this title, or the other way round.
    Sort(String),
    /// Filter the outcomes by words.
    Filter(String),
    /// Make the line to an outcome a timeline.
    Take(usize),
}

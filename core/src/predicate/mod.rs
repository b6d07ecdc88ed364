//! The predicate language: one small language about state and events for searches, watches,
//! breakpoints, bisecting and expectations.
//!
//! A text is compiled once ([`Expression::compile`], or [`Predicate::compile`] for yes or no) and
//! then evaluated at any [`Moment`] of a game: the state, the latest event, and the game before it.
//! Compiling reports any error with its column and a remedy.
//!
//! | module | contents |
//! |---|---|
//! | `parse`, `ast` | from text to tree and back |
//! | `vocabulary`, `domain` | the words as data: their owners, arguments, types and meanings |
//! | `names` | players, aliases, cards |
//! | `typing` | resolves a tree and checks its types |
//! | `complete` | completion at the caret |
//! | `eval`, `ask` | evaluation at a moment |
//! | `value`, `error` | results |
//!
//! A hostile text costs little: its length and depth are limited, and so is the number of values
//! one evaluation looks at. The reference is `docs/predicates.md`; its tables are generated from
//! the vocabulary.

mod ask;
mod ast;
mod complete;
mod domain;
mod error;
mod eval;
mod names;
mod parse;
#[cfg(test)]
mod tests;
mod typing;
mod value;
mod vocabulary;

pub use ast::{Comparator, Expr, ExprKind, Ident, Span};
pub use complete::{Completion, Completions, complete};
pub use domain::{WordSet, written};
pub use error::{PredicateError, Problem};
pub use eval::{EvalError, Moment, Past};
pub use names::Names;
pub use parse::parse;
#[cfg(test)]
pub(crate) use parse::{CONNECTIVES, MAX_BYTES, MAX_DEPTH};
pub use value::Value;
pub(crate) use vocabulary::Function;
#[cfg(test)]
pub(crate) use vocabulary::{FUNCTIONS, YES_OR_NO};
pub use vocabulary::{Owner, Prop, Type, ValueKind, VocabularyWord, WORDS, reference, words_of};

use eval::{Eval, ON};
use typing::{ComparedSide, Node, check};

use crate::fact::PlayerId;

/// A compiled text of the language, with a value of any type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    text: String,
    node: Node,
    ty: Type,
    asks: Asks,
    viewer: Option<PlayerId>,
}

impl Expression {
    /// Compiles a text.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn compile(text: &str, names: &Names) -> Result<Expression, PredicateError> {
        let tree = parse(text)?;
        let (node, ty) = check(text, &tree, names)?;
        let asks = asks(&node);
        Ok(Expression { text: text.to_owned(), node, ty, asks, viewer: None })
    }

    /// Returns this expression as asked by a player, without anything that player may not see
    /// (`observe`). A hidden card still has a zone and an owner, an event seen in part has that
    /// part, and another player's choice has its player.
    #[must_use]
    pub fn asked_by(self, viewer: Option<PlayerId>) -> Expression {
        Expression { viewer, ..self }
    }

    /// Returns the viewer; `None` to see everything.
    pub const fn viewer(&self) -> Option<PlayerId> {
        self.viewer
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the type of its value.
    pub const fn gives(&self) -> Type {
        self.ty
    }

    /// Returns what its value depends on.
    pub const fn asks(&self) -> Asks {
        self.asks
    }

    /// Evaluates it at a moment.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn eval(&self, moment: Moment<'_>) -> Result<Value, EvalError> {
        value(&Eval::new(moment, self.viewer), &self.node, self.ty)
    }
}

/// A compiled text of the language whose value is yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate(Expression);

impl Predicate {
    /// Compiles a text.
    ///
    /// # Errors
    /// What is wrong with it, and where; a value that is not yes or no.
    pub fn compile(text: &str, names: &Names) -> Result<Predicate, PredicateError> {
        let expression = Expression::compile(text, names)?;
        if expression.ty.kind == ValueKind::Bool {
            return Ok(Predicate(expression));
        }
        let start = text.len() - text.trim_start().len();
        let found = format!("{}{}", expression.ty.name(), typing::remedy(expression.ty));
        let problem = Problem::Expected { expected: "yes or no".to_owned(), found };
        Err(PredicateError::new(text, start..text.trim_end().len(), problem))
    }

    /// Returns this predicate as asked by a player, like [`Expression::asked_by`].
    #[must_use]
    pub fn asked_by(self, viewer: Option<PlayerId>) -> Predicate {
        Predicate(self.0.asked_by(viewer))
    }

    /// Returns it as an expression.
    pub const fn expression(&self) -> &Expression {
        &self.0
    }

    /// Returns whether it holds at a moment.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn holds(&self, moment: Moment<'_>) -> Result<bool, EvalError> {
        let eval = Eval::new(moment, self.0.viewer);
        let holds = eval.holds(&self.0.node, eval.scope());
        eval.ended().map(|()| holds)
    }

    /// Returns why it holds or not: the parts that decide it, each with its value. A comparison
    /// gives both sides, except literals.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn findings(&self, moment: Moment<'_>) -> Result<Vec<Finding>, EvalError> {
        let mut found = Vec::new();
        self.find(&self.0.node, &Eval::new(moment, self.0.viewer), &mut found)?;
        Ok(found)
    }

    fn find(&self, node: &Node, eval: &Eval<'_>, found: &mut Vec<Finding>) -> Result<(), EvalError> {
        match node {
            Node::And(parts) | Node::Or(parts) => {
                let whole = eval.holds(node, eval.scope());
                let parts = parts.iter().filter(|part| eval.holds(part, eval.scope()) == whole);
                parts.into_iter().try_for_each(|part| self.find(part, eval, found))
            }
            Node::Not(inner) => self.find(inner, eval, found),
            Node::Compare { left, right, .. } => {
                for side in [left, right] {
                    if let Some(finding) = self.side(side, eval)?
                        && !found.contains(&finding)
                    {
                        found.push(finding);
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn side(&self, side: &ComparedSide, eval: &Eval<'_>) -> Result<Option<Finding>, EvalError> {
        use Node as N;
        let written = matches!(
            side.node,
            N::Bool(_)
                | N::Number(_)
                | N::Text(_)
                | N::Word(_)
                | N::Rule(_)
                | N::Section(_)
                | N::Counter(_)
                | N::Name(_)
        );
        if written {
            return Ok(None);
        }
        let text = self.0.text.get(side.span.clone()).unwrap_or_default().to_owned();
        Ok(Some(Finding { text, value: value(eval, &side.node, side.ty)? }))
    }
}

/// A part of a predicate with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The part as written.
    pub text: String,
    /// Its value.
    pub value: Value,
}

/// Returns the value of a node. If its type allows several values, the result is a list, unless it
/// is a single number, word or text.
fn value(eval: &Eval<'_>, node: &Node, ty: Type) -> Result<Value, EvalError> {
    if ty.kind == ValueKind::Bool {
        let holds = eval.holds(node, eval.scope());
        return eval.ended().map(|()| Value::Bool(holds));
    }
    let mut values = Vec::new();
    let _stopped = eval.each(node, eval.scope(), &mut |value| {
        values.push(Value::of(value));
        ON
    });
    eval.ended()?;
    let items = matches!(ty.kind, ValueKind::Player | ValueKind::Object | ValueKind::Entity | ValueKind::Event);
    Ok(match values.len() {
        _ if ty.many && items => Value::List(values),
        0 => Value::Nothing,
        1 => values.remove(0),
        _ => Value::List(values),
    })
}

/// What the value of an expression depends on, and so which moments of a step can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asks {
    /// The state alone: the value changes only when something happens.
    State,
    /// The change of the step as well: `before(…)`, `changed(…)`.
    Change,
    /// The event: each event of a step is a moment of its own.
    Event,
}

/// Returns what a node depends on.
fn asks(node: &Node) -> Asks {
    let most = |parts: &mut dyn Iterator<Item = Asks>| parts.max().unwrap_or(Asks::State);
    match node {
        Node::KindIs(_) | Node::Ask { of: None, prop: Prop::Event, .. } => Asks::Event,
        Node::Ask { of, argument, .. } => most(&mut of.iter().chain(argument).map(|part| asks(part))),
        Node::Where(left, right) => asks(left).max(asks(right)),
        Node::Call(function, parts) => {
            let own = match function {
                Function::Before | Function::Changed => Asks::Change,
                _ => Asks::State,
            };
            own.max(most(&mut parts.iter().map(asks)))
        }
        Node::And(parts) | Node::Or(parts) | Node::Product(parts) => most(&mut parts.iter().map(asks)),
        Node::Not(inner) | Node::Negative(inner) => asks(inner),
        Node::Sum(parts) => most(&mut parts.iter().map(|(_, part)| asks(part))),
        Node::Compare { left, right, .. } => asks(&left.node).max(asks(&right.node)),
        _ => Asks::State,
    }
}

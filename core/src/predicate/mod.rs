//! The predicate language: the one small language over state and events that searches, watches, breakpoints, bisecting
//! and expectations share.
//!
//! A text is read once ([`Expression::compile`], or [`Predicate::compile`] where yes or no is wanted) and then asked at
//! any [`Moment`] of a game: the state, the event that has just happened, the game before it. What is wrong with a text
//! is told when it is compiled, at its column, with what would do.
//!
//! | module | what |
//! |---|---|
//! | `parse`, `ast` | from text to tree and back |
//! | `vocabulary`, `domain` | the words as data: what they are asked of, what they take and give, what they mean |
//! | `names` | players, aliases, cards |
//! | `check` | what each word of a tree means, and whether everything fits |
//! | `complete` | what could stand where somebody is typing |
//! | `eval`, `ask` | what that is at a moment |
//! | `value`, `error` | what comes out |
//!
//! A hostile text costs little: its length and depth are bounded, and so is how many values one evaluation looks at.
//! The reference is `docs/predicates.md`, whose tables are made of the vocabulary.

mod ask;
mod ast;
mod check;
mod complete;
mod domain;
mod error;
mod eval;
mod names;
mod parse;
#[cfg(test)]
mod tests;
mod value;
mod vocabulary;

pub use ast::{Comparator, Expr, ExprKind, Ident, Span};
pub use complete::{Completion, Completions, complete};
pub use domain::{Domain, written};
pub use error::{PredicateError, Problem};
pub use eval::{EvalError, Moment, Past};
pub use names::Names;
pub use parse::{CONNECTIVES, MAX_BYTES, MAX_DEPTH, parse};
pub use value::Value;
pub use vocabulary::{FUNCTIONS, Function, Kind, Owner, Prop, Type, WORDS, Word, YES_OR_NO, reference, words_of};

use check::{Node, Side, check};
use eval::{Eval, ON};

use crate::fact::PlayerId;

/// A text of the language that has been understood. Its value may be of any sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    text: String,
    node: Node,
    ty: Type,
    asks: Asks,
    viewer: Option<PlayerId>,
}

impl Expression {
    /// Understands a text.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn compile(text: &str, names: &Names) -> Result<Expression, PredicateError> {
        let tree = parse(text)?;
        let (node, ty) = check(text, &tree, names)?;
        let asks = asks(&node);
        Ok(Expression { text: text.to_owned(), node, ty, asks, viewer: None })
    }

    /// The same, asked by a player: what that player may not see (`observe`) is not told. Of a hidden card it can be asked
    /// that it is there, in which zone, and whose it is; of an event that is seen in part, that part; of a choice of
    /// others, whose it is.
    #[must_use]
    pub fn asked_by(self, viewer: Option<PlayerId>) -> Expression {
        Expression { viewer, ..self }
    }

    /// Who asks; none for somebody who sees everything.
    pub const fn viewer(&self) -> Option<PlayerId> {
        self.viewer
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it gives.
    pub const fn gives(&self) -> Type {
        self.ty
    }

    /// What its value depends on.
    pub const fn asks(&self) -> Asks {
        self.asks
    }

    /// Its value at a moment.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn eval(&self, moment: Moment<'_>) -> Result<Value, EvalError> {
        value(&Eval::new(moment, self.viewer), &self.node, self.ty)
    }
}

/// A text of the language that is yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate(Expression);

impl Predicate {
    /// Understands a text.
    ///
    /// # Errors
    /// What is wrong with it, and where; a value that is not yes or no.
    pub fn compile(text: &str, names: &Names) -> Result<Predicate, PredicateError> {
        let expression = Expression::compile(text, names)?;
        if expression.ty.kind == Kind::Bool {
            return Ok(Predicate(expression));
        }
        let start = text.len() - text.trim_start().len();
        let found = format!("{}{}", expression.ty.name(), check::remedy(expression.ty));
        let problem = Problem::Expected { expected: "yes or no".to_owned(), found };
        Err(PredicateError::new(text, start..text.trim_end().len(), problem))
    }

    /// The same, asked by a player, as [`Expression::asked_by`] has it.
    #[must_use]
    pub fn asked_by(self, viewer: Option<PlayerId>) -> Predicate {
        Predicate(self.0.asked_by(viewer))
    }

    /// The expression that it is.
    pub const fn expression(&self) -> &Expression {
        &self.0
    }

    /// Whether it holds at a moment.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn holds(&self, moment: Moment<'_>) -> Result<bool, EvalError> {
        let eval = Eval::new(moment, self.0.viewer);
        let holds = eval.holds(&self.0.node, eval.scope());
        eval.ended().map(|()| holds)
    }

    /// Why it holds or does not: the parts that make it so, each with its value; of a comparison both sides, unless they
    /// are written down as they are.
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

    fn side(&self, side: &Side, eval: &Eval<'_>) -> Result<Option<Finding>, EvalError> {
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
    /// The part, as it is written.
    pub text: String,
    /// Its value.
    pub value: Value,
}

/// The value of a node: of a sort that may be several, a list unless it is one number, word or text.
fn value(eval: &Eval<'_>, node: &Node, ty: Type) -> Result<Value, EvalError> {
    if ty.kind == Kind::Bool {
        let holds = eval.holds(node, eval.scope());
        return eval.ended().map(|()| Value::Bool(holds));
    }
    let mut values = Vec::new();
    let _stopped = eval.each(node, eval.scope(), &mut |value| {
        values.push(Value::of(value));
        ON
    });
    eval.ended()?;
    let items = matches!(ty.kind, Kind::Player | Kind::Object | Kind::Entity | Kind::Event);
    Ok(match values.len() {
        _ if ty.many && items => Value::List(values),
        0 => Value::Nothing,
        1 => values.remove(0),
        _ => Value::List(values),
    })
}

/// What the value of an expression depends on, and so which moments of a step differ for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asks {
    /// The state alone: what it is stays so until something happens.
    State,
    /// What the step changed as well: `before(…)`, `changed(…)`.
    Change,
    /// The event: each event of a step is a moment of its own.
    Event,
}

/// What a node asks.
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

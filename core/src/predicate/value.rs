//! The value of an expression at a moment, to show, plot or compare.

use crate::card::CounterKind;
use crate::fact::{Entity, EntryNo, ObjectId, PlayerId};
use crate::rule::Rule;
use crate::state::Game;

use super::domain::written;
use super::eval::{Topic, Val};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// No value: there was nothing to ask.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// A word of a domain, as written in the language.
    Word(String),
    /// The number of a rule.
    Rule(Rule),
    /// A kind of counter.
    Counter(CounterKind),
    /// A player.
    Player(PlayerId),
    /// An object.
    Object(ObjectId),
    /// An event.
    Event(EntryNo),
    /// An object that the viewer may not see.
    Hidden,
    /// Several values.
    List(Vec<Value>),
}

impl Value {
    pub(super) fn of(value: Val<'_>) -> Value {
        match value {
            Val::Bool(value) => Value::Bool(value),
            Val::Number(value) => Value::Number(value),
            Val::Text(value) => Value::Text(value.as_ref().to_owned()),
            Val::Word(value) => Value::Word(written(value)),
            Val::Rule(value) => Value::Rule(value),
            Val::Section(value) => Value::Number(i64::from(value)),
            Val::Counter(value) => Value::Counter(value),
            Val::Item(Topic::Player(id)) => Value::Player(id),
            Val::Item(Topic::Object(id)) => Value::Object(id),
            Val::Item(Topic::Event(entry)) => Value::Event(entry.no),
            Val::Item(Topic::Hidden(_)) => Value::Hidden,
        }
    }

    /// Returns the value for display: players and objects by name, lists with commas.
    pub fn show(&self, game: &Game) -> String {
        match self {
            Value::Nothing => "nothing".to_owned(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
            Value::Word(word) => word.clone(),
            Value::Rule(rule) => rule.to_string(),
            Value::Counter(kind) => kind.to_string(),
            Value::Player(id) => game.entity_name(Entity::Player(*id)),
            Value::Object(id) => game.name_of(*id),
            Value::Event(no) => format!("event {}", no.0),
            Value::Hidden => "a hidden card".to_owned(),
            Value::List(values) if values.is_empty() => "nothing".to_owned(),
            Value::List(values) => values.iter().map(|value| value.show(game)).collect::<Vec<_>>().join(", "),
        }
    }

    /// Returns the number to plot: 1 or 0 for yes or no, the length of a list, or a number itself.
    pub fn plotted(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Bool(holds) => Some(i64::from(*holds)),
            Value::List(values) => i64::try_from(values.len()).ok(),
            _ => None,
        }
    }
}

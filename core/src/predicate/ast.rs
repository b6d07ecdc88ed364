//! The syntax tree of a text, before its words have a meaning; and how a tree is printed.
//!
//! Printing a tree and parsing it gives the same tree, apart from spans. A test checks this.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::rule::Rule;

/// A part of the text, in bytes.
pub type Span = Range<usize>;

/// A word with its span.
#[derive(Clone, Debug)]
pub struct Ident {
    /// Its span.
    pub span: Span,
    /// The word.
    pub name: String,
}

impl PartialEq for Ident {
    fn eq(&self, other: &Ident) -> bool {
        self.name == other.name
    }
}

impl Eq for Ident {}

/// An expression with its span. Two expressions are equal if their kinds are, whatever their spans.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its span.
    pub span: Span,
    /// The expression itself.
    pub kind: ExprKind,
    /// The depth of nested expressions, including this one.
    pub(super) depth: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `3`
    Number(u32),
    /// `704.5a`
    Rule(Rule),
    /// `+1/+1`
    Counter(i8, i8),
    /// `#12`: an object by its id.
    Object(u32),
    /// `"Serra Angel"`
    Text(String),
    /// `life`, `Ann`
    Word(String),
    /// `A.life`, `A.counters(energy)`
    Member(Box<Expr>, Ident, Vec<Expr>),
    /// `count(…)`
    Call(Ident, Vec<Expr>),
    /// `creatures where tapped`
    Where(Box<Expr>, Box<Expr>),
    /// `not …`
    Not(Box<Expr>),
    /// `-…`
    Negative(Box<Expr>),
    /// `… and …`: two or more.
    And(Vec<Expr>),
    /// `… or …`: two or more.
    Or(Vec<Expr>),
    /// `… + … - …`: each part after the first with whether it is subtracted.
    Sum(Box<Expr>, Vec<(bool, Expr)>),
    /// `… * …`: two or more.
    Product(Vec<Expr>),
    /// `… <= …`
    Compare(Box<Expr>, Comparator, Box<Expr>),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparator {
    /// All operators.
    pub const ALL: [Comparator; 6] = [
        Comparator::Equal,
        Comparator::Unequal,
        Comparator::Less,
        Comparator::AtMost,
        Comparator::Greater,
        Comparator::AtLeast,
    ];

    /// Returns the operator's sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Comparator::Equal => "=",
            Comparator::Unequal => "!=",
            Comparator::Less => "<",
            Comparator::AtMost => "<=",
            Comparator::Greater => ">",
            Comparator::AtLeast => ">=",
        }
    }

    /// Returns the operator with its sides exchanged.
    pub(super) const fn flipped(self) -> Comparator {
        match self {
            Comparator::Less => Comparator::Greater,
            Comparator::AtMost => Comparator::AtLeast,
            Comparator::Greater => Comparator::Less,
            Comparator::AtLeast => Comparator::AtMost,
            same => same,
        }
    }
}

/// The precedence of an expression. One with a lower precedence than its place needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Where,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Negative,
    Atom,
}

impl ExprKind {
    const fn binding(&self) -> Binding {
        match self {
            ExprKind::Where(..) => Binding::Where,
            ExprKind::Or(_) => Binding::Or,
            ExprKind::And(_) => Binding::And,
            ExprKind::Not(_) => Binding::Not,
            ExprKind::Compare(..) => Binding::Compare,
            ExprKind::Sum(..) => Binding::Sum,
            ExprKind::Product(_) => Binding::Product,
            ExprKind::Negative(_) => Binding::Negative,
            _ => Binding::Atom,
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Binding::Where, f)
    }
}

fn write(expr: &Expr, least: Binding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if expr.kind.binding() < least {
        f.write_char('(')?;
        write(expr, Binding::Where, f)?;
        return f.write_char(')');
    }
    match &expr.kind {
        ExprKind::Number(number) => write!(f, "{number}"),
        ExprKind::Rule(rule) => write!(f, "{rule}"),
        ExprKind::Counter(power, toughness) => write!(f, "{power:+}/{toughness:+}"),
        ExprKind::Object(id) => write!(f, "#{id}"),
        ExprKind::Text(text) => write_text(text, f),
        ExprKind::Word(word) => f.write_str(word),
        ExprKind::Member(of, name, arguments) => {
            write(of, Binding::Atom, f)?;
            write!(f, ".{}", name.name)?;
            if arguments.is_empty() { Ok(()) } else { write_arguments(arguments, f) }
        }
        ExprKind::Call(name, arguments) => {
            f.write_str(&name.name)?;
            write_arguments(arguments, f)
        }
        ExprKind::Where(set, keep) => {
            write(set, Binding::Where, f)?;
            f.write_str(" where ")?;
            write(keep, Binding::Or, f)
        }
        ExprKind::Not(inner) => {
            f.write_str("not ")?;
            write(inner, Binding::Not, f)
        }
        ExprKind::Negative(inner) => {
            f.write_char('-')?;
            write(inner, Binding::Negative, f)
        }
        ExprKind::And(parts) => write_joined(parts, " and ", Binding::Not, f),
        ExprKind::Or(parts) => write_joined(parts, " or ", Binding::And, f),
        ExprKind::Product(parts) => write_joined(parts, " * ", Binding::Negative, f),
        ExprKind::Sum(first, rest) => {
            write(first, Binding::Product, f)?;
            rest.iter().try_for_each(|(minus, part)| {
                f.write_str(if *minus { " - " } else { " + " })?;
                write(part, Binding::Product, f)
            })
        }
        ExprKind::Compare(left, comparator, right) => {
            write(left, Binding::Sum, f)?;
            write!(f, " {} ", comparator.sign())?;
            write(right, Binding::Sum, f)
        }
    }
}

fn write_joined(parts: &[Expr], between: &str, least: Binding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write(part, least, f)?;
    }
    Ok(())
}

fn write_arguments(arguments: &[Expr], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('(')?;
    write_joined(arguments, ", ", Binding::Where, f)?;
    f.write_char(')')
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    f.write_char('"')
}

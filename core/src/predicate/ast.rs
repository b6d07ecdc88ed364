//! What a text of the language says, before anybody knows what its words mean; and how it is written.
//!
//! Writing a tree and reading it again gives the same tree (spans aside), which a test holds.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::rule::Rule;

/// A part of the text, in bytes.
pub type Span = Range<usize>;

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Ident {
    /// Where it stands.
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

/// An expression with its place. Two are equal if they say the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: ExprKind,
    /// How many expressions lie within one another here, this one counted.
    pub(super) depth: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// What an expression says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `3`
    Number(u32),
    /// `704.5a`
    Rule(Rule),
    /// `+1/+1`
    Counter(i8, i8),
    /// `#12`: an object by its number.
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
    /// `… + … - …`: for each part but the first, whether it is taken away.
    Sum(Box<Expr>, Vec<(bool, Expr)>),
    /// `… * …`: two or more.
    Product(Vec<Expr>),
    /// `… <= …`
    Compare(Box<Expr>, Comparator, Box<Expr>),
}

/// How two values are compared.
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
    /// All of them.
    pub const ALL: [Comparator; 6] = [
        Comparator::Equal,
        Comparator::Unequal,
        Comparator::Less,
        Comparator::AtMost,
        Comparator::Greater,
        Comparator::AtLeast,
    ];

    /// How it is written.
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

    /// The same with its sides exchanged.
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

/// How tightly an expression holds together; what is looser than its place needs parentheses.
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

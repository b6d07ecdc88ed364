//! From text to tree: first tokens, then expressions, both with winnow.
//!
//! ```text
//! phrase     = or { "where" or }
//! or         = and { "or" and }
//! and        = not { "and" not }
//! not        = "not" not | comparison
//! comparison = sum [ ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
//! sum        = product { ( "+" | "-" ) product }
//! product    = negative { "*" negative }
//! negative   = "-" negative | member
//! member     = atom { "." word [ "(" phrase { "," phrase } ")" ] }
//! atom       = number | rule | counter | "#" number | text
//!            | word [ "(" phrase { "," phrase } ")" ] | "(" phrase ")"
//! ```

use winnow::combinator::{alt, delimited, opt, preceded, repeat};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream, TokenSlice};
use winnow::token::{any, one_of, take_while};

use crate::rule::Rule;

use super::ast::{Comparator, Expr, ExprKind, Ident, Span};
use super::error::{PredicateError, Problem};

/// The maximum length of a text, in bytes.
pub(crate) const MAX_BYTES: usize = 4096;
/// The maximum depth of nested expressions.
pub(crate) const MAX_DEPTH: usize = 32;

/// The words that connect expressions.
pub(crate) const CONNECTIVES: [&str; 4] = ["and", "or", "not", "where"];

/// Parses a text.
///
/// # Errors
/// A text that is too long or too deep, or that breaks the grammar: where, what was found, what was
/// expected.
pub fn parse(text: &str) -> Result<Expr, PredicateError> {
    let told = |trouble: Trouble| PredicateError::new(text, trouble.span, trouble.problem);
    if text.len() > MAX_BYTES {
        return Err(told(Trouble { span: MAX_BYTES..text.len(), problem: Problem::TooLong(MAX_BYTES) }));
    }
    let tokens = tokens(text).map_err(told)?;
    let mut input = Stateful { input: TokenSlice::new(&tokens), state: 0 };
    let read = phrase(&mut input).and_then(|expr| {
        let next = peek(&input);
        if next.token == Token::End { Ok(expr) } else { wrong(next, after(next)) }
    });
    read.map_err(|error| told(error.into_inner().unwrap_or_else(|_| Trouble::nowhere())))
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
struct Trouble {
    span: Span,
    problem: Problem,
}

impl Trouble {
    /// The error of a combinator without a message of its own. Another alternative, or the caller,
    /// has a better one.
    fn nowhere() -> Trouble {
        Trouble { span: 0..0, problem: Problem::Expected { expected: "something else".into(), found: "this".into() } }
    }
}

impl<I: Stream> ParserError<I> for Trouble {
    type Inner = Trouble;

    fn from_input(_: &I) -> Trouble {
        Trouble::nowhere()
    }

    fn into_inner(self) -> Result<Trouble, Trouble> {
        Ok(self)
    }
}

type Read<T> = Result<T, ErrMode<Trouble>>;

fn trouble<T>(span: Span, problem: Problem) -> Read<T> {
    Err(ErrMode::Cut(Trouble { span, problem }))
}

// Tokens.

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(u32),
    Rule(Rule),
    Counter(i8, i8),
    Object(u32),
    Text(String),
    Word(String),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Placed {
    span: Span,
    token: Token,
}

type Source<'a> = LocatingSlice<&'a str>;

const SIGNS: [&str; 13] = ["<=", ">=", "!=", "<", ">", "=", "+", "-", "*", "(", ")", ",", "."];

/// Operators of other languages, and their form here.
const FOREIGN: [(&str, &str); 7] = [
    ("==", "; write `=`"),
    ("&&", "; write `and`"),
    ("||", "; write `or`"),
    ("<>", "; write `!=`"),
    ("!", "; write `not`"),
    ("[", "; write `where` to choose among objects"),
    ("/", "; numbers are whole and are not divided (CR 107.1)"),
];

fn tokens(text: &str) -> Result<Vec<Placed>, Trouble> {
    let mut source = LocatingSlice::new(text);
    let mut found = Vec::new();
    loop {
        let blank: Read<()> = take_while(0.., char::is_whitespace).void().parse_next(&mut source);
        blank.map_err(|error| error.into_inner().unwrap_or_else(|_| Trouble::nowhere()))?;
        let start = source.current_token_start();
        if source.is_empty() {
            found.push(Placed { span: start..start, token: Token::End });
            return Ok(found);
        }
        match token(&mut source) {
            Ok(token) => found.push(Placed { span: start..source.current_token_start(), token }),
            Err(ErrMode::Cut(trouble)) => return Err(trouble),
            Err(_) => {
                let rest = text.get(start..).unwrap_or_default();
                let letter = rest.chars().next().unwrap_or(' ');
                let foreign = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign));
                let (sign, hint) =
                    foreign.map_or_else(|| (letter.to_string(), ""), |(sign, hint)| ((*sign).into(), *hint));
                let span = start..start + sign.len();
                return Err(Trouble { span, problem: Problem::Sign(sign, hint) });
            }
        }
    }
}

fn token(source: &mut Source<'_>) -> Read<Token> {
    if FOREIGN.iter().any(|(sign, _)| *sign != "!" && source.starts_with(sign)) {
        return Err(ErrMode::Backtrack(Trouble::nowhere()));
    }
    alt((counter, rule, number.map(Token::Number), object, text, word.map(Token::Word), sign)).parse_next(source)
}

fn sign(source: &mut Source<'_>) -> Read<Token> {
    let found = SIGNS.iter().find(|sign| source.starts_with(**sign));
    match found {
        Some(sign) => {
            source.next_slice(sign.len());
            Ok(Token::Sign(sign))
        }
        None => Err(ErrMode::Backtrack(Trouble::nowhere())),
    }
}

fn digits<'a>(source: &mut Source<'a>) -> Read<&'a str> {
    take_while(1.., |letter: char| letter.is_ascii_digit()).parse_next(source)
}

fn number(source: &mut Source<'_>) -> Read<u32> {
    let start = source.current_token_start();
    let digits = digits(source)?;
    match digits.parse() {
        Ok(number) => Ok(number),
        Err(_) => trouble(start..source.current_token_start(), Problem::LargeNumber),
    }
}

fn rule(source: &mut Source<'_>) -> Read<Token> {
    let letter = opt(one_of('a'..='z'));
    (digits, '.', digits, letter).take().verify_map(Rule::parse).map(Token::Rule).parse_next(source)
}

fn counter(source: &mut Source<'_>) -> Read<Token> {
    fn signed(source: &mut Source<'_>) -> Read<i8> {
        (one_of(['+', '-']), digits).take().verify_map(|text: &str| text.parse().ok()).parse_next(source)
    }
    (signed, preceded('/', signed)).map(|(power, toughness)| Token::Counter(power, toughness)).parse_next(source)
}

fn object(source: &mut Source<'_>) -> Read<Token> {
    preceded('#', number).map(Token::Object).parse_next(source)
}

fn text(source: &mut Source<'_>) -> Read<Token> {
    let start = source.current_token_start();
    '"'.parse_next(source)?;
    let letter = alt((preceded('\\', any), any.verify(|letter: &char| !matches!(letter, '"' | '\\'))));
    let letters: String = repeat(0.., letter).parse_next(source)?;
    let closed: Read<char> = '"'.parse_next(source);
    match closed {
        Ok(_) => Ok(Token::Text(letters)),
        Err(_) => trouble(start..start + 1, Problem::OpenText),
    }
}

fn word(source: &mut Source<'_>) -> Read<String> {
    let inner = |letter: char| letter.is_alphanumeric() || letter == '_';
    (any.verify(|letter: &char| letter.is_alphabetic() || *letter == '_'), take_while(0.., inner))
        .take()
        .map(|word: &str| word.to_owned())
        .parse_next(source)
}

// Expressions. The state is the current depth.

type Tokens<'a> = Stateful<TokenSlice<'a, Placed>, usize>;

/// Returns the next token. The last one is the end, which is never taken.
fn peek<'a>(input: &Tokens<'a>) -> &'a Placed {
    const END: &Placed = &Placed { span: 0..0, token: Token::End };
    input.input.iter_offsets().next().map_or(END, |(_, placed)| placed)
}

fn accept<'a>(wanted: impl Fn(&Token) -> bool) -> impl FnMut(&mut Tokens<'a>) -> Read<&'a Placed> {
    move |input| any.verify(|placed: &&Placed| wanted(&placed.token)).parse_next(input)
}

fn is_sign<'a>(sign: &'static str) -> impl FnMut(&mut Tokens<'a>) -> Read<&'a Placed> {
    accept(move |token| *token == Token::Sign(sign))
}

fn is_word<'a>(word: &'static str) -> impl FnMut(&mut Tokens<'a>) -> Read<&'a Placed> {
    accept(move |token| matches!(token, Token::Word(found) if found == word))
}

fn wrong<T>(found: &Placed, expected: &str) -> Read<T> {
    let told = match &found.token {
        Token::Number(number) => format!("the number {number}"),
        Token::Rule(rule) => format!("the rule {rule}"),
        Token::Counter(power, toughness) => format!("the counter {power:+}/{toughness:+}"),
        Token::Object(id) => format!("#{id}"),
        Token::Text(text) => format!("the text \"{text}\""),
        Token::Word(word) => format!("`{word}`"),
        Token::Sign(sign) => format!("`{sign}`"),
        Token::End => "the end".to_owned(),
    };
    trouble(found.span.clone(), Problem::Expected { expected: expected.to_owned(), found: told })
}

/// Returns what may follow a complete expression.
fn after(found: &Placed) -> &'static str {
    match &found.token {
        Token::Sign(sign) if Comparator::ALL.iter().any(|it| it.sign() == *sign) => {
            "`and` between two comparisons, which do not chain"
        }
        Token::Sign(")") => "no `)`, since none is open",
        _ => "a comparison, `and`, `or`, `where`, or the end",
    }
}

/// Builds an expression of these parts.
fn made(span: Span, kind: ExprKind) -> Read<Expr> {
    let depth = 1 + match &kind {
        ExprKind::Member(of, _, arguments) => arguments.iter().map(|it| it.depth).max().unwrap_or(0).max(of.depth),
        ExprKind::Call(_, parts) | ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Product(parts) => {
            parts.iter().map(|it| it.depth).max().unwrap_or(0)
        }
        ExprKind::Where(left, right) | ExprKind::Compare(left, _, right) => left.depth.max(right.depth),
        ExprKind::Not(inner) | ExprKind::Negative(inner) => inner.depth,
        ExprKind::Sum(first, rest) => rest.iter().map(|(_, it)| it.depth).max().unwrap_or(0).max(first.depth),
        _ => 0,
    };
    if depth > MAX_DEPTH {
        return trouble(span, Problem::TooDeep(MAX_DEPTH));
    }
    Ok(Expr { span, kind, depth })
}

/// Reads a nested part.
fn deeper<'a, T>(input: &mut Tokens<'a>, read: impl FnOnce(&mut Tokens<'a>) -> Read<T>) -> Read<T> {
    input.state += 1;
    if input.state > MAX_DEPTH {
        return trouble(peek(input).span.clone(), Problem::TooDeep(MAX_DEPTH));
    }
    let found = read(input);
    input.state -= 1;
    found
}

fn joined(left: &Expr, right: &Expr) -> Span {
    left.span.start..right.span.end
}

fn phrase(input: &mut Tokens<'_>) -> Read<Expr> {
    let mut set = or(input)?;
    while opt(is_word("where")).parse_next(input)?.is_some() {
        let keep = or(input)?;
        set = made(joined(&set, &keep), ExprKind::Where(Box::new(set), Box::new(keep)))?;
    }
    Ok(set)
}

/// Reads parts separated by the same sign. A single part stands for itself.
fn several(
    input: &mut Tokens<'_>,
    part: fn(&mut Tokens<'_>) -> Read<Expr>,
    mut between: impl FnMut(&mut Tokens<'_>) -> Read<()>,
    kind: fn(Vec<Expr>) -> ExprKind,
) -> Read<Expr> {
    let first = part(input)?;
    let mut parts = vec![first];
    while opt(&mut between).parse_next(input)?.is_some() {
        parts.push(part(input)?);
    }
    match (parts.len(), parts.first(), parts.last()) {
        (2.., Some(first), Some(last)) => {
            let span = joined(first, last);
            made(span, kind(parts))
        }
        _ => parts.pop().map_or_else(|| wrong(peek(input), "an expression"), Ok),
    }
}

fn or(input: &mut Tokens<'_>) -> Read<Expr> {
    several(input, and, |input| is_word("or").void().parse_next(input), ExprKind::Or)
}

fn and(input: &mut Tokens<'_>) -> Read<Expr> {
    several(input, not, |input| is_word("and").void().parse_next(input), ExprKind::And)
}

fn not(input: &mut Tokens<'_>) -> Read<Expr> {
    match opt(is_word("not")).parse_next(input)? {
        None => comparison(input),
        Some(at) => {
            let inner = deeper(input, not)?;
            made(at.span.start..inner.span.end, ExprKind::Not(Box::new(inner)))
        }
    }
}

fn comparison(input: &mut Tokens<'_>) -> Read<Expr> {
    let left = sum(input)?;
    let Token::Sign(sign) = peek(input).token else { return Ok(left) };
    let Some(comparator) = Comparator::ALL.into_iter().find(|it| it.sign() == sign) else { return Ok(left) };
    is_sign(sign).parse_next(input)?;
    let right = sum(input)?;
    made(joined(&left, &right), ExprKind::Compare(Box::new(left), comparator, Box::new(right)))
}

fn sum(input: &mut Tokens<'_>) -> Read<Expr> {
    let first = product(input)?;
    let mut rest = Vec::new();
    while let Some(sign) = opt(alt((is_sign("+"), is_sign("-")))).parse_next(input)? {
        rest.push((sign.token == Token::Sign("-"), product(input)?));
    }
    match rest.last() {
        None => Ok(first),
        Some((_, last)) => made(joined(&first, last), ExprKind::Sum(Box::new(first), rest)),
    }
}

fn product(input: &mut Tokens<'_>) -> Read<Expr> {
    several(input, negative, |input| is_sign("*").void().parse_next(input), ExprKind::Product)
}

fn negative(input: &mut Tokens<'_>) -> Read<Expr> {
    match opt(is_sign("-")).parse_next(input)? {
        None => member(input),
        Some(at) => {
            let inner = deeper(input, negative)?;
            made(at.span.start..inner.span.end, ExprKind::Negative(Box::new(inner)))
        }
    }
}

fn member(input: &mut Tokens<'_>) -> Read<Expr> {
    let mut of = atom(input)?;
    while opt(is_sign(".")).parse_next(input)?.is_some() {
        let next = peek(input);
        let Token::Word(name) = &next.token else { return wrong(next, "a word after the `.`") };
        any.void().parse_next(input)?;
        let name = Ident { span: next.span.clone(), name: name.clone() };
        let (arguments, end) = arguments(input)?.unwrap_or((Vec::new(), name.span.end));
        of = made(of.span.start..end, ExprKind::Member(Box::new(of), name, arguments))?;
    }
    Ok(of)
}

/// Reads arguments in parentheses, and returns where they end.
fn arguments(input: &mut Tokens<'_>) -> Read<Option<(Vec<Expr>, usize)>> {
    if opt(is_sign("(")).parse_next(input)?.is_none() {
        return Ok(None);
    }
    let mut found = vec![deeper(input, phrase)?];
    while opt(is_sign(",")).parse_next(input)?.is_some() {
        found.push(deeper(input, phrase)?);
    }
    match opt(is_sign(")")).parse_next(input)? {
        Some(close) => Ok(Some((found, close.span.end))),
        None => wrong(peek(input), "`,` or `)`"),
    }
}

fn atom(input: &mut Tokens<'_>) -> Read<Expr> {
    let next = peek(input);
    let kind = match &next.token {
        Token::Number(number) => ExprKind::Number(*number),
        Token::Rule(rule) => ExprKind::Rule(*rule),
        Token::Counter(power, toughness) => ExprKind::Counter(*power, *toughness),
        Token::Object(id) => ExprKind::Object(*id),
        Token::Text(text) => ExprKind::Text(text.clone()),
        Token::Word(word) if !CONNECTIVES.contains(&word.as_str()) => {
            any.void().parse_next(input)?;
            let (span, name) = (next.span.clone(), word.clone());
            return match arguments(input)? {
                None => made(span, ExprKind::Word(name)),
                Some((arguments, end)) => made(span.start..end, ExprKind::Call(Ident { span, name }, arguments)),
            };
        }
        Token::Sign("(") => {
            let open = delimited(is_sign("("), |input: &mut Tokens<'_>| deeper(input, phrase), close);
            return { open }.parse_next(input);
        }
        _ => return wrong(next, "a word, a number, a text in quotation marks, or `(`"),
    };
    any.void().parse_next(input)?;
    made(next.span.clone(), kind)
}

fn close(input: &mut Tokens<'_>) -> Read<()> {
    match opt(is_sign(")")).parse_next(input)? {
        Some(_) => Ok(()),
        None => wrong(peek(input), "`)`"),
    }
}

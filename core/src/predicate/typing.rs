//! From tree to meaning: resolves each word and checks all types. Each error has its column.
//!
//! A lowercase word belongs to the vocabulary. Inside a `where`, words about the current item come
//! first. A capitalized word is a name, except where yes or no is expected: there it is a subtype
//! of the current item, or a kind of event. Beside a comparison sign, a word may also belong to the
//! domain of the other side.

use std::cell::Cell;
use std::sync::Arc;

use crate::card::{CounterKind, lexicon};
use crate::fact::ObjectId;
use crate::rule::Rule;

use super::ast::{Comparator, Expr, ExprKind, Ident, Span};
use super::complete::MARKER;
use super::domain::{WordSet, written};
use super::error::{PredicateError, Problem, near};
use super::names::{NameMeaning, Names, seat};
use super::vocabulary::{
    BOOL, FUNCTIONS, Function, NUMBER, Owner, Prop, Type, ValueKind, VocabularyWord, WORDS, YES_OR_NO, many, one,
    words_of,
};

/// The meaning of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Bool(bool),
    Number(i64),
    Text(Arc<str>),
    Word(&'static str),
    Rule(Rule),
    /// All rules of a section.
    Section(u16),
    Counter(CounterKind),
    Name(NameMeaning),
    /// The current item of a `where`.
    It,
    /// A word asked of the game, or of each of some items.
    Ask {
        of: Option<Box<Node>>,
        prop: Prop,
        argument: Option<Box<Node>>,
    },
    /// Whether the current event is of this kind.
    KindIs(&'static str),
    Where(Box<Node>, Box<Node>),
    Call(Function, Vec<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Sum(Vec<(bool, Node)>),
    Product(Vec<Node>),
    Compare {
        left: Box<ComparedSide>,
        comparator: Comparator,
        right: Box<ComparedSide>,
    },
}

/// A side of a comparison, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComparedSide {
    pub(super) node: Node,
    pub(super) ty: Type,
    pub(super) span: Span,
}

/// Resolves a tree.
///
/// # Errors
/// An unknown word, or a value of the wrong type: where it is, and what would be right.
pub(super) fn check(text: &str, expr: &Expr, names: &Names) -> Result<(Node, Type), PredicateError> {
    Checker { text, names, it: None, note: None }.top(expr)
}

/// What fits at the caret.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// Any word of these owners.
    Of(&'static [Owner]),
    /// Anything of this type. Inside a `where`, with the kind of the current item.
    Beside(Type, Option<ValueKind>),
    /// Anything that can begin an expression. Inside a `where`, with the kind of the current item.
    Any(Option<ValueKind>),
}

/// Checks a tree that contains the marker, and notes what would fit in its place.
pub(super) fn check_noting(text: &str, expr: &Expr, names: &Names, note: &Cell<Option<Wanted>>) {
    // The marker is not a word, so this always fails.
    let _marked = Checker { text, names, it: None, note: Some(note) }.top(expr);
}

type Checked<T> = Result<T, PredicateError>;

struct Checker<'a> {
    text: &'a str,
    names: &'a Names,
    /// The kind of the current item, inside a `where`.
    it: Option<ValueKind>,
    /// Where to note what would fit in place of the completion marker.
    note: Option<&'a Cell<Option<Wanted>>>,
}

/// Returns the kind that covers both, if there is one.
fn common(left: ValueKind, right: ValueKind) -> Option<ValueKind> {
    let entity = |kind| matches!(kind, ValueKind::Player | ValueKind::Object | ValueKind::Entity);
    match (left, right) {
        _ if left == right => Some(left),
        (ValueKind::Player, ValueKind::Object) | (ValueKind::Object, ValueKind::Player) => None,
        _ if entity(left) && entity(right) => Some(ValueKind::Entity),
        _ => None,
    }
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// How a script asks for something of this name that a filter or condition of the card language
/// knows and the language of predicates does not.
fn asked_by_a_filter(word: &str) -> Option<String> {
    if WORDS.iter().any(|it| it.name == word) {
        return None;
    }
    let plain = word.replace('_', "");
    let named = |kind: &str| {
        let mut words = lexicon::kind(kind)?.words.iter().filter(|it| it.is_for_cards());
        words.find(|it| it.name.eq_ignore_ascii_case(&plain) && it.operands.iter().all(|it| it.default.is_some()))
    };
    let count = |what: String| format!("Count(what: {what}, is: …)");
    let marked = || named("Marking").map(|it| count(format!("Marked({})", it.name)));
    let filter = || named("Filter").map(|it| count(it.name.to_owned()));
    let condition = || named("Condition").map(|it| format!("Condition(holds: {})", it.name));
    marked().or_else(filter).or_else(condition)
}

impl Checker<'_> {
    fn wrong<T>(&self, span: &Span, problem: Problem) -> Checked<T> {
        Err(PredicateError::new(self.text, span.clone(), problem))
    }

    fn expected<T>(&self, span: &Span, expected: impl Into<String>, found: impl Into<String>) -> Checked<T> {
        self.wrong(span, Problem::Expected { expected: expected.into(), found: found.into() })
    }

    fn unknown<T>(&self, span: &Span, word: &str, place: impl Into<String>, near: Vec<String>) -> Checked<T> {
        // Something that the language has no word for may be a word of the card language.
        if let Some(asked) = asked_by_a_filter(word).filter(|_| !near.iter().any(|it| it.eq_ignore_ascii_case(word))) {
            let place = format!("{}; a script asks that with `Expect([{asked}])`", place.into());
            return self.wrong(span, Problem::Unknown { word: word.to_owned(), place, near: Vec::new() });
        }
        self.wrong(span, Problem::Unknown { word: word.to_owned(), place: place.into(), near })
    }

    /// Checks the whole text. A bare kind of event asks whether the event is of that kind.
    fn top(&self, expr: &Expr) -> Checked<(Node, Type)> {
        match &expr.kind {
            // A capitalized word that is no name can only be a kind of event.
            ExprKind::Word(word) if is_capital(word) && self.names.find(word).is_none() => {
                Ok((self.yes_no(expr)?, BOOL))
            }
            _ => match self.kind_of_event(expr) {
                Some(node) => Ok((node, BOOL)),
                None => self.infer(expr),
            },
        }
    }

    /// Checks an expression that must be yes or no.
    fn yes_no(&self, expr: &Expr) -> Checked<Node> {
        if let ExprKind::Word(word) = &expr.kind
            && is_capital(word)
        {
            if self.asks_objects()
                && let Some(subtype) = WordSet::Subtype.words().into_iter().find(|it| it == word)
            {
                return Ok(ask(Some(Node::It), Prop::Is(WordSet::Subtype, subtype)));
            }
            if let Some(node) = self.kind_of_event(expr) {
                return Ok(node);
            }
            if self.names.find(word).is_none() || matches!(self.names.find(word), Some(NameMeaning::Open(_))) {
                let subtypes = self.subtypes();
                let known = WordSet::EventKind.words().into_iter().chain(subtypes).map(str::to_owned);
                let near = near(word, known.chain(self.known_words()));
                let place = if self.asks_objects() { "no subtype or kind of event" } else { "no kind of event" };
                return self.unknown(&expr.span, word, place, near);
            }
        }
        let (node, ty) = self.infer(expr)?;
        match ty.kind {
            ValueKind::Bool => Ok(node),
            _ => self.expected(&expr.span, "yes or no", format!("{}{}", ty.name(), remedy(ty))),
        }
    }

    fn asks_objects(&self) -> bool {
        matches!(self.it, Some(ValueKind::Object | ValueKind::Entity))
    }

    /// Returns the subtypes, if they can be asked here.
    fn subtypes(&self) -> Vec<&'static str> {
        if self.asks_objects() { WordSet::Subtype.words() } else { Vec::new() }
    }

    /// Resolves a bare kind of event, spelled as in the log.
    fn kind_of_event(&self, expr: &Expr) -> Option<Node> {
        let ExprKind::Word(word) = &expr.kind else { return None };
        let kind = WordSet::EventKind.words().into_iter().find(|kind| kind == word)?;
        // Otherwise a player or object with that name could never be found.
        match self.names.find(word) {
            None | Some(NameMeaning::Open(_)) => Some(Node::KindIs(kind)),
            Some(_) => None,
        }
    }

    fn infer(&self, expr: &Expr) -> Checked<(Node, Type)> {
        match &expr.kind {
            ExprKind::Number(number) => Ok((Node::Number(i64::from(*number)), NUMBER)),
            ExprKind::Rule(rule) => Ok((Node::Rule(*rule), one(ValueKind::Rule))),
            ExprKind::Counter(power, toughness) => {
                Ok((Node::Counter(CounterKind::PowerToughness(*power, *toughness)), one(ValueKind::Counter)))
            }
            ExprKind::Object(id) => Ok((Node::Name(NameMeaning::Objects(vec![ObjectId(*id)])), one(ValueKind::Object))),
            ExprKind::Text(text) => self.name(&expr.span, text),
            ExprKind::Word(word) => self.word(&expr.span, word),
            ExprKind::Member(of, name, arguments) => self.member(of, name, arguments),
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::Where(set, keep) => {
                let (set, ty) = self.items(set)?;
                let keep = self.about(ty.kind).yes_no(keep)?;
                Ok((Node::Where(Box::new(set), Box::new(keep)), ty))
            }
            ExprKind::Not(inner) => Ok((Node::Not(Box::new(self.yes_no(inner)?)), BOOL)),
            ExprKind::And(parts) => Ok((Node::And(self.each(parts, Self::yes_no)?), BOOL)),
            ExprKind::Or(parts) => Ok((Node::Or(self.each(parts, Self::yes_no)?), BOOL)),
            ExprKind::Negative(inner) => {
                let (node, ty) = self.number(inner)?;
                Ok((Node::Negative(Box::new(node)), ty))
            }
            ExprKind::Product(parts) => {
                let (parts, ty) = self.numbers(parts.iter())?;
                Ok((Node::Product(parts), ty))
            }
            ExprKind::Sum(first, rest) => {
                let signs = std::iter::once(false).chain(rest.iter().map(|(minus, _)| *minus));
                let (parts, ty) = self.numbers(std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)))?;
                Ok((Node::Sum(signs.zip(parts).collect()), ty))
            }
            ExprKind::Compare(left, comparator, right) => Ok((self.compare(left, *comparator, right)?, BOOL)),
        }
    }

    fn each<T>(&self, parts: &[Expr], check: fn(&Self, &Expr) -> Checked<T>) -> Checked<Vec<T>> {
        parts.iter().map(|part| check(self, part)).collect()
    }

    /// Returns this checker for the inside of a `where`.
    fn about(&self, kind: ValueKind) -> Checker<'_> {
        Checker { text: self.text, names: self.names, it: Some(kind), note: self.note }
    }

    /// Checks an expression that must be objects, players or events.
    fn items(&self, expr: &Expr) -> Checked<(Node, Type)> {
        let (node, ty) = self.infer(expr)?;
        if Owner::of(ty.kind).is_empty() {
            return self.expected(&expr.span, "objects, players or events", ty.name());
        }
        Ok((node, ty))
    }

    fn number(&self, expr: &Expr) -> Checked<(Node, Type)> {
        let (node, ty) = self.infer(expr)?;
        match ty.kind {
            ValueKind::Number => Ok((node, ty)),
            _ => self.expected(&expr.span, "a number", format!("{}{}", ty.name(), remedy(ty))),
        }
    }

    /// Checks the operands of arithmetic. At most one of them may have several values.
    fn numbers<'e>(&self, parts: impl Iterator<Item = &'e Expr>) -> Checked<(Vec<Node>, Type)> {
        let mut several = false;
        let mut nodes = Vec::new();
        for part in parts {
            let (node, ty) = self.number(part)?;
            if several && ty.many {
                return self.expected(
                    &part.span,
                    "one number, since there are several already",
                    "several; choose with `sum(…)`, `max(…)` or `min(…)`",
                );
            }
            several |= ty.many;
            nodes.push(node);
        }
        Ok((nodes, Type { kind: ValueKind::Number, many: several }))
    }

    /// Resolves a name: of a player, an alias, or a card.
    fn name(&self, span: &Span, name: &str) -> Checked<(Node, Type)> {
        let Some(named) = self.names.find(name) else {
            let near = near(name, self.names.all()).into_iter().map(|it| written_name(&it)).collect();
            return self.unknown(span, name, "nobody's and nothing's name here", near);
        };
        let ty = match &named {
            NameMeaning::Player(_) => one(ValueKind::Player),
            NameMeaning::Objects(objects) => Type { kind: ValueKind::Object, many: objects.len() > 1 },
            NameMeaning::Card(_) => many(ValueKind::Object),
            // The letter of a seat means one player.
            NameMeaning::Open(name) => Type { kind: ValueKind::Entity, many: seat(name).is_none() },
        };
        Ok((Node::Name(named), ty))
    }

    /// Notes what would fit here, if the word is the marker.
    fn note(&self, word: &str, wanted: Wanted) {
        if let Some(note) = self.note
            && word == MARKER
        {
            note.set(Some(wanted));
        }
    }

    fn word(&self, span: &Span, word: &str) -> Checked<(Node, Type)> {
        self.note(word, Wanted::Any(self.it));
        if word == "it" {
            return match self.it {
                Some(kind) => Ok((Node::It, one(kind))),
                None => self.expected(span, "something that there is", "`it`, which is only inside of a `where`"),
            };
        }
        if let Some(kind) = self.it
            && !is_capital(word)
            && let Some(found) = self.asked(Owner::of(kind), word)
        {
            return Ok((ask(Some(Node::It), found.prop), found.gives));
        }
        if let Some(found) = words_of(&[Owner::Game]).find(|it| it.name == word) {
            let node = match found.prop {
                Prop::True => Node::Bool(true),
                Prop::False => Node::Bool(false),
                prop => ask(None, prop),
            };
            return Ok((node, found.gives));
        }
        if is_capital(word) && self.names.find(word).is_some() {
            return self.name(span, word);
        }
        let functions = FUNCTIONS.iter().map(|(_, name, form, _)| (*name, *form));
        if let Some((_, form)) = functions.clone().find(|(name, _)| *name == word) {
            return self.expected(span, format!("`{form}`"), format!("`{word}` alone"));
        }
        let kinds = WordSet::EventKind.words().into_iter().filter(|kind| kind.eq_ignore_ascii_case(word));
        let elsewhere = WORDS.iter().find(|it| it.name == word).map(|it| match it.owner {
            Owner::Player => "asked of a player: write it behind one, as in `active.`",
            Owner::Object => "asked of an object: write it behind one, or inside of a `where`",
            Owner::Event => "asked of an event: write it behind one, as in `event.`",
            Owner::Game => "",
        });
        if let Some(place) = elsewhere {
            return self.unknown(span, word, place, kinds.map(str::to_owned).collect());
        }
        let known = self.known_words().chain(functions.map(|(name, _)| name.to_owned()));
        let subtypes = self.subtypes();
        let names = self.names.all().filter(|_| is_capital(word)).map(written_name);
        let known = known.chain(subtypes.into_iter().map(written)).chain(names).chain(kinds.map(str::to_owned));
        let place = if is_capital(word) { "nobody's and nothing's name here" } else { "no word of the language here" };
        self.unknown(span, word, place, near(word, known))
    }

    /// Returns the words that can stand here.
    fn known_words(&self) -> impl Iterator<Item = String> {
        let owners = self.it.map_or(&[][..], Owner::of);
        words_asked_of(owners).chain(words_of(&[Owner::Game]).map(|word| word.name.to_owned()))
    }

    /// Finds a word of these owners, including the yes-or-no words of domains.
    fn asked(&self, owners: &'static [Owner], word: &str) -> Option<VocabularyWord> {
        if let Some(found) = words_of(owners).find(|it| it.name == word) {
            return Some(*found);
        }
        if !owners.contains(&Owner::Object) {
            return None;
        }
        let (domain, name) = YES_OR_NO
            .into_iter()
            .find_map(|domain| Some((domain, domain.words().into_iter().find(|it| written(it) == word)?)))?;
        let prop = Prop::Is(domain, name);
        Some(VocabularyWord { owner: Owner::Object, name, argument: None, gives: BOOL, prop, meaning: "" })
    }

    fn member(&self, of: &Expr, name: &Ident, arguments: &[Expr]) -> Checked<(Node, Type)> {
        let (base, ty) = self.items_of(of)?;
        let owners = Owner::of(ty.kind);
        self.note(&name.name, Wanted::Of(owners));
        let Some(word) = self.asked(owners, &name.name) else {
            let mut near = near(&name.name, words_asked_of(owners));
            if ["size", "count", "length"].contains(&name.name.as_str()) {
                near = vec!["count(…)".to_owned()];
            }
            let of = one(ty.kind).name();
            return self.unknown(&name.span, &name.name, format!("no word that is asked of {of}"), near);
        };
        let argument = self.argument(&word, name, arguments)?;
        let gives = Type { many: word.gives.many || ty.many, ..word.gives };
        Ok((Node::Ask { of: Some(Box::new(base)), prop: word.prop, argument }, gives))
    }

    /// Checks the left side of a member.
    fn items_of(&self, of: &Expr) -> Checked<(Node, Type)> {
        let (node, ty) = self.infer(of)?;
        if Owner::of(ty.kind).is_empty() {
            let found = format!("{}, of which nothing is asked", ty.name());
            return self.expected(&of.span, "objects, players or events before the `.`", found);
        }
        Ok((node, ty))
    }

    fn argument(&self, word: &VocabularyWord, name: &Ident, arguments: &[Expr]) -> Checked<Option<Box<Node>>> {
        match (arguments, word.argument) {
            ([], _) => Ok(None),
            ([given], Some(kind)) => Ok(Some(Box::new(self.against(given, one(kind))?.0))),
            ([given, ..], None) => {
                self.expected(&given.span, format!("`{}` alone", name.name), "something in parentheses")
            }
            ([_, more, ..], Some(_)) => self.expected(&more.span, "`)`", "more in the parentheses"),
        }
    }

    fn call(&self, name: &Ident, arguments: &[Expr]) -> Checked<(Node, Type)> {
        let Some((function, _, form, _)) = FUNCTIONS.iter().find(|(_, it, ..)| *it == name.name) else {
            if let Some(word) = self.it.and_then(|kind| self.asked(Owner::of(kind), &name.name)) {
                let argument = self.argument(&word, name, arguments)?;
                let of = Some(Box::new(Node::It));
                return Ok((Node::Ask { of, prop: word.prop, argument }, word.gives));
            }
            let near = near(&name.name, FUNCTIONS.iter().map(|(_, name, ..)| *name));
            return self.unknown(&name.span, &name.name, "no function", near);
        };
        let too_many = |most: usize| match arguments.get(most) {
            Some(more) => self.expected(&more.span, format!("`{form}`"), "more than that"),
            None => Ok(()),
        };
        let Some(first) = arguments.first() else {
            return self.expected(&name.span, format!("`{form}`"), "nothing in the parentheses");
        };
        let call = |nodes| Node::Call(*function, nodes);
        match function {
            Function::Count | Function::Any => {
                too_many(1)?;
                Ok((call(vec![self.items(first)?.0]), if *function == Function::Any { BOOL } else { NUMBER }))
            }
            Function::All => {
                too_many(2)?;
                let (set, ty) = self.items(first)?;
                let Some(holds) = arguments.get(1) else {
                    return self.expected(&name.span, format!("`{form}`"), "nothing that is to hold");
                };
                Ok((call(vec![set, self.about(ty.kind).yes_no(holds)?]), BOOL))
            }
            Function::Sum | Function::Max | Function::Min => {
                let numbers = self.each(arguments, Self::number)?;
                Ok((call(numbers.into_iter().map(|(node, _)| node).collect()), NUMBER))
            }
            Function::LeftOf | Function::RightOf => {
                too_many(1)?;
                let (players, ty) = self.items(first)?;
                if ty.kind != ValueKind::Player {
                    return self.expected(&first.span, "a player", ty.name());
                }
                Ok((call(vec![players]), ty))
            }
            Function::Before | Function::Changed => {
                too_many(1)?;
                let (inner, ty) = self.infer(first)?;
                Ok((call(vec![inner]), if *function == Function::Before { ty } else { BOOL }))
            }
        }
    }

    fn compare(&self, left: &Expr, comparator: Comparator, right: &Expr) -> Checked<Node> {
        // A side that is only a word is resolved by the type of the other side.
        let bare = |expr: &Expr| {
            use ExprKind as E;
            matches!(expr.kind, E::Word(_) | E::Text(_) | E::Number(_) | E::Rule(_) | E::Counter(..))
        };
        let first = self.infer(left);
        let ((l, lt), (r, rt)) = match first {
            Ok(found) if !bare(left) || bare(right) => {
                let other = self.against(right, found.1)?;
                (found, other)
            }
            Ok(found) => {
                let other = self.infer(right)?;
                match common(found.1.kind, other.1.kind) {
                    Some(_) => (found, other),
                    None => (self.against(left, other.1)?, other),
                }
            }
            Err(error) if bare(left) => match self.infer(right) {
                Ok(other) => (self.against(left, other.1)?, other),
                Err(_) => return Err(error),
            },
            Err(error) => return Err(error),
        };
        let ordered = !matches!(comparator, Comparator::Equal | Comparator::Unequal);
        if ordered && lt.kind != ValueKind::Number {
            let sign = comparator.sign();
            let found = format!("{}, to which only `=` and `!=` apply", lt.name());
            return self.expected(&left.span, format!("a number before `{sign}`"), found);
        }
        let left = Box::new(ComparedSide { node: l, ty: lt, span: left.span.clone() });
        let right = Box::new(ComparedSide { node: r, ty: rt, span: right.span.clone() });
        // A written name, rule or section is what the other side is compared with, so it goes on
        // the right.
        let measure = |node: &Node| matches!(node, Node::Name(_) | Node::Rule(_) | Node::Section(_));
        if measure(&left.node) && !measure(&right.node) {
            return Ok(Node::Compare { left: right, comparator: comparator.flipped(), right: left });
        }
        Ok(Node::Compare { left, comparator, right })
    }

    /// Checks an expression beside one of this type. A word of that type has that meaning.
    fn against(&self, expr: &Expr, ty: Type) -> Checked<(Node, Type)> {
        let said = match &expr.kind {
            ExprKind::Word(word) | ExprKind::Text(word) => Some(word.as_str()),
            _ => None,
        };
        if let Some(MARKER) = said {
            self.note(MARKER, Wanted::Beside(ty, self.it));
            return self.unknown(&expr.span, MARKER, "no word", Vec::new());
        }
        let constant = match (ty.kind, &expr.kind) {
            (ValueKind::Word(domain), _) => said.and_then(|word| domain.find(word)).map(Node::Word),
            (ValueKind::Text, ExprKind::Text(text)) => Some(Node::Text(text.as_str().into())),
            (ValueKind::Text, ExprKind::Word(word)) if is_capital(word) => Some(Node::Text(word.as_str().into())),
            (ValueKind::Rule, ExprKind::Number(section @ 100..=999)) => u16::try_from(*section).ok().map(Node::Section),
            (ValueKind::Counter, _) => said.and_then(|word| word.parse().ok()).map(Node::Counter),
            _ => None,
        };
        if let Some(node) = constant {
            return Ok((node, one(ty.kind)));
        }
        match (self.infer(expr), ty.kind) {
            (_, ValueKind::Event) if said.is_some_and(|word| WordSet::EventKind.find(word).is_some()) => {
                let word = said.unwrap_or_default();
                let found = format!("a kind of event; write `event.kind = {word}`, or `{word}` alone");
                self.expected(&expr.span, "an event", found)
            }
            (Ok((node, found)), _) if common(found.kind, ty.kind).is_some() => Ok((node, found)),
            (Err(_) | Ok(_), ValueKind::Word(domain)) if said.is_some() => {
                let word = said.unwrap_or_default();
                let near = near(word, domain.words().into_iter().map(written));
                let name = domain.name();
                let all = domain.words();
                let place = if near.is_empty() && all.len() <= 19 {
                    let all: Vec<String> = all.into_iter().map(written).collect();
                    format!("no {name}; there are {}", all.join(", "))
                } else {
                    format!("no {name}")
                };
                self.unknown(&expr.span, word, place, near)
            }
            (Ok((_, found)), ValueKind::Rule) if found.kind == ValueKind::Number => {
                self.expected(&expr.span, "a rule such as 704.5a, or a section such as 704", "another number")
            }
            (Ok((_, found)), _) => {
                let remedy = if Owner::of(found.kind).is_empty() { "" } else { remedy(found) };
                self.expected(&expr.span, one(ty.kind).name(), format!("{}{remedy}", found.name()))
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// Returns the words of these owners as written, except the hundreds of subtypes.
fn words_asked_of(owners: &'static [Owner]) -> impl Iterator<Item = String> {
    let domains = YES_OR_NO.into_iter().filter(|domain| *domain != WordSet::Subtype);
    let domains = domains.filter(|_| owners.contains(&Owner::Object));
    words_of(owners).map(|word| word.name.to_owned()).chain(domains.flat_map(WordSet::words).map(written))
}

fn ask(of: Option<Node>, prop: Prop) -> Node {
    Node::Ask { of: of.map(Box::new), prop, argument: None }
}

/// Returns the remedy for a value of the wrong type.
pub(super) fn remedy(found: Type) -> &'static str {
    match found.kind {
        ValueKind::Player | ValueKind::Object | ValueKind::Entity | ValueKind::Event if found.many => {
            "; ask `any(…)` whether there are some, `count(…)` how many"
        }
        ValueKind::Player | ValueKind::Object | ValueKind::Entity | ValueKind::Event => {
            "; ask something of it behind a `.`"
        }
        ValueKind::Number => "; compare it, as in `… > 0`",
        ValueKind::Text | ValueKind::Rule | ValueKind::Counter | ValueKind::Word(_) => "; compare it with `=`",
        ValueKind::Bool => "",
    }
}

/// Returns a name as written: bare if it is a single capitalized word, otherwise quoted.
pub(super) fn written_name(name: &str) -> String {
    let bare = is_capital(name) && name.chars().all(char::is_alphanumeric);
    if bare { name.to_owned() } else { format!("\"{name}\"") }
}

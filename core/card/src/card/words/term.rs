//! The parts of a text of the card language, by their types: every word with its operands, lists,
//! and leaves such as numbers and names.
//!
//! `#[derive(Words)]` implements [`Term`] for each declaration, so a new word or operand is visited
//! without any further code. What somebody looks for is a type: `any(&ability, |it: &Objects| …)`
//! sees each reference in an ability and nothing else, whatever is spelled alike.

use std::any::Any;
use std::borrow::Cow;

use super::card_type::{CardType, CardTypes, Subtype, Supertype, Supertypes};
use super::deed::Deeds;
use super::mana_symbol::{Color, Colors, ManaCost};
use super::printed_number::PrintedNumber;
use super::refers::{Need, Own, Place, Provides, Together};
use super::schema::{Kinds, What};
use super::tree::{Node, Word};
use super::zone_kind::{ZoneKind, Zones};

/// A text of the card language, or a part of one.
pub trait Term: Any {
    /// Shows each part directly within this one, in order of declaration.
    fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn Term));

    /// Shows each part directly within this one, to change it in place.
    fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn Term));

    /// It and its parts with the names of words and operands, as a card file has them: without what
    /// is left out there.
    fn node(&self) -> Node<'_>;

    /// What can stand in a card file for a value of this type.
    fn what() -> What
    where
        Self: Sized;

    /// Adds the kinds of words that a value of this type can hold.
    fn describe(kinds: &mut Kinds)
    where
        Self: Sized;

    /// Whether a value may be left out for nothing.
    fn is_optional() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// What it needs to refer to something.
    fn needs(&self) -> Need {
        Need::Nothing
    }

    /// How it uses the object of its text.
    fn own(&self) -> Own {
        Own::Nothing
    }

    /// What it could do of the things that "this way" refers to (CR 608.2c).
    fn deeds(&self) -> Deeds {
        Deeds::NONE
    }

    /// How it is followed for several players or objects, if it is an instruction.
    fn together(&self) -> Together {
        Together::InTurn
    }

    /// What can be referred to in one of its operands, by its name.
    fn place(&self, _operand: &str) -> Place {
        Place::Same
    }

    /// What it provides for linked abilities (CR 607).
    fn provides(&self) -> Provides {
        Provides::NOTHING
    }
}

/// A part as a value of a type, if it is one.
pub fn as_<T: Term>(part: &dyn Term) -> Option<&T> {
    (part as &dyn Any).downcast_ref()
}

/// A part as a value of a type to change, if it is one.
pub fn as_mut<T: Term>(part: &mut dyn Term) -> Option<&mut T> {
    (part as &mut dyn Any).downcast_mut()
}

/// Visits a text and each part of it at any depth, in order of declaration. The parts of one that
/// `see` does not go into are left out.
pub fn walk<'a>(text: &'a dyn Term, see: &mut dyn FnMut(&'a dyn Term) -> Go) {
    if see(text) == Go::Into {
        text.parts(&mut |part| walk(part, see));
    }
}

/// Visits a text and each part of it at any depth, to change them in place: a part before what is
/// within it.
pub fn walk_mut(text: &mut dyn Term, change: &mut dyn FnMut(&mut dyn Term) -> Go) {
    if change(text) == Go::Into {
        text.parts_mut(&mut |part| walk_mut(part, change));
    }
}

/// Whether to visit what is within a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    Into,
    Past,
}

/// Visits each value of a type in a text, at any depth.
pub fn each<'a, T: Term>(text: &'a dyn Term, see: &mut dyn FnMut(&'a T)) {
    walk(text, &mut |part| {
        if let Some(value) = as_(part) {
            see(value);
        }
        Go::Into
    });
}

/// Whether a part of a text, at any depth, fits.
pub fn has(text: &dyn Term, fits: impl Fn(&dyn Term) -> bool) -> bool {
    let mut found = false;
    walk(text, &mut |part| {
        found = found || fits(part);
        if found { Go::Past } else { Go::Into }
    });
    found
}

/// Whether a value of a type in a text, at any depth, fits.
pub fn any<T: Term>(text: &dyn Term, fits: impl Fn(&T) -> bool) -> bool {
    has(text, |part| as_(part).is_some_and(&fits))
}

macro_rules! leaves {
    ($($leaf:ty $([$kind:ty])?: $what:expr => $node:expr);+ $(;)?) => {
        $(impl Term for $leaf {
            fn parts<'a>(&'a self, _: &mut dyn FnMut(&'a dyn Term)) {}

            fn parts_mut(&mut self, _: &mut dyn FnMut(&mut dyn Term)) {}

            fn node(&self) -> Node<'_> {
                let node: fn(&$leaf) -> Node<'_> = $node;
                node(self)
            }

            fn what() -> What {
                $what
            }

            fn describe(_kinds: &mut Kinds) {
                $(<$kind as Term>::describe(_kinds);)?
            }
        })+
    };
}

pub(crate) use leaves;

leaves! {
    bool: What::One("bool") => |_| Node::Plain;
    u8: What::One("number") => |it| Node::Number(i64::from(*it));
    u16: What::One("number") => |it| Node::Number(i64::from(*it));
    u32: What::One("number") => |it| Node::Number(i64::from(*it));
    u64: What::One("number") => |it| Node::Number(i64::try_from(*it).unwrap_or(i64::MAX));
    i8: What::One("number") => |it| Node::Number(i64::from(*it));
    i32: What::One("number") => |it| Node::Number(i64::from(*it));
    String: What::One("text") => |it| Node::Text(Cow::Borrowed(it));
    CardTypes [CardType]: CardType::what().listed() => |it| of_set(CardType::ALL, |kind| it.has(*kind));
    Supertypes [Supertype]: Supertype::what().listed() => |it| of_set(Supertype::ALL, |kind| it.has(*kind));
    Colors [Color]: Color::what().listed() => |it| of_set(&Color::ALL, |color| it.has(*color));
    Subtype: What::One("subtype") => |it| Node::Text(Cow::Borrowed(it.name()));
    ManaCost: What::One("mana") => |it| Node::Text(Cow::Owned(it.to_string()));
    PrintedNumber: What::One("number") => |it| match it {
        PrintedNumber::Number(number) => Node::Number(i64::from(*number)),
        star @ PrintedNumber::Star { .. } => Node::Text(Cow::Owned(star.to_string())),
    };
    Zones [ZoneKind]: ZoneKind::what() => |it| match it.single() {
        Some(zone) => of_zone(zone),
        None => match it.all_but() {
            Some(zone) => {
                Node::Word(Word { of: "OtherThan", name: "Not", parts: vec![("0", of_zone(zone))], term: it })
            }
            None => of_set(&ZoneKind::ALL, |zone| it.iter().any(|it| it == *zone)),
        },
    };
}

/// The members of a set, each as a node of its own.
fn of_set<T: Term>(all: &'static [T], has: impl Fn(&T) -> bool) -> Node<'static> {
    Node::List(all.iter().filter(|it| has(it)).map(Term::node).collect())
}

fn of_zone(zone: ZoneKind) -> Node<'static> {
    let all: &'static [ZoneKind] = &ZoneKind::ALL;
    all.iter().find(|it| **it == zone).map_or(Node::Plain, Term::node)
}

impl<T: Term> Term for Vec<T> {
    fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn Term)) {
        self.iter().for_each(|part| see(part));
    }

    fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn Term)) {
        self.iter_mut().for_each(|part| see(part));
    }

    fn node(&self) -> Node<'_> {
        Node::List(self.iter().map(Term::node).collect())
    }

    fn what() -> What {
        T::what().listed()
    }

    fn describe(kinds: &mut Kinds) {
        T::describe(kinds);
    }
}

impl<T: Term> Term for Option<T> {
    fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn Term)) {
        self.iter().for_each(|part| see(part));
    }

    fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn Term)) {
        self.iter_mut().for_each(|part| see(part));
    }

    fn node(&self) -> Node<'_> {
        self.as_ref().map_or(Node::Plain, Term::node)
    }

    fn what() -> What {
        T::what()
    }

    fn describe(kinds: &mut Kinds) {
        T::describe(kinds);
    }

    fn is_optional() -> bool {
        true
    }
}

impl<T: Term> Term for Box<T> {
    fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn Term)) {
        see(&**self);
    }

    fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn Term)) {
        see(&mut **self);
    }

    fn node(&self) -> Node<'_> {
        (**self).node()
    }

    fn what() -> What {
        T::what()
    }

    fn describe(kinds: &mut Kinds) {
        T::describe(kinds);
    }
}

impl<A: Term, B: Term> Term for (A, B) {
    fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn Term)) {
        see(&self.0);
        see(&self.1);
    }

    fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn Term)) {
        see(&mut self.0);
        see(&mut self.1);
    }

    fn node(&self) -> Node<'_> {
        Node::List(vec![self.0.node(), self.1.node()])
    }

    fn what() -> What {
        What::Tuple(Vec::leak(vec![A::what(), B::what()]))
    }

    fn describe(kinds: &mut Kinds) {
        A::describe(kinds);
        B::describe(kinds);
    }
}

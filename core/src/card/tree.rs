//! A text of the card language as a tree of words, for traversals that don't depend on types.
//!
//! The tree comes from serialization: every variant and struct by name, with its fields. New words
//! appear in it without any code. It doesn't know what the words mean.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use crate::plain;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A word: a variant of an enum, with its fields. Unnamed fields have their position as their
    /// name.
    Word(Word),
    /// A struct with its fields.
    Record(Vec<(&'static str, Node)>),
    /// A list, or a tuple.
    List(Vec<Node>),
    /// A number.
    Number(i64),
    /// Text: a name, a cost.
    Text(String),
    /// An empty value or a boolean.
    Plain,
}

/// A variant of an enum with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The enum.
    pub(crate) of: &'static str,
    /// The variant.
    pub(crate) name: &'static str,
    /// Its fields.
    pub(crate) parts: Vec<(&'static str, Node)>,
}

/// The names of unnamed fields.
const PLACES: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

fn place(index: usize) -> &'static str {
    PLACES.get(index).copied().unwrap_or("further")
}

/// The first problem with a name in a text that contains terminal control characters.
pub(crate) fn steering<T: Serialize + ?Sized>(text: &T) -> Option<String> {
    let node = Node::of(text);
    node.texts().find_map(plain::steering)
}

impl Node {
    /// All strings in it, in order of writing.
    fn texts(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Node::Word(Word { parts, .. }) | Node::Record(parts) => {
                Box::new(parts.iter().flat_map(|(_, part)| part.texts()))
            }
            Node::List(list) => Box::new(list.iter().flat_map(Node::texts)),
            Node::Text(text) => Box::new(std::iter::once(text.as_str())),
            Node::Number(_) | Node::Plain => Box::new(std::iter::empty()),
        }
    }

    /// The tree of a text. Empty for a value that can't be serialized, which no text of a card is.
    pub(crate) fn of<T: Serialize + ?Sized>(text: &T) -> Node {
        text.serialize(Growing).unwrap_or(Node::Plain)
    }

    /// The word, if it is one.
    pub(crate) const fn word(&self) -> Option<&Word> {
        match self {
            Node::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<u8> {
        match self {
            Node::Number(number) => u8::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A field of a word or struct.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        match self {
            Node::Word(word) => word.field(name),
            Node::Record(parts) => parts.iter().find(|(its, _)| *its == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The items of a list; empty for any other node.
    pub(crate) fn items(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            _ => &[],
        }
    }

    /// Visits every word in it, including itself, in order of writing.
    pub(crate) fn each_word<'a>(&'a self, see: &mut impl FnMut(&'a Word)) {
        match self {
            Node::Word(word) => {
                see(word);
                word.parts.iter().for_each(|(_, part)| part.each_word(see));
            }
            Node::Record(parts) => parts.iter().for_each(|(_, part)| part.each_word(see)),
            Node::List(items) => items.iter().for_each(|item| item.each_word(see)),
            Node::Number(_) | Node::Text(_) | Node::Plain => {}
        }
    }

    /// Whether any word in it matches.
    pub(crate) fn has(&self, fits: &impl Fn(&Word) -> bool) -> bool {
        let mut found = false;
        self.each_word(&mut |word| found |= fits(word));
        found
    }
}

impl Word {
    /// Whether it is this variant of this enum.
    pub(crate) fn is(&self, of: &str, name: &str) -> bool {
        self.of == of && self.name == name
    }

    /// A field.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        self.parts.iter().find(|(its, _)| *its == name).map(|(_, node)| node)
    }
}

/// An error that doesn't occur: a text of a card always forms a tree.
#[derive(Debug)]
struct NoTree(String);

impl Display for NoTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoTree {}

impl ser::Error for NoTree {
    fn custom<T: Display>(message: T) -> NoTree {
        NoTree(message.to_string())
    }
}

/// A serializer that creates a node from a value.
struct Growing;

/// A serializer that creates a node from the parts of a value.
struct Parts {
    word: Option<(&'static str, &'static str)>,
    list: bool,
    parts: Vec<(&'static str, Node)>,
}

impl Parts {
    fn new(word: Option<(&'static str, &'static str)>, list: bool) -> Parts {
        Parts { word, list, parts: Vec::new() }
    }

    fn add<T: Serialize + ?Sized>(&mut self, name: Option<&'static str>, value: &T) -> Result<(), NoTree> {
        let node = value.serialize(Growing)?;
        self.parts.push((name.unwrap_or_else(|| place(self.parts.len())), node));
        Ok(())
    }

    fn grown(self) -> Node {
        match self.word {
            Some((of, name)) => Node::Word(Word { of, name, parts: self.parts }),
            None if self.list => Node::List(self.parts.into_iter().map(|(_, node)| node).collect()),
            None => Node::Record(self.parts),
        }
    }
}

macro_rules! leaves {
    ($($function:ident($value:ident: $type:ty) => $node:expr;)+) => {
        $(fn $function(self, $value: $type) -> Result<Node, NoTree> {
            Ok($node)
        })+
    };
}

impl Serializer for Growing {
    type Ok = Node;
    type Error = NoTree;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    leaves! {
        serialize_bool(_value: bool) => Node::Plain;
        serialize_i8(value: i8) => Node::Number(i64::from(value));
        serialize_i16(value: i16) => Node::Number(i64::from(value));
        serialize_i32(value: i32) => Node::Number(i64::from(value));
        serialize_i64(value: i64) => Node::Number(value);
        serialize_u8(value: u8) => Node::Number(i64::from(value));
        serialize_u16(value: u16) => Node::Number(i64::from(value));
        serialize_u32(value: u32) => Node::Number(i64::from(value));
        serialize_u64(value: u64) => Node::Number(i64::try_from(value).unwrap_or(i64::MAX));
        serialize_char(value: char) => Node::Text(value.to_string());
        serialize_str(value: &str) => Node::Text(value.to_owned());
        serialize_bytes(_value: &[u8]) => Node::Plain;
        serialize_unit_struct(_value: &'static str) => Node::Plain;
    }

    fn serialize_f32(self, _: f32) -> Result<Node, NoTree> {
        Err(ser::Error::custom("a text holds no fractions"))
    }

    fn serialize_f64(self, _: f64) -> Result<Node, NoTree> {
        Err(ser::Error::custom("a text holds no fractions"))
    }

    fn serialize_none(self) -> Result<Node, NoTree> {
        Ok(Node::Plain)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node, NoTree> {
        value.serialize(Growing)
    }

    fn serialize_unit(self) -> Result<Node, NoTree> {
        Ok(Node::Plain)
    }

    fn serialize_unit_variant(self, of: &'static str, _: u32, name: &'static str) -> Result<Node, NoTree> {
        Ok(Node::Word(Word { of, name, parts: Vec::new() }))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Node, NoTree> {
        value.serialize(Growing)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        of: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Node, NoTree> {
        Ok(Node::Word(Word { of, name, parts: vec![(place(0), value.serialize(Growing)?)] }))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, NoTree> {
        Ok(Parts::new(None, true))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, NoTree> {
        Ok(Parts::new(None, true))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts, NoTree> {
        Ok(Parts::new(None, true))
    }

    fn serialize_tuple_variant(self, of: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts, NoTree> {
        Ok(Parts::new(Some((of, name)), false))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, NoTree> {
        Ok(Parts::new(None, true))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, NoTree> {
        Ok(Parts::new(None, false))
    }

    fn serialize_struct_variant(self, of: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts, NoTree> {
        Ok(Parts::new(Some((of, name)), false))
    }
}

macro_rules! parts {
    ($($trait:ident::$function:ident),+) => {
        $(impl $trait for Parts {
            type Ok = Node;
            type Error = NoTree;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoTree> {
                self.add(None, value)
            }

            fn end(self) -> Result<Node, NoTree> {
                Ok(self.grown())
            }
        })+
    };
}

parts!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

impl SerializeMap for Parts {
    type Ok = Node;
    type Error = NoTree;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoTree> {
        self.add(None, key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoTree> {
        self.add(None, value)
    }

    fn end(self) -> Result<Node, NoTree> {
        Ok(self.grown())
    }
}

macro_rules! fields {
    ($($trait:ident),+) => {
        $(impl $trait for Parts {
            type Ok = Node;
            type Error = NoTree;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NoTree> {
                self.add(Some(name), value)
            }

            fn end(self) -> Result<Node, NoTree> {
                Ok(self.grown())
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

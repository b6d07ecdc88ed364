//! Rewords abilities (CR 612.2): serializes an ability with each word of a kind replaced where it
//! is used as such, and parses the result. Color words and subtypes have their own types in the
//! AST, so a name, counter or mana symbol with the same spelling stays. Chosen values replace the
//! words that refer to them in the same way, for effects that determine them only once (CR 608.2h).

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::ser;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::card::ast::ability::Ability;
use crate::card::dialect::CANONICAL;
use crate::card::tree::Node;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::chosen::Value;
use crate::card::words::mana_symbol::{Color, Colors};

/// The replacement to make.
#[derive(Clone, Copy)]
enum Change<'a> {
    /// One word with another.
    Word { from: &'a Value, to: &'a Value },
    /// The words that refer to choices, with the chosen values.
    Chosen(&'a [Value]),
    /// The word for the object whose ability granted this one, with that object (CR 201.4a).
    Granter { object: u32, name: &'a str },
    /// None: in an ability that the text itself grants, the word means something else.
    Nothing,
}

impl Change<'_> {
    /// The replacement of a color word, by the name of its variant.
    fn color(&self, name: &'static str) -> &'static str {
        match self {
            Change::Word { from: Value::Color(from), to: Value::Color(to) } if variant(*from) == name => variant(*to),
            _ => name,
        }
    }

    /// The replacement of a subtype.
    fn subtype<'s>(&self, name: &'s str) -> &'s str {
        match self {
            Change::Word { from: Value::Subtype(from), to: Value::Subtype(to) } if from.name() == name => to.name(),
            _ => name,
        }
    }

    /// The replacement of a word that refers to a choice: the explicit word and its value.
    fn chosen(&self, kind: &str, word: &str) -> Option<(&'static str, Said<'_>)> {
        let Change::Chosen(values) = self else { return None };
        values.iter().find_map(|value| match (kind, word, value) {
            ("Filter", "ChosenColor", Value::Color(color)) => Some(("Color", Said::Color(*color))),
            ("Filter", "ChosenSubtype", Value::Subtype(subtype)) => Some(("Subtype", Said::Subtype(*subtype))),
            ("Filter", "ChosenCardType", Value::CardType(kind)) => Some(("Type", Said::CardType(*kind))),
            ("Filter", "ChosenName", Value::Name(name)) => Some(("Named", Said::Name(name))),
            ("Modification", "SetChosenColor", Value::Color(color)) => {
                Some(("SetColors", Said::Colors(std::iter::once(*color).collect())))
            }
            ("Modification", "AddChosenColor", Value::Color(color)) => {
                Some(("AddColors", Said::Colors(std::iter::once(*color).collect())))
            }
            ("Modification", "AddChosenSubtype", Value::Subtype(subtype)) => {
                Some(("AddSubtype", Said::Subtype(*subtype)))
            }
            _ => None,
        })
    }

    /// The replacement within a word: an ability that it grants or creates has that word's object
    /// as its granter.
    fn within(self, kind: &str, word: &str) -> Self {
        let grants = matches!((kind, word), ("Modification", "Gain" | "HasText") | ("Instruction", "GetEmblem"));
        if matches!(self, Change::Granter { .. }) && (grants || kind == "Face") { Change::Nothing } else { self }
    }

    /// The chosen subtype, for a word that sets it in place of others.
    fn set(&self, kind: &str, word: &str) -> Option<Subtype> {
        let Change::Chosen(values) = self else { return None };
        let chosen = || values.iter().find_map(|it| if let Value::Subtype(it) = it { Some(*it) } else { None });
        (kind == "Modification" && word == "SetChosenSubtype").then(chosen).flatten()
    }
}

/// A value in the form that a word of the AST holds.
enum Said<'a> {
    Color(Color),
    Colors(Colors),
    Subtype(Subtype),
    CardType(CardType),
    Name(&'a str),
}

impl Serialize for Said<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Said::Color(color) => color.serialize(serializer),
            Said::Colors(colors) => colors.serialize(serializer),
            Said::Subtype(subtype) => subtype.serialize(serializer),
            Said::CardType(kind) => kind.serialize(serializer),
            Said::Name(name) => serializer.serialize_str(name),
        }
    }
}

/// The name of a color's variant in the AST.
const fn variant(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Blue => "Blue",
        Color::Black => "Black",
        Color::Red => "Red",
        Color::Green => "Green",
    }
}

/// An ability with a word of its text replaced where it is used correctly (CR 612.2); `None` if
/// nothing changes.
pub fn reworded(ability: &Ability, from: &Value, to: &Value) -> Option<Ability> {
    with(ability, Change::Word { from, to })
}

/// An ability that an effect creates, with its granter replaced by the object whose ability the
/// effect is (CR 201.4a); `None` if it has no such reference.
pub fn granted_by(ability: &Ability, object: u32, name: &str) -> Option<Ability> {
    if !says(ability, |of, word| (of, word) == ("Objects", "Granter")) {
        return None;
    }
    with(ability, Change::Granter { object, name })
}

/// The spelling of a word in a canonical text, if it needs no escaping.
pub fn word_of(value: &Value) -> Option<&str> {
    let word = match value {
        Value::Color(color) => variant(*color),
        Value::Subtype(subtype) => subtype.name(),
        _ => return None,
    };
    word.chars().all(|c| c.is_ascii_alphanumeric()).then_some(word)
}

/// An effect or ability with the words for choices replaced by the chosen values, given latest
/// first (CR 608.2h); `None` if nothing changes.
pub fn with_chosen<T: Serialize + DeserializeOwned + PartialEq>(text: &T, chosen: &[Value]) -> Option<T> {
    with(text, Change::Chosen(chosen))
}

/// Whether a text contains a matching word, at any depth: a variant of an enum of the AST, given by
/// its enum and its own name. Names of cards and counters are no words.
pub fn says<T: Serialize + ?Sized>(text: &T, fits: impl Fn(&'static str, &'static str) -> bool) -> bool {
    Node::of(text).has(&|word| fits(word.of, word.name))
}

fn with<T: Serialize + DeserializeOwned + PartialEq>(text: &T, change: Change<'_>) -> Option<T> {
    let options = CANONICAL.options();
    let changed = options.to_string(&Reworded { value: text, change, subtype: false }).ok()?;
    let changed: T = options.from_str(&changed).ok()?;
    (changed != *text).then_some(changed)
}

/// A value that is serialized with the change.
struct Reworded<'a, T: ?Sized> {
    value: &'a T,
    change: Change<'a>,
    /// Whether the value is the name of a subtype.
    subtype: bool,
}

impl<T: Serialize + ?Sized> Serialize for Reworded<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Rewriter { inner: serializer, change: self.change, subtype: self.subtype })
    }
}

/// Forwards to another serializer, with the change.
struct Rewriter<'a, S> {
    inner: S,
    change: Change<'a>,
    subtype: bool,
}

macro_rules! through {
    ($($function:ident($type:ty)),+) => {
        $(fn $function(self, value: $type) -> Result<S::Ok, S::Error> {
            self.inner.$function(value)
        })+
    };
}

impl<'a, S: Serializer> Serializer for Rewriter<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Parts<'a, S::SerializeSeq>;
    type SerializeTuple = Parts<'a, S::SerializeTuple>;
    type SerializeTupleStruct = Parts<'a, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Parts<'a, S::SerializeTupleVariant>;
    type SerializeMap = Parts<'a, S::SerializeMap>;
    type SerializeStruct = Parts<'a, S::SerializeStruct>;
    type SerializeStructVariant = Parts<'a, S::SerializeStructVariant>;

    through!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_char(char),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str)
    );

    fn serialize_f32(self, _: f32) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom("a text holds no fractions"))
    }

    fn serialize_f64(self, _: f64) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom("a text holds no fractions"))
    }

    fn serialize_str(self, value: &str) -> Result<S::Ok, S::Error> {
        self.inner.serialize_str(if self.subtype { self.change.subtype(value) } else { value })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Reworded { value, change: self.change, subtype: false })
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Result<S::Ok, S::Error> {
        if let Some((word, value)) = self.change.chosen(name, variant) {
            return self.inner.serialize_newtype_variant(name, index, word, &value);
        }
        if let Change::Granter { object, name: called } = self.change
            && (name, variant) == ("Objects", "Granter")
        {
            let mut exactly = self.inner.serialize_struct_variant(name, index, "Exactly", 2)?;
            exactly.serialize_field("object", &object)?;
            exactly.serialize_field("name", called)?;
            return exactly.end();
        }
        let variant = if name == "Color" { self.change.color(variant) } else { variant };
        self.inner.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<S::Ok, S::Error> {
        let subtype = name == "Subtype";
        self.inner.serialize_newtype_struct(name, &Reworded { value, change: self.change, subtype })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        if let Some(subtype) = self.change.set(name, variant) {
            let mut set = self.inner.serialize_tuple_variant(name, index, "SetSubtypes", 2)?;
            set.serialize_field(value)?;
            set.serialize_field(&[subtype])?;
            return set.end();
        }
        let value = &Reworded { value, change: self.change.within(name, variant), subtype: false };
        self.inner.serialize_newtype_variant(name, index, variant, value)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Ok(Parts { inner: self.inner.serialize_seq(len)?, change: self.change })
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        Ok(Parts { inner: self.inner.serialize_tuple(len)?, change: self.change })
    }

    fn serialize_tuple_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeTupleStruct, S::Error> {
        Ok(Parts { inner: self.inner.serialize_tuple_struct(name, len)?, change: self.change })
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        Ok(Parts { inner: self.inner.serialize_tuple_variant(name, index, variant, len)?, change: self.change })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Ok(Parts { inner: self.inner.serialize_map(len)?, change: self.change })
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        Ok(Parts { inner: self.inner.serialize_struct(name, len)?, change: self.change.within(name, "") })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let change = self.change.within(name, variant);
        Ok(Parts { inner: self.inner.serialize_struct_variant(name, index, variant, len)?, change })
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// The parts of a value, each serialized with the change.
struct Parts<'a, S> {
    inner: S,
    change: Change<'a>,
}

macro_rules! parts {
    ($($trait:ident::$function:ident),+) => {
        $(impl<S: $trait> $trait for Parts<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.inner.$function(&Reworded { value, change: self.change, subtype: false })
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
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

impl<S: SerializeMap> SerializeMap for Parts<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.inner.serialize_key(&Reworded { value: key, change: self.change, subtype: false })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inner.serialize_value(&Reworded { value, change: self.change, subtype: false })
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

macro_rules! fields {
    ($($trait:ident),+) => {
        $(impl<S: $trait> $trait for Parts<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
                self.inner.serialize_field(name, &Reworded { value, change: self.change, subtype: false })
            }

            fn skip_field(&mut self, name: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(name)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::words::card_type::Subtype;

    fn subtype(name: &str) -> Value {
        Value::Subtype(Subtype::named(name).unwrap())
    }

    fn ability(text: &str) -> Ability {
        CANONICAL.options().from_str(text).unwrap()
    }

    #[test]
    fn words_change_where_they_are_used_as_words_and_names_do_not() {
        let lord = ability(
            r#"Static(effect: Modify(what: AnyOf([Subtype("Goblin"), Named("Goblin"), HasCounter(Named("Goblin"))]),
                modifications: [AddPowerToughness(Fixed(1), Fixed(1))], defining: false))"#,
        );
        let changed = ability(
            r#"Static(effect: Modify(what: AnyOf([Subtype("Elf"), Named("Goblin"), HasCounter(Named("Goblin"))]),
                modifications: [AddPowerToughness(Fixed(1), Fixed(1))], defining: false))"#,
        );
        assert_eq!(reworded(&lord, &subtype("Goblin"), &subtype("Elf")), Some(changed));
        assert_eq!(reworded(&lord, &subtype("Zombie"), &subtype("Elf")), None);
    }

    #[test]
    fn the_granter_is_an_object_but_not_in_what_is_granted_in_turn() {
        let counters = |of: &str| format!(r#"Counters(Named("slime"), {of})"#);
        let grants = |of: &str, inner: &str| {
            let gained =
                format!("Static(effect: Modify(what: This, modifications: [SetPower({inner})], defining: false))");
            ability(&format!(
                "Static(effect: Modify(what: Any, modifications: [SetPower({of}), Gain({gained})], defining: false))"
            ))
        };
        let before = grants(&counters("Granter"), &counters("Granter"));
        let after = grants(&counters(r#"Exactly(object: 7, name: "Grime")"#), &counters("Granter"));
        assert_eq!(granted_by(&before, 7, "Grime"), Some(after.clone()));
        let text = CANONICAL.options().to_string(&after).unwrap();
        assert_eq!(ability(&text), after);
        assert_eq!(granted_by(&ability("Keyword(Flying)"), 7, "Grime"), None);
    }

    #[test]
    fn color_words_change_and_mana_symbols_do_not() {
        let (black, green) = (Value::Color(Color::Black), Value::Color(Color::Green));
        let protection = ability("Keyword(Protection(Color(Black)))");
        assert_eq!(reworded(&protection, &black, &green), Some(ability("Keyword(Protection(Color(Green)))")));
        let mana = ability(
            r#"Activated(cost: [Mana("{B}")], body: (instructions: [AddMana(who: You, mana: Units([Black]))]))"#,
        );
        assert_eq!(reworded(&mana, &black, &green), None);
        let token = ability(
            r#"Spell(body: (instructions: [CreateTokens(who: You, count: Fixed(1), token: (color_indicator: [Black],
                types: [Creature], subtypes: ["Zombie"], power: 2, toughness: 2))]))"#,
        );
        let text = |it: Option<Ability>| format!("{it:?}");
        assert!(text(reworded(&token, &black, &green)).contains("Green"));
        assert!(text(reworded(&token, &subtype("Zombie"), &subtype("Elf"))).contains("Elf"));
    }
}

//! Serializes values as JSON with a player's numbers. Ids are recognized by the names of their
//! types, so new events and fields need no code here.

use retrace_core::fact::EntryNo;
use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Map, Value};

use super::{Given, RENUMBERED, number_given, number_of};

/// Writes a value.
pub(super) struct Writer<'n> {
    /// The events of which the player sees at least a part.
    pub(super) events: &'n [EntryNo],
    /// The numbers of other ids; `None` leaves ids out.
    pub(super) given: Option<&'n mut Given>,
}

/// A sequence of values, and the variant that it belongs to.
pub(super) struct Several<'n> {
    writer: Writer<'n>,
    variant: Option<&'static str>,
    values: Vec<Value>,
}

/// Named values, and the variant that they belong to.
pub(super) struct NamedValues<'n> {
    writer: Writer<'n>,
    variant: Option<&'static str>,
    key: Option<String>,
    values: Map<String, Value>,
}

fn of_variant(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        None => value,
        Some(variant) => Value::Object(Map::from_iter([(variant.to_owned(), value)])),
    }
}

impl<'n> Writer<'n> {
    /// A writer for a part of the value.
    fn part(&mut self) -> Writer<'_> {
        Writer { events: self.events, given: self.given.as_deref_mut() }
    }

    fn several(self, variant: Option<&'static str>) -> Several<'n> {
        Several { writer: self, variant, values: Vec::new() }
    }

    fn named(self, variant: Option<&'static str>) -> NamedValues<'n> {
        NamedValues { writer: self, variant, key: None, values: Map::new() }
    }
}

impl Several<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.values.push(value.serialize(self.writer.part())?);
        Ok(())
    }

    fn all(self) -> Value {
        of_variant(self.variant, Value::Array(self.values))
    }
}

impl NamedValues<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, name: String, value: &T) -> Result<(), Error> {
        let value = value.serialize(self.writer.part())?;
        self.values.insert(name, value);
        Ok(())
    }

    fn all(self) -> Value {
        of_variant(self.variant, Value::Object(self.values))
    }
}

macro_rules! plain {
    ($($method:ident($type:ty)),+ $(,)?) => {
        $(fn $method(self, value: $type) -> Result<Value, Error> {
            serde_json::to_value(value)
        })+
    };
}

impl<'n> Serializer for Writer<'n> {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Several<'n>;
    type SerializeTuple = Several<'n>;
    type SerializeTupleStruct = Several<'n>;
    type SerializeTupleVariant = Several<'n>;
    type SerializeMap = NamedValues<'n>;
    type SerializeStruct = NamedValues<'n>;
    type SerializeStructVariant = NamedValues<'n>;

    plain! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_f32(f32),
        serialize_f64(f64), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(Value::String(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Value, Error> {
        let mut writer = self;
        let value = value.serialize(writer.part())?;
        // The greatest number stands for no id.
        let Some(id) = value.as_u64().filter(|id| *id != u64::from(u32::MAX)) else { return Ok(value) };
        Ok(match (name, writer.given) {
            (EntryNo::NAME, _) => number_of(writer.events, EntryNo(id)).map_or(Value::Null, Value::from),
            (name, None) if RENUMBERED.contains(&name) => Value::from("…"),
            (name, Some(given)) if RENUMBERED.contains(&name) => Value::from(number_given(given, name, id)),
            _ => value,
        })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(of_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Several<'n>, Error> {
        Ok(self.several(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Several<'n>, Error> {
        Ok(self.several(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Several<'n>, Error> {
        Ok(self.several(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Several<'n>, Error> {
        Ok(self.several(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<NamedValues<'n>, Error> {
        Ok(self.named(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<NamedValues<'n>, Error> {
        Ok(self.named(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<NamedValues<'n>, Error> {
        Ok(self.named(Some(variant)))
    }
}

macro_rules! several {
    ($($of:ident.$method:ident),+ $(,)?) => {
        $(impl $of for Several<'_> {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.add(value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.all())
            }
        })+
    };
}

several! {
    SerializeSeq.serialize_element,
    SerializeTuple.serialize_element,
    SerializeTupleStruct.serialize_field,
    SerializeTupleVariant.serialize_field,
}

macro_rules! fields {
    ($($of:ident),+ $(,)?) => {
        $(impl $of for NamedValues<'_> {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.add(name.to_owned(), value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.all())
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for NamedValues<'_> {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = Some(match key.serialize(self.writer.part())? {
            Value::String(key) => key,
            key => key.to_string(),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = self.key.take().ok_or_else(|| Error::custom("a value comes before its key"))?;
        self.add(key, value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.all())
    }
}

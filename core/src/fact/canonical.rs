//! Pieces of the card language, stored as their canonical RON text.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::file::ron_options;
use crate::card::language;

/// A piece of the ability AST, stored as its canonical RON text in every format. So the AST may
/// grow without a change of format. The text is generated at most once.
pub struct Canonical<T>(Arc<Written<T>>);

struct Written<T> {
    value: Arc<T>,
    text: OnceLock<Box<str>>,
    beside: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl<T> Canonical<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Canonical<T> {
        Canonical::from(Arc::new(value))
    }

    /// Returns what follows from the value alone, worked out at most once for all clones, whatever
    /// games they are in. There is room for one kind of such thing for each type of value.
    pub(crate) fn beside<U: Any + Send + Sync>(&self, work_out: impl Fn(&T) -> U) -> Arc<U> {
        let kept = self.0.beside.get_or_init(|| Arc::new(work_out(&self.0.value)));
        Arc::downcast(Arc::clone(kept)).unwrap_or_else(|_| Arc::new(work_out(&self.0.value)))
    }

    /// Returns the value, which may be shared.
    pub fn shared(&self) -> &Arc<T> {
        &self.0.value
    }
}

impl<T: Serialize> Canonical<T> {
    /// Returns its canonical text.
    ///
    /// # Errors
    /// If the value has no text. Every value of the AST has one.
    pub fn text(&self) -> Result<&str, ron::Error> {
        if let Some(text) = self.0.text.get() {
            return Ok(text);
        }
        let text = language::written(ron_options().to_string(&*self.0.value)?).into_boxed_str();
        Ok(self.0.text.get_or_init(|| text))
    }
}

impl<T> From<Arc<T>> for Canonical<T> {
    fn from(value: Arc<T>) -> Canonical<T> {
        Canonical(Arc::new(Written { value, text: OnceLock::new(), beside: OnceLock::new() }))
    }
}

impl<T> Clone for Canonical<T> {
    fn clone(&self) -> Canonical<T> {
        Canonical(Arc::clone(&self.0))
    }
}

impl<T> std::ops::Deref for Canonical<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Canonical<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Canonical").field(&self.0.value).finish()
    }
}

impl<T: Eq> PartialEq for Canonical<T> {
    fn eq(&self, other: &Canonical<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.value == other.0.value
    }
}

impl<T: Eq> Eq for Canonical<T> {}

impl<T: Hash> Hash for Canonical<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.value.hash(state);
    }
}

impl<T: Serialize> Serialize for Canonical<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().map_err(S::Error::custom)?)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Canonical<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Canonical<T>, D::Error> {
        let stored = String::deserialize(deserializer)?;
        let text = language::read(&stored).map_err(D::Error::custom)?;
        let read = ron_options().from_str(&text).map(Canonical::new).map_err(D::Error::custom)?;
        // Written again in the words that it was stored in, so that its id stays.
        if text != stored {
            read.0.text.get_or_init(|| stored.into_boxed_str());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

    use super::*;
    use crate::card::Filter;

    /// What a log says keeps its bytes, and so its id, also where it would be written otherwise.
    #[test]
    fn a_text_is_written_again_as_it_was_stored() {
        let stored = "language 1: All([Tapped])";
        let read: Canonical<Filter> = ron_options().from_str(&format!("{stored:?}")).unwrap();
        let today = Canonical::new(Filter::All(vec![Filter::Tapped]));
        assert_eq!(read, today);
        assert_eq!(read.text().unwrap(), stored);
        assert_eq!(today.text().unwrap(), "All([Tapped])");
    }
}

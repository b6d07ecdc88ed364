//! Keyword abilities by their names alone, whatever a card adds to them (CR 702.1c).

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Keyword;

/// The name of a keyword ability, with all of its variants and variables: `"protection"` is protection from any quality,
/// `"landwalk"` each kind of landwalk (CR 702.1c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeywordName(&'static str);

/// A keyword ability that offers an alternative cost (CR 118.9): "its madness cost". New ones come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum AlternativeOf {
    Bestow,
    Disturb,
    Evoke,
    Flashback,
    Foretell,
    Madness,
    Miracle,
    Mutate,
}

impl KeywordName {
    /// As it stands in running text.
    pub const fn word(self) -> &'static str {
        self.0
    }

    /// The name of a keyword ability.
    pub const fn of(keyword: &Keyword) -> KeywordName {
        KeywordName(keyword.word())
    }

    /// Which alternative cost such a keyword ability offers, if it offers one (CR 118.9).
    pub fn alternative(self) -> Option<AlternativeOf> {
        Some(match self.0 {
            "bestow" => AlternativeOf::Bestow,
            "disturb" => AlternativeOf::Disturb,
            "evoke" => AlternativeOf::Evoke,
            "flashback" => AlternativeOf::Flashback,
            "foretell" => AlternativeOf::Foretell,
            "madness" => AlternativeOf::Madness,
            "miracle" => AlternativeOf::Miracle,
            "mutate" => AlternativeOf::Mutate,
            _ => return None,
        })
    }

    /// Whether a keyword ability is called so. Megamorph is a variant of morph (CR 702.37b), "bands with other" one of
    /// banding (CR 702.22b).
    pub fn is_of(self, keyword: &Keyword) -> bool {
        match keyword {
            Keyword::Megamorph(_) => ["morph", "megamorph"].contains(&self.0),
            Keyword::BandsWithOther(_) => ["banding", "bands with other"].contains(&self.0),
            keyword => keyword.word() == self.0,
        }
    }
}

impl Serialize for KeywordName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for KeywordName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeywordName, D::Error> {
        KeywordName::try_from(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A word that is the name of no keyword ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is the name of no keyword ability; write it in small letters as in a text: \"first strike\", \"landwalk\""
)]
pub struct NotAKeyword(String);

impl TryFrom<String> for KeywordName {
    type Error = NotAKeyword;

    fn try_from(word: String) -> Result<KeywordName, NotAKeyword> {
        let found = Keyword::words().find(|name| *name == word);
        found.map(KeywordName).ok_or(NotAKeyword(word))
    }
}

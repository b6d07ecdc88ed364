//! Keyword abilities by their names, and the counters that give them (CR 122.1b).

use crate::card::ast::keyword::{Keyword, KeywordName, NotAKeyword};
use crate::card::words::counter_kind::CounterKind;

impl KeywordName {
    /// The name of a keyword ability.
    pub fn of(keyword: &Keyword) -> KeywordName {
        KeywordName(keyword.word())
    }

    /// Whether this is the name of a keyword ability, or of the one that it is a variant of:
    /// megamorph is morph, multikicker is kicker (CR 702.1c).
    pub fn is_of(self, keyword: &Keyword) -> bool {
        keyword.word() == self.0 || keyword.variant_of() == Some(self.0)
    }
}

impl TryFrom<String> for KeywordName {
    type Error = NotAKeyword;

    fn try_from(word: String) -> Result<KeywordName, NotAKeyword> {
        let found = Keyword::words().find(|name| *name == word);
        found.map(KeywordName).ok_or(NotAKeyword(word))
    }
}

impl CounterKind {
    /// The keyword ability that the counter gives (CR 122.1b).
    pub fn keyword(&self) -> Option<Keyword> {
        let CounterKind::Named(word) = self else { return None };
        let of = [
            Keyword::Flying,
            Keyword::FirstStrike,
            Keyword::DoubleStrike,
            Keyword::Deathtouch,
            Keyword::Haste,
            Keyword::Hexproof,
            Keyword::Indestructible,
            Keyword::Lifelink,
            Keyword::Menace,
            Keyword::Reach,
            Keyword::Trample,
            Keyword::Vigilance,
        ];
        of.into_iter().find(|keyword| keyword.word() == word)
    }

    /// Whether it changes characteristics (CR 122.1a-b).
    pub fn modifies(&self) -> bool {
        matches!(self, CounterKind::PowerToughness(..)) || self.keyword().is_some()
    }
}

//! Zones and positions in them (CR 4xx).

use retrace_words::Words;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// One zone or several: `Graveyard`, `[Hand, Graveyard]`, or `Not(Battlefield)` for any other zone
/// (CR 400.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zones(u16);

/// The forms of a set of zones in a card file.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a zone (Library, Hand, Battlefield, Graveyard, Stack, Exile, Command, Outside or Ante), \
                 a list of zones such as [Hand, Graveyard], or Not(Battlefield)"
)]
enum Written {
    One(ZoneKind),
    Several(Vec<ZoneKind>),
    Other(OtherThan),
}

/// Every zone except one.
#[derive(Serialize, Deserialize)]
enum OtherThan {
    Not(ZoneKind),
}

impl Zones {
    const EVERYWHERE: Zones = Zones((1 << ZoneKind::ALL.len()) - 1);

    /// Only this zone.
    pub const fn only(zone: ZoneKind) -> Zones {
        Zones(1 << zone as u16)
    }

    /// Whether this zone is included.
    pub const fn has(self, zone: ZoneKind) -> bool {
        self.0 & (1 << zone as u16) != 0
    }

    /// The zone, if there is only one.
    pub fn single(self) -> Option<ZoneKind> {
        self.iter().next().filter(|zone| self == Zones::only(*zone))
    }

    /// The only excluded zone, if there is exactly one: "from anywhere other than the battlefield".
    pub fn all_but(self) -> Option<ZoneKind> {
        Zones(Zones::EVERYWHERE.0 & !self.0).single()
    }

    /// The zones in the order of [`ZoneKind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ZoneKind> {
        ZoneKind::ALL.into_iter().filter(move |zone| self.has(*zone))
    }
}

impl From<ZoneKind> for Zones {
    fn from(zone: ZoneKind) -> Zones {
        Zones::only(zone)
    }
}

impl FromIterator<ZoneKind> for Zones {
    fn from_iter<I: IntoIterator<Item = ZoneKind>>(zones: I) -> Zones {
        zones.into_iter().fold(Zones(0), |all, zone| Zones(all.0 | Zones::only(zone).0))
    }
}

impl fmt::Debug for Zones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.single() {
            Some(zone) => zone.fmt(f),
            None => f.debug_list().entries(self.iter()).finish(),
        }
    }
}

impl Serialize for Zones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.single(), self.all_but()) {
            (Some(zone), _) => zone.serialize(serializer),
            (None, Some(zone)) => OtherThan::Not(zone).serialize(serializer),
            (None, None) => self.iter().collect::<Vec<_>>().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Zones {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Zones, D::Error> {
        let zones: Zones = match Written::deserialize(deserializer)? {
            Written::One(zone) => zone.into(),
            Written::Several(zones) => zones.into_iter().collect(),
            Written::Other(OtherThan::Not(zone)) => ZoneKind::ALL.into_iter().filter(|other| *other != zone).collect(),
        };
        if zones.iter().next().is_none() {
            return Err(serde::de::Error::custom("a list of zones names at least one; leave it out for any zone"));
        }
        Ok(zones)
    }
}

/// A kind of zone (CR 400.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum ZoneKind {
    Library,
    Hand,
    Battlefield,
    Graveyard,
    Stack,
    Exile,
    Command,
    /// Not a zone, but where cards from outside the game come from and go to (CR 400.11).
    Outside,
    /// The ante zone, only in games played for ante (CR 407).
    Ante,
}

impl ZoneKind {
    /// All zones.
    pub const ALL: [ZoneKind; 9] = [
        ZoneKind::Library,
        ZoneKind::Hand,
        ZoneKind::Battlefield,
        ZoneKind::Graveyard,
        ZoneKind::Stack,
        ZoneKind::Exile,
        ZoneKind::Command,
        ZoneKind::Outside,
        ZoneKind::Ante,
    ];

    /// Whether all players can see the faces of its cards (CR 400.2).
    pub const fn is_public(self) -> bool {
        !matches!(self, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Outside)
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            ZoneKind::Library => "library",
            ZoneKind::Hand => "hand",
            ZoneKind::Battlefield => "battlefield",
            ZoneKind::Graveyard => "graveyard",
            ZoneKind::Stack => "stack",
            ZoneKind::Exile => "exile",
            ZoneKind::Command => "command zone",
            ZoneKind::Outside => "outside the game",
            ZoneKind::Ante => "ante zone",
        }
    }
}

/// A position in a library (CR 401.4, 401.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum Place {
    /// On top.
    #[default]
    Top,
    /// On the bottom.
    Bottom,
    /// This position from the top, counted from 1; the bottom if the library is smaller.
    FromTop(u32),
    /// Just beneath the top X cards; the bottom if the library is smaller.
    BeneathX,
}

impl Place {
    /// Whether it is the top, the default.
    pub const fn is_top(&self) -> bool {
        matches!(self, Place::Top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::file::ron_options;

    #[test]
    fn zones_are_written_as_they_are_read() {
        for text in ["Graveyard", "[Hand,Graveyard]", "Not(Battlefield)"] {
            let zones: Zones = ron_options().from_str(text).unwrap();
            assert_eq!(ron_options().to_string(&zones).unwrap(), text);
            let optional: Option<Zones> = ron_options().from_str(text).unwrap();
            assert_eq!(optional, Some(zones));
        }
        let one: Zones = ron_options().from_str("[Hand]").unwrap();
        assert_eq!(one, Zones::only(ZoneKind::Hand));
    }

    #[test]
    fn what_is_no_zone_is_refused_with_the_zones_that_there_are() {
        for text in ["Graveyrad", "[]", "[Hand, 3]", "Not(Everywhere)"] {
            let error = ron_options().from_str::<Zones>(text).unwrap_err().to_string();
            assert!(error.contains("zone"), "{error}");
        }
    }
}

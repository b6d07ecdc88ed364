//! One zone or several, where a text says "from": from your hand or graveyard (CR 400.1).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::words::ZoneKind;

/// One zone, or any of several: `Graveyard`, `[Hand, Graveyard]`, or `Not(Battlefield)` for anywhere else (CR 400.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zones(u16);

/// The forms that a card file writes them in.
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

/// Every zone but one.
#[derive(Serialize, Deserialize)]
enum OtherThan {
    Not(ZoneKind),
}

impl Zones {
    const EVERYWHERE: Zones = Zones((1 << ZoneKind::ALL.len()) - 1);

    /// This zone alone.
    pub const fn only(zone: ZoneKind) -> Zones {
        Zones(1 << zone as u16)
    }

    /// Whether this zone is one of them.
    pub const fn has(self, zone: ZoneKind) -> bool {
        self.0 & (1 << zone as u16) != 0
    }

    /// The zone, if there is only one.
    pub fn single(self) -> Option<ZoneKind> {
        self.iter().next().filter(|zone| self == Zones::only(*zone))
    }

    /// The zone that alone is left out, if there is one: "from anywhere other than the battlefield".
    pub fn all_but(self) -> Option<ZoneKind> {
        Zones(Zones::EVERYWHERE.0 & !self.0).single()
    }

    /// Each of them, in the order of [`ZoneKind::ALL`].
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

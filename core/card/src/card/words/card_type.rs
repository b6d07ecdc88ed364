//! The type line: supertypes, card types and subtypes (CR 205).

use std::fmt;
use std::sync::LazyLock;

use retrace_words::Words;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::words::mana_symbol::ManaType;
use crate::card::words::subtypes;

macro_rules! type_set {
    ($(#[$doc:meta])* $name:ident of $item:ident, $(#[$item_doc:meta])* { $($variant:ident),+ $(,)? }) => {
        $(#[$item_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
        #[word(of_no_object)]
        #[allow(missing_docs, reason = "each variant is named as the rule book names it")]
        pub enum $item { $($variant),+ }

        impl $item {
            /// All of them, in type-line order.
            pub const ALL: &'static [$item] = &[$($item::$variant),+];
        }

        impl fmt::Display for $item {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// The empty set.
            pub const NONE: $name = $name(0);

            /// Whether the set holds `item`.
            pub const fn has(self, item: $item) -> bool {
                self.0 & (1 << item as u16) != 0
            }

            /// The set with `item` added.
            #[must_use]
            pub const fn with(self, item: $item) -> $name {
                $name(self.0 | (1 << item as u16))
            }

            /// The set without `item`.
            #[must_use]
            pub const fn without(self, item: $item) -> $name {
                $name(self.0 & !(1 << item as u16))
            }

            /// Whether the set has no members.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The members, in type-line order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                $item::ALL.iter().copied().filter(move |&item| self.has(item))
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $name {
                items.into_iter().fold($name::NONE, $name::with)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.iter().collect::<Vec<_>>().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                Ok(Vec::<$item>::deserialize(deserializer)?.into_iter().collect())
            }
        }
    };
}

type_set! {
    /// A set of supertypes.
    Supertypes of Supertype,
    /// A supertype (CR 205.4a).
    { Basic, Legendary, Ongoing, Snow, World }
}

type_set! {
    /// A set of card types.
    CardTypes of CardType,
    /// A card type (CR 205.2a).
    {
        Tribal, Artifact, Enchantment, Land, Creature, Planeswalker, Instant, Sorcery,
        Conspiracy, Dungeon, Phenomenon, Plane, Scheme, Vanguard,
    }
}

impl CardTypes {
    /// Whether a card with these types belongs to a planar deck (CR 901.4).
    pub const fn is_planar(self) -> bool {
        self.has(CardType::Plane) || self.has(CardType::Phenomenon)
    }

    /// Whether a card with these types is a nontraditional card that stays in the command zone
    /// (CR 400.4b).
    pub const fn stays_in_command_zone(self) -> bool {
        self.has(CardType::Conspiracy) || self.is_planar() || self.has(CardType::Scheme) || self.has(CardType::Vanguard)
    }

    /// Whether an object with these types is a permanent on the battlefield, or a permanent spell
    /// on the stack (CR 110.4).
    pub const fn is_permanent(self) -> bool {
        self.has(CardType::Artifact)
            || self.has(CardType::Creature)
            || self.has(CardType::Enchantment)
            || self.has(CardType::Land)
            || self.has(CardType::Planeswalker)
    }
}

/// A subtype (CR 205.3): one of those that the edition lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtype(u16);

/// A word that isn't a subtype of the edition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a subtype of the 2021-09-24 edition (CR 205.3){hint}", hint = nearest(.0))]
pub struct UnknownSubtype(pub String);

/// What to write instead of a word that is no subtype: the present name of a former one, or those
/// that a misspelled one may be.
fn nearest(word: &str) -> String {
    if let Some((_, now)) = subtypes::FORMER.iter().find(|(former, _)| former.eq_ignore_ascii_case(word)) {
        return format!("; cards that were printed with it have {now} now");
    }
    let near = crate::message::near(word, SUBTYPE_TABLES.iter().flat_map(|table| table.iter().copied()));
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) }
}

/// The names of the subtypes, by table.
pub const SUBTYPE_TABLES: [&[&str]; 7] = [
    &subtypes::ARTIFACT,
    &subtypes::ENCHANTMENT,
    &subtypes::LAND,
    &subtypes::PLANESWALKER,
    &subtypes::SPELL,
    &subtypes::CREATURE,
    &subtypes::PLANAR,
];

impl Subtype {
    /// The subtype with this name.
    pub fn named(name: &str) -> Result<Subtype, UnknownSubtype> {
        let mut base = 0;
        for table in SUBTYPE_TABLES {
            if let Ok(index) = table.binary_search(&name) {
                return Ok(Subtype((base + index) as u16));
            }
            base += table.len();
        }
        Err(UnknownSubtype(name.to_owned()))
    }

    /// An Aura (CR 303.4).
    pub const AURA: Subtype = Subtype::of_the_rules("Aura");
    /// An Equipment (CR 301.5).
    pub const EQUIPMENT: Subtype = Subtype::of_the_rules("Equipment");
    /// A Fortification (CR 301.6).
    pub const FORTIFICATION: Subtype = Subtype::of_the_rules("Fortification");
    /// A Saga (CR 714).
    pub const SAGA: Subtype = Subtype::of_the_rules("Saga");
    /// A Vehicle (CR 301.7).
    pub const VEHICLE: Subtype = Subtype::of_the_rules("Vehicle");

    /// A subtype that the rules speak of. Looked up while compiling: a name that is none does not
    /// compile.
    pub const fn of_the_rules(name: &str) -> Subtype {
        let mut base = 0;
        let mut table = 0;
        while table < SUBTYPE_TABLES.len() {
            let mut place = 0;
            while place < SUBTYPE_TABLES[table].len() {
                if is_same_name(SUBTYPE_TABLES[table][place], name) {
                    return Subtype((base + place) as u16);
                }
                place += 1;
            }
            base += SUBTYPE_TABLES[table].len();
            table += 1;
        }
        panic!("no subtype has this name")
    }

    /// Its index among all subtypes.
    pub(crate) const fn index(self) -> u16 {
        self.0
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut index = usize::from(self.0);
        for table in SUBTYPE_TABLES {
            if index < table.len() {
                return table[index];
            }
            index -= table.len();
        }
        ""
    }

    /// The subtypes of a card type in this edition, sorted by name (CR 205.3g-n); none for the card
    /// types without subtypes (CR 205.3p).
    pub fn all_of(kind: CardType) -> impl Iterator<Item = Subtype> {
        let count: usize = SUBTYPE_TABLES.iter().map(|table| table.len()).sum();
        let types = CardTypes::NONE.with(kind);
        (0..count).map(|index| Subtype(index as u16)).filter(move |subtype| subtype.belongs_to(types))
    }

    /// Whether it is a subtype of one of these card types (CR 205.3d, 205.3g-n).
    pub fn belongs_to(self, types: CardTypes) -> bool {
        let mut index = usize::from(self.0);
        for (table, kinds) in SUBTYPE_TABLES.iter().zip(CORRELATED) {
            if index < table.len() {
                return kinds.iter().any(|kind| types.has(*kind));
            }
            index -= table.len();
        }
        false
    }
}

const fn is_same_name(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

/// The card types for the subtypes of each table (CR 205.3g-n).
const CORRELATED: [&[CardType]; SUBTYPE_TABLES.len()] = [
    &[CardType::Artifact],
    &[CardType::Enchantment],
    &[CardType::Land],
    &[CardType::Planeswalker],
    &[CardType::Instant, CardType::Sorcery],
    &[CardType::Creature, CardType::Tribal],
    &[CardType::Plane],
];

impl fmt::Display for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Subtype {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The type's name tells a text-changing effect that the word is a subtype (CR 612.2).
        serializer.serialize_newtype_struct("Subtype", self.name())
    }
}

impl<'de> Deserialize<'de> for Subtype {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Subtype, D::Error> {
        Subtype::named(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A set of subtypes that an effect refers to as a whole or chooses from (CR 205.3e).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum SubtypeSet {
    /// Every subtype of a card type, as in "every creature type" and "every land type".
    Of(CardType),
    /// Every basic land type (CR 205.3i).
    BasicLand,
}

impl SubtypeSet {
    /// Its members, in the order of their tables.
    pub fn members(self) -> &'static [Subtype] {
        static OF: LazyLock<Vec<Vec<Subtype>>> =
            LazyLock::new(|| CardType::ALL.iter().map(|kind| Subtype::all_of(*kind).collect()).collect());
        static BASIC_LAND: LazyLock<Vec<Subtype>> = LazyLock::new(|| {
            let land = Subtype::all_of(CardType::Land);
            land.filter(|subtype| BasicLandType::of(*subtype).is_some()).collect()
        });
        match self {
            SubtypeSet::Of(kind) => OF.get(kind as usize).map_or(&[], Vec::as_slice),
            SubtypeSet::BasicLand => &BASIC_LAND,
        }
    }

    /// The name for a member: "creature type", "basic land type"; instants and sorceries share
    /// theirs (CR 205.3k).
    pub fn word(self) -> String {
        match self {
            SubtypeSet::Of(CardType::Instant | CardType::Sorcery) => "spell type".to_owned(),
            SubtypeSet::Of(CardType::Tribal) => "creature type".to_owned(),
            SubtypeSet::Of(CardType::Plane) => "planar type".to_owned(),
            SubtypeSet::Of(kind) => format!("{} type", kind.to_string().to_lowercase()),
            SubtypeSet::BasicLand => "basic land type".to_owned(),
        }
    }
}

/// A basic land type (CR 305.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum BasicLandType {
    Plains,
    Island,
    Swamp,
    Mountain,
    Forest,
}

/// The subtypes of the basic land types, in order.
static BASIC: LazyLock<[Option<Subtype>; 5]> =
    LazyLock::new(|| BasicLandType::ALL.map(|kind| Subtype::named(&format!("{kind:?}")).ok()));

impl BasicLandType {
    /// All five, in color order.
    pub const ALL: [BasicLandType; 5] = [
        BasicLandType::Plains,
        BasicLandType::Island,
        BasicLandType::Swamp,
        BasicLandType::Mountain,
        BasicLandType::Forest,
    ];

    /// The basic land type of a subtype, if any.
    pub fn of(subtype: Subtype) -> Option<BasicLandType> {
        BasicLandType::ALL.into_iter().zip(&*BASIC).find_map(|(kind, its)| (*its == Some(subtype)).then_some(kind))
    }

    /// The type of mana that its intrinsic ability adds (CR 305.6).
    pub const fn mana(self) -> ManaType {
        match self {
            BasicLandType::Plains => ManaType::White,
            BasicLandType::Island => ManaType::Blue,
            BasicLandType::Swamp => ManaType::Black,
            BasicLandType::Mountain => ManaType::Red,
            BasicLandType::Forest => ManaType::Green,
        }
    }
}

impl Supertypes {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(crate) fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subtype_tables_are_sorted_and_disjoint() {
        let mut seen = std::collections::BTreeSet::new();
        for table in SUBTYPE_TABLES {
            assert!(table.is_sorted());
            for name in table {
                assert!(seen.insert(*name), "{name} stands in two tables");
                assert_eq!(Subtype::named(name).map(Subtype::name), Ok(*name));
            }
        }
        assert!(Subtype::named("Wizzard").is_err());
        let told = |word: &str| Subtype::named(word).unwrap_err().to_string();
        assert!(told("Wizzard").ends_with("did you mean Wizard?"), "{}", told("Wizzard"));
        assert!(told("Hound").ends_with("have Dog now"), "{}", told("Hound"));
        assert!(told("Hero").ends_with("(CR 205.3)"), "nothing is near: {}", told("Hero"));
        assert!(subtypes::FORMER.iter().all(|(_, now)| Subtype::named(now).is_ok()));
    }

    /// CR 205.3e: one existing subtype of the appropriate card type.
    #[test]
    fn a_set_of_subtypes_holds_those_of_its_card_type() {
        let creature = SubtypeSet::Of(CardType::Creature).members();
        assert!(creature.iter().any(|kind| kind.name() == "Goblin"));
        assert!(!creature.iter().any(|kind| kind.name() == "Island"));
        assert_eq!(creature, SubtypeSet::Of(CardType::Tribal).members());
        assert_eq!(SubtypeSet::BasicLand.members().len(), 5);
        assert!(SubtypeSet::Of(CardType::Scheme).members().is_empty());
    }
}

//! The catalogue: the list of cards that exist, for games that ask about cards outside them.
//!
//! Choosing a card name (CR 201.3), having all names of a kind (CR 612.6) and copying a card by
//! name (CR 707.13) depend on which cards exist. A game asks its catalogue, never the program: its
//! genesis records the [`CatalogueId`], and whoever starts or opens the game supplies the content.
//!
//! The content is a list with the name, printed characteristics and definition hash of every card,
//! plus any definitions that came with it. The id is the hash of the list, so it also verifies the
//! definitions.
//!
//! The list is a text, and most games need only its id. It is parsed when a game asks for names,
//! and a definition is read when a game asks for that card.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::definition::{Definition, DefinitionId};
use super::dialect::ron_options;
use super::layout::Card;
use super::shelf::{Shelf, Unreadable};
use super::words::chosen::{Kept, Value};
use super::words::noted::Noting;
use super::words::term::{Term, any, each};
use super::{
    CardTypes, Choosing, Colors, Face, Instruction, Modification, PrintedNumber, Subtype, Supertypes, language, verb,
};

/// The maximum number of listed cards.
pub const MOST_LISTED: usize = 1 << 16;

/// The content hash of a catalogue's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CatalogueId(pub [u8; 32]);

impl CatalogueId {
    /// The hash of a list.
    fn of(list: &str) -> CatalogueId {
        let mut hasher = blake3::Hasher::new_derive_key("retrace catalogue v1");
        CatalogueId(*hasher.update(list.as_bytes()).finalize().as_bytes())
    }

    /// The id with these hexadecimal digits.
    pub fn from_hex(digits: &str) -> Option<CatalogueId> {
        blake3::Hash::from_hex(digits).ok().map(|hash| CatalogueId(*hash.as_bytes()))
    }

    /// The whole id in hexadecimal digits.
    pub fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

impl fmt::Display for CatalogueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CatalogueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for CatalogueId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&self.hex())
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for CatalogueId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CatalogueId, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 32]>::deserialize(deserializer).map(CatalogueId);
        }
        let digits = String::deserialize(deserializer)?;
        CatalogueId::from_hex(&digits).ok_or_else(|| D::Error::custom("64 hexadecimal digits belong here"))
    }
}

/// The printed characteristics under a name that a filter for names can ask about (CR 201.3a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// The name.
    pub name: String,
    /// The mana value (CR 202.3).
    #[serde(default, skip_serializing_if = "is_default")]
    pub mana_value: u32,
    /// The colors (CR 105.2).
    #[serde(default, skip_serializing_if = "is_default")]
    pub colors: Colors,
    /// The supertypes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub supertypes: Supertypes,
    /// The card types.
    #[serde(default, skip_serializing_if = "is_default")]
    pub types: CardTypes,
    /// The subtypes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub subtypes: Vec<Subtype>,
    /// The power, if any; a star counts as 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub power: Option<i32>,
    /// The toughness, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub toughness: Option<i32>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<&Face> for Printed {
    fn from(face: &Face) -> Printed {
        Printed {
            name: face.name.clone(),
            mana_value: face.cost.as_ref().map_or(0, |cost| cost.mana_value(0)),
            colors: face.colors(),
            supertypes: face.supertypes,
            types: face.types,
            subtypes: face.subtypes.clone(),
            power: face.power.map(PrintedNumber::value),
            toughness: face.toughness.map(PrintedNumber::value),
        }
    }
}

/// A card in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// Its name in a deck list.
    name: String,
    /// The names that can be chosen for it.
    named: Vec<Printed>,
    /// The hash of its definition.
    definition: String,
}

impl Listed {
    /// The entry of a card, whose canonical text is `text`.
    fn of(card: &Card, text: &str) -> Listed {
        Listed {
            name: card.name().to_owned(),
            named: card.named_faces().iter().map(Printed::from).collect(),
            definition: hash_of(text).to_hex().to_string(),
        }
    }
}

/// The entry of a card in the text of a list.
pub(super) fn entry_of(card: &Card) -> String {
    // Every value in the list can be serialized.
    ron_options().to_string(&Listed::of(card, &text_of(card))).unwrap_or_default()
}

/// Reads a definition that came with its entry.
///
/// # Errors
/// What is wrong with it, or that it is not the one of the entry; as a clause.
pub(super) fn read_listed(entry: &str, text: &str) -> Result<Arc<Card>, String> {
    let listed: Listed = ron_options().from_str(entry).map_err(|error| error.to_string())?;
    let card = read_card(text)?;
    if listed == Listed::of(&card, text) { Ok(card) } else { Err("it is another card than its entry says".to_owned()) }
}

/// The definition of a listed card, if available.
#[derive(Clone, Debug)]
enum Held {
    /// Not available.
    Not,
    /// On a shelf, at this place.
    Shelved(Arc<dyn Shelf>, usize),
    /// A text that matches the hash, parsed on demand.
    Text(Box<str>, OnceLock<Result<Arc<Card>, String>>),
}

/// Some characteristics of a card outside the game: those of its front, or of both halves of a
/// split card (CR 709.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// The colors.
    pub colors: Colors,
    /// The supertypes.
    pub supertypes: Supertypes,
    /// The card types.
    pub types: CardTypes,
}

impl Front {
    fn of(card: &Listed) -> Front {
        // A split card has a name that is neither half's.
        let own = card.named.iter().take_while(|printed| printed.name == card.name).take(1);
        let halves = card.named.iter().filter(|_| card.named.first().is_some_and(|it| it.name != card.name));
        own.chain(halves).fold(Front::default(), |all, printed| Front {
            colors: all.colors.union(printed.colors),
            supertypes: all.supertypes.iter().chain(printed.supertypes.iter()).collect(),
            types: all.types.iter().chain(printed.types.iter()).collect(),
        })
    }
}

/// A parsed list.
#[derive(Debug, Default)]
struct Listing {
    listed: Vec<Listed>,
    /// Each name that can be chosen, with the index of its card and its index among that card's
    /// names.
    names: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Listing {
    fn read(list: &str) -> Result<Listing, ron::error::SpannedError> {
        let listed: Vec<Listed> = ron_options().from_str(list)?;
        let mut names: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (card, it) in listed.iter().enumerate() {
            for (place, printed) in it.named.iter().enumerate() {
                names.entry(printed.name.clone()).or_default().push((card, place));
            }
        }
        Ok(Listing { listed, names })
    }
}

/// Data about cards outside the game that a game asked for and that is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lack {
    /// The whole catalogue.
    #[error(
        "this game asks its catalogue of card names ({0}), which is not here; open the game in the store that it was \
         played in, or have its replay exported again with the catalogue"
    )]
    Catalogue(CatalogueId),
    /// The definition of a card to copy by name.
    #[error(
        "this game copies {name} by its name, and the definition is not here with the catalogue ({catalogue}); open \
         the game in the store that it was played in, or have its replay exported again"
    )]
    Definition {
        /// The catalogue.
        catalogue: CatalogueId,
        /// The card.
        name: String,
    },
    /// A definition that this version can't read.
    #[error("this game copies {name} by its name, and this version of Retrace cannot read the definition: {why}")]
    Unreadable {
        /// The card.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Why data is not a valid catalogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// The list can't be read.
    #[error("the list of its cards cannot be read: {0}")]
    List(String),
    /// More cards than the maximum.
    #[error("it lists {0} cards, and {MOST_LISTED} is the most")]
    TooMany(usize),
    /// Names out of order, or a duplicate name.
    #[error("its cards are not in the order of their names: {0} is out of place")]
    Order(String),
    /// A definition for a card that isn't listed.
    #[error("it has a definition for card {0}, and lists {1} cards")]
    Unlisted(usize, usize),
    /// A definition that doesn't match its listed hash.
    #[error("its definition of {0} is not the one that it lists: they have different hashes")]
    Hash(String),
}

/// The cards that a game can ask about.
#[derive(Debug)]
pub struct Catalogue {
    id: CatalogueId,
    list: Arc<str>,
    /// The list, parsed on demand.
    listing: Arc<OnceLock<Listing>>,
    /// For each listed card.
    held: Vec<Held>,
}

impl Catalogue {
    /// The catalogue of these cards, in the order of their names, with all their definitions.
    pub(super) fn of<'a>(cards: impl IntoIterator<Item = (&'a Arc<dyn Shelf>, usize)>) -> Catalogue {
        let (mut list, mut held) = (String::from("["), Vec::new());
        for (shelf, place) in cards {
            if !held.is_empty() {
                list.push(',');
            }
            list.push_str(shelf.entry(place));
            held.push(Held::Shelved(Arc::clone(shelf), place));
        }
        list.push(']');
        Catalogue { id: CatalogueId::of(&list), list: list.into(), listing: Arc::default(), held }
    }

    /// The empty catalogue.
    pub fn empty() -> Arc<Catalogue> {
        static EMPTY: LazyLock<Arc<Catalogue>> = LazyLock::new(|| Arc::new(Catalogue::of([])));
        Arc::clone(&EMPTY)
    }

    /// Reads a list with some of its definitions, each with the index of its card.
    ///
    /// # Errors
    /// [`CatalogueError`] for contradictory data. A definition that can't be read is reported when
    /// a game asks for it.
    pub fn read(list: &str, definitions: Vec<(usize, String)>) -> Result<Catalogue, CatalogueError> {
        let listing = Listing::read(list).map_err(|error| CatalogueError::List(error.to_string()))?;
        let listed = &listing.listed;
        if listed.len() > MOST_LISTED {
            return Err(CatalogueError::TooMany(listed.len()));
        }
        if let Some(pair) = listed.windows(2).find(|pair| pair[0].name >= pair[1].name) {
            return Err(CatalogueError::Order(pair[1].name.clone()));
        }
        let mut held: Vec<Held> = listed.iter().map(|_| Held::Not).collect();
        for (place, text) in definitions {
            let (Some(card), Some(held)) = (listed.get(place), held.get_mut(place)) else {
                return Err(CatalogueError::Unlisted(place, listed.len()));
            };
            if blake3::Hash::from_hex(&card.definition).ok() != Some(hash_of(&text)) {
                return Err(CatalogueError::Hash(card.name.clone()));
            }
            *held = Held::Text(text.into(), OnceLock::new());
        }
        let listing = Arc::new(OnceLock::from(listing));
        Ok(Catalogue { id: CatalogueId::of(list), list: list.into(), listing, held })
    }

    /// The parsed list. That of a shelf whose entries can't be read, which nothing that packs cards
    /// writes, has no names.
    fn listing(&self) -> &Listing {
        self.listing.get_or_init(|| Listing::read(&self.list).unwrap_or_default())
    }

    /// The hash of the list.
    pub const fn id(&self) -> CatalogueId {
        self.id
    }

    /// The number of listed cards.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether no card is listed.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The text of the list.
    pub fn list(&self) -> &str {
        &self.list
    }

    /// The printed characteristics under each name that can be chosen, in the order of the cards.
    pub fn printed(&self) -> impl Iterator<Item = &Printed> {
        self.listing().listed.iter().flat_map(|card| &card.named)
    }

    /// The name of each card with the characteristics of the card itself, for choosing cards
    /// without reading their definitions.
    pub fn fronts(&self) -> impl Iterator<Item = (&str, Front)> {
        self.listing().listed.iter().map(|card| (card.name.as_str(), Front::of(card)))
    }

    /// The printed characteristics under a name.
    pub fn printed_under(&self, name: &str) -> impl Iterator<Item = &Printed> {
        let Listing { listed, names } = self.listing();
        let places = names.get(name).into_iter().flatten();
        places.filter_map(|(card, place)| listed.get(*card)?.named.get(*place))
    }

    /// The index of the card with this name, either its deck list name or one that can be chosen.
    fn place(&self, name: &str) -> Option<usize> {
        let Listing { listed, names } = self.listing();
        let place = listed.binary_search_by(|card| card.name.as_str().cmp(name)).ok();
        place.or_else(|| Some(names.get(name)?.first()?.0))
    }

    /// The card with this name, if it is listed and its definition is available.
    pub fn card(&self, name: &str) -> Option<Arc<Card>> {
        self.find(name).ok().flatten()
    }

    /// What is missing for copying a card with this name.
    pub fn lack_of(&self, name: &str) -> Option<Lack> {
        self.find(name).err()
    }

    fn find(&self, name: &str) -> Result<Option<Arc<Card>>, Lack> {
        let Some(held) = self.place(name).and_then(|place| self.held.get(place)) else { return Ok(None) };
        match held {
            Held::Shelved(shelf, place) => match shelf.card(*place) {
                Ok(card) => Ok(Some(Arc::clone(card))),
                Err(Unreadable(why)) => Err(Lack::Unreadable { name: name.to_owned(), why }),
            },
            Held::Text(text, read) => match read.get_or_init(|| read_card(text)) {
                Ok(card) => Ok(Some(Arc::clone(card))),
                Err(why) => Err(Lack::Unreadable { name: name.to_owned(), why: why.clone() }),
            },
            Held::Not => Err(Lack::Definition { catalogue: self.id, name: name.to_owned() }),
        }
    }

    /// The indices of the cards whose definitions are available, in order.
    pub fn available(&self) -> impl Iterator<Item = usize> {
        let held = self.held.iter().enumerate();
        held.filter(|(_, held)| !matches!(held, Held::Not)).map(|(place, _)| place)
    }

    /// The available definitions, each with the index of its card. Those of the program are read
    /// for it.
    pub fn definitions(&self) -> impl Iterator<Item = (usize, String)> {
        self.held.iter().enumerate().filter_map(|(place, held)| Some((place, held.text()?)))
    }

    /// This catalogue with only the definitions for these names, and for the names those
    /// definitions copy in turn.
    #[must_use]
    pub fn with_only(&self, names: impl IntoIterator<Item = String>) -> Catalogue {
        let mut held: Vec<Held> = self.held.iter().map(|_| Held::Not).collect();
        let mut wanted: Vec<String> = names.into_iter().collect();
        while let Some(name) = wanted.pop() {
            let Some(place) = self.place(&name).filter(|place| matches!(held[*place], Held::Not)) else { continue };
            held[place] = self.held[place].clone();
            if let Ok(Some(card)) = self.find(&name) {
                wanted.extend(copied_by_name(&*card));
            }
        }
        Catalogue { id: self.id, list: Arc::clone(&self.list), listing: Arc::clone(&self.listing), held }
    }
}

impl Held {
    fn text(&self) -> Option<String> {
        match self {
            Held::Not => None,
            Held::Shelved(shelf, place) => shelf.text(*place),
            Held::Text(text, _) => Some(text.to_string()),
        }
    }
}

/// The canonical text of a card; every card has one.
pub(super) fn text_of(card: &Card) -> String {
    ron_options().to_string(card).map(language::written).unwrap_or_default()
}

fn hash_of(text: &str) -> blake3::Hash {
    let DefinitionId(hash) = Definition::id_of(text);
    blake3::Hash::from_bytes(hash)
}

fn read_card(text: &str) -> Result<Arc<Card>, String> {
    let text = language::read(text).map_err(|error| error.to_string())?;
    let card: Card = ron_options().from_str(&text).map_err(|error| error.to_string())?;
    match card.contradiction() {
        Some((field, why)) => Err(format!("`{field}`: {why}")),
        None => Ok(Arc::new(card)),
    }
}

/// Whether a card has this name, either in a deck list or as a name that can be chosen (CR 201.3).
pub fn is_called(card: &Card, name: &str) -> bool {
    card.name() == name || card.named_faces().iter().any(|face| face.name == name)
}

/// Whether a text depends on which card names exist: it has a name chosen, or adds names.
pub fn asks_names(text: &dyn Term) -> bool {
    any(text, |it: &Choosing| matches!(it, Choosing::Name | Choosing::NameOf(_)))
        || any(text, |it: &Modification| matches!(it, Modification::AddNames(..)))
        || any(text, |it: &Instruction| matches!(it, Instruction::CopyNamed(_)))
        || any(text, |it: &Noting| matches!(it, Noting::Name))
        || any(text, |it: &Value| matches!(it, Value::Name(..)))
        || any(text, |it: &Kept| matches!(it, Kept::Name))
}

/// The names of the cards that a text copies.
pub fn copied_by_name(text: &dyn Term) -> Vec<String> {
    let mut names = Vec::new();
    each(text, &mut |it| {
        if let Instruction::CopyNamed(verb::CopyNamed(name)) = it {
            names.push(name.clone());
        }
    });
    names
}

/// A game's reference to its catalogue: the id, and the content if supplied.
#[derive(Clone, Debug)]
pub struct CatalogueRef {
    id: CatalogueId,
    content: Option<Arc<Catalogue>>,
}

impl CatalogueRef {
    /// A reference with content.
    pub fn of(catalogue: Arc<Catalogue>) -> CatalogueRef {
        CatalogueRef { id: catalogue.id(), content: Some(catalogue) }
    }

    /// A reference with only an id.
    pub const fn told(id: CatalogueId) -> CatalogueRef {
        CatalogueRef { id, content: None }
    }

    /// The id.
    pub const fn id(&self) -> CatalogueId {
        self.id
    }

    /// The content, if available.
    pub const fn content(&self) -> Option<&Arc<Catalogue>> {
        self.content.as_ref()
    }

    /// This reference with the content added, if it matches and none was there.
    #[must_use]
    pub fn with(mut self, content: Option<&Arc<Catalogue>>) -> CatalogueRef {
        let fits = |content: &&Arc<Catalogue>| self.id == content.id();
        if let Some(content) = content.filter(fits).filter(|_| self.content.is_none()) {
            self.content = Some(Arc::clone(content));
        }
        self
    }
}

impl Default for CatalogueRef {
    /// The empty catalogue.
    fn default() -> CatalogueRef {
        CatalogueRef::of(Catalogue::empty())
    }
}

impl PartialEq for CatalogueRef {
    fn eq(&self, other: &CatalogueRef) -> bool {
        self.id == other.id
    }
}

impl Eq for CatalogueRef {}

impl Serialize for CatalogueRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CatalogueRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CatalogueRef, D::Error> {
        Ok(CatalogueRef { id: CatalogueId::deserialize(deserializer)?, content: None })
    }
}

#[cfg(test)]
#[path = "catalogue_tests.rs"]
mod tests;

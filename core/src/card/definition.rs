//! Definitions: what is interned in a game by content hash (a card, a token, an ability, an effect).

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::effect::StaticEffect;
use super::face_down::FaceDown;
use super::faces::{DoubleFaced, MeldCard, Merged, Side, Split};
use super::file::CANONICAL;
use super::keyword::Keyword;
use super::mana::{Colors, ManaCost};
use super::printed_number::PrintedNumber;
use super::production::ManaTerm;
use super::types::{CardType, CardTypes, Subtype, Supertypes};

/// What is printed on a card or a face of it, or what a token is (CR 200.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The name (CR 201); a token's may be left out (CR 111.4).
    #[serde(default)]
    pub name: String,
    /// The mana cost (CR 202); none where no cost is printed, which cannot be paid (CR 118.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ManaCost>,
    /// The colour indicator (CR 204).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color_indicator: Option<Colors>,
    /// The colors that a copy effect gives. No card says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors_as_copied: Option<Colors>,
    /// Supertypes (CR 205.4).
    #[serde(default, skip_serializing_if = "Supertypes::is_empty_ref")]
    pub supertypes: Supertypes,
    /// Card types (CR 205.2).
    #[serde(default)]
    pub types: CardTypes,
    /// Subtypes (CR 205.3), in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<Subtype>,
    /// Abilities in printed order (CR 207).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// Power, together with toughness (CR 208): a number, or `"*"`, `"1+*"` and the like beside an
    /// ability that defines it (CR 208.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PrintedNumber>,
    /// Toughness (CR 208), as for power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<PrintedNumber>,
    /// Loyalty (CR 209).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<u32>,
    /// Whether it can only be played with for ante (CR 407.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub for_ante: bool,
    /// What it is instead while it is flipped: name, type line, text box, power and toughness (CR 710.1b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flipped: Option<Box<Face>>,
    /// What it is as a spell that is cast as an Adventure (CR 716.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adventure: Option<Box<Face>>,
}

impl Supertypes {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }
}

impl Face {
    /// Its colours before any effect (CR 105.2, 202.2, 204.2).
    pub fn colors(&self) -> Colors {
        if let Some(colors) = self.colors_as_copied {
            return colors;
        }
        let indicated = self.color_indicator.unwrap_or(Colors::COLORLESS);
        indicated.union(self.cost.as_ref().map_or(Colors::COLORLESS, ManaCost::colors))
    }

    /// What contradicts itself, as the field that is wrong and why; the first of them.
    pub fn contradiction(&self) -> Option<(&'static str, String)> {
        let has = |kind| self.types.has(kind);
        if self.name.trim().is_empty() {
            return Some(("name", "a card needs a name".to_owned()));
        }
        if self.colors_as_copied.is_some() {
            return Some(("colors_as_copied", "only a copy has colors of its own (CR 707.9b)".to_owned()));
        }
        if self.types.is_empty() {
            return Some(("types", "a card needs at least one card type (CR 205.2a)".to_owned()));
        }
        if let Some(subtype) = self.subtypes.iter().find(|subtype| !subtype.belongs_to(self.types)) {
            return Some(("subtypes", format!("`{subtype}` is no subtype of these card types (CR 205.3d)")));
        }
        let others = CardType::ALL.iter().filter(|kind| **kind != CardType::Tribal);
        if has(CardType::Tribal) && !others.copied().any(has) {
            return Some(("types", "a tribal card has another card type (CR 308.1)".to_owned()));
        }
        let vehicle = self.subtypes.iter().any(|subtype| subtype.name() == "Vehicle");
        match (self.power, self.toughness) {
            (Some(_), Some(_)) if !has(CardType::Creature) && !vehicle => {
                return Some(("power", "only creatures and Vehicles have power and toughness (CR 208.1)".to_owned()));
            }
            (Some(_), None) | (None, Some(_)) => {
                return Some(("power", "give power and toughness together (CR 208.1)".to_owned()));
            }
            (None, None) if has(CardType::Creature) => {
                return Some(("types", "a creature needs power and toughness (CR 208.1)".to_owned()));
            }
            _ => {}
        }
        let star = |it: Option<PrintedNumber>| it.is_some_and(PrintedNumber::has_star);
        if (star(self.power) && !self.abilities.iter().any(super::sense::says_power))
            || (star(self.toughness) && !self.abilities.iter().any(super::sense::says_toughness))
        {
            let why = "a star stands for what an ability says: a defining `SetPowerToughness`, `SetPower` or \
                       `SetToughness` (CR 208.2a), or a replacement effect as it enters (CR 208.2b)";
            return Some((if star(self.power) { "power" } else { "toughness" }, why.to_owned()));
        }
        if self.loyalty.is_some() != has(CardType::Planeswalker) {
            return Some(("loyalty", "planeswalkers have loyalty, and only they (CR 209.1)".to_owned()));
        }
        let spell = has(CardType::Instant) || has(CardType::Sorcery);
        if spell && self.types.is_permanent() {
            return Some(("types", "an instant or sorcery is not a permanent too (CR 300.1)".to_owned()));
        }
        if has(CardType::Land) && self.cost.is_some() {
            return Some(("cost", "a land has no mana cost (CR 305.1)".to_owned()));
        }
        if !spell && self.abilities.iter().any(|ability| matches!(ability, Ability::Spell(_))) {
            return Some(("abilities", "only instants and sorceries have spell abilities (CR 113.3a)".to_owned()));
        }
        let enchants = |ability: &Ability| matches!(ability, Ability::Keyword(Keyword::Enchant(_)));
        if self.subtypes.iter().any(|subtype| subtype.name() == "Aura") && !self.abilities.iter().any(enchants) {
            return Some((
                "abilities",
                "an Aura says with `Enchant` what it can be attached to (CR 303.4a)".to_owned(),
            ));
        }
        self.abilities.iter().find_map(super::sense::contradiction).map(|why| ("abilities", why))
    }
}

/// What a card file holds: a card of one face, or of several in one of the layouts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Card {
    /// A card with one face; also a flip card (CR 710) or an adventurer card (CR 716).
    Card(Face),
    /// A split card (CR 709).
    Split(Box<Split>),
    /// A transforming double-faced card (CR 712.1).
    Transforming(Box<DoubleFaced>),
    /// A modal double-faced card (CR 712.1).
    Modal(Box<DoubleFaced>),
    /// A meld card (CR 713.1).
    Meld(Box<MeldCard>),
}

/// The content hash of a definition: blake3 over a domain tag and its canonical RON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub [u8; 32]);

impl std::fmt::Display for DefinitionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for DefinitionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// Something that a game refers to by its place in the game's table of definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Definition {
    /// A card.
    Card(Card),
    /// A token (CR 111.3).
    Token(Face),
    /// An ability that no card of the table has printed: one that an effect grants, or that an instruction makes.
    Ability(Ability),
    /// What a continuous effect says, with its numbers locked in.
    Effect(StaticEffect),
    /// What an effect says of the mana that it added (CR 106.6).
    Terms(Vec<ManaTerm>),
    /// An emblem: abilities and nothing else (CR 114.3).
    Emblem(Face),
    /// Copiable values with exceptions, as a copy of a spell or card has them (CR 707.9, 707.10).
    Copy(Face),
    /// What a face-down spell or permanent is as long as it remains face down (CR 708.2).
    FaceDown(FaceDown),
    /// A card, as what shows another set of its characteristics than usual (CR 709.3b, 712.4, 716.3b). In the table it
    /// follows the card.
    Side(Card, Side),
    /// What a merged permanent is (CR 723.2a).
    Merged(Box<Merged>),
}

impl Definition {
    /// The canonical text: RON without spaces, fields in the order of the types, defaults left out.
    pub fn canonical(&self) -> Result<String, ron::Error> {
        CANONICAL.options().to_string(self)
    }

    /// Reads a canonical text back.
    pub fn from_canonical(text: &str) -> Result<Definition, ron::error::SpannedError> {
        CANONICAL.options().from_str(text)
    }

    /// The content hash of a canonical text.
    pub fn id_of(canonical: &str) -> DefinitionId {
        let mut hasher = blake3::Hasher::new_derive_key("retrace 2021-09-24 definition v1");
        hasher.update(canonical.as_bytes());
        DefinitionId(*hasher.finalize().as_bytes())
    }

    /// The face that an object with this definition starts from, if it can be an object's.
    pub fn face(&self) -> Option<&Face> {
        match self {
            Definition::Card(card) => Some(card.front()),
            Definition::Side(card, side) => card.side(*side),
            Definition::Token(face) | Definition::Emblem(face) | Definition::Copy(face) => Some(face),
            Definition::FaceDown(down) => Some(&down.face),
            Definition::Merged(merged) => Some(&merged.face),
            Definition::Effect(effect) => effect.copiable(),
            Definition::Ability(_) | Definition::Terms(_) => None,
        }
    }
}

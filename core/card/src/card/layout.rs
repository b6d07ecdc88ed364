//! Cards with several faces (CR 709, 710, 712, 716): the sets of characteristics a card has, and
//! which of them an object shows. `derive::object::faces` and `rules` decide when.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::effect::{Instead, Replacement, Would};
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::mana_symbol::{Colors, ManaCost};
use crate::card::words::zone_kind::ZoneKind;

/// The content of a card file: a card with one face, or with several in one of the layouts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
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

/// The separator between the two names of a split card (CR 709.4a).
pub const BETWEEN_NAMES: &str = " // ";

/// The set of characteristics that an object shows, if not the one its card has in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Side {
    /// The left half of a split card (CR 709.3b).
    Left,
    /// The right half of a split card.
    Right,
    /// Both halves of a split card with fuse, as one spell (CR 702.102b).
    Fused,
    /// An adventurer card as an Adventure (CR 716.3b).
    Adventure,
    /// The back face of a double-faced card (CR 712.4).
    Back,
    /// The combined back face of a meld pair (CR 713.3b).
    Melded,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 6] = [Side::Left, Side::Right, Side::Fused, Side::Adventure, Side::Back, Side::Melded];
}

/// The replacement effect that exiles an Adventure as it resolves (CR 716.3d).
pub fn adventure_exiled() -> Replacement {
    Replacement { would: Would::FinishResolving(Filter::This), instead: Instead::GoTo(ZoneKind::Exile) }
}

/// The permission to cast the exiled card of an Adventure, not as an Adventure (CR 716.3d).
pub fn adventure_permission() -> Permission {
    Permission::Cast {
        who: Players::You,
        what: Filter::Not(Box::new(Filter::Adventure)),
        cost: CastingCost::Usual,
        exile: false,
        instead: None,
    }
}

/// A split card: two halves and their combination (CR 709).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(from = "Halves", into = "Halves")]
pub struct Split {
    left: Face,
    right: Face,
    whole: Face,
}

/// A split card as in a card file.
#[derive(Clone, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields, rename = "Split")]
struct Halves {
    left: Face,
    right: Face,
}

impl From<Halves> for Split {
    fn from(Halves { left, right }: Halves) -> Split {
        Split::of(left, right)
    }
}

impl From<Split> for Halves {
    fn from(Split { left, right, .. }: Split) -> Halves {
        Halves { left, right }
    }
}

impl Split {
    /// The card of two halves.
    pub fn of(left: Face, right: Face) -> Split {
        let whole = combined(&left, &right);
        Split { left, right, whole }
    }

    /// The left half.
    pub const fn left(&self) -> &Face {
        &self.left
    }

    /// The right half.
    pub const fn right(&self) -> &Face {
        &self.right
    }

    /// Whether both halves can be cast as one spell (CR 702.102a).
    pub fn fuses(&self) -> bool {
        let fuse = |face: &Face| face.abilities.contains(&Ability::Keyword(Keyword::Fuse));
        fuse(&self.left) && fuse(&self.right)
    }
}

/// The characteristics of two halves combined (CR 709.4, 709.4a-c).
fn combined(left: &Face, right: &Face) -> Face {
    let both = || [left, right].into_iter();
    let costs: Vec<&ManaCost> = both().filter_map(|half| half.cost.as_ref()).collect();
    let cost = (!costs.is_empty()).then(|| ManaCost(costs.iter().flat_map(|cost| cost.0.iter().copied()).collect()));
    let indicated: Vec<_> = both().filter_map(|half| half.color_indicator).collect();
    let mut subtypes = left.subtypes.clone();
    subtypes.extend(right.subtypes.iter().filter(|subtype| !left.subtypes.contains(subtype)));
    Face {
        name: format!("{}{BETWEEN_NAMES}{}", left.name, right.name),
        cost,
        color_indicator: indicated.into_iter().reduce(Colors::union),
        supertypes: both().flat_map(|half| half.supertypes.iter()).collect(),
        types: both().flat_map(|half| half.types.iter()).collect(),
        subtypes,
        abilities: both().flat_map(|half| half.abilities.iter().cloned()).collect(),
        power: left.power.or(right.power),
        toughness: left.toughness.or(right.toughness),
        loyalty: left.loyalty.or(right.loyalty),
        for_ante: left.for_ante || right.for_ante,
        ..Face::default()
    }
}

/// A double-faced card (CR 712.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct DoubleFaced {
    /// The front face, which is up by default.
    pub front: Face,
    /// The back face.
    pub back: Face,
}

/// A meld card (CR 713.1): its front face and the other card of the meld pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct MeldCard {
    /// Its characteristics unless it is melded.
    pub front: Face,
    /// The name of its counterpart (CR 713.1a).
    pub with: String,
    /// The combined back face, written only on the card of the pair whose ability melds them
    /// (CR 713.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melded: Option<Face>,
}

/// The characteristics of a merged permanent (CR 723.2a, 702.140e): those of the topmost component,
/// with the abilities of the others. Created in a game and dependent on it; no card is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Merged {
    /// The combined characteristics.
    pub face: Face,
    /// The origin of each ability, in order; those of the flipped permanent follow the others.
    pub from: Vec<Source>,
}

/// The ability of a component that an ability of a merged permanent comes from. It keeps its
/// identity through further merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub struct Source {
    /// The number of the component's object before it merged; `None` for the original permanent.
    pub component: Option<u32>,
    /// The index of the definition in the game's table.
    pub def: u32,
    /// The index of the ability in the definition.
    pub index: u16,
}

impl Card {
    /// The default face of an object that represents the card: both halves of a split card together
    /// (CR 709.4), the front face of a double-faced card (CR 712.4a), the normal characteristics of
    /// a flip card or an adventurer card (CR 710.2, 716.4).
    pub fn front(&self) -> &Face {
        match self {
            Card::Card(face) => face,
            Card::Split(split) => &split.whole,
            Card::Transforming(card) | Card::Modal(card) => &card.front,
            Card::Meld(card) => &card.front,
        }
    }

    /// Its deck list name; both names of a split card.
    pub fn name(&self) -> &str {
        &self.front().name
    }

    /// Another set of characteristics that an object of the card can show.
    pub fn side(&self, side: Side) -> Option<&Face> {
        match (self, side) {
            (Card::Split(split), Side::Left) => Some(&split.left),
            (Card::Split(split), Side::Right) => Some(&split.right),
            (Card::Split(split), Side::Fused) if split.fuses() => Some(&split.whole),
            (Card::Card(face), Side::Adventure) => face.adventure.as_deref(),
            (Card::Transforming(card) | Card::Modal(card), Side::Back) => Some(&card.back),
            (Card::Meld(card), Side::Melded) => card.melded.as_ref(),
            _ => None,
        }
    }

    /// The other sets of characteristics that an object of the card can show.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        Side::ALL.into_iter().filter(|side| self.side(*side).is_some())
    }

    /// Whether it is a transforming double-faced card (CR 712.1).
    pub const fn transforms(&self) -> bool {
        matches!(self, Card::Transforming(_))
    }

    /// The printed faces in order, for reading the card.
    pub fn faces(&self) -> Vec<&Face> {
        match self {
            Card::Card(face) => std::iter::once(face).chain(face.alternative()).collect(),
            Card::Split(split) => vec![&split.left, &split.right],
            Card::Transforming(card) | Card::Modal(card) => vec![&card.front, &card.back],
            Card::Meld(card) => std::iter::once(&card.front).chain(&card.melded).collect(),
        }
    }

    /// The names of the card that can be chosen, each with the characteristics for the choice: a
    /// half (CR 201.3b), a flip card's alternative name (CR 201.3c), either face (CR 712.15), the
    /// combined back face of a meld pair (CR 713.11), an Adventure (CR 201.3f).
    pub fn named_faces(&self) -> Vec<Face> {
        let mut named: Vec<Face> = self.faces().into_iter().cloned().collect();
        if let Card::Card(face) = self {
            named.truncate(1);
            named.extend(face.flipped_face());
            // CR 201.3f: the card's other characteristics, with those of the inset frame instead.
            let adventure = |it: &Face| Face { power: face.power, toughness: face.toughness, ..it.clone() };
            named.extend(face.adventure.as_deref().map(adventure));
        }
        named
    }
}

/// A room of a dungeon (CR 309.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room<'a> {
    /// Its name (CR 309.4b).
    pub name: &'a str,
    /// The names of the rooms to which its arrows lead.
    pub leads_to: &'a [String],
}

impl Face {
    /// The rooms of a dungeon, the topmost first; none for anything else.
    pub fn rooms(&self) -> impl Iterator<Item = Room<'_>> {
        self.abilities.iter().filter_map(|ability| match ability {
            Ability::Triggered(ability) => match &ability.when {
                TriggerEvent::EntersRoom { name, leads_to } => Some(Room { name, leads_to }),
                _ => None,
            },
            _ => None,
        })
    }

    /// The alternative characteristics printed on it (CR 710.1b, 716.2).
    pub fn alternative(&self) -> Option<&Face> {
        self.flipped.as_deref().or(self.adventure.as_deref())
    }

    /// The characteristics of a permanent with these copiable values while flipped: another name,
    /// type line, text box, power and toughness (CR 710.2), but the same mana cost and colors
    /// (CR 710.1c).
    pub fn flipped_face(&self) -> Option<Face> {
        let flipped = self.flipped.as_deref()?;
        Some(Face {
            cost: self.cost.clone(),
            color_indicator: self.color_indicator,
            colors_as_copied: self.colors_as_copied,
            for_ante: self.for_ante,
            ..flipped.clone()
        })
    }

    /// The printed ability at an index; those of a flipped permanent follow the others.
    pub fn ability(&self, index: usize) -> Option<&Ability> {
        let flipped = || self.flipped.as_deref()?.abilities.get(index - self.abilities.len());
        self.abilities.get(index).or_else(flipped)
    }
}

/// The names in a written name: two for a split card off the stack (CR 709.4a).
pub fn names_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(BETWEEN_NAMES)
}

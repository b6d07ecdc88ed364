//! What objects are made of: components, status, announcements, snapshots of what an object was.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{CounterKind, ManaCost, ManaSymbol, ManaType, OptionalCost, Place, Value};

use super::action::Applied;
use super::characteristics::{Characteristics, Link, Origin};
use super::ids::{CardId, DefId, Entity, EntryNo, ManaId, ObjectId, PlayerId, Timestamp, TriggerId, Zone};
use super::memory::{Further, Memory};

/// What an object is represented by (CR 109.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Component {
    /// A card (CR 108.2).
    Card(CardId),
    /// Nothing but the effect that created it (CR 111.1).
    Token,
    /// An activated or triggered ability on the stack (CR 113.1c).
    Ability,
    /// Nothing but the effect that put it into the command zone (CR 114.1).
    Emblem,
    /// Nothing but the effect that copied a spell or a card (CR 707.10, 707.12).
    Copy,
}

/// One of the cards, tokens and copies that represent a merged permanent (CR 723.2), or a melded one (CR 701.37a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The object that it was before it merged; for what was there before, the permanent itself.
    pub was: ObjectId,
    /// What it is.
    pub component: Component,
    /// Its definition, face up: the face that it shows.
    pub def: DefId,
    /// Face down: the definition of what is listed for it (CR 708.2).
    pub listed: Option<DefId>,
    /// Whether it is the half of a combined back face that another piece stands for (CR 713.2).
    pub half: bool,
    /// The timestamp with which it merged; that of the permanent for what was there before (CR 723.2a).
    pub since: Timestamp,
}

/// The status of a permanent (CR 110.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Status {
    /// Tapped, not untapped.
    pub tapped: bool,
}

/// Where an object is put among the others of its zone, where the order counts (CR 400.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Position {
    /// On top: the first to be drawn, the last put onto the stack or into a graveyard.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// In a library: so many from the top, 1 being on top; at the bottom if there are fewer cards (CR 401.7).
    FromTop(u32),
}

impl From<Place> for Position {
    fn from(place: Place) -> Position {
        match place {
            Place::Top => Position::Top,
            Place::Bottom => Position::Bottom,
            Place::FromTop(n) => Position::FromTop(n),
        }
    }
}

/// Which ability text: a place in a definition of the game's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilityRef {
    /// A card's definition, or an ability's own.
    pub def: DefId,
    /// The place among a card's printed abilities; 0 for an ability's own definition.
    pub index: u16,
}

/// An activated or triggered ability as an object on the stack (CR 113.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StackAbility {
    /// The object that it came from; it may be gone (CR 113.7a).
    pub source: ObjectId,
    /// Which of its abilities, for links and limits; none for a delayed triggered ability.
    pub origin: Option<Origin>,
    /// What it says.
    pub text: AbilityRef,
    /// What it triggered on; none for an activated ability.
    pub trigger: Option<TriggerContext>,
    /// The id under which it triggered; none for an activated ability.
    pub id: Option<TriggerId>,
}

/// What a trigger event was about (CR 603.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TriggerContext {
    /// The entry that matched.
    pub event: EntryNo,
    /// The object that it was about; after a zone change the one that left.
    pub object: Option<ObjectId>,
    /// The player that it was about.
    pub player: Option<PlayerId>,
    /// The amount.
    pub amount: i32,
    /// Further objects that it was about, of "one or more" (CR 603.2c).
    pub others: Vec<ObjectId>,
    /// The triggered ability that it was about, if it was one triggering (CR 603.3b).
    pub ability: Option<TriggerId>,
    /// The source of the damage that it was about.
    pub source: Option<ObjectId>,
}

/// What is kept of what an ability did, for the abilities linked to it (CR 607.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A value was chosen.
    Value(Value),
    /// A player was chosen.
    Player(PlayerId),
    /// A number was chosen or paid.
    Number(u32),
    /// An object was exiled: what it is in exile.
    Exiled(ObjectId),
    /// An object was put onto the battlefield, or created there.
    Put(ObjectId),
    /// A card was revealed (CR 607.2h).
    Revealed(ObjectId),
    /// An object was chosen.
    Chosen(ObjectId),
    /// The copiable values that a static ability gives, since it first applied: this definition has them (CR 707.2c).
    Copied(DefId),
    /// What the card haunts (CR 702.55b).
    Haunts(ObjectId),
    /// Objects were chosen to be sacrificed as the object entered (CR 614.13).
    Sacrificed(Vec<ObjectId>),
    /// A mode of an ability was chosen, one that chooses only modes that haven't been chosen: which ability, and the place of
    /// the mode (CR 700.2b).
    Mode(Box<Origin>, u8),
    /// Objects that a cost was paid with as the object entered (CR 614.12a, 614.13).
    Paid(Vec<ObjectId>),
}

/// An effect that has a card revealed as it is drawn (CR 603.11, 121.9).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DrawReveal {
    /// The object whose ability says so.
    pub by: ObjectId,
    /// The abilities that speak of what is revealed this way (CR 607.2h).
    pub link: Link,
    /// Whether the player chooses (CR 121.9).
    pub may: bool,
}

/// One mana with what rides on it (CR 106.1, 106.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManaUnit {
    /// Its id within the game.
    pub id: ManaId,
    /// Its type.
    pub kind: ManaType,
    /// The object whose ability made it.
    pub source: ObjectId,
    /// Whether that object was snow (CR 107.4h).
    pub snow: bool,
}

/// What was chosen as a spell or ability resolved, which are no targets (CR 115.10, 608.2d).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chosen {
    /// The objects and players, in the order of choosing.
    pub what: Vec<Entity>,
    /// What each of them has of what was divided among them; nothing without a division.
    pub portions: Vec<u32>,
}

/// The record of an announcement (CR 601.2b-h, 602.2b, 603.3d): what was chosen and paid for a spell or ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Announcement {
    /// The value of X (CR 107.3).
    pub x: Option<u32>,
    /// What was chosen for each instance of "target", in the order of choosing (CR 601.2c).
    pub targets: Vec<Vec<Entity>>,
    /// How what is divided is divided, for each instance of "target" among what was chosen for it, in its order
    /// (CR 601.2d); nothing for one without a division.
    pub divided: Vec<Vec<u32>>,
    /// What was chosen as it resolved, by the place that the instruction gave it (CR 608.2d).
    pub chosen: Vec<Chosen>,
    /// The tokens that a resolution had created as it created an ability that speaks of them (CR 603.7c).
    pub created: Vec<ObjectId>,
    /// The mana spent, unit by unit (CR 106.6, 601.2h).
    pub mana_spent: Vec<ManaUnit>,
    /// The objects sacrificed, discarded or exiled to pay, as they were named when chosen.
    pub paid_with: Vec<ObjectId>,
    /// Life paid.
    pub life_paid: u32,
    /// The effect that a spell is cast with, if it says more than that it may be cast: a definition that holds a
    /// permission (CR 601.3, 118.9).
    pub permission: Option<DefId>,
    /// The modes chosen, in printed order, each as often as it was chosen (CR 700.2).
    pub modes: Vec<u8>,
    /// The alternative cost that is paid rather than the mana cost, by the effect that offers it (CR 118.9).
    pub alternative: Option<Applied>,
    /// The optional additional costs that are paid, and how often (CR 118.8b, 601.2b).
    pub optional: Vec<Intent>,
    /// What is chosen of each cost that is one of several, in the order of the costs (CR 601.2b).
    pub either: Vec<u8>,
    /// How the symbols that can be paid in several ways are paid (CR 118.13a, 601.2b).
    pub symbols: Vec<SymbolsPaid>,
    /// The cards spliced onto the spell, in the order in which their texts follow (CR 702.47).
    pub spliced: Vec<Spliced>,
    /// Whether it was cast untimely, and what is locked in of what created it.
    pub further: Further,
}

impl Announcement {
    /// What is locked in of the resolution that created what speaks.
    pub fn memory(&self) -> Option<&Memory> {
        self.further.memory.as_deref()
    }
}

/// The intention to pay an optional additional cost (CR 601.2b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Intent {
    /// Which kind of cost.
    pub what: OptionalCost,
    /// Which of that kind, in the order of the abilities that offer them.
    pub nth: u8,
    /// How many times.
    pub times: u32,
}

/// How all symbols of one kind of a cost are paid: the nonhybrid equivalent (CR 601.2b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SymbolsPaid {
    /// Which symbol.
    pub symbol: ManaSymbol,
    /// With what mana.
    pub mana: ManaCost,
    /// With how much life (CR 107.4f).
    pub life: u32,
}

/// A card whose text is spliced onto a spell (CR 702.47).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spliced {
    /// The card.
    pub card: ObjectId,
    /// The ability of it that says so.
    pub origin: Origin,
    /// The text that the spell has besides its own.
    pub text: AbilityRef,
}

/// An object as it comes into being: what its first event must tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NewObject {
    /// Its id.
    pub id: ObjectId,
    /// What it is represented by.
    pub component: Component,
    /// Its owner (CR 108.3).
    pub owner: PlayerId,
    /// Its controller, where it has one (CR 108.4).
    pub controller: Option<PlayerId>,
    /// Its definition.
    pub def: DefId,
    /// The zone.
    pub zone: Zone,
    /// Its place there.
    pub position: Position,
    /// Its status.
    pub status: Status,
    /// The counters on it.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// What it is attached to as it enters (CR 303.4).
    pub attached_to: Option<Entity>,
    /// Its timestamp (CR 613.7d).
    pub timestamp: Timestamp,
    /// What was announced for the spell that it was (CR 400.7c).
    pub announced: Option<Arc<Announcement>>,
    /// If it is an ability: which.
    pub ability: Option<Arc<StackAbility>>,
}

impl NewObject {
    /// An object that nobody controls, at the bottom of a zone, with nothing on it: what most are that do not enter the
    /// battlefield.
    pub fn new(
        id: ObjectId,
        component: Component,
        owner: PlayerId,
        def: DefId,
        zone: Zone,
        timestamp: Timestamp,
    ) -> NewObject {
        NewObject {
            id,
            component,
            owner,
            controller: None,
            def,
            zone,
            position: Position::Bottom,
            status: Status::default(),
            counters: BTreeMap::new(),
            attached_to: None,
            timestamp,
            announced: None,
            ability: None,
        }
    }
}

/// What an object was when it was last in its zone (CR 113.7a, 608.2h, 603.10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Snapshot {
    /// What it was represented by.
    pub component: Component,
    /// Its owner.
    pub owner: PlayerId,
    /// Its controller.
    pub controller: Option<PlayerId>,
    /// Its definition.
    pub def: DefId,
    /// Where it was.
    pub zone: Zone,
    /// Its status.
    pub status: Status,
    /// The counters on it.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// What it was attached to.
    pub attached_to: Option<Entity>,
    /// Whom or what it was attacking.
    pub attacking: Option<Entity>,
    /// Whether it was blocking.
    pub blocking: bool,
    /// What was announced for it.
    pub announced: Option<Arc<Announcement>>,
    /// Its characteristics, where they differed from those of its definition.
    pub changed: Option<Arc<Characteristics>>,
    /// If it was an ability: which.
    pub ability: Option<Arc<StackAbility>>,
    /// The copy effect that decided what its copiable values were, if there was one (CR 707.2).
    pub copied: Option<DefId>,
}

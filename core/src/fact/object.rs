//! Objects: components, status, announcements, and snapshots of past objects.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::card::{CounterKind, ManaCost, ManaSymbol, ManaType, OptionalCost, Place, Value};

use super::action::Applied;
use super::characteristics::{Characteristics, Link, Origin};
use super::ids::{CardId, DefId, Entity, EntryNo, ManaId, ObjectId, PlayerId, Timestamp, TriggerId, Zone};
use super::memory::{Further, Memory};

/// What represents an object (CR 109.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Component {
    /// A card (CR 108.2).
    Card(CardId),
    /// A token, which only the effect that created it defines (CR 111.1).
    Token,
    /// An activated or triggered ability on the stack (CR 113.1c).
    Ability,
    /// An emblem, which only the effect that created it defines (CR 114.1).
    Emblem,
    /// A copy of a spell or card, without a card of its own (CR 707.10, 707.12).
    Copy,
}

impl Component {
    /// Returns the card, if it is one.
    pub const fn card(self) -> Option<CardId> {
        match self {
            Component::Card(card) => Some(card),
            _ => None,
        }
    }
}

/// One of the cards, tokens and copies that represent a merged (CR 723.2) or melded (CR 701.37a)
/// permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The object it was before it merged. For the original component, the permanent itself.
    pub was: ObjectId,
    /// What represents it.
    pub component: Component,
    /// Its definition when face up, for the face it shows.
    pub def: DefId,
    /// Its face-down definition, if it is face down (CR 708.2).
    pub listed: Option<DefId>,
    /// Whether it is the half of a combined back face that another piece represents (CR 713.2).
    pub half: bool,
    /// The timestamp at which it merged. For the original component, the permanent's timestamp
    /// (CR 723.2a).
    pub since: Timestamp,
}

/// The status of a permanent (CR 110.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Status {
    /// Tapped rather than untapped.
    pub tapped: bool,
}

/// The position of an object in its zone, where order matters (CR 400.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Position {
    /// On top: drawn first, or put onto the stack or into the graveyard last.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// In a library: this many from the top, where 1 is the top; at the bottom if there are fewer
    /// cards (CR 401.7).
    FromTop(u32),
}

impl From<Place> for Position {
    fn from(place: Place) -> Position {
        match place {
            Place::Top => Position::Top,
            Place::Bottom => Position::Bottom,
            Place::FromTop(n) => Position::FromTop(n),
            // Where X is not known, it is 0.
            Place::BeneathX => Position::FromTop(1),
        }
    }
}

/// Identifies an ability text by its index in a definition of the game's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilityRef {
    /// The definition of a card or of the ability itself.
    pub def: DefId,
    /// The index among a card's printed abilities; 0 in an ability's own definition.
    pub index: u16,
}

/// An activated or triggered ability as an object on the stack (CR 113.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StackAbility {
    /// The object it came from, which may be gone (CR 113.7a).
    pub source: ObjectId,
    /// The ability of the source, for links and limits. `None` for a delayed triggered ability.
    pub origin: Option<Origin>,
    /// The text of the ability.
    pub text: AbilityRef,
    /// The event that triggered it; `None` for an activated ability.
    pub trigger: Option<TriggerContext>,
    /// Its id from when it triggered; `None` for an activated ability.
    pub id: Option<TriggerId>,
}

/// Details of a trigger event (CR 603.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TriggerContext {
    /// The matching entry.
    pub event: EntryNo,
    /// The object of the event. For a zone change, the object that left.
    pub object: Option<ObjectId>,
    /// The player of the event.
    pub player: Option<PlayerId>,
    /// The amount of the event.
    pub amount: i32,
    /// Further objects of the event, for "one or more" (CR 603.2c).
    pub others: Vec<ObjectId>,
    /// The triggered ability of the event, if the event is an ability triggering (CR 603.3b).
    pub ability: Option<TriggerId>,
    /// The source of the damage, if the event is damage.
    pub source: Option<ObjectId>,
}

impl TriggerContext {
    /// Returns the objects of the event.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.object.iter().chain(&self.others).chain(&self.source).copied()
    }
}

/// What a player votes for (CR 701.32b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum VotedFor {
    /// A word that is connected to an effect.
    Word(String),
    /// An object.
    Object(ObjectId),
}

impl Note {
    /// Returns the objects in it.
    pub fn objects(&self) -> &[ObjectId] {
        match self {
            Note::Exiled(id) | Note::Put(id) | Note::Revealed(id) | Note::Chosen(id) | Note::Haunts(id) => {
                std::slice::from_ref(id)
            }
            Note::Sacrificed(ids) | Note::Paid(ids) => ids,
            _ => &[],
        }
    }
}

/// A fact noted about what an ability did, for abilities linked to it (CR 607.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A value was chosen.
    Value(Value),
    /// A player was chosen.
    Player(PlayerId),
    /// A number was chosen or paid.
    Number(u32),
    /// An object was exiled. This is the object in exile.
    Exiled(ObjectId),
    /// An object was put onto the battlefield, or created there.
    Put(ObjectId),
    /// A card was revealed (CR 607.2h).
    Revealed(ObjectId),
    /// An object was chosen.
    Chosen(ObjectId),
    /// The copiable values that a static ability has given since it first applied, as a definition
    /// (CR 707.2c).
    Copied(DefId),
    /// The object that the card haunts (CR 702.55b).
    Haunts(ObjectId),
    /// Objects were chosen to be sacrificed as the object entered (CR 614.13).
    Sacrificed(Vec<ObjectId>),
    /// A mode was chosen for an ability that can choose each mode only once: the ability, and the
    /// index of the mode (CR 700.2b).
    Mode(Box<Origin>, u8),
    /// Objects were used to pay a cost as the object entered (CR 614.12a, 614.13).
    Paid(Vec<ObjectId>),
    /// A player accepted what an ability of the object offered as it entered (CR 614.12a).
    Accepted,
    /// Several card names were chosen at once (CR 702.106f).
    Names(Vec<String>),
    /// Of the counters of this kind with which the object enters, another player than its
    /// controller puts this many on it (CR 122.6a). It is known until the object has entered.
    PutBy(PlayerId, Box<CounterKind>, u32),
}

/// An effect that reveals a card as it is drawn (CR 603.11, 121.9).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DrawReveal {
    /// The object with the ability.
    pub by: ObjectId,
    /// Links it to the abilities that refer to cards revealed this way (CR 607.2h).
    pub link: Link,
    /// Whether the player may choose not to reveal it (CR 121.9).
    pub may: bool,
}

/// One mana, with its source (CR 106.1, 106.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManaUnit {
    /// Its id within the game.
    pub id: ManaId,
    /// Its type.
    pub kind: ManaType,
    /// The object whose ability produced it.
    pub source: ObjectId,
    /// Whether that object was snow (CR 107.4h).
    pub snow: bool,
}

/// Choices made as a spell or ability resolved, which are not targets (CR 115.10, 608.2d).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chosen {
    /// The objects and players, in the order they were chosen.
    pub what: Vec<Entity>,
    /// Each one's share of what was divided among them; empty without a division.
    pub portions: Vec<u32>,
}

/// An announcement: the choices and payments made for a spell or ability (CR 601.2b-h, 602.2b,
/// 603.3d).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Announcement {
    /// The value of X (CR 107.3).
    pub x: Option<u32>,
    /// The targets of each instance of "target", in the order they were chosen (CR 601.2c).
    pub targets: Vec<Vec<Entity>>,
    /// For each instance of "target", how an amount is divided among its targets, in their order;
    /// empty without a division (CR 601.2d).
    pub divided: Vec<Vec<u32>>,
    /// The choices made as it resolved, by the index that the instruction gave them (CR 608.2d).
    pub chosen: Vec<Chosen>,
    /// The tokens that a resolution created before creating an ability that refers to them
    /// (CR 603.7c).
    pub created: Vec<ObjectId>,
    /// The mana spent, one unit each (CR 106.6, 601.2h).
    pub mana_spent: Vec<ManaUnit>,
    /// The objects sacrificed, discarded or exiled as payment, by their ids when chosen.
    pub paid_with: Vec<ObjectId>,
    /// The life paid.
    pub life_paid: u32,
    /// The definition of the permission that the spell is cast with, if it does more than allow
    /// casting it (CR 601.3, 118.9).
    pub permission: Option<DefId>,
    /// The chosen modes in printed order, repeated as often as chosen (CR 700.2).
    pub modes: Vec<u8>,
    /// The effect whose alternative cost is paid instead of the mana cost (CR 118.9).
    pub alternative: Option<Applied>,
    /// The optional additional costs paid, and how often (CR 118.8b, 601.2b).
    pub optional: Vec<Intent>,
    /// The option chosen for each cost that is one of several, in the order of the costs
    /// (CR 601.2b).
    pub either: Vec<u8>,
    /// How symbols that can be paid in several ways are paid (CR 118.13a, 601.2b).
    pub symbols: Vec<SymbolsPaid>,
    /// The texts of cards in a hand that the spell has gained, in order.
    pub added_texts: Vec<AddedText>,
    /// The remaining parts: cast untimely or not, the memory, and the keyword whose cost was paid.
    pub further: Further,
}

impl Announcement {
    /// An announcement of nothing, which all share until something is announced.
    pub fn none() -> Arc<Announcement> {
        static NONE: LazyLock<Arc<Announcement>> = LazyLock::new(Arc::default);
        Arc::clone(&NONE)
    }

    /// Returns the objects that it names, in its memory, too.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let chosen = self.chosen.iter().flat_map(|it| &it.what);
        let entities = self.targets.iter().flatten().chain(chosen).filter_map(|it| it.object());
        let own = self.created.iter().chain(&self.paid_with).copied();
        let own = own.chain(self.mana_spent.iter().map(|unit| unit.source));
        entities.chain(own).chain(self.memory().into_iter().flat_map(Memory::all_objects))
    }

    /// The player for whom the nth target of an instance was chosen, if the text has some for each
    /// of several players (CR 601.2c).
    pub(crate) fn chosen_for(&self, instance: usize, nth: usize) -> Option<PlayerId> {
        let mut before = 0;
        let own = self.further.apiece.iter().filter(|it| usize::from(it.instance) == instance);
        own.into_iter().find_map(|it| {
            before += usize::from(it.count);
            (nth < before).then_some(it.player)
        })
    }

    /// Returns the memory of the resolution that created this ability or effect, if any.
    pub fn memory(&self) -> Option<&Memory> {
        self.further.memory.as_deref()
    }
}

/// The intention to pay an optional additional cost (CR 601.2b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Intent {
    /// The kind of cost.
    pub what: OptionalCost,
    /// The index among costs of this kind, in the order of the abilities that offer them.
    pub nth: u8,
    /// How many times.
    pub times: u32,
}

/// How all symbols of one kind in a cost are paid: the nonhybrid equivalent (CR 601.2b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SymbolsPaid {
    /// The symbol.
    pub symbol: ManaSymbol,
    /// The mana paid for it.
    pub mana: ManaCost,
    /// The life paid for it (CR 107.4f).
    pub life: u32,
}

/// The text of a card in a hand that a spell has gained
/// ([`AddingText`](crate::card::keyword::AddingText)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AddedText {
    /// The card.
    pub card: ObjectId,
    /// The ability of the card that allows it.
    pub origin: Origin,
    /// The text added to the spell.
    pub text: AbilityRef,
}

/// A new object, as its first event describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NewObject {
    /// Its id.
    pub id: ObjectId,
    /// What represents it.
    pub component: Component,
    /// Its owner (CR 108.3).
    pub owner: PlayerId,
    /// Its controller, if it has one (CR 108.4).
    pub controller: Option<PlayerId>,
    /// Its definition.
    pub def: DefId,
    /// Its zone.
    pub zone: Zone,
    /// Its position in the zone.
    pub position: Position,
    /// Its status.
    pub status: Status,
    /// The counters on it.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The object or player it enters attached to (CR 303.4).
    pub attached_to: Option<Entity>,
    /// Its timestamp (CR 613.7d).
    pub timestamp: Timestamp,
    /// The announcement of the spell it was (CR 400.7c).
    pub announced: Option<Arc<Announcement>>,
    /// The ability, if it is one.
    pub ability: Option<Arc<StackAbility>>,
}

impl NewObject {
    /// Creates an object without a controller, at the bottom of a zone, with nothing on it. This
    /// suits most objects that do not enter the battlefield.
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

/// A snapshot: last known information about an object in its zone (CR 113.7a, 608.2h, 603.10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Snapshot {
    /// What represented it.
    pub component: Component,
    /// Its owner.
    pub owner: PlayerId,
    /// Its controller.
    pub controller: Option<PlayerId>,
    /// Its definition.
    pub def: DefId,
    /// Its zone.
    pub zone: Zone,
    /// Its status.
    pub status: Status,
    /// The counters on it.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The object or player it was attached to.
    pub attached_to: Option<Entity>,
    /// The player or planeswalker it was attacking.
    pub attacking: Option<Entity>,
    /// Whether it was blocking.
    pub blocking: bool,
    /// Its announcement.
    pub announced: Option<Arc<Announcement>>,
    /// Its characteristics, if they differed from its definition's.
    pub changed: Option<Arc<Characteristics>>,
    /// The ability, if it was one.
    pub ability: Option<Arc<StackAbility>>,
    /// The copy effect that determined its copiable values, if any (CR 707.2).
    pub copied: Option<DefId>,
}

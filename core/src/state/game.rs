//! A game: counters that only ever grow, the table of definitions, and a world.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::card::catalogue::{self, Catalogue, CatalogueRef, Lack};
use crate::card::{Ability, Card, Definition, Face, Side, counts_turns, is_linked, names_sources};
use crate::fact::{
    AbilityRef, Canonical, CardId, Choice, DefId, EffectId, EntryNo, Frame, ManaId, ObjectId, PlayerId, Timestamp,
    TriggerId, Zone,
};
use crate::persist::{Map, Shared, Vector};

use super::cache::{Derived, Printed};
use super::layers::Stale;
use super::object::Object;
use super::player::Player;
use super::world::{PhasedOut, World};

/// A definition of the game's table, with what is computed of it once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interned {
    /// What it says.
    pub definition: Canonical<Definition>,
    /// What `derive` keeps of it; not part of the state.
    #[serde(skip)]
    pub(crate) printed: OnceLock<Arc<Printed>>,
    /// Whether it speaks of sources of abilities on the stack, of what linked abilities did, and of how many turns there
    /// were; not part of the state.
    #[serde(skip)]
    spoken: OnceLock<[bool; 3]>,
}

/// Whether a definition has one of these keywords in it: its text is looked at, wherever in it an ability stands.
pub(super) fn speaks_of_day_and_night(definition: &Canonical<Definition>) -> bool {
    definition.text().map_or(true, |text| text.contains("Daybound") || text.contains("Nightbound"))
}

/// Whether a definition changes devotion, by the word that says so.
fn speaks_of_more_devotion(definition: &Canonical<Definition>) -> bool {
    definition.text().map_or(true, |text| text.contains("MoreDevotion"))
}

/// Whether a definition asks what has happened this turn, by the words that do.
fn speaks_of_the_past(definition: &Canonical<Definition>) -> bool {
    let asks = |text: &str| ["ThisTurn(", "Nth("].iter().any(|word| text.contains(word));
    definition.text().map_or(true, asks)
}

impl PartialEq for Interned {
    fn eq(&self, other: &Interned) -> bool {
        self.definition == other.definition
    }
}

impl Eq for Interned {}

impl Interned {
    /// Wraps a definition.
    pub(crate) fn new(definition: Canonical<Definition>) -> Interned {
        Interned { definition, printed: OnceLock::new(), spoken: OnceLock::new() }
    }

    fn spoken(&self) -> [bool; 3] {
        *self.spoken.get_or_init(|| {
            let text = &*self.definition;
            [names_sources(text), is_linked(text), counts_turns(text)]
        })
    }

    /// Whether it asks what the source of an ability on the stack is.
    pub(crate) fn names_sources(&self) -> bool {
        self.spoken()[0]
    }

    /// Whether it asks how many turns a player has taken.
    pub(crate) fn counts_turns(&self) -> bool {
        self.spoken()[2]
    }

    /// Whether it speaks of what a linked ability did (CR 607).
    pub(crate) fn is_linked(&self) -> bool {
        self.spoken()[1]
    }
}

/// Who owns a card, and what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRecord {
    /// Its owner.
    pub owner: PlayerId,
    /// Its definition.
    pub def: DefId,
}

/// The counters that only ever grow: the next number of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// The next object.
    pub object: ObjectId,
    /// The next continuous effect.
    pub effect: EffectId,
    /// The next trigger.
    pub trigger: TriggerId,
    /// The next mana.
    pub mana: ManaId,
    /// The next timestamp.
    pub timestamp: Timestamp,
    /// The next entry.
    pub entry: EntryNo,
    /// How many numbers of the generator are used up.
    pub draws: u64,
}

/// A bit of what the definitions of a game speak of: what has happened this turn.
const LOOKS_BACK: u8 = 1;

/// A bit of that: more devotion.
const CHANGES_DEVOTION: u8 = 2;

/// A bit of that: which card names there are.
const ASKS_NAMES: u8 = 4;

/// What of that a definition speaks of.
pub(super) fn speaks_of(definition: &Canonical<Definition>) -> u8 {
    let bit = |bit: u8, is: bool| if is { bit } else { 0 };
    bit(LOOKS_BACK, speaks_of_the_past(definition))
        | bit(CHANGES_DEVOTION, speaks_of_more_devotion(definition))
        | bit(ASKS_NAMES, definition.text().map_or(true, catalogue::asks_names))
}

/// A game. Its fields are private to `state`: only [`evolve`](super::evolve()) changes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Game {
    pub(super) seed: u64,
    pub(super) starting_player: PlayerId,
    /// Whether a definition of the table speaks of daybound or nightbound.
    pub(super) bound: bool,
    /// What definitions of the table speak of, as bits: what has happened this turn, devotion, card names.
    pub(super) speaks: u8,
    /// The cards that there are: which, which is part of the state, and the content where somebody has brought it.
    pub(super) catalogue: Shared<CatalogueRef>,
    pub(super) counters: Counters,
    pub(super) definitions: Shared<Vector<Arc<Interned>>>,
    pub(super) cards: Map<CardId, CardRecord>,
    pub(super) world: Arc<World>,
    /// What follows from the state; computed when asked for, never stored, shared between clones of one version.
    #[serde(skip)]
    pub(crate) derived: OnceLock<Arc<Derived>>,
    /// What followed from an earlier version, until it is known what follows from this one; never stored.
    #[serde(skip)]
    pub(crate) stale: Option<Arc<Stale>>,
    /// What the game waits for; computed by the rules when asked for, never stored.
    #[serde(skip)]
    pub(crate) choices: OnceLock<Arc<Vec<Choice>>>,
    /// Whether what cannot matter is asked all the same; how an input is run, no part of the state.
    #[serde(skip)]
    asks_everything: bool,
    /// Set once state-based actions have been checked and there were none; never stored.
    #[serde(skip)]
    pub(crate) settled: OnceLock<()>,
    /// The objects off the battlefield that have a static or triggered ability which functions where they are; never
    /// stored.
    #[serde(skip)]
    pub(crate) elsewhere: OnceLock<Arc<Vec<ObjectId>>>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.seed == other.seed
            && self.starting_player == other.starting_player
            && self.catalogue == other.catalogue
            && self.counters == other.counters
            && self.cards == other.cards
            && self.definitions == other.definitions
            && self.world == other.world
    }
}

impl Eq for Game {}

impl Default for Game {
    fn default() -> Game {
        Game::empty()
    }
}

impl Game {
    /// Before the first event.
    pub fn empty() -> Game {
        Game {
            seed: 0,
            starting_player: PlayerId(0),
            bound: false,
            speaks: 0,
            catalogue: Shared::from(CatalogueRef::UNTOLD),
            counters: Counters::default(),
            definitions: Shared::default(),
            cards: Map::new(),
            world: Arc::new(World::default()),
            derived: OnceLock::new(),
            stale: None,
            choices: OnceLock::new(),
            asks_everything: false,
            settled: OnceLock::new(),
            elsewhere: OnceLock::new(),
        }
    }

    /// Before the first event, with the content of the catalogue that the game is to have.
    pub fn before(catalogue: &CatalogueRef) -> Game {
        let content = CatalogueRef::UNTOLD.with(catalogue.content());
        Game { catalogue: Shared::from(content), ..Game::empty() }
    }

    /// The same game with the content of its catalogue, where that was not here. One that tells of no catalogue, as formats
    /// before 4 do, takes any.
    #[must_use]
    pub fn among(mut self, catalogue: &Arc<Catalogue>) -> Game {
        if self.catalogue.content().is_none() {
            self.catalogue = Shared::from(CatalogueRef::clone(&self.catalogue).with(Some(catalogue)));
            (self.derived, self.stale) = (OnceLock::new(), None);
            (self.choices, self.settled, self.elsewhere) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        }
        self
    }

    /// The cards that there are, if the content is here.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.catalogue.content().map(|content| &**content)
    }

    /// Which catalogue the game has.
    pub fn catalogue_ref(&self) -> &CatalogueRef {
        &self.catalogue
    }

    /// Whether anything in the game could ask which cards there are.
    pub fn asks_names(&self) -> bool {
        self.speaks & ASKS_NAMES != 0
    }

    /// Whether the game could ask its catalogue, and has not got it.
    pub fn lacks_catalogue(&self) -> bool {
        self.asks_names() && self.catalogue.content().is_none() && self.catalogue.id().is_some()
    }

    /// What the game could ask of its catalogue that is not here. A game that tells of no catalogue has the cards that are in
    /// it, and lacks nothing.
    pub fn lack(&self) -> Option<Lack> {
        let id = self.catalogue.id().filter(|_| self.asks_names())?;
        match self.catalogue() {
            Some(catalogue) => self.copied_by_name().find_map(|name| catalogue.lack_of(&name)),
            None => Some(Lack::Catalogue(id)),
        }
    }

    /// The names of the cards that something in the game copies by name.
    pub fn copied_by_name(&self) -> impl Iterator<Item = String> {
        let texts = self.definitions.iter().filter_map(|interned| interned.definition.text().ok());
        texts.flat_map(catalogue::copied_by_name)
    }

    /// The same game, in which also such questions are asked as cannot matter, or no more. Older versions asked them: what
    /// answers them leads to what it did then.
    #[must_use]
    pub fn asking_everything(mut self, asks: bool) -> Game {
        (self.asks_everything, self.choices) = (asks, OnceLock::new());
        self
    }

    /// Whether what cannot matter is asked all the same.
    pub(crate) fn asks_everything(&self) -> bool {
        self.asks_everything
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The next number of each kind.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The player who took the first turn.
    pub fn starting_player(&self) -> PlayerId {
        self.starting_player
    }

    /// The number that the next entry gets: how many events there have been.
    pub fn len(&self) -> u64 {
        self.counters.entry.0
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table of definitions.
    pub fn definitions(&self) -> &Vector<Arc<Interned>> {
        &self.definitions
    }

    /// A definition of the table.
    pub fn definition(&self, def: DefId) -> Option<&Definition> {
        self.definitions.get(def.0 as usize).map(|interned| &*interned.definition)
    }

    /// Whether anything in the game could have daybound or nightbound (CR 702.145): it is in no definition otherwise, and nobody
    /// need look for it.
    pub fn knows_day_and_night(&self) -> bool {
        self.bound
    }

    /// Whether anything in the game could ask what has happened this turn (CR 609.8): nobody need remember it otherwise.
    pub fn looks_back(&self) -> bool {
        self.speaks & LOOKS_BACK != 0
    }

    /// Whether anything in the game could change devotion (CR 700.5a): nobody need look for it otherwise.
    pub fn changes_devotion(&self) -> bool {
        self.speaks & CHANGES_DEVOTION != 0
    }

    /// The place of a definition in the table, if it is there.
    pub fn find_definition(&self, definition: &Definition) -> Option<DefId> {
        let index = self.definitions.iter().position(|interned| *interned.definition == *definition)?;
        Some(DefId(u32::try_from(index).ok()?))
    }

    /// The face that a definition gives to an object.
    pub fn face(&self, def: DefId) -> Option<&Face> {
        self.definition(def).and_then(Definition::face)
    }

    /// The ability that a reference names.
    pub fn ability(&self, text: AbilityRef) -> Option<&Ability> {
        match self.definition(text.def)? {
            Definition::Ability(ability) => Some(ability),
            other => other.face()?.ability(usize::from(text.index)),
        }
    }

    /// The definition of what shows another side of a card than the card in a hand does. Those of a card follow it in the
    /// table.
    pub fn side(&self, card: DefId, side: Side) -> Option<DefId> {
        let Some(Definition::Card(of)) = self.definition(card) else { return None };
        let place = of.sides().position(|other| other == side)?;
        let def = DefId(card.0.checked_add(1)?.checked_add(u32::try_from(place).ok()?)?);
        matches!(self.definition(def), Some(Definition::Side(_, shown)) if *shown == side).then_some(def)
    }

    /// The definition of the card that a side is of; any other definition itself.
    pub fn whole(&self, def: DefId) -> DefId {
        let Some(Definition::Side(of, side)) = self.definition(def) else { return def };
        let place = of.sides().position(|other| other == *side).and_then(|place| u32::try_from(place).ok());
        let card = place.and_then(|place| def.0.checked_sub(place)?.checked_sub(1)).map(DefId);
        card.filter(|card| matches!(self.definition(*card), Some(Definition::Card(its)) if its == of)).unwrap_or(def)
    }

    /// The card that an object with a definition is made of, if it is made of one.
    pub fn card_of(&self, def: DefId) -> Option<&Card> {
        match self.definition(def)? {
            Definition::Card(card) | Definition::Side(card, _) => Some(card),
            _ => None,
        }
    }

    /// The cards of the game, whatever zone they are in.
    pub fn cards(&self) -> &Map<CardId, CardRecord> {
        &self.cards
    }

    /// An object that exists now. A permanent that is phased out is treated as though it did not (CR 702.26b): this is the
    /// one place where rules and effects look for an object, and it is not there.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.world.objects.get(&id).map(|object| &**object)
    }

    /// A permanent that is phased out, for what speaks of such (CR 702.26b).
    pub fn phased_out(&self, id: ObjectId) -> Option<&PhasedOut> {
        self.world.phased_out.get(&id).map(|phased| &**phased)
    }

    /// An object that exists now, a permanent that is phased out among them: for whoever shows the game, not for its rules.
    pub fn object_or_phased_out(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).or_else(|| Some(&*self.phased_out(id)?.object))
    }

    /// Who makes a player's choices and decisions: whoever controls the player, or the player (CR 718.5).
    pub fn decides_for(&self, player: PlayerId) -> PlayerId {
        match self.world.schedule.control.now {
            Some((controlled, by)) if controlled == player => by,
            _ => player,
        }
    }

    /// The monarch, if there is one (CR 720.1).
    pub fn monarch(&self) -> Option<PlayerId> {
        self.world.monarch
    }

    /// A player.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.world.players.get(usize::from(id.0)).map(|player| &**player)
    }

    /// All players in seat order, those who have left as well.
    pub fn players(&self) -> impl Iterator<Item = &Player> {
        self.world.players.iter().map(|player| &**player)
    }

    /// The objects of a zone.
    pub fn zone(&self, zone: Zone) -> &Vector<ObjectId> {
        self.world.zone(zone)
    }

    /// The innermost frame.
    pub fn frame(&self) -> Option<&Frame> {
        self.world.top_frame().map(|frame| &**frame)
    }
}

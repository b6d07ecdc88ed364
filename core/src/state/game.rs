//! A game: ever-growing counters, the table of definitions, and a world.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::card::catalogue::{self, Catalogue, CatalogueRef, Lack};
use crate::card::words::term::{Term, any};
use crate::card::{
    Ability, Card, Condition, Definition, Designation, Face, Filter, Keyword, Objects, Players, Quantity, Side,
    StaticEffect, TriggerEvent, any_text, counts_turns, creators, is_linked, names_sources, outlasts_the_turn,
};
use crate::fact::{
    AbilityRef, Canonical, CardId, DefId, EffectId, EntryNo, Frame, ManaId, ObjectId, PlayerId, Timestamp, TriggerId,
    Zone,
};
use crate::persist::{Map, OnDemand, Shared};

use super::cache::{DefinitionValues, Derived, Lists, SetAside, Summary};
use super::designations::Designations;
use super::layers::Stale;
use super::object::Object;
use super::offers::{Asked, Offers};
use super::player::Player;
use super::seating::Seating;
use super::veil::Veil;
use super::world::{DraftNote, PhasedOut, Waiting, World};

/// A definition in the game's table, with values computed from it once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interned {
    /// The definition.
    pub definition: Canonical<Definition>,
    /// What `derive` works out from it and its place in the table; not part of the state.
    #[serde(skip)]
    pub(crate) printed: OnceLock<Arc<DefinitionValues>>,
    /// What it refers to; not part of the state.
    #[serde(skip)]
    pub(super) spoken: OnceLock<Spoken>,
}

/// What follows from a definition in whatever game it is.
#[derive(Debug)]
pub(crate) struct Known {
    /// What it refers to, as bits ([`Game::speaks`]).
    speaks: u8,
    /// Whether it mentions daybound or nightbound.
    bound: bool,
    spoken: OnceLock<Spoken>,
    /// The definitions of the other sides of the card, which follow it in a table.
    pub(crate) sides: Vec<Canonical<Definition>>,
    /// What `derive` has worked out, in the place of the table where it was first.
    pub(crate) printed: OnceLock<(DefId, Arc<DefinitionValues>)>,
    /// The effects that it stands for, if it is one.
    effects: OnceLock<Arc<[Arc<StaticEffect>]>>,
}

impl Known {
    pub(crate) fn of(definition: &Canonical<Definition>) -> Arc<Known> {
        definition.beside(|_| {
            let sides = match &**definition {
                Definition::Card(card) => {
                    card.sides().map(|side| Canonical::new(Definition::Side(card.clone(), side))).collect()
                }
                _ => Vec::new(),
            };
            Known {
                speaks: speaks_of(definition),
                bound: speaks_of_day_and_night(&**definition),
                spoken: OnceLock::new(),
                sides,
                printed: OnceLock::new(),
                effects: OnceLock::new(),
            }
        })
    }

    /// What it refers to, as bits.
    pub(super) fn speaks(&self) -> u8 {
        self.speaks
    }

    /// Whether it mentions daybound or nightbound.
    pub(super) fn is_bound(&self) -> bool {
        self.bound
    }
}

/// What a definition refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spoken {
    /// Sources of abilities on the stack.
    sources: bool,
    /// Linked abilities.
    linked: bool,
    /// The number of turns taken.
    turns: bool,
}

impl Spoken {
    fn of(definition: &Definition) -> Spoken {
        let (sources, linked, turns) = (names_sources(definition), is_linked(definition), counts_turns(definition));
        Spoken { sources, linked, turns }
    }
}

/// Returns the definition that consists of an ability.
pub(crate) fn definition_of(ability: &Canonical<Ability>) -> Canonical<Definition> {
    let definition = |ability: &Ability| Canonical::new(Definition::Ability(ability.clone()));
    Canonical::clone(&ability.beside(definition))
}

/// Returns whether a text mentions daybound or nightbound, at any depth.
fn speaks_of_day_and_night(text: &dyn Term) -> bool {
    any(text, |it: &Keyword| matches!(it, Keyword::Daybound | Keyword::Nightbound))
}

/// Returns whether a text asks what has happened this turn or in the last turn of somebody.
fn names_the_past(text: &dyn Term) -> bool {
    any(text, |it: &Quantity| matches!(it, Quantity::TimesThisTurn(..) | Quantity::AmountThisTurn(..)))
        || any(text, |it: &Objects| matches!(it, Objects::ThisTurn(..)))
        || any(text, |it: &Players| matches!(it, Players::ThisTurn(..)))
        || any(text, |it: &TriggerEvent| matches!(it, TriggerEvent::Nth { .. }))
        || any(text, |it: &Condition| matches!(it, Condition::ThisStep(..)))
        || names_last_turns(text)
}

/// Returns whether a text asks what was attached to objects of past events.
fn speaks_of_past_attachments(text: &dyn Term) -> bool {
    any(text, |it: &Filter| matches!(it, Filter::HasAttached(..))) && names_the_past(text)
}

/// Returns whether a text asks what happened in the last turn of somebody. How many spells were
/// cast last turn is another word, which looks back no further than that.
fn names_last_turns(text: &dyn Term) -> bool {
    any(text, |it: &Filter| matches!(it, Filter::LastTurn(..)))
        || any(text, |it: &Players| matches!(it, Players::LastTurn(..)))
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

    fn spoken(&self) -> Spoken {
        *self.spoken.get_or_init(|| *Known::of(&self.definition).spoken.get_or_init(|| Spoken::of(&self.definition)))
    }

    /// Returns whether it refers to the source of an ability on the stack.
    pub(crate) fn names_sources(&self) -> bool {
        self.spoken().sources
    }

    /// Returns whether it asks how many turns a player has taken.
    pub(crate) fn counts_turns(&self) -> bool {
        self.spoken().turns
    }

    /// Returns the effects that it stands for, if it is one ([`StaticEffect::spelled_out`]).
    pub(crate) fn effects(&self) -> Arc<[Arc<StaticEffect>]> {
        let effects = || match &*self.definition {
            Definition::Effect(effect) => effect.clone().spelled_out().into_iter().map(Arc::new).collect(),
            _ => Arc::default(),
        };
        Arc::clone(Known::of(&self.definition).effects.get_or_init(effects))
    }

    /// Returns whether it refers to a linked ability (CR 607).
    pub(crate) fn is_linked(&self) -> bool {
        self.spoken().linked
    }
}

/// The definitions of a game, and what follows from all of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Table {
    pub(super) interned: Vec<Arc<Interned>>,
    /// What they bring into the game; computed by `derive` on demand, never stored.
    #[serde(skip)]
    pub(super) summary: OnceLock<Arc<Summary>>,
}

impl Table {
    /// Adds a definition. Returns what follows from it.
    pub(super) fn push(&mut self, definition: Canonical<Definition>) -> (u8, bool) {
        let known = Known::of(&definition);
        self.interned.push(Arc::new(Interned::new(definition)));
        self.summary = OnceLock::new();
        (known.speaks, known.bound)
    }

    /// Returns a definition.
    pub(super) fn get(&self, def: DefId) -> Option<&Arc<Interned>> {
        self.interned.get(def.0 as usize)
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.interned == other.interned
    }
}

/// A card's owner and printed definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRecord {
    /// Its owner.
    pub owner: PlayerId,
    /// Its definition.
    pub def: DefId,
}

/// Ever-growing counters: the next number of each kind.
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
    /// How many numbers of the generator have been used.
    pub draws: u64,
}

/// A bit for what definitions refer to: events of this turn.
const LOOKS_BACK: u8 = 1;

/// A bit for what definitions refer to: changes of devotion.
const CHANGES_DEVOTION: u8 = 2;

/// A bit for what definitions refer to: the existing card names.
const ASKS_NAMES: u8 = 4;

/// A bit for what definitions refer to: ascend.
const ASCENDS: u8 = 8;

/// Asks what happened in the last turn of a player (CR 609.8).
const LOOKS_FAR_BACK: u8 = 16;

/// A bit for what definitions refer to: what was attached to objects of events of this turn or of
/// the last turn of a player.
const LOOKS_BACK_AT_ATTACHMENTS: u8 = 32;

/// Names the object whose ability created what has the text (CR 201.4a).
const NAMES_CREATORS: u8 = 64;

/// Returns these bits for a definition.
pub(super) fn speaks_of(definition: &Canonical<Definition>) -> u8 {
    let bit = |bit: u8, is: bool| if is { bit } else { 0 };
    let text: &dyn Term = &**definition;
    let ascends = |it: &Keyword| *it == Keyword::Ascend;
    let names_creators = |it: &Objects| matches!(it, Objects::Exactly { .. });
    bit(LOOKS_BACK, any_text(text, names_the_past) || outlasts_the_turn(text))
        | bit(LOOKS_BACK_AT_ATTACHMENTS, any_text(text, speaks_of_past_attachments))
        | bit(CHANGES_DEVOTION, any(text, |it: &StaticEffect| matches!(it, StaticEffect::MoreDevotion { .. })))
        | bit(LOOKS_FAR_BACK, names_last_turns(text))
        | bit(ASCENDS, any(text, ascends))
        | bit(NAMES_CREATORS, any(text, names_creators))
        | bit(ASKS_NAMES, catalogue::asks_names(text))
}

/// A game. Its fields are private to `state`: only [`evolve`](super::evolve()) changes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Game {
    pub(super) seed: u64,
    pub(super) starting_player: PlayerId,
    /// The teams and options, if the game has any.
    pub(super) seating: Option<Arc<Seating>>,
    /// Whether a definition of the table mentions daybound or nightbound.
    pub(super) bound: bool,
    /// What definitions of the table refer to, as bits: events of this turn, devotion, card names,
    /// ascend.
    pub(super) speaks: u8,
    /// The card catalogue: its identity, which is part of the state, and its content if supplied.
    pub(super) catalogue: Shared<CatalogueRef>,
    pub(super) counters: Counters,
    pub(super) definitions: Shared<Table>,
    pub(super) cards: Map<CardId, CardRecord>,
    pub(super) world: Arc<World>,
    /// Values derived from the state; computed on demand, never stored, shared between clones of
    /// one version.
    #[serde(skip)]
    pub(crate) derived: OnDemand<Arc<Derived>>,
    /// Values derived from an earlier version, until those of this version are known; never stored.
    #[serde(skip)]
    pub(crate) stale: Option<Arc<Stale>>,
    /// Values derived from the states that a proposal under way may come back to; never stored.
    #[serde(skip)]
    pub(crate) set_aside: Option<Arc<SetAside>>,
    /// The choices that the game waits for; computed by the rules on demand, never stored.
    #[serde(skip)]
    pub(crate) choices: OnDemand<Arc<Asked>>,
    /// Set once a check of state-based actions has found none; never stored.
    #[serde(skip)]
    pub(crate) settled: OnceLock<()>,
    /// Lists of objects; computed on demand, never stored.
    #[serde(skip)]
    pub(crate) lists: OnDemand<Arc<Lists>>,
    /// The veil over its names, if its words are for one player; never stored.
    #[serde(skip)]
    pub(super) veil: Option<Veil>,
}

impl Game {
    /// Returns the same game, with names veiled.
    pub fn veiled(&self, veil: &Veil) -> Game {
        Game { veil: Some(veil.clone()), ..self.clone() }
    }

    /// Returns what a hidden object is called in a veiled game; `None` if nothing hides its name.
    pub(crate) fn veiled_name(&self, id: ObjectId) -> Option<&'static str> {
        self.veil.as_ref()?.name(id)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.seed == other.seed
            && self.starting_player == other.starting_player
            && self.seating == other.seating
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
    /// Creates a game before its first event.
    pub fn empty() -> Game {
        Game {
            seed: 0,
            starting_player: PlayerId(0),
            seating: None,
            bound: false,
            speaks: 0,
            catalogue: Shared::from(CatalogueRef::default()),
            counters: Counters::default(),
            definitions: Shared::default(),
            cards: Map::new(),
            world: Arc::new(World::default()),
            derived: OnDemand::default(),
            stale: None,
            set_aside: None,
            choices: OnDemand::default(),
            settled: OnceLock::new(),
            lists: OnDemand::default(),
            veil: None,
        }
    }

    /// Creates a game before its first event, with the content of its catalogue.
    pub fn before(catalogue: &CatalogueRef) -> Game {
        Game { catalogue: Shared::from(catalogue.clone()), ..Game::empty() }
    }

    /// Returns this game with the content of its catalogue, if it was missing.
    #[must_use]
    pub fn among(mut self, catalogue: &Arc<Catalogue>) -> Game {
        if self.catalogue.content().is_none() {
            self.catalogue = Shared::from(CatalogueRef::clone(&self.catalogue).with(Some(catalogue)));
            (self.derived, self.stale) = (OnDemand::default(), None);
            self.set_aside = None;
            (self.choices, self.settled, self.lists) = Default::default();
        }
        self
    }

    /// Returns the catalogue, if its content is available.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.catalogue.content().map(|content| &**content)
    }

    /// Returns which catalogue the game has.
    pub fn catalogue_ref(&self) -> &CatalogueRef {
        &self.catalogue
    }

    /// Returns whether anything in the game could ask which cards exist.
    pub fn asks_names(&self) -> bool {
        self.speaks & ASKS_NAMES != 0
    }

    /// Returns whether the game could ask its catalogue but does not have it.
    pub(crate) fn lacks_catalogue(&self) -> bool {
        self.asks_names() && self.catalogue.content().is_none()
    }

    /// Returns what the game could ask of its catalogue but cannot.
    pub fn lack(&self) -> Option<Lack> {
        match self.catalogue() {
            _ if !self.asks_names() => None,
            Some(catalogue) => self.copied_by_name().find_map(|name| catalogue.lack_of(&name)),
            None => Some(Lack::Catalogue(self.catalogue.id())),
        }
    }

    /// Returns the names of the cards that something in the game copies by name.
    pub fn copied_by_name(&self) -> impl Iterator<Item = String> {
        self.definitions().iter().flat_map(|interned| catalogue::copied_by_name(&*interned.definition))
    }

    /// The values derived for this version, or else for the latest version that has any.
    pub(super) fn known_derived(&self) -> Option<&Derived> {
        let stale = || self.stale.as_deref().map(|stale| &*stale.from);
        self.derived.get().map(|derived| &**derived).or_else(stale)
    }

    /// What players with priority were offered lately, if anything is known of it.
    pub(crate) fn offers(&self) -> Option<&Offers> {
        self.lists.get().map(|lists| &lists.offers)
    }

    /// Returns the world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the main game as it waits, if this is a subgame (CR 722.1a).
    pub fn main_game(&self) -> Option<Game> {
        let Waiting { world, starting_player, .. } = self.world.main()?;
        Some(Game { starting_player: *starting_player, ..self.in_world(world) })
    }

    /// The game with another world, of which nothing is known yet.
    fn in_world(&self, world: &Arc<World>) -> Game {
        Game {
            world: Arc::clone(world),
            derived: OnDemand::default(),
            stale: None,
            set_aside: None,
            choices: OnDemand::default(),
            settled: OnceLock::new(),
            lists: OnDemand::default(),
            ..self.clone()
        }
    }

    /// Returns the game as a player left it, without its past (CR 800.4i).
    pub(crate) fn as_left_by(&self, player: PlayerId) -> Option<Game> {
        let (_, world) = self.world.others.left.iter().find(|(id, _)| *id == player)?;
        Some(self.in_world(world))
    }

    /// Returns the next number of each kind.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the seed of the generator.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the player who took the first turn.
    pub fn starting_player(&self) -> PlayerId {
        self.starting_player
    }

    /// Returns the teams and options, if the game has any.
    pub fn seating(&self) -> Option<&Seating> {
        self.seating.as_deref()
    }

    /// Returns the number of the next entry, which is the number of events so far.
    pub fn len(&self) -> u64 {
        self.counters.entry.0
    }

    /// Returns whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the table of definitions.
    pub fn definitions(&self) -> &[Arc<Interned>] {
        &self.definitions.interned
    }

    /// Returns the cache of what the definitions bring into the game.
    pub(crate) fn summary_cache(&self) -> &OnceLock<Arc<Summary>> {
        &self.definitions.summary
    }

    /// Returns a definition of the table.
    pub fn definition(&self, def: DefId) -> Option<&Definition> {
        self.definitions().get(def.0 as usize).map(|interned| &*interned.definition)
    }

    /// Returns whether anything in the game could have daybound or nightbound (CR 702.145). If not,
    /// nothing needs to look for them.
    pub(crate) fn knows_day_and_night(&self) -> bool {
        self.bound
    }

    /// Returns whether anything in the game could have ascend (CR 702.131). If not, nobody counts
    /// permanents for it.
    pub(crate) fn knows_ascend(&self) -> bool {
        self.speaks & ASCENDS != 0
    }

    /// Returns whether anything in the game could ask what has happened this turn (CR 609.8). If
    /// not, nothing needs to be remembered for it.
    pub(crate) fn looks_back(&self) -> bool {
        self.speaks & LOOKS_BACK != 0
    }

    /// Returns whether anything in the game could ask what was attached to the objects of what has
    /// happened. If not, nothing needs to be remembered for it.
    pub(crate) fn looks_back_at_attachments(&self) -> bool {
        self.speaks & LOOKS_BACK_AT_ATTACHMENTS != 0
    }

    /// Returns whether anything in the game could ask what has happened in the last turn of a
    /// player (CR 609.8). If not, only this turn and the one before it need to be remembered.
    pub(super) fn looks_far_back(&self) -> bool {
        self.speaks & LOOKS_FAR_BACK != 0
    }

    /// Returns the objects that abilities of what they created name (CR 201.4a).
    pub(super) fn creators(&self) -> BTreeSet<ObjectId> {
        if self.speaks & NAMES_CREATORS == 0 {
            return BTreeSet::new();
        }
        let naming = self.definitions().iter().filter(|it| Known::of(&it.definition).speaks & NAMES_CREATORS != 0);
        naming.flat_map(|it| creators(&*it.definition)).map(ObjectId).collect()
    }

    /// Returns whether anything in the game could change devotion (CR 700.5a). If not, nothing
    /// needs to look for it.
    pub(crate) fn changes_devotion(&self) -> bool {
        self.speaks & CHANGES_DEVOTION != 0
    }

    /// Returns the index of a definition in the table, if it is there.
    pub(crate) fn find_definition(&self, definition: &Canonical<Definition>) -> Option<DefId> {
        let index = self.definitions().iter().position(|interned| interned.definition == *definition)?;
        Some(DefId(u32::try_from(index).ok()?))
    }

    /// Returns the face that a definition gives an object.
    pub fn face(&self, def: DefId) -> Option<&Face> {
        self.definition(def).and_then(Definition::face)
    }

    /// Returns the ability of a reference.
    pub fn ability(&self, text: AbilityRef) -> Option<&Ability> {
        match self.definition(text.def)? {
            Definition::Ability(ability) => Some(ability),
            other => other.face()?.ability(usize::from(text.index)),
        }
    }

    /// Returns the definition of another side of a card than the one shown in a hand. The sides of
    /// a card follow it in the table.
    pub fn side(&self, card: DefId, side: Side) -> Option<DefId> {
        let Some(Definition::Card(of)) = self.definition(card) else { return None };
        let place = of.sides().position(|other| other == side)?;
        let def = DefId(card.0.checked_add(1)?.checked_add(u32::try_from(place).ok()?)?);
        matches!(self.definition(def), Some(Definition::Side(_, shown)) if *shown == side).then_some(def)
    }

    /// Returns the definition of the whole card that a side belongs to. Any other definition is
    /// returned unchanged.
    pub fn whole(&self, def: DefId) -> DefId {
        let Some(Definition::Side(of, side)) = self.definition(def) else { return def };
        let place = of.sides().position(|other| other == *side).and_then(|place| u32::try_from(place).ok());
        let card = place.and_then(|place| def.0.checked_sub(place)?.checked_sub(1)).map(DefId);
        card.filter(|card| matches!(self.definition(*card), Some(Definition::Card(its)) if its == of)).unwrap_or(def)
    }

    /// Returns the card that an object with this definition is made of, if it is made of one.
    pub fn card_of(&self, def: DefId) -> Option<&Card> {
        match self.definition(def)? {
            Definition::Card(card) | Definition::Side(card, _) => Some(card),
            _ => None,
        }
    }

    /// Returns the cards of the game in all zones.
    pub fn cards(&self) -> &Map<CardId, CardRecord> {
        &self.cards
    }

    /// Returns an object that exists now. A phased-out permanent is treated as though it did not
    /// exist (CR 702.26b): rules and effects look up objects only here and do not find it.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.world.objects.get(&id).map(|object| &**object)
    }

    /// Returns a phased-out permanent, for effects that refer to those (CR 702.26b).
    pub fn phased_out(&self, id: ObjectId) -> Option<&PhasedOut> {
        self.world.phased_out.get(&id).map(|phased| &**phased)
    }

    /// Returns an object that exists now, or a phased-out permanent: for displaying the game, not
    /// for its rules.
    pub fn object_or_phased_out(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).or_else(|| Some(&*self.phased_out(id)?.object))
    }

    /// Returns the player who controls a player, possibly the player themselves (CR 718.9).
    pub fn controller_of_player(&self, player: PlayerId) -> Option<PlayerId> {
        // CR 805.8: whoever controls a player controls the team.
        let shared = |controlled: PlayerId| {
            self.seating().is_some_and(|it| it.shared_turns && it.are_teammates(controlled, player))
        };
        let is_meant = |(controlled, _): &(PlayerId, PlayerId)| *controlled == player || shared(*controlled);
        self.controlled_players().find(is_meant).map(|(_, by)| by)
    }

    /// Returns a player, who controls that player, who controls that one, and so on. Where that
    /// leads around in a circle, it ends with the first player who comes again.
    pub(crate) fn line_of_control(&self, player: PlayerId) -> SmallVec<[PlayerId; 4]> {
        let mut line = SmallVec::from_slice(&[player]);
        let mut last = player;
        while let Some(by) = self.controller_of_player(last) {
            let circle = line.contains(&by);
            line.push(by);
            last = by;
            if circle {
                break;
            }
        }
        line
    }

    /// Returns the player who makes a player's decisions: the one who controls that player, or the
    /// player themselves (CR 718.5). A player who is controlled in turn has these decisions made
    /// for them as well.
    pub fn decides_for(&self, player: PlayerId) -> PlayerId {
        self.line_of_control(player).last().copied().unwrap_or(player)
    }

    /// Returns the players who are controlled now, each with the player who controls them, possibly
    /// themselves (CR 718.9). Of several for one player the first counts: the one created last
    /// (CR 718.1a).
    pub(crate) fn controlled_players(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> {
        let held = self.world.schedule.held.iter().rev().filter(|held| self.is_resolving(held.object));
        held.map(|held| (held.player, held.by)).chain(self.world.controlled())
    }

    /// Returns whether a spell or ability is resolving.
    pub(crate) fn is_resolving(&self, object: ObjectId) -> bool {
        let frames = self.world.frames.iter();
        let mut resolving = frames.filter_map(|frame| match &**frame {
            Frame::Resolve(resolve) => Some(resolve.source),
            _ => None,
        });
        resolving.any(|id| id == object)
    }

    /// Returns what players noted as they drafted (CR 905.2b).
    pub fn draft_notes(&self) -> &[DraftNote] {
        &self.world.others.draft_notes
    }

    /// Returns who has which designation.
    pub fn designations(&self) -> &Designations {
        &self.world.designations
    }

    /// Returns the monarch, if there is one (CR 720.1).
    pub fn monarch(&self) -> Option<PlayerId> {
        self.designations().holders(Designation::Monarch).next()
    }

    /// Returns a player.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.world.players.get(usize::from(id.0)).map(|player| &**player)
    }

    /// Returns all players in seat order, including those who have left.
    pub fn players(&self) -> impl Iterator<Item = &Player> {
        self.world.players.iter().map(|player| &**player)
    }

    /// Returns the objects of a zone.
    pub fn zone(&self, zone: Zone) -> &[ObjectId] {
        self.world.zone(zone)
    }

    /// Returns the innermost frame.
    pub fn frame(&self) -> Option<&Frame> {
        self.world.top_frame().map(|frame| &**frame)
    }
}

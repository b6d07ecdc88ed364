//! From the board of a scenario to the genesis of a game (CR 103, and boards in the middle of a game).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::pool::Pool;
use crate::card::{Card, ZoneKind};
use crate::fact::{Canonical, Genesis, Placed, PlacedHost, PlacedKind, PlayerId, PlayerSetup, SetUp};
use crate::plain::steering;
use crate::rules::GenesisError;

use super::error::ScenarioError;
use super::file::{At, ObjectEntry, PlayerEntry, Scenario};

/// What fills a library that a scenario does not list.
const FILLER: &str = "Plains";

/// How many cards of filler such a library has.
const FILLER_COUNT: usize = 30;

/// The most objects that one entry can stand for.
const MOST_ALIKE: u32 = 500;

/// A genesis, and what its objects are called.
pub(super) struct Board {
    pub(super) genesis: Genesis,
    /// For each object in the order in which the first step creates them: its alias, with its place.
    pub(super) aliases: Vec<Option<At<String>>>,
    /// The cards that the script may speak of: those of the caller and those of the scenario.
    pub(super) pool: Arc<Pool>,
}

impl Scenario {
    /// The genesis that the scenario describes.
    ///
    /// # Errors
    /// An unknown card, player or alias, or a board that contradicts itself, with its place.
    pub fn genesis(&self, pool: &Pool) -> Result<Genesis, ScenarioError> {
        self.board(pool).map(|board| board.genesis)
    }

    pub(super) fn board(&self, pool: &Pool) -> Result<Board, ScenarioError> {
        if let Some(path) = self.card_files.first() {
            return Err(self.error(path, format!("the card file `{}` has not been loaded", path.what)));
        }
        let mut pool = pool.clone();
        self.cards.iter().for_each(|card| pool.add(card.clone()));
        let mut builder = Builder { scenario: self, pool, cards: Vec::new(), index: BTreeMap::new() };
        let whole = self.whole_game()?;
        let mut players = Vec::new();
        let mut aliases = Vec::new();
        for player in &self.players {
            self.check_name(player)?;
            let deck = builder.deck(player, whole, &mut aliases)?;
            let At { what: entry, .. } = player;
            let (name, counters) = (entry.name.clone(), entry.counters.clone());
            let sideboard = builder.plain(&entry.sideboard, &mut aliases)?;
            players.push(PlayerSetup { name, life: entry.life, hand_size: entry.hand_size, sideboard, deck, counters });
        }
        let set_up = if whole { None } else { Some(builder.objects(&mut aliases)?) };
        let starting_player = match &self.turn.active {
            None => PlayerId(0),
            Some(name) => self.seat(name).ok_or_else(|| self.at_start(format!("there is no player `{name}`")))?,
        };
        let pool = Arc::new(builder.pool);
        let genesis = Genesis {
            edition: self.edition.clone(),
            seed: self.seed,
            players,
            starting_player,
            cards: builder.cards.into_iter().map(Canonical::from).collect(),
            ante: self.ante,
            set_up,
        };
        Ok(Board { genesis, aliases, pool })
    }

    /// Whether this is a whole game from decks, not a board in the middle of one.
    fn whole_game(&self) -> Result<bool, ScenarioError> {
        let Some(first) = self.players.iter().find(|player| player.what.deck.is_some()) else { return Ok(false) };
        for player in &self.players {
            let entry = &player.what;
            if entry.library.is_some() || entry.zones().iter().any(|(_, zone)| !zone.is_empty()) {
                let why = format!("a game that starts from decks has no board; give {} a `deck` only", entry.name);
                return Err(self.error(player, why));
            }
            if entry.deck.is_none() {
                let why = format!("{} has a `deck`, so {} needs one too", first.what.name, entry.name);
                return Err(self.error(player, why));
            }
        }
        Ok(true)
    }

    fn check_name(&self, player: &At<PlayerEntry>) -> Result<(), ScenarioError> {
        let name = &player.what.name;
        if self.players.iter().filter(|other| other.what.name == *name).count() > 1 {
            return Err(self.error(player, format!("two players are called `{name}`")));
        }
        if let Some(why) = steering(name) {
            return Err(self.error(player, why));
        }
        Ok(())
    }

    /// The seat of a player.
    pub(super) fn seat(&self, name: &str) -> Option<PlayerId> {
        let seat = self.players.iter().position(|player| player.what.name == name)?;
        u8::try_from(seat).ok().map(PlayerId)
    }

    /// Why a game cannot start from the board, at the place of what is wrong.
    pub(super) fn cannot_start(&self, error: &GenesisError) -> ScenarioError {
        let GenesisError::Placement { name, zone, .. } = error else { return self.at_start(error.to_string()) };
        let entries = self.players.iter().flat_map(|player| player.what.zones());
        let mut wrong = entries
            .filter(|(kind, _)| kind.word() == *zone)
            .flat_map(|(_, objects)| objects)
            .filter(|object| object.what.card == *name);
        match wrong.next() {
            Some(place) => self.error(place, error.to_string()),
            None => self.at_start(error.to_string()),
        }
    }

    /// An error at the start of the text.
    pub(super) fn at_start(&self, message: String) -> ScenarioError {
        self.error(&At { line: 1, column: 1, what: () }, message)
    }
}

impl PlayerEntry {
    /// The objects outside of the library.
    fn zones(&self) -> [(ZoneKind, &Vec<At<ObjectEntry>>); 7] {
        [
            (ZoneKind::Battlefield, &self.battlefield),
            (ZoneKind::Hand, &self.hand),
            (ZoneKind::Graveyard, &self.graveyard),
            (ZoneKind::Exile, &self.exile),
            (ZoneKind::Command, &self.command),
            (ZoneKind::Ante, &self.ante),
            (ZoneKind::Outside, &self.outside),
        ]
    }
}

struct Builder<'a> {
    scenario: &'a Scenario,
    pool: Pool,
    cards: Vec<Arc<Card>>,
    index: BTreeMap<String, u32>,
}

impl Builder<'_> {
    /// The place of a card in the genesis.
    fn card(&mut self, place: &At<ObjectEntry>) -> Result<u32, ScenarioError> {
        let ObjectEntry { card: name, count, .. } = &place.what;
        if *count > MOST_ALIKE {
            return Err(self.scenario.error(place, format!("{count} are too many; {MOST_ALIKE} is the most")));
        }
        self.card_named(name).ok_or_else(|| {
            let near = self.pool.suggestions(name);
            let remedy = if near.is_empty() {
                "define it in `cards`, or name its file in `card_files`".to_owned()
            } else {
                format!("did you mean {}?", near.join(" or "))
            };
            self.scenario.error(place, format!("there is no card `{name}`; {remedy}"))
        })
    }

    fn card_named(&mut self, name: &str) -> Option<u32> {
        if let Some(index) = self.index.get(name) {
            return Some(*index);
        }
        let card = Arc::clone(self.pool.get(name)?);
        let index = u32::try_from(self.cards.len()).ok()?;
        self.cards.push(card);
        self.index.insert(name.to_owned(), index);
        Some(index)
    }

    /// The library of a board, or the deck of a whole game, the top first.
    fn deck(
        &mut self,
        player: &At<PlayerEntry>,
        whole: bool,
        aliases: &mut Vec<Option<At<String>>>,
    ) -> Result<Vec<u32>, ScenarioError> {
        let entry = &player.what;
        let Some(listed) = (if whole { &entry.deck } else { &entry.library }) else {
            let filler = self.card_named(FILLER).ok_or_else(|| {
                self.scenario.error(player, format!("there is no card `{FILLER}` to fill a library with; list one"))
            })?;
            aliases.extend(std::iter::repeat_n(None, FILLER_COUNT));
            return Ok(vec![filler; FILLER_COUNT]);
        };
        self.plain(listed, aliases)
    }

    /// Cards of which there is nothing to say but how many they are.
    fn plain(
        &mut self,
        listed: &[At<ObjectEntry>],
        aliases: &mut Vec<Option<At<String>>>,
    ) -> Result<Vec<u32>, ScenarioError> {
        let mut deck = Vec::new();
        for place in listed {
            let ObjectEntry { count, .. } = place.what;
            let plain = ObjectEntry { card: String::new(), alias: None, count, ..ObjectEntry::plain(String::new()) };
            if (ObjectEntry { card: String::new(), alias: None, ..place.what.clone() }) != plain {
                let why = "in a library, deck or sideboard a card has a name and a count only".to_owned();
                return Err(self.scenario.error(place, why));
            }
            let card = self.card(place)?;
            for number in 1..=count {
                deck.push(card);
                aliases.push(self.alias(place, number)?);
            }
        }
        Ok(deck)
    }

    /// What one of the objects of an entry is called: the alias, with its number where the entry stands for several.
    fn alias(&self, place: &At<ObjectEntry>, number: u32) -> Result<Option<At<String>>, ScenarioError> {
        let Some(alias) = &place.what.alias else { return Ok(None) };
        let alias = if place.what.count == 1 { alias.clone() } else { format!("{alias}{number}") };
        if self.scenario.seat(&alias).is_some() {
            return Err(self.scenario.error(place, format!("`{alias}` is the name of a player; choose another alias")));
        }
        if let Some(why) = steering(&alias) {
            return Err(self.scenario.error(place, why));
        }
        Ok(Some(At { line: place.line, column: place.column, what: alias }))
    }

    /// The objects outside of libraries. Those that are summoning sick are created after the others.
    fn objects(&mut self, aliases: &mut Vec<Option<At<String>>>) -> Result<SetUp, ScenarioError> {
        let mut placed: Vec<(Placed, Option<At<String>>)> = Vec::new();
        let mut attached: Vec<(usize, &At<ObjectEntry>)> = Vec::new();
        for (seat, player) in self.scenario.players.iter().enumerate() {
            let owner = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
            let entry = &player.what;
            for (zone, objects) in entry.zones() {
                let mut of_zone = Vec::new();
                for place in objects {
                    let object = self.placed(place, owner, zone)?;
                    if place.what.attached_to.is_some() {
                        let first = placed.len() + of_zone.len();
                        attached.extend((first..first + place.what.count as usize).map(|index| (index, place)));
                    }
                    for number in 1..=place.what.count {
                        of_zone.push((object.clone(), self.alias(place, number)?));
                    }
                }
                // A graveyard is listed with its top first, and made from its bottom.
                if zone == ZoneKind::Graveyard {
                    of_zone.reverse();
                }
                placed.extend(of_zone);
            }
        }
        for (index, place) in attached {
            placed[index].0.attached_to = Some(self.host(place, &placed)?);
        }
        let (sick, rested): (Vec<_>, Vec<_>) = placed.iter().cloned().partition(|(object, _)| object.sick);
        aliases.extend(rested.into_iter().chain(sick).map(|(_, alias)| alias));
        let turn = &self.scenario.turn;
        let objects = placed.into_iter().map(|(object, _)| object).collect();
        Ok(SetUp { turn: turn.number, step: turn.step, day_night: turn.day_night, objects })
    }

    /// What an entry says that its object is attached to.
    fn host(
        &self,
        place: &At<ObjectEntry>,
        placed: &[(Placed, Option<At<String>>)],
    ) -> Result<PlacedHost, ScenarioError> {
        let name = place.what.attached_to.as_deref().unwrap_or_default();
        if let Some(player) = self.scenario.seat(name) {
            return Ok(PlacedHost::Player(player));
        }
        let called = |(_, alias): &(Placed, Option<At<String>>)| alias.as_ref().is_some_and(|it| it.what == name);
        match placed.iter().position(called) {
            Some(index) if placed[index].0.zone == ZoneKind::Battlefield => {
                Ok(PlacedHost::Object(u32::try_from(index).unwrap_or(u32::MAX)))
            }
            Some(_) => Err(self.scenario.error(place, format!("`{name}` is not on the battlefield"))),
            None => {
                let why = format!("`{name}` is no alias (`as`) of an object of the board, and no player");
                Err(self.scenario.error(place, why))
            }
        }
    }

    fn placed(&mut self, place: &At<ObjectEntry>, owner: PlayerId, zone: ZoneKind) -> Result<Placed, ScenarioError> {
        let card = self.card(place)?;
        let entry = &place.what;
        let battlefield = zone == ZoneKind::Battlefield;
        let said = entry.tapped
            || entry.sick
            || entry.phased_out
            || entry.damage > 0
            || entry.controller.is_some()
            || entry.attached_to.is_some();
        if !battlefield && said {
            let why = format!("`{}` is in the {}; only permanents can be so", entry.card, zone.word());
            return Err(self.scenario.error(place, why));
        }
        let kind = match (entry.token, entry.face_down, entry.manifested) {
            (false, _, true) => PlacedKind::Manifested,
            (true, _, true) => {
                let why = format!("`{}` is a token; only cards are manifested (CR 701.34a)", entry.card);
                return Err(self.scenario.error(place, why));
            }
            (true, true, _) => PlacedKind::FaceDownToken,
            (true, false, _) => PlacedKind::Token,
            (false, true, _) => PlacedKind::FaceDown,
            (false, false, _) => PlacedKind::Card,
        };
        let controller = match &entry.controller {
            None => None,
            Some(name) => {
                let seat = self.scenario.seat(name);
                Some(seat.ok_or_else(|| self.scenario.error(place, format!("there is no player `{name}`")))?)
            }
        };
        Ok(Placed {
            controller,
            tapped: entry.tapped,
            sick: entry.sick,
            kind,
            counters: entry.counters.clone(),
            damage: entry.damage,
            phased_out: entry.phased_out,
            ..Placed::plain(card, owner, zone)
        })
    }
}

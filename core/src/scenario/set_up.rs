//! Turns the board of a scenario into the genesis of a game (CR 103, and boards in the middle of a
//! game).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::catalogue::CatalogueRef;
use crate::card::pool::Pool;
use crate::card::{Card, ZoneKind};
use crate::fact::{Canonical, Genesis, Noted, NotedFor, Placed, PlacedHost, PlacedKind, PlayerId, PlayerSetup, SetUp};
use crate::message::Message;
use crate::plain::steering;
use crate::rules::{self, variant};

use super::error::ScenarioError;
use super::file::{At, NotedEntry, ObjectEntry, PlayerEntry, Scenario};

/// The card that fills a library the scenario does not list.
const FILLER: &str = "Plains";

/// How many cards of filler such a library gets.
const FILLER_COUNT: usize = 30;

/// The most objects one entry can stand for.
const MOST_ALIKE: u32 = 500;

/// A genesis, and the aliases of its objects.
pub(super) struct Board {
    pub(super) genesis: Genesis,
    /// The alias of each object, with its place, in the order in which the first step creates the
    /// objects.
    pub(super) aliases: Vec<Option<At<String>>>,
    /// The cards the script may name: the caller's and the scenario's.
    pub(super) pool: Arc<Pool>,
}

impl Scenario {
    /// The genesis the scenario describes.
    ///
    /// # Errors
    /// The first unknown card, player or alias, or contradiction in the board, with its place.
    pub fn genesis(&self, pool: &Pool) -> Result<Genesis, ScenarioError> {
        self.board(pool).map(|board| board.genesis).map_err(|mut errors| errors.swap_remove(0))
    }

    /// The board, or everything wrong with it; at least one error.
    pub(super) fn board(&self, pool: &Pool) -> Result<Board, Vec<ScenarioError>> {
        let not_loaded = |path| self.error(path, format!("the card file `{}` has not been loaded", path.what));
        if !self.card_files.is_empty() {
            return Err(self.card_files.iter().map(not_loaded).collect());
        }
        // The script knows the scenario's cards as far as they are in the game.
        let catalogue = pool.catalogue();
        let mut pool = pool.clone();
        self.cards.iter().for_each(|card| pool.add(card.clone()));
        let (cards, index) = (Vec::new(), BTreeMap::new());
        let mut builder = Builder { scenario: self, pool, cards, index, errors: Vec::new() };
        let whole = builder.whole_game();
        let mut players = Vec::new();
        let mut aliases = Vec::new();
        for player in &self.players {
            builder.check_name(player);
            let deck = builder.deck(player, whole, &mut aliases);
            let At { what: entry, .. } = player;
            let (name, counters) = (entry.name.clone(), entry.counters.clone());
            let commanders = if whole { builder.plain(&entry.commander, &mut aliases) } else { Vec::new() };
            let mut supplement = builder.plain(&entry.vanguard, &mut aliases);
            supplement.extend(builder.plain(&entry.planes, &mut aliases));
            supplement.extend(builder.plain(&entry.schemes, &mut aliases));
            let sideboard = builder.plain(&entry.sideboard, &mut aliases);
            let notes = builder.notes(player);
            let beside = PlayerSetup { commanders, supplement, sideboard, notes, ..PlayerSetup::default() };
            players.push(PlayerSetup { name, deck, counters, ..beside });
        }
        let set_up = if whole { None } else { Some(builder.objects(&mut aliases)) };
        let starting_player = match &self.turn.active {
            None => PlayerId(0),
            Some(name) => self.seat(name).unwrap_or_else(|| {
                builder.errors.push(self.at_start(format!("there is no player `{name}`")));
                PlayerId(0)
            }),
        };
        let cards = builder.cards.iter().cloned().map(Canonical::from).collect();
        let mut genesis = Genesis { players, cards, ..Genesis::default() };
        builder.seat(&mut genesis);
        for (player, entry) in genesis.players.iter_mut().zip(&self.players) {
            player.life = entry.what.life.unwrap_or(player.life);
            player.hand_size = entry.what.hand_size.unwrap_or(player.hand_size);
        }
        builder.finish()?;
        let pool = Arc::new(builder.pool);
        let genesis = Genesis {
            edition: self.edition.clone(),
            seed: self.seed,
            starting_player,
            ante: self.ante,
            set_up,
            catalogue: CatalogueRef::of(catalogue),
            ..genesis
        };
        Ok(Board { genesis, aliases, pool })
    }

    /// The seat of a player.
    pub(super) fn seat(&self, name: &str) -> Option<PlayerId> {
        let seat = self.players.iter().position(|player| player.what.name == name)?;
        u8::try_from(seat).ok().map(PlayerId)
    }

    /// An error at the start of the text.
    pub(super) fn at_start(&self, message: String) -> ScenarioError {
        self.error(&At { line: 1, column: 1, what: () }, message)
    }
}

impl PlayerEntry {
    /// The objects with details: those outside the library, and in it a commander with the cards
    /// below it.
    fn zones(&self) -> [(ZoneKind, &[At<ObjectEntry>]); 9] {
        [
            (ZoneKind::Battlefield, &self.battlefield),
            (ZoneKind::Hand, &self.hand),
            (ZoneKind::Graveyard, &self.graveyard),
            (ZoneKind::Exile, &self.exile),
            (ZoneKind::Command, &self.command),
            (ZoneKind::Command, &self.commander),
            (ZoneKind::Ante, &self.ante),
            (ZoneKind::Outside, &self.outside),
            (ZoneKind::Library, self.split_library().1),
        ]
    }

    /// The cards of the library above its first commander, and the rest.
    fn split_library(&self) -> (&[At<ObjectEntry>], &[At<ObjectEntry>]) {
        let library = self.library.as_deref().unwrap_or_default();
        let first = library.iter().position(|place| place.what.commander);
        library.split_at(first.unwrap_or(library.len()))
    }
}

struct Builder<'a> {
    scenario: &'a Scenario,
    pool: Pool,
    cards: Vec<Arc<Card>>,
    index: BTreeMap<String, u32>,
    /// All errors. Once there are any, what is built is not a valid game.
    errors: Vec<ScenarioError>,
}

impl Builder<'_> {
    fn wrong<T>(&mut self, place: &At<T>, message: impl Into<Message>) {
        let error = self.scenario.error(place, message);
        self.errors.push(error);
    }

    /// Returns the errors in the order of the text, if there are any.
    fn finish(&mut self) -> Result<(), Vec<ScenarioError>> {
        let mut errors = std::mem::take(&mut self.errors);
        errors.sort_by_key(|error| (error.line, error.column));
        errors.dedup();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Seats the players: for the variant, with the options and the teams of the scenario, or the
    /// usual ones.
    fn seat(&mut self, genesis: &mut Genesis) {
        let scenario = self.scenario;
        if let Err(error) = variant::seat(genesis, scenario.variant.as_deref(), &scenario.options, &[]) {
            self.errors.push(scenario.at_start(error.to_string()));
        }
        let Some(teams) = &scenario.teams else { return };
        for name in teams.iter().flatten().filter(|name| scenario.seat(name).is_none()) {
            self.errors.push(scenario.at_start(format!("there is no player `{name}` to be on a team")));
        }
        let team = |team: &Vec<String>| team.iter().filter_map(|name| scenario.seat(name)).collect();
        genesis.teams = teams.iter().map(team).collect();
    }

    /// Whether this is a whole game from decks, not a board in the middle of one.
    fn whole_game(&mut self) -> bool {
        let players = &self.scenario.players;
        let Some(first) = players.iter().find(|player| player.what.deck.is_some()) else { return false };
        for player in players {
            let entry = &player.what;
            let placed = |zone: &[At<ObjectEntry>]| !zone.is_empty() && !std::ptr::eq(zone, &*entry.commander);
            if entry.library.is_some() || entry.zones().iter().any(|(_, zone)| placed(zone)) {
                let why = format!("a game that starts from decks has no board; give {} a `deck` only", entry.name);
                self.wrong(player, why);
            } else if entry.deck.is_none() {
                let why = format!("{} has a `deck`, so {} needs one too", first.what.name, entry.name);
                self.wrong(player, why);
            }
        }
        true
    }

    fn check_name(&mut self, player: &At<PlayerEntry>) {
        let name = &player.what.name;
        let same = |other: &&At<PlayerEntry>| other.what.name == *name;
        if self.scenario.players.iter().filter(same).count() > 1 {
            self.wrong(player, format!("two players are called `{name}`"));
        }
        if let Some(why) = steering(name) {
            self.wrong(player, why);
        }
    }

    /// The index of a card in the genesis, and the card; none if there is no such card.
    fn card(&mut self, place: &At<ObjectEntry>) -> Option<(u32, Arc<Card>)> {
        let ObjectEntry { card: name, count, .. } = &place.what;
        if *count > MOST_ALIKE {
            self.wrong(place, format!("{count} are too many; {MOST_ALIKE} is the most"));
            return None;
        }
        let found = self.card_named(name);
        if found.is_none() {
            let near = self.pool.suggestions(name);
            let remedy = if near.is_empty() {
                "define it in `cards`, or name its file in `card_files`".to_owned()
            } else {
                format!("did you mean {}?", near.join(" or "))
            };
            let unreadable = self.pool.read(name).err().map(|unreadable| unreadable.to_string());
            self.wrong(place, unreadable.unwrap_or_else(|| format!("there is no card `{name}`; {remedy}")));
        }
        found
    }

    fn card_named(&mut self, name: &str) -> Option<(u32, Arc<Card>)> {
        if let Some(index) = self.index.get(name) {
            return Some((*index, Arc::clone(self.cards.get(*index as usize)?)));
        }
        let card = Arc::clone(self.pool.get(name)?);
        let index = u32::try_from(self.cards.len()).ok()?;
        self.cards.push(Arc::clone(&card));
        self.index.insert(name.to_owned(), index);
        Some((index, card))
    }

    /// What a player noted as they drafted (CR 905.2b). The cards are added to those of the game.
    fn notes(&mut self, player: &At<PlayerEntry>) -> Vec<NotedFor> {
        let mut notes = Vec::new();
        for (name, told) in &player.what.noted {
            let Some((_, card)) = self.card_named(name) else {
                self.wrong(player, format!("there is no card `{name}` for which something could be noted"));
                continue;
            };
            for entry in told {
                let noted = match entry {
                    NotedEntry::Number(number) => Noted::Number(*number),
                    NotedEntry::Color(color) => Noted::Color(*color),
                    NotedEntry::Name(name) => Noted::Name(name.clone()),
                    NotedEntry::CreatureType(kind) => Noted::CreatureType(*kind),
                    NotedEntry::GuessedRight => Noted::GuessedRight,
                    NotedEntry::Player(name) => match self.scenario.seat(name) {
                        Some(seat) => Noted::Player(seat),
                        None => {
                            self.wrong(player, format!("there is no player `{name}` who could be noted"));
                            continue;
                        }
                    },
                    NotedEntry::Removed(name) => {
                        if self.card_named(name).is_none() {
                            self.wrong(player, format!("there is no card `{name}` that could be removed from a draft"));
                        }
                        Noted::Removed(name.clone())
                    }
                };
                match noted.wrong_for(&card) {
                    Some(why) => self.wrong(player, why),
                    None => notes.push(NotedFor { card: name.clone(), noted }),
                }
            }
        }
        notes
    }

    /// The library of a board, or the deck of a whole game, the top first.
    fn deck(&mut self, player: &At<PlayerEntry>, whole: bool, aliases: &mut Vec<Option<At<String>>>) -> Vec<u32> {
        let entry = &player.what;
        let listed =
            if whole { entry.deck.as_deref() } else { entry.library.as_ref().map(|_| entry.split_library().0) };
        if let Some(listed) = listed {
            return self.plain(listed, aliases);
        }
        let Some((filler, _)) = self.card_named(FILLER) else {
            self.wrong(player, format!("there is no card `{FILLER}` to fill a library with; list one"));
            return Vec::new();
        };
        aliases.extend(std::iter::repeat_n(None, FILLER_COUNT));
        vec![filler; FILLER_COUNT]
    }

    /// Cards without details other than their number.
    fn plain(&mut self, listed: &[At<ObjectEntry>], aliases: &mut Vec<Option<At<String>>>) -> Vec<u32> {
        let mut deck = Vec::new();
        for place in listed {
            let count = place.what.count;
            if place.what.commander || !place.what.is_plain_or_commander() {
                self.wrong(place, "in a library, deck or sideboard a card has a name and a count only");
            }
            let Some((card, _)) = self.card(place) else { continue };
            for number in 1..=count {
                deck.push(card);
                aliases.push(self.alias(place, number));
            }
        }
        deck
    }

    /// The alias of one of the objects of an entry, numbered if the entry stands for several.
    fn alias(&mut self, place: &At<ObjectEntry>, number: u32) -> Option<At<String>> {
        let alias = place.what.alias.as_ref()?;
        let alias = if place.what.count == 1 { alias.clone() } else { format!("{alias}{number}") };
        if self.scenario.seat(&alias).is_some() {
            self.wrong(place, format!("`{alias}` is the name of a player; choose another alias"));
        }
        if let Some(why) = steering(&alias) {
            self.wrong(place, why);
        }
        Some(At { line: place.line, column: place.column, what: alias })
    }

    /// The objects outside libraries. Those with summoning sickness are created after the others.
    fn objects(&mut self, aliases: &mut Vec<Option<At<String>>>) -> SetUp {
        let mut placed: Vec<(Placed, Option<At<String>>)> = Vec::new();
        let mut attached: Vec<(usize, &At<ObjectEntry>)> = Vec::new();
        let scenario = self.scenario;
        for (seat, player) in scenario.players.iter().enumerate() {
            let owner = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
            let entry = &player.what;
            for (zone, objects) in entry.zones() {
                let mut of_zone = Vec::new();
                for place in objects {
                    let Some(mut object) = self.placed(place, owner, zone) else { continue };
                    object.commander |= std::ptr::eq(objects, &*entry.commander);
                    if zone == ZoneKind::Library && !place.what.is_plain_or_commander() {
                        let why = "in a library a card has a name, a count, and may be a `commander`";
                        self.wrong(place, why);
                    }
                    if place.what.attached_to.is_some() {
                        let first = placed.len() + of_zone.len();
                        attached.extend((first..first + place.what.count as usize).map(|index| (index, place)));
                    }
                    for number in 1..=place.what.count {
                        of_zone.push((object.clone(), self.alias(place, number)));
                    }
                }
                // A graveyard is listed from the top but built from the bottom.
                if zone == ZoneKind::Graveyard {
                    of_zone.reverse();
                }
                placed.extend(of_zone);
            }
        }
        for (index, place) in attached {
            let host = self.host(place, &placed);
            if let Some((object, _)) = placed.get_mut(index) {
                object.attached_to = host;
            }
        }
        let (sick, rested): (Vec<_>, Vec<_>) = placed.iter().cloned().partition(|(object, _)| object.sick);
        aliases.extend(rested.into_iter().chain(sick).map(|(_, alias)| alias));
        let turn = &scenario.turn;
        let objects = placed.into_iter().map(|(object, _)| object).collect();
        SetUp { turn: turn.number, step: turn.step, day_night: turn.day_night, objects }
    }

    /// What the object of an entry is attached to.
    fn host(&mut self, place: &At<ObjectEntry>, placed: &[(Placed, Option<At<String>>)]) -> Option<PlacedHost> {
        let name = place.what.attached_to.as_deref().unwrap_or_default();
        if let Some(player) = self.scenario.seat(name) {
            return Some(PlacedHost::Player(player));
        }
        let called = |(_, alias): &(Placed, Option<At<String>>)| alias.as_ref().is_some_and(|it| it.what == name);
        match placed.iter().position(called) {
            Some(index) if placed[index].0.zone == ZoneKind::Battlefield => {
                return Some(PlacedHost::Object(u32::try_from(index).unwrap_or(u32::MAX)));
            }
            Some(_) => self.wrong(place, format!("`{name}` is not on the battlefield")),
            // The host may be one of the entries that are wrong themselves.
            None if self.is_alias(name) => {}
            None => {
                self.wrong(place, format!("`{name}` is no alias (`as`) of an object of the board, and no player"));
            }
        }
        None
    }

    /// Whether an entry gives this alias, even if something else is wrong with it.
    fn is_alias(&self, name: &str) -> bool {
        let mut entries = self.scenario.players.iter().flat_map(|player| player.what.zones()).flat_map(|(_, all)| all);
        entries.any(|place| place.what.alias.as_deref() == Some(name))
    }

    fn placed(&mut self, place: &At<ObjectEntry>, owner: PlayerId, zone: ZoneKind) -> Option<Placed> {
        let entry = &place.what;
        let battlefield = zone == ZoneKind::Battlefield;
        let said = entry.tapped
            || entry.sick
            || entry.phased_out
            || entry.damage > 0
            || entry.controller.is_some()
            || entry.attached_to.is_some();
        if !battlefield && said {
            self.wrong(place, format!("`{}` is in the {}; only permanents can be so", entry.card, zone.word()));
        }
        let kind = match (entry.token, entry.face_down, entry.manifested) {
            (false, _, true) => PlacedKind::Manifested,
            (true, _, true) => {
                let why = format!("`{}` is a token; only cards are manifested (CR 701.34a)", entry.card);
                self.wrong(place, why);
                PlacedKind::Token
            }
            (true, true, _) => PlacedKind::FaceDownToken,
            (true, false, _) => PlacedKind::Token,
            (false, true, _) => PlacedKind::FaceDown,
            (false, false, _) => PlacedKind::Card,
        };
        let controller = entry.controller.as_ref().and_then(|name| {
            let seat = self.scenario.seat(name);
            if seat.is_none() {
                self.wrong(place, format!("there is no player `{name}`"));
            }
            seat
        });
        let (index, card) = self.card(place)?;
        let placed = Placed {
            controller,
            tapped: entry.tapped,
            sick: entry.sick,
            kind,
            counters: entry.counters.clone(),
            damage: entry.damage,
            phased_out: entry.phased_out,
            commander: entry.commander,
            ..Placed::plain(index, owner, zone)
        };
        if let Err(error) = rules::check_placement(&card, &placed)
            && (battlefield || !said)
        {
            self.wrong(place, error.to_string());
        }
        Some(placed)
    }
}

//! The variant of a game that is set up here: the seating, a casual variant, options and teams, as
//! chosen and typed; and what the rules refuse of them (CR 8, 9).

use std::collections::BTreeMap;

use retrace_core::fact::variant::{usual_attack, usual_range};
use retrace_core::fact::{Casual, Genesis, PlayerId, Variant};
use retrace_core::rules::variant::{OPTIONS, SEATINGS, Seat, SeatingError, Teams, VariantOption, seating, teams_of};
use retrace_core::rules::{GenesisError, start};

use super::decks::SeatingWords;

/// A variant, as chosen and typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// The seating by name; the usual one for so many players if `None`.
    pub name: Option<&'static str>,
    /// The casual variant that it is combined with.
    pub casual: Option<Casual>,
    /// The options that do not have their usual value.
    pub options: BTreeMap<&'static str, &'static str>,
    /// The sizes of the teams as typed, such as `2+2`; the usual ones if empty.
    pub teams: String,
}

/// What the rules refuse of a seating, by its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// Of the seating and its options.
    pub seating: Option<String>,
    /// Of the teams.
    pub teams: Option<String>,
}

impl Refusals {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seating.is_none() && self.teams.is_none()
    }
}

impl Seating {
    /// The seating for so many players.
    pub fn seat(&self, players: usize) -> &'static Seat {
        let named = self.name.and_then(seating).or_else(|| seating(&Variant::of_players(players).name));
        named.unwrap_or(&SEATINGS[0])
    }

    /// Whether its players are on teams.
    pub fn has_teams(&self, players: usize) -> bool {
        self.seat(players).teams != Teams::None
    }

    /// The options that go with it.
    pub fn options(&self, players: usize) -> impl Iterator<Item = &'static VariantOption> {
        let seat = self.seat(players);
        let casual = self.casuals(players).find(|(casual, _)| self.casual == Some(*casual));
        let alone = casual.is_some_and(|(_, option)| option.alone);
        OPTIONS.iter().filter(move |option| !option.is_variant && !alone && option.with.contains(&seat.name))
    }

    /// The casual variants that go with it, each with its option.
    pub fn casuals(&self, players: usize) -> impl Iterator<Item = (Casual, &'static VariantOption)> {
        let seat = self.seat(players);
        let option = |casual: Casual| OPTIONS.iter().find(|option| option.is_variant && option.name == casual.word());
        let all = Casual::ALL.into_iter().filter_map(move |casual| Some((casual, option(casual)?)));
        all.filter(|(_, option)| option.with.contains(&seat.name))
    }

    /// The usual value of an option.
    pub fn usual(&self, option: &VariantOption, players: usize) -> &'static str {
        let seat = self.seat(players).name;
        let usual = match option.name {
            "attack" => usual_attack(seat),
            "range" => usual_range(seat),
            _ => None,
        };
        usual.or_else(|| option.values.first().copied()).unwrap_or_default()
    }

    /// The value of an option.
    pub fn value(&self, option: &VariantOption, players: usize) -> &'static str {
        self.options.get(option.name).copied().unwrap_or_else(|| self.usual(option, players))
    }

    /// Gives an option a value.
    pub fn set(&mut self, option: &VariantOption, value: &'static str, players: usize) {
        if value == self.usual(option, players) {
            self.options.remove(option.name);
        } else {
            self.options.insert(option.name, value);
        }
    }

    /// Chooses a seating. What does not go with it is left out.
    pub fn choose(&mut self, seat: &'static Seat, players: usize) {
        if seat.name != self.seat(players).name {
            self.teams.clear();
        }
        self.name = Some(seat.name);
        self.settle(players);
    }

    /// Leaves out what does not go with so many players.
    pub fn settle(&mut self, players: usize) {
        let fits = |name: &&'static str| seating(name).is_some_and(|seat| seat.players.contains(&players));
        self.name = self.name.filter(fits);
        let known: Vec<&str> = self.options(players).map(|option| option.name).collect();
        self.options.retain(|name, _| known.contains(name));
        self.casual = self.casual.filter(|casual| self.casuals(players).any(|(it, _)| it == *casual));
        if !self.has_teams(players) {
            self.teams.clear();
        }
    }

    /// The words for it.
    ///
    /// # Errors
    /// Sizes of teams that are no numbers.
    pub fn words(&self) -> Result<SeatingWords, String> {
        let mut teams = Vec::new();
        for size in self.teams.split('+').filter(|_| !self.teams.trim().is_empty()) {
            let wrong = || format!("`{}` is no size of a team; write sizes such as 2+3", size.trim());
            teams.push(size.trim().parse().map_err(|_| wrong())?);
        }
        let owned = |(name, value): (&&str, &&str)| ((*name).to_owned(), (*value).to_owned());
        let mut options: BTreeMap<String, String> = self.options.iter().map(owned).collect();
        options.extend(self.casual.map(|casual| (casual.word().to_owned(), "yes".to_owned())));
        Ok(SeatingWords { variant: self.name.map(str::to_owned), options, teams })
    }

    /// The teams that it makes, whether or not the rules allow them; none if their sizes cannot be
    /// read.
    pub fn teams(&self, players: usize) -> Vec<Vec<PlayerId>> {
        let seat = self.seat(players);
        let sizes = |words: SeatingWords| match self.casual {
            // CR 904.2
            Some(Casual::Archenemy) if words.teams.is_empty() && self.has_teams(players) => {
                vec![1, players.saturating_sub(1)]
            }
            _ => words.teams,
        };
        self.words().map_or_else(|_| Vec::new(), |words| teams_of(seat, players, &sizes(words)))
    }

    /// What the rules refuse of it for a genesis that is complete but for its seating, whatever its
    /// decks are.
    pub fn refused(&self, mut genesis: Genesis) -> Refusals {
        let players = genesis.players.len();
        match self.words() {
            Ok(words) => {
                genesis.variant = Variant { name: self.seat(players).name.to_owned(), options: words.options };
                genesis.variant.options.retain(|name, _| Casual::ALL.iter().all(|casual| casual.word() != name));
                genesis.teams = self.teams(players);
            }
            Err(wrong) => return Refusals { teams: Some(wrong), ..Refusals::default() },
        }
        match start(&genesis).err() {
            Some(GenesisError::Seating(SeatingError::Teams(why))) => {
                Refusals { teams: Some(why), ..Refusals::default() }
            }
            Some(error) => Refusals { seating: Some(error.to_string()), ..Refusals::default() },
            None => Refusals::default(),
        }
    }
}

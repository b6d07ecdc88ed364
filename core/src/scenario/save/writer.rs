//! Writes a genesis as the text of a scenario, and its script line by line.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::card::file::{ron_options, write_card};
use crate::card::pool::Pool;
use crate::card::{CardType, CardTypes, CounterKind, ZoneKind};
use crate::fact::variant::STARTING_HAND;
use crate::fact::{Genesis, Noted, NotedFor, Placed, PlacedHost, PlacedKind, PlayerId, SetUp, Variant};

use crate::rules::variant;

use super::board::ZONES;

/// A string in RON.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// A scenario being written.
pub(super) struct ScenarioWriter {
    text: String,
}

impl ScenarioWriter {
    /// Everything above the script.
    pub(super) fn begin(name: &str, about: &str, genesis: &Genesis, pool: &Pool) -> Result<ScenarioWriter, String> {
        let mut text = format!("Scenario(\n    name: {},\n    about: {},\n", quoted(name), quoted(about));
        if genesis.seed != 0 {
            text += &format!("    seed: {},\n", genesis.seed);
        }
        if genesis.ante {
            text += "    ante: true,\n";
        }
        seating(&mut text, genesis);
        cards(&mut text, genesis, pool)?;
        text += "    players: [\n";
        for (seat, _) in genesis.players.iter().enumerate() {
            player(&mut text, genesis, seat)?;
        }
        text += "    ],\n";
        let active = genesis.players.get(usize::from(genesis.starting_player.0)).map(|player| quoted(&player.name));
        let active = active.ok_or("the first player is not among the players")?;
        text += &match &genesis.set_up {
            None => format!("    turn: (active: {active}),\n"),
            Some(SetUp { turn, step, day_night, .. }) => {
                let time = day_night.map_or_else(String::new, |time| format!(", day_night: {time:?}"));
                format!("    turn: (number: {turn}, active: {active}, step: {step:?}{time}),\n")
            }
        };
        text += "    script: [\n";
        Ok(ScenarioWriter { text })
    }

    /// Appends a step of the script, with its meaning in words.
    pub(super) fn step(&mut self, step: &str, words: Option<&str>) {
        if let Some(words) = words {
            let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
            self.text += &format!("        // {line}\n");
        }
        self.text += &format!("        {step},\n");
    }

    /// Appends expectations.
    pub(super) fn expect(&mut self, expectations: &[String]) {
        self.text += "        Expect([\n";
        expectations.iter().for_each(|it| self.text += &format!("            {it},\n"));
        self.text += "        ]),\n";
    }

    /// The whole text.
    pub(super) fn end(self) -> String {
        self.text + "    ],\n)\n"
    }
}

/// Writes the variant, its options and the teams, unless the number of players says as much.
fn seating(text: &mut String, genesis: &Genesis) {
    let Genesis { variant, teams, players, .. } = genesis;
    if variant.name != Variant::of_players(players.len()).name {
        *text += &format!("    variant: {},\n", quoted(&variant.name));
    }
    let listed = |all: Vec<String>| all.join(", ");
    if !variant.options.is_empty() {
        let options = variant.options.iter().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)));
        *text += &format!("    options: {{{}}},\n", listed(options.collect()));
    }
    if !teams.is_empty() {
        let name = |id: &PlayerId| players.get(usize::from(id.0)).map(|player| quoted(&player.name));
        let team = |team: &Vec<PlayerId>| format!("[{}]", listed(team.iter().filter_map(name).collect()));
        *text += &format!("    teams: [{}],\n", listed(teams.iter().map(team).collect()));
    }
}

/// Writes the cards that differ from the pool's, as they are in the game.
fn cards(text: &mut String, genesis: &Genesis, pool: &Pool) -> Result<(), String> {
    let own = genesis.cards.iter().filter(|card| pool.get(card.name()).is_none_or(|known| **known != ***card));
    let mut lines = String::new();
    for card in own {
        let written = write_card(card).map_err(|error| error.to_string())?;
        written.lines().for_each(|line| lines += &format!("        {line}\n"));
        // The comma goes after the last line of a card.
        lines.insert(lines.len() - 1, ',');
    }
    if !lines.is_empty() {
        *text += &format!("    cards: [\n{lines}    ],\n");
    }
    Ok(())
}

fn player(text: &mut String, genesis: &Genesis, seat: usize) -> Result<(), String> {
    let player = genesis.players.get(seat).ok_or("a player is missing")?;
    *text += &format!("        (\n            name: {},\n", quoted(&player.name));
    if player.life != variant::starting_life(genesis) || !player.supplement.is_empty() {
        *text += &format!("            life: {},\n", player.life);
    }
    if !player.counters.is_empty() {
        *text += &format!("            counters: {},\n", counters(&player.counters)?);
    }
    let modified = !player.supplement.is_empty();
    if player.hand_size != STARTING_HAND || modified {
        *text += &format!("            hand_size: {},\n", player.hand_size);
    }
    let names = |list: &[u32]| {
        list.iter()
            .map(|card| genesis.cards.get(*card as usize).map(|card| quoted(card.name())))
            .collect::<Option<Vec<_>>>()
            .ok_or("the game has a card that it does not bring")
    };
    let owner = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
    let of_zone = |set_up: &SetUp, zone: ZoneKind| {
        let there = set_up.objects.iter().enumerate().filter(|(_, it)| it.owner == owner && it.zone == zone);
        there.map(|(place, it)| entry(genesis, set_up, place, it)).collect::<Result<Vec<_>, _>>()
    };
    let mut deck = names(&player.deck)?;
    if let Some(set_up) = &genesis.set_up {
        deck.extend(of_zone(set_up, ZoneKind::Library)?);
    }
    list(text, if genesis.set_up.is_none() { "deck" } else { "library" }, &deck);
    if !player.commanders.is_empty() {
        list(text, "commander", &names(&player.commanders)?);
    }
    let kinds: [(&str, fn(CardTypes) -> bool); 3] = [
        ("vanguard", |types| types.has(CardType::Vanguard)),
        ("planes", CardTypes::is_planar),
        ("schemes", |types| types.has(CardType::Scheme)),
    ];
    for (field, fits) in kinds {
        let types = |card: &u32| genesis.cards.get(*card as usize).map(|card| card.front().types).unwrap_or_default();
        let cards: Vec<u32> = player.supplement.iter().filter(|card| fits(types(card))).copied().collect();
        if !cards.is_empty() {
            list(text, field, &names(&cards)?);
        }
    }
    if !player.sideboard.is_empty() {
        list(text, "sideboard", &names(&player.sideboard)?);
    }
    notes(text, genesis, &player.notes);
    if let Some(set_up) = &genesis.set_up {
        for zone in ZONES.into_iter().filter(|zone| *zone != ZoneKind::Library) {
            let mut entries = of_zone(set_up, zone)?;
            // A graveyard is listed with its top first.
            if zone == ZoneKind::Graveyard {
                entries.reverse();
            }
            if !entries.is_empty() {
                list(text, field(zone), &entries);
            }
        }
    }
    *text += "        ),\n";
    Ok(())
}

/// Writes what a player noted as they drafted.
fn notes(text: &mut String, genesis: &Genesis, notes: &[NotedFor]) {
    let mut by_card: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for NotedFor { card, noted } in notes {
        let name = |id: &PlayerId| genesis.players.get(usize::from(id.0)).map_or("", |player| player.name.as_str());
        by_card.entry(card).or_default().push(match noted {
            Noted::Number(number) => format!("Number({number})"),
            Noted::Player(id) => format!("Player({})", quoted(name(id))),
            Noted::Color(color) => format!("Color({color:?})"),
            Noted::Name(name) => format!("Name({})", quoted(name)),
            Noted::CreatureType(kind) => format!("CreatureType({})", quoted(kind.name())),
            Noted::Removed(name) => format!("Removed({})", quoted(name)),
            Noted::GuessedRight => "GuessedRight".to_owned(),
        });
    }
    if by_card.is_empty() {
        return;
    }
    *text += "            noted: {\n";
    for (card, told) in by_card {
        *text += &format!("                {}: [{}],\n", quoted(card), told.join(", "));
    }
    *text += "            },\n";
}

/// The name of the field for a zone.
const fn field(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Battlefield => "battlefield",
        ZoneKind::Hand => "hand",
        ZoneKind::Graveyard => "graveyard",
        ZoneKind::Exile => "exile",
        ZoneKind::Command => "command",
        ZoneKind::Ante => "ante",
        ZoneKind::Outside => "outside",
        ZoneKind::Library => "library",
        ZoneKind::Stack => "stack",
    }
}

/// A list of entries; consecutive equal ones become one with a number.
fn list(text: &mut String, field: &str, entries: &[String]) {
    *text += &format!("            {field}: [\n");
    let mut rest = entries;
    while let Some(first) = rest.first() {
        let alike = rest.iter().take_while(|it| *it == first).count();
        // An entry with more than a name is written once for each.
        if alike > 1 && first.starts_with('"') {
            *text += &format!("                (card: {first}, count: {}),\n", alike.min(500));
            rest = rest.get(alike.min(500)..).unwrap_or_default();
        } else {
            *text += &format!("                {first},\n");
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    *text += "            ],\n";
}

/// The alias of an object with something attached to it.
fn alias(place: usize) -> String {
    format!("object {place}")
}

fn entry(genesis: &Genesis, set_up: &SetUp, place: usize, it: &Placed) -> Result<String, String> {
    let name = genesis.cards.get(it.card as usize).map(|card| quoted(card.name()));
    let name = name.ok_or("the game has a card that it does not bring")?;
    let player = |id: PlayerId| genesis.players.get(usize::from(id.0)).map(|player| quoted(&player.name));
    let mut said = String::new();
    let mut say = |field: &str, value: &dyn std::fmt::Display| write!(said, ", {field}: {value}");
    let mut write_all = || -> Result<(), std::fmt::Error> {
        let hosts =
            |other: &Placed| matches!(other.attached_to, Some(PlacedHost::Object(host)) if host as usize == place);
        if set_up.objects.iter().any(hosts) {
            say("as", &quoted(&alias(place)))?;
        }
        if let Some(controller) = it.controller.and_then(player) {
            say("controller", &controller)?;
        }
        let manifested = it.kind == PlacedKind::Manifested;
        let face_down = it.kind.face_down().is_some() && !manifested;
        for (field, is) in [
            ("tapped", it.tapped),
            ("sick", it.sick),
            ("token", it.kind.is_token()),
            ("face_down", face_down),
            ("manifested", manifested),
            ("phased_out", it.phased_out),
            ("commander", it.commander),
        ] {
            if is {
                say(field, &true)?;
            }
        }
        if it.damage > 0 {
            say("damage", &it.damage)?;
        }
        match it.attached_to {
            Some(PlacedHost::Object(host)) => say("attached_to", &quoted(&alias(host as usize)))?,
            Some(PlacedHost::Player(host)) => say("attached_to", &player(host).unwrap_or_default())?,
            None => {}
        }
        Ok(())
    };
    write_all().map_err(|error| error.to_string())?;
    if !it.counters.is_empty() {
        said += &format!(", counters: {}", counters(&it.counters)?);
    }
    Ok(if said.is_empty() { name } else { format!("(card: {name}{said})") })
}

fn counters(counters: &BTreeMap<CounterKind, u32>) -> Result<String, String> {
    let mut written = Vec::new();
    for (kind, count) in counters {
        let kind = ron_options().to_string(kind).map_err(|error| error.to_string())?;
        written.push(format!("{kind}: {count}"));
    }
    Ok(format!("{{{}}}", written.join(", ")))
}

//! A puzzle as the text of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use retrace_core::card::file::write_card;
use retrace_core::card::{Card, CounterKind};

use super::part::{Place, Wrong};
use super::piece::{Counters, Host, Piece};
use super::state::{Field, Player, Puzzle, Side};

/// The text, and where its lines come from.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) name: String,
    /// The lines that say that a permanent is attached.
    pub(super) attached: BTreeSet<usize>,
    places: BTreeMap<usize, Place>,
    /// How many lines there are.
    lines: usize,
}

impl Written {
    /// The place in the puzzle that a line of the scenario comes from.
    pub(super) fn place(&self, line: usize) -> Place {
        self.places.range(..=line).next_back().map_or((1, 1), |(_, place)| *place)
    }

    /// Adds a line that comes from a place.
    fn line(&mut self, indent: usize, text: &str, from: Option<Place>) {
        self.lines += 1;
        self.places.extend(from.map(|place| (self.lines, place)));
        self.text += &" ".repeat(4 * indent);
        self.text += text;
        self.text.push('\n');
    }
}

/// The life total of a player of whom the puzzle does not say it, in any variant.
const LIFE: i32 = 20;

/// A string in RON.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// The alias of a piece with a number.
fn alias(id: u32) -> String {
    format!("Id{id}")
}

/// Writes a puzzle. `stem` is the name of one that has none.
pub(super) fn written(puzzle: &Puzzle<'_>, stem: &str) -> Result<Written, Wrong> {
    check_hosts(puzzle)?;
    let told = |key: &str| puzzle.about.get(key).map(|part| part.text).filter(|text| !text.is_empty());
    let name = told("name").unwrap_or(stem).to_owned();
    let (attached, places) = (BTreeSet::new(), BTreeMap::new());
    let mut text = Written { text: String::new(), name, attached, places, lines: 0 };
    text.line(0, "Scenario(", None);
    text.line(1, &format!("name: {},", quoted(&text.name)), None);
    text.line(1, &format!("about: {},", quoted(&about(puzzle))), None);
    if let Some(commander) = all(puzzle).find(|piece| piece.commander) {
        text.line(1, "variant: \"commander\",", Some(commander.place));
    }
    tokens(puzzle, &mut text)?;
    text.line(1, "players: [", None);
    for (side, player) in Side::ALL.into_iter().zip(&puzzle.players) {
        write_player(puzzle, side, player, &mut text);
    }
    text.line(1, "],", None);
    let (turn, active) = (puzzle.turn.map_or(1, |(_, turn)| turn), puzzle.active.map_or(Side::Human, |it| it.1));
    if let Some((part, step)) = puzzle.step {
        let line = format!("turn: (number: {turn}, active: {}, step: {step:?}),", quoted(active.name()));
        text.line(1, &line, Some(part.place()));
    }
    text.line(1, "script: [", None);
    script(puzzle, &mut text);
    text.line(1, "],", None);
    text.line(0, ")", None);
    Ok(text)
}

/// What the puzzle is about, in a sentence or two.
fn about(puzzle: &Puzzle<'_>) -> String {
    let mut told = Vec::new();
    for (key, before) in [
        ("description", ""),
        ("goal", "Goal: "),
        ("turns", "Last turn: "),
        ("targets", "Targets: "),
        ("difficulty", "Difficulty: "),
        ("url", "From "),
    ] {
        if let Some(part) = puzzle.about.get(key).filter(|part| !part.text.is_empty()) {
            let text = part.text.replace("\\n", " ");
            told.push(format!("{before}{}", text.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
    if puzzle.about.get("humancontrol").is_some_and(|part| part.yes() == Ok(true)) {
        told.push("Human makes the choices of AI, too".to_owned());
    }
    let ended = |told: String| if told.ends_with(['.', '!', '?']) { told } else { told + "." };
    told.into_iter().map(ended).collect::<Vec<_>>().join(" ")
}

fn all<'p, 'a>(puzzle: &'p Puzzle<'a>) -> impl Iterator<Item = &'p Piece<'a>> {
    puzzle.players.iter().flat_map(|player| player.zones.values().flatten())
}

/// Defines the tokens.
fn tokens(puzzle: &Puzzle<'_>, text: &mut Written) -> Result<(), Wrong> {
    let mut known: BTreeMap<&str, &Card> = BTreeMap::new();
    for piece in all(puzzle) {
        let Some(token) = &piece.token else { continue };
        match known.get(token.name()) {
            Some(other) if *other != token => {
                let why = "two tokens of this name differ, and a scenario defines one card of a name; leave one out";
                return Err((piece.place, why.to_owned()));
            }
            Some(_) => continue,
            None => known.insert(token.name(), token),
        };
        if known.len() == 1 {
            text.line(1, "cards: [", None);
        }
        let written = write_card(token).map_err(|error| (piece.place, error.to_string()))?;
        let lines: Vec<&str> = written.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let comma = if index + 1 == lines.len() { "," } else { "" };
            text.line(2, &format!("{line}{comma}"), Some(piece.place));
        }
    }
    if !known.is_empty() {
        text.line(1, "],", None);
    }
    Ok(())
}

/// Refuses numbers that are given twice, and hosts that there are not.
fn check_hosts(puzzle: &Puzzle<'_>) -> Result<(), Wrong> {
    let mut ids = BTreeSet::new();
    for (part, id) in all(puzzle).filter_map(|piece| piece.id) {
        if !ids.insert(id) {
            return Err(part.wrong(format!("two cards have the number {id}; give one another")));
        }
    }
    for piece in all(puzzle) {
        if let Some(Host::Piece(part, id)) = piece.host
            && !ids.contains(&id)
        {
            return Err(part.wrong(format!("no card has the number {id}; write `|Id:{id}` behind one")));
        }
    }
    Ok(())
}

fn write_player(puzzle: &Puzzle<'_>, side: Side, player: &Player<'_>, text: &mut Written) {
    text.line(2, "(", None);
    text.line(3, &format!("name: {},", quoted(side.name())), None);
    let life = player.life.map_or(LIFE, |(_, life)| life);
    text.line(3, &format!("life: {life},"), player.life.map(|(part, _)| part.place()));
    if !player.counters.is_empty() {
        text.line(3, &format!("counters: {},", counters(&player.counters)), None);
    }
    for field in Field::ALL {
        // A permanent is listed with its owner; its controller is the player of the line.
        let there = Side::ALL.into_iter().zip(&puzzle.players).flat_map(|(controller, player)| {
            player.zones.get(&field).into_iter().flatten().map(move |piece| (controller, piece))
        });
        let mut there: Vec<(Side, &Piece<'_>)> = there.filter(|(_, piece)| piece.owner == side).collect();
        // A puzzle lists a graveyard from the bottom.
        if field == Field::Graveyard {
            there.reverse();
        }
        if there.is_empty() {
            if field == Field::Library {
                text.line(3, "library: [],", None);
            }
            continue;
        }
        text.line(3, &format!("{}: [", field.word()), None);
        for alike in there.chunk_by(|one, other| one.1.id.is_none() && fields(puzzle, *one) == fields(puzzle, *other)) {
            let Some(first) = alike.first() else { continue };
            let mut fields = fields(puzzle, *first);
            if alike.len() > 1 {
                fields.insert(1, format!("count: {}", alike.len()));
            }
            let line = match fields.as_slice() {
                [_] => format!("{},", quoted(&first.1.card)),
                fields => format!("({}),", fields.join(", ")),
            };
            text.line(4, &line, Some(first.1.place));
        }
        text.line(3, "],", None);
    }
    text.line(2, "),", None);
}

/// The fields of an object.
fn fields(puzzle: &Puzzle<'_>, (controller, piece): (Side, &Piece<'_>)) -> Vec<String> {
    let mut fields = vec![format!("card: {}", quoted(&piece.card))];
    if let Some(alias) = named(puzzle, piece) {
        fields.push(format!("as: {}", quoted(&alias)));
    }
    if controller != piece.owner {
        fields.push(format!("controller: {}", quoted(controller.name())));
    }
    let said = [
        ("tapped", piece.tapped),
        ("sick", piece.sick && !puzzle.rested),
        ("token", piece.is_token),
        ("face_down", piece.face_down && !piece.manifested),
        ("manifested", piece.manifested),
        ("phased_out", piece.phased_out),
        ("commander", piece.commander),
    ];
    fields.extend(said.into_iter().filter(|(_, so)| *so).map(|(word, _)| format!("{word}: true")));
    if !piece.counters.is_empty() {
        fields.push(format!("counters: {}", counters(&piece.counters)));
    }
    if piece.damage > 0 {
        fields.push(format!("damage: {}", piece.damage));
    }
    if let Some(host) = piece.host {
        fields.push(format!("attached_to: {}", quoted(&host_name(host))));
    }
    fields
}

fn host_name(host: Host<'_>) -> String {
    match host {
        Host::Piece(_, id) => alias(id),
        Host::Player(side) => side.name().to_owned(),
    }
}

/// The alias of a piece that the scenario speaks of again: its number in the puzzle, or its place
/// among those without one.
fn named(puzzle: &Puzzle<'_>, piece: &Piece<'_>) -> Option<String> {
    if let Some((_, id)) = piece.id {
        return Some(alias(id));
    }
    let spoken = |piece: &Piece<'_>| piece.id.is_none() && (piece.turned || piece.host.is_some());
    if !spoken(piece) {
        return None;
    }
    let before = all(puzzle).filter(|other| spoken(other)).position(|other| other.place == piece.place)?;
    Some(format!("Other{}", before + 1))
}

fn counters(counters: &Counters) -> String {
    let kind = |kind: &CounterKind| match kind {
        CounterKind::Named(name) => format!("Named({})", quoted(name)),
        kind => format!("{kind:?}"),
    };
    let each = counters.iter().map(|(it, count)| format!("{}: {count}", kind(it)));
    format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
}

/// What a board cannot say, as first steps; and the goal.
fn script(puzzle: &Puzzle<'_>, text: &mut Written) {
    for piece in all(puzzle).filter(|piece| piece.turned) {
        if let Some(alias) = named(puzzle, piece) {
            let line = format!("Edit(Transformed(of: {}, is: true)),", quoted(&alias));
            text.line(2, &line, Some(piece.place));
        }
    }
    for (side, player) in Side::ALL.into_iter().zip(&puzzle.players) {
        if let Some((part, lands)) = player.lands.filter(|(_, lands)| *lands > 0) {
            text.line(2, &format!("Edit(LandsPlayed({lands})),"), Some(part.place()));
        }
        if let Some((part, mana)) = player.mana.as_ref().filter(|(_, mana)| !mana.is_empty()) {
            let line = format!("Edit(Mana(of: {}, is: {})),", quoted(side.name()), quoted(mana));
            text.line(2, &line, Some(part.place()));
        }
    }
    for piece in all(puzzle) {
        if let (Some(alias), Some(host)) = (named(puzzle, piece), piece.host) {
            let line = format!("Expect([Attached(of: {}, to: {})]),", quoted(&alias), quoted(&host_name(host)));
            text.line(2, &line, Some(piece.place));
            text.attached.insert(text.lines);
        }
    }
    if let Some(goal) = &puzzle.goal {
        text.line(2, "// The solution goes here; until then the goal is not reached.", None);
        let place = puzzle.about.get("goal").map(|part| part.place());
        text.line(2, &format!("Expect([Holds({})]),", quoted(&goal.0)), place);
    }
}

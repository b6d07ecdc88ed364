//! The sections of a puzzle: what it is about, and its board.

use std::collections::BTreeMap;

use retrace_core::card::TurnStep;
use retrace_core::message::{Message, near};
use retrace_core::scenario::ScenarioError;

use super::goal::Goal;
use super::part::{Part, Wrong};
use super::piece::{Counters, Names, Piece, counters, pieces};

/// The most errors reported for one puzzle.
const MOST_ERRORS: usize = 20;

/// The player who solves the puzzle, or the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Human,
    Ai,
}

impl Side {
    pub(super) const ALL: [Side; 2] = [Side::Human, Side::Ai];

    /// The player's name in the scenario.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Side::Human => "Human",
            Side::Ai => "AI",
        }
    }

    /// The player with a name.
    pub(super) fn named(part: Part<'_>) -> Result<Side, Wrong> {
        match part.text.to_ascii_lowercase().as_str() {
            "human" | "p0" => Ok(Side::Human),
            "ai" | "p1" => Ok(Side::Ai),
            other => Err(part.wrong(format!("there is no player `{other}`; write human or ai"))),
        }
    }

    /// The player at the beginning of a key, and the rest of the key.
    fn before(key: &str) -> Option<(Side, &str)> {
        let sides = [("human", Side::Human), ("p0", Side::Human), ("ai", Side::Ai), ("p1", Side::Ai)];
        sides.into_iter().find_map(|(begin, side)| Some((side, key.strip_prefix(begin)?)))
    }
}

/// A zone of a board, by its field in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Battlefield,
    Hand,
    Library,
    Graveyard,
    Exile,
    Command,
    Outside,
}

impl Field {
    pub(super) const ALL: [Field; 7] = [
        Field::Battlefield,
        Field::Hand,
        Field::Library,
        Field::Graveyard,
        Field::Exile,
        Field::Command,
        Field::Outside,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Field::Battlefield => "battlefield",
            Field::Hand => "hand",
            Field::Library => "library",
            Field::Graveyard => "graveyard",
            Field::Exile => "exile",
            Field::Command => "command",
            Field::Outside => "outside",
        }
    }

    fn of_key(key: &str) -> Option<Field> {
        match key {
            "play" => Some(Field::Battlefield),
            "sideboard" => Some(Field::Outside),
            "outside" => None,
            _ => Field::ALL.into_iter().find(|field| field.word() == key),
        }
    }
}

/// What a puzzle says of a player.
#[derive(Debug, Default)]
pub(super) struct Player<'a> {
    pub(super) life: Option<(Part<'a>, i32)>,
    pub(super) counters: Counters,
    pub(super) zones: BTreeMap<Field, Vec<Piece<'a>>>,
    pub(super) lands: Option<(Part<'a>, u32)>,
    pub(super) mana: Option<(Part<'a>, String)>,
}

/// A puzzle.
#[derive(Debug, Default)]
pub(super) struct Puzzle<'a> {
    /// What the file says about it, by key.
    pub(super) about: BTreeMap<String, Part<'a>>,
    pub(super) goal: Option<Goal>,
    pub(super) turn: Option<(Part<'a>, u32)>,
    pub(super) active: Option<(Part<'a>, Side)>,
    pub(super) step: Option<(Part<'a>, TurnStep)>,
    pub(super) players: [Player<'a>; 2],
    /// Whether no creature is summoning sick.
    pub(super) rested: bool,
}

/// Keys of the board that no scenario can say, and what to do.
const REFUSED: [(&str, &str); 4] = [
    ("precast", "a board has nothing that was cast; remove it and begin the script with `Cast(…)`"),
    ("putonstack", "a board has no stack; remove it and begin the script with `Cast(…)`"),
    ("persistentmana", "mana that stays comes from an effect, and a board has none in force; remove it"),
    ("landsplayedlastturn", "a board does not know the turn before; remove it"),
];

/// The keys of a player.
const KEYS: [&str; 12] = [
    "life",
    "counters",
    "battlefield",
    "hand",
    "library",
    "graveyard",
    "exile",
    "command",
    "sideboard",
    "landsplayed",
    "manapool",
    "play",
];

/// What a puzzle says about itself.
const METADATA: [&str; 9] =
    ["name", "url", "goal", "turns", "difficulty", "description", "targets", "targetcount", "humancontrol"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Metadata,
    State,
}

/// Reads a puzzle. `file` is its name in errors.
pub(super) fn read<'a>(file: &str, text: &'a str, names: &Names<'_>) -> Result<Puzzle<'a>, Vec<ScenarioError>> {
    let mut puzzle = Puzzle::default();
    let (mut section, mut wrong, mut last) = (Section::None, Vec::new(), 1);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut seen = Vec::new();
    for (index, whole) in text.lines().enumerate() {
        let line = Part::line(whole, index + 1);
        last = index + 1;
        if line.text.is_empty() || line.text.starts_with('#') {
            continue;
        }
        let read = match line.text.to_ascii_lowercase().as_str() {
            "[metadata]" => {
                section = Section::Metadata;
                Vec::new()
            }
            "[state]" => {
                section = Section::State;
                Vec::new()
            }
            other if other.starts_with('[') => {
                vec![line.wrong(format!("a puzzle has no section `{}`; there are [metadata] and [state]", line.text))]
            }
            _ => puzzle.line(section, line, names, &mut seen),
        };
        wrong.extend(read);
        if wrong.len() >= MOST_ERRORS {
            break;
        }
    }
    wrong.extend(puzzle.settle(last).err());
    wrong.truncate(MOST_ERRORS);
    let error = |(place, message): Wrong| ScenarioError::new(file, place, &Message::from(message));
    if wrong.is_empty() { Ok(puzzle) } else { Err(wrong.into_iter().map(error).collect()) }
}

impl<'a> Puzzle<'a> {
    /// Reads a line with a key and a value. Returns what is wrong with it.
    fn line(
        &mut self,
        section: Section,
        line: Part<'a>,
        names: &Names<'_>,
        seen: &mut Vec<(Section, String)>,
    ) -> Vec<Wrong> {
        let separators: &[char] = if section == Section::Metadata { &[':', '='] } else { &['='] };
        let Some((key, value)) = line.cut(separators) else {
            let sign = if section == Section::Metadata { ':' } else { '=' };
            return vec![line.wrong(format!("`{}` is no key with a value; write KEY{sign}VALUE", line.text))];
        };
        let word = key.text.to_ascii_lowercase();
        if seen.contains(&(section, word.clone())) {
            return vec![key.wrong(format!("`{}` is there twice; remove one", key.text))];
        }
        seen.push((section, word.clone()));
        match section {
            Section::None => vec![line.wrong("this stands in no section; write [metadata] or [state] above it")],
            Section::Metadata if METADATA.contains(&word.as_str()) => {
                self.about.insert(word, value);
                Vec::new()
            }
            Section::Metadata => vec![key.wrong(unknown(key.text, &word, METADATA.into_iter()))],
            Section::State => self.state((key, &word), value, names),
        }
    }

    /// Reads a key of the board.
    fn state(&mut self, (key, word): (Part<'a>, &str), value: Part<'a>, names: &Names<'_>) -> Vec<Wrong> {
        let done = match word {
            "turn" => value.number().map(|turn| self.turn = Some((value, turn))),
            "activeplayer" => Side::named(value).map(|side| self.active = Some((value, side))),
            "activephase" => step(value).map(|step| self.step = Some((value, step))),
            "removesummoningsickness" => value.yes().map(|yes| self.rested = yes),
            _ if value.text.is_empty() => Ok(()),
            "activephaseadvance" => Err(key.wrong(
                "nothing is played on the way to a board; remove it, name its phase as the `activephase`, and play \
                 there in the script",
            )),
            _ if word.starts_with("ability") => Err(key.wrong(
                "an ability in the words of another program cannot be read; define a card in `cards` of the scenario",
            )),
            _ => match Side::before(word) {
                Some((side, rest)) => return self.player(side, (key, word, rest), value, names),
                None => Err(unknown_key(key, word)),
            },
        };
        done.err().into_iter().collect()
    }

    /// Reads a key of a player.
    fn player(
        &mut self,
        side: Side,
        (key, whole, word): (Part<'a>, &str, &str),
        value: Part<'a>,
        names: &Names<'_>,
    ) -> Vec<Wrong> {
        let player = &mut self.players[side as usize];
        if let Some(field) = Field::of_key(word) {
            let (read, wrong) = pieces(value, field, side, names);
            player.zones.entry(field).or_default().extend(read);
            return wrong;
        }
        let done = match word {
            "life" => value.number().map(|life| player.life = Some((value, life))),
            "counters" => counters(value).map(|read| player.counters = read),
            "landsplayed" => value.number().map(|lands| player.lands = Some((value, lands))),
            "manapool" => mana(value).map(|mana| player.mana = Some((value, mana))),
            _ => match REFUSED.iter().find(|(refused, _)| *refused == word) {
                Some(_) if value.text == "0" => Ok(()),
                Some((_, why)) => Err(key.wrong(format!("`{}`: {why}", key.text))),
                None => Err(unknown_key(key, whole)),
            },
        };
        done.err().into_iter().collect()
    }

    /// Checks what the lines say together.
    fn settle(&mut self, last: usize) -> Result<(), Wrong> {
        let lacks = |what: &str| ((last, 1), format!("the puzzle has no `{what}`; write it under [state]"));
        let (_, active) = self.active.ok_or_else(|| lacks("activeplayer=human"))?;
        self.step.ok_or_else(|| lacks("activephase=Main1"))?;
        for (side, player) in Side::ALL.into_iter().zip(&self.players) {
            if let Some((part, _)) = player.lands.filter(|(_, lands)| *lands > 0 && side != active) {
                let why = "only the active player plays lands, and a board counts those of no other; write 0";
                return Err(part.wrong(why));
            }
        }
        if let Some((part, 0)) = self.turn {
            return Err(part.wrong("turns are counted from 1"));
        }
        let turn = self.turn.map_or(1, |(_, turn)| turn);
        self.goal = Goal::of(&self.about, turn)?;
        self.about.get("humancontrol").map_or(Ok(false), |part| part.yes())?;
        Ok(())
    }
}

fn unknown_key(key: Part<'_>, word: &str) -> Wrong {
    key.wrong(unknown(key.text, word, state_keys().iter().map(String::as_str)))
}

/// All keys of the board.
fn state_keys() -> Vec<String> {
    let of_players = ["human", "ai"].iter().flat_map(|side| KEYS.iter().map(move |key| format!("{side}{key}")));
    let own = ["turn", "activeplayer", "activephase", "removesummoningsickness"];
    of_players.chain(own.map(str::to_owned)).collect()
}

/// An unknown word, with the nearest known ones.
pub(super) fn unknown<'k>(told: &str, word: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    let near = near(word, known.clone());
    let remedy = if near.is_empty() {
        format!("there are: {}", known.collect::<Vec<_>>().join(", "))
    } else {
        format!("did you mean `{}`?", near.join("` or `"))
    };
    format!("`{told}` means nothing in a puzzle; {remedy}")
}

/// The turn step that a phase is. A board begins where the active player has just received
/// priority.
fn step(part: Part<'_>) -> Result<TurnStep, Wrong> {
    let word: String = part.text.chars().filter(|c| c.is_alphanumeric()).collect();
    match word.to_ascii_lowercase().as_str() {
        "upkeep" => Ok(TurnStep::Upkeep),
        "draw" => Ok(TurnStep::Draw),
        "main1" => Ok(TurnStep::PrecombatMain),
        "combatbegin" | "begincombat" => Ok(TurnStep::BeginningOfCombat),
        "main2" => Ok(TurnStep::PostcombatMain),
        "endofturn" | "end" => Ok(TurnStep::End),
        "combatdeclareattackers"
        | "combatdeclareblockers"
        | "combatfirststrikedamage"
        | "combatdamage"
        | "combatend"
        | "declareattackers"
        | "declareblockers"
        | "endcombat" => Err(part.wrong(format!(
            "a board does not begin in `{}`; write COMBAT_BEGIN, and begin the script with `Attack([…])`",
            part.text
        ))),
        _ => Err(part.wrong(format!(
            "a board does not begin in `{}`; write UPKEEP, DRAW, MAIN1, COMBAT_BEGIN, MAIN2 or END_OF_TURN",
            part.text
        ))),
    }
}

/// Mana as a scenario writes it: a letter for each.
fn mana(part: Part<'_>) -> Result<String, Wrong> {
    let letters: String = part.text.split_whitespace().collect::<String>().to_ascii_uppercase();
    match letters.chars().find(|letter| !"WUBRGC".contains(*letter)) {
        Some(other) => Err(part.wrong(format!("`{other}` is no mana; write letters of W, U, B, R, G and C"))),
        None => Ok(letters),
    }
}

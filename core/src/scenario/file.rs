//! The text of a scenario: its top level, and the places of its parts.
//!
//! RON gives no places for values, so everything that may be wrong later is taken as a borrowed raw value first: where it
//! stands in the text is its line.

use std::collections::BTreeMap;

use ron::value::RawValue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::card::file::{read_card, ron_options};
use crate::card::{Card, CounterKind, DayNight, TurnStep};
use crate::rule::Rule;

use super::error::ScenarioError;
use super::expectation::Expectation;
use super::step::Step;

/// Something that stands at a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What stands there.
    pub what: T,
}

/// One entry of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptItem {
    /// Something that is done.
    Step(Box<Step>),
    /// What must hold here.
    Expect(Vec<At<Expectation>>),
}

/// A board, a script and what must hold.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name that the text was read under.
    pub file: String,
    /// Its name.
    pub name: String,
    /// The rules that it is about.
    pub rules: Vec<Rule>,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// The script.
    pub script: Vec<At<ScriptItem>>,
    pub(super) edition: String,
    pub(super) seed: u64,
    pub(super) ante: bool,
    pub(super) cards: Vec<Card>,
    pub(super) card_files: Vec<At<String>>,
    pub(super) players: Vec<At<PlayerEntry>>,
    pub(super) turn: TurnEntry,
}

/// The top level as it stands in the text.
#[derive(Deserialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
struct ScenarioText<'a> {
    name: String,
    #[serde(default)]
    rules: Vec<Rule>,
    #[serde(default)]
    about: String,
    #[serde(default = "edition")]
    edition: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    ante: bool,
    #[serde(default, borrow)]
    cards: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    card_files: Vec<&'a RawValue>,
    #[serde(borrow)]
    players: Vec<&'a RawValue>,
    #[serde(default)]
    turn: TurnEntry,
    #[serde(default, borrow)]
    script: Vec<&'a RawValue>,
}

fn edition() -> String {
    crate::EDITION.to_owned()
}

/// Where in a turn the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TurnEntry {
    pub(super) number: u32,
    pub(super) active: Option<String>,
    pub(super) step: TurnStep,
    pub(super) day_night: Option<DayNight>,
}

impl Default for TurnEntry {
    fn default() -> TurnEntry {
        TurnEntry { number: 3, active: None, step: TurnStep::PrecombatMain, day_night: None }
    }
}

/// A player as they stand in the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerText<'a> {
    name: Option<String>,
    #[serde(default = "twenty")]
    life: i32,
    #[serde(default)]
    counters: BTreeMap<CounterKind, u32>,
    #[serde(default, borrow)]
    battlefield: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    hand: Vec<&'a RawValue>,
    #[serde(borrow)]
    library: Option<Vec<&'a RawValue>>,
    #[serde(default, borrow)]
    graveyard: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    exile: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    command: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    ante: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    outside: Vec<&'a RawValue>,
    #[serde(borrow)]
    deck: Option<Vec<&'a RawValue>>,
    #[serde(default, borrow)]
    sideboard: Vec<&'a RawValue>,
    #[serde(default = "starting_hand_size")]
    hand_size: u32,
}

const fn twenty() -> i32 {
    20
}

/// A player of the board.
#[derive(Clone, Debug)]
pub(super) struct PlayerEntry {
    pub(super) name: String,
    pub(super) life: i32,
    pub(super) counters: BTreeMap<CounterKind, u32>,
    pub(super) battlefield: Vec<At<ObjectEntry>>,
    pub(super) hand: Vec<At<ObjectEntry>>,
    /// Filler, where the text says nothing.
    pub(super) library: Option<Vec<At<ObjectEntry>>>,
    pub(super) graveyard: Vec<At<ObjectEntry>>,
    pub(super) exile: Vec<At<ObjectEntry>>,
    pub(super) command: Vec<At<ObjectEntry>>,
    pub(super) ante: Vec<At<ObjectEntry>>,
    /// What the player owns outside the game (CR 400.11).
    pub(super) outside: Vec<At<ObjectEntry>>,
    /// A deck to start a whole game with, in place of a board.
    pub(super) deck: Option<Vec<At<ObjectEntry>>>,
    /// The cards outside the game (CR 400.11a).
    pub(super) sideboard: Vec<At<ObjectEntry>>,
    /// The starting hand size, in a whole game (CR 103.4).
    pub(super) hand_size: u32,
}

const fn starting_hand_size() -> u32 {
    7
}

/// An object of the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectEntry {
    pub(super) card: String,
    #[serde(default, rename = "as")]
    pub(super) alias: Option<String>,
    #[serde(default = "one")]
    pub(super) count: u32,
    #[serde(default)]
    pub(super) controller: Option<String>,
    #[serde(default)]
    pub(super) tapped: bool,
    #[serde(default)]
    pub(super) sick: bool,
    #[serde(default)]
    pub(super) token: bool,
    #[serde(default)]
    pub(super) face_down: bool,
    #[serde(default)]
    pub(super) manifested: bool,
    #[serde(default)]
    pub(super) counters: BTreeMap<CounterKind, u32>,
    #[serde(default)]
    pub(super) damage: u32,
    /// An alias of the board, or the name of a player.
    #[serde(default)]
    pub(super) attached_to: Option<String>,
    #[serde(default)]
    pub(super) phased_out: bool,
}

const fn one() -> u32 {
    1
}

impl Scenario {
    /// Reads a scenario; `file` is what errors call it.
    ///
    /// # Errors
    /// A syntax error, an unknown field or word, or a card that contradicts itself, with its place.
    pub fn read(file: &str, text: &str) -> Result<Scenario, ScenarioError> {
        let source = Source { file, text };
        let read: ScenarioText<'_> = source.parse_at(text, (1, 1))?;
        let players = read.players.iter().enumerate().map(|(seat, raw)| source.player(seat, raw));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        Ok(Scenario {
            file: file.to_owned(),
            name: read.name,
            rules: read.rules,
            about: read.about,
            edition: read.edition,
            seed: read.seed,
            ante: read.ante,
            cards: read.cards.iter().map(|raw| source.card(raw)).collect::<Result<_, _>>()?,
            card_files: read.card_files.iter().map(|raw| source.parse(raw)).collect::<Result<_, _>>()?,
            players,
            turn: read.turn,
            script: read.script.iter().map(|raw| source.item(raw)).collect::<Result<_, _>>()?,
        })
    }

    /// The card files and folders that the scenario asks for; [`Scenario::load_cards`] brings them.
    pub fn card_files(&self) -> impl Iterator<Item = &str> {
        self.card_files.iter().map(|path| path.what.as_str())
    }

    /// The cards that it defines, those of the card files that were brought among them.
    pub fn own_cards(&self) -> &[Card] {
        &self.cards
    }

    /// Brings the card files that the scenario asks for. The loader is given each path as it stands in the scenario, and
    /// answers with the name and text of that file, or of every card file of that folder.
    ///
    /// # Errors
    /// What the loader says, at the place of the path; or an error of a card file, at its own place.
    pub fn load_cards(
        &mut self,
        loader: &mut dyn FnMut(&str) -> Result<Vec<(String, String)>, String>,
    ) -> Result<(), ScenarioError> {
        for path in std::mem::take(&mut self.card_files) {
            let texts = loader(&path.what).map_err(|message| self.error(&path, message))?;
            for (name, text) in texts {
                self.cards.push(read_card(&name, &text)?);
            }
        }
        Ok(())
    }

    /// An error at a place of this scenario.
    pub(super) fn error<T>(&self, place: &At<T>, message: impl Into<String>) -> ScenarioError {
        ScenarioError { file: self.file.clone(), line: place.line, column: place.column, message: message.into() }
    }
}

/// The text that is being read.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl<'a> Source<'a> {
    /// The line and column of a part of the text.
    fn place(&self, part: &str) -> (usize, usize) {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        (line, column)
    }

    /// Reads a part of the text that stands at a place.
    fn parse_at<T: Deserialize<'a>>(&self, part: &'a str, place: (usize, usize)) -> Result<T, ScenarioError> {
        ron_options().from_str(part).map_err(|error| {
            let start = error.span.start;
            let (line, column) = place;
            ScenarioError {
                file: self.file.to_owned(),
                line: line + start.line - 1,
                column: if start.line == 1 { column + start.col - 1 } else { start.col },
                message: error.code.to_string(),
            }
        })
    }

    fn parse<T: Deserialize<'a>>(&self, raw: &'a RawValue) -> Result<At<T>, ScenarioError> {
        let part = skip_blank(raw.get_ron());
        let (line, column) = self.place(part);
        Ok(At { line, column, what: self.parse_at(part, (line, column))? })
    }

    fn card(&self, raw: &'a RawValue) -> Result<Card, ScenarioError> {
        let part = skip_blank(raw.get_ron());
        let (line, column) = self.place(part);
        read_card(self.file, part).map_err(|error| {
            let error = ScenarioError::from(error);
            ScenarioError {
                column: if error.line == 1 { column + error.column - 1 } else { error.column },
                line: line + error.line - 1,
                ..error
            }
        })
    }

    fn player(&self, seat: usize, raw: &'a RawValue) -> Result<At<PlayerEntry>, ScenarioError> {
        let read: At<PlayerText<'a>> = self.parse(raw)?;
        let At { line, column, what: text } = read;
        let all = |raws: &[&'a RawValue]| raws.iter().map(|raw| self.object(raw)).collect::<Result<Vec<_>, _>>();
        let name =
            text.name.unwrap_or_else(|| crate::fact::PlayerId(u8::try_from(seat).unwrap_or(u8::MAX)).to_string());
        let what = PlayerEntry {
            name,
            life: text.life,
            counters: text.counters,
            battlefield: all(&text.battlefield)?,
            hand: all(&text.hand)?,
            library: text.library.as_deref().map(all).transpose()?,
            graveyard: all(&text.graveyard)?,
            exile: all(&text.exile)?,
            command: all(&text.command)?,
            ante: all(&text.ante)?,
            outside: all(&text.outside)?,
            deck: text.deck.as_deref().map(all).transpose()?,
            sideboard: all(&text.sideboard)?,
            hand_size: text.hand_size,
        };
        Ok(At { line, column, what })
    }

    /// A card's name alone, or a card with what is to be said of it.
    fn object(&self, raw: &'a RawValue) -> Result<At<ObjectEntry>, ScenarioError> {
        if !skip_blank(raw.get_ron()).starts_with('"') {
            return self.parse(raw);
        }
        let At { line, column, what: card } = self.parse::<String>(raw)?;
        Ok(At { line, column, what: ObjectEntry::plain(card) })
    }

    fn item(&self, raw: &'a RawValue) -> Result<At<ScriptItem>, ScenarioError> {
        #[derive(Deserialize)]
        enum ExpectText<'a> {
            Expect(#[serde(borrow)] Vec<&'a RawValue>),
        }
        let part = skip_blank(raw.get_ron());
        if word(part) != "Expect" {
            let At { line, column, what } = self.parse(raw)?;
            return Ok(At { line, column, what: ScriptItem::Step(Box::new(what)) });
        }
        let At { line, column, what: ExpectText::Expect(raws) } = self.parse(raw)?;
        let expectations = raws.iter().map(|raw| self.parse(raw)).collect::<Result<_, _>>()?;
        Ok(At { line, column, what: ScriptItem::Expect(expectations) })
    }
}

impl ObjectEntry {
    /// A card with nothing else to say of it.
    pub(super) fn plain(card: String) -> ObjectEntry {
        ObjectEntry {
            card,
            alias: None,
            count: 1,
            controller: None,
            tapped: false,
            sick: false,
            token: false,
            face_down: false,
            manifested: false,
            counters: BTreeMap::new(),
            damage: 0,
            attached_to: None,
            phased_out: false,
        }
    }
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The text without the blanks and comments that it begins with.
pub(super) fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("//") {
            comment.find('\n').map_or("", |end| &comment[end..])
        } else if rest.starts_with("/*") {
            skip_block(rest)
        } else {
            return rest;
        };
        rest = after.trim_start();
    }
}

/// What follows a block comment; they nest.
fn skip_block(text: &str) -> &str {
    let mut depth = 0usize;
    let mut rest = text;
    loop {
        if let Some(inner) = rest.strip_prefix("/*") {
            (depth, rest) = (depth + 1, inner);
        } else if let Some(after) = rest.strip_prefix("*/") {
            (depth, rest) = (depth.saturating_sub(1), after);
            if depth == 0 {
                return rest;
            }
        } else {
            let mut chars = rest.chars();
            if chars.next().is_none() {
                return rest;
            }
            rest = chars.as_str();
        }
    }
}

/// Reads a value of which a string is the short form: `short` makes it of the string, `T` is the long form.
pub(super) fn short_or_long<'de, D, S, T>(deserializer: D, short: impl FnOnce(String) -> S) -> Result<S, D::Error>
where
    D: serde::Deserializer<'de>,
    T: DeserializeOwned + Into<S>,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    let part = skip_blank(raw.get_ron());
    let options = ron_options();
    let wrong = |error: ron::error::SpannedError| serde::de::Error::custom(error.code);
    if part.starts_with('"') {
        options.from_str(part).map(short).map_err(wrong)
    } else {
        options.from_str::<T>(part).map(Into::into).map_err(wrong)
    }
}

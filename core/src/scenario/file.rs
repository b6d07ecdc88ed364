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
use crate::message::{Message, reading};
use crate::rule::Rule;

use super::error::ScenarioError;
use super::expectation::Expectation;
use super::recover::before_the_error;
use super::step::Step;
use super::words;

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
    Expect(Vec<At<Expected>>),
    /// A step that cannot be read. Nothing after it can be played on its timeline.
    Unread(ScenarioError),
}

/// Something that must hold, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The expectation; why it cannot be read, if it cannot.
    pub what: Result<Box<Expectation>, ScenarioError>,
    /// How the script says it, on one line.
    pub said: String,
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
    crate::rule::EDITION.to_owned()
}

/// Where in a turn the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "turn", default, deny_unknown_fields)]
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
#[serde(rename = "player", deny_unknown_fields)]
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
#[serde(rename = "object", deny_unknown_fields)]
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
        let first = |mut errors: Vec<ScenarioError>| errors.swap_remove(0);
        let scenario = Scenario::read_what_can_be(file, text).map_err(first)?;
        let error = scenario.unread().next().cloned();
        error.map_or(Ok(scenario), Err)
    }

    /// Reads a scenario whose script may be wrong: what cannot be read of the script is told when it is run, after what was
    /// played before it.
    ///
    /// # Errors
    /// What is wrong outside of the script, everything that can be told; at least one.
    pub fn read_what_can_be(file: &str, text: &str) -> Result<Scenario, Vec<ScenarioError>> {
        let source = Source { file, text };
        match source.scenario() {
            Err(errors) => match before_the_error(text, errors.first()) {
                // A slip between the steps of the script: what stands before it is played all the same.
                Some(begun) => {
                    let mut scenario = Source { file, text: &begun }.scenario().map_err(|_| errors.clone())?;
                    let unread = errors.into_iter().map(|error| {
                        let (line, column) = (error.line, error.column);
                        At { line, column, what: ScriptItem::Unread(error) }
                    });
                    scenario.script.extend(unread);
                    Ok(scenario)
                }
                None => Err(errors),
            },
            read => read,
        }
    }

    /// The errors of the parts of the script that cannot be read.
    pub(super) fn unread(&self) -> impl Iterator<Item = &ScenarioError> {
        self.script.iter().flat_map(|item| match &item.what {
            ScriptItem::Unread(error) => vec![error],
            ScriptItem::Expect(all) => all.iter().filter_map(|it| it.what.what.as_ref().err()).collect(),
            ScriptItem::Step(_) => Vec::new(),
        })
    }

    /// Reads the cards alone that a scenario defines, each or what is wrong with it, and the paths of the card files that it
    /// names, whatever else is wrong with the scenario.
    ///
    /// # Errors
    /// A syntax error, or an unknown field of the scenario, with its place.
    pub fn read_cards(
        file: &str,
        text: &str,
    ) -> Result<(Vec<Result<Card, ScenarioError>>, Vec<String>), ScenarioError> {
        let source = Source { file, text };
        let read: ScenarioText<'_> = source.parse_at(text, (1, 1))?;
        let paths = read.card_files.iter().map(|raw| source.parse::<String>(raw).map(|path| path.what));
        Ok((read.cards.iter().map(|raw| source.card(raw)).collect(), paths.collect::<Result<_, _>>()?))
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
    pub(super) fn error<T>(&self, place: &At<T>, message: impl Into<Message>) -> ScenarioError {
        ScenarioError::new(&self.file, (place.line, place.column), &message.into())
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

    /// All of it. The errors are those outside of the script, and then what cannot be read of it.
    fn scenario(&self) -> Result<Scenario, Vec<ScenarioError>> {
        let read: ScenarioText<'_> = self.parse_at(self.text, (1, 1)).map_err(|error| vec![error])?;
        let mut errors = Vec::new();
        let player = |(seat, raw): (usize, &&'a RawValue)| self.player(seat, raw, &mut errors);
        let players = read.players.iter().enumerate().filter_map(player).collect();
        let cards: Vec<_> = read.cards.iter().map(|raw| self.card(raw)).collect();
        let card_files: Vec<_> = read.card_files.iter().map(|raw| self.parse(raw)).collect();
        let scenario = Scenario {
            file: self.file.to_owned(),
            name: read.name,
            rules: read.rules,
            about: read.about,
            edition: read.edition,
            seed: read.seed,
            ante: read.ante,
            cards: all_of(cards, &mut errors),
            card_files: all_of(card_files, &mut errors),
            players,
            turn: read.turn,
            script: read.script.iter().map(|raw| self.item(raw)).collect(),
        };
        if errors.is_empty() {
            return Ok(scenario);
        }
        errors.sort_by_key(|error: &ScenarioError| (error.line, error.column));
        errors.extend(scenario.unread().cloned());
        Err(errors)
    }

    /// Reads a part of the text that stands at a place.
    fn parse_at<T: Deserialize<'a>>(&self, part: &'a str, place: (usize, usize)) -> Result<T, ScenarioError> {
        ron_options().from_str(part).map_err(|error| {
            let wrong = reading::wrong(part, &error, words::elsewhere);
            let (line, column) = wrong.place(part);
            let column = if line == 1 { place.1 + column - 1 } else { column };
            ScenarioError::new(self.file, (place.0 + line - 1, column), &wrong.message)
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

    /// A player; all errors of the objects are told.
    fn player(&self, seat: usize, raw: &'a RawValue, errors: &mut Vec<ScenarioError>) -> Option<At<PlayerEntry>> {
        let At { line, column, what: text } = match self.parse::<PlayerText<'a>>(raw) {
            Ok(read) => read,
            Err(error) => {
                errors.push(error);
                return None;
            }
        };
        let mut all = |raws: &[&'a RawValue]| all_of(raws.iter().map(|raw| self.object(raw)).collect(), errors);
        let name =
            text.name.unwrap_or_else(|| crate::fact::PlayerId(u8::try_from(seat).unwrap_or(u8::MAX)).to_string());
        let what = PlayerEntry {
            name,
            life: text.life,
            counters: text.counters,
            battlefield: all(&text.battlefield),
            hand: all(&text.hand),
            library: text.library.as_deref().map(&mut all),
            graveyard: all(&text.graveyard),
            exile: all(&text.exile),
            command: all(&text.command),
            ante: all(&text.ante),
            outside: all(&text.outside),
            deck: text.deck.as_deref().map(&mut all),
            sideboard: all(&text.sideboard),
            hand_size: text.hand_size,
        };
        Some(At { line, column, what })
    }

    /// A card's name alone, or a card with what is to be said of it.
    fn object(&self, raw: &'a RawValue) -> Result<At<ObjectEntry>, ScenarioError> {
        if !skip_blank(raw.get_ron()).starts_with('"') {
            return self.parse(raw);
        }
        let At { line, column, what: card } = self.parse::<String>(raw)?;
        Ok(At { line, column, what: ObjectEntry::plain(card) })
    }

    fn item(&self, raw: &'a RawValue) -> At<ScriptItem> {
        #[derive(Deserialize)]
        enum ExpectText<'a> {
            Expect(#[serde(borrow)] Vec<&'a RawValue>),
        }
        let part = skip_blank(raw.get_ron());
        let (line, column) = self.place(part);
        let what = match word(part) {
            "Expect" => self.parse::<ExpectText<'a>>(raw).map(|it| {
                let ExpectText::Expect(raws) = it.what;
                ScriptItem::Expect(raws.iter().map(|raw| self.expected(raw)).collect())
            }),
            _ => self.parse::<Step>(raw).map(|it| ScriptItem::Step(Box::new(it.what))).map_err(with_expect),
        };
        At { line, column, what: what.unwrap_or_else(ScriptItem::Unread) }
    }

    fn expected(&self, raw: &'a RawValue) -> At<Expected> {
        let part = skip_blank(raw.get_ron());
        let (line, column) = self.place(part);
        let what = self.parse::<Expectation>(raw).map(|it| Box::new(it.what));
        let said = part.split_whitespace().collect::<Vec<_>>().join(" ");
        At { line, column, what: Expected { what, said } }
    }
}

/// An error that lists the steps, with what stands between them as well.
fn with_expect(error: ScenarioError) -> ScenarioError {
    let add = |text: &str| text.replacen("are `Label`", "are `Expect`, `Label`", 1);
    ScenarioError { message: add(&error.message), whole: add(&error.whole), ..error }
}

/// Those that could be read; the errors of the others go to the errors.
fn all_of<T>(read: Vec<Result<T, ScenarioError>>, errors: &mut Vec<ScenarioError>) -> Vec<T> {
    read.into_iter().filter_map(|it| it.map_err(|error| errors.push(error)).ok()).collect()
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
    let wrong = |error| reading::inner(part, &error, words::elsewhere);
    if part.starts_with('"') {
        options.from_str(part).map(short).map_err(wrong)
    } else {
        let named = part.starts_with(|it: char| it.is_alphabetic());
        options.from_str::<T>(part).map(Into::into).or_else(|error| match named {
            true => Err(wrong(error)),
            // Neither a word nor a name: a name was meant.
            false => options.from_str::<String>(part).map(short).map_err(wrong),
        })
    }
}

//! The text of a scenario: its top level, and the places of its parts.
//!
//! RON gives no places for values. So anything that may prove wrong later is first read as a
//! borrowed raw value, whose position in the text gives its line.

use std::collections::BTreeMap;

use ron::value::RawValue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::card::file::{CardFileError, read_as_written, read_card, read_part, ron_options};
use crate::card::words::term::Term;
use crate::card::{Card, Color, CounterKind, DayNight, Subtype, TurnStep};
use crate::message::{Message, reading};
use crate::rule::Rule;

use super::error::ScenarioError;
use super::expectation::Expectation;
use super::recovery::before_the_error;
use super::step::Step;
use super::words;

/// A value with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The value.
    pub what: T,
}

/// One entry of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptItem {
    /// A step.
    Step(Box<Step>),
    /// Expectations at this point.
    Expect(Vec<At<Expected>>),
    /// A step that cannot be read. Nothing after it can be played on its timeline.
    Unread(ScenarioError),
}

/// An expectation, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The expectation, or why it cannot be read.
    pub what: Result<Box<Expectation>, ScenarioError>,
    /// Its text in the script, on one line.
    pub said: String,
}

/// A board, a script and expectations.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name of the text.
    pub file: String,
    /// Its name.
    pub name: String,
    /// The rules it is about.
    pub rules: Vec<Rule>,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// The script.
    pub script: Vec<At<ScriptItem>>,
    pub(super) edition: String,
    pub(super) seed: u64,
    pub(super) ante: bool,
    /// A seating or a casual variant; the number of players decides if omitted.
    pub(super) variant: Option<String>,
    pub(super) options: BTreeMap<String, String>,
    /// The names of the players of each team.
    pub(super) teams: Option<Vec<Vec<String>>>,
    pub(super) cards: Vec<Card>,
    pub(super) card_files: Vec<At<String>>,
    pub(super) players: Vec<At<PlayerEntry>>,
    pub(super) turn: TurnEntry,
}

/// The top level of the text.
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
    variant: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    teams: Option<Vec<Vec<String>>>,
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

/// A place in a turn.
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

/// A player in the text.
#[derive(Deserialize)]
#[serde(rename = "player", deny_unknown_fields)]
struct PlayerText<'a> {
    name: Option<String>,
    life: Option<i32>,
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
    commander: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    vanguard: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    planes: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    schemes: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    sideboard: Vec<&'a RawValue>,
    #[serde(default)]
    noted: BTreeMap<String, Vec<NotedEntry>>,
    hand_size: Option<u32>,
}

/// A player of the board.
#[derive(Clone, Debug)]
pub(super) struct PlayerEntry {
    pub(super) name: String,
    /// The starting life total of the variant if omitted.
    pub(super) life: Option<i32>,
    pub(super) counters: BTreeMap<CounterKind, u32>,
    pub(super) battlefield: Vec<At<ObjectEntry>>,
    pub(super) hand: Vec<At<ObjectEntry>>,
    /// Filler cards if omitted.
    pub(super) library: Option<Vec<At<ObjectEntry>>>,
    pub(super) graveyard: Vec<At<ObjectEntry>>,
    pub(super) exile: Vec<At<ObjectEntry>>,
    pub(super) command: Vec<At<ObjectEntry>>,
    pub(super) ante: Vec<At<ObjectEntry>>,
    /// The objects the player owns outside the game (CR 400.11).
    pub(super) outside: Vec<At<ObjectEntry>>,
    /// The deck for a whole game, instead of a board.
    pub(super) deck: Option<Vec<At<ObjectEntry>>>,
    /// The commanders: in the command zone of a board, or cards of the deck (CR 903.3).
    pub(super) commander: Vec<At<ObjectEntry>>,
    /// The vanguard (CR 902.3).
    pub(super) vanguard: Vec<At<ObjectEntry>>,
    /// The planar deck, the top first (CR 901.3).
    pub(super) planes: Vec<At<ObjectEntry>>,
    /// The scheme deck, the top first (CR 904.3).
    pub(super) schemes: Vec<At<ObjectEntry>>,
    /// The cards outside the game (CR 400.11a).
    pub(super) sideboard: Vec<At<ObjectEntry>>,
    /// What the player noted as they drafted, by the name of the card (CR 905.2b).
    pub(super) noted: BTreeMap<String, Vec<NotedEntry>>,
    /// The starting hand size, in a whole game (CR 103.4); that of the variant if omitted.
    pub(super) hand_size: Option<u32>,
}

/// Something that was noted as cards were drafted (CR 905.2b).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "note", deny_unknown_fields)]
pub(super) enum NotedEntry {
    Number(u32),
    /// A player, by name.
    Player(String),
    Color(Color),
    Name(String),
    CreatureType(Subtype),
    /// A card, by name.
    Removed(String),
    GuessedRight,
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
    /// An alias of the board, or a player's name.
    #[serde(default)]
    pub(super) attached_to: Option<String>,
    #[serde(default)]
    pub(super) phased_out: bool,
    #[serde(default)]
    pub(super) commander: bool,
}

const fn one() -> u32 {
    1
}

impl Scenario {
    /// Reads a scenario; `file` is its name in errors.
    ///
    /// # Errors
    /// A syntax error, an unknown field or word, or a card that contradicts itself, with its place.
    pub fn read(file: &str, text: &str) -> Result<Scenario, ScenarioError> {
        Scenario::read_what_can_be(file, text).and_then(Scenario::whole).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Reads a scenario as [`Scenario::read`] does, but its cards in the form they are written in,
    /// to play them beside their normal form.
    ///
    /// # Errors
    /// As [`Scenario::read`].
    pub fn read_as_written(file: &str, text: &str) -> Result<Scenario, ScenarioError> {
        let source = Source { file, text, card: read_as_written };
        source.scenario().and_then(Scenario::whole).map_err(|mut errors| errors.swap_remove(0))
    }

    /// The cards that it defines.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// A scenario whose script can be read.
    fn whole(self) -> Result<Scenario, Vec<ScenarioError>> {
        let error = self.unread().next().cloned();
        error.map_or(Ok(self), |error| Err(vec![error]))
    }

    /// Reads a scenario even if its script has errors. Those are reported when it is run, after the
    /// steps before them have been played.
    ///
    /// # Errors
    /// All errors found outside the script; at least one.
    pub fn read_what_can_be(file: &str, text: &str) -> Result<Scenario, Vec<ScenarioError>> {
        let source = Source { file, text, card: read_card };
        match source.scenario() {
            Err(errors) => match before_the_error(text, errors.first()) {
                // An error between steps of the script: the steps before it are played all the
                // same.
                Some(begun) => {
                    let mut scenario = Source { text: &begun, ..source }.scenario().map_err(|_| errors.clone())?;
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

    /// The errors in the parts of the script that cannot be read.
    pub(super) fn unread(&self) -> impl Iterator<Item = &ScenarioError> {
        self.script.iter().flat_map(|item| match &item.what {
            ScriptItem::Unread(error) => vec![error],
            ScriptItem::Expect(all) => all.iter().filter_map(|it| it.what.what.as_ref().err()).collect(),
            ScriptItem::Step(_) => Vec::new(),
        })
    }

    /// Reads only the cards a scenario defines, each or its error, and the paths of the card files
    /// it names, whatever else is wrong with the scenario.
    ///
    /// # Errors
    /// A syntax error, or an unknown field of the scenario, with its place.
    pub fn read_cards(
        file: &str,
        text: &str,
    ) -> Result<(Vec<Result<Card, ScenarioError>>, Vec<String>), ScenarioError> {
        let source = Source { file, text, card: read_card };
        let read: ScenarioText<'_> = source.parse_at(text, (1, 1))?;
        let paths = read.card_files.iter().map(|raw| source.parse::<String>(raw).map(|path| path.what));
        Ok((read.cards.iter().map(|raw| source.card(raw)).collect(), paths.collect::<Result<_, _>>()?))
    }

    /// The card files and folders the scenario asks for; [`Scenario::load_cards`] loads them.
    pub fn card_files(&self) -> impl Iterator<Item = &str> {
        self.card_files.iter().map(|path| path.what.as_str())
    }

    /// The cards it defines, with those of the loaded card files.
    pub fn own_cards(&self) -> &[Card] {
        &self.cards
    }

    /// Loads the card files the scenario asks for. The loader gets each path as written in the
    /// scenario, and returns the name and text of that file, or of every card file in that folder.
    ///
    /// # Errors
    /// The loader's error, at the place of the path; or an error of a card file, at its own place.
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

/// The text being read.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// Reads a card.
    card: fn(&str, &str) -> Result<Card, CardFileError>,
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

    /// Reads all of it. Returns the errors outside the script first, then those within it.
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
            variant: read.variant,
            options: read.options,
            teams: read.teams,
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

    /// Parses a part of the text at a place.
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
        (self.card)(self.file, part).map_err(|error| {
            let error = ScenarioError::from(error);
            ScenarioError {
                column: if error.line == 1 { column + error.column - 1 } else { error.column },
                line: line + error.line - 1,
                ..error
            }
        })
    }

    /// Reads a player. Reports the errors of all objects.
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
            commander: all(&text.commander),
            vanguard: all(&text.vanguard),
            planes: all(&text.planes),
            schemes: all(&text.schemes),
            sideboard: all(&text.sideboard),
            noted: text.noted,
            hand_size: text.hand_size,
        };
        Some(At { line, column, what })
    }

    /// Reads a card's name alone, or a card with details.
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

/// The error that lists the steps, extended by `Expect`, which may stand between them.
fn with_expect(error: ScenarioError) -> ScenarioError {
    let add = |text: &str| text.replacen("are `Label`", "are `Expect`, `Label`", 1);
    ScenarioError { message: add(&error.message), whole: add(&error.whole), ..error }
}

/// The values that could be read; collects the errors of the others.
fn all_of<T>(read: Vec<Result<T, ScenarioError>>, errors: &mut Vec<ScenarioError>) -> Vec<T> {
    read.into_iter().filter_map(|it| it.map_err(|error| errors.push(error)).ok()).collect()
}

impl ObjectEntry {
    /// Whether it has no details but its number, its alias, and whether it is a commander.
    pub(super) fn is_plain_or_commander(&self) -> bool {
        let ObjectEntry { card, alias, count, commander, .. } = self.clone();
        *self == ObjectEntry { alias, count, commander, ..ObjectEntry::plain(card) }
    }

    /// A card without details.
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
            commander: false,
        }
    }
}

/// The first word of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The text after leading blanks and comments.
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

/// The text after a block comment; they nest.
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

/// Reads a part of the card language as a card file has it: a filter, a condition, a keyword.
pub(super) fn of_cards<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: DeserializeOwned + Term,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    let part = skip_blank(raw.get_ron());
    read_part(part, words::elsewhere).map_err(|wrong| reading::passed_on(part, wrong))
}

/// Reads a value that has a string as its short form: `short` converts the string, `T` is the long
/// form.
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

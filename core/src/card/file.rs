//! Card files: RON, one card each, with errors that name the file, the place and the remedy.

use std::fmt;

use ron::Options;
use ron::extensions::Extensions;

use super::ability::{Ability, Body};
use super::definition::Card;
use super::effect::{Instruction, Recipients};
use super::filter::{Objects, Players};

/// The dialect of RON that card files, scenarios and canonical definitions share.
pub(crate) struct Dialect;

/// The one dialect.
pub(crate) const CANONICAL: Dialect = Dialect;

impl Dialect {
    /// Options with `Some`, and the names of newtypes, left out; nesting is bounded, so that a hostile text cannot
    /// exhaust the stack.
    pub(crate) fn options(&self) -> Options {
        Options::default()
            .with_default_extension(
                Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::UNWRAP_NEWTYPES,
            )
            .with_recursion_limit(64)
    }
}

/// The RON options that every text format of Retrace is read and written with.
pub fn ron_options() -> Options {
    CANONICAL.options()
}

/// Why a card file could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CardFileError {
    /// The name that the text was read under.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for CardFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// Reads one card.
///
/// # Errors
/// A syntax error, an unknown field or name, or a card that contradicts itself, with its place in `text`.
pub fn read_card(file: &str, text: &str) -> Result<Card, CardFileError> {
    let card: Card = CANONICAL.options().from_str(text).map_err(|error| CardFileError {
        file: file.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        message: error.code.to_string(),
    })?;
    match card.front().contradiction() {
        None => Ok(card),
        Some((field, message)) => {
            let (line, column) = place_of(text, field);
            Err(CardFileError { file: file.to_owned(), line, column, message: format!("`{field}`: {message}") })
        }
    }
}

/// Writes a card as a person would: the same fields as the canonical text, one a line.
///
/// # Errors
/// Never for a card that was read; the serializer's error otherwise.
pub fn write_card(card: &Card) -> Result<String, ron::Error> {
    let style = ron::ser::PrettyConfig::new().indentor("    ").compact_arrays(false).depth_limit(4);
    CANONICAL.options().to_string_pretty(card, style).map(|text| text + "\n")
}

/// The line and column at which a field's name first stands as a key, or the start of the text.
fn place_of(text: &str, field: &str) -> (usize, usize) {
    for (index, line) in text.lines().enumerate() {
        for (column, _) in line.match_indices(field) {
            let before = line[..column].chars().next_back();
            let after = line[column + field.len()..].trim_start();
            if after.starts_with(':') && !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                return (index + 1, column + 1);
            }
        }
    }
    (1, 1)
}

/// Says so if an ability refers to a target that it does not have.
pub(crate) fn dangling_target(ability: &Ability) -> Option<String> {
    let body = match ability {
        Ability::Spell(spell) => &spell.body,
        Ability::Activated(activated) => &activated.body,
        Ability::Triggered(triggered) => &triggered.body,
        Ability::Static(_) | Ability::Keyword(_) => return None,
    };
    dangling_in(body)
}

fn dangling_in(body: &Body) -> Option<String> {
    let mut highest: Option<u8> = None;
    visit_targets(&body.instructions, &mut |index| highest = highest.max(Some(index)));
    let highest = highest?;
    (usize::from(highest) >= body.targets.len()).then(|| {
        format!(
            "an instruction speaks of target {highest}, but `targets` has {} (they count from 0)",
            body.targets.len()
        )
    })
}

fn visit_targets(instructions: &[Instruction], seen: &mut impl FnMut(u8)) {
    for instruction in instructions {
        match instruction {
            Instruction::DealDamage { source, to, .. } => {
                objects(source, seen);
                match to {
                    Recipients::Target(index) => seen(*index),
                    Recipients::Objects(what) => objects(what, seen),
                    Recipients::Players(who) => players(who, seen),
                }
            }
            Instruction::GainLife { who, .. }
            | Instruction::LoseLife { who, .. }
            | Instruction::Draw { who, .. }
            | Instruction::Discard { who, .. }
            | Instruction::Mill { who, .. }
            | Instruction::Sacrifice { who, .. }
            | Instruction::AddMana { who, .. }
            | Instruction::GetCounters { who, .. }
            | Instruction::CreateTokens { who, .. }
            | Instruction::Win(who)
            | Instruction::Lose(who) => players(who, seen),
            Instruction::Destroy(what)
            | Instruction::Exile(what)
            | Instruction::Counter(what)
            | Instruction::Tap(what)
            | Instruction::Untap(what)
            | Instruction::Put { what, .. }
            | Instruction::PutCounters { on: what, .. }
            | Instruction::RemoveCounters { from: what, .. }
            | Instruction::Modify { what, .. } => objects(what, seen),
            Instruction::PutOntoBattlefield { what, control, .. } => {
                objects(what, seen);
                players(control, seen);
            }
            Instruction::May { who, then } => {
                players(who, seen);
                visit_targets(then, seen);
            }
            Instruction::If { then, otherwise, .. } => {
                visit_targets(then, seen);
                visit_targets(otherwise, seen);
            }
            Instruction::Establish { .. } | Instruction::Delay { .. } | Instruction::DrawGame => {}
        }
    }
}

fn objects(what: &Objects, seen: &mut impl FnMut(u8)) {
    if let Objects::Target(index) = what {
        seen(*index);
    }
}

fn players(who: &Players, seen: &mut impl FnMut(u8)) {
    match who {
        Players::Target(index) => seen(*index),
        Players::ControllerOf(what) | Players::OwnerOf(what) => objects(what, seen),
        _ => {}
    }
}

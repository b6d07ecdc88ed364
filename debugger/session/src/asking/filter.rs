//! Filters of events, as a person writes them: `kind:DamageDealt player:A rule:510 object:"Grizzly
//! Bears" flying`.
//!
//! Parts are separated by spaces, and an event must pass all of them. After a key and a colon come
//! alternatives separated by commas; a minus in front negates a part. Anything else is words from
//! the event's text, or the beginning of its rule's number; quotation marks hold words together.
//! The list of events in the window and `retrace log --filter` both read filters here.

mod complete;

use std::collections::BTreeSet;
use std::ops::Range;

use retrace_core::fact::{DefId, Entry, EntryNo, Event, ObjectId, PlayerId};
use retrace_core::rule::Rule;
use retrace_core::state::Game;

use super::seen;
use crate::base::error::FilterError;
use crate::base::players::player_named;
use crate::timeline::index::{Index, Lane};
use crate::timeline::line::Timeline;

pub use complete::complete;

/// A key: what can precede a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A kind of event, or a prefix of several.
    Kind,
    /// A player who is affected, or who controls an affected object.
    Player,
    /// An object that the event is about: by number, or by part of its name.
    Object,
    /// The rule of the event: a number, a section, or a chapter.
    Rule,
}

impl Key {
    /// All keys in order.
    pub const ALL: [Key; 4] = [Key::Kind, Key::Player, Key::Object, Key::Rule];

    /// The word before the colon.
    pub const fn word(self) -> &'static str {
        match self {
            Key::Kind => "kind",
            Key::Player => "player",
            Key::Object => "object",
            Key::Rule => "rule",
        }
    }

    /// The part of a filter with this key and value, quoted if necessary.
    pub fn part(self, value: &str) -> String {
        format!("{}:{}", self.word(), quoted_where_needed(value))
    }
}

/// A value for after a key, quoted if necessary.
fn quoted_where_needed(value: &str) -> String {
    let plain = !value.is_empty() && value.chars().all(|it| it.is_alphanumeric() || "#.-~_'".contains(it));
    if plain { value.to_owned() } else { format!("\"{value}\"") }
}

/// A filter compiled for a timeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    terms: Vec<Term>,
}

/// A part of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    /// Its range in the text, in bytes.
    span: Range<usize>,
    not: bool,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Words(String),
    Kinds(BTreeSet<u16>),
    Players(Vec<PlayerId>),
    Objects { ids: BTreeSet<ObjectId>, defs: BTreeSet<DefId> },
    Rules(Vec<RuleWanted>),
}

/// A rule that a filter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleWanted {
    Chapter(u16),
    Section(u16),
    One(Rule),
}

impl RuleWanted {
    fn read(text: &str) -> Option<RuleWanted> {
        let number = text.parse::<u16>().ok();
        match (text.len(), number) {
            (1, Some(chapter @ 1..=9)) => Some(RuleWanted::Chapter(chapter)),
            (3, Some(section @ 100..=999)) => Some(RuleWanted::Section(section)),
            _ => Rule::parse(text).map(RuleWanted::One),
        }
    }

    fn fits(self, rule: Rule) -> bool {
        match self {
            RuleWanted::Chapter(chapter) => rule.section() / 100 == chapter,
            RuleWanted::Section(section) => rule.section() == section,
            RuleWanted::One(wanted) => wanted.covers(rule),
        }
    }
}

/// A part of the text, before it is compiled.
struct Piece<'a> {
    span: Range<usize>,
    not: bool,
    key: Option<&'a str>,
    /// The alternatives after the key, which commas separate, without their quotation marks.
    values: Vec<String>,
}

impl Filter {
    /// Compiles a filter for a timeline, whose players and cards it may name.
    ///
    /// # Errors
    /// Gives the position of the mistake, what is wrong, and what to write instead.
    pub fn compile(text: &str, timeline: &Timeline) -> Result<Filter, FilterError> {
        let game = timeline.head().map(|head| head.after());
        let terms = pieces(text)?.into_iter().map(|piece| {
            let error = |why: String| FilterError { at: text[..piece.span.start].chars().count(), why };
            let what = what(&piece, game, timeline).map_err(error)?;
            Ok(Term { span: piece.span.clone(), not: piece.not, what })
        });
        Ok(Filter { terms: terms.collect::<Result<_, FilterError>>()? })
    }

    /// Whether the filter lets every event pass.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The parts of its source text, for buttons that remove one.
    pub fn parts<'a>(&self, text: &'a str) -> Vec<&'a str> {
        self.terms.iter().filter_map(|term| text.get(term.span.clone())).collect()
    }

    /// Whether an event passes, as seen by a player or by an observer who sees everything. Facts
    /// hidden from the viewer never let an event pass.
    pub fn passes(&self, timeline: &Timeline, index: &Index, viewer: Option<PlayerId>, entry: &Entry) -> bool {
        let mut said: Option<String> = None;
        self.terms.iter().all(|term| {
            let fits = match &term.what {
                What::Kinds(kinds) => kinds.contains(&entry.event.number()),
                What::Rules(rules) => rules.iter().any(|rule| rule.fits(entry.rule)),
                What::Players(players) => players.iter().any(|player| {
                    index.is_on(Lane::Player(*player), entry.no)
                        || entry.event.about().iter().any(|it| it.player() == Some(*player))
                }),
                What::Objects { ids, defs } => {
                    let wanted = |id: &ObjectId| {
                        ids.contains(id) || index.definition_of(*id).is_some_and(|def| defs.contains(&def))
                    };
                    entry.event.objects().iter().any(wanted) && seen::sees_whole(timeline, viewer, entry.no)
                }
                What::Words(words) => {
                    let said = said.get_or_insert_with(|| match viewer {
                        None => timeline.text(entry.no).unwrap_or_default().to_lowercase(),
                        Some(_) => seen::text(timeline, viewer, entry.no).unwrap_or_default().to_lowercase(),
                    });
                    said.contains(words) || entry.rule.to_string().starts_with(words)
                }
            };
            fits != term.not
        })
    }
}

/// Removes a part from a filter's text.
pub fn without(text: &str, part: &str) -> String {
    let Some(at) = text.find(part) else { return text.to_owned() };
    let (before, after) = (text[..at].trim_end(), text[at + part.len()..].trim_start());
    if before.is_empty() || after.is_empty() { format!("{before}{after}") } else { format!("{before} {after}") }
}

/// Adds a part to a filter's text, if missing.
pub fn with(text: &str, part: &str) -> String {
    let there = pieces(text).is_ok_and(|all| all.iter().any(|piece| text.get(piece.span.clone()) == Some(part)));
    match text.trim() {
        _ if there => text.to_owned(),
        "" => part.to_owned(),
        text => format!("{text} {part}"),
    }
}

fn pieces(text: &str) -> Result<Vec<Piece<'_>>, FilterError> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(begin) = text[at..].find(|it: char| !it.is_whitespace()).map(|skip| at + skip) {
        let end = end_of(text, begin)?;
        pieces.push(piece(text, begin..end));
        at = end;
    }
    Ok(pieces)
}

/// Where the part that begins here ends: at a space outside quotation marks.
fn end_of(text: &str, begin: usize) -> Result<usize, FilterError> {
    let mut quoted = None;
    for (offset, letter) in text[begin..].char_indices() {
        match (letter, quoted) {
            ('"', None) => quoted = Some(begin + offset),
            ('"', Some(_)) => quoted = None,
            (letter, None) if letter.is_whitespace() => return Ok(begin + offset),
            _ => {}
        }
    }
    match quoted {
        None => Ok(text.len()),
        Some(at) => Err(FilterError {
            at: text[..at].chars().count(),
            why: "these quotation marks are not closed; write another \"".to_owned(),
        }),
    }
}

fn piece(text: &str, span: Range<usize>) -> Piece<'_> {
    let whole = &text[span.clone()];
    let (not, rest) = match whole.strip_prefix('-').filter(|rest| !rest.is_empty()) {
        Some(rest) => (true, rest),
        None => (false, whole),
    };
    let key = rest.split_once(':').filter(|(key, _)| !key.is_empty() && key.chars().all(char::is_alphabetic));
    let (key, value) = key.map_or((None, rest), |(key, value)| (Some(key), value));
    let mut values = vec![String::new()];
    let mut quoted = false;
    for letter in value.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted && key.is_some() => values.push(String::new()),
            letter => values.last_mut().into_iter().for_each(|value| value.push(letter)),
        }
    }
    Piece { span, not, key, values }
}

/// The objects with this alias in a timeline's script, and everything that they became; empty if
/// there is no such alias.
fn aliased(timeline: &Timeline, name: &str) -> BTreeSet<ObjectId> {
    let aliases = timeline.aliases().iter().filter(|(alias, _)| alias == name);
    let mut ids: BTreeSet<ObjectId> = aliases.map(|(_, id)| *id).collect();
    if ids.is_empty() {
        return ids;
    }
    for (_, entry) in timeline.entries_from(EntryNo(0)) {
        match &entry.event {
            Event::Moved { object, became, .. } if ids.contains(object) => ids.extend(became.first().map(|new| new.id)),
            Event::Merged { object, into, .. } if ids.contains(object) => drop(ids.insert(*into)),
            _ => {}
        }
    }
    ids
}

fn what(piece: &Piece<'_>, game: Option<&Game>, timeline: &Timeline) -> Result<What, String> {
    let Some(word) = piece.key else { return Ok(What::Words(piece.values.join(",").to_lowercase())) };
    let Some(key) = Key::ALL.into_iter().find(|key| key.word().eq_ignore_ascii_case(word)) else {
        let keys: Vec<String> = Key::ALL.iter().map(|key| format!("{}:", key.word())).collect();
        let keys = keys.join(", ");
        return Err(format!("`{word}:` is no key of a filter; there are {keys} (words with a colon go into \"…\")"));
    };
    if piece.values.iter().any(String::is_empty) {
        let example = match key {
            Key::Kind => "kind:DamageDealt",
            Key::Player => "player:A",
            Key::Object => "object:\"Grizzly Bears\" or object:#12",
            Key::Rule => "rule:510 or rule:704.5g",
        };
        return Err(format!("something has to follow `{word}:`, such as {example}"));
    }
    Ok(match key {
        Key::Kind => What::Kinds(each(&piece.values, kinds)?.into_iter().flatten().collect()),
        Key::Rule => What::Rules(each(&piece.values, |value| {
            let why = || format!("`{value}` is no rule number; write rule:510, rule:510.1 or rule:704.5g");
            RuleWanted::read(value).ok_or_else(why)
        })?),
        Key::Player => What::Players(each(&piece.values, |value| player(value, game))?),
        Key::Object => {
            let (mut ids, mut defs) = (BTreeSet::new(), BTreeSet::new());
            for value in &piece.values {
                match value.strip_prefix('#') {
                    Some(number) => {
                        let why = |_| format!("`{value}` is no object; write # and its number, or a part of its name");
                        ids.insert(ObjectId(number.parse().map_err(why)?));
                    }
                    None => match aliased(timeline, value) {
                        none if none.is_empty() => {
                            defs.extend(game.map(|game| called(game, value)).unwrap_or_default());
                        }
                        known => ids.extend(known),
                    },
                }
            }
            What::Objects { ids, defs }
        }
    })
}

fn each<T>(values: &[String], read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    values.iter().map(|value| read(value)).collect()
}

/// The kind with this name, or the kinds whose names begin with it.
fn kinds(value: &str) -> Result<Vec<u16>, String> {
    let wanted = value.to_lowercase();
    let of = |fits: &dyn Fn(&str) -> bool| -> Vec<u16> {
        Event::KINDS.iter().filter(|(_, name)| fits(&name.to_lowercase())).map(|(number, _)| *number).collect()
    };
    let named = of(&|name| name == wanted);
    let found = if named.is_empty() { of(&|name| name.starts_with(&wanted)) } else { named };
    if !found.is_empty() {
        return Ok(found);
    }
    let alike: Vec<&str> =
        Event::KINDS.iter().map(|(_, name)| *name).filter(|name| name.to_lowercase().contains(&wanted)).collect();
    let alike = if alike.is_empty() {
        "`retrace log --json` tells the kind of each".to_owned()
    } else {
        format!("alike: {}", alike.join(", "))
    };
    Err(format!("there is no kind of event `{value}`; {alike}"))
}

/// A player by name or by letter.
fn player(value: &str, game: Option<&Game>) -> Result<PlayerId, String> {
    let game = game.ok_or("there is no game")?;
    player_named(game, value).map_err(|error| error.to_string())
}

/// The definitions whose names contain a text.
fn called(game: &Game, text: &str) -> BTreeSet<DefId> {
    let wanted = text.to_lowercase();
    let has = |id: &DefId| game.face(*id).is_some_and(|face| face.name.to_lowercase().contains(&wanted));
    game.def_ids().filter(has).collect()
}

/// The names of a game's objects in alphabetical order, for a menu.
pub fn object_names(game: &Game) -> Vec<String> {
    let names: BTreeSet<String> =
        game.definitions().iter().filter_map(|interned| Some(interned.definition.face()?.name.clone())).collect();
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

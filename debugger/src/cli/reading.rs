//! `cards read`, `cards new`: cards from their printed texts.

use std::fs;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use retrace_core::card::Card;
use retrace_core::card::file::{write_card, write_with_comments};
use retrace_core::card::read::{
    NotRead, Printed, PrintedCard, Refused, Unread, UnreadParagraph, Why, is_between_faces, printed_cards, read_partly,
    read_printed,
};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};

/// The number of things that could have stood at a place that are named.
const NAMED: usize = 8;

/// Reads printed cards: those of which everything is understood as card files, the others with the
/// place that is not.
///
/// # Errors
/// A file that cannot be read, or a line of it that is no JSON object.
pub(super) fn read(files: &[PathBuf], name: Option<&str>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut printed = Vec::new();
    for path in files {
        printed.extend(cards_in(path, &text_of(path)?, PrintedCard::pasted)?);
    }
    if let Some(name) = name {
        printed.retain(|card| card.is_named(name));
    }
    if printed.is_empty() {
        return Err(Failure::Told("there is no printed card to read".to_owned()));
    }
    let several = printed.len() > 1;
    let (mut read, mut refused) = (Vec::new(), Vec::new());
    for card in &printed {
        match read_printed(card) {
            Ok(it) => read.push(it),
            Err(why) => refused.push((card, why)),
        }
    }
    let exit = if refused.is_empty() { Exit::Yes } else { Exit::No };
    if call.json {
        let read: Vec<&str> = read.iter().map(|card| card.name()).collect();
        let refused: Vec<Value> = refused.iter().map(|(card, why)| as_json(card, why)).collect();
        print_json(call.out, &json!({ "cards": printed.len(), "read": read, "refused": refused }))?;
        return Ok(exit);
    }
    for card in &read {
        let text = write_card(card).map_err(|error| Failure::Told(error.to_string()))?;
        write!(call.out, "{text}")?;
    }
    for (card, why) in &refused {
        write!(call.err, "{}", told(card, why))?;
    }
    if several {
        writeln!(call.err, "{} of {} cards are read", read.len(), printed.len())?;
    }
    Ok(exit)
}

/// Writes a card file with this name from a printed text, with all that is understood of it; what
/// is not stands in comments at its place.
///
/// # Errors
/// A file that cannot be read or has no such card, or facts that are no card's.
pub(super) fn new(name: &str, path: &Path, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut printed = cards_in(path, &text_of(path)?, |card| PrintedCard::pasted_as(name, card))?;
    let named = printed.iter().position(|card| card.is_named(name));
    let card = match (named, printed.len()) {
        (Some(index), _) => printed.swap_remove(index),
        // A card can get another name than it is printed with.
        (None, 1) => printed.swap_remove(0),
        (None, several) => {
            let why = format!("there are {several} printed cards, and none of them is named “{name}”");
            return Err(Failure::Told(format!("{}: {why}; leave only its text there", path.display())));
        }
    };
    let mut read = match read_partly(&card) {
        Ok(read) => read,
        Err(why) if call.json => {
            print_json(call.out, &json!({ "name": name, "refused": as_json(&card, &why) }))?;
            return Ok(Exit::No);
        }
        Err(why) => {
            write!(call.err, "{}", told(&card, &why))?;
            return Ok(Exit::No);
        }
    };
    // Which face of the card each printed one is.
    let names: Vec<String> = read.card.faces().into_iter().map(|face| face.name.clone()).collect();
    let comments = read.unread.iter().filter_map(|it| {
        let face = names.iter().position(|name| *name == card.faces[it.face].name)?;
        Some((face, it.before, comment(it)))
    });
    let comments: Vec<_> = comments.collect();
    if named.is_none()
        && let Some(front) = front(&mut read.card)
    {
        name.clone_into(front);
    }
    let text = write_with_comments(&read.card, &comments).map_err(|error| Failure::Told(error.to_string()))?;
    let exit = if read.unread.is_empty() { Exit::Yes } else { Exit::No };
    if call.json {
        let unread = read.unread.iter().map(|it| {
            let mut said = as_json(&card, &Refused { face: it.face, why: it.why.clone() });
            said["paragraph"] = json!(it.text);
            said
        });
        print_json(call.out, &json!({ "name": name, "card": text, "not_read": unread.collect::<Vec<_>>() }))?;
        return Ok(exit);
    }
    write!(call.out, "{text}")?;
    match read.unread.len() {
        0 => {}
        1 => writeln!(call.err, "{name}: 1 paragraph is not read; a comment in the file says where it stands")?,
        many => {
            writeln!(call.err, "{name}: {many} paragraphs are not read; comments in the file say where they stand")?
        }
    }
    Ok(exit)
}

/// The name of a card's first face. A split card has the names of both halves.
fn front(card: &mut Card) -> Option<&mut String> {
    match card {
        Card::Card(face) => Some(&mut face.name),
        Card::Transforming(faces) | Card::Modal(faces) => Some(&mut faces.front.name),
        Card::Meld(meld) => Some(&mut meld.front.name),
        Card::Split(_) => None,
    }
}

/// The lines of the comment for a paragraph that is not read: its words, and under them where
/// reading stopped and why.
fn comment(paragraph: &UnreadParagraph) -> Vec<String> {
    const HEAD: &str = "not read: \"";
    let under = " ".repeat(HEAD.len());
    let mut lines: Vec<String> = paragraph.text.lines().map(|line| format!("{under}{line}")).collect();
    let last = lines.len().saturating_sub(1);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..HEAD.len(), HEAD);
    }
    if let Some(last) = lines.get_mut(last) {
        last.push('"');
    }
    let NotRead::Text(unread) = &paragraph.why else {
        lines.push(format!("{under}{}", paragraph.why));
        return lines;
    };
    if let Some(mark) = Mark::of(&paragraph.text, unread, paragraph.from) {
        let stood = could_stand(unread).map(|it| format!(" {it}")).unwrap_or_default();
        lines.insert(mark.line + 1, format!("{under}{}{stood}", mark.under()));
    }
    if unread.why != Why::Unknown {
        lines.push(format!("{under}{}", paragraph.why));
    }
    if unread.is_ambiguous() {
        lines.extend(unread.expected.iter().map(|reading| format!("{under}either: {reading}")));
    }
    lines
}

/// The text of a file, or what is typed.
fn text_of(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read =
        if path == Path::new("-") { stdin().read_to_string(&mut text).map(|_| text) } else { fs::read_to_string(path) };
    read.map_err(|error| Failure::Told(format!("{}: it cannot be read: {error}", path.display())))
}

/// The printed cards of the text of a file: objects of JSON on its lines, or cards as they are
/// pasted, with empty lines between them.
fn cards_in(path: &Path, text: &str, pasted: impl Fn(&str) -> PrintedCard) -> Result<Vec<PrintedCard>, Failure> {
    // A pasted text may begin with a mana cost.
    let is_json = text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
    if !is_json {
        return Ok(pasted_in(text).iter().map(|card| pasted(card)).collect());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let told = |line: usize, error: serde_json::Error| {
        Failure::Told(format!("{}:{}: it is no printed card: {error}", path.display(), line + 1))
    };
    let lines = lines.map(|(line, text)| serde_json::from_str(text).map_err(|error| told(line, error)));
    Ok(printed_cards(lines.collect::<Result<Vec<Printed>, _>>()?))
}

/// The texts of pasted cards. An empty line is between two, unless a line between faces is beside
/// it.
fn pasted_in(text: &str) -> Vec<String> {
    let mut cards: Vec<Vec<&str>> = Vec::new();
    let mut is_apart = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            is_apart = true;
            continue;
        }
        let goes_on = |card: &&mut Vec<&str>| {
            !is_apart || is_between_faces(line) || card.last().is_some_and(|last| is_between_faces(last))
        };
        match cards.last_mut().filter(goes_on) {
            Some(card) => card.push(line),
            None => cards.push(vec![line]),
        }
        is_apart = false;
    }
    cards.iter().map(|card| card.join("\n")).collect()
}

fn as_json(card: &PrintedCard, refused: &Refused) -> Value {
    let face = &card.faces[refused.face];
    let mut said = refusal(&face.text, &refused.why);
    said["name"] = json!(card.name());
    said["why"] = json!(refused.to_string());
    if card.faces.len() > 1 {
        said["face"] = json!(face.name);
    }
    said
}

/// Why a text is not read.
pub(super) fn refusal(text: &str, why: &NotRead) -> Value {
    let mut said = json!({ "kind": why.kind(), "why": why.to_string() });
    if let NotRead::Text(unread) = why {
        said["phrase"] = json!(phrase(text, unread));
        said["from"] = json!(unread.from);
        said["to"] = json!(unread.to);
        said["expected"] = json!(unread.expected);
    }
    said
}

/// The words of a text at which reading stopped.
fn phrase<'t>(text: &'t str, unread: &Unread) -> &'t str {
    text.get(unread.from..unread.to).unwrap_or_default()
}

/// Words in a text that are marked under their line.
struct Mark {
    /// The line, from 0.
    line: usize,
    column: usize,
    width: usize,
}

impl Mark {
    /// The words of a text at which reading stopped, if it stopped at some; the text begins at a
    /// place in the whole one.
    fn of(text: &str, unread: &Unread, begins: usize) -> Option<Mark> {
        if matches!(unread.why, Why::Ambiguous | Why::TooMuch) {
            return None;
        }
        let before = text.get(..unread.from.checked_sub(begins)?)?;
        let width = text.get(unread.from - begins..unread.to - begins)?.chars().count().max(1);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        Some(Mark { line: before.matches('\n').count(), column, width })
    }

    /// The line under the words.
    fn under(&self) -> String {
        format!("{}{}", " ".repeat(self.column), "^".repeat(self.width))
    }
}

/// The line under a text of one line that marks where reading stopped.
pub(super) fn under(text: &str, unread: &Unread) -> Option<String> {
    Mark::of(text, unread, 0).map(|mark| mark.under())
}

/// What could have stood where reading stopped.
pub(super) fn could_stand(unread: &Unread) -> Option<String> {
    let named = unread.expected.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = unread.expected.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (unread.why == Why::Unknown && !named.is_empty()).then(|| format!("here could stand: {named}{more}"))
}

/// Why a card is not read, with the line that is not understood and a mark under its words.
fn told(card: &PrintedCard, refused: &Refused) -> String {
    let mut said = format!("{}: {refused}\n", card.name());
    let NotRead::Text(unread) = &refused.why else { return said };
    let card = &card.faces[refused.face];
    let mut add = |line: &str| said.push_str(&format!("    {line}\n"));
    let line = |number: usize| card.text.lines().nth(number).unwrap_or_default();
    if unread.is_ambiguous() {
        add(line(card.text.get(..unread.from).unwrap_or_default().matches('\n').count()));
        unread.expected.iter().for_each(|reading| add(&format!("either: {reading}")));
    }
    if let Some(mark) = Mark::of(&card.text, unread, 0) {
        add(line(mark.line));
        add(&mark.under());
    }
    could_stand(unread).iter().for_each(|it| add(it));
    said
}

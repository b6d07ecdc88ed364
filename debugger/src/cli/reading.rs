//! `cards read`, `cards new`: cards from their printed texts.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use retrace_core::card::Card;
use retrace_core::card::file::{write_card, write_with_comments};
use retrace_core::card::read::{
    NotRead, PrintedCard, Refused, Unread, UnreadParagraph, Why, read_partly, read_printed,
};
use retrace_session::Threads;
use retrace_session::base::threads::in_order;
use retrace_session::cards::library::{self, Imported};
use retrace_session::cards::printed::printed_in;
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};
use super::progress::with_progress;
use super::report;

/// The number of things that could have stood at a place that are named.
const NAMED: usize = 8;

/// What is wanted of printed cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// Only the card with this name.
    pub name: Option<&'a str>,
    /// Also the cards of which one ability is not read, as a text that is not executed.
    pub partial: bool,
    /// The folder for what stops the reading of cards.
    pub report: Option<&'a Path>,
}

/// Reads printed cards: those of which everything is understood as card files, the others with the
/// place that is not.
///
/// # Errors
/// A file that cannot be read, or a line of it that is no JSON object; a folder that cannot be
/// written.
pub(super) fn read(files: &[PathBuf], wanted: Wanted<'_>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let (printed, others) = printed_of(files, wanted.name)?;
    let (count, texts, reports) = (printed.len(), !call.json, wanted.report.is_some());
    let partial = wanted.partial;
    let outcomes = each(printed, move |card| Outcome::of(card, texts, (reports, partial)).1)?;
    if let Some(folder) = wanted.report {
        report::write(folder, &outcomes)?;
    }
    let read = outcomes.iter().filter(|it| it.refused.is_none()).count();
    let exit = if read == count { Exit::Yes } else { Exit::No };
    let in_part: Vec<&str> = outcomes.iter().filter(|it| it.in_part).map(|it| it.name.as_str()).collect();
    if call.json {
        let names: Vec<&str> = outcomes.iter().filter(|it| it.refused.is_none()).map(|it| it.name.as_str()).collect();
        let refused: Vec<&Value> = outcomes.iter().filter_map(|it| Some(&it.refused.as_ref()?.json)).collect();
        print_json(
            call.out,
            &json!({ "cards": count, "read": names, "in_part": in_part, "refused": refused, "others": others }),
        )?;
        return Ok(exit);
    }
    for it in &outcomes {
        write!(call.out, "{}", it.text.as_ref().map_err(|why| Failure::Told(why.clone()))?)?;
        if let Some(refused) = &it.refused {
            write!(call.err, "{}", refused.told)?;
        }
    }
    if count > 1 {
        writeln!(call.err, "{read} of {count} cards are read")?;
    }
    if !in_part.is_empty() {
        writeln!(call.err, "read in part, with an ability that is not executed: {}", some_of(&in_part))?;
    }
    if others > 0 {
        writeln!(call.err, "left out, since they are no cards (tokens, emblems, art): {others}")?;
    }
    Ok(exit)
}

/// Reads printed cards and keeps those of which everything is understood in the library.
///
/// # Errors
/// As [`read`]; a library that cannot be read or written.
pub(super) fn import(files: &[PathBuf], anew: bool, wanted: Wanted<'_>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    const NONE: &str = "there is no folder for the library: set HOME, XDG_DATA_HOME or RETRACE_DATA";
    let path = library::default_path().ok_or_else(|| Failure::Told(NONE.to_owned()))?;
    let (printed, others) = printed_of(files, wanted.name)?;
    let (count, reports, partial) = (printed.len(), wanted.report.is_some(), wanted.partial);
    let outcomes = each(printed, move |card| {
        let (read, outcome) = Outcome::of(card, false, (reports, partial));
        (read.map(|read| (read, card.as_pasted())), outcome)
    })?;
    let (cards, outcomes): (Vec<_>, Vec<_>) = outcomes.into_iter().unzip();
    if let Some(folder) = wanted.report {
        report::write(folder, &outcomes)?;
    }
    let cards: Vec<(Card, String)> = cards.into_iter().flatten().collect();
    let read = outcomes.iter().filter(|it| it.refused.is_none()).count();
    let in_part: Vec<&str> = outcomes.iter().filter(|it| it.in_part).map(|it| it.name.as_str()).collect();
    let done = library::import(&path, cards, anew)?;
    if call.json {
        let refused: Vec<&Value> = outcomes.iter().filter_map(|it| Some(&it.refused.as_ref()?.json)).collect();
        let said = json!({
            "library": path, "cards": count, "read": read, "in_part": in_part, "new": done.new, "changed": done.changed,
            "gone": done.gone, "same": done.same, "in_library": done.cards, "refused": refused, "others": others,
        });
        print_json(call.out, &said)?;
        return Ok(Exit::Yes);
    }
    let Imported { new, changed, gone, same, cards } = done;
    writeln!(
        call.out,
        "{read} of {count} cards are read: {} new, {} changed, {same} as before",
        new.len(),
        changed.len()
    )?;
    if !in_part.is_empty() {
        writeln!(call.out, "{} more in part, with an ability that is not executed", in_part.len())?;
    }
    for (what, names) in [("changed", changed), ("not there any more", gone)] {
        if !names.is_empty() {
            writeln!(call.out, "{what}: {}", some_of(&names))?;
        }
    }
    if read < count && !reports {
        writeln!(call.out, "`--report FOLDER` says what stops the others")?;
    }
    writeln!(call.out, "{}: {cards} cards", path.display())?;
    Ok(Exit::Yes)
}

/// Names, as many as are looked at.
fn some_of(names: &[impl AsRef<str>]) -> String {
    let (shown, more) = names.split_at(names.len().min(NAMED));
    let shown = shown.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("; ");
    if more.is_empty() { shown } else { format!("{shown}; and {} more", more.len()) }
}

/// The printed cards of files, and how many of their entries are no cards.
fn printed_of(files: &[PathBuf], name: Option<&str>) -> Result<(Vec<PrintedCard>, usize), Failure> {
    let (mut printed, mut others) = (Vec::new(), 0);
    for path in files {
        let file = printed_in(path, PrintedCard::pasted)?;
        printed.extend(file.cards);
        others += file.others;
    }
    if let Some(name) = name {
        printed.retain(|card| card.is_named(name));
    }
    if printed.is_empty() {
        return Err(Failure::Told("there is no printed card to read".to_owned()));
    }
    Ok((printed, others))
}

/// What comes of each printed card, on all cores.
fn each<T: Send + 'static>(
    printed: Vec<PrintedCard>,
    work: impl Fn(&PrintedCard) -> T + Send + Sync + 'static,
) -> Result<Vec<T>, Failure> {
    with_progress("reading", move |progress| {
        let count = printed.len();
        let mut done = Vec::with_capacity(count);
        let taken = in_order(
            Threads::available(),
            (count, AHEAD),
            |piece| work(&printed[piece.index()]),
            |index, it| {
                done.push(it);
                match progress.step(index + 1, count) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stopped) => ControlFlow::Break(stopped),
                }
            },
        );
        match taken {
            ControlFlow::Continue(()) => Ok(done),
            ControlFlow::Break(stopped) => Err(stopped),
        }
    })
}

/// How many cards are read before those that others wait for.
const AHEAD: usize = 256;

/// What came of reading a printed card.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Its name.
    pub name: String,
    /// The card file, if that is wanted.
    text: Result<String, String>,
    /// Why it is not read.
    pub refused: Option<Refusal>,
    /// Whether it is taken although an ability is not read.
    in_part: bool,
}

/// Why a printed card is not read, in the forms in which it is told.
#[derive(Debug)]
pub(super) struct Refusal {
    json: Value,
    told: String,
    /// What stops its reading, if that is wanted: one for each paragraph, or one for the card.
    pub obstacles: Vec<Obstacle>,
}

/// What stops the reading of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Obstacle {
    /// The kind of refusal.
    pub kind: &'static str,
    /// The words before the place.
    pub before: String,
    /// The words at the place, or what is lacking.
    pub phrase: String,
}

impl Outcome {
    /// A printed card as it is read, if it is, and what is told of it.
    fn of(card: &PrintedCard, text: bool, (reports, partial): (bool, bool)) -> (Option<Card>, Outcome) {
        let (read, refused) = match read_printed(card) {
            Ok(read) => (Some(read), None),
            Err(why) => {
                let obstacles = if reports { Obstacle::all(card, &why) } else { Vec::new() };
                let refused = Refusal { json: as_json(card, &why), told: told(card, &why), obstacles };
                let in_part = if partial { read_partly(card).ok().and_then(|read| read.in_part) } else { None };
                (in_part, Some(refused))
            }
        };
        let written = read.as_ref().filter(|_| text).map(|read| write_card(read).map_err(|error| error.to_string()));
        let in_part = read.is_some() && refused.is_some();
        (read, Outcome { name: card.name(), text: written.unwrap_or_else(|| Ok(String::new())), refused, in_part })
    }
}

impl Obstacle {
    /// The obstacles of a card that is not read.
    fn all(card: &PrintedCard, refused: &Refused) -> Vec<Obstacle> {
        let of = |face: usize, why: &NotRead| Obstacle::of(&card.faces[face].text, why);
        match read_partly(card) {
            Ok(read) if !read.unread.is_empty() => read.unread.iter().map(|it| of(it.face, &it.why)).collect(),
            _ => vec![of(refused.face, &refused.why)],
        }
    }

    fn of(text: &str, why: &NotRead) -> Obstacle {
        let kind = why.kind();
        let (before, phrase) = match why {
            NotRead::Text(unread) if unread.why == Why::Unknown => {
                let line = text[..unread.from].rfind('\n').map_or(0, |end| end + 1);
                let before: Vec<&str> = text[line..unread.from].split_whitespace().collect();
                let after = text[unread.from..].lines().next().unwrap_or_default().split_whitespace();
                (
                    before[before.len().saturating_sub(SHOWN)..].join(" "),
                    after.take(SHOWN).collect::<Vec<_>>().join(" "),
                )
            }
            NotRead::Text(unread) if unread.is_ambiguous() => (String::new(), phrase(text, unread).to_owned()),
            why => (String::new(), why.to_string()),
        };
        Obstacle { kind, before, phrase }
    }
}

/// How many words of an obstacle are shown, before and after its place.
const SHOWN: usize = 3;

/// Writes a card file with this name from a printed text, with all that is understood of it; what
/// is not stands in comments at its place.
///
/// # Errors
/// A file that cannot be read or has no such card, or facts that are no card's.
pub(super) fn new(name: &str, path: &Path, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut printed = printed_in(path, |card| PrintedCard::pasted_as(name, card))?.cards;
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

//! `cards`: what the engine knows of cards.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use retrace_core::card::file::{read_card, write_card};
use retrace_core::card::pool::Pool;
use retrace_core::card::pool::pack::packed;
use retrace_core::card::text::{rules_text, type_line};
use retrace_core::card::{Card, Definition, Face, page};
use retrace_core::scenario::{Scenario, ScenarioError};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, complain, print_json};
use super::reading::Wanted;
use retrace_session::SessionError;
use retrace_session::base::whole::write_whole;
use retrace_session::cards::pool;
use retrace_session::cards::texts::{self, CardFolders};

#[derive(Debug, Subcommand)]
pub(super) enum CardsVerb {
    /// Lists all cards
    List,
    /// Shows a card with the rules text that the engine writes for it
    Show {
        /// Its name; or a card file or scenario, all of whose cards are shown
        name: String,
        /// A scenario, card file, folder of card files, or pack to look for the card in first
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Print it as a card file, to start another one from
        #[arg(long, conflicts_with = "json")]
        ron: bool,
    },
    /// Checks card files, and the cards of scenarios
    Check {
        /// Card files, folders of them, packs, or scenarios
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print every list in full
        #[arg(long)]
        all: bool,
    },
    /// Compares cards with their official facts and texts: what is printed differently, and which
    /// words stand in only one of the official text and the one that the engine writes
    #[command(after_help = "Each line of a FILE is a JSON object with the name of a card or face, and with \
        what is known of its cost, type, pt, loyalty and text:\n  \
        {\"name\": \"Own Bear\", \"cost\": \"{1}{G}\", \"type\": \"Creature — Bear\", \"pt\": \"2/2\", \"text\": \"\"}")]
    Compare {
        /// Files with official facts and texts
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Card files, folders of them, or scenarios whose cards are compared in place of the
        /// bundled ones
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Print both texts of each card that differs
        #[arg(long)]
        texts: bool,
    },
    /// Reads cards from their printed texts, and writes them as card files
    #[command(
        after_help = "A FILE has a printed card, or several with empty lines between them, as people paste them:\n  \
        Own Bear {1}{G}\n  Creature — Bear\n  Trample\n  2/2\n\
        or a JSON object on each line, with name, cost, type, text, pt and loyalty, or it is one of Scryfall's bulk \
        files, or MTGJSON's AtomicCards; each of them also compressed with gzip."
    )]
    Read {
        /// Files with printed cards; `-` is what is typed
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only the card with this name
        #[arg(long)]
        name: Option<String>,
        /// Also write permanents of which one ability is not read: it stands on the card as a text
        /// that is not executed
        #[arg(long)]
        partial: bool,
        /// Write into this folder what stops the reading of cards, and of how many
        #[arg(long, value_name = "FOLDER")]
        report: Option<PathBuf>,
    },
    /// Reads cards from their printed texts and keeps them in your library: they are then found by
    /// name wherever the bundled cards are, which come first
    #[command(after_help = "Example: retrace cards import oracle-cards.json.gz\n\
        The library is the file library.cards in your data folder (RETRACE_DATA, or retrace in XDG_DATA_HOME). \
        A FILE is any that `cards read` takes. A game keeps the cards that it uses, so replays need no library.")]
    Import {
        /// Files with printed cards; `-` is what is typed
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Leave out all that the library had
        #[arg(long)]
        anew: bool,
        /// Also keep permanents of which one ability is not read: it stands on the card as a text
        /// that is not executed
        #[arg(long)]
        partial: bool,
        /// Write into this folder what stops the reading of cards, and of how many
        #[arg(long, value_name = "FOLDER")]
        report: Option<PathBuf>,
    },
    /// Writes a card file from a printed text, with comments where it is not understood; exit code
    /// 1 if there are any
    #[command(after_help = "Example: retrace cards new \"Own Bear\" --text - > own_bear.ron, then paste:\n  \
        {1}{G}\n  Creature — Bear\n  Trample\n  2/2\n\
        The text may begin with the line with its name, and may be any that `cards read` takes.")]
    New {
        /// Its name
        name: String,
        /// The file with its printed text; `-` is what is typed
        #[arg(long, value_name = "FILE")]
        text: PathBuf,
    },
    /// Packs card files into one file, which opens at once however many cards it has
    #[command(after_help = "Example: retrace cards pack my-cards -o my.cards, then retrace play --cards my.cards")]
    Pack {
        /// Card files, folders of them, packs, or scenarios
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The pack to write
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Plays each card on boards of its own with random players, checks the laws, and lists the
    /// abilities that never did anything
    #[command(after_help = "Examples: retrace cards exercise \"Giant Growth\"\n          \
        retrace cards exercise --cards my.cards --boards 8 --json\n\
        Without names and files all cards are exercised, those of your library included. An ability can be idle for \
        a good reason: no board had what it asks for.")]
    Exercise(super::exercise::ExerciseArguments),
    /// Looks up the words of the card language: by name, by meaning, or by what players call it; of
    /// a whole sentence of a card, shows which rows of wording read it, and what it becomes
    #[command(after_help = "Examples: retrace cards words enters with counters\n          \
        retrace cards words \"Whenever ~ attacks, draw a card.\"")]
    Words {
        /// What to look for, such as `sacrifice`, the name of a kind of words, or a sentence in
        /// which `~` is the card; without it the kinds are listed
        search: Vec<String>,
        /// The name by which the sentence calls its card
        #[arg(long, requires = "search")]
        name: Option<String>,
        /// Print the whole reference as a page, docs/card-words.md
        #[arg(long, conflicts_with_all = ["search", "json"])]
        markdown: bool,
    },
}

/// Lists, shows or checks cards.
pub(super) fn cards(verb: &CardsVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    // A library that cannot be read does not stop the import of another one.
    let pool = pool::bundled;
    match verb {
        CardsVerb::List => {
            let cards = all_of(&pool()?)?;
            if call.json {
                print_json(call.out, &cards.iter().map(as_json).collect())?;
                return Ok(Exit::Yes);
            }
            let width = cards.iter().map(|card| card.name().chars().count()).max().unwrap_or(0);
            for card in &cards {
                let face = card.front();
                let cost = face.cost.as_ref().map(ToString::to_string).unwrap_or_default();
                writeln!(call.out, "{:width$}  {cost:12}  {}", face.name, types(face))?;
            }
        }
        CardsVerb::Show { name, cards, ron } => return show(pool()?, name, cards, *ron, call),
        CardsVerb::Check { files, all } => return check(files, *all, call),
        CardsVerb::Compare { files, cards, texts } => {
            let cards = if cards.is_empty() { all_of(&pool()?)? } else { all_in(cards, &call.folders)? };
            return super::compare::compare(&cards, files, *texts, call);
        }
        CardsVerb::Read { files, name, partial, report } => {
            let wanted = Wanted { name: name.as_deref(), partial: *partial, report: report.as_deref() };
            return super::reading::read(files, wanted, call);
        }
        CardsVerb::Import { files, anew, partial, report } => {
            let wanted = Wanted { name: None, partial: *partial, report: report.as_deref() };
            return super::reading::import(files, *anew, wanted, call);
        }
        CardsVerb::New { name, text } => return super::reading::new(name, text, call),
        CardsVerb::Pack { files, output } => return pack(files, output, call),
        CardsVerb::Exercise(arguments) => return super::exercise::exercise(arguments, call),
        CardsVerb::Words { markdown: true, .. } => write!(call.out, "{}", page::page())?,
        CardsVerb::Words { search, name, .. } => {
            return super::words::words(search, name.as_deref(), call.json, call.out);
        }
    }
    Ok(Exit::Yes)
}

/// All cards of a pool.
pub(super) fn all_of(pool: &Pool) -> Result<Vec<Card>, Failure> {
    let cards = pool.names().filter_map(|name| pool.read(name).transpose());
    cards
        .map(|card| card.map(|card| Card::clone(card)).map_err(|unreadable| Failure::Told(unreadable.to_string())))
        .collect()
}

/// All cards of some files.
pub(super) fn all_in(files: &[PathBuf], folders: &CardFolders) -> Result<Vec<Card>, Failure> {
    let mut all = Vec::new();
    for path in files {
        for (_, card) in cards_in(path, folders)? {
            all.push(card.map_err(|error| Failure::Told(error.to_string()))?);
        }
    }
    Ok(all)
}

/// Shows a card by its name, or all cards of a file.
fn show(mut pool: Pool, name: &str, files: &[PathBuf], ron: bool, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let whole = Path::new(name);
    let is_file = name.ends_with(".ron") || whole.is_file();
    let all_of = |path: &Path| -> Result<Vec<Card>, Failure> {
        let cards = cards_in(path, &call.folders)?;
        cards.into_iter().map(|(_, card)| card.map_err(|error| Failure::Told(error.to_string()))).collect()
    };
    let mut shown = Vec::new();
    if is_file {
        for path in files.iter().map(PathBuf::as_path).chain([whole]) {
            shown.extend(all_of(path)?);
        }
    } else {
        for path in files {
            match texts::pack_at(path)? {
                Some(pack) => pool.add_pack(pack),
                None => all_of(path)?.into_iter().for_each(|card| pool.add(card)),
            }
        }
        shown.push(find_card(&pool, name).map_err(Failure::Told)?.clone());
    }
    if call.json {
        let told: Vec<Value> = shown.iter().map(as_json).collect();
        let one = if is_file { Value::Array(told) } else { told.into_iter().next().unwrap_or_default() };
        print_json(call.out, &one)?;
        return Ok(Exit::Yes);
    }
    for (place, card) in shown.iter().enumerate() {
        if place > 0 {
            writeln!(call.out)?;
        }
        if ron {
            let text = write_card(card).map_err(|error| Failure::Told(error.to_string()))?;
            write!(call.out, "{text}")?;
        } else {
            print_faces(call.out, card, "")?;
        }
    }
    Ok(Exit::Yes)
}

/// The cards of a card file, of a folder of card files, or of a scenario with the card files it
/// names: each with its place, or its error.
///
/// # Errors
/// Files that cannot be read at all.
fn cards_in(path: &Path, folders: &CardFolders) -> Result<Vec<(String, Result<Card, ScenarioError>)>, SessionError> {
    let mut cards = Vec::new();
    for (name, text) in texts::card_texts(path)? {
        if !is_scenario(&text) {
            let card = read_card(&name, &text).map_err(ScenarioError::from);
            cards.push((name, card));
            continue;
        }
        match Scenario::read_cards(&name, &text) {
            Ok((own, files)) => {
                cards.extend(own.into_iter().map(|card| (name.clone(), card)));
                let folder = Path::new(&name).parent().unwrap_or(Path::new(""));
                for file in files {
                    for (name, text) in texts::card_texts_in(folder, folders, &file)? {
                        let card = read_card(&name, &text).map_err(ScenarioError::from);
                        cards.push((name, card));
                    }
                }
            }
            Err(error) => cards.push((name, Err(error))),
        }
    }
    Ok(cards)
}

/// Whether a text is a scenario rather than a card: tests what precedes its first parenthesis.
fn is_scenario(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let head: String = code.flat_map(str::chars).take_while(|it| *it != '(').collect();
    head.trim() == "Scenario"
}

/// The card with this name, or the only one with this in its name.
///
/// # Errors
/// No card or several: what to write instead.
pub(super) fn find_card<'a>(pool: &'a Pool, name: &str) -> Result<&'a Card, String> {
    let exact = pool.names().find(|known| known.eq_ignore_ascii_case(name));
    let part = || {
        let mut parts = pool.names().filter(|known| known.to_lowercase().contains(&name.to_lowercase()));
        parts.next().filter(|_| parts.next().is_none())
    };
    if let Some(name) = exact.or_else(part)
        && let Some(card) = pool.read(name).map_err(|unreadable| unreadable.to_string())?
    {
        return Ok(card);
    }
    let quoted = |names: Vec<&str>| names.iter().map(|near| format!("“{near}”")).collect::<Vec<_>>();
    let with = pool.names().filter(|known| known.to_lowercase().contains(&name.to_lowercase()));
    let with: Vec<&str> = with.take(5).collect();
    let near = quoted(if with.is_empty() { pool.suggestions(name) } else { with });
    let remedy = match near.as_slice() {
        [] => "`retrace cards list` lists them all".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    Err(format!("there is no card named “{name}”; {remedy}"))
}

/// Prints a card with its rules text, one face after another, each line indented.
pub(super) fn print_faces(out: &mut dyn Write, card: &Card, indent: &str) -> Result<(), Failure> {
    for (place, face) in card.faces().into_iter().enumerate() {
        if place > 0 {
            writeln!(out, "{indent}//")?;
        }
        print_card(out, face, indent)?;
    }
    Ok(())
}

/// Prints a face with its rules text.
fn print_card(out: &mut dyn Write, face: &Face, indent: &str) -> Result<(), Failure> {
    let cost = face.cost.as_ref().map(|cost| format!("  {cost}")).unwrap_or_default();
    writeln!(out, "{indent}{}{cost}", face.name)?;
    writeln!(out, "{indent}{}", types(face))?;
    for line in rules_text(face) {
        writeln!(out, "{indent}{line}")?;
    }
    if let Some((power, toughness)) = face.power.zip(face.toughness) {
        writeln!(out, "{indent}{power}/{toughness}")?;
    }
    if let Some(loyalty) = face.loyalty {
        writeln!(out, "{indent}Loyalty {loyalty}")?;
    }
    Ok(())
}

fn check(files: &[PathBuf], all: bool, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    for path in files {
        let cards = match cards_in(path, &call.folders) {
            Ok(cards) => cards,
            Err(why) => {
                call.out.flush()?;
                exit = exit.max(complain(call.err, &why.to_string()));
                continue;
            }
        };
        if cards.is_empty() && !call.json {
            writeln!(call.out, "ok   {}: no card of its own", path.display())?;
        }
        for (name, card) in cards {
            match card {
                Ok(card) => {
                    answers.push(json!({ "file": name, "ok": true, "name": card.name() }));
                    if !call.json {
                        writeln!(call.out, "ok   {name}")?;
                        print_faces(call.out, &card, "     ")?;
                    }
                }
                Err(error) => {
                    answers.push(json!({ "file": name, "ok": false, "error": error.to_string() }));
                    call.out.flush()?;
                    exit = exit.max(complain(call.err, &error.told(all)));
                }
            }
        }
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(exit)
}

/// Writes the cards of files into a pack, if all of them can be read.
fn pack(files: &[PathBuf], output: &Path, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let (mut pool, mut from) = (Pool::default(), BTreeMap::new());
    let mut wrong = Vec::new();
    for path in files {
        for (name, card) in cards_in(path, &call.folders)? {
            match card {
                Ok(card) => {
                    let twice = from.insert(card.name().to_owned(), name.clone());
                    wrong.extend(twice.map(|first| {
                        format!("{name}: {first} has a card named “{}” as well; remove one of the two", card.name())
                    }));
                    pool.add(card);
                }
                Err(error) => wrong.push(error.to_string()),
            }
        }
    }
    let mut exit = Exit::Yes;
    for why in wrong {
        exit = exit.max(complain(call.err, &why));
    }
    if exit != Exit::Yes {
        return Ok(exit);
    }
    if from.is_empty() {
        return Err(Failure::Told("there is no card to pack; name card files, or a folder of them".to_owned()));
    }
    let told = |why: String| Failure::Told(format!("{}: {why}", output.display()));
    let bytes = packed(&pool).map_err(|error| told(error.to_string()))?;
    write_whole(output, |out| out.write_all(&bytes)).map_err(|error| told(format!("it cannot be written: {error}")))?;
    let (count, length) = (from.len(), bytes.len());
    if call.json {
        print_json(call.out, &json!({ "written": output.display().to_string(), "cards": count, "bytes": length }))?;
    } else {
        writeln!(
            call.out,
            "Wrote {}: {count} card{}, {length} bytes",
            output.display(),
            if count == 1 { "" } else { "s" }
        )?;
    }
    Ok(Exit::Yes)
}

fn types(face: &Face) -> String {
    type_line(face.supertypes, face.types, &face.subtypes)
}

fn as_json(card: &Card) -> Value {
    let hash = Definition::Card(card.clone()).canonical().ok().map(|text| Definition::id_of(&text).to_string());
    let mut told = face_as_json(card.front());
    let faces = card.faces();
    if let Some(told) = told.as_object_mut() {
        told.insert("hash".to_owned(), json!(hash));
        if faces.len() > 1 {
            told.insert("faces".to_owned(), faces.into_iter().map(face_as_json).collect());
        }
    }
    told
}

fn face_as_json(face: &Face) -> Value {
    json!({
        "name": face.name,
        "cost": face.cost.as_ref().map(ToString::to_string),
        "type_line": types(face),
        "text": rules_text(face),
        "power": face.power,
        "toughness": face.toughness,
        "loyalty": face.loyalty,
    })
}

//! `decks`: checks that deck lists can be read and that a format allows them; drafts card pools
//! (`drafting`).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use retrace_core::deck::draft::{self, DraftKind};
use retrace_core::deck::{Deck, DeckErrors, DeckLine, Format};
use retrace_core::message::counted as counted_as;
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, complain, print_json};
use retrace_session::SessionError;
use retrace_session::cards::pool::pool_with;
use retrace_session::files::decks::{DeckText, read_deck};

#[derive(Debug, Subcommand)]
pub(super) enum DecksVerb {
    /// Checks deck lists and says what is wrong
    Check {
        /// Deck lists
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The format that decks must obey: freeform, constructed, limited, commander, brawl or
        /// commander-draft
        #[arg(long, short, value_name = "FORMAT", default_value_t)]
        format: Format,
        /// A card pool, as a list, that the decks are built from together with basic lands
        #[arg(long, value_name = "FILE")]
        pool: Option<PathBuf>,
        /// The decks are those of one team, which has the card pool together
        #[arg(long, requires = "pool")]
        team: bool,
        /// A card file, a folder of them, or a pack, for cards that the decks name
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
    },
    /// Drafts card pools: random players choose from booster packs of the cards of lists
    Draft {
        /// Lists of the cards that booster packs are made of
        #[arg(required = true)]
        lists: Vec<PathBuf>,
        /// How many players draft
        #[arg(long, value_name = "N", default_value_t = 4)]
        players: usize,
        /// The number of cards in a booster pack
        #[arg(long, value_name = "N", default_value_t = 15)]
        size: usize,
        /// Two cards at a time, as in a Commander Draft
        #[arg(long)]
        commander: bool,
        /// What packs and choices are drawn from
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
        /// A folder for the card pools, a list for each player; without it they are printed
        #[arg(long, short = 'o', value_name = "FOLDER")]
        into: Option<PathBuf>,
        /// A card file, a folder of them, or a pack, for cards that the lists name
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
    },
}

/// Checks deck lists, or drafts.
pub(super) fn decks(verb: &DecksVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match verb {
        DecksVerb::Check { files, format, pool, team, cards } => {
            check(files, *format, (pool.as_deref(), *team), cards, call)
        }
        DecksVerb::Draft { lists, players, size, commander, seed, into, cards } => {
            let kind = if *commander { DraftKind::Commander } else { DraftKind::Conspiracy };
            let draft = super::drafting::drafted(lists, (*players, *size), kind, *seed, cards)?;
            super::drafting::hand_out(&draft, into.as_deref(), call)
        }
    }
}

fn check(
    files: &[PathBuf],
    format: Format,
    (from, team): (Option<&Path>, bool),
    cards: &[PathBuf],
    call: &mut Call<'_>,
) -> Result<Exit, Failure> {
    let pool = pool_with(cards)?;
    let from = match from {
        Some(path) => {
            let list = read_deck(&DeckText::open(path)?, Format::Freeform, &pool);
            Some(list.map_err(SessionError::Deck)?)
        }
        None => None,
    };
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    let mut read: Vec<Deck> = Vec::new();
    let mut unknown: BTreeSet<String> = BTreeSet::new();
    for path in files {
        let file = path.display().to_string();
        let text = match DeckText::open(path) {
            Ok(text) => text,
            Err(error) => {
                answers.push(json!({ "file": file, "ok": false, "errors": [{ "message": error.to_string() }] }));
                call.out.flush()?;
                exit = exit.max(complain(call.err, &error.to_string()));
                continue;
            }
        };
        let built = |deck: Deck| match &from {
            Some(from) if !team => draft::check_pool(&[&deck], from).map(|()| deck),
            _ => Ok(deck),
        };
        match read_deck(&text, format, &pool).and_then(built) {
            Ok(deck) => {
                // CR 100.4b: of a card pool, all that is in no deck.
                let rest = from.as_ref().filter(|_| !team).map(|from| draft::sideboard_of_pool(&[&deck], from));
                answers.push(as_json(&deck, format, rest.as_deref()));
                if !call.json {
                    let side = rest.map_or_else(|| deck.sideboard_len(), |rest| rest.iter().map(|it| it.1).sum());
                    let cards = deck.len();
                    let side = if side > 0 { format!(" and {side} in the sideboard") } else { String::new() };
                    writeln!(call.out, "ok   {file}: {cards} cards{side} ({format})")?;
                }
                read.push(deck);
            }
            Err(errors) => {
                answers.push(json!({ "file": file, "ok": false, "format": format.word(), "errors": wrong(&errors) }));
                call.out.flush()?;
                for error in &errors.0 {
                    exit = exit.max(complain(call.err, &error.to_string()));
                }
                unknown.extend(
                    errors
                        .0
                        .iter()
                        .filter(|error| error.rule.is_none())
                        .filter_map(|error| error.card.clone())
                        .filter(|card| !pool.has(card)),
                );
            }
        }
    }
    tell_unknown(unknown.len(), call.err);
    if let Some(from) = from.filter(|_| team) {
        let decks: Vec<&Deck> = read.iter().collect();
        exit = exit.max(check_team(&decks, &from, &mut answers, call)?);
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(exit)
}

/// Says where cards come from if several are unknown here.
fn tell_unknown(cards: usize, err: &mut dyn Write) {
    if cards > 1 {
        let cards = counted_as(cards as u64, "card");
        let remedy = "`retrace cards import` reads printed cards into your library, and says which it cannot read";
        complain(err, &format!("unknown here: {cards}; {remedy}"));
    }
}

/// Checks the decks of a team, and tells which cards of its pool are its sideboard (CR 100.4c).
fn check_team(decks: &[&Deck], from: &Deck, answers: &mut Vec<Value>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match draft::check_pool(decks, from) {
        Ok(()) => {
            let rest = draft::sideboard_of_pool(decks, from);
            if !call.json {
                let cards: u32 = rest.iter().map(|it| it.1).sum();
                writeln!(call.out, "ok   the sideboard of the team has {cards} cards of {}", from.file)?;
            }
            answers.push(json!({ "ok": true, "sideboard of the team": counted(rest) }));
            Ok(Exit::Yes)
        }
        Err(errors) => {
            answers.push(json!({ "ok": false, "errors": wrong(&errors) }));
            call.out.flush()?;
            let told = errors.0.iter().map(|error| complain(call.err, &error.to_string()));
            Ok(told.fold(Exit::Yes, Exit::max))
        }
    }
}

/// The number of each card, by its name.
fn counted<'a>(cards: impl IntoIterator<Item = (&'a str, u32)>) -> Value {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    cards.into_iter().for_each(|(name, count)| *counts.entry(name).or_default() += count);
    json!(counts)
}

fn as_json(deck: &Deck, format: Format, sideboard: Option<&[(&str, u32)]>) -> Value {
    let of = |lines: &[DeckLine]| counted(lines.iter().map(|line| (line.card.name(), line.count)));
    let sideboard = sideboard.map_or_else(|| of(&deck.sideboard), |rest| counted(rest.to_vec()));
    json!({
        "file": deck.file,
        "ok": true,
        "format": format.word(),
        "cards": deck.len(),
        "deck": of(&deck.main),
        "commander": of(&deck.commander),
        "supplement": of(&deck.supplement),
        "sideboard": sideboard,
    })
}

fn wrong(errors: &DeckErrors) -> Vec<Value> {
    let one = |error: &retrace_core::deck::DeckError| {
        json!({
            "line": error.line,
            "column": error.column,
            "card": error.card,
            "rule": error.rule.map(|rule| rule.to_string()),
            "message": error.message,
        })
    };
    errors.0.iter().map(one).collect()
}

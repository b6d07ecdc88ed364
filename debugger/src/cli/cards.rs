//! `cards`: what the engine knows of cards.

use std::io::Write;

use retrace_core::card::file::read_card;
use retrace_core::card::pool::Pool;
use retrace_core::card::text::{rules_text, type_line};
use retrace_core::card::{Card, Definition, Face};
use serde_json::{Value, json};

use super::arguments::CardsVerb;
use super::{Exit, Failure, complain, print_json};
use crate::session::scenarios;

/// Lists, shows or checks cards.
pub(super) fn cards(verb: &CardsVerb, json: bool, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
    let pool = scenarios::bundled()?;
    match verb {
        CardsVerb::List => {
            let cards: Vec<_> = pool.names().filter_map(|name| pool.get(name)).collect();
            if json {
                print_json(out, &cards.iter().map(|card| as_json(card)).collect())?;
                return Ok(Exit::Yes);
            }
            let width = cards.iter().map(|card| card.name().chars().count()).max().unwrap_or(0);
            for card in cards {
                let face = card.front();
                let cost = face.cost.as_ref().map(ToString::to_string).unwrap_or_default();
                writeln!(out, "{:width$}  {cost:12}  {}", face.name, types(face))?;
            }
        }
        CardsVerb::Show { name } => {
            let card = find_card(&pool, name).map_err(Failure::Told)?;
            if json {
                print_json(out, &as_json(card))?;
                return Ok(Exit::Yes);
            }
            print_faces(out, card, "")?;
        }
        CardsVerb::Check { files, all } => return check(files, *all, json, out, err),
    }
    Ok(Exit::Yes)
}

/// The card that a name, or a part of one that no other card has, means.
///
/// # Errors
/// None or several: what to write instead.
pub(super) fn find_card<'a>(pool: &'a Pool, name: &str) -> Result<&'a Card, String> {
    let exact = pool.names().find(|known| known.eq_ignore_ascii_case(name));
    let part = || {
        let mut parts = pool.names().filter(|known| known.to_lowercase().contains(&name.to_lowercase()));
        parts.next().filter(|_| parts.next().is_none())
    };
    if let Some(card) = exact.or_else(part).and_then(|name| pool.get(name)) {
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

/// A card with its rules text, for people, each line after an indent: one face after another.
pub(super) fn print_faces(out: &mut dyn Write, card: &Card, indent: &str) -> Result<(), Failure> {
    for (place, face) in card.faces().into_iter().enumerate() {
        if place > 0 {
            writeln!(out, "{indent}//")?;
        }
        print_card(out, face, indent)?;
    }
    Ok(())
}

/// A face with its rules text.
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

fn check(
    files: &[std::path::PathBuf],
    all: bool,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    for path in files {
        let texts = match scenarios::card_texts(path) {
            Ok(texts) => texts,
            Err(why) => {
                out.flush()?;
                exit = exit.max(complain(err, &why));
                continue;
            }
        };
        for (name, text) in texts {
            match read_card(&name, &text) {
                Ok(card) => {
                    answers.push(json!({ "file": name, "ok": true, "name": card.name() }));
                    if !json {
                        writeln!(out, "ok   {name}")?;
                        print_faces(out, &card, "     ")?;
                    }
                }
                Err(error) => {
                    answers.push(json!({ "file": name, "ok": false, "error": error.to_string() }));
                    out.flush()?;
                    exit = exit.max(complain(err, &error.told(all)));
                }
            }
        }
    }
    if json {
        print_json(out, &Value::Array(answers))?;
    }
    Ok(exit)
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

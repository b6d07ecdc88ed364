//! Tokens that are created: "two 1/1 white Soldier creature tokens with flying" (CR 111).

use super::figures::in_digits;
use super::leaves::{given, one};
use super::names::{card_type, color, subtype};
use crate::card::ast::ability::Face;
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category::{self, Cat};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::words::card_type::{Supertype, Supertypes};
use crate::card::words::mana_symbol::Colors;
use crate::card::words::printed_number::PrintedNumber;
use crate::card::words::term::any;

pub(crate) const LEAVES: &[(Cat, Leaf)] =
    &[(Cat::Token, token), (Cat::XToken, x_token), (Cat::PredefinedToken, predefined), (Cat::Deed, created)];

/// "Create Own Beast, a legendary 3/3 green Beast creature token": its name first.
fn created(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let is_yours = want.subject.as_ref().is_some_and(category::is_you);
    let Some(at) = reader.words(at, &["create"]).filter(|_| is_yours) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, end) in reader.names(at) {
        let Some(at) = reader.words(end, &[",", "a"]) else { continue };
        let tokens = reader.all::<category::Token>(&Want::of(Person::One), at).into_iter();
        for (face, _, end) in tokens.filter(|(face, ..)| face.name.is_empty()) {
            let token = Face { name: name.clone(), ..face };
            let create = Instruction::create(Players::You, Quantity::Fixed(1), token);
            found.push(Reading::new::<category::Deed>(create, Person::One, end));
        }
    }
    found
}

fn predefined(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    use crate::card::words::predefined::Predefined;
    let kind = match reader.word(at) {
        Some("treasure") => Some(Predefined::Treasure),
        Some("food") => Some(Predefined::Food),
        Some("gold") => Some(Predefined::Gold),
        Some("clue") => Some(Predefined::Clue),
        _ => None,
    };
    one::<category::PredefinedToken>(kind, Person::One, at + 1)
}

/// "1/1 white Soldier creature token with flying", in the wanted number.
fn token(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let size = |word: &str| in_digits(word).and_then(|n| i32::try_from(n).ok());
    let said = reader.word(at + usize::from(reader.word(at) == Some("legendary")));
    let sizes = said.and_then(|word| word.split_once('/')).map(|(power, toughness)| (size(power), size(toughness)));
    let size = match sizes {
        Some((Some(power), Some(toughness))) => Some((power, toughness)),
        Some(_) => return Vec::new(),
        None => None,
    };
    let all = token_of(reader, want, at, size.is_some()).into_iter();
    let sized = all.map(|(mut face, end)| {
        if let Some((power, toughness)) = size {
            (face.power, face.toughness) = (Some(PrintedNumber::Number(power)), Some(PrintedNumber::Number(toughness)));
        }
        (face, end)
    });
    sized.map(|(face, end)| Reading::new::<category::Token>(face, Person::One, end)).collect()
}

/// "X/X green Ooze creature token", in the wanted number.
fn x_token(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    if reader.word(at + usize::from(reader.word(at) == Some("legendary"))) != Some("x/x") {
        return Vec::new();
    }
    let all = token_of(reader, want, at, true).into_iter();
    all.map(|(face, end)| Reading::new::<category::XToken>(face, Person::One, end)).collect()
}

/// A token without its size, whose words are left out if it has one.
fn token_of(reader: &Reader<'_>, want: &Want, at: usize, is_sized: bool) -> Vec<(Face, usize)> {
    let mut found = Vec::new();
    let mut face = Face::default();
    let mut at = at;
    if reader.word(at) == Some("legendary") {
        face.supertypes = Supertypes::NONE.with(Supertype::Legendary);
        at += 1;
    }
    at += usize::from(is_sized);
    // "white", "red and green", "white, blue, and black", "colorless".
    let mut colors = Colors::COLORLESS;
    let colorless = reader.word(at) == Some("colorless");
    if colorless {
        at += 1;
    } else {
        let named = |at| reader.word(at).and_then(color).map(|color| (color, at + 1));
        let single = |(color, end)| (vec![color], end);
        if let Some((all, end)) = reader.list(at, &["and"], &named).or_else(|| named(at).map(single)) {
            colors = all.into_iter().fold(colors, Colors::with);
            at = end;
        }
    }
    if !colorless && colors.is_colorless() {
        return found;
    }
    face.color_indicator = (!colors.is_colorless()).then_some(colors);
    while let Some((kind, Person::One)) = reader.word(at).and_then(subtype) {
        face.subtypes.push(kind);
        at += 1;
    }
    while let Some((kind, Person::One)) = reader.word(at).and_then(card_type) {
        face.types = face.types.with(kind);
        at += 1;
    }
    let many = want.agreement == Some(Person::Many);
    if face.types.is_empty() || reader.word(at) != Some(if many { "tokens" } else { "token" }) {
        return found;
    }
    for (face, at) in named_token(reader, &face, at + 1) {
        found.push((face.clone(), at));
        let told = if many { [".", "they", "have"] } else { [".", "it", "has"] };
        let with = reader.words(at, &["with"]).into_iter().chain(reader.words(at, &told));
        let first: Vec<_> = with.flat_map(|at| given(reader, at)).collect();
        // "with flying. It has …"
        let more = first.iter().filter(|(_, end)| reader.words(*end, &told).is_some()).flat_map(|(all, end)| {
            let more = given(reader, end + told.len()).into_iter();
            more.map(|(more, end)| ([all.clone(), more].concat(), end)).collect::<Vec<_>>()
        });
        let more: Vec<_> = more.collect();
        for (abilities, end) in first.into_iter().chain(more) {
            let mut face = Face { abilities, ..face.clone() };
            // What says nothing of its size has an ability that defines it (CR 208.2).
            let defines = |it: &StaticEffect| matches!(it, StaticEffect::Modify { defining: true, .. });
            if face.power.is_none() && any(&face.abilities, defines) {
                (face.power, face.toughness) = (Some(PrintedNumber::Number(0)), Some(PrintedNumber::Number(0)));
            }
            // A name can stand after the abilities, too.
            let after = if face.name.is_empty() { named_token(reader, &face, end) } else { vec![(face, end)] };
            found.extend(after);
        }
    }
    found
}

/// A token with the name that the words at a position give it, or without one.
fn named_token(reader: &Reader<'_>, face: &Face, at: usize) -> Vec<(Face, usize)> {
    let names = reader.words(at, &["named"]).map(|at| reader.names(at)).unwrap_or_default();
    let named = names.into_iter().map(|(name, end)| (Face { name, ..face.clone() }, end));
    std::iter::once((face.clone(), at)).chain(named).collect()
}

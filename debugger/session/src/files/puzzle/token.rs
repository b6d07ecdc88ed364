//! Tokens: `w_1_1_soldier`, `c_a_treasure_sac`, or a name with `P:`, `T:`, `Color:` and `Types:`.

use retrace_core::card::pool::Pool;
use retrace_core::card::{Ability, Card, CardType, CardTypes, Color, Colors, Face, Keyword, Predefined, Subtype};

use super::part::{Part, Wrong};

/// The predefined tokens that are named so (CR 111.10).
const PREDEFINED: [(&str, Predefined); 4] = [
    ("c_a_treasure_sac", Predefined::Treasure),
    ("c_a_food_sac", Predefined::Food),
    ("c_a_gold_sac", Predefined::Gold),
    ("c_a_clue_draw", Predefined::Clue),
];

/// What to do with a token that cannot be read.
const REMEDY: &str = "define a card with its characteristics in `cards` of the scenario, and put it there by hand";

/// The token as a card of the scenario.
pub(super) fn token(part: Part<'_>, pool: &Pool) -> Result<Card, Wrong> {
    let face = match PREDEFINED.iter().find(|(word, _)| *word == part.text) {
        Some((_, predefined)) => predefined.face(),
        None if part.text.contains(',') => described(part)?,
        None => named(part)?,
    };
    let card = Card::Card(face);
    match pool.get(card.name()) {
        Some(other) if **other != card => {
            let name = card.name();
            Err(part.wrong(format!("a card is called {name}, too, so no token of that name can be defined; {REMEDY}")))
        }
        _ => Ok(card),
    }
}

/// A name made of colors, power, toughness, `a` for an artifact, subtypes and keywords.
fn named(part: Part<'_>) -> Result<Face, Wrong> {
    let refuse = |word: &str| part.wrong(format!("`{word}` of the token `{}` cannot be read; {REMEDY}", part.text));
    let words: Vec<&str> = part.text.split('_').collect();
    let [colors, power, toughness, rest @ ..] = words.as_slice() else { return Err(refuse(part.text)) };
    let mut types = CardTypes::NONE.with(CardType::Creature);
    let mut face = Face { color_indicator: color_letters(colors).ok_or_else(|| refuse(colors))?, ..Face::default() };
    face.power = Some(power.parse::<i32>().map_err(|_| refuse(power))?.into());
    face.toughness = Some(toughness.parse::<i32>().map_err(|_| refuse(toughness))?.into());
    let mut rest = rest.iter().copied().peekable();
    for (letter, kind) in [("a", CardType::Artifact), ("e", CardType::Enchantment)] {
        if rest.next_if_eq(&letter).is_some() {
            types = types.with(kind);
        }
    }
    let mut abilities = Vec::new();
    for word in rest {
        match Subtype::named(&capital(word)) {
            Ok(subtype) if abilities.is_empty() => face.subtypes.push(subtype),
            _ => abilities.push(keyword(word).ok_or_else(|| refuse(word))?),
        }
    }
    let subtypes: Vec<String> = face.subtypes.iter().map(ToString::to_string).collect();
    if subtypes.is_empty() {
        return Err(refuse(part.text));
    }
    // CR 111.4
    Ok(Face { name: subtypes.join(" "), types, abilities, ..face })
}

/// A name, and what the token is in words.
fn described(part: Part<'_>) -> Result<Face, Wrong> {
    let mut parts = part.split(',');
    let name = parts.next().map(|name| name.text.to_owned()).unwrap_or_default();
    let mut face = Face { name, ..Face::default() };
    for field in parts {
        let refuse = || field.wrong(format!("`{}` of a token cannot be read; {REMEDY}", field.text));
        let (key, value) = field.cut(&[':']).ok_or_else(refuse)?;
        let words = || value.text.split('-').map(str::trim).filter(|word| !word.is_empty());
        match key.text {
            "P" => face.power = Some(value.number::<i32>()?.into()),
            "T" => face.toughness = Some(value.number::<i32>()?.into()),
            "Color" => face.color_indicator = color_letters(&value.text.to_ascii_lowercase()).ok_or_else(refuse)?,
            "Types" => {
                for word in words() {
                    match CardType::ALL.iter().copied().find(|kind| kind.to_string().eq_ignore_ascii_case(word)) {
                        Some(kind) => face.types = face.types.with(kind),
                        None => face.subtypes.push(Subtype::named(word).map_err(|_| refuse())?),
                    }
                }
            }
            "Keywords" => {
                for word in words() {
                    face.abilities.push(keyword(&word.to_ascii_lowercase()).ok_or_else(refuse)?);
                }
            }
            "Cost" if ["", "no cost"].contains(&value.text) => {}
            "Image" => {}
            _ => return Err(refuse()),
        }
    }
    Ok(face)
}

/// Colors by their letters; `c` is none.
fn color_letters(letters: &str) -> Option<Option<Colors>> {
    if letters == "c" || letters.is_empty() {
        return Some(None);
    }
    let mut colors = Colors::COLORLESS;
    for letter in letters.chars() {
        colors = colors.with(match letter {
            'w' => Color::White,
            'u' => Color::Blue,
            'b' => Color::Black,
            'r' => Color::Red,
            'g' => Color::Green,
            _ => return None,
        });
    }
    Some(Some(colors))
}

/// A keyword without operands, with or without the blanks in it.
fn keyword(word: &str) -> Option<Ability> {
    let joined = |word: &str| word.replace(' ', "");
    Keyword::plain().find(|keyword| joined(keyword.word()) == joined(word)).map(Ability::Keyword)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

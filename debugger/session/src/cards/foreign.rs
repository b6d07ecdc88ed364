//! Cards as Scryfall and MTGJSON write them, as printed faces.
//!
//! Scryfall: <https://scryfall.com/docs/api/cards>, <https://scryfall.com/docs/api/layouts>.
//! MTGJSON: <https://mtgjson.com/data-models/card/card-atomic/>.

use retrace_core::card::read::Printed;
use serde::Deserialize;
use serde_json::{Error, Map, Value};

/// What an entry of a file is.
#[derive(Debug)]
pub(super) enum Entry {
    /// Faces with a line of their own each.
    Printed(Vec<Printed>),
    /// A token, an emblem, a card with art alone.
    Other,
}

impl Entry {
    /// An object on a line or in a list: one of Scryfall's, or one with our own keys.
    pub(super) fn of(entry: Map<String, Value>) -> Result<Entry, Error> {
        let is_foreign = ["type_line", "oracle_text", "card_faces"].iter().any(|key| entry.contains_key(*key));
        if !is_foreign {
            return serde_json::from_value(Value::Object(entry)).map(|printed| Entry::Printed(vec![printed]));
        }
        serde_json::from_value::<Scryfall>(Value::Object(entry)).map(Scryfall::entry)
    }
}

/// Layouts of what is no card.
const OTHERS: [&str; 4] = ["token", "double_faced_token", "emblem", "art_series"];

/// A card or a face of one.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Scryfall {
    name: String,
    layout: String,
    mana_cost: Option<String>,
    type_line: Option<String>,
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    color_indicator: Option<Vec<String>>,
    card_faces: Option<Vec<Scryfall>>,
    all_parts: Option<Vec<Part>>,
}

/// A card that belongs to another one.
#[derive(Debug, Deserialize)]
struct Part {
    component: String,
    name: String,
}

impl Scryfall {
    fn entry(mut self) -> Entry {
        if OTHERS.contains(&self.layout.as_str()) {
            return Entry::Other;
        }
        let mut faces = self.card_faces.take().unwrap_or_default().into_iter();
        let Some(first) = faces.next() else {
            let parts = self.all_parts.take().unwrap_or_default();
            let named = |component: &str| -> Vec<String> {
                parts.iter().filter(|part| part.component == component).map(|part| part.name.clone()).collect()
            };
            let meld = (self.layout == "meld").then(|| Meld { pair: named("meld_part"), into: named("meld_result") });
            let printed = self.printed();
            return Entry::Printed(vec![match meld {
                Some(meld) => meld.link(printed),
                None => printed,
            }]);
        };
        let first = first.printed();
        let rest = faces.map(Scryfall::printed).collect();
        Entry::Printed(vec![joined(&self.layout, first, rest)])
    }

    fn printed(self) -> Printed {
        let size = self.power.zip(self.toughness).map(|(power, toughness)| format!("{power}/{toughness}"));
        Printed {
            name: self.name,
            cost: self.mana_cost.unwrap_or_default(),
            type_line: self.type_line.unwrap_or_default(),
            color: Some(self.color_indicator.unwrap_or_default().concat()),
            pt: size,
            loyalty: self.loyalty,
            text: self.oracle_text.unwrap_or_default(),
            ..Printed::default()
        }
    }
}

/// The faces of one card.
fn joined(layout: &str, first: Printed, mut rest: Vec<Printed>) -> Printed {
    match layout {
        "transform" | "modal_dfc" if rest.len() == 1 => Printed { back: rest.pop().map(Box::new), ..first },
        // Both sides have the whole card.
        "reversible_card" => first,
        _ => Printed { faces: rest, ..first },
    }
}

/// The names of cards that meld.
struct Meld {
    pair: Vec<String>,
    /// What they meld into.
    into: Vec<String>,
}

impl Meld {
    /// A face of one of them.
    fn link(&self, face: Printed) -> Printed {
        if self.into.contains(&face.name) {
            return Printed { meld: Some(self.pair.join(";")), ..face };
        }
        Printed { transform: self.into.first().cloned(), ..face }
    }
}

/// A face of a card.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Atomic {
    name: String,
    face_name: Option<String>,
    layout: String,
    side: Option<String>,
    mana_cost: Option<String>,
    #[serde(rename = "type")]
    type_line: String,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    color_indicator: Option<Vec<String>>,
    /// Both names of a meld pair, and what they meld into.
    card_parts: Vec<String>,
}

impl Atomic {
    fn printed(self) -> Printed {
        Scryfall {
            name: self.face_name.unwrap_or(self.name),
            mana_cost: self.mana_cost,
            type_line: Some(self.type_line),
            oracle_text: self.text,
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            color_indicator: self.color_indicator,
            ..Scryfall::default()
        }
        .printed()
    }
}

/// The faces with one name in MTGJSON's `AtomicCards`.
pub(super) fn entries_of(faces: Vec<Map<String, Value>>) -> Result<Vec<Entry>, Error> {
    let faces = faces.into_iter().map(|face| serde_json::from_value(Value::Object(face)));
    let mut faces: Vec<Atomic> = faces.collect::<Result<_, _>>()?;
    let Some(first) = faces.first() else { return Ok(Vec::new()) };
    let layout = first.layout.clone();
    if OTHERS.contains(&layout.as_str()) {
        return Ok(vec![Entry::Other]);
    }
    // Without sides these are several cards of one name.
    if faces.iter().any(|face| face.side.is_none()) {
        return Ok(faces.into_iter().map(|face| Entry::Printed(vec![face.printed()])).collect());
    }
    faces.sort_by(|one, other| one.side.cmp(&other.side));
    if layout == "meld" {
        let parts = faces.iter().map(|face| face.card_parts.clone()).max_by_key(Vec::len).unwrap_or_default();
        let into = faces.iter().filter(|face| face.side.as_deref() == Some("b"));
        let into: Vec<String> = into.filter_map(|face| face.face_name.clone()).collect();
        let meld = Meld { pair: parts.into_iter().filter(|name| !into.contains(name)).collect(), into };
        return Ok(vec![Entry::Printed(faces.into_iter().map(|face| meld.link(face.printed())).collect())]);
    }
    let mut faces = faces.into_iter().map(Atomic::printed);
    let first = faces.next().unwrap_or_default();
    Ok(vec![Entry::Printed(vec![joined(&layout, first, faces.collect())])])
}

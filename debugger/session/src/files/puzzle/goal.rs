//! Goals, as predicates.

use std::collections::BTreeMap;

use super::part::{Part, Wrong};
use super::state::unknown;

/// A goal as a predicate (`docs/predicates.md`) that holds once it is reached in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goal(pub(super) String);

const WIN: &str = "win";
const SURVIVE: &str = "survive";

/// Goals that permanents are gone, and the filter that they have if the file says none.
const GONE: [(&str, &str); 5] = [
    ("destroy specified permanents", "Creature.OppCtrl"),
    ("destroy specified creatures", "Creature.OppCtrl"),
    ("remove specified permanents from the battlefield", "Creature.OppCtrl"),
    ("kill specified creatures", "Creature.OppCtrl"),
    ("gain control of specified permanents", "Permanent.OppCtrl"),
];

/// Goals that permanents are there.
const THERE: [&str; 2] = ["put the specified permanent on the battlefield", "play the specified permanent"];

impl Goal {
    /// The goal of a puzzle that begins in a turn; none if it names none.
    pub(super) fn of(about: &BTreeMap<String, Part<'_>>, turn: u32) -> Result<Option<Goal>, Wrong> {
        let turns = about.get("turns").map(|part| part.number::<u32>().map(|last| (*part, last))).transpose()?;
        if let Some((part, last)) = turns.filter(|(_, last)| *last < turn) {
            return Err(part.wrong(format!("the last turn would be {last}, and the board is in turn {turn}")));
        }
        let count = about.get("targetcount").map(|part| part.number::<u32>()).transpose()?.unwrap_or(1);
        let targets = about.get("targets").copied();
        let Some(goal) = about.get("goal") else {
            return Ok(None);
        };
        let word = goal.text.to_ascii_lowercase();
        if word == SURVIVE {
            let lacks = || goal.wrong("how long is not said; write the last turn, such as `Turns:3`");
            let (_, last) = turns.ok_or_else(lacks)?;
            return Ok(Some(Goal(format!("Human.won or turn > {last} and not over"))));
        }
        let reached = if word == WIN {
            "Human.won".to_owned()
        } else if let Some((_, usual)) = GONE.iter().find(|(name, _)| *name == word) {
            let set = targets.map_or_else(|| set(goal.of(usual)), set)?;
            format!("count({set}) = 0")
        } else if THERE.contains(&word.as_str()) {
            let lacks = || goal.wrong("which permanent is not said; write `Targets:`");
            format!("count({}) >= {count}", set(targets.ok_or_else(lacks)?)?)
        } else {
            let known = [WIN, SURVIVE].into_iter().chain(GONE.iter().map(|(name, _)| *name)).chain(THERE);
            return Err(goal.wrong(unknown(goal.text, &word, known)));
        };
        Ok(Some(Goal(match turns {
            Some((_, last)) => format!("{reached} and turn <= {last}"),
            None => reached,
        })))
    }
}

/// The permanents that a filter such as `Creature.OppCtrl+namedGrizzly Bears` names.
fn set(part: Part<'_>) -> Result<String, Wrong> {
    let (kind, properties) = part.text.split_once('.').unwrap_or((part.text, ""));
    let word = match kind {
        "Permanent" | "Card" => "permanents",
        "Creature" => "creatures",
        "Land" => "lands",
        "Artifact" => "artifacts",
        "Enchantment" => "enchantments",
        "Planeswalker" => "planeswalkers",
        other => {
            let kinds = "Permanent, Card, Creature, Land, Artifact, Enchantment or Planeswalker";
            return Err(part.wrong(format!("`{other}` cannot be asked for; write {kinds}, or set the goal by hand")));
        }
    };
    let (mut whose, mut name) = ("", String::new());
    for property in properties.split('+').filter(|property| !property.is_empty()) {
        match property.strip_prefix("named") {
            Some(named) if !named.contains(['"', '\\']) => name = format!(" where name = \"{named}\""),
            _ => match property {
                "OppCtrl" => whose = "AI.",
                "YouCtrl" => whose = "Human.",
                "inZoneBattlefield" => {}
                other => {
                    let known = "OppCtrl, YouCtrl, inZoneBattlefield or namedNAME";
                    let why = format!("`{other}` cannot be asked for; write {known}, or set the goal by hand");
                    return Err(part.wrong(why));
                }
            },
        }
    }
    Ok(format!("{whose}{word}{name}"))
}

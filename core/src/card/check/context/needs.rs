//! What words need and events provide, looked up by name.

use crate::card::ast::cost::ManaOutput;
use crate::card::ast::effect::{Duration, Modification, Would};
use crate::card::ast::filter::{Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Recipients;
use crate::card::ast::trigger::TriggerEvent;

pub(crate) use crate::card::words::refers::{Keeper, Linking, Naming, Need, Told};

/// What a word needs, by its name and that of its enum; nothing for a word that doesn't refer.
pub(crate) fn need(of: &str, name: &str) -> Need {
    let declared = match of {
        "Objects" => Objects::needs_of(name),
        "Players" => Players::needs_of(name),
        "Quantity" => Quantity::needs_of(name),
        "Filter" => Filter::needs_of(name),
        "Each" => Each::needs_of(name),
        "Recipients" => Recipients::needs_of(name),
        "Condition" => Condition::needs_of(name),
        "Modification" => Modification::needs_of(name),
        "ManaOutput" => ManaOutput::needs_of(name),
        "Duration" => Duration::needs_of(name),
        _ => None,
    };
    declared.unwrap_or(Need::Nothing)
}

/// What an event provides, by its name, as in `derive::occurrences`. An event that contains others
/// provides what they do (`surroundings`).
pub(crate) fn event_tells(name: &str) -> Told {
    TriggerEvent::tells_of(name).unwrap_or_default()
}

/// What an event that would happen provides, by its name, as in `rules::replace`.
pub(crate) fn would_tells(name: &str) -> Told {
    Would::tells_of(name).unwrap_or_default()
}

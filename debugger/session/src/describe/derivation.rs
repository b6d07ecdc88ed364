//! Why characteristics are as they are: what an effect waited for, and which effects never applied
//! (CR 613.6, 613.8).

use retrace_core::derive::{Because, Dependency, NotApplied};
use retrace_core::fact::{EffectKey, ObjectId};
use retrace_core::state::Game;

use super::names::{list, object};

/// A continuous effect, by its source.
pub fn effect(game: &Game, key: &EffectKey) -> String {
    match key {
        EffectKey::Begun(id) => match game.world().effects.get(id) {
            Some(effect) => format!("{}'s effect", game.name_of(effect.source)),
            None => id.to_string(),
        },
        EffectKey::Static { object, .. } => format!("{}'s static ability", game.name_of(*object)),
        EffectKey::AddedText(spell, _) => format!("the text that {} has gained", game.name_of(*spell)),
        EffectKey::Counters(object, kind) => format!("{kind} counters on {}", game.name_of(*object)),
    }
}

/// What an effect was applied after and why, as a clause.
pub fn dependency(game: &Game, it: &Dependency) -> String {
    let on = effect(game, &it.on);
    let changes = because(game, &it.because);
    match it.in_loop {
        true => format!(
            "it and {on} depend on each other, so that the timestamps decide: {on} changes {changes} (CR 613.8b)"
        ),
        false => format!("it waited for {on}, which changes {changes} (CR 613.8a)"),
    }
}

/// What applying one effect would change for another, as the object of "changes".
fn because(game: &Game, because: &Because) -> String {
    let names = |ids: &[ObjectId]| match ids.len() {
        0..=4 => list(&ids.iter().map(|id| format!("{} ({id})", object(game, *id))).collect::<Vec<_>>()),
        many => format!("{many} objects"),
    };
    match because {
        Because::Existence => "whether there is such an effect at all".to_owned(),
        Because::AppliesTo { more, fewer } => {
            let more = (!more.is_empty()).then(|| format!("also {}", names(more)));
            let fewer = (!fewer.is_empty()).then(|| format!("no longer {}", names(fewer)));
            let both: Vec<String> = more.into_iter().chain(fewer).collect();
            format!("what it applies to: {}", both.join("; "))
        }
        Because::Does(ids) => format!("what it does to {}", names(ids)),
    }
}

/// An effect that was never applied, as a sentence without its full stop.
pub fn not_applied(game: &Game, it: &NotApplied) -> String {
    let (what, by, layer) = (effect(game, &it.effect), effect(game, &it.by), it.layer.number());
    let why = match it.ability_lost {
        true => format!("{by} takes the ability away in layer {layer}"),
        false => format!("it waited for {by} in layer {layer}, and does not apply to this any more (CR 613.8a)"),
    };
    format!("{what} (timestamp {}) is not applied: {why}", it.timestamp.0)
}

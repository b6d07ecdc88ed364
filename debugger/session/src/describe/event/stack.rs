//! Spells and abilities, effects, replacement and prevention.

use retrace_core::card::text::{cost_text, effect_text, modification_text};
use retrace_core::card::{Definition, Duration, Modification, Players, StaticEffect};
use retrace_core::fact::{CostBy, CostStep, DefId, Event, ObjectId, PlayerId};
use retrace_core::state::Game;

use super::super::action::{action, applied, mana};
use super::super::names::{entity, list, object, objects, player};
use super::several::said_of_several;

/// One step in computing a total cost: "{1}{R} with the increase by Thalia".
fn cost_step(game: &Game, step: &CostStep) -> String {
    let mana = if step.mana.0.is_empty() { "{0}".to_owned() } else { step.mana.to_string() };
    let other = if step.other.is_empty() { String::new() } else { format!(" and {}", cost_text(&step.other)) };
    let by = match &step.by {
        CostBy::Base => return format!("{mana}{other}"),
        CostBy::Alternative(by) => format!("instead by {}", applied(game, by)),
        CostBy::Optional(what) => format!("with {}", what.word()),
        CostBy::Modes => "for the modes".to_owned(),
        CostBy::AddedText => "with the text that it gains".to_owned(),
        CostBy::Increase(by) => format!("increased by {}", applied(game, by)),
        CostBy::Reduction(by) => format!("reduced by {}", applied(game, by)),
        CostBy::Permission => "to cast it this way".to_owned(),
        CostBy::Commander => "as a commander cast before (CR 903.8)".to_owned(),
        CostBy::AtLeast(by) => format!("no less by {}", applied(game, by)),
    };
    format!("{mana}{other} {by}")
}

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::CostDetermined { object: id, player: who, steps } => {
            let told: Vec<String> = steps.iter().map(|step| cost_step(game, step)).collect();
            format!("{} is to pay for {}: {}", player(game, *who), object(game, *id), told.join(", "))
        }
        Event::TargetsChanged { object: id, targets } => {
            let targets: Vec<String> = targets.iter().flatten().map(|it| entity(game, *it)).collect();
            format!("{} now targets {}", object(game, *id), list(&targets))
        }
        Event::Announced { object: id, announced } => {
            let mut said = Vec::new();
            said.extend(announced.x.map(|x| format!("X is {x}")));
            let targets: Vec<String> = announced.targets.iter().flatten().map(|it| entity(game, *it)).collect();
            if !targets.is_empty() {
                said.push(format!("targets {}", list(&targets)));
            }
            if !announced.mana_spent.is_empty() {
                said.push(format!("paid {}", mana(&announced.mana_spent)));
            }
            if announced.life_paid > 0 {
                said.push(format!("paid {} life", announced.life_paid));
            }
            if !announced.paid_with.is_empty() {
                said.push(format!("paid with {}", list(&objects(game, &announced.paid_with))));
            }
            format!("{}: {}", object(game, *id), if said.is_empty() { "announced".to_owned() } else { said.join("; ") })
        }
        Event::Triggered { source, origin, text, .. } => {
            let said = said_of_several(game, *source, origin.as_deref(), *text);
            format!("an ability of {}{said} triggers", object(game, *source))
        }
        Event::TriggerCeased { id } => match game.world().waiting.iter().find(|waiting| waiting.id == *id) {
            Some(waiting) => format!("a triggered ability of {} ceases to exist", object(game, waiting.source)),
            None => format!("the triggered ability {id} ceases to exist"),
        },
        Event::TriggerTaken { id } => match game.world().waiting.iter().find(|waiting| waiting.id == *id) {
            Some(waiting) => format!("the triggered ability of {} no longer waits", object(game, waiting.source)),
            None => format!("{id} no longer waits"),
        },
        Event::DelayEnded { id } => match game.world().delayed.get(id) {
            Some(delayed) => format!("the delayed trigger of {} is used up", object(game, delayed.source)),
            None => format!("the delayed {id} is used up"),
        },
        Event::EffectBegan { source, controller, duration, objects: locked, def, .. } => {
            began(game, (*source, *controller), *def, locked.as_deref().map(Vec::as_slice), duration)
        }
        Event::EffectEnded { id } => match game.world().effects.get(id) {
            Some(effect) => format!("the effect of {} ends", object(game, effect.source)),
            None => format!("{id} ends"),
        },
        Event::Replaced { effect, before, after } => {
            let after: Vec<String> = after.iter().map(|after| action(game, after)).collect();
            let before = action(game, before);
            // Text that would be the same on both sides is not repeated.
            match after.as_slice() {
                [] => format!("{} replaces “{before}”: nothing happens", applied(game, effect)),
                [same] if *same == before => {
                    format!("{} is applied to “{before}”, which goes on", applied(game, effect))
                }
                after => format!("{} replaces “{before}”: {}", applied(game, effect), list(after)),
            }
        }
        Event::Considered { action: what, player: id, effects } => {
            let effects: Vec<String> = effects.iter().map(|effect| applied(game, effect)).collect();
            format!(
                "{} chooses among what could apply to “{}”: {}",
                player(game, *id),
                action(game, what),
                list(&effects)
            )
        }
        Event::DamagePrevented { effect, damage } => {
            let parts: Vec<String> = damage
                .iter()
                .map(|(source, to, n)| format!("{n} from {} to {}", object(game, *source), entity(game, *to)))
                .collect();
            format!("{} prevents damage: {}", applied(game, effect), list(&parts))
        }
        _ => return None,
    })
}

/// "Aethergeode Miner gets +2/+2 and gains flying, until end of turn, from Mighty Leap".
fn began(
    game: &Game,
    (source, controller): (ObjectId, PlayerId),
    def: DefId,
    locked: Option<&[ObjectId]>,
    duration: &Duration,
) -> String {
    let name = object(game, source);
    let (from, until) = (format!(", from {name}"), lasting(duration));
    match (game.definition(def), locked) {
        (Some(Definition::Effect(StaticEffect::Modify { modifications, .. })), Some(locked)) => {
            let on = list(&objects(game, locked));
            let change = |it: &Modification| match it {
                Modification::Control(Players::You) => {
                    format!(
                        "{} controlled by {}",
                        if locked.len() == 1 { "becomes" } else { "become" },
                        player(game, controller)
                    )
                }
                it => modification_text(it, &name),
            };
            let changes: Vec<String> = modifications.iter().map(change).collect();
            format!("{on} {}{until}{from}", list(&changes))
        }
        (Some(Definition::Effect(effect)), _) => {
            let text = effect_text(effect, &name);
            format!("an effect begins: {}{until}{from}", text.trim_end_matches('.'))
        }
        _ => format!("an effect of {name} begins{until}"),
    }
}

fn lasting(duration: &Duration) -> &'static str {
    match duration {
        Duration::EndOfTurn => ", until end of turn",
        Duration::EndOfCombat => ", until end of combat",
        Duration::AsLongAs(_) => ", for as long as its condition holds",
        Duration::Indefinite => "",
        Duration::Until(..) => ", until that begins",
        Duration::Through(..) => ", until that is over",
        Duration::During(..) => ", only once that begins",
        Duration::DuringThat(_) | Duration::DuringAdded(..) => ", only during that",
        Duration::Meanwhile(_) => ", until that is over",
        Duration::Next => ", the next time",
        Duration::NextThisTurn => ", the next time this turn",
        Duration::WhileControlled => ", until its controller loses control of it",
        Duration::Bestowed => ", until it ceases to be bestowed",
        Duration::UntilPlaneswalk(_) => ", until somebody planeswalks",
    }
}

//! Turns, phases, turn steps, day and night.

use retrace_core::card::TurnPart;
use retrace_core::fact::Event;
use retrace_core::state::Game;

use super::super::action::step_name;
use super::super::names::{counted, object, player, possessive};

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::TurnBegan { player: id, number } => format!("turn {number} begins: it is {}", whose(game, *id)),
        Event::TurnStepBegan { step } if step.is_main() => format!("the one step of the {} begins", step.word()),
        Event::TurnStepEnded { step } if step.is_main() => format!("the one step of the {} ends", step.word()),
        Event::TurnStepBegan { step } => format!("the {} begins", step_name(*step)),
        Event::TurnStepEnded { step } => format!("the {} ends", step_name(*step)),
        Event::Skipped { step } => format!("the {} is skipped", step_name(*step)),
        Event::PhasesAdded { after, phases } => {
            let added: Vec<String> = phases.iter().map(|phase| format!("an additional {}", phase.word())).collect();
            let after = after.map_or("this phase", |after| after.word());
            format!("after {after} comes {}", added.join(", then "))
        }
        Event::StepsAdded { step, count, .. } => {
            format!("this phase gets {}", counted(u64::from(*count), &format!("additional {}", step_name(*step))))
        }
        Event::PartSkipped { part: TurnPart::Phase(phase), .. } => format!("the {} is skipped", phase.word()),
        Event::PartSkipped { part: TurnPart::Step(step), .. } => format!("the {} is skipped", step_name(*step)),
        Event::Postponed { then } => {
            format!("what {} has done besides waits for what begins next", object(game, then.source))
        }
        Event::PartSkipped { part: TurnPart::Turn, player: id } => {
            format!("{} turn is skipped", possessive(&player(game, *id)))
        }
        Event::BecameDayOrNight { was: Some(was), is } => format!("{} becomes {}", was.word(), is.word()),
        Event::BecameDayOrNight { was: None, is } => format!("it becomes {}", is.word()),
        _ => return None,
    })
}

fn whose(game: &Game, id: retrace_core::fact::PlayerId) -> String {
    format!("{} turn", possessive(&player(game, id)))
}

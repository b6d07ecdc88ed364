//! Frames of the call stack in plain English.

use retrace_core::fact::{Ending, Frame, Proposing};
use retrace_core::state::Game;

use super::names::{object, player};

/// The activity of a frame, as a noun: "the combat phase", "the resolution of Mighty Leap".
pub fn frame(game: &Game, frame: &Frame) -> String {
    match frame {
        Frame::Opening(_) => "the opening hands".to_owned(),
        Frame::Conspiracies(_) => "putting conspiracies into the command zone".to_owned(),
        Frame::Turn { .. } => format!("turn {}", game.world().turn.number),
        Frame::Phase { phase, .. } => format!("the {}", phase.word()),
        Frame::TurnStep { step, .. } => format!("the {}", step.word()),
        Frame::Priority { player: id, received: true, .. } => format!("priority of {}", player(game, *id)),
        Frame::Priority { player: id, .. } => format!("giving {} priority", player(game, *id)),
        Frame::PutTriggers { .. } => "putting triggered abilities on the stack".to_owned(),
        Frame::StateBased { .. } => "the legend rule".to_owned(),
        Frame::Proposal(proposal) => match &proposal.what {
            Proposing::Spell => format!("casting {}", object(game, proposal.object)),
            Proposing::Ability | Proposing::ManaAbility { .. } => {
                format!("activating an ability of {}", object(game, proposal.source))
            }
            Proposing::Declaration { blocking: false, .. } => "paying for what attacks".to_owned(),
            Proposing::Declaration { blocking: true, .. } => "paying for what blocks".to_owned(),
            Proposing::Payment => format!("paying what {} asks", object(game, proposal.object)),
            Proposing::Trigger => format!("putting an ability of {} on the stack", object(game, proposal.source)),
        },
        Frame::Resolve(resolve) => match resolve.object {
            Some(id) => format!("the resolution of {}", object(game, id)),
            None => format!("a mana ability of {}", object(game, resolve.source)),
        },
        Frame::Happen(_) => "the choice of a replacement effect".to_owned(),
        Frame::Drawn { .. } => "whether to reveal what was drawn".to_owned(),
        Frame::Placing { .. } => "a new place in a damage assignment order".to_owned(),
        Frame::Ending { what: Ending::Turn, .. } => "the end of the turn by an effect".to_owned(),
        Frame::Ending { what: Ending::Combat, .. } => "the end of the combat phase by an effect".to_owned(),
        Frame::Loop { .. } => "whether the game is a draw".to_owned(),
        Frame::Together(_) => "what happens for several at once".to_owned(),
        Frame::Flip(flips) => format!("coins of {}", object(game, flips.source)),
        Frame::Reversed { player: id, .. } => format!("which mana abilities of {} stand", player(game, *id)),
    }
}

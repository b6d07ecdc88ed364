//! What an event may change of a game, as far as the kinds of events do not say it by themselves
//! ([`Event::touches`]).

use crate::card::Reads;
use crate::fact::{Event, Frame, Zone};

use super::game::Game;

/// Whether an event only takes a turn further: priority, parts of the turn, and the call stack.
/// What players may begin follows from it only through texts that ask about the turn or combat.
pub(crate) const fn is_of_the_course(event: &Event) -> bool {
    matches!(
        event,
        Event::Decided { .. }
            | Event::PriorityReceived { .. }
            | Event::PriorityPassed { .. }
            | Event::PhaseBegan { .. }
            | Event::PhaseEnded { .. }
            | Event::TurnStepBegan { .. }
            | Event::TurnStepEnded { .. }
            | Event::CombatBegan { .. }
            | Event::CombatEnded {}
            | Event::Skipped { .. }
            | Event::FramePushed { .. }
            | Event::FrameTaken { .. }
            | Event::FrameChanged { .. }
            | Event::FrameAdvanced { .. }
            | Event::FramePopped {}
    )
}

/// What comes and goes with the objects in a zone: its contents, and on the battlefield what is
/// attached to what and who fights.
pub(super) fn presence(zone: Zone) -> Reads {
    match zone {
        Zone::Battlefield => Reads::BATTLEFIELD | Reads::ATTACHMENT | Reads::COMBAT,
        zone => Reads::zone(zone.kind()),
    }
}

/// Whether an event could change damage, mana, or what is being announced, paid and resolved
/// ([`Reads::HISTORY`]). Parts of the turn and players with priority leave all of that alone.
pub(super) fn is_of_history(game: &Game, event: &Event) -> bool {
    let of_course = |frame: &Frame| {
        matches!(frame, Frame::Turn { .. } | Frame::Phase { .. } | Frame::TurnStep { .. } | Frame::Priority { .. })
    };
    let in_course = || game.world().frames.iter().all(|frame| of_course(frame));
    match event {
        Event::StateMarked { .. } | Event::LikenessMarked { .. } | Event::LoopMarked { .. } => false,
        Event::Transformed { .. } | Event::PermanentTurnedFaceDown { .. } => false,
        Event::FramePushed { frame } | Event::FrameTaken { frame } | Event::FrameChanged { frame } => {
            !of_course(frame) || !in_course()
        }
        Event::FramePopped {} | Event::FrameAdvanced { .. } => !in_course(),
        event => !is_of_the_course(event),
    }
}

/// Whether an event could change what has been announced or paid ([`Reads::PROPOSED`]).
pub(super) fn is_of_proposals(game: &Game, event: &Event) -> bool {
    let proposes = |frame: &Frame| matches!(frame, Frame::Proposal(_));
    let now = || game.frame().is_some_and(proposes);
    match event {
        Event::FramePushed { frame } | Event::FrameTaken { frame } | Event::FrameChanged { frame } => {
            proposes(frame) || now()
        }
        Event::FramePopped {} | Event::FrameAdvanced { .. } => now(),
        Event::Announced { .. } | Event::BecameCast { .. } | Event::ManaSpent { .. } => true,
        event => is_of_history(game, event) && game.world().frames.iter().any(|frame| proposes(frame)),
    }
}

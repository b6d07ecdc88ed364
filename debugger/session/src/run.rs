//! Carrying out commands.

use super::SessionError;
use super::base::job::Progress;
use super::base::place::{Point, Standing};
use super::command::{Command, Outcome};
use super::session::Session;
use super::travel::running::Stop;
use super::travel::search::Direction;

/// The message when there is no breakpoint to run to.
pub const NO_BREAKPOINT: &str = "No breakpoint is set here; select an event or an object, and set one with F9.";

impl Session {
    /// Carries out a command.
    ///
    /// # Errors
    /// If the session refuses the command; the session is then unchanged.
    pub fn run(&mut self, command: Command) -> Result<Outcome, SessionError> {
        Ok(match command {
            Command::StepBack => self.step_back(),
            Command::StepForward => self.step_forward(),
            Command::ChoiceBack => self.choice_back(),
            Command::ChoiceForward => self.choice_forward(),
            Command::TurnStepBack => self.turn_step_back(),
            Command::TurnStepForward => self.turn_step_forward(),
            Command::TurnBack => self.turn_back(),
            Command::TurnForward => self.turn_forward(),
            Command::Into => self.step_into(),
            Command::Over => self.step_over(),
            Command::Out => self.step_out(),
            Command::Home => self.jump(Point { step: 0, ..self.cursor() }),
            Command::End => self.jump(Point { step: self.current().len_steps(), ..self.cursor() }),
            Command::Fork => return self.fork(self.cursor(), None),
            Command::GoOnAlike => return self.go_on(),
            Command::BookmarkPrevious => self.bookmark_by(false),
            Command::BookmarkNext => self.bookmark_by(true),
            Command::TimelinePrevious => self.switch_by(false),
            Command::TimelineNext => self.switch_by(true),
            Command::DeleteTimeline => return self.delete(self.cursor().timeline),
            Command::Pin => self.pin(),
            Command::ComparePinned => match self.pinned() {
                None => Outcome::Nothing("Nothing is pinned; pin a place first."),
                Some(pinned) if pinned == self.cursor() => Outcome::Nothing("The pin is at this very place; move on."),
                Some(pinned) => Outcome::ComparePoints(pinned, self.cursor()),
            },
            Command::CompareTimelines => self.compare_timelines(),
            Command::Why => match self.headline(self.cursor()) {
                Some(no) => Outcome::Why(self.cursor().timeline, no),
                None => Outcome::Nothing("Nothing has happened yet."),
            },
            Command::PayAutomatically => return self.pay_automatically(),
            Command::Pass => return self.pass(),
            Command::PassOn => return self.pass_on(),
            Command::Repeat => return self.repeat(None, 1),
            Command::AnswerAtRandom => return self.answer_at_random(),
            Command::Verify => Outcome::Verified(Standing::of(&self.verify(self.cursor().timeline)?)),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::RunOn => return self.run_to_hit(Direction::Forward, Stop::AtEnd),
            Command::RunBack => return self.run_to_hit(Direction::Back, Stop::AtEnd),
            Command::HitNext => return self.run_to_hit(Direction::Forward, Stop::OnlyAtHit),
            Command::HitPrevious => return self.run_to_hit(Direction::Back, Stop::OnlyAtHit),
            Command::Play
            | Command::ToggleBreakpoint
            | Command::Explore
            | Command::RenameTimeline
            | Command::SetBookmark
            | Command::NewGame
            | Command::Open
            | Command::OpenDemo
            | Command::Discard
            | Command::ExportReplay
            | Command::SaveMoment
            | Command::RunWithNewCards
            | Command::WhatIf
            | Command::NewCard
            | Command::NextRandom
            | Command::SaveStore
            | Command::ImportReplay
            | Command::CompareFile
            | Command::CopyLink
            | Command::CopyInspector
            | Command::CopyRow
            | Command::CopyComparison
            | Command::Find
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ZoomAll
            | Command::PanBack
            | Command::PanForward
            | Command::Palette
            | Command::Help
            | Command::Tour
            | Command::RulesFile
            | Command::Rules
            | Command::Larger
            | Command::Smaller
            | Command::UsualSize
            | Command::Read
            | Command::LayoutPlay
            | Command::LayoutDebug
            | Command::LayoutCompare
            | Command::Maximize
            | Command::ResetLayout => Outcome::Elsewhere(command),
        })
    }
}

impl Session {
    /// Runs to a breakpoint synchronously; a window does it as a job.
    fn run_to_hit(&mut self, direction: Direction, stop: Stop) -> Result<Outcome, SessionError> {
        match self.run_to(direction, stop) {
            None => Ok(Outcome::Nothing(NO_BREAKPOINT)),
            Some(run) => {
                let ran = run.go(&Progress::default())?;
                self.ran(ran)
            }
        }
    }
}

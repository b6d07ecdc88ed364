//! Long work at a terminal: a bar on the standard error while it lasts, and nothing where there is none. Ctrl+C ends it like
//! any program; nothing is written before the work has come to its end.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::call::Failure;
use crate::session::{Job, Progress, SessionError};

/// Work is shown from when it has lasted so long, and as often.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// Does work as a job, showing how far it is.
pub(super) fn with_progress<T: Send + 'static>(
    what: &'static str,
    work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
) -> Result<T, Failure> {
    if !std::io::stderr().is_terminal() {
        return Ok(work(&Progress::default())?);
    }
    let job = Job::begin(|| {}, work)?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
    bar.set_message(what);
    loop {
        if let Some(outcome) = job.wait(SHOWN_EVERY) {
            bar.finish_and_clear();
            return Ok(outcome?);
        }
        let (done, total) = job.progress().parts();
        if total > 0 && bar.length() != Some(total) {
            bar.set_length(total);
            // A template that is wrong leaves the plain bar.
            if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}%, {eta} left") {
                bar.set_style(style);
            }
        }
        bar.set_position(done);
    }
}

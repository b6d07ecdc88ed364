//! Progress of long work at a terminal: a bar on the standard error; nothing elsewhere. Ctrl+C ends
//! the program as usual; nothing is written before the work is complete.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::call::Failure;
use retrace_session::{Job, Progress, SessionError};

/// How long work runs before the bar appears, and how often the bar is updated.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// Runs work as a job, showing its progress.
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
            // An invalid template leaves the plain bar.
            if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}%, {eta} left") {
                bar.set_style(style);
            }
        }
        bar.set_position(done);
    }
}

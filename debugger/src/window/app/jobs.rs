//! Jobs of the window: started by commands and panels, shown in the status bar while they run,
//! cancelled with Escape, and applied when they are done. The window is redrawn while one runs, and
//! no longer.

use std::time::{Duration, Instant};

use egui::Context;

use retrace_session::{Job, Progress, SessionError};

use super::super::view::Working;
use super::App;

/// A job that finishes within this time is applied in the same frame.
const AT_ONCE: Duration = Duration::from_millis(25);

/// How often the progress bar is redrawn.
const DRAWN_EVERY: Duration = Duration::from_millis(100);

/// How long closing the window waits for cancelled jobs.
const LONGEST_END: Duration = Duration::from_secs(2);

/// Applies the result of a job.
type Delivery = Box<dyn FnOnce(&mut App, &Context)>;

/// A running job.
pub(super) struct Running {
    shown: Working,
    poll: Box<dyn FnMut() -> Option<Delivery>>,
}

/// How a job is presented to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobSort {
    /// Requested: shown with a bar, and cancelled with Escape. A new one replaces one of the same
    /// name.
    Asked,
    /// In the background, for a panel: nobody waits for it.
    Beside,
}

impl App {
    /// Starts a job and applies its result with `then`, unless it is cancelled or fails, in which
    /// case a notice says so.
    pub(in super::super) fn begin_job<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        what: &'static str,
        work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + 'static,
    ) {
        self.begin_job_or(ctx, what, work, then, |app, error| app.tell(error.to_string(), true));
    }

    /// Like [`App::begin_job`], with something else than a notice for the case that it fails.
    pub(in super::super) fn begin_job_or<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        what: &'static str,
        work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + 'static,
        failed: impl FnOnce(&mut App, SessionError) + 'static,
    ) {
        self.begin_sort_of_job(ctx, (what, JobSort::Asked), work, then, failed);
    }

    /// Starts a background job.
    pub(in super::super) fn begin_job_beside<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        what: &'static str,
        work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + 'static,
    ) {
        let failed = |app: &mut App, error: SessionError| app.tell(error.to_string(), true);
        self.begin_sort_of_job(ctx, (what, JobSort::Beside), work, then, failed);
    }

    fn begin_sort_of_job<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        (what, sort): (&'static str, JobSort),
        work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + 'static,
        failed: impl FnOnce(&mut App, SessionError) + 'static,
    ) {
        self.cancel_job(what);
        let waker = ctx.clone();
        #[cfg(test)]
        let work = self.held.before(work);
        let job = match Job::begin(move || waker.request_repaint(), work) {
            Ok(job) => job,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let deliver = move |outcome: Result<T, SessionError>| -> Delivery {
            Box::new(move |app, ctx| match outcome {
                Ok(value) => then(app, ctx, value),
                Err(SessionError::Cancelled) => {}
                Err(error) => failed(app, error),
            })
        };
        if sort == JobSort::Asked
            && let Some(outcome) = job.wait(AT_ONCE)
        {
            return deliver(outcome)(self, ctx);
        }
        let shown = Working { what, progress: job.progress().clone(), asked: sort == JobSort::Asked };
        let mut deliver = Some(deliver);
        let poll = Box::new(move || {
            let outcome = job.poll()?;
            deliver.take().map(|deliver| deliver(outcome))
        });
        self.view.working.push(shown.clone());
        self.jobs.push(Running { shown, poll });
        ctx.request_repaint_after(DRAWN_EVERY);
    }

    /// Applies the results of finished jobs.
    pub(super) fn poll_jobs(&mut self, ctx: &Context) {
        if self.jobs.is_empty() {
            return;
        }
        let mut done = Vec::new();
        self.jobs.retain_mut(|running| match (running.poll)() {
            Some(delivery) => {
                done.push(delivery);
                false
            }
            None => true,
        });
        self.show_jobs();
        for delivery in done {
            delivery(self, ctx);
            ctx.request_repaint();
        }
        if !self.jobs.is_empty() {
            ctx.request_repaint_after(DRAWN_EVERY);
        }
    }

    /// Whether a job of this name is running.
    pub(in super::super) fn is_working(&self, what: &str) -> bool {
        self.jobs.iter().any(|running| running.shown.what == what)
    }

    /// Cancels the jobs of this name.
    pub(in super::super) fn cancel_job(&mut self, what: &str) {
        self.jobs.retain(|running| running.shown.what != what);
        self.show_jobs();
    }

    /// Cancels the requested jobs. Returns whether there were any.
    pub(super) fn cancel_asked(&mut self) -> bool {
        let Some(running) = self.jobs.iter().rev().find(|running| running.shown.asked) else { return false };
        let what = running.shown.what;
        self.cancel_job(what);
        self.tell(format!("Cancelled: {what}."), false);
        true
    }

    /// Cancels the jobs of this name, waits for them to end, and applies what they have finished
    /// nonetheless.
    pub(super) fn end_job(&mut self, ctx: &Context, what: &str) {
        let of_name = |running: &&Running| running.shown.what == what;
        self.jobs.iter().filter(of_name).for_each(|running| running.shown.progress.cancel());
        while self.is_working(what) {
            self.poll_jobs(ctx);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Cancels all jobs, since they belong to another session.
    pub(super) fn cancel_all_jobs(&mut self) {
        self.jobs.clear();
        self.show_jobs();
    }

    /// Cancels all jobs and waits briefly for them to end, so that nothing is left half written.
    pub(in super::super) fn end_jobs(&mut self) {
        let begun = Instant::now();
        self.jobs.iter().for_each(|running| running.shown.progress.cancel());
        while !self.jobs.is_empty() && begun.elapsed() < LONGEST_END {
            self.jobs.retain_mut(|running| (running.poll)().is_none());
            std::thread::sleep(Duration::from_millis(2));
        }
        self.cancel_all_jobs();
    }

    fn show_jobs(&mut self) {
        self.view.working = self.jobs.iter().map(|running| running.shown.clone()).collect();
    }
}

/// Lets tests hold jobs back, to observe them while they run.
#[cfg(test)]
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Held(std::sync::Arc<std::sync::atomic::AtomicBool>);

#[cfg(test)]
impl Held {
    /// Holds back jobs that start from now on, or releases them.
    pub(in super::super) fn set(&self, held: bool) {
        self.0.store(held, std::sync::atomic::Ordering::SeqCst);
    }

    fn before<T, W: FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static>(
        &self,
        work: W,
    ) -> impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static + use<T, W> {
        let held = self.clone();
        move |progress| {
            while held.0.load(std::sync::atomic::Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            work(progress)
        }
    }
}

//! Jobs: work that may take longer than a person wants to wait. It runs on its own thread, reports
//! its progress, and can be cancelled.
//!
//! A job owns what it works on. Timelines are persistent, so a clone of an `Arc` is enough, and the
//! caller goes on meanwhile. The caller takes the result with [`Job::poll`] and applies it, so only
//! one thread ever changes a session. Work that is not worth a thread gets a [`Progress`] and is
//! called directly.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::Builder;
use std::time::Duration;

use retrace_store::Stopped;

use crate::SessionError;

/// The resolution with which work of several parts reports its progress.
const FINE: f64 = 10_000.0;

/// How far a piece of work is, and whether it is still wanted. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    shared: Arc<Shared>,
    /// The part of the whole work that this covers, from 0 to 1; `None` covers all of it.
    share: Option<(f64, f64)>,
}

#[derive(Debug, Default)]
struct Shared {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
    /// The number of checks after which it is cancelled, and the number so far; for tests.
    #[cfg(test)]
    looks: (AtomicU64, AtomicU64),
}

impl Progress {
    /// Sets how many parts are done, of how many; a `total` of 0 means that it is unknown.
    pub fn set(&self, done: usize, total: usize) {
        let (done, total) = match self.share {
            None => (done as u64, total as u64),
            Some((from, to)) => {
                let share = if total == 0 { 0.0 } else { done as f64 / total as f64 };
                (((from + (to - from) * share.min(1.0)) * FINE) as u64, FINE as u64)
            }
        };
        self.shared.done.store(done, Ordering::Relaxed);
        self.shared.total.store(total, Ordering::Relaxed);
    }

    /// The progress of one part of the work, which covers `from` to `to` of the whole (0 to 1).
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Progress {
        let (begin, end) = self.share.unwrap_or((0.0, 1.0));
        let place = |share: f64| begin + (end - begin) * share;
        Progress { shared: Arc::clone(&self.shared), share: Some((place(from), place(to))) }
    }

    /// Like [`Progress::set`], then ends the work if it was cancelled.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`].
    pub fn step(&self, done: usize, total: usize) -> Result<(), SessionError> {
        self.set(done, total);
        self.check()
    }

    /// Like [`Progress::step`], for work on a store.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn tell(&self, done: usize, total: usize) -> Result<(), Stopped> {
        self.set(done, total);
        if self.is_cancelled() { Err(Stopped) } else { Ok(()) }
    }

    /// A progress callback for work on a store.
    pub fn watch(&self) -> impl FnMut(retrace_store::Progress) -> ControlFlow<()> + use<> {
        let mut go = self.go();
        let parts = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        move |at| go(parts(at.commits), parts(at.of))
    }

    /// A progress callback for work of the rules: it gets the parts done and their total, and
    /// returns whether to go on.
    pub fn go(&self) -> impl FnMut(usize, usize) -> ControlFlow<()> + use<> {
        let progress = self.clone();
        move |done, total| match progress.tell(done, total) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        }
    }

    /// Ends the work if it was cancelled.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`].
    pub fn check(&self) -> Result<(), SessionError> {
        if self.is_cancelled() { Err(SessionError::Cancelled) } else { Ok(()) }
    }

    /// The number of parts done, and the total.
    pub fn parts(&self) -> (u64, u64) {
        (self.shared.done.load(Ordering::Relaxed), self.shared.total.load(Ordering::Relaxed))
    }

    /// The share that is done, from 0 to 1; `None` if the total is unknown.
    pub fn share(&self) -> Option<f32> {
        let (done, total) = self.parts();
        (total > 0).then(|| (done as f32 / total as f32).clamp(0.0, 1.0))
    }

    /// Cancels the work; it ends at its next check.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        #[cfg(test)]
        self.look();
        self.shared.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
impl Progress {
    /// A progress that is cancelled after this many checks.
    pub(crate) fn cancelled_after(looks: u64) -> Progress {
        let progress = Progress::default();
        progress.shared.looks.0.store(looks + 1, Ordering::Relaxed);
        progress
    }

    /// How often the work has checked whether it was cancelled.
    pub(crate) fn looks(&self) -> u64 {
        self.shared.looks.1.load(Ordering::Relaxed)
    }

    fn look(&self) {
        let looked = self.shared.looks.1.fetch_add(1, Ordering::Relaxed) + 1;
        if looked == self.shared.looks.0.load(Ordering::Relaxed) {
            self.cancel();
        }
    }
}

/// Work on its own thread. Dropping the job cancels it.
#[derive(Debug)]
pub struct Job<T> {
    progress: Progress,
    outcome: Receiver<Result<T, SessionError>>,
}

impl<T: Send + 'static> Job<T> {
    /// Starts the work. `wake` is called on the job's thread when it has finished.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn begin(
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&Progress) -> Result<T, SessionError> + Send + 'static,
    ) -> Result<Job<T>, SessionError> {
        let progress = Progress::default();
        let (sender, outcome) = channel();
        let told = progress.clone();
        let run = move || {
            // If the job was dropped, nobody receives the result.
            drop(sender.send(work(&told)));
            wake();
        };
        let thread = Builder::new().name("retrace job".to_owned()).spawn(run);
        thread.map_err(|error| SessionError::Job(format!("no thread could be had for it: {error}")))?;
        Ok(Job { progress, outcome })
    }

    /// The progress of the work, with which it can also be cancelled.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Takes the result, once, if the work has finished.
    pub fn poll(&self) -> Option<Result<T, SessionError>> {
        match self.outcome.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(ended())),
        }
    }

    /// Like [`Job::poll`], but waits up to `longest`.
    pub fn wait(&self, longest: Duration) -> Option<Result<T, SessionError>> {
        match self.outcome.recv_timeout(longest) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(ended())),
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

fn ended() -> SessionError {
    SessionError::Job("it ended without an answer".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{Job, Progress, SessionError};

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn a_job_tells_how_far_it_is_and_what_came_of_it() {
        let (go, wait) = channel::<()>();
        let (woken, was_woken) = channel();
        let work = move |progress: &Progress| {
            progress.step(3, 4)?;
            wait.recv().unwrap();
            Ok(7)
        };
        let job = Job::begin(move || woken.send(()).unwrap(), work).unwrap();
        while job.progress().share() != Some(0.75) {
            std::thread::yield_now();
        }
        assert!(job.poll().is_none(), "it waits");
        go.send(()).unwrap();
        assert!(matches!(job.wait(LONG), Some(Ok(7))));
        was_woken.recv_timeout(LONG).unwrap();
    }

    #[test]
    fn parts_of_parts_tell_of_the_whole() {
        let whole = Progress::default();
        whole.set(1, 3);
        assert_eq!(whole.parts(), (1, 3));
        let last = whole.part(0.5, 1.0);
        last.set(1, 2);
        assert_eq!(whole.share(), Some(0.75));
        last.part(0.0, 0.5).set(1, 1);
        assert_eq!(whole.share(), Some(0.75));
        last.part(0.5, 1.0).set(0, 0);
        assert_eq!(whole.share(), Some(0.75), "nobody knows how much the last part is");
        whole.cancel();
        assert!(last.check().is_err() && last.tell(1, 2).is_err() && last.go()(1, 2).is_break());
    }

    #[test]
    fn a_job_that_is_cancelled_or_dropped_ends() {
        let endless = |progress: &Progress| -> Result<(), SessionError> {
            loop {
                progress.check()?;
                std::thread::yield_now();
            }
        };
        let job = Job::begin(|| {}, endless).unwrap();
        job.progress().cancel();
        assert!(matches!(job.wait(LONG), Some(Err(SessionError::Cancelled))));
        let (woken, was_woken) = channel();
        drop(Job::begin(move || woken.send(()).unwrap(), endless).unwrap());
        was_woken.recv_timeout(LONG).unwrap();
    }
}

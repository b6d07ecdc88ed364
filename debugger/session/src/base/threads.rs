//! Divides work over threads without changing what comes of it.
//!
//! The pieces of the work are numbered. [`in_order`] hands their results over one after another, as
//! if one thread had done each piece after the one before; what comes after the piece at which the
//! caller stops is never seen. [`map`] waits for all of them. Both use only scoped threads, which
//! have ended when the function returns.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// How many threads work may use. No result depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// Only the calling thread.
    pub(crate) const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// This many.
    pub const fn new(number: NonZeroUsize) -> Threads {
        Threads(number)
    }

    /// One for each core that the system gives to this process.
    pub fn available() -> Threads {
        thread::available_parallelism().map_or(Threads::ONE, Threads)
    }

    /// Their number.
    pub const fn number(self) -> usize {
        self.0.get()
    }
}

/// A piece of the work, for the thread that does it.
#[derive(Debug)]
pub struct Piece<'a> {
    index: usize,
    /// The number of pieces that are wanted.
    end: &'a AtomicUsize,
}

impl Piece<'_> {
    /// Its number, from 0.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Whether its result can still be taken. If not, the thread may leave it as it is and return
    /// anything.
    pub fn is_wanted(&self) -> bool {
        self.index < self.end.load(Ordering::Relaxed)
    }

    /// Makes it the last piece: later ones are not wanted.
    pub fn end_here(&self) {
        self.end.fetch_min(self.index.saturating_add(1), Ordering::Relaxed);
    }
}

/// Does `count` pieces of work on threads. The calling thread takes the results in order, until it
/// breaks off or all are taken. No piece is begun before the one that is `ahead` pieces earlier has
/// been taken, which bounds the memory for results that wait.
///
/// # Panics
/// If a piece panics, as soon as it is the next to be taken.
pub fn in_order<T: Send, B>(
    threads: Threads,
    (count, ahead): (usize, usize),
    work: impl Fn(&Piece<'_>) -> T + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let workers = threads.number().min(count);
    let queue = Queue::new(count, ahead.max(workers));
    thread::scope(|scope| {
        // The workers stop as soon as this is dropped, even by a panic.
        let _stop = StopOnDrop(&queue);
        let start = || Builder::new().name("retrace work".to_owned()).spawn_scoped(scope, || queue.work_off(&work));
        // A single piece, or one thread, needs no other. Where the system gives fewer threads than
        // were asked for, these do.
        let started = if workers > 1 { (0..workers).map_while(|_| start().ok()).count() } else { 0 };
        let mut index = 0;
        while index < queue.end.load(Ordering::Relaxed) {
            let result = if started == 0 { work(&queue.piece(index)) } else { queue.wait_for(index) };
            take(index, result)?;
            index += 1;
        }
        ControlFlow::Continue(())
    })
}

/// Does `count` pieces of work on threads, the calling one among them, and returns all results in
/// order.
///
/// # Errors
/// That of the first piece that has one, in order. Later pieces are then not begun.
pub fn map<T: Send, E: Send>(
    threads: Threads,
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(count));
    let work_off = || {
        let mut done = Vec::new();
        loop {
            let piece = Piece { index: next.fetch_add(1, Ordering::Relaxed), end: &end };
            if !piece.is_wanted() {
                return done;
            }
            let result = work(piece.index());
            if result.is_err() {
                piece.end_here();
            }
            done.push((piece.index(), result));
        }
    };
    let mut all = thread::scope(|scope| {
        let start = || Builder::new().name("retrace work".to_owned()).spawn_scoped(scope, work_off);
        let others: Vec<_> = (1..threads.number().min(count)).map_while(|_| start().ok()).collect();
        let mut all = work_off();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    });
    all.sort_unstable_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The pieces still to be done, and the results that wait to be taken.
struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    /// Signals that another piece may be begun.
    room: Condvar,
    /// Signals that the next result is there.
    ready: Condvar,
    /// The number of pieces that are wanted.
    end: AtomicUsize,
    /// How many pieces may be begun beyond those that were taken.
    ahead: usize,
}

struct Waiting<T> {
    /// The next piece to begin.
    next: usize,
    /// The next piece to take.
    taken: usize,
    done: BTreeMap<usize, thread::Result<T>>,
}

impl<T> Queue<T> {
    fn new(count: usize, ahead: usize) -> Queue<T> {
        Queue {
            waiting: Mutex::new(Waiting { next: 0, taken: 0, done: BTreeMap::new() }),
            room: Condvar::new(),
            ready: Condvar::new(),
            end: AtomicUsize::new(count),
            ahead,
        }
    }

    fn piece(&self, index: usize) -> Piece<'_> {
        Piece { index, end: &self.end }
    }

    /// Nothing panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does pieces until none is wanted.
    fn work_off(&self, work: impl Fn(&Piece<'_>) -> T) {
        while let Some(index) = self.begin_next() {
            let piece = self.piece(index);
            let result = catch_unwind(AssertUnwindSafe(|| work(&piece)));
            if result.is_err() {
                piece.end_here();
            }
            let mut waiting = self.lock();
            waiting.done.insert(index, result);
            if index == waiting.taken {
                self.ready.notify_one();
            }
        }
    }

    /// Waits until another piece may be begun; `None` if no further one is wanted.
    fn begin_next(&self) -> Option<usize> {
        let mut waiting = self.lock();
        loop {
            let index = waiting.next;
            if index >= self.end.load(Ordering::Relaxed) {
                return None;
            }
            if index - waiting.taken < self.ahead {
                waiting.next += 1;
                return Some(index);
            }
            waiting = self.room.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the result of a wanted piece; all before it have been taken.
    fn wait_for(&self, index: usize) -> T {
        let mut waiting = self.lock();
        waiting.taken = index;
        self.room.notify_all();
        let result = loop {
            match waiting.done.remove(&index) {
                Some(result) => break result,
                None => waiting = self.ready.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(waiting);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

struct StopOnDrop<'a, T>(&'a Queue<T>);

impl<T> Drop for StopOnDrop<'_, T> {
    fn drop(&mut self) {
        // With the lock, so that no worker is between looking and waiting.
        let _waiting = self.0.lock();
        self.0.end.store(0, Ordering::Relaxed);
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Numbers of threads to try.
    fn several() -> impl Iterator<Item = Threads> {
        [1, 2, 3, 8].into_iter().filter_map(NonZeroUsize::new).map(Threads::new)
    }

    /// Earlier pieces take longer.
    fn slow(index: usize) {
        thread::sleep(Duration::from_micros(300_u64.saturating_sub(7 * index as u64)));
    }

    #[test]
    fn results_are_taken_in_order_and_none_is_begun_too_early() {
        for threads in several() {
            let (taken, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let ahead = threads.number() + 2;
            let mut all = Vec::new();
            let work = |piece: &Piece<'_>| {
                most.fetch_max(piece.index() + 1 - taken.load(Ordering::SeqCst), Ordering::SeqCst);
                slow(piece.index());
                piece.index() * 3
            };
            let done: ControlFlow<()> = in_order(threads, (50, ahead), work, |index, result| {
                assert_eq!(result, index * 3);
                all.push(index);
                taken.store(index + 1, Ordering::SeqCst);
                ControlFlow::Continue(())
            });
            assert!(done.is_continue());
            assert_eq!(all, (0..50).collect::<Vec<_>>());
            let most = most.into_inner();
            assert!(most <= ahead, "{most} at once with {threads:?}");
        }
        assert!(in_order::<(), ()>(Threads::available(), (0, 9), |_| (), |_, ()| ControlFlow::Break(())).is_continue());
    }

    #[test]
    fn where_it_is_broken_off_nothing_later_is_taken_and_soon_nothing_is_begun() {
        for threads in several() {
            let begun = AtomicUsize::new(0);
            let work = |piece: &Piece<'_>| {
                begun.fetch_add(1, Ordering::SeqCst);
                if piece.index() == 7 {
                    slow(0);
                    piece.end_here();
                }
                // A thread that is at work on a later piece learns that it is not wanted.
                while piece.index() > 7 && piece.is_wanted() {
                    thread::yield_now();
                }
                piece.index()
            };
            let mut taken = 0;
            let done = in_order(threads, (1_000_000, 16), work, |index, result| {
                taken += 1;
                if result == 7 { ControlFlow::Break(index) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((done, taken), (ControlFlow::Break(7), 8));
            assert!(begun.into_inner() <= 7 + threads.number(), "{threads:?}");
        }
    }

    #[test]
    fn a_panic_is_that_of_the_first_piece_that_panics() {
        for threads in several() {
            let run = || {
                let work = |piece: &Piece<'_>| {
                    slow(piece.index());
                    assert!(piece.index() < 5, "piece {}", piece.index());
                };
                in_order::<(), ()>(threads, (30, 10), work, |_, ()| ControlFlow::Continue(()))
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            assert_eq!(panic.downcast_ref::<String>().unwrap(), "piece 5");
            // One in the caller ends the work, too.
            let run = || {
                in_order::<(), ()>(
                    threads,
                    (usize::MAX, 10),
                    |_| (),
                    |index, ()| {
                        assert!(index < 20, "taking {index}");
                        ControlFlow::Continue(())
                    },
                )
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            assert_eq!(panic.downcast_ref::<String>().unwrap(), "taking 20");
        }
    }

    #[test]
    fn a_map_gives_all_results_in_order_or_the_first_error() {
        for threads in several() {
            let all: Result<Vec<usize>, ()> = map(threads, 40, |index| {
                slow(index);
                Ok(index * index)
            });
            assert_eq!(all, Ok((0..40).map(|index| index * index).collect()));
            let begun = AtomicUsize::new(0);
            let failed: Result<Vec<()>, usize> = map(threads, 1_000_000, |index| {
                begun.fetch_add(1, Ordering::SeqCst);
                slow(index);
                if index >= 11 { Err(index) } else { Ok(()) }
            });
            assert_eq!(failed, Err(11));
            assert!(begun.into_inner() <= 12 + threads.number());
            assert_eq!(map(threads, 0, Err::<(), usize>), Ok(Vec::new()));
        }
    }
}

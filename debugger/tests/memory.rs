//! The memory that a timeline takes when it is held for scrubbing, measured by a counting
//! allocator. `benches/memory.rs` measures the parts.
//!
//! This process runs only one test, since the allocations of another would be counted too.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the figures are for the documents")]

#[path = "../benches/common/mod.rs"]
mod common;

use peak_alloc::PeakAlloc;
use retrace_session::Session;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The planned maximum, in bytes per choice.
const MOST: usize = 8 * 1024;

/// For a timeline of at least this many events, opened from its store: its number of choices, its
/// memory, and its memory after every event was read.
fn held(events: u64) -> [usize; 3] {
    let folder = tempfile::tempdir().unwrap();
    common::write(folder.path(), events);
    let before = MEMORY.current_usage();
    let session = Session::open(folder.path()).unwrap();
    let timeline = session.current();
    let opened = MEMORY.current_usage() - before;
    for (_, entry) in timeline.entries_from(retrace_core::fact::EntryNo(0)) {
        assert!(timeline.text(entry.no).is_some_and(|text| !text.is_empty()));
    }
    [timeline.commits().len(), opened, MEMORY.current_usage() - before]
}

/// Compares two sizes, so that the store's own memory is not counted.
#[test]
fn a_timeline_takes_no_more_than_the_plan_allows_for_each_choice() {
    let (short, long) = (held(2_000), held(12_000));
    let choices = long[0] - short[0];
    let [opened, read] = [1, 2].map(|what| (long[what] - short[what]) / choices);
    println!("{choices} choices: {opened} bytes each, {read} with texts");
    assert!(choices > 500 && opened > 1024, "{choices} choices of {opened} bytes are too few to tell");
    assert!(opened <= MOST, "{opened} bytes for each choice");
    assert!(read <= MOST, "{read} bytes for each choice, with what is said of each event");
}

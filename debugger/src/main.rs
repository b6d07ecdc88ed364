//! The `retrace` program. Everything is in the library, so that tests can call it.

use std::process::ExitCode;

/// A game takes a sixth less time with it than with the system's allocator
/// (`docs/performance.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    retrace::cli::main()
}

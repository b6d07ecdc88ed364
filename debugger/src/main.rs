//! The `retrace` program. Everything is in the library, so that tests can call it.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrace::cli::main()
}

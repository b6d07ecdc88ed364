//! `completions`: completion scripts for shells.

use clap::{Args, CommandFactory};

use super::Arguments;
use super::call::{Call, Exit, Failure};

/// A shell.
#[derive(Clone, Debug, Args)]
pub(super) struct CompletionsArguments {
    /// Which shell
    pub(super) shell: clap_complete::Shell,
}

/// Writes the completions of a shell.
pub(super) fn completions(arguments: &CompletionsArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "retrace", &mut script);
    call.out.write_all(&script)?;
    Ok(Exit::Yes)
}

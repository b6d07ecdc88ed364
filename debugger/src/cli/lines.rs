//! The sources of answers: a terminal with a line editor, or any other lines.

use std::io::{self, BufRead, IsTerminal};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// The longest line of an answer.
const LONGEST_BYTES: u64 = 64 * 1024;

/// The result of asking for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line, without its end.
    Text(String),
    /// The line was given up (Ctrl+C); ask again.
    Abandoned,
    /// The end of the input.
    End,
}

/// A source of lines.
pub(super) trait Lines {
    /// Whether the user sees the prompt and their input; if not, both are added to the output.
    fn echoes(&self) -> bool;

    /// Asks for the next line.
    fn next(&mut self, prompt: &str) -> io::Result<Line>;
}

/// Lines written in advance, such as those of a pipe.
pub(super) struct Piped<R>(pub(super) R);

impl<R: BufRead> Lines for Piped<R> {
    fn echoes(&self) -> bool {
        false
    }

    fn next(&mut self, _: &str) -> io::Result<Line> {
        let mut bytes = Vec::new();
        // Endless input may have no line end.
        let read = io::Read::take(&mut self.0, LONGEST_BYTES).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(Line::End);
        }
        if read as u64 == LONGEST_BYTES && bytes.last() != Some(&b'\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than any answer"));
        }
        Ok(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// Standard input: with a line editor if it is a terminal.
#[derive(Default)]
pub(super) struct Standard(Option<Editor<(), MemHistory>>);

impl Standard {
    fn editor(&mut self) -> io::Result<&mut Editor<(), MemHistory>> {
        if self.0.is_none() {
            let config = Config::builder().auto_add_history(true).build();
            let history = MemHistory::with_config(&config);
            let editor = Editor::with_history(config, history);
            self.0 = Some(editor.map_err(io::Error::other)?);
        }
        self.0.as_mut().ok_or_else(|| io::Error::other("there is no line editor"))
    }
}

impl Lines for Standard {
    fn echoes(&self) -> bool {
        io::stdin().is_terminal()
    }

    fn next(&mut self, prompt: &str) -> io::Result<Line> {
        if !self.echoes() {
            return Piped(io::stdin().lock()).next(prompt);
        }
        match self.editor()?.readline(prompt) {
            Ok(text) => Ok(Line::Text(text)),
            Err(ReadlineError::Interrupted) => Ok(Line::Abandoned),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

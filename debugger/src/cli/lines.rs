//! Where the answers come from: a terminal, with a line editor, or anything that has lines.

use std::io::{self, BufRead, IsTerminal};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// No line of an answer is longer than this.
const LONGEST_BYTES: u64 = 64 * 1024;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line, without its end.
    Text(String),
    /// The line was given up (Ctrl+C); ask again.
    Abandoned,
    /// There is no more.
    End,
}

/// Something that has lines.
pub(super) trait Lines {
    /// Whether whoever writes sees the prompt and what they write; if not, both are put into the answer.
    fn echoes(&self) -> bool;

    /// Asks for the next line.
    fn next(&mut self, prompt: &str) -> io::Result<Line>;
}

/// Lines that somebody wrote before, such as those of a pipe.
pub(super) struct Piped<R>(pub(super) R);

impl<R: BufRead> Lines for Piped<R> {
    fn echoes(&self) -> bool {
        false
    }

    fn next(&mut self, _: &str) -> io::Result<Line> {
        let mut bytes = Vec::new();
        // What never ends has no line either.
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

/// The standard input: with a line editor if it is a terminal.
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

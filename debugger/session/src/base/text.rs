//! Reads untrusted text files up to a size limit, with errors that a person can act on.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::SessionError;

/// The largest text that is read, in bytes.
pub(crate) const LIMIT_BYTES: u64 = 16 << 20;

/// The text of a scenario or a card.
///
/// # Errors
/// If the file cannot be read, is not text, or is larger than the limit.
pub(crate) fn read_text(path: &Path) -> Result<String, SessionError> {
    read_text_of(path, "name a scenario or a card in RON")
}

/// The text of a file; `remedy` is what to do if it is none.
///
/// # Errors
/// As [`read_text`].
pub(crate) fn read_text_of(path: &Path, remedy: &str) -> Result<String, SessionError> {
    let told = |why: String| SessionError::File(format!("{}: {why}", path.display()));
    let mut bytes = Vec::new();
    // Endless files, such as devices, are not read to their end.
    let read = fs::File::open(path).and_then(|file| file.take(LIMIT_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| told(io_text(&error)))?;
    if bytes.len() as u64 > LIMIT_BYTES {
        return Err(told(format!("no text longer than {LIMIT_BYTES} bytes is read; {remedy}")));
    }
    String::from_utf8(bytes).map_err(|_| told(format!("it is not a text in UTF-8; {remedy}")))
}

/// The system's error in words.
pub(crate) fn io_text(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file; check its name".to_owned(),
        std::io::ErrorKind::IsADirectory => "this is a folder; name a file in it".to_owned(),
        _ => error.to_string(),
    }
}

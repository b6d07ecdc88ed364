//! The version of the card language that a definition in a log uses.
//!
//! New words and fields need no new version, because a text without them stays the same. A word
//! that is renamed or changes its meaning does: raise [`LANGUAGE`], and add a function to
//! [`UPCASTS`] that rewrites a text of the previous version.
//!
//! A text of version 1 has no version number. A later one begins with it: `language 2: Card(…)`.

use std::borrow::Cow;

/// The version that is written. All versions from 1 on can be read.
pub const LANGUAGE: u16 = 1;

/// Rewrites a text of one version in the next one.
type Upcast = fn(&str) -> String;

/// For each version except the last, the function that rewrites its texts in the next version.
const UPCASTS: [Upcast; LANGUAGE as usize - 1] = [];

const SAYS: &str = "language ";

/// A definition in a version that this program doesn't know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this definition is written in version {found} of the card language, and this version of Retrace knows those up \
     to {known}; use one that knows version {found}"
)]
pub struct TooNew {
    /// The version of the definition.
    pub found: u16,
    /// The latest known version.
    pub known: u16,
}

/// A text as written today, with its version if that isn't the first.
pub fn written(text: String) -> String {
    if LANGUAGE == 1 { text } else { format!("{SAYS}{LANGUAGE}: {text}") }
}

/// A text of any known version, rewritten in the current one.
///
/// # Errors
/// An unknown version.
pub fn read(text: &str) -> Result<Cow<'_, str>, TooNew> {
    read_with(text, &UPCASTS)
}

fn read_with<'t>(text: &'t str, upcasts: &[Upcast]) -> Result<Cow<'t, str>, TooNew> {
    let known = u16::try_from(upcasts.len() + 1).unwrap_or(u16::MAX);
    let (version, text) = version_of(text);
    if version == 0 || version > known {
        return Err(TooNew { found: version, known });
    }
    let later = upcasts.iter().skip(usize::from(version) - 1);
    Ok(later.fold(Cow::Borrowed(text), |text, upcast| Cow::Owned(upcast(&text))))
}

/// The version number at the beginning of a text, and the rest of the text.
fn version_of(text: &str) -> (u16, &str) {
    let says = || {
        let (version, rest) = text.strip_prefix(SAYS)?.split_once(": ")?;
        Some((version.parse().ok()?, rest))
    };
    says().unwrap_or((1, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A language that renamed a word in its second version and another in its third.
    const RENAMED: [Upcast; 2] = [|text| text.replace("Shock", "Bolt"), |text| text.replace("Bolt", "Strike")];

    #[test]
    fn an_older_text_is_read_in_the_words_of_today() {
        let read = |text| read_with(text, &RENAMED).unwrap().into_owned();
        assert_eq!(read("Card(Shock)"), "Card(Strike)");
        assert_eq!(read("language 2: Card(Bolt)"), "Card(Strike)");
        assert_eq!(read("language 3: Card(Shock)"), "Card(Shock)", "the word means something else by now");
    }

    #[test]
    fn a_newer_text_is_refused_with_the_version_that_is_needed() {
        for (text, found) in [("language 9: Card()", 9), ("language 0: Card()", 0)] {
            let error = read(text).unwrap_err();
            assert_eq!(error, TooNew { found, known: LANGUAGE });
            assert!(error.to_string().contains(&format!("use one that knows version {found}")), "{error}");
        }
        assert_eq!(read_with("language 4: Card()", &RENAMED), Err(TooNew { found: 4, known: 3 }));
    }

    /// The first version has no number, and a text that begins with anything else is in that
    /// version.
    #[test]
    fn the_first_version_has_the_text_that_it_always_had() {
        for text in ["Card(name:\"Forest\")", "language", "language x: y", "\"language 2\""] {
            assert_eq!(read(text), Ok(Cow::Borrowed(text)));
            assert_eq!(written(text.to_owned()), text);
        }
    }
}

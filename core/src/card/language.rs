//! The version of the card language that a definition in a log is written in.
//!
//! New words and fields need no new version: what does not use them has the text that it had. A
//! word that is renamed, or that means something else from now on, does: [`LANGUAGE`] is raised,
//! and [`UPCASTS`] gets a function that rewrites a text of the version before.
//!
//! A text of version 1 says nothing of its version, so the ids of what was written before there
//! were versions stay. A later one begins with it: `language 2: Card(…)`.

use std::borrow::Cow;

/// The version that is written. All from 1 on are read.
pub const LANGUAGE: u16 = 1;

/// Rewrites a text of one version in the next.
type Upcast = fn(&str) -> String;

/// For each version but the last, what makes its texts ones of the next version.
const UPCASTS: [Upcast; LANGUAGE as usize - 1] = [];

const SAYS: &str = "language ";

/// A definition in a version that this program does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this definition is written in version {found} of the card language, and this version of Retrace knows those up \
     to {known}; use one that knows version {found}"
)]
pub struct TooNew {
    /// The version that it is written in.
    pub found: u16,
    /// The latest that is known.
    pub known: u16,
}

/// A text as it is written today, with its version where that is not the first.
pub(crate) fn written(text: String) -> String {
    if LANGUAGE == 1 { text } else { format!("{SAYS}{LANGUAGE}: {text}") }
}

/// A text of any known version in today's words.
///
/// # Errors
/// A version that is not known.
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

/// The version that a text says, and the text after that.
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

    /// A language whose second version renamed a word, and whose third another.
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

    /// The first version says nothing, and what says something else than a version is a text of it.
    #[test]
    fn the_first_version_has_the_text_that_it_always_had() {
        for text in ["Card(name:\"Forest\")", "language", "language x: y", "\"language 2\""] {
            assert_eq!(read(text), Ok(Cow::Borrowed(text)));
            assert_eq!(written(text.to_owned()), text);
        }
    }
}

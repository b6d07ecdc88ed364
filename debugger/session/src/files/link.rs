//! Links: a text that names a file or store, one of its timelines and an event, to send to somebody
//! or keep in a note.
//!
//! ```text
//! retrace:PATH#TIMELINE@EVENT.ID
//! ```
//!
//! Path and timeline are percent-encoded (RFC 3986), so a link contains no spaces or quotes. The
//! event is given by its number and the first digits of its id: an id covers the entire past, so a
//! different event at that number is noticed. Without an event the link is to the beginning of the
//! timeline.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use retrace_core::fact::EntryNo;

use crate::base::place::Point;
use crate::cards::texts::CardFolders;
use crate::session::Session;
use crate::timeline::line::Timeline;
use crate::{Progress, SessionError};

/// The prefix of every link.
pub(crate) const SCHEME: &str = "retrace:";

/// How many digits of an event's id are in a link.
const ID_DIGITS: usize = 12;

/// The characters to percent-encode.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A place in a timeline of a file or store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The absolute path of the file, or of the store's folder.
    pub path: PathBuf,
    /// The name of the timeline.
    pub timeline: String,
    /// The event just before the place, by its number and the first digits of its id; `None` for
    /// the beginning.
    pub event: Option<(EntryNo, String)>,
}

/// Why a text is not a link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no link: {why}; a link is retrace:PATH#TIMELINE@EVENT.ID, as “Copy link” writes it")]
pub struct LinkError {
    text: String,
    why: &'static str,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoded = |text: &[u8]| percent_encode(text, ENCODED).to_string();
        let path = encoded(self.path.as_os_str().as_encoded_bytes());
        write!(f, "{SCHEME}{path}#{}", encoded(self.timeline.as_bytes()))?;
        match &self.event {
            Some((no, id)) => write!(f, "@{}.{id}", no.0),
            None => Ok(()),
        }
    }
}

impl FromStr for Link {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Link, LinkError> {
        let wrong = |why| LinkError { text: text.chars().take(200).collect(), why };
        let rest = text.trim().strip_prefix(SCHEME).ok_or_else(|| wrong("it does not begin with `retrace:`"))?;
        let (path, place) = rest.split_once('#').ok_or_else(|| wrong("it has no `#` before the timeline"))?;
        let (timeline, event) = match place.split_once('@') {
            Some((timeline, event)) => (timeline, Some(event)),
            None => (place, None),
        };
        let decoded = |text: &str, why| {
            let bytes = percent_decode_str(text).decode_utf8();
            bytes.map(|text| text.into_owned()).map_err(|_| wrong(why))
        };
        let path = decoded(path, "its path is not UTF-8")?;
        let timeline = decoded(timeline, "its timeline is not UTF-8")?;
        if path.is_empty() || timeline.is_empty() {
            return Err(wrong("its path or its timeline is empty"));
        }
        let event = event
            .map(|event| {
                let (number, id) = event.split_once('.').unwrap_or((event, ""));
                let number = number.parse().map_err(|_| wrong("what follows the `@` is no number of an event"))?;
                if !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(wrong("what follows the number is no beginning of an id"));
                }
                Ok((EntryNo(number), id.to_ascii_lowercase()))
            })
            .transpose()?;
        Ok(Link { path: PathBuf::from(path), timeline, event })
    }
}

impl Link {
    /// Whether a text is intended as a link, rather than as the name of a file.
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with(SCHEME) && !Path::new(text).exists()
    }

    /// Whether a timeline has the event with that number and id.
    fn is_on(&self, timeline: &Timeline) -> bool {
        match &self.event {
            None => timeline.name() == self.timeline,
            Some((no, id)) => timeline.event_id(*no).is_some_and(|it| it.to_string().starts_with(id.as_str())),
        }
    }
}

impl Session {
    /// The link to the cursor.
    ///
    /// # Errors
    /// If the session has no file or store, or its path is not valid Unicode.
    pub fn link(&self) -> Result<Link, SessionError> {
        let Some(path) = self.path() else {
            let why = "this game is in no file yet, so nothing can lead to it: save it into a store first";
            return Err(SessionError::File(why.to_owned()));
        };
        if path.to_str().is_none() {
            let why = format!("{}: the path is not UTF-8, so it cannot stand in a link", path.display());
            return Err(SessionError::File(why));
        }
        let timeline = self.current();
        let last = timeline.entries_before_step(self.cursor().step).checked_sub(1).map(EntryNo);
        let event = last.and_then(|no| {
            let id = timeline.event_id(no)?.to_string();
            Some((no, id.chars().take(ID_DIGITS).collect()))
        });
        Ok(Link { path: path.to_owned(), timeline: timeline.name().to_owned(), event })
    }

    /// Opens what a link names, with the cursor there; also returns a notice if the event is on
    /// another timeline by now.
    ///
    /// # Errors
    /// If the file, timeline or event is missing, or the event is a different one; or if opening
    /// fails.
    pub fn open_link(
        link: &Link,
        folders: &CardFolders,
        progress: &Progress,
    ) -> Result<(Session, Option<String>), SessionError> {
        let mut session = Session::open_to_show(&link.path, folders, progress)?;
        let (point, told) = session.place_of_link(link)?;
        session.seek(point);
        Ok((session, told))
    }

    /// The place that a link names in this session.
    ///
    /// # Errors
    /// If the timeline or event is missing, or the event is a different one.
    pub fn place_of_link(&self, link: &Link) -> Result<(Point, Option<String>), SessionError> {
        let wanted = &link.timeline;
        let named = self.timeline_named(wanted);
        let event = link.event.as_ref().map_or(0, |(no, _)| no.0);
        let (on, told) = match named.filter(|timeline| link.is_on(timeline)) {
            Some(on) => (on, None),
            None => {
                let elsewhere = self.timelines().find(|timeline| link.event.is_some() && link.is_on(timeline));
                let why = match named {
                    None => format!("there is no timeline `{wanted}` any more"),
                    Some(named) if event >= named.len_entries() => {
                        format!("`{wanted}` has only {} events, counted from 0", named.len_entries())
                    }
                    Some(_) => format!("event {event} of `{wanted}` is another than when the link was made"),
                };
                match elsewhere {
                    Some(on) => (on, Some(format!("{why}; the event of the link is on `{}`.", on.name()))),
                    None => return Err(SessionError::File(self.not_there(link, &why))),
                }
            }
        };
        let step = link.event.as_ref().and_then(|(no, _)| on.entry(*no)).map_or(0, |(step, _)| step + 1);
        Ok((Point::new(on.id(), step), told))
    }

    fn not_there(&self, link: &Link, why: &str) -> String {
        let names: Vec<&str> = self.timelines().map(Timeline::name).collect();
        let path = link.path.display();
        format!("{path}: {why}, and no other timeline has the event; there are: {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_reads_back_whatever_the_names_are() {
        for (path, timeline, event) in [
            ("/home/ann/my games/übung #1@2.retrace", "main~2", Some((EntryNo(12), "00ff12ab34cd".to_owned()))),
            ("/a", "what if? 100%", None),
        ] {
            let link = Link { path: PathBuf::from(path), timeline: timeline.to_owned(), event };
            let text = link.to_string();
            assert!(text.is_ascii() && !text.contains(' ') && text.matches('#').count() == 1, "{text}");
            assert_eq!(text.parse(), Ok(link), "{text}");
        }
    }

    #[test]
    fn what_is_no_link_is_told_why() {
        for (text, why) in [
            ("/a#main", "begin with"),
            ("retrace:/a", "no `#`"),
            ("retrace:#main@1", "empty"),
            ("retrace:/a#main@x", "no number"),
            ("retrace:/a#main@1.zz", "beginning of an id"),
            ("retrace:/%ff#main@1", "not UTF-8"),
        ] {
            let error = text.parse::<Link>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}

//! `bookmark`: names for events, with notes.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use retrace_core::fact::PlayerId;
use serde_json::{Value, json};

use super::arguments::Eyes;
use super::call::{Call, Exit, Failure, print_json};
use super::opened::Opened;
use retrace_session::asking::seen;
use retrace_session::{Bookmark, Numbers};

#[derive(Debug, Subcommand)]
pub(super) enum BookmarkVerb {
    /// Makes a bookmark, or with --move moves an existing one to another event
    Add {
        /// A store
        store: PathBuf,
        /// Its name
        name: String,
        /// The event: its number, the first digits of its id, or another bookmark
        event: String,
        /// The timeline [default: the first]
        #[arg(long, short, value_name = "NAME")]
        timeline: Option<String>,
        /// A note
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
        /// Move the bookmark if one of this name exists
        #[arg(long = "move")]
        moved: bool,
    },
    /// Lists the bookmarks
    List {
        /// A store
        store: PathBuf,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Replaces the note of a bookmark
    Note {
        /// A store
        store: PathBuf,
        /// The bookmark
        name: String,
        /// The note
        note: String,
    },
    /// Removes a bookmark
    Remove {
        /// A store
        store: PathBuf,
        /// The bookmark
        name: String,
    },
}

/// Makes, lists, annotates or removes bookmarks.
pub(super) fn bookmark(verb: &BookmarkVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match verb {
        BookmarkVerb::Add { store, name, event, timeline, note, moved } => {
            let mut opened = Opened::open_one(store, (timeline.as_deref(), Some(event)), call)?;
            in_store(&opened)?;
            let (id, no) = {
                let timeline = opened.timeline(timeline.as_deref(), Some(event))?;
                (timeline.id(), opened.event(timeline, &Numbers::ALL, event)?)
            };
            let there = opened.session.bookmark(name);
            if let Some(there) = there.filter(|_| !moved) {
                let event = there.event.0;
                return opened.told(format!("there is a bookmark `{name}` already, at event {event}; --move moves it"));
            }
            let before = there.map(|there| there.note.clone()).unwrap_or_default();
            let note = if note.is_empty() { &before } else { note };
            opened.session.set_bookmark(name, id, no, note)?;
            told(&opened, name, "Set", call.json, call.out)
        }
        BookmarkVerb::List { store, eyes } => {
            let opened = Opened::read(store, call)?;
            let viewer = opened.viewer(opened.timeline(None, None)?, eyes)?;
            if call.json {
                let all: Vec<Value> =
                    opened.session.bookmarks().map(|bookmark| value(&opened, viewer, bookmark)).collect();
                print_json(call.out, &Value::Array(all))?;
                return Ok(Exit::Yes);
            }
            for bookmark in opened.session.bookmarks() {
                line(&opened, viewer, bookmark, "", call.out)?;
            }
            Ok(Exit::Yes)
        }
        BookmarkVerb::Note { store, name, note } => {
            let mut opened = Opened::open(store, call)?;
            there(&opened, name)?;
            opened.session.edit_bookmark(name, name, note)?;
            told(&opened, name, "Noted", call.json, call.out)
        }
        BookmarkVerb::Remove { store, name } => {
            let mut opened = Opened::open(store, call)?;
            there(&opened, name)?;
            let removed = opened.session.remove_bookmark(name)?;
            if call.json {
                print_json(call.out, &json!({ "removed": value(&opened, None, &removed) }))?;
            } else {
                writeln!(call.out, "Removed {name}, which was at event {}", removed.event.0)?;
            }
            Ok(Exit::Yes)
        }
    }
}

/// Refuses anything but a store, since only a store keeps bookmarks after the command.
fn in_store(opened: &Opened) -> Result<(), Failure> {
    match opened.session.store_folder() {
        Some(_) => Ok(()),
        None => opened
            .told("bookmarks are kept in a store: `retrace replay import FILE --into FOLDER` makes one".to_owned()),
    }
}

fn there<'a>(opened: &'a Opened, name: &str) -> Result<&'a Bookmark, Failure> {
    match opened.session.bookmark(name) {
        Some(bookmark) => Ok(bookmark),
        None => {
            let names: Vec<&str> = opened.session.bookmarks().map(|it| it.name.as_str()).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            opened.told(format!("there is no bookmark `{name}`; there are: {known}"))
        }
    }
}

fn told(opened: &Opened, name: &str, verb: &str, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let bookmark = there(opened, name)?;
    if json {
        print_json(out, &value(opened, None, bookmark))?;
    } else {
        line(opened, None, bookmark, &format!("{verb} "), out)?;
    }
    Ok(Exit::Yes)
}

fn line(
    opened: &Opened,
    viewer: Option<PlayerId>,
    bookmark: &Bookmark,
    verb: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let timeline = opened.session.timeline_of_bookmark(bookmark, None);
    let name = &bookmark.name;
    match timeline {
        Some(timeline) => {
            let number = Numbers::of(timeline, viewer).at(bookmark.event);
            let text = seen::words(viewer)(timeline, bookmark.event);
            writeln!(out, "{verb}{name}: event {number} on {}  {text}", timeline.name())?;
        }
        // A player's event numbers belong to a timeline.
        None if viewer.is_some() => writeln!(out, "{verb}{name}: on no timeline any more")?,
        None => writeln!(out, "{verb}{name}: event {} on no timeline any more", bookmark.event.0)?,
    }
    for note in bookmark.note.lines() {
        writeln!(out, "    {note}")?;
    }
    Ok(())
}

/// A bookmark as JSON. An id covers hidden cards, so only a viewer who sees everything gets it.
fn value(opened: &Opened, viewer: Option<PlayerId>, bookmark: &Bookmark) -> Value {
    let timeline = opened.session.timeline_of_bookmark(bookmark, None);
    let no = bookmark.event;
    let number = timeline.map(|timeline| Numbers::of(timeline, viewer).at(no));
    json!({
        "name": bookmark.name,
        "event": number.or(viewer.is_none().then_some(no.0)),
        "id": timeline.filter(|_| viewer.is_none()).and_then(|it| it.event_id(no)).map(|id| id.to_string()),
        "timeline": timeline.map(|it| it.name()),
        "text": timeline.and_then(|it| seen::text(it, viewer, no)),
        "note": bookmark.note,
    })
}

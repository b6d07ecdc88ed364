//! `open`: the window on a file, at a place of it.

use std::io::Write;

use super::arguments::OpenArguments;
use super::explain::find;
use super::opened::Opened;
use super::progress::with_progress;
use super::{Failure, told};
use crate::session::Numbers;
use crate::session::files::link::Link;
use crate::session::session::Session;
use crate::window::Shown;

/// The session with its cursor where it was asked for, and what the inspector is to show.
pub(super) fn open(arguments: &OpenArguments, err: &mut dyn Write) -> Result<(Session, Shown), Failure> {
    if let Some(link) = arguments.file.to_str().filter(|text| Link::is_meant(text)) {
        return open_link(link, arguments, err);
    }
    let mut opened = Opened::open_to_show(&arguments.file, err)?;
    let OpenArguments { spot, object, why, cards, .. } = arguments;
    opened.session.use_cards_as_well(cards)?;
    if spot.timeline.is_none() && spot.at.is_none() && object.is_none() && why.is_none() {
        return Ok((opened.session, Shown::Usual));
    }
    let timeline = opened.timeline(spot.timeline.as_deref(), why.as_deref().or(spot.at.as_deref()))?;
    let point = opened.place(timeline, &Numbers::ALL, why.as_deref().or(spot.at.as_deref()))?;
    let shown = match (object, why) {
        (Some(object), _) => match find(&timeline.game_at(point.step), timeline.aliases(), None, object) {
            Ok(id) => Shown::Object(id),
            Err(why) => return opened.told(why),
        },
        (None, Some(event)) => Shown::Why(timeline.id(), opened.event(timeline, &Numbers::ALL, event)?),
        (None, None) => Shown::Usual,
    };
    opened.session.switch(point.timeline);
    opened.session.seek(point);
    Ok((opened.session, shown))
}

/// The session that a link leads to; if its event is on another timeline by now, that is told.
fn open_link(text: &str, arguments: &OpenArguments, err: &mut dyn Write) -> Result<(Session, Shown), Failure> {
    let OpenArguments { spot, object, why, .. } = arguments;
    if spot.timeline.is_some() || spot.at.is_some() || object.is_some() || why.is_some() {
        return told("a link names a timeline and an event itself; leave out --timeline, --at, --object and --why");
    }
    let link: Link = match text.parse() {
        Ok(link) => link,
        Err(error) => return told(format!("{error}")),
    };
    let (mut session, moved) = with_progress("Opening", move |progress| Session::open_link(&link, progress))?;
    session.use_cards_as_well(&arguments.cards)?;
    if let Some(moved) = moved {
        // Nobody is left to be told if this cannot be written.
        let _told = writeln!(err, "retrace: {moved}");
    }
    Ok((session, Shown::Usual))
}

//! `open`: the window on a file, at a place of it.

use super::Failure;
use super::arguments::OpenArguments;
use super::explain::find;
use super::opened::Opened;
use crate::session::Session;
use crate::window::Shown;

/// The session with its cursor where it was asked for, and what the inspector is to show.
pub(super) fn open(arguments: &OpenArguments) -> Result<(Session, Shown), Failure> {
    let mut opened = Opened::open(&arguments.file)?;
    let OpenArguments { spot, object, why, .. } = arguments;
    if spot.timeline.is_none() && spot.at.is_none() && object.is_none() && why.is_none() {
        return Ok((opened.session, Shown::Usual));
    }
    let timeline = opened.timeline(spot.timeline.as_deref(), why.as_deref().or(spot.at.as_deref()))?;
    let point = opened.place(timeline, why.as_deref().or(spot.at.as_deref()))?;
    let shown = match (object, why) {
        (Some(object), _) => match find(&timeline.game_at(point.step), object) {
            Ok(id) => Shown::Object(id),
            Err(why) => return opened.told(why),
        },
        (None, Some(event)) => Shown::Why(timeline.id(), opened.event(timeline, event)?),
        (None, None) => Shown::Usual,
    };
    opened.session.switch(point.timeline);
    opened.session.seek(point);
    Ok((opened.session, shown))
}

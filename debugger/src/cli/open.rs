//! `open`: opens the window on a file, at a place in it.

use std::path::PathBuf;

use clap::Args;

use super::arguments::Spot;
use super::call::{Call, Exit, Failure, complain, told};
use super::explain::find;
use super::opened::Opened;
use super::progress::with_progress;
use crate::shown::Shown;
use retrace_session::Numbers;
use retrace_session::files::link::Link;
use retrace_session::session::Session;

/// What to show in the window.
#[derive(Clone, Debug, Args)]
pub(super) struct OpenArguments {
    /// A scenario, a replay, a store, or a link from “Copy link” in the window
    /// (retrace:PATH#TIMELINE@EVENT.ID)
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// Show this object in the inspector: its name, or #NUMBER
    #[arg(long, value_name = "OBJECT")]
    pub(super) object: Option<String>,
    /// A card file, a folder of them, or a pack, besides the scenario's own: when they change on
    /// disk, timelines can be run again with them
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
    /// Show why this event happened in the inspector, and move the cursor to just after it
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["object", "at"])]
    pub(super) why: Option<String>,
}

/// Shows the file with the cursor at the requested place.
pub(super) fn open(arguments: &OpenArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let (session, shown) = opened(arguments, call)?;
    call.show(session, shown)
}

fn opened(arguments: &OpenArguments, call: &mut Call<'_>) -> Result<(Session, Shown), Failure> {
    if let Some(link) = arguments.file.to_str().filter(|text| Link::is_meant(text)) {
        return open_link(link, arguments, call);
    }
    let mut opened = match Opened::open_or_trouble(&arguments.file, call)? {
        Ok(opened) => opened,
        // The window shows what is wrong, and what can be done about it.
        Err(trouble) => {
            complain(call.err, &trouble.error);
            return Ok((Session::demo()?, Shown::Trouble(Box::new(trouble))));
        }
    };
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

/// The session a link leads to. Says so if its event is on another timeline by now.
fn open_link(text: &str, arguments: &OpenArguments, call: &mut Call<'_>) -> Result<(Session, Shown), Failure> {
    let OpenArguments { spot, object, why, .. } = arguments;
    if spot.timeline.is_some() || spot.at.is_some() || object.is_some() || why.is_some() {
        return told("a link names a timeline and an event itself; leave out --timeline, --at, --object and --why");
    }
    let link: Link = match text.parse() {
        Ok(link) => link,
        Err(error) => return told(format!("{error}")),
    };
    let folders = call.folders.clone();
    let (mut session, moved) = with_progress("Opening", move |progress| Session::open_link(&link, &folders, progress))?;
    session.use_cards_as_well(&arguments.cards)?;
    if let Some(moved) = moved {
        // If this cannot be written, there is nobody left to tell.
        let _told = writeln!(call.err, "retrace: {moved}");
    }
    Ok((session, Shown::Usual))
}

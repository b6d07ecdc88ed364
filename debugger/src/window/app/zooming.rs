//! The visible part of the timeline, and of its events.

use super::super::layout::Pane;
use super::super::view::{Compared, Comparison, Zoom};
use super::App;
use retrace_session::asking::filter;
use retrace_session::{Command, Lane};

/// The zoom factor of a key.
const FACTOR: f32 = 2.0;
/// How far a key pans, as a share of the visible part.
const SHARE: f32 = 0.5;

impl App {
    /// Zooms and pans the timeline.
    pub(super) fn zoom(&mut self, command: Command) {
        let cursor = self.session.cursor();
        let other = match self.view.comparison {
            Some(Comparison { what: Compared::Timelines(a, b), .. }) => {
                self.session.len_steps(a).max(self.session.len_steps(b))
            }
            _ => 0,
        };
        let len = self.session.len_steps(cursor.timeline).max(other);
        let by = |share: f32| self.view.zoom.map(|zoom| zoom.moved(len, zoom.span * share));
        self.view.zoom = match command {
            Command::ZoomIn => Zoom::enlarged(self.view.zoom, len, cursor.step as f32, FACTOR),
            Command::ZoomOut => Zoom::enlarged(self.view.zoom, len, cursor.step as f32, 1.0 / FACTOR),
            Command::PanBack => by(-SHARE),
            Command::PanForward => by(SHARE),
            _ => None,
        };
    }

    /// Filters the events.
    pub(super) fn filter(&mut self, filter: String) {
        self.view.filter = filter;
        self.view.follow_cursor = 2;
    }

    /// Adds a part to the filter, and shows the table.
    pub(super) fn filter_by(&mut self, part: &str) {
        let filter = filter::with(&self.view.filter, part);
        self.filter(filter);
        self.show_pane(Pane::Events);
    }

    /// Shows a lane of the timeline, or hides it.
    pub(super) fn show_lane(&mut self, lane: Lane, show: bool) {
        let hidden = &mut self.view.hidden_lanes;
        let _changed = if show { hidden.remove(&lane) } else { hidden.insert(lane) };
        self.settings.hidden_lanes = hidden.iter().copied().collect();
        self.unsaved = true;
    }
}

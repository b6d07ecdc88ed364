//! Two places or two timelines side by side, and keeping that up to date.

use std::sync::Arc;

use retrace_core::fact::PlayerId;

use crate::session::{Point, TimelineId, seen};

use super::super::layout::{self, Pane};
use super::super::view::{Compared, Comparison};
use super::App;

/// How many events of two timelines are aligned at first: what can be described while nobody notices.
const ALIGNED: usize = 600;

impl App {
    /// Shows two things side by side.
    pub(super) fn compare(&mut self, what: Compared) {
        self.view.comparison = self.compared(what, ALIGNED);
        if self.view.comparison.is_some() {
            layout::bring_forward(&mut self.settings.tree, Pane::Diff);
            self.view.follow_cursor = 2;
        }
    }

    pub(super) fn compared(&self, what: Compared, most: usize) -> Option<Comparison> {
        let viewer = self.view.viewer;
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        match what {
            Compared::Timelines(a, b) => {
                let tips = (tip(a)?, tip(b)?);
                let diff = self.session.diff_timelines_up_to(a, b, most).ok()?;
                let end = |id| self.session.game_at(Point::new(id, self.session.len_steps(id)));
                let states = Arc::new(seen::difference(&diff.state, &end(a), &end(b), viewer));
                Some(Comparison { what, most, tips, states, timelines: Some(Arc::new(diff)) })
            }
            Compared::Points(a, b) => {
                let tips = (tip(a.timeline)?, tip(b.timeline)?);
                let (left, right) = (self.session.game_at(a), self.session.game_at(b));
                let diff = self.session.diff_points(a, b);
                let states = Arc::new(seen::difference(&diff, &left, &right, viewer));
                Some(Comparison { what, most, tips, states, timelines: None })
            }
        }
    }

    /// Looks with other eyes: what is compared is told anew.
    pub(super) fn see(&mut self, viewer: Option<PlayerId>) {
        self.view.viewer = viewer;
        self.view.zone = None;
        if let Some(comparison) = &self.view.comparison {
            self.view.comparison = self.compared(comparison.what, comparison.most);
        }
    }

    /// Works the comparison out again where what it compares has changed.
    pub(super) fn refresh_comparison(&mut self) {
        let Some(comparison) = &self.view.comparison else { return };
        let (a, b) = match comparison.what {
            Compared::Timelines(a, b) => (a, b),
            Compared::Points(a, b) => (a.timeline, b.timeline),
        };
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        if (tip(a), tip(b)) != (Some(comparison.tips.0), Some(comparison.tips.1)) {
            self.view.comparison = self.compared(comparison.what, comparison.most);
            layout::set_visible(&mut self.settings.tree, Pane::Diff, self.view.comparison.is_some());
        }
    }
}

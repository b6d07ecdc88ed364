//! Comparing two places or two timelines, and keeping the comparison up to date.

use std::sync::Arc;

use egui::Context;
use retrace_core::fact::PlayerId;

use super::super::layout::{self, Pane};
use super::super::view::{Compared, Comparison};
use super::App;
use crate::session::asking::diff::{self, told};
use crate::session::{Progress, TimelineDiff, TimelineId};
use crate::window::view::typed::Typed;

/// How many events of two timelines are aligned at first: few enough to cause no noticeable delay.
const ALIGNED: usize = 600;

impl App {
    /// Compares two things.
    pub(super) fn compare(&mut self, what: Compared) {
        self.view.comparison = self.compared(what);
        if self.view.comparison.is_some() {
            self.show_pane(Pane::Diff);
            self.view.follow_cursor = 2;
        }
    }

    fn compared(&self, what: Compared) -> Option<Comparison> {
        let viewer = self.view.viewer;
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        match what {
            Compared::Timelines(a, b) => {
                let tips = (tip(a)?, tip(b)?);
                let (left, right) = (self.session.timeline(a)?, self.session.timeline(b)?);
                let diff = diff::timelines(left, right, viewer, ALIGNED, &Progress::default()).ok()?;
                let states = Arc::new(diff.state.clone());
                Some(Comparison { what, tips, states, timelines: Some(Arc::new(diff)) })
            }
            Compared::Points(a, b) => {
                let tips = (tip(a.timeline)?, tip(b.timeline)?);
                let (left, right) = (self.session.game_at(a), self.session.game_at(b));
                let diff = self.session.diff_points(a, b);
                let states = Arc::new(told::difference(&diff, &left, &right, viewer));
                Some(Comparison { what, tips, states, timelines: None })
            }
        }
    }

    /// Changes the viewer, and computes the comparison anew.
    pub(super) fn see(&mut self, viewer: Option<PlayerId>) {
        self.view.viewer = viewer;
        self.session.look_as(viewer);
        // Completions for one viewer are not for another.
        self.view.watching.typed = Typed::new(&self.view.watching.typed.text);
        self.view.zone = None;
        if let Some(comparison) = &self.view.comparison {
            self.view.comparison = self.compared(comparison.what);
        }
    }

    /// Aligns all events of the two compared timelines, as a job.
    pub(super) fn compare_more(&mut self, ctx: &Context) {
        let Some(Comparison { what: Compared::Timelines(a, b), tips, .. }) = self.view.comparison else { return };
        let (Ok(left), Ok(right)) = (self.session.timeline_arc(a), self.session.timeline_arc(b)) else { return };
        let viewer = self.view.viewer;
        let work = move |progress: &_| diff::timelines(&left, &right, viewer, usize::MAX, progress);
        let then = move |app: &mut App, _: &Context, found: TimelineDiff| {
            // The comparison may have changed or been replaced in the meantime.
            if let Some(comparison) = &mut app.view.comparison
                && comparison.what == Compared::Timelines(a, b)
                && comparison.tips == tips
                && app.view.viewer == viewer
            {
                comparison.timelines = Some(Arc::new(found));
            }
        };
        self.begin_job(ctx, "aligning the events", work, then);
    }

    /// Computes the comparison anew if its timelines have changed.
    pub(super) fn refresh_comparison(&mut self) {
        let Some(comparison) = &self.view.comparison else { return };
        let (a, b) = match comparison.what {
            Compared::Timelines(a, b) => (a, b),
            Compared::Points(a, b) => (a.timeline, b.timeline),
        };
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        if (tip(a), tip(b)) != (Some(comparison.tips.0), Some(comparison.tips.1)) {
            self.view.comparison = self.compared(comparison.what);
            layout::set_visible(&mut self.settings.tree, Pane::Diff, self.view.comparison.is_some());
        }
    }
}

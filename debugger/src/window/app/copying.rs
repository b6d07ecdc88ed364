//! Copies what panels show as text, in the words of the headless commands. The text holds no more
//! than the viewer may know.

use retrace_core::fact::{Entity, EntryNo};

use super::super::view::{Compared, InspectorTab};
use super::App;
use crate::window::view::copied::Copied;
use retrace_session::asking::{account, seen, telling, tree};
use retrace_session::{Numbers, Timeline, TimelineId, describe};

impl App {
    /// Copies something to the clipboard as text.
    pub(super) fn copy(&mut self, what: Copied) {
        let text = match what {
            Copied::Inspector => self.inspector_text(),
            Copied::Row(timeline, no) => self.row_text(timeline, no),
            Copied::Comparison => self.comparison_text(),
        };
        match text {
            Some(text) => {
                let lines = text.lines().count();
                self.ctx.copy_text(text);
                let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
                self.tell(format!("Copied {lines}."), false);
            }
            None => self.tell("There is nothing here to copy.", false),
        }
    }

    /// Copies the row of the selected event, or of the one at the cursor.
    pub(super) fn copy_row(&mut self) {
        let at_cursor = || {
            let cursor = self.session.cursor();
            Some((cursor.timeline, self.session.headline(cursor)?))
        };
        match self.view.entry.or_else(at_cursor) {
            Some((timeline, no)) => self.copy(Copied::Row(timeline, no)),
            None => self.tell("Nothing has happened yet.", false),
        }
    }

    /// The text of an event for the viewer.
    fn said(&self, timeline: &Timeline, no: EntryNo) -> String {
        seen::words(self.view.viewer)(timeline, no)
    }

    fn row_text(&self, id: TimelineId, no: EntryNo) -> Option<String> {
        let timeline = self.session.timeline(id)?;
        let (_, entry) = timeline.entry(no)?;
        let numbers = Numbers::of(timeline, self.view.viewer);
        Some(telling::line(timeline, entry, &numbers, &|timeline, no| self.said(timeline, no)))
    }

    fn inspector_text(&self) -> Option<String> {
        let (session, view) = (&self.session, &self.view);
        let cursor = session.cursor();
        let entry = view.entry.or_else(|| Some((cursor.timeline, session.headline(cursor)?)));
        match view.tab {
            InspectorTab::Object => match view.selected? {
                Entity::Object(id) if !seen::sees(session.game(), view.viewer, id) => None,
                Entity::Object(id) => {
                    let derived = telling::explanation(session.game(), id, view.viewer);
                    Some(telling::permanent(session.game(), id) + "\n" + &derived.unwrap_or_default())
                }
                Entity::Player(id) => {
                    let player = session.game().player(id)?;
                    let counters = player.counters.iter().map(|(kind, count)| format!(", {count} {kind}"));
                    let name = describe::capitalized(&describe::player(session.game(), id));
                    Some(format!("{name}: {} life{}\n", player.life, counters.collect::<String>()))
                }
            },
            InspectorTab::Event => {
                let (id, no) = entry?;
                session.tell_event(id, no, view.viewer)
            }
            InspectorTab::Why => {
                let (id, no) = entry?;
                let account = account::account(session, id, no, view.viewer);
                let numbers = Numbers::of(session.timeline(id)?, view.viewer);
                let account = account.map(|account| session.tell_account(id, no, &account, &numbers) + "\n");
                Some(account.unwrap_or_default() + &session.tell_why(id, no, view.viewer)?)
            }
            InspectorTab::State => {
                let rows = match view.viewer {
                    None => tree::rows(session.game(), &view.open_nodes, &view.state_filter),
                    Some(viewer) => tree::rows_seen(session.game(), viewer, &view.open_nodes, &view.state_filter),
                };
                let line = |row: &tree::TreeRow| format!("{}{}: {}\n", "  ".repeat(row.depth), row.label, row.value);
                Some(rows.iter().map(line).collect())
            }
            InspectorTab::Changes => Some(telling::state_diff(self.inspected.changes())),
        }
    }

    fn comparison_text(&self) -> Option<String> {
        let comparison = self.view.comparison.as_ref()?;
        match (comparison.what, &comparison.timelines) {
            (Compared::Timelines(a, b), Some(found)) => {
                let (a, b) = (self.session.timeline(a)?, self.session.timeline(b)?);
                let said = |timeline: &Timeline, no| self.said(timeline, no);
                let numbers = [a, b].map(|timeline| Numbers::of(timeline, self.view.viewer));
                let (names, numbers) = ((a.name(), b.name()), numbers.each_ref());
                Some(telling::timelines_diff(a, b, names, found, &comparison.states, numbers, &said))
            }
            _ => Some(telling::state_diff(&comparison.states)),
        }
    }
}

//! Arranging the panels: the layouts, one panel in the whole window, and the heights that panels
//! need.

use egui::{RichText, Ui};

use super::super::action::{Action, Actions};
use super::super::board;
use super::super::layout::{self, Arrangement, Pane, Panels, Part};
use super::super::panels::{self, PanelCaches};
use super::super::settings::Settings;
use super::super::timeline;
use super::super::tokens::TAB_BAR_PT;
use super::super::view::Cx;
use super::App;
use retrace_session::Command;

/// What the user has done to the panels in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PanelChanges {
    /// Whether something changed that is to be remembered.
    pub(super) edited: bool,
    /// The panel under the pointer.
    pub(super) pointed: Option<Pane>,
}

/// Draws the panels of the layout, or the one that has the whole window.
pub(super) fn panels_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    settings: &mut Settings,
    kept: PanelCaches<'_>,
    out: &mut Actions,
) -> PanelChanges {
    if let Some(pane) = settings.maximized {
        alone_ui(ui, cx, pane, kept, out);
        return PanelChanges { edited: false, pointed: Some(pane) };
    }
    let tree = &mut settings.tree;
    let title_pt = if settings.titles { TAB_BAR_PT } else { 0.0 };
    let available_pt = ui.available_height();
    let wanted_pt = settings.timeline_pt.unwrap_or_else(|| title_pt + timeline::height_pt(ui.ctx(), cx));
    layout::fit_height(tree, Pane::Timeline, wanted_pt, Some(available_pt));
    let mut fitted = Vec::new();
    // In a low window outcomes have the room of a few, whatever their share of it, and the choice
    // keeps what it needs.
    let is_low = ui.ctx().content_rect().height() < LOW_PT && !cx.view.keeps_inspector;
    let explores = is_low && layout::is_visible(tree, Pane::Explore);
    if explores {
        fitted.extend(layout::fit_height(tree, Pane::Explore, EXPLORE_PT, Some(available_pt)));
        // Each share depends on the other.
        for _ in 0..3 {
            layout::fit_height(tree, Pane::Explore, EXPLORE_PT, Some(available_pt));
            layout::fit_height(tree, Pane::Timeline, wanted_pt, Some(available_pt));
        }
        fitted.extend(layout::fit_at_least(tree, Pane::Choice, CHOICE_PT));
    }
    // An inspector with nothing to inspect leaves its room to the others.
    let quiet_pt = if ui.available_width() < NARROW_PT { QUIET_PT + 40.0 } else { QUIET_PT };
    let is_quiet = cx.view.is_inspector_empty() && !cx.view.keeps_inspector;
    if is_quiet {
        fitted.extend(layout::fit_height(tree, Pane::Inspector, quiet_pt, None));
    }
    let bare = if settings.titles { Vec::new() } else { layout::bare(tree) };
    let draw = |ui: &mut Ui, part: Part| match part {
        Part::Contents(pane) => panels::panel_ui(ui, pane, cx, kept, out),
        Part::Beside(_) => board::turn_ui(ui, cx, out),
    };
    let beside = cx.view.turn_apart.then_some(Pane::Board);
    let mut panels = Panels { draw, beside, bare, edited: false, resized: false, pointed: None };
    tree.ui(&mut panels, ui);
    let Panels { edited, resized, pointed, .. } = panels;
    if resized {
        if let Some(height_pt) = layout::height_pt(tree, Pane::Timeline, available_pt)
            && (height_pt - wanted_pt).abs() > 0.5
        {
            settings.timeline_pt = Some(height_pt);
        }
        if is_quiet || explores {
            out.push(Action::KeepInspector);
        }
    } else {
        fitted.into_iter().for_each(|fitted| fitted.restore(tree));
    }
    PanelChanges { edited, pointed }
}

/// The height of an inspector with nothing to inspect.
const QUIET_PT: f32 = 116.0;
/// Below this height of the window, what answers a question takes more room than its share: two
/// boards the layout for comparing, and outcomes [`EXPLORE_PT`].
pub(super) const LOW_PT: f32 = 900.0;
/// The height of four outcomes of exploring, with their titles.
const EXPLORE_PT: f32 = 206.0;
/// And the choice has at least this height: a line of options between its question and its button.
const CHOICE_PT: f32 = 120.0;
/// Below this width of the window its tabs and its hint take more lines.
const NARROW_PT: f32 = 1200.0;

/// A panel that has the whole window, below a line that leads back.
fn alone_ui(ui: &mut Ui, cx: Cx<'_>, pane: Pane, kept: PanelCaches<'_>, out: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.horizontal(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(pane.title()).strong().color(cx.tokens.text_strong));
        let text = format!("Back to all panels ({})", Command::Maximize.default_keys());
        if ui.small_button(text).clicked() {
            out.push(Action::Maximize(None));
        }
    });
    layout::framed_ui(ui, pane, &mut |ui: &mut Ui, pane| panels::panel_ui(ui, pane, cx, kept, out));
}

impl App {
    /// Carries out a command of this module. Returns whether it was one.
    pub(super) fn arranging(&mut self, command: Command) -> bool {
        match command {
            Command::LayoutPlay | Command::LayoutDebug | Command::LayoutCompare => {
                self.arrange(Arrangement::of(command).unwrap_or_default());
            }
            Command::Maximize => {
                let next = match self.settings.maximized {
                    Some(_) => None,
                    None => Some(self.pointed_pane.unwrap_or(Pane::Board)),
                };
                self.maximize(next);
            }
            Command::Read => {
                let selected = self.view.selected.and_then(retrace_core::fact::Entity::object);
                let there = |id: &retrace_core::fact::ObjectId| self.session.game().object(*id).is_some();
                let next = board::pointed(&self.ctx).filter(there).or(selected.filter(there));
                self.view.reading = if self.view.reading == next { None } else { next };
                if next.is_none() {
                    self.tell("Point at a card or select one to read it.", false);
                }
            }
            Command::ResetLayout => {
                let arrangement = self.settings.arrangement.unwrap_or_default();
                self.settings.tree = layout::tree_of(arrangement);
                self.settings.timeline_pt = None;
                self.settings.maximized = None;
                self.view.keeps_inspector = false;
                self.show_answers();
            }
            _ => return false,
        }
        true
    }

    /// Shows the layout of an arrangement. In a small window, where panels are tabs, the panel that
    /// stands for it comes to the front; its layout waits until the window is larger.
    pub(super) fn arrange(&mut self, arrangement: Arrangement) {
        self.settings.maximized = None;
        if self.settings.arrangement == Some(Arrangement::Small) {
            self.settings.wide = Some(arrangement);
            let shown = [Pane::Board, Pane::Choice, arrangement.foremost()];
            shown.into_iter().for_each(|pane| layout::bring_forward(&mut self.settings.tree, pane));
        } else {
            self.settings.arrange(arrangement);
        }
        self.show_answers();
    }

    /// In a small window, where panels are tabs: brings the board and the choice to the front.
    pub(super) fn show_board(&mut self) {
        if self.settings.arrangement == Some(Arrangement::Small) {
            [Pane::Board, Pane::Choice].into_iter().for_each(|it| layout::bring_forward(&mut self.settings.tree, it));
        }
    }

    /// Gives a window that has become small the layout for that, and a larger one what it had.
    pub(super) fn fit_window(&mut self) {
        let small = layout::is_small(self.ctx.content_rect().size());
        let now = self.settings.arrangement.unwrap_or_default();
        if small == (now == Arrangement::Small) {
            return;
        }
        let next = if small {
            self.settings.wide = Some(now);
            Arrangement::Small
        } else {
            self.settings.wide.unwrap_or_default()
        };
        self.settings.arrange(next);
        self.show_answers();
    }

    /// Gives a panel the whole window, or all panels their places again.
    pub(super) fn maximize(&mut self, pane: Option<Pane>) {
        self.settings.maximized = pane;
        self.is_new = true;
        self.view.follow_cursor = 2;
        self.unsaved = true;
    }

    /// Shows a panel that somebody has asked for, even if another one has the whole window.
    pub(super) fn show_pane(&mut self, pane: Pane) {
        layout::bring_forward(&mut self.settings.tree, pane);
        self.settings.maximized = self.settings.maximized.filter(|it| *it == pane);
        self.unsaved = true;
    }

    /// Shows the panels with answers to what was asked, and the row of the cursor.
    fn show_answers(&mut self) {
        let tree = &mut self.settings.tree;
        let small = self.settings.arrangement == Some(Arrangement::Small);
        let compares =
            [self.settings.arrangement, self.settings.wide.filter(|_| small)].contains(&Some(Arrangement::Compare));
        layout::set_visible(tree, Pane::Diff, compares || self.view.comparison.is_some());
        layout::set_visible(tree, Pane::Explore, self.view.exploring.explored.is_some());
        self.view.arrangement = self.settings.arrangement.unwrap_or_default();
        self.is_new = true;
        self.view.follow_cursor = 2;
        self.unsaved = true;
    }
}

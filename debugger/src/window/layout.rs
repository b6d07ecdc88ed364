//! The layouts of the panels: trees of tiles that can be dragged, resized and reset. There is one
//! for each [`Arrangement`]: for playing, for debugging, for comparing, and one for a small window.
//! Each keeps what the user has made of it.

use egui::{Id, Response, Ui, WidgetText};
use egui_tiles::{
    Behavior, Container, EditAction, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};

use super::tokens::{TAB_BAR_PT, Tokens};
use retrace_session::Command;

/// Defines the panels in a table, each with its title. A panel is a line here, one in `panels`,
/// which draws it, and a file.
macro_rules! panes {
    ($($(#[$doc:meta])* $pane:ident: $title:literal;)+) => {
        /// A panel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub(crate) enum Pane {
            $($(#[$doc])* $pane,)+
        }

        impl Pane {
            /// All panels.
            pub(crate) const ALL: &'static [Pane] = &[$(Pane::$pane),+];

            /// Its title.
            pub(crate) const fn title(self) -> &'static str {
                match self { $(Pane::$pane => $title,)+ }
            }
        }
    };
}

panes! {
    /// The tree of timelines.
    Timelines: "Timelines";
    /// The call stack.
    CallStack: "Call stack";
    /// The board.
    Board: "Board";
    /// The choice at the cursor.
    Choice: "Choice";
    /// The inspector.
    Inspector: "Inspector";
    /// Transport and rulers.
    Timeline: "Timeline";
    /// The table of events.
    Events: "Events";
    /// What happened this turn.
    Turn: "This turn";
    /// The comparison.
    Diff: "Comparison";
    /// The rule of the selected event.
    Rules: "Rules";
    /// Watches and breakpoints.
    Watches: "Watches";
    /// Exploring.
    Explore: "Explore";
}

/// What the window is used for; each has a layout of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Arrangement {
    /// The board has nearly all the room.
    Play,
    /// The board, and around it what explains it.
    #[default]
    Debug,
    /// The board over the comparison.
    Compare,
    /// Whatever it is used for, in a window that has no room for panels side by side: they are
    /// tabs.
    Small,
}

/// A window that is smaller than this, in points, has no room for panels side by side. 1366 × 768
/// at 125 % is larger; at 150 %, and 1920 × 1080 at 200 %, it is smaller.
const SMALL_PT: egui::Vec2 = egui::vec2(1000.0, 600.0);

/// Whether a window of this size has the layout for small ones.
pub(crate) fn is_small(size_pt: egui::Vec2) -> bool {
    size_pt.x < SMALL_PT.x || size_pt.y < SMALL_PT.y
}

impl Arrangement {
    /// The arrangement that a command shows.
    pub(crate) const fn of(command: Command) -> Option<Arrangement> {
        match command {
            Command::LayoutPlay => Some(Arrangement::Play),
            Command::LayoutDebug => Some(Arrangement::Debug),
            Command::LayoutCompare => Some(Arrangement::Compare),
            _ => None,
        }
    }

    /// The panel that stands for it in a small window.
    pub(crate) const fn foremost(self) -> Pane {
        match self {
            Arrangement::Play | Arrangement::Small => Pane::Board,
            Arrangement::Debug => Pane::Inspector,
            Arrangement::Compare => Pane::Diff,
        }
    }

    /// The panels that are not shown at first.
    const fn hidden(self) -> &'static [Pane] {
        match self {
            Arrangement::Play => &[Pane::CallStack, Pane::Watches, Pane::Rules, Pane::Diff, Pane::Explore],
            Arrangement::Debug | Arrangement::Small => &[Pane::Diff, Pane::Explore],
            Arrangement::Compare => {
                &[Pane::CallStack, Pane::Watches, Pane::Rules, Pane::Turn, Pane::Inspector, Pane::Explore]
            }
        }
    }
}

/// The layout of an arrangement that is not shown, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptLayout {
    /// The tree of its tiles.
    pub(crate) tree: Tree<Pane>,
    /// The height of the timeline, if the user has set it.
    pub(crate) timeline_pt: Option<f32>,
}

impl KeptLayout {
    /// The initial layout.
    pub(crate) fn initial(arrangement: Arrangement) -> KeptLayout {
        KeptLayout { tree: tree_of(arrangement), timeline_pt: None }
    }
}

/// Makes a tree of tiles.
#[derive(Default)]
struct Maker(Tiles<Pane>);

impl Maker {
    /// Panels as tabs of one container.
    fn tabs(&mut self, panes: &[Pane]) -> TileId {
        let ids = panes.iter().map(|pane| self.0.insert_pane(*pane)).collect();
        self.0.insert_tab_tile(ids)
    }

    /// More panels as tabs of a container.
    fn join(&mut self, tabs: TileId, panes: &[TileId]) {
        if let Some(Tile::Container(container)) = self.0.get_mut(tabs) {
            panes.iter().for_each(|pane| container.add_child(*pane));
        }
    }

    /// Parts side by side or above one another, with their shares.
    fn split(&mut self, dir: LinearDir, parts: &[(TileId, f32)]) -> TileId {
        let mut linear = Linear::new(dir, parts.iter().map(|(id, _)| *id).collect());
        for (id, share) in parts {
            linear.shares.set_share(*id, *share);
        }
        self.0.insert_container(Container::Linear(linear))
    }
}

/// The initial tree of an arrangement.
pub(crate) fn tree_of(arrangement: Arrangement) -> Tree<Pane> {
    use LinearDir::{Horizontal, Vertical};
    let mut make = Maker::default();
    let board = make.tabs(&[Pane::Board]);
    let choice = make.tabs(&[Pane::Choice]);
    let timeline = make.tabs(&[Pane::Timeline]);
    let (top, bottom) = match arrangement {
        Arrangement::Play => {
            let more = [
                Pane::Inspector,
                Pane::Events,
                Pane::Turn,
                Pane::Timelines,
                Pane::CallStack,
                Pane::Watches,
                Pane::Rules,
                Pane::Diff,
                Pane::Explore,
            ];
            let more = make.tabs(&more);
            let right = make.split(Vertical, &[(choice, 0.5), (more, 0.5)]);
            (make.split(Horizontal, &[(board, 0.75), (right, 0.25)]), None)
        }
        Arrangement::Debug => {
            let timelines = make.tabs(&[Pane::Timelines]);
            let machine = make.tabs(&[Pane::CallStack, Pane::Watches, Pane::Rules]);
            let left = make.split(Vertical, &[(timelines, 0.6), (machine, 0.4)]);
            let centre = make.split(Vertical, &[(board, 0.785), (choice, 0.215)]);
            let inspector = make.tabs(&[Pane::Inspector]);
            let events = make.tabs(&[Pane::Events, Pane::Turn]);
            let right = make.split(Vertical, &[(inspector, 0.58), (events, 0.42)]);
            let answers = make.tabs(&[Pane::Diff, Pane::Explore]);
            (make.split(Horizontal, &[(left, 0.15), (centre, 0.6), (right, 0.25)]), Some(answers))
        }
        Arrangement::Compare => {
            let lower = [
                Pane::Diff,
                Pane::Events,
                Pane::Timelines,
                Pane::Explore,
                Pane::Inspector,
                Pane::CallStack,
                Pane::Watches,
                Pane::Rules,
                Pane::Turn,
            ];
            let lower = make.tabs(&lower);
            let lower = make.split(Horizontal, &[(lower, 0.72), (choice, 0.28)]);
            // The board has the whole width.
            (make.split(Vertical, &[(board, 0.62), (lower, 0.38)]), None)
        }
        Arrangement::Small => {
            let main = [Pane::Events, Pane::Diff, Pane::Explore, Pane::Timelines].map(|pane| make.0.insert_pane(pane));
            make.join(board, &main);
            let beside = [Pane::Inspector, Pane::CallStack, Pane::Watches, Pane::Turn, Pane::Rules];
            let beside = beside.map(|pane| make.0.insert_pane(pane));
            make.join(choice, &beside);
            (make.split(Horizontal, &[(board, 0.62), (choice, 0.38)]), None)
        }
    };
    let parts = match bottom {
        Some(bottom) => vec![(top, 0.6), (bottom, 0.26), (timeline, 0.14)],
        None => vec![(top, 0.86), (timeline, 0.14)],
    };
    let root = make.split(Vertical, &parts);
    let mut tree = Tree::new(Id::unique(("retrace tiles", arrangement)), root, make.0);
    for pane in arrangement.hidden() {
        set_visible(&mut tree, *pane, false);
    }
    tree
}

/// The initial tree of the usual arrangement.
pub(crate) fn default_tree() -> Tree<Pane> {
    tree_of(Arrangement::default())
}

/// Hides the panels that are empty until somebody asks for something.
pub(crate) fn hide_answers(tree: &mut Tree<Pane>) {
    for pane in [Pane::Diff, Pane::Explore] {
        set_visible(tree, pane, false);
    }
}

/// Whether a tree has every panel exactly once, as a stored one might not.
pub(crate) fn is_whole(tree: &Tree<Pane>) -> bool {
    let count =
        |wanted: Pane| tree.tiles.tiles().filter(|tile| matches!(tile, Tile::Pane(pane) if *pane == wanted)).count();
    tree.root().is_some() && Pane::ALL.iter().all(|pane| count(*pane) == 1)
}

/// Whether a panel is shown.
pub(crate) fn is_visible(tree: &Tree<Pane>, pane: Pane) -> bool {
    tree.tiles.find_pane(&pane).is_some_and(|id| tree.is_visible(id))
}

/// Shows or hides a panel.
pub(crate) fn set_visible(tree: &mut Tree<Pane>, pane: Pane, visible: bool) {
    if let Some(id) = tree.tiles.find_pane(&pane) {
        tree.set_visible(id, visible);
    }
}

/// Shows a panel, as the front tab of its container.
pub(crate) fn bring_forward(tree: &mut Tree<Pane>, pane: Pane) {
    set_visible(tree, pane, true);
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(other) if *other == pane));
}

/// The tabs in which a panel is the only one that is shown, and the vertical split that they are a
/// part of.
fn alone(tree: &Tree<Pane>, pane: Pane) -> Option<(TileId, TileId)> {
    let tabs = tree.tiles.parent_of(tree.tiles.find_pane(&pane)?)?;
    let shown = |container: &Container| container.children().filter(|id| tree.is_visible(**id)).count();
    let is_alone = tree.tiles.get_container(tabs).is_some_and(|container| shown(container) == 1);
    let parent = tree.tiles.parent_of(tabs).filter(|_| is_alone)?;
    match tree.tiles.get(parent) {
        Some(Tile::Container(Container::Linear(linear))) if linear.dir == LinearDir::Vertical => Some((tabs, parent)),
        _ => None,
    }
}

/// The share of a tile in its split, and the sum of those of its visible neighbours.
fn shares(tree: &Tree<Pane>, tile: TileId, parent: TileId) -> Option<(f32, f32)> {
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(parent) else { return None };
    let others = linear.children.iter().filter(|id| **id != tile && tree.is_visible_in_layout(**id));
    Some((linear.shares[tile], others.map(|id| linear.shares[*id]).sum()))
}

fn set_share(tree: &mut Tree<Pane>, tile: TileId, parent: TileId, share: f32) {
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(parent) {
        linear.shares.set_share(tile, share);
    }
}

/// Gives a panel a height, while it is alone above or below other panels. `available_pt` is the
/// height of all of them; without it, that of the last frame. Returns what gives it back the share
/// that it had.
pub(crate) fn fit_height(
    tree: &mut Tree<Pane>,
    pane: Pane,
    wanted_pt: f32,
    available_pt: Option<f32>,
) -> Option<Fitted> {
    let (tile, parent) = alone(tree, pane)?;
    let (before, others) = shares(tree, tile, parent)?;
    let available_pt = match available_pt {
        Some(available_pt) if tree.is_root(parent) => available_pt,
        _ => tree.tiles.rect(parent)?.height(),
    };
    let room_pt = available_pt - wanted_pt;
    if room_pt < 60.0 || others <= 0.0 {
        return None;
    }
    set_share(tree, tile, parent, wanted_pt * others / room_pt);
    Some(Fitted { tile, parent, before })
}

/// Gives a panel this height if its share gives it less.
pub(crate) fn fit_at_least(tree: &mut Tree<Pane>, pane: Pane, least_pt: f32) -> Option<Fitted> {
    let (tile, parent) = alone(tree, pane)?;
    let (own, others) = shares(tree, tile, parent)?;
    let all_pt = tree.tiles.rect(parent)?.height();
    if all_pt * own / (own + others).max(f32::MIN_POSITIVE) >= least_pt {
        return None;
    }
    fit_height(tree, pane, least_pt, None)
}

/// A panel that was given a height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitted {
    tile: TileId,
    parent: TileId,
    before: f32,
}

impl Fitted {
    /// Gives the panel back the share that it had.
    pub(crate) fn restore(self, tree: &mut Tree<Pane>) {
        set_share(tree, self.tile, self.parent, self.before);
    }
}

/// The height that the shares give a panel that is alone above or below others.
pub(crate) fn height_pt(tree: &Tree<Pane>, pane: Pane, available_pt: f32) -> Option<f32> {
    let (tile, parent) = alone(tree, pane).filter(|(_, parent)| tree.is_root(*parent))?;
    let (own, others) = shares(tree, tile, parent)?;
    Some(available_pt * own / (own + others).max(f32::MIN_POSITIVE))
}

/// What is drawn of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its contents.
    Contents(Pane),
    /// What stands beside its title.
    Beside(Pane),
}

/// Draws the panels, with a function for their contents.
pub(crate) struct Panels<F> {
    /// Draws a part of a panel.
    pub(crate) draw: F,
    /// The panel that has something beside its title while it is in front.
    pub(crate) beside: Option<Pane>,
    /// Tiles of panels without a title: they are self-explanatory and need the space.
    pub(crate) bare: Vec<TileId>,
    /// Whether the user has changed the layout.
    pub(crate) edited: bool,
    /// Whether the user has moved a splitter.
    pub(crate) resized: bool,
    /// The panel under the pointer.
    pub(crate) pointed: Option<Pane>,
}

/// How much of the line of titles is for what stands beside them.
const BESIDE_SHARE: f32 = 0.52;

/// The tiles where a panel that needs no title stands alone.
pub(crate) fn bare(tree: &Tree<Pane>) -> Vec<TileId> {
    let panes = [Pane::Board, Pane::Choice, Pane::Timeline];
    panes.iter().filter_map(|pane| tree.tiles.parent_of(tree.tiles.find_pane(pane)?)).collect()
}

/// Draws a panel on its surface.
pub(crate) fn framed_ui(ui: &mut Ui, pane: Pane, draw: &mut impl FnMut(&mut Ui, Pane)) {
    let fill = if pane == Pane::Board { Tokens::of(ui).inset } else { Tokens::of(ui).panel };
    let margin = if is_small(ui.ctx().content_rect().size()) { 3 } else { 6 };
    egui::Frame::new().fill(fill).inner_margin(margin).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        draw(ui, pane);
    });
}

impl<F: FnMut(&mut Ui, Part)> Behavior<Pane> for Panels<F> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        if ui.rect_contains_pointer(ui.max_rect()) {
            self.pointed = Some(*pane);
        }
        framed_ui(ui, *pane, &mut |ui: &mut Ui, pane| (self.draw)(ui, Part::Contents(pane)));
        UiResponse::None
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, _: TileId, tabs: &egui_tiles::Tabs, _: &mut f32) {
        let front = tabs.active.and_then(|id| tiles.get_pane(&id));
        if let Some(pane) = self.beside.filter(|pane| front == Some(pane)) {
            let width_pt = (ui.available_width() * BESIDE_SHARE).floor();
            let (_, rect) = ui.allocate_space(egui::vec2(width_pt, TAB_BAR_PT));
            let layout = egui::Layout::top_down(egui::Align::Min);
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
            (self.draw)(&mut ui, Part::Beside(pane));
        }
    }

    // A title that is out of sight comes into sight with the focus.
    fn on_tab_button(&mut self, _: &mut Tiles<Pane>, _: TileId, button: Response) -> Response {
        if button.gained_focus() {
            button.scroll_to_me(None);
        }
        button
    }

    // A group of panels is moved by its tabs: what is behind them is no stop for the keyboard.
    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, tile_id: TileId) -> bool {
        tiles.get_pane(&tile_id).is_some()
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TAB_BAR_PT
    }

    fn is_tab_bar_visible(&self, tile_id: TileId, tabs: &egui_tiles::Tabs) -> bool {
        tabs.children.len() > 1 || !self.bare.contains(&tile_id)
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        3.0
    }

    fn min_size(&self) -> f32 {
        60.0
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        Tokens::for_theme(visuals.dark_mode).window
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    // Ctrl with arrows and Tab belongs to the timeline.
    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.edited = true;
        self.resized |= edit == EditAction::TileResized;
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrangement, Pane, default_tree, fit_height, height_pt, is_visible, is_whole, set_visible, tree_of};

    #[test]
    fn the_tree_survives_being_stored() {
        let mut tree = default_tree();
        set_visible(&mut tree, Pane::Diff, false);
        let text = serde_json::to_string(&tree).unwrap();
        let back: egui_tiles::Tree<Pane> = serde_json::from_str(&text).unwrap();
        assert!(is_whole(&back) && !is_visible(&back, Pane::Diff) && is_visible(&back, Pane::Board));
    }

    #[test]
    fn every_arrangement_has_all_panels_and_shows_the_board() {
        for arrangement in [Arrangement::Play, Arrangement::Debug, Arrangement::Compare, Arrangement::Small] {
            let tree = tree_of(arrangement);
            assert!(is_whole(&tree) && is_visible(&tree, Pane::Board), "{arrangement:?}");
            assert!(is_visible(&tree, Pane::Choice) && is_visible(&tree, Pane::Timeline), "{arrangement:?}");
        }
        assert!(is_visible(&tree_of(Arrangement::Compare), Pane::Diff));
    }

    #[test]
    fn a_panel_gets_the_height_that_it_is_given_and_its_share_back() {
        let mut tree = default_tree();
        let before = height_pt(&tree, Pane::Timeline, 700.0).unwrap();
        let fitted = fit_height(&mut tree, Pane::Timeline, 150.0, Some(700.0)).unwrap();
        assert!((height_pt(&tree, Pane::Timeline, 700.0).unwrap() - 150.0).abs() < 0.5);
        fitted.restore(&mut tree);
        assert!((height_pt(&tree, Pane::Timeline, 700.0).unwrap() - before).abs() < 0.5);
        // There is no room for it.
        assert!(fit_height(&mut tree, Pane::Timeline, 650.0, Some(700.0)).is_none());
    }

    #[test]
    fn a_tree_without_a_panel_is_not_whole() {
        let mut tree = default_tree();
        let id = tree.tiles.find_pane(&Pane::Board).unwrap();
        tree.remove_recursively(id);
        assert!(!is_whole(&tree));
    }
}

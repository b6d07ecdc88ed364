//! The layout of the panels: a tree of tiles that can be dragged, resized and reset.

use egui::{Id, Ui, WidgetText};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};

use super::tokens::{TAB_BAR_PT, Tokens};

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

/// The default layout.
pub(crate) fn default_tree() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let pane = |tiles: &mut Tiles<Pane>, pane: Pane| {
        let id = tiles.insert_pane(pane);
        tiles.insert_tab_tile(vec![id])
    };
    let split = |tiles: &mut Tiles<Pane>, dir: LinearDir, parts: Vec<(TileId, f32)>| {
        let mut linear = Linear::new(dir, parts.iter().map(|(id, _)| *id).collect());
        for (id, share) in parts {
            linear.shares.set_share(id, share);
        }
        tiles.insert_container(Container::Linear(linear))
    };
    let timelines = pane(&mut tiles, Pane::Timelines);
    let call_stack = tiles.insert_pane(Pane::CallStack);
    let watches = tiles.insert_pane(Pane::Watches);
    let rules = tiles.insert_pane(Pane::Rules);
    let call_stack = tiles.insert_tab_tile(vec![call_stack, watches, rules]);
    let left = split(&mut tiles, LinearDir::Vertical, vec![(timelines, 0.66), (call_stack, 0.34)]);
    let board = pane(&mut tiles, Pane::Board);
    let choice = pane(&mut tiles, Pane::Choice);
    let centre = split(&mut tiles, LinearDir::Vertical, vec![(board, 0.725), (choice, 0.275)]);
    let inspector = pane(&mut tiles, Pane::Inspector);
    let top = split(&mut tiles, LinearDir::Horizontal, vec![(left, 0.155), (centre, 0.625), (inspector, 0.22)]);
    let timeline = pane(&mut tiles, Pane::Timeline);
    let events = tiles.insert_pane(Pane::Events);
    let turn = tiles.insert_pane(Pane::Turn);
    let events = tiles.insert_tab_tile(vec![events, turn]);
    let diff = tiles.insert_pane(Pane::Diff);
    let explore = tiles.insert_pane(Pane::Explore);
    let diff = tiles.insert_tab_tile(vec![diff, explore]);
    let bottom = split(&mut tiles, LinearDir::Horizontal, vec![(events, 0.36), (diff, 0.64)]);
    let root = split(&mut tiles, LinearDir::Vertical, vec![(top, 0.72), (timeline, 0.13), (bottom, 0.28)]);
    Tree::new(Id::unique("retrace tiles"), root, tiles)
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

/// Gives the timeline the height that it needs, while it is alone above or below other panels.
pub(crate) fn fit_timeline(tree: &mut Tree<Pane>, wanted_pt: f32, available_pt: f32) {
    let Some(pane) = tree.tiles.find_pane(&Pane::Timeline) else { return };
    let Some(tabs) = tree.tiles.parent_of(pane) else { return };
    let is_alone = tree.tiles.get_container(tabs).is_some_and(|container| container.num_children() == 1);
    let Some(parent) = tree.tiles.parent_of(tabs).filter(|parent| is_alone && tree.is_root(*parent)) else { return };
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(parent) else { return };
    let visible: Vec<TileId> =
        linear.children.iter().copied().filter(|id| *id != tabs && tree.is_visible_in_layout(*id)).collect();
    let others: f32 = visible.iter().map(|id| linear.shares[*id]).sum();
    let room_pt = available_pt - wanted_pt;
    if linear.dir != LinearDir::Vertical || room_pt < 100.0 || others <= 0.0 {
        return;
    }
    let share = wanted_pt * others / room_pt;
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(parent) {
        linear.shares.set_share(tabs, share);
    }
}

/// Draws the panels, with a function for their contents.
pub(crate) struct Panels<F> {
    /// Draws the contents of a panel.
    pub(crate) draw: F,
    /// Tiles of panels without a title: they are self-explanatory and need the space.
    pub(crate) bare: Vec<TileId>,
    /// Whether the user has changed the layout.
    pub(crate) edited: bool,
}

/// The tiles where a panel that needs no title stands alone.
pub(crate) fn bare(tree: &Tree<Pane>) -> Vec<TileId> {
    let panes = [Pane::Board, Pane::Choice, Pane::Timeline];
    panes.iter().filter_map(|pane| tree.tiles.parent_of(tree.tiles.find_pane(pane)?)).collect()
}

impl<F: FnMut(&mut Ui, Pane)> Behavior<Pane> for Panels<F> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let fill = if *pane == Pane::Board { Tokens::of(ui).inset } else { Tokens::of(ui).panel };
        egui::Frame::new().fill(fill).inner_margin(6).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            (self.draw)(ui, *pane);
        });
        UiResponse::None
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

    fn on_edit(&mut self, _: egui_tiles::EditAction) {
        self.edited = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{Pane, default_tree, is_visible, is_whole, set_visible};

    #[test]
    fn the_tree_survives_being_stored() {
        let mut tree = default_tree();
        set_visible(&mut tree, Pane::Diff, false);
        let text = serde_json::to_string(&tree).unwrap();
        let back: egui_tiles::Tree<Pane> = serde_json::from_str(&text).unwrap();
        assert!(is_whole(&back) && !is_visible(&back, Pane::Diff) && is_visible(&back, Pane::Board));
    }

    #[test]
    fn a_tree_without_a_panel_is_not_whole() {
        let mut tree = default_tree();
        let id = tree.tiles.find_pane(&Pane::Board).unwrap();
        tree.remove_recursively(id);
        assert!(!is_whole(&tree));
    }
}

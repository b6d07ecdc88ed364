//! Settings kept between runs, such as theme and layout, in their own file. An unreadable file is
//! ignored.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::layout::{Arrangement, KeptLayout, Pane, default_tree, is_whole};
use retrace_session::base::rulebook::Language;
use retrace_session::base::whole::write_whole;
use retrace_session::{Lane, Marks};

/// How many recent files are remembered.
const MOST_RECENT: usize = 9;

/// For how many files watches and breakpoints are remembered.
const MOST_MARKED: usize = 50;

/// The settings.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Dark, light, or that of the system.
    pub(crate) theme: egui::ThemePreference,
    /// The playback speed, in steps per second.
    pub(crate) steps_per_second: f32,
    /// The recently opened files, the last one first.
    #[serde(default)]
    pub(crate) recent: Vec<PathBuf>,
    /// Whether all panels show a title, by which they can be dragged.
    #[serde(default)]
    pub(crate) titles: bool,
    /// The hidden lanes of the timeline.
    #[serde(default)]
    pub(crate) hidden_lanes: Vec<Lane>,
    /// The watches and breakpoints by file, the last opened first.
    #[serde(default)]
    pub(crate) marks: Vec<(String, Marks)>,
    /// The zoom of the interface; 1 is normal.
    #[serde(default = "usual_size")]
    pub(crate) zoom: f32,
    /// Whether the tour was finished or skipped.
    #[serde(default)]
    pub(crate) toured: bool,
    /// The path of the text of the rules.
    #[serde(default)]
    pub(crate) rules: Option<PathBuf>,
    /// The language to show of a text of the rules in several.
    #[serde(default)]
    pub(crate) rules_language: Option<Language>,
    /// The layout of the panels that is shown.
    pub(crate) tree: egui_tiles::Tree<Pane>,
    /// What it is for. Files of older versions do not say it; their layout is not used any more.
    #[serde(default)]
    pub(crate) arrangement: Option<Arrangement>,
    /// While the window is small: what its layout was for when it was larger.
    #[serde(default)]
    pub(crate) wide: Option<Arrangement>,
    /// While two timelines are compared: the layout that gave way to that for comparing.
    #[serde(default)]
    pub(crate) compared_from: Option<Arrangement>,
    /// The height of the timeline in it, if the user has set it.
    #[serde(default)]
    pub(crate) timeline_pt: Option<f32>,
    /// The layouts that are not shown.
    #[serde(default)]
    pub(crate) layouts: BTreeMap<Arrangement, KeptLayout>,
    /// The panel that has the whole window.
    #[serde(default)]
    pub(crate) maximized: Option<Pane>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: egui::ThemePreference::Dark,
            steps_per_second: 4.0,
            recent: Vec::new(),
            titles: false,
            zoom: usual_size(),
            toured: false,
            rules: None,
            rules_language: None,
            hidden_lanes: Vec::new(),
            marks: Vec::new(),
            tree: default_tree(),
            arrangement: Some(Arrangement::default()),
            wide: None,
            compared_from: None,
            timeline_pt: None,
            layouts: BTreeMap::new(),
            maximized: None,
        }
    }
}

/// The possible zoom levels.
pub(crate) const SIZES: [f32; 9] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 2.0];

const fn usual_size() -> f32 {
    1.0
}

/// The default path of the file, if the system has a place for it.
pub(crate) fn default_path() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(folder.join("retrace").join("window.json"))
}

impl Settings {
    /// Loads the settings from a file; the defaults if it is missing or unreadable.
    pub(crate) fn load(path: Option<&Path>) -> Settings {
        let text = path.and_then(|path| fs::read_to_string(path).ok());
        let mut read = text.and_then(|text| serde_json::from_str::<Settings>(&text).ok());
        if let Some(read) = &mut read {
            if read.arrangement.is_none() {
                read.arrangement = Some(Arrangement::default());
                read.tree = default_tree();
            }
            read.layouts.retain(|_, kept| is_whole(&kept.tree));
        }
        let sane = read.filter(|it| {
            is_whole(&it.tree) && (0.5..=50.0).contains(&it.steps_per_second) && (0.5..=3.0).contains(&it.zoom)
        });
        sane.unwrap_or_default()
    }

    /// Shows the layout of an arrangement, and keeps the one that is shown.
    pub(crate) fn arrange(&mut self, arrangement: Arrangement) {
        let now = self.arrangement.unwrap_or_default();
        if now == arrangement {
            return;
        }
        let next = self.layouts.remove(&arrangement).unwrap_or_else(|| KeptLayout::initial(arrangement));
        let tree = std::mem::replace(&mut self.tree, next.tree);
        let timeline_pt = std::mem::replace(&mut self.timeline_pt, next.timeline_pt);
        self.layouts.insert(now, KeptLayout { tree, timeline_pt });
        self.arrangement = Some(arrangement);
    }

    /// Records that a file was opened.
    pub(crate) fn opened(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }

    /// The saved watches and breakpoints of a file.
    pub(crate) fn kept_marks(&self, of: &str) -> Option<Marks> {
        self.marks.iter().find(|(name, _)| name == of).map(|(_, marks)| marks.clone())
    }

    /// Saves the watches and breakpoints of a file.
    pub(crate) fn keep_marks(&mut self, of: &str, marks: &Marks) {
        self.marks.retain(|(name, _)| name != of);
        if *marks != Marks::default() {
            self.marks.insert(0, (of.to_owned(), marks.clone()));
        }
        self.marks.truncate(MOST_MARKED);
    }

    /// Writes the file, completely or not at all.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string(self)?;
        write_whole(path, |out| out.write_all(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::window::layout::{Arrangement, Pane, is_visible, set_visible};

    #[test]
    fn each_arrangement_keeps_what_was_made_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.json");
        let mut settings = Settings::default();
        set_visible(&mut settings.tree, Pane::Timelines, false);
        settings.timeline_pt = Some(77.0);
        settings.arrange(Arrangement::Play);
        assert!(settings.timeline_pt.is_none() && is_visible(&settings.tree, Pane::Timelines));
        settings.maximized = Some(Pane::Board);
        settings.save(&path).unwrap();
        let mut back = Settings::load(Some(&path));
        assert_eq!((back.arrangement, back.maximized), (Some(Arrangement::Play), Some(Pane::Board)));
        back.arrange(Arrangement::Debug);
        assert!(back.timeline_pt == Some(77.0) && !is_visible(&back.tree, Pane::Timelines));
    }

    #[test]
    fn the_layout_of_an_older_version_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.json");
        let mut settings = Settings { zoom: 1.5, ..Settings::default() };
        set_visible(&mut settings.tree, Pane::Board, false);
        let mut text: serde_json::Value = serde_json::to_value(&settings).unwrap();
        for new in ["arrangement", "timeline_pt", "layouts", "maximized"] {
            text.as_object_mut().unwrap().remove(new);
        }
        std::fs::write(&path, text.to_string()).unwrap();
        let back = Settings::load(Some(&path));
        assert!(back.zoom == 1.5 && is_visible(&back.tree, Pane::Board));
    }

    #[test]
    fn the_last_file_comes_first_and_each_once() {
        let mut settings = Settings::default();
        ["a", "b", "a"].iter().for_each(|name| settings.opened(std::path::Path::new(name)));
        assert_eq!(settings.recent, ["a", "b"].map(std::path::PathBuf::from));
    }

    #[test]
    fn what_is_saved_is_loaded_and_rubbish_is_as_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper").join("window.json");
        let settings = Settings {
            theme: egui::ThemePreference::Light,
            steps_per_second: 8.0,
            zoom: 1.3,
            toured: true,
            ..Settings::default()
        };
        settings.save(&path).unwrap();
        let back = Settings::load(Some(&path));
        assert!(back.theme == egui::ThemePreference::Light && back.steps_per_second == 8.0);
        assert!(back.zoom == 1.3 && back.toured && back.rules.is_none());
        std::fs::write(&path, "{\"theme\": 7").unwrap();
        assert_eq!(Settings::load(Some(&path)).theme, Settings::default().theme);
        assert_eq!(Settings::load(None).theme, Settings::default().theme);
    }
}

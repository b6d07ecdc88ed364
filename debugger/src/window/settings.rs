//! What the window keeps between runs: theme and layout, in a file of its own. A file that does not read is as none.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::layout::{Pane, default_tree, is_whole};
use crate::session::base::whole::write_whole;
use crate::session::{Lane, Marks};

/// How many files are remembered.
const MOST_RECENT: usize = 9;

/// Of how many files watches and breakpoints are remembered.
const MOST_MARKED: usize = 50;

/// What is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Dark, light, or as the system says.
    pub(crate) theme: egui::ThemePreference,
    /// How fast playing is, in steps a second.
    pub(crate) steps_per_second: f32,
    /// The files that were opened, the last one first.
    #[serde(default)]
    pub(crate) recent: Vec<PathBuf>,
    /// What is open; none for what is in no file.
    #[serde(default)]
    pub(crate) open: Option<PathBuf>,
    /// Whether every panel has a title, by which it can be dragged.
    #[serde(default)]
    pub(crate) titles: bool,
    /// The lanes of the timeline that are hidden.
    #[serde(default)]
    pub(crate) hidden_lanes: Vec<Lane>,
    /// The watches and breakpoints of what was opened, the last one first.
    #[serde(default)]
    pub(crate) marks: Vec<(String, Marks)>,
    /// How large everything is; 1 is the usual size.
    #[serde(default = "usual_size")]
    pub(crate) zoom: f32,
    /// Whether the tour has been seen, or skipped.
    #[serde(default)]
    pub(crate) toured: bool,
    /// The text of the rules that the reader has given.
    #[serde(default)]
    pub(crate) rules: Option<PathBuf>,
    /// Where the panels are.
    pub(crate) tree: egui_tiles::Tree<Pane>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: egui::ThemePreference::Dark,
            steps_per_second: 4.0,
            recent: Vec::new(),
            open: None,
            titles: false,
            zoom: usual_size(),
            toured: false,
            rules: None,
            hidden_lanes: Vec::new(),
            marks: Vec::new(),
            tree: default_tree(),
        }
    }
}

/// The sizes that everything can have.
pub(crate) const SIZES: [f32; 9] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 2.0];

const fn usual_size() -> f32 {
    1.0
}

/// The file, where the system has a place for it.
pub(crate) fn default_path() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(folder.join("retrace").join("window.json"))
}

impl Settings {
    /// What a file keeps; the defaults where there is none, or none that reads.
    pub(crate) fn load(path: Option<&Path>) -> Settings {
        let text = path.and_then(|path| fs::read_to_string(path).ok());
        let read = text.and_then(|text| serde_json::from_str::<Settings>(&text).ok());
        let sane = read.filter(|it| {
            is_whole(&it.tree) && (0.5..=50.0).contains(&it.steps_per_second) && (0.5..=3.0).contains(&it.zoom)
        });
        sane.unwrap_or_default()
    }

    /// Notes that a file was opened.
    pub(crate) fn opened(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }

    /// The watches and breakpoints that were kept of a file.
    pub(crate) fn kept_marks(&self, of: &str) -> Option<Marks> {
        self.marks.iter().find(|(name, _)| name == of).map(|(_, marks)| marks.clone())
    }

    /// Keeps the watches and breakpoints of a file.
    pub(crate) fn keep_marks(&mut self, of: &str, marks: &Marks) {
        self.marks.retain(|(name, _)| name != of);
        if *marks != Marks::default() {
            self.marks.insert(0, (of.to_owned(), marks.clone()));
        }
        self.marks.truncate(MOST_MARKED);
    }

    /// Writes the file, in full or not at all.
    ///
    /// # Errors
    /// What the file system refuses.
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

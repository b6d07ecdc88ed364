//! The folder of the user's data.

use std::path::PathBuf;

/// The variable that names another folder than the user's data folder, for tests.
pub(crate) const ROOT_VARIABLE: &str = "RETRACE_DATA";

/// The folder of what the program keeps for its user, if the system has a place for it.
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(root) = set(ROOT_VARIABLE) {
        return Some(root);
    }
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local").join("share")))?;
    Some(data.join("retrace"))
}

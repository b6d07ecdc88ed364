//! File dialogs of the system, on their own thread, so that the window goes on drawing.
//!
//! On Linux they come from the desktop's portal, or from zenity. If neither exists, or a dialog
//! closes sooner than a person could have closed it, the window's own browser is used instead.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::view::browse::{Browse, Purpose};

/// No person closes a dialog this soon.
const TOO_SOON: Duration = Duration::from_millis(400);

/// An open dialog.
#[derive(Debug)]
pub(crate) struct Asking {
    answer: Receiver<Option<PathBuf>>,
    since: Instant,
    browse: Browse,
}

/// The result of a dialog.
#[derive(Debug)]
pub(crate) enum Answered {
    /// Nothing yet.
    NotYet(Asking),
    /// A file or folder. If it exists, the system has asked whether to replace it.
    Chosen(Purpose, PathBuf),
    /// The user cancelled.
    Cancelled,
    /// There was no dialog; show the window's own browser.
    NotShown(Browse),
}

impl Asking {
    /// Shows a dialog of the system; requests a repaint when it is answered.
    pub(crate) fn begin(browse: Browse, ctx: &egui::Context) -> Asking {
        let (send, answer) = channel();
        let (wanted, ctx) = (browse.clone(), ctx.clone());
        std::thread::spawn(move || {
            // If the window is gone, nobody needs the answer.
            let _sent = send.send(ask(&wanted));
            ctx.request_repaint();
        });
        Asking { answer, since: Instant::now(), browse }
    }

    /// Polls for the result.
    pub(crate) fn poll(self) -> Answered {
        match self.answer.try_recv() {
            Ok(Some(path)) => Answered::Chosen(self.browse.purpose, path),
            Ok(None) | Err(TryRecvError::Disconnected) if self.since.elapsed() < TOO_SOON => {
                Answered::NotShown(self.browse)
            }
            Ok(None) | Err(TryRecvError::Disconnected) => Answered::Cancelled,
            Err(TryRecvError::Empty) => Answered::NotYet(self),
        }
    }
}

#[cfg(not(target_os = "macos"))]
fn ask(browse: &Browse) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new().set_title(browse.purpose.title()).set_directory(&browse.folder);
    if !browse.purpose.endings().is_empty() {
        dialog = dialog.add_filter(browse.purpose.title(), browse.purpose.endings());
    }
    if !browse.typed.is_empty() {
        dialog = dialog.set_file_name(browse.typed.trim());
    }
    match browse.purpose {
        Purpose::SaveStore => dialog.pick_folder(),
        Purpose::Export(_) | Purpose::Moment(_) => dialog.save_file(),
        _ => dialog.pick_file(),
    }
}

/// There, only the main thread, which draws, may show a dialog.
#[cfg(target_os = "macos")]
fn ask(_: &Browse) -> Option<PathBuf> {
    None
}

/// Whether the system appears to have file dialogs.
pub(crate) fn are_there() -> bool {
    if cfg!(target_os = "windows") {
        return true;
    }
    cfg!(not(target_os = "macos")) && (has_portal(&|name| std::env::var_os(name)) || has_zenity())
}

/// Whether there is a session bus, and a portal that it can start.
fn has_portal(env: &dyn Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let bus = set("DBUS_SESSION_BUS_ADDRESS").is_some()
        || set("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    let folders = set("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let service = "dbus-1/services/org.freedesktop.portal.Desktop.service";
    bus && std::env::split_paths(&folders).any(|folder| folder.join(service).is_file())
}

fn has_zenity() -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|it| it.join("zenity").is_file()))
}

#[cfg(test)]
mod tests {
    use super::has_portal;

    #[test]
    fn a_portal_needs_a_bus_and_a_service() {
        let data = tempfile::tempdir().unwrap();
        let services = data.path().join("dbus-1/services");
        std::fs::create_dir_all(&services).unwrap();
        let env = |bus: bool| {
            let data = data.path().as_os_str().to_owned();
            move |name: &str| match name {
                "XDG_DATA_DIRS" => Some(data.clone()),
                "DBUS_SESSION_BUS_ADDRESS" => bus.then(|| "unix:path=/nowhere".into()),
                _ => None,
            }
        };
        assert!(!has_portal(&env(true)));
        std::fs::write(services.join("org.freedesktop.portal.Desktop.service"), "").unwrap();
        assert!(has_portal(&env(true)) && !has_portal(&env(false)));
    }
}

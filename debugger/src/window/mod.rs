//! The desktop window over a [`Session`].
//!
//! One panel, one module; a function that draws ends in `_ui`. A panel reads the session and the
//! view (`view::Cx`) and changes neither: it sends `action::Action`s, which `app::App` carries out
//! after everything is drawn. Keys, menus, palette, tooltips and help are made from the one list of
//! commands ([`retrace_session::Command`]). Colours and sizes are in one table (`tokens`). Nothing
//! is redrawn while nothing changes.
//!
//! - `board`, `choice`, `inspector`, `timelines`, `call_stack`, `timeline`, `diff`: the panels.
//! - `trouble`: the page for a file that could not be opened.
//! - `play`: what clicks on the board and dragging begin.
//! - `abreast`: the boards of two compared places, side by side.
//! - `bookmarks`: their list among the timelines, and their dialog.
//! - `rules`: the rule of the selected event; `tour`: the guided tour.
//! - `watches`, `explore`, with `expression` for the fields: the panels of the predicate language.
//! - `menu`, `status`, `dialogs`, `palette`, `new_game`: the frame around the panels.
//! - `new_card`: a card read from its printed text.
//! - `edits`, `empty_board`: what-if edits, chance, and boards set up by hand.
//! - `browse`, `system_dialog`, `dropping`: choosing and dropping files.
//! - `keys`, `focus`, `layout`, `settings`, `theme`, `files`: the infrastructure;
//! - `symbols`, `mana`, `glyphs`, `icons`: shapes in and beside text.

mod abreast;
mod action;
mod app;
mod board;
mod bookmarks;
mod browse;
mod call_stack;
mod choice;
mod dialogs;
mod diff;
mod draft;
mod dropping;
mod edits;
mod empty_board;
mod explore;
mod expression;
mod files;
mod focus;
mod glyphs;
mod icons;
mod inspector;
mod keys;
mod layout;
mod mana;
mod menu;
mod new_card;
mod new_game;
mod palette;
mod panels;
mod parts;
mod play;
mod rules;
mod seating;
mod settings;
mod status;
mod symbols;
mod system_dialog;
mod theme;
mod timeline;
mod timelines;
mod tokens;
mod tour;
mod trouble;
mod view;
mod watches;
mod words;

#[cfg(test)]
mod tests;

use crate::shown::Shown;
use retrace_session::session::Session;

pub use app::App;

/// The initial size of the window.
const SIZE_PT: [f32; 2] = [1600.0, 1000.0];
/// The least size of the window: 1366 × 768 pixels at 200 % have a little more.
const LEAST_PT: [f32; 2] = [640.0, 360.0];

/// Why the window could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display to show it on.
    #[error(
        "there is no display; use a headless command instead, such as `retrace log`, or set DISPLAY or WAYLAND_DISPLAY"
    )]
    NoDisplay,
    /// The display cannot be reached.
    #[error("the display {0} cannot be reached; use a headless command instead, such as `retrace log`")]
    Unreachable(String),
    /// The display refused.
    #[error("the window cannot be opened: {0}; the headless commands work without one, see `retrace --help`")]
    Refused(String),
}

/// Opens the window on a session, with the inspector on `shown`, and returns when it is closed.
///
/// # Errors
/// If there is no display, or it refuses.
pub fn run(session: Session, shown: Shown) -> Result<(), WindowError> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("WAYLAND_SOCKET") {
        return Err(WindowError::NoDisplay);
    }
    let title = app::title(session.title());
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title(title)
            .with_app_id("retrace")
            .with_inner_size(SIZE_PT)
            .with_min_inner_size(LEAST_PT),
        ..eframe::NativeOptions::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        let app = App::new(&creation.egui_ctx, session, settings::default_path());
        let app = app.keeping(retrace_session::keeping::default_root());
        Ok(Box::new(app.showing(shown)))
    });
    eframe::run_native("retrace", options, create).map_err(|error| match error {
        // Their messages name a line of a library's source.
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => WindowError::Unreachable(display()),
        other => WindowError::Refused(other.to_string()),
    })
}

/// The display that the environment names.
fn display() -> String {
    let named = ["WAYLAND_DISPLAY", "DISPLAY"].map(|name| std::env::var(name).unwrap_or_default());
    named.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "of this system".to_owned())
}

//! Keys: read from the list of commands, and taken before egui would move the focus with them.
//!
//! [`Keys`] is a plugin of the egui context, since only a plugin sees the input before egui does.
//! It never acts: it queues the pressed keys, and the app takes the queue in the next frame.

use egui::{Event, Key, Modifiers, Popup, RawInput};

use retrace_session::Command;

/// A pressed key or combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// The keys of a command.
    Command(Command),
    /// A number key, 0 to 9.
    Digit(usize),
    /// Enter, while nothing has the focus.
    Submit,
    /// Escape.
    Escape,
}

/// The keys of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chord {
    modifiers: Modifiers,
    key: Key,
}

impl Chord {
    /// Reads keys as people write them: "Ctrl+Shift+←", "?", "F2".
    pub(crate) fn parse(text: &str) -> Option<Chord> {
        let mut modifiers = Modifiers::NONE;
        let mut rest = text;
        loop {
            let (modifier, after) = match rest.split_once('+') {
                Some((head, tail)) if !tail.is_empty() => (head, tail),
                _ => break,
            };
            match modifier {
                "Ctrl" => modifiers.command = true,
                "Shift" => modifiers.shift = true,
                "Alt" => modifiers.alt = true,
                _ => return None,
            }
            rest = after;
        }
        let key = match rest {
            "←" => Key::ArrowLeft,
            "→" => Key::ArrowRight,
            "↑" => Key::ArrowUp,
            "↓" => Key::ArrowDown,
            other => Key::from_name(other)?,
        };
        Some(Chord { modifiers, key })
    }

    fn matches(self, key: Key, modifiers: Modifiers) -> bool {
        // A question mark and a plus need Shift on some keyboards only, and the plus may be on the
        // equals key.
        let shift = matches!(self.key, Key::Questionmark | Key::Plus) || self.modifiers.shift == modifiers.shift;
        let key = if self.key == Key::Plus && key == Key::Equals { Key::Plus } else { key };
        self.key == key && shift && self.modifiers.alt == modifiers.alt && self.modifiers.command == modifiers.command
    }

    /// Whether it works while text is being typed: it types nothing and does not move the caret.
    fn is_free_of_text(self) -> bool {
        let moves = matches!(self.key, Key::ArrowLeft | Key::ArrowRight | Key::Z | Key::Home | Key::End);
        (self.modifiers.command && !moves) || matches!(self.key, Key::F1 | Key::F2 | Key::F5 | Key::F9)
    }

    /// Whether a focused widget may need it.
    fn is_of_focus(self) -> bool {
        self.key == Key::Space && !self.modifiers.any()
    }
}

/// The plugin.
#[derive(Debug)]
pub(crate) struct Keys {
    chords: Vec<(Chord, Command)>,
    pressed: Vec<Pressed>,
    /// Whether a dialog is open, which then gets all keys.
    pub(crate) dialog: bool,
}

impl Default for Keys {
    fn default() -> Keys {
        let chords = Command::ALL.iter().filter_map(|it| Some((Chord::parse(it.default_keys())?, *it)));
        Keys { chords: chords.collect(), pressed: Vec::new(), dialog: false }
    }
}

impl Keys {
    /// Takes the queue of pressed keys, in order.
    pub(crate) fn take(&mut self) -> Vec<Pressed> {
        std::mem::take(&mut self.pressed)
    }

    /// The meaning of a key event; `None` if it is for egui.
    fn read(&self, key: Key, modifiers: Modifiers, typing: bool, focused: bool) -> Option<Pressed> {
        for (chord, command) in &self.chords {
            if chord.matches(key, modifiers) {
                let left_alone = (typing && !chord.is_free_of_text()) || (focused && chord.is_of_focus());
                return (!left_alone).then_some(Pressed::Command(*command));
            }
        }
        if typing {
            return None;
        }
        if key == Key::Enter {
            return (modifiers.command || (!focused && !modifiers.any())).then_some(Pressed::Submit);
        }
        let digits = [
            Key::Num0,
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        digits.iter().position(|digit| *digit == key).filter(|_| !modifiers.any()).map(Pressed::Digit)
    }
}

impl egui::Plugin for Keys {
    fn debug_name(&self) -> &'static str {
        "retrace keys"
    }

    fn input_hook(&mut self, ctx: &egui::Context, input: &mut RawInput) {
        let typing = ctx.text_edit_focused();
        let focused = ctx.memory(|memory| memory.focused().is_some());
        // An open dialog or menu gets all keys.
        if self.dialog || Popup::is_any_open(ctx) {
            return;
        }
        let mut pressed = Vec::new();
        input.events.retain(|event| match event {
            Event::Key { key: Key::Escape, pressed: true, modifiers, .. } if !modifiers.any() => {
                pressed.push(Pressed::Escape);
                true
            }
            Event::Key { key, pressed: true, modifiers, .. } => match self.read(*key, *modifiers, typing, focused) {
                Some(ours) => {
                    pressed.push(ours);
                    false
                }
                None => true,
            },
            _ => true,
        });
        self.pressed.extend(pressed);
    }
}

#[cfg(test)]
mod tests {
    use egui::{Key, Modifiers};

    use super::{Chord, Keys, Pressed};
    use retrace_session::Command;

    #[test]
    fn every_command_has_keys_that_can_be_read() {
        for command in Command::ALL {
            let keys = command.default_keys();
            assert!(keys.is_empty() || Chord::parse(keys).is_some(), "{command:?}: {keys}");
        }
    }

    #[test]
    fn arrows_are_taken_with_their_modifiers() {
        let keys = Keys::default();
        let read = |key, modifiers| keys.read(key, modifiers, false, true);
        let command = |command| Some(Pressed::Command(command));
        assert_eq!(read(Key::ArrowLeft, Modifiers::NONE), command(Command::StepBack));
        assert_eq!(read(Key::ArrowLeft, Modifiers::SHIFT), command(Command::ChoiceBack));
        assert_eq!(read(Key::ArrowRight, Modifiers::COMMAND | Modifiers::CTRL), command(Command::TurnStepForward));
        let all = Modifiers::COMMAND | Modifiers::CTRL | Modifiers::SHIFT;
        assert_eq!(read(Key::ArrowRight, all), command(Command::TurnForward));
        assert_eq!(read(Key::Questionmark, Modifiers::SHIFT), command(Command::Help));
    }

    #[test]
    fn whoever_types_keeps_the_keys_of_typing() {
        let keys = Keys::default();
        let typing = |key, modifiers| keys.read(key, modifiers, true, true);
        assert_eq!(typing(Key::D, Modifiers::NONE), None);
        assert_eq!(typing(Key::ArrowLeft, Modifiers::COMMAND), None);
        assert_eq!(typing(Key::Num1, Modifiers::NONE), None);
        assert_eq!(typing(Key::K, Modifiers::COMMAND), Some(Pressed::Command(Command::Palette)));
    }

    #[test]
    fn what_has_the_focus_keeps_space_and_enter() {
        let keys = Keys::default();
        assert_eq!(keys.read(Key::Space, Modifiers::NONE, false, true), None);
        assert_eq!(keys.read(Key::Enter, Modifiers::NONE, false, true), None);
        assert_eq!(keys.read(Key::Enter, Modifiers::NONE, false, false), Some(Pressed::Submit));
        assert_eq!(keys.read(Key::Enter, Modifiers::COMMAND, false, true), Some(Pressed::Submit));
    }
}

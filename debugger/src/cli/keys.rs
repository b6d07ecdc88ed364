//! `keys`: the commands of the window with their keys, as `docs/keys.md` has them.

use std::io::Write;

use serde_json::json;

use crate::session::{Command, Group};
use crate::window::OTHER_KEYS;

use super::{Exit, Failure, print_json};

/// Lists every command by menu, and the keys that answer choices.
pub(super) fn keys(json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let of = |group: Group| Command::ALL.iter().filter(move |command| command.group() == group);
    if json {
        let command = |command: &Command| {
            json!({
                "command": command.label(),
                "keys": command.default_keys(),
                "does": command.description(),
            })
        };
        let groups: Vec<_> = Group::ALL
            .into_iter()
            .map(|group| json!({ "menu": group.label(), "commands": of(group).map(command).collect::<Vec<_>>() }))
            .collect();
        let answering: Vec<_> = OTHER_KEYS.iter().map(|(keys, does)| json!({ "keys": keys, "does": does })).collect();
        print_json(out, &json!({ "menus": groups, "answering": answering }))?;
        return Ok(Exit::Yes);
    }
    writeln!(out, "# Keys\n")?;
    writeln!(
        out,
        "Every command of the window, by menu. Written by `retrace keys`; `?` shows the same in the window, and"
    )?;
    writeln!(out, "Ctrl+K finds a command by its name. A command without keys is in its menu and there.")?;
    for group in Group::ALL {
        writeln!(out, "\n## {}\n\n| keys | command | what it does |\n|---|---|---|", group.label())?;
        for command in of(group) {
            let keys = code(command.default_keys());
            writeln!(out, "| {keys} | {} | {} |", command.label(), command.description())?;
        }
    }
    writeln!(out, "\n## Answering\n\n| keys | what they do |\n|---|---|")?;
    for (keys, does) in OTHER_KEYS {
        writeln!(out, "| {} | {does} |", code(keys))?;
    }
    Ok(Exit::Yes)
}

/// Keys as a table of Markdown shows them.
fn code(keys: &str) -> String {
    if keys.is_empty() { String::new() } else { format!("`{}`", keys.replace('|', "\\|")) }
}

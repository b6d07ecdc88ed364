//! `keys`: the commands of the window with their keys, for `docs/keys.md`.

use serde_json::json;

use super::call::{Call, Exit, Failure, print_json};
use retrace_session::command::OTHER_KEYS;
use retrace_session::{Command, Group};

/// `keys` takes no arguments.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct KeysArguments {}

/// Lists every command by menu, and the keys that answer choices.
pub(super) fn keys(_: &KeysArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let of = |group: Group| Command::ALL.iter().filter(move |command| command.group() == group);
    if call.json {
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
        print_json(call.out, &json!({ "menus": groups, "answering": answering }))?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "# Keys\n")?;
    writeln!(
        call.out,
        "Every command of the window, by menu. `retrace keys` writes this page; in the window, `?` shows it.\n\
         Ctrl+K finds any command by its name, including those without keys."
    )?;
    for group in Group::ALL {
        writeln!(call.out, "\n## {}\n\n| keys | command | what it does |\n|---|---|---|", group.label())?;
        for command in of(group) {
            let keys = code(command.default_keys());
            writeln!(call.out, "| {keys} | {} | {} |", command.label(), command.description())?;
        }
    }
    writeln!(call.out, "\n## Answering\n\n| keys | what they do |\n|---|---|")?;
    for (keys, does) in OTHER_KEYS {
        writeln!(call.out, "| {} | {does} |", code(keys))?;
    }
    Ok(Exit::Yes)
}

/// Keys as shown in a Markdown table.
fn code(keys: &str) -> String {
    if keys.is_empty() { String::new() } else { format!("`{}`", keys.replace('|', "\\|")) }
}

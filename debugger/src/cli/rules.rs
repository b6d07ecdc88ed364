//! `rule`: shows a rule from the text the user gives; none is bundled.

use clap::Args;
use serde_json::json;

use super::call::{Call, Exit, Failure, print_json, told};
use crate::session::base::rulebook::Number;

/// A rule.
#[derive(Clone, Debug, Args)]
pub(super) struct RuleArguments {
    /// The number of a section (508), a rule (508.1) or a subrule (508.1d)
    pub(super) number: String,
}

/// Shows a rule with its parts.
pub(super) fn rule(arguments: &RuleArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let number = &arguments.number;
    let Some(book) = call.rules.clone() else {
        return told(
            "no text of the rules is bundled: name one with --rules FILE, in which each rule begins with its number",
        );
    };
    let Some(wanted) = Number::parse(number) else {
        return told(format!("`{number}` is not the number of a rule; write it as 508, 508.1 or 508.1d"));
    };
    let text = book.text(wanted);
    if call.json {
        let parts: Vec<_> =
            book.parts(wanted).map(|(it, text)| json!({ "rule": it.to_string(), "text": text })).collect();
        let (before, after) = book.neighbours(wanted);
        let name = |it: Option<Number>| it.map(|it| it.to_string());
        let value = json!({
            "rule": wanted.to_string(), "text": text, "parts": parts,
            "part_of": name(wanted.parent()), "before": name(before), "after": name(after),
        });
        print_json(call.out, &value)?;
    } else {
        match book.tell(wanted) {
            Some(text) => write!(call.out, "{text}")?,
            None => writeln!(call.out, "The text has no rule {wanted}")?,
        }
    }
    Ok(if text.is_some() { Exit::Yes } else { Exit::No })
}

//! Every citation is a number of the edition.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use retrace_core::rule::Rule;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "ron") {
            found.push(path);
        }
    }
}

/// Returns the Rust sources under a folder of the project.
pub(crate) fn sources_of(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    sources(&root().join(folder), &mut found);
    found.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    found
}

/// Returns the rule numbers of a text: after `CR `, in `rule!("...")`, and in lists `rules: [...]`.
fn citations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let number = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_digit() || *c == '.' || c.is_ascii_lowercase()).collect()
    };
    for opening in ["CR ", "rule!(\""] {
        for (at, _) in text.match_indices(opening) {
            found.push(number(&text[at + opening.len()..]));
        }
    }
    for (at, _) in text.match_indices("rules: [") {
        let list = text[at..].split(']').next().unwrap();
        found.extend(list.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    found.retain(|number| Rule::parse(number.trim_end_matches('.')).is_some());
    found.iter_mut().for_each(|number| *number = number.trim_end_matches('.').to_owned());
    found
}

#[test]
fn every_cited_rule_is_one_of_the_edition() {
    let known: BTreeSet<String> = retrace_core::rule::edition().map(|rule| rule.to_string()).collect();
    let mut files = Vec::new();
    for folder in ["core", "store", "debugger", "tests", "examples"] {
        sources(&root().join(folder), &mut files);
    }
    let mut unknown = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for number in citations(&text) {
            count += 1;
            if !known.contains(number.as_str()) {
                unknown.push(format!("{}: {number}", file.display()));
            }
        }
    }
    assert!(count > 200, "the scan found only {count} citations");
    assert!(unknown.is_empty(), "not in the edition: {unknown:#?}");
}

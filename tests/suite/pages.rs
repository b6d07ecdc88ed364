//! The Markdown pages and the comments have lines of at most 100 columns, and the pages name only
//! things that exist.

use std::path::{Path, PathBuf};

/// The most columns of a line that can be broken.
const MOST: usize = 100;

/// Folders whose files a page names by their full path.
const FOLDERS: [&str; 7] = ["core/", "store/", "debugger/", "tests/", "docs/", "examples/", ".ci/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns all pages with their texts: those at the top, and those in `docs/`.
fn pages() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for folder in ["", "docs", "docs/decisions"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|file| file.extension().is_some_and(|ending| ending == "md")));
    }
    files.sort();
    assert!(files.len() > 20, "only {} pages were found", files.len());
    files.into_iter().map(|file| (file.clone(), std::fs::read_to_string(file).unwrap())).collect()
}

/// Returns the lines outside fenced or indented code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        fenced ^= line.trim_start().starts_with("```");
        let code = fenced || line.starts_with("    ") || line.trim_start().starts_with("```");
        (!code).then_some((number + 1, line))
    })
}

/// Returns whether a line can be broken: whether it has a space after its list marker and outside
/// code and links.
fn can_be_broken(line: &str) -> bool {
    let text = line.trim().trim_start_matches(['-', '*', '>', '#', ' ']);
    let (mut in_code, mut in_link) = (false, false);
    text.chars().any(|c| {
        match c {
            '`' => in_code = !in_code,
            '[' if !in_code => in_link = true,
            ')' if !in_code => in_link = false,
            _ => {}
        }
        c == ' ' && !in_code && !in_link
    })
}

#[test]
fn lines_are_at_most_100_columns_wide() {
    let mut wide = Vec::new();
    for (file, text) in pages() {
        for (number, line) in prose(&text) {
            if line.chars().count() > MOST && !line.starts_with('|') && can_be_broken(line) {
                wide.push(format!("{}:{number}: {} columns", file.display(), line.chars().count()));
            }
        }
    }
    assert!(wide.is_empty(), "wrap these lines at {MOST} columns:\n{}", wide.join("\n"));
}

#[test]
fn comments_are_at_most_100_columns_wide() {
    let parts = ["src", "build", "benches", "fuzz/src", "words/src", "tests", "suite"];
    let crates = ["core", "core/card", "store", "debugger", "tests"];
    let folders = crates.iter().flat_map(|of| parts.iter().map(move |part| format!("{of}/{part}")));
    let folders = folders.filter(|folder| root().join(folder).is_dir());
    let files: Vec<PathBuf> = folders.flat_map(|folder| crate::rules::sources_of(&folder)).collect();
    assert!(files.len() > 500, "only {} files were found", files.len());
    let mut wide = Vec::new();
    for file in files {
        let mut fenced = false;
        for (number, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
            let comment = comment.trim_start_matches(['/', '!', ' ']);
            fenced ^= comment.starts_with("```");
            // Tables and code cannot be wrapped.
            if line.chars().count() > MOST && !fenced && !comment.starts_with('|') {
                wide.push(format!("{}:{}", file.display(), number + 1));
            }
        }
    }
    assert!(wide.is_empty(), "wrap these comments at {MOST} columns:\n{}", wide.join("\n"));
}

/// Returns what a line names in the project: the targets of its links, and full paths in backticks.
fn named<'a>(folder: &Path, line: &'a str) -> Vec<(PathBuf, &'a str)> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links = links.filter(|link| !link.is_empty() && !link.contains(':')).map(|link| (folder.join(link), link));
    let codes = line.split('`').skip(1).step_by(2);
    let plain = |code: &&str| code.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let codes = codes.filter(plain).filter(|code| FOLDERS.iter().any(|folder| code.starts_with(folder)));
    links.chain(codes.map(|code| (root().join(code), code))).collect()
}

#[test]
fn what_a_page_names_is_there() {
    let mut missing = Vec::new();
    for (file, text) in pages() {
        let folder = file.parent().unwrap();
        for (number, line) in prose(&text) {
            let gone = named(folder, line).into_iter().filter(|(path, _)| !path.exists());
            missing.extend(gone.map(|(_, name)| format!("{}:{number}: {name}", file.display())));
        }
    }
    assert!(missing.is_empty(), "these are no files of the project:\n{}", missing.join("\n"));
}

//! Checks the dependencies as `cargo deny` would, without the network: their sources, their
//! licences, duplicate versions, and whether the versions judged for advisories are still in use.
//! The exceptions and their reasons are in `docs/dependencies.md`, which this test reads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A package of `Cargo.lock`.
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
    checksum: Option<String>,
}

fn locked() -> Vec<Locked> {
    let file = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let field = |part: &str, name: &str| {
        let line = part.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
        Some(line.trim_matches('"').to_owned())
    };
    let package = |part: &str| Locked {
        name: field(part, "name").unwrap(),
        version: field(part, "version").unwrap(),
        source: field(part, "source"),
        checksum: field(part, "checksum"),
    };
    let packages: Vec<Locked> = file.split("[[package]]").skip(1).map(package).collect();
    assert!(packages.len() > 100, "that is not what Cargo.lock looks like");
    packages
}

/// Returns the dependencies with their licences, and whether these are all. Packages for other
/// systems are not downloaded unless somebody builds for those.
fn packages() -> (Vec<Value>, bool) {
    let asked = |more: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--format-version", "1", "--locked", "--offline"]).args(more);
        let output = cargo.current_dir(root()).output().unwrap();
        let metadata: Option<Value> = output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap());
        metadata.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (metadata, all) = match asked(&[]) {
        Ok(metadata) => (metadata, true),
        Err(_) => (asked(&["--filter-platform", &host()]).unwrap(), false),
    };
    (metadata["packages"].as_array().unwrap().clone(), all)
}

/// Returns the host system.
fn host() -> String {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Returns the rows of the table under a heading of the document: the name in backticks in the
/// first column, and the other columns.
fn listed(heading: &str) -> BTreeMap<String, Vec<String>> {
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let part = page.split(heading).nth(1).unwrap_or_else(|| panic!("docs/dependencies.md has no `{heading}`"));
    let rows = part.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let (name, rest) = line[3..].split_once("` |").unwrap();
        (name.to_owned(), rest.trim_end_matches('|').split('|').map(|it| it.trim().to_owned()).collect())
    };
    let rows: BTreeMap<String, Vec<String>> = rows.map(row).collect();
    assert!(!rows.is_empty(), "`{heading}` of docs/dependencies.md has no table");
    rows
}

#[test]
fn all_come_from_the_registry() {
    for package in locked() {
        let name = &package.name;
        let Some(source) = package.source else {
            assert!(name.starts_with("retrace"), "{name} comes from nowhere");
            continue;
        };
        assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        assert!(package.checksum.is_some_and(|sum| sum.len() == 64), "{name} has no checksum");
    }
}

#[test]
fn each_may_be_used_under_a_licence_that_is_listed() {
    let allowed = listed("## Licences");
    let (packages, all) = packages();
    let mut used = BTreeSet::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default().replace(['(', ')'], "").replace('/', " OR ");
        for part in licence.split(" AND ") {
            let found = part.split(" OR ").map(str::trim).find(|name| allowed.contains_key(*name));
            assert!(found.is_some(), "{}: none of `{part}` is listed in docs/dependencies.md", package["name"]);
            used.extend(found.map(str::to_owned));
        }
    }
    if all {
        assert_eq!(used, allowed.into_keys().collect(), "a licence is listed that nothing is used under");
    }
}

#[test]
fn what_is_there_in_several_versions_is_listed_with_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in locked() {
        versions.entry(package.name).or_default().insert(package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let listed = listed("## In several versions");
    assert!(listed.values().all(|row| row.last().is_some_and(|reason| !reason.is_empty())));
    let told: BTreeMap<String, BTreeSet<String>> =
        listed.into_iter().map(|(name, row)| (name, row[0].split(", ").map(str::to_owned).collect())).collect();
    assert_eq!(versions, told);
}

#[test]
fn each_advisory_was_judged_for_the_version_that_is_used() {
    let packages = locked();
    for (name, row) in listed("## Known advisories") {
        let (version, advisories, reason) = (&row[0], &row[1], &row[2]);
        let used: Vec<&String> = packages.iter().filter(|it| it.name == name).map(|it| &it.version).collect();
        assert_eq!(used, [version], "{name}: look at its advisories again, then write the version into the table");
        assert!(advisories.contains("RUSTSEC-") && !reason.is_empty(), "{name}: {row:?}");
    }
}

/// No rule asks which cards are built into the program. A game asks its catalogue.
#[test]
fn only_those_above_the_rules_know_the_built_in_cards() {
    fn sources(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let test = name.contains("tests") || name == "boards.rs";
            match path.is_dir() {
                _ if test => {}
                true => sources(&path, into),
                false => into.extend(Some(path).filter(|_| name.ends_with(".rs"))),
            }
        }
    }
    let mut files = Vec::new();
    for room in ["fact", "state", "derive", "rules", "observe", "play", "predicate"] {
        sources(&root().join("core/src").join(room), &mut files);
    }
    assert!(files.len() > 200, "that is not where the rules are");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // Anything after the beginning of a file's tests belongs to them.
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for word in ["card::pool", "bundled_cards", "Pool::"] {
            assert!(
                !code.contains(word),
                "{} asks the built-in cards (`{word}`); ask the catalogue of the game",
                file.display()
            );
        }
    }
}

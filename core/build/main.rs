//! What is worked out before the crate is compiled: the name of the engine.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    println!("cargo::rerun-if-changed={}", Path::new(&root).join("build").display());
    println!("cargo::rustc-env=RETRACE_ENGINE={}+{}", env!("CARGO_PKG_VERSION"), sources(Path::new(&root))?);
    Ok(())
}

/// A hash of the sources of the rules, so that one engine does not read the snapshots of another,
/// and a replay records which engine wrote it. The card language makes a part of the rules: its
/// build script hashes its sources, and those of the derive macro.
fn sources(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env::var("DEP_RETRACE_CARD_SOURCES")?.as_bytes());
    let folder = root.join("src");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    sources_in(&folder, &mut files);
    files.sort();
    for file in files {
        let text = fs::read(&file)?;
        hasher.update(&(text.len() as u64).to_le_bytes()).update(&text);
    }
    let hash = hasher.finalize().to_hex();
    Ok(hash[..12].to_owned())
}

fn sources_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

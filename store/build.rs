//! Names the engine that the store is built with: the version, and a hash of the sources of the
//! rules. One engine does not read the snapshots of another, and a replay records which engine
//! wrote it.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut hasher = blake3::Hasher::new();
    // The derive macro makes a part of the rules.
    for folder in ["../core/src", "../core/words/src"] {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        println!("cargo::rerun-if-changed={}", sources.display());
        for file in files(&sources) {
            let text = fs::read(&file).unwrap_or_default();
            hasher.update(&(text.len() as u64).to_le_bytes()).update(&text);
        }
    }
    let hash = hasher.finalize().to_hex();
    println!("cargo::rustc-env=RETRACE_ENGINE={}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

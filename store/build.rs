//! Names the engine that the store is built with: the version, and a hash of the sources of the
//! rules. One engine does not read the snapshots of another, and a replay records which engine
//! wrote it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut hasher = blake3::Hasher::new();
    // Where this program runs for, not where it was compiled: checkouts may share a target directory.
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    // The derive macro makes a part of the rules.
    for folder in ["../core/src", "../core/words/src"] {
        let sources = here.join(folder);
        println!("cargo::rerun-if-changed={}", sources.display());
        let files = files(&sources);
        if files.is_empty() {
            return Err(format!("{}: no sources of the rules, so the engine can't be named", sources.display()).into());
        }
        for file in files {
            let text = fs::read(&file)?;
            hasher.update(&(text.len() as u64).to_le_bytes()).update(&text);
        }
    }
    let hash = hasher.finalize().to_hex();
    println!("cargo::rustc-env=RETRACE_ENGINE={}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]);
    Ok(())
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

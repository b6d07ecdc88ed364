//! What is worked out before the crate is compiled: the list of card files to embed, with what
//! their index says of them, and a hash of the sources for the name of the engine.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod fingerprint;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let list = Path::new(&root).join("src/card/pool/bundled.txt");
    let index = fs::read_to_string(&list)?;
    fs::write(Path::new(&out).join("bundled.rs"), bundled(&Path::new(&root).join("cards"), &index)?)?;
    println!("cargo::rerun-if-changed={}", list.display());
    println!("cargo::rerun-if-changed={}", Path::new(&root).join("build").display());
    // The build script of `retrace-core` reads it as `DEP_RETRACE_CARD_SOURCES`.
    println!("cargo::metadata=sources={}", sources(Path::new(&root))?);
    Ok(())
}

/// A hash of the sources of the card language, which are a part of the engine. So are those of the
/// derive macro; in a package they are elsewhere, and its version stands for them.
fn sources(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    for folder in [root.join("src"), root.join("../words/src")] {
        if !folder.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        sources_in(&folder, &mut files);
        files.sort();
        for file in files {
            let text = fs::read(&file)?;
            hasher.update(&(text.len() as u64).to_le_bytes()).update(&text);
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
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

/// The card files of `cards/`, in folders by initial, so that they are embedded in the binary in
/// the order of their names. The index says what a card is called and what the catalogue lists of
/// it; of a file that has changed since the index was written, nothing is known before it is read.
fn bundled(folder: &Path, index: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for initial in names(folder)? {
        for name in names(&folder.join(&initial))?.into_iter().filter(|name| name.ends_with(".ron")) {
            files.push((name.clone(), format!("{initial}/{name}")));
        }
    }
    files.sort();
    let index: BTreeSet<&str> = index.lines().collect();
    let mut list = String::from("/// The bundled card files.\nconst BUNDLED: &[File] = &[\n");
    for (_, path) in files {
        let file = folder.join(&path);
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let key = format!("{path}\t{}\t", fingerprint::fingerprint(&text));
        let known = index.range(&*key..).next().and_then(|line| line.strip_prefix(&*key)?.split_once('\t'));
        let path = format!("core/card/cards/{path}");
        writeln!(list, "    File {{ path: {path:?}, text: include_str!({file:?}), known: {known:?} }},")?;
    }
    list.push_str("];\n");
    Ok(list)
}

/// What lies in a folder.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok()).collect())
}

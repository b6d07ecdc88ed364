//! What is worked out before the crate is compiled: the list of card files to embed, and the words
//! of the card language.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod words;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("bundled.rs"), bundled(&Path::new(&root).join("cards"))?)?;
    let declarations = Path::new(&root).join("src/card");
    println!("cargo::rerun-if-changed={}", declarations.display());
    println!("cargo::rerun-if-changed={}", Path::new(&root).join("build").display());
    fs::write(Path::new(&out).join("lexicon.rs"), words::table(&declarations)?)?;
    Ok(())
}

/// The card files of `cards/`, in folders by initial, so that they are embedded in the binary in
/// the order of their names.
fn bundled(folder: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for initial in names(folder)? {
        for name in names(&folder.join(&initial))?.into_iter().filter(|name| name.ends_with(".ron")) {
            files.push((name.clone(), format!("{initial}/{name}")));
        }
    }
    files.sort();
    let mut list = String::from("/// The bundled card files: name and text.\nconst BUNDLED: &[(&str, &str)] = &[\n");
    for (_, path) in files {
        writeln!(list, "    ({:?}, include_str!({:?})),", format!("core/cards/{path}"), folder.join(&path))?;
    }
    list.push_str("];\n");
    Ok(list)
}

/// What lies in a folder.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok()).collect())
}

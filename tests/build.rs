//! Makes a test of every scenario, named as its file, so that `cargo test cr_508` runs those of section 508.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("..");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["tests/scenarios", "examples"] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        let entries = fs::read_dir(root.join(folder))?.filter_map(Result::ok).map(|entry| entry.path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "ron")));
    }
    files.sort();
    let mut tests = String::new();
    for file in files {
        let name = file.file_stem().and_then(|stem| stem.to_str()).ok_or("a scenario's name is not text")?;
        let function = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase();
        writeln!(tests, "#[test]\nfn {function}() {{\n    super::check({:?});\n}}\n", file.display().to_string())?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("scenarios.rs"), tests)?;
    Ok(())
}

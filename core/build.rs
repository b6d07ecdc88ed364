//! Lists the card files of `cards/`, so that they are embedded in the binary.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("cards");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<String> = fs::read_dir(&folder)?
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".ron"))
        .collect();
    files.sort();
    let mut list = String::from("/// The bundled card files: name and text.\nconst BUNDLED: &[(&str, &str)] = &[\n");
    for name in files {
        writeln!(list, "    ({:?}, include_str!({:?})),", format!("core/cards/{name}"), folder.join(&name))?;
    }
    list.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("bundled.rs"), list)?;
    Ok(())
}

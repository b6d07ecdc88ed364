//! Tests the generated page of keys.

use super::*;

/// `docs/keys.md` is the output of `retrace keys`: after a change of the commands, `retrace keys >
/// docs/keys.md`.
#[test]
fn the_document_of_the_keys_is_what_the_command_writes() {
    let written = retrace(&["keys"]);
    assert_eq!(written.exit, Exit::Yes, "{}", written.err);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/keys.md");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), written.out, "run `retrace keys > docs/keys.md`");
    let json = retrace(&["keys", "--json"]).json();
    let menus = json["menus"].as_array().unwrap();
    let listed: usize = menus.iter().map(|menu| menu["commands"].as_array().unwrap().len()).sum();
    assert_eq!(listed, retrace_session::Command::ALL.len());
    assert!(json["answering"].as_array().unwrap().len() > 3);
}

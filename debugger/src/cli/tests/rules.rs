//! Tests `rule`, with a text of the rules that the user gives.

use super::*;

#[test]
fn a_rule_is_shown_from_the_text_that_is_given_and_none_is_bundled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("regeln.txt");
    let text =
        "Vorwort\n\n508. Angreifen\n\n508.1. Zuerst dies.\n\n508.1a Dann das.\nBeispiel: so.\n\n508.1k Am Ende.\n";
    std::fs::write(&path, text).unwrap();
    let rules = path.to_str().unwrap();
    let shown = retrace(&["rule", "508.1", "--rules", rules]);
    assert_eq!((shown.exit, shown.out.contains("Zuerst dies") && shown.out.contains("Am Ende")), (Exit::Yes, true));
    let json = retrace(&["--rules", rules, "rule", "508.1a", "--json"]).json();
    assert_eq!((json["part_of"].as_str(), json["after"].as_str()), (Some("508.1"), Some("508.1k")));
    assert_eq!(retrace(&["rule", "509.1", "--rules", rules]).exit, Exit::No);
    assert!(retrace(&["rule", "5", "--rules", rules]).complaint().contains("is not the number of a rule"));
    assert!(retrace(&["rule", "508.1"]).complaint().contains("--rules FILE"));
    std::fs::write(&path, text.replace("508.1a Dann das.", "508.1a")).unwrap();
    assert!(
        retrace(&["rule", "508.1", "--rules", rules]).complaint().contains("regeln.txt:7: rule 508.1a has no text")
    );
    std::fs::write(&path, text).unwrap();
    let attacked = event("Dire Fleet Captain attacks Defender");
    let shown = on_primer(&["show", "FILE", &attacked, "--rules", rules]);
    assert!(shown.out.ends_with("CR 508.1k  Am Ende.\n"), "{}", shown.out);
    let mut given = None;
    retrace_with(&["--rules", rules], &mut |session, shown| {
        given = Some((session.rulebook().is_some(), shown));
        Ok(())
    });
    assert_eq!(given, Some((true, Shown::Demonstration)));
}

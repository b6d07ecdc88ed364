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
    let attacked = event("Dire Fleet Captain attacks Defender");
    let shown = on_primer(&["show", "FILE", &attacked, "--rules", rules]);
    assert!(shown.out.ends_with("CR 508.1k  Am Ende.\n"), "{}", shown.out);
    let why = on_primer(&["why", "FILE", &attacked, "--rules", rules]);
    assert!(why.out.contains("\nCR 508.1k  Am Ende.\n"), "{}", why.out);
    let why = on_primer(&["why", "FILE", &attacked, "--rules", rules, "--json"]).json();
    let quoted = why["rule_texts"].as_array().unwrap();
    assert!(quoted.iter().any(|it| it["rule"] == "508.1k" && it["text"] == "Am Ende."), "{quoted:?}");
    let mut given = None;
    retrace_with(&["--rules", rules], &mut |session, shown| {
        given = Some((session.rulebook().is_some(), shown));
        Ok(())
    });
    assert_eq!(given, Some((true, Shown::Demonstration)));
}

/// A text in two languages, line by line, with one number twice, one that the edition lacks, and
/// one without a text.
const BILINGUAL: &str = "508. 攻撃\n\n508. Attack\n\n508.1. 最初に、これをする。\n\n508.1. First, this is done.\n\n\
                         508.1a 次に、それをする。\n\n508.1a Then that is done.\n\n508.1a That is done again.\n\n\
                         508.99. 最後。\n\n508.99. Last.\n\n508.2. Before it.\n\n508.3.\n\n";

#[test]
fn a_text_in_two_languages_answers_in_either_and_is_compared_with_the_edition() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.txt");
    std::fs::write(&path, BILINGUAL).unwrap();
    let rules = path.to_str().unwrap();
    let asked = |more: &[&str]| retrace(&[&["rule", "508.1a", "--rules", rules], more].concat());
    assert!(asked(&[]).out.starts_with("508.1a 次に"));
    let english = asked(&["--language", "en"]);
    assert_eq!(english.out, "508.1a Then that is done.\n(508.1a again, in line 13:) That is done again.\n");
    assert_eq!(asked(&["--json"]).json()["language"], "ja");
    assert!(asked(&["--language", "de"]).complaint().contains("no rules in German; it has: ja, en"));
    assert!(retrace(&["rule", "508.1a", "--language", "en"]).complaint().contains("--rules FILE"));
    // What one language lacks is shown in the other.
    let only = retrace(&["rule", "508.2", "--rules", rules, "--language", "ja"]);
    assert_eq!(only.out, "508.2 Before it.\n");

    let checked = retrace(&["rule", "--check", rules]);
    assert_eq!(checked.exit, Exit::No);
    for part in [
        "English: 5 rules found, 2599 of the 2603 of 2021-09-24 missing\n",
        "Not in the edition 2021-09-24 (1): 508.99 (line 15)\n",
        "There twice (1): 508.1a in English (lines 11 and 13)\n",
        "Without a text (1): 508.3 (line 21)\n",
        "100.1 to 507.2, 508.1b to 508.1m, 508.2a",
    ] {
        assert!(checked.out.contains(part), "{part}: {}", checked.out);
    }
    let json = retrace(&["rule", "--check", rules, "--json"]).json();
    assert_eq!(json["doubled"][0]["lines"], serde_json::json!([11, 13]));
    assert_eq!(json["languages"][0]["language"], "ja");
    assert!(retrace(&["rule"]).complaint().contains("--check"));
}

#[test]
fn the_text_of_the_edition_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.txt");
    let all = retrace_core::rule::edition().map(|rule| format!("{rule} The text of it.\n\n"));
    std::fs::write(&path, all.collect::<String>()).unwrap();
    let checked = retrace(&["rule", "--check", path.to_str().unwrap()]);
    assert_eq!((checked.exit, checked.out.lines().count()), (Exit::Yes, 1), "{}", checked.out);
}

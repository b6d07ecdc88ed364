//! Tests `log --filter`.

use super::*;

#[test]
fn log_lists_only_what_passes_a_filter() {
    let ran = on_primer(&["log", "FILE", "--filter", "kind:DamageDealt object:\"Dire Fleet\""]);
    assert_eq!(ran.exit, Exit::Yes, "{}", ran.err);
    assert!(ran.out.lines().filter(|line| line.contains("damage")).count() > 0, "{}", ran.out);
    let json = on_primer(&["log", "FILE", "--json", "--filter", "-player:A rule:704"]).json();
    let events = json["events"].as_array().unwrap();
    assert!(!events.is_empty());
    assert!(events.iter().all(|event| event["rule"].as_str().unwrap().starts_with("704")));
    let nothing = on_primer(&["log", "FILE", "--filter", "no such words"]);
    assert_eq!(nothing.exit, Exit::No);
    let wrong = on_primer(&["log", "FILE", "--filter", "flying kind:Nothing"]);
    assert_eq!(wrong.exit, Exit::Misuse);
    assert!(
        wrong.complaint().contains("in the filter, at character 8: there is no kind of event `Nothing`"),
        "{}",
        wrong.err
    );
}

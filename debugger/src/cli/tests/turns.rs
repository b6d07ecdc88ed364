//! Tests `turns`: what each player did, turn by turn.

use super::*;

#[test]
fn turns_are_listed_with_what_each_player_did() {
    let shown = on_primer(&["turns", "FILE"]);
    assert_eq!(shown.exit, Exit::Yes, "{}", shown.err);
    assert!(shown.out.starts_with("Turn ") && shown.out.contains("attackers 1"), "{}", shown.out);
    let json = on_primer(&["turns", "FILE", "--json"]).json();
    let turn = json["turns"][0]["turn"].as_u64().unwrap();
    assert!(json["turns"][0]["players"].as_object().unwrap().len() == 2);
    assert_eq!(on_primer(&["turns", "FILE", "--turn", &turn.to_string()]).exit, Exit::Yes);
    assert_eq!(on_primer(&["turns", "FILE", "--turn", "999"]).exit, Exit::No);
    // Everything counted is public.
    let seen = on_primer(&["turns", "FILE", "--as", "A"]);
    let counts = |out: &str| out.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(counts(&seen.out), counts(&shown.out));
}

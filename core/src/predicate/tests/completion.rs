//! Completion: only what would be understood is offered.

use crate::fact::ObjectId;
use crate::predicate::{Expression, Names, complete};

fn names() -> Names {
    Names::of_game(&crate::state::Game::empty()).with_alias("Bear", ObjectId(3)).with_alias("Serra Angel", ObjectId(4))
}

fn offered(text: &str) -> Vec<String> {
    complete(text, text.len(), &names()).items.into_iter().map(|item| item.text).collect()
}

fn has(text: &str, wanted: &[&str], not: &[&str]) {
    let offered = offered(text);
    for word in wanted {
        assert!(offered.iter().any(|it| it == word), "`{text}` offers {offered:?}, not `{word}`");
    }
    for word in not {
        assert!(offered.iter().all(|it| it != word), "`{text}` offers `{word}`");
    }
}

#[test]
fn what_is_offered_is_what_could_stand_there() {
    has("", &["turn", "creatures", "count("], &["power", "and"]);
    has("Bear.", &["power", "tapped", "flying", "counters("], &["life", "turn"]);
    has("Bear.pow", &["power"], &["toughness"]);
    has("active.", &["life", "hand", "mana("], &["power"]);
    has("event.", &["amount", "rule", "cause"], &["life"]);
    has("step = ", &["declare_blockers", "upkeep"], &["turn", "graveyard"]);
    has("step = decl", &["declare_attackers", "declare_blockers"], &["upkeep"]);
    has("count(creatures where ", &["power", "tapped", "turn"], &["life"]);
    has("count(creatures where controller = ", &["active", "Bear"], &["power", "turn"]);
    has("any(players where li", &["life", "library"], &["power"]);
    has("creatures where it.", &["power"], &["life"]);
    has("all(creatures, ta", &["tapped"], &["life"]);
    has("event.to = ", &["graveyard"], &["upkeep"]);
    has("Bear.power > ", &["turn", "lands_played", "count("], &["step"]);
    has("DamageD", &["DamageDealt"], &[]);
    has("creatures where Gob", &["Goblin"], &[]);
    has("turn ", &["=", "and", "where"], &["turn", "creatures"]);
    has("any(creatures", &["creatures"], &[]);
    has("any(creatures ", &["where", ")"], &["turn"]);
    has("\"Ser", &["\"Serra Angel\""], &["Bear"]);
    has("Be", &["Bear"], &[]);
}

#[test]
fn a_completion_takes_the_place_of_the_word_that_is_typed() {
    let text = "turn > 3 and Bear.pow and over";
    let found = complete(text, 21, &names());
    assert_eq!(&text[found.span.clone()], "pow");
    assert_eq!(found.items.first().map(|item| item.text.as_str()), Some("power"));
    assert!(!found.items.first().unwrap().meaning.is_empty());
    let quoted = "Bear.attached_to = \"Serra";
    let found = complete(quoted, quoted.len(), &names());
    assert_eq!(&quoted[found.span], "\"Serra");
}

/// Accepting a completion leads to a text that is understood there: it never fails at the beginning
/// of that word.
#[test]
fn what_is_offered_is_understood() {
    let begun = ["", "Bear.", "active.", "count(creatures where ", "turn = 1 or ", "not ", "step = ", "event.cause."];
    let mut tried = 0;
    for text in begun {
        for item in complete(text, text.len(), &names()).items {
            let whole = format!("{text}{}", item.text);
            if let Err(error) = Expression::compile(&whole, &names()) {
                assert!(error.span.start >= text.len() || error.column > 1, "{whole}: {error}");
                assert!(!error.to_string().contains("is no "), "{whole}: {error}");
            }
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn nothing_is_offered_where_nothing_can_be() {
    for text in ["turn > 1", "#1", "event.rule = 704.5"] {
        assert_eq!(offered(text), Vec::<String>::new(), "{text}");
    }
    // Completion fails on no input.
    for text in ["((((", "\"\\", "a.b.c.", "é.", "= = =", "where where ", "🐻", &"(".repeat(5000)] {
        for caret in 0..text.len().min(40) {
            let _offered = complete(text, caret, &names());
        }
    }
}

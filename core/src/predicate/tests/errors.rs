//! Errors: the column, what was found, what was expected, and what may have been meant.

use crate::fact::ObjectId;
use crate::predicate::{Names, Predicate, PredicateError};

fn names() -> Names {
    let genesis = crate::fact::Genesis {
        seed: 1,
        players: ["Ann", "Bob"]
            .map(|name| crate::fact::PlayerSetup { name: name.to_owned(), deck: vec![0; 10], ..Default::default() })
            .to_vec(),
        starting_player: crate::fact::PlayerId(0),
        cards: {
            let pool = crate::card::pool::Pool::bundled().expect("the pool reads");
            vec![crate::fact::Canonical::from(std::sync::Arc::clone(pool.get("Serra Angel").expect("it is there")))]
        },
        ..crate::fact::Genesis::default()
    };
    let (game, _) = crate::rules::start(&genesis).expect("it starts");
    Names::of_game(&game).with_alias("Bear", ObjectId(3))
}

fn error(text: &str) -> PredicateError {
    Predicate::compile(text, &names()).expect_err(text)
}

#[test]
fn an_error_names_column_found_expected_and_the_nearest_word() {
    let table = [
        ("", "column 1: expected a word, a number, a text in quotation marks, or `(`, found the end"),
        ("A.lfie <= 3", "column 3: `lfie` is no word that is asked of a player; did you mean `life`?"),
        ("A.life <= ", "column 11: expected a word, a number, a text in quotation marks, or `(`, found the end"),
        ("A.life <= Bob", "column 11: expected a number, found a player; ask something of it behind a `.`"),
        ("A.life", "column 1: expected yes or no, found a number; compare it, as in `… > 0`"),
        ("A.life == 3", "column 8: `==` means nothing here; write `=`"),
        ("A.life < 3 && B.life < 3", "column 12: `&&` means nothing here; write `and`"),
        ("1 < turn < 3", "column 10: expected `and` between two comparisons, which do not chain, found `<`"),
        ("turn = 3)", "column 9: expected no `)`, since none is open, found `)`"),
        ("(turn = 3", "column 10: expected `)`, found the end"),
        ("turn 3", "column 6: expected a comparison, `and`, `or`, `where`, or the end, found the number 3"),
        ("step = upkep", "column 8: `upkep` is no turn step; did you mean `upkeep`?"),
        ("phase = 3", "column 9: expected a phase, found a number"),
        ("tunr = 3", "column 1: `tunr` is no word of the language here; did you mean `turn`?"),
        ("Bobb.life < 3", "column 1: `Bobb` is nobody's and nothing's name here; did you mean `Bob`?"),
        (
            "\"Sera Angel\".tapped",
            "column 1: `Sera Angel` is nobody's and nothing's name here; did you mean `\"Serra Angel\"`?",
        ),
        ("Bear.lfie < 3", "column 6: `lfie` is no word that is asked of an object"),
        ("Bear.powr < 3", "column 6: `powr` is no word that is asked of an object; did you mean `power`?"),
        ("Moveed", "column 1: `Moveed` is no kind of event; did you mean `Moved`?"),
        ("event.kind = Move", "column 14: `Move` is no kind of event; did you mean `Moved`?"),
        (
            "event = Moved",
            "column 9: expected an event, found a kind of event; write `event.kind = Moved`, or `Moved` alone",
        ),
        (
            "creatures",
            "column 1: expected yes or no, found objects; ask `any(…)` whether there are some, `count(…)` how many",
        ),
        ("any(creatures where goblin)", "column 21: `goblin` is no word of the language here; did you mean `Goblin`?"),
        ("any(creatures where Gobblin)", "column 21: `Gobblin` is no subtype or kind of event; did you mean `Goblin`?"),
        ("any(creatures where power)", "column 21: expected yes or no, found a number; compare it, as in `… > 0`"),
        ("power > 3", "column 1: `power` is asked of an object: write it behind one, or inside of a `where`"),
        ("A.hand.size > 3", "column 8: `size` is no word that is asked of an object; did you mean `count(…)`?"),
        ("count(A.life) > 3", "column 7: expected objects, players or events, found a number"),
        ("cuont(creatures) > 3", "column 1: `cuont` is no function; did you mean `count`?"),
        ("count > 3", "column 1: expected `count(OBJECTS)`, found `count` alone"),
        ("all(creatures)", "column 1: expected `all(OBJECTS, YES-OR-NO)`, found nothing that is to hold"),
        ("event.rule = 5", "column 14: expected a rule such as 704.5a, or a section such as 704, found another number"),
        ("active < Bob", "column 1: expected a number before `<`, found a player, to which only `=` and `!=` apply"),
        (
            "creatures.power * creatures.power > 3",
            "column 19: expected one number, since there are several already, found several; choose with `sum(…)`, `max(…)` or `min(…)`",
        ),
        ("it.power > 3", "column 1: expected something that there is, found `it`, which is only inside of a `where`"),
        ("A.life = 99999999999", "column 10: the number is too large; 4294967295 is the most"),
        ("Bear.name = \"Bear", "column 13: the text that begins here does not end; close it with `\"`"),
        ("A.life / 2 = 3", "column 8: `/` means nothing here; numbers are whole and are not divided (CR 107.1)"),
        ("A.life(3) = 3", "column 8: expected `life` alone, found something in parentheses"),
        (
            "3.life = 3",
            "column 1: expected objects, players or events before the `.`, found a number, of which nothing is asked",
        ),
    ];
    let found: Vec<(&str, String)> = table.iter().map(|(text, _)| (*text, error(text).to_string())).collect();
    let wanted: Vec<(&str, String)> = table.iter().map(|(text, told)| (*text, (*told).to_owned())).collect();
    let wrong: Vec<_> = found.iter().zip(&wanted).filter(|(found, wanted)| found != wanted).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_caret_points_at_the_place() {
    assert_eq!(error("Bear.powr < 3").caret(), "Bear.powr < 3\n     ^^^^");
    assert_eq!(error("A.life <= ").caret(), "A.life <= \n          ^");
    // Columns are characters, not bytes.
    let accented = error("\"Ærie\".power > 3 and lfie");
    assert_eq!(accented.column, 1);
    let far = format!("{} and lfie > 3 and {}", vec!["true"; 60].join(" and "), vec!["true"; 60].join(" and "));
    let caret = error(&far).caret();
    let (line, marks) = caret.split_once('\n').expect("two lines");
    let at = marks.find('^').expect("a caret");
    assert!(line.chars().count() < 140 && line.starts_with('…') && line.ends_with('…'), "{caret}");
    assert_eq!(line.chars().skip(at).take(4).collect::<String>(), "lfie");
}

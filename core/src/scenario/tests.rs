//! Tests the error messages of scenarios, and that the examples of the docs pass.

use crate::card::pool::Pool;

use super::{Run, Scenario, ScenarioError};

const BOARD: &str = r#"Scenario(
    name: "a board",
    players: [
        (
            name: "Ann",
            battlefield: ["Mountain", (card: "Grizzly Bears", as: "Bear")],
            hand: ["Lightning Bolt"],
        ),
        (name: "Bob", battlefield: [(card: "Grizzly Bears", as: "Other")]),
    ],
    script: [
        // SCRIPT
    ],
)
"#;

fn run(script: &str) -> Result<Run, ScenarioError> {
    run_text(&BOARD.replace("// SCRIPT", script))
}

fn run_text(text: &str) -> Result<Run, ScenarioError> {
    Scenario::read("board.ron", text)?.run(&Pool::bundled()?)
}

fn error(script: &str) -> String {
    run(script).expect_err("it should be refused").to_string()
}

#[test]
fn a_syntax_error_names_its_line_and_column() {
    assert_eq!(
        error("Pass,\n        Cast(card: \"Lightning Bolt\", tragets: [\"Bob\"]),"),
        "board.ron:13:38: `Cast` has no field `tragets`; did you mean `targets`?"
    );
    let message = error("Expect([\n            Life(of: \"Ann\", iz: 3),\n        ]),");
    assert!(message.starts_with("board.ron:13:29: `Life` has no field `iz`"), "{message}");
    let message = error("Jump,");
    assert!(message.starts_with("board.ron:12:9: `Jump` is no step"), "{message}");
    let unclosed = BOARD.replace("// SCRIPT", "Attack([(\"Bear\", \"Bob\"]),");
    let message = run_text(&unclosed).expect_err("it does not close").to_string();
    assert!(message.starts_with("board.ron:12:"), "{message}");
}

#[test]
fn an_unknown_card_is_told_with_its_place_and_what_it_may_have_been() {
    let text = BOARD.replace("hand: [\"Lightning Bolt\"]", "hand: [\n  \"Lightnin Bolt\"]");
    let message = run_text(&text).expect_err("there is no such card").to_string();
    assert_eq!(message, "board.ron:8:3: there is no card `Lightnin Bolt`; did you mean Lightning Bolt?");
}

#[test]
fn what_cannot_be_on_a_board_is_told_with_its_place() {
    let instant = BOARD.replace("battlefield: [\"Mountain\"", "battlefield: [\"Lightning Bolt\"");
    let message = run_text(&instant).expect_err("it is no permanent").to_string();
    assert!(
        message.starts_with("board.ron:6:27: a set-up cannot put Lightning Bolt into the battlefield"),
        "{message}"
    );
    let many = BOARD.replace("hand: [\"Lightning Bolt\"]", "hand: [(card: \"Forest\", count: 4000000000)]");
    let message = run_text(&many).expect_err("they are too many").to_string();
    assert_eq!(message, "board.ron:7:20: 4000000000 are too many; 500 is the most");
    let twice = BOARD.replace("as: \"Other\"", "as: \"Bear\"");
    let message = run_text(&twice).expect_err("the alias is given twice").to_string();
    assert_eq!(message, "board.ron:9:37: `Bear` is already the name of an object that exists");
}

#[test]
fn an_inline_card_is_read_in_its_place() {
    let card = "cards: [\n    Card(\n        name: \"Ogre\",\n        types: [Creature],\n        power: 3,\n    ),\n    ],\n    players: [";
    let message = run_text(&BOARD.replacen("players: [", card, 1)).expect_err("it has no toughness").to_string();
    assert!(message.starts_with("board.ron:7:9: `power`"), "{message}");
}

#[test]
fn a_card_file_is_asked_of_the_loader() {
    let text = BOARD.replacen("players: [", "card_files: [\"ogre.ron\"],\n    players: [", 1);
    let text = text.replace("hand: [\"Lightning Bolt\"]", "hand: [\"Ogre\"]");
    let mut scenario = Scenario::read("board.ron", &text).expect("it reads");
    let pool = Pool::bundled().expect("the pool reads");
    let message = scenario.run(&pool).expect_err("nobody loaded it").to_string();
    assert_eq!(message, "board.ron:3:18: the card file `ogre.ron` has not been loaded");
    let ogre = r#"Card(name: "Ogre", types: [Creature], power: 3, toughness: 3)"#;
    scenario.load_cards(&mut |path| Ok(vec![(path.to_owned(), ogre.to_owned())])).expect("it loads");
    scenario.run(&pool).expect("the card is there now");
}

/// A name that several of a permanent's cards could have is not silently taken for one of them.
#[test]
fn what_several_objects_could_be_is_an_error_that_lists_them() {
    let script = |last: &str| {
        format!(
            r#"Scenario(
            name: "melded",
            players: [
                (name: "Ann", battlefield: [(card: "Hanweir Battlements", as: "Land"), "Hanweir Garrison", (card: "Mountain", count: 5)]),
                (name: "Bob"),
            ],
            script: [
                Activate(object: "Land", ability: 2),
                ResolveTop,
                Call(it: "Hanweir, the Writhing Township", as: "Town"),
                Edit(Move(what: "Town", to: Graveyard)),
                {last}
            ],
        )"#
        )
    };
    let error = |last: &str| run_text(&script(last)).expect_err("it should be refused").to_string();
    for ambiguous in ["Latest(\"Town\")", "Successor(\"Town\")"] {
        let message = error(&format!("Edit(Move(what: {ambiguous}, to: Exile)),"));
        for part in ["2 objects", "`Hanweir Battlements`", "`Hanweir Garrison`", "Part("] {
            assert!(message.contains(part), "{message}");
        }
    }
    let message = error("Edit(Move(what: Part(Latest(\"Town\"), \"Plains\"), to: Exile)),");
    assert!(message.contains("no part of") && message.contains("`Hanweir Garrison`"), "{message}");
}

#[test]
fn a_choice_that_the_script_does_not_answer_is_shown_with_its_options() {
    let message = error("Cast(card: \"Lightning Bolt\"),\n        Pass,");
    let begins = "board.ron:13:9: the script does not answer a choice: Ann chooses target 0 of Lightning Bolt \
        (CR 601.2c): 1 of Ann, Bob, Grizzly Bears (#";
    assert!(message.starts_with(begins), "{message}");
    // The two are distinguished by their numbers.
    assert_eq!(message.matches("Grizzly Bears (#").count(), 2, "{message}");
    let message = error("Cast(card: \"Lightning Bolt\"),");
    assert!(message.contains("ends with a choice that the script does not answer"), "{message}");
    run("Cast(card: \"Lightning Bolt\"), BackOut,").expect("taking it back is an answer");
}

#[test]
fn a_step_that_the_rules_refuse_is_an_error_with_the_rule() {
    let message = error("Cast(card: \"Lightning Bolt\", targets: [\"Bob\"]),\n        ResolveAll,\n        BackOut,");
    assert!(message.starts_with("board.ron:14:9: the rules refuse this"), "{message}");
    assert!(message.contains("(CR 726.1)"), "{message}");
}

#[test]
fn a_legal_step_that_was_to_be_illegal_is_a_failure_and_does_not_happen() {
    let run = run("Illegal(step: Pass),\n        Expect([Priority(\"Ann\")]),").expect("it runs");
    assert_eq!(run.failures.len(), 1);
    assert_eq!(run.failures[0].line, 12);
    assert_eq!(run.failures[0].found, "that it is legal");
    assert!(run.timelines[0].inputs.is_empty());
}

#[test]
fn a_wrong_number_fails_with_expected_found_and_the_events_since() {
    let bolt = "Cast(card: \"Lightning Bolt\", targets: [\"Bob\"]),\n        ResolveTop,\n        Expect([Life(of: \"Bob\", is: 17)]),";
    assert_eq!(run(bolt).expect("it runs").failures, []);
    let run = run(&bolt.replace("17", "18")).expect("it runs");
    let [failure] = run.failures.as_slice() else { panic!("{:?}", run.failures) };
    assert_eq!((failure.line, failure.timeline.as_str()), (14, "main"));
    assert_eq!((failure.expected.as_str(), failure.found.as_str()), ("life of Bob: 18", "17"));
    assert!(failure.events_since.iter().any(|event| event.contains("LifeLost Bob 3")), "{failure}");
    assert!(!failure.events_since.iter().any(|event| event.contains("BecameCast")), "{failure}");
}

#[test]
fn two_objects_of_one_name_need_aliases() {
    let message = error("Cast(card: \"Lightning Bolt\", targets: [\"Grizzly Bears\"]),");
    assert!(message.contains("2 objects are called `Grizzly Bears`"), "{message}");
    assert!(error("Attack([(\"Bera\", \"Bob\")]),").contains("nothing is called `Bera`"));
}

#[test]
fn what_does_not_exist_does_not_pass_for_what_is_absent() {
    assert!(error("Expect([Choice(withholds: [Cast(\"Lightning Bold\")])]),").contains("nothing is called"));
    assert!(error("Expect([Choice(withholds: [Ability(\"Mountain\", 1)])]),").contains("no such activated ability"));
    assert!(error("Expect([Event(kind: \"Tappd\", count: 0)]),").contains("there is no kind of event `Tappd`"));
    assert!(error("Expect([Event(kind: \"Tapped\", since: \"then\", count: 0)]),").contains("no label `then`"));
}

#[test]
fn a_fork_shares_what_came_before_and_no_more() {
    let run = run("Attack([(\"Bear\", \"Bob\")]), Label(\"before blocks\"), Fork(\"blocked\"), Switch(\"blocked\"), \
                   Block([(\"Other\", [\"Bear\"])]), AdvanceTo(step: EndOfCombat), Expect([Gone(\"Bear\")]), \
                   Switch(\"main\"), AdvanceTo(step: EndOfCombat), Expect([Life(of: \"Bob\", is: 18)]),")
    .expect("it runs");
    assert_eq!(run.failures, []);
    let [main, blocked] = run.timelines.as_slice() else { panic!("two timelines") };
    let point = blocked.forked_from.clone().expect("it was forked");
    assert_eq!((point.timeline.as_str(), point.inputs), ("main", main.labels[0].inputs));
    assert_eq!(main.inputs[..point.inputs], blocked.inputs[..point.inputs]);
    assert_eq!(main.labels, blocked.labels);
    assert_ne!(main.inputs[point.inputs..], blocked.inputs[point.inputs..]);
}

#[test]
fn the_inputs_of_a_timeline_play_it_again() {
    let run = run("Attack([(\"Bear\", \"Bob\")]), AdvanceTo(step: Upkeep),").expect("it runs");
    let (mut game, _) = crate::rules::start(&run.genesis).expect("it starts");
    for input in &run.timelines[0].inputs {
        game = crate::rules::play(&game, input).expect("it is legal").1;
    }
    assert!(game == run.timelines[0].end);
}

/// The format's reference page; these tests keep its examples correct.
const FORMAT: &str = include_str!("../../../docs/scenario-format.md");

#[test]
fn the_examples_of_the_format_pass() {
    let mut examples = 0;
    for block in FORMAT.split("```ron\n").skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        let line = FORMAT[..FORMAT.find(text).unwrap_or(0)].lines().count();
        let pool = Pool::bundled().expect("the pool reads");
        let run = Scenario::read("docs/scenario-format.md", text).and_then(|scenario| scenario.run(&pool));
        let run = run.unwrap_or_else(|error| panic!("in the example at line {line}: {error}"));
        assert_eq!(run.failures, [], "in the example at line {line}");
        examples += 1;
    }
    assert!(examples >= 6);
}

/// The reference page of card files.
const CARD_FORMAT: &str = include_str!("../../../docs/card-format.md");

#[test]
fn the_examples_of_the_card_format_pass() {
    let pool = Pool::bundled().expect("the pool reads");
    let (mut cards, mut scenarios) = (Vec::new(), 0);
    for block in CARD_FORMAT.split("```ron\n").skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        if text.starts_with("Card(") {
            let card = crate::card::file::read_card("docs/card-format.md", text);
            cards.push((card.unwrap_or_else(|error| panic!("{error}")), text.to_owned()));
        } else {
            let mut scenario = Scenario::read("docs/card-format.md", text).unwrap_or_else(|error| panic!("{error}"));
            let file = |path: &str| {
                let named = |name: &str| format!("{}.ron", name.to_lowercase().replace(' ', "_")) == path;
                let found = cards.iter().find(|(card, _)| named(card.name()));
                found.map(|(_, text)| vec![(path.to_owned(), text.clone())]).ok_or_else(|| format!("no {path}"))
            };
            scenario.load_cards(&mut |path| file(path)).unwrap_or_else(|error| panic!("{error}"));
            let run = scenario.run(&pool).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(run.failures, []);
            scenarios += 1;
        }
    }
    assert_eq!((cards.len(), scenarios), (4, 1));
}

#[test]
fn the_format_tells_every_step_and_expectation() {
    for wrong in ["Nothing,", "Expect([Nothing]),"] {
        let message = run(wrong).expect_err("it should be refused").whole;
        let words: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        assert!(words.len() > 20, "{message}");
        for word in words {
            let told = ["(", "`"].iter().any(|after| FORMAT.contains(&format!("{word}{after}")));
            assert!(told, "docs/scenario-format.md does not tell `{word}`");
        }
    }
}

/// A stranger's card cannot ask for endless work: it is refused quickly and without much memory.
#[test]
fn what_brings_about_too_much_is_refused() {
    let tokens = "CreateTokens(who: You, count: Fixed(2000000000), token: (name: \"Horde\", types: [Creature], \
                  power: 1, toughness: 1))";
    let mana = "AddMana(who: You, mana: OneOf([Black], Fixed(2000000000)))";
    let turns = "ExtraTurn(who: You, count: Fixed(2000000000))";
    let draws = "Draw(who: You, count: Fixed(2000000000))";
    let any = "AddMana(who: You, mana: Combination([Black, Red], Fixed(2000000000)))";
    let steps = "ExtraSteps(step: Upkeep, count: Fixed(2000000000), place: AfterThis)";
    let skip = "Skip(who: You, what: Turn, count: Fixed(2000000000))";
    let coins = "FlipCoins(count: Fixed(2000000000), called: false)";
    let dice = "RollDice(count: Fixed(2000000000), sides: 6)";
    for instruction in [tokens, mana, any, turns, steps, skip, draws, coins, dice] {
        let card = format!(
            "cards: [Card(name: \"Too Much\", cost: \"{{0}}\", types: [Sorcery], abilities: \
             [Spell(body: (instructions: [{instruction}]))])],\n    players: ["
        );
        let text = BOARD.replace("players: [", &card).replace("\"Lightning Bolt\"", "\"Too Much\"");
        let text = text.replace("// SCRIPT", "Cast(card: \"Too Much\"), ResolveTop");
        let told = run_text(&text).expect_err(instruction).to_string();
        assert!(told.contains("this would bring about more than is played: 20000 events at once"), "{told}");
    }
}

/// Nor can many small inputs pile up objects without end, each of which costs time at each input.
#[test]
fn what_piles_up_is_refused() {
    let mill = "cards: [Card(name: \"Mill\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: \
                [CreateTokens(count: Fixed(9000), token: (name: \"Dust\", types: [Artifact]))]))])],\n    players: [";
    let text = BOARD.replace("players: [", mill).replace("\"Lightning Bolt\"", "\"Mill\"");
    let five = "Activate(object: \"dusty\"), ResolveTop,".repeat(5);
    let text = text.replace(
        "// SCRIPT",
        &format!("Edit(Add(card: \"Mill\", of: \"Ann\", to: Battlefield, as: \"dusty\")), {five}"),
    );
    let told = run_text(&text).expect_err("it should be refused").to_string();
    assert!(told.contains("40000 objects in the game"), "{told}");
}

/// After an error, other timelines are still played, and every expectation before the error is
/// reported.
#[test]
fn a_run_goes_up_to_an_error_and_on_elsewhere() {
    let script = "Fork(\"calm\"), Pass, Expect([Life(of: \"Bob\", is: 1), Life(of: \"Bop\", is: 1)]), Jump, \
                  Expect([Life(of: \"Bob\", is: 2)]), Fork(\"lost\"), Switch(\"lost\"), Pass, \
                  Switch(\"calm\"), Expect([Life(of: \"Bob\", is: 3)]), AdvanceTo(step: Upkeep, turn: 1),";
    let text = BOARD.replace("// SCRIPT", script);
    let scenario = Scenario::read_what_can_be("board.ron", &text).expect("the board reads");
    let pool = Pool::bundled().expect("the pool reads");
    let run = scenario
        .run_with(&pool, &mut |_, _| std::ops::ControlFlow::Continue(()))
        .expect("it runs")
        .expect("to its end");
    let expected: Vec<&str> = run.failures.iter().map(|failure| failure.expected.as_str()).collect();
    assert_eq!(expected, ["life of Bob: 1", "life of Bob: 3"]);
    let places: Vec<(&str, usize)> = run.errors.iter().map(|it| (it.timeline.as_str(), it.inputs)).collect();
    assert_eq!(places, [("main", 1), ("main", 1), ("calm", 0)]);
    assert_eq!(run.timelines.len(), 2, "no timeline goes off from one that has ended");
    assert!(run.without_errors().is_err_and(|error| error.message.contains("`Bop`")));
}

/// The page for script authors lists every kind of event.
#[test]
fn the_format_tells_every_kind_of_event() {
    for (_, kind) in crate::fact::Event::KINDS {
        assert!(FORMAT.contains(&format!("`{kind}`")), "docs/scenario-format.md does not tell `{kind}`");
    }
}

//! Puzzles of our own making.

use super::*;

/// A puzzle with these lines of metadata and of a board.
fn import(metadata: &str, state: &str) -> Result<ImportedPuzzle, Vec<String>> {
    let text = format!("[metadata]\n{metadata}[state]\nactiveplayer=human\nactivephase=Main1\n{state}");
    let pool = Pool::bundled().expect("the pool reads");
    let imported = imported("p.pzl", &text, "p", &pool);
    imported.map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

fn board(state: &str) -> String {
    import("", state).unwrap_or_else(|errors| panic!("{errors:#?}")).text
}

/// What is wrong with a board; its first line is the fifth of the file.
fn wrong(state: &str) -> String {
    import("", state).expect_err("no scenario says this").join("\n")
}

#[test]
fn a_puzzle_becomes_a_scenario_with_its_goal() {
    let metadata = "Name:Three to go\nURL:https://example.org\nGoal:Win\nTurns:1\nDifficulty:Easy\n\
                    Description:Win\\nthis turn.\nHumanControl:true\n";
    let state = "turn=1\nhumanlife=2\nailife=3\nhumanhand=Lightning Bolt|Set:M10;Forest;Forest\n\
                 humanbattlefield=Mountain|Tapped;Mountain;Grizzly Bears|SummonSick|Counters:P1P1=2,CHARGE=1|Damage:1\n\
                 humangraveyard=Forest;Island;Swamp\nhumanlibrary=Plains;Holy Day\naicounters=POISON=4\n\
                 humanmanapool=R G\nhumanlandsplayed=1\naihand=;\n";
    let puzzle = import(metadata, state).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(puzzle.name, "Three to go");
    assert_eq!(puzzle.goal.as_deref(), Some("Human.won and turn <= 1"));
    for line in [
        "about: \"Win this turn. Goal: Win. Last turn: 1. Difficulty: Easy. From https://example.org. Human makes the \
         choices of AI, too.\",",
        "life: 2,",
        "counters: {Poison: 4},",
        "(card: \"Mountain\", tapped: true),",
        "(card: \"Grizzly Bears\", sick: true, counters: {PowerToughness(1, 1): 2, Named(\"charge\"): 1}, damage: 1),",
        "(card: \"Forest\", count: 2),",
        "graveyard: [\n                \"Swamp\",\n                \"Island\",\n                \"Forest\",\n",
        "library: [\n                \"Plains\",\n                \"Holy Day\",\n",
        "library: [],",
        "turn: (number: 1, active: \"Human\", step: PrecombatMain),",
        "Edit(LandsPlayed(1)),",
        "Edit(Mana(of: \"Human\", is: \"RG\")),",
        "Expect([Holds(\"Human.won and turn <= 1\")]),",
    ] {
        assert!(puzzle.text.contains(line), "{line} is not in {}", puzzle.text);
    }
    let solved = "Cast(card: \"Lightning Bolt\", targets: [\"AI\"]),\n        ResolveTop,\n        // The solution";
    let solved = puzzle.text.replace("// The solution", solved);
    let scenario = Scenario::read("p.ron", &solved).unwrap_or_else(|error| panic!("{error}"));
    let run = scenario.run(&Pool::bundled().expect("the pool reads")).unwrap_or_else(|error| panic!("{error}"));
    assert!(run.failures.is_empty(), "{:?}", run.failures);
}

#[test]
fn permanents_are_attached_turned_and_owned() {
    let text = board(
        "p0battlefield=Grizzly Bears|Id:7;Aether Tunnel|AttachedTo:7;Bonesplitter|Attaching:7|Id:8;\
         Kessig Prowler|Transformed;Savannah Lions|Owner:AI|FaceDown:Manifested;Curse of Bloodletting|EnchantingPlayer:AI\n",
    );
    for line in [
        "(card: \"Grizzly Bears\", as: \"Id7\"),",
        "(card: \"Aether Tunnel\", as: \"Other1\", attached_to: \"Id7\"),",
        "(card: \"Bonesplitter\", as: \"Id8\", attached_to: \"Id7\"),",
        "(card: \"Kessig Prowler\", as: \"Other2\"),",
        "(card: \"Savannah Lions\", controller: \"Human\", manifested: true),",
        "(card: \"Curse of Bloodletting\", as: \"Other3\", attached_to: \"AI\"),",
        "Edit(Transformed(of: \"Other2\", is: true)),",
        "Expect([Attached(of: \"Id8\", to: \"Id7\")]),",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    let led = board("humancommand=Isamaru, Hound of Konda|IsCommander\nailibrary=Forest\n");
    for line in ["variant: \"commander\",", "life: 20,", "(card: \"Isamaru, Hound of Konda\", commander: true),"] {
        assert!(led.contains(line), "{line} is not in {led}");
    }
    let apart = wrong("humanbattlefield=Forest|Id:1;Aether Tunnel|AttachedTo:1\n");
    assert!(apart.starts_with("p.pzl:5:"), "{apart}");
}

#[test]
fn tokens_are_defined() {
    let text = board(
        "humanbattlefield=t:w_1_1_bird_flying;t:w_1_1_bird_flying|Tapped;t:c_1_1_a_thopter_flying;t:c_a_treasure_sac;\
         t:Wolf,P:2,T:2,Cost:no cost,Color:G,Types:Creature-Wolf,Keywords:First Strike,Image:g_2_2_wolf;Forest|IsToken\n",
    );
    for part in [
        "name: \"Bird\"",
        "name: \"Thopter\"",
        "name: \"Treasure\"",
        "name: \"Wolf\"",
        "Keyword(FirstStrike)",
        "(card: \"Bird\", tapped: true, token: true),",
        "(card: \"Forest\", token: true),",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert_eq!(text.matches("name: \"Bird\"").count(), 1);
    for (token, why) in [
        ("w_1_1_soldier;t:w_2_2_soldier", "p.pzl:5:34: two tokens of this name differ"),
        ("w_1_1_smurf", "`smurf` of the token `w_1_1_smurf` cannot be read; define a card"),
        ("voja", "`voja` of the token `voja` cannot be read"),
        ("w_x_x_soldier", "`x` of the token"),
        ("Wolf,P:2,T:2,Glow:1", "`Glow:1` of a token cannot be read"),
    ] {
        let told = wrong(&format!("humanbattlefield=t:{token}\n"));
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn goals_are_predicates() {
    let goal = |metadata: &str| {
        let puzzle = import(metadata, "aibattlefield=Grizzly Bears\n").unwrap_or_else(|errors| panic!("{errors:#?}"));
        puzzle.goal.unwrap_or_default()
    };
    for (metadata, predicate) in [
        ("Goal:win\n", "Human.won"),
        ("Goal:Survive\nTurns:3\n", "Human.won or turn > 3 and not over"),
        ("Goal:Kill specified creatures\nTurns:1\n", "count(AI.creatures) = 0 and turn <= 1"),
        ("Goal:Gain control of specified permanents\n", "count(AI.permanents) = 0"),
        (
            "Goal:Play the specified permanent\nTargets:Creature.YouCtrl+namedSerra Angel\nTargetCount:2\n",
            "count(Human.creatures where name = \"Serra Angel\") >= 2",
        ),
        ("Difficulty:Hard\n", ""),
    ] {
        assert_eq!(goal(metadata), predicate);
    }
    for (metadata, why) in [
        ("Goal:Dance\n", "p.pzl:2:6: `Dance` means nothing in a puzzle; there are: win, survive"),
        ("Goal:Survive\n", "p.pzl:2:6: how long is not said"),
        ("Goal:Win\nTurns:0\n", "p.pzl:3:7: the last turn would be 0, and the board is in turn 1"),
        ("Goal:Win\nTurns:one\n", "p.pzl:3:7: `one` is no number that fits here"),
        ("Goal:Destroy specified permanents\nTargets:Creature.powerGE3\n", "`powerGE3` cannot be asked for"),
        ("Goel:Win\n", "p.pzl:2:1: `Goel` means nothing in a puzzle; did you mean `goal`?"),
        ("HumanControl:perhaps\n", "p.pzl:2:14: `perhaps` is neither true nor false"),
    ] {
        let told = import(metadata, "").expect_err("no goal").join("\n");
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn what_no_board_says_is_refused_with_its_place() {
    for (state, why) in [
        ("humanhand=Lightning Bolb\n", "p.pzl:4:11: there is no card “Lightning Bolb”; did you mean “Lightning Bolt”?"),
        ("humanhand=Forest;;Forest\n", "there is no name between two semicolons"),
        ("humanhand=Forest|Tapped\n", "p.pzl:4:11: "),
        ("humanbattlefield=Lightning Bolt\n", "p.pzl:4:18: "),
        ("humanbattlefield=Forest|Tappd\n", "p.pzl:4:25: `Tappd` means nothing in a puzzle; did you mean `Tapped`?"),
        ("humanbattlefield=Forest|Tapped:yes\n", "p.pzl:4:32: `Tapped` has no value"),
        (
            "humanbattlefield=Grizzly Bears|Attacking\n",
            "p.pzl:4:32: `Attacking`: no creature attacks as a board begins",
        ),
        ("humanbattlefield=Forest|ChosenColor:red\n", "`ChosenColor`: a board does not say what was chosen"),
        ("humanbattlefield=Forest|Counters:P1P1\n", "p.pzl:4:34: `P1P1` is no kind and number; write P1P1=2"),
        ("humanbattlefield=Forest|Counters:P1P1=-1\n", "`-1` is no number that fits here"),
        ("humanbattlefield=Forest|AttachedTo:3\n", "p.pzl:4:36: no card has the number 3"),
        ("humanbattlefield=Forest|Id:3;Island|Id:3\n", "two cards have the number 3"),
        ("humanbattlefield=Forest|Transformed\n", "p.pzl:4:18: "),
        ("humanexile=Forest|FaceDown\n", "p.pzl:4:19: a board has face-down cards only on the battlefield"),
        ("humanhand=Forest|Owner:AI\n", "cards are with their owner everywhere but on the battlefield"),
        ("humanprecast=Lightning Bolt->AI\n", "p.pzl:4:1: `humanprecast`: a board has nothing that was cast"),
        ("aipersistentmana=R\n", "mana that stays comes from an effect"),
        ("ailandsplayed=1\n", "p.pzl:4:15: only the active player plays lands"),
        ("humanmanapool=Q\n", "p.pzl:4:15: `Q` is no mana"),
        ("p2hand=Forest\n", "p.pzl:4:1: `p2hand` means nothing in a puzzle"),
        ("humanhnad=Forest\n", "`humanhnad` means nothing in a puzzle; did you mean `humanhand`"),
        ("turn=0\n", "p.pzl:4:6: turns are counted from 1"),
        ("activephase=Main1\n", "p.pzl:4:1: `activephase` is there twice"),
        ("Forest\n", "p.pzl:4:1: `Forest` is no key with a value; write KEY=VALUE"),
        ("[stack]\n", "p.pzl:4:1: a puzzle has no section `[stack]`"),
    ] {
        let text = format!("[state]\nactiveplayer=human\nactivephase=Main1\n{state}");
        let pool = Pool::bundled().expect("the pool reads");
        let errors = imported("p.pzl", &text, "p", &pool).expect_err(state);
        assert!(errors.iter().any(|error| error.to_string().contains(why)), "{state}: {errors:#?}");
    }
    for (text, why) in [
        ("", "p.pzl:1:1: the puzzle has no `activeplayer=human`"),
        ("[state]\nactiveplayer=human\n", "the puzzle has no `activephase=Main1`"),
        ("[state]\nactiveplayer=bob\n", "p.pzl:2:14: there is no player `bob`; write human or ai"),
        ("[state]\nactivephase=COMBAT_DECLARE_BLOCKERS\n", "p.pzl:2:13: a board does not begin in"),
        ("turn=1\n", "p.pzl:1:1: this stands in no section"),
    ] {
        let pool = Pool::bundled().expect("the pool reads");
        let errors = imported("p.pzl", text, "p", &pool).expect_err(text);
        assert!(errors.iter().any(|error| error.to_string().contains(why)), "{text}: {errors:#?}");
    }
}

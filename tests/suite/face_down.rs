//! Law 9 for face-down objects (CR 708.5): two games that differ only in what is beneath look the
//! same to the opponent, event by event and on the board.

use retrace_core::card::pool::Pool;
use retrace_core::fact::{PlayerId, Step};
use retrace_core::observe;
use retrace_core::rules;
use retrace_core::scenario::Scenario;
use retrace_core::state::Game;

/// A game in which cards named `CARD` are cast face down, manifested, fought with, targeted, and
/// leave without being turned up.
const GAME: &str = r#"Scenario(
    name: "beneath",
    players: [
        (
            name: "Ann",
            battlefield: [
                (card: "Plains", count: 6),
                (card: "CARD", as: "attacker", face_down: true),
                (card: "CARD", as: "away", face_down: true, phased_out: true),
                (card: "Glorious Anthem", as: "Anthem"),
            ],
            hand: [(card: "CARD", as: "card"), "Soul Summons", "Giant Growth"],
            library: [(card: "CARD", as: "top"), "Forest", "Forest"],
        ),
        (
            name: "Bob",
            battlefield: [(card: "Mountain", count: 3), (card: "Grizzly Bears", as: "Bear"), "Island"],
            hand: [(card: "Act of Treason", as: "Treason")],
        ),
    ],
    script: [
        Cast(card: "card", face_down: true, pay: Later),
        BackOut,
        Cast(card: "card", face_down: true, as: "spell"),
        ResolveTop,
        Attack([("attacker", "Bob")]),
        Block([("Bear", ["attacker"])]),
        AdvanceTo(step: PostcombatMain),
        Expect([Gone("Bear")]),
        Cast(card: "Soul Summons"),
        ResolveTop,
        Expect([PT(of: Latest("top"), is: (3, 3)), PT(of: Latest("spell"), is: (3, 3))]),
        AdvanceTo(step: End),
    ],
)"#;

/// Returns what Bob sees of the game with this card: the events of each commit, then the board.
fn shown(card: &str) -> Vec<String> {
    let pool = Pool::bundled().unwrap();
    let run = Scenario::read("beneath.ron", &GAME.replace("CARD", card)).and_then(|scenario| scenario.run(&pool));
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run.failures, []);
    let viewer = PlayerId(1);
    let told = |steps: &[Step], game: &Game| {
        let entries = steps.iter().flat_map(|step| &step.entries);
        let seen: Vec<_> = entries.map(|entry| observe::entry(game, viewer, entry)).collect();
        format!("{seen:?} {:?}", observe::view(game, viewer))
    };
    let (mut game, steps) = rules::start(&run.genesis).unwrap();
    let mut all = vec![told(&steps, &game)];
    for input in &run.timelines[0].inputs {
        let (steps, next) = rules::play(&game, input).unwrap();
        game = next;
        all.push(told(&steps, &game));
        // Nor does he see what is beneath a phased-out permanent, unless he controls it.
        for (id, _) in &game.world().phased_out {
            let looks = |player| observe::sees_where_it_is(&game, PlayerId(player), *id);
            assert_eq!((looks(0), looks(1)), (true, false));
        }
    }
    assert_eq!(game.world().phased_out.len(), 1);
    all
}

#[test]
fn what_is_beneath_is_not_shown_to_the_opponent() {
    let (one, other) = (shown("Exalted Angel"), shown("Bane of the Living"));
    assert_eq!(one.len(), other.len());
    for (number, (one, other)) in one.iter().zip(&other).enumerate() {
        assert_eq!(one, other, "commit {number}");
    }
    // The view is not empty: the opponent sees four face-down creatures, one of them phased out.
    assert!(one.last().is_some_and(|view| view.matches("a face-down creature").count() == 3), "{:?}", one.last());
    assert!(one.last().is_some_and(|view| view.contains("a manifested creature")));
}

/// Cards that everybody knows lie in a face-down pile that is shuffled, and are manifested
/// (CR 701.20a).
const PILE: &str = r#"Scenario(
    name: "a pile",
    seed: SEED,
    players: [
        (name: "Ann", battlefield: [(card: "Swamp", count: 7)], hand: ["Ghastly Conscription"]),
        (
            name: "Bob",
            graveyard: ["Grizzly Bears", "Serra Angel", "Goblin Piker", "Memnite"],
            library: ["Forest", "Island"],
        ),
    ],
    script: [
        Cast(card: "Ghastly Conscription", targets: ["Bob"]),
        ResolveTop,
        AdvanceTo(step: End),
    ],
)"#;

/// Returns what a player sees of the game with the pile and this seed, from the first decision on.
fn seen_of_a_pile(seed: u32, viewer: PlayerId) -> Vec<String> {
    let pool = Pool::bundled().unwrap();
    let text = PILE.replace("SEED", &seed.to_string());
    let run = Scenario::read("pile.ron", &text).and_then(|scenario| scenario.run(&pool));
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    let (mut game, _) = rules::start(&run.genesis).unwrap();
    let mut all = Vec::new();
    for input in &run.timelines[0].inputs {
        let (steps, next) = rules::play(&game, input).unwrap();
        game = next;
        let entries = steps.iter().flat_map(|step| &step.entries);
        let seen: Vec<_> = entries.map(|entry| observe::entry(&game, viewer, entry)).collect();
        all.push(format!("{seen:?} {:?}", observe::view(&game, viewer)));
    }
    all
}

#[test]
fn nobody_can_tell_the_cards_of_a_shuffled_pile_apart() {
    let [ann, bob] = [0, 1].map(|viewer| (1..9).map(|seed| seen_of_a_pile(seed, PlayerId(viewer))).collect::<Vec<_>>());
    // Who may look at them afterwards sees that the order differs, and only that one.
    assert!(ann.iter().any(|seen| *seen != ann[0]));
    for seen in &bob {
        for (now, first) in seen.iter().zip(&bob[0]) {
            assert_eq!(now, first);
        }
    }
}

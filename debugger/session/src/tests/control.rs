//! A player controlled by another: who is asked, and for whom (CR 718).

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Act, Answer, Input, Item, PlayerId};
use retrace_core::observe::{self, SeenChoice};
use retrace_core::scenario::Scenario;

use crate::asking::seen;
use crate::describe;
use crate::session::Session;

const REINS: &str = r#"Scenario(
    name: "reins",
    cards: [
        Card(name: "Reins", types: [Instant], cost: "{0}", abilities: [
            Spell(body: (targets: [(what: Player(Each))], instructions: [ControlNextTurn(whom: Target(0))])),
        ]),
    ],
    players: [(name: "Ann", hand: ["Reins"]), (name: "Bob", hand: ["Grizzly Bears"])],
    script: [Cast(card: "Reins", targets: ["Bob"]), ResolveAll, AdvanceTo(step: Upkeep, turn: 4)],
)"#;

#[test]
fn the_controller_is_asked_for_the_controlled() {
    let (ann, bob) = (PlayerId(0), PlayerId(1));
    let run = Scenario::read("reins", REINS).unwrap().run(&Pool::bundled().unwrap()).unwrap();
    let timeline = run.timelines.first().unwrap();
    let mut session = Session::new(run.genesis.clone(), "main").unwrap();
    for input in &timeline.inputs {
        session.input(input.clone()).unwrap();
    }
    let choice = session.choice().unwrap();
    assert_eq!((choice.player, choice.answered_by), (bob, ann));
    assert_eq!(describe::prompt(session.game(), &choice), "Ann for Bob has priority.");
    let asked = |viewer| observe::view(session.game(), viewer).choices;
    assert!(matches!(&asked(ann)[..], [SeenChoice::Yours(_)]));
    assert!(matches!(&asked(bob)[..], [SeenChoice::Theirs(by)] if *by == ann));
    let hand = session.game().player(bob).unwrap().hand[0];
    assert!(seen::sees(session.game(), Some(ann), hand));
    let pass = Answer::Picked(vec![Item::Act(Act::Pass)]);
    assert!(session.decide(bob, pass.clone()).is_err());
    let input = Input::Decision { by: ann, answer: pass.clone() };
    assert_eq!(describe::input(session.game(), &input), "Ann for Bob: pass");
    session.decide(ann, pass).unwrap();
    assert_eq!(session.choice().unwrap().player, ann);
    // Only players themselves can concede (CR 718.6).
    session.say("undo", None).unwrap_err();
    session.input(Input::Concede(bob)).unwrap();
    assert!(session.choice().is_none());
}

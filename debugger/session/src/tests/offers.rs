//! What is offered, as it is told: nothing looks like something else, and the question says what is
//! asked.

use retrace_core::card::pool::Pool;
use retrace_core::fact::Answer;
use retrace_core::scenario::Scenario;

use crate::asking::answers;
use crate::describe;
use crate::session::Session;

/// The session at the end of a scenario with these cards, players and this script.
fn at_end(cards: &str, players: &str, script: &str) -> Session {
    let text = format!("Scenario(name: \"offers\", {cards}players: [{players}], script: [{script}])");
    let run = Scenario::read("offers", &text).unwrap().run(&Pool::bundled().unwrap()).unwrap();
    let timeline = run.timelines.first().unwrap();
    let mut session = Session::new(run.genesis.clone(), "main").unwrap();
    for input in &timeline.inputs {
        session.input(input.clone()).unwrap();
    }
    session
}

fn labels(session: &Session) -> Vec<String> {
    let choice = session.choice().unwrap();
    answers::offers(session.game(), &choice).into_iter().map(|offer| offer.label).collect()
}

fn prompt(session: &Session) -> String {
    describe::prompt(session.game(), &session.choice().unwrap())
}

#[test]
fn abilities_that_triggered_are_told_apart_by_source_and_by_what_they_triggered_on() {
    let cards = "cards: [Card(name: \"Mourner\", types: [Creature], power: 9, toughness: 9, abilities: [Triggered(\
        when: Moves(what: Type(Creature), from: Battlefield, to: Graveyard), \
        body: (instructions: [GainLife(amount: Power(ThatObject))]))])], ";
    let session = at_end(
        cards,
        "(name: \"Ann\", battlefield: [\"Mourner\", (card: \"Mourner\", tapped: true), \"Grizzly Bears\", \
         \"Ornithopter\", (card: \"Plains\", count: 4)], hand: [\"Day of Judgment\"]), (name: \"Bob\")",
        "Cast(card: \"Day of Judgment\", pay: Auto), ResolveTop, Expect([Choice(kind: TriggerOrder)])",
    );
    let labels = labels(&session);
    for (place, label) in labels.iter().enumerate() {
        assert!(!labels[place + 1..].contains(label), "{labels:?}");
    }
    let on = |what: &str| labels.iter().filter(|label| label.contains(&format!(", on {what} (#"))).count();
    assert_eq!((on("Grizzly Bears"), on("Ornithopter")), (2, 2), "{labels:?}");
}

#[test]
fn whether_each_player_does_something_is_asked_as_that() {
    let session = at_end(
        "",
        "(name: \"Ann\", battlefield: [(card: \"Mountain\", count: 2)], hand: [\"Eager Construct\"]), (name: \"Bob\")",
        "Cast(card: \"Eager Construct\", pay: Auto), ResolveTop, ResolveTop, Expect([Choice(of: \"Ann\")])",
    );
    assert_eq!(prompt(&session), "Ann may do what Eager Construct's ability offers.");
    assert_eq!(labels(&session), ["do it"]);
    let choice = session.choice().unwrap();
    assert_eq!(describe::answer(session.game(), &choice, &Answer::Picked(Vec::new())), "do not do it");
}

#[test]
fn a_bid_is_asked_for_with_the_bid_so_far() {
    let auction = |script: &str| {
        at_end(
            "",
            "(name: \"Ann\", hand: [\"Illicit Auction\"], battlefield: [(card: \"Mountain\", count: 5)]), \
             (name: \"Bob\", battlefield: [\"Grizzly Bears\"]), (name: \"Cyd\")",
            &format!("Cast(card: \"Illicit Auction\", targets: [\"Grizzly Bears\"], pay: Auto), ResolveTop, {script}"),
        )
    };
    let session = auction("Choose(Yes), Choose(Number(3)), Expect([Choice(of: \"Cyd\")])");
    assert_eq!(prompt(&session), "Cyd may top the high bid for Illicit Auction: 3, by Bob.");
    let session = auction("Choose(Yes), Expect([Choice(of: \"Bob\")])");
    assert_eq!(prompt(&session), "Bob tops the high bid for Illicit Auction: 0, by Ann.");
}

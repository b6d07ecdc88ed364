//! The values of expressions at moments of a scenario.

use std::sync::Arc;

use crate::card::pool::Pool;
use crate::fact::{Entry, Event, Step};
use crate::predicate::{Asks, EvalError, Expression, Moment, Names, Predicate, Value};
use crate::rules;
use crate::scenario::Scenario;
use crate::state::{Game, evolve};

const GAME: &str = r#"Scenario(
    name: "a fight",
    players: [
        (
            name: "Ann",
            battlefield: [
                (card: "Serra Angel", as: "Angel", counters: {PowerToughness(1, 1): 2}),
                (card: "Grizzly Bears", as: "Bear"),
                (card: "Mountain", as: "Hill", tapped: true),
                "Mountain",
                "Glorious Anthem",
            ],
            hand: [(card: "Lightning Bolt", as: "Bolt"), "Forest"],
            counters: {Energy: 3},
        ),
        (
            name: "Bob",
            life: 12,
            battlefield: [(card: "Grizzly Bears", as: "Other", sick: true), (card: "Savannah Lions", as: "Lions")],
            counters: {Poison: 1},
        ),
    ],
    turn: (number: 5),
    script: [
        Cast(card: "Bolt", targets: ["Lions"], as: "Bolt spell"),
        ResolveTop,
        Attack([("Angel", "Bob"), ("Bear", "Bob")]),
        Block([("Other", ["Bear"])]),
        AdvanceTo(step: EndOfCombat),
    ],
)
"#;

/// A game with its whole history.
struct Played {
    steps: Vec<Step>,
    log: Vec<Arc<Entry>>,
    names: Names,
}

fn played() -> Played {
    let pool = Pool::bundled().expect("the pool reads");
    let run = Scenario::read("fight.ron", GAME).and_then(|scenario| scenario.run(&pool));
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    let main = &run.timelines[0];
    let (mut game, mut steps) = rules::start(&run.genesis).expect("it starts");
    for input in &main.inputs {
        let (more, after) = rules::play(&game, input).expect("it is legal");
        steps.extend(more);
        game = after;
    }
    let names = main.names.iter().fold(Names::of_game(&game), |names, (alias, id)| names.with_alias(alias, *id));
    let log = steps.iter().flat_map(|step| step.entries.iter().cloned()).collect();
    Played { steps, log, names }
}

impl Played {
    /// Passes every moment to `find`, until it finds something.
    fn moments<T>(&self, mut find: impl FnMut(Moment<'_>) -> Option<T>) -> Option<T> {
        let mut game = Game::empty();
        for step in &self.steps {
            let before = game.clone();
            evolve(&mut game, step);
            for entry in &step.entries {
                let moment = Moment { game: &game, before: Some(&before), entry: Some(entry), past: &self.log };
                if let Some(found) = find(moment) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Returns the value of a text when a predicate first holds.
    fn value(&self, when: &str, text: &str) -> String {
        let when = self.predicate(when);
        let expression =
            Expression::compile(text, &self.names).unwrap_or_else(|error| panic!("{error}\n{}", error.caret()));
        let found = self.moments(|moment| {
            let holds = when.holds(moment).expect("it is little");
            holds.then(|| expression.eval(moment).expect("it is little").show(moment.game))
        });
        found.unwrap_or_else(|| panic!("it never holds: {}", when.expression().text()))
    }

    fn predicate(&self, text: &str) -> Predicate {
        Predicate::compile(text, &self.names).unwrap_or_else(|error| panic!("{error}\n{}", error.caret()))
    }

    /// Returns at how many events a predicate holds.
    fn count(&self, text: &str) -> usize {
        let predicate = self.predicate(text);
        let mut count = 0;
        let _none: Option<()> = self.moments(|moment| {
            count += usize::from(predicate.holds(moment).expect("it is little"));
            None
        });
        count
    }
}

/// Compares the values of texts at a moment.
fn values(when: &str, table: &[(&str, &str)]) {
    let played = played();
    let found: Vec<(&str, String)> = table.iter().map(|(text, _)| (*text, played.value(when, text))).collect();
    let wanted: Vec<(&str, String)> = table.iter().map(|(text, value)| (*text, (*value).to_owned())).collect();
    assert_eq!(found, wanted);
}

const MAIN: &str = "PriorityReceived and step = precombat_main";

#[test]
fn players_and_the_turn() {
    values(
        MAIN,
        &[
            ("Ann.life", "20"),
            ("B.life", "12"),
            ("Bob.poison", "1"),
            ("Ann.energy + Bob.energy", "3"),
            ("Ann.counters(energy)", "3"),
            ("Ann.counters", "3"),
            ("active", "Ann"),
            ("priority = Ann", "yes"),
            ("priority.opponents", "Bob"),
            ("turn", "5"),
            ("phase", "precombat_main"),
            ("step = PrecombatMain", "yes"),
            ("step != upkeep", "yes"),
            ("choice", "priority"),
            ("chooser", "Ann"),
            ("count(Ann.hand)", "2"),
            ("Ann.hand", "Lightning Bolt, Forest"),
            ("winner", "nothing"),
            ("over", "no"),
            ("max(players.life) - min(players.life)", "8"),
            ("sum(players.life)", "32"),
            ("players where life < 20", "Bob"),
            ("attacking_player", "nothing"),
            ("attacking_player = Ann or winner != Ann", "yes"),
        ],
    );
}

#[test]
fn objects_by_name_zone_and_characteristic() {
    values(
        MAIN,
        &[
            // Two counters and the anthem (CR 613.4c).
            ("Angel.power", "7"),
            ("\"Grizzly Bears\".power", "3, 2"),
            ("\"Grizzly Bears\".power > 2 and \"Grizzly Bears\".power < 3", "yes"),
            ("\"Grizzly Bears\".power + 1", "4, 3"),
            ("Angel.counters(+1/+1)", "2"),
            ("Angel.flying and Angel.vigilance and not Angel.haste", "yes"),
            ("Angel.color", "white"),
            ("Angel.type = creature and Angel.subtype = angel", "yes"),
            ("Angel.keyword", "flying, vigilance"),
            ("Angel.controller", "Ann"),
            ("Angel.zone", "battlefield"),
            ("Bolt.zone", "hand"),
            ("Other.summoning_sick and not Bear.summoning_sick", "yes"),
            ("count(Ann.lands)", "2"),
            ("count(Ann.lands where tapped)", "1"),
            ("count(battlefield where creature and controller = Bob)", "2"),
            ("creatures where Bear", "Grizzly Bears, Grizzly Bears"),
            ("any(creatures where Goblin)", "no"),
            ("all(Ann.creatures, power > 2)", "yes"),
            ("all(creatures, controller = Ann)", "no"),
            ("sum(creatures.toughness)", "13"),
            ("max(creatures.power)", "7"),
            ("count(creatures.controller)", "2"),
            ("(creatures where power = max(creatures.power)).name", "\"Serra Angel\""),
            ("any(creatures where power > Angel.power)", "no"),
            ("Hill.tapped and Hill.mana_value = 0 and Hill.basic", "yes"),
            ("count(objects where name = \"Mountain\")", "2"),
            ("Lions.attacks", "nothing"),
            ("Angel.loyalty", "nothing"),
        ],
    );
}

#[test]
fn the_stack_and_what_targets_what() {
    values(
        "BecameCast",
        &[
            ("count(stack)", "1"),
            ("top_of_stack", "Lightning Bolt"),
            ("top_of_stack.targets = Lions", "yes"),
            ("top_of_stack.controller", "Ann"),
            ("spells where red and instant", "Lightning Bolt"),
            ("Ann.mana", "0"),
            ("event.player", "Ann"),
        ],
    );
    values("ManaAdded", &[("Ann.mana", "1"), ("Ann.mana(red)", "1"), ("Ann.mana(green)", "0"), ("choice", "nothing")]);
    values("choice = payment", &[("chooser", "Ann"), ("choice_rule = 601.2", "yes"), ("priority", "nothing")]);
}

#[test]
fn combat() {
    values(
        "step = declare_blockers and choice = priority",
        &[
            ("attackers", "Serra Angel, Grizzly Bears"),
            ("Bob.blockers", "Grizzly Bears"),
            ("Angel.unblocked and Bear.blocked", "yes"),
            ("Bear.blockers = Other", "yes"),
            ("Other.blocks = Bear", "yes"),
            ("attackers where attacks = Bob and tapped", "Grizzly Bears"),
            ("defending_player", "Bob"),
        ],
    );
}

#[test]
fn events_and_what_led_to_them() {
    let played = played();
    let damage = "DamageDealt and event.source = Angel";
    for (text, value) in [
        ("event.kind", "DamageDealt"),
        ("event.amount", "7"),
        ("event.combat", "yes"),
        ("event.recipient", "Bob"),
        ("event.rule", "510.2"),
        ("event.rule = 510 and event.rule = 510.2 and event.rule != 510.1", "yes"),
        ("event.about", "Serra Angel, Bob"),
        ("event.about = Bob and event.about = Angel and event.about != Bear", "yes"),
        ("before(Bob.life) - Bob.life", "7"),
        ("changed(Bob.life) and not changed(Ann.life)", "yes"),
        ("event.causes.kind = DamageAssigned", "yes"),
    ] {
        assert_eq!(played.value(damage, text), value, "{text}");
    }
    // The Lions and the blocking Bears died, but last known information remains (CR 608.2h).
    assert_eq!(played.count("Moved and event.manner = destroy and event.rule = 704.5"), 2);
    assert_eq!(played.count("Moved and event.object = Lions and event.object.power = 2"), 1);
    assert_eq!(played.value("Moved and event.object = Other", "event.object.controller"), "Bob");
    assert_eq!(played.value("Moved and event.object = Other", "event.became.zone"), "graveyard");
    assert_eq!(played.value("Moved and event.object = Other", "event.object.gone and event.object.blocking"), "yes");
    assert_eq!(played.count("event.from = hand and event.to = stack"), 1);
    assert_eq!(played.count("ResolutionBegan and event.causes.kind = Decided"), 1);
    assert_eq!(played.value("step = end_of_combat", "Other.gone and Other.became.zone = graveyard"), "yes");
    assert_eq!(played.value("step = end_of_combat", "Bear.gone or any(Other)"), "no");
    assert_eq!(played.value(MAIN, "Other.gone"), "no");
    let at_end = "count(events where kind = DamageDealt and combat and source.controller = Ann)";
    assert_eq!(played.value("step = end_of_combat", at_end), "2");
}

#[test]
fn every_kind_of_event_can_be_asked_for() {
    let played = played();
    for (_, kind) in Event::KINDS {
        let count = played.log.iter().filter(|entry| entry.event.name() == *kind).count();
        assert_eq!(played.count(kind), count, "{kind}");
        assert_eq!(played.count(&format!("event.kind = {kind}")), count, "{kind}");
    }
}

#[test]
fn what_an_expression_depends_on_is_known() {
    let names = Names::any();
    for (text, asks) in [
        ("A.life < 5", Asks::State),
        ("any(creatures where tapped)", Asks::State),
        ("count(events where amount > 3) > 0", Asks::State),
        ("A.life < before(A.life)", Asks::Change),
        ("not any(creatures where changed(power))", Asks::Change),
        ("Moved", Asks::Event),
        ("A.life < 5 and event.amount > 3", Asks::Event),
        ("any(creatures where it = event.object)", Asks::Event),
        ("A.life < before(A.life) or not any(event.objects where tapped)", Asks::Event),
    ] {
        let expression = Expression::compile(text, &names).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(expression.asks(), asks, "{text}");
    }
}

#[test]
fn what_does_not_hold_says_what_there_is() {
    let played = played();
    let found = |text: &str| {
        let predicate = played.predicate(text);
        let told = played.moments(|moment| {
            let at = moment.game.world().turn.step.is_some();
            at.then(|| {
                let findings = predicate.findings(moment).expect("it is little");
                let told = findings.iter().map(|it| format!("{} is {}", it.text, it.value.show(moment.game)));
                told.collect::<Vec<_>>().join("; ")
            })
        });
        told.expect("there is a turn step")
    };
    assert_eq!(found("Bob.life <= 5"), "Bob.life is 12");
    assert_eq!(found("Ann.life = 20 and count(Ann.hand) > 2 and turn = 5"), "count(Ann.hand) is 2");
    assert_eq!(found("Ann.life < Bob.life or turn = 4"), "Ann.life is 20; Bob.life is 12; turn is 5");
    assert_eq!(found("not active = Ann"), "active is Ann");
}

#[test]
fn names_are_taken_as_they_come_where_none_are_known() {
    let played = played();
    let any = Names::any();
    for (text, value) in
        [("A.life", "20"), ("Bob.life", "12"), ("\"Serra Angel\".power", "7"), ("Nobody.life", "nothing")]
    {
        let expression = Expression::compile(text, &any).unwrap_or_else(|error| panic!("{error}"));
        let main = played.predicate(MAIN);
        let found = played.moments(|moment| {
            main.holds(moment)
                .expect("it is little")
                .then(|| expression.eval(moment).expect("it is little"))
                .map(|value| value.show(moment.game))
        });
        assert_eq!(found.as_deref(), Some(value), "{text}");
    }
}

#[test]
fn what_would_take_too_long_ends() {
    let played = played();
    let heavy = played.predicate("all(objects, all(objects, all(objects, all(objects, all(objects, true)))))");
    let found = played.moments(|moment| moment.entry.is_some().then(|| heavy.holds(moment)));
    assert_eq!(found, Some(Err(EvalError::TooMuch)));
}

#[test]
fn a_value_can_be_plotted() {
    assert_eq!(Value::Number(-3).plotted(), Some(-3));
    assert_eq!(Value::Bool(true).plotted(), Some(1));
    assert_eq!(Value::List(vec![Value::Number(1); 2]).plotted(), Some(2));
    assert_eq!(Value::Nothing.plotted(), None);
}

#[test]
fn a_player_is_told_nothing_of_what_is_hidden_from_them() {
    let played = played();
    let (ann, bob) = (crate::fact::PlayerId(0), crate::fact::PlayerId(1));
    // While both cards are in Ann's hand.
    let asked = |text: &str, viewer: Option<crate::fact::PlayerId>| {
        let names = if viewer.is_none() { played.names.clone() } else { Names::any() };
        let it = Expression::compile(text, &names).unwrap_or_else(|error| panic!("{text}: {error}")).asked_by(viewer);
        let full = Predicate::compile("count(A.hand) = 2 and turn = 5", &played.names).expect("it reads");
        let found = played.moments(|moment| {
            full.holds(moment).expect("it is cheap").then(|| it.eval(moment).expect("it is cheap").show(moment.game))
        });
        found.unwrap_or_else(|| panic!("{text}: never asked"))
    };
    for (text, to_all, to_bob) in [
        ("count(A.hand)", "2", "2"),
        ("A.hand", "Lightning Bolt, Forest", "a hidden card, a hidden card"),
        ("any(A.hand where land)", "yes", "no"),
        ("sum(A.hand.mana_value)", "1", "0"),
        ("A.hand.name", "\"Lightning Bolt\", \"Forest\"", "nothing"),
        ("count(objects where zone = hand and owner = A)", "2", "2"),
        ("any(A.hand where it = A.hand)", "yes", "no"),
        ("any(objects where name = \"Lightning Bolt\")", "yes", "no"),
        ("\"Serra Angel\".power", "7", "7"),
        ("count(B.hand)", "0", "0"),
    ] {
        assert_eq!(asked(text, None), to_all, "{text}");
        assert_eq!(asked(text, Some(bob)), to_bob, "{text}, to Bob");
        assert_eq!(asked(text, Some(ann)), to_all, "{text}, to Ann");
    }
    // Bob sees that a card was drawn or moved, and which spell was cast.
    let cast = Predicate::compile("BecameCast and event.object.name = \"Lightning Bolt\"", &Names::any());
    let cast = cast.expect("it reads").asked_by(Some(bob));
    assert!(played.moments(|moment| cast.holds(moment).expect("it is cheap").then_some(())).is_some());
    let defined = Predicate::compile("Created and event.object.name = \"Forest\"", &Names::any()).expect("it reads");
    let created = |predicate: &Predicate| played.moments(|moment| predicate.holds(moment).ok()?.then_some(()));
    assert!(created(&defined).is_some());
    assert!(created(&defined.asked_by(Some(bob))).is_none(), "it lies in Ann's hand");
}

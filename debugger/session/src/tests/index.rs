//! The index of a timeline, and filters of its events.

use std::collections::BTreeMap;

use retrace_core::fact::{Entity, Event};
use retrace_core::play::{Dice, decide_at_random};

use super::*;
use crate::asking::filter::{self, Filter, Key};

/// Asserts that two indices are equal.
pub(super) fn assert_same(one: &Index, other: &Index, timeline: &Timeline) {
    assert_eq!(one.ruler(), other.ruler());
    assert_eq!((one.kinds(), one.rules().collect::<Vec<_>>()), (other.kinds(), other.rules().collect::<Vec<_>>()));
    assert_eq!(one.edits().collect::<Vec<_>>(), other.edits().collect::<Vec<_>>());
    for lane in one.lanes().chain(other.lanes()) {
        let marks = |index: &Index| (0..index.len(lane)).map(|at| index.mark(lane, at)).collect::<Vec<_>>();
        assert_eq!(marks(one), marks(other), "{lane:?}");
    }
    for (_, entry) in timeline.entries_from(EntryNo(0)) {
        for id in entry.event.objects() {
            assert_eq!(one.definition_of(id), other.definition_of(id), "{id}");
        }
    }
}

/// A random game of the bundled decks with this many decisions.
fn played(decisions: usize, seed: u64) -> Session {
    let mut session = new_game::Table::new(seed).begin().unwrap();
    let mut dice = Dice::new(seed);
    for _ in 0..decisions {
        let Pending::Choices(choices) = session.pending() else { break };
        let input = decide_at_random(session.game(), &choices[0], &mut dice);
        session.input(input).unwrap();
    }
    session
}

#[test]
fn an_index_that_grew_or_was_cut_is_the_one_that_is_worked_out_anew() {
    for seed in 1..4 {
        let mut session = played(60, seed);
        let _known = session.current().index();
        // The index grows with each answer, and is cut by each fork.
        for cut in [session.len_steps(session.cursor().timeline) / 2, 3, 40] {
            let mut dice = Dice::new(seed);
            session.fork(Point::new(session.cursor().timeline, cut), None).unwrap();
            for _ in 0..40 {
                let Pending::Choices(choices) = session.pending() else { break };
                let input = decide_at_random(session.game(), &choices[0], &mut dice);
                session.input(input).unwrap();
                assert!(session.current().index.get().is_some(), "it is not worked out anew");
            }
            let timeline = session.current();
            assert_same(timeline.index(), &Index::of(timeline), timeline);
        }
    }
}

#[test]
fn what_an_event_brought_about_is_found_without_going_through_what_follows() {
    for seed in 1..4 {
        let mut session = played(80, seed);
        let _known = session.current().index();
        let mut late = 0;
        for cut in [None, Some(60), Some(3)] {
            if let Some(cut) = cut {
                session.fork(Point::new(session.cursor().timeline, cut), None).unwrap();
                let mut dice = Dice::new(seed + 10);
                for _ in 0..30 {
                    let Pending::Choices(choices) = session.pending() else { break };
                    let input = decide_at_random(session.game(), &choices[0], &mut dice);
                    session.input(input).unwrap();
                }
            }
            let timeline = session.current();
            let mut expected: BTreeMap<EntryNo, Vec<EntryNo>> = BTreeMap::new();
            for (_, entry) in timeline.entries_from(EntryNo(0)) {
                expected.entry(entry.no).or_default();
                if let Some(cause) = entry.cause {
                    expected.entry(cause).or_default().push(entry.no);
                }
            }
            for (no, effects) in &expected {
                let found: Vec<EntryNo> = session.brought_about(timeline.id(), *no).iter().map(|it| it.no).collect();
                assert_eq!(&found, effects, "seed {seed}, cut {cut:?}, event {no:?}");
                late += timeline.index().later_effects(*no).count();
            }
        }
        assert!(late > 10, "some come later than the commit: {late}");
    }
}

#[test]
fn a_filter_is_completed_with_what_occurs() {
    let session = both_ends();
    let timeline = session.current();
    let objects = filter::object_names(session.game());
    let offered = |text: &str, caret: usize| {
        let found = filter::complete(text, caret, timeline, &objects);
        let items: Vec<String> = found.items.into_iter().map(|item| item.text).collect();
        (text[found.span.clone()].to_owned(), items)
    };
    let at_end = |text: &str| offered(text, text.len());
    assert_eq!(at_end("p"), ("p".to_owned(), vec!["player:".to_owned()]));
    assert_eq!(at_end("damage -RU"), ("RU".to_owned(), vec!["rule:".to_owned()]));
    assert_eq!(at_end("nothing"), ("nothing".to_owned(), vec![]));
    let (span, kinds) = at_end("kind:damaged");
    assert_eq!((span.as_str(), kinds[0].as_str()), ("damaged", "DamageDealt"));
    assert!(kinds.iter().all(|kind| timeline.index().kinds().contains(&kind.as_str())), "only those that occur");
    let (span, names) = at_end("kind:Tapped -object:\"Dire Fleet Captain\",\"thie");
    assert_eq!((span.as_str(), names.as_slice()), ("\"thie", &["\"Shielded Aether Thief\"".to_owned()][..]));
    let (_, players) = at_end("player:");
    assert_eq!(players, ["A", "B"]);
    let (_, rules) = at_end("rule:509");
    assert!(rules.len() > 1 && rules.iter().take(2).all(|rule| rule.starts_with("509")), "{rules:?}");
    // Text after the caret is ignored, and every completion compiles.
    assert_eq!(offered("kind:Tap object:x", 8).0, "Tap");
    for text in ["kind:", "object:", "player:", "rule:"] {
        for item in at_end(text).1 {
            assert!(Filter::compile(&format!("{text}{item}"), timeline).is_ok(), "{text}{item}");
        }
    }
    // No typed text causes a panic.
    for text in ["\"", "kind:\"", ":", "-", "é:ü", "kind:,,", "object:\"a b"] {
        for caret in 0..=text.len() + 1 {
            let _any = filter::complete(text, caret, timeline, &objects);
        }
    }
}

#[test]
fn lanes_have_what_belongs_on_them() {
    let session = both_ends();
    let main = session.timeline_named("main").unwrap();
    let index = main.index();
    let texts = |lane: Lane| -> Vec<&str> {
        (0..index.len(lane)).map(|at| main.text(index.mark(lane, at).unwrap().entry).unwrap()).collect()
    };
    let (a, b) = (Lane::Player(PlayerId(0)), Lane::Player(PlayerId(1)));
    let died = texts(Lane::StateBased);
    assert!(died.iter().any(|text| text.starts_with("Aethergeode Miner")), "{died:#?}");
    assert!(texts(a).iter().any(|text| text.starts_with("Dire Fleet Captain attacks")), "{:#?}", texts(a));
    assert!(texts(b).iter().any(|text| text.contains("Aethergeode Miner blocks")));
    assert!(!texts(a).iter().any(|text| text.contains("passes")));
    // The events on the stack are on the other timeline.
    let leap = session.timeline_named("leap").unwrap();
    let index = leap.index();
    let marks = (0..index.len(Lane::Stack)).map(|at| index.mark(Lane::Stack, at).unwrap());
    let marks: Vec<LaneMark> = marks.collect();
    let cast = |mark: &LaneMark| matches!(leap.entry(mark.entry).unwrap().1.event, Event::BecameCast { .. });
    assert!(marks.iter().any(cast), "Mighty Leap");
    for mark in &marks {
        let (step, entry) = leap.entry(mark.entry).unwrap();
        assert_eq!(mark.place, step + 1);
        assert!(index.is_on(Lane::Stack, entry.no));
        let next = index.mark_beside(Lane::Stack, mark.place - 1, true).unwrap();
        assert_eq!(next.place, mark.place);
    }
    let before_first = index.mark_beside(Lane::Stack, marks[0].place, false);
    assert_eq!((before_first, index.marks_up_to(Lane::Stack, marks[0].place - 1)), (None, 0));
}

fn passing<'a>(timeline: &'a Timeline, text: &str) -> Vec<&'a Entry> {
    let filter = Filter::compile(text, timeline).unwrap_or_else(|error| panic!("{text}: {error}"));
    let entries = timeline.entries_from(EntryNo(0)).map(|(_, entry)| entry);
    entries.filter(|entry| filter.passes(timeline, timeline.index(), None, entry)).collect()
}

#[test]
fn a_filter_lets_pass_what_all_of_its_parts_fit() {
    let session = both_ends();
    let main = session.timeline_named("main").unwrap();
    let text = |entry: &Entry| main.text(entry.no).unwrap().to_lowercase();
    let all: Vec<&Entry> = main.entries_from(EntryNo(0)).map(|(_, entry)| entry).collect();
    let expect = |filter: &str, wanted: &dyn Fn(&Entry) -> bool| {
        let expected: Vec<&Entry> = all.iter().copied().filter(|entry| wanted(entry)).collect();
        assert!(!expected.is_empty() && expected.len() < all.len(), "{filter} tells nothing apart");
        assert_eq!(passing(main, filter), expected, "{filter}");
    };
    expect("kind:DamageDealt", &|entry| entry.event.name() == "DamageDealt");
    expect("kind:damage", &|entry| entry.event.name().starts_with("Damage"));
    expect("kind:Blocked,Attacked", &|entry| matches!(entry.event, Event::Blocked { .. } | Event::Attacked { .. }));
    expect("rule:704", &|entry| entry.rule.section() == 704);
    expect("rule:5", &|entry| entry.rule.section() / 100 == 5);
    expect("rule:510.1", &|entry| entry.rule.to_string().starts_with("510.1"));
    expect("\"aethergeode miner\" damage", &|entry| {
        text(entry).contains("aethergeode miner") && text(entry).contains("damage")
    });
    expect("-kind:PriorityPassed,PriorityReceived -frame", &|entry| {
        !matches!(entry.event, Event::PriorityPassed { .. } | Event::PriorityReceived { .. })
            && !text(entry).contains("frame")
    });
    let captain = session
        .game_at(Point::new(main.id(), 3))
        .world()
        .battlefield
        .iter()
        .copied()
        .find(|id| main.game_at(3).name_of(*id) == "Dire Fleet Captain");
    let captain = captain.unwrap();
    expect(&format!("object:#{}", captain.0), &|entry| entry.event.objects().contains(&captain));
    let damaged = passing(main, "object:\"dire fleet\" kind:DamageMarked");
    assert!(
        matches!(damaged.as_slice(), [Entry { event: Event::DamageMarked { object, .. }, .. }] if *object == captain)
    );
    expect("player:B kind:LifeLost,Drew,Attacked,Decided", &|entry| {
        matches!(
            entry.event,
            Event::LifeLost { .. } | Event::Drew { .. } | Event::Attacked { .. } | Event::Decided { .. }
        ) && entry.event.about().contains(&Entity::Player(PlayerId(1)))
    });
}

#[test]
fn a_filter_that_is_none_says_where_and_what_to_write() {
    let session = primer();
    for (text, at, why) in [
        ("miner kind:Damaging", 6, "there is no kind of event `Damaging`"),
        ("kind:Dealt", 0, "alike: DamageDealt"),
        ("player:Carol", 0, "there is no player `Carol`; there are: A, B"),
        ("rule:51", 0, "`51` is no rule number; write rule:510"),
        ("object:#x", 0, "`#x` is no object"),
        ("kind:", 0, "something has to follow `kind:`, such as kind:DamageDealt"),
        ("colour:red", 0, "`colour:` is no key of a filter; there are kind:, player:, object:, rule:"),
        ("a \"b c", 2, "these quotation marks are not closed"),
    ] {
        let error = Filter::compile(text, session.current()).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.why.contains(why), "{text}: {error}");
    }
}

#[test]
fn parts_are_added_and_taken_away() {
    let session = primer();
    let text = filter::with("deals", &Key::Kind.part("DamageDealt"));
    let text = filter::with(&text, &Key::Object.part("Aethergeode Miner"));
    assert_eq!(text, "deals kind:DamageDealt object:\"Aethergeode Miner\"");
    assert_eq!(filter::with(&text, "kind:DamageDealt"), text, "once is enough");
    let filter = Filter::compile(&text, session.current()).unwrap();
    assert_eq!(filter.parts(&text), ["deals", "kind:DamageDealt", "object:\"Aethergeode Miner\""]);
    assert_eq!(filter::without(&text, "kind:DamageDealt"), "deals object:\"Aethergeode Miner\"");
    assert_eq!(filter::without("deals", "deals"), "");
}

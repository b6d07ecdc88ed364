//! Golden bytes: an accidental change of the wire forms fails here; a deliberate one gets a new number or version.

use std::collections::BTreeMap;

use retrace_core::card::CounterKind;
use retrace_core::fact::{
    Answer, CardId, Component, DefId, EffectKey, Entity, Entry, EntryNo, Event, Input, Item, NewObject, ObjectId,
    Origin, Part, PlayerId, Position, Status, Timestamp, Zone, wire,
};
use retrace_core::rule;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn entry(event: Event) -> Entry {
    Entry { no: EntryNo(300), part: Part::Batch, cause: Some(EntryNo(299)), rule: rule!("508.1f"), event }
}

#[test]
fn entries_keep_their_bytes() {
    let created = NewObject {
        id: ObjectId(7),
        component: Component::Card(CardId(3)),
        owner: PlayerId(1),
        controller: None,
        def: DefId(2),
        zone: Zone::Library(PlayerId(1)),
        position: Position::Bottom,
        status: Status::default(),
        counters: BTreeMap::from([(CounterKind::PowerToughness(1, 1), 2)]),
        attached_to: None,
        timestamp: Timestamp(9),
        announced: None,
        ability: None,
    };
    let golden = [
        (Event::Tapped { object: ObjectId(5) }, "8201fb2b01070105"),
        (Event::LifeLost { player: PlayerId(0), amount: 1000 }, "8201fb2b010c0400fbe803"),
        (
            Event::CountersPut {
                on: Entity::Player(PlayerId(1)),
                kind: CounterKind::Energy,
                count: 2,
                timestamp: Timestamp(40),
            },
            "8201fb2b0109050001020228",
        ),
        (Event::Created { object: created }, "8201fb2b01041307000301000200010100010001010200090000"),
        (Event::FramePopped {}, "8201fb2b013400"),
    ];
    for (event, expected) in golden {
        let entry = entry(event);
        let mut bytes = Vec::new();
        wire::encode_entry(&entry, true, &mut bytes).unwrap();
        assert_eq!(hex(&bytes), expected, "{}", entry.event.name());
        assert_eq!(wire::decode_entry(&bytes, entry.no, entry.rule), Ok((entry, true)));
    }
}

#[test]
fn inputs_keep_their_bytes() {
    let pass =
        Input::Decision { by: PlayerId(1), answer: Answer::Picked(vec![Item::Act(retrace_core::fact::Act::Pass)]) };
    assert_eq!(hex(&wire::encode(&pass).unwrap()), "000100010100");
    assert_eq!(hex(&wire::encode(&Input::Concede(PlayerId(0))).unwrap()), "0100");
}

/// Numbers are given once: none is used twice, and those of this list stay with their kinds.
#[test]
fn kinds_keep_their_numbers() {
    let mut numbers: Vec<u16> = Event::KINDS.iter().map(|(number, _)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), Event::KINDS.len());
    let listed: String = Event::KINDS.iter().map(|(number, name)| format!("{number} {name}\n")).collect();
    for known in include_str!("event-kinds.txt").lines() {
        assert!(listed.lines().any(|line| line == known), "`{known}` has changed");
    }
    assert_eq!(listed.lines().count(), include_str!("event-kinds.txt").lines().count(), "list the new kinds");
}

/// A stranger's bytes take no deeper a stack than ours: a chain of granted abilities is a list, and a long one is refused.
#[test]
fn a_long_chain_of_grants_is_refused() {
    let nested = |depth: u32| {
        let first = Origin::Printed { def: DefId(0), index: 0 };
        (0..depth).fold(first, |inner, _| Origin::Granted {
            by: EffectKey::Static { object: ObjectId(1), origin: Box::new(inner), part: 0 },
            index: 0,
        })
    };
    let short = wire::encode(&nested(3)).unwrap();
    assert_eq!(wire::decode::<Origin>(&short), Ok(nested(3)));
    let long = wire::encode(&nested(2000)).unwrap();
    assert!(wire::decode::<Origin>(&long).is_err());
}

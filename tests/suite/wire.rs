//! Golden bytes. An accidental change of the wire forms fails here. A deliberate one gets a new
//! number or version.

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
        (Event::Tapped { object: ObjectId(5) }, "8201070105"),
        (Event::LifeLost { player: PlayerId(0), amount: 1000 }, "82010c0400fbe803"),
        (
            Event::CountersPut {
                on: Entity::Player(PlayerId(1)),
                kind: CounterKind::Energy,
                count: 2,
                timestamp: Timestamp(40),
            },
            "820109050001020228",
        ),
        (Event::Created { object: Box::new(created) }, "8201041307000301000200010100010001010200090000"),
        (Event::FramePopped {}, "82013400"),
    ];
    for (event, expected) in golden {
        let entry = entry(event);
        let mut bytes = Vec::new();
        wire::encode_entry(1, &entry, true, &mut bytes).unwrap();
        assert_eq!(hex(&bytes), expected, "{}", entry.event.name());
        assert_eq!(wire::decode_entry(1, &bytes, entry.no, entry.rule), Ok((entry.clone(), true)));
    }
    assert_eq!(wire::FORMAT_VERSION, 1, "give the golden bytes of a new format as well");
}

/// No bytes give a cause that is not before its entry, and an unknown format is refused.
#[test]
fn causes_come_before_and_formats_are_known() {
    let mut late = entry(Event::FramePopped {});
    let mut bytes = Vec::new();
    for cause in [300, 301] {
        late.cause = Some(EntryNo(cause));
        let written = wire::encode_entry(1, &late, true, &mut bytes);
        assert!(matches!(written, Err(wire::WireError::Encode(_))), "{written:?}");
    }
    late.cause = None;
    bytes.clear();
    wire::encode_entry(1, &late, true, &mut bytes).unwrap();
    assert_eq!(wire::decode_entry(1, &bytes, late.no, late.rule), Ok((late.clone(), true)));
    // The cause of entry 1 would be two entries ago.
    bytes[1] = 2;
    let read = wire::decode_entry(1, &bytes, EntryNo(1), late.rule);
    assert!(matches!(read, Err(wire::WireError::Decode(_))), "{read:?}");
    for unknown in [0, wire::FORMAT_VERSION + 1] {
        let refused = Err(wire::WireError::UnknownFormat(unknown));
        assert_eq!(wire::encode_entry(unknown, &late, true, &mut Vec::new()), refused);
        assert_eq!(wire::decode_entry(unknown, &bytes, late.no, late.rule).map(drop), refused);
    }
}

#[test]
fn inputs_keep_their_bytes() {
    let pass =
        Input::Decision { by: PlayerId(1), answer: Answer::Picked(vec![Item::Act(retrace_core::fact::Act::Pass)]) };
    assert_eq!(hex(&wire::encode(&pass).unwrap()), "000100010100");
    assert_eq!(hex(&wire::encode(&Input::Concede(PlayerId(0))).unwrap()), "0100");
}

/// Numbers are never reused, and those in this list stay with their kinds.
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

/// A number counts as eight bytes for the limit and takes one, so a long game would not be read
/// again if the limit did not follow its length.
#[test]
fn what_is_written_is_read_however_long_it_is() {
    let numbers = vec![7u64; 3_000_000];
    let bytes = wire::encode(&numbers).unwrap();
    assert!(bytes.len() < 8 * numbers.len() && 8 * numbers.len() > wire::LIMIT_BYTES);
    assert_eq!(wire::decode::<Vec<u64>>(&bytes).unwrap(), numbers);
    // A short text that claims to be long is refused.
    let claims = wire::encode(&(wire::LIMIT_BYTES as u64 + 1)).unwrap();
    assert!(matches!(wire::decode::<String>(&claims), Err(wire::WireError::Decode(_))));
}

/// Untrusted bytes need no deeper a stack than our own: a chain of granted abilities is a list, and
/// a long one is refused.
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
    // What could not be read is not written.
    assert!(matches!(wire::encode(&nested(2000)), Err(wire::WireError::Encode(_))));
}

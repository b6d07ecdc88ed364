use std::collections::BTreeMap;

use super::*;
use crate::card::{CounterKind, DayNight, TurnStep};
use crate::fact::{Canonical, Noted, NotedFor, PlacedHost};

fn player(name: &str) -> PlayerSetup {
    PlayerSetup { name: name.to_owned(), deck: vec![0, 0, 1], sideboard: vec![1], ..PlayerSetup::default() }
}

/// Returns a genesis with a value in each part.
fn genesis() -> Genesis {
    let card = |name: &str| {
        let text = format!("Card(name: \"{name}\", types: [Land])");
        Canonical::new(crate::card::file::read_card(name, &text).unwrap())
    };
    let counters = BTreeMap::from([(CounterKind::Poison, 2)]);
    let objects = vec![
        Placed { tapped: true, damage: 3, ..Placed::plain(0, PlayerId(0), ZoneKind::Battlefield) },
        Placed {
            controller: Some(PlayerId(1)),
            sick: true,
            kind: PlacedKind::Token,
            counters: BTreeMap::from([(CounterKind::Loyalty, 4)]),
            attached_to: Some(PlacedHost::Object(0)),
            phased_out: true,
            ..Placed::plain(1, PlayerId(0), ZoneKind::Battlefield)
        },
        Placed::plain(1, PlayerId(1), ZoneKind::Graveyard),
    ];
    Genesis {
        seed: 300,
        players: vec![PlayerSetup { life: 17, hand_size: 6, counters, ..player("Ann") }, player("Bob")],
        starting_player: PlayerId(1),
        cards: vec![card("Grove"), card("Mire")],
        ante: true,
        set_up: Some(SetUp { turn: 5, step: TurnStep::Upkeep, day_night: Some(DayNight::Night), objects }),
        ..Genesis::default()
    }
}

#[test]
fn a_genesis_reads_back() {
    for genesis in [genesis(), Genesis { set_up: None, ..genesis() }, Genesis::default()] {
        let read = decode(&encode(&genesis).unwrap()).unwrap();
        assert_eq!(read, genesis);
        assert!(read.catalogue.content().is_none(), "its content is brought by whoever opens the game");
    }
    let teams = Genesis { teams: vec![vec![PlayerId(0), PlayerId(1)]], ..genesis() };
    assert_eq!(decode(&encode(&teams).unwrap()), Ok(teams));
}

/// What the casual variants add is there only if it is used, and asks for a newer reader.
#[test]
fn commanders_and_nontraditional_cards_read_back() {
    let mut with = genesis();
    assert_eq!(encode(&with).unwrap()[0], 1);
    with.players[0].commanders = vec![1, 0];
    with.players[1].supplement = vec![0];
    let placed = with.set_up.as_mut().map(|set_up| &mut set_up.objects[2]).unwrap();
    placed.commander = true;
    let bytes = encode(&with).unwrap();
    assert_eq!(decode(&bytes), Ok(with));
}

/// What was noted in a draft is there only if something was.
#[test]
fn notes_of_a_draft_read_back() {
    let mut with = genesis();
    let note = |card: &str, noted: Noted| NotedFor { card: card.to_owned(), noted };
    with.players[1].notes = vec![note("Mire", Noted::Number(3)), note("Grove", Noted::Player(PlayerId(0)))];
    let bytes = encode(&with).unwrap();
    assert_eq!(decode(&bytes), Ok(with));
}

/// The bytes of a format never change.
#[test]
fn golden_bytes() {
    let bytes: String = encode(&genesis()).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    let golden = include_str!("parts_golden.txt");
    assert_eq!(bytes, golden.split_whitespace().collect::<String>(), "give a new format, and leave this one alone");
}

/// Returns the same parts with one value replaced.
fn with_part(name: &str, value: &[u8], version: u16) -> Vec<u8> {
    let bytes = encode(&genesis()).unwrap();
    let mut parts = Writer { count: usize::from(bytes[1]), bytes: bytes[2..].to_vec() };
    parts.put_bytes(name, value).unwrap();
    let mut bytes = wire::encode(&version).unwrap();
    bytes.extend(parts.finish().unwrap());
    bytes
}

#[test]
fn an_unknown_part_is_refused_by_its_name_and_version() {
    let error = decode(&with_part("planes", &[1], 2)).unwrap_err();
    assert_eq!(error, WireError::UnknownPart { of: "genesis", part: "planes".to_owned(), version: 2 });
    let text = error.to_string();
    assert!(text.contains("`planes`") && text.contains("version 2 of the contract"), "{text}");
    assert!(text.contains("use a newer Retrace"), "{text}");
}

#[test]
fn a_newer_version_is_refused_even_with_parts_that_are_known() {
    for version in [0, VERSION + 1] {
        let mut bytes = encode(&genesis()).unwrap();
        bytes[0] = version as u8;
        assert_eq!(decode(&bytes), Err(WireError::UnknownGenesis(version)));
    }
    let text = WireError::UnknownGenesis(9).to_string();
    assert!(text.contains("version 9") && text.contains("use a newer Retrace"), "{text}");
}

#[test]
fn parts_stand_once_and_in_their_order() {
    let twice = decode(&with_part("edition", &[0], VERSION)).unwrap_err().to_string();
    assert!(twice.contains("the part `edition` of the genesis is out of place"), "{twice}");
    let whole = encode(&genesis()).unwrap();
    // Each part except the set-up is required.
    let mut rest: &[u8] = &whole[2..];
    let mut at = 2;
    while !rest.is_empty() {
        let (name, after): (String, &[u8]) = wire::decode_first(rest).unwrap();
        let (length, after): (usize, &[u8]) = wire::decode_first(after).unwrap();
        let next = whole.len() - after.len() + length;
        let mut without = [&whole[..at], &whole[next..]].concat();
        without[1] -= 1;
        let read = decode(&without);
        if name == "set-up" {
            assert_eq!(read.unwrap().set_up, None);
        } else {
            let error = read.unwrap_err().to_string();
            assert!(error.contains(&format!("no part `{name}`")), "{error}");
        }
        (at, rest) = (next, &whole[next..]);
    }
}

#[test]
fn columns_fit_the_rows() {
    let wrong = |change: &dyn Fn(&mut Genesis)| {
        let mut it = genesis();
        change(&mut it);
        encode(&it).unwrap()
    };
    // One life total, but two seats.
    let (one, two) = (wrong(&|it| it.players.truncate(1)), encode(&genesis()).unwrap());
    let life = b"\x04life\x03\x02\x22\x28";
    let at = two.windows(life.len()).position(|bytes| bytes == life).unwrap();
    let mut bytes = two[..at].to_vec();
    bytes.extend(b"\x04life\x02\x01\x22");
    bytes.extend(&two[at + life.len()..]);
    let error = decode(&bytes).unwrap_err().to_string();
    assert!(error.contains("the part `life` tells of 1, and there are 2"), "{error}");
    assert!(decode(&one).is_ok());
    // No truncated genesis can be read, and none causes a panic.
    for at in 0..two.len() {
        assert!(decode(&two[..at]).is_err());
    }
}

#[test]
fn another_format_is_refused() {
    let bytes = genesis().encode(wire::FORMAT_VERSION).unwrap();
    assert_eq!(Genesis::decode(wire::FORMAT_VERSION, &bytes), Ok(genesis()));
    for unknown in [0, wire::FORMAT_VERSION + 1] {
        assert_eq!(genesis().encode(unknown), Err(WireError::UnknownFormat(unknown)));
        assert_eq!(Genesis::decode(unknown, &bytes), Err(WireError::UnknownFormat(unknown)));
    }
}

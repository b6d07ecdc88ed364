use super::super::bundled::bundled_cards;
use super::*;

/// Some bundled cards of all layouts.
fn some() -> Pool {
    let mut pool = Pool::default();
    bundled_cards().iter().step_by(40).for_each(|card| pool.add(card.clone()));
    ["Fire // Ice", "Delver of Secrets"].iter().for_each(|name| {
        bundled_cards().iter().filter(|card| card.name() == *name).for_each(|card| pool.add(card.clone()));
    });
    pool
}

fn reading(bytes: Vec<u8>) -> Result<Pool, PackError> {
    let mut pool = Pool::default();
    pool.add_pack(Pack::read("some.cards", bytes)?);
    Ok(pool)
}

/// The same cards are the same catalogue, whether they were bundled, added one by one, or packed.
#[test]
fn all_cards_come_back_from_a_pack() {
    let all = Pool::bundled().unwrap();
    let packed = packed(&all).unwrap();
    assert_eq!(super::packed(&all).unwrap(), packed, "the same bytes for the same cards");
    let read = reading(packed.clone()).unwrap();
    assert!(read.names().eq(all.names()));
    for name in all.names() {
        assert_eq!(read.read(name).unwrap(), all.read(name).unwrap());
    }
    assert_eq!(read.catalogue().id(), all.catalogue().id());
    assert_eq!(super::packed(&read).unwrap(), packed, "a pack can be packed again");
    let mut own = Pool::default();
    bundled_cards().iter().for_each(|card| own.add(card.clone()));
    assert_eq!(own.catalogue().id(), all.catalogue().id());
    assert_eq!(own.catalogue().list(), all.catalogue().list());
}

#[test]
fn an_empty_pack_has_no_cards() {
    assert_eq!(reading(packed(&Pool::default()).unwrap()).unwrap().names().count(), 0);
}

/// Any byte cut off or changed is found when the pack is opened.
#[test]
fn damage_is_told_with_the_remedy() {
    let whole = packed(&some()).unwrap();
    let told = |bytes: &[u8]| reading(bytes.to_vec()).map(drop).unwrap_err().to_string();
    for length in (0..whole.len()).filter(|at| *at < 200 || at % 97 == 0) {
        let told = told(&whole[..length]);
        let expected = if length == 0 { "not a pack" } else { "copy it again" };
        assert!(told.contains(expected), "{length}: {told}");
    }
    assert!(told(&[&*whole, b"x"].concat()).contains("copy it again"));
    for at in (0..whole.len()).filter(|at| *at < 400 || at % 97 == 0) {
        for bit in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= bit;
            let told = told(&bytes);
            assert!([";", ":"].iter().any(|it| told.contains(it)), "{at}: {told}");
        }
    }
    assert!(told(b"Card(name: \"A\")").contains("not a pack of cards; `retrace cards pack` makes one"));
    let text = String::from_utf8_lossy(&whole).replace("\r\n", "\n");
    assert!(Pack::begins(&text.as_bytes()[2..]) && told(&text.as_bytes()[2..]).contains("transferred as a text"));
}

/// A pack whose checksum is right was made by someone who wanted it so: whatever the bytes are, it
/// is refused, or a card of it is, or its cards are sound.
#[test]
fn what_is_forged_is_refused_or_reads() {
    let whole = packed(&some()).unwrap();
    let text = whole.len() - 2000;
    let places = (8..SUMMED).chain(HEAD_BYTES..HEAD_BYTES + 90).chain((text..whole.len()).step_by(13));
    let (mut refused, mut unreadable) = (0, 0);
    for at in places {
        for with in [0, 1, 0x7f, 0xff, b'(', b'"'] {
            let mut bytes = whole.clone();
            bytes[at] = with;
            match reading(sealed(bytes)) {
                Err(error) => {
                    assert!(error.to_string().len() > 20);
                    refused += 1;
                }
                Ok(pool) => {
                    let names: Vec<&str> = pool.names().collect();
                    for error in names.iter().filter_map(|name| pool.read(name).err()) {
                        assert!(error.to_string().starts_with("some.cards: the card “"), "{error}");
                        unreadable += 1;
                    }
                    pool.catalogue().printed().count();
                    pool.catalogue().definitions().count();
                }
            }
        }
    }
    assert!(refused > 100 && unreadable > 100, "{refused}, {unreadable}");
}

#[test]
fn what_a_later_version_writes_is_refused_with_the_version_that_is_needed() {
    let whole = packed(&some()).unwrap();
    let told = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        reading(sealed(bytes)).unwrap_err().to_string()
    };
    assert!(told(&|bytes| bytes[8] = 9).contains("use one that knows version 9, or pack the card files again"));
    assert!(told(&|bytes| bytes[10] = 7).contains("version 7 of the card language"));
    let word = told(&|bytes| {
        // The card type in the list of words, not a part of another word.
        let is_letter = |at: usize| bytes[at].is_ascii_alphabetic();
        let is_it = |at: &usize| bytes[*at..].starts_with(b"Creature") && !is_letter(at - 1) && !is_letter(at + 8);
        let at = (1..bytes.len()).find(is_it).unwrap();
        bytes[at..at + 8].copy_from_slice(b"Kreature");
    });
    assert!(word.contains("use the word `Kreature`, which this version of Retrace doesn't know; use the"), "{word}");
}

#[test]
fn a_pack_has_a_most() {
    let error = PackError::TooMany { cards: 70_000, bytes: 1 };
    assert!(error.to_string().contains("at most 65536 cards"), "{error}");
}

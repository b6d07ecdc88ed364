//! The type line as data: the lists of CR 205 are complete, and each subtype belongs to the right
//! card types.

use retrace_core::card::BasicLandType;
use retrace_core::card::text::type_line;
use retrace_core::card::{CardType, CardTypes, Subtype, SubtypeSet, Supertype, Supertypes};

/// FNV-1a, 64 bits: enough to notice that a list has changed.
fn digest(words: &[&str]) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    words.join("\n").bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn names(kind: CardType) -> Vec<&'static str> {
    Subtype::all_of(kind).map(Subtype::name).collect()
}

/// CR 205.2a, 205.4a.
#[test]
fn the_card_types_and_supertypes_are_those_of_the_edition() {
    let mut types: Vec<String> = CardType::ALL.iter().map(|kind| kind.to_string().to_lowercase()).collect();
    types.sort();
    assert_eq!(
        types.join(" "),
        "artifact conspiracy creature dungeon enchantment instant land phenomenon plane planeswalker scheme sorcery \
         tribal vanguard"
    );
    let supertypes: Vec<String> = Supertype::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(supertypes.join(" "), "Basic Legendary Ongoing Snow World");
}

/// CR 205.3g-n: the number of words in each list, and a digest of them in alphabetical order, taken
/// from the rule's text.
#[test]
fn the_subtype_lists_are_those_of_the_edition() {
    let lists = [
        (CardType::Artifact, 8, 0xa0f3_6a17_596c_0a45),
        (CardType::Enchantment, 8, 0x42c5_e9b9_190b_054d),
        (CardType::Land, 13, 0x647c_bd10_a88c_0758),
        (CardType::Planeswalker, 68, 0x7a38_4aa3_e967_2bee),
        (CardType::Instant, 4, 0xf9a2_f947_8868_d1e2),
        (CardType::Creature, 261, 0x35c3_b416_c555_90e9),
        (CardType::Plane, 43, 0x56ee_515b_dc5f_651a),
    ];
    for (kind, count, expected) in lists {
        let names = names(kind);
        assert_eq!((names.len(), digest(&names)), (count, expected), "{kind}");
    }
}

/// CR 205.3k, 205.3m, 205.3p, 308.2: shared lists, and card types without any.
#[test]
fn some_card_types_share_their_subtypes_and_some_have_none() {
    assert_eq!(names(CardType::Instant), names(CardType::Sorcery));
    assert_eq!(names(CardType::Creature), names(CardType::Tribal));
    let none = [CardType::Dungeon, CardType::Phenomenon, CardType::Scheme, CardType::Vanguard, CardType::Conspiracy];
    assert!(none.into_iter().all(|kind| names(kind).is_empty()));
    let basic = [
        BasicLandType::Plains,
        BasicLandType::Island,
        BasicLandType::Swamp,
        BasicLandType::Mountain,
        BasicLandType::Forest,
    ];
    let mut expected: Vec<String> = basic.iter().map(|kind| format!("{kind:?}")).collect();
    expected.sort();
    let found: Vec<&str> = SubtypeSet::BasicLand.members().iter().copied().map(Subtype::name).collect();
    assert_eq!(found, expected);
}

/// CR 205.3b, 301.3, 303.3: single words, except for planes.
#[test]
fn subtypes_are_single_words_but_for_planes() {
    for kind in CardType::ALL.iter().filter(|kind| **kind != CardType::Plane) {
        assert!(names(*kind).iter().all(|name| !name.contains(' ')), "{kind}");
    }
    assert!(names(CardType::Plane).contains(&"New Phyrexia"));
}

/// CR 205.1, 205.3b, 205.3c, 205.4a: supertypes, card types, a long dash, subtypes.
#[test]
fn a_type_line_is_written_in_its_order() {
    let subtype = |name: &str| Subtype::named(name).unwrap();
    let land_creature = CardTypes::NONE.with(CardType::Creature).with(CardType::Land);
    let line = type_line(
        Supertypes::NONE.with(Supertype::Snow).with(Supertype::Basic),
        land_creature,
        &[subtype("Forest"), subtype("Dryad")],
    );
    assert_eq!(line, "Basic Snow Land Creature \u{2014} Forest Dryad");
    // Each of them belongs to only one card type.
    assert!(subtype("Forest").belongs_to(CardTypes::NONE.with(CardType::Land)));
    assert!(!subtype("Forest").belongs_to(CardTypes::NONE.with(CardType::Creature)));
    assert!(!subtype("Dryad").belongs_to(CardTypes::NONE.with(CardType::Land)));
}

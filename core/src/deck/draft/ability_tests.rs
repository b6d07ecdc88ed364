//! What cards do during a draft (CR 905.2).

use std::sync::Arc;

use super::*;
use crate::card::pool::Pool;
use crate::card::{Color, Subtype};
use crate::fact::{Noted, PlayerId};

type Cards = Draft<Arc<Card>>;

/// A draft of three players with a round of these packs.
fn draft(packs: [&[&str]; 3]) -> Cards {
    rounds(vec![packs])
}

fn rounds(rounds: Vec<[&[&str]; 3]>) -> Cards {
    Draft::begin(DraftKind::Conspiracy, cards(rounds), 7).unwrap()
}

fn cards(rounds: Vec<[&[&str]; 3]>) -> Vec<Vec<Vec<Arc<Card>>>> {
    let pool = Pool::bundled().unwrap();
    let card = |name: &&str| Arc::clone(pool.get(name).unwrap_or_else(|| panic!("{name}")));
    let round = |packs: [&[&str]; 3]| packs.iter().map(|pack| pack.iter().map(card).collect()).collect();
    rounds.into_iter().map(round).collect()
}

fn pick(draft: &mut Cards, seat: usize, place: usize) {
    draft.pick(seat, &[place]).unwrap();
}

/// Players draft the first cards of their packs, and do nothing that they may do.
fn others(draft: &mut Cards, seats: &[usize]) {
    for seat in seats {
        pick(draft, *seat, 0);
        while draft.questions().any(|it| it.seat == *seat) {
            answer(draft, *seat, DraftAnswer::Do(false)).unwrap();
        }
    }
}

fn answer(draft: &mut Cards, seat: usize, answer: DraftAnswer) -> Result<(), DraftError> {
    draft.act(&DraftAction::Answer { seat, answer })
}

fn noted(draft: &Cards, seat: usize) -> Vec<(String, Noted)> {
    draft.notes()[seat].iter().map(|it| (it.card.clone(), it.noted.clone())).collect()
}

fn names(cards: &[impl AsRef<Card>]) -> Vec<String> {
    cards.iter().map(|card| card.as_ref().name().to_owned()).collect()
}

const BEARS: &str = "Grizzly Bears";
const SPIDER: &str = "Giant Spider";

/// CR 905.2b: the number counts the card itself, and the cards of this round only.
#[test]
fn a_number_is_noted() {
    let mut draft = rounds(vec![
        [&[BEARS, "Pyretic Hunter"], &[BEARS, BEARS], &[BEARS, "Lurking Automaton"]],
        [&["Pyretic Hunter"], &[BEARS], &[BEARS]],
    ]);
    others(&mut draft, &[0, 1, 2]);
    // The pack of the third player has come to the first.
    others(&mut draft, &[0]);
    assert_eq!(noted(&draft, 0), [("Lurking Automaton".to_owned(), Noted::Number(2))]);
    let view = draft.seen_by(2).unwrap();
    assert_eq!(
        view.revealed.iter().map(|(seat, card)| (*seat, card.name())).collect::<Vec<_>>(),
        [(0, "Lurking Automaton")]
    );
    assert_eq!(view.notes[0].len(), 1, "all players may look at what was noted");
    others(&mut draft, &[1, 2, 0]);
    assert_eq!(noted(&draft, 0)[1], ("Pyretic Hunter".to_owned(), Noted::Number(1)));
    assert!(draft.seen_by(2).unwrap().face_up.is_empty(), "it is turned face down afterwards");
}

/// CR 905.2b: a player who opens a pack was passed nothing.
#[test]
fn the_player_who_passed_it_is_noted() {
    let mut draft = draft([&["Cogwork Tracker", BEARS], &[BEARS, "Cogwork Tracker"], &[BEARS, BEARS]]);
    others(&mut draft, &[0, 1, 2]);
    assert_eq!(noted(&draft, 0), []);
    others(&mut draft, &[2]);
    assert_eq!(noted(&draft, 2), [("Cogwork Tracker".to_owned(), Noted::Player(PlayerId(1)))]);
}

/// CR 905.2b: the players to the right, themselves and to the left choose different colors; the
/// packs wait.
#[test]
fn colors_are_chosen_in_order() {
    let mut draft = draft([&[BEARS, BEARS], &["Regicide", BEARS], &[BEARS, BEARS]]);
    others(&mut draft, &[0, 2]);
    pick(&mut draft, 1, 0);
    assert_eq!(draft.wanted(0), 0, "the packs are not passed yet");
    assert_eq!(draft.seen_by(2).unwrap().revealed[0].1.name(), "Regicide");
    let asked = |draft: &Cards| draft.questions().map(|it| it.seat).collect::<Vec<_>>();
    let color = DraftAnswer::Color;
    assert_eq!(asked(&draft), [0]);
    assert_eq!(answer(&mut draft, 1, color(Color::Red)), Err(DraftError::NotAsked(1)));
    assert_eq!(answer(&mut draft, 0, DraftAnswer::Do(true)), Err(DraftError::NoAnswer(0)));
    answer(&mut draft, 0, color(Color::Red)).unwrap();
    assert_eq!(asked(&draft), [1]);
    assert_eq!(answer(&mut draft, 1, color(Color::Red)), Err(DraftError::NoAnswer(1)));
    answer(&mut draft, 1, color(Color::Blue)).unwrap();
    assert_eq!(asked(&draft), [2]);
    answer(&mut draft, 2, color(Color::Green)).unwrap();
    assert_eq!(draft.wanted(0), 1);
    let colors = [Color::Red, Color::Blue, Color::Green].map(|it| ("Regicide".to_owned(), Noted::Color(it)));
    assert_eq!(noted(&draft, 1), colors);
}

/// CR 905.2c: a face-up card is seen by all until it notes something and is turned face down.
#[test]
fn a_name_is_noted_for_a_face_up_card() {
    let mut draft = draft([&["Noble Banneret", BEARS], &[BEARS, "Lightning Bolt"], &["Lightning Bolt", SPIDER]]);
    others(&mut draft, &[0, 1, 2]);
    let up =
        |draft: &Cards| draft.seen_by(1).unwrap().face_up.iter().map(|it| it.1.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(up(&draft), ["Noble Banneret"]);
    pick(&mut draft, 0, 0);
    assert_eq!(draft.questions().map(|it| (it.seat, it.card.as_str())).collect::<Vec<_>>(), [(0, "Noble Banneret")]);
    answer(&mut draft, 0, DraftAnswer::Do(true)).unwrap();
    assert_eq!(noted(&draft, 0), [("Noble Banneret".to_owned(), Noted::Name(SPIDER.to_owned()))]);
    assert_eq!(up(&draft), Vec::<String>::new());
    assert_eq!(names(&draft.pools()[0]), ["Noble Banneret", SPIDER]);
}

/// Only creature cards ask, and a player may say no.
#[test]
fn creature_types_are_noted_for_creature_cards() {
    let mut draft = draft([
        &["Paliano Vanguard", BEARS, BEARS],
        &[BEARS, BEARS, "Llanowar Elves"],
        &[BEARS, "Lightning Bolt", BEARS],
    ]);
    others(&mut draft, &[0, 1, 2]);
    pick(&mut draft, 0, 0);
    assert_eq!(draft.questions().count(), 0, "it is an instant");
    others(&mut draft, &[1, 2]);
    pick(&mut draft, 0, 0);
    answer(&mut draft, 0, DraftAnswer::Do(true)).unwrap();
    let kinds = ["Elf", "Druid"].map(|kind| Noted::CreatureType(Subtype::named(kind).unwrap()));
    assert_eq!(noted(&draft, 0).into_iter().map(|it| it.1).collect::<Vec<_>>(), kinds);
}

/// CR 905.1d: a removed card is in no pool, and all see it.
#[test]
fn cards_are_removed_from_the_draft() {
    let mut draft = draft([&["Animus of Predation", BEARS], &[BEARS, BEARS], &[BEARS, SPIDER]]);
    others(&mut draft, &[0, 1, 2]);
    pick(&mut draft, 0, 0);
    answer(&mut draft, 0, DraftAnswer::Do(true)).unwrap();
    assert_eq!(names(&draft.pools()[0]), ["Animus of Predation"]);
    assert_eq!(noted(&draft, 0), [("Animus of Predation".to_owned(), Noted::Removed(SPIDER.to_owned()))]);
    let view = draft.seen_by(2).unwrap();
    assert_eq!((view.removed[0].0, view.removed[0].1.name(), view.piles[0]), (0, SPIDER, 1));
}

/// An additional card now, and none of the next pack.
#[test]
fn an_additional_card_is_drafted() {
    let mut draft = draft([
        &["Leovold's Operative", BEARS, BEARS, BEARS],
        &[BEARS, BEARS, BEARS, BEARS],
        &[BEARS, SPIDER, SPIDER, BEARS],
    ]);
    others(&mut draft, &[0, 1, 2]);
    pick(&mut draft, 0, 0);
    assert_eq!(draft.pick(0, &[0]), Err(DraftError::NotNow(0)), "the player is asked something");
    answer(&mut draft, 0, DraftAnswer::Do(true)).unwrap();
    assert_eq!(draft.wanted(0), 1);
    pick(&mut draft, 0, 0);
    assert_eq!(draft.questions().count(), 0, "it is face down now");
    others(&mut draft, &[1, 2]);
    assert_eq!(draft.seen_by(0).unwrap().pack, None, "the next pack is passed");
    assert_eq!(names(&draft.pools()[0]), ["Leovold's Operative", SPIDER, SPIDER]);
    others(&mut draft, &[1, 2]);
    assert_eq!(draft.wanted(0), 1);
}

/// A whole pack, one card at a time, and nothing more in this round.
#[test]
fn a_whole_pack_is_drafted() {
    let mut draft = rounds(vec![
        [&["Agent of Acquisitions", BEARS, BEARS], &[BEARS, BEARS, BEARS], &[BEARS, SPIDER, "Pyretic Hunter"]],
        [&[BEARS], &[BEARS], &[BEARS]],
    ]);
    assert!(draft.act(&DraftAction::Use { seat: 0, card: 0, at: None }).is_err(), "it is not drafted yet");
    others(&mut draft, &[0, 1, 2]);
    assert_eq!(draft.uses(0).len(), 1);
    draft.act(&DraftAction::Use { seat: 0, card: 0, at: None }).unwrap();
    assert!(draft.uses(0).is_empty() && draft.seen_by(1).unwrap().face_up.is_empty());
    others(&mut draft, &[1, 2]);
    pick(&mut draft, 0, 0);
    pick(&mut draft, 0, 0);
    assert_eq!(noted(&draft, 0)[0].1, Noted::Number(3));
    assert_eq!(draft.wanted(0), 0);
    // The two other packs go around the table without the first player.
    while draft.seen_by(0).unwrap().round == 0 {
        for seat in [1, 2] {
            if draft.seen_by(0).unwrap().round == 0 && draft.wanted(seat) > 0 {
                pick(&mut draft, seat, 0);
            }
        }
        assert!(draft.seen_by(0).unwrap().round == 1 || draft.wanted(0) == 0);
    }
    assert_eq!(draft.wanted(0), 1, "the next round begins");
    others(&mut draft, &[0, 1, 2]);
    assert_eq!(draft.pools().iter().map(Vec::len).sum::<usize>(), 12);
}

/// Cards that are drafted at random, from packs that the player does not see.
#[test]
fn cards_are_drafted_at_random() {
    let pack: [&str; 5] = [BEARS, SPIDER, "Lightning Bolt", "Llanowar Elves", "Forest"];
    let mut draft = draft([&["Archdemon of Paliano", BEARS, BEARS, BEARS, BEARS], &pack, &pack]);
    others(&mut draft, &[0, 1, 2]);
    for _ in 0..3 {
        let view = draft.seen_by(0).unwrap();
        assert_eq!((view.pack, view.face_up.len()), (None, 1));
        assert_eq!(draft.pick(0, &[0]), Err(DraftError::AtRandom(0)));
        draft.act(&DraftAction::PickAtRandom { seat: 0 }).unwrap();
        others(&mut draft, &[1, 2]);
    }
    assert_eq!(draft.act(&DraftAction::PickAtRandom { seat: 0 }), Err(DraftError::AtRandom(0)));
    let view = draft.seen_by(0).unwrap();
    assert_eq!((view.pack.map(<[_]>::len), view.face_up.len()), (Some(1), 0));
}

/// CR 905.1c: a card that was looked at is seen by the player who looked only.
#[test]
fn the_next_card_of_a_pack_is_looked_at() {
    let mut draft = draft([&["Cogwork Spy", SPIDER, BEARS], &[BEARS, BEARS, BEARS], &[BEARS, BEARS, BEARS]]);
    others(&mut draft, &[0, 1, 2]);
    assert!(draft.seen_by(0).unwrap().looked.is_empty());
    others(&mut draft, &[1]);
    assert_eq!(names(draft.seen_by(0).unwrap().looked), [SPIDER]);
    assert!(draft.seen_by(2).unwrap().looked.is_empty() && draft.seen_by(2).unwrap().revealed.is_empty());
    others(&mut draft, &[0, 2, 2, 0, 1]);
    assert_eq!(draft.seen_by(0).unwrap().looked.len(), 1, "only the next one");
}

/// CR 905.1c: an unopened pack, or one that nobody else is looking at.
#[test]
fn a_pack_is_looked_at() {
    let mut draft = rounds(vec![
        [&["Whispergear Sneak", BEARS], &[BEARS, BEARS], &[BEARS, BEARS]],
        [&[BEARS, BEARS], &[SPIDER, BEARS], &[BEARS, BEARS]],
    ]);
    others(&mut draft, &[0, 1, 2]);
    let look = |at: DraftLook| DraftAction::Use { seat: 0, card: 0, at: Some(at) };
    for at in [
        DraftLook::Pack(1),
        DraftLook::Unopened { round: 0, seat: 0 },
        DraftLook::Unopened { round: 2, seat: 0 },
        DraftLook::NextOf(1),
    ] {
        assert_eq!(draft.act(&look(at)), Err(DraftError::NothingToLookAt(0)));
    }
    assert_eq!(draft.packs_to_look_at(0).len(), 4, "three unopened packs and the own one");
    draft.act(&look(DraftLook::Unopened { round: 1, seat: 1 })).unwrap();
    assert_eq!(names(draft.seen_by(0).unwrap().looked), [SPIDER, BEARS]);
    assert_eq!(
        draft.act(&look(DraftLook::Pack(0))),
        Err(DraftError::NoAbility { seat: 0, card: 0 }),
        "it is face down"
    );
}

/// A card of a player of one's choice.
#[test]
fn the_next_card_of_a_player_is_looked_at() {
    let mut draft = draft([&["Illusionary Informant", BEARS], &[BEARS, BEARS], &[SPIDER, SPIDER]]);
    others(&mut draft, &[0, 1, 2]);
    draft.act(&DraftAction::Use { seat: 0, card: 0, at: Some(DraftLook::NextOf(2)) }).unwrap();
    others(&mut draft, &[1]);
    assert!(draft.seen_by(0).unwrap().looked.is_empty());
    others(&mut draft, &[2]);
    assert_eq!(names(draft.seen_by(0).unwrap().looked), [BEARS]);
}

/// The guess comes before the card is revealed.
#[test]
fn a_name_is_guessed() {
    for (guess, right) in [(SPIDER, true), (BEARS, false)] {
        let mut draft = draft([&["Spire Phantasm", SPIDER], &[BEARS, BEARS], &[BEARS, BEARS]]);
        others(&mut draft, &[0, 1, 2]);
        pick(&mut draft, 1, 0);
        assert!(draft.seen_by(2).unwrap().revealed.is_empty());
        answer(&mut draft, 0, DraftAnswer::Name(guess.to_owned())).unwrap();
        assert_eq!(draft.seen_by(2).unwrap().revealed[0].1.name(), SPIDER);
        assert_eq!(noted(&draft, 0).iter().any(|it| it.1 == Noted::GuessedRight), right);
    }
}

/// CR 905.2a: of two players who want to look at the same pack only one can if the other takes it
/// up first; chance decides, the same for a seed.
#[test]
fn actions_at_once_are_taken_in_a_random_order() {
    let packs = || cards(vec![[&["Whispergear Sneak", BEARS, BEARS], &[BEARS, BEARS, BEARS], &[BEARS, BEARS, BEARS]]]);
    let outcome = |seed: u64| {
        let mut draft = Draft::begin(DraftKind::Conspiracy, packs(), seed).unwrap();
        others(&mut draft, &[0, 1, 2]);
        others(&mut draft, &[2]);
        // The first player looks at the pack before the third one, who has drafted; the second one
        // drafts last, so that the packs are passed.
        let look = DraftAction::Use { seat: 0, card: 0, at: Some(DraftLook::Pack(2)) };
        pick(&mut draft, 0, 0);
        let refused = draft.at_once(vec![look, DraftAction::Pick { seat: 1, places: vec![0] }]);
        let again = Draft::replay(DraftKind::Conspiracy, packs(), seed, draft.actions()).unwrap();
        assert_eq!(again, draft);
        refused.len()
    };
    let all: Vec<usize> = (0..16).map(outcome).collect();
    assert!(all.contains(&0) && all.contains(&1), "{all:?}");
    assert_eq!(all, (0..16).map(outcome).collect::<Vec<_>>());
}

/// The record of a draft is plain data.
#[test]
fn a_draft_is_replayed_from_its_record() {
    let packs = || {
        cards(vec![[&["Archdemon of Paliano", BEARS, SPIDER], &[BEARS, "Regicide", BEARS], &[BEARS, BEARS, SPIDER]]])
    };
    let mut draft = Draft::begin(DraftKind::Conspiracy, packs(), 3).unwrap();
    others(&mut draft, &[0, 1, 2]);
    draft.act(&DraftAction::PickAtRandom { seat: 0 }).unwrap();
    others(&mut draft, &[1]);
    pick(&mut draft, 2, 0);
    for (seat, color) in [(1, Color::Red), (2, Color::Blue), (0, Color::Green)] {
        answer(&mut draft, seat, DraftAnswer::Color(color)).unwrap();
    }
    let text = ron::to_string(draft.actions()).unwrap();
    let actions: Vec<DraftAction> = ron::from_str(&text).unwrap();
    assert_eq!(Draft::replay(DraftKind::Conspiracy, packs(), 3, &actions), Ok(draft));
}

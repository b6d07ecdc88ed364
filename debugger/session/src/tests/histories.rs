//! The earlier and later objects of a card.

use retrace_core::fact::Zone;

use super::*;
use crate::timeline::history::chapters;

#[test]
fn a_card_is_followed_from_the_hand_to_the_graveyard_from_wherever_one_looks() {
    let session = both_ends();
    let leap = session.timeline_named("leap").unwrap();
    let in_hand = leap.commits()[0].after().zone(Zone::Hand(PlayerId(1)))[0];
    let history = chapters(leap, in_hand);
    let zones: Vec<Zone> = history.iter().map(|chapter| chapter.zone).collect();
    assert_eq!(zones, [Zone::Hand(PlayerId(1)), Zone::Stack, Zone::Graveyard(PlayerId(1))]);
    for chapter in &history {
        assert_eq!(chapters(leap, chapter.id), history, "from {}", chapter.id);
    }
    let main = session.timeline_named("main").unwrap();
    assert_eq!(chapters(main, in_hand).len(), 1, "it stays in hand there");
    assert_eq!(chapters(main, retrace_core::fact::ObjectId(9999)), []);
}

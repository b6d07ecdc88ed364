//! Causes, differences, and the texts of events.

use std::collections::BTreeSet;

use retrace_core::fact::{EntryNo, Event, Part};
use retrace_core::play::{self, Dice};

use super::*;

#[test]
fn every_chain_of_causes_ends_at_an_input_or_the_genesis() {
    let session = both_ends();
    for timeline in session.timelines() {
        for (_, entry) in timeline.entries_from(EntryNo(0)) {
            let chain = session.why(timeline.id(), entry.no);
            let (first, last) = (chain.first().unwrap(), chain.last().unwrap());
            assert_eq!(first.no, entry.no);
            assert_eq!(last.part, Part::Input, "{} ends at {}", first.text, last.text);
            assert!(chain.windows(2).all(|pair| pair[0].no > pair[1].no));
        }
    }
}

#[test]
fn a_death_is_explained_back_to_a_decision() {
    let session = both_ends();
    let main = id_of(&session, "main");
    let died = |text: &str| text == "Aethergeode Miner is destroyed and goes to player B's graveyard";
    let death = session.entries(main).map(|(_, entry)| entry.no).find(|no| died(session.text(main, *no).unwrap()));
    let chain: Vec<String> = session.why(main, death.unwrap()).into_iter().map(|link| link.text).collect();
    assert_eq!(
        chain,
        [
            "Aethergeode Miner is destroyed and goes to player B's graveyard",
            "1 damage is marked on Aethergeode Miner",
            "Dire Fleet Captain deals 1 combat damage to Aethergeode Miner",
            "Dire Fleet Captain assigns 1 damage to Aethergeode Miner and 1 damage to Shielded Aether Thief",
            "Player A decides: Dire Fleet Captain's damage: 1 to Aethergeode Miner and 1 to Shielded Aether Thief",
        ]
    );
    let links = session.why(main, death.unwrap());
    for pair in links.windows(2) {
        assert!(session.brought_about(main, pair[1].no).iter().any(|effect| effect.no == pair[0].no));
    }
}

#[test]
fn a_place_does_not_differ_from_itself() {
    let session = both_ends();
    for timeline in session.timelines() {
        for step in 0..=timeline.len_steps() {
            let point = Point::new(timeline.id(), step);
            assert!(session.diff_points(point, point).is_empty());
        }
    }
}

#[test]
fn a_difference_has_the_fields_that_differ_and_no_others() {
    let session = both_ends();
    let main = id_of(&session, "main");
    let tapped = session.entries(main).find(|(_, entry)| matches!(entry.event, Event::Attacked { .. }));
    let (step, _) = tapped.unwrap();
    let diff = session.diff_points(Point::new(main, step), Point::new(main, step + 1));
    let rows: Vec<(String, Field)> = diff.rows.iter().map(|row| (row.subject.to_string(), row.field)).collect();
    let captain = || "Dire Fleet Captain".to_owned();
    assert_eq!(
        rows,
        [("Game".to_owned(), Field::Waiting), (captain(), Field::Tapped), (captain(), Field::Attacking)],
        "{diff:#?}"
    );
    assert_eq!(diff.rows[1].left.as_deref(), Some("untapped"));
    assert_eq!(diff.rows[1].right.as_deref(), Some("tapped"));
    assert_eq!((diff.rows[2].left.as_deref(), diff.rows[2].right.as_deref()), (None, Some("player B")));
}

#[test]
fn turning_a_difference_around_turns_its_sides_around() {
    let session = both_ends();
    let (a, b) = (id_of(&session, "main"), id_of(&session, "leap"));
    let (a, b) = (Point::new(a, session.len_steps(a)), Point::new(b, session.len_steps(b)));
    let (there, back) = (session.diff_points(a, b), session.diff_points(b, a));
    let mut turned: Vec<_> = back.rows.iter().map(|row| (row.field, row.right.clone(), row.left.clone())).collect();
    let mut rows: Vec<_> = there.rows.iter().map(|row| (row.field, row.left.clone(), row.right.clone())).collect();
    turned.sort();
    rows.sort();
    assert_eq!(rows, turned);
}

#[test]
fn the_two_ends_of_the_primer_differ_as_it_says() {
    let session = both_ends();
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    let diff = session.diff_timelines(main, leap).unwrap();
    assert_eq!(diff.shared_steps, session.shared_steps(main, leap));
    let divergence = (Some(EntryNo(diff.shared_entries)), Some(EntryNo(diff.shared_entries)));
    assert_eq!(diff.first_divergence, divergence);
    let rows: BTreeSet<(String, &str, Option<&str>, Option<&str>)> = diff
        .state
        .rows
        .iter()
        .map(|row| (row.subject.to_string(), row.field.word(), row.left.as_deref(), row.right.as_deref()))
        .collect();
    let miner = || "Aethergeode Miner".to_owned();
    for row in [
        (miner(), "zone", Some("player B's graveyard"), Some("the battlefield")),
        (miner(), "power/toughness", Some("3/1"), Some("5/3")),
        (miner(), "damage", None, Some("2")),
        (miner(), "abilities", None, Some("flying")),
        ("Shielded Aether Thief".to_owned(), "damage", Some("1"), None),
        ("Mighty Leap".to_owned(), "zone", Some("player B's hand"), Some("player B's graveyard")),
    ] {
        assert!(rows.contains(&row), "{row:?} is not in {rows:#?}");
    }
    assert!(!rows.iter().any(|(subject, ..)| subject == "Jace Beleren"), "{rows:#?}");
    assert!(!rows.iter().any(|(subject, field, ..)| subject == "Aethergeode Miner" && *field == "controller"));
    for row in &diff.rows {
        if let (Some(left), Some(right)) = (row.left, row.right) {
            assert_eq!(session.text(main, left), session.text(leap, right));
        }
    }
}

#[test]
fn the_ruler_covers_every_place_once() {
    let session = both_ends();
    let main = id_of(&session, "main");
    let index = session.index(main);
    let ruler = index.ruler();
    assert_eq!(ruler.turns.len(), 1);
    assert_eq!(ruler.turns.get(0).unwrap().what, TurnMark { number: 5, player: retrace_core::fact::PlayerId(0) });
    for step in 1..=session.len_steps(main) {
        let game = session.game_at(Point::new(main, step));
        let spans: Vec<_> = ruler.turn_steps.iter().filter(|span| span.contains(step)).collect();
        assert_eq!(spans.len(), 1, "{step}");
        if let Some(now) = game.world().turn.step {
            assert_eq!(now, spans[0].what);
        }
    }
    assert!(ruler.turn_steps.iter().zip(ruler.turn_steps.iter().skip(1)).all(|(one, next)| one.to == next.from));
    assert!(ruler.phases.iter().zip(ruler.phases.iter().skip(1)).all(|(one, next)| one.to == next.from));
}

#[test]
fn the_ruler_follows_turns_that_go_on_at_the_same_time() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/scenarios/807/cr_807_4_turns_at_the_same_time.ron");
    let session = Session::open(std::path::Path::new(file)).unwrap();
    let main = id_of(&session, "main");
    let index = session.index(main);
    let mut turns = BTreeSet::new();
    for step in 1..=session.len_steps(main) {
        let game = session.game_at(Point::new(main, step));
        let turn = &game.world().turn;
        if let (true, Some(now)) = (turn.under_way, turn.step) {
            assert_eq!(index.ruler().turns.at(step).map(|span| span.what.number), Some(turn.number), "{step}");
            assert_eq!(index.ruler().turn_steps.at(step).map(|span| span.what), Some(now), "{step}");
            turns.insert(turn.number);
        }
    }
    assert!(turns.len() > 1 && index.ruler().turns.len() > turns.len(), "no turn was interrupted");
}

#[test]
fn entries_are_found_by_number_and_their_ids_are_all_different() {
    let session = both_ends();
    let main = id_of(&session, "main");
    let mut ids = BTreeSet::new();
    for (step, entry) in session.entries(main) {
        let (found_step, found) = session.entry(main, entry.no).unwrap();
        assert_eq!((found_step, found), (step, entry));
        assert!(session.step_at(main, step).unwrap().entries.iter().any(|other| **other == *entry));
        assert!(ids.insert(session.event_id(main, entry.no).unwrap()));
    }
    let last = EntryNo(session.len_entries(main) - 1);
    assert_eq!(session.event_id(main, last), Some(session.timeline(main).unwrap().tip()));
    assert!(session.entry(main, EntryNo(last.0 + 1)).is_none());
    assert!(session.text(main, EntryNo(u64::MAX)).is_none());
}

#[test]
fn every_event_of_random_games_is_told_without_ids() {
    for seed in 0..6 {
        let mut genesis = genesis();
        genesis.seed = seed;
        let mut told = 0;
        let mut decisions = 0;
        let mut dice = Dice::new(seed);
        let mut before = retrace_core::state::Game::empty();
        let policy = |game: &_, choice: &_| play::decide_at_random(game, choice, &mut dice);
        play::game(&genesis, 300.into(), policy, |played| {
            let mut game = std::mem::replace(&mut before, played.after.clone());
            if let Some(input) = played.said {
                let choice = &rules::asked(&game)[0];
                decisions += 1;
                assert!(!describe::input(&game, input).contains("not asked"));
                assert!(describe::prompt(&game, choice).ends_with('.'));
                let _listed = answers::offers(&game, choice);
            }
            for entry in played.steps.iter().flat_map(|step| &step.entries) {
                let text = describe::entry(&game, entry);
                let plain = !text.contains('#') && !text.contains("not asked") && !text.is_empty();
                assert!(plain, "{text}: {:?}", entry.event);
                retrace_core::state::evolve_entry(&mut game, entry);
                told += 1;
            }
        })
        .unwrap();
        assert!(told > 500 && decisions > 50);
    }
}

#[test]
fn the_state_is_a_tree_that_is_unfolded_on_demand() {
    let session = primer();
    let mut open = std::collections::BTreeSet::new();
    let closed = tree::rows(session.game(), &open, "");
    assert!(closed.iter().all(|row| row.depth == 0 && row.open != Some(true)));
    let battlefield = closed.iter().find(|row| row.label == "Battlefield").unwrap();
    open.insert(battlefield.path.clone());
    let rows = tree::rows(session.game(), &open, "");
    let captain = rows.iter().find(|row| row.label.starts_with("Dire Fleet Captain")).unwrap();
    assert_eq!((captain.depth, captain.open, captain.value.as_str()), (1, Some(false), "2/2, tapped"));
    open.insert(captain.path.clone());
    let rows = tree::rows(session.game(), &open, "");
    assert!(rows.iter().any(|row| row.depth == 2 && row.label == "damage" && row.value == "0"));
    // A filter finds closed rows, with the rows around them.
    let found = tree::rows(session.game(), &std::collections::BTreeSet::new(), "captain damage");
    let labels: Vec<&str> = found.iter().map(|row| row.label.as_str()).collect();
    assert!(labels.contains(&"Battlefield") && labels.contains(&"damage"), "{labels:?}");
    assert!(tree::rows(session.game(), &open, "no such thing").is_empty());
}

#[test]
fn a_difference_describes_only_as_many_events_as_are_asked_for() {
    let session = both_ends();
    let (main, leap) = (id_of(&session, "main"), id_of(&session, "leap"));
    let all = session.diff_timelines(main, leap).unwrap();
    let few = session.diff_timelines_up_to(main, leap, 3).unwrap();
    assert!(few.cut && !all.cut);
    assert!(few.rows.len() <= 6 && all.rows.len() > 6);
    assert_eq!((few.first_divergence, &few.state), (all.first_divergence, &all.state));
}

#[test]
fn what_an_effect_does_is_said_of_the_object_that_is_explained() {
    use retrace_core::card::text::modification_text;
    use retrace_core::card::{Modification, Players};
    assert_eq!(modification_text(&Modification::Control(Players::You), "Example"), "becomes controlled by you");
}

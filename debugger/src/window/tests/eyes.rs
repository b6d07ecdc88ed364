//! With a player's view, no panel shows anything that the player may not know.

use std::collections::BTreeSet;

use retrace_core::fact::{EntryNo, Event, Zone};
use retrace_core::observe::{self, SeenEntry};

use super::super::action::Action;
use super::super::layout::Pane;
use super::super::view::{Against, Compared, InspectorTab};
use super::*;
use retrace_session::{Numbers, Point, Timeline};

/// A random game in which all cards of Ben's are different, so that each is recognizable.
fn game(seed: u64, answers: usize) -> (Session, BTreeSet<String>) {
    let pool = Pool::bundled().unwrap();
    let beside = |name: &str| pool.get(name).is_some_and(|card| card.front().types.stays_in_command_zone());
    let names: Vec<&str> = pool.names().filter(|name| !["Plains", "Island"].contains(name) && !beside(name)).collect();
    let mut cards = vec!["Plains", "Island", "Grizzly Bears"];
    let first = usize::try_from(seed).unwrap() * 37 % (names.len() - 30);
    cards.extend(names.iter().skip(first).filter(|name| name.len() > 5).take(26));
    let deck = |of: &[u32]| of.to_vec();
    let (plains, bears) = (vec![0u32; 14], vec![2u32; 16]);
    let others: Vec<u32> = (3..u32::try_from(cards.len()).unwrap()).collect();
    let player = |name: &str, deck: Vec<u32>| PlayerSetup { name: name.to_owned(), deck, ..Default::default() };
    let genesis = Genesis {
        seed,
        players: vec![
            player("Ann", deck(&[plains, bears].concat())),
            player("Ben", deck(&[vec![1u32; 14], others].concat())),
        ],
        starting_player: A,
        cards: cards.iter().map(|name| Canonical::from(pool.get(name).unwrap().clone())).collect(),
        ..Genesis::default()
    };
    let mut session = Session::new(genesis, "main").unwrap();
    for _ in 0..answers {
        if session.choice().is_none() {
            break;
        }
        session.answer_at_random().unwrap();
    }
    (session, cards.into_iter().map(str::to_owned).collect())
}

/// The names that Ann may have learned on a timeline.
fn learned(timeline: &Timeline) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for commit in timeline.commits() {
        let view = observe::view(commit.after(), A);
        let zones = [view.battlefield, view.stack, view.exile, view.command, view.looking_at];
        names.extend(zones.into_iter().flatten().map(|it| it.name));
        for player in view.players {
            let zones = [player.hand, player.library, player.graveyard].map(|zone| zone.objects.unwrap_or_default());
            names.extend(zones.into_iter().flatten().map(|it| it.name));
        }
        for (number, step) in commit.steps().iter().enumerate() {
            let after = commit.game_after(number + 1);
            for entry in &step.entries {
                match observe::entry(&after, A, entry) {
                    SeenEntry::Revealed { names: shown, .. } | SeenEntry::LookedAt { names: shown, .. } => {
                        names.extend(shown);
                    }
                    // It went through a public zone, or was shown, between two choices.
                    SeenEntry::Whole(_) if matches!(entry.event, Event::Moved { .. } | Event::Revealed { .. }) => {
                        names.extend(entry.event.objects().into_iter().map(|id| after.name_of(id)));
                    }
                    _ => {}
                }
            }
        }
    }
    names
}

/// Everything that a screen reader could read in the window.
fn said(window: &Window) -> Vec<String> {
    let mut said = Vec::new();
    for node in window.query_all(by().predicate(|_| true)) {
        let node = node.accesskit_node();
        said.extend(node.label());
        said.extend(node.value());
        said.extend(node.description());
    }
    said
}

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

#[test]
fn no_panel_names_a_card_that_the_player_may_not_know() {
    for seed in [1, 2, 3] {
        let (session_, in_game) = game(seed, 120);
        let main = session_.current();
        let known = learned(main);
        let forbidden: Vec<String> = in_game.difference(&known).cloned().collect();
        assert!(forbidden.len() >= 5, "much is hidden: {}", forbidden.len());
        let (len, entries) = (main.len_steps(), main.len_entries());
        let seen = Numbers::of(main, Some(A)).events(main);
        assert!(seen < entries);
        let ids: Vec<ObjectId> = main.head().unwrap().after().world().objects.keys().copied().collect();
        let mut window = open(session_);
        // With everything visible, the names are there: the test would notice a leak.
        do_(&mut window, Action::Inspect(InspectorTab::State));
        let open_all = |window: &mut Window| {
            let paths: Vec<String> = ["Ben", "Ben\u{1f}Hand", "Ben\u{1f}Library", "Ann", "Ann\u{1f}Hand"]
                .map(str::to_owned)
                .into_iter()
                .collect();
            for path in paths {
                do_(window, Action::ToggleNode(path));
            }
        };
        open_all(&mut window);
        let leaked = |window: &Window| -> Vec<String> {
            let said = said(window);
            let names = |text: &String| forbidden.iter().any(|name| text.contains(name.as_str()));
            said.into_iter().filter(names).collect()
        };
        assert!(!leaked(&window).is_empty(), "somebody who sees everything is told of hidden cards");
        do_(&mut window, Action::See(Some(A)));
        let steps: Vec<usize> = (0..6).map(|part| len * part / 5).collect();
        for (at, step) in steps.into_iter().enumerate() {
            do_(&mut window, Action::Jump(Point::new(TimelineId(0), step)));
            let no = entries * u64::try_from(at).unwrap() / 6;
            for tab in InspectorTab::ALL {
                for (place, id) in ids.iter().enumerate().skip(at).step_by(17) {
                    do_(&mut window, Action::Select(Entity::Object(*id)));
                    let no = EntryNo((no + u64::try_from(place).unwrap()).min(entries - 1));
                    do_(&mut window, Action::SelectEntry(TimelineId(0), no));
                    do_(&mut window, Action::Inspect(tab));
                    let leaked = leaked(&window);
                    assert!(leaked.is_empty(), "seed {seed}, step {step}, {tab:?}, {id}, event {no:?}: {leaked:#?}");
                    if !matches!(tab, InspectorTab::Object | InspectorTab::Event | InspectorTab::Why) {
                        break;
                    }
                }
            }
        }
        // Comparing, changes since a pin, the zones, and searching for a name.
        do_(&mut window, Action::Jump(Point::new(TimelineId(0), len / 3)));
        key(&mut window, Modifiers::NONE, Key::D);
        key(&mut window, Modifiers::NONE, Key::F);
        do_(&mut window, Action::Compare(Compared::Timelines(TimelineId(0), TimelineId(1))));
        assert_eq!(leaked(&window), Vec::<String>::new(), "seed {seed}, comparing");
        do_(&mut window, Action::Switch(TimelineId(0)));
        key(&mut window, Modifiers::NONE, Key::End);
        do_(&mut window, Action::Against(Against::Pin));
        do_(&mut window, Action::Inspect(InspectorTab::Changes));
        assert_eq!(leaked(&window), Vec::<String>::new(), "seed {seed}, changes since the pin");
        for zone in [Zone::Hand(B), Zone::Library(B), Zone::Library(A)] {
            do_(&mut window, Action::ShowZone(Some(zone)));
            assert_eq!(leaked(&window), Vec::<String>::new(), "seed {seed}, {zone:?}");
        }
        do_(&mut window, Action::ShowPane(Pane::Turn, true));
        for part in 0..12 {
            do_(&mut window, Action::Jump(Point::new(TimelineId(0), len * part / 11)));
            assert_eq!(leaked(&window), Vec::<String>::new(), "seed {seed}, this turn, part {part}");
        }
        do_(&mut window, Action::ShowPane(Pane::Events, true));
        do_(&mut window, Action::ShowBookkeeping(true));
        assert_eq!(leaked(&window), Vec::<String>::new(), "seed {seed}, bookkeeping");
        do_(&mut window, Action::Filter(forbidden[0].to_lowercase()));
        let none = format!("0 of {seen} events");
        let shown = window.query_all_by_label(&none).count();
        assert_eq!(shown, 1, "seed {seed}: {none}");
    }
}

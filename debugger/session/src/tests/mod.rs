//! The session as a whole, on the board of the combat primer.

mod again;
mod beside;
mod bookmarks;
mod control;
mod decks;
mod edits;
mod files;
mod forks;
mod histories;
mod index;
mod jobs;
mod labels;
mod marks;
mod offers;
mod policies;
mod questions;
mod search;
mod seeking;
mod shortcuts;
mod subgames;
mod threads;

use std::sync::Arc;

use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, TurnStep, ZoneKind};
use retrace_core::fact::{Canonical, Entry, EntryNo, Genesis, Placed, PlayerId, PlayerSetup, SetUp};
use retrace_core::rules::{self, Pending};
use retrace_store::id::EventId;

use super::asking::{answers, tree};
use super::files::new_game;
use super::*;

/// The board of the primer, at the precombat main phase.
fn genesis() -> Genesis {
    let pool = Pool::bundled().unwrap();
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut add = |name: &str| {
        cards.push(Canonical::from(Arc::clone(pool.get(name).unwrap())));
        u32::try_from(cards.len() - 1).unwrap()
    };
    let (a, b) = (PlayerId(0), PlayerId(1));
    let on = |card: u32, owner: PlayerId| Placed::plain(card, owner, ZoneKind::Battlefield);
    let (captain, thief, miner) = (add("Dire Fleet Captain"), add("Shielded Aether Thief"), add("Aethergeode Miner"));
    let (jace, plains, leap, swamp) = (add("Jace Beleren"), add("Plains"), add("Mighty Leap"), add("Swamp"));
    let leap = Placed::plain(leap, b, ZoneKind::Hand);
    let creatures = [on(captain, a), on(thief, b), on(miner, b), on(jace, b)];
    let objects = creatures.into_iter().chain([on(swamp, a), on(plains, b), on(plains, b), leap]).collect();
    let player =
        |name: &str, card: u32| PlayerSetup { name: name.to_owned(), deck: vec![card; 10], ..Default::default() };
    Genesis {
        seed: 1,
        players: vec![player("A", swamp), player("B", plains)],
        starting_player: a,
        cards,
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    }
}

/// The primer up to the first choice after the blockers are ordered: the Captain attacks alone and
/// is blocked by both blockers.
fn primer() -> Session {
    let mut session = Session::new(genesis(), "main").unwrap();
    pass_until(&mut session, "declares attackers");
    say(&mut session, "Dire Fleet Captain -> B");
    pass_until(&mut session, "declares blockers");
    say(&mut session, "Shielded Aether Thief, Aethergeode Miner");
    say(&mut session, "Aethergeode Miner, Shielded Aether Thief");
    session
}

/// The primer with both of its endings: on `main` the Captain and the Miner die, on `leap` both
/// blockers survive.
fn both_ends() -> Session {
    let mut session = primer();
    let fork = session.cursor();
    pass_until(&mut session, "assigns combat damage");
    say(&mut session, "Aethergeode Miner 1, Shielded Aether Thief 1");
    session.fork(fork, Some("leap")).unwrap();
    say(&mut session, "pass");
    say(&mut session, "cast Mighty Leap");
    say(&mut session, "Aethergeode Miner");
    say(&mut session, "auto");
    // The Captain's damage can only go to the Miner now, so nobody is asked.
    while session.game().world().turn.step != Some(TurnStep::CombatDamage) {
        say(&mut session, "pass");
    }
    session
}

fn say(session: &mut Session, text: &str) -> Outcome {
    session.say(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn asked(session: &Session) -> String {
    session.choice().map(|choice| describe::prompt(session.game(), &choice)).unwrap_or_default()
}

fn pass_until(session: &mut Session, wanted: &str) {
    for _ in 0..50 {
        if asked(session).contains(wanted) {
            return;
        }
        say(session, "pass");
    }
    panic!("never asked: {wanted}");
}

fn id_of(session: &Session, name: &str) -> TimelineId {
    session.timeline_named(name).unwrap().id()
}

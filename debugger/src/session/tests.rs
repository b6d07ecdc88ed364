//! The session as a whole, on the combat primer's board.

use retrace_core::fact::{EntryNo, Event};
use retrace_core::state::{Game, evolve};

use super::*;

/// The primer up to the choice after the block: the Captain attacks alone, both blockers block it.
fn primer() -> Session {
    let mut session = Session::new(demo::genesis().unwrap(), "main").unwrap();
    pass_until(&mut session, "declares attackers");
    say(&mut session, "Dire Fleet Captain -> B");
    pass_until(&mut session, "declares blockers");
    say(&mut session, "Shielded Aether Thief, Aethergeode Miner");
    say(&mut session, "Aethergeode Miner, Shielded Aether Thief");
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

#[test]
fn dump() {
    let mut session = primer();
    pass_until(&mut session, "assigns combat damage");
    say(&mut session, "Aethergeode Miner 1, Shielded Aether Thief 1");
    let t = session.cursor().timeline;
    for (step, entry) in session.entries(t) {
        println!("{step:4} {:4} {:?} {:8} {}", entry.no.0, entry.part, entry.rule.to_string(), session.text(t, entry.no).unwrap());
    }
}

//! The bundled demonstration.

use retrace_core::EDITION;
use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, CounterKind, TurnStep, ZoneKind};
use retrace_core::fact::{Canonical, Genesis, Placed, PlayerId, PlayerSetup, SetUp};

use super::{Session, SessionError};

impl Session {
    /// A session on the bundled demonstration: the combat primer.
    ///
    /// # Errors
    /// None for what is bundled; a test opens it.
    pub fn demo() -> Result<Session, SessionError> {
        let mut session = Session::new(genesis()?, "main")?;
        session.set_title("Combat primer");
        Ok(session)
    }
}

pub(super) fn genesis() -> Result<Genesis, SessionError> {
    let pool = Pool::bundled().map_err(|error| SessionError::File(error.to_string()))?;
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut add = |name: &str| {
        let card = pool.get(name).map(|card| Canonical(card.clone()));
        cards.extend(card);
        u32::try_from(cards.len().saturating_sub(1)).unwrap_or(0)
    };
    let (a, b) = (PlayerId(0), PlayerId(1));
    let on = |card: u32, owner: PlayerId| Placed::plain(card, owner, ZoneKind::Battlefield);
    let (captain, thief, miner) = (add("Dire Fleet Captain"), add("Shielded Aether Thief"), add("Aethergeode Miner"));
    let (jace, plains, leap, swamp) = (add("Jace Beleren"), add("Plains"), add("Mighty Leap"), add("Swamp"));
    let objects = vec![
        on(captain, a),
        on(swamp, a),
        on(thief, b),
        on(miner, b),
        on(jace, b),
        on(plains, b),
        on(plains, b),
        Placed::plain(leap, b, ZoneKind::Hand),
    ];
    let player = |name: &str, deck: u32, energy: u32| PlayerSetup {
        name: name.to_owned(),
        life: 20,
        deck: vec![deck; 10],
        counters: (energy > 0).then_some((CounterKind::Energy, energy)).into_iter().collect(),
    };
    Ok(Genesis {
        edition: EDITION.to_owned(),
        seed: 1,
        players: vec![player("A", swamp, 0), player("B", plains, 0)],
        starting_player: a,
        cards,
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, objects }),
    })
}

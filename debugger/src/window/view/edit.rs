//! The form of the edit dialog.

use std::sync::Arc;

use retrace_core::card::pool::Pool;
use retrace_core::card::{CounterKind, ZoneKind};
use retrace_core::fact::{Entity, PlayerId};
use retrace_core::state::Game;

use retrace_session::session::Session;

/// A kind of counter as a person picks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::window) struct Counters {
    pub(in crate::window) kind: CounterKind,
    /// The name of a kind of counter that has no meaning in the rules.
    pub(in crate::window) named: String,
    pub(in crate::window) count: u32,
}

/// The typed data of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditForm {
    /// The object or player to edit.
    pub(in crate::window) subject: Option<Entity>,
    pub(in crate::window) life: i32,
    pub(in crate::window) counters: Counters,
    pub(in crate::window) damage: u32,
    pub(in crate::window) mana: String,
    pub(in crate::window) lands: u32,
    pub(in crate::window) place: u32,
    pub(in crate::window) host: Option<Entity>,
    pub(in crate::window) add: AddForm,
    pub(in crate::window) words: String,
    /// The result of the last edit, and whether it was refused.
    pub(crate) said: Option<(String, bool)>,
}

impl EditForm {
    /// A form for the selection, with its current values.
    pub(crate) fn new(session: &Session, subject: Option<Entity>) -> EditForm {
        let game = session.game();
        let subject = subject.filter(|entity| match entity {
            Entity::Player(id) => game.player(*id).is_some(),
            Entity::Object(id) => game.object(*id).is_some_and(|object| object.ability.is_none()),
        });
        let player = subject.and_then(Entity::player).and_then(|id| game.player(id));
        let object = subject.and_then(Entity::object).and_then(|id| game.object(id));
        let kind = if player.is_some() { CounterKind::Poison } else { CounterKind::PowerToughness(1, 1) };
        let count = count_of(game, subject, &kind);
        let owner = player.map(|player| player.id).or(object.map(|object| object.owner));
        EditForm {
            subject,
            life: player.map_or(0, |player| player.life),
            counters: Counters { kind, named: "charge".to_owned(), count },
            damage: object.map_or(0, |object| object.damage),
            mana: player.iter().flat_map(|it| &it.mana).map(|unit| unit.kind.letter()).collect(),
            lands: game.world().turn.lands_played,
            place: 1,
            host: None,
            add: AddForm::new(session, owner.unwrap_or(game.world().turn.active)),
            words: String::new(),
            said: None,
        }
    }

    /// The form after an edit: the current values, except that the form for adding a card is kept.
    pub(crate) fn after(&self, session: &Session, said: Option<(String, bool)>) -> EditForm {
        let subject = self.subject.map(|entity| session.latest(entity));
        let failed = said.as_ref().is_some_and(|(_, failed)| *failed);
        let words = if failed { self.words.clone() } else { String::new() };
        EditForm { add: self.add.clone(), words, said, ..EditForm::new(session, subject) }
    }
}

pub(in crate::window) fn count_of(game: &Game, subject: Option<Entity>, kind: &CounterKind) -> u32 {
    match subject {
        Some(Entity::Player(id)) => game.player(id).map_or(0, |player| player.counters_of(kind)),
        Some(Entity::Object(id)) => game.object(id).map_or(0, |object| object.counters_of(kind)),
        None => 0,
    }
}

/// The form for adding a card.
#[derive(Clone, Debug)]
pub(crate) struct AddForm {
    pub(in crate::window) typed: String,
    pub(in crate::window) to: ZoneKind,
    pub(in crate::window) owner: PlayerId,
    pub(in crate::window) token: bool,
    /// The available cards.
    pub(in crate::window) pool: Arc<Pool>,
}

/// The pool does not change while a form is open.
impl PartialEq for AddForm {
    fn eq(&self, other: &AddForm) -> bool {
        (&self.typed, self.to, self.owner, self.token) == (&other.typed, other.to, other.owner, other.token)
    }
}

impl Eq for AddForm {}

impl AddForm {
    pub(super) fn new(session: &Session, owner: PlayerId) -> AddForm {
        let pool = session.known_cards().unwrap_or_default();
        AddForm { typed: String::new(), to: ZoneKind::Battlefield, owner, token: false, pool }
    }

    /// The names that contain the typed text; those that begin with it come first.
    pub(in crate::window) fn found(&self) -> Vec<String> {
        let wanted = self.typed.trim().to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<&str> = self.pool.names().filter(|name| name.to_lowercase().contains(&wanted)).collect();
        found.sort_by_key(|name| !name.to_lowercase().starts_with(&wanted));
        found.into_iter().take(MOST_SHOWN).map(str::to_owned).collect()
    }
}

/// The maximum number of names shown.
pub(in crate::window) const MOST_SHOWN: usize = 6;

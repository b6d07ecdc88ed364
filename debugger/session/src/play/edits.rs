//! What-if edits and fixed chances: inputs of their own kind, recorded and replayed like decisions.
//!
//! Edits never change what was really played. So in the past an edit forks another timeline, as any
//! input does. At the head it forks too, unless the timeline was begun by an edit or has nothing of
//! its own yet, such as a fork made for the edit, or a board being set up by hand.

use std::sync::Arc;

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Edit, Entity, Entry, EntryNo, Frame, Genesis, Input};
use retrace_core::scenario::{GameToChange, changes};
use retrace_core::state::Game;

use crate::cards::pool;
use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::{Outcome, SessionError, describe};

/// Whether an input is an edit of the board, a fixed chance, or a new seed: nothing that a player
/// could do.
pub(crate) const fn is_edit(input: &Input) -> bool {
    matches!(input, Input::Edit(_) | Input::Chance(_) | Input::Reseed(_))
}

impl Timeline {
    /// The genesis of the timeline.
    pub fn genesis(&self) -> Option<&Arc<Genesis>> {
        match self.commits().front().map(|first| first.input()) {
            Some(CommitInput::Genesis(genesis)) => Some(genesis),
            _ => None,
        }
    }

    /// Whether an edit at its head is appended: its own part is empty, or begins with an edit.
    pub(crate) fn takes_edits(&self) -> bool {
        let shared = self.forked().map_or(1, |point| self.commits_up_to_step(point.step));
        match self.commits().get(shared).map(|own| own.input()) {
            None => true,
            Some(CommitInput::Input(input)) => is_edit(input),
            Some(CommitInput::Genesis(_)) => false,
        }
    }
}

impl Session {
    /// The cards that can be added at the cursor, by name: the bundled ones, overridden by those of
    /// the game and of the card files that the session was opened with.
    ///
    /// # Errors
    /// None in practice: a test reads the bundled cards.
    pub fn known_cards(&self) -> Result<Arc<Pool>, SessionError> {
        let mut pool = pool::bundled()?;
        let own = self.current().genesis().into_iter().flat_map(|genesis| &genesis.cards);
        own.for_each(|card| pool.add((**card).clone()));
        pool.add_all(self.card_files().cards());
        Ok(Arc::new(pool))
    }

    /// Reads edits in the syntax of a scenario's steps, such as `Life(of: "Ann", is: 5)`,
    /// `Chance([Heads])` or `Reseed(7)`.
    ///
    /// # Errors
    /// If they cannot be read, name something that does not exist, or are refused here: says why,
    /// and the remedy.
    pub fn read_edits(&self, text: &str) -> Result<Vec<Input>, SessionError> {
        let timeline = self.current();
        let before = timeline.entries_before_step(self.cursor().step);
        let past = GameToChange { game: self.game(), names: timeline.aliases(), pool: self.known_cards()? };
        let entries = timeline.entries_from(EntryNo(0)).map(|(_, entry)| entry);
        let entries = entries.take_while(|entry: &&Entry| entry.no.0 < before);
        let told = |why: String| SessionError::Edit { text: text.trim().to_owned(), why };
        changes(&past, entries, text).map_err(told)
    }

    /// Applies edits in order at the cursor; on a new timeline, with this name if given, unless the
    /// current one takes edits. One undo takes all of them back.
    ///
    /// # Errors
    /// If the rules refuse any edit (then nothing is done), or the name is taken or invalid.
    pub fn edit(&mut self, inputs: &[Input], name: Option<&str>) -> Result<Outcome, SessionError> {
        // Tries all of them first, so that either all or none are applied.
        let mut game: Game = self.game().clone();
        for input in inputs {
            game = retrace_core::rules::play(&game, input)?.1;
        }
        let Some((first, rest)) = inputs.split_first() else {
            return Ok(Outcome::Nothing("There is nothing to change."));
        };
        let forks = self.at_head() && !self.current().takes_edits();
        let free = self.free_name(self.current().name());
        let name = name.or(forks.then_some(free.as_str()));
        let outcome = self.give_one(first.clone(), name, "edit")?;
        let mut last = outcome.clone();
        for input in rest {
            last = self.joined(|session| session.give_one(input.clone(), None, "edit"))?;
        }
        Ok(match (&outcome, &last) {
            (Outcome::Followed, Outcome::Forked { .. }) => last,
            _ => outcome,
        })
    }

    /// Which timeline an edit at the cursor would go to, as a sentence; or why no edit is possible
    /// here.
    pub fn edit_outlook(&self) -> Result<String, &'static str> {
        let priority = matches!(self.game().frame(), Some(Frame::Priority { received: true, .. }));
        if !priority || !self.current().is_choice(self.cursor().step) || self.game().world().result.is_some() {
            return Err("Edits are made where a player has priority; go to such a choice first.");
        }
        let name = self.current().name();
        Ok(match (self.at_head(), self.current().takes_edits()) {
            (true, true) => format!("Edits go on with “{name}”."),
            (true, false) => format!("An edit begins another timeline, so that “{name}” stays as it was played."),
            (false, _) => "An edit in the past begins another timeline from here.".to_owned(),
        })
    }

    /// The edit that follows the cursor on its timeline, in words, if there is one.
    pub fn edit_ahead(&self) -> Option<String> {
        let timeline = self.current();
        let next = timeline.commits().get(timeline.commits_up_to_step(self.cursor().step))?;
        match next.input() {
            CommitInput::Input(input) if is_edit(input) && timeline.is_choice(self.cursor().step) => {
                Some(describe::input(self.game(), input))
            }
            _ => None,
        }
    }

    /// The edits of the last commit before the cursor, as sentences; empty if it holds none.
    pub fn texts_of_last_edit(&self) -> Vec<String> {
        let timeline = self.current();
        let last = timeline.commits_up_to_step(self.cursor().step).checked_sub(1);
        let Some(commit) = last.and_then(|last| timeline.commits().get(last)) else { return Vec::new() };
        match commit.input() {
            CommitInput::Input(input) if is_edit(input) => {
                vec![format!("{}.", describe::capitalized(&describe::input(commit.before(), input)))]
            }
            _ => Vec::new(),
        }
    }

    /// The current form of an object or player: what an object became by changing zones.
    pub fn latest(&self, entity: Entity) -> Entity {
        match entity {
            Entity::Object(id) if self.game().object(id).is_none() => {
                let became = self.game().world().departed.get(&id).and_then(|it| it.became.first().copied());
                became.map_or(entity, Entity::Object)
            }
            entity => entity,
        }
    }

    /// The fixed random results that are waiting at the cursor, in words, in the order of their
    /// use.
    pub fn fixed_chances(&self) -> Vec<String> {
        let chances = self.game().world().chances.iter();
        chances.map(|chance| describe::capitalized(&describe::fixed(self.game(), chance))).collect()
    }
}

/// The edit that puts a card on top of its library, so that its owner draws it next.
pub const fn draw_next(card: retrace_core::fact::ObjectId) -> Input {
    Input::Edit(Edit::Arrange(card, retrace_core::fact::Position::Top))
}

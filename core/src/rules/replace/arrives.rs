//! Numbers, choices and costs of how a permanent enters that are about the permanent itself: as it
//! would be on the battlefield, while everything else is as it is (CR 614.12).

use crate::card::{Asking, Quantity, Reads};
use crate::derive::filter::quantity;
use crate::derive::{Look, Scope};
use crate::fact::{Action, Characteristics, DefId, ObjectId, PlayerId, TriggerContext};
use crate::state::Game;

use super::about::object_of;
use super::happen::as_it_would_enter;

/// What objects are: what a permanent could have otherwise as it enters.
const OF_ITSELF: Reads =
    Reads::TYPE.and(Reads::COLOR).and(Reads::ABILITY).and(Reads::POWER_TOUGHNESS).and(Reads::NAME).and(Reads::CONTROL);

/// The game, in which one object is as it would enter.
struct Arrives<'a> {
    game: &'a Game,
    /// The game with it entered.
    view: &'a Game,
    /// The object there.
    id: ObjectId,
    /// The object that it is before.
    before: ObjectId,
}

impl Arrives<'_> {
    fn is_it(&self, id: ObjectId) -> bool {
        id == self.id || id == self.before
    }
}

impl Look for Arrives<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if self.is_it(id) { self.view.characteristics(self.id) } else { self.game.characteristics(id) }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        if self.is_it(id) { self.view.controller(self.id) } else { self.game.controller(id) }
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        if self.is_it(id) { Look::is_changed(self.view, self.id) } else { Look::is_changed(self.game, id) }
    }

    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        match self.is_it(id) {
            true => Look::copiable_values(self.view, self.id),
            false => Look::copiable_values(self.game, id),
        }
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        self.game.more_devotion(player)
    }
}

/// Looks at a permanent as it would enter, for a choice or a cost that it may describe.
pub(super) fn seen<T>(game: &Game, action: &Action, of: impl FnOnce(&dyn Look) -> T) -> T {
    let before = object_of(game, action);
    match as_it_would_enter(game, action) {
        Some((view, id)) => of(&Arrives { game, view: &view, id, before }),
        None => of(game),
    }
}

/// A number of how something enters.
pub(super) fn number(game: &Game, scope: &Scope<'_>, action: &Action, number: &Quantity) -> i32 {
    let entered = if number.reads().meets(OF_ITSELF) { as_it_would_enter(game, action) } else { None };
    let Some((view, id)) = entered else { return quantity(game, scope, number) };
    let look = Arrives { game, view: &view, id, before: object_of(game, action) };
    let mut context: TriggerContext = scope.trigger.cloned().unwrap_or_default();
    // A token is no object before it enters.
    context.object = context.object.or(Some(id));
    quantity(&look, &Scope { trigger: Some(&context), ..*scope }, number)
}

//! Of whom each instruction asks something one after another, for the moment in which somebody
//! leaves (CR 101.4, 800.4a).

use crate::fact::ResolveFrame;
use crate::state::Game;

use crate::rules::engine::cursor::instruction;
use crate::rules::engine::turns::Turns;
use crate::rules::engine::verb::verb;

/// The players of whom the current instruction asks something, and how many of them are done; none
/// if it asks nobody, or everybody at once.
pub(in crate::rules) fn turns(game: &Game, frame: &ResolveFrame) -> Option<Turns> {
    verb(&*instruction(game, frame)?).turns(game, frame)
}

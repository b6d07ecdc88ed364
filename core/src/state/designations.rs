//! The designations that players have (CR 702.131c, 720).

use serde::{Deserialize, Serialize};

use crate::card::Designation;
use crate::fact::PlayerId;

/// For each designation, in the order of [`Designation::ALL`], the players who have it: a bit for
/// each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Designations([u16; Designation::ALL.len()]);

impl Designations {
    /// Gives a player a designation. If only one player can have it, any other loses it.
    pub(super) fn give(&mut self, designation: Designation, player: PlayerId) {
        if let Some(seats) = self.0.get_mut(designation as usize) {
            let kept = if designation.is_of_one() { 0 } else { *seats };
            *seats = kept | seat(player);
        }
    }

    /// The players with a designation.
    pub fn holders(&self, designation: Designation) -> impl Iterator<Item = PlayerId> + use<> {
        let mut seats = self.0.get(designation as usize).copied().unwrap_or_default();
        std::iter::from_fn(move || {
            let next = u8::try_from(seats.trailing_zeros()).ok().filter(|_| seats != 0)?;
            seats &= seats - 1;
            Some(PlayerId(next))
        })
    }

    /// Whether a player has a designation.
    pub fn has(&self, player: PlayerId, designation: Designation) -> bool {
        self.holders(designation).any(|it| it == player)
    }

    /// Each designation with a player who has it.
    pub fn iter(&self) -> impl Iterator<Item = (Designation, PlayerId)> + use<'_> {
        Designation::ALL.into_iter().flat_map(|it| self.holders(it).map(move |player| (it, player)))
    }

    /// The designations of a player.
    pub fn of(&self, player: PlayerId) -> impl Iterator<Item = Designation> + use<'_> {
        Designation::ALL.into_iter().filter(move |it| self.has(player, *it))
    }
}

/// The bit of a player's seat.
const fn seat(player: PlayerId) -> u16 {
    match 1u16.checked_shl(player.0 as u32) {
        Some(bit) => bit,
        None => 0,
    }
}

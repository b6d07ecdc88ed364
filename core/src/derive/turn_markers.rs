//! Turn markers (CR 807.4): who may begin a turn, and who has priority for which stack (CR 807.5).

use crate::fact::PlayerId;
use crate::state::{Game, Marker, Markers};

use super::look::Look;

/// How many seats to the left of a player have to be free of markers for their turn to begin
/// (CR 807.4d), and how many players there are for each marker (CR 807.4a).
pub const APART: usize = 4;

impl Game {
    /// The turn markers, if several players take turns at the same time (CR 807.4).
    pub fn markers(&self) -> Option<&Markers> {
        self.seating()?;
        self.world().markers()
    }

    /// Whether it is a player's turn, be it the present one or one that goes on at the same time
    /// (CR 807.4).
    pub fn is_turn_of(&self, player: PlayerId) -> bool {
        self.is_active(player) || self.world().strands().any(|it| it.turn.under_way && it.turn.active == player)
    }

    /// How many markers a game with so many players has (CR 807.4a). The last one stays, since
    /// nobody could take a turn without it.
    pub(crate) fn markers_for(players: usize) -> usize {
        (players / APART).max(1)
    }

    /// How many markers go as these players leave, or once they have left (CR 807.4e, 807.4f).
    pub(crate) fn fewer_markers(&self, leavers: &[PlayerId]) -> usize {
        let Some(markers) = self.markers() else { return 0 };
        let players = self.players().filter(|player| !player.left && !leavers.contains(&player.id)).count();
        markers.lasting().saturating_sub(Game::markers_for(players))
    }

    /// Whether the turn of a marker is under way.
    pub(crate) fn takes_turn(&self, marker: &Marker) -> bool {
        match &marker.strand {
            Some(strand) => !strand.frames.is_empty(),
            None => !self.world().frames.is_empty(),
        }
    }

    /// How many seats to the left of a player another one sits, or the next player after one who
    /// has left. Only players in the game count.
    fn seats_to(&self, from: PlayerId, to: PlayerId) -> usize {
        let to = self.player_from(to);
        self.turn_order_from(from).iter().position(|player| Some(*player) == to).unwrap_or_default()
    }

    /// Whether the holder of a marker can't begin a turn yet, since another marker is within three
    /// seats to the left (CR 807.4d). Of two markers that one player has, one waits for the other.
    pub(crate) fn must_wait(&self, marker: &Marker) -> bool {
        let others = self.markers().into_iter().flat_map(|markers| &markers.all);
        others.filter(|other| other.number != marker.number).any(|other| {
            match self.seats_to(marker.holder, other.holder) {
                0 => self.takes_turn(other) || other.number < marker.number,
                seats => seats < APART,
            }
        })
    }

    /// Whether another marker is within three seats to the right of a marker (CR 807.4i).
    pub(crate) fn is_followed(&self, marker: &Marker) -> bool {
        let others = self.markers().into_iter().flat_map(|markers| &markers.all);
        let mut others = others.filter(|other| other.number != marker.number);
        others.any(|other| {
            let holder = self.player_from(other.holder).unwrap_or(other.holder);
            self.seats_to(holder, marker.holder) < APART
        })
    }

    /// Whether a player gets priority for the stack of a marker: the marker, or an object on that
    /// stack, is within the player's range of influence (CR 807.5a). A marker whose holder has left
    /// counts as that of the next player.
    pub(crate) fn has_priority_for(&self, player: PlayerId, marker: &Marker) -> bool {
        let holder = self.player_from(marker.holder).unwrap_or(marker.holder);
        let stack = match &marker.strand {
            Some(strand) => &strand.stack,
            None => &self.world().stack,
        };
        self.in_range(player, holder)
            || stack.iter().filter_map(|id| self.controller(*id)).any(|other| self.in_range(player, other))
    }

    /// The players who get priority for the present stack, in turn order, beginning with one of
    /// them or the next one after (CR 117.3, 807.5a).
    pub(crate) fn priority_order_from(&self, first: PlayerId) -> Vec<PlayerId> {
        let mut order = self.turn_order_from(first);
        if let Some(marker) = self.markers().and_then(Markers::present) {
            order.retain(|player| self.has_priority_for(*player, marker));
        }
        order
    }
}

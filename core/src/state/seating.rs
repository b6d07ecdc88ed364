//! Who plays with and against whom, and the options of the game (CR 8).

use serde::{Deserialize, Serialize};

use crate::fact::variant::{ALTERNATING_TEAMS, EMPEROR, GRAND_MELEE, TWO_HEADED_GIANT, usual_attack, usual_range};
use crate::fact::{Casual, PlayerId, Variant};

/// Which opponents a player may attack (CR 802, 803).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackOption {
    /// All of them (CR 802).
    #[default]
    Multiple,
    /// The one seated immediately to the left (CR 803.1a).
    Left,
    /// The one seated immediately to the right (CR 803.1b).
    Right,
}

/// The seating of a game with teams or options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The variant and its options, as words.
    pub variant: Variant,
    /// The players of each team in seating order; empty if each plays alone.
    pub teams: Vec<Vec<PlayerId>>,
    /// Which opponents a player may attack.
    pub attack: AttackOption,
    /// Who loses together.
    pub fate: Fate,
    /// Whether a player may attack only opponents seated next to them (CR 809.3c, 811.4).
    pub neighbors: bool,
    /// Whether the players of a team take their turns together (CR 805).
    pub shared_turns: bool,
    /// Whether a team has one life total and one set of poison counters (CR 810.4, 810.10).
    pub shared_life: bool,
    /// Whether creatures can be deployed to teammates (CR 804).
    pub deploy: bool,
    /// The range of influence of each seat (CR 801.2); empty if it is not limited.
    pub ranges: Vec<u8>,
    /// Whether several players take turns at the same time, by turn markers (CR 807.4).
    pub markers: bool,
}

/// Who of a team loses the game together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Each player loses alone.
    #[default]
    Own,
    /// All lose if their emperor does (CR 809.5b).
    Emperor,
    /// All lose if one does (CR 810.8a).
    Shared,
}

impl Seating {
    /// Reads the words. `rules::variant` has checked them.
    pub(super) fn new(variant: &Variant, teams: &[Vec<PlayerId>], players: usize) -> Seating {
        let attack = match variant.option("attack").or_else(|| usual_attack(&variant.name)) {
            Some("left") => AttackOption::Left,
            Some("right") => AttackOption::Right,
            _ => AttackOption::Multiple,
        };
        let (emperor, alternating) = (variant.name == EMPEROR, variant.name == ALTERNATING_TEAMS);
        let giant = variant.name == TWO_HEADED_GIANT;
        let range = variant.option("range").or_else(|| usual_range(&variant.name));
        let ranges = match range.and_then(|range| range.parse().ok()) {
            Some(range) => vec![range; players],
            None if emperor => ranges_of_emperors(teams),
            None => Vec::new(),
        };
        Seating {
            variant: variant.clone(),
            teams: teams.to_vec(),
            attack,
            fate: match giant {
                true => Fate::Shared,
                false if emperor => Fate::Emperor,
                false => Fate::Own,
            },
            // CR 904.2
            shared_turns: giant || (variant.option(Casual::Archenemy.word()).is_some() && !teams.is_empty()),
            shared_life: giant,
            neighbors: emperor || alternating,
            deploy: emperor || variant.option("deploy") == Some("yes"),
            ranges,
            markers: variant.name == GRAND_MELEE,
        }
    }

    /// Returns the team of a player in seating order; `None` if they play alone.
    pub(crate) fn team_of(&self, player: PlayerId) -> Option<&[PlayerId]> {
        self.teams.iter().find(|team| team.contains(&player)).map(Vec::as_slice)
    }

    /// Returns whether other players of a team lose the game if this one does.
    pub(crate) fn takes_along(&self, player: PlayerId) -> bool {
        match self.fate {
            Fate::Own => false,
            Fate::Emperor => self.emperor_of(player) == Some(player),
            Fate::Shared => true,
        }
    }

    /// Returns the emperor of a player's team, who sits in its middle (CR 809.2).
    pub fn emperor_of(&self, player: PlayerId) -> Option<PlayerId> {
        self.team_of(player).and_then(emperor)
    }

    /// Returns how many poison counters a team loses with (CR 810.8d, 810.11).
    pub(crate) fn most_poison(&self) -> u32 {
        let more = self.teams.first().map_or(0, |team| team.len().saturating_sub(2));
        15 + 5 * u32::try_from(more).unwrap_or_default()
    }

    /// Returns whether two different players are on a team together (CR 102.3).
    pub(crate) fn are_teammates(&self, a: PlayerId, b: PlayerId) -> bool {
        a != b && self.team_of(a).is_some_and(|team| team.contains(&b))
    }
}

/// The emperor of a team, who sits in its middle (CR 809.2, 809.6a).
pub(crate) fn emperor(team: &[PlayerId]) -> Option<PlayerId> {
    team.get(team.len().saturating_sub(1) / 2).copied()
}

/// How many seats two players are apart.
fn distance(a: PlayerId, b: PlayerId, players: usize) -> usize {
    let apart = usize::from(a.0.abs_diff(b.0));
    apart.min(players.saturating_sub(apart))
}

/// The ranges of an Emperor game: the least with which a general has one general of another team in
/// range, and an emperor two (CR 809.6a). With teams of three, 1 and 2 (CR 809.3a).
fn ranges_of_emperors(teams: &[Vec<PlayerId>]) -> Vec<u8> {
    let players = teams.iter().map(Vec::len).sum();
    let range = |team: &[PlayerId], player: PlayerId| {
        let others = teams.iter().filter(|other| **other != *team);
        let generals = others.flat_map(|other| other.iter().filter(|id| emperor(other) != Some(**id)));
        let mut distances: Vec<usize> = generals.map(|id| distance(*id, player, players)).collect();
        distances.sort_unstable();
        let wanted = usize::from(emperor(team) == Some(player));
        distances.get(wanted).and_then(|apart| u8::try_from(*apart).ok()).unwrap_or(u8::MAX)
    };
    teams.iter().flat_map(|team| team.iter().map(move |player| range(team, *player))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn teams(count: u8, size: u8) -> Vec<Vec<PlayerId>> {
        (0..count).map(|team| (team * size..(team + 1) * size).map(PlayerId).collect()).collect()
    }

    /// CR 809.3a, and the example of CR 809.6a.
    #[test]
    fn emperors_reach_two_generals() {
        assert_eq!(ranges_of_emperors(&teams(2, 3)), [1, 2, 1, 1, 2, 1]);
        assert_eq!(ranges_of_emperors(&teams(3, 3)), [1, 2, 1, 1, 2, 1, 1, 2, 1]);
        assert_eq!(ranges_of_emperors(&teams(2, 4)), [1, 3, 2, 1, 1, 3, 2, 1]);
    }
}

//! The unsettled actions of a batch, in the order in which they are settled: an index, since
//! settling thousands of actions must not search them all for each one.

use std::collections::BTreeSet;

use smallvec::{SmallVec, smallvec};

use crate::fact::{Action, Happening, PlayerId, Proposed};
use crate::state::Game;

use super::about::affected;

/// The sort key of an action: its depth, the place of the affected player in APNAP order, and its
/// place in the batch.
type Turn = (usize, usize, usize);

/// The unsettled actions.
pub(super) struct Open {
    apnap: Vec<PlayerId>,
    order: BTreeSet<Turn>,
    /// The sort key of each unsettled action of the batch.
    turns: Vec<Option<Turn>>,
    /// The unsettled actions that deal damage.
    damage: BTreeSet<usize>,
    /// Whether it is known that the settled actions gain no life.
    pub(super) life_is_known: bool,
}

impl Open {
    pub(super) fn of(game: &Game, actions: &[Proposed]) -> Open {
        let mut open = Open {
            apnap: game.apnap(),
            order: BTreeSet::new(),
            turns: Vec::with_capacity(actions.len()),
            damage: BTreeSet::new(),
            life_is_known: false,
        };
        open.extend(game, actions);
        open
    }

    /// The next action: outer ones first, then in APNAP order of the players affected (CR 101.4,
    /// 616.1f).
    pub(super) fn next(&self) -> Option<usize> {
        self.order.first().map(|(.., index)| *index)
    }

    /// The actions about which something may be asked now: the next one, and where turns are
    /// shared, the next ones of the other players of that team (CR 805.6). While a player still has
    /// to say how much of an action an effect applies to, only that action.
    pub(super) fn to_ask(&self, game: &Game, happening: &Happening) -> SmallVec<[usize; 2]> {
        if !game.shares_turns() {
            return self.next().into_iter().collect();
        }
        if let Some(index) = considered(happening) {
            return smallvec![index];
        }
        let Some((least, first, _)) = self.order.first() else { return smallvec![] };
        let of_the_team = |rank: &usize| match (self.apnap.get(*rank), self.apnap.get(*first)) {
            (Some(player), Some(first)) => game.acts_with(*player, *first),
            _ => rank == first,
        };
        let mut found: SmallVec<[usize; 2]> = smallvec![];
        let mut latest = None;
        // Those of one player are side by side.
        for (_, rank, index) in self.order.iter().take_while(|(depth, ..)| depth == least) {
            if latest != Some(rank) && of_the_team(rank) {
                found.push(*index);
            }
            latest = Some(rank);
        }
        found
    }

    /// Whether unsettled damage is left. The amount of damage is known once the outer actions are
    /// settled.
    pub(super) fn has_damage(&self) -> bool {
        !self.damage.is_empty()
    }

    /// Updates the index after work on an action, which may have added others at the end or removed
    /// some.
    pub(super) fn changed(&mut self, game: &Game, actions: &[Proposed], index: usize) {
        if actions.len() < self.turns.len() {
            *self = Open::of(game, actions);
            return;
        }
        if let Some(turn) = self.turns.get_mut(index).and_then(Option::take) {
            self.order.remove(&turn);
        }
        self.damage.remove(&index);
        let turn = self.add(game, actions, index);
        if let Some(known) = self.turns.get_mut(index) {
            *known = turn;
        }
        self.extend(game, actions);
    }

    /// Adds the actions at the end of the set.
    pub(super) fn extend(&mut self, game: &Game, actions: &[Proposed]) {
        for index in self.turns.len()..actions.len() {
            let turn = self.add(game, actions, index);
            self.turns.push(turn);
        }
    }

    fn add(&mut self, game: &Game, actions: &[Proposed], index: usize) -> Option<Turn> {
        let proposed = actions.get(index).filter(|proposed| !proposed.settled)?;
        let player = affected(game, &proposed.action);
        let rank = self.apnap.iter().position(|id| *id == player).unwrap_or(usize::MAX);
        let turn = (depth(actions, proposed), rank, index);
        self.order.insert(turn);
        if matches!(proposed.action, Action::Damage { .. }) {
            self.damage.insert(index);
        }
        Some(turn)
    }
}

/// The action of which an effect has been chosen that its player still has to say more about: the
/// last one that was considered, so that its cause is the latest.
fn considered(happening: &Happening) -> Option<usize> {
    happening.chosen.as_ref()?;
    let open = happening.actions.iter().enumerate().filter(|(_, proposed)| !proposed.settled);
    open.max_by_key(|(_, proposed)| proposed.cause).map(|(index, _)| index)
}

/// How many others contain an action.
fn depth(actions: &[Proposed], proposed: &Proposed) -> usize {
    let outer = |parent: &u32| actions.get(*parent as usize).and_then(|outer| outer.parent);
    std::iter::successors(proposed.parent, outer).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::pool::Pool;
    use crate::fact::Entity;
    use crate::rule;
    use crate::scenario::Scenario;

    /// The reference implementation, which searches all actions.
    fn plainly(game: &Game, actions: &[Proposed]) -> Option<usize> {
        let rank = |proposed: &Proposed| game.apnap().iter().position(|id| *id == affected(game, &proposed.action));
        let open = actions.iter().enumerate().filter(|(_, proposed)| !proposed.settled);
        open.min_by_key(|(index, it)| (depth(actions, it), rank(it), *index)).map(|(index, _)| index)
    }

    #[test]
    fn what_is_next_is_known_without_looking_through_all() {
        let text = "Scenario(name: \"two\", players: [(name: \"Ann\"), (name: \"Bob\")])";
        let run = Scenario::read("two.ron", text).unwrap().run(&Pool::bundled().unwrap()).unwrap();
        let game = &run.timelines[0].end;
        let gain = |player: u8, parent: Option<u32>| {
            let action = Action::GainLife { player: PlayerId(player), amount: 1 };
            Proposed { parent, ..Proposed::new(action, None, rule!("119.3")) }
        };
        let mut actions: Vec<Proposed> = (0..40).map(|number| gain(number % 2, None)).collect();
        let mut open = Open::of(game, &actions);
        let mut steps = 0u32;
        while let Some(index) = open.next() {
            assert_eq!(plainly(game, &actions), Some(index));
            assert_eq!(open.has_damage(), actions.iter().any(|it| !it.settled && is_damage(it)));
            steps += 1;
            match steps {
                // It affects another player, is removed, or contains others.
                7 | 30 => {
                    let (source, to) = (crate::fact::ObjectId(0), Entity::Player(PlayerId(1)));
                    actions[index].action = Action::Damage { source, to, amount: 1, combat: false };
                }
                12 => super::super::about::remove(&mut actions, index),
                _ => {
                    actions[index].settled = true;
                    let parent = u32::try_from(index).ok();
                    actions.extend(
                        (0..steps % 3).map(|number| gain(u8::from(number == 1), parent)).take(if actions.len() < 90 {
                            3
                        } else {
                            0
                        }),
                    );
                }
            }
            open.changed(game, &actions, index);
        }
        assert!(actions.iter().all(|it| it.settled) && steps > 80);
        assert_eq!((plainly(game, &actions), open.has_damage()), (None, false));
    }

    fn is_damage(proposed: &Proposed) -> bool {
        matches!(proposed.action, Action::Damage { .. })
    }
}

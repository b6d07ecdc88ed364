//! What an event is about, whatever its kind: objects and players, an amount, a turn step.

use crate::card::TurnStep;

use super::event::Event;
use super::ids::{Entity, PlayerId};

impl Event {
    /// The objects and players that an event is about, the main one first. Of what moved it tells what left.
    pub fn about(&self) -> Vec<Entity> {
        let player = match self {
            Event::LifeGained { player, .. }
            | Event::LifeLost { player, .. }
            | Event::ManaAdded { player, .. }
            | Event::ManaSpent { player, .. }
            | Event::ManaEmptied { player }
            | Event::ManaLost { player, .. }
            | Event::ManaTaken { from: player, .. }
            | Event::Drew { player }
            | Event::DrewFromEmpty { player }
            | Event::Shuffled { player, .. }
            | Event::LookedAt { player, .. }
            | Event::TurningCostShown { player, .. }
            | Event::Searched { player, .. }
            | Event::CompanionRevealed { player, .. }
            | Event::TurnBegan { player, .. }
            | Event::PriorityReceived { player }
            | Event::PriorityPassed { player }
            | Event::Decided { player, .. }
            | Event::Conceded { player }
            | Event::Lost { player, .. }
            | Event::Won { player }
            | Event::LeftGame { player }
            | Event::ExtraTurnAdded { player }
            | Event::ExtraTurnTaken { player }
            | Event::ExtraTurnAwaited { player }
            | Event::PlayerControlAwaited { player, .. }
            | Event::PlayerControlBegan { player, .. }
            | Event::PlayerControlEnded { player, .. }
            | Event::PartSkipped { player, .. }
            | Event::CoinsTossed { player, .. }
            | Event::CoinFlipped { player, .. }
            | Event::DiceRolled { player, .. }
            | Event::BecameMonarch { player, .. }
            | Event::Restarted { starting_player: player, .. }
            | Event::MulliganDecided { player, .. } => Some(*player),
            _ => None,
        };
        match self {
            Event::CountersPut { on: entity, .. } | Event::CountersRemoved { from: entity, .. } => vec![*entity],
            Event::DamageDealt { source, to, .. } => vec![Entity::Object(*source), *to],
            Event::DamagePrevented { damage, .. } => {
                let mut about: Vec<Entity> = Vec::new();
                for (source, to, _) in damage {
                    about.extend(
                        [Entity::Object(*source), *to].into_iter().filter(|it| !about.contains(it)).collect::<Vec<_>>(),
                    );
                }
                about
            }
            Event::Attacked { object, target }
            | Event::BecameAttacking { object, target }
            | Event::AttackReselected { object, target } => vec![Entity::Object(*object), *target],
            Event::DamageAssigned { object, to } => {
                std::iter::once(Entity::Object(*object)).chain(to.iter().map(|(to, _)| *to)).collect()
            }
            Event::Moved { object, .. } => vec![Entity::Object(*object)],
            _ => {
                let before = player.into_iter().map(Entity::Player);
                let objects = self.objects().into_iter().map(Entity::Object);
                before.chain(objects).chain(self.doers().into_iter().map(Entity::Player)).collect()
            }
        }
    }

    /// The players that an event is about in the second place: who cast the spell, whose trigger it is.
    fn doers(&self) -> Vec<PlayerId> {
        match self {
            Event::TappedForMana { player, .. }
            | Event::BecameCast { player, .. }
            | Event::Cycled { player, .. }
            | Event::Exerted { player, .. }
            | Event::BecameActivated { player, .. } => vec![*player],
            Event::Triggered { controller, .. } => vec![*controller],
            Event::ManaTaken { to, .. } => vec![*to],
            Event::PlayerControlAwaited { by, .. }
            | Event::PlayerControlBegan { by, .. }
            | Event::PlayerControlEnded { by, .. } => vec![*by],
            Event::ControlChanged { from, to, .. } => vec![*from, *to],
            Event::CombatBegan { attacking, defending } => vec![*attacking, *defending],
            _ => Vec::new(),
        }
    }

    /// The amount that an event tells.
    pub fn amount(&self) -> Option<u32> {
        match self {
            Event::CountersPut { count, .. } | Event::CountersRemoved { count, .. } => Some(*count),
            Event::LifeGained { amount, .. }
            | Event::LifeLost { amount, .. }
            | Event::DamageDealt { amount, .. }
            | Event::DamageMarked { amount, .. } => Some(*amount),
            Event::DamagePrevented { damage, .. } => Some(damage.iter().map(|(_, _, amount)| *amount).sum()),
            Event::ShieldReduced { left, .. } => Some(*left),
            Event::BecameLevel { level, .. } => Some(*level),
            Event::DamageAssigned { to, .. } => Some(to.iter().map(|(_, amount)| *amount).sum()),
            Event::ManaAdded { units, .. } => u32::try_from(units.len()).ok(),
            Event::ManaSpent { units, .. } | Event::ManaLost { units, .. } => u32::try_from(units.len()).ok(),
            Event::StepsAdded { count, .. } => Some(*count),
            Event::DiceRolled { natural, plus, .. } => {
                let results = natural.iter().map(|n| n.saturating_add_signed(*plus));
                Some(results.fold(0, u32::saturating_add))
            }
            _ => None,
        }
    }

    /// The turn step that an event tells.
    pub fn turn_step(&self) -> Option<TurnStep> {
        match self {
            Event::TurnStepBegan { step }
            | Event::TurnStepEnded { step }
            | Event::Skipped { step }
            | Event::StepsAdded { step, .. } => Some(*step),
            _ => None,
        }
    }
}

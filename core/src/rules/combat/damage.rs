//! Assigning and dealing combat damage (CR 510).

use crate::card::{Keyword, TurnStep};
use crate::derive::Look;
use crate::fact::{Action, Choice, Domain, Entity, Event, ObjectId, PlayerId, Prompt, Proposed, Share, TurnStepStage};
use crate::rule;
use crate::state::Game;

use super::super::Illegal;
use super::super::replace::perform;
use super::super::work::Work;
use super::to_stage;

/// What each creature assigns, source by source.
type Division = Vec<(ObjectId, Vec<(Entity, u32)>)>;

/// Whether the phase gets another combat damage step (CR 510.4).
pub(in super::super) fn another_damage_step(game: &Game) -> bool {
    let Some(combat) = game.world().combat.as_deref() else { return false };
    combat.damage_steps == 1 && game.world().turn.step.is_none() && first_strikers_dealt(game)
}

/// Whether the combat damage step before was one for first and double strike only.
fn first_strikers_dealt(game: &Game) -> bool {
    let began = game.world().history.iter().rev().find_map(|entry| match &entry.event {
        Event::DamageStepBegan { first_strike, .. } => Some(*first_strike),
        _ => None,
    });
    began == Some(true)
}

/// CR 510.4: which creatures deal damage in this step.
pub(super) fn begin(work: &mut Work) {
    let game = &work.game;
    let Some(combat) = game.world().combat.as_deref() else { return };
    let fighting: Vec<(ObjectId, bool)> = combat
        .attackers
        .iter()
        .map(|it| (it.object, it.dealt))
        .chain(combat.blockers.iter().map(|it| (it.object, it.dealt)))
        .collect();
    let early =
        |id: ObjectId| game.has_keyword(id, &Keyword::FirstStrike) || game.has_keyword(id, &Keyword::DoubleStrike);
    let first_strike = combat.damage_steps == 0 && fighting.iter().any(|(id, _)| early(*id));
    let second = combat.damage_steps > 0;
    let deals = |(id, dealt): &(ObjectId, bool)| {
        if first_strike { early(*id) } else { !second || !dealt || game.has_keyword(*id, &Keyword::DoubleStrike) }
    };
    let creatures: Vec<ObjectId> = fighting.iter().filter(|it| deals(it)).map(|(id, _)| *id).collect();
    let rule = if first_strike || second { rule!("510.4") } else { rule!("510.1") };
    work.fact(rule, Event::DamageStepBegan { first_strike, creatures });
    to_stage(work, TurnStep::CombatDamage, TurnStepStage::Actions(1));
}

/// What one side's creatures have to assign (CR 510.1a-d).
fn shares(game: &Game, attacking: bool) -> Vec<Share> {
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    let mut shares = Vec::new();
    let dealing = combat.dealing.iter().copied();
    for source in dealing {
        let among: Vec<Entity> = match (combat.attacker(source), combat.blocker(source)) {
            (Some(attacker), _) if attacking => {
                let mut among: Vec<Entity> = attacker.blockers.iter().copied().map(Entity::Object).collect();
                // CR 510.1b; CR 702.19b: with trample, past the blockers, or all of it if none are left.
                if attacker.blocked != Some(true) || game.has_keyword(source, &Keyword::Trample) {
                    among.extend(attacker.target);
                }
                among
            }
            (None, Some(blocker)) if !attacking => blocker.attackers.iter().copied().map(Entity::Object).collect(),
            _ => continue,
        };
        let power = game.characteristics(source).and_then(|it| it.power).unwrap_or(0);
        let total = u32::try_from(power).unwrap_or(0);
        if total == 0 || among.is_empty() {
            continue;
        }
        let lethal = among.iter().map(|to| lethal(game, *to)).collect();
        let deathtouch = game.has_keyword(source, &Keyword::Deathtouch);
        shares.push(Share { source, total, among, lethal, deathtouch, least: 0 });
    }
    shares
}

/// The damage that would be lethal to a creature, with what is marked on it already (CR 510.1c).
fn lethal(game: &Game, to: Entity) -> Option<u32> {
    let object = to.object().filter(|id| game.is_creature(*id))?;
    let toughness = u32::try_from(game.characteristics(object)?.toughness?).unwrap_or(0);
    Some(toughness.saturating_sub(game.object(object)?.damage))
}

fn side(game: &Game, attacking: bool) -> Option<PlayerId> {
    let combat = game.world().combat.as_deref()?;
    Some(if attacking { combat.attacking_player } else { combat.defending_player })
}

/// The choice of a division, where there is more than one (CR 510.1).
pub(super) fn choice(game: &Game, attacking: bool) -> Option<Choice> {
    let shares = shares(game, attacking);
    if shares.iter().all(|share| share.among.len() == 1) || only_one_way(&shares) {
        return None;
    }
    let player = side(game, attacking)?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::CombatDamage,
        rule: if attacking { rule!("510.1c") } else { rule!("510.1d") },
        domain: Domain::Divide(shares),
        back_out: false,
    })
}

/// Whether damage assignment order leaves no freedom: no creature can reach past the first of its recipients.
fn only_one_way(shares: &[Share]) -> bool {
    let total: u32 = shares.iter().map(|share| share.total).fold(0, u32::saturating_add);
    shares.iter().all(|share| {
        let first = match share.lethal.first() {
            Some(Some(lethal)) if share.deathtouch => (*lethal).min(1),
            Some(Some(lethal)) => *lethal,
            _ => u32::MAX,
        };
        // What all sources together could assign to the first recipient is not enough to go on to the next.
        share.among.len() == 1 || total <= first || (shares.len() == 1 && share.total <= first)
    })
}

/// Everything in damage assignment order, as much as is lethal to each and the rest to the last that can be reached.
pub fn division_in_order(shares: &[Share]) -> Vec<(ObjectId, Vec<(Entity, u32)>)> {
    let mut assigned: Vec<(Entity, u32)> = Vec::new();
    let mut division = Vec::new();
    for share in shares {
        let mut left = share.total;
        let mut parts: Vec<(Entity, u32)> = Vec::new();
        for (index, to) in share.among.iter().enumerate() {
            let so_far: u32 = assigned.iter().filter(|(entity, _)| entity == to).map(|(_, n)| *n).sum();
            let needed = match share.lethal.get(index).copied().flatten() {
                Some(lethal) if share.deathtouch => lethal.saturating_sub(so_far).min(1),
                Some(lethal) => lethal.saturating_sub(so_far),
                None => left,
            };
            let last = index + 1 == share.among.len();
            // Those after this one get what they must get (CR 601.2d).
            let after = u32::try_from(share.among.len() - index - 1).unwrap_or(u32::MAX);
            let kept = share.least.saturating_mul(after);
            let amount = if last { left } else { needed.min(left.saturating_sub(kept)) };
            if amount > 0 {
                parts.push((*to, amount));
                assigned.push((*to, amount));
                left -= amount;
            }
        }
        division.push((share.source, parts));
    }
    division
}

/// CR 510.1e: the whole division is checked at once.
pub(in super::super) fn check_division(game: &Game, shares: &[Share], division: &Division) -> Result<(), Illegal> {
    let against = |rule, why: String| Err(Illegal::against(rule, why));
    if division.len() != shares.len()
        || !shares.iter().all(|share| division.iter().filter(|(source, _)| *source == share.source).count() == 1)
    {
        return against(rule!("510.1"), "each creature that deals damage must assign it, once".to_owned());
    }
    let to_all = |to: Entity| -> u32 {
        let parts = division.iter().flat_map(|(_, parts)| parts);
        parts.filter(|(entity, _)| *entity == to).map(|(_, amount)| *amount).fold(0, u32::saturating_add)
    };
    // CR 702.2c: any damage from a source with deathtouch is lethal.
    let by_deathtouch = |to: Entity| {
        division.iter().any(|(source, parts)| {
            shares.iter().any(|share| share.source == *source && share.deathtouch)
                && parts.iter().any(|(entity, amount)| *entity == to && *amount > 0)
        })
    };
    for share in shares {
        let Some((_, parts)) = division.iter().find(|(source, _)| *source == share.source) else { continue };
        let name = || game.name_of(share.source);
        if parts.iter().map(|(_, amount)| *amount).fold(0, u32::saturating_add) != share.total {
            return against(rule!("510.1a"), format!("{} must assign exactly {} damage", name(), share.total));
        }
        for (index, (to, amount)) in parts.iter().enumerate() {
            if parts[..index].iter().any(|(other, _)| other == to) {
                return against(rule!("510.1"), format!("{} names a recipient twice", name()));
            }
            let Some(place) = share.among.iter().position(|entity| entity == to) else {
                let what = game.entity_name(*to);
                return against(rule!("510.1c"), format!("{} can't assign damage to {what}", name()));
            };
            for earlier in 0..place {
                let before = share.among[earlier];
                let lethal = share.lethal.get(earlier).copied().flatten().unwrap_or(0);
                if *amount > 0 && to_all(before) < lethal && !by_deathtouch(before) {
                    let first = game.entity_name(before);
                    let why = format!(
                        "{} must assign lethal damage ({lethal}) to {first} before any to {}",
                        name(),
                        game.entity_name(*to)
                    );
                    let past = game.has_keyword(share.source, &Keyword::Trample)
                        && share.lethal.get(place).is_some_and(Option::is_none);
                    return against(if past { rule!("702.19b") } else { rule!("510.1c") }, why);
                }
            }
        }
    }
    Ok(())
}

/// The attacking player has assigned; the defending player follows (CR 510.1).
pub(super) fn assigned_first(work: &mut Work, division: &Division) {
    say(work, division);
    to_stage(work, TurnStep::CombatDamage, TurnStepStage::Assigned(division.clone()));
}

/// Both have assigned: all of it is dealt at once (CR 510.2).
pub(super) fn assigned(work: &mut Work, first: &Division, division: &Division) {
    say(work, division);
    to_stage(work, TurnStep::CombatDamage, TurnStepStage::Priority);
    let dealt = first.iter().chain(division).flat_map(|(source, parts)| parts.iter().map(|part| (*source, *part)));
    let said = |source: ObjectId| {
        let assigned = |event: &Event| matches!(event, Event::DamageAssigned { object, .. } if *object == source);
        work.game.world().history.iter().rev().find(|entry| assigned(&entry.event)).map(|entry| entry.no)
    };
    let actions = dealt
        .map(|(source, (to, amount))| {
            let action = Action::Damage { source, to, amount, combat: true };
            Proposed::new(action, said(source).or(work.cause()), rule!("510.2"))
        })
        .collect();
    perform(work, actions);
}

fn say(work: &mut Work, division: &Division) {
    for (object, to) in division {
        let rule = match work.game.world().combat.as_deref().and_then(|combat| combat.blocker(*object)) {
            Some(_) => rule!("510.1d"),
            None => rule!("510.1c"),
        };
        work.fact(rule, Event::DamageAssigned { object: *object, to: to.clone() });
    }
}

/// Where one side has only one way to assign.
pub(super) fn assign_forced(work: &mut Work, attacking: bool) {
    let division = division_in_order(&shares(&work.game, attacking));
    match work.game.frame().cloned() {
        Some(crate::fact::Frame::TurnStep { stage: TurnStepStage::Assigned(first), .. }) => {
            assigned(work, &first, &division);
        }
        _ => assigned_first(work, &division),
    }
}

//! Assigning and dealing combat damage (CR 510).

use crate::card::{CardType, CombatDamage, Filter, Keyword, StaticEffect, TurnStep};
use crate::derive::Look;
use crate::derive::filter::{defending, matches, players};
use crate::fact::{Action, Choice, Domain, Entity, Event, ObjectId, PlayerId, Prompt, Proposed, Share, TurnStepStage};
use crate::rule;
use crate::state::{Attacker, Combat, Game};

use crate::rules::engine::refusal::Illegal;
use crate::rules::engine::work::Work;
use crate::rules::replace::bands;
use crate::rules::replace::combat_progress::to_stage;
use crate::rules::replace::perform::perform;

/// The damage that each creature assigns, source by source.
type Division = Vec<(ObjectId, Vec<(Entity, u32)>)>;

/// Whether the phase gets another combat damage step (CR 510.4).
pub(in super::super) fn another_damage_step(game: &Game) -> bool {
    let Some(combat) = game.world().combat.as_deref() else { return false };
    combat.damage_steps == 1 && game.world().turn.step.is_none() && first_strikers_dealt(game)
}

/// Whether the last combat damage step was for first and double strike only.
fn first_strikers_dealt(game: &Game) -> bool {
    let began = game.world().history.latest().find_map(|entry| match &entry.event {
        Event::DamageStepBegan { first_strike, .. } => Some(*first_strike),
        _ => None,
    });
    began == Some(true)
}

/// Determines which creatures deal damage in this step (CR 510.4).
pub(super) fn begin_combat_damage(work: &mut Work) {
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

/// The damage that one side's creatures assign (CR 510.1a-d): those that their own side assigns, or
/// with `other_side` those that the other side does because of an effect or banding (CR 702.22j-k).
fn shares_by(game: &Game, attacking: bool, other_side: bool) -> Vec<Share> {
    let mut shares = shares(game, attacking);
    let Some(combat) = game.world().combat.as_deref() else { return shares };
    let banded = |share: &Share| {
        let among = match (combat.attacker(share.source), combat.blocker(share.source)) {
            (Some(attacker), _) if attacking && attacker.blocked == Some(true) => attacker.blockers.as_slice(),
            (None, Some(blocker)) if !attacking => blocker.attackers.as_slice(),
            _ => &[],
        };
        bands::other_side_divides(game, among)
    };
    let ours = side(game, attacking);
    let several = game.is_multiplayer();
    shares.retain_mut(|share| {
        let said = assigned_by(game, share.source);
        let ours = if several { assigner(game, attacking, false, share.source) } else { ours };
        let by_effect = said.is_some_and(|(player, _)| Some(player) != ours);
        let banded = banded(share);
        if (banded || by_effect) != other_side {
            return false;
        }
        // Freely among the creatures that block it or that it blocks.
        if banded || said.is_some_and(|(_, freely)| freely) {
            let attacked = combat.attacker(share.source).and_then(|attacker| attacker.target);
            let fights = share.among.iter().any(|to| Some(*to) != attacked);
            share.among.retain(|to| !attacking || !fights || (Some(*to) != attacked && to.player().is_none()));
            share.past = None;
            share.lethal = vec![None; share.among.len()];
        }
        if other_side {
            share.unblocked = None;
        }
        true
    });
    shares
}

/// The next creatures that have to assign damage: whether they attack, whether the other side
/// assigns it, and their shares.
fn next(game: &Game, said: &Division) -> Option<(bool, bool, Vec<Share>)> {
    let groups = [(true, true), (false, true), (false, false)].into_iter();
    let mut open = groups.map(|(attacking, other_side)| {
        let mut shares = shares_by(game, attacking, other_side);
        shares.retain(|share| !said.iter().any(|(source, _)| *source == share.source));
        only_of_first(game, attacking, other_side, &mut shares);
        (attacking, other_side, shares)
    });
    open.find(|(.., shares)| !shares.is_empty())
}

/// The player who assigns a creature's damage, where there are several defending players. With
/// shared turns a team does it together (CR 805.10g).
fn assigner(game: &Game, attacking: bool, other_side: bool, source: ObjectId) -> Option<PlayerId> {
    let by_effect = || assigned_by(game, source).map(|(player, _)| player);
    match (attacking, other_side) {
        (true, false) => side(game, true),
        (false, false) => game.controller(source).map(|it| game.primary(it)),
        (true, true) => by_effect().or_else(|| defending(game, source).map(|it| game.primary(it))),
        (false, true) => by_effect().or_else(|| side(game, true)),
    }
}

/// Keeps the shares that the first of several players assigns, in APNAP order (CR 802.6).
fn only_of_first(game: &Game, attacking: bool, other_side: bool, shares: &mut Vec<Share>) {
    if game.is_multiplayer() {
        let by = |share: &Share| assigner(game, attacking, other_side, share.source);
        let first = game.apnap().into_iter().find(|player| shares.iter().any(|share| by(share) == Some(*player)));
        shares.retain(|share| first.is_none() || by(share) == first);
    }
}

/// The damage that one side's creatures assign (CR 510.1a-d).
fn shares(game: &Game, attacking: bool) -> Vec<Share> {
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    let mut shares = Vec::new();
    let dealing = combat.dealing.iter().copied();
    for source in dealing {
        let mut unblocked = None;
        let among: Vec<Entity> = match (combat.attacker(source), combat.blocker(source)) {
            (Some(attacker), _) if attacking && attacker.blocked != Some(true) => attacked(game, combat, attacker),
            (Some(attacker), _) if attacking => {
                let mut among: Vec<Entity> = attacker.blockers.iter().copied().map(Entity::Object).collect();
                // CR 702.19b: with trample, past the blockers; all of it if no blockers are left.
                if game.has_keyword(source, &Keyword::Trample) {
                    among.extend(attacked(game, combat, attacker));
                }
                // If only what it attacks is left, this changes nothing.
                unblocked =
                    attacker.target.filter(|to| among != [*to] && says(game, &CombatDamage::AsThoughUnblocked, source));
                among
            }
            (None, Some(blocker)) if !attacking => blocker.attackers.iter().copied().map(Entity::Object).collect(),
            _ => continue,
        };
        let total = amount(game, source);
        if total == 0 || (among.is_empty() && unblocked.is_none()) {
            continue;
        }
        let past = past(game, &among);
        let of_loyalty = |to: Entity| to.object().filter(|_| Some(to) == past).map(|id| game.loyalty(id));
        let lethal = among.iter().map(|to| of_loyalty(*to).or_else(|| lethal(game, *to))).collect();
        let deathtouch = game.has_keyword(source, &Keyword::Deathtouch);
        shares.push(Share { source, total, among, lethal, deathtouch, unblocked, past, least: 0 });
    }
    shares
}

/// What an attacking creature deals damage to if no blocker is in its way: what it attacks. With
/// trample over planeswalkers, the defending player comes after a planeswalker, or takes its place
/// once it is gone (CR 702.19c, 702.19e).
fn attacked(game: &Game, combat: &Combat, attacker: &Attacker) -> Vec<Entity> {
    let mut attacked: Vec<Entity> = attacker.target.into_iter().collect();
    if game.has_keyword(attacker.object, &Keyword::TrampleOverPlaneswalkers) {
        match attacker.target {
            Some(Entity::Object(planeswalker)) => attacked.extend(game.controller(planeswalker).map(Entity::Player)),
            None if game.is_multiplayer() => {
                let player = defending(game, attacker.object).filter(|id| game.plays(*id));
                attacked.extend(player.map(Entity::Player));
            }
            None => attacked.push(Entity::Player(combat.defending_player)),
            Some(Entity::Player(_)) => {}
        }
    }
    attacked
}

/// The planeswalker past which damage may go to a player (CR 702.19c).
fn past(game: &Game, among: &[Entity]) -> Option<Entity> {
    let planeswalker = |it: &Entity| it.object().is_some_and(|id| game.has_type(id, CardType::Planeswalker));
    match among {
        [.., before, Entity::Player(_)] => Some(*before).filter(planeswalker),
        _ => None,
    }
}

/// How much combat damage a creature assigns: its power, unless an effect says otherwise; none if
/// that is less than one (CR 510.1a).
fn amount(game: &Game, source: ObjectId) -> u32 {
    if says(game, &CombatDamage::NoDamage, source) {
        return 0;
    }
    let characteristics = game.characteristics(source);
    let by_toughness = says(game, &CombatDamage::Toughness, source);
    let measure = characteristics.and_then(|it| if by_toughness { it.toughness } else { it.power });
    u32::try_from(measure.unwrap_or(0)).unwrap_or(0)
}

/// Whether such an effect on combat damage applies to a creature.
fn says(game: &Game, what: &dyn Fn(Filter) -> CombatDamage, creature: ObjectId) -> bool {
    let kind = std::mem::discriminant(&what(Filter::Any));
    game.derived().functioning.others().any(|it| match &*it.effect {
        StaticEffect::CombatDamage(
            said @ (CombatDamage::Toughness(filter)
            | CombatDamage::NoDamage(filter)
            | CombatDamage::AsThoughUnblocked(filter)),
        ) if std::mem::discriminant(said) == kind => matches(game, &it.scope(), filter, creature),
        _ => false,
    })
}

/// The player who assigns a creature's combat damage because of an effect, and whether freely.
fn assigned_by(game: &Game, creature: ObjectId) -> Option<(PlayerId, bool)> {
    game.derived().functioning.others().find_map(|it| match &*it.effect {
        StaticEffect::CombatDamage(CombatDamage::AssignedBy { what, who, freely })
            if matches(game, &it.scope(), what, creature) =>
        {
            Some((*players(game, &it.scope(), who).first()?, *freely))
        }
        _ => None,
    })
}

/// The damage that would be lethal to a creature, given the damage already marked on it
/// (CR 510.1c).
fn lethal(game: &Game, to: Entity) -> Option<u32> {
    let object = to.object().filter(|id| game.is_creature(*id))?;
    let toughness = u32::try_from(game.characteristics(object)?.toughness?).unwrap_or(0);
    Some(toughness.saturating_sub(game.object(object)?.damage))
}

fn side(game: &Game, attacking: bool) -> Option<PlayerId> {
    let combat = game.world().combat.as_deref()?;
    Some(if attacking { combat.attacking_player } else { combat.defending_player })
}

/// Asks for a division, if there is more than one (CR 510.1).
pub(super) fn damage_choice(game: &Game, said: Option<&Division>) -> Option<Choice> {
    let (attacking, other_side, shares) = match said {
        None => (true, false, shares_by(game, true, false)),
        Some(said) => next(game, said)?,
    };
    let unordered = |share: &Share| share.among.len() > 1 && share.lethal.iter().all(Option::is_none);
    let free = shares.iter().any(|share| unordered(share) && share.among.iter().all(|to| to.object().is_some()));
    let optional = shares.iter().any(|share| share.unblocked.is_some());
    if !free && !optional && (shares.iter().all(|share| share.among.len() == 1) || only_one_way(&shares)) {
        return None;
    }
    let first = shares.first().filter(|_| game.is_multiplayer());
    let player = match first {
        Some(share) => assigner(game, attacking, other_side, share.source)?,
        None => side(game, attacking != other_side)?,
    };
    let by_effect = |share: &Share| assigned_by(game, share.source).is_some();
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::CombatDamage,
        rule: match (attacking, other_side) {
            (true, false) => rule!("510.1c"),
            (false, false) => rule!("510.1d"),
            (true, true) if shares.iter().all(by_effect) => rule!("510.1c"),
            (false, true) if shares.iter().all(by_effect) => rule!("510.1d"),
            (true, true) => rule!("702.22j"),
            (false, true) => rule!("702.22k"),
        },
        domain: Domain::Divide(shares),
        back_out: false,
    })
}

/// Whether damage assignment order forces the division: no creature can get past its first
/// recipient.
fn only_one_way(shares: &[Share]) -> bool {
    let total: u32 = shares.iter().map(|share| share.total).fold(0, u32::saturating_add);
    shares.iter().all(|share| {
        // Damage from another creature with deathtouch is lethal, too (CR 702.2c).
        let touches =
            |other: &Share| other.deathtouch && share.among.first().is_some_and(|to| other.among.contains(to));
        let deathtouch = shares.iter().any(touches) && share.past != share.among.first().copied();
        let first = match share.lethal.first() {
            Some(Some(lethal)) if deathtouch => (*lethal).min(1),
            Some(Some(lethal)) => *lethal,
            _ => u32::MAX,
        };
        // All sources together cannot give the first recipient enough to go on to the next.
        share.among.len() == 1 || total <= first || (shares.len() == 1 && share.total <= first)
    })
}

/// The division in damage assignment order: lethal damage to each, and the rest to the last within
/// reach.
pub(crate) fn division_in_order(shares: &[Share]) -> Vec<(ObjectId, Vec<(Entity, u32)>)> {
    let mut assigned: Vec<(Entity, u32)> = Vec::new();
    let mut division = Vec::new();
    for share in shares {
        let mut left = share.total;
        let mut parts: Vec<(Entity, u32)> = Vec::new();
        for (index, to) in share.among.iter().enumerate() {
            let so_far: u32 = assigned.iter().filter(|(entity, _)| entity == to).map(|(_, n)| *n).sum();
            let needed = match share.lethal.get(index).copied().flatten() {
                Some(lethal) if share.deathtouch && share.past != Some(*to) => lethal.saturating_sub(so_far).min(1),
                Some(lethal) => lethal.saturating_sub(so_far),
                None => left,
            };
            let last = index + 1 == share.among.len();
            // Later recipients get their minimum (CR 601.2d).
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

/// The name of something, with its number if another of these has the same name.
fn told_apart(game: &Game, it: Entity, among: &[Entity]) -> String {
    let name = game.entity_name(it);
    let alike = among.iter().any(|other| *other != it && game.entity_name(*other) == name);
    match it.object().filter(|_| alike) {
        Some(id) => format!("{name} #{}", id.0),
        None => name,
    }
}

/// Checks the whole division at once (CR 510.1e).
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
        let name = || told_apart(game, Entity::Object(share.source), &[]);
        // The rule for an attacker's assignment, and for a blocker's.
        let combat = game.world().combat.as_deref();
        let blocks = combat.is_some_and(|combat| combat.attacker(share.source).is_none());
        let in_order = if blocks { rule!("510.1d") } else { rule!("510.1c") };
        // All of it as though unblocked, or none if it has no blockers left.
        if share.unblocked.is_some_and(|to| parts.as_slice() == [(to, share.total)])
            || (share.among.is_empty() && parts.is_empty())
        {
            continue;
        }
        if parts.iter().map(|(_, amount)| *amount).fold(0, u32::saturating_add) != share.total {
            return against(rule!("510.1a"), format!("{} must assign exactly {} damage", name(), share.total));
        }
        for (index, (to, amount)) in parts.iter().enumerate() {
            if parts[..index].iter().any(|(other, _)| other == to) {
                return against(rule!("510.1"), format!("{} names a recipient twice", name()));
            }
            let Some(place) = share.among.iter().position(|entity| entity == to) else {
                let what = told_apart(game, *to, &share.among);
                return against(in_order, format!("{} can't assign damage to {what}", name()));
            };
            for earlier in 0..place {
                let before = share.among[earlier];
                let lethal = share.lethal.get(earlier).copied().flatten().unwrap_or(0);
                let enough = to_all(before) >= lethal || (share.past != Some(before) && by_deathtouch(before));
                if *amount > 0 && !enough {
                    // CR 702.2c
                    let by_any = share.deathtouch && share.past != Some(before);
                    let lethal = if by_any { lethal.min(1) } else { lethal };
                    let first = told_apart(game, before, &share.among);
                    let why = format!(
                        "{} must assign lethal damage ({lethal}) to {first} before any to {}",
                        name(),
                        told_apart(game, *to, &share.among)
                    );
                    let past = game.has_keyword(share.source, &Keyword::Trample)
                        && share.lethal.get(place).is_some_and(Option::is_none);
                    let rule = match (share.past == Some(before), past) {
                        (true, _) => rule!("702.19c"),
                        (false, true) => rule!("702.19b"),
                        (false, false) => in_order,
                    };
                    return against(rule, why);
                }
            }
        }
    }
    Ok(())
}

/// Records the attacking player's division; the defending player follows (CR 510.1).
pub(super) fn assigned_first(work: &mut Work, division: &Division) {
    say(work, division);
    to_stage(work, TurnStep::CombatDamage, TurnStepStage::Assigned(division.clone()));
}

/// Deals all the assigned damage at once (CR 510.2).
pub(super) fn assigned(work: &mut Work, first: &Division, division: &Division) {
    say(work, division);
    let all: Division = first.iter().chain(division).cloned().collect();
    if next(&work.game, &all).is_some() {
        return to_stage(work, TurnStep::CombatDamage, TurnStepStage::Assigned(all));
    }
    to_stage(work, TurnStep::CombatDamage, TurnStepStage::Priority);
    let dealt = first.iter().chain(division).flat_map(|(source, parts)| parts.iter().map(|part| (*source, *part)));
    let said = |source: ObjectId| {
        let assigned = |event: &Event| matches!(event, Event::DamageAssigned { object, .. } if *object == source);
        work.game.world().history.latest().find(|entry| assigned(&entry.event)).map(|entry| entry.no)
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

/// Assigns damage where there is only one way to.
pub(super) fn assign_forced(work: &mut Work) {
    match work.game.frame().cloned() {
        Some(crate::fact::Frame::TurnStep { stage: TurnStepStage::Assigned(first), .. }) => {
            let shares = next(&work.game, &first).map(|(.., shares)| shares).unwrap_or_default();
            assigned(work, &first, &division_in_order(&shares));
        }
        _ => {
            let division = division_in_order(&shares_by(&work.game, true, false));
            assigned_first(work, &division);
        }
    }
}

//! Permissions: what a player may begin to do (CR 116, 117.1, 305, 601.3, 602.5, 606.3), and how it looks.

use crate::card::ability::ActivationLimit;
use crate::card::{Ability, ActivatedAbility, CardType, Cost, CounterKind, Keyword, Phase, TargetSpec};
use crate::fact::{Act, Entity, Event, ObjectId, Origin, PlayerId, Zone};
use crate::state::Game;

use super::filter::{Look, Scope, all_matching, holds, is_any_target, matches, players};
use super::mana;

/// How something that a player may begin is likely to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can be completed.
    Ready,
    /// Its mana cost cannot be paid with the plain mana abilities that the player has.
    Unpayable,
    /// There are not enough targets.
    NoTargets,
}

/// Everything that a player with priority may begin.
pub fn with_priority(game: &Game, player: PlayerId) -> Vec<Act> {
    let mut acts = vec![Act::Pass];
    for id in game.zone(Zone::Hand(player)) {
        if can_play_land(game, player, *id) {
            acts.push(Act::Play(*id));
        } else if can_cast(game, player, *id) {
            acts.push(Act::Cast(*id));
        }
    }
    acts.extend(abilities(game, player, |_| true));
    acts
}

/// The mana abilities that a player may activate, with priority or while paying (CR 605.3a).
pub fn mana_abilities(game: &Game, player: PlayerId) -> Vec<Act> {
    abilities(game, player, ActivatedAbility::is_mana)
}

/// Whether it is the main phase of a player's turn with the stack empty (CR 307.1).
pub fn sorcery_timing(game: &Game, player: PlayerId) -> bool {
    let turn = &game.world().turn;
    turn.active == player
        && matches!(turn.phase, Some(Phase::PrecombatMain | Phase::PostcombatMain))
        && game.world().stack.is_empty()
}

/// CR 116.2a, 305.2, 305.3: a land, at sorcery timing, if the player has not played one this turn.
fn can_play_land(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.has_type(id, CardType::Land) && sorcery_timing(game, player) && game.world().turn.lands_played < 1
}

/// CR 117.1a, 304.1, 307.1, 702.8a: instants and spells with flash any time, others at sorcery timing; never lands
/// (CR 305.9).
fn can_cast(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    let Some(characteristics) = game.characteristics(id) else { return false };
    let types = characteristics.types;
    let castable = types.is_permanent() || types.has(CardType::Instant) || types.has(CardType::Sorcery);
    // CR 205.4e: a legendary instant or sorcery needs a legendary creature or planeswalker.
    let legendary = characteristics.supertypes.has(crate::card::Supertype::Legendary) && !types.is_permanent();
    castable
        && !types.has(CardType::Land)
        && (!legendary || controls_legend(game, player))
        && (types.has(CardType::Instant) || characteristics.has_keyword(Keyword::Flash) || sorcery_timing(game, player))
}

fn controls_legend(game: &Game, player: PlayerId) -> bool {
    game.world().battlefield.iter().any(|id| {
        game.controller(*id) == Some(player)
            && game.characteristics(*id).is_some_and(|it| {
                it.supertypes.has(crate::card::Supertype::Legendary)
                    && (it.types.has(CardType::Creature) || it.types.has(CardType::Planeswalker))
            })
    })
}

fn abilities(game: &Game, player: PlayerId, wanted: impl Fn(&ActivatedAbility) -> bool) -> Vec<Act> {
    let mut acts = Vec::new();
    let mine = game.world().battlefield.iter().filter(|id| game.controller(**id) == Some(player));
    let others = [Zone::Hand(player), Zone::Graveyard(player)];
    for id in mine.chain(others.iter().flat_map(|zone| game.zone(*zone).iter())) {
        let Some(characteristics) = game.characteristics(*id) else { continue };
        for instance in &characteristics.abilities {
            if let Ability::Activated(ability) = &*instance.ability
                && wanted(ability)
                && can_activate(game, player, *id, &instance.origin, ability)
            {
                acts.push(Act::Activate(*id, instance.origin.clone()));
            }
        }
    }
    acts
}

fn can_activate(game: &Game, player: PlayerId, id: ObjectId, origin: &Origin, ability: &ActivatedAbility) -> bool {
    let Some(object) = game.object(id) else { return false };
    let scope = Scope::of(id, player);
    let allowed = |limit: &ActivationLimit| match limit {
        ActivationLimit::AsSorcery => sorcery_timing(game, player),
        ActivationLimit::OncePerTurn => !activated_this_turn(game, id, |other| other == origin),
        ActivationLimit::If(condition) => holds(game, &scope, condition),
    };
    ability.zone == object.zone.kind()
        && ability.limits.iter().all(allowed)
        // CR 606.3: loyalty abilities at sorcery timing, one of a permanent each turn.
        && (!ability.is_loyalty()
            || (sorcery_timing(game, player)
                && !activated_this_turn(game, id, |other| is_loyalty(game, id, other))))
        && ability.cost.iter().all(|part| can_pay(game, player, id, part))
}

fn is_loyalty(game: &Game, id: ObjectId, origin: &Origin) -> bool {
    let instance = game.ability_of(id, origin);
    matches!(instance.map(|it| &*it.ability), Some(Ability::Activated(ability)) if ability.is_loyalty())
}

/// Whether an ability of an object has been activated this turn.
fn activated_this_turn(game: &Game, id: ObjectId, which: impl Fn(&Origin) -> bool) -> bool {
    let this_turn =
        game.world().history.iter().rev().take_while(|entry| !matches!(entry.event, Event::TurnBegan { .. }));
    let mut activated = this_turn.filter_map(|entry| match &entry.event {
        Event::BecameActivated { source, origin, .. } if *source == id => Some(origin),
        _ => None,
    });
    activated.any(which)
}

/// Whether a player could pay a part of a cost as things are (CR 118.3); of mana that is not asked here.
pub fn can_pay(game: &Game, player: PlayerId, source: ObjectId, part: &Cost) -> bool {
    let Some(object) = game.object(source) else { return false };
    let scope = Scope::of(source, player);
    // CR 602.5a: the tap and untap symbols of a creature's ability wait for its controller's next turn.
    let rested = !game.has_type(source, CardType::Creature) || !game.is_summoning_sick(source);
    match part {
        Cost::Mana(_) => true,
        Cost::Tap => object.is_permanent() && !object.status.tapped && rested,
        Cost::Untap => object.is_permanent() && object.status.tapped && rested,
        // CR 119.4
        Cost::Life(amount) => {
            let life = game.player(player).map_or(0, |player| player.life);
            *amount == 0 || i64::from(life) >= i64::from(*amount)
        }
        Cost::PlayerCounters(kind, count) => {
            game.player(player).is_some_and(|player| player.counters_of(kind) >= *count)
        }
        Cost::RemoveCounters(kind, count) => object.counters_of(kind) >= *count,
        // CR 606.6
        Cost::Loyalty(change) => *change >= 0 || object.counters_of(&CounterKind::Loyalty) >= change.unsigned_abs(),
        Cost::SacrificeThis => object.is_permanent() && game.controller(source) == Some(player),
        Cost::Sacrifice(count, filter) => {
            let mine = all_matching(game, &scope, filter);
            mine.iter().filter(|id| game.controller(**id) == Some(player)).count() >= *count as usize
        }
        Cost::Discard(count, filter) => {
            let hand = game.zone(Zone::Hand(player));
            hand.iter().filter(|id| matches(game, &scope, filter, **id)).count() >= *count as usize
        }
    }
}

/// How an act is likely to end: a label, computed when somebody asks; it allows and forbids nothing.
pub fn outlook(game: &Game, player: PlayerId, act: &Act) -> Outlook {
    let (source, cost, targets): (ObjectId, Vec<Cost>, Vec<TargetSpec>) = match act {
        Act::Pass | Act::Play(_) => return Outlook::Ready,
        Act::Cast(id) => {
            let Some(characteristics) = game.characteristics(*id) else { return Outlook::Unpayable };
            let Some(cost) = characteristics.cost.clone() else { return Outlook::Unpayable };
            let spell = characteristics.abilities.iter().find_map(|instance| match &*instance.ability {
                Ability::Spell(spell) => Some(spell.body.targets.clone()),
                _ => None,
            });
            (*id, vec![Cost::Mana(cost)], spell.unwrap_or_default())
        }
        Act::Activate(id, origin) => match game.ability_of(*id, origin).map(|it| &*it.ability) {
            Some(Ability::Activated(ability)) => (*id, ability.cost.clone(), ability.body.targets.clone()),
            _ => return Outlook::Unpayable,
        },
    };
    let scope = Scope::of(source, player);
    let enough = |spec: &TargetSpec| spec.min == 0 || target_count(game, &scope, source, spec) >= usize::from(spec.min);
    if !targets.iter().all(enough) {
        return Outlook::NoTargets;
    }
    let payable = |part: &Cost| match part {
        Cost::Mana(cost) => mana::plan(game, player, cost).is_some(),
        _ => true,
    };
    if cost.iter().all(payable) { Outlook::Ready } else { Outlook::Unpayable }
}

fn target_count(game: &Game, scope: &Scope<'_>, source: ObjectId, spec: &TargetSpec) -> usize {
    use crate::card::TargetWhat;
    let objects = |filter| all_matching(game, scope, filter).into_iter().filter(|id| *id != source).count();
    match &spec.what {
        TargetWhat::AnyTarget => {
            let permanents = game.world().battlefield.iter();
            game.apnap().len() + permanents.filter(|id| is_any_target(game, Entity::Object(**id))).count()
        }
        TargetWhat::Object(filter) => objects(filter),
        TargetWhat::Player(who) => players(game, scope, who).len(),
        TargetWhat::PlayerOrObject(who, filter) => players(game, scope, who).len() + objects(filter),
    }
}

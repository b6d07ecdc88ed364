//! Permissions: what a player may begin to do (CR 116, 117.1, 305, 601.3, 602.5, 606.3), and how it looks.

use crate::card::ability::ActivationLimit;
use crate::card::{
    Ability, ActivatedAbility, CardType, CastingCost, Cost, CounterKind, Filter, Keyword, ManaCost, Phase, Restriction,
    Supertype, TargetSpec,
};
use crate::fact::{AbilityInstance, Act, Event, Frame, ObjectId, Origin, PlayerId, Proposing, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::casting::{self, Casting};
use super::filter::{Look, Scope, all_matching, holds, matches, objects, power_and_toughness};
use super::production::Purpose;
use super::{able, mana, targets};

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
        if may_play(game, player, *id).is_ok() {
            acts.push(Act::Play(*id));
        } else if may_cast(game, player, *id).is_ok() {
            acts.push(Act::Cast(*id));
        }
    }
    for id in casting::playable_elsewhere(game, player) {
        if may_play(game, player, id).is_ok() {
            acts.push(Act::Play(id));
        } else if may_cast(game, player, id).is_ok() {
            acts.push(Act::Cast(id));
        }
    }
    acts.extend(abilities(game, player, |_| true));
    acts.extend(casting::special_actions(game, player).map(|it| Act::Special(it.source, it.by.clone())));
    acts
}

/// The mana abilities that a player may activate, with priority or while paying (CR 605.3a, 117.1d).
pub fn mana_abilities(game: &Game, player: PlayerId) -> Vec<Act> {
    abilities(game, player, ActivatedAbility::is_mana)
}

/// Whether it is the main phase of a player's turn with the stack empty (CR 307.1): the time, whatever could be cast
/// (CR 307.5).
pub fn sorcery_timing(game: &Game, player: PlayerId) -> bool {
    let turn = &game.world().turn;
    turn.active == player
        && matches!(turn.phase, Some(Phase::PrecombatMain | Phase::PostcombatMain))
        && game.world().stack.is_empty()
}

/// Why a player can't begin something: the rule and what it says of this case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What is in the way.
    pub why: &'static str,
}

/// `Ok` if it holds, otherwise the refusal.
pub(super) fn demand(holds: bool, rule: Rule, why: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal { rule, why }) }
}

/// Whether a player with priority may begin something.
///
/// # Errors
/// The first rule that forbids it.
pub fn may_begin(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Pass => Ok(()),
        Act::Play(id) => may_play(game, player, *id),
        Act::Cast(id) => may_cast(game, player, *id),
        Act::Special(id, by) => {
            let allowed = casting::special_actions(game, player).any(|it| it.source == *id && it.by == by);
            demand(allowed, rule!("116.2"), "no effect allows this special action now")
        }
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => may_activate(game, player, *id, origin, &ability),
            None => demand(false, rule!("602.1c"), "it has no such activated ability"),
        },
    }
}

/// CR 116.2a, 305.1-3: a land from hand, or from where an effect allows it, in a main phase of the player's turn with the
/// stack empty, if the player may play one more this turn.
fn may_play(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    demand(game.has_type(id, CardType::Land), rule!("305.1"), "it is not a land")?;
    demand(casting::may_play_from(game, player, id), rule!("305.1"), "nothing allows playing it from where it is")?;
    demand(game.world().turn.active == player, rule!("305.3"), "it is not the player's turn")?;
    demand(sorcery_timing(game, player), rule!("305.1"), "lands are played in a main phase with the stack empty")?;
    casting::may_play_land(game, player, id)
}

/// CR 117.1a, 304.1, 307.1, 702.8a: instants and spells with flash any time, others at sorcery timing; never lands
/// (CR 305.9).
fn may_cast(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    let Some(casting) = Casting::of_card(game, player, id) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    may_be_cast(game, &casting)?;
    let sorcery = game.has_type(id, CardType::Sorcery);
    let timing = if sorcery { rule!("307.1") } else { rule!("117.1a") };
    let why = "it is cast in a main phase of the player's turn with the stack empty";
    demand(sorcery_timing(game, player) || casting::any_time(game, &casting), timing, why)
}

/// Whether a player may cast a spell, whatever the time (CR 601.3): an effect that tells them to cast it now does not ask
/// for the timing of its type (CR 608.2g).
///
/// # Errors
/// The rule that forbids it.
pub fn may_be_cast(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    let allowed = !casting::ways(game, casting).is_empty();
    is_castable(game, casting)?;
    demand(allowed, rule!("601.3"), "nothing allows casting it from where it is")?;
    casting::prohibited(game, casting)
}

/// What a card must be like to be cast at all.
///
/// # Errors
/// The rule that forbids it.
pub fn is_castable(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    let Some(characteristics) = game.characteristics(casting.id) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    let types = characteristics.types;
    demand(!types.has(CardType::Land), rule!("305.9"), "a land is played, not cast")?;
    let castable = types.is_permanent() || types.has(CardType::Instant) || types.has(CardType::Sorcery);
    demand(castable, rule!("601.3"), "it is of no type that can be cast")?;
    // A legendary instant or sorcery needs a legendary creature or planeswalker.
    let legendary = characteristics.supertypes.has(Supertype::Legendary) && !types.is_permanent();
    demand(!legendary || controls_legend(game, casting.player), rule!("205.4e"), "the player controls no legend")
}

fn controls_legend(game: &Game, player: PlayerId) -> bool {
    game.world().battlefield.iter().any(|id| {
        game.controller(*id) == Some(player)
            && game.characteristics(*id).is_some_and(|it| {
                it.supertypes.has(Supertype::Legendary)
                    && (it.types.has(CardType::Creature) || it.types.has(CardType::Planeswalker))
            })
    })
}

fn abilities(game: &Game, player: PlayerId, wanted: impl Fn(&ActivatedAbility) -> bool) -> Vec<Act> {
    let mut acts = Vec::new();
    let mine = game.world().battlefield.iter().filter(|id| game.controller(**id) == Some(player));
    let others = [Zone::Hand(player), Zone::Graveyard(player)];
    for id in mine.chain(others.iter().flat_map(|zone| game.zone(*zone).iter())) {
        let Some(object) = game.object(*id) else { continue };
        // Most cards have no activated ability where they are: nobody needs to look further.
        let printed = game.printed(object.def);
        let unchanged = !game.derived().changed.contains_key(id);
        if unchanged && printed.is_some_and(|printed| !printed.activates.contains(&object.zone.kind())) {
            continue;
        }
        let Some(characteristics) = game.characteristics(*id) else { continue };
        for instance in &characteristics.abilities {
            if let Some(ability) = instance.activated()
                && wanted(&ability)
                && may_activate(game, player, *id, &instance.origin, &ability).is_ok()
            {
                acts.push(Act::Activate(*id, instance.origin.clone()));
            }
        }
    }
    acts
}

/// CR 602.2, 602.5, 606.3, 606.6: of what the player controls, when its instructions and its costs allow it.
fn may_activate(
    game: &Game,
    player: PlayerId,
    id: ObjectId,
    origin: &Origin,
    ability: &ActivatedAbility,
) -> Result<(), Refusal> {
    let Some(object) = game.object(id) else {
        return demand(false, rule!("602.2"), "its source is gone");
    };
    let scope = Scope::of(id, player);
    let mine = game.controller(id).unwrap_or(object.owner) == player;
    demand(mine, rule!("602.2"), "the player does not control it")?;
    demand(ability.zone == object.zone.kind(), rule!("113.6"), "it does not function in that zone")?;
    for limit in &ability.limits {
        match limit {
            ActivationLimit::AsSorcery => {
                demand(sorcery_timing(game, player), rule!("602.5d"), "it is activated only as a sorcery")?;
            }
            // Having priority is what casting an instant takes: not while paying (CR 304.5, 602.5e).
            ActivationLimit::AsInstant => {
                let priority = matches!(game.frame(), Some(Frame::Priority { .. }));
                demand(priority, rule!("602.5e"), "it is activated only with priority")?;
            }
            ActivationLimit::OncePerTurn | ActivationLimit::TimesPerTurn(_) => {
                let most = if let ActivationLimit::TimesPerTurn(n) = limit { *n as usize } else { 1 };
                let used = activations_this_turn(game, id, |other| other == origin);
                demand(used < most, rule!("602.5b"), "it has been activated as often this turn as it may be")?;
            }
            ActivationLimit::If(condition) => {
                demand(holds(game, &scope, condition), rule!("602.5b"), "its condition does not hold")?;
            }
        }
    }
    casting::may_use(game, player, id, ability.is_mana())?;
    let under_way = ability.is_mana() && game.world().frames.iter().any(|frame| is_of(frame, id, origin));
    demand(!under_way, rule!("605.3c"), "it has been activated and has not resolved yet")?;
    if ability.is_loyalty() {
        demand(sorcery_timing(game, player), rule!("606.3"), "loyalty abilities wait for the player's main phase")?;
        let used = activations_this_turn(game, id, |other| is_loyalty(game, id, other));
        demand(used == 0, rule!("606.3"), "a loyalty ability of it has been activated this turn")?;
    }
    ability.cost.iter().try_for_each(|part| may_pay(game, player, id, part))
}

/// Whether a frame is the activation or the resolution of a mana ability (CR 605.3c).
fn is_of(frame: &Frame, id: ObjectId, origin: &Origin) -> bool {
    match frame {
        Frame::Proposal(it) => {
            matches!(it.what, Proposing::ManaAbility { .. }) && it.source == id && it.origin.as_ref() == Some(origin)
        }
        Frame::Resolve(it) => {
            it.object.is_none() && it.trigger.is_none() && it.source == id && it.origin.as_ref() == Some(origin)
        }
        _ => false,
    }
}

fn is_loyalty(game: &Game, id: ObjectId, origin: &Origin) -> bool {
    game.activated(id, origin).is_some_and(|ability| ability.is_loyalty())
}

/// How often abilities of an object have been activated this turn, whoever controlled it (CR 602.5b).
fn activations_this_turn(game: &Game, id: ObjectId, which: impl Fn(&Origin) -> bool) -> usize {
    let this_turn =
        game.world().history.iter().rev().take_while(|entry| !matches!(entry.event, Event::TurnBegan { .. }));
    let activated = this_turn.filter_map(|entry| match &entry.event {
        Event::BecameActivated { source, origin, .. } if *source == id => Some(origin),
        _ => None,
    });
    activated.filter(|origin| which(origin)).count()
}

/// Whether a player could pay a part of a cost as things are (CR 118.3); of mana that is not asked here.
///
/// # Errors
/// The rule that forbids it.
pub fn may_pay(game: &Game, player: PlayerId, source: ObjectId, part: &Cost) -> Result<(), Refusal> {
    if let Cost::Mana(_) = part {
        return Ok(());
    }
    if let Cost::Life(amount) = part {
        return demand(able::can_pay_life(game, player, *amount), rule!("119.4"), "so much life can't be paid");
    }
    // What else is paid is paid by, or with, an object that is there.
    let Some(object) = game.object(source) else {
        return demand(false, rule!("118.3"), "its source is gone");
    };
    let scope = Scope::of(source, player);
    // The tap and untap symbols of a creature's ability wait for its controller's next turn.
    let rested = !game.has_type(source, CardType::Creature) || !game.is_summoning_sick(source);
    let sick = || demand(rested, rule!("602.5a"), "the creature has not been under control since the turn began");
    let enough = |holds: bool, why| demand(holds, rule!("118.3"), why);
    match part {
        Cost::Mana(_) | Cost::Life(_) => Ok(()),
        Cost::Tap => {
            enough(object.is_permanent() && !object.status.tapped, "it is tapped already")?;
            sick()
        }
        Cost::Untap => {
            enough(object.is_permanent() && object.status.tapped, "it is untapped already")?;
            sick()
        }
        Cost::PlayerCounters(kind, count) => {
            let there = game.player(player).map_or(0, |player| player.counters_of(kind));
            enough(there >= *count, "the player has too few counters")
        }
        Cost::RemoveCounters(kind, count) => enough(object.counters_of(kind) >= *count, "it has too few counters"),
        Cost::Loyalty(change) => {
            let there = object.counters_of(&CounterKind::Loyalty);
            demand(*change >= 0 || there >= change.unsigned_abs(), rule!("606.6"), "there is not enough loyalty")
        }
        Cost::TapTotalPower(least, filter) => {
            let crews = |it: &AbilityInstance| matches!(&*it.ability, Ability::Keyword(Keyword::Crew(n)) if n == least);
            let crew = game.characteristics(source).is_some_and(|it| it.abilities.iter().any(crews));
            let able = able_to_tap(game, player, source, filter, crew);
            let total = able.iter().map(|(_, power)| i64::from((*power).max(0))).sum::<i64>();
            enough(total >= i64::from(*least), "there is too little power to tap")
        }
        Cost::Unattach(what) => {
            let asks = |instance: &&AbilityInstance| instance.activated().is_some_and(|it| it.cost.contains(part));
            let abilities = game.characteristics(source).map(|it| it.abilities.as_slice()).unwrap_or_default();
            let attached = |instance: &AbilityInstance| {
                let named = objects(game, &Scope { origin: Some(&instance.origin), ..scope }, what);
                let attached = |id: &ObjectId| game.object(*id).is_some_and(|it| it.attached_to.is_some());
                !named.is_empty() && named.iter().all(attached)
            };
            enough(abilities.iter().filter(asks).any(attached), "it is attached to nothing")
        }
        Cost::SacrificeThis => {
            enough(object.is_permanent() && game.controller(source) == Some(player), "it can't be sacrificed")
        }
        Cost::Sacrifice(count, filter) => {
            let mine = all_matching(game, &scope, filter);
            let there = mine.iter().filter(|id| game.controller(**id) == Some(player)).count();
            enough(there >= *count as usize, "there is too little to sacrifice")
        }
        Cost::Discard(count, filter) => {
            let hand = game.zone(Zone::Hand(player));
            let there = hand.iter().filter(|id| matches(game, &scope, filter, **id)).count();
            enough(there >= *count as usize, "there are too few cards to discard")
        }
    }
}

/// The untapped permanents of a player that fit, each with its power: what a cost of tapping so much power is paid with. For
/// a crew ability, without those that can't crew (CR 702.122a, 702.122c).
pub fn able_to_tap(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    filter: &Filter,
    crew: bool,
) -> Vec<(ObjectId, i32)> {
    let cant_crew = |id: ObjectId| {
        game.restrictions().any(|(scope, restriction)| match restriction {
            Restriction::CantCrew(what) => matches(game, &scope, what, id),
            _ => false,
        })
    };
    let able = |id: &ObjectId| {
        game.controller(*id) == Some(player)
            && game.object(*id).is_some_and(|it| !it.status.tapped)
            && !(crew && cant_crew(*id))
    };
    let there = all_matching(game, &Scope::of(source, player), filter).into_iter().filter(able);
    there.map(|id| (id, power_and_toughness(game, id).0.unwrap_or(0))).collect()
}

/// How an act is likely to end: a label, computed when somebody asks; it allows and forbids nothing.
pub fn outlook(game: &Game, player: PlayerId, act: &Act) -> Outlook {
    let (source, cost, specs): (ObjectId, Vec<Cost>, Vec<TargetSpec>) = match act {
        Act::Pass | Act::Play(_) => return Outlook::Ready,
        Act::Cast(id) => {
            let Some(characteristics) = game.characteristics(*id) else { return Outlook::Unpayable };
            let printed = || characteristics.cost.clone().map(|cost| vec![Cost::Mana(cost)]);
            let ways = Casting::of_card(game, player, *id).map(|it| casting::ways(game, &it)).unwrap_or_default();
            let costs = ways.iter().filter_map(|way| match way.cost() {
                CastingCost::Usual => printed(),
                CastingCost::Free => Some(Vec::new()),
                CastingCost::Instead(cost) => Some(cost.clone()),
            });
            let payable = |cost: &Vec<Cost>| {
                cost.iter().all(|part| match part {
                    Cost::Mana(cost) => mana::plan_for(game, player, cost, &purpose_of(act, cost)).is_some(),
                    _ => may_pay(game, player, *id, part).is_ok(),
                })
            };
            let costs: Vec<Vec<Cost>> = costs.collect();
            let Some(cost) = costs.iter().find(|cost| payable(cost)).or(costs.first()) else {
                return Outlook::Unpayable;
            };
            (*id, cost.clone(), targets::of_spell(characteristics).into_owned())
        }
        Act::Special(id, by) => match casting::special_actions(game, player).find(|it| it.by == by) {
            Some(special) => (*id, special.cost.to_vec(), Vec::new()),
            None => return Outlook::Unpayable,
        },
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => (*id, ability.cost.clone(), ability.body.targets.clone()),
            None => return Outlook::Unpayable,
        },
    };
    let scope = Scope::of(source, player);
    let enough = |spec: &TargetSpec| {
        spec.min == 0 || targets::candidates(game, &scope, source, spec).len() >= usize::from(spec.min)
    };
    if !specs.iter().all(enough) {
        return Outlook::NoTargets;
    }
    let payable = |part: &Cost| match part {
        Cost::Mana(cost) => mana::plan_for(game, player, cost, &purpose_of(act, cost)).is_some(),
        _ => true,
    };
    if cost.iter().all(payable) { Outlook::Ready } else { Outlook::Unpayable }
}

/// What the mana of a cost is spent on.
fn purpose_of(act: &Act, cost: &ManaCost) -> Purpose {
    let with_x = cost.has_x();
    match act {
        Act::Cast(id) => Purpose { spell: Some(*id), source: None, with_x },
        Act::Activate(id, _) => Purpose { spell: None, source: Some(*id), with_x },
        Act::Pass | Act::Play(_) | Act::Special(..) => Purpose::default(),
    }
}

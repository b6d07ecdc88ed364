//! Permissions: what a player may begin to do (CR 116, 117.1, 305, 601.3, 602.5, 606.3), and how it looks.

use crate::card::ability::ActivationLimit;
use crate::card::{Ability, ActivatedAbility, CardType, Filter, Keyword, Phase, Restriction, Supertype};
use crate::fact::{AbilityInstance, Act, Announcement, Event, ObjectId, Origin, PlayerId, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::cost::{Costed, Pricing};
use super::filter::{Look, Scope, all_matching, holds, matches, power_and_toughness};
use super::payable::may_pay;
use super::{mana, targets};

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
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => may_activate(game, player, *id, origin, &ability),
            None => demand(false, rule!("602.1c"), "it has no such activated ability"),
        },
    }
}

fn in_hand(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.zone_of(id) == Some(Zone::Hand(player))
}

/// CR 116.2a, 305.1-3: a land from hand, in a main phase of the player's turn with the stack empty, if the player has not
/// played one this turn.
fn may_play(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    let turn = &game.world().turn;
    demand(game.has_type(id, CardType::Land), rule!("305.1"), "it is not a land")?;
    demand(in_hand(game, player, id), rule!("305.1"), "it is not in the player's hand")?;
    demand(turn.active == player, rule!("305.3"), "it is not the player's turn")?;
    demand(sorcery_timing(game, player), rule!("305.1"), "lands are played in a main phase with the stack empty")?;
    demand(turn.lands_played < 1, rule!("305.2"), "the player has played a land this turn")
}

/// CR 117.1a, 304.1, 307.1, 702.8a: instants and spells with flash any time, others at sorcery timing; never lands
/// (CR 305.9).
fn may_cast(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    let Some(characteristics) = game.characteristics(id) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    let types = characteristics.types;
    demand(!types.has(CardType::Land), rule!("305.9"), "a land is played, not cast")?;
    demand(in_hand(game, player, id), rule!("601.3"), "nothing allows casting it from where it is")?;
    let castable = types.is_permanent() || types.has(CardType::Instant) || types.has(CardType::Sorcery);
    demand(castable, rule!("601.3"), "it is of no type that can be cast")?;
    // A legendary instant or sorcery needs a legendary creature or planeswalker.
    let legendary = characteristics.supertypes.has(Supertype::Legendary) && !types.is_permanent();
    demand(!legendary || controls_legend(game, player), rule!("205.4e"), "the player controls no legend")?;
    let any_time = types.has(CardType::Instant) || characteristics.has_keyword(&Keyword::Flash);
    let timing = if types.has(CardType::Sorcery) { rule!("307.1") } else { rule!("117.1a") };
    let why = "it is cast in a main phase of the player's turn with the stack empty";
    demand(any_time || sorcery_timing(game, player), timing, why)
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
            ActivationLimit::OncePerTurn => {
                let used = activated_this_turn(game, id, |other| other == origin);
                demand(!used, rule!("602.5b"), "it has been activated this turn")?;
            }
            ActivationLimit::If(condition) => {
                demand(holds(game, &scope, condition), rule!("602.5b"), "its condition does not hold")?;
            }
        }
    }
    if ability.is_loyalty() {
        demand(sorcery_timing(game, player), rule!("606.3"), "loyalty abilities wait for the player's main phase")?;
        let used = activated_this_turn(game, id, |other| is_loyalty(game, id, other));
        demand(!used, rule!("606.3"), "a loyalty ability of it has been activated this turn")?;
    }
    // CR 606.6: what changes the cost counts.
    let announced = Announcement::default();
    let costed = Costed::Ability(id, ability, is_equip(game, id, origin));
    let total = Pricing::new(game, player, costed, &announced).total(&[], &[]);
    let Some(total) = total else { return demand(false, rule!("118.6"), "its cost can't be paid") };
    total.other.iter().try_for_each(|part| may_pay(game, player, id, part))
}

/// Whether an ability of an object is an equip ability (CR 702.6).
pub fn is_equip(game: &Game, id: ObjectId, origin: &Origin) -> bool {
    let abilities = game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default();
    let equip = |instance: &&AbilityInstance| matches!(&*instance.ability, Ability::Keyword(Keyword::Equip { .. }));
    abilities.iter().filter(equip).any(|instance| instance.origin == *origin)
}

fn is_loyalty(game: &Game, id: ObjectId, origin: &Origin) -> bool {
    game.activated(id, origin).is_some_and(|ability| ability.is_loyalty())
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
    let nothing = Announcement::default();
    let (source, ability) = match act {
        Act::Pass | Act::Play(_) => return Outlook::Ready,
        Act::Cast(id) => (*id, None),
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => (*id, Some((ability, is_equip(game, *id, origin)))),
            None => return Outlook::Unpayable,
        },
    };
    let Some(characteristics) = game.characteristics(source) else { return Outlook::Unpayable };
    let body = match &ability {
        Some((ability, _)) => Some(&ability.body),
        None => targets::spell_body(characteristics),
    };
    let scope = Scope { announced: Some(&nothing), ..Scope::of(source, player) };
    let aura = if ability.is_none() { targets::instances_of_aura(characteristics) } else { Vec::new() };
    let own = body.map(|body| body.targets.as_slice()).unwrap_or_default();
    if !own.iter().chain(&aura).all(|spec| targets::could_be_chosen(game, &scope, source, spec)) {
        return Outlook::NoTargets;
    }
    let costed = match &ability {
        Some((ability, equip)) => Costed::Ability(source, ability, *equip),
        None => Costed::Spell(source),
    };
    let spell = ability.is_none().then_some(source);
    let pricing = Pricing::new(game, player, costed.clone(), &nothing);
    let modes = body.and_then(|body| body.modes.as_ref());
    if let (Some(modes), Some((least, _))) = (modes, pricing.number_of_modes())
        && targets::legal_modes(game, &scope, source, modes).len() < usize::from(least).min(modes.of.len())
    {
        return Outlook::NoTargets;
    }
    let payable = |announced: &Announcement| {
        let total = Pricing::new(game, player, costed.clone(), announced).total(&[], &[]);
        total.is_some_and(|total| {
            total.other.iter().all(|part| may_pay(game, player, source, part).is_ok())
                && (total.mana.0.is_empty() || mana::plan_for(game, player, &total.mana, spell).is_some())
        })
    };
    let ways = std::iter::once(None).chain(pricing.alternatives().into_iter().map(|(by, _)| Some(by)));
    let either = pricing.either();
    let options: Vec<Vec<u8>> = match either.as_slice() {
        [] => vec![Vec::new()],
        [first, ..] => (0..first.len()).filter_map(|index| u8::try_from(index).ok().map(|index| vec![index])).collect(),
    };
    for alternative in ways {
        for either in &options {
            let announced =
                Announcement { alternative: alternative.clone(), either: either.clone(), ..Announcement::default() };
            if payable(&announced) {
                return Outlook::Ready;
            }
        }
    }
    Outlook::Unpayable
}

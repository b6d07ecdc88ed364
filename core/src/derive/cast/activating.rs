//! The abilities that a player may activate now (CR 602.5, 605.3, 606.3).

use std::borrow::Cow;

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, AbilityKind, ActivatedAbility, ActivationLimit, Keyword, Restriction};
use crate::fact::{
    AbilityInstance, Act, Announcement, Choice, Domain, Entity, Entry, EntryNo, Event, Frame, ObjectId, Origin,
    PlayerId, Proposing, Zone,
};
use crate::rule;
use crate::state::{Game, Object};

use super::casting;
use super::cost::{Costed, Pricing};
use super::prospect;
use crate::derive::filter::{holds, is_among};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::pay::demand::{Refusal, demand, sorcery_timing};
use crate::derive::pay::payable::effects_change_costs;
use crate::derive::pay::window::{Payer, asks_for_mana, could_pay_parts};

/// Room for the abilities of most players.
const USUAL: usize = 16;

/// What a game has in common for all abilities: without it, most of them need less to be checked.
#[derive(Clone, Copy)]
struct Circumstances {
    /// Whether an effect says that some abilities can't be activated.
    prohibits: bool,
    /// Whether an effect changes costs.
    prices: bool,
    /// Whether an activation or a resolution without an object on the stack is under way.
    under_way: bool,
}

impl Circumstances {
    fn of(game: &Game) -> Circumstances {
        let restricts = |restriction: &Restriction| matches!(restriction, Restriction::CantActivate { .. });
        Circumstances {
            prohibits: game.restrictions().any(|(_, restriction)| restricts(restriction)),
            prices: effects_change_costs(game),
            under_way: game
                .world()
                .frames
                .iter()
                .any(|frame| matches!(**frame, Frame::Proposal(_) | Frame::Resolve(_))),
        }
    }
}

pub(in crate::derive) fn abilities(
    game: &Game,
    player: PlayerId,
    wanted: impl Fn(&ActivatedAbility) -> bool,
) -> Vec<Act> {
    let mut acts = Vec::new();
    let changed = &game.derived().changed;
    let of_others = game.has_mechanism(Mechanisms::ACTIVATED_BY_OTHERS);
    let circumstances = Circumstances::of(game);
    let own = [Zone::Hand(player), Zone::Graveyard(player)];
    let shared = [Zone::Battlefield, Zone::Command, Zone::Exile, Zone::Stack];
    let others = of_others.then(|| game.apnap().into_iter().filter(|id| *id != player).map(Zone::Graveyard));
    for zone in shared.into_iter().chain(own).chain(others.into_iter().flatten()) {
        // Most games have no such abilities outside the battlefield.
        if changed.is_empty() && !game.summary().activates.contains(&zone.kind()) {
            continue;
        }
        for object in game.zone(zone).iter().filter_map(|id| game.object(*id)) {
            // CR 602.2: its owner, if it has no controller.
            if !of_others && game.controller_of(object).unwrap_or(object.owner) != player {
                continue;
            }
            // Most cards have no activated ability in their zone, so look no further.
            let printed = game.printed(object.def);
            let unchanged = changed.is_empty() || !changed.contains_key(&object.id);
            if unchanged && printed.is_some_and(|printed| !printed.activates.contains(&zone.kind())) {
                continue;
            }
            let Some(characteristics) = game.characteristics_of(object) else { continue };
            for instance in &characteristics.abilities {
                if let Some(ability) = instance.activated()
                    && wanted(&ability)
                    && may_activate(game, player, object, instance, &ability, circumstances).is_ok()
                {
                    if acts.is_empty() {
                        acts.reserve(USUAL);
                    }
                    acts.push(Act::Activate(object.id, instance.origin.clone()));
                }
            }
        }
    }
    acts
}

/// How often abilities of an object have been activated this turn, by any controller (CR 602.5b).
pub(in crate::derive) fn activations_this_turn(game: &Game, id: ObjectId, which: impl Fn(&Origin) -> bool) -> usize {
    let activated = game.world().this_turn().filter_map(|entry| match &entry.event {
        Event::BecameActivated { source, origin, .. } if *source == id => Some(origin),
        _ => None,
    });
    activated.filter(|origin| which(origin)).count()
}

/// Whether a loyalty ability of a permanent has been activated this turn, also one that it has no
/// longer (CR 606.3).
fn loyalty_was_used(game: &Game, id: ObjectId) -> bool {
    let created = |cause: EntryNo| game.world().this_turn().find(|entry| entry.no == cause);
    let is_loyalty = |entry: &Entry| match &entry.event {
        Event::Created { object } => {
            let text = object.ability.as_ref().and_then(|ability| game.ability(ability.text));
            matches!(text, Some(Ability::Activated(ability)) if ability.is_loyalty())
        }
        _ => false,
    };
    let of_it = |entry: &&Entry| matches!(entry.event, Event::BecameActivated { source, .. } if source == id);
    let mut causes = game.world().this_turn().filter(of_it).filter_map(|entry| entry.cause);
    causes.any(|cause| created(cause).is_some_and(is_loyalty))
}

/// Whether a frame is the activation or resolution of this mana ability (CR 605.3c).
pub(in crate::derive) fn is_of(frame: &Frame, id: ObjectId, origin: &Origin) -> bool {
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

/// The kind of an ability, if it is an equip (CR 702.6) or cycling ability (CR 702.29).
pub(crate) fn kind_of(game: &Game, id: ObjectId, origin: &Origin) -> Option<AbilityKind> {
    let abilities = game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default();
    abilities.iter().filter(|instance| instance.origin == *origin).find_map(kind)
}

/// The kind of an ability, if it is an equip, cycling or boast ability.
fn kind(instance: &AbilityInstance) -> Option<AbilityKind> {
    match &*instance.ability {
        Ability::Keyword(Keyword::Equip { .. }) => Some(AbilityKind::Equip),
        Ability::Keyword(Keyword::Cycling { .. }) => Some(AbilityKind::Cycling),
        Ability::Keyword(Keyword::Boast(_)) => Some(AbilityKind::Boast),
        _ => None,
    }
}

/// The mana abilities that a player may activate, with priority or while paying (CR 605.3a,
/// 117.1d).
pub(crate) fn mana_abilities(game: &Game, player: PlayerId) -> Cow<'_, [Act]> {
    let anew = || Cow::Owned(abilities(game, player, ActivatedAbility::is_mana));
    offered(game, player).map_or_else(anew, Cow::Borrowed)
}

/// The mana abilities among what the player is being asked for.
fn offered(game: &Game, player: PlayerId) -> Option<&[Act]> {
    let asked = game.choices.get()?;
    if let Some(acts) = asked.acts(player) {
        let is_mana = |act: &&Act| match act {
            Act::Activate(source, origin) => game.activated(*source, origin).is_some_and(|ability| ability.is_mana()),
            _ => false,
        };
        return Some(asked.mana.get_or_init(|| acts.filter(is_mana).cloned().collect()));
    }
    match asked.choices.as_slice() {
        [Choice { player: payer, domain: Domain::Pay { sources, .. }, .. }]
            if *payer == player && !sources.is_empty() =>
        {
            Some(sources)
        }
        _ => None,
    }
}

/// Whether a player may activate an ability of an object (CR 602.2, 602.5, 606.3, 606.6).
///
/// # Errors
/// The first rule that forbids it.
pub(in crate::derive) fn may_be_activated(
    game: &Game,
    player: PlayerId,
    id: ObjectId,
    origin: &Origin,
) -> Result<(), Refusal> {
    let instance = game.ability_of(id, origin);
    let Some((instance, ability)) = instance.and_then(|instance| Some((instance, instance.activated()?))) else {
        return demand(false, rule!("602.1c"), "it has no such activated ability");
    };
    let Some(object) = game.object(id) else {
        return demand(false, rule!("602.2"), "its source is gone");
    };
    may_activate(game, player, object, instance, &ability, Circumstances::of(game))
}

/// Whether a player may activate an ability: they control it, and its instructions and costs allow
/// it (CR 602.2, 602.5, 606.3, 606.6).
fn may_activate(
    game: &Game,
    player: PlayerId,
    object: &Object,
    instance: &AbilityInstance,
    ability: &ActivatedAbility,
    circumstances: Circumstances,
) -> Result<(), Refusal> {
    let (id, origin) = (object.id, &instance.origin);
    let controller = game.controller_of(object).unwrap_or(object.owner);
    match ability.activated_by() {
        // CR 602.2, 701.2a: its text says who else may.
        Some(who) => {
            let reached = game.reaches(player, Entity::Object(id));
            demand(reached, rule!("801.6"), "it is outside the player's range of influence")?;
            let may = is_among(game, &Scope::of(id, controller), who, player);
            demand(may, rule!("701.2a"), "it does not let that player activate it")?;
        }
        None => demand(controller == player, rule!("602.2"), "the player does not control it")?,
    }
    demand(ability.functions_in(object.zone.kind()), rule!("113.6"), "it does not function in that zone")?;
    for limit in &ability.limits {
        match limit {
            ActivationLimit::AsSorcery => {
                demand(sorcery_timing(game, player), rule!("602.5d"), "it is activated only as a sorcery")?;
            }
            // Casting an instant takes priority, so not while paying (CR 304.5, 602.5e).
            ActivationLimit::AsInstant => {
                let priority = matches!(game.frame(), Some(Frame::Priority { .. }));
                demand(priority, rule!("602.5e"), "it is activated only with priority")?;
            }
            ActivationLimit::OncePerTurn | ActivationLimit::TimesPerTurn(_) => {
                let most = if let ActivationLimit::TimesPerTurn(n) = limit { *n as usize } else { 1 };
                let used = activations_this_turn(game, id, |other| other == origin);
                demand(used < most, rule!("602.5b"), "it has been activated as often this turn as it may be")?;
            }
            ActivationLimit::ActivatedBy(_) | ActivationLimit::AlsoIn(_) => {}
            ActivationLimit::If(condition) => {
                let scope = Scope::of(id, player);
                demand(holds(game, &scope, condition), rule!("602.5b"), "its condition does not hold")?;
            }
        }
    }
    let mana = ability.is_mana();
    if circumstances.prohibits {
        casting::may_use(game, player, id, mana)?;
    }
    let under_way = circumstances.under_way && mana && game.world().frames.iter().any(|frame| is_of(frame, id, origin));
    demand(!under_way, rule!("605.3c"), "it has been activated and has not resolved yet")?;
    if !mana && ability.is_loyalty() {
        demand(sorcery_timing(game, player), rule!("606.3"), "loyalty abilities wait for the player's main phase")?;
        demand(!loyalty_was_used(game, id), rule!("606.3"), "a loyalty ability of it has been activated this turn")?;
    }
    let kind = kind(instance);
    if kind == Some(AbilityKind::Cycling) {
        demand(casting::may_cycle(game, player), rule!("702.29f"), "an effect says that the player can't cycle cards")?;
    }
    let payer = Payer::activating(player, id, origin);
    let as_printed = || could_pay_parts(game, payer, Pricing::printed(ability), asks_for_mana(&ability.cost));
    // Most costs are as printed and need no sum.
    if !circumstances.prices && Pricing::is_as_printed(ability) {
        return as_printed();
    }
    // CR 606.6: changes of the cost count.
    let announced = Announcement::default();
    let pricing = Pricing::new(game, player, Costed::Ability(id, origin, ability, kind), &announced);
    if !pricing.is_changed() && Pricing::is_as_printed(ability) {
        return as_printed();
    }
    prospect::could_pay(game, payer, &pricing)
}

//! Permissions: what a player may begin (CR 116, 117.1, 305, 601.3, 602.5, 606.3), and its
//! prospects.

pub mod special;

use std::sync::OnceLock;

use crate::card::mechanism::Mechanisms;
use crate::card::{
    Ability, AbilityKind, ActivatedAbility, CardType, CastingCost, Cost, CostChange, CostEffect, ManaCost, Permission,
    Reads, StaticEffect, TargetSpec,
};
use crate::fact::{Act, Announcement, Applied, ObjectId, Origin, PlayerId, Zone};
use crate::rule;
use crate::state::{Game, Object, Offer, Steadiness};

use super::cast::activating::{abilities, kind_of, may_be_activated};
use super::cast::casting::{Casting, is_castable};
use super::cast::cost::{Costed, Pricing, Total};
use super::cast::{casting, face_down, prospect};
use super::key::fragmented::Repeated;
use super::look::Look;
use super::look::scope::Scope;
use super::mana;
use super::object::face_up::{face, is_hidden_from, is_of_type};
use super::object::faces;
use super::object::printed::{asks_to_begin, varies};
use super::pay::demand::{Refusal, demand, sorcery_timing};
use super::pay::payable::{effects_change_costs, may_pay, pay_with};
use super::pay::production::Purpose;
use super::pay::window::Payer;
use super::target::targets;

/// The likely outcome of something that a player may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can be completed.
    Ready,
    /// The player's plain mana abilities cannot pay its mana cost.
    Unpayable,
    /// There are not enough targets.
    NoTargets,
}

/// Room for the acts of most players.
const USUAL: usize = 16;

/// Everything that a player with priority may begin.
pub(crate) fn with_priority(game: &Game, player: PlayerId) -> Vec<Act> {
    let mut acts = Vec::with_capacity(USUAL);
    acts.push(Act::Pass);
    let all = sorcery_timing(game, player) || gives_flash(game);
    for id in game.zone(Zone::Hand(player)) {
        if all || could_be_cast_at_any_time(game, *id) {
            add_acts_of(game, player, *id, &mut acts);
        }
    }
    for id in casting::playable_elsewhere(game, player) {
        add_acts_of(game, player, id, &mut acts);
    }
    acts.extend(abilities(game, player, |_| true));
    acts.extend(special::special_actions(game, player).map(|it| Act::Special(it.source, it.by)));
    if let Some(before) = Repeated::of(game, player) {
        acts.retain(|act| *act == Act::Pass || !before.must_differ_from(act));
    }
    acts
}

/// What the choice of a player with priority depends on.
pub fn offer(game: &Game, player: PlayerId) -> Offer {
    let turn = &game.world().turn;
    Offer { player, active: turn.active, turn: turn.number, sorcery: sorcery_timing(game, player) }
}

/// How long a player with priority may begin the same things again, as long as the [`Offer`] is the
/// same and nothing happens that concerns the player; none if that can't be told.
pub(crate) fn steadiness(game: &Game, player: PlayerId) -> Option<Steadiness> {
    let derived = game.derived();
    // What others control may be activated, too: whatever happens to it concerns the player.
    if game.world().fragments.here.is_some() || game.has_mechanism(Mechanisms::ACTIVATED_BY_OTHERS) {
        return None;
    }
    let of_effects = derived.functioning.others().map(|it| match &*it.effect {
        StaticEffect::Permit(permission) if !permission.is_of_this() => permission.asks(),
        StaticEffect::Cost(cost) => cost.asks(),
        StaticEffect::Restrict(restriction) => restriction.asks(),
        _ => Reads::NOTHING,
    });
    let mut asks: Reads = of_effects.collect();
    if game.has_mechanism(Mechanisms::TRIGGERED_MANA) {
        // A mana ability of anybody's permanent may make a cost payable.
        asks = asks | Reads::BATTLEFIELD;
    }
    let mut alike = asks == Reads::NOTHING;
    let summary = game.summary();
    if !summary.conditional.is_empty() || !summary.varies.is_empty() || !derived.changed.is_empty() {
        let zones = [Zone::Battlefield, Zone::Hand(player), Zone::Graveyard(player), Zone::Exile, Zone::Command];
        // What is printed on the cards of the other zones decides nothing.
        let whole = |zone: &&Zone| [&summary.conditional, &summary.varies].iter().any(|it| it.contains(&zone.kind()));
        let changed = derived.changed.keys().filter_map(|id| game.object(*id));
        let changed = changed.filter(|object| zones.iter().any(|zone| *zone == object.zone && !whole(&zone)));
        let all = zones.iter().filter(whole).flat_map(|zone| game.zone(*zone)).filter_map(|id| game.object(*id));
        // A permanent is activated by its controller.
        let is_of_others = |object: &Object| {
            object.zone == Zone::Battlefield && game.controller(object.id).unwrap_or(object.owner) != player
        };
        for object in all.chain(changed).filter(|object| !is_of_others(object)) {
            let zone = object.zone.kind();
            let (its, varies) = match derived.changed.get(&object.id) {
                Some(changed) => (asks_to_begin(changed, zone), varies(changed)),
                None => {
                    let printed = game.printed(object.def)?;
                    (printed.asks_in(zone), printed.varies_in(zone))
                }
            };
            asks = asks | its;
            alike &= !varies && its == Reads::NOTHING;
        }
    }
    (asks != Reads::EVERYTHING).then_some(Steadiness { asks, alike })
}

/// Whether an effect that functions could let a spell be cast as though it had flash.
fn gives_flash(game: &Game) -> bool {
    game.derived().functioning.others().any(|it| match &*it.effect {
        StaticEffect::Permit(permission) => matches!(permission, Permission::CastWithFlash { .. }),
        StaticEffect::Cost(CostEffect { change, .. }) => {
            matches!(change, CostChange::InsteadWithFlash(_) | CostChange::MayCostWithFlash(_))
        }
        _ => false,
    })
}

/// Whether a card in a hand could be cast at any time by what it is. Most can't, and nothing has to
/// be worked out for them outside of the main phases.
fn could_be_cast_at_any_time(game: &Game, id: ObjectId) -> bool {
    game.object(id).is_some_and(|object| game.could_have(object, Mechanisms::AT_ANY_TIME))
}

/// Adds the acts with a card: playing it as a land or casting it as a spell, as it is, face down
/// (CR 702.37c) or as one of its sides (CR 709.3, 712.7, 712.8, 716.3).
fn add_acts_of(game: &Game, player: PlayerId, id: ObjectId, acts: &mut Vec<Act>) {
    let either = |game: &Game, play: Act, cast: Act| match may_play(game, player, id) {
        Ok(()) => Some(play),
        Err(_) => may_cast(game, player, id).is_ok().then_some(cast),
    };
    let usual = either(game, Act::Play(id), Act::Cast(id));
    let face_down = face_down::may_cast(game, player, id).is_ok().then_some(Act::CastFaceDown(id));
    // What follows from such a game may take long to work out, so each side has one of its own.
    let sided = faces::sides_to_play(game, player, id).into_iter().filter_map(|side| {
        let view = faces::with_side(game, id, Some(side))?;
        either(&view, Act::PlayAs(id, side), Act::CastAs(id, side))
    });
    acts.extend(usual.into_iter().chain(face_down).chain(sided));
}

/// CR 725.3: one of the players who keep up a loop has to end it.
fn differs(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    let why = "the game would come to this state again, and it is for this player to choose otherwise";
    let must_differ = Repeated::of(game, player).is_some_and(|before| before.must_differ_from(act));
    demand(!must_differ, rule!("725.3"), why)
}

/// Checks that a player with priority may begin something.
///
/// # Errors
/// The first rule that forbids it.
pub(crate) fn may_begin(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    differs(game, player, act)?;
    may_begin_with(game, player, act)
}

fn may_begin_with(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    if matches!(act, Act::CastAs(..) | Act::PlayAs(..)) {
        // Only the side that it would be counts (CR 709.3a, 712.7a, 716.3a).
        return match faces::seen_by(game, player, act) {
            Some((view, plain)) => may_begin_with(&view, player, &plain),
            None => demand(false, rule!("601.3e"), "the card has no such side to be played as"),
        };
    }
    match act {
        Act::Pass => Ok(()),
        Act::Play(id) => may_play(game, player, *id),
        Act::Cast(id) => may_cast(game, player, *id),
        Act::CastFaceDown(id) => face_down::may_cast(game, player, *id),
        Act::Special(id, by) => {
            let allowed = special::special_actions(game, player).any(|it| it.source == *id && it.by == *by);
            demand(allowed, rule!("116.2"), "no effect allows this special action now")
        }
        Act::Activate(id, origin) => may_be_activated(game, player, *id, origin),
        Act::CastAs(..) | Act::PlayAs(..) => Ok(()),
    }
}

/// CR 116.2a, 305.1-3: a land from hand, or from where an effect allows it, in a main phase of the
/// player's turn with an empty stack, if the player may play one more this turn.
fn may_play(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    demand(is_of_type(game, player, id, CardType::Land), rule!("305.1"), "it is not a land")?;
    demand(casting::may_play_from(game, player, id), rule!("305.1"), "nothing allows playing it from where it is")?;
    demand(game.is_active(player), rule!("305.3"), "it is not the player's turn")?;
    demand(sorcery_timing(game, player), rule!("305.1"), "lands are played in a main phase with the stack empty")?;
    casting::may_play_land(game, player, id)
}

/// CR 117.1a, 304.1, 307.1, 702.8a: instants and spells with flash any time, others at sorcery
/// timing; never lands (CR 305.9).
pub(super) fn may_cast(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    let Some(casting) = Casting::of_card(game, player, id) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    may_be_cast(game, &casting)?;
    let sorcery = is_of_type(game, player, id, CardType::Sorcery);
    let timing = if sorcery { rule!("307.1") } else { rule!("117.1a") };
    let why = "it is cast in a main phase of the player's turn with the stack empty";
    demand(sorcery_timing(game, player) || casting::any_time(game, &casting), timing, why)?;
    has_payable_cost(game, &casting)
}

/// Checks that one of the costs for which a card could be cast could be paid (CR 118.3, 601.2b),
/// except for the amount of mana where no cost is one of several.
fn has_payable_cost(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    let (player, card) = (casting.player, casting.id);
    let Some(characteristics) = face(game, player, card) else { return Ok(()) };
    let adds = |change: &CostChange| matches!(change, CostChange::More(_));
    let costs_more = |ability: &Ability| match ability {
        Ability::Static(it) => matches!(&it.effect, StaticEffect::Cost(CostEffect { change, .. }) if adds(change)),
        _ => false,
    };
    // Most cards in a hand cost only their mana cost.
    if game.zone_of(card) == Some(Zone::Hand(player))
        && !characteristics.abilities.iter().any(|it| costs_more(&it.ability))
        && !effects_change_costs(game)
    {
        return Ok(());
    }
    let nothing = Announcement::default();
    let pricing = Pricing::new(game, player, Costed::Spell(card), &nothing);
    let alternatives = pricing.alternatives().into_iter().map(|(by, _)| Some(by));
    let alternatives: Vec<Option<Applied>> = std::iter::once(None).chain(alternatives).collect();
    let mut refused = None;
    for way in casting::ways(game, casting) {
        for alternative in &alternatives {
            let announced = Announcement { alternative: alternative.clone(), ..Announcement::default() };
            let pricing = Pricing::new(game, player, Costed::Spell(card), &announced).allowed_at(way.cost().clone());
            match prospect::could_pay(game, Payer::casting(player, card), &pricing) {
                Ok(()) => return Ok(()),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
    }
    refused.map_or(Ok(()), Err)
}

/// Checks that a player may cast a spell, regardless of timing (CR 601.3): an effect that has them
/// cast it now ignores the timing of its type (CR 608.2g).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_be_cast(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    // CR 406.3b, 601.3f
    demand(!is_hidden_from(game, casting.player, casting.id), rule!("601.3f"), "the player can't look at it")?;
    is_castable(game, casting)?;
    demand(casting::may_cast_from(game, casting), rule!("601.3"), "nothing allows casting it from where it is")?;
    casting::prohibited(game, casting)
}

/// The likely outcome of an act: a label, computed on demand; it allows and forbids nothing.
pub fn outlook(game: &Game, player: PlayerId, act: &Act) -> Outlook {
    if let Act::CastAs(id, side) = act {
        let view = faces::with_side(game, *id, Some(*side));
        return view.map_or(Outlook::Unpayable, |view| outlook(&view, player, &Act::Cast(*id)));
    }
    let (source, ability) = match act {
        Act::Pass | Act::Play(_) | Act::PlayAs(..) | Act::CastAs(..) => return Outlook::Ready,
        Act::Cast(id) => (*id, None),
        // CR 601.3e: as the face-down spell that it would be.
        Act::CastFaceDown(id) => {
            let Some(view) = face_down::as_cast_face_down(game, player, *id) else { return Outlook::Unpayable };
            let affordable = |total: &Total| {
                let mana = &total.mana;
                total.other.iter().all(|part| may_pay(&view, player, *id, part).is_ok())
                    && (mana.0.is_empty() || mana::plan_for(&view, player, mana, &purpose_of(act, mana)).is_some())
            };
            return outlook_of(&view, player, *id, None, &|| vec![face_down::casting_cost()], &affordable, None);
        }
        Act::Special(id, by) => {
            let Some(special) = special::special_actions(game, player).find(|it| it.by == *by) else {
                return Outlook::Unpayable;
            };
            let payable = |part: &Cost| match part {
                Cost::Mana(cost) => mana::plan_for(game, player, cost, &purpose_of(act, cost)).is_some(),
                part => may_pay(game, player, *id, part).is_ok(),
            };
            return if special.cost.iter().all(payable) { Outlook::Ready } else { Outlook::Unpayable };
        }
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => (*id, Some((origin, ability, kind_of(game, *id, origin)))),
            None => return Outlook::Unpayable,
        },
    };
    let ways = || match (&ability, Casting::of_card(game, player, source)) {
        (None, Some(card)) => casting::ways(game, &card).iter().map(|way| way.cost().clone()).collect(),
        _ => vec![CastingCost::Usual],
    };
    let affordable = |total: &Total| {
        let mana = &total.mana;
        total.other.iter().all(|part| may_pay(game, player, source, part).is_ok())
            && (mana.0.is_empty() || mana::plan_for(game, player, mana, &purpose_of(act, mana)).is_some())
    };
    let body = ability.as_ref().map(|(origin, ability, kind)| (*origin, &**ability, *kind));
    let known = game.choices.get().and_then(|asked| asked.afforded(player, act));
    outlook_of(game, player, source, body, &ways, &affordable, known)
}

/// Whether a player who casts a card "if able" has to (CR 118.8c): it has targets, mana that is
/// already there can pay for it (CR 118.3c), and no cost is a card with a stated quality from a
/// hidden zone.
pub(crate) fn has_to_cast(game: &Game, player: PlayerId, card: ObjectId, cost: &CastingCost) -> bool {
    let act = Act::Cast(card);
    let affordable = |total: &Total| {
        let mana = &total.mana;
        let there = || mana::plan_for(game, player, mana, &purpose_of(&act, mana));
        let paid = mana.0.is_empty() || there().is_some_and(|plan| plan.activate.is_empty() && plan.help.is_empty());
        let all = || total.other.iter().filter_map(|part| pay_with(game, player, card, part));
        let wanted: u32 = all().map(|(_, count)| count).fold(0, u32::saturating_add);
        paid && !total.other.iter().any(Cost::is_of_hidden_quality)
            && total.other.iter().all(|part| may_pay(game, player, card, part).is_ok())
            // An object that pays one part of a cost can't pay another.
            && all().all(|(options, _)| options.len() >= wanted as usize)
    };
    outlook_of(game, player, card, None, &|| vec![cost.clone()], &affordable, None) == Outlook::Ready
        && has_enough_others(game, player, card)
}

/// Whether a card that is cast for this cost instead of its own could have the targets that it
/// needs (CR 601.2c). With another alternative cost, such as overload, it may need none.
pub(crate) fn could_have_targets(game: &Game, player: PlayerId, card: ObjectId, cost: &CastingCost) -> bool {
    outlook_of(game, player, card, None, &|| vec![cost.clone()], &|_| true, None) != Outlook::NoTargets
}

/// Whether each "another" target of a card has one candidate more than earlier targets can take.
fn has_enough_others(game: &Game, player: PlayerId, card: ObjectId) -> bool {
    let nothing = Announcement::default();
    let scope = Scope { announced: Some(&nothing), ..Scope::of(card, player) };
    let body = face(game, player, card).and_then(targets::spell_body);
    let enough = |(place, spec): (usize, &TargetSpec)| {
        !spec.other || spec.min == 0 || targets::candidates(game, &scope, card, spec).len() > place
    };
    body.is_none_or(|body| body.texts().all(|(specs, _)| specs.iter().enumerate().all(enough)))
}

/// The likely outcome of casting a card in one of these ways, or of activating an ability, if some
/// total cost is affordable. Whether one is may be `known`; it is noted there if it depends on
/// nothing but the mana that the player could spend.
fn outlook_of(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    ability: Option<(&Origin, &ActivatedAbility, Option<AbilityKind>)>,
    allowed: &dyn Fn() -> Vec<CastingCost>,
    affordable: &dyn Fn(&Total) -> bool,
    known: Option<&OnceLock<bool>>,
) -> Outlook {
    let nothing = Announcement::default();
    let Some(characteristics) = face(game, player, source) else { return Outlook::Unpayable };
    let body = match &ability {
        Some((_, ability, _)) => Some(&ability.body),
        None => targets::spell_body(characteristics),
    };
    let scope = Scope { announced: Some(&nothing), ..Scope::of(source, player) };
    let aura = if ability.is_none() { targets::instances_of_aura(characteristics) } else { Vec::new() };
    let own = body.map(|body| body.targets.as_slice()).unwrap_or_default();
    if !own.iter().chain(&aura).all(|spec| targets::could_be_chosen(game, &scope, source, spec)) {
        return Outlook::NoTargets;
    }
    let outcome = |payable: bool| if payable { Outlook::Ready } else { Outlook::Unpayable };
    let modes = body.and_then(|body| body.modes.as_ref());
    if let Some(payable) = known.and_then(OnceLock::get).filter(|_| modes.is_none()) {
        return outcome(*payable);
    }
    let costed = match ability {
        Some((origin, ability, kind)) => Costed::Ability(source, origin, ability, kind),
        None => Costed::Spell(source),
    };
    let pricing = Pricing::new(game, player, costed.clone(), &nothing);
    if let (Some(modes), Some((least, _))) = (modes, pricing.number_of_modes())
        && targets::legal_modes(game, &scope, source, modes).len() < usize::from(least).min(modes.of.len())
    {
        return Outlook::NoTargets;
    }
    let allowed = allowed();
    let alternatives = pricing.alternatives();
    if let ([CastingCost::Usual], []) = (allowed.as_slice(), alternatives.as_slice())
        && let Some(total) = pricing.plain()
    {
        let payable = affordable(&total);
        if let Some(known) = known {
            known.get_or_init(|| payable);
        }
        return outcome(payable);
    }
    let either = pricing.either();
    let payable = |announced: &Announcement, allowed: &CastingCost| {
        let pricing = Pricing::new(game, player, costed.clone(), announced).allowed_at(allowed.clone());
        pricing.total(&[], &[]).is_some_and(|total| affordable(&total))
    };
    let options: Vec<Vec<u8>> = match either.as_slice() {
        [] => vec![Vec::new()],
        [first, ..] => (0..first.len()).filter_map(|index| u8::try_from(index).ok().map(|index| vec![index])).collect(),
    };
    for alternative in std::iter::once(None).chain(alternatives.into_iter().map(|(by, _)| Some(by))) {
        for either in &options {
            let announced =
                Announcement { alternative: alternative.clone(), either: either.clone(), ..Announcement::default() };
            if allowed.iter().any(|allowed| payable(&announced, allowed)) {
                return Outlook::Ready;
            }
        }
    }
    Outlook::Unpayable
}

/// The purpose of the mana in a cost.
fn purpose_of(act: &Act, cost: &ManaCost) -> Purpose {
    let with_x = cost.has_x();
    match act {
        Act::Cast(id) | Act::CastFaceDown(id) | Act::CastAs(id, _) => {
            Purpose { spell: Some(*id), with_x, ..Purpose::default() }
        }
        Act::Activate(id, origin) => Purpose { spell: None, source: Some(*id), origin: Some(origin.clone()), with_x },
        Act::Pass | Act::Play(_) | Act::PlayAs(..) | Act::Special(..) => Purpose::default(),
    }
}

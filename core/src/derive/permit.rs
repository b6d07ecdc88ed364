//! Permissions: what a player may begin to do (CR 116, 117.1, 305, 601.3, 602.5, 606.3), and how it looks.

use crate::card::ActivationLimit;
use crate::card::{
    Ability, AbilityKind, ActivatedAbility, Card, CardType, CastingCost, Cost, Definition, Filter, Keyword, ManaCost,
    Phase, Restriction, Supertype, TargetSpec,
};
use crate::fact::{Act, Announcement, Event, Frame, ObjectId, Origin, PlayerId, Proposing, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::casting::{self, Casting};
use super::cost::{Costed, Pricing, Total};
use super::face_down;
use super::face_up::{face, is_hidden_from, is_of_type};
use super::filter::{Look, Scope, all_matching, holds, matches, power_and_toughness};
use super::payable::{may_pay, pay_with};
use super::production::Purpose;
use super::{faces, fragmented, mana, targets};

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
    let may = |act: &Act| may_begin_with(game, player, act).is_ok();
    for id in game.zone(Zone::Hand(player)) {
        acts.extend(acts_of(game, player, *id, &may));
    }
    for id in casting::playable_elsewhere(game, player) {
        acts.extend(acts_of(game, player, id, &may));
    }
    acts.extend(abilities(game, player, |_| true));
    acts.extend(casting::special_actions(game, player).map(|it| Act::Special(it.source, it.by)));
    acts.retain(|act| *act == Act::Pass || differs(game, player, act).is_ok());
    acts
}

/// What may be done with a card: it is played as a land or cast as a spell, as what it is, face down (CR 702.37c) or as one
/// of its sides (CR 709.3, 712.7, 712.8, 716.3).
pub fn acts_of(game: &Game, player: PlayerId, id: ObjectId, may: &dyn Fn(&Act) -> bool) -> Vec<Act> {
    let either = |play: Act, cast: Act| [play, cast].into_iter().find(may);
    let usual = either(Act::Play(id), Act::Cast(id));
    let face_down = Some(Act::CastFaceDown(id)).filter(may);
    let sides = faces::sides_to_play(game, player, id).into_iter();
    let sided = sides.filter_map(|side| either(Act::PlayAs(id, side), Act::CastAs(id, side)));
    usual.into_iter().chain(face_down).chain(sided).collect()
}

/// CR 725.3: a loop that several players keep up has to be ended by one of them.
fn differs(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    let why = "the game would come to this state again, and it is for this player to choose otherwise";
    demand(!fragmented::must_differ(game, player, act), rule!("725.3"), why)
}

/// The mana abilities that a player may activate, with priority or while paying (CR 605.3a, 117.1d).
pub fn mana_abilities(game: &Game, player: PlayerId) -> Vec<Act> {
    abilities(game, player, ActivatedAbility::is_mana)
}

/// Whether it is the main phase of a player's turn with the stack empty (CR 307.1): the time, whatever could be cast
/// (CR 307.5).
pub fn sorcery_timing(game: &Game, player: PlayerId) -> bool {
    sorcery_time(game, player, None)
}

/// The same, of a spell that is on the stack already as it is being cast.
pub(super) fn sorcery_time(game: &Game, player: PlayerId, spell: Option<ObjectId>) -> bool {
    let turn = &game.world().turn;
    turn.active == player
        && matches!(turn.phase, Some(Phase::PrecombatMain | Phase::PostcombatMain))
        && game.world().stack.iter().all(|id| Some(*id) == spell)
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
    differs(game, player, act)?;
    may_begin_with(game, player, act)
}

fn may_begin_with(game: &Game, player: PlayerId, act: &Act) -> Result<(), Refusal> {
    if matches!(act, Act::CastAs(..) | Act::PlayAs(..)) {
        // What it would be is all that counts (CR 709.3a, 712.7a, 716.3a).
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
            let allowed = casting::special_actions(game, player).any(|it| it.source == *id && it.by == *by);
            demand(allowed, rule!("116.2"), "no effect allows this special action now")
        }
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => may_activate(game, player, *id, origin, &ability),
            None => demand(false, rule!("602.1c"), "it has no such activated ability"),
        },
        Act::CastAs(..) | Act::PlayAs(..) => Ok(()),
    }
}

/// CR 116.2a, 305.1-3: a land from hand, or from where an effect allows it, in a main phase of the player's turn with the
/// stack empty, if the player may play one more this turn.
fn may_play(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    demand(is_of_type(game, player, id, CardType::Land), rule!("305.1"), "it is not a land")?;
    demand(casting::may_play_from(game, player, id), rule!("305.1"), "nothing allows playing it from where it is")?;
    demand(game.world().turn.active == player, rule!("305.3"), "it is not the player's turn")?;
    demand(sorcery_timing(game, player), rule!("305.1"), "lands are played in a main phase with the stack empty")?;
    casting::may_play_land(game, player, id)
}

/// CR 117.1a, 304.1, 307.1, 702.8a: instants and spells with flash any time, others at sorcery timing; never lands
/// (CR 305.9).
pub(super) fn may_cast(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    let Some(casting) = Casting::of_card(game, player, id) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    may_be_cast(game, &casting)?;
    let sorcery = is_of_type(game, player, id, CardType::Sorcery);
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
    // CR 406.3b, 601.3f
    demand(!is_hidden_from(game, casting.player, casting.id), rule!("601.3f"), "the player can't look at it")?;
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
    let Some(characteristics) = casting.face(game) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    // CR 709.3: one of its halves is cast.
    let split = game.object(casting.id).and_then(|object| game.definition(object.def));
    let split = matches!(split, Some(Definition::Card(Card::Split(_))));
    demand(!split, rule!("709.3"), "a split card is cast as one of its halves")?;
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
    demand(ability.functions_in(object.zone.kind()), rule!("113.6"), "it does not function in that zone")?;
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
    // CR 606.6: what changes the cost counts.
    let announced = Announcement::default();
    let kind = kind_of(game, id, origin);
    if kind == Some(AbilityKind::Cycling) {
        demand(casting::may_cycle(game, player), rule!("702.29f"), "an effect says that the player can't cycle cards")?;
    }
    let costed = Costed::Ability(id, ability, kind);
    let pricing = Pricing::new(game, player, costed, &announced);
    // Most costs are as they are printed: nobody needs to add them up.
    if let Some(mut parts) = pricing.as_printed() {
        return parts.try_for_each(|part| may_pay(game, player, id, part));
    }
    let total = pricing.total(&[], &[]);
    let Some(total) = total else { return demand(false, rule!("118.6"), "its cost can't be paid") };
    total.other.iter().try_for_each(|part| may_pay(game, player, id, part))
}

/// Of which kind an ability of an object is, if it is an equip (CR 702.6) or a cycling ability (CR 702.29).
pub fn kind_of(game: &Game, id: ObjectId, origin: &Origin) -> Option<AbilityKind> {
    let abilities = game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default();
    let its = abilities.iter().filter(|instance| instance.origin == *origin);
    its.filter_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Equip { .. }) => Some(AbilityKind::Equip),
        Ability::Keyword(Keyword::Cycling { .. }) => Some(AbilityKind::Cycling),
        _ => None,
    })
    .next()
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
    let activated = game.world().this_turn().filter_map(|entry| match &entry.event {
        Event::BecameActivated { source, origin, .. } if *source == id => Some(origin),
        _ => None,
    });
    activated.filter(|origin| which(origin)).count()
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
            return outlook_of(&view, player, *id, None, &[face_down::casting_cost()], &affordable);
        }
        Act::Special(id, by) => {
            let Some(special) = casting::special_actions(game, player).find(|it| it.by == *by) else {
                return Outlook::Unpayable;
            };
            let payable = |part: &Cost| match part {
                Cost::Mana(cost) => mana::plan_for(game, player, cost, &purpose_of(act, cost)).is_some(),
                part => may_pay(game, player, *id, part).is_ok(),
            };
            return if special.cost.iter().all(payable) { Outlook::Ready } else { Outlook::Unpayable };
        }
        Act::Activate(id, origin) => match game.activated(*id, origin) {
            Some(ability) => (*id, Some((ability, kind_of(game, *id, origin)))),
            None => return Outlook::Unpayable,
        },
    };
    let ways: Vec<CastingCost> = match (&ability, Casting::of_card(game, player, source)) {
        (None, Some(card)) => casting::ways(game, &card).iter().map(|way| way.cost().clone()).collect(),
        _ => vec![CastingCost::Usual],
    };
    let affordable = |total: &Total| {
        let mana = &total.mana;
        total.other.iter().all(|part| may_pay(game, player, source, part).is_ok())
            && (mana.0.is_empty() || mana::plan_for(game, player, mana, &purpose_of(act, mana)).is_some())
    };
    let ability = ability.as_ref().map(|(ability, kind)| (&**ability, *kind));
    outlook_of(game, player, source, ability, &ways, &affordable)
}

/// Whether a player who is told to cast a card "if able" has to (CR 118.8c): it has targets and can be paid for, with mana
/// that is there already (CR 118.3c), and nothing that is paid is a card with a stated quality of a hidden zone.
pub fn has_to_cast(game: &Game, player: PlayerId, card: ObjectId, cost: &CastingCost) -> bool {
    let act = Act::Cast(card);
    let affordable = |total: &Total| {
        let mana = &total.mana;
        let there = || mana::plan_for(game, player, mana, &purpose_of(&act, mana));
        let paid = mana.0.is_empty() || there().is_some_and(|plan| plan.activate.is_empty() && plan.help.is_empty());
        let all = || total.other.iter().filter_map(|part| pay_with(game, player, card, part));
        let wanted: u32 = all().map(|(_, count)| count).fold(0, u32::saturating_add);
        paid && !total.other.iter().any(Cost::is_of_hidden_quality)
            && total.other.iter().all(|part| may_pay(game, player, card, part).is_ok())
            // What pays one part of a cost can't pay another.
            && all().all(|(options, _)| options.len() >= wanted as usize)
    };
    outlook_of(game, player, card, None, std::slice::from_ref(cost), &affordable) == Outlook::Ready
        && has_enough_others(game, player, card)
}

/// Whether for each "another" target of a card there is one more than those before it can have taken.
fn has_enough_others(game: &Game, player: PlayerId, card: ObjectId) -> bool {
    let nothing = Announcement::default();
    let scope = Scope { announced: Some(&nothing), ..Scope::of(card, player) };
    let body = face(game, player, card).and_then(targets::spell_body);
    let enough = |(place, spec): (usize, &TargetSpec)| {
        !spec.other || spec.min == 0 || targets::candidates(game, &scope, card, spec).len() > place
    };
    body.is_none_or(|body| body.texts().all(|(specs, _)| specs.iter().enumerate().all(enough)))
}

/// How casting a card in one of these ways, or activating an ability, is likely to end, with a total cost that is
/// affordable.
fn outlook_of(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    ability: Option<(&ActivatedAbility, Option<AbilityKind>)>,
    allowed: &[CastingCost],
    affordable: &dyn Fn(&Total) -> bool,
) -> Outlook {
    let nothing = Announcement::default();
    let Some(characteristics) = face(game, player, source) else { return Outlook::Unpayable };
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
    let costed = match ability {
        Some((ability, kind)) => Costed::Ability(source, ability, kind),
        None => Costed::Spell(source),
    };
    let pricing = Pricing::new(game, player, costed.clone(), &nothing);
    let modes = body.and_then(|body| body.modes.as_ref());
    if let (Some(modes), Some((least, _))) = (modes, pricing.number_of_modes())
        && targets::legal_modes(game, &scope, source, modes).len() < usize::from(least).min(modes.of.len())
    {
        return Outlook::NoTargets;
    }
    let payable = |announced: &Announcement, allowed: &CastingCost| {
        let pricing = Pricing::new(game, player, costed.clone(), announced).allowed_at(allowed.clone());
        pricing.total(&[], &[]).is_some_and(|total| affordable(&total))
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
            if allowed.iter().any(|allowed| payable(&announced, allowed)) {
                return Outlook::Ready;
            }
        }
    }
    Outlook::Unpayable
}

/// What the mana of a cost is spent on.
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

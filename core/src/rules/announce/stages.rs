//! Announcing (CR 601.2b, 602.2b, 603.3c): which costs will be paid and how, modes, added texts,
//! X; and the parts of the total cost that the player chooses (CR 601.2f, 601.2h).
//!
//! All of CR 601.2b is announced together. The intention to pay a cost comes first, because it may
//! decide how many modes there are; the value of X and the meaning of symbols come last, because
//! they depend on the rest.

use crate::card::keyword::AddingText;
use crate::card::words::term::Term;
use crate::card::{Ability, Body, Cost, Definition, Face, ManaSymbol, OptionalCost, text};
use crate::derive::cast::casting;
use crate::derive::cast::cost::{Costed, Offered, Pricing, Reduction, halves_of, orderable};
use crate::derive::filter::{matches, players, players_asked};
use crate::derive::object::{bestow, told};
use crate::derive::pay::production::Purpose;
use crate::derive::pay::{payable, x};
use crate::derive::target::targets;
use crate::derive::{Look, mana};
use crate::fact::{
    AbilityInstance, AbilityRef, AddedText, Announcement, Answer, Applied, Chosen, CostItem, Domain, EffectKey, Entity,
    Event, Frame, Intent, Item, Note, ObjectId, Origin, PlayerId, Prompt, ProposalFrame, ProposalStage, Proposing,
    ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::pay;
use super::proposal::{scope, to_stage, trigger_of};
use crate::rules::engine::cursor::ability_body;
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::engine::work::Work;
use crate::rules::engine::{control, cursor, paid_with};
use crate::rules::keyword;
use crate::rules::objects::copying;
use crate::rules::replace::bands;

/// The most times that a cost can be paid; no game has the means for more.
const MOST_TIMES: u32 = 10_000;

/// The activated ability of a proposal.
fn activated<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a crate::card::ActivatedAbility> {
    let text = match &proposal.what {
        Proposing::ManaAbility { text } => *text,
        _ => game.object(proposal.object)?.ability.as_ref()?.text,
    };
    match game.ability(text)? {
        Ability::Activated(ability) => Some(ability),
        _ => None,
    }
}

/// The text of a proposal.
pub(in crate::rules) fn body<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a Body> {
    match &proposal.what {
        Proposing::Spell => game.characteristics(proposal.object).and_then(targets::spell_body),
        Proposing::ManaAbility { text } => game.ability(*text).and_then(ability_body),
        Proposing::Ability | Proposing::Trigger => {
            game.ability(game.object(proposal.object)?.ability.as_ref()?.text).and_then(ability_body)
        }
        Proposing::Payment | Proposing::Declaration { .. } => None,
    }
}

/// All texts of a proposal: a spell may have several (CR 702.47c, 702.102d).
fn bodies<'a>(game: &'a Game, proposal: &ProposalFrame) -> Vec<&'a Body> {
    match &proposal.what {
        Proposing::Spell => game.characteristics(proposal.object).into_iter().flat_map(targets::spell_bodies).collect(),
        _ => body(game, proposal).into_iter().collect(),
    }
}

/// Calls back with the pricing of a proposal: a spell's mana cost (CR 601.2f), an ability's
/// activation cost (CR 602.1a), or the cost that a resolving instruction asks for (CR 118.12); none
/// for a triggered ability.
pub(in crate::rules) fn with_pricing<T>(
    game: &Game,
    proposal: &ProposalFrame,
    ask: impl FnOnce(&Pricing<'_>) -> T,
) -> Option<T> {
    let (announced, player) = (&proposal.announced, proposal.player);
    match &proposal.what {
        Proposing::Spell => Some(ask(&Pricing::new(game, player, Costed::Spell(proposal.object), announced))),
        Proposing::Trigger => None,
        Proposing::Declaration { costs, .. } => {
            let asked: Vec<Cost> = costs.iter().map(|(_, part)| part.clone()).collect();
            Some(ask(&Pricing::new(game, player, Costed::Asked(proposal.source, &asked), announced)))
        }
        Proposing::Payment => {
            let frames = &game.world().frames;
            let below = frames.len().checked_sub(2).and_then(|index| frames.get(index));
            let Some(Frame::Resolve(resolve)) = below.map(|frame| &**frame) else { return None };
            let asked = cursor::cost_asked(game, resolve);
            let announced = known_to_payment(game, resolve, &asked, announced);
            let pricing = Pricing::new(game, player, Costed::Asked(resolve.source, &asked), &announced);
            Some(ask(&pricing.spoken_by(resolve.controller).with_trigger(resolve.trigger.as_ref())))
        }
        // CR 116.1: effects on the costs of abilities do not apply to special actions.
        Proposing::ManaAbility { .. } if proposal.is_special_action() => {
            let ability = activated(game, proposal)?;
            Some(ask(&Pricing::new(game, player, Costed::Asked(proposal.source, &ability.cost), announced)))
        }
        Proposing::Ability | Proposing::ManaAbility { .. } => {
            let ability = activated(game, proposal)?;
            let kind = proposal
                .origin
                .as_ref()
                .and_then(|origin| crate::derive::cast::activating::kind_of(game, proposal.source, origin));
            Some(ask(&Pricing::new(game, player, Costed::Ability(proposal.source, ability, kind), announced)))
        }
    }
}

/// An announcement for a cost that a resolving instruction asks for, with what its words refer to.
pub(in crate::rules) fn known_to_payment(
    game: &Game,
    resolve: &ResolveFrame,
    asked: &[Cost],
    announced: &Announcement,
) -> Announcement {
    let texts: Vec<&dyn Term> = asked.iter().map(|cost| cost as &dyn Term).collect();
    let known = LeftBehind::of(game, resolve, &texts).announced;
    Announcement {
        targets: resolve.announced_for_part().targets.clone(),
        chosen: known.chosen.clone(),
        created: known.created.clone(),
        paid_with: if announced.paid_with.is_empty() { &known.paid_with } else { &announced.paid_with }.clone(),
        further: known.further.clone(),
        ..announced.clone()
    }
}

/// The question at a stage, if there is one: the player, the prompt, the rule, and the possible
/// answers.
pub(in crate::rules) fn question(game: &Game, proposal: &ProposalFrame) -> Option<(PlayerId, Prompt, Rule, Domain)> {
    let id = proposal.object;
    let one = |options: Vec<Item>| Domain::Pick { options, min: 1, max: 1 };
    let by_player = |prompt: Prompt, rule: Rule, domain: Domain| Some((proposal.player, prompt, rule, domain));
    let costs = |rule: Rule, domain: Domain| by_player(Prompt::Costs(id), rule, domain);
    match &proposal.stage {
        ProposalStage::Alternative => {
            let offered = alternatives(game, proposal);
            // CR 601.3c: at this time it may be castable only with an alternative cost.
            let with_flash: Vec<Applied> =
                offered.iter().filter(|by| is_in_time(game, proposal, by)).cloned().collect();
            let untimely = !with_flash.is_empty() && flash_costs(game, proposal).is_some_and(|costs| costs.is_empty());
            let mana_cost = (!untimely).then_some(Item::Cost(CostItem::ManaCost));
            let offered = if untimely { with_flash } else { offered };
            let options = offered.into_iter().map(|by| Item::Cost(CostItem::Alternative(by)));
            let options: Vec<Item> = mana_cost.into_iter().chain(options).collect();
            let asks = untimely || options.len() > 1;
            asks.then(|| (proposal.player, Prompt::Costs(id), rule!("118.9a"), one(options)))
        }
        ProposalStage::Flash => {
            let offered = flash_costs(game, proposal)?.into_iter();
            let options: Vec<Item> = offered.map(|(what, nth)| Item::Cost(CostItem::Optional(what, nth))).collect();
            if options.len() > 1 { costs(rule!("601.3c"), one(options)) } else { None }
        }
        ProposalStage::Bands => {
            let Proposing::Declaration { declared, .. } = &proposal.what else { return None };
            let options = bands::next(game, declared, &proposal.announced.chosen);
            let domain = Domain::Pick { min: 0, max: 1, options };
            let asks = matches!(&domain, Domain::Pick { options, .. } if !options.is_empty());
            asks.then_some((proposal.player, Prompt::Band, rule!("508.1e"), domain))
        }
        ProposalStage::Optional if matches!(proposal.what, Proposing::Declaration { .. }) => {
            let Proposing::Declaration { blocking: false, declared, .. } = &proposal.what else { return None };
            let options = keyword::exert::could_be(game, proposal.player, declared);
            let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
            if max == 0 { None } else { costs(rule!("508.1g"), Domain::Pick { options, min: 0, max }) }
        }
        ProposalStage::Optional => {
            let offered = optional(game, proposal);
            // One that allows casting the spell at this time may have been announced already.
            let announced = |it: &&Offered| {
                proposal.announced.optional.iter().any(|intent| intent.what == it.what && intent.nth == it.nth)
            };
            let once = offered.iter().filter(|it| !it.many && is_new(proposal, it) && !announced(it));
            let options: Vec<Item> = once.map(|it| Item::Cost(CostItem::Optional(it.what, it.nth))).collect();
            let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
            if max == 0 { None } else { costs(rule!("118.8a"), Domain::Pick { options, min: 0, max }) }
        }
        ProposalStage::Times(index) => {
            repeatable(game, proposal).get(usize::from(*index))?;
            by_player(Prompt::TimesPaid(id), rule!("118.8a"), Domain::Number { min: 0, max: MOST_TIMES })
        }
        ProposalStage::Modes => {
            let (by, options, min, max) = modes(game, proposal)?;
            let rule = if proposal.what == Proposing::Trigger { rule!("603.3c") } else { rule!("700.2a") };
            let options: Vec<Item> = options;
            let forced = proposal.what == Proposing::Trigger && options.len() == min as usize;
            let enough = options.len() >= min as usize && !forced;
            enough.then_some((by, Prompt::Modes(id), rule, Domain::Pick { options, min, max }))
        }
        ProposalStage::AddedTexts if has_gained(proposal) => None,
        ProposalStage::AddedTexts => {
            let cards = texts_to_add(game, proposal);
            let by = cards.first()?.by;
            let max = u32::try_from(cards.len()).unwrap_or(u32::MAX);
            let options = cards.into_iter().map(|it| Item::Entity(Entity::Object(it.card))).collect();
            by_player(Prompt::AddedTexts(id), by.reveals, Domain::Pick { options, min: 0, max })
        }
        ProposalStage::Either(index) => {
            let several = with_pricing(game, proposal, |it| it.either())?;
            let count = u8::try_from(several.get(usize::from(*index))?.len()).unwrap_or(u8::MAX);
            costs(rule!("601.2b"), one((0..count).map(|nth| Item::Cost(CostItem::Option(nth))).collect()))
        }
        ProposalStage::X if has_x(game, proposal) => {
            let rule = if proposal.is_special_action() { rule!("107.3d") } else { rule!("107.3a") };
            let (min, max) = x_bounds(game, proposal);
            if min > max { None } else { by_player(Prompt::ChooseX(id), rule, Domain::Number { min, max }) }
        }
        ProposalStage::Symbols(index) => {
            let found = with_pricing(game, proposal, |it| {
                it.ambiguous().get(usize::from(*index)).map(|(symbol, count)| it.ways(*symbol, *count))
            })?;
            let options = found?.into_iter().map(|way| Item::Cost(CostItem::Symbols(way))).collect();
            let rule = match proposal.what {
                Proposing::Payment => rule!("118.13b"),
                _ if proposal.is_special_action() => rule!("118.13c"),
                _ => rule!("118.13a"),
            };
            costs(rule, one(options))
        }
        ProposalStage::PayWith(index) => {
            let (options, count) = to_name(game, proposal, *index)?;
            (options.len() > count as usize).then(|| {
                let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
                let domain = Domain::Pick { options, min: count, max: count };
                (proposal.player, Prompt::PayWith(id), rule!("601.2b"), domain)
            })
        }
        ProposalStage::Reductions => {
            let reductions = reductions(game, proposal);
            let floor = reductions.iter().any(|it| it.least > 0);
            let alike = |it: &Reduction| {
                reductions.first().is_some_and(|first| first.mana == it.mana && first.least == it.least)
            };
            (floor && !reductions.iter().all(alike)).then(|| {
                let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
                let item =
                    |(index, it): (usize, &Reduction)| Item::Cost(CostItem::Reduction(it.by.clone(), number(index)));
                let order = Domain::Order(reductions.iter().enumerate().map(item).collect());
                (proposal.player, Prompt::Costs(id), rule!("601.2f"), order)
            })
        }
        ProposalStage::Halves(index) => {
            let halves = hybrid_reductions(game, proposal).get(usize::from(*index)).copied()?;
            costs(rule!("118.7e"), one(halves.into_iter().map(|half| Item::Cost(CostItem::Half(half))).collect()))
        }
        ProposalStage::Order => {
            let parts = orderable(&proposal.total);
            let items = parts.into_iter().map(|part| Item::Cost(CostItem::Part(part))).collect::<Vec<_>>();
            (items.len() > 1).then(|| (proposal.player, Prompt::Costs(id), rule!("601.2h"), Domain::Order(items)))
        }
        _ => None,
    }
}

fn alternatives(game: &Game, proposal: &ProposalFrame) -> Vec<Applied> {
    if proposal.what != Proposing::Spell || proposal.announced.alternative.is_some() {
        return Vec::new();
    }
    let offered = |it: &Pricing<'_>| {
        let mut told: Vec<(Applied, Vec<Cost>)> = Vec::new();
        for (by, cost) in it.alternatives() {
            let is_told = told.iter().any(|(other, its)| is_one_offer(other, &by) && its == cost);
            if !is_told || game.asks_everything() {
                told.push((by, cost.to_vec()));
            }
        }
        told.into_iter().map(|(by, _)| by).collect()
    };
    with_pricing(game, proposal, offered).unwrap_or_default()
}

/// Whether it makes no difference which of two effects offers a cost: they are the same ability of
/// two objects, and only that ability matters for the announced one.
fn is_one_offer(one: &Applied, other: &Applied) -> bool {
    match (one, other) {
        (Applied::Ability { origin: one, .. }, Applied::Ability { origin: other, .. }) => {
            one == other && matches!(one, Origin::Printed { .. })
        }
        _ => false,
    }
}

/// Whether an alternative cost lets a spell be cast at this time, even if it can't be otherwise
/// (CR 601.3c).
fn is_in_time(game: &Game, proposal: &ProposalFrame, by: &Applied) -> bool {
    let announced = Announcement { alternative: Some(by.clone()), ..Announcement::clone(&proposal.announced) };
    let bestowed = bestow::is_to_bestow(game, proposal.object, by);
    casting::under_way(game, proposal.player, proposal.object, &announced)
        .is_some_and(|casting| casting::at_this_time(game, &casting::Casting { bestowed, ..casting }, &announced))
}

/// The costs that allow casting a spell as though it had flash, each by its kind and index, if it
/// can't be cast at this time as announced so far (CR 601.3c); none if it can.
fn flash_costs(game: &Game, proposal: &ProposalFrame) -> Option<Vec<(OptionalCost, u8)>> {
    if proposal.what != Proposing::Spell {
        return None;
    }
    let casting = casting::under_way(game, proposal.player, proposal.object, &proposal.announced)?;
    if casting::at_this_time(game, &casting, &proposal.announced) {
        return None;
    }
    let costs = with_pricing(game, proposal, |it| it.flash_costs()).unwrap_or_default();
    Some(costs.into_iter().map(|it| (it.what, it.nth)).collect())
}

/// Announces the only cost with which the spell may be cast at this time (CR 601.3c).
pub(in crate::rules) fn flash_cost(work: &mut Work, proposal: &ProposalFrame) {
    let mut next = proposal.clone();
    let only = flash_costs(&work.game, proposal).unwrap_or_default().first().copied();
    next.announce().optional.extend(only.map(|(what, nth)| Intent { what, nth, times: 1 }));
    to_stage(work, &next, ProposalStage::Optional);
}

fn optional(game: &Game, proposal: &ProposalFrame) -> Vec<Offered> {
    if proposal.what != Proposing::Spell {
        return Vec::new();
    }
    with_pricing(game, proposal, |it| it.optional()).unwrap_or_default()
}

/// The optional costs that can be paid any number of times (CR 702.33c).
fn repeatable(game: &Game, proposal: &ProposalFrame) -> Vec<Offered> {
    optional(game, proposal).into_iter().filter(|it| it.many && is_new(proposal, it)).collect()
}

/// Whether an optional cost has not been offered yet. Once the spell has gained texts, only their
/// costs have not.
fn is_new(proposal: &ProposalFrame, it: &Offered) -> bool {
    it.added == has_gained(proposal)
}

/// Whether the spell has gained the texts of cards in a hand.
fn has_gained(proposal: &ProposalFrame) -> bool {
    !proposal.announced.added_texts.is_empty()
}

fn reductions(game: &Game, proposal: &ProposalFrame) -> Vec<Reduction> {
    with_pricing(game, proposal, |it| it.reductions()).unwrap_or_default()
}

/// The hybrid symbols of the cost reductions, in the order in which these apply (CR 118.7e).
fn hybrid_reductions(game: &Game, proposal: &ProposalFrame) -> Vec<[ManaSymbol; 2]> {
    let reductions = reductions(game, proposal);
    let in_order: Vec<&Reduction> = if proposal.reductions.len() == reductions.len() {
        proposal.reductions.iter().filter_map(|index| reductions.get(*index as usize)).collect()
    } else {
        reductions.iter().collect()
    };
    in_order.iter().flat_map(|it| &it.mana.0).filter_map(|symbol| halves_of(*symbol)).collect()
}

/// The X that the text defines (CR 107.3c).
pub(in crate::rules) fn defined_x(game: &Game, proposal: &ProposalFrame) -> Option<u32> {
    with_pricing(game, proposal, |it| it.defined_x()).flatten()
}

/// Whether X is to be chosen: it is in a cost and has no value yet (CR 107.3a).
fn has_x(game: &Game, proposal: &ProposalFrame) -> bool {
    proposal.announced.x.is_none()
        && defined_x(game, proposal).is_none()
        && with_pricing(game, proposal, |it| it.has_x()) == Some(true)
}

/// The minimum and maximum that the text allows for X (CR 107.3a).
fn x_bounds(game: &Game, proposal: &ProposalFrame) -> (u32, u32) {
    let scope = scope(proposal, trigger_of(game, proposal));
    let of_texts = bodies(game, proposal).into_iter().map(|body| x::bounds(game, &scope, &body.x_limits));
    let of_cost = with_pricing(game, proposal, |it| it.x_bounds());
    let both = |(least, most): (u32, u32), (from, to): (u32, u32)| (least.max(from), most.min(to));
    of_texts.chain(of_cost).fold((0, x::GREATEST), both)
}

/// Whether X has a value that the text allows; it may have to be 0 (CR 107.3b).
pub(in crate::rules) fn is_x_allowed(game: &Game, proposal: &ProposalFrame) -> bool {
    let (least, greatest) = x_bounds(game, proposal);
    (least..=greatest).contains(&proposal.announced.x.unwrap_or(0))
}

/// The player who chooses modes, the legal modes, and how many (CR 700.2a-e); none if nothing is
/// modal.
fn modes(game: &Game, proposal: &ProposalFrame) -> Option<(PlayerId, Vec<Item>, u32, u32)> {
    let modes = body(game, proposal)?.modes.as_ref()?;
    let scope = scope(proposal, trigger_of(game, proposal));
    let (min, max) = match with_pricing(game, proposal, |it| it.number_of_modes()).flatten() {
        Some(numbers) => numbers,
        None => (modes.min, modes.max),
    };
    let legal = targets::legal_modes(game, &scope, proposal.object, modes);
    let copies = if modes.repeat { max } else { 1 };
    let options: Vec<Item> =
        legal.into_iter().flat_map(|mode| (0..copies).map(move |copy| Item::Mode(mode, copy))).collect();
    let by = control::one_of(game, proposal.object, &players(game, &scope, &modes.by)).unwrap_or(proposal.player);
    let max = u32::from(max).min(u32::try_from(options.len()).unwrap_or(u32::MAX));
    Some((by, options, u32::from(min), max))
}

/// The players of whom one chooses the modes (CR 700.2e).
pub(super) fn choosing_modes(game: &Game, proposal: &ProposalFrame) -> Option<Vec<PlayerId>> {
    let modes = body(game, proposal)?.modes.as_ref()?;
    Some(players_asked(game, &scope(proposal, trigger_of(game, proposal)), &modes.by))
}

/// A card in the player's hand whose text the spell may gain.
struct TextToAdd {
    card: ObjectId,
    /// The ability that allows it.
    origin: Origin,
    /// The rules of that ability.
    by: AddingText,
}

/// The cards in the player's hand whose texts the spell may gain ([`AddingText`]).
fn texts_to_add(game: &Game, proposal: &ProposalFrame) -> Vec<TextToAdd> {
    if proposal.what != Proposing::Spell {
        return Vec::new();
    }
    let mut found = Vec::new();
    for card in game.zone(Zone::Hand(proposal.player)) {
        let Some(characteristics) = game.characteristics(*card) else { continue };
        let scope = crate::derive::Scope::of(*card, proposal.player);
        let offers = |instance: &AbilityInstance| {
            let Ability::Keyword(keyword) = &*instance.ability else { return None };
            let offer = keyword.text_offer().filter(|it| matches(game, &scope, it.onto, proposal.object))?;
            Some(TextToAdd { card: *card, origin: instance.origin.clone(), by: offer.by })
        };
        let Some(offer) = characteristics.abilities.iter().find_map(offers) else { continue };
        // A text that can't be followed, for example because it has no legal targets,
        // can't be added.
        let own = self::scope(proposal, None);
        let possible = targets::spell_bodies(characteristics).all(|body| {
            let could = |spec| targets::could_be_chosen(game, &own, proposal.object, spec);
            body.can_follow() && body.targets.iter().all(could)
        });
        found.extend(Some(offer).filter(|_| possible));
    }
    found
}

/// The stage after one with nothing to ask or do; none if there is something.
pub(in crate::rules) fn passed_over(work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
    let game = &work.game;
    let asks = || question(game, proposal).is_some();
    match &proposal.stage {
        ProposalStage::Alternative if !asks() => Some(ProposalStage::Flash),
        ProposalStage::Bands if !asks() => Some(ProposalStage::Optional),
        ProposalStage::Flash if flash_costs(game, proposal).is_none_or(|costs| costs.is_empty()) => {
            Some(ProposalStage::Optional)
        }
        ProposalStage::Optional if !asks() => Some(ProposalStage::Times(0)),
        ProposalStage::Times(_) if !asks() => Some(ProposalStage::Modes),
        ProposalStage::Modes if has_gained(proposal) || modes(game, proposal).is_none() => {
            Some(ProposalStage::AddedTexts)
        }
        ProposalStage::AddedTexts if !asks() => Some(ProposalStage::Either(0)),
        ProposalStage::Either(0) if is_untold(work, proposal) && leaves_nothing_open(game, proposal) => {
            Some(ProposalStage::Targets(0))
        }
        ProposalStage::Either(_) if !asks() => Some(ProposalStage::X),
        ProposalStage::Symbols(0) if is_plain(game, proposal) => Some(ProposalStage::Targets(0)),
        ProposalStage::Symbols(_) if !asks() => Some(ProposalStage::PayWith(0)),
        ProposalStage::PayWith(index) if to_name(game, proposal, *index).is_none() => Some(ProposalStage::Targets(0)),
        ProposalStage::Reductions if is_plain(game, proposal) => Some(ProposalStage::TotalCost),
        ProposalStage::Reductions if !asks() => Some(ProposalStage::Halves(0)),
        ProposalStage::Halves(_) if !asks() => Some(ProposalStage::TotalCost),
        ProposalStage::Order if !asks() => Some(ProposalStage::Costs(0)),
        // CR 601.4: for a spell there is something to check then.
        ProposalStage::Targets(_) if proposal.what != Proposing::Spell && is_untold(work, proposal) => {
            instances(game, proposal).is_empty().then_some(ProposalStage::Divide(0))
        }
        ProposalStage::Divide(_) if is_untold(work, proposal) => {
            instances(game, proposal).is_empty().then(|| after_division(proposal))
        }
        _ => None,
    }
}

/// Whether stages with nothing to ask or do can be passed over, though they look at what the call
/// stack shows of the announcement: nothing is announced yet. If something has happened in the
/// step, and for a triggered ability, the log tells each of these stages.
fn is_untold(work: &Work, proposal: &ProposalFrame) -> bool {
    work.only_moved_on() && proposal.what != Proposing::Trigger && proposal.announced == Announcement::none()
}

/// Whether the cost is as it stands in the text and can be paid in only one way.
fn is_plain(game: &Game, proposal: &ProposalFrame) -> bool {
    with_pricing(game, proposal, |it| it.is_plain()) == Some(true)
}

/// Whether nothing about the cost is to be announced: it is [plain](is_plain), and there is no X.
fn leaves_nothing_open(game: &Game, proposal: &ProposalFrame) -> bool {
    let closed = |body: &Body| body.x.is_none() && body.x_limits.is_empty();
    bodies(game, proposal).into_iter().all(closed) && is_plain(game, proposal)
}

/// The stage after everything is divided.
pub(super) fn after_division(proposal: &ProposalFrame) -> ProposalStage {
    if proposal.what == Proposing::Trigger { ProposalStage::Finish } else { ProposalStage::Reductions }
}

/// Carries out an answer.
pub(in crate::rules) fn answered(work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
    let mut next = proposal.clone();
    let intent = |item: &Item| match item {
        Item::Cost(CostItem::Optional(what, nth)) => Some(Intent { what: *what, nth: *nth, times: 1 }),
        _ => None,
    };
    match (&proposal.stage, answer) {
        (ProposalStage::Alternative, Answer::Picked(items)) => {
            next.announce().alternative = items.iter().find_map(|item| match item {
                Item::Cost(CostItem::Alternative(by)) => Some(by.clone()),
                _ => None,
            });
            if let Some(by) = &next.announced.alternative {
                next.announce().further.paid_as = casting::keyword_of(&work.game, by);
            }
            if let Some(by) = &next.announced.alternative
                && bestow::is_to_bestow(&work.game, next.object, by)
            {
                work.set_cause(Some(next.began));
                keyword::bestow::begin(work, rule!("702.103b"), next.object, next.player);
            }
            to_stage(work, &next, ProposalStage::Flash);
        }
        (ProposalStage::Flash, Answer::Picked(items)) => {
            next.announce().optional.extend(items.iter().filter_map(intent));
            to_stage(work, &next, ProposalStage::Optional);
        }
        (ProposalStage::Bands, Answer::Picked(items)) => {
            let Proposing::Declaration { declared, .. } = &proposal.what else { return };
            let named = super::proposal::entities(items);
            match bands::with(&work.game, declared, &proposal.announced.chosen, &named) {
                Some(bands) => {
                    next.announce().chosen = bands;
                    to_stage(work, &next, ProposalStage::Bands);
                }
                None => to_stage(work, &next, ProposalStage::Optional),
            }
        }
        (ProposalStage::Optional, Answer::Picked(items)) if matches!(next.what, Proposing::Declaration { .. }) => {
            next.announce().targets = vec![super::proposal::entities(items)];
            to_stage(work, &next, ProposalStage::Times(0));
        }
        (ProposalStage::Optional, Answer::Picked(items)) => {
            next.announce().optional.extend(items.iter().filter_map(intent));
            to_stage(work, &next, ProposalStage::Times(0));
        }
        (ProposalStage::Times(index), Answer::Number(times)) => {
            let offered = repeatable(&work.game, proposal);
            if let Some(offer) = offered.get(usize::from(*index)).filter(|_| *times > 0) {
                next.announce().optional.push(Intent { what: offer.what, nth: offer.nth, times: *times });
            }
            to_stage(work, &next, ProposalStage::Times(index + 1));
        }
        (ProposalStage::Modes, Answer::Picked(items)) => {
            choose_modes(&mut next, items);
            to_stage(work, &next, ProposalStage::AddedTexts);
        }
        (ProposalStage::AddedTexts, Answer::Picked(items)) => add_texts(work, next, &paid_with::objects_of(items)),
        (ProposalStage::Either(index), Answer::Picked(items)) => {
            let chosen = items.iter().find_map(|item| match item {
                Item::Cost(CostItem::Option(nth)) => Some(*nth),
                _ => None,
            });
            next.announce().either.push(chosen.unwrap_or(0));
            to_stage(work, &next, ProposalStage::Either(index + 1));
        }
        (ProposalStage::X, Answer::Number(x)) => {
            next.announce().x = Some(*x);
            to_stage(work, &next, ProposalStage::Symbols(0));
        }
        (ProposalStage::Symbols(index), Answer::Picked(items)) => {
            next.announce().symbols.extend(items.iter().find_map(|item| match item {
                Item::Cost(CostItem::Symbols(paid)) => Some(paid.clone()),
                _ => None,
            }));
            to_stage(work, &next, ProposalStage::Symbols(index + 1));
        }
        (ProposalStage::PayWith(index), Answer::Picked(items)) => {
            name(work, proposal, *index, &paid_with::objects_of(items))
        }
        (ProposalStage::Reductions, Answer::Ordered(items)) => {
            let place = |item: &Item| match item {
                Item::Cost(CostItem::Reduction(_, index)) => Some(*index),
                _ => None,
            };
            next.reductions = items.iter().filter_map(place).collect();
            to_stage(work, &next, ProposalStage::Halves(0));
        }
        (ProposalStage::Halves(index), Answer::Picked(items)) => {
            next.halves.extend(items.iter().find_map(|item| match item {
                Item::Cost(CostItem::Half(symbol)) => Some(*symbol),
                _ => None,
            }));
            to_stage(work, &next, ProposalStage::Halves(index + 1));
        }
        (ProposalStage::Order, Answer::Ordered(items)) => {
            next.total = ProposalFrame::locked_in(in_order(&proposal.total, items));
            to_stage(work, &next, ProposalStage::Costs(0));
        }
        _ => {}
    }
}

/// The objects to name for the nth part of an announced cost (CR 601.2b), and how many. Objects
/// named for another part are left out.
fn to_name(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<ObjectId>, u32)> {
    let parts = with_pricing(game, proposal, |it| it.named())?;
    let part = parts.get(usize::from(index))?;
    let (mut options, count) = payable::pay_with(game, proposal.player, proposal.source, part)?;
    let named = |id: &ObjectId| proposal.announced.chosen.iter().any(|it| it.what.contains(&Entity::Object(*id)));
    options.retain(|id| !named(id));
    Some((options, count))
}

fn name(work: &mut Work, proposal: &ProposalFrame, index: u8, objects: &[ObjectId]) {
    let mut next = proposal.clone();
    let what = objects.iter().copied().map(Entity::Object).collect();
    next.announce().chosen.push(Chosen { what, ..Chosen::default() });
    to_stage(work, &next, ProposalStage::PayWith(index.saturating_add(1)));
}

/// Names the objects that pay a part of the cost, where there is no choice.
pub(in crate::rules) fn name_all(work: &mut Work, proposal: &ProposalFrame, index: u8) {
    let options = to_name(&work.game, proposal, index).map(|(options, _)| options).unwrap_or_default();
    name(work, proposal, index, &options);
}

/// The total cost with the ordered parts rearranged among their own positions.
fn in_order(total: &[Cost], items: &[Item]) -> Vec<Cost> {
    let place = |item: &Item| match item {
        Item::Cost(CostItem::Part(index)) => Some(usize::from(*index)),
        _ => None,
    };
    let ordered: Vec<usize> = items.iter().filter_map(place).collect();
    let mut places = ordered.clone();
    places.sort_unstable();
    let mut reordered = total.to_vec();
    for (place, from) in places.into_iter().zip(ordered) {
        if let (Some(slot), Some(part)) = (reordered.get_mut(place), total.get(from)) {
            *slot = part.clone();
        }
    }
    reordered
}

fn choose_modes(proposal: &mut ProposalFrame, items: &[Item]) {
    let mode = |item: &Item| match item {
        Item::Mode(mode, _) => Some(*mode),
        _ => None,
    };
    let modes = &mut proposal.announce().modes;
    *modes = items.iter().filter_map(mode).collect();
    // CR 608.2c, 700.2d: modes are followed in printed order; one chosen several times is repeated
    // in sequence.
    modes.sort_unstable();
}

/// Records the chosen modes, for an ability that may choose each only once (CR 700.2b).
pub(in crate::rules) fn note_modes(work: &mut Work, proposal: &ProposalFrame) {
    let unchosen = body(&work.game, proposal).and_then(|body| body.modes.as_ref()).is_some_and(|modes| modes.unchosen);
    let Some(origin) = proposal.origin.as_ref().filter(|_| unchosen) else { return };
    let Some(link) = origin.link() else { return };
    for mode in &proposal.announced.modes {
        let note = Note::Mode(Box::new(origin.clone()), *mode);
        work.fact(rule!("700.2b"), Event::Noted { object: proposal.source, link: Box::new(link.clone()), note });
    }
}

/// Chooses the modes of a triggered ability that leaves no choice; returns `false` if too few are
/// legal (CR 603.3c).
pub(in crate::rules) fn forced_modes(work: &mut Work, proposal: &ProposalFrame) -> bool {
    let Some((_, options, min, _)) = modes(&work.game, proposal) else { return false };
    if options.len() < min as usize {
        return false;
    }
    let mut next = proposal.clone();
    choose_modes(&mut next, &options[..min as usize]);
    to_stage(work, &next, ProposalStage::AddedTexts);
    true
}

/// Reveals cards and adds their texts to the spell.
fn add_texts(work: &mut Work, mut proposal: ProposalFrame, cards: &[ObjectId]) {
    let (mut by, mut asks_more) = (None, false);
    for card in cards {
        let offer = texts_to_add(&work.game, &proposal).into_iter().find(|it| it.card == *card);
        if let (Some(offer), Some((text, is_more))) = (offer, rules_text(work, *card)) {
            proposal.announce().added_texts.push(AddedText { card: *card, origin: offer.origin, text });
            by = by.or(Some(offer.by));
            asks_more |= is_more;
        }
    }
    work.set_cause(Some(proposal.began));
    if let Some(by) = by {
        let shown = cards.iter().filter_map(|id| work.game.object(*id).map(|it| (*id, it.def))).collect();
        work.fact(by.reveals, Event::Revealed { player: proposal.player, cards: shown });
        work.fact(by.gains, Event::TextsAdded { spell: proposal.object, cards: cards.to_vec() });
    }
    if !asks_more {
        return to_stage(work, &proposal, ProposalStage::Either(0));
    }
    // The costs of the texts are announced, too (CR 601.2b), by the spell that has them now.
    work.change(rule!("601.2b"), Frame::Proposal(Box::new(proposal.clone())));
    to_stage(work, &proposal, ProposalStage::Optional);
}

/// The rules text of a card, by one of its abilities, and whether it is more than what is followed
/// as the spell resolves and the ability to add it.
fn rules_text(work: &mut Work, card: ObjectId) -> Option<(AbilityRef, bool)> {
    let characteristics = work.game.characteristics(card)?;
    let of_text = |it: &&AbilityInstance| matches!(it.origin, Origin::Printed { .. } | Origin::Merged { .. });
    let all: Vec<AbilityInstance> = characteristics.abilities.iter().filter(of_text).cloned().collect();
    let is_more = |it: &AbilityInstance| match &*it.ability {
        Ability::Spell(_) => false,
        Ability::Keyword(keyword) => keyword.text_offer().is_none(),
        _ => true,
    };
    let is_more = all.iter().any(is_more);
    let place = all.iter().position(|it| matches!(*it.ability, Ability::Spell(_))).unwrap_or(0);
    let known = |it: &AbilityInstance| {
        work.game.find_ability(it).filter(|known| Some(known.def) == work.game.object(card).map(|it| it.def))
    };
    // An effect has changed the text: it stands nowhere as a whole.
    if is_more && !all.iter().all(|it| known(it).is_some()) {
        let abilities = all.iter().map(|it| Ability::clone(&it.ability)).collect();
        let name = characteristics.name.to_string();
        let def = work.intern(Definition::Copy(Face { name, abilities, ..Face::default() }));
        return Some((AbilityRef { def, index: u16::try_from(place).unwrap_or(u16::MAX) }, is_more));
    }
    Some((work.ability_ref(all.get(place)?), is_more))
}

/// The instances of "target" in a proposal.
pub(in crate::rules) fn instances<'a>(
    game: &'a Game,
    proposal: &ProposalFrame,
) -> Vec<crate::derive::object::instances::Instance<'a>> {
    match &proposal.what {
        Proposing::Spell => targets::of_spell(game, proposal.object, &proposal.announced),
        _ => crate::derive::object::instances::instances(&crate::derive::object::instances::parts(
            body(game, proposal),
            &proposal.announced,
        )),
    }
}

/// The nth instance of "target" in order of choosing, and its index in the text: the controller
/// chooses before anybody else does (CR 601.5b, 602.3b).
pub(in crate::rules) fn nth_instance<'a>(
    game: &'a Game,
    proposal: &ProposalFrame,
    nth: u8,
) -> Option<(usize, crate::derive::object::instances::Instance<'a>)> {
    let mut instances: Vec<(usize, crate::derive::object::instances::Instance<'a>)> =
        instances(game, proposal).into_iter().enumerate().collect();
    instances.sort_by_key(|(place, instance)| (instance.spec.by.is_some(), *place));
    instances.into_iter().nth(usize::from(nth))
}

/// The proposal in progress.
fn under_way(game: &Game) -> Option<&ProposalFrame> {
    game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Proposal(proposal) => Some(&**proposal),
        _ => None,
    })
}

/// Whether a choice about costs of the current proposal looks payable: a label, like
/// [`permit::outlook`](crate::derive::permit::outlook).
pub fn looks_payable(game: &Game, item: &CostItem) -> bool {
    let Some(proposal) = under_way(game) else { return false };
    let mut proposal = proposal.clone();
    match item {
        CostItem::Alternative(by) => proposal.announce().alternative = Some(by.clone()),
        CostItem::Optional(what, nth) => {
            proposal.announce().optional.push(Intent { what: *what, nth: *nth, times: 1 });
        }
        CostItem::Option(nth) => proposal.announce().either.push(*nth),
        CostItem::Symbols(paid) => proposal.announce().symbols.push(paid.clone()),
        CostItem::ManaCost | CostItem::Reduction(..) | CostItem::Half(_) | CostItem::Part(_) => {}
    }
    with_pricing(game, &proposal, |it| it.total(&[], &[])).flatten().is_some_and(|total| {
        pay::can_pay_other_costs(game, &proposal, &total.other)
            && (total.mana.0.is_empty()
                || mana::plan_for(game, proposal.player, &total.mana, &Purpose::of(&proposal)).is_some())
    })
}

/// A readable name for a mode of the current proposal.
pub(in crate::rules) fn describe_mode(game: &Game, mode: u8) -> String {
    let number = u32::from(mode) + 1;
    if let Some(text) = copying::describe_option(game, mode) {
        return text;
    }
    let text = under_way(game).and_then(|proposal| {
        let mode = body(game, proposal)?.modes.as_ref()?.of.get(usize::from(mode))?;
        Some(text::mode_text(mode, &game.name_of(proposal.source)))
    });
    text.unwrap_or_else(|| format!("mode {number}"))
}

/// A readable name for a choice about costs of the current proposal.
pub(in crate::rules) fn describe_cost(game: &Game, item: &CostItem) -> String {
    let proposal = under_way(game);
    let source = |by: &Applied| match by {
        Applied::Ability { object, .. } | Applied::Effect(EffectKey::Static { object, .. }) => game.name_of(*object),
        Applied::Effect(EffectKey::Begun(id)) => {
            let effect = game.world().effects.get(id);
            effect.map_or_else(|| "an effect".to_owned(), |effect| game.name_of(effect.source))
        }
        Applied::Effect(_) | Applied::Own(..) => "an effect".to_owned(),
    };
    match item {
        CostItem::ManaCost => "the mana cost".to_owned(),
        CostItem::Alternative(by) => {
            let offered = |it: &Pricing<'_>| {
                it.alternatives().into_iter().find(|(other, _)| other == by).map(|(_, cost)| text::cost_text(cost))
            };
            let keyword = told::keyword_of(game, by).map(|word| format!("{word} ")).unwrap_or_default();
            match proposal.and_then(|it| with_pricing(game, it, offered).flatten()) {
                Some(cost) => format!("{keyword}{cost} (alternative cost by {})", source(by)),
                None => format!("the alternative {keyword}cost by {}", source(by)),
            }
        }
        CostItem::Optional(what, nth) => {
            let flash = |it: &ProposalFrame| with_pricing(game, it, |it| it.flash_costs()).unwrap_or_default();
            let offered = proposal.map(|it| if *what == OptionalCost::Flash { flash(it) } else { optional(game, it) });
            let offered = offered.unwrap_or_default();
            let offer = offered.iter().find(|it| it.what == *what && it.nth == *nth);
            let cost = offer.map(|it| text::cost_text(&it.cost)).unwrap_or_default();
            format!("{} {cost}", what.word())
        }
        CostItem::Option(nth) => {
            let ProposalStage::Either(index) = proposal.map_or(ProposalStage::Finish, |it| it.stage.clone()) else {
                return format!("cost {}", nth + 1);
            };
            let several = proposal.and_then(|it| with_pricing(game, it, |it| it.either())).unwrap_or_default();
            let cost = several.get(usize::from(index)).and_then(|all| all.get(usize::from(*nth)));
            cost.map_or_else(|| format!("cost {}", nth + 1), |cost| text::cost_text(cost))
        }
        CostItem::Symbols(paid) => match (paid.mana.0.is_empty(), paid.life) {
            (true, life) => format!("{life} life"),
            (false, 0) => paid.mana.to_string(),
            (false, life) => format!("{} and {life} life", paid.mana),
        },
        CostItem::Reduction(by, _) => format!("the reduction by {}", source(by)),
        CostItem::Half(symbol) => symbol.to_string(),
        CostItem::Part(index) => {
            let part = proposal.and_then(|it| it.total.get(usize::from(*index)));
            let name = proposal.map_or_else(String::new, |it| game.name_of(it.source));
            let written = |part| text::cost_text_of(std::slice::from_ref(part), &name);
            part.map_or_else(|| format!("part {}", index + 1), written)
        }
    }
}

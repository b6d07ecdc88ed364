//! Proposing spells (CR 601). The rest is in [`super::proposal`].

use crate::card::AlternativeOf;
use crate::card::{CastingCost, Definition, FaceDown, Side, StaticEffect};
use crate::derive::cast::casting;
use crate::derive::cast::casting::{Casting, WayToCast};
use crate::derive::object::{bestow, faces};
use crate::derive::pay::demand::sorcery_timing;
use crate::fact::{
    Act, Applied, DefId, Event, Frame, Manner, NewObject, ObjectId, Part, PlayerId, ProposalFrame, ProposalStage,
    Proposing, Zone,
};
use crate::rule;
use crate::state::Game;

use super::stage;
use crate::rules::engine::work::Work;
use crate::rules::keyword::reserving;
use crate::rules::permanent::face_down;
use crate::rules::replace::drawing;
use crate::rules::variant::commander;
use crate::rules::zones::zone_changes;

/// The ways in which effects and rules let a player cast a card (CR 601.3), or one of its sides;
/// none if it can't be cast so.
fn ways(game: &Game, player: PlayerId, card: ObjectId, side: Option<Side>) -> Option<Vec<WayToCast>> {
    let view = faces::with_side(game, card, side)?;
    let casting = Casting::of_card(&view, player, card)?;
    Some(casting::ways(&view, &casting))
}

/// The effects that let a player cast a card in this way, one for each way; none for a way that
/// needs no effect.
pub(crate) fn allowing(game: &Game, player: PlayerId, act: &Act) -> Vec<Option<Applied>> {
    let ways = match act {
        Act::Cast(card) => ways(game, player, *card, None).unwrap_or_default(),
        Act::CastAs(card, side) => ways(game, player, *card, Some(*side)).unwrap_or_default(),
        Act::CastFaceDown(card) => crate::derive::cast::face_down::ways(game, player, *card),
        _ => Vec::new(),
    };
    ways.into_iter().map(|way| way.by).collect()
}

/// Begins to cast a card.
pub(in crate::rules) fn begin_casting(work: &mut Work, player: PlayerId, card: ObjectId, side: Option<Side>) {
    if let Some(ways) = ways(&work.game, player, card, side) {
        propose(work, player, (card, side), ways, None);
    }
}

/// Begins to cast a card face down with a morph ability (CR 702.37c).
pub(in crate::rules) fn begin_face_down(work: &mut Work, player: PlayerId, card: ObjectId) {
    let ways = crate::derive::cast::face_down::ways(&work.game, player, card);
    propose_as(work, player, (card, None), ways, None, true);
}

/// Moves the card to the stack (CR 601.2a) and keeps a checkpoint to return to (CR 726.1). A
/// resolution that this interrupts continues from `interrupted`.
pub(in crate::rules) fn propose(
    work: &mut Work,
    player: PlayerId,
    card: (ObjectId, Option<Side>),
    ways: Vec<WayToCast>,
    interrupted: Option<Frame>,
) {
    propose_as(work, player, card, ways, interrupted, false);
}

/// [`propose`], with the card face up, or turned face down before it is put onto the stack
/// (CR 708.4).
pub(in crate::rules) fn propose_as(
    work: &mut Work,
    player: PlayerId,
    (card, side): (ObjectId, Option<Side>),
    ways: Vec<WayToCast>,
    interrupted: Option<Frame>,
    face_down: bool,
) {
    if work.game.object(card).is_none() {
        return;
    }
    // CR 307.5a: without priority, outside a main phase of the player's turn, or with something on
    // the stack.
    let offered: Vec<Option<AlternativeOf>> = ways.iter().map(|way| paid_as(&work.game, way)).collect();
    let untimely = interrupted.is_some() || !sorcery_timing(&work.game, player);
    let ways: Vec<(Option<Applied>, Option<DefId>)> = ways.into_iter().map(|way| named(work, way)).collect();
    work.emit(Part::Frame, work.cause(), rule!("601.2"), Event::Checkpointed {});
    if let Some(frame) = interrupted {
        work.change(rule!("608.2g"), frame);
    }
    // CR 406.3a: a card cast face down remains face down.
    if !face_down {
        zone_changes::turn_up(work, rule!("406.3a"), card);
    }
    let listed = face_down.then(|| work.intern(Definition::FaceDown(FaceDown::default())));
    let Some(before) = work.game.object(card).cloned() else { return };
    let Some(was) = work.game.snapshot(card) else { return };
    let id = work.new_object();
    // CR 709.3, 712.7, 716.3: the side is chosen before.
    let def = side.and_then(|side| work.game.side(before.def, side)).unwrap_or(before.def);
    let spell = NewObject::new(id, before.component, before.owner, def, Zone::Stack, work.new_timestamp());
    let became = NewObject { controller: Some(player), ..spell };
    let (became, beneath) = match listed {
        Some(def) => {
            let (became, beneath) = face_down::beneath(became, &before, def);
            (became, Some(beneath))
        }
        None => (became, None),
    };
    let event = Event::Moved {
        object: card,
        from: before.zone,
        became: vec![became],
        manner: Manner::Cast,
        was: std::sync::Arc::new(was),
    };
    let began = work.leading_fact(rule!("601.2a"), event);
    if let Some(beneath) = beneath {
        work.fact(rule!("708.4"), beneath);
    }
    if let Some((rule, event)) = reserving::stays(&before, id) {
        work.fact(rule, event);
    }
    let several = ways.len() > 1;
    let only = ways.first().and_then(|(_, permission)| *permission).filter(|_| !several);
    let mut frame = ProposalFrame::new(Proposing::Spell, player, id, id, began);
    let paid_as = offered.first().copied().flatten().filter(|_| !several);
    if only.is_some() || untimely || paid_as.is_some() {
        let announced = frame.announce();
        announced.permission = only;
        (announced.further.untimely, announced.further.paid_as) = (untimely, paid_as);
    }
    if several {
        frame.stage = ProposalStage::Permission(ways);
    }
    stage::begin_proposal(work, rule!("601.2"), frame);
}

/// The keyword ability whose cost replaces the mana cost in a way of casting (CR 118.9, 702.34a).
fn paid_as(game: &Game, way: &WayToCast) -> Option<AlternativeOf> {
    let cost = matches!(way.cost(), CastingCost::Instead(_) | CastingCost::InsteadLess(_));
    way.by.as_ref().filter(|_| cost).and_then(|by| casting::keyword_of(game, by))
}

/// [`paid_as`], for a way chosen among several.
pub(in crate::rules) fn chosen_as(
    game: &Game,
    by: Option<&Applied>,
    permission: Option<DefId>,
) -> Option<AlternativeOf> {
    let permission = match permission.and_then(|def| game.definition(def))? {
        Definition::Effect(StaticEffect::Permit(permission)) => Some(permission.clone()),
        _ => None,
    };
    paid_as(game, &WayToCast { by: by.cloned(), permission })
}

/// The names by which frames and the announcement refer to a way of casting; a permission that
/// changes nothing about the spell is left out.
fn named(work: &mut Work, way: WayToCast) -> (Option<Applied>, Option<DefId>) {
    let plain = *way.cost() == CastingCost::Usual && way.replaces().is_empty();
    let permission = way.permission.filter(|_| !plain);
    (way.by, permission.map(|permission| work.intern(Definition::Effect(StaticEffect::Permit(permission)))))
}

/// Whether a player is still allowed to cast a spell once it has been proposed (CR 601.4).
pub(in crate::rules) fn still_allowed(game: &Game, proposal: &ProposalFrame) -> bool {
    let announced = &proposal.announced;
    let Some(casting) = casting::under_way(game, proposal.player, proposal.object, announced) else { return true };
    if casting::prohibited(game, &casting).is_err() {
        return false;
    }
    let bestowed = announced.alternative.as_ref().is_some_and(|by| bestow::is_to_bestow(game, proposal.object, by));
    let casting = Casting { bestowed, ..casting };
    casting::at_this_time(game, &casting, announced)
        && (casting::in_resolution(game, &casting) || casting::is_still_covered(game, &casting, announced))
}

/// The spell becomes cast (CR 601.2i).
pub(in crate::rules) fn finish(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    work.fact(rule!("601.2i"), Event::BecameCast { object: proposal.object, player: proposal.player });
    commander::became_cast(work, proposal.player, proposal.object);
    stage::done(work, proposal.player);
    drawing::turn_up(work);
}

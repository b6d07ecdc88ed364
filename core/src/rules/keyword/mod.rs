//! Keywords with machinery of their own, and the events that particular keyword abilities need
//! (CR 702).

use crate::card::{Ability, AbilityKind, Keyword};
use crate::fact::{Event, Frame, Link, Manner, Note, ObjectId, Proposed, Proposing, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::engine::cursor::go_on;
use super::engine::work::Work;
use super::linked::brought_about;

pub(super) mod ascend;
pub(super) mod bestow;
pub(super) mod cascade;
pub(super) mod exert;
pub(super) mod hideaway;
pub(super) mod phasing;
pub(super) mod reserving;

/// Whether the text that is resolving is a triggered ability that a keyword stands for.
fn stands_for(game: &Game, frame: &ResolveFrame, keyword: &Keyword) -> bool {
    let Some(Ability::Triggered(text)) = frame.text.and_then(|text| game.ability(text)) else { return false };
    keyword.triggered().contains(text)
}

/// The extra event of a move because of a keyword ability.
pub(super) fn noticed(work: &Work, proposed: &Proposed, moved: &Event) -> Option<(Rule, Event)> {
    cycled(work, proposed, moved)
        .or_else(|| championed(work, moved))
        .or_else(|| reserving::noticed(work, proposed, moved))
        .or_else(|| exploited(work, moved))
}

/// The event that records that a permanent was exiled for a champion ability (CR 702.72c).
fn championed(work: &Work, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, from: Zone::Battlefield, became, .. } = moved else { return None };
    let exiled = became.first().is_some_and(|new| new.zone == Zone::Exile);
    let mut frames = work.game.world().frames.iter().rev().map(|frame| &**frame);
    let mut inner = frames.by_ref().filter(|frame| !matches!(frame, Frame::Happen(_)));
    let (Some(Frame::Proposal(payment)), Some(Frame::Resolve(resolve))) = (inner.next(), inner.next()) else {
        return None;
    };
    let champions = resolve.origin.as_ref().and_then(|origin| work.game.ability_of(resolve.source, origin));
    let is = champions.is_some_and(|it| matches!(&*it.ability, Ability::Keyword(Keyword::Champion(_))));
    (exiled && is && payment.what == Proposing::Payment)
        .then_some((rule!("702.72c"), Event::Championed { object: *object, by: resolve.source }))
}

/// The event that records that a creature was exploited: sacrificed by the controller of an exploit
/// ability as that resolves (CR 702.110b).
fn exploited(work: &Work, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, manner: Manner::Sacrifice, was, .. } = moved else { return None };
    let mut frames = work.game.world().frames.iter().rev().map(|frame| &**frame);
    let Some(Frame::Resolve(resolve)) = frames.find(|frame| !matches!(frame, Frame::Happen(_))) else {
        return None;
    };
    let ability = resolve.origin.as_ref().and_then(|origin| work.game.ability_of(resolve.source, origin));
    let exploits = ability.is_some_and(|it| matches!(&*it.ability, Ability::Keyword(Keyword::Exploit)));
    let own = was.controller == Some(resolve.controller);
    (exploits && own).then_some((rule!("702.110b"), Event::Exploited { object: *object, by: resolve.source }))
}

/// The event that records that a card was discarded to pay the activation cost of a cycling ability
/// (CR 702.29c).
fn cycled(work: &Work, proposed: &Proposed, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, became, manner: Manner::Discard, .. } = moved else { return None };
    let frames = work.game.world().frames.iter().rev();
    let mut paying = frames.map(|frame| &**frame).filter(|frame| !matches!(frame, Frame::Happen(_)));
    let Some(Frame::Proposal(proposal)) = paying.next() else { return None };
    let cycles = proposal.what == Proposing::Ability
        && proposal.source == *object
        && brought_about(work, proposed, proposal.began)
        && proposal
            .origin
            .as_ref()
            .and_then(|origin| crate::derive::cast::activating::kind_of(&work.game, *object, origin))
            == Some(AbilityKind::Cycling);
    let object = became.first()?.id;
    cycles.then_some((rule!("702.29c"), Event::Cycled { player: proposal.player, object }))
}

/// Makes the cards that this resolution exiled haunt a creature (CR 702.55a-b).
pub(super) fn haunt(work: &mut Work, frame: &ResolveFrame, cards: &[ObjectId], creature: Option<ObjectId>) {
    go_on(work, frame);
    let Some(creature) = creature else { return };
    for card in cards {
        let exiled = work.game.object(*card).filter(|card| card.zone == Zone::Exile && card.entered >= frame.began);
        let Some(link) = exiled.map(|card| Link::Printed(card.def)) else { continue };
        let noted = Event::Noted { object: *card, link: Box::new(link), note: Note::Haunts(creature) };
        work.fact(rule!("702.55b"), noted);
    }
}

//! Ascend (CR 702.131): getting the city's blessing.
//!
//! A player gets it in the step in which they have ten permanents, before abilities trigger, so
//! that continuous effects already apply with it (CR 702.131d). This is not a state-based action.

use crate::card::mechanism::Mechanisms;
use crate::card::{CardType, Designation, Keyword};
use crate::derive::Look;
use crate::fact::{Event, ObjectId, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The number of permanents required.
const ENOUGH: usize = 10;

/// The players who get the city's blessing.
pub(in crate::rules) fn blessed(work: &Work) -> Vec<(Rule, Event)> {
    let game = &work.game;
    if !game.knows_ascend() || game.world().battlefield.len() < ENOUGH {
        return Vec::new();
    }
    let designation = Designation::CitysBlessing;
    let without = |player: &PlayerId| !game.designations().has(*player, designation);
    let players = game.apnap().into_iter().filter(without);
    let found = players.filter_map(|player| Some((ascends(work, player)?, Event::Designated { player, designation })));
    found.collect()
}

/// The rule by which a player gets it, if any.
fn ascends(work: &Work, player: PlayerId) -> Option<Rule> {
    let game = &work.game;
    let is_theirs = |id: &ObjectId| game.controller(*id) == Some(player);
    let permanents = game.permanents_with(Mechanisms::ASCEND, &Keyword::Ascend);
    let permanent = permanents.iter().any(is_theirs).then_some(rule!("702.131b"));
    let spell = || resolving(work).filter(|id| is_theirs(id) && game.has_keyword(*id, &Keyword::Ascend));
    let rule = permanent.or_else(|| spell().map(|_| rule!("702.131a")))?;
    let theirs = game.world().battlefield.iter().filter(|id| is_theirs(id));
    (theirs.count() >= ENOUGH).then_some(rule)
}

/// The instant or sorcery spell that begins to resolve in this step. Ascend comes first in the
/// text of each such card.
fn resolving(work: &Work) -> Option<ObjectId> {
    let began = |event: &Event| match event {
        Event::ResolutionBegan { object } => Some(*object),
        _ => None,
    };
    let spell = work.entries().iter().find_map(|entry| began(&entry.event))?;
    is_instant_or_sorcery(&work.game, spell).then_some(spell)
}

fn is_instant_or_sorcery(game: &Game, id: ObjectId) -> bool {
    let spell = game.object(id).is_some_and(crate::state::Object::is_spell);
    spell && [CardType::Instant, CardType::Sorcery].into_iter().any(|kind| game.has_type(id, kind))
}

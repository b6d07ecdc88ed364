//! The instances of the word "target" in spells and abilities (CR 115.3, 601.2c).

use crate::card::{Ability, Body, Instruction, TargetSpec};
use crate::fact::{Announcement, Entity, ObjectId};
use crate::state::Game;
use std::borrow::Cow;

use crate::derive::look::scope::announced_for;

/// One instance of "target" of a spell or ability.
#[derive(Clone, Debug)]
pub struct Instance<'a> {
    /// The legal choices for it.
    pub spec: Cow<'a, TargetSpec>,
    /// The index of the announced target that its part of the text calls target 0.
    pub first: u8,
}

/// A part of a spell's or ability's text: its targets and its instructions.
pub type TextPart<'a> = (&'a [TargetSpec], &'a [Instruction]);

/// Every target of a spell or ability on the stack, as often as it was chosen, even if it has left
/// its zone (CR 115.9a).
pub fn all_of(game: &Game, id: ObjectId) -> Vec<&Entity> {
    // Of one that has left, its last known information (CR 608.2h).
    let ability = match game.object(id) {
        Some(object) => object.ability.as_deref(),
        None => game.world().departed.get(&id).and_then(|departed| departed.was.ability.as_deref()),
    };
    // A target counts as soon as it is announced (CR 601.2c).
    let announced = announced_for(game, id);
    let targets = announced.map(|announced| announced.targets.as_slice()).unwrap_or_default();
    // References of a delayed triggered ability that are not its targets come first.
    let nothing = Announcement::default();
    let announced = announced.unwrap_or(&nothing);
    let count = |body: &Body| instances(&parts(Some(body), announced)).len();
    let own = match ability.and_then(|ability| game.ability(ability.text)) {
        Some(Ability::Activated(ability)) => count(&ability.body),
        Some(Ability::Triggered(ability)) => count(&ability.body),
        _ => targets.len(),
    };
    targets.iter().skip(targets.len().saturating_sub(own)).flatten().collect()
}

/// The instances of "target" of a spell or ability as announced, in order of choosing.
pub(crate) fn instances<'a>(parts: &[TextPart<'a>]) -> Vec<Instance<'a>> {
    let mut instances: Vec<Instance<'a>> = Vec::new();
    for (targets, _) in parts {
        let first = u8::try_from(instances.len()).unwrap_or(u8::MAX);
        instances.extend(targets.iter().map(|spec| Instance { spec: Cow::Borrowed(spec), first }));
    }
    instances
}

/// The parts of a spell's or ability's text as announced: its instructions, then each chosen mode
/// as often as it was chosen (CR 700.2c-d). Leaves out the further texts of a spell.
pub fn parts<'a>(body: Option<&'a Body>, announced: &Announcement) -> Vec<TextPart<'a>> {
    parts_of(body, Vec::new(), announced)
}

/// [`parts`], with the further texts of a spell after the first: those of a fused spell
/// (CR 702.102d), and those that it has gained from cards in a hand (CR 702.47c).
pub fn parts_of<'a>(body: Option<&'a Body>, further: Vec<&'a Body>, announced: &Announcement) -> Vec<TextPart<'a>> {
    let text = |body: &'a Body| (body.targets.as_slice(), body.instructions.as_slice());
    let own = body.map(text);
    let modes = body.and_then(|body| body.modes.as_ref()).map(|modes| modes.of.as_slice()).unwrap_or_default();
    let chosen = announced.modes.iter().filter_map(|index| modes.get(usize::from(*index)));
    let chosen = chosen.map(|mode| (mode.targets.as_slice(), mode.instructions.as_slice()));
    own.into_iter().chain(chosen).chain(further.into_iter().map(text)).collect()
}

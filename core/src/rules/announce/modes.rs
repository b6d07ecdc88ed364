//! Choosing modes (CR 601.2b, 603.3c, 700.2).

use crate::derive::filter::{players, players_asked};
use crate::derive::target::targets;
use crate::fact::{Answer, Domain, Event, Item, Note, PlayerId, Prompt, ProposalFrame, ProposalStage, Proposing};
use crate::rule;
use crate::state::Game;

use super::added_texts::has_gained;
use super::stage::{self, Question, Stage, to_stage};
use super::taking_back::{remove_trigger, reverse};
use super::text::{body, scope, trigger_of, with_pricing};
use crate::rules::engine::control;
use crate::rules::engine::work::Work;

impl Stage for stage::Modes {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let (by, options, min, max) = modes(game, proposal)?;
        let rule = if proposal.what == Proposing::Trigger { rule!("603.3c") } else { rule!("700.2a") };
        let forced = proposal.what == Proposing::Trigger && options.len() == min as usize;
        let enough = options.len() >= min as usize && !forced;
        let prompt = Prompt::Modes(proposal.object);
        enough.then_some(Question { by, prompt, rule, domain: Domain::Pick { options, min, max } })
    }

    /// The players of whom one chooses the modes (CR 700.2e).
    fn answerers(&self, game: &Game, proposal: &ProposalFrame) -> Option<Vec<PlayerId>> {
        let modes = body(game, proposal)?.modes.as_ref()?;
        Some(players_asked(game, &scope(proposal, trigger_of(game, proposal)), &modes.by))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        let none = has_gained(proposal) || modes(&work.game, proposal).is_none();
        none.then_some(ProposalStage::AddedTexts)
    }

    /// A triggered ability without a legal mode is removed; any other proposal is illegal
    /// (CR 603.3c).
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        match forced(&work.game, proposal) {
            _ if proposal.what != Proposing::Trigger => reverse(work),
            Some(next) => to_stage(work, &next, ProposalStage::AddedTexts),
            None => remove_trigger(work, proposal),
        }
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        choose(&mut next, items);
        to_stage(work, &next, ProposalStage::AddedTexts);
    }
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

fn choose(proposal: &mut ProposalFrame, items: &[Item]) {
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

/// A triggered ability with the modes that leave no choice; none if too few are legal (CR 603.3c).
fn forced(game: &Game, proposal: &ProposalFrame) -> Option<ProposalFrame> {
    let (_, options, min, _) = modes(game, proposal)?;
    let mut next = proposal.clone();
    choose(&mut next, options.get(..min as usize)?);
    Some(next)
}

/// Records the chosen modes, for an ability that may choose each only once (CR 700.2b).
pub(super) fn note(work: &mut Work, proposal: &ProposalFrame) {
    let unchosen = body(&work.game, proposal).and_then(|body| body.modes.as_ref()).is_some_and(|modes| modes.unchosen);
    let Some(origin) = proposal.origin.as_ref().filter(|_| unchosen) else { return };
    let Some(link) = origin.link() else { return };
    for mode in &proposal.announced.modes {
        let note = Note::Mode(Box::new(origin.clone()), *mode);
        work.fact(rule!("700.2b"), Event::Noted { object: proposal.source, link: Box::new(link.clone()), note });
    }
}

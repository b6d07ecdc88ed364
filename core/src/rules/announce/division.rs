//! Dividing among targets as a spell or ability is announced (CR 601.2d), and among objects chosen
//! by a resolving instruction (CR 608.2d): each gets at least one, and an illegal target loses its
//! part.

use crate::card::Quantity;
use crate::derive::Scope;
use crate::derive::filter::quantity;
use crate::fact::{Answer, Domain, Entity, ObjectId, Prompt, ProposalFrame, ProposalStage, Proposing, Share};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::stage::{self, Question, Stage, is_untold, to_stage};
use super::text::{instances, part_scope, trigger_of};
use crate::rules::engine::refusal::Illegal;
use crate::rules::engine::work::Work;

impl Stage for stage::Divide {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let share = of_targets(game, proposal, self.0)?;
        let prompt = Prompt::Division(proposal.object, self.0);
        is_open(&share).then(|| Question::own(proposal, prompt, rule!("601.2d"), Domain::Divide(vec![share])))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        let none = is_untold(work, proposal) && instances(&work.game, proposal).is_empty();
        none.then(|| after(proposal))
    }

    /// Moves on if there is nothing to divide or only one way to do it.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        if usize::from(self.0) >= instances(&work.game, proposal).len() {
            return to_stage(work, proposal, after(proposal));
        }
        match of_targets(&work.game, proposal, self.0) {
            Some(share) => note(work, proposal, self.0, portions(&share, None)),
            None => to_stage(work, proposal, ProposalStage::Divide(self.0 + 1)),
        }
    }

    /// Records the announced division.
    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Divided(division) = answer else { return };
        if let Some(share) = of_targets(&work.game, proposal, self.0) {
            note(work, proposal, self.0, portions(&share, Some(division)));
        }
    }

    fn rule(&self) -> Rule {
        rule!("601.2d")
    }
}

/// The stage after everything is divided.
fn after(proposal: &ProposalFrame) -> ProposalStage {
    if proposal.what == Proposing::Trigger { ProposalStage::Finish } else { ProposalStage::Reductions }
}

/// The total and the recipients, each of which gets at least one.
pub(in crate::rules) fn share(
    game: &Game,
    scope: &Scope<'_>,
    source: ObjectId,
    total: &Quantity,
    among: &[Entity],
) -> Share {
    let total = u32::try_from(quantity(game, scope, total)).unwrap_or(0);
    Share {
        source,
        total,
        among: among.to_vec(),
        lethal: vec![None; among.len()],
        past: None,
        deathtouch: false,
        least: u32::from(total > 0),
        unblocked: None,
    }
}

/// Whether there is more than one way to divide.
pub(in crate::rules) fn is_open(share: &Share) -> bool {
    let count = u32::try_from(share.among.len()).unwrap_or(u32::MAX);
    count > 1 && share.total > count
}

/// The portion of each recipient: as answered, or where there is only one way.
pub(in crate::rules) fn portions(share: &Share, division: Option<&[(ObjectId, Vec<(Entity, u32)>)]>) -> Vec<u32> {
    let given = division.and_then(|division| division.first()).map(|(_, parts)| parts.as_slice());
    let only = if share.among.len() == 1 { share.total } else { share.least };
    let of = |entity: &Entity| match given {
        Some(parts) => parts.iter().find(|(to, _)| to == entity).map_or(0, |(_, amount)| *amount),
        None => only,
    };
    share.among.iter().map(of).collect()
}

/// The division among the targets of an instance of "target".
fn of_targets(game: &Game, proposal: &ProposalFrame, instance: u8) -> Option<Share> {
    let instances = instances(game, proposal);
    let asked = instances.get(usize::from(instance))?;
    let total = asked.spec.divide.as_deref()?;
    let among = proposal.announced.targets.get(usize::from(instance))?;
    let scope = part_scope(proposal, trigger_of(game, proposal), asked.first);
    Some(share(game, &scope, proposal.object, total, among))
}

fn note(work: &mut Work, proposal: &ProposalFrame, instance: u8, portions: Vec<u32>) {
    let mut proposal = proposal.clone();
    let place = usize::from(instance);
    if proposal.announced.divided.len() <= place {
        proposal.announce().divided.resize(place + 1, Vec::new());
    }
    proposal.announce().divided[place] = portions;
    to_stage(work, &proposal, ProposalStage::Divide(instance + 1));
}

/// Checks that a division gives out exactly the total, and each recipient at least its minimum.
pub(in crate::rules) fn check(
    rule: Rule,
    shares: &[Share],
    division: &[(ObjectId, Vec<(Entity, u32)>)],
    name: impl Fn(Entity) -> String,
) -> Result<(), Illegal> {
    let against = |why: String| Err(Illegal::against(rule, why));
    for share in shares {
        let mut of_source = division.iter().filter(|(source, _)| *source == share.source);
        let (Some((_, parts)), None) = (of_source.next(), of_source.next()) else {
            return against("what is divided must be divided once".to_owned());
        };
        if division.len() != shares.len() {
            return against("something is divided that is not to be".to_owned());
        }
        for (index, (to, _)) in parts.iter().enumerate() {
            if !share.among.contains(to) || parts[..index].iter().any(|(other, _)| other == to) {
                return against(format!("{} is not among those who get something, or named twice", name(*to)));
            }
        }
        if parts.iter().map(|(_, amount)| *amount).fold(0, u32::saturating_add) != share.total {
            return against(format!("exactly {} must be divided", share.total));
        }
        for to in &share.among {
            let amount = parts.iter().find(|(entity, _)| entity == to).map_or(0, |(_, amount)| *amount);
            if amount < share.least {
                return against(format!("{} must get at least {}", name(*to), share.least));
            }
        }
    }
    Ok(())
}

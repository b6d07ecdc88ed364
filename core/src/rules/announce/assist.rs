//! Assist (CR 702.132): another player pays for generic mana of a spell.
//!
//! The chosen player activates mana abilities, then the player who casts the spell does. Before
//! that player begins to pay, the chosen one pays for any amount of the generic mana. Then the time
//! for mana abilities is over, as always when payment has begun (CR 601.2h).

use crate::card::{Keyword, ManaCost, ManaSymbol};
use crate::derive::cast::{activating, casting};
use crate::derive::pay::production::{Purpose, may_spend};
use crate::fact::{
    Act, Answer, AssistStep, Domain, Entity, Event, Item, ManaId, ManaUnit, PlayerId, Prompt, ProposalFrame,
    ProposalStage, Proposing,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::stage::{self, Question, Stage, to_stage};
use super::{activate, pay, production};
use crate::rules::engine::work::Work;

/// The stage after the total cost is determined: asking for help, if the spell allows it.
pub(super) fn stage(game: &Game, proposal: &ProposalFrame, cost: ManaCost) -> ProposalStage {
    let assisted = proposal.what == Proposing::Spell
        && generic(&cost) > 0
        && game.has_keyword(proposal.object, &Keyword::Assist)
        && !others(game, proposal).is_empty();
    if assisted { ProposalStage::Assist { cost, step: AssistStep::Choose } } else { ProposalStage::Mana { cost } }
}

fn generic(cost: &ManaCost) -> u32 {
    let amount = |symbol: &ManaSymbol| if let ManaSymbol::Generic(n) = symbol { *n } else { 0 };
    cost.0.iter().map(amount).fold(0, u32::saturating_add)
}

fn others(game: &Game, proposal: &ProposalFrame) -> Vec<PlayerId> {
    game.apnap().into_iter().filter(|player| *player != proposal.player).collect()
}

/// The mana that a player may spend on the spell.
fn pool(game: &Game, proposal: &ProposalFrame, player: PlayerId) -> Vec<ManaUnit> {
    let purpose = Purpose::of(proposal);
    let there = game.player(player).filter(|player| !player.left);
    let mut pool = there.map(|player| player.mana.clone()).unwrap_or_default();
    pool.retain(|unit| may_spend(game, unit, &purpose));
    pool
}

impl Stage for stage::Assist<'_> {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let id = proposal.object;
        // Mana abilities alone: nothing is paid yet.
        let activating = |player: PlayerId| Domain::Pay {
            cost: ManaCost::default(),
            pool: pool(game, proposal, player),
            sources: activating::mana_abilities(game, player).into_owned(),
            help: Vec::new(),
            as_though: None,
        };
        let (by, prompt, domain) = match self.1 {
            AssistStep::Choose => {
                let options = others(game, proposal).into_iter().map(|it| Item::Entity(Entity::Player(it))).collect();
                (proposal.player, Prompt::Costs(id), Domain::Pick { options, min: 0, max: 1 })
            }
            AssistStep::Activate(player) => (player, Prompt::Payment(id), activating(player)),
            AssistStep::Own(_) => (proposal.player, Prompt::Payment(id), activating(proposal.player)),
            AssistStep::Amount(player) => {
                let there = u32::try_from(pool(game, proposal, player).len()).unwrap_or(u32::MAX);
                (player, Prompt::Costs(id), Domain::Number { min: 0, max: generic(self.0).min(there) })
            }
            AssistStep::Pay(player, amount) => {
                let domain = Domain::Pay {
                    cost: ManaCost(vec![ManaSymbol::Generic(amount)]),
                    pool: pool(game, proposal, player),
                    sources: Vec::new(),
                    help: Vec::new(),
                    as_though: casting::spends_as(game, player, &Purpose::of(proposal)),
                };
                (player, Prompt::Payment(id), domain)
            }
        };
        // CR 800.4f: whoever has left pays nothing.
        game.plays(by).then_some(Question { by, prompt, rule: rule!("702.132a"), domain })
    }

    /// Goes on without the chosen player, who has left the game (CR 800.4f). What that player has
    /// paid is paid.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        match self.1 {
            AssistStep::Activate(player) => self.on(work, proposal, AssistStep::Own(player)),
            AssistStep::Amount(player) | AssistStep::Pay(player, _) => pay_for(work, proposal, self.0, player, &[]),
            AssistStep::Choose | AssistStep::Own(_) => {}
        }
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let stage::Assist(cost, step) = *self;
        match (step, answer) {
            (AssistStep::Choose, Answer::Picked(items)) => match items.first() {
                Some(Item::Entity(Entity::Player(player))) => self.on(work, proposal, AssistStep::Activate(*player)),
                _ => to_stage(work, proposal, ProposalStage::Mana { cost: cost.clone() }),
            },
            (AssistStep::Activate(player), Answer::Mana(act)) => {
                if let Act::Activate(source, origin) = &**act {
                    activate::begin_activating(work, player, *source, origin);
                }
            }
            (AssistStep::Own(_), Answer::Mana(act)) => pay::activate_mana(work, proposal, act),
            (AssistStep::Activate(player), Answer::Paid(_)) => self.on(work, proposal, AssistStep::Own(player)),
            (AssistStep::Own(player), Answer::Paid(_)) => {
                if pool(&work.game, proposal, player).is_empty() {
                    pay_for(work, proposal, cost, player, &[]);
                } else {
                    self.on(work, proposal, AssistStep::Amount(player));
                }
            }
            (AssistStep::Amount(player), Answer::Number(0)) => pay_for(work, proposal, cost, player, &[]),
            (AssistStep::Amount(player), Answer::Number(amount)) => {
                self.on(work, proposal, AssistStep::Pay(player, *amount));
            }
            (AssistStep::Pay(player, _), Answer::Paid(units)) => pay_for(work, proposal, cost, player, units),
            _ => {}
        }
    }

    fn rule(&self) -> Rule {
        rule!("702.132a")
    }
}

impl stage::Assist<'_> {
    fn on(&self, work: &mut Work, proposal: &ProposalFrame, step: AssistStep) {
        to_stage(work, proposal, ProposalStage::Assist { cost: self.0.clone(), step });
    }
}

/// The chosen player pays with these; the rest of the cost is left to the player who casts the
/// spell.
fn pay_for(work: &mut Work, proposal: &ProposalFrame, cost: &ManaCost, player: PlayerId, units: &[ManaId]) {
    let mut next = proposal.clone();
    let there = pool(&work.game, proposal, player);
    let spent: Vec<ManaUnit> = there.into_iter().filter(|unit| units.contains(&unit.id)).collect();
    let mut left = cost.clone();
    for _ in &spent {
        left = crate::derive::mana::without(&left, ManaSymbol::Generic(1));
    }
    next.announce().mana_spent.extend(&spent);
    next.paid_at.get_or_insert(work.game.counters().entry);
    let stage = if left.0.is_empty() { ProposalStage::Order } else { ProposalStage::Mana { cost: left } };
    to_stage(work, &next, stage);
    if !units.is_empty() {
        production::spent(work, &next, &spent);
        work.fact(rule!("702.132a"), Event::ManaSpent { player, units: units.to_vec() });
    }
}

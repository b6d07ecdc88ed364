//! Pays mana costs.

use crate::card::{ManaCost, ManaSymbol};
use crate::derive::mana;
use crate::fact::{
    Act, Answer, AssistStep, Choice, Domain, Event, Frame, Item, ManaId, ObjectId, PlayerId, Prompt, ProposalStage,
};
use crate::rule;

use super::act::Which;
use super::announce::Announce;
use super::refs::Ref;
use super::step::Payment;
use super::timeline::{Stop, Timeline, refused, script};

impl Timeline {
    /// Pays the mana asked for (CR 601.2g-h).
    pub(super) fn pay(&mut self, payment: &Payment) -> Result<(), Stop> {
        let choice = self.choice()?;
        let (Prompt::Payment(proposed), Domain::Pay { .. }) = (&choice.prompt, &choice.domain) else {
            // A cost of nothing is paid without a choice.
            return if *payment == Payment::Auto && self.cost_nothing() { Ok(()) } else { self.unanswered(&choice) };
        };
        let proposed = *proposed;
        if let Payment::Mana(letters) = payment {
            let units = self.mana_of(choice.player, letters)?;
            return self.decide(choice.answered_by, Answer::Paid(units));
        }
        if let Payment::From(sources) = payment {
            let by = self.player_name(choice.player);
            for source in sources {
                // Among equal ones any will do; one already used is no longer offered.
                let Some(Choice { domain: Domain::Pay { sources, .. }, .. }) = self.pending() else { break };
                let offered: Vec<ObjectId> = sources.iter().filter_map(Act::object).collect();
                let source = match self.object_among(source, &offered)? {
                    id if offered.contains(&id) && matches!(source, Ref::Named(_)) => Ref::Named(id.to_string()),
                    _ => source.clone(),
                };
                self.activate(&source, Which::Only, Some(&by), &Announce::nothing())?;
            }
        }
        let mut helpers = match payment {
            Payment::Convoke(creatures) => self.helpers(&choice, creatures)?,
            _ => Vec::new(),
        };
        let mut activated = false;
        loop {
            let Some(choice) = self.pending() else { return Ok(()) };
            let (Prompt::Payment(id), Domain::Pay { cost, .. }) = (&choice.prompt, &choice.domain) else {
                // Those that helped have paid for everything.
                return if matches!(payment, Payment::Convoke(_)) { Ok(()) } else { self.unanswered(&choice) };
            };
            if *id != proposed {
                return self.unanswered(&choice);
            }
            let alone = if *payment == Payment::Auto { self.without_help(choice.player) } else { None };
            let owed = alone.unwrap_or_else(|| cost.clone());
            let rest = helpers.iter().fold(owed, |left, (_, symbol)| mana::without(&left, *symbol));
            let Some(plan) = mana::plan(&self.game, choice.player, &rest) else {
                let who = self.player_name(choice.player);
                let why = format!("{who} can't pay {rest} with the pool and plain mana abilities");
                return refused(rule!("601.2h"), why);
            };
            match plan.activate.first() {
                None if !helpers.is_empty() => {
                    let (object, symbol) = helpers.remove(0);
                    self.decide(choice.answered_by, Answer::Helped(object, symbol))?;
                }
                None => {
                    // Mana abilities come first where another player helps: nothing is paid yet.
                    let first = cost.0.is_empty();
                    let units = if first { Vec::new() } else { plan.spend };
                    self.decide(choice.answered_by, Answer::Paid(units))?;
                    let goes_on = |it: &Choice| it.prompt == choice.prompt && it.player == choice.player;
                    if activated && first && self.pending().is_some_and(|it| goes_on(&it)) {
                        continue;
                    }
                    return Ok(());
                }
                Some((act, _)) if matches!(payment, Payment::From(_) | Payment::Later) => {
                    let what = crate::rules::check::describe_act(&self.game, act);
                    return script(format!("that does not pay {cost}; it still takes {what}"));
                }
                Some((act, kind)) => {
                    activated = true;
                    self.decide(choice.answered_by, Answer::Mana(Box::new(act.clone())))?;
                    if let Some(Choice { prompt: Prompt::ManaType(_), player, .. }) = self.pending() {
                        self.decide(player, Answer::Picked(vec![Item::Mana(*kind)]))?;
                    }
                }
            }
        }
    }

    /// The cost that a player is about to pay whom another one was to help, but can't, having no
    /// mana (CR 702.132a).
    fn without_help(&self, by: PlayerId) -> Option<ManaCost> {
        let Some(Frame::Proposal(proposal)) = self.game.frame() else { return None };
        let ProposalStage::Assist { cost, step: AssistStep::Own(helper) } = &proposal.stage else { return None };
        let helps = self.game.player(*helper).is_some_and(|helper| !helper.mana.is_empty());
        (by == proposal.player && !helps).then(|| cost.clone())
    }

    /// Whether the spell or ability of the latest input needed no mana.
    fn cost_nothing(&self) -> bool {
        let entries = || self.latest.iter().flat_map(|(_, steps)| steps).flat_map(|step| &step.entries);
        let done = |event: &Event| matches!(event, Event::BecameCast { .. } | Event::BecameActivated { .. });
        entries().any(|entry| done(&entry.event)) && !entries().any(|it| matches!(it.event, Event::ManaSpent { .. }))
    }

    /// Mana from a player's pool, of the types these letters name.
    fn mana_of(&self, player: PlayerId, letters: &str) -> Result<Vec<ManaId>, Stop> {
        let mut pool = self.game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
        let mut units = Vec::new();
        for letter in letters.chars() {
            let Some(index) = pool.iter().position(|unit| unit.kind.letter() == letter) else {
                return script(format!(
                    "there is not so much {{{letter}}} in the pool of {}",
                    self.player_name(player)
                ));
            };
            units.push(pool.remove(index).id);
        }
        Ok(units)
    }

    /// The symbol that each of these creatures pays for: a coloured one before generic mana.
    fn helpers(&mut self, choice: &Choice, creatures: &[Ref]) -> Result<Vec<(ObjectId, ManaSymbol)>, Stop> {
        let Domain::Pay { cost, help, .. } = &choice.domain else { return self.unanswered(choice) };
        let mut left = cost.clone();
        let mut helpers = Vec::new();
        for creature in creatures {
            let object = self.object(creature)?;
            let mine = help.iter().find(|help| help.object == object);
            let mut pays: Vec<ManaSymbol> = mine.map(|help| help.pays.clone()).unwrap_or_default();
            pays.sort_by_key(|symbol| matches!(symbol, ManaSymbol::Generic(_)));
            let symbol = pays.into_iter().find(|symbol| mana::without(&left, *symbol) != left);
            let Some(symbol) = symbol else {
                return script(format!("{} can't help to pay {left}", self.game.name_of(object)));
            };
            left = mana::without(&left, symbol);
            helpers.push((object, symbol));
        }
        Ok(helpers)
    }
}

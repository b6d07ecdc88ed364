//! What an ability on the stack reads of its trigger event and of its own object.
//!
//! A word's needs determine what it reads of the trigger event ([`Need`]). What it reads of the
//! ability's own object it declares too (`#[word(own(…))]`); without that it reads the object. A
//! text that reads nothing of its object, and notes nothing with it, means the same for any object.

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::effect::Duration;
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::refers::{Need, Own};
use crate::card::words::term::{Go, Term, any, as_, each, has, walk};
use crate::card::words::turn_step::TurnStep;

/// What a text reads of its trigger event and of its own object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The event itself: where its object has gone, the value of X, what has happened since.
    pub event: bool,
    /// The objects it involved.
    pub object: bool,
    /// The player it involved.
    pub player: bool,
    /// The amount.
    pub amount: bool,
    /// The source of the damage.
    pub source: bool,
    /// The source of the ability, found where the event put it (CR 400.7d).
    pub this: bool,
    /// The text or actions of abilities linked to this instance of it (CR 607).
    pub linked: bool,
    /// The identity of its object, through any word.
    pub own: bool,
}

impl Reading {
    /// What a triggered ability reads after it has triggered, when its event has already matched.
    pub fn of(ability: &TriggeredAbility) -> Reading {
        let mut found = Reading::default();
        for text in [&ability.condition as &dyn Term, &ability.body] {
            walk(text, &mut |part| {
                found.part(part);
                Go::Into
            });
        }
        let of_this = |it: &TriggerEvent| {
            matches!(it, TriggerEvent::State(_) | TriggerEvent::Chapter(_) | TriggerEvent::BecomesLevel { .. })
        };
        // CR 603.8, 715.4: rules look for the ability of this object on the stack; so does a limit.
        found.own |= ability.limit.is_some() || any(&ability.when, of_this);
        // CR 702.16b, 702.11d: the legal targets depend on the source.
        found.own |= !ability.body.targets.is_empty() || ability.body.modes.is_some();
        found.linked |= ability.limit.is_some() || ability.body.modes.is_some();
        found
    }

    fn part(&mut self, part: &dyn Term) {
        match part.needs() {
            Need::EventObject => (self.event, self.object) = (true, true),
            Need::EventPlayer => self.player = true,
            Need::EventAmount => self.amount = true,
            Need::DamageSource => self.source = true,
            // For what entered or was turned face up in the event (CR 107.3m, 702.37f).
            Need::X => self.event = true,
            Need::Granter | Need::OwnCost | Need::Link(_) => self.linked = true,
            Need::Nothing
            | Need::Target
            | Need::Payment
            | Need::Portion
            | Need::Choice
            | Need::Deed
            | Need::Created
            | Need::Outcome(_)
            | Need::Vote
            | Need::Added
            | Need::Affected
            | Need::They
            | Need::Those => {}
        }
        self.this |= as_(part).is_some_and(|it| matches!(it, Objects::This))
            || as_(part).is_some_and(|it| matches!(it, Filter::This));
        self.event |= of_event(part);
        match part.own() {
            Own::Nothing => {}
            Own::Object => self.own = true,
            Own::Link => (self.own, self.linked) = (true, true),
        }
    }
}

/// Whether a word that isn't a reference reads the trigger event: the mana it produced
/// (CR 106.12a), what has happened since (CR 610.3a), what it shuffled in (CR 701.20g).
fn of_event(part: &dyn Term) -> bool {
    let instruction = |it: &Instruction| {
        matches!(it, Instruction::ExileUntil(_) | Instruction::PhaseOutUntil(_) | Instruction::Shuffle(_))
    };
    as_(part).is_some_and(|it| matches!(it, ManaOutput::Produced { .. })) || as_(part).is_some_and(instruction)
}

/// Whether a text refers to the source of an ability on the stack, which nothing else records.
pub fn names_sources(text: &dyn Term) -> bool {
    any(text, |it: &Filter| matches!(it, Filter::FromSource(_)))
}

/// The numbers of the objects that a text names as its creators (CR 201.4a).
pub fn creators(text: &dyn Term) -> Vec<u32> {
    let mut found = Vec::new();
    each(text, &mut |it| {
        if let Objects::Exactly { object, .. } = it {
            found.push(*object);
        }
    });
    found
}

/// Whether a text refers to its own object, or notes something with it.
pub fn speaks_of_its_object(text: &dyn Term) -> bool {
    has(text, |part| part.own() != Own::Nothing)
}

/// Whether a text depends on how many turns a player has taken.
pub fn counts_turns(text: &dyn Term) -> bool {
    any(text, |it: &Quantity| matches!(it, Quantity::TurnsTaken(_)))
}

/// Whether a text begins something that lasts through a later step or turn, for which it matters
/// whether it began in the present one. Nothing begins in an untap step (CR 502.4).
pub fn outlasts_the_turn(text: &dyn Term) -> bool {
    any(text, |it: &Duration| matches!(it, Duration::Through(step, ..) if *step != TurnStep::Untap))
}

/// Whether a text refers to the actions of a linked ability (CR 607).
pub fn is_linked(text: &dyn Term) -> bool {
    has(text, |part| matches!(part.needs(), Need::Link(_)))
}

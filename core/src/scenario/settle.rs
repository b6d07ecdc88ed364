//! Orders that make no difference, so a script need not give them, though it may (CR 603.3b,
//! 608.2f, 616.1): of triggered abilities, of equal objects handled in turn, and of the effects of
//! equal permanents.

use crate::fact::{Frame, PromptKind};
use crate::rules;
use crate::state::Game;

use super::expectation::Expectation;
use super::file::{At, ScriptItem};
use super::step::Reply;
use super::step::Step;
use super::timeline::{Stop, Timeline};

/// Which orders that make no difference are chosen automatically.
#[derive(Clone, Copy, Default)]
pub(super) struct Settles {
    /// Those of triggered abilities.
    triggers: bool,
    /// Those of objects handled in turn.
    objects: bool,
    /// Those of replacement effects.
    effects: bool,
}

impl Settles {
    /// The orders that a script neither looks at nor gives before it does anything else.
    pub(super) fn before(rest: &[At<ScriptItem>], timeline: &str) -> Settles {
        let not_given = |kind| !gives_order(rest, kind, timeline);
        Settles {
            triggers: not_given(PromptKind::TriggerOrder),
            objects: not_given(PromptKind::Objects),
            effects: not_given(PromptKind::Replacement),
        }
    }

    fn any(self, game: &Game) -> bool {
        match game.frame() {
            Some(Frame::Resolve(_)) => self.objects,
            Some(Frame::Happen(_)) => self.effects,
            _ => self.triggers,
        }
    }
}

impl Timeline {
    /// Gives an order that is asked for but cannot matter, unless the script is about to.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        if !self.settles.any(&self.game) {
            return Ok(());
        }
        if let Some((player, answer)) = rules::settled_order(&self.game) {
            // Counts as part of whatever led to it.
            let passed = self.passed.replace(true);
            self.decide(player, answer)?;
            self.passed = passed;
        }
        Ok(())
    }
}

/// Whether a script looks at the pending order, or gives it, before it does anything else.
fn gives_order(rest: &[At<ScriptItem>], kind: PromptKind, timeline: &str) -> bool {
    let mut forked = false;
    for (number, place) in rest.iter().enumerate() {
        match &place.what {
            ScriptItem::Expect(expected) => {
                let looks = expected.iter().any(|it| it.what.what.as_deref().is_ok_and(|it| is_about(it, kind)));
                if looks {
                    return true;
                }
            }
            ScriptItem::Unread(_) => return false,
            ScriptItem::Step(step) => match &**step {
                Step::Fork(_) => forked = true,
                Step::Label(_) | Step::Call { .. } => {}
                Step::OrderTriggers(_) => return kind == PromptKind::TriggerOrder,
                // Any other choice may be part of what is done for the objects.
                Step::Choose(reply) | Step::ChooseAs(_, reply) => {
                    return match kind {
                        PromptKind::Objects => matches!(reply, Reply::Order(_)),
                        PromptKind::Replacement => matches!(reply, Reply::Pick(_)),
                        _ => true,
                    };
                }
                Step::Input(_) => return true,
                // The choice pending there is looked at when the script comes back to that
                // timeline, or on its fork.
                Step::Switch(_) => return forked || rest[number..].iter().any(|it| switches_to(it, timeline)),
                Step::Illegal { .. } => return true,
                _ => return false,
            },
        }
    }
    false
}

fn switches_to(place: &At<ScriptItem>, timeline: &str) -> bool {
    matches!(&place.what, ScriptItem::Step(step) if matches!(&**step, Step::Switch(name) if name == timeline))
}

fn is_about(expectation: &Expectation, asked: PromptKind) -> bool {
    matches!(expectation, Expectation::Choice { kind, .. } if kind.is_none_or(|kind| kind == asked))
}

//! Orders of triggered abilities that lead to the same in every case: a script need not give them,
//! though it may (CR 603.3b).

use crate::rules;

use super::expectation::{Expectation, PromptKind};
use super::file::{At, ScriptItem};
use super::step::Step;
use super::timeline::{Stop, Timeline};

impl Timeline {
    /// Gives an order that is asked for and cannot matter, unless the script is about to.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        match rules::settled_order(&self.game) {
            Some((player, answer)) if self.settles => {
                // It goes on with what led to it.
                let passed = self.passed.replace(true);
                self.decide(player, answer)?;
                self.passed = passed;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Whether a script looks at the order that is asked for, or gives it, before it does anything
/// else.
pub(super) fn gives_order(rest: &[At<ScriptItem>]) -> bool {
    for place in rest {
        match &place.what {
            ScriptItem::Expect(expected) => {
                let looks = expected.iter().any(|it| it.what.what.as_deref().is_ok_and(is_about_order));
                if looks {
                    return true;
                }
            }
            ScriptItem::Unread(_) => return false,
            ScriptItem::Step(step) => match &**step {
                Step::Label(_) | Step::Fork(_) | Step::Call { .. } => {}
                Step::OrderTriggers(_) | Step::Choose(_) | Step::Input(_) => return true,
                // What is pending there is looked at when the script comes back to it.
                Step::Switch(_) | Step::Illegal { .. } => return true,
                _ => return false,
            },
        }
    }
    false
}

fn is_about_order(expectation: &Expectation) -> bool {
    matches!(expectation, Expectation::Choice { kind: None | Some(PromptKind::TriggerOrder), .. })
}

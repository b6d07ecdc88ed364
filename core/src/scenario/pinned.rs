//! References that mean what they mean as a line of the script begins: what the line itself does,
//! such as sacrificing something, does not change that.

use std::borrow::Cow;

use super::refs::Ref;
use super::step::{Payment, Step};
use super::timeline::Timeline;

impl Timeline {
    /// A step whose references to targets and to what pays are fixed to what they mean now.
    pub(super) fn pinned<'s>(&self, step: &'s Step) -> Cow<'s, Step> {
        if !matches!(step, Step::Cast { .. } | Step::Activate { .. } | Step::TurnFaceUp { .. } | Step::Pay(_)) {
            return Cow::Borrowed(step);
        }
        let mut step = step.clone();
        match &mut step {
            Step::Cast { targets, divide, added_texts, with, pay, .. }
            | Step::Activate { targets, divide, added_texts, with, pay, .. } => {
                let targets = targets.iter_mut().flat_map(|it| &mut it.0);
                let parts = divide.iter_mut().map(|(to, _)| to);
                let added = added_texts.iter_mut().flatten();
                self.pin(targets.chain(parts).chain(added).chain(with).chain(used_by(pay)));
            }
            Step::TurnFaceUp { with, pay, .. } => self.pin(with.iter_mut().chain(used_by(pay))),
            Step::Pay(pay) => self.pin(used_by(pay)),
            _ => {}
        }
        Cow::Owned(step)
    }

    /// Fixes references to what they mean now. A name stays: which of several it means may depend
    /// on what is offered. So does what means nothing yet.
    fn pin<'r>(&self, references: impl IntoIterator<Item = &'r mut Ref>) {
        for reference in references {
            if let (false, Ok(id)) = (matches!(reference, Ref::Named(_)), self.object(reference)) {
                *reference = Ref::Pinned(Box::new(reference.clone()), id);
            }
        }
    }
}

/// The references in a payment.
fn used_by(payment: &mut Payment) -> &mut [Ref] {
    match payment {
        Payment::From(used) | Payment::Convoke(used) => used,
        Payment::Auto | Payment::Mana(_) | Payment::Later => &mut [],
    }
}

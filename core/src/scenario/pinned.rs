//! References that mean what they mean as a line of the script begins: what the line itself does,
//! such as sacrificing something, does not change that.

use super::refs::Ref;
use super::step::{Payment, Targets};
use super::timeline::Timeline;

impl Timeline {
    /// A reference, fixed to what it means now. A name stays: which of several it means may depend
    /// on what is offered. So does what means nothing yet.
    fn pinned(&self, reference: &Ref) -> Ref {
        match reference {
            Ref::Named(_) | Ref::Pinned(..) => reference.clone(),
            _ => match self.object(reference) {
                Ok(id) => Ref::Pinned(Box::new(reference.clone()), id),
                Err(_) => reference.clone(),
            },
        }
    }

    /// [`Timeline::pinned`] for each of a list.
    pub(super) fn all_pinned(&self, references: &[Ref]) -> Vec<Ref> {
        references.iter().map(|it| self.pinned(it)).collect()
    }

    /// [`Timeline::pinned`] for targets.
    pub(super) fn targets_pinned(&self, targets: &[Targets]) -> Vec<Targets> {
        targets.iter().map(|Targets(of)| Targets(self.all_pinned(of))).collect()
    }

    /// [`Timeline::pinned`] for a division.
    pub(super) fn parts_pinned(&self, parts: &[(Ref, u32)]) -> Vec<(Ref, u32)> {
        parts.iter().map(|(to, amount)| (self.pinned(to), *amount)).collect()
    }

    /// [`Timeline::pinned`] for what pays.
    pub(super) fn payment_pinned(&self, payment: &Payment) -> Payment {
        match payment {
            Payment::From(sources) => Payment::From(self.all_pinned(sources)),
            Payment::Convoke(helpers) => Payment::Convoke(self.all_pinned(helpers)),
            Payment::Auto | Payment::Mana(_) | Payment::Later => payment.clone(),
        }
    }
}

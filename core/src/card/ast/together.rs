//! Lists of instructions that are followed for several players or objects at once (CR 608.2f).

use super::filter::Each;
use super::instruction::Instruction;

impl Instruction {
    /// Whether it is a list that is followed for all of its players or objects at the same time
    /// (CR 608.2f).
    pub(crate) fn is_done_at_once(&self) -> bool {
        match self {
            Instruction::ForEach { each, then, in_turn: false, .. } => {
                let objects = matches!(each, Each::Object(_) | Each::Both(..));
                then.iter().all(|it| it.fits_together(objects))
            }
            _ => false,
        }
    }

    /// Whether it can be carried out for several at the same time, or belongs to each of them
    /// alone. With `objects`, nothing may be left to an order, since nobody is asked for one.
    fn fits_together(&self, objects: bool) -> bool {
        match self {
            // Actions of the pipeline, perhaps after a choice, and effects that begin.
            Instruction::DealDamage { .. }
            | Instruction::Fight { .. }
            | Instruction::GainLife { .. }
            | Instruction::LoseLife { .. }
            | Instruction::DiscardThose(_)
            | Instruction::SacrificeThose(_)
            | Instruction::SacrificeTheirs { .. }
            | Instruction::Mill { .. }
            | Instruction::Destroy(_)
            | Instruction::DestroyForGood(_)
            | Instruction::PhaseOut(_)
            | Instruction::PhaseIn(_)
            | Instruction::PhaseInAndOut { .. }
            | Instruction::Exile(_)
            | Instruction::ExileFaceDown { being: None, .. }
            | Instruction::PutCounters { .. }
            | Instruction::RemoveCounters { .. }
            | Instruction::GetCounters { .. }
            | Instruction::Tap(_)
            | Instruction::Untap(_)
            | Instruction::CreateTokens { .. }
            | Instruction::CreateCopies { .. }
            | Instruction::PutOntoBattlefield { .. }
            | Instruction::Discard { .. }
            | Instruction::Sacrifice { .. }
            | Instruction::Unattach(_)
            | Instruction::GetEmblem { .. }
            | Instruction::Modify { .. }
            | Instruction::Establish { .. }
            | Instruction::Regenerate(_)
            | Instruction::Delay { .. }
            | Instruction::Choose { .. }
            | Instruction::ChooseValue(_)
            | Instruction::NoteNumber(_)
            | Instruction::RemoveDamage(_)
            | Instruction::Reveal(_) => true,
            Instruction::Put { random, .. } => !random,
            // Each player does this alone, and no other can tell the order.
            Instruction::Draw { .. }
            | Instruction::Scry { .. }
            | Instruction::Surveil { .. }
            | Instruction::Search { .. }
            | Instruction::LookAt { .. }
            | Instruction::Shuffle(_) => !objects,
            Instruction::May { then, .. } | Instruction::Unless { then, .. } => {
                then.iter().all(|it| it.fits_together(objects))
            }
            Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => {
                then.iter().chain(otherwise).all(|it| it.fits_together(objects))
            }
            _ => false,
        }
    }
}

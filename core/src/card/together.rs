//! Lists of instructions that are followed for several players or objects at once (CR 608.2f).

use crate::card::ast::filter::{Each, Objects, Players};
use crate::card::ast::instruction::{Exchanged, Instruction, Recipients};
use crate::card::verb;

impl verb::ForEach {
    /// Whether the list is followed for all of its players or objects at the same time
    /// (CR 608.2f).
    pub(crate) fn is_done_at_once(&self) -> bool {
        !self.in_turn && self.then.iter().all(|it| it.fits_together(Some(&self.each)))
    }
}

impl Instruction {
    /// Whether it does anything else than actions of the pipeline: effects that begin,
    /// designations, control. It is carried out in one step and without a choice. Followed for
    /// several at once, it waits as a whole, so that what it refers to is found in the same game
    /// for all of them (CR 608.2f, 608.2h).
    pub(crate) const fn states_facts(&self) -> bool {
        matches!(
            self,
            Instruction::Modify(_)
                | Instruction::Establish(_)
                | Instruction::Regenerate(_)
                | Instruction::Delay(_)
                | Instruction::NoteNumber(_)
                | Instruction::RemoveDamage(_)
                | Instruction::BecomeCopy(_)
                | Instruction::ExchangeControl(_)
                | Instruction::ExchangeNumbers(_)
                | Instruction::Double(_)
                | Instruction::Mark(_)
                | Instruction::SetLevel(_)
                | Instruction::Transform(_)
                | Instruction::Flip(_)
                | Instruction::TurnFaceUp(_)
                | Instruction::ChangeOwner(_)
                | Instruction::Haunt(_)
                | Instruction::Counter(_)
                | Instruction::CounterInto(_)
                | Instruction::TakeMana(_)
                | Instruction::RemoveFromCombat(_)
                | Instruction::BecomeBlocked(_)
                | Instruction::BecomeUnblocked(_)
                | Instruction::Skip(_)
                | Instruction::ControlNextTurn(_)
                | Instruction::ControlWhileResolving(_)
                | Instruction::Win(_)
                | Instruction::Lose(_)
        )
    }

    /// Whether it can be carried out for several at the same time, or belongs to each of them
    /// alone. For objects, nothing may be left to an order, since nobody is asked for one. Without
    /// `each` it is for something that may be the same for several of them.
    fn fits_together(&self, each: Option<&Each>) -> bool {
        let objects = each.is_none_or(Each::is_of_objects);
        let all = |list: &[Instruction]| list.iter().all(|it| it.fits_together(each));
        match self {
            // What is on top for one of them is gone for the next.
            Instruction::Exile(verb::Exile(what))
            | Instruction::ExileFaceDown(verb::ExileFaceDown { what, .. })
            | Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what, .. })
            | Instruction::Put(verb::Put { what, .. })
            | Instruction::Reveal(verb::Reveal(what))
            | Instruction::LookAt(verb::LookAt { what, .. })
            | Instruction::Manifest(verb::Manifest { what, .. })
                if is_the_top_of_one(what, each) =>
            {
                false
            }
            // Nobody can choose what was chosen for another of them.
            Instruction::Discard(verb::Discard { who, at_random: false, .. })
            | Instruction::Sacrifice(verb::Sacrifice { who, .. }) => is_of_each_alone(who, each),
            Instruction::Choose(verb::Choose { unchosen: true, .. }) => false,
            // Of two that set one total, the second one has to know what the first one has done.
            // Some exchanges of it are so, too.
            Instruction::ExchangeNumbers(verb::ExchangeNumbers { one, other, .. }) => {
                [one, other].into_iter().all(|number| match number {
                    Exchanged::Life(who) => is_of_each_alone(who, each),
                    Exchanged::Power(_) | Exchanged::Toughness(_) => true,
                })
            }
            Instruction::SetLife(verb::SetLife { who, .. }) => is_of_each_alone(who, each),
            Instruction::MoveCounters(verb::MoveCounters { from, .. }) => {
                each.is_some() && objects && *from == Objects::Affected
            }
            // Which of several hosts it is attached to is asked for one after another.
            Instruction::Attach(verb::Attach { to, .. }) => match to {
                Recipients::Target(_) | Recipients::Chosen(_) => true,
                Recipients::Objects(what) => matches!(
                    what,
                    Objects::This | Objects::Target(_) | Objects::Chosen(_) | Objects::Affected | Objects::ThatObject
                ),
                Recipients::Players(who) => matches!(who, Players::You | Players::They),
                Recipients::Both(..) => false,
            },
            _ if self.states_facts() => true,
            // Actions of the pipeline, perhaps after a choice.
            Instruction::DealDamage(_)
            | Instruction::Fight(_)
            | Instruction::GainLife(_)
            | Instruction::LoseLife(_)
            | Instruction::DiscardThose(_)
            | Instruction::SacrificeThose(_)
            | Instruction::SacrificeTheirs(_)
            | Instruction::Mill(_)
            | Instruction::Destroy(_)
            | Instruction::DestroyForGood(_)
            | Instruction::PhaseOut(_)
            | Instruction::PhaseIn(_)
            | Instruction::PhaseInAndOut(_)
            | Instruction::PhaseOutUntil(_)
            | Instruction::Exile(_)
            | Instruction::ExileFaceDown(_)
            | Instruction::ExileUntil(_)
            | Instruction::ExchangeCards(_)
            | Instruction::TurnFaceDown(_)
            | Instruction::PutCounters(_)
            | Instruction::PutSameCounters(_)
            | Instruction::RemoveCounters(_)
            | Instruction::GetCounters(_)
            | Instruction::Tap(_)
            | Instruction::Untap(_)
            | Instruction::CreateTokens(_)
            | Instruction::CreateCopies(_)
            | Instruction::PutOntoBattlefield(_)
            | Instruction::Discard(_)
            | Instruction::Ante(_)
            | Instruction::Unattach(_)
            | Instruction::GetEmblem(_)
            | Instruction::AddMana(_) => true,
            // What is chosen, noted or shown changes nothing that the others could see.
            Instruction::Choose(_) | Instruction::ChooseValue(_) | Instruction::Reveal(_) => true,
            Instruction::Put(verb::Put { random, .. }) => !random,
            // Each player does this alone, and no other can tell the order.
            Instruction::Draw(_)
            | Instruction::Scry(_)
            | Instruction::Surveil(_)
            | Instruction::Search(_)
            | Instruction::LookAt(_)
            | Instruction::Manifest(_)
            | Instruction::ShuffleInto(_)
            | Instruction::Shuffle(_) => !objects,
            Instruction::May(verb::May { then, .. }) | Instruction::Unless(verb::Unless { then, .. }) => all(then),
            Instruction::If(verb::If { then, otherwise, .. })
            | Instruction::MayPay(verb::MayPay { then, otherwise, .. }) => all(then) && all(otherwise),
            // The members of such a list may be the same for several of the list around it.
            Instruction::ForEach(verb::ForEach { each: inner, then, in_turn: false, .. }) => {
                let one_top = match inner {
                    Each::Object(what) | Each::Both(_, what) => is_the_top_of_one(what, each),
                    Each::Player(_) | Each::Vote(_) => false,
                };
                !one_top && then.iter().all(|it| it.fits_together(Some(inner)) && it.fits_together(None))
            }
            // One after another, before anything is done with the results.
            Instruction::FlipCoins(_) | Instruction::RollAgain => true,
            Instruction::RollDice(verb::RollDice { table, .. }) => table.iter().all(|row| all(&row.then)),
            // Keyword actions that stand for other instructions (CR 701).
            _ => self.stands_for().is_some_and(|list| all(&list)),
        }
    }
}

/// Whether a reference names cards on top of a library or graveyard that is the same for several
/// members of a list.
fn is_the_top_of_one(what: &Objects, each: Option<&Each>) -> bool {
    match what {
        Objects::TopOfLibrary(who, _) | Objects::TopOfGraveyard(who, _) | Objects::TopUntil { whose: who, .. } => {
            !is_of_each_alone(who, each)
        }
        Objects::Among(of, _) => is_the_top_of_one(of, each),
        _ => false,
    }
}

/// Whether a reference names another player for each player of a list.
fn is_of_each_alone(who: &Players, each: Option<&Each>) -> bool {
    match who {
        Players::They => matches!(each, Some(Each::Player(_))),
        Players::LeftOf(of) | Players::RightOf(of) => is_of_each_alone(of, each),
        _ => false,
    }
}

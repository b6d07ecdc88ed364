//! Lists of instructions that are followed for several players or objects at once (CR 608.2f).

use crate::card::ast::filter::{Each, Objects, Players};
use crate::card::ast::instruction::{Exchanged, Instruction, Recipients};
use crate::card::verb;
use crate::card::words::chosen::Linked;
use crate::card::words::refers::Together;
use crate::card::words::term::Term;

impl verb::ForEach {
    /// Whether the list is followed for all of its players or objects at the same time
    /// (CR 608.2f).
    pub fn is_done_at_once(&self) -> bool {
        !self.in_turn && self.then.iter().all(|it| it.fits_together(Some(&self.each)))
    }
}

impl Instruction {
    /// Whether it does anything else than actions of the pipeline: effects that begin,
    /// designations, control.
    pub fn states_facts(&self) -> bool {
        self.together() == Together::Whole
    }

    /// Whose cards it has somebody look through and take from, in parts: first they look, then they
    /// choose, then the cards move (CR 701.18a, 701.19a, 701.42a).
    pub fn looks_through(&self) -> Option<&Players> {
        match self {
            Instruction::Search(verb::Search { who, whose, .. }) => Some(whose.as_ref().unwrap_or(who)),
            Instruction::Scry(verb::Scry { who, .. }) | Instruction::Surveil(verb::Surveil { who, .. }) => Some(who),
            _ => None,
        }
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
            Instruction::Put(verb::Put { random: true, .. }) => false,
            // What is exiled at once is one pile (CR 406.4), and each has one of their own.
            Instruction::Search(verb::Search { pile: true, .. }) => false,
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
            Instruction::Either(verb::Either { of, .. }) => of.iter().all(|it| all(it)),
            Instruction::RollDice(verb::RollDice { table, .. }) => table.iter().all(|row| all(&row.then)),
            _ => match self.together() {
                Together::InTurn => false,
                Together::AtOnce | Together::Whole => true,
                Together::OfPlayers => !objects,
                // Keyword actions that stand for other instructions (CR 701).
                Together::AsItsList => self.stands_for().is_some_and(|list| all(&list)),
            },
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
        Objects::Linked(linked) => *linked == Linked::TopOfPile,
        Objects::Among(of, _) => is_the_top_of_one(of, each),
        _ => false,
    }
}

/// Whether a reference names another player for each player of a list.
pub fn is_of_each_alone(who: &Players, each: Option<&Each>) -> bool {
    match who {
        Players::They => matches!(each, Some(Each::Player(_))),
        Players::LeftOf(of) | Players::RightOf(of) => is_of_each_alone(of, each),
        _ => false,
    }
}

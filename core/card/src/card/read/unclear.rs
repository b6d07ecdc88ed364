//! What a reading could mean besides what it says: it is refused (`docs/reading.md`).

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::{If, Instruction};
use crate::card::ast::restriction::Restriction;
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::term::{Go, Term, any, as_, walk};

/// Whether abilities speak of something that could be another than they would act on.
pub(super) fn is_unclear(abilities: &Vec<Ability>, is_spell: bool) -> bool {
    // A permanent is not the spell that it was (CR 400.7), which is none of "another spell".
    !is_spell && (any(abilities, is_of_other_spells) || any(abilities, is_of_its_damage))
        || any(abilities, is_of_the_past)
        || any(abilities, is_of_other_cards)
        || any(abilities, asks_all_others)
        || any(abilities, asks_of_exiled)
        || any(abilities, asks_nobody)
        || any(abilities, |list: &Vec<Instruction>| asks_of_a_later_flip(list) || is_of_a_later_deed(list))
}

/// Whether a text speaks of others than this, beside what has happened: only a spell itself is
/// there to be another one than.
pub(super) fn has_others(text: &dyn Term) -> bool {
    let mut found = false;
    walk(text, &mut |part| {
        if matches!(as_::<PastEvent>(part).map(PastEvent::event), Some(TriggerEvent::Casts(..))) {
            return Go::Past;
        }
        found |= matches!(as_::<Filter>(part), Some(Filter::Not(inner)) if **inner == Filter::This);
        Go::Into
    });
    found
}

/// Whether instructions speak of what only a delayed ability will have done.
fn is_of_a_later_deed(list: &[Instruction]) -> bool {
    let done = |it: &Instruction, what: &Objects| match what {
        Objects::ThisWay(Deed::Exiled) => matches!(it, Instruction::Exile(_) | Instruction::ExileFaceDown(_)),
        Objects::ThisWay(Deed::Revealed) => matches!(it, Instruction::Reveal(_)),
        Objects::Created => matches!(it, Instruction::CreateTokens(_) | Instruction::CreateCopies(_)),
        _ => false,
    };
    let does = |it: &Instruction, what: &Objects| any(it, |it: &Instruction| done(it, what));
    let is_delay = |it: &&Instruction| matches!(it, Instruction::Delay(_));
    (0..list.len()).any(|at| {
        let (later, before): (Vec<_>, Vec<_>) = list[..at].iter().partition(is_delay);
        let is_later = |what: &Objects| {
            later.iter().any(|it| does(it, what)) && !before.iter().chain([&&list[at]]).any(|it| does(it, what))
        };
        any(&list[at], is_later)
    })
}

/// Whether what has happened is that other spells than this were cast.
fn is_of_other_spells(past: &PastEvent) -> bool {
    matches!(past.event(), TriggerEvent::Casts(..)) && has_others(past.event())
}

/// Whether a condition asks what happened to a target, which may be another object by now (CR
/// 400.7).
fn is_of_the_past(condition: &Condition) -> bool {
    matches!(condition, Condition::Is(Objects::Target(_), Filter::Is(Objects::ThisTurn(_))))
}

/// Whether instructions ask at once how coins fell that are flipped later.
fn asks_of_a_later_flip(list: &[Instruction]) -> bool {
    let flips = |it: &Instruction| matches!(it, Instruction::FlipCoins(_));
    let flips = |it: &Instruction| matches!(it, Instruction::Delay(delay) if any(&delay.body.instructions, flips));
    let asks = |it: &Instruction| matches!(it, Instruction::If(If { condition: Condition::Flip(_), .. }));
    list.iter().position(flips).is_some_and(|at| list[at..].iter().any(asks))
}

/// Whether a description is of the other cards that a linked ability exiled: others than those that
/// were spoken of, which are not this.
fn is_of_other_cards(what: &Objects) -> bool {
    matches!(what, Objects::Among(of, what) if **of == Objects::Linked(Linked::Exiled) && has_others(&**what))
}

/// Whether a condition asks something of every other player, each by themself: "if that player
/// controls more lands than each other player" is of none of their totals.
fn asks_all_others(condition: &Condition) -> bool {
    any(condition, |who: &Players| matches!(who, Players::OtherThan(..)))
}

/// Whether an instruction asks what the card is that a linked ability exiled. There may be several,
/// each for itself (CR 607.3).
fn asks_of_exiled(it: &Instruction) -> bool {
    let is_of_exiled = |it: &Condition| matches!(it, Condition::Is(Objects::Linked(Linked::Exiled), _));
    matches!(it, Instruction::If(it) if is_of_exiled(&it.condition))
}

/// Whether each of several players would be asked to pay for what is done to all of them.
fn asks_nobody(it: &Instruction) -> bool {
    let of_several = |who: &Players| matches!(who, Players::Each | Players::Opponents);
    matches!(it, Instruction::Unless(it) if it.who == Players::They && any(&it.then, of_several))
}

/// Whether the damage of this can't be prevented for a turn. That of a spell is all that it deals.
fn is_of_its_damage(it: &Instruction) -> bool {
    let is_so = |effect: &StaticEffect| {
        matches!(effect, StaticEffect::Restrict(Restriction::CantPreventDamage { source: Filter::This, .. }))
    };
    matches!(it, Instruction::Establish(begun) if is_so(&begun.effect))
}

//! What a player chooses or leaves as a text is followed, and what follows from it (CR 608.2d): "if
//! you don't".

use super::mentions::used;
use super::picking::picks;
use super::references::OPEN;
use crate::card::ast::filter::{Condition, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category;
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Reader, Reading, Want};
use crate::card::wording::open::OpenKind;
use crate::card::words::comparison::Comparison;

/// The sentences that say it.
pub(super) fn sentences(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    chosen_or_not(reader, at)
        .into_iter()
        .map(|(said, end)| Reading::new::<category::Sentence>(said, Person::One, end))
        .collect()
}

/// "You may put a land card from among them into your hand. If you don't, draw a card.": who
/// doesn't has chosen none.
fn chosen_or_not(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let Some(at) = reader.words(at, &["you", "may"]) else { return Vec::new() };
    let after = |at| reader.all::<category::Sentence>(&Want::default(), at).into_iter();
    let mut found = Vec::new();
    for (mut said, end) in picks(reader, &Players::You, Person::You, at) {
        let Some(Instruction::Choose(choose)) = said.first_mut() else { continue };
        // Of up to some, choosing none is doing it.
        if choose.up_to || choose.count != Quantity::Fixed(1) {
            continue;
        }
        choose.up_to = true;
        let chosen = Quantity::Number(Objects::Target(choose.into));
        let mut add = |comparison, n, then, otherwise, end| {
            let condition = Condition::Compare(chosen.clone(), comparison, Quantity::Fixed(n));
            let branches = Instruction::If(verb::If { condition, then, otherwise });
            found.push((said.iter().cloned().chain([branches]).collect(), end));
        };
        let denied = |at| reader.words(at, &[".", "if", "you", "don't", ","]);
        let left =
            |at| denied(at).map(after).into_iter().flatten().filter(|(then, ..)| is_of_nothing_chosen(reader, then));
        for (then, _, end) in left(end) {
            add(Comparison::AtMost, 0, then, Vec::new(), end);
        }
        for (then, _, end) in reader.words(end, &[".", "if", "you", "do", ","]).map(after).into_iter().flatten() {
            for (otherwise, _, end) in left(end) {
                add(Comparison::AtLeast, 1, then.clone(), otherwise, end);
            }
        }
    }
    found
}

/// Whether what is done if nothing was chosen asks for nothing else, and speaks of nothing that
/// could be what was not chosen.
fn is_of_nothing_chosen(reader: &Reader<'_>, then: &Vec<Instruction>) -> bool {
    let asks = |it: &Instruction| matches!(it, Instruction::If(_) | Instruction::May(_) | Instruction::MayPay(_));
    let open = reader.open.borrow();
    let kind = |number: u8| open.get(usize::from(number - OPEN)).map(|it| &it.kind);
    let mentions = |number| matches!(kind(number), Some(OpenKind::It | OpenKind::That(_) | OpenKind::Those(_)));
    !then.iter().any(asks) && !used(then, &open).into_iter().any(|(_, number)| mentions(number))
}

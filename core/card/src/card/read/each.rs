//! What is done for each of several players or objects (CR 608.2e, 608.2f).

use std::ops::Range;

use super::mentions::{is_among, used};
use super::picking::picks;
use super::references::{OPEN, for_each_of};
use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::wording::category;
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Reader, Reading, Value, Want};
use crate::card::wording::open::{Open, OpenKind};
use crate::card::wording::parts::{chosen, is_several};
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::Deed;
use crate::card::words::term::{Go, any, as_mut, walk_mut};

/// The sentences that say what is done for each of several.
pub(super) fn sentences(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = each_may(reader, at);
    if let Some(at) = reader.words(at, &["for", "each"]) {
        found.extend(for_each_player(reader, at));
        found.extend(for_each_object(reader, at));
    }
    found
}

fn sentence(said: Vec<Instruction>, end: usize) -> Reading {
    Reading::new::<category::Sentence>(said, Person::One, end)
}

/// "For each opponent, destroy target creature that player controls."
fn for_each_player(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let who = match reader.word(at) {
        Some("opponent") => Players::Opponents,
        Some("player") => Players::Each,
        _ => return Vec::new(),
    };
    let Some(at) = reader.words(at + 1, &[","]) else { return Vec::new() };
    let all = reader.all::<category::Simple>(&Want::default(), at).into_iter();
    let each = all.filter_map(|(said, _, end)| Some((for_each_of(reader, who.clone(), said)?, end)));
    each.map(|(said, end)| sentence(said, end)).collect()
}

/// "For each land, destroy it unless its controller pays 1 life.", "For each creature destroyed
/// this way, its controller creates a token."
fn for_each_object(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (what, _, end) in reader.all::<category::Noun>(&Want::of(Person::One), at) {
        for (those, end) in of_those(reader, &what, end) {
            let Some(begin) = reader.words(end, &[","]) else { continue };
            for (said, _, end) in reader.all::<category::Sentence>(&Want::default(), begin) {
                let Some(then) = done_for_each(reader, &what, said, begin..end) else { continue };
                let each = Each::Object(those.clone());
                let each = Instruction::ForEach(verb::ForEach { each, into: None, then, in_turn: false });
                found.push(sentence(vec![each], end));
            }
        }
    }
    found
}

/// All objects of a description, or those of them to which something was done.
fn of_those(reader: &Reader<'_>, what: &Filter, at: usize) -> Vec<(Objects, usize)> {
    let mut found = vec![(Objects::Each(Box::new(what.clone())), at)];
    for (said, deed) in [("destroyed", Deed::Destroyed), ("exiled", Deed::Exiled), ("sacrificed", Deed::Sacrificed)] {
        let Some(end) = reader.words(at, &[said, "this", "way"]) else { continue };
        let done = Objects::ThisWay(deed);
        let those = if *what == Filter::Any { done } else { Objects::Among(Box::new(done), Box::new(what.clone())) };
        found.push((those, end));
    }
    found
}

/// What is done for each object: "it" and "that creature" are that one, and "they" the player whom
/// the words before name by it. None if nothing speaks of it, or something could speak of another.
fn done_for_each(
    reader: &Reader<'_>,
    what: &Filter,
    mut said: Vec<Instruction>,
    within: Range<usize>,
) -> Option<Vec<Instruction>> {
    let open = reader.open.borrow().clone();
    let of = |n: u8| n.checked_sub(OPEN).and_then(|n| open.get(usize::from(n)));
    let whose = |word: &str| within.clone().find(|at| reader.word(*at) == Some(word) && its_before(reader, *at));
    let who = match (whose("controller"), whose("owner")) {
        (Some(at), None) => Some((at, Players::ControllerOf(Box::new(Objects::Affected)))),
        (None, Some(at)) => Some((at, Players::OwnerOf(Box::new(Objects::Affected)))),
        _ => None,
    };
    let created = within.clone().find(|at| matches!(reader.word(*at), Some("token" | "tokens")));
    for (at, number) in used(&said, &open) {
        let is_clear = match &of(number)?.kind {
            OpenKind::It => created.is_none_or(|token| at < token || reader.words(at - 2, &["copy", "of"]).is_some()),
            OpenKind::That(noun) => is_among(noun, what),
            OpenKind::Player => who.as_ref().is_some_and(|(told, _)| *told < at),
            _ => false,
        };
        if !is_clear {
            return None;
        }
    }
    // "Those cards" are of all of them, and cards are somewhere (CR 400.1).
    let of_all = within.clone().any(|at| reader.words(at, &["those", "cards"]).is_some());
    let is_placed = |part: &Filter| matches!(part, Filter::In(_));
    if of_all || (any(what, |part: &Filter| *part == Filter::Card) && !any(what, is_placed)) {
        return None;
    }
    let mut is_said = false;
    walk_mut(&mut said, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part)
            && let Objects::Target(n) = what
            && matches!(of(*n), Some(Open { kind: OpenKind::It | OpenKind::That(_), .. }))
        {
            (*what, is_said) = (Objects::Affected, true);
        }
        if let Some(player) = as_mut::<Players>(part)
            && let Players::Target(_) = player
            && let Some((_, who)) = &who
        {
            *player = who.clone();
        }
        Go::Into
    });
    is_said.then_some(said)
}

/// Whether the words before a position name an object in the possessive: "its", "that land's".
fn its_before(reader: &Reader<'_>, at: usize) -> bool {
    reader.word(at - 1).is_some_and(|word| word == "its" || word.ends_with("'s"))
}

/// "Each player may scry 1.": each decides, and all who do so do it at once (CR 101.4).
fn each_may(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (who, _, end) in reader.all::<category::Player>(&Want::default(), at) {
        let Some(at) = reader.words(end, &["may"]).filter(|_| is_several(&who)) else { continue };
        // "Each player may put a land card from their hand onto the battlefield": one or none.
        for (mut said, end) in picks(reader, &who, Person::You, at) {
            if let Some(Instruction::Choose(choose)) = said.first_mut()
                && (choose.up_to || choose.count == Quantity::Fixed(1))
            {
                choose.up_to = true;
                found.push(sentence(said, end));
            }
        }
        let Some(open) = reader.opened(end, OpenKind::Willing) else { continue };
        let willing = Players::Target(open);
        let choose = verb::Choose { who, what: TargetWhat::Player(Players::They), up_to: true, into: open, ..chosen() };
        let deeds = reader.all::<category::Deeds>(&Want::after(Value::new(willing.clone()), Person::You), at);
        let is_of_them = |then: &Vec<Instruction>| {
            let chooses = |it: &Instruction| matches!(it, Instruction::Choose(_));
            any(then, |who: &Players| *who == willing) && !then.iter().any(chooses)
        };
        for (then, _, end) in deeds.into_iter().filter(|(then, ..)| is_of_them(then)) {
            let mut said = [vec![Instruction::Choose(choose.clone())], then].concat();
            found.push(sentence(said.clone(), end));
            if let Some(end) = shuffling(reader, &said, end) {
                said.push(shuffle_if_searched(willing.clone()));
                found.push(sentence(said, end));
            }
        }
    }
    found
}

/// Each of these players shuffles who has searched: one of them may not have been able to.
fn shuffle_if_searched(who: Players) -> Instruction {
    let searched = Quantity::ThisWay(Deed::Searched, Some(Players::They));
    let condition = Condition::Compare(searched, Comparison::AtLeast, Quantity::Fixed(1));
    let then = vec![Instruction::Shuffle(verb::Shuffle(Players::They))];
    let shuffle = Instruction::If(verb::If { condition, then, otherwise: Vec::new() });
    Instruction::ForEach(verb::ForEach { each: Each::Player(who), into: None, then: vec![shuffle], in_turn: false })
}

/// Where the words end after a search with which all who have searched shuffle.
fn shuffling(reader: &Reader<'_>, said: &[Instruction], at: usize) -> Option<usize> {
    let Some(Instruction::Search(_)) = said.last() else { return None };
    let at = reader.words(at, &[".", "then", "each"])?;
    let at = reader.words(at, &["player"]).or_else(|| reader.words(at, &["opponent"]))?;
    let at = reader.words(at, &["who", "searched", "their", "library", "this", "way", "shuffles"])?;
    let what = [&["their", "library"][..], &["it"]];
    Some(what.iter().find_map(|words| reader.words(at, words)).unwrap_or(at))
}

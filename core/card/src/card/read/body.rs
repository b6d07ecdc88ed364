//! Bodies: sentences one after another, and the joints within them (CR 608.2c).

use std::ops::Range;

use super::becoming::{becoming, still_is};
use super::each;
use super::figures::in_words;
use super::leaves::{keyword_in_words, multiplied, sizes};
use super::mentions::used;
use super::names::color;
use super::offering;
use super::picking::picks;
use super::references::{OPEN, with_implied};
use super::searching::searches;
use super::shielding;
use crate::card::ast::ability::{Body, Mode, Modes};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Instead, Modification, StaticEffect};
use crate::card::ast::filter::{Again, Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::normal::described;
use crate::card::wording::category::{self, Cat, Category};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Value, Want};
use crate::card::wording::open::{Open, OpenKind};
use crate::card::wording::parts::{can_be_offered, is_several};
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::{ManaCost, ManaType};
use crate::card::words::term::{Go, Term, any, as_, as_mut, walk, walk_mut};

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[
    (Cat::Body, body),
    (Cat::Sentence, sentence),
    (Cat::Simple, simple),
    (Cat::Clause, sized),
    (category::Command::ID, command),
    (Cat::Deeds, deeds),
];

fn commanded() -> Want {
    Want::after(Value::new(Players::You), Person::You)
}

/// How modes are chosen, and where the first of them begins.
fn modes_chosen(reader: &Reader<'_>, at: usize, all: u8) -> Option<(Modes, usize)> {
    // CR 700.2e
    let theirs = reader.words(at, &["an", "opponent", "chooses"]);
    let at = theirs.or_else(|| reader.words(at, &["choose"]))?;
    let by = if theirs.is_some() { Players::Opponents } else { Players::You };
    let modes =
        |min, max| Modes { min, max, instead: None, repeat: false, unchosen: false, by: by.clone(), of: vec![] };
    let chosen = |words: &[&str], modes: Modes| Some((modes, reader.words(reader.words(at, words)?, &["—"])?));
    let up_to = reader.words(at, &["up", "to"]);
    let from = up_to.unwrap_or(at);
    if let Some(n) = reader.word(from).and_then(in_words).and_then(|n| u8::try_from(n).ok()) {
        let modes = modes(if up_to.is_some() { 0 } else { n }, n);
        let again = [".", "you", "may", "choose", "the", "same", "mode", "more", "than", "once", "."];
        if let Some(end) = reader.words(from + 1, &["—"]) {
            return Some((modes, end));
        }
        if let Some(end) = reader.words(from + 1, &again) {
            return Some((Modes { repeat: true, ..modes }, end));
        }
    }
    let both = || chosen(&["one", "or", "both"], modes(1, 2));
    let more = || chosen(&["one", "or", "more"], modes(1, all));
    let unchosen = ["one", "that", "hasn't", "been", "chosen"];
    both().or_else(more).or_else(|| chosen(&unchosen, Modes { unchosen: true, ..modes(1, 1) }))
}

/// "Choose one —" and the modes, each after a bullet (CR 700.2).
fn modes(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let bullets: Vec<usize> = (at..reader.tokens.len()).filter(|at| reader.word(*at) == Some("•")).collect();
    let Some((chosen, first)) = modes_chosen(reader, at, bullets.len() as u8) else { return Vec::new() };
    if bullets.first() != Some(&first) {
        return Vec::new();
    }
    let mut found: Vec<Vec<Mode>> = vec![Vec::new()];
    for (index, bullet) in bullets.iter().enumerate() {
        let end = bullets.get(index + 1).copied().unwrap_or(reader.tokens.len());
        let bodies = reader.all::<category::Body>(&Want::default(), bullet + 1);
        let whole: Vec<Mode> = bodies
            .into_iter()
            // A mode has no X of its own.
            .filter(|(body, _, at)| {
                *at == end && *body == Body { instructions: body.instructions.clone(), ..Body::default() }
            })
            .map(|(body, _, _)| Mode { instructions: body.instructions, ..Mode::default() })
            .collect();
        found = found
            .iter()
            .flat_map(|before| whole.iter().map(|mode| before.iter().cloned().chain([mode.clone()]).collect()))
            .collect();
    }
    let body = |of| Body { modes: Some(Box::new(Modes { of, ..chosen.clone() })), ..Body::default() };
    let end = reader.tokens.len();
    found.into_iter().map(|of| Reading::new::<category::Body>(body(of), Person::One, end)).collect()
}

/// Sentences with their full stops, or modes.
fn body(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = modes(reader, at);
    let sentence = |before: Option<&Instruction>, at: usize| {
        let sentences = reader.all::<category::Sentence>(&Want::default(), at).into_iter();
        let with_x = sentences.flat_map(|(said, _, end)| with_x(reader, said, end));
        let apart = with_x.filter(|(said, end)| !is_of_a_shield_before(reader, said, at..*end));
        let whole = apart.filter_map(|(said, end)| {
            // "It's still a land."
            let adds = any(&said, |it: &Modification| matches!(it, Modification::AddType(_)));
            let end = adds.then(|| still_is(reader, end)).flatten().unwrap_or(end);
            Some((said, reader.words(end, &["."])?))
        });
        let mut found: Vec<_> = whole.collect();
        let being: Vec<_> = found.iter().flat_map(|(said, end)| entering(reader, said, *end)).collect();
        found.extend(being);
        let for_good: Vec<_> = found.iter().filter_map(|(said, end)| for_good(reader, said, *end)).collect();
        found.extend(for_good);
        let replaced: Vec<_> =
            found.iter().flat_map(|(said, end)| replaced_if(reader, said, before.is_none(), *end)).collect();
        found.extend(replaced);
        found
    };
    let all = reader.series(at, &[&[], &["then"]], &sentence);
    let repeated: Vec<_> = all.iter().flat_map(|(said, end)| repeated(reader, said, *end)).collect();
    for (instructions, end) in all.into_iter().chain(repeated) {
        let body = Body { instructions, ..Body::default() };
        found.push(Reading::new::<category::Body>(body.clone(), Person::One, end));
        let limited = of_x(reader, body, end);
        found.extend(limited.map(|(body, end)| Reading::new::<category::Body>(body, Person::One, end)));
    }
    // It can stand in a paragraph of its own.
    let alone = of_x(reader, Body::default(), at).filter(|(_, end)| *end == reader.tokens.len());
    found.extend(alone.map(|(body, end)| Reading::new::<category::Body>(body, Person::One, end)));
    found
}

fn is_of_deeds(what: &Objects) -> bool {
    matches!(what, Objects::ThisWay(_))
}

fn counts_deeds(number: &Quantity) -> bool {
    matches!(number, Quantity::ThisWay(..))
}

/// "You may repeat this process any number of times.": all that was said before, again.
fn repeated(reader: &Reader<'_>, said: &[Instruction], at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let mut found = Vec::new();
    // What was done "this way" stays done, and would be done again.
    if any(&said.to_vec(), is_of_deeds) || any(&said.to_vec(), counts_deeds) {
        return found;
    }
    let mut add = |again, end: Option<usize>| {
        let repeat = |again| vec![Instruction::Repeat(verb::Repeat { then: said.to_vec(), again })];
        found.extend(end.map(|end| (repeat(again), end)));
    };
    let wanted = ["you", "may", "repeat", "this", "process", "any", "number", "of", "times", "."];
    add(Again::Wanted(Players::You), reader.words(at, &wanted));
    add(Again::Times(Quantity::Fixed(2)), reader.words(at, &["repeat", "this", "process", "once", "."]));
    for (condition, _, end) in
        reader.words(at, &["if"]).map(|at| reader.all::<category::If>(&Want::default(), at)).unwrap_or_default()
    {
        if !any(&condition, is_of_deeds) && !any(&condition, counts_deeds) {
            add(Again::While(condition), reader.words(end, &[",", "repeat", "this", "process", "."]));
        }
    }
    found
}

/// "Draw two cards. If you control an Elf, draw three cards instead.": what the next sentence does
/// in place of one (CR 608.2c).
fn replaced_if(reader: &Reader<'_>, said: &[Instruction], first: bool, at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let mut found = Vec::new();
    let mut add = |condition: &Condition, then: Vec<Instruction>, end: Option<usize>| {
        let before = declared(reader, &said.to_vec());
        let of_its_own = [declared(reader, &then), declared(reader, condition)].concat();
        let of_its_own = of_its_own.iter().any(|n| !before.contains(n));
        // "… instead. Then shuffle." is done in both cases.
        let shuffles = |all: &[Instruction]| all.iter().any(|it| matches!(it, Instruction::Shuffle(_)));
        let of_its_own = of_its_own || shuffles(&then) && !shuffles(said);
        // Whoever may do something else instead, and does not, does what was said.
        let is_offered = |it: &Instruction| matches!(it, Instruction::May(_) | Instruction::MayPay(_));
        let (what, then) = match &then[..] {
            [Instruction::May(verb::May { who: Players::You, then: what })] => {
                let either = verb::Either { who: Players::You, of: vec![what.clone(), said.to_vec()] };
                (what.clone(), vec![Instruction::Either(either)])
            }
            _ => (then.clone(), then),
        };
        if let Some(end) =
            end.filter(|_| can_replace(&what, said, first) && !of_its_own && !what.iter().any(is_offered))
        {
            let branches = verb::If { condition: condition.clone(), then, otherwise: said.to_vec() };
            found.push((vec![Instruction::If(branches)], end));
        }
    };
    let sentences = |at| reader.all::<category::Sentence>(&Want::default(), at);
    let conditions = |at| reader.all::<category::If>(&Want::default(), at);
    for (condition, _, end) in reader.words(at, &["if"]).map(conditions).unwrap_or_default() {
        let Some(at) = reader.words(end, &[","]) else { continue };
        for (then, _, end) in reader.words(at, &["instead"]).map(sentences).unwrap_or_default() {
            add(&condition, then, reader.words(end, &["."]));
        }
        let all = sentences(at).into_iter().map(|(then, _, end)| (then, end));
        for (then, end) in all.chain(more_of_those(reader, said, at)) {
            add(&condition, then, reader.words(end, &["instead", "."]));
        }
    }
    for (then, _, end) in sentences(at) {
        for (condition, _, end) in reader.words(end, &["instead", "if"]).map(conditions).unwrap_or_default() {
            add(&condition, then.clone(), reader.words(end, &["."]));
        }
    }
    found
}

/// "Put it onto the battlefield. It is a Zombie in addition to its other types.": what it is as it
/// enters (CR 611.2e).
fn entering(reader: &Reader<'_>, said: &[Instruction], at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let ways: [(&[&str], Person); 6] = [
        (&["it"], Person::One),
        (&["that", "creature"], Person::One),
        (&["that", "permanent"], Person::One),
        (&["that", "card"], Person::One),
        (&["they"], Person::Many),
        (&["those", "creatures"], Person::Many),
    ];
    let mut found = Vec::new();
    for (verb, number) in ways.iter().filter_map(|(words, number)| Some((reader.words(at, words)?, *number))) {
        if !matches!(reader.word(verb), Some("is" | "are" | "has" | "have")) {
            continue;
        }
        let several = reader.all::<category::Changes>(&Want::of(number), verb).into_iter();
        let several = several.filter(|(all, ..)| all.iter().all(is_of_what_enters)).map(|(all, _, end)| (all, end));
        for (being, end) in becoming(reader, &Want::of(number), verb).into_iter().chain(several) {
            let mut all = said.to_vec();
            let (Some(end), Some(put)) = (reader.words(end, &["."]), last_put(&mut all)) else { continue };
            if put.what.is_of_a_description() == (number == Person::Many) {
                put.being = being;
                found.push((all, end));
            }
        }
    }
    found
}

/// Whether a change can be one of what enters: it has a size of its own then, and no more of one.
const fn is_of_what_enters(change: &Modification) -> bool {
    !matches!(change, Modification::AddPowerToughness(..) | Modification::SwitchPowerToughness)
}

/// "Destroy all creatures. They can't be regenerated.": the last thing that a sentence does.
fn for_good(reader: &Reader<'_>, said: &[Instruction], at: usize) -> Option<(Vec<Instruction>, usize)> {
    let ways = [
        &["they"][..],
        &["it"],
        &["a", "creature", "destroyed", "this", "way"],
        &["creatures", "destroyed", "this", "way"],
        &["permanents", "destroyed", "this", "way"],
    ];
    let at = ways.iter().find_map(|words| reader.words(at, words))?;
    let end = reader.words(at, &["can't", "be", "regenerated", "."])?;
    let mut all = said.to_vec();
    let last = last_destroyed(&mut all)?;
    if let Instruction::Destroy(verb::Destroy(what)) = last {
        *last = Instruction::DestroyForGood(verb::DestroyForGood(what.clone()));
    }
    Some((all, end))
}

/// What instructions do last, if it is to destroy something.
fn last_destroyed(said: &mut [Instruction]) -> Option<&mut Instruction> {
    match said.last_mut()? {
        last @ Instruction::Destroy(_) => Some(last),
        Instruction::May(verb::May { then, .. }) => last_destroyed(then),
        Instruction::If(verb::If { then, otherwise, .. })
        | Instruction::MayPay(verb::MayPay { then, otherwise, .. })
            if otherwise.is_empty() =>
        {
            last_destroyed(then)
        }
        _ => None,
    }
}

/// What instructions do last, if it is to put something onto the battlefield and they say nothing
/// of what it is then.
fn last_put(said: &mut [Instruction]) -> Option<&mut verb::PutOntoBattlefield> {
    match said.last_mut()? {
        Instruction::PutOntoBattlefield(put) => Some(put).filter(|put| put.being.is_empty()),
        Instruction::May(verb::May { then, .. }) => last_put(then),
        Instruction::If(verb::If { then, otherwise, .. })
        | Instruction::MayPay(verb::MayPay { then, otherwise, .. })
            if otherwise.is_empty() =>
        {
            last_put(then)
        }
        _ => None,
    }
}

/// "Create five of those tokens": as many in place of those that a sentence creates.
fn more_of_those(reader: &Reader<'_>, said: &[Instruction], at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let Some(at) = reader.words(at, &["create"]) else { return Vec::new() };
    let counts = reader.all::<category::Count>(&Want::default(), at).into_iter();
    let created = |(number, _, end): (Quantity, Person, usize)| {
        let end = reader.words(end, &["of", "those", "tokens"])?;
        let more = match said {
            [Instruction::CreateTokens(tokens)] => {
                Instruction::CreateTokens(verb::CreateTokens { count: number, ..tokens.clone() })
            }
            [Instruction::CreateCopies(copies)] => {
                Instruction::CreateCopies(verb::CreateCopies { count: number, ..copies.clone() })
            }
            _ => return None,
        };
        Some((vec![more], end))
    };
    counts.filter_map(created).collect()
}

/// Whether it is all of a sentence that something is done instead of: the sentence does one thing,
/// or each does the same in another way. After others it does the same, so that it is not done in
/// place of all of them.
fn can_replace(then: &[Instruction], said: &[Instruction], first: bool) -> bool {
    let is_simple = |it: &Instruction| {
        !matches!(it, Instruction::If(_) | Instruction::MayPay(_) | Instruction::Delay(_) | Instruction::Unless(_))
    };
    let alike = then.len() == said.len()
        && then.iter().zip(said).all(|(one, other)| std::mem::discriminant(one) == std::mem::discriminant(other));
    // "If you control a black permanent, …. If you control a black and a red one, … instead."
    let within = matches!(said, [Instruction::If(verb::If { then: one, otherwise, .. })]
        if otherwise.is_empty() && can_replace(then, one, false));
    alike || within || first && matches!(said, [only] if is_simple(only)) && then.iter().all(is_simple)
}

/// The targets that a text declares.
fn declared(reader: &Reader<'_>, text: &dyn Term) -> Vec<u8> {
    let mut found = Vec::new();
    walk(text, &mut |part| {
        let n = match (as_::<Objects>(part), as_::<Players>(part), as_::<Recipients>(part)) {
            (Some(Objects::Target(n)), ..) | (_, Some(Players::Target(n)), _) | (.., Some(Recipients::Target(n))) => *n,
            _ => return Go::Into,
        };
        let open = n.checked_sub(OPEN).and_then(|n| reader.open.borrow().get(usize::from(n)).cloned());
        found.extend(matches!(open, Some(Open { kind: OpenKind::Target(_), .. })).then_some(n));
        Go::Into
    });
    found
}

/// "X can't be 0." "Spend only black mana on X." (CR 107.3a, 601.2h).
fn of_x(reader: &Reader<'_>, mut body: Body, at: usize) -> Option<(Body, usize)> {
    if let Some(end) = reader.words(at, &["x", "can't", "be", "0", "."]) {
        body.x_limits.push((Comparison::AtLeast, Quantity::Fixed(1)));
        return Some((body, end));
    }
    let at = reader.words(at, &["spend", "only"])?;
    let named = |at: usize| reader.word(at).and_then(color).map(|color| (color, at + 1));
    let several = reader.list(at, &["and/or", "or"], &named);
    let (colors, end) = several.or_else(|| named(at).map(|(color, end)| (vec![color], end)))?;
    body.spend_on_x = colors.into_iter().map(ManaType::from).collect();
    Some((body, reader.words(end, &["mana", "on", "x", "."])?))
}

/// Whether a sentence speaks of damage that was prevented by what is not in it.
fn is_of_a_shield_before(reader: &Reader<'_>, said: &Vec<Instruction>, mut within: Range<usize>) -> bool {
    within.any(|at| reader.words(at, &["prevented", "this", "way"]).is_some()) && !any(said, Instead::prevents)
}

/// Words, and what their X is if they say so: ", where X is …".
pub(crate) fn with_x<T: Term + Clone>(reader: &Reader<'_>, said: T, end: usize) -> Vec<(T, usize)> {
    let mut found = vec![(said.clone(), end)];
    if let Some(at) = reader.words(end, &[",", "where", "x", "is"]) {
        for (amount, _, end) in reader.all::<category::Amount>(&Want::default(), at) {
            let (mut said, mut replaced) = (said.clone(), false);
            walk_mut(&mut said, &mut |part| {
                let x = as_x(part, &amount);
                replaced |= x;
                if x { Go::Past } else { Go::Into }
            });
            let of_targets = with_x_of_targets(reader, &mut said, &amount);
            // What is targeted is as many as there are as it is cast.
            let as_cast = reader.words(end, &["as", "you", "cast", "~"]).filter(|_| !replaced);
            // The X of a cost that is asked for is not one of these numbers.
            if (replaced || of_targets) && !any(&said, ManaCost::has_x) {
                found.extend(as_cast.map(|end| (said.clone(), end)));
                found.push((said, end));
            }
        }
    }
    found
}

/// Puts the number that X is in its place.
fn as_x(part: &mut dyn Term, amount: &Quantity) -> bool {
    let x = as_mut::<Quantity>(part).filter(|number| **number == Quantity::X);
    x.map(|number| *number = amount.clone()).is_some()
}

/// Gives the targets of a text whose number, description or shares are X that number.
fn with_x_of_targets<T: Term>(reader: &Reader<'_>, said: &mut T, amount: &Quantity) -> bool {
    let mut replaced = false;
    for target in declared(reader, said) {
        let open = target.checked_sub(OPEN).and_then(|n| reader.open.borrow().get(usize::from(n)).cloned());
        let Some(Open { at, kind: OpenKind::Target(mut spec) }) = open else { continue };
        let mut has_x = false;
        walk_mut(&mut *spec, &mut |part| {
            let x = as_x(part, amount);
            has_x |= x;
            if x { Go::Past } else { Go::Into }
        });
        let Some(known) = reader.opened(at, OpenKind::Target(spec)).filter(|_| has_x) else { continue };
        replaced = true;
        walk_mut(said, &mut |part| {
            let number = if let Some(Objects::Target(n)) = as_mut::<Objects>(part) {
                n
            } else if let Some(Players::Target(n)) = as_mut::<Players>(part) {
                n
            } else if let Some(Recipients::Target(n)) = as_mut::<Recipients>(part) {
                n
            } else {
                return Go::Into;
            };
            if *number == target {
                *number = known;
            }
            Go::Into
        });
    }
    replaced
}

/// An instruction, and the subject of its clause, which can be left out of the next one.
type Said = (Instruction, Option<(Value, Person)>);

/// A sentence of clauses alone, or an offer with what follows it; the others are rows.
fn sentence(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    let mut found = reader.read(Cat::Simple, want, at).to_vec();
    let then: Vec<Reading> = found.iter().flat_map(|simple| then_offered(reader, simple)).collect();
    found.extend(then);
    found.extend(offer(reader, at));
    found.extend(offering::sentences(reader, at));
    found.extend(each::sentences(reader, at));
    found.extend(when_done(reader, at));
    found.extend(chosen_targets(reader, at));
    found.extend(lasting(reader, at));
    found.extend(delayed(reader, at));
    found.extend(keywords_of(reader, at));
    found.extend(shielding::sentences(reader, at));
    found
}

/// "Draw a card, then you may discard a card." "Draw a card, then sacrifice ~ unless you pay {1}."
fn then_offered(reader: &Reader<'_>, simple: &Reading) -> Vec<Reading> {
    let Some(at) = reader.words(simple.end, &[",", "then"]) else { return Vec::new() };
    let Some(first) = simple.value.get::<Vec<Instruction>>() else { return Vec::new() };
    let offers = reader.all::<category::Sentence>(&Want::default(), at).into_iter();
    let is_offer = |it: &[Instruction]| {
        matches!(
            it,
            [
                Instruction::May(_)
                    | Instruction::MayPay(_)
                    | Instruction::Unless(_)
                    | Instruction::If(_)
                    | Instruction::Choose(_)
                    | Instruction::Delay(_),
                ..
            ]
        )
    };
    offers
        .filter(|(then, _, _)| is_offer(then))
        .map(|(then, _, end)| {
            let all = first.iter().cloned().chain(then).collect();
            Reading::new::<category::Sentence>(all, Person::One, end)
        })
        .collect()
}

/// "Choose target creature." does nothing but declare a target. It stands as a condition with
/// nothing under it until the text is closed.
fn chosen_targets(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let Some(at) = reader.words(at, &["choose"]) else { return Vec::new() };
    let things = reader.all::<category::Thing>(&Want::default(), at).into_iter();
    let things = things.map(|(what, _, end)| (Condition::Is(what, Filter::Any), end));
    let players = reader.all::<category::Player>(&Want::default(), at).into_iter();
    let players = players.map(|(who, _, end)| (Condition::AreAmong(who, Players::Each), end));
    let any = reader.all::<category::AnyTarget>(&Want::default(), at).into_iter();
    let any = any.map(|(target, _, end)| (Condition::Is(Objects::Target(target), Filter::Any), end));
    let is_target = |(condition, _): &(Condition, usize)| {
        let is_one =
            matches!(condition, Condition::Is(Objects::Target(_), _) | Condition::AreAmong(Players::Target(_), _));
        is_one && !declared(reader, condition).is_empty()
    };
    let empty = |(condition, end)| {
        let declares = Instruction::If(verb::If { condition, then: Vec::new(), otherwise: Vec::new() });
        Reading::new::<category::Sentence>(vec![declares], Person::One, end)
    };
    things.chain(players).chain(any).filter(is_target).map(empty).collect()
}

/// Leaves out what only declares targets.
pub(super) fn without_declarations(instructions: &mut Vec<Instruction>) {
    let is_empty = |it: &Instruction| matches!(it, Instruction::If(verb::If { then, otherwise, .. }) if then.is_empty() && otherwise.is_empty());
    instructions.retain(|it| !is_empty(it));
}

/// "You may pay {2}. When you do, ~ deals 3 damage to any target.": all that follows is what the
/// ability does that triggers then (CR 603.12).
fn when_done(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let Some(at) = reader.words(at, &["you", "may"]) else { return Vec::new() };
    let you = Players::You;
    let payments = reader.all::<category::Payment>(&Want::of(Person::You), at);
    let paid = payments.into_iter().filter(|(cost, ..)| can_be_offered(cost)).map(|(cost, _, end)| (Ok(cost), end));
    let mut offers: Vec<(Result<Vec<Cost>, Vec<Instruction>>, usize)> = paid.collect();
    for (deeds, _, end) in reader.all::<category::Deeds>(&commanded(), at) {
        // What can be paid is offered as a cost.
        if offers.iter().all(|(_, until)| *until != end) {
            offers.push((Err(deeds), end));
        }
    }
    let mut found = Vec::new();
    for (offer, end) in offers {
        let Some(begin) = reader.words(end, &[".", "when", "you", "do", ","]) else { continue };
        let bodies = reader.all::<category::Body>(&Want::default(), begin);
        let Some(end) = bodies.iter().map(|(.., end)| *end).max() else { continue };
        for (body, ..) in bodies.into_iter().filter(|(body, _, until)| *until == end && body.modes.is_none()) {
            let delay = verb::Delay { when: TriggerEvent::Done, body: Box::new(body), until: None };
            let then = vec![Instruction::Delay(delay)];
            let said = match &offer {
                Ok(cost) => Instruction::MayPay(verb::MayPay {
                    who: you.clone(),
                    cost: cost.clone(),
                    must: false,
                    then,
                    otherwise: Vec::new(),
                }),
                Err(deeds) => Instruction::May(verb::May { who: you.clone(), then: [deeds.clone(), then].concat() }),
            };
            // Its full stop is that of the sentence.
            found.push(Reading::new::<category::Sentence>(vec![said], Person::One, end - 1));
        }
    }
    found
}

/// Whether it asks for something that has to be paid.
const fn is_of_a_payment(it: &Instruction) -> bool {
    matches!(it, Instruction::MayPay(verb::MayPay { must: true, .. }))
}

/// Whether words between two positions can be paid as a cost.
fn is_payment(reader: &Reader<'_>, at: usize, end: usize) -> bool {
    let payments = reader.all::<category::Payment>(&Want::of(Person::You), at);
    payments.iter().any(|(cost, _, until)| *until == end && can_be_offered(cost))
}

/// "It gains haste.": a change without a duration lasts (CR 611.2a).
fn lasting(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    // What comes back later is changed then.
    let before = at.checked_sub(1).map(|stop| reader.sentence(stop)..stop);
    let is_later = before.is_some_and(|before| before.into_iter().any(|at| reader.word(at) == Some("beginning")));
    if is_later && matches!(reader.word(at), Some("it" | "that" | "those" | "they")) {
        return found;
    }
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        let begins = ["gains", "gain", "becomes", "become", "loses", "lose"];
        if !reader.word(end).is_some_and(|verb| begins.contains(&verb)) {
            continue;
        }
        for (modifications, _, end) in reader.all::<category::Changes>(&Want::of(number), end) {
            let adds = any(&modifications, |it: &Modification| matches!(it, Modification::AddType(_)));
            let end = adds.then(|| still_is(reader, end)).flatten().unwrap_or(end);
            let is_size = |it: &Modification| matches!(it, Modification::AddPowerToughness(..));
            if reader.word(end) == Some(".") && !modifications.iter().any(is_size) {
                let modify = verb::Modify { what: what.clone(), modifications, duration: Duration::Indefinite };
                found.push(Reading::new::<category::Sentence>(vec![Instruction::Modify(modify)], Person::One, end));
            }
        }
    }
    found
}

/// "Creatures you control gain flying until end of turn if a creature you control has flying. The
/// same is true for reach and trample.": the keyword abilities that one of them has.
fn keywords_of(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    let names = |at| keyword_in_words(reader, at);
    for (what, number, end) in reader.all::<category::Group>(&Want::default(), at) {
        let verb = if number == Person::One { "gains" } else { "gain" };
        let Some((first, end)) = reader.words(end, &[verb]).and_then(names) else { continue };
        for (duration, _, end) in reader.all::<category::Span>(&Want::default(), end) {
            let Some(at) = reader.words(end, &["if"]) else { continue };
            for (of, _, end) in reader.all::<category::One>(&Want::default(), at) {
                let again = reader.words(end, &["has"]).and_then(names).filter(|(name, _)| *name == first);
                let more = again.and_then(|(_, end)| reader.words(end, &[".", "the", "same", "is", "true", "for"]));
                let Some((more, end)) = more.and_then(|at| reader.list(at, &["and"], &names)) else { continue };
                let named = std::iter::once(first).chain(more).collect();
                let gained = Modification::GainKeywordsOf { named, of: Objects::Each(Box::new(of)) };
                let modify = verb::Modify {
                    what: Objects::Each(Box::new(what.clone())),
                    modifications: vec![gained],
                    duration: duration.clone(),
                };
                found.push(Reading::new::<category::Sentence>(vec![Instruction::Modify(modify)], Person::One, end));
            }
        }
    }
    found
}

/// "Whenever ~ deals damage this turn, draw a card.": a delayed triggered ability (CR 603.7).
fn delayed(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let when = |at| reader.words(at, &["when"]).or_else(|| reader.words(at, &["whenever"]));
    let until = [&["this", "turn", ","][..], &["until", "end", "of", "turn", ","]];
    let first = until.iter().filter_map(|words| reader.words(at, words)).filter_map(when).map(|at| (at, true));
    let mut found = Vec::new();
    for (at, is_said) in first.chain(when(at).map(|at| (at, false))) {
        for (when, _, end) in reader.all::<category::Event>(&Want::default(), at) {
            let words: &[&str] = if is_said { &[","] } else { &["this", "turn", ","] };
            let Some(at) = reader.words(end, words) else { continue };
            for (instructions, _, end) in reader.all::<category::Sentence>(&Want::default(), at) {
                if can_be_delayed(reader, &when, &instructions) {
                    let body = Box::new(Body { instructions, ..Body::default() });
                    let delay = verb::Delay { when: when.clone(), body, until: Some(Duration::EndOfTurn) };
                    found.push(Reading::new::<category::Sentence>(vec![Instruction::Delay(delay)], Person::One, end));
                }
            }
        }
    }
    found
}

/// Whether what is done after an event refers to nothing that only the event tells, and has no
/// targets of its own.
fn can_be_delayed(reader: &Reader<'_>, when: &TriggerEvent, then: &Vec<Instruction>) -> bool {
    let open = reader.open.borrow();
    let mentioned = described(when).iter().all(|what| matches!(what, Filter::This | Filter::Is(_)));
    used(then, &open).iter().all(|(_, number)| match open.get(usize::from(number - OPEN)).map(|it| &it.kind) {
        Some(OpenKind::It | OpenKind::That(_) | OpenKind::Those(_)) => mentioned,
        _ => false,
    })
}

/// "You may draw a card. If you do, discard a card.": one offer of both. What can be paid as a cost
/// is offered by another row.
fn offer(reader: &Reader<'_>, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for player in reader.read(Cat::Player, &Want::default(), at).iter() {
        let (Some(who), Some(words)) = (player.value.get::<Players>(), reader.words(player.end, &["may"])) else {
            continue;
        };
        let want = Want::after(player.value.clone(), Person::You);
        for (first, _, end) in reader.all::<category::Deeds>(&want, words) {
            let done = [
                &[".", "if", "you", "do", ","][..],
                &[".", "if", "they", "do", ","],
                &[".", "if", "that", "player", "does", ","],
            ];
            let Some(at) = done.iter().find_map(|words| reader.words(end, words)) else { continue };
            // What can be paid is offered by the row of an offered payment.
            if is_payment(reader, words, end) {
                continue;
            }
            let after = reader.all::<category::Sentence>(&Want::default(), at).into_iter();
            // "If you don't" is about the offer.
            for (after, _, end) in after.filter(|(after, _, _)| !after.iter().any(is_of_a_payment)) {
                let then = first.iter().cloned().chain(after).collect();
                let may = Instruction::May(verb::May { who: who.clone(), then });
                found.push(Reading::new::<category::Sentence>(vec![may], Person::One, end));
            }
        }
    }
    found
}

/// Clauses: "draw a card and lose 1 life", "target player draws a card, then discards a card".
fn simple(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let clause = |before: Option<&Said>, at: usize| {
        let mut found: Vec<(Vec<Said>, usize)> = Vec::new();
        // "Exile it instead and draw a card": whatever follows belongs to what happens instead.
        let instead = |joint: usize| at.checked_sub(joint).and_then(|at| reader.word(at)) == Some("instead");
        if before.is_some() && (2..=3).any(instead) {
            return found;
        }
        let mut add = |reading: &Reading, subject: Option<(Value, Person)>| {
            let said = reading.value.get::<Instruction>().map(|it| (it.clone(), subject));
            found.extend(said.map(|said| (vec![said], reading.end)));
        };
        let you = (Value::new(Players::You), Person::You);
        for reading in reader.read(Cat::Clause, &Want::default(), at).iter() {
            add(reading, reading.subject.clone());
        }
        for reading in reader.read(Cat::Deed, &commanded(), at).iter() {
            add(reading, Some(you.clone()));
        }
        let subject_of = |(said, subject): &Said| match said {
            Instruction::Establish(begun) => Some(with_implied(subject.clone()?, &begun.effect)),
            _ => subject.clone(),
        };
        if let Some((subject, agreement)) = before.and_then(subject_of) {
            let subject = as_objects(&subject);
            let want = Want::after(subject.clone(), agreement);
            for reading in reader.read(category::Predicate::ID, &want, at).iter() {
                add(reading, Some((subject.clone(), agreement)));
            }
            for (restriction, end) in restricted(reader, &subject, agreement, at) {
                found.push((vec![(restriction, Some((subject.clone(), agreement)))], end));
            }
        }
        for ((subject, agreement), at) in choosers(reader, before, at).into_iter().chain([(you, at)]) {
            let Some(who) = subject.get::<Players>() else { continue };
            let said = |it| (it, Some((subject.clone(), agreement)));
            let several = picks(reader, who, agreement, at).into_iter().chain(searched(reader, who, agreement, at));
            found.extend(several.map(|(all, end)| (all.into_iter().map(said).collect(), end)));
            // Whoever does it: to all of them it happens alike.
            if *who != Players::You {
                let want = Want::of(agreement);
                let is_of_them = |act: &Instruction| is_several(who) && any(act, |it: &Players| *it != Players::You);
                let acts = reader.all::<category::Acts>(&want, at).into_iter().filter(|it| !is_of_them(&it.0));
                found.extend(acts.map(|(act, _, end)| (vec![said(act)], end)));
            }
        }
        // "Create a 1/1 Snake token, a 2/2 Wolf token, and …"
        if let Some((Instruction::CreateTokens(verb::CreateTokens { who, .. }), subject)) = before {
            let more = more_tokens(reader, who, at).into_iter();
            found.extend(more.map(|(tokens, end)| (vec![(tokens, subject.clone())], end)));
        }
        // "… into your hand and the rest on the bottom of your library."
        if let Some((Instruction::Put(_) | Instruction::PutOntoBattlefield(_), subject)) = before {
            let rest = reader.all::<category::TheRest>(&Want::default(), at).into_iter();
            found.extend(rest.map(|(put, _, end)| (vec![(put, subject.clone())], end)));
        }
        found
    };
    let all = reader.series(at, &[&[",", "then"], &["and"], &[",", "and"], &[","]], &clause).into_iter();
    all.map(|(said, end)| {
        let said = said.into_iter().map(|(instruction, _)| instruction).collect();
        Reading::new::<category::Simple>(said, Person::One, end)
    })
    .collect()
}

/// More tokens that somebody creates: "a 2/2 green Wolf creature token".
fn more_tokens(reader: &Reader<'_>, who: &Players, at: usize) -> Vec<(Instruction, usize)> {
    let mut found = Vec::new();
    for (count, number, end) in reader.all::<category::Count>(&Want::default(), at) {
        for (token, _, end) in reader.all::<category::Token>(&Want::of(number), end) {
            found.push((Instruction::create(who.clone(), count.clone(), token), end));
        }
    }
    found
}

/// What one player searches for; each of several would do it alone.
fn searched(reader: &Reader<'_>, who: &Players, agreement: Person, at: usize) -> Vec<(Vec<Instruction>, usize)> {
    if is_several(who) { Vec::new() } else { searches(reader, who, agreement, at) }
}

/// Who can choose something at a position, and where the words for what is chosen begin: a player
/// who is named there, or the subject of the clause before.
fn choosers(reader: &Reader<'_>, before: Option<&Said>, at: usize) -> Vec<((Value, Person), usize)> {
    let named = reader.read(Cat::Player, &Want::default(), at);
    let mut found: Vec<_> = named.iter().map(|it| ((it.value.clone(), it.agreement), it.end)).collect();
    let same = before.and_then(|(_, subject)| subject.clone());
    found.extend(same.filter(|(who, _)| !crate::card::wording::category::is_you(who)).map(|who| (who, at)));
    found
}

/// The subject of a clause as the objects that it means.
fn as_objects(subject: &Value) -> Value {
    match subject.get::<Filter>() {
        Some(Filter::This) => Value::new(Objects::This),
        Some(Filter::Is(what)) => Value::new(what.clone()),
        Some(what) => Value::new(Objects::Each(Box::new(what.clone()))),
        None => subject.clone(),
    }
}

/// What the subject before can't do for a while: "and can't be blocked this turn".
fn restricted(reader: &Reader<'_>, subject: &Value, agreement: Person, at: usize) -> Vec<(Instruction, usize)> {
    let what = match subject.get::<Objects>() {
        Some(Objects::This) => Filter::This,
        Some(Objects::Each(what)) => (**what).clone(),
        Some(what) => Filter::Is(what.clone()),
        None => return Vec::new(),
    };
    let want = Want::after(Value::new(what), agreement);
    let mut found = Vec::new();
    for (restriction, _, end) in reader.all::<category::RestrictedPredicate>(&want, at) {
        for (duration, _, end) in reader.all::<category::Time>(&Want::default(), end) {
            let effect = StaticEffect::Restrict(restriction.clone());
            let begun = verb::Establish { effect, duration, of: None, apiece: false };
            found.push((Instruction::Establish(begun), end));
        }
    }
    found
}

/// "Target creature gets +1/+1 until end of turn for each Elf you control.", or one of two sizes.
fn sized(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = Vec::new();
    for (what, number, end) in reader.all::<category::Thing>(&Want::default(), at) {
        let Some(end) = reader.words(end, &[if number == Person::One { "gets" } else { "get" }]) else { continue };
        let Some((power, toughness)) = reader.word(end).and_then(sizes) else { continue };
        // "… gets +1/-1 or -1/+1 until end of turn."
        let other = reader.words(end + 1, &["or"]).and_then(|at| reader.word(at)).and_then(sizes);
        let durations = other.iter().flat_map(|_| reader.all::<category::Span>(&Want::default(), end + 3));
        for (duration, _, end) in durations {
            let sized = |(power, toughness): &(Quantity, Quantity)| {
                vec![Instruction::Modify(verb::Modify {
                    what: what.clone(),
                    modifications: vec![Modification::AddPowerToughness(power.clone(), toughness.clone())],
                    duration: duration.clone(),
                })]
            };
            let of = std::iter::once(&(power.clone(), toughness.clone())).chain(&other).map(sized).collect();
            let either = Instruction::Either(verb::Either { who: Players::You, of });
            found.push(Reading::new::<category::Clause>(either, number, end));
        }
        for (duration, _, end) in reader.all::<category::Span>(&Want::default(), end + 1) {
            let Some(end) = reader.words(end, &["for", "each"]) else { continue };
            for (each, _, end) in reader.all::<category::Each>(&Want::default(), end) {
                let (Some(power), Some(toughness)) = (multiplied(&power, &each), multiplied(&toughness, &each)) else {
                    continue;
                };
                let modify = Instruction::Modify(verb::Modify {
                    what: what.clone(),
                    modifications: vec![Modification::AddPowerToughness(power, toughness)],
                    duration: duration.clone(),
                });
                found.push(Reading::new::<category::Clause>(modify, number, end));
            }
        }
    }
    found
}

/// "Have ~ deal 2 damage to any target": what somebody else does, in the base form.
fn had(reader: &Reader<'_>, at: usize) -> Vec<(Instruction, usize)> {
    let Some(at) = reader.words(at, &["have"]) else { return Vec::new() };
    let mut found = Vec::new();
    for subject in
        [Cat::Thing, Cat::Player].into_iter().flat_map(|category| reader.read(category, &Want::default(), at).to_vec())
    {
        let want = Want::after(subject.value.clone(), Person::You);
        // Who has it done does not do it.
        if !crate::card::wording::category::is_you(&subject.value) {
            let deeds = reader.all::<category::Deed>(&want, subject.end);
            found.extend(deeds.into_iter().map(|(deed, _, end)| (deed, end)));
        }
    }
    found
}

/// Actions in the base form, whose subject stands before: "draw a card and lose 1 life".
fn command(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    reader.read(Cat::Deed, &commanded(), at).to_vec()
}

/// Several actions in the base form.
fn deeds(reader: &Reader<'_>, want: &Want, at: usize) -> Vec<Reading> {
    // Each of several players is "they" in what each may do.
    let several = |it: &Value| it.get().is_some_and(is_several);
    let chooser = want.subject.as_ref().and_then(|it| it.get::<Players>()).filter(|who| !is_several(who)).cloned();
    let subject = want.subject.clone().map(|it| if several(&it) { Value::new(Players::They) } else { it });
    let want = Want { subject, ..Want::of(Person::You) };
    let deed = |_: Option<&Instruction>, at: usize| -> Vec<(Vec<Instruction>, usize)> {
        let own = reader.all::<category::Deed>(&want, at).into_iter().map(|(deed, _, end)| (deed, end));
        let one = own.chain(had(reader, at)).map(|(deed, end)| (vec![deed], end));
        let chosen = chooser.iter().flat_map(|who| picks(reader, who, Person::You, at));
        let found = chooser.iter().flat_map(|who| searched(reader, who, Person::You, at));
        let others = chooser.iter().filter(|who| **who != Players::You);
        let acts = others.flat_map(|_| reader.all::<category::Acts>(&Want::of(Person::You), at));
        one.chain(chosen).chain(found).chain(acts.map(|(act, _, end)| (vec![act], end))).collect()
    };
    let all = reader.series(at, &[&[",", "then"], &["and"], &[",", "and"]], &deed).into_iter();
    all.map(|(all, end)| Reading::new::<category::Deeds>(all, Person::One, end)).collect()
}

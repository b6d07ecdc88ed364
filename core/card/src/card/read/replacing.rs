//! Damage that would be dealt, and what happens instead (CR 614.9, 615).

use super::figures::{in_digits, in_words};
use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::wording::category::{self, Cat};
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Leaf, Reader, Reading, Want};
use crate::card::words::card_type::CardType;
use crate::card::words::term::any;
use crate::card::words::zone_kind::ZoneKind;

pub(crate) const LEAVES: &[(Cat, Leaf)] = &[(Cat::Replaced, replaced), (Cat::Paragraph, while_so)];

/// To which players and objects damage would be dealt.
pub(super) type To = (Option<Players>, Option<Filter>);

/// Damage to anything.
pub(super) const ANYTHING: To = (Some(Players::Each), Some(Filter::Any));

/// Damage that would be dealt.
#[derive(Clone)]
pub(super) struct Dealt {
    pub(super) source: Filter,
    pub(super) to: To,
    pub(super) kind: Damage,
    pub(super) at_least: Option<u32>,
}

/// Of what kind damage is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    Any,
    Combat,
    Noncombat,
}

impl Dealt {
    pub(super) fn replaced(self, instead: Instead) -> Replacement {
        let (players, objects) = self.to;
        let (combat, noncombat) = (self.kind == Damage::Combat, self.kind == Damage::Noncombat);
        let would = Would::Damage { source: self.source, players, objects, combat, noncombat, at_least: self.at_least };
        Replacement { would, instead }
    }

    /// Whether a text can speak of what is dealt damage as "it" or "you": it is one thing that the
    /// text has mentioned, or you.
    fn is_of_known_things(&self) -> bool {
        self.source == Filter::Any
            && self.to.0.as_ref().is_none_or(|who| *who == Players::You)
            && self.to.1.as_ref().is_none_or(is_known)
    }

    /// Whether words of what is done instead can mean what is dealt damage and nothing else.
    fn can_be_meant(&self, reader: &Reader<'_>, from: usize, to: usize) -> bool {
        let is_one = match &self.to {
            (Some(who), None) => matches!(who, Players::Each | Players::Opponents),
            (None, Some(what)) => !is_known(what),
            _ => false,
        };
        let of_creatures = |what: &Filter| any(what, |it: &Filter| matches!(it, Filter::Type(_) | Filter::Subtype(_)));
        let its = ["it", "its", "they", "their", "them"];
        self.is_of_known_things()
            || is_one
                && !of_creatures(&self.source)
                && !(from..to).any(|at| reader.word(at).is_some_and(|word| its.contains(&word)))
    }
}

/// Whether it is one thing that the text has mentioned.
fn is_known(what: &Filter) -> bool {
    matches!(what, Filter::This) || matches!(what, Filter::Is(it) if !it.is_of_a_description())
}

fn replaced(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let mut found = if_dealt(reader, at);
    found.extend(redirected(reader, at));
    found.extend(prevented(reader, at));
    found.into_iter().map(|(it, end)| Reading::new::<category::Replaced>(it, Person::One, end)).collect()
}

/// "combat damage", "3 or more damage": the kind, the least amount, and the position after it.
pub(super) fn damage(reader: &Reader<'_>, at: usize) -> Option<(Damage, Option<u32>, usize)> {
    if let Some(end) = reader.words(at, &["damage"]) {
        return Some((Damage::Any, None, end));
    }
    for (word, kind) in [("combat", Damage::Combat), ("noncombat", Damage::Noncombat)] {
        if let Some(end) = reader.words(at, &[word, "damage"]) {
            return Some((kind, None, end));
        }
    }
    let n = reader.word(at)?.parse().ok()?;
    reader.words(at + 1, &["or", "more", "damage"]).map(|end| (Damage::Any, Some(n), end))
}

/// To whom or what: "you", "a creature you control", "you or a permanent you control".
fn one_of_them(reader: &Reader<'_>, at: usize) -> Vec<(To, usize)> {
    let players = |at| {
        let bare = reader.words(at, &["player"]).map(|end| (Players::Each, end));
        let all = reader.all::<category::Controller>(&Want::default(), at).into_iter().map(|(who, _, end)| (who, end));
        all.chain(bare).collect::<Vec<_>>()
    };
    let objects = |at| reader.all::<category::One>(&Want::default(), at);
    let mut found = Vec::new();
    for (who, end) in players(at) {
        // A bare "player" follows an article before it.
        if reader.word(at) == Some("player") {
            continue;
        }
        found.push(((Some(who.clone()), None), end));
        let Some(at) = reader.words(end, &["or"]) else { continue };
        found.extend(objects(at).into_iter().map(|(what, _, end)| ((Some(who.clone()), Some(what)), end)));
    }
    for (what, _, end) in objects(at) {
        found.push(((None, Some(what.clone())), end));
        let Some(at) = reader.words(end, &["or"]) else { continue };
        if reader.word(at) == Some("player") && what != Filter::Any {
            // "A creature or player" of older texts is a permanent or player of today.
            let is_either = what == Filter::Type(CardType::Creature);
            found.extend(is_either.then_some((ANYTHING, at + 1)));
            continue;
        }
        found.extend(players(at).into_iter().map(|(who, end)| ((Some(who), Some(what.clone())), end)));
    }
    found
}

/// To all of them: "you and creatures you control", "~ and/or you".
pub(super) fn all_of_them(reader: &Reader<'_>, at: usize) -> Vec<(To, usize)> {
    let objects = |at| reader.all::<category::Group>(&Want::default(), at);
    let and = |at| reader.words(at, &["and"]).or_else(|| reader.words(at, &["and/or"]));
    let mut found = Vec::new();
    for (who, _, end) in reader.all::<category::AtLarge>(&Want::default(), at) {
        found.push(((Some(who.clone()), None), end));
        let Some(at) = and(end) else { continue };
        found.extend(objects(at).into_iter().map(|(what, _, end)| ((Some(who.clone()), Some(what)), end)));
    }
    for (what, _, end) in objects(at) {
        found.push(((None, Some(what.clone())), end));
        let Some(end) = and(end).and_then(|at| reader.words(at, &["you"])) else { continue };
        found.push(((Some(Players::You), Some(what)), end));
    }
    found
}

/// Sources after "by": "artifact sources", "creatures", "~", "enchanted creature".
pub(super) fn sources(reader: &Reader<'_>, at: usize) -> Vec<(Filter, usize)> {
    let many = reader.all::<category::SourceNoun>(&Want::of(Person::Many), at).into_iter();
    let here = reader.all::<category::Group>(&Want::default(), at).into_iter();
    let here = here.filter(|(what, _, _)| matches!(what, Filter::This | Filter::Is(_)));
    many.chain(here).map(|(what, _, end)| (what, end)).collect()
}

/// "If a source would deal damage to you, prevent 1 of that damage."
fn if_dealt(reader: &Reader<'_>, at: usize) -> Vec<(Replacement, usize)> {
    let Some(at) = reader.words(at, &["if"]) else { return Vec::new() };
    let mut found = Vec::new();
    for Damaging { dealt, end, is_active } in damaging(reader, at) {
        let Some(at) = reader.words(end, &[","]) else { continue };
        found.extend(
            outcomes(reader, &dealt, at, is_active).into_iter().map(|(it, end)| (dealt.clone().replaced(it), end)),
        );
    }
    found
}

/// "If damage would be dealt to ~ while it has a +1/+1 counter on it, …": the condition of the
/// ability.
fn while_so(reader: &Reader<'_>, _: &Want, at: usize) -> Vec<Reading> {
    let Some(at) = reader.words(at, &["if"]) else { return Vec::new() };
    let mut found = Vec::new();
    for Damaging { dealt, end, is_active } in damaging(reader, at) {
        let Some(at) = reader.words(end, &["while"]) else { continue };
        for (condition, _, end) in reader.all::<category::If>(&Want::default(), at) {
            let Some(at) = reader.words(end, &[","]) else { continue };
            for (instead, end) in outcomes(reader, &dealt, at, is_active) {
                let Some(end) = reader.words(end, &["."]) else { continue };
                let ability = Ability::Static(StaticAbility {
                    condition: Some(condition.clone()),
                    effect: StaticEffect::Replace(dealt.clone().replaced(instead)),
                    zone: ZoneKind::Battlefield,
                    elsewhere: false,
                });
                found.push(Reading::new::<category::Paragraph>(ability, Person::One, end));
            }
        }
    }
    found
}

/// Damage that a text speaks of, and where its words end.
pub(super) struct Damaging {
    pub(super) dealt: Dealt,
    pub(super) end: usize,
    /// Whether its source is said to deal it.
    pub(super) is_active: bool,
}

/// "damage would be dealt to you", "a source would deal damage to you".
pub(super) fn damaging(reader: &Reader<'_>, at: usize) -> Vec<Damaging> {
    let mut found = Vec::new();
    if let Some((kind, at_least, end)) = damage(reader, at)
        && let Some(at) = reader.words(end, &["would", "be", "dealt", "to"])
    {
        for (to, end) in one_of_them(reader, at) {
            found.push(Damaging { dealt: Dealt { source: Filter::Any, to, kind, at_least }, end, is_active: false });
        }
    }
    for (source, _, end) in reader.all::<category::SomeSource>(&Want::default(), at) {
        let Some(at) = reader.words(end, &["would", "deal"]) else { continue };
        let Some((kind, at_least, end)) = damage(reader, at) else { continue };
        let all = reader.words(end, &["to"]).map(|at| one_of_them(reader, at)).unwrap_or_default();
        for (to, end) in all.into_iter().chain([(ANYTHING, end)]) {
            found.push(Damaging { dealt: Dealt { source: source.clone(), to, kind, at_least }, end, is_active: true });
        }
    }
    found
}

/// What happens instead of damage.
pub(super) fn outcomes(reader: &Reader<'_>, dealt: &Dealt, at: usize, is_active: bool) -> Vec<(Instead, usize)> {
    let mut found = prevention(reader, dealt, at);
    found.extend(is_active.then(|| multiplied(reader, dealt, at)).flatten());
    let mut elsewhere = |words: &[&str], of_its_source: bool| {
        let at = reader.words(at, words);
        found.extend(at.map(|at| dealt_to(reader, at, None, of_its_source)).unwrap_or_default());
    };
    elsewhere(&["that", "damage", "is", "dealt", "to"], false);
    if is_active {
        for source in [&["it"][..], &["that", "source"], &["that", "spell"], &["that", "creature"]] {
            elsewhere(&[source, &["deals", "that", "damage", "to"]].concat(), true);
        }
    }
    let done = done_instead(reader, at).into_iter();
    let meant = done.filter(|(_, end)| dealt.can_be_meant(reader, at, *end));
    found.extend(meant.map(|(then, end)| (Instead::Do(then), end)));
    found
}

/// "Prevent that damage", "prevent 2 of that damage", and what is done then.
fn prevention(reader: &Reader<'_>, dealt: &Dealt, at: usize) -> Vec<(Instead, usize)> {
    let mut found = Vec::new();
    let Some(at) = reader.words(at, &["prevent"]) else { return found };
    if let Some(end) = reader.words(at, &["that", "damage"]) {
        found.push((Instead::Prevent, end));
        let also =
            |(then, _, end): (Vec<Instruction>, Person, usize)| (Instead::Also(Box::new(Instead::Prevent), then), end);
        // "That many" is what would have been dealt, which can be more than is prevented (CR
        // 615.12).
        let is_known = |(then, _, to): &(Vec<Instruction>, Person, usize)| {
            let is_prevented = (end..*to).any(|at| reader.word(at) == Some("prevented"));
            (is_prevented || !any(then, |it: &Quantity| *it == Quantity::ThatMuch))
                && dealt.can_be_meant(reader, end, *to)
        };
        let next = reader.words(end, &["."]).into_iter().chain(reader.words(end, &["and"]));
        let next = next.flat_map(|at| reader.all::<category::Simple>(&Want::default(), at));
        found.extend(next.filter(is_known).map(also));
    }
    for (up, word) in [(true, "up"), (false, "down")] {
        let half = Quantity::Divided { of: Box::new(Quantity::ThatMuch), by: 2, up };
        let end = reader.words(at, &["half", "that", "damage", ",", "rounded", word]);
        found.extend(end.map(|end| (Instead::PreventSome(half), end)));
    }
    for (n, _, end) in reader.all::<category::Figure>(&Want::default(), at) {
        let of = reader.words(end, &["of", "that", "damage"]);
        found.extend(of.map(|end| (Instead::PreventSome(n.clone()), end)));
        let deals = |source| reader.words(end, &["damage", "that", source, "would", "deal"]);
        let end = ["source", "spell"].into_iter().find_map(deals);
        let end = end.and_then(|end| same_recipient(reader, &dealt.to, end));
        found.extend(end.map(|end| (Instead::PreventSome(n.clone()), end)));
    }
    found
}

/// "3 damage".
fn so_much(reader: &Reader<'_>, at: usize) -> Option<(Quantity, usize)> {
    let n = i32::try_from(in_digits(reader.word(at)?)?).ok()?;
    Some((Quantity::Fixed(n), reader.words(at + 1, &["damage"])?))
}

/// "half that damage, rounded down", before the comma after it.
fn half_that(reader: &Reader<'_>, at: usize) -> Option<(Quantity, usize)> {
    let at = reader.words(at, &["half", "that", "damage", ",", "rounded"])?;
    let up = match reader.word(at)? {
        "up" => true,
        "down" => false,
        _ => return None,
    };
    let half = Quantity::Divided { of: Box::new(Quantity::ThatMuch), by: 2, up };
    Some((half, reader.words(at + 1, &[","]).unwrap_or(at + 1)))
}

/// "It deals double that damage to that player instead", "it deals that much damage plus 2
/// instead".
fn multiplied(reader: &Reader<'_>, dealt: &Dealt, at: usize) -> Option<(Instead, usize)> {
    let at = reader.words(at, &["it", "deals"]).or_else(|| reader.words(at, &["that", "source", "deals"]))?;
    let factor = [("double", 2), ("triple", 3)].into_iter().find(|(word, _)| reader.word(at) == Some(word));
    let (instead, end) = if let Some((_, n)) = factor {
        (Instead::Multiply(n), reader.words(at + 1, &["that", "damage"])?)
    } else if let Some(end) = reader.words(at, &["twice", "that", "much", "damage"]) {
        (Instead::Multiply(2), end)
    } else if let Some((amount, end)) = so_much(reader, at).or_else(|| half_that(reader, at)) {
        (Instead::Amount(amount), end)
    } else {
        let end = reader.words(at, &["that", "much", "damage", "plus"])?;
        let n = reader.word(end)?;
        (Instead::More(n.parse().ok().or_else(|| in_words(n))?), end + 1)
    };
    let end = same_recipient(reader, &dealt.to, end).unwrap_or(end);
    Some((instead, reader.words(end, &["instead"])?))
}

/// "to you", "to that permanent or player": the same as was told, in other words.
fn same_recipient(reader: &Reader<'_>, to: &To, at: usize) -> Option<usize> {
    let at = reader.words(at, &["to"])?;
    match to {
        (Some(Players::You), None) => reader.words(at, &["you"]),
        (Some(_), None) => reader.words(at, &["that", "player"]),
        (None, Some(Filter::This)) => reader.words(at, &["~"]),
        (None, Some(_)) => {
            let nouns = ["creature", "permanent", "planeswalker"];
            nouns.iter().find_map(|noun| reader.words(at, &["that", noun]))
        }
        (Some(_), Some(_)) => {
            let orders = [
                ["that", "permanent", "or", "player"],
                ["that", "player", "or", "permanent"],
                ["that", "creature", "or", "player"],
            ];
            orders.iter().find_map(|words| reader.words(at, words))
        }
        (None, None) => None,
    }
}

/// "Put that many +1/+1 counters on it instead."
fn done_instead(reader: &Reader<'_>, at: usize) -> Vec<(Vec<Instruction>, usize)> {
    let all = |at| reader.all::<category::Simple>(&Want::default(), at).into_iter();
    let before = reader.words(at, &["instead"]).into_iter().flat_map(all).map(|(then, _, end)| (then, end));
    let after = all(at).filter_map(|(then, _, end)| Some((then, reader.words(end, &["instead"])?)));
    before.chain(after).collect()
}

/// "target creature instead": to what damage is dealt instead. "Itself" and "its controller" are of
/// the source, if that is what deals it.
pub(super) fn dealt_to(
    reader: &Reader<'_>,
    at: usize,
    next: Option<&Quantity>,
    of_its_source: bool,
) -> Vec<(Instead, usize)> {
    let all = reader.all::<category::Recipient>(&Want::default(), at).into_iter();
    let mut whom: Vec<_> = all.map(|(whom, _, end)| (whom, end)).filter(|(whom, _)| is_one_recipient(whom)).collect();
    if of_its_source {
        whom.retain(|(_, end)| (at..*end).all(|at| !matches!(reader.word(at), Some("it" | "its" | "that"))));
        let controller = Recipients::Players(Players::ControllerOf(Box::new(Objects::DamageSource)));
        whom.extend(reader.words(at, &["its", "controller"]).map(|end| (controller, end)));
        let itself = Recipients::Objects(Objects::DamageSource);
        whom.extend(reader.words(at, &["itself"]).map(|end| (itself, end)));
    }
    let instead = |(to, end)| Some((Instead::DealTo { to, next: next.cloned() }, reader.words(end, &["instead"])?));
    whom.into_iter().filter_map(instead).collect()
}

/// Whether damage can be dealt to it instead: it is one thing, or one player.
fn is_one_recipient(whom: &Recipients) -> bool {
    match whom {
        Recipients::Objects(what) => !what.is_of_a_description(),
        Recipients::Players(who) => !matches!(who, Players::Each | Players::Opponents),
        Recipients::Target(_) => true,
        _ => false,
    }
}

/// "All damage that would be dealt to you is dealt to ~ instead."
fn redirected(reader: &Reader<'_>, at: usize) -> Vec<(Replacement, usize)> {
    let mut found = Vec::new();
    let Some((kind, None, end)) = reader.words(at, &["all"]).and_then(|at| damage(reader, at)) else { return found };
    let Some(at) = reader.words(end, &["that", "would", "be", "dealt", "to"]) else { return found };
    for (to, end) in all_of_them(reader, at) {
        let by = reader.words(end, &["by"]).map(|at| sources(reader, at)).unwrap_or_default();
        for (source, end) in by.into_iter().chain([(Filter::Any, end)]) {
            let Some(at) = reader.words(end, &["is", "dealt", "to"]) else { continue };
            for (whom, _, end) in reader.all::<category::Recipient>(&Want::default(), at) {
                let is_one = matches!(
                    &whom,
                    Recipients::Objects(Objects::This | Objects::AttachedTo)
                        | Recipients::Players(Players::You | Players::ControllerOf(_))
                );
                let Some(end) = reader.words(end, &["instead"]).filter(|_| is_one) else { continue };
                let dealt = Dealt { source: source.clone(), to: to.clone(), kind, at_least: None };
                found.push((dealt.replaced(Instead::DealTo { to: whom, next: None }), end));
            }
        }
    }
    found
}

/// "Prevent all damage that would be dealt to you by artifacts", "… that ~ would deal to
/// creatures".
fn prevented(reader: &Reader<'_>, at: usize) -> Vec<(Replacement, usize)> {
    let mut found = Vec::new();
    let Some((kind, None, end)) = reader.words(at, &["prevent", "all"]).and_then(|at| damage(reader, at)) else {
        return found;
    };
    let mut add = |source: &Filter, to: &To, end| {
        let dealt = Dealt { source: source.clone(), to: to.clone(), kind, at_least: None };
        found.push((dealt.replaced(Instead::Prevent), end));
    };
    let Some(that) = reader.words(end, &["that"]) else { return found };
    if let Some(at) = reader.words(that, &["would", "be", "dealt", "to"]) {
        for (to, end) in all_of_them(reader, at) {
            add(&Filter::Any, &to, end);
            let by = reader.words(end, &["by"]).map(|at| sources(reader, at)).unwrap_or_default();
            by.iter().for_each(|(source, end)| add(source, &to, *end));
        }
    }
    let by = reader.words(that, &["would", "be", "dealt", "by"]).map(|at| sources(reader, at)).unwrap_or_default();
    for (source, end) in by {
        add(&source, &ANYTHING, end);
        let to = reader.words(end, &["to"]).map(|at| all_of_them(reader, at)).unwrap_or_default();
        to.iter().for_each(|(to, end)| add(&source, to, *end));
    }
    for (source, _, end) in reader.all::<category::Group>(&Want::default(), that) {
        let Some(end) = reader.words(end, &["would", "deal"]) else { continue };
        add(&source, &ANYTHING, end);
        let to = reader.words(end, &["to"]).map(|at| all_of_them(reader, at)).unwrap_or_default();
        to.iter().for_each(|(to, end)| add(&source, to, *end));
    }
    found
}

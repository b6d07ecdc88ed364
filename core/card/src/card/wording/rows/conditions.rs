//! Conditions, and what something is or does.

use retrace_words::rows;

use super::super::parts::{is_said, is_several};
use crate::card::ast::ability::TargetWhat;
use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Condition, Each, Filter, Objects, OfEach, Players, Quantity};
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::card_type::{CardType, Subtype, SubtypeSet};
use crate::card::words::comparison::{CoinSide, Comparison};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::designation::Designation;
use crate::card::words::turn_step::{DayNight, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

fn aura() -> Filter {
    subtype("Aura")
}

fn equipment() -> Filter {
    subtype("Equipment")
}

/// Objects of a subtype by its name.
fn subtype(name: &str) -> Filter {
    Subtype::named(name).map_or(Filter::Any, Filter::Subtype)
}

/// Whether a description is of permanents, and of nothing but what can be described.
fn is_here(what: &Filter) -> bool {
    what.zones() == [ZoneKind::Battlefield] && !about_this(what)
}

/// Whether it is of permanents of whoever controls them.
fn is_uncontrolled(what: &Filter) -> bool {
    is_here(what) && !names(what, |part| matches!(part, Filter::ControlledBy(_) | Filter::In(_)))
}

/// Whether it is of cards or spells.
fn is_elsewhere(what: &Filter) -> bool {
    what.zones() != [ZoneKind::Battlefield] && !about_this(what)
}

fn about_this(what: &Filter) -> bool {
    names(what, |part| matches!(part, Filter::This | Filter::Is(_)))
}

fn names(what: &Filter, is: impl Fn(&Filter) -> bool) -> bool {
    match what {
        Filter::All(parts) => parts.iter().any(is),
        what => is(what),
    }
}

/// Whether a description can be said with an article: "a creature you control".
fn is_a_kind(what: &Filter) -> bool {
    match what {
        Filter::All(_)
        | Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Spell
        | Filter::Card
        | Filter::Token
        | Filter::Commander => !about_this(what),
        _ => false,
    }
}

/// Whether an event counts its objects: what is said of a turn counts all its attacks.
const fn is_counted(when: &TriggerEvent) -> bool {
    matches!(when, TriggerEvent::AttacksWith { count, .. } if *count > 1)
}

const fn is_one(condition: &Condition) -> bool {
    !matches!(condition, Condition::Not(_) | Condition::Is(..) | Condition::All(_) | Condition::AnyOf(_))
}

/// Whether a description is of how something is now, and not of what it did.
const fn is_of_now(is: &Filter) -> bool {
    matches!(
        is,
        Filter::Attacking
            | Filter::AttackingThat { .. }
            | Filter::Blocking
            | Filter::Tapped
            | Filter::Keyword(_)
            | Filter::HasCounter(_)
    )
}

/// Whether a description is of what something was, and not of what happened to it.
fn is_how_it_was(is: &Filter) -> bool {
    match is {
        Filter::Not(is) => is_how_it_was(is),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().all(is_how_it_was),
        Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Supertype(_)
        | Filter::Color(_)
        | Filter::Card
        | Filter::Token
        | Filter::Keyword(_)
        | Filter::HasCounter(_) => true,
        _ => false,
    }
}

/// Whether it is what has happened to this, which the rows of events say.
fn happened_to_this(what: &Objects, is: &Filter) -> bool {
    let happened = match is {
        Filter::Not(inner) => &**inner,
        is => is,
    };
    *what == Objects::This && matches!(happened, Filter::Is(Objects::ThisTurn(_)))
}

/// Whether a number is measured, and not counted.
const fn is_measured(number: &Quantity) -> bool {
    matches!(
        number,
        Quantity::Power(_)
            | Quantity::Toughness(_)
            | Quantity::ManaValue(_)
            | Quantity::Life(_)
            | Quantity::Devotion(..)
    )
}

rows! {
    pub(crate) ROWS;

    // Only as they stand: what denies both says something else.
    if: Condition::All(vec![one, other]) => | "{one:premise} and {other:premise}";
    if: Condition::AnyOf(vec![one, other]) => | "{one:premise} or {other:premise}";

    // What there is.
    if: Condition::Exists(and(what, Filter::ControlledBy(who))) if is_here(what)
        => "{who:controller} control<who> {what:one}";
    if: Condition::Exists(and(what, Filter::ControlledBy(who)))
        => | "{who:controller} control<who> {what:one}"
        | "{what:one} is under {who:somebodys} control";
    if: Condition::Not(Box::new(Condition::Exists(and(what, Filter::ControlledBy(who))))) if is_here(what)
        => "{who:at_large} control<who> no {what:noun[many]}";
    if: Condition::Exists(what) if is_elsewhere(what)
        => "there is {what:one}";
    if: Condition::Exists(Filter::All(vec![what, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)]))
        if !about_this(what)
        => | "{what:one} be<one> in {who:whose} graveyard"
        | "{who:controller} have<who> {what:one} in (your|their) graveyard";
    if: Condition::Compare(
            Quantity::Count(Box::new(Filter::All(vec![
                what, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => | "{n:at_least} {what:noun[many]} are in your graveyard"
        | "you have {n:at_least} {what:noun[many]} in your graveyard";
    if: Condition::Not(Box::new(Condition::Exists(what))) if is_elsewhere(what)
        => "there are no {what:noun[many]}";
    if: Condition::Exists(what) if is_uncontrolled(what) => "there is {what:one} on the battlefield"
        | "{what:one} is on the battlefield";
    if: Condition::Not(Box::new(Condition::Exists(what))) if is_uncontrolled(what)
        => "there are no {what:noun[many]} on the battlefield"
        | "no {what:noun[many]} are on the battlefield";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(who)))), Comparison::AtLeast, n)
        => | "{who:at_large} control<who> {n:at_least} {what:noun[many]}";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(who)))), Comparison::AtMost, n)
        if *n != Quantity::Fixed(0)
        => | "{who:at_large} control<who> {n:at_most} {what:noun[many]}";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(who)))), Comparison::Equal, Quantity::Fixed(0))
        => | "{who:at_large} control<who> no {what:noun[many]}";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(who)))), Comparison::Equal, n)
        if *n != Quantity::Fixed(0)
        => | "{who:at_large} control<who> {n:exactly} {what:noun[many]}";
    if: Condition::Compare(Quantity::Count(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => | "{n:at_least} cards are in your graveyard" | "there are {n:at_least} cards in your graveyard";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(
                and(what, Filter::ControlledBy(who)), Filter::Not(Box::new(Filter::This))))), Comparison::AtLeast, n)
        => | "{who:at_large} control<who> {n:at_least} other {what:noun[many]}";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(
                and(what, Filter::ControlledBy(who)), Filter::Not(Box::new(Filter::This))))), Comparison::AtMost, n)
        => | "{who:at_large} control<who> {n:at_most} other {what:noun[many]}";
    if: Condition::Not(Box::new(Condition::Exists(
            and(and(what, Filter::ControlledBy(who)), Filter::Not(Box::new(Filter::This))))))
        => | "{who:at_large} control<who> no other {what:noun[many]}";
    if: Condition::Compare(Quantity::Count(Box::new(what)), Comparison::AtLeast, n) if is_uncontrolled(what)
        => | "there are {n:at_least} {what:noun[many]} on the battlefield";
    if: Condition::Compare(Quantity::Count(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => | "you have {n:figure} or more cards in your library";
    if: Condition::Compare(
            Quantity::Count(Box::new(Filter::All(vec![what, Filter::Attacking]))), Comparison::AtLeast, n)
        if is_here(what)
        => | "{n:at_least} {what:noun[many]} are attacking";
    if: Condition::Compare(Quantity::Count(Box::new(what)), Comparison::AtLeast, n) if is_elsewhere(what)
        => | "there are {n:at_least} {what:noun[many]}";
    if: Condition::Compare(Quantity::CardTypes(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => "there are {n:at_least} card types among cards in your graveyard";
    if: Condition::Compare(Quantity::Counters(kind, Objects::This), Comparison::AtLeast, n)
        => | "~ has {n:at_least} {kind:counter_name} counters on it"
        | "there are {n:at_least} {kind:counter_name} counters on ~";
    if: Condition::Compare(Quantity::Counters(kind, what), Comparison::AtLeast, n)
        => "{what:thing} have<what> {n:at_least} {kind:counter_name} counters on it<what>";
    if: Condition::Compare(Quantity::Counters(kind, what), Comparison::Equal, Quantity::Fixed(0))
        => "{what:thing} have<what> no {kind:counter_name} counters on it<what>"
        | "there are no {kind:counter_name} counters on {what:thing}";
    if: Condition::Compare(Quantity::CastLastTurn(Players::Each), Comparison::Equal, Quantity::Fixed(0))
        => "no spells were cast last turn";
    if: Condition::Compare(Quantity::CastLastTurn(Players::Each), Comparison::AtLeast, n)
        => "a player cast {n:at_least} spells last turn";
    if: Condition::Compare(Quantity::HandSize(who), Comparison::AtLeast, n)
        => "{who:at_large} have<who> {n:at_least} cards in hand";
    if: Condition::Compare(Quantity::HandSize(who), Comparison::AtMost, n)
        if *n != Quantity::Fixed(0)
        => "{who:at_large} have<who> {n:at_most} cards in hand";
    if: Condition::Compare(Quantity::HandSize(who), Comparison::Equal, Quantity::Fixed(0))
        => "{who:at_large} have<who> no cards in hand";
    if: Condition::Compare(Quantity::Life(who), Comparison::AtLeast, n) if !is_several(who)
        => "{who:player} have<who> {n:figure} or more life";
    if: Condition::Compare(Quantity::Life(who), Comparison::AtMost, n) if !is_several(who)
        => "{who:player} have<who> {n:figure} or less life";
    if: Condition::Compare(Quantity::HandSize(who), Comparison::Equal, n) if *n != Quantity::Fixed(0)
        => | "{who:at_large} have<who> {n:exactly} cards in hand";
    if: Condition::Compare(Quantity::Life(who), Comparison::Equal, n) if !is_several(who)
        => | "{who:player} have<who> exactly {n:figure} life";
    if: Condition::Compare(Quantity::Life(who), Comparison::AtLeast, Quantity::Sum(vec![
            Quantity::StartingLife(who), n])) if !is_several(who)
        => | "{who:player} have<who> at least {n:figure} life more than (your|their) starting life total";
    if: Condition::Compare(Quantity::PlayerCounters(CounterKind::Poison, who), Comparison::AtLeast, Quantity::Fixed(1))
        if !is_several(who)
        => | "{who:player} be<who> poisoned";
    if: Condition::Compare(Quantity::PlayerCounters(kind, who), Comparison::AtLeast, n)
        if *kind != CounterKind::Energy
        => "{who:at_large} have<who> {n:at_least} {kind:counter_name} counters";
    if: Condition::Compare(left, Comparison::AtLeast, n) if is_measured(left)
        => | "{left:amount} be<one> {n:figure} or greater" | "{left:amount} be<one> {n:figure} or more";
    if: Condition::Compare(left, Comparison::AtMost, n) if is_measured(left)
        => | "{left:amount} be<one> {n:figure} or less" | "{left:amount} was {n:figure} or less";
    if: Condition::Compare(left, Comparison::Greater, right)
        => | "{left:amount} be<one> greater than {right:amount}" | "{left:amount} be<one> greater than {right:number}";
    if: Condition::Compare(left, Comparison::Less, right)
        => | "{left:amount} be<one> less than {right:amount}" | "{left:amount} be<one> less than {right:number}";
    if: Condition::Compare(left, Comparison::AtMost, right)
        => | "{left:amount} be<one> less than or equal to {right:amount}";
    if: Condition::Compare(left, Comparison::AtLeast, right)
        => | "{left:amount} be<one> greater than or equal to {right:amount}";
    if: Condition::Compare(Quantity::X, Comparison::AtLeast, n) => | "X is {n:figure} or more";
    if: Condition::Compare(Quantity::Power(Objects::Each(Box::new(what))), Comparison::AtLeast, n)
        => | "{what:noun[many]} have total power {n:figure} or greater";
    if: Condition::Compare(Quantity::Toughness(Objects::Each(Box::new(what))), Comparison::AtLeast, n)
        => | "{what:noun[many]} have total toughness {n:figure} or greater";

    // What one of several players has, and what one has more of than another.
    if: Condition::Compare(Quantity::Least(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(who) })), Comparison::AtMost, n)
        => "{who:one_of} has {n:figure} or less life";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(who) })), Comparison::AtLeast, n)
        => "{who:one_of} has {n:figure} or more life";
    if: Condition::Compare(Quantity::Least(Box::new(OfEach {
            of: Quantity::HandSize(Players::They), each: Each::Player(who) })), Comparison::Equal, Quantity::Fixed(0))
        => "{who:one_of} has no cards in hand";
    if: Condition::Compare(Quantity::Least(Box::new(OfEach {
            of: Quantity::HandSize(Players::They), each: Each::Player(who) })), Comparison::AtMost, n)
        if *n != Quantity::Fixed(0)
        => "{who:one_of} has {n:at_most} cards in hand";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::HandSize(Players::They), each: Each::Player(who) })), Comparison::AtLeast, n)
        => "{who:one_of} has {n:at_least} cards in hand";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
            each: Each::Player(who) })), Comparison::AtLeast, n)
        => "{who:one_of} controls {n:at_least} {what:noun[many]}";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
            each: Each::Player(who) })), Comparison::Greater,
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::You)))))
        => "{who:one_of} controls more {what:noun[many]} than you";
    if: Condition::Compare(Quantity::Count(Box::new(and(what, Filter::ControlledBy(some)))), Comparison::Greater,
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(other)))))
        if !is_several(some) && !is_several(other)
        => "{some:player} control<some> more {what:noun[many]} than {other:player}";
    if: Condition::Compare(Quantity::Count(Box::new(and(what, Filter::ControlledBy(some)))), Comparison::Less,
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(other)))))
        if !is_several(some) && !is_several(other)
        => "{some:player} control<some> fewer {what:noun[many]} than {other:player}";
    if: Condition::Compare(Quantity::Count(Box::new(and(what, Filter::ControlledBy(some)))), Comparison::Greater,
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
                each: Each::Player(other) }))) if *some == Players::You
        => "{some:player} control<some> more {what:noun[many]} than {other:each_of}";
    if: Condition::Compare(Quantity::Count(Box::new(and(what, Filter::ControlledBy(some)))), Comparison::Less,
            Quantity::Least(Box::new(OfEach {
                of: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
                each: Each::Player(other) }))) if *some == Players::You
        => "{some:player} control<some> fewer {what:noun[many]} than {other:each_of}";
    if: Condition::Compare(Quantity::HandSize(some), Comparison::Greater, Quantity::HandSize(other))
        if !is_several(some) && !is_several(other)
        => "{some:player} have<some> more cards in hand than {other:player}";
    if: Condition::Compare(Quantity::HandSize(some), Comparison::Greater, Quantity::Greatest(Box::new(OfEach {
            of: Quantity::HandSize(Players::They), each: Each::Player(other) }))) if *some == Players::You
        => "{some:player} have<some> more cards in hand than {other:each_of}";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::HandSize(Players::They), each: Each::Player(who) })), Comparison::Greater,
            Quantity::HandSize(Players::You))
        => "{who:one_of} has more cards in hand than you";
    if: Condition::Compare(Quantity::Life(some), Comparison::Greater, Quantity::Life(other))
        if !is_several(some) && !is_several(other)
        => "{some:player} have<some> more life than {other:player}";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(who) })), Comparison::Greater,
            Quantity::Life(Players::You))
        => "{who:one_of} has more life than you";
    if: Condition::All(vec![
            Condition::Exists(and(one, Filter::ControlledBy(who))),
            Condition::Exists(and(other, Filter::ControlledBy(who)))])
        => | "{who:controller} control<who> {one:one} and {other:one}";
    if: Condition::Exists(and(Filter::AnyOf(vec![one, other]), Filter::ControlledBy(who)))
        => | "{who:controller} control<who> {one:one} or {other:one}";
    if: Condition::Exists(
            and(and(Filter::Commander, Filter::ControlledBy(Players::You)), Filter::OwnedBy(Players::You)))
        => "you control your commander";
    if: Condition::Exists(Filter::All(vec![what, is])) if is_here(what) && is_of_now(is)
        => | "{what:one} {is:is[what]}";

    // How something was, which has moved since (CR 608.2h).
    if: Condition::Is(what, is) if is_how_it_was(is) => | "{what:thing} {is:is[past]}";
    if: Condition::Is(what, Filter::Not(Box::new(Filter::HasCounter(kind))))
        => | "{what:thing} had no {kind:counter_name} counters on it";
    if: Condition::Is(what, Filter::CastBy { who: Players::You, from: Some(ZoneKind::Hand) })
        => | "you past_cast<> {what:thing} from your hand";
    if: Condition::Is(what, Filter::CastBy { who: Players::You, from: None }) => | "you past_cast<> {what:thing}";
    // A spell resolves in the phase in which it was cast (CR 500.2).
    if: Condition::All(vec![
            Condition::Is(what, Filter::CastBy { who: Players::You, from: None }), Condition::TurnOf(Players::You),
            Condition::AnyOf(vec![
                Condition::During(TurnStep::PrecombatMain), Condition::During(TurnStep::PostcombatMain)])])
        => | "you past_cast<> {what:thing} during your main phase";
    if: Condition::Is(Objects::ThisWay(Deed::LookedAt), Filter::In(ZoneKind::Library))
        => | "you don't put (the|that) card (into your hand|onto the battlefield)";
    if: Condition::Compare(Quantity::Least(Box::new(OfEach {
            of: Quantity::Count(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::They)]))),
            each: Each::Player(Players::Each) })), Comparison::AtMost, n)
        => | "a library has {n:at_most} cards in it";
    if: Condition::Compare(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Count(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::They)]))),
            each: Each::Player(Players::Each) })), Comparison::AtLeast, n)
        => | "a graveyard has {n:at_least} cards in it";
    if: Condition::Compare(
            Quantity::PlayerCount(Players::WithMost(Box::new(Quantity::Life(Players::They)))), Comparison::Equal,
            Quantity::Fixed(1))
        => | "a player has more life than each other player";
    if: Condition::Compare(
            Quantity::PlayerCount(Players::WithMost(Box::new(Quantity::HandSize(Players::They)))), Comparison::Equal,
            Quantity::Fixed(1))
        => | "a player has more cards in hand than each other player";
    if: Condition::Compare(
            Quantity::PlayerCount(Players::WithMost(Box::new(Quantity::Count(Box::new(Filter::All(vec![
                what, Filter::ControlledBy(Players::They)])))))), Comparison::Equal,
            Quantity::Fixed(1))
        => | "a player controls more {what:noun[many]} than each other player";
    if: Condition::Is(what, is) if !happened_to_this(what, is) => | "{what:thing} {is:is[what]}";

    // Turns and steps (CR 500).
    if: Condition::TurnOf(who) => "it 'be<one> {who:somebodys} turn";
    if: Condition::During(step) => "it 'be<one> the {step:step}";
    if: Condition::After(step) => "it 'be<one> after the {step:step}";

    // Players.
    if: Condition::Flip(CoinSide::Won) => | "you win the flip";
    if: Condition::Flip(CoinSide::Lost) => | "you lose the flip";
    if: Condition::Monarch(who) => "{who:controller} 'be<who> the monarch";
    if: Condition::WasMonarch(who) => "{who:controller} past_be<who> the monarch as the turn began";
    if: Condition::HasDesignation(who, Designation::CitysBlessing)
        => "{who:controller} have<who> the city's blessing";
    if: Condition::WonClash(who) => "{who:controller} win<who>";
    if: Condition::CompletedDungeon { who, named: None } => "{who:controller} have<who> completed a dungeon";
    if: Condition::AreAmong(some, others) => "{some:player} be<some> {others:controller}";
    if: Condition::Is(what, Filter::PaidAs(name))
        => | "{what:thing_whose} {name:keyword_word} cost past_be<one> paid";
    if: Condition::Accepted => "tribute past_be<one> paid";

    // What has happened this step.
    if: Condition::ThisStep(Box::new(PastEvent(TriggerEvent::IsAttacked { players: Some(who), objects: None })))
        => "{who:controller} have<who> been attacked this step";
    if: Condition::ThisStep(Box::new(PastEvent(when))) if when.told_afterward()
        => | "{when:event[past]} this step";

    // What has happened this turn (CR 608.2i).
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(when))), Comparison::AtLeast, Quantity::Fixed(1))
        if when.told_afterward() && !is_counted(when)
        => | "{when:event[past]} this turn";
    if: Condition::Compare(Quantity::AttackedWith(who), Comparison::AtLeast, n) if !is_several(who)
        => "{who:controller} attacked with {n:at_least} creatures this turn";
    if: Condition::Compare(Quantity::TimesThisTurn(Box::new(PastEvent(when))), Comparison::Equal, Quantity::Fixed(0))
        if when.told_afterward() && !is_counted(when)
        => | "{when:event[not_past]} this turn";

    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Casts(who, what)))), Comparison::AtLeast, n)
        if !is_several(who)
        => | "{who:controller} past_cast<who> {n:at_least} {what:spell_noun[many]} this turn";
    // One of them did, whatever the others did.
    if: Condition::Compare(
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Casts(Players::They, what)))),
                each: Each::Player(who) })),
            Comparison::AtLeast, n)
        if is_several(who)
        => | "{who:controller} past_cast<who> {n:at_least} {what:spell_noun[many]} this turn";
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Draws(Players::You)))), Comparison::AtLeast, n)
        => | "you past_draw<> {n:at_least} cards this turn";
    if: Condition::Compare(
            Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::GainsLife(Players::You)))),
            Comparison::AtLeast, n)
        => | "you past_gain<> {n:figure} or more life this turn";
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
                what: and(what, Filter::ControlledBy(who)), from: Some(BATTLEFIELD), to: None }))),
            Comparison::AtLeast, Quantity::Fixed(1))
        => | "{what:one} {who:controller} controlled left the battlefield this turn";
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
                what: and(what, Filter::ControlledBy(Players::You)), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) }))),
            Comparison::AtLeast, Quantity::Fixed(1))
        => | "{what:one} died under your control this turn";
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
                what: and(what, Filter::ControlledBy(who)), from: None, to: Some(BATTLEFIELD) }))),
            Comparison::AtLeast, Quantity::Fixed(1))
        => | "{who:controller} had {what:one} enter the battlefield under (your|their) control this turn";

    // The mana that was spent (CR 106.6, 601.2h).
    if: Condition::Compare(
            Quantity::ManaSpent { on, kind: Some(kind), snow: false, from: None }, Comparison::AtLeast,
            Quantity::Fixed(1))
        => "{kind:one_mana} past_be<one> spent to cast {on:thing}";
    if: Condition::Compare(
            Quantity::ManaSpent { on, kind: Some(kind), snow: false, from: None }, Comparison::AtLeast,
            Quantity::Fixed(2))
        => | "{kind:one_mana} {kind:one_mana} past_be<one> spent to cast {on:thing}";
    if: Condition::Compare(
            Quantity::ManaSpent { on, kind: None, snow: false, from: None }, Comparison::AtLeast, n)
        => | "at least {n:number} mana past_be<one> spent to cast {on:thing}";
    if: Condition::Compare(
            Quantity::ManaSpent { on, kind: None, snow: false, from: None }, Comparison::Equal, Quantity::Fixed(0))
        => | "no mana past_be<one> spent to cast {on:thing}";

    if: Condition::ItIs(DayNight::Day) => "it 'be<one> day";
    if: Condition::ItIs(DayNight::Night) => "it 'be<one> night";
    if: Condition::Not(Box::new(Condition::AnyOf(vec![
            Condition::ItIs(DayNight::Day), Condition::ItIs(DayNight::Night)])))
        => "it 'be<one> neither day nor night";
    if: Condition::Not(Box::new(condition)) if is_one(condition)
        => "{condition:if[not]}";

    // What something is or does.
    is: Filter::Not(Box::new(Filter::Tapped)) => "be<> untapped";
    is: Filter::Not(Box::new(Filter::NoAbilities)) => "have<> one or more abilities";
    is: Filter::Not(Box::new(is)) if !matches!(is, Filter::Not(_)) => "{is:is[not]}";
    is: Filter::HasAttached(Box::new(aura())) => "be<> enchanted";
    is: Filter::HasAttached(Box::new(equipment())) => "be<> equipped";
    is: Filter::Marked(being) => "be<> {being:marking_name}";
    is: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)])
        => | "be<> in your graveyard";
    is: Filter::AnyOf(vec![Filter::AttackedThisTurn, Filter::BlockedThisTurn])
        => | "past_attack<> or past_block<> this turn";
    is: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::IsDealtDamage {
            what: Some(Filter::Any), who: None, combat: false, noncombat: false }))))
        => | "past_be<> dealt damage this turn";
    is: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::DealsDamage {
            source: Filter::Any, combat: false, noncombat: false, to_players: None, to_objects: None }))))
        => | "past_deal<> damage this turn";
    is: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::DealsDamage {
            source: Filter::Any, combat: false, noncombat: false, to_players: Some(who), to_objects: None }))))
        => | "past_deal<> damage to {who:controller} this turn";
    is: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what: Filter::Any, from: None, to: Some(BATTLEFIELD) }))))
        => | "past_enter<> the battlefield this turn";
    is: what if is_a_kind(what) => "be<> {what:a_kind[]}";
    is: what => | "be<> {what:adjective}" | "be<> {what:a_kind[]}";
    is: Filter::Is(what) if !what.is_of_a_description() && !matches!(what, Objects::ThisTurn(_))
        => "be<> {what:thing}";
    is: Filter::Supertype(kind) => "be<> {kind:supertype_name}";
    is: Filter::Color(color) => "be<> {color:color_name}";
    is: Filter::Colorless => "be<> colorless";
    is: Filter::Monocolored => "be<> monocolored";
    is: Filter::Multicolored => "be<> multicolored";
    is: Filter::Not(Box::new(Filter::Colorless)) => | "be<> one or more colors";
    is: Filter::Historic => "be<> historic";
    is: Filter::SameName(with) => "have<> the same name as {with:thing}";
    is: Filter::DifferentName(with) => "have<> a different name than {with:thing}";
    is: Filter::SharesCardType { with, of: vec![] } => "share<> a card type with {with:thing}";
    is: Filter::SharesColor(with) => "share<> a color with {with:thing}";
    is: Filter::SharesColor(Objects::Each(Box::new(what))) if !about_this(what)
        => | "share<> a color with {what:one}";
    is: Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), with)
        => "share<> a creature type with {with:thing}";
    is: Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), Objects::Each(Box::new(what)))
        if !about_this(what)
        => | "share<> a creature type with {what:one}";
    is: Filter::ChosenColor => "be<> of the chosen color";
    is: Filter::ChosenSubtype => "be<> of the chosen type";
    is: Filter::ChosenCardType => "be<> of the chosen card type";
    is: Filter::ChosenName => "have<> the chosen name";
    is: Filter::Adventure => "be<> an Adventure";
    is: Filter::HasAdventure => "have<> an Adventure";
    is: Filter::Tapped => "be<> tapped";
    is: Filter::Tapped => | "remain<> tapped";
    is: Filter::Targets(Box::new(TargetWhat::Object(what))) => | "target<> {what:one}";
    is: Filter::Targets(Box::new(TargetWhat::Player(Players::You))) => | "target<> you";
    is: Filter::Targets(Box::new(TargetWhat::Player(Players::Each))) => | "target<> a player";
    is: Filter::Targets(Box::new(TargetWhat::PlayerOrObject(Players::You, what))) => | "target<> you or {what:one}";
    is: Filter::TargetsOnly(Box::new(TargetWhat::Object(what))) => | "target<> only {what:one}";
    is: Filter::FaceDown => "be<> face down";
    is: Filter::PairedWith(with) => "be<> paired with {with:thing}";
    is: Filter::Attacking => "be<> attacking";
    is: Filter::Blocking => "be<> blocking";
    is: Filter::Blocked => "be<> blocked";
    is: Filter::AttackingThat { players: Some(who), objects: None } => "be<> attacking {who:controller}";
    is: Filter::BlockingThat(what) => "be<> blocking {what:thing}";
    is: Filter::BlockedBy(what) => "be<> blocked by {what:thing}";
    is: Filter::AttackingAlone => "be<> attacking alone";
    is: Filter::BlockingAlone => "be<> blocking alone";
    is: Filter::AttackedThisTurn => "past_attack<> this turn";
    is: Filter::BlockedThisTurn => "past_block<> this turn";
    is: Filter::DealtDamageBy(by) => "past_be<> dealt damage by {by:thing} this turn";
    is: Filter::WithActivatedAbility => "have<> an activated ability";
    is: Filter::NoAbilities => "have<> no abilities";
    is: Filter::XInManaCost => "have<> {X} in its<> mana cost";
    is: Filter::Keyword(keyword) => "have<> {keyword:keyword_ability}";
    is: Filter::HasAttached(Box::new(what)) => "have<> {what:one} attached to it<>";
    is: Filter::AttachedTo(Box::new(what)) => "be<> attached to {what:one}";
    is: Filter::Enchanting(who) => "be<> attached to {who:controller}";
    is: Filter::HasCounter(kind) => "have<> a {kind:counter_name} counter on it<>";
    is: Filter::Power(Comparison::AtLeast, Box::new(n)) => "have<> power {n:figure} or greater";
    is: Filter::Power(Comparison::AtMost, Box::new(n)) => "have<> power {n:figure} or less";
    is: Filter::Toughness(Comparison::AtLeast, Box::new(n)) => "have<> toughness {n:figure} or greater";
    is: Filter::Toughness(Comparison::AtMost, Box::new(n)) => "have<> toughness {n:figure} or less";
    is: Filter::ManaValue(Comparison::AtLeast, Box::new(n)) => "have<> mana value {n:figure} or greater";
    is: Filter::ManaValue(Comparison::AtMost, Box::new(n)) => "have<> mana value {n:figure} or less";
    is: Filter::ControlledBy(who) => "be<> controlled by {who:controller}";
    is: Filter::OwnedBy(who) => "be<> owned by {who:controller}";
    is: Filter::In(ZoneKind::Battlefield) => "be<> on the battlefield" | "remain<> on the battlefield";
    is: Filter::In(ZoneKind::Stack) => "be<> on the stack";
    is: Filter::In(ZoneKind::Exile) => "be<> in exile" | "remain<> exiled";
    is: Filter::In(ZoneKind::Command) => "be<> in the command zone";
    is: Filter::In(ZoneKind::Graveyard) => "be<> in a graveyard";
    is: Filter::Paid { what: OptionalCost::Kicker, nth: None } => "past_be<> kicked";
    is: Filter::NthCast(nth) => "be<> the {nth:ordinal} spell that its player has cast this turn";
    is: Filter::CastFrom(ZoneKind::Exile) => "past_be<> cast from exile";
    is: Filter::CastFrom(ZoneKind::Graveyard) => "past_be<> cast from a graveyard";
    is: Filter::SingleTarget => "have<> a single target";
    is: Filter::WasCast(None) => "past_be<> cast";
    is: Filter::WasCast(Some(ZoneKind::Graveyard)) => "past_be<> cast from a graveyard";
    is: Filter::WasCast(Some(ZoneKind::Exile)) => "past_be<> cast from exile";

    is: Filter::AnyOf(vec![one, other]) if is_a_kind(one) && is_a_kind(other)
        => | "be<> {one:a_kind[]} or {other:a_kind[]}";
    is: Filter::ManaValueIs(parity) => | "have<> (|an ){parity:parity_name} mana value";
    is: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::AnyOf(vec![
            TriggerEvent::Moves { what: Filter::ControlledBy(Players::You), from: None, to: Some(BATTLEFIELD) },
            TriggerEvent::GainsControl { who: Players::You, what: Filter::Any }])))))
        => | "past_come<> under your control this turn";
    if: Condition::AnyOf(vec![one, other]) => | "{one:premise} or if {other:premise}";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::Above(of)))), Comparison::AtLeast, n)
        => | "{n:at_least} {what:noun[many]} are above {of:thing}";
    if: Condition::Not(Box::new(Condition::Exists(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(who)]))))
        => | "{who:whose} library has no cards in it";

    if: Condition::Compare(Quantity::Counters(kind, what), Comparison::Equal, n) if *n != Quantity::Fixed(0)
        => | "there (is|are) {n:exactly} {kind:counter_name} counter[n] on {what:thing}"
        | "{what:thing} have<what> {n:exactly} {kind:counter_name} counter[n] on it<what>";

    // What was done by the same text (CR 608.2c).
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Exiled)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one_card} (is|was) exiled this way" | "at least one {what:card_noun[one]} (is|was) exiled this way"
        | "you (exile|exiled) {what:one_card} this way";
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Discarded)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one_card} (is|was) discarded this way"
        | "(you discard|you discarded|that player discards|they discard) {what:one_card} this way";
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Revealed)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one_card} (is|was) revealed this way" | "you (reveal|revealed) {what:one_card} this way";
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Milled)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one_card} (is|was) milled this way" | "at least one {what:card_noun[one]} (is|was) milled this way";
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Sacrificed)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one} (is|was) sacrificed this way" | "you (sacrifice|sacrificed) {what:one} this way";
    if: Condition::Compare(
            Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Destroyed)), Box::new(what))),
            Comparison::AtLeast, Quantity::Fixed(1)) if is_said(what)
        => | "{what:one} (is|was) destroyed this way";

    if: Condition::Compare(
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::LosesLife(Players::They)))),
                each: Each::Player(who) })),
            Comparison::AtLeast, n)
        => | "{who:one_of} lost {n:figure} or more life this turn";
    if: Condition::Compare(
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Draws(Players::They)))),
                each: Each::Player(who) })),
            Comparison::AtLeast, n)
        => | "{who:one_of} drew {n:at_least} cards this turn";
    if: Condition::Compare(
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
                    what: and(what, Filter::ControlledBy(Players::They)), from: None, to: Some(BATTLEFIELD) }))),
                each: Each::Player(who) })),
            Comparison::AtLeast, n)
        => | "{who:one_of} had {n:at_least} {what:noun[many]} enter the battlefield under their control this turn";
    if: Condition::All(vec![
            Condition::Compare(
                Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::GainsLife(Players::You)))),
                Comparison::AtLeast, Quantity::Fixed(1)),
            Condition::Compare(
                Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::LosesLife(Players::You)))),
                Comparison::AtLeast, Quantity::Fixed(1))])
        => | "you gained and lost life this turn";
    if: Condition::Compare(Quantity::Life(Players::You), Comparison::Greater, Quantity::Least(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(Players::Opponents) })))
        => | "you have more life than an opponent";
    if: Condition::Compare(Quantity::Life(Players::You), Comparison::Less, Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(Players::Opponents) })))
        => | "you have less life than an opponent";
    if: Condition::Compare(
            Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::You)))), Comparison::Less,
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
                each: Each::Player(Players::Opponents) })))
        => | "you control fewer {what:noun[many]} than an opponent";
    if: Condition::Exists(Filter::All(vec![
            what, Filter::ControlledBy(Players::You), Filter::Power(Comparison::AtLeast, Box::new(
                Quantity::Greatest(Box::new(OfEach {
                    of: Quantity::Power(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))))]))
        if is_here(what)
        => | "you control the {what:noun[one]} with the greatest power or tied for the greatest power";
    if: Condition::Exists(Filter::All(vec![
            what, Filter::ControlledBy(Players::You), Filter::Toughness(Comparison::AtLeast, Box::new(
                Quantity::Greatest(Box::new(OfEach {
                    of: Quantity::Toughness(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))))]))
        if is_here(what)
        => | "you control the {what:noun[one]} with the greatest toughness or tied for the greatest toughness";
    if: Condition::Exists(Filter::All(vec![
            what, Filter::ControlledBy(Players::You), Filter::ManaValue(Comparison::AtLeast, Box::new(
                Quantity::Greatest(Box::new(OfEach {
                    of: Quantity::ManaValue(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))))]))
        if is_here(what)
        => | "you control the {what:noun[one]} with the (greatest|highest) mana value or tied for the (greatest|highest) \
            mana value";

    is: Filter::ManaValue(Comparison::Equal, Box::new(Quantity::ManaValue(of))) if !of.is_of_a_description()
        => | "have<> the same mana value as {of:thing}";
    if: Condition::Compare(
            Quantity::ThisWay(Deed::Discarded, Some(Players::You)), Comparison::AtLeast, Quantity::Fixed(1))
        => | "you discarded a card this way";
    if: Condition::Compare(
            Quantity::ThisWay(Deed::Sacrificed, Some(Players::You)), Comparison::AtLeast, Quantity::Fixed(1))
        => | "you sacrificed a permanent this way";
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Attacks(what)))), Comparison::Equal,
            Quantity::Fixed(0))
        => | "no {what:creature_noun[many]} attacked this turn";
    if: Condition::All(vec![
            Condition::Exists(Filter::All(vec![one, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)])),
            Condition::Exists(Filter::All(vec![other, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)]))])
        if !about_this(one) && !about_this(other)
        => | "{one:one} and {other:one} are in {who:whose} graveyard";
    if: Condition::Compare(
            Quantity::Greatest(Box::new(OfEach {
                of: Quantity::Count(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::They)]))),
                each: Each::Player(who) })),
            Comparison::AtLeast, n)
        => | "{who:one_of} has {n:at_least} cards in their graveyard";

    if: Condition::Compare(Quantity::Count(Box::new(Filter::All(vec![other, what]))), Comparison::AtLeast, n)
        if is_uncontrolled(what)
        => | "there are {n:at_least} {other:besides} {what:noun[many]} on the battlefield";
    if: Condition::Is(what, Filter::ControlledBy(Players::You)) if !what.is_of_a_description()
        => | "you controlled {what:thing}";
}

//! Numbers: what something is equal to, and what is counted.

use retrace_words::rows;

use super::super::parts::is_said;
use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Each, Filter, Objects, OfEach, Players, Quantity};
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::card_type::SubtypeSet;
use crate::card::words::chosen::Linked;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// The factor of what is taken away.
const LESS: i32 = -1;

/// Whether a description is of permanents, whoever controls them.
fn is_of_all(what: &Filter) -> bool {
    match what {
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().all(is_of_all),
        Filter::Not(part) => is_of_all(part),
        what => matches!(
            what,
            Filter::Type(_)
                | Filter::Subtype(_)
                | Filter::Supertype(_)
                | Filter::Color(_)
                | Filter::Keyword(_)
                | Filter::ChosenColor
                | Filter::ChosenSubtype
                | Filter::Colorless
                | Filter::Multicolored
        ),
    }
}

/// Whether a description is of cards of a kind.
fn is_a_card(what: &Filter) -> bool {
    matches!(what, Filter::All(parts) if parts.contains(&Filter::Card))
}

rows! {
    pub(crate) ROWS;

    each: Quantity::Count(Box::new(what)) if is_of_all(what) => "{what:noun[one]} on the battlefield";
    each: Quantity::Count(Box::new(what)) => "{what:noun[one]}";
    each: Quantity::Count(Box::new(Filter::All(vec![other, what]))) => | "{other:besides} {what:noun[one]}";
    each: Quantity::HandSize(who) => "card in {who:whose} hand";
    each: Quantity::AllCounters(what) => "counter on {what:thing}";
    each: Quantity::Counters(kind, what) => "{kind:counter_name} counter on {what:thing}";
    each: Quantity::PlayerCounters(kind, who) if *kind != CounterKind::Energy
        => "{kind:counter_name} counter {who:at_large} have<who>";
    each: Quantity::Subtypes(SubtypeSet::BasicLand, Box::new(what))
        => "basic land type among {what:noun[many]}";
    each: Quantity::CardTypes(Box::new(what)) => "card type among {what:noun[many]}";
    each: Quantity::Colors(Box::new(what)) => "color among {what:noun[many]}";
    each: Quantity::ColorsSpent(on) => "color of mana spent to cast {on:thing}";
    each: Quantity::TimesPaid(OptionalCost::Kicker, what) => "time {what:thing} past_be<what> kicked";
    each: Quantity::Colors(Box::new(Filter::Is(what))) if !what.is_of_a_description()
        => | "of {what:thing_whose} colors";
    each: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::GainsLife(Players::You))))
        => | "1 life you past_gain<many> this turn";
    each: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::LosesLife(Players::Opponents))))
        => | "1 life your opponents past_lose<many> this turn";
    each: Quantity::PlayerCount(Players::Opponents) => | "opponent you have";
    each: Quantity::ThisWay(Deed::Discarded, None) => | "card discarded this way";
    each: Quantity::ThisWay(Deed::Milled, None) => | "card milled this way";
    each: Quantity::ThisWay(Deed::Exiled, None) => | "card exiled this way";
    each: Quantity::ThisWay(Deed::Revealed, None) => | "card revealed this way";
    each: Quantity::ThisWay(Deed::Tapped, None) => | "creature tapped this way";
    each: Quantity::ThisWay(Deed::Destroyed, None) => | "permanent destroyed this way";
    each: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Draws(who))))
        => | "card {who:controller} past_draw<who> this turn";
    each: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Casts(who, what))))
        => | "{what:spell_noun[one]} {who:controller} past_cast<who> this turn";
    each: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) })))
        => | "{what:noun[one]} that died this turn";
    each: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what: and(what, Filter::ControlledBy(Players::You)), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) })))
        => | "{what:noun[one]} that died under your control this turn";

    each: Quantity::Sum(vec![Quantity::Count(Box::new(one)), Quantity::Count(Box::new(other))])
        => | "{one:noun[one]} and each {other:noun[one]}";
    each: Quantity::Number(Objects::Among(Box::new(Objects::Linked(Linked::Chosen)), Box::new(what)))
        => | "{what:noun[one]} (it|~) devoured";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::Linked(Linked::Chosen)), Box::new(what)))
        => | "the number of {what:noun[many]} (it|~) devoured";
    each: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what: and(what, Filter::OwnedBy(Players::You)), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) })))
        => | "{what:noun[one]} put into your graveyard from the battlefield this turn";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::ThisWay(Deed::Discarded, Some(Players::They)), each: Each::Player(Players::Each) }))
        => | "the greatest number of cards a player discarded this way";

    // Those among what was done that fit a description, as they were (CR 608.2h).
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Destroyed)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} destroyed this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Destroyed)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} destroyed this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Exiled)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} exiled this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Exiled)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} exiled this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Milled)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} (milled|put into your graveyard) this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Milled)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} (milled|put into your graveyard) this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Discarded)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} discarded this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Discarded)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} discarded this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Revealed)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} revealed this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Revealed)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} revealed this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Sacrificed)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} sacrificed this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Sacrificed)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} sacrificed this way";
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Put)), Box::new(what)))
        if is_said(what) => | "{what:noun[one]} returned this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Put)), Box::new(what)))
        if is_said(what) => | "the number of {what:noun[many]} returned this way";

    amount: Quantity::AllCounters(what) => "the number of counters on {what:thing}";
    amount: Quantity::Counters(kind, what) => "the number of {kind:counter_name} counters on {what:thing}";
    amount: Quantity::PlayerCounters(kind, who) if *kind != CounterKind::Energy
        => "the number of {kind:counter_name} counters {who:at_large} have<who>";
    amount: Quantity::Power(of) => "{of:thing_whose} power";
    amount: Quantity::Toughness(of) => "{of:thing_whose} toughness";
    amount: Quantity::ManaValue(of) => "{of:thing_whose} mana value";
    amount: Quantity::Power(of) if !of.is_of_a_description() => | "the power of {of:thing}";
    amount: Quantity::Toughness(of) if !of.is_of_a_description() => | "the toughness of {of:thing}";
    amount: Quantity::ManaValue(of) if !of.is_of_a_description() => | "the mana value of {of:thing}";
    amount: Quantity::Power(Objects::Each(Box::new(what))) => | "the total power of {what:noun[many]}";
    amount: Quantity::Toughness(Objects::Each(Box::new(what))) => | "the total toughness of {what:noun[many]}";
    amount: Quantity::ManaValue(Objects::Each(Box::new(what))) => | "the total mana value of {what:noun[many]}";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Power(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))
        => "the greatest power among {what:noun[many]}" | "the highest power among {what:noun[many]}";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Toughness(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))
        => "the greatest toughness among {what:noun[many]}" | "the highest toughness among {what:noun[many]}";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::ManaValue(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))
        => "the greatest mana value among {what:noun[many]}" | "the highest mana value among {what:noun[many]}";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Power(Objects::Affected),
            each: Each::Object(Objects::Each(Box::new(Filter::All(vec![other, what])))) }))
        => | "the greatest power among {other:besides} {what:noun[many]}";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Toughness(Objects::Affected),
            each: Each::Object(Objects::Each(Box::new(Filter::All(vec![other, what])))) }))
        => | "the greatest toughness among {other:besides} {what:noun[many]}";
    amount: Quantity::ManaValue(Objects::Each(Box::new(Filter::All(vec![other, what]))))
        => | "the total mana value of {other:besides} {what:noun[many]}";
    amount: Quantity::Count(Box::new(what)) if is_of_all(what)
        => "the number of {what:noun[many]} on the battlefield";
    amount: Quantity::Count(Box::new(what)) => "the number of {what:noun[many]}";
    amount: Quantity::Count(Box::new(Filter::All(vec![other, what])))
        => | "the number of {other:besides} {what:noun[many]}";
    amount: Quantity::DifferentNames(Box::new(what)) => "the number of differently named {what:noun[many]}";
    amount: Quantity::Subtypes(SubtypeSet::BasicLand, Box::new(what))
        => "the number of basic land types among {what:noun[many]}";
    amount: Quantity::CardTypes(Box::new(what)) => "the number of card types among {what:noun[many]}";
    amount: Quantity::Colors(Box::new(what)) => "the number of colors among {what:noun[many]}";
    amount: Quantity::ColorsSpent(on) => "the number of colors of mana spent to cast {on:thing}";
    amount: Quantity::ManaSpent { on, kind: None, snow: false, from: None }
        => "the amount of mana spent to cast {on:thing}";
    amount: Quantity::TimesPaid(OptionalCost::Kicker, what)
        => "the number of times {what:thing} past_be<what> kicked";
    amount: Quantity::ManaSymbols(vec![color], Objects::Each(Box::new(what)))
        => "the number of {color:color_name} mana symbols in the mana costs of {what:noun[many]}";
    amount: Quantity::Life(who) => "{who:whose} life total";
    amount: Quantity::StartingLife(who) => "{who:whose} starting life total";
    amount: Quantity::HandSize(who) => "the number of cards in {who:whose} hand";
    amount: Quantity::HandSize(Players::Each) => | "the total number of cards in all players' hands";
    amount: Quantity::ThatMuch => "that much" | "the damage dealt";
    amount: Quantity::Devotion(vec![color], who) => | "{who:whose} devotion to {color:color_name}";
    amount: Quantity::Devotion(vec![one, other], who)
        => | "{who:whose} devotion to {one:color_name} and {other:color_name}";
    amount: Quantity::Times(2, Box::new(amount)) => | "twice {amount:amount}";
    amount: Quantity::Sum(vec![n, amount]) => | "{n:number} plus {amount:amount}";
    amount: Quantity::Sum(vec![one, other])
        => | "{one:addend} plus {other:amount}" | "{one:addend} plus {other:number}";
    amount: Quantity::Sum(vec![one, Quantity::Times(LESS, Box::new(other))])
        => | "{one:addend} minus {other:amount}" | "{one:addend} minus {other:number}"
        | "{one:number} minus {other:amount}";
    amount: Quantity::Divided { of: Box::new(of), by: 2, up: true } => | "half {of:amount} , rounded up";
    amount: Quantity::Divided { of: Box::new(of), by: 2, up: false } => | "half {of:amount} , rounded down";
    amount: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::GainsLife(Players::You))))
        => | "the amount of life you past_gain<many> this turn";
    amount: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::LosesLife(Players::You))))
        => | "the life you past_lose<many> this turn" | "the amount of life you past_lose<many> this turn";
    amount: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::LosesLife(Players::Opponents))))
        => | "the total life lost by your opponents this turn";
    amount: Quantity::ThisWay(Deed::LifeLost, None) => "the life lost this way";
    amount: Quantity::ThisWay(Deed::DamageDealt, None) => "the damage dealt this way";
    amount: Quantity::ThisWay(Deed::Discarded, None) => | "the number of cards discarded this way";
    amount: Quantity::ThisWay(Deed::Exiled, None) => | "the number of cards exiled this way";
    amount: Quantity::ThisWay(Deed::Revealed, None) => | "the number of cards revealed this way";
    amount: Quantity::ThisWay(Deed::Tapped, None) => | "the number of creatures tapped this way";
    amount: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Draws(who))))
        => | "the number of cards {who:controller} past_draw<who> this turn";
    amount: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Casts(who, what))))
        => | "the number of {what:spell_noun[many]} {who:controller} past_cast<who> this turn";
    amount: Quantity::TimesThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) })))
        => | "the number of {what:noun[many]} that died this turn";

    each: Quantity::Count(Box::new(Filter::BlockedBy(what))) => | "creature {what:thing} be<what> blocking";
    amount: Quantity::ChosenNumber => | "the life paid as (it|~) entered the battlefield";

    each: Quantity::CommanderCasts => | "time you have cast your commander from the command zone this game";

    each: Quantity::ThatMuch => | "1 life you gained" | "1 life you lost";
    // What was milled by several.
    each: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Milled)), Box::new(what)))
        if is_a_card(what) => | "{what:noun[one]} put into (a|that|their) graveyard this way";
    amount: Quantity::Number(Objects::Among(Box::new(Objects::ThisWay(Deed::Milled)), Box::new(what)))
        if is_a_card(what) => | "the number of {what:noun[many]} put into (a|that|their) graveyard this way";

    each: Quantity::ThisWay(Deed::LifeLost, None) => | "1 life lost this way";
    each: Quantity::ThisWay(Deed::Sacrificed, None) => | "permanent sacrificed this way";
    each: Quantity::ManaSymbols(vec![color], Objects::Each(Box::new(what)))
        => | "{color:color_name} mana symbol in the mana costs of {what:noun[many]}";
    each: Quantity::ManaSymbols(vec![color], what) if !what.is_of_a_description()
        => | "{color:color_name} mana symbol in {what:thing_whose} mana cost";
    amount: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::IsDealtDamage {
            what: None, who: Some(who), combat: false, noncombat: false })))
        => "the damage already dealt to {who:player} this turn";
    amount: Quantity::AmountThisTurn(Box::new(PastEvent(TriggerEvent::IsDealtDamage {
            what: Some(Filter::Is(what)), who: None, combat: false, noncombat: false })))
        if !what.is_of_a_description()
        => "the damage already dealt to {what:thing} this turn";
    // What others own was not returned to your hand.
    each: Quantity::Number(Objects::Among(
            Box::new(Objects::ThisWay(Deed::Put)), Box::new(Filter::OwnedBy(Players::You))))
        => | "card returned to your hand this way";
}

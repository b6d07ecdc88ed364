//! Conditions and amounts.

use retrace_words::rows;

use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::trigger::PastEvent;
use crate::card::words::comparison::{CoinSide, Comparison};
use crate::card::words::designation::Designation;
use crate::card::words::zone_kind::ZoneKind;

rows! {
    pub(crate) ROWS;

    if: Condition::Exists(and(what, Filter::ControlledBy(who))) => "{who:player} control<who> {what:one}";
    if: Condition::Is(what, is) => "{what:thing} be<what> {is:adjective}" | "{what:thing} be<what> {is:one}";
    if: Condition::TurnOf(Players::You) => "it's your turn";
    if: Condition::Not(Box::new(Condition::TurnOf(Players::You))) => "it isn't your turn" | "it's not your turn";
    if: Condition::Flip(CoinSide::Won) => "you win the flip";
    if: Condition::Flip(CoinSide::Lost) => "you lose the flip";
    if: Condition::Monarch(who) => "{who:player} be<who> the monarch";
    if: Condition::HasDesignation(who, Designation::CitysBlessing) => "{who:player} have<who> the city's blessing";
    if: Condition::Compare(Quantity::Life(who), Comparison::AtMost, n) => "{who:player} have<who> {n:figure} or less life";
    if: Condition::Compare(Quantity::Life(who), Comparison::AtLeast, n) => "{who:player} have<who> {n:figure} or more life";

    if: Condition::Is(what, Filter::Paid { what: OptionalCost::Kicker, nth: None }) => "{what:thing} was kicked";
    if: Condition::Compare(Quantity::Count(Box::new(and(what, Filter::ControlledBy(who)))), Comparison::AtLeast, n)
        => "{who:player} control<who> {n:at_least} {what:noun[many]}";
    if: Condition::Compare(Quantity::Count(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => "{n:at_least} cards are in your graveyard" | "there are {n:at_least} cards in your graveyard";
    if: Condition::Compare(Quantity::HandSize(who), Comparison::Equal, Quantity::Fixed(0))
        => "{who:player} have<who> no cards in hand";
    if: Condition::Not(Box::new(Condition::Exists(and(what, Filter::ControlledBy(who)))))
        => "{who:player} control<who> no {what:noun[many]}";

    if: Condition::Compare(Quantity::CardTypes(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))), Comparison::AtLeast, n)
        => "there are {n:at_least} card types among cards in your graveyard";
    if: Condition::Compare(Quantity::Counters(kind, Objects::This), Comparison::AtLeast, n)
        => "~ has {n:at_least} {kind:counter_name} counters on it" | "there are {n:at_least} {kind:counter_name} counters on ~";
    // What has happened this turn (CR 608.2i).
    if: Condition::Compare(
            Quantity::TimesThisTurn(Box::new(PastEvent(when))), Comparison::AtLeast, Quantity::Fixed(1))
        if when.told_afterward()
        => | "{when:event[past]} this turn";
    if: Condition::Compare(Quantity::TimesThisTurn(Box::new(PastEvent(when))), Comparison::Equal, Quantity::Fixed(0))
        if when.told_afterward()
        => | "{when:event[not_past]} this turn";

    each: Quantity::Count(Box::new(what)) => "{what:noun[one]}";
    each: Quantity::HandSize(who) => "card in {who:whose} hand";
    each: Quantity::Counters(kind, what) => "{kind:counter_name} counter on {what:thing}";
    amount: Quantity::Counters(kind, what) => "the number of {kind:counter_name} counters on {what:thing}";

    amount: Quantity::Power(of) => "{of:thing_whose} power";
    amount: Quantity::Toughness(of) => "{of:thing_whose} toughness";
    amount: Quantity::ManaValue(of) => "{of:thing_whose} mana value";
    amount: Quantity::Count(Box::new(what)) => "the number of {what:noun[many]}";
    amount: Quantity::Life(who) => "{who:whose} life total";
    amount: Quantity::HandSize(who) => "the number of cards in {who:whose} hand";
    amount: Quantity::ThatMuch => "that much" | "the damage dealt" ;
}

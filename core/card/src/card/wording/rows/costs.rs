//! Costs (CR 118).

use retrace_words::rows;

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether a part of a cost is symbols, which are paid.
const fn is_symbols(cost: &Cost) -> bool {
    matches!(cost, Cost::Mana(_) | Cost::Tap | Cost::Untap | Cost::Loyalty(_))
}

rows! {
    pub(crate) ROWS;

    cost_part: Cost::Tap => "{T}";
    cost_part: Cost::Untap => "{Q}";
    cost_part: Cost::Life(n) => "pay<> {n:plain} life";
    cost_part: Cost::PlayerCounters(CounterKind::Energy, n) => "pay<> {n:energy_symbols}";
    cost_part: Cost::PlayerCounters(kind, n) if *kind != CounterKind::Energy
        => "remove<> {n:few} {kind:counter_name} counter[n] from you";
    cost_part: Cost::RemoveAnyCounters(n) => "remove<> {n:few} counter[n] from ~";
    cost_part: Cost::RemoveCounters(kind, n) => "remove<> {n:few} {kind:counter_name} counter[n] from ~";
    cost_part: Cost::TapTotalPower(least, what)
        => "tap<> any number of untapped {what:noun[many]} you control with total power {least:plain} or \
            greater";
    cost_part: Cost::Unattach(what) => "unattach<> {what:thing}";
    cost_part: Cost::SacrificeThis => "sacrifice<> ~";
    cost_part: Cost::Sacrifice(1, what) => "sacrifice<> {what:one}";
    cost_part: Cost::Sacrifice(n, what) if *n != 1 => "sacrifice<> {n:few} {what:noun[n]}";
    cost_part: Cost::Sacrifice(n, Filter::All(vec![Filter::Not(Box::new(Filter::This)), what])) if *n != 1
        => | "sacrifice<> {n:few} other {what:noun[n]}";
    cost_part: Cost::Sacrifice(1, Filter::Is(what))
        if !what.is_of_a_description() && *what != Objects::This
        => | "sacrifice<> {what:thing}";
    cost_part: Cost::SacrificeAll(what) => "sacrifice<> all {what:noun[many]} you control"
        | "sacrifice<> {what:noun[many]} you control";
    cost_part: Cost::Discard(1, what) => "discard<> {what:one_card}";
    cost_part: Cost::Discard(n, what) if *n != 1 => "discard<> {n:few} {what:card_noun[n]}";
    cost_part: Cost::DiscardHand => "discard<> your hand" | "discard<> all the cards in your hand";
    cost_part: Cost::DiscardAtRandom(n) => "discard<> {n:few} card[n] at random";
    cost_part: Cost::DiscardThis => "discard<> ~";
    cost_part: Cost::Exile { count: 1, what: Filter::This, from: GRAVEYARD }
        => "exile<> ~ from your graveyard";
    cost_part: Cost::Exile { count: 1, what, from: BATTLEFIELD } if *what != Filter::This
        => "exile<> {what:one} you control";
    cost_part: Cost::Exile { count, what, from: BATTLEFIELD } if *count != 1
        => "exile<> {count:few} {what:noun[count]} you control";
    cost_part: Cost::Exile { count: 1, what, from } if *what != Filter::This && *from != BATTLEFIELD
        => "exile<> {what:one_card} {from:from_yours}";
    cost_part: Cost::Exile { count, what, from } if *count != 1 && *from != BATTLEFIELD
        => "exile<> {count:few} {what:card_noun[count]} {from:from_yours}";
    cost_part: Cost::Exile { count: 1, what: Filter::This, from: Zones::only(ZoneKind::Hand) }
        => "exile<> ~ from your hand";
    cost_part: Cost::Exile {
            count: 1, what: Filter::Is(Objects::TopOfGraveyard(Players::You, Box::new(what))), from: GRAVEYARD }
        => | "exile<> the top {what:card_noun[one]} of your graveyard";
    cost_part: Cost::ExileThis => "exile<> ~";
    cost_part: Cost::ExertThis => "exert<> ~";
    cost_part: Cost::ExileTop(n) => "exile<> {n:top_cards} of your library";
    cost_part: Cost::Mill(n)
        => "mill<> {n:few} card[n]" | "put<> the top {n:few} card[n] of your library into your graveyard";
    cost_part: Cost::Mill(1) => | "put<> the top card of your library into your graveyard";
    cost_part: Cost::Draw(n) => "draw<> {n:few} card[n]";
    cost_part: Cost::TapOthers(1, Filter::All(vec![Filter::Not(Box::new(Filter::This)), what]))
        => "tap<> another untapped {what:noun[one]} you control";
    cost_part: Cost::TapOthers(n, what) => "tap<> {n:few} untapped {what:noun[n]} you control";
    cost_part: Cost::UntapOthers(n, what) => "untap<> {n:few} tapped {what:noun[n]} you control";
    cost_part: Cost::ReturnThis => "return<> ~ to its owner's hand";
    cost_part: Cost::Return(1, what) => "return<> {what:one} you control to its owner's hand";
    cost_part: Cost::Return(n, what) if *n != 1
        => "return<> {n:few} {what:noun[n]} you control to their owners' hands"
        | "return<> {n:few} {what:noun[n]} you control to their owner's hand";
    cost_part: Cost::PutCounters(kind, n) => "put<> {n:few} {kind:counter_name} counter[n] on ~";
    cost_part: Cost::PutCountersOn(kind, n, what)
        => "put<> {n:few} {kind:counter_name} counter[n] on {what:one} you control";
    cost_part: Cost::RemoveCountersFrom(kind, n, what)
        => "remove<> {n:few} {kind:counter_name} counter[n] from {what:one} you control";
    cost_part: Cost::Reveal(1, Filter::This) => "reveal<> ~" | "reveal<> ~ from your hand";
    cost_part: Cost::Reveal(1, what) if *what != Filter::This
        => "reveal<> {what:one_card} from your hand" | "reveal<> {what:one_card} in your hand";
    cost_part: Cost::Reveal(n, what) if *n != 1 => "reveal<> {n:few} {what:card_noun[n]} from your hand";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Life(1))) => "pay<> X life";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Discard(1, Filter::Any))) => "discard<> X cards";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Mill(1))) => "mill<> X cards";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::PlayerCounters(CounterKind::Energy, 1)))
        => "pay<> X {E}";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::RemoveCounters(kind, 1)))
        => "remove<> X {kind:counter_name} counters from ~"
        | "remove<> any number of {kind:counter_name} counters from ~";

    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Exile { count: 1, what, from })) if *from != BATTLEFIELD
        => | "exile<> X {what:card_noun[many]} {from:from_yours}";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Return(1, what)))
        => | "return<> X {what:noun[many]} you control to their owner's hand";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Sacrifice(1, what))) => | "sacrifice<> X {what:noun[many]}";

    // What somebody does who pays: "pays {2}", "sacrifices a creature" (CR 118.12).
    paid: Cost::Times(n, Box::new(Cost::Mana(mana))) if *n != Quantity::X
        => "pay<> {mana:symbols} for each {n:each}";
    paid: cost if is_symbols(cost) => "pay<> {cost:cost_part}";
    paid: cost if !is_symbols(cost) => "{cost:cost_part[]}";
    paid: Cost::ManaCostOf(what) => | "pay<> {what:thing_whose} mana cost";
    paid: Cost::Either(vec![vec![one], vec![other]]) if !is_symbols(one) && !is_symbols(other)
        => | "{one:cost_part[]} or {other:cost_part[]}";

    from_yours: Zones::only(ZoneKind::Graveyard) => "from your graveyard";
    from_yours: Zones::only(ZoneKind::Hand) => "from your hand";
    from_yours: Zones::only(ZoneKind::Library) => "from your library";


    cost_part: Cost::TapOthers(n, Filter::All(vec![Filter::Not(Box::new(Filter::This)), what])) if *n != 1
        => | "tap<> {n:few} other untapped {what:noun[n]} you control";
    cost_part: Cost::Exile { count, what: Filter::All(vec![Filter::Not(Box::new(Filter::This)), what]), from }
        if *count != 1 && *from != BATTLEFIELD
        => | "exile<> {count:few} other {what:card_noun[count]} {from:from_yours}";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Reveal(1, what))) if *what != Filter::Any
        => | "reveal<> X {what:card_noun[many]} (from|in) your hand";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::Discard(1, what))) if *what != Filter::Any
        => | "discard<> X {what:card_noun[many]}";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::DiscardAtRandom(1))) => | "discard<> X cards at random";
    cost_part: Cost::Times(Quantity::X, Box::new(Cost::TapOthers(1, what)))
        => | "tap<> X untapped {what:noun[many]} you control";
    paid: Cost::Either(vec![vec![Cost::Mana(one)], vec![Cost::Mana(other)]])
        => | "pay<> {one:symbols} or {other:symbols}";
    paid: Cost::Either(vec![vec![Cost::Mana(mana)], vec![Cost::Life(n)]]) => | "pay<> {mana:symbols} or {n:plain} life";
    paid: Cost::Either(vec![vec![one], vec![Cost::Mana(mana)]]) if !is_symbols(one)
        => | "{one:cost_part[]} or pay<> {mana:symbols}";
    paid: Cost::Either(vec![vec![Cost::Mana(mana)], vec![other]]) if !is_symbols(other)
        => | "pay<> {mana:symbols} or {other:cost_part[]}";
    // Older texts go on in the third person: "unless they sacrifice a creature or discards a card".
    paid: Cost::Either(vec![vec![one], vec![other]]) if !is_symbols(one) && !is_symbols(other)
        => | "{one:cost_part[]} or {other:cost_part[one]}";
    cost_part: Cost::Times(
            Quantity::Divided { of: Box::new(Quantity::Life(Players::You)), by: 2, up: true }, Box::new(Cost::Life(1)))
        => | "pay<> half your life , rounded up";
    paid: Cost::Times(n, Box::new(Cost::Life(1))) if *n != Quantity::X => | "pay<> life equal to {n:amount}";

    payment: vec![Cost::Mana(mana), Cost::Times(n, Box::new(Cost::Mana(more)))]
        => | "pay<> {mana:symbols} plus an additional {more:symbols} for each {n:each}";
}

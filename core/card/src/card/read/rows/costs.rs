//! Costs (CR 118).

use retrace_words::rows;

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::Filter;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

rows! {
    pub(crate) ROWS;

    cost_part: Cost::SacrificeThis => "sacrifice ~";
    cost_part: Cost::Sacrifice(1, what) if *what != Filter::This => "sacrifice {what:one}";
    cost_part: Cost::Sacrifice(n, what) if *n > 1 => "sacrifice {n:few} {what:noun[n]}";
    cost_part: Cost::Life(n) => "pay {n:plain} life";
    cost_part: Cost::DiscardThis => "discard ~";
    cost_part: Cost::DiscardHand => "discard your hand";
    cost_part: Cost::DiscardAtRandom(n) => "discard {n:few} card[n] at random";
    cost_part: Cost::Discard(1, what) if *what != Filter::This => "discard {what:one}";
    cost_part: Cost::Discard(n, what) if *n > 1 => "discard {n:few} {what:noun[n]}";
    cost_part: Cost::RemoveCounters(kind, n) => "remove {n:few} {kind:counter_name} counter[n] from ~";
    cost_part: Cost::PutCounters(kind, n) => "put {n:few} {kind:counter_name} counter[n] on ~";
    cost_part: Cost::ReturnThis => "return ~ to its owner's hand";
    cost_part: Cost::Return(1, what) if *what != Filter::This => "return {what:one} to its owner's hand";
    cost_part: Cost::ExileThis => "exile ~";
    cost_part: Cost::Exile { count: 1, what: Filter::This, from: GRAVEYARD } => "exile ~ from your graveyard";
    cost_part: Cost::Mill(n) => "mill {n:few} card[n]" | "put the top {n:few} card[n] of your library into your graveyard";
    cost_part: Cost::PlayerCounters(CounterKind::Energy, n) => "pay {n:energy_symbols}";
    cost_part: Cost::TapOthers(1, what) => "tap an untapped {what:noun[one]}";
    cost_part: Cost::TapOthers(1, Filter::All(vec![Filter::Not(Box::new(Filter::This)), what]))
        => "tap another untapped {what:noun[one]}";
    cost_part: Cost::TapOthers(n, what) if *n > 1 => "tap {n:few} untapped {what:noun[n]}";
}

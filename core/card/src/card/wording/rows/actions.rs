//! Instructions as actions (CR 608.2, 701).

use retrace_words::rows;

use super::super::parts::is_several;
use crate::card::ast::ability::Face;
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::restriction::{CombatDamage, Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::term::any;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether objects are several cards that were looked at or revealed.
fn are_shown(what: &Objects) -> bool {
    let shown = |part: &Filter| matches!(part, Filter::Is(Objects::ThisWay(Deed::LookedAt | Deed::Revealed)));
    match what {
        Objects::Each(what) => matches!(&**what, Filter::All(parts) if parts.iter().any(shown)),
        Objects::ThisWay(deed) => *deed == Deed::LookedAt,
        _ => false,
    }
}

/// Whether a number is one of things that are counted.
fn is_count(number: &Quantity) -> bool {
    match number {
        Quantity::Times(_, number) => is_count(number),
        Quantity::Count(_) | Quantity::HandSize(_) | Quantity::CardTypes(_) | Quantity::Subtypes(..) => true,
        number => matches!(number, Quantity::Devotion(..) | Quantity::Number(_)),
    }
}

/// Whether objects are joined, the first of them one that the text names: "target creature and each
/// other creature you control".
fn are_named(what: &Objects) -> bool {
    let is_named = |what: &Filter| matches!(what, Filter::AnyOf(all) if matches!(all.first(), Some(Filter::Is(_))));
    matches!(what, Objects::Each(what) if is_named(what))
}

/// Whether a description leaves a choice among objects, and is not of others than some.
fn is_a_choice(what: &Filter) -> bool {
    let is_other = |part: &Filter| matches!(part, Filter::Not(inner) if **inner == Filter::This);
    !what.is_about_this() && !any(what, is_other) && !matches!(what, Filter::Any | Filter::Is(_) | Filter::AnyOf(_))
}

/// Whether it is the owner of the object itself, who shuffles that into a library.
fn is_owner_of_this(who: &Players) -> bool {
    matches!(who, Players::OwnerOf(of) if **of == Objects::This)
}

rows! {
    pub(crate) ROWS;

    // Damage and life (CR 119, 120).
    clause: Instruction::DealDamage(verb::DealDamage { source, amount: Quantity::Portion, to, excess: None })
        => "{source:each_thing} deal<source> {to:divided}";
    clause: Instruction::DealDamage(verb::DealDamage {
            source, amount, to: Recipients::Objects(source), excess: None })
        => "{source:each_thing} deal<source> {amount:figure} damage to itself"
        | "{source:each_thing} deal<source> damage to itself equal to {amount:amount}";
    clause: Instruction::DealDamage(verb::DealDamage {
            source, amount: Quantity::Times(n, Box::new(amount)), to, excess: None })
        if *n > 1
        => "{source:each_thing} deal<source> {n:times} damage to {to:damaged} for each {amount:each}";
    clause: Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None }) if is_count(amount)
        => "{source:each_thing} deal<source> damage to {to:damaged} equal to {amount:amount}";
    clause: Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None })
        => "{source:each_thing} deal<source> {amount:figure} damage to {to:damaged}"
        | "{source:each_thing} deal<source> damage equal to {amount:amount} to {to:damaged}"
        | "{source:each_thing} deal<source> damage to {to:damaged} equal to {amount:amount}"
        | "{source:each_thing} deal<source> 1 damage to {to:damaged} for each {amount:each}";
    // Each of several deals its own.
    clause: Instruction::DealDamage(verb::DealDamage {
            source, amount: Quantity::Power(Objects::Affected), to, excess: None })
        if source.is_of_a_description()
        => | "{source:each_thing} deal<source> damage equal to its power to {to:damaged}";
    sentence: vec![Instruction::DealDamage(verb::DealDamage {
            source, amount: Quantity::Power(Objects::Affected), to, excess: None })]
        if !source.is_of_a_description()
        => | "each of {source:thing} deals damage equal to its power to {to:damaged}"
        | "{source:thing} each deal damage equal to their power to {to:damaged}";
    clause: Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: Some(other) })
        => "{source:each_thing} deal<source> {amount:figure} damage to {to:damaged} . excess damage is dealt \
            to {other:damaged} instead"
        | "{source:each_thing} deal<source> damage equal to {amount:amount} to {to:damaged} . excess damage \
            is dealt to {other:damaged} instead";
    clause: Instruction::AtOnce(verb::AtOnce(vec![
            Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None }),
            Instruction::DealDamage(verb::DealDamage { source, amount: more, to: other, excess: None })]))
        => | "{source:each_thing} deal<source> {amount:figure} damage to {to:recipient} and {more:figure} damage to \
            {other:recipient}";
    clause: Instruction::ExchangeLife(verb::ExchangeLife { who, with: who })
        => "{who:player} exchange<many> life totals";
    clause: Instruction::ExchangeLife(verb::ExchangeLife { who, with }) if who != with
        => "{who:player} exchange<who> life totals with {with:controller}";
    clause: Instruction::Fight(verb::Fight { what, with }) => "{what:thing} fight<what> {with:thing}";
    clause: Instruction::GainLife(verb::GainLife { who, amount: Quantity::Times(n, Box::new(amount)) })
        if *n > 1
        => "{who:player} gain<who> {n:times} life for each {amount:each}";
    clause: Instruction::GainLife(verb::GainLife { who, amount })
        => "{who:player} gain<who> {amount:figure} life"
        | "{who:player} gain<who> 1 life for each {amount:each}"
        | "{who:player} gain<who> life equal to {amount:amount}";
    clause: Instruction::LoseLife(verb::LoseLife {
            who, amount: Quantity::Divided { of: Box::new(Quantity::Life(who)), by: 2, up: true } })
        if !is_several(who)
        => "{who:player} lose<who> half their<who> life , rounded up";
    clause: Instruction::LoseLife(verb::LoseLife {
            who, amount: Quantity::Divided { of: Box::new(Quantity::Life(Players::They)), by: 2, up: true } })
        if is_several(who)
        => "{who:player} lose<who> half their<who> life , rounded up";
    clause: Instruction::LoseLife(verb::LoseLife { who, amount: Quantity::Times(n, Box::new(amount)) })
        if *n > 1
        => "{who:player} lose<who> {n:times} life for each {amount:each}";
    clause: Instruction::LoseLife(verb::LoseLife { who, amount })
        => "{who:player} lose<who> {amount:figure} life"
        | "{who:player} lose<who> 1 life for each {amount:each}"
        | "{who:player} lose<who> life equal to {amount:amount}";
    clause: Instruction::SetLife(verb::SetLife { who, to })
        => "{who:whose} life total become<one> {to:figure}"
        | "{who:whose} life total become<one> {to:amount}"
        | "{who:whose} life total become<one> equal to {to:amount}";
    clause: Instruction::SetLife(verb::SetLife { who, to: Quantity::Times(2, Box::new(Quantity::Life(who))) })
        if !is_several(who)
        => | "double {who:whose} life total";
    clause: Instruction::RemoveDamage(verb::RemoveDamage(what)) => "remove all damage marked on {what:thing}"
        | "remove all damage from {what:thing}";

    // Counters (CR 122).
    clause: counters => | "distribute {counters:distributed}";
    // Of each of them by itself.
    clause: Instruction::PutCounters(verb::PutCounters {
            on, kind, count: Quantity::Counters(kind, Objects::Affected) })
        => "double the number of {kind:counter_name} counters on {on:thing}";
    clause: Instruction::PutCounters(verb::PutCounters { on, kind, count: Quantity::Times(n, Box::new(count)) })
        if *n > 1
        => "put {n:several} {kind:counter_name} counters on {on:each_thing} for each {count:each}";
    clause: Instruction::PutCounters(verb::PutCounters { on, kind, count }) if *count != Quantity::Portion
        => "put {count:count} {kind:counter_name} counter[count] on {on:each_thing}"
        | "put a {kind:counter_name} counter on {on:each_thing} for each {count:each}"
        | "put X {kind:counter_name} counters on {on:each_thing} , where X is {count:amount}"
        | "put a number of {kind:counter_name} counters on {on:each_thing} equal to {count:amount}";
    clause: Instruction::RemoveCounters(verb::RemoveCounters {
            from, kind, count: Quantity::Counters(kind, Objects::Affected) })
        => "remove all {kind:counter_name} counters from {from:thing}";
    clause: Instruction::RemoveAllCounters(verb::RemoveAllCounters(what)) => "remove all counters from {what:thing}";
    clause: Instruction::RemoveAnyCounters(verb::RemoveAnyCounters { from, count })
        => "remove {count:count} counter[count] from {from:thing}";
    clause: Instruction::MoreCounters(verb::MoreCounters { on, double: true })
        => "double the number of each kind of counter on {on:recipient}";
    clause: Instruction::MoreCounters(verb::MoreCounters { on, double: false })
        => "for each kind of counter on {on:recipient} , give that permanent or player another counter of that kind"
        | "for each kind of counter on {on:recipient} , put another counter of that kind on (it|that permanent)";
    clause: Instruction::RemoveCounters(verb::RemoveCounters { from, kind, count })
        => "remove {count:count} {kind:counter_name} counter[count] from {from:each_thing}"
        | "remove a {kind:counter_name} counter from {from:each_thing} for each {count:each}"
        | "remove a number of {kind:counter_name} counters from {from:each_thing} equal to {count:amount}";
    clause: Instruction::MoveCounters(verb::MoveCounters { from, to, kind: Some(kind), count: Some(count) })
        => "move {count:count} {kind:counter_name} counter[count] from {from:thing} onto {to:thing}";
    clause: Instruction::MoveCounters(verb::MoveCounters { from, to, kind: None, count: Some(count) })
        => "move {count:count} counter[count] from {from:thing} onto {to:thing}";
    clause: Instruction::MoveCounters(verb::MoveCounters { from, to, kind: Some(kind), count: None })
        => "move all {kind:counter_name} counters from {from:thing} onto {to:thing}";
    clause: Instruction::MoveCounters(verb::MoveCounters { from, to, kind: None, count: None })
        => "move all counters from {from:thing} onto {to:thing}";
    clause: Instruction::PutSameCounters(verb::PutSameCounters { of, on })
        => | "put {of:thing_whose} counters on {on:thing}";
    clause: Instruction::GetCounters(verb::GetCounters { who, kind: CounterKind::Energy, count })
        => "{who:player} get<who> {count:energy_count}"
        | "{who:player} get<who> {E} for each {count:each}"
        | "{who:player} get<who> an amount of {E} equal to {count:amount}";
    clause: Instruction::GetCounters(verb::GetCounters { who, kind, count }) if *kind != CounterKind::Energy
        => "{who:player} get<who> {count:count} {kind:counter_name} counter[count]"
        | "{who:player} get<who> a {kind:counter_name} counter for each {count:each}"
        | "{who:player} get<who> a number of {kind:counter_name} counters equal to {count:amount}";
    clause: Instruction::Proliferate => "proliferate";
    sentence: vec![Instruction::Proliferate, Instruction::Proliferate]
        => | "proliferate , then proliferate again" | "proliferate twice";
    clause: Instruction::Bolster(verb::Bolster(n)) => "bolster {n:figure}" | "bolster {n:amount}";
    clause: Instruction::Adapt(verb::Adapt(n)) => "adapt {n:figure}" | "adapt {n:amount}";
    clause: Instruction::Monstrosity(verb::Monstrosity(n)) => "monstrosity {n:figure}" | "monstrosity {n:amount}";
    clause: Instruction::Amass(verb::Amass(n)) => "amass {n:figure}" | "amass {n:amount}";
    clause: Instruction::Fateseal(verb::Fateseal(n)) => "fateseal {n:figure}" | "fateseal {n:amount}";
    clause: Instruction::Investigate => "investigate";
    clause: Instruction::Populate => "populate";
    clause: Instruction::Clash => "clash with an opponent";
    clause: Instruction::Learn => "learn";
    clause: Instruction::Venture => "venture into the dungeon";
    clause: Instruction::Goad(verb::Goad(what)) => "goad {what:thing}";
    clause: Instruction::Detain(verb::Detain(what)) => "detain {what:thing}";
    clause: Instruction::Support(verb::Support(Objects::Target(n))) => "support {n:supported}";
    clause: Instruction::Support(verb::Support(what)) => "support {what:thing}";

    // Mana (CR 106).
    clause: Instruction::AddMana(verb::AddMana { who, mana, terms: vec![] }) if *mana != ManaOutput::AsMuchAgain
        => "{who:told} add<who> {mana:mana}";

    // Hands and libraries (CR 121, 701).
    clause: Instruction::Draw(verb::Draw { who, count: Quantity::Sum(vec![count, Quantity::Fixed(1)]) })
        => | "{who:told} draw<who> {count:count} cards plus one";
    clause: Instruction::Draw(verb::Draw { who, count: Quantity::Times(n, Box::new(count)) }) if *n > 1
        => "{who:told} draw<who> {n:several} cards for each {count:each}";
    clause: Instruction::Draw(verb::Draw { who, count })
        => "{who:told} draw<who> {count:count} card[count]"
        | "{who:told} draw<who> {count:count} additional card[count]"
        | "{who:told} draw<who> a card for each {count:each}"
        | "{who:told} draw<who> cards equal to {count:amount}"
        | "{who:told} draw<who> a number of cards equal to {count:amount}";
    clause: Instruction::Draw(verb::Draw { who, count })
        => | "{who:told} draw<who> {count:count} additional card[count]";
    clause: Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false })
        => "{who:told} discard<who> their<who> hand" | "{who:told} discard<who> all the cards in their<who> hand";
    clause: Instruction::Discard(verb::Discard { who, count, at_random: false })
        => "{who:told} discard<who> {count:count} card[count]"
        | "{who:told} discard<who> a card for each {count:each}"
        | "{who:told} discard<who> a number of cards equal to {count:amount}";
    clause: Instruction::Discard(verb::Discard { who, count, at_random: true })
        => "{who:told} discard<who> {count:count} card[count] at random"
        | "{who:told} discard<who> a number of cards equal to {count:amount} at random";
    clause: Instruction::Mill(verb::Mill { who, count: Quantity::Times(n, Box::new(count)) }) if *n > 1
        => "{who:told} mill<who> {n:several} cards for each {count:each}";
    clause: Instruction::Mill(verb::Mill { who, count })
        => "{who:told} mill<who> {count:count} card[count]"
        | "{who:told} mill<who> a card for each {count:each}"
        | "{who:told} mill<who> cards equal to {count:amount}"
        | "{who:told} mill<who> a number of cards equal to {count:amount}"
        | "{who:told} put<who> the top {count:count} card[count] of their<who> library into their<who> \
            graveyard";
    clause: Instruction::Mill(verb::Mill { who, count }) if *count == Quantity::ThatMuch
        => | "{who:told} put<who> {count:count} cards from the top of their<who> library into their<who> graveyard";
    clause: Instruction::Mill(verb::Mill { who, count: Quantity::Fixed(1) })
        => | "{who:told} put<who> the top card of their<who> library into their<who> graveyard";
    clause: Instruction::Scry(verb::Scry { who, count })
        => "{who:told} scry<who> {count:figure}" | "{who:told} scry<who> {count:amount}";
    clause: Instruction::Surveil(verb::Surveil { who, count })
        => "{who:told} surveil<who> {count:figure}" | "{who:told} surveil<who> {count:amount}";
    clause: Instruction::Explore(verb::Explore(what)) => "{what:thing} explore<what>";
    clause: Instruction::Shuffle(verb::Shuffle(Players::You)) => "shuffle" | "shuffle (it|your library)";
    clause: Instruction::Shuffle(verb::Shuffle(who)) if *who != Players::You
        => "{who:told} shuffle<who> their<who> library";

    // Permanents (CR 701).
    clause: Instruction::Destroy(verb::Destroy(what)) => "destroy {what:thing}";
    clause: Instruction::Exile(verb::Exile(what)) => "exile<> {what:moving}";
    clause: Instruction::Ante(verb::Ante(what)) => "ante {what:moving}";
    clause: Instruction::Abandon(verb::Abandon(what)) => "abandon {what:thing}";
    clause: Instruction::Tap(verb::Tap(what)) => "tap {what:thing}";
    clause: Instruction::Untap(verb::Untap(what)) => "untap {what:thing}";
    clause: Instruction::Untap(verb::Untap(Objects::Each(Box::new(and(what, Filter::ControlledBy(who))))))
        if *who != Players::You && !is_several(who)
        => | "{who:player} untap<who> all {what:noun[many]} they control";
    clause: Instruction::Exile(verb::Exile(Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who), what])))))
        if *who != Players::You && !is_several(who)
        => | "{who:player} exile<who> all {what:card_noun[many]} from their graveyard";
    clause: Instruction::Exile(verb::Exile(Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)])))))
        if !is_several(who)
        => | "exile {who:whose} graveyard";
    clause: Instruction::Exile(verb::Exile(Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(who)])))))
        if !is_several(who)
        => | "exile all cards from {who:whose} library";
    clause: Instruction::Counter(verb::Counter(what)) => "counter {what:spell_thing}";
    clause: Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Exile })
        => "counter {what:spell_thing} . if that spell is countered this way , exile it instead of putting it \
            into (its owner's|their) graveyard";
    clause: Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Library })
        => "counter {what:spell_thing} . if that spell is countered this way , put (it|that card) on top of \
            (its owner's|their) library instead of (putting it |)into (its owner's|that player's|their) graveyard";
    clause: Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Hand })
        => "counter {what:spell_thing} . if that spell is countered this way , put (it|that card) into \
            (its owner's|their) hand instead of (putting it |)into (its owner's|that player's|their) graveyard";
    clause: Instruction::Regenerate(verb::Regenerate(what)) => "regenerate {what:thing}";
    clause: Instruction::PhaseOut(verb::PhaseOut(what)) => "{what:thing} phase<what> out";
    clause: Instruction::PhaseIn(verb::PhaseIn(what)) => "{what:thing} phase<what> in";
    clause: Instruction::Transform(verb::Transform(what)) => "transform {what:thing}";
    clause: Instruction::Meld(verb::Meld(what)) => "meld {what:thing}";
    clause: Instruction::Flip(verb::Flip(what)) => "flip {what:thing}";
    clause: Instruction::TurnFaceDown(verb::TurnFaceDown(what)) => "turn {what:thing} face down";
    clause: Instruction::TurnFaceUp(verb::TurnFaceUp { what, megamorph: false }) => "turn {what:thing} face up";
    sentence: vec![Instruction::PhaseInAndOut(verb::PhaseInAndOut { back: Objects::PhasedOut(Box::new(what)), out })]
        => "simultaneously , all phased-out {what:noun[many]} phase in and {out:thing} phase<out> out";
    clause: Instruction::SacrificeThose(verb::SacrificeThose(what)) => "sacrifice {what:yours}";
    clause: Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what }) if *who != Players::You
        => "{who:told} sacrifice<who> {what:theirs}";
    clause: Instruction::Sacrifice(verb::Sacrifice { who, what, count: Quantity::Fixed(1) })
        => "{who:told} sacrifice<who> {what:one}" | "{who:told} sacrifice<who> {what:one} of their choice";
    clause: Instruction::Sacrifice(verb::Sacrifice { who, what, count: Quantity::Times(n, Box::new(count)) })
        if *n > 1
        => "{who:told} sacrifice<who> {n:several} {what:noun[many]} for each {count:each}";
    clause: Instruction::Sacrifice(verb::Sacrifice { who, what, count }) if *count != Quantity::Fixed(1)
        => "{who:told} sacrifice<who> {count:count} {what:noun[count]}"
        | "{who:told} sacrifice<who> {count:count} {what:noun[count]} of their choice"
        | "{who:told} sacrifice<who> {what:one} for each {count:each}"
        | "{who:told} sacrifice<who> a number of {what:noun[many]} equal to {count:amount}";
    clause: Instruction::Attach(verb::Attach { what, to }) => "attach {what:thing} to {to:recipient}";
    clause: Instruction::Unattach(verb::Unattach(what)) => "unattach {what:thing}";
    clause: Instruction::RemoveFromCombat(verb::RemoveFromCombat(what))
        => "remove {what:creature_thing} from combat";
    clause: Instruction::BecomeBlocked(verb::BecomeBlocked(what)) => "{what:fighter} become<what> blocked";
    clause: Instruction::BecomeUnblocked(verb::BecomeUnblocked(what)) => "{what:fighter} become<what> unblocked";
    clause: Instruction::ChangeOwner(verb::ChangeOwner { what, to })
        => "{to:player} become<to> the owner of {what:thing}";
    clause: Instruction::Double(verb::Double { what, power: true, toughness: false, duration })
        => "double the power of {what:thing} {duration:span}"
        | "double {what:thing_whose} power {duration:span}";
    clause: Instruction::Double(verb::Double { what, power: false, toughness: true, duration })
        => "double the toughness of {what:thing} {duration:span}"
        | "double {what:thing_whose} toughness {duration:span}";
    clause: Instruction::Double(verb::Double { what, power: true, toughness: true, duration })
        => "double the power and toughness of {what:thing} {duration:span}"
        | "double {what:thing_whose} power and toughness {duration:span}";
    clause: Instruction::Manifest(verb::Manifest { who, what }) => "{who:told} manifest<who> {what:moving}";

    // Between zones (CR 400).
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Hand, place: Place::Top, random: false })
        => "put<> {what:drawn} into owned_hand<what>" | "return<> {what:moving} to owned_hand<what>";
    clause: Instruction::Put(verb::Put {
            what: Objects::Each(Box::new(what)), into: ZoneKind::Hand, place: Place::Top, random: false })
        if !what.names_a_zone()
        => | "return<> to their owners' hands all {what:noun[many]}";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })
        if are_shown(what)
        => "put<> {what:moving} on top of owned_library<what> in any order"
        | "put<> {what:moving} back on top of owned_library<what> in any order";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: false })
        if are_shown(what)
        => "put<> {what:moving} on the bottom of owned_library<what> in any order";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })
        => "put<> {what:moving} on top of owned_library<what> (|in any order)";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: true })
        => "put<> {what:moving} on top of owned_library<what> in a random order";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: false })
        => "put<> {what:moving} on the bottom of owned_library<what> (|in any order)";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: true })
        => "put<> {what:moving} on the bottom of owned_library<what> in a random order";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::FromTop(n), random: false })
        => "put<> {what:moving} into owned_library<what> {n:ordinal} from the top";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::BeneathX, random: false })
        => "put<> {what:moving} into owned_library<what> just beneath the top X cards \
            (|of that library)";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Graveyard, place: Place::Top, random: false })
        if !matches!(what, Objects::TopOfLibrary(..) | Objects::TopUntil { .. })
        => "put<> {what:moving} into owned_graveyard<what>";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::This, whose: Players::OwnerOf(Box::new(Objects::This)) })
        => "shuffle ~ into its owner's library";
    clause: Instruction::ShuffleInto(verb::ShuffleInto { what, whose: Players::OwnerOf(Box::new(what)) })
        => | "shuffle {what:thing} into its owner's library"
        | "{what:thing} 's owner shuffles it into their library";

    // Effects with a duration (CR 611.2).
    clause: Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::SwitchPowerToughness], duration })
        => "switch {what:thing_whose} power and toughness {duration:span}";
    clause: Instruction::Modify(verb::Modify { what, modifications, duration })
        => | "{what:thing} {modifications:changes[what]} {duration:span}";
    clause: Instruction::Modify(verb::Modify { what, modifications: vec![Modification::Control(who)], duration })
        if !is_several(who)
        => | "{who:player} gain<who> control of {what:thing} {duration:span}";
    clause: Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::Control(who)], duration: Duration::Indefinite })
        if !is_several(who)
        => | "{who:player} gain<who> control of {what:thing}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(restriction), duration, of: None, apiece: false })
        => | "{restriction:restricted} {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(requirement), duration, of: None, apiece: false })
        => | "{requirement:required} {duration:time} if able";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::Attack(Filter::Is(what))),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "{what:thing} attack<what> this turn if able";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(Objects::Those))),
            duration: Duration::Through(TurnStep::Untap, Players::ControllerOf(Box::new(Objects::Those))),
            of: Some(what), apiece: true }) if !what.is_of_a_description()
        => | "{what:thing} don't untap during their controller's next untap step"
        | "{what:thing} don't untap during their controllers' next untap steps";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(and(what, Filter::ControlledBy(who)))),
            duration: Duration::Through(TurnStep::Untap, who), of: None, apiece: false })
        if !is_several(who)
        => | "{what:noun[many]} {who:controller} control<who> don't untap during (their|your|that player's) \
            next untap step";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::BlocksMore { what: Filter::Is(what), count: Some(1) },
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if !what.is_of_a_description()
        => | "{what:thing} can block an additional creature this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::BlocksMore { what: Filter::Is(what), count: Some(count) },
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if !what.is_of_a_description() && *count != 1
        => | "{what:thing} can block (|up to ){count:in_words} additional creatures this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::BlocksMore { what: Filter::Is(what), count: None },
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if !what.is_of_a_description()
        => | "{what:thing} can block any number of creatures this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::CombatDamage(CombatDamage::NoDamage(what)), duration, of: None, apiece: false })
        => | "{what:them_creatures} assign<what> no combat damage {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(what))),
            duration: Duration::Through(TurnStep::Untap, Players::ControllerOf(Box::new(what))),
            of: None, apiece: false }) if !what.is_of_a_description()
        => | "{what:thing} not_untap<what> during its controller's next untap step";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::Each), objects: Some(Filter::Any),
                    combat: true, noncombat: false, at_least: None },
                instead: Instead::Prevent }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "prevent all combat damage that would be dealt this turn";

    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::You), objects: None,
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "prevent the next {n:figure} damage that would be dealt to you this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(what)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "prevent the next {n:figure} damage that would be dealt to {what:thing} this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::Target(n)),
                    objects: Some(Filter::Is(Objects::Target(n))),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(amount) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "prevent the next {amount:figure} damage that would be dealt to {n:any_target} this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(what)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::Prevent }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "prevent all damage that would be dealt to {what:thing} this turn";

    clause: Instruction::ExileFaceDown(verb::ExileFaceDown { what, look: None, being: None, gaining: None })
        => "exile<> {what:moving} face down";
    clause: Instruction::ExileUntil(verb::ExileUntil {
            what, until: TriggerEvent::Moves { what: Filter::This, from: Some(BATTLEFIELD), to: None } })
        => | "exile {what:thing} until ~ leaves the battlefield";
    clause: Instruction::FlipCoins(verb::FlipCoins {
            who: Players::You, count: Quantity::Fixed(1), called: true, until: None })
        => | "flip a coin";
    clause: Instruction::CreateCopies(verb::CreateCopies {
            who, count, of, except: vec![], tapped: false, joining: None, marked: None })
        => | "{who:player} create<who> {count:count} token[count] (that is a copy|that are copies) of \
            {of:thing}"
        | "{who:player} put<who> {count:count} token[count] (that is a copy|that are copies) of {of:thing} \
            onto the battlefield";

    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move { what: Filter::Is(what), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "if {what:thing} would die this turn , exile it instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move {
                    what: Filter::All(vec![Filter::Type(CardType::Creature), Filter::Is(Objects::Those)]),
                    from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: Some(Objects::ThisWay(Deed::DamageDealt)), apiece: false })
        => | "if a creature dealt damage this way would die this turn , exile it instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(what)),
            duration: Duration::Through(TurnStep::Untap, Players::You), of: None, apiece: false })
        => | "{what:them} not_untap<what> during your next untap step";
    clause: Instruction::ExchangeControl(verb::ExchangeControl { what, with: what }) if !what.is_of_a_description()
        => "exchange control of {what:thing}";
    clause: Instruction::ExchangeControl(verb::ExchangeControl { what, with }) if what != with
        => "exchange control of {what:thing} and {with:thing}";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)]))),
            whose: who })
        => | "{who:player} shuffle<who> (their|your) graveyard into (their|your) library";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))),
            whose: who })
        => | "{who:player} shuffle<who> (their|your) hand into (their|your) library"
        | "{who:player} shuffle<who> the cards from (their|your) hand into (their|your) library";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::AnyOf(vec![Filter::In(ZoneKind::Hand), Filter::In(ZoneKind::Graveyard)]),
                Filter::OwnedBy(who)]))),
            whose: who })
        => | "{who:player} shuffle<who> (their|your) hand and graveyard into (their|your) library";

    // Tokens (CR 111).
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Times(n, Box::new(count)), predefined: None, token: Box::new(token),
            attached_to: None, size: None,
            tapped: false, joining: None })
        if *n > 1
        => "{who:told} create<who> {n:several} {token:token[many]} for each {count:each}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None,
            tapped: false, joining: None })
        => "{who:told} create<who> {count:count} {token:token[count]}"
        | "{who:told} create<who> a {token:token[one]} for each {count:each}"
        | "{who:told} create<who> X {token:token[many]} , where X is {count:amount}"
        | "{who:told} create<who> a number of {token:token[many]} equal to {count:amount}"
        | "{who:told} put<who> {count:count} {token:token[count]} onto the battlefield";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Times(n, Box::new(count)), predefined: None, token: Box::new(token),
            attached_to: None, size: None,
            tapped: true, joining: None })
        if *n > 1
        => "{who:told} create<who> {n:several} tapped {token:token[many]} for each {count:each}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None,
            tapped: true, joining: None })
        => "{who:told} create<who> {count:count} tapped {token:token[count]}"
        | "{who:told} create<who> a tapped {token:token[one]} for each {count:each}"
        | "{who:told} create<who> X tapped {token:token[many]} , where X is {count:amount}"
        | "{who:told} create<who> a number of tapped {token:token[many]} equal to {count:amount}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Times(n, Box::new(count)), predefined: Some(kind), token: Box::new(Face::default()),
            attached_to: None, size: None,
            tapped: false, joining: None })
        if *n > 1
        => "{who:told} create<who> {n:several} {kind:predefined_token} token[many] for each {count:each}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: Some(kind), token: Box::new(Face::default()), attached_to: None, size: None,
            tapped: false, joining: None })
        => "{who:told} create<who> {count:count} {kind:predefined_token} token[count]"
        | "{who:told} create<who> a {kind:predefined_token} token[one] for each {count:each}"
        | "{who:told} create<who> a number of {kind:predefined_token} token[many] equal to {count:amount}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Times(n, Box::new(count)), predefined: Some(kind), token: Box::new(Face::default()),
            attached_to: None, size: None,
            tapped: true, joining: None })
        if *n > 1
        => "{who:told} create<who> {n:several} tapped {kind:predefined_token} token[many] for each \
            {count:each}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: Some(kind), token: Box::new(Face::default()), attached_to: None, size: None,
            tapped: true, joining: None })
        => "{who:told} create<who> {count:count} tapped {kind:predefined_token} token[count]"
        | "{who:told} create<who> a tapped {kind:predefined_token} token[one] for each {count:each}"
        | "{who:told} create<who> a number of tapped {kind:predefined_token} token[many] equal to \
            {count:amount}";

    // Looking and revealing (CR 701.16, 701.19).
    clause: Instruction::LookAt(verb::LookAt { who, what: Objects::TopOfLibrary(whose, n) })
        => "{who:told} look<who> at {n:top_cards} of {whose:whose} library";
    clause: Instruction::LookAt(verb::LookAt { who, what: Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(whose)]))) })
        => "{who:told} look<who> at {whose:whose} hand";
    clause: Instruction::LookAt(verb::LookAt { who, what })
        if !matches!(what, Objects::TopOfLibrary(..))
        => "{who:told} look<who> at {what:thing}";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(who, n)))
        => "{who:told} reveal<who> {n:top_cards} of their<who> library";
    clause: Instruction::Reveal(verb::Reveal(Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)])))))
        => "{who:told} reveal<who> their<who> hand";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopUntil {
            whose: Players::You, what: Box::new(what), count: Box::new(Quantity::Fixed(1)) }))
        if *what != Filter::Any
        => "reveal cards from the top of your library until you reveal {what:one_card}"
        | "you reveal cards from the top of your library until you reveal {what:one_card}";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopUntil {
            whose: who, what: Box::new(what), count: Box::new(Quantity::Fixed(1)) }))
        if *who != Players::You && *what != Filter::Any
        => "{who:player} reveal<who> cards from the top of their library until (they|that player) (reveal|reveals) \
            {what:one_card}";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopUntil {
            whose: who, what: Box::new(what), count: Box::new(n) }))
        if *who != Players::You && *what != Filter::Any && *n != Quantity::Fixed(1)
        => "{who:player} reveal<who> cards from the top of their library until (they|that player) (reveal|reveals) \
            {n:count} {what:card_noun[n]}"
        | "{who:player} reveal<who> cards from the top of their library until {n:count} {what:card_noun[n]} are \
            revealed";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopUntil {
            whose: Players::You, what: Box::new(what), count: Box::new(n) }))
        if *what != Filter::Any && *n != Quantity::Fixed(1)
        => "reveal cards from the top of your library until you reveal {n:count} {what:card_noun[n]}";
    clause: Instruction::Exile(verb::Exile(Objects::TopUntil {
            whose: Players::You, what: Box::new(what), count: Box::new(Quantity::Fixed(1)) }))
        if *what != Filter::Any
        => "exile cards from the top of your library until you exile {what:one_card}";
    clause: Instruction::Exile(verb::Exile(Objects::TopUntil {
            whose: who, what: Box::new(what), count: Box::new(Quantity::Fixed(1)) }))
        if *who != Players::You && *what != Filter::Any
        => "{who:player} exile<who> cards from the top of their library until (they|that player) (exile|exiles) \
            {what:one_card}";
    clause: Instruction::DiscardThose(verb::DiscardThose(what)) if !what.is_of_a_description()
        => | "(that player discards|they discard|discard) {what:thing}";
    clause: Instruction::Reveal(verb::Reveal(what))
        if !matches!(what, Objects::TopOfLibrary(..) | Objects::Each(_))
        => | "reveal<> {what:thing}";

    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: who, tapped: false, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        if *who != Players::You && !is_several(who)
        => | "{who:player} (put<who>|return<who>) {what:thing} (onto|to) the battlefield";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: who, tapped: true, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        if *who != Players::You && !is_several(who)
        => | "{who:player} (put<who>|return<who>) {what:thing} (onto|to) the battlefield tapped";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        => "return {what:yours_returning} to the battlefield"
        | "put {what:yours_moving} onto the battlefield"
        | "return {what:returning} to the battlefield under your control"
        | "put<> {what:moving} onto the battlefield under your control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: true, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        => "return {what:yours_returning} to the battlefield tapped"
        | "put {what:yours_moving} onto the battlefield tapped"
        | "return {what:returning} to the battlefield tapped under your control"
        | "put<> {what:moving} onto the battlefield tapped under your control"
        | "put<> {what:moving} onto the battlefield under your control tapped";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: false, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })
        => "return {what:returning} to the battlefield under owner's<what> control"
        | "put<> {what:moving} onto the battlefield under owner's<what> control"
        | "return {what:thing} to the battlefield under their owner's control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: true, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })
        => "return {what:returning} to the battlefield tapped under owner's<what> control"
        | "put<> {what:moving} onto the battlefield tapped under owner's<what> control"
        | "return {what:thing} to the battlefield tapped under their owner's control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: false, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: true })
        => | "return {what:thing} to the battlefield transformed under (its|their) owner's control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: true, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: true })
        => | "return {what:thing} to the battlefield tapped and transformed under (its|their) owner's \
            control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: true })
        => | "return {what:thing} to the battlefield transformed under your control"
        | "(return|put) {what:thing} (to|onto) the battlefield transformed";

    // Turns and games (CR 104, 500).
    clause: Instruction::ExtraTurn(verb::ExtraTurn { who, count: Quantity::Fixed(1), after_next: false })
        => "{who:told} take<who> an extra turn after this one";
    clause: Instruction::ExtraTurn(verb::ExtraTurn { who, count, after_next: false }) if *count != Quantity::Fixed(1)
        => "{who:told} take<who> {count:count} extra turn[count] after this (turn|one)"
        | "{who:told} take<who> a number of extra turns after this turn equal to {count:amount}";
    clause: Instruction::ExtraTurn(verb::ExtraTurn { who, count: Quantity::Fixed(1), after_next: true })
        => "{who:told} take<who> an extra turn after that turn";
    clause: Instruction::ExtraTurn(verb::ExtraTurn { who, count, after_next: true }) if *count != Quantity::Fixed(1)
        => "{who:told} take<who> {count:count} extra turn[count] after that turn";
    clause: Instruction::ControlNextTurn(verb::ControlNextTurn { who, whom })
        => "{who:player} control<who> {whom:player} during {whom:whose} next turn";
    clause: Instruction::Skip(verb::Skip { who, what, count: Quantity::Fixed(1) })
        => "{who:told} skip<who> their<who> next {what:part_of_turn}";
    clause: Instruction::Skip(verb::Skip { who, what, count }) if *count != Quantity::Fixed(1)
        => "{who:told} skip<who> their<who> next {count:count} {what:part_of_turn[count]}";
    clause: Instruction::Win(verb::Win(who)) => "{who:player} win<who> the game";
    clause: Instruction::Lose(verb::Lose(who)) => "{who:player} lose<who> the game";
    clause: Instruction::DrawGame => "the game be<one> a draw";
    clause: Instruction::EndTurn => "end the turn";
    clause: Instruction::EndCombatPhase => "end the combat phase";
    clause: Instruction::RollPlanarDie => "roll the planar die";
    clause: Instruction::RollAgain => "roll again";
    clause: Instruction::Planeswalk(verb::Planeswalk(who)) => "{who:player} planeswalk<who>";
    clause: Instruction::PlaySubgame
        => "players play<many> a Magic subgame , using their libraries as their decks";
    clause: Instruction::BecomeMonarch(verb::BecomeMonarch(who)) => "{who:player} become<who> the monarch";

    clause: Instruction::Exile(verb::Exile(Objects::TopOfLibrary(who, n)))
        => | "{who:player} exile<who> {n:top_cards} of (their|your) library";
    clause: Instruction::ShuffleInto(verb::ShuffleInto { what, whose: Players::You })
        if *what != Objects::This
        => | "shuffle {what:thing} into your library";
    clause: Instruction::ShuffleInto(verb::ShuffleInto { what, whose })
        if *what != Objects::This && *whose != Players::You && !is_owner_of_this(whose)
        => | "{whose:player} shuffle<whose> {what:thing} into (their|your) library";

    clause: Instruction::AtOnce(verb::AtOnce(vec![
            Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None }),
            Instruction::DealDamage(verb::DealDamage {
                source, amount: more, to: Recipients::Objects(source), excess: None })]))
        => | "{source:thing} deal<source> {amount:figure} damage to {to:recipient} and {more:figure} damage to itself";

    clause: Instruction::PutCounters(verb::PutCounters { on, kind, count }) if *count != Quantity::Portion
        => | "put a number of {kind:counter_name} counters equal to {count:amount} on {on:each_thing}";
    // Each of them by itself.
    clause: Instruction::SetLife(verb::SetLife {
            who, to: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))) })
        if is_several(who)
        => | "{who:whose} life total becomes the number of {what:noun[many]} they control";
    clause: Instruction::Attach(verb::Attach { what, to: Recipients::Objects(Objects::Each(Box::new(to))) })
        if is_a_choice(to)
        => | "attach {what:thing} to {to:one}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBeCountered(Filter::Is(what))),
            duration: Duration::Indefinite, of: None, apiece: false })
        if !what.is_of_a_description() && *what != Objects::This
        => | "{what:spell_thing} can't be countered";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(Objects::Those)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: Some(Objects::Each(Box::new(what))), apiece: true })
        => | "prevent the next {n:figure} damage that would be dealt to each {what:noun[one]} this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(Objects::Those)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: Some(what), apiece: true })
        if are_named(what)
        => | "prevent the next {n:figure} damage that would be dealt to {what:thing} this turn";
    sentence: vec![Instruction::DealDamage(verb::DealDamage {
            source, amount: Quantity::Power(Objects::Affected), to, excess: None })]
        if are_named(source)
        => | "{source:thing} each deal damage equal to their power to {to:damaged}";
    sentence: vec![Instruction::SetLife(verb::SetLife { who: Players::You, to })]
        => | "count {to:amount} . your life total becomes that number";
    sentence: vec![Instruction::PutCounters(verb::PutCounters { on, kind, count })]
        if *count != Quantity::Portion && (on.is_of_a_description() || *on == Objects::This)
        => | "for each {count:each} , put a {kind:counter_name} counter on {on:each_thing}";
    sentence: vec![Instruction::Draw(verb::Draw { who: Players::You, count })]
        => | "for each {count:each} , draw a card";
    sentence: vec![Instruction::Investigate, Instruction::Investigate] => | "investigate twice";
    sentence: vec![Instruction::Investigate, Instruction::Investigate, Instruction::Investigate]
        => | "investigate three times";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::BeBlocked(Filter::Is(what))),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "{what:thing} must be blocked this turn if able";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::Attack(Filter::Is(what))),
            duration: Duration::EndOfCombat, of: None, apiece: false }) if !what.is_of_a_description()
        => | "{what:thing} attack<what> this combat if able";
    clause: Instruction::LoseLife(verb::LoseLife {
            who, amount: Quantity::Divided { of: Box::new(Quantity::Life(Players::They)), by: 3, up: true } })
        if is_several(who)
        => | "{who:player} lose<who> a third of their<who> life , rounded up";

    // Several would each mill half of their own.
    clause: Instruction::Mill(verb::Mill {
            who,
            count: Quantity::Divided {
                of: Box::new(Quantity::Count(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(who)])))),
                by: 2, up: false } })
        if !is_several(who) && *who != Players::You
        => | "{who:player} mills half their library , rounded down"
        | "{who:player} puts the top half of their library , rounded down , into their graveyard";
    clause: Instruction::Mill(verb::Mill {
            who,
            count: Quantity::Divided {
                of: Box::new(Quantity::Count(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(who)])))),
                by: 2, up: true } })
        if !is_several(who) && *who != Players::You
        => | "{who:player} mills half their library , rounded up"
        | "{who:player} puts the top half of their library , rounded up , into their graveyard";
    clause: Instruction::Mill(verb::Mill { who, count })
        => | "{who:told} put<who> a number of cards equal to {count:amount} from the top of their<who> library into \
            their<who> graveyard"
        | "{who:told} put<who> cards equal to {count:amount} from the top of their<who> library into their<who> \
            graveyard";
    clause: Instruction::DealDamage(verb::DealDamage {
            source, amount, to: Recipients::Objects(source), excess: None })
        => | "{source:each_thing} deal<source> damage to (himself|herself) equal to {amount:amount}"
        | "{source:each_thing} deal<source> {amount:figure} damage to (himself|herself)";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who), what]))),
            whose: who })
        if !is_several(who)
        => | "shuffle all {what:noun[many]} from {who:whose} graveyard into (that player's|their) library";
}

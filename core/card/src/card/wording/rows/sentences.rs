//! Sentences: choices, conditions, delays, and actions that take several sentences (CR 603.7,
//! 608.2).

use retrace_words::rows;

use super::super::parts::{can_be_offered, is_several};
use crate::card::ast::ability::{Ability, Body, TargetWhat};
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::effect::{
    Choosing, Duration, Exception, Instead, Modification, Replacement, StaticEffect, Would,
};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::deed::Deed;
use crate::card::words::term::any;
use crate::card::words::turn_step::{TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind};

/// What a search of one's own library is, if its row says nothing else.
fn searched() -> verb::Search {
    verb::Search {
        who: Players::You,
        whose: None,
        zones: vec![ZoneKind::Library],
        what: Filter::Any,
        and: Vec::new(),
        count: Quantity::Fixed(1),
        total: None,
        reveal: false,
        into: ZoneKind::Hand,
        place: Place::Top,
        tapped: false,
        pile: false,
    }
}

/// The cards that were looked at and are still in the library.
fn looked_at() -> Filter {
    Filter::All(vec![Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::LookedAt))])
}

/// What was chosen is put somewhere.
fn put_it(into: ZoneKind, place: Place) -> Instruction {
    Instruction::Put(verb::Put { what: Objects::Chosen(0), into, place, random: false })
}

/// What a choice of one thing is, if its row says nothing else.
fn chosen() -> verb::Choose {
    verb::Choose {
        who: Players::You,
        what: TargetWhat::AnyTarget,
        count: Quantity::Fixed(1),
        up_to: false,
        at_random: false,
        divide: None,
        unchosen: false,
        total: None,
        into: 0,
    }
}

/// Whether nothing of it would take what follows for its own: "if you don't", "otherwise", "when
/// you do".
fn is_simple(instructions: &[Instruction]) -> bool {
    let governs = |it: &Instruction| {
        matches!(
            it,
            Instruction::If(_)
                | Instruction::MayPay(_)
                | Instruction::Delay(verb::Delay { when: TriggerEvent::Done | TriggerEvent::ThisWay(_), .. })
        )
    };
    !instructions.is_empty() && !instructions.iter().any(governs)
}

rows! {
    pub(crate) ROWS;

    sentence: vec![Instruction::Modify(verb::Modify { what, modifications, duration })]
        => | "{duration:span} , {what:thing} {modifications:changes[what]}";
    sentence: vec![Instruction::May(verb::May { who, then })] => "{who:player} may {then:deeds[who]}";
    sentence: vec![Instruction::If(verb::If { condition, then, otherwise: vec![] })] if is_simple(then)
        => "if {condition:if} , {then:sentence}";
    sentence: vec![Instruction::If(verb::If { condition, then, otherwise })]
        if is_simple(then) && is_simple(otherwise)
        => "if {condition:if} , {then:sentence} . otherwise , {otherwise:sentence}";
    sentence: vec![Instruction::If(verb::If { condition, then: vec![then], otherwise: vec![] })]
        if !any(then, |_: &Exception| true)
        => | "{then:clause} if {condition:if}" | "{then:command} if {condition:if}";
    sentence: vec![Instruction::Unless(verb::Unless { who, cost, then: vec![then] })]
        if !is_several(who) && !matches!(then, Instruction::CounterInto(_))
        => "{then:clause} unless {who:player} {cost:payment[who]}"
        | "{then:command} unless {who:player} {cost:payment[who]}";
    sentence: vec![Instruction::Unless(verb::Unless {
            who, cost, then: vec![Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Exile })] })]
        => "counter {what:spell_thing} unless {who:player} {cost:payment[who]} . if that spell is countered \
            this way , exile it instead of putting it into its owner's graveyard";
    sentence: vec![Instruction::MayPay(verb::MayPay {
            who: Players::You, cost, must: true, then, otherwise: vec![] })]
        if can_be_offered(cost) && is_simple(then)
        => "{cost:payment} . if you do , {then:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay {
            who: Players::You, cost, must: true, then: vec![], otherwise })]
        if can_be_offered(cost) && is_simple(otherwise)
        => "{cost:payment} . if you (don't|can't) , {otherwise:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay {
            who: Players::You, cost, must: false,
            then: vec![Instruction::Delay(verb::Delay {
                when: TriggerEvent::Done, body: Box::new(Body { instructions, ..Body::default() }), until: None })],
            otherwise: vec![] })]
        if can_be_offered(cost)
        => | "you may {cost:payment} . when you do , {instructions:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who, cost, must: false, then, otherwise: vec![] })]
        if !is_several(who) && can_be_offered(cost) && is_simple(then)
        => "{who:player} may {cost:payment} . if you do , {then:sentence}"
        | "{who:player} may {cost:payment} . if they do , {then:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who: Players::You, cost, must: false, then: vec![], otherwise })]
        if can_be_offered(cost) && is_simple(otherwise)
        => "you may {cost:payment} . if you don't , {otherwise:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who: Players::You, cost, must: false, then, otherwise })]
        if can_be_offered(cost) && is_simple(then) && is_simple(otherwise)
        => "you may {cost:payment} . if you do , {then:sentence} . if you don't , {otherwise:sentence}"
        | "you may {cost:payment} . if you do , {then:sentence} . otherwise , {otherwise:sentence}";
    sentence: vec![Instruction::Explore(verb::Explore(what)), Instruction::Explore(verb::Explore(what))]
        => "{what:thing} explore<what> , then it explore<what> again";
    orders: vec![Instruction::DestroyForGood(verb::DestroyForGood(what))]
        => "destroy {what:thing} . they<what> can't be regenerated"
        | "destroy {what:thing} . they can't be regenerated";
    sentence: vec![Instruction::Delay(verb::Delay {
            when, body: Box::new(Body { instructions: vec![then], ..Body::default() }), until: None })]
        if !matches!(then, Instruction::If(_))
        => "{then:clause} {when:next_time}" | "{then:command} {when:next_time}"
        | "{when:next_time} , {then:clause}" | "{when:next_time} , {then:command}";
    next_time: TriggerEvent::BeginningOf(TurnStep::EndOfCombat, Players::Each) => "at end of combat";
    next_time: TriggerEvent::BeginningOf(TurnStep::End, Players::Each) => | "at end of turn";
    next_time: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each) => "at the beginning of the next upkeep";
    next_time: TriggerEvent::BeginningOf(step, Players::Each) if *step != TurnStep::EndOfCombat
        => "at the beginning of the next {step:step}";
    next_time: TriggerEvent::BeginningOf(step, Players::You) => | "at the beginning of your next {step:step}";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::Nth {
                nth: 1, when: Box::new(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each)) },
            body: Box::new(Body { instructions: vec![then], ..Body::default() }),
            until: Some(Duration::During(TurnPart::Turn, Players::Each)) })]
        => "{then:clause} at the beginning of the next turn's upkeep"
        | "{then:command} at the beginning of the next turn's upkeep"
        | "at the beginning of the next turn's upkeep , {then:clause}"
        | "at the beginning of the next turn's upkeep , {then:command}";

    sentence: then => "{then:orders}";
    sentence: vec![Instruction::May(verb::May { who: Players::You, then })] => "you may {then:orders}";
    orders: vec![
            Instruction::Search(verb::Search { what, reveal: true, into: ZoneKind::Hand, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))]
        => "search your library for {what:one_card} , reveal (it|that card) , put (it|that card) into your \
            hand \
            , then shuffle"
        | "search your library for {what:one_card} (, reveal it ,|, reveal that card ,|and reveal that card \
            .|and reveal it .) (and |)put (it|that card) into your hand (,|.) then shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, count, reveal: true, into: ZoneKind::Hand, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))] if *count != Quantity::Fixed(1)
        => "search your library for up to {count:count} {what:card_noun[count]} , reveal (them|those cards) \
            (,|, \
            and) put them into your hand (,|.) then shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, into: ZoneKind::Hand, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))]
        => "search your library for {what:one_card} (,|and|.) put (it|that card) into your hand (,|.) then \
            shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, into: ZoneKind::Battlefield, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))]
        => "search your library for {what:one_card} (,|and|.) put (it|that card) onto the battlefield (,|.) \
            then \
            shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, into: ZoneKind::Battlefield, tapped: true, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))]
        => "search your library for {what:one_card} (,|and|.) put (it|that card) onto the battlefield tapped \
            (,|.) then shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, count, into: ZoneKind::Battlefield, tapped: true, ..searched() }),
            Instruction::Shuffle(verb::Shuffle(Players::You))] if *count != Quantity::Fixed(1)
        => "search your library for up to {count:count} {what:card_noun[count]} (,|and|.) put (them|those \
            cards) \
            onto the battlefield tapped (,|.) then shuffle (|your library)";
    orders: vec![
            Instruction::Search(verb::Search { what, reveal: true, into: ZoneKind::Library, ..searched() })]
        => "search your library for {what:one_card} (, reveal it|and reveal that card) (,|.) then shuffle \
            (your \
            library |)and put (that card|the card|it) on top (|of it|of your library)"
        | "search your library for {what:one_card} (, reveal it|and reveal that card) (,|.) shuffle your \
            library \
            (,|and) (then |)put (that card|the card|it) on top (|of it)";
    // Cards that were looked at or revealed (CR 701.16, 701.19).
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(Players::You, n) }),
            Instruction::Choose(verb::Choose { what: TargetWhat::Object(looked_at()), ..chosen() }),
            put_it(ZoneKind::Hand, Place::Top),
            rest]
        => "look at {n:top_cards} of your library . put one of them into your hand and {rest:the_rest}";
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(Players::You, n) }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::LookedAt)), what])),
                up_to: true, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            put_it(ZoneKind::Hand, Place::Top),
            rest]
        => "look at {n:top_cards} of your library . you may reveal {what:one_card} from among them and put \
            it \
            into your hand . put {rest:the_rest}";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: false })
        => "{what:others} on the bottom of (your|their|that|its owner's) library (in any order|)";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: true })
        => "{what:others} on the bottom of (your|their|that|its owner's) library in a random order";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })
        => | "{what:others} (|back )on top of (your|their|that|its owner's) library (in any order|)";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Graveyard, place: Place::Top, random: false })
        => "{what:others} into (your|their|its owner's) graveyard";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Hand, place: Place::Top, random: false })
        => | "{what:others} into (your|their|its owner's) hand";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
            Instruction::Modify(verb::Modify {
                what,
                modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Protection(Box::new(
                    Filter::ChosenColor)))))],
                duration })]
        => "{what:thing} gain<what> protection from the color of your choice {duration:span}";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana: ManaOutput::OneOf(vec![kind], n), terms: vec![] })]
        => "add {kind:one_mana} for each {n:each}";
    sentence: vec![
            Instruction::Reveal(verb::Reveal(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))))),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who), what])),
                ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0)))]
        => "{who:player} reveal<who> their hand . you choose {what:one_card} from it . that player discards \
            that card";
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Source(what), ..chosen() }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Replace(Replacement {
                    would: Would::Damage {
                        source: Filter::All(vec![Filter::Is(Objects::Chosen(0)), what]), players: Some(Players::You),
                        objects: None, combat: false, noncombat: false, at_least: None },
                    instead: Instead::Prevent }),
                duration: Duration::NextThisTurn, of: None, apiece: false })]
        => "the next time (a|an) {what:adjective} source of your choice would deal damage to you this turn \
            , prevent that damage";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::Fixed(1), except: vec![], targets: CopyTargets::MayChoose })]
        => "copy {of:thing} . you may choose new targets for the copy"
        | "copy {of:thing} . you may choose new targets for (that|each|any of the) (copy|copies)";
    sentence: vec![Instruction::ChooseValue(verb::ChooseValue(choosing))]
        => | "choose {choosing:chosen_value}";
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Source(Filter::Any), ..chosen() }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Replace(Replacement {
                    would: Would::Damage {
                        source: Filter::Is(Objects::Chosen(0)), players: Some(Players::You),
                        objects: None, combat: false, noncombat: false, at_least: None },
                    instead: Instead::Prevent }),
                duration: Duration::NextThisTurn, of: None, apiece: false })]
        => | "the next time a source of your choice would deal damage to you this turn , prevent that damage";
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(whose, n) }),
            Instruction::Put(verb::Put {
                what: Objects::ThisWay(Deed::LookedAt), into: ZoneKind::Library, place: Place::Top, random: false })]
        => | "look at {n:top_cards} of {whose:whose} library (,|, then|and|. then) put them back in any \
            order";
}

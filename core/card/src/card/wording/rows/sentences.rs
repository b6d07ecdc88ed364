//! Sentences: choices, conditions, delays, and actions that take several sentences (CR 603.7,
//! 608.2).

use retrace_words::rows;

use super::super::parts::{can_be_offered, chosen, is_of_players, is_several};
use crate::card::ast::ability::{Ability, Body, TargetWhat};
use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly, ManaOutput};
use crate::card::ast::effect::{
    Choosing, Duration, Exception, HandSize, Instead, Modification, Replacement, StaticEffect, Would,
};
use crate::card::ast::filter::{Condition, Each, Filter, Objects, OfEach, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{CopyTargets, Instruction, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{AsThough, Otherwise, Permission, Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::Deed;
use crate::card::words::term::any;
use crate::card::words::turn_step::{TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// What a search of one's own library is, if its row says nothing else.
pub(super) fn searched() -> verb::Search {
    verb::Search {
        who: Players::You,
        whose: None,
        zones: vec![ZoneKind::Library],
        what: Filter::Any,
        and: Vec::new(),
        count: Quantity::Fixed(1),
        up_to: false,
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

/// The subtype of Auras.
fn aura() -> Subtype {
    Subtype::AURA
}

/// Whether an effect changes the rules and no characteristics, which instructions say otherwise
/// (CR 611.2c).
const fn is_of_the_rules(effect: &StaticEffect) -> bool {
    !matches!(effect, StaticEffect::Modify { .. })
}

/// Whether nothing of it would take what follows for its own: "if you don't", "otherwise", "when
/// you do".
pub(super) fn is_simple(instructions: &[Instruction]) -> bool {
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

/// Whether a description is of cards from outside the game.
fn is_from_outside(what: &Filter) -> bool {
    matches!(what, Filter::All(parts) if parts.contains(&Filter::In(ZoneKind::Outside)))
}

/// Whether a description says that it is of creatures.
fn is_of_creatures(what: &Filter) -> bool {
    matches!(what, Filter::All(parts) if parts.contains(&Filter::Type(CardType::Creature)))
}

/// Whether instructions speak of each one of several players.
fn speaks_of_each(then: &Vec<Instruction>) -> bool {
    any(then, |who: &Players| *who == Players::They)
}

fn offers(instructions: &[Instruction]) -> bool {
    instructions.iter().any(|it| matches!(it, Instruction::May(_)))
}

rows! {
    pub(crate) ROWS;

    sentence: vec![Instruction::Modify(verb::Modify { what, modifications, duration })]
        => | "{duration:span} , {what:thing} {modifications:changes[what]}";
    sentence: vec![Instruction::May(verb::May { who, then })] if !is_several(who) || !speaks_of_each(then)
        => "{who:player} may {then:deeds[who]}";
    sentence: vec![Instruction::If(verb::If { condition, then, otherwise: vec![] })] if is_simple(then)
        => "if {condition:if} , {then:sentence}";
    sentence: vec![Instruction::If(verb::If { condition, then, otherwise })]
        if is_simple(then) && is_simple(otherwise) && !offers(then)
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
        | "destroy {what:thing} . they can't be regenerated"
        | "destroy {what:thing} . (that|the) creature can't be regenerated"
        | "destroy {what:thing} . those creatures can't be regenerated"
        | "destroy {what:thing} . (a creature|creatures|permanents) destroyed this way can't be regenerated";
    clause: Instruction::DestroyForGood(verb::DestroyForGood(what))
        => | "destroy {what:thing} and they<what> can't be regenerated";
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
            Instruction::Shuffle(verb::Shuffle(Players::You))] if *count != Quantity::Fixed(1) && *what != Filter::Any
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
            Instruction::Shuffle(verb::Shuffle(Players::You))] if *count != Quantity::Fixed(1) && *what != Filter::Any
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
        => "{what:others} on the bottom of (your|their|that|its owner's) library (in any order|)"
        | "{what:others} on the bottom in any order";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: true })
        => "{what:others} on the bottom of (your|their|that|its owner's) library in a random order"
        | "{what:others} on the bottom in a random order";
    the_rest: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })
        => | "{what:others} (|back )on top of (your|their|that|its owner's) library (in any order|)"
        | "{what:others} back in any order";
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
                what: TargetWhat::Object(and(and(what, Filter::In(ZoneKind::Hand)), Filter::OwnedBy(who))),
                ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0)))]
        => "{who:player} reveal<who> their hand . you choose {what:one_card} from it . that player discards \
            that card";
    sentence: vec![
            Instruction::Reveal(verb::Reveal(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))))),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(and(and(what, Filter::In(ZoneKind::Hand)), Filter::OwnedBy(who))),
                ..chosen() }),
            Instruction::Exile(verb::Exile(Objects::Chosen(0)))]
        => "{who:player} reveal<who> their hand . you choose {what:one_card} from it . exile that card"
        | "{who:player} reveal<who> their hand . you choose {what:one_card} from it and exile that card";
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
    clause: Instruction::ChooseValue(verb::ChooseValue(choosing))
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
        => "the next time a source of your choice would deal damage to you this turn , prevent that damage";
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(whose, n) }),
            Instruction::Put(verb::Put {
                what: Objects::ThisWay(Deed::LookedAt), into: ZoneKind::Library, place: Place::Top, random: false })]
        => "look at {n:top_cards} of {whose:whose} library (, then|,|and|. then) put them back in any \
            order";

    orders: vec![
            Instruction::LookAt(verb::LookAt {
                who: Players::You,
                what: Objects::TopUntil { whose, what: Box::new(Filter::Any), count: Box::new(n) } }),
            Instruction::Put(verb::Put {
                what: Objects::ThisWay(Deed::LookedAt), into: ZoneKind::Library, place: Place::Top, random: false })]
        if *n == Quantity::X
        => | "look at the top {n:count} cards of {whose:whose} library , then put them back in any order";
    orders: vec![
            Instruction::LookAt(verb::LookAt {
                who: Players::You,
                what: Objects::TopUntil { whose, what: Box::new(Filter::Any), count: Box::new(n) } }),
            Instruction::Put(verb::Put {
                what: Objects::ThisWay(Deed::LookedAt), into: ZoneKind::Library, place: Place::Top, random: false })]
        => | "look at the top X cards of {whose:whose} library , where X is {n:amount} , then put them back in any \
            order";

    sentence: vec![
            Instruction::Reveal(verb::Reveal(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))))),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who), what])))))]
        if !is_several(who)
        => | "{who:player} reveal<who> their hand and discard<who> all {what:card_noun[many]}";

    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantRegenerate(Filter::Is(Objects::Those))),
            duration: Duration::EndOfTurn,
            of: Some(Objects::Among(
                Box::new(Objects::ThisWay(Deed::DamageDealt)), Box::new(Filter::Type(CardType::Creature)))),
            apiece: false })]
        => | "(a creature|creatures) dealt damage this way can't be regenerated this turn";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBlock(Filter::Is(Objects::Those))),
            duration: Duration::EndOfTurn,
            of: Some(Objects::Among(
                Box::new(Objects::ThisWay(Deed::DamageDealt)), Box::new(Filter::Type(CardType::Creature)))),
            apiece: false })]
        => | "(a creature|creatures) dealt damage this way can't block this turn";

    // The next one of this turn alone (CR 603.7b, 614.10a).
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Draw(Players::You), instead: Instead::Do(then) }),
            duration: Duration::NextThisTurn, of: None, apiece: false })]
        => | "the next time you would draw a card this turn , instead {then:simple}"
        | "the next time you would draw a card this turn , {then:simple} instead";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::Casts(Players::You, what),
            body: Box::new(Body {
                instructions: vec![Instruction::CopySpell(verb::CopySpell {
                    who: Players::You, of: Objects::ThatObject, count: Quantity::Fixed(1), except: vec![],
                    targets: CopyTargets::MayChoose })],
                ..Body::default() }),
            until: Some(Duration::NextThisTurn) })]
        => | "when you next cast {what:some_spell} this turn , copy that spell . you may choose new targets for the \
            copy"
        | "when you cast your next {what:spell_noun[one]} this turn , copy that spell . you may choose new targets for \
            the copy"
        | "copy the next {what:spell_noun[one]} you cast this turn when you cast it . you may choose new targets for the \
            copy";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::EndOfCombat, Players::Each),
            body: Box::new(Body { instructions, ..Body::default() }),
            until: Some(Duration::NextThisTurn) })]
        => | "at this turn's next end of combat , {instructions:simple}";
    sentence: vec![Instruction::Delay(verb::Delay {
            when,
            body: Box::new(Body {
                instructions: vec![Instruction::Modify(verb::Modify {
                    what: Objects::ThatObject, modifications, duration: Duration::EndOfTurn })],
                ..Body::default() }),
            until: Some(Duration::EndOfTurn) })]
        if matches!(when, TriggerEvent::Attacks(_) | TriggerEvent::Blocks(_))
        => | "whenever {when:event} this turn , it {modifications:changes[one]} until end of turn";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::TapsForMana { who: Players::Each, what, kind: None, chosen: false },
            body: Box::new(Body {
                instructions: vec![Instruction::AddMana(verb::AddMana {
                    who: Players::ThatPlayer, mana, terms: vec![] })],
                ..Body::default() }),
            until: Some(Duration::EndOfTurn) })]
        => | "until end of turn , whenever a player taps {what:one} for mana , that player adds {mana:mana}";

    // Effects that begin (CR 611.2).
    sentence: vec![Instruction::Establish(verb::Establish { effect, duration, of: None, apiece: false })]
        if is_of_the_rules(effect)
        => | "{duration:span} , {effect:static}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect, duration: Duration::EndOfTurn, of: None, apiece: false })]
        if is_of_the_rules(effect)
        => | "this turn , {effect:static}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(requirement), duration: Duration::During(TurnPart::Turn, who), of: None,
            apiece: false })]
        => | "during {who:whose} next turn , {requirement:required} if able";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(restriction), duration: Duration::During(TurnPart::Turn, who), of: None,
            apiece: false })]
        => | "during {who:whose} next turn , {restriction:restricted}";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::CantAttack(what)), duration, of: None, apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::CantBlock(what)), duration, of: None, apiece: false })]
        => "{what:them_creatures} can't attack or block {duration:time}";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::CantGainLife(Players::You)), duration, of: None,
                apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::CantLoseLife(Players::You)), duration, of: None,
                apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::PlayersHave { who: Players::You, keyword }, duration, of: None,
                apiece: false })]
        => | "{duration:span} , your life total can't change and you have {keyword:keyword_ability}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what, by: Filter::Not(Box::new(by)) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if !matches!(by, Filter::This | Filter::Is(_))
        => | "{what:them_creatures} can't be blocked this turn except by {by:creature_noun[many]}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::BlockThat { what: Filter::Any, attackers: Filter::Is(what) }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "all creatures able to block {what:thing} this turn do so";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::AsThough(AsThough::Attack {
                what: Filter::Is(what), they: Otherwise { having: vec![], lacking: vec![keyword], untapped: false } }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "{what:thing} can attack this turn as though (it|they) didn't have {keyword:keyword_ability}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::PlayLands(Players::You, Quantity::Fixed(1))),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "you may play an additional land this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::PlayLands(Players::You, n)),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if *n != Quantity::Fixed(1)
        => | "you may play (|up to ){n:count} additional lands this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::CastWithFlash { who: Players::You, what, cost: vec![] }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "you may cast {what:spell_noun[many]} this turn as though they had flash";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Enter { what: and(what, Filter::ControlledBy(Players::Opponents)) },
                instead: Instead::EnterUnder(Players::You) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        => | "if {what:one} would enter the battlefield under an opponent's control this turn , it enters the \
            battlefield under your control instead";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead: Instead::EnterTapped }),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        => | "{what:group} enter<what> the battlefield tapped this turn";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Destroy(Filter::Is(what)), instead: Instead::Do(vec![then]) }),
            duration: Duration::NextThisTurn, of: None, apiece: false })] if !what.is_of_a_description()
        => | "the next time {what:thing} would be destroyed this turn , {then:command} instead";
    sentence: vec![Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Flashback(None))))],
            duration })]
        => | "{what:thing} gain<what> flashback {duration:span} . the flashback cost is equal to its<what> mana \
            cost";
    clause: Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::AddPowerToughness(power, toughness)], duration })
        => | "{what:thing} get<what> +X/+Y {duration:span} , where X is {power:amount} (and|, and) Y is \
            {toughness:amount}";
    clause: Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::SwitchPowerToughness], duration })
        => | "switch {what:thing_whose} power and toughness {duration:span}";
    clause: Instruction::ExileUntil(verb::ExileUntil { what, until: TriggerEvent::BecomesMonarch(who) })
        => | "exile {what:thing} until {who:somebody} become<who> the monarch";
    orders: vec![
            Instruction::Modify(verb::Modify {
                what: Objects::This,
                modifications: vec![
                    Modification::LoseThisAbility, Modification::SetTypes(vec![CardType::Enchantment]),
                    Modification::AddSubtype(aura()), Modification::Gain(Box::new(Ability::Keyword(keyword)))],
                duration: Duration::Indefinite }),
            Instruction::Attach(verb::Attach { what: Objects::This, to }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::SpecialAction {
                    who: Players::You, cost, then: vec![Instruction::EndEffect(verb::EndEffect { these: vec![] })],
                    only: None }),
                duration: Duration::Indefinite, of: None, apiece: false })]
        => | "~ loses this ability and becomes an Aura enchantment with {keyword:keyword_ability} . attach (it|~) \
            to {to:recipient} . you may {cost:payment} to end this effect";

    // What is asked for (CR 118.12).
    sentence: vec![Instruction::If(verb::If {
            condition: Condition::Not(Box::new(condition)), then: vec![then], otherwise: vec![] })]
        => | "{then:clause} unless {condition:if}" | "{then:command} unless {condition:if}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who: Players::You, cost, must: true, then, otherwise: vec![] })]
        if can_be_offered(cost) && is_simple(then)
        => | "{cost:payment} . if you do , {then:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who: Players::You, cost, must: true, then: vec![], otherwise })]
        if can_be_offered(cost) && is_simple(otherwise)
        => | "{cost:payment} . if you (don't|can't) , {otherwise:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who, cost, must: true, then: vec![], otherwise })]
        if *who != Players::You && !matches!(who, Players::Each | Players::Opponents) && can_be_offered(cost)
            && is_simple(otherwise)
        => | "{who:player} {cost:payment[who]} . if (they|that player|the player) (can't|don't|doesn't) , \
            {otherwise:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who, cost, must: false, then: vec![], otherwise })]
        if *who != Players::You && !matches!(who, Players::Each | Players::Opponents) && can_be_offered(cost)
            && is_simple(otherwise)
        => | "{who:player} may {cost:payment} . if (they don't|they doesn't|that player doesn't|the player doesn't) , \
            {otherwise:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay { who, cost, must: false, then, otherwise: vec![] })]
        if *who != Players::You && !matches!(who, Players::Each | Players::Opponents) && can_be_offered(cost)
            && is_simple(then)
        => | "{who:player} may {cost:payment} . if (that player does|the player does|they does) , {then:sentence}";

    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        if !matches!(what, Filter::This | Filter::Is(_))
        => | "if {what:one} would die this turn , exile it instead";
    orders: vec![Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Exile })]
        => | "counter {what:spell_thing} . if that spell is countered this way , exile it instead of putting it into \
            its owner's graveyard";
    orders: vec![Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Library })]
        => | "counter {what:spell_thing} . if that spell is countered this way , put it on top of its owner's \
            library instead of (putting it into its owner's|into that player's) graveyard";
    orders: vec![Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Hand })]
        => | "counter {what:spell_thing} . if that spell is countered this way , put it into its owner's hand \
            instead of (putting it into its owner's|into that player's) graveyard";
    orders: vec![Instruction::Unless(verb::Unless {
            who, cost, then: vec![Instruction::CounterInto(verb::CounterInto { what, into: ZoneKind::Exile })] })]
        => | "counter {what:spell_thing} unless {who:player} {cost:payment[who]} . if that spell is countered this \
            way , exile it instead of putting it into its owner's graveyard";

    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(what))),
            duration: Duration::Through(TurnStep::Untap, Players::You), of: None, apiece: false })
        if !what.is_of_a_description()
        => | "{what:thing} not_untap<what> during your next untap step";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(what)),
            duration: Duration::Through(TurnStep::Untap, who), of: None, apiece: false })
        if !matches!(who, Players::ControllerOf(_))
        => | "{what:them} not_untap<what> during {who:whose} next untap step";

    sentence: vec![Instruction::Delay(verb::Delay {
            when,
            body: Box::new(Body {
                instructions: vec![Instruction::MayPay(verb::MayPay {
                    who: Players::You, cost, must: true, then: vec![], otherwise })],
                ..Body::default() }),
            until: None })]
        if can_be_offered(cost) && is_simple(otherwise)
        => | "{when:next_time} , {cost:payment} . if you don't , {otherwise:sentence}";

    sentence: vec![Instruction::If(verb::If {
            condition, then: vec![Instruction::May(verb::May { who, then })], otherwise: vec![] })]
        => | "{who:player} may {then:deeds[who]} if {condition:if}";
    sentence: vec![
            Instruction::If(verb::If { condition, then: vec![then], otherwise: vec![] }),
            Instruction::If(verb::If { condition: next, then: vec![also], otherwise: vec![] })]
        => | "{then:clause} if {condition:if} (|, )and {also:clause} if {next:if}";
    sentence: vec![
            Instruction::PutCounters(verb::PutCounters { on, kind, count }),
            Instruction::PutCounters(verb::PutCounters { on: other, kind: next, count: more })]
        if *count != Quantity::Portion && *more != Quantity::Portion
        => | "put {count:count} {kind:counter_name} counter[count] on {on:thing} and {more:count} {next:counter_name} \
            counter[more] on {other:thing}";
    sentence: vec![
            Instruction::PutCounters(verb::PutCounters { on, kind, count }),
            Instruction::PutCounters(verb::PutCounters { on, kind: next, count: more })]
        if *count != Quantity::Portion && *more != Quantity::Portion
        => | "put {count:count} {kind:counter_name} counter[count] and {more:count} {next:counter_name} counter[more] on \
            {on:thing}";
    sentence: vec![
            Instruction::Modify(verb::Modify { what, modifications, duration }),
            Instruction::Modify(verb::Modify { what: other, modifications: more, duration })]
        => | "{duration:span} , {what:thing} {modifications:changes[what]} and {other:thing} {more:changes[other]}"
        | "{what:thing} {modifications:changes[what]} and {other:thing} {more:changes[other]} {duration:span}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::PlayersHave { who, keyword }, duration, of: None, apiece: false })
        if is_of_players(keyword)
        => | "{who:player} gain<who> {keyword:keyword_ability} {duration:span}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::MaximumHandSize { who: Players::You, size: HandSize::Unlimited },
            duration: Duration::Indefinite, of: None, apiece: false })
        => | "you have no maximum hand size for the rest of the game";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::BlockThat {
                what: Filter::Is(what), attackers: Filter::Is(attackers) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if what != attackers && !what.is_of_a_description() && !attackers.is_of_a_description()
        => | "{what:thing} block<what> {attackers:thing} this turn if able";
    sentence: vec![Instruction::ForEach(verb::ForEach {
            each: Each::Player(who), into: None,
            then: vec![Instruction::Unless(verb::Unless {
                who: Players::They, cost,
                then: vec![Instruction::Sacrifice(verb::Sacrifice {
                    who: Players::They, what, count: Quantity::Fixed(1) })] })],
            in_turn: false })]
        if is_several(who)
        => | "{who:player} sacrifice<who> {what:one} (|of their choice )unless they {cost:payment}"
        | "{who:player} sacrifice<who> {what:one} (|of their choice )unless that player {cost:payment[one]}";
    sentence: vec![Instruction::ForEach(verb::ForEach {
            each: Each::Player(who), into: None,
            then: vec![Instruction::Unless(verb::Unless {
                who: Players::They, cost,
                then: vec![Instruction::LoseLife(verb::LoseLife { who: Players::They, amount })] })],
            in_turn: false })]
        if is_several(who)
        => | "{who:player} lose<who> {amount:figure} life unless they {cost:payment}"
        | "{who:player} lose<who> {amount:figure} life unless that player {cost:payment[one]}";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::CantPreventDamage {
                    source: Filter::This, players: None, objects: None, combat: false }),
                duration: Duration::EndOfTurn, of: None, apiece: false }),
            Instruction::DealDamage(verb::DealDamage { source: Objects::This, amount, to, excess: None })]
        => | "~ deals {amount:figure} damage to {to:damaged} . the damage can't be prevented"
        | "~ deals {amount:figure} damage to {to:damaged} and the damage can't be prevented"
        | "it deals {amount:figure} damage to {to:damaged} and the damage can't be prevented";
    sentence: vec![Instruction::CreateTokens(verb::CreateTokens {
            who: Players::You, count, predefined: None, token: Box::new(token), attached_to: None, size: None,
            tapped: false, joining: None })]
        => | "for each {count:each} , create a {token:token[one]}";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::Casts(Players::You, what),
            body: Box::new(Body {
                instructions: vec![Instruction::CopySpell(verb::CopySpell {
                    who: Players::You, of: Objects::ThatObject, count: Quantity::Fixed(1), except: vec![],
                    targets: CopyTargets::MayChoose })],
                ..Body::default() }),
            until: Some(Duration::EndOfTurn) })]
        => | "(until end of turn|this turn) , whenever you cast {what:some_spell} , copy (it|that spell) . you may choose \
            new targets for the copy"
        | "whenever you cast {what:some_spell} this turn , copy (it|that spell) . you may choose new targets for the copy";
    sentence: vec![
            Instruction::TurnFaceUp(verb::TurnFaceUp { what: Objects::Linked(Linked::Exiled), megamorph: false }),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Among(Box::new(Objects::Linked(Linked::Exiled)), Box::new(what)), control: Players::You,
                tapped: false, joining: None, attached_to: None, counters: vec![], being: vec![], face_down: None,
                transformed: false })]
        => | "turn the exiled card face up . if it is {what:one_card} , put it onto the battlefield under your control";

    sentence: vec![
            Instruction::Choose(verb::Choose {
                who,
                what: TargetWhat::Object(Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::They)])),
                count, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::Is(Objects::Chosen(0))])),
                into: 1, ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(1)))]
        if !is_several(who)
        => | "{who:player} reveal<who> {count:count} card[count] from their<who> hand and you choose one of them . \
            that player discards that card"
        | "{who:player} reveal<who> {count:count} card[count] from their<who> hand . you choose one of (them|those \
            cards) . that player discards that card"
        | "{who:player} reveal<who> X cards from their<who> hand , where X is {count:amount} . you choose one of \
            (them|those cards) . that player discards that card"
        | "{who:player} reveal<who> a number of cards from their<who> hand equal to {count:amount} . you choose one \
            of them . that player discards that card";

    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Object(what), up_to: true, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        if is_from_outside(what)
        => | "you may choose {what:one} , reveal that card , and put it into your hand";
    sentence: vec![
            Instruction::PutCounters(verb::PutCounters { on, kind, count }),
            Instruction::PutCounters(verb::PutCounters { on: other, kind: next, count: more }),
            Instruction::PutCounters(verb::PutCounters { on: third, kind: last, count: most })]
        if *count != Quantity::Portion && *more != Quantity::Portion && *most != Quantity::Portion
        => | "put {count:count} {kind:counter_name} counter[count] on {on:thing} , {more:count} {next:counter_name} \
            counter[more] on {other:thing} , and {most:count} {last:counter_name} counter[most] on {third:thing}";
    sentence: vec![Instruction::AtOnce(verb::AtOnce(vec![
            Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None }),
            Instruction::DealDamage(verb::DealDamage { source, amount: more, to: other, excess: None }),
            Instruction::DealDamage(verb::DealDamage { source, amount: most, to: third, excess: None })]))]
        => | "{source:thing} deal<source> {amount:figure} damage to {to:recipient} , {more:figure} damage to \
            {other:recipient} , and {most:figure} damage to {third:recipient}";

    sentence: vec![
            Instruction::Choose(verb::Choose {
                who,
                what: TargetWhat::Object(Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::They)])),
                count, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::Is(Objects::Chosen(0))])),
                count: more, into: 1, ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(1)))]
        if !is_several(who) && *more != Quantity::Fixed(1)
        => | "{who:player} reveal<who> {count:count} card[count] from their<who> hand . you choose {more:count} of \
            (them|those cards) . that player discards (those cards|them)";
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(Players::You, n) }),
            Instruction::Choose(verb::Choose { what: TargetWhat::Object(looked_at()), up_to: true, ..chosen() }),
            Instruction::Put(verb::Put {
                what: Objects::Each(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::LookedAt)),
                    Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]))),
                into: ZoneKind::Graveyard, place: Place::Top, random: false })]
        => | "look at {n:top_cards} of your library . you may put one of (those cards|them) back on top of your library \
            . put the rest into your graveyard";
    next_time: TriggerEvent::BeginningOf(step, who) if !matches!(who, Players::You | Players::Each)
        => | "at the beginning of {who:whose} next {step:step}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move { what: and(what, Filter::OwnedBy(who)), from: None, to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        if !matches!(what, Filter::This | Filter::Is(_))
        => | "if {what:one} would be put into {who:whose} graveyard from anywhere this turn , exile (it|that card) \
            instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move { what: Filter::Is(what), from: Some(BATTLEFIELD), to: None },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::Indefinite, of: None, apiece: false })
        if !what.is_of_a_description()
        => | "if {what:thing} would leave the battlefield , exile it instead of putting it anywhere else";
    sentence: vec![Instruction::AtOnce(verb::AtOnce(vec![
            Instruction::If(verb::If {
                condition,
                then: vec![Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None })],
                otherwise: vec![] }),
            Instruction::If(verb::If {
                condition: next,
                then: vec![Instruction::DealDamage(verb::DealDamage {
                    source, amount: more, to: other, excess: None })],
                otherwise: vec![] })]))]
        => | "{source:thing} deal<source> {amount:figure} damage to {to:damaged} if {condition:if} and {more:figure} \
            damage to {other:damaged} if {next:if}";
    sentence: vec![
            Instruction::Exile(verb::Exile(what)),
            Instruction::If(verb::If {
                condition: Condition::Not(Box::new(Condition::Exists(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Graveyard),
                    Filter::OwnedBy(Players::OwnerOf(Box::new(what)))])))),
                then, otherwise: vec![] })]
        if matches!(what, Objects::Target(_)) && is_simple(then)
        => | "exile {what:thing} . if no cards are in that graveyard , {then:sentence}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Cost(CostEffect {
                of: Costly::Spells(and(what, Filter::ControlledBy(Players::You))),
                change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } }),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        if !what.names_a_zone()
        => | "{what:spell_noun[many]} you cast this turn cost {mana:symbols} less to cast";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBeCountered(and(
                what, Filter::ControlledBy(Players::You)))),
            duration: Duration::EndOfTurn, of: None, apiece: false })]
        if !what.names_a_zone()
        => | "{what:spell_noun[many]} you cast this turn can't be countered";

    sentence: vec![
            Instruction::Choose(verb::Choose {
                who,
                what: TargetWhat::Object(and(what, Filter::ControlledBy(Players::They))),
                count: Quantity::Count(Box::new(and(what, Filter::ControlledBy(Players::They)))),
                up_to: true, ..chosen() }),
            Instruction::MayPay(verb::MayPay {
                who,
                cost: vec![Cost::Times(Quantity::Number(Objects::Chosen(0)), Box::new(Cost::Mana(mana)))],
                must: false,
                then: vec![Instruction::Untap(verb::Untap(Objects::Chosen(0)))],
                otherwise: vec![] })]
        if !is_several(who) && *who != Players::You && is_of_creatures(what)
        => "{who:player} may choose any number of {what:noun[many]} they control and pay {mana:symbols} for each creature \
            chosen this way . if (that player does|the player does|they do) , untap those creatures";
    sentence: vec![Instruction::Unless(verb::Unless {
            who, cost,
            then: vec![
                Instruction::Choose(verb::Choose {
                    who, what: TargetWhat::Object(Filter::All(vec![what, Filter::ControlledBy(Players::They)])),
                    ..chosen() }),
                put_it(ZoneKind::Hand, Place::Top)] })]
        if !is_several(who) && *who != Players::You
        => | "{who:player} return<who> {what:one} they control to its owner's hand unless they {cost:payment}";
    // After several things it would be said of the last of them alone.
    sentence: vec![Instruction::Unless(verb::Unless { who, cost, then })]
        if is_simple(then) && then.len() > 1 && !is_several(who)
        => "unless {who:player} {cost:payment[who]} , {then:sentence}";
    sentence: vec![Instruction::Unless(verb::Unless { who: Players::You, cost, then })]
        if is_simple(then) && then.len() == 1
        => | "unless you {cost:payment} , {then:sentence}";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![what, Filter::Power(
                    Comparison::AtMost,
                    Box::new(Quantity::Least(Box::new(OfEach {
                        of: Quantity::Power(Objects::Affected),
                        each: Each::Object(Objects::Each(Box::new(what))) }))))])),
                ..chosen() }),
            Instruction::DestroyForGood(verb::DestroyForGood(Objects::Chosen(0)))]
        => "destroy the {what:noun[one]} with the least power . it can't be regenerated . if two or more \
            {what:noun[many]} are tied for least power , you choose one of them";
    sentence: vec![Instruction::MayPay(verb::MayPay { who, cost, must: true, then, otherwise: vec![] })]
        if !is_several(who) && *who != Players::You && can_be_offered(cost) && is_simple(then)
        => | "{who:player} {cost:payment[who]} . if (that player does|the player does|they do) , {then:sentence}";
    sentence: vec![
            Instruction::LoseLife(verb::LoseLife { who, amount }),
            Instruction::GainLife(verb::GainLife { who: Players::You, amount })]
        if !is_several(who) && *who != Players::You
        => | "for each {amount:each} , {who:player} lose<who> 1 life and you gain 1 life";
    sentence: vec![
            Instruction::Delay(verb::Delay {
                when, body: Box::new(Body { instructions: vec![then], ..Body::default() }), until: None }),
            Instruction::Skip(verb::Skip { who: Players::You, what, count: Quantity::Fixed(1) })]
        => | "{then:command} {when:next_time} and you skip your next {what:part_of_turn}";
    // One card of each description, of which none is both.
    orders: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::TopOfLibrary(Players::You, n) }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::LookedAt)), what])),
                up_to: true, ..chosen() }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::LookedAt)), other])),
                up_to: true, unchosen: true, into: 1, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(1))),
            put_it(ZoneKind::Hand, Place::Top),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(1), into: ZoneKind::Hand, place: Place::Top, random: false }),
            rest]
        => | "look at {n:top_cards} of your library . you may reveal {what:one_card} and/or {other:one_card} from among \
            them and put (them|the revealed cards|those cards) into your hand . put {rest:the_rest}";
    orders: vec![
            Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, n))),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::Revealed)), what])),
                up_to: true, ..chosen() }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::Revealed)), other])),
                up_to: true, unchosen: true, into: 1, ..chosen() }),
            put_it(ZoneKind::Hand, Place::Top),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(1), into: ZoneKind::Hand, place: Place::Top, random: false }),
            rest]
        => | "reveal {n:top_cards} of your library . you may put {what:one_card} and/or {other:one_card} from among them \
            into your hand . put {rest:the_rest}";
    // Which opponent it is is for you to say.
    orders: vec![
            Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, n))),
            Instruction::Choose(verb::Choose { what: TargetWhat::Player(Players::Opponents), ..chosen() }),
            Instruction::Choose(verb::Choose {
                who: Players::Chosen(0),
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Library), Filter::Is(Objects::ThisWay(Deed::Revealed))])),
                into: 1, ..chosen() }),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(1), into: ZoneKind::Graveyard, place: Place::Top, random: false }),
            rest]
        => | "reveal {n:top_cards} of your library . an opponent chooses one of (them|those cards) . put that card into \
            your graveyard and {rest:the_rest}";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![what, Filter::Toughness(
                    Comparison::AtMost,
                    Box::new(Quantity::Least(Box::new(OfEach {
                        of: Quantity::Toughness(Objects::Affected),
                        each: Each::Object(Objects::Each(Box::new(what))) }))))])),
                ..chosen() }),
            Instruction::DealDamage(verb::DealDamage {
                source, amount, to: Recipients::Objects(Objects::Chosen(0)), excess: None })]
        => "{source:thing} deal<source> {amount:figure} damage to the {what:noun[one]} with the least toughness . if \
            two or more {what:noun[many]} are tied for least toughness , you choose one of them";
    sentence: vec![Instruction::MayPay(verb::MayPay { who: Players::You, cost, must: true, then, otherwise })]
        if can_be_offered(cost) && is_simple(then) && is_simple(otherwise)
        => "{cost:payment} . if you do , {then:sentence} . otherwise , {otherwise:sentence}"
        | "{cost:payment} . if you do , {then:sentence} . if you (don't|can't) , {otherwise:sentence}";
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Player(Players::Opponents), ..chosen() }),
            Instruction::Choose(verb::Choose {
                who: Players::Chosen(0),
                what: TargetWhat::Object(and(
                    and(what, Filter::In(ZoneKind::Graveyard)), Filter::OwnedBy(Players::You))),
                into: 1, ..chosen() }),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(1), into: ZoneKind::Hand, place: Place::Top, random: false })]
        => "return a {what:card_noun[one]} of an opponent's choice from your graveyard to your hand";
    sentence: vec![Instruction::If(verb::If { condition, then: vec![then], otherwise })]
        if is_simple(otherwise) && is_simple(std::slice::from_ref(then)) && !any(then, |_: &Exception| true)
            && !matches!(then, Instruction::May(_))
        => | "{then:clause} if {condition:if} . otherwise , {otherwise:sentence}"
        | "{then:command} if {condition:if} . otherwise , {otherwise:sentence}";
}

//! Cards that may be played or cast because an instruction says so (CR 608.2g, 611.2, 305.2).

use retrace_words::rows;

use crate::card::ast::effect::{Duration, Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::{AnyMana, CastingCost, Permission};
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{ZoneKind, Zones};

const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether it is what the text has mentioned, and not the object with the ability: what that may
/// do is a static ability.
fn is_mentioned(what: &Objects) -> bool {
    !what.is_of_a_description() && *what != Objects::This
}

/// Whether it is each of the cards that a linked ability has exiled (CR 607.3), of which any number
/// may be played.
const fn is_linked(what: &Objects) -> bool {
    matches!(what, Objects::Linked(_))
}

/// Whether a description leaves a choice.
fn is_some(what: &Filter) -> bool {
    *what != Filter::Any
}

/// A card that is in exile or in a library, as it was before it could be cast.
fn still_there() -> Filter {
    Filter::AnyOf(vec![Filter::In(ZoneKind::Exile), Filter::In(ZoneKind::Library)])
}

/// Whether something is done that nobody decides or pays for.
fn is_plain(then: &[Instruction]) -> bool {
    let asks = |it: &Instruction| matches!(it, Instruction::If(_) | Instruction::May(_) | Instruction::MayPay(_));
    !then.is_empty() && !then.iter().any(asks)
}

rows! {
    pub(crate) ROWS;

    // For some time.
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Play {
                who, what: Filter::Is(what), cost: CastingCost::Usual, instead: None }),
            duration, of: None, apiece: false })
        if is_mentioned(what) => | "{who:player} may play {what:thing} {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Cast {
                who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false, instead: None }),
            duration, of: None, apiece: false })
        if is_mentioned(what) => | "{who:player} may cast {what:thing} {duration:time}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Play {
                who, what: Filter::Is(what), cost: CastingCost::Usual, instead: None }),
            duration, of: None, apiece: false })]
        if is_mentioned(what) => | "{duration:span} , {who:player} may play {what:thing}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Cast {
                who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false, instead: None }),
            duration, of: None, apiece: false })]
        if is_mentioned(what) => | "{duration:span} , {who:player} may cast {what:thing}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Play {
                who, what: Filter::Is(Objects::ThisWay(Deed::Exiled)), cost: CastingCost::Usual, instead: None }),
            duration, of: None, apiece: false })]
        => | "{duration:span} , {who:player} may play cards exiled this way";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Play {
                who, what: Filter::Is(what), cost: CastingCost::Free, instead: None }),
            duration, of: None, apiece: false })]
        if is_mentioned(what)
        => | "{duration:span} , {who:player} may play {what:thing} without paying (its mana cost|their mana costs)"
        | "{who:player} may play {what:thing} without paying (its mana cost|their mana costs) {duration:time}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Cast {
                who, what: Filter::Is(what), cost: CastingCost::Free, exile: false, instead: None }),
            duration, of: None, apiece: false })]
        if is_mentioned(what)
        => | "{duration:span} , {who:player} may cast {what:thing} without paying (its mana cost|their mana costs)"
        | "{who:player} may cast {what:thing} without paying (its mana cost|their mana costs) {duration:time}";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::Cast {
                    who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false, instead: None }),
                duration, of: None, apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::SpendMana {
                    who, on: Some(Filter::All(vec![Filter::Spell, Filter::Is(what)])), as_though: AnyMana::Color }),
                duration, of: None, apiece: false })]
        if is_mentioned(what) && !matches!(duration, Duration::AsLongAs(_))
        => | "{duration:span} , {who:player} may cast {what:thing} (and|, and) (you|they) may spend mana as \
            though it were mana of any color to cast (it|them|that spell|those spells)"
        | "{who:player} may cast {what:thing} {duration:time} , and (you|they) may spend mana as though it were \
            mana of any color to cast (it|them|that spell|those spells)";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::Cast {
                    who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false, instead: None }),
                duration, of: None, apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::SpendMana {
                    who, on: Some(Filter::All(vec![Filter::Spell, Filter::Is(what)])), as_though: AnyMana::Type }),
                duration, of: None, apiece: false })]
        if is_mentioned(what) && !matches!(duration, Duration::AsLongAs(_))
        => | "{duration:span} , {who:player} may cast {what:thing} (and|, and) (you|they) may spend mana as \
            though it were mana of any type to cast (it|them|that spell|those spells)"
        | "{who:player} may cast {what:thing} {duration:time} , and (you|they) may spend mana as though it were \
            mana of any type to cast (it|them|that spell|those spells)"
        | "{duration:span} , {who:player} may cast {what:thing} , and mana of any type can be spent to cast \
            (it|them|that spell|those spells)"
        | "{who:player} may cast {what:thing} {duration:time} , and mana of any type can be spent to cast \
            (it|them|that spell|those spells)";
    // As it is paid for it is a spell, and not exiled any more (CR 601.2a).
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::Cast {
                    who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false, instead: None }),
                duration: Duration::AsLongAs(condition), of: None, apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::SpendMana {
                    who, on: Some(Filter::All(vec![Filter::Spell, Filter::Is(what)])), as_though: AnyMana::Type }),
                duration: Duration::Indefinite, of: None, apiece: false })]
        if is_mentioned(what)
        => | "{who:player} may cast {what:thing} for as long as {condition:if} , and (you|they) may spend mana as though \
            it were mana of any type to cast (it|them|that spell|those spells)"
        | "{who:player} may cast {what:thing} for as long as {condition:if} , and mana of any type can be spent to cast \
            (it|them|that spell|those spells)";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::PlayLands(who, Quantity::Fixed(1))),
            duration, of: None, apiece: false })
        => | "{who:player} may play an additional land {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::PlayLands(who, n)), duration, of: None, apiece: false })
        => | "{who:player} may play (|up to ){n:number} additional lands {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::PlayAnyLands(who)), duration, of: None, apiece: false })
        => | "{who:player} may play any number of lands {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::CastWithFlash { who, what, cost: vec![] }),
            duration, of: None, apiece: false })
        => | "{who:player} may cast {what:spell_noun[many]} {duration:time} as though they had flash";

    // Now (CR 608.2g).
    sentence: vec![
            Instruction::May(verb::May {
                who: Players::You,
                then: vec![Instruction::CopyCards(verb::CopyCards(Objects::Linked(Linked::Exiled)))] }),
            Instruction::MayPlay(verb::MayPlay {
                who: Players::You, what: Objects::Created, count: None, lands: false, cost: CastingCost::Free,
                must: false, instead: None })]
        => | "you may copy the exiled card . if you do , you may cast the copy without paying its mana cost";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what, count: Some(1), lands: false, cost: CastingCost::Free, must: false, instead: None })
        if is_mentioned(what) && !is_linked(what)
        => | "{who:player} may cast {what:thing} without paying its mana cost";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what, count: Some(1), lands: true, cost: CastingCost::Free, must: false, instead: None })
        if is_mentioned(what) && !is_linked(what)
        => | "{who:player} may play {what:thing} without paying its mana cost";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what, count: None, lands: false, cost: CastingCost::Free, must: false, instead: None })
        if is_linked(what)
        => | "{who:player} may cast {what:thing} without paying (its mana cost|their mana costs)";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what, count: None, lands: true, cost: CastingCost::Free, must: false, instead: None })
        if is_linked(what)
        => | "{who:player} may play {what:thing} without paying (its mana cost|their mana costs)";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what: Objects::Each(Box::new(what)), count: Some(1), lands: false, cost: CastingCost::Free,
            must: false, instead: None })
        if what.names_a_zone()
        => | "{who:player} may cast ({what:one_card}|{what:some_spell}) without paying its mana cost";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what: Objects::Among(Box::new(of), Box::new(what)), count: Some(1), lands: false,
            cost: CastingCost::Free, must: false, instead: None })
        if is_mentioned(of) && is_some(what)
        => | "{who:player} may cast ({what:some_spell}|{what:one_card}) from among {of:thing} without paying \
            its mana cost";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what: Objects::Among(Box::new(of), Box::new(what)), count: None, lands: false,
            cost: CastingCost::Free, must: false, instead: None })
        if is_mentioned(of) && is_some(what)
        => | "{who:player} may cast any number of ({what:spell_noun[many]}|{what:card_noun[many]}) from among \
            {of:thing} without paying their mana costs";
    clause: Instruction::MayPlay(verb::MayPlay {
            who, what, count: None, lands: false, cost: CastingCost::Free, must: false, instead: None })
        if is_mentioned(what)
        => | "{who:player} may cast any number of spells from among {what:thing} without paying their mana costs";
    sentence: vec![Instruction::MayPlay(verb::MayPlay {
            who, what, count: Some(1), lands: false, cost: CastingCost::Free, must: false,
            instead: Some(Box::new(Replacement {
                would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) })) })]
        if is_mentioned(what)
        => | "{who:player} may cast {what:thing} without paying its mana cost . if that (card|spell) would be \
            put into (your|a|their|its owner's) graveyard (|this turn ), exile it instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::SpendMana { who, on: None, as_though: AnyMana::Color }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "{who:player} may spend mana as though it were mana of any color this turn";

    // Cards of earlier instructions.
    thing: Objects::ThisWay(Deed::Exiled) => | "(the|all) cards exiled this way";
    thing: Objects::ThisWay(Deed::Revealed) => | "(the|all) cards revealed this way" | "the revealed cards";
    thing: Objects::ThisWay(Deed::Milled) => | "the cards milled this way" | "the milled cards";
    thing: Objects::Among(
            Box::new(Objects::ThisWay(Deed::Revealed)), Box::new(what))
        if is_some(what)
        => | "all {what:card_noun[many]} revealed this way" | "each {what:card_noun[one]} revealed this way";
    thing: Objects::Among(Box::new(Objects::ThisWay(Deed::Exiled)), Box::new(what))
        if is_some(what)
        => | "(|the |all ){what:card_noun[many]} exiled this way" | "each {what:card_noun[one]} exiled this way";

    // What is cast for good.
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Permit(Permission::Cast {
                who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false,
                instead: Some(Box::new(Replacement {
                    would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
                    instead: Instead::GoTo(ZoneKind::Exile) })) }),
            duration, of: None, apiece: false })]
        if is_mentioned(what)
        => | "{who:player} may cast {what:thing} {duration:time} . if that (card|spell) would be put into \
            (your|a|their|its owner's) graveyard (|this turn ), exile it instead";
    sentence: vec![
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::Cast {
                    who, what: Filter::Is(what), cost: CastingCost::Usual, exile: false,
                    instead: Some(Box::new(Replacement {
                        would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
                        instead: Instead::GoTo(ZoneKind::Exile) })) }),
                duration, of: None, apiece: false }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Permit(Permission::SpendMana {
                    who, on: Some(Filter::All(vec![Filter::Spell, Filter::Is(what)])), as_though: AnyMana::Type }),
                duration, of: None, apiece: false })]
        if is_mentioned(what)
        => | "{who:player} may cast {what:thing} {duration:time} , and (you|they) may spend mana as though it were \
            mana of any type to cast (it|that spell) . if that (card|spell) would be put into \
            (your|a|their|its owner's) graveyard (|this turn ), exile it instead"
        | "{who:player} may cast {what:thing} {duration:time} , and mana of any type can be spent to cast \
            (it|that spell) . if that (card|spell) would be put into (your|a|their|its owner's) graveyard \
            (|this turn ), exile it instead";
    // What is not cast stays where it was.
    sentence: vec![
            Instruction::MayPlay(verb::MayPlay {
                who, what, count: Some(1), lands: false, cost: CastingCost::Free, must: false, instead: None }),
            Instruction::If(verb::If { condition: Condition::Is(what, still_there()), then, otherwise: vec![] })]
        if is_mentioned(what) && !is_linked(what) && is_plain(then)
        => | "{who:player} may cast {what:thing} without paying its mana cost . if (you|they) don't , {then:simple}";
    sentence: vec![
            Instruction::MayPlay(verb::MayPlay {
                who, what, count: Some(1), lands: false, cost: CastingCost::Usual, must: false, instead: None }),
            Instruction::If(verb::If { condition: Condition::Is(what, still_there()), then, otherwise: vec![] })]
        if is_mentioned(what) && !is_linked(what) && is_plain(then)
        => | "{who:player} may cast {what:thing} . if (you|they) don't , {then:simple}";
}

//! Which mana is added, and what it may be spent on (CR 106).

use retrace_words::rows;

use crate::card::ast::cost::{ManaOutput, ManaTerm, SpentOn};
use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Restriction;
use crate::card::words::mana_symbol::{Color, ManaType};

/// Mana of any color.
fn any_color() -> Vec<ManaType> {
    Color::ALL.into_iter().map(ManaType::from).collect()
}

/// Mana of any type.
fn any_type() -> Vec<ManaType> {
    any_color().into_iter().chain([ManaType::Colorless]).collect()
}

rows! {
    pub(crate) ROWS;

    mana: ManaOutput::Chosen(n) => "{n:number} mana of the chosen color" | "{n:count} mana of the chosen color";
    mana: ManaOutput::CouldProduce { what, count: n, colors: true }
        => "{n:number} mana of any color that {what:one} could produce";
    mana: ManaOutput::CouldProduce { what, count: n, colors: false }
        => "{n:number} mana of any type that {what:one} could produce";
    mana: ManaOutput::ColorAmong { what, count: n, each: false }
        => "{n:number} mana of any (|one )color among {what:noun[many]}";
    mana: ManaOutput::Produced(n)
        => "{n:number} mana of any type that (was|land|creature|permanent) produced";
    mana: ManaOutput::CommanderIdentity(n)
        => "{n:number} mana of any (|one )color in your commander's color identity";
    mana: ManaOutput::OneOf(vec![kind], n) => | "an amount of {kind:one_mana} equal to {n:amount}";
    mana: mana => | "an additional {mana:mana}";

    clause: Instruction::AddMana(verb::AddMana { who: Players::You, mana: ManaOutput::AsMuchAgain, terms: vec![] })
        => "double the amount of each type of unspent mana you have"
        | "double the amount of each type of mana in your mana pool";

    clause: Instruction::AddMana(verb::AddMana { who, mana: ManaOutput::OneOf(vec![kind], n), terms: vec![] })
        => | "{who:told} add<who> an additional {kind:one_mana} for each {n:each}";

    // A color that is chosen first.
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana: ManaOutput::ColorAmong { what, count: n, each: false }, terms: vec![] })]
        => | "choose a color of {what:one} . add {n:number} mana of that color";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana: ManaOutput::ColorAmong { what, count: n, each: true }, terms: vec![] })]
        => "for each color among {what:noun[many]} , add {n:number} mana of that color";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana: ManaOutput::OneOf(any_color(), n), terms: vec![] })]
        => | "choose a color . add {n:number} mana of that color"
        | "choose a color . add one mana of that color for each {n:each}"
        | "choose a color . add an amount of mana of that color equal to {n:amount}";

    // What it may be spent on, and what that does (CR 106.6).
    spent: SpentOn::Cast(what) if !what.names_a_zone()
        => "to cast {what:spell_noun[many]}" | "to cast {what:some_spell}";
    // A source can be in another zone, too.
    spent: SpentOn::Activate(what)
        => "to activate abilities of {what:noun[many]}" | "to activate an ability of {what:one}";
    spent: SpentOn::CostWithX => "on costs that contain {X}";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana, terms: vec![ManaTerm::Only(vec![on])] })]
        => "add {mana:mana} . spend this mana only {on:spent}";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana, terms: vec![ManaTerm::Only(vec![SpentOn::Cast(what), SpentOn::Activate(of)])] })]
        => "add {mana:mana} . spend this mana only to cast {what:spell_noun[many]} or activate abilities of \
            {of:noun[many]}"
        | "add {mana:mana} . spend this mana only to cast {what:some_spell} or activate an ability of {of:one}";
    orders: vec![Instruction::AddMana(verb::AddMana { who: Players::You, mana, terms: vec![ManaTerm::OnlyOnX] })]
        => "add {mana:mana} . spend this mana only on X";
    orders: vec![Instruction::AddMana(verb::AddMana { who: Players::You, mana, terms: vec![ManaTerm::Keeps] })]
        => "add {mana:mana} . until end of turn , you don't lose this mana as steps and phases end"
        | "add {mana:mana} . until end of turn , this mana doesn't empty from your mana pool as steps and \
            phases end";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana,
            terms: vec![ManaTerm::Gives {
                on: vec![SpentOn::Cast(what)],
                effect: Box::new(StaticEffect::Modify {
                    what: Filter::Is(Objects::ThatObject), modifications, defining: false }),
                duration: Duration::Indefinite }] })]
        => | "add {mana:mana} . if (this|that) mana is spent (on|to cast) {what:some_spell} , (it|that spell) \
            {modifications:changes[one]}";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana,
            terms: vec![ManaTerm::Gives {
                on: vec![SpentOn::Cast(what)],
                effect: Box::new(StaticEffect::Modify {
                    what: Filter::Is(Objects::ThatObject), modifications, defining: false }),
                duration: Duration::EndOfTurn }] })]
        => | "add {mana:mana} . if (this|that) mana is spent (on|to cast) {what:some_spell} , (it|that spell) \
            {modifications:changes[one]} until end of turn";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana,
            terms: vec![ManaTerm::Gives {
                on: vec![SpentOn::Cast(what)],
                effect: Box::new(StaticEffect::Restrict(Restriction::CantBeCountered(
                    Filter::Is(Objects::ThatObject)))),
                duration: Duration::Indefinite }] })]
        => "add {mana:mana} . if (this|that) mana is spent (on|to cast) {what:some_spell} , (that spell|it) can't \
            be countered";

    // Mana that stays (CR 500.4).
    restricted: Restriction::KeepsMana { who, kinds: any_type() }
        => "{who:at_large} not_lose<who> unspent mana as steps and phases end";
    restricted: Restriction::KeepsMana { who: Players::Each, kinds: any_type() }
        => | "mana pools don't empty as steps and phases end";
    restricted: Restriction::KeepsMana { who, kinds: vec![ManaType::Green] }
        => "{who:at_large} not_lose<who> unspent green mana as steps and phases end";
    restricted: Restriction::KeepsMana { who: Players::You, kinds: vec![ManaType::Green] }
        => | "green mana doesn't empty from your mana pool as steps and phases end";

    spent: SpentOn::Activate(what)
        => | "to activate an ability of (a|an) {what:adjective} source"
        | "to activate abilities of {what:adjective} sources";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana, terms: vec![ManaTerm::Only(vec![SpentOn::Cast(what), SpentOn::Activate(of)])] })]
        => | "add {mana:mana} . spend this mana only to cast {what:some_spell} or activate an ability of (a|an) \
            {of:adjective} source"
        | "add {mana:mana} . spend this mana only to cast {what:spell_noun[many]} (or|and) activate abilities of \
            {of:adjective} sources";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana: ManaOutput::OneOf(any_color(), n), terms: vec![ManaTerm::Only(vec![on])] })]
        => | "add X mana of any one color , where X is {n:amount} . spend this mana only {on:spent}";
    orders: vec![Instruction::AddMana(verb::AddMana {
            who: Players::You, mana, terms: vec![
                ManaTerm::Only(vec![SpentOn::Cast(what)]),
                ManaTerm::Gives {
                    on: vec![SpentOn::Cast(what)],
                    effect: Box::new(StaticEffect::Restrict(Restriction::CantBeCountered(
                        Filter::Is(Objects::ThatObject)))),
                    duration: Duration::Indefinite }] })]
        => | "add {mana:mana} . spend this mana only to cast {what:some_spell} , and that spell can't be countered";
    clause: Instruction::AddMana(verb::AddMana { who, mana: ManaOutput::OneOf(vec![kind], n), terms: vec![] })
        if *who != Players::You
        => | "{who:told} add<who> {kind:one_mana} for each {n:each}";
}

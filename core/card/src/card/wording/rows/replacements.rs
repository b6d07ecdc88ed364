//! Replacement effects: "if … would …, … instead", and what permanents enter with (CR 614).

use retrace_words::rows;

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Choosing, EnterAs, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::words::chosen::Linked;
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether it is the object with the ability, or a word that may stand for it.
fn is_this_or_it(what: &Filter) -> bool {
    matches!(what, Filter::This | Filter::Is(_))
}

/// Whether only more cards are drawn instead of one.
fn are_drawn(then: &[Instruction]) -> bool {
    matches!(then, [Instruction::Draw(verb::Draw { who: Players::You, .. })])
}

/// That player loses as much life.
fn they_lose_as_much() -> Instruction {
    Instruction::LoseLife(verb::LoseLife { who: Players::ThatPlayer, amount: Quantity::ThatMuch })
}

rows! {
    pub(crate) ROWS;

    static: StaticEffect::Replace(replacement) => | "{replacement:replaced}";
    effects: vec![
            StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(what), combat: false, noncombat: false,
                    at_least: None },
                instead: Instead::Prevent }),
            StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: what, players: Some(Players::Each), objects: Some(Filter::Any), combat: false,
                    noncombat: false, at_least: None },
                instead: Instead::Prevent })]
        => | "prevent all damage that would be dealt to and dealt by {what:group}";
    effects: vec![
            StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(what), combat: true, noncombat: false,
                    at_least: None },
                instead: Instead::Prevent }),
            StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: what, players: Some(Players::Each), objects: Some(Filter::Any), combat: true,
                    noncombat: false, at_least: None },
                instead: Instead::Prevent })]
        => | "prevent all combat damage that would be dealt to and dealt by {what:group}";
    static: StaticEffect::Replace(Replacement {
            would: Would::LifeBelow { who: Players::You, below: n }, instead: Instead::LeaveLife(n) })
        => "damage that would reduce your life total to less than {n:plain} reduces it to {n:plain} instead";

    // What enters the battlefield.
    effects: vec![
            StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead: Instead::EnterTapped }),
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) })]
        if is_this_or_it(what)
        => "{what:them} enter<what> the battlefield tapped (with|and with) {count:count} {kind:counter_name} \
            counter[count] on it";
    effects: vec![
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) }),
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what },
                instead: Instead::EnterBeing(vec![Modification::Gain(Box::new(Ability::Keyword(keyword)))]) })]
        if is_this_or_it(what)
        => | "{what:them} enter<what> the battlefield with {count:count} {kind:counter_name} counter[count] \
            on it \
            and with {keyword:keyword_ability}";
    static: StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead: Instead::Choose(choosing) })
        if is_this_or_it(what)
        => | "as {what:them} enter<what> the battlefield , choose {choosing:chosen_value}";
    effects: vec![
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This }, instead: Instead::Choose(one) }),
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This }, instead: Instead::Choose(other) })]
        => | "as ~ enters the battlefield , choose {one:chosen_value} and {other:chosen_value}";
    chosen_value: Choosing::Name => | "a card name";
    chosen_value: Choosing::NameOf(what) if *what != Filter::Any => | "{what:one_card} name";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This }, instead: Instead::Choose(Choosing::Object(of)) })
        => | "as ~ enters the battlefield , choose {of:one}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::UnlessPaid { cost, must: true, instead: Box::new(Instead::GoTo(ZoneKind::Graveyard)) } })
        => "if ~ would enter the battlefield , {cost:payment} instead . if you do , put ~ onto the \
            battlefield . if \
            you don't , put it into its owner's graveyard";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::UnlessPaid { cost, must: false, instead: Box::new(Instead::GoTo(ZoneKind::Graveyard)) } })
        => "if ~ would enter the battlefield , you may {cost:payment} instead . if you do , put ~ onto the \
            battlefield . if you don't , put it into its owner's graveyard";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::EnterAs(Box::new(EnterAs { of, may: true, tapped: true, except: vec![], when: None })) })
        => | "you may have ~ enter the battlefield tapped as a copy of any {of:noun[one]}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::EnterAs(Box::new(EnterAs { of, may: true, tapped: false, except, when: None })) })
        => | "you may have ~ enter the battlefield as a copy of (any|a) {of:noun[one]} (|, )except \
            {except:exceptions}";
    static: StaticEffect::Replace(Replacement {
            would: Would::TurnFaceUp { what: Filter::This, megamorph: false },
            instead: Instead::EnterWithCounters(kind, count) })
        => | "as ~ is turned face up , put {count:count} {kind:counter_name} counter[count] on it";

    // What goes elsewhere.
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what, from: None, to: Some(GRAVEYARD) }, instead: Instead::GoTo(ZoneKind::Exile) })
        if !is_this_or_it(what)
        => | "if {what:one} would be put into a graveyard from anywhere , exile (it|that card) instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move {
                what: Filter::AnyOf(vec![Filter::Card, Filter::Token]), from: None, to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        => | "if a card or token would be put into a graveyard from anywhere , exile it instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: and(what, Filter::OwnedBy(who)), from: None, to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        if !is_this_or_it(what)
        => | "if {what:one} would be put into {who:whose} graveyard from anywhere , exile (it|that card) \
            instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::Any, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        => | "if a permanent would be put into a graveyard , exile it instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        => | "if ~ would be put into a graveyard from anywhere , exile (it|~) instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
            instead: Instead::Reveal(Box::new(Instead::ShuffleIntoLibrary)) })
        => | "if ~ would be put into a graveyard from anywhere , reveal ~ and shuffle it into its owner's \
            library \
            instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::This, from: None, to: Some(GRAVEYARD) },
            instead: Instead::ShuffleIntoLibrary })
        => | "if ~ would be put into a graveyard from anywhere , shuffle it into its owner's library instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::This, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::IntoLibrary(Place::Top) })
        => | "if ~ would die , put (it|~) on top of its owner's library instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what: Filter::This, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Hand) })
        => | "if ~ would die , return (it|~) to its owner's hand instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        if !matches!(what, Filter::Is(_))
        => | "if {what:one} would be put into a graveyard from the battlefield , exile it instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::Also(Box::new(Instead::GoTo(ZoneKind::Exile)), then) })
        if !matches!(what, Filter::Is(_))
        => | "if {what:one} would (die|be put into a graveyard from the battlefield) , instead exile \
            (it|that card) \
            and {then:simple}";
    static: StaticEffect::Replace(Replacement { would: Would::Destroy(Filter::This), instead: Instead::Regenerate })
        => | "if ~ would be destroyed , regenerate it";
    static: StaticEffect::Replace(Replacement {
            would: Would::Discard { what: Filter::This, by: Some(Players::Opponents) },
            instead: Instead::OntoBattlefield })
        => "if a spell or ability an opponent controls causes you to discard ~ , put it onto the battlefield \
            instead of putting it into your graveyard";

    // What players do.
    static: StaticEffect::Replace(Replacement { would: Would::Draw(Players::You), instead: Instead::Multiply(2) })
        => "if you would draw a card , draw two cards instead"
        | "if you would draw a card , you draw two cards instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::DrawBesides(Players::You), instead: Instead::Multiply(2) })
        => "if you would draw a card except the first one you draw in each of your draw steps , draw two \
            cards \
            instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Draw(Players::You), instead: Instead::May(Box::new(Instead::Nothing)) })
        => | "if you would draw a card , you may skip that draw instead";
    static: StaticEffect::Replace(Replacement { would: Would::Draw(Players::Each), instead: Instead::Nothing })
        => | "if a player would draw a card , that player skips that draw instead";
    static: StaticEffect::Replace(Replacement { would: Would::Draw(Players::You), instead: Instead::Do(then) })
        if !matches!(then[..], [Instruction::May(_)])
        => | "if you would draw a card , instead {then:sentence}";
    static: StaticEffect::Replace(Replacement {
            would: Would::LoseGame(Players::You),
            instead: Instead::Also(Box::new(Instead::Do(vec![first])), vec![then]) })
        => | "if you would lose the game , instead {first:command} and {then:clause}";
    static: StaticEffect::Replace(Replacement { would: Would::GainLife(Players::You), instead: Instead::Multiply(n) })
        => | "if you would gain life , you gain {n:times_as} that much life instead";
    static: StaticEffect::Replace(Replacement { would: Would::GainLife(Players::You), instead: Instead::More(n) })
        => | "if you would gain life , you gain that much life plus {n:plain} instead";
    static: StaticEffect::Replace(Replacement { would: Would::GainLife(who), instead: Instead::Nothing })
        => | "if {who:controller} would gain life , that player gains no life instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::GainLife(Players::Opponents), instead: Instead::Do(vec![they_lose_as_much()]) })
        => | "if an opponent would gain life , that player loses that much life instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::LoseLife(Players::Opponents), instead: Instead::Multiply(n) })
        => | "if an opponent would lose life , they lose {n:times_as} that much life instead";
    static: StaticEffect::Replace(Replacement { would: Would::Mill(Players::Opponents), instead: Instead::More(n) })
        => | "if an opponent would mill one or more cards , they mill that many cards plus {n:in_words} \
            instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Search(Players::Opponents), instead: Instead::SearchTop(n) })
        => | "if an opponent would search a library , that player searches {n:top_cards} of that library \
            instead";
    static: StaticEffect::Replace(Replacement { would: Would::FlipCoin(Players::You), instead: Instead::TwoCoins })
        => | "if you would flip a coin , instead flip two coins and ignore one";
    static: StaticEffect::Replace(Replacement {
            would: Would::TapForMana { who: Players::You, what: Filter::Any }, instead: Instead::Multiply(n) })
        => | "if you tap a permanent for mana , it produces {n:times_as} as much of that mana instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::TapForMana { who: Players::Each, what }, instead: Instead::Produce(vec![kind]) })
        => | "if {what:one} is tapped for mana , it produces {kind:one_mana} instead of any other type and \
            amount";

    each: Quantity::ThatMuch => | "1 damage prevented this way";
    amount: Quantity::ThatMuch => | "the damage prevented this way";

    // Tokens and counters.
    static: StaticEffect::Replace(Replacement {
            would: Would::CreateTokens { who: Players::You, what: Filter::Any, effect: true },
            instead: Instead::Multiply(n) })
        => "if an effect would create one or more tokens under your control , it creates {n:times_as} that \
            many of \
            those tokens instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::CreateTokens { who: Players::You, what: Filter::Any, effect: false },
            instead: Instead::Multiply(n) })
        => "if one or more tokens would be created under your control , {n:times_as} that many of those \
            tokens are \
            created instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::CreateTokens { who: Players::Each, what: Filter::Any, effect: false },
            instead: Instead::Multiply(n) })
        => "if one or more tokens would be created , {n:times_as} that many of those tokens are created \
            instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::PutCounters {
                by: None, objects: Some(what), players: None, kind: Some(kind), effect: false },
            instead: Instead::Multiply(n) })
        => "if one or more {kind:counter_name} counters would be put on {what:one} , {n:times_as} that many \
            {kind:counter_name} counters are put on (it|that creature) instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::PutCounters {
                by: None, objects: Some(what), players: None, kind: Some(kind), effect: false },
            instead: Instead::More(n) })
        => "if one or more {kind:counter_name} counters would be put on {what:one} , that many plus \
            {n:in_words} \
            {kind:counter_name} counters are put on (it|that creature) instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::PutCounters {
                by: None, objects: Some(what), players: None, kind: None, effect: true },
            instead: Instead::Multiply(n) })
        => "if an effect would put one or more counters on {what:one} , it puts {n:times_as} that many of \
            those \
            counters on (it|that permanent) instead";

    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterAs(Box::new(EnterAs {
                of: Filter::This, may: false, tapped: false, except: vec![], when: None })) })
        => | "{what:them} enter<what> the battlefield as a copy of ~";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: and(what, Filter::Not(Box::new(Filter::WasCast(None)))) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        => | "if {what:one} would enter the battlefield and it wasn't cast , exile it instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This }, instead: Instead::TurnFaceDown(what) })
        => | "as ~ enters the battlefield , turn {what:group} face down";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This }, instead: Instead::Choose(Choosing::Sacrifice(what)) })
        => | "as ~ enters the battlefield , sacrifice any number of {what:noun[many]}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::Choose(Choosing::SacrificeFor(what, kind, 1)) })
        => | "as ~ enters the battlefield , sacrifice any number of {what:noun[many]} . ~ enters the battlefield \
            with that many {kind:counter_name} counters on it";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This }, instead: Instead::Choose(Choosing::Exile(what)) })
        => | "as ~ enters the battlefield , exile any number of {what:noun[many]}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This }, instead: Instead::Choose(Choosing::Life) })
        => | "as ~ enters the battlefield , pay any amount of life";
    effects: vec![
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This }, instead: Instead::Choose(Choosing::Sacrifice(what)) }),
            StaticEffect::Replace(Replacement {
                would: Would::Enter { what: Filter::This },
                instead: Instead::BecomeOneOf(vec![vec![Modification::SetPowerToughness(
                    Quantity::Power(Objects::Linked(Linked::Chosen)),
                    Quantity::Toughness(Objects::Linked(Linked::Chosen)))]]) })]
        => | "as ~ enters the battlefield , sacrifice any number of {what:noun[many]} . ~ 's power becomes the \
            total power of those creatures and its toughness becomes their total toughness";
    static: StaticEffect::Replace(Replacement {
            would: Would::Discard { what: Filter::OwnedBy(Players::You), by: Some(Players::Each) },
            instead: Instead::May(Box::new(Instead::IntoLibrary(Place::Top))) })
        => | "if an effect causes you to discard a card , discard it , but you may put it on top of your library \
            instead of into your graveyard";
    static: StaticEffect::Replace(Replacement { would: Would::Draw(Players::You), instead: Instead::Do(then) })
        if !are_drawn(then)
        => | "if you would draw a card , {then:simple} instead";
    static: StaticEffect::Replace(Replacement {
            would: Would::Draw(Players::You), instead: Instead::May(Box::new(Instead::Do(then))) })
        => | "if you would draw a card , you may instead {then:sentence}"
        | "if you would draw a card , you may {then:deeds[many]} instead";
    static: StaticEffect::Replace(Replacement { would: Would::DrawBesides(who), instead: Instead::Do(then) })
        if *who != Players::You
        => | "if {who:one_of} would draw a card except the first one they draw in each of their draw steps , \
            instead that player skips that draw and {then:simple}";
    static: StaticEffect::Replace(Replacement {
            would: Would::DrawCards { who, at_least }, instead: Instead::Do(then) })
        => | "if {who:one_of} would draw {at_least:or_more} cards , instead {then:simple}";
    static: StaticEffect::Replace(Replacement {
            would: Would::LoseGame(Players::You), instead: Instead::Also(Box::new(Instead::Do(vec![first])), then) })
        => | "if you would lose the game , instead {first:command} and {then:simple}";
    static: StaticEffect::Replace(Replacement {
            would: Would::TurnStep(step, Players::You),
            instead: Instead::May(Box::new(Instead::Also(Box::new(Instead::Nothing), then))) })
        => | "if you would begin your {step:step} , you may skip that step instead . if you do , {then:sentence}";
    clause: Instruction::Draw(verb::Draw { who: Players::And(Box::new(Players::You), Box::new(who)), count })
        => | "you and {who:player} each draw {count:count} card[count]";
}

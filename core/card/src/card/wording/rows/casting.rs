//! What may be cast and played, when, from where, and what it costs (CR 118.7-9, 305.2, 601.3).

use retrace_words::rows;

use crate::card::ast::cost::{AbilityKind, Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::restriction::{AnyMana, CastingCost, Permission};
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

/// The top card of your library.
fn top() -> Filter {
    Filter::Is(Objects::TopOfLibrary(Players::You, 1))
}

/// A land on top of your library.
fn top_land() -> Filter {
    Filter::All(vec![Filter::Type(CardType::Land), top()])
}

/// Whether a description says in which zone its cards are.
fn is_of_a_zone(what: &Filter) -> bool {
    matches!(what, Filter::All(parts) if parts.iter().any(|part| matches!(part, Filter::In(_))))
}

/// Whether it is of spells by others than themselves, in no zone.
fn is_of_spells(what: &Filter) -> bool {
    !what.is_about_this() && !is_of_a_zone(what)
}

/// Whether it is of spells whoever casts them.
fn is_of_anybodys_spells(what: &Filter) -> bool {
    let of_somebody = |part: &Filter| matches!(part, Filter::ControlledBy(_));
    is_of_spells(what) && !matches!(what, Filter::All(parts) if parts.iter().any(of_somebody)) && !of_somebody(what)
}

rows! {
    pub(crate) ROWS;

    post: Filter::ChosenName => | "with the chosen name" | "with that name";
    post: Filter::ControlledBy(who) => | "{who:controller} cast<who>";

    // What spells cost.
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        if !is_of_a_zone(what)
        => | "{what:them_spells} cost<what> {mana:symbols} less to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::Less { mana, times, least: 0 } })
        if *times != Quantity::Fixed(1) && !is_of_a_zone(what)
        => | "{what:them_spells} cost<what> {mana:symbols} less to cast for each {times:each}";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::More(vec![Cost::Mana(mana)]) })
        if !is_of_a_zone(what)
        => | "{what:them_spells} cost<what> {mana:symbols} more to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::More(vec![Cost::Times(times, Box::new(Cost::Mana(mana)))]) })
        if !is_of_a_zone(what)
        => | "{what:them_spells} cost<what> {mana:symbols} more to cast for each {times:each}";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::AnyOf(vec![one, other])),
            change: CostChange::More(vec![Cost::Mana(mana)]) })
        if is_of_anybodys_spells(one) && is_of_anybodys_spells(other)
        => | "{one:spell_noun[many]} and {other:spell_noun[many]} cost {mana:symbols} more to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(and(Filter::AnyOf(vec![one, other]), Filter::ControlledBy(Players::You))),
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        if is_of_spells(one) && is_of_spells(other)
        => | "{one:spell_noun[many]} and {other:spell_noun[many]} you cast cost {mana:symbols} less to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This), change: CostChange::Instead(cost) })
        => | "you may {cost:payment} rather than pay ~ 's mana cost";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This), change: CostChange::Instead(vec![]) })
        => | "you may cast ~ without paying its mana cost";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This), change: CostChange::InsteadWithFlash(vec![]) })
        => | "you may cast ~ without paying its mana cost and as though it had flash";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(and(what, Filter::ControlledBy(Players::You))), change: CostChange::Instead(cost) })
        if is_of_spells(what)
        => | "you may {cost:payment} rather than pay the mana cost for {what:spell_noun[many]} (that |)you \
            cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This), change: CostChange::More(vec![Cost::Either(vec![one, other])]) })
        => | "as an additional cost to cast ~ , {one:payment} or {other:payment}";

    // What activated abilities cost.
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of, by: Players::Each, kind: AbilityKind::Any },
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 1 } })
        => | "activated abilities of {of:them} cost {mana:symbols} less to activate . this effect can't \
            reduce the \
            (amount of mana an ability costs to activate|mana in that cost) to less than one mana"
        | "{of:them_whose} activated abilities cost {mana:symbols} less to activate . this effect can't \
            reduce the \
            (amount of mana an ability costs to activate|mana in that cost) to less than one mana";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of, by: Players::Each, kind: AbilityKind::Any },
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => | "activated abilities of {of:them} cost {mana:symbols} less to activate";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of, by: Players::Each, kind: AbilityKind::Any },
            change: CostChange::More(vec![Cost::Mana(mana)]) })
        => | "activated abilities of {of:them} cost {mana:symbols} more to activate";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of: Filter::Any, by: Players::Each, kind: AbilityKind::NotMana },
            change: CostChange::More(vec![Cost::Mana(mana)]) })
        => | "activated abilities cost {mana:symbols} more to activate unless they are mana abilities";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of: Filter::Any, by: Players::You, kind: AbilityKind::Equip },
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => | "equip costs you pay cost {mana:symbols} less"
        | "equip abilities you activate cost {mana:symbols} less to activate";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { of: Filter::Any, by: Players::You, kind: AbilityKind::Cycling },
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => | "cycling abilities you activate cost {mana:symbols} less to activate";

    // What may be cast or played.
    static: StaticEffect::Permit(Permission::CastWithFlash { who: Players::You, what: Filter::This, cost: vec![] })
        => | "you may cast ~ as though it had flash";
    static: StaticEffect::Permit(Permission::CastWithFlash { who: Players::You, what, cost: vec![] })
        if is_of_spells(what)
        => | "you may cast {what:spell_noun[many]} as though they had flash";
    static: StaticEffect::Permit(Permission::CastWithFlash { who: Players::Each, what, cost: vec![] })
        if is_of_spells(what)
        => | "any player may cast {what:spell_noun[many]} as though they had flash";
    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::This]),
            cost: CastingCost::Usual, exile: false, instead: None })
        => "you may cast ~ from your graveyard";
    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what: Filter::All(vec![Filter::In(ZoneKind::Exile), Filter::This]),
            cost: CastingCost::Usual, exile: false, instead: None })
        => "you may cast ~ from exile";
    effects: vec![
            StaticEffect::Permit(Permission::Cast {
                who: Players::You, what: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::This]),
                cost: CastingCost::Usual, exile: false, instead: None }),
            StaticEffect::Permit(Permission::Cast {
                who: Players::You, what: Filter::All(vec![Filter::In(ZoneKind::Exile), Filter::This]),
                cost: CastingCost::Usual, exile: false, instead: None })]
        => | "you may cast ~ from your graveyard or from exile";
    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::This]),
            cost: CastingCost::Instead(cost), exile: false, instead: None })
        => | "you may cast ~ from your graveyard by paying {cost:costs} rather than paying its mana cost";
    static: StaticEffect::Permit(Permission::Play {
            who: Players::You, what, cost: CastingCost::Usual, instead: None })
        if is_of_a_zone(what) => | "you may play {what:noun[many]}";
    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what, cost: CastingCost::Free, exile: false, instead: None })
        if is_of_a_zone(what)
        => | "you may cast {what:spell_noun[many]} without paying their mana costs";
    static: StaticEffect::Permit(Permission::Play {
            who: Players::You, what: top(), cost: CastingCost::Usual, instead: None })
        => | "you may play the top card of your library"
        | "you may play (cards|lands and cast spells) from the top of your library";
    static: StaticEffect::Permit(Permission::Play {
            who: Players::You, what: top_land(), cost: CastingCost::Usual, instead: None })
        => | "you may play the top card of your library if it is a land card"
        | "you may play lands from the top of your library";
    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what: and(what, Filter::Is(Objects::TopOfLibrary(Players::You, 1))),
            cost: CastingCost::Usual, exile: false, instead: None })
        if is_of_spells(what)
        => | "you may cast {what:spell_noun[many]} from the top of your library"
        | "you may cast the top card of your library if it is {what:one_card}";
    effects: vec![
            StaticEffect::Permit(Permission::Play {
                who: Players::You, what: top_land(), cost: CastingCost::Usual, instead: None }),
            StaticEffect::Permit(Permission::Cast {
                who: Players::You, what: and(what, Filter::Is(Objects::TopOfLibrary(Players::You, 1))),
                cost: CastingCost::Usual, exile: false, instead: None })]
        if is_of_spells(what) && *what != Filter::Any
        => | "you may play lands and cast {what:spell_noun[many]} from the top of your library";
    static: StaticEffect::Permit(Permission::PlayLands(Players::You, n)) if *n != Quantity::Fixed(1)
        => | "you may play {n:count} additional lands on each of your turns";
    static: StaticEffect::Permit(Permission::PlayLands(Players::Each, Quantity::Fixed(1)))
        => | "each player may play an additional land (on|during) each of their turns";
    static: StaticEffect::Permit(Permission::PlayAnyLands(Players::You))
        => | "you may play any number of lands on each of your turns";
    static: StaticEffect::Permit(Permission::LookAtTop(Players::You))
        => | "you may look at the top card of your library";
    static: StaticEffect::Permit(Permission::SpendMana { who: Players::You, on: None, as_though: AnyMana::Color })
        => | "you may spend mana as though it were mana of any color";
    static: StaticEffect::Permit(Permission::SpendMana {
            who: Players::You, on: Some(and(what, Filter::Spell)), as_though: AnyMana::Color })
        if is_of_spells(what)
        => | "you may spend mana as though it were mana of any color to cast {what:spell_noun[many]}";
    static: StaticEffect::Permit(Permission::SpendMana {
            who: Players::You, on: Some(and(what, Filter::Spell)), as_though: AnyMana::Type })
        if is_of_spells(what)
        => | "you may spend mana as though it were mana of any type to cast {what:spell_noun[many]}";

    static: StaticEffect::Cost(CostEffect { of: Costly::Spells(Filter::Any), change: CostChange::AtLeast(n) })
        => | "each spell that would cost less than {n:in_words} mana to cast costs {n:in_words} mana to cast";

    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::All(vec![Filter::ControlledBy(Players::You), Filter::NthCast(nth)])),
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => | "the {nth:ordinal} spell you cast each turn costs {mana:symbols} less to cast";

    static: StaticEffect::Permit(Permission::Cast {
            who: Players::You, what, cost: CastingCost::Usual, exile: false, instead: None })
        if is_of_a_zone(what)
        => | "you may cast {what:card_noun[many]}";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(and(what, Filter::ControlledBy(Players::You))), change: CostChange::Instead(vec![]) })
        if is_of_spells(what)
        => | "you may cast {what:spell_noun[many]} without paying their mana costs";
}

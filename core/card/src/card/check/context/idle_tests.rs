//! Meaningless parts of a card are refused, with their place and an alternative.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use crate::card::file::read_card;

/// The refusals of a card with these abilities and this cost.
fn said(cost: &str, types: &str, abilities: &str) -> String {
    let body = if types == "Creature" { "power: 1, toughness: 1, " } else { "" };
    let card = format!("Card(name: \"It\", cost: \"{cost}\", types: [{types}], {body}abilities: [{abilities}])");
    read_card("it", &card).map_or_else(|error| error.told(true), |_| String::new())
}

#[track_caller]
fn refused(cost: &str, types: &str, abilities: &str, words: &[&str]) {
    let said = said(cost, types, abilities);
    assert!(words.iter().all(|word| said.contains(word)), "{abilities}: {said:?}");
}

#[track_caller]
fn accepted(cost: &str, types: &str, abilities: &str) {
    assert_eq!(said(cost, types, abilities), "", "{abilities}");
}

/// Words that only the rules write are refused everywhere.
#[test]
fn no_card_says_what_only_the_rules_do() {
    let exactly = "Exactly(object: 3, name: \"It\")";
    for does in [
        format!("Destroy({exactly})"),
        format!("If(condition: Exists(Is({exactly})), then: [Destroy(This)])"),
        format!("Delay(when: BeginningOf(End, Each), body: (instructions: [Destroy({exactly})]))"),
        format!("GainLife(who: ControllerOf({exactly}), amount: Fixed(1))"),
    ] {
        refused(
            "{1}",
            "Instant",
            &format!("Spell(body: (instructions: [{does}]))"),
            &["`Exactly`", "`Granter`", "CR 201.4a"],
        );
    }
    let gained = "Static(effect: Modify(what: Any, modifications: [Gain(Activated(cost: [], body: (instructions: [Destroy(@)])))]))";
    refused("{1}", "Creature", &gained.replace('@', exactly), &["`Exactly`", "abilities[0]"]);
    accepted("{1}", "Creature", &gained.replace('@', "Granter"));
    let lasts = "Spell(body: (instructions: [Repeat(then: [Modify(what: This, modifications: [], duration: Bestowed)], \
                 again: Times(Fixed(1)))]))";
    refused("{1}", "Instant", lasts, &["bestowed"]);
    let exiled = "Spell(body: (instructions: [ExileFaceDown(what: Each(Tapped), being: Foretold)]))";
    refused("{1}", "Instant", exiled, &["`being`", "leave it out"]);
    let marked = |what: &str| format!("Spell(body: (instructions: [Mark(what: Each(In(Exile)), being: {what})]))");
    accepted("{1}", "Instant", &marked("Foretold"));
    accepted("{1}", "Instant", &marked("Foretold, gaining: Foretell(ManaCostLess(2))"));
    refused("{1}", "Instant", &marked("Goaded"), &["`Mark`", "Monstrosity"]);
    refused("{1}", "Instant", &marked("Foretold, number: Fixed(2)"), &["`number`", "leave it out"]);
    refused("{1}", "Instant", &marked("Foretold, gaining: Flying"), &["`gaining`", "foretell"]);
    let becomes = "Triggered(when: BecomesMarked(what: Any, being: Monstrous, by: You), body: (instructions: [Draw]))";
    refused("{1}", "Enchantment", becomes, &["`by`", "leave it out"]);
    let turned = "Spell(body: (instructions: [TurnFaceUp(what: Each(FaceDown), megamorph: true)]))";
    refused("{1}", "Instant", turned, &["`megamorph`", "leave it out"]);
}

/// Limits on X require an X that is chosen and paid (CR 107.3a).
#[test]
fn limits_on_x_are_of_an_x_that_is_chosen() {
    let gains = "instructions: [GainLife(who: You, amount: Fixed(1))]";
    for limit in ["x_limits: [(AtLeast, Fixed(1))]", "spend_on_x: [Black]"] {
        let field = limit.split(':').next().unwrap();
        let spell = format!("Spell(body: ({limit}, {gains}))");
        accepted("{X}{R}", "Instant", &spell);
        refused("{R}", "Instant", &spell, &[field, "no cost of the spell has {X}"]);
        accepted("{R}", "Instant", &format!("Keyword(Flashback([Mana(\"{{X}}\")])), {spell}"));
        let more = "Static(effect: Cost(of: Spells(This), change: More([Mana(\"{X}\")])), zone: Stack)";
        accepted("{R}", "Instant", &format!("{more}, {spell}"));
        let activated =
            |cost: &str, x: &str| format!("Activated(cost: [Mana(\"{cost}\")], body: ({x}{limit}, {gains}))");
        accepted("{R}", "Creature", &activated("{X}", ""));
        refused("{X}", "Creature", &activated("{1}", ""), &[field, "no {X}"]);
        refused("{R}", "Creature", &activated("{X}", "x: Fixed(2), "), &[field, "what X is"]);
        let triggered = format!("Triggered(when: Attacks(This), body: ({limit}, {gains}))");
        refused("{X}", "Creature", &triggered, &[field, "abilities[0].Triggered.body"]);
        let delayed = format!("Delay(when: BeginningOf(End, Each), body: ({limit}, {gains}))");
        refused("{X}", "Instant", &format!("Spell(body: (instructions: [{delayed}]))"), &[field, "Delay"]);
        let granted = activated("{1}", "");
        let granting = format!("Static(effect: Modify(what: Any, modifications: [Gain({granted})]))");
        refused("{X}", "Creature", &granting, &[field, "Gain"]);
    }
    let suspend = |cost: &str| {
        format!("Keyword(Suspend(count: Fixed(2), cost: [Mana(\"{cost}\")], x_limits: [(AtLeast, Fixed(1))]))")
    };
    accepted("{R}", "Creature", &suspend("{X}"));
    refused("{X}", "Creature", &suspend("{1}"), &["x_limits"]);
    // It is paid with life, not mana.
    let life = |said: &str| format!("Activated(cost: [Times(X, Life(1))], body: ({said}, {gains}))");
    accepted("{R}", "Creature", &life("x_limits: [(AtLeast, Fixed(1))]"));
    refused("{R}", "Creature", &life("spend_on_x: [Black]"), &["spend_on_x"]);
    let own = |change: &str| format!("Static(effect: Cost(of: Spells(This), change: {change}), zone: Stack)");
    accepted("{X}", "Creature", &own("LimitX(spend: [Black])"));
    refused("{1}", "Creature", &own("LimitX(spend: [Black])"), &["LimitX", "no cost of the spell has {X}"]);
    refused("{X}", "Creature", &own("LimitX()"), &["LimitX", "says nothing"]);
}

/// Modes that haven't been chosen require an ability that an object has (CR 700.2b).
#[test]
fn what_is_created_once_has_chosen_nothing() {
    let body =
        "(modes: (unchosen: true, of: [(instructions: [GainLife(who: You, amount: Fixed(1))]), (instructions: [])]))";
    accepted("{1}", "Creature", &format!("Triggered(when: Attacks(This), body: {body})"));
    accepted(
        "{1}",
        "Creature",
        &format!(
            "Static(effect: Modify(what: Any, modifications: [Gain(Triggered(when: Attacks(This), body: {body}))]))"
        ),
    );
    let delayed = format!("Delay(when: BeginningOf(End, Each), body: {body})");
    for does in [
        delayed.clone(),
        format!("RollDice(count: Fixed(1), sides: 6, table: [(from: 1, to: 6, then: [{delayed}])])"),
        format!("AddMana(who: You, mana: Units([Red]), terms: [When(on: [Cast(Any)], body: {body})])"),
    ] {
        refused(
            "{1}",
            "Creature",
            &format!("Triggered(when: Attacks(This), body: (instructions: [{does}]))"),
            &["unchosen"],
        );
    }
    let copying = format!(
        "Static(effect: Replace(would: Enter(what: This), instead: EnterAs(of: Type(Creature), when: {body})))"
    );
    refused("{1}", "Creature", &copying, &["unchosen"]);
}

/// A spell refers to its X and to its payment only if it has such a cost (CR 107.3a, 601.2h).
#[test]
fn what_was_paid_is_spoken_of_where_it_is_paid() {
    let gains = |amount: &str| format!("Spell(body: (instructions: [GainLife(who: You, amount: {amount})]))");
    let (x, paid) = (gains("X"), gains("Power(PaidWith)"));
    accepted("{X}{R}", "Sorcery", &x);
    accepted("{R}", "Sorcery", &format!("Keyword(Kicker([[Mana(\"{{X}}\")]])), {x}"));
    accepted("{R}", "Sorcery", "Spell(body: (instructions: [GainLife(who: You, amount: X)], x: Fixed(3)))");
    refused("{R}", "Sorcery", &paid, &["`PaidWith` refers to nothing", "CR 601.2h"]);
    accepted("{R}", "Sorcery", &format!("Keyword(Buyback([Sacrifice(1, Type(Creature))])), {paid}"));
    accepted("{R}", "Sorcery", &format!("Keyword(Convoke), {paid}"));
    let enters =
        "Static(effect: Replace(would: Enter(what: This), instead: EnterWithCounters(PowerToughness(1, 1), X)))";
    refused("{R}", "Creature", enters, &["`X` refers to nothing"]);
    accepted("{X}", "Creature", enters);
    let triggers =
        "Triggered(when: Moves(what: This, to: Battlefield), body: (instructions: [GainLife(who: You, amount: X)]))";
    refused("{R}", "Creature", triggers, &["`X` refers to nothing"]);
    accepted("{X}", "Creature", triggers);
    accepted("{R}", "Creature", &format!("Keyword(Evoke([Mana(\"{{X}}\")])), {triggers}"));
}

/// A share is that of one of those among whom something is divided (CR 601.2d).
#[test]
fn a_share_is_of_one_of_several() {
    let spell = |divide: &str| {
        format!(
            "Spell(body: (targets: [(what: AnyTarget, max: 3{divide})], instructions: [If(\
             condition: Compare(Portion, AtLeast, Fixed(2)), then: [GainLife(amount: Fixed(1))])]))"
        )
    };
    refused("{R}", "Sorcery", &spell(", divide: Fixed(3)"), &["something is divided, but", "CR 601.2d"]);
    refused("{R}", "Sorcery", &spell(""), &["nothing is divided here", "CR 601.2d"]);
}

/// A static ability looks at existing objects, and those sacrificed as it entered are gone
/// (CR 604.1).
#[test]
fn nothing_lasting_is_of_what_was_sacrificed() {
    let gives_up = "Static(effect: Replace(would: Enter, instead: Choose(Sacrifice(Type(Creature)))))";
    let size = "[SetPowerToughness(Power(Linked(Chosen)), Toughness(Linked(Chosen)))]";
    let lasting = format!("{gives_up}, Static(effect: Modify(what: This, modifications: {size}))");
    refused("{1}", "Creature", &lasting, &["`Linked(Chosen)`", "is gone", "BecomeOneOf"]);
    let settled = format!("{gives_up}, Static(effect: Replace(would: Enter, instead: BecomeOneOf([{size}])))");
    accepted("{1}", "Creature", &settled);
}

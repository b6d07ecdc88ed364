//! What is normal, and that it stays so.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use std::fmt::Debug;

use serde::de::DeserializeOwned;

use super::normalize;
use crate::card::ast::ability::Ability;
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter};
use crate::card::corpus::cards;
use crate::card::file::{read_card, read_part, write_card};
use crate::card::layout::Card;
use crate::card::pool::bundled_cards;
use crate::card::words::predefined::Predefined;
use crate::card::words::term::Term;

fn normal<T: Term + Clone>(text: &T) -> T {
    let mut text = text.clone();
    normalize(&mut text);
    text
}

/// Each text with its normal form, which is its own.
fn are<T: Term + Clone + PartialEq + Debug + DeserializeOwned>(pairs: &[(&str, &str)]) {
    let read = |text: &str| read_part::<T>(text, |_| None).unwrap();
    for (text, form) in pairs {
        assert_eq!(normal(&read(text)), read(form), "{text}");
        assert_eq!(normal(&read(form)), read(form), "{form}");
    }
}

fn stay<T: Term + Clone + PartialEq + Debug + DeserializeOwned>(texts: &[&str]) {
    let pairs: Vec<(&str, &str)> = texts.iter().map(|text| (*text, *text)).collect();
    are::<T>(&pairs);
}

#[test]
fn a_description_has_the_order_of_a_noun_phrase_and_alternatives_have_their_own() {
    are::<Filter>(&[
        ("All([Type(Creature), Tapped, Is(This)])", "All([This, Tapped, Type(Creature)])"),
        ("All([Type(Creature), Attacking])", "Attacking"),
        ("All([ControlledBy(You), All([Card, Not(This)]), Card])", "All([Not(This), Card, ControlledBy(You)])"),
        ("All([Any, All([]), ControlledBy(You)])", "ControlledBy(You)"),
        ("AnyOf([Type(Land), AnyOf([Subtype(\"Elf\"), Type(Land)])])", "AnyOf([Type(Land), Subtype(\"Elf\")])"),
        ("AnyOf([Token, Is(This), All([Token, Not(This)])])", "AnyOf([This, Token])"),
        ("All([Type(Creature), In(Graveyard)])", "All([Type(Creature), Card, In(Graveyard)])"),
        // The order is that of the parts in their own form.
        ("All([Not(Is(This)), Not(Is(Target(0)))])", "All([Not(This), Not(Is(Target(0)))])"),
    ]);
    stay::<Filter>(&["All([Token, In(Graveyard)])", "All([AnyOf([Card, Token]), In(Graveyard)])"]);
}

#[test]
fn a_form_leaves_out_only_what_its_place_says() {
    are::<Condition>(&[
        ("Exists(All([In(Battlefield), Type(Creature)]))", "Exists(Type(Creature))"),
        ("Compare(Count(All([In(Hand), OwnedBy(You)])), Equal, Fixed(0))", "Compare(HandSize(You), Equal, Fixed(0))"),
        ("Is(This, Not(Tapped))", "Not(Is(This, Tapped))"),
    ]);
    // A permanent that has left is none on the battlefield; what is attached to nothing has no
    // untapped creature either.
    stay::<Condition>(&[
        "Is(Target(0), All([Type(Creature), In(Battlefield)]))",
        "Exists(All([In(Battlefield), Is(Target(0))]))",
        "Is(AttachedTo, Not(Tapped))",
    ]);
    are::<StaticEffect>(&[
        (
            "Permit(Cast(who: You, what: All([Card, In(Hand), OwnedBy(You)])))",
            "Permit(Cast(who: You, what: All([In(Hand), OwnedBy(You)])))",
        ),
        (
            "Restrict(CantCast(who: Each, what: All([Card, In(Graveyard)])))",
            "Restrict(CantCast(who: Each, what: In(Graveyard)))",
        ),
    ]);
}

#[test]
fn that_object_is_this_only_where_it_is() {
    are::<Ability>(&[(
        "Triggered(when: Attacks(This), body: (instructions: [Tap(ThatObject)]))",
        "Triggered(when: Attacks(This), body: (instructions: [Tap(This)]))",
    )]);
    stay::<Ability>(&[
        // What targets it, and what it exploits.
        "Triggered(when: BecomesTarget(what: This, by: Each), body: (instructions: [Counter(ThatObject)]))",
        "Triggered(when: Exploits(This), body: (instructions: [GainLife(amount: Power(ThatObject))]))",
        // What is dealt damage.
        "Triggered(when: Attacks(This), body: (instructions: [Establish(duration: EndOfTurn, effect: Replace(\
         would: Damage(objects: Type(Creature)), instead: Also(Prevent, [Tap(ThatObject)])))]))",
        // The token.
        "Triggered(when: Moves(what: This, from: Battlefield, to: Graveyard), body: (instructions: [CreateTokens(\
         token: (types: [Artifact], abilities: [Activated(cost: [Tap], body: (instructions: [Exile(This)]))]))]))",
    ]);
}

#[test]
fn the_player_of_an_event_is_told_by_it_alone() {
    are::<Ability>(&[(
        "Triggered(when: Moves(what: This, from: Battlefield, to: Graveyard), body: (instructions: [Draw(who: \
         ThatPlayer)]))",
        "Triggered(when: Moves(what: This, from: Battlefield, to: Graveyard), body: (instructions: [Draw(who: \
         You)]))",
    )]);
    stay::<Ability>(&[
        // Whose end step it is.
        "Triggered(when: Moves(what: Type(Creature), from: Battlefield, to: Graveyard), body: (instructions: \
         [Delay(when: BeginningOf(End, Each), body: (instructions: [Draw(who: ThatPlayer)]))]))",
        // The player that the controller of the ability chooses (CR 508.5a).
        "Triggered(when: AttacksWith(who: You, what: Any, count: 2), body: (instructions: [Draw(who: \
         ThatPlayer)]))",
        "Triggered(when: Attacks(This), body: (instructions: [Draw(who: ThatPlayer)]))",
    ]);
}

#[test]
fn the_object_of_an_event_is_this_only_where_the_event_has_no_other() {
    let body_of = |name: &str| {
        let face = bundled_cards().iter().flat_map(|card| card.faces()).find(|face| face.name == name).unwrap();
        format!("{:?}", face.abilities)
    };
    // It destroys the creature that it has dealt damage to.
    assert!(body_of("Stinkweed Imp").contains("Destroy(ThatObject)"));
    assert!(body_of("Merfolk Branchwalker").contains("Explore(This)"));
    assert!(body_of("Rancor").contains("what: ThatObject"));
}

/// A card that is written in its normal form reads as itself, whatever form it had before.
#[test]
fn a_normal_form_is_its_own() {
    for (file, card) in cards() {
        let once = normal(&card);
        assert_eq!(normal(&once), once, "{file}");
        // Cards of scenarios that are refused are refused in both forms.
        let read = |card: &Card| read_card("it", &write_card(card).unwrap());
        if read(&card).is_ok() {
            assert_eq!(read(&once).as_ref(), Ok(&once), "{file}");
        }
    }
    for token in Predefined::ALL {
        assert_eq!(normal(&token.face()), token.face());
    }
}

#[test]
fn what_a_form_leaves_out_is_still_meant() {
    are::<Ability>(&[(
        "Spell(body: (instructions: [Counter(Each(Named(\"It\")))]))",
        "Spell(body: (instructions: [Counter(Each(All([Spell, Named(\"It\")])))]))",
    )]);
    // Those that there are as the effect begins, and whatever is so described later.
    stay::<Ability>(&["Spell(body: (instructions: [Establish(effect: Permit(Cast(who: You, what: \
                       Is(Each(All([Card, In(Exile)]))))), duration: Indefinite)]))"]);
}

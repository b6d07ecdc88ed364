//! Words that name a card in exile, and what lasting effects say of it, also as it is cast
//! (CR 400.7g, 601.2, 611.2c).

use super::{Came, Fate, Naming, Tally, When, played};

/// Words that name a card in exile: with an ability, and how it comes to name it.
const OF_CARDS: &[(&str, &str, Naming, &str, &str)] = &[
    (
        "Target",
        "Target(0)",
        Naming::Once,
        "Activated(cost: [], body: (targets: [(what: Object(All([Named(\"Relic\"), In(Exile)])))], instructions: [@]))",
        "Activate(object: \"Subject\", targets: [\"Relic\"]), ResolveTop,",
    ),
    (
        "Chosen",
        "Chosen(0)",
        Naming::Once,
        "Activated(cost: [], body: (instructions: [Choose(who: You, what: Object(All([Named(\"Relic\"), In(Exile)])), count: Fixed(1), into: 0), @]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
    (
        "ThisWay",
        "ThisWay(Exiled)",
        Naming::Once,
        "Activated(cost: [], body: (instructions: [Exile(Each(All([Named(\"Relic\"), In(Graveyard)]))), @]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
    (
        "Among",
        "Among(ThisWay(Exiled), Type(Creature))",
        Naming::Once,
        "Activated(cost: [], body: (instructions: [Exile(Each(All([Named(\"Relic\"), In(Graveyard)]))), @]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
    (
        "Linked(Exiled)",
        "Linked(Exiled)",
        Naming::Once,
        "Activated(cost: [], body: (instructions: [Exile(Each(All([Named(\"Relic\"), In(Graveyard)]))), @]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
    (
        "PaidWith",
        "PaidWith",
        Naming::Once,
        "Activated(cost: [Exile(count: 1, what: Named(\"Relic\"), from: Graveyard)], body: (instructions: [@]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
    (
        "ThatObject",
        "ThatObject",
        Naming::Once,
        "Triggered(when: Moves(what: Named(\"Relic\"), from: Graveyard, to: Exile), body: (instructions: [@]))",
        "Edit(Move(what: \"Relic\", to: Exile)), ResolveTop,",
    ),
    (
        "Each",
        "Each(All([Named(\"Relic\"), In(Exile)]))",
        Naming::Anew,
        "Activated(cost: [], body: (instructions: [@]))",
        "Activate(object: \"Subject\"), ResolveTop,",
    ),
];

/// What is done with a card in exile, or while it is cast from there: the name, the relic's cost,
/// the instruction, the steps if the word means this card, and those if it does not.
const FOR_CARDS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "a permission to cast",
        "{0}",
        "Establish(effect: Permit(Cast(who: You, what: Is(#))), duration: Indefinite)",
        "Cast(card: Latest(\"Relic\")), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Battlefield)])",
        "Illegal(step: Cast(card: Latest(\"Relic\")))",
    ),
    (
        "a permission to play",
        "{0}",
        "Establish(effect: Permit(Play(who: You, what: Is(#))), duration: Indefinite)",
        "Cast(card: Latest(\"Relic\")), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Battlefield)])",
        "Illegal(step: Cast(card: Latest(\"Relic\")))",
    ),
    (
        "a delayed ability that acts",
        "{0}",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [Put(what: #, into: Hand)]))",
        "Edit(Tapped(of: \"Bell\", is: true)), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Hand)])",
        "Edit(Tapped(of: \"Bell\", is: true)), ResolveTop, Expect([Not(Zone(of: Latest(\"Relic\"), is: Hand))])",
    ),
    (
        "what it costs",
        "{2}",
        "Establish(effect: Cost(of: Spells(Is(#)), change: Less(mana: \"{2}\")), duration: Indefinite)",
        "Cast(card: Latest(\"Relic\"), pay: Auto), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Battlefield)])",
        "Illegal(step: Cast(card: Latest(\"Relic\"), pay: Auto), rule: \"601.2h\")",
    ),
    (
        "the mana for it",
        "{W}",
        "Establish(effect: Permit(SpendMana(who: You, on: All([Spell, Is(#)]), as_though: Color)), duration: Indefinite)",
        "Edit(Mana(of: \"Ann\", is: \"R\")), Cast(card: Latest(\"Relic\"), pay: Auto), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Battlefield)])",
        "Edit(Mana(of: \"Ann\", is: \"R\")), Illegal(step: Cast(card: Latest(\"Relic\"), pay: Auto), rule: \"601.2h\")",
    ),
    (
        "an ability that triggers as it is cast",
        "{0}",
        "Delay(when: Casts(You, Is(#)), body: (instructions: [GainLife(amount: Fixed(5))]))",
        "Cast(card: Latest(\"Relic\")), ResolveAll, Expect([Life(of: \"Ann\", is: 65)])",
        "Cast(card: Latest(\"Relic\")), ResolveAll, Expect([Life(of: \"Ann\", is: 60)])",
    ),
    (
        "that it can't be countered",
        "{0}",
        "Establish(effect: Restrict(CantBeCountered(Is(#))), duration: Indefinite)",
        "Cast(card: Latest(\"Relic\")), Cast(card: \"Deny\"), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Stack)])",
        "Cast(card: Latest(\"Relic\")), Cast(card: \"Deny\"), ResolveTop, Expect([Zone(of: Latest(\"Relic\"), is: Graveyard)])",
    ),
];

/// Each word that names a card in exile, with everything that a lasting effect may say of it.
fn of_cards(when: When) {
    let mut tally = Tally::default();
    for (name, says, naming, abilities, begin) in OF_CARDS {
        for (place, cost, text, reached, otherwise) in FOR_CARDS {
            let casts = !place.contains("permission") && !place.contains("acts");
            let fates = [Fate::There, Fate::MovedOnce, Fate::MovedTwice, Fate::GoneAndBack];
            for fate in fates.into_iter().filter(|fate| !(casts && fate.is_gone())) {
                let steps = match fate {
                    Fate::MovedOnce => "Edit(Move(what: Latest(\"Relic\"), to: Graveyard)),",
                    Fate::MovedTwice => {
                        "Edit(Move(what: Latest(\"Relic\"), to: Graveyard)), Edit(Move(what: Latest(\"Relic\"), to: Library)), Edit(Arrange(what: Latest(\"Relic\"), is: Bottom)),"
                    }
                    Fate::GoneAndBack => {
                        "Edit(Move(what: Latest(\"Relic\"), to: Hand)), Edit(Move(what: Latest(\"Relic\"), to: Exile)),"
                    }
                    Fate::There | Fate::Stolen => "",
                };
                // A description of cards in exile is not one of spells.
                if casts && *naming == Naming::Anew {
                    continue;
                }
                // A permission locks in the cards that it names (CR 611.2c).
                let anew = *naming == Naming::Anew && !place.contains("permission");
                let is_it = fate == Fate::There || (fate == Fate::GoneAndBack && anew);
                let wait = if when == When::TwoTurnsLater { "AdvanceTo(step: PrecombatMain, turn: 7)," } else { "" };
                let abilities = abilities.replace('@', &text.replace('#', says));
                let allowed = if casts {
                    "Static(effect: Permit(Cast(who: You, what: All([Named(\"Relic\"), In(Exile)]))))"
                } else {
                    ""
                };
                let home = if abilities.contains("In(Graveyard)") || begin.starts_with("Edit") || *name == "PaidWith" {
                    "graveyard"
                } else {
                    "exile"
                };
                let text = format!(
                    "Scenario(name: \"it\", cards: [
                        Card(name: \"Subject\", types: [Artifact], abilities: [{abilities}]),
                        Card(name: \"Lens\", types: [Artifact], abilities: [{allowed}]),
                        Card(name: \"Relic\", types: [Creature], cost: \"{cost}\", power: 3, toughness: 3),
                        Card(name: \"Bell\", types: [Artifact]), Card(name: \"Brick\", types: [Land]),
                        Card(name: \"Deny\", types: [Instant], cost: \"{{0}}\", abilities: [Spell(body: (instructions: [Counter(Each(All([Spell, Named(\"Relic\")])))]))])],
                    players: [
                        (name: \"Ann\", life: 60, library: [(card: \"Brick\", count: 5)], hand: [\"Deny\"], {home}: [\"Relic\"],
                            battlefield: [\"Subject\", \"Lens\", \"Bell\"]),
                        (name: \"Bob\", library: [(card: \"Brick\", count: 5)]),
                    ],
                    turn: (number: 5, active: \"Ann\"),
                    script: [{begin} {steps} {wait} {}])",
                    if is_it { reached } else { otherwise },
                );
                tally.add(
                    format!("`{name}` in {place}, {fate:?}"),
                    played(&text).map_or_else(Came::Wrong, |()| Came::Right),
                );
            }
        }
    }
    tally.all_right(100);
}

#[test]
fn what_becomes_of_a_card_before_it_is_used() {
    of_cards(When::After);
}

#[test]
fn what_becomes_of_a_card_two_turns_before_it_is_used() {
    of_cards(When::TwoTurnsLater);
}

//! The text of words of the card language, from abilities in card file syntax.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use crate::card::ast::ability::Ability;

use super::super::file::ron_options;
use super::ability_text;

/// Checks each ability against its expected text.
fn said(all: &[(&str, &str)]) {
    for (written, expected) in all {
        let ability: Ability = ron_options().from_str(written).unwrap_or_else(|why| panic!("{written}: {why}"));
        assert_eq!(ability_text(&ability, "Example"), *expected, "{written}");
    }
}

#[test]
fn several_zones_to_come_from() {
    said(&[
        (
            "Triggered(when: Moves(what: OwnedBy(You), from: [Library, Graveyard], to: Exile), body: (instructions: []))",
            "Whenever a card you own is exiled from a player's library or a graveyard, nothing happens.",
        ),
        (
            "Triggered(when: Moves(what: Type(Creature), from: Not(Battlefield), to: Graveyard), body: (instructions: []))",
            "Whenever a creature card is put into a graveyard from anywhere other than the \
             battlefield, nothing happens.",
        ),
        (
            "Activated(cost: [Exile(count: 2, what: Card, from: [Hand, Graveyard])], body: (instructions: []))",
            "Exile two cards from your hand or graveyard: Nothing happens.",
        ),
        (
            "Static(effect: Replace(would: Move(what: Card, from: [Hand, Library], to: Graveyard), instead: GoTo(Exile)))",
            "If a card would be put into a graveyard from a player's library or hand, exile it instead.",
        ),
        (
            "Spell(body: (targets: [(what: Object(All([Type(Creature), AnyOf([In(Hand), In(Graveyard)]), OwnedBy(You)])))], \
             instructions: [PutOntoBattlefield(what: Target(0), control: You, tapped: false)]))",
            "Put target creature card from your hand or from your graveyard onto the battlefield.",
        ),
    ]);
}

#[test]
fn what_x_may_be_and_what_is_spent_on_it() {
    said(&[
        (
            "Spell(body: (instructions: [GainLife(who: You, amount: X)], x_limits: [(AtLeast, Fixed(1))], spend_on_x: [Black]))",
            "You gain X life. X can't be 0. Spend only black mana on X.",
        ),
        (
            "Activated(cost: [Mana(\"{X}\")], body: (instructions: [GainLife(who: You, amount: X)], \
             x_limits: [(AtMost, Count(Type(Creature)))], spend_on_x: [Black, Red]))",
            "{X}: You gain X life. X can't be greater than the number of creatures on the battlefield. Spend only black \
             and/or red mana on X.",
        ),
        (
            "Keyword(Suspend(count: X, cost: [Mana(\"{X}{W}{W}\")], x_limits: [(AtLeast, Fixed(1))]))",
            "Suspend X\u{2014}{X}{W}{W}. X can't be 0.",
        ),
        (
            "Static(effect: Cost(of: Spells(This), change: LimitX(limits: [(AtLeast, Fixed(1))], spend: [Black])), zone: Stack)",
            "X can't be 0 and spend only black mana on X.",
        ),
        (
            "Static(effect: Cost(of: Abilities(of: Type(Artifact), by: Each), change: LimitX(limits: [(AtMost, Fixed(2))])))",
            "To activate activated abilities of artifacts, X can't be greater than 2.",
        ),
        (
            "Static(effect: Restrict(CantSpendMana(AnyOf([Type(Creature), All([ActivatedAbility, FromSource(Type(Artifact))])]))))",
            "You can't spend mana to cast creature spells or to activate abilities of artifacts.",
        ),
        (
            "Static(effect: Permit(Play(who: You, what: All([In(Graveyard), OwnedBy(You)]), \
             instead: (would: Move(what: This, to: Graveyard), instead: GoTo(Exile)))))",
            "You may play cards from your graveyard. If a spell cast this way would be put into a graveyard, exile it instead.",
        ),
        (
            "Triggered(when: Moves(what: This, to: Battlefield), condition: Is(This, PaidAs(\"madness\")), body: (instructions: []))",
            "When Example enters the battlefield, if its madness cost was paid, nothing happens.",
        ),
        (
            "Activated(cost: [Tap], body: (instructions: [AddMana(who: You, mana: Units([Red]), terms: [NotOnGeneric])]))",
            "{T}: Add {R}. This mana can't be spent to pay generic mana costs.",
        ),
        (
            "Activated(cost: [Tap], body: (instructions: [AddMana(who: You, mana: Units([Red]), terms: [OnlyOnX])]))",
            "{T}: Add {R}. Spend this mana only on X.",
        ),
    ]);
}

#[test]
fn what_is_to_come_and_what_cannot_be() {
    said(&[
        (
            "Spell(body: (targets: [(what: Player(Opponents))], instructions: [Establish(effect: \
             Require(AttackThat(what: All([Type(Creature), ControlledBy(Target(0))]), players: None, objects: This)), \
             duration: During(Turn, Target(0)))]))",
            "During target opponent's next turn, creatures that player controls attack Example if able.",
        ),
        (
            "Spell(body: (targets: [(what: Player(Opponents))], instructions: [Delay(when: Casts(Target(0), Any), \
             body: (instructions: [GainLife(who: You, amount: Fixed(1))]), until: During(Phase(Combat), Target(0)))]))",
            "Whenever target opponent casts a spell during that player's next combat phase, you gain 1 \
             life.",
        ),
        (
            "Static(effect: Restrict(CantBeSacrificed(what: ControlledBy(You), by: Opponents)))",
            "Spells and abilities your opponents control can't cause you to sacrifice permanents.",
        ),
        ("Static(effect: Restrict(CantBeSacrificed(what: Type(Artifact))))", "Artifacts can't be sacrificed."),
        (
            "Static(effect: CombatDamage(AssignedBy(what: All([Type(Creature), AttackingThat(players: You)]), who: You, \
             freely: true)))",
            "You assign the combat damage of each creature attacking you rather than its controller \
             and can divide it as you choose among the creatures that it fights.",
        ),
    ]);
}

#[test]
fn costs_and_permissions() {
    said(&[
        (
            "Static(zone: Stack, effect: Cost(of: Spells(All([This, PaidInstead])), change: Less(mana: \"{1}\", \
             times: ManaValue(PaidWith))))",
            "If its alternative cost is paid, this spell costs {X} less to cast, where X is the mana \
             value of what it's paid with.",
        ),
        (
            "Static(zone: Stack, effect: Cost(of: Spells(This), change: Less(mana: \"{2}\", times: Number(PaidWith))))",
            "This spell costs {2} less to cast for each object that it's paid with.",
        ),
        (
            "Static(effect: Permit(Cast(who: You, what: All([AnyOf([Type(Instant), Type(Sorcery)]), In(Graveyard), \
             OwnedBy(You)]), instead: (would: Move(what: All([This, OwnedBy(You)]), to: Graveyard), instead: GoTo(Exile)))))",
            "You may cast instant and sorcery spells from your graveyard. If a spell cast this way would \
             be put into your graveyard, exile it instead.",
        ),
        (
            "Spell(body: (targets: [(what: Object(In(Graveyard)))], instructions: [Establish(effect: Permit(Cast(who: You, \
             what: Is(Target(0)), instead: (would: Move(what: This, to: Graveyard), instead: GoTo(Exile)))), \
             duration: EndOfTurn)]))",
            "You may cast target card in a graveyard this turn. If it would be put into a graveyard, \
             exile it instead.",
        ),
        (
            "Spell(body: (instructions: [ExchangeCards(what: Each(All([Card, In(Graveyard), OwnedBy(You)])), from: Graveyard, \
             with: Each(All([Card, In(Library), OwnedBy(You)])), and: Library)]))",
            "Exchange your graveyard and library.",
        ),
    ]);
}

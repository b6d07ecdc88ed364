//! The actor of an action, and the uses of mana, in written abilities.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use crate::card::ast::ability::Ability;

use super::ability_text;
use crate::card::dialect::CANONICAL;

fn text(ability: &str) -> String {
    let ability: Ability = CANONICAL.options().from_str(ability).unwrap();
    ability_text(&ability, "Example")
}

fn spell(instructions: &str) -> String {
    text(&format!("Spell(body: (targets: [(what: Object(Type(Creature)))], instructions: [{instructions}]))"))
}

#[test]
fn a_sacrifice_says_whose_it_is() {
    assert_eq!(spell("SacrificeThose(Target(0))"), "Sacrifice target creature.");
    assert_eq!(
        spell("SacrificeTheirs(who: ControllerOf(Target(0)), what: Target(0))"),
        "Target creature's controller sacrifices it."
    );
    assert_eq!(
        text("Spell(body: (instructions: [SacrificeTheirs(who: Opponents, what: Each(Type(Creature)))]))"),
        "Each opponent sacrifices all creatures they control."
    );
    assert_eq!(
        spell("May(who: Opponents, then: [SacrificeThose(Target(0))])"),
        "An opponent may have you sacrifice target creature."
    );
}

#[test]
fn mana_is_spent_as_though_it_were_other_mana_on_what_is_said() {
    let spent = |on: &str| {
        let text = text(&format!("Static(effect: Permit(SpendMana(who: You, on: {on}, as_though: Color)))"));
        let rest = text.strip_prefix("You may spend mana as though it were mana of any color ").unwrap();
        rest.to_owned()
    };
    assert_eq!(spent("All([ActivatedAbility, FromSource(This)])"), "to activate abilities of Example.");
    assert_eq!(spent("ActivatedAbility"), "to activate abilities.");
    assert_eq!(spent("FromSource(Type(Creature))"), "to activate abilities of creatures.");
    assert_eq!(spent("All([Spell, Type(Artifact)])"), "to cast artifact spells.");
    assert_eq!(spent("Type(Instant)"), "to cast instant spells or to activate abilities of instants.");
    assert_eq!(
        spent("AnyOf([All([Spell, Type(Artifact)]), All([ActivatedAbility, Type(Artifact)])])"),
        "to cast artifact spells or to activate abilities of artifacts."
    );
}

//! Rewords abilities (CR 612.2): each word of a kind is replaced where it is used as such. Color
//! words and subtypes have their own types in the AST, so a name, counter or mana symbol with the
//! same spelling stays. Chosen values replace the words that refer to them in the same way, for
//! effects that determine them only once (CR 608.2h).

use std::iter::once;

use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::effect::Modification;
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::words::card_type::Subtype;
use crate::card::words::chosen::Value;
use crate::card::words::mana_symbol::{Color, Colors};
use crate::card::words::term::{Go, Term, any, as_, as_mut, walk_mut};

/// An ability with a word of its text replaced where it is used correctly (CR 612.2); `None` if
/// nothing changes.
pub fn reworded(ability: &Ability, from: &Value, to: &Value) -> Option<Ability> {
    match (from, to) {
        (Value::Color(from), Value::Color(to)) => {
            let has = |it: &Color| it == from;
            let says = any(ability, has) || any(ability, |it: &Colors| it.has(*from));
            let recolored = |it: &Colors| it.iter().map(|it| if it == *from { *to } else { it }).collect();
            (says && from != to).then(|| {
                changed(ability, &mut |part| {
                    if let Some(color) = as_mut(part).filter(|it| has(it)) {
                        *color = *to;
                    } else if let Some(colors) = as_mut::<Colors>(part) {
                        *colors = recolored(colors);
                    }
                    Go::Into
                })
            })
        }
        (Value::Subtype(from), Value::Subtype(to)) => {
            (from != to && any(ability, |it: &Subtype| it == from)).then(|| {
                changed(ability, &mut |part| {
                    if let Some(subtype) = as_mut(part).filter(|it| *it == from) {
                        *subtype = *to;
                    }
                    Go::Into
                })
            })
        }
        _ => None,
    }
}

/// An ability that an effect creates, with its granter replaced by the object whose ability the
/// effect is (CR 201.4a); `None` if it has no such reference.
pub fn granted_by(ability: &Ability, object: u32, name: &str) -> Option<Ability> {
    let is_it = |it: &Objects| matches!(it, Objects::Granter);
    if !any(ability, is_it) {
        return None;
    }
    let bound = changed(ability, &mut |part| {
        if grants_in_turn(part) {
            return Go::Past;
        }
        if let Some(granter) = as_mut::<Objects>(part).filter(|it| is_it(it)) {
            *granter = Objects::Exactly { object, name: name.to_owned() };
        }
        Go::Into
    });
    (bound != *ability).then_some(bound)
}

/// Whether what is within a part is granted by the text itself, so that its granter is another one.
fn grants_in_turn(part: &dyn Term) -> bool {
    as_::<Face>(part).is_some()
        || as_(part).is_some_and(|it| matches!(it, Modification::Gain(_) | Modification::HasText(_)))
        || as_(part).is_some_and(|it| matches!(it, Instruction::GetEmblem(_)))
}

/// An effect or ability with the words for choices replaced by the chosen values, given latest
/// first (CR 608.2h); `None` if nothing changes.
pub fn with_chosen<T: Term + Clone + PartialEq>(text: &T, chosen: &[Value]) -> Option<T> {
    let said = changed(text, &mut |part| {
        if let Some(filter) = as_mut::<Filter>(part) {
            if let Some(said) = chosen.iter().find_map(|value| chosen_in_filter(filter, value)) {
                *filter = said;
            }
        } else if let Some(modification) = as_mut::<Modification>(part)
            && let Some(said) = chosen.iter().find_map(|value| chosen_in_modification(modification, value))
        {
            *modification = said;
        }
        Go::Into
    });
    (said != *text).then_some(said)
}

/// A filter that refers to a choice, with the chosen value.
fn chosen_in_filter(filter: &Filter, value: &Value) -> Option<Filter> {
    Some(match (filter, value) {
        (Filter::ChosenColor, Value::Color(color)) => Filter::Color(*color),
        (Filter::ChosenSubtype, Value::Subtype(subtype)) => Filter::Subtype(*subtype),
        (Filter::ChosenCardType, Value::CardType(kind)) => Filter::Type(*kind),
        (Filter::ChosenName, Value::Name(name)) => Filter::Named(name.clone()),
        _ => return None,
    })
}

/// A modification that refers to a choice, with the chosen value.
fn chosen_in_modification(modification: &Modification, value: &Value) -> Option<Modification> {
    Some(match (modification, value) {
        (Modification::SetChosenColor, Value::Color(color)) => Modification::SetColors(once(*color).collect()),
        (Modification::AddChosenColor, Value::Color(color)) => Modification::AddColors(once(*color).collect()),
        (Modification::AddChosenSubtype, Value::Subtype(subtype)) => Modification::AddSubtype(*subtype),
        (Modification::SetChosenSubtype(kind), Value::Subtype(it)) => Modification::SetSubtypes(*kind, vec![*it]),
        _ => return None,
    })
}

/// A text with its parts changed.
fn changed<T: Term + Clone>(text: &T, change: &mut dyn FnMut(&mut dyn Term) -> Go) -> T {
    let mut text = text.clone();
    walk_mut(&mut text, &mut |part| change(part));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::dialect::CANONICAL;
    use crate::card::words::card_type::Subtype;

    fn subtype(name: &str) -> Value {
        Value::Subtype(Subtype::named(name).unwrap())
    }

    fn ability(text: &str) -> Ability {
        CANONICAL.options().from_str(text).unwrap()
    }

    #[test]
    fn words_change_where_they_are_used_as_words_and_names_do_not() {
        let lord = ability(
            r#"Static(effect: Modify(what: AnyOf([Subtype("Goblin"), Named("Goblin"), HasCounter(Named("Goblin"))]),
                modifications: [AddPowerToughness(Fixed(1), Fixed(1))], defining: false))"#,
        );
        let changed = ability(
            r#"Static(effect: Modify(what: AnyOf([Subtype("Elf"), Named("Goblin"), HasCounter(Named("Goblin"))]),
                modifications: [AddPowerToughness(Fixed(1), Fixed(1))], defining: false))"#,
        );
        assert_eq!(reworded(&lord, &subtype("Goblin"), &subtype("Elf")), Some(changed));
        assert_eq!(reworded(&lord, &subtype("Zombie"), &subtype("Elf")), None);
    }

    #[test]
    fn the_granter_is_an_object_but_not_in_what_is_granted_in_turn() {
        let counters = |of: &str| format!(r#"Counters(Named("slime"), {of})"#);
        let grants = |of: &str, inner: &str| {
            let gained =
                format!("Static(effect: Modify(what: This, modifications: [SetPower({inner})], defining: false))");
            ability(&format!(
                "Static(effect: Modify(what: Any, modifications: [SetPower({of}), Gain({gained})], defining: false))"
            ))
        };
        let before = grants(&counters("Granter"), &counters("Granter"));
        let after = grants(&counters(r#"Exactly(object: 7, name: "Grime")"#), &counters("Granter"));
        assert_eq!(granted_by(&before, 7, "Grime"), Some(after.clone()));
        let text = CANONICAL.options().to_string(&after).unwrap();
        assert_eq!(ability(&text), after);
        assert_eq!(granted_by(&ability("Keyword(Flying)"), 7, "Grime"), None);
    }

    #[test]
    fn color_words_change_and_mana_symbols_do_not() {
        let (black, green) = (Value::Color(Color::Black), Value::Color(Color::Green));
        let protection = ability("Keyword(Protection(Color(Black)))");
        assert_eq!(reworded(&protection, &black, &green), Some(ability("Keyword(Protection(Color(Green)))")));
        let mana = ability(
            r#"Activated(cost: [Mana("{B}")], body: (instructions: [AddMana(who: You, mana: Units([Black]))]))"#,
        );
        assert_eq!(reworded(&mana, &black, &green), None);
        let token = ability(
            r#"Spell(body: (instructions: [CreateTokens(who: You, count: Fixed(1), token: (color_indicator: [Black],
                types: [Creature], subtypes: ["Zombie"], power: 2, toughness: 2))]))"#,
        );
        let text = |it: Option<Ability>| format!("{it:?}");
        assert!(text(reworded(&token, &black, &green)).contains("Green"));
        assert!(text(reworded(&token, &subtype("Zombie"), &subtype("Elf"))).contains("Elf"));
    }
}

//! Tokens as effects define them (CR 111.3-4, 111.10), and emblems (CR 114.3).

use crate::card::ast::ability::{Ability, ActivatedAbility, Body, Face};
use crate::card::ast::cost::{Cost, ManaOutput};
use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::mana_symbol::{Color, Colors, ManaCost, ManaSymbol, ManaType};
use crate::card::words::predefined::Predefined;
use crate::card::words::zone_kind::ZoneKind;

impl Predefined {
    /// All predefined tokens.
    pub const ALL: [Predefined; 6] = [
        Predefined::Treasure,
        Predefined::Food,
        Predefined::Gold,
        Predefined::Walker,
        Predefined::Shard,
        Predefined::Clue,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Predefined::Treasure => "Treasure",
            Predefined::Food => "Food",
            Predefined::Gold => "Gold",
            Predefined::Walker => "Walker",
            Predefined::Clue => "Clue",
            Predefined::Shard => "Shard",
        }
    }

    /// Its characteristics (CR 111.10a-f).
    pub fn face(self) -> Face {
        let name = self.name().to_owned();
        if self == Predefined::Walker {
            return Face {
                name,
                color_indicator: Some(Colors::COLORLESS.with(Color::Black)),
                types: CardTypes::NONE.with(CardType::Creature),
                subtypes: Subtype::named("Zombie").into_iter().collect(),
                power: Some(2.into()),
                toughness: Some(2.into()),
                ..Face::default()
            };
        }
        let mana = |amount: u32| Cost::Mana(ManaCost(vec![ManaSymbol::Generic(amount)]));
        let any_color = vec![ManaType::White, ManaType::Blue, ManaType::Black, ManaType::Red, ManaType::Green];
        let any_color = Instruction::AddMana(verb::AddMana {
            who: Players::You,
            mana: ManaOutput::OneOf(any_color, Quantity::Fixed(1)),
            terms: Vec::new(),
        });
        let draw = Instruction::Draw(verb::Draw { who: Players::You, count: Quantity::Fixed(1) });
        let (cost, does) = match self {
            Predefined::Treasure => (vec![Cost::Tap, Cost::SacrificeThis], vec![any_color]),
            Predefined::Gold | Predefined::Walker => (vec![Cost::SacrificeThis], vec![any_color]),
            Predefined::Shard => {
                let scry = Instruction::Scry(verb::Scry { who: Players::You, count: Quantity::Fixed(1) });
                (vec![mana(2), Cost::SacrificeThis], vec![scry, draw])
            }
            Predefined::Food => (
                vec![mana(2), Cost::Tap, Cost::SacrificeThis],
                vec![Instruction::GainLife(verb::GainLife { who: Players::You, amount: Quantity::Fixed(3) })],
            ),
            Predefined::Clue => (vec![mana(2), Cost::SacrificeThis], vec![draw]),
        };
        let kind = if self == Predefined::Shard { CardType::Enchantment } else { CardType::Artifact };
        Face {
            subtypes: Subtype::named(&name).into_iter().collect(),
            name,
            types: CardTypes::NONE.with(kind),
            abilities: vec![Ability::Activated(ActivatedAbility {
                cost,
                body: Body { instructions: does, ..Body::default() },
                ..ActivatedAbility::default()
            })],
            ..Face::default()
        }
    }
}

impl Face {
    #[allow(clippy::borrowed_box, reason = "serde calls it with a reference to the field")]
    pub(crate) fn is_empty_box(face: &Box<Face>) -> bool {
        **face == Face::default()
    }

    /// A token with these characteristics (CR 111.3), added to those of a predefined one
    /// (CR 111.10). Without a name, its subtypes are its name (CR 111.4).
    #[must_use]
    pub fn as_token(&self, predefined: Option<Predefined>) -> Face {
        let mut token = match predefined {
            None => self.clone(),
            Some(predefined) => {
                let mut token = predefined.face();
                if !self.name.is_empty() {
                    token.name.clone_from(&self.name);
                }
                token.cost = self.cost.clone().or(token.cost);
                token.color_indicator = self.color_indicator.or(token.color_indicator);
                token.supertypes = token.supertypes.iter().chain(self.supertypes.iter()).collect();
                token.types = token.types.iter().chain(self.types.iter()).collect();
                token.subtypes.extend(self.subtypes.iter().copied());
                token.abilities.extend(self.abilities.iter().cloned());
                token.power = self.power.or(token.power);
                token.toughness = self.toughness.or(token.toughness);
                token.loyalty = self.loyalty.or(token.loyalty);
                token
            }
        };
        if token.name.is_empty() {
            let words: Vec<&str> = token.subtypes.iter().map(|subtype| subtype.name()).collect();
            token.name = words.join(" ");
        }
        token
    }

    /// An emblem with these abilities and no other characteristics (CR 114.3); they function in the
    /// command zone (CR 114.4).
    pub fn emblem(abilities: &[Ability]) -> Face {
        Face { abilities: abilities.iter().map(Ability::in_command_zone).collect(), ..Face::default() }
    }
}

impl Ability {
    /// The ability as it functions in the command zone: that of an emblem or a nontraditional card
    /// (CR 113.6p).
    pub fn in_command_zone(&self) -> Ability {
        let mut ability = self.clone();
        match &mut ability {
            Ability::Activated(it) => it.zone = ZoneKind::Command,
            Ability::Triggered(it) => it.zone = ZoneKind::Command,
            Ability::Static(it) => it.zone = ZoneKind::Command,
            Ability::Spell(_) | Ability::Keyword(_) => {}
        }
        ability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_tokens_contradict_nothing() {
        for predefined in Predefined::ALL {
            assert_eq!(predefined.face().contradiction(), None, "{predefined:?}");
        }
    }

    #[test]
    fn a_token_without_a_name_is_called_by_its_subtypes() {
        let subtypes = ["Goblin", "Scout"].into_iter().filter_map(|name| Subtype::named(name).ok()).collect();
        let token = Face { subtypes, ..Face::default() }.as_token(None);
        assert_eq!(token.name, "Goblin Scout");
    }
}

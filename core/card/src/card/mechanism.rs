//! Mechanisms that a game doesn't have unless one of its texts names them.
//!
//! A game joins the mechanisms of its definitions as they become part of it. The rules test a bit
//! before they look for anything. So a mechanism costs nothing to the games that don't have it,
//! whatever else the engine can do.
//!
//! A mechanism names the words that bring it into a game. It may be there without effect: a word
//! counts wherever it stands, also in an ability that an effect grants. It must never be missing.

use std::ops::{BitOr, BitOrAssign};

use super::expanded::each_text;
use super::words::term::{Go, Term, as_, walk};
use super::{
    ActivationLimit, Card, CardType, CardTypes, CostChange, Definition, Filter, Instruction, Keyword, Modification,
    Objects, OptionalCost, Permission, Restriction, StaticEffect, Supertype, Supertypes, TriggerEvent, Would,
};

/// A set of mechanisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mechanisms(u32);

macro_rules! mechanisms {
    ($($(#[doc = $doc:literal])+ $name:ident at $place:literal: $($of:ident :: $word:ident)|+;)+) => {
        impl Mechanisms {
            $($(#[doc = $doc])+ pub const $name: Mechanisms = Mechanisms(1 << $place);)+

            /// The mechanisms that a part of a text brings into a game.
            fn of_part(part: &dyn Term) -> Mechanisms {
                // A set of types says each of them.
                if let Some(types) = as_::<CardTypes>(part) {
                    return Mechanisms::of_parts(CardType::ALL.iter().filter(|it| types.has(**it)));
                }
                if let Some(types) = as_::<Supertypes>(part) {
                    return Mechanisms::of_parts(Supertype::ALL.iter().filter(|it| types.has(**it)));
                }
                let mut all = Mechanisms::NONE;
                $($(if as_::<$of>(part).is_some_and(|it| matches!(it, $of::$word { .. })) {
                    all |= Mechanisms::$name;
                })+)+
                all
            }
        }

        #[cfg(test)]
        const ALL: &[Mechanisms] = &[$(Mechanisms::$name),+];
    };
}

mechanisms! {
    /// Casting at any time: instants, flash, and effects that give something like it (CR 304.1,
    /// 601.3b, 702.8).
    AT_ANY_TIME at 0: CardType::Instant | OptionalCost::Flash | Keyword::Flash | Permission::CastWithFlash | CostChange::InsteadWithFlash | CostChange::MayCostWithFlash;
    /// Copy effects of static abilities (CR 707.2c).
    COPY_EFFECTS at 1: Modification::CopyOf;
    /// Copies of spells and cards (CR 707.10).
    COPIES at 2: Instruction::CopySpell | Instruction::CopyCards | Instruction::CopyNamed;
    /// Asking for the order of a graveyard (CR 404.3).
    GRAVEYARD_ORDER at 3: Objects::TopOfGraveyard | Filter::Above;
    /// Tops of libraries that players see (CR 401.5).
    TOPS at 4: Restriction::RevealTop | Permission::LookAtTop;
    /// Merged and melded permanents (CR 702.140, 713).
    MERGING at 5: Keyword::Mutate | Card::Meld | Instruction::Meld | Definition::Merged;
    /// Face-down spells and permanents (CR 708).
    FACE_DOWN at 6: Filter::FaceDown | Definition::FaceDown;
    /// Special actions with cards in a hand (CR 116.2f, 116.2h).
    SPECIAL_ACTIONS at 7: Permission::SpecialAction;
    /// Cards that are exiled before decks are shuffled (CR 607.2n).
    BEFORE_SHUFFLING at 8: StaticEffect::BeforeShuffling;
    /// Cards that are revealed as the first card drawn in a turn (CR 702.94).
    MIRACLES at 9: Keyword::Miracle;
    /// Tokens (CR 111).
    TOKENS at 10: Filter::Token | Definition::Token;
    /// World permanents (CR 704.5k).
    WORLD at 11: Supertype::World;
    /// Cards cast face down (CR 702.37).
    MORPHS at 12: Keyword::Morph | Keyword::Megamorph;
    /// Daybound and nightbound permanents (CR 702.145).
    DAY_AND_NIGHT at 13: Keyword::Daybound | Keyword::Nightbound;
    /// Ascend (CR 702.131).
    ASCEND at 14: Keyword::Ascend;
    /// Effects that change the devotion of players (CR 700.5a).
    DEVOTION at 15: StaticEffect::MoreDevotion;
    /// Legendary permanents (CR 704.5j).
    LEGENDS at 16: Supertype::Legendary;
    /// Effects that give permanents designations (CR 701.38b, 702.95b).
    MARKS at 17: Modification::Mark | Instruction::Mark;
    /// Asking for the last upkeep (CR 702.30a).
    UPKEEPS at 18: Keyword::Echo | Filter::NewSinceUpkeep;
    /// Dungeons (CR 309).
    DUNGEONS at 19: TriggerEvent::EntersRoom;
    /// Bringing a dungeon into the game (CR 701.46).
    VENTURING at 20: Instruction::Venture;
    /// Abilities that other players than the controller may activate (CR 701.2a).
    ACTIVATED_BY_OTHERS at 21: ActivationLimit::ActivatedBy;
    /// Effects that let players look at more cards as they surveil (CR 701.42b).
    SURVEILLANCE at 22: StaticEffect::SurveilMore;
    /// Asking which of several objects got its timestamp last (CR 613.7k).
    LAST at 23: Objects::Last;
    /// Control of players who search (CR 718.2).
    SEARCHERS at 24: StaticEffect::ControlSearchers;
    /// Permanents with phasing (CR 702.26).
    PHASING at 25: Keyword::Phasing;
    /// Mana abilities that trigger (CR 605.1b).
    TRIGGERED_MANA at 26: TriggerEvent::TapsForMana | TriggerEvent::AddsMana;
    /// Effects that replace the mana that is produced (CR 106.12b).
    REPLACED_MANA at 27: Would::TapForMana;
}

impl Mechanisms {
    /// No mechanism.
    pub const NONE: Mechanisms = Mechanisms(0);

    /// The mechanisms that a text names, or that what its keywords stand for names.
    pub fn of(text: &dyn Term) -> Mechanisms {
        let mut all = Mechanisms::NONE;
        each_text(text, &mut |text| {
            walk(text, &mut |part| {
                all |= Mechanisms::of_part(part);
                // The keyword stands for a special action, not for the permission to take it.
                if as_::<Keyword>(part).is_some_and(|it| it.special_action(true).is_some()) {
                    all |= Mechanisms::SPECIAL_ACTIONS;
                }
                Go::Into
            });
        });
        all
    }

    fn of_parts<'a, T: Term>(parts: impl Iterator<Item = &'a T>) -> Mechanisms {
        parts.fold(Mechanisms::NONE, |all, part| all | Mechanisms::of_part(part))
    }

    /// The mechanisms of which permanents are asked whether they have the keyword ability, also if
    /// an effect gave it to them.
    pub const fn of_permanents_with(keyword: &Keyword) -> Mechanisms {
        match keyword {
            Keyword::Daybound | Keyword::Nightbound => Mechanisms::DAY_AND_NIGHT,
            Keyword::Ascend => Mechanisms::ASCEND,
            Keyword::Phasing => Mechanisms::PHASING,
            _ => Mechanisms::NONE,
        }
    }

    /// All mechanisms, for a definition that isn't known.
    pub const fn all() -> Mechanisms {
        Mechanisms(u32::MAX)
    }

    /// Whether any of these mechanisms is among them.
    pub const fn has(self, any: Mechanisms) -> bool {
        self.0 & any.0 != 0
    }
}

impl BitOr for Mechanisms {
    type Output = Mechanisms;

    fn bitor(self, other: Mechanisms) -> Mechanisms {
        Mechanisms(self.0 | other.0)
    }
}

impl BitOrAssign for Mechanisms {
    fn bitor_assign(&mut self, other: Mechanisms) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

    use super::*;
    use crate::card::Ability;
    use crate::card::dialect::ron_options;

    fn of(abilities: &str) -> Mechanisms {
        let abilities: Vec<Ability> = ron_options().from_str(abilities).unwrap();
        Mechanisms::of(&abilities)
    }

    #[test]
    fn a_text_brings_what_it_names() {
        let suspend = "[Keyword(Suspend(count: Fixed(3), cost: [Mana(\"{U}\")]))]";
        assert!(of(suspend).has(Mechanisms::SPECIAL_ACTIONS));
        assert!(of("[Keyword(Foretell(Cost([Mana(\"{U}\")])))]").has(Mechanisms::SPECIAL_ACTIONS));
        for keyword in ["Storm", "Gravestorm", "Demonstrate", "Conspire", "Replicate([Mana(\"{U}\")])"] {
            assert!(of(&format!("[Keyword({keyword})]")).has(Mechanisms::COPIES), "{keyword}");
        }
        assert!(of("[Keyword(Flash)]").has(Mechanisms::AT_ANY_TIME));
        assert!(!of("[Keyword(Flying)]").has(Mechanisms::AT_ANY_TIME));
        let types = CardTypes::NONE.with(CardType::Instant).with(CardType::Tribal);
        assert_eq!(Mechanisms::of(&types), Mechanisms::AT_ANY_TIME);
        assert_eq!(Mechanisms::of(&CardTypes::NONE.with(CardType::Creature)), Mechanisms::NONE);
    }

    #[test]
    fn no_two_mechanisms_share_a_bit() {
        let joined = ALL.iter().fold(0, |all, one| all ^ one.0);
        assert_eq!(joined.count_ones() as usize, ALL.len());
    }
}

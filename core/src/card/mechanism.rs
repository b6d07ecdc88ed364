//! Mechanisms that a game doesn't have unless one of its texts names them.
//!
//! A game joins the mechanisms of its definitions as they become part of it. The rules test a bit
//! before they look for anything. So a mechanism costs nothing to the games that don't have it,
//! whatever else the engine can do.
//!
//! A mechanism names the words that bring it into a game. It may be there without effect: a word
//! counts wherever it stands, also in an ability that an effect grants or in a name. It must never
//! be missing.

use std::ops::{BitOr, BitOrAssign};

use super::{Keyword, expanded};

/// A set of mechanisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mechanisms(u32);

macro_rules! mechanisms {
    ($($(#[doc = $doc:literal])+ $name:ident at $place:literal: $($word:literal)|+;)+) => {
        impl Mechanisms {
            $($(#[doc = $doc])+ pub const $name: Mechanisms = Mechanisms(1 << $place);)+

            /// The mechanisms that a word brings into a game.
            fn of_word(word: &str) -> Mechanisms {
                match word {
                    $($($word)|+ => Mechanisms::$name,)+
                    _ => Mechanisms::NONE,
                }
            }
        }

        #[cfg(test)]
        const ALL: &[(Mechanisms, &[&str])] = &[$((Mechanisms::$name, &[$($word),+])),+];
    };
}

mechanisms! {
    /// Casting at any time: instants, flash, and effects that give something like it (CR 304.1,
    /// 601.3b, 702.8).
    AT_ANY_TIME at 0: "Instant" | "Flash" | "CastWithFlash" | "InsteadWithFlash" | "MayCostWithFlash";
    /// Copy effects of static abilities (CR 707.2c).
    COPY_EFFECTS at 1: "CopyOf";
    /// Copies of spells and cards (CR 707.10).
    COPIES at 2: "CopySpell" | "CopyCards" | "CopyNamed";
    /// Asking for the order of a graveyard (CR 404.3).
    GRAVEYARD_ORDER at 3: "TopOfGraveyard" | "Above";
    /// Tops of libraries that players see (CR 401.5).
    TOPS at 4: "RevealTop" | "LookAtTop";
    /// Merged and melded permanents (CR 702.140, 713).
    MERGING at 5: "Mutate" | "Meld" | "Merged";
    /// Face-down spells and permanents (CR 708).
    FACE_DOWN at 6: "FaceDown";
    /// Special actions with cards in a hand (CR 116.2f, 116.2h).
    SPECIAL_ACTIONS at 7: "SpecialAction";
    /// Cards that are exiled before decks are shuffled (CR 607.2n).
    BEFORE_SHUFFLING at 8: "BeforeShuffling";
    /// Cards that are revealed as the first card drawn in a turn (CR 702.94).
    MIRACLES at 9: "Miracle";
    /// Tokens (CR 111).
    TOKENS at 10: "Token";
    /// World permanents (CR 704.5k).
    WORLD at 11: "World";
    /// Cards cast face down (CR 702.37).
    MORPHS at 12: "Morph" | "Megamorph";
    /// Daybound and nightbound permanents (CR 702.145).
    DAY_AND_NIGHT at 13: "Daybound" | "Nightbound";
    /// Ascend (CR 702.131).
    ASCEND at 14: "Ascend";
    /// Effects that change the devotion of players (CR 700.5a).
    DEVOTION at 15: "MoreDevotion";
    /// Legendary permanents (CR 704.5j).
    LEGENDS at 16: "Legendary";
    /// Effects that give permanents designations (CR 701.38b, 702.95b).
    MARKS at 17: "Mark";
    /// Asking for the last upkeep (CR 702.30a).
    UPKEEPS at 18: "Echo" | "NewSinceUpkeep";
    /// Dungeons (CR 309).
    DUNGEONS at 19: "EntersRoom";
    /// Bringing a dungeon into the game (CR 701.46).
    VENTURING at 20: "Venture";
    /// Abilities that other players than the controller may activate (CR 701.2a).
    ACTIVATED_BY_OTHERS at 21: "ActivatedBy";
    /// Effects that let players look at more cards as they surveil (CR 701.42b).
    SURVEILLANCE at 22: "SurveilMore";
    /// Asking which of several objects got its timestamp last (CR 613.7k).
    LAST at 23: "Last";
    /// Control of players who search (CR 718.2).
    SEARCHERS at 24: "ControlSearchers";
    /// Permanents with phasing (CR 702.26).
    PHASING at 25: "Phasing";
    /// Mana abilities that trigger (CR 605.1b).
    TRIGGERED_MANA at 26: "TapsForMana" | "AddsMana";
}

impl Mechanisms {
    /// No mechanism.
    pub const NONE: Mechanisms = Mechanisms(0);

    /// The mechanisms that a canonical text names, or that what its keywords stand for names.
    pub fn of(text: &str) -> Mechanisms {
        expanded(text).iter().fold(Mechanisms::named(text), |all, inner| all | Mechanisms::named(inner))
    }

    /// The mechanisms of which permanents are asked whether they have the keyword ability, also if
    /// an effect gave it to them.
    pub(crate) const fn of_permanents_with(keyword: &Keyword) -> Mechanisms {
        match keyword {
            Keyword::Daybound | Keyword::Nightbound => Mechanisms::DAY_AND_NIGHT,
            Keyword::Ascend => Mechanisms::ASCEND,
            Keyword::Phasing => Mechanisms::PHASING,
            _ => Mechanisms::NONE,
        }
    }

    fn named(text: &str) -> Mechanisms {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 3);
        words.fold(Mechanisms::NONE, |all, word| all | Mechanisms::of_word(word))
    }

    /// All mechanisms, for a text that can't be read.
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
    use super::*;

    #[test]
    fn a_text_brings_what_it_names() {
        let suspend = "Keyword(Suspend(count:Fixed(3),cost:[Mana(\"{U}\")]))";
        assert!(Mechanisms::of(suspend).has(Mechanisms::SPECIAL_ACTIONS));
        assert!(Mechanisms::of("Keyword(Foretell(Cost([Mana(\"{U}\")])))").has(Mechanisms::SPECIAL_ACTIONS));
        for keyword in ["Storm", "Gravestorm", "Demonstrate", "Conspire", "Replicate([Mana(\"{U}\")])"] {
            let text = format!("types:[Instant],abilities:[Keyword({keyword})]");
            assert!(Mechanisms::of(&text).has(Mechanisms::COPIES), "{keyword}");
        }
        assert_eq!(Mechanisms::of("types:[Creature]"), Mechanisms::NONE);
    }

    /// A word that a rename left behind would switch its mechanism off.
    #[test]
    fn every_word_is_one_of_the_language() {
        let definitions = ["FaceDown", "Merged", "Token"];
        let known = |word: &str| crate::card::lexicon::words().any(|(_, known)| known.name == word);
        for word in ALL.iter().flat_map(|(_, words)| *words) {
            assert!(known(word) || definitions.contains(word), "{word} is no word of the language");
        }
    }

    #[test]
    fn no_two_mechanisms_share_a_bit() {
        let joined = ALL.iter().fold(0, |all, (one, _)| all ^ one.0);
        assert_eq!(joined.count_ones() as usize, ALL.len());
    }
}

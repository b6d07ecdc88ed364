//! Keyword abilities, expanded to the ordinary abilities that their rules spell out (CR 702).
//!
//! A keyword whose rule only changes what the machinery does with the object (when it may be cast, whether attacking
//! taps it) expands to nothing; the module of `rules` or `derive` that owns that machinery asks for it.

mod name;
mod parts;
mod statics;
mod triggered;

pub use name::KeywordName;
pub use parts::bestowed;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ability::TargetWhat;
use super::companion::DeckCondition;
use super::cost::Cost;
use super::filter::{Filter, Quantity};
use super::symbols::{ChapterSymbols, ClassLevelBar, LevelSymbol};

/// A keyword ability, with what its rule leaves to the card to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Keyword {
    /// CR 702.2
    Deathtouch,
    /// CR 702.3
    Defender,
    /// CR 702.4
    DoubleStrike,
    /// CR 702.5: what the Aura can be attached to.
    Enchant(Box<TargetWhat>),
    /// CR 702.6: for a cost, onto a creature of the activating player's; of a quality, if one is given (CR 702.6c).
    Equip {
        /// What is paid.
        cost: Vec<Cost>,
        /// The quality that the creature must have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<Box<Filter>>,
    },
    /// CR 702.7
    FirstStrike,
    /// CR 702.8
    Flash,
    /// CR 702.9
    Flying,
    /// CR 702.10
    Haste,
    /// CR 702.11
    Hexproof,
    /// CR 702.11d: hexproof from sources of a quality.
    HexproofFrom(Box<Filter>),
    /// CR 702.12
    Indestructible,
    /// CR 702.15
    Lifelink,
    /// CR 702.16: from a quality, such as a colour.
    Protection(Box<Filter>),
    /// CR 702.17
    Reach,
    /// CR 702.18
    Shroud,
    /// CR 702.19
    Trample,
    /// CR 702.20
    Vigilance,
    /// CR 702.27: what may be paid in addition, to get the card back.
    Buyback(Vec<Cost>),
    /// CR 702.33: what may be paid in addition, each once; several are "and/or" (CR 702.33b).
    Kicker(Vec<Vec<Cost>>),
    /// CR 702.33c: what may be paid in addition, as often as wanted.
    Multikicker(Vec<Cost>),
    /// CR 702.42: what is paid to choose all modes.
    Entwine(Vec<Cost>),
    /// CR 702.47: onto which spells the text may be spliced, and what that costs.
    Splice {
        /// Onto what: "Arcane".
        onto: Box<Filter>,
        /// What is paid.
        cost: Vec<Cost>,
    },
    /// CR 702.139: what it asks of the starting deck.
    Companion(Vec<DeckCondition>),
    /// CR 702.120: what is paid for each mode beyond the first.
    Escalate(Vec<Cost>),
    /// CR 702.21: what an opponent who targets the permanent pays.
    Ward(Vec<Cost>),
    /// CR 702.34: from the graveyard, for a cost; for its mana cost where none is given.
    Flashback(Option<Vec<Cost>>),
    /// CR 702.51
    Convoke,
    /// CR 702.108
    Prowess,
    /// CR 702.80
    Wither,
    /// CR 702.90
    Infect,
    /// CR 702.111
    Menace,
    /// CR 702.13
    Intimidate,
    /// CR 702.14: with the quality of the land.
    Landwalk(Box<Filter>),
    /// CR 702.25
    Flanking,
    /// CR 702.26
    Phasing,
    /// CR 702.28
    Shadow,
    /// CR 702.31
    Horsemanship,
    /// CR 702.36
    Fear,
    /// CR 702.39
    Provoke,
    /// CR 702.43: with so many +1/+1 counters.
    Modular(u32),
    /// CR 702.45: so much to power and toughness.
    Bushido(u32),
    /// CR 702.67: for a cost, onto a land of the activating player's.
    Fortify(Vec<Cost>),
    /// CR 702.73
    Changeling,
    /// CR 702.79
    Persist,
    /// CR 702.86: so many permanents.
    Annihilator(u32),
    /// CR 702.92
    LivingWeapon,
    /// CR 702.93
    Undying,
    /// CR 702.40
    Storm,
    /// CR 702.118
    Skulk,
    /// CR 702.122: with so much power.
    Crew(u32),
    /// CR 702.130: so much life.
    Afflict(u32),
    /// CR 702.87: what is paid for a level counter.
    LevelUp(Vec<Cost>),
    /// CR 107.8, 711.2: a level symbol with what its striation says.
    Level(Box<LevelSymbol>),
    /// CR 107.15, 715.2: chapter symbols with the effect beside them.
    Chapter(Box<ChapterSymbols>),
    /// CR 107.16, 717.2: a class level bar with what its section says.
    ClassLevel(Box<ClassLevelBar>),
    /// CR 702.37: what is paid to turn it face up; as what a filter asks for, with nothing in it, any morph ability.
    Morph(Vec<Cost>),
    /// CR 702.37b: the same, and a counter as it is turned face up so.
    Megamorph(Vec<Cost>),
    /// CR 702.29: what is paid, with the card, for another one; with what is searched for instead, typecycling
    /// (CR 702.29e).
    Cycling {
        /// What is paid besides the card.
        cost: Vec<Cost>,
        /// The cards of which one is searched for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<Box<Filter>>,
    },
    /// CR 702.24: what is paid for each age counter.
    CumulativeUpkeep(Vec<Cost>),
    /// CR 702.55
    Haunt,
    /// CR 702.100
    Evolve,
    /// CR 702.74: what may be paid rather than the mana cost.
    Evoke(Vec<Cost>),
    /// CR 702.103: what is paid to cast it bestowed.
    Bestow(Vec<Cost>),
    /// CR 702.140: what is paid to have it merge with a creature.
    Mutate(Vec<Cost>),
    /// CR 702.66
    Delve,
    /// CR 702.85
    Cascade,
    /// CR 702.88
    Rebound,
    /// CR 702.52: so many cards are milled.
    Dredge(u32),
    /// CR 702.94: what is paid rather than the mana cost.
    Miracle(Vec<Cost>),
    /// CR 702.35: what is paid rather than the mana cost.
    Madness(Vec<Cost>),
    /// CR 702.62: with so many time counters, for a cost.
    Suspend {
        /// How many.
        count: Quantity,
        /// What is paid to exile it with them.
        cost: Vec<Cost>,
    },
    /// CR 702.72: what is exiled.
    Champion(Box<Filter>),
    /// CR 702.22
    Banding,
    /// CR 702.22b: with other creatures of a quality.
    BandsWithOther(Box<Filter>),
    /// CR 702.102: of both halves of a split card.
    Fuse,
    /// CR 702.127: of the half of a split card that is cast from a graveyard.
    Aftermath,
    /// CR 702.145b: of a front face.
    Daybound,
    /// CR 702.145e: of a back face.
    Nightbound,
    /// CR 702.143: what it costs once it has been foretold; as what a filter asks for, with nothing in it, any foretell ability.
    Foretell(ForetellCost),
    /// CR 702.146: what is paid to cast it transformed from a graveyard.
    Disturb(Vec<Cost>),
}

/// What a foretold card may be cast for (CR 702.143a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ForetellCost {
    /// This.
    Cost(Vec<Cost>),
    /// Its mana cost, with so much less to pay.
    ManaCostLess(u32),
}

impl Keyword {
    /// The keyword abilities that are a word and nothing else.
    pub const PLAIN: &'static [Keyword] = &[
        Keyword::Deathtouch,
        Keyword::Defender,
        Keyword::DoubleStrike,
        Keyword::FirstStrike,
        Keyword::Flash,
        Keyword::Flying,
        Keyword::Haste,
        Keyword::Hexproof,
        Keyword::Indestructible,
        Keyword::Lifelink,
        Keyword::Reach,
        Keyword::Shroud,
        Keyword::Trample,
        Keyword::Vigilance,
        Keyword::Convoke,
        Keyword::Prowess,
        Keyword::Wither,
        Keyword::Infect,
        Keyword::Menace,
        Keyword::Intimidate,
        Keyword::Flanking,
        Keyword::Phasing,
        Keyword::Shadow,
        Keyword::Horsemanship,
        Keyword::Fear,
        Keyword::Provoke,
        Keyword::Changeling,
        Keyword::Persist,
        Keyword::LivingWeapon,
        Keyword::Undying,
        Keyword::Skulk,
        Keyword::Storm,
        Keyword::Haunt,
        Keyword::Evolve,
        Keyword::Delve,
        Keyword::Cascade,
        Keyword::Rebound,
        Keyword::Banding,
        Keyword::Fuse,
        Keyword::Aftermath,
        Keyword::Daybound,
        Keyword::Nightbound,
    ];

    /// The names of those that say more.
    pub const WITH_MORE: &'static [&'static str] = &[
        "enchant",
        "equip",
        "flashback",
        "protection",
        "ward",
        "landwalk",
        "modular",
        "bushido",
        "fortify",
        "annihilator",
        "crew",
        "afflict",
        "companion",
        "buyback",
        "kicker",
        "multikicker",
        "entwine",
        "splice",
        "escalate",
        "level up",
        "level symbol",
        "chapter symbol",
        "class level bar",
        "morph",
        "megamorph",
        "cycling",
        "cumulative upkeep",
        "evoke",
        "bestow",
        "mutate",
        "dredge",
        "miracle",
        "madness",
        "suspend",
        "champion",
        "bands with other",
        "foretell",
        "disturb",
    ];

    /// The names of all keyword abilities that the engine knows, those that say more as well.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Keyword::PLAIN.iter().map(Keyword::word).chain(Keyword::WITH_MORE.iter().copied())
    }

    /// Its name in running text, without what the card adds to it.
    pub const fn word(&self) -> &'static str {
        match self {
            Keyword::Deathtouch => "deathtouch",
            Keyword::Defender => "defender",
            Keyword::DoubleStrike => "double strike",
            Keyword::Enchant(_) => "enchant",
            Keyword::Equip { .. } => "equip",
            Keyword::FirstStrike => "first strike",
            Keyword::Flash => "flash",
            Keyword::Flashback(_) => "flashback",
            Keyword::Flying => "flying",
            Keyword::Haste => "haste",
            Keyword::Hexproof | Keyword::HexproofFrom(_) => "hexproof",
            Keyword::Indestructible => "indestructible",
            Keyword::Lifelink => "lifelink",
            Keyword::Protection(_) => "protection",
            Keyword::Reach => "reach",
            Keyword::Shroud => "shroud",
            Keyword::Trample => "trample",
            Keyword::Vigilance => "vigilance",
            Keyword::Buyback(_) => "buyback",
            Keyword::Kicker(_) => "kicker",
            Keyword::Multikicker(_) => "multikicker",
            Keyword::Entwine(_) => "entwine",
            Keyword::Splice { .. } => "splice",
            Keyword::Companion(_) => "companion",
            Keyword::Escalate(_) => "escalate",
            Keyword::Ward(_) => "ward",
            Keyword::Convoke => "convoke",
            Keyword::Prowess => "prowess",
            Keyword::Wither => "wither",
            Keyword::Infect => "infect",
            Keyword::Menace => "menace",
            Keyword::Intimidate => "intimidate",
            Keyword::Landwalk(_) => "landwalk",
            Keyword::Flanking => "flanking",
            Keyword::Phasing => "phasing",
            Keyword::Shadow => "shadow",
            Keyword::Horsemanship => "horsemanship",
            Keyword::Fear => "fear",
            Keyword::Provoke => "provoke",
            Keyword::Modular(_) => "modular",
            Keyword::Bushido(_) => "bushido",
            Keyword::Fortify(_) => "fortify",
            Keyword::Changeling => "changeling",
            Keyword::Persist => "persist",
            Keyword::Annihilator(_) => "annihilator",
            Keyword::LivingWeapon => "living weapon",
            Keyword::Undying => "undying",
            Keyword::Skulk => "skulk",
            Keyword::Storm => "storm",
            Keyword::Crew(_) => "crew",
            Keyword::Afflict(_) => "afflict",
            Keyword::LevelUp(_) => "level up",
            Keyword::Level(_) => "level symbol",
            Keyword::Chapter(_) => "chapter symbol",
            Keyword::ClassLevel(_) => "class level bar",
            Keyword::Morph(_) => "morph",
            Keyword::Megamorph(_) => "megamorph",
            Keyword::Cycling { .. } => "cycling",
            Keyword::CumulativeUpkeep(_) => "cumulative upkeep",
            Keyword::Haunt => "haunt",
            Keyword::Evolve => "evolve",
            Keyword::Evoke(_) => "evoke",
            Keyword::Bestow(_) => "bestow",
            Keyword::Mutate(_) => "mutate",
            Keyword::Delve => "delve",
            Keyword::Cascade => "cascade",
            Keyword::Rebound => "rebound",
            Keyword::Dredge(_) => "dredge",
            Keyword::Miracle(_) => "miracle",
            Keyword::Madness(_) => "madness",
            Keyword::Suspend { .. } => "suspend",
            Keyword::Champion(_) => "champion",
            Keyword::Banding => "banding",
            Keyword::BandsWithOther(_) => "bands with other",
            Keyword::Fuse => "fuse",
            Keyword::Aftermath => "aftermath",
            Keyword::Daybound => "daybound",
            Keyword::Nightbound => "nightbound",
            Keyword::Foretell(_) => "foretell",
            Keyword::Disturb(_) => "disturb",
        }
    }

    /// Whether it is what an effect that speaks of `asked` finds or takes away: "hexproof from" is hexproof (CR 702.11e),
    /// megamorph is morph, whatever it costs (CR 702.37b).
    pub fn is(&self, asked: &Keyword) -> bool {
        match (self, asked) {
            (Keyword::HexproofFrom(_), Keyword::Hexproof) => true,
            (Keyword::Morph(_) | Keyword::Megamorph(_), Keyword::Morph(any)) if any.is_empty() => true,
            (Keyword::Megamorph(_), Keyword::Megamorph(any)) if any.is_empty() => true,
            (Keyword::Foretell(_), Keyword::Foretell(ForetellCost::Cost(any))) if any.is_empty() => true,
            _ => self == asked,
        }
    }

    /// What is paid to turn a permanent with it face up (CR 702.37e); none of one that is no morph ability.
    pub fn morph_cost(&self) -> Option<&[Cost]> {
        match self {
            Keyword::Morph(cost) | Keyword::Megamorph(cost) => Some(cost),
            _ => None,
        }
    }

    /// Whether an object that loses `asked` loses it: with banding go all "bands with other" abilities (CR 702.22b).
    pub fn is_lost_with(&self, asked: &Keyword) -> bool {
        self.is(asked) || matches!((self, asked), (Keyword::BandsWithOther(_), Keyword::Banding))
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

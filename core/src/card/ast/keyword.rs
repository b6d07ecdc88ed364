//! Keyword abilities as data: the declaration, in the order in which their wire numbers were given (CR 702).

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::ast::ability::{ChapterSymbols, ClassLevelBar, LevelSymbol, TargetWhat};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Quantity};
use crate::card::words::comparison::Comparison;
use crate::card::words::counter_kind::CounterKind;

/// What is said of the cards of a starting deck (CR 702.139a-b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DeckCondition {
    /// Each card that fits the one description fits the other as well.
    Each {
        /// Which cards; all of them if not given.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        what: Box<Filter>,
        /// What each of them is.
        is: Box<Filter>,
    },
    /// No two cards that fit have a name in common (CR 201.2a).
    DifferentNames(Box<Filter>),
    /// The cards that fit have a card type in common.
    SharedCardType(Box<Filter>),
    /// No card has one mana symbol more than once in its mana cost.
    NoSymbolTwice,
}

fn any() -> Box<Filter> {
    Box::new(Filter::Any)
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// A keyword ability, with what its rule leaves to the card to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Keyword {
    /// Any damage that it deals to a creature is lethal (CR 702.2).
    Deathtouch,
    /// It can't attack (CR 702.3).
    Defender,
    /// It deals first-strike and regular combat damage (CR 702.4).
    DoubleStrike,
    /// What an Aura can be attached to, and targets as a spell: `Enchant(Object(Type(Creature)))`
    /// (CR 702.5).
    Enchant(Box<TargetWhat>),
    /// For a cost, as a sorcery, attach the Equipment to a creature that you control (CR 702.6).
    Equip {
        /// What is paid.
        cost: Vec<Cost>,
        /// Only onto such a creature: "equip Knight" (CR 702.6c).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<Box<Filter>>,
    },
    /// It deals combat damage before creatures without first strike (CR 702.7).
    FirstStrike,
    /// It may be cast whenever you could cast an instant (CR 702.8).
    Flash,
    /// It can't be blocked except by creatures with flying or reach (CR 702.9).
    Flying,
    /// It can attack, and its {T} abilities can be activated, in the turn that it comes under your
    /// control (CR 702.10).
    Haste,
    /// It can't be the target of spells and abilities that opponents control (CR 702.11).
    Hexproof,
    /// Hexproof from sources of a quality: `HexproofFrom(Color(Black))` (CR 702.11d).
    HexproofFrom(Box<Filter>),
    /// It can't be destroyed (CR 702.12).
    Indestructible,
    /// Its controller gains as much life as it deals damage (CR 702.15).
    Lifelink,
    /// Protection from a quality: `Protection(Color(Red))` (CR 702.16).
    Protection(Box<Filter>),
    /// It can block creatures with flying (CR 702.17).
    Reach,
    /// It can't be the target of spells and abilities (CR 702.18).
    Shroud,
    /// It may deal the damage beyond what is lethal for its blockers to what it is attacking (CR
    /// 702.19).
    Trample,
    /// Attacking doesn't tap it (CR 702.20).
    Vigilance,
    /// An optional additional cost; if it is paid, the card returns to the hand as the spell
    /// resolves (CR 702.27).
    Buyback(Vec<Cost>),
    /// Optional additional costs, each of which may be paid once; several are "and/or" (CR 702.33).
    /// The filter `Paid` and the quantity `TimesPaid` ask whether it was kicked.
    Kicker(Vec<Vec<Cost>>),
    /// An optional additional cost that may be paid any number of times (CR 702.33c).
    Multikicker(Vec<Cost>),
    /// What is paid in addition to choose all modes (CR 702.42).
    Entwine(Vec<Cost>),
    /// Its text may be added to a spell that fits, for a cost, as that spell is cast (CR 702.47).
    Splice {
        /// Onto which spells, such as `Subtype("Arcane")`.
        onto: Box<Filter>,
        /// What is paid.
        cost: Vec<Cost>,
    },
    /// What it asks of the starting deck to be the companion (CR 702.139).
    Companion(Vec<DeckCondition>),
    /// What is paid for each mode chosen beyond the first (CR 702.120).
    Escalate(Vec<Cost>),
    /// What an opponent pays whose spell or ability targets it, or that is countered (CR 702.21).
    Ward(Vec<Cost>),
    /// It may be cast from the graveyard for a cost, or for its mana cost if none is given, and is
    /// exiled afterward (CR 702.34).
    Flashback(Option<Vec<Cost>>),
    /// Tapping your creatures may pay for it (CR 702.51).
    Convoke,
    /// It gets +1/+1 until end of turn whenever you cast a noncreature spell (CR 702.108).
    Prowess,
    /// It deals damage to creatures as -1/-1 counters (CR 702.80).
    Wither,
    /// It deals damage to creatures as -1/-1 counters and to players as poison counters (CR
    /// 702.90).
    Infect,
    /// It can't be blocked except by two or more creatures (CR 702.111).
    Menace,
    /// It can't be blocked except by artifact creatures and creatures that share a color with it
    /// (CR 702.13).
    Intimidate,
    /// It can't be blocked while the defending player controls such a land:
    /// `Landwalk(Subtype("Island"))` (CR 702.14).
    Landwalk(Box<Filter>),
    /// A creature without flanking that blocks it gets -1/-1 until end of turn (CR 702.25).
    Flanking,
    /// It phases in or out before its controller untaps (CR 702.26).
    Phasing,
    /// It can block and be blocked only by creatures with shadow (CR 702.28).
    Shadow,
    /// It can't be blocked except by creatures with horsemanship (CR 702.31).
    Horsemanship,
    /// It can't be blocked except by artifact creatures and black creatures (CR 702.36).
    Fear,
    /// As it attacks, you may untap a creature of the defending player, which blocks it if able (CR
    /// 702.39).
    Provoke,
    /// It enters with so many +1/+1 counters; as it dies, they may go onto an artifact creature (CR
    /// 702.43).
    Modular(u32),
    /// It gets +N/+N as it blocks or becomes blocked (CR 702.45).
    Bushido(u32),
    /// For a cost, as a sorcery, attach the Fortification to a land that you control (CR 702.67).
    Fortify(Vec<Cost>),
    /// It is every creature type (CR 702.73).
    Changeling,
    /// As it dies without a -1/-1 counter, it returns with one (CR 702.79).
    Persist,
    /// As it attacks, the defending player sacrifices so many permanents (CR 702.86).
    Annihilator(u32),
    /// As the Equipment enters, it is attached to a new 0/0 black Germ token (CR 702.92).
    LivingWeapon,
    /// As it dies without a +1/+1 counter, it returns with one (CR 702.93).
    Undying,
    /// As it is cast, it is copied for each spell cast before it this turn (CR 702.40).
    Storm,
    /// It can't be blocked by creatures with greater power (CR 702.118).
    Skulk,
    /// Tapping creatures with so much total power makes the Vehicle an artifact creature until end
    /// of turn (CR 702.122).
    Crew(u32),
    /// As it becomes blocked, the defending player loses so much life (CR 702.130).
    Afflict(u32),
    /// For a cost, as a sorcery, put a level counter on it (CR 702.87).
    LevelUp(Vec<Cost>),
    /// A level symbol, with what its striation says (CR 107.8, 711.2).
    Level(Box<LevelSymbol>),
    /// Chapter symbols, with the effect beside them (CR 107.15, 715.2).
    Chapter(Box<ChapterSymbols>),
    /// A class level bar, with what its section says (CR 107.16, 717.2).
    ClassLevel(Box<ClassLevelBar>),
    /// It may be cast face down as a 2/2 creature for {3}, and turned face up for this cost (CR
    /// 702.37). In a filter, `Morph([])` is any morph ability, whatever it costs.
    Morph(Vec<Cost>),
    /// Morph, and a +1/+1 counter as it is turned face up for its megamorph cost (CR 702.37b).
    Megamorph(Vec<Cost>),
    /// For a cost, discard it and draw a card, or search for one: typecycling (CR 702.29, 702.29e).
    Cycling {
        /// What is paid besides discarding the card.
        cost: Vec<Cost>,
        /// Search for such a card instead of drawing one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<Box<Filter>>,
    },
    /// At the beginning of your upkeep it gets an age counter; pay this for each of those, or
    /// sacrifice it (CR 702.24). What is one of several is chosen for each.
    CumulativeUpkeep(Vec<Cost>),
    /// As it dies, or as the spell has resolved, it is exiled haunting a creature (CR 702.55).
    Haunt,
    /// It gets a +1/+1 counter as a creature with greater power or toughness enters under your
    /// control (CR 702.100).
    Evolve,
    /// It may be cast for this cost, and is sacrificed as it enters if it was (CR 702.74).
    Evoke(Vec<Cost>),
    /// It may be cast for this cost as an Aura with enchant creature (CR 702.103).
    Bestow(Vec<Cost>),
    /// It may be cast for this cost to merge with a creature that you own (CR 702.140).
    Mutate(Vec<Cost>),
    /// Exiling cards from your graveyard may pay for it (CR 702.66).
    Delve,
    /// As it is cast, exile cards until a cheaper nonland card, which may be cast free (CR 702.85).
    Cascade,
    /// If it was cast from a hand, it is exiled as it resolves, and may be cast free in your next
    /// upkeep (CR 702.88).
    Rebound,
    /// You may mill so many cards and return it from your graveyard instead of drawing (CR 702.52).
    Dredge(u32),
    /// It may be cast for this cost as it is the first card drawn in a turn (CR 702.94).
    Miracle(Vec<Cost>),
    /// It is discarded into exile, and may be cast from there for this cost (CR 702.35).
    Madness(Vec<Cost>),
    /// It may be exiled from the hand with time counters for a cost, and is cast free as the last
    /// is removed (CR 702.62).
    Suspend {
        /// How many time counters; `X` where the cost has it.
        count: Quantity,
        /// What is paid to exile it.
        cost: Vec<Cost>,
        /// What X must be, where the cost has it: `[(AtLeast, Fixed(1))]` is "X can't be 0" (CR 107.3d).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        x_limits: Vec<(Comparison, Quantity)>,
    },
    /// As it enters, sacrifice it unless another permanent that fits is exiled, which returns as it
    /// leaves (CR 702.72).
    Champion(Box<Filter>),
    /// It may attack in a band, and its controller may divide the damage dealt to it and its band
    /// (CR 702.22).
    Banding,
    /// Banding with other creatures of a quality alone (CR 702.22b).
    BandsWithOther(Box<Filter>),
    /// Both halves of the split card, which both say so, may be cast together from a hand (CR
    /// 702.102).
    Fuse,
    /// This half of a split card may be cast from a graveyard alone, and is exiled afterward (CR
    /// 702.127).
    Aftermath,
    /// Of a front face: it transforms as it becomes night (CR 702.145b).
    Daybound,
    /// Of a back face: it transforms as it becomes day (CR 702.145e).
    Nightbound,
    /// It may be exiled face down for {2} in your turn, and cast for this cost on a later one (CR
    /// 702.143). In a filter, `Foretell(Cost([]))` is any foretell ability, whatever it costs.
    Foretell(ForetellCost),
    /// It may be cast transformed from the graveyard for this cost (CR 702.146).
    Disturb(Vec<Cost>),
    /// A creature that you control gets +1/+1 until end of turn as it attacks alone (CR 702.83).
    Exalted,
    /// While it is on the stack, players can't cast other spells or activate abilities that aren't mana abilities (CR
    /// 702.61).
    SplitSecond,
}

/// What a foretold card may be cast for on a later turn (CR 702.143a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ForetellCost {
    /// This cost.
    Cost(Vec<Cost>),
    /// Its mana cost, reduced by so much generic mana.
    ManaCostLess(u32),
}

impl Keyword {
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

/// The name of a keyword ability, with all of its variants and variables: `"protection"` is protection from any quality,
/// `"landwalk"` each kind of landwalk (CR 702.1c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeywordName(&'static str);

/// A keyword ability that offers an alternative cost (CR 118.9): "its madness cost". New ones come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum AlternativeOf {
    Bestow,
    Disturb,
    Evoke,
    Flashback,
    Foretell,
    Madness,
    Miracle,
    Mutate,
}

impl KeywordName {
    /// As it stands in running text.
    pub const fn word(self) -> &'static str {
        self.0
    }

    /// The name of a keyword ability.
    pub fn of(keyword: &Keyword) -> KeywordName {
        KeywordName(keyword.word())
    }

    /// Which alternative cost such a keyword ability offers, if it offers one (CR 118.9).
    pub fn alternative(self) -> Option<AlternativeOf> {
        Some(match self.0 {
            "bestow" => AlternativeOf::Bestow,
            "disturb" => AlternativeOf::Disturb,
            "evoke" => AlternativeOf::Evoke,
            "flashback" => AlternativeOf::Flashback,
            "foretell" => AlternativeOf::Foretell,
            "madness" => AlternativeOf::Madness,
            "miracle" => AlternativeOf::Miracle,
            "mutate" => AlternativeOf::Mutate,
            _ => return None,
        })
    }

    /// Whether a keyword ability is called so. Megamorph is a variant of morph (CR 702.37b), "bands with other" one of
    /// banding (CR 702.22b).
    pub fn is_of(self, keyword: &Keyword) -> bool {
        match keyword {
            Keyword::Megamorph(_) => ["morph", "megamorph"].contains(&self.0),
            Keyword::BandsWithOther(_) => ["banding", "bands with other"].contains(&self.0),
            keyword => keyword.word() == self.0,
        }
    }
}

impl Serialize for KeywordName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for KeywordName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeywordName, D::Error> {
        KeywordName::try_from(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A word that is the name of no keyword ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is the name of no keyword ability; write it in small letters as in a text: \"first strike\", \"landwalk\""
)]
pub struct NotAKeyword(String);

impl TryFrom<String> for KeywordName {
    type Error = NotAKeyword;

    fn try_from(word: String) -> Result<KeywordName, NotAKeyword> {
        let found = Keyword::words().find(|name| *name == word);
        found.map(KeywordName).ok_or(NotAKeyword(word))
    }
}

impl CounterKind {
    /// The keyword ability that the counter gives (CR 122.1b).
    pub fn keyword(&self) -> Option<Keyword> {
        let CounterKind::Named(word) = self else { return None };
        let of = [
            Keyword::Flying,
            Keyword::FirstStrike,
            Keyword::DoubleStrike,
            Keyword::Deathtouch,
            Keyword::Haste,
            Keyword::Hexproof,
            Keyword::Indestructible,
            Keyword::Lifelink,
            Keyword::Menace,
            Keyword::Reach,
            Keyword::Trample,
            Keyword::Vigilance,
        ];
        of.into_iter().find(|keyword| keyword.word() == word)
    }

    /// Whether it changes characteristics (CR 122.1a-b).
    pub fn modifies(&self) -> bool {
        matches!(self, CounterKind::PowerToughness(..)) || self.keyword().is_some()
    }
}

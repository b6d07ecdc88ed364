//! Keyword abilities, expanded to the ordinary abilities that their rules define (CR 702).
//!
//! A file holds one keyword, or a few similar ones: the name, the operand and the meaning
//! ([`meaning::Meaning`]). The table below is in the order of the rule numbers. A keyword whose
//! rule only changes how other machinery works expands to nothing (`machinery`); the responsible
//! module of `rules` or `derive` checks for it.
//!
//! To add one that stands for ordinary abilities: a variant at the end of `ast::keyword::Keyword`,
//! a file here, and its line in the table.

mod absorb;
mod additional_cost;
mod affinity;
mod afflict;
mod afterlife;
mod alternative_cost;
mod alternative_if;
mod amplify;
mod annihilator;
mod ascend;
mod attaching;
mod aura_swap;
mod awaken;
mod battle_cry;
mod bloodthirst;
mod bushido;
mod cascade;
mod champion;
mod changeling;
mod cipher;
mod common;
mod copied_for_costs;
mod crew;
mod cumulative_upkeep;
mod cycling;
mod dash;
mod daybound;
mod decayed;
mod demonstrate;
mod dethrone;
mod devoid;
mod devour;
mod disturb;
mod dredge;
mod echo;
mod embalm;
mod emerge;
mod encore;
mod epic;
mod evasion;
mod evolve;
mod exalted;
mod exploit;
mod extort;
mod fabricate;
mod fading;
mod flanking;
mod flashback;
mod foretell;
mod frenzy;
mod from_graveyard;
mod graft;
mod gravestorm;
mod haunt;
mod hideaway;
mod holding;
mod ingest;
mod machinery;
mod madness;
mod meaning;
mod melee;
mod mentor;
mod miracle;
mod modular;
mod morph;
mod myriad;
mod names;
mod ninjutsu;
mod offering;
mod outlast;
mod partner;
mod poisonous;
mod protection;
mod provoke;
mod prowess;
mod rampage;
mod rebound;
mod recover;
mod reinforce;
mod renown;
mod returning;
mod riot;
mod ripple;
mod scavenge;
mod soulbond;
mod soulshift;
mod split_second;
mod storm;
mod striation;
mod sunburst;
mod suspend;
pub mod symbols;
mod totem_armor;
mod transmute;
mod tribute;
mod undaunted;
mod unearth;
mod unleash;
mod ward;
mod within;

pub use alternative_cost::bestowed;
pub(crate) use common::damages_a_player;
pub use copied_for_costs::conspiring;
pub use meaning::{AddingText, SpecialAction, SpecialTiming, TextOffer};
pub(crate) use meaning::{Made, Operand};
pub(crate) use partner::partner_of;

use std::fmt;

use meaning::Meaning;

use crate::card::ast::ability::{ActivatedAbility, Body, TriggeredAbility};
use crate::card::ast::cost::{Cost, OptionalCost};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission};
use crate::card::words::mana_symbol::ManaCost;
use crate::card::words::marking::Marking;
use crate::card::words::zone_kind::ZoneKind;

macro_rules! keywords {
    ($($keyword:ident => $meaning:path,)+) => {
        /// All keywords, in the order of their numbers.
        const ALL: &[fn() -> &'static Meaning] = &[$(|| &$meaning),+];

        impl Keyword {
            /// Its meaning.
            fn meaning(&self) -> &'static Meaning {
                match self {
                    $(Keyword::$keyword { .. } => &$meaning,)+
                }
            }
        }
    };
}

keywords! {
    // 702.2–702.23
    Deathtouch => machinery::DEATHTOUCH,
    Defender => evasion::DEFENDER,
    DoubleStrike => machinery::DOUBLE_STRIKE,
    Enchant => attaching::ENCHANT,
    Equip => attaching::EQUIP,
    FirstStrike => machinery::FIRST_STRIKE,
    Flash => machinery::FLASH,
    Flying => evasion::FLYING,
    Haste => machinery::HASTE,
    Hexproof => protection::HEXPROOF,
    HexproofFrom => protection::HEXPROOF_FROM,
    Indestructible => machinery::INDESTRUCTIBLE,
    Intimidate => evasion::INTIMIDATE,
    Landwalk => evasion::LANDWALK,
    Lifelink => machinery::LIFELINK,
    Protection => protection::PROTECTION,
    Reach => machinery::REACH,
    Shroud => protection::SHROUD,
    Trample => machinery::TRAMPLE,
    TrampleOverPlaneswalkers => machinery::TRAMPLE_OVER_PLANESWALKERS,
    Vigilance => machinery::VIGILANCE,
    Ward => ward::WARD,
    Banding => machinery::BANDING,
    BandsWithOther => machinery::BANDS_WITH_OTHER,
    Rampage => rampage::RAMPAGE,
    // 702.24–702.47
    CumulativeUpkeep => cumulative_upkeep::CUMULATIVE_UPKEEP,
    Flanking => flanking::FLANKING,
    Phasing => machinery::PHASING,
    Buyback => additional_cost::BUYBACK,
    Shadow => evasion::SHADOW,
    Cycling => cycling::CYCLING,
    Echo => echo::ECHO,
    Horsemanship => evasion::HORSEMANSHIP,
    Fading => fading::FADING,
    Kicker => additional_cost::KICKER,
    Multikicker => additional_cost::MULTIKICKER,
    Flashback => flashback::FLASHBACK,
    Madness => madness::MADNESS,
    Fear => evasion::FEAR,
    Morph => morph::MORPH,
    Megamorph => morph::MEGAMORPH,
    Provoke => provoke::PROVOKE,
    Amplify => amplify::AMPLIFY,
    Storm => storm::STORM,
    Affinity => affinity::AFFINITY,
    Entwine => additional_cost::ENTWINE,
    Modular => modular::MODULAR,
    ModularSunburst => modular::MODULAR_SUNBURST,
    Sunburst => sunburst::SUNBURST,
    Bushido => bushido::BUSHIDO,
    Soulshift => soulshift::SOULSHIFT,
    Splice => additional_cost::SPLICE,
    Offering => offering::OFFERING,
    Ninjutsu => ninjutsu::NINJUTSU,
    CommanderNinjutsu => ninjutsu::COMMANDER_NINJUTSU,
    Epic => epic::EPIC,
    // 702.51–702.77
    Convoke => machinery::CONVOKE,
    Dredge => dredge::DREDGE,
    Transmute => transmute::TRANSMUTE,
    Bloodthirst => bloodthirst::BLOODTHIRST,
    Haunt => haunt::HAUNT,
    Replicate => copied_for_costs::REPLICATE,
    Forecast => holding::FORECAST,
    Graft => graft::GRAFT,
    Recover => recover::RECOVER,
    Ripple => ripple::RIPPLE,
    SplitSecond => split_second::SPLIT_SECOND,
    Suspend => suspend::SUSPEND,
    Vanishing => fading::VANISHING,
    Absorb => absorb::ABSORB,
    AuraSwap => aura_swap::AURA_SWAP,
    Delve => machinery::DELVE,
    Fortify => attaching::FORTIFY,
    Frenzy => frenzy::FRENZY,
    Gravestorm => gravestorm::GRAVESTORM,
    Poisonous => poisonous::POISONOUS,
    Transfigure => transmute::TRANSFIGURE,
    Champion => champion::CHAMPION,
    Changeling => changeling::CHANGELING,
    Evoke => alternative_cost::EVOKE,
    Hideaway => hideaway::HIDEAWAY,
    Prowl => alternative_if::PROWL,
    Reinforce => reinforce::REINFORCE,
    Conspire => copied_for_costs::CONSPIRE,
    // 702.79–702.101
    Persist => returning::PERSIST,
    Wither => machinery::WITHER,
    Retrace => from_graveyard::RETRACE,
    Devour => devour::DEVOUR,
    Exalted => exalted::EXALTED,
    Unearth => unearth::UNEARTH,
    Cascade => cascade::CASCADE,
    Annihilator => annihilator::ANNIHILATOR,
    LevelUp => striation::LEVEL_UP,
    Rebound => rebound::REBOUND,
    TotemArmor => totem_armor::TOTEM_ARMOR,
    Infect => machinery::INFECT,
    BattleCry => battle_cry::BATTLE_CRY,
    LivingWeapon => attaching::LIVING_WEAPON,
    Undying => returning::UNDYING,
    Miracle => miracle::MIRACLE,
    Soulbond => soulbond::SOULBOND,
    Overload => alternative_cost::OVERLOAD,
    Scavenge => scavenge::SCAVENGE,
    Unleash => unleash::UNLEASH,
    Cipher => cipher::CIPHER,
    Evolve => evolve::EVOLVE,
    Extort => extort::EXTORT,
    // 702.102–702.147
    Fuse => machinery::FUSE,
    Bestow => alternative_cost::BESTOW,
    Tribute => tribute::TRIBUTE,
    Dethrone => dethrone::DETHRONE,
    HiddenAgenda => machinery::HIDDEN_AGENDA,
    DoubleAgenda => machinery::DOUBLE_AGENDA,
    Outlast => outlast::OUTLAST,
    Prowess => prowess::PROWESS,
    Dash => dash::DASH,
    Exploit => exploit::EXPLOIT,
    Menace => evasion::MENACE,
    Renown => renown::RENOWN,
    Awaken => awaken::AWAKEN,
    Devoid => devoid::DEVOID,
    Ingest => ingest::INGEST,
    Myriad => myriad::MYRIAD,
    Surge => alternative_if::SURGE,
    Skulk => evasion::SKULK,
    Emerge => emerge::EMERGE,
    Escalate => additional_cost::ESCALATE,
    Melee => melee::MELEE,
    Crew => crew::CREW,
    Fabricate => fabricate::FABRICATE,
    Partner => partner::PARTNER,
    PartnerWith => partner::PARTNER_WITH,
    Undaunted => undaunted::UNDAUNTED,
    Improvise => machinery::IMPROVISE,
    Aftermath => flashback::AFTERMATH,
    Embalm => embalm::EMBALM,
    Eternalize => embalm::ETERNALIZE,
    Afflict => afflict::AFFLICT,
    Ascend => ascend::ASCEND,
    Assist => machinery::ASSIST,
    JumpStart => from_graveyard::JUMP_START,
    Mentor => mentor::MENTOR,
    Afterlife => afterlife::AFTERLIFE,
    Riot => riot::RIOT,
    Spectacle => alternative_if::SPECTACLE,
    Escape => from_graveyard::ESCAPE,
    Companion => machinery::COMPANION,
    Mutate => alternative_cost::MUTATE,
    Encore => encore::ENCORE,
    Boast => holding::BOAST,
    Foretell => foretell::FORETELL,
    Demonstrate => demonstrate::DEMONSTRATE,
    Daybound => daybound::DAYBOUND,
    Nightbound => machinery::NIGHTBOUND,
    Disturb => disturb::DISTURB,
    Decayed => decayed::DECAYED,
    // 711, 715, 717
    Level => striation::LEVEL,
    Chapter => striation::CHAPTER,
    ClassLevel => striation::CLASS_LEVEL,
}

impl Keyword {
    /// The keyword abilities without operands.
    pub fn plain() -> impl Iterator<Item = Keyword> {
        ALL.iter().filter_map(|it| it().alone).map(|keyword| keyword())
    }

    /// The names of those that are made of an operand, and how.
    pub(crate) fn made() -> impl Iterator<Item = (&'static str, Made)> {
        ALL.iter().map(|it| (it().word, it().operand.made)).filter(|(_, made)| !matches!(made, Made::Own))
    }

    /// The names of all known keyword abilities, including those with operands.
    pub fn words() -> impl Iterator<Item = &'static str> {
        // Keywords with the same name are adjacent in the table.
        let word = |place: usize| ALL.get(place).map(|it| it().word);
        (0..ALL.len()).filter(move |place| place.checked_sub(1).and_then(word) != word(*place)).filter_map(word)
    }

    /// The names of those for whose cost a card may be cast that a designation reserves in exile.
    pub(crate) fn words_reserving() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|it| it()).filter(|meaning| meaning.reserved.is_some()).map(|meaning| meaning.word)
    }

    /// Its name in running text, without its operand.
    pub fn word(&self) -> &'static str {
        self.meaning().word
    }

    /// The operand after its name.
    pub(crate) fn operand(&self) -> Operand<'_> {
        (self.meaning().operand.of)(self)
    }

    /// The effects of the static abilities that the keyword stands for.
    pub fn effects(&self) -> Vec<StaticEffect> {
        (self.meaning().effects)(self)
    }

    /// The condition of the static abilities that the keyword stands for, if any.
    pub fn condition(&self) -> Option<Condition> {
        (self.meaning().condition)(self)
    }

    /// The zone where the static abilities that it stands for function (CR 113.6).
    pub fn zone(&self) -> ZoneKind {
        self.meaning().zone
    }

    /// The effects of a keyword ability on players who have it (CR 702.11c, 702.16b-e, 702.18a);
    /// empty if players can't have it.
    pub fn effects_on_players(&self, who: &Players) -> Vec<StaticEffect> {
        (self.meaning().players)(self, who)
    }

    /// The activated ability that the keyword stands for.
    pub fn activated(&self) -> Option<ActivatedAbility> {
        (self.meaning().activated)(self)
    }

    /// The triggered abilities that the keyword stands for.
    pub fn triggered(&self) -> Vec<TriggeredAbility> {
        (self.meaning().triggered)(self)
    }

    /// The spell ability that the keyword stands for, which is followed after the spell's others.
    pub fn spell(&self) -> Option<&'static Body> {
        self.meaning().spell.map(|spell| &**spell)
    }

    /// Whether it restricts or changes how its object is cast (CR 113.6d-e).
    pub fn is_about_casting(&self) -> bool {
        self.meaning().about_casting
    }

    /// The name of the keyword ability that it is a variant of, if it has a name of its own
    /// (CR 702.1c).
    pub(in crate::card) fn variant_of(&self) -> Option<&'static str> {
        self.meaning().variant_of
    }

    /// The alternative cost that the keyword offers for casting its object (CR 118.9).
    pub fn alternative_cost(&self) -> Option<&[Cost]> {
        self.operand().cost().filter(|_| self.meaning().alternative_cost)
    }

    /// The optional additional cost that each instance of it offers (CR 118.8b).
    pub fn offers(&self) -> Option<OptionalCost> {
        self.meaning().offers
    }

    /// The special action with its object in a hand (CR 116.2f, 116.2h), given whether the ability
    /// is printed on it, so that the object keeps it elsewhere.
    pub fn special_action(&self, printed: bool) -> Option<SpecialAction> {
        (self.meaning().special_action)(self, printed)
    }

    /// The cost for which an object may be cast that this designation reserves in exile; none if
    /// the keyword does not reserve its object so.
    pub fn reserved_cost(&self, being: Marking) -> Option<CastingCost> {
        let (_, cost) = self.meaning().reserved.filter(|(reserved, _)| *reserved == being)?;
        Some(cost(self)?.casting_cost())
    }

    /// The permission to play its object, given the object's mana cost (CR 113.6f).
    pub fn permission(&self, mana_cost: Option<&ManaCost>) -> Option<Permission> {
        (self.meaning().permission)(self, mana_cost)
    }

    /// Whether that permission is for casting its object transformed (CR 712.7b).
    pub fn casts_transformed(&self) -> bool {
        self.meaning().transformed
    }

    /// The text of its object, as an offer to spells, while the object is in a hand.
    pub fn text_offer(&self) -> Option<TextOffer<'_>> {
        let by = self.meaning().adds_text?;
        match self.operand() {
            Operand::OntoAndCost(onto, cost) => Some(TextOffer { onto, cost, by }),
            _ => None,
        }
    }

    /// The only zone that its object can be cast from, if the keyword restricts it (CR 702.127a).
    pub fn only_cast_from(&self) -> Option<ZoneKind> {
        self.meaning().only_cast_from
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

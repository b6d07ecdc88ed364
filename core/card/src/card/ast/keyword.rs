//! Keyword abilities as data (CR 702). Their order gives their wire numbers.

use std::borrow::Cow;

use retrace_words::Words;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::ast::ability::{ActivatedAbility, ChapterSymbols, ClassLevelBar, LevelSymbol, TargetWhat};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Quantity};
use crate::card::ast::restriction::CastingCost;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::comparison::Comparison;
use crate::card::words::refers::{Own, Provides};
use crate::card::words::schema::{Kinds, What};
use crate::card::words::term::{Term, leaves};
use crate::card::words::tree::Node;

/// A condition of a companion on the starting deck (CR 702.139a-b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum DeckCondition {
    /// Each card that matches one filter matches another one too.
    Each {
        /// Which cards; all of them if left out.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        what: Box<Filter>,
        /// What each of them must be.
        is: Box<Filter>,
    },
    /// No two matching cards share a name (CR 201.2a).
    DifferentNames(Box<Filter>),
    /// All matching cards share a card type.
    SharedCardType(Box<Filter>),
    /// No card has the same mana symbol more than once in its mana cost.
    NoSymbolTwice,
}

fn any() -> Box<Filter> {
    Box::new(Filter::Any)
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

fn creature() -> Box<Filter> {
    Box::new(Filter::Type(CardType::Creature))
}

fn is_creature(filter: &Filter) -> bool {
    *filter == Filter::Type(CardType::Creature)
}

/// A keyword ability with its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
// One that is `listed` stands on a line with others: what reminds of its rule is left out.
#[word(method(provides: Provides = NOTHING, own: Own = of_operands(self), listed: bool = false))]
pub enum Keyword {
    /// Any damage it deals to a creature is lethal (CR 702.2).
    #[word(listed)]
    Deathtouch,
    /// It can't attack (CR 702.3).
    #[word(listed)]
    Defender,
    /// It deals first-strike and regular combat damage (CR 702.4).
    #[word(listed)]
    DoubleStrike,
    /// What an Aura can be attached to, and what the Aura spell targets:
    /// `Enchant(Object(Type(Creature)))` (CR 702.5).
    Enchant(Box<TargetWhat>),
    /// For a cost, at sorcery speed, attach the Equipment to a creature you control (CR 702.6).
    Equip {
        /// The cost.
        cost: Vec<Cost>,
        /// Only to a matching creature: "equip Knight" (CR 702.6c).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<Box<Filter>>,
    },
    /// It deals combat damage before creatures without first strike (CR 702.7).
    #[word(listed)]
    FirstStrike,
    /// It can be cast at any time you could cast an instant (CR 702.8).
    Flash,
    /// It can't be blocked except by creatures with flying or reach (CR 702.9).
    #[word(listed)]
    Flying,
    /// It can attack and use {T} abilities on the turn it comes under your control (CR 702.10).
    #[word(listed)]
    Haste,
    /// Your opponents' spells and abilities can't target it (CR 702.11).
    #[word(listed)]
    Hexproof,
    /// Hexproof from sources of a quality: `HexproofFrom(Color(Black))` (CR 702.11d).
    #[word(listed)]
    HexproofFrom(Box<Filter>),
    /// It can't be destroyed (CR 702.12).
    #[word(listed)]
    Indestructible,
    /// Its controller gains life equal to the damage it deals (CR 702.15).
    #[word(listed)]
    Lifelink,
    /// Protection from a quality: `Protection(Color(Red))` (CR 702.16).
    #[word(found_by("protection from"))]
    #[word(listed)]
    Protection(Box<Filter>),
    /// It can block creatures with flying (CR 702.17).
    #[word(listed)]
    Reach,
    /// Spells and abilities can't target it (CR 702.18).
    #[word(listed)]
    Shroud,
    /// It may assign damage in excess of lethal damage to what it is attacking (CR 702.19).
    #[word(listed)]
    Trample,
    /// It attacks without being tapped (CR 702.20).
    #[word(listed)]
    Vigilance,
    /// An optional additional cost; if paid, the card returns to your hand as the spell resolves
    /// (CR 702.27).
    Buyback(Vec<Cost>),
    /// Optional additional costs, each payable once; several are "and/or" (CR 702.33). The filter
    /// `Paid` and the quantity `TimesPaid` tell whether it was kicked.
    #[word(found_by("additional cost"))]
    Kicker(Vec<Vec<Cost>>),
    /// An optional additional cost, payable any number of times (CR 702.33c).
    Multikicker(Vec<Cost>),
    /// An additional cost to choose all modes (CR 702.42).
    Entwine(Vec<Cost>),
    /// For a cost, its text may be added to a matching spell as that spell is cast (CR 702.47).
    Splice {
        /// Which spells, such as `Subtype("Arcane")`.
        onto: Box<Filter>,
        /// The cost.
        cost: Vec<Cost>,
    },
    /// The conditions on the starting deck for it to be the companion (CR 702.139).
    Companion(Vec<DeckCondition>),
    /// An additional cost for each mode chosen beyond the first (CR 702.120).
    Escalate(Vec<Cost>),
    /// A cost that an opponent pays whose spell or ability targets it; otherwise that spell or
    /// ability is countered (CR 702.21).
    #[word(listed(_0.iter().all(|part| matches!(part, Cost::Mana(_)))))]
    Ward(Vec<Cost>),
    /// A cost for casting it from the graveyard, the mana cost if left out; it is exiled afterward
    /// (CR 702.34).
    Flashback(Option<Vec<Cost>>),
    /// You may tap your creatures to help pay for it (CR 702.51).
    Convoke,
    /// It gets +1/+1 until end of turn whenever you cast a noncreature spell (CR 702.108).
    Prowess,
    /// It deals damage to creatures as -1/-1 counters (CR 702.80).
    Wither,
    /// It deals damage to creatures as -1/-1 counters and to players as poison counters
    /// (CR 702.90).
    Infect,
    /// It can't be blocked except by two or more creatures (CR 702.111).
    #[word(listed)]
    Menace,
    /// It can't be blocked except by artifact creatures and creatures that share a color with it
    /// (CR 702.13).
    #[word(listed)]
    Intimidate,
    /// It can't be blocked while the defending player controls a matching land:
    /// `Landwalk(Subtype("Island"))` (CR 702.14).
    #[word(listed)]
    Landwalk(Box<Filter>),
    /// A creature without flanking that blocks it gets -1/-1 until end of turn (CR 702.25).
    Flanking,
    /// It phases in or out before its controller untaps (CR 702.26).
    Phasing,
    /// It can block and be blocked only by creatures with shadow (CR 702.28).
    Shadow,
    /// It can't be blocked except by creatures with horsemanship (CR 702.31).
    #[word(listed)]
    Horsemanship,
    /// It can't be blocked except by artifact creatures and black creatures (CR 702.36).
    #[word(listed)]
    Fear,
    /// Whenever it attacks, you may untap a creature of the defending player; that creature blocks
    /// it if able (CR 702.39).
    Provoke,
    /// It enters with this many +1/+1 counters, which may move to an artifact creature when it dies
    /// (CR 702.43).
    Modular(u32),
    /// It gets +N/+N until end of turn when it blocks or becomes blocked (CR 702.45).
    Bushido(u32),
    /// For a cost, at sorcery speed, attach the Fortification to a land you control (CR 702.67).
    Fortify(Vec<Cost>),
    /// It is every creature type (CR 702.73).
    Changeling,
    /// When it dies without a -1/-1 counter on it, it returns with one (CR 702.79).
    Persist,
    /// Its attack makes the defending player sacrifice this many permanents (CR 702.86).
    Annihilator(u32),
    /// When the Equipment enters, it is attached to a new 0/0 black Germ token (CR 702.92).
    #[word(provides(PUT))]
    LivingWeapon,
    /// When it dies without a +1/+1 counter on it, it returns with one (CR 702.93).
    Undying,
    /// When it is cast, it is copied once for each earlier spell this turn (CR 702.40).
    Storm,
    /// It can't be blocked by creatures with greater power (CR 702.118).
    Skulk,
    /// Tapping creatures with this much total power makes the Vehicle an artifact creature until
    /// end of turn (CR 702.122).
    Crew(u32),
    /// The defending player loses this much life when it becomes blocked (CR 702.130).
    Afflict(u32),
    /// For a cost, at sorcery speed, put a level counter on it (CR 702.87).
    LevelUp(Vec<Cost>),
    /// A level symbol with its striation (CR 107.8, 711.2).
    Level(Box<LevelSymbol>),
    /// Chapter symbols with their effect (CR 107.15, 715.2).
    Chapter(Box<ChapterSymbols>),
    /// A class level bar with its section (CR 107.16, 717.2).
    ClassLevel(Box<ClassLevelBar>),
    /// You may cast it face down as a 2/2 creature for {3}, and turn it face up for this cost
    /// (CR 702.37). In a filter, `Morph([])` is any morph ability, whatever its cost.
    Morph(Vec<Cost>),
    /// Morph, with a +1/+1 counter when it is turned face up for its megamorph cost (CR 702.37b).
    Megamorph(Vec<Cost>),
    /// For a cost, discard it to draw a card, or with typecycling, to search for one (CR 702.29,
    /// 702.29e).
    Cycling {
        /// The cost, besides discarding the card.
        cost: Vec<Cost>,
        /// Search for a matching card instead of drawing one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<Box<Filter>>,
    },
    /// It gets an age counter each upkeep of yours, and is sacrificed unless you pay this for each
    /// of them (CR 702.24). Choices in the cost are made for each counter.
    CumulativeUpkeep(Vec<Cost>),
    /// When it dies, or the spell has resolved, it is exiled haunting a creature (CR 702.55).
    #[word(provides(HAUNTED, EXILED))]
    Haunt,
    /// It gets a +1/+1 counter when a creature with greater power or toughness enters under your
    /// control (CR 702.100).
    Evolve,
    /// An alternative cost; a permanent cast for it is sacrificed when it enters (CR 702.74).
    Evoke(Vec<Cost>),
    /// You may cast it for this cost as an Aura with enchant creature (CR 702.103).
    Bestow(Vec<Cost>),
    /// You may cast it for this cost to merge with a creature you own (CR 702.140).
    Mutate(Vec<Cost>),
    /// You may exile cards from your graveyard to help pay for it (CR 702.66).
    Delve,
    /// When you cast it, exile cards from your library until a cheaper nonland card, which you may
    /// cast for free (CR 702.85).
    Cascade,
    /// If you cast it from your hand, it is exiled as it resolves, and you may cast it for free in
    /// your next upkeep (CR 702.88).
    Rebound,
    /// Instead of drawing a card, you may mill this many cards and return it from your graveyard
    /// (CR 702.52).
    Dredge(u32),
    /// A cost for casting it as the first card you draw in a turn (CR 702.94).
    Miracle(Vec<Cost>),
    /// If discarded, it is exiled, and you may cast it from there for this cost (CR 702.35).
    Madness(Vec<Cost>),
    /// For a cost, you may exile it from your hand with time counters; it is cast for free when the
    /// last one is removed (CR 702.62).
    Suspend {
        /// The number of time counters; `X` if the cost has X.
        count: Quantity,
        /// The cost.
        cost: Vec<Cost>,
        /// Limits on an X in the cost: `[(AtLeast, Fixed(1))]` is "X can't be 0" (CR 107.3d).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        x_limits: Vec<(Comparison, Quantity)>,
    },
    /// It is sacrificed when it enters unless you exile another matching permanent, which returns
    /// when it leaves (CR 702.72).
    #[word(provides(EXILED))]
    Champion(Box<Filter>),
    /// It may attack in a band, and its controller may divide the damage dealt to it and its band
    /// (CR 702.22).
    #[word(listed)]
    Banding,
    /// Banding only with other matching creatures (CR 702.22b).
    BandsWithOther(Box<Filter>),
    /// Both halves of the split card may be cast together from hand; both halves have it
    /// (CR 702.102).
    Fuse,
    /// This half of a split card can be cast only from a graveyard, and is exiled afterward
    /// (CR 702.127).
    Aftermath,
    /// On a front face: it transforms as it becomes night (CR 702.145b).
    Daybound,
    /// On a back face: it transforms as it becomes day (CR 702.145e).
    Nightbound,
    /// On your turn, you may exile it face down for {2}, and cast it for this cost on a later turn
    /// (CR 702.143). In a filter, `Foretell(Cost([]))` is any foretell ability, whatever its cost.
    Foretell(ReservedCost),
    /// A cost for casting it transformed from the graveyard (CR 702.146).
    Disturb(Vec<Cost>),
    /// A creature you control gets +1/+1 until end of turn when it attacks alone (CR 702.83).
    Exalted,
    /// While it is on the stack, no spells can be cast, and only mana abilities activated
    /// (CR 702.61).
    SplitSecond,
    /// A controller of ten or more permanents gets the city's blessing for the rest of the game
    /// (CR 702.131).
    Ascend,
    /// It gets +N/+N until end of turn for each creature blocking it beyond the first (CR 702.23).
    Rampage(u32),
    /// It enters with this many fade counters, loses one each upkeep of yours, and is sacrificed
    /// when it can't (CR 702.32).
    Fading(u32),
    /// It enters with this many time counters, or none if left out, loses one each upkeep of yours,
    /// and is sacrificed with the last one (CR 702.63).
    Vanishing(Option<u32>),
    /// It costs {1} less to cast for each matching permanent you control:
    /// `Affinity(Type(Artifact))` (CR 702.41).
    Affinity(Box<Filter>),
    /// When it dies, you may return a Spirit card with at most this mana value from your graveyard
    /// to your hand (CR 702.46).
    Soulshift(u32),
    /// For a cost, at sorcery speed, discard it to search for a card with the same mana value
    /// (CR 702.53).
    Transmute(Vec<Cost>),
    /// For a cost, at sorcery speed, sacrifice it to put a creature card with the same mana value
    /// from your library onto the battlefield (CR 702.71).
    Transfigure(Vec<Cost>),
    /// It enters with this many +1/+1 counters if an opponent was dealt damage this turn. Left out,
    /// the number is the damage dealt to opponents: bloodthirst X (CR 702.54).
    Bloodthirst(Option<u32>),
    /// It enters with this many +1/+1 counters; one of them may move to each other creature that
    /// enters (CR 702.58).
    Graft(u32),
    /// When a creature is put into your graveyard, it returns from there to your hand if you pay
    /// the cost, and is exiled otherwise (CR 702.59).
    Recover(Vec<Cost>),
    /// When you cast it, you may reveal this many cards from the top of your library, and cast
    /// those with the same name for free (CR 702.60).
    Ripple(u32),
    /// This much of the damage that a source would deal to it is prevented (CR 702.64).
    Absorb(u32),
    /// For a cost, exchange the Aura with an Aura card in your hand (CR 702.65).
    AuraSwap(Vec<Cost>),
    /// It gets +N/+0 until end of turn when it attacks and isn't blocked (CR 702.68).
    Frenzy(u32),
    /// When it is cast, it is copied once for each permanent put into a graveyard this turn
    /// (CR 702.69).
    Gravestorm,
    /// A player it deals combat damage to gets this many poison counters (CR 702.70).
    Poisonous(u32),
    /// For a cost, discard it to put +1/+1 counters on a creature (CR 702.77).
    Reinforce {
        /// The number of counters.
        count: Quantity,
        /// The cost, besides discarding the card.
        cost: Vec<Cost>,
    },
    /// As it enters, you may sacrifice creatures; it enters with this many +1/+1 counters for each
    /// of them. `Linked(Chosen)` is what it devoured (CR 702.82).
    #[word(provides(NUMBER, CHOSEN))]
    Devour {
        /// The number of counters for each.
        count: u32,
        /// What may be sacrificed; creatures if left out (CR 702.82c).
        #[serde(default = "creature", skip_serializing_if = "is_creature")]
        what: Box<Filter>,
    },
    /// For a cost, at sorcery speed, it returns from your graveyard with haste, to be exiled at the
    /// next end step or if it would leave (CR 702.84).
    Unearth(Vec<Cost>),
    /// If what the Aura enchants would be destroyed, the Aura is destroyed instead (CR 702.89).
    TotemArmor,
    /// Whenever it attacks, each other attacking creature gets +1/+0 until end of turn (CR 702.91).
    BattleCry,
    /// For a cost, at sorcery speed, exile it from your graveyard to put +1/+1 counters equal to
    /// its power on a creature (CR 702.97).
    Scavenge(Vec<Cost>),
    /// It may enter with a +1/+1 counter, and can't block while it has one (CR 702.98).
    Unleash,
    /// Whenever you cast a spell, you may pay {W/B} to drain 1 life from each opponent (CR
    /// 702.101).
    Extort,
    /// For a cost and {T}, at sorcery speed, put a +1/+1 counter on it (CR 702.107).
    Outlast(Vec<Cost>),
    /// It is colorless (CR 702.114).
    Devoid,
    /// A player it deals combat damage to exiles the top card of their library (CR 702.115).
    Ingest,
    /// When it enters, it gets this many +1/+1 counters, or you create as many 1/1 Servo tokens
    /// (CR 702.123).
    Fabricate(u32),
    /// For a cost, at sorcery speed, exile it from your graveyard to create a token copy that is a
    /// white Zombie (CR 702.128).
    Embalm(Vec<Cost>),
    /// For a cost, at sorcery speed, exile it from your graveyard to create a token copy that is a
    /// 4/4 black Zombie (CR 702.129).
    Eternalize(Vec<Cost>),
    /// Whenever it attacks, an attacking creature with less power gets a +1/+1 counter (CR
    /// 702.134).
    Mentor,
    /// When it dies, you create this many 1/1 white and black Spirit tokens with flying (CR
    /// 702.135).
    Afterlife(u32),
    /// For a cost, at sorcery speed, exile it from your graveyard to create a token copy for each
    /// opponent, which attacks that opponent this turn (CR 702.141).
    Encore(Vec<Cost>),
    /// When you cast it, you may copy it; if you do, an opponent copies it too (CR 702.144).
    Demonstrate,
    /// It can't block, and is sacrificed at end of combat when it attacks (CR 702.147).
    Decayed,
    /// An alternative cost if a source of yours with one of its creature types dealt combat damage
    /// to a player this turn (CR 702.76).
    Prowl(Vec<Cost>),
    /// An alternative cost if you have cast another spell this turn (CR 702.117).
    Surge(Vec<Cost>),
    /// An alternative cost if an opponent lost life this turn (CR 702.137).
    Spectacle(Vec<Cost>),
    /// An alternative cost together with sacrificing a creature, whose mana value reduces it
    /// (CR 702.119).
    Emerge(Vec<Cost>),
    /// You may cast it from your graveyard by discarding a land card in addition (CR 702.81).
    Retrace,
    /// You may cast it from your graveyard by discarding a card in addition; it is exiled afterward
    /// (CR 702.133).
    JumpStart,
    /// A cost for casting it from the graveyard. `PaidAs("escape")` is "it escaped" (CR 702.138).
    Escape(Vec<Cost>),
    /// For a cost and returning an unblocked attacker of yours to hand, it enters from your hand
    /// tapped and attacking (CR 702.49).
    Ninjutsu(Vec<Cost>),
    /// It costs {1} less to cast for each opponent you have (CR 702.125).
    Undaunted,
    /// As it enters, you may reveal cards from your hand that share a creature type with it; it
    /// enters with this many +1/+1 counters for each of them (CR 702.38).
    Amplify(u32),
    /// It enters with a +1/+1 counter for each color of mana spent to cast it, or with charge
    /// counters if it isn't a creature (CR 702.44).
    Sunburst,
    /// An optional additional cost, payable any number of times; the spell is copied for each
    /// (CR 702.56).
    Replicate(Vec<Cost>),
    /// An activated ability that works from your hand, once each turn in your upkeep; the card
    /// stays revealed (CR 702.57).
    Forecast(Box<ActivatedAbility>),
    /// An optional additional cost: tap two creatures that share a color with the spell, which is
    /// copied then (CR 702.78).
    Conspire,
    /// An alternative cost; a spell cast for it affects each object that it could target
    /// (CR 702.96).
    Overload(Vec<Cost>),
    /// As it enters, an opponent may have it enter with this many +1/+1 counters. `Accepted` is
    /// "tribute was paid" (CR 702.104).
    #[word(provides(OFFER))]
    Tribute(u32),
    /// It gets a +1/+1 counter whenever it attacks a player with the most life (CR 702.105).
    Dethrone,
    /// An alternative cost; the permanent has haste and returns to hand at the next end step
    /// (CR 702.109).
    Dash(Vec<Cost>),
    /// When it enters, you may sacrifice a creature (CR 702.110).
    Exploit,
    /// When it deals combat damage to a player, it gets this many +1/+1 counters and becomes
    /// renowned, if it isn't (CR 702.112).
    Renown(u32),
    /// It gets +1/+1 until end of turn when it attacks, for each opponent you attacked this combat
    /// (CR 702.121).
    Melee,
    /// You may tap your artifacts to help pay for it (CR 702.126).
    Improvise,
    /// It enters with a +1/+1 counter or with haste (CR 702.136).
    Riot,
    /// An activated ability that works only if the creature attacked this turn, and once each turn
    /// (CR 702.142).
    Boast(Box<ActivatedAbility>),
    /// It enters tapped; you look at the top four cards of your library and exile one of them face
    /// down. `Linked(Exiled)` is that card (CR 702.75).
    #[word(provides(EXILED))]
    Hideaway,
    /// You may pair it with another creature that is unpaired, as either of them enters. `Paired`
    /// and `PairedWith` ask for that (CR 702.95).
    Soulbond,
    /// An alternative cost; a spell cast for it also makes target land you control a 0/0 creature
    /// with this many +1/+1 counters (CR 702.113).
    Awaken {
        /// The number of counters.
        count: u32,
        /// The cost.
        cost: Vec<Cost>,
    },
    /// You can't cast spells for the rest of the game, and copy this spell in each upkeep of yours
    /// (CR 702.50).
    Epic,
    /// At the beginning of your upkeep, it is sacrificed unless you pay this, if it came under your
    /// control since the beginning of your last upkeep (CR 702.30).
    Echo(Vec<Cost>),
    /// As the spell resolves, its card may be exiled encoded on a creature of yours, which then
    /// lets you cast copies of it for combat damage to a player (CR 702.99).
    #[word(provides(HAUNTED))]
    Cipher,
    /// You may sacrifice a permanent of this subtype to cast it for that much less mana, and at any
    /// time you could cast an instant: `Offering("Goblin")` (CR 702.48).
    Offering(Subtype),
    /// Another player may help pay its generic mana (CR 702.132).
    Assist,
    /// Modular with a counter for each color of mana spent: "modular—sunburst" (CR 702.43,
    /// 702.44c).
    ModularSunburst,
    /// Trample that goes past a planeswalker too, to its controller (CR 702.19c).
    TrampleOverPlaneswalkers,
    /// When it enters, target player may search their library for a card with this name and put it
    /// into their hand. What it means for commanders needs a Commander game (CR 702.124f).
    PartnerWith(String),
    /// As it attacks one opponent, copies of it attack the others until the end of combat
    /// (CR 702.116).
    Myriad,
    /// Two legendary creatures with it can be the commanders of a deck (CR 702.124a).
    Partner,
    /// Ninjutsu that works from the command zone, too (CR 702.49d).
    CommanderNinjutsu(Vec<Cost>),
    /// A conspiracy begins the game face down, with a card name that its controller has chosen
    /// secretly. `ChosenName` is that name (CR 702.106).
    #[word(provides(NAME))]
    HiddenAgenda,
    /// Hidden agenda with two names. `ChosenName` is either of them (CR 702.106f).
    #[word(provides(NAME))]
    DoubleAgenda,
}

/// The cost of casting a card on a later turn that a designation reserves in exile (CR 702.143a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum ReservedCost {
    /// This cost.
    Cost(Vec<Cost>),
    /// Its mana cost, reduced by this much generic mana.
    ManaCostLess(u32),
}

impl ReservedCost {
    /// The cost for casting the card.
    pub fn casting_cost(&self) -> CastingCost {
        match self {
            ReservedCost::Cost(cost) => CastingCost::Instead(cost.clone()),
            ReservedCost::ManaCostLess(less) => CastingCost::InsteadLess(*less),
        }
    }
}

impl Keyword {
    /// Whether an effect that names `asked` finds or removes it: "hexproof from" is hexproof
    /// (CR 702.11e), "trample over planeswalkers" is trample (CR 702.19c), and megamorph is morph,
    /// whatever its cost (CR 702.37b). A keyword whose value is left out is any with that name.
    pub fn is(&self, asked: &Keyword) -> bool {
        match (self, asked) {
            (Keyword::HexproofFrom(_), Keyword::Hexproof) => true,
            (Keyword::TrampleOverPlaneswalkers, Keyword::Trample) => true,
            (Keyword::Morph(_) | Keyword::Megamorph(_), Keyword::Morph(any)) if any.is_empty() => true,
            (Keyword::Megamorph(_), Keyword::Megamorph(any)) if any.is_empty() => true,
            (Keyword::Foretell(_), Keyword::Foretell(ReservedCost::Cost(any))) if any.is_empty() => true,
            (Keyword::Flashback(_), Keyword::Flashback(None))
            | (Keyword::Vanishing(_), Keyword::Vanishing(None))
            | (Keyword::Bloodthirst(_), Keyword::Bloodthirst(None)) => true,
            _ => self == asked,
        }
    }

    /// The number that its spell ability refers to (CR 702.113a).
    pub const fn number(&self) -> Option<u32> {
        match self {
            Keyword::Awaken { count, .. } => Some(*count),
            _ => None,
        }
    }

    /// The cost to turn a permanent with it face up (CR 702.37e); `None` if it isn't a morph
    /// ability.
    pub fn morph_cost(&self) -> Option<&[Cost]> {
        match self {
            Keyword::Morph(cost) | Keyword::Megamorph(cost) => Some(cost),
            _ => None,
        }
    }

    /// Whether an object that loses `asked` loses it: losing banding removes all "bands with other"
    /// abilities too (CR 702.22b).
    pub fn is_lost_with(&self, asked: &Keyword) -> bool {
        self.is(asked) || matches!((self, asked), (Keyword::BandsWithOther(_), Keyword::Banding))
    }
}

/// The name of a keyword ability, with all its variants: `"protection"` is protection from any
/// quality, `"landwalk"` any kind of landwalk (CR 702.1c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeywordName(pub(in crate::card) &'static str);

/// A keyword ability that offers an alternative cost (CR 118.9): "its madness cost". Add new ones
/// at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
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
    Prowl,
    Surge,
    Spectacle,
    Emerge,
    Escape,
    Overload,
    Dash,
    Awaken,
}

impl KeywordName {
    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        self.0
    }

    /// The alternative cost that this keyword ability offers, if any (CR 118.9).
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
            "prowl" => AlternativeOf::Prowl,
            "surge" => AlternativeOf::Surge,
            "spectacle" => AlternativeOf::Spectacle,
            "emerge" => AlternativeOf::Emerge,
            "escape" => AlternativeOf::Escape,
            "overload" => AlternativeOf::Overload,
            "dash" => AlternativeOf::Dash,
            "awaken" => AlternativeOf::Awaken,
            _ => return None,
        })
    }
}

leaves! {
    KeywordName: What::One("keyword") => |it| Node::Text(Cow::Borrowed(it.0));
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

/// A word that isn't the name of a keyword ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is the name of no keyword ability; write it in small letters as in a text: \"first strike\", \"landwalk\""
)]
pub struct NotAKeyword(pub(in crate::card) String);

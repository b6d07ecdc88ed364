//! Domains: the words for turn steps, zones, kinds of events, colours and so on.
//!
//! They are the rule book's words, in lower case, with `_` between parts. Kinds of events and
//! subtypes are spelled as in the log and the rule book. Where such a word is expected, neither
//! case nor `_` matters.

use crate::card::SUBTYPE_TABLES;
use crate::card::{CardType, Color, Keyword, ManaType, Phase, Supertype, TurnStep, ZoneKind};
use crate::fact::{Event, LossReason, Manner, PromptKind};

/// A set of words that a value can come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordSet {
    /// CR 500.1
    Phase,
    /// CR 500.1
    TurnStep,
    /// CR 400.1
    Zone,
    /// CR 105.1
    Color,
    /// CR 205.2a
    CardType,
    /// CR 205.4a
    Supertype,
    /// CR 205.3
    Subtype,
    /// CR 702
    Keyword,
    /// CR 106.1b
    ManaType,
    /// The kinds of events.
    EventKind,
    /// The ways in which an object changes zones.
    Manner,
    /// The questions of choices.
    ChoiceKind,
    /// CR 104.3
    LossReason,
}

macro_rules! words {
    ($($(#[$doc:meta])* $function:ident, $list:ident of $type:ident { $($pattern:pat => $word:literal),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            pub(super) const fn $function(value: &$type) -> &'static str {
                match value { $($pattern => $word),+ }
            }

            const $list: &[&str] = &[$($word),+];
        )+
    };
}

words! {
    /// The word for a phase.
    phase, PHASES of Phase {
        Phase::Beginning => "beginning",
        Phase::PrecombatMain => "precombat_main",
        Phase::Combat => "combat",
        Phase::PostcombatMain => "postcombat_main",
        Phase::Ending => "ending",
    }
    /// The word for a turn step.
    turn_step, TURN_STEPS of TurnStep {
        TurnStep::Untap => "untap",
        TurnStep::Upkeep => "upkeep",
        TurnStep::Draw => "draw",
        TurnStep::PrecombatMain => "precombat_main",
        TurnStep::BeginningOfCombat => "beginning_of_combat",
        TurnStep::DeclareAttackers => "declare_attackers",
        TurnStep::DeclareBlockers => "declare_blockers",
        TurnStep::CombatDamage => "combat_damage",
        TurnStep::EndOfCombat => "end_of_combat",
        TurnStep::PostcombatMain => "postcombat_main",
        TurnStep::End => "end",
        TurnStep::Cleanup => "cleanup",
    }
    /// The word for a zone.
    zone, ZONES of ZoneKind {
        ZoneKind::Library => "library",
        ZoneKind::Hand => "hand",
        ZoneKind::Battlefield => "battlefield",
        ZoneKind::Graveyard => "graveyard",
        ZoneKind::Stack => "stack",
        ZoneKind::Exile => "exile",
        ZoneKind::Command => "command",
        ZoneKind::Outside => "outside",
        ZoneKind::Ante => "ante",
    }
    /// The word for a card type.
    card_type, CARD_TYPES of CardType {
        CardType::Tribal => "tribal",
        CardType::Artifact => "artifact",
        CardType::Enchantment => "enchantment",
        CardType::Land => "land",
        CardType::Creature => "creature",
        CardType::Planeswalker => "planeswalker",
        CardType::Instant => "instant",
        CardType::Sorcery => "sorcery",
        CardType::Conspiracy => "conspiracy",
        CardType::Dungeon => "dungeon",
        CardType::Phenomenon => "phenomenon",
        CardType::Plane => "plane",
        CardType::Scheme => "scheme",
        CardType::Vanguard => "vanguard",
    }
    /// The word for a supertype.
    supertype, SUPERTYPES of Supertype {
        Supertype::Basic => "basic",
        Supertype::Legendary => "legendary",
        Supertype::Ongoing => "ongoing",
        Supertype::Snow => "snow",
        Supertype::World => "world",
    }
    /// The word for a type of mana.
    mana_type, MANA_TYPES of ManaType {
        ManaType::White => "white",
        ManaType::Blue => "blue",
        ManaType::Black => "black",
        ManaType::Red => "red",
        ManaType::Green => "green",
        ManaType::Colorless => "colorless",
    }
    /// The word for a way of changing zones.
    manner, MANNERS of Manner {
        Manner::Put => "put",
        Manner::Draw => "draw",
        Manner::Discard => "discard",
        Manner::Mill => "mill",
        Manner::Destroy => "destroy",
        Manner::Sacrifice => "sacrifice",
        Manner::Exile => "exile",
        Manner::Counter => "counter",
        Manner::Cast => "cast",
        Manner::Play => "play",
        Manner::Resolve => "resolve",
        Manner::NotResolve => "not_resolve",
        Manner::StateBased => "state_based",
        Manner::Edit => "edit",
        Manner::Shuffle => "shuffle",
        Manner::LeftGame => "left_game",
    }
    /// The word for a reason for losing the game.
    loss_reason, LOSS_REASONS of LossReason {
        LossReason::Conceded => "conceded",
        LossReason::Life => "life",
        LossReason::EmptyLibrary => "empty_library",
        LossReason::Poison => "poison",
        LossReason::Effect => "effect",
        LossReason::CommanderDamage => "commander_damage",
        LossReason::Team => "team",
    }
}

impl WordSet {
    /// All domains.
    pub const ALL: [WordSet; 13] = [
        WordSet::Phase,
        WordSet::TurnStep,
        WordSet::Zone,
        WordSet::Color,
        WordSet::CardType,
        WordSet::Supertype,
        WordSet::Subtype,
        WordSet::Keyword,
        WordSet::ManaType,
        WordSet::EventKind,
        WordSet::Manner,
        WordSet::ChoiceKind,
        WordSet::LossReason,
    ];

    /// Returns what a word of the domain is called.
    pub const fn name(self) -> &'static str {
        match self {
            WordSet::Phase => "phase",
            WordSet::TurnStep => "turn step",
            WordSet::Zone => "zone",
            WordSet::Color => "colour",
            WordSet::CardType => "card type",
            WordSet::Supertype => "supertype",
            WordSet::Subtype => "subtype",
            WordSet::Keyword => "keyword ability",
            WordSet::ManaType => "type of mana",
            WordSet::EventKind => "kind of event",
            WordSet::Manner => "way of changing zones",
            WordSet::ChoiceKind => "kind of choice",
            WordSet::LossReason => "reason for losing",
        }
    }

    /// Returns its words as values hold them. Keyword abilities of several words contain a space.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            WordSet::Phase => PHASES.to_vec(),
            WordSet::TurnStep => TURN_STEPS.to_vec(),
            WordSet::Zone => ZONES.to_vec(),
            WordSet::Color => Color::ALL.iter().map(|color| color.word()).collect(),
            WordSet::CardType => CARD_TYPES.to_vec(),
            WordSet::Supertype => SUPERTYPES.to_vec(),
            WordSet::Subtype => SUBTYPE_TABLES.iter().flat_map(|table| table.iter().copied()).collect(),
            WordSet::Keyword => Keyword::words().collect(),
            WordSet::ManaType => MANA_TYPES.to_vec(),
            WordSet::EventKind => Event::KINDS.iter().map(|(_, name)| *name).collect(),
            WordSet::Manner => MANNERS.to_vec(),
            WordSet::ChoiceKind => PromptKind::ALL.iter().map(|kind| kind.word()).collect(),
            WordSet::LossReason => LOSS_REASONS.to_vec(),
        }
    }

    /// Finds the word that a text means, ignoring case, `_`, spaces and punctuation.
    pub fn find(self, text: &str) -> Option<&'static str> {
        self.words().into_iter().find(|word| same(word, text))
    }
}

/// Returns a word of a domain as written in the language, quoted if it cannot stand bare.
pub fn written(word: &str) -> String {
    let word = word.replace(' ', "_");
    let bare = word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if bare { word } else { format!("\"{word}\"") }
}

fn same(left: &str, right: &str) -> bool {
    let letters = |text: &'_ str| -> Vec<char> {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(left) == letters(right)
}

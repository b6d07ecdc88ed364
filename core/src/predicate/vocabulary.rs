//! The vocabulary as data: the words to ask of the game, a player, an object or an event, with
//! their types. The checker, completion, and the reference in `docs/predicates.md` all read this
//! table.

use crate::card::Designation;
use crate::card::page::item;

use super::domain::{WordSet, written};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Yes or no.
    Bool,
    /// A whole number (CR 107.1).
    Number,
    /// A text.
    Text,
    /// A player.
    Player,
    /// An object.
    Object,
    /// An object or a player.
    Entity,
    /// An event.
    Event,
    /// The number of a rule.
    Rule,
    /// A kind of counter.
    Counter,
    /// A word of a domain.
    Word(WordSet),
}

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The kind of its values.
    pub kind: ValueKind,
    /// Whether it may have several values.
    pub many: bool,
}

/// Returns the type of at most one value of a kind.
pub(super) const fn one(kind: ValueKind) -> Type {
    Type { kind, many: false }
}

/// Returns the type of any number of values of a kind.
pub(super) const fn many(kind: ValueKind) -> Type {
    Type { kind, many: true }
}

pub(super) const BOOL: Type = one(ValueKind::Bool);
pub(super) const NUMBER: Type = one(ValueKind::Number);
pub(super) const TEXT: Type = one(ValueKind::Text);
pub(super) const OBJECTS: Type = many(ValueKind::Object);

impl Type {
    /// Returns what it is called: "a number", "objects".
    pub fn name(self) -> String {
        let (one, several) = match self.kind {
            ValueKind::Bool => ("yes or no", "yes or no"),
            ValueKind::Number => ("a number", "numbers"),
            ValueKind::Text => ("a text", "texts"),
            ValueKind::Player => ("a player", "players"),
            ValueKind::Object => ("an object", "objects"),
            ValueKind::Entity => ("an object or player", "objects and players"),
            ValueKind::Event => ("an event", "events"),
            ValueKind::Rule => ("a rule", "rules"),
            ValueKind::Counter => ("a kind of counter", "kinds of counters"),
            ValueKind::Word(domain) if self.many => return format!("{}s", domain.name()).replace("ys", "ies"),
            ValueKind::Word(domain) => return format!("a {}", domain.name()),
        };
        if self.many { several } else { one }.to_owned()
    }
}

/// What a word is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// Nothing in particular.
    Game,
    /// A player: `A.life`.
    Player,
    /// An object: `Bear.power`.
    Object,
    /// An event: `event.rule`.
    Event,
}

impl Owner {
    /// All owners.
    pub const ALL: [Owner; 4] = [Owner::Game, Owner::Player, Owner::Object, Owner::Event];

    /// Returns the owners whose words can be asked of a kind; for an entity, the words of objects
    /// and players.
    pub(super) const fn of(kind: ValueKind) -> &'static [Owner] {
        match kind {
            ValueKind::Player => &[Owner::Player],
            ValueKind::Object => &[Owner::Object],
            ValueKind::Entity => &[Owner::Player, Owner::Object],
            ValueKind::Event => &[Owner::Event],
            _ => &[],
        }
    }
}

/// The property that a word asks for. Words with the same name but several owners share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words says what each asks")]
pub enum Prop {
    Turn,
    Phase,
    TurnStep,
    Active,
    Priority,
    StartingPlayer,
    AttackingPlayer,
    DefendingPlayer,
    Designated(Designation),
    ControlledBy,
    Players,
    Over,
    Subgame,
    Winner,
    LandsPlayed,
    Day,
    Night,
    Choice,
    Chooser,
    ChoiceRule,
    Battlefield,
    Stack,
    Exile,
    Command,
    TopOfStack,
    Objects,
    Permanents,
    PhasedOut,
    Creatures,
    Lands,
    Artifacts,
    Enchantments,
    Planeswalkers,
    Tokens,
    Attackers,
    Blockers,
    Spells,
    Event,
    Events,
    It,
    True,
    False,
    Name,
    Life,
    Poison,
    Energy,
    Counters,
    Mana,
    Hand,
    Library,
    Graveyard,
    Opponents,
    Team,
    Won,
    Lost,
    Controller,
    Owner,
    Zone,
    Power,
    Toughness,
    ManaValue,
    Loyalty,
    Level,
    Damage,
    Color,
    CardType,
    Supertype,
    Subtype,
    Keyword,
    Colorless,
    Multicolored,
    Tapped,
    Untapped,
    FaceDown,
    Attacking,
    Blocking,
    Blocked,
    Unblocked,
    SummoningSick,
    IsPermanent,
    IsSpell,
    IsAbility,
    IsToken,
    IsCard,
    Gone,
    Source,
    Targets,
    X,
    Attacks,
    Blocks,
    AttachedTo,
    Attachments,
    Became,
    EventKind,
    EventNumber,
    Rule,
    About,
    EventObject,
    EventObjects,
    EventPlayer,
    EventPlayers,
    Amount,
    Recipient,
    Combat,
    Counter,
    From,
    To,
    Manner,
    Reason,
    Cause,
    Causes,
    /// A word of a domain as a yes-or-no word of an object: `flying`, `creature`, `red`, `Goblin`.
    Is(WordSet, &'static str),
}

/// A word of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct VocabularyWord {
    /// Its owner.
    pub owner: Owner,
    /// The word.
    pub name: &'static str,
    /// The kind of its argument in parentheses.
    pub argument: Option<ValueKind>,
    /// Its type.
    pub gives: Type,
    /// Its property.
    pub prop: Prop,
    /// Its meaning, in a clause.
    pub meaning: &'static str,
}

const fn word(
    owner: Owner,
    name: &'static str,
    argument: Option<ValueKind>,
    gives: Type,
    prop: Prop,
    meaning: &'static str,
) -> VocabularyWord {
    VocabularyWord { owner, name, argument, gives, prop, meaning }
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of functions says what each does")]
pub(crate) enum Function {
    Count,
    Any,
    All,
    Sum,
    Max,
    Min,
    Before,
    Changed,
    LeftOf,
    RightOf,
}

/// The functions, each with its form and meaning.
pub(crate) const FUNCTIONS: &[(Function, &str, &str, &str)] = &[
    (Function::Count, "count", "count(OBJECTS)", "how many there are: of objects, players or events"),
    (Function::Any, "any", "any(OBJECTS)", "whether there is one"),
    (
        Function::All,
        "all",
        "all(OBJECTS, YES-OR-NO)",
        "whether this holds for each of them; in it, words are asked of it",
    ),
    (Function::Sum, "sum", "sum(NUMBERS)", "the sum"),
    (Function::Max, "max", "max(NUMBERS, …)", "the greatest; nothing, if there are none"),
    (Function::Min, "min", "min(NUMBERS, …)", "the least; nothing, if there are none"),
    (Function::Before, "before", "before(ANYTHING)", "what it was before what just happened"),
    (Function::Changed, "changed", "changed(ANYTHING)", "whether it is another than it was before what just happened"),
    (Function::LeftOf, "left_of", "left_of(PLAYER)", "the next player to the left who is in the game (CR 101.4)"),
    (Function::RightOf, "right_of", "right_of(PLAYER)", "the next player to the right who is in the game"),
];

/// The domains whose words are also yes-or-no words of an object.
pub(crate) const YES_OR_NO: [WordSet; 5] =
    [WordSet::CardType, WordSet::Supertype, WordSet::Subtype, WordSet::Color, WordSet::Keyword];

/// The words of the vocabulary.
pub const WORDS: &[VocabularyWord] = &ALL;

/// The words, with one for each designation.
const ALL: [VocabularyWord; BEFORE.len() + Designation::ALL.len() + AFTER.len()] = {
    let designated = BEFORE.len();
    let after = designated + Designation::ALL.len();
    let mut all = [BEFORE[0]; BEFORE.len() + Designation::ALL.len() + AFTER.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = match place {
            _ if place < designated => BEFORE[place],
            _ if place < after => designation(Designation::ALL[place - designated]),
            _ => AFTER[place - after],
        };
        place += 1;
    }
    all
};

/// The word of a designation: who has it.
const fn designation(it: Designation) -> VocabularyWord {
    let told = it.telling();
    let gives = if told.of_one { one(ValueKind::Player) } else { many(ValueKind::Player) };
    word(Owner::Game, told.word, None, gives, Prop::Designated(it), told.gives)
}

/// The words before those of designations.
#[rustfmt::skip]
const BEFORE: &[VocabularyWord] = &[
    word(Owner::Game, "turn", None, NUMBER, Prop::Turn, "the number of the turn (CR 500.1)"),
    word(Owner::Game, "phase", None, one(ValueKind::Word(WordSet::Phase)), Prop::Phase, "the phase; nothing between two phases"),
    word(Owner::Game, "step", None, one(ValueKind::Word(WordSet::TurnStep)), Prop::TurnStep, "the turn step; a main phase counts as one"),
    word(Owner::Game, "active", None, one(ValueKind::Player), Prop::Active, "the active player (CR 102.1)"),
    word(Owner::Game, "priority", None, one(ValueKind::Player), Prop::Priority, "the player with priority (CR 117); nothing while nobody has it"),
    word(Owner::Game, "starting_player", None, one(ValueKind::Player), Prop::StartingPlayer, "the player who took the first turn (CR 103.1)"),
    word(Owner::Game, "attacking_player", None, one(ValueKind::Player), Prop::AttackingPlayer, "the attacking player (CR 506.2); nothing outside of combat"),
    word(Owner::Game, "defending_player", None, one(ValueKind::Player), Prop::DefendingPlayer, "the defending player (CR 506.2); nothing outside of combat"),
];

/// The words after those of designations.
#[rustfmt::skip]
const AFTER: &[VocabularyWord] = &[
    word(Owner::Game, "players", None, many(ValueKind::Player), Prop::Players, "the players still in the game"),
    word(Owner::Game, "over", None, BOOL, Prop::Over, "the game is over (CR 104.1)"),
    word(Owner::Game, "subgame", None, NUMBER, Prop::Subgame, "how many games wait for this one to end: 0 outside of subgames (CR 722)"),
    word(Owner::Game, "winner", None, one(ValueKind::Player), Prop::Winner, "the player who won; nothing in a draw or while the game goes on"),
    word(Owner::Game, "lands_played", None, NUMBER, Prop::LandsPlayed, "how many lands the active player has played this turn (CR 305.2)"),
    word(Owner::Game, "day", None, BOOL, Prop::Day, "it is day (CR 724.1)"),
    word(Owner::Game, "night", None, BOOL, Prop::Night, "it is night (CR 724.1)"),
    word(Owner::Game, "choice", None, one(ValueKind::Word(WordSet::ChoiceKind)), Prop::Choice, "what the choice is about that the game waits for; nothing between choices"),
    word(Owner::Game, "chooser", None, one(ValueKind::Player), Prop::Chooser, "whose choice that is"),
    word(Owner::Game, "choice_rule", None, one(ValueKind::Rule), Prop::ChoiceRule, "the rule that asks for it"),
    word(Owner::Game, "battlefield", None, OBJECTS, Prop::Battlefield, "the permanents on the battlefield"),
    word(Owner::Game, "stack", None, OBJECTS, Prop::Stack, "the spells and abilities on the stack, the top first"),
    word(Owner::Game, "exile", None, OBJECTS, Prop::Exile, "the cards in exile"),
    word(Owner::Game, "command", None, OBJECTS, Prop::Command, "the objects in the command zone"),
    word(Owner::Game, "top_of_stack", None, one(ValueKind::Object), Prop::TopOfStack, "the object on top of the stack"),
    word(Owner::Game, "objects", None, OBJECTS, Prop::Objects, "all objects of the game, in whatever zone"),
    word(Owner::Game, "permanents", None, OBJECTS, Prop::Permanents, "the permanents: the same as `battlefield`"),
    word(Owner::Game, "phased_out", None, OBJECTS, Prop::PhasedOut, "the permanents that are phased out (CR 702.26b), as they were as they phased out"),
    word(Owner::Game, "creatures", None, OBJECTS, Prop::Creatures, "the creatures on the battlefield"),
    word(Owner::Game, "lands", None, OBJECTS, Prop::Lands, "the lands on the battlefield"),
    word(Owner::Game, "artifacts", None, OBJECTS, Prop::Artifacts, "the artifacts on the battlefield"),
    word(Owner::Game, "enchantments", None, OBJECTS, Prop::Enchantments, "the enchantments on the battlefield"),
    word(Owner::Game, "planeswalkers", None, OBJECTS, Prop::Planeswalkers, "the planeswalkers on the battlefield"),
    word(Owner::Game, "tokens", None, OBJECTS, Prop::Tokens, "the tokens on the battlefield (CR 111.1)"),
    word(Owner::Game, "attackers", None, OBJECTS, Prop::Attackers, "the attacking creatures (CR 508.1k)"),
    word(Owner::Game, "blockers", None, OBJECTS, Prop::Blockers, "the blocking creatures (CR 509.1g)"),
    word(Owner::Game, "spells", None, OBJECTS, Prop::Spells, "the spells on the stack (CR 112.1)"),
    word(Owner::Game, "event", None, one(ValueKind::Event), Prop::Event, "the event at this point"),
    word(Owner::Game, "events", None, many(ValueKind::Event), Prop::Events, "the events of this turn so far"),
    word(Owner::Game, "it", None, one(ValueKind::Entity), Prop::It, "in a `where`: the one that is being looked at"),
    word(Owner::Game, "true", None, BOOL, Prop::True, "yes"),
    word(Owner::Game, "false", None, BOOL, Prop::False, "no"),
    word(Owner::Player, "name", None, TEXT, Prop::Name, "the name"),
    word(Owner::Player, "controlled_by", None, one(ValueKind::Player), Prop::ControlledBy, "who makes the player's choices, if it is somebody else (CR 718.5)"),
    word(Owner::Player, "life", None, NUMBER, Prop::Life, "the life total (CR 119)"),
    word(Owner::Player, "poison", None, NUMBER, Prop::Poison, "how many poison counters (CR 122.1)"),
    word(Owner::Player, "energy", None, NUMBER, Prop::Energy, "how many energy counters (CR 107.14)"),
    word(Owner::Player, "counters", Some(ValueKind::Counter), NUMBER, Prop::Counters, "how many counters of a kind, or of all kinds"),
    word(Owner::Player, "mana", Some(ValueKind::Word(WordSet::ManaType)), NUMBER, Prop::Mana, "how much mana is in the pool (CR 106.4), of a type or of all"),
    word(Owner::Player, "hand", None, OBJECTS, Prop::Hand, "the cards in hand"),
    word(Owner::Player, "library", None, OBJECTS, Prop::Library, "the cards in the library, the top first"),
    word(Owner::Player, "graveyard", None, OBJECTS, Prop::Graveyard, "the cards in the graveyard, the top first"),
    word(Owner::Player, "exile", None, OBJECTS, Prop::Exile, "the cards in exile that the player owns"),
    word(Owner::Player, "command", None, OBJECTS, Prop::Command, "the objects in the command zone that the player owns"),
    word(Owner::Player, "battlefield", None, OBJECTS, Prop::Battlefield, "the permanents that the player controls"),
    word(Owner::Player, "stack", None, OBJECTS, Prop::Stack, "the spells and abilities that the player controls, the top first"),
    word(Owner::Player, "spells", None, OBJECTS, Prop::Spells, "the spells that the player controls"),
    word(Owner::Player, "permanents", None, OBJECTS, Prop::Permanents, "the permanents that the player controls"),
    word(Owner::Player, "phased_out", None, OBJECTS, Prop::PhasedOut, "the permanents that phased out under the player's control"),
    word(Owner::Player, "creatures", None, OBJECTS, Prop::Creatures, "the creatures that the player controls"),
    word(Owner::Player, "lands", None, OBJECTS, Prop::Lands, "the lands that the player controls"),
    word(Owner::Player, "artifacts", None, OBJECTS, Prop::Artifacts, "the artifacts that the player controls"),
    word(Owner::Player, "enchantments", None, OBJECTS, Prop::Enchantments, "the enchantments that the player controls"),
    word(Owner::Player, "planeswalkers", None, OBJECTS, Prop::Planeswalkers, "the planeswalkers that the player controls"),
    word(Owner::Player, "tokens", None, OBJECTS, Prop::Tokens, "the tokens that the player controls"),
    word(Owner::Player, "attackers", None, OBJECTS, Prop::Attackers, "the attacking creatures that the player controls"),
    word(Owner::Player, "blockers", None, OBJECTS, Prop::Blockers, "the blocking creatures that the player controls"),
    word(Owner::Player, "opponents", None, many(ValueKind::Player), Prop::Opponents, "the opponents (CR 102.2, 102.3)"),
    word(Owner::Player, "team", None, many(ValueKind::Player), Prop::Team, "the player and the teammates in the game (CR 102.3)"),
    word(Owner::Player, "won", None, BOOL, Prop::Won, "whether the player, or the player's team, has won (CR 104.2)"),
    word(Owner::Player, "lost", None, BOOL, Prop::Lost, "whether the player has lost and left the game (CR 104.5)"),
    word(Owner::Object, "name", None, TEXT, Prop::Name, "the name; of an ability, that of its source"),
    word(Owner::Object, "controller", None, one(ValueKind::Player), Prop::Controller, "the controller (CR 108.4)"),
    word(Owner::Object, "owner", None, one(ValueKind::Player), Prop::Owner, "the owner (CR 108.3)"),
    word(Owner::Object, "zone", None, one(ValueKind::Word(WordSet::Zone)), Prop::Zone, "the zone; of an object that is gone, the last"),
    word(Owner::Object, "power", None, NUMBER, Prop::Power, "the power (CR 208)"),
    word(Owner::Object, "toughness", None, NUMBER, Prop::Toughness, "the toughness (CR 208)"),
    word(Owner::Object, "mana_value", None, NUMBER, Prop::ManaValue, "the mana value (CR 202.3)"),
    word(Owner::Object, "loyalty", None, NUMBER, Prop::Loyalty, "the loyalty of a planeswalker on the battlefield (CR 306.5c)"),
    word(Owner::Object, "level", None, NUMBER, Prop::Level, "the level of a permanent, 1 if it has none (CR 717.2)"),
    word(Owner::Object, "damage", None, NUMBER, Prop::Damage, "how much damage is marked on it (CR 120.6)"),
    word(Owner::Object, "counters", Some(ValueKind::Counter), NUMBER, Prop::Counters, "how many counters of a kind, or of all kinds"),
    word(Owner::Object, "color", None, many(ValueKind::Word(WordSet::Color)), Prop::Color, "its colours"),
    word(Owner::Object, "type", None, many(ValueKind::Word(WordSet::CardType)), Prop::CardType, "its card types"),
    word(Owner::Object, "supertype", None, many(ValueKind::Word(WordSet::Supertype)), Prop::Supertype, "its supertypes"),
    word(Owner::Object, "subtype", None, many(ValueKind::Word(WordSet::Subtype)), Prop::Subtype, "its subtypes"),
    word(Owner::Object, "keyword", None, many(ValueKind::Word(WordSet::Keyword)), Prop::Keyword, "its keyword abilities"),
    word(Owner::Object, "colorless", None, BOOL, Prop::Colorless, "it has no colour (CR 105.2c)"),
    word(Owner::Object, "multicolored", None, BOOL, Prop::Multicolored, "it has two or more colours (CR 105.2b)"),
    word(Owner::Object, "tapped", None, BOOL, Prop::Tapped, "it is a tapped permanent"),
    word(Owner::Object, "untapped", None, BOOL, Prop::Untapped, "it is an untapped permanent"),
    word(Owner::Object, "face_down", None, BOOL, Prop::FaceDown, "it is a face-down spell or permanent (CR 708)"),
    word(Owner::Object, "attacking", None, BOOL, Prop::Attacking, "it is an attacking creature (CR 508.1k)"),
    word(Owner::Object, "blocking", None, BOOL, Prop::Blocking, "it is a blocking creature (CR 509.1g)"),
    word(Owner::Object, "blocked", None, BOOL, Prop::Blocked, "it is a blocked attacking creature (CR 509.1h)"),
    word(Owner::Object, "unblocked", None, BOOL, Prop::Unblocked, "it is an unblocked attacking creature (CR 509.1h)"),
    word(Owner::Object, "summoning_sick", None, BOOL, Prop::SummoningSick, "it is a creature that cannot attack yet, nor be tapped for a cost (CR 302.6)"),
    word(Owner::Object, "permanent", None, BOOL, Prop::IsPermanent, "it is on the battlefield (CR 110.1)"),
    word(Owner::Object, "spell", None, BOOL, Prop::IsSpell, "it is a spell (CR 112.1)"),
    word(Owner::Object, "ability", None, BOOL, Prop::IsAbility, "it is an ability on the stack (CR 113.1c)"),
    word(Owner::Object, "token", None, BOOL, Prop::IsToken, "it is a token (CR 111.1)"),
    word(Owner::Object, "card", None, BOOL, Prop::IsCard, "a card represents it (CR 108.2)"),
    word(Owner::Object, "gone", None, BOOL, Prop::Gone, "it has left its zone; what is asked of it is its last known information (CR 608.2h)"),
    word(Owner::Object, "source", None, one(ValueKind::Object), Prop::Source, "of an ability on the stack: the object it came from (CR 113.7)"),
    word(Owner::Object, "targets", None, many(ValueKind::Entity), Prop::Targets, "of a spell or ability: what it targets (CR 115.1)"),
    word(Owner::Object, "x", None, NUMBER, Prop::X, "the value chosen for X (CR 107.3)"),
    word(Owner::Object, "attacks", None, one(ValueKind::Entity), Prop::Attacks, "the player or planeswalker that it is attacking"),
    word(Owner::Object, "blocks", None, OBJECTS, Prop::Blocks, "the creatures that it is blocking"),
    word(Owner::Object, "blockers", None, OBJECTS, Prop::Blockers, "the creatures that are blocking it"),
    word(Owner::Object, "attached_to", None, one(ValueKind::Entity), Prop::AttachedTo, "what it is attached to"),
    word(Owner::Object, "attachments", None, OBJECTS, Prop::Attachments, "the permanents that are attached to it"),
    word(Owner::Object, "became", None, OBJECTS, Prop::Became, "what it became when it left its zone (CR 400.7)"),
    word(Owner::Event, "kind", None, one(ValueKind::Word(WordSet::EventKind)), Prop::EventKind, "the kind; a kind alone asks the same of the event at this point"),
    word(Owner::Event, "number", None, NUMBER, Prop::EventNumber, "its number within the game, from 0; none with a player's eyes"),
    word(Owner::Event, "rule", None, one(ValueKind::Rule), Prop::Rule, "the rule that made it happen; `= 704.5` covers its subrules, `= 704` the section"),
    word(Owner::Event, "about", None, many(ValueKind::Entity), Prop::About, "the objects and players it is about, the main one first; of what moved, what left"),
    word(Owner::Event, "object", None, one(ValueKind::Object), Prop::EventObject, "the first object that it is about"),
    word(Owner::Event, "objects", None, OBJECTS, Prop::EventObjects, "the objects that it is about"),
    word(Owner::Event, "player", None, one(ValueKind::Player), Prop::EventPlayer, "the first player that it is about"),
    word(Owner::Event, "players", None, many(ValueKind::Player), Prop::EventPlayers, "the players that it is about"),
    word(Owner::Event, "amount", None, NUMBER, Prop::Amount, "how much damage, life or mana, or how many counters"),
    word(Owner::Event, "source", None, one(ValueKind::Object), Prop::Source, "what dealt the damage, or has the ability or effect"),
    word(Owner::Event, "recipient", None, one(ValueKind::Entity), Prop::Recipient, "who or what was dealt the damage, got the counters or is attacked"),
    word(Owner::Event, "combat", None, BOOL, Prop::Combat, "whether the damage was combat damage"),
    word(Owner::Event, "counter", None, one(ValueKind::Counter), Prop::Counter, "the kind of counters put or removed"),
    word(Owner::Event, "from", None, one(ValueKind::Word(WordSet::Zone)), Prop::From, "the zone that an object left"),
    word(Owner::Event, "to", None, one(ValueKind::Word(WordSet::Zone)), Prop::To, "the zone that an object came to"),
    word(Owner::Event, "manner", None, one(ValueKind::Word(WordSet::Manner)), Prop::Manner, "the way in which an object changed zones"),
    word(Owner::Event, "became", None, OBJECTS, Prop::Became, "what an object became by changing zones"),
    word(Owner::Event, "step", None, one(ValueKind::Word(WordSet::TurnStep)), Prop::TurnStep, "the turn step that began, ended or was skipped"),
    word(Owner::Event, "reason", None, one(ValueKind::Word(WordSet::LossReason)), Prop::Reason, "why a player lost the game"),
    word(Owner::Event, "cause", None, one(ValueKind::Event), Prop::Cause, "the event that brought it about"),
    word(Owner::Event, "causes", None, many(ValueKind::Event), Prop::Causes, "all that led to it, back to the decision"),
];

/// Returns the words of these owners, without the yes-or-no words of domains.
pub fn words_of(owners: &[Owner]) -> impl Iterator<Item = &'static VocabularyWord> {
    WORDS.iter().filter(move |word| owners.contains(&word.owner))
}

/// Returns the reference of all words in Markdown, as it appears in `docs/predicates.md`.
pub fn reference() -> String {
    let mut text = String::new();
    for owner in Owner::ALL {
        text += match owner {
            Owner::Game => "### Of the game\n\n",
            Owner::Player => "### Of a player\n\n",
            Owner::Object => "### Of an object\n\n",
            Owner::Event => "### Of an event\n\n",
        };
        text += "| word | gives | |\n|---|---|---|\n";
        for word in words_of(&[owner]) {
            let argument = word.argument.map_or_else(String::new, |kind| format!("`, `{}({})", word.name, named(kind)));
            text += &format!("| `{}{argument}` | {} | {} |\n", word.name, word.gives.name(), word.meaning);
        }
        text += "\n";
    }
    text += "### Functions\n\n| function | |\n|---|---|\n";
    for (_, _, form, meaning) in FUNCTIONS {
        text += &format!("| `{form}` | {meaning} |\n");
    }
    text += "\n### Words that are values\n\n";
    for domain in WordSet::ALL {
        let words: Vec<String> = match domain {
            WordSet::Subtype => {
                vec!["those of CR 205.3, as it writes them: `Goblin`, `Aura`, `\"Power-Plant\"`".to_owned()]
            }
            _ => domain.words().into_iter().map(|word| format!("`{}`", written(word))).collect(),
        };
        item(&mut text, &format!("**{}**: {}", domain.name(), words.join(", ")));
    }
    text
}

fn named(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Counter => "KIND",
        _ => "TYPE",
    }
}

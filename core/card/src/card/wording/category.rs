//! Categories: the kinds of phrases that texts are made of, each with the type of its values.

use std::fmt;

use super::kernel::Value;
use crate::card::ast::ability::{Ability, ActivationLimit, Body as BodyOf, Face, OwnPrice as OwnPriceOf};
use crate::card::ast::cost::{Cost, ManaOutput, SpentOn};
use crate::card::ast::drafting::DraftDeed;
use crate::card::ast::effect::{Choosing, Duration, Exception, Modification, Replacement, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Choose, Instruction, Joining, Recipients};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, Subtype, Supertype};
use crate::card::words::chosen::{Rewording, WordKind};
use crate::card::words::comparison::Parity;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{Color, ManaCost, ManaType};
use crate::card::words::marking::Marking;
use crate::card::words::predefined::Predefined;
use crate::card::words::term::Term;
use crate::card::words::turn_step::{CombatPoint, TurnPart, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

/// A kind of phrase.
pub(crate) trait Category {
    type Value: Term + PartialEq + fmt::Debug;
    const ID: Cat;
}

macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident: $value:ty = $said:literal;)+) => {
        /// The name of a category.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Cat {
            $($(#[$doc])* $name,)+
        }

        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub(crate) struct $name;

            impl Category for $name {
                type Value = $value;
                const ID: Cat = Cat::$name;
            }
        )+

        impl Cat {
            /// What it is called in a message.
            pub(crate) const fn said(self) -> &'static str {
                match self {
                    $(Cat::$name => $said,)+
                }
            }

            /// Whether a value is one of its type.
            pub(crate) fn holds(self, value: &Value) -> bool {
                match self {
                    $(Cat::$name => value.get::<$value>().is_some(),)+
                }
            }
        }
    };
}

categories! {
    /// One paragraph that is no keyword and no spell ability.
    Paragraph: Ability = "an ability";
    /// A keyword ability with its operands.
    KeywordAbility: Keyword = "a keyword";
    /// A static effect.
    Static: StaticEffect = "a static ability";
    /// A static effect whose subject stands before.
    StaticPredicate: StaticEffect = "a static ability";
    /// Several static effects.
    Effects: Vec<StaticEffect> = "a static ability";
    /// Damage that is prevented, changed or dealt to something else.
    Replaced: Replacement = "what happens instead";
    /// The exceptions of a copy.
    Exceptions: Vec<Exception> = "an exception";
    /// A factor in words: "twice".
    TimesAs: u32 = "how many times";
    /// What can't be done.
    Restricted: Restriction = "what can't be done";
    /// The same, of the subject before.
    RestrictedPredicate: Restriction = "what can't be done";
    /// What must be done if able.
    Required: Requirement = "what must be done";
    /// How long something can't be done, or must.
    Time: Duration = "how long";
    /// Objects as what an effect is about: "creatures you control", "enchanted creature", "it".
    Them: Filter = "objects";
    /// Creatures as what an effect is about.
    ThemCreatures: Filter = "creatures";
    /// Spells as what an effect is about.
    ThemSpells: Filter = "spells";
    /// Cards as what an effect is about.
    ThemCards: Filter = "cards";
    /// What an effect is about in the possessive: "its".
    ThemWhose: Filter = "whose";
    /// A description of spells without its determiner.
    SpellNoun: Filter = "a description of spells";
    /// A description of sources without its determiner.
    SourceNoun: Filter = "a description of sources";
    /// A number in words: "one".
    InWords: u32 = "a number";
    /// The instructions of a text, sentence by sentence.
    Body: BodyOf = "what to do";
    /// A sentence without its full stop.
    Sentence: Vec<Instruction> = "what to do";
    /// Clauses that are joined, without what governs all of them.
    Simple: Vec<Instruction> = "what to do";
    /// An action with its subject.
    Clause: Instruction = "an action";
    /// An action that you are told: "draw a card".
    Command: Instruction = "an action";
    /// An action whose subject stands before, in the base form: after "may", in a command.
    Deed: Instruction = "an action";
    /// An action that is the same whoever does it, with the verb of who does it: "puts it there".
    Acts: Instruction = "an action";
    /// Objects that a player chooses, and what becomes of them, without the player.
    Picks: Vec<Instruction> = "an action";
    /// Objects that are chosen without being targets: "a land card from your hand".
    Picked: Choose = "what is chosen";
    /// What is left of cards that were looked at or revealed: "the rest".
    Others: Objects = "the rest";
    /// Several of them.
    Deeds: Vec<Instruction> = "an action";
    /// An action whose subject stands before, with a verb that agrees with it.
    Predicate: Instruction = "an action";
    /// What changes about the subject before: "gets +1/+1".
    Change: Modification = "what changes";
    /// Several of them.
    Changes: Vec<Modification> = "what changes";
    /// What triggers an ability, without "when".
    Event: TriggerEvent = "an event";
    /// The same, where another event may stand after it.
    Single: TriggerEvent = "an event";
    /// The beginning of a step: "at the beginning of your upkeep".
    Beginning: TriggerEvent = "an event";
    /// A limit on activating: "only once each turn".
    Limit: ActivationLimit = "a limit";
    /// What an ability changes of its own cost: "this ability costs {1} less to activate".
    OwnPrice: OwnPriceOf = "what an ability costs";
    /// A step of a turn: "upkeep".
    Step: TurnStep = "a step";
    /// What something is or does, with its verb: "is tapped", "has flying".
    Is: Filter = "what it is";
    /// Objects of a description in the number of their subject: "a creature", "creatures".
    AKind: Filter = "a description";
    /// Players as a group: "your opponents".
    AtLarge: Players = "players";
    /// "two or fewer".
    AtMost: Quantity = "a number or fewer";
    /// A number of any size, in words or digits.
    Number: Quantity = "a number";
    /// "exactly two".
    Exactly: Quantity = "a number";
    /// When something may be done: "during your turn", "if you control a creature".
    Only: Condition = "when";
    /// A part of a turn, or a turn.
    PartOfTurn: TurnPart = "a part of a turn";
    /// A point of combat: "blockers are declared".
    Point: CombatPoint = "a point of combat";
    /// A condition, without "if".
    If: Condition = "a condition";
    /// The same, where another condition may stand after it.
    Premise: Condition = "a condition";
    /// One part of a cost.
    CostPart: Cost = "a cost";
    /// One part of a cost with the verb of who pays it.
    Paid: Cost = "a cost";
    /// A cost with the verb of who pays it: "pay {2} and sacrifice a creature".
    Payment: Vec<Cost> = "a cost";
    /// A zone of yours that something comes from.
    FromYours: Zones = "from a zone";
    /// A cost.
    Costs: Vec<Cost> = "a cost";
    /// The cost of a keyword: mana, or any cost after a dash.
    Price: Vec<Cost> = "a cost";
    /// Onto what a card is spliced.
    Onto: Filter = "a quality";
    /// Players as subject or object.
    Player: Players = "a player";
    /// A player who is told what to do: "you" are left out.
    Told: Players = "a player";
    /// Players in the possessive: "your", "that player's".
    Whose: Players = "whose";
    /// Players after whom a permanent is: "you", "an opponent" in "an opponent controls".
    Controller: Players = "a player";
    /// One of several players, whichever it is: "an opponent", "a player".
    OneOf: Players = "a player";
    /// All of several players, each alone: "each opponent".
    EachOf: Players = "each player";
    /// Objects as subject or object.
    Thing: Objects = "an object";
    /// Objects one by one: "each creature", "each of those tokens".
    EachThing: Objects = "an object";
    /// Objects that move, from their zones.
    Moving: Objects = "an object";
    /// Cards that move from a library or a hand.
    Drawn: Objects = "a card";
    /// Objects that have been on the battlefield and go back there.
    Returning: Objects = "an object";
    /// The same, of which you are the owner.
    YoursReturning: Objects = "an object";
    /// Objects that move, of which you are the owner.
    YoursMoving: Objects = "an object";
    /// Spells as object.
    SpellThing: Objects = "a spell";
    /// Creatures as object.
    CreatureThing: Objects = "a creature";
    /// Creatures as subject.
    Fighter: Objects = "a creature";
    /// Those of the objects that you control.
    Yours: Objects = "an object";
    /// Those of the objects that the player of the clause controls.
    Theirs: Objects = "an object";
    /// What is dealt damage.
    Damaged: Recipients = "an object or a player";
    /// Objects in the possessive: "its", "that creature's".
    ThingWhose: Objects = "whose";
    /// A target that is anything that can be dealt damage, by its number.
    AnyTarget: u8 = "any target";
    /// Damage, and among what it is divided.
    Divided: Recipients = "damage that is divided";
    /// Counters, and a target among which they are distributed.
    Distributed: Instruction = "counters that are distributed";
    /// The next time that a step begins.
    NextTime: TriggerEvent = "when";
    /// What becomes of the other cards that were looked at.
    TheRest: Instruction = "the rest";
    /// Sentences that tell you what to do: a search with all that follows it.
    Orders: Vec<Instruction> = "what to do";
    /// Objects or players.
    Recipient: Recipients = "an object or a player";
    /// One object by a description: "a creature you control", "another Elf".
    One: Filter = "an object";
    /// An object of an event by a description: "a permanent", "one or more permanents".
    SomePermanent: Filter = "an object";
    /// A creature of an event.
    SomeCreature: Filter = "a creature";
    /// A spell of an event.
    SomeSpell: Filter = "a spell";
    /// A card of an event.
    SomeCard: Filter = "a card";
    /// A source of an event.
    SomeSource: Filter = "a source";
    /// An object of an event that may be a permanent or a card.
    SomeObject: Filter = "an object";
    /// One creature by a description.
    OneCreature: Filter = "a creature";
    /// Counters of an event: "a +1/+1 counter", "one or more +1/+1 counters".
    SomeCounter: CounterKind = "a counter";
    /// A number in words or more: "two or more".
    OrMore: u32 = "a number or more";
    /// Zones that something comes from.
    FromZone: Zones = "from a zone";
    /// Players of an event in the possessive: "an opponent's".
    Somebodys: Players = "whose";
    /// A player of an event.
    Somebody: Players = "a player";
    /// A description of creatures without its determiner.
    CreatureNoun: Filter = "a description of creatures";
    /// One card by a description: "a creature card".
    OneCard: Filter = "a card";
    /// A description of cards without its determiner.
    CardNoun: Filter = "a description of cards";
    /// All objects of a description: "creatures you control", "each creature".
    Group: Filter = "objects";
    /// A description without its determiner: "creature you control".
    Noun: Filter = "a description";
    /// An adjective of one.
    Adjective: Filter = "a description";
    /// What follows its noun.
    Post: Filter = "a description";
    /// A number of things that are counted: "a", "two", "X".
    Count: Quantity = "a number";
    /// A number in digits: "3", "X".
    Figure: Quantity = "a number";
    /// A number in words that never changes: "two".
    Few: u32 = "a number";
    /// The place in an order: "second".
    Ordinal: u32 = "a number";
    /// A number that never changes: "3", "three".
    Plain: u32 = "a number";
    /// "three or more".
    AtLeast: Quantity = "a number or more";
    /// A factor in digits.
    Times: i32 = "a number";
    /// A factor in words.
    Several: i32 = "a number";
    /// What a number is equal to.
    Amount: Quantity = "a number";
    /// A number to which something is added.
    Addend: Quantity = "a number";
    /// Others than what was mentioned: "other".
    Besides: Filter = "other";
    /// What is counted, after "for each".
    Each: Quantity = "what is counted";
    /// A token without its number.
    Token: Face = "a token";
    /// A token of the size X/X without its number.
    XToken: Face = "a token";
    /// How a creature enters combat: "attacking".
    Joins: Joining = "how it enters combat";
    /// What mana is spent on: "to cast creature spells".
    Spent: SpentOn = "what mana is spent on";
    /// A token that the rules define (CR 111.10).
    PredefinedToken: Predefined = "a token";
    /// What is chosen as something enters.
    ChosenValue: Choosing = "what is chosen";
    /// How long.
    Span: Duration = "how long";
    /// A designation of a permanent.
    MarkingName: Marking = "a designation";
    /// A kind of counter: "+1/+1".
    CounterName: CounterKind = "a kind of counter";
    /// Mana that is added.
    Mana: ManaOutput = "mana";
    /// One mana of a type, by its symbol.
    OneMana: ManaType = "mana";
    /// A mana cost.
    Symbols: ManaCost = "mana";
    /// A card type.
    TypeName: CardType = "a card type";
    /// A supertype.
    SupertypeName: Supertype = "a supertype";
    /// A subtype.
    SubtypeName: Subtype = "a subtype";
    /// A color.
    ColorName: Color = "a color";
    /// "even" or "odd".
    ParityName: Parity = "even or odd";
    /// Symbols of energy.
    EnergySymbols: u32 = "{E}";
    /// The number of energy counters that symbols are.
    EnergyCount: Quantity = "{E}";
    /// Cards on top of a library.
    TopCards: u32 = "the top cards";
    /// What protection is from.
    Protected: Filter = "a quality";
    /// A land that can be walked on.
    Landwalk: Filter = "a kind of land";
    /// What one searches for by cycling.
    Typecycling: Filter = "a type";
    /// Words of a text that are replaced, and by what.
    Rewords: Rewording = "words that are replaced";
    /// A kind of words that can be replaced: "color word".
    KindOfWord: WordKind = "a kind of words";
    /// Where a spell goes that is countered.
    InsteadOfGraveyard: ZoneKind = "where it goes instead";
    /// Abilities in quotation marks.
    Quotations: Vec<Ability> = "a quoted ability";
    /// What players vote for, each a word: "time or money".
    Ballots: Vec<String> = "words";
    /// One of these words.
    VoteWord: String = "a word";
    /// The target of support, by its number (CR 701.35a).
    Supported: u8 = "a number";
    /// A keyword by its name alone.
    KeywordWord: KeywordName = "a keyword";
    /// What is done during a draft.
    DraftDeeds: Vec<DraftDeed> = "what is done in a draft";
    /// The name of a card.
    CardName: String = "a name";
}

/// The kind of object that the context implies: the noun where the filter names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An object on the battlefield.
    Permanent,
    /// An object that attacks and blocks.
    Creature,
    /// An object that is cast.
    Spell,
    /// An object that deals damage (CR 609.7).
    Source,
    /// An object in a zone of cards only.
    Card,
    /// An object that changes zones.
    Object,
}

/// The words of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Described {
    /// One object with its article: "a creature".
    One,
    /// A description without its determiner: "creature".
    Noun,
    /// What an event is about: "a creature", "one or more creatures".
    Some,
    /// What an effect is about: "creatures", "it".
    Them,
}

impl Cat {
    /// The words of a category that describes objects, and their kind.
    pub(crate) const fn described(self) -> Option<(Described, Kind)> {
        Some(match self {
            Cat::One => (Described::One, Kind::Permanent),
            Cat::OneCard => (Described::One, Kind::Card),
            Cat::OneCreature => (Described::One, Kind::Creature),
            Cat::Noun => (Described::Noun, Kind::Permanent),
            Cat::CardNoun => (Described::Noun, Kind::Card),
            Cat::CreatureNoun => (Described::Noun, Kind::Creature),
            Cat::SpellNoun => (Described::Noun, Kind::Spell),
            Cat::SourceNoun => (Described::Noun, Kind::Source),
            Cat::SomePermanent => (Described::Some, Kind::Permanent),
            Cat::SomeObject => (Described::Some, Kind::Object),
            Cat::SomeCreature => (Described::Some, Kind::Creature),
            Cat::SomeSpell => (Described::Some, Kind::Spell),
            Cat::SomeCard => (Described::Some, Kind::Card),
            Cat::SomeSource => (Described::Some, Kind::Source),
            Cat::Them => (Described::Them, Kind::Permanent),
            Cat::ThemCreatures => (Described::Them, Kind::Creature),
            Cat::ThemSpells => (Described::Them, Kind::Spell),
            Cat::ThemCards => (Described::Them, Kind::Card),
            _ => return None,
        })
    }

    /// The category with the same phrases. It says what is written among them.
    pub(crate) const fn reads_as(self) -> Cat {
        match self {
            Cat::Told => Cat::Player,
            Cat::Returning | Cat::YoursReturning | Cat::YoursMoving | Cat::Drawn => Cat::Thing,
            Cat::EachThing | Cat::Moving | Cat::SpellThing => Cat::Thing,
            Cat::CreatureThing | Cat::Fighter | Cat::Yours | Cat::Theirs => Cat::Thing,
            Cat::Damaged => Cat::Recipient,
            other => other,
        }
    }

    /// Whether it says how long something lasts, or for each of what it is so.
    pub(crate) const fn closes_a_clause(self) -> bool {
        matches!(self, Cat::Each | Cat::Span | Cat::Time | Cat::TheRest)
    }

    /// Whether a clause can begin with it as its subject.
    pub(crate) const fn is_subject(self) -> bool {
        matches!(self.reads_as(), Cat::Player | Cat::Thing | Cat::Group)
            || matches!(self.described(), Some((Described::Them, _)))
    }

    /// Whether it says an event, or an object of one, in a tense.
    pub(crate) const fn is_of_an_event(self) -> bool {
        self.has_a_number() || matches!(self, Cat::If | Cat::Premise | Cat::Is)
    }

    /// Whether it says an event, or what can be one or more objects of one.
    pub(crate) const fn has_a_number(self) -> bool {
        matches!(self, Cat::Event | Cat::Single | Cat::SomeCounter)
            || matches!(self.described(), Some((Described::Some, _)))
    }

    /// Whether its subject is another phrase before it.
    pub(crate) const fn follows_a_subject(self) -> bool {
        matches!(self, Cat::Deed | Cat::Deeds | Cat::Predicate | Cat::StaticPredicate | Cat::RestrictedPredicate)
    }
}

/// Whether a value is you.
pub(crate) fn is_you(value: &Value) -> bool {
    value.get::<Players>() == Some(&Players::You)
}

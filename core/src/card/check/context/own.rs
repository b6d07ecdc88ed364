//! What an ability on the stack reads of its trigger event and of its own object.
//!
//! A word's needs determine what it reads of the trigger event ([`Need`]). What it reads of the
//! ability's own object it declares too (`#[word(own(…))]`); without that it reads the object. A
//! text that reads nothing of its object, and notes nothing with it, means the same for any object.

use serde::Serialize;

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::tree::{Node, Word};
use crate::card::words::refers::Own;

use super::needs::{Need, need};

/// What a text reads of its trigger event and of its own object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The event itself: where its object has gone, the value of X, what has happened since.
    pub(crate) event: bool,
    /// The objects it involved.
    pub(crate) object: bool,
    /// The player it involved.
    pub(crate) player: bool,
    /// The amount.
    pub(crate) amount: bool,
    /// The source of the damage.
    pub(crate) source: bool,
    /// The source of the ability, found where the event put it (CR 400.7d).
    pub(crate) this: bool,
    /// The text or actions of abilities linked to this instance of it (CR 607).
    pub(crate) linked: bool,
    /// The identity of its object, through any word.
    pub(crate) own: bool,
}

impl Reading {
    /// What a triggered ability reads after it has triggered, when its event has already matched.
    pub(crate) fn of(ability: &TriggeredAbility) -> Reading {
        let mut found = Reading::default();
        for text in [Node::of(&ability.condition), Node::of(&ability.body)] {
            text.each_word(&mut |word| found.word(word));
        }
        let event = Node::of(&ability.when);
        // CR 603.8, 714.4: rules look for the ability of this object on the stack; so does a limit.
        found.own |=
            ability.limit.is_some() || event.has(&|it| matches!(it.name, "State" | "Chapter" | "BecomesLevel"));
        // CR 702.16b, 702.11d: the legal targets depend on the source.
        found.own |= !ability.body.targets.is_empty() || ability.body.modes.is_some();
        found.linked |= ability.limit.is_some() || ability.body.modes.is_some();
        found
    }

    fn word(&mut self, word: &Word) {
        match need(word.of, word.name) {
            Need::EventObject => (self.event, self.object) = (true, true),
            Need::EventPlayer => self.player = true,
            Need::EventAmount => self.amount = true,
            Need::DamageSource => self.source = true,
            // For what entered or was turned face up in the event (CR 107.3m, 702.37f).
            Need::X => self.event = true,
            Need::Granter | Need::OwnCost | Need::Link(_) => self.linked = true,
            Need::Nothing
            | Need::Target
            | Need::Payment
            | Need::Portion
            | Need::Choice
            | Need::Deed
            | Need::Created
            | Need::Coins
            | Need::Dice
            | Need::Vote
            | Need::Subgame
            | Need::Amassed
            | Need::Pile
            | Need::Added
            | Need::Affected
            | Need::They
            | Need::Those => {}
        }
        self.this |= word.name == "This";
        self.event |= of_event(word);
        match own(word) {
            Own::Nothing => {}
            Own::Object => self.own = true,
            Own::Link => (self.own, self.linked) = (true, true),
        }
    }
}

/// Whether a word that isn't a reference reads the trigger event: the mana it produced
/// (CR 106.12a), what has happened since (CR 610.3a), what it shuffled in (CR 701.20g).
fn of_event(word: &Word) -> bool {
    match word.of {
        "ManaOutput" => word.name == "Produced",
        "Instruction" => matches!(word.name, "ExileUntil" | "PhaseOutUntil" | "Shuffle"),
        _ => false,
    }
}

/// Words that contain others or are values of the rules; they don't depend on any object.
const VALUES: [&str; 22] = [
    "Again",
    "BasicLandType",
    "CoinSide",
    "Color",
    "CombatPoint",
    "Comparison",
    "CounterKind",
    "DayNight",
    "Deed",
    "Designation",
    "Each",
    "ManaSymbol",
    "ManaType",
    "Parity",
    "Phase",
    "Place",
    "Predefined",
    "RollValue",
    "SubtypeSet",
    "Supertype",
    "TurnStep",
    "ZoneKind",
];

/// Whether a text refers to the source of an ability on the stack, which nothing else records.
pub(crate) fn names_sources<T: Serialize + ?Sized>(text: &T) -> bool {
    Node::of(text).has(&|word| word.is("Filter", "FromSource"))
}

/// The numbers of the objects that a text names as its creators (CR 201.4a).
pub(crate) fn creators<T: Serialize + ?Sized>(text: &T) -> Vec<u32> {
    let mut found = Vec::new();
    Node::of(text).each_word(&mut |word| {
        if let Some(Node::Number(object)) = word.field("object").filter(|_| word.is("Objects", "Exactly")) {
            found.extend(u32::try_from(*object).ok());
        }
    });
    found
}

/// Whether a text refers to its own object, or notes something with it.
pub(crate) fn speaks_of_its_object<T: Serialize + ?Sized>(text: &T) -> bool {
    Node::of(text).has(&|word| own(word) != Own::Nothing)
}

/// Whether a text depends on how many turns a player has taken.
pub(crate) fn counts_turns<T: Serialize + ?Sized>(text: &T) -> bool {
    Node::of(text).has(&|word| word.is("Quantity", "TurnsTaken"))
}

/// Whether a text begins something that lasts through a later step or turn, for which it matters
/// whether it began in the present one. Nothing begins in an untap step (CR 502.4).
pub(crate) fn outlasts_the_turn<T: Serialize + ?Sized>(text: &T) -> bool {
    let untap = |it: &Node| it.word().is_some_and(|it| it.is("TurnStep", "Untap"));
    Node::of(text).has(&|word| word.is("Duration", "Through") && !word.field("0").is_some_and(untap))
}

/// Whether a text refers to the actions of a linked ability (CR 607).
pub(crate) fn is_linked<T: Serialize + ?Sized>(text: &T) -> bool {
    Node::of(text).has(&|word| matches!(need(word.of, word.name), Need::Link(_)))
}

/// How a word uses the object of its text. In every way, if it isn't declared.
fn own(word: &Word) -> Own {
    let name = word.name;
    let declared = match word.of {
        "Objects" => Objects::own_of(name),
        "Players" => Players::own_of(name),
        "Quantity" => Quantity::own_of(name),
        "Filter" => Filter::own_of(name),
        "Recipients" => Recipients::own_of(name),
        "Condition" => Condition::own_of(name),
        "Instruction" => Instruction::own_of(name),
        "Cost" => Cost::own_of(name),
        "Duration" => Duration::own_of(name),
        "Modification" => Modification::own_of(name),
        "CardType" | "Keyword" | "KeywordName" => word.parts.is_empty().then_some(Own::Nothing),
        "Ability" => (name == "Keyword").then_some(Own::Nothing),
        of => VALUES.contains(&of).then_some(Own::Nothing),
    };
    declared.unwrap_or(Own::Object)
}

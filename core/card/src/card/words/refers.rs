//! What a word refers to, and what events provide for words to refer to (CR 109.5, 201.4, 607,
//! 608.2c).
//!
//! Each word declares it; `check::context` compares it with what is available where the word
//! stands.

use crate::rule::Rule;

use super::term::Term;

/// What a word needs to have a referent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing: it means the same everywhere.
    Nothing,
    /// An object that the trigger event or the replaced event involves (CR 603.2, 614.1).
    EventObject,
    /// A player that this event involves.
    EventPlayer,
    /// An amount in this event.
    EventAmount,
    /// A source of the replaced or prevented damage.
    DamageSource,
    /// A target with this index (CR 115.1).
    Target,
    /// A value of X (CR 107.3).
    X,
    /// A cost paid with objects (CR 601.2h).
    Payment,
    /// A division, with a current recipient (CR 601.2d).
    Portion,
    /// An earlier choice on resolution (CR 608.2d).
    Choice,
    /// A resolution with this deed (CR 608.2c).
    Deed,
    /// A resolution that creates tokens (CR 701.6a).
    Created,
    /// The outcome of an earlier instruction of the resolution (CR 608.2c).
    Outcome(Outcome),
    /// A resolution with a vote, or a vote as the trigger event (CR 701.32).
    Vote,
    /// A resolution that adds a turn or phase (CR 500.7, 500.8).
    Added,
    /// A current object of an action.
    Affected,
    /// A player who is choosing, or the current player of an action.
    They,
    /// Objects locked in by an effect (CR 611.2c).
    Those,
    /// An ability that another object's ability granted (CR 201.4a).
    Granter,
    /// The ability that offers an alternative cost; only a keyword's own abilities are linked this
    /// way (CR 607.2i).
    OwnCost,
    /// A linked ability of the same card (CR 607).
    Link(Linking),
}

/// An instruction with an outcome that words refer to. Its declaration says so, as `outcome(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The name of the instruction.
    pub of: &'static str,
    /// What is so without it: "no coin is flipped here".
    pub without: &'static str,
    /// The rule of the instruction.
    pub rule: Rule,
}

/// How an instruction is followed for several players or objects (CR 608.2f).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// For one after another.
    InTurn,
    /// At once: its actions happen together, or nobody can tell their order.
    AtOnce,
    /// At once for players, since each does it alone. For objects in turn: nobody is asked for an
    /// order.
    OfPlayers,
    /// As a whole: it does something other than actions, in one step and without a choice. It
    /// waits, so that what it refers to is found in the same game for all of them (CR 608.2h).
    Whole,
    /// Like the instructions in it, or those that it stands for.
    AsItsList,
}

/// Who keeps what a word refers to for a text that outlives a resolution: a delayed ability, an
/// effect, a cost asked for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// Nobody: the word means whatever it describes by then, or the ability itself knows.
    Nobody,
    /// The announcement, which goes along: what was announced, chosen, paid or created (CR 601.2,
    /// 608.2d).
    Announcement,
    /// The trigger context, which goes along with a delayed ability or effect (CR 603.7c).
    Event,
    /// The memory of what is left behind: worked out as it is created (CR 603.7c, 608.2h).
    Memory,
    /// A continuous effect, which works it out as it begins (CR 608.2h, 611.2d). A delayed ability
    /// asks as it resolves.
    Effect,
    /// The notes of the object with the linked abilities (CR 607.2).
    Notes,
}

impl Need {
    /// Who keeps what a word with this need refers to. What is kept is the object or player itself:
    /// it is asked as it is there, or as it last was (CR 608.2h). An instruction acts on it only
    /// while it is there, or where the same resolution has put it in public (CR 400.7h, 603.7c).
    pub const fn keeper(self) -> Keeper {
        match self {
            Need::Nothing | Need::Added | Need::OwnCost => Keeper::Nobody,
            Need::Target | Need::X | Need::Payment | Need::Choice | Need::Created => Keeper::Announcement,
            Need::EventObject | Need::EventPlayer | Need::EventAmount | Need::DamageSource => Keeper::Event,
            Need::Portion
            | Need::Deed
            | Need::Outcome(_)
            | Need::Vote
            | Need::Affected
            | Need::They
            | Need::Those
            | Need::Granter => Keeper::Memory,
            Need::Link(_) => Keeper::Notes,
        }
    }
}

/// The action of a linked ability (CR 607.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// Had a color chosen.
    Color,
    /// Had a creature type or land type chosen.
    Subtype,
    /// Had a card type chosen.
    CardType,
    /// Had a name chosen.
    Name,
    /// Had a number chosen, noted or paid.
    Number,
    /// Had a player chosen.
    Player,
    /// Had a word chosen.
    Word,
    /// Had a color or type chosen.
    Any,
    /// Exiled something, put it onto the battlefield, or had it chosen, depending on the word.
    Objects,
    /// Asked for a variable additional cost (CR 607.2j).
    Cost,
    /// Had the card haunt something (CR 702.55b).
    Haunt,
    /// Offered something to a player as the permanent entered (CR 702.104b).
    Offer,
}

/// What can be referred to in an operand, besides what is available around its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing else.
    Same,
    /// Each object that something is done to.
    Affected,
    /// Each player or object that something is dealt to: only objects, or players too.
    Recipient { players: bool },
    /// The player who does it; if that is you, rather the current player of a list around it.
    Doer { you: bool },
    /// Each of several, one after another: objects, players or either one. Among those to whom
    /// something is divided, each has its portion.
    Each { objects: bool, players: bool, divided: bool },
    /// Each of several players who are compared.
    Compared,
    /// What the creator knew, in the description of an event after the resolution.
    Awaited,
    /// What the creator knew, in an effect that outlasts the resolution; and the objects that it is
    /// begun for, if there are any.
    Lasting { of: bool },
    /// An X of its own, in a cost that a resolution asks for.
    Asked,
    /// An X of its own, in a cost that something is played for.
    Price,
    /// Only the object that gives them: abilities of something that is created.
    Given,
    /// What an action of the resolution tells, in its replacement.
    OwnReplacement,
    /// Only what a replaced event tells, in an effect that applies to one spell.
    OfSpell,
    /// What a later event tells, in what is done then.
    Delayed,
    /// A resolution: the list that is followed.
    Resolution,
    /// A resolution within one that is not written.
    Within,
}

/// What an action provides for linked abilities, which refer to it (CR 607.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provides(u16);

impl Provides {
    pub const NOTHING: Provides = Provides(0);
    pub const COLOR: Provides = Provides(1);
    pub const SUBTYPE: Provides = Provides(2);
    pub const CARD_TYPE: Provides = Provides(4);
    pub const NAME: Provides = Provides(8);
    pub const NUMBER: Provides = Provides(16);
    pub const PLAYER: Provides = Provides(32);
    pub const WORD: Provides = Provides(64);
    /// A color or a type, chosen freely.
    pub const VALUE: Provides = Provides(128);
    /// Something that is haunted.
    pub const HAUNTED: Provides = Provides(256);
    /// An offer, and whether it was taken.
    pub const OFFER: Provides = Provides(512);
    /// Objects that were chosen.
    pub const CHOSEN: Provides = Provides(1024);
    /// Objects that were exiled.
    pub const EXILED: Provides = Provides(2048);
    /// Objects that were put onto the battlefield.
    pub const PUT: Provides = Provides(4096);
    /// Objects that were chosen to be sacrificed, and are gone.
    pub const GONE: Provides = Provides(8192);
    /// Objects that were chosen, and are there.
    pub const THERE: Provides = Provides(16384);

    /// What either provides.
    pub const fn and(self, other: Provides) -> Provides {
        Provides(self.0 | other.0)
    }

    /// Whether it is any of these.
    pub const fn meets(self, other: Provides) -> bool {
        self.0 & other.0 != 0
    }
}

/// How a word names objects or players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Once: "that creature", "its controller". An object that has become another one since is not
    /// meant any more (CR 400.7), unless the same resolution has moved it in public (CR 400.7h).
    /// The players are worked out as a continuous effect of a resolution begins (CR 608.2h,
    /// 611.2d), as numbers are.
    Once,
    /// Whatever fits its description when it is asked.
    Anew,
}

/// With which words a reference is written, if they are always the same.
pub type Wording = Option<&'static str>;

/// How a word uses the object of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Not at all.
    Nothing,
    /// Reads the object, or refers others to it, as a source of damage or of an effect.
    Object,
    /// Reads what a linked ability noted with the object, or notes something (CR 607).
    Link,
}

impl Own {
    /// Of a word that uses its object through its operands: the object is theirs to use.
    pub fn of_operands(word: &dyn Term) -> Own {
        let mut own = Own::Nothing;
        word.parts(&mut |_| own = Own::Object);
        own
    }
}

/// What an event provides: whether it has an object, a player and an amount for "that object",
/// "that player" and "that much", and whether it is a vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub object: bool,
    pub player: bool,
    pub amount: bool,
    pub source: bool,
    pub vote: bool,
}

impl Told {
    pub const NOTHING: Told = Told { object: false, player: false, amount: false, source: false, vote: false };
    pub const OBJECT: Told = Told { object: true, ..Told::NOTHING };
    pub const PLAYER: Told = Told { player: true, ..Told::NOTHING };
    pub const AMOUNT: Told = Told { amount: true, ..Told::NOTHING };
    pub const SOURCE: Told = Told { source: true, ..Told::NOTHING };
    pub const VOTE: Told = Told { vote: true, ..Told::NOTHING };

    /// What either provides.
    pub const fn and(self, other: Told) -> Told {
        Told {
            object: self.object || other.object,
            player: self.player || other.player,
            amount: self.amount || other.amount,
            source: self.source || other.source,
            vote: self.vote || other.vote,
        }
    }
}

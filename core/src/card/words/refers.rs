//! What a word refers to, and what events provide for words to refer to (CR 109.5, 201.4, 607,
//! 608.2c).
//!
//! Each word declares it; `check::context` compares it with what is available where the word
//! stands.

/// What a word needs to have a referent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
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
    /// A resolution with coin flips (CR 705).
    Coins,
    /// A resolution with die rolls (CR 706).
    Dice,
    /// A resolution with a vote, or a vote as the trigger event (CR 701.32).
    Vote,
    /// A resolution with a subgame (CR 722).
    Subgame,
    /// A resolution that amasses (CR 701.44b).
    Amassed,
    /// A resolution that separates objects into piles (CR 700.3).
    Pile,
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

/// The action of a linked ability (CR 607.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linking {
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

/// How a word uses the object of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// Not at all.
    Nothing,
    /// Reads the object, or refers others to it, as a source of damage or of an effect.
    Object,
    /// Reads what a linked ability noted with the object, or notes something (CR 607).
    Link,
}

/// What an event provides: whether it has an object, a player and an amount for "that object",
/// "that player" and "that much", and whether it is a vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) object: bool,
    pub(crate) player: bool,
    pub(crate) amount: bool,
    pub(crate) source: bool,
    pub(crate) vote: bool,
}

impl Told {
    pub(crate) const NOTHING: Told = Told { object: false, player: false, amount: false, source: false, vote: false };
    pub(crate) const OBJECT: Told = Told { object: true, ..Told::NOTHING };
    pub(crate) const PLAYER: Told = Told { player: true, ..Told::NOTHING };
    pub(crate) const AMOUNT: Told = Told { amount: true, ..Told::NOTHING };
    pub(crate) const SOURCE: Told = Told { source: true, ..Told::NOTHING };
    pub(crate) const VOTE: Told = Told { vote: true, ..Told::NOTHING };

    /// What either provides.
    pub(crate) const fn and(self, other: Told) -> Told {
        Told {
            object: self.object || other.object,
            player: self.player || other.player,
            amount: self.amount || other.amount,
            source: self.source || other.source,
            vote: self.vote || other.vote,
        }
    }
}

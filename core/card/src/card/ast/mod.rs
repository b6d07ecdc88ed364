//! The card language as data: everything an ability can say. The nine files of declarations refer
//! to one another, as no others do.
//!
//! What a word says besides its form stands in its attribute `#[word(…)]`, from which the derive
//! macro `Words` (`core/words`) makes methods:
//!
//! | part | says |
//! |---|---|
//! | `reads` | what of a game it reads, besides what its operands read |
//! | `alone` | it reads only the object that it is about, if its operands do too |
//! | `needs` | what must be there for it to refer to something ([`Need`]) |
//! | `own` | what it does with the object that has the ability ([`Own`]) |
//! | `tells` | what an event tells that words can refer to ([`Told`]) |
//! | `told_afterward` | whether it can still be told later in a turn that an event happened |
//! | `with_objects` | whether a cost is paid with objects |
//! | `outcome` | that words refer to its outcome, and what is so without it ([`Outcome`]) |
//! | `said` | how players or a number are written that are always written alike |
//! | `found_by` | players' terms that find it; each is also an entry of the index in `docs/card-words.md` |
//! | `example` | values for its operands, to try it or to tell what could be said instead |
//! | `deeds` | what it could do of the things that "this way" refers to ([`Deed`]) |
//! | `layer`, `writes` | the layer of a modification, and the aspects of objects that it changes |
//!
//! [`Deed`]: crate::card::words::deed::Deed
//! [`Need`]: crate::card::words::refers::Need
//! [`Outcome`]: crate::card::words::refers::Outcome
//! [`Own`]: crate::card::words::refers::Own
//! [`Told`]: crate::card::words::refers::Told
//!
//! Add new variants at the end of an enum: a variant's position is its number on the wire.

pub mod ability;
pub mod cost;
pub mod drafting;
pub mod effect;
pub mod filter;
pub mod instruction;
pub mod keyword;
mod places;
pub mod restriction;
pub mod trigger;
mod usual;
mod zoned;

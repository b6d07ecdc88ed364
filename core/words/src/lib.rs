//! `#[derive(Words)]`: the parts that words of the card language declare with themselves.
//!
//! An enum of the language lists the parts of its words, and each word declares its own values:
//!
//! ```ignore
//! #[derive(Words)]
//! #[word(reads, method(needs: Need = Nothing, own: Own = Object))]
//! enum Filter {
//!     /// Objects of a card type.
//!     #[word(reads(card_type(*_0)), alone)]
//!     Type(CardType),
//!     /// Creatures blocking one of these.
//!     #[word(reads(COMBAT))]
//!     BlockingThat(Objects),
//!     /// Objects with the chosen name.
//!     #[word(reads(NAME), alone, needs(Link(Linking::Name)))]
//!     ChosenName,
//! }
//! ```
//!
//! | at the enum | at a word | makes |
//! |---|---|---|
//! | `reads` | `reads(…)`, on every word; `alone` where it is so | `Asking`: what it reads, and what its operands read |
//! | `method(part: Type)` | `part(…)` | a method `part` that returns it, as visible as the enum, or as it says before its name |
//! | `part: Type = value` | | the value of a word without the part; without it each word needs the part |
//! | `examples` | `example(…)`, on every word with operands: their values | a function `examples`: each word with these |
//! | | `found_by("…")` | players' terms that find the word, or a struct of fields |
//!
//! **Values.** A single name, or a call of a single name, is looked up in the type of the part, or
//! of the operand for an example: `COMBAT` is `Reads::COMBAT`. Anything else is an ordinary
//! expression. The fields are references, by their names or as `_0`, `_1`. Several values are
//! joined with `and`. A part without values is `true`.
//!
//! **Operands.** A word reads what it says and what its operands read. After `NOTHING` and
//! `EVERYTHING` operands do not count. A word reads the object alone (`alone`) if all its operands
//! do; `alone(condition)` replaces that.
//!
//! A struct says `#[word(reads)]` alone: it reads what its fields read.
//!
//! **Parts.** Each declaration implements `Term`: it shows its operands by their types, to visit
//! and to change them, and describes its words for the vocabulary, as serde reads them. An enum
//! whose values are no texts of cards says `#[word(apart)]`. `needs`, `own`, `deeds` and `provides`
//! are methods of `Term`: every part of a text answers them. A word is taken to use the object of
//! its text, unless it says `own(…)` or its enum `of_no_object`.
//!
//! An operand in which more can be referred to than around its word says it: `#[word(place(…))]`.
//!
//! **Names of targets and choices.** A word, or an enum for all of its words, in which a part of a
//! text with names of its own begins says which: `#[word(scope(Body))]`. An operand that is a
//! number for which a card may say a name says what is named: `#[word(names(Target))]`.
//!
//! **For the rules alone.** A word or an operand that no card says, because the rules make it of
//! others, says `#[word(unsaid)]`: a card with it is refused, and no page lists it.
//!
//! **Words with a declaration of their own.** A word that has much to say is a struct with
//! `#[word(verb, together(…))]`, which may also say `needs`, `own`, `deeds` and `provides`. If
//! words refer to its outcome, it says `outcome(…)`: what is so without it, and its rule; they say
//! `needs(Outcome(FlipCoins::OUTCOME))`. Its enum says where it is, `#[word(each_of(path))]`, and
//! lists it: `Draw(verb::Draw)`, or `Clash` if it has no operands. The enum is the word that it
//! holds: it has the parts of that and no others. The macro `with_instruction!` (for an enum
//! `Instruction`) does something with whichever it holds, in any crate.
//!
//! **Crates.** What is made names `crate::card`: the room of `retrace-card`, or its name elsewhere.
//! Texts of cards are declared in `retrace-card`; elsewhere an enum is `apart`.

mod declared;
mod expand;
mod listed;
mod rows;
mod schema;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes `Term`, `Asking`, and methods of the parts that a declaration lists; see the head of
/// this crate.
#[proc_macro_derive(Words, attributes(word))]
pub fn words(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A table of rows of wording: a term of the card language with holes, and the words that say it.
///
/// ```ignore
/// rows! {
///     pub(crate) LIFE;
///     clause: Instruction::GainLife(verb::GainLife { who, amount }) => "{who:subject} gain<who> {amount:number} life";
/// }
/// ```
///
/// A row begins with its category. A name with a small letter is a hole; each hole has a slot in
/// the words, `{hole:category}`, and its type is that of the category's values.
/// `{hole:category[n]}` agrees with the phrase in slot `n`; or it is always `one` or `many`, told
/// in the `past`, denied (`not`, `not_past`), or of `one_or_more`. `gain<who>` is a verb that
/// agrees (`gain<>` with the subject before the whole phrase), `not_gain<who>` one that denies,
/// `past_gain<who>` one of the past, `'be<who>` one that joins a pronoun; `it<who>`, `its<who>`,
/// `they<who>` and `their<who>` are pronouns, `card[n]` is a noun, and `owned_hand<what>` is the
/// hand of the owner of what is in a slot. Further words after `|` are read, too, and written where
/// the words before them cannot say the values; a row that begins with `|` is only read. Of
/// `(it|that card)` within words, the first is written. `and(what, part)` in a term is a
/// description with one more part. After the term, `if` and a condition on its holes restrict the
/// row, in reading and in writing. The compiler checks each
/// term against the language; a hole without a slot and a slot without a hole do not compile.
#[proc_macro]
pub fn rows(input: TokenStream) -> TokenStream {
    let table = parse_macro_input!(input as rows::Table);
    table.expand().unwrap_or_else(|error| error.to_compile_error()).into()
}

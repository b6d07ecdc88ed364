//! The language as people write it: what it reads, what it refuses and how, what it answers.

mod completion;
mod errors;
mod evaluation;
mod grammar;
mod reference;

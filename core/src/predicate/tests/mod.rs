//! Tests of the language: what it accepts, what it refuses and how, and its answers.

mod completion;
mod errors;
mod evaluation;
mod grammar;
mod reference;

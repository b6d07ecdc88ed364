//! Files: opening and writing scenarios, replays, stores and decks; new games; puzzles of
//! other programs; links to a place in a file.

pub mod beside;
pub mod decks;
pub mod demo;
pub mod empty;
pub mod importing;
pub mod link;
pub mod moments;
pub mod new_game;
pub mod opening;
pub mod puzzle;
pub mod redacted;
pub mod reload;
pub mod saving;
pub mod scenarios;
pub mod seating;
pub mod seats;
pub mod trial;
pub mod trouble;
pub mod turning;

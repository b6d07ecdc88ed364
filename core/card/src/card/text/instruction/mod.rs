//! Instructions as clauses, one file for each group (CR 608.2c, 701).

mod between_zones;
mod choices_and_conditions;
mod counters_and_mana;
mod damage_and_life;
mod hands_and_libraries;
mod making_and_copying;
mod on_the_battlefield;
mod onto_the_battlefield;
mod turns_and_games;

//! What-if changes and fixed chances in words.

use retrace_core::fact::{Chance, Edit, ObjectId, Position};
use retrace_core::state::Game;

use super::names::{entity, object, player, possessive, zone};

/// What an edit does to the game: "Ann's life total becomes 5".
pub fn edited(game: &Game, edit: &Edit) -> String {
    let is = |id: &ObjectId, yes: bool, what: &str, not: &str| {
        format!("{} becomes {}", object(game, *id), if yes { what } else { not })
    };
    match edit {
        Edit::Life(id, life) => format!("{} life total becomes {life}", possessive(&player(game, *id))),
        Edit::Counters(on, kind, count) => {
            let counters = if *count == 1 { "counter" } else { "counters" };
            format!("{} has {count} {kind} {counters}", entity(game, *on))
        }
        Edit::Tapped(id, tapped) => is(id, *tapped, "tapped", "untapped"),
        Edit::Move(id, to) => format!("{} goes to {}", object(game, *id), zone(game, *to)),
        Edit::Arrange(id, at) => match at {
            Position::Top => format!("{} is on top of its library, and is drawn next", object(game, *id)),
            Position::Bottom => format!("{} is at the bottom of its library", object(game, *id)),
            Position::FromTop(place) => format!("{} is number {place} from the top of its library", object(game, *id)),
        },
        Edit::Add(addition) => {
            let kind = if addition.token { "token of " } else { "" };
            let under = match addition.controller.filter(|id| *id != addition.owner) {
                Some(id) => format!(", under the control of {}", player(game, id)),
                None => String::new(),
            };
            let (name, owner) = (addition.card.name(), player(game, addition.owner));
            format!("{kind}{name} comes into the game for {owner}, and goes to {}{under}", zone(game, addition.zone))
        }
        Edit::Attach(id, Some(to)) => format!("{} is attached to {}", object(game, *id), entity(game, *to)),
        Edit::Attach(id, None) => is(id, true, "unattached", ""),
        Edit::Damage(id, amount) => format!("{} has {amount} damage marked on it", object(game, *id)),
        Edit::Control(id, to) => format!("{} controls {}", player(game, *to), object(game, *id)),
        Edit::Rested(id, rested) => is(id, !*rested, "summoning sick", "free of summoning sickness"),
        Edit::Mana(id, mana) => {
            let letters: String = mana.iter().map(|kind| format!("{{{}}}", kind.letter())).collect();
            let letters = if letters.is_empty() { "nothing".to_owned() } else { letters };
            format!("{} mana pool has {letters}", possessive(&player(game, *id)))
        }
        Edit::DayNight(time) => format!("it is {}", time.word()),
        Edit::BackUp(id, back) => is(id, *back, "turned to its back face", "turned to its front face"),
        Edit::Monarch(_) | Edit::Designated(..) => {
            edit.designates().map_or_else(String::new, |(it, id)| format!("{} {}", player(game, id), it.is()))
        }
        Edit::LandsPlayed(count) => {
            let lands = if *count == 1 { "land has" } else { "lands have" };
            format!("{count} {lands} been played this turn")
        }
    }
}

/// What the next use of chance will give: "the next coin comes up heads".
pub fn fixed(game: &Game, chance: &Chance) -> String {
    match chance {
        Chance::Shuffle(id, top) => {
            let whose = possessive(&player(game, *id));
            let names: Vec<String> = top.iter().map(|card| object(game, *card)).collect();
            match names.is_empty() {
                true => format!("the next shuffle of {whose} library is left to chance"),
                false => format!("the next shuffle of {whose} library puts {} on top", super::list(&names)),
            }
        }
        Chance::Coin(heads) => format!("the next coin comes up {}", if *heads { "heads" } else { "tails" }),
        Chance::Die(number) => format!("the next die shows {number}"),
        Chance::Starts(id) => format!("{} takes the first turn of the next subgame", player(game, *id)),
    }
}

//! What-if changes and fixed chances in words: the steps `Edit`, `Chance` and `Reseed` of a script,
//! which also work on any other game.

use std::sync::Arc;

use crate::card::file::ron_options;
use crate::card::pool::Pool;
use crate::card::{ManaType, ZoneKind};
use crate::fact::{Addition, Canonical, Chance, Edit, Entry, Input, ObjectId, PlayerId, Zone};
use crate::state::Game;

use crate::message::reading;

use super::refs::Ref;
use super::step::{Change, Luck, Step};
use super::timeline::{Stop, Timeline, script};
use super::words;

/// What is known of a game to be changed.
#[derive(Debug)]
pub struct GameToChange<'a> {
    /// The game.
    pub game: &'a Game,
    /// Names of objects besides their own.
    pub names: &'a [(String, ObjectId)],
    /// The cards that can be added.
    pub pool: Arc<Pool>,
}

/// Reads the changes to a game: what `Edit` takes in a script, or one of the steps `Edit`, `Chance`
/// and `Reseed`. Also tries them. `entries` is what has happened, used to follow objects through
/// zones.
///
/// # Errors
/// Text that cannot be read, names nothing or is ambiguous, or that the rules refuse: the reason,
/// as a clause.
pub fn changes<'a>(
    past: &GameToChange<'_>,
    entries: impl Iterator<Item = &'a Entry>,
    text: &str,
) -> Result<Vec<Input>, String> {
    let step = read(text.trim())?;
    let mut timeline = Timeline::new("main", past.game.clone(), &[]).with_cards(Arc::clone(&past.pool));
    timeline.remember(entries);
    for (name, object) in past.names {
        // A name given twice means the later object.
        timeline.rename(name, *object);
    }
    match timeline.take(&step) {
        Ok(()) => Ok(timeline.inputs),
        Err(Stop::Refused(illegal)) => Err(illegal.to_string()),
        Err(stop) => Err(stop.message().short()),
    }
}

fn read(text: &str) -> Result<Step, String> {
    let options = ron_options();
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let read = match word {
        "Edit" | "Chance" | "Reseed" => options.from_str::<Step>(text),
        _ => options.from_str::<Change>(text).map(Step::Edit),
    };
    read.map_err(|error| {
        let remedy = "such as `Life(of: \"Ann\", is: 5)`, `Chance([Heads])` or `Reseed(7)` (docs/scenario-format.md)";
        let wrong = reading::wrong(text, &error, words::elsewhere);
        format!("at column {}: {}; write a change {remedy}", wrong.place(text).1, wrong.message.short())
    })
}

impl Timeline {
    /// Makes a what-if change.
    pub(super) fn edit(&mut self, change: &Change) -> Result<(), Stop> {
        let before = self.game.counters().object;
        let edit = self.edit_of(change)?;
        self.apply(Input::Edit(edit))?;
        match change {
            Change::Add { alias: Some(alias), to, .. } => self.name_added(alias, *to, before),
            _ => Ok(()),
        }
    }

    fn edit_of(&self, change: &Change) -> Result<Edit, Stop> {
        Ok(match change {
            Change::Life { of, is } => Edit::Life(self.player(of)?, *is),
            Change::Counters { on, kind, is } => Edit::Counters(self.entity_there(on)?, kind.clone(), *is),
            Change::Tapped { of, is } => Edit::Tapped(self.there(of)?, *is),
            Change::Move { what, to } => {
                let id = self.there(what)?;
                let Some(object) = self.game.object(id) else {
                    return script(self.has_left(what, id));
                };
                Edit::Move(id, Zone::of(*to, object.owner))
            }
            Change::Arrange { what, is } => Edit::Arrange(self.there(what)?, (*is).into()),
            Change::Add { card, of, to, controller, token, alias: _ } => {
                let owner = self.player(of)?;
                let controller = controller.as_deref().map(|name| self.player(name)).transpose()?;
                let Some(card) = self.pool.get(card) else { return self.no_card(card) };
                let card = Canonical::from(Arc::clone(card));
                let zone = Zone::of(*to, owner);
                Edit::Add(Box::new(Addition { card, owner, zone, controller, token: *token }))
            }
            Change::Attach { what, to } => Edit::Attach(self.there(what)?, Some(self.entity_there(to)?)),
            Change::Unattach(what) => Edit::Attach(self.there(what)?, None),
            Change::Damage { on, is } => Edit::Damage(self.there(on)?, *is),
            Change::Control { of, is } => Edit::Control(self.there(of)?, self.player(is)?),
            Change::Sick { of, is } => Edit::Rested(self.there(of)?, !*is),
            Change::Mana { of, is } => Edit::Mana(self.player(of)?, mana(is)?),
            Change::Monarch(player) => Edit::Monarch(self.player(player)?),
            Change::Designated { who, is } => Edit::designated(*is, self.player(who)?),
            Change::DayNight(time) => Edit::DayNight(*time),
            Change::Transformed { of, is } => Edit::BackUp(self.there(of)?, *is),
            Change::LandsPlayed(count) => Edit::LandsPlayed(*count),
        })
    }

    fn no_card<T>(&self, name: &str) -> Result<T, Stop> {
        if let Err(unreadable) = self.pool.read(name) {
            return script(unreadable.to_string());
        }
        let near = self.pool.suggestions(name);
        let remedy = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        script(format!("there is no card `{name}`{remedy}"))
    }

    /// Names the object just added: the first that was in that zone, whatever has become of it. If
    /// it went elsewhere instead, that is the latest.
    fn name_added(&mut self, alias: &str, zone: ZoneKind, before: ObjectId) -> Result<(), Stop> {
        let new = || (before.0..self.game.counters().object.0).map(ObjectId);
        let was_there = |id: &ObjectId| {
            let departed = || Some(self.game.world().departed.get(id)?.was.zone);
            self.game.zone_of(*id).or_else(departed).is_some_and(|it| it.kind() == zone)
        };
        let is_there = |id: &ObjectId| self.game.object(*id).is_some_and(|object| object.ability.is_none());
        let added = new().find(was_there).or_else(|| new().rev().find(is_there));
        match added {
            Some(id) => self.call(alias, id),
            None => script(format!("what was added is not there yet, so that it cannot be called `{alias}`")),
        }
    }

    /// Fixes a random result.
    pub(super) fn fix(&mut self, result: &Luck) -> Result<(), Stop> {
        let chance = match result {
            Luck::Heads => Chance::Coin(true),
            Luck::Tails => Chance::Coin(false),
            Luck::Die(number) => Chance::Die(*number),
            Luck::Starts(player) => Chance::Starts(self.player(player)?),
            Luck::Shuffle { of, top } => {
                let player = self.player(of)?;
                let mut cards: Vec<ObjectId> = Vec::new();
                for card in top {
                    cards.push(self.of_library(player, card, &cards)?);
                }
                Chance::Shuffle(player, cards)
            }
        };
        self.apply(Input::Chance(chance))
    }

    /// A card of a library. Among several of the name it makes no difference which, so the first
    /// not yet taken.
    fn of_library(&self, player: PlayerId, card: &Ref, taken: &[ObjectId]) -> Result<ObjectId, Stop> {
        let free = self.game.zone(Zone::Library(player)).iter().filter(|id| !taken.contains(id));
        for id in free {
            if self.speaks_of(card, crate::fact::Entity::Object(*id))? {
                return Ok(*id);
            }
        }
        script(format!("{card} is not in the library of {}", self.player_name(player)))
    }
}

/// Mana as letters: `GGR`.
fn mana(letters: &str) -> Result<Vec<ManaType>, Stop> {
    let of = |letter: char| ManaType::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
    letters
        .chars()
        .map(|letter| match of(letter) {
            Some(kind) => Ok(kind),
            None => script(format!("`{letter}` is no mana; write letters of WUBRGC, such as `GGR`")),
        })
        .collect()
}

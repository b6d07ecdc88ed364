//! Counts what each player did in a turn. All of it is public, so every viewer sees the same
//! numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use retrace_core::fact::{Entity, EntryNo, Event, Manner, PlayerId};

use crate::timeline::line::Timeline;
use crate::timeline::ruler::{Span, TurnMark};

/// A kind of thing to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Lands played (CR 305.2).
    Lands,
    /// Spells cast (CR 601.2i).
    Spells,
    /// Abilities activated (CR 602.2b), mana abilities included.
    Abilities,
    /// Abilities that triggered (CR 603.2).
    Triggers,
    /// Cards drawn (CR 121.1).
    Drawn,
    /// Cards discarded (CR 701.8).
    Discarded,
    /// Creatures declared as attackers (CR 508.1).
    Attackers,
    /// Damage dealt to the player (CR 120.3).
    Damage,
    /// Life gained (CR 119.3).
    Gained,
    /// Life lost (CR 119.3).
    Lost,
}

impl Counted {
    /// All kinds in order.
    pub const ALL: [Counted; 10] = [
        Counted::Lands,
        Counted::Spells,
        Counted::Abilities,
        Counted::Triggers,
        Counted::Drawn,
        Counted::Discarded,
        Counted::Attackers,
        Counted::Damage,
        Counted::Gained,
        Counted::Lost,
    ];

    /// Its heading.
    pub const fn word(self) -> &'static str {
        match self {
            Counted::Lands => "lands played",
            Counted::Spells => "spells cast",
            Counted::Abilities => "abilities activated",
            Counted::Triggers => "abilities triggered",
            Counted::Drawn => "cards drawn",
            Counted::Discarded => "cards discarded",
            Counted::Attackers => "attackers",
            Counted::Damage => "damage taken",
            Counted::Gained => "life gained",
            Counted::Lost => "life lost",
        }
    }
}

/// A player's count, and its first event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The count.
    pub count: u32,
    /// The first event counted.
    pub first: EntryNo,
}

/// What each player did in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<(PlayerId, Counted), Count>,
    /// Whose turn it is.
    active: PlayerId,
}

impl Tally {
    /// The tally for these steps of a timeline, in a turn of this player. It scans their events.
    fn of(timeline: &Timeline, active: PlayerId, steps: Range<usize>) -> Tally {
        let mut tally = Tally { active, ..Tally::default() };
        let first = EntryNo(timeline.entries_before_step(steps.start));
        for (step, entry) in timeline.entries_from(first) {
            if step >= steps.end {
                break;
            }
            tally.note(entry.no, &entry.event);
        }
        tally
    }

    /// The tally of the turn at a place, up to that place; `None` before the first turn.
    pub fn at(timeline: &Timeline, place: usize) -> Option<(TurnMark, Tally)> {
        let turn = timeline.ruler().turns.at(place)?;
        // A place follows a step: the step that began the turn precedes the turn's first place.
        let steps = turn.from.saturating_sub(1)..place;
        Some((turn.what, Tally::of(timeline, turn.what.player, steps)))
    }

    /// The tally of a whole turn.
    pub fn of_turn(timeline: &Timeline, turn: &Span<TurnMark>) -> Tally {
        Tally::of(timeline, turn.what.player, turn.from.saturating_sub(1)..turn.to.saturating_sub(1))
    }

    /// A player's count of one kind; `None` if it is zero.
    pub fn get(&self, player: PlayerId, counted: Counted) -> Option<Count> {
        self.counts.get(&(player, counted)).copied()
    }

    /// Whether every count is zero.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    fn note(&mut self, no: EntryNo, event: &Event) {
        let (player, counted, count) = match event {
            Event::Moved { manner: Manner::Play, was, became, .. } => {
                let by = became.first().and_then(|new| new.controller);
                (by.unwrap_or(was.owner), Counted::Lands, 1)
            }
            Event::Moved { manner: Manner::Discard, was, .. } => (was.owner, Counted::Discarded, 1),
            Event::BecameCast { player, .. } => (*player, Counted::Spells, 1),
            Event::BecameActivated { player, .. } => (*player, Counted::Abilities, 1),
            Event::Triggered { controller, .. } => (*controller, Counted::Triggers, 1),
            Event::Drew { player } => (*player, Counted::Drawn, 1),
            Event::Attacked { .. } => (self.active, Counted::Attackers, 1),
            Event::DamageDealt { to: Entity::Player(player), amount, .. } => (*player, Counted::Damage, *amount),
            Event::LifeGained { player, amount } => (*player, Counted::Gained, *amount),
            Event::LifeLost { player, amount } => (*player, Counted::Lost, *amount),
            _ => return,
        };
        let known = self.counts.entry((player, counted)).or_insert(Count { count: 0, first: no });
        known.count = known.count.saturating_add(count);
    }
}

#[cfg(test)]
mod tests {
    use retrace_core::fact::PlayerId;

    use super::{Counted, Tally};
    use crate::session::Session;

    #[test]
    fn a_turn_is_counted_as_far_as_the_cursor() {
        let session = Session::demo().unwrap();
        let timeline = session.timelines().next().unwrap();
        let (turn, whole) = Tally::at(timeline, timeline.len_steps()).unwrap();
        let attackers = whole.get(turn.player, Counted::Attackers).unwrap();
        assert!(attackers.count > 0);
        let (step, _) = timeline.entry(attackers.first).unwrap();
        let (_, before) = Tally::at(timeline, step).unwrap();
        assert_eq!(before.get(turn.player, Counted::Attackers), None);
        assert_eq!(whole.get(PlayerId(7), Counted::Spells), None);
    }
}

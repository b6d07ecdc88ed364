//! Law 9: what `observe` gives a player is the same for any two games that differ only in what that player may not know.
//!
//! The other game is the same genesis with two cards of a deck exchanged, given the same inputs, for as long as the viewer
//! may know neither: cards of the opponent's while they are in library or hand, of the viewer's own while in the library.

use std::collections::BTreeMap;

use retrace_core::card::ZoneKind;
use retrace_core::fact::{
    Action, CardId, Component, Domain, Entity, Entry, Event, Genesis, Item, NewObject, ObjectId, Part, PlayerId,
    Prompt, Step,
};
use retrace_core::observe;
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;

use super::record::Record;
use super::{Broken, Law, Trial, broken};

#[cfg(test)]
pub(crate) mod pairs;

/// How many pairs of cards are looked at for one that stays hidden long.
const PAIRS: usize = 12;

pub(super) fn secrecy(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    // One of the ways to look at it for each game: many games try them all.
    let players = record.genesis.players.len();
    let (viewer, owner) = (trial.dice.below(players), trial.dice.below(players));
    let Some(twin) = twin(record, viewer, owner, trial) else { return Ok(0) };
    from_viewer(record, (viewer, owner), &twin, trial)
}

/// A game that differs from another only in what a viewer may not know: two cards of an owner's deck are exchanged.
pub(crate) struct Twin {
    pub(crate) genesis: Genesis,
    /// For how many commits both cards are hidden in the other game.
    pub(crate) until: usize,
    /// The two.
    pub(crate) cards: [CardId; 2],
}

/// A twin of a game for a viewer and an owner, by their seats.
pub(crate) fn twin(record: &Record, viewer: usize, owner: usize, trial: &mut Trial) -> Option<Twin> {
    let Shown { shown, .. } = Shown::of(record, viewer, owner);
    let (genesis, until, cards) = exchanged(record, owner, &shown, trial)?;
    // From when the viewer controls the owner, they see what the owner does (CR 718.4).
    let seat = |player: PlayerId| usize::from(player.0);
    let begins = |event: &Event| matches!(event, Event::PlayerControlBegan { player, by } if seat(*player) == owner && seat(*by) == viewer);
    let controls = record.commits.iter().position(|done| {
        viewer != owner && done.steps.iter().flat_map(|step| &step.entries).any(|entry| begins(&entry.event))
    });
    Some(Twin { genesis, until: controls.map_or(until, |controls| until.min(controls)), cards })
}

fn from_viewer(
    record: &Record,
    (viewer, owner): (usize, usize),
    twin: &Twin,
    trial: &mut Trial,
) -> Result<u64, Broken> {
    let broken = broken(Law::Secrecy);
    let mut in_the_twin = Shown::new(viewer, owner);
    let viewer = PlayerId(u8::try_from(viewer).unwrap_or(u8::MAX));
    let (mut other, mut steps) = rules::start(&twin.genesis).map_err(|error| broken(0, error.to_string()))?;
    let mut tried = 0;
    for (number, done) in record.commits.iter().enumerate().take(twin.until) {
        if let Some(input) = &done.input {
            // A rule may ask or allow something else because of a hidden card; from there on the games are two.
            let Ok(next) = rules::play(&other, input) else { break };
            (steps, other) = next;
        }
        // A decision about one of the cards may show it in the twin alone: an Aura that can't enter stays hidden (CR 303.4g).
        in_the_twin.note(number, &steps);
        in_the_twin.arranging(number, &other);
        if twin.cards.iter().any(|card| in_the_twin.shown.contains_key(card)) {
            break;
        }
        let entries = |steps: &[Step], game| -> Vec<observe::SeenEntry> {
            let entries = steps.iter().flat_map(|step| &step.entries);
            entries.map(|entry| observe::entry(game, viewer, entry)).collect()
        };
        let (seen, in_twin) = (entries(&done.steps, &done.after), entries(&steps, &other));
        if seen != in_twin {
            let same = seen.iter().zip(&in_twin).take_while(|(one, two)| one == two).count();
            // Who has one card that will do is not asked which, who has two is; and who has none is not asked whether, nor who
            // draws a card that has nothing to be revealed for (CR 121.9). What was seen until one of the games stopped to ask
            // is the same.
            let asks = |entry: &Entry| entry.part == Part::Frame || matches!(entry.event, Event::RevealOffered { .. });
            let stops = |steps: &[Step]| steps.iter().flat_map(|step| &step.entries).skip(same).all(asks);
            // What can't be paid with the cards that there are is taken back, which everybody sees (CR 726.1).
            let reverses = |steps: &[Step]| {
                let first = steps.iter().flat_map(|step| &step.entries).nth(same);
                first.is_some_and(|entry| matches!(entry.event, Event::Restored {}))
            };
            let parts = stops(&done.steps) || stops(&steps) || reverses(&done.steps) || reverses(&steps);
            if parts && rules::pending(&done.after) != rules::pending(&other) {
                break;
            }
            let different = seen.iter().zip(&in_twin).nth(same);
            let what = different.map_or("the number of events differs".to_owned(), |(one, two)| {
                format!("{one:?} is {two:?} where hidden cards are others")
            });
            return Err(broken(number, format!("player {viewer} sees in an event what is hidden: {what}")));
        }
        if trial.here() {
            if observe::view(&done.after, viewer) != observe::view(&other, viewer) {
                return Err(broken(number, format!("player {viewer} sees on the board what is hidden")));
            }
            tried += 1;
        }
    }
    Ok(tried)
}

/// The genesis with two different cards of an owner's deck exchanged, and the number of commits for which both are hidden.
fn exchanged(
    record: &Record,
    seat: usize,
    shown: &BTreeMap<CardId, usize>,
    trial: &mut Trial,
) -> Option<(Genesis, usize, [CardId; 2])> {
    let mut genesis = record.genesis.clone();
    // Cards are introduced deck by deck, in the order of the genesis.
    let before: usize = genesis.players[..seat].iter().map(|player| player.deck.len()).sum();
    let until = |place: usize| {
        let card = CardId(u32::try_from(before + place).unwrap_or(u32::MAX));
        shown.get(&card).copied().unwrap_or(record.commits.len())
    };
    let deck = &mut genesis.players[seat].deck;
    let mut best: Option<(usize, usize, usize)> = None;
    for _ in 0..PAIRS {
        let (one, other) = (trial.dice.below(deck.len()), trial.dice.below(deck.len()));
        let hidden = until(one).min(until(other));
        if deck[one] != deck[other] && best.is_none_or(|(longest, ..)| hidden > longest) {
            best = Some((hidden, one, other));
        }
    }
    let (hidden, one, other) = best.filter(|(hidden, ..)| *hidden > 0)?;
    deck.swap(one, other);
    let card = |place: usize| CardId(u32::try_from(before + place).unwrap_or(u32::MAX));
    Some((genesis, hidden, [card(one), card(other)]))
}

/// In which commit each card was first anywhere but in zones of these kinds, or an event told something of it there; what
/// players look at in their own libraries is told to them alone. A card that is missing was hidden all the time.
struct Shown {
    viewer: PlayerId,
    zones: &'static [ZoneKind],
    to_owner: bool,
    cards: BTreeMap<ObjectId, CardId>,
    shown: BTreeMap<CardId, usize>,
}

impl Shown {
    fn new(viewer: usize, owner: usize) -> Shown {
        let (zones, to_owner): (&[ZoneKind], bool) = match viewer == owner {
            true => (&[ZoneKind::Library], true),
            false => (&[ZoneKind::Library, ZoneKind::Hand], false),
        };
        let viewer = PlayerId(u8::try_from(viewer).unwrap_or(u8::MAX));
        Shown { viewer, zones, to_owner, cards: BTreeMap::new(), shown: BTreeMap::new() }
    }

    fn of(record: &Record, viewer: usize, owner: usize) -> Shown {
        let mut shown = Shown::new(viewer, owner);
        for (number, done) in record.commits.iter().enumerate() {
            shown.note(number, &done.steps);
            shown.arranging(number, &done.after);
        }
        shown
    }

    /// Who puts cards that go to the same place at once in an order looks at them, before an event says which they are
    /// (CR 401.4, 404.3).
    fn arranging(&mut self, number: usize, game: &Game) {
        let Pending::Choices(choices) = rules::pending(game) else { return };
        let mine = choices.iter().filter(|it| it.answered_by == self.viewer && matches!(it.prompt, Prompt::Arrange(_)));
        for choice in mine {
            let Domain::Order(items) = &choice.domain else { continue };
            for item in items {
                let Item::Entity(Entity::Object(id)) = item else { continue };
                if let Some(card) = self.cards.get(id) {
                    self.shown.entry(*card).or_insert(number);
                }
            }
        }
    }

    fn note(&mut self, number: usize, steps: &[Step]) {
        let zones = self.zones;
        let hidden = |kind: ZoneKind| zones.contains(&kind);
        for entry in steps.iter().flat_map(|step| &step.entries) {
            let (new, quiet): (&[NewObject], bool) = match &entry.event {
                Event::Created { object } => (std::slice::from_ref(&**object), hidden(object.zone.kind())),
                Event::Moved { from, became, .. } => {
                    (became, hidden(from.kind()) && became.iter().all(|new| hidden(new.zone.kind())))
                }
                Event::LookedAt { .. } => (&[], !self.to_owner),
                // Which card it is that will enter a public zone is seen before it does, if an effect changes how (CR 614.12).
                Event::Replaced { before: action, .. } | Event::Considered { action, .. } => match &**action {
                    Action::Move { object, to, .. } if to.kind().is_public() => {
                        if let Some(card) = self.cards.get(object) {
                            self.shown.entry(*card).or_insert(number);
                        }
                        (&[], true)
                    }
                    _ => (&[], false),
                },
                _ => (&[], false),
            };
            for object in new {
                if let Component::Card(card) = object.component {
                    self.cards.insert(object.id, card);
                }
            }
            if !quiet {
                for id in entry.event.objects() {
                    if let Some(card) = self.cards.get(&id) {
                        self.shown.entry(*card).or_insert(number);
                    }
                }
            }
        }
    }
}

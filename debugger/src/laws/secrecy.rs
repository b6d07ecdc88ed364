//! Law 9: what `observe` gives a player, and the words that are written from it, are the same for
//! any two games that differ only in what that player may not know.
//!
//! The other game has the same genesis, except that two cards of a deck are swapped, and gets the
//! same inputs while the viewer may know neither card: an opponent's card in the library or hand,
//! the viewer's own in the library, or a card that is face down where `observe` does not show it.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::card::ZoneKind;
use retrace_core::fact::{
    Action, CardId, Component, Domain, Entity, Entry, Event, Genesis, Item, NewObject, ObjectId, Part, PlayerId,
    PlayerSetup, Prompt, Step,
};
use retrace_core::observe;
use retrace_core::rules::{self, Pending};
use retrace_core::state::{Game, Object, evolve};

use super::record::Record;
use super::{Broken, Law, Trial, broken};
use retrace_session::asking::{answers, telling};
use retrace_session::describe;

#[cfg(test)]
pub(crate) mod pairs;

/// How many pairs of cards are examined to find one that stays hidden long.
const PAIRS: usize = 12;

pub(super) fn secrecy(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    // Look at each game in just one way: many games cover them all.
    let players = record.genesis.players.len();
    let (viewer, owner) = (trial.dice.below(players), trial.dice.below(players));
    let Some(twin) = twin(record, viewer, owner, trial) else { return Ok(0) };
    from_viewer(record, (viewer, owner), &twin, trial)
}

/// A game that differs from another only in what a viewer may not know: two cards of an owner's
/// deck are swapped.
pub(crate) struct Twin {
    pub(crate) genesis: Genesis,
    /// For how many commits both cards stay hidden in the other game.
    pub(crate) until: usize,
    /// The two cards swapped.
    pub(crate) cards: [CardId; 2],
}

/// A twin of a game, for a viewer and an owner given by their seats.
pub(crate) fn twin(record: &Record, viewer: usize, owner: usize, trial: &mut Trial) -> Option<Twin> {
    let Shown { shown, .. } = Shown::of(record, viewer, owner);
    let (genesis, until, cards) = exchanged(record, owner, &shown, trial)?;
    // From the time the viewer controls the owner, they see what the owner does (CR 718.4); control
    // of one player of a team is control of the team (CR 805.8).
    let [viewing, owning] = [viewer, owner].map(|seat| PlayerId(u8::try_from(seat).unwrap_or(u8::MAX)));
    let begins = |game: &Game, event: &Event| match event {
        Event::PlayerControlBegan { player, by } => *by == viewing && game.acts_with(*player, owning),
        _ => false,
    };
    let controls = record.commits.iter().position(|done| {
        let mut entries = done.steps.iter().flat_map(|step| &step.entries);
        viewer != owner && entries.any(|entry| begins(&done.after, &entry.event))
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
    let mut in_the_twin = Shown::new(record, viewer, owner);
    let viewer = PlayerId(u8::try_from(viewer).unwrap_or(u8::MAX));
    let (mut other, mut steps) = rules::start(&twin.genesis).map_err(|error| broken(0, error.to_string()))?;
    let Some(begun) = record.commits.first() else { return Ok(0) };
    let (mut before, mut other_before) = (&begun.before, Game::empty());
    let mut tried = 0;
    for (number, done) in record.commits.iter().enumerate().take(twin.until) {
        if let Some(input) = &done.input {
            // A rule may ask or allow something else because of a hidden card; there the games
            // diverge.
            let Ok((next, after)) = rules::play(&other, input) else { break };
            (steps, other) = (next, after);
        }
        // A decision about one of the cards may reveal it in the twin alone: an Aura that can't
        // enter stays hidden (CR 303.4g).
        in_the_twin.note(number, &other_before, &steps);
        in_the_twin.arranging(number, &other);
        if twin.cards.iter().any(|card| in_the_twin.shown.contains_key(card)) {
            break;
        }
        let (seen, in_twin) = (seen(viewer, &done.steps, &done.after), seen(viewer, &steps, &other));
        if seen != in_twin {
            let same = seen.iter().zip(&in_twin).take_while(|(one, two)| one == two).count();
            // A player with one suitable card is not asked which, but one with two is; a player
            // with none is not asked at all, nor is one who draws a card that nothing lets them
            // reveal (CR 121.9). Up to the point where one of the games stops to ask, both must
            // look the same.
            let asks =
                |entry: &Arc<Entry>| entry.part == Part::Frame || matches!(entry.event, Event::RevealOffered { .. });
            let stops = |steps: &[Step]| steps.iter().flat_map(|step| &step.entries).skip(same).all(asks);
            let stopped = stops(&done.steps) || stops(&steps);
            if (stopped && rules::pending(&done.after) != rules::pending(&other))
                || only_one_reverses(viewer, (before, &done.steps), (&other_before, &steps))
            {
                break;
            }
            let different = seen.iter().zip(&in_twin).nth(same);
            let what = different.map_or("the number of events differs".to_owned(), |(one, two)| {
                format!("{one:?} is {two:?} where hidden cards are others")
            });
            return Err(broken(number, format!("player {viewer} sees in an event what is hidden: {what}")));
        }
        // What is asked before the first event needs no words.
        if number > 0 {
            let words = |before: &Game, steps: &[Step]| describe::seen(before, steps, viewer);
            same_words(&words(before, &done.steps), &words(&other_before, &steps))
                .map_err(|why| broken(number, why))?;
        }
        if trial.here() {
            if observe::view(&done.after, viewer) != observe::view(&other, viewer) {
                return Err(broken(number, format!("player {viewer} sees on the board what is hidden")));
            }
            let shown = |game: &Game| shown_in_words(game, viewer);
            same_words(&shown(&done.after), &shown(&other)).map_err(|why| broken(number, why))?;
            tried += 1;
        }
        before = &done.after;
        other_before = other.clone();
    }
    Ok(tried)
}

/// Checks that two lists of texts are the same.
///
/// # Errors
/// The first two that differ.
fn same_words<T: PartialEq + std::fmt::Debug>(one: &[T], other: &[T]) -> Result<(), String> {
    match one.iter().zip(other).find(|(one, other)| one != other) {
        Some((one, other)) => Err(format!("a player is told {one:?} where hidden cards say {other:?}")),
        None if one.len() != other.len() => Err("a player is told more where hidden cards are others".to_owned()),
        None => Ok(()),
    }
}

/// What a player is shown of a game, in words: the board, the call stack, and what they are asked.
fn shown_in_words(game: &Game, viewer: PlayerId) -> Vec<String> {
    let (view, veiled) = (observe::view(game, viewer), observe::veiled(game, viewer));
    let mut words = vec![telling::view(game, &view)];
    words.extend(veiled.world().frames.iter().map(|frame| describe::frame(&veiled, frame)));
    for choice in &view.choices {
        if let observe::SeenChoice::Yours(choice) = choice {
            words.extend(answers::offers(&veiled, choice).into_iter().map(|offer| offer.label));
        }
    }
    words
}

/// What a viewer sees of the entries of steps, given the game after them.
fn seen(viewer: PlayerId, steps: &[Step], after: &Game) -> Vec<observe::SeenEntry> {
    let entries = steps.iter().flat_map(|step| &step.entries);
    entries.map(|entry| observe::entry(after, viewer, entry)).collect()
}

/// Whether only one of two games reverses an action, or does so first, and both looked the same
/// until then. An action that cannot be paid for with the available cards is reversed, which
/// everybody sees (CR 726.1). Its objects are gone after that, and nobody can follow them any more.
fn only_one_reverses(viewer: PlayerId, one: (&Game, &[Step]), other: (&Game, &[Step])) -> bool {
    let reverses = |step: &Step| step.entries.iter().any(|entry| matches!(entry.event, Event::Restored {}));
    let place = |(_, steps): (&Game, &[Step])| steps.iter().position(reverses);
    let places = [place(one), place(other)];
    let Some(first) = places.into_iter().flatten().min().filter(|_| places[0] != places[1]) else { return false };
    let seen_until_then = |(before, steps): (&Game, &[Step])| {
        let (mut game, steps) = (before.clone(), steps.get(..first).unwrap_or(steps));
        steps.iter().for_each(|step| evolve(&mut game, step));
        seen(viewer, steps, &game)
    };
    seen_until_then(one) == seen_until_then(other)
}

/// How many cards are numbered before those of a player's deck: the decks of earlier players, each
/// followed by its commanders, the nontraditional cards and the sideboard.
fn cards_before(genesis: &Genesis, seat: usize) -> usize {
    let cards = |it: &PlayerSetup| it.deck.len() + it.commanders.len() + it.supplement.len() + it.sideboard.len();
    genesis.players[..seat].iter().map(cards).sum()
}

/// The genesis with two different cards of an owner's deck swapped, and the number of commits for
/// which both stay hidden.
fn exchanged(
    record: &Record,
    seat: usize,
    shown: &BTreeMap<CardId, usize>,
    trial: &mut Trial,
) -> Option<(Genesis, usize, [CardId; 2])> {
    let mut genesis = record.genesis.clone();
    let before = cards_before(&genesis, seat);
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

/// The commit in which each card first left the zones of these kinds, or an event first showed
/// something of it. Only the owner sees what players look at in their own libraries. A card that is
/// absent was hidden all the time.
struct Shown {
    viewer: PlayerId,
    zones: &'static [ZoneKind],
    to_owner: bool,
    cards: BTreeMap<ObjectId, CardId>,
    shown: BTreeMap<CardId, usize>,
}

impl Shown {
    fn new(record: &Record, viewer: usize, owner: usize) -> Shown {
        // Teammates may see what the owner sees (CR 808.5).
        let on = |team: &&Vec<PlayerId>, seat: usize| team.iter().any(|id| usize::from(id.0) == seat);
        let together = record.genesis.teams.iter().any(|team| on(&team, viewer) && on(&team, owner));
        let (zones, to_owner): (&[ZoneKind], bool) = match viewer == owner || together {
            true => (&[ZoneKind::Library], true),
            false => (&[ZoneKind::Library, ZoneKind::Hand], false),
        };
        let viewer = PlayerId(u8::try_from(viewer).unwrap_or(u8::MAX));
        Shown { viewer, zones, to_owner, cards: BTreeMap::new(), shown: BTreeMap::new() }
    }

    fn of(record: &Record, viewer: usize, owner: usize) -> Shown {
        let mut shown = Shown::new(record, viewer, owner);
        for (number, done) in record.commits.iter().enumerate() {
            shown.note(number, &done.before, &done.steps);
            shown.arranging(number, &done.after);
        }
        shown
    }

    /// A player who orders cards that go to the same place at once looks at them before an event
    /// says which they are (CR 401.4, 404.3).
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

    fn note(&mut self, number: usize, before: &Game, steps: &[Step]) {
        let mut after = before.clone();
        for step in steps {
            evolve(&mut after, step);
            self.note_step(number, &after, step);
        }
    }

    fn note_step(&mut self, number: usize, after: &Game, step: &Step) {
        let zones = self.zones;
        let hidden = |kind: ZoneKind| zones.contains(&kind);
        for entry in &step.entries {
            let (new, quiet): (&[NewObject], bool) = match &entry.event {
                Event::Created { object } => (std::slice::from_ref(&**object), hidden(object.zone.kind())),
                Event::Moved { from, became, .. } => {
                    (became, hidden(from.kind()) && became.iter().all(|new| hidden(new.zone.kind())))
                }
                // Also at another player's cards, as in a search of their library.
                Event::LookedAt { player, .. } => (&[], !self.to_owner && *player != self.viewer),
                // If an effect changes how a card enters a public zone, the card is seen before it
                // enters (CR 614.12).
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
                let tells = matches!(entry.event, Event::Revealed { .. } | Event::LookedAt { .. });
                for id in entry.event.objects() {
                    if !tells && is_covered(after, self.viewer, id) {
                        continue;
                    }
                    if let Some(card) = self.cards.get(&id) {
                        self.shown.entry(*card).or_insert(number);
                    }
                }
            }
        }
    }
}

/// Whether an object is face down, or became so as it moved, and a player may not look at it
/// (CR 406.3, 708.5).
fn is_covered(after: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    let covered = |id: ObjectId| {
        let face_down = |object: &Object| object.face_down.is_some() || object.is_face_down();
        after.object_or_phased_out(id).is_some_and(face_down) && !observe::sees(after, viewer, id)
    };
    let became = after.world().departed.get(&id).map(|departed| departed.became.as_slice()).unwrap_or_default();
    covered(id) || !became.is_empty() && became.iter().all(|id| covered(*id))
}

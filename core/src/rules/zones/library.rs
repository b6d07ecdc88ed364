//! Scry, fateseal and surveil: looking at the top of a library and putting some of it away (CR
//! 701.16b, 701.18, 701.22, 701.42). The order of cards on the top or bottom of a library is chosen
//! as they are put there ([`crate::rules::replace::arrange`]).

use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{Place, Players, Quantity, StaticEffect};
use crate::derive::Scope;
use crate::derive::filter::{found, is_among, players, quantity};
use crate::fact::{
    Action, Answer, Choice, DefId, Domain, Entering, Entity, EntryNo, Event, Frame, Item, Manner, ObjectId, PlayerId,
    Position, Prompt, Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::MOST_AT_ONCE;
use crate::rules::engine::actions::{amount, to_graveyard};
use crate::rules::engine::apnap::{Turns, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, one_opponent, paid, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::engine::{paid_with, random};
use crate::rules::replace::perform::perform;
use crate::rules::replace::together::waits_in_parts;

/// An instruction with which players look at the top of a library and put some of it away.
trait Looks {
    /// How they do it.
    const WAY: Way;

    /// Who looks, and at how many cards.
    fn whom(&self) -> (&Players, &Quantity);
}

/// How players look at the top of a library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Scry,
    Fateseal,
    Surveil,
}

impl Looks for verb::Scry {
    const WAY: Way = Way::Scry;

    fn whom(&self) -> (&Players, &Quantity) {
        (&self.who, &self.count)
    }
}

impl Looks for verb::Surveil {
    const WAY: Way = Way::Surveil;

    fn whom(&self) -> (&Players, &Quantity) {
        (&self.who, &self.count)
    }
}

impl Looks for verb::Fateseal {
    const WAY: Way = Way::Fateseal;

    fn whom(&self) -> (&Players, &Quantity) {
        (&Players::You, &self.0)
    }
}

/// Shows the cards, then asks each player in turn.
macro_rules! followed {
    ($($verb:ty),+) => {$(
        impl Verb for $verb {
            fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
                looking_choice(game, frame, self)
            }

            fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
                look(work, frame, self);
            }

            fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
                answered(work, frame, self, answer);
            }

            fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
                let done = usize::from(frame.cursor.last()?.round).checked_sub(1).filter(|_| frame.round() != DONE)?;
                let players = looked_through(game, frame, self).into_iter().map(|(player, _)| player).collect();
                (Self::WAY != Way::Fateseal).then_some(Turns { players, done })
            }

            fn ones(&self, _: &Game, frame: &ResolveFrame) -> Vec<&Players> {
                if Self::WAY == Way::Fateseal && frame.round() == 0 { vec![&Players::Opponents] } else { Vec::new() }
            }

            fn in_any_order(&self) -> Option<(&Players, bool)> {
                (Self::WAY != Way::Fateseal).then(|| (self.whom().0, true))
            }

            fn doers(&self) -> Option<&Players> {
                (Self::WAY != Way::Fateseal).then(|| self.whom().0)
            }
        }
    )+};
}

followed!(verb::Scry, verb::Surveil, verb::Fateseal);

impl Verb for verb::LookAt {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let scope = scope(frame);
        let cards = with_definitions(&work.game, &found(&work.game, &scope, &self.what));
        let who = players(&work.game, &scope, &self.who);
        go_on(work, frame);
        for player in who.into_iter().filter(|_| !cards.is_empty()) {
            work.fact(rule!("701.16b"), Event::LookedAt { player, cards: cards.clone() });
        }
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

/// The rule of the instruction.
const fn rule_of(way: Way) -> Rule {
    match way {
        Way::Surveil => rule!("701.42a"),
        Way::Fateseal => rule!("701.22a"),
        Way::Scry => rule!("701.18a"),
    }
}

/// The round after the cards have moved, in which it is told who has looked at how many. Until then
/// the frame has picked each of these players, followed by the cards that they looked at.
const DONE: u16 = u16::MAX;

/// The players who look, in APNAP order, each with the cards looked at on top of a library: those
/// of them that there are. Looking at no cards does nothing (CR 701.18b).
fn looked_through<T: Looks>(game: &Game, frame: &ResolveFrame, it: &T) -> Vec<(PlayerId, Vec<ObjectId>)> {
    let (who, count) = it.whom();
    let scope = scope(frame);
    let looked_at = |player: PlayerId| {
        let whose = if T::WAY == Way::Fateseal { one_opponent(game, frame)? } else { player };
        let own = Scope { they: Some(player), ..scope };
        let count = amount(quantity(game, &own, count)).saturating_add(more(game, frame, T::WAY, player)) as usize;
        let cards: Vec<ObjectId> = game.zone(Zone::Library(whose)).iter().take(count).copied().collect();
        Some((player, cards, count))
    };
    let noted = game.noted_turns(frame).is_some();
    let named = in_turn(game, frame, || players(game, &scope, who));
    // Whoever has decided and has left counts, without cards.
    let looking = named.into_iter().filter_map(looked_at).filter(|(.., count)| noted || *count > 0);
    looking.map(|(player, cards, _)| (player, cards)).collect()
}

/// The effects that let players look at more cards as they surveil (CR 701.42b).
fn surveillance(game: &Game, player: PlayerId) -> impl Iterator<Item = (ObjectId, u32)> {
    let functioning = game.has_mechanism(Mechanisms::SURVEILLANCE).then(|| &game.derived().functioning);
    functioning.into_iter().flat_map(|all| all.others()).filter_map(move |it| match &*it.effect {
        StaticEffect::SurveilMore { who, more } if is_among(game, &it.scope(), who, player) => {
            Some((it.source, amount(quantity(game, &it.scope(), more))))
        }
        _ => None,
    })
}

/// How many more cards a surveilling player looks at: those of the effects that they have chosen to
/// use (CR 701.42b).
fn more(game: &Game, frame: &ResolveFrame, way: Way, player: PlayerId) -> u32 {
    if way != Way::Surveil {
        return 0;
    }
    let used = surveillance(game, player).filter(|(source, _)| frame.picked.contains(&Entity::Object(*source)));
    used.fold(0, |all: u32, (_, more)| all.saturating_add(more))
}

/// The next player who has not decided yet whether to look at more cards, and the objects whose
/// effects they may use (CR 701.42b). Those who have decided are among what is picked.
fn deciding<T: Looks>(game: &Game, frame: &ResolveFrame, it: &T) -> Option<(PlayerId, Vec<ObjectId>)> {
    if T::WAY != Way::Surveil {
        return None;
    }
    let (who, count) = it.whom();
    let scope = scope(frame);
    let open = |player: PlayerId| {
        let own = scope.done_by(who, player);
        // CR 701.42a: surveilling no cards is not surveilling.
        let surveils = amount(quantity(game, &own, count)) > 0 && !frame.picked.contains(&Entity::Player(player));
        let mut sources: Vec<ObjectId> = surveillance(game, player).map(|(source, _)| source).collect();
        sources.sort_unstable();
        sources.dedup();
        Some((player, sources)).filter(|(_, sources)| surveils && !sources.is_empty())
    };
    players(game, &scope, who).into_iter().find_map(open)
}

/// Asks the players who may look at more cards as they surveil (CR 701.42b), and then each player
/// in turn which of the cards to put away (CR 701.18c).
fn looking_choice<T: Looks>(game: &Game, frame: &ResolveFrame, it: &T) -> Option<Choice> {
    if frame.round() == DONE {
        return None;
    }
    if frame.cursor.last()?.round == 0 {
        let (player, sources) = deciding(game, frame, it)?;
        let max = u32::try_from(sources.len()).unwrap_or(u32::MAX);
        let options = sources.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
        let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
        return Some(ask(player, prompt, rule!("701.42b"), Domain::Pick { options, min: 0, max }));
    }
    let round = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
    let (player, cards) = looked_through(game, frame, it).into_iter().nth(round)?;
    if cards.is_empty() {
        return None;
    }
    let object = frame.object.unwrap_or(frame.source);
    let prompt = if T::WAY == Way::Surveil { Prompt::ToGraveyard(object) } else { Prompt::ToBottom(object) };
    let max = u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let options = cards.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    Some(ask(player, prompt, rule_of(T::WAY), Domain::Pick { options, min: 0, max }))
}

/// Takes a player's decision. Once all have decided, those of a list around it too, it puts the
/// chosen cards away and the others back on top, all at once (CR 701.18c).
fn answered<T: Looks>(work: &mut Work, frame: &ResolveFrame, it: &T, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    if let Some((player, _)) = deciding(&work.game, frame, it)
        && frame.cursor.last().is_some_and(|level| level.round == 0)
    {
        let mut now = frame.clone();
        now.picked.push(Entity::Player(player));
        now.picked.extend(paid_with::objects_of(items).into_iter().map(Entity::Object));
        return work.change(rule!("701.42b"), Frame::Resolve(Box::new(now)));
    }
    decided(work, frame, it, paid_with::objects_of(items));
}

/// The next player has decided to put these cards away, or has left.
fn decided<T: Looks>(work: &mut Work, frame: &ResolveFrame, it: &T, cards: Vec<ObjectId>) {
    let rule = rule_of(T::WAY);
    let all = looked_through(&work.game, frame, it);
    // What is picked begins with the effects that players use, which are of no card in a library.
    let looked_at = |id: &ObjectId| all.iter().any(|(_, cards)| cards.contains(id));
    let (picked, using): (Vec<Entity>, Vec<Entity>) =
        frame.picked.iter().partition(|it| it.object().is_some_and(|id| looked_at(&id)));
    let mut away: Vec<ObjectId> = picked.iter().filter_map(|it| it.object()).collect();
    away.extend(cards);
    let waits = work.held().is_none() && waits_in_parts(&work.game, frame, it.whom().0);
    let last = if waits { all.len() + 1 } else { all.len() };
    if frame.cursor.last().is_some_and(|level| usize::from(level.round) < last) {
        let mut now = frame.clone();
        now.picked = using.into_iter().chain(away.into_iter().map(Entity::Object)).collect();
        now.next_round();
        return work.change(rule!("701.18c"), Frame::Resolve(Box::new(now)));
    }
    let mut now = frame.clone();
    now.picked = all
        .iter()
        .flat_map(|(player, cards)| {
            let cards = cards.iter().map(|id| Entity::Object(*id));
            std::iter::once(Entity::Player(*player)).chain(cards)
        })
        .collect();
    now.set_round(DONE);
    work.change(rule, Frame::Resolve(Box::new(now)));
    let game = &work.game;
    let cause = work.cause();
    let looks = |id: ObjectId| all.iter().find(|(_, cards)| cards.contains(&id)).map(|(player, _)| *player);
    let into_library = |id: ObjectId, position: Position| {
        let owner = game.object(id).map(|object| object.owner).unwrap_or_default();
        Action::Move {
            object: id,
            to: Zone::Library(owner),
            position,
            manner: Manner::Put,
            // CR 701.22a: whoever looks at the cards arranges them.
            entering: Entering { arranged_by: looks(id).filter(|it| *it != owner), ..Entering::default() },
        }
    };
    let put_away = |id: ObjectId| match T::WAY {
        Way::Surveil => to_graveyard(game, id, Manner::Put),
        Way::Scry | Way::Fateseal => into_library(id, Position::Bottom),
    };
    let moved = away.iter().map(|id| put_away(*id));
    let back = all.iter().flat_map(|(_, cards)| {
        let stays: Vec<ObjectId> = cards.iter().filter(|id| !away.contains(id)).copied().collect();
        // A single card that stays is already on top.
        if stays.len() > 1 { stays } else { Vec::new() }
    });
    let back = back.map(|id| into_library(id, Position::Top));
    let actions: Vec<Proposed> = moved.chain(back).map(|action| Proposed::new(action, cause, rule)).collect();
    perform(work, actions);
}

/// Shuffles a library without the cards that were found, which are then put in their place
/// (CR 701.20b).
pub(in crate::rules) fn shuffle_and_put(work: &mut Work, player: PlayerId, found: &[ObjectId], place: Place) {
    let placed: Vec<(ObjectId, Position)> = found.iter().map(|id| (*id, place.into())).collect();
    random::shuffle_beside(work, player, &placed);
    // Several cards need an order (CR 401.4).
    if found.len() < 2 {
        return;
    }
    let cause = work.cause();
    let put = |id: &ObjectId| Action::Move {
        object: *id,
        to: Zone::Library(player),
        position: place.into(),
        manner: Manner::Put,
        entering: Entering::default(),
    };
    let actions = found.iter().map(put).map(|action| Proposed::new(action, cause, rule!("701.20b"))).collect();
    perform(work, actions);
}

/// Looks at the cards.
fn look<T: Looks>(work: &mut Work, frame: &ResolveFrame, it: &T) {
    if frame.round() == DONE {
        return done(work, frame, T::WAY);
    }
    let all = looked_through(&work.game, frame, it);
    // Whoever was to decide has left.
    if frame.cursor.last().is_none_or(|it| it.round > 0) {
        return decided(work, frame, it, Vec::new());
    }
    if all.is_empty() {
        return go_on(work, frame);
    }
    let rule = rule_of(T::WAY);
    work.change(rule, Frame::Resolve(Box::new(paid(frame))));
    for (player, cards) in all.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        let cards = with_definitions(&work.game, &cards);
        work.fact(rule, Event::LookedAt { player, cards });
    }
}

/// The players have scried or surveilled, whatever of it was possible.
fn done(work: &mut Work, frame: &ResolveFrame, way: Way) {
    go_on(work, frame);
    for group in frame.picked.chunk_by(|_, next| next.object().is_some()) {
        let Some(player) = group.first().and_then(|it| it.player()) else { continue };
        let cards = u32::try_from(group.len() - 1).unwrap_or(u32::MAX);
        let event = match way {
            Way::Scry => Event::Scried { player, cards },
            Way::Surveil => Event::Surveilled { player, cards },
            Way::Fateseal => continue,
        };
        work.fact(rule_of(way), event);
    }
}

fn with_definitions(game: &Game, cards: &[ObjectId]) -> Vec<(ObjectId, DefId)> {
    cards.iter().filter_map(|id| game.object(*id).map(|object| (*id, object.face_up_def()))).collect()
}

/// The cards that an event puts into a library as it also shuffles it (CR 701.20g), and those that
/// the same scry or surveil leaves on top.
pub(in crate::rules) fn placed_beside(
    game: &Game,
    frame: &ResolveFrame,
    player: PlayerId,
) -> Vec<(ObjectId, Position)> {
    let history = &game.world().history;
    let entry = |no: EntryNo| game.world().entry(no);
    let shuffled = frame.trigger.as_ref().and_then(|trigger| match &entry(trigger.event)?.event {
        Event::Replaced { before, after, .. } => match (&**before, after.as_slice()) {
            (Action::Move { object, .. }, [Action::Move { manner: Manner::Shuffle, .. }]) => Some(*object),
            _ => None,
        },
        _ => None,
    });
    let Some(shuffled) = shuffled else { return Vec::new() };
    // A card that was in the library is still there.
    let rearranged = |event: &Event| matches!(event, Event::Rearranged { object, .. } if *object == shuffled);
    let departed = || game.world().departed.get(&shuffled).map(|departed| departed.entry);
    let within = history.latest().find(|entry| rearranged(&entry.event)).map(|entry| entry.no);
    let Some(moved) = departed().or(within) else { return Vec::new() };
    let put = history.latest().take_while(|entry| entry.no.0 + u64::from(MOST_AT_ONCE) > moved.0);
    let put = put.filter(|entry| matches!(entry.event, Event::Moved { .. } | Event::Rearranged { .. }));
    let mut placed: Vec<(ObjectId, Position)> = Vec::new();
    for entry in put.filter(|entry| game.at_once(entry.no, moved)) {
        match &entry.event {
            Event::Moved { became, manner, .. } if *manner != Manner::Shuffle => {
                let there = became.iter().filter(|it| it.zone == Zone::Library(player));
                placed.extend(there.map(|it| (it.id, it.position)));
            }
            Event::Rearranged { object, position } if *object != shuffled => placed.push((*object, *position)),
            _ => {}
        }
    }
    // A card that stays on top is already there: no event reports it.
    let rule = game.rule_of(moved).filter(|rule| [rule!("701.18a"), rule!("701.42a")].contains(rule));
    let looked = history.latest().skip_while(|entry| entry.no > moved).find_map(|entry| match &entry.event {
        Event::LookedAt { player: who, cards } if Some(entry.rule) == rule && *who == player => Some(cards),
        _ => None,
    });
    for (card, _) in looked.into_iter().flatten() {
        if *card != shuffled && placed.iter().all(|(other, _)| other != card) {
            placed.push((*card, Position::Top));
        }
    }
    let library: Vec<ObjectId> = game.zone(Zone::Library(player)).to_vec();
    placed.retain(|(card, _)| library.contains(card));
    placed.sort_by_key(|(card, _)| library.iter().position(|other| other == card));
    placed
}

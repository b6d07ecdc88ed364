//! Searching zones for cards (CR 701.19).

use crate::card::Players;
use crate::card::verb;
use crate::card::{Filter, ZoneKind};
use crate::derive::cast::casting;
use crate::derive::filter::{matches, players, quantity};
use crate::derive::target::totals::TotalLimit;
use crate::fact::{
    Action, Answer, Choice, Domain, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Prompt, Proposed,
    ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::{amount, move_to, onto_battlefield, show};
use crate::rules::engine::apnap::{Turns, in_turn};
use crate::rules::engine::control::{self, ask};
use crate::rules::engine::cursor::{go_on, paid, scope};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;
use crate::rules::replace::together::waits_in_parts;
use crate::rules::zones::library;

use super::moving::into_pile;

impl Verb for verb::Search {
    /// Asks each player in turn which cards they find (CR 701.19a, 701.19i).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let Hunt { player, options, min, max, .. } = hunt(game, frame, self)?;
        let found: Vec<Entity> = options.into_iter().map(Entity::Object).collect();
        if found.len() <= min as usize {
            return None;
        }
        let limit = limit(game, frame, self, &found);
        let options = found.into_iter().map(Item::Entity).collect();
        let domain = match limit {
            Some(limit) => limit.domain(options, min, max),
            None => Domain::Pick { options, min, max },
        };
        Some(ask(player, Prompt::Objects(frame.object.unwrap_or(frame.source)), rule!("701.19a"), domain))
    }

    /// Has all players search at once. Several searches of one effect before the library is
    /// shuffled are one (CR 701.19h). Later, it takes all there is where there is nothing to
    /// choose.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Search { into, .. } = self;
        let game = &work.game;
        if frame.cursor.last().is_some_and(|level| level.round > 0) {
            let all = hunt(game, frame, self).map(|hunt| hunt.options).unwrap_or_default();
            return find(work, frame, self, &all);
        }
        let mut searches = searches(game, frame, self);
        searches.retain(|search| search.what == 0);
        if searches.is_empty() {
            // The library is shuffled anyway.
            return if *into == ZoneKind::Library { find(work, frame, self, &[]) } else { go_on(work, frame) };
        }
        let anew = searches.iter().filter(|search| search.under_way(game, frame).is_none());
        let actions: Vec<Action> = anew.map(Search::action).collect();
        let searchers = of_libraries(&searches);
        work.change(rule!("701.19a"), Frame::Resolve(Box::new(paid(frame))));
        let cause = Some(frame.began);
        control::hold_searchers(work, &searchers, frame.source);
        perform(work, actions.into_iter().map(|action| Proposed::new(action, cause, rule!("701.19a"))).collect());
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        find(work, frame, self, &objects_of(items));
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        let done = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
        Some(Turns { players: searching(game, frame, self), done })
    }

    fn in_any_order(&self) -> Option<(&Players, bool)> {
        Some((&self.who, true))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }

    /// Where no zone may be searched, the search is not offered.
    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        Some(!searches(game, frame, self).is_empty())
    }
}

/// One player's search.
struct Search {
    /// Who searches.
    player: PlayerId,
    /// Whose zones.
    whose: PlayerId,
    /// The zones that the player can search.
    zones: Vec<ZoneKind>,
    /// Which of the descriptions the cards have that are found in this round.
    what: usize,
}

impl Search {
    /// Whether the action is that of players who search just their own library.
    fn is_of_own_library(&self) -> bool {
        self.whose == self.player && self.zones == [ZoneKind::Library]
    }

    /// How much of the library this resolution has the player search, from the top, if they are
    /// searching already and nothing has been shuffled since (CR 701.19f, 701.19h).
    fn under_way(&self, game: &Game, frame: &ResolveFrame) -> Option<Option<u32>> {
        let since = game.world().history.latest().take_while(|entry| entry.no >= frame.began);
        let found = since.map(|entry| &entry.event).find_map(|event| match event {
            Event::Searched { player, top } if self.is_of_own_library() && *player == self.player => Some(Some(*top)),
            Event::SearchedZones { player, whose, zones, top }
                if *player == self.player && *whose == self.whose && *zones == self.zones =>
            {
                Some(Some(*top))
            }
            Event::Shuffled { player, .. } if *player == self.whose => Some(None),
            _ => None,
        });
        found.flatten()
    }

    fn action(&self) -> Action {
        let Search { player, whose, .. } = *self;
        if self.is_of_own_library() {
            return Action::Search { player, top: None };
        }
        Action::SearchZones { player, whose, zones: self.zones.clone(), top: None }
    }
}

/// The players who search their own libraries, which other zones may be searched with.
fn of_libraries(searches: &[Search]) -> Vec<PlayerId> {
    let own = |search: &&Search| search.whose == search.player && search.zones.contains(&ZoneKind::Library);
    let of_library = searches.iter().filter(|search| search.what == 0).filter(own);
    of_library.map(|search| search.player).collect()
}

/// What a player may find.
struct Hunt {
    player: PlayerId,
    /// Cards in public zones, all of which must be found (CR 701.19b).
    found: Vec<ObjectId>,
    /// The cards to choose from.
    options: Vec<ObjectId>,
    min: u32,
    max: u32,
}

/// The searches of an instruction, in the order in which the players decide (CR 701.19i), each as
/// often as there are descriptions of what is found. A library that may not be searched is left
/// out: the impossible is not done (CR 101.3).
fn searches(game: &Game, frame: &ResolveFrame, instruction: &verb::Search) -> Vec<Search> {
    let verb::Search { who, whose, zones, and, .. } = instruction;
    let scope = scope(frame);
    let named =
        || players(game, &scope, who).into_iter().flat_map(|it| std::iter::repeat_n(it, 1 + and.len())).collect();
    let order: Vec<PlayerId> = in_turn(game, frame, named);
    let owner = whose.as_ref().map(|whose| players(game, &scope, whose).first().copied());
    let noted = game.noted_turns(frame).is_some();
    let search = |(place, player): (usize, PlayerId)| {
        let what = order[..place].iter().filter(|it| **it == player).count();
        let may = |zone: &ZoneKind| *zone != ZoneKind::Library || noted || casting::may_search(game, player);
        let zones: Vec<ZoneKind> = zones.iter().copied().filter(may).collect();
        Some(Search { player, whose: owner.unwrap_or(Some(player))?, zones, what }).filter(|it| !it.zones.is_empty())
    };
    order.iter().copied().enumerate().filter_map(search).collect()
}

/// The players who search, in the order in which they decide, each as often as they do.
pub(super) fn searching(game: &Game, frame: &ResolveFrame, instruction: &verb::Search) -> Vec<PlayerId> {
    searches(game, frame, instruction).into_iter().map(|search| search.player).collect()
}

/// The search of the player whose turn it is; none if something else was done instead (CR 614.6).
fn hunt(game: &Game, frame: &ResolveFrame, instruction: &verb::Search) -> Option<Hunt> {
    let verb::Search { what, and, count, up_to, total, .. } = instruction;
    let scope = scope(frame);
    let round = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
    let search = searches(game, frame, instruction).into_iter().nth(round)?;
    let what = std::iter::once(what).chain(and).nth(search.what)?;
    let top = search.under_way(game, frame)?;
    let (seen, hidden): (Vec<ZoneKind>, Vec<ZoneKind>) = search.zones.iter().partition(|zone| zone.is_public());
    let matching = |zones: &[ZoneKind]| -> Vec<ObjectId> {
        // What was found for another description is not found again.
        let left = |id: &ObjectId| !frame.picked.contains(&Entity::Object(*id));
        game.searchable(search.whose, zones, top).filter(left).filter(|id| matches(game, &scope, what, *id)).collect()
    };
    let (public, secret) = (matching(&seen), matching(&hidden));
    let number = |cards: &[ObjectId]| u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let most = amount(quantity(game, &scope, count));
    let any = matches!(what, Filter::Any | Filter::Card);
    // All of them may be found: those in public zones have to be.
    if total.is_none() && most >= number(&public).saturating_add(number(&secret)) && !any && !up_to {
        let max = number(&secret);
        return Some(Hunt { player: search.player, found: public, options: secret, min: 0, max });
    }
    let must = number(&public);
    let options: Vec<ObjectId> = public.into_iter().chain(secret).collect();
    let max = most.min(number(&options));
    let named: Vec<Entity> = options.iter().copied().map(Entity::Object).collect();
    let limit = limit(game, frame, instruction, &named);
    let max = limit.map_or(Some(max), |limit| limit.counts(0, max).map(|(_, most)| most)).unwrap_or(0);
    // CR 701.19d: simply a quantity must be found.
    let min = match up_to {
        true => 0,
        false if any => max,
        false => must.min(max),
    };
    Some(Hunt { player: search.player, found: Vec::new(), options, min, max })
}

/// The limit on the cards found together.
fn limit(game: &Game, frame: &ResolveFrame, instruction: &verb::Search, found: &[Entity]) -> Option<TotalLimit> {
    instruction.total.as_ref().map(|total| TotalLimit::of(game, &scope(frame), total, found))
}

/// Takes what a player found. Once all have searched, those of a list around it too, it reveals the
/// cards if the instruction says so, and moves them (CR 101.4, 701.19i).
fn find(work: &mut Work, frame: &ResolveFrame, instruction: &verb::Search, cards: &[ObjectId]) {
    let verb::Search { who, whose, reveal, into, place, tapped, .. } = instruction;
    let held = work.held().is_some();
    let game = &work.game;
    let mut found: Vec<ObjectId> = frame.picked.iter().filter_map(|it| it.object()).collect();
    found.extend(hunt(game, frame, instruction).map(|hunt| hunt.found).unwrap_or_default());
    found.extend(cards);
    let searches = searches(game, frame, instruction);
    let (several, searchers) = (searches.len(), of_libraries(&searches));
    let waits = !held && waits_in_parts(game, frame, whose.as_ref().unwrap_or(who));
    let last = if waits { several + 1 } else { several };
    if frame.cursor.last().is_some_and(|level| usize::from(level.round) < last) {
        let mut now = frame.clone();
        now.picked = found.into_iter().map(Entity::Object).collect();
        now.next_round();
        return work.change(rule!("701.19i"), Frame::Resolve(Box::new(now)));
    }
    let who = players(game, &scope(frame), who);
    let owners = whose.as_ref().map_or_else(|| who.clone(), |whose| players(game, &scope(frame), whose));
    control::release_searchers(work, &searchers, frame.source);
    go_on(work, frame);
    if *reveal {
        show(work, &found);
    }
    if *into == ZoneKind::Library {
        for player in owners {
            let own = |id: &ObjectId| work.game.zone_of(*id) == Some(Zone::Library(player));
            let cards: Vec<ObjectId> = found.iter().copied().filter(own).collect();
            library::shuffle_and_put(work, player, &cards, *place);
        }
        return;
    }
    let cause = Some(frame.began);
    if instruction.pile {
        let actions = into_pile(work, found).into_iter();
        return perform(work, actions.map(|action| Proposed::new(action, cause, rule!("406.3"))).collect());
    }
    let game = &work.game;
    // Of several players, each has searched their own library.
    let finder = |id: &ObjectId| match who.as_slice() {
        [player] => *player,
        _ => game.object(*id).map_or(frame.controller, |object| object.owner),
    };
    let take = |id: &ObjectId| match into {
        ZoneKind::Battlefield => {
            let mut action = onto_battlefield(*id, finder(id), Manner::Put);
            if let Action::Move { entering, .. } = &mut action {
                entering.tapped = *tapped;
            }
            action
        }
        into => move_to(game, *id, *into, Manner::Put),
    };
    let actions = found.iter().map(take).map(|action| Proposed::new(action, cause, rule!("701.19a"))).collect();
    perform(work, actions);
}

//! Who puts the counters on a permanent with which it enters (CR 122.6a): its controller, unless
//! the effect says that another player does.

use crate::card::{CounterKind, Players, Would};
use crate::derive::filter::players;
use crate::derive::{Look, Scope};
use crate::fact::{Action, Entering, Note, Origin, PlayerId};
use crate::state::Game;

use super::happen::as_it_would_enter;

/// How many counters of one kind a permanent enters with that one player puts on it; without a
/// player, its controller.
pub(super) type Share = (Option<PlayerId>, CounterKind, u32);

/// The counters by who puts them there.
fn shares(entering: &Entering) -> Vec<Share> {
    let others = entering.chosen.iter().filter_map(|(_, note)| match note {
        Note::PutBy(player, kind, count) => Some((Some(*player), CounterKind::clone(kind), *count)),
        _ => None,
    });
    let others: Vec<Share> = others.collect();
    let own = entering.counters.iter().map(|(kind, count)| {
        let of_kind = others.iter().filter(|(_, of, _)| of == kind);
        let put = of_kind.map(|(.., count)| *count).fold(0, u32::saturating_add);
        (None, kind.clone(), count.saturating_sub(put))
    });
    own.collect::<Vec<_>>().into_iter().chain(others).collect()
}

/// The counters that a replacement effect is about.
pub(super) fn concerned(
    game: &Game,
    scope: &Scope<'_>,
    would: &Would,
    action: &Action,
    controller: Option<PlayerId>,
) -> Vec<Share> {
    let (Would::PutCounters { by, kind, .. }, Some(entering)) = (would, action.entering()) else { return Vec::new() };
    let named = by.as_ref().map(|by: &Players| players(game, scope, by));
    let fits = |(who, of, count): &Share| {
        let puts = who.or(controller);
        *count > 0
            && kind.as_ref().is_none_or(|kind| kind == of)
            && named.as_ref().is_none_or(|named| puts.is_some_and(|player| named.contains(&player)))
    };
    shares(entering).into_iter().filter(fits).collect()
}

/// The action with other numbers of the counters that a replacement effect is about. One that does
/// not ask who puts them is about all counters of a kind together.
pub(super) fn with_counters(
    game: &Game,
    scope: &Scope<'_>,
    would: &Would,
    action: &Action,
    change: impl Fn(u32) -> u32,
) -> Action {
    let mut action = action.clone();
    let Would::PutCounters { by, .. } = would else { return action };
    let controller = by.as_ref().and_then(|_| as_it_would_enter(game, &action));
    let controller = controller.and_then(|(view, id)| view.controller(id));
    let concerned = concerned(game, scope, would, &action, controller);
    let Some(entering) = action.entering_mut() else { return action };
    let Entering { counters, chosen, .. } = entering;
    if by.is_none() {
        let of_it = |kind: &CounterKind| concerned.iter().any(|(_, of, _)| of == kind);
        for (_, count) in counters.iter_mut().filter(|(kind, count)| **count > 0 && of_it(kind)) {
            *count = change(*count);
        }
        for (_, note) in chosen {
            if let Note::PutBy(_, kind, count) = note
                && of_it(kind)
            {
                *count = change(*count).min(counters.get(&**kind).copied().unwrap_or(0));
            }
        }
        return action;
    }
    for (who, kind, was) in concerned {
        let to = change(was);
        if let Some(there) = counters.get_mut(&kind) {
            *there = there.saturating_sub(was).saturating_add(to);
        }
        let noted = chosen.iter_mut().find_map(|(_, note)| match note {
            Note::PutBy(player, of, count) if who == Some(*player) && **of == kind && *count == was => Some(count),
            _ => None,
        });
        noted.into_iter().for_each(|count| *count = to);
    }
    action
}

/// Notes that another player puts counters on it.
pub(super) fn note(entering: &mut Entering, origin: &Origin, player: PlayerId, kind: &CounterKind, count: u32) {
    if count > 0 {
        entering.chosen.push((origin.clone(), Note::PutBy(player, Box::new(kind.clone()), count)));
    }
}

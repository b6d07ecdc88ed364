//! The untap step (CR 502.3): which permanents untap, including those that may stay tapped and
//! limits on how many untap.

use crate::card::{Restriction, StaticEffect};
use crate::derive::Look;
use crate::derive::filter::{matches, players};
use crate::fact::{Action, Choice, Domain, Entity, Item, ObjectId, PlayerId, Prompt, Proposed};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::paid_with;
use crate::rules::engine::refusal::Illegal;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform;

/// Up to this many open permanents, every combination is tried.
const LITTLE: usize = 8;

/// What the active player has to determine.
#[derive(Debug, Default, PartialEq, Eq)]
struct Untapping {
    /// Tapped permanents of theirs that can untap.
    can: Vec<ObjectId>,
    /// Tapped permanents of other players that effects untap meanwhile.
    besides: Vec<ObjectId>,
    /// Those that may stay tapped.
    may_stay: Vec<ObjectId>,
    /// Sets of permanents, and how many of each can untap.
    limits: Vec<(Vec<ObjectId>, usize)>,
}

impl Untapping {
    fn of(game: &Game) -> Untapping {
        let active = game.world().turn.active;
        let stays = |id: &ObjectId| {
            game.restrictions().any(|(scope, restriction)| match restriction {
                Restriction::DoesntUntap(what) => {
                    matches(game, &scope, what, *id) && !game.ignores(game.controller(*id), scope.source)
                }
                _ => false,
            })
        };
        let tapped = |id: &ObjectId| game.object(*id).is_some_and(|object| object.status.tapped);
        let permanents = game.world().battlefield.iter().copied().filter(tapped);
        let (own, others): (Vec<ObjectId>, Vec<ObjectId>) =
            permanents.partition(|id| game.controller(*id).is_some_and(|player| game.is_active(player)));
        let can: Vec<ObjectId> = own.into_iter().filter(|id| !stays(id)).collect();
        let besides = others.into_iter().filter(|id| untaps_meanwhile(game, *id)).collect();
        let optional = |id: &ObjectId| {
            game.derived().functioning.others().any(|it| match &*it.effect {
                StaticEffect::MayStayTapped(what) => matches(game, &it.scope(), what, *id),
                _ => false,
            })
        };
        let limit = |(scope, restriction): (crate::derive::Scope<'_>, &Restriction), active: PlayerId| match restriction
        {
            Restriction::MaximumUntapped { who, what, count }
                if players(game, &scope, who).contains(&active) && !game.ignores(Some(active), scope.source) =>
            {
                let own = |id: &ObjectId| game.controller(*id) == Some(active) && matches(game, &scope, what, *id);
                let of: Vec<ObjectId> = can.iter().copied().filter(own).collect();
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                (of.len() > count).then_some((of, count))
            }
            _ => None,
        };
        let limits = game.turn_mates(active).into_iter();
        let limits = limits.flat_map(|player| game.restrictions().filter_map(move |it| limit(it, player))).collect();
        Untapping { may_stay: can.iter().copied().filter(optional).collect(), limits, can, besides }
    }

    /// The permanents that the player decides about; the others untap.
    fn open(&self) -> Vec<ObjectId> {
        let limited = |id: &ObjectId| self.limits.iter().any(|(of, _)| of.contains(id));
        self.can.iter().copied().filter(|id| self.may_stay.contains(id) || limited(id)).collect()
    }

    /// Whether a selection keeps every limit.
    fn keeps(&self, chosen: &[ObjectId]) -> bool {
        self.limits.iter().all(|(of, most)| chosen.iter().filter(|id| of.contains(id)).count() <= *most)
    }

    /// A permanent missing from the selection that must untap: it may not stay tapped, and no limit
    /// keeps it from untapping.
    fn left_out(&self, chosen: &[ObjectId]) -> Option<ObjectId> {
        let with = |id: &ObjectId| {
            let mut with = chosen.to_vec();
            with.push(*id);
            with
        };
        let must = |id: &ObjectId| !chosen.contains(id) && !self.may_stay.contains(id) && self.keeps(&with(id));
        self.open().into_iter().find(must)
    }

    /// The smallest legal number, worked out only where there is little to choose among. [`check`]
    /// judges every answer in any case.
    fn fewest(&self, open: &[ObjectId]) -> u32 {
        if open.len() > LITTLE {
            return 0;
        }
        let chosen = |set: u32| {
            let inside = open.iter().enumerate().filter(move |(at, _)| set & (1 << at) != 0);
            inside.map(|(_, id)| *id).collect::<Vec<ObjectId>>()
        };
        let legal = |set: &u32| {
            let chosen = chosen(*set);
            self.keeps(&chosen) && self.left_out(&chosen).is_none()
        };
        (0..1 << open.len()).filter(legal).map(u32::count_ones).min().unwrap_or(0)
    }

    /// The selection if permanents untap in this order as far as the limits allow.
    fn greedily(&self, order: &[ObjectId]) -> Vec<ObjectId> {
        let mut chosen = Vec::new();
        for id in order {
            chosen.push(*id);
            if !self.keeps(&chosen) {
                chosen.pop();
            }
        }
        chosen
    }
}

/// Whether an effect untaps a permanent during the untap step of the active player, or of one of
/// the active team (CR 805.8).
fn untaps_meanwhile(game: &Game, id: ObjectId) -> bool {
    let active = game.turn_mates(game.world().turn.active);
    game.derived().functioning.others().any(|it| match &*it.effect {
        StaticEffect::UntapDuring { what, of } => {
            let of = players(game, &it.scope(), of);
            active.iter().any(|player| of.contains(player)) && matches(game, &it.scope(), what, id)
        }
        _ => false,
    })
}

/// Asks which permanents untap, where that is optional (CR 502.3).
pub(in crate::rules) fn untap_choice(game: &Game) -> Option<Choice> {
    let player = game.world().turn.active;
    let untapping = Untapping::of(game);
    let open = untapping.open();
    let max = u32::try_from(open.len()).ok()?;
    let min = untapping.fewest(&open);
    (max > 0).then(|| Choice {
        player,
        answered_by: player,
        prompt: Prompt::Untap,
        rule: rule!("502.3"),
        domain: Domain::Pick {
            options: open.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect(),
            min,
            max,
        },
        back_out: false,
    })
}

/// Whether a selection is legal: neither too many untap nor too few.
pub(in crate::rules) fn check(game: &Game, items: &[Item]) -> Result<(), Illegal> {
    let untapping = Untapping::of(game);
    let chosen = paid_with::objects_of(items);
    if !untapping.keeps(&chosen) {
        return Err(Illegal::against(rule!("502.3"), "more would untap than can"));
    }
    match untapping.left_out(&chosen) {
        Some(id) => Err(Illegal::against(rule!("502.3"), format!("{} has to untap as well", game.name_of(id)))),
        None => Ok(()),
    }
}

/// A legal answer that prefers the items that come first, with the permanents that have to untap as
/// well.
pub(crate) fn untap_in_order(game: &Game, preferred: &[Item], rest: &[Item]) -> Vec<Item> {
    let untapping = Untapping::of(game);
    let mut order = paid_with::objects_of(preferred);
    let others = paid_with::objects_of(rest);
    order.extend(others.into_iter().filter(|id| !untapping.may_stay.contains(id)));
    let chosen = untapping.greedily(&order);
    chosen.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect()
}

/// Untaps the permanents at once.
pub(in crate::rules) fn perform(work: &mut Work, chosen: &[ObjectId]) {
    let untapping = Untapping::of(&work.game);
    let open = untapping.open();
    let cause = work.cause();
    let untaps = untapping.can.iter().filter(|id| !open.contains(id) || chosen.contains(id));
    let actions =
        untaps.chain(&untapping.besides).map(|id| Proposed::new(Action::Untap(*id), cause, rule!("502.3"))).collect();
    perform::perform(work, actions);
}

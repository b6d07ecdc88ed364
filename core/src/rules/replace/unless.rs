//! Costs that may be paid as a permanent enters, to avoid something else (CR 614.1c, 614.12a), and
//! offers that a player accepts or refuses. Before it enters, its controller says whether they pay,
//! then with what; the payment happens at the same time (CR 614.13).

use crate::card::{Cost, CounterKind, Instead};
use crate::derive::Scope;
use crate::derive::filter::players;
use crate::derive::pay::{able, payable};
use crate::fact::{
    Action, Answer, Applied, Choice, Domain, Entity, Event, Happening, Item, Note, ObjectId, Part, Paying, PlayerId,
    Prompt, Proposed,
};
use crate::rule;
use crate::state::Game;

use super::about::{affected, moving, object_of, remove};
use super::apply;
use super::arrives;
use super::happen;
use super::putters;
use super::under;
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, control, paid_with};

/// The open payment for an entering object.
pub(super) fn pending(action: &Action) -> Option<&Paying> {
    match action {
        Action::Move { entering, .. } | Action::CreateToken { entering, .. } => entering.paying.as_deref(),
        _ => None,
    }
}

/// The parts of the cost.
fn costs(paying: &Paying) -> &[Cost] {
    match &*paying.how {
        Instead::UnlessPaid { cost, .. } => cost,
        _ => &[],
    }
}

/// The objects that can pay a part of the cost, and how many are needed, without those that enter
/// at the same time, go elsewhere, or pay another part (CR 614.13a-b). None if nothing is chosen
/// for it.
fn with(game: &Game, actions: &[Proposed], index: usize, part: &Cost) -> Option<(Vec<ObjectId>, u32)> {
    let action = &actions[index].action;
    let (player, object) = (affected(game, action), object_of(game, action));
    let (mut options, count) = arrives::seen(game, action, |look| payable::pay_with(look, player, object, part))?;
    let taken = moving(actions, index);
    let paid = pending(action).map(|paying| paying.with.concat()).unwrap_or_default();
    options.retain(|id| !taken.contains(id) && !paid.contains(id));
    Some((options, count))
}

/// Whether the cost has to be paid if it can be (CR 118.12).
fn is_a_must(paying: &Paying) -> bool {
    matches!(&*paying.how, Instead::UnlessPaid { must: true, .. })
}

/// Whether all parts of the cost can be paid right now.
fn is_payable(game: &Game, actions: &[Proposed], index: usize, paying: &Paying) -> bool {
    costs(paying).iter().all(|part| can_be_paid(game, actions, index, part))
}

/// The game after the payments chosen so far for permanents that enter at the same time, which have
/// not happened yet; none if they change nothing here. Only life and counters of players matter, of
/// which too little may be left for another payment (CR 118.3, 119.4).
pub(super) fn paid_so_far(game: &Game, actions: &[Proposed]) -> Option<Game> {
    let pays = |proposed: &Proposed| match &proposed.action {
        Action::LoseLife { player, amount } => Some(Event::LifeLost { player: *player, amount: *amount }),
        Action::RemoveCounters { from: from @ Entity::Player(_), kind, count } => {
            Some(Event::CountersRemoved { from: *from, kind: kind.clone(), count: *count })
        }
        _ => None,
    };
    let paid: Vec<Event> = actions.iter().filter(|it| it.parent.is_some()).filter_map(pays).collect();
    if paid.is_empty() {
        return None;
    }
    let mut work = Work::new(game.clone());
    for event in paid {
        work.emit(Part::Batch, None, rule!("118.3"), event);
    }
    Some(work.game)
}

/// Whether a part of the cost can be paid right now.
fn can_be_paid(game: &Game, actions: &[Proposed], index: usize, part: &Cost) -> bool {
    let after = paid_so_far(game, actions);
    let game = after.as_ref().unwrap_or(game);
    let action = &actions[index].action;
    match with(game, actions, index, part) {
        Some((options, count)) => options.len() >= count as usize,
        None => payable::may_pay(game, affected(game, action), object_of(game, action), part).is_ok(),
    }
}

/// The next question; none if there is nothing to choose.
pub(super) fn unless_choice(game: &Game, actions: &[Proposed], index: usize) -> Option<Choice> {
    let action = &actions.get(index)?.action;
    let paying = pending(action)?;
    let (player, object) = (affected(game, action), object_of(game, action));
    let ask = |prompt: Prompt, domain: Domain| {
        Some(Choice { player, answered_by: player, prompt, rule: rule!("614.12a"), domain, back_out: false })
    };
    if let Instead::Offer { who, then, .. } = &*paying.how {
        if is_in_vain(game, action, then) {
            return None;
        }
        // CR 702.104a: of several opponents, its controller names one.
        let among = players(game, &Scope::of(paying.source, paying.controller), who);
        if let Some(which) = under::which_for(game, paying.controller, action, &among, rule!("614.12a")) {
            return Some(which);
        }
        let asked = control::one_of(game, object, &among)?;
        let (prompt, rule) = (Prompt::May(object), rule!("614.12a"));
        return Some(Choice {
            player: asked,
            answered_by: asked,
            prompt,
            rule,
            domain: Domain::Confirm,
            back_out: false,
        });
    }
    if !paying.agreed {
        let asks = !is_a_must(paying) && is_payable(game, actions, index, paying);
        return if asks { ask(Prompt::Unless(object), Domain::Confirm) } else { None };
    }
    let part = costs(paying).get(paying.with.len())?;
    let (options, count) = with(game, actions, index, part)?;
    if options.len() <= count as usize {
        return None;
    }
    let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    ask(Prompt::PayWith(object), Domain::Pick { options, min: count, max: count })
}

/// Whether what is offered is to enter with counters that can't be put on the permanent: nobody may
/// choose that (CR 101.2, 608.2d).
fn is_in_vain(game: &Game, action: &Action, then: &Instead) -> bool {
    let Instead::EnterWithCounters(kind, _) = then else { return false };
    let view = happen::as_it_would_enter(game, action);
    view.is_some_and(|(view, id)| !able::can_get_counters(&view, Entity::Object(id), kind))
}

/// The answer if there is nothing to choose: paid or not, or paid with everything there is.
pub(super) fn only(game: &Game, actions: &[Proposed], index: usize) -> Answer {
    let Some(paying) = pending(&actions[index].action) else { return Answer::Confirmed(false) };
    if matches!(&*paying.how, Instead::Offer { .. }) {
        return Answer::Confirmed(false);
    }
    if !paying.agreed {
        return Answer::Confirmed(is_a_must(paying) && is_payable(game, actions, index, paying));
    }
    let Some(part) = costs(paying).get(paying.with.len()) else { return Answer::Picked(Vec::new()) };
    // Other parts may have used up what it needs: nothing is paid in part (CR 118.3).
    if !can_be_paid(game, actions, index, part) {
        return Answer::Confirmed(false);
    }
    let options = with(game, actions, index, part).map(|(options, _)| options).unwrap_or_default();
    Answer::Picked(options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect())
}

/// Takes the player's answer: whether they pay, or with what.
pub(super) fn answered(work: &mut Work, happening: &mut Happening, index: usize, answer: &Answer) {
    let action = &mut happening.actions[index].action;
    let (Action::Move { entering, .. } | Action::CreateToken { entering, .. }) = action else { return };
    let Some(paying) = &mut entering.paying else { return };
    if let Instead::Offer { .. } = &*paying.how {
        if let Some(paying) = entering.paying.take() {
            settle_offer(work, happening, index, &paying, *answer == Answer::Confirmed(true));
        }
        return;
    }
    match answer {
        Answer::Confirmed(true) => paying.agreed = true,
        Answer::Picked(items) => {
            paying.with.push(paid_with::objects_of(items));
            if paying.with.len() >= costs(paying).len()
                && let Some(paying) = entering.paying.take()
            {
                let with = paying.with.concat();
                if let (Applied::Ability { origin, .. }, false) = (&paying.by, with.is_empty()) {
                    entering.chosen.push((origin.clone(), Note::Paid(with)));
                }
                paid(work, happening, index, &paying);
            }
        }
        _ => {
            if let Some(paying) = entering.paying.take() {
                not_paid(work, happening, index, &paying);
            }
        }
    }
}

/// Pays the cost as part of how the permanent enters.
fn paid(work: &mut Work, happening: &mut Happening, index: usize, paying: &Paying) {
    let action = &happening.actions[index].action;
    let (player, object): (PlayerId, ObjectId) = (affected(&work.game, action), object_of(&work.game, action));
    let (cause, parent) = (happening.actions[index].cause, u32::try_from(index).ok());
    for (part, with) in costs(paying).iter().zip(&paying.with) {
        if let Cost::Reveal(..) = part {
            actions::show(work, with);
        }
        for (rule, action) in paid_with::actions(&work.game, (player, object, None), part, with) {
            if happen::can_happen(&work.game, &action) {
                happening.actions.push(Proposed { parent, ..Proposed::new(action, cause, rule) });
            }
        }
    }
}

/// Does what a player has accepted, or the alternative.
fn settle_offer(work: &mut Work, happening: &mut Happening, index: usize, paying: &Paying, accepted: bool) {
    let Instead::Offer { then, otherwise, .. } = &*paying.how else { return };
    if let (Applied::Ability { origin, .. }, true) = (&paying.by, accepted)
        && let Some(entering) = happening.actions[index].action.entering_mut()
    {
        entering.chosen.push((origin.clone(), Note::Accepted));
    }
    let Some(instead) = (if accepted { Some(then) } else { otherwise.as_ref() }) else { return };
    let before = happening.actions[index].action.clone();
    let mut after = apply::offered(work, happening, index, paying, instead);
    if let (Instead::EnterWithCounters(kind, _), true, Some(action)) = (&**instead, accepted, after.first_mut()) {
        put_by_the_asked(&work.game, paying, (&before, action), kind);
    }
    let told = Event::Replaced { effect: Box::new(paying.by.clone()), before: Box::new(before), after: after.clone() };
    let entry = work.emit(Part::Replacement, happening.actions[index].cause, rule!("614.12a"), told);
    if let Some(action) = after.into_iter().next() {
        happening.actions[index].action = action;
        happening.actions[index].cause = Some(entry);
    }
}

/// Notes that the player who accepted puts the counters on the permanent (CR 122.6a, 702.104a).
fn put_by_the_asked(game: &Game, paying: &Paying, (before, after): (&Action, &mut Action), kind: &CounterKind) {
    let (Instead::Offer { who, .. }, Applied::Ability { origin, .. }) = (&*paying.how, &paying.by) else { return };
    let among = players(game, &Scope::of(paying.source, paying.controller), who);
    let asked = control::one_of(game, object_of(game, before), &among);
    let count = |action: &Action| action.entering().and_then(|it| it.counters.get(kind)).copied().unwrap_or(0);
    let more = count(after).saturating_sub(count(before));
    if let (Some(asked), Some(entering)) =
        (asked.filter(|asked| *asked != affected(game, before)), after.entering_mut())
    {
        putters::note(entering, origin, asked, kind, more);
    }
}

/// Carries out the alternative to paying.
fn not_paid(work: &mut Work, happening: &mut Happening, index: usize, paying: &Paying) {
    let before = happening.actions[index].action.clone();
    let after = apply::unpaid(&work.game, paying, &before);
    let told = Event::Replaced {
        effect: Box::new(paying.by.clone()),
        before: Box::new(before),
        after: after.iter().cloned().collect(),
    };
    let entry = work.emit(Part::Replacement, happening.actions[index].cause, rule!("614.12a"), told);
    match after {
        Some(action) => {
            happening.actions[index].action = action;
            happening.actions[index].cause = Some(entry);
        }
        None => remove(&mut happening.actions, index),
    }
}

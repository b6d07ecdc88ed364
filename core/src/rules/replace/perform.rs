//! The one pipeline that every action takes before it happens (CR 614-616).
//!
//! It takes a set of simultaneous actions, which may contain others: damage contains loss of life,
//! destruction contains a move. Impossible actions are dropped first (CR 101.2, 614.17). Then, in
//! APNAP order of the players affected and for outer actions before those they contain, the
//! applicable effects are collected ([`candidates`]), one of those that come first is chosen
//! (CR 616.1a-d) and applied ([`apply`]), and the rest is collected again (CR 616.1e). An effect
//! applies once to an action and to what it becomes or contains (CR 614.5, 616.1f). When nothing
//! applies any more, everything happens at once ([`super::happen`]), and additional effects follow
//! ([`afterward`], CR 615.5).

pub(in crate::rules) use super::afterward::begin_postponed;
pub(in crate::rules) use crate::derive::look::hypothetical::hypothetical;

use crate::card::{Choosing, Instruction};
use crate::derive::key::equal::equal;
use crate::fact::ResolveFrame;
use crate::fact::{
    Action, Answer, Applied, Domain, Event, Frame, Happening, Item, ObjectId, Origin, Part, PlayerId, Prompt, Proposed,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::about::{affected, attach, choosing_of, moving, object_of, remove, undo};
use super::asked::{self, decided};
use super::candidates::{Candidate, candidates};
use super::joining;
use super::open::Open;
use super::{arrange, arrives, drawing, happen, leaving, timestamps, together};
use crate::rules::engine::actions::show;
use crate::rules::engine::contrary;
use crate::rules::engine::cursor::next;
use crate::rules::engine::paid_with;
use crate::rules::engine::verb::verb;
use crate::rules::engine::work::Work;
use crate::rules::linked;
use crate::rules::permanent::copying;

/// Makes a set of simultaneous actions happen, after replacement and prevention effects. It is the
/// last thing in a step: if a choice is needed, a frame takes over.
pub(in crate::rules) fn perform(work: &mut Work, actions: Vec<Proposed>) {
    perform_arranged(work, actions, Vec::new());
}

/// [`perform`] with a known order in which these objects are put.
pub(in crate::rules) fn perform_arranged(work: &mut Work, mut actions: Vec<Proposed>, arranged: Vec<ObjectId>) {
    keep_applied(&work.game, &mut actions);
    together::attribute(&work.game, &mut actions);
    if let Some(held) = work.held() {
        held.actions.extend(actions);
        return;
    }
    let mut happening = Happening { actions, arranged, ..Happening::default() };
    if is_ready(work, &mut happening) {
        conclude(work, happening);
    } else {
        work.push(rule!("616.1"), Frame::Happen(Box::new(happening)));
    }
}

/// The effects that led to a replacing event do not apply to what it does (CR 614.5).
fn keep_applied(game: &Game, actions: &mut [Proposed]) {
    if let Some(Frame::Resolve(frame)) = game.frame()
        && !frame.applied.is_empty()
    {
        actions.iter_mut().filter(|it| it.applied.is_empty()).for_each(|it| it.applied.clone_from(&frame.applied));
    }
}

/// Whether no choices are left.
fn is_ready(work: &mut Work, happening: &mut Happening) -> bool {
    settle(work, happening)
        && contrary::next(&work.game, &happening.actions, None).is_none()
        && arrange::next(&work.game, &happening.actions, &happening.arranged, None).is_none()
        && timestamps::next(&work.game, &happening.actions, &happening.stamped, None).is_none()
}

/// Makes everything happen. Directly after it come additional effects, then the remaining draws.
fn conclude(work: &mut Work, happening: Happening) {
    if happening.actions.len() > 1
        && let Some(actions) = leaving::contested(work, &happening.actions)
    {
        return perform(work, actions);
    }
    let prevented = super::afterward::prevented(&happening);
    happen::happen(work, &happening.actions, (&happening.arranged, &happening.stamped), prevented);
    if work.game.world().result.is_some() {
        return;
    }
    draw_on(work, &happening.actions);
    super::afterward::follow(work, &happening);
    // Before the next card is drawn.
    drawing::offer(work);
}

/// Draws several cards one after another, each with the effects that apply to that draw (CR 121.2,
/// 121.6b, 614.11a).
fn draw_on(work: &mut Work, actions: &[Proposed]) {
    for proposed in actions.iter().rev() {
        let Action::DrawCards { player, count } = proposed.action else { continue };
        if count < 2 {
            continue;
        }
        let action = Action::DrawCards { player, count: count - 1 };
        let mut actions = vec![Proposed { action, parent: None, ..proposed.clone() }];
        actions.extend(happen::contained(&work.game, &actions, 0));
        let happening = Happening { actions, ..Happening::default() };
        work.push(rule!("121.6b"), Frame::Happen(Box::new(happening)));
    }
}

/// Performs actions of the resolution of a frame one after another, each once everything that
/// follows from the one before is done.
pub(in crate::rules) fn perform_in_turn(work: &mut Work, frame: &ResolveFrame, rule: Rule, actions: Vec<Action>) {
    let proposed =
        |action| Proposed { applied: frame.applied.clone(), ..Proposed::new(action, Some(frame.began), rule) };
    perform_each(work, actions.into_iter().map(proposed).collect());
}

/// [`perform_in_turn`] for actions with their causes and rules.
pub(super) fn perform_each(work: &mut Work, mut actions: Vec<Proposed>) {
    keep_applied(&work.game, &mut actions);
    together::attribute(&work.game, &mut actions);
    while let Some(action) = actions.pop() {
        let happening = Happening { actions: vec![action], ..Happening::default() };
        work.push(rule!("616.1"), Frame::Happen(Box::new(happening)));
    }
}

/// Performs a single action with the cause of the step.
pub(in crate::rules) fn perform_one(work: &mut Work, rule: crate::rule::Rule, action: Action) {
    let cause = work.cause();
    // Most parts of a turn begin without an effect that could say otherwise.
    if let Some((rule, event)) = happen::began(&action, rule)
        && !super::candidates::could_skip(&work.game)
        && happen::can_happen(&work.game, &action)
    {
        work.emit(Part::Batch, cause, rule, event);
        return;
    }
    perform(work, vec![Proposed::new(action, cause, rule)]);
}

/// The effects that apply to an action of a set.
#[cfg(test)]
pub(in crate::rules) fn candidates_of(game: &Game, happening: &Happening, index: usize) -> Vec<Applied> {
    candidates(game, happening, index).into_iter().map(|it| it.identity).collect()
}

/// The answer to a question between effects whose order makes no difference, or that are the same
/// effect of equal permanents (CR 616.1).
pub(in crate::rules) fn settled_order(game: &Game, happening: &Happening) -> Option<(PlayerId, Answer)> {
    let choice = asked::replacement_choice(game, happening).filter(|choice| choice.prompt == Prompt::Replacement)?;
    let Domain::Pick { options, min: 1, .. } = choice.domain else { return None };
    let first = options.first().cloned()?;
    let answer = (choice.player, Answer::Picked(vec![first]));
    let index = asked::place_of(game, happening, choice.player)?;
    let found = candidates(game, happening, index);
    if super::commuting::are_of_one_object(&found)
        || super::commuting::makes_no_difference(game, happening, index, &found, false)
    {
        return Some(answer);
    }
    let of = |item: &Item| match item {
        Item::Effect(Applied::Ability { object, origin }, _) => Some((*object, origin.clone())),
        _ => None,
    };
    let (objects, places): (Vec<ObjectId>, Vec<Origin>) = options.iter().map(of).collect::<Option<_>>()?;
    let same = places.iter().all(|place| Some(place) == places.first());
    (same && equal(game, &objects)).then_some(answer)
}

/// Continues without a choice.
pub(in crate::rules) fn proceed(work: &mut Work, happening: &Happening) {
    let happening = happening.clone();
    resume(work, happening);
}

/// Continues with what a player has chosen.
pub(in crate::rules) fn answered(work: &mut Work, happening: &Happening, player: PlayerId, answer: &Answer) {
    let mut happening = happening.clone();
    let Some(index) = asked::place_of(&work.game, &happening, player) else {
        asked::concluded(&work.game, &mut happening, player, answer);
        return resume(work, happening);
    };
    if copying::pending(&happening.actions[index].action).is_some() {
        copying::chosen(work, &mut happening.actions, index, answer);
        return resume(work, happening);
    }
    if super::unless::pending(&happening.actions[index].action).is_some() {
        super::unless::answered(work, &mut happening, index, answer);
        return resume(work, happening);
    }
    if choosing_of(&happening.actions[index].action).is_some() {
        choose(work, &mut happening.actions, index, answer);
        return resume(work, happening);
    }
    let found = candidates(&work.game, &happening, index);
    match answer {
        // How much of the action the effect applies to, or whether to any.
        Answer::Number(_) | Answer::Confirmed(_) => {
            let portion = match answer {
                Answer::Number(number) => *number,
                Answer::Confirmed(true) => u32::MAX,
                _ => 0,
            };
            if let Some(candidate) = decided(&work.game, &happening, index, &found).cloned() {
                happening.chosen = None;
                super::apply::apply(work, &mut happening, index, &candidate, Some(portion));
            }
        }
        Answer::Picked(items) => match items.first() {
            Some(Item::Entity(host)) => {
                let action = &mut happening.actions[index].action;
                let asks_host = happen::hosts_for(&work.game, action).is_some_and(|hosts| hosts.len() > 1);
                if asks_host { attach(action, Some(*host)) } else { joining::join(action, Some(*host)) }
            }
            Some(Item::Effect(identity, _)) => {
                if let Some(candidate) = found.iter().find(|it| it.identity == *identity) {
                    consider(work, &mut happening, index, &found);
                    happening.chosen = Some(identity.clone());
                    if candidate.offered_to(&work.game).is_none()
                        && super::shield::open(&work.game, &happening, index, candidate).is_none()
                        && super::under::open(&work.game, &happening, index, candidate).is_none()
                    {
                        happening.chosen = None;
                        super::apply::apply(work, &mut happening, index, candidate, None);
                    }
                }
            }
            // The applicable effects are declined.
            None => happening.actions[index].applied.extend(found.into_iter().map(|it| it.identity)),
            _ => {}
        },
        _ => {}
    }
    resume(work, happening);
}

/// Records several applicable effects and the player who chose (CR 616.1); what is applied follows
/// from that.
fn consider(work: &mut Work, happening: &mut Happening, index: usize, found: &[Candidate]) {
    let proposed = &happening.actions[index];
    let effects = found.iter().map(|it| it.identity.clone()).collect();
    let player = affected(&work.game, &proposed.action);
    let event = Event::Considered { action: Box::new(proposed.action.clone()), player, effects };
    let rule = found.first().map_or(rule!("616.1d"), Candidate::precedence_rule);
    let considered = work.emit(Part::Replacement, proposed.cause, rule, event);
    happening.actions[index].cause = Some(considered);
}

fn resume(work: &mut Work, mut happening: Happening) {
    if is_ready(work, &mut happening) {
        work.pop(rule!("616.1e"));
        conclude(work, happening);
    } else {
        work.change(rule!("616.1e"), Frame::Happen(Box::new(happening)));
    }
}

/// Applies everything that needs no choice. Returns whether everything is settled.
fn settle(work: &mut Work, happening: &mut Happening) -> bool {
    let actions = &mut happening.actions;
    for proposed in actions.iter_mut().filter(|proposed| !proposed.settled) {
        if let Some((rule, instead)) = happen::kept_off(&work.game, &proposed.action) {
            (proposed.action, proposed.rule) = (instead, rule);
        }
    }
    for index in (0..happening.actions.len()).rev() {
        let proposed = &happening.actions[index];
        // CR 614.17c: only a self-replacement effect replaces what can't happen.
        if !proposed.settled
            && !happen::can_happen(&work.game, &proposed.action)
            && !super::candidates::replaces_itself(&work.game, happening, index)
        {
            remove(&mut happening.actions, index);
        }
    }
    for proposed in happening.actions.iter_mut().filter(|proposed| !proposed.settled) {
        if happen::enters_unattached(&work.game, &proposed.action) {
            attach(&mut proposed.action, None);
        }
    }
    // Most sets are one action, which needs no index.
    if let [only] = happening.actions.as_slice()
        && !only.settled
        && !matches!(only.action, Action::Damage { .. })
    {
        match settle_next(work, happening, 0) {
            Step::Open => return false,
            Step::Settled if happening.actions.len() == 1 && super::afterward::life(work, happening).is_empty() => {
                return true;
            }
            Step::Settled | Step::Changed | Step::Applied => {}
        }
    }
    let mut open = Open::of(&work.game, &happening.actions);
    // The actions that wait for a player.
    let mut waiting: Vec<usize> = Vec::new();
    loop {
        let next = open.next();
        let outer_is_settled = next.is_none_or(|index| happening.actions[index].parent.is_some());
        if outer_is_settled && !open.has_damage() && !open.life_is_known {
            let mut results = happen::life_gained(&work.game, &happening.actions);
            results.extend(super::afterward::life(work, happening));
            open.life_is_known = results.is_empty();
            if !results.is_empty() {
                happening.actions.extend(results);
                open.extend(&work.game, &happening.actions);
                continue;
            }
        }
        if next.is_none() {
            return true;
        }
        let Some(index) = open.to_ask(&work.game, happening).into_iter().find(|index| !waiting.contains(index)) else {
            return false;
        };
        let index = redirected_before(&work.game, happening, index, &waiting).unwrap_or(index);
        let damage = matches!(happening.actions[index].action, Action::Damage { .. });
        let step = settle_next(work, happening, index);
        if matches!(step, Step::Open) {
            waiting.push(index);
            continue;
        }
        waiting.clear();
        match step {
            Step::Open => {}
            Step::Settled => open.life_is_known &= !damage,
            Step::Changed => open.life_is_known = false,
            // An effect may have changed all damage of its source.
            Step::Applied if damage => {
                open = Open::of(&work.game, &happening.actions);
                continue;
            }
            Step::Applied => open.life_is_known = false,
        }
        open.changed(&work.game, &happening.actions, index);
    }
}

/// Other damage of the same source that an effect redirects: it may join this, a part that was
/// redirected, and effects apply to all that comes together (CR 614.9).
fn redirected_before(game: &Game, happening: &Happening, index: usize, waiting: &[usize]) -> Option<usize> {
    let of = |proposed: &Proposed| match proposed.action {
        Action::Damage { source, .. } => Some(source),
        _ => None,
    };
    let part = happening.actions.get(index).filter(|it| !it.applied.is_empty())?;
    let source = of(part)?;
    let redirects = |place: usize| candidates(game, happening, place).iter().any(Candidate::redirects);
    let others = happening
        .actions
        .iter()
        .enumerate()
        .filter(|(place, it)| *place != index && !waiting.contains(place) && !it.settled && of(it) == Some(source));
    others.map(|(place, _)| place).find(|place| redirects(*place))
}

/// The result for the next action.
enum Step {
    /// A choice is needed.
    Open,
    /// Nothing applies to it any more.
    Settled,
    /// Its choice needed no question.
    Changed,
    /// An effect was applied to it.
    Applied,
}

/// Takes one step on an action without a choice.
fn settle_next(work: &mut Work, happening: &mut Happening, index: usize) -> Step {
    if let Some(copying) = copying::pending(&happening.actions[index].action).cloned() {
        let player = affected(&work.game, &happening.actions[index].action);
        let object = object_of(&work.game, &happening.actions[index].action);
        if copying::copy_choice(&work.game, player, object, &copying).is_some() {
            return Step::Open;
        }
        let only = copying::only(&work.game, object, &copying);
        copying::chosen(work, &mut happening.actions, index, &only);
        return Step::Changed;
    }
    if super::unless::pending(&happening.actions[index].action).is_some() {
        if super::unless::unless_choice(&work.game, &happening.actions, index).is_some() {
            return Step::Open;
        }
        let only = super::unless::only(&work.game, &happening.actions, index);
        super::unless::answered(work, happening, index, &only);
        return Step::Changed;
    }
    if let Some((_, choosing)) = choosing_of(&happening.actions[index].action).cloned() {
        let player = affected(&work.game, &happening.actions[index].action);
        let object = object_of(&work.game, &happening.actions[index].action);
        let taken = moving(&happening.actions, index);
        let after = super::unless::paid_so_far(&work.game, &happening.actions);
        let game = after.as_ref().unwrap_or(&work.game);
        let decided = arrives::seen(game, &happening.actions[index].action, |look| {
            let choice = linked::linked_choice(look, (player, object), &choosing, &taken, rule!("614.12a"));
            choice.is_none().then(|| linked::only(look, (player, object), &choosing, &taken))
        });
        let Some(only) = decided else { return Step::Open };
        choose(work, &mut happening.actions, index, &only);
        return Step::Changed;
    }
    let found = candidates(&work.game, happening, index);
    if found.is_empty() {
        return if finish(work, happening, index) { Step::Settled } else { Step::Open };
    }
    let Some(candidate) = decided(&work.game, happening, index, &found) else { return Step::Open };
    if candidate.offered_to(&work.game).is_some()
        || super::shield::open(&work.game, happening, index, candidate).is_some()
        || super::under::open(&work.game, happening, index, candidate).is_some()
    {
        return Step::Open;
    }
    super::apply::apply(work, happening, index, candidate, None);
    Step::Applied
}

/// Settles an action that nothing applies to any more, unless something is still to be chosen.
fn finish(work: &Work, happening: &mut Happening, index: usize) -> bool {
    let actions = &mut happening.actions;
    match happen::hosts_for(&work.game, &actions[index].action).as_deref() {
        // CR 303.4f: its controller chooses.
        Some([_, _, ..]) => return false,
        Some([host]) => attach(&mut actions[index].action, Some(*host)),
        Some([]) | None => {}
    }
    match joining::to_join(&work.game, &actions[index].action).as_deref() {
        // CR 508.4, 509.7: its controller chooses.
        Some([_, _, ..]) => return false,
        Some(found) => joining::join(&mut actions[index].action, found.first().copied()),
        None => {}
    }
    // CR 614.6: an event made impossible by its replacement is ignored.
    if !actions[index].applied.is_empty() && !happen::can_happen(&work.game, &actions[index].action) {
        undo(&work.game, actions, index);
        return true;
    }
    actions[index].settled = true;
    let allowed = match &actions[index].action {
        Action::CreateTokens { tokens, .. } => tokens.iter().all(|batch| work.allows(batch.count)),
        Action::AddMana { mana, .. } => work.allows(u32::try_from(mana.len()).unwrap_or(u32::MAX)),
        _ => true,
    };
    if !allowed {
        return true;
    }
    let contained = happen::contained(&work.game, actions, index);
    actions.extend(contained);
    true
}

/// Records a chosen value for an entering object, as part of how it enters. Its payment happens at
/// once (CR 607.2g).
fn choose(work: &mut Work, actions: &mut Vec<Proposed>, index: usize, answer: &Answer) {
    let player = affected(&work.game, &actions[index].action);
    let (cause, rule) = (actions[index].cause, rule!("614.12a"));
    let Some(entering) = actions[index].action.entering_mut() else { return };
    let Some((origin, choosing)) = entering.choosing.take() else { return };
    // CR 303.4k, 712.16
    if let (Choosing::Host { .. }, Answer::Picked(items)) = (&*choosing, answer) {
        entering.attached_to = items.iter().find_map(|item| match item {
            Item::Entity(host) => Some(*host),
            _ => None,
        });
        return;
    }
    // CR 614.12a, 702.38a
    if let (Choosing::RevealFor(_, kind, each) | Choosing::RevealOthersFor(_, kind, each), Answer::Picked(items)) =
        (&*choosing, answer)
    {
        let shown = paid_with::objects_of(items);
        let count = u32::try_from(shown.len()).unwrap_or(u32::MAX).saturating_mul(*each);
        if count > 0 {
            let there = entering.counters.entry(kind.clone()).or_insert(0);
            *there = there.saturating_add(count);
            show(work, &shown);
        }
    }
    let game = &work.game;
    let (notes, paid) = linked::chosen(game, player, &choosing, answer);
    entering.chosen.extend(notes.into_iter().map(|note| (origin.clone(), note)));
    // CR 702.82a
    if let (Choosing::SacrificeFor(_, kind, each), false) = (&*choosing, paid.is_empty()) {
        let count = u32::try_from(paid.len()).unwrap_or(u32::MAX).saturating_mul(*each);
        let there = entering.counters.entry(kind.clone()).or_insert(0);
        *there = there.saturating_add(count);
    }
    let paid = paid.into_iter().filter(|action| happen::can_happen(game, action));
    // It is part of how the permanent enters (CR 614.13).
    let parent = u32::try_from(index).ok();
    actions.extend(paid.map(|action| Proposed { parent, ..Proposed::new(action, cause, rule) }));
}

/// Carries out one instruction, or one round of it: as its actions, if it is any.
pub(in crate::rules) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let it = verb(instruction);
    match it.acts(work, frame) {
        Some((rule, actions)) => act(work, frame, rule, actions),
        None => it.execute(work, frame),
    }
}

/// Moves on to the next instruction, then makes the actions of this one happen.
pub(in crate::rules) fn act(work: &mut Work, frame: &ResolveFrame, rule: Rule, actions: Vec<Action>) {
    let cause = Some(frame.began);
    carry_out(work, frame, actions.into_iter().map(|action| Proposed::new(action, cause, rule)).collect());
}

/// [`act`] for actions with their rules. In a list that is followed for several at once, they wait
/// for those of the others (CR 608.2f).
pub(in crate::rules) fn carry_out(work: &mut Work, frame: &ResolveFrame, actions: Vec<Proposed>) {
    let mut after = frame.clone();
    next(&mut after);
    carry_out_to(work, frame, (after, rule!("608.2c")), actions);
}

/// [`carry_out`] for a part of the instruction, after which the resolution is as given, by a rule.
pub(in crate::rules) fn carry_out_to(
    work: &mut Work,
    frame: &ResolveFrame,
    (after, rule): (ResolveFrame, Rule),
    actions: Vec<Proposed>,
) {
    let gathered = match work.held() {
        Some(_) => Err(actions),
        None => together::gather(work, frame, &after, actions),
    };
    if let Err(actions) = gathered {
        work.change(rule, Frame::Resolve(Box::new(after)));
        perform(work, actions);
    }
}

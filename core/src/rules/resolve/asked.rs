//! The choices that instructions ask for, and what happens with the answers (CR 608.2d-e).

use crate::card::{Cost, Instruction, ManaCost, Objects, Players};
use crate::derive::Look;
use crate::derive::cast::cost::{Costed, Pricing};
use crate::derive::cast::prospect;
use crate::derive::filter::{all_matching, found, players, quantity};
use crate::derive::mana;
use crate::derive::object::attachment::Attachment;
use crate::derive::pay::production::Purpose;
use crate::derive::pay::window::Payer;
use crate::derive::pay::{able, payable};
use crate::derive::target::attach::can_be_attached;
use crate::fact::{
    Action, Announcement, Answer, Choice, Domain, Entity, Frame, Item, Manner, ObjectId, PlayerId, Prompt, Proposed,
    ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use super::verbs::{copy, verb};
use super::{choose, copies, resolution, retarget};
use crate::rules::announce::{playing, production, proposal, stages};
use crate::rules::combat;
use crate::rules::engine::actions::{amount, recipients, to_graveyard};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{enter_branch, go_on, one_player, scope};
use crate::rules::engine::paid_with;
use crate::rules::engine::turns::in_turn;
use crate::rules::engine::work::Work;
use crate::rules::objects::linked;
use crate::rules::replace::perform::{act, perform};
use crate::rules::zones::piles;

/// The choice in the present round of an instruction.
pub(in crate::rules) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    if let Some(verb) = verb(instruction) {
        return (verb.choice)(game, frame, instruction);
    }
    let object = frame.object.unwrap_or(frame.source);
    match instruction {
        Instruction::Choose { .. } | Instruction::ForEach { .. } | Instruction::Repeat { .. } => {
            choose::choice(game, frame, instruction)
        }
        Instruction::ChangeTargets { .. } => retarget::choice(game, frame, instruction),
        Instruction::CopySpell { .. } => copies::choice(game, frame, instruction),
        Instruction::ChangeText { .. } => copy::word_choice(game, frame, instruction),
        // CR 608.2d: the impossible is not offered.
        Instruction::May { then, .. } if !choose::is_possible(game, frame, then) => None,
        Instruction::May { who, .. } => {
            let player = one_player(game, frame, who)?;
            Some(ask(player, Prompt::May(object), rule!("608.2d"), Domain::Confirm))
        }
        Instruction::Unless { who, cost, .. } | Instruction::MayPay { who, cost, .. }
            if frame.cursor.last()?.of.is_none() =>
        {
            let player = payer(game, frame, who)?;
            if must_pay(game, frame, player, instruction) {
                return None;
            }
            // CR 118.3: an unpayable cost is not offered; whether mana can be paid shows only in
            // the attempt.
            let payable = could_pay(game, frame, player, cost);
            let prompt = match instruction {
                Instruction::MayPay { .. } => Prompt::May(object),
                _ => Prompt::Unless(object),
            };
            payable.then(|| ask(player, prompt, rule!("118.12"), Domain::Confirm))
        }
        Instruction::Discard { at_random: false, .. } | Instruction::Sacrifice { .. } => {
            let (player, options, count) = picking(game, frame, instruction)?;
            (count > 0 && options.len() > count as usize).then(|| {
                let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
                let domain = Domain::Pick { options, min: count, max: count };
                ask(player, Prompt::Objects(object), rule!("608.2d"), domain)
            })
        }
        Instruction::ChooseValue(choosing) => {
            linked::choice(game, (frame.controller, frame.source), choosing, &[], rule!("608.2d"))
        }
        Instruction::Separate { .. } => piles::choice(game, frame, instruction),
        // CR 301.5c, 303.4d: the controller of the attachment chooses among several hosts.
        Instruction::Attach { .. } => {
            let (attachment, hosts) = attaching(game, frame, instruction)?;
            let player = game.controller(attachment)?;
            let rule = match game.characteristics(attachment).and_then(Attachment::of) {
                Some(Attachment::Aura) => rule!("303.4d"),
                _ => rule!("301.5c"),
            };
            (hosts.len() > 1).then(|| {
                let options = hosts.into_iter().map(Item::Entity).collect();
                ask(player, Prompt::Host(attachment), rule, Domain::Pick { options, min: 1, max: 1 })
            })
        }
        Instruction::MayPlay { who, cost, must, .. } => {
            let player = one_player(game, frame, who)?;
            let options = playing::options(game, frame, player, instruction);
            (!options.is_empty()).then(|| {
                let has_to = *must && options.iter().any(|act| playing::has_to(game, player, act, cost));
                let rule = if *must { rule!("118.8c") } else { rule!("608.2g") };
                let options = options.into_iter().map(Item::Act).collect();
                ask(player, Prompt::Objects(object), rule, Domain::Pick { options, min: u32::from(has_to), max: 1 })
            })
        }
        Instruction::AddMana { who, mana, .. } => production::choice(game, frame, who, mana),
        Instruction::Attack { .. } | Instruction::Block { .. } | Instruction::Reselect { .. } => {
            combat::effect_choice(game, frame, instruction)
        }
        _ => None,
    }
}

/// The result of an instruction that could have asked but has nothing to ask: the impossible is not
/// done, the unpayable not paid (CR 118.3, 608.2d), and a single value is chosen.
pub(in crate::rules) fn decided(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Answer> {
    if choice(game, frame, instruction).is_some() {
        return None;
    }
    match instruction {
        Instruction::May { .. } => Some(Answer::Confirmed(false)),
        Instruction::Unless { who, .. } | Instruction::MayPay { who, .. } if frame.cursor.last()?.of.is_none() => {
            Some(Answer::Confirmed(must_pay(game, frame, payer(game, frame, who)?, instruction)))
        }
        Instruction::ChooseValue(choosing) => Some(linked::only(game, (frame.controller, frame.source), choosing, &[])),
        Instruction::AddMana { who, mana, .. } => production::only(game, frame, who, mana).map(Answer::Picked),
        // So few that all are taken, or none is, one player after another (CR 101.4).
        Instruction::Discard { at_random: false, .. } | Instruction::Sacrifice { .. } => {
            let (_, options, count) = picking(game, frame, instruction)?;
            let taken = options.into_iter().take(count as usize);
            Some(Answer::Picked(taken.map(|id| Item::Entity(Entity::Object(id))).collect()))
        }
        Instruction::Choose { at_random: false, .. } => choose::only(game, frame, instruction).map(Answer::Picked),
        _ => None,
    }
}

/// The attachment of this round and its possible hosts among those that the instruction names
/// (CR 701.3a-b). With only one thing named there is one round and no choice.
pub(in crate::rules) fn attaching(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(ObjectId, Vec<Entity>)> {
    let Instruction::Attach { what, to } = instruction else { return None };
    let scope = scope(frame);
    let hosts = recipients(game, &scope, to);
    if hosts.len() < 2 {
        return None;
    }
    let attachment = *attachments(game, frame, what).get(usize::from(frame.cursor.last()?.round))?;
    let now = game.object(attachment).and_then(|object| object.attached_to);
    let possible = |host: &Entity| Some(*host) != now && can_be_attached(game, attachment, *host);
    Some((attachment, hosts.into_iter().filter(possible).collect()))
}

/// The objects that an instruction attaches one after another. They are locked in before the first
/// one is attached: that could change which objects the description fits (CR 608.2h).
fn attachments(game: &Game, frame: &ResolveFrame, what: &Objects) -> Vec<ObjectId> {
    if frame.picked.is_empty() {
        return found(game, &scope(frame), what);
    }
    frame.picked.iter().filter_map(|it| it.object()).collect()
}

/// Attaches one object to the chosen host, and goes on to the next.
pub(in crate::rules) fn attach_one(
    work: &mut Work,
    frame: &ResolveFrame,
    what: &Objects,
    (object, to): (ObjectId, Option<Entity>),
) {
    let mut next = frame.clone();
    let all = attachments(&work.game, frame, what);
    if all.len() > 1 {
        next.picked = all.into_iter().map(Entity::Object).collect();
    }
    if let Some(level) = next.cursor.last_mut() {
        level.round += 1;
    }
    work.change(rule!("701.3a"), Frame::Resolve(Box::new(next)));
    let attach = to.map(|to| Proposed::new(Action::Attach { object, to }, Some(frame.began), rule!("701.3a")));
    perform(work, attach.into_iter().collect());
}

/// The next player to pick objects for an instruction, the options, and how many.
pub(in crate::rules) fn picking(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(PlayerId, Vec<ObjectId>, u32)> {
    let scope = scope(frame);
    let round = usize::from(frame.cursor.last()?.round);
    let (who, count) = match instruction {
        Instruction::Discard { who, count, .. } | Instruction::Sacrifice { who, count, .. } => (who, count),
        _ => return None,
    };
    let player = *in_turn(game, frame, || players(game, &scope, who)).get(round)?;
    // "They" is the player who does it.
    let scope = scope.done_by(who, player);
    let options: Vec<ObjectId> = match instruction {
        Instruction::Sacrifice { what, .. } => {
            let own = |id: &ObjectId| game.controller(*id) == Some(player) && able::can_be_sacrificed(game, *id);
            all_matching(game, &scope, what).into_iter().filter(own).collect()
        }
        _ => game.zone(Zone::Hand(player)).to_vec(),
    };
    Some((player, options, amount(quantity(game, &scope, count))))
}

/// Takes an answer to the choice of an instruction.
pub(in crate::rules) fn answered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, answer: &Answer) {
    if let Some(verb) = verb(instruction) {
        return (verb.answered)(work, frame, instruction, answer);
    }
    match (instruction, answer) {
        (Instruction::Choose { .. } | Instruction::ForEach { .. } | Instruction::Repeat { .. }, _) => {
            choose::answered(work, frame, instruction, answer);
        }
        (Instruction::ChangeTargets { .. }, _) => retarget::answered(work, frame, answer),
        (Instruction::CopySpell { .. }, _) => copies::answered(work, frame, instruction, answer),
        (Instruction::ChangeText { .. }, answer) => copy::change_text(work, frame, instruction, Some(answer)),
        (Instruction::May { .. }, Answer::Confirmed(true)) => {
            resolution::note_done(work, frame);
            enter_branch(work, frame, 0);
        }
        (Instruction::May { .. }, Answer::Confirmed(false)) => go_on(work, frame),
        (Instruction::Unless { .. } | Instruction::MayPay { .. }, Answer::Confirmed(false)) => {
            not_paid(work, frame, instruction);
        }
        (Instruction::Unless { who, .. } | Instruction::MayPay { who, .. }, Answer::Confirmed(true)) => {
            if let Some(player) = payer(&work.game, frame, who) {
                proposal::begin_payment(work, player, frame);
            }
        }
        (Instruction::Discard { .. } | Instruction::Sacrifice { .. }, Answer::Picked(items)) => {
            pick(work, frame, instruction, paid_with::objects_of(items));
        }
        (Instruction::MayPlay { who, .. }, Answer::Picked(items)) => {
            let player = one_player(&work.game, frame, who);
            match (player, items.first()) {
                (Some(player), Some(Item::Act(act))) => playing::begin(work, frame, player, act, instruction),
                _ => go_on(work, frame),
            }
        }
        (Instruction::ChooseValue(choosing), answer) => {
            go_on(work, frame);
            linked::note_choice(work, frame, answer, choosing);
        }
        (Instruction::Separate { .. }, Answer::Picked(items)) => piles::answered(work, frame, instruction, items),
        (Instruction::Attach { what, .. }, Answer::Picked(items)) => {
            let to = items.first().and_then(|item| match item {
                Item::Entity(entity) => Some(*entity),
                _ => None,
            });
            if let Some((object, _)) = attaching(&work.game, frame, instruction) {
                attach_one(work, frame, what, (object, to));
            }
        }
        (Instruction::Attack { .. } | Instruction::Block { .. } | Instruction::Reselect { .. }, answer) => {
            combat::effect_answered(work, frame, instruction, answer);
        }
        (Instruction::AddMana { who, mana, terms }, Answer::Picked(items)) => {
            if let Some(Item::Mana(kind)) = items.first() {
                production::go_on(work, frame, (who, mana, terms), Some(*kind));
            }
        }
        _ => {}
    }
}

/// The next player who may pay the cost of an instruction, each in turn (CR 101.4).
pub(in crate::rules) fn payer(game: &Game, frame: &ResolveFrame, who: &Players) -> Option<PlayerId> {
    let all = in_turn(game, frame, || players(game, &scope(frame), who));
    all.get(usize::from(frame.cursor.last()?.round)).copied()
}

/// Whether a player could pay a cost, except for the amount of mana (CR 118.3, 605.3a). A player
/// who has left pays nothing (CR 800.4f).
fn could_pay(game: &Game, frame: &ResolveFrame, player: PlayerId, cost: &[Cost]) -> bool {
    let payable = |pricing: &Pricing<'_>| prospect::could_pay(game, Payer::new(player, frame.source), pricing).is_ok();
    game.plays(player) && priced(game, frame, player, cost, payable)
}

/// Looks at the price of a cost that a resolution asks for.
fn priced<T>(
    game: &Game,
    frame: &ResolveFrame,
    player: PlayerId,
    cost: &[Cost],
    look: impl FnOnce(&Pricing<'_>) -> T,
) -> T {
    let announced = Announcement { x: frame.announced.x, ..Announcement::default() };
    let announced = stages::known_to_payment(game, frame, cost, &announced);
    let pricing = Pricing::new(game, player, Costed::Asked(frame.source, cost), &announced);
    look(&pricing.spoken_by(frame.controller).with_trigger(frame.trigger.as_ref()))
}

/// Whether a player pays a cost without being asked, if they can (CR 118.12). Mana abilities need
/// not be activated for it (CR 118.3c), so mana that is not there yet may still be withheld.
pub(in crate::rules) fn must_pay(
    game: &Game,
    frame: &ResolveFrame,
    player: PlayerId,
    instruction: &Instruction,
) -> bool {
    let Instruction::MayPay { must: true, cost, .. } = instruction else { return false };
    let is_there = |mana: &ManaCost| {
        let plan = mana::plan_for(game, player, mana, &Purpose::default());
        plan.is_some_and(|plan| plan.activate.is_empty() && plan.help.is_empty())
    };
    let pays = |part: &Cost| payable::may_pay(game, player, frame.source, part).is_ok();
    // It is paid as things are.
    let is_payable = |pricing: &Pricing<'_>| {
        let either = pricing.either();
        match either.is_empty() {
            true => pricing.total(&[], &[]).is_some_and(|total| {
                total.other.iter().all(pays) && (total.mana.0.is_empty() || is_there(&total.mana))
            }),
            // Which of them is paid is chosen first.
            false => {
                let of_mana = |part: &Cost| matches!(part, Cost::Mana(_) | Cost::Times(..) | Cost::Either(_));
                either.iter().all(|several| {
                    !several.iter().flatten().any(of_mana) && several.iter().any(|cost| cost.iter().all(pays))
                })
            }
        }
    };
    could_pay(game, frame, player, cost) && priced(game, frame, player, cost, is_payable)
}

/// A player does not pay. The next player may; if nobody does, the cost is not paid.
pub(in crate::rules) fn not_paid(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let (who, branch) = match instruction {
        Instruction::Unless { who, .. } => (who, 0),
        Instruction::MayPay { who, .. } => (who, 1),
        _ => return,
    };
    let mut next = frame.clone();
    if let Some(level) = next.cursor.last_mut() {
        level.round += 1;
    }
    if payer(&work.game, &next, who).is_some() {
        return work.change(rule!("118.12"), Frame::Resolve(Box::new(next)));
    }
    enter_branch(work, frame, branch);
}

/// Records a player's pick; once all have picked, it happens.
pub(in crate::rules) fn pick(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, objects: Vec<ObjectId>) {
    let mut frame = frame.clone();
    frame.picked.extend(objects.into_iter().map(Entity::Object));
    if let Some(level) = frame.cursor.last_mut() {
        level.round += 1;
    }
    if picking(&work.game, &frame, instruction).is_some() {
        return work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame)));
    }
    let (rule, manner) = match instruction {
        Instruction::Sacrifice { .. } => (rule!("701.17a"), Manner::Sacrifice),
        _ => (rule!("701.8a"), Manner::Discard),
    };
    let picked = frame.picked.iter().filter_map(|entity| entity.object());
    let actions = picked.map(|id| to_graveyard(&work.game, id, manner)).collect();
    act(work, &frame, rule, actions);
}

//! Resolving spells and abilities (CR 608). What an instruction does is in its
//! [`Verb`](crate::rules::engine::verb::Verb).

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::verb;
use crate::card::words::term::any;
use crate::card::{Ability, Cost, Instruction, Players};
use crate::derive::filter::{found, holds, one_of_the_turn, players, players_asked, quantity};
use crate::derive::object::instances::Instance;
use crate::derive::object::merged::is_mutating;
use crate::derive::target::targets;
use crate::derive::{Look, Scope};
use crate::fact::frame::Cursor;
use crate::fact::{
    AbilityRef, Announcement, Answer, Choice, Component, Event, Frame, Manner, ObjectId, Origin, ResolveFrame,
};
use crate::rule;
use crate::state::Game;

use super::done::{done_once, note_done};
use super::team;
use super::verbs;
use crate::rules::engine::apnap::Turns;
use crate::rules::engine::control;
use crate::rules::engine::cursor::{body_of, instruction, next, own_x, parts, scope};
use crate::rules::engine::verb::verb;
use crate::rules::engine::work::Work;
use crate::rules::keyword;
use crate::rules::permanent::merge;
use crate::rules::replace::perform::execute;
use crate::rules::replace::together;
use crate::rules::trigger::triggers;
use crate::rules::zones::zone_changes;

/// Begins to resolve the top of the stack (CR 608.1).
pub(in crate::rules) fn begin_resolving(work: &mut Work, id: ObjectId) {
    let Some(object) = work.game.object(id).cloned() else { return };
    let controller = work.game.controller(id).unwrap_or(object.owner);
    work.set_cause(Some(object.entered));
    let began = work.leading_fact(rule!("608.1"), Event::ResolutionBegan { object: id });
    let mut announced = object.announced.clone().unwrap_or_default();
    let (source, text, trigger, origin) = match &object.ability {
        Some(ability) => (ability.source, Some(ability.text), ability.trigger.clone(), ability.origin.clone()),
        None => {
            let spoken = spell_text(work, id);
            (id, spoken.as_ref().map(|(text, _)| *text), None, spoken.map(|(_, origin)| origin))
        }
    };
    // CR 107.3c: an X that the text defines has its present value.
    if let Some(number) = body_of(&work.game, text).and_then(|body| body.x.clone()) {
        let scope = Scope { announced: Some(&announced), trigger: trigger.as_ref(), ..Scope::of(source, controller) };
        let x = u32::try_from(quantity(&work.game, &scope, &number)).unwrap_or(0);
        announced = Arc::new(Announcement { x: Some(x), ..Announcement::clone(&announced) });
    }
    // CR 702.96b: an overloaded spell affects each of them.
    if text.is_some() && targets::is_overloaded(&announced) {
        let scope = Scope { announced: Some(&announced), origin: origin.as_ref(), ..Scope::of(source, controller) };
        let targets = targets::each_instead(&work.game, &scope, id);
        announced = Arc::new(Announcement { targets, ..Announcement::clone(&announced) });
    }
    let instances = instances_of(&work.game, id);
    let scope = Scope {
        announced: Some(&announced),
        trigger: trigger.as_ref(),
        origin: origin.as_ref(),
        ..Scope::of(source, controller)
    };
    let mut legal = legal_targets(&work.game, &scope, id, &instances, &announced);
    // CR 608.2b: unless the text says that it resolves anyway.
    let resolves_anyway = || match work.game.object(id)?.ability {
        Some(_) => body_of(&work.game, text).map(|body| body.still_resolves),
        None => work.game.characteristics(id).map(|it| targets::spell_bodies(it).any(|body| body.still_resolves)),
    };
    if legal.is_none() && resolves_anyway() == Some(true) {
        legal = Some(without_targets(&announced, instances.len()));
    }
    // CR 702.103e: it continues to resolve as a creature spell.
    // CR 702.140b: so does a mutating creature spell.
    let mutates = legal.is_none() && is_mutating(&work.game, id, &announced);
    if mutates || (legal.is_none() && keyword::bestow::cease(work, id)) {
        legal = Some(Announcement { targets: Vec::new(), ..Announcement::clone(&announced) });
    }
    let frame = ResolveFrame {
        object: Some(id),
        origin,
        text,
        trigger,
        announced: match &legal {
            Some(legal) => Arc::new(legal.clone()),
            None => announced,
        },
        ..ResolveFrame::new(source, controller, began)
    };
    if legal.is_none() {
        return does_not_resolve(work, rule!("608.2b"), id);
    }
    if !condition_holds(&work.game, &frame) {
        return does_not_resolve(work, rule!("608.2a"), id);
    }
    work.push(rule!("608.2"), Frame::Resolve(Box::new(frame)));
}

/// The instances of "target" of a spell or ability on the stack, as announced.
pub(in crate::rules) fn instances_of(game: &Game, id: ObjectId) -> Vec<Instance<'_>> {
    let nothing = Announcement::default();
    let Some(object) = game.object(id) else { return Vec::new() };
    let announced = object.announced.as_deref().unwrap_or(&nothing);
    match &object.ability {
        Some(ability) => crate::derive::object::instances::instances(&crate::derive::object::instances::parts(
            body_of(game, Some(ability.text)),
            announced,
        )),
        None => targets::of_spell(game, id, announced),
    }
}

fn does_not_resolve(work: &mut Work, rule: crate::rule::Rule, object: ObjectId) {
    work.leading_fact(rule, Event::DidNotResolve { object });
    zone_changes::leave_stack(work, rule, object, Manner::NotResolve);
}

/// The text of a spell's spell ability.
fn spell_text(work: &mut Work, spell: ObjectId) -> Option<(AbilityRef, Origin)> {
    let abilities = &work.game.characteristics(spell)?.abilities;
    let instance = abilities.iter().find(|it| matches!(*it.ability, Ability::Spell(_))).cloned()?;
    Some((work.ability_ref(&instance), instance.origin))
}

/// The announcement reduced to the targets that are still legal, with their portions of a division
/// (CR 608.2b). None if there were targets and all are illegal now.
fn legal_targets(
    game: &Game,
    scope: &Scope<'_>,
    object: ObjectId,
    instances: &[Instance<'_>],
    announced: &Announcement,
) -> Option<Announcement> {
    // Targets that a delayed triggered ability keeps from its creator were checked when the creator
    // resolved.
    let brought = announced.targets.len().saturating_sub(instances.len());
    let mut legal = announced.clone();
    for (index, instance) in instances.iter().enumerate() {
        let Some(chosen) = announced.targets.get(brought + index) else { continue };
        let portions = announced.divided.get(brought + index).map(Vec::as_slice).unwrap_or_default();
        let scope = Scope { first_target: instance.first, ..*scope };
        let still = |place: &usize| {
            let they = announced.chosen_for(index, *place).or(scope.they);
            targets::still_legal(game, &Scope { they, ..scope }, object, &instance.spec, chosen[*place])
        };
        let places: Vec<usize> = (0..chosen.len()).filter(still).collect();
        legal.targets[brought + index] = places.iter().map(|place| chosen[*place]).collect();
        for apiece in legal.further.apiece.iter_mut().filter(|it| usize::from(it.instance) == index) {
            let of_theirs = |place: &&usize| announced.chosen_for(index, **place) == Some(apiece.player);
            apiece.count = u8::try_from(places.iter().filter(of_theirs).count()).unwrap_or(u8::MAX);
        }
        if let Some(kept) = legal.divided.get_mut(brought + index) {
            *kept = places.iter().filter_map(|place| portions.get(*place).copied()).collect();
        }
    }
    let had = announced.targets.iter().skip(brought).any(|chosen| !chosen.is_empty());
    let has = legal.targets.iter().skip(brought).any(|chosen| !chosen.is_empty());
    (!had || has).then_some(legal)
}

/// The announcement without the targets of these many instances.
fn without_targets(announced: &Announcement, instances: usize) -> Announcement {
    let brought = announced.targets.len().saturating_sub(instances);
    let mut left = announced.clone();
    left.targets.iter_mut().skip(brought).for_each(Vec::clear);
    left.divided.iter_mut().skip(brought).for_each(Vec::clear);
    left.further.apiece.iter_mut().for_each(|apiece| apiece.count = 0);
    left
}

/// Forgets the X of a payment in a list that is done once more: it is chosen anew each time
/// (CR 107.3f). The X of the object itself stays.
fn choose_x_anew(game: &Game, frame: &mut ResolveFrame) {
    let repeated = match instruction(game, frame).as_deref() {
        Some(Instruction::ForEach(verb::ForEach { then, .. }) | Instruction::Repeat(verb::Repeat { then, .. })) => {
            asks_for_x(then)
        }
        _ => false,
    };
    let own = frame.object.and_then(|_| own_x(game, frame));
    if repeated && frame.announced.x != own {
        Arc::make_mut(&mut frame.announced).x = own;
    }
}

/// The players whom the current instruction asks one after another, and how many of them are done,
/// for the moment in which somebody leaves (CR 101.4, 800.4a); none if it asks nobody, or everybody
/// at once.
pub(in crate::rules) fn turns(game: &Game, frame: &ResolveFrame) -> Option<Turns> {
    verb(&*instruction(game, frame)?).turns(game, frame)
}

/// Whether something with X is paid in a list of instructions.
fn asks_for_x(list: &[Instruction]) -> bool {
    let paid = |it: &Instruction| match it {
        Instruction::MayPay(verb::MayPay { cost, .. }) | Instruction::Unless(verb::Unless { cost, .. }) => {
            cost.iter().any(Cost::has_x)
        }
        _ => false,
    };
    list.iter().any(|it| paid(it) || it.lists().into_iter().any(asks_for_x))
}

/// Whether the intervening "if" is still true (CR 608.2a).
fn condition_holds(game: &Game, frame: &ResolveFrame) -> bool {
    match frame.text.and_then(|text| game.ability(text)) {
        Some(Ability::Triggered(ability)) => {
            ability.condition.as_ref().is_none_or(|condition| holds(game, &scope(frame), condition))
        }
        _ => true,
    }
}

/// The choice of the instruction at the cursor.
pub(in crate::rules) fn resolution_choice(game: &Game, frame: &ResolveFrame) -> Option<Choice> {
    if together::is_due(game, frame) {
        return None;
    }
    match instruction(game, frame) {
        Some(instruction) => {
            let which = if game.is_multiplayer() { which_player(game, frame, &instruction) } else { None };
            which.or_else(|| verb(&instruction).choice(game, frame))
        }
        None => merge::on_top_choice(game, frame),
    }
}

/// Asks the controller which of several players an instruction means that asks something of one of
/// them, such as an opponent (CR 608.2d), or speaks of one specific player, such as the active
/// player of a team.
fn which_player(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    let (object, it) = (frame.object.unwrap_or(frame.source), verb(instruction));
    if let Some((who, asked)) = it.of_teams(frame) {
        let of_list = asked.is_none().then(|| together::all_of_list(game, frame, who));
        let named = of_list.flatten().unwrap_or_else(|| players(game, &scope(frame), who));
        if let Some(choice) = control::which_member(game, object, &named, asked) {
            return Some(choice);
        }
    }
    let which = |who: &Players| {
        let among = players_asked(game, &scope(frame), who);
        control::which(game, frame.controller, object, (&among, it.named_from(frame)), rule!("608.2d"))
    };
    let one = it.ones(game, frame).into_iter().find_map(which);
    one.or_else(|| which_of_the_turn(game, frame, instruction)).or_else(|| team::team_choice(game, frame, it))
}

/// Asks which player an instruction means that speaks of one of several: of the active, attacking
/// or defending players, or of the players of an attack that triggered ("that player"), if the
/// event tells no one player (CR 508.5a, 802.2a, 805.9, 805.10c, 805.10e).
fn which_of_the_turn(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    let (shared, combat) = (game.shares_turns(), game.world().combat.is_some());
    let untold = frame.trigger.as_ref().filter(|trigger| trigger.player.is_none());
    if !shared && !combat && untold.is_none() {
        return None;
    }
    let attacking = rule!("805.10c");
    let defending = if shared { rule!("805.10e") } else { rule!("508.5a") };
    // An attack that tells attackers leaves open whom they attack; any other, who attacks.
    let of_attack = if untold.is_some_and(|trigger| trigger.others.is_empty()) { attacking } else { defending };
    let words = [
        (shared, Players::Active, rule!("805.9")),
        (shared && combat, Players::Attacking, attacking),
        (combat, Players::Defending, defending),
        (untold.is_some(), Players::ThatPlayer, of_attack),
    ];
    let object = frame.object.unwrap_or(frame.source);
    let speaks = |who: &Players| any(instruction, |it: &Players| it == who);
    let individual = |who: &Players| *who == Players::Defending && is_individual(game, frame, instruction);
    let mut spoken = words.into_iter().filter(|(several, who, _)| *several && speaks(who) && !individual(who));
    spoken.find_map(|(_, who, rule)| {
        let among = one_of_the_turn(game, &scope(frame), &who);
        control::which_throughout(game, frame.controller, object, &among, rule)
    })
}

/// Whether the defending player is determined for each creature that an instruction is about, since
/// all of them attack (CR 508.5a).
fn is_individual(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> bool {
    let Some(what) = verb(instruction).worked_out_for(frame) else { return false };
    let Some(combat) = game.world().combat.as_deref() else { return false };
    let attacks = |id: &ObjectId| combat.attacker(*id).is_some();
    !any(what, |it: &Players| *it == Players::Defending) && found(game, &scope(frame), what).iter().all(attacks)
}

/// The answer to the instruction at the cursor if it needs no question.
pub(in crate::rules) fn decided(game: &Game, frame: &ResolveFrame) -> Option<Answer> {
    if together::is_due(game, frame) {
        return None;
    }
    instruction(game, frame).and_then(|it| verbs::decided(game, frame, &it))
}

/// Takes an answer to the choice of the instruction at the cursor.
pub(in crate::rules) fn answered(work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
    let Some(instruction) = instruction(&work.game, frame).map(Cow::into_owned) else {
        return merge::answered(work, frame, answer);
    };
    verb(&instruction).answered(work, frame, answer);
}

/// Carries out the next instruction, or finishes.
pub(in crate::rules) fn proceed(work: &mut Work, frame: &ResolveFrame) {
    work.set_cause(Some(together::mark(&work.game, frame).unwrap_or(frame.began)));
    if together::advance(work, frame) {
        return;
    }
    if !frame.started {
        let mut frame = frame.clone();
        frame.started = true;
        frame.cursor = vec![Cursor::default()];
        if frame.text.is_none() {
            // CR 702.140c: the player has to choose how it merges.
            if merge::on_top_choice(&work.game, &frame).is_some() {
                return work.change(rule!("702.140c"), Frame::Resolve(Box::new(frame)));
            }
            return finish(work, &frame);
        }
        // CR 603.2i: an action allowed once each turn is not repeated by an ability that had
        // triggered before.
        if let Some(origin) = done_once(&work.game, &frame) {
            if triggers::has_done(&work.game, frame.source, &origin, frame.controller) {
                return finish(work, &frame);
            }
            let offered = |it: &Instruction| matches!(it, Instruction::May(_) | Instruction::MayPay(_));
            if !body_of(&work.game, frame.text).is_some_and(|body| body.instructions.iter().any(offered)) {
                note_done(work, &frame);
            }
        }
        return work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
    }
    match instruction(&work.game, frame).map(Cow::into_owned) {
        Some(instruction) if together::wait(work, frame, &instruction) => {}
        Some(instruction) => execute(work, frame, &instruction),
        None if frame.cursor.len() > 1 => {
            let mut frame = frame.clone();
            frame.cursor.pop();
            choose_x_anew(&work.game, &mut frame);
            match instruction(&work.game, &frame).as_deref() {
                Some(Instruction::Repeat(_)) => frame.next_round(),
                // The next result of a roll has its own line of the table (CR 706.3a).
                Some(Instruction::RollDice(_)) => {}
                _ => next(&mut frame),
            }
            work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
        }
        None => next_part(work, frame),
    }
}

/// Moves to the next part of the text: the modes in printed order (CR 608.2c, 700.2), added texts
/// last.
fn next_part(work: &mut Work, frame: &ResolveFrame) {
    let parts = parts(&work.game, frame);
    let Some((targets, _)) = parts.get(usize::from(frame.part)).filter(|_| usize::from(frame.part) + 1 < parts.len())
    else {
        return finish(work, frame);
    };
    let mut frame = frame.clone();
    frame.first_target += u8::try_from(targets.len()).unwrap_or(u8::MAX);
    frame.part += 1;
    frame.picked.clear();
    frame.cursor = vec![Cursor::default()];
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
}

/// The last part of a resolution (CR 608.2m, 608.3).
fn finish(work: &mut Work, frame: &ResolveFrame) {
    work.set_cause(Some(frame.began));
    work.pop(rule!("608.2m"));
    let Some(id) = frame.object else { return };
    let Some(object) = work.game.object(id) else { return };
    if object.component == Component::Ability {
        return zone_changes::leave_stack(work, rule!("608.2m"), id, Manner::Resolve);
    }
    let permanent = work.game.characteristics(id).is_some_and(|it| it.types.is_permanent());
    if permanent {
        zone_changes::spell_becomes_permanent(work, frame.controller, id, &frame.announced.targets);
    } else {
        zone_changes::leave_stack(work, rule!("608.2m"), id, Manner::Resolve);
    }
}

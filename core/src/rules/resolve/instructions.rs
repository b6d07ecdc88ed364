//! The instructions of resolving spells and abilities (CR 608.2c-k, 701).
//!
//! One instruction is one step, or one step for each thing done one at a time. Players who choose
//! at the same time do so in APNAP order, and their choices happen at once (CR 101.4).

use std::collections::BTreeMap;

use crate::card::{
    Ability, CounterKind, Definition, Duration, FaceDown, Filter, Instead, Instruction, Keyword, Marking, Modification,
    Objects, Players, Quantity, Replacement, StaticEffect, Would, ZoneKind,
};
use crate::derive::Scope;
use crate::derive::filter::{found, holds, players, quantity};
use crate::fact::frame::Cursor;
use crate::fact::{
    Action, Being, Ending, EntersFaceDown, Entity, Event, Frame, LossReason, Manner, Note, ObjectId, PlayerId,
    Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;

use super::asked::{attach_one, attaching, must_pay, not_paid, payer, pick, picking};
use super::verbs::{copy, deal, manifest, meld, outcome, phase, transform, until, verb};
use super::verbs::{course, ending, exchange, tokens};
use super::{chance, choose, copies, resolution, retarget};
use crate::rules::announce::{production, proposal};
use crate::rules::engine::actions::{
    amount, as_chosen, begin_effect, effect_began, established, keeps, lock_in, locked_in_for, move_to, recipients,
    show,
};
use crate::rules::engine::control::one_of;
use crate::rules::engine::cursor::{enter_branch, go_on, one_player, scope};
use crate::rules::engine::lapsed::is_over;
use crate::rules::engine::lasting::{LeftBehind, durations};
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, control, lasting, random, turns};
use crate::rules::objects::{linked, monarch, planes, reserving, schemes};
use crate::rules::replace::happen::can_be_countered;
use crate::rules::replace::perform::{act, perform, perform_in_turn};
use crate::rules::replace::plain::plain;
use crate::rules::replace::stage;
use crate::rules::zones::{library, moves, piles};
use crate::rules::{combat, keyword};

pub(in crate::rules) use super::asked::{answered, choice, decided};

/// Carries out one instruction, or one round of it.
#[allow(clippy::too_many_lines, reason = "a table: each instruction has its place in it")]
pub(in crate::rules) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let objects = |reference: &Objects| found(game, &scope, reference);
    if let Some((rule, actions)) = plain(game, frame, instruction) {
        return act(work, frame, rule, actions);
    }
    if let Some(verb) = verb(instruction) {
        return (verb.execute)(work, frame, instruction);
    }
    match instruction {
        Instruction::Fight { .. } => deal::execute(work, frame, instruction),
        Instruction::SetLife { .. }
        | Instruction::ExchangeLife { .. }
        | Instruction::ExchangeControl { .. }
        | Instruction::ExchangeCards { .. }
        | Instruction::ExchangeNumbers { .. }
        | Instruction::MoveCounters { .. }
        | Instruction::PutSameCounters { .. } => exchange::execute(work, frame, instruction),
        Instruction::LookAt { .. } => library::execute(work, frame, instruction),
        Instruction::Draw { .. } | Instruction::Reveal(..) | Instruction::Shuffle(..) => {
            look_through(work, frame, instruction)
        }
        Instruction::Discard { .. } | Instruction::Sacrifice { .. } => give_up(work, frame, instruction),
        Instruction::Choose { .. } | Instruction::ForEach { .. } | Instruction::Repeat { .. } => {
            choose::execute(work, frame, instruction);
        }
        Instruction::ChangeTargets { .. } => retarget::execute(work, frame, instruction),
        Instruction::Ante(..)
        | Instruction::ChangeOwner { .. }
        | Instruction::ExileFaceDown { .. }
        | Instruction::Put { .. }
        | Instruction::ShuffleInto { .. }
        | Instruction::PutOntoBattlefield { .. } => move_objects(work, frame, instruction),
        Instruction::SetLevel { .. }
        | Instruction::RemoveDamage(..)
        | Instruction::Attach { .. }
        | Instruction::Unattach(..)
        | Instruction::Haunt { .. }
        | Instruction::Counter(..)
        | Instruction::CounterInto { .. } => change_permanents(work, frame, instruction),
        Instruction::TurnFaceDown(_) | Instruction::TurnFaceUp { .. } | Instruction::Manifest { .. } => {
            manifest::execute(work, frame, instruction);
        }
        Instruction::AddMana { who, mana, terms } => {
            production::go_on(work, frame, (who, mana, terms), None);
        }
        Instruction::TakeMana { .. }
        | Instruction::ChooseValue(..)
        | Instruction::NoteNumber(..)
        | Instruction::BecomeMonarch(..)
        | Instruction::Planeswalk(..)
        | Instruction::RollPlanarDie
        | Instruction::Abandon(..)
        | Instruction::ControlNextTurn { .. }
        | Instruction::ControlWhileResolving { .. }
        | Instruction::Win(..)
        | Instruction::Lose(..)
        | Instruction::DrawGame => tell_players(work, frame, instruction),
        Instruction::CreateTokens { .. }
        | Instruction::BecomeCopy { .. }
        | Instruction::CreateCopies { .. }
        | Instruction::CopySpell { .. }
        | Instruction::CopyCards(..)
        | Instruction::CopyNamed(..)
        | Instruction::ChangeText { .. } => copy_and_create(work, frame, instruction),
        Instruction::GetEmblem { .. } | Instruction::Modify { .. } | Instruction::Establish { .. } => {
            begin_effects_of(work, frame, instruction)
        }
        Instruction::Regenerate(what) => regenerate(work, frame, &objects(what)),
        Instruction::Meld(_) => meld::meld(work, frame, instruction),
        Instruction::Transform(what) => transform::transform(work, frame, &objects(what)),
        Instruction::ItBecomes(time) => act(work, frame, rule!("724.1"), vec![Action::BecomeDayOrNight(*time)]),
        Instruction::Flip(what) => transform::flip(work, frame, &objects(what)),
        Instruction::Delay { .. } => lasting::delay(work, frame, instruction),
        Instruction::If { .. }
        | Instruction::Instead { .. }
        | Instruction::May { .. }
        | Instruction::MayPlay { .. } => branch(work, frame, instruction),
        // The keyword actions that stand for other instructions.
        Instruction::Detain(_)
        | Instruction::Monstrosity(_)
        | Instruction::Support(_)
        | Instruction::Investigate
        | Instruction::Goad(_)
        | Instruction::Amass(_)
        | Instruction::Learn => enter_action(work, frame, instruction),
        // These are plain, or have a verb.
        Instruction::Scry { .. }
        | Instruction::Surveil { .. }
        | Instruction::Fateseal(_)
        | Instruction::Clash
        | Instruction::Proliferate
        | Instruction::Explore(_)
        | Instruction::Populate
        | Instruction::Bolster(_)
        | Instruction::Adapt(_)
        | Instruction::Mark { .. }
        | Instruction::Vote { .. }
        | Instruction::Venture
        | Instruction::Double { .. }
        | Instruction::Search { .. }
        | Instruction::RedistributeLife(_)
        | Instruction::DealDamage { .. }
        | Instruction::GainLife { .. }
        | Instruction::LoseLife { .. }
        | Instruction::DiscardThose(_)
        | Instruction::SacrificeThose(_)
        | Instruction::SacrificeTheirs { .. }
        | Instruction::Mill { .. }
        | Instruction::Destroy(_)
        | Instruction::DestroyForGood(_)
        | Instruction::Exile(_)
        | Instruction::PutCounters { .. }
        | Instruction::RemoveCounters { .. }
        | Instruction::GetCounters { .. }
        | Instruction::PhaseOut(_)
        | Instruction::PhaseIn(_)
        | Instruction::PhaseInAndOut { .. }
        | Instruction::Tap(_)
        | Instruction::Untap(_) => go_on(work, frame),
        Instruction::Unless { .. } | Instruction::MayPay { .. } => pay(work, frame, instruction),
        Instruction::RemoveFromCombat(_)
        | Instruction::BecomeBlocked(_)
        | Instruction::BecomeUnblocked(_)
        | Instruction::Attack { .. }
        | Instruction::Block { .. }
        | Instruction::Reselect { .. } => combat::execute_effect(work, frame, instruction),
        Instruction::ExileUntil { .. } => until::exile_until(work, frame, instruction),
        Instruction::PhaseOutUntil { .. } => phase::out_until(work, frame, instruction),
        Instruction::Separate { .. } => piles::proceed(work, frame, instruction),
        Instruction::ExtraTurn { .. }
        | Instruction::ExtraPhases { .. }
        | Instruction::ExtraSteps { .. }
        | Instruction::Skip { .. }
        | Instruction::FlipCoins { .. } => change_course(work, frame, instruction),
        Instruction::RollDice { .. } => chance::roll(work, frame, instruction),
        Instruction::RollAgain => chance::roll_again(work, frame),
        Instruction::RestartGame { .. } => super::verbs::restart::restart(work, frame, instruction),
        Instruction::PlaySubgame => super::verbs::subgame::begin(work, frame),
        Instruction::EndTurn | Instruction::EndCombatPhase => ending::begin(work, frame, ending_of(instruction)),
    }
}

/// What an instruction ends (CR 719.1, 719.2).
const fn ending_of(instruction: &Instruction) -> Ending {
    if matches!(instruction, Instruction::EndTurn) { Ending::Turn } else { Ending::Combat }
}

/// Begins the instructions that a keyword action stands for (CR 701).
fn enter_action(work: &mut Work, frame: &ResolveFrame, action: &Instruction) {
    let mut frame = frame.clone();
    frame.cursor.push(Cursor::default());
    work.change(action.action_rule().unwrap_or(rule!("608.2c")), Frame::Resolve(Box::new(frame)));
}

/// Follows one branch of a text, or none (CR 608.2c-d).
fn branch(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    match instruction {
        Instruction::If { condition, .. } => {
            let branch = u8::from(!holds(game, &scope, condition));
            enter_branch(work, frame, branch);
        }
        Instruction::Instead { .. } => enter_branch(work, frame, 0),
        // `May` and `MayPlay` ask before they get here: there was nobody to ask, or nothing to
        // choose from.
        _ => go_on(work, frame),
    }
}

/// Creates tokens and copies, and changes texts (CR 111, 612, 707).
fn copy_and_create(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    match instruction {
        Instruction::CreateTokens { .. } => tokens::create(work, frame, instruction),
        Instruction::BecomeCopy { .. } => copy::become_copy(work, frame, instruction),
        Instruction::CreateCopies { .. } => copy::create_copies(work, frame, instruction),
        Instruction::CopySpell { .. } => copies::execute(work, frame, instruction),
        Instruction::CopyCards(_) => copies::copy_cards(work, frame, instruction),
        Instruction::CopyNamed(name) => copies::copy_named(work, frame, name),
        Instruction::ChangeText { .. } => copy::change_text(work, frame, instruction, None),
        _ => go_on(work, frame),
    }
}

/// Makes players discard cards or sacrifice permanents (CR 701.8, 701.17).
fn give_up(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let game = &work.game;
    match instruction {
        Instruction::Discard { .. } | Instruction::Sacrifice { .. } => {
            // Nobody is asked: these are no more than the number, or it is none (CR 107.1b).
            let (mut picked, count) = match picking(game, frame, instruction) {
                Some((_, options, count)) if count > 0 => (options, count),
                Some(_) | None => (Vec::new(), 0),
            };
            if let Instruction::Discard { at_random: true, .. } = instruction {
                picked = random::pick(work, picked, count as usize);
            }
            pick(work, frame, instruction, picked);
        }
        _ => go_on(work, frame),
    }
}

/// Moves objects to another zone, or changes their owners (CR 400.6, 407, 701).
fn move_objects(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let objects = |reference: &Objects| found(game, &scope, reference);
    let named = |who: &Players| players(game, &scope, who);
    let number = |it: &Quantity| amount(quantity(game, &scope, it));
    match instruction {
        Instruction::Ante(what) => {
            // CR 407.4: only its owner antes an object.
            let own = |id: &ObjectId| game.object(*id).is_some_and(|it| it.owner == frame.controller);
            let objects = if game.world().for_ante { objects(what) } else { Vec::new() };
            let actions = objects.into_iter().filter(own).map(|id| move_to(game, id, ZoneKind::Ante, Manner::Put));
            let actions = actions.collect();
            act(work, frame, rule!("407.4"), actions);
        }
        Instruction::ChangeOwner { what, to } => {
            let (objects, to) = (objects(what), named(to));
            go_on(work, frame);
            let card = |id: &ObjectId| {
                let object = work.game.object(*id);
                object.is_some_and(|it| matches!(it.component, crate::fact::Component::Card(_)))
            };
            let cards: Vec<ObjectId> = objects.into_iter().filter(card).collect();
            if let [to] = to.as_slice() {
                for object in cards {
                    work.fact(rule!("407.3"), Event::OwnerChanged { object, to: *to });
                }
            }
        }
        Instruction::ExileFaceDown { what, being: Some(being), gaining, .. } => {
            let objects = objects(what);
            exile_reserved(work, frame, &objects, *being, gaining.as_deref());
        }
        Instruction::ExileFaceDown { what, look, .. } => {
            let mut seen_by = look.as_ref().map(named).unwrap_or_default();
            keyword::hideaway::add_controllers(game, frame, &mut seen_by);
            let exile = |id: ObjectId| {
                let mut action = move_to(game, id, ZoneKind::Exile, Manner::Exile);
                if let Action::Move { entering, .. } = &mut action {
                    entering.face_down = EntersFaceDown::ToLookAt(seen_by.clone());
                }
                action
            };
            let actions = objects(what).into_iter().map(exile).collect();
            act(work, frame, rule!("406.3"), actions);
        }
        Instruction::Put { what, into, place, random } => {
            let objects = objects(what);
            moves::put(work, frame, &objects, *into, *place, *random);
        }
        Instruction::ShuffleInto { what, whose } => {
            let (objects, whose) = (objects(what), named(whose));
            moves::shuffle_into(work, frame, &objects, &whose);
        }
        Instruction::PutOntoBattlefield {
            what,
            control,
            tapped,
            attached_to,
            counters,
            joining,
            being,
            face_down: listed,
            transformed,
        } => {
            let joins = joining.as_ref().and_then(|joining| stage::joins(game, frame, joining));
            let host = attached_to.as_ref().map(|to| actions::host(game, &scope, to));
            let counters: BTreeMap<CounterKind, u32> =
                counters.iter().map(|(kind, count)| (kind.clone(), number(count))).collect();
            let enter = |id: ObjectId| {
                let owner = game.object(id).map(|object| object.owner);
                let under = players(game, &Scope { affected: Some(Entity::Object(id)), ..scope }, control);
                let owner = owner.filter(|owner| under.contains(owner));
                let controller = owner.or_else(|| one_of(game, frame.object.unwrap_or(frame.source), &under));
                let mut action = actions::onto_battlefield(id, controller.unwrap_or(frame.controller), Manner::Put);
                if let Action::Move { entering, .. } = &mut action {
                    entering.tapped = *tapped;
                    entering.back = *transformed;
                    entering.joins = joins;
                    entering.attached_to = host;
                    entering.counters.clone_from(&counters);
                }
                action
            };
            let there = |id: &ObjectId| game.object(*id).is_some_and(|object| !object.is_permanent());
            let mut actions: Vec<Action> = objects(what).into_iter().filter(there).map(enter).collect();
            let modifications: Vec<Modification> =
                being.iter().flat_map(|it| lock_in(game, &scope, it, true)).collect();
            if let Some(listed) = listed {
                let def = work.intern(Definition::FaceDown(FaceDown::clone(listed)));
                let entering = actions.iter_mut().filter_map(Action::entering_mut);
                entering.for_each(|entering| entering.face_down = EntersFaceDown::As(def));
            }
            if !modifications.is_empty() {
                let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
                let def = work.intern(Definition::Effect(effect));
                let being = Being { def, source: frame.source, controller: frame.controller };
                for action in &mut actions {
                    if let Action::Move { entering, .. } = action {
                        entering.being = Some(Box::new(being.clone()));
                    }
                }
            }
            act(work, frame, rule!("110.2a"), actions);
        }
        _ => go_on(work, frame),
    }
}

/// Draws, reveals, searches for and shuffles cards (CR 121, 701.15, 701.19, 701.20).
fn look_through(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let objects = |reference: &Objects| found(game, &scope, reference);
    let named = |who: &Players| players(game, &scope, who);
    match instruction {
        Instruction::Draw { who, count } => draw(work, frame, who, count),
        Instruction::Reveal(what) => {
            let cards = objects(what);
            go_on(work, frame);
            show(work, &cards);
        }
        Instruction::Shuffle(who) => {
            let who = named(who);
            go_on(work, frame);
            for player in who {
                let placed = library::placed_beside(&work.game, frame, player);
                random::shuffle_beside(work, player, &placed);
            }
        }
        _ => go_on(work, frame),
    }
}

/// Changes something about a permanent or spell at once (CR 120.6, 701.3, 701.5, 717.2).
fn change_permanents(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let objects = |reference: &Objects| found(game, &scope, reference);
    match instruction {
        Instruction::SetLevel { what, level } => {
            let permanent = |id: &ObjectId| work.game.object(*id).is_some_and(crate::state::Object::is_permanent);
            // CR 717.2b: a permanent that has the level does not become it.
            let others = |id: &ObjectId| permanent(id) && work.game.level(*id) != *level;
            let becoming: Vec<ObjectId> = objects(what).into_iter().filter(others).collect();
            go_on(work, frame);
            for object in becoming {
                work.fact(rule!("717.2a"), Event::BecameLevel { object, level: *level });
            }
        }
        Instruction::RemoveDamage(what) => {
            let marked = |id: &ObjectId| game.object(*id).is_some_and(|it| it.is_permanent() && it.damage > 0);
            let damaged: Vec<ObjectId> = objects(what).into_iter().filter(marked).collect();
            go_on(work, frame);
            for object in damaged {
                work.fact(rule!("120.6"), Event::DamageRemoved { object });
            }
        }
        Instruction::Attach { what, to } => {
            let hosts = recipients(game, &scope, to);
            if hosts.len() > 1 {
                return match attaching(game, frame, instruction) {
                    Some((object, hosts)) => attach_one(work, frame, what, (object, hosts.first().copied())),
                    None => go_on(work, frame),
                };
            }
            let attach = |object| hosts.first().map(|to| Action::Attach { object, to: *to });
            let actions = objects(what).into_iter().filter_map(attach).collect();
            act(work, frame, rule!("701.3a"), actions);
        }
        Instruction::Unattach(what) => {
            let actions = objects(what).into_iter().map(Action::Unattach).collect();
            act(work, frame, rule!("701.3d"), actions);
        }
        Instruction::Haunt { what, creature } => {
            let (cards, creature) = (objects(what), objects(creature).first().copied());
            keyword::haunt(work, frame, &cards, creature);
        }
        Instruction::Counter(what) => {
            let countered = objects(what);
            counter(work, frame, &countered, ZoneKind::Graveyard);
        }
        Instruction::CounterInto { what, into } => {
            let countered = objects(what);
            counter(work, frame, &countered, *into);
        }
        _ => go_on(work, frame),
    }
}

/// Begins continuous effects (CR 611.2).
fn begin_effects_of(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let objects = |reference: &Objects| found(game, &scope, reference);
    let named = |who: &Players| players(game, &scope, who);
    match instruction {
        Instruction::GetEmblem { who, abilities } => {
            let who = named(who);
            tokens::get_emblem(work, frame, &who, abilities);
        }
        Instruction::Modify { what, modifications, duration } => {
            let on = (objects(what), keeps(&scope, what));
            let effect = |modifications: Vec<Modification>| {
                as_chosen(game, frame, StaticEffect::Modify { what: Filter::Any, modifications, defining: false })
            };
            let fixed = locked_in_for(game, &scope, modifications, on).into_iter();
            let effects = fixed.map(|(fixed, objects)| (effect(fixed), objects)).collect();
            begin_effects(work, frame, rule!("611.2"), effects, duration);
        }
        Instruction::Establish { effect, duration, of: Some(of), apiece } => {
            let objects = objects(of);
            let each = if *apiece { objects.into_iter().map(|id| vec![id]).collect() } else { vec![objects] };
            let effect = established(game, frame, effect);
            let effects = each.into_iter().map(|objects| (effect.clone(), objects)).collect();
            begin_effects(work, frame, rule!("611.2"), effects, duration);
        }
        Instruction::Establish { effect, duration, .. } => {
            // The cards to play are locked in if the text names them: "you may play that card"
            // (CR 611.2c).
            let named = match effect {
                StaticEffect::Permit(permission) => match permission.what() {
                    Some(Filter::Is(reference)) => Some(objects(reference)),
                    _ => None,
                },
                _ => None,
            };
            let effect = established(game, frame, effect);
            begin_effect(work, frame, effect, duration, named);
        }
        _ => go_on(work, frame),
    }
}

/// Goes on once a cost of the resolution is paid or not paid (CR 118.12).
fn pay(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let game = &work.game;
    match instruction {
        // Paid, or nobody can pay.
        Instruction::Unless { .. } if frame.cursor.last().is_some_and(|level| level.of.is_some()) => go_on(work, frame),
        Instruction::MayPay { .. } if frame.cursor.last().is_some_and(|level| level.of.is_some()) => {
            resolution::note_done(work, frame);
            enter_branch(work, frame, 0);
        }
        Instruction::MayPay { who, .. } => {
            let must = |player: &PlayerId| must_pay(game, frame, *player, instruction);
            match payer(game, frame, who).filter(must) {
                Some(player) => proposal::begin_payment(work, player, frame),
                None => not_paid(work, frame, instruction),
            }
        }
        Instruction::Unless { .. } => not_paid(work, frame, instruction),
        _ => go_on(work, frame),
    }
}

/// Does something to players (CR 104, 106.13, 607.2, 718, 720).
fn tell_players(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let named = |who: &Players| players(game, &scope, who);
    let number = |it: &Quantity| amount(quantity(game, &scope, it));
    match instruction {
        Instruction::TakeMana { from, to } => {
            let to = one_player(game, frame, to);
            let pairs: Vec<(PlayerId, PlayerId)> =
                named(from).into_iter().filter_map(|from| to.map(|to| (from, to))).collect();
            go_on(work, frame);
            for (from, to) in pairs {
                work.fact(rule!("106.13"), Event::ManaTaken { from, to });
            }
        }
        Instruction::ChooseValue(choosing) => {
            let only = linked::only(game, (frame.controller, frame.source), choosing, &[]);
            go_on(work, frame);
            linked::note_choice(work, frame, &only, choosing);
        }
        Instruction::NoteNumber(quantity) => {
            let note = Note::Number(number(quantity));
            go_on(work, frame);
            linked::note(work, frame, rule!("607.2e"), note);
        }
        Instruction::Planeswalk(who) => {
            let who = named(who);
            go_on(work, frame);
            who.into_iter().for_each(|player| planes::planeswalk(work, rule!("701.24b"), player));
        }
        Instruction::Abandon(what) => {
            let schemes = found(game, &scope, what);
            go_on(work, frame);
            schemes::abandon(work, &schemes);
        }
        Instruction::RollPlanarDie => {
            // A special action has no ability of an object (CR 116.2i).
            let text = frame.text.and_then(|text| work.game.ability(text));
            let action = frame.origin.is_none() && matches!(text, Some(Ability::Activated(_)));
            go_on(work, frame);
            planes::roll(work, frame.controller, action);
        }
        Instruction::BecomeMonarch(who) => {
            let who = one_player(game, frame, who);
            go_on(work, frame);
            if let Some(player) = who {
                monarch::become_monarch(work, player);
            }
        }
        Instruction::ControlNextTurn { who, whom } => {
            let (who, whom) = (one_player(game, frame, who), named(whom));
            go_on(work, frame);
            control::take(work, who, &whom);
        }
        Instruction::ControlWhileResolving { who, whom, what } => {
            let (who, whom, what) = (one_player(game, frame, who), named(whom), found(game, &scope, what));
            go_on(work, frame);
            control::hold(work, who, &whom, &what);
        }
        Instruction::Win(who) => {
            let winners = named(who);
            go_on(work, frame);
            outcome::win(work, &winners);
        }
        Instruction::Lose(who) => {
            let losers: Vec<_> = named(who).into_iter().map(|player| (player, LossReason::Effect)).collect();
            go_on(work, frame);
            outcome::lose(work, rule!("104.3e"), &losers);
        }
        Instruction::DrawGame => {
            go_on(work, frame);
            outcome::draw(work, frame.controller);
        }
        _ => go_on(work, frame),
    }
}

/// Changes the course of the turn, or flips coins (CR 500.7–500.10, 705).
fn change_course(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let scope = scope(frame);
    let game = &work.game;
    let named = |who: &Players| players(game, &scope, who);
    let number = |it: &Quantity| amount(quantity(game, &scope, it));
    match instruction {
        Instruction::ExtraTurn { who, count, after_next } => {
            let (who, count) = (named(who), number(count));
            go_on(work, frame);
            course::extra_turns(work, &who, count, *after_next);
        }
        Instruction::ExtraPhases { after, phases } => {
            go_on(work, frame);
            course::extra_phases(work, *after, phases);
        }
        Instruction::ExtraSteps { step, count, place } => {
            let count = number(count);
            go_on(work, frame);
            course::extra_steps(work, *step, count, *place);
        }
        Instruction::Skip { who, what, count } => {
            let (who, count) = (named(who), number(count));
            go_on(work, frame);
            course::skip(work, frame, &who, *what, count);
        }
        Instruction::FlipCoins { who, count, called, until } => {
            go_on(work, frame);
            chance::flip(work, frame, who, count, *called, *until);
        }
        _ => go_on(work, frame),
    }
}

/// Draws cards; of several players, one draws all their cards after another (CR 121.2c). How many
/// is worked out once (CR 608.2h).
fn draw(work: &mut Work, frame: &ResolveFrame, named: &Players, count: &Quantity) {
    let mut now = frame.clone();
    let Some(level) = now.cursor.last_mut() else { return };
    let who = turns::in_turn(&work.game, frame, || players(&work.game, &scope(frame), named));
    let of = |player: PlayerId| {
        let count = amount(quantity(&work.game, &scope(frame).done_by(named, player), count));
        Action::DrawCards { player, count }
    };
    // The players of a team are asked for their order in between (CR 121.2d).
    let may_change = !matches!(count, Quantity::Fixed(_)) && !work.game.shares_turns();
    if who.len() > 1 && may_change {
        let actions = who.into_iter().map(of).collect();
        go_on(work, frame);
        return perform_in_turn(work, frame, rule!("121.2c"), actions);
    }
    let Some(player) = who.get(usize::from(level.round)).copied() else { return go_on(work, frame) };
    let action = of(player);
    if level.round == 0 {
        turns::lock_in(work, frame, named, &who);
    }
    level.round += 1;
    if usize::from(level.round) == who.len() {
        return act(work, frame, rule!("121.2c"), vec![action]);
    }
    work.change(rule!("121.2c"), Frame::Resolve(Box::new(now)));
    perform(work, vec![Proposed::new(action, Some(frame.began), rule!("121.2c"))]);
}

/// Counters spells, which go to their owners' graveyards, and abilities, which cease to exist
/// (CR 701.5a).
fn counter(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId], into: ZoneKind) {
    let on_stack = |id: &&ObjectId| work.game.zone_of(**id) == Some(Zone::Stack) && can_be_countered(&work.game, **id);
    let countered: Vec<ObjectId> = objects.iter().filter(on_stack).copied().collect();
    for object in &countered {
        work.fact(rule!("701.5a"), Event::Countered { object: *object });
    }
    let actions = countered.iter().map(|id| move_to(&work.game, *id, into, Manner::Counter)).collect();
    act(work, frame, rule!("701.5a"), actions);
}

/// Gives each of these a regeneration shield (CR 701.15a).
fn regenerate(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    let would = Would::Destroy(Filter::Is(Objects::Those));
    let effect = StaticEffect::Replace(Replacement { would, instead: Instead::Regenerate });
    let effects = objects.iter().map(|id| (effect.clone(), vec![*id])).collect();
    begin_effects(work, frame, rule!("701.15a"), effects, &Duration::NextThisTurn);
}

/// Begins effects, each for a group of objects (CR 611.2c, 615.11).
fn begin_effects(
    work: &mut Work,
    frame: &ResolveFrame,
    rule: Rule,
    effects: Vec<(StaticEffect, Vec<ObjectId>)>,
    duration: &Duration,
) {
    let there = |id: &ObjectId| work.game.object(*id).is_some();
    let effects = effects.into_iter();
    let effects = effects.map(|(it, group)| (it, group.into_iter().filter(there).collect::<Vec<ObjectId>>()));
    let effects: Vec<_> = effects.filter(|(_, group)| !group.is_empty()).collect();
    let over = is_over(&work.game, frame, duration);
    if effects.is_empty() || over {
        return go_on(work, frame);
    }
    let durations = durations(&work.game, frame, duration);
    let mut events = Vec::new();
    for (effect, objects) in effects {
        let told = LeftBehind::by_effect(&work.game, frame, &effect, duration).told();
        let def = work.intern(Definition::Effect(effect));
        for duration in &durations {
            events.push(effect_began(work, frame, (def, duration), Some(objects.clone()), told.clone()));
        }
    }
    go_on(work, frame);
    for event in events {
        work.fact(rule, event);
    }
}

/// Exiles cards face down with a designation that reserves them for who does so. They get it as
/// they get there ([`reserving::noticed`]).
fn exile_reserved(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    being: Marking,
    gaining: Option<&Keyword>,
) {
    let Some(it) = being.reserving() else { return go_on(work, frame) };
    let given = reserving::given(work, gaining);
    let exile = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
        let face_down = EntersFaceDown::reserved(being, frame.controller, given);
        if let (Some(entering), Some(face_down)) = (action.entering_mut(), face_down) {
            entering.face_down = face_down;
        }
        action
    };
    let actions = cards.iter().map(exile).collect();
    act(work, frame, it.exiles, actions);
}

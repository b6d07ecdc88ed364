//! Applying a replacement or prevention effect to an action (CR 614.6, 614.9, 615.6-7): the new
//! action, what is recorded of the effect, and what is prevented.

use crate::card::verb;
use crate::card::words::term::{Go, as_, as_mut, walk_mut};
use crate::card::{
    Ability, Asking, Condition, CounterKind, Definition, FaceDown, Filter, Instead, Instruction, Modification, Objects,
    Place, Players, Reads, Replacement, StaticEffect, TokenKind, Would, ZoneKind,
};
use crate::derive::filter::{all_matching, quantity};
use crate::derive::object::faces;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Afterward, Applied, Being, Canonical, Copying, EffectKey, EntersFaceDown, EntryNo, Event, Happening,
    Manner, ObjectId, Part, Paying, Position, Proposed, TokenBatch, TriggerContext, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::about::{attach, for_the_next, remove, undo};
use super::candidates::{Candidate, candidates, is_token, of_its_cards, shortfall, unpreventable};
use super::happen;
use super::{adventure, afterward, arrives, commander, putters, under};
use crate::rules::engine::actions;
use crate::rules::engine::refusal::bounded;
use crate::rules::engine::verb::verb;
use crate::rules::engine::work::Work;
use crate::rules::permanent::saga;

/// The result of applying an effect to an action.
struct Outcome {
    actions: Vec<Action>,
    /// How much damage it prevented or redirected.
    amount: u32,
}

/// Applies one effect to one action, or to a chosen portion of it, and records that. An effect for
/// the next time applies to everything that one source deals at once (CR 615.8).
pub(super) fn apply(
    work: &mut Work,
    happening: &mut Happening,
    index: usize,
    candidate: &Candidate,
    portion: Option<u32>,
) {
    let source_of = |proposed: &Proposed| match &proposed.action {
        Action::Damage { source, .. } => Some(*source),
        _ => None,
    };
    // An effect knows the number of its entry before it is recorded.
    work.settle_moves();
    let source = happening.actions.get(index).and_then(source_of);
    let next = for_the_next(&work.game, &candidate.identity);
    let used = apply_once(work, happening, index, candidate, portion);
    let (Some(id), Some(entry)) = (next, used) else { return };
    while let Some(source) = source {
        let same = |place: &usize| {
            let proposed = &happening.actions[*place];
            !proposed.settled
                && source_of(proposed) == Some(source)
                && candidates(&work.game, happening, *place).iter().any(|it| it.identity == candidate.identity)
        };
        let Some(other) = (0..happening.actions.len()).find(same) else { break };
        apply_once(work, happening, other, candidate, None);
    }
    // CR 614.10a, 615.8: an effect for the next such event is used up by it.
    work.emit(Part::Replacement, Some(entry), rule!("614.10a"), Event::EffectEnded { id });
}

/// A modification with which a permanent enters, in the words of the effect on it: "that object" of
/// the replaced event is the permanent itself.
fn of_the_entering(modification: &Modification) -> Modification {
    let mut said = modification.clone();
    walk_mut(&mut said, &mut |term| {
        if let Some(object) = as_mut::<Objects>(term).filter(|it| **it == Objects::ThatObject) {
            *object = Objects::Affected;
        }
        // An ability that it gains has an event of its own.
        if as_::<Ability>(term).is_some() { Go::Past } else { Go::Into }
    });
    said
}

/// The rule recorded for an application.
fn rule_of(candidate: &Candidate) -> Rule {
    match (&candidate.replacement, candidate.instead()) {
        _ if candidate.is_commander() => rule!("903.9b"),
        _ if candidate.is_adventure() => rule!("716.3d"),
        (None, _) if candidate.is_lore() => rule!("715.3a"),
        (None, _) => rule!("306.5b"),
        (_, Some(Instead::Regenerate)) => rule!("614.8"),
        (_, Some(Instead::DealTo { .. })) => rule!("614.9"),
        (Some(it), _) if it.instead.prevents() => rule!("615.1"),
        (Some(Replacement { would: Would::Enter { .. }, .. }), _) => rule!("614.12"),
        (Some(Replacement { would: Would::TurnFaceUp { .. }, .. }), _) => rule!("614.1e"),
        (Some(Replacement { would: Would::Transform { .. }, .. }), _) => rule!("712.16"),
        (_, Some(Instead::Nothing)) => rule!("614.10"),
        _ => rule!("614.6"),
    }
}

/// Applies an effect to one action. Returns the entry that records it, if the effect did anything.
fn apply_once(
    work: &mut Work,
    happening: &mut Happening,
    index: usize,
    candidate: &Candidate,
    portion: Option<u32>,
) -> Option<EntryNo> {
    let before = happening.actions[index].action.clone();
    let prevents = candidate.replacement.as_ref().is_some_and(|it| it.instead.prevents());
    // CR 615.12: it is applied all the same, and prevents nothing.
    let in_vain = prevents && unpreventable(&work.game, &before);
    let outcome = match in_vain {
        true => Outcome { actions: vec![before.clone()], amount: 0 },
        false => outcome(work, happening, index, candidate, portion),
    };
    // CR 615.7: a shield chosen for no damage is not used up, and has done nothing.
    let limited = candidate.left(&work.game).is_some();
    let chosen_against = portion == Some(0) || (limited && outcome.amount == 0 && !in_vain);
    if chosen_against {
        happening.actions[index].applied.push(candidate.identity.clone());
        return None;
    }
    let rule = if in_vain { rule!("615.12") } else { rule_of(candidate) };
    // The move itself tells it, by its rule.
    if candidate.is_adventure() {
        let proposed = &mut happening.actions[index];
        proposed.applied.push(candidate.identity.clone());
        proposed.rule = rule;
        outcome.actions.into_iter().for_each(|action| proposed.action = action);
        return None;
    }
    let event = Event::Replaced {
        effect: Box::new(candidate.identity.clone()),
        before: Box::new(before.clone()),
        after: outcome.actions.clone(),
    };
    let entry = work.emit(Part::Replacement, happening.actions[index].cause, rule, event);
    if let (Some(left), Applied::Effect(EffectKey::Begun(id))) = (candidate.left(&work.game), &candidate.identity)
        && outcome.amount > 0
    {
        let left = left.saturating_sub(outcome.amount);
        work.emit(Part::Replacement, Some(entry), rule!("615.7"), Event::ShieldReduced { id: *id, left });
        if left == 0 {
            work.emit(Part::Replacement, Some(entry), rule!("615.7"), Event::EffectEnded { id: *id });
        }
    }
    let proposed = &mut happening.actions[index];
    proposed.applied.push(candidate.identity.clone());
    proposed.cause = Some(entry);
    let now = proposed.clone();
    let mut becomes = outcome.actions.into_iter();
    let mut does = Vec::new();
    match becomes.next() {
        Some(action) => happening.actions[index].action = action,
        None => undo(&work.game, &mut happening.actions, index),
    }
    happening.actions.extend(becomes.map(|action| Proposed { action, ..now.clone() }));
    if rule == rule!("614.9") {
        join_damage(&mut happening.actions);
    }
    if let Some(replacement) = &candidate.replacement {
        if replacement.instead.reveals() {
            reveal(work, entry, &before);
        }
        does = besides(work, replacement, candidate, &before);
    }
    note(work, happening, candidate, &before, (entry, now.applied), (prevents, outcome.amount), &does);
    (!in_vain).then_some(entry)
}

/// Reveals the object that would move, before anything happens to it (CR 701.16a).
fn reveal(work: &mut Work, cause: EntryNo, before: &Action) {
    let Action::Move { object, .. } = before else { return };
    if let Some(it) = work.game.object(*object) {
        let event = Event::Revealed { player: it.owner, cards: vec![(*object, it.face_up_def())] };
        work.emit(Part::Replacement, Some(cause), rule!("701.16a"), event);
    }
}

/// What one source deals to one recipient at one time is one amount, though parts of it were to be
/// dealt to others: an effect applies to all of it or to none, and it is dealt once (CR 614.5,
/// 614.9).
fn join_damage(actions: &mut Vec<Proposed>) {
    let dealt = |it: &Proposed| match it.action {
        Action::Damage { source, to, amount, combat } => Some(((source, to, combat), amount)),
        _ => None,
    };
    let mut place = 0;
    while place < actions.len() {
        let whole = dealt(&actions[place]);
        let same = |it: &Proposed| whole.zip(dealt(it)).is_some_and(|((one, _), (other, _))| one == other);
        let Some(other) = (place + 1..actions.len()).find(|other| same(&actions[*other])) else {
            place += 1;
            continue;
        };
        // What its parts have brought about follows from the whole.
        let parents = [place, other].map(|it| u32::try_from(it).ok());
        while let Some(result) = actions.iter().position(|it| it.parent.is_some() && parents.contains(&it.parent)) {
            remove(actions, result);
        }
        let Some(part) = (place + 1..actions.len()).find(|other| same(&actions[*other])) else { continue };
        let joined = actions[part].clone();
        remove(actions, part);
        let it = &mut actions[place];
        if let (Action::Damage { amount, .. }, Some((_, more))) = (&mut it.action, dealt(&joined)) {
            *amount = amount.saturating_add(more);
        }
        it.applied.extend(joined.applied);
        it.cause = it.cause.max(joined.cause);
        it.settled = false;
    }
}

/// The additional text of a replacement, or all of its text if it can't be expressed as another
/// event.
fn besides(work: &mut Work, replacement: &Replacement, candidate: &Candidate, before: &Action) -> Vec<Instruction> {
    let shuffles = |work: &Work| {
        let Action::Move { object, .. } = before else { return Vec::new() };
        let owner = work.game.object(*object).map(|it| it.owner);
        let of = crate::card::Players::OwnerOf(Box::new(crate::card::Objects::ThatObject));
        owner.map(|_| Instruction::Shuffle(verb::Shuffle(of))).into_iter().collect()
    };
    match replacement.instead.parts() {
        (Instead::Do(instructions), then) => {
            let (actions, done) = in_its_place(work, candidate, before, instructions);
            let mut all = instructions.get(done..).unwrap_or_default().to_vec();
            let moved = |object: ObjectId| actions.iter().any(|action| moves(action) == Some(object));
            if moves(before).is_none_or(|object| !moved(object)) {
                all.extend(unless_it_entered(&work.game, &replacement.would, before));
            }
            all.extend(then.iter().cloned());
            all
        }
        (Instead::ShuffleIntoLibrary, then) => {
            let mut all: Vec<Instruction> = shuffles(work);
            all.extend(then.iter().cloned());
            all
        }
        (_, then) => then.to_vec(),
    }
}

/// What becomes of a permanent spell that would enter, if something else is done instead that
/// leaves it on the stack: it has resolved, and goes where a spell does that can't enter (CR
/// 608.3d).
fn unless_it_entered(game: &Game, would: &Would, before: &Action) -> Option<Instruction> {
    let (Would::Enter { .. }, Action::Move { object, .. }) = (would, before) else { return None };
    (game.zone_of(*object) == Some(Zone::Stack)).then(|| {
        Instruction::If(verb::If {
            condition: Condition::Is(Objects::ThatObject, Filter::In(ZoneKind::Stack)),
            then: vec![Instruction::Put(verb::Put {
                what: Objects::ThatObject,
                into: ZoneKind::Graveyard,
                place: Place::Top,
                random: false,
            })],
            otherwise: Vec::new(),
        })
    })
}

/// Records what was prevented and what follows; a prevention effect once for everything that it
/// prevents together.
fn note(
    work: &mut Work,
    happening: &mut Happening,
    candidate: &Candidate,
    before: &Action,
    (entry, applied): (EntryNo, Vec<Applied>),
    (prevents, amount): (bool, u32),
    does: &[Instruction],
) {
    let damage = match before {
        Action::Damage { source, to, .. } if amount > 0 => vec![(*source, *to, amount)],
        _ => Vec::new(),
    };
    if prevents && let Some(known) = happening.after.iter_mut().find(|it| it.effect == candidate.identity) {
        known.prevented.get_or_insert_default().extend(damage);
        return;
    }
    if !prevents && does.is_empty() {
        return;
    }
    let mut it = Afterward {
        effect: candidate.identity.clone(),
        source: candidate.source,
        controller: candidate.controller,
        announced: candidate.announced.clone(),
        context: candidate.context(&work.game, before),
        those: candidate.those.clone(),
        text: None,
        // The additional text of a prevention effect is no part of that event (CR 615.5).
        applied: if prevents { Vec::new() } else { applied },
        cause: entry,
        waits: before.begins_a_part(),
        prevented: prevents.then_some(damage),
    };
    it.context.event = entry;
    if !does.is_empty() {
        it.text = Some(afterward::written(work, does));
    }
    happening.after.push(it);
}

/// The actions that take the place of the event (CR 614.6), and how many of the instructions they
/// carry out: the first one, and those after it that mean the same whenever they are followed. The
/// rest is followed directly afterward, beginning with an instruction that asks for a choice or
/// takes several steps.
fn in_its_place(
    work: &mut Work,
    candidate: &Candidate,
    before: &Action,
    instructions: &[Instruction],
) -> (Vec<Action>, usize) {
    // What an effect does besides skipping a part of the game comes later (CR 614.10b).
    let of_counters = candidate.replacement.as_ref().is_some_and(|it| enters_with_counters(it, before));
    if before.begins_a_part() || of_counters {
        return (Vec::new(), 0);
    }
    let mut context = candidate.context(&work.game, before);
    context.event = work.game.counters().entry;
    let frame = afterward::unspoken(candidate, context);
    let mut all = Vec::new();
    for (place, instruction) in instructions.iter().enumerate() {
        // Several cards are drawn one after another, before what follows (CR 121.2).
        let draws = matches!(instruction, Instruction::Draw(_));
        let fits = if draws { instructions.len() == 1 } else { place == 0 || stands_alone(instruction) };
        let acts = || {
            let put = if place == 0 { put_elsewhere(&work.game, before, instruction) } else { None };
            let it = verb(instruction);
            // Who is meant by "an opponent" is asked as it is followed.
            let asks = !it.ones(&work.game, &frame).is_empty();
            put.map(|action| vec![action]).or_else(|| if asks { None } else { Some(it.acts(work, &frame)?.1) })
        };
        let Some(actions) = fits.then(acts).flatten() else { return (all, place) };
        all.extend(actions.into_iter().map(|action| moved_as(before, action)));
    }
    (all, instructions.len())
}

/// The object that an action moves.
const fn moves(action: &Action) -> Option<ObjectId> {
    match action {
        Action::Move { object, .. } => Some(*object),
        _ => None,
    }
}

/// The move of an instruction that puts the object of the event into another zone.
fn put_elsewhere(game: &Game, before: &Action, instruction: &Instruction) -> Option<Action> {
    let Instruction::Put(verb::Put { what: Objects::ThatObject, into, place, random: false }) = instruction else {
        return None;
    };
    let manner = if *into == ZoneKind::Exile { Manner::Exile } else { Manner::Put };
    let mut action = actions::move_to(game, moves(before)?, *into, manner);
    if let (Action::Move { position, .. }, ZoneKind::Library) = (&mut action, into) {
        *position = Position::from(*place);
    }
    (*place != Place::BeneathX).then_some(action)
}

/// An action in place of a move: the object is still discarded, sacrificed, destroyed or milled.
fn moved_as(before: &Action, mut action: Action) -> Action {
    if let (Action::Move { object: of, manner: was, .. }, Action::Move { object, manner, .. }) = (before, &mut action)
        && of == object
    {
        *manner = moved_in(*was, *manner);
    }
    action
}

/// Whether an instruction is about players alone, and means the same before and after the others of
/// its list.
fn stands_alone(instruction: &Instruction) -> bool {
    let (Instruction::GainLife(verb::GainLife { who, amount })
    | Instruction::LoseLife(verb::LoseLife { who, amount })
    | Instruction::GetCounters(verb::GetCounters { who, count: amount, .. })) = instruction
    else {
        return false;
    };
    let known = |who: &Players| {
        matches!(who, Players::You | Players::Each | Players::Opponents | Players::ThatPlayer | Players::OwnerOf(_))
    };
    known(who) && amount.reads() == Reads::NOTHING
}

/// The action of a permanent that enters transformed instead. Only a transforming double-faced card
/// has another face to enter with (CR 702.145b).
fn transformed(game: &Game, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::Move { object, entering, .. } = &mut action
        && faces::enters_transformed(game, *object)
    {
        entering.back = true;
    }
    // The other face may not be an Aura.
    if happen::enters_unattached(game, &action) {
        attach(&mut action, None);
    }
    action
}

/// Applies a replacement to an action and returns the result.
fn outcome(
    work: &mut Work,
    happening: &Happening,
    index: usize,
    candidate: &Candidate,
    portion: Option<u32>,
) -> Outcome {
    let action = &happening.actions[index].action;
    let one = |action: Action| Outcome { actions: vec![action], amount: 0 };
    if candidate.is_commander() {
        return one(commander::instead(&work.game, action));
    }
    if candidate.is_adventure() {
        return one(adventure::instead(work, candidate, action));
    }
    let Some(replacement) = &candidate.replacement else {
        return one(match candidate.is_lore() {
            true => saga::with_lore(action, 1),
            false => enters_with_loyalty(&work.game, action),
        });
    };
    let context = candidate.context(&work.game, action);
    let scope = candidate.scope(&context);
    let instead = replacement.instead.parts().0;
    match (instead, action) {
        // CR 122.6: an object that would enter with counters enters without them.
        (Instead::Do(_), entering) if enters_with_counters(replacement, entering) => {
            one(without_counters(&work.game, &scope, &replacement.would, entering))
        }
        (Instead::Do(instructions), _) => {
            let (actions, _) = in_its_place(work, candidate, action, instructions);
            Outcome { actions, amount: 0 }
        }
        (
            Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_),
            Action::Damage { source, to, amount, combat },
        ) => {
            let most = match instead {
                Instead::PreventSome(number) => u32::try_from(quantity(&work.game, &scope, number)).unwrap_or(0),
                Instead::PreventNext(_) => candidate.left(&work.game).unwrap_or(0),
                _ => u32::MAX,
            };
            let prevented = most.min(portion.unwrap_or(u32::MAX)).min(*amount);
            let left = amount - prevented;
            let rest = Action::Damage { source: *source, to: *to, amount: left, combat: *combat };
            Outcome { actions: if left > 0 { vec![rest] } else { Vec::new() }, amount: prevented }
        }
        (Instead::DealTo { to: other, .. }, Action::Damage { source, to, amount, combat }) => {
            let most = candidate.left(&work.game).unwrap_or(u32::MAX).min(portion.unwrap_or(u32::MAX));
            let moved = most.min(*amount);
            let Some(other) = under::receiver(&work.game, candidate, &scope, other) else {
                return one(action.clone());
            };
            let deal = |to, amount| Action::Damage { source: *source, to, amount, combat: *combat };
            let parts = [deal(other, moved), deal(*to, amount - moved)];
            let dealt = |it: &Action| matches!(it, Action::Damage { amount, .. } if *amount > 0);
            Outcome { actions: parts.into_iter().filter(dealt).collect(), amount: moved }
        }
        (Instead::Tokens(kinds), Action::CreateTokens { player, tokens }) => {
            let Would::CreateTokens { what, .. } = &replacement.would else { return one(action.clone()) };
            let fits: Vec<bool> = tokens.iter().map(|it| is_token(&work.game, &scope, what, *player, it)).collect();
            let defs: Vec<_> = kinds.iter().map(|kind| define(work, candidate, kind)).collect();
            let each = |batch: &TokenBatch| {
                let batch = batch.clone();
                defs.iter().map(move |def| TokenBatch { def: *def, ..batch.clone() }).collect::<Vec<_>>()
            };
            let instead = tokens.iter().zip(fits);
            let tokens = instead.flat_map(|(it, fits)| if fits { each(it) } else { vec![it.clone()] }).collect();
            one(Action::CreateTokens { player: *player, tokens })
        }
        (Instead::MoreTokens(kind), Action::CreateTokens { player, tokens }) => {
            let Would::CreateTokens { what, .. } = &replacement.would else { return one(action.clone()) };
            let fitting: Vec<&TokenBatch> =
                tokens.iter().filter(|it| is_token(&work.game, &scope, what, *player, it)).collect();
            let count = fitting.iter().map(|it| it.count).fold(0, u32::saturating_add);
            let entering = fitting.first().map(|it| it.entering.clone()).unwrap_or_default();
            let def = define(work, candidate, kind);
            let mut tokens = tokens.clone();
            tokens.push(TokenBatch { def, count, entering });
            one(Action::CreateTokens { player: *player, tokens })
        }
        (Instead::EnterTransformed, action) => one(transformed(&work.game, action)),
        // CR 611.2e
        (Instead::EnterBeing(modifications), action) => {
            let mut action = action.clone();
            if let (Some(entering), false) = (action.entering_mut(), modifications.is_empty()) {
                // Several of them are one effect.
                let before = entering.being.take().and_then(|being| match work.game.definition(being.def) {
                    Some(Definition::Effect(StaticEffect::Modify { modifications, .. })) => Some(modifications.clone()),
                    _ => None,
                });
                let modifications =
                    before.into_iter().flatten().chain(modifications.iter().map(of_the_entering)).collect();
                let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
                let def = work.intern(Definition::Effect(effect));
                entering.being =
                    Some(Box::new(Being { def, source: candidate.source, controller: candidate.controller }));
            }
            one(action)
        }
        // It happens at the same time (CR 614.1c).
        (Instead::ItBecomes(time), action) => {
            Outcome { actions: vec![action.clone(), Action::BecomeDayOrNight(*time)], amount: 0 }
        }
        (Instead::TurnFaceDown(what), action) => {
            let (action, turned) = (action.clone(), all_matching(&work.game, &scope, what));
            let def = work.intern(Definition::FaceDown(FaceDown::default()));
            let turned = turned.into_iter().map(|object| Action::TurnFaceDown { object, def });
            Outcome { actions: std::iter::once(action).chain(turned).collect(), amount: 0 }
        }
        (Instead::LeaveLife(least), Action::LoseLife { player, amount }) => {
            let short = u32::try_from(shortfall(&work.game, happening, *player, *least)).unwrap_or(0);
            let amount = amount.saturating_sub(short);
            let rest = Action::LoseLife { player: *player, amount };
            Outcome { actions: if amount > 0 { vec![rest] } else { Vec::new() }, amount: 0 }
        }
        _ => {
            // CR 614.16: an effect that looks only at effects leaves counters alone that the rules
            // put there.
            let ruled = match &replacement.would {
                Would::PutCounters { effect: true, .. } => saga::by_rule(&work.game, &happening.actions[index]),
                _ => 0,
            };
            let others = saga::without_lore(action, ruled);
            let changed = changed(&work.game, &scope, candidate, replacement, &others);
            let actions = changed.into_iter().map(|action| saga::with_lore(&action, ruled)).collect();
            Outcome { actions, amount: 0 }
        }
    }
}

/// The definition of a kind of token in the table.
fn define(work: &mut Work, candidate: &Candidate, kind: &TokenKind) -> crate::fact::DefId {
    let mut token = kind.token.as_token(kind.predefined);
    actions::granted_by(&work.game, candidate.source, &mut token.abilities);
    work.intern(Definition::Token(token))
}

/// How an object moves that goes elsewhere: discarding, sacrificing, destroying and milling stay
/// what they are wherever it goes (CR 614.6, 701.8a, 701.17a).
const fn moved_in(manner: Manner, otherwise: Manner) -> Manner {
    match manner {
        Manner::Discard | Manner::Sacrifice | Manner::Destroy | Manner::Mill => manner,
        _ => otherwise,
    }
}

/// Whether an effect applies only to the components of a token that are cards (CR 723.3e).
fn applies_to_its_cards(game: &Game, would: &Would, object: ObjectId) -> bool {
    matches!(would, Would::Move { what, .. } if of_its_cards(game, object, what).is_some())
}

/// The single action that an effect turns an action into; none if nothing happens instead.
fn changed(
    game: &Game,
    scope: &Scope<'_>,
    candidate: &Candidate,
    replacement: &Replacement,
    action: &Action,
) -> Option<Action> {
    let instead = replacement.instead.parts().0;
    match (instead, action.clone()) {
        // CR 122.6: an object that would enter with counters enters without them.
        (Instead::Nothing, _) if enters_with_counters(replacement, action) => {
            Some(without_counters(game, scope, &replacement.would, action))
        }
        (Instead::Nothing, _) => None,
        // A token that would go elsewhere is not created (CR 111.1).
        (Instead::GoTo(_) | Instead::IntoLibrary(_) | Instead::ShuffleIntoLibrary, Action::CreateToken { .. }) => None,
        (Instead::Multiply(_) | Instead::More(_) | Instead::Amount(_), _) => {
            Some(with_amounts(game, scope, &replacement.would, instead, action))
        }
        // CR 723.3e
        (Instead::GoTo(kind), Action::Move { object, to, position, manner, mut entering })
            if applies_to_its_cards(game, &replacement.would, object) =>
        {
            entering.face_down = EntersFaceDown::CardsTo(*kind);
            Some(Action::Move { object, to, position, manner, entering })
        }
        (Instead::GoTo(kind), Action::Move { object, position, manner, entering, .. }) => {
            let owner = game.object(object).map(|object| object.owner).unwrap_or_default();
            let otherwise = if *kind == ZoneKind::Exile { Manner::Exile } else { Manner::Put };
            let manner = moved_in(manner, otherwise);
            Some(Action::Move { object, to: Zone::of(*kind, owner), position, manner, entering })
        }
        (Instead::IntoLibrary(place), Action::Move { object, manner, entering, .. }) => {
            let owner = game.object(object).map(|object| object.owner).unwrap_or_default();
            let (to, position) = (Zone::Library(owner), Position::from(*place));
            Some(Action::Move { object, to, position, manner: moved_in(manner, Manner::Put), entering })
        }
        (Instead::ShuffleIntoLibrary, Action::Move { object, entering, .. }) => {
            let owner = game.object(object).map(|object| object.owner).unwrap_or_default();
            let (to, position) = (Zone::Library(owner), Position::Top);
            Some(Action::Move { object, to, position, manner: Manner::Shuffle, entering })
        }
        (Instead::OntoBattlefield, Action::Move { object, manner, mut entering, .. }) => {
            entering.controller = game.object(object).map(|object| object.owner);
            Some(Action::Move { object, to: Zone::Battlefield, position: Position::Bottom, manner, entering })
        }
        (Instead::SearchTop(n), Action::Search { player, top }) => {
            Some(Action::Search { player, top: Some(top.map_or(*n, |top| top.min(*n))) })
        }
        (Instead::SearchTop(n), Action::SearchZones { player, whose, zones, top }) => {
            Some(Action::SearchZones { player, whose, zones, top: Some(top.map_or(*n, |top| top.min(*n))) })
        }
        (Instead::Regenerate, Action::Destroy(object)) => Some(Action::Regenerate(object)),
        (Instead::TwoCoins, Action::FlipCoin { player, coins }) => {
            Some(Action::FlipCoin { player, coins: coins.saturating_mul(2).min(1024) })
        }
        (Instead::ExtraDie, Action::RollDice { player, group, sides, dice, ignored, plus }) => {
            Some(Action::RollDice { player, group, sides, dice: dice + 1, ignored: ignored + 1, plus })
        }
        (Instead::AddToRoll(number), Action::RollDice { player, group, sides, dice, ignored, plus }) => {
            let plus = plus.saturating_add(quantity(game, scope, number));
            Some(Action::RollDice { player, group, sides, dice, ignored, plus })
        }
        (Instead::Produce(instead), Action::AddMana { player, source, tapped, terms, .. }) => {
            Some(Action::AddMana { player, mana: instead.clone(), source, tapped, terms })
        }
        (instead, mut entering) => {
            let under = match instead {
                Instead::EnterUnder(who) => under::meant(game, &entering, scope, who),
                _ => None,
            };
            let with = match instead {
                Instead::EnterWithCounters(_, count) => arrives::number(game, scope, &entering, count),
                _ => 0,
            };
            if let Some(how) = entering.entering_mut() {
                match instead {
                    Instead::EnterTapped => how.tapped = true,
                    Instead::EnterUntapped => how.tapped = false,
                    Instead::EnterUnder(_) => how.controller = under.or(how.controller),
                    Instead::EnterWithCounters(kind, _) => {
                        let count = u32::try_from(with).unwrap_or(0);
                        *how.counters.entry(kind.clone()).or_insert(0) += count;
                    }
                    Instead::Choose(choosing) => {
                        if let Applied::Ability { origin, .. } = &candidate.identity {
                            how.choosing = Some((origin.clone(), Canonical::new(choosing.clone())));
                        }
                    }
                    Instead::UnlessPaid { .. } | Instead::Offer { .. } => {
                        how.paying = Some(Box::new(Paying {
                            by: candidate.identity.clone(),
                            source: candidate.source,
                            controller: candidate.controller,
                            how: Canonical::new(instead.clone()),
                            agreed: false,
                            with: Vec::new(),
                        }));
                    }
                    Instead::EnterAs(_) | Instead::BecomeOneOf(_) => {
                        how.copying = Some(Box::new(Copying {
                            by: candidate.identity.clone(),
                            source: candidate.source,
                            controller: candidate.controller,
                            how: Canonical::new(instead.clone()),
                        }));
                    }
                    // No change where the effect has nothing to say.
                    _ => {}
                }
            }
            Some(entering)
        }
    }
}

/// Whether an effect is about the counters that an object enters with (CR 122.6).
fn enters_with_counters(replacement: &Replacement, action: &Action) -> bool {
    matches!(replacement.would, Would::PutCounters { .. }) && action.entering().is_some()
}

/// The action without the counters that the effect is about.
fn without_counters(game: &Game, scope: &Scope<'_>, would: &Would, action: &Action) -> Action {
    let mut action = putters::with_counters(game, scope, would, action, |_| 0);
    if let (Would::PutCounters { kind, .. }, Some(entering)) = (would, action.entering_mut()) {
        entering.counters.retain(|of, count| *count > 0 || kind.as_ref().is_some_and(|kind| kind != of));
    }
    action
}

/// The effect by which a player was asked something as an object enters, in what it does now.
fn of_paying(paying: &Paying, replacement: Option<Replacement>) -> Candidate {
    Candidate {
        identity: paying.by.clone(),
        replacement,
        source: paying.source,
        controller: paying.controller,
        announced: None,
        trigger: None,
        those: Vec::new(),
        arriving: None,
    }
}

/// The actions for an entering object of which a player has accepted or refused something.
pub(super) fn offered(
    work: &mut Work,
    happening: &Happening,
    index: usize,
    paying: &Paying,
    instead: &Instead,
) -> Vec<Action> {
    let would = Would::Enter { what: Filter::Any };
    let candidate = of_paying(paying, Some(Replacement { would, instead: instead.clone() }));
    outcome(work, happening, index, &candidate, None).actions
}

/// The action for an entering object whose cost is not paid; none if nothing enters.
pub(super) fn unpaid(game: &Game, paying: &Paying, action: &Action) -> Option<Action> {
    let Instead::UnlessPaid { instead, .. } = &*paying.how else { return Some(action.clone()) };
    // A token that would go elsewhere is not created.
    if matches!((&**instead, action), (Instead::GoTo(_), Action::CreateToken { .. })) {
        return None;
    }
    let would = Would::Enter { what: Filter::Any };
    let replacement = Replacement { would, instead: Instead::clone(instead) };
    let candidate = of_paying(paying, None);
    let context = candidate.context(game, action);
    changed(game, &candidate.scope(&context), &candidate, &replacement, action)
}

/// The action with its amounts changed by the effect.
fn with_amounts(game: &Game, scope: &Scope<'_>, would: &Would, instead: &Instead, action: &Action) -> Action {
    let change = |amount: u32| match instead {
        Instead::Multiply(factor) => amount.saturating_mul(*factor),
        Instead::More(more) => amount.saturating_add(*more),
        Instead::Amount(number) => u32::try_from(quantity(game, scope, number)).unwrap_or(0),
        _ => amount,
    };
    // "That much" is the number of counters of the kind that the object would enter with.
    let change_of_kind = |amount: u32| match instead {
        Instead::Amount(number) => {
            let much = i32::try_from(amount).unwrap_or(i32::MAX);
            let trigger = TriggerContext { amount: much, ..scope.trigger.cloned().unwrap_or_default() };
            u32::try_from(quantity(game, &Scope { trigger: Some(&trigger), ..*scope }, number)).unwrap_or(0)
        }
        _ => change(amount),
    };
    let mut action = action.clone();
    match &mut action {
        Action::Damage { amount, .. } | Action::GainLife { amount, .. } | Action::LoseLife { amount, .. } => {
            *amount = change(*amount);
        }
        Action::PutCounters { count, .. } | Action::DrawCards { count, .. } | Action::Mill { count, .. } => {
            *count = change(*count);
        }
        // Several draws come one after another (CR 121.2).
        Action::Draw(player) => action = Action::DrawCards { player: *player, count: change(1) },
        Action::AddMana { mana, .. } => {
            if let Instead::Multiply(factor) = instead {
                // More than can be at once is refused as a whole.
                let more = mana.iter().flat_map(|kind| std::iter::repeat_n(*kind, *factor as usize));
                *mana = more.take(bounded(u32::MAX) as usize).collect();
            }
        }
        Action::CreateTokens { player, tokens } => {
            if let Would::CreateTokens { what, .. } = would {
                for batch in tokens.iter_mut() {
                    if is_token(game, scope, what, *player, batch) {
                        batch.count = change(batch.count);
                    }
                }
            }
        }
        Action::Move { .. } | Action::CreateToken { .. } | Action::TurnFaceUp { .. } => {
            action = putters::with_counters(game, scope, would, &action, change_of_kind);
        }
        _ => {}
    }
    action
}

fn enters_with_loyalty(game: &Game, action: &Action) -> Action {
    let entered = happen::as_it_would_enter(game, action);
    let loyalty = entered.and_then(|(view, id)| view.characteristics(id).and_then(|it| it.loyalty));
    let mut action = action.clone();
    if let (Some(loyalty), Action::Move { entering, .. } | Action::CreateToken { entering, .. }) =
        (loyalty, &mut action)
    {
        *entering.counters.entry(CounterKind::Loyalty).or_insert(0) += loyalty;
    }
    action
}

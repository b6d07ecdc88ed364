//! Linked abilities (CR 607): what is noted of what an ability did, values that are chosen (CR 614.12a), and one-shot effects
//! that move objects "until" something happens (CR 610.3).

use std::sync::Arc;

use crate::card::{
    Ability, Choosing, Filter, Instead, Instruction, Keyword, Players, Replacement, StaticEffect, TargetWhat,
    TriggerEvent, Value, ZoneKind,
};
use crate::derive::attach::hosts;
use crate::derive::face_down::turned_face_up;
use crate::derive::faces::turned_over;
use crate::derive::filter::{all_matching, found, matches, players};
use crate::derive::names::card_names;
use crate::derive::occurrences::{Sight, is_happening, occurrences};
use crate::derive::production::colors_among;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Answer, Applied, Canonical, Choice, Component, Domain, Entity, Entry, EntryNo, Event, Frame, Item, Link,
    Manner, NewObject, Note, ObjectId, Origin, PlayerId, Prompt, Proposed, Proposing, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Until};

use super::happen::to_graveyard;
use super::instructions::move_to;
use super::lasting::LeftBehind;
use super::phasing;
use super::replace::perform;
use super::resolve::{next, scope};
use super::work::Work;
use super::zones;

/// What an Aura could be attached to once it is face up (CR 303.4k), or has transformed (CR 712.16).
fn hosts_turned(game: &Game, object: ObjectId) -> Vec<Entity> {
    let face_down = game.object(object).is_some_and(crate::state::Object::is_face_down);
    let view = if face_down { Some(turned_face_up(game, object, None)) } else { turned_over(game, object) };
    view.map(|view| hosts(&view, object)).unwrap_or_default()
}

/// Whether something is what a description of hosts speaks of.
fn allows(game: &Game, scope: &Scope<'_>, to: &TargetWhat, host: Entity) -> bool {
    let object = |what: &Filter| host.object().is_some_and(|id| matches(game, scope, what, id));
    let player = |who: &Players| host.player().is_some_and(|id| players(game, scope, who).contains(&id));
    match to {
        TargetWhat::AnyTarget => true,
        TargetWhat::Object(what) | TargetWhat::Source(what) => object(what),
        TargetWhat::Player(who) => player(who),
        TargetWhat::PlayerOrObject(who, what) => player(who) || object(what),
        TargetWhat::All(parts) => parts.iter().all(|part| allows(game, scope, part, host)),
    }
}

/// What a player may choose for an object.
fn domain(game: &Game, (player, object): (PlayerId, ObjectId), choosing: &Choosing, taken: &[ObjectId]) -> Domain {
    let one_of = |options: Vec<Item>| Domain::Pick {
        max: u32::from(!options.is_empty()),
        min: u32::from(!options.is_empty()),
        options,
    };
    let scope = Scope::of(object, player);
    match choosing {
        Choosing::Number { min, max } => Domain::Number { min: *min, max: *max },
        Choosing::ColorAmong(what) => {
            let colors = colors_among(game, &scope, what).into_iter();
            one_of(colors.map(|color| Item::Value(Value::Color(color))).collect())
        }
        Choosing::Life => {
            let life = game.player(player).map_or(0, |it| u32::try_from(it.life).unwrap_or(0));
            Domain::Number { min: 0, max: life }
        }
        Choosing::Player(who) => {
            one_of(players(game, &scope, who).into_iter().map(|id| Item::Entity(Entity::Player(id))).collect())
        }
        Choosing::Object(what) => {
            let objects = all_matching(game, &scope, what).into_iter().filter(|id| *id != object);
            one_of(objects.map(|id| Item::Entity(Entity::Object(id))).collect())
        }
        Choosing::Host { to, may } => {
            let options = hosts_turned(game, object).into_iter().filter(|host| allows(game, &scope, to, *host));
            let options: Vec<Item> = options.map(Item::Entity).collect();
            Domain::Pick { min: u32::from(!may && !options.is_empty()), max: u32::from(!options.is_empty()), options }
        }
        Choosing::Name | Choosing::NameOf(_) => {
            let fitting = if let Choosing::NameOf(what) = choosing { Some(what) } else { None };
            let names = card_names(game, fitting).into_iter();
            one_of(names.map(|name| Item::Value(Value::Name(name))).collect())
        }
        Choosing::Sacrifice(what) => {
            let mine = |id: &ObjectId| game.controller(*id) == Some(player) && !taken.contains(id);
            let options: Vec<Item> = all_matching(game, &scope, what)
                .into_iter()
                .filter(mine)
                .map(|id| Item::Entity(Entity::Object(id)))
                .collect();
            Domain::Pick { min: 0, max: u32::try_from(options.len()).unwrap_or(u32::MAX), options }
        }
        Choosing::Exile(what) => {
            // CR 614.13a-b: neither what enters, or would go elsewhere, at the same time.
            let free = |id: &ObjectId| !taken.contains(id);
            let options: Vec<Item> = all_matching(game, &scope, what)
                .into_iter()
                .filter(free)
                .map(|id| Item::Entity(Entity::Object(id)))
                .collect();
            Domain::Pick { min: 0, max: u32::try_from(options.len()).unwrap_or(u32::MAX), options }
        }
        _ => one_of(choosing.values().into_iter().map(Item::Value).collect()),
    }
}

/// The choice of a value for an object, of what is not taken; none if there is nothing to choose between.
pub(super) fn choice(
    game: &Game,
    (player, object): (PlayerId, ObjectId),
    choosing: &Choosing,
    taken: &[ObjectId],
    rule: Rule,
) -> Option<Choice> {
    let domain = domain(game, (player, object), choosing, taken);
    let open = match &domain {
        Domain::Pick { options, min, .. } => options.len() > *min as usize,
        Domain::Number { min, max } => min < max,
        _ => true,
    };
    let (prompt, rule) = match choosing {
        Choosing::Host { .. } if game.object(object).is_some_and(crate::state::Object::is_face_down) => {
            (Prompt::Host(object), rule!("303.4k"))
        }
        Choosing::Host { .. } => (Prompt::Host(object), rule!("712.16")),
        _ => (Prompt::Value(object), rule),
    };
    open.then_some(Choice { player, answered_by: player, prompt, rule, domain, back_out: false })
}

/// What comes of an answer: the notes, and what is paid.
pub(super) fn chosen(game: &Game, player: PlayerId, choosing: &Choosing, answer: &Answer) -> (Vec<Note>, Vec<Action>) {
    match (choosing, answer) {
        (Choosing::Life, Answer::Number(amount)) => {
            (vec![Note::Number(*amount)], vec![Action::LoseLife { player, amount: *amount }])
        }
        (_, Answer::Number(number)) => (vec![Note::Number(*number)], Vec::new()),
        (Choosing::Sacrifice(_), Answer::Picked(items)) => {
            let objects = super::pay::objects_of(items);
            let count = u32::try_from(objects.len()).unwrap_or(u32::MAX);
            let given = objects.iter().map(|id| to_graveyard(game, *id, Manner::Sacrifice)).collect();
            (vec![Note::Number(count), Note::Sacrificed(objects)], given)
        }
        (Choosing::Exile(_), Answer::Picked(items)) => {
            let objects = super::pay::objects_of(items);
            let count = u32::try_from(objects.len()).unwrap_or(u32::MAX);
            let exiled = objects.iter().map(|id| move_to(game, *id, ZoneKind::Exile, Manner::Exile)).collect();
            (vec![Note::Number(count)], exiled)
        }
        (_, Answer::Picked(items)) => {
            let note = match items.first() {
                Some(Item::Value(value)) => Some(Note::Value(value.clone())),
                Some(Item::Entity(Entity::Player(player))) => Some(Note::Player(*player)),
                Some(Item::Entity(Entity::Object(object))) => Some(Note::Chosen(*object)),
                _ => None,
            };
            (note.into_iter().collect(), Vec::new())
        }
        _ => (Vec::new(), Vec::new()),
    }
}

/// The answer where there is nothing to choose between.
pub(super) fn only(
    game: &Game,
    (player, object): (PlayerId, ObjectId),
    choosing: &Choosing,
    taken: &[ObjectId],
) -> Answer {
    match domain(game, (player, object), choosing, taken) {
        Domain::Number { min, .. } => Answer::Number(min),
        Domain::Pick { options, min, .. } => Answer::Picked(options.into_iter().take(min as usize).collect()),
        _ => Answer::Picked(Vec::new()),
    }
}

/// An instruction to choose a value is done: what was chosen is noted (CR 607.2d).
pub(super) fn note_choice(work: &mut Work, frame: &ResolveFrame, answer: &Answer, choosing: &Choosing) {
    for note in chosen(&work.game, frame.controller, choosing, answer).0 {
        self::note(work, frame, rule!("607.2d"), note);
    }
}

/// Notes something for the abilities that the resolving one is linked to.
pub(super) fn note(work: &mut Work, frame: &ResolveFrame, rule: Rule, note: Note) {
    if let Some(link) = frame.origin.as_ref().and_then(Origin::link) {
        work.fact(rule, Event::Noted { object: frame.source, link: Box::new(link), note });
    }
}

/// The choices made for what enters, as they are noted of what it is there (CR 607.2d).
pub(super) fn noted_choices(action: &Action, id: ObjectId) -> Vec<(Rule, Event)> {
    let (Action::Move { entering, .. } | Action::CreateToken { entering, .. }) = action else { return Vec::new() };
    let noted = |(origin, note): &(Origin, Note)| {
        let link = Box::new(origin.link()?);
        Some((rule!("607.2d"), Event::Noted { object: id, link, note: note.clone() }))
    };
    entering.chosen.iter().filter_map(noted).collect()
}

/// What is noted of a move that has become this event: choices made for what entered, and which ability it was that exiled
/// it or put it onto the battlefield (CR 607.2a-d).
pub(super) fn notes_of(work: &Work, proposed: &Proposed, moved: &Event) -> Vec<(Rule, Event)> {
    let new = match moved {
        Event::Moved { became, .. } => became.first(),
        Event::Created { object } => Some(&**object),
        _ => None,
    };
    let Some(new) = new else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(noted_choices(&proposed.action, new.id));
    if let Event::Moved { manner: Manner::Draw, .. } = moved {
        found.extend(super::drawing::as_drawn(&work.game, new));
    }
    if let Event::Moved { from: Zone::Stack, was, .. } = moved
        && new.zone == Zone::Battlefield
    {
        // CR 607.2q: what was exiled to cast the spell is exiled with the permanent.
        let paid = was.announced.iter().flat_map(|announced| &announced.paid_with);
        let became = paid.filter_map(|id| work.game.world().departed.get(id)).flat_map(|departed| &departed.became);
        for id in became.filter(|id| work.game.zone_of(**id) == Some(Zone::Exile)) {
            let noted =
                Event::Noted { object: new.id, link: Box::new(Link::Printed(new.def)), note: Note::Exiled(*id) };
            found.push((rule!("607.2q"), noted));
        }
    }
    let (note, rule) = match new.zone {
        Zone::Exile => (Note::Exiled(new.id), rule!("607.2a")),
        Zone::Battlefield => (Note::Put(new.id), rule!("607.2c")),
        // CR 607.1d: what is printed on an emblem may speak of what its creator did.
        Zone::Command if new.component == Component::Emblem => (Note::Put(new.id), rule!("607.1d")),
        _ => return found,
    };
    if let Some((object, link)) = responsible(work, proposed, new) {
        found.push((rule, Event::Noted { object, link: Box::new(link), note }));
    }
    found
}

/// The object whose ability moves something, by its effect or as it replaces what would happen.
fn responsible(work: &Work, proposed: &Proposed, new: &NewObject) -> Option<(ObjectId, Link)> {
    let to = new.zone;
    let moving = proposed.action.objects().first().copied();
    let exiles = |object: &ObjectId, origin: &Origin| {
        let instance = work.game.ability_of(*object, origin);
        instance.is_some_and(|it| match &*it.ability {
            Ability::Static(ability) => matches!(
                &ability.effect,
                StaticEffect::Replace(Replacement { instead: Instead::GoTo(ZoneKind::Exile), .. })
            ),
            Ability::Keyword(Keyword::Madness(_)) => true,
            _ => false,
        })
    };
    let replaced = proposed.applied.iter().rev().find_map(|applied| match applied {
        Applied::Ability { object, origin } if to == Zone::Exile && exiles(object, origin) => {
            // What a card says of itself is noted of what it is now: what it was is nobody's business.
            Some((if moving == Some(*object) { new.id } else { *object }, origin.link()?))
        }
        _ => None,
    });
    if replaced.is_some() {
        return replaced;
    }
    let frames = work.game.world().frames.iter().rev().map(|frame| &**frame);
    // What is paid while something resolves is its doing (CR 607.2k).
    let paying = |frame: &&Frame| matches!(frame, Frame::Proposal(it) if it.what == Proposing::Payment);
    let mut frames = frames.skip_while(paying);
    let Some(Frame::Resolve(frame)) = frames.next() else { return None };
    let of_ability = frame.object.is_none_or(|id| work.game.object(id).is_some_and(|it| it.ability.is_some()));
    let its = brought_about(work, proposed, frame.began);
    let link = frame.origin.as_ref()?.link()?;
    (of_ability && its).then_some((frame.source, link))
}

/// Whether what began with an entry, a resolution or a payment, brings an action about, also as it was replaced.
pub(super) fn brought_about(work: &Work, proposed: &Proposed, began: EntryNo) -> bool {
    let mut cause = proposed.cause;
    while let Some(no) = cause {
        if no == began {
            return true;
        }
        let history = work.game.world().history.iter().rev();
        let mut until = history.take_while(|entry| entry.no >= no);
        let entry = until.find(|entry| entry.no == no);
        let on_the_way = |event: &Event| matches!(event, Event::Replaced { .. } | Event::Considered { .. });
        cause = entry.filter(|entry| on_the_way(&entry.event)).and_then(|entry| entry.cause);
    }
    false
}

/// CR 610.3: exiles objects until something happens; afterwards what is in exile is to be remembered.
pub(super) fn exile_until(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let Instruction::ExileUntil { what, until } = instruction else { return };
    let mut now = frame.clone();
    let first = frame.cursor.last().is_some_and(|level| level.round == 0);
    if first {
        if has_happened(&work.game, frame, until) {
            next(&mut now);
            return work.change(rule!("610.3a"), Frame::Resolve(Box::new(now)));
        }
        now.picked = found(&work.game, &scope(frame), what).into_iter().map(Entity::Object).collect();
        if let Some(level) = now.cursor.last_mut() {
            level.round = 1;
        }
        let cause = Some(frame.began);
        let exile = |id: &ObjectId| move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
        let actions =
            picked(&now).iter().map(exile).map(|action| Proposed::new(action, cause, rule!("610.3"))).collect();
        work.change(rule!("610.3"), Frame::Resolve(Box::new(now)));
        return perform(work, actions);
    }
    let departed = &work.game.world().departed;
    let there = |id: &ObjectId| work.game.zone_of(*id) == Some(Zone::Exile);
    let objects: Vec<(ObjectId, Zone)> = picked(frame)
        .iter()
        .filter_map(|id| departed.get(id).filter(|departed| departed.entry >= frame.began))
        .flat_map(|departed| departed.became.iter().map(|new| (*new, departed.was.zone)))
        .filter(|(new, _)| there(new))
        .collect();
    next(&mut now);
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(now)));
    if !objects.is_empty() {
        let event = Event::UntilBegan {
            id: work.new_effect(),
            source: frame.source,
            controller: frame.controller,
            until: Canonical::new(until.clone()),
            announced: LeftBehind::until(&work.game, frame, until),
            objects,
        };
        work.fact(rule!("610.3"), event);
    }
}

/// The objects that an instruction is done with.
fn picked(frame: &ResolveFrame) -> Vec<ObjectId> {
    frame.picked.iter().filter_map(|entity| entity.object()).collect()
}

/// CR 610.3a-b: whether what would end it has happened since the spell or ability was put onto the stack, or triggered.
pub(super) fn has_happened(game: &Game, frame: &ResolveFrame, until: &TriggerEvent) -> bool {
    let since = match (&frame.trigger, frame.object) {
        (Some(trigger), _) => trigger.event,
        (None, Some(id)) => game.object(id).map_or(frame.began, |object| object.entered),
        (None, None) => frame.began,
    };
    let history = game.world().history.iter().rev().take_while(|entry| entry.no > since);
    let entries: Vec<&Entry> = history.map(|entry| &**entry).filter(|entry| is_happening(entry)).collect();
    let sight = Sight { before: game, now: game };
    !occurrences(sight, &scope(frame), until, &entries).is_empty()
}

/// CR 610.3, 610.4: what was waited for has happened in the step so far.
pub(super) fn met(work: &Work) -> Vec<(Rule, Event)> {
    let happened: Vec<&Entry> = work.entries().iter().filter(|entry| is_happening(entry)).collect();
    let sight = Sight { before: &work.before, now: &work.game };
    let is_met =
        |until: &&Arc<Until>| !until.met && !occurrences(sight, &until.scope(), &until.until, &happened).is_empty();
    let untils = work.game.world().untils.values();
    untils.filter(is_met).map(|until| (rule_of(until), Event::UntilMet { id: until.id })).collect()
}

/// Whether objects are to come back before anything else happens (CR 610.3).
pub(super) fn due(game: &Game) -> bool {
    game.world().untils.values().any(|until| until.met)
}

/// The rule by which something is exiled or phased out until something happens.
fn rule_of(until: &Until) -> Rule {
    if until.phased.is_empty() { rule!("610.3") } else { rule!("610.4") }
}

/// CR 610.3: immediately after the event, the objects return to the zone that they were in, all at once (CR 610.3d), under
/// their owners' control (CR 610.3c); so does what phased out phase in (CR 610.4, 610.4d).
pub(super) fn bring_back(work: &mut Work) {
    let due: Vec<Arc<Until>> = work.game.world().untils.values().filter(|until| until.met).cloned().collect();
    let mut actions = Vec::new();
    for until in &due {
        let done = work.fact(rule_of(until), Event::UntilDone { id: until.id });
        let inward = phasing::back(&work.game, until).into_iter();
        actions.extend(inward.map(|action| Proposed::new(action, Some(done), rule!("610.4"))));
        for (id, was) in &until.objects {
            let Some(object) = work.game.object(*id).filter(|object| object.zone == Zone::Exile) else { continue };
            let action = match was {
                Zone::Battlefield => zones::onto_battlefield(*id, object.owner, Manner::Put),
                was => move_to(&work.game, *id, was.kind(), Manner::Put),
            };
            actions.push(Proposed::new(action, Some(done), rule!("610.3c")));
        }
    }
    perform(work, actions);
}

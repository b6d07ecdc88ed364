//! Linked abilities (CR 607): notes of what an ability did, chosen values (CR 614.12a), and
//! one-shot effects that move objects "until" something happens (CR 610.3).

use std::sync::Arc;

use crate::card::{Ability, Choosing, Definition, Filter, Keyword, Players, StaticEffect, TargetWhat, Value, ZoneKind};
use crate::derive::cast::face_down::turned_face_up;
use crate::derive::filter::occurrences::{Sight, is_happening, occurrences};
use crate::derive::filter::{all_matching, matches, players};
use crate::derive::look::names::card_names;
use crate::derive::object::faces::turned_over;
use crate::derive::object::links::link_of;
use crate::derive::pay::able;
use crate::derive::pay::production::colors_among;
use crate::derive::target::attach::hosts;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Answer, Applied, Choice, Domain, EffectKey, Entity, Entry, EntryNo, Event, Frame, Item, Link, Manner,
    NewObject, Note, ObjectId, Origin, PlayerId, Prompt, Proposed, Proposing, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Until};

use crate::rules::engine::actions::{move_to, to_graveyard};
use crate::rules::engine::paid_with;
use crate::rules::engine::work::Work;

/// What an Aura could be attached to once it is face up (CR 303.4k) or has transformed (CR 712.16).
fn hosts_turned(game: &Game, object: ObjectId) -> Vec<Entity> {
    let face_down = game.object(object).is_some_and(crate::state::Object::is_face_down);
    let view = if face_down { Some(turned_face_up(game, object, None)) } else { turned_over(game, object) };
    view.map(|view| hosts(&view, object)).unwrap_or_default()
}

/// Whether something fits a description of hosts.
fn allows(look: &dyn Look, scope: &Scope<'_>, to: &TargetWhat, host: Entity) -> bool {
    let object = |what: &Filter| host.object().is_some_and(|id| matches(look, scope, what, id));
    let player = |who: &Players| host.player().is_some_and(|id| players(look, scope, who).contains(&id));
    match to {
        TargetWhat::AnyTarget => true,
        TargetWhat::Object(what) | TargetWhat::Source(what) => object(what),
        TargetWhat::Player(who) => player(who),
        TargetWhat::PlayerOrObject(who, what) => player(who) || object(what),
        TargetWhat::All(parts) => parts.iter().all(|part| allows(look, scope, part, host)),
    }
}

/// What a player may choose for an object.
fn domain(look: &dyn Look, (player, object): (PlayerId, ObjectId), choosing: &Choosing, taken: &[ObjectId]) -> Domain {
    let one_of = |options: Vec<Item>| Domain::Pick {
        max: u32::from(!options.is_empty()),
        min: u32::from(!options.is_empty()),
        options,
    };
    let (game, scope) = (look.game(), Scope::of(object, player));
    match choosing {
        Choosing::Number { min, max } => Domain::Number { min: *min, max: *max },
        Choosing::ColorAmong(what) => {
            let colors = colors_among(look, &scope, what).into_iter();
            one_of(colors.map(|color| Item::Value(Value::Color(color))).collect())
        }
        Choosing::Life => {
            let life = game.player(player).map_or(0, |it| u32::try_from(it.life).unwrap_or(0));
            // CR 119.4b, 119.8
            Domain::Number { min: 0, max: if able::can_pay_life(game, player, 1) { life } else { 0 } }
        }
        Choosing::Player(who) => {
            one_of(players(look, &scope, who).into_iter().map(|id| Item::Entity(Entity::Player(id))).collect())
        }
        Choosing::Object(what) => {
            let objects = all_matching(look, &scope, what).into_iter().filter(|id| *id != object);
            one_of(objects.map(|id| Item::Entity(Entity::Object(id))).collect())
        }
        Choosing::Host { to, may } => {
            let options = hosts_turned(game, object).into_iter().filter(|host| allows(look, &scope, to, *host));
            let options: Vec<Item> = options.map(Item::Entity).collect();
            Domain::Pick { min: u32::from(!may && !options.is_empty()), max: u32::from(!options.is_empty()), options }
        }
        Choosing::Name | Choosing::NameOf(_) => {
            let fitting = if let Choosing::NameOf(what) = choosing { Some(what) } else { None };
            let names = card_names(game, fitting).into_iter();
            one_of(names.map(|name| Item::Value(Value::Name(name))).collect())
        }
        Choosing::Sacrifice(what) | Choosing::SacrificeFor(what, ..) => {
            let mine = |id: &ObjectId| {
                game.controller(*id) == Some(player) && !taken.contains(id) && able::can_be_sacrificed(game, *id)
            };
            let options: Vec<Item> = all_matching(look, &scope, what)
                .into_iter()
                .filter(mine)
                .map(|id| Item::Entity(Entity::Object(id)))
                .collect();
            Domain::Pick { min: 0, max: u32::try_from(options.len()).unwrap_or(u32::MAX), options }
        }
        Choosing::RevealFor(what, ..) | Choosing::RevealOthersFor(what, ..) => {
            // CR 702.38a: neither the card itself nor one that enters at the same time.
            let others = matches!(choosing, Choosing::RevealOthersFor(..));
            let hand = game.zone(Zone::Hand(player)).iter().copied();
            let hand = hand.filter(|id| !others || *id != object && !taken.contains(id));
            let fitting = hand.filter(|id| matches(look, &scope, what, *id));
            let options: Vec<Item> = fitting.map(|id| Item::Entity(Entity::Object(id))).collect();
            Domain::Pick { min: 0, max: u32::try_from(options.len()).unwrap_or(u32::MAX), options }
        }
        Choosing::Exile(what) => {
            // CR 614.13a-b: nothing that enters, or would go elsewhere, at the same time.
            let free = |id: &ObjectId| !taken.contains(id);
            let options: Vec<Item> = all_matching(look, &scope, what)
                .into_iter()
                .filter(free)
                .map(|id| Item::Entity(Entity::Object(id)))
                .collect();
            Domain::Pick { min: 0, max: u32::try_from(options.len()).unwrap_or(u32::MAX), options }
        }
        _ => one_of(choosing.values().into_iter().map(Item::Value).collect()),
    }
}

/// Asks for a value for an object, without what is taken; none if there is nothing to choose.
pub(in crate::rules) fn linked_choice(
    look: &dyn Look,
    (player, object): (PlayerId, ObjectId),
    choosing: &Choosing,
    taken: &[ObjectId],
    rule: Rule,
) -> Option<Choice> {
    let game = look.game();
    let domain = domain(look, (player, object), choosing, taken);
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

/// The results of an answer: the notes, and the payment.
pub(in crate::rules) fn chosen(
    game: &Game,
    player: PlayerId,
    choosing: &Choosing,
    answer: &Answer,
) -> (Vec<Note>, Vec<Action>) {
    match (choosing, answer) {
        (Choosing::Life, Answer::Number(amount)) => {
            (vec![Note::Number(*amount)], vec![Action::LoseLife { player, amount: *amount }])
        }
        (_, Answer::Number(number)) => (vec![Note::Number(*number)], Vec::new()),
        (Choosing::Sacrifice(_) | Choosing::SacrificeFor(..), Answer::Picked(items)) => {
            let objects = paid_with::objects_of(items);
            let count = u32::try_from(objects.len()).unwrap_or(u32::MAX);
            let given = objects.iter().map(|id| to_graveyard(game, *id, Manner::Sacrifice)).collect();
            (vec![Note::Number(count), Note::Sacrificed(objects)], given)
        }
        (Choosing::RevealFor(..) | Choosing::RevealOthersFor(..), Answer::Picked(items)) => {
            (vec![Note::Number(u32::try_from(items.len()).unwrap_or(u32::MAX))], Vec::new())
        }
        (Choosing::Exile(_), Answer::Picked(items)) => {
            let objects = paid_with::objects_of(items);
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

/// The answer if there is nothing to choose.
pub(in crate::rules) fn only(
    look: &dyn Look,
    (player, object): (PlayerId, ObjectId),
    choosing: &Choosing,
    taken: &[ObjectId],
) -> Answer {
    match domain(look, (player, object), choosing, taken) {
        Domain::Number { min, .. } => Answer::Number(min),
        Domain::Pick { options, min, .. } => Answer::Picked(options.into_iter().take(min as usize).collect()),
        _ => Answer::Picked(Vec::new()),
    }
}

/// Records a chosen value and finishes the instruction (CR 607.2d).
pub(in crate::rules) fn note_choice(work: &mut Work, frame: &ResolveFrame, answer: &Answer, choosing: &Choosing) {
    for note in chosen(&work.game, frame.controller, choosing, answer).0 {
        self::note(work, frame, rule!("607.2d"), note);
    }
}

/// Records a note for the abilities linked to the resolving one.
pub(in crate::rules) fn note(work: &mut Work, frame: &ResolveFrame, rule: Rule, note: Note) {
    if let Some(link) = frame.speaker().and_then(|origin| link_of(&work.game, frame.source, origin)) {
        work.fact(rule, Event::Noted { object: frame.source, link: Box::new(link), note });
    }
}

/// The notes of the choices made for an entering object, on its new id (CR 607.2d).
pub(in crate::rules) fn noted_choices(action: &Action, id: ObjectId) -> Vec<(Rule, Event)> {
    let (Action::Move { entering, .. } | Action::CreateToken { entering, .. }) = action else { return Vec::new() };
    let noted = |(origin, note): &(Origin, Note)| {
        if matches!(note, Note::PutBy(..)) {
            return None;
        }
        let link = Box::new(origin.link()?);
        Some((rule!("607.2d"), Event::Noted { object: id, link, note: note.clone() }))
    };
    entering.chosen.iter().filter_map(noted).collect()
}

/// The object whose ability moves something, by its effect or by a replacement, and the link.
pub(in crate::rules) fn responsible(work: &Work, proposed: &Proposed, new: &NewObject) -> Option<(ObjectId, Link)> {
    let to = new.zone;
    let moving = proposed.action.objects().first().copied();
    let exiles = |object: &ObjectId, origin: &Origin| {
        let instance = work.game.ability_of(*object, origin);
        instance.is_some_and(|it| match &*it.ability {
            Ability::Static(ability) => {
                matches!(&ability.effect, StaticEffect::Replace(replacement) if replacement.instead.exiles())
            }
            Ability::Keyword(Keyword::Madness(_)) => true,
            _ => false,
        })
    };
    let replaced = proposed.applied.iter().rev().find_map(|applied| match applied {
        Applied::Ability { object, origin } if to == Zone::Exile && exiles(object, origin) => {
            // A card's own ability is noted on its new object, not on the old one.
            let link = link_of(&work.game, *object, origin)?;
            Some((if moving == Some(*object) { new.id } else { *object }, link))
        }
        Applied::Effect(EffectKey::Begun(id)) if to == Zone::Exile => {
            let effects = [&work.game, work.before()].map(|game| game.world().effects.get(id));
            let effect = effects.into_iter().flatten().next()?;
            let Some(Definition::Effect(StaticEffect::Replace(it))) = work.game.definition(effect.def) else {
                return None;
            };
            let link = link_of(&work.game, effect.source, effect.left_by()?)?;
            it.instead.exiles().then_some((effect.source, link))
        }
        _ => None,
    });
    if replaced.is_some() {
        return replaced;
    }
    let frames = work.game.world().frames.iter().rev().map(|frame| &**frame);
    // A payment during a resolution belongs to the resolution (CR 607.2k).
    let paying = |frame: &&Frame| matches!(frame, Frame::Proposal(it) if it.what == Proposing::Payment);
    let mut frames = frames.skip_while(paying);
    let Some(Frame::Resolve(frame)) = frames.next() else { return None };
    let of_ability = frame.object.is_none_or(|id| work.game.object(id).is_some_and(|it| it.ability.is_some()));
    let its = brought_about(work, proposed, frame.began);
    let link = link_of(&work.game, frame.source, frame.speaker()?)?;
    (of_ability && its).then_some((frame.source, link))
}

/// Whether a resolution or payment that began at an entry causes an action, directly or through
/// replacements.
pub(in crate::rules) fn brought_about(work: &Work, proposed: &Proposed, began: EntryNo) -> bool {
    leads_to(work, proposed.cause, began)
}

/// Whether an entry is a cause or leads to it, directly or through replacements.
pub(in crate::rules) fn leads_to(work: &Work, mut cause: Option<EntryNo>, began: EntryNo) -> bool {
    while let Some(no) = cause {
        if no == began {
            return true;
        }
        let entry = work.game.world().entry(no);
        let on_the_way = |event: &Event| {
            matches!(event, Event::Replaced { .. } | Event::Considered { .. } | Event::AppliedFor { .. })
        };
        cause = entry.filter(|entry| on_the_way(&entry.event)).and_then(|entry| entry.cause);
    }
    false
}

/// The events for "until" conditions met in this step (CR 610.3, 610.4).
pub(in crate::rules) fn met(work: &Work) -> Vec<(Rule, Event)> {
    let untils = &work.game.world().untils;
    if untils.is_empty() {
        return Vec::new();
    }
    let entries = work.entries().iter().map(|entry| &**entry);
    let happened: Vec<&Entry> = entries.filter(|entry| is_happening(entry)).collect();
    let sight = Sight { before: work.before(), now: &work.game };
    let is_met =
        |until: &&Arc<Until>| !until.met && !occurrences(sight, &until.scope(), &until.until, &happened).is_empty();
    untils.values().filter(is_met).map(|until| (rule_of(until), Event::UntilMet { id: until.id })).collect()
}

/// The rule for exiling or phasing out until something happens.
pub(in crate::rules) fn rule_of(until: &Until) -> Rule {
    if until.phased.is_empty() { rule!("610.3") } else { rule!("610.4") }
}

//! Becoming a copy, creating tokens that are copies, and changing words (CR 707, 612).

use crate::card::verb;
use crate::card::{Ability, Definition, Face, Filter, Modification, StaticEffect, Value};
use crate::card::{Objects, Players};
use crate::derive::Scope;
use crate::derive::filter::{found, matches, objects, players, quantity};
use crate::derive::layers::copiable::{Excepted, copiable};
use crate::derive::look::hypothetical::knowing;
use crate::derive::object::links;
use crate::fact::{
    Action, Answer, Being, Choice, DefId, Domain, Entering, Event, Frame, Item, Link, Note, ObjectId, Origin, Prompt,
    ResolveFrame, TokenBatch,
};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::rules::replace::joining::attacked;
use crate::state::Game;

use crate::rules::engine::actions::amount;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::lapsed::is_over;
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, cursor};
use crate::rules::permanent::copying::{began, effect_of, excepted};
use crate::rules::replace::combat_progress;
use crate::rules::replace::happen::as_it_would_enter;
use crate::rules::replace::perform::hypothetical;

impl Verb for verb::CreateCopies {
    /// Creates tokens that are copies of objects (CR 111.1, 707.2).
    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let verb::CreateCopies { who, count, of, except, tapped, joining, marked } = self;
        // CR 702.128b: no copiable value, but what is true of the token.
        let being = marked.map(|marking| {
            let modifications = vec![Modification::Mark(marking)];
            let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
            let def = work.intern(Definition::Effect(effect));
            Box::new(Being { def, source: frame.source, controller: frame.controller })
        });
        let game = work.game.clone();
        let this = speaking(&game, frame);
        let scope = scope(frame);
        let named = players(&game, &scope, who);
        let joins = joining.as_ref().and_then(|joining| combat_progress::joins(&game, frame, joining));
        let entering = Entering { tapped: *tapped, joins, being, ..Entering::default() };
        let mut actions = Vec::new();
        for player in named {
            let by = scope.done_by(who, player);
            let number = |id| amount(quantity(&game, &actions::scope_for(&by, count, id), count));
            let mut tokens = Vec::new();
            let copied =
                objects(&game, &scope, of).into_iter().filter_map(|id| Some((copiable(&game, id)?, number(id))));
            for (copied, count) in copied {
                let it = Excepted { game: &game, scope, own: None, this: this.as_ref() };
                let would_be = |face: &Face, filter: &Filter| {
                    let (known, def) = knowing(&game, Definition::Token(face.clone()));
                    let create = Action::CreateToken { player, def, entering: entering.clone() };
                    as_it_would_enter(&known, &create).is_some_and(|(view, id)| matches(&view, &scope, filter, id))
                };
                let Some((face, _)) = excepted(&it, copied, except, &would_be) else { continue };
                // Only a permanent can be put onto the battlefield (CR 304.4, 307.4).
                if !face.types.is_permanent() {
                    continue;
                }
                let def = work.intern(Definition::Token(face));
                let batch = TokenBatch { def, count, entering: entering.clone() };
                tokens.push(batch);
            }
            actions.push(Action::CreateTokens { player, tokens });
        }
        Some((rule!("111.1"), actions))
    }

    fn ones(&self, game: &Game, _: &ResolveFrame) -> Vec<&Players> {
        attacked(game, self.joining.as_ref())
    }

    fn worked_out_for(&self, _: &ResolveFrame) -> Option<&Objects> {
        actions::differs_by_attack(&self.count).then_some(&self.of)
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::BecomeCopy {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    /// Makes objects copies of another, each with its own exceptions (CR 707.4).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::BecomeCopy { what, of, except, duration } = self;
        let game = work.game.clone();
        let this = speaking(&game, frame);
        let scope = scope(frame);
        let changing: Vec<ObjectId> =
            found(&game, &scope, what).into_iter().filter(|id| game.object(*id).is_some()).collect();
        let copied = objects(&game, &scope, of).first().and_then(|of| copiable(&game, *of));
        let lasts = !is_over(&game, frame, duration);
        go_on(work, frame);
        let Some(copied) = copied.filter(|_| lasts) else { return };
        let mut groups: Vec<(Face, Vec<ObjectId>)> = Vec::new();
        for id in changing {
            let own = copiable(&game, id).and_then(|def| game.face(def));
            let scope = actions::scope_for(&scope, except, id);
            let it = Excepted { game: &game, scope, own, this: this.as_ref() };
            let would_be = |face: &Face, filter: &Filter| {
                let (known, def) = knowing(&game, effect_of(face.clone()));
                let counters = known.counters();
                let effect = (counters.effect, def);
                let event = began(effect, id, frame.controller, counters.timestamp, duration, vec![id]);
                matches(&hypothetical(&known, event), &scope, filter, id)
            };
            let Some((face, _)) = excepted(&it, copied, except, &would_be) else { continue };
            match groups.iter_mut().find(|(other, _)| *other == face) {
                Some((_, objects)) => objects.push(id),
                None => groups.push((face, vec![id])),
            }
        }
        for (face, objects) in groups {
            let def = work.intern(effect_of(face));
            let (id, timestamp) = (work.new_effect(), work.new_timestamp());
            let event = began((id, def), frame.source, frame.controller, timestamp, duration, objects);
            let event = with_words(&work.game, event, frame);
            work.fact(rule!("707.4"), event);
        }
    }

    fn worked_out_for(&self, _: &ResolveFrame) -> Option<&Objects> {
        actions::differs_by_attack(&self.except).then_some(&self.what)
    }
}

impl Verb for verb::ChangeText {
    /// Asks for the next word.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let offered = words_offered(game, frame, self);
        let object = frame.object.unwrap_or(frame.source);
        (offered.len() > 1).then(|| {
            let options = offered.into_iter().map(Item::Value).collect();
            ask(frame.controller, Prompt::Value(object), rule!("608.2d"), Domain::Pick { options, min: 1, max: 1 })
        })
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        change_text(work, frame, self, None);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        change_text(work, frame, self, Some(answer));
    }
}

/// The ability that a resolving frame follows, for "except it has this ability" (CR 707.9a).
pub(in crate::rules) fn speaking(game: &Game, frame: &ResolveFrame) -> Option<Ability> {
    game.ability(frame.text?).cloned()
}

/// Gives the words in an effect's duration the meaning that they have in the resolution.
pub(in crate::rules) fn with_words(game: &Game, event: Event, frame: &ResolveFrame) -> Event {
    match event {
        Event::EffectBegan { id, def, source, controller, timestamp, duration, objects, .. } => {
            let (announced, trigger) = LeftBehind::of(game, frame, &[&*duration]).told();
            let trigger = trigger.map(Box::new);
            Event::EffectBegan { id, def, source, controller, timestamp, duration, objects, announced, trigger }
        }
        other => other,
    }
}

/// The words in a text that may be replaced, or the replacements once one is chosen (CR 612.1).
fn words_offered(game: &Game, frame: &ResolveFrame, instruction: &verb::ChangeText) -> Vec<Value> {
    let verb::ChangeText { words, .. } = instruction;
    match frame.cursor.last().map_or(0, |level| level.round) {
        0 => words.old(),
        _ => old_word(game, frame).map(|old| words.new_for(&old)).unwrap_or_default(),
    }
}

/// The chosen word to be replaced: the latest value noted for the object.
pub(in crate::rules) fn old_word(game: &Game, frame: &ResolveFrame) -> Option<Value> {
    let scope = Scope { origin: None, ..scope(frame) };
    links::notes(game, &scope).into_iter().rev().find_map(|note| match note {
        Note::Value(value) => Some(value.clone()),
        _ => None,
    })
}

/// Takes a word, chosen or the only one: first the one to replace, then its replacement. Then the
/// effect begins (CR 612.1).
fn change_text(work: &mut Work, frame: &ResolveFrame, instruction: &verb::ChangeText, answer: Option<&Answer>) {
    let verb::ChangeText { what, duration, .. } = instruction;
    let chosen = match answer {
        Some(Answer::Picked(items)) => items.first().and_then(|item| match item {
            Item::Value(value) => Some(value.clone()),
            _ => None,
        }),
        _ => words_offered(&work.game, frame, instruction).first().cloned(),
    };
    let Some(chosen) = chosen else { return go_on(work, frame) };
    if frame.cursor.last().is_some_and(|level| level.round == 0) {
        work.change(rule!("608.2d"), Frame::Resolve(Box::new(cursor::paid(frame))));
        let link = frame.origin.as_ref().and_then(Origin::link).unwrap_or(Link::Printed(DefId::NONE));
        work.fact(
            rule!("608.2d"),
            Event::Noted { object: frame.source, link: Box::new(link), note: Note::Value(chosen) },
        );
        return;
    }
    let Some(from) = old_word(&work.game, frame) else { return go_on(work, frame) };
    let objects = found(&work.game, &scope(frame), what);
    let modifications = vec![Modification::ReplaceText { from, to: chosen }];
    let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
    actions::begin_effect(work, frame, effect, duration, Some(objects));
}
